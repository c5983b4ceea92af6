//! Places of pieces at the start: on the board, each in a place of its own.
//!
//! A mistyped coordinate puts a piece beside the table or into another one, and the game goes on as if that were meant.
//! If that is meant, the piece says so: `off-table: yes`, `stacked: yes`.

use cardwright_bytecode::board::{MAX_SIDE, Shape, SpaceDef, unpack_standing};
use cardwright_bytecode::pack::{EntityDef, EntityId, FootprintDef, cell, unpack_pose};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{At, PieceDoc, PoseDoc, place_of};
use cardwright_documents::source::{FileId, Location};
use cardwright_meaning::check::Compiler;

/// A piece that the documents place.
struct Placed<'a> {
    file: FileId,
    doc: &'a PieceDoc,
    at: &'a PoseDoc,
    kind: u16,
    /// The places that it takes up: the ids of its spaces, or the middle of its base.
    spots: Vec<Spot>,
}

/// A place that one piece of a kind takes up.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spot {
    Space(String),
    Point(i64, i64),
}

/// Reports pieces that do not stand as they can.
pub(super) fn check(compiler: &mut Compiler<'_>, pieces: &[(EntityId, FileId, &PieceDoc)]) {
    let mut placed: Vec<Placed<'_>> = Vec::new();
    for &(number, file, doc) in pieces {
        check_spaces(compiler, file, doc, number);
        placed.extend(stands(compiler, (number, file, doc)));
    }
    for (number, piece) in placed.iter().enumerate() {
        off_table(compiler, piece);
        let others = || placed.iter().enumerate().filter(|(other, _)| *other != number);
        let meets = |other: &Placed<'_>| {
            other.kind == piece.kind && other.spots.iter().any(|spot| piece.spots.contains(spot))
        };
        let is_alone = !others().any(|(_, other)| meets(other));
        let earlier = others().find(|(at, other)| *at < number && meets(other));
        match (&piece.at.stacked, earlier) {
            (Some(yes), _) if yes.value && is_alone => {
                let message = format!(
                    "`{}` shares its place with no other piece of its kind",
                    piece.doc.id.value
                );
                compiler
                    .report_at(codes::MISPLACED, place_of(piece.file, yes), message)
                    .help = Some("remove `stacked`".to_owned());
            }
            (_, Some((_, earlier)))
                if !says(piece.at.stacked.as_ref()) && !says(earlier.at.stacked.as_ref()) =>
            {
                let told = meet(piece, earlier);
                compiler.diagnostics.push(told);
            }
            _ => {}
        }
    }
}

fn says(flag: Option<&At<bool>>) -> bool {
    flag.is_some_and(|flag| flag.value)
}

/// Two pieces of one kind in one place.
fn meet(piece: &Placed<'_>, earlier: &Placed<'_>) -> Diagnostic {
    let shared = piece.spots.iter().find(|spot| earlier.spots.contains(spot));
    let (id, other) = (&piece.doc.id, &earlier.doc.id);
    let message = match shared {
        Some(Spot::Space(space)) => format!(
            "`{}` and `{}` are on the same space, `{space}`",
            other.value, id.value
        ),
        _ => format!("`{}` and `{}` are in the same place", other.value, id.value),
    };
    let place = match (&piece.at.space, &piece.at.x) {
        (Some(space), _) => place_of(piece.file, space),
        (None, Some(x)) => place_of(piece.file, x),
        (None, None) => place_of(piece.file, id),
    };
    let help = "move one of them; if the rules allow both to be there, add `stacked: yes` to this place";
    Diagnostic::new(codes::MISPLACED, place, message)
        .related(place_of(earlier.file, other), "the other one")
        .help(help)
}

/// A piece the middle of whose base lies beside the table.
fn off_table(compiler: &mut Compiler<'_>, piece: &Placed<'_>) {
    let table = compiler.pack.setup.table;
    let (width, length) = (i64::from(table.width), i64::from(table.length));
    let point = piece.spots.iter().find_map(|spot| match spot {
        Spot::Point(x, y) => Some((*x, *y)),
        Spot::Space(_) => None,
    });
    // After an error in the size of the table nobody knows what lies on it.
    let is_known = width > 0 && length > 0;
    let off_x = point.is_some_and(|(x, _)| !(0..=width).contains(&x));
    let off_y = point.is_some_and(|(_, y)| !(0..=length).contains(&y));
    let id = &piece.doc.id;
    match &piece.at.off_table {
        Some(flag) if flag.value && is_known && !off_x && !off_y => {
            let message = format!("`{}` is on the table", id.value);
            compiler
                .report_at(codes::MISPLACED, place_of(piece.file, flag), message)
                .help = Some("remove `off-table`".to_owned());
        }
        flag if is_known && (off_x || off_y) && !says(flag.as_ref()) => {
            let (fact, side, size) = match off_x {
                true => (&piece.at.x, "width", width),
                false => (&piece.at.y, "length", length),
            };
            let place = fact
                .as_ref()
                .map_or(place_of(piece.file, id), |fact| place_of(piece.file, fact));
            let message = format!(
                "`{}` is off the table, whose {side} is {}",
                id.value,
                inches(size)
            );
            compiler.report_at(codes::MISPLACED, place, message).help = Some(
                "x is measured from the west edge, and y from the south edge; if the piece is meant to be \
                 there, add `off-table: yes`"
                    .to_owned(),
            );
        }
        _ => {}
    }
}

/// A length as documents write it.
fn inches(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    match rest {
        0 => format!("{whole}in"),
        _ => format!("{whole}.{rest:03}").trim_end_matches('0').to_owned() + "in",
    }
}

fn stands<'a>(
    compiler: &Compiler<'_>,
    (number, file, doc): (EntityId, FileId, &'a PieceDoc),
) -> Option<Placed<'a>> {
    let entity = compiler.pack.setup.entities.get(number as usize - 1)?;
    let (at, pose) = (doc.at.as_ref()?, entity.pose?);
    let board = &compiler.pack.setup.board;
    let spots = match board.shape {
        Shape::Plane => {
            let (x, y, _) = unpack_pose(pose);
            vec![Spot::Point(x, y)]
        }
        Shape::Hexes => {
            let (lead, trail) = unpack_standing(pose);
            let spaces = [lead, trail].into_iter().filter_map(|space| board.space(space));
            spaces.map(|space| Spot::Space(space.id())).collect()
        }
        Shape::Squares => {
            let size = size_of(compiler, entity).unwrap_or(1);
            let (spaces, _) = squares_under(compiler, Some(pose), size)?;
            spaces.iter().map(|space| Spot::Space(space.id())).collect()
        }
    };
    Some(Placed {
        file,
        doc,
        at,
        kind: entity.kind,
        spots,
    })
}

/// How many spaces a piece takes up, or how many in each direction on squares.
fn size_of(compiler: &Compiler<'_>, entity: &EntityDef) -> Option<i64> {
    let kind = &compiler.pack.kinds[usize::from(entity.kind)];
    let Some(FootprintDef::Spaces(field, _)) = kind.footprint else {
        return None;
    };
    let own = entity
        .cells
        .iter()
        .find(|cell| usize::from(cell.0) == cell::HEADER + usize::from(field));
    let template = entity.template.and_then(|at| compiler.pack.templates.find(at));
    let printed = template.and_then(|template| template.cells.get(usize::from(field)));
    Some(own.map(|cell| cell.1).or(printed.copied()).unwrap_or(1))
}

/// The spaces under a piece on squares, and how many there should be.
fn squares_under<'c>(
    compiler: &'c Compiler<'_>,
    pose: Option<i64>,
    size: i64,
) -> Option<(Vec<&'c SpaceDef>, usize)> {
    let board = &compiler.pack.setup.board;
    let lead = board.space(unpack_standing(pose?).0)?;
    let side = usize::try_from(size.clamp(1, MAX_SIDE as i64)).unwrap_or(1);
    let across =
        |at: u16, from: u16| (usize::from(from)..usize::from(from) + side).contains(&usize::from(at));
    let under = board
        .spaces
        .iter()
        .filter(|space| across(space.column, lead.column) && across(space.row, lead.row));
    Some((under.collect(), side * side))
}

/// Reports a piece that does not stand on as many spaces as it needs.
fn check_spaces(compiler: &mut Compiler<'_>, file: FileId, piece: &PieceDoc, number: EntityId) {
    let entity = compiler.pack.setup.entities.get(number as usize - 1);
    let Some((entity, at)) = entity.zip(piece.at.as_ref()) else {
        return;
    };
    let (size, pose) = (size_of(compiler, entity), entity.pose);
    let Some(size) = size else { return };
    if compiler.pack.setup.board.shape == Shape::Squares {
        return check_squares(compiler, place_of(file, &piece.id), pose, size);
    }
    let message = match (size > 1, &at.trail) {
        (true, None) => "this piece occupies two spaces; add the second one: `trail: ...`",
        (false, Some(_)) => "this piece occupies one space, so it cannot have a `trail`",
        _ => return,
    };
    let place = place_of(file, at.trail.as_ref().unwrap_or(&piece.id));
    compiler.report_at(codes::BOARD, place, message);
}

/// Reports a piece on squares some of whose spaces do not exist.
fn check_squares(compiler: &mut Compiler<'_>, place: Location, pose: Option<i64>, size: i64) {
    let Some((under, needed)) = squares_under(compiler, pose, size) else {
        return;
    };
    // After an error in the drawing nobody knows which spaces exist.
    let is_clear = under
        .first()
        .is_none_or(|lead| !compiler.names.broken.contains(&lead.id()));
    if under.len() < needed && is_clear {
        let message = format!("this piece occupies {size} by {size} spaces, but not all of them exist here");
        compiler.report_at(codes::BOARD, place, message);
    }
}
