//! The library for other programs. The program `cardwright` uses some of it, too.
//!
//! | file | what lives there |
//! |---|---|
//! | `load` | content from bytes |
//! | `workshop` | content from documents |
//! | `session` | a game by names |
//! | `telling` | everything that can be asked about a game, each for a viewer |
//! | `protocol` | a session as lines of JSON |

pub(crate) mod load;
pub(crate) mod protocol;
pub(crate) mod session;
pub(crate) mod telling;
#[cfg(feature = "compile")]
pub(crate) mod workshop;

/// Bytes as hexadecimal digits, as hashes are written everywhere.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
