//! Draws the table of a game as SVG, as a player sees it, or with all secrets: the board with the pieces on it, their names
//! and tokens, and beside it what lies off the board.
//!
//! | file | what lives there |
//! |---|---|
//! | `plane` | the flat table |
//! | `hexes` | hexes with levels |
//! | `squares` | squares with walls |
//! | `panel` | what lies off the board: players, cards, what is marked on them |
//!
//! Colours of terrain come from the legend of the map, all others from the players' seats.

mod hexes;
mod panel;
mod plane;
#[cfg(test)]
mod secrecy;
mod squares;

use crate::program::write::MADE_BY;
use cardwright_bytecode::Ty;
use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::{EntityDef, EntityId, FieldDef, Pack, cell};
use cardwright_core::{Game, View, Viewer};
use std::borrow::Cow;
use svg::Document;
use svg::node::element::{SVG, Title};

/// Colours of the players in seat order.
const COLOURS: [&str; 6] = ["#2b6cb0", "#b7791f", "#c53030", "#2f855a", "#6b46c1", "#4a5568"];

/// How wide the board is drawn at least, and one space of it, so that names can be read.
const BOARD_WIDTH: i32 = 900;
const SPACE_WIDTH: i32 = 60;
/// How wide the panel beside it is.
const PANEL_WIDTH: i32 = 340;

/// The table as an SVG document as a viewer sees it: the board, and beside it what lies off it.
pub(crate) fn table(game: &Game, viewer: Viewer) -> String {
    let scene = Scene {
        game,
        pack: game.content().pack(),
        view: game.view(viewer),
        viewer,
    };
    let Picture {
        svg,
        extent: (left, top, width, height),
        space,
    } = match scene.pack.setup.board.shape {
        Shape::Plane => plane::table(&scene),
        Shape::Hexes => hexes::board(&scene),
        Shape::Squares => squares::board(&scene),
    };
    let board_width = (width * SPACE_WIDTH / space.max(1)).max(BOARD_WIDTH);
    let board_height = height * board_width / width.max(1);
    let board = svg
        .set("viewBox", (left, top, width, height))
        .set("width", board_width)
        .set("height", board_height);
    let (panel, panel_height) = panel::panel(&scene, board_width);
    let (width, height) = (board_width + PANEL_WIDTH, board_height.max(panel_height));
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set(MADE_BY.0, MADE_BY.1)
        .add(board)
        .add(panel)
        .to_string()
}

/// What a card is called whose face the viewer does not know.
const UNKNOWN: &str = "a face-down card";

/// A drawn board.
struct Picture {
    svg: SVG,
    /// Left, top, width and height, in its own units.
    extent: (i32, i32, i32, i32),
    /// How wide what people look at is drawn, in the same units.
    space: i32,
}

/// A text in lines of at most so many letters; words stay whole.
fn lines(text: &str, letters: i32) -> Vec<String> {
    let options = textwrap::Options::new(usize::try_from(letters).unwrap_or(1))
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options.break_words(false));
    lines.into_iter().map(Cow::into_owned).collect()
}

/// Towards which corner of a space a piece is drawn small, right and down: if others were drawn there before it.
fn corner(others: usize) -> Option<(i32, i32)> {
    let number = others.checked_sub(1)?;
    Some([(1, -1), (1, 1), (-1, -1), (-1, 1)][number % 4])
}

/// A game as somebody sees it.
struct Scene<'a> {
    game: &'a Game,
    pack: &'a Pack,
    view: View,
    viewer: Viewer,
}

impl<'a> Scene<'a> {
    /// All entities that are in play.
    fn drawings(&'a self) -> impl Iterator<Item = Drawing<'a>> {
        (1..)
            .zip(&self.pack.setup.entities)
            .map(|(entity, _)| self.drawing(entity))
            .filter(|drawing| self.game.cell(drawing.entity, cell::IN_PLAY) == 1)
    }

    /// A value as the viewer may know it.
    fn label(&self, ty: Ty, value: i64) -> String {
        let unknown = |entity| !self.view.knows_card(entity);
        if ty.base.is_entity() && EntityId::try_from(value).is_ok_and(unknown) {
            return UNKNOWN.to_owned();
        }
        self.game.label(ty, value, self.viewer)
    }

    /// The members of a set as the viewer may know them.
    fn members(&self, ty: Ty, members: &[i64]) -> String {
        let member = Ty::one(ty.base);
        let labels: Vec<String> = members.iter().map(|&one| self.label(member, one)).collect();
        labels.join(", ")
    }

    fn drawing(&'a self, entity: EntityId) -> Drawing<'a> {
        Drawing {
            scene: self,
            game: self.game,
            pack: self.pack,
            entity,
        }
    }
}

/// One entity on the table.
struct Drawing<'a> {
    scene: &'a Scene<'a>,
    game: &'a Game,
    pack: &'a Pack,
    entity: EntityId,
}

impl Drawing<'_> {
    fn name(&self) -> String {
        self.scene.label(Ty::THING, i64::from(self.entity))
    }

    /// Its name in lines, or its id where its owner has several of its kind with that name.
    fn short_name(&self, letters: i32) -> Vec<String> {
        let name = self.plain_name();
        let alike = |other: &Drawing<'_>| {
            other.kind() == self.kind() && other.colour() == self.colour() && other.plain_name() == name
        };
        let several = self.scene.drawings().filter(alike).count() > 1;
        match self.def() {
            Some(own) if several => vec![own.id.clone()],
            _ => lines(&name, letters),
        }
    }

    /// Its name without the id by which it is told from others of that name.
    fn plain_name(&self) -> String {
        match self.def() {
            Some(own) if !own.name.is_empty() && self.scene.view.knows_card(self.entity) => own.name.clone(),
            _ => self.name(),
        }
    }

    fn has_owner(&self) -> bool {
        self.game.cell(self.entity, cell::OWNER) > 0
    }

    fn def(&self) -> Option<&EntityDef> {
        self.pack.setup.entities.get(self.entity as usize - 1)
    }

    /// Where it stands, packed.
    fn pose(&self) -> Option<i64> {
        self.game.pose(self.entity)
    }

    fn kind(&self) -> usize {
        usize::try_from(self.game.cell(self.entity, cell::KIND)).unwrap_or(0)
    }

    fn field(&self, field: u16) -> i32 {
        i32::try_from(self.game.field(self.entity, usize::from(field))).unwrap_or(0)
    }

    fn colour(&self) -> &'static str {
        let owner = u32::try_from(self.game.cell(self.entity, cell::OWNER)).unwrap_or(0);
        let seat = self.game.players().iter().position(|&player| player == owner);
        seat.map_or("#8a8a8a", |seat| COLOURS[seat % COLOURS.len()])
    }

    fn tokens(&self) -> String {
        let Some(kind) = self.pack.kinds.get(self.kind()) else {
            return String::new();
        };
        let count = |&token: &u16| {
            let count = self.game.tokens(self.entity, usize::from(token));
            (count > 0).then(|| format!("{} {count}", self.pack.tokens[usize::from(token)].name))
        };
        kind.tokens
            .iter()
            .filter_map(count)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What changes in a game and is not at its null value, or may not be.
    fn state(&self) -> Vec<Fact<'_>> {
        let fields = self
            .pack
            .kinds
            .get(self.kind())
            .map_or(&[][..], |kind| &kind.fields);
        let shown = self.game.cell(self.entity, cell::SHOWN);
        (0..)
            .zip(fields)
            .filter(|(_, field)| field.state)
            .map(|(number, field)| {
                let sees = self.scene.view.sees_field(self.entity, number);
                let members = self.game.members(self.entity, number as usize);
                let value = match field.ty.set {
                    true => sees.then_some(members.len() as i64),
                    false => sees.then(|| self.game.field(self.entity, number as usize)),
                };
                let label = |value| match field.ty.set {
                    true => self.scene.members(field.ty, members),
                    false => self.scene.label(field.ty, value),
                };
                Fact {
                    field,
                    value,
                    label: value.map_or_else(String::new, label),
                    shown: shown >> number & 1 == 1,
                }
            })
            .filter(|fact| fact.value != Some(0))
            .collect()
    }

    /// Its name, its place and what is known of its state, for whoever points at it.
    fn title(&self) -> Title {
        let state = self.state();
        let known = state.iter().filter(|fact| fact.value.is_some()).map(Fact::text);
        let place = self.pose().map(|pose| self.scene.label(Ty::POSE, pose));
        let lines: Vec<String> = std::iter::once(self.name()).chain(place).chain(known).collect();
        Title::new(lines.join("\n"))
    }
}

/// A field with its value, as far as it is known.
struct Fact<'a> {
    field: &'a FieldDef,
    /// None if the viewer does not know it; of a set, how many members it has.
    value: Option<i64>,
    /// The value as the viewer may know it.
    label: String,
    /// Whether all have seen it, if it was a secret.
    shown: bool,
}

impl Fact<'_> {
    /// Whether its value is an entity.
    fn names_one(&self) -> bool {
        self.field.ty.base.is_entity() && !self.field.ty.set
    }

    /// The field's name; of a secret, that it is one.
    fn name(&self) -> String {
        let secret = if self.field.secret && !self.shown {
            " (secret)"
        } else {
            ""
        };
        format!("{}{secret}", self.field.name)
    }

    /// The name and the value; `yes` needs no words.
    fn text(&self) -> String {
        match self.value {
            None => self.name(),
            Some(1) if self.field.ty == Ty::BOOL => self.name(),
            Some(_) => format!("{} {}", self.name(), self.label),
        }
    }
}
