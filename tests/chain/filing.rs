//! Slips of YAML and of files: each is told once, where it is, with what to write instead; nothing that rests on it is told
//! as a second error.

use crate::workshop::{Copy, check, hexes, sample, squares};
use cardwright_compiler::{Diagnostic, Project};
use std::path::Path;

const CARDS: &str = "cards/sample/basic.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";
const SYSTEM: &str = "systems/sample/system.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
const RULES: &str = "    rules: |\n      modify push-of + 1 when g is you and bruise on you > 0\n";

/// The only thing that is wrong: its code, its message and its help.
fn told(project: &Project) -> String {
    let found = check(project);
    let told = found.iter().map(|one| {
        let help = one.help.as_deref().unwrap_or("no help");
        format!("{} {} ({help})", one.code.id, one.message)
    });
    told.collect::<Vec<_>>().join("\n")
}

fn slip(file: &str, find: &str, put: &str) -> String {
    told(&Copy::of(&sample()).with(file, find, put).project())
}

/// A text with the change that a diagnostic offers.
fn mended(copy: &Copy, file: &str, one: &Diagnostic) -> String {
    let fix = one.fix.as_ref().expect("it can be mended");
    let mut text = copy.text(file);
    text.replace_range(fix.place.start..fix.place.end, &fix.put);
    text
}

/// Whether the change that the one error offers mends it.
fn mends(file: &str, find: &str, put: &str) {
    let copy = Copy::of(&sample()).with(file, find, put);
    let found = check(&copy.project());
    assert_eq!(found.len(), 1, "`{put}`: {found:?}");
    copy.write(file, &mended(&copy, file, &found[0]));
    assert_eq!(told(&copy.project()), "", "`{put}`");
}

/// A case that begins on the duel.
fn case(rest: &str) -> String {
    let copy = Copy::of(&sample());
    copy.write(
        "tests/conformance/sample/page.yaml",
        &format!("scenario: duel\nwhen: run push(first-goat, second-goat)\n{rest}"),
    );
    told(&copy.project())
}

#[test]
fn rules_whose_lines_yaml_joins_are_told() {
    for sign in [">", ">-", "> # note"] {
        let folded =
            format!("    rules: {sign}\n      # Angry goats.\n      modify push-of + 1 when g is you\n");
        assert_eq!(
            slip(CARDS, RULES, &folded),
            "cw0001 after `>`, YAML joins all lines into one, so a comment hides everything after it \
             (write `|` instead, which keeps the lines as they are)"
        );
        mends(CARDS, RULES, &folded);
    }
    let scenario = slip(DUEL, "rules: |", "rules: >");
    assert!(scenario.starts_with("cw0001 after `>`"), "{scenario}");
    let quoted = "    rules: \"# Angry goats.\n      modify push-of + 1 when g is you\"\n";
    assert!(slip(CARDS, RULES, quoted).starts_with("cw0001 in quotes, YAML joins all lines"));
    for key in ["given", "expect"] {
        let rest = match key {
            "given" => {
                "given: >\n  # nothing\n  give 1 apple to first-goat\nexpect: [apple on first-goat = 0]\n"
            }
            _ => "expect:\n  - >\n    apple on first-goat = 0\n",
        };
        assert!(
            case(rest).starts_with("cw0001 after `>`"),
            "{key}: {}",
            case(rest)
        );
    }
    let fine = "    rules: 'modify push-of + 1 when g is you'\n";
    assert_eq!(slip(CARDS, RULES, fine), "");
}

#[test]
fn rules_that_yaml_cuts_at_a_comment_are_told() {
    let one_line = |rules: &str| slip(CARDS, RULES, &format!("    rules: {rules}\n"));
    let cut = "cw0001 a `#` begins a comment here, so the rest of the line does not belong to the rules \
               (if it belongs to the rules, remove the `#`; otherwise, write the comment on a separate line)";
    assert_eq!(
        one_line("modify push-of + 1 when g is you # and bruise on you > 0"),
        cut
    );
    assert_eq!(case("expect:\n  - apple on first-goat #= 1\n"), cut);
    assert_eq!(
        one_line("modify push-of + 1 when g is you # it pushes harder"),
        ""
    );
}

#[test]
fn lines_that_do_not_belong_to_their_text_are_told() {
    let less = "    rules: |\n    modify push-of + 1 when g is you\n";
    assert_eq!(
        slip(CARDS, RULES, less),
        "cw0001 this line is not indented more than `rules:`, so it does not belong to the text of that key \
         (indent the lines of the text two spaces more than `rules:`)"
    );
    for wrong in [
        less,
        "    rules: |\n  modify push-of + 1 when g is you\n",
        "    rules: |\n      modify push-of + 1 when g is you\n    forbid rest when who is you\n",
        "    rules: |\n    modify push-of + 1\n      when g is you\n",
    ] {
        mends(CARDS, RULES, wrong);
    }
}

#[test]
fn blanks_and_colons_that_are_missing_are_told() {
    let facts = "{ strength: 3, routes: [lane, curve], base-width: 1in }";
    assert_eq!(
        slip(CARDS, facts, &facts.replace("strength: 3", "strength:3")),
        "cw0001 a space is missing after the `:` of `strength` (write `strength: 3`)"
    );
    mends(CARDS, facts, &facts.replace("strength: 3", "strength:3"));
    mends(CARDS, facts, &facts.replace("strength: 3", "strength 3"));
    mends(DUEL, "tokens: { bruise: 1 }", "tokens: { bruise:1 }");
    mends(DUEL, "{ id: second-goat,", "{ id:second-goat,");
    mends(DUEL, "width: 12in,", "width:12in,");
    mends(CARDS, "    name: Billy", "    name:Billy");
    mends(CARDS, "  - id: nanny", "    id: nanny");
    mends(DUEL, "sets: [basic]", "sets: basic");
    mends(CARDS, "name: Billy", "name: 'Pete's goat'");
    mends(CARDS, "name: Billy", "name: Goat: Billy");
    let without = facts.replace("strength: 3", "strength: ");
    assert_eq!(
        slip(CARDS, facts, &without),
        "cw0007 `strength` has no value (write a value after the colon: `strength: ...`)"
    );
    assert!(slip(CARDS, "name: Billy", "name:").starts_with("cw0007 `name` has no value"));
}

#[test]
fn brackets_that_stay_open_are_told_where_they_open() {
    let open = |file: &str, find: &str, put: &str| {
        let copy = Copy::of(&sample()).with(file, find, put);
        let found = check(&copy.project());
        assert_eq!(found.len(), 1, "{found:?}");
        let place = found[0].place;
        (
            copy.text(file)[place.start..place.end].to_owned(),
            found[0].message.clone(),
        )
    };
    let closed = |sign: &str| (sign.to_owned(), format!("`{sign}` is never closed"));
    assert_eq!(open(DUEL, "sets: [basic]", "sets: [basic"), closed("["));
    assert_eq!(open(DUEL, "name: North }", "name: North"), closed("{"));
}

#[test]
fn a_misspelt_fact_is_not_missed_as_well() {
    let found = slip(CARDS, "strength: 3", "strenght: 3");
    assert_eq!(
        found,
        "cw0203 a goat has no fact `strenght` (did you mean `strength`?)"
    );
    let found = slip(CARDS, "strength: 3", "strength: \"3\"");
    assert_eq!(
        found,
        "cw0204 expected a number, but text in quotes is not a number (write `3`, without quotes)"
    );
    mends(CARDS, "strength: 3", "strength: \"3\"");
}

#[test]
fn keys_say_which_keys_and_values_they_ask_for() {
    assert_eq!(
        slip(DUEL, "at: { x: 3in, y: 3in }", "at: c5"),
        "cw0007 the value of `at` must be keys and values \
         (write `{ x: 3in, y: 4in }` on a flat table, `{ space: c5 }` on a board of spaces)"
    );
    let found = slip(
        SYSTEM,
        "files: [words.cw, play.cw]",
        "files: [words.cw, play.cw]\nuses:\n  - walks",
    );
    assert_eq!(
        found,
        "cw0007 the value of `uses` must be keys and values (write `{ library: walks }`)"
    );
    let found = slip(DUEL, "  - { id: south, name: South }", "  - south");
    assert_eq!(
        found,
        "cw0007 the value of `players` must be keys and values (write `{ id: south, name: NAME }`)"
    );
}

#[test]
fn lists_that_yaml_cuts_at_commas_are_told_wherever_they_stand() {
    let cut = "cw0001 in a list in brackets, YAML ends an entry at each comma";
    for list in [
        "expect: [max(apple on first-goat, 1) > 0]\n",
        "decisions:\n  - { takes: Nap, expect: [max(apple on first-goat, 1) > 0] }\n",
        "decisions:\n  - { takes: Nap, offers: [Step (a, b)] }\n",
        "decisions: [Step (a, b)]\nevents: [Billy]\n",
        "decisions: [3in, 4in, 90deg]\nevents: [Billy]\n",
        "events: [Billy (a, b) moves]\n",
    ] {
        let found = case(list);
        assert!(
            found.starts_with(cut) && found.lines().count() == 1,
            "{list}: {found}"
        );
    }
    // Entries in quotes are whole.
    let fine = case("decisions: [\"3in, 4in\", \"Step (\", \"a)\"]\nevents: [Billy]\n");
    assert_eq!(fine, "");
    let inner = case("expect: [count of [first-goat, second-goat] = 2]\n");
    assert!(
        inner.contains("begins another list or map in the middle of an entry"),
        "{inner}"
    );
    let colon = case("events: [Billy (x): apple 0 to 1]\n");
    assert_eq!(
        colon,
        "cw0007 expected a text, but a `:` followed by a space makes this a key \
         (put the text in quotes: `\"Billy (x): apple 0 to 1\"`)"
    );
}

#[test]
fn expectations_that_ask_nothing_are_told() {
    for nothing in [
        "expect: [yes]\n",
        "expect: [1 = 1]\n",
        "events: [\"\"]\n",
        "decisions: [{ takes: Nap, offers: [\" \"] }]\n",
    ] {
        let found = case(nothing);
        assert!(
            found.starts_with("cw0223") && found.lines().count() == 1,
            "{nothing}: {found}"
        );
    }
}

#[test]
fn an_id_that_is_none_is_one_error_wherever_it_is_named() {
    let one = |file: &str, find: &str, put: &str, id: &str| {
        let found = slip(file, find, put);
        let expected = format!("(write `{id}` here and wherever the id is used");
        assert!(
            found.starts_with("cw0024") && found.lines().count() == 1 && found.contains(&expected),
            "{put}: {found}"
        );
    };
    one(CARDS, "id: billy", "id: Billy", "billy");
    one(CARDS, "set: basic", "set: Basic", "basic");
    one(CARDS, "id: brass-bell", "id: BrassBell", "brass-bell");
    one(CARDS, "id: brass-bell", "id: Brässbell", "braessbell");
    one(DUEL, "id: north,", "id: North,", "north");
    one(DUEL, "scenario: duel", "scenario: Duel", "duel");
    one(CARDS, "    ledge:", "    Ledge:", "ledge");
}

#[test]
fn a_map_that_cannot_be_read_is_one_error() {
    let one = |find: &str, put: &str, code: &str| {
        let copy = Copy::of(&squares()).with("maps/cellar/the-cellar.yaml", find, put);
        let found = told(&copy.project());
        assert!(found.starts_with(code) && found.lines().count() == 1, "{found}");
    };
    one("system: cellar", "system: celar", "cw0205");
    one("board:", "bord:", "cw0004");
    one("map: the-cellar", "map: The-Cellar", "cw0024");
    let copy = Copy::of(&squares());
    let text = copy.text("maps/cellar/the-cellar.yaml");
    std::fs::remove_file(copy.path("maps/cellar/the-cellar.yaml")).expect("the copy is ours");
    copy.write("maps/cellar/the-cellar.yml", &text);
    let found = told(&copy.project());
    assert!(
        found.starts_with("cw0011") && found.lines().count() == 1,
        "{found}"
    );
}

#[test]
fn documents_of_another_game_are_one_error() {
    assert_eq!(
        slip(DUEL, "system: sample", "system: smaple"),
        "cw0205 there is no system `smaple` (did you mean `sample`?)"
    );
    assert_eq!(
        slip(CASE, "system: sample", "system: smaple\nscenario: duel"),
        "cw0205 there is no system `smaple` (did you mean `sample`?)"
    );
    let renamed = slip(SYSTEM, "system: sample", "system: simple");
    assert!(
        renamed.starts_with("cw0012")
            && renamed.lines().count() == 1
            && renamed.contains("or write `system: sample`"),
        "{renamed}"
    );
    let sizeless = slip(DUEL, "table: { width: 12in, length: 12in }\n", "");
    assert!(
        sizeless.starts_with("cw0202") && sizeless.lines().count() == 1,
        "{sizeless}"
    );
}

#[test]
fn a_set_in_another_encoding_is_one_error() {
    let copy = Copy::of(&sample());
    let text = copy.text(CARDS);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(copy.path(CARDS), [&[0xff, 0xfe], wide.as_slice()].concat()).expect("the copy is ours");
    let found = told(&copy.project());
    assert!(
        found.starts_with("cw0003") && found.lines().count() == 1,
        "{found}"
    );
}

#[test]
fn content_beside_the_folders_of_content_is_told() {
    let strays = |file: &str, text: &str| {
        let copy = Copy::of(&sample());
        copy.write(file, text);
        told(&copy.project())
    };
    let set = "set: more\nsystem: sample\ntitle: More\ncards: []\n";
    let case = "scenario: duel\nexpect: [hits = 0]\n";
    for (file, text, home) in [
        ("sets/sample/more.yaml", set, "cards/sample/"),
        ("homebrew/more.yaml", set, "cards/sample/"),
        ("more.yaml", set, "cards/sample/"),
        ("tests/sample/page.yaml", case, "tests/conformance/sample/"),
        ("tests/page.yaml", case, "tests/conformance/<system>/"),
        (
            "test/conformance/sample/page.yaml",
            case,
            "tests/conformance/sample/",
        ),
        ("more.cw", "deck pile", "systems/<system>/"),
        ("rules/sample/more.cw", "deck pile", "systems/sample/"),
    ] {
        let found = strays(file, text);
        let help = format!("(move it to `{home}`, or out of the project)");
        assert!(
            found.starts_with("cw0011") && found.ends_with(&help) && found.lines().count() == 1,
            "{file}: {found}"
        );
    }
    for (file, text) in [
        ("other/systems/sample/more.yaml", set),
        (".drafts/more.yaml", set),
        ("docs/more.md", set),
        (".github/workflows/ci.yaml", "name: ci\non: push\n"),
        ("compose.yaml", "services: {}\n"),
        ("elsewhere/more.yaml", "set: more\nsystem: another\n"),
    ] {
        assert_eq!(strays(file, text), "", "{file}");
    }
    let copy = Copy::of(&sample());
    copy.write(
        "cards/sample/page.yaml",
        "proves: []\nscenario: duel\nexpect: [hits = 0]\n",
    );
    let found = told(&copy.project());
    assert!(
        found.starts_with("cw0009 this is a conformance case")
            && found.contains("move the file to `tests/conformance/sample/`"),
        "{found}"
    );
}

#[test]
fn a_library_of_which_nobody_has_anything_is_told() {
    let copy = Copy::of(&sample());
    copy.write(
        "libraries/walks/library.yaml",
        "library: walks\ntitle: Walks\nfiles: []\n",
    );
    assert_eq!(
        told(&copy.project()),
        "cw0509 no system uses the library `walks` \
         (add `uses: [{ library: walks }]` to a system, or remove the library)"
    );
}

#[test]
fn a_place_without_half_of_it_says_what_to_add() {
    assert!(slip(DUEL, "at: { x: 3in, y: 3in }", "at: { x: 3in }").ends_with("(add `y: ...`, a length)"));
    assert_eq!(
        slip(DUEL, "heading: 180deg", "heading: 400deg"),
        "cw0237 a heading is at most a full turn, 360deg (write `40deg`, which is the same direction)"
    );
    assert_eq!(slip(DUEL, "heading: 180deg", "heading: 360deg"), "");
    let copy = Copy::of(&hexes());
    let file = Path::new("scenarios/crag/morning.yaml");
    let text = copy.text(&file.to_string_lossy());
    let at = text
        .find("at: { space: ")
        .map(|at| &text[at..at + text[at..].find('}').unwrap_or(0) + 1]);
    let at = at.expect("a piece stands somewhere").to_owned();
    copy.write(
        &file.to_string_lossy(),
        &text.replacen(&at, "at: { x: 3in, y: 3in }", 1),
    );
    assert!(told(&copy.project()).ends_with("(write `at: { space: ... }`)"));
}

// Limit: MOST_ENTITIES in compiler/code/src/link/entities.rs
#[test]
fn entities_beyond_the_limit_are_told_once() {
    let many: String = (0..4100)
        .map(|at| format!("  - {{ id: goat-{at}, template: billy }}\n"))
        .collect();
    let found = slip(DUEL, "decks:\n", &format!("{many}decks:\n"));
    assert_eq!(
        found,
        "cw0116 the game has more than 4000 entities \
         (remove some players, pieces, decks or cards; all of them count)"
    );
}
