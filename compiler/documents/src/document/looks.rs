//! The looks document: how the pieces, cards, tokens, dice and grounds of a game are drawn.
//!
//! It lies beside the document of its system. A fact is asked for by name: a field (`hull`), a field of what a field
//! leads to (`type.hull`), a sort of token, or a define or value with the thing as its only parameter. Icons are SVG
//! files in the folder `icons` beside it, named without `.svg`.
//!
//! Not here: what the names mean (`cardwright-code`), and the drawing itself (`cardwright-draw`).

use super::fact::{At, Entries};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

/// How a game looks. What it does not mention is drawn plainly.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LooksDoc {
    /// The id of its system.
    pub looks: At<String>,
    /// The colours of the players, in seat order: `#rrggbb`.
    #[serde(default)]
    pub players: Vec<At<String>>,
    /// The flat table, or what lies around spaces.
    #[serde(default)]
    pub table: TableLookDoc,
    /// What lies on the table or belongs to players, by kinds; `player` and `game` are kinds, too.
    #[serde(default)]
    pub things: Entries<ThingLookDoc>,
    /// Tokens, by their sorts.
    #[serde(default)]
    pub tokens: Entries<MarkLookDoc>,
    /// The faces of dice, by their words.
    #[serde(default)]
    pub faces: Entries<MarkLookDoc>,
    /// Dice, by their sorts.
    #[serde(default)]
    pub dice: Entries<DieLookDoc>,
    /// The ground of spaces, by the rows of the board's terrain.
    #[serde(default)]
    pub terrain: Entries<GroundLookDoc>,
    /// Zones of spaces, by their words.
    #[serde(default)]
    pub zones: Entries<ZoneLookDoc>,
    /// Lines between things while something goes on, such as an attack.
    #[serde(default)]
    pub lines: Vec<LineLookDoc>,
    /// How somebody builds a force; without it nobody can.
    #[serde(default)]
    pub force: Option<ForceDoc>,
}

/// How a force is built: what may be picked, and what it costs. What is legal the rules `build` of the system say.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForceDoc {
    /// The kinds of pieces and cards that may be picked, in the order in which somebody picks them.
    pub kinds: Entries<PickDoc>,
    /// What a force costs: a fact of a player that is a number.
    #[serde(default)]
    pub total: Option<At<String>>,
    /// What it may cost at most: a fact of a player that is a number.
    #[serde(default)]
    pub limit: Option<At<String>>,
    /// The limit that stands for none.
    #[serde(default)]
    pub unlimited_at: Option<At<i64>>,
    /// Card sets from which nothing is offered, such as those for tests.
    #[serde(default)]
    pub without_sets: Vec<At<String>>,
}

/// A kind of which something may be picked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PickDoc {
    /// What a card may be picked for: kinds of pieces, or `player`.
    #[serde(default)]
    pub on: Vec<At<String>>,
    /// What one costs: a fact that is a number.
    #[serde(default)]
    pub cost: Option<At<String>>,
    /// What is told of each besides its bars and badges.
    #[serde(default)]
    pub facts: Vec<BadgeDoc>,
    /// The pieces that come with it.
    #[serde(default)]
    pub brings: Option<BringsDoc>,
}

/// Pieces that come with a card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BringsDoc {
    /// Their kind.
    pub kind: At<String>,
    /// The field of both that is the same.
    pub same: At<String>,
    /// How many: a fact of the card that is a number; one, if absent.
    #[serde(default)]
    pub count: Option<At<String>>,
}

/// A flat table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableLookDoc {
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub fill: Option<At<String>>,
    /// What is drawn on it.
    #[serde(default)]
    pub pattern: Option<At<String>>,
    /// How far each range band reaches, for rulers: `[100mm, 200mm, 300mm]`.
    #[serde(default)]
    pub bands: Vec<At<String>>,
    /// Rows of records that are templates along which pieces move, for paper.
    #[serde(default)]
    pub templates: Vec<TemplatesDoc>,
}

/// The rows of a record as templates, true to scale.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TemplatesDoc {
    /// The record.
    pub rows: At<String>,
    /// Its field that says how far a template leads, along its middle.
    pub length: At<String>,
    /// Its field that says how far it turns to the right: an angle. Without it all are straight.
    #[serde(default)]
    pub bend: Option<At<String>>,
    /// How wide they are.
    pub width: At<String>,
}

/// How the things of a kind look.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ThingLookDoc {
    /// The silhouette.
    #[serde(default)]
    pub icon: Option<IconDoc>,
    /// Its colour, whoever owns it: `#rrggbb`. Scenery has one; without it things have the colours of their owners.
    #[serde(default)]
    pub fill: Option<At<String>>,
    /// What is written beside it on the board: `name`, `nothing`, or a fact.
    #[serde(default)]
    pub label: Option<At<String>>,
    /// Facts as bars, such as damage that is left: at most four.
    #[serde(default)]
    pub bars: Vec<BarDoc>,
    /// Numbers and words that are always shown, such as a rank: at most four on the board.
    #[serde(default)]
    pub badges: Vec<BadgeDoc>,
    /// Icons that are shown while something is so.
    #[serde(default)]
    pub marks: Vec<ConditionMarkDoc>,
    /// Arcs of its base, on a flat table.
    #[serde(default)]
    pub arcs: Vec<ArcDoc>,
    /// Whether lists leave out things of this kind that stand nowhere, and cards of this kind that belong to nobody.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub unlisted: bool,
    /// When a thing that does not stand on the board is drawn as lost: a fact that is yes or no.
    #[serde(default)]
    pub lost: Option<At<String>>,
    /// Its printed card. Without it, cards of this kind and pieces that are no scenery are printed plainly.
    #[serde(default)]
    pub card: CardLookDoc,
    /// Dials on which its player chooses in secret, for paper.
    #[serde(default)]
    pub dials: Vec<DialDoc>,
}

/// A dial: what can be chosen stands around a wheel, below a cover with a window.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DialDoc {
    /// What people call it.
    pub name: At<String>,
    /// The fact that says what can be chosen: a set of rows, the same in every game.
    pub show: At<String>,
    /// The field of these rows that is written: a number, such as a speed.
    #[serde(default)]
    pub number: Option<At<String>>,
    /// The icon of each, `by` a field of these rows that is a word.
    #[serde(default)]
    pub icon: IconDoc,
    /// The colour of each, `by` a field of these rows that is a word.
    #[serde(default)]
    pub colour: ColourDoc,
}

/// How the printed cards of a kind look. Their facts must be printed ones: fields, or rows that these lead to.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardLookDoc {
    /// Whether there are no cards of this kind: another kind shows the same.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub unprinted: bool,
    /// Whether one card serves all pieces of a player that are printed the same.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub shared: bool,
    /// Width and height: `63.5mm x 88.9mm`, if absent.
    #[serde(default)]
    pub size: Option<At<String>>,
    /// The colour of its bars: one, or one for each value of a fact.
    #[serde(default)]
    pub colour: ColourDoc,
    /// The back, if not by the colour and icon of the kind.
    #[serde(default)]
    pub back: BackLookDoc,
    /// The fact that is printed as its name, if not its own name.
    #[serde(default)]
    pub name: Option<At<String>>,
    /// Facts that stand behind the name of the kind, such as a faction.
    #[serde(default)]
    pub line: Vec<At<String>>,
    /// What stands before the name, such as a rank.
    #[serde(default)]
    pub left: Option<StatDoc>,
    /// What stands behind the name, such as a cost.
    #[serde(default)]
    pub right: Option<StatDoc>,
    /// Numbers and words with their icons. The badges that are printed facts, if absent.
    #[serde(default)]
    pub stats: Vec<StatDoc>,
    /// Facts as lines of text, besides those that the card itself says and nothing else on it shows.
    #[serde(default)]
    pub facts: Vec<FactLineDoc>,
    /// Fields that are not printed as lines, though a card says them.
    #[serde(default)]
    pub without: Vec<At<String>>,
}

/// A colour: always the same one, or one for each value of a fact.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColourDoc {
    /// The colour, or the one for values that `of` does not name: `#rrggbb`.
    #[serde(default)]
    pub always: Option<At<String>>,
    /// The fact that decides: a word or a row, or several words, of which the first one counts.
    #[serde(default)]
    pub by: Option<At<String>>,
    /// Colours for values of that fact.
    #[serde(default)]
    pub of: Entries<At<String>>,
}

/// The back of the cards of a kind.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BackLookDoc {
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub fill: Option<At<String>>,
    /// What is drawn on it, as on grounds; `cross`, if absent.
    #[serde(default)]
    pub pattern: Option<At<String>>,
    /// The icon in its middle.
    #[serde(default)]
    pub icon: Option<At<String>>,
}

/// A fact with its icon on a card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatDoc {
    /// What people call it.
    pub name: At<String>,
    /// The fact.
    pub show: At<String>,
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// Its icon.
    #[serde(default)]
    pub icon: Option<At<String>>,
    /// Whether it is left out where it is 0.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub positive: bool,
}

/// A fact as a line of text on a card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FactLineDoc {
    /// What people call it.
    pub name: At<String>,
    /// The fact; a set is told with all its members.
    pub show: At<String>,
    /// The field of each member that is told instead of its name, where the members are rows.
    #[serde(default)]
    pub each: Option<At<String>>,
}

/// An icon: always the same one, or one for each value of a fact.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct IconDoc {
    /// The icon, or the one for values that `of` does not name.
    #[serde(default)]
    pub always: Option<At<String>>,
    /// The fact that decides: a word or a row.
    #[serde(default)]
    pub by: Option<At<String>>,
    /// Icons for values of that fact.
    #[serde(default)]
    pub of: Entries<At<String>>,
    /// Icons for single cards, by their ids, whatever the fact says.
    #[serde(default)]
    pub cards: Entries<At<String>>,
}

/// A fact as a bar.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BarDoc {
    /// What people call it.
    pub name: At<String>,
    /// How much of it there is: a fact that is a number.
    pub show: At<String>,
    /// How much there can be: a fact, or a number. A bar without it grows and shrinks.
    #[serde(default)]
    pub of: Option<At<String>>,
    /// Whether `show` counts what is gone, as damage does.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub lost: bool,
    /// Its colour: `#rrggbb`.
    pub colour: At<String>,
    /// Its icon in lists.
    #[serde(default)]
    pub icon: Option<At<String>>,
}

/// A fact as a small plate with its value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BadgeDoc {
    /// What people call it.
    pub name: At<String>,
    /// The fact.
    pub show: At<String>,
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// Its icon in lists.
    #[serde(default)]
    pub icon: Option<At<String>>,
    /// Whether it stands on the board, too; otherwise only in lists and on cards.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub on_board: bool,
}

/// An icon that is shown while a fact is yes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConditionMarkDoc {
    /// The fact; `not` before it turns it round.
    pub when: At<String>,
    /// What people call it.
    pub name: At<String>,
    /// The icon.
    #[serde(default)]
    pub icon: Option<At<String>>,
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
}

/// How a sort of token or a face of dice looks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MarkLookDoc {
    /// What people call it, if not by its name.
    #[serde(default)]
    pub name: Option<At<String>>,
    /// Its icon; its first letters without one.
    #[serde(default)]
    pub icon: Option<At<String>>,
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// Whether it is never drawn: tokens that people keep in mind, or that a bar shows.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub unseen: bool,
}

/// How a sort of die looks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DieLookDoc {
    /// Its colour: `#rrggbb`.
    pub colour: At<String>,
}

/// An arc of a base.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArcDoc {
    /// Where its middle points, clockwise from ahead: an angle, or a fact.
    pub centre: At<String>,
    /// How wide it is: an angle, or a fact.
    pub width: At<String>,
    /// The fact without which there is no such arc; `not` before it turns it round.
    #[serde(default)]
    pub when: Option<At<String>>,
    /// Its colour, if not the owner's: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
}

/// How a ground looks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroundLookDoc {
    /// Its colour, if the legend of the map gives none: `#rrggbb`.
    #[serde(default)]
    pub fill: Option<At<String>>,
    /// What is drawn on it, so that it can be told in grey: `dots`, `waves`, `hatch`, `cross`, `bricks`, `tufts`, `cracks`, `plain`.
    #[serde(default)]
    pub pattern: Option<At<String>>,
    /// An icon on each such space.
    #[serde(default)]
    pub icon: Option<At<String>>,
    /// What people call it, if not by its name.
    #[serde(default)]
    pub name: Option<At<String>>,
}

/// How a zone looks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ZoneLookDoc {
    /// The colour of its outline: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// What is written in it, if not its name.
    #[serde(default)]
    pub name: Option<At<String>>,
    /// Whether it is never drawn.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub unseen: bool,
}

/// A line from one thing to another while a procedure runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineLookDoc {
    /// The procedure.
    pub during: At<String>,
    /// Its parameter or variable with the thing where the line begins.
    pub from: At<String>,
    /// Its parameter or variable with the thing, or the things, where it ends.
    pub to: At<String>,
    /// Its colour: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// Whether the distance is written on it.
    #[serde(default)]
    #[schemars(schema_with = "super::fact::yes_no")]
    pub measured: bool,
}

impl LooksDoc {
    /// The icons that it names, each once.
    #[must_use]
    pub fn icons(&self) -> BTreeSet<&str> {
        self.icons_named().map(|icon| icon.value.as_str()).collect()
    }

    /// Every icon where it is named.
    pub fn icons_named(&self) -> impl Iterator<Item = &At<String>> {
        let things = self.things.0.iter().flat_map(|(_, look)| look.icons());
        let marks = self.tokens.0.iter().chain(&self.faces.0);
        let marks = marks.filter_map(|(_, look)| look.icon.as_ref());
        let grounds = self.terrain.0.iter().filter_map(|(_, look)| look.icon.as_ref());
        things.chain(marks).chain(grounds)
    }
}

impl ThingLookDoc {
    fn icons(&self) -> impl Iterator<Item = &At<String>> {
        let dials = self.dials.iter().map(|dial| &dial.icon);
        let own = self.icon.iter().chain(dials).flat_map(|icon| {
            let each = icon.of.0.iter().chain(&icon.cards.0).map(|(_, icon)| icon);
            icon.always.iter().chain(each)
        });
        let bars = self.bars.iter().filter_map(|bar| bar.icon.as_ref());
        let badges = self.badges.iter().filter_map(|badge| badge.icon.as_ref());
        let marks = self.marks.iter().filter_map(|mark| mark.icon.as_ref());
        own.chain(bars)
            .chain(badges)
            .chain(marks)
            .chain(self.card.icons())
    }
}

impl CardLookDoc {
    fn icons(&self) -> impl Iterator<Item = &At<String>> {
        let stats = self.left.iter().chain(&self.right).chain(&self.stats);
        stats.filter_map(|stat| stat.icon.as_ref()).chain(&self.back.icon)
    }
}
