//! The panel beside the board, a list of the things off it: each player with his pieces and cards, then those
//! that belong to nobody.

use super::Area;
use super::piece::plate;
use super::sight::{BadgeSeen, BarSeen, MarkSeen, Sight};
use super::tags::{drawn_bar, drawn_mark};
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Words};
use crate::theme::{GREY, Theme, mixed, on};
use cardwright_bytecode::pack::{EntityId, GAME, KindClass, cell};
use cardwright_core::limits::MAX_HOLDERS;

/// The letters of names and of what lies on things.
const NAME: f64 = 13.0;
const SMALL: f64 = 11.0;
/// How tall a line is.
const LINE: f64 = 18.0;
/// How far what lies on something stands to the right of it.
const INDENT: f64 = 14.0;
/// How large a die is.
const DIE: f64 = 30.0;
/// The most pools of dice that are shown.
const MOST_POOLS: usize = 3;
/// The most pieces of a player whose bars are listed though nothing lies on them.
const FEW: usize = 12;

/// The list, and where it ends.
pub(super) fn panel(sight: &Sight<'_>, area: Area, theme: Theme) -> (Vec<Item>, f64) {
    let mut owners: Vec<EntityId> = sight.game.players().to_vec();
    owners.push(GAME);
    let columns = match area.width {
        ..620.0 => 1,
        ..1_000.0 => 2,
        _ => 3,
    };
    let gap = 16.0;
    let width = (area.width - gap * f64::from(columns - 1)) / f64::from(columns);
    let mut bottoms = vec![area.y; usize::try_from(columns).unwrap_or(1)];
    let mut items = Vec::new();
    let mut rolled = List::new(sight, theme, Area { width, ..area });
    if rolled.dice() {
        bottoms[0] = rolled.y + 8.0;
        items.push(Item {
            key: "dice".to_owned(),
            role: Role::Panel,
            title: String::new(),
            place: Place::default(),
            shapes: rolled.shapes,
        });
    }
    for owner in owners {
        // Each block goes where the list ends first.
        let mut best = 0;
        for (number, bottom) in bottoms.iter().enumerate() {
            if *bottom + 1.0 < bottoms[best] {
                best = number;
            }
        }
        let room = Area {
            x: area.x + best as f64 * (width + gap),
            y: bottoms[best],
            width,
            height: 0.0,
        };
        let mut list = List::new(sight, theme, room);
        if list.block(owner) {
            bottoms[best] = list.y + 12.0;
            items.push(Item {
                key: format!("panel:{}", sight.id(owner)),
                role: Role::Panel,
                title: String::new(),
                place: Place::default(),
                shapes: list.shapes,
            });
        }
    }
    (items, bottoms.into_iter().fold(area.y, f64::max))
}

/// A list that grows downwards.
struct List<'s, 'a> {
    sight: &'s Sight<'a>,
    theme: Theme,
    area: Area,
    y: f64,
    shapes: Vec<Shape>,
}

impl<'s, 'a> List<'s, 'a> {
    fn new(sight: &'s Sight<'a>, theme: Theme, area: Area) -> Self {
        Self {
            sight,
            theme,
            area,
            y: area.y,
            shapes: Vec::new(),
        }
    }

    /// The dice that lie on the table, each pool in a row; whether there are any.
    fn dice(&mut self) -> bool {
        if self.sight.game.outcome().is_some() {
            return false;
        }
        let pools: Vec<Vec<(usize, u16)>> = self.sight.game.pools();
        let pools: Vec<_> = pools.into_iter().filter(|pool| !pool.is_empty()).collect();
        // The latest ones are what is talked about.
        for pool in pools.iter().skip(pools.len().saturating_sub(MOST_POOLS)) {
            let mut x = self.area.x;
            for &(die, face) in pool {
                if x + DIE > self.area.right() {
                    x = self.area.x;
                    self.y += DIE + 4.0;
                }
                self.die((x, self.y), die, face);
                x += DIE + 4.0;
            }
            self.y += DIE + 6.0;
        }
        !pools.is_empty()
    }

    fn die(&mut self, (x, y): (f64, f64), die: usize, face: u16) {
        let sight = self.sight;
        let colour = sight.looks.dice.get(&die).copied().unwrap_or(GREY);
        let look = sight.looks.faces.get(&face);
        let ink = look.and_then(|look| look.colour).unwrap_or_else(|| on(colour));
        let name = sight
            .pack
            .words
            .first()
            .and_then(|faces| faces.words.get(usize::from(face)));
        let name = look
            .and_then(|look| look.name.clone())
            .or_else(|| name.cloned())
            .unwrap_or_default();
        self.shapes.push(Shape::Rect {
            x,
            y,
            width: DIE,
            height: DIE,
            radius: 5.0,
            paint: Paint::plain(colour).edged(mixed(colour, on(colour), 0.5), 1.0),
        });
        let icon = look.and_then(|look| look.icon.clone());
        let (middle_x, middle_y) = (x + DIE / 2.0, y + DIE / 2.0);
        match icon.filter(|icon| sight.looks.icons.contains_key(icon)) {
            Some(name) => self.shapes.push(Shape::Icon {
                name,
                x: middle_x,
                y: middle_y,
                size: DIE * 0.72,
                colour: ink,
            }),
            None => self.shapes.push(Shape::Text(Words {
                x: middle_x,
                y: middle_y + 3.0,
                size: 8.5,
                text: letters::cut(&name, 8.5, true, DIE - 3.0),
                anchor: Anchor::Middle,
                bold: true,
                colour: ink,
                halo: None,
            })),
        }
    }

    /// A player, or the game, with all that is listed; whether there is anything to say.
    fn block(&mut self, owner: EntityId) -> bool {
        let is_game = owner == GAME;
        let things = self.things_of(if is_game { 0 } else { owner });
        let (marks, badges) = (self.sight.marks(owner), self.sight.badges(owner));
        let state = self.sight.plain_state(owner);
        let nothing = things.is_empty() && marks.is_empty() && badges.is_empty() && state.is_empty();
        if is_game && nothing {
            return false;
        }
        self.heading(owner, &badges, &marks);
        for bar in self.sight.bars(owner) {
            self.bar_row(0.0, &bar);
        }
        self.state(self.area.x + 4.0, &state);
        for (thing, count) in things {
            self.thing(thing, count, 0);
        }
        true
    }

    fn heading(&mut self, owner: EntityId, badges: &[BadgeSeen], marks: &[MarkSeen]) {
        let colour = self.sight.colour_of_player(owner).unwrap_or(GREY);
        let name = match owner {
            GAME => "On the table".to_owned(),
            player => self.sight.name(player),
        };
        let ink = on(colour);
        self.shapes.push(Shape::Rect {
            x: self.area.x,
            y: self.y,
            width: self.area.width,
            height: 22.0,
            radius: 4.0,
            paint: Paint::plain(colour).edged(self.theme.line, 1.0),
        });
        let left = self.right_side(self.area.right() - 6.0, self.y + 11.0, badges, marks);
        let room = left - self.area.x - 14.0;
        self.words(
            (self.area.x + 8.0, self.y + 15.5),
            NAME,
            &letters::cut(&name, NAME, true, room),
            true,
            ink,
        );
        self.y += 27.0;
    }

    /// Badges and marks that end at a point; where they begin.
    fn right_side(&mut self, right: f64, middle: f64, badges: &[BadgeSeen], marks: &[MarkSeen]) -> f64 {
        let mut x = right;
        for mark in marks.iter().rev() {
            x -= 8.0;
            self.shapes.extend(drawn_mark(mark, (x, middle), 15.0));
            x -= 10.0;
        }
        for badge in badges.iter().rev() {
            let width = (letters::width(&badge.text, SMALL, true) + SMALL * 0.5).max(SMALL * 1.2);
            x -= width / 2.0;
            self.shapes.extend(plate(badge, (x, middle), SMALL));
            x -= width / 2.0 + 3.0;
            if let Some(icon) = badge
                .icon
                .as_ref()
                .filter(|icon| self.sight.looks.icons.contains_key(*icon))
            {
                x -= 6.0;
                self.shapes.push(Shape::Icon {
                    name: icon.clone(),
                    x,
                    y: middle,
                    size: 12.0,
                    colour: badge
                        .colour
                        .map_or(self.theme.faint, |colour| mixed(colour, self.theme.ink, 0.3)),
                });
                x -= 9.0;
            }
        }
        x
    }

    /// How much room badges and marks take.
    fn width_of(&self, badges: &[BadgeSeen], marks: &[MarkSeen]) -> f64 {
        let icon = |badge: &BadgeSeen| if badge.icon.is_some() { 15.0 } else { 0.0 };
        let plate =
            |badge: &BadgeSeen| (letters::width(&badge.text, SMALL, true) + SMALL * 0.5).max(SMALL * 1.2);
        let badges: f64 = badges.iter().map(|badge| plate(badge) + 3.0 + icon(badge)).sum();
        badges + marks.len() as f64 * 18.0
    }

    /// The things of an owner (0: of nobody) that are listed, with how many alike ones each stands for.
    fn things_of(&self, owner: EntityId) -> Vec<(EntityId, usize)> {
        let sight = self.sight;
        let own = sight.in_play().into_iter().filter(|&entity| {
            let holder = sight.holder(entity);
            let is_thing = matches!(
                sight.class(entity),
                Some(KindClass::Card | KindClass::Piece | KindClass::Deck)
            );
            is_thing && sight.owner(entity) == owner && (holder == 0 || holder == owner)
        });
        let own: Vec<EntityId> = own.collect();
        let pieces = own
            .iter()
            .filter(|&&entity| sight.class(entity) == Some(KindClass::Piece))
            .count();
        let listed = own
            .into_iter()
            .filter(|&entity| self.is_listed(entity, owner, pieces));
        self.counted(listed.collect())
    }

    fn is_listed(&self, entity: EntityId, owner: EntityId, pieces: usize) -> bool {
        let sight = self.sight;
        let holds = !self.held(entity).is_empty();
        let is_passed_over = sight.look(entity).is_some_and(|look| look.unlisted);
        match sight.class(entity) {
            Some(KindClass::Piece) => {}
            Some(KindClass::Deck) => return holds,
            _ => return owner > 0 || holds || !is_passed_over,
        }
        if sight.game.pose(entity).is_some() {
            let is_worth = owner > 0 && pieces <= FEW && !sight.bars(entity).is_empty();
            return holds || is_worth || !sight.plain_state(entity).is_empty();
        }
        holds || !is_passed_over || sight.is_lost(entity)
    }

    /// The things on a holder, from the top.
    fn held(&self, holder: EntityId) -> Vec<EntityId> {
        let sight = self.sight;
        let mut held = sight.in_play();
        held.retain(|&entity| sight.holder(entity) == holder);
        // As they lie: the order of their numbers would tell face-down cards apart.
        held.sort_by_key(|&entity| std::cmp::Reverse(sight.game.cell(entity, cell::ORDER)));
        held
    }

    /// Things of which nothing but the name is told once, with their number.
    fn counted(&self, all: Vec<EntityId>) -> Vec<(EntityId, usize)> {
        let mut counted: Vec<(EntityId, usize)> = Vec::new();
        for one in all {
            let alike = counted.iter_mut().find(|(other, _)| self.are_alike(*other, one));
            match alike {
                Some((_, count)) => *count += 1,
                None => counted.push((one, 1)),
            }
        }
        counted
    }

    fn are_alike(&self, one: EntityId, other: EntityId) -> bool {
        let sight = self.sight;
        let told = |entity: EntityId| {
            let marks: Vec<String> = sight
                .marks(entity)
                .iter()
                .map(|mark| format!("{}{}", mark.name, mark.count))
                .collect();
            let bars: Vec<i64> = sight.bars(entity).iter().map(|bar| bar.now).collect();
            let name = sight.name(entity);
            // Those that are told apart by their ids alone are alike here.
            let name = name.split(" (").next().unwrap_or_default().to_owned();
            (
                name,
                sight.kind_number(entity),
                marks,
                bars,
                sight.is_lost(entity),
            )
        };
        self.held(one).is_empty() && self.held(other).is_empty() && told(one) == told(other)
    }

    /// A thing with what lies on it.
    fn thing(&mut self, entity: EntityId, count: usize, deep: usize) {
        let sight = self.sight;
        let left = self.area.x + INDENT * deep as f64;
        let held = self.held(entity);
        if sight.class(entity) == Some(KindClass::Deck) {
            let text = format!("{}: {} cards", sight.name(entity), held.len());
            let ink = self.theme.faint;
            self.wrapped(left, &text, SMALL, ink);
            return;
        }
        let (size, bold) = if deep == 0 { (NAME, true) } else { (SMALL, false) };
        let is_lost = sight.is_lost(entity);
        let ink = if is_lost { self.theme.faint } else { self.theme.ink };
        let mut x = left + 2.0;
        if let Some(name) = sight.icon(entity) {
            self.shapes.push(Shape::Icon {
                name,
                x: x + 8.0,
                y: self.y + LINE / 2.0,
                size: if deep == 0 { 16.0 } else { 12.0 },
                colour: mixed(sight.colour(entity), self.theme.ink, 0.25),
            });
            x += 20.0;
        }
        let (badges, marks) = match is_lost {
            // Of what is lost nothing matters any more.
            true => (Vec::new(), Vec::new()),
            false => (sight.listed_badges(entity), sight.marks(entity)),
        };
        let mut text = sight.name(entity);
        if count > 1 {
            let name = text.split(" (").next().unwrap_or_default().to_owned();
            text = format!("{name} × {count}");
        }
        if is_lost {
            text.push_str(" – lost");
        }
        let room = self.area.right() - x - 6.0;
        let fits = letters::width(&text, size, bold) + self.width_of(&badges, &marks) <= room;
        let beside: &[BadgeSeen] = if fits { &badges } else { &[] };
        let right = self.right_side(self.area.right(), self.y + LINE / 2.0, beside, &marks);
        let name = letters::cut(&text, size, bold, (right - x - 6.0).max(40.0));
        self.words((x, self.y + LINE * 0.72), size, &name, bold, ink);
        self.y += LINE;
        if !fits && !badges.is_empty() {
            self.right_side(self.area.right(), self.y + LINE / 2.0 - 2.0, &badges, &[]);
            self.y += LINE - 2.0;
        }
        for bar in sight.bars(entity).iter().filter(|_| !is_lost) {
            self.bar_row(x - self.area.x, bar);
        }
        self.state(x, &sight.plain_state(entity));
        self.on_it(held, deep);
        if deep == 0 {
            self.y += 3.0;
        }
    }

    /// The fields of a thing that play has changed, one line each.
    fn state(&mut self, left: f64, state: &[String]) {
        let ink = self.theme.faint;
        for fact in state {
            self.wrapped(left, fact, SMALL, ink);
        }
    }

    /// The things on a thing: those with more to tell than a name line by line, the rest as one text.
    fn on_it(&mut self, held: Vec<EntityId>, deep: usize) {
        if deep >= MAX_HOLDERS {
            return;
        }
        let sight = self.sight;
        let mut names: Vec<String> = Vec::new();
        for (thing, count) in self.counted(held) {
            let is_plain =
                sight.marks(thing).is_empty() && sight.bars(thing).is_empty() && self.held(thing).is_empty();
            let is_plain = is_plain && (sight.badges(thing).is_empty() || !sight.knows(thing));
            let is_plain = is_plain && sight.plain_state(thing).is_empty();
            match (is_plain, count) {
                (false, _) => self.thing(thing, count, deep + 1),
                (true, 1) => names.push(sight.name(thing)),
                (true, count) => names.push(format!("{} × {count}", sight.name(thing))),
            }
        }
        if !names.is_empty() {
            let ink = self.theme.faint;
            let left = self.area.x + INDENT * (deep + 1) as f64 + 8.0;
            self.wrapped(left, &names.join(", "), SMALL, ink);
        }
    }

    /// A bar with its name and numbers.
    fn bar_row(&mut self, indent: f64, bar: &BarSeen) {
        let left = self.area.x + indent;
        let middle = self.y + 7.0;
        let mut x = left;
        if let Some(icon) = bar
            .icon
            .as_ref()
            .filter(|icon| self.sight.looks.icons.contains_key(*icon))
        {
            self.shapes.push(Shape::Icon {
                name: icon.clone(),
                x: x + 6.0,
                y: middle,
                size: 12.0,
                colour: mixed(bar.colour, self.theme.ink, 0.25),
            });
        }
        x += 16.0;
        let row = Area {
            x,
            y: middle - 3.5,
            width: 130.0,
            height: 7.0,
        };
        self.shapes.extend(drawn_bar(bar, row, self.theme));
        let text = format!("{} {}/{}", bar.name, bar.now, bar.most);
        let ink = self.theme.faint;
        self.words((x + 138.0, middle + 4.0), SMALL, &text, false, ink);
        self.y += 14.0;
    }

    /// A text in lines.
    fn wrapped(&mut self, left: f64, text: &str, size: f64, ink: cardwright_compiler::looks::Colour) {
        for line in letters::lines(text, size, false, self.area.right() - left) {
            self.words((left, self.y + size), size, &line, false, ink);
            self.y += size * 1.25;
        }
        self.y += 2.0;
    }

    fn words(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        text: &str,
        bold: bool,
        colour: cardwright_compiler::looks::Colour,
    ) {
        self.shapes.push(Shape::Text(Words {
            x,
            y,
            size,
            text: text.to_owned(),
            anchor: Anchor::Start,
            bold,
            colour,
            halo: None,
        }));
    }
}
