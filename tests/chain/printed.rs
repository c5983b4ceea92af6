//! Every shipped card on its printed face.

use crate::workshop::project;
use cardwright_compiler::compile_system;
use cardwright_draw::{Paper, Press, Sheets};
use rayon::prelude::*;

/// The faces of a system: how many there are, the cards that have no room, and the one that is kept as a picture.
fn printed(id: &str) -> (usize, Vec<String>, String) {
    let project = project();
    let system = &project.systems[id];
    let compiled = compile_system(project, system);
    let press = Press::of(project, system, &compiled).expect("it is sound");
    let templates = press.pack().templates.iter().enumerate();
    let printed = templates.filter(|(_, def)| press.has_cards(usize::from(def.kind)));
    let faces: Vec<_> = printed.filter_map(|(at, _)| press.face(at)).collect();
    let mut unfit = Vec::new();
    let mut kept = String::new();
    for face in &faces {
        match face.scene(press.icons(), 0.0) {
            // The card with the most numbers shows the most of how cards are drawn.
            Ok(scene) if kept.is_empty() && face.stats.len() > 2 => kept = scene.svg(),
            Ok(_) => {}
            Err(why) => unfit.push(why.to_string()),
        }
    }
    (faces.len(), unfit, kept)
}

#[test]
fn every_shipped_card_has_room_for_all_that_it_says() {
    let ids: Vec<&String> = project().systems.keys().collect();
    let all: Vec<_> = ids.par_iter().map(|id| (*id, printed(id))).collect();
    for (id, (count, unfit, kept)) in all {
        assert!(count > 40 && unfit.is_empty(), "{id}: {count} cards; {unfit:#?}");
        insta::assert_snapshot!(
            format!("face_{id}"),
            kept.replace("<g ", "\n<g ").replace("<text ", "\n<text ")
        );
    }
}

#[test]
fn backs_differ_from_kind_to_kind() {
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let press = Press::of(project(), system, &compiled).expect("it is sound");
        let kinds = (0..press.pack().kinds.len()).filter(|&kind| press.has_cards(kind));
        let mut backs: Vec<String> = kinds
            .map(|kind| press.back(kind).scene(press.icons(), 0.0).svg())
            .collect();
        let count = backs.len();
        backs.sort_unstable();
        backs.dedup();
        assert!(count > 0 && backs.len() == count, "{id}");
    }
}

/// The entries of a dial differ in icon, number and colour, and all of them have room.
#[test]
fn all_that_a_dial_offers_stands_on_it() {
    let mut with_dials = 0;
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let press = Press::of(project(), system, &compiled).expect("it is sound");
        let pieces: Vec<usize> = (0..press.pack().templates.len()).collect();
        let dials: Vec<_> = pieces.iter().flat_map(|&piece| press.dials(piece)).collect();
        for dial in &dials {
            for (at, entry) in dial.entries.iter().enumerate() {
                assert!(entry.icon.is_some() && entry.number.is_some(), "{id}: {dial:?}");
                let shown = |other: &&cardwright_draw::DialEntry| {
                    (&other.icon, other.number, other.colour) == (&entry.icon, entry.number, entry.colour)
                };
                assert!(
                    !dial.entries[..at].iter().any(|one| shown(&one)),
                    "{id}: {dial:?}"
                );
            }
        }
        let sheets = Sheets {
            paper: Paper::A4,
            bleed: 0.0,
            backs: false,
        };
        let all = sheets.dials(&press, &pieces, false).expect("all have room");
        let once = sheets.dials(&press, &pieces, true).expect("all have room");
        assert_eq!(dials.is_empty(), once.is_empty(), "{id}");
        assert!(once.len() <= all.len());
        with_dials += usize::from(!dials.is_empty());
    }
    assert_eq!(with_dials, 3, "a system whose plans are maneuvers has dials");
}
