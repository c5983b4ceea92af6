//! The file that holds a pack.
//!
//! ```text
//! offset  size    what
//! 0       4       magic "CWPK"
//! 4       2       version: see `VERSION`
//! 6       2       flags: none is defined, so 0
//! 8       32      blake3 hash of the main section: the hash of the content
//! 40      4       number of sections n: 1 or 2
//! 44      n * 12  section table: kind, offset, length (4 bytes each)
//! ...             the sections, in the order of the table, without gaps, up to the end of the file
//!
//! section 1, main     postcard of the Pack, its lines empty, its rule sources zero, without questions and files;
//!                     code is a byte string of eight-byte instructions (it is executed, so it has a fixed width)
//! section 2, debug    32 bytes: hash of the main section that it belongs to; 32 bytes: hash of the rest;
//!                     then postcard of the lines and questions of every function, the source of every rule and
//!                     the hashes of the files
//! ```
//!
//! All integers of header and table are little-endian. The debug section can be left out or cut off without
//! a change of the content's hash. There is one encoding of a pack: a main section that decodes but is not what
//! [`encode`] writes is refused, so equal content always has equal hashes.
//!
//! *Version rule*: this reader reads [`VERSION`] and nothing else. Any change of the [`Pack`], of an operation's
//! code or of a core call's number is a new version.
//!
//! *Memory*: a file is at most [`MAX_FILE`] bytes. Types in a pack are not recursive, so decoding needs no
//! deep stack. Every element of every sequence takes at least one byte, and the length of a sequence or string
//! is checked against the bytes that remain: postcard gives serde no size hint above them, serde reserves no
//! more than 1 MiB ahead of what was read, and strings and code are taken from the input in one piece. What
//! decoding allocates is so at most a fixed multiple (under 100, for vectors of empty strings) of the file's size.
//! [`limits`] then bounds each table.

mod canonical;
pub mod code;
mod debug;
mod error;
mod layout;
pub mod limits;
mod places;

pub use error::{ContainerError, LoadError, Section};
pub use layout::{MAGIC, MAX_FILE, VERSION};

use crate::pack::Pack;
use crate::parallel::both;
use crate::verify::{VerifiedPack, prove};
use debug::DebugInfo;
use layout::{File, HASH_BYTES};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The file that holds this pack, with or without lines and sources.
///
/// A pack above the [`limits`] gives a file that [`decode`] refuses.
#[must_use]
pub fn encode(pack: &Pack, with_debug: bool) -> Vec<u8> {
    let main = main_section(pack);
    let hash = hash_of(&main);
    let debug = with_debug.then(|| debug_section(pack, hash));
    layout::write(hash, &main, debug.as_deref())
}

/// The pack in these bytes. It is well-formed, but not yet proved safe to run: see [`verify`](crate::verify()).
///
/// # Errors
/// If the bytes are not exactly what [`encode`] writes for some pack within the limits.
pub fn decode(bytes: &[u8]) -> Result<Pack, ContainerError> {
    let parts = Parts::of(bytes)?;
    if !parts.is_canonical() {
        return Err(ContainerError::NotCanonical);
    }
    parts.whole()
}

/// Decodes and verifies: the only way from untrusted bytes to a pack that can be played.
///
/// # Errors
/// If the file cannot be decoded, or the pack in it cannot be proved safe.
pub fn load(bytes: &[u8]) -> Result<VerifiedPack, LoadError> {
    let parts = Parts::of(bytes)?;
    let (is_canonical, proof) = both(is_long(bytes), || parts.is_canonical(), || prove(&parts.pack));
    if !is_canonical {
        return Err(ContainerError::NotCanonical.into());
    }
    let pack = parts.whole()?;
    Ok(VerifiedPack::new(pack, proof?))
}

/// The parts of a file, before it is known that the file is their one valid encoding.
struct Parts<'a> {
    main: &'a [u8],
    /// The pack without debug information.
    pack: Pack,
    debug: Option<Result<DebugInfo, ContainerError>>,
}

impl<'a> Parts<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, ContainerError> {
        let File { hash, main, debug } = layout::read(bytes)?;
        let aside = || (hash_of(main), debug.map(|section| read_debug(section, hash)));
        let here = || from_postcard::<Pack>(Section::Main, main);
        let ((found, debug), pack) = both(is_long(bytes), aside, here);
        if found != hash {
            return Err(ContainerError::HashMismatch {
                section: Section::Main,
                expected: hash,
                found,
            });
        }
        let pack = pack?;
        limits::check(&pack)?;
        Ok(Self { main, pack, debug })
    }

    fn is_canonical(&self) -> bool {
        debug::is_bare(&self.pack) && canonical::is_written_as(&self.pack, self.main)
    }

    /// The pack with its debug information. This changes nothing that the verifier looks at but the number of lines and
    /// the questions, which are held against the code here, too.
    fn whole(self) -> Result<Pack, ContainerError> {
        let mut pack = self.pack;
        if let Some(debug) = self.debug {
            debug?.attach(&mut pack)?;
        }
        Ok(pack)
    }
}

/// Whether a file is so long that a second thread is worth its price.
fn is_long(bytes: &[u8]) -> bool {
    bytes.len() > 1 << 18
}

/// The hash that names this content; lines and sources do not count.
#[must_use]
pub fn content_hash(pack: &Pack) -> [u8; HASH_BYTES] {
    hash_of(&main_section(pack))
}

fn main_section(pack: &Pack) -> Vec<u8> {
    to_postcard(&debug::strip(pack))
}

fn debug_section(pack: &Pack, main: [u8; HASH_BYTES]) -> Vec<u8> {
    let rest = to_postcard(&DebugInfo::of(pack));
    [&main, &hash_of(&rest), &rest[..]].concat()
}

fn read_debug(section: &[u8], main: [u8; HASH_BYTES]) -> Result<DebugInfo, ContainerError> {
    let (belongs_to, rest) = first_hash(section)?;
    same_hash(main, belongs_to)?;
    let (own, rest) = first_hash(rest)?;
    same_hash(own, hash_of(rest))?;
    from_postcard(Section::Debug, rest)
}

fn first_hash(bytes: &[u8]) -> Result<([u8; HASH_BYTES], &[u8]), ContainerError> {
    let (&hash, rest) = bytes.split_first_chunk().ok_or(ContainerError::Truncated {
        needed: HASH_BYTES,
        found: bytes.len(),
    })?;
    Ok((hash, rest))
}

fn same_hash(expected: [u8; HASH_BYTES], found: [u8; HASH_BYTES]) -> Result<(), ContainerError> {
    if expected == found {
        return Ok(());
    }
    Err(ContainerError::HashMismatch {
        section: Section::Debug,
        expected,
        found,
    })
}

fn to_postcard(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data of known length always has a postcard encoding")
}

fn from_postcard<T: DeserializeOwned>(section: Section, bytes: &[u8]) -> Result<T, ContainerError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(ContainerError::TrailingBytes {
            section,
            count: rest.len(),
        }),
        Err(reason) => Err(ContainerError::Malformed {
            section,
            reason: reason.to_string(),
        }),
    }
}

fn hash_of(bytes: &[u8]) -> [u8; HASH_BYTES] {
    *blake3::hash(bytes).as_bytes()
}
