//! The board of a situation: the flat table, or the spaces of a map or drawing.

use super::Linker;
use cardwright_bytecode::board::{
    Fill, MAX_LAYERS, MAX_SIDE, MAX_SPACES, MAX_WALLS, Shape, SpaceDef, SymbolDef, WallDef,
};
use cardwright_bytecode::pack::TableDef;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::document::drawing::{Cell, Row, rows};
use cardwright_documents::document::{
    At, BoardDoc, DocumentKind, Legend, MapDoc, SymbolDoc, TableDoc, place_of,
};
use cardwright_documents::project::Loaded;
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::{FileId, Location, Origin};
use cardwright_dsl::ast::Span;
use cardwright_meaning::check::Compiler;
use std::collections::BTreeMap;

/// A letter of the legend, understood.
#[derive(Clone, Copy)]
struct Symbol {
    number: u16,
    terrain: u32,
    level: i16,
    zones: u64,
    wall: bool,
}

/// The state of reading a drawing.
struct Drawing {
    symbols: BTreeMap<String, Symbol>,
    spaces: BTreeMap<(u16, u16, u8), (SpaceDef, Location)>,
    walls: Vec<WallDef>,
    columns: usize,
    rows: usize,
}

impl<'a> Linker<'a> {
    /// Sets the pack's table or the spaces of its board. After an error any name could be that of a space.
    pub(super) fn board(&self, compiler: &mut Compiler<'_>) {
        let errors = compiler.diagnostics.len();
        self.set_up_board(compiler);
        if compiler.diagnostics.len() > errors {
            any_space_is_broken(compiler);
        }
    }

    fn set_up_board(&self, compiler: &mut Compiler<'_>) {
        if compiler.pack.setup.board.shape == Shape::Plane {
            return self.table(compiler);
        }
        let situation = self.situation;
        if let Some((file, table)) = self.table_size() {
            let message = "the board of this system is made of spaces, so it has no size";
            compiler
                .report_at(codes::BOARD, place_of(file, &table.width), message)
                .help = Some("name a map with `map: ...`, or draw a board with `board: ...`".to_owned());
            return;
        }
        if let (Some((file, map)), Some(_)) = (situation.map, situation.board) {
            let message = "the spaces are given twice, by `map` and by `board`";
            compiler.report_at(codes::BOARD, place_of(file, map), message);
            return;
        }
        let map = situation.map.map(|(file, id)| self.map_named(compiler, file, id));
        match (map, situation.board) {
            (Some(Some(map)), _) => self.drawn(compiler, map.file, &map.doc.board),
            (None, Some((file, board))) => self.drawn(compiler, file, board),
            (None, None) if situation.is_played => {
                let place = place_of(situation.begins.0, situation.begins.1);
                compiler
                    .report_at(codes::BOARD, place, "the board has no spaces")
                    .help = Some("name a map with `map: ...`, or draw a board with `board: ...`".to_owned());
            }
            _ => {}
        }
    }

    fn table(&self, compiler: &mut Compiler<'_>) {
        let situation = self.situation;
        let drawn = situation.board.map(|(file, board)| place_of(file, &board.spaces));
        let named = situation.map.map(|(file, map)| place_of(file, map));
        if let Some(place) = drawn.or(named) {
            let message = "this system is played on a flat table, so there are no spaces";
            compiler.report_at(codes::BOARD, place, message).help =
                Some("give its size: `table: { width: ..., length: ... }`".to_owned());
            return;
        }
        let Some((file, table)) = self.table_size() else {
            if situation.is_played {
                let place = place_of(situation.begins.0, situation.begins.1);
                compiler
                    .report_at(codes::MISSING_FACT, place, "the table has no size")
                    .help = Some("add `table: { width: ..., length: ... }`".to_owned());
            }
            return;
        };
        let size = |compiler: &mut Compiler<'_>, fact| {
            i32::try_from(Self::measure(compiler, file, fact, Ty::LENGTH)).unwrap_or(i32::MAX)
        };
        let (width, length) = (size(compiler, &table.width), size(compiler, &table.length));
        compiler.pack.setup.table = TableDef { width, length };
    }

    /// The size of the table, and the document that gives it.
    fn table_size(&self) -> Option<(FileId, &'a TableDoc)> {
        let mut setups = self.situation.setups.iter();
        setups.find_map(|setup| setup.table.map(|table| (setup.file, table)))
    }

    fn map_named(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        id: &At<String>,
    ) -> Option<&'a Loaded<MapDoc>> {
        let system = &self.system.doc.system.value;
        let found = self.project.maps.get(&(system.clone(), id.value.clone()));
        if found.is_none() && !self.project.is_unread(DocumentKind::Map, &id.value) {
            let known = self.project.maps.keys().filter(|key| key.0 == *system);
            let message = format!("there is no map `{}` for `{system}`", id.value);
            compiler
                .report_at(codes::UNKNOWN_NAME, place_of(file, id), message)
                .suggest(&id.value, known.map(|key| key.1.as_str()));
        }
        found
    }

    /// Reads a drawing and makes the names of its spaces known.
    fn drawn(&self, compiler: &mut Compiler<'_>, file: FileId, board: &BoardDoc) {
        let mut drawing = Drawing {
            symbols: BTreeMap::new(),
            spaces: BTreeMap::new(),
            walls: Vec::new(),
            columns: 0,
            rows: 0,
        };
        let errors = compiler.diagnostics.len();
        legend(compiler, self.system.file, &self.system.doc.legend, &mut drawing);
        legend(compiler, file, &board.legend, &mut drawing);
        for (layer, text) in std::iter::once(&board.spaces).chain(&board.above).enumerate() {
            let origin = self.origin(file, text);
            if layer >= MAX_LAYERS {
                let message = format!("at most {MAX_LAYERS} spaces can be one above another");
                compiler.report_at(codes::TOO_LARGE, place_of(file, text), message);
                return;
            }
            if layer > 0 && compiler.pack.setup.board.shape == Shape::Squares {
                let message = "a board of squares has only one layer";
                compiler.report_at(codes::BOARD, place_of(file, text), message);
                return;
            }
            // A wrong size or cell makes the rest of a drawing mean something else.
            if drawing.layer(compiler, &origin, text, layer).is_none() {
                return;
            }
        }
        drawing.zones(compiler, file, board);
        if drawing.spaces.is_empty() && compiler.diagnostics.len() == errors {
            compiler.report_at(
                codes::DRAWING,
                place_of(file, &board.spaces),
                "this drawing is empty",
            );
        }
        drawing.finish(compiler);
    }
}

/// Notes that the spaces are broken, so that no use of a space's name is reported.
fn any_space_is_broken(compiler: &mut Compiler<'_>) {
    let side = u16::try_from(MAX_SIDE).unwrap_or(0);
    for (column, row) in (0..side).flat_map(|row| (0..side).map(move |column| (column, row))) {
        for layer in 0..MAX_LAYERS {
            let layer = u8::try_from(layer).unwrap_or(0);
            let space = SpaceDef {
                column,
                row,
                layer,
                ..SpaceDef::default()
            };
            compiler.mark_broken(&space.id());
        }
    }
}

/// Reports walls on a board that has none.
fn refuse_walls(compiler: &mut Compiler<'_>, origin: &Origin, rows: &[Row]) -> Option<()> {
    let between = rows
        .iter()
        .flat_map(|row| row.walls.iter().chain(&row.under).map(|&(_, span)| span));
    let cells = rows.iter().flat_map(|row| row.cells.iter().flatten());
    let across = cells.filter(|cell| cell.half.is_some()).map(|cell| cell.span);
    let Some(span) = between.chain(across).next() else {
        return Some(());
    };
    compiler.report_at(
        codes::DRAWING,
        origin.place(span),
        "only boards of squares have walls",
    );
    None
}

/// Adds the letters of a legend; later ones win.
fn legend(compiler: &mut Compiler<'_>, file: FileId, legend: &Legend, drawing: &mut Drawing) {
    for (letter, symbol) in &legend.0 {
        let stands_for_cell = rows(&letter.value).is_ok_and(|rows| {
            matches!(rows.as_slice(), [Row { cells, walls, .. }] if walls.is_empty() && matches!(cells.as_slice(),
                [Some(Cell { level: None, underside: None, half: None, .. })]))
        });
        if !stands_for_cell {
            let message = "a letter of a legend cannot contain spaces, or begin with a digit or a dot";
            compiler.report_at(codes::DRAWING, place_of(file, letter), message);
            continue;
        }
        let terrain = terrain(compiler, file, letter, symbol.terrain.as_ref());
        let zones = symbol.zones.iter().map(|zone| zone_bit(compiler, file, zone));
        let zones = zones.fold(0, |all, bit| all | bit);
        let level = symbol.level.as_ref().map_or(0, |level| level.value);
        if level > 999 {
            let place = symbol
                .level
                .as_ref()
                .map_or(place_of(file, letter), |level| place_of(file, level));
            compiler.report_at(codes::TOO_LARGE, place, "the highest level is 999");
        }
        let entry = Symbol {
            number: u16::try_from(compiler.pack.setup.board.symbols.len()).unwrap_or(u16::MAX),
            terrain,
            level: i16::try_from(level).unwrap_or(0),
            zones,
            wall: walled(compiler, file, symbol),
        };
        let symbols = &mut compiler.pack.setup.board.symbols;
        symbols.push(SymbolDef {
            text: letter.value.clone(),
            colour: symbol
                .colour
                .as_ref()
                .map_or(String::new(), |colour| colour.value.clone()),
        });
        drawing.symbols.insert(letter.value.clone(), entry);
    }
}

fn terrain(
    compiler: &mut Compiler<'_>,
    file: FileId,
    letter: &At<String>,
    given: Option<&At<String>>,
) -> u32 {
    let record = compiler.pack.setup.board.terrain;
    match (record, given) {
        (Some(record), Some(id)) => {
            let row = compiler.constant_fact(place_of(file, id), &id.value, Ty::one(Base::Row(record)));
            row.and_then(|row| u32::try_from(row).ok()).unwrap_or(0)
        }
        (Some(_), None) => {
            let message = format!("the legend gives no terrain for `{}`", letter.value);
            compiler
                .report_at(codes::MISSING_FACT, place_of(file, letter), message)
                .help = Some("add `terrain: ...`".to_owned());
            0
        }
        (None, Some(id)) => {
            let message = "the board of this system declares no terrain";
            compiler.report_at(codes::BOARD, place_of(file, id), message);
            0
        }
        (None, None) => 0,
    }
}

/// Whether spaces of a letter are wall all through, which only squares can be.
fn walled(compiler: &mut Compiler<'_>, file: FileId, symbol: &SymbolDoc) -> bool {
    let Some(wall) = &symbol.wall else { return false };
    if compiler.pack.setup.board.shape != Shape::Squares {
        let message = "only boards of squares have walls";
        compiler.report_at(codes::BOARD, place_of(file, wall), message);
    }
    wall.value
}

/// The bit of a zone.
fn zone_bit(compiler: &mut Compiler<'_>, file: FileId, zone: &At<String>) -> u64 {
    let place = place_of(file, zone);
    let Some(zones) = compiler.pack.setup.board.zones else {
        compiler.report_at(codes::BOARD, place, "the board of this system declares no zones");
        return 0;
    };
    let word = compiler.constant_fact(place, &zone.value, Ty::one(Base::Word(zones)));
    word.filter(|word| (0..64).contains(word))
        .map_or(0, |word| 1 << word)
}

impl Drawing {
    /// Reads one drawing; nothing if it makes no sense as a whole.
    fn layer(
        &mut self,
        compiler: &mut Compiler<'_>,
        origin: &Origin,
        text: &At<String>,
        layer: usize,
    ) -> Option<()> {
        let rows = match rows(&text.value) {
            Ok(rows) => rows,
            Err((span, message)) => {
                compiler.report_at(codes::DRAWING, origin.place(span), message);
                return None;
            }
        };
        if layer == 0 {
            self.rows = rows.len();
            self.columns = rows.first().map_or(0, |row| row.cells.len());
        }
        self.check_size(compiler, origin, &rows, text)?;
        if compiler.pack.setup.board.shape == Shape::Squares {
            self.walls(compiler, &rows)?;
        } else {
            refuse_walls(compiler, origin, &rows)?;
        }
        for (row, line) in rows.iter().enumerate() {
            for (column, cell) in line.cells.iter().enumerate() {
                if let Some(cell) = cell {
                    self.cell(compiler, origin, cell, (column as u16, row as u16, layer as u8));
                }
            }
        }
        Some(())
    }

    /// Adds the walls between squares.
    fn walls(&mut self, compiler: &mut Compiler<'_>, rows: &[Row]) -> Option<()> {
        for (row, line) in (0..).zip(rows) {
            let upright = line
                .walls
                .iter()
                .map(|&(column, _)| ((column as u16, row), (column as u16, row + 1)));
            let level = line
                .under
                .iter()
                .map(|&(column, _)| ((column as u16, row + 1), (column as u16 + 1, row + 1)));
            self.walls
                .extend(upright.chain(level).map(|(from, to)| WallDef { from, to }));
        }
        if self.walls.len() > MAX_WALLS {
            let message = format!("a board has at most {MAX_WALLS} walls");
            let place = self.spaces.values().next().map(|(_, place)| *place)?;
            compiler.report_at(codes::TOO_LARGE, place, message);
            return None;
        }
        Some(())
    }

    fn check_size(
        &self,
        compiler: &mut Compiler<'_>,
        origin: &Origin,
        rows: &[Row],
        text: &At<String>,
    ) -> Option<()> {
        let whole = Span {
            start: 0,
            end: text.value.len(),
        };
        if rows.len() > MAX_SIDE || self.columns > MAX_SIDE {
            let message = format!("a board has at most {MAX_SIDE} rows and {MAX_SIDE} columns");
            compiler.report_at(codes::TOO_LARGE, origin.place(whole), message);
            return None;
        }
        if rows.len() != self.rows {
            let message = format!(
                "this drawing has {} rows, but the lowest one has {}",
                rows.len(),
                self.rows
            );
            compiler.report_at(codes::DRAWING, origin.place(whole), message);
            return None;
        }
        let Some(ragged) = rows.iter().find(|row| row.cells.len() != self.columns) else {
            return Some(());
        };
        let (found, wanted) = (ragged.cells.len(), self.columns);
        let message = format!("this row has {found} cells, but the first row has {wanted}");
        compiler
            .report_at(codes::DRAWING, origin.place(ragged.span), message)
            .help = Some("write `.` for each place without a space".to_owned());
        None
    }

    fn cell(&mut self, compiler: &mut Compiler<'_>, origin: &Origin, cell: &Cell, at: (u16, u16, u8)) {
        let place = origin.place(cell.span);
        let Some(&symbol) = self.symbols.get(&cell.letter) else {
            let known: Vec<&str> = self.symbols.keys().map(String::as_str).collect();
            let message = format!("the legend has no `{}`", cell.letter);
            compiler.report_at(codes::DRAWING, place, message).help =
                Some(format!("the legend has {}", known.join(", ")));
            return;
        };
        let level = cell
            .level
            .map_or(symbol.level, |level| i16::try_from(level).unwrap_or(0));
        let (column, row, layer) = at;
        let written = cell.underside.and_then(|level| i16::try_from(level).ok());
        let underside = written.or((layer > 0).then_some(level - 1));
        let below = (layer > 0)
            .then(|| self.spaces.get(&(row, column, layer - 1)))
            .flatten();
        let fault = match (below, underside) {
            (None, _) if layer > 0 => Some("there is no space below this one; draw it in the lowest drawing"),
            (_, Some(underside)) if underside >= level => Some(
                "the underside must be below the level of \
            the space",
            ),
            (_, Some(underside)) if underside < 0 => Some("the ground of this space would lie below level 0"),
            (Some((below, _)), Some(underside)) if underside <= below.level => {
                Some("there is no air between this space and the one below it")
            }
            _ if symbol.wall && cell.half.is_some() => {
                Some("this letter is solid wall, so no diagonal wall can cross it")
            }
            _ => None,
        };
        if let Some(fault) = fault {
            compiler.report_at(codes::DRAWING, place, fault);
            return;
        }
        if self.spaces.len() == MAX_SPACES {
            let message = format!("a board has at most {MAX_SPACES} spaces");
            compiler.report_at(codes::TOO_LARGE, place, message);
        }
        let space = SpaceDef {
            column,
            row,
            layer,
            level,
            underside,
            fill: match (symbol.wall, cell.half) {
                (true, _) => Fill::Whole,
                (false, Some(corner)) => Fill::Half(corner),
                (false, None) => Fill::Open,
            },
            terrain: symbol.terrain,
            zones: symbol.zones,
            symbol: symbol.number,
        };
        self.spaces.insert((row, column, layer), (space, place));
    }

    /// Adds the zones that are listed.
    fn zones(&mut self, compiler: &mut Compiler<'_>, file: FileId, board: &BoardDoc) {
        let ids: BTreeMap<String, (u16, u16, u8)> = self
            .spaces
            .iter()
            .map(|(&at, (space, _))| (space.id(), at))
            .collect();
        for (zone, spaces) in &board.zones.0 {
            let bit = zone_bit(compiler, file, zone);
            for id in spaces {
                let found = ids.get(&id.value).and_then(|at| self.spaces.get_mut(at));
                match found {
                    Some((space, _)) => space.zones |= bit,
                    None => {
                        let message = format!("the board has no space `{}`", id.value);
                        compiler
                            .report_at(codes::DRAWING, place_of(file, id), message)
                            .suggest(&id.value, ids.keys());
                    }
                }
            }
        }
    }

    fn finish(self, compiler: &mut Compiler<'_>) {
        let board = &mut compiler.pack.setup.board;
        board.columns = u16::try_from(self.columns).unwrap_or(0);
        board.rows = u16::try_from(self.rows).unwrap_or(0);
        board.walls = self.walls;
        board.spaces = self.spaces.into_values().map(|(space, _)| space).collect();
        let ids: Vec<String> = board.spaces.iter().map(SpaceDef::id).collect();
        for (number, id) in (1..).zip(&ids) {
            compiler.add_constant(Declarer::SITUATION, id, Ty::SPACE, number);
        }
    }
}
