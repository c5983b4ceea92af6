//! Whether bytes are the one encoding of what was read from them.
//!
//! The value is written once more, but nowhere: each piece is compared with the bytes as it comes.

use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// Whether a value is written as these bytes.
pub(super) fn is_written_as(value: &impl Serialize, bytes: &[u8]) -> bool {
    matches!(
        postcard::serialize_with_flavor(value, Same { left: bytes }),
        Ok(true)
    )
}

/// The bytes that are still to come.
struct Same<'a> {
    left: &'a [u8],
}

impl Flavor for Same<'_> {
    /// Whether nothing is left.
    type Output = bool;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, data: &[u8]) -> postcard::Result<()> {
        self.left = self
            .left
            .strip_prefix(data)
            .ok_or(postcard::Error::SerializeBufferFull)?;
        Ok(())
    }

    fn finalize(self) -> postcard::Result<bool> {
        Ok(self.left.is_empty())
    }
}
