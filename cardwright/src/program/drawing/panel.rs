//! What lies off the board, as a list beside it: the game, then each player with his cards.
//!
//! A field of the game or of a player that names a card (a marker that lies on it, a card in use) is written on that
//! card. What only its owner knows is marked as secret; to a player, what he does not know is named without a value.

use super::{Drawing, Fact, PANEL_WIDTH, Scene};
use cardwright_bytecode::pack::{EntityId, GAME, KindClass, cell};
use cardwright_core::limits::MAX_HOLDERS;
use svg::node::element::{Group, Rectangle, Text};

/// Pixels between lines, around the list, and for what lies on something.
const LINE: i32 = 18;
const MARGIN: i32 = 16;
const INDENT: i32 = 14;
/// About how wide a letter is.
const LETTER: i32 = 7;

/// One entry of the list: a line, or more where it is long.
struct Entry {
    deep: usize,
    text: String,
    /// The colour of the bar behind it, if it is a heading.
    bar: Option<&'static str>,
}

/// The list, and how tall it is.
pub(super) fn panel(scene: &Scene<'_>, left: i32) -> (Group, i32) {
    let mut entries = Vec::new();
    scene.drawing(GAME).block(&mut entries);
    for &player in scene.game.players() {
        scene.drawing(player).block(&mut entries);
    }
    let mut group = Group::new().set("font-size", 13);
    let mut y = MARGIN;
    for entry in &entries {
        group = entry.draw(group, left + MARGIN, &mut y);
    }
    (group, y + MARGIN)
}

impl Entry {
    fn plain(deep: usize, text: String) -> Self {
        Self {
            deep,
            text,
            bar: None,
        }
    }

    /// Draws below `y`, which comes to lie below it.
    fn draw(&self, mut group: Group, left: i32, y: &mut i32) -> Group {
        let x = left + i32::try_from(self.deep).unwrap_or(0) * INDENT;
        let room = (left + PANEL_WIDTH - 2 * MARGIN - x) / LETTER;
        if let Some(colour) = self.bar {
            *y += if *y > MARGIN { LINE / 2 } else { 0 };
            let bar = Rectangle::new()
                .set("x", left - INDENT / 2)
                .set("y", *y + 5)
                .set("width", PANEL_WIDTH - MARGIN)
                .set("height", LINE)
                .set("fill", colour);
            group = group.add(bar);
        }
        for (number, line) in (0..).zip(super::lines(&self.text, room)) {
            *y += LINE;
            let text = Text::new(line)
                .set("x", x + if number > 0 { INDENT / 2 } else { 0 })
                .set("y", *y);
            group = group.add(match self.bar {
                Some(_) => text.set("fill", "#fff").set("font-weight", "bold"),
                None => text.set("fill", "#333"),
            });
        }
        group
    }
}

impl Drawing<'_> {
    /// The heading of a player or of the game, what is known of its state, and what it has off the board. The game
    /// has no heading if there is nothing to say of it.
    fn block(&self, entries: &mut Vec<Entry>) {
        let is_game = self.entity == GAME;
        let title = if is_game {
            self.pack.title.name.clone()
        } else {
            self.name()
        };
        entries.push(Entry {
            deep: 0,
            text: title,
            bar: Some(self.colour()),
        });
        let begin = entries.len();
        let on_cards = |fact: &Fact<'_>| {
            fact.value
                .is_some_and(|value| fact.names_one() && self.lies_on_card(value))
        };
        let state = self.state().into_iter().filter(|fact| !on_cards(fact));
        entries.extend(state.map(|fact| Entry::plain(1, fact.text())));
        entries.extend(some_text(self.tokens()).map(|tokens| Entry::plain(1, tokens)));
        let owner = if is_game { 0 } else { self.entity };
        let mine = |drawing: &Drawing<'_>| drawing.is_of(owner);
        let (stock, others): (Vec<_>, Vec<_>) = self
            .scene
            .drawings()
            .filter(mine)
            .partition(|drawing| is_game && drawing.is_idle());
        for drawing in others {
            drawing.with_cards(1, entries);
        }
        entries.extend(some_text(counted(&stock)).map(|names| Entry::plain(1, format!("aside: {names}"))));
        if is_game && entries.len() == begin {
            entries.pop();
        }
    }

    /// Whether it belongs to an owner (0: to nobody) and lies on nothing that is listed itself.
    fn is_of(&self, owner: EntityId) -> bool {
        let holder = self.game.cell(self.entity, cell::HOLDER);
        let listed = matches!(
            self.class(),
            Some(KindClass::Card | KindClass::Piece | KindClass::Deck)
        );
        listed
            && self.game.cell(self.entity, cell::OWNER) == i64::from(owner)
            && (holder == 0 || holder == i64::from(owner))
    }

    fn class(&self) -> Option<KindClass> {
        self.pack.kinds.get(self.kind()).map(|kind| kind.class)
    }

    /// Whether a value is a card that is listed: in play, and in no deck, of which only the number of cards is told.
    fn lies_on_card(&self, entity: i64) -> bool {
        let entity = EntityId::try_from(entity).unwrap_or(0);
        let class = |entity| self.scene.drawing(entity).class();
        let holder = EntityId::try_from(self.game.cell(entity, cell::HOLDER)).unwrap_or(0);
        entity > 0
            && class(entity) == Some(KindClass::Card)
            && self.game.cell(entity, cell::IN_PLAY) == 1
            && (holder == 0 || class(holder) != Some(KindClass::Deck))
    }

    /// Whether it stands nowhere, and there is nothing to say of it but its name.
    fn is_idle(&self) -> bool {
        let is_deck = self.class() == Some(KindClass::Deck);
        !is_deck && self.pose().is_none() && self.notes().is_empty() && self.held().next().is_none()
    }

    /// A thing with what lies on it. A piece on the board is listed only if something does.
    fn with_cards(&self, deep: usize, entries: &mut Vec<Entry>) {
        let held: Vec<Drawing<'_>> = self.held().collect();
        if self.class() == Some(KindClass::Deck) {
            entries.push(Entry::plain(
                deep,
                format!("{}: {} cards", self.name(), held.len()),
            ));
            return;
        }
        if self.pose().is_some() && held.is_empty() {
            return;
        }
        let notes = self.notes();
        let text = if notes.is_empty() {
            self.name()
        } else {
            format!("{} – {}", self.name(), notes.join(", "))
        };
        entries.push(Entry::plain(deep, text));
        if deep < MAX_HOLDERS {
            for drawing in held {
                drawing.with_cards(deep + 1, entries);
            }
        }
    }

    /// What lies on it.
    fn held(&self) -> impl Iterator<Item = Drawing<'_>> {
        let holder = i64::from(self.entity);
        let lies_on = |drawing: &Drawing<'_>| drawing.game.cell(drawing.entity, cell::HOLDER) == holder;
        let mut held: Vec<Drawing<'_>> = self.scene.drawings().filter(lies_on).collect();
        // As they lie: the order of their numbers would tell face-down cards apart.
        held.sort_by_key(|drawing| std::cmp::Reverse(drawing.game.cell(drawing.entity, cell::ORDER)));
        held.into_iter()
    }

    /// Its state, the fields of the game and of players that name it, and its tokens.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.state().iter().map(Fact::text).collect();
        let players = self.game.players().iter().copied();
        for other in std::iter::once(GAME).chain(players) {
            let names_it = |fact: &Fact<'_>| fact.names_one() && fact.value == Some(i64::from(self.entity));
            let other = self.scene.drawing(other);
            notes.extend(other.state().into_iter().filter(names_it).map(|fact| fact.name()));
        }
        notes.extend(some_text(self.tokens()));
        notes
    }
}

/// Names in their order; those that come several times once, with a count.
fn counted(drawings: &[Drawing<'_>]) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for name in drawings.iter().map(Drawing::name) {
        match names.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let text = names.into_iter().map(|(name, count)| match count {
        1 => name,
        _ => format!("{name} ×{count}"),
    });
    text.collect::<Vec<_>>().join(", ")
}

fn some_text(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
