//! A scene for a page: items by their keys, each with its place apart from what it shows, so that a page touches only what has
//! changed and moves what has moved.

use crate::scene::{Item, Scene};
use serde::Serialize;

/// A scene as data for a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageScene {
    /// How wide it is, in pixels.
    pub width: f64,
    /// How tall it is.
    pub height: f64,
    /// The colour behind everything.
    pub ground: String,
    /// The title: what the scene is a picture of.
    pub title: String,
    /// The icons and patterns that it uses: what stands in `<defs>`.
    pub defs: String,
    /// The items, from the lowest to the uppermost.
    pub items: Vec<PageItem>,
}

/// An item for a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PageItem {
    /// The thing that it stands for; the key is the same in every scene.
    pub key: String,
    /// The sort of that thing.
    pub role: &'static str,
    /// The tooltip.
    pub title: String,
    /// The `transform` of its group: its place and turn.
    pub transform: String,
    /// The SVG inside that group.
    pub body: String,
}

impl Scene {
    /// The scene for a page.
    #[must_use]
    pub fn page(&self) -> PageScene {
        let colour = self.ground;
        PageScene {
            width: self.width,
            height: self.height,
            ground: format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2),
            title: self.title.clone(),
            defs: self.definitions(),
            items: self.items.iter().map(Item::page).collect(),
        }
    }
}

impl Item {
    /// The item for a page.
    #[must_use]
    pub fn page(&self) -> PageItem {
        PageItem {
            key: self.key.clone(),
            role: self.role.name(),
            title: self.title.clone(),
            transform: self.transform(),
            body: self.inside(),
        }
    }
}
