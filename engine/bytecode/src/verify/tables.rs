//! Tables of facts: words, records, rows, sets, dice, and the simple fields of hooks and choices.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::signatures::few_enough;
use super::types::{Check, check_type, check_value, entry, known, refuse, same_count};
use crate::pack::{
    ChoiceDef, ChoiceStyle, DieDef, FunctionClass, MAX_ENDS, MatchDef, Pack, PlaceDef, ProcedureDef, SlotDef,
    StartDef, StateDef, WindowDef, Winners,
};
use crate::ty::{Base, KIND_PLAYER, Ty, WORD_FACE};

/// The most sides of a die.
const MAX_SIDES: usize = 100;

/// Checks all tables that hold facts, except kinds and the setup.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    numbered_types(pack).map_err(|kind| kind.in_pack())?;
    null_entries(pack).map_err(|kind| kind.in_pack())?;
    each("records", &pack.records, |record| slots(pack, &record.fields))?;
    rows(pack)?;
    each("sets", &pack.sets, |set| members(pack, set.ty, &set.items))?;
    each("dice", &pack.dice, |die| sides(pack, die))?;
    each("tokens", &pack.tokens, |token| match token.limit {
        Some(value @ ..0) => refuse(Kind::Negative {
            what: "the limit",
            value,
        }),
        _ => Ok(()),
    })?;
    hooks(pack)?;
    each("states", &pack.states, |state| keyed(pack, state))?;
    each("procedures", &pack.procedures, |procedure| steps(pack, procedure))?;
    each("windows", &pack.windows, |window| moment(pack, window))?;
    each("starts", &pack.starts, |start| lasting(pack, start))?;
    each("matches", &pack.matches, |found| matching(pack, found))?;
    each("choices", &pack.choices, |choice| question(pack, choice))?;
    each("outcomes", &pack.outcomes, |outcome| match &outcome.winners {
        Winners::Named => Ok(()),
        Winners::Fixed(winners) => {
            let mut winners = winners.iter();
            winners.try_for_each(|&winner| check_player(pack, i64::from(winner)))
        }
    })
}

/// Runs a check on each entry of a table and says where it failed.
pub(super) fn each<T>(
    table: &'static str,
    entries: &[T],
    mut check: impl FnMut(&T) -> Check,
) -> Result<(), VerifyError> {
    entries
        .iter()
        .enumerate()
        .try_for_each(|(index, entry)| check(entry).map_err(|kind| kind.in_table(table, index)))
}

/// Types name words, records and kinds by 16 bits.
fn numbered_types(pack: &Pack) -> Check {
    // The last number of 16 bits means what the board declares.
    let limit = usize::from(crate::board::OF_BOARD);
    let tables = [
        ("words", pack.words.len()),
        ("records", pack.records.len()),
        ("kinds", pack.kinds.len()),
    ];
    let large = tables.into_iter().find(|&(_, found)| found > limit);
    large.map_or(Ok(()), |(what, found)| {
        refuse(Kind::TooMany { what, found, limit })
    })
}

/// Checks that the values of fresh registers exist: the empty text and the null row.
fn null_entries(pack: &Pack) -> Check {
    if pack.texts.first().is_none_or(|text| !text.is_empty()) {
        return refuse(Kind::Missing {
            what: "the empty text 0",
        });
    }
    let null = pack
        .rows
        .first()
        .is_some_and(|row| row.record == 0 && row.cells.is_empty());
    if null || (pack.records.is_empty() && pack.rows.is_empty()) {
        return Ok(());
    }
    refuse(Kind::Missing {
        what: "the null row 0",
    })
}

fn rows(pack: &Pack) -> Result<(), VerifyError> {
    let check = |index: usize| {
        let row = &pack.rows[index];
        let record = entry("records", &pack.records, row.record)?;
        same_count("cells", row.cells.len(), record.fields.len())?;
        let mut cells = record.fields.iter().zip(&row.cells);
        cells.try_for_each(|(field, &value)| check_value(pack, field.ty, value))
    };
    (1..pack.rows.len()).try_for_each(|index| check(index).map_err(|kind| kind.in_table("rows", index)))
}

fn members(pack: &Pack, ty: Ty, items: &[i64]) -> Check {
    check_type(pack, ty)?;
    if !ty.set {
        return refuse(Kind::UnknownType { ty });
    }
    items
        .iter()
        .try_for_each(|&item| check_value(pack, Ty::one(ty.base), item))
}

fn sides(pack: &Pack, die: &DieDef) -> Check {
    if die.sides.is_empty() {
        return refuse(Kind::Missing { what: "a side" });
    }
    if die.sides.len() > MAX_SIDES {
        return refuse(Kind::TooMany {
            what: "sides",
            found: die.sides.len(),
            limit: MAX_SIDES,
        });
    }
    let faces = &entry("words", &pack.words, WORD_FACE)?.words;
    die.sides
        .iter()
        .try_for_each(|&side| entry("faces", faces, side).map(drop))
}

fn hooks(pack: &Pack) -> Result<(), VerifyError> {
    each("offers", &pack.offers, |offer| params(pack, &offer.params))?;
    each("permissions", &pack.permissions, |permission| {
        params(pack, &permission.params)
    })?;
    each("values", &pack.values, |value| params(pack, &value.params))?;
    each("effects", &pack.effects, |effect| params(pack, &effect.params))
}

fn params(pack: &Pack, params: &[SlotDef]) -> Check {
    few_enough(params.len())?;
    slots(pack, params)
}

/// Keys are compared as numbers, and both keys and values outlive whatever runs: neither are sets, nor dice.
fn keyed(pack: &Pack, state: &StateDef) -> Check {
    params(pack, &state.keys)?;
    check_type(pack, state.ty)?;
    if let Some(procedure) = state.per {
        known(&pack.procedures, procedure)?;
    }
    if state.keys.is_empty() {
        return refuse(Kind::Missing { what: "a key" });
    }
    let mut types = state.keys.iter().map(|key| key.ty).chain([state.ty]);
    let passing = types.find(|ty| ty.set || matches!(ty.base, Base::Pool | Base::Die));
    passing.map_or(Ok(()), |ty| refuse(Kind::Incomparable { left: ty, right: ty }))
}

/// The types of named slots exist.
pub(super) fn slots(pack: &Pack, slots: &[SlotDef]) -> Check {
    slots.iter().try_for_each(|slot| check_type(pack, slot.ty))
}

/// Checks the slots of a procedure; the one that ends a run is a yes or no among them.
fn steps(pack: &Pack, procedure: &ProcedureDef) -> Check {
    slots(pack, &procedure.slots)?;
    let Some(ended) = procedure.ended else {
        return Ok(());
    };
    match entry("slots", &procedure.slots, ended)?.ty {
        Ty::BOOL => Ok(()),
        found => refuse(Kind::WrongType {
            register: ended as usize,
            found,
            wanted: Ty::BOOL,
        }),
    }
}

fn moment(pack: &Pack, window: &WindowDef) -> Check {
    let procedure = known(&pack.procedures, window.procedure)?;
    window
        .step
        .map_or(Ok(()), |step| entry("steps", &procedure.steps, step).map(drop))
}

fn lasting(pack: &Pack, start: &StartDef) -> Check {
    known(&pack.effects, start.effect)?;
    // Each is asked at its window for each instance, and each instance remembers something of each.
    if start.ends.len() > MAX_ENDS {
        return refuse(Kind::TooMany {
            what: "ends of an effect",
            found: start.ends.len(),
            limit: MAX_ENDS,
        });
    }
    if start.ends.iter().skip(1).any(|until| until.counted) {
        return refuse(Kind::Misplaced {
            what: "a count of openings belongs to the first end of an effect, and",
        });
    }
    let mut ends = start.ends.iter();
    ends.try_for_each(|until| known(&pack.windows, until.window).map(drop))
}

/// Arguments are compared as numbers: not sets, whose handles say nothing, nor dice, which come and go.
fn matching(pack: &Pack, found: &MatchDef) -> Check {
    let params = &known(&pack.effects, found.effect)?.params;
    let length = params.len();
    let bits = u32::BITS - found.any.leading_zeros();
    if bits as usize > length {
        let (table, index) = ("parameters", i64::from(bits) - 1);
        return refuse(Kind::OutOfRange { table, index, length });
    }
    let is_compared = |number: usize| number >= u32::BITS as usize || found.any >> number & 1 == 0;
    let mut params = params.iter().enumerate();
    let vague = params.find(|(number, SlotDef { ty, .. })| {
        is_compared(*number) && (ty.set || matches!(ty.base, Base::Pool | Base::Die))
    });
    vague.map_or(Ok(()), |(_, &SlotDef { ty, .. })| {
        refuse(Kind::Incomparable { left: ty, right: ty })
    })
}

fn question(pack: &Pack, choice: &ChoiceDef) -> Check {
    check_type(pack, choice.ty)?;
    if choice.style == ChoiceStyle::Branch && choice.labels.is_empty() {
        return refuse(Kind::Missing { what: "a label" });
    }
    match (choice.style == ChoiceStyle::Place, &choice.place) {
        (false, None) => Ok(()),
        (true, Some(place)) if choice.ty == Ty::POSE && !choice.secret => test(pack, place),
        _ => refuse(Kind::Misplaced {
            what: "a region, which belongs to an open choice of a place",
        }),
    }
}

/// The test of a place gets what code gives it, then the pose.
fn test(pack: &Pack, place: &PlaceDef) -> Check {
    let Some(function) = place.test else { return Ok(()) };
    let found = known(&pack.functions, function)?;
    let params = found
        .registers
        .get(..usize::from(found.params))
        .unwrap_or_default();
    few_enough(params.len())?;
    let wrong = |wanted: &[Ty]| {
        refuse(Kind::WrongParams {
            function: found.name.clone(),
            found: params.to_vec(),
            wanted: wanted.to_vec(),
        })
    };
    match params.last() {
        Some(&Ty::POSE) => {}
        _ => return wrong(&[Ty::POSE]),
    }
    if found.class != FunctionClass::Pure {
        return refuse(Kind::NotPure {
            function: found.name.clone(),
        });
    }
    if found.result != Ty::BOOL {
        return refuse(Kind::WrongResult {
            function: found.name.clone(),
            found: found.result,
            wanted: Ty::BOOL,
        });
    }
    Ok(())
}

/// Checks that a number is a player's, or 0 for nobody.
pub(super) fn check_player(pack: &Pack, value: i64) -> Check {
    check_value(pack, Ty::PLAYER, value).map_err(|kind| match super::types::entity_kind(pack, value) {
        Some(found) => Box::new(Kind::WrongKind {
            found,
            wanted: KIND_PLAYER,
        }),
        None => kind,
    })
}
