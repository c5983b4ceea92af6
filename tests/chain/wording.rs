//! Cards of every system, told in plain text as they were approved. Which cards is said beside the cases, in `told.txt`:
//! a system and a card a line.

use crate::workshop::{Copy, changes, project, root, sample};
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::registry::CORE_CALLS;
use cardwright_compiler::compile_system;
use cardwright_compiler::wording::card_text;
use std::collections::{BTreeMap, BTreeSet};

/// The least number of cards that must be told.
const LEAST_CARDS: usize = 100;

#[test]
fn cards_are_told_as_approved() {
    let list = root().join("tests/conformance/told.txt");
    let list = std::fs::read_to_string(list).expect("the list of cards is there");
    let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let (system, card) = line.split_once(' ').expect("a system and a card");
        wanted.entry(system).or_default().push(card);
    }
    let count: usize = wanted.values().map(Vec::len).sum();
    assert!(count >= LEAST_CARDS, "only {count} cards are told");
    for (id, cards) in wanted {
        let system = &project().systems[id];
        let compiled = compile_system(project(), system);
        let told = cards.into_iter().map(|card| {
            card_text(project(), system, &compiled, card)
                .unwrap_or_else(|| panic!("there is no card `{card}`, or `{id}` does not compile"))
        });
        let told: Vec<String> = told.collect();
        insta::assert_snapshot!(id, told.join("\n"));
    }
}

#[test]
fn no_text_shows_what_only_the_program_knows() {
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let Some(pack) = &compiled.pack else { continue };
        for template in &pack.templates {
            let text = card_text(project(), system, &compiled, &template.id).unwrap_or_default();
            let slips = [
                "{",
                "}",
                "the the ",
                "may you ",
                "you may you ",
                " a a ",
                "()",
                "  ",
                " .",
            ];
            for slip in slips {
                assert!(!text.contains(slip), "{id}: `{slip}` in\n{text}");
            }
        }
    }
}

#[test]
fn an_effect_until_a_change_is_told_as_that_change() {
    let forms = [
        (
            "apple on victim falls to 2",
            "until an apple token is removed from the pusher, which leaves 2 or less,",
        ),
        (
            "bruise on victim rises",
            "until a bruise token is placed on the pusher,",
        ),
        (
            "sky of victim changes to storm when dizzy of victim",
            "until a change of the pusher's sky to storm in which the pusher is dizzy,",
        ),
        (
            "apple on goat x falls when x is victim and was > 4",
            "until an apple token is removed from the pusher in which what it was before is more than 4,",
        ),
        (
            "apple on goat x falls when was > 4",
            "removed from a goat in which what it was before is more than 4,",
        ),
    ];
    let ours = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
    let rules: Vec<String> = forms
        .iter()
        .map(|(until, _)| format!("after push.suffer always {{ start angry(pusher) until after {until} }}"))
        .collect();
    let storm = "after push.suffer always { set sky of pusher to storm }";
    let project = Copy::of(&changes())
        .with(
            "cards/sample/basic.yaml",
            ours,
            &format!("{} {storm}", rules.join(" ")),
        )
        .project();
    let system = &project.systems["sample"];
    let told = card_text(&project, system, &compile_system(&project, system), "brass-bell")
        .expect("the bell is told");
    for (until, text) in forms {
        assert!(told.contains(text), "`{until}` is not told as `{text}`:\n{told}");
    }
}

#[test]
fn what_stands_nearest_to_a_card_says_how_it_is_told() {
    const CARDS: &str = "cards/sample/basic.yaml";
    let told = |set: &str, card: &str| {
        let copy = Copy::of(&changes());
        let text = copy.text(CARDS);
        let text = text.replacen("\ncards:\n", &format!("\n{set}cards:\n"), 1);
        let at = text
            .find("  - id: brass-bell")
            .expect("the bell stands in the set");
        let (before, after) = text.split_at(at);
        copy.write(
            CARDS,
            &format!(
                "{before}{}",
                after.replacen("    rules:", &format!("{card}    rules:"), 1)
            ),
        );
        let project = copy.project();
        let system = &project.systems["sample"];
        let compiled = compile_system(&project, system);
        card_text(&project, system, &compiled, "brass-bell").expect("the bell is told")
    };
    let (of_set, of_card) = (
        "phrases: { push: a mighty shove }\n",
        "    phrases: { push: a soft nudge }\n",
    );
    assert!(!told("", "").contains("shove"));
    assert!(told(of_set, "").contains("a mighty shove"));
    assert!(told(of_set, of_card).contains("a soft nudge"));
}

/// Every name that a phrase can be about.
fn names(pack: &cardwright_bytecode::Pack, program: &cardwright_compiler::Program) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for def in &pack.procedures {
        names.insert(def.name.clone());
        names.extend(def.steps.iter().map(|step| format!("{}.{step}", def.name)));
        names.extend(def.slots.iter().map(|slot| slot.name.clone()));
    }
    for kind in &pack.kinds {
        names.insert(kind.name.clone());
        names.extend(kind.fields.iter().map(|field| field.name.clone()));
    }
    for record in &pack.records {
        names.extend(record.fields.iter().map(|field| field.name.clone()));
    }
    for function in 0.. {
        let Some(function) = program.function(Id::new(function)) else {
            break;
        };
        names.insert(function.name.clone());
        names.extend(function.locals.iter().map(|local| local.name.clone()));
    }
    names.extend(pack.words.iter().flat_map(|def| def.words.iter().cloned()));
    names.extend(pack.rows.iter().map(|row| row.id.clone()));
    names.extend(pack.values.iter().map(|def| def.name.clone()));
    names.extend(pack.permissions.iter().map(|def| def.name.clone()));
    names.extend(pack.dice.iter().map(|def| def.name.clone()));
    names.extend(pack.tokens.iter().map(|def| def.name.clone()));
    names.extend(pack.offers.iter().map(|def| def.name.clone()));
    names.extend(pack.effects.iter().map(|def| def.name.clone()));
    names.extend(CORE_CALLS.iter().map(|call| call.name.to_owned()));
    names
}

#[test]
fn every_phrase_is_about_something() {
    let mut lost = Vec::new();
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let Some(pack) = &compiled.pack else { continue };
        let names = names(pack, &compiled.program);
        for (key, _) in &system.doc.phrases.0 {
            let key = &key.value;
            let mut words = key.split(' ').peekable();
            let prefix = [
                "run", "running", "start", "end", "offer", "set", "unset", "not", "during", "take", "first",
            ];
            while words
                .next_if(|word| prefix.contains(word) && key.contains(' '))
                .is_some()
            {}
            let name = words.next().unwrap_or_default();
            let role = words.next_if(|word| *word == "as").and_then(|_| words.next());
            let known = |name: &str| names.contains(name);
            if !known(name) || !role.is_none_or(known) {
                lost.push(format!("{id}: `{key}`"));
            }
        }
    }
    assert!(lost.is_empty(), "phrases about nothing:\n{}", lost.join("\n"));
}

/// The text of `explain` on a rule of the second goat.
fn explained(rule: &str) -> String {
    let (copy, _) = crate::pushes::told(rule);
    let project = copy.project();
    let system = &project.systems["sample"];
    let compiled = compile_system(&project, system);
    card_text(&project, system, &compiled, "nanny").unwrap_or_else(|| panic!("{rule}"))
}

#[test]
fn what_is_told_is_what_is_meant() {
    for (rule, text) in [
        (
            "after push.suffer when pushed is you { give (highest strength of g for g in everyone) apple to you }",
            "receive as many apple tokens as the highest strength among",
        ),
        (
            "after push.suffer when pushed is you { give (hits - bruise on you) apple to you }",
            "receive as many apple tokens as the hits minus",
        ),
        (
            "after push.suffer when mood of plan of you is in [wild, sleepy] { give 1 apple to you }",
            "is wild or sleepy",
        ),
        (
            "after push.suffer always { for each g in everyone { give 1 apple to g if g is you { break } } }",
            "place an apple token on it; if it is you, stop repeating this.",
        ),
        (
            "after push.suffer when pushed is you { if hits > 1 { give 1 apple to you } else { give 1 apple to you } }",
            "After the suffer step of push, if you are the pushed, receive an apple token.",
        ),
        (
            "after push.suffer when pushed is you once per round for pusher { give 1 apple to you }",
            "Once per round for the pusher, after",
        ),
        (
            "after push.suffer when pushed is you once per round for you { give 1 apple to you }",
            "Once per round, after",
        ),
        (
            "after push.suffer when pushed is you { for each b in all bell on you { flip(b, up: hits > 1) } }",
            "face up if the hits are more than 1, and face down otherwise",
        ),
    ] {
        let told = explained(rule);
        assert!(told.contains(text), "{rule}\n{told}");
    }
}

/// A card is not alone with what it says itself.
#[test]
fn a_card_names_the_rules_at_the_head_of_its_set() {
    const CARDS: &str = "cards/sample/basic.yaml";
    let said = "Its set has rules for every game with it: `cardwright explain basic`.";
    let head =
        "title: Two goats and their bells\nrules: |\n  after push.suffer always { give 1 apple to pusher }";
    for (title, is_told) in [("title: Two goats and their bells", false), (head, true)] {
        let project = Copy::of(&sample())
            .with(CARDS, "title: Two goats and their bells", title)
            .project();
        let system = &project.systems["sample"];
        let text =
            card_text(&project, system, &compile_system(&project, system), "nanny").expect("it compiles");
        assert_eq!(text.contains(said), is_told, "{text}");
    }
}

#[test]
fn a_phrase_says_that_an_effect_is_in_force() {
    const CARDS: &str = "cards/sample/basic.yaml";
    let rule = "modify push-of + 1 when g is you and bruise on you > 0";
    let asks = "after push.suffer when pushed is you and running angry(pusher) { give 1 apple to you }";
    let copy = Copy::of(&sample()).with(CARDS, rule, asks).with(
        CARDS,
        "title: Two goats and their bells",
        "title: Two goats and their bells\nphrases:\n  running angry: \"{1} sees red\"",
    );
    let project = copy.project();
    assert_eq!(crate::workshop::check(&project), []);
    let system = &project.systems["sample"];
    let text = card_text(&project, system, &compile_system(&project, system), "nanny").expect("it compiles");
    assert!(text.contains("the pusher sees red"), "{text}");
}

/// A card told with these phrases of its set: a push has a permission of its name, too.
fn told_during(phrases: &str, rule: &str) -> String {
    const CARDS: &str = "cards/sample/basic.yaml";
    const TITLE: &str = "title: Two goats and their bells";
    let copy = Copy::of(&sample())
        .with(CARDS, crate::pushes::RULE, rule)
        .with(CARDS, TITLE, &format!("{TITLE}\nphrases: {phrases}"))
        .with(
            "systems/sample/words.cw",
            "permission rest (who: goat)",
            "permission rest (who: goat) permission push (who: goat)",
        );
    let project = copy.project();
    assert_eq!(crate::workshop::check(&project), [], "{phrases}");
    let system = &project.systems["sample"];
    card_text(&project, system, &compile_system(&project, system), "nanny").expect("it compiles")
}

#[test]
fn a_run_is_never_told_with_the_phrase_of_a_permission_of_its_name() {
    let during = "after apple on you falls during push when can push(you) { give 1 bruise to you }";
    let whole = "after push when pusher is you and can push(pusher) { give 1 bruise to you }";
    let until = "after round always { start angry(you) until after next push }";
    for (phrases, rule, text) in [
        (
            "{ push: \"{1} can shove\" }",
            during,
            "removed from you during push, if you can shove,",
        ),
        (
            "{ push: \"{1} can shove\" }",
            whole,
            "After push, if you are the pusher and the pusher can shove,",
        ),
        ("{ push: a shove }", during, "removed from you during a shove,"),
        (
            "{ push: \"{1} can shove\", during push: a shove }",
            during,
            "removed from you during a shove, if you can shove,",
        ),
        (
            "{ push: \"{1} can shove\", during push: a shove }",
            whole,
            "After a shove,",
        ),
        (
            "{ push: \"{1} can shove\", during push: a shove }",
            until,
            "until the end of the next shove",
        ),
        (
            "{ push: a shove, during push: a fight }",
            during,
            "during a fight,",
        ),
        ("{ push: a shove, during push: a fight }", whole, "After a shove,"),
    ] {
        let told = told_during(phrases, rule);
        assert!(told.contains(text), "{phrases} {rule}\n{told}");
    }
}
