//! Phrasebooks: their pages, which the book has and `explain --phrasebook` prints; a row that shows what is not so is an error at its
//! place, and the words of cards find what says the same.

use crate::guides::strays;
use crate::workshop::{Copy, check, project, sample};
use cardwright_compiler::phrasebook::{page, rows};
use cardwright_compiler::search::{Kind, Library};
use cardwright_compiler::{Diagnostic, Project, compile_system, guide};

const BOOK: &str = "systems/sample/phrasebook.yaml";

/// A phrasebook of the sample with this row in it.
fn book(row: &str) -> String {
    format!(
        "phrasebook: sample\ntitle: What a bell says\nsettings:\n  bell: {{ on: brass-bell }}\n  \
         pushed: {{ on: brass-bell, rule: 'after push.suffer when pushed is you {{ CODE }}' }}\n\
         sections:\n  - title: Bells\n    rows:\n      - id: an-apple\n        says: [it gets an apple]\n{row}"
    )
}

/// The sample with this row, and what is wrong with it: what is underlined, and what is said.
fn wrong(row: &str) -> Vec<(String, String)> {
    let copy = Copy::of(&sample());
    copy.write(BOOK, &book(row));
    let project = copy.project();
    let told = |one: &Diagnostic| {
        let file = project.sources.get(one.place.file);
        assert_eq!(file.name, BOOK, "{}", one.message);
        (
            file.text[one.place.start..one.place.end].to_owned(),
            one.message.clone(),
        )
    };
    check(&project).iter().map(told).collect()
}

#[test]
fn each_system_has_a_phrasebook_and_its_page_leads_into_the_book() {
    let project = project();
    let with_book: Vec<&String> = project.phrasebooks.keys().collect();
    assert_eq!(with_book, project.systems.keys().collect::<Vec<_>>());
    for (system, book) in &project.phrasebooks {
        let text = page(&book.doc);
        assert_eq!(strays(&text), [""; 0], "{system}");
        assert!(
            rows(&project.sources, book).len() > 50,
            "{system} has hardly a row"
        );
    }
}

/// Each way in which a section can show its rows, in one small page.
#[test]
fn the_page_of_a_small_phrasebook_is_as_approved() {
    let rows = "        write: '`give 1 apple to you`, or ``2``'\n        in: [pushed]\n        cards: [brass-bell]\n  \
                - title: Whole rules\n    show: numbered\n    rows:\n      - id: a-push\n        says: [it is pushed, it suffers a push]\n        \
                write: after push.suffer when pushed is you { give 1 apple to you }\n        note: As often as it happens.\n";
    let copy = Copy::of(&sample());
    copy.write(BOOK, &book(rows));
    let project = copy.project();
    assert_eq!(check(&project), []);
    insta::assert_snapshot!(page(&project.phrasebooks["sample"].doc));
}

#[test]
fn a_sound_row_is_fine_in_each_form() {
    for row in [
        "        write: after push.suffer when pushed is you { give 1 apple to you }\n",
        "        write: after push.suffer when pushed is you\n",
        "        write: give 1 apple to you\n        in: [pushed]\n",
        "        write: hits > 0\n        in: [pushed]\n",
        "        write: '`once per game`, or `may cost { spend 1 apple from you }`'\n        in: [pushed]\n",
        "        write: 'weight: 3'\n",
        "        write: push.suffer\n",
        "        write: give AMOUNT apple to who\n        in: [pushed]\n        with: { AMOUNT: '2', who: pushed }\n",
        "        write: '`give 1 apple to you`, or ``2``'\n        in: [pushed]\n        cards: [brass-bell]\n",
    ] {
        assert_eq!(wrong(row), [], "{row}");
    }
}

#[test]
fn a_piece_that_does_not_compile_is_an_error_where_it_stands() {
    let told = wrong("        write: after push.suffer when pushd is you { give 1 apple to you }\n");
    assert_eq!(
        told,
        [("pushd".to_owned(), "there is no name `pushd`".to_owned())]
    );
    let told =
        wrong("        write: '`give 1 apple to you` or `give 1 aple to you`'\n        in: [pushed]\n");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "aple");
    let told = wrong(
        "        write: give 1 apple to who\n        in: [pushed]\n        with: { who: nobody-at-all }\n",
    );
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "nobody-at-all");
}

#[test]
fn what_a_row_names_must_be_there() {
    let fine = "        write: give 1 apple to you\n";
    for (rest, underlined) in [
        ("        in: [pushing]\n", "pushing"),
        ("        in: [pushed]\n        cards: [bras-bell]\n", "bras-bell"),
        ("        in: [pushed]\n        cards: [billy]\n", "billy"),
        (
            "        in: [pushed]\n        shows: [no-such-case]\n",
            "no-such-case",
        ),
        (
            "        in: [pushed]\n        not: [no-such-case]\n",
            "no-such-case",
        ),
        ("        in: [pushed]\n        with: { c: you }\n", "c"),
        (
            "        in: [pushed]\n      - id: an-apple\n        says: [x]\n        write: push.suffer\n",
            "an-apple",
        ),
    ] {
        let told = wrong(&format!("{fine}{rest}"));
        assert!(told.iter().any(|one| one.0 == underlined), "{rest}: {told:?}");
    }
}

#[test]
fn a_part_of_a_piece_is_refused_unless_it_says_that_it_is_one() {
    let told = wrong("        write: '`push.suffer`, or `= 2`'\n");
    assert_eq!(told, [("= 2".to_owned(), "`= 2` is not valid code".to_owned())]);
    let told = wrong("        write: '``= 2`` alone'\n");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].1, "this row contains no code to compile");
}

#[test]
fn a_rule_that_cannot_be_meant_is_a_warning_at_its_row() {
    let told =
        wrong("        write: after push.suffer when pushed is you and 1 = 2 { give 1 apple to you }\n");
    assert_eq!(told.len(), 1, "{told:?}");
}

/// The kinds and names of what a question finds first.
fn found(project: &Project, system: &str, question: &str) -> Vec<(Kind, String)> {
    let system = &project.systems[system];
    let compiled = compile_system(project, system);
    let guide = guide::guide(project, system, &compiled).expect("the system compiles");
    let library = Library::of(project, system, &compiled, &guide);
    let found = library.find(question).into_iter().take(5);
    found.map(|one| (one.kind, one.name)).collect()
}

#[test]
fn the_words_of_a_card_find_its_row_first() {
    let copy = Copy::of(&sample());
    copy.write(
        BOOK,
        &book("        write: give 1 apple to you\n        in: [pushed]\n"),
    );
    let project = copy.project();
    let told = found(&project, "sample", "when getting apples");
    assert_eq!(told[0], (Kind::Row, "an-apple".to_owned()));
    let told = found(&project, "sample", "brass bells");
    assert!(told.contains(&(Kind::Card, "brass-bell".to_owned())), "{told:?}");
    assert!(found(&project, "sample", "zzz qqq").is_empty());
}

/// Each row is found by the first of its own wordings, among the first five.
#[test]
fn every_row_is_found_by_what_it_says() {
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let guide = guide::guide(project(), system, &compiled).expect("the system compiles");
        let library = Library::of(project(), system, &compiled, &guide);
        let all = rows(&project().sources, &project().phrasebooks[id]);
        let is_lost = |row: &&cardwright_compiler::phrasebook::RowTold| {
            let found = library.find(&row.says[0]);
            !found.iter().take(5).any(|one| one.name == row.id)
        };
        let lost: Vec<&str> = all.iter().filter(is_lost).map(|row| row.id.as_str()).collect();
        assert!(lost.len() * 50 < all.len(), "{id}: {lost:?}");
    }
}

/// A name that is nearly none is looked for by its words.
#[test]
fn an_unknown_name_is_offered_the_row_that_its_words_find() {
    let help = |condition: &str| {
        let rule = "after push.suffer when pushed is you and hits > weight of here {";
        let copy = Copy::of(&sample()).with(
            "cards/sample/basic.yaml",
            rule,
            &format!("after push.suffer when pushed is you and {condition} {{"),
        );
        copy.write(
            BOOK,
            &book("        write: give 1 apple to you\n        in: [pushed]\n"),
        );
        let found = check(&copy.project());
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].help.clone().unwrap_or_default()
    };
    assert_eq!(
        help("gets-apples(you)"),
        "the phrasebook has \"it gets an apple\": see `cardwright explain sample \"gets apples\"`"
    );
    // Nothing has these words; and what is nearly a name needs no more.
    assert_eq!(help("smites(you)"), "");
    assert_eq!(help("hitz > 2"), "did you mean `hits`?");
}

/// A project may have a system from elsewhere, without its cases.
#[test]
fn cases_that_are_not_at_hand_are_not_missed() {
    let row = "        write: give 1 apple to you\n        in: [pushed]\n        shows: [no-such-case]\n";
    assert_eq!(wrong(row).len(), 1);
    let copy = Copy::parts(&sample(), ["systems", "cards", "scenarios"]);
    copy.write(BOOK, &book(row));
    assert_eq!(check(&copy.project()), []);
}

/// Limit: MOST_OFFERED in compiler/telling/src/search/offered.rs
#[test]
fn of_very_many_unknown_names_only_the_first_get_a_row_suggested() {
    const MOST: usize = 50;
    let rules: Vec<String> = (0..=MOST)
        .map(|n| {
            format!(
                "after push.suffer when pushed is you and gets-apples(you) > {n} {{ give 1 apple to you }}"
            )
        })
        .collect();
    let rule = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
    let copy = Copy::of(&sample()).with("cards/sample/basic.yaml", rule, &rules.join("\n      "));
    copy.write(
        BOOK,
        &book("        write: give 1 apple to you\n        in: [pushed]\n"),
    );
    let found = check(&copy.project());
    let offered: Vec<bool> = found.iter().map(|one| one.help.is_some()).collect();
    assert_eq!(offered, [vec![true; MOST], vec![false]].concat());
}
