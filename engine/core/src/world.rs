//! The state as the interpreter and the rules see it: cells, tokens, holders. Where rules apply from is in `sources`.
//!
//! A [`World`] is made for the moment from a game's parts. Everything that content can do to the state goes
//! through it, so that every change is checked, recorded, and made in one place.

use crate::content::Content;
use crate::events::{Event, Log, field_number};
use crate::limits::MAX_HOLDERS;
use crate::memory::STORED;
use crate::price;
use crate::state::{Asked, Options, Source, State};
use cardwright_bytecode::pack::{
    EntityId, FuncId, Home, Id, KindClass, KindDef, StateDef, TemplateDef, cell,
};
use cardwright_vm::{Args, Bound, Call, Machine};

/// In a list with no more members, one is looked for without putting them into an order.
const FEW: usize = 8;

/// The secrecy of a cell after a change.
#[derive(Clone, Copy)]
struct Hidden {
    /// The player who may see it now; 0 if it is nobody's.
    keeper: EntityId,
    /// Whether he could not see what it was before.
    is_new: bool,
    /// The price of finding that out, in fuel.
    work: u64,
}

/// A game's parts, but for the machine.
pub(crate) struct World<'a> {
    pub(crate) content: &'a Content,
    pub(crate) state: &'a mut State,
    pub(crate) log: &'a mut Log,
}

impl World<'_> {
    /// A cell; 0 if there is no such cell.
    pub(crate) fn cell(&self, entity: i64, cell: usize) -> i64 {
        self.state.cell(self.content, entity, cell)
    }

    /// Changes a cell.
    pub(crate) fn put(&mut self, entity: i64, cell: usize, value: i64) {
        self.put_by(entity, cell, value, None);
    }

    /// Changes a cell; if it is secret, to what a player chose, if one did. Gives the fuel that it costs besides.
    pub(crate) fn put_by(&mut self, entity: i64, cell: usize, value: i64, by: Option<i64>) -> u64 {
        let before = self.cell(entity, cell);
        let Some((field, def)) = field_number(cell).zip(self.content.field(entity, cell)) else {
            self.state.put(self.content, entity, cell, value);
            return 0;
        };
        let secret = def.secret.then(|| self.hide(entity, cell, &[value], by));
        self.state.put(self.content, entity, cell, value);
        if before != value || secret.is_some() {
            let before = if secret.is_some_and(|secret| secret.is_new) {
                0
            } else {
                before
            };
            self.log.note(|| Event::FieldSet {
                entity: entity as EntityId,
                field,
                before,
                after: value,
                keeper: secret.map(|secret| secret.keeper),
            });
            if secret.is_none() {
                self.tell_field(entity, field, (before, value));
            }
        }
        secret.map_or(0, |secret| secret.work)
    }

    /// The members of the set in a cell that can change.
    pub(crate) fn members(&self, entity: i64, cell: usize) -> &[i64] {
        self.state.members(self.content, entity, cell)
    }

    /// Changes the members of the set in a cell; if it is secret, to what a player chose, if one did. Gives
    /// the fuel that it costs besides.
    pub(crate) fn put_members(
        &mut self,
        entity: i64,
        cell: usize,
        members: &[i64],
        by: Option<i64>,
    ) -> Result<u64, Bound> {
        let place = self.content.index.place(entity, cell);
        let field = field_number(cell).zip(self.content.field(entity, cell));
        let (Some(place), Some((field, def))) = (place, field) else {
            return Ok(0);
        };
        let before = self.state.stored.members(place).to_vec();
        self.state.stored.put_members(place, members)?;
        self.state.memory.change(STORED);
        let secret = def.secret.then(|| self.hide(entity, cell, members, by));
        let work = price::comparing(before.len(), members.len()) + secret.map_or(0, |secret| secret.work);
        if before == members && secret.is_none() {
            return Ok(work);
        }
        let is_new = secret.is_some_and(|secret| secret.is_new);
        self.log.note(|| {
            let before = if is_new { &[][..] } else { &before[..] };
            Event::MembersSet {
                entity: entity as EntityId,
                field,
                came: without(members, before),
                went: without(before, members),
                keeper: secret.map(|secret| secret.keeper),
            }
        });
        Ok(work)
    }

    /// Changes what a state of the game holds for a key.
    pub(crate) fn put_entry(&mut self, state: Id<StateDef>, key: &[i64], value: i64) -> Result<(), Bound> {
        let before = self.state.stored.entry(state, key);
        self.state.stored.put_entry(state, key, value)?;
        self.state.memory.change(STORED);
        if before != value {
            self.log.note(|| Event::EntrySet {
                state,
                key: key.to_vec(),
                before,
                after: value,
            });
        }
        Ok(())
    }

    /// A secret that changes is a secret again: of whoever chose it, else of the owner.
    fn hide(&mut self, entity: i64, cell: usize, values: &[i64], by: Option<i64>) -> Hidden {
        let (number, content) = (entity as EntityId, self.content);
        let bit = field_number(cell).map_or(0, field_bit);
        let shown = self.cell(entity, cell::SHOWN);
        let before = self.state.keeper(content, number, cell);
        let by = by.filter(|&by| self.is_player(by)).map(|by| by as EntityId);
        let options = self.options_of(entity, cell, values, by);
        let known = options.as_ref().map_or(0, |options| options.from.len());
        let secrets = &mut self.state.secrets;
        let work = price::hiding(secrets.cells.len(), known + values.len());
        secrets.note(number, cell as u32, by.unwrap_or(0), options);
        self.state.put(content, entity, cell::SHOWN, shown & !bit);
        self.log.hide_draw();
        let keeper = self.state.keeper(content, number, cell);
        Hidden {
            keeper,
            is_new: keeper != before && shown & bit == 0,
            work,
        }
    }

    /// From which options a secret was chosen. Where a rule sets it, the owner's last choice counts if it fits: the
    /// value may have come by a longer way.
    fn options_of(&self, entity: i64, cell: usize, values: &[i64], by: Option<EntityId>) -> Option<Options> {
        let base = self.content.field(entity, cell)?.ty.base;
        let owner = self.cell(entity, cell::OWNER);
        let is_meant = |asked: &&Asked| match by {
            Some(by) => asked.by == by && asked.base.fits(base),
            None => i64::from(asked.by) == owner && without(values, &asked.options.from).is_empty(),
        };
        let asked = self.state.secrets.recent.iter().find(is_meant)?;
        Some(asked.options.clone())
    }

    /// Shows a secret field to everyone.
    pub(crate) fn show(&mut self, entity: i64, cell: usize) {
        let Some(field) = field_number(cell) else {
            return;
        };
        let shown = self.cell(entity, cell::SHOWN) | field_bit(field);
        self.state.put(self.content, entity, cell::SHOWN, shown);
        let (content, state) = (self.content, &*self.state);
        self.log.note(|| Event::Revealed {
            entity: entity as EntityId,
            field,
            value: state.cell(content, entity, cell),
            members: state.members(content, entity, cell).to_vec(),
        });
        let value = self.cell(entity, cell);
        self.tell_field(entity, field, (value, value));
    }

    /// Adds tokens (takes them, if the number is negative), within 0 and the sort's limit.
    pub(crate) fn change_tokens(&mut self, entity: i64, token: i32, change: i64) {
        let Some(place) = self.content.index.token_cell(entity, token) else {
            return;
        };
        let limit = self
            .content
            .pack
            .tokens
            .get(token as usize)
            .and_then(|def| def.limit);
        let before = self.cell(entity, place);
        let most = limit.unwrap_or(i64::MAX).max(before);
        let after = before.saturating_add(change).clamp(0, most.max(0));
        if after != before {
            self.state.put(self.content, entity, place, after);
            let (entity, token) = (entity as EntityId, token as u32);
            self.log.note(|| Event::Tokens {
                entity,
                token,
                before,
                after,
            });
            self.tell_tokens(i64::from(entity), token, (before, after));
        }
    }

    /// An entity's kind.
    pub(crate) fn kind(&self, entity: i64) -> Option<&KindDef> {
        let kind = self.content.index.kind(entity)?;
        self.content.pack.kinds.get(usize::from(kind))
    }

    pub(crate) fn in_play(&self, entity: i64) -> bool {
        self.cell(entity, cell::IN_PLAY) == 1
    }

    /// Whether an entity is one of the players.
    pub(crate) fn is_player(&self, entity: i64) -> bool {
        self.kind(entity)
            .is_some_and(|kind| kind.class == KindClass::Player)
    }

    /// The entities of a list that are in play and held by an entity, top first.
    pub(crate) fn top_first(&self, holder: i64, candidates: &[EntityId]) -> Vec<i64> {
        if holder <= 0 {
            return Vec::new();
        }
        let all = candidates.iter().map(|&entity| i64::from(entity));
        let lies_on = |entity: &i64| self.cell(*entity, cell::HOLDER) == holder && self.in_play(*entity);
        let mut held: Vec<i64> = all.filter(lies_on).collect();
        held.sort_by_key(|&entity| (std::cmp::Reverse(self.cell(entity, cell::ORDER)), entity));
        held
    }

    /// Everything in play that lies on an entity, in any order.
    pub(crate) fn all_on(&self, holder: i64) -> impl Iterator<Item = i64> + '_ {
        let count = self.content.pack.setup.entities.len() as i64;
        let all = 1..=if holder > 0 { count } else { 0 };
        all.filter(move |&entity| self.cell(entity, cell::HOLDER) == holder && self.in_play(entity))
    }

    /// Everything that lies on an entity, top first.
    pub(crate) fn everything_on(&self, holder: i64) -> Vec<i64> {
        let count = self.content.pack.setup.entities.len() as EntityId;
        let all: Vec<EntityId> = (1..=count).collect();
        self.top_first(holder, &all)
    }

    /// Whether an entity and all that hold it are in play, and the outermost is a piece, a player or the game.
    pub(crate) fn stands_in_play(&self, entity: i64) -> bool {
        let mut at = entity;
        for _ in 0..MAX_HOLDERS {
            if !self.in_play(at) {
                return false;
            }
            match self.kind(at).map(|kind| kind.class) {
                Some(KindClass::Card) => at = self.cell(at, cell::HOLDER),
                Some(KindClass::Piece | KindClass::Player | KindClass::Game) => return true,
                Some(KindClass::Deck) => return at == entity,
                None => return false,
            }
        }
        false
    }

    /// The result of a pure function.
    pub(crate) fn eval(
        &mut self,
        machine: &mut Machine,
        function: FuncId,
        args: &[i64],
        context: Option<u32>,
    ) -> i64 {
        let content = self.content;
        machine.eval(
            &content.pack,
            self,
            Call {
                function,
                args,
                context,
            },
        )
    }

    /// Whether an entity is of a template: what is made in play is so from then on.
    pub(crate) fn is_of(&self, entity: EntityId, template: Id<TemplateDef>) -> bool {
        self.cell(i64::from(entity), cell::TEMPLATE) == cell::of_template(template)
    }

    /// The home's arguments for a rule that applies from `source`; nothing if it applies no longer.
    pub(crate) fn home_args(&self, home: Home, source: Source) -> Option<Args> {
        match home {
            Home::Global => Some(Args::none()),
            Home::Template(_) => Some(Args::of(&[i64::from(source.entity)])),
            Home::Effect(_) => self
                .state
                .effect(source.effect)
                .map(|effect| Args::of(&effect.args)),
        }
    }
}

/// The members of a list that are not in another.
fn without(these: &[i64], those: &[i64]) -> Vec<i64> {
    if these.len().min(those.len()) <= FEW {
        return these.iter().copied().filter(|one| !those.contains(one)).collect();
    }
    let mut those = those.to_vec();
    those.sort_unstable();
    let missing = these.iter().copied();
    missing.filter(|one| those.binary_search(one).is_err()).collect()
}

/// The bit of a field in the cell that says which secrets were shown. Fields beyond the last bit share it.
pub(crate) fn field_bit(field: u32) -> i64 {
    1 << field.min(62)
}

/// The bit that says that everybody knows which card this is.
pub(crate) const KNOWN_BIT: i64 = i64::MIN;
