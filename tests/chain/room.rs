//! The memory and time that a game can take, whatever its content does: each attack ends with an outcome that
//! names the limit, or goes on to the end that its content names.

use crate::workshop::{Copy, compiled, sample};
use cardwright_core::{Event, Game, Status};
use std::fmt::Write;

const PLAY: &str = "systems/sample/play.cw";
const WORDS: &str = "systems/sample/words.cw";
const DUEL: &str = "scenarios/sample/duel.yaml";

/// The game of a herd of so many that begins with these statements, as far as it comes without a decision, and how it is over.
fn begun(goats: usize, words: &str, statements: &str) -> (Game, Option<String>) {
    let mut pieces = String::from("pieces:\n");
    for at in 0..goats {
        let _ = writeln!(pieces, "  - {{ id: more-{at}, template: billy, owner: north }}");
    }
    let copy = Copy::of(&sample());
    let play = copy.text(PLAY);
    let play = play.replacen("  step graze {\n", &format!("  step graze {{\n{statements}\n"), 1);
    copy.write(PLAY, &play);
    copy.write(WORDS, &(copy.text(WORDS) + words));
    copy.write(DUEL, &copy.text(DUEL).replacen("pieces:\n", &pieces, 1));
    let content = compiled(&copy.project(), "duel");
    let mut game = Game::new(&content, 1);
    let status = game.advance();
    let over = match status {
        Status::Over(outcome) => Some(outcome.id(&content).to_owned()),
        Status::Decision => None,
    };
    (game, over)
}

fn end(goats: usize, words: &str, statements: &str) -> Option<String> {
    begun(goats, words, statements).1
}

// Limit: MAX_SET_MEMBERS in engine/vm/src/machine.rs
#[test]
fn sets_have_room_for_so_many_members_together() {
    let sets = |count: usize| format!("repeat {count} times {{ let s = all goat }}");
    // Two goats are there already; the rest of the game has some sets, too.
    let fitting = (1 << 21) / 302;
    assert_eq!(end(300, "", &sets(fitting - 8)), None);
    assert_eq!(
        end(300, "", &sets(fitting + 1)).as_deref(),
        Some("core-memory-exceeded")
    );
    let grown = "\ndefine everybody: set of goat = all goat where strength of it < 99\n";
    let statements = "repeat 60000 times { let s = everybody }";
    assert_eq!(
        end(300, grown, statements).as_deref(),
        Some("core-memory-exceeded")
    );
}

#[test]
fn sets_in_conditions_are_gone_when_the_condition_is_answered() {
    let loops = "for each a in all goat { for each b in all goat {
        if any of (all goat o where o is a and strength of o > 90) { give 1 apple to b }
        let n = count of [a, b]
        give (count of [a]) bruise to b
        if first of [a, b] is b and n > 5 { give 1 apple to a }
    } }";
    // 90,000 rounds of 302 goats would be too much fuel for one stretch: 40 goats go round 1,764 times, a list alone 65,536 times.
    assert_eq!(end(40, "", loops), None);
    let long = "repeat 70000 times { if first of [first of everyone] is nobody { stop } }";
    assert_eq!(end(0, "", long), None);
}

// Limit: MAX_EVENT_BYTES in engine/core/src/limits.rs
#[test]
fn events_that_there_is_no_room_for_are_counted_and_the_end_is_told() {
    let dice =
        "let d = roll 1000 horn repeat 60000 times { turn all butt in d to slip turn all slip in d to butt }";
    let (game, over) = begun(0, "", dice);
    assert!(game.events_lost() > 0);
    assert_eq!(over.as_deref(), Some("core-fuel-exhausted"));
    assert!(
        matches!(game.events().last(), Some(Event::Ended { .. })),
        "how it ended is always told"
    );
    let faces = |event: &Event| match event {
        Event::DiceChanged { faces, .. } | Event::Rolled { faces, .. } => faces.len() * 2,
        _ => 0,
    };
    let held: usize = game.events().iter().map(faces).sum();
    assert!(held <= cardwright_core::limits::MAX_EVENT_BYTES, "{held}");
}

// Limit: MAX_USES in engine/core/src/limits.rs
#[test]
fn uses_of_limited_rules_have_room() {
    // Each start of an effect is another source of its rule.
    let words = "\nprocedure chain (who: goat) { step s { } }\n\
                 effect worn (w: goat) { after chain always once per game { give 1 bruise to w } }\n";
    let starts = |count: usize| {
        format!(
            "repeat {count} times {{
               start worn(first of everyone) until the game ends
               run chain(first of everyone)
               end worn(first of everyone)
             }}"
        )
    };
    assert_eq!(end(0, words, &starts(300)), None);
    let most = cardwright_core::limits::MAX_USES;
    assert_eq!(
        end(0, words, &starts(most + 1)).as_deref(),
        Some("core-memory-exceeded")
    );
}
