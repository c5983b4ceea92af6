//! The files of all shards of a series, joined: the report of one run.

use super::{Header, Lines, Report, Tally};
use crate::Ending;
use std::path::{Path, PathBuf};

/// The report of a series whose shards lie in these files, in any order.
pub(crate) fn merged(paths: &[PathBuf]) -> Result<Report, Ending> {
    // Only headers are kept: a series may have more shards than files can be open.
    let mut shards: Vec<(&Path, Header)> = Vec::new();
    for path in paths {
        shards.push((path, Lines::open(path)?.header));
    }
    shards.sort_by_key(|(_, header)| header.shard.number);
    let Some((_, first)) = shards.first() else {
        return Err(Ending::WrongCall("there is nothing to merge".to_owned()));
    };
    are_one_series(&shards)?;
    let mut tally = Tally::new(first);
    for (path, header) in &shards {
        let mut lines = Lines::open(path)?;
        if lines.header != *header {
            return Err(Ending::WrongCall(format!(
                "{}: it has just been changed",
                path.display()
            )));
        }
        while let Some(played) = lines.next()? {
            tally.count(played);
        }
        lines.is_complete()?;
    }
    Ok(tally.report())
}

/// Refuses files of different series, and shards that are missing or doubled.
fn are_one_series(shards: &[(&Path, Header)]) -> Result<(), Ending> {
    let Some((first_path, first)) = shards.first() else {
        return Ok(());
    };
    let mut due = 1;
    let mut before: &Path = first_path;
    for (path, header) in shards {
        let of_another = first
            .difference(header)
            .or((first.shard.of != header.shard.of).then_some("number of shards"));
        if let Some(what) = of_another {
            return refused(format!(
                "{} and {} are of another {what}, so they cannot be merged",
                first_path.display(),
                path.display()
            ));
        }
        if header.shard.number < due {
            return refused(format!(
                "shard {} is there twice: {} and {}",
                header.shard,
                before.display(),
                path.display()
            ));
        }
        if header.shard.number > due {
            return refused(format!("shard {due}/{} is missing", header.shard.of));
        }
        (due, before) = (due + 1, path);
    }
    if due <= first.shard.of {
        return refused(format!("shard {due}/{} is missing", first.shard.of));
    }
    Ok(())
}

fn refused(why: String) -> Result<(), Ending> {
    Err(Ending::WrongCall(why))
}
