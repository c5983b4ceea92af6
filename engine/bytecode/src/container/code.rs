//! How serde reads and writes code: one byte string of eight-byte instructions, so that code keeps a fixed
//! width in every format and its length is checked before anything is allocated.

use crate::isa::{INSTR_BYTES, Instr};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

/// The most instructions that one function can have.
pub const MAX_CODE: usize = 1 << 18;

/// Writes code as one byte string.
///
/// # Errors
/// Only those of the serializer.
pub fn serialize<S: Serializer>(code: &[Instr], serializer: S) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(code.len() * INSTR_BYTES);
    code.iter()
        .for_each(|instr| bytes.extend_from_slice(&instr.encode()));
    serializer.serialize_bytes(&bytes)
}

/// Reads code from one byte string.
///
/// # Errors
/// If the length is no multiple of eight or above the limit, or if an operation does not exist.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Instr>, D::Error> {
    deserializer.deserialize_bytes(CodeVisitor)
}

struct CodeVisitor;

impl<'de> Visitor<'de> for CodeVisitor {
    type Value = Vec<Instr>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "at most {MAX_CODE} instructions of {INSTR_BYTES} bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        let (instrs, rest) = bytes.as_chunks::<INSTR_BYTES>();
        if !rest.is_empty() || instrs.len() > MAX_CODE {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        instrs.iter().map(|&bytes| decode(bytes)).collect()
    }

    /// Formats without byte strings (JSON) give the bytes one by one.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element::<u8>()? {
            if bytes.len() == MAX_CODE * INSTR_BYTES {
                return Err(A::Error::invalid_length(bytes.len() + 1, &self));
            }
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}

fn decode<E: Error>(bytes: [u8; INSTR_BYTES]) -> Result<Instr, E> {
    Instr::decode(bytes).ok_or_else(|| E::custom(format_args!("no operation has the code {}", bytes[0])))
}
