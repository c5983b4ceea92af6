//! Why bytes are no pack.

use crate::verify::VerifyError;
use std::fmt;

/// A section of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The content that is played.
    Main,
    /// The debug information: the source of the content.
    Debug,
}

/// Why bytes were refused as a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerError {
    /// The file does not begin like a pack: it is something else.
    WrongMagic {
        /// Its first bytes.
        found: [u8; 4],
    },
    /// The file was written by another version, whose operations and tables mean other things.
    WrongVersion {
        /// The file's version.
        found: u16,
        /// The version that can be read.
        expected: u16,
    },
    /// The file uses features that this reader does not know, so it cannot know what it would miss.
    UnknownFlags {
        /// All flags of the file.
        flags: u16,
    },
    /// The file ends too early.
    Truncated {
        /// The number of bytes that are needed.
        needed: usize,
        /// The number of bytes that there are.
        found: usize,
    },
    /// Number or order of sections is not main, then perhaps debug.
    UnknownSection {
        /// Place in the section table.
        index: usize,
        /// The kind found there.
        kind: u32,
    },
    /// A section does not lie where the one before it ends, or the last does not end the file.
    SectionOutOfBounds {
        /// Place in the section table.
        index: usize,
        /// The start that it claims, in bytes.
        offset: u64,
        /// The length that it claims, in bytes.
        length: u64,
        /// The size of the file.
        file: usize,
    },
    /// A section is damaged, or the debug section describes other content.
    HashMismatch {
        /// The section.
        section: Section,
        /// The hash that belongs there.
        expected: [u8; 32],
        /// The hash found.
        found: [u8; 32],
    },
    /// Something is larger than a pack may be; such a file could exhaust memory.
    LimitExceeded {
        /// The thing that is too large.
        what: &'static str,
        /// Its size.
        found: usize,
        /// The most allowed.
        limit: usize,
    },
    /// A section does not decode.
    Malformed {
        /// The section.
        section: Section,
        /// The message of the decoder.
        reason: String,
    },
    /// A section goes on after its end.
    TrailingBytes {
        /// The section.
        section: Section,
        /// The number of bytes too many.
        count: usize,
    },
    /// The content decodes, but was not written in its only valid form; its hash would not name it.
    NotCanonical,
    /// The debug section names something that does not exist.
    WrongDebug {
        /// The mistake.
        what: &'static str,
    },
    /// The debug section has not one entry for each function, instruction or rule.
    DebugMismatch {
        /// The things that are counted.
        what: &'static str,
        /// The number that it has.
        found: usize,
        /// The number that it should have.
        expected: usize,
    },
}

/// Why bytes cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The bytes are no pack.
    Container(ContainerError),
    /// The bytes are a pack that cannot be proved safe.
    Verify(Box<VerifyError>),
}

impl From<ContainerError> for LoadError {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

impl From<VerifyError> for LoadError {
    fn from(error: VerifyError) -> Self {
        Self::Verify(Box::new(error))
    }
}

impl fmt::Display for Section {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Self::Main => "main",
            Self::Debug => "debug",
        })
    }
}

impl fmt::Display for ContainerError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::WrongMagic { found } => write!(out, "not a pack: it begins with {found:02x?}"),
            Self::WrongVersion { found, expected } => {
                write!(
                    out,
                    "the pack has version {found}, but only version {expected} can be read"
                )
            }
            Self::UnknownFlags { flags } => {
                write!(out, "the pack uses unknown features (flags {flags:#06x})")
            }
            Self::Truncated { needed, found } => {
                write!(out, "{needed} bytes are needed, but there are {found}")
            }
            Self::UnknownSection { index, kind } => {
                write!(out, "section {index} has the unexpected kind {kind}")
            }
            Self::SectionOutOfBounds {
                index,
                offset,
                length,
                file,
            } => write!(
                out,
                "section {index} claims {length} bytes at {offset}, which does not fit a file of {file} bytes"
            ),
            Self::HashMismatch {
                section,
                expected,
                found,
            } => {
                write!(out, "the {section} section has the hash ")?;
                hex(out, found)?;
                out.write_str(" instead of ")?;
                hex(out, expected)
            }
            Self::LimitExceeded { what, found, limit } => {
                write!(out, "{what}: {found}, but at most {limit} are allowed")
            }
            Self::Malformed { section, reason } => {
                write!(out, "the {section} section is malformed: {reason}")
            }
            Self::TrailingBytes { section, count } => {
                write!(
                    out,
                    "the {section} section goes on for {count} bytes after its end"
                )
            }
            Self::NotCanonical => out.write_str("the main section is not written in its only valid form"),
            Self::WrongDebug { what } => write!(out, "the debug section has {what}"),
            Self::DebugMismatch {
                what,
                found,
                expected,
            } => {
                write!(
                    out,
                    "the debug section has {found} {what}, but the pack has {expected}"
                )
            }
        }
    }
}

/// The first bytes of a hash are enough to tell two apart.
fn hex(out: &mut fmt::Formatter, hash: &[u8; 32]) -> fmt::Result {
    hash[..8].iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Container(error) => error.fmt(out),
            Self::Verify(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ContainerError {}
impl std::error::Error for LoadError {}
