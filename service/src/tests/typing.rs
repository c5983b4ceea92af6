//! Every prefix of a card, as somebody types it: nothing panics, and what is wrong is wrong there.

use super::trial::{sample, shipped_sets};
use crate::blocks::{Block, blocks};
use crate::workspace::Workspace;
use crate::{
    Place, coloured_tokens, completions, definition, file_symbols, folds, formatting, hints, hover, lenses,
    names_of, signature,
};

const SET: &str = "cards/sample/basic.yaml";

#[test]
fn every_prefix_of_a_card_is_wrong_only_in_its_block() {
    let mut workspace = sample("good");
    drop(workspace.told("sample"));
    let text = workspace.text(SET).expect("the file is there").to_owned();
    let block = blocks(SET, &text).pop().expect("the last card has rules");
    let letters = block.text.char_indices().map(|(at, _)| at);
    for at in letters.chain([block.text.len()]) {
        let end = block.place(at);
        // A block that has only blanks is none.
        let typed = format!("{}{}", &text[..end], if at == 0 { "x" } else { "" });
        assert!(workspace.edit(SET, typed.clone()));
        for one in workspace.errors() {
            let is_inside = one.place.file == SET && one.place.start >= block.bytes.start;
            assert!(is_inside, "{}\n{one:?}", &typed[block.bytes.start..]);
        }
        let at = typed.len();
        drop(completions(&workspace, SET, at));
        drop(signature(&workspace, SET, at));
        drop(folds(&workspace, SET));
        drop(coloured_tokens(&workspace, SET));
        drop(file_symbols(&workspace, SET));
        if at % 7 == 0 {
            drop(hover(&workspace, SET, at));
            drop(definition(&workspace, SET, at));
            drop(names_of(&workspace, SET));
            drop(formatting(&workspace, SET));
            drop(hints(&workspace, SET, 0..at));
            drop(lenses(&workspace, SET));
        }
    }
}

/// Types the rules of a card of the shipped content letter by letter, from nothing to the last one, and gives what was told
/// outside of them meanwhile, and how often they were read.
fn told_elsewhere(workspace: &mut Workspace, file: &str, block: &Block) -> (Vec<String>, usize) {
    let text = workspace.text(file).expect("the file is there").to_owned();
    let (above, below) = (&text[..block.bytes.start], &text[block.bytes.end..]);
    let letters = block.text.trim_end().char_indices();
    let ends = letters.map(|(at, letter)| block.place(at) + letter.len_utf8());
    let (mut elsewhere, mut count) = (Vec::new(), 0);
    for end in std::iter::once(block.bytes.start).chain(ends) {
        assert!(workspace.edit(file, format!("{above}{}{below}", &text[above.len()..end])));
        count += 1;
        // The line below is the first that is no longer typed: a rule that goes on is missed at its beginning.
        let inside = above.len()..=end + 1;
        let told = workspace.errors_in(file).into_iter();
        let outside = told.filter(|one| one.is_error() && !inside.contains(&one.place.start));
        elsewhere.extend(outside.map(|one| format!("{}|\n{one:?}", &text[above.len()..end])));
    }
    assert!(workspace.edit(file, text));
    (elsewhere, count)
}

/// Cards of the sets of a system, `count` of them, from all over the sets, whose rules have at most `longest`
/// bytes.
fn sampled_cards(workspace: &Workspace, system: &str, longest: usize, count: usize) -> Vec<(String, Block)> {
    let folder = format!("cards/{system}/");
    let files = workspace.project().sources.iter().map(|(_, file)| file);
    let sets = files.filter(|file| file.name.starts_with(&folder));
    let cards = sets.flat_map(|set| {
        let blocks = blocks(&set.name, &set.text).into_iter();
        blocks.map(|block| (set.name.clone(), block))
    });
    let short = cards.filter(|(_, block)| block.home.is_some() && block.text.len() <= longest);
    let short: Vec<(String, Block)> = short.collect();
    let step = (short.len() / count).max(1);
    short.into_iter().step_by(step).take(count).collect()
}

/// Types so many cards of each system, and tells how many letters that took.
fn type_cards(longest: usize, count: usize) -> usize {
    let mut workspace = shipped_sets();
    let systems: Vec<String> = workspace.project().systems.keys().cloned().collect();
    let mut all = 0;
    for system in systems {
        let cards = sampled_cards(&workspace, &system, longest, count);
        assert_eq!(cards.len(), count, "{system}");
        for (file, block) in cards {
            let (elsewhere, letters) = told_elsewhere(&mut workspace, &file, &block);
            assert!(
                elsewhere.is_empty(),
                "{file}: {:?}\n{}",
                block.home,
                elsewhere.join("\n")
            );
            all += letters;
        }
    }
    all
}

#[test]
fn cards_of_the_shipped_games_are_wrong_only_in_their_rules_while_they_are_typed() {
    let letters = type_cards(120, 2);
    assert!(letters > 400, "{letters}");
}

#[test]
#[ignore = "types for minutes"]
fn more_cards_of_the_shipped_games_are_wrong_only_in_their_rules_while_they_are_typed() {
    let letters = type_cards(500, 8);
    assert!(letters > 3000, "{letters}");
}

#[test]
fn bytes_outside_of_a_text_and_within_a_letter_are_answered_with_nothing() {
    let mut workspace = sample("good");
    let text = workspace
        .text(SET)
        .expect("the file is there")
        .replace("Ring the bell", "R\u{1f514}ng");
    assert!(workspace.edit(SET, text.clone()));
    let bell = text.find('\u{1f514}').expect("it is there");
    for at in [bell + 1, bell + 2, bell + 3, text.len() + 1, usize::MAX] {
        assert_eq!(completions(&workspace, SET, at).items, []);
        assert_eq!(signature(&workspace, SET, at), None);
        drop(hover(&workspace, SET, at));
        assert_eq!(definition(&workspace, SET, at), None);
    }
    drop(hints(&workspace, SET, 5..usize::MAX));
    drop(crate::actions(
        &workspace.errors(),
        &Place::new(SET, 0..usize::MAX),
    ));
}

#[test]
fn names_that_lead_out_of_the_project_are_not_taken() {
    let mut workspace = sample("good");
    for name in [
        "../x.yaml",
        "cards/../../x.yaml",
        "x.yaml",
        "cards/.hidden.yaml",
        "cards//x.yaml",
        "cards/sample/x.txt",
        "",
    ] {
        assert!(!workspace.edit(name, String::new()), "{name}");
    }
    assert!(workspace.edit(
        "cards/sample/new.yaml",
        "set: new\nsystem: sample\ntitle: T\ncards: []\n".to_owned()
    ));
    assert!(workspace.errors().is_empty());
    workspace.close("cards/sample/new.yaml");
    assert_eq!(workspace.text("cards/sample/new.yaml"), None);
}
