//! Parameters of values and permissions that need not be given.

use crate::pushes::{Push, holds};
use crate::workshop::{Copy, check, sample};
use cardwright_compiler::for_people;

const PLAY: &str = "systems/sample/play.cw";

/// Declarations for the sample, and what is wrong then.
fn wrong(declared: &str) -> String {
    let copy = Copy::of(&sample()).with(
        PLAY,
        "procedure game {",
        &format!("{declared}\nprocedure game {{"),
    );
    let project = copy.project();
    for_people(&project.sources, &check(&project), false)
}

#[test]
fn what_is_not_given_follows_from_what_is() {
    // The second parameter is the first one's rival, unless somebody is named.
    let rules = "value ire (g: goat, foe: goat = rival-of(g)) = if foe is two then 2 else 1 \
                 permission glare (g: goat, foe: goat = nobody) \
                 modify ire(goat angry) + 10 when angry is one \
                 modify ire(one, one) + 100 always \
                 forbid glare(g: two) always \
                 forbid glare(any, one) always \
                 after push.suffer always { \
                   give (ire(one)) apple to one give (ire(one, one)) apple to two \
                   if can glare(one) { give 1 bruise to one } \
                   if can glare(one, one) or can glare(two) { give 1 bruise to two } }";
    holds(&Push {
        rules,
        given: "",
        decisions: "",
        expect: "apple on one = 12, apple on two = 111, bruise on one = 1, bruise on two = 0",
    });
}

#[test]
fn what_has_no_default_must_be_given() {
    let told = [
        "value ire (g: goat = nobody, foe: goat) = 1 after push when ire(pusher, pushed) > 0 { stop }",
        "value ire (g: goat, foe: goat, third: goat = g) = 1 modify ire(any) + 1 always after push when ire(pusher, pushed) > 0 { stop }",
        "value ire (g: goat, foe: goat = g) = 1 after push when ire > 0 { stop }",
        "permission glare (g: goat, foe: goat = ire) after push when can glare(pusher) { stop }",
        "offer wink (g: goat = nobody)",
    ]
    .map(wrong);
    insta::assert_snapshot!(told.join("\n"));
}
