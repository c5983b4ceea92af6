//! Other programs and people as players: what they are asked, and what happens if they answer badly or not at all.

use crate::shop::{Answer, Shop};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const SCENARIO: &str = "scenarios/sample/duel.yaml";

/// A player that takes the default of every decision.
const BOT: &str = r#"
while read -r line; do
  case "$line" in
    *'"say":"decide"'* | *'"say":"refused"'*)
      answer=$(printf '%s\n' "$line" | sed -n 's/.*"default":\(\[[^]]*\]\).*/\1/p')
      printf '{"do":"decide","answer":%s}\n' "$answer" ;;
    *'"say":"over"'*) exit 0 ;;
  esac
done
"#;

fn serve(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let answer = Shop::new().run_with(&["serve", "--stdio", SCENARIO], &lines.join("\n"));
    answer.expect(0).json()
}

/// The last line of a game: how it ended.
fn ended(answer: &Answer) -> Value {
    answer.json().pop().expect("a game has an end")
}

fn with_bot(bot: &str) -> Shop {
    let shop = Shop::new();
    std::fs::write(shop.folder.join("bot.sh"), bot).expect("the copy can be written");
    shop
}

fn play(shop: &Shop, command: &str, more: &[&str]) -> Answer {
    let player = format!("north={command}");
    let call = [
        "run", SCENARIO, "--seed", "7", "--agents", "default", "--format", "json", "--player", &player,
    ];
    shop.run(&[&call, more].concat())
}

#[test]
fn a_game_that_another_program_leads_is_the_same_game() {
    let mut requests = vec![json!({ "do": "new", "seed": 7 })];
    requests.extend((0..60).map(|_| json!({ "do": "let", "agent": "default" })));
    requests.push(json!({ "do": "hash", "id": "last" }));
    let answers = serve(&requests);
    assert_eq!(answers.len(), requests.len());
    let last = answers.last().expect("there is one");
    let run = Shop::new().run(&[
        "run", SCENARIO, "--seed", "7", "--agents", "default", "--format", "json",
    ]);
    let sum = ended(&run.expect(0));
    assert_eq!((&last["hash"], &last["id"]), (&sum["hash"], &json!("last")));
    let over = answers
        .iter()
        .find(|answer| answer["ok"] == true && answer["decision"].is_null());
    assert_eq!(over.expect("the game ends")["outcome"]["outcome"], sum["outcome"]);
    assert_eq!(answers[59]["error"], "nothing-asked");
}

#[test]
fn whoever_answers_badly_is_told_why_and_asked_again() {
    let answers = serve(&[
        json!({ "do": "decision" }),
        json!({ "do": "new", "scenario": "nowhere" }),
        json!({ "do": "new", "seed": 7 }),
        json!({ "do": "decide", "answer": ["no such option"] }),
        json!({ "do": "decide", "answer": { "x": 1, "y": 1, "facing": 0 } }),
        json!({ "do": "decide" }),
        json!({ "do": "snapshot", "viewer": "west" }),
        json!({ "do": "dance" }),
        json!([1, 2]),
        json!({ "do": "quit" }),
        json!({ "do": "hash" }),
    ]);
    let errors: Vec<&str> = answers
        .iter()
        .map(|answer| answer["error"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(
        errors,
        [
            "no-game",
            "unknown-scenario",
            "-",
            "unknown-option",
            "options-wanted",
            "unknown-request",
            "unknown-viewer",
            "unknown-request",
            "unknown-request",
            "-",
        ],
        "and nothing is answered after `quit`"
    );
    assert_eq!(answers[3]["decision"], answers[2]["decision"]);
    assert!(
        answers
            .iter()
            .all(|answer| answer["ok"] == true || answer["text"].is_string())
    );
}

// Limit: MOST_LINE in cardwright/src/embed/protocol.rs
#[test]
fn lines_are_bounded_and_what_follows_is_read() {
    let most = cardwright::MOST_LINE;
    let lines = [&"x".repeat(most), &"x".repeat(most + 1), r#"{"do":"hello"}"#].join("\n");
    let answers = Shop::new()
        .run_with(&["serve", "--stdio", SCENARIO], &lines)
        .expect(0)
        .json();
    assert_eq!(answers[0]["error"], "not-json");
    assert_eq!(answers[1]["error"], "line-too-long");
    assert_eq!(answers[2]["protocol"], cardwright::PROTOCOL);
    assert_eq!(answers[2]["scenarios"][0]["players"], json!(["north", "south"]));
}

// Limit: MOST_REFUSALS in cardwright/src/program/players/program.rs
#[test]
fn a_program_may_err_so_many_times_at_each_question() {
    for (times, code) in [("20", 0), ("21", 1)] {
        let erring = BOT.replace(
            "      answer=",
            "      case \"$line\" in *'\"say\":\"decide\"'*) n=0 ;; esac\n      n=$((n + 1))\n      \
             if [ $n -le TIMES ]; then echo 'no answer'; continue; fi\n      answer=",
        );
        let shop = with_bot(&erring.replace("TIMES", times));
        let sum = ended(&play(&shop, "sh bot.sh", &[]).expect(code));
        assert_eq!(sum["outcome"] == "player-unruly", code == 1, "{sum}");
    }
}

// Limit: MOST_TYPED in cardwright/src/program/players/human.rs
#[test]
fn what_a_person_types_is_bounded() {
    let call = ["run", SCENARIO, "--agents", "default", "--player", "north=human"];
    let typed = |length: usize| {
        Shop::new()
            .run_with(&call, &format!("{}\nquit\n", "x".repeat(length)))
            .expect(1)
            .out
    };
    assert!(typed(4_096).contains("no: no option has the id"));
    assert!(typed(4_097).contains("no: that line is too long"));
}

#[test]
fn a_saved_game_goes_on_elsewhere() {
    let first = serve(&[
        json!({ "do": "new", "seed": 7 }),
        json!({ "do": "let", "agent": "default" }),
        json!({ "do": "save" }),
        json!({ "do": "let", "agent": "default" }),
        json!({ "do": "hash" }),
        json!({ "do": "undo", "unfair": true }),
        json!({ "do": "let", "agent": "default" }),
        json!({ "do": "hash" }),
    ]);
    assert_eq!(first[4]["hash"], first[7]["hash"], "undone and done again");
    let mut other = first[2]["game"].clone();
    let second = serve(&[
        json!({ "do": "load", "game": other }),
        json!({ "do": "let", "agent": "default" }),
        json!({ "do": "hash" }),
    ]);
    assert_eq!(second[2]["hash"], first[4]["hash"]);
    other["seed"] = json!(8);
    other["last"][0] = json!(other["last"][0].as_u64().map(|byte| byte ^ 1));
    assert_eq!(
        serve(&[json!({ "do": "load", "game": other })])[0]["error"],
        "other-game"
    );
}

#[test]
fn snapshots_and_events_are_by_names() {
    let answers = serve(&[
        json!({ "do": "new", "seed": 7 }),
        json!({ "do": "events" }),
        json!({ "do": "snapshot", "viewer": "north" }),
        json!({ "do": "why" }),
    ]);
    let snapshot = &answers[2]["snapshot"];
    assert_eq!(
        (&snapshot["format"], &snapshot["viewer"]),
        (&json!(1), &json!("north"))
    );
    let goat = &snapshot["pieces"][1];
    assert_eq!(
        (&goat["id"], &goat["owner"]),
        (&json!("second-goat"), &json!("south"))
    );
    assert_eq!(
        (&goat["at"], &goat["tokens"]),
        (
            &json!({ "x": 3.0, "y": 3.0, "facing": 0.0 }),
            &json!({ "apple": 3, "bruise": 1 })
        )
    );
    assert!(
        answers[1]["events"]
            .as_array()
            .is_some_and(|events| !events.is_empty())
    );
    assert!(answers[3]["why"]["asked"].is_array());
}

#[test]
fn a_program_that_plays_makes_the_game_that_its_answers_make() {
    let shop = with_bot(BOT);
    let plain = shop
        .run(&[
            "run", SCENARIO, "--seed", "7", "--agents", "default", "--format", "json",
        ])
        .expect(0);
    let played = play(&shop, "sh bot.sh", &[]).expect(0);
    assert_eq!(ended(&played), ended(&plain));
    assert_eq!(played.out, plain.out);
}

#[test]
fn a_program_that_fails_ends_the_game_with_a_name() {
    let begun = Instant::now();
    let nonsense = "while read -r line; do echo '{\"do\":\"decide\",\"answer\":[\"nonsense\"]}'; done\n";
    for (bot, outcome) in [
        ("exit 3\n", "player-died"),
        ("exec sleep 30\n", "player-silent"),
        (nonsense, "player-unruly"),
        ("yes\n", "player-unruly"),
    ] {
        let shop = with_bot(bot);
        let answer = play(&shop, "sh bot.sh", &["--patience", "1"]).expect(1);
        let sum = ended(&answer);
        assert_eq!(sum["outcome"], outcome, "{}", answer.out);
        assert_eq!(sum["winners"], json!([]));
    }
    assert!(
        begun.elapsed() < Duration::from_secs(25),
        "nobody waits for a program that hangs"
    );
}

#[test]
fn wrong_players_are_refused() {
    let shop = Shop::new();
    for player in [
        "north",
        "west=sh",
        "north=no-such-program-anywhere",
        "north=sh 'unclosed",
    ] {
        let answer = shop.run(&["run", SCENARIO, "--player", player]).expect(2);
        assert!(!answer.err.is_empty(), "{player}");
    }
    let person = shop
        .run(&["run", SCENARIO, "--player", "north=human", "--format", "json"])
        .expect(2);
    assert!(person.err.contains("text"), "{}", person.err);
}

#[test]
fn a_person_is_asked_with_numbers_and_may_look_ask_why_and_take_back() {
    let shop = Shop::new();
    let call = [
        "run",
        SCENARIO,
        "--seed",
        "7",
        "--agents",
        "default",
        "--player",
        "north=human",
    ];
    let typed = format!("help\n?\nwhy\nwhy 99\n99\nundo\n{}", "\n".repeat(80));
    let answer = shop.run_with(&call, &typed).expect(0);
    for part in [
        "  1  ",
        "why      why the options",
        "holds",
        "can: ",
        "no: there is no such option",
        "no: there is no decision to take back",
        "outcome: ",
    ] {
        assert!(answer.out.contains(part), "no `{part}` in {}", answer.out);
    }
    let left = shop.run_with(&call, "?\n").expect(1);
    assert!(left.out.contains("outcome: player-left"), "{}", left.out);
    let plain = [
        "run", SCENARIO, "--seed", "7", "--agents", "default", "--as", "north",
    ];
    let plain = shop.run(&plain).expect(0);
    let hash = |answer: &Answer| answer.out.lines().last().map(str::to_owned);
    assert_eq!(hash(&answer), hash(&plain));
}

#[test]
fn every_request_that_tells_takes_a_viewer() {
    let asking = |what: &str, viewer: &str| json!({ "do": what, "viewer": viewer });
    let told = serve(&[
        json!({ "do": "new", "seed": 7 }),
        json!({ "do": "why" }),
        asking("why", "north"),
        asking("why", "south"),
        asking("why", "public"),
        asking("why", "judge"),
        asking("why", "nobody"),
        json!({ "do": "hash" }),
        asking("hash", "north"),
        asking("hash", "judge"),
    ]);
    assert_eq!(told[0]["decision"]["by"], "north");
    assert_eq!(told[1]["why"], told[2]["why"]);
    assert!(!told[1]["why"]["options"].as_array().is_none_or(Vec::is_empty));
    for other in [3, 4] {
        assert_eq!(told[other]["why"]["by"], told[1]["why"]["by"]);
        assert_eq!(told[other]["why"]["options"], json!([]));
    }
    assert!(!told[5]["why"]["options"].as_array().is_none_or(Vec::is_empty));
    assert_eq!(told[6]["error"], "unknown-viewer");
    assert_eq!(told[7]["hash"], told[9]["hash"]);
    assert_ne!(told[7]["hash"], told[8]["hash"]);
}

/// The keys of a value, but for names of content.
fn keys(value: &Value, into: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| keys(one, into)),
        Value::Object(object) => {
            for (key, value) in object {
                into.insert(key.clone());
                // Parameters of an effect have names of content.
                let of_effect = key == "about" && object.contains_key("effect");
                if !of_effect && !["facts", "state", "tokens", "why", "game"].contains(&key.as_str()) {
                    keys(value, into);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_that_programs_are_told_stands_on_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/embedding.md");
    let page = std::fs::read_to_string(page).expect("the page exists");
    let mut told = vec![json!({ "do": "hello" }), json!({ "do": "new", "seed": 7 })];
    for _ in 0..20 {
        told.push(json!({ "do": "snapshot", "viewer": "judge" }));
        told.push(json!({ "do": "snapshot", "viewer": "north" }));
        told.push(json!({ "do": "events", "viewer": "judge" }));
        told.push(json!({ "do": "let", "agent": "random", "id": 3 }));
    }
    let mut found = std::collections::BTreeSet::new();
    serve(&told).iter().for_each(|answer| keys(answer, &mut found));
    assert!(found.len() > 60, "{found:?}");
    let missing: Vec<_> = found
        .iter()
        .filter(|key| !page.contains(&format!("`{key}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?} are not in docs/embedding.md");
}
