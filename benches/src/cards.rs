//! Plausible cards by the thousand, of about twenty lines each and of four sorts, so that every sort of rule is
//! compiled: an ability in a window, a modifier with a permission, an action, and an attack.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The cards of one set; a document has a largest size, and nobody writes longer ones by hand.
pub const CARDS_OF_A_SET: usize = 250;

/// Card sets with so many cards altogether, none like another, by the names of their files.
#[must_use]
pub fn card_sets(count: usize) -> BTreeMap<String, String> {
    card_sets_of(count, CARDS_OF_A_SET)
}

/// Documents with `count` generated cards, with at most `in_a_set` cards in a set.
#[must_use]
pub fn card_sets_of(count: usize, in_a_set: usize) -> BTreeMap<String, String> {
    let firsts = (0..count).step_by(in_a_set);
    let sets = firsts.map(|first| (first, card_set(first, in_a_set.min(count - first))));
    sets.map(|(first, text)| (format!("cards/sample/generated-{first:05}.yaml"), text))
        .collect()
}

fn card_set(first: usize, count: usize) -> String {
    let mut text = format!("set: generated-{first}\nsystem: sample\ntitle: Generated cards\ncards:\n");
    for number in first..first + count {
        card(&mut text, number);
    }
    text
}

/// The rules of a card, at the margin.
#[must_use]
pub fn rules(number: usize) -> String {
    let (n, m) = (number % 7 + 1, number % 3 + 1);
    match number % 4 {
        0 => window_ability(number, n, m),
        1 => modifier(number, n, m),
        2 => action(number, n, m),
        _ => strike(number, n, m),
    }
}

/// The rules of so many cards, as one file of the language.
#[must_use]
pub fn language_file(cards: usize) -> String {
    (0..cards)
        .map(|number| rules(number))
        .collect::<Vec<_>>()
        .join("\n")
}

fn card(text: &mut String, number: usize) {
    let energy = ["plain", "fire", "frost"][number % 3];
    let spell = ["yes", "no"][number % 2];
    let (cost, level) = (number % 9, number % 6);
    let facts = format!("cost: {cost}, energy: {energy}, spell: {spell}, minimum-level: {level}");
    writeln!(
        text,
        "\n  # SMP-CRD-{number:05}\n  - id: card-{number}\n    kind: upgrade\n    name: Card {number}\n    \
         facts: {{ {facts} }}\n    rules: |"
    )
    .expect("a string takes any text");
    for line in rules(number).lines() {
        writeln!(text, "      {line}").expect("a string takes any text");
    }
}

fn window_ability(number: usize, n: usize, m: usize) -> String {
    format!(
        "at attack.modify \"Ability {number}\"
  when attacker is you and ready(here) and eye in attack-pool > 0
  once per turn
  may
  cost {{ place 1 disabled on here }}
{{
  turn {n} eye in attack-pool to hit
  if level of defender > {m} {{
    give 1 target to attacker
  }} else {{
    give 1 focus to attacker
  }}
}}

after attack.deal when defender is you and hits > {m} {{ give 1 dodge to you }}
"
    )
}

fn modifier(_: usize, n: usize, m: usize) -> String {
    format!(
        "modify attack-dice + {m}
  when attacker is you and energy of form is fire and wound on defender > {n}

modify defense-dice - {m}
  when defender is you and dodge on you = 0

forbid attack-with when attacker is you and energy of form is frost

before attack.roll when attacker is you and focus on you > {n} {{
  let spare = focus on you - {n}
  take spare focus from you
  give spare target to you
}}
"
    )
}

fn action(number: usize, n: usize, m: usize) -> String {
    format!(
        "action \"Action {number}\"
  when actor is you and ready(here) and any of foes-of(you)
  once per turn for actor
{{
  choose f from foes-of(you) by owner of you \"Name an enemy\" {{
    if wound on f > {m} {{
      take 1 focus from f
    }} else {{
      give {n} target to you
    }}
  }}
  if level of you < {m} {{ give 1 dodge to you }}
}}
"
    )
}

fn strike(number: usize, n: usize, m: usize) -> String {
    format!(
        "action \"Strike {number}\"
  when actor is you and target on you > 0 and can attack-with(you, lance)
  cost {{ spend 1 target from you }}
{{
  choose f from (members e of foes-of(you) where wound on e < {n})
      by owner of you \"Strike whom?\" {{
    run attack(you, f, lance)
    if strength of f > {m} {{ give 1 wound to you }}
  }}
  for each f in foes-of(you) {{
    if focus on f > {n} {{ take 1 focus from f }}
  }}
}}
"
    )
}
