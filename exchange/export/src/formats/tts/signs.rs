//! Pictures of what is no card: a piece is a round or a base with its name and an arrow to its front, a token a small round.

use super::printed::spaced;
use super::sheets::number;
use crate::draw::{Area, Canvas, Fonts, Palette, Ramp, Weight, fitting};
use crate::model::Value;
use crate::model::facts::{Card, Footprint, Kind};
use std::collections::BTreeMap;

/// The pictures that are needed, by their paths.
pub(super) type Signs<'a> = BTreeMap<String, Sign<'a>>;

/// What is to be pictured.
#[derive(Clone, Copy)]
pub(super) struct Sign<'a> {
    /// The id of the card, kind or sort of token.
    pub(super) id: &'a str,
    name: Option<&'a str>,
    form: Form,
}

/// What a picture is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Token,
    Round,
    /// A base, so wide for its length.
    Base(i64, i64),
}

/// How wide a token's picture is, and how wide and long that of a piece at most.
const TOKEN: usize = 128;
const PIECE: usize = 256;
/// A base is at least a quarter as wide as long.
const NARROWEST: usize = PIECE / 4;

impl<'a> Sign<'a> {
    pub(super) fn token(sort: &'a str) -> Self {
        Self {
            id: sort,
            name: None,
            form: Form::Token,
        }
    }

    /// A piece that is made from a card, or just of a kind.
    pub(super) fn piece(id: &'a str, kind: Option<&Kind>, card: Option<&'a Card>) -> Self {
        let length = |field: &String| match card?.facts.get(field) {
            Some(Value::Number(length)) => Some(*length),
            _ => None,
        };
        let form = match kind.and_then(|kind| kind.footprint.as_ref()) {
            Some(Footprint::Rectangle { width, length: long }) => Form::Base(
                length(width).unwrap_or(1).max(1),
                length(long).unwrap_or(1).max(1),
            ),
            _ => Form::Round,
        };
        let name = card.map(|card| card.name.as_str());
        Self { id, name, form }
    }

    /// What it is called in the names of files.
    pub(super) fn what(&self) -> &'static str {
        match self.form {
            Form::Token => "token",
            Form::Round | Form::Base(..) => "piece",
        }
    }

    /// The name on it.
    pub(super) fn name(&self) -> String {
        self.name.map_or_else(|| spaced(self.id), str::to_owned)
    }

    /// Draws it, and says whether its name fits.
    pub(super) fn draw(&self, fonts: &Fonts) -> Result<(Vec<u8>, bool), String> {
        let (width, height) = self.size();
        let is_base = matches!(self.form, Form::Base(..));
        let radius = if is_base { 18 } else { width / 2 };
        let mut canvas = Canvas::new(width, height, Ramp::Edge.ground());
        let all = canvas.area();
        canvas.plate(all, radius, |step| Ramp::Edge.at(step));
        canvas.plate(all.inset(6), radius - 6, |step| Ramp::Title.at(step));
        canvas.plate(all.inset(10), radius - 10, |step| Ramp::Title.at(15 - step));
        if self.form != Form::Token {
            canvas.arrow(width / 2, 16, 14, Ramp::Title.at(15));
        }
        let fits = named(&mut canvas, fonts, &self.name(), self.room(all));
        let hue = number(&format!("{}/{}", self.what(), self.id), 360);
        Ok((canvas.png(Palette::of_hue(hue))?, fits))
    }

    fn size(&self) -> (usize, usize) {
        let part = |of: i64, whole: i64| {
            let size = i128::from(of) * PIECE as i128 / i128::from(whole);
            usize::try_from(size).unwrap_or(PIECE).clamp(NARROWEST, PIECE)
        };
        match self.form {
            Form::Token => (TOKEN, TOKEN),
            Form::Round => (PIECE, PIECE),
            Form::Base(width, length) => (part(width, width.max(length)), part(length, width.max(length))),
        }
    }

    /// Where the name stands.
    fn room(&self, all: Area) -> Area {
        match self.form {
            // A rectangle in the round.
            Form::Token | Form::Round => {
                let height = all.height / 2;
                let width = all.width * 77 / 100;
                Area {
                    left: (all.width - width) / 2,
                    top: (all.height - height) / 2,
                    width,
                    height,
                }
            }
            Form::Base(..) => Area {
                top: 34,
                height: all.height - 50,
                ..all.inset(16)
            },
        }
    }
}

/// A name in the middle of an area, as large as can be.
pub(super) fn named(canvas: &mut Canvas, fonts: &Fonts, name: &str, area: Area) -> bool {
    let (style, lines) = fitting(fonts, Weight::Bold, 10..=44, name, area.width, area.height);
    let high = lines.lines.len() * style.line();
    let mut baseline = area.top + area.height.saturating_sub(high) / 2 + style.size;
    for line in &lines.lines {
        let middle = area.left + area.width / 2;
        canvas.centred(fonts, (style, Ramp::Title), (middle, baseline), line);
        baseline += style.line();
    }
    lines.is_whole
}
