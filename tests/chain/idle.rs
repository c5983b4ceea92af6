//! Rules that never act, although each part of them is right: rules about questions that nobody asks,
//! conditions that nothing makes true, statements behind the end, effects over as soon as they begin; and
//! names that mean something else than their author thought.

use crate::workshop::{Copy, check, sample};

const CARDS: &str = "cards/sample/basic.yaml";
const RULE: &str = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
const WORDS: &str = "systems/sample/words.cw";
const PLAY: &str = "systems/sample/play.cw";
const DUEL: &str = "scenarios/sample/duel.yaml";
const SYSTEM: &str = "systems/sample/system.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";

fn told_of(copy: &Copy) -> String {
    let found = check(&copy.project());
    let told = found.iter().map(|one| {
        let help = one.help.as_deref().unwrap_or("");
        format!("{} {} ({help})", one.code.id, one.message)
    });
    told.collect::<Vec<_>>().join("\n")
}

/// The diagnostics for rules of the brass bell.
fn told(rules: &str) -> String {
    told_of(&Copy::of(&sample()).with(CARDS, RULE, &indented(rules)))
}

/// Lines as deep as the rules of a card stand in its set.
fn indented(rules: &str) -> String {
    rules.replace('\n', "\n      ")
}

/// The codes of what is wrong with rules of the brass bell.
fn codes(rules: &str) -> Vec<String> {
    codes_of(&Copy::of(&sample()).with(CARDS, RULE, &indented(rules)))
}

fn codes_of(copy: &Copy) -> Vec<String> {
    let found = check(&copy.project());
    found.iter().map(|one| one.code.id.to_owned()).collect()
}

/// The diagnostics for further declarations of a system.
fn of_system(more: &str) -> Vec<String> {
    codes_of(&Copy::of(&sample()).with(WORDS, "define everyone:", &format!("{more}\ndefine everyone:")))
}

#[test]
fn an_effect_that_ends_at_the_change_at_which_its_rule_lives_is_told() {
    let mark = |rule: &str, until: &str| {
        codes(&format!(
            "effect mark (v: goat) {{ {rule} {{ give 1 apple to v }} }}
             at push.roll when pushed is you once per round {{ start mark(you) until {until} }}"
        ))
    };
    let rises = "after bruise on v rises always";
    assert_eq!(mark(rises, "after bruise on v rises"), ["cw0521"]);
    assert_eq!(
        mark(
            "after bruise on goat g rises when g is v and bruise on v > 1",
            "after bruise on v rises"
        ),
        ["cw0521"]
    );
    assert_eq!(mark(rises, "after bruise on v rises 2 times"), [""; 0]);
    assert_eq!(mark(rises, "after apple on v falls"), [""; 0]);
    assert_eq!(
        mark(
            "after bruise on goat g rises when g is not v",
            "after bruise on v rises"
        ),
        [""; 0]
    );
    assert_eq!(
        mark(
            "after push.suffer when pushed is v",
            "after push.suffer when v is pushed"
        ),
        ["cw0521"]
    );
    // What another rule changes in the same window can open this one after the end was asked.
    assert_eq!(
        mark(
            "after push.suffer when bruise on v > 1",
            "after push.suffer when bruise on v > 1"
        ),
        [""; 0]
    );
}

#[test]
fn an_effect_that_its_own_run_ends_is_told_wherever_it_is_started() {
    let until = "until after push when pusher is victim";
    for rules in [
        format!("trick \"Rage\" when actor is you {{ start angry(actor) {until} }}"),
        format!("trick \"Rage\" when actor is you {{ start angry(you) {until} }}"),
        format!("before push.roll when pusher is you {{ start angry(pusher) {until} }}"),
        "before push.roll when pusher is you { start angry(you) until after push when victim is pusher }"
            .to_owned(),
        format!(
            "procedure enrage (who: goat) {{ step go {{ start angry(who) {until} }} }}
             before push.roll when pusher is you {{ run enrage(pusher) }}"
        ),
    ] {
        assert_eq!(codes(&rules), ["cw0522"], "{rules}");
    }
    let step = "  step roll { set dice to roll push-of(pusher) horn }";
    let own = Copy::of(&sample()).with(
        PLAY,
        step,
        &format!("{step}\n  step rage {{ start angry(pusher) {until} }}"),
    );
    assert_eq!(codes_of(&own), ["cw0522"]);
    for fine in [
        "trick \"Rage\" when actor is you { start angry(rival-of(actor)) until after push when pusher is victim }",
        "trick \"Rage\" when actor is you { start angry(actor) until after next push when pusher is victim }",
        "trick \"Rage\" when actor is you { start angry(actor) until after push }",
        "trick \"Rage\" when actor is you { start angry(actor) until after round.push when apple on victim > 1 }",
    ] {
        assert_eq!(codes(fine), [""; 0], "{fine}");
    }
    // Offered outside of the run, too.
    let twice = Copy::of(&sample())
        .with(
            CARDS,
            RULE,
            &format!("trick \"Rage\" when actor is you {{ start angry(actor) {until} }}"),
        )
        .with(
            PLAY,
            "  step push {\n",
            "  step push {\n    for each g in everyone { offer trick(g) to owner of g }\n",
        );
    assert_eq!(codes_of(&twice), [""; 0]);
}

#[test]
fn rules_about_what_nobody_asks_are_told() {
    assert_eq!(
        told("value luck (g: goat) = 1\nmodify luck + 1 when g is you"),
        "cw0502 this rule does nothing: nothing uses the value `luck` \
         (use it in a step, rule or value: `luck(...)`; or remove the rule)"
    );
    assert!(
        told("permission hop (g: goat)\nforbid hop when g is you")
            .starts_with("cw0502 this rule does nothing: nothing uses the permission `hop`")
    );
    assert_eq!(
        codes(
            "value luck (g: goat) = 1\nmodify luck + 1 when g is you\nreplace luck with 3 when g is you and dizzy of g"
        ),
        ["cw0502"],
        "one value, one finding"
    );
    assert_eq!(
        codes(
            "value luck (g: goat) = 1\nmodify luck + 1 when g is you\nmodify push-of + luck(g) when g is you"
        ),
        [""; 0]
    );
    assert_eq!(
        codes("replace controller with owner of here when controlled is you"),
        [""; 0]
    );
    let asked_by_a_scenario = Copy::of(&sample())
        .with(CARDS, RULE, "forbid chew when who is you")
        .with(
            WORDS,
            "permission rest (who: goat)",
            "permission rest (who: goat)\npermission chew (who: goat)",
        )
        .with(
            DUEL,
            "  at game.dusk always",
            "  after push when can chew(pushed) { give 1 apple to pushed }\n  at game.dusk always",
        );
    assert_eq!(codes_of(&asked_by_a_scenario), [""; 0]);
}

#[test]
fn questions_about_what_nothing_makes_so_are_told() {
    assert_eq!(
        told(
            "token rust on goat\nafter push.suffer when pushed is you and rust on you > 0 { give 1 apple to you }"
        ),
        "cw0526 there is never a `rust`: nothing gives this token \
         (write `give 1 rust to ...` in a rule or step, or remove this)"
    );
    assert_eq!(
        codes(
            "state seen: number\nafter push.suffer when pushed is you and seen > 0 { give 1 apple to you }"
        ),
        ["cw0526"]
    );
    assert_eq!(
        codes(
            "state owed (g: goat): number\nafter push.suffer when pushed is you and owed(you) > 0 { give 1 apple to you }"
        ),
        ["cw0526"]
    );
    assert_eq!(
        codes(
            "effect sore (p: goat) { forbid rest when who is p }
             after push.suffer when pushed is you and running sore(you) { give 1 apple to you }"
        ),
        ["cw0526"]
    );
    for fine in [
        "state seen: number\nafter push.suffer when pushed is you and seen > 0 { add 1 to seen }",
        "state seen: number = 2\nafter push.suffer when pushed is you and seen > 1 { give 1 apple to you }",
        "token rust on goat\nat push.modify \"Rust\" when rust on you = 0 may cost { place 1 rust on you } { add 1 to hits }
         after push.count when pushed is you and rust on you > 0 { give 1 apple to you }",
    ] {
        let found = codes(fine);
        assert!(!found.contains(&"cw0526".to_owned()), "{fine}: {found:?}");
    }
}

#[test]
fn what_contradicts_itself_never_applies() {
    let trick = |when: &str| {
        codes(&format!(
            "trick \"Hop\" when actor is any goat and {when} {{ give 1 apple to actor }}"
        ))
    };
    assert_eq!(trick("actor is you and actor is not you"), ["cw0502"]);
    assert_eq!(trick("actor is you and you is not actor"), ["cw0502"]);
    assert_eq!(trick("apple on actor > 0 and not apple on actor > 0"), ["cw0502"]);
    assert_eq!(
        trick("apple on actor > bruise on actor and bruise on actor >= apple on actor"),
        ["cw0502"]
    );
    assert_eq!(trick("dizzy of actor and not dizzy of actor"), ["cw0502"]);
    assert_eq!(trick("2 < apple on actor and apple on actor < 3"), ["cw0502"]);
    assert_eq!(trick("actor is you and rival-of(actor) is not you"), [""; 0]);
    assert_eq!(trick("apple on actor > 1 and not apple on actor > 2"), [""; 0]);
    let cost = |when: &str| {
        codes(&format!(
            "trick \"Hop\" when actor is any goat and {when} cost {{ place 1 bruise on actor }} {{ give 1 apple to actor }}"
        ))
    };
    assert_eq!(cost("bruise on actor = 3"), ["cw0504"]);
    assert_eq!(cost("bruise on actor = 2"), [""; 0]);
    assert_eq!(
        codes(
            "trick \"Hop\" when actor is any goat and apple on actor = 0 cost { spend 1 apple from actor } { end angry(actor) }"
        ),
        ["cw0504"]
    );
}

#[test]
fn a_rule_that_contradicts_how_long_its_effect_lasts_never_applies() {
    let mark = |lasts: &str, rule: &str| {
        codes(&format!(
            "effect mark (v: goat) while {lasts} {{ {rule} }}
             at push.roll when pushed is you {{ start mark(you) until after round }}"
        ))
    };
    let modify = "modify push-of + 1 when apple on v > 0 and g is v";
    assert_eq!(mark("apple on v = 0", modify), ["cw0502"]);
    assert_eq!(mark("apple on v < 3", modify), [""; 0]);
    assert_eq!(mark("no", modify), ["cw0502"]);
    assert_eq!(
        codes("at push.roll when pushed is you { start angry(you) until after round end angry(you) }"),
        ["cw0522"]
    );
    assert_eq!(
        codes("at push.roll when pushed is you { start angry(you) until after round end angry(any) }"),
        ["cw0522"]
    );
    assert_eq!(
        codes("at push.roll when pushed is you { start angry(you) until after round end angry(pusher) }"),
        [""; 0]
    );
}

#[test]
fn blocks_that_are_never_carried_out_are_told() {
    let after = |block: &str| codes(&format!("after push.suffer when pushed is you {{ {block} }}"));
    assert_eq!(after("stop give 1 apple to you"), ["cw0525"]);
    assert_eq!(after("if hits > 1 { stop give 1 apple to you }"), ["cw0525"]);
    assert_eq!(
        after("for each g in everyone { break give 1 apple to g }"),
        ["cw0525"]
    );
    assert_eq!(after("if hits > 1 { stop } give 1 apple to you"), [""; 0]);
    assert_eq!(after("if no { give 1 apple to you }"), ["cw0501"]);
    let branches = |when: &str| {
        format!(
            "choose one by owner of you \"What?\" {{ \"A\" when {when} {{ give 1 apple to you }} \"B\" always {{ stop }} }}"
        )
    };
    assert_eq!(after(&branches("no")), ["cw0501"]);
    assert_eq!(after(&branches("hits > 1")), [""; 0]);
    assert_eq!(after(""), ["cw0521"]);
    assert_eq!(codes("modify push-of + 0 when g is you"), ["cw0521"]);
    assert_eq!(codes("modify push-of * 1 when g is you"), ["cw0521"]);
}

#[test]
fn statements_of_nothing_are_told() {
    let rule =
        |deed: &str| format!("after push.suffer when pushed is you and hits > weight of here {{ {deed} }}");
    for nothing in ["give 0 apple to you", "take 0 apple from you"] {
        assert_eq!(codes(&rule(nothing)), ["cw0521"], "{nothing}");
    }
    assert!(codes(&rule("give 1 apple to you")).is_empty());
}

#[test]
fn an_option_is_not_declined_once_it_is_taken() {
    let trick = |may: &str| {
        codes(&format!(
            "trick \"Hop\" when actor is you {may} {{ give 1 apple to actor }}"
        ))
    };
    assert_eq!((trick(""), trick("may")), (vec![], vec!["cw0137".to_owned()]));
}

#[test]
fn an_option_is_limited_by_what_goes_on_around_its_offer() {
    let trick = |limit: &str| {
        codes(&format!(
            "trick \"Hop\" when actor is you once per {limit} {{ give 1 apple to actor }}"
        ))
    };
    assert_eq!(trick("push"), [""; 0]);
    assert_eq!(trick("round"), [""; 0]);
    let butt = "procedure butt (g: goat) { step go { give 1 apple to g } }
                after push.suffer when pushed is you once per round { run butt(you) }";
    assert_eq!(
        codes(&format!(
            "{butt} trick \"Hop\" when actor is you once per butt {{ give 1 apple to actor }}"
        )),
        ["cw0136"]
    );
}

#[test]
fn no_name_hides_the_card_and_its_holder() {
    for rules in [
        "after push when pusher is you { let you = rival-of(you) give 3 apple to you }",
        "after push when pusher is you { let here = rival-of(you) give 3 apple to here }",
        "after push when pusher is you { for each you in everyone { give 3 apple to you } }",
        "after push when pusher is you { for each x in all goat you where dizzy of you { give 3 apple to x } }",
        "modify push-of + (sum of apple on you for you in everyone) when g is you",
        "modify push-of + (count of all goat here where dizzy of here) when g is you",
    ] {
        assert_eq!(codes(rules), ["cw0117"], "{rules}");
    }
    for more in [
        "define you (a: goat): number = apple on a",
        "state here: number",
        "word side { here there }",
        "token you on goat",
        "permission here (g: goat)",
        "outcome you \"Over\" won by nobody",
    ] {
        let found = of_system(more);
        assert!(found.contains(&"cw0117".to_owned()), "{more}: {found:?}");
    }
}

#[test]
fn state_is_not_called_like_a_name_of_a_procedure() {
    assert_eq!(
        told("state hits: number\nafter push.count when pusher is you { add 1 to hits }"),
        "cw0117 `push` has a name `hits`, too: in its windows, rules would refer to that name, not to this state \
         (give one of the two another name)"
    );
    assert_eq!(of_system("state hits: number"), ["cw0117"]);
    assert_eq!(of_system("define pusher: number = 3"), ["cw0117"]);
    assert_eq!(
        codes(
            "procedure hop (g: goat) { var everyone: number step go { set everyone to 1 give everyone apple to g } }
             after push.suffer when pushed is you once per round { run hop(you) }"
        )
        .first()
        .map(String::as_str),
        Some("cw0117")
    );
}

#[test]
fn a_card_may_be_called_like_a_name_of_the_system() {
    let copy = Copy::of(&sample());
    copy.write(
        "cards/sample/more.yaml",
        "set: more\nsystem: sample\ntitle: More\ncards:\n  - { id: g, kind: bell, name: Gee, facts: { weight: 1, mood: calm } }\n",
    );
    assert_eq!(codes_of(&copy), [""; 0]);
}

#[test]
fn loops_that_what_is_added_under_a_condition_ends_are_none() {
    let pushed_again = |added: &str| {
        let copy = Copy::of(&sample())
            .with(
                WORDS,
                "  dizzy: yes-no state\n",
                "  dizzy: yes-no state\n  shoves: number state\n",
            )
            .with(
                PLAY,
                "    take hits apple from pushed\n",
                &format!("    {added}\n"),
            );
        codes_of(&copy.with(
            CARDS,
            RULE,
            "after push when pusher is you and shoves of you < 3 { add 1 to shoves of you run push(you, pushed) }",
        ))
    };
    assert_eq!(
        pushed_again("take hits apple from pushed if hits > 0 { add hits to shoves of pusher }"),
        [""; 0]
    );
    assert_eq!(
        pushed_again("take hits apple from pushed add hits to shoves of pusher"),
        ["cw0508"],
        "the hits of others could be fewer than none"
    );
}

#[test]
fn phrases_have_places_for_the_arguments_that_there_are() {
    let phrased = |key: &str, phrase: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(SYSTEM);
        copy.write(SYSTEM, &format!("{text}phrases:\n  \"{key}\": \"{phrase}\"\n"));
        told_of(&copy)
    };
    assert_eq!(
        phrased("rival-of", "the rival of {9}"),
        "cw0224 there is no `{9}`: `rival-of` has one argument (write `{1}`)"
    );
    assert_eq!(
        phrased("run push * * *", "{1} pushes"),
        "cw0224 `push` has 2 arguments, not 3 (write one word for each argument, or `*` for any, for example `run push you *`)"
    );
    for (key, phrase) in [
        ("push-of", "the push of {1} and {2}"),
        ("rival-of", "the rival of {1"),
        ("rival-of", "the rival of {}"),
        ("rival-of", "the rival of {0}"),
        ("everyone", "3"),
        ("run push", "{1} pushes {3}"),
    ] {
        assert!(phrased(key, phrase).starts_with("cw0224"), "{key}: {phrase}");
    }
    for (key, phrase) in [
        ("rival-of", "{1}'s rival"),
        ("run push", "{1} push[es] {2}"),
        ("run push * 2", "{1} push[es] {2}"),
        ("apple", ""),
        ("push-of > 3", "{1} push[es] hard"),
    ] {
        assert_eq!(phrased(key, phrase), "", "{key}: {phrase}");
    }
}

#[test]
fn a_case_asks_the_game() {
    let expecting = |more: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(CASE);
        copy.write(CASE, &format!("{text}{more}"));
        codes_of(&copy)
    };
    for idle in ["  - yes\n", "  - 1 = 1\n", "  - not no\n", "events: [\"\"]\n"] {
        assert!(
            expecting(idle).contains(&"cw0223".to_owned()),
            "{idle}: {:?}",
            expecting(idle)
        );
    }
}

#[test]
fn a_name_that_the_system_has_is_one_error() {
    assert_eq!(
        codes("define everyone: number = 3\nmodify push-of + everyone when g is you"),
        ["cw0103"]
    );
}
