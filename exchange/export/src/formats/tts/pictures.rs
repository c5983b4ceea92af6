//! The pictures of a system: sheets of cards, backs, pieces and tokens, as they are printed.
//!
//! The faces of cards are laid out one after another; then they are drawn side by side.

use super::sheets::{HEIGHT, Sheet, Sheets, WIDTH};
use crate::content::SystemBook;
use crate::folder::Folder;
use crate::formats::counters::{Counters, Sign, Signs, png};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::{Colour, looks_of};
use cardwright_compiler::{Compiled, Project};
use cardwright_core::{Game, Viewer};
use cardwright_draw::{Face, Ground, Pixels, Press, Scene, Table};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file, and what has to be told about it: about what, and why.
type Drawn = (String, Vec<u8>, Vec<(String, String)>);
type Icons = Arc<BTreeMap<String, Icon>>;

/// The picture of a card, and what is left out, with the reason.
type CardDrawn = (Option<Pixels>, Option<(String, String)>);

/// How wide and tall a full sheet is at most, in pixels: what every graphics card takes.
const SHEET: f64 = 4_096.0;
/// How many pixels a piece is at its longest, and how many a token.
const PIECE: f64 = 256.0;
const TOKEN: f64 = 128.0;
/// The colour of a sheet where it has no card.
const EMPTY: Colour = Colour(32, 33, 36);

/// How wide the picture of a board is.
const BOARD: f64 = 2_000.0;

/// An artist for the pictures of a system.
pub(super) struct Artist<'a> {
    pub(super) counters: Counters<'a>,
    /// The boards of scenarios, as far as something can stand on them.
    pub(super) grounds: BTreeMap<&'a str, Ground>,
}

impl<'a> Artist<'a> {
    /// An artist for a system.
    ///
    /// # Errors
    /// If it does not compile.
    pub(super) fn of(
        project: &'a Project,
        system: &'a SystemBook<'a>,
        compiled: &'a Compiled,
    ) -> Result<Self, String> {
        let id = &system.system.id;
        let press = Press::of(project, system.doc, compiled);
        let press = press.ok_or_else(|| format!("`{id}` does not compile"))?;
        let grounds = system.contents.par_iter().filter_map(|(scenario, content)| {
            let looks = looks_of(project, id, content.pack());
            let game = Game::new(content, 0);
            let ground = Table::of(&game, &looks, Viewer::Judge).ground(BOARD)?;
            Some((scenario.as_str(), ground))
        });
        Ok(Self {
            counters: Counters::of(press),
            grounds: grounds.collect(),
        })
    }

    /// Draws all pictures into the folder `pictures`.
    ///
    /// # Errors
    /// Why one cannot be written.
    pub(super) fn draw(
        &self,
        system: &SystemBook<'_>,
        sheets: &Sheets<'_>,
        signs: &Signs<'_>,
        folder: &mut Folder,
    ) -> Result<(), String> {
        let counters = &self.counters;
        let backs = backs(&counters.press, &counters.cards, sheets)?;
        let pages = sheets.all().iter();
        let pages = pages.map(|sheet| self.page(&system.system.id, sheet, &backs));
        let pages: Vec<Page<'_>> = pages.collect::<Result<_, String>>()?;
        let signs: Vec<(&str, f64, Scene)> = signs
            .iter()
            .map(|(path, sign)| {
                let most = if matches!(sign, Sign::Token(_)) {
                    TOKEN
                } else {
                    PIECE
                };
                (path.as_str(), most, counters.scene(*sign))
            })
            .collect();
        let icons = counters.press.icons();
        let pages = pages.par_iter().map(|page| page.drawn(icons));
        let backs = backs.par_iter().map(|(_, back)| back.drawn());
        let signs = signs
            .par_iter()
            .map(|(path, most, scene)| Ok(((*path).to_owned(), png(scene, *most)?, Vec::new())));
        let boards = self.grounds.par_iter().map(|(scenario, ground)| {
            let bytes = Pixels::of(&ground.scene, 1.0)?.png()?;
            Ok((sheets.other("board", scenario), bytes, Vec::new()))
        });
        let all: Result<Vec<Drawn>, String> = pages.chain(backs).chain(signs).chain(boards).collect();
        for (path, bytes, told) in all? {
            folder.add(&format!("pictures/{path}"), bytes);
            for (what, why) in told {
                folder.leave_out(format!("picture of {what}"), why);
            }
        }
        Ok(())
    }

    /// The faces of the cards of a sheet, ready to be drawn.
    fn page<'s>(
        &self,
        system: &'s str,
        sheet: &'s Sheet<'s>,
        backs: &'s BTreeMap<&'s str, Back<'s>>,
    ) -> Result<Page<'s>, String> {
        let back = backs.get(sheet.kind);
        let back = back.ok_or_else(|| format!("`{}` has no back", sheet.kind))?;
        let Counters { press, cards: places } = &self.counters;
        let face = |id: &str| press.face(*places.get(id)?);
        let cards = sheet.cards.iter();
        Ok(Page {
            system,
            sheet,
            back,
            faces: cards.map(|card| (card.id.as_str(), face(&card.id))).collect(),
        })
    }
}

/// The back of each kind that has cards.
fn backs<'s>(
    press: &Press<'_>,
    cards: &BTreeMap<&str, usize>,
    sheets: &'s Sheets<'_>,
) -> Result<BTreeMap<&'s str, Back<'s>>, String> {
    let mut backs = BTreeMap::new();
    for sheet in sheets.all() {
        let kind = sheet.cards.first().and_then(|card| cards.get(card.id.as_str()));
        let kind = kind.and_then(|&at| press.pack().templates.get(at));
        let kind = kind.ok_or_else(|| format!("`{}` has no cards", sheet.kind))?;
        if !backs.contains_key(sheet.kind) {
            let back = Back::of(press, usize::from(kind.kind), &sheet.back)?;
            backs.insert(sheet.kind, back);
        }
    }
    Ok(backs)
}

/// The picture that all cards of a kind share.
struct Back<'a> {
    path: &'a str,
    /// Pixels for a tenth of a millimetre.
    scale: f32,
    pixels: Pixels,
}

impl<'a> Back<'a> {
    fn of(press: &Press<'_>, kind: usize, path: &'a str) -> Result<Self, String> {
        let scene = press.back(kind).scene(press.icons(), 0.0);
        let (wide, tall) = (scene.width * WIDTH as f64, scene.height * HEIGHT as f64);
        // A pixel less for each card, since the pixels of cards are whole.
        let room = |count: usize| SHEET - count as f64;
        let scale = single((room(WIDTH) / wide).min(room(HEIGHT) / tall));
        Ok(Self {
            path,
            scale,
            pixels: Pixels::of(&scene, scale)?,
        })
    }

    fn drawn(&self) -> Result<Drawn, String> {
        Ok((self.path.to_owned(), self.pixels.clone().png()?, Vec::new()))
    }
}

/// The content of a sheet: its cards by their ids.
struct Page<'a> {
    system: &'a str,
    sheet: &'a Sheet<'a>,
    back: &'a Back<'a>,
    faces: Vec<(&'a str, Option<Face>)>,
}

impl Page<'_> {
    fn drawn(&self, icons: &Icons) -> Result<Drawn, String> {
        let (wide, tall) = (self.back.pixels.width(), self.back.pixels.height());
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (columns, rows) = (count(WIDTH), count(self.sheet.rows));
        let mut pixels = Pixels::plain(columns * wide, rows * tall, EMPTY)?;
        let mut told = Vec::new();
        for (row, faces) in (0..).zip(self.faces.chunks(WIDTH)) {
            let drawn = faces
                .par_iter()
                .map(|(id, face)| self.card(id, face.as_ref(), icons));
            let drawn: Vec<CardDrawn> = drawn.collect::<Result<_, String>>()?;
            for (column, (card, why)) in (0..).zip(drawn) {
                let card = card.as_ref().unwrap_or(&self.back.pixels);
                pixels.put(card, column * wide, row * tall);
                told.extend(why);
            }
        }
        pixels.put(&self.back.pixels, (columns - 1) * wide, (rows - 1) * tall);
        Ok((self.sheet.face.clone(), pixels.png()?, told))
    }

    /// A card, and what has to be told about it. Of a card that has no room for all that it says, at least the name is seen.
    fn card(&self, id: &str, face: Option<&Face>, icons: &Icons) -> Result<CardDrawn, String> {
        let what = format!("card `{}/{id}`", self.system);
        let Some(face) = face else {
            return Ok((None, Some((what, "the system has no such card".to_owned()))));
        };
        let (scene, why) = match face.scene(icons, 0.0) {
            Ok(scene) => (Some(scene), None),
            Err(unfit) => (face.bare().scene(icons, 0.0).ok(), Some((what, unfit.why))),
        };
        let pixels = scene
            .map(|scene| Pixels::of(&scene, self.back.scale))
            .transpose()?;
        Ok((pixels, why))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "scales are small")]
fn single(number: f64) -> f32 {
    number as f32
}
