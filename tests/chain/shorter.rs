//! The shorter form with `choosing` is told where it means exactly the same, and the fix gives the rule that
//! means it.

use crate::pushes::{CARDS, told};
use crate::workshop::check;

const SET: &str = "(all goat x where apple on x = 0)";
const FEED: &str = "choose g from SET by owner of you \"Whom?\" { give 1 apple to g }";

fn written(rule: &str) -> String {
    rule.replace("FEED", FEED).replace("SET", SET)
}

fn told_of(rule: &str) -> bool {
    let (_, found) = told(&written(rule));
    assert!(
        found.iter().all(|one| one.code.id >= "cw0500"),
        "{rule}: {found:?}"
    );
    found.iter().any(|one| one.code.id == "cw0528")
}

/// The rule that the fix makes of one, without line breaks.
fn mended(rule: &str) -> String {
    fixed(&written(rule))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The rule that the fix makes of one. It compiles, and nothing more is told of it.
fn fixed(rule: &str) -> String {
    let (copy, found) = told(rule);
    let one = found.iter().find(|one| one.code.id == "cw0528");
    let fix = one
        .and_then(|one| one.fix.as_ref())
        .unwrap_or_else(|| panic!("{rule}: {found:?}"));
    let text = copy.text(CARDS);
    let put = format!(
        "{}{}{}",
        &text[..fix.place.start],
        fix.put,
        &text[fix.place.end..]
    );
    copy.write(CARDS, &put);
    let left = check(&copy.project());
    assert_eq!(left, [], "{put}");
    let from = put.find("strength: 2, routes").expect("the second goat");
    let rule = &put[from..put.find("  - id: brass-bell").expect("the bell")];
    rule.split_once("rules: |").expect("its rules").1.to_owned()
}

#[test]
fn the_fix_leaves_no_empty_line() {
    let rule = written("after push.suffer when pushed is any goat and any of SET {\n        FEED\n      }")
        .replace(
            "{ give 1 apple to g }",
            "{\n          give 1 apple to g\n        }",
        );
    let fixed = fixed(&rule);
    let lines: Vec<&str> = fixed.trim().lines().map(str::trim).collect();
    assert_eq!(lines[1..], ["give 1 apple to g", "}"], "{fixed}");
}

#[test]
fn the_fix_gives_the_rule_with_choosing() {
    let clause = written("choosing g from SET by owner of you \"Whom?\"");
    for (rule, put) in [
        (
            "after push.suffer when pushed is any goat and any of SET { FEED }",
            "after push.suffer when pushed is any goat CLAUSE { give 1 apple to g }",
        ),
        (
            "after push.suffer when any of SET and pushed is you { FEED }",
            "after push.suffer when pushed is you CLAUSE { give 1 apple to g }",
        ),
        (
            "after push.suffer when pushed is you and any of SET and hits > 1 { FEED }",
            "after push.suffer when pushed is you and hits > 1 CLAUSE { give 1 apple to g }",
        ),
        (
            "after push.suffer when (pushed is you and any of SET) { FEED }",
            "after push.suffer when (pushed is you ) CLAUSE { give 1 apple to g }",
        ),
        (
            "after push.suffer when (pushed is you or hits > 1) and any of SET once per round { FEED give 1 bruise to you }",
            "after push.suffer when (pushed is you or hits > 1) CLAUSE once per round { give 1 apple to g give 1 bruise to you }",
        ),
        (
            "after push.suffer \"Feed\" when pushed is you and any of SET may cost { spend 1 apple from you } { FEED }",
            "after push.suffer \"Feed\" when pushed is you CLAUSE may cost { spend 1 apple from you } { give 1 apple to g }",
        ),
    ] {
        assert_eq!(mended(rule), put.replace("CLAUSE", &clause), "{rule}");
    }
}

#[test]
fn what_would_not_mean_the_same_is_left_alone() {
    for rule in [
        // The cost may empty the set, and what follows would then not happen.
        "after push.suffer \"Feed\" when pushed is you and any of SET may cost { place 1 apple on you } { FEED give 1 bruise to you }",
        "after push.suffer when pushed is you and (any of SET or hits > 1) { FEED }",
        "after push.suffer when pushed is you and not any of SET { FEED }",
        "after push.suffer when pushed is you and none of SET { FEED }",
        "after push.suffer when pushed is you and any of (all goat x where apple on x = 1) { FEED }",
        "after push.suffer when pushed is you and any of SET { give 1 apple to you FEED }",
        "after push.suffer when pushed is you and any of SET {
           choose g from SET by owner of you \"Whom?\" or none { give 1 apple to g }
         }",
        "after push.suffer when pushed is you and any of SET {
           choose up to 2 some from SET by owner of you \"Whom?\" { for each g in some { give 1 apple to g } }
         }",
        "after push.suffer when pushed is you and any of SET {
           choose g from SET by owner of you \"Whom?\" { give 1 apple to g } else { give 1 apple to you }
         }",
        // Both would stand in one block.
        "after push.suffer when pushed is you and any of SET {
           choose g from SET by owner of you \"Whom?\" { let n = apple on g give (n + 1) apple to g }
           let n = apple on you
           give (n + 1) apple to you
         }",
        "after push.suffer when pushed is you and any of SET {
           FEED
           for each g in everyone { give 1 apple to g }
         }",
    ] {
        assert!(!told_of(rule), "{rule}");
    }
}

/// No note is lost: then nothing is put, but it is told.
#[test]
fn a_note_keeps_the_fix_away() {
    let (_, found) = told(&written(
        "after push.suffer when pushed is you and any of SET { choose g from SET by owner of you \"Whom?\" # the hungry\n      { give 1 apple to g } }",
    ));
    let one = found
        .iter()
        .find(|one| one.code.id == "cw0528")
        .expect("it is told");
    assert_eq!(one.fix, None);
}
