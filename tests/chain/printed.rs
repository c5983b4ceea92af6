//! Every shipped card on its printed face.

use crate::workshop::project;
use cardwright_compiler::compile_system;
use cardwright_draw::Press;
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
