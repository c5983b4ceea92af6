//! Pieces drawn together, so that a short game brings them within reach of one another.

use cardwright_compiler::document::{At, Fact, PieceDoc};
use std::collections::BTreeSet;

/// How much of the way from the middle is left, in hundredths.
const LEFT: i64 = 40;
/// Millimetres of an inch, in thousandths.
const INCH: i64 = 25_400;

/// Draws pieces that have owners nearer to their middle; long ones on spaces stay where they are.
pub(super) fn draw_together(pieces: &mut [PieceDoc]) {
    flat(pieces);
    spaces(pieces);
}

/// On a flat table.
fn flat(pieces: &mut [PieceDoc]) {
    let is_there = |piece: &&mut PieceDoc| {
        let at = piece.at.as_ref().filter(|_| piece.owner.is_some());
        at.is_some_and(|at| at.off_table.is_none())
    };
    let poses = pieces
        .iter_mut()
        .filter(is_there)
        .filter_map(|piece| piece.at.as_mut());
    let mut places: Vec<(&mut At<Fact>, &mut At<Fact>)> = poses
        .filter_map(|at| Some((at.x.as_mut()?, at.y.as_mut()?)))
        .collect();
    let read: Option<Vec<(i64, i64)>> = places
        .iter()
        .map(|(x, y)| Some((length(&x.value)?, length(&y.value)?)))
        .collect();
    let Some(read) = read.filter(|read| !read.is_empty()) else {
        return;
    };
    let middle = middle(&read);
    for ((x, y), (east, north)) in places.iter_mut().zip(read) {
        x.value = Fact::Text(written(nearer(east, middle.0)));
        y.value = Fact::Text(written(nearer(north, middle.1)));
    }
}

/// On spaces whose names say where they are.
fn spaces(pieces: &mut [PieceDoc]) {
    let spots = |piece: &PieceDoc| {
        let at = piece.at.as_ref()?;
        spot(&at.space.as_ref()?.value)
    };
    let stays = |piece: &PieceDoc| {
        let is_long = piece.at.as_ref().is_some_and(|at| at.trail.is_some());
        piece.owner.is_none() || is_long
    };
    let moving: Vec<(i64, i64)> = pieces
        .iter()
        .filter(|piece| !stays(piece))
        .filter_map(spots)
        .collect();
    if moving.is_empty() {
        return;
    }
    let middle = middle(&moving);
    let mut taken: BTreeSet<(i64, i64)> = pieces
        .iter()
        .filter(|piece| stays(piece))
        .filter_map(spots)
        .collect();
    for piece in pieces.iter_mut().filter(|piece| !stays(piece)) {
        let Some((column, row)) = spots(piece) else {
            continue;
        };
        let wanted = (nearer(column, middle.0), nearer(row, middle.1));
        let free = AROUND
            .iter()
            .map(|(east, north)| (wanted.0 + east, wanted.1 + north));
        let free = free
            .filter(|spot| spot.0 > 0 && spot.1 > 0)
            .find(|spot| !taken.contains(spot));
        let place = free.unwrap_or((column, row));
        taken.insert(place);
        if let Some(space) = piece.at.as_mut().and_then(|at| at.space.as_mut()) {
            space.value = name(place);
        }
    }
}

/// The steps by which somebody gives way whose space is taken.
const AROUND: [(i64, i64); 9] = [
    (0, 0),
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (2, 0),
    (-2, 0),
    (0, 2),
    (0, -2),
];

fn middle(places: &[(i64, i64)]) -> (i64, i64) {
    let count = i64::try_from(places.len()).unwrap_or(1).max(1);
    let sum = |part: fn(&(i64, i64)) -> i64| places.iter().map(part).fold(0_i64, i64::saturating_add) / count;
    (sum(|place| place.0), sum(|place| place.1))
}

fn nearer(number: i64, middle: i64) -> i64 {
    middle + (number - middle).saturating_mul(LEFT) / 100
}

/// A length in thousandths of an inch; nothing, if it is none of those that are written.
fn length(fact: &Fact) -> Option<i64> {
    let text = match fact {
        Fact::Number(number) => return number.checked_mul(1000).filter(|_| *number == 0),
        Fact::Text(text) | Fact::Unwhole(text) => text.as_str(),
        _ => return None,
    };
    if let Some(inches) = text.strip_suffix("in") {
        return thousandths(inches);
    }
    let millimetres = thousandths(text.strip_suffix("mm")?)?;
    Some(millimetres.checked_mul(1000)? / INCH)
}

/// A decimal number with up to three places.
fn thousandths(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = format!("{part:0<3}");
    let part: i64 = part.get(..3)?.parse().ok()?;
    let whole: i64 = whole.parse().ok()?;
    whole.checked_mul(1000)?.checked_add(part)?.checked_mul(sign)
}

fn written(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let number = thousandths.abs();
    let part = format!("{:03}", number % 1000);
    match part.trim_end_matches('0') {
        "" => format!("{sign}{}in", number / 1000),
        part => format!("{sign}{}.{part}in", number / 1000),
    }
}

/// Column and row of a space, from 1: `c5` is the fifth of the third column.
fn spot(name: &str) -> Option<(i64, i64)> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    let column = letters.bytes().try_fold(0_i64, |sum, letter| {
        letter
            .is_ascii_lowercase()
            .then(|| sum * 26 + i64::from(letter - b'a') + 1)
    })?;
    Some((column, row.parse().ok()?))
}

fn name((column, row): (i64, i64)) -> String {
    let letter = |number: i64| char::from(b'a' + u8::try_from(number.rem_euclid(26)).unwrap_or(0));
    match column > 26 {
        true => format!("{}{}{row}", letter((column - 1) / 26 - 1), letter(column - 1)),
        false => format!("{}{row}", letter(column - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_they_are_written() {
        for text in ["12in", "2.5in", "-0.125in", "0in"] {
            let read = length(&Fact::Text(text.to_owned())).expect("a length");
            assert_eq!(written(read), text);
        }
        assert_eq!(length(&Fact::Text("25.4mm".to_owned())), Some(1000));
        assert_eq!(length(&Fact::Text("wide".to_owned())), None);
    }

    #[test]
    fn spaces_are_read_as_they_are_called() {
        for text in ["a1", "z9", "aa10", "bc3"] {
            assert_eq!(spot(text).map(name).as_deref(), Some(text));
        }
        assert_eq!(spot("limbo"), None);
    }
}
