//! Core calls about entities: owners, holders, decks, leaving and coming back.

use super::board;
use super::groups::Change;
use crate::events::{Chance, Event};
use crate::limits::MAX_HOLDERS;
use crate::price;
use crate::state;
use crate::world::{KNOWN_BIT, World};
use cardwright_bytecode::pack::{EntityId, Id, KindClass, TemplateDef, cell};
use cardwright_vm::{Args, Machine};

/// The calls that look through all entities, or change who stands where; they give nothing back.
pub(super) fn change(world: &mut World<'_>, machine: &mut Machine, call: Change, args: &Args) -> i64 {
    let (it, other) = (args.at(0), args.at(1));
    let all = world.content.pack.setup.entities.len();
    machine.charge(price::searching(all));
    match call {
        Change::MoveTo => world.move_to(it, other),
        Change::Shuffle => {
            let held = world.shuffle(it);
            machine.charge(price::searching(all) + price::one_by_one(held));
        }
        Change::Remove => {
            let gone = world.remove(it);
            machine.charge(price::one_by_one(all) + price::one_by_one(gone));
            board::forget_places(world, machine);
        }
        Change::ReturnToGame => {
            world.return_to_game(it);
            board::forget_places(world, machine);
        }
    }
    0
}

impl World<'_> {
    pub(crate) fn owner(&self, entity: i64) -> i64 {
        if self.is_player(entity) {
            entity
        } else {
            self.cell(entity, cell::OWNER)
        }
    }

    /// The entity of which another one is a part: a card belongs to its holder, unless that is another
    /// player's.
    pub(crate) fn bearer(&self, entity: i64) -> i64 {
        let mut at = entity;
        for _ in 0..MAX_HOLDERS {
            let class = self.kind(at).map(|kind| kind.class);
            let (holder, owner) = (self.holder(at), self.owner(at));
            let holds = match self.kind(holder).map(|kind| kind.class) {
                Some(KindClass::Piece | KindClass::Card) => owner == 0 || owner == self.owner(holder),
                Some(KindClass::Player) => owner == 0,
                _ => false,
            };
            if class != Some(KindClass::Card) || !holds {
                break;
            }
            at = holder;
        }
        at
    }

    /// The player who decides for an entity.
    pub(crate) fn controller(&mut self, machine: &mut Machine, entity: i64) -> i64 {
        match self.content.pack.controller {
            Some(value) => self.value_of(machine, value, &Args::of(&[self.bearer(entity)]), None),
            None => self.owner(entity),
        }
    }

    pub(super) fn holder(&self, entity: i64) -> i64 {
        self.cell(entity, cell::HOLDER)
    }

    pub(super) fn face_up(&self, entity: i64) -> bool {
        self.cell(entity, cell::FACE_UP) == 1
    }

    /// Whether two entities are copies of one printed thing.
    pub(super) fn same_card(&self, one: i64, other: i64) -> bool {
        let template = self.cell(one, cell::TEMPLATE);
        template != 0 && template == self.cell(other, cell::TEMPLATE)
    }

    pub(super) fn are_namesakes(&self, one: i64, other: i64) -> bool {
        let name = |entity| Some(&self.printed_as(entity)?.name);
        name(one).is_some_and(|own| name(other) == Some(own))
    }

    /// The entry from which an entity was made, if it is printed.
    fn printed_as(&self, entity: i64) -> Option<&TemplateDef> {
        let template = usize::try_from(self.cell(entity, cell::TEMPLATE).checked_sub(1)?).ok()?;
        self.content.pack.templates.get(template)
    }

    /// The rules of an entity begin now.
    fn begin(&mut self, entity: i64) {
        let now = self.state.tick();
        self.put(entity, cell::SINCE, now);
    }

    pub(super) fn next_player(&self, after: i64) -> i64 {
        let players = &self.content.index.players;
        let seat = players.iter().position(|&player| i64::from(player) == after);
        let next = seat.map_or(0, |seat| (seat + 1) % players.len());
        players.get(next).map_or(0, |&player| i64::from(player))
    }

    pub(crate) fn random(&mut self, most: i64) -> i64 {
        match u64::try_from(most) {
            Ok(count) if count > 0 => {
                self.log.note_draws(1);
                let number = match self.state.forced_numbers.pop_front() {
                    Some(number) => i64::from(number).clamp(1, most),
                    None => {
                        self.log.unforced += 1;
                        self.state.random(count) as i64 + 1
                    }
                };
                self.log.note_chance(|| Chance::Number { most, number });
                self.log.note(|| Event::Drawn { most, number });
                number
            }
            _ => 0,
        }
    }

    /// Lays an entity on top of what another holds. What would then hold itself stays where it is.
    fn move_to(&mut self, entity: i64, to: i64) {
        if entity <= 0 || self.kind(entity).is_none() || self.lies_within(to, entity) {
            return;
        }
        let from = self.holder(entity);
        let top = self.topmost_order(to);
        self.put(entity, cell::HOLDER, to);
        self.put(entity, cell::ORDER, top.saturating_add(1));
        self.begin(entity);
        let face_up = self.face_up(entity);
        let [entity, from, to] = [entity, from, to].map(|entity| entity as EntityId);
        self.log.note(|| Event::CardMoved {
            entity,
            from,
            to,
            face_up,
        });
    }

    /// The place in the order that the topmost entity has of those that lie on another; 0 if none does.
    fn topmost_order(&self, holder: i64) -> i64 {
        let lying = self.all_on(holder);
        let orders = lying.map(|entity| self.cell(entity, cell::ORDER));
        orders.max().unwrap_or(0)
    }

    /// Whether an entity is another, or lies on it, or on what lies on it.
    fn lies_within(&self, entity: i64, other: i64) -> bool {
        let mut at = entity;
        for _ in 0..MAX_HOLDERS {
            if at == 0 {
                return false;
            }
            if at == other {
                return true;
            }
            at = self.holder(at);
        }
        true
    }

    pub(super) fn flip(&mut self, entity: i64, up: bool) {
        if self.face_up(entity) == up {
            return;
        }
        self.put(entity, cell::FACE_UP, i64::from(up));
        self.begin(entity);
        // Whoever saw its face knows it from now on.
        let shown = self.cell(entity, cell::SHOWN);
        self.put(entity, cell::SHOWN, shown | KNOWN_BIT);
        self.log.note(|| Event::Flipped {
            entity: entity as EntityId,
            up,
        });
    }

    /// Puts what an entity holds into random order; how much that is.
    fn shuffle(&mut self, holder: i64) -> usize {
        let held = self.everything_on(holder);
        let mut orders: Vec<i64> = held
            .iter()
            .map(|&entity| self.cell(entity, cell::ORDER))
            .collect();
        self.log.note_draws(orders.len() as u64);
        state::shuffle(&mut self.state.rng, &mut orders);
        for (&entity, order) in held.iter().zip(orders) {
            self.put(entity, cell::ORDER, order);
            if !self.face_up(entity) {
                let shown = self.cell(entity, cell::SHOWN) & !KNOWN_BIT;
                self.put(entity, cell::SHOWN, shown);
            }
        }
        if self.log.chance.is_some() {
            let held = self.everything_on(holder);
            self.log.note_chance(|| Chance::Order {
                holder: holder as EntityId,
                entities: held.iter().map(|&entity| entity as EntityId).collect(),
            });
        }
        self.log.note(|| Event::Shuffled {
            holder: holder as EntityId,
        });
        held.len()
    }

    /// Takes an entity, and what it holds, out of the game; how many left.
    pub(crate) fn remove(&mut self, entity: i64) -> usize {
        let lying = self.by_holder();
        let mut leaving = vec![entity];
        let mut gone = 0;
        while let Some(entity) = leaving.pop() {
            if !self.in_play(entity) {
                continue;
            }
            gone += 1;
            let from = lying.partition_point(|&(holder, ..)| holder < entity);
            let on_it = lying[from..].iter().take_while(|&&(holder, ..)| holder == entity);
            leaving.extend(on_it.map(|&(_, _, lies)| lies));
            self.put(entity, cell::IN_PLAY, 0);
            self.put(entity, cell::PLACED, 0);
            self.log.note(|| Event::Removed {
                entity: entity as EntityId,
            });
        }
        gone
    }

    /// Everything in play that lies on something: what holds it, and top first.
    fn by_holder(&self) -> Vec<(i64, std::cmp::Reverse<i64>, i64)> {
        let count = self.content.pack.setup.entities.len() as i64;
        let lying = (1..=count).filter(|&entity| self.in_play(entity));
        let lying = lying.filter_map(|entity| {
            let holder = self.holder(entity);
            (holder > 0).then(|| (holder, std::cmp::Reverse(self.cell(entity, cell::ORDER)), entity))
        });
        let mut lying: Vec<_> = lying.collect();
        lying.sort_unstable();
        lying
    }

    /// Takes a piece off the board; it stays in the game.
    pub(super) fn lift(&mut self, entity: i64) {
        if self.cell(entity, cell::PLACED) != 1 {
            return;
        }
        self.put(entity, cell::PLACED, 0);
        self.log.note(|| Event::Lifted {
            entity: entity as EntityId,
        });
    }

    /// Makes an entity of a kind from the template that a row names: all its cells are as printed. Nobody, if the row names none of
    /// this kind; nothing, if as many were made as there can be.
    pub(crate) fn make_entity(&mut self, kind: u16, row: i64, owner: i64) -> Option<i64> {
        let content = self.content;
        let template = content.index.template_of_row.get(&row).copied();
        let Some(template) = template.filter(|&template| content.pack.templates[template].kind == kind)
        else {
            return Some(0);
        };
        self.fill_blank(template, owner)
    }

    /// Makes an entity from a template, in the place of the first one of its kind that is still blank; nothing, if none is.
    pub(crate) fn fill_blank(&mut self, template: Id<TemplateDef>, owner: i64) -> Option<i64> {
        let content = self.content;
        let def = &content.pack.templates[template];
        let later = content.index.later.get(usize::from(def.kind))?;
        let is_blank = |entity: &&EntityId| self.cell(i64::from(**entity), cell::TEMPLATE) == 0;
        let number = *later.iter().find(is_blank)?;
        let entity = i64::from(number);
        let header = [
            (cell::TEMPLATE, cell::of_template(template)),
            (cell::OWNER, owner),
            (cell::FACE_UP, 1),
            (cell::IN_PLAY, 1),
        ];
        let printed = (cell::HEADER..).zip(def.cells.iter().copied());
        for (cell, value) in header.into_iter().chain(printed) {
            self.state.begin_with(content, entity, cell, value);
        }
        self.begin(entity);
        self.log.note(|| Event::Made {
            entity: number,
            owner: owner as EntityId,
        });
        Some(entity)
    }

    fn return_to_game(&mut self, entity: i64) {
        if self.kind(entity).is_none() || self.in_play(entity) {
            return;
        }
        self.put(entity, cell::IN_PLAY, 1);
        self.begin(entity);
        self.log.note(|| Event::Returned {
            entity: entity as EntityId,
        });
    }

    pub(super) fn set_owner(&mut self, entity: i64, owner: i64) {
        self.put(entity, cell::OWNER, owner);
        let [entity, owner] = [entity, owner].map(|entity| entity as EntityId);
        self.log.note(|| Event::OwnerChanged { entity, owner });
    }
}
