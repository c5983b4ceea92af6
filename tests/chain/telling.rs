//! How the teller says single things: rules on a card of the sample, each with what must stand in its text.

use crate::workshop::{Copy, changes};
use cardwright_compiler::compile_system;
use cardwright_compiler::wording::card_text;

/// The text of a new card of the sample that has these rules, with phrases of its own.
fn told(rules: &str, phrases: &str) -> String {
    let copy = Copy::of(&changes());
    let rules: Vec<String> = rules.lines().map(|line| format!("      {line}")).collect();
    copy.write(
        "cards/sample/tin.yaml",
        &format!(
            "set: tin\nsystem: sample\ntitle: Tin\ncards:\n  - id: tin-bell\n    kind: bell\n    name: Tin Bell\n    \
             facts: {{ weight: 1, mood: calm }}\n    phrases: {{ {phrases} }}\n    rules: |\n{}\n",
            rules.join("\n")
        ),
    );
    let project = copy.project();
    let system = &project.systems["sample"];
    let compiled = compile_system(&project, system);
    let errors = cardwright_compiler::for_people(&project.sources, &compiled.diagnostics, false);
    card_text(&project, system, &compiled, "tin-bell").unwrap_or_else(|| panic!("{errors}"))
}

/// A rule with this condition and these deeds.
fn suffered(condition: &str, deeds: &str) -> String {
    format!("after push.suffer when pushed is you and {condition} {{ {deeds} }}")
}

/// Rules and phrases, what must stand in the text, and what must not.
fn each(cases: &[(&str, &str, &str, &str)]) {
    for (rules, phrases, wanted, never) in cases {
        let text = told(rules, phrases);
        assert!(text.contains(wanted), "`{wanted}` is not told:\n{text}");
        assert!(
            never.is_empty() || !text.contains(never),
            "`{never}` is told:\n{text}"
        );
    }
}

#[test]
fn less_than_nothing_more_is_fewer() {
    let eager = |by: &str| {
        format!(
            "effect eager (who: goat, horns: number) {{ modify push-of(g: who) + horns always }}\n{}",
            suffered(
                "apple on you > 0",
                &format!("start eager(you, {by}) until after round")
            )
        )
    };
    let plain = "start eager: '{1} push[es] with {2} more horns'";
    each(&[
        (&eager("2"), plain, "push with 2 more horns", ""),
        (&eager("-2"), plain, "push with 2 fewer horns", "-2"),
        (
            &eager("-2"),
            "start eager: '{1} gain[s] {2} horns', start eager * -*: '{1} lose[s] {2} horns'",
            "lose 2 horns",
            "gain",
        ),
        (
            &eager("-1"),
            "start eager * -*: '{1} lose[s] {2} horns', start eager * -1: '{1} lose[s] a horn'",
            "lose a horn",
            "lose 1",
        ),
    ]);
}

#[test]
fn two_of_one_name_are_told_apart() {
    let marked = "effect marked (bearer: goat) {\n  after push.suffer when pushed is bearer { give 1 apple to bearer }\n}\n\
                  after push.modify when pusher is you { start marked(pushed) until after round }";
    let ended = "effect dazed (bearer: goat) { forbid rest when who is bearer }\n\
                 after push.modify when pusher is you { start dazed(pushed) until after push when pushed is bearer }";
    each(&[
        (
            marked,
            "",
            "if that goat is the pushed",
            "the pushed is the pushed",
        ),
        (
            ended,
            "",
            "in which that goat is the pushed",
            "the pushed is the pushed",
        ),
    ]);
}

#[test]
fn a_question_within_a_rule_is_told() {
    let ask = suffered(
        "apple on you > 0",
        "may by owner of you \"Eat it?\" { take 1 apple from you }",
    );
    let other = suffered(
        "apple on you > 0",
        "may by owner of pusher \"Eat it?\" { run round } else { give 1 bruise to pusher }",
    );
    let paid = "after push.suffer \"Butt\" when pushed is you may cost { spend 1 apple from you } \
                { may by owner of you \"Bleat?\" { give 1 bruise to you } }";
    each(&[
        (&ask, "", "you may (\"Eat it?\") remove", ""),
        (
            &other,
            "run round: 'the day is over'",
            "the pusher's owner may do this (\"Eat it?\"): the day is over. If not, place",
            "",
        ),
        (
            paid,
            "",
            "spend an apple token. If you do, you may (\"Bleat?\") receive",
            "",
        ),
    ]);
}

#[test]
fn options_say_which_offer_and_of_what() {
    let deal = "offer deal (side: mood)\n";
    let more = |than: &str| {
        format!(
            "{deal}{}",
            suffered(
                &format!("options of deal(wild) for owner of you {than}"),
                "give 1 apple to you"
            )
        )
    };
    let counted = format!(
        "{deal}{}",
        suffered(
            "apple on you > 0",
            "give (options of deal(wild) for owner of you) apple to you"
        )
    );
    each(&[
        (&more("> 0"), "", "you have a deal option (wild)", "number"),
        (&more("= 0"), "", "you have no deal option (wild)", "number"),
        (
            &more("> 1"),
            "",
            "the number of deal options (wild) that you have",
            "",
        ),
        (
            &counted,
            "",
            "receive as many apple tokens as there are deal options (wild) that you have",
            "",
        ),
        (
            &suffered(
                "options of trick(you) for owner of you > 0",
                "give 1 apple to you",
            ),
            "",
            "you have a trick option",
            "option (",
        ),
    ]);
}

/// A long question: too long to be told in place of its name.
const LONG: &str = "apple on who > 2 and bruise on who < 2 and dizzy of who = no and strength of who > 1";

#[test]
fn arguments_that_say_nobody_are_left_out() {
    let define =
        format!("define can-butt (who: goat, at-whom: goat): yes-no = {LONG} and at-whom is not who\n");
    let asked = |whom: &str| {
        format!(
            "{define}{}",
            suffered(&format!("can-butt(you, at-whom: {whom})"), "give 1 apple to you")
        )
    };
    let permission = "permission be-fed (who: goat, helper: goat)\n";
    each(&[
        (&asked("nobody"), "", "and you can butt, receive", "nobody"),
        (&asked("pusher"), "", "and you can butt the pusher, receive", ""),
        (
            &format!(
                "{permission}{}",
                suffered("can be-fed(you, pusher)", "give 1 apple to you")
            ),
            "",
            "and you can be fed (the pusher), receive",
            "",
        ),
    ]);
}

#[test]
fn what_has_something_is_no_adjective() {
    let define =
        format!("define has (who: goat, what: mood): yes-no = {LONG} and mood of plan of who is what\n");
    let asked = |not: &str| {
        format!(
            "{define}{}",
            suffered(&format!("{not} has(you, wild)"), "give 1 apple to you")
        )
    };
    each(&[
        (&asked(""), "", "and you have wild, receive", ""),
        (&asked("not"), "", "and you do not have wild, receive", ""),
    ]);
}

#[test]
fn sets_named_by_what_their_members_are_have_a_noun() {
    let any = |name: &str| {
        let long = LONG.replace("who", "x");
        format!(
            "define {name} (g: goat): set of goat = members x of everyone where x is not g and {long}\n{}",
            suffered(&format!("any of {name}(you)"), "give 1 apple to you")
        )
    };
    each(&[
        (
            &any("ready-for-milk"),
            "",
            "you have any goats ready for milk,",
            "",
        ),
        (&any("pushable"), "", "you have any pushable goats,", ""),
        (&any("friends"), "", "you have any friends,", ""),
        (&any("flock"), "", "you have any flock,", ""),
    ]);
}

#[test]
fn reckoning_has_brackets_where_it_needs_them() {
    let give = |what: &str| suffered("apple on you > 0", &format!("give ({what}) apple to you"));
    each(&[
        (
            &give("(strength of you + hits) / 2"),
            "",
            "half of (your strength plus the hits)",
            "",
        ),
        (
            &give("strength of you - (hits - strength of pusher)"),
            "",
            "your strength minus (the hits minus the pusher's strength)",
            "",
        ),
        (
            &give("(strength of you + hits) * 3"),
            "",
            "(your strength plus the hits) times 3",
            "",
        ),
        (
            &give("strength of you + hits * 3"),
            "",
            "your strength plus the hits times 3",
            "(the hits",
        ),
    ]);
}

#[test]
fn an_effect_with_two_windows_and_an_end_of_its_own_is_told_once() {
    let marked = "effect marked (bearer: goat) {\n  after push.suffer or after push.count when pushed is bearer \
                  { give 1 apple to bearer end marked(bearer) }\n}\n\
                  after push.modify when pusher is you { start marked(pushed) until after round }";
    let text = told(marked, "");
    assert_eq!(text.matches("place an apple token").count(), 1, "{text}");
    assert!(text.contains("this effect ends"), "{text}");
    assert!(!text.contains("marked ends"), "{text}");
}

#[test]
fn what_is_kept_in_mind_is_no_deed() {
    let paid = "after push.suffer \"Butt\" when pushed is you may cost { spend 1 apple from you } \
                { let earlier = bruise on you run round if bruise on you > earlier { give 1 apple to you } }";
    let whether = suffered(
        "apple on you > 0",
        "let had = dizzy of you give 1 apple to you set dizzy of you to had",
    );
    each(&[
        (
            paid,
            "",
            "spend an apple token. If you do, note the number of",
            "count",
        ),
        (&whether, "", "note whether you are dizzy", "take"),
        (
            &whether,
            "",
            "Change whether you are dizzy to what was noted",
            "the had",
        ),
    ]);
}

#[test]
fn who_is_made_from_a_template_is_called_so() {
    each(&[
        (
            &suffered("template of pusher is billy", "give 1 apple to you"),
            "",
            "the pusher is called Billy",
            "template",
        ),
        (
            &suffered("template of pusher is not billy", "give 1 apple to you"),
            "",
            "the pusher is not called Billy",
            "template",
        ),
    ]);
}

#[test]
fn whether_somebody_is_there_has_no_the() {
    each(&[
        (
            &suffered("pusher is not nobody", "give 1 apple to you"),
            "",
            "there is a pusher",
            "the pusher",
        ),
        (
            &suffered("pusher is nobody", "give 1 apple to you"),
            "",
            "there is no pusher",
            "the pusher",
        ),
    ]);
}

#[test]
fn yes_or_no_as_an_argument_is_whether() {
    let value = format!(
        "define gap (who: goat, quick: yes-no): number = apple on who + (if {} then 1 else 2)\n{}",
        LONG,
        suffered("gap(you, dizzy of pusher) > 1", "give 1 apple to you")
    );
    each(&[(&value, "", "the gap of you and whether the pusher is dizzy", "")]);
}

#[test]
fn what_a_phrase_leaves_out_is_told_behind_it_unless_it_is_as_usual() {
    let words = "value pull (g: goat, other: goat = g, loud: yes-no = no) = 1\n\
                 permission hop (who: goat, height: number = 1)\n\
                 effect sore (who: goat, loss: number = 1) { modify push-of(who) - loss always }\n\
                 procedure nudge (g: goat, often: number = 1) { step push { give often apple to g } }";
    let phrases = "pull: \"{1}'s pull\", hop: '{1} can hop', start sore: '{1} limp[s]', end sore: '{1} recover[s]', run nudge: 'nudge {1}'";
    let asks = |condition: &str| format!("{words}\n{}", suffered(condition, "give 1 apple to you"));
    let does = |deed: &str| format!("{words}\n{}", suffered("apple on you > 0", deed));
    let usual = [
        (asks("pull(you) > 1"), "your pull is more than 1"),
        (asks("pull(you, you) > 1"), "your pull is more than 1"),
        (asks("pull(you, loud: no) > 1"), "your pull is more than 1"),
        (asks("can hop(you, 1)"), "you can hop"),
        (does("start sore(you) until after round"), "limp until"),
        (does("end sore(you, any)"), "recover"),
        (does("run nudge(pusher)"), "nudge the pusher"),
    ];
    for (rule, wanted) in &usual {
        let text = told(rule, phrases);
        assert!(text.contains(wanted), "`{wanted}` is not told:\n{text}");
        let beside = ["(other", "loud)", "(height", "(loss", "(often"];
        assert!(!beside.iter().any(|beside| text.contains(beside)), "{text}");
    }
    let told_too = [
        (
            asks("pull(you, pusher) > 1"),
            "your pull (other: the pusher) is more than 1",
        ),
        (asks("pull(you, loud: yes) > 1"), "your pull (loud) is"),
        (
            asks("pull(you, loud: apple on you > 2) > 1"),
            "your pull (loud if ",
        ),
        (asks("can hop(you, 2)"), "you can hop (height: 2)"),
        (
            does("start sore(you, 2) until after round"),
            "limp (loss: 2) until",
        ),
        (does("end sore(you, 2)"), "recover (loss: 2)"),
        (does("run nudge(pusher, 3)"), "nudge the pusher (often: 3)"),
    ];
    for (rule, wanted) in &told_too {
        each(&[(rule, phrases, wanted, "")]);
    }
    let named = "pull: \"{1}'s pull at {2}\"";
    let both = asks("pull(you, pusher, loud: yes) > 1");
    each(&[(&both, named, "your pull at the pusher (loud) is", "other")]);
}

#[test]
fn what_a_player_reads_as_he_is_asked_is_told() {
    let deed = "give 1 bruise to you";
    let may = |label: &str| format!("after push.suffer \"{label}\" when pushed is you may {{ {deed} }}");
    let trick = format!("trick \"Feed\" when actor is you {{ {deed} }}");
    let choose = suffered(
        "apple on you > 0",
        "choose g from everyone by owner of you \"Whom?\" { give 1 apple to g }",
    );
    let one = format!(
        "choose one by owner of you \"What now?\" {{ \"Rest\" always {{ {deed} }} \"Run\" always {{ stop }} }}"
    );
    let order = "for each g in everyone in order chosen by owner of you \"Who first?\" { give 1 apple to g }";
    each(&[
        (&may("Butt"), "", "you may (\"Butt\") receive", ""),
        // The card's own name says no more than its heading.
        (&may("Tin Bell"), "", "you may receive", "(\"Tin Bell\")"),
        (&trick, "", "Trick (\"Feed\"): receive", ""),
        (&choose, "", "(\"Whom?\"). Then", ""),
        (
            &suffered("apple on you > 0", &one),
            "",
            "choose one (\"What now?\"): Rest: receive",
            "",
        ),
        (
            &suffered("apple on you > 0", order),
            "",
            "that you choose (\"Who first?\")",
            "",
        ),
    ]);
}
