//! The pictures of games, whole: terrain, walls, pieces, names, tokens, and what lies off the board.

mod shop;

use shop::Shop;

/// The picture after a game in which nobody decides anything, one element on each line.
fn drawn(sample: &str, scenario: &str, more: &[&str]) -> String {
    let shop = Shop::of(sample);
    let mut arguments = vec![
        "run",
        scenario,
        "--agents",
        "default",
        "--quiet",
        "--svg",
        "board.svg",
    ];
    arguments.extend(more);
    shop.run(&arguments).expect(0);
    shop.text("board.svg")
}

#[test]
fn a_board_of_hexes_is_drawn() {
    insta::assert_snapshot!(drawn("hexes", "scenarios/crag/morning.yaml", &[]));
}

#[test]
fn a_board_of_squares_is_drawn() {
    insta::assert_snapshot!(drawn("squares", "scenarios/cellar/evening.yaml", &[]));
}

#[test]
fn a_table_is_drawn_in_the_midst_of_a_game_with_the_secrets_of_all() {
    insta::assert_snapshot!(drawn(
        "good",
        "scenarios/sample/duel.yaml",
        &["--stop-after", "2"]
    ));
}

#[test]
fn a_player_is_drawn_the_secrets_of_nobody_else() {
    let secrets = |viewer: &str| {
        let more = ["--stop-after", "2", "--as", viewer];
        let picture = drawn("good", "scenarios/sample/duel.yaml", &more);
        let lines = picture.lines().filter(|line| line.contains("(secret)"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    insta::assert_debug_snapshot!([secrets("north"), secrets("south")]);
}
