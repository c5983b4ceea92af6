//! Squads in the form of others: every form of this project on every scenario of its system, both ways, and against the schemas.

use super::root;
use cardwright_compiler::document::{PieceDoc, ScenarioDoc};
use cardwright_compiler::project::{Links, Loaded, Question};
use cardwright_compiler::{Project, document};
use cardwright_import::Refused;
use cardwright_import::squads::{Form, Place, Ready, Taken};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// What of the project the form speaks of.
static PROJECT: LazyLock<Project> = LazyLock::new(|| {
    let system = [root().join("systems/x-wing")];
    Project::load_for(&root(), Links::Inside, Question::Dependents(&system))
});

const XWS: &str = "imports/x-wing/xws.yaml";

fn text_of(form: &str) -> String {
    std::fs::read_to_string(root().join(form)).expect("it can be read")
}

fn form() -> Form {
    Form::read(XWS, text_of(XWS)).unwrap_or_else(|why| panic!("{why:?}"))
}

fn ready<'a>(form: &'a Form) -> Ready<'a> {
    form.of(&PROJECT).unwrap_or_else(|why| panic!("{why:?}"))
}

fn scenarios(form: &Form) -> impl Iterator<Item = &'static Loaded<ScenarioDoc>> {
    let system = form.doc.system.value.clone();
    PROJECT
        .scenarios
        .iter()
        .filter(move |one| one.doc.system.value == system)
}

fn scenario(form: &Form, id: &str) -> &'static Loaded<ScenarioDoc> {
    scenarios(form)
        .find(|one| one.doc.scenario.value == id)
        .expect("a scenario")
}

fn take(ready: &Ready<'_>, json: &[u8], scenario: &Loaded<ScenarioDoc>, player: &str) -> Taken {
    let place = Place {
        scenario,
        player,
        id: "again",
        file: "scenarios/x-wing/again.yaml",
    };
    ready.taken(json, place)
}

/// What comes of the squad of a player of a scenario, after it was changed.
fn changed(scenario_id: &str, player: &str, change: impl Fn(&mut Value)) -> Taken {
    let form = form();
    let ready = ready(&form);
    let scenario = scenario(&form, scenario_id);
    let mut squad = squad(&ready, scenario, player);
    change(&mut squad);
    take(&ready, squad.to_string().as_bytes(), scenario, player)
}

fn squad(ready: &Ready<'_>, scenario: &Loaded<ScenarioDoc>, player: &str) -> Value {
    let mut sheets = ready.written(&scenario.doc).into_iter();
    let sheet = sheets.find(|sheet| sheet.player == player).expect("a squad");
    let text = sheet.text.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    serde_json::from_str(&text).expect("it is JSON")
}

/// All squads of all scenarios.
fn squads(ready: &Ready<'_>, form: &Form) -> Vec<(&'static Loaded<ScenarioDoc>, String, Value)> {
    let mut all = Vec::new();
    for scenario in scenarios(form) {
        for sheet in ready.written(&scenario.doc) {
            all.push((
                scenario,
                sheet.player.clone(),
                squad(ready, scenario, &sheet.player),
            ));
        }
    }
    assert!(all.len() >= 10, "only {} squads", all.len());
    all
}

/// What a squad says of a piece, in one line.
fn line(piece: &PieceDoc, with_own: bool) -> String {
    let mut facts: Vec<String> = piece
        .facts
        .0
        .iter()
        .map(|(name, fact)| format!("{} {}", name.value, fact.value))
        .collect();
    let mut cards: Vec<&str> = piece.cards.iter().map(|card| card.value.as_str()).collect();
    facts.sort();
    let owner = piece.owner.as_ref().map(|owner| &owner.value);
    let template = &piece.template.value;
    if with_own {
        let id = &piece.id.value;
        return format!("{id} {template} {:?} {owner:?} {cards:?} {facts:?}", piece.name);
    }
    cards.sort_unstable();
    format!("{template} {owner:?} {cards:?}")
}

fn lines(scenario: &ScenarioDoc, with_own: bool) -> Vec<String> {
    let pieces = scenario.pieces.iter();
    pieces.map(|piece| line(piece, with_own)).collect()
}

fn read(text: &str) -> ScenarioDoc {
    serde_yaml::from_str(text).expect("it is a scenario")
}

#[test]
fn a_squad_that_comes_back_is_the_same() {
    let form = form();
    let ready = ready(&form);
    for (scenario, player, squad) in squads(&ready, &form) {
        let taken = take(&ready, squad.to_string().as_bytes(), scenario, &player);
        assert_eq!((&taken.notes, &taken.problems), (&vec![], &vec![]), "{squad:#}");
        let text = taken.text.expect("a scenario");
        let now = read(&text);
        assert_eq!(lines(&now, true), lines(&scenario.doc, true));
        assert_eq!(now.scenario.value, "again");
        // What is no piece of the squad stays letter by letter.
        let before = &PROJECT.sources.get(scenario.file).text;
        let others = |text: &str| -> Vec<String> {
            let lines = text
                .lines()
                .filter(|line| !line.contains(&format!("owner: {player}")));
            lines.map(str::to_owned).collect()
        };
        let id = format!("scenario: {}", scenario.doc.scenario.value);
        assert_eq!(others(&text), others(&before.replacen(&id, "scenario: again", 1)));
    }
}

#[test]
fn without_what_this_program_kept_the_pieces_and_cards_are_the_same() {
    let form = form();
    let ready = ready(&form);
    for (scenario, player, mut squad) in squads(&ready, &form) {
        let pieces = squad["pilots"].as_array_mut().expect("a list");
        for piece in pieces {
            piece.as_object_mut().expect("an object").remove("vendor");
        }
        let taken = take(&ready, squad.to_string().as_bytes(), scenario, &player);
        let text = taken.text.unwrap_or_else(|| panic!("{:?}", taken.problems));
        assert_eq!(lines(&read(&text), false), lines(&scenario.doc, false));
    }
}

#[test]
fn what_a_squad_costs_is_told_and_compared() {
    let taken = changed("dogfight", "rebels", |_| {});
    assert_eq!((taken.pieces, taken.cost), (3, 95));
    let taken = changed("dogfight", "rebels", |squad| squad["points"] = json!(99));
    assert_eq!(taken.notes, ["the squad: it costs 95 here, 99 there"]);
    assert!(taken.text.is_some());
}

#[test]
fn names_of_earlier_versions_are_read() {
    let old = json!({
        "name": "Old", "faction": "rebels", "version": "0.3.0", "obstacles": ["a", "b", "c"],
        "pilots": [
            { "name": "wedgeantilles", "ship": "xwing", "upgrades": { "ept": ["pushthelimit"], "amd": ["r2d2"] } },
            { "name": "chewbacca", "ship": "yt1300", "upgrades": { "crew": ["lukeskywalker"], "mod": ["hullupgrade"] }, "vendor": { "other": {} } },
        ],
    });
    let form = form();
    let ready = ready(&form);
    let taken = take(
        &ready,
        old.to_string().as_bytes(),
        scenario(&form, "skirmish"),
        "rebels",
    );
    assert_eq!((taken.pieces, taken.cards, taken.cost), (2, 4, 88));
    let text = taken.text.unwrap_or_else(|| panic!("{:?}", taken.problems));
    assert!(
        text.contains(
            "- { id: chewbacca, template: chewbacca, owner: rebels, cards: [luke-skywalker-crew, hull-upgrade] }"
        ),
        "{text}"
    );
    assert_eq!(
        taken.notes,
        [
            "the squad: `obstacles` does not come over",
            "pilots 1 (`wedgeantilles`): `ship` does not come over",
            "pilots 2 (`chewbacca`): `ship` does not come over",
            "pilots 2 (`chewbacca`): `vendor` of `other` does not come over",
        ]
    );
}

#[test]
fn a_second_piece_of_a_sort_gets_an_id_of_its_own() {
    let taken = changed("envoy", "empire", |squad| {
        for piece in squad["pilots"].as_array_mut().expect("a list") {
            piece["vendor"] = json!({ "cardwright": { "id": "biggs" } });
        }
    });
    let text = taken.text.unwrap_or_else(|| panic!("{:?}", taken.problems));
    for id in ["howlrunner", "academy-pilot", "academy-pilot-2"] {
        assert!(text.contains(&format!("id: {id},")), "{text}");
    }
    assert_eq!(taken.notes.len(), 3, "{:?}", taken.notes);
}

#[test]
fn a_damaged_squad_changes_nothing_and_says_why() {
    type Change = fn(&mut Value);
    let damages: [(Change, &str); 15] = [
        (|squad| *squad = json!(3), "the squad: it is no object"),
        (
            |squad| squad["faction"] = json!("rebelaliance"),
            "the squad: there is no side `rebelaliance`; did you mean `rebelalliance`?",
        ),
        (
            |squad| squad["faction"] = Value::Null,
            "the squad: it has no `faction`",
        ),
        (
            |squad| squad["pilots"] = json!({}),
            "the squad: its `pilots` is no list",
        ),
        (
            |squad| squad["pilots"] = json!([]),
            "the squad: its `pilots` are none",
        ),
        (
            |squad| squad["pilots"][0] = json!("luke"),
            "pilots 1: it is no object",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!(7),
            "pilots 1: its `id` is no text",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("lukskywalker"),
            "pilots 1 (`lukskywalker`): no ship of `rebel` is called `lukskywalker`; did you mean `lukeskywalker`?",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("howlrunner"),
            "pilots 1 (`howlrunner`): no ship of `rebel` is called `howlrunner`",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("cr90corvettefore"),
            "pilots 1 (`cr90corvettefore`): `cr90-corvette-fore` is in the set `epic`, which the scenario `skirmish` does not use",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!([1]),
            "pilots 1 (`lukeskywalker`): its `upgrades` is no object",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "torpedos": [] }),
            "pilots 1 (`lukeskywalker`): there is no group of cards `torpedos`; did you mean `torpedo`?",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "crew": ["pushthelimit"] }),
            "pilots 1 (`lukeskywalker`): no upgrade of `crew` is called `pushthelimit`",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "crew": [3] }),
            "pilots 1 (`lukeskywalker`): `3` of its `crew` is no text",
        ),
        (
            |squad| squad["pilots"][0]["points"] = json!("many"),
            "pilots 1 (`lukeskywalker`): its `points` is no whole number",
        ),
    ];
    for (damage, why) in damages {
        let taken = changed("skirmish", "rebels", damage);
        assert!(taken.text.is_none(), "{why}");
        assert_eq!(taken.problems, [why]);
    }
    let form = form();
    let ready = ready(&form);
    let taken = take(&ready, b"{ \"faction\": ", scenario(&form, "skirmish"), "rebels");
    assert!(taken.problems[0].contains("EOF"), "{:?}", taken.problems);
}

#[test]
fn what_the_compiler_refuses_is_not_written() {
    let taken = changed("skirmish", "rebels", |squad| {
        squad["pilots"][0]["vendor"]["cardwright"]["facts"] = json!({ "skil": 3 });
    });
    assert!(taken.text.is_none());
    assert!(taken.problems[0].contains("skil"), "{:?}", taken.problems);
    let taken = changed("convoy", "rebels", |squad| {
        squad["pilots"].as_array_mut().expect("a list").remove(1);
    });
    assert_eq!(
        taken.problems,
        ["the squad: `cr90-corvette-fore` and `cr90-corvette-aft` belong together, and it has 1 and 0"]
    );
}

#[test]
fn what_a_form_has_no_name_for_is_not_written() {
    for (find, put, why) in [
        (
            "  rebel: [",
            "  # [",
            "the form has no name for the faction `rebel`",
        ),
        (
            "  elite: [",
            "  # [",
            "the form has no name for the slot of `push-the-limit`",
        ),
    ] {
        let form = Form::read("form.yaml", text_of(XWS).replacen(find, put, 1));
        let form = form.unwrap_or_else(|why| panic!("{why:?}"));
        let sheets = ready(&form).written(&scenario(&form, "skirmish").doc);
        assert_eq!(sheets[0].text, Err(vec![why.to_owned()]));
    }
}

#[test]
fn a_form_names_nothing_that_is_not_there() {
    for (find, put, why) in [
        ("kind: ship", "kind: shop", "there is no kind `shop`"),
        (
            "cost: cost",
            "cost: coast",
            "there is no fact of the kind `ship` that is called `coast`",
        ),
        ("  rebel: [", "  reble: [", "there is no faction `reble`"),
        (
            "    r2-d2-crew:",
            "    r2-d3-crew:",
            "there is no upgrade `r2-d3-crew`",
        ),
        ("one: cr90-corvette-fore", "one: cr90", "there is no ship `cr90`"),
        (
            "  crew: crew",
            "  crew: [crew, mod]",
            "`mod` is what `crew` is called, too",
        ),
        (
            "  name: name\n",
            "  name: []\n",
            "`members` says no name for `name`",
        ),
        ("system: x-wing", "system: y-wing", "there is no system `y-wing`"),
    ] {
        let text = text_of(XWS);
        assert!(text.contains(find), "{find}");
        let form = Form::read("form.yaml", text.replacen(find, put, 1));
        let told = form.and_then(|form| form.of(&PROJECT).map(drop)).expect_err(put);
        let Refused::Mapping(found) = told else {
            panic!("{told:?}")
        };
        let messages: Vec<&str> = found.1.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, [why]);
    }
}

#[test]
fn the_schema_takes_every_form() {
    let schemas = document::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| *name == "squads.schema.json")
        .expect("a schema");
    let schema = serde_json::from_str(schema).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let form: Value = serde_yaml::from_str(&text_of(XWS)).expect("it is YAML");
    let wrong: Vec<String> = validator
        .iter_errors(&form)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(wrong, [""; 0]);
    let broken = text_of(XWS).replacen("pieces:", "peaces:", 1);
    let broken: Value = serde_yaml::from_str(&broken).expect("it is YAML");
    assert!(!validator.is_valid(&broken));
}

/// What squads are held against: the form in our own words, and the schema that those publish whose form it is, where it lies.
/// That one is not ours to hand on: `CARDWRIGHT_XWS_SCHEMA` says where it is, else it is looked for where `.ci/run` puts it if
/// the server that has it can be reached.
fn published() -> Vec<Value> {
    let ours = serde_json::from_str(include_str!("xws.schema.json")).expect("it is JSON");
    let named = std::env::var_os("CARDWRIGHT_XWS_SCHEMA").map(PathBuf::from);
    let path = named
        .clone()
        .unwrap_or_else(|| root().join("target/tools/xws-spec/schema.json"));
    match std::fs::read_to_string(&path) {
        Ok(text) => vec![ours, serde_json::from_str(&text).expect("it is JSON")],
        Err(error) => {
            assert!(named.is_none(), "{}: {error}", path.display());
            eprintln!(
                "{} is missing: the check by the published schema is SKIPPED",
                path.display()
            );
            vec![ours]
        }
    }
}

#[test]
fn the_published_schema_takes_every_squad_and_refuses_damaged_ones() {
    for schema in published() {
        takes_squads_and_refuses_damages(&schema);
    }
}

fn takes_squads_and_refuses_damages(schema: &Value) {
    let validator = jsonschema::validator_for(schema).expect("it is a schema");
    let form = form();
    let ready = ready(&form);
    type Change = fn(&mut Value);
    let damages: [Change; 7] = [
        |squad| drop(squad.as_object_mut().and_then(|squad| squad.remove("version"))),
        |squad| squad["version"] = json!("two"),
        |squad| squad["faction"] = json!("rebel"),
        |squad| squad["points"] = json!("many"),
        |squad| squad["pieces"] = json!([]),
        |squad| {
            drop(
                squad["pilots"][0]
                    .as_object_mut()
                    .and_then(|piece| piece.remove("id")),
            )
        },
        |squad| squad["pilots"][0]["upgrades"] = json!({ "crew": ["r2d2-swx22"] }),
    ];
    for (scenario, player, squad) in squads(&ready, &form) {
        let wrong: Vec<String> = validator
            .iter_errors(&squad)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(wrong, [""; 0], "{}, {player}", scenario.doc.scenario.value);
        for (at, damage) in damages.iter().enumerate() {
            let mut damaged = squad.clone();
            damage(&mut damaged);
            assert!(!validator.is_valid(&damaged), "damage {at} is accepted");
        }
    }
}
