//! Rules are content: changing a number of a card or the order of steps changes the game, and no Rust.

use crate::workshop::{Copy, SCENARIO, account, check, compiled, content, played, project, root, sample};
use cardwright_compiler::{Project, compile_common};
use cardwright_core::Content;
use std::sync::Arc;

const ROUND: &str = "systems/dnd-attack-wing/round.cw";
const COMBAT: &str = "systems/dnd-attack-wing/combat.cw";
const CREATURES: &str = "cards/dnd-attack-wing/creatures.yaml";
const UPGRADES: &str = "cards/dnd-attack-wing/upgrades.yaml";
/// How many games are looked at for a difference, and in how many it must show: many end before anybody attacks.
const SEEDS: u64 = 40;
const LEAST_CHANGED: usize = 4;

/// How many of some games go otherwise, with the same seeds, under changed content.
fn changed_games(other: &Arc<Content>) -> usize {
    (0..SEEDS)
        .filter(|&seed| account(&played(content(), seed)) != account(&played(other, seed)))
        .count()
}

fn copied(change: impl FnOnce(&Copy)) -> Arc<Content> {
    let copy = Copy::of(&root());
    change(&copy);
    let project: Project = copy.project();
    compiled(&project, SCENARIO)
}

/// The bytes of a step of a procedure at the margin, with its braces.
fn step(text: &str, name: &str) -> std::ops::Range<usize> {
    let start = text
        .find(&format!("  step {name} "))
        .unwrap_or_else(|| panic!("there is no step {name}"));
    let line = text[start..].find('\n').map_or(text.len(), |at| start + at);
    if text[start..line].ends_with('}') {
        return start..line + 1;
    }
    let end = text[start..].find("\n  }\n").expect("the step ends") + start + "\n  }\n".len();
    start..end
}

/// The text with two steps in each other's place.
fn swapped(text: &str, first: &str, second: &str) -> String {
    let (one, two) = (step(text, first), step(text, second));
    assert!(one.end <= two.start, "{first} comes before {second}");
    let parts = [
        &text[..one.start],
        &text[two.clone()],
        &text[one.end..two.start],
        &text[one],
        &text[two.end..],
    ];
    parts.concat()
}

#[test]
fn each_set_is_played_with_the_sets_that_it_says_it_uses() {
    let project = project();
    for (system, set) in project.sets.keys() {
        let alone = compile_common(project, &project.systems[system], std::slice::from_ref(set));
        assert!(
            alone.is_some(),
            "`{set}` of {system} names what another set has: list that set under `uses:`"
        );
    }
}

#[test]
fn an_unchanged_copy_is_the_same_content_and_plays_the_same_games() {
    let copy = copied(|_| {});
    assert_eq!(copy.hash(), content().hash());
    assert_eq!(played(&copy, 1).game().hash(), played(content(), 1).game().hash());
    assert_eq!(changed_games(&copy), 0);
}

#[test]
fn a_comment_after_the_rules_does_not_change_the_content() {
    let commented = copied(|copy| copy.write(COMBAT, &format!("{}\n# nothing\n", copy.text(COMBAT))));
    assert_eq!(commented.hash(), content().hash());
}

#[test]
fn a_number_of_a_card_changes_games() {
    let stronger = copied(|copy| {
        let text = copy.text(CREATURES);
        let at = text.find("- id: eshaedra").expect("the card exists");
        let (before, card) = text.split_at(at);
        let card = card.replacen("primary: 4", "primary: 6", 1);
        copy.write(CREATURES, &format!("{before}{card}"));
    });
    assert_ne!(stronger.hash(), content().hash());
    assert!(
        changed_games(&stronger) >= LEAST_CHANGED,
        "two more dice must show"
    );
}

#[test]
fn the_order_of_two_steps_changes_games() {
    let other = copied(|copy| copy.write(ROUND, &swapped(&copy.text(ROUND), "activation", "combat")));
    assert_ne!(other.hash(), content().hash());
    assert!(
        changed_games(&other) >= LEAST_CHANGED,
        "attacking before moving must show"
    );
}

#[test]
fn a_rule_of_a_card_changes_games() {
    let other = copied(|copy| {
        let text = copy.text(UPGRADES);
        let at = text.find("- id: lightning-breath").expect("the card exists");
        let (before, card) = text.split_at(at);
        let card = card.replacen(
            "    rules: |\n",
            "    rules: |\n      modify attack-dice + 3 when attacker is you\n",
            1,
        );
        copy.write(UPGRADES, &format!("{before}{card}"));
    });
    assert!(
        changed_games(&other) >= LEAST_CHANGED,
        "three more dice must show"
    );
}

/// Declarations in a card's rules count like those of the system: tokens, words, records, dice and state of
/// the game.
#[test]
fn a_card_declares_what_its_rules_need() {
    let declaring = "    rules: |
      word temper { meek fierce }
      record grudge { depth: number }
      token bite on goat limit 2
      die tooth { sharp 1  dull 1 }
      state bites: number
      define temper-of (g: goat): temper = if bite on g > 1 then fierce else meek
      modify push-of + 1 when g is any goat and temper-of(g) is fierce and none of all grudge
      after push.suffer when pushed is any goat {
        let jaws = roll 1 tooth
        if sharp in jaws > 0 { give 1 bite to pushed }
        add 1 to bites
      }
      modify push-of + 1 when g is you and bruise on you > 0
";
    let file = "cards/sample/basic.yaml";
    let copy = Copy::of(&sample());
    let text = copy.text(file).replacen(
        "    rules: |\n      modify push-of + 1 when g is you and bruise on you > 0\n",
        declaring,
        1,
    );
    assert!(text.contains("token bite"), "the card stands as it did");
    copy.write(file, &text);
    let project = copy.project();
    assert_eq!(check(&project), []);
    let duel = compiled(&project, "duel");
    let bites = |seed| {
        account(&played(&duel, seed))
            .iter()
            .any(|line| line.contains("bite"))
    };
    assert!((0..8).any(bites), "nobody was bitten");
}
