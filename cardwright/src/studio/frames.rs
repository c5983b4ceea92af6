//! A whole game for a page that needs nothing else: a frame for each decision, by the eyes of each who may look.
//!
//! Items of pictures that are the same in many frames stand once in a table; a frame names them by their places in it.

use super::game::OpenGame;
use super::view;
use cardwright_core::Viewer;
use cardwright_draw::PageItem;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How wide the pictures are.
const WIDTH: f64 = 1_000.0;
/// The most decisions of a game that is made into one page.
pub(super) const MOST_FRAMES: usize = 5_000;

/// The frames of a game.
///
/// # Errors
/// If it has too many decisions, or cannot be played again.
pub(super) fn frames(game: &mut OpenGame, dark: bool) -> Result<Value, String> {
    if game.decisions() > MOST_FRAMES {
        return Err(format!(
            "the game has {} decisions; one page can show at most {MOST_FRAMES}",
            game.decisions()
        ));
    }
    let present = game.present().game();
    let players: Vec<u32> = present.players().to_vec();
    let named = players.iter().map(
        |&player| json!({ "id": present.id_of(player), "name": view::name(present, player, Viewer::Public) }),
    );
    let named: Vec<Value> = named.collect();
    let title = game.content().pack().title.name.clone();
    let mut viewers = vec![
        (Viewer::Judge, "judge".to_owned()),
        (Viewer::Public, "public".to_owned()),
    ];
    for &player in &players {
        let id = game.present().game().id_of(player);
        viewers.push((Viewer::Player(player), format!("player:{id}")));
    }
    let mut all = Vec::new();
    for (viewer, name) in viewers {
        all.push(by_eyes(game, viewer, &name, dark)?);
    }
    Ok(json!({ "title": title, "players": named, "viewers": all }))
}

/// The game as one viewer sees it.
fn by_eyes(game: &mut OpenGame, viewer: Viewer, name: &str, dark: bool) -> Result<Value, String> {
    let mut table = Items::default();
    let mut definitions: Vec<String> = Vec::new();
    let mut frames = Vec::new();
    for number in 0..=game.decisions() {
        let looks = game.looks();
        let asked = game.decided_at(number).and_then(|decided| {
            let seen = game.present().game().seen_by(&decided, viewer);
            view::decided(game.present().game(), &seen, viewer)
        });
        let story = game.told_after(viewer, number);
        let session = game.at(number)?;
        let scene = view::scene(
            session.game(),
            &looks,
            viewer,
            session.raw_events(),
            (WIDTH, dark),
        )
        .page();
        let items: Vec<usize> = scene.items.into_iter().map(|item| table.place(item)).collect();
        let defs = match definitions.iter().position(|known| *known == scene.defs) {
            Some(place) => place,
            None => {
                definitions.push(scene.defs);
                definitions.len() - 1
            }
        };
        frames.push(json!({
            "number": number, "round": session.game().rounds(), "items": items, "defs": defs,
            "width": scene.width, "height": scene.height, "ground": scene.ground, "story": story,
            "asked": asked, "over": session.game().ended(viewer),
        }));
    }
    Ok(json!({ "viewer": name, "frames": frames, "table": table.items, "definitions": definitions }))
}

/// Items, each once.
#[derive(Default)]
struct Items {
    items: Vec<PageItem>,
    places: HashMap<PageItem, usize>,
}

impl Items {
    fn place(&mut self, item: PageItem) -> usize {
        if let Some(&place) = self.places.get(&item) {
            return place;
        }
        self.items.push(item.clone());
        self.places.insert(item, self.items.len() - 1);
        self.items.len() - 1
    }
}
