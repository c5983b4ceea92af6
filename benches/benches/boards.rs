//! Boards of spaces: what sight and movement cost, asked by content as games ask, on large maps full of pieces.
//!
//! Each row is a game that asks the same sort of question many times; a figure is the time of one question, with
//! the work of the interpreter, and of the content's own rules for movements. `first_sight` and `first_counts` are
//! what a pair of squares costs when it is asked for the first time in any game on the map.

use cardwright_benches::content::{case_pack, repository_root, scenario_pack};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::board::Board;
use cardwright_core::{Content, Game, Status};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::fmt::Write;
use std::sync::Arc;

/// The side of the maps.
const SIDE: usize = 40;
/// How many pieces there are.
const PIECES: usize = 24;
/// How many decisions of a game are measured.
const DECISIONS: usize = 60;
/// How often each game asks everything. Games are short, so that the fastest of many is one that nothing disturbed.
const TIMES: usize = 1;

fn main() {
    divan::main();
}

/// A number that looks random, and is the same everywhere.
fn mix(x: usize, y: usize) -> usize {
    let mixed = (x as u64 * 0x9e37_79b9 + y as u64 * 0x85eb_ca6b + 0x27d4_eb2f) ^ (x as u64 * y as u64) << 7;
    (mixed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as usize
}

/// Rooms of eight by eight squares with doors, some rubble, straw and haze, some walls between squares.
fn cellar(x: usize, y: usize) -> &'static str {
    let wall = (x % 9 == 8 && y % 7 != 3) || (y % 9 == 8 && x % 7 != 2);
    match mix(x, y) % 23 {
        _ if wall => ".",
        0..=2 => "r",
        3 => "w",
        4 => "h",
        5 if x > 0 => "| f",
        _ => "f",
    }
}

/// Hills with ponds.
fn crag(x: usize, y: usize) -> String {
    let level = (x / 3 + y / 4) % 4 + usize::from(mix(x, y) % 9 == 0);
    match mix(y, x) % 17 {
        0 => format!("{level}w"),
        _ => format!("{level}g"),
    }
}

/// A case of a sample: a map, pieces on it, and what is asked.
fn asking(sample: &str, cell: impl Fn(usize, usize) -> String, pieces: &[&str], asked: &str) -> Arc<Content> {
    let (system, set) = match sample {
        "hexes" => ("crag", "herd"),
        _ => ("cellar", "brood"),
    };
    let mut text = format!(
        "case: measured\nsystem: {system}\nproves: []\nexpect: []\nsets: [{set}]\nboard:\n  spaces: |\n"
    );
    for y in 0..SIDE {
        let row: Vec<String> = (0..SIDE).map(|x| cell(x, y)).collect();
        writeln!(text, "    {}", row.join(" ")).expect("a text can be written");
    }
    text += "players:\n  - { id: north, name: North }\n  - { id: south, name: South }\npieces:\n";
    for number in 0..PIECES {
        // Not beside the edge, nor where walls are drawn; twos stand side by side.
        let (x, y) = (9 * (number % 4) + 1 + number / 4 % 3, 9 * (number / 6) + 2);
        let (column, template) = (char::from(b'a' + x as u8 % 26), pieces[number % pieces.len()]);
        let prefix = if x < 26 { "" } else { "a" };
        let owner = ["north", "south"][number % 2];
        writeln!(
            text,
            "  - {{ id: p{number}, template: {template}, owner: {owner}, at: {{ space: {prefix}{column}{} }} }}",
            y + 1
        )
        .expect("a text can be written");
    }
    writeln!(text, "when: |\n  repeat {TIMES} times {{\n{asked}\n  }}").expect("a text can be written");
    Content::new(case_pack(
        &repository_root().join("tests/samples").join(sample),
        &text,
    ))
}

fn on_squares(asked: &str) -> Arc<Content> {
    asking("squares", |x, y| cellar(x, y).to_owned(), &["mouse-kit"], asked)
}

fn on_hexes(asked: &str) -> Arc<Content> {
    asking("hexes", crag, &["kid", "billy"], asked)
}

/// Plays a game that asks some questions; the figure is for one of them.
fn measured(bencher: Bencher, content: &Arc<Content>, questions: usize) {
    let play = || {
        let mut game = Game::new(content, 1);
        game.record(false);
        while !matches!(game.advance(), Status::Over(_)) {}
        game
    };
    play();
    bencher.counter(ItemsCount::new(questions)).bench_local(play);
}

/// Decisions of a game of the repository: what a board costs beside everything else.
fn game(bencher: Bencher, scenario: &str) {
    let content = Content::new(scenario_pack(scenario));
    let play = || {
        let (mut game, mut agent) = (Game::new(&content, 7), RandomAgent::new(3));
        game.record(false);
        for _ in 0..DECISIONS {
            if matches!(game.advance(), Status::Over(_)) {
                break;
            }
            let decision = game.decision().expect("a decision is pending").clone();
            let answer = agent.decide(&game, &decision);
            game.decide(&answer).expect("the agent's answer is legal");
        }
        game
    };
    play();
    bencher.counter(ItemsCount::new(DECISIONS)).bench_local(play);
}

const PAIRS: usize = TIMES * PIECES * PIECES;

mod squares {
    use super::*;

    /// The loops alone, to be taken off the others.
    #[divan::bench]
    fn nothing(bencher: Bencher) {
        let content = on_squares(
            "    for each a in all mouse { for each b in all mouse { if a is b { give 1 bump to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn sight(bencher: Bencher) {
        let content = on_squares(
            "    for each a in all mouse { for each b in all mouse { if looks-at(a, b) { give 1 bump to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn distance(bencher: Bencher) {
        let content = on_squares(
            "    for each a in all mouse { for each b in all mouse { if gap(a, b) < 6 { give 1 bump to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn cover_from_afar(bencher: Bencher) {
        let content = on_squares(
            "    for each a in all mouse { for each b in all mouse { if is-hidden(a, b) { give 1 bump to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn reach_of_six(bencher: Bencher) {
        let content =
            on_squares("    for each a in all mouse { give (count of reach(creep, a, 6)) bump to a }");
        measured(bencher, &content, TIMES * PIECES);
    }

    #[divan::bench]
    fn decision(bencher: Bencher) {
        game(bencher, "quick-start");
    }

    #[divan::bench]
    fn first_sight(bencher: Bencher) {
        let content = on_squares("");
        let Board::Squares(board) = content.board() else {
            panic!("the sample is played on squares");
        };
        let grid = board.grid();
        let places: Vec<usize> = (0..grid.places()).step_by(29).collect();
        bencher
            .counter(ItemsCount::new(places.len() * places.len() / 2))
            .with_inputs(|| cardwright_core::board::square::Views::new(grid, board.of_terrains(&[])))
            .bench_local_refs(|views| {
                let seen = |&a: &usize| places.iter().filter(|&&b| views.sees(grid, a, b)).count();
                places.iter().map(seen).sum::<usize>()
            });
    }
}

mod hexes {
    use super::*;

    #[divan::bench]
    fn decision(bencher: Bencher) {
        game(bencher, "the-gorge");
    }

    #[divan::bench]
    fn nothing(bencher: Bencher) {
        let content = on_hexes(
            "    for each a in all goat { for each b in all goat { if a is b { give 1 bruise to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn sight(bencher: Bencher) {
        let content = on_hexes(
            "    for each a in all goat { for each b in all goat { if can-see(a, b) { give 1 bruise to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn distance(bencher: Bencher) {
        let content = on_hexes(
            "    for each a in all goat { for each b in all goat { if distance(a, b) < 6 { give 1 bruise to a } } }",
        );
        measured(bencher, &content, PAIRS);
    }

    #[divan::bench]
    fn reach_of_six(bencher: Bencher) {
        let content =
            on_hexes("    for each a in all goat { give (count of reach(hike, a, 6)) bruise to a }");
        measured(bencher, &content, TIMES * PIECES);
    }
}
