//! Boards of squares: games on them end and repeat; pieces need their squares; core calls are theirs alone.

use crate::workshop::{Copy, check, compiled, played, squares};
use cardwright_compiler::Project;

const WORDS: &str = "systems/cellar/words.cw";
const SCENARIO: &str = "scenarios/cellar/evening.yaml";

#[test]
fn games_on_squares_end_and_the_same_seed_gives_the_same_game() {
    let content = compiled(&Project::load(&squares()), "evening");
    for seed in 1..=20 {
        let game = played(&content, seed);
        assert_eq!(game.game().hash(), played(&content, seed).game().hash());
    }
}

/// What the one error of a changed project underlines, its code, and its message.
fn told(file: &str, find: &str, put: &str) -> (String, &'static str, String) {
    let copy = Copy::of(&squares()).with(file, find, put);
    let project = copy.project();
    let found = check(&project);
    let [error] = found.as_slice() else {
        panic!("`{put}` for `{find}`: {found:#?}");
    };
    let text = &project.sources.get(error.place.file).text;
    let underlined = text[error.place.start..error.place.end].to_owned();
    (underlined, error.code.name, error.message.clone())
}

#[test]
fn a_piece_needs_all_its_squares() {
    let cases = [(
        SCENARIO,
        "space: i7",
        "space: j9",
        "south-rat",
        "this piece stands on 2 by 2 spaces, and not all of them exist here",
    )];
    for (file, find, put, underlined, message) in cases {
        let (place, _, text) = told(file, find, put);
        assert_eq!((place.as_str(), text.as_str()), (underlined, message));
    }
}

#[test]
fn squares_have_their_own_core_calls() {
    let (place, code, message) = told(
        WORDS,
        "toll of terrain of s for s in",
        "x-of(standing(s, nowhere)) for s in",
    );
    assert_eq!((place.as_str(), code), ("x-of", "board"));
    assert_eq!(
        message,
        "`x-of` belongs to the flat table, but this game is played on a board of squares"
    );
}
