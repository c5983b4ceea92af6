//! The state as the interpreter and the rules see it: cells, tokens, holders. Where rules apply from is in `sources`.
//!
//! A [`World`] is made for the moment from a game's parts. Everything that content can do to the state goes
//! through it, so that every change is checked, recorded, and made in one place.

use crate::content::Content;
use crate::events::{Event, Log, field_number};
use crate::limits::MAX_HOLDERS;
use crate::state::{Source, State};
use cardwright_bytecode::pack::{EntityId, FuncId, Home, KindClass, KindDef, cell};
use cardwright_vm::{Args, Call, Machine};

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

    /// Changes a cell. A secret that changes is a secret again.
    pub(crate) fn put(&mut self, entity: i64, cell: usize, value: i64) {
        let before = self.cell(entity, cell);
        self.state.put(self.content, entity, cell, value);
        let Some(field) = field_number(cell) else { return };
        let Some(def) = self.kind(entity).and_then(|kind| kind.fields.get(field as usize)) else {
            return;
        };
        let secret = def.secret;
        if secret {
            let shown = self.cell(entity, cell::SHOWN) & !field_bit(field);
            self.state.put(self.content, entity, cell::SHOWN, shown);
            self.remember_options(entity, cell, value);
            self.log.hide_draw();
        }
        if before != value || secret {
            let entity = entity as EntityId;
            self.log.note(|| Event::FieldSet {
                entity,
                field,
                before,
                after: value,
                secret,
            });
        }
    }

    /// Keeps what a secret cell's value was chosen from.
    fn remember_options(&mut self, entity: i64, cell: usize, value: i64) {
        let owner = self.cell(entity, cell::OWNER);
        let secrets = &mut self.state.secrets;
        let recent = secrets
            .recent
            .iter()
            .find(|(player, options)| i64::from(*player) == owner && options.contains(&value));
        let Some((_, options)) = recent else { return };
        let (options, key) = (options.clone(), (entity as EntityId, cell as u32));
        match secrets
            .options
            .binary_search_by_key(&key, |entry| (entry.0, entry.1))
        {
            Ok(place) => secrets.options[place].2 = options,
            Err(place) => secrets.options.insert(place, (key.0, key.1, options)),
        }
    }

    /// Shows a secret field to everyone.
    pub(crate) fn show(&mut self, entity: i64, cell: usize) {
        let (Some(field), value) = (field_number(cell), self.cell(entity, cell)) else {
            return;
        };
        let shown = self.cell(entity, cell::SHOWN) | field_bit(field);
        self.state.put(self.content, entity, cell::SHOWN, shown);
        self.log.note(|| Event::Revealed {
            entity: entity as EntityId,
            field,
            value,
        });
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

    /// Everything that lies on an entity.
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
    pub(crate) fn is_of(&self, entity: EntityId, template: u32) -> bool {
        self.cell(i64::from(entity), cell::TEMPLATE) == i64::from(template) + 1
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

/// The bit of a field in the cell that says which secrets were shown. Fields beyond the last bit share it.
pub(crate) fn field_bit(field: u32) -> i64 {
    1 << field.min(62)
}

/// The bit that says that everybody knows which card this is.
pub(crate) const KNOWN_BIT: i64 = i64::MIN;
