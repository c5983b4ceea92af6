//! Draws the board of a game as SVG, with the pieces on it, their names and tokens.
//!
//! | file | what lives there |
//! |---|---|
//! | `plane` | the flat table |
//! | `hexes` | hexes with levels |
//! | `squares` | squares with walls |
//!
//! Colours of terrain come from the legend of the map, all others from the players' seats.

mod hexes;
mod plane;
mod squares;

use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::{Pack, cell};
use cardwright_core::Game;

/// Colours of the players in seat order.
const COLOURS: [&str; 6] = ["#2b6cb0", "#b7791f", "#c53030", "#2f855a", "#6b46c1", "#4a5568"];

/// The board as an SVG document.
pub(crate) fn board(game: &Game) -> String {
    match game.content().pack().setup.board.shape {
        Shape::Plane => plane::table(game),
        Shape::Hexes => hexes::board(game),
        Shape::Squares => squares::board(game),
    }
}

/// One entity on the table.
struct Drawing<'a> {
    game: &'a Game,
    pack: &'a Pack,
    entity: u32,
}

impl Drawing<'_> {
    fn name(&self) -> String {
        let entity = self.pack.setup.entities.get(self.entity as usize - 1);
        entity.map_or(String::new(), |entity| {
            if entity.owner == 0 {
                entity.id.clone()
            } else {
                entity.name.clone()
            }
        })
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
}
