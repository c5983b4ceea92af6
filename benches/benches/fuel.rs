//! Fuel bounds time: what a statement does takes no more than 100 ns for each unit of fuel that it pays, at the worst state that we know
//! (thousands of pieces, effects and dice, large sets, spaces by the thousand).
//!
//! ```sh
//! cd benches && cargo bench --bench fuel            # or with a part of the names: -- effects
//! ```
//!
//! Each row runs a statement many times in one stretch, and the same without it. It ends with an error if a row breaks the law.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_compiler::{Project, compile_scenario, for_people};
use cardwright_core::limits::FUEL_PER_DECISION;
use cardwright_core::{Content, Game, Viewer};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// The law, in nanoseconds for each unit.
const MOST: f64 = 100.0;
/// How often each is measured; the least counts.
const TRIES: usize = 7;
/// Pieces of the large states.
const PIECES: usize = 3_500;

/// A measurement: its sample, its further declarations, the statements before, the repeated statement, and
/// how often.
struct Row {
    name: &'static str,
    board: Board,
    words: &'static str,
    before: &'static str,
    statement: &'static str,
    times: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Board {
    /// A flat table full of pieces.
    Plane,
    Hexes,
    Squares,
}

const fn plane(name: &'static str, before: &'static str, statement: &'static str, times: usize) -> Row {
    Row {
        name,
        board: Board::Plane,
        words: "",
        before,
        statement,
        times,
    }
}

const fn on(
    board: Board,
    name: &'static str,
    before: &'static str,
    statement: &'static str,
    times: usize,
) -> Row {
    Row {
        name,
        board,
        words: "",
        before,
        statement,
        times,
    }
}

const EFFECTS: &str = "repeat 4000 times { start angry(a) until the game ends }";
const DICE: &str = "let d = roll 1000 horn";

const ROWS: &[Row] = &[
    plane("arithmetic", "", "set n to n * 3 + 1", 100_000),
    plane("tokens", "", "give 1 apple to a take 1 apple from a", 100_000),
    plane("all of a kind", "", "set n to count of all goat", 500),
    plane(
        "a condition on all",
        "",
        "if any of (all goat where strength of it > 99) { add 1 to n }",
        100,
    ),
    plane(
        "a member looked for",
        "",
        "if first of (all goat where strength of it > 99) is a { add 1 to n }",
        100,
    ),
    plane(
        "is in a large set",
        "let s = all goat",
        "if b is in s { add 1 to n }",
        3_000,
    ),
    plane(
        "sort",
        "let s = all goat",
        "if first of (sort x in s by strength of x) is a { add 1 to n }",
        20,
    ),
    plane("held", "", "set n to count of all bell on a", 1_000),
    plane(
        "move-to",
        "",
        "move-to(first of all bell on a, b) move-to(first of all bell on b, a)",
        300,
    ),
    plane("shuffle", "", "shuffle(hedge)", 300),
    plane("flip", "", "flip(card, up: no) flip(card, up: yes)", 20_000),
    plane("remove and return", "", "remove(b) return-to-game(b)", 200),
    plane("roll 1000", "", "set pool to roll 1000 horn", 500),
    plane("faces", DICE, "set n to butt in d", 5_000),
    plane(
        "turn all",
        DICE,
        "turn all butt in d to slip turn all slip in d to butt",
        1_000,
    ),
    plane("rerollable", DICE, "set n to count of rerollable(d)", 1_000),
    plane("lock", DICE, "lock(rerollable(d))", 500),
    plane("a value with 4000 effects", EFFECTS, "set n to push-of(b)", 100),
    plane(
        "a permission with 4000 effects",
        EFFECTS,
        "if can rest(b) { add 1 to n }",
        100,
    ),
    plane("end of one among 4000 effects", EFFECTS, "end angry(b)", 2_000),
    plane(
        "start and end among 4000",
        EFFECTS,
        "start angry(b) until the game ends end angry(b)",
        1_000,
    ),
    plane(
        "whether an effect runs",
        EFFECTS,
        "if running angry(b) { add 1 to n }",
        1_000,
    ),
    plane("a run with 4000 effects", EFFECTS, "run chain(a)", 300),
    plane("an empty run", "", "run chain(a)", 20_000),
    plane("a value", "", "set n to push-of(a)", 20_000),
    plane(
        "a secret",
        "",
        "set plan of a to lane set plan of a to curve",
        10_000,
    ),
    plane(
        "distance",
        "",
        "if distance(a, b) > 3 inches { add 1 to n }",
        20_000,
    ),
    plane(
        "in-arc",
        "",
        "if in-arc(a, 0 degrees, 90 degrees, b) { add 1 to n }",
        20_000,
    ),
    plane(
        "distance-in-arc",
        "",
        "if distance-in-arc(a, 0 degrees, 90 degrees, b) > 3 inches { add 1 to n }",
        20_000,
    ),
    plane(
        "is-between",
        "",
        "if is-between(c, a, 0 degrees, 180 degrees, b) { add 1 to n }",
        20_000,
    ),
    plane("touching", "", "if touching(a, b) { add 1 to n }", 20_000),
    plane(
        "overlaps-at",
        "",
        "if overlaps-at(a, pose-of(b), c) { add 1 to n }",
        20_000,
    ),
    plane(
        "wholly-in-arc",
        "",
        "if wholly-in-arc(a, 0 degrees, 90 degrees, b) { add 1 to n }",
        20_000,
    ),
    plane(
        "farthest-distance",
        "",
        "if farthest-distance(a, b) > 3 inches { add 1 to n }",
        20_000,
    ),
    plane(
        "swept",
        "",
        "if swept(a, 5 inches, 90 degrees, 1 inch, b) { add 1 to n }",
        5_000,
    ),
    plane(
        "template-covers",
        "",
        "if template-covers(pose-of(a), 5 inches, 90 degrees, 1 inch, b) { add 1 to n }",
        5_000,
    ),
    plane(
        "destination",
        "",
        "place(a, destination(a, 1 inch, 90 degrees)) place(a, destination(a, -1 inch, 90 degrees))",
        5_000,
    ),
    plane(
        "edge-crossing",
        "",
        "if edge-crossing(a, 36 inches, 30 degrees) is pose-of(b) { add 1 to n }",
        5_000,
    ),
    plane(
        "sidestep",
        "",
        "if sidestep(a, 1, 2 inches, 1 inch, 0 inches, 0 inches) is pose-of(b) { add 1 to n }",
        5_000,
    ),
    plane(
        "slide-back past all",
        "let s = all goat where it is not a",
        "if slide-back(a, 5 inches, 45 degrees, s, centred: no) is pose-of(b) { add 1 to n }",
        5,
    ),
    plane(
        "slide-back past one",
        "let s = all goat where it is b",
        "if slide-back(a, 5 inches, 45 degrees, s, centred: no) is pose-of(b) { add 1 to n }",
        500,
    ),
    plane(
        "slide-back, centred",
        "let s = all goat where it is not a",
        "if slide-back(a, 5 inches, 90 degrees, s, centred: yes) is pose-of(b) { add 1 to n }",
        5,
    ),
    plane(
        "slide-on past all",
        "let s = all goat where it is not a",
        "if slide-on(a, pose-of(a), s, s, 9 inches) is pose-of(b) { add 1 to n }",
        5,
    ),
    plane(
        "ruler-options",
        "",
        "set n to count of ruler-options(a, 0 degrees, 90 degrees, 1 inch, 20, 20)",
        200,
    ),
    plane(
        "ruler-touches",
        "",
        "if ruler-touches(pose-of(a), 5 inches, 1 inch, b) { add 1 to n }",
        5_000,
    ),
    plane(
        "lines",
        "",
        "if line-crosses(pose-of(a), pose-of(b), c) { add 1 to n }",
        10_000,
    ),
    plane(
        "travelled",
        "",
        "if travelled(a, 5 inches, 45 degrees, pose-of(b), centred: no) > 1 inch { add 1 to n }",
        2_000,
    ),
    on(Board::Hexes, "sees", "", "if can-see(a, b) { add 1 to n }", 200),
    on(
        Board::Hexes,
        "sees past a few",
        "let s = all goat where it is b",
        "if sees(space-of(a), 900, space-of(b), 0, 2000, 500, s) { add 1 to n }",
        1_000,
    ),
    on(
        Board::Hexes,
        "reach",
        "",
        "set n to count of reach(hike, a, 30)",
        3,
    ),
    on(
        Board::Hexes,
        "reach, blocked",
        "",
        "set n to count of reach(hike, a, 0)",
        200,
    ),
    on(
        Board::Hexes,
        "steps",
        "",
        "set n to count of steps(hike, a, 9)",
        3,
    ),
    on(
        Board::Hexes,
        "place and ask",
        "",
        "place(a, pose-of(b)) set n to count of pieces-on(space-of(b))",
        100,
    ),
    on(
        Board::Hexes,
        "distance over the board",
        "",
        "if distance(a, b) > 3 { add 1 to n }",
        2_000,
    ),
    on(
        Board::Hexes,
        "distances of all",
        "let s = spaces()",
        "set n to distance-between(s, spaces-of(a))",
        10,
    ),
    on(
        Board::Hexes,
        "steps-between",
        "",
        "set n to steps-between(space-of(a), space-of(b))",
        2_000,
    ),
    on(
        Board::Hexes,
        "spaces-within",
        "",
        "set n to count of spaces-within(space-of(a), 40)",
        20,
    ),
    on(
        Board::Hexes,
        "neighbours",
        "",
        "set n to count of neighbours of space-of(a)",
        10_000,
    ),
    on(
        Board::Hexes,
        "standings",
        "let s = spaces()",
        "set n to count of standings(a, s)",
        10,
    ),
    on(
        Board::Hexes,
        "adjacent",
        "",
        "if adjacent(a, b, 1, 1) { add 1 to n }",
        10_000,
    ),
    on(
        Board::Squares,
        "has-line",
        "",
        "if looks-at(a, b) { add 1 to n }",
        1_000,
    ),
    on(
        Board::Squares,
        "has-line between all",
        "let s = spaces()",
        "if has-line(s, spaces-of(a), dense-floor) { add 1 to n }",
        5,
    ),
    on(
        Board::Squares,
        "blocked lines",
        "",
        "if is-hidden(a, b) { add 1 to n }",
        50,
    ),
    on(
        Board::Squares,
        "blocked by space",
        "",
        "if is-tucked-away(a, b) { add 1 to n }",
        500,
    ),
    on(
        Board::Squares,
        "burst",
        "",
        "set n to count of burst(spaces-of(a), 20, dense-floor)",
        20,
    ),
    on(
        Board::Squares,
        "reach on squares",
        "",
        "set n to count of reach(creep, a, 10)",
        3,
    ),
    on(Board::Squares, "gap", "", "set n to gap(a, b)", 1_000),
];

fn samples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/samples")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(samples().join(path)).expect("the sample is there")
}

/// The documents of a row's game: a large state, and the statement so many times.
fn documents(row: &Row, times: usize) -> (PathBuf, BTreeMap<String, String>) {
    let (folder, system, scenario) = match row.board {
        Board::Plane => ("good", "sample", "sample/duel"),
        Board::Hexes => ("hexes", "crag", "crag/morning"),
        Board::Squares => ("squares", "cellar", "cellar/evening"),
    };
    let (kind, words) = match row.board {
        Board::Plane => ("goat", "\nprocedure chain (who: goat) { step s { } }\n"),
        Board::Hexes => ("goat", ""),
        Board::Squares => ("mouse", ""),
    };
    let files = |name: &str| format!("systems/{system}/{name}.cw");
    let mut play = text(&format!("{folder}/{}", files("play")));
    let extra = match row.board {
        Board::Plane => "var n: number var pool: pool var card: bell",
        _ => "var n: number",
    };
    let more = match row.board {
        Board::Plane => "let c = last-of(all goat) set card to first of all bell on a",
        _ => "",
    };
    let more = more.replace(
        "last-of(all goat)",
        "first of (all goat where it is not a and it is not b)",
    );
    let body = format!(
        "{extra} step large {{ let a = first of all {kind} let b = first of (all {kind} where it is not a) {more} {} \
         repeat {times} times {{ {} }} }}\n",
        row.before, row.statement
    );
    play = play.replacen("procedure game {\n", &format!("procedure game {{\n{body}"), 1);
    let mut duel = text(&format!("{folder}/scenarios/{scenario}.yaml"));
    duel = crowded(row.board, &duel);
    let mut all = BTreeMap::from([
        (files("play"), play),
        (format!("scenarios/{scenario}.yaml"), duel),
        (
            files("words"),
            text(&format!("{folder}/{}", files("words"))) + words + row.words,
        ),
    ]);
    if let Some((name, map)) = map(row.board) {
        all.insert(name.to_owned(), map);
    }
    (samples().join(folder), all)
}

/// The scenario with pieces by the thousand on the flat table, by the hundred on spaces.
fn crowded(board: Board, scenario: &str) -> String {
    let mut pieces = String::from("pieces:\n");
    match board {
        Board::Plane => {
            for at in 0..PIECES {
                let (x, y) = (at % 60, at / 60);
                let _ = writeln!(
                    pieces,
                    "  - {{ id: more-{at}, template: billy, owner: north, cards: [brass-bell], at: {{ x: {}.5in, y: {}.5in }} }}",
                    x + 1,
                    y + 1
                );
                if at == 60 {
                    pieces = pieces.replace(", cards: [brass-bell]", "");
                }
            }
            pieces = pieces.replacen("owner: north,", "owner: north, cards: [brass-bell],", 1);
            let loose = pieces.replace(", cards: [brass-bell], at: { x: 2", ", at: { x: 2");
            scenario
                .replacen("pieces:\n", &keep_cards_of_few(&loose), 1)
                .replacen("width: 12in, length: 12in", "width: 72in, length: 72in", 1)
                .replacen("brass-bell: 2", "brass-bell: 300", 1)
        }
        Board::Hexes | Board::Squares => {
            let template = if board == Board::Hexes { "kid" } else { "mouse-kit" };
            for at in 0..400 {
                let (column, row) = (letters(at % 60), at / 60 * 8 + 3);
                let _ = writeln!(
                    pieces,
                    "  - {{ id: more-{at}, template: {template}, owner: south, at: {{ space: {column}{row} }} }}"
                );
            }
            scenario.replacen("pieces:\n", &pieces, 1)
        }
    }
}

/// Cards take places among the entities, too: only the first pieces have one.
fn keep_cards_of_few(pieces: &str) -> String {
    let lines = pieces.lines().enumerate().map(|(number, line)| match number {
        0..=20 => line.to_owned(),
        _ => line.replace(" cards: [brass-bell],", ""),
    });
    lines.map(|line| line + "\n").collect()
}

fn letters(column: usize) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    match column {
        0..26 => letter(column).to_string(),
        _ => format!("{}{}", letter(column / 26 - 1), letter(column % 26)),
    }
}

/// A board of 4,096 spaces, or nearly.
fn map(board: Board) -> Option<(&'static str, String)> {
    let rows = |symbol: &'static str| {
        (0..64).map(move |row| {
            let indent = if board == Board::Hexes && row % 2 == 1 {
                "      "
            } else {
                "    "
            };
            format!("{indent}{}\n", format!("{symbol}   ").repeat(64).trim_end())
        })
    };
    match board {
        Board::Plane => None,
        Board::Hexes => {
            let rows: String = rows("g").collect();
            let text = format!("map: the-crag\nsystem: crag\ntitle: Large\nboard:\n  spaces: |\n{rows}");
            Some(("maps/crag/the-crag.yaml", text))
        }
        Board::Squares => {
            let drawn: String = rows("f").collect();
            let text = format!("map: the-cellar\nsystem: cellar\ntitle: Large\nboard:\n  spaces: |\n{drawn}");
            Some(("maps/cellar/the-cellar.yaml", text))
        }
    }
}

fn content(row: &Row, times: usize) -> Result<Arc<Content>, String> {
    let (root, documents) = documents(row, times);
    let project = Project::load_with(&root, documents);
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    let mut found = project.diagnostics.clone();
    found.extend(compiled.diagnostics);
    match compiled.pack {
        Some(pack) if project.diagnostics.is_empty() => Ok(Content::new(pack)),
        _ => Err(for_people(&project.sources, &found[..found.len().min(2)], false)),
    }
}

/// How long the first stretch takes, in nanoseconds, and the fuel that it pays; and how the game ended, if with a fault.
fn first_stretch(content: &Arc<Content>) -> (f64, u64, Option<String>) {
    let mut game = Game::new(content, 1);
    let begun = Instant::now();
    game.advance();
    let time = begun.elapsed().as_nanos() as f64;
    (time, FUEL_PER_DECISION - game.fuel_left(), game.fault(Viewer::Judge))
}

fn measured(row: &Row) -> Result<String, String> {
    let (empty, full) = (content(row, 0)?, content(row, row.times)?);
    let (mut before, mut after) = (f64::MAX, f64::MAX);
    let (mut paid, mut fault) = (0, None);
    for _ in 0..TRIES {
        let (time, fuel, _) = first_stretch(&empty);
        before = before.min(time);
        let (time, more, ended) = first_stretch(&full);
        after = after.min(time);
        (paid, fault) = (more - fuel, ended);
    }
    let each = (after - before).max(0.0) / paid.max(1) as f64;
    let told = format!(
        "{:<34} {each:>8.1} ns a unit, {:>9} units a time",
        row.name,
        paid / row.times as u64
    );
    let told = match fault {
        Some(fault) => format!("{told}   ({})", fault.lines().next().unwrap_or_default()),
        None => told,
    };
    if each <= MOST {
        Ok(told)
    } else {
        Err(format!("{told}  BREAKS THE LAW"))
    }
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let is_wanted =
        |row: &&Row| wanted.is_empty() || wanted.iter().any(|part| row.name.contains(part.as_str()));
    let mut all_hold = true;
    for row in ROWS.iter().filter(is_wanted) {
        match measured(row) {
            Ok(told) => println!("{told}"),
            Err(told) => {
                all_hold = false;
                println!("{}: {told}", row.name);
            }
        }
    }
    if all_hold {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
