//! Input from other programs: lines of the runner's protocol, replies by id, squads, and data to import.

use crate::sample::{DOCUMENTS, DUEL, SAMPLE, text};
use crate::script::Script;
use cardwright_compiler::Project;
use cardwright_core::{Game, Reply, Status, Viewer};
use cardwright_export::conform::Reference;
use cardwright_import::squads::{Form, Place};
use cardwright_import::{Import, Mapping};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Lines that a runner understands.
const LINES: &str = r#"{"ask":"start","start":{"system":"sample","file":"scenarios/sample/duel.yaml","seed":7,"forced_dice":[],"forced_numbers":[]}}
{"ask":"start","start":{"system":"sample","file":"tests/conformance/sample/tricks.yaml","seed":7,"forced_dice":["butt","blank"],"forced_numbers":[3]}}
{"ask":"decide","answer":{"node":"options","options":[0]}}
{"ask":"decide","answer":{"node":"options","options":[1]}}
{"ask":"decide","answer":{"node":"options","options":[]}}
{"ask":"decide","answer":{"node":"place","at":{"x":3,"y":4.5,"facing":90}}}
{"ask":"hello","protocol":1}
{"ask":"bye"}
"#;

/// A conversation with damaged lines: each gets an answer that is one line. Whether an answer was taken.
pub(crate) fn runner(data: &[u8]) -> bool {
    // One runner for all inputs, which keeps what it has compiled; what was asked before is forgotten at the start.
    static RUNNER: LazyLock<Mutex<Reference<&'static Project>>> =
        LazyLock::new(|| Mutex::new(Reference::new(&SAMPLE)));
    let mut runner = RUNNER.lock().unwrap_or_else(PoisonError::into_inner);
    let lines: Vec<&str> = LINES.lines().collect();
    let mut script = Script::new(data);
    let mut taken = false;
    let mut line = lines[0].to_owned();
    loop {
        let Some(reply) = runner.answer(line.trim_end()) else {
            return taken;
        };
        assert!(!reply.contains('\n'), "{reply:?}");
        let read: Value = serde_json::from_str(&reply).expect("a reply is JSON");
        taken |= line.contains("decide") && read["reply"] == "comes";
        if script.is_over() {
            return taken;
        }
        let next = lines[script.below(lines.len())];
        let length = usize::from(script.byte() % 16);
        line = script.part(length).changed_text(next, LINES);
    }
}

/// Replies by id to what is asked: refused with a reason, or an answer that the game takes. Whether one was taken.
pub(crate) fn reply(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let mut game = Game::new(&DUEL, u64::from(script.byte()));
    let mut taken = false;
    while !script.is_over() && matches!(game.advance(), Status::Decision) {
        let by = game.decision().expect("somebody is asked").by;
        let asked = game.asked(Viewer::Player(by)).expect("he may know it");
        let ids: Vec<String> = asked
            .options
            .into_iter()
            .flatten()
            .map(|option| option.id)
            .collect();
        let id = ids.get(script.below(ids.len())).cloned().unwrap_or_default();
        let reply = match script.byte() % 6 {
            0 => Reply::Options(vec![id.clone(), id]),
            1 => Reply::Options(Vec::new()),
            2 => Reply::Option(script.changed_text(&id, "")),
            3 => {
                let [x, y, facing] = [(); 3].map(|()| f64::from_bits(script.number()));
                Reply::Place { x, y, facing }
            }
            _ => Reply::Option(id),
        };
        let before = game.hash();
        match game.meant(&reply) {
            Ok(answer) => {
                game.decide(&answer).expect("what is meant is legal");
                taken = true;
            }
            Err(refused) => {
                assert!(!refused.to_string().is_empty() && !refused.code().is_empty());
                assert_eq!(game.hash(), before);
            }
        }
    }
    taken
}

/// The small game with what a form of squads speaks of.
static PRICED: LazyLock<Project> = LazyLock::new(|| {
    let mut project = SAMPLE.clone();
    let words = text(1)
        .replace(
            "  strength: number\n",
            "  strength: number\n  flock: flock\n  price: number\n",
        )
        .replace("  weight: number\n", "  weight: number\n  price: number\n");
    let cards = text(4)
        .replace("strength:", "flock: hill, price: 3, strength:")
        .replace("weight:", "price: 1, weight:");
    project.update(DOCUMENTS[1], Some(format!("word flock {{ hill dale }}\n{words}")));
    project.update(DOCUMENTS[4], Some(cards));
    assert!(project.diagnostics.is_empty(), "{:?}", project.diagnostics);
    project
});

/// How squads of the small game are written.
const FORM: &str = "squads: herds
system: sample
title: herds of goats
always: { version: 1 }
members:
  side: flock
  pieces: goats
  id: [id, name]
  cards: bells
  cost: points
  name: name
  own: vendor
pieces:
  kind: goat
  side: flock
  cost: price
cards:
  kind: bell
  group: mood
  cost: price
sides:
  hill: [hill, hills]
  dale: dale
groups:
  calm: calm
  wild: [wild, mad]
";

const SQUAD: &str = r#"{ "version": 1, "flock": "hill", "name": "Two", "points": 8,
 "goats": [ { "id": "billy", "name": "billy", "points": 4, "bells": { "calm": [ "brassbell" ] } },
 { "id": "nanny", "points": 3, "vendor": { "cardwright": { "id": "the-other" } } } ], "vendor": {} }
"#;

/// A damaged squad: told what does not fit, or put into the scenario. Whether it was.
pub(crate) fn squad(data: &[u8]) -> bool {
    static READY: LazyLock<Form> =
        LazyLock::new(|| Form::read("herds.yaml", FORM.to_owned()).unwrap_or_else(|why| panic!("{why:?}")));
    let ready = READY.of(&PRICED).unwrap_or_else(|why| panic!("{why:?}"));
    let place = Place {
        scenario: &PRICED.scenarios[0],
        player: "north",
        id: "again",
        file: "scenarios/sample/again.yaml",
        anyway: data.len() % 2 == 1,
    };
    let mut script = Script::new(data);
    let json = match script.byte() % 4 {
        2 => script.clone().rest().to_vec(),
        1 => script.changed_bytes(SQUAD.as_bytes()),
        _ => script.changed_text(SQUAD, SQUAD).into_bytes(),
    };
    let taken = ready.taken(&json, place);
    assert_eq!(taken.text.is_some(), taken.problems.is_empty());
    taken.text.is_some()
}

/// A mapping of one source into goats.
const MAPPING: &str = "import: herd
system: sample
set: herd
title: The herd
sources: { herd: { file: herd.csv, format: csv } }
cards:
  - kind: goat
    each: herd
    key: name
    id: \"{name}\"
    name: name
    skip:
      - { when: { name: Methuselah }, why: he is too old }
      - { when: { strength: { matches: \"[a-z]+\" } }, why: it is no number }
    facts:
      strength: { field: strength, default: 2 }
      routes: { field: routes, split: \"+\" }
      base-width: { field: width, unit: mm }
";

const DATA: &str = "name,strength,routes,width,text\nOld Billy,4,lane+curve,40,Pushes twice.\nNanny,3,\"lane\",25.5,\nKid,,ledge,20,\n";

/// A damaged mapping with damaged data: told what does not fit, or made into a set. Whether it was.
pub(crate) fn import(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let length = usize::from(script.byte() % 16);
    let mapping = script.part(length).changed_text(MAPPING, DATA);
    let Ok(mapping) = Mapping::read("herd.yaml", mapping) else {
        return false;
    };
    let data = match script.byte() % 3 {
        0 => script.changed_bytes(DATA.as_bytes()),
        _ => script.changed_text(DATA, MAPPING).into_bytes(),
    };
    let sources: BTreeMap<String, Vec<u8>> = mapping
        .files()
        .map(|(name, _)| (name.to_owned(), data.clone()))
        .collect();
    let import = Import {
        mapping: &mapping,
        project: &SAMPLE,
        sources: &sources,
        file: "cards/sample/herd.yaml",
    };
    import.run().is_ok_and(|outcome| outcome.text.is_some())
}
