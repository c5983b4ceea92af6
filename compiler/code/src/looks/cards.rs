//! From the looks document to the looks of what is printed: cards and templates; and what is wrong with it.
//!
//! A printed card is the same in every game, so its facts are fields, or rows that these lead to. What the state of a game decides
//! is refused.

use super::fact::Reading;
use super::found::{Finder, icon};
use super::{CARD_SIDES, CARD_SIZE, CardLook, ColourBy, Fact, FactLine, Pattern, Stat, TemplatesLook};
use cardwright_bytecode::pack::Pack;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::{At, CardLookDoc, ColourDoc, FactLineDoc, StatDoc, TemplatesDoc};

impl Fact {
    /// Whether it is printed: the same in every game.
    #[must_use]
    pub fn is_printed(&self, pack: &Pack, kind: usize) -> bool {
        match &self.reading {
            Reading::Constant(_) => true,
            Reading::Fields(steps) => {
                let fields = pack.kinds.get(kind).map(|kind| &kind.fields);
                let first = steps.first().copied().map(usize::from);
                let first = fields.zip(first).and_then(|(fields, first)| fields.get(first));
                first.is_some_and(|field| !field.state && !field.ty.base.is_entity())
            }
            Reading::Tokens(_) | Reading::Define(_) | Reading::Value(_) => false,
        }
    }
}

impl Finder<'_> {
    /// The look of the cards of a kind.
    pub(super) fn card(&mut self, kind: usize, doc: &CardLookDoc) -> CardLook {
        let (colour, colour_by) = self.colour_choice(kind, &doc.colour);
        let pattern = doc.back.pattern.as_ref();
        CardLook {
            unprinted: doc.unprinted,
            shared: doc.shared,
            size: doc.size.as_ref().map_or(CARD_SIZE, |size| self.size(size)),
            colour,
            colour_by,
            back_fill: self.maybe_colour(doc.back.fill.as_ref()),
            back_pattern: pattern.map_or(Pattern::Cross, |pattern| self.pattern(Some(pattern))),
            back_icon: icon(doc.back.icon.as_ref()),
            name: doc.name.as_ref().and_then(|name| self.printed(kind, name)),
            line: doc
                .line
                .iter()
                .filter_map(|fact| self.printed(kind, fact))
                .collect(),
            left: doc.left.as_ref().and_then(|stat| self.stat(kind, stat)),
            right: doc.right.as_ref().and_then(|stat| self.stat(kind, stat)),
            stats: doc
                .stats
                .iter()
                .filter_map(|stat| self.stat(kind, stat))
                .collect(),
            facts: doc
                .facts
                .iter()
                .filter_map(|line| self.fact_line(kind, line))
                .collect(),
            without: doc
                .without
                .iter()
                .filter(|field| self.place_of_field(kind, field).is_some())
                .map(|field| field.value.clone())
                .collect(),
        }
    }

    /// A fact that is the same in every game.
    pub(super) fn printed(&mut self, kind: usize, text: &At<String>) -> Option<Fact> {
        let fact = self.fact(kind, text)?;
        if fact.is_printed(self.pack, kind) {
            return Some(fact);
        }
        let message = format!(
            "`{}` is not printed, because it depends on the state of the game; name a field that no rule \
             changes",
            text.value
        );
        self.fault(text, message);
        None
    }

    fn stat(&mut self, kind: usize, doc: &StatDoc) -> Option<Stat> {
        let colour = self.maybe_colour(doc.colour.as_ref());
        Some(Stat {
            name: doc.name.value.clone(),
            show: self.printed(kind, &doc.show)?,
            colour,
            icon: icon(doc.icon.as_ref()),
            positive: doc.positive,
        })
    }

    fn fact_line(&mut self, kind: usize, doc: &FactLineDoc) -> Option<FactLine> {
        let show = self.printed(kind, &doc.show)?;
        let each = match (&doc.each, show.ty.base) {
            (None, _) => None,
            (Some(each), Base::Row(record)) if show.ty.set => {
                let record = self.pack.records.get(usize::from(record))?;
                let found = record.fields.iter().position(|field| field.name == each.value);
                let Some(at) = found else {
                    let message = format!("`{}` has no field `{}`", record.name, each.value);
                    self.fault(each, message);
                    return None;
                };
                Some((at, record.fields[at].ty))
            }
            (Some(each), _) => {
                let message = format!(
                    "`{}` is not a set of rows, so its members have no fields",
                    doc.show.value
                );
                self.fault(each, message);
                return None;
            }
        };
        Some(FactLine {
            name: doc.name.value.clone(),
            show,
            each,
        })
    }

    fn colour_choice(&mut self, kind: usize, doc: &ColourDoc) -> (Option<super::Colour>, Option<ColourBy>) {
        let always = self.maybe_colour(doc.always.as_ref());
        let of = doc.of.0.iter();
        let of = of.filter_map(|(value, colour)| Some((value.value.clone(), self.colour(colour)?)));
        let of = of.collect();
        let Some(by) = &doc.by else {
            return (always, None);
        };
        let Some(fact) = self.printed(kind, by) else {
            return (always, None);
        };
        if !matches!(fact.ty.base, Base::Word(_) | Base::Row(_)) {
            let message = format!(
                "`{}` is neither a word nor a row, so its values cannot have colours",
                by.value
            );
            self.fault(by, message);
            return (always, None);
        }
        (always, Some(ColourBy { fact, of }))
    }

    /// The rows of a record as templates.
    pub(super) fn templates(&mut self, doc: &TemplatesDoc) -> Option<TemplatesLook> {
        let known = self
            .pack
            .records
            .iter()
            .position(|record| record.name == doc.rows.value);
        let Some(record) = known else {
            let message = format!("this game has no record `{}`", doc.rows.value);
            self.fault(&doc.rows, message);
            return None;
        };
        let length = self.record_field(record, &doc.length, Ty::LENGTH);
        let bend = doc
            .bend
            .as_ref()
            .map(|bend| self.record_field(record, bend, Ty::ANGLE));
        let width = self.length(&doc.width);
        Some(TemplatesLook {
            record: u16::try_from(record).ok()?,
            length: length?,
            bend: match bend {
                Some(bend) => Some(bend?),
                None => None,
            },
            width: width?,
        })
    }

    /// A field of a record that has this type.
    fn record_field(&mut self, record: usize, name: &At<String>, ty: Ty) -> Option<usize> {
        let record = self.pack.records.get(record)?;
        let found = record
            .fields
            .iter()
            .position(|field| field.name == name.value && field.ty == ty);
        if found.is_none() {
            let wanted = if ty == Ty::LENGTH { "a length" } else { "an angle" };
            let message = format!("`{}` has no field `{}` that is {wanted}", record.name, name.value);
            self.fault(name, message);
        }
        found
    }

    /// Width and height: `63.5mm x 88.9mm`.
    fn size(&mut self, text: &At<String>) -> (i64, i64) {
        let sides = text.value.split_once(" x ");
        let side = |side: &str| {
            super::fact::length(side).filter(|side| (CARD_SIDES.0..=CARD_SIDES.1).contains(side))
        };
        let sides = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
        sides.unwrap_or_else(|| {
            let message = format!(
                "`{}` is not the size of a card: write width and height as in `63.5mm x 88.9mm`, each from \
                 1in to 7in",
                text.value
            );
            self.fault(text, message);
            CARD_SIZE
        })
    }
}
