//! Data that does not fit: it is told with its row, and no set is made.

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
        [
            "bells row 2 (B): mood: there is no mood `slepy`; did you mean `sleepy`? if the data uses \
             another word, add it to `table` in the mapping"
        ]
    );
}

/// A mapping of bells, with lines before its cards.
fn bells(lines: &str) -> String {
    format!(
        "import: bells\nsystem: sample\nset: bells\ntitle: Bells\nsources: {{ bells: bells.csv }}\n{lines}cards:\n  - kind: bell\n    each: bells\n    key: name\n    id: \"{{name}}\"\n    name: name\n    facts: {{ weight: weight, mood: mood }}\n"
    )
}

#[test]
fn words_that_can_be_added_are_listed_as_the_mapping_writes_them() {
    let project = sample("word mood {", "word mood open {");
    let data = "name,weight,mood\nA,1,Quite Mad\nB,2,calm\nC,2,angry\nD,2,angry\n";
    let told = |lines: &str| problems(&run(&project, &bells(lines), data).expect("it is tried"));
    let wanted = "the mapping: if these words are correct, let the set add them: `words: { mood: [angry, quite-mad] \
         }`";
    let all = told("");
    assert_eq!(all.last().map(String::as_str), Some(wanted));
    assert!(!all.concat().contains("extend word"), "{all:?}");
    let some = told("words: { mood: [angry] }\n");
    assert!(
        some.concat().contains("`words: { mood: [quite-mad] }`"),
        "{some:?}"
    );
    assert_eq!(told("words: { mood: [angry, quite-mad] }\n"), [""; 0]);
}

#[test]
fn words_that_another_set_adds_are_added_again() {
    let mut project = sample("word mood {", "word mood open {");
    let set = "set: moods\nsystem: sample\ntitle: Moods\nrules: |\n  extend word mood { angry }\ncards: []\n";
    project.update("cards/sample/moods.yaml", Some(set.to_owned()));
    let data = "name,weight,mood\nA,1,angry\n";
    let told = |lines: &str| problems(&run(&project, &bells(lines), data).expect("it is tried"));
    assert!(
        told("uses: [moods]\n")
            .concat()
            .ends_with("let the set add them: `words: { mood: [angry] }`")
    );
    assert_eq!(told("words: { mood: [angry] }\n"), [""; 0]);
}

#[test]
fn a_fact_that_no_field_gives_is_looked_for_in_the_mapping() {
    let mapping = bells("").replace("weight: weight, ", "");
    let outcome = run(&sample("", ""), &mapping, "name,weight,mood\nA,1,calm\n").expect("it is tried");
    let told = problems(&outcome).concat();
    assert!(
        told.ends_with("this bell has no `weight`; take it from a field, in `facts` of the mapping"),
        "{told}"
    );
}

// Limit: MOST_NEW_WORDS in exchange/import/src/words.rs
#[test]
fn so_many_new_words_are_proposed() {
    let project = sample("word mood {", "word mood open {");
    let proposed = |count: usize| {
        let rows: String = (0..count).map(|at| format!("b{at},1,m{at}\n")).collect();
        let outcome = run(&project, &bells(""), &format!("name,weight,mood\n{rows}"));
        let told = problems(&outcome.expect("it is tried"));
        let words = told.last().and_then(|line| line.split_once("mood: ["));
        words.map_or(0, |(_, words)| words.split(", ").count())
    };
    assert_eq!([proposed(199), proposed(200), proposed(201)], [199, 200, 200]);
}

#[test]
fn what_is_no_number_and_what_has_no_unit_is_told() {
    let herd =
        |strength: &str, width: &str| format!("name,strength,routes,width\nKid,{strength},lane,{width}\n");
    assert_eq!(
        problem(PLAIN, &herd("?", "40")),
        "herd row 1 (Kid): strength: `?` is not a whole number"
    );
    let bare = PLAIN.replace(", unit: mm", "");
    assert!(problem(&bare, &herd("1", "40")).contains("`40` has no unit"));
    assert!(problem(PLAIN, &herd("", "40")).contains("strength"));
}

#[test]
fn rows_that_are_not_there_and_values_that_are_there_twice_are_told() {
    let herd = |routes: &str| format!("name,strength,routes,width\nKid,1,{routes},40\n");
    assert!(problem(PLAIN, &herd("lanes")).contains("did you mean `lane`?"));
    assert!(problem(PLAIN, &herd("lane+lane")).contains("`lane` occurs twice"));
}

#[test]
fn two_cards_of_one_id_and_a_card_of_another_kind_are_told() {
    let herd = format!("{HERD}Old Billy,4,lane,40,,\n");
    assert!(problem(PLAIN, &herd).contains("is also the id of herd row 1 (Old Billy)"));
    let herd = HERD.replace("Old Billy", "Brass Bell");
    assert!(problem(PLAIN, &herd).contains("is already the id of Brass Bell, a bell"));
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
        told.contains("0 rows of `other` have the name `Nan`, but there must be exactly one"),
        "{told}"
    );
}

/// The errors of a mapping that is not carried out.
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
        (
            "key: name",
            "when: { name: { matches: \"(\" } }",
            "is not a pattern",
        ),
    ] {
        assert!(fine.contains(find), "{find}");
        let told = told(&fine.replacen(find, put, 1));
        assert!(told.contains(wanted), "{put}: {told}");
    }
}
