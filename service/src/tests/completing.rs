//! Completions where somebody writes, and how often the word that stands there is among them.

use super::trial::{cursor, sample, shipped};
use crate::blocks::blocks;
use crate::{Completion, Workspace, completions, signature};
use cardwright_dsl::ast::{Site, each_name};
use cardwright_dsl::{Sort, lexemes};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

const SET: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";

/// The completions at a cursor that stands in place of a part of a file.
fn offered(file: &str, find: &str, put: &str) -> (Workspace, Vec<Completion>) {
    let mut workspace = sample("good");
    drop(workspace.told("sample"));
    let text = workspace.text(file).expect("the file is there").to_owned();
    assert!(text.contains(find), "{file} has no `{find}`");
    let (text, at) = cursor(&text.replacen(find, put, 1));
    assert!(workspace.edit(file, text));
    let items = completions(&workspace, file, at).items;
    (workspace, items)
}

fn labels(items: &[Completion], count: usize) -> String {
    let shown = items
        .iter()
        .take(count)
        .map(|one| format!("{} ({}{})", one.label, one.what, one.detail));
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn words_names_and_fields_are_offered_where_they_can_stand() {
    let mut told = String::new();
    for (file, find, put) in [
        (
            SET,
            "modify push-of + 1 when g is you and bruise on you > 0",
            "modify $0",
        ),
        (
            SET,
            "modify push-of + 1 when g is you and bruise on you > 0",
            "modify push-of + 1 when g is $0",
        ),
        (
            SET,
            "modify push-of + 1 when g is you and bruise on you > 0",
            "modify push-of + 1 $0",
        ),
        (
            SET,
            "modify push-of + 1 when g is you and bruise on you > 0",
            "modify push-of + 1 when bru$0",
        ),
        (SET, "at push.modify", "at push.$0"),
        (SET, "dizzy of you = no", "$0 of you = no"),
        (SET, "mood: sleepy", "mood: $0"),
        (CASE, "template: billy", "template: $0"),
        (CASE, "run push(one, two)", "run $0"),
    ] {
        let (_, items) = offered(file, find, put);
        let _ = writeln!(told, "== {put}\n{}\n", labels(&items, 8));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn nothing_is_offered_in_comments_texts_and_elsewhere() {
    for put in ["# $0", "at push.modify \"$0"] {
        let (_, items) = offered(SET, "modify push-of + 1 when g is you and bruise on you > 0", put);
        assert_eq!(items, [], "{put}");
    }
    let workspace = sample("good");
    assert_eq!(completions(&workspace, SET, usize::MAX).items, []);
    assert_eq!(completions(&workspace, "nowhere.yaml", 0).items, []);
}

#[test]
fn what_is_chosen_takes_the_place_of_what_was_typed() {
    let (workspace, items) = offered(SET, "bruise on you", "brui$0");
    let one = items
        .iter()
        .find(|one| one.label == "bruise")
        .expect("it is offered");
    let text = workspace.text(SET).expect("the file is there");
    assert_eq!(&text[one.edit.place.bytes()], "brui");
    assert_eq!(one.edit.put, "bruise");
}

#[test]
fn parameters_are_told_while_arguments_are_written() {
    let mut workspace = sample("good");
    drop(workspace.told("sample"));
    let text = workspace.text(SET).expect("the file is there").to_owned();
    let (text, at) = cursor(&text.replacen("add-face(dice, butt, 1)", "add-face(dice, $0", 1));
    assert!(workspace.edit(SET, text));
    let found = signature(&workspace, SET, at).expect("a call is open");
    assert_eq!(found.at, 1);
    assert!(found.label.starts_with("add-face("), "{}", found.label);
    assert_eq!(found.params.len(), 3, "{:?}", found.params);
}

/// How often the word that stands at a token is offered there, and among the first ten.
#[derive(Default)]
struct Recall {
    /// How many words there were.
    words: usize,
    /// How long it took to answer.
    spent: Duration,
    asked: usize,
    offered: usize,
    among_ten: usize,
    missed: Vec<String>,
    /// The names that came later than tenth.
    late: Vec<String>,
}

/// Cuts the blocks of a file at every word that is no new name.
fn recall(workspace: &mut Workspace, file: &str, step: usize, recall: &mut Recall) {
    let text = workspace.text(file).expect("the file is there").to_owned();
    for block in blocks(file, &text) {
        let new = new_names(&block.text);
        for lexeme in lexemes(&block.text) {
            let word = &block.text[lexeme.span.start..lexeme.span.end];
            let is_word = matches!(lexeme.sort, Sort::Reserved | Sort::Word | Sort::Name);
            if !is_word || new.contains(&lexeme.span.start) {
                continue;
            }
            recall.words += 1;
            if !recall.words.is_multiple_of(step) {
                continue;
            }
            let at = block.place(lexeme.span.start);
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            let cut = format!("{}{}", &text[..at], &text[end..]);
            assert!(workspace.edit(file, cut));
            let begun = Instant::now();
            let items = completions(workspace, file, at).items;
            recall.spent += begun.elapsed();
            let place = items.iter().position(|one| one.label == word);
            recall.asked += 1;
            recall.offered += usize::from(place.is_some());
            recall.among_ten += usize::from(place.is_some_and(|place| place < 10));
            if let Some(place) = place.filter(|place| *place >= 10) {
                let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
                recall.late.push(format!("{place} {}|{word}", &text[line..at]));
            }
            if place.is_none() {
                let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
                recall.missed.push(format!("{file}: {}|{word}", &text[line..at]));
            }
        }
    }
    assert!(workspace.edit(file, text));
}

/// The places at which a text declares a name.
fn new_names(text: &str) -> BTreeSet<usize> {
    let mut new = BTreeSet::new();
    let mut note = |_: &mut String, span: cardwright_dsl::ast::Span, site: Site| {
        if matches!(site, Site::Declares | Site::Local) {
            new.insert(span.start);
        }
    };
    each_name(&mut cardwright_dsl::parse_items(text).0, &mut note);
    cardwright_dsl::ast::each_name_of_block(&mut cardwright_dsl::parse_block(text).0, &mut note);
    new
}

#[test]
fn the_word_that_stands_there_is_offered() {
    let mut workspace = sample("good");
    drop(workspace.told("sample"));
    let mut found = Recall::default();
    for file in [SET, "systems/sample/play.cw", "systems/sample/words.cw"] {
        recall(&mut workspace, file, 3, &mut found);
    }
    assert!(found.asked > 60, "{}", found.asked);
    assert!(
        found.offered * 100 >= found.asked * 97,
        "{} of {}: {:#?}",
        found.offered,
        found.asked,
        found.missed
    );
}

#[test]
#[ignore = "asks thousands of times in all shipped content"]
fn the_words_of_the_shipped_cards_are_offered() {
    let mut workspace = shipped();
    let systems: Vec<String> = workspace.project().systems.keys().cloned().collect();
    for system in systems {
        drop(workspace.told(&system));
        let sets: Vec<String> = workspace
            .project()
            .sources
            .iter()
            .filter(|(_, file)| file.name.starts_with(&format!("cards/{system}/")))
            .map(|(_, file)| file.name.clone())
            .collect();
        let mut found = Recall::default();
        for set in &sets {
            recall(&mut workspace, set, 11, &mut found);
        }
        println!(
            "{system}: {} of {} words, {:.1} % offered, {:.1} % among the first ten, {:.1?} each",
            found.asked,
            found.words,
            found.offered as f64 * 100.0 / found.asked as f64,
            found.among_ten as f64 * 100.0 / found.asked as f64,
            found.spent / u32::try_from(found.asked).expect("they can be counted")
        );
        found.missed.iter().take(12).for_each(|one| println!("  {one}"));
        found
            .late
            .iter()
            .take(12)
            .for_each(|one| println!("  late: {one}"));
    }
}

#[test]
fn the_first_word_of_rules_is_offered_where_nothing_is_written_yet() {
    let mut workspace = sample("good");
    drop(workspace.told("sample"));
    let text = workspace.text(SET).expect("the file is there").to_owned();
    let block = blocks(SET, &text).pop().expect("the last card has rules");
    let at = block.place(0);
    assert!(workspace.edit(SET, format!("{}\n", &text[..at])));
    let items = completions(&workspace, SET, at).items;
    assert!(items.iter().any(|one| one.label == "modify"), "{items:?}");
}

// Limit: MOST_OFFERED in service/src/completion.rs
#[test]
fn so_many_things_are_offered_and_no_more() {
    let mut workspace = sample("good");
    let words = "systems/sample/words.cw";
    let text = workspace.text(words).expect("the file is there").to_owned();
    let more: String = (0..1600)
        .map(|number| format!("define zz{number}: number = 1\n"))
        .collect();
    assert!(workspace.edit(words, format!("{text}{more}")));
    drop(workspace.told("sample"));
    let text = workspace.text(SET).expect("the file is there").to_owned();
    let (text, at) = cursor(&text.replacen("modify push-of + 1 when", "modify push-of + $0 when", 1));
    assert!(workspace.edit(SET, text.clone()));
    let found = completions(&workspace, SET, at);
    assert_eq!((found.items.len(), found.is_incomplete), (1500, true));
    let (text, at) = cursor(&text.replacen("push-of +  when", "push-of + zz1599$0 when", 1));
    assert!(workspace.edit(SET, text));
    let found = completions(&workspace, SET, at);
    assert_eq!((found.items.len(), found.is_incomplete), (1, false));
}

// Limit: MOST_ROWS in service/src/completion.rs
#[test]
fn the_words_of_a_card_find_what_one_writes() {
    let mut workspace = sample("good");
    let rows: String = (0..9)
        .map(|number| {
            format!(
                "      - id: row-{number}\n        says: [when you push somebody {number}]\n        \
                 write: '`at push.modify when pusher is you`'\n        in: [rule]\n        cards: [brass-bell]\n"
            )
        })
        .collect();
    let book = format!(
        "phrasebook: sample\ntitle: Words\nsettings:\n  rule: {{ on: brass-bell }}\nsections:\n  - title: When\n    \
         columns: [says, write]\n    rows:\n{rows}"
    );
    assert!(workspace.edit("systems/sample/phrasebook.yaml", book));
    assert!(workspace.told("sample").is_some());
    let text = workspace.text(SET).expect("the file is there").to_owned();
    let text = text.replacen(
        "modify push-of + 1 when g is you and bruise on you > 0",
        "when you push$0",
        1,
    );
    let (text, at) = cursor(&text);
    assert!(workspace.edit(SET, text.clone()));
    let found = completions(&workspace, SET, at);
    let rows: Vec<&Completion> = found.items.iter().filter(|one| one.what == "row").collect();
    assert_eq!(
        (rows.len(), found.is_incomplete),
        (8, true),
        "{:?}",
        workspace.errors()
    );
    assert_eq!(rows[0].filter, "when you push");
    assert_eq!(&text[rows[0].edit.place.bytes()], "when you push");
    assert!(
        rows[0].edit.put.starts_with("at push.modify"),
        "{}",
        rows[0].edit.put
    );
}
