//! The skeleton of every generated program: types, kinds, tables, pieces.

use super::{Callable, T};
use std::collections::BTreeMap;

const WORDS: &str = "word hue { red green blue }
record shape { size: number  span: length  tint: hue  sizes: set of number }
piece mug {
  height: number
  shapes: set of shape
  level: number state
  reach: length state
  colour: hue state
  form: shape state
  plan: shape state secret
  mate: mug state
  wet: yes-no state per spill
  seen: set of mug state per spill
  sums: set of number state
  marks: set of shape state secret = shapes
}
state owed (whose: mug, shade: hue): number
state first-of-hue (shade: hue): mug per spill
state hues: set of hue
card lid on mug {
  weight: number
  paint: hue
  loose: yes-no state
  active when loose of here = no
}
token drop on mug limit 4
token chip on mug, player
die bean { knob 2 dent 1 flat 3 }
deck shelf
define as-mug (thing-of: thing): mug = thing-of
define as-lid (thing-of: thing): lid = thing-of
define no-mug: mug = nobody
define no-lid: lid = nobody
define mug-1: mug = first of all mug
define mug-2: mug = first of (all mug - [mug-1])
define mug-3: mug = first of (all mug - [mug-1, mug-2])
define lid-1: lid = first of (all lid on mug-1)
define lid-2: lid = first of (all lid on mug-3)
define player-1: player = first of all player
define player-2: player = first of (all player - [player-1])
define turns: set of player = sort p in all player by chip on p
outcome early \"Early\" won by nobody
outcome late \"Late\" won by nobody
procedure line-up (those: set of player) gives order: set of player {
  step ask {
    choose p from those by first of those \"Who first?\" { set order to [p] + those }
  }
}
";

const SYSTEM: &str = "system: sample
title: A generated system
ledger: SMP
main: game
order: turns
files: [words.cw, play.cw]
tables:
  shape:
    disc: { size: 2, span: 2.5in, tint: red, sizes: [1, 2, 3] }
    cube: { size: 0, span: 0, tint: blue, sizes: [] }
    cone: { size: -3, span: -40mm, tint: red, sizes: [5] }
";

const SCENARIO: &str = "scenario: duel
system: sample
title: A generated scenario
sets: [basic]
table: { width: 12in, length: 12in }
players:
  - { id: north, name: North, tokens: { chip: 2 } }
  - { id: south, name: South }
pieces:
  - { id: first-mug, template: tall, owner: north, cards: [tin], tokens: { drop: 3 } }
  - { id: second-mug, template: wide, owner: north, facts: { level: 7 } }
  - { id: third-mug, template: tall, owner: south, cards: [tin, cork] }
decks:
  shelf: { tin: 2, cork: 1 }
";

/// The defines of the skeleton.
pub(super) fn defines() -> Vec<Callable> {
    let define = |name: &str, params: &[(&str, T)], result| Callable {
        name: name.to_owned(),
        params: params.iter().map(|&(name, ty)| (name.to_owned(), ty)).collect(),
        result,
    };
    vec![
        define("as-mug", &[("thing-of", T::Thing)], T::Mug),
        define("as-lid", &[("thing-of", T::Thing)], T::Lid),
        define("no-mug", &[], T::Mug),
        define("no-lid", &[], T::Lid),
    ]
}

/// All documents.
pub(super) fn documents(
    play: &str,
    lids: &[String; 2],
    mugs: &[String; 2],
    scenario: &str,
) -> BTreeMap<String, String> {
    let card = |id: &str, kind: &str, facts: &str, rules: &str| {
        let head = format!("  - id: {id}\n    kind: {kind}\n    name: {id}\n    facts: {{ {facts} }}\n");
        head + &scalar("    ", rules)
    };
    let cards = [
        card("tall", "mug", "height: 5, shapes: [disc, cone]", &mugs[0]),
        card("wide", "mug", "height: 2, shapes: []", &mugs[1]),
        card("tin", "lid", "weight: 1, paint: green", &lids[0]),
        card("cork", "lid", "weight: 3, paint: red", &lids[1]),
    ];
    let cards = format!(
        "set: basic\nsystem: sample\ntitle: Generated cards\ncards:\n{}",
        cards.concat()
    );
    let scenario = format!("{SCENARIO}{}", scalar("", scenario));
    [
        ("systems/sample/words.cw", WORDS.to_owned()),
        ("systems/sample/play.cw", play.to_owned()),
        ("systems/sample/system.yaml", SYSTEM.to_owned()),
        ("cards/sample/basic.yaml", cards),
        ("scenarios/sample/duel.yaml", scenario),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .into()
}

/// A `rules:` block.
fn scalar(indent: &str, rules: &str) -> String {
    if rules.is_empty() {
        return String::new();
    }
    let lines: String = rules.lines().map(|line| format!("{indent}  {line}\n")).collect();
    format!("{indent}rules: |\n{lines}")
}
