//! The things on the table as data: for a page that tells in words what the picture of a piece shows.

use super::Table;
use super::sight::{BadgeSeen, BarSeen, MarkSeen, Sight};
use cardwright_bytecode::pack::{EntityId, KindClass};
use cardwright_compiler::looks::Colour;
use serde::Serialize;

/// A player, a piece or a card, as its viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Thing {
    /// The key of its picture, if it has one: `piece:ID`.
    pub key: String,
    /// Its id.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The player to whom it belongs.
    pub owner: Option<String>,
    /// The thing on which it lies.
    pub on: Option<String>,
    /// Its kind.
    pub kind: String,
    /// The printed card or piece that it is, if that is known.
    pub card: Option<String>,
    /// Its colour: `#rrggbb`.
    pub colour: String,
    /// Its icon's name.
    pub icon: Option<String>,
    /// Its bars: how much it has of something, and how much it can have.
    pub bars: Vec<ThingBar>,
    /// Its numbers and words.
    pub badges: Vec<ThingBadge>,
    /// Its tokens and conditions.
    pub marks: Vec<ThingMark>,
    /// Whether its face is not known.
    pub face_down: bool,
    /// Whether it stands on the board.
    pub on_board: bool,
}

/// A bar in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingBar {
    /// Its display name.
    pub name: String,
    /// How much there is.
    pub now: i64,
    /// How much there can be.
    pub most: i64,
    /// Its colour.
    pub colour: String,
}

/// A number or word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingBadge {
    /// Its display name.
    pub name: String,
    /// The value.
    pub text: String,
    /// Its colour.
    pub colour: String,
}

/// A token or condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingMark {
    /// Its display name.
    pub name: String,
    /// How many; 0 for what is so or not so.
    pub count: i64,
    /// Its colour.
    pub colour: String,
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Table<'_> {
    /// All players, pieces and cards that are in play, in the order of the scenario. Cards of a kind whose faces the viewer does not
    /// know stand behind each other as they lie, so that their order tells nothing.
    #[must_use]
    pub fn things(&self) -> Vec<Thing> {
        let sight = &self.sight;
        let told = sight.in_play().into_iter().filter(|&entity| {
            let is_told = matches!(
                sight.class(entity),
                Some(KindClass::Player | KindClass::Piece | KindClass::Card)
            );
            is_told && sight.knows(entity)
        });
        told.map(|entity| thing(sight, entity)).collect()
    }
}

pub(super) fn thing(sight: &Sight<'_>, entity: EntityId) -> Thing {
    let id = sight.id(entity);
    let sort = match sight.class(entity) {
        Some(KindClass::Player) => "player",
        Some(KindClass::Piece) => "piece",
        _ => "card",
    };
    let named = |entity: EntityId| (entity > 0).then(|| sight.id(entity));
    Thing {
        key: format!("{sort}:{id}"),
        name: sight.name(entity),
        owner: named(sight.owner(entity)),
        on: named(sight.holder(entity)).filter(|_| sight.knows(sight.holder(entity))),
        kind: sight
            .kind(entity)
            .map_or_else(String::new, |kind| kind.name.clone()),
        card: sight.card_id(entity).map(str::to_owned),
        colour: hex(sight.colour(entity)),
        icon: sight.icon(entity),
        bars: sight.bars(entity).iter().map(bar).collect(),
        badges: sight.badges(entity).iter().map(badge).collect(),
        marks: sight.marks(entity).iter().map(mark).collect(),
        face_down: !sight.knows(entity),
        on_board: sight.game.pose(entity).is_some(),
        id,
    }
}

fn bar(bar: &BarSeen) -> ThingBar {
    ThingBar {
        name: bar.name.clone(),
        now: bar.now,
        most: bar.most,
        colour: hex(bar.colour),
    }
}

fn badge(badge: &BadgeSeen) -> ThingBadge {
    ThingBadge {
        name: badge.name.clone(),
        text: badge.text.clone(),
        colour: hex(badge.colour.unwrap_or(crate::theme::GREY)),
    }
}

fn mark(mark: &MarkSeen) -> ThingMark {
    ThingMark {
        name: mark.name.clone(),
        count: mark.count,
        colour: hex(mark.colour),
    }
}
