//! What does not fit: it is told with the row of the data, and no set is made.

use super::{HERD, PLAIN, goats, outcome, problems, run, sample};
use cardwright_import::Refused;

/// The one problem of a herd.
fn problem(facts: &str, herd: &str) -> String {
    let outcome = outcome(&goats(facts), herd);
    assert!(outcome.text.is_none(), "{:?}", outcome.text);
    let problems = problems(&outcome);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems.concat()
}

#[test]
fn a_word_that_is_not_there_names_the_row_and_what_was_meant() {
    let bells = "import: bells\nsystem: sample\nset: bells\ntitle: Bells\nsources: { bells: bells.csv }\ncards:\n  - kind: bell\n    each: bells\n    key: name\n    id: \"{name}\"\n    name: name\n    facts: { weight: weight, mood: mood }\n";
    let outcome =
        run(&sample("", ""), bells, "name,weight,mood\nA,1,calm\nB,2,slepy\n").expect("it is tried");
    assert!(outcome.text.is_none());
    assert_eq!(
        problems(&outcome),
        ["bells row 2 (B): mood: there is no mood `slepy`; did you mean `sleepy`?"]
    );
}

#[test]
fn what_is_no_number_and_what_has_no_unit_is_told() {
    let herd =
        |strength: &str, width: &str| format!("name,strength,routes,width\nKid,{strength},lane,{width}\n");
    assert_eq!(
        problem(PLAIN, &herd("?", "40")),
        "herd row 1 (Kid): strength: `?` is no whole number"
    );
    let bare = PLAIN.replace(", unit: mm", "");
    assert!(problem(&bare, &herd("1", "40")).contains("`40` has no unit"));
    assert!(problem(PLAIN, &herd("", "40")).contains("strength"));
}

#[test]
fn rows_that_are_not_there_and_values_that_are_there_twice_are_told() {
    let herd = |routes: &str| format!("name,strength,routes,width\nKid,1,{routes},40\n");
    assert!(problem(PLAIN, &herd("lanes")).contains("did you mean `lane`?"));
    assert!(problem(PLAIN, &herd("lane+lane")).contains("`lane` is there twice"));
}

#[test]
fn two_cards_of_one_id_and_a_card_of_another_kind_are_told() {
    let herd = format!("{HERD}Old Billy,4,lane,40,,\n");
    assert!(problem(PLAIN, &herd).contains("is what herd row 1 (Old Billy) is called, too"));
    let herd = HERD.replace("Old Billy", "Brass Bell");
    assert!(problem(PLAIN, &herd).contains("is here the id of Brass Bell, a bell"));
}

#[test]
fn rows_are_left_out_for_a_reason_that_is_told() {
    let skip = "    skip: [{ when: { strength: [\"?\", X] }, why: \"its strength is on another card\" }]\n    facts:";
    let mapping = goats(PLAIN).replace("    facts:", skip);
    let outcome = outcome(&mapping, &format!("{HERD}Kid,?,lane,40,,\n"));
    assert_eq!((outcome.of, outcome.cards, outcome.skipped.len()), (2, 1, 1));
    assert_eq!(outcome.skipped[0].why, "its strength is on another card");
}

#[test]
fn a_join_asks_for_exactly_one_row() {
    let mapping = goats(PLAIN)
        .replace("{ herd: herd.csv }", "{ herd: herd.csv, other: herd.csv }")
        .replace(
            "    key: name\n",
            "    key: name\n    join: { other: { name: mother } }\n",
        );
    let outcome = run(
        &sample("", ""),
        &mapping,
        "name,mother,strength,routes,width\nKid,Nan,1,lane,40\n",
    );
    let told = problems(&outcome.expect("it is tried")).concat();
    assert!(
        told.contains("0 rows of `other` have the name `Nan`, and one is asked for"),
        "{told}"
    );
}

/// What is told of a mapping that is not carried out.
fn told(mapping: &str) -> String {
    match run(&sample("", ""), mapping, HERD) {
        Err(Refused::Mapping(found)) => {
            let told: Vec<String> = found
                .1
                .iter()
                .map(|one| format!("{} {}", one.message, one.help.clone().unwrap_or_default()))
                .collect();
            told.join("\n")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_of_a_mapping_that_do_not_exist_are_told_at_their_place() {
    let fine = goats(PLAIN);
    for (find, put, wanted) in [
        ("system: sample", "system: sampel", "did you mean `sample`?"),
        ("kind: goat", "kind: goats", "did you mean `goat`?"),
        ("each: herd", "each: herds", "did you mean `herd`?"),
        (
            "strength: strength",
            "strenght: strength",
            "did you mean `strength`?",
        ),
        ("split:", "splits:", "splits"),
        (
            "key: name",
            "when: { name: { maches: a } }",
            "did you mean `matches`?",
        ),
        ("key: name", "when: { name: { matches: \"(\" } }", "is no pattern"),
    ] {
        assert!(fine.contains(find), "{find}");
        let told = told(&fine.replacen(find, put, 1));
        assert!(told.contains(wanted), "{put}: {told}");
    }
}
