//! Rules that compile and then do nothing, or something else than they say, are told.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::{Project, for_github, for_people};

const CARDS: &str = "cards/sample/basic.yaml";
const RULE: &str = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
const WORDS: &str = "systems/sample/words.cw";
const DUEL: &str = "scenarios/sample/duel.yaml";
const SYSTEM: &str = "systems/sample/system.yaml";

/// The codes of what is wrong with rules of the brass bell.
fn codes(rules: &str) -> Vec<&'static str> {
    codes_of(&Copy::of(&sample()).with(CARDS, RULE, rules).project())
}

fn codes_of(project: &Project) -> Vec<&'static str> {
    check(project).iter().map(|one| one.code.id).collect()
}

#[test]
fn an_effect_whose_rules_live_in_the_window_that_ends_it_is_told() {
    let sore = |until: &str| {
        codes(&format!(
            "effect sore (p: goat) {{ after push.suffer when pushed is p {{ give 1 bruise to p }} }}
             at push.roll when pushed is you once per round {{ start sore(you) until {until} }}"
        ))
    };
    assert_eq!(sore("after push.suffer"), ["cw0521"]);
    assert_eq!(sore("after push"), [""; 0]);
    assert_eq!(sore("after push.suffer 2 times"), [""; 0]);
    assert_eq!(sore("after push.suffer when pushed is not p"), [""; 0]);
}

#[test]
fn an_effect_whose_rules_live_in_windows_that_come_after_its_end_is_told() {
    let sore = |start: &str, lives: &str, until: &str| {
        codes(&format!(
            "effect sore (p: goat) {{ {lives} when apple on p > 1 {{ give 1 bruise to p }} }}
             {start} when pushed is you once per round {{ start sore(you) until {until} }}"
        ))
    };
    assert_eq!(
        sore("at push.roll", "after push.suffer", "before push.suffer"),
        ["cw0521"]
    );
    assert_eq!(
        sore("at push.roll", "after push", "after push.suffer"),
        ["cw0521"]
    );
    // The round waits while goats push.
    assert_eq!(sore("at push.roll", "after round.push", "after push"), ["cw0521"]);
    assert_eq!(sore("at push.roll", "after push.suffer", "after push"), [""; 0]);
    assert_eq!(
        sore("at push.roll", "at push.modify", "before push.suffer"),
        [""; 0]
    );
    assert_eq!(
        sore("at push.count", "at push.modify", "after push.roll"),
        [""; 0],
        "the next push"
    );
    assert_eq!(
        sore("at push.roll", "after push", "after next push.suffer"),
        [""; 0]
    );
    // What the run does in between may come to its window.
    let taken = "effect sore (p: goat) { after apple on goat g falls when g is p { give 1 bruise to p } }
                 at push.roll when pushed is you once per round { start sore(you) until after push.suffer }";
    assert_eq!(codes(taken), [""; 0]);
    let replaced = "effect sore (p: goat) { after push when apple on p > 1 { give 1 bruise to p } }
                    instead of push.suffer when pusher is you { give 1 apple to you }
                    at push.roll when pushed is you once per round { start sore(you) until after push.suffer }";
    assert_eq!(codes(replaced), [""; 0]);
}

#[test]
fn an_effect_that_its_own_run_ends_is_told() {
    let furious = |until: &str| {
        codes(&format!(
            "before push.roll when pusher is you and dizzy of you = no once per game {{ start angry(you) until {until} }}"
        ))
    };
    assert_eq!(furious("after push when pusher is victim"), ["cw0522"]);
    assert_eq!(furious("after push"), [""; 0]);
    assert_eq!(furious("after push 2 times when pusher is victim"), [""; 0]);
    assert_eq!(furious("after next push when pusher is victim"), [""; 0]);
    assert_eq!(furious("after push when pushed is victim"), [""; 0]);
    // What ends as a window opens has ended before the rules in it begin.
    let late = "after push when pusher is you and dizzy of you = no once per game \
                { start angry(you) until after push when pusher is victim }";
    assert_eq!(codes(late), [""; 0]);
}

#[test]
fn options_that_no_gate_can_open_are_told() {
    let trick = |when: &str| {
        codes(&format!(
            "trick \"Hop\" when actor is you and {when} {{ give 1 apple to actor }}"
        ))
    };
    assert_eq!(trick("no"), ["cw0502"]);
    assert_eq!(trick("apple on actor > 3 and apple on actor < 2"), ["cw0502"]);
    assert_eq!(trick("apple on actor < 0"), ["cw0502"]);
    assert_eq!(trick("apple on actor > 3"), [""; 0]);
}

#[test]
fn a_limit_by_a_procedure_that_never_runs_there_is_an_error() {
    let project = Copy::of(&sample())
        .with(
            CARDS,
            RULE,
            "after round.push when apple on you = 0 once per push { give 1 apple to you }",
        )
        .project();
    let found = check(&project);
    assert_eq!(found[0].code.id, "cw0136");
    assert_eq!(found[0].code.severity.name(), "error");
}

/// The message and help of the only thing that is wrong with rules of the brass bell; nothing, if all is well.
fn told(rules: &str) -> String {
    let found = check(&Copy::of(&sample()).with(CARDS, RULE, rules).project());
    let told = found.iter().map(|one| {
        let help = one.help.as_deref().unwrap_or("");
        format!("{} {} ({help})", one.code.id, one.message)
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_name_that_the_procedure_works_out_anew_is_set_in_vain() {
    let early = told("at push.modify when pushed is you { set hits to 0 }");
    assert_eq!(
        early,
        "cw0523 this does nothing: step `count` sets `hits` again before anything uses it \
         (use the window `after push.count`: what the rule sets there is kept)"
    );
    for early in [
        "before push",
        "before push.tricks",
        "at push.count",
        "after push.roll",
    ] {
        let rule = format!("{early} when pushed is you {{ add 1 to hits }}");
        assert_eq!(codes(&rule), ["cw0523"], "{early}");
    }
    for late in ["after push.count", "before push.suffer", "at push.suffer"] {
        let rule = format!("{late} when pushed is you {{ set hits to 0 }}");
        assert_eq!(codes(&rule), [""; 0], "{late}");
    }
}

#[test]
fn a_name_that_somebody_may_read_first_is_not_set_in_vain() {
    // By the same rule, by another one on the way, or instead of the step that works it out.
    for fine in [
        "at push.modify when pushed is you { set hits to 1 give hits apple to you }",
        "at push.modify when pushed is you { set hits to 1 } before push.count when pushed is you and hits = 1 { give 1 apple to you }",
        "instead of push.count when pushed is you { set hits to 0 }",
        "before push.count when pushed is you { set hits to 1 } instead of push.count when pusher is you { give 1 apple to you }",
        "at push.modify when pushed is you { set hits to 1 }
         at push.modify when pushed is you once per round { end push } after push when pushed is you and hits = 1 { give 1 apple to you }",
        "at push.modify or at push.suffer when pushed is you { set hits to 0 }",
    ] {
        assert_eq!(codes(fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_name_that_nobody_reads_any_more_is_set_in_vain() {
    assert_eq!(
        told("after push.suffer when pushed is you { set hits to 0 }"),
        "cw0523 this does nothing: nothing uses `hits` after this window \
         (use the window `at push.suffer` or an earlier one; after that, nothing uses it)"
    );
    // A scenario may have the rule that reads it.
    let copy = Copy::of(&sample()).with(
        CARDS,
        RULE,
        "after push.suffer when pushed is you { set hits to 0 }",
    );
    let copy = copy.with(
        "scenarios/sample/duel.yaml",
        "  at game.dusk always",
        "  after push when hits = 0 { give 1 apple to pushed }\n  at game.dusk always",
    );
    assert_eq!(codes_of(&copy.project()), [""; 0]);
}

#[test]
fn what_is_given_to_a_procedure_stays_as_it_is() {
    assert_eq!(
        told("before push.suffer when pushed is you { set pushed to pusher }"),
        "cw0115 `pushed` is a parameter of `push`, so rules cannot set it (of the names of `push`, rules can set hits; \
         to let rules set more, declare a `var` in the system that begins with the value of the parameter)"
    );
    assert_eq!(
        told("after bruise on you rises always { set now to 3 }"),
        "cw0115 `now` describes the change, so it cannot be set (use a new name: `let new = ...`)"
    );
}

#[test]
fn parameters_that_nothing_uses_are_told() {
    let sore = |effect: &str, more: &str| {
        codes(&format!(
            "effect {effect} at push.roll when pushed is you once per round {{ start sore(you, pusher) until after push }} {more}"
        ))
    };
    let idle = "sore (p: goat, cause: goat) { modify push-of - 1 when g is p }";
    assert_eq!(sore(idle, ""), ["cw0509"]);
    assert_eq!(
        sore(
            "sore (p: goat, cause: goat) while apple on cause > 0 { forbid rest when who is p }",
            ""
        ),
        [""; 0]
    );
    for asked in [
        "after sore ends when cause is any goat and bruise on cause = 0 { give 1 apple to you }",
        "after push.roll when pusher is any goat and running sore(any, pusher) { end sore(any, pusher) }",
    ] {
        assert_eq!(sore(idle, asked), [""; 0], "{asked}");
    }
    assert_eq!(
        told(
            "define worth (p: goat, day: number): number = apple on p after push.suffer when pushed is you and worth(pushed, 3) > 2 { stop }"
        ),
        "cw0509 nothing uses the parameter `day` of the define `worth` \
         (use it, or remove it here and wherever `worth` is used)"
    );
    assert_eq!(
        codes(
            "procedure hop (p: goat, far: number) { step up { give 1 apple to p } } after push.suffer when pushed is you { run hop(you, 2) }"
        ),
        ["cw0509"]
    );
    assert_eq!(
        codes("permission chew (p: goat) after push.suffer when can chew(you) { give 1 apple to you }"),
        ["cw0509"]
    );
}

/// Two cards may call their effects alike; each is asked about by its own card.
#[test]
fn effects_of_two_cards_are_told_apart_though_they_have_one_name() {
    let of_goat = crate::pushes::RULE;
    let rules = "effect sore (p: goat) { } after push.suffer when pushed is you { start sore(you) until after round } \
                 after round when running sore(you) { give 1 apple to you }";
    let copy = Copy::of(&sample())
        .with(CARDS, RULE, rules)
        .with(CARDS, of_goat, rules);
    assert_eq!(codes_of(&copy.project()), [""; 0]);
}

#[test]
fn what_a_card_declares_for_itself_and_does_not_use_is_told() {
    let card = |rules: &str| {
        codes(&format!(
            "{rules} after push.suffer when pushed is you {{ stop }}"
        ))
    };
    assert_eq!(card("define prey-of (p: goat): goat = rival-of(p)"), ["cw0509"]);
    assert_eq!(
        card("effect sore (p: goat) { forbid rest when who is p }"),
        ["cw0509"]
    );
}

#[test]
fn rules_of_what_has_left_play_never_act() {
    let gone = "cw0524 this never acts: the rules of this piece or card do not apply after it has left play";
    assert!(told("at push.modify when pushed is you { remove(here) } after here leaves play always { end angry(any) }").starts_with(gone));
    let holder = told(
        "at push.modify when pushed is you { remove(you) } after you leaves play always { end angry(any) }",
    );
    assert!(
        holder.starts_with("cw0524 this never acts: the card leaves play together with its holder"),
        "{holder}"
    );
    assert_eq!(
        codes(
            "at push.modify when pushed is you { remove(here) } after goat g leaves play when g is not you { end angry(any) }"
        ),
        [""; 0]
    );
    assert_eq!(
        codes(
            "at push.modify when pushed is you { remove(here) } after bell b leaves play when b is not here { end angry(any) }"
        ),
        [""; 0]
    );
}

#[test]
fn a_rule_that_waits_for_what_only_the_discarding_of_its_card_brings_is_told() {
    let used = |first: &str| {
        let copy =
            Copy::of(&sample()).with(WORDS, "  mood: mood\n}", "  mood: mood\n  aimed: yes-no state\n}");
        let rules = format!(
            "at push.modify \"Aim\" when pushed is you may {first} \
             after push.suffer when pushed is you and aimed of here {{ give 1 apple to you }}"
        );
        codes_of(&copy.with(CARDS, RULE, &rules).project())
    };
    assert_eq!(
        used("cost { discard here } { set aimed of here to yes }"),
        ["cw0524"]
    );
    assert_eq!(used("{ set aimed of here to yes remove(here) }"), ["cw0524"]);
    assert_eq!(used("{ set aimed of here to yes }"), [""; 0]);
    // Another rule makes it so, too.
    assert_eq!(
        used(
            "cost { discard here } { set aimed of here to yes } at push.roll when pushed is you { set aimed of here to yes }"
        ),
        [""; 0]
    );
    assert_eq!(
        used("{ set aimed of here to yes if hits > 2 { remove(here) } }"),
        [""; 0]
    );
}

#[test]
fn whose_is_asked_where_a_window_is_about_somebody() {
    assert_eq!(
        codes("after push.suffer when hits > 2 { give 1 apple to you }"),
        ["cw0531"]
    );
    assert_eq!(codes("forbid rest when bruise on who > 2"), ["cw0531"]);
    assert_eq!(
        codes("trick \"Doze\" when bruise on actor > 1 { give 1 apple to actor }"),
        ["cw0531"]
    );
    // Said, by the holder, by the player, by everybody's, in the body; or nobody's.
    for rule in [
        "after push.suffer when pushed is you and hits > 2 { give 1 apple to you }",
        "after push.suffer when owner of pushed is owner of here { give 1 apple to you }",
        "after push.suffer when pushed is any goat and hits > 2 { give 1 apple to you }",
        "after push.suffer when hits > 2 { if pusher is you { give 1 apple to you } }",
        "after round when weather-count() > 2 { give 1 apple to you } define weather-count: number = 3",
    ] {
        let rule = rule.replace("weather-count()", "weather-count");
        assert!(!codes(&rule).contains(&"cw0531"), "{rule}");
    }
}

#[test]
fn a_product_is_asked_for_where_it_is_read() {
    let instead =
        |step: &str, body: &str| codes(&format!("instead of push.{step} when pushed is you {{ {body} }}"));
    assert_eq!(instead("roll", "give 1 apple to you"), ["cw0533"]);
    assert_eq!(instead("count", "give 1 apple to you"), ["cw0533"]);
    assert_eq!(instead("count", "set hits to 1"), [""; 0]);
    assert_eq!(instead("suffer", "give 1 apple to you"), [""; 0]);
    assert_eq!(instead("roll", "end push"), [""; 0]);
}

#[test]
fn dice_that_somebody_still_reads_are_not_turned_in_vain() {
    assert_eq!(
        codes("at push.modify when pushed is you { turn 1 blank in dice to butt }"),
        [""; 0]
    );
    assert_eq!(
        codes(
            "after push.count when pushed is you { turn 1 blank in dice to butt  set hits to butt in dice }"
        ),
        [""; 0]
    );
}

/// `set hits to hits - 1` reads for its own change alone; a run that is given the name does something with it.
#[test]
fn what_a_run_is_given_is_read_though_its_answer_is_kept_in_vain() {
    let echo = "procedure echo (g: goat, n: number) gives more: number { step one { give n bruise to g set more to n } }";
    let rule = |value: &str| {
        codes(&format!(
            "{echo} after push.suffer when pushed is you {{ set hits to {value} }} \
         after push when pushed is you {{ let n = run echo(you, 1) give n apple to you }}"
        ))
    };
    assert_eq!(rule("hits - 1"), ["cw0523"]);
    assert_eq!(rule("run echo(you, hits)"), [""; 0]);
}

#[test]
fn dice_of_which_nothing_is_known_may_show_any_face() {
    let turned = |dice: &str| {
        let rules = format!(
            "die hoof {{ kick 1 miss 5 }} \
             procedure test (g: goat, given: pool) {{ \
               var own: pool \
               step roll {{ set own to roll 1 horn }} \
               step read {{ turn 1 butt in {dice} to kick give (kick in own + kick in given) apple to g }} }} \
             after push.suffer when pushed is you {{ let hoofs = roll 1 hoof run test(you, hoofs) }}"
        );
        codes(&rules)
    };
    assert_eq!(turned("own"), ["cw0534"]);
    assert_eq!(turned("given"), [""; 0]);
}

#[test]
fn rules_that_act_only_while_they_rest_are_told() {
    let bell = |rules: &str| {
        let copy = Copy::of(&sample()).with(CARDS, RULE, rules);
        codes_of(
            &copy
                .with(
                    WORDS,
                    "  mood: mood\n}\n\ntoken",
                    "  mood: mood\n  active when face-up(here)\n}\n\ntoken",
                )
                .project(),
        )
    };
    assert_eq!(
        bell("after push.suffer when pushed is you and not face-up(here) { give 1 apple to you }"),
        ["cw0524"]
    );
    assert_eq!(
        bell("modify push-of + 1 when g is you and face-up(here) = no"),
        ["cw0524"]
    );
    assert_eq!(
        bell("modify push-of + 1 when g is you and face-up(here)"),
        [""; 0]
    );
}

#[test]
fn no_id_is_a_word_of_the_language() {
    let set = |id: &str| {
        let copy = Copy::of(&sample());
        let text = format!(
            "set: more\nsystem: sample\ntitle: More\ncards:\n  - {{ id: {id}, kind: bell, name: Odd, facts: {{ weight: 1, mood: calm }} }}\n"
        );
        copy.write("cards/sample/more.yaml", &text);
        check(&copy.project())
    };
    for id in ["when", "nobody", "from", "with"] {
        let found = set(id);
        assert!(found.iter().any(|one| one.code.id == "cw0024"), "{id}: {found:?}");
        assert!(
            found[0].message.contains("word of the language"),
            "{}",
            found[0].message
        );
    }
    assert!(set("whenever").iter().all(|one| one.code.id != "cw0024"));
}

#[test]
fn a_map_on_which_nothing_is_played_and_a_name_of_several_lines_are_told() {
    let copy = Copy::of(&sample()).with(CARDS, "name: Billy", "name: |\n      Billy");
    let found = check(&copy.project());
    assert_eq!(found[0].code.id, "cw0024");
    assert!(
        found[0].message.contains("more than one line"),
        "{}",
        found[0].message
    );
    let copy = Copy::of(&sample()).with(CARDS, "name: Billy", "name: \"Bil\\ely\"");
    assert_eq!(codes_of(&copy.project()), ["cw0024"]);
    let copy = Copy::of(&sample());
    copy.write(
        "cards/sample/two\nlines.yaml",
        "set: lines\nsystem: sample\ntitle: Lines\ncards: []\n",
    );
    let project = copy.project();
    let found = check(&project);
    assert_eq!(found[0].code.id, "cw0024");
    assert!(for_people(&project.sources, &found, false).contains("two\u{240a}lines.yaml"));
}

#[test]
fn two_pieces_of_a_kind_in_one_place_and_pieces_beside_the_table_are_told() {
    let duel = |first: &str, second: &str| {
        let copy = Copy::of(&sample()).with(DUEL, "at: { x: 3in, y: 3in }", second);
        let copy = copy.with(DUEL, "at: { x: 3in, y: 9in, heading: 180deg }", first);
        let found = check(&copy.project());
        let told = found.iter().map(|one| format!("{} {}", one.code.id, one.message));
        told.collect::<Vec<_>>()
    };
    let at = "at: { x: 3in, y: 3in }";
    assert_eq!(
        duel(at, at),
        ["cw0237 `first-goat` and `second-goat` are in the same place"]
    );
    assert_eq!(duel(at, "at: { x: 3in, y: 3in, stacked: yes }"), [""; 0]);
    assert_eq!(duel("at: { x: 3in, y: 3in, stacked: yes }", at), [""; 0]);
    assert_eq!(
        duel(at, "at: { x: 3in, y: 4in, stacked: yes }"),
        ["cw0237 `second-goat` shares its place with no other piece of its kind"]
    );
    assert_eq!(
        duel(at, "at: { x: 3in, y: 12.5in }"),
        ["cw0237 `second-goat` is off the table, whose length is 12in"]
    );
    assert_eq!(
        duel(at, "at: { x: -1in, y: 3in }"),
        ["cw0237 `second-goat` is off the table, whose width is 12in"]
    );
    assert_eq!(duel(at, "at: { x: -1in, y: 3in, off-table: yes }"), [""; 0]);
    assert_eq!(
        duel(at, "at: { x: 1in, y: 3in, off-table: yes }"),
        ["cw0237 `second-goat` is on the table"]
    );
}

// Limit: MOST_SHOWN in compiler/telling/src/render/people.rs
#[test]
fn of_very_many_annotations_the_first_are_written_and_the_rest_counted() {
    let many: String = (0..300)
        .map(|at| format!("give 1 apple to nobody-{at} "))
        .collect();
    let project = Copy::of(&sample())
        .with(CARDS, RULE, &format!("after round always {{ {many} }}"))
        .project();
    let told = for_github(&project.sources, &check(&project));
    assert_eq!(told.matches("::error ").count(), 200);
    assert!(told.ends_with("::notice title=cardwright::and 100 more; `--format json` lists all\n"));
}

/// The code of the only finding, and what its fix would write; nothing, if all is fine.
fn only_finding(copy: &Copy) -> Option<(&'static str, Option<String>)> {
    let found = check(&copy.project());
    assert!(found.len() <= 1, "{found:?}");
    let one = found.first()?;
    Some((one.code.id, one.fix.as_ref().map(|fix| fix.put.clone())))
}

#[test]
fn phrases_are_about_names_that_exist() {
    let phrased = |key: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(SYSTEM);
        copy.write(
            SYSTEM,
            &format!("{text}phrases:\n  push: a push\n  {key}: what it says\n"),
        );
        only_finding(&copy)
    };
    let fixed = |put: &str| Some(("cw0224", Some(put.to_owned())));
    assert_eq!(phrased("pussh as pusher"), fixed("push"));
    assert_eq!(phrased("push as puser"), fixed("pusher"));
    assert_eq!(phrased("push.sufer"), fixed("push.suffer"));
    assert_eq!(phrased("not dizy"), fixed("dizzy"));
    assert_eq!(phrased("banana"), Some(("cw0224", None)));
    for fine in [
        "push as pusher",
        "set push hits",
        "not dizzy",
        "push.suffer",
        "run push * 1",
        "standing > 0",
        "standing >= *",
        "end push",
    ] {
        assert_eq!(phrased(fine), None, "{fine}");
    }
    // Nothing could ever ask for these: too few or too many arguments, and a yes that `set` already says.
    for never in [
        "run push 1",
        "run push * 1 *",
        "everyone 1",
        "standing * *",
        "standing *",
        "set push hits to yes",
        "unset push hits to no",
    ] {
        assert_eq!(phrased(never), Some(("cw0224", None)), "{never}");
    }
}

#[test]
fn phrases_of_sets_and_cards_are_about_names_that_exist() {
    let wrong = |at: &str, put: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(CARDS);
        assert!(text.contains(at), "{at} stands in the set");
        copy.write(CARDS, &text.replacen(at, put, 1));
        only_finding(&copy)
    };
    let of_set = |key: &str| {
        wrong(
            "\ncards:\n",
            &format!("\nphrases: {{ {key}: what it says }}\ncards:\n"),
        )
    };
    let of_card = |key: &str| {
        wrong(
            "    rules: |",
            &format!("    phrases: {{ {key}: what it says }}\n    rules: |"),
        )
    };
    let fixed = Some(("cw0224", Some("push".to_owned())));
    assert_eq!(of_set("pussh as pusher"), fixed);
    assert_eq!(of_card("pussh as pusher"), fixed);
    assert_eq!(of_set("push as pusher"), None);
    assert_eq!(of_card("push as pusher"), None);
}

// Limit: MOST_SHOWN in compiler/telling/src/render/people.rs
#[test]
fn of_very_many_errors_the_first_are_shown_and_the_rest_counted() {
    let many: String = (0..300)
        .map(|at| format!("give 1 apple to nobody-{at} "))
        .collect();
    let project = Copy::of(&sample())
        .with(CARDS, RULE, &format!("after round always {{ {many} }}"))
        .project();
    let told = for_people(&project.sources, &check(&project), false);
    assert_eq!(told.matches("cw0101").count(), 200);
    assert!(told.ends_with("and 100 more; `--format json` lists all\n"));
}
