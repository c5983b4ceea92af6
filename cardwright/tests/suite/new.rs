//! `new`: what it writes checks clean, is formatted, passes its case and plays; it never overwrites.

use crate::shop::Shop;
use serde_json::Value;

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
fn a_card_that_makes_rows_for_itself_can_be_copied() {
    let cards = "cards/sample/basic.yaml";
    let shop = Shop::new().with(
        cards,
        "routes: [lane, ledge], base-width: 1.5in",
        "routes: { nanny-leap: { length: 2in, bend: 5deg, mood: calm }, ledge-walk: { length: 1in, bend: 5deg, mood: calm } }, base-width: 1.5in",
    );
    shop.run(&["check"]).expect(0);
    shop.run(&["new", "card", "granny", "--set", cards, "--like", "nanny"])
        .expect(0);
    let text = shop.text(cards);
    assert!(
        text.contains("granny-leap: {") && text.contains("granny-ledge-walk: {"),
        "{text}"
    );
    shop.run(&["check"]).expect(0);
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
        (&["new", "system", "river-wars"][..], "already exists"),
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

const MODELINE: &str = "# yaml-language-server: $schema=";

/// The schema that a document names, from the root of the project.
fn schema_named_by(shop: &Shop, file: &str) -> Option<String> {
    let text = shop.text(file);
    let named = text.lines().next()?.strip_prefix(MODELINE)?;
    let up = named.matches("../").count();
    assert_eq!(up, file.matches('/').count(), "{file}: {named}");
    Some(named.replace("../", ""))
}

#[test]
fn each_document_of_a_new_project_names_its_fresh_schema() {
    let shop = project();
    for (file, sort) in [
        ("systems/river-wars/system.yaml", "system"),
        (SET, "cards"),
        (SCENARIO, "scenario"),
        (
            "tests/conformance/river-wars/striking/a-guard-takes-one-hit-away.yaml",
            "case",
        ),
    ] {
        let schema = format!("schemas/river-wars/{sort}.schema.json");
        assert_eq!(schema_named_by(&shop, file), Some(schema.clone()));
        let schema: Value = serde_json::from_str(&shop.text(&schema)).expect("a schema is JSON");
        assert_eq!(schema["properties"]["system"]["const"], "river-wars", "{file}");
    }
    shop.run(&["schema", "--check"]).expect(0);
    let settings: Value =
        serde_json::from_str(&shop.text(".vscode/settings.json")).expect("settings are JSON");
    let schemas = settings["yaml.schemas"].as_object().expect("they name schemas");
    for name in schemas.keys() {
        shop.text(name);
    }
    assert_eq!(
        schemas["./schemas/river-wars/cards.schema.json"],
        "cards/river-wars/**/*.yaml"
    );
}

#[test]
fn what_is_added_names_a_schema_where_the_project_has_it() {
    let shop = project();
    let added = [
        "cards/river-wars/winter.yaml",
        "scenarios/river-wars/second-clash.yaml",
        "tests/conformance/river-wars/a-fighter-has-an-owner.yaml",
    ];
    let add = |shop: &Shop| {
        shop.run(&["new", "set", "winter", "--system", "river-wars"])
            .expect(0);
        shop.run(&["new", "scenario", "second-clash", "--like", SCENARIO])
            .expect(0);
        shop.run(&["new", "case", "A fighter has an owner", "--scenario", SCENARIO])
            .expect(0);
    };
    shop.run(&["new", "system", "hill-wars"]).expect(0);
    let named = schema_named_by(&shop, "cards/hill-wars/starter.yaml").expect("it names one");
    shop.text(&named);
    shop.run(&["schema", "--check"]).expect(0);
    add(&shop);
    for (file, sort) in added.into_iter().zip(["cards", "scenario", "case"]) {
        let schema = format!("schemas/river-wars/{sort}.schema.json");
        assert_eq!(schema_named_by(&shop, file), Some(schema), "{file}");
    }
    is_sound(&shop);

    let bare = project();
    std::fs::remove_dir_all(bare.folder.join("schemas")).expect("it can be removed");
    add(&bare);
    for file in added {
        assert_eq!(schema_named_by(&bare, file), None, "{file}");
    }
    is_sound(&bare);
}

#[test]
fn what_is_there_already_is_left_as_it_is() {
    let shop = Shop::empty();
    let own = [
        "river-wars/README.md",
        "river-wars/.gitignore",
        "river-wars/.vscode/settings.json",
        "river-wars/.github/workflows/cardwright.yml",
        "river-wars/schemas/cards.schema.json",
    ];
    for file in own {
        shop.write(file, "mine");
    }
    let told = shop.run(&["new", "project", "river-wars"]).expect(0).out;
    for file in own {
        assert_eq!(shop.text(file), "mine", "{file}");
        assert!(
            told.contains(&format!("{file} already exists, and was not changed")),
            "{told}"
        );
    }
    shop.text("river-wars/.vscode/extensions.json");
    // What is content is written as a whole, or not at all.
    let other = Shop::empty();
    other.write(&format!("river-wars/{SET}"), "mine");
    let told = other.run(&["new", "project", "river-wars"]).expect(2).err;
    assert!(told.contains("starter.yaml already exists"), "{told}");
    assert!(!other.folder.join("river-wars/.vscode").exists());
}

#[test]
fn the_check_on_github_asks_for_the_version_that_wrote_it() {
    let text = project().text(".github/workflows/cardwright.yml");
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        text.contains(&format!("- uses: cardwright/cardwright@v{version}\n")),
        "{text}"
    );
    assert!(text.contains(&format!("version: {version}\n")), "{text}");
}
