//! Boards of squares: games on them end and repeat; what is wrong with walls or pieces is one error at its place;
//! core calls are theirs alone.

use crate::workshop::{ends_and_repeats, squares, told};

const WORDS: &str = "systems/cellar/words.cw";
const MAP: &str = "maps/cellar/the-cellar.yaml";
const SCENARIO: &str = "scenarios/cellar/evening.yaml";

#[test]
fn games_on_squares_end_and_the_same_seed_gives_the_same_game() {
    ends_and_repeats(&squares(), "evening");
}

#[test]
fn a_slip_in_a_drawing_is_told_where_it_is() {
    let cases = [
        (
            MAP,
            "\\f   w",
            "\\f/  w",
            "\\f/",
            "a square can have one diagonal wall: write one slash, before or after its letter",
        ),
        (
            MAP,
            ".   .   .   -   .",
            ".   .   .   -",
            ".   .   .   -   .   .   .   .   .",
            "a line of walls has one `-` or `.` for each column, and a row has at most one such line below \
             it",
        ),
        (
            MAP,
            "\n    f   f   f   f   f   f   f   f   h   f",
            "\n    f   f   f   f   f   f   f   |   h   f",
            "f   f   f   f   f   f   f   |   h   f",
            "this row has 9 cells, but the first row has 10",
        ),
        (
            MAP,
            "o   f | f   f   S   S   S",
            "o   f | f   f   S   S   2x",
            "2x",
            "the legend has no `x`",
        ),
        (
            MAP,
            "o   f | f   f   S   S   S",
            "e/  f | f   f   S   S   S",
            "e/",
            "this letter is solid wall, so no diagonal wall can cross it",
        ),
        (
            SCENARIO,
            "space: i7",
            "space: j7",
            "south-rat",
            "this piece occupies 2 by 2 spaces, but not all of them exist here",
        ),
        (SCENARIO, "space: a1", "space: b6", "b6", "there is no space `b6`"),
    ];
    for (file, find, put, underlined, message) in cases {
        let (place, _, text) = told(&squares(), file, find, put);
        assert_eq!((place.as_str(), text.as_str()), (underlined, message));
    }
}

#[test]
fn squares_have_their_own_core_calls() {
    let (place, code, message) = told(
        &squares(),
        WORDS,
        "toll of terrain of s for s in",
        "x-of(standing(s, nowhere)) for s in",
    );
    assert_eq!((place.as_str(), code), ("x-of", "board"));
    assert_eq!(
        message,
        "`x-of` works only on the flat table, but this game is played on a board of squares"
    );
}
