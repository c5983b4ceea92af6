//! `build`: a scenario as a pack.

use super::{outside_links, pack_at};
use crate::program::write::{self, Kind};
use crate::program::{Ending, output};
use cardwright_bytecode::container;
use clap::Args;
use std::path::{Path, PathBuf};

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
        let (target, written) = match self.output {
            Some(target) => (target.clone(), write::result(&target, Kind::Pack, &bytes)),
            None => {
                let name = self.scenario.file_stem().unwrap_or_default();
                let target = PathBuf::from(name).with_extension("cwp");
                (target.clone(), beside(&target, &bytes))
            }
        };
        if let Err(ending) = written {
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

/// Writes a pack whose name nobody gave: a link may not lead out of the working folder.
fn beside(target: &Path, bytes: &[u8]) -> Result<(), Ending> {
    let here = Path::new(".");
    write::replaceable(target, Kind::Pack, &outside_links().place(here))?;
    write::within(here, target, bytes)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
