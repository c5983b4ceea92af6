//! `choosing NAME from SET` in a gate: when a rule is open, who chooses, what is told.

use crate::pushes::{Push, holds, on_card, told};
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{compile_system, for_people};

#[test]
fn an_option_with_nobody_to_choose_is_not_offered() {
    for condition in ["always", "when actor is actor"] {
        let full = format!(
            "trick \"Feed\" {condition} choosing g from (members g of everyone where apple on g > 5) by owner of actor \"Whom?\" \
             {{ give 1 apple to g }}"
        );
        holds(&Push {
            rules: &full,
            given: "",
            decisions: "",
            expect: "apple on two = 0",
        });
        holds(&Push {
            rules: &full,
            given: "give 6 apple to two",
            decisions: "Feed",
            expect: "apple on two = 7",
        });
    }
}

/// The other conditions of the gate count, too.
#[test]
fn an_option_whose_condition_says_no_is_not_offered() {
    holds(&Push {
        rules: "trick \"Feed\" when apple on actor > 5 choosing g from everyone by owner of actor \"Whom?\" { give 1 apple to g }",
        given: "",
        decisions: "",
        expect: "apple on two = 0",
    });
}

#[test]
fn the_body_does_not_happen_if_the_cost_has_emptied_the_set() {
    let rule = "trick \"Feed\" always choosing g from (members g of everyone where apple on g = 1) by owner of actor \"Whom?\" \
                cost { spend 1 apple from actor } { give 5 apple to g }";
    holds(&Push {
        rules: rule,
        given: "give 1 apple to one",
        decisions: "Feed",
        expect: "apple on one = 0, apple on two = 0",
    });
}

#[test]
fn whoever_decides_about_the_rule_chooses() {
    let by = "after push.suffer \"Feed\" always choosing g from everyone \"Whom?\" may by owner of pushed { give 1 apple to g }";
    let asked = "{ takes: Feed, by: south }, { takes: one, by: south, asks: \"Whom?\", offers: [two] }";
    holds(&Push {
        rules: by,
        given: "",
        decisions: asked,
        expect: "apple on one = 1",
    });
    let own = "after push.suffer \"Feed\" when pushed is you choosing g from everyone \"Whom?\" may { give 1 apple to g }";
    on_card(
        own,
        &Push {
            rules: "",
            given: "",
            decisions: asked,
            expect: "apple on one = 1",
        },
    );
    let must =
        "after push.suffer when pushed is you choosing g from everyone \"Whom?\" { give 1 apple to g }";
    let charmed = Push {
        rules: "replace controller with north when controlled is two",
        given: "",
        decisions: "{ takes: one, by: north }",
        expect: "apple on one = 1",
    };
    on_card(must, &charmed);
    let other = "after push.suffer \"Feed\" always choosing g from everyone by owner of pusher \"Whom?\" may by owner of pushed { give 1 apple to g }";
    holds(&Push {
        rules: other,
        given: "",
        decisions: "{ takes: Feed, by: south }, { takes: two, by: north }",
        expect: "apple on two = 1",
    });
}

#[test]
fn one_ability_chooses_in_both_of_its_windows() {
    let rule = "before push.roll or after push.count \"Feed\" always choosing g from everyone \"Whom?\" once per game \
                may by owner of pusher { give 1 apple to g }";
    holds(&Push {
        rules: rule,
        given: "",
        decisions: "pass, Feed, two",
        expect: "apple on two = 1",
    });
}

#[test]
fn the_name_is_known_in_the_body_and_what_stands_in_it() {
    let rule = "after push.suffer always choosing g from everyone by owner of pusher \"Whom?\" \
                { choose h from everyone by owner of g \"And whom?\" { give 2 apple to h } give 1 apple to g }";
    holds(&Push {
        rules: rule,
        given: "",
        decisions: "{ takes: two, by: north }, { takes: one, by: south }",
        expect: "apple on two = 1, apple on one = 2",
    });
}

#[test]
fn what_is_wrong_is_told_once_and_says_what_to_write() {
    let rules = [
        // The set is a part of the gate and of the body.
        "after push.suffer or before push.roll when pushed is you choosing g from evreyone \"Whom?\" { give 1 apple to g }",
        "after push.suffer when pushed is you choosing g from pushed \"Whom?\" { give 1 apple to g }",
        // An option may be taken by anybody.
        "trick \"Feed\" when actor is you choosing g from everyone \"Whom?\" { give 1 apple to g }",
        // The name belongs to the body.
        "after push.suffer when pushed is you choosing g from everyone \"Whom?\" cost { spend 1 apple from g } { give 1 apple to g }",
        "after push.suffer when pushed is you choosing pusher from everyone \"Whom?\" { give 1 apple to pusher }",
    ];
    let all = rules.map(|rule| {
        let (copy, found) = told(rule);
        for_people(&copy.project().sources, &found, false)
    });
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_card_says_the_choice_and_not_that_there_is_one() {
    let rules = [
        "after push when pusher is you choosing g from everyone \"Whom?\" { give 1 apple to g }",
        "after push \"Feed\" always choosing g from (members g of everyone where g is not you) \"Whom?\" once per round may { give 1 apple to g }",
        "trick \"Feed\" when actor is you choosing g from everyone by owner of you \"Whom?\" cost { spend 1 apple from you } { give 1 apple to g }",
    ];
    let texts = rules.map(|rule| {
        let (copy, _) = told(rule);
        let project = copy.project();
        let system = &project.systems["sample"];
        let compiled = compile_system(&project, system);
        let errors = for_people(&project.sources, &compiled.diagnostics, false);
        let text = card_text(&project, system, &compiled, "nanny").unwrap_or_else(|| panic!("{errors}"));
        text.lines().last().unwrap_or_default().trim().to_owned()
    });
    insta::assert_snapshot!(texts.join("\n"));
}
