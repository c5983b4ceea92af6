//! Squads in the form of others: every form of this project on every scenario of its system, both ways, and against the schemas.

use super::root;
use cardwright_compiler::Project;
use cardwright_compiler::document::{PieceDoc, ScenarioDoc};
use cardwright_compiler::project::{Links, Loaded, Question};
use cardwright_import::Refused;
use cardwright_import::documents;
use cardwright_import::squads::{Form, Place, Ready, Taken};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The part of the project that the form is about.
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
        anyway: false,
    };
    ready.taken(json, place)
}

/// The result of taking over somebody else's squad into the scenario `skirmish`; with `anyway` also if a part
/// of it is unknown.
fn foreign(squad: &Value, anyway: bool) -> Taken {
    let form = form();
    let ready = ready(&form);
    let player = match squad["faction"]
        .as_str()
        .is_some_and(|side| side.contains("mpir"))
    {
        true => "empire",
        false => "rebels",
    };
    let place = Place {
        scenario: scenario(&form, "skirmish"),
        player,
        id: "again",
        file: "scenarios/x-wing/again.yaml",
        anyway,
    };
    ready.taken(squad.to_string().as_bytes(), place)
}

/// Pieces of a scenario with their cards, each as `TEMPLATE+CARD+CARD`.
fn crews(taken: &Taken) -> Vec<String> {
    let text = taken
        .text
        .as_ref()
        .unwrap_or_else(|| panic!("{:?}", taken.problems));
    let of_line = |line: &str| {
        let part = |key: &str, end: char| {
            let (_, rest) = line.split_once(key)?;
            Some(rest.split_once(end)?.0.replace(", ", "+"))
        };
        let cards = part("cards: [", ']').map_or(String::new(), |cards| format!("+{cards}"));
        Some(format!("{}{cards}", part("template: ", ',')?))
    };
    let squad = text
        .lines()
        .filter(|line| line.contains("owner: rebels") || line.contains("owner: empire"));
    squad.filter_map(of_line).collect()
}

/// The result of taking over the squad of a player of a scenario, after it was changed.
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

/// A piece in one line, as a squad has it.
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
    assert_eq!(
        taken.notes,
        ["the squad: it costs 95 in this project, but 99 in the squad"]
    );
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
            "the squad: `obstacles` is not imported",
            "pilots 2 (`chewbacca`): `vendor` of `other` is not imported",
        ]
    );
}

/// Squads as different programs write them, and the pieces and sets that come of them.
fn squads_of_others() -> Vec<(Value, Vec<&'static str>, Vec<&'static str>)> {
    vec![
        // The form of 2.0.0, with a third side and its groups.
        (
            json!({ "faction": "scumandvillainy", "name": "Jump", "points": 29, "version": "2.0.0", "pilots": [
                { "id": "manaroo", "ship": "jumpmaster5000", "points": 29, "upgrades":
                    { "crew": ["cikatrovizago"], "illicit": ["empdevice"], "salvaged-astromech": ["r5tk"] } },
            ] }),
            vec!["manaroo+cikatro-vizago+emp-device+r5-tk"],
            vec!["epic", "hangar", "patrols", "sorties", "waves"],
        ),
        // The side and groups of earlier versions.
        (
            json!({ "faction": "scum", "version": "0.3.0", "pilots": [
                { "name": "manaroo", "ship": "jumpmaster5000", "upgrades": { "samd": ["genius"] } },
                { "name": "captainjostero", "ship": "kihraxzfighter" },
            ] }),
            vec!["manaroo+genius", "captain-jostero"],
            vec!["epic", "hangar", "patrols", "sorties"],
        ),
        // Names for people in place of ids.
        (
            json!({ "faction": "Rebel Alliance", "pilots": [
                { "name": "Wedge Antilles", "ship": "X-Wing", "upgrades": { "Talent": ["Push the Limit"] } },
            ] }),
            vec!["wedge-antilles+push-the-limit"],
            vec![],
        ),
        // Nothing but what must be there.
        (
            json!({ "faction": "imperial", "pilots": [{ "id": "academypilot" }, { "id": "academypilot" }] }),
            vec!["academy-pilot", "academy-pilot"],
            vec![],
        ),
        // Empty lists and nulls where there is nothing.
        (
            json!({ "faction": "galacticempire", "name": null, "pilots": [
                { "id": "howlrunner", "upgrades": [] },
                { "id": "maarekstele", "upgrades": { "talent": null, "missile": [] } },
            ] }),
            vec!["howlrunner", "maarek-stele"],
            vec![],
        ),
        // Several of a group, a card without a list, and points as texts.
        (
            json!({ "faction": "rebelalliance", "points": "55", "pilots": [
                { "id": "chewbacca", "points": "55", "upgrades":
                    { "crew": ["c3po", "navigator"], "talent": "pushthelimit", "missile": ["concussionmissiles"] } },
            ] }),
            vec!["chewbacca+c-3po+navigator+concussion-missiles+push-the-limit"],
            vec![],
        ),
        // One list of cards without groups, and a piece that is counted without its cards.
        (
            json!({ "faction": "rebelalliance", "points": 32, "pilots": [
                { "id": "wedgeantilles", "points": 29, "upgrades": ["pushthelimit", "r2astromech"] },
            ] }),
            vec!["wedge-antilles+push-the-limit+r2-astromech"],
            vec![],
        ),
        // Obstacles, links, and the data of a program for itself.
        (
            json!({ "faction": "rebel", "description": "", "obstacles": ["coreasteroid0", "coreasteroid1", "coreasteroid2"],
                "vendor": { "somebody": { "url": "https://example.org/squad/1", "builder": "Some Builder" } },
                "pilots": [{ "id": "biggsdarklighter", "vendor": { "somebody": { "pilot_id": 7 } },
                    "upgrades": { "amd": ["r2astromech"], "mod": ["stealthdevice"] } }] }),
            vec!["biggs-darklighter+r2-astromech+stealth-device"],
            vec![],
        ),
        // Two sides that build squads with another one.
        (
            json!({ "faction": "firstorder", "version": "1.0.0", "pilots": [
                { "id": "omegaace", "ship": "tiefofighter", "upgrades": { "tech": ["sensorcluster"] } },
            ] }),
            vec!["omega-ace+sensor-cluster"],
            vec!["epic", "hangar", "sorties"],
        ),
        (
            json!({ "faction": "resistance", "pilots": [{ "id": "blueace", "ship": "t70xwing",
                "upgrades": { "tech": ["patternanalyzer"] } }] }),
            vec!["blue-ace+pattern-analyzer"],
            vec!["epic", "hangar", "patrols", "sorties"],
        ),
        // Ids with the set that a card comes from.
        (
            json!({ "faction": "rebelalliance", "pilots": [{ "id": "hansolo", "ship": "yt1300",
                "upgrades": { "crew": ["r2d2-swx22"] } }] }),
            vec!["han-solo+r2-d2-crew"],
            vec![],
        ),
        // A ship with two bases that have one name.
        (
            json!({ "faction": "rebels", "pilots": [
                { "id": "cr90corvettefore", "ship": "cr90corvette", "multisection": 1 },
                { "id": "cr90corvetteaft", "ship": "cr90corvette", "multisection": 1 },
            ] }),
            vec!["cr90-corvette-fore", "cr90-corvette-aft"],
            vec!["epic"],
        ),
        // Cards of the groups for bombs and systems, as 2.0.0 and 1.0.0 call them.
        (
            json!({ "faction": "galacticempire", "pilots": [
                { "id": "captainjonus", "upgrades": { "device": ["seismiccharges"] } },
                { "id": "colonelvessery", "upgrades": { "bomb": [], "cannon": ["heavylasercannon"] } },
            ] }),
            vec![
                "captain-jonus+seismic-charges",
                "colonel-vessery+heavy-laser-cannon",
            ],
            vec![],
        ),
        // Points that are not whole by their form, a list of tags, a nested version.
        (
            json!({ "faction": "rebelalliance", "points": 21, "version": { "major": 2 }, "tags": ["first"], "pilots": [
                { "id": "rookiepilot", "name": "rookiepilot", "ship": "xwing", "points": 21 },
            ] }),
            vec!["rookie-pilot"],
            vec![],
        ),
    ]
}

#[test]
fn squads_of_many_programs_are_read_with_the_sets_that_they_need() {
    let squads = squads_of_others();
    assert!(squads.len() > 12);
    for (squad, wanted, sets) in squads {
        let taken = foreign(&squad, false);
        assert_eq!(taken.problems, [""; 0], "{squad:#}");
        let (pieces, there) = (crews(&taken), wanted.len());
        let own: Vec<&String> = pieces
            .iter()
            .filter(|piece| wanted.contains(&piece.as_str()))
            .collect();
        assert_eq!(own.len(), there, "{pieces:?} and not {wanted:?}");
        assert_eq!(taken.sets, sets, "{squad:#}");
        let now = read(taken.text.as_ref().expect("a scenario"));
        let there: Vec<&str> = now.sets.iter().map(|set| set.value.as_str()).collect();
        assert!(sets.iter().all(|set| there.contains(set)), "{there:?}");
        assert!(taken.left_out.is_empty());
    }
}

#[test]
fn another_ship_of_the_name_is_another_pilot() {
    let squad = json!({ "faction": "rebelalliance", "pilots": [
        { "id": "wedgeantilles", "ship": "t70xwing" }, { "id": "wesjanson", "ship": "xwing" },
    ] });
    let why = "pilots 1 (`wedgeantilles`): `wedge-antilles` is a `x-wing` in this project, but a `t70xwing` \
     in the squad";
    assert_eq!(foreign(&squad, false).problems, [why]);
    let taken = foreign(&squad, true);
    assert_eq!(
        (taken.left_out.as_slice(), taken.pieces),
        (&[why.to_owned()][..], 1)
    );
}

#[test]
fn all_that_is_unknown_is_listed_and_the_rest_comes_over_anyway() {
    let squad = json!({ "faction": "rebelalliance", "pilots": [
        { "id": "nobodyknown", "upgrades": { "crew": ["strangercrew"], "warp": ["drive"] } },
        { "id": "lukeskywalker", "upgrades": { "amd": ["r2d2"], "ept": ["unheardof"], "hyperdrive": ["fast"] } },
    ] });
    let unknown = [
        "pilots 1 (`nobodyknown`): there is no ship of `rebel` with the id `nobodyknown`",
        "pilots 1 (`nobodyknown`): there is no upgrade of `crew` with the id `strangercrew`",
        "pilots 1 (`nobodyknown`): there is no group of cards `warp`",
        "pilots 2 (`lukeskywalker`): there is no group of cards `hyperdrive`",
        "pilots 2 (`lukeskywalker`): there is no upgrade of `elite` with the id `unheardof`",
    ];
    let taken = foreign(&squad, false);
    assert!(taken.text.is_none() && taken.left_out.is_empty());
    let sorted = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    let mut wanted: Vec<String> = unknown.iter().map(|&why| why.to_owned()).collect();
    wanted.sort();
    assert_eq!(sorted(&taken.problems), wanted);
    let taken = foreign(&squad, true);
    assert_eq!(taken.problems, [""; 0]);
    assert_eq!(sorted(&taken.left_out), wanted);
    assert!(
        crews(&taken).contains(&"luke-skywalker+r2-d2".to_owned()),
        "{:?}",
        taken.text
    );
    let nobody = json!({ "faction": "rebelalliance", "pilots": [{ "id": "nobodyknown" }] });
    let taken = foreign(&nobody, true);
    assert_eq!(taken.problems, ["the squad: none of it is known here"]);
    // What is damaged, and not unknown, is refused all the same.
    let damaged = json!({ "faction": "rebelalliance", "pilots": [{ "id": "lukeskywalker" }, 3] });
    assert_eq!(
        foreign(&damaged, true).problems,
        ["pilots 2: it is not an object"]
    );
}

#[test]
fn an_unknown_side_is_told_with_what_else_is_unknown() {
    let squad = json!({ "faction": "galacticrepublic", "pilots": [{ "id": "lukeskywalker" }, { "id": "nobodyknown" }] });
    let taken = foreign(&squad, false);
    assert_eq!(taken.problems.len(), 2, "{:?}", taken.problems);
    let taken = foreign(&squad, true);
    assert_eq!((taken.left_out.len(), taken.pieces), (2, 1), "{taken:?}");
}

#[test]
fn sets_are_added_to_a_list_on_lines_of_its_own_and_to_none() {
    let form = form();
    let skirmish = scenario(&form, "skirmish");
    let squad = json!({ "faction": "scum", "pilots": [{ "id": "oldteroch" }] });
    let lists = [
        "sets:\n  - pilots\n  - upgrades\n  - damage\n",
        "sets: [pilots, upgrades, damage]\n",
    ];
    for list in lists {
        let before = &PROJECT.sources.get(skirmish.file).text;
        let text = before.replace("sets: [pilots, upgrades, damage]\n", list);
        let mut project = PROJECT.clone();
        let file = PROJECT.sources.get(skirmish.file).name.clone();
        project.update(&file, Some(text));
        let ready_there = form.of(&project).unwrap_or_else(|why| panic!("{why:?}"));
        let mut scenarios = project.scenarios.iter();
        let there = scenarios
            .find(|one| one.doc.scenario.value == "skirmish")
            .expect("a scenario");
        let taken = take(&ready_there, squad.to_string().as_bytes(), there, "rebels");
        assert_eq!(taken.problems, [""; 0]);
        let text = taken.text.expect("a scenario");
        assert!(
            text.contains("  - damage\n  - hangar\n") || text.contains("damage, hangar]"),
            "{text}"
        );
    }
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
        (|squad| *squad = json!(3), "the squad: it is not an object"),
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
            "the squad: its `pilots` is not a list",
        ),
        (
            |squad| squad["pilots"] = json!([]),
            "the squad: it has no `pilots`",
        ),
        (
            |squad| squad["pilots"][0] = json!("luke"),
            "pilots 1: it is not an object",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!(7),
            "pilots 1: its `id` is not a text",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("lukskywalker"),
            "pilots 1 (`lukskywalker`): there is no ship of `rebel` with the id `lukskywalker`; did you \
             mean `lukeskywalker`?",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("howlrunner"),
            "pilots 1 (`howlrunner`): there is no ship of `rebel` with the id `howlrunner`",
        ),
        (
            |squad| squad["pilots"][0]["id"] = json!("cr90corvettefore"),
            "the squad: there must be as many `cr90-corvette-fore` as `cr90-corvette-aft`, but it has 1 and 0",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!([1]),
            "pilots 1 (`lukeskywalker`): `1` of its `upgrades` is not a text",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "torpedos": [] }),
            "pilots 1 (`lukeskywalker`): there is no group of cards `torpedos`; did you mean `torpedo`?",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "crew": ["pushthelimit"] }),
            "pilots 1 (`lukeskywalker`): there is no upgrade of `crew` with the id `pushthelimit`",
        ),
        (
            |squad| squad["pilots"][0]["upgrades"] = json!({ "crew": [3] }),
            "pilots 1 (`lukeskywalker`): `3` of its `crew` is not a text",
        ),
        (
            |squad| squad["pilots"][0]["points"] = json!("many"),
            "pilots 1 (`lukeskywalker`): its `points` is not a whole number",
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
        ["the squad: there must be as many `cr90-corvette-fore` as `cr90-corvette-aft`, but it has 1 and 0"]
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
            "there is no fact of the kind `ship` called `coast`",
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
            "`mod` is also the name of `crew`",
        ),
        (
            "  name: name\n",
            "  name: []\n",
            "`members` gives no name for `name`",
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
    let schemas = documents::schemas();
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

/// The schemas that squads are held against: the form in our own words, and the schema that the form's own
/// publishers give, where it can be found. That one is not ours to hand on: `CARDWRIGHT_XWS_SCHEMA` is its
/// path, else it is looked for where `.ci/run` puts it if the server that has it can be reached.
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
