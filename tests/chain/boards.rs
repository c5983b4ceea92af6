//! Boards of spaces: games on them end and repeat; what is wrong with a drawing is one error at its place.

use crate::workshop::{ends_and_repeats, hexes, pitch, root, squares, told};

const MAP: &str = "maps/crag/the-crag.yaml";
const WORDS: &str = "systems/crag/words.cw";
const SCENARIO: &str = "scenarios/crag/morning.yaml";

#[test]
fn games_on_hexes_end_and_the_same_seed_gives_the_same_game() {
    ends_and_repeats(&hexes(), "morning");
}

#[test]
fn a_slip_in_a_drawing_is_told_where_it_is() {
    let cases = [
        (
            MAP,
            "3g  9r  3g",
            "3g  9q  3g",
            "9q",
            "drawing",
            "the legend has no `q`",
        ),
        (
            MAP,
            "9r  3g  g   g   g\n",
            "9r  3g  g   g\n",
            "g   g   3g  9r  3g  g   g",
            "drawing",
            "this row has 7 cells, but the first row has 8",
        ),
        (
            MAP,
            "7:5r",
            "7:9r",
            "7:9r",
            "drawing",
            "the underside must be below the level of the space",
        ),
        (
            MAP,
            "7:5r",
            "7:2r",
            "7:2r",
            "drawing",
            "there is no air between this space and the one below it",
        ),
        (MAP, "9r", "1000r", "1000r", "drawing", "the highest level is 999"),
        (
            MAP,
            "9r",
            "9",
            "9",
            "drawing",
            "a cell is a level and a letter of the legend, such as `2g`, or dots if there is no space",
        ),
        (
            MAP,
            "[f7, h6]",
            "[f7, h9]",
            "h9",
            "drawing",
            "the board has no space `h9`",
        ),
        (
            MAP,
            "south-fold: [",
            "south-old: [",
            "south-old",
            "unknown-choice",
            "there is no fold `south-old`",
        ),
        (
            MAP,
            "g   2g  3g",
            "g | 2g  3g",
            "|",
            "drawing",
            "only boards of squares have walls",
        ),
        (
            "systems/crag/system.yaml",
            "g: { terrain: grass,",
            "g: { terrain: grass, wall: yes,",
            "yes",
            "board",
            "only boards of squares have walls",
        ),
        (
            WORDS,
            "there: pose) {",
            "there: pose) through walls {",
            "through walls",
            "board",
            "only boards of squares have walls",
        ),
        (
            SCENARIO,
            "map: the-crag",
            "map: the-crab",
            "the-crab",
            "unknown-name",
            "there is no map `the-crab` for `crag`",
        ),
        (
            SCENARIO,
            "map: the-crag\n",
            "",
            "morning",
            "board",
            "the board has no spaces",
        ),
        (
            SCENARIO,
            "map: the-crag",
            "table: { width: 3in, length: 3in }",
            "3in",
            "board",
            "the board of this system is made of spaces, so it has no size",
        ),
        (
            SCENARIO,
            "space: a1 }",
            "space: a9 }",
            "a9",
            "unknown-choice",
            "there is no space `a9`",
        ),
        (
            SCENARIO,
            "space: a1 }",
            "x: 3in, y: 3in }",
            "3in",
            "board",
            "this system is played on spaces, so a place must name a space",
        ),
        (
            SCENARIO,
            ", trail: a2",
            "",
            "north-long",
            "board",
            "this piece occupies two spaces; add the second one: `trail: ...`",
        ),
        (
            SCENARIO,
            ", trail: a2",
            ", trail: d2",
            "d2",
            "board",
            "the trailing space is not next to the leading one",
        ),
    ];
    for (file, find, put, underlined, code, message) in cases {
        let (place, name, text) = told(&hexes(), file, find, put);
        assert_eq!((place.as_str(), name, text.as_str()), (underlined, code, message));
    }
}

#[test]
fn a_board_has_its_own_core_calls_only() {
    let rise = "level of lead-of(there) - level of lead-of(here)";
    assert_eq!(
        told(&hexes(), WORDS, rise, "x-of(there)"),
        (
            "x-of".to_owned(),
            "board",
            "`x-of` works only on the flat table, but this game is played on a board of hexes".to_owned()
        )
    );
}

/// A text without its blanks and line ends, which the layout of a page may change.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_page_on_boards_shows_stands_in_the_sample() {
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("the file can be read");
    let page = read(root().join("docs/boards.md"));
    let of_hexes = [WORDS, MAP, "systems/crag/system.yaml"].map(|file| hexes().join(file));
    let of_squares =
        ["systems/cellar/words.cw", "maps/cellar/the-cellar.yaml"].map(|file| squares().join(file));
    let of_a_pitch = [pitch().join("systems/turnip/ball.cw")];
    let files: Vec<String> = of_hexes
        .into_iter()
        .chain(of_squares)
        .chain(of_a_pitch)
        .map(|file| squeezed(&read(file)))
        .collect();
    // Behind the first mark stands the language.
    let fenced = page.split("```").skip(1).step_by(2);
    let blocks: Vec<&str> = fenced
        .filter_map(|block| block.split_once('\n'))
        .map(|(_, text)| text)
        .collect();
    assert!(blocks.len() >= 9);
    for block in blocks {
        let block = squeezed(block);
        assert!(
            files.iter().any(|file| file.contains(&block)),
            "not in the sample: {block}"
        );
    }
}
