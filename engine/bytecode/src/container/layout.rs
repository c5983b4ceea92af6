//! Header and section table, as drawn in the [container's documentation](super).

use super::error::ContainerError;

/// The first bytes of every pack.
pub const MAGIC: [u8; 4] = *b"CWPK";
/// The version that is written and read.
pub const VERSION: u16 = 16;
/// The largest file that is read.
pub const MAX_FILE: usize = 64 << 20;

/// The size of a hash.
pub(super) const HASH_BYTES: usize = 32;
const HEADER: usize = 44;
const ENTRY: usize = 12;
const KINDS: [u32; 2] = [1, 2];

/// A file cut into its parts.
pub(super) struct File<'a> {
    pub(super) hash: [u8; HASH_BYTES],
    pub(super) main: &'a [u8],
    pub(super) debug: Option<&'a [u8]>,
}

/// Puts a file together. Lengths beyond 32 bits are written as the largest number, which the reader refuses.
pub(super) fn write(hash: [u8; HASH_BYTES], main: &[u8], debug: Option<&[u8]>) -> Vec<u8> {
    let sections: Vec<&[u8]> = std::iter::once(main).chain(debug).collect();
    let mut out = Vec::new();
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend(0_u16.to_le_bytes());
    out.extend(hash);
    push_word(&mut out, sections.len());
    let mut offset = HEADER + ENTRY * sections.len();
    for (kind, section) in KINDS.iter().zip(&sections) {
        out.extend(kind.to_le_bytes());
        push_word(&mut out, offset);
        push_word(&mut out, section.len());
        offset += section.len();
    }
    sections.iter().for_each(|section| out.extend(*section));
    out
}

fn push_word(out: &mut Vec<u8>, number: usize) {
    out.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

/// Cuts a file into its parts.
pub(super) fn read(bytes: &[u8]) -> Result<File<'_>, ContainerError> {
    check_start(bytes)?;
    let hash = *array::<HASH_BYTES>(bytes, 8)?;
    let count = word(bytes, 40)? as usize;
    if count == 0 || count > KINDS.len() {
        return Err(ContainerError::LimitExceeded {
            what: "sections",
            found: count,
            limit: KINDS.len(),
        });
    }
    let mut next = HEADER + ENTRY * count;
    let main = section(bytes, 0, &mut next)?;
    let debug = if count == 2 {
        Some(section(bytes, 1, &mut next)?)
    } else {
        None
    };
    if next != bytes.len() {
        let (index, offset, length) = (count, next as u64, (bytes.len() - next) as u64);
        return Err(ContainerError::SectionOutOfBounds {
            index,
            offset,
            length,
            file: bytes.len(),
        });
    }
    Ok(File { hash, main, debug })
}

fn check_start(bytes: &[u8]) -> Result<(), ContainerError> {
    if bytes.len() > MAX_FILE {
        return Err(ContainerError::LimitExceeded {
            what: "bytes",
            found: bytes.len(),
            limit: MAX_FILE,
        });
    }
    let found = *array::<4>(bytes, 0)?;
    if found != MAGIC {
        return Err(ContainerError::WrongMagic { found });
    }
    let found = u16::from_le_bytes(*array(bytes, 4)?);
    if found != VERSION {
        return Err(ContainerError::WrongVersion {
            found,
            expected: VERSION,
        });
    }
    match u16::from_le_bytes(*array(bytes, 6)?) {
        0 => Ok(()),
        flags => Err(ContainerError::UnknownFlags { flags }),
    }
}

/// The section at this place of the table; it has to begin at `next`, which moves on to its end.
fn section<'a>(bytes: &'a [u8], index: usize, next: &mut usize) -> Result<&'a [u8], ContainerError> {
    let entry = HEADER + ENTRY * index;
    let kind = word(bytes, entry)?;
    if kind != KINDS[index] {
        return Err(ContainerError::UnknownSection { index, kind });
    }
    let (offset, length) = (
        u64::from(word(bytes, entry + 4)?),
        u64::from(word(bytes, entry + 8)?),
    );
    let found = (offset == *next as u64)
        .then(|| bytes.get(*next..)?.get(..length as usize))
        .flatten();
    let Some(section) = found else {
        return Err(ContainerError::SectionOutOfBounds {
            index,
            offset,
            length,
            file: bytes.len(),
        });
    };
    *next += section.len();
    Ok(section)
}

fn word(bytes: &[u8], offset: usize) -> Result<u32, ContainerError> {
    Ok(u32::from_le_bytes(*array(bytes, offset)?))
}

fn array<const N: usize>(bytes: &[u8], offset: usize) -> Result<&[u8; N], ContainerError> {
    bytes
        .get(offset..)
        .and_then(<[u8]>::first_chunk)
        .ok_or(ContainerError::Truncated {
            needed: offset + N,
            found: bytes.len(),
        })
}
