//! Sets as state, states with parameters, and secrets that somebody else than the owner chose: from the text of a
//! designer to cases that hold and mistakes that are told.

use crate::workshop::{Copy, check, sample};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, compile_case};
use cardwright_core::{Content, Game, Viewer};

const WORDS: &str = "systems/sample/words.cw";
const CASE: &str = "tests/conformance/sample/stored.yaml";

/// The sample game with goats that remember, and a case of it.
fn copy(case: &str) -> Copy {
    let copy = Copy::of(&sample()).with(
        WORDS,
        "  sky: weather state\n}",
        "  sky: weather state
  foes: set of goat state
  ways: set of route state secret = routes
  moods: set of mood state
}
state owed (debtor: goat, creditor: player): number
state last-foe (of-whom: goat): goat
state seen: set of mood
procedure spy (spy: goat, prey: goat) {
  step look {
    choose r from all route by owner of spy \"Which way does it go?\" secretly { set plan of prey to r }
    choose up to 2 some from all route by owner of spy \"And then?\" secretly { set ways of prey to some }
    may by owner of prey \"Go on?\" { reveal plan of prey }
  }
}
procedure forgetful (g: goat) gives left: number {
  var mine: set of mood
  step think {
    add wild to mine
    add [calm, wild, sleepy] to mine
    take calm from mine
    set left to count of mine
  }
}",
    );
    copy.write(CASE, case);
    copy
}

const HEAD: &str = "case: stored
system: sample
proves: []
sets: [basic]
table: { width: 12in, length: 12in }
players: [{ id: north, name: North }, { id: south, name: South }]
pieces:
  - { id: one, template: billy, owner: north, at: { x: 3in, y: 3in }, facts: { foes: [two], moods: [wild, calm] } }
  - { id: two, template: nanny, owner: south, at: { x: 9in, y: 9in }, facts: { ways: [] } }
";

fn reasons(rest: &str) -> Vec<String> {
    let copy = copy(&format!("{HEAD}{rest}"));
    let project = copy.project();
    let pack = pack_of(&project);
    let case = &project.cases.iter().find(|case| case.doc.case.value == "stored");
    run_case(pack, &case.expect("it was written").doc).reasons()
}

fn pack_of(project: &Project) -> cardwright_bytecode::verify::VerifiedPack {
    let wrong = cardwright_compiler::for_people(&project.sources, &project.diagnostics, false);
    assert!(wrong.is_empty(), "{wrong}");
    let case = project.cases.iter().find(|case| case.doc.case.value == "stored");
    let compiled = compile_case(project, case.expect("it was written"));
    let told = cardwright_compiler::for_people(&project.sources, &compiled.diagnostics, false);
    compiled.pack.unwrap_or_else(|| panic!("{told}"))
}

fn holds(rest: &str) {
    assert_eq!(reasons(rest), Vec::<String>::new());
}

#[test]
fn a_set_begins_as_the_document_says_and_keeps_its_order() {
    holds(
        "when: |
  add one to foes of one
  add sleepy to moods of one
  take wild from moods of one
  add wild to moods of one
  set moods of two to moods of one
  take (first of moods of one) from moods of one
expect:
  - two is in foes of one
  - one is in foes of one
  - count of foes of two = 0
  - first of moods of two = calm
  - count of moods of two = 3
  - first of moods of one = sleepy
  - first of (moods of one - [sleepy]) = wild
  - count of ways of one = 2
  - count of ways of two = 0
events: [\"foes now has Billy\", \"moods no longer has wild\"]
",
    );
}

#[test]
fn a_member_is_there_once_and_what_is_read_stays_as_it_was() {
    holds(
        "when: |
  add [one, two, one] to foes of one
  for each g in foes of one { take g from foes of one }
  add - 4 to owed(one, south)
  set seen to [wild]
  add [sleepy, wild] to seen
  let left = run forgetful(one)
  give left apple to one
expect: [none of foes of one, count of seen = 2, first of seen = wild, \"owed(one, south) = -4\", apple on one = 2]
",
    );
}

#[test]
fn a_state_with_parameters_holds_a_value_for_each_key() {
    holds(
        "when: |
  set owed(one, south) to 3
  add 2 to owed(one, south)
  add 1 to owed(two, south)
  set owed(two, south) to 0
  set last-foe(one) to two
expect:
  - owed(one, south) = 5
  - owed(one, north) = 0
  - owed(two, south) = 0
  - last-foe(one) is two
  - last-foe(two) is nobody
events: [\"owed(Billy, South): 0 to 3\", \"owed(Billy, South): 3 to 5\"]
",
    );
}

#[test]
fn a_secret_choice_belongs_to_whoever_chose() {
    let copy = copy(&format!(
        "{HEAD}when: |
  run spy(one, two)
decisions: [ledge, ledge + lane, yes]
expect: [length of plan of two = 1 inches, count of ways of two = 2]
"
    ));
    let pack = pack_of(&copy.project());
    let content = Content::new(pack);
    let mut game = Game::new(&content, 1);
    for label in ["ledge", "ledge"] {
        game.advance();
        let decision = game.decision().expect("somebody is asked");
        assert_eq!(game.id_of(decision.by), "north");
        let option = decision.labelled(label).expect("it is offered");
        game.decide(&cardwright_core::Answer::one(option))
            .expect("it is legal");
    }
    game.advance();
    let decision = game.decision().expect("the owner is asked").clone();
    let (south, north) = (decision.by, game.players()[0]);
    assert_eq!(game.id_of(south), "south");
    let hidden = |game: &Game, player| game.view(Viewer::Player(player)).hidden_fields.len();
    assert_eq!(
        (hidden(&game, north), hidden(&game, south)),
        (0, 4),
        "the owner of the prey knows nothing, and whoever chose everything"
    );
    let told: Vec<String> = game
        .events()
        .iter()
        .map(|event| game.render(event, Viewer::Player(south)))
        .collect();
    assert!(
        told.contains(&"Nanny: plan is set in secret".to_owned()),
        "{told:#?}"
    );
    game.decide(&cardwright_core::Answer::one(0)).expect("yes");
    game.advance();
    assert_eq!(
        (hidden(&game, north), hidden(&game, south)),
        (0, 3),
        "the plan was shown"
    );
}

// Limit: MAX_STORED_MEMBERS in engine/bytecode/src/verify/mod.rs
#[test]
fn a_document_gives_a_set_that_can_change_only_so_many_members() {
    let with = |count: usize| {
        let moods = vec!["calm"; count].join(", ");
        let head = HEAD.replace("moods: [wild, calm]", &format!("moods: [{moods}]"));
        let copy = copy(&format!(
            "{head}when: |\n  give 1 apple to one\nexpect: [apple on one = 1]\n"
        ));
        let project = copy.project();
        let case = project.cases.iter().find(|case| case.doc.case.value == "stored");
        compile_case(&project, case.expect("it was written"))
            .pack
            .is_some()
    };
    assert_eq!((with(1_024), with(1_025)), (true, false));
}

/// The errors of one more declaration or procedure: message and help.
fn refused(text: &str) -> String {
    let copy = Copy::of(&sample());
    let words = copy.text(WORDS);
    copy.write(WORDS, &format!("{words}\n{text}\n"));
    let found = check(&copy.project());
    let told: Vec<String> = found
        .iter()
        .map(|one| match &one.help {
            Some(help) => format!("{} ({help})", one.message),
            None => one.message.clone(),
        })
        .collect();
    told.join("\n")
}

#[test]
fn what_cannot_be_held_or_set_is_told_with_what_to_write() {
    let cases = [
        (
            "state thrown: set of die",
            "dice exist only until the end of the procedure that rolled them, so a field cannot hold them \
             (store what they show instead: a number of faces, or a set of faces)",
        ),
        (
            "state tried (who: goat): set of route",
            "`tried` has parameters, so it cannot hold a set \
             (add a parameter for the member, and make the type `yes-no`: `tried(..., member: route): yes-no`)",
        ),
        (
            "state count-of (who: goat): number = 3",
            "`count-of` has parameters, so it cannot have a default \
             (remove the default: until a rule sets a value, it is 0, `no`, `nobody` or the like)",
        ),
        (
            "define twice-of (n: number): number = 2 * n
             procedure bad (g: goat) { step one { set twice-of(3) to 4 } }",
            "`twice-of` is worked out, so it cannot be set (only a `state` with parameters can be set in this way)",
        ),
        (
            "procedure bad (g: goat) { step one { take g from plan of g } }",
            "members can be taken only from a set, but this is a route \
             (declare it as a `set of` something, or name a token: `take 1 TOKEN from ...`)",
        ),
    ];
    for (text, told) in cases {
        assert!(refused(text).contains(told), "{text}\n{}", refused(text));
    }
}
