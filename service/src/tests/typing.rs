//! Every prefix of a card, as somebody types it: nothing panics, and what is wrong is wrong there.

use super::trial::sample;
use crate::blocks::blocks;
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
