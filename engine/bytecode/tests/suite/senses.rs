//! The sense of rules and functions: the same by names, whatever numbers tables give.

use crate::sample::sample;
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{Home, Id, RowDef, SourceRef, WordDef};
use cardwright_bytecode::sense::Senses;

fn rules(pack: &Pack) -> Vec<String> {
    let senses = Senses::of(pack);
    pack.rules.iter().map(|rule| senses.rule(rule)).collect()
}

fn functions(pack: &Pack) -> Vec<String> {
    let senses = Senses::of(pack);
    senses
        .named()
        .map(|(name, id)| format!("{name}: {}", senses.function(id)))
        .collect()
}

#[test]
fn where_something_is_written_is_no_part_of_its_sense() {
    let mut moved = sample();
    for at in 0..moved.rules.len() {
        let id = Id::at(at);
        moved.rules[id].source = SourceRef {
            file: 1,
            line: 77,
            ..SourceRef::default()
        };
        moved.rules[id].name = "Another label".to_owned();
    }
    moved.words.push(WordDef {
        name: "shape".to_owned(),
        words: vec!["round".to_owned()],
    });
    moved.rows.push(RowDef {
        record: 0,
        id: "straight-2".to_owned(),
        cells: vec![2, 1],
    });
    assert_eq!(rules(&moved), rules(&sample()));
    assert_eq!(functions(&moved), functions(&sample()));
}

#[test]
fn another_instruction_or_another_name_is_another_sense() {
    let known = functions(&sample());
    assert!(!known.is_empty());
    for at in 0..sample().functions.len() {
        let mut changed = sample();
        let function = &mut changed.functions[Id::at(at)];
        if function.name.is_empty() || function.code.is_empty() {
            continue;
        }
        let name = function.name.clone();
        function.code[0].a = function.code[0].a.wrapping_add(1);
        let is_of = |text: &&String| text.starts_with(&format!("{name}: "));
        let (old, new) = (known.clone(), functions(&changed));
        assert_ne!(old.iter().find(is_of), new.iter().find(is_of), "{name}");
    }
    let mut renamed = sample();
    renamed.values[Id::new(0)].name = "speed-of".to_owned();
    assert_ne!(rules(&renamed), rules(&sample()));
}

#[test]
fn a_card_under_another_id_says_the_same_of_itself() {
    let mut renamed = sample();
    renamed.templates[Id::new(0)].id = "blue-figure".to_owned();
    assert!(
        renamed
            .rules
            .iter()
            .any(|rule| matches!(rule.home, Home::Template(_)))
    );
    assert_eq!(rules(&renamed), rules(&sample()));
}
