//! Documents that belong to nothing are told at their places; and exactly the parts that are asked for are
//! checked.

use crate::shop::Shop;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

const SET: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
const SCENARIO: &str = "scenarios/sample/duel.yaml";
const PLAY: &str = "systems/sample/play.cw";
const SYSTEM: &str = "systems/sample/system.yaml";

fn rename(shop: &Shop, from: &str, to: &str) {
    let path = |name| shop.folder.join(name);
    std::fs::rename(path(from), path(to)).expect("the copy can be changed");
}

/// The messages of `check` for people, which must be so many errors.
fn told(shop: &Shop, errors: usize) -> String {
    let answer = shop.run(&["check"]).expect(1);
    let count = match errors {
        1 => "1 error\n".to_owned(),
        _ => format!("{errors} errors\n"),
    };
    assert!(answer.err.ends_with(&count), "not {count}{}", answer.err);
    answer.err
}

#[test]
fn a_misspelt_system_is_one_error_at_its_place() {
    let shop = Shop::new().with(SET, "system: sample", "system: smaple");
    insta::assert_snapshot!(told(&shop, 1));
    let garbage = "set: page\nsystem: smaple\ntitle: t\ncards:\n  - { id: a, kind: nonsense, name: A, rules: when when }\n";
    let shop = Shop::new();
    shop.write("cards/sample/page.yaml", garbage);
    let text = told(&shop, 1);
    assert!(text.contains("cards/sample/page.yaml:2:9"), "{text}");
}

#[test]
fn documents_under_names_that_nobody_reads_are_told() {
    let shop = Shop::new();
    rename(&shop, SET, "cards/sample/basic.yml");
    insta::assert_snapshot!("a_document_that_ends_in_yml", told(&shop, 1));
    let shop = Shop::new();
    rename(&shop, "cards/sample", "cards/sampel");
    insta::assert_snapshot!("a_folder_with_another_name_than_its_system", told(&shop, 1));
    let shop = Shop::new();
    rename(&shop, "cards", "card");
    insta::assert_snapshot!("a_folder_of_content_with_a_wrong_name", told(&shop, 1));
    let shop = Shop::new();
    let case = shop.text(CASE);
    let unnamed = case.replacen("case: a nap gives an apple\nsystem: sample\n", "", 1);
    for name in ["one", "two"] {
        shop.write(&format!("tests/conformance/sampel/{name}.yaml"), &unnamed);
    }
    insta::assert_snapshot!("cases_in_a_folder_of_no_system", told(&shop, 1));
    let shop = Shop::new();
    rename(&shop, SET, "cards/basic.yaml");
    insta::assert_snapshot!("a_document_in_no_folder_of_a_system", told(&shop, 1));
}

#[test]
fn stray_files_and_folders_are_told_and_notes_are_not() {
    let shop = Shop::new();
    shop.write("cards/sample/README.md", "notes");
    shop.write("cards/sample/list.json", "{}");
    shop.write("cards/sample/rules.cw", "deck pile");
    shop.write("systems/sample/extra.cw", "deck pile");
    shop.write("maps/other/notes.txt", "none yet");
    insta::assert_snapshot!(told(&shop, 4));
}

#[test]
fn what_editors_leave_behind_is_passed_over() {
    let shop = Shop::new();
    symlink("nobody@nowhere:1", shop.folder.join("cards/sample/.#basic.yaml")).expect("a link");
    for name in [
        "basic.yaml~",
        "#basic.yaml#",
        ".basic.yaml.swp",
        "basic.yaml.bak",
        "basic.yaml.orig",
    ] {
        shop.write(&format!("cards/sample/{name}"), "set: basic\n");
    }
    shop.run(&["check"]).expect(0);
}

#[test]
fn a_misspelt_file_of_a_system_is_one_error() {
    let shop = Shop::new().with(SYSTEM, "play.cw", "plya.cw");
    insta::assert_snapshot!(told(&shop, 1));
}

#[test]
fn links_are_followed_once_and_not_out_of_the_project() {
    let shop = Shop::new();
    symlink("..", shop.folder.join("cards/sample/loop")).expect("a link");
    symlink("basic.yaml", shop.folder.join("cards/sample/again.yaml")).expect("a link");
    shop.run(&["check"]).expect(0);

    let outside = Shop::new();
    rename(&shop, SET, "../outside.yaml.txt");
    let target = shop
        .folder
        .join("../outside.yaml.txt")
        .canonicalize()
        .expect("it is there");
    std::fs::remove_file(shop.folder.join("cards/sample/again.yaml")).expect("it is there");
    symlink(&target, shop.folder.join(SET)).expect("a link");
    let text = told(&shop, 1);
    assert!(
        text.contains("this link leads out of the project, to /"),
        "{text}"
    );
    shop.run(&["check", "--outside-links"]).expect(0);
    std::fs::remove_file(target).expect("it is there");

    symlink("self", outside.folder.join("cards/sample/self")).expect("a link");
    let text = told(&outside, 1);
    assert!(text.contains("this link leads nowhere"), "{text}");
}

#[test]
fn what_cannot_be_read_as_text_is_told() {
    let shop = Shop::new();
    let name = std::ffi::OsStr::from_bytes(b"odd\xff.yaml");
    std::fs::write(shop.folder.join("cards/sample").join(name), "set: odd\n")
        .expect("the copy can be written");
    std::fs::write(shop.folder.join("cards/sample/wide.yaml"), b"\xff\xfes\0e\0t\0")
        .expect("the copy can be written");
    let text = told(&shop, 2);
    for part in ["its name is not UTF-8 text", "line 1 is not UTF-8 text"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn all_paths_and_all_projects_are_checked() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    shop.run(&["check", CASE]).expect(0);
    shop.run(&["check", CASE, SCENARIO]).expect(1);
    shop.run(&["check", SCENARIO, CASE]).expect(1);
    let other = Shop::new().with(CASE, "apple on one = 3", "aple on one = 3");
    let [first, second] = [&shop, &other].map(|shop| shop.folder.to_string_lossy().into_owned());
    let answer = shop.run(&["check", ".", &second, "--format", "json"]).expect(1);
    let errors = answer.json().remove(0);
    let files: Vec<&str> = errors
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["file"].as_str())
        .collect();
    assert_eq!(files.len(), 2, "{errors}");
    assert!(files.iter().any(|file| file.ends_with(SCENARIO)), "{files:?}");
    assert!(
        files
            .iter()
            .any(|file| file.starts_with(&second) || file.starts_with(&first)),
        "{files:?}"
    );
    let answer = shop.run(&["test", &first, &second]).expect(1);
    assert!(answer.out.contains("3 passed, 1 failed"), "{}", answer.out);
}

#[test]
fn a_document_is_checked_with_what_depends_on_it_and_no_more() {
    let set = "cards/sample/basic.yaml";
    let other = "cards/sample/other.yaml";
    let shop = Shop::new();
    shop.write(other, "set: other\nsystem: sample\ntitle: More\ncards: []\n");
    shop.write(
        "scenarios/sample/odd.yaml",
        "scenario: odd\nsystem: sample\ntitle: [\n",
    );
    // What is wrong elsewhere is not told.
    shop.run(&["check", set]).expect(0);
    shop.run(&["check", other]).expect(0);
    shop.run(&["run", SCENARIO, "--quiet", "--agents", "random"])
        .expect(0);
    let answer = shop.run(&["check"]).expect(1);
    assert!(answer.err.contains("odd.yaml"), "{}", answer.err);
    // A card that is gone is told where it is named.
    let shop = shop.with(set, "- id: billy", "- id: bill");
    let answer = shop.run(&["check", set]).expect(1);
    assert!(answer.err.contains(SCENARIO), "{}", answer.err);
    shop.run(&["check", other]).expect(0);
    // What a document needs is told of if nothing is wrong with itself.
    let shop = Shop::new().with(set, "add-face(dice, butt, 1)", "add-face(dice, but, 1)");
    let answer = shop.run(&["check", CASE]).expect(1);
    assert!(answer.err.contains(set), "{}", answer.err);
}

#[test]
fn names_lead_from_where_the_caller_stands() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    let first = |arguments: &[&str]| -> String {
        let answer = shop.run(arguments).expect(1);
        answer.json().remove(0)[0]["file"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(first(&["check", "--format", "json"]), SCENARIO);
    let from_cards = first(&["check", "--format", "json", "--relative-to", "cards"]);
    assert_eq!(from_cards, format!("../{SCENARIO}"));
    let above = shop
        .folder
        .parent()
        .map(|above| above.to_string_lossy().into_owned());
    let from_above = first(&[
        "check",
        "--format",
        "json",
        "--relative-to",
        &above.unwrap_or_default(),
    ]);
    assert!(
        from_above.ends_with(SCENARIO) && from_above.len() > SCENARIO.len(),
        "{from_above}"
    );
    shop.run(&["check", "--relative-to", "nowhere"]).expect(2);
}

#[test]
fn a_path_that_does_not_exist_is_a_wrong_call() {
    let shop = Shop::new();
    for call in [
        ["check", CASE, "cards/nowhere.yaml"],
        ["test", CASE, "cards/nowhere.yaml"],
        ["fmt", CASE, "cards/nowhere.yaml"],
    ] {
        let answer = shop.run(&call).expect(2);
        assert!(
            answer.err.contains("cards/nowhere.yaml: No such file"),
            "{}",
            answer.err
        );
    }
}

#[test]
fn ledgers_and_files_of_the_language_are_checked_by_name() {
    let ledger = "systems/sample/rulebook.yaml";
    let shop = Shop::new();
    shop.run(&["check", ledger]).expect(0);
    shop.run(&["check", PLAY]).expect(0);
    let shop = Shop::new().with(ledger, "id: SMP-002", "id: SMP-001").with(
        PLAY,
        "give 3 apple to g",
        "give 3 aple to g",
    );
    let answer = shop.run(&["check", ledger]).expect(1);
    assert!(
        answer.err.contains("there is already a rule `SMP-001`"),
        "{}",
        answer.err
    );
    assert!(!answer.err.contains("aple"), "{}", answer.err);
    let answer = shop.run(&["check", PLAY]).expect(1);
    assert!(
        answer.err.contains("aple") && !answer.err.contains("SMP-001"),
        "{}",
        answer.err
    );
}

#[test]
fn ids_of_a_ledger_are_whole_words() {
    let comment = "# The course of the game.";
    let shop = Shop::new().with(PLAY, comment, "# HO-SMP-01 stands on the box.");
    shop.run(&["check"]).expect(0);
    let shop = shop.with(PLAY, "HO-SMP-01", "SMP-901");
    let text = told(&shop, 1);
    assert!(
        text.contains("there is no rule `SMP-901` in the ledger"),
        "{text}"
    );
}

#[test]
fn one_faulty_document_does_not_stop_the_cases_of_others() {
    let shop = Shop::new();
    let case = shop.text(CASE);
    shop.write(
        "tests/conformance/sample/broken.yaml",
        &case.replace("decisions:", "decision:"),
    );
    let answer = shop.run(&["test"]).expect(1);
    let line = "2 passed, 0 failed; 1 document has errors";
    assert!(answer.out.contains(line), "{}", answer.out);
    assert!(
        answer.err.contains("broken.yaml") && answer.err.contains("cw0004"),
        "{}",
        answer.err
    );
}

#[test]
fn what_is_wrong_with_a_set_is_told_where_that_one_is_asked_for() {
    let shop = Shop::new();
    let set = |id: &str, head: &str, rules: &str| {
        let text = format!(
            "set: {id}\nsystem: sample\ntitle: {id}\n{head}cards:\n  - id: {id}-bell\n    kind: bell\n    name: Bell\n    \
             facts: {{ weight: 1, mood: calm }}\n    rules: |\n      {rules}\n"
        );
        shop.write(&format!("cards/sample/{id}.yaml"), &text);
    };
    let fine = "after push.suffer when pushed is you { give 1 apple to you }";
    set("tin", "", fine);
    for rules in [
        "after push.suffer when pushed is you { give 1 appel to you }",
        "let count = 1",
    ] {
        set("rust", "", rules);
        let answer = shop.run(&["check", "cards/sample/tin.yaml"]).expect(0);
        assert!(!answer.err.contains("cw0"), "{}", answer.err);
        assert!(
            answer
                .err
                .contains("`cards/sample/rust.yaml` was not examined, because of errors there"),
            "{}",
            answer.err
        );
        let answer = shop.run(&["check", "cards/sample/rust.yaml"]).expect(1);
        assert!(answer.err.contains("1 error"), "{}", answer.err);
        let answer = shop.run(&["check", "cards/sample"]).expect(1);
        assert!(answer.err.contains("1 error"), "{}", answer.err);
    }
    // A set that uses it needs it; and errors of its own are told as ever.
    set("copper", "uses: [rust]\n", fine);
    shop.run(&["check", "cards/sample/copper.yaml"]).expect(1);
    set(
        "copper",
        "",
        "after push.suffer when pushed is you { give 1 aple to you }",
    );
    let answer = shop.run(&["check", "cards/sample/copper.yaml"]).expect(1);
    assert!(
        answer.err.contains("1 error") && answer.err.contains("aple"),
        "{}",
        answer.err
    );
}

#[test]
fn rules_at_the_head_of_sets_and_scenarios_are_told() {
    let shop = Shop::new();
    let text = shop.text(SET);
    let head = "rules: |\n  define is-sad (who: goat): yes-no = apple on who < 1 and bruise on who > 1 and dizzy of who = no and strength of who > 1\n  \
                modify push-of - 1 when is-sad(g)\ncards:\n";
    shop.write(SET, &text.replacen("cards:\n", head, 1));
    for asked in ["basic", "sample/basic"] {
        let answer = shop.run(&["explain", asked]).expect(0);
        for wanted in [
            "(card set of The sample game)",
            "In every game with this set:",
            "is reduced by 1",
            "The who is sad: ",
            "Brass Bell (`brass-bell`)",
        ] {
            assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
        }
    }
    let answer = shop.run(&["explain", "duel"]).expect(0);
    assert!(
        answer.out.contains("(scenario of The sample game)"),
        "{}",
        answer.out
    );
    let answer = shop.run(&["explain", "bassic"]).expect(2);
    assert!(answer.err.contains("did you mean `basic`"), "{}", answer.err);
}

#[test]
fn a_byte_order_mark_and_returns_stay_as_they_were() {
    let shop = Shop::new();
    for file in [SET, PLAY] {
        let text = shop.text(file).replace('\n', "\r\n");
        shop.write(file, &format!("\u{feff}{text}"));
    }
    shop.run(&["check"]).expect(0);
    shop.run(&["fmt", "--check"]).expect(0);
    let wide = shop.text(PLAY).replacen("give 3 apple", "give   3   apple", 1);
    shop.write(PLAY, &wide);
    shop.run(&["fmt"]).expect(0);
    let text = shop.text(PLAY);
    assert!(text.starts_with('\u{feff}') && text.contains("give 3 apple"));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    // What machines read counts from the file's beginning, mark and all.
    let shop = shop.with(PLAY, "give 3 apple", "give 3 aple");
    let errors = shop
        .run(&["check", "--format", "json"])
        .expect(1)
        .json()
        .remove(0);
    let at = |key: &str| errors[0][key].as_u64().expect("a number") as usize;
    assert_eq!(&shop.text(PLAY)[at("start")..at("end")], "aple");
}

#[test]
fn slips_of_yaml_are_told_in_the_words_of_designers() {
    let slip = |find: &str, put: &str| told(&Shop::new().with(SET, find, put), 1);
    let second = format!(
        "{}---\nset: other\nsystem: sample\ntitle: x\ncards: []\n",
        Shop::new().text(SET)
    );
    let shop = Shop::new();
    shop.write(SET, &second);
    insta::assert_snapshot!("a_second_document_in_a_file", told(&shop, 1));
    insta::assert_snapshot!(
        "typographic_quotes_around_a_title",
        slip(
            "title: Two goats and their bells",
            "title: “Two goats: and bells”"
        )
    );
    insta::assert_snapshot!(
        "a_colon_in_a_title",
        slip("title: Two goats and their bells", "title: Two goats: and bells")
    );
    insta::assert_snapshot!(
        "a_system_before_its_set",
        slip("set: basic\nsystem: sample\n", "system: sample\nset: basic\n")
    );
    insta::assert_snapshot!("a_misspelt_first_key", slip("set: basic", "sett: basic"));
    insta::assert_snapshot!(
        "an_id_that_is_no_name",
        slip(
            "    ledge: {",
            "    Big_Hill: { length: 1in, bend: -45deg, mood: sleepy }\n    ledge: {"
        )
    );
    let shop = Shop::new().with(SET, "set: basic", "%YAML 1.2\n--- # cards\nset: basic");
    shop.run(&["check"]).expect(0);
}

#[test]
fn slips_of_cases_are_told_in_the_words_of_designers() {
    let list = "expect:\n  - apple on one = 3\n";
    let cut = "expect: [apple on one = 3, max(apple on one, 4) = 4]\nevents:\n";
    let case = Shop::new().text(CASE);
    let (before, _) = case.split_once(list).expect("the case expects this first");
    let shop = Shop::new();
    shop.write(CASE, &format!("{before}{}", cut.replace("events:\n", "")));
    insta::assert_snapshot!("an_expectation_cut_at_a_comma", told(&shop, 1));
    shop.write(CASE, &format!("{before}expect: []\n"));
    insta::assert_snapshot!("a_case_that_expects_nothing", told(&shop, 1));
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: brass-bell");
    insta::assert_snapshot!("a_card_where_a_piece_is_asked_for", told(&shop, 1));
    let shop = Shop::new().with(SCENARIO, "{ brass-bell: 2 }", "{ billy: 2 }");
    insta::assert_snapshot!("a_piece_where_a_card_is_asked_for", told(&shop, 1));
}

#[test]
fn more_agents_than_players_are_a_wrong_call() {
    let shop = Shop::new();
    for verb in ["run", "sim"] {
        let answer = shop
            .run(&[verb, SCENARIO, "--agents", "random,random,novice"])
            .expect(2);
        assert!(
            answer.err.contains("there are 3 agents, but only 2 players"),
            "{}",
            answer.err
        );
    }
}

#[test]
fn long_lines_are_cut_around_what_is_wrong() {
    let wide = format!("{}give 3 aple to g", " ".repeat(70_000));
    let shop = Shop::new().with(PLAY, "give 3 apple to g", &wide);
    let text = told(&shop, 1);
    assert!(
        text.contains("…") && text.lines().all(|line| line.chars().count() < 300),
        "{text}"
    );
    assert!(text.contains("play.cw:5:70037"), "{text}");
    shop.run(&["check", "--format", "junit"]).expect(1);
}

#[test]
fn a_pack_opens_no_file_outside_of_the_project() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "honest.cwp"]).expect(0);
    let call = |pack: &str| {
        shop.run(&["run", pack, "--agents", "random", "--why"])
            .expect(0)
            .out
    };
    let shows = |told: &str| {
        told.lines()
            .any(|line| line.contains("play.cw:") && line.contains(": `"))
    };
    assert!(shows(&call("honest.cwp")), "places are shown with their lines");
    let text = shop.text(PLAY);
    std::fs::write(shop.folder.join(PLAY), format!("{text}# Later.\n")).expect("the folder is ours");
    assert!(
        !shows(&call("honest.cwp")),
        "a file that was changed is not what was compiled"
    );
    std::fs::write(shop.folder.join(PLAY), text).expect("the folder is ours");
    // A link stands for a pack that names a file elsewhere.
    let outside = shop.folder.with_extension("secret.cw");
    std::fs::rename(shop.folder.join(PLAY), &outside).expect("the folders are ours");
    symlink(&outside, shop.folder.join(PLAY)).expect("a link");
    let told = call("honest.cwp");
    std::fs::remove_file(outside).expect("it is there");
    assert!(told.contains("play.cw:") && !shows(&told), "{told}");
}

#[test]
fn nothing_that_content_says_steers_a_terminal() {
    // A name with what nobody sees is refused; a note or a comment that turns the text around is only shown safely.
    let named = |name: &str| Shop::new().with(SET, "name: Billy", &format!("name: \"{name}\""));
    let note = "note: \"The size\\u202e is ours.\"";
    let shop = Shop::new().with(SET, "note: The size is ours.", note);
    let shop = shop.with(PLAY, "give 3 apple to g", "# \u{202e}\n give 3 apple to g");
    let steers = |text: &str| text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}');
    for call in [
        &[
            "run",
            SCENARIO,
            "--agents",
            "random",
            "--why",
            "--draw",
            "table.svg",
        ][..],
        &["run", SCENARIO, "--agents", "random", "--format", "json"],
        &["test", "--account"],
        &["explain", "billy"],
        &["coverage", "--cards"],
    ] {
        let answer = shop.run(call);
        assert!(
            !steers(&answer.out) && !steers(&answer.err),
            "{call:?}: {:?}",
            answer.out
        );
        let forged = answer.out.lines().any(|line| line.starts_with("hash: 0\u{2421}"));
        assert!(!forged || call[0] == "explain", "{call:?}: {}", answer.out);
    }
    assert!(!steers(&shop.text("table.svg").replace('\t', " ")));
    for name in ["Bil\\e[31mly\\r\\nhash: 0\\x7f", "Billy\\u202e"] {
        let answer = named(name).run(&["check"]).expect(1);
        assert!(!steers(&answer.err), "{:?}", answer.err);
    }
    let shop = Shop::new().with(PLAY, "give 3 apple to g", "\u{1b}[31m give 3 aple to g");
    let answer = shop.run(&["check"]).expect(1);
    assert!(!steers(&answer.err), "{:?}", answer.err);
}
