//! Tokens: the pieces of a scenario, which people move in a scene, with the pictures that the game has of them.

use super::Module;
use super::scenes::{Ground, SIZE};
use crate::formats::counters::{Sign, png};
use crate::model::Pose;
use crate::model::play::Entity;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many pixels a picture is at its longest.
const PIXELS: f64 = 256.0;
/// The most spaces that a token is wide.
const WIDEST: i64 = 20;
/// Its name is shown to whoever points at it.
const NAMED_WHEN_POINTED_AT: u8 = 30;

/// A piece that stands on the board.
pub(super) fn token(module: &Module<'_>, id: String, ground: &Ground<'_>, piece: &Entity) -> Option<Value> {
    let pose = piece.at.as_ref()?;
    let sign = sign_of(piece);
    let (wide, tall) = size(module, ground, sign);
    let (x, y) = corner(ground, pose, (wide, tall))?;
    Some(json!({
        "_id": id,
        "name": module.name_of(piece),
        "displayName": NAMED_WHEN_POINTED_AT,
        // It belongs to no actor: any game system shows it.
        "actorId": null,
        "actorLink": false,
        "delta": null,
        "x": x.round(),
        "y": y.round(),
        "width": wide,
        "height": tall,
        "rotation": turn(pose),
        "lockRotation": false,
        "texture": { "src": format!("modules/{}/{}", module.id, path(sign)) },
        "flags": module.flags(json!({ "piece": piece.id, "owner": piece.owner, "at": pose })),
    }))
}

/// The pictures of all pieces that stand somewhere, by their paths in the module.
pub(super) fn pictures(module: &Module<'_>) -> Result<Vec<(String, Vec<u8>)>, String> {
    let scenarios = module.system.scenarios.iter();
    let pieces = scenarios.flat_map(|one| one.play.start.entities.iter().filter(|piece| piece.at.is_some()));
    let signs: BTreeMap<String, Sign<'_>> = pieces.map(sign_of).map(|sign| (path(sign), sign)).collect();
    let scenes = signs.into_iter();
    let scenes: Vec<_> = scenes
        .map(|(path, sign)| (path, module.counters.scene(sign)))
        .collect();
    let drawn = scenes.into_par_iter();
    drawn
        .map(|(path, scene)| Ok((path, png(&scene, PIXELS)?)))
        .collect()
}

fn sign_of(piece: &Entity) -> Sign<'_> {
    let card = piece.template.as_deref();
    card.map_or(Sign::Kind(&piece.kind), Sign::Piece)
}

fn path(sign: Sign<'_>) -> String {
    let what = match sign {
        Sign::Kind(_) => "kind",
        sign => sign.what(),
    };
    format!("pictures/{what}-{}.png", sign.id())
}

/// How many spaces, or inches, a token is wide and tall.
fn size(module: &Module<'_>, ground: &Ground<'_>, sign: Sign<'_>) -> (f64, f64) {
    match ground {
        Ground::Plane(..) => module.counters.size(sign),
        // Foundry has no shape for a piece on two hexes.
        Ground::Spaces(_) if ground.is_hexes() => (1.0, 1.0),
        Ground::Spaces(_) => {
            let side = module.counters.spaces(sign).unwrap_or(1).clamp(1, WIDEST);
            let side = i32::try_from(side).map_or(1.0, f64::from);
            (side, side)
        }
    }
}

/// The upper left corner of a token that is not turned, in pixels.
fn corner(ground: &Ground<'_>, pose: &Pose, (wide, tall): (f64, f64)) -> Option<(f64, f64)> {
    let (x, y) = ground.at(pose)?;
    Some(match ground {
        Ground::Plane(..) => (x - wide * SIZE / 2.0, y - tall * SIZE / 2.0),
        // A piece on several squares stands where its upper left one is.
        Ground::Spaces(_) => (x - SIZE / 2.0, y - SIZE / 2.0),
    })
}

/// Degrees clockwise from the north, as pictures look north.
#[expect(clippy::cast_precision_loss, reason = "a heading is less than a million")]
fn turn(pose: &Pose) -> f64 {
    match pose {
        Pose::Plane(pose) => pose.heading as f64 / 1000.0,
        Pose::Spaces(_) => 0.0,
    }
}
