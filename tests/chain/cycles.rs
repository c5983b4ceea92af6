//! Rules that set themselves off: whatever can go round without bound is told, whatever runs out is not.

use crate::workshop::{Copy, check, project, sample};
use cardwright_compiler::diagnostic::Diagnostic;
use cardwright_compiler::{Project, costs};

const CARDS: &str = "cards/sample/basic.yaml";
const RULE: &str = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
const ROUND: &str = "run push(pushed, pusher)";
/// A procedure that gives and takes nothing of its own.
const CHAIN: &str = "procedure chain (g: goat, n: number) { step s { } } ";
/// The most abilities of a thousand that may be told of though they come to an end.
const MOST_FALSE: usize = 20;

/// Whether rules of the brass bell are told to set each other off.
fn goes_round(rules: &str) -> bool {
    let rules =
        format!("{CHAIN} after round always {{ for each g in everyone {{ run chain(g, 3) }} }} {rules}");
    let rules = rules.replace("ROUND", ROUND);
    let project = Copy::of(&sample()).with(CARDS, RULE, &rules).project();
    let found = check(&project);
    let errors: Vec<_> = found.iter().filter(|one| one.code.id < "cw0500").collect();
    assert!(errors.is_empty(), "{rules}: {errors:?}");
    found.iter().any(|one| one.code.id == "cw0508")
}

fn those(forms: &[(&'static str, &str)], told: bool) -> Vec<&'static str> {
    let found = forms.iter().filter(|(_, rules)| goes_round(rules) == told);
    found.map(|form| form.0).collect()
}

// Limit: MOST_TIMES in compiler/lints/src/lint/cycles/mod.rs
#[test]
fn what_can_go_round_without_bound_is_told() {
    let forms = [
        ("nothing runs out", "after push always { ROUND }"),
        ("a variable that each run has anew", "after push.suffer when hits < 9 { set hits to 9 ROUND }"),
        ("a variable that picks a case", "after push.suffer when hits = 0 { ROUND }"),
        ("instead of itself", "instead of push.count always { ROUND }"),
        ("a cost of nothing", "after push.suffer always cost { spend 0 apple from pusher } { ROUND }"),
        (
            "a cost that is given back",
            "after push.suffer always cost { spend 1 apple from pusher } { give 1 apple to pusher ROUND }",
        ),
        (
            "a cost that another rule gives back",
            "after push.suffer always cost { spend 1 apple from pusher } { ROUND }
             before push always { give 1 apple to pusher }",
        ),
        (
            "a flag that is set and unset",
            "after push.suffer when dizzy of pusher = no { set dizzy of pusher to yes set dizzy of pusher to no ROUND }",
        ),
        (
            "a flag of somebody else",
            "after push.suffer when dizzy of pusher = no { set dizzy of pushed to yes ROUND }",
        ),
        (
            "a condition that only grows",
            "after push.suffer when apple on pusher > 0 { give 1 apple to pusher ROUND }",
        ),
        (
            "another owner",
            "after push.suffer when strength of pusher > 0 { set-owner(here, owner of pushed) ROUND }",
        ),
        ("a limit beyond what nests", "after push.suffer always 1000 times per game { ROUND }"),
        ("a limit that starts anew", "after push.suffer always once per push { ROUND }"),
        (
            "spent only when it is over",
            "after chain when apple on g > 0 { run chain(g, 1) take 1 apple from g }",
        ),
        (
            "spent only at times",
            "after chain when apple on g > 0 { if n > 3 { take 1 apple from g } run chain(g, 1) }",
        ),
        ("a parameter that does not fall", "after chain when n > 0 { run chain(g, n) }"),
        (
            "two that set each other off",
            "after chain when n > 0 { run chain(g, 0) } after chain when n = 0 { run chain(g, 1) }",
        ),
        (
            "an effect that starts anew",
            "effect worn (w: goat) { after chain when g is w once per game { start worn(g) until the game ends run chain(g, 1) } }
             before chain when n = 9 { start worn(g) until the game ends }",
        ),
        (
            "taken from somebody else",
            "after push.suffer when apple on pusher > 0 { take 1 apple from pushed ROUND }",
        ),
        (
            "nothing is taken",
            "after push.suffer when apple on pusher > 0 { take (hits - hits) apple from pusher ROUND }",
        ),
        (
            "taken in a loop that may have no round",
            "after push.suffer when apple on pusher > 0 { repeat hits times { take 1 apple from pusher } ROUND }",
        ),
        (
            "taken from each of perhaps nobody",
            "after chain when apple on g > 0 { for each o in (all goat where strength of it > 90) { take 1 apple from o } run chain(g, n) }",
        ),
        (
            "a card that leaves and comes back",
            "after chain when in-play(here) { remove(here) return-to-game(here) run chain(g, 1) }",
        ),
        (
            "a card that turns twice",
            "after chain when face-up(here) { flip(here, up: no) flip(here, up: yes) run chain(g, 1) }",
        ),
        (
            "a parameter that falls to what it stays at",
            "after chain when n >= 0 { run chain(g, n / 2) }",
        ),
        (
            "a parameter that falls without end",
            "after chain when n < 5 { run chain(g, n - 1) }",
        ),
        (
            "a parameter that falls past the end",
            "after chain when n is not 0 { run chain(g, n - 1) }",
        ),
        (
            "a parameter with a least",
            "after chain when n > 0 { run chain(g, max(n - 1, 1)) }",
        ),
        (
            "a parameter that falls and rises",
            "after chain when n > 0 { run chain(g, n - 1) } after chain when n = 0 { run chain(g, 5) }",
        ),
        (
            "a state by key that each time is another key",
            "state seen (k: number): yes-no after chain when not seen(n) { set seen(n) to yes run chain(g, n + 1) }",
        ),
        (
            "a card that what it runs may turn",
            "procedure tip (b: bell) { step s { if weight of b > 3 { flip(b, up: no) } } }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns if it comes so far",
            "procedure tip (b: bell) { step s { if weight of b > 3 { stop } flip(b, up: no) } }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns if nothing else does",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             instead of tip.s when weight of b > 3 { give 1 apple to you }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns, unless a rule ends that",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             before tip.s when weight of b > 3 { end tip }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns, but a rule always ends that",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             before tip.s always { end tip }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns, but a rule ends that before it begins",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             before tip always { end tip }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns in a later step, if no rule ends it after the first",
            "procedure tip (b: bell) { step r { } step s { flip(b, up: no) } }
             after tip.r when weight of b > 3 { end tip }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns, and turns back",
            "procedure tip (b: bell) { step s { flip(b, up: no) } step t { flip(b, up: yes) } }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "another card that what it runs turns",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             after chain when face-up(here) { run tip(first of all bell on g) run chain(g, 1) }",
        ),
        (
            "a set that somebody else joins",
            "state done: set of goat after chain when not (g is in done) { add rival-of(g) to done run chain(g, 1) }",
        ),
        (
            "a set that it joins and leaves",
            "state done: set of goat
             after chain when not (g is in done) { add g to done take g from done run chain(g, 1) }",
        ),
        (
            "a set that is emptied on the way round",
            "state done: set of goat after chain when not (g is in done) { add g to done run chain(g, 1) }
             before chain always { set done to [] }",
        ),
        (
            "a set of numbers",
            "state seen: set of number after chain when not (n is in seen) { add n to seen run chain(g, n + 1) }",
        ),
        (
            "a state by a number",
            "state seen (k: number): yes-no after chain when not seen(n) { set seen(n) to yes run chain(g, n + 1) }",
        ),
        (
            "a set that what is made on the way round joins",
            "state done: set of goat after chain when not (g is in done) {
               add g to done
               let y = create billy at pose-of(g) owned by owner of g
               run chain(y, 1)
             }",
        ),
        (
            "a state by key that is set and unset",
            "state seen (k: number): yes-no after chain when not seen(n) { set seen(n) to yes set seen(n) to no run chain(g, n) }",
        ),
        (
            "a state that counts up to what rises",
            "state tally: number state most: number \
             after chain when tally < most + 1 { add 1 to tally add 1 to most run chain(g, n) }",
        ),
        (
            "an instead of one another",
            "instead of push.count when hits = 0 { ROUND } after push when hits > 0 { ROUND }",
        ),
    ];
    assert_eq!(those(&forms, false), Vec::<&str>::new());
}

#[test]
fn what_runs_out_is_not_told() {
    let forms = [
        ("never within itself", "after push always never within itself { ROUND }"),
        (
            "one of two never within itself",
            "after push.suffer always never within itself { ROUND } after push always { run chain(pusher, 3) }",
        ),
        ("a limit", "after push.suffer always once per game { ROUND }"),
        ("a limit of what goes on around", "after push.suffer always once per round { ROUND }"),
        (
            "a cost beside limited gains",
            "after push.suffer always cost { spend 1 apple from pusher } { ROUND }",
        ),
        (
            "tokens that only go",
            "after push.suffer when apple on pusher > 0 { take 1 apple from pusher ROUND }",
        ),
        (
            "a flag",
            "after push.suffer when dizzy of pusher = no { set dizzy of pusher to yes ROUND }",
        ),
        ("a card that leaves", "after chain always { remove(here) run chain(g, 1) }"),
        (
            "a card that turns",
            "after chain when face-up(here) { flip(here, up: no) run chain(g, 1) }",
        ),
        (
            "an inner condition",
            "after chain always { if apple on g > 0 { take 1 apple from g run chain(g, 1) } }",
        ),
        (
            "what leaves early",
            "after chain always { if apple on g = 0 { stop } take 1 apple from g run chain(g, 1) }",
        ),
        (
            "a define",
            "define is-fed (g: goat): yes-no = apple on g > 0
             after chain when is-fed(g) { take 1 apple from g run chain(g, 1) }",
        ),
        (
            "a card that what it runs turns",
            "procedure tip (b: bell) { step s { flip(b, up: no) } }
             after chain when face-up(here) { run tip(here) run chain(g, 1) }",
        ),
        (
            "a set that it joins",
            "state done: set of goat after chain when not (g is in done) { add g to done run chain(g, 1) }",
        ),
        (
            "a set that it leaves",
            "state fresh: set of goat after round always { add everyone to fresh }
             after chain when g is in fresh { take g from fresh run chain(g, 1) }",
        ),
        (
            "a state by key",
            "state done (g: goat): yes-no after chain when not done(g) { set done(g) to yes run chain(g, 1) }",
        ),
        ("a parameter that falls", "after chain when n > 0 { run chain(g, n - 1) }"),
        ("a parameter that fails", "after chain when n = 3 { run chain(g, 2) }"),
        (
            "a step of a procedure",
            "procedure fall (g: goat) { step a { if dizzy of g { stop } set dizzy of g to yes } step b { run chain(g, 1) } }
             after chain always { run fall(g) }",
        ),
    ];
    assert_eq!(those(&forms, true), Vec::<&str>::new());
}

#[test]
fn a_change_that_makes_itself_again_is_told() {
    let worn = "effect worn (w: goat) { modify push-of + 1 when g is w } \
                after chain always { start worn(g) until after round } ";
    let effects = [
        (
            "an effect that starts again as it starts",
            "after worn starts always { start worn(w) until the game ends }",
        ),
        (
            "an effect that starts again as it ends",
            "after worn ends always { start worn(w) until the game ends end worn(w) }",
        ),
        (
            "an effect that ends at the change that it makes",
            "after worn ends always {
               start worn(w) until after apple on w falls
               give 1 apple to w take 1 apple from w
             }",
        ),
        (
            "an effect that ends at the window that it opens",
            "after worn ends always { start worn(w) until after chain run chain(w, 1) }",
        ),
    ];
    let effects = effects.map(|(name, rules)| (name, format!("{worn}{rules}")));
    let forms = [
        (
            "a token of you",
            "after apple on you rises always { give 1 apple to you }",
        ),
        (
            "a token of anybody",
            "after apple on goat x rises always { give 1 apple to x }",
        ),
        (
            "a token, to and fro",
            "after apple on you changes always { give 1 apple to you take 1 apple from you }",
        ),
        (
            "a token of the other one",
            "after apple on you rises always { give 1 apple to rival-of(you) }
             after apple on goat x rises when x is not you { give 1 apple to you }",
        ),
        (
            "a token that is given first",
            "after apple on you falls to 0 always { give 2 apple to you take 2 apple from you }",
        ),
        (
            "a token with a limit that another rule takes",
            "after bruise on you rises always { take all bruise from you give 1 bruise to you }",
        ),
        (
            "state that rises",
            "state tally: number after chain always { add 1 to tally } after tally rises always { add 1 to tally }",
        ),
        (
            "state that falls, without end",
            "state tally: number after chain always { add -1 to tally } after tally falls always { add -1 to tally }",
        ),
        (
            "state that is set to more",
            "state tally: number after chain always { set tally to 1 }
             after tally rises to 5 always { set tally to 0 set tally to 9 }",
        ),
        (
            "a field, to and fro",
            "after chain always { set sky of g to storm }
             after sky of you changes to storm always { set sky of you to calm set sky of you to storm }",
        ),
        (
            "a flag that turns",
            "after chain always { set dizzy of g to yes } after dizzy of you changes always { set dizzy of you to not now }",
        ),
        (
            "a piece that moves back",
            "after chain always { place(g, pose-of(you)) } after goat x moves always { place(x, was) }",
        ),
        (
            "a card that turns back",
            "after chain always { flip(here, up: no) } after here turns always { flip(here, up: not face-up(here)) }",
        ),
        (
            "an owner of before",
            "after chain always { set-owner(g, owner of you) } after owner of goat x changes always { set-owner(x, was) }",
        ),
        (
            "what comes back into play",
            "after chain always { remove(here) }
             after bell b leaves play always { return-to-game(b) }
             after bell b enters play always { remove(b) }",
        ),
        (
            "tokens on what is made anew",
            "after bruise on goat x rises always { let y = create billy at pose-of(x) owned by owner of x give 1 bruise to y }",
        ),
    ];
    let effects = effects.iter().map(|(name, rules)| (*name, rules.as_str()));
    let forms: Vec<_> = forms.into_iter().chain(effects).collect();
    assert_eq!(those(&forms, false), Vec::<&str>::new());
}

#[test]
fn a_change_that_goes_one_way_is_not_told() {
    let forms = [
        (
            "a limit",
            "after apple on you rises always once per game { give 1 apple to you }",
        ),
        (
            "a limit of what goes on around",
            "after apple on you rises always once per round { give 1 apple to you }",
        ),
        (
            "a token that only goes",
            "after apple on you falls always { take 1 apple from you }",
        ),
        (
            "the last token, once",
            "after apple on you falls to 0 always { give 1 bruise to you take all apple from you }",
        ),
        (
            "the last token of another",
            "after apple on goat x falls to 0 always { take 1 apple from rival-of(x) }",
        ),
        (
            "a token with a limit",
            "after bruise on you rises always { give 1 bruise to you }",
        ),
        (
            "up to a number",
            "after apple on goat x rises when now < 9 { give 1 apple to rival-of(x) }",
        ),
        (
            "state that rises past a number",
            "state tally: number after chain always { add 1 to tally } after tally rises to 9 always { add 1 to tally }",
        ),
        (
            "state that is set to nothing",
            "state tally: number after chain always { set tally to 0 } after tally falls to 0 always { set tally to -1 }",
        ),
        (
            "a word that stays",
            "after chain always { set sky of g to storm }
             after sky of goat x changes to storm always { set sky of rival-of(x) to storm }",
        ),
        (
            "those who leave play",
            "after chain always { remove(g) } after goat x leaves play always { remove(rival-of(x)) }",
        ),
        (
            "what is spent, though somebody watches it",
            "after push.suffer when apple on pusher > 0 { take 1 apple from pusher ROUND }
             after apple on goat x falls always { give 1 bruise to x }",
        ),
        (
            "a flag, though somebody watches it",
            "after push.suffer when dizzy of pusher = no { set dizzy of pusher to yes ROUND }
             after dizzy of goat x changes when now { give 1 bruise to x }",
        ),
    ];
    assert_eq!(those(&forms, true), Vec::<&str>::new());
}

#[test]
fn shipped_rules_are_hardly_ever_told_wrongly() {
    let told = check(project())
        .iter()
        .filter(|one| one.code.id == "cw0508")
        .count();
    let abilities = costs(project()).abilities.len();
    assert!(
        told * 1000 <= abilities * MOST_FALSE,
        "{told} of {abilities} abilities"
    );
}

/// The first cycle that is told.
fn cycle(project: &Project) -> Diagnostic {
    let mut found = check(project).into_iter();
    found.find(|one| one.code.id == "cw0508").expect("it is told")
}

/// A limit in an effect counts anew with each effect, so the rule that begins it is named.
#[test]
fn an_effect_that_begins_anew_is_told() {
    let whole = format!(
        "{CHAIN} after round always {{ for each g in everyone {{ run chain(g, 3) }} }}
         effect worn (w: goat) {{ after chain when g is w never within itself {{ run chain(g, 1) }} }}
         before chain when n > 0 {{ start worn(g) until the game ends }}"
    );
    let project = Copy::of(&sample()).with(CARDS, RULE, &whole).project();
    let found = cycle(&project);
    let (place, label) = found.related.get(1).expect("the start is told");
    let text = &project.sources.get(place.file).text[place.start..place.end];
    assert_eq!(text, "start worn(g) until the game ends");
    assert_eq!(
        label,
        "this starts `worn` again each time around, which resets its limits"
    );
    let help = found.help.as_deref().unwrap_or_default();
    assert!(help.starts_with("limit the rule that starts `worn`: "), "{help}");
}

/// The call that closes the circle is underlined, and the way round is told.
#[test]
fn the_way_round_is_told() {
    for (rules, underlined, told) in [
        (
            "after push.suffer when pushed is you { run push(pushed, pusher) }",
            "run push(pushed, pusher)",
            "this leads back to the rule: `push`, then `after push.suffer`",
        ),
        (
            "after chain when n > 0 { run chain(g, 0) } after chain when n = 0 { run chain(g, 1) }",
            "run chain(g, 0)",
            "this leads back to the rule: `chain`, then `after chain`",
        ),
    ] {
        let whole =
            format!("{CHAIN} after round always {{ for each g in everyone {{ run chain(g, 3) }} }} {rules}");
        let project = Copy::of(&sample()).with(CARDS, RULE, &whole).project();
        let found = cycle(&project);
        let (place, label) = found.related.first().expect("the way is told");
        let text = &project.sources.get(place.file).text[place.start..place.end];
        assert_eq!((text, label.as_str()), (underlined, told), "{rules}");
    }
}
