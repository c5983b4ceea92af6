//! `completions` and `man`: the arguments of the program, for shells and as manual pages.
//!
//! Both are made of the description of the arguments itself, by the crates of clap.

use crate::program::{Ending, write};
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// Writes what a shell needs to complete arguments.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// The script on standard output; `program` describes the arguments.
    pub(crate) fn run(self, mut program: Command) -> Ending {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "cardwright", &mut script);
        let written = write::new(Path::new("-"), &script);
        written.map_or_else(|ending| ending, |()| Ending::Fine)
    }
}

/// Writes manual pages: one for the program, one for each verb.
#[derive(Args)]
pub(crate) struct Man {
    /// The folder for the pages, which is there
    folder: PathBuf,
}

impl Man {
    /// The pages; `program` describes the arguments.
    pub(crate) fn run(self, mut program: Command) -> Ending {
        program.build();
        let verbs = program.get_subcommands().filter(|verb| !verb.is_hide_set());
        let verbs = verbs.filter(|verb| verb.get_name() != "help").cloned();
        let mut pages = std::iter::once(program.clone()).chain(verbs);
        let written = pages.try_for_each(|page| written(&self.folder, page));
        written.map_or_else(|ending| ending, |()| Ending::Fine)
    }
}

/// Writes a page.
fn written(folder: &Path, page: Command) -> Result<(), Ending> {
    let page = clap_mangen::Man::new(page);
    let mut text = Vec::new();
    let made = page.render(&mut text);
    made.map_err(|error| Ending::WrongCall(error.to_string()))?;
    write::new(&folder.join(page.get_filename()), &text)
}
