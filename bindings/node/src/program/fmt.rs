//! `fmt`: the canonical layout of language files and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block.

use super::asked::Asked;
use super::printed::Printed;
use super::{Ending, Rewritten};
use cardwright_compiler::layout::{blocks, formatted, unread};
use cardwright_compiler::so_many;
use cardwright_compiler::source::SourceFile;

/// The counts of formatting.
#[derive(Default)]
struct Tally {
    seen: usize,
    changed: usize,
    broken: bool,
}

pub(super) fn run(
    asked: &[Asked],
    only_checks: bool,
    out: &mut Printed,
    files: &mut Vec<Rewritten>,
) -> Ending {
    let mut tally = Tally::default();
    for (project, one) in asked.iter().enumerate() {
        let changed = changed(one, &mut tally, out);
        tally.changed += changed.len();
        for (file, text) in changed {
            let name = file.name.clone();
            match only_checks {
                true => out.complain(&name),
                false => files.push(Rewritten { project, name, text }),
            }
        }
    }
    let Tally {
        seen,
        changed,
        broken,
    } = tally;
    let is_unformatted = only_checks && changed > 0;
    if is_unformatted {
        let told = so_many(changed, "file is", "files are");
        out.complain(&format!("{told} not formatted; run `cardwright fmt`"));
    } else {
        let told = so_many(seen, "file", "files");
        out.line(&format!("{told}, {changed} changed"));
    }
    match broken || is_unformatted {
        true => Ending::Errors,
        false => Ending::Fine,
    }
}

/// The files of one project that should look otherwise, with their new texts.
fn changed<'a>(asked: &'a Asked, tally: &mut Tally, out: &mut Printed) -> Vec<(&'a SourceFile, String)> {
    let blocks = blocks(&asked.project);
    let unread = asked.unread();
    let files = asked.project.sources.iter();
    let files = files.filter(|(_, file)| asked.wants(&file.name) && !unread.contains(file.name.as_str()));
    tally.broken |= tell_unread(asked, out);
    let mut changed = Vec::new();
    for (id, file) in files {
        tally.seen += 1;
        match formatted(file, blocks.get(&id).map_or(&[], Vec::as_slice)) {
            Err(why) => {
                out.complain(&format!("error: {}", why.told(file)));
                tally.broken = true;
            }
            Ok(text) if text == file.text => {}
            Ok(text) => {
                let mark = if file.has_mark { "\u{feff}" } else { "" };
                changed.push((file, format!("{mark}{text}")));
            }
        }
    }
    changed
}

/// Tells which documents cannot be read, so that nothing in them is formatted; whether there are
/// any.
fn tell_unread(asked: &Asked, out: &mut Printed) -> bool {
    let name = |file| asked.project.sources.get(file).name.as_str();
    let unread = unread(&asked.project).filter(|one| asked.wants(name(one.place.file)));
    let told = unread.map(|one| out.complain(&format!("error: {}: {}", name(one.place.file), one.message)));
    told.count() > 0
}
