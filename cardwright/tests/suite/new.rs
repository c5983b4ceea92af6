//! `new`: what it writes checks clean, is formatted, passes its case and plays; it never overwrites.

use crate::shop::Shop;

const SCENARIO: &str = "scenarios/river-wars/first-clash.yaml";
const SET: &str = "cards/river-wars/starter.yaml";

/// A folder with a new project in it.
fn project() -> Shop {
    let shop = Shop::empty();
    shop.run(&["new", "project", "river-wars"]).expect(0);
    shop.inside("river-wars")
}

fn is_sound(shop: &Shop) {
    shop.run(&["check", "--deny", "warnings"]).expect(0);
    shop.run(&["fmt", "--check"]).expect(0);
    shop.run(&["test"]).expect(0);
}

#[test]
fn a_new_project_checks_clean_and_plays() {
    let shop = project();
    is_sound(&shop);
    let told = shop.run(&["run", SCENARIO, "--seed", "3"]).expect(0).out;
    assert!(told.contains("The last one standing"), "{told}");
}

#[test]
fn whatever_is_added_checks_clean_too() {
    let shop = project();
    shop.run(&["new", "system", "hill-wars"]).expect(0);
    shop.run(&["new", "set", "winter", "--system", "river-wars"])
        .expect(0);
    shop.run(&[
        "new",
        "card",
        "ice-guard",
        "--set",
        "cards/river-wars/winter.yaml",
        "--like",
        "sentinel",
    ])
    .expect(0);
    shop.run(&["new", "card", "wild-fury", "--set", SET]).expect(0);
    shop.run(&["new", "scenario", "second-clash", "--like", SCENARIO])
        .expect(0);
    shop.run(&["new", "case", "A fighter has an owner", "--scenario", SCENARIO])
        .expect(0);
    is_sound(&shop);
    assert!(shop.text("cards/river-wars/winter.yaml").contains("strength: 2"));
    assert!(shop.text(SET).contains("- id: wild-fury\n    kind: knack\n"));
}

#[test]
fn a_new_library_is_used_and_checks_clean() {
    let shop = project();
    for id in ["lots", "more-lots"] {
        shop.run(&["new", "library", id, "--system", "river-wars"])
            .expect(0);
        is_sound(&shop);
    }
    let told = shop.run(&["test"]).expect(0).out;
    assert!(told.contains("3 passed"), "{told}");
    // The case of the library proves something.
    let shop = shop.with("libraries/lots/lots.cw", "p is not side", "p is side");
    shop.run(&["test"]).expect(1);
}

#[test]
fn nothing_is_overwritten_and_ids_are_checked() {
    let shop = project();
    let before = shop.text(SET);
    for (call, told) in [
        (&["new", "system", "river-wars"][..], "is there already"),
        (&["new", "system", "River Wars"][..], "such as `river-wars`"),
        (
            &["new", "set", "autumn", "--system", "sea"][..],
            "there is no system `sea`; there are: river-wars",
        ),
        (
            &["new", "library", "lots", "--system", "sea"][..],
            "there is no system `sea`; there are: river-wars",
        ),
        (
            &["new", "card", "brawler", "--set", SET][..],
            "already a card or piece `brawler`",
        ),
        (
            &["new", "card", "x", "--set", SET, "--like", "nothing"][..],
            "there is no card or piece `nothing`",
        ),
        (
            &["new", "case", "more", "--scenario", SET][..],
            "is not a scenario of the project",
        ),
    ] {
        let answer = shop.run(call).expect(2);
        assert!(answer.err.contains(told), "{call:?}: {}", answer.err);
    }
    assert_eq!(shop.text(SET), before);
}
