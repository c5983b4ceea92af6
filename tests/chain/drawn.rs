//! Pictures of every shipped scenario.

use crate::workshop::project;
use cardwright_compiler::compile_scenario;
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::looks::{Looks, looks_in};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Event, Game, Status, Viewer};
use cardwright_draw::{Item, Role, Scene, Shape, Shown, Table, Theme};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many decisions of each game are made, and how many lie between two looks.
const DECISIONS: usize = 120;
const BETWEEN: usize = 15;

/// A scenario, ready to be played and drawn.
struct Stage<'a> {
    doc: &'a ScenarioDoc,
    content: Arc<Content>,
    looks: Looks,
}

fn stages() -> Vec<Stage<'static>> {
    let project = project();
    let stages = project.scenarios.par_iter().map(|scenario| {
        let pack = compile_scenario(project, scenario).pack.expect("it is sound");
        let looks = looks_in(project, &scenario.doc, &pack);
        Stage {
            doc: &scenario.doc,
            content: Content::new(pack),
            looks,
        }
    });
    stages.collect()
}

impl Stage<'_> {
    /// Looks at a random game again and again.
    fn watch(&self, mut look: impl FnMut(&Game, usize, &[Event])) {
        let mut game = Game::new(&self.content, 5);
        let mut agent = RandomAgent::new(5);
        for decision in 0..DECISIONS {
            let status = game.advance();
            let recent = game.take_events();
            if decision % BETWEEN == 0 {
                look(&game, decision, &recent);
            }
            let (Status::Decision, Some(asked)) = (status, game.decision().cloned()) else {
                break;
            };
            let answer = agent.decide(&game, &asked);
            game.decide(&answer).expect("agents answer what is legal");
        }
    }

    fn drawn(&self, game: &Game, viewer: Viewer, width: f64, recent: &[Event]) -> Scene {
        let shown = Shown {
            width,
            theme: if width > 1_000.0 {
                Theme::LIGHT
            } else {
                Theme::DARK
            },
            recent,
            panel: true,
        };
        Table::of(game, &self.looks, viewer).scene(shown)
    }
}

#[test]
fn two_games_that_a_player_cannot_tell_apart_are_drawn_alike() {
    let counted: Vec<(usize, usize)> = stages()
        .par_iter()
        .map(|stage| {
            let (mut looks, mut differ) = (0, 0);
            stage.watch(|game, decision, _| {
                for &viewer in stage.content.players() {
                    let viewer = Viewer::Player(viewer);
                    let other = game.disguise(viewer, decision as u64);
                    looks += 1;
                    differ += usize::from(other.hash() != game.hash());
                    let svg = |game: &Game| stage.drawn(game, viewer, 1_400.0, &[]).svg();
                    let things = |game: &Game| Table::of(game, &stage.looks, viewer).things();
                    let name = &stage.doc.scenario.value;
                    assert!(
                        svg(game) == svg(&other),
                        "{name}, decision {decision}, {viewer:?}"
                    );
                    assert_eq!(
                        things(game),
                        things(&other),
                        "{name}, decision {decision}, {viewer:?}"
                    );
                }
            });
            (looks, differ)
        })
        .collect();
    let looks: usize = counted.iter().map(|one| one.0).sum();
    let differ: usize = counted.iter().map(|one| one.1).sum();
    // Where nothing is hidden, nothing could leak.
    assert!(looks > 300 && differ > 100, "{differ} of {looks} games differ");
}

/// Left, top, right and bottom of a tag: its plate is the rectangle among its shapes that is painted first.
fn plate(item: &Item) -> Option<[f64; 4]> {
    item.shapes.iter().find_map(|shape| match shape {
        Shape::Rect {
            x, y, width, height, ..
        } => Some([*x, *y, x + width, y + height]),
        _ => None,
    })
}

#[test]
fn no_tag_lies_over_another_and_none_beside_the_picture() {
    let tags: usize = stages()
        .par_iter()
        .map(|stage| {
            let mut count = 0;
            stage.watch(|game, decision, recent| {
                for width in [700.0, 1_400.0] {
                    let scene = stage.drawn(game, Viewer::Judge, width, recent);
                    let tags = scene.items.iter().filter(|item| item.role == Role::Tag);
                    let plates: Vec<[f64; 4]> = tags.filter_map(plate).collect();
                    count += plates.len();
                    for (number, one) in plates.iter().enumerate() {
                        let at = format!("{}, decision {decision}, {width}", stage.doc.scenario.value);
                        assert!(
                            one[0] >= 0.0 && one[2] <= scene.width && one[3] <= scene.height,
                            "{at}"
                        );
                        let covers = |other: &&[f64; 4]| {
                            one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
                        };
                        assert!(plates[..number].iter().find(covers).is_none(), "{at}");
                    }
                }
            });
            count
        })
        .sum();
    assert!(tags > 1_000, "{tags}");
}

#[test]
fn every_key_stands_for_one_item() {
    for stage in stages() {
        stage.watch(|game, decision, recent| {
            let scene = stage.drawn(game, Viewer::Judge, 1_400.0, recent);
            let mut keys = BTreeSet::new();
            for item in &scene.items {
                assert!(
                    keys.insert(&item.key),
                    "{} at {decision}: {}",
                    stage.doc.scenario.value,
                    item.key
                );
            }
        });
    }
}

#[test]
fn each_game_looks_as_approved() {
    let mut systems = BTreeSet::new();
    for stage in stages() {
        // One scenario of each game: the first.
        if !systems.insert(stage.doc.system.value.clone()) {
            continue;
        }
        let mut picture = String::new();
        stage.watch(|game, decision, recent| {
            if decision <= 2 * BETWEEN {
                picture = stage.drawn(game, Viewer::Judge, 1_400.0, recent).svg();
            }
        });
        let lines = picture.replace("<g ", "\n<g ");
        insta::assert_snapshot!(format!("picture_{}", stage.doc.system.value), lines);
    }
    assert!(systems.len() >= 5);
}

#[test]
fn a_picture_of_pixels_is_as_large_as_was_asked_for() {
    let stages = stages();
    let stage = stages.first().expect("there is a scenario");
    let game = Game::new(&stage.content, 1);
    let scene = stage.drawn(&game, Viewer::Judge, 700.0, &[]);
    let picture = cardwright_draw::png(&scene, 1.0).expect("it can be drawn");
    let width = u32::from_be_bytes(picture[16..20].try_into().expect("the header has a width"));
    assert_eq!(width, 700);
    // Limit: MOST_PIXELS in draw/src/png.rs
    let refused = cardwright_draw::png(&scene, 12.0).expect_err("it would be too large");
    assert!(refused.contains("8192"), "{refused}");
    assert!(cardwright_draw::png(&scene, 1.5).is_ok());
}
