//! The rules that somebody writes who knows other languages and has read one page of this one: each is one
//! error, and the snapshot shows the rule and the program's answer.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::for_people;
use std::fmt::Write;

/// The habits of newcomers, each with the rules that one writes on a bell.
const HABITS: &[(&str, &str)] = &[
    (
        "typographic quotes",
        "at push.modify “Ring” when pusher is you may { add-face(dice, butt, 1) }",
    ),
    (
        "single quotes",
        "at push.modify 'Ring' when pusher is you may { add-face(dice, butt, 1) }",
    ),
    ("a long dash", "modify push-of – 1 when g is you"),
    (
        "assignment with =",
        "after push.count when pusher is you { hits = 0 }",
    ),
    (
        "assignment with +=",
        "after push.count when pusher is you { hits += 1 }",
    ),
    ("==", "after push when hits == 1 and pusher is you { stop }"),
    ("!=", "after push when hits != 1 and pusher is you { stop }"),
    ("≤", "after push when hits ≤ 1 and pusher is you { stop }"),
    ("a number before ==", "modify push-of + 1 when bruise on you == 1"),
    ("≥", "define fed: yes-no = apple on first of everyone ≥ 1"),
    (
        "a call without parentheses",
        "after push when pusher is you { remove here }",
    ),
    (
        "a call with commas and without parentheses",
        "after push.roll when pusher is you { add-face dice, butt, 1 }",
    ),
    (
        "a run without parentheses",
        "after round when apple on you = 3 { run push you, rival-of(you) }",
    ),
    (
        "two calls without parentheses in a line",
        "after push when pusher is you { remove here flip(here, up: no) }",
    ),
    (
        "a permission without parentheses",
        "after push when can rest you { give 1 apple to you }",
    ),
    (
        "a name that hides a word",
        "after push when pusher is you { let calm = 3 give calm apple to you }",
    ),
    (
        "a loop that hides a row",
        "after push when pusher is you { for each lane in routes of you { give 1 apple to you } }",
    ),
    ("&&", "modify push-of + 1 when g is you && bruise on you > 0"),
    ("||", "modify push-of + 1 when g is you || bruise on you > 0"),
    ("!", "forbid rest when !dizzy of you"),
    (
        "a product and a sum in one",
        "modify push-of * 2 + 1 when g is you",
    ),
    (
        "a bound on the wrong side",
        "modify push-of + 2 to at least 1 when g is you",
    ),
    (
        "a floor in the words of a card",
        "modify push-of - 3 to a minimum of 1 when g is you",
    ),
    (
        "elif",
        "after push when pusher is you { if hits > 1 { stop } elif hits > 0 { stop } }",
    ),
    (
        "if without braces",
        "after push when pusher is you { if hits > 1 give 1 apple to you }",
    ),
    (
        "a rule without braces",
        "after push when pusher is you give 1 apple to you",
    ),
    (
        "semicolons",
        "after push when pusher is you { give 1 apple to you; give 1 apple to pushed }",
    ),
    (
        "a field with a dot",
        "modify push-of + you.strength when g is you",
    ),
    ("self", "modify push-of + 1 when g is self"),
    ("this", "modify push-of + 1 when g is this"),
    ("true", "modify push-of + 1 when dizzy of you is true"),
    ("false", "modify push-of + 1 when dizzy of you = false"),
    ("null", "modify push-of + 1 when rival-of(you) is null"),
    (
        "for s in",
        "after push when pusher is you { for s in everyone { give 1 apple to s } }",
    ),
    (
        "foreach",
        "after push when pusher is you { foreach s in everyone { give 1 apple to s } }",
    ),
    (
        "return",
        "after push when pusher is you { if hits = 0 { return } give 1 apple to you }",
    ),
    (
        "while",
        "after push when pusher is you { while apple on you < 3 { give 1 apple to you } }",
    ),
    ("function", "function tired(g: goat) { return dizzy of g }"),
    (
        "a comment with //",
        "// rings twice\nmodify push-of + 1 when g is you",
    ),
    (
        "all of a plural",
        "after push when pusher is you { for each s in all goats { give 1 apple to s } }",
    ),
    (
        "here in a define",
        "define tired: yes-no = dizzy of holder of here\nmodify push-of - 1 when g is you and tired",
    ),
    (
        "a procedure asked like a define",
        "modify push-of + push(you, you) when g is you",
    ),
    (
        "a permission asked like a define",
        "modify push-of + 1 when g is you and rest(you)",
    ),
    ("underscores", "modify push_of + 1 when g is you"),
    ("capitals in a name", "modify pushOf + 1 when g is you"),
    ("no condition", "modify push-of + 1"),
    ("no condition of a trigger", "after push { give 1 apple to you }"),
    (
        "no label",
        "after push when pusher is you may { give 1 apple to you }",
    ),
    (
        "too many arguments",
        "modify push-of + 1 when g is rival-of(you, pusher)",
    ),
    (
        "too few arguments",
        "forbid rest when push-of() > 2 and who is you",
    ),
    ("an argument of the wrong type", "forbid rest when push-of(3) > 2"),
    (
        "a player for a piece",
        "forbid rest when push-of(owner of you) > 2",
    ),
    (
        "a field that is not there",
        "modify push-of + courage of you when g is you",
    ),
    (
        "a name that is not in scope",
        "modify push-of + hits when g is you",
    ),
    (
        "a word that is not in its type",
        "modify push-of + 1 when mood of plan of you is angry",
    ),
    (
        "a step without its procedure",
        "at modify when dizzy of you { give 1 apple to you }",
    ),
    (
        "a step that is not there",
        "after push.damage when pusher is you { give 1 apple to you }",
    ),
    (
        "a procedure that is not there",
        "after attack when dizzy of you { give 1 apple to you }",
    ),
    (
        "a procedure that is not there, to be run",
        "after push when pusher is you { run heal(you) }",
    ),
    (
        "an offer that is not there",
        "tricks \"Jump\" when actor is you { give 1 apple to actor }",
    ),
    (
        "an effect that is not there",
        "after push when pusher is you { start angri(pushed) until after round }",
    ),
    ("a permission that is not there", "forbid resting when who is you"),
    (
        "a token that is not there",
        "after push when pusher is you { give 1 bruises to pushed }",
    ),
    ("a word that two types have", "define still: yes-no = calm"),
    ("a number as a condition", "modify push-of + 1 when bruise on you"),
    (
        "then after a condition",
        "after push when pusher is you { if hits > 1 then { stop } }",
    ),
    (
        "to give without an amount",
        "after push when pusher is you { give apple to you }",
    ),
    (
        "dice rolled in a sum",
        "after push when pusher is you { give (roll 1 horn) apple to you }",
    ),
    ("a parameter called you", "permission sing (you: goat)"),
    (
        "an assignment to a field",
        "after push.count when pusher is you { dizzy of you = yes }",
    ),
    (
        "an assignment to tokens",
        "after push.count when pusher is you { apple on you = 2 }",
    ),
    (
        "an assignment with a dot",
        "after push.count when pusher is you { you.dizzy = yes }",
    ),
    (
        "an assignment with :=",
        "after push.count when pusher is you { hits := 2 }",
    ),
    (
        "set with =",
        "after push.count when pusher is you { set hits = 2 }",
    ),
    (
        "let with to",
        "after push.count when pusher is you { let n to 2 give n apple to you }",
    ),
    ("an apostrophe", "modify push-of + you's strength when g is you"),
    (
        "an apostrophe at the end",
        "modify push-of + 1 when g is here's holder",
    ),
    (
        "subtract",
        "after push when pusher is you { subtract 1 from hits }",
    ),
    (
        "remove tokens",
        "after push when pusher is you { remove 1 apple from you }",
    ),
    (
        "deal",
        "after push when pusher is you { deal 1 bruise to pushed }",
    ),
    ("gain", "after push when pusher is you { gain 1 apple }"),
    (
        "increase by",
        "after push.count when pusher is you { increase hits by 1 }",
    ),
    (
        "put on",
        "after push when pusher is you { put 1 bruise on pushed }",
    ),
    (
        "move tokens",
        "after push when pusher is you { move 1 apple from you to pushed }",
    ),
    (
        "a verb of its own",
        "after push when pusher is you { smite 2 of pushed to pieces }",
    ),
    (
        "add tokens",
        "after push when pusher is you { add 1 apple to you }",
    ),
    (
        "set tokens",
        "after push when pusher is you { set apple on you to 5 }",
    ),
    (
        "add to tokens",
        "after push when pusher is you { add 1 to apple on you }",
    ),
    (
        "tokens for many",
        "after push when pusher is you { give 1 apple to everyone }",
    ),
    (
        "a field given like a token",
        "after push when pusher is you { give 1 strength to you }",
    ),
    (
        "a field with parentheses",
        "modify push-of + strength(you) when g is you",
    ),
    ("a token with of", "modify push-of + apple of you when g is you"),
    (
        "a token with parentheses",
        "modify push-of + apple(you) when g is you",
    ),
    (
        "a field with on",
        "modify push-of + strength on you when g is you",
    ),
    (
        "a define with of",
        "modify push-of + count of rival-of of you when g is you",
    ),
    ("centimetres", "forbid rest when distance(who, you) < 3 cm"),
    ("metres glued", "forbid rest when distance(who, you) < 3m"),
    (
        "feet",
        "forbid rest when distance(who, you) < 2.5 feet and who is you",
    ),
    ("the mark for inches", "forbid rest when distance(who, you) < 3\""),
    (
        "a unit glued to its number",
        "forbid rest when distance(who, you) < 3in",
    ),
    (
        "two comparisons in one",
        "modify push-of + 1 when 1 < bruise on g < 3",
    ),
    ("=<", "modify push-of + 1 when bruise on g =< 3"),
    ("=>", "modify push-of + 1 when bruise on g => 3"),
    ("isnt", "modify push-of + 1 when g isnt you"),
    ("is not in", "modify push-of + 1 when g is not in everyone"),
    (
        "greater than",
        "modify push-of + 1 when bruise on g is greater than 3",
    ),
    ("half as much again", "modify push-of * 1.5 when g is you"),
    (
        "dice of other games",
        "after push when pusher is you { let d = roll 2d6 give 1 apple to you }",
    ),
    (
        "one die of other games",
        "after push when pusher is you { let d = roll d6 give 1 apple to you }",
    ),
    (
        "start without an end",
        "after push when pusher is you { start angry(pushed) }",
    ),
    (
        "until the end of",
        "after push when pusher is you { start angry(pushed) until end of round }",
    ),
    (
        "until the end of the round",
        "after push when pusher is you { start angry(pushed) until the end of the round }",
    ),
    (
        "until next",
        "after push when pusher is you { start angry(pushed) until next round }",
    ),
    (
        "a question in braces that nobody is asked",
        "after push when pusher is you { may \"Again?\" { give 1 apple to you } }",
    ),
    (
        "a choice of nobody",
        "after push when pusher is you { choose g from everyone { give 1 apple to g } }",
    ),
    (
        "a choice without a question",
        "after push when pusher is you { choose g from everyone by owner of you { give 1 apple to g } }",
    ),
    (
        "a choice of a number",
        "after push when pusher is you { choose n from 1 to 5 by owner of you \"How many?\" { give n apple to you } }",
    ),
    (
        "a secret choice of branches",
        "after push when pusher is you { choose one by owner of you \"?\" secretly { \"A\" always { stop } } }",
    ),
    (
        "a condition with if",
        "after push if pusher is you { give 1 apple to you }",
    ),
    (
        "a rule that begins with during",
        "during push when pusher is you { give 1 apple to you }",
    ),
    (
        "a rule that begins with when",
        "when push when pusher is you { give 1 apple to you }",
    ),
    ("a modifier with to", "modify push-of to 2 when g is you"),
    ("a modifier with =", "modify push-of = 2 when g is you"),
    (
        "a modifier with a label",
        "modify push-of \"Strong\" + 1 when g is you",
    ),
    (
        "a modifier with a limit",
        "modify push-of + 1 when g is you once per round",
    ),
    (
        "a limit by a step",
        "after push when pusher is you once per push.roll { give 1 apple to you }",
    ),
    (
        "a limit that is not there",
        "after push when pusher is you once per turn { give 1 apple to you }",
    ),
    (
        "an option with else",
        "trick \"Hop\" when actor is you { give 1 apple to actor } else { stop }",
    ),
    (
        "costs with commas",
        "trick \"Hop\" when actor is you cost { spend 1 apple from you, discard here } { stop }",
    ),
    (
        "costs with and",
        "trick \"Hop\" when actor is you cost { spend 1 apple from you and discard here } { stop }",
    ),
    ("words with commas", "word mood { glad, grim }"),
    ("added words with commas", "extend word mood { glad, grim }"),
    ("a card without a holder", "card event { }"),
    ("a printed field modified", "modify strength + 1 when g is you"),
    ("a define modified", "modify rival-of + 1 when g is you"),
    ("a permission modified", "modify rest + 1 when who is you"),
    ("a name of a procedure modified", "modify hits + 1 when g is you"),
    ("a value forbidden", "forbid push-of when g is you"),
    (
        "a name of another window",
        "after round when pusher is you { give 1 apple to you }",
    ),
    (
        "a name of a window in an option",
        "trick \"Hop\" when hits > 0 { give 1 apple to actor }",
    ),
    (
        "a let called you",
        "after push when pusher is you { let you = rival-of(you) give 3 apple to you }",
    ),
    (
        "a let called like a define",
        "after push when pusher is you { let everyone = 3 give everyone apple to you }",
    ),
    (
        "a value that asks itself",
        "value mine (g: goat) = mine(g) + 1\nmodify push-of + mine(g) when g is you",
    ),
];

fn answer(rules: &str) -> (usize, String) {
    let copy = Copy::of(&sample());
    let rules = rules.replace('\n', "\n      ");
    let set = format!(
        "set: more\nsystem: sample\ntitle: More bells\ncards:\n  - id: tin-bell\n    kind: bell\n    name: Tin Bell\n    \
         facts: {{ weight: 1, mood: calm }}\n    rules: |\n      {rules}\n"
    );
    copy.write("cards/sample/more.yaml", &set);
    let project = copy.project();
    let found = check(&project);
    (found.len(), for_people(&project.sources, &found, false))
}

#[test]
fn what_other_languages_have_taught_is_one_error_that_says_what_to_write() {
    let mut shown = String::new();
    let mut wrong = Vec::new();
    for (name, rules) in HABITS {
        let (count, told) = answer(rules);
        _ = writeln!(shown, "## {name}\n\n{rules}\n\n{}\n", told.trim_end());
        if count != 1 {
            wrong.push(format!("{name}: {count} errors"));
        }
    }
    assert!(HABITS.len() >= 40, "only {} habits are tried", HABITS.len());
    insta::assert_snapshot!("newcomer", shown);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
