//! `view`: writes a recorded game as one page that needs nothing else.

use super::{read_text, root_of, whole_project, with_packages};
use crate::program::write::PAGE_MADE_BY;
use crate::program::{Ending, write};
use crate::studio::page_of_replay;
use clap::Args;
use std::path::PathBuf;

/// The page, with a mark where the game is put.
const PAGE: &str = include_str!("../../../page/view.html");
/// Where in it the game is put.
const MARK: &str = "<!-- FRAMES -->";

/// Writes a recorded game as one page.
#[derive(Args)]
pub(crate) struct View {
    /// A game that `run --replay` or the studio has written
    replay: PathBuf,
    /// The file for the page; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The id of the scenario that was played; by default, it is found by its content
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Draw with dark colours
    #[arg(long)]
    dark: bool,
}

impl View {
    pub(crate) fn run(self) -> Ending {
        match self.written() {
            Ok(()) => Ending::Fine,
            Err(ending) => ending,
        }
    }

    fn written(&self) -> Result<(), Ending> {
        let replay = read_text(&self.replay)?;
        let here = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
        let root = root_of(&here.canonicalize().unwrap_or(here))?;
        let project = with_packages(whole_project(&root))?;
        let game = page_of_replay(&project, &replay, self.scenario.as_deref(), self.dark)
            .map_err(Ending::WrongCall)?;
        // A `<` in a text could end the script in which the game stands.
        let data = game.to_string().replace('<', "\\u003c");
        let script = format!("<script type=\"application/json\" id=\"frames\">{data}</script>");
        let page = PAGE.replacen("<head>", &format!("<head>{PAGE_MADE_BY}"), 1);
        let page = page.replacen(MARK, &script, 1);
        write::result(&self.out, write::Kind::Page, page.as_bytes())
    }
}
