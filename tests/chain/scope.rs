//! Scopes: the names that a card declares are the card's, those that a set declares are the set's. Who sees
//! which names, what becomes of two alike, and what somebody is told who writes a name that is not his.

use crate::workshop::{Copy, check, sample};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, compile_case, for_people};

const CARDS: &str = "cards/sample/basic.yaml";
const MORE: &str = "cards/sample/more.yaml";
const CASE: &str = "tests/conformance/sample/bells.yaml";

/// A set of somebody else, whose card declares what a card of the first set declares in the same words.
const SECOND: &str = "set: more
system: sample
title: More bells
cards:
  - id: tin-bell
    kind: bell
    name: Tin Bell
    facts: { weight: 1, mood: calm }
    rules: |
      word temper { calm loud }
      state tone: temper
      token rust on goat
      state rings: number
      define fresh-on (g: goat): yes-no = rust on g = 0
      effect shrill (g: goat) { forbid rest when who is g }
      procedure clink (g: goat) { step strike { start shrill(g) until the game ends } }
      before push when pusher is any goat and fresh-on(pusher) {
        give 1 rust to pusher
        add 1 to rings
        run clink(pushed)
      }
";

const BRASS: &str = "      token rust on goat limit 2
      state rings: number
      define fresh-on (g: goat): yes-no = rust on g < 2
      effect shrill (g: goat) { forbid rest when who is g }
      procedure clink (g: goat) { step strike { give 2 rust to g } }
      before push when pushed is any goat and fresh-on(pushed) {
        run clink(pushed)
        add 10 to rings
      }
      at push.modify \"Ring the bell\"";

const BELLS: &str = "case: two bells rust each in its own way
system: sample
proves: [SMP-002]
sets: [basic, more]
table: { width: 12in, length: 12in }
players:
  - { id: north, name: North }
  - { id: south, name: South }
pieces:
  - { id: one, template: billy, owner: north, cards: [brass-bell], tokens: { apple: 1 } }
  - { id: two, template: nanny, owner: south, cards: [tin-bell], tokens: { apple: 5, brass-bell/rust: 1 } }
given: |
  set dizzy of one to yes
dice: [butt, blank, blank]
when: |
  run push(one, two)
decisions: [pass]
expect:
  - tin-bell/rust on one = 1
  - tin-bell/rust on two = 0
  - brass-bell/rust on two = 2
  - tin-bell/rings = 1
  - brass-bell/rings = 10
  - tin-bell/fresh-on(two)
  - not brass-bell/fresh-on(two)
  - running tin-bell/shrill(two)
  - not running brass-bell/shrill(two)
";

/// The sample with the two bells that chose the same names.
fn two_bells() -> Copy {
    let copy = Copy::of(&sample()).with(CARDS, "      at push.modify \"Ring the bell\"", BRASS);
    copy.write(MORE, SECOND);
    copy
}

fn told(project: &Project) -> String {
    for_people(&project.sources, &check(project), false)
}

/// Holds that a project has one error, which says all of this.
fn holds(copy: &Copy, parts: &[&str]) {
    let project = copy.project();
    let (count, told) = (check(&project).len(), told(&project));
    // A long line is broken by whoever shows it.
    let flat = told.replace('│', " ");
    let flat: Vec<&str> = flat.split_whitespace().collect();
    let flat = flat.join(" ");
    assert_eq!(count, 1, "{told}");
    for part in parts {
        assert!(flat.contains(part), "`{part}` is missing:\n{told}");
    }
}

#[test]
fn what_two_cards_have_named_alike_is_told_apart() {
    let copy = two_bells();
    copy.write(CASE, BELLS);
    let project = copy.project();
    assert_eq!(told(&project), "");
    let case = project
        .cases
        .iter()
        .find(|case| case.doc.case.value.starts_with("two bells"));
    let case = case.expect("the case is there");
    let pack = compile_case(&project, case).pack.expect("it compiles");
    let tokens: Vec<&str> = pack.tokens.iter().map(|token| token.name.as_str()).collect();
    assert!(
        tokens.contains(&"brass-bell/rust") && tokens.contains(&"tin-bell/rust"),
        "{tokens:?}"
    );
    assert!(tokens.contains(&"apple"), "{tokens:?}");
    let effects: Vec<&str> = pack.effects.iter().map(|effect| effect.name.as_str()).collect();
    assert!(effects.contains(&"tin-bell/shrill"), "{effects:?}");
    let functions: Vec<&str> = pack
        .functions
        .iter()
        .map(|function| function.name.as_str())
        .collect();
    assert!(functions.contains(&"tin-bell/fresh-on"), "{functions:?}");
    let report = run_case(pack, &case.doc);
    assert!(report.passed(), "{:#?}\n{:#?}", report.failures, report.account);
}

#[test]
fn a_card_does_not_see_what_another_one_declares() {
    let rules = "    rules: |\n      modify push-of + 1 when g is you and bruise on you > 0";
    let copy = two_bells().with(CARDS, rules, &rules.replace("bruise on you > 0", "fresh-on(you)"));
    holds(
        &copy,
        &[
            "there is no define, value or core call `fresh-on` here: it belongs to the card `brass-bell`",
            "the card `tin-bell` declares it here",
            "declare it in the `rules:` of the set `basic`, where all its cards see it",
        ],
    );
}

/// A set that gives a define to others, and a card of another set that wants it.
fn lending(shares: &str, uses: &str) -> Copy {
    let rules = "rules: |\n  define hungry (g: goat): yes-no = apple on g = 0\n";
    let copy = Copy::of(&sample())
        .with(
            CARDS,
            "title: Two goats and their bells\n",
            &format!("title: Two goats\n{shares}{rules}"),
        )
        .with(CARDS, "bruise on you > 0", "hungry(you)");
    let second = "set: more\nsystem: sample\ntitle: More bells\nUSES\ncards:\n  - id: tin-bell\n    kind: bell\n    name: \
                  Tin Bell\n    facts: { weight: 1, mood: calm }\n    rules: |\n      forbid rest when who is any goat and hungry(who)\n";
    copy.write(MORE, &second.replace("USES\n", uses));
    copy
}

#[test]
fn what_a_set_shares_is_seen_by_the_sets_that_use_it() {
    let copy = lending("shares: [hungry]\n", "uses: [basic]\n");
    assert_eq!(told(&copy.project()), "");
}

#[test]
fn what_a_set_does_not_share_or_another_does_not_use_is_not_seen() {
    let both =
        "write `shares: [hungry]` at the top of the set `basic`, and `uses: [basic]` at the top of this set";
    holds(
        &lending("", "uses: [basic]\n"),
        &["it belongs to the set `basic`", both],
    );
    let uses = "write `uses: [basic]` at the top of this set";
    holds(
        &lending("shares: [hungry]\n", ""),
        &["it belongs to the set `basic`", uses],
    );
}

#[test]
fn a_set_shares_only_what_it_has() {
    let copy = lending("shares: [hungri]\n", "").with(
        MORE,
        "when who is any goat and hungry(who)",
        "when who is any goat and apple on who = 0",
    );
    holds(
        &copy,
        &[
            "`hungri` is not declared in the `rules:` of this set",
            "did you mean `hungry`?",
        ],
    );
}

#[test]
fn a_set_that_is_used_is_there() {
    holds(
        &lending("", "uses: [basics]\n").with(
            MORE,
            "when who is any goat and hungry(who)",
            "when who is any goat and apple on who = 0",
        ),
        &[
            "there is no card set `basics` for `sample`",
            "did you mean `basic`?",
        ],
    );
}

#[test]
fn a_card_hides_nothing_of_the_system() {
    let copy = two_bells().with(
        MORE,
        "token rust on goat",
        "token apple on goat\n      token rust on goat",
    );
    holds(
        &copy,
        &[
            "the system already has a token `apple`, which is visible here",
            "give one of the two another name",
        ],
    );
}

#[test]
fn a_case_says_whose_a_card_s_own_name_is() {
    let copy = two_bells();
    copy.write(
        CASE,
        &BELLS.replace("tin-bell/rust on two = 0", "rust on two = 0"),
    );
    holds(
        &copy,
        &["there is no token `rust` here", "write `brass-bell/rust`"],
    );
}

#[test]
fn a_new_name_stands_alone() {
    let copy = two_bells().with(MORE, "define fresh-on", "define tin-bell/fresh-on");
    let project = copy.project();
    let found = told(&project);
    assert!(found.contains("declare the name without an owner"), "{found}");
}
