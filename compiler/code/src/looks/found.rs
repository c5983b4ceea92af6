//! From the looks document to looks whose names are found in a pack, and what is wrong with the document.

use super::fact::{Refused, length};
use super::{
    Badge, Bar, BaseArc, Colour, ConditionMark, Fact, GroundLook, IconBy, Label, LineLook, Looks,
    MOST_BADGES, MOST_BARS, MarkLook, PATTERNS, Pattern, ThingLook, ZoneLook,
};
use cardwright_bytecode::pack::Pack;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{
    ArcDoc, At, BadgeDoc, BarDoc, ConditionMarkDoc, Entries, GroundLookDoc, IconDoc, LineLookDoc,
    MarkLookDoc, ScenarioDoc, ThingLookDoc, ZoneLookDoc, place_of,
};
use cardwright_documents::project::{Documents, LoadedLooks};
use cardwright_documents::source::FileId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The looks of a scenario whose pack this is: those of its system, with the colours that the scenario gives to its players. What
/// its pack does not have (a scenario plays with some card sets only) is left out.
#[must_use]
pub fn looks_in(project: &Documents, scenario: &ScenarioDoc, pack: &Pack) -> Looks {
    let loaded = project.looks.get(&scenario.system.value);
    let mut looks = loaded.map_or_else(Looks::default, |loaded| found(pack, loaded).0);
    let given = scenario.players.iter().filter_map(|player| {
        let colour = colour_of(&player.colour.as_ref()?.value)?;
        Some((player.id.value.clone(), colour))
    });
    looks.player_colours = given.collect();
    looks
}

/// The looks of a system whose pack this is, for what is no scenario: its cards.
#[must_use]
pub fn looks_of(project: &Documents, system: &str, pack: &Pack) -> Looks {
    let loaded = project.looks.get(system);
    loaded.map_or_else(Looks::default, |loaded| found(pack, loaded).0)
}

/// The diagnostics of the looks of a system, checked against its pack with all card sets.
#[must_use]
pub fn check(project: &Documents, pack: &Pack, loaded: &LoadedLooks) -> Vec<Diagnostic> {
    let mut found = found(pack, loaded).1;
    let system = &loaded.doc.looks.value;
    let sets = project.sets.keys().filter(|(of, _)| of == system);
    let sets: Vec<String> = sets.map(|(_, set)| set.clone()).collect();
    let named = loaded.doc.force.iter().flat_map(|force| &force.without_sets);
    for set in named.filter(|set| !sets.contains(&set.value)) {
        let message = format!("this game has no card set `{}`", set.value);
        let mut unknown = Diagnostic::new(codes::LOOKS, place_of(loaded.file, set), message);
        unknown.suggest(&set.value, &sets);
        found.push(unknown);
    }
    found
}

fn found(pack: &Pack, loaded: &LoadedLooks) -> (Looks, Vec<Diagnostic>) {
    let mut finder = Finder {
        pack,
        file: loaded.file,
        loaded,
        faults: Vec::new(),
    };
    let looks = finder.looks();
    (looks, finder.faults)
}

pub(super) struct Finder<'a> {
    pub(super) pack: &'a Pack,
    file: FileId,
    loaded: &'a LoadedLooks,
    faults: Vec<Diagnostic>,
}

impl Finder<'_> {
    fn looks(&mut self) -> Looks {
        let doc = Arc::clone(&self.loaded.doc);
        let table = &doc.table;
        Looks {
            player_colours: BTreeMap::new(),
            players: doc.players.iter().filter_map(|one| self.colour(one)).collect(),
            table: self.maybe_colour(table.fill.as_ref()),
            table_pattern: self.pattern(table.pattern.as_ref()),
            bands: table.bands.iter().filter_map(|one| self.length(one)).collect(),
            templates: table
                .templates
                .iter()
                .filter_map(|one| self.templates(one))
                .collect(),
            things: self.named("kind", &doc.things, Self::kinds, Self::thing),
            tokens: self.named("token", &doc.tokens, Self::tokens, Self::mark),
            faces: self
                .named("face", &doc.faces, Self::faces, Self::mark)
                .into_iter()
                .filter_map(|(at, look)| Some((u16::try_from(at).ok()?, look)))
                .collect(),
            dice: self
                .named("die", &doc.dice, Self::dice, |finder, _, die| {
                    finder.colour(&die.colour)
                })
                .into_iter()
                .filter_map(|(at, colour)| Some((at, colour?)))
                .collect(),
            terrain: self
                .named("ground", &doc.terrain, Self::grounds, Self::ground)
                .into_iter()
                .filter_map(|(at, look)| Some((u32::try_from(at).ok()?, look)))
                .collect(),
            zones: self.named("zone", &doc.zones, Self::zone_words, Self::zone),
            lines: doc.lines.iter().filter_map(|line| self.line(line)).collect(),
            force: doc.force.as_ref().map(|force| self.force(force)),
            icons: Arc::clone(&self.loaded.icons),
        }
    }

    /// Entries whose keys are names of the pack, by the numbers that these have there.
    pub(super) fn named<D, L>(
        &mut self,
        what: &str,
        entries: &Entries<D>,
        known: impl Fn(&Self) -> Vec<(usize, String)>,
        look: impl Fn(&mut Self, usize, &D) -> L,
    ) -> BTreeMap<usize, L> {
        let known = known(self);
        let mut found = BTreeMap::new();
        for (name, entry) in &entries.0 {
            match known.iter().find(|(_, one)| *one == name.value) {
                Some(&(at, _)) => {
                    let look = look(self, at, entry);
                    found.insert(at, look);
                }
                None => {
                    let message = format!("this game has no {what} `{}`", name.value);
                    let names = known.iter().map(|(_, one)| one.clone()).collect();
                    self.refuse(
                        name,
                        Refused {
                            message,
                            wrong: name.value.clone(),
                            known: names,
                        },
                    );
                }
            }
        }
        found
    }

    pub(super) fn kinds(&self) -> Vec<(usize, String)> {
        let names = self.pack.kinds.iter().map(|kind| kind.name.clone());
        names.enumerate().collect()
    }

    fn tokens(&self) -> Vec<(usize, String)> {
        let names = self.pack.tokens.iter().map(|token| token.name.clone());
        names.enumerate().collect()
    }

    fn faces(&self) -> Vec<(usize, String)> {
        let faces = self.pack.words.first().map_or(&[][..], |word| &word.words);
        faces.iter().cloned().enumerate().collect()
    }

    fn dice(&self) -> Vec<(usize, String)> {
        let names = self.pack.dice.iter().map(|die| die.name.clone());
        names.enumerate().collect()
    }

    fn grounds(&self) -> Vec<(usize, String)> {
        let Some(record) = self.pack.setup.board.terrain else {
            return Vec::new();
        };
        let rows = self.pack.rows.iter().enumerate();
        let own = rows.filter(|(_, row)| row.record == record && !row.id.is_empty());
        own.map(|(at, row)| (at, row.id.clone())).collect()
    }

    fn zone_words(&self) -> Vec<(usize, String)> {
        let words = self.pack.setup.board.zones;
        let words = words.and_then(|word| self.pack.words.get(usize::from(word)));
        let words = words.map_or(&[][..], |word| &word.words);
        words.iter().cloned().enumerate().collect()
    }

    fn thing(&mut self, kind: usize, doc: &ThingLookDoc) -> ThingLook {
        let cards = doc.icon.iter().flat_map(|icon| &icon.cards.0);
        let cards = cards
            .map(|(id, icon)| (id.value.clone(), icon.value.clone()))
            .collect();
        let (icon, icon_by) = doc
            .icon
            .as_ref()
            .map_or((None, None), |icon| self.icon_choice(kind, icon));
        if doc.bars.len() > MOST_BARS
            && let Some(bar) = doc.bars.get(MOST_BARS)
        {
            let message = format!("a thing has at most {MOST_BARS} bars");
            self.fault(&bar.name, message);
        }
        let mut on_board = doc.badges.iter().filter(|badge| badge.on_board);
        if let Some(badge) = on_board.nth(MOST_BADGES) {
            let message = format!("a thing has at most {MOST_BADGES} badges on the board");
            self.fault(&badge.name, message);
        }
        ThingLook {
            icon,
            icon_by,
            icon_of_card: cards,
            fill: self.maybe_colour(doc.fill.as_ref()),
            label: self.label(kind, doc.label.as_ref()),
            bars: doc.bars.iter().filter_map(|bar| self.bar(kind, bar)).collect(),
            badges: doc
                .badges
                .iter()
                .filter_map(|badge| self.badge(kind, badge))
                .collect(),
            marks: doc
                .marks
                .iter()
                .filter_map(|mark| self.condition(kind, mark))
                .collect(),
            arcs: doc.arcs.iter().filter_map(|arc| self.arc(kind, arc)).collect(),
            unlisted: doc.unlisted,
            lost: doc
                .lost
                .as_ref()
                .and_then(|fact| self.fact_of(kind, fact, &[Ty::BOOL])),
            card: self.card(kind, &doc.card),
            dials: doc
                .dials
                .iter()
                .filter_map(|dial| self.dial(kind, dial))
                .collect(),
        }
    }

    fn icon_choice(&mut self, kind: usize, doc: &IconDoc) -> (Option<String>, Option<IconBy>) {
        let icon = doc.always.as_ref().map(|icon| icon.value.clone());
        let of = doc.of.0.iter();
        let of = of
            .map(|(value, icon)| (value.value.clone(), icon.value.clone()))
            .collect();
        let by = match &doc.by {
            None => None,
            Some(by) => self.fact(kind, by).and_then(|fact| {
                let is_named = matches!(fact.ty.base, Base::Word(_) | Base::Row(_)) && !fact.ty.set;
                if !is_named {
                    let message = format!(
                        "`{}` is neither a word nor a row, so its values cannot have icons",
                        by.value
                    );
                    self.fault(by, message);
                    return None;
                }
                Some(IconBy { fact, of })
            }),
        };
        (icon, by)
    }

    fn label(&mut self, kind: usize, doc: Option<&At<String>>) -> Label {
        match doc {
            None => Label::Name,
            Some(text) if text.value == "name" => Label::Name,
            Some(text) if text.value == "nothing" => Label::Nothing,
            Some(text) => self.fact(kind, text).map_or(Label::Name, Label::Fact),
        }
    }

    fn bar(&mut self, kind: usize, doc: &BarDoc) -> Option<Bar> {
        let show = self.fact_of(kind, &doc.show, &[Ty::NUMBER]);
        let of = doc.of.as_ref().map(|of| self.fact_of(kind, of, &[Ty::NUMBER]));
        if doc.lost && doc.of.is_none() {
            let message = "a bar that counts losses needs `of`, the full amount".to_owned();
            self.fault(&doc.name, message);
        }
        let colour = self.colour(&doc.colour);
        Some(Bar {
            name: doc.name.value.clone(),
            show: show?,
            of: match of {
                Some(of) => Some(of?),
                None => None,
            },
            lost: doc.lost,
            colour: colour?,
            icon: icon(doc.icon.as_ref()),
        })
    }

    pub(super) fn badge(&mut self, kind: usize, doc: &BadgeDoc) -> Option<Badge> {
        let colour = self.maybe_colour(doc.colour.as_ref());
        Some(Badge {
            name: doc.name.value.clone(),
            show: self.fact(kind, &doc.show)?,
            colour,
            icon: icon(doc.icon.as_ref()),
            on_board: doc.on_board,
        })
    }

    fn condition(&mut self, kind: usize, doc: &ConditionMarkDoc) -> Option<ConditionMark> {
        let colour = self.maybe_colour(doc.colour.as_ref());
        Some(ConditionMark {
            when: self.fact_of(kind, &doc.when, &[Ty::BOOL, Ty::NUMBER])?,
            name: doc.name.value.clone(),
            icon: icon(doc.icon.as_ref()),
            colour,
        })
    }

    fn arc(&mut self, kind: usize, doc: &ArcDoc) -> Option<BaseArc> {
        let (centre, width) = (
            self.fact_of(kind, &doc.centre, &[Ty::ANGLE]),
            self.fact_of(kind, &doc.width, &[Ty::ANGLE]),
        );
        let when = doc
            .when
            .as_ref()
            .map(|when| self.fact_of(kind, when, &[Ty::BOOL]));
        let colour = self.maybe_colour(doc.colour.as_ref());
        Some(BaseArc {
            centre: centre?,
            width: width?,
            when: match when {
                Some(when) => Some(when?),
                None => None,
            },
            colour,
        })
    }

    fn mark(&mut self, _: usize, doc: &MarkLookDoc) -> MarkLook {
        MarkLook {
            name: doc.name.as_ref().map(|name| name.value.clone()),
            icon: icon(doc.icon.as_ref()),
            colour: self.maybe_colour(doc.colour.as_ref()),
            unseen: doc.unseen,
        }
    }

    fn ground(&mut self, _: usize, doc: &GroundLookDoc) -> GroundLook {
        GroundLook {
            fill: self.maybe_colour(doc.fill.as_ref()),
            pattern: self.pattern(doc.pattern.as_ref()),
            icon: icon(doc.icon.as_ref()),
            name: doc.name.as_ref().map(|name| name.value.clone()),
        }
    }

    fn zone(&mut self, _: usize, doc: &ZoneLookDoc) -> ZoneLook {
        ZoneLook {
            colour: self.maybe_colour(doc.colour.as_ref()),
            name: doc.name.as_ref().map(|name| name.value.clone()),
            unseen: doc.unseen,
        }
    }

    fn line(&mut self, doc: &LineLookDoc) -> Option<LineLook> {
        let colour = self.maybe_colour(doc.colour.as_ref());
        let mut procedures = self.pack.procedures.numbered();
        let known = || self.pack.procedures.iter().map(|one| one.name.clone()).collect();
        let Some((during, def)) = procedures.find(|(_, one)| one.name == doc.during.value) else {
            let message = format!("there is no procedure `{}`", doc.during.value);
            let (wrong, known) = (doc.during.value.clone(), known());
            self.refuse(
                &doc.during,
                Refused {
                    message,
                    wrong,
                    known,
                },
            );
            return None;
        };
        let slots: Vec<(String, Ty)> = def
            .slots
            .iter()
            .map(|slot| (slot.name.clone(), slot.ty))
            .collect();
        let procedure = def.name.clone();
        let mut slot = |name: &At<String>| {
            let is_meant = |(slot, ty): &(String, Ty)| *slot == name.value && ty.base.is_entity() && !ty.set;
            let at = slots.iter().position(is_meant);
            if at.is_none() {
                let message = format!(
                    "`{procedure}` has no parameter or variable `{}` that holds a piece, card, player or \
                     deck",
                    name.value
                );
                let known = slots.iter().map(|(slot, _)| slot.clone()).collect();
                self.refuse(
                    name,
                    Refused {
                        message,
                        wrong: name.value.clone(),
                        known,
                    },
                );
            }
            at
        };
        let (from, to) = (slot(&doc.from), slot(&doc.to));
        Some(LineLook {
            during,
            from: from?,
            to: to?,
            colour,
            measured: doc.measured,
        })
    }

    pub(super) fn fact(&mut self, kind: usize, text: &At<String>) -> Option<Fact> {
        match Fact::of(self.pack, kind, &text.value) {
            Ok(fact) => Some(fact),
            Err(refused) => {
                self.refuse(text, refused);
                None
            }
        }
    }

    /// A fact of one of these types.
    pub(super) fn fact_of(&mut self, kind: usize, text: &At<String>, types: &[Ty]) -> Option<Fact> {
        let fact = self.fact(kind, text)?;
        if types.contains(&fact.ty) {
            return Some(fact);
        }
        let wanted: Vec<String> = types.iter().map(|&ty| self.type_name(ty)).collect();
        let message = format!(
            "`{}` is {}, but this must be {}",
            text.value,
            self.type_name(fact.ty),
            wanted.join(" or ")
        );
        self.fault(text, message);
        None
    }

    fn type_name(&self, ty: Ty) -> String {
        let one = match ty.base {
            Base::Number => "a number",
            Base::Bool => "a yes-no value",
            Base::Length => "a length",
            Base::Angle => "an angle",
            Base::Word(_) => "a word",
            Base::Row(_) => "a row",
            Base::Text => "a text",
            _ => "a thing",
        };
        if ty.set {
            "a set".to_owned()
        } else {
            one.to_owned()
        }
    }

    pub(super) fn colour(&mut self, text: &At<String>) -> Option<Colour> {
        let colour = colour_of(&text.value);
        if colour.is_none() {
            let message = no_colour(&text.value);
            self.fault(text, message);
        }
        colour
    }

    pub(super) fn maybe_colour(&mut self, text: Option<&At<String>>) -> Option<Colour> {
        text.and_then(|text| self.colour(text))
    }

    pub(super) fn length(&mut self, text: &At<String>) -> Option<i64> {
        let length = length(&text.value);
        if length.is_none() {
            let message = format!(
                "`{}` is not a length: write a number with its unit, such as `100mm` or `12in`",
                text.value
            );
            self.fault(text, message);
        }
        length
    }

    pub(super) fn pattern(&mut self, text: Option<&At<String>>) -> Pattern {
        let Some(text) = text else {
            return Pattern::Plain;
        };
        let found = PATTERNS.iter().find(|(name, _)| *name == text.value);
        if found.is_none() {
            let message = format!("there is no pattern `{}`", text.value);
            let known = PATTERNS.iter().map(|(name, _)| (*name).to_owned()).collect();
            let wrong = text.value.clone();
            self.refuse(
                text,
                Refused {
                    message,
                    wrong,
                    known,
                },
            );
        }
        found.map_or(Pattern::Plain, |(_, pattern)| *pattern)
    }

    pub(super) fn fault(&mut self, at: &At<String>, message: String) {
        self.faults
            .push(Diagnostic::new(codes::LOOKS, place_of(self.file, at), message));
    }

    pub(super) fn refuse(&mut self, at: &At<String>, refused: Refused) {
        let Refused {
            message,
            wrong,
            known,
        } = refused;
        let place = place_of(self.file, at);
        let mut diagnostic = Diagnostic::new(codes::LOOKS, place, message);
        diagnostic.suggest(&wrong, &known);
        self.faults.push(diagnostic);
    }
}

pub(super) fn icon(doc: Option<&At<String>>) -> Option<String> {
    doc.map(|icon| icon.value.clone())
}

/// A colour that is written as `#rrggbb`.
#[must_use]
pub fn colour_of(text: &str) -> Option<Colour> {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some(Colour(part(0)?, part(2)?, part(4)?))
}

/// The message for a text that is no colour.
pub(crate) fn no_colour(text: &str) -> String {
    format!("`{text}` is not a colour: write `#` and six hexadecimal digits")
}
