//! Core calls about entities: owners, holders, decks, leaving and coming back.

use crate::events::{Chance, Event};
use crate::limits::MAX_HOLDERS;
use crate::state;
use crate::world::{KNOWN_BIT, World};
use cardwright_bytecode::pack::{EntityId, KindClass, cell};
use cardwright_bytecode::registry::Core;
use cardwright_vm::{Args, Machine};

/// The calls that change entities and give nothing back.
pub(super) fn change(world: &mut World<'_>, call: Core, it: i64, other: i64) -> i64 {
    match call {
        Core::MoveTo => world.move_to(it, other),
        Core::Flip => world.flip(it, other != 0),
        Core::Shuffle => world.shuffle(it),
        Core::Remove => world.remove(it),
        Core::ReturnToGame => world.return_to_game(it),
        Core::SetOwner => world.set_owner(it, other),
        Core::Lift => world.lift(it),
        _ => {}
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

    /// What an entity is a part of: a card belongs to what holds it, unless that is another player's.
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

    /// Who decides for an entity.
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
        let top = self
            .everything_on(to)
            .first()
            .map_or(0, |&top| self.cell(top, cell::ORDER));
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

    fn flip(&mut self, entity: i64, up: bool) {
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

    fn shuffle(&mut self, holder: i64) {
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
    }

    /// Takes an entity, and what it holds, out of the game.
    fn remove(&mut self, entity: i64) {
        let mut leaving = vec![entity];
        while let Some(entity) = leaving.pop() {
            if !self.in_play(entity) {
                continue;
            }
            leaving.extend(self.everything_on(entity));
            self.put(entity, cell::IN_PLAY, 0);
            self.put(entity, cell::PLACED, 0);
            self.log.note(|| Event::Removed {
                entity: entity as EntityId,
            });
        }
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
        let template = content.index.template_of_row.get(&row);
        let def = template.and_then(|&template| content.pack.templates.get(template as usize));
        let (Some(&template), Some(def)) = (template, def.filter(|def| def.kind == kind)) else {
            return Some(0);
        };
        let later = content.index.later.get(usize::from(kind))?;
        let is_blank = |entity: &&EntityId| self.cell(i64::from(**entity), cell::TEMPLATE) == 0;
        let number = *later.iter().find(is_blank)?;
        let entity = i64::from(number);
        let header = [
            (cell::TEMPLATE, i64::from(template) + 1),
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

    fn set_owner(&mut self, entity: i64, owner: i64) {
        self.put(entity, cell::OWNER, owner);
        let [entity, owner] = [entity, owner].map(|entity| entity as EntityId);
        self.log.note(|| Event::OwnerChanged { entity, owner });
    }
}
