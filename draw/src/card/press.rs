//! The faces and backs of a system: facts as the looks say, texts as the compiler tells them.

use super::back::Back;
use super::face::{Face, FaceLine, FaceStat};
use super::sample::Samples;
use super::units;
use crate::theme::GREY;
use cardwright_bytecode::pack::{CONST_SET, KindClass, Pack, TemplateDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::document::{CardSetDoc, Icon};
use cardwright_compiler::looks::{
    CardLook, Colour, ColourBy, Fact, FactLine, IconBy, Looks, Reading, Stat, ThingLook, looks_of,
};
use cardwright_compiler::project::System;
use cardwright_compiler::wording::{CardTeller, CardWords, FactWords};
use cardwright_compiler::{Compiled, Documents};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Colours of kinds that have none: dark enough for white letters, and told apart.
const KINDS: [Colour; 8] = [
    Colour(38, 84, 124),
    Colour(138, 58, 44),
    Colour(52, 98, 66),
    Colour(104, 66, 128),
    Colour(126, 92, 32),
    Colour(34, 104, 108),
    Colour(122, 48, 88),
    Colour(78, 82, 92),
];

/// A printer of the cards of a system.
pub struct Press<'a> {
    teller: CardTeller<'a>,
    pack: &'a Pack,
    looks: Looks,
    samples: OnceCell<Samples>,
    /// The display name of the system.
    title: String,
    /// The set of each entry.
    sets: BTreeMap<&'a str, &'a CardSetDoc>,
    plain: CardLook,
}

impl<'a> Press<'a> {
    /// A printer for all cards of a system, or for those that a scenario has of it; `None` if the system does
    /// not compile.
    #[must_use]
    pub fn of(project: &'a Documents, system: &'a System, compiled: &'a Compiled) -> Option<Self> {
        let teller = CardTeller::of(project, system, compiled)?;
        let id = &system.doc.system.value;
        let own = project.sets.iter().filter(|((of, _), _)| of == id);
        let sets = own.flat_map(|(_, set)| {
            let cards = set.doc.cards.iter();
            cards.map(move |card| (card.id.value.as_str(), &*set.doc))
        });
        let pack = teller.pack();
        Some(Self {
            pack,
            looks: looks_of(project, id, pack),
            samples: OnceCell::new(),
            title: system.doc.title.clone(),
            sets: sets.collect(),
            teller,
            plain: CardLook::default(),
        })
    }

    /// The system's pack.
    #[must_use]
    pub fn pack(&self) -> &'a Pack {
        self.pack
    }

    /// How its game looks.
    #[must_use]
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// The outlines of its icons.
    #[must_use]
    pub fn icons(&self) -> &Arc<BTreeMap<String, Icon>> {
        &self.looks.icons
    }

    /// Whether there are cards of a kind: its looks do not say otherwise, and it is no scenery.
    #[must_use]
    pub fn has_cards(&self, kind: usize) -> bool {
        let class = self.pack.kinds.get(kind).map(|kind| kind.class);
        let look = self.looks.things.get(&kind);
        let is_scenery = class == Some(KindClass::Piece) && look.is_some_and(|look| look.fill.is_some());
        let is_thing = matches!(class, Some(KindClass::Piece | KindClass::Card));
        is_thing && !is_scenery && !self.look(kind).unprinted
    }

    /// Whether a card (an index into the pack's) is scenery: its looks give it a colour, whoever owns it.
    #[must_use]
    pub fn is_scenery(&self, template: usize) -> bool {
        let def = self.pack.templates.get(template);
        let look = def.and_then(|def| self.looks.things.get(&usize::from(def.kind)));
        look.is_some_and(|look| look.fill.is_some())
    }

    /// The colour of a card (an index into the pack's).
    #[must_use]
    pub fn colour_of(&self, template: usize) -> Colour {
        let def = self.pack.templates.get(template);
        def.map_or(GREY, |def| {
            let kind = usize::from(def.kind);
            self.colour(kind, self.look(kind), def)
        })
    }

    /// How the cards of a kind look.
    #[must_use]
    pub fn look(&self, kind: usize) -> &CardLook {
        self.looks
            .things
            .get(&kind)
            .map_or(&self.plain, |look| &look.card)
    }

    /// The display name of a kind.
    #[must_use]
    pub fn kind(&self, kind: usize) -> String {
        self.teller.kind(kind)
    }

    /// The display name of the system.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The set that a card comes from: that of its own entry, or of the one that makes it.
    #[must_use]
    pub fn set_of(&self, card: &str) -> Option<&'a CardSetDoc> {
        let own = self.sets.get(card).copied();
        own.or_else(|| {
            let ends = card.rmatch_indices('-').map(|(at, _)| at);
            ends.filter_map(|at| self.sets.get(&card[..at])).next().copied()
        })
    }

    /// The size of the cards of a kind in tenths of a millimetre.
    #[must_use]
    pub fn size(&self, kind: usize) -> (f64, f64) {
        let (width, height) = self.look(kind).size;
        (units(width), units(height))
    }

    /// The back of the cards of a kind.
    #[must_use]
    pub fn back(&self, kind: usize) -> Back {
        let look = self.look(kind);
        let thing = self.looks.things.get(&kind);
        let own = look.back_icon.clone();
        let icon = own.or_else(|| thing.and_then(|look| look.icon.clone()));
        Back {
            kind: self.kind(kind),
            game: self.title.clone(),
            colour: look.back_fill.unwrap_or_else(|| self.colour_of_kind(kind)),
            pattern: look.back_pattern,
            icon: icon.filter(|name| self.looks.icons.contains_key(name)),
            size: self.size(kind),
        }
    }

    /// The face of a card (an index into the pack's).
    #[must_use]
    pub fn face(&self, template: usize) -> Option<Face> {
        let def = self.pack.templates.get(template)?;
        let kind = usize::from(def.kind);
        let look = self.look(kind);
        let words = self.teller.card(template);
        let stats = self.stats(kind, look, def, &words);
        let name = look.name.as_ref().and_then(|fact| self.text(fact, def));
        Some(Face {
            id: def.id.clone(),
            name: name.unwrap_or_else(|| def.name.clone()),
            line: self.line(kind, look, def),
            colour: self.colour(kind, look, def),
            icon: self.icon(kind, template, def),
            left: look.left.as_ref().and_then(|stat| self.stat(stat, def)),
            right: look.right.as_ref().and_then(|stat| self.stat(stat, def)),
            facts: self.facts(kind, look, def, &words, stats.is_plain),
            stats: stats.all,
            rules: words.rules,
            notes: words.notes,
            foot: self.foot(&def.id),
            size: self.size(kind),
        })
    }

    /// The value of a fact for a card (an index into the pack's), printed or as it is where the card lies there and nothing happens.
    #[must_use]
    pub fn value_of(&self, fact: &Fact, template: usize) -> Option<i64> {
        let def = self.pack.templates.get(template)?;
        let asked = || {
            let value = self.samples().value(self.pack, fact, template)?;
            Some(if fact.negated {
                i64::from(value == 0)
            } else {
                value
            })
        };
        self.value(fact, def).or_else(asked)
    }

    fn samples(&self) -> &Samples {
        self.samples.get_or_init(|| Samples::of(self.pack))
    }

    /// The icon of a card or piece (an index into the pack's templates).
    #[must_use]
    pub fn icon_of(&self, template: usize) -> Option<String> {
        let def = self.pack.templates.get(template)?;
        self.icon(usize::from(def.kind), template, def)
    }

    /// The display name of a row of a record.
    #[must_use]
    pub fn row(&self, record: u16, id: &str) -> String {
        self.teller.row_called(record, id)
    }

    /// An id as a heading.
    #[must_use]
    pub fn heading(&self, id: &str) -> String {
        self.teller.word(id)
    }

    fn foot(&self, card: &str) -> String {
        match self.set_of(card) {
            Some(set) => format!("{} · {} · {card}", self.title, set.title),
            None => format!("{} · {card}", self.title),
        }
    }

    /// The kind, and the facts that stand behind it.
    fn line(&self, kind: usize, look: &CardLook, def: &TemplateDef) -> String {
        let facts = look.line.iter().filter_map(|fact| self.text(fact, def));
        let parts = std::iter::once(self.kind(kind)).chain(facts.map(|text| capital(&text)));
        parts.collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn colour_of_kind(&self, kind: usize) -> Colour {
        let own = self.look(kind).colour;
        let fill = || self.looks.things.get(&kind).and_then(|look| look.fill);
        own.or_else(fill).unwrap_or(KINDS[kind % KINDS.len()])
    }

    fn colour(&self, kind: usize, look: &CardLook, def: &TemplateDef) -> Colour {
        let by = look.colour_by.as_ref();
        let chosen = by.and_then(|by| self.colour_by(by, def));
        chosen.unwrap_or_else(|| self.colour_of_kind(kind))
    }

    fn colour_by(&self, by: &ColourBy, def: &TemplateDef) -> Option<Colour> {
        let value = self.value(&by.fact, def)?;
        let value = if by.fact.ty.set {
            *self.members(value).first()?
        } else {
            value
        };
        by.of.get(self.name_of(by.fact.ty, value)?).copied()
    }

    /// The name of a word or a row.
    fn name_of(&self, ty: Ty, value: i64) -> Option<&'a str> {
        let value = usize::try_from(value).ok()?;
        match ty.base {
            Base::Word(word) => {
                let words = &self.pack.words.get(usize::from(word))?.words;
                words.get(value).map(String::as_str)
            }
            Base::Row(_) => self.pack.rows.get(value).map(|row| row.id.as_str()),
            _ => None,
        }
    }

    fn members(&self, set: i64) -> &'a [i64] {
        let set = usize::try_from(set.saturating_sub(CONST_SET)).ok();
        let set = set.and_then(|set| self.pack.sets.get(set));
        set.map_or(&[], |set| &set.items)
    }

    fn icon(&self, kind: usize, template: usize, def: &TemplateDef) -> Option<String> {
        let look = self.looks.things.get(&kind)?;
        let of_card = look.icon_of_card.get(&def.id).cloned();
        let by_fact = || {
            look.icon_by
                .as_ref()
                .and_then(|by| self.icon_by(by, template, def))
        };
        let chosen = of_card.or_else(by_fact).or_else(|| look.icon.clone())?;
        self.looks.icons.contains_key(&chosen).then_some(chosen)
    }

    fn icon_by(&self, by: &IconBy, template: usize, def: &TemplateDef) -> Option<String> {
        let printed = self.value(&by.fact, def);
        let asked = || self.samples().value(self.pack, &by.fact, template);
        by.of
            .get(self.name_of(by.fact.ty, printed.or_else(asked)?)?)
            .cloned()
    }

    /// The value of a printed fact.
    fn value(&self, fact: &Fact, def: &TemplateDef) -> Option<i64> {
        let value = match &fact.reading {
            Reading::Constant(value) => *value,
            Reading::Fields(steps) => self.field(steps, def)?,
            Reading::Tokens(_) | Reading::Define(_) | Reading::Value(_) => return None,
        };
        Some(if fact.negated {
            i64::from(value == 0)
        } else {
            value
        })
    }

    /// A field of a card, and fields of the rows that it leads to.
    fn field(&self, steps: &[u16], def: &TemplateDef) -> Option<i64> {
        let (&first, further) = steps.split_first()?;
        let mut value = *def.cells.get(usize::from(first))?;
        for &step in further {
            let row = self.pack.rows.get(usize::try_from(value).ok()?)?;
            // The null row has no cells: all its facts are null.
            value = row.cells.get(usize::from(step)).copied().unwrap_or(0);
        }
        Some(value)
    }

    fn text(&self, fact: &Fact, def: &TemplateDef) -> Option<String> {
        self.teller.value(fact.ty, self.value(fact, def)?)
    }

    fn stat(&self, stat: &Stat, def: &TemplateDef) -> Option<FaceStat> {
        if stat.positive && self.value(&stat.show, def) == Some(0) {
            return None;
        }
        Some(FaceStat {
            name: stat.name.clone(),
            text: capital(&self.text(&stat.show, def)?),
            colour: stat.colour,
            icon: stat.icon.clone(),
        })
    }

    /// The numbers of a card: those of its looks, its printed badges, or all numbers that it says.
    fn stats(&self, kind: usize, look: &CardLook, def: &TemplateDef, words: &CardWords) -> Stats {
        if !look.stats.is_empty() {
            return Stats::of(look.stats.iter().filter_map(|stat| self.stat(stat, def)));
        }
        let badges = self.looks.things.get(&kind).map_or(&[][..], |look| &look.badges);
        let is_printed = |fact: &&Fact| fact.is_printed(self.pack, kind);
        let sides: Vec<&Fact> = look
            .left
            .iter()
            .chain(&look.right)
            .map(|stat| &stat.show)
            .collect();
        let badges = badges.iter().filter_map(|badge| {
            let is_new = |fact: &&Fact| !sides.iter().any(|side| is_same(side, fact));
            let fact = Some(&badge.show).filter(is_printed).filter(is_new)?;
            Some(FaceStat {
                name: badge.name.clone(),
                text: capital(&self.text(fact, def)?),
                colour: badge.colour,
                icon: badge.icon.clone(),
            })
        });
        let stats = Stats::of(badges);
        if !stats.all.is_empty() || self.looks.things.contains_key(&kind) {
            return stats;
        }
        let numbers = words
            .facts
            .iter()
            .filter(|fact| self.is_number(kind, &fact.field));
        Stats {
            all: numbers.map(plain_stat).collect(),
            is_plain: true,
        }
    }

    fn is_number(&self, kind: usize, field: &str) -> bool {
        let fields = self.pack.kinds.get(kind).map_or(&[][..], |kind| &kind.fields);
        let field = fields.iter().find(|one| one.name == field);
        field.is_some_and(|field| field.ty == Ty::NUMBER || field.ty == Ty::LENGTH)
    }

    /// The facts in words: those of the looks, then what the card says and nothing else on it shows.
    fn facts(
        &self,
        kind: usize,
        look: &CardLook,
        def: &TemplateDef,
        words: &CardWords,
        has_plain_stats: bool,
    ) -> Vec<FaceLine> {
        let shown = self.shown(kind, look);
        let own = look.facts.iter().filter_map(|line| self.fact_line(line, def));
        let said = words.facts.iter().filter(|fact| {
            let is_stat = has_plain_stats && self.is_number(kind, &fact.field);
            // None of something is not there.
            !is_stat && fact.text != "0" && !shown.contains(fact.field.as_str())
        });
        let said = said.map(|fact| FaceLine {
            label: fact.label.clone(),
            text: fact.text.clone(),
        });
        own.chain(said).collect()
    }

    fn fact_line(&self, line: &FactLine, def: &TemplateDef) -> Option<FaceLine> {
        let is_yes = line.show.ty == Ty::BOOL;
        let text = match line.each {
            Some((field, ty)) => self.told_each(self.value(&line.show, def)?, field, ty)?,
            None => self.text(&line.show, def)?,
        };
        Some(FaceLine {
            label: line.name.clone(),
            text: if is_yes { String::new() } else { text },
        })
    }

    /// A field of each row of a set; what is the same is told once, with its number.
    fn told_each(&self, set: i64, field: usize, ty: Ty) -> Option<String> {
        let mut told: Vec<(String, usize)> = Vec::new();
        for &member in self.members(set) {
            let row = self.pack.rows.get(usize::try_from(member).ok()?)?;
            let text = self.teller.value(ty, *row.cells.get(field)?)?;
            match told.iter_mut().find(|(known, _)| *known == text) {
                Some((_, count)) => *count += 1,
                None => told.push((text, 1)),
            }
        }
        let told = told.into_iter().map(|(text, count)| {
            if count > 1 {
                format!("{text} × {count}")
            } else {
                text
            }
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// The fields that something else on the card shows.
    fn shown<'l>(&'l self, kind: usize, look: &'l CardLook) -> BTreeSet<&'l str> {
        let fields = self.pack.kinds.get(kind).map_or(&[][..], |kind| &kind.fields);
        let thing = self.looks.things.get(&kind);
        let facts = facts_of(look, thing);
        let firsts = facts.filter_map(|fact| match &fact.reading {
            Reading::Fields(steps) => steps.first().copied(),
            _ => None,
        });
        let shown = firsts.filter_map(|first| fields.get(usize::from(first)));
        let mut shown: BTreeSet<&str> = shown.map(|field| field.name.as_str()).collect();
        shown.extend(look.without.iter().map(String::as_str));
        // How large its base is, the piece itself shows.
        if let Some(footprint) = self.pack.kinds.get(kind).and_then(|kind| kind.footprint) {
            let sizes = super::footprint_fields(footprint);
            let sizes = sizes.into_iter().filter_map(|at| fields.get(usize::from(at)));
            shown.extend(sizes.map(|field| field.name.as_str()));
        }
        shown
    }
}

/// The numbers of a card.
struct Stats {
    all: Vec<FaceStat>,
    /// Whether they are all numbers that the card says.
    is_plain: bool,
}

impl Stats {
    fn of(stats: impl Iterator<Item = FaceStat>) -> Self {
        Self {
            all: stats.collect(),
            is_plain: false,
        }
    }
}

/// Whether two facts are found at the same place.
fn is_same(one: &Fact, other: &Fact) -> bool {
    match (&one.reading, &other.reading) {
        (Reading::Fields(one), Reading::Fields(other)) => one == other,
        _ => false,
    }
}

fn plain_stat(fact: &FactWords) -> FaceStat {
    FaceStat {
        name: fact.label.clone(),
        text: fact.text.clone(),
        colour: None,
        icon: None,
    }
}

/// The facts that a card shows otherwise than as lines.
fn facts_of<'l>(look: &'l CardLook, thing: Option<&'l ThingLook>) -> impl Iterator<Item = &'l Fact> {
    let stats = look.left.iter().chain(&look.right).chain(&look.stats);
    let badges = thing.filter(|_| look.stats.is_empty());
    let badges = badges.into_iter().flat_map(|look| &look.badges);
    let lines = look.facts.iter().map(|line| &line.show);
    let stats = stats
        .map(|stat| &stat.show)
        .chain(badges.map(|badge| &badge.show));
    let named = look.name.iter().chain(&look.line);
    named.chain(stats).chain(lines)
}

/// A text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
