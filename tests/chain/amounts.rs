//! How much: bounds and factors of modifiers, as they are told.

use crate::pushes::{Push, holds};
use crate::workshop::{Copy, check, sample};
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{compile_system, for_people};

const RULE: &str = "modify push-of + 1 when g is you and bruise on you > 0";

/// The text of a card with this rule.
fn told(rule: &str) -> String {
    let copy = Copy::of(&sample()).with("cards/sample/basic.yaml", RULE, rule);
    let project = copy.project();
    let errors = for_people(&project.sources, &check(&project), false);
    assert_eq!(errors, "", "{rule}");
    let system = &project.systems["sample"];
    let compiled = compile_system(&project, system);
    let text = card_text(&project, system, &compiled, "nanny").expect("the card compiles");
    text.lines().last().unwrap_or_default().trim().to_owned()
}

#[test]
fn how_many_and_in_which_order_is_told() {
    let rules = [
        "after push when pusher is you { choose any number some from everyone by owner of you \"?\" { for each g in some { give 1 apple to g } } }",
        "after push when pusher is you { choose 2 some from everyone in order by owner of you \"?\" { give 1 apple to first of some } }",
        "after push when pusher is you { for each g in everyone in order chosen by owner of you \"?\" { give 1 apple to g } }",
        "after push when pusher is you { start angry(you) until after next push when pushed is victim }",
    ];
    let told: Vec<String> = rules.map(told).into();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn bounds_and_factors_are_told() {
    let rules = [
        "modify push-of - 3 to at least 1 when g is you",
        "modify push-of + 2 to at most 6 when g is you",
        "modify push-of * 2 when g is you",
        "modify push-of * apple on you to at most 8 when g is you",
        "modify push-of / 2 to at least 1 when g is you",
        "modify push-of / 3 rounded up when g is you",
    ];
    let told: Vec<String> = rules.map(told).into();
    insta::assert_snapshot!(told.join("\n"));
}

/// A set that is only looked at is walked member by member; what its condition reads is what the variable held before.
#[test]
fn what_a_variable_is_set_to_may_read_it() {
    let procedure = "procedure look (g: goat) { \
        var none-yet: yes-no \
        var number: number \
        var found: goat \
        step look { \
          set none-yet to (none of (all goat where none-yet)) \
          if none-yet { give 1 apple to g } \
          set none-yet to (any of (all goat where none-yet)) \
          if none-yet { give 10 apple to g } \
          set number to 1 \
          set number to (count of (all goat where number = 1)) \
          give (100 * number) apple to g \
          set found to g \
          set found to (first of (members m of (all goat) where m is found)) \
          give 1000 apple to found \
          set number to (if g is nobody then 0 else (count of (all goat where number = 2))) \
          give (5000 * number) apple to g \
        } \
      } \
      after push always { run look(pusher) }";
    holds(&Push {
        rules: procedure,
        given: "",
        decisions: "",
        expect: "apple on one = 11211",
    });
}
