//! One slip of a designer is one error: with its code, at the very words that are wrong, with help where there is
//! any. The snapshots show what the designer changed and what the program answers, one file for each code.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::{Diagnostic, Project, Sources, for_machines, for_people};
use std::collections::{BTreeMap, BTreeSet};

mod newcomer;
mod slips;

use slips::SLIPS;

/// A mistake in the sample game.
struct Slip {
    name: &'static str,
    code: &'static str,
    file: &'static str,
    /// The text of the sample, and the designer's text instead.
    find: &'static str,
    put: &'static str,
    /// The words that must be underlined; `|` marks the end of a line.
    at: &'static str,
    /// A part of the help; empty if there is none to be had.
    help: &'static str,
}

fn underlined<'a>(sources: &'a Sources, diagnostic: &Diagnostic) -> &'a str {
    let text = &sources.get(diagnostic.place.file).text;
    text.get(diagnostic.place.start..diagnostic.place.end)
        .unwrap_or("(outside of the file)")
}

fn with_slip(slip: &Slip) -> Project {
    Copy::of(&sample()).with(slip.file, slip.find, slip.put).project()
}

/// The complaints about the answer to a slip.
fn complaints(slip: &Slip) -> Vec<String> {
    let project = with_slip(slip);
    let found = check(&project);
    let mut complaints = Vec::new();
    let [one] = found.as_slice() else {
        let told = for_people(&project.sources, &found, false);
        return vec![format!(
            "{}: {} errors instead of one:\n{told}",
            slip.name,
            found.len()
        )];
    };
    let mut hold = |what: &str, expected: &str, fine: bool, is: &str| {
        if !fine {
            complaints.push(format!(
                "{}: {what} is `{is}`, not `{expected}` ({})",
                slip.name, one.message
            ));
        }
    };
    hold("the code", slip.code, one.code.id == slip.code, one.code.id);
    let at = underlined(&project.sources, one);
    hold("the underlined text", slip.at, at == slip.at, at);
    let help = one.help.as_deref().unwrap_or("");
    hold(
        "the help",
        slip.help,
        help.contains(slip.help) && help.is_empty() == slip.help.is_empty(),
        help,
    );
    let file = &project.sources.get(one.place.file).name;
    hold("the file", slip.file, file == slip.file, file);
    complaints
}

#[test]
fn the_sample_without_slips_is_fine() {
    let project = Project::load(&sample());
    let found = check(&project);
    assert!(
        found.is_empty(),
        "{}",
        for_people(&project.sources, &found, false)
    );
}

#[test]
fn every_slip_is_one_error_at_its_place_with_help() {
    let complaints: Vec<String> = SLIPS.iter().flat_map(complaints).collect();
    assert!(
        complaints.is_empty(),
        "{} complaints:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}

#[test]
fn names_of_slips_are_unique_and_no_slip_is_shown_twice() {
    let names: BTreeSet<&str> = SLIPS.iter().map(|slip| slip.name).collect();
    assert_eq!(names.len(), SLIPS.len());
    let changes: BTreeSet<_> = SLIPS
        .iter()
        .map(|slip| (slip.file, slip.find, slip.put))
        .collect();
    assert_eq!(changes.len(), SLIPS.len());
}

#[test]
fn the_answers_are_as_they_were_approved() {
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    for slip in SLIPS {
        let project = with_slip(slip);
        let told = for_people(&project.sources, &check(&project), false);
        let changed: String = slip.put.lines().map(|line| format!("> {line}\n")).collect();
        let page = pages.entry(slip.code).or_default();
        page.push_str(&format!(
            "## {}\n\n{changed}\n{}\n\n\n",
            slip.name,
            told.trim_end()
        ));
    }
    for (code, page) in pages {
        insta::assert_snapshot!(code, page);
    }
}

#[test]
fn what_machines_read_says_the_same() {
    for slip in SLIPS.iter().step_by(7) {
        let project = with_slip(slip);
        let found = check(&project);
        let json = for_machines(&project.sources, &found);
        let one = &json[0];
        let (line, column) = project.sources.line_column(found[0].place);
        assert_eq!(one["code"], slip.code, "{}", slip.name);
        assert_eq!(one["file"], slip.file, "{}", slip.name);
        assert_eq!(
            (one["line"].as_u64(), one["column"].as_u64()),
            (Some(line as u64), Some(column as u64))
        );
        assert_eq!(one["message"], found[0].message.as_str());
    }
}

#[test]
fn messages_are_in_the_words_of_designers() {
    for slip in SLIPS {
        let project = with_slip(slip);
        for diagnostic in check(&project) {
            let message = &diagnostic.message;
            assert!(
                message.starts_with(|c: char| !c.is_uppercase()),
                "{}: {message}",
                slip.name
            );
            for word in [
                "Some(", "None", "u32", "i64", "u64", "struct", "enum", "serde", "Err(",
            ] {
                assert!(!message.contains(word), "{}: `{word}` in: {message}", slip.name);
            }
            assert!(!message.ends_with('.'), "{}: {message}", slip.name);
        }
    }
}

/// The underlined words of all errors after some changes of one file.
fn all_underlined(file: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let copy = changes.iter().fold(Copy::of(&sample()), |copy, (find, put)| {
        copy.with(file, find, put)
    });
    let project = copy.project();
    let found = check(&project);
    found
        .iter()
        .map(|one| format!("{} {}", one.code.id, underlined(&project.sources, one)))
        .collect()
}

#[test]
fn three_slips_of_meaning_in_a_file_are_three_errors() {
    let changes = [
        ("give 3 apple to g", "give 3 aple to g"),
        (
            "set dice to roll push-of(pusher) horn",
            "set dice to roll push-off(pusher) horn",
        ),
        ("take hits apple from pushed", "take dice apple from pushed"),
    ];
    assert_eq!(
        all_underlined(slips::PLAY, &changes),
        ["cw0107 aple", "cw0101 push-off", "cw0104 dice"]
    );
}

#[test]
fn three_slips_of_grammar_in_a_file_are_three_errors() {
    let changes = [
        ("token apple on goat\n", "token apple goat\n"),
        ("deck hedge\n", "deck\n"),
        ("permission rest (who: goat)\n", "permission rest (who goat)\n"),
    ];
    assert_eq!(all_underlined(slips::WORDS, &changes).len(), 3);
}

#[test]
fn three_slips_in_rules_of_three_cards_are_three_errors() {
    let changes = [
        (
            "modify push-of + 1 when g is you and bruise on you > 0",
            "modify push-of + 1 when g is you and bruse on you > 0",
        ),
        ("add-face(dice, butt, 1)", "add-face(dice, but, 1)"),
        ("give 1 apple to you }", "give apple to you }"),
    ];
    assert_eq!(all_underlined(slips::CARDS, &changes).len(), 3);
}

#[test]
fn three_slips_of_facts_are_three_errors() {
    let changes = [
        ("strength: 3", "strength: strong"),
        ("routes: [lane, ledge]", "routes: [lane, legde]"),
        ("weight: 2, mood: calm", "weight: 2, mod: calm, mood: calm"),
    ];
    assert_eq!(
        all_underlined(slips::CARDS, &changes),
        ["cw0204 strong", "cw0215 legde", "cw0203 mod"]
    );
}

#[test]
fn three_slips_in_a_scenario_are_three_errors() {
    let changes = [
        ("template: billy", "template: bily"),
        ("owner: south, tokens", "owner: suoth, tokens"),
        ("{ brass-bell: 2 }", "{ bras-bell: 2 }"),
    ];
    assert_eq!(
        all_underlined(slips::DUEL, &changes),
        ["cw0201 bily", "cw0207 suoth", "cw0201 bras-bell"]
    );
}

#[test]
fn a_misspelt_key_hides_no_other_error_of_its_set() {
    let changes = [
        ("name: Nanny", "nam: Nanny"),
        ("bruise on you > 0", "bruse on you > 0"),
        ("strength: 3", "strength: strong"),
    ];
    assert_eq!(
        all_underlined(slips::CARDS, &changes),
        ["cw0204 strong", "cw0004 nam", "cw0107 bruse"]
    );
}

#[test]
fn what_a_broken_set_declares_is_unknown_to_nobody() {
    let own = "set: more\nsystem: sample\ntitle: More bells\nuses: [basic]\ncards:\n  - id: cow-bell\n    kind: bell\n    \
               name: Cow Bell\n    facts: { weight: 1, mood: calm }\n    rules: |\n      \
               after push.suffer when pushed is you and hits > grit { give 1 apple to you }\n";
    let shares = "title: Two goats and their bells\nshares: [grit]\nrules: |\n  define grit: number = 1\n";
    for (find, put) in [
        (
            "title: Two goats and their bells\n",
            "titel: Two goats and their bells\n",
        ),
        ("name: Nanny", "name: [Nanny"),
        ("name: Nanny", "name: [Nanny]"),
        ("rules: |\n  define", "rulse: |\n  define"),
    ] {
        let copy = Copy::of(&sample()).with(slips::CARDS, "title: Two goats and their bells\n", shares);
        copy.write("cards/sample/more.yaml", own);
        let project = copy.with(slips::CARDS, find, put).project();
        let found = check(&project);
        let told = for_people(&project.sources, &found, false);
        assert_eq!(found.len(), 1, "{put}:\n{told}");
        assert_eq!(
            project.sources.get(found[0].place.file).name,
            slips::CARDS,
            "{told}"
        );
    }
}

#[test]
fn aliases_of_aliases_are_refused_in_plain_words() {
    let ten = |name: &str| vec![format!("*{name}"); 10].join(",");
    let mut facts = "a: &a [1]".to_owned();
    for (one, other) in "abcdefgh".chars().zip("bcdefghi".chars()) {
        facts.push_str(&format!(", {other}: &{other} [{}]", ten(&one.to_string())));
    }
    let copy = Copy::of(&sample()).with(slips::CARDS, "strength: 3", &facts);
    let project = copy.project();
    let found = check(&project);
    let told = for_people(&project.sources, &found, false);
    assert_eq!(found.len(), 1, "{told}");
    assert!(found[0].message.starts_with("the aliases up to here"), "{told}");
}

#[test]
fn one_broken_document_does_not_hide_the_errors_of_others() {
    let copy = Copy::of(&sample())
        .with(slips::CASE, "decisions: [Nap]", "decision: [Nap]")
        .with(slips::DUEL, "template: billy", "template: bily");
    let project = copy.project();
    let found = check(&project);
    let codes: Vec<&str> = found.iter().map(|one| one.code.id).collect();
    assert_eq!(codes.len(), 2, "{}", for_people(&project.sources, &found, false));
    assert!(codes.contains(&"cw0004") && codes.contains(&"cw0201"));
}
