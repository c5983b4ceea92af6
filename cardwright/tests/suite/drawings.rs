//! The pictures of games, whole: terrain, walls, pieces, names, tokens, and what lies off the board.

use crate::shop::Shop;

/// The picture after a game in which nobody decides anything, one element on each line.
fn drawn(sample: &str, scenario: &str, more: &[&str]) -> String {
    let shop = Shop::of(sample);
    let mut arguments = vec![
        "run",
        scenario,
        "--agents",
        "default",
        "--quiet",
        "--draw",
        "board.svg",
    ];
    arguments.extend(more);
    shop.run(&arguments).expect(0);
    // Each item on a line of its own, so that a difference can be read.
    shop.text("board.svg")
        .replace("<g ", "\n<g ")
        .replace("<text ", "\n<text ")
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

#[test]
fn a_piece_beside_another_on_its_space_is_drawn_small_upon_it() {
    let shop = Shop::of("hexes").with(
        "scenarios/crag/morning.yaml",
        "{ id: bell, template: brass-bell, at: { space: d3 } }",
        "{ id: bell, template: brass-bell, at: { space: a1 } }",
    );
    let arguments = [
        "run",
        "scenarios/crag/morning.yaml",
        "--stop-after",
        "0",
        "--draw",
        "board.svg",
    ];
    shop.run(&arguments).expect(0);
    let picture = shop.text("board.svg");
    let radius = |name: &str| {
        let of = picture
            .split("class=\"piece\"")
            .find(|part| part.contains(&format!("<title>{name}")));
        let circle = of
            .expect("it is drawn")
            .split(" r=\"")
            .nth(1)
            .expect("it is a disc");
        let digits = circle.split('"').next().expect("there is a radius");
        digits.parse::<f64>().expect("it is a number")
    };
    assert!(
        radius("Brass bell") < radius("Kid"),
        "the bell lies small upon the kid"
    );
    let at = |name: &str| picture.find(&format!("<title>{name}")).expect("it is drawn");
    assert!(at("Kid") < at("Brass bell"), "and above it");
}

#[test]
fn a_field_that_names_a_face_down_card_does_not_tell_which() {
    let shop = Shop::new()
        .with(
            "systems/sample/words.cw",
            "deck hedge",
            "deck hedge\nstate upmost: bell",
        )
        .with(
            "systems/sample/play.cw",
            "for each g in everyone { give 3 apple to g }",
            "set upmost to first of (all bell b on hedge)  for each g in everyone { give 3 apple to g }",
        )
        .with(
            "scenarios/sample/duel.yaml",
            "hedge: { brass-bell: 2 }",
            "hedge: { brass-bell: 1, iron-bell: 1 }",
        )
        .with(
            "cards/sample/basic.yaml",
            "  - id: brass-bell\n",
            "  - { id: iron-bell, kind: bell, name: Iron Bell, facts: { weight: 3, mood: calm } }\n  - id: brass-bell\n",
        );
    let drawn = |more: &[&str]| {
        let mut arguments = vec![
            "run",
            "scenarios/sample/duel.yaml",
            "--stop-after",
            "1",
            "--draw",
            "board.svg",
        ];
        arguments.extend(more);
        shop.run(&arguments).expect(0);
        let picture = shop.text("board.svg");
        let text = picture.split('>').find(|text| text.starts_with("upmost"));
        text.expect("it is set").trim_end_matches("</text").to_owned()
    };
    assert!(drawn(&[]).ends_with("Bell"));
    assert_eq!(drawn(&["--as", "north"]), "upmost a face-down card");
    let told = |more: &[&str]| {
        let mut arguments = vec![
            "run",
            "scenarios/sample/duel.yaml",
            "--stop-after",
            "1",
            "--detail",
        ];
        arguments.extend(more);
        shop.run(&arguments).expect(0).out
    };
    for more in [&["--as", "north"][..], &[]] {
        let line = "upmost nobody to a face-down card";
        assert!(told(more).contains(line), "{}", told(more));
    }
    let seen = told(&["--as", "north", "--format", "json"]);
    let set = seen
        .lines()
        .find(|line| line.contains("upmost"))
        .expect("it is set");
    assert!(set.contains("\"after\":0,\"before\":0"), "{set}");
}
