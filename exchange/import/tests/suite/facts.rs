//! Facts that come over, and how they are written.

use super::{HERD, PLAIN, goats, outcome, problems, root, run, sample, text};
use cardwright_dsl::{WIDTH, format_items_within};

#[test]
fn facts_come_over_and_texts_and_pictures_do_not() {
    insta::assert_snapshot!(text(&goats(PLAIN), HERD), @r#"
    # yaml-language-server: $schema=../../schemas/sample/cards.schema.json
    # Facts that `cardwright import` took by the mapping `herd`; no texts and no pictures.
    # herd.csv ac6b00998b3264cba19c17ba090ab33cee840a39863113194831cb9b983497ba
    set: herd
    system: sample
    title: The herd
    cards:
      - id: old-billy
        kind: goat
        name: Old Billy
        facts: { strength: 4, routes: [lane, curve], base-width: 40mm }
        rules: todo
    "#);
}

#[test]
fn the_same_data_gives_the_same_bytes_whatever_its_format() {
    let csv = text(&goats(PLAIN), HERD);
    assert_eq!(csv, text(&goats(PLAIN), HERD));
    let json = r#"[{ "name": "Old Billy", "strength": 4, "routes": ["lane", "curve"], "width": 40 }]"#;
    let mapping = goats(&PLAIN.replace(", split: \"+\"", "")).replace("herd.csv", "herd.json");
    let cards = |text: &str| text.split_once("\nset:").map(|(_, rest)| rest.to_owned());
    assert_eq!(cards(&csv), cards(&text(&mapping, json)));
}

#[test]
fn which_cards_have_rules_to_write_is_told_by_a_condition() {
    let mapping = goats(PLAIN).replace(
        "    name: name\n",
        "    name: name\n    todo: { text: { given: yes } }\n",
    );
    let herd = format!("{HERD}Kid,1,lane,20,,kid.png\n");
    let outcome = outcome(&mapping, &herd);
    assert_eq!((outcome.cards, outcome.todo), (2, 1));
    let set = outcome.text.expect("a set");
    assert_eq!(set.matches("rules: todo").count(), 1, "{set}");
}

#[test]
fn tables_constants_and_the_first_field_that_is_there_give_facts() {
    let facts = "strength: { field: [none, might, strength], table: { strong: 6 } }\nroutes: { value: [lane] }\nbase-width: { field: width, match: \"^([0-9]+) *cm$\", unit: mm, default: 1in }";
    let herd = "name,might,strength,width\nA,strong,1,3 cm\nB,,2,\n";
    let set = text(&goats(facts), herd);
    assert!(
        set.contains("{ strength: 6, routes: [lane], base-width: 3mm }"),
        "{set}"
    );
    assert!(
        set.contains("{ strength: 2, routes: [lane], base-width: 1in }"),
        "{set}"
    );
}

#[test]
fn a_value_can_stand_for_a_row_which_is_made_once() {
    let facts = "strength: strength\nbase-width: { value: 1in }\nroutes:\n  field: routes\n  split: \"+\"\n  skip: [none]\n  match: \"^(?<feet>[0-9]+)(?<mood>[CW])$\"\n  row:\n    id: \"{facts.mood}-{feet}\"\n    facts:\n      length: { field: feet, unit: in }\n      bend: { value: 0 }\n      mood: { field: mood, table: { C: calm, W: wild } }";
    let set = text(&goats(facts), "name,strength,routes\nA,1,3C+4W\nB,2,none+3C\n");
    assert!(
        set.contains("  route:\n    calm-3: { length: 3in, bend: 0, mood: calm }\n    wild-4: {"),
        "{set}"
    );
    assert!(
        set.contains("routes: [calm-3, wild-4]") && set.contains("routes: [calm-3]"),
        "{set}"
    );
}

#[test]
fn rows_of_records_can_be_made_by_themselves() {
    let mapping = "import: ways\nsystem: sample\nset: ways\ntitle: Ways\nsources: { ways: ways.jsonl }\nrows:\n  - record: route\n    each: ways\n    id: \"{name}\"\n    facts: { length: { field: inches, unit: in }, bend: { value: 45deg }, mood: mood }\n";
    let set = text(
        mapping,
        "{\"name\": \"Goat Path\", \"inches\": 2.5, \"mood\": \"Calm\"}\n",
    );
    assert!(
        set.contains("    goat-path: { length: 2.5in, bend: 45deg, mood: calm }\ncards: []"),
        "{set}"
    );
}

#[test]
fn a_list_of_lists_gives_its_cells() {
    let facts = "strength: strength\nbase-width: { value: 1in }\nroutes:\n  field: dial\n  grid: { line: feet, column: at, cell: mood }\n  row:\n    id: \"dial-{feet}-{at}\"\n    facts: { length: { field: feet, unit: in }, bend: { value: 0 }, mood: { field: mood, table: { 1: calm } } }";
    let mapping = goats(facts).replace("herd.csv", "herd.json");
    let set = text(
        &mapping,
        r#"[{ "name": "A", "strength": 1, "dial": [[0, 0], [0, 1]] }]"#,
    );
    assert!(
        set.contains("    dial-1-1: { length: 1in, bend: 0, mood: calm }"),
        "{set}"
    );
}

#[test]
fn what_the_project_has_already_stays_and_differences_are_told() {
    let herd = format!("{HERD}Billy,7,curve+lane,25.4,,\n");
    let outcome = outcome(&goats(PLAIN), &herd);
    assert_eq!(outcome.known, ["billy"]);
    let facts: Vec<(&str, &str, &str)> = outcome
        .differences
        .iter()
        .map(|one| (one.fact.as_str(), one.here.as_str(), one.there.as_str()))
        .collect();
    // What lists say in another order is the same.
    assert_eq!(facts, [("base-width", "1in", "25.4mm"), ("strength", "3", "7")]);
    assert!(!outcome.text.expect("a set").contains("id: billy"));
}

#[test]
fn nothing_new_is_no_set() {
    let outcome = outcome(
        &goats(PLAIN),
        "name,strength,routes,width\nBilly,3,lane+curve,25\n",
    );
    assert_eq!(
        (&outcome.text, outcome.cards, problems(&outcome).len()),
        (&None, 0, 0)
    );
}

#[test]
fn open_words_can_be_added_and_the_set_declares_them() {
    let bells = "import: bells\nsystem: sample\nset: bells\ntitle: Bells\nsources: { bells: bells.csv }\nwords: { mood: [grumpy] }\ncards:\n  - kind: bell\n    each: bells\n    id: \"{name}\"\n    name: name\n    facts: { weight: weight, mood: mood }\n";
    let data = "name,weight,mood\nTin Bell,1,Grumpy\n";
    let open = run(&sample("word mood {", "word mood open {"), bells, data).expect("it is tried");
    let set = open.text.unwrap_or_else(|| panic!("{:?}", open.problems));
    assert!(set.contains("rules: |\n  extend word mood { grumpy }\n"), "{set}");
    let closed = run(&sample("", ""), bells, data).expect("it is tried");
    assert!(
        closed.text.is_none() && problems(&closed).iter().any(|one| one.contains("mood")),
        "{closed:?}"
    );
}

#[test]
fn rules_are_laid_out_as_fmt_would() {
    let words: Vec<String> = (0..40).map(|at| format!("word-{at}")).collect();
    let mapping = goats(PLAIN).replace(
        "cards:\n",
        &format!("words: {{ mood: [{}] }}\ncards:\n", words.join(", ")),
    );
    let made = run(&sample("word mood {", "word mood open {"), &mapping, HERD).expect("it is tried");
    let set = made.text.unwrap_or_else(|| panic!("{:?}", made.problems));
    let (_, rules) = set.split_once("rules: |\n").expect("rules");
    let (rules, _) = rules.split_once("cards:\n").expect("cards");
    let rules: String = rules
        .lines()
        .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
        .collect();
    assert_eq!(format_items_within(&rules, WIDTH - 2).as_ref(), Ok(&rules));
    assert!(rules.lines().count() > 1, "{rules}");
}

#[test]
fn the_page_about_imports_shows_what_happens() {
    let page = std::fs::read_to_string(root().join("docs/imports.md")).expect("the page");
    let blocks: Vec<&str> = page.split("\n```").skip(1).step_by(2).take(3).collect();
    let [herd, mapping, set] = blocks.as_slice() else {
        panic!("three examples")
    };
    let herd = herd.strip_prefix("csv\n").expect("data");
    let mapping = mapping.strip_prefix("yaml\n").expect("a mapping");
    let made = text(mapping, herd);
    let made = made
        .split_once("\nset:")
        .map(|(_, rest)| format!("yaml\nset:{}", rest.trim_end()));
    assert_eq!(made.as_deref(), Some(*set));
}

#[test]
fn fields_that_nobody_maps_are_told_once_with_their_rows() {
    let herd = format!("{HERD}Kid,1,lane,40,,kid.png\n");
    let told = |mapping: &str| -> Vec<String> {
        let outcome = outcome(mapping, &herd);
        assert!(outcome.text.is_some(), "they are no errors");
        outcome.unmapped.iter().map(ToString::to_string).collect()
    };
    let of =
        |rows: &str, field: &str| format!("herd: {rows} a field `{field}` that the mapping does not name");
    assert_eq!(
        told(&goats(PLAIN)),
        [of("2 rows have", "image"), of("1 row has", "text")]
    );
    let named = goats(PLAIN).replace("    facts:", "    todo: { text: { given: yes } }\n    facts:");
    assert_eq!(told(&named), [of("2 rows have", "image")]);
    let unused = named.replace("herd: herd.csv", "herd: { file: herd.csv, unused: [image] }");
    assert_eq!(told(&unused), [""; 0]);
    let few = named.replace("    facts:", "    when: { strength: 1 }\n    facts:");
    assert_eq!(
        told(&few),
        [of("1 row has", "image")],
        "rows that are not taken do not count"
    );
}

#[test]
fn a_card_that_is_there_under_another_id_is_named() {
    let bells = "import: bells\nsystem: sample\nset: bells\ntitle: Bells\nsources: { bells: bells.csv }\ncards:\n  - kind: bell\n    each: bells\n    key: number\n    id: \"bell-{number}\"\n    name: name\n    facts: { weight: weight, mood: mood }\n";
    let project = sample("", "");
    let told = |mapping: &str, data: &str| -> Vec<String> {
        let outcome = run(&project, mapping, data).expect("it is tried");
        outcome.namesakes.iter().map(ToString::to_string).collect()
    };
    let data = "number,name,weight,mood\n7,Brass Bell,2,calm\n8,brass-bell,3,calm\n9,Other Bell,2,calm\n";
    let of = |row: &str, with: &str| {
        format!(
            "bells row {row} is new, and the project has Brass Bell as `brass-bell`, {with}; if they are one card, make `id` give `brass-bell`"
        )
    };
    assert_eq!(
        told(bells, data),
        [
            of("1 (7): `bell-7`", "with the same facts"),
            of("2 (8): `bell-8`", "with another `weight`")
        ]
    );
    // Where a row is that card, others of its name are other cards.
    let data = "number,name,weight,mood\n7,Brass Bell,2,calm\nbrass,Brass Bell,2,calm\n";
    let by_hand = "id: [{ when: { number: brass }, is: brass-bell }, \"bell-{number}\"]";
    assert_eq!(
        told(&bells.replace("id: \"bell-{number}\"", by_hand), data),
        [""; 0]
    );
}
