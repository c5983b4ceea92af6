//! The gaze of a viewer: the cells that he may not see, while something is computed for his eyes, and whether
//! the answer depends on one of them.
//!
//! ```text
//!   Game::for_eyes      a copy of the game, whose state has a Gaze
//!   a read of a cell    passes it (State::cell, State::members): was it hidden?
//!   something was       whatever is told ends there
//! ```
//!
//! The findings before the first hidden read are a function of what the viewer sees, and so is the place of
//! that read. So an explanation does not depend on hidden cells, and says where one of them decides.
//!
//! Cards that a viewer cannot tell apart carry rules, too. Which of them carries a rule, he may not learn: a rule of such a
//! card counts as hidden as soon as the rules of any card of its group apply. Loops take cards by their numbers; so what is
//! asked is asked of a game in which these cards lie in the order of their numbers (`Game::put_straight`).
//!
//! Not here: what is hidden from whom (`view`).

use crate::game::Game;
use crate::limits::FUEL_PER_DECISION;
use crate::sources::Reach;
use crate::view::{Sight, copies_of};
use crate::viewer::Viewer;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, FuncId, Function, Id, TemplateDef, cell};
use cardwright_bytecode::{Instr, Op};
use cardwright_vm::Machine;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// See the module. It is looked at through shared references, as states are.
#[derive(Debug, Default)]
pub(crate) struct Gaze {
    /// For each place of a cell, whether it is kept from the viewer.
    hidden: Vec<bool>,
    /// For each card that the viewer does not know, its group.
    group_of: BTreeMap<EntityId, usize>,
    /// The cards that the viewer cannot tell apart.
    groups: Vec<Group>,
    /// Whether running code holds a secret answer that the viewer does not know.
    answers: bool,
    looked: AtomicBool,
    /// Whether reads go unnoticed.
    closed: AtomicBool,
}

#[derive(Debug, Default)]
struct Group {
    cards: Vec<EntityId>,
    /// For each reach, whether the rules of any of them apply, once it was asked.
    carries: [AtomicU8; 3],
}

/// The memory of a group, for each reach.
const NOT_ASKED: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

impl Gaze {
    /// Notes a read of the cell at a place.
    pub(crate) fn read(&self, place: usize) {
        if self.hidden.get(place).copied().unwrap_or(false) {
            self.look();
        }
    }

    /// Notes a look at something hidden.
    fn look(&self) {
        if !self.closed.load(Relaxed) {
            self.looked.store(true, Relaxed);
        }
    }
}

impl Game {
    /// Asks something of a copy for somebody's eyes.
    pub(crate) fn for_eyes<T>(
        &self,
        viewer: Viewer,
        ask: impl FnOnce(&mut World<'_>, &mut Machine) -> T,
    ) -> T {
        self.sight().for_eyes(viewer, ask)
    }
}

impl Sight<'_> {
    /// Asks something of a copy for somebody's eyes.
    pub(crate) fn for_eyes<T>(
        &self,
        viewer: Viewer,
        ask: impl FnOnce(&mut World<'_>, &mut Machine) -> T,
    ) -> T {
        let (mut state, mut machine) = (self.state.clone(), self.machine.clone());
        state.memory.watch_for(self.gaze(viewer));
        machine.refuel(FUEL_PER_DECISION);
        let mut log = crate::events::Log {
            quiet: true,
            ..Default::default()
        };
        let mut world = World {
            content: self.content,
            state: &mut state,
            log: &mut log,
        };
        ask(&mut world, &mut machine)
    }

    /// The gaze of a viewer; `None` if he sees all.
    fn gaze(&self, viewer: Viewer) -> Option<Gaze> {
        if viewer.sees_all() {
            return None;
        }
        let (view, index) = (self.view(viewer), &self.content.index);
        let mut gaze = Gaze {
            hidden: vec![false; index.cells()],
            answers: self.holds_answers(viewer),
            ..Gaze::default()
        };
        let mut hide = |entity: EntityId, cell: usize| {
            if let Some(place) = index.place(i64::from(entity), cell) {
                gaze.hidden[place] = true;
            }
        };
        for &(entity, field) in &view.hidden_fields {
            hide(entity, cell::HEADER + field as usize);
        }
        for &card in &view.hidden_cards {
            hide(card, cell::TEMPLATE);
            let kind = index.kind(i64::from(card));
            let kind = kind.and_then(|kind| self.content.pack.kinds.get(usize::from(kind)));
            let fields = (cell::HEADER..).zip(kind.map_or(&[][..], |kind| &kind.fields));
            fields
                .filter(|(_, field)| !field.state)
                .for_each(|(cell, _)| hide(card, cell));
        }
        let mut groups = BTreeMap::<_, Vec<EntityId>>::new();
        for &card in &view.hidden_cards {
            let alike = (self.content.home_deck(card), index.kind(i64::from(card)));
            groups.entry(alike).or_default().push(card);
        }
        for (number, cards) in groups.into_values().enumerate() {
            gaze.group_of.extend(cards.iter().map(|&card| (card, number)));
            gaze.groups.push(Group {
                cards,
                ..Group::default()
            });
        }
        Some(gaze)
    }

    /// Whether code that runs holds what somebody else answered in secret.
    pub(crate) fn holds_answers(&self, viewer: Viewer) -> bool {
        let frames = self.machine.frames();
        let foreign = self.state.secrets.answers.iter();
        let mut foreign = foreign.filter(|answer| !viewer.sees_as(answer.by));
        foreign.any(|answer| {
            let frame = frames.iter().rfind(|frame| frame.base <= answer.dest);
            frame.is_some_and(|frame| {
                let function = &self.content.pack.functions[frame.function];
                let local = u8::try_from(answer.dest - frame.base);
                local.is_ok_and(|local| {
                    let is_secret = self.content.style_of_secret(function, local).is_some();
                    is_secret && is_needed(function, frame.pc as usize, local)
                })
            })
        })
    }
}

/// Whether code that stands before an instruction still needs a register, or has handed it to what it calls.
fn is_needed(function: &Function, pc: usize, register: u8) -> bool {
    let (done, rest) = function.code.split_at(pc.min(function.code.len()));
    let handed = done.last().is_some_and(|instr| {
        let given = copies_of(&function.code, register);
        instr.op == Op::Call && given.iter().any(|&copy| copy >= instr.b)
    });
    let named = |instr: &Instr| [instr.a, instr.b, instr.c].contains(&register);
    handed || rest.iter().any(|instr| instr.op != Op::Choose && named(instr))
}

impl World<'_> {
    /// Whether something hidden was looked at since [`Self::look_afresh`].
    pub(crate) fn has_looked(&self) -> bool {
        let gaze = self.state.memory.gaze();
        gaze.is_some_and(|gaze| gaze.looked.load(Relaxed))
    }

    /// Forgets what was looked at.
    pub(crate) fn look_afresh(&self) {
        if let Some(gaze) = self.state.memory.gaze() {
            gaze.looked.store(false, Relaxed);
        }
    }

    /// Whether names of cards that nobody knows are kept back.
    pub(crate) fn is_watched(&self) -> bool {
        self.state.memory.gaze().is_some()
    }

    /// Whether the viewer does not know which card this is.
    pub(crate) fn is_unseen(&self, card: EntityId) -> bool {
        let gaze = self.state.memory.gaze();
        gaze.is_some_and(|gaze| gaze.group_of.contains_key(&card))
    }

    /// Whether a function reads what the code holds whose window is open, while that holds a secret answer.
    pub(crate) fn reads_answers(&self, function: FuncId, context: Option<u32>) -> bool {
        let holds = self.state.memory.gaze().is_some_and(|gaze| gaze.answers);
        if !holds || context.is_none() {
            return false;
        }
        self.reads_context(function)
    }

    /// Whether a function, or one that it calls, reads what the code holds whose window is open. Nothing calls itself.
    fn reads_context(&self, function: FuncId) -> bool {
        let function = &self.content.pack.functions[function];
        function.context.is_some()
            && function.code.iter().any(|instr| match instr.op {
                Op::LoadContext => true,
                Op::Call => self.reads_context(instr.id()),
                _ => false,
            })
    }

    /// Whether a card or piece on which a rule is printed lets it apply. If the viewer does not know the card, whether one of
    /// those like it would do so counts as looking at what is hidden.
    pub(crate) fn carries(
        &mut self,
        machine: &mut Machine,
        entity: EntityId,
        template: Id<TemplateDef>,
        reach: Reach,
    ) -> bool {
        if !self.is_unseen(entity) {
            return self.is_of(entity, template) && self.rules_apply(machine, i64::from(entity), reach);
        }
        let was_closed = self.close_eyes(true);
        let applies = self.is_of(entity, template) && self.rules_apply(machine, i64::from(entity), reach);
        let any = applies || self.any_alike_carries(machine, entity, reach);
        self.close_eyes(was_closed);
        if any && let Some(gaze) = self.state.memory.gaze() {
            gaze.look();
        }
        applies
    }

    /// Whether the rules of any card apply that the viewer cannot tell from this one.
    fn any_alike_carries(&mut self, machine: &mut Machine, card: EntityId, reach: Reach) -> bool {
        let Some(gaze) = self.state.memory.gaze() else {
            return false;
        };
        let Some(&number) = gaze.group_of.get(&card) else {
            return false;
        };
        match gaze.groups[number].carries[reach as usize].load(Relaxed) {
            NOT_ASKED => {}
            known => return known == YES,
        }
        let cards = gaze.groups[number].cards.clone();
        let any = cards
            .iter()
            .any(|&card| self.rules_apply(machine, i64::from(card), reach));
        if let Some(gaze) = self.state.memory.gaze() {
            let answer = if any { YES } else { NO };
            gaze.groups[number].carries[reach as usize].store(answer, Relaxed);
        }
        any
    }

    /// Lets reads go unnoticed, or not; gives whether they did before.
    fn close_eyes(&self, closed: bool) -> bool {
        let gaze = self.state.memory.gaze();
        gaze.is_some_and(|gaze| gaze.closed.swap(closed, Relaxed))
    }
}
