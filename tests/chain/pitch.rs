//! A sixth game, unlike the others, as content alone: its matches end and repeat; pieces with one name are told
//! apart; what a case says of dice and options is held against the game.

use crate::workshop::{Copy, account, check, compiled, ends_and_repeats, pitch, played};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, compile_case};

const SCENARIO: &str = "scenarios/turnip/harvest-day.yaml";

#[test]
fn it_is_without_a_fault_and_needs_no_rust() {
    let project = Project::load(&pitch());
    assert!(check(&project).is_empty());
    assert!(!project.systems["turnip"].ledger.is_empty());
}

#[test]
fn matches_end_and_the_same_seed_gives_the_same_match() {
    ends_and_repeats(&pitch(), "harvest-day");
}

/// The lines that tell where somebody sets out first.
fn first_placed(copy: &Copy) -> String {
    let content = compiled(&copy.project(), "harvest-day");
    let told = account(&played(&content, 1));
    let placed = told.into_iter().filter(|line| line.contains(" is placed at "));
    placed.take(12).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_piece_is_told_by_its_name_and_by_its_id_if_others_have_the_same() {
    let named = first_placed(&Copy::of(&pitch()));
    assert!(named.contains("Joan is placed at"), "{named}");
    let unnamed = Copy::of(&pitch())
        .with(SCENARIO, "name: Joan, ", "")
        .with(SCENARIO, "name: Kit, ", "")
        .with(SCENARIO, "name: Lew, ", "");
    let unnamed = first_placed(&unnamed);
    for told in [
        "Digger (joan) is placed at",
        "Digger (kit) is placed at",
        "Lobber is placed at",
        "Hob is placed at",
    ] {
        assert!(unnamed.contains(told), "{told} in:\n{unnamed}");
    }
}

/// Why a changed case fails.
fn failures(file: &str, find: &str, put: &str) -> Vec<String> {
    let name = format!("tests/conformance/turnip/{file}.yaml");
    reasons(Copy::of(&pitch()).with(&name, find, put), &name)
}

/// Why a case fails.
fn reasons(copy: Copy, name: &str) -> Vec<String> {
    let project = copy.project();
    let case = project
        .cases
        .iter()
        .find(|case| project.sources.get(case.file).name == name);
    let case = case.expect("the case is there");
    let pack = compile_case(&project, case).pack.expect("it compiles");
    run_case(pack, &case.doc).reasons()
}

#[test]
fn a_case_cannot_make_a_die_show_what_it_does_not_have() {
    let failures = failures("hedge", "dice: [north-west]", "dice: [heave]");
    assert_eq!(
        failures.first().map(String::as_str),
        Some("the case gives the face `heave` to a compass die, which does not have it")
    );
}

#[test]
fn a_case_names_an_option_by_its_label_by_an_id_or_by_a_part_that_only_one_has() {
    let id = failures("rally", "[cole, Step,", "[Cole, Step,");
    assert_eq!(id, Vec::<String>::new());
    let two = failures("all-dice-anew", "[Rally, heave,", "[Rally, die,");
    assert!(
        two[0].contains("has more than one option `die`; its options are: die 1: heave | die 2: hurl"),
        "{two:?}"
    );
    let none = failures("rally", "[cole, Step,", "[ada, Step,");
    assert!(
        none[0].contains("has no option `ada`; its options are: Cole | Flora"),
        "{none:?}"
    );
}

/// An id means the piece that is called so, and none whose name has these letters in it.
#[test]
fn an_id_is_no_part_of_another_name() {
    let scenario = "scenarios/turnip/harvest-day.yaml";
    let text = std::fs::read_to_string(pitch().join(scenario)).expect("it can be read");
    let line = text
        .lines()
        .find(|line| line.contains("id: joan"))
        .expect("she plays");
    let case = "tests/conformance/turnip/rally.yaml";
    for (answer, told) in [
        ("{ takes: cole, refuses: [ole] }", None),
        ("ole", Some("has no option `ole`; its options are: Cole | Flora")),
    ] {
        let copy = Copy::of(&pitch())
            .with(scenario, line, &line.replace("joan", "ole"))
            .with(case, "place(joan,", "place(ole,")
            .with(case, "[cole, Step,", &format!("[{answer}, Step,"));
        let reasons = reasons(copy, case);
        match told {
            None => assert_eq!(reasons, Vec::<String>::new()),
            Some(told) => assert!(reasons[0].contains(told), "{reasons:?}"),
        }
    }
}

#[test]
fn a_case_that_chooses_none_where_it_cannot_is_told_what_to_write() {
    let none = failures("rally", "[cole, Step,", "[nothing, Step,");
    assert!(
        none[0].contains(
            "cannot be answered with `nothing`; its options are: Cole | Flora; one of these must be chosen"
        ),
        "{none:?}"
    );
    let declined = failures("all-dice-anew", "[Rally, heave,", "[nothing, heave,");
    assert!(declined[0].ends_with("to decline, write `pass`"), "{declined:?}");
}

#[test]
fn a_case_says_who_is_asked_what_and_what_is_and_is_not_offered() {
    let about = |more: &str| {
        let long = format!("decisions: [{{ takes: Rally, {more} }}, heave, e4, yes]");
        failures("all-dice-anew", "decisions: [Rally, heave, e4, yes]", &long)
    };
    let right =
        "by: downhill, asks: shove, offers: [pass], refuses: [Vault, die 9], expect: [rally on downhill = 2]";
    assert_eq!(about(right), Vec::<String>::new());
    for (wrong, told) in [
        ("by: uphill", "is made by `downhill`"),
        ("asks: throw", ", not `throw`"),
        ("offers: [Vault]", "does not offer `Vault`; its options are: "),
        ("refuses: [pass]", "can be declined"),
        (
            "refuses: [Volt]",
            "no option of this game can have the label `Volt`",
        ),
        (
            "expect: [rally on downhill = 1]",
            "expected: rally on downhill = 1",
        ),
    ] {
        let failures = about(wrong);
        assert!(
            matches!(&failures[..], [one] if one.contains(told)),
            "{wrong}: {failures:?}"
        );
    }
}

/// Several options are a list, and none of them an empty one.
#[test]
fn a_case_takes_several_options_by_a_list() {
    let name = "tests/conformance/turnip/all-dice-anew.yaml";
    let taking = |decisions: &str, expect: &str| {
        let choice = "choose up to 2 them from [cole, hob] by downhill \"Who rests?\" \
                      { for each h in them { give 1 spent to h } }";
        let put = [
            ("  run shove(hob, cole)", format!("  {choice}")),
            ("dice: [slither, tangle, heave, hurl]\n", String::new()),
            (
                "decisions: [Rally, heave, e4, yes]",
                format!("decisions: {decisions}"),
            ),
        ];
        let copy = put
            .iter()
            .fold(Copy::of(&pitch()), |copy, (find, put)| copy.with(name, find, put));
        let text = copy.text(name);
        let (head, _) = text.split_once("expect:").expect("it expects something");
        copy.write(name, &format!("{head}expect: [{expect}]\n"));
        reasons(copy, name)
    };
    for decisions in ["[[cole, hob]]", "[cole + hob]", "[{ takes: hob + cole }]"] {
        let failures = taking(decisions, "spent on cole = 1, spent on hob = 1");
        assert_eq!(failures, Vec::<String>::new(), "{decisions}");
    }
    for decisions in ["[[]]", "[nothing]", "[{ takes: nothing }]"] {
        let failures = taking(decisions, "spent on cole = 0, spent on hob = 0");
        assert_eq!(failures, Vec::<String>::new(), "{decisions}");
    }
    let one = taking("[[hob]]", "spent on cole = 0, spent on hob = 1");
    assert_eq!(one, Vec::<String>::new());
}

#[test]
fn nobody_is_asked_after_the_last_decision_unless_the_case_says_so() {
    let cut = |then: &str| {
        failures(
            "all-dice-anew",
            "decisions: [Rally, heave, e4, yes]\nexpect:",
            then,
        )
    };
    let asked = cut("decisions: [Rally, heave, e4]\nexpect:");
    assert!(
        asked[0].starts_with("after its 3 decisions, the case has no answer to `"),
        "{asked:?}"
    );
    let open = cut("decisions: [Rally, heave, e4]\nafterwards: defaults\nexpect:");
    assert!(!open.iter().any(|why| why.contains("has no answer")), "{open:?}");
}

#[test]
fn an_expectation_that_fails_tells_what_is_there_instead() {
    let failures = failures("mud", "left of ada = 4", "left of ada = 5");
    assert_eq!(
        failures,
        ["expected: left of ada = 5 -- no: left of ada = 5 (left of ada is 4)"]
    );
}

#[test]
fn numbers_that_chance_gives_are_told() {
    let content = compiled(&Project::load(&pitch()), "harvest-day");
    let told = account(&played(&content, 1));
    assert!(
        told.iter()
            .any(|line| line.starts_with("chance gives ") && line.ends_with(" of 6"))
    );
}
