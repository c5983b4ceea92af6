//! The program as its callers see it: exit codes, what goes to which stream, and files.
//!
//! 0 is fine, 1 means that the content has errors, 2 that the call was wrong. It never panics.

use crate::shop::{Answer, Shop};
use serde_json::Value;

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
const WORDS: &str = "systems/sample/words.cw";

#[test]
fn check_of_good_content_is_fine() {
    let answer = Shop::new().run(&["check"]).expect(0);
    assert!(answer.out.starts_with("fine: 1 system,"), "{}", answer.out);
    assert_eq!(answer.err, "");
}

#[test]
fn check_takes_a_folder_or_documents() {
    let shop = Shop::new();
    shop.run(&["check", "."]).expect(0);
    shop.run(&["check", SCENARIO, CASE]).expect(0);
    shop.run(&["check", "cards"]).expect(0);
}

#[test]
fn check_of_bad_content_tells_people_on_the_error_stream() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    let answer = shop.run(&["check"]).expect(1);
    assert_eq!(answer.out, "");
    for part in [
        "cw0201",
        "there is no card or piece `bily`",
        "did you mean `billy`?",
        "duel.yaml:10:33",
    ] {
        assert!(answer.err.contains(part), "no `{part}` in {}", answer.err);
    }
    assert!(!answer.err.contains('\u{1b}'), "no colour where nobody sees it");
}

#[test]
fn check_of_bad_content_tells_machines_on_the_result_stream() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    let answer = shop.run(&["check", "--format", "json"]).expect(1);
    let [Value::Array(errors)] = &answer.json()[..] else {
        panic!("{}", answer.out)
    };
    let [error] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert_eq!(
        (&error["code"], &error["file"]),
        (&"cw0201".into(), &SCENARIO.into())
    );
    assert_eq!((&error["line"], &error["column"]), (&10.into(), &33.into()));
}

#[test]
fn check_of_good_content_for_machines_is_an_empty_list() {
    let answer = Shop::new().run(&["check", "--format", "json"]).expect(0);
    assert_eq!(answer.json(), [Value::Array(Vec::new())]);
}

#[test]
fn wrong_calls_end_with_2_and_a_reason() {
    let shop = Shop::new();
    let calls: [&[&str]; 13] = [
        &[],
        &["chek"],
        &["check", "--fromat", "json"],
        &["check", "nowhere"],
        &["run"],
        &["run", "nowhere.yaml"],
        &["run", SCENARIO, "--agents", "clever"],
        &["run", SCENARIO, "--seed", "one"],
        &["run", CASE],
        &["build", "nowhere.yaml"],
        &["disasm", "nowhere.cwp"],
        &["verify", "nowhere.cwp"],
        &["test", "--filter", "no case has this"],
    ];
    for call in calls {
        let answer = shop.run(call).expect(2);
        assert!(!answer.err.is_empty(), "{call:?} says why");
        assert_eq!(answer.out, "", "{call:?}");
    }
}

#[test]
fn a_folder_without_systems_is_a_wrong_call() {
    let shop = Shop::new();
    std::fs::remove_dir_all(shop.folder.join("systems")).expect("the copy can be changed");
    let answer = shop.run(&["check"]).expect(2);
    assert!(answer.err.contains("no project here"), "{}", answer.err);
}

#[test]
fn run_tells_the_game_and_the_same_seed_tells_the_same() {
    let shop = Shop::new();
    let call = ["run", SCENARIO, "--agents", "random", "--seed", "7"];
    let (one, other) = (shop.run(&call).expect(0), shop.run(&call).expect(0));
    assert_eq!(one.out, other.out);
    for part in ["outcome: ", "hash: "] {
        assert!(one.out.contains(part), "{}", one.out);
    }
    let different = shop
        .run(&["run", SCENARIO, "--agents", "random", "--seed", "8"])
        .expect(0);
    assert_ne!(one.out, different.out);
}

#[test]
fn every_agent_plays_a_game_to_its_end() {
    let shop = Shop::new();
    for agents in ["random", "novice", "default", "novice,random"] {
        let answer = shop
            .run(&["run", SCENARIO, "--agents", agents, "--quiet"])
            .expect(0);
        assert!(answer.out.contains("outcome: "), "{}", answer.out);
    }
}

#[test]
fn run_for_machines_is_one_value_a_line() {
    let answer = Shop::new()
        .run(&["run", SCENARIO, "--agents", "random", "--format", "json"])
        .expect(0);
    let lines = answer.json();
    assert!(lines.len() > 10, "only {} lines", lines.len());
    assert!(lines.iter().all(Value::is_object));
}

#[test]
fn run_of_bad_content_ends_with_1() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    let answer = shop.run(&["run", SCENARIO]).expect(1);
    assert!(answer.err.contains("cw0201"), "{}", answer.err);
    let shop = Shop::new().with(SCENARIO, "sets: [basic]", "sets: basic");
    let answer = shop.run(&["run", SCENARIO]).expect(1);
    assert!(answer.err.contains("cw0007"), "{}", answer.err);
}

/// The line of an account's end that names the hash.
#[test]
fn run_for_a_player_tells_no_secrets_of_others() {
    let shop = Shop::new();
    let run = |more: &[&str]| shop.run(&[&["run", SCENARIO, "--agents", "random"], more].concat());
    let told = run(&["--as", "north", "--detail"]).expect(0).out;
    let asked = |player: &str| -> Vec<String> {
        let start = format!("    {player}: Which way?");
        let lines = told.lines().filter_map(|line| line.strip_prefix(&start));
        lines.map(str::to_owned).collect()
    };
    let (own, foreign) = (asked("North"), asked("South"));
    assert!(
        !own.is_empty() && own.iter().all(|answer| !answer.contains("in secret")),
        "{told}"
    );
    assert!(
        !foreign.is_empty() && foreign.iter().all(|answer| answer == " (in secret)"),
        "{told}"
    );
    let events = run(&["--as", "north", "--format", "json"]).expect(0);
    for event in events.json() {
        let set = &event["event"]["FieldSet"];
        let text = event["text"].as_str().unwrap_or_default();
        if set["secret"] == true && text.contains("in secret") {
            assert_eq!(
                (&set["before"], &set["after"]),
                (&Value::from(0), &Value::from(0)),
                "{event}"
            );
        }
    }
    // A hash of everything would tell which seeds come to the same.
    let whole = run(&[]);
    let last = |told: &str| told.lines().last().map(str::to_owned);
    assert!(
        last(&told).is_some_and(|line| line.starts_with("hash: ")),
        "{told}"
    );
    assert_ne!(last(&told), last(&whole.out));
    let story = run(&["--as", "north"]).expect(0).out;
    assert!(
        !story.contains("Which way?") && story.contains("\n== Round 1 =="),
        "{story}"
    );
    let answer = run(&["--as", "nobody"]).expect(2);
    assert!(answer.err.contains("north, south"), "{}", answer.err);
}

#[test]
fn run_explains_each_decision_by_places_in_the_source() {
    let shop = Shop::new();
    let run = |more: &[&str]| shop.run(&[&["run", SCENARIO, "--agents", "random", "--why"], more].concat());
    let told = run(&[]).expect(0).out;
    for part in [
        "  can: Glare, systems/sample/play.cw:",
        "yes: apple on actor > 0 (apple on actor is 3, actor is Billy), systems/sample/play.cw:",
        "    used 0 of 1 times per game",
        "  cannot: Ring the bell (Brass Bell), cards/sample/basic.yaml:25:7",
        "    its piece or card is out of play",
    ] {
        assert!(told.contains(part), "no `{part}` in {told}");
    }
    let lines = run(&["--format", "json"]).expect(0).json();
    let whys: Vec<&Value> = lines
        .iter()
        .map(|line| &line["why"])
        .filter(|why| why.is_object())
        .collect();
    assert!(!whys.is_empty());
    for option in whys
        .iter()
        .flat_map(|why| why["options"].as_array().into_iter().flatten())
    {
        assert!(option["at"]["line"].as_u64() > Some(0), "{option}");
    }
}

#[test]
fn a_rule_is_proven_only_by_a_case_that_passes() {
    let proven = |shop: &Shop| -> Vec<String> {
        let answer = shop.run(&["coverage", "--rules", "--format", "json"]).expect(0);
        let rules = answer.json()[0]["rules"].as_array().expect("a list").clone();
        let proven = rules.iter().filter(|rule| rule["proven"] == true);
        proven
            .map(|rule| rule["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    assert_eq!(proven(&Shop::new()), ["SMP-002"]);
    let other = "tests/conformance/sample/two-windows-one-limit.yaml";
    let broken = Shop::new().with(CASE, "apple on one = 3", "apple on one = 4");
    assert_eq!(proven(&broken), ["SMP-002"], "another case still proves it");
    let broken = broken.with(other, "apple on two = 1", "apple on two = 4");
    assert_eq!(proven(&broken), [""; 0]);
    Shop::new().run(&["coverage", "--rules", "--cards"]).expect(2);
}

#[test]
fn a_case_leaves_nothing_to_chance() {
    let drawn = "  run push(one, two)\n  let lucky = random(2)\n  give lucky bruise to two\n";
    let shop = Shop::new().with(CASE, "  run push(one, two)\n", drawn);
    let why = "`random` was used 1 time more often than the case gives numbers";
    let answer = shop.run(&["test"]).expect(1);
    assert!(answer.out.contains(why), "{}", answer.out);
    shop.with(CASE, "[butt, blank, blank]", "[butt, blank, blank, 2]")
        .run(&["test"])
        .expect(0);
}

#[test]
fn coverage_tells_four_claims_of_each_card_apart() {
    let bell = |shop: &Shop| {
        let answer = shop.run(&["coverage", "--cards", "--format", "json"]).expect(0);
        let cards = answer.json()[0]["cards"].as_array().expect("a list").clone();
        let bell = cards.into_iter().find(|card| card["card"] == "brass-bell");
        let bell = bell.expect("the card");
        (bell["parsed"] == true, bell["compiled"] == true, bell)
    };
    let (parsed, compiled, bell_of_sample) = bell(&Shop::new());
    assert!(parsed && compiled);
    let abilities = bell_of_sample["abilities"].as_array().expect("a list");
    assert_eq!(abilities.len(), 2);
    assert!(
        abilities.iter().all(|ability| ability["executed"] == false),
        "no case has the bell"
    );
    for (find, put, parses) in [
        ("weight of here", "wight of here", true),
        ("once per game", "once game", false),
    ] {
        let (parsed, compiled, _) = bell(&Shop::new().with("cards/sample/basic.yaml", find, put));
        assert_eq!((parsed, compiled), (parses, false), "{put}");
    }
}

fn hash(answer: &Answer) -> &str {
    answer
        .out
        .lines()
        .find(|line| line.starts_with("hash: "))
        .expect("a game ends with its hash")
}

#[test]
fn a_pack_plays_the_same_game_as_its_documents() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    shop.run(&["build", SCENARIO, "-o", "small.cwp", "--strip"])
        .expect(0);
    let game = |what: &str| {
        shop.run(&["run", what, "--agents", "random", "--seed", "3", "--quiet"])
            .expect(0)
    };
    let (documents, pack, stripped) = (game(SCENARIO), game("duel.cwp"), game("small.cwp"));
    assert_eq!(hash(&documents), hash(&pack));
    assert_eq!(hash(&documents), hash(&stripped));
    let size = |name: &str| {
        std::fs::metadata(shop.folder.join(name))
            .expect("the pack was written")
            .len()
    };
    assert!(size("small.cwp") < size("duel.cwp"));
}

#[test]
fn build_without_a_name_takes_the_scenarios() {
    let shop = Shop::new();
    let answer = shop.run(&["build", SCENARIO]).expect(0);
    assert!(answer.out.starts_with("duel.cwp: "), "{}", answer.out);
    assert!(shop.folder.join("duel.cwp").exists());
}

#[test]
fn build_of_bad_content_writes_nothing() {
    let shop = Shop::new().with(SCENARIO, "template: billy", "template: bily");
    shop.run(&["build", SCENARIO]).expect(1);
    assert!(!shop.folder.join("duel.cwp").exists());
}

#[test]
fn a_damaged_pack_is_refused_with_a_reason() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    let path = shop.folder.join("duel.cwp");
    let mut bytes = std::fs::read(&path).expect("the pack was written");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0xff;
    std::fs::write(&path, bytes).expect("the copy can be changed");
    for verb in ["run", "disasm", "verify"] {
        let answer = shop.run(&[verb, "duel.cwp"]).expect(1);
        assert!(answer.err.starts_with("error: duel.cwp: "), "{}", answer.err);
    }
}

#[test]
fn verify_proves_a_pack_with_and_without_its_lines_and_names_one_content() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    shop.run(&["build", SCENARIO, "-o", "bare.cwp", "--strip"])
        .expect(0);
    let facts = |pack| {
        let answer = shop.run(&["verify", pack, "--format", "json"]).expect(0);
        answer.json().remove(0)
    };
    let (full, bare) = (facts("duel.cwp"), facts("bare.cwp"));
    assert_eq!(
        (&full["sound"], &full["source-lines"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert_eq!(
        (&bare["sound"], &bare["source-lines"]),
        (&Value::Bool(true), &Value::Bool(false))
    );
    assert_eq!(
        full["content"], bare["content"],
        "lines are no part of the content"
    );
    assert!(full["bytes"].as_u64() > bare["bytes"].as_u64());
    let play = |pack| {
        shop.run(&["run", pack, "--seed", "3", "--format", "json"])
            .expect(0)
            .out
    };
    assert_eq!(play("duel.cwp"), play("bare.cwp"), "they play the same game");
}

#[test]
fn verify_tells_programs_why_a_pack_is_refused() {
    let shop = Shop::new();
    std::fs::write(shop.folder.join("odd.cwp"), b"no pack at all").expect("the folder is ours");
    let answer = shop.run(&["verify", "odd.cwp", "--format", "json"]).expect(1);
    let refusal = answer.json().remove(0);
    assert_eq!(
        (&refusal["sound"], &refusal["refused-by"]),
        (&Value::Bool(false), &"container".into())
    );
    assert!(
        refusal["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
}

#[test]
fn disasm_shows_the_same_for_a_pack_and_its_documents() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    let (documents, pack) = (
        shop.run(&["disasm", SCENARIO]).expect(0),
        shop.run(&["disasm", "duel.cwp"]).expect(0),
    );
    assert_eq!(documents.out, pack.out);
    assert!(documents.out.contains("push-of"), "{}", documents.out);
}

#[test]
fn a_replay_is_played_again_and_a_changed_one_is_refused() {
    let shop = Shop::new();
    let call = [
        "run",
        SCENARIO,
        "--agents",
        "random",
        "--seed",
        "5",
        "--quiet",
        "--replay",
        "game.json",
    ];
    let first = shop.run(&call).expect(0);
    let again = shop
        .run(&["run", SCENARIO, "--from", "game.json", "--quiet"])
        .expect(0);
    assert_eq!(first.out, again.out);

    let mut replay: Value = serde_json::from_str(&shop.text("game.json")).expect("a replay is JSON");
    replay["decisions"][0] = serde_json::json!([999]);
    std::fs::write(shop.folder.join("game.json"), replay.to_string()).expect("the copy can be changed");
    let answer = shop.run(&["run", SCENARIO, "--from", "game.json"]).expect(1);
    assert!(answer.err.contains("decision 0 is not legal"), "{}", answer.err);

    std::fs::write(shop.folder.join("game.json"), "{").expect("the copy can be changed");
    shop.run(&["run", SCENARIO, "--from", "game.json"]).expect(2);
}

// Limit: MOST_BYTES in cardwright/src/program/commands/mod.rs
#[test]
fn files_of_games_are_read_up_to_their_limit() {
    let told = |bytes: usize| {
        let shop = Shop::new();
        std::fs::write(shop.folder.join("game.json"), " ".repeat(bytes)).expect("the copy can be changed");
        let answer = shop.run(&["run", SCENARIO, "--from", "game.json"]).expect(2);
        answer.err.contains("the most is 16777216")
    };
    assert!(!told(16 << 20));
    assert!(told((16 << 20) + 1));
}

// Limit: MOST_PACK_BYTES in cardwright/src/program/commands/mod.rs
#[test]
fn packs_are_measured_before_they_are_read() {
    let told = |bytes: u64| {
        let shop = Shop::new();
        let file = std::fs::File::create(shop.folder.join("large.cwp")).expect("the folder is ours");
        file.set_len(bytes).expect("the file is ours");
        let answer = shop.run(&["verify", "large.cwp"]);
        answer.code == 2 && answer.err.contains("the most is 67108864")
    };
    assert!(!told(64 << 20));
    assert!(told((64 << 20) + 1));
    let endless = Shop::new().run(&["verify", "/dev/zero"]).expect(2);
    assert!(endless.err.contains("it has more than"), "{}", endless.err);
}

#[test]
fn a_drawing_is_written() {
    let shop = Shop::new();
    shop.run(&[
        "run",
        SCENARIO,
        "--agents",
        "random",
        "--quiet",
        "--draw",
        "table.svg",
    ])
    .expect(0);
    assert!(shop.text("table.svg").contains("<svg"));
}

#[test]
fn cases_are_run_and_told_apart() {
    let shop = Shop::new();
    let answer = shop.run(&["test"]).expect(0);
    assert!(answer.out.contains("2 passed, 0 failed"), "{}", answer.out);
    shop.run(&["test", CASE]).expect(0);
    shop.run(&["test", "tests"]).expect(0);

    let wrong = Shop::new().with(CASE, "apple on one = 3", "apple on one = 4");
    let answer = wrong.run(&["test"]).expect(1);
    assert!(
        answer.out.contains("expected: apple on one = 4"),
        "{}",
        answer.out
    );
    let answer = wrong.run(&["test", "--format", "json"]).expect(1);
    assert_eq!(answer.json()[0]["passed"], false);

    let broken = Shop::new().with(CASE, "apple on one = 3", "aple on one = 3");
    let answer = broken.run(&["test"]).expect(1);
    assert!(answer.out.contains("REFUSED"), "{}", answer.out);
}

#[test]
fn changes_of_a_system_are_noticed_or_not() {
    let shop = Shop::new();
    let answer = shop.run(&["mutate", "sample", "--count", "60"]).expect(0);
    let noticed = answer
        .out
        .lines()
        .filter(|line| line.starts_with("noticed "))
        .count();
    let survived = answer
        .out
        .lines()
        .filter(|line| line.starts_with("MISSED "))
        .count();
    let tried = noticed + survived;
    let sum = format!("\n{tried} changes, {noticed} noticed, {survived} missed");
    assert!(answer.out.contains(&sum), "{}", answer.out);
    assert!(noticed > 0, "{}", answer.out);
    shop.run(&["mutate", "nobody"]).expect(2);
}

#[test]
fn test_takes_the_projects_folder() {
    Shop::new().run(&["test", "."]).expect(0);
}

#[test]
fn formatting_changes_layout_and_nothing_else() {
    let shop = Shop::new().with(WORDS, "deck hedge", "deck    hedge");
    let answer = shop.run(&["fmt", "--check"]).expect(1);
    assert!(answer.err.contains("words.cw"), "{}", answer.err);
    assert!(
        shop.text(WORDS).contains("deck    hedge"),
        "--check changes nothing"
    );
    shop.run(&["fmt"]).expect(0);
    assert!(shop.text(WORDS).contains("deck hedge"));
    shop.run(&["fmt", "--check"]).expect(0);
    shop.run(&["check"]).expect(0);
}

#[test]
fn formatting_of_what_is_not_the_language_changes_nothing() {
    let shop = Shop::new().with(WORDS, "deck hedge", "deck");
    let before = shop.text(WORDS);
    shop.run(&["fmt", WORDS]).expect(1);
    assert_eq!(shop.text(WORDS), before);
}

#[test]
fn schemas_are_written_and_checked() {
    let shop = Shop::new();
    shop.run(&["schema", "--check"]).expect(1);
    shop.run(&["schema"]).expect(0);
    shop.run(&["schema", "--check"]).expect(0);
    for name in ["system", "cards", "scenario", "case"] {
        let schema: Value =
            serde_json::from_str(&shop.text(&format!("schemas/{name}.schema.json"))).expect("JSON");
        assert_eq!(schema["type"], "object");
    }
    let of_system = shop.text("schemas/sample/cards.schema.json");
    let schema: Value = serde_json::from_str(&of_system).expect("JSON");
    assert_eq!(schema["properties"]["system"]["const"], "sample");
}

#[test]
fn the_game_of_the_readme_goes_as_it_shows() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("there is one");
    let call = "cargo run --release -- run ";
    let call = readme
        .lines()
        .find_map(|line| line.strip_prefix(call))
        .expect("it plays a game");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .current_dir(root)
        .arg("run")
        .args(call.split(' '))
        .output()
        .expect("the program runs");
    let told = String::from_utf8(output.stdout).expect("text");
    for line in crate::page::block(&readme, "== Round")
        .lines()
        .filter(|line| *line != "...")
    {
        assert!(told.contains(line), "`{line}` is not in\n{told}");
    }
}
