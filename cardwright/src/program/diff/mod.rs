//! Two versions of a project, held against each other: what changes on the table, and which cases and games notice it.
//!
//! Things are matched by their ids, never by where they stand. Only systems whose documents differ are compiled and played.
//!
//! | file | what lives there |
//! |---|---|
//! | `versions` | what a call names: a folder, a revision, a folder in a revision |
//! | `git` | the files of a revision, read by the git program without touching the work tree |
//! | `levels` | [`Change`]: one line of the result, its level and its lasting id |
//! | `sides` | a system in one of the two versions, compiled |
//! | `documents` | which systems, sets, scenarios and maps are new, gone or other |
//! | `facts` | cards: new, gone, renamed; what is printed on them |
//! | `rules` | what rules say and do |
//! | `names` | what a system declares for others |
//! | `setups` | scenarios and maps: what stands on the table, and whose forces are legal |
//! | `cases` | the cases of both versions, run on both |
//! | `games` | games of the same seeds, played on both |
//! | `pairs` | one game played twice, up to its first difference |
//! | `replays` | kept games, tried on the later version |
//! | `proof` | what no case and no game notices |
//! | `excuses` | changes that are meant, each with a reason |
//! | `report` | the result for people, for pull requests, for programs |
//!
//! Not here: what is wrong with a version (`check`), and how a case is judged (the case runner).

mod cases;
mod documents;
mod excuses;
mod facts;
mod games;
mod git;
mod levels;
mod names;
mod pairs;
mod proof;
mod replays;
mod report;
mod rules;
mod setups;
mod sides;
mod versions;

pub(super) use documents::said;
pub(super) use excuses::Excused;
pub(super) use facts::costs;
pub(super) use games::Plan;
pub(super) use levels::{Level, is_of_coverage, is_of_diff};
pub(super) use report::Report;
pub(super) use versions::{Version, texts_of};

use crate::program::Ending;
use sides::{Pair, Side};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Compares two versions; of the systems of these ids, if there are any. Kept games are tried, too.
pub(super) fn compare(
    (before, after): (&Version, &Version),
    systems: &[String],
    plan: &Plan,
    replays: &[PathBuf],
) -> Result<Report, Ending> {
    let mut report = Report::of(before, after);
    report.compared.replays = replays.len();
    report.changes.extend(replays::tried(before, after, replays)?);
    let split = documents::split(before, after, systems);
    report.compared.systems = split.both.len();
    report.compared.same = split.same.len();
    report.changes.extend(split.changes);
    let mut clock = plan.clock();
    for id in &split.both {
        let (old, new) = (Side::of(&before.project, id), Side::of(&after.project, id));
        match (old, new) {
            (Ok(old), Ok(new)) => system(&Pair { old, new }, &mut clock, &mut report),
            (old, new) => {
                let refused = [(before, old.err()), (after, new.err())];
                for (version, why) in refused {
                    report
                        .changes
                        .extend(why.map(|why| sides::broken(version, id, &why)));
                }
            }
        }
    }
    report.in_order();
    Ok(report)
}

/// Compares a system that both versions have, and that differs.
fn system(pair: &Pair<'_>, clock: &mut games::Clock<'_>, report: &mut Report) {
    let mut changes = documents::changes(pair);
    changes.extend(names::changes(pair));
    let cards = facts::changes(pair, &mut report.compared);
    changes.extend(cards.changes);
    changes.extend(rules::of_system(pair));
    changes.extend(rules::of_sets(pair, &changes));
    changes.extend(setups::changes(pair, &mut report.compared));
    let changed: BTreeSet<String> = cards.touched.keys().cloned().collect();
    let tried = cases::run(pair, &mut report.compared);
    let played = games::play(pair, clock, &changed, &mut report.compared);
    changes.extend(proof::missing(pair, &cards.touched, &tried, &played));
    changes.extend(tried.changes);
    changes.extend(played.changes);
    report.changes.extend(changes);
}
