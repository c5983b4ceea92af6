//! The pictures of a system: sheets of cards, backs, pieces and tokens.

use super::printed::Printed;
use super::sheets::{Sheet, Sheets, WIDTH};
use super::signs::{Sign, Signs};
use super::{face, printed};
use crate::content::SystemBook;
use crate::draw::{Canvas, Fonts, Palette, Ramp};
use crate::folder::Folder;
use crate::model::facts::{Card, Kind};
use cardwright_compiler::Project;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A file, and what has to be told about it: about what, and why.
type Drawn = (String, Vec<u8>, Vec<(String, String)>);

/// What pictures show that is told.
const NO_ROOM: &str = "not all of it fits at the least size of text";

/// Draws all of them into the folder `pictures`.
///
/// # Errors
/// Why one cannot be written.
pub(super) fn draw(
    project: &Project,
    system: &SystemBook<'_>,
    fonts: &Fonts,
    sheets: &Sheets<'_>,
    signs: &Signs<'_>,
    folder: &mut Folder,
) -> Result<(), String> {
    let kinds = system.system.vocabulary.kinds.iter().enumerate();
    let backs = kinds.filter_map(|(at, kind)| {
        let sheet = sheets.all().iter().find(|sheet| sheet.kind == kind.id)?;
        Some((kind.id.as_str(), Back::of(fonts, system, at, kind, &sheet.back)))
    });
    let artist = Artist {
        fonts,
        system: &system.system.id,
        printed: Printed::of(project, system),
        backs: backs.collect(),
    };
    let sheets = sheets.all().par_iter().map(|sheet| artist.sheet(sheet));
    let backs = artist.backs.par_iter().map(|(_, back)| back.file());
    let signs = signs.par_iter().map(|(path, sign)| artist.sign(path, sign));
    let all: Result<Vec<Drawn>, String> = sheets.chain(backs).chain(signs).collect();
    for (path, bytes, told) in all? {
        folder.add(&format!("pictures/{path}"), bytes);
        for (what, why) in told {
            folder.leave_out(format!("picture of {what}"), why);
        }
    }
    Ok(())
}

/// Whoever draws the pictures of a system.
struct Artist<'a> {
    fonts: &'a Fonts,
    system: &'a str,
    printed: Printed<'a>,
    backs: BTreeMap<&'a str, Back<'a>>,
}

/// What all cards of a kind have in common.
struct Back<'a> {
    path: &'a str,
    kind: &'a Kind,
    palette: Palette,
    canvas: Canvas,
    told: Vec<(String, String)>,
}

impl<'a> Back<'a> {
    fn of(fonts: &Fonts, system: &SystemBook<'_>, at: usize, kind: &'a Kind, path: &'a str) -> Self {
        let title = &system.system.title;
        let (canvas, fits) = face::back(fonts, &kind.id, title);
        let what = format!("back `{}/{}`", system.system.id, kind.id);
        let texts = [printed::spaced(&kind.id), title.clone()];
        // Hues that follow each other so are far apart, however many there are.
        let hue = u32::try_from(at).unwrap_or(0) % 360 * 137 + 210;
        Self {
            path,
            kind,
            palette: Palette::of_hue(hue),
            canvas,
            told: told(fonts, &what, &texts, fits),
        }
    }

    fn file(&self) -> Result<Drawn, String> {
        let bytes = self.canvas.png(self.palette)?;
        Ok((self.path.to_owned(), bytes, self.told.clone()))
    }
}

impl Artist<'_> {
    fn sheet(&self, sheet: &Sheet<'_>) -> Result<Drawn, String> {
        let back = self.backs.get(sheet.kind);
        let back = back.ok_or_else(|| format!("`{}` has no back", sheet.kind))?;
        let (width, height) = (WIDTH * face::WIDTH, sheet.rows * face::HEIGHT);
        let mut canvas = Canvas::new(width, height, Ramp::Text.ground());
        let mut all_told = Vec::new();
        let put = |canvas: &mut Canvas, place: usize, card: &Canvas| {
            let (column, row) = (place % WIDTH, place / WIDTH);
            canvas.put(card, column * face::WIDTH, row * face::HEIGHT);
        };
        for (place, card) in sheet.cards.iter().enumerate() {
            let (face, told) = self.card(back.kind, card);
            put(&mut canvas, place, &face);
            all_told.extend(told);
        }
        put(&mut canvas, WIDTH * sheet.rows - 1, &back.canvas);
        Ok((sheet.face.clone(), canvas.png(back.palette)?, all_told))
    }

    fn card(&self, kind: &Kind, card: &Card) -> (Canvas, Vec<(String, String)>) {
        let facts = self.printed.facts(kind, card);
        let source = format!("{}/{}", self.system, card.id);
        let (face, fits) = face::drawn(self.fonts, card, &facts, &source);
        let facts = facts.iter().map(printed::Fact::text);
        let texts: Vec<String> = facts
            .chain([card.name.clone()])
            .chain(card.text.clone())
            .collect();
        (face, told(self.fonts, &format!("card `{source}`"), &texts, fits))
    }

    fn sign(&self, path: &str, sign: &Sign<'_>) -> Result<Drawn, String> {
        let (bytes, fits) = sign.draw(self.fonts)?;
        let what = format!("{} `{}/{}`", sign.what(), self.system, sign.id);
        Ok((
            path.to_owned(),
            bytes,
            told(self.fonts, &what, &[sign.name()], fits),
        ))
    }
}

/// What a picture does not show.
fn told(fonts: &Fonts, what: &str, texts: &[String], fits: bool) -> Vec<(String, String)> {
    let mut told = Vec::new();
    if !fits {
        told.push((what.to_owned(), NO_ROOM.to_owned()));
    }
    let lacking = fonts.lacks(&texts.concat());
    if !lacking.is_empty() {
        let letters: Vec<String> = lacking.iter().map(|letter| format!("`{letter}`")).collect();
        told.push((what.to_owned(), format!("the font has no {}", letters.join(", "))));
    }
    told
}
