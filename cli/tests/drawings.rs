//! The pictures of boards of spaces, whole: terrain, walls, pieces, names, tokens.

mod shop;

use shop::Shop;

/// The picture after a game in which nobody decides anything, one element on each line.
fn drawn(sample: &str, scenario: &str) -> String {
    let shop = Shop::of(sample);
    let arguments = [
        "run",
        scenario,
        "--agents",
        "default",
        "--quiet",
        "--svg",
        "board.svg",
    ];
    shop.run(&arguments).expect(0);
    shop.text("board.svg")
}

#[test]
fn a_board_of_hexes_is_drawn() {
    insta::assert_snapshot!(drawn("hexes", "scenarios/crag/morning.yaml"));
}

#[test]
fn a_board_of_squares_is_drawn() {
    insta::assert_snapshot!(drawn("squares", "scenarios/cellar/evening.yaml"));
}
