//! `disasm`: a pack as text.

use super::pack_at;
use crate::program::{Ending, output};
use clap::Args;
use std::path::PathBuf;

/// Shows bytecode as text.
#[derive(Args)]
pub(crate) struct Disasm {
    /// A scenario document or a pack
    source: PathBuf,
}

impl Disasm {
    pub(crate) fn run(self) -> Ending {
        match pack_at(&self.source) {
            Ok(pack) => {
                output::line(cardwright_bytecode::disasm::disassemble(&pack).trim_end());
                Ending::Fine
            }
            Err(ending) => ending,
        }
    }
}
