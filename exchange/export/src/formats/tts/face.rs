//! The face of a card: a bar with its name, its facts as labelled cells and lines, its text, and below where it comes from.
//!
//! Facts and text are as large as the card has room for. What has no room at the least size is left out, and told.

use super::printed::{Fact, spaced};
use super::signs::named;
use crate::draw::{Area, Canvas, Fonts, Ramp, Style, Weight, fitting, wrapped};
use crate::model::facts::Card;

/// How wide and high a card is, in pixels.
pub(super) const WIDTH: usize = 300;
pub(super) const HEIGHT: usize = 420;

/// The sizes of text.
const LEAST: usize = 8;
const MOST: usize = 16;
/// How wide the frame is.
const FRAME: usize = 9;
/// How high the bar above and the line below are.
const BAR: usize = 58;
const FOOT: usize = 18;
/// How far what is printed stays away from what is around it.
const GAP: usize = 6;
/// More lines than a card has room for.
const MOST_LINES: usize = HEIGHT / LEAST;

/// Where facts and text stand.
const BODY: Area = Area {
    left: FRAME + GAP,
    top: BAR + GAP,
    width: WIDTH - 2 * (FRAME + GAP),
    height: HEIGHT - BAR - FOOT - 2 * GAP,
};

/// Something on a card, from the top of its body.
enum Item {
    /// Where, from the left; how wide; label and value.
    Cell(usize, usize, String, String),
    /// Where, from the left.
    Line(usize, (Style, Ramp), String),
}

/// What stands on a card in one size of text.
struct Body<'a> {
    fonts: &'a Fonts,
    size: usize,
    items: Vec<(usize, Item)>,
    /// How high it is so far.
    height: usize,
}

/// A card's face, and whether all of it has room.
pub(super) fn drawn(fonts: &Fonts, card: &Card, facts: &[Fact], source: &str) -> (Canvas, bool) {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, Ramp::Title.ground());
    let sizes = (LEAST..=MOST).rev();
    let mut bodies = sizes.map(|size| Body::of(fonts, size, card, facts));
    let body = bodies.find(|body| body.size == LEAST || body.has_room());
    let paper = Area {
        left: FRAME,
        top: BAR,
        width: WIDTH - 2 * FRAME,
        height: HEIGHT - BAR - FOOT,
    };
    canvas.fill(paper, Ramp::Text.ground());
    let has_title = title(&mut canvas, fonts, card);
    let (style, lines) = fitting(fonts, Weight::Regular, 7..=10, source, WIDTH - 4 * FRAME, 12);
    for line in lines.lines {
        let place = (WIDTH / 2, HEIGHT - 6);
        canvas.centred(fonts, (style, Ramp::Title), place, &line);
    }
    if let Some(body) = &body {
        body.draw(&mut canvas);
    }
    (canvas, has_title && body.is_none_or(|body| body.has_room()))
}

/// The bar with name and kind.
fn title(canvas: &mut Canvas, fonts: &Fonts, card: &Card) -> bool {
    let room = WIDTH - 2 * (FRAME + GAP);
    let (style, lines) = fitting(fonts, Weight::Bold, 14..=24, &card.name, room, 30);
    let (style, lines) = match lines.is_whole {
        true => (style, lines),
        false => fitting(fonts, Weight::Bold, 10..=14, &card.name, room, 34),
    };
    let mut baseline = 8 + style.size + (30 - style.size.min(30)) / 4 - (lines.lines.len() - 1) * 4;
    for line in &lines.lines {
        canvas.text(fonts, (style, Ramp::Title), (FRAME + GAP, baseline), line);
        baseline += style.line();
    }
    let kind = spaced(&card.kind);
    canvas.text(
        fonts,
        (Style::regular(12), Ramp::Title),
        (FRAME + GAP, BAR - 8),
        &kind,
    );
    lines.is_whole
}

impl<'a> Body<'a> {
    fn of(fonts: &'a Fonts, size: usize, card: &Card, facts: &[Fact]) -> Self {
        let mut body = Self {
            fonts,
            size,
            items: Vec::new(),
            height: 0,
        };
        body.flags(facts);
        body.cells(facts);
        body.lists(facts);
        for paragraph in &card.text {
            body.paragraph("", paragraph);
        }
        body
    }

    fn label(&self) -> Style {
        Style::regular((self.size * 2).div_ceil(3).max(8))
    }

    fn value(&self) -> Style {
        Style::bold(self.size + 1)
    }

    fn cell_height(&self) -> usize {
        self.label().line() + self.value().line() + 3
    }

    fn cell_width(&self, label: &str, value: &str) -> usize {
        let label = self.fonts.width(self.label(), label);
        let value = self.fonts.width(self.value(), value);
        (label.max(value) + 2 * GAP).max(BODY.width / 6)
    }

    fn flags(&mut self, facts: &[Fact]) {
        let flags = facts.iter().filter_map(|fact| match fact {
            Fact::Flag(flag) => Some(flag.as_str()),
            _ => None,
        });
        let flags: Vec<&str> = flags.collect();
        if !flags.is_empty() {
            self.paragraph(&flags.join(" · "), "");
        }
    }

    /// Short values in rows of cells, which are as wide as they have to be, and then together as wide as the card.
    fn cells(&mut self, facts: &[Fact]) {
        let mut row: Vec<(usize, &str, &str)> = Vec::new();
        let mut used = 0;
        for fact in facts {
            let Fact::Value(label, value) = fact else { continue };
            let width = self.cell_width(label, value);
            if width > BODY.width {
                continue;
            }
            if used + width > BODY.width {
                self.row(&std::mem::take(&mut row), used);
                used = 0;
            }
            row.push((width, label, value));
            used += width + 3;
        }
        self.row(&row, used);
        if used > 0 {
            self.height += GAP / 2;
        }
    }

    fn row(&mut self, row: &[(usize, &str, &str)], used: usize) {
        let Some(more) = (BODY.width + 3).saturating_sub(used).checked_div(row.len()) else {
            return;
        };
        let mut left = 0;
        for (width, label, value) in row {
            let width = width + more.min(60);
            let cell = Item::Cell(left, width, (*label).to_owned(), (*value).to_owned());
            self.items.push((self.height, cell));
            left += width + 3;
        }
        self.height += self.cell_height() + 3;
    }

    /// Lists, and values that are too long for a cell.
    fn lists(&mut self, facts: &[Fact]) {
        for fact in facts {
            match fact {
                Fact::List(label, text) => self.paragraph(label, text),
                Fact::Value(label, text) if self.cell_width(label, text) > BODY.width => {
                    self.paragraph(label, text);
                }
                _ => {}
            }
        }
    }

    /// A text with what it is about before it.
    fn paragraph(&mut self, label: &str, text: &str) {
        let (style, bold) = (Style::regular(self.size), Style::bold(self.size));
        let mut indent = 0;
        let mut baseline = self.height + self.size;
        if !label.is_empty() {
            let label = wrapped(self.fonts, bold, label, BODY.width, 0, MOST_LINES);
            let lines = label.lines.len();
            for (number, line) in label.lines.into_iter().enumerate() {
                indent = self.fonts.width(bold, &line) + self.size / 2;
                let at = baseline - self.size;
                self.items.push((at, Item::Line(0, (bold, Ramp::Label), line)));
                if number + 1 < lines {
                    baseline += bold.line();
                }
            }
        }
        let text = wrapped(self.fonts, style, text, BODY.width, indent, MOST_LINES);
        for (number, line) in text.lines.into_iter().enumerate() {
            let left = if number == 0 { indent } else { 0 };
            if number > 0 {
                baseline += style.line();
            }
            let at = baseline - self.size;
            self.items.push((at, Item::Line(left, (style, Ramp::Text), line)));
        }
        self.height = baseline - self.size + style.line() + self.size / 3;
    }

    /// Whether something ends above the end of the card's body.
    fn is_in_room(&self, at: usize, item: &Item) -> bool {
        let high = match item {
            Item::Cell(..) => self.cell_height(),
            Item::Line(..) => self.size + self.size / 4,
        };
        at + high <= BODY.height
    }

    fn has_room(&self) -> bool {
        self.items.iter().all(|(at, item)| self.is_in_room(*at, item))
    }

    /// Draws what there is room for.
    fn draw(&self, canvas: &mut Canvas) {
        let mut items = self.items.iter();
        while let Some((at, item)) = items.next().filter(|(at, item)| self.is_in_room(*at, item)) {
            let top = BODY.top + at;
            match item {
                Item::Cell(left, width, label, value) => {
                    self.cell(canvas, (*left, top, *width), label, value)
                }
                Item::Line(left, style, text) => {
                    canvas.text(self.fonts, *style, (BODY.left + left, top + self.size), text);
                }
            }
        }
    }

    fn cell(&self, canvas: &mut Canvas, (left, top, width): (usize, usize, usize), label: &str, value: &str) {
        let area = Area {
            left: BODY.left + left,
            top,
            width: width.min(BODY.width - left),
            height: self.cell_height(),
        };
        canvas.fill(area, Ramp::Cell.ground());
        let middle = area.left + area.width / 2;
        let first = top + self.label().size + 1;
        canvas.centred(
            self.fonts,
            (self.label(), Ramp::CellLabel),
            (middle, first),
            label,
        );
        let second = top + area.height - 3 - self.value().size / 5;
        canvas.centred(self.fonts, (self.value(), Ramp::Cell), (middle, second), value);
    }
}

/// The back of all cards of a kind, and whether what stands on it has room.
pub(super) fn back(fonts: &Fonts, kind: &str, title: &str) -> (Canvas, bool) {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, Ramp::Shade.ground());
    canvas.paint(|x, y| {
        let is_dark = ((y + x) / 12 + (y + HEIGHT - x) / 12).is_multiple_of(2);
        Ramp::Shade.at(if is_dark { 6 } else { 0 })
    });
    let plate = Area {
        left: 34,
        top: 130,
        width: WIDTH - 68,
        height: HEIGHT - 260,
    };
    canvas.plate(plate, 20, |step| Ramp::Title.at(step));
    canvas.plate(plate.inset(4), 16, |step| Ramp::Title.at(15 - step));
    let room = plate.inset(14);
    let upper = Area {
        height: room.height - 30,
        ..room
    };
    let lower = Area {
        top: room.top + room.height - 24,
        height: 24,
        ..room
    };
    let has_name = named(&mut canvas, fonts, &spaced(kind), upper);
    let (style, lines) = fitting(fonts, Weight::Regular, 8..=14, title, lower.width, lower.height);
    let mut baseline = lower.top + style.size;
    for line in &lines.lines {
        let place = (lower.left + lower.width / 2, baseline);
        canvas.centred(fonts, (style, Ramp::Title), place, line);
        baseline += style.line();
    }
    (canvas, has_name && lines.is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::facts::Class;

    fn card(text: &str) -> Card {
        Card {
            id: "bell".to_owned(),
            name: "Brass Bell".to_owned(),
            kind: "bell".to_owned(),
            class: Class::Card,
            facts: std::collections::BTreeMap::new(),
            text: vec![text.to_owned()],
            facts_only: false,
            rules: Vec::new(),
        }
    }

    fn facts() -> Vec<Fact> {
        let value = |label: &str, value: &str| Fact::Value(label.to_owned(), value.to_owned());
        let list = Fact::List("routes".to_owned(), "lane, curve".to_owned());
        vec![
            value("weight", "2"),
            list,
            value("mood", "calm"),
            Fact::Flag("unique".to_owned()),
        ]
    }

    /// In which size a card is drawn.
    fn size(fonts: &Fonts, text: &str) -> Option<usize> {
        let mut sizes = (LEAST..=MOST).rev();
        sizes.find(|&size| Body::of(fonts, size, &card(text), &facts()).has_room())
    }

    #[test]
    fn long_text_shrinks_and_what_has_no_room_is_known() {
        let fonts = Fonts::new().expect("the font is there");
        let text = |words: usize| "You may ring it. ".repeat(words);
        assert_eq!(size(&fonts, &text(3)), Some(MOST));
        let long = size(&fonts, &text(40));
        assert!(long.is_some_and(|size| size < MOST), "{long:?}");
        assert_eq!(size(&fonts, &text(400)), None);
        for (words, fits) in [(3, true), (40, true), (400, false), (40_000, false)] {
            let (_, has_room) = drawn(&fonts, &card(&text(words)), &facts(), "sample/bell");
            assert_eq!(has_room, fits, "{words}");
        }
    }

    #[test]
    fn nothing_of_a_card_that_fits_is_missing() {
        let fonts = Fonts::new().expect("the font is there");
        let body = Body::of(&fonts, MOST, &card("Ring it twice."), &facts());
        let texts = body.items.iter().map(|(_, item)| match item {
            Item::Cell(_, _, label, value) => format!("{label}={value}"),
            Item::Line(_, _, text) => text.clone(),
        });
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        assert_eq!(
            texts,
            [
                "unique",
                "weight=2",
                "mood=calm",
                "routes",
                "lane, curve",
                "Ring it twice."
            ]
        );
    }

    #[test]
    fn a_value_too_long_for_a_cell_is_a_line() {
        let fonts = Fonts::new().expect("the font is there");
        let long = Fact::Value("motto".to_owned(), "ring and be rung ".repeat(6));
        let body = Body::of(&fonts, MOST, &card(""), &[long]);
        assert!(body.items.iter().all(|(_, item)| matches!(item, Item::Line(..))));
        assert!(body.has_room() && body.items.len() > 3);
    }

    #[test]
    fn a_name_too_long_for_the_bar_is_known() {
        let fonts = Fonts::new().expect("the font is there");
        for (times, fits) in [(1, true), (4, true), (30, false)] {
            let mut card = card("");
            card.name = "Brass Bell ".repeat(times);
            assert_eq!(drawn(&fonts, &card, &[], "").1, fits, "{times}");
        }
    }
}
