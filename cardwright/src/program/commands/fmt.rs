//! `fmt`: the canonical layout of language files and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block.

use super::{Asked, Purpose, asked};
use crate::program::{Ending, output, write};
use cardwright_compiler::layout::{blocks, formatted, unread};
use cardwright_compiler::so_many;
use clap::Args;
use rayon::prelude::*;
use std::path::PathBuf;

/// Formats language files and the rules in documents.
#[derive(Args)]
pub(crate) struct Fmt {
    /// Files or folders of the project; all of it if absent
    paths: Vec<PathBuf>,
    /// Change nothing; fail if a file is not as it would be written
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self) -> Ending {
        let asked = match asked(&self.paths, Purpose::Use) {
            Ok(asked) => asked,
            Err(ending) => return ending,
        };
        let mut tally = Tally::default();
        for one in &asked {
            if let Err(ending) = self.project(one, &mut tally) {
                return ending;
            }
        }
        let Tally {
            seen,
            changed,
            broken,
        } = tally;
        if self.check && changed > 0 {
            let told = so_many(changed, "file is", "files are");
            output::complain(&format!("{told} not formatted; run `cardwright fmt`"));
        } else {
            let told = so_many(seen, "file", "files");
            output::line(&format!("{told}, {changed} changed"));
        }
        if broken || (self.check && changed > 0) {
            Ending::Errors
        } else {
            Ending::Fine
        }
    }

    /// Formats what is asked for of one project.
    fn project(&self, asked: &Asked, tally: &mut Tally) -> Result<(), Ending> {
        let project = &asked.project;
        let files: Vec<_> = project
            .sources
            .iter()
            .filter(|(id, file)| file.is_read && project.is_own(*id) && asked.wants(&file.name))
            .collect();
        let blocks = blocks(project);
        let texts: Vec<_> = files
            .par_iter()
            .map(|(id, file)| formatted(file, blocks.get(id).map_or(&[], Vec::as_slice)))
            .collect();
        tally.seen += files.len();
        tally.broken |= tell_unread(asked);
        for ((_, file), text) in files.into_iter().zip(texts) {
            match text {
                Err(why) => {
                    output::complain(&format!("error: {}", why.told(file)));
                    tally.broken = true;
                }
                Ok(text) if text == file.text => {}
                Ok(text) => {
                    tally.changed += 1;
                    if self.check {
                        output::complain(&file.name);
                        continue;
                    }
                    let mark = if file.has_mark { "\u{feff}" } else { "" };
                    let path = project.root().join(&file.name);
                    write::within(project.root(), &path, format!("{mark}{text}").as_bytes())?;
                }
            }
        }
        Ok(())
    }
}

/// Tells which documents cannot be read, so that nothing in them is formatted; whether there are any.
fn tell_unread(asked: &Asked) -> bool {
    let name = |file| asked.project.sources.get(file).name.as_str();
    let unread = unread(&asked.project).filter(|one| asked.wants(name(one.place.file)));
    let told =
        unread.map(|one| output::complain(&format!("error: {}: {}", name(one.place.file), one.message)));
    told.count() > 0
}

/// The result of formatting.
#[derive(Default)]
struct Tally {
    seen: usize,
    changed: usize,
    broken: bool,
}
