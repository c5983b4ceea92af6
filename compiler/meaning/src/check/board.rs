//! The system's board: its declaration, and which core calls belong to it.

use super::names::Params;
use super::{Compiler, Unit};
use cardwright_bytecode::board::{MAX_ZONES, Shape};
use cardwright_bytecode::registry::{Core, CoreCall};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{Item, ItemKind, Name, Param, Span};

impl Compiler<'_> {
    /// Declares the shape of the board: core calls are of one board.
    pub(super) fn declare_board(&mut self, units: &[Unit]) {
        let mut earlier: Option<Name> = None;
        self.each_item(units, |this, item| {
            let ItemKind::Board { shape, .. } = &item.kind else {
                return;
            };
            if earlier.is_some() {
                this.report(
                    codes::DUPLICATE_NAME,
                    shape.span,
                    "a game can have only one board",
                )
                .help = Some("remove one of the `board` declarations".to_owned());
                return;
            }
            earlier = Some(shape.clone());
            match shape.text.as_str() {
                "hexes" => this.pack.setup.board.shape = Shape::Hexes,
                "squares" => this.pack.setup.board.shape = Shape::Squares,
                _ => {
                    let known = ["hexes", "squares"].map(str::to_owned);
                    this.unknown(codes::UNKNOWN_NAME, "board of", shape, &known);
                }
            }
        });
    }

    /// Declares the data that the spaces of the board carry.
    pub(super) fn board_parts(&mut self, item: &Item) {
        let ItemKind::Board { parts, .. } = &item.kind else {
            return;
        };
        for part in parts {
            self.board_part(part);
        }
    }

    fn board_part(&mut self, part: &Param) {
        let Some(ty) = self.ty(&part.ty) else { return };
        let board = &mut self.pack.setup.board;
        match (part.name.text.as_str(), ty) {
            (
                "terrain",
                Ty {
                    base: Base::Row(record),
                    set: false,
                },
            ) => board.terrain = Some(record),
            (
                "zone",
                Ty {
                    base: Base::Word(word),
                    set: false,
                },
            ) => {
                board.zones = Some(word);
                let count = self.pack.words[usize::from(word)].words.len();
                if count > MAX_ZONES {
                    let message = format!("a board can have at most {MAX_ZONES} zones, not {count}");
                    self.report(codes::TOO_LARGE, part.ty.name.span, message);
                }
            }
            ("terrain", _) => self.wrong_part(part.ty.name.span, "the type of `terrain` must be a record"),
            ("zone", _) => self.wrong_part(part.ty.name.span, "the type of `zone` must be a word type"),
            _ => {
                let known = ["terrain", "zone"].map(str::to_owned);
                self.unknown(codes::UNKNOWN_FIELD, "part of a board", &part.name, &known);
            }
        }
    }

    fn wrong_part(&mut self, span: Span, message: &str) {
        self.report(codes::WRONG_TYPE, span, message);
    }

    /// Parameters and result of a core call on this board; nothing if the board does not have it.
    pub(super) fn on_this_board(&self, call: &CoreCall) -> Option<(Params, Ty)> {
        let board = &self.pack.setup.board;
        if !call.boards.has(board.shape) {
            return None;
        }
        let params = call
            .params
            .iter()
            .map(|&(name, ty)| Some((name.to_owned(), board.meant(ty)?)));
        Some((params.collect::<Option<_>>()?, board.meant(call.result)?))
    }

    /// Whether this is a core call of the board.
    pub(super) fn is_core_call(&self, name: &str) -> bool {
        Core::named(name).is_some_and(|call| self.on_this_board(call).is_some())
    }

    /// Whether the board has spaces; reports nothing.
    pub(super) fn has_spaces(&self) -> bool {
        self.pack.setup.board.shape != Shape::Plane
    }

    /// Reports a core call of another board, or one that needs what this board does not declare.
    pub(super) fn refuse_other_board(&mut self, name: &Name) -> bool {
        let Some(call) = Core::named(&name.text) else {
            return false;
        };
        let shape = self.pack.setup.board.shape;
        if call.boards.has(shape) {
            let message = format!("`{}` needs something that the board does not declare", name.text);
            self.report(codes::BOARD, name.span, message).help = Some(format!(
                "declare it: `board {shape} {{ terrain: ...  zone: ... }}`"
            ));
            return true;
        }
        let this = match shape {
            Shape::Plane => "a flat table".to_owned(),
            other => format!("a board of {other}"),
        };
        let message = format!(
            "`{}` works only on {}, but this game is played on {this}",
            name.text,
            call.boards.name()
        );
        let field = self.field_anywhere(&name.text);
        self.report(codes::BOARD, name.span, message).help =
            field.map(|(kind, _)| format!("{kind} has a field `{}`, but this is something else", name.text));
        true
    }
}
