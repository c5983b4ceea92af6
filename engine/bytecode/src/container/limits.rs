//! How large a pack can be. Each limit is far above any real content and far below what could hurt.

use super::error::ContainerError;
use crate::board::{MAX_SPACES, MAX_SYMBOLS, MAX_WALLS};
use crate::pack::Pack;

/// The most entries of tables whose indexes are 16 bits wide, and of all other small tables.
pub const MAX_TABLE: usize = 1 << 16;
/// The most entries of large tables: texts, constants, rows, functions, rules, entities.
pub const MAX_LARGE_TABLE: usize = 1 << 18;
/// The most members of one constant set.
pub const MAX_SET: usize = 1 << 16;
/// The most instructions in all functions together.
pub const MAX_TOTAL_CODE: usize = 1 << 22;

/// Checks every table of a pack against its limit.
pub(super) fn check(pack: &Pack) -> Result<(), ContainerError> {
    small_tables(pack)?;
    large_tables(pack)?;
    pack.sets
        .iter()
        .try_for_each(|set| within("members of a set", set.items.len(), MAX_SET))?;
    let board = &pack.setup.board;
    within("spaces", board.spaces.len(), MAX_SPACES)?;
    within("walls", board.walls.len(), MAX_WALLS)?;
    within("symbols", board.symbols.len(), MAX_SYMBOLS)?;
    let code = pack.functions.iter().map(|function| function.code.len()).sum();
    within("instructions", code, MAX_TOTAL_CODE)
}

fn small_tables(pack: &Pack) -> Result<(), ContainerError> {
    let tables = [
        ("sets", pack.sets.len()),
        ("words", pack.words.len()),
        ("records", pack.records.len()),
        ("kinds", pack.kinds.len()),
        ("tokens", pack.tokens.len()),
        ("dice", pack.dice.len()),
        ("templates", pack.templates.len()),
        ("procedures", pack.procedures.len()),
        ("windows", pack.windows.len()),
        ("offers", pack.offers.len()),
        ("values", pack.values.len()),
        ("permissions", pack.permissions.len()),
        ("movements", pack.movements.len()),
        ("effects", pack.effects.len()),
        ("starts", pack.starts.len()),
        ("matches", pack.matches.len()),
        ("states", pack.states.len()),
        ("outcomes", pack.outcomes.len()),
        ("choices", pack.choices.len()),
        ("tellings", pack.tellings.len()),
        ("checks", pack.checks.len()),
    ];
    tables
        .into_iter()
        .try_for_each(|(what, found)| within(what, found, MAX_TABLE))
}

fn large_tables(pack: &Pack) -> Result<(), ContainerError> {
    let tables = [
        ("texts", pack.texts.len()),
        ("constants", pack.constants.len()),
        ("rows", pack.rows.len()),
        ("functions", pack.functions.len()),
        ("rules", pack.rules.len()),
        ("entities", pack.setup.entities.len()),
    ];
    tables
        .into_iter()
        .try_for_each(|(what, found)| within(what, found, MAX_LARGE_TABLE))
}

fn within(what: &'static str, found: usize, limit: usize) -> Result<(), ContainerError> {
    if found <= limit {
        Ok(())
    } else {
        Err(ContainerError::LimitExceeded { what, found, limit })
    }
}
