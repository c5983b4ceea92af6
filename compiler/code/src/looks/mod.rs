//! How a game looks, with every name found in its pack.
//!
//! | file | what lives there |
//! |---|---|
//! | this one | what a look is once names are known |
//! | `fact` | the facts that looks ask for: fields, tokens, defines and values |
//! | `found` | from the document to that, and what is wrong with it |
//! | `cards` | the same of printed cards |
//! | `dials` | the same of dials on paper |
//! | `force` | the same for how a force is built |
//!
//! Not here: the drawing (`cardwright-draw`).

mod cards;
mod dials;
mod fact;
mod force;
mod found;

pub use fact::{Fact, Reading};
pub use force::{Brings, ForceLook, PickLook};
pub(crate) use found::no_colour;
pub use found::{check, colour_of, looks_in, looks_of};

use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Id, ProcedureDef};
use cardwright_documents::document::Icon;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bars of a thing.
pub const MOST_BARS: usize = 4;
/// The most badges that a thing has on the board.
pub const MOST_BADGES: usize = 4;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The pattern that is drawn on a ground, so that it can be told in grey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// No pattern.
    #[default]
    Plain,
    /// Small dots: sand.
    Dots,
    /// Waves: water.
    Waves,
    /// Slanted lines.
    Hatch,
    /// Crossed lines.
    Cross,
    /// Bricks: walls.
    Bricks,
    /// Tufts: grass.
    Tufts,
    /// Cracks: rock, lava.
    Cracks,
    /// Single bright points: a night sky.
    Stars,
}

/// The patterns by their names.
pub(crate) const PATTERNS: [(&str, Pattern); 9] = [
    ("plain", Pattern::Plain),
    ("dots", Pattern::Dots),
    ("waves", Pattern::Waves),
    ("hatch", Pattern::Hatch),
    ("cross", Pattern::Cross),
    ("bricks", Pattern::Bricks),
    ("tufts", Pattern::Tufts),
    ("cracks", Pattern::Cracks),
    ("stars", Pattern::Stars),
];

/// The looks of a game.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// The colours of the players, in seat order; may be too few.
    pub players: Vec<Colour>,
    /// The colours of single players, by their ids: those that a scenario gives.
    pub player_colours: BTreeMap<String, Colour>,
    /// The table's colour.
    pub table: Option<Colour>,
    /// The pattern that is drawn on the table.
    pub table_pattern: Pattern,
    /// How far each range band reaches, in thousandths of an inch.
    pub bands: Vec<i64>,
    /// Rows that are templates along which pieces move.
    pub templates: Vec<TemplatesLook>,
    /// Kinds by their numbers.
    pub things: BTreeMap<usize, ThingLook>,
    /// Sorts of tokens by their numbers.
    pub tokens: BTreeMap<usize, MarkLook>,
    /// Faces of dice by their numbers.
    pub faces: BTreeMap<u16, MarkLook>,
    /// Sorts of dice by their numbers.
    pub dice: BTreeMap<usize, Colour>,
    /// Grounds by the numbers of their rows.
    pub terrain: BTreeMap<u32, GroundLook>,
    /// Zones by their numbers.
    pub zones: BTreeMap<usize, ZoneLook>,
    /// Lines while something goes on.
    pub lines: Vec<LineLook>,
    /// The building of a force.
    pub force: Option<ForceLook>,
    /// The outlines of the icons, by their names.
    pub icons: Arc<BTreeMap<String, Icon>>,
}

/// The rows of a record as templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplatesLook {
    /// The record.
    pub record: u16,
    /// The field that says how far a template leads, along its middle.
    pub length: usize,
    /// The field that says how far it turns to the right.
    pub bend: Option<usize>,
    /// The width, in thousandths of an inch.
    pub width: i64,
}

/// The look of the things of a kind.
#[derive(Clone, Debug, Default)]
pub struct ThingLook {
    /// The silhouette, if nothing else is chosen by `icon_by`.
    pub icon: Option<String>,
    /// The fact that chooses the icon.
    pub icon_by: Option<IconBy>,
    /// The icons of single cards by their ids, whatever else is said.
    pub icon_of_card: BTreeMap<String, String>,
    /// Its colour, whoever owns it.
    pub fill: Option<Colour>,
    /// The text beside it.
    pub label: Label,
    /// Facts as bars.
    pub bars: Vec<Bar>,
    /// Facts as plates.
    pub badges: Vec<Badge>,
    /// Icons for what is so.
    pub marks: Vec<ConditionMark>,
    /// Arcs of its base.
    pub arcs: Vec<BaseArc>,
    /// Whether lists leave out those that are nowhere.
    pub unlisted: bool,
    /// Whether it is lost while it stands nowhere.
    pub lost: Option<Fact>,
    /// Its printed card.
    pub card: CardLook,
    /// Its dials on paper.
    pub dials: Vec<DialLook>,
}

/// The look of a dial of a kind.
#[derive(Clone, Debug)]
pub struct DialLook {
    /// The name for people.
    pub name: String,
    /// The rows that can be chosen: a set.
    pub show: Fact,
    /// The record of the rows.
    pub record: u16,
    /// The field of a row that is written.
    pub number: Option<usize>,
    /// The icon of a row for which `icons` has none.
    pub icon: Option<String>,
    /// Icons by the words of a field of the rows.
    pub icons: Option<ByField<String>>,
    /// The colour of a row for which `colours` has none.
    pub colour: Option<Colour>,
    /// Colours by the words of a field of the rows.
    pub colours: Option<ByField<Colour>>,
}

/// A value for each word in a field of a row.
#[derive(Clone, Debug)]
pub struct ByField<T> {
    /// The field.
    pub field: usize,
    /// The word type of the field.
    pub word: u16,
    /// The things, by the words.
    pub of: BTreeMap<String, T>,
}

/// The look of the printed cards of a kind.
#[derive(Clone, Debug)]
pub struct CardLook {
    /// Whether there are none.
    pub unprinted: bool,
    /// Whether one card serves all pieces of a player that are printed the same.
    pub shared: bool,
    /// Width and height in thousandths of an inch.
    pub size: (i64, i64),
    /// The colour of its bars, if nothing else is chosen by `colour_by`.
    pub colour: Option<Colour>,
    /// The fact that chooses the colour.
    pub colour_by: Option<ColourBy>,
    /// The colour of its back.
    pub back_fill: Option<Colour>,
    /// The pattern on its back.
    pub back_pattern: Pattern,
    /// The icon in the middle of its back.
    pub back_icon: Option<String>,
    /// The fact that is its name.
    pub name: Option<Fact>,
    /// The facts behind the name of the kind.
    pub line: Vec<Fact>,
    /// The fact before the name.
    pub left: Option<Stat>,
    /// The fact behind the name.
    pub right: Option<Stat>,
    /// Numbers and words with icons; the printed badges, if there are none.
    pub stats: Vec<Stat>,
    /// Facts as lines.
    pub facts: Vec<FactLine>,
    /// Fields that are not printed as lines.
    pub without: Vec<String>,
}

/// A card as it is sold mostly: two and a half inches by three and a half.
pub const CARD_SIZE: (i64, i64) = (2_500, 3_500);
/// The least and the most that a card is wide or tall, in thousandths of an inch.
pub const CARD_SIDES: (i64, i64) = (1_000, 7_000);

impl Default for CardLook {
    fn default() -> Self {
        Self {
            unprinted: false,
            shared: false,
            size: CARD_SIZE,
            colour: None,
            colour_by: None,
            back_fill: None,
            back_pattern: Pattern::Cross,
            back_icon: None,
            name: None,
            line: Vec::new(),
            left: None,
            right: None,
            stats: Vec::new(),
            facts: Vec::new(),
            without: Vec::new(),
        }
    }
}

/// The fact that chooses a colour.
#[derive(Clone, Debug)]
pub struct ColourBy {
    /// The fact.
    pub fact: Fact,
    /// Colours by the names of words and rows.
    pub of: BTreeMap<String, Colour>,
}

/// A fact as a line of text on a card.
#[derive(Clone, Debug)]
pub struct FactLine {
    /// The name for people.
    pub name: String,
    /// The fact.
    pub show: Fact,
    /// The field of each member that is told instead of its name, with its type.
    pub each: Option<(usize, Ty)>,
}

/// A fact with its icon on a card.
#[derive(Clone, Debug)]
pub struct Stat {
    /// The name for people.
    pub name: String,
    /// The fact.
    pub show: Fact,
    /// Its colour.
    pub colour: Option<Colour>,
    /// Its icon.
    pub icon: Option<String>,
    /// Whether it is left out where it is 0.
    pub positive: bool,
}

/// The fact that chooses an icon.
#[derive(Clone, Debug)]
pub struct IconBy {
    /// The fact.
    pub fact: Fact,
    /// Icons by the names of words and rows.
    pub of: BTreeMap<String, String>,
}

/// The text beside a piece.
#[derive(Clone, Debug, Default)]
pub enum Label {
    /// Its name.
    #[default]
    Name,
    /// No text.
    Nothing,
    /// A fact.
    Fact(Fact),
}

/// A fact as a bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The name for people.
    pub name: String,
    /// The amount.
    pub show: Fact,
    /// The highest amount.
    pub of: Option<Fact>,
    /// Whether `show` counts what is gone.
    pub lost: bool,
    /// Its colour.
    pub colour: Colour,
    /// Its icon in lists.
    pub icon: Option<String>,
}

/// A fact as a plate.
#[derive(Clone, Debug)]
pub struct Badge {
    /// The name for people.
    pub name: String,
    /// The fact.
    pub show: Fact,
    /// Its colour.
    pub colour: Option<Colour>,
    /// Its icon in lists.
    pub icon: Option<String>,
    /// Whether it stands on the board, too.
    pub on_board: bool,
}

/// An icon while a fact is yes.
#[derive(Clone, Debug)]
pub struct ConditionMark {
    /// The fact.
    pub when: Fact,
    /// The name for people.
    pub name: String,
    /// The icon.
    pub icon: Option<String>,
    /// Its colour.
    pub colour: Option<Colour>,
}

/// The look of a token or a face.
#[derive(Clone, Debug, Default)]
pub struct MarkLook {
    /// The name for people.
    pub name: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// Its colour.
    pub colour: Option<Colour>,
    /// Whether it is never drawn.
    pub unseen: bool,
}

/// An arc of a base.
#[derive(Clone, Debug)]
pub struct BaseArc {
    /// The direction of its middle, in thousandths of a degree clockwise from ahead.
    pub centre: Fact,
    /// The width of the arc.
    pub width: Fact,
    /// Without which there is none.
    pub when: Option<Fact>,
    /// Its colour, if not the owner's.
    pub colour: Option<Colour>,
}

/// The look of a ground.
#[derive(Clone, Debug, Default)]
pub struct GroundLook {
    /// Its colour where the map gives none.
    pub fill: Option<Colour>,
    /// The pattern on it.
    pub pattern: Pattern,
    /// An icon on each space.
    pub icon: Option<String>,
    /// The name for people.
    pub name: Option<String>,
}

/// The look of a zone.
#[derive(Clone, Debug, Default)]
pub struct ZoneLook {
    /// The colour of its outline.
    pub colour: Option<Colour>,
    /// The text in it.
    pub name: Option<String>,
    /// Whether it is never drawn.
    pub unseen: bool,
}

/// A line while a procedure runs.
#[derive(Clone, Debug)]
pub struct LineLook {
    /// The procedure.
    pub during: Id<ProcedureDef>,
    /// The slot with the thing where it begins.
    pub from: usize,
    /// The slot with the thing where it ends.
    pub to: usize,
    /// Its colour.
    pub colour: Option<Colour>,
    /// Whether the distance is written on it.
    pub measured: bool,
}

impl Looks {
    /// The outlines of an icon.
    #[must_use]
    pub fn outlines(&self, name: &str) -> Option<&Icon> {
        self.icons.get(name)
    }
}
