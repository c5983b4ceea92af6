//! The lines of all shards of a series, joined: the report of one run.

use super::{Header, Lines, Report, Tally, Unusable};
use std::io::{self, Read};

/// The report of a series whose shards are these, in any order: what each is called, and how to read it from its beginning.
///
/// # Errors
/// If they are not all shards of one series, or one of them is not whole.
pub fn merged<R: Read>(shards: &[(String, impl Fn() -> io::Result<R>)]) -> Result<Report, Unusable> {
    let open = |at: usize| {
        let (name, open) = &shards[at];
        Lines::open(name, open().map_err(|error| Unusable::of(name, &error))?)
    };
    // Only headers are kept: a series may have more shards than files can be open.
    let mut headers: Vec<(usize, Header)> = Vec::new();
    for at in 0..shards.len() {
        headers.push((at, open(at)?.header));
    }
    headers.sort_by_key(|(_, header)| header.shard.number);
    let Some((_, first)) = headers.first() else {
        return refused("there is nothing to merge".to_owned());
    };
    let named: Vec<_> = headers
        .iter()
        .map(|(at, header)| (shards[*at].0.as_str(), header))
        .collect();
    are_one_series(&named)?;
    let mut tally = Tally::new(first);
    for (at, header) in &headers {
        let mut lines = open(*at)?;
        if lines.header != *header {
            return refused(format!("{}: it was changed during the run", shards[*at].0));
        }
        while let Some(played) = lines.next_game()? {
            tally.count(played);
        }
        lines.is_complete()?;
    }
    Ok(tally.report())
}

/// Refuses files of different series, and shards that are missing or doubled.
fn are_one_series(shards: &[(&str, &Header)]) -> Result<(), Unusable> {
    let Some((first_name, first)) = shards.first() else {
        return Ok(());
    };
    let mut due = 1;
    let mut before = first_name;
    for (name, header) in shards {
        let of_another = first
            .difference(header)
            .or((first.shard.of != header.shard.of).then_some("number of shards"));
        if let Some(what) = of_another {
            return refused(format!(
                "{first_name} and {name} have a different {what}, so they cannot be merged"
            ));
        }
        if header.shard.number < due {
            return refused(format!(
                "shard {} occurs twice: {before} and {name}",
                header.shard
            ));
        }
        if header.shard.number > due {
            return refused(format!("shard {due}/{} is missing", header.shard.of));
        }
        (due, before) = (due + 1, name);
    }
    if due <= first.shard.of {
        return refused(format!("shard {due}/{} is missing", first.shard.of));
    }
    Ok(())
}

fn refused<T>(why: String) -> Result<T, Unusable> {
    Err(Unusable(why))
}
