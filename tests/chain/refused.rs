//! Facts that a game refuses, wherever an entry gives them or leaves them to their defaults.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::diagnostic::Severity;

const WORDS: &str = "systems/sample/words.cw";
const SYSTEM: &str = "systems/sample/system.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";
const BASIC: &str = "cards/sample/basic.yaml";
const EVERYONE: &str = "define everyone";

/// The errors of the sample with further declarations and other texts: code, message, and the text at the place.
fn errors(declared: &str, changes: &[(&str, &str, &str)]) -> Vec<(&'static str, String, String)> {
    let sample = Copy::of(&sample()).with(WORDS, EVERYONE, &format!("{declared}\n{EVERYONE}"));
    let put = |copy: Copy, (file, find, put): &(&str, &str, &str)| copy.with(file, find, put);
    let project = changes.iter().fold(sample, put).project();
    let found = check(&project).into_iter();
    let errors = found.filter(|one| one.code.severity == Severity::Error);
    let told = errors.map(|one| {
        let text = &project.sources.get(one.place.file).text;
        let place = text[one.place.start..one.place.end].to_owned();
        (one.code.id, one.message, place)
    });
    told.collect()
}

/// Checks that exactly one entry is refused, for this reason and at this text.
#[track_caller]
fn is_refused(found: &[(&'static str, String, String)], why: &str, at: &str) {
    let message = format!("this is refused: {why}");
    assert_eq!(found, [("cw0225", message, at.to_owned())]);
}

#[test]
fn a_card_is_refused_at_the_first_fact_that_is_asked_for() {
    let found = errors(
        "refuse bell \"a heavy bell is wild\" when mood is not wild and weight > 1",
        &[],
    );
    is_refused(&found, "a heavy bell is wild", "mood");
    let fine = errors("refuse bell \"no bell is light\" when weight < 2", &[]);
    assert_eq!(fine, [], "its weight is 2");
}

#[test]
fn a_row_is_refused_in_a_table_and_within_an_entry() {
    let refusal = "refuse route \"a straight way is long\" when bend = 0 degrees and length < 2 inches";
    let in_table = errors(refusal, &[(SYSTEM, "lane: { length: 3in", "lane: { length: 1in")]);
    is_refused(&in_table, "a straight way is long", "bend");
    let within = "routes: { alley: { length: 1in, bend: 0deg, mood: calm } }";
    let within = errors(refusal, &[(BASIC, "routes: [lane, curve]", within)]);
    is_refused(&within, "a straight way is long", "bend");
}

#[test]
fn a_piece_of_a_scenario_is_refused_where_its_own_facts_make_it_so() {
    let refusal = "refuse goat \"a strong goat is broad\" when strength > 3 and base-width < 2 inches";
    assert_eq!(errors(refusal, &[]), []);
    let place = "at: { x: 3in, y: 3in } }";
    let stronger = format!("facts: {{ strength: 4 }}, {place}");
    let found = errors(refusal, &[(DUEL, place, &stronger)]);
    is_refused(&found, "a strong goat is broad", "strength");
}

#[test]
fn a_fact_that_is_left_to_its_default_is_asked_for_too() {
    let changes = [(
        WORDS,
        "  weight: number\n",
        "  weight: number\n  size: number = 2 * weight\n",
    )];
    let found = errors("refuse bell \"no bell is so large\" when size > 3", &changes);
    is_refused(&found, "no bell is so large", "brass-bell");
}

#[test]
fn a_set_refuses_facts_and_so_does_a_scenario_for_its_own_pieces() {
    let rule = "rules: |\n  refuse goat \"no goat is so strong\" when strength > 2";
    let of_set = errors("", &[(BASIC, "cards:\n", &format!("{rule}\ncards:\n"))]);
    is_refused(&of_set, "no goat is so strong", "strength");
    let of_scenario = rule.replacen("rules: |", "rules: |\n  outcome dusk \"Dusk\" won by nobody\n", 1);
    let of_scenario = errors("", &[(DUEL, "rules: |\n", &format!("{of_scenario}\n"))]);
    assert_eq!(of_scenario, [], "the goat is of the set");
}

#[test]
fn each_refusal_and_each_entry_is_told() {
    let both = "refuse goat \"one\" when strength > 1 refuse goat \"two\" when strength > 2";
    let told: Vec<String> = errors(both, &[]).into_iter().map(|one| one.1).collect();
    let expected = ["one", "two", "one"].map(|why| format!("this is refused: {why}"));
    assert_eq!(told, expected, "billy is refused twice, nanny once");
}

#[test]
fn a_refusal_knows_the_entry_alone() {
    let code = |refusal: &str| {
        let found = errors(refusal, &[]);
        let [(code, ..)] = found[..] else {
            panic!("{refusal}: {found:?}");
        };
        code
    };
    assert_eq!(code("refuse cow \"no\" when 1 > 0"), "cw0101");
    assert_eq!(code("refuse goat \"no\" when horns > 0"), "cw0101");
    assert_eq!(code("refuse goat \"no\" when strength"), "cw0104");
    assert_eq!(code("refuse goat \"no\" when any of everyone"), "cw0113");
    // State is no fact.
    assert_eq!(code("refuse goat \"no\" when dizzy"), "cw0101");
}

#[test]
fn a_refusal_that_looks_at_too_much_is_told_and_ends() {
    let rows: String = (0..400)
        .map(|row| format!("    r-{row}: {{ length: 1in, bend: 0deg, mood: calm }}\n"))
        .collect();
    let all = "all route b where length of b > length of a";
    let found = errors(
        &format!("refuse bell \"no\" when any of (all route a where any of ({all}))"),
        &[(SYSTEM, "  route:\n", &format!("  route:\n{rows}"))],
    );
    let [(code, _, place)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((*code, place.as_str()), ("cw0116", "bell"));
}
