//! The pictures of a system: sheets of cards, backs, pieces and tokens, as they are printed.
//!
//! What stands on them is worked out card after card; then they are drawn side by side.

use super::sheets::{HEIGHT, Sheet, Sheets, WIDTH};
use super::signs::{Sign, Signs};
use crate::content::SystemBook;
use crate::folder::Folder;
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use cardwright_compiler::{Project, compile_system};
use cardwright_draw::{Counter, Face, Pixels, Press, Scene};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file, and what has to be told about it: about what, and why.
type Drawn = (String, Vec<u8>, Vec<(String, String)>);
type Icons = Arc<BTreeMap<String, Icon>>;

/// How wide and tall a full sheet is at most, in pixels: what every graphics card takes.
const SHEET: f64 = 4_096.0;
/// How many pixels a piece is at its longest, and how many a token.
const PIECE: f64 = 256.0;
const TOKEN: f64 = 128.0;
/// What is seen where a sheet has no card.
const EMPTY: Colour = Colour(32, 33, 36);

/// Draws all of them into the folder `pictures`.
///
/// # Errors
/// Why one cannot be written.
pub(super) fn draw(
    project: &Project,
    system: &SystemBook<'_>,
    sheets: &Sheets<'_>,
    signs: &Signs<'_>,
    folder: &mut Folder,
) -> Result<(), String> {
    let id = &system.system.id;
    let compiled = compile_system(project, system.doc);
    let press = Press::of(project, system.doc, &compiled);
    let press = press.ok_or_else(|| format!("`{id}` does not compile"))?;
    let cards = Cards::of(&press);
    let backs = backs(&press, &cards, sheets)?;
    let pages = sheets.all().iter().map(|sheet| {
        let back = backs.get(sheet.kind);
        let back = back.ok_or_else(|| format!("`{}` has no back", sheet.kind))?;
        let own = sheet.cards.iter();
        let own = own.map(|card| (card.id.as_str(), cards.face(&press, &card.id)));
        Ok(Page {
            system: id,
            sheet,
            back,
            faces: own.collect(),
        })
    });
    let pages: Vec<Page<'_>> = pages.collect::<Result<_, String>>()?;
    let counters = signs.iter();
    let counters: Vec<(&str, f64, Scene)> = counters
        .map(|(path, sign)| {
            let counter = cards.counter(&press, *sign);
            let most = if matches!(sign, Sign::Token(_)) {
                TOKEN
            } else {
                PIECE
            };
            (path.as_str(), most, counter.scene(&press))
        })
        .collect();
    let icons = press.icons();
    let pages = pages.par_iter().map(|page| page.drawn(icons));
    let backs = backs.par_iter().map(|(_, back)| back.drawn());
    let counters = counters.par_iter().map(|(path, most, scene)| {
        let scale = single(most / scene.width.max(scene.height));
        let bytes = Pixels::without_ground(scene, scale)?.png()?;
        Ok(((*path).to_owned(), bytes, Vec::new()))
    });
    let all: Result<Vec<Drawn>, String> = pages.chain(backs).chain(counters).collect();
    for (path, bytes, told) in all? {
        folder.add(&format!("pictures/{path}"), bytes);
        for (what, why) in told {
            folder.leave_out(format!("picture of {what}"), why);
        }
    }
    Ok(())
}

/// Where cards are among those of the press.
struct Cards<'a>(BTreeMap<&'a str, usize>);

impl<'a> Cards<'a> {
    fn of(press: &Press<'a>) -> Self {
        let all = press.pack().templates.iter().enumerate();
        Self(all.map(|(at, def)| (def.id.as_str(), at)).collect())
    }

    fn face(&self, press: &Press<'_>, card: &str) -> Option<Face> {
        press.face(*self.0.get(card)?)
    }

    fn counter(&self, press: &Press<'_>, sign: Sign<'_>) -> Counter {
        match sign {
            Sign::Token(sort) => press.token(sort),
            Sign::Kind(kind) => press.piece_of_kind(kind),
            Sign::Piece(card) => {
                let piece = self.0.get(card).and_then(|&at| press.piece(at));
                piece.unwrap_or_else(|| press.piece_of_kind(card))
            }
        }
    }
}

/// The back of each kind that has cards.
fn backs<'s>(
    press: &Press<'_>,
    cards: &Cards<'_>,
    sheets: &'s Sheets<'_>,
) -> Result<BTreeMap<&'s str, Back<'s>>, String> {
    let mut backs = BTreeMap::new();
    for sheet in sheets.all() {
        let kind = sheet.cards.first().and_then(|card| cards.0.get(card.id.as_str()));
        let kind = kind.and_then(|&at| press.pack().templates.get(at));
        let kind = kind.ok_or_else(|| format!("`{}` has no cards", sheet.kind))?;
        if !backs.contains_key(sheet.kind) {
            let back = Back::of(press, usize::from(kind.kind), &sheet.back)?;
            backs.insert(sheet.kind, back);
        }
    }
    Ok(backs)
}

/// What all cards of a kind have in common.
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

/// What is drawn on a sheet: its cards by their ids.
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
            let drawn: Vec<(Option<Pixels>, Option<(String, String)>)> =
                drawn.collect::<Result<_, String>>()?;
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
    fn card(
        &self,
        id: &str,
        face: Option<&Face>,
        icons: &Icons,
    ) -> Result<(Option<Pixels>, Option<(String, String)>), String> {
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
