//! `build`: a scenario as a pack.

use super::{pack_at, write_whole};
use crate::{Ending, output};
use cardwright_bytecode::container;
use clap::Args;
use std::path::PathBuf;

/// Compiles a scenario to a pack.
#[derive(Args)]
pub(crate) struct Build {
    /// The scenario document
    scenario: PathBuf,
    /// The pack to write; the scenario's name with `.cwp` in the working folder if absent
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Leave the debug tables (source lines) away
    #[arg(long)]
    strip: bool,
}

impl Build {
    pub(crate) fn run(self) -> Ending {
        let pack = match pack_at(&self.scenario) {
            Ok(pack) => pack,
            Err(ending) => return ending,
        };
        let bytes = container::encode(&pack, !self.strip);
        let target = self.output.unwrap_or_else(|| {
            PathBuf::from(self.scenario.file_stem().unwrap_or_default()).with_extension("cwp")
        });
        if let Err(ending) = write_whole(&target, &bytes) {
            return ending;
        }
        output::line(&format!(
            "{}: {} bytes, content {}",
            target.display(),
            bytes.len(),
            hex(&container::content_hash(&pack))
        ));
        Ending::Fine
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
