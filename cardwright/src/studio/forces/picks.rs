//! Picks: what a page writes of a force, and the places in it.

use serde::{Deserialize, Serialize};

/// The most cards and pieces that are picked for a force.
pub(in crate::studio) const MOST_PICKS: usize = 200;
/// The most things of a force: those that come with cards count.
pub(super) const MOST_THINGS: usize = 200;

/// A card or piece that is in a force, or several of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::studio) struct ForcePick {
    /// Which card or piece.
    pub(super) card: String,
    /// The holder: a piece of the force, as [`key`] writes it; `None` for things that the player has himself.
    #[serde(default)]
    pub(super) on: Option<String>,
    /// How many.
    pub(super) count: usize,
}

/// One card or piece of a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) card: String,
    /// How picks name it: see [`key`].
    pub(super) key: String,
    pub(super) on: Option<String>,
}

/// How picks name a piece of a force: by its card, with its number from the second one of that card on: `scout#2`.
pub(super) fn key(card: &str, number: usize) -> String {
    match number {
        1 => card.to_owned(),
        number => format!("{card}#{number}"),
    }
}

/// Every single card and piece of picks, in their order.
///
/// # Errors
/// If there are too many.
pub(super) fn units(picks: &[ForcePick]) -> Result<Vec<Unit>, String> {
    let all: usize = picks.iter().map(|pick| pick.count.min(MOST_PICKS + 1)).sum();
    if all > MOST_PICKS {
        return Err(format!("a force can have at most {MOST_PICKS} cards and pieces"));
    }
    let mut units: Vec<Unit> = Vec::new();
    for pick in picks {
        for _ in 0..pick.count {
            let others = units.iter().filter(|unit| unit.card == pick.card);
            let number = others.count() + 1;
            units.push(Unit {
                card: pick.card.clone(),
                key: key(&pick.card, number),
                on: pick.on.as_deref().map(plain),
            });
        }
    }
    Ok(units)
}

/// `scout#1` is `scout`.
fn plain(key: &str) -> String {
    key.strip_suffix("#1").unwrap_or(key).to_owned()
}

/// Picks of single cards and pieces, in their order; what is alike side by side is counted.
pub(super) fn picks(units: impl Iterator<Item = (String, Option<String>)>) -> Vec<ForcePick> {
    let mut picks: Vec<ForcePick> = Vec::new();
    for (card, on) in units {
        match picks.iter_mut().find(|pick| pick.card == card && pick.on == on) {
            Some(pick) => pick.count += 1,
            None => picks.push(ForcePick { card, on, count: 1 }),
        }
    }
    picks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(card: &str, on: Option<&str>, count: usize) -> ForcePick {
        ForcePick {
            card: card.to_owned(),
            on: on.map(str::to_owned),
            count,
        }
    }

    #[test]
    fn the_second_piece_of_a_card_has_a_name_of_its_own() {
        let told = units(&[pick("scout", None, 2), pick("flag", Some("scout#1"), 1)]).expect("it is small");
        let keys: Vec<&str> = told.iter().map(|unit| unit.key.as_str()).collect();
        assert_eq!(keys, ["scout", "scout#2", "flag"]);
        assert_eq!(told[2].on.as_deref(), Some("scout"));
    }

    #[test]
    fn a_force_is_bounded() {
        assert!(units(&[pick("scout", None, MOST_PICKS)]).is_ok());
        assert!(units(&[pick("scout", None, MOST_PICKS + 1)]).is_err());
        assert!(units(&[pick("scout", None, usize::MAX), pick("scout", None, usize::MAX)]).is_err());
    }

    #[test]
    fn picks_and_single_things_are_the_same() {
        let told = [pick("scout", None, 2), pick("flag", Some("scout#2"), 1)];
        let units = units(&told).expect("it is small");
        assert_eq!(picks(units.into_iter().map(|unit| (unit.card, unit.on))), told);
    }
}
