//! The knowledge that a viewer may have of the things of a game, in the terms of the looks: icons, bars,
//! badges, marks.
//!
//! Everything that is drawn of a thing goes through here, so nothing is drawn that its viewer may not know: a field is asked
//! of his view, a define or value for his eyes.

use crate::theme::{GREY, PLAYERS};
use cardwright_bytecode::pack::{EntityDef, EntityId, FieldDef, KindClass, KindDef, Pack, cell};
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::looks::{Bar, Colour, Fact, IconBy, Label, Looks, Reading, ThingLook};
use cardwright_core::{Game, Inquiry, View, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// A game as somebody sees it.
pub(super) struct Sight<'a> {
    pub(super) game: &'a Game,
    pub(super) pack: &'a Pack,
    pub(super) looks: &'a Looks,
    pub(super) view: View,
    pub(super) viewer: Viewer,
    answers: BTreeMap<(Inquiry, EntityId), Option<i64>>,
    /// The number of things on the table with the same name, for each name.
    namesakes: BTreeMap<(usize, i64, String), usize>,
}

/// A fact as a bar, worked out.
#[derive(Clone, Debug)]
pub(super) struct BarSeen {
    pub(super) name: String,
    pub(super) now: i64,
    /// How much there can be; at least one.
    pub(super) most: i64,
    pub(super) colour: Colour,
    pub(super) icon: Option<String>,
}

/// A fact as a plate, worked out.
#[derive(Clone, Debug)]
pub(super) struct BadgeSeen {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) colour: Option<Colour>,
    pub(super) icon: Option<String>,
    pub(super) on_board: bool,
}

/// A token or a condition.
#[derive(Clone, Debug)]
pub(super) struct MarkSeen {
    pub(super) name: String,
    pub(super) icon: Option<String>,
    pub(super) colour: Colour,
    /// How many; 0 for what is only so or not so.
    pub(super) count: i64,
}

/// The line above a board.
pub(super) struct StateSeen {
    pub(super) text: String,
    /// The colour of the player who decides.
    pub(super) colour: Option<Colour>,
}

impl<'a> Sight<'a> {
    pub(super) fn of(game: &'a Game, looks: &'a Looks, viewer: Viewer) -> Self {
        let mut sight = Self {
            game,
            pack: game.content().pack(),
            looks,
            view: game.view(viewer),
            viewer,
            answers: BTreeMap::new(),
            namesakes: BTreeMap::new(),
        };
        sight.ask();
        sight.count_names();
        sight
    }

    /// Asks the game once for all defines and values of which something is drawn.
    fn ask(&mut self) {
        let mut asked = BTreeSet::new();
        for entity in self.in_play() {
            let Some(look) = self.looks.things.get(&self.kind_number(entity)) else {
                continue;
            };
            let inquiries = facts_of(look).filter_map(inquiry);
            asked.extend(inquiries.map(|inquiry| (inquiry, entity)));
        }
        let asked: Vec<(Inquiry, EntityId)> = asked.into_iter().collect();
        if asked.is_empty() {
            return;
        }
        let questions = asked
            .iter()
            .map(|&(inquiry, entity)| (inquiry, vec![i64::from(entity)]));
        let answers = self.game.answers(&questions.collect::<Vec<_>>(), self.viewer);
        self.answers = asked.into_iter().zip(answers).collect();
    }

    fn count_names(&mut self) {
        for entity in self.in_play() {
            *self.namesakes.entry(self.called(entity)).or_default() += 1;
        }
    }

    /// The parts that tell things of one name apart from others: kind, owner and name.
    fn called(&self, entity: EntityId) -> (usize, i64, String) {
        let owner = self.game.cell(entity, cell::OWNER);
        (self.kind_number(entity), owner, self.plain_name(entity))
    }

    /// The entities that are in play, in the order of their numbers.
    pub(super) fn in_play(&self) -> Vec<EntityId> {
        let count = EntityId::try_from(self.pack.setup.entities.len()).unwrap_or(0);
        let in_play = |&entity: &EntityId| self.game.cell(entity, cell::IN_PLAY) == 1;
        (1..=count).filter(in_play).collect()
    }

    fn def(&self, entity: EntityId) -> Option<&'a EntityDef> {
        self.pack.setup.entities.get((entity as usize).checked_sub(1)?)
    }

    pub(super) fn kind_number(&self, entity: EntityId) -> usize {
        usize::try_from(self.game.cell(entity, cell::KIND)).unwrap_or(0)
    }

    pub(super) fn kind(&self, entity: EntityId) -> Option<&'a KindDef> {
        self.pack.kinds.get(self.kind_number(entity))
    }

    pub(super) fn class(&self, entity: EntityId) -> Option<KindClass> {
        self.kind(entity).map(|kind| kind.class)
    }

    /// How the looks say that it looks; nothing for a kind that they do not mention, or of which nothing is known.
    pub(super) fn look(&self, entity: EntityId) -> Option<&'a ThingLook> {
        self.looks.things.get(&self.kind_number(entity))
    }

    pub(super) fn knows(&self, entity: EntityId) -> bool {
        self.view.knows_card(entity)
    }

    pub(super) fn owner(&self, entity: EntityId) -> EntityId {
        EntityId::try_from(self.game.cell(entity, cell::OWNER)).unwrap_or(0)
    }

    pub(super) fn holder(&self, entity: EntityId) -> EntityId {
        EntityId::try_from(self.game.cell(entity, cell::HOLDER)).unwrap_or(0)
    }

    /// The colour of a player; of one who is nobody, none.
    pub(super) fn colour_of_player(&self, player: EntityId) -> Option<Colour> {
        let seat = self.game.players().iter().position(|&one| one == player)?;
        let own = self.looks.player_colours.get(&self.id(player)).copied();
        let of_seat = || self.looks.players.get(seat).copied();
        Some(own.or_else(of_seat).unwrap_or(PLAYERS[seat % PLAYERS.len()]))
    }

    /// The colour in which a thing is drawn.
    pub(super) fn colour(&self, entity: EntityId) -> Colour {
        let given = self.look(entity).and_then(|look| look.fill);
        let own = || self.colour_of_player(self.owner(entity));
        given.or_else(own).unwrap_or(GREY)
    }

    /// Whether it is a part of the landscape: nobody's, or of a colour of its own.
    pub(super) fn is_scenery(&self, entity: EntityId) -> bool {
        self.owner(entity) == 0 || self.look(entity).is_some_and(|look| look.fill.is_some())
    }

    /// The display name of a thing, with what tells it from others of its name.
    pub(super) fn name(&self, entity: EntityId) -> String {
        if !self.knows(entity) {
            return "a face-down card".to_owned();
        }
        self.game.label(Ty::THING, i64::from(entity), self.viewer)
    }

    /// The display name of a thing without that.
    fn plain_name(&self, entity: EntityId) -> String {
        match self.def(entity) {
            Some(own) if !own.name.is_empty() && self.knows(entity) => own.name.clone(),
            _ => self.name(entity),
        }
    }

    /// A name for little room: where its owner has several of that name, what stands behind the last hyphen of its id follows.
    pub(super) fn short_name(&self, entity: EntityId) -> String {
        let plain = self.plain_name(entity);
        let several = self.has_namesakes(entity);
        let number = self.id(entity);
        let number = number.rsplit('-').next().unwrap_or_default();
        match several && self.knows(entity) {
            true => format!("{plain} {number}"),
            false => plain,
        }
    }

    /// Whether its owner has others of its name on the table.
    pub(super) fn has_namesakes(&self, entity: EntityId) -> bool {
        self.namesakes
            .get(&self.called(entity))
            .is_some_and(|&count| count > 1)
    }

    pub(super) fn id(&self, entity: EntityId) -> String {
        self.game.id_of(entity)
    }

    /// The label beside a thing on the board; empty if there is none.
    pub(super) fn label(&self, entity: EntityId) -> String {
        match self.look(entity).map(|look| &look.label) {
            Some(Label::Nothing) => String::new(),
            Some(Label::Fact(fact)) => self.text(fact, entity).unwrap_or_default(),
            Some(Label::Name) => self.short_name(entity),
            // What belongs to nobody, and of which the looks say nothing, is scenery.
            None if self.is_scenery(entity) && self.class(entity) == Some(KindClass::Piece) => String::new(),
            None => self.short_name(entity),
        }
    }

    /// The value of a fact, if the viewer may know it.
    pub(super) fn value(&self, fact: &Fact, entity: EntityId) -> Option<i64> {
        let value = match &fact.reading {
            Reading::Constant(value) => *value,
            Reading::Tokens(token) => self.game.tokens(entity, usize::from(*token)),
            Reading::Fields(steps) => self.field(entity, steps)?,
            Reading::Define(function) => self.answer(Inquiry::Define(*function), entity)?,
            Reading::Value(value) => self.answer(Inquiry::Value(*value), entity)?,
        };
        Some(if fact.negated {
            i64::from(value == 0)
        } else {
            value
        })
    }

    fn answer(&self, inquiry: Inquiry, entity: EntityId) -> Option<i64> {
        match self.answers.get(&(inquiry, entity)) {
            Some(answer) => *answer,
            // Nothing is drawn of it, so it was not asked with the others.
            None => {
                let question = (inquiry, vec![i64::from(entity)]);
                self.game.answers(&[question], self.viewer).pop().flatten()
            }
        }
    }

    /// A field, and fields of what it leads to.
    fn field(&self, entity: EntityId, steps: &[u16]) -> Option<i64> {
        let mut at = (Base::Thing, i64::from(entity));
        for &step in steps {
            at = match at.0 {
                Base::Row(record) => {
                    let row = self.pack.rows.get(usize::try_from(at.1).ok()?)?;
                    let fields = &self.pack.records.get(usize::from(record))?.fields;
                    let field = fields.get(usize::from(step))?;
                    // The null row has no cells: all its facts are null.
                    (
                        field.ty.base,
                        row.cells.get(usize::from(step)).copied().unwrap_or(0),
                    )
                }
                _ => {
                    let entity = EntityId::try_from(at.1).ok().filter(|&one| one > 0)?;
                    let field = self.kind(entity)?.fields.get(usize::from(step))?;
                    let is_seen = self.view.sees_field(entity, u32::from(step)) && self.knows(entity);
                    (
                        field.ty.base,
                        is_seen.then(|| self.game.field(entity, usize::from(step)))?,
                    )
                }
            };
        }
        Some(at.1)
    }

    /// A fact in words, if the viewer may know it; nothing for nobody and for what is empty.
    pub(super) fn text(&self, fact: &Fact, entity: EntityId) -> Option<String> {
        let value = self.value(fact, entity)?;
        if fact.ty.set {
            return None;
        }
        let is_nothing = value == 0
            && !matches!(
                fact.ty.base,
                Base::Number | Base::Length | Base::Angle | Base::Word(_)
            );
        if is_nothing {
            return None;
        }
        let card = EntityId::try_from(value).unwrap_or(0);
        if fact.ty.base.is_entity() && !self.knows(card) {
            return Some("a face-down card".to_owned());
        }
        Some(self.game.label(fact.ty, value, self.viewer))
    }

    /// The icon that stands for a thing.
    pub(super) fn icon(&self, entity: EntityId) -> Option<String> {
        if !self.knows(entity) {
            return None;
        }
        let look = self.look(entity)?;
        let of_card = self
            .card_id(entity)
            .and_then(|id| look.icon_of_card.get(id))
            .cloned();
        let by_fact = || look.icon_by.as_ref().and_then(|by| self.icon_by(by, entity));
        let chosen = of_card.or_else(by_fact);
        let name = chosen.or_else(|| look.icon.clone())?;
        self.looks.icons.contains_key(&name).then_some(name)
    }

    /// The id of the card that it was made from.
    pub(super) fn card_id(&self, entity: EntityId) -> Option<&'a str> {
        let template = self.game.cell(entity, cell::TEMPLATE).checked_sub(1)?;
        let template = self.pack.templates.get(usize::try_from(template).ok()?)?;
        Some(&template.id)
    }

    fn icon_by(&self, by: &IconBy, entity: EntityId) -> Option<String> {
        let value = usize::try_from(self.value(&by.fact, entity)?).ok()?;
        let name = match by.fact.ty.base {
            Base::Word(word) => self.pack.words.get(usize::from(word))?.words.get(value)?,
            _ => &self.pack.rows.get(value)?.id,
        };
        by.of.get(name).cloned()
    }

    pub(super) fn bars(&self, entity: EntityId) -> Vec<BarSeen> {
        let bars = self.look(entity).map_or(&[][..], |look| &look.bars);
        bars.iter().filter_map(|bar| self.bar(bar, entity)).collect()
    }

    fn bar(&self, bar: &Bar, entity: EntityId) -> Option<BarSeen> {
        let shown = self.value(&bar.show, entity)?;
        let most = match &bar.of {
            Some(of) => self.value(of, entity)?,
            None => shown,
        };
        let now = if bar.lost { most - shown } else { shown };
        // What cannot be and is not there is no bar.
        (most > 0 || now > 0).then(|| BarSeen {
            name: bar.name.clone(),
            now: now.max(0),
            most: most.max(now).max(1),
            colour: bar.colour,
            icon: bar.icon.clone(),
        })
    }

    /// Badges for lists: those that no bar says as well.
    pub(super) fn listed_badges(&self, entity: EntityId) -> Vec<BadgeSeen> {
        let bars = self.bars(entity);
        let mut badges = self.badges(entity);
        badges.retain(|badge| bars.iter().all(|bar| !bar.name.eq_ignore_ascii_case(&badge.name)));
        badges
    }

    pub(super) fn badges(&self, entity: EntityId) -> Vec<BadgeSeen> {
        let badges = self.look(entity).map_or(&[][..], |look| &look.badges);
        let seen = badges.iter().filter_map(|badge| {
            Some(BadgeSeen {
                name: badge.name.clone(),
                text: self.text(&badge.show, entity)?,
                colour: badge.colour,
                icon: badge.icon.clone(),
                on_board: badge.on_board,
            })
        });
        seen.collect()
    }

    /// Conditions, then tokens.
    pub(super) fn marks(&self, entity: EntityId) -> Vec<MarkSeen> {
        let marks = self.look(entity).map_or(&[][..], |look| &look.marks);
        let conditions = marks.iter().filter(|mark| {
            let value = self.value(&mark.when, entity);
            value.is_some_and(|value| value != 0)
        });
        let conditions = conditions.map(|mark| MarkSeen {
            name: mark.name.clone(),
            icon: mark.icon.clone(),
            colour: mark.colour.unwrap_or(GREY),
            count: 0,
        });
        conditions.chain(self.tokens(entity)).collect()
    }

    fn tokens(&self, entity: EntityId) -> impl Iterator<Item = MarkSeen> + '_ {
        let sorts = self.kind(entity).map_or(&[][..], |kind| &kind.tokens);
        let bars = self.look(entity).map_or(&[][..], |look| &look.bars);
        let in_bar = |token: usize| {
            let mut bars = bars.iter();
            bars.any(|bar| matches!(bar.show.reading, Reading::Tokens(shown) if usize::from(shown) == token))
        };
        sorts.iter().filter_map(move |&token| {
            let token = usize::from(token);
            let look = self.looks.tokens.get(&token);
            let count = self.game.tokens(entity, token);
            if count == 0 || in_bar(token) || look.is_some_and(|look| look.unseen) {
                return None;
            }
            let name = look.and_then(|look| look.name.clone());
            Some(MarkSeen {
                name: name.unwrap_or_else(|| {
                    self.pack
                        .tokens
                        .get(token)
                        .map_or_else(String::new, |def| def.name.clone())
                }),
                icon: look.and_then(|look| look.icon.clone()),
                colour: look.and_then(|look| look.colour).unwrap_or(GREY),
                count,
            })
        })
    }

    /// The fields that play has changed of a thing of whose kind the looks say nothing: name and value, as
    /// far as the viewer may know them. `yes` needs no words; a field that only its owner knows is marked as
    /// secret.
    pub(super) fn plain_state(&self, entity: EntityId) -> Vec<String> {
        if self.look(entity).is_some() || !self.knows(entity) {
            return Vec::new();
        }
        let fields = self.kind(entity).map_or(&[][..], |kind| &kind.fields);
        let changed = (0..).zip(fields).filter(|(_, field)| field.state);
        let told = changed.filter_map(|(number, field)| self.plain_fact(entity, number, field));
        told.collect()
    }

    fn plain_fact(&self, entity: EntityId, number: u32, field: &FieldDef) -> Option<String> {
        let is_shown = self.game.cell(entity, cell::SHOWN) >> number & 1 == 1;
        let secret = if field.secret && !is_shown {
            " (secret)"
        } else {
            ""
        };
        let name = format!("{}{secret}", field.name);
        if !self.view.sees_field(entity, number) {
            return Some(name);
        }
        let members = self.game.members(entity, number as usize);
        let value = self.game.field(entity, number as usize);
        let one = Ty::one(field.ty.base);
        match field.ty.set {
            true if members.is_empty() => None,
            true => {
                let members: Vec<String> = members.iter().map(|&member| self.known(one, member)).collect();
                Some(format!("{name} {}", members.join(", ")))
            }
            false if value == 0 => None,
            false if field.ty == Ty::BOOL => Some(name),
            false => Some(format!("{name} {}", self.known(field.ty, value))),
        }
    }

    /// A value, or that it is a card whose face the viewer does not know.
    fn known(&self, ty: Ty, value: i64) -> String {
        let is_unknown = |card| !self.knows(card);
        if ty.base.is_entity() && EntityId::try_from(value).is_ok_and(is_unknown) {
            return "a face-down card".to_owned();
        }
        self.game.label(ty, value, self.viewer)
    }

    /// Whether it is out of the game for good, though it is not removed.
    pub(super) fn is_lost(&self, entity: EntityId) -> bool {
        let lost = self.look(entity).and_then(|look| look.lost.as_ref());
        lost.is_some_and(|lost| self.value(lost, entity) == Some(1))
    }

    /// The title that a person reads who points at it: its name, bars, badges and marks.
    pub(super) fn title(&self, entity: EntityId) -> String {
        let mut lines = vec![self.name(entity)];
        lines.extend(
            self.bars(entity)
                .iter()
                .map(|bar| format!("{}: {} of {}", bar.name, bar.now, bar.most)),
        );
        lines.extend(
            self.badges(entity)
                .iter()
                .map(|badge| format!("{}: {}", badge.name, badge.text)),
        );
        lines.extend(self.marks(entity).iter().map(|mark| match mark.count {
            0 | 1 => mark.name.clone(),
            count => format!("{} × {count}", mark.name),
        }));
        lines.extend(self.plain_state(entity));
        lines.join("\n")
    }

    /// The state of play: the round, and who decides; or how the game ended.
    pub(super) fn state(&self) -> StateSeen {
        if let Some(outcome) = self.game.outcome() {
            let text = outcome.title(self.game.content()).to_owned();
            let winner = self.game.winners().first();
            let colour = winner.and_then(|&winner| self.colour_of_player(winner));
            return StateSeen { text, colour };
        }
        let round = match self.game.rounds() {
            0 => String::new(),
            round => format!("round {round}"),
        };
        let by = self.game.decision().map(|decision| decision.by);
        let who = by.map(|by| format!("{} decides", self.name(by)));
        let parts = [Some(round).filter(|round| !round.is_empty()), who];
        StateSeen {
            text: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            colour: by.and_then(|by| self.colour_of_player(by)),
        }
    }
}

/// All facts that a look asks for.
fn facts_of(look: &ThingLook) -> impl Iterator<Item = &Fact> {
    let icon = look.icon_by.iter().map(|by| &by.fact);
    let label = match &look.label {
        Label::Fact(fact) => Some(fact),
        _ => None,
    };
    let bars = look
        .bars
        .iter()
        .flat_map(|bar| [Some(&bar.show), bar.of.as_ref()]);
    let badges = look.badges.iter().map(|badge| &badge.show);
    let marks = look.marks.iter().map(|mark| &mark.when);
    let arcs = look
        .arcs
        .iter()
        .flat_map(|arc| [Some(&arc.centre), Some(&arc.width), arc.when.as_ref()]);
    icon.chain(label)
        .chain(bars.flatten())
        .chain(badges)
        .chain(marks)
        .chain(arcs.flatten())
        .chain(&look.lost)
}

fn inquiry(fact: &Fact) -> Option<Inquiry> {
    match fact.reading {
        Reading::Define(function) => Some(Inquiry::Define(function)),
        Reading::Value(value) => Some(Inquiry::Value(value)),
        _ => None,
    }
}
