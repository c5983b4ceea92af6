//! The oracle's own table: cells of entities, tokens, dice, chance, and what happened.
//!
//! Written from the documentation of the core calls and of the pack, without a look into the rules core's state.

use crate::value::{Dice, Die, Pool, Value};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{CONST_SET, EntityDef, Id, KindClass, Pack, TemplateDef, cell};
use cardwright_bytecode::registry::Core;
use cardwright_core::Event;
use cardwright_core::limits::MAX_HOLDERS;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The state that play changes, but for effects and the count of uses.
pub(crate) struct Table<'a> {
    pub(crate) pack: &'a Pack,
    /// The cells of each entity; nobody (0) has none.
    pub(crate) entities: Vec<Vec<i64>>,
    /// The members of sets that can change, by entity and field.
    pub(crate) sets: BTreeMap<(i64, usize), Vec<Value>>,
    /// The values of states, by state and key.
    pub(crate) entries: BTreeMap<(usize, Vec<i64>), i64>,
    /// The players who chose secret fields, by entity and field.
    choosers: BTreeMap<(i64, usize), i64>,
    /// Secret fields that were shown and not changed since.
    shown: BTreeSet<(i64, usize)>,
    chance: ChaCha8Rng,
    /// Faces that the next dice show.
    pub(crate) forced: Vec<u16>,
    pub(crate) events: Vec<Event>,
    /// Whether somebody has decided since the last event: what chance gave then went nowhere straight.
    pub(crate) decided: bool,
    /// How many effects started and entities moved or were turned over so far.
    pub(crate) moment: i64,
}

impl<'a> Table<'a> {
    pub(crate) fn new(pack: &'a Pack, seed: u64) -> Self {
        let count = pack.setup.entities.len();
        let mut entities = vec![Vec::new()];
        let mut sets = BTreeMap::new();
        for (at, entity) in pack.setup.entities.iter().enumerate() {
            let kind = &pack.kinds[usize::from(entity.kind)];
            let mut cells = vec![0; cell::HEADER + kind.fields.len() + kind.tokens.len()];
            cells[cell::KIND] = i64::from(entity.kind);
            cells[cell::TEMPLATE] = entity.template.map_or(0, cell::of_template);
            cells[cell::OWNER] = i64::from(entity.owner);
            cells[cell::HOLDER] = i64::from(entity.holder);
            // What is listed first lies on top.
            cells[cell::ORDER] = (count - at - 1) as i64;
            cells[cell::FACE_UP] = i64::from(entity.face_up);
            cells[cell::IN_PLAY] = i64::from(!entity.later);
            cells[cell::POSE] = entity.pose.unwrap_or(0);
            cells[cell::PLACED] = i64::from(entity.pose.is_some());
            if let Some(template) = entity.template {
                let printed = &pack.templates[template].cells;
                cells[cell::HEADER..cell::HEADER + printed.len()].copy_from_slice(printed);
            }
            for &(at, value) in &entity.cells {
                cells[usize::from(at)] = value;
            }
            for (field, def) in kind.fields.iter().enumerate() {
                if def.state && def.ty.set {
                    let handle = std::mem::take(&mut cells[cell::HEADER + field]);
                    sets.insert((at as i64 + 1, field), constant_members(pack, handle));
                }
            }
            entities.push(cells);
        }
        Self {
            pack,
            entities,
            sets,
            entries: BTreeMap::new(),
            choosers: BTreeMap::new(),
            shown: BTreeSet::new(),
            chance: ChaCha8Rng::seed_from_u64(seed),
            forced: Vec::new(),
            events: Vec::new(),
            decided: false,
            moment: 0,
        }
    }

    pub(crate) fn cell(&self, entity: i64, at: usize) -> i64 {
        let entity = self.entities.get(usize::try_from(entity).unwrap_or(usize::MAX));
        entity.and_then(|cells| cells.get(at)).copied().unwrap_or(0)
    }

    fn put(&mut self, entity: i64, at: usize, value: i64) {
        let entity = self
            .entities
            .get_mut(usize::try_from(entity).unwrap_or(usize::MAX));
        if let Some(slot) = entity.and_then(|cells| cells.get_mut(at)) {
            *slot = value;
        }
    }

    pub(crate) fn kind(&self, entity: i64) -> Option<usize> {
        let exists = entity > 0 && entity < self.entities.len() as i64;
        exists.then(|| self.cell(entity, cell::KIND) as usize)
    }

    pub(crate) fn class(&self, entity: i64) -> Option<KindClass> {
        self.kind(entity).map(|kind| self.pack.kinds[kind].class)
    }

    pub(crate) fn is_player(&self, entity: i64) -> bool {
        self.class(entity) == Some(KindClass::Player)
    }

    pub(crate) fn players(&self) -> Vec<i64> {
        let all = 1..self.entities.len() as i64;
        all.filter(|&entity| self.is_player(entity)).collect()
    }

    pub(crate) fn in_play(&self, entity: i64) -> bool {
        self.cell(entity, cell::IN_PLAY) == 1
    }

    /// A cell's number as a value of the field's type.
    pub(crate) fn value(&self, ty: Ty, number: i64) -> Value {
        if !ty.set {
            return Value::Number(number);
        }
        Value::set(constant_members(self.pack, number))
    }

    pub(crate) fn field(&self, ty: Ty, entity: i64, field: usize) -> Value {
        if let Some(members) = self.sets.get(&(entity, field)) {
            return Value::set(members.clone());
        }
        self.value(ty, self.cell(entity, cell::HEADER + field))
    }

    /// Changes a field; a secret one for whoever chooses secretly, if somebody does.
    pub(crate) fn set_field(&mut self, entity: i64, field: usize, value: i64, chooser: i64) {
        let Some(kind) = self.kind(entity) else { return };
        let before = self.cell(entity, cell::HEADER + field);
        self.put(entity, cell::HEADER + field, value);
        let secret = self.pack.kinds[kind].fields[field].secret;
        let keeper = secret.then(|| self.hide(entity, field, chooser));
        if before != value || secret {
            let is_new = keeper.is_some_and(|(_, is_new)| is_new);
            self.events.push(Event::FieldSet {
                entity: entity as u32,
                field: field as u32,
                before: if is_new { 0 } else { before },
                after: value,
                keeper: keeper.map(|(keeper, _)| keeper as u32),
            });
        }
    }

    /// Changes a field that holds a set.
    pub(crate) fn set_members(&mut self, entity: i64, field: usize, members: Vec<Value>, chooser: i64) {
        let Some(kind) = self.kind(entity) else { return };
        let mut before = self
            .sets
            .insert((entity, field), members.clone())
            .unwrap_or_default();
        let secret = self.pack.kinds[kind].fields[field].secret;
        let keeper = secret.then(|| self.hide(entity, field, chooser));
        if before == members && !secret {
            return;
        }
        if keeper.is_some_and(|(_, is_new)| is_new) {
            before.clear();
        }
        let without = |these: &[Value], those: &[Value]| {
            let missing = these.iter().filter(|member| !those.contains(member));
            missing.map(Value::number).collect()
        };
        self.events.push(Event::MembersSet {
            entity: entity as u32,
            field: field as u32,
            came: without(&members, &before),
            went: without(&before, &members),
            keeper: keeper.map(|(keeper, _)| keeper as u32),
        });
    }

    /// A secret changes: who may see it now, and whether he could not see what it was.
    fn hide(&mut self, entity: i64, field: usize, chooser: i64) -> (i64, bool) {
        // What chance gave for a secret field is a secret.
        let straight = !self.decided;
        if let Some(Event::Drawn { number, .. }) = self.events.last_mut().filter(|_| straight) {
            *number = 0;
        }
        let at = (entity, field);
        let before = self.keeper(at);
        self.choosers.remove(&at);
        if self.is_player(chooser) {
            self.choosers.insert(at, chooser);
        }
        let shown = self.shown.remove(&at);
        let keeper = self.keeper(at);
        (keeper, keeper != before && !shown)
    }

    fn keeper(&self, (entity, field): (i64, usize)) -> i64 {
        match self.choosers.get(&(entity, field)) {
            Some(&chooser) => chooser,
            None if self.is_player(entity) => entity,
            None => self.cell(entity, cell::OWNER),
        }
    }

    /// Shows a secret to everyone.
    pub(crate) fn reveal(&mut self, entity: i64, field: usize) {
        self.shown.insert((entity, field));
        let members = self.sets.get(&(entity, field));
        let members = members.map_or(Vec::new(), |members| members.iter().map(Value::number).collect());
        self.events.push(Event::Revealed {
            entity: entity as u32,
            field: field as u32,
            value: self.cell(entity, cell::HEADER + field),
            members,
        });
    }

    /// The value of a state for a key.
    pub(crate) fn entry(&self, state: usize, key: &[Value]) -> i64 {
        let key = key.iter().map(Value::number).collect();
        self.entries.get(&(state, key)).copied().unwrap_or(0)
    }

    /// Changes what a state holds for a key.
    pub(crate) fn set_entry(&mut self, state: usize, key: &[Value], value: i64) {
        let before = self.entry(state, key);
        let key: Vec<i64> = key.iter().map(Value::number).collect();
        self.entries.insert((state, key.clone()), value);
        if before != value {
            self.events.push(Event::EntrySet {
                state: Id::new(state as u32),
                key,
                before,
                after: value,
            });
        }
    }

    fn token_cell(&self, entity: i64, token: usize) -> Option<usize> {
        let kind = &self.pack.kinds[self.kind(entity)?];
        let place = kind
            .tokens
            .iter()
            .position(|&carried| usize::from(carried) == token)?;
        Some(cell::HEADER + kind.fields.len() + place)
    }

    pub(crate) fn tokens(&self, entity: i64, token: usize) -> i64 {
        self.token_cell(entity, token)
            .map_or(0, |at| self.cell(entity, at))
    }

    /// Adds tokens, or takes them away; never below nothing, and not beyond the sort's limit.
    pub(crate) fn change_tokens(&mut self, entity: i64, token: usize, change: i64) {
        let Some(at) = self.token_cell(entity, token) else {
            return;
        };
        let before = self.cell(entity, at);
        let mut after = before.saturating_add(change).max(0);
        if let Some(limit) = self.pack.tokens[token].limit {
            after = after.min(limit.max(before));
        }
        if after != before {
            self.put(entity, at, after);
            self.events.push(Event::Tokens {
                entity: entity as u32,
                token: token as u32,
                before,
                after,
            });
        }
    }

    pub(crate) fn all(&self, kind: usize) -> Vec<i64> {
        let all = 1..self.entities.len() as i64;
        all.filter(|&entity| self.kind(entity) == Some(kind) && self.in_play(entity))
            .collect()
    }

    /// The entities that an entity holds, top first.
    fn everything_on(&self, holder: i64) -> Vec<i64> {
        let all = 1..self.entities.len() as i64;
        let lies_there =
            |&entity: &i64| holder > 0 && self.cell(entity, cell::HOLDER) == holder && self.in_play(entity);
        let mut held: Vec<i64> = all.filter(lies_there).collect();
        held.sort_by_key(|&one| std::cmp::Reverse(self.cell(one, cell::ORDER)));
        held
    }

    pub(crate) fn held(&self, kind: usize, holder: i64) -> Vec<i64> {
        let mut held = self.everything_on(holder);
        held.retain(|&entity| self.kind(entity) == Some(kind));
        held
    }

    /// Whether a card's holders, all the way, are in play and end with a piece or player; for others, itself.
    pub(crate) fn stands_in_play(&self, entity: i64) -> bool {
        if !self.in_play(entity) {
            return false;
        }
        let mut at = entity;
        for _ in 0..MAX_HOLDERS {
            match self.class(at) {
                Some(KindClass::Card) => at = self.cell(at, cell::HOLDER),
                Some(KindClass::Piece | KindClass::Player | KindClass::Game) => return self.in_play(at),
                Some(KindClass::Deck) => return at == entity,
                None => return false,
            }
            if !self.in_play(at) {
                return false;
            }
        }
        false
    }

    /// A number from 0 to `count - 1`.
    fn draw(&mut self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        // The largest multiple of the count that is not beyond what is drawn.
        let limit = (u64::MAX / count) * count;
        loop {
            let drawn = self.chance.next_u64();
            if drawn < limit {
                return drawn % count;
            }
        }
    }

    fn random(&mut self, most: i64) -> Value {
        let number = self.draw(most as u64) as i64 + 1;
        self.events.push(Event::Drawn { most, number });
        self.decided = false;
        Value::Number(number)
    }

    fn rolled_face(&mut self, sort: usize) -> u16 {
        if !self.forced.is_empty() {
            return self.forced.remove(0);
        }
        let sides = &self.pack.dice[sort].sides;
        let side = self.draw(sides.len() as u64) as usize;
        self.pack.dice[sort].sides[side]
    }

    pub(crate) fn roll(&mut self, sort: usize, count: i64) -> Value {
        let mut dice = Vec::new();
        for _ in 0..count.max(0) {
            let face = self.rolled_face(sort);
            dice.push(Die {
                face,
                rerolled: false,
                fixed: false,
                locked: false,
                barred: false,
                gone: false,
            });
        }
        let faces = dice.iter().map(|die| die.face).collect();
        self.events.push(Event::Rolled {
            die: sort as u32,
            faces,
        });
        Value::Pool(Some(Rc::new(RefCell::new(Dice { sort, dice }))))
    }

    /// A core call; none if the oracle does not know it.
    pub(crate) fn core(&mut self, call: Core, arguments: &[Value]) -> Option<Value> {
        let number = |at: usize| arguments[at].number();
        let nothing = Value::Number(0);
        Some(match call {
            Core::Owner => Value::Number(self.owner(number(0))),
            Core::Bearer => Value::Number(self.bearer(number(0))),
            Core::Holder => Value::Number(self.cell(number(0), cell::HOLDER)),
            Core::InPlay => Value::flag(self.in_play(number(0))),
            Core::FaceUp => Value::flag(self.cell(number(0), cell::FACE_UP) == 1),
            Core::NextPlayer => Value::Number(self.next_player(number(0))),
            Core::HalfUp => Value::Number(half(number(0), 1)),
            Core::HalfDown => Value::Number(half(number(0), 0)),
            Core::Abs => Value::Number(number(0).checked_abs().unwrap_or(i64::MAX)),
            Core::Remainder => Value::Number(remainder(number(0), number(1))),
            Core::SameCard => Value::flag(self.same_card(number(0), number(1))),
            Core::Namesakes => Value::flag(self.namesakes(number(0), number(1))),
            Core::XOf => Value::Number(signed(number(0) >> 40)),
            Core::YOf => Value::Number(signed(number(0) >> 20)),
            Core::HeadingOf => Value::Number((number(0) & 0xf_ffff) % 360_000),
            Core::Lift => self.lift(number(0)),
            Core::Lock => self.lock(&arguments[0].members()),
            Core::BarReroll => self.bar_reroll(&arguments[0].members()),
            Core::Random if number(0) <= 0 => nothing,
            Core::Random => self.random(number(0)),
            Core::MoveTo => self.move_to(number(0), number(1)),
            Core::Flip => self.flip(number(0), arguments[1].is_yes()),
            Core::Shuffle => self.shuffle(number(0)),
            Core::Remove => self.remove(number(0)),
            Core::ReturnToGame => self.return_to_game(number(0)),
            Core::SetOwner => self.set_owner(number(0), number(1)),
            Core::CountFace
            | Core::DiceIn
            | Core::DiceOf
            | Core::Rerollable
            | Core::FaceOf
            | Core::Turnable => dice_question(call, arguments),
            Core::AddFace => self.add_dice(arguments, true, true),
            Core::AddTurnable => self.add_dice(arguments, true, false),
            Core::AddDie => self.add_dice(arguments, false, false),
            Core::Convert => {
                let (from, to) = (number(1) as u16, number(2) as u16);
                self.change_dice(arguments[0].pool(), from, number(3), |die| {
                    let free = !die.fixed;
                    if free {
                        die.face = to;
                    }
                    free
                })
            }
            Core::Cancel => self.change_dice(arguments[0].pool(), number(1) as u16, number(2), |die| {
                die.gone = true;
                true
            }),
            Core::Reroll => self.reroll(&arguments[0].members()),
            Core::Turn => self.turn(arguments[0].die(), number(1) as u16),
            _ => return None,
        })
    }

    pub(crate) fn owner(&self, entity: i64) -> i64 {
        if self.is_player(entity) {
            entity
        } else {
            self.cell(entity, cell::OWNER)
        }
    }

    /// The entity that a card counts as part of, by the book: its holder, if nobody else owns the card.
    pub(crate) fn bearer(&self, entity: i64) -> i64 {
        let class = |entity| self.kind(entity).map(|kind| self.pack.kinds[kind].class);
        let holder = self.cell(entity, cell::HOLDER);
        let owner = self.owner(entity);
        let part = class(entity) == Some(KindClass::Card)
            && match class(holder) {
                Some(KindClass::Piece | KindClass::Card) => [0, self.owner(holder)].contains(&owner),
                Some(KindClass::Player) => owner == 0,
                _ => false,
            };
        if part { self.bearer(holder) } else { entity }
    }

    fn next_player(&self, after: i64) -> i64 {
        let players = self.players();
        let seat = players.iter().position(|&player| player == after);
        let next = seat.map_or(0, |seat| seat + 1);
        players.get(next).or(players.first()).copied().unwrap_or(0)
    }

    fn move_to(&mut self, entity: i64, to: i64) -> Value {
        let mut around = to;
        for _ in 0..MAX_HOLDERS {
            if around == entity {
                return Value::Number(0);
            }
            around = self.cell(around, cell::HOLDER);
        }
        if self.kind(entity).is_none() || around != 0 {
            return Value::Number(0);
        }
        let from = self.cell(entity, cell::HOLDER);
        let top = self
            .everything_on(to)
            .first()
            .map_or(0, |&top| self.cell(top, cell::ORDER));
        self.put(entity, cell::HOLDER, to);
        self.put(entity, cell::ORDER, top + 1);
        self.begin(entity);
        let face_up = self.cell(entity, cell::FACE_UP) == 1;
        self.events.push(Event::CardMoved {
            entity: entity as u32,
            from: from as u32,
            to: to as u32,
            face_up,
        });
        Value::Number(0)
    }

    /// The rules of an entity begin to apply from where it is now.
    fn begin(&mut self, entity: i64) {
        self.moment += 1;
        self.put(entity, cell::SINCE, self.moment);
    }

    fn flip(&mut self, entity: i64, up: bool) -> Value {
        if (self.cell(entity, cell::FACE_UP) == 1) != up {
            self.put(entity, cell::FACE_UP, i64::from(up));
            self.begin(entity);
            self.events.push(Event::Flipped {
                entity: entity as u32,
                up,
            });
        }
        Value::Number(0)
    }

    fn shuffle(&mut self, holder: i64) -> Value {
        let held = self.everything_on(holder);
        let mut orders: Vec<i64> = held
            .iter()
            .map(|&entity| self.cell(entity, cell::ORDER))
            .collect();
        for last in (1..orders.len()).rev() {
            let other = self.draw(last as u64 + 1) as usize;
            orders.swap(last, other);
        }
        for (entity, order) in held.into_iter().zip(orders) {
            self.put(entity, cell::ORDER, order);
        }
        self.events.push(Event::Shuffled {
            holder: holder as u32,
        });
        Value::Number(0)
    }

    fn same_card(&self, one: i64, other: i64) -> bool {
        let [one, other] = [one, other].map(|entity| self.cell(entity, cell::TEMPLATE));
        one == other && one > 0
    }

    fn namesakes(&self, one: i64, other: i64) -> bool {
        let name = |entity| {
            let template = self.cell(entity, cell::TEMPLATE) as usize;
            let at = template.checked_sub(1)?;
            self.pack.templates.iter().nth(at).map(|def| def.name.as_str())
        };
        name(one).is_some() && name(one) == name(other)
    }

    fn lift(&mut self, entity: i64) -> Value {
        if self.cell(entity, cell::PLACED) == 1 {
            self.put(entity, cell::PLACED, 0);
            self.events.push(Event::Lifted {
                entity: entity as u32,
            });
        }
        Value::Number(0)
    }

    fn lock(&mut self, dice: &[Value]) -> Value {
        let mut faces = Vec::new();
        for (pool, at) in dice.iter().filter_map(Value::die) {
            let die = &mut pool.borrow_mut()[at];
            if !die.gone && !die.locked {
                die.locked = true;
                faces.push(die.face);
            }
        }
        if !faces.is_empty() {
            self.events.push(Event::DiceLocked { faces });
        }
        Value::Number(0)
    }

    fn bar_reroll(&mut self, dice: &[Value]) -> Value {
        let mut faces = Vec::new();
        for (pool, at) in dice.iter().filter_map(Value::die) {
            let die = &mut pool.borrow_mut()[at];
            if !die.gone && !die.barred {
                die.barred = true;
                faces.push(die.face);
            }
        }
        if !faces.is_empty() {
            self.events.push(Event::DiceBarred { faces });
        }
        Value::Number(0)
    }

    fn remove(&mut self, entity: i64) -> Value {
        // What lies lowest leaves first, with all that it holds.
        if self.in_play(entity) {
            let held = self.everything_on(entity);
            self.put(entity, cell::IN_PLAY, 0);
            self.put(entity, cell::PLACED, 0);
            self.events.push(Event::Removed {
                entity: entity as u32,
            });
            for held in held.into_iter().rev() {
                self.remove(held);
            }
        }
        Value::Number(0)
    }

    /// The first blank of the kind becomes what the row's template says. None, if there is no blank left.
    pub(crate) fn make(&mut self, kind: u16, row: i64, owner: i64) -> Option<i64> {
        let pack = self.pack;
        let is_meant = |def: &&TemplateDef| row != 0 && i64::from(def.row) == row && def.kind == kind;
        let Some(at) = pack.templates.iter().position(|def| is_meant(&def)) else {
            return Some(0);
        };
        let mut numbered = (1..).zip(&pack.setup.entities);
        let blank = |(number, def): &(i64, &EntityDef)| {
            def.later && def.kind == kind && self.cell(*number, cell::TEMPLATE) == 0
        };
        let (entity, _) = numbered.find(blank)?;
        self.put(entity, cell::TEMPLATE, at as i64 + 1);
        self.put(entity, cell::OWNER, owner);
        self.put(entity, cell::FACE_UP, 1);
        self.put(entity, cell::IN_PLAY, 1);
        for (field, &value) in pack.templates[at].cells.iter().enumerate() {
            let def = &pack.kinds[usize::from(kind)].fields[field];
            if def.state && def.ty.set {
                self.sets.insert((entity, field), constant_members(pack, value));
            } else {
                self.put(entity, cell::HEADER + field, value);
            }
        }
        self.begin(entity);
        self.events.push(Event::Made {
            entity: entity as u32,
            owner: owner as u32,
        });
        Some(entity)
    }

    /// The row of an entity's template.
    pub(crate) fn template_row(&self, entity: i64) -> i64 {
        let template = usize::try_from(self.cell(entity, cell::TEMPLATE)).unwrap_or(0);
        let def = template.checked_sub(1).and_then(|at| self.pack.templates.get(at));
        def.map_or(0, |def| i64::from(def.row))
    }

    fn return_to_game(&mut self, entity: i64) -> Value {
        if self.kind(entity).is_some() && !self.in_play(entity) {
            self.put(entity, cell::IN_PLAY, 1);
            self.begin(entity);
            self.events.push(Event::Returned {
                entity: entity as u32,
            });
        }
        Value::Number(0)
    }

    fn set_owner(&mut self, entity: i64, owner: i64) -> Value {
        self.put(entity, cell::OWNER, owner);
        self.events.push(Event::OwnerChanged {
            entity: entity as u32,
            owner: owner as u32,
        });
        Value::Number(0)
    }

    /// Adds so many dice to a pool that show a face; whether none is rolled again, and none turned.
    fn add_dice(&mut self, arguments: &[Value], barred: bool, fixed: bool) -> Value {
        let Some(pool) = arguments[0].pool() else {
            return Value::Number(0);
        };
        let (face, count) = (arguments[1].number() as u16, arguments[2].number());
        for _ in 0..count {
            pool.borrow_mut().push(Die {
                face,
                rerolled: false,
                fixed,
                locked: false,
                barred,
                gone: false,
            });
        }
        self.dice_changed(&pool, count > 0);
        Value::Number(0)
    }

    fn change_dice(
        &mut self,
        pool: Option<Pool>,
        face: u16,
        most: i64,
        change: impl Fn(&mut Die) -> bool,
    ) -> Value {
        let Some(pool) = pool else { return Value::Number(0) };
        let mut changed = 0;
        for die in pool.borrow_mut().iter_mut() {
            if changed < most && !die.gone && !die.locked && die.face == face && change(die) {
                changed += 1;
            }
        }
        self.dice_changed(&pool, changed > 0);
        Value::Number(changed)
    }

    fn reroll(&mut self, dice: &[Value]) -> Value {
        for die in dice {
            let Some((pool, at)) = die.die() else { continue };
            let die = pool.borrow()[at];
            if !die.gone && !die.rerolled && !die.locked && !die.barred {
                let sort = pool.borrow().sort;
                let face = self.rolled_face(sort);
                let mut dice = pool.borrow_mut();
                (dice[at].face, dice[at].rerolled) = (face, true);
            }
        }
        if let Some((pool, _)) = dice.first().and_then(Value::die) {
            self.dice_changed(&pool, true);
        }
        Value::Number(0)
    }

    fn turn(&mut self, die: Option<(Pool, usize)>, face: u16) -> Value {
        if let Some((pool, at)) = die.filter(|(pool, at)| can_turn(&pool.borrow()[*at])) {
            pool.borrow_mut()[at].face = face;
            self.dice_changed(&pool, true);
        }
        Value::Number(0)
    }

    fn dice_changed(&mut self, pool: &Pool, changed: bool) {
        if changed {
            let faces = pool
                .borrow()
                .iter()
                .filter(|die| !die.gone)
                .map(|die| die.face)
                .collect();
            let die = pool.borrow().sort as u32;
            self.events.push(Event::DiceChanged { die, faces });
        }
    }
}

/// Whether a die may be turned.
fn can_turn(die: &Die) -> bool {
    !die.gone && !die.locked && !die.fixed
}

/// The remainder of a division that rounds down.
fn remainder(n: i64, by: i64) -> i64 {
    if by == 0 {
        return 0;
    }
    let rest = i128::from(n).rem_euclid(i128::from(by));
    let down = if by < 0 && rest != 0 { i128::from(by) } else { 0 };
    (rest + down) as i64
}

/// Half a number; what is left over is rounded down after adding `more`.
fn half(n: i64, more: i64) -> i64 {
    let wide = i128::from(n) + i128::from(more);
    wide.div_euclid(2) as i64
}

/// The lowest 20 bits as a number with a sign.
fn signed(bits: i64) -> i64 {
    let bits = bits & 0xf_ffff;
    if bits < 1 << 19 { bits } else { bits - (1 << 20) }
}

/// Questions about dice.
fn dice_question(call: Core, arguments: &[Value]) -> Value {
    if call == Core::FaceOf {
        let face = arguments[0].die().map(|(pool, at)| pool.borrow()[at]);
        return Value::Number(face.filter(|die| !die.gone).map_or(0, |die| i64::from(die.face)));
    }
    let Some(pool) = arguments[0].pool() else {
        return match call {
            Core::DiceOf | Core::Rerollable | Core::Turnable => Value::set(Vec::new()),
            _ => Value::Number(0),
        };
    };
    let wanted = |die: &Die| match call {
        Core::CountFace => i64::from(die.face) == arguments[1].number(),
        Core::Rerollable => !die.rerolled && !die.locked && !die.barred,
        Core::Turnable => !die.fixed,
        _ => true,
    };
    let dice = pool.borrow();
    let places = (0..dice.len()).filter(|&at| !dice[at].gone && wanted(&dice[at]));
    match call {
        Core::CountFace | Core::DiceIn => Value::Number(places.count() as i64),
        _ => Value::set(
            places
                .map(|at| Value::Die(Some((Rc::clone(&pool), at))))
                .collect(),
        ),
    }
}

/// The members of a set known when compiling.
fn constant_members(pack: &Pack, handle: i64) -> Vec<Value> {
    let place = handle
        .checked_sub(CONST_SET)
        .and_then(|place| usize::try_from(place).ok());
    let set = place.and_then(|place| pack.sets.get(place));
    set.map_or(Vec::new(), |set| {
        set.items.iter().copied().map(Value::Number).collect()
    })
}
