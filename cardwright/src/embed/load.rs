//! Content from bytes.

use cardwright_bytecode::container::{self, LoadError};
use cardwright_core::Content;
use std::sync::Arc;

/// The content of a pack: what `cardwright build` writes. Any bytes are either proved sound or refused.
///
/// ```
/// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
/// # let pack = cardwright::Workshop::open(sample.as_ref()).pack("duel", false)?;
/// let content = cardwright::load(&pack)?;
/// assert_eq!(content.players().len(), 2);
/// assert!(cardwright::load(&pack[..pack.len() / 2]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the bytes are no pack, or it cannot be proved that the pack is safe to play.
pub fn load(pack: &[u8]) -> Result<Arc<Content>, LoadError> {
    container::load(pack).map(Content::new)
}
