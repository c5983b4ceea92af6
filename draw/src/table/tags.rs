//! Tags: the name, bars and tokens of a piece on a small plate beside it. Each lies over no other tag, and over no piece if
//! there is room; a tag for which there is no room loses its name, then all of it.

use super::Area;
use super::sight::{BarSeen, MarkSeen, Sight};
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{Theme, mixed, on};
use cardwright_bytecode::pack::EntityId;
use cardwright_compiler::looks::Colour;

/// The most marks on a tag; further ones are a number.
const MOST_MARKS: usize = 6;
/// The most that a bar shows as single pips.
const MOST_PIPS: i64 = 14;

/// How large the parts of tags are.
#[derive(Clone, Copy)]
pub(super) struct TagSize {
    /// The letters.
    pub(super) letters: f64,
    /// The icons of marks.
    pub(super) marks: f64,
    /// The bars.
    pub(super) bar: f64,
    /// The widest name.
    pub(super) room: f64,
}

/// A piece that wants a tag.
pub(super) struct Wanted {
    pub(super) entity: EntityId,
    /// The piece on the board, which no tag should cover.
    pub(super) body: Area,
    /// Whether its bars stand on its tag; otherwise they are drawn on it.
    pub(super) has_bars: bool,
}

/// How much of a name a tag has.
#[derive(Clone, Copy)]
enum Form {
    Whole,
    Short,
    Nameless,
}

struct Tag {
    name: Vec<String>,
    bars: Vec<BarSeen>,
    marks: Vec<MarkSeen>,
    width: f64,
    height: f64,
}

const PAD: f64 = 3.0;
/// The most of a piece that a tag covers.
const MOST_COVERED: f64 = 0.12;
/// The directions in which a tag is tried around its piece, the usual ones first.
const WAYS: [(f64, f64); 12] = [
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.5, 1.0),
    (-0.5, 1.0),
    (0.5, -1.0),
    (-0.5, -1.0),
    (0.9, 0.9),
    (-0.9, 0.9),
    (0.9, -0.9),
    (-0.9, -0.9),
];

impl Tag {
    /// The tag with its name at such length; nothing if there is nothing to say, or no such form of the name.
    fn of(sight: &Sight<'_>, wanted: &Wanted, size: TagSize, form: Form) -> Option<Self> {
        let label = sight.label(wanted.entity);
        let name = match form {
            Form::Whole => two_lines(&label, size),
            Form::Short if sight.has_namesakes(wanted.entity) => numbered(&label, size),
            Form::Short => vec![letters::cut(&label, size.letters, false, size.room * 0.7)],
            Form::Nameless => Vec::new(),
        };
        let bars = if wanted.has_bars {
            sight.bars(wanted.entity)
        } else {
            Vec::new()
        };
        let marks = sight.marks(wanted.entity);
        if name.is_empty() && bars.is_empty() && marks.is_empty() {
            return None;
        }
        let widest = name.iter().map(|line| letters::width(line, size.letters, false));
        let of_marks = marks.len().min(MOST_MARKS + 1) as f64 * (size.marks + 2.0);
        let of_bars = if bars.is_empty() { 0.0 } else { size.room * 0.6 };
        let inner = widest.fold(of_marks.max(of_bars), f64::max);
        let rows = name.len() as f64 * size.letters * 1.15
            + bars.len() as f64 * (size.bar + 2.0)
            + if marks.is_empty() { 0.0 } else { size.marks + 2.0 };
        Some(Self {
            name,
            bars,
            marks,
            width: inner + 2.0 * PAD,
            height: rows + 2.0 * PAD,
        })
    }

    fn draw(&self, area: Area, size: TagSize, colour: Colour, theme: Theme) -> Vec<Shape> {
        let mut shapes = vec![Shape::Rect {
            x: area.x,
            y: area.y,
            width: area.width,
            height: area.height,
            radius: 3.0,
            paint: Paint {
                stroke: Some(Stroke::plain(colour, 1.0)),
                ..Paint::sheer(theme.plate, 0.88)
            },
        }];
        let mut y = area.y + PAD;
        let middle = area.x + area.width / 2.0;
        for line in &self.name {
            shapes.push(Shape::Text(Words {
                x: middle,
                y: y + size.letters * 0.9,
                size: size.letters,
                text: line.clone(),
                anchor: Anchor::Middle,
                bold: false,
                colour: theme.ink,
                halo: None,
            }));
            y += size.letters * 1.15;
        }
        for bar in &self.bars {
            let row = Area {
                x: area.x + PAD,
                y: y + 1.0,
                width: area.width - 2.0 * PAD,
                height: size.bar,
            };
            shapes.extend(drawn_bar(bar, row, theme));
            y += size.bar + 2.0;
        }
        if !self.marks.is_empty() {
            shapes.extend(drawn_marks(
                &self.marks,
                (middle, y + 1.0 + size.marks / 2.0),
                size.marks,
            ));
        }
        shapes
    }
}

/// A name in at most two lines; what does not fit ends in an ellipsis.
fn two_lines(label: &str, size: TagSize) -> Vec<String> {
    let mut lines = letters::lines(label, size.letters, false, size.room);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(letters::cut(&rest, size.letters, false, size.room));
    }
    lines
}

/// The name of one of many, in one short line that keeps its number.
fn numbered(label: &str, size: TagSize) -> Vec<String> {
    let (name, number) = label.rsplit_once(' ').unwrap_or((label, ""));
    let end = format!(" {number}");
    let room = size.room * 0.75 - letters::width(&end, size.letters, false);
    let name = letters::cut(name, size.letters, false, room);
    if label.is_empty() {
        Vec::new()
    } else {
        vec![format!("{name}{end}")]
    }
}

/// A bar: single pips while these can be counted, else one length.
pub(super) fn drawn_bar(bar: &BarSeen, row: Area, theme: Theme) -> Vec<Shape> {
    let empty = mixed(theme.plate, theme.ink, 0.22);
    let rect = |x: f64, width: f64, paint: Paint| Shape::Rect {
        x,
        y: row.y,
        width: width.max(0.5),
        height: row.height,
        radius: 1.0,
        paint,
    };
    if bar.most <= MOST_PIPS {
        let pitch = row.width / bar.most as f64;
        let pip = |number: i64| {
            let colour = if number < bar.now { bar.colour } else { empty };
            rect(row.x + number as f64 * pitch, pitch - 1.2, Paint::plain(colour))
        };
        return (0..bar.most).map(pip).collect();
    }
    let share = bar.now as f64 / bar.most as f64;
    vec![
        rect(row.x, row.width, Paint::plain(empty)),
        rect(row.x, row.width * share, Paint::plain(bar.colour)),
    ]
}

/// Marks side by side around a point; a number stands for those that are too many.
pub(super) fn drawn_marks(marks: &[MarkSeen], (middle, y): (f64, f64), size: f64) -> Vec<Shape> {
    let too_many = marks.len().saturating_sub(MOST_MARKS);
    let shown = marks.len() - too_many;
    let places = shown + usize::from(too_many > 0);
    let pitch = size + 2.0;
    let left = middle - places as f64 * pitch / 2.0 + pitch / 2.0;
    let mut shapes = Vec::new();
    for (number, mark) in marks.iter().take(shown).enumerate() {
        shapes.extend(drawn_mark(mark, (left + number as f64 * pitch, y), size));
    }
    if too_many > 0 {
        shapes.push(Shape::Text(Words {
            x: left + shown as f64 * pitch,
            y: y + size * 0.3,
            size: size * 0.75,
            text: format!("+{too_many}"),
            anchor: Anchor::Middle,
            bold: true,
            colour: marks[0].colour,
            halo: None,
        }));
    }
    shapes
}

/// A token: its icon, or the first letters of its name, on a disc; a number for several.
pub(super) fn drawn_mark(mark: &MarkSeen, (x, y): (f64, f64), size: f64) -> Vec<Shape> {
    let ink = on(mark.colour);
    let mut shapes = vec![Shape::Circle {
        x,
        y,
        radius: size / 2.0,
        paint: Paint::plain(mark.colour).edged(ink, 0.7),
    }];
    shapes.push(match &mark.icon {
        Some(icon) => Shape::Icon {
            name: icon.clone(),
            x,
            y,
            size: size * 0.78,
            colour: ink,
        },
        None => Shape::Text(Words {
            x,
            y: y + size * 0.2,
            size: size * 0.55,
            text: mark.name.chars().take(2).collect(),
            anchor: Anchor::Middle,
            bold: true,
            colour: ink,
            halo: None,
        }),
    });
    if mark.count > 1 {
        let radius = size * 0.3;
        let (x, y) = (x + size * 0.34, y - size * 0.34);
        shapes.push(Shape::Circle {
            x,
            y,
            radius,
            paint: Paint::plain(ink).edged(mark.colour, 0.7),
        });
        shapes.push(Shape::Text(Words {
            x,
            y: y + radius * 0.65,
            size: radius * 1.8,
            text: mark.count.to_string(),
            anchor: Anchor::Middle,
            bold: true,
            colour: mark.colour,
            halo: None,
        }));
    }
    shapes
}

/// Tags for pieces, placed within the board.
pub(super) fn tags(
    sight: &Sight<'_>,
    wanted: &[Wanted],
    board: Area,
    size: TagSize,
    theme: Theme,
) -> Vec<Item> {
    let bodies: Vec<Area> = wanted.iter().map(|one| one.body).collect();
    let mut taken: Vec<Area> = Vec::new();
    let mut items = Vec::new();
    for one in wanted {
        let placed = [Form::Whole, Form::Short, Form::Nameless]
            .into_iter()
            .find_map(|form| {
                let tag = Tag::of(sight, one, size, form)?;
                let area = free_place(&tag, one, board, &bodies, &taken)?;
                Some((tag, area))
            });
        let Some((tag, area)) = placed else { continue };
        taken.push(area);
        let colour = sight.colour(one.entity);
        let mut shapes = Vec::new();
        shapes.extend(leader(&one.body, &area, colour));
        shapes.extend(tag.draw(area, size, colour, theme));
        items.push(Item {
            key: format!("tag:{}", sight.id(one.entity)),
            role: Role::Tag,
            title: sight.title(one.entity),
            place: Place::default(),
            shapes,
        });
    }
    items
}

/// The free place for a tag: over no other tag, over as little of the pieces as possible, as near to its own
/// piece as that goes.
fn free_place(tag: &Tag, wanted: &Wanted, board: Area, bodies: &[Area], taken: &[Area]) -> Option<Area> {
    let body = wanted.body;
    let (middle_x, middle_y) = (body.x + body.width / 2.0, body.y + body.height / 2.0);
    let mut best: Option<(f64, Area)> = None;
    for step in 0..7 {
        let gap = 2.0 + f64::from(step) * tag.height * 0.6;
        let across = (body.width + tag.width) / 2.0 + gap;
        let down = (body.height + tag.height) / 2.0 + gap;
        for (number, (right, low)) in WAYS.into_iter().enumerate() {
            let area = Area::around(
                middle_x + right * across,
                middle_y + low * down,
                tag.width,
                tag.height,
            );
            if !board.holds(&area) || taken.iter().any(|other| other.overlap(&area) > 0.0) {
                continue;
            }
            // A piece that lies half under the tag of another cannot be read.
            let is_hidden = |other: &&Area| {
                let share = other.overlap(&area) / (other.width * other.height).max(1.0);
                share > MOST_COVERED
            };
            if bodies.iter().any(|other| is_hidden(&other)) {
                continue;
            }
            let covered: f64 = bodies.iter().map(|other| other.overlap(&area)).sum();
            let cost = covered * 2.0 + gap * 3.0 + number as f64;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, area));
            }
        }
    }
    best.map(|(_, area)| area)
}

/// A thin line from a piece to a tag that lies further away.
fn leader(body: &Area, tag: &Area, colour: Colour) -> Option<Shape> {
    let from = (body.x + body.width / 2.0, body.y + body.height / 2.0);
    let to = (tag.x + tag.width / 2.0, tag.y + tag.height / 2.0);
    let gap = (
        ((from.0 - to.0).abs() - (body.width + tag.width) / 2.0).max(0.0),
        ((from.1 - to.1).abs() - (body.height + tag.height) / 2.0).max(0.0),
    );
    let is_far = gap.0.max(gap.1) > 8.0;
    is_far.then(|| Shape::Line {
        points: vec![from, to],
        stroke: Stroke {
            opacity: 0.7,
            ..Stroke::plain(colour, 1.0)
        },
    })
}
