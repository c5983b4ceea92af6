//! A verified pack with what is computed from it once: its hash, and the index that makes it quick to play.

use crate::board::Board;
use crate::labels::told_apart;
use crate::memory::{FLEETING, Worth, columns};
use crate::pace::Pace;
use crate::run_memory::Owned;
use cardwright_bytecode::container::content_hash;
use cardwright_bytecode::pack::{
    CONST_SET, Each, EffectDef, EntityDef, EntityId, FieldDef, FootprintDef, Home, Id, KindClass, OfferDef,
    PermissionDef, ProcedureDef, Rule, RuleKind, TellingDef, TemplateDef, ToldOf, ValueDef, WindowDef, cell,
};
use cardwright_bytecode::verify::VerifiedPack;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// Content, ready to be played.
#[derive(Clone, Debug)]
pub struct Content {
    pub(crate) pack: VerifiedPack,
    pub(crate) index: Index,
    pub(crate) board: Board,
    /// Made when it is first asked for: cases need none.
    hash: OnceLock<[u8; 32]>,
    pub(crate) pace: Pace,
}

impl Content {
    /// The pack, made ready.
    #[must_use]
    pub fn new(pack: VerifiedPack) -> Arc<Self> {
        let index = Index::of(&pack);
        let board = Board::of(&pack.setup);
        Arc::new(Self {
            pack,
            index,
            board,
            hash: OnceLock::new(),
            pace: Pace::default(),
        })
    }

    /// The pack.
    #[must_use]
    pub fn pack(&self) -> &VerifiedPack {
        &self.pack
    }

    /// The board that the game is played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The identity of the content, as a hash.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| content_hash(&self.pack))
    }

    /// Whether the content was compiled from this text of a file; no, if it does not say so.
    #[must_use]
    pub fn is_made_from(&self, file: &str, text: &str) -> bool {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_name = |number: u32| {
            self.pack
                .texts
                .get(number as usize)
                .is_some_and(|name| name == file)
        };
        let named = self.pack.files.iter().find(|known| is_name(known.file));
        named.is_some_and(|known| blake3::hash(text.as_bytes()) == known.hash)
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> &[EntityId] {
        &self.index.players
    }

    /// The ids of the players in seat order.
    pub fn player_ids(&self) -> impl Iterator<Item = &str> {
        let entities = &self.pack.setup.entities;
        let id = |&player: &EntityId| Some(entities.get(player as usize - 1)?.id.as_str());
        self.players().iter().filter_map(id)
    }

    /// The declaration of an entity's field; `None` if the cell is no field.
    pub(crate) fn field(&self, entity: i64, cell: usize) -> Option<&FieldDef> {
        let kind = self.pack.kinds.get(usize::from(self.index.kind(entity)?))?;
        kind.fields.get(cell.checked_sub(cell::HEADER)?)
    }

    /// Whether an entity is a deck.
    pub(crate) fn is_deck(&self, entity: EntityId) -> bool {
        let kind = self.index.kind(i64::from(entity));
        let kind = kind.and_then(|kind| self.pack.kinds.get(usize::from(kind)));
        kind.is_some_and(|kind| kind.class == KindClass::Deck)
    }

    /// Whether a cell holds a set that can change: its members stand elsewhere in the state.
    pub(crate) fn holds_set(&self, entity: i64, cell: usize) -> bool {
        self.field(entity, cell)
            .is_some_and(|field| field.state && field.ty.set)
    }

    /// The members of a set known when compiling.
    pub(crate) fn constant_set(&self, handle: i64) -> &[i64] {
        let number = usize::try_from(handle.saturating_sub(CONST_SET)).ok();
        number
            .and_then(|number| self.pack.sets.get(number))
            .map_or(&[], |set| &set.items)
    }
}

/// The home of face-down cards whose kind lies in no deck.
const NO_DECK: EntityId = 0;

/// The pack, arranged for the questions that play asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// For entity number `n`, where its cells begin and end: `starts[n]..starts[n + 1]`.
    starts: Vec<u32>,
    /// For each entity number, its kind.
    kinds: Vec<u16>,
    /// For each kind, its entities.
    pub(crate) by_kind: Vec<Vec<EntityId>>,
    /// For each template, its entities.
    pub(crate) by_template: Each<TemplateDef, Vec<EntityId>>,
    /// For each entity number, the deck to which it belongs since it began there, or face down beneath something, if
    /// different cards of its kind belong there: then which one it is can be hidden. [`NO_DECK`] if its kind has none.
    pub(crate) home_decks: Vec<Option<EntityId>>,
    /// For each kind, those of its entities that are made in play, if they are.
    pub(crate) later: Vec<Vec<EntityId>>,
    /// For each row that names a template, that template.
    pub(crate) template_of_row: BTreeMap<i64, Id<TemplateDef>>,
    /// All pieces.
    pub(crate) pieces: Vec<EntityId>,
    /// The pieces that share their name with another one, and what tells them apart, to stand behind it.
    pub(crate) namesakes: BTreeMap<EntityId, String>,
    /// The players in seat order.
    pub(crate) players: Vec<EntityId>,
    /// For each procedure, where what belongs to its runs stands.
    pub(crate) owned: Each<ProcedureDef, Owned>,
    /// For each kind, the cell with the size of its pieces on spaces.
    size_cells: Vec<Option<usize>>,
    /// For each kind and token sort, the cell that counts them.
    token_cells: Vec<Vec<Option<u32>>>,
    /// For each window, the rules that live in it.
    pub(crate) of_window: Each<WindowDef, Vec<Id<Rule>>>,
    /// For each offer, the rules that add options.
    pub(crate) of_offer: Each<OfferDef, Vec<Id<Rule>>>,
    /// For each value, the rules that change it.
    pub(crate) of_value: Each<ValueDef, Vec<Id<Rule>>>,
    /// For each value, the effects to which the rules about it belong, if all belong to effects.
    pub(crate) effects_of_value: Each<ValueDef, Option<Vec<Id<EffectDef>>>>,
    /// For each permission, the rules that state something.
    pub(crate) of_permission: Each<PermissionDef, Vec<Id<Rule>>>,
    /// For each kind, the rules that lend abilities among entities of it.
    pub(crate) lending: Vec<Vec<Id<Rule>>>,
    /// For each record, its rows.
    pub(crate) rows: Vec<Vec<i64>>,
    /// For each cell, the column that the memory of answers knows it by.
    pub(crate) columns: Vec<u8>,
    /// The ids of templates.
    pub(crate) template_ids: BTreeSet<String>,
    /// The tellings, by their subject.
    pub(crate) tellings: BTreeMap<ToldOf, Id<TellingDef>>,
    /// The answers that are worth remembering.
    pub(crate) worth: Worth,
}

impl Index {
    fn of(pack: &VerifiedPack) -> Self {
        let mut index = Self::default();
        index.add_entities(pack);
        index.add_templates(pack);
        index.add_namesakes(pack);
        index.add_home_decks(pack);
        index.add_rules(pack);
        index.add_owned(pack);
        index.add_tables(pack);
        index.template_ids = pack
            .templates
            .iter()
            .map(|template| template.id.clone())
            .collect();
        index.tellings = pack
            .tellings
            .numbered()
            .map(|(id, telling)| (telling.of, id))
            .collect();
        index.columns = columns(&index.starts, &index.kinds);
        index.worth = Worth::of(pack);
        index
    }

    fn add_entities(&mut self, pack: &VerifiedPack) {
        self.by_kind = vec![Vec::new(); pack.kinds.len()];
        self.by_template = pack.templates.each(|_| Vec::new());
        self.later = vec![Vec::new(); pack.kinds.len()];
        // Entity 0 is nobody and has no cells.
        self.starts = vec![0, 0];
        self.kinds = vec![0];
        let mut end = 0;
        for (number, entity) in (1..).zip(&pack.setup.entities) {
            let kind = pack.kinds.get(usize::from(entity.kind));
            end += kind.map_or(0, |kind| cell::HEADER + kind.fields.len() + kind.tokens.len());
            self.starts.push(end as u32);
            self.kinds.push(entity.kind);
            add(&mut self.by_kind, usize::from(entity.kind), number);
            if let Some(template) = entity.template {
                self.by_template[template].push(number);
            }
            if entity.later {
                add(&mut self.later, usize::from(entity.kind), number);
            }
            match kind.map(|kind| kind.class) {
                Some(KindClass::Player) => self.players.push(number),
                Some(KindClass::Piece) => self.pieces.push(number),
                _ => {}
            }
        }
    }

    /// Adds the templates of rows, and for each template the entities that can be made from it in play: all
    /// spare ones of its kind.
    fn add_templates(&mut self, pack: &VerifiedPack) {
        for (number, template) in pack.templates.numbered() {
            if template.row != 0 {
                self.template_of_row.insert(i64::from(template.row), number);
            }
            if let Some(later) = self.later.get(usize::from(template.kind)) {
                self.by_template[number].extend(later);
            }
        }
    }

    fn add_namesakes(&mut self, pack: &VerifiedPack) {
        let mut named: BTreeMap<&str, Vec<EntityId>> = BTreeMap::new();
        for &piece in &self.pieces {
            if let Some(def) = pack
                .setup
                .entities
                .get(piece as usize - 1)
                .filter(|def| !def.name.is_empty())
            {
                named.entry(&def.name).or_default().push(piece);
            }
        }
        let id = |piece: EntityId| pack.setup.entities[piece as usize - 1].id.as_str();
        for pieces in named.into_values().filter(|pieces| pieces.len() > 1) {
            let ids: Vec<&str> = pieces.iter().map(|&piece| id(piece)).collect();
            self.namesakes.extend(pieces.into_iter().zip(told_apart(&ids)));
        }
    }

    /// Finds the home of each card that begins face down among cards that differ: its deck. A card that a
    /// scenario lays face down beneath something counts as dealt from the deck of its kind, its owner's
    /// before others; without a deck it belongs with its like.
    fn add_home_decks(&mut self, pack: &VerifiedPack) {
        let entities = &pack.setup.entities;
        let class = |kind: u16| pack.kinds.get(usize::from(kind)).map(|kind| kind.class);
        let def = |entity: EntityId| entities.get(entity.checked_sub(1)? as usize);
        let is_deck =
            |holder: EntityId| def(holder).is_some_and(|holder| class(holder.kind) == Some(KindClass::Deck));
        let owner = |deck: EntityId| def(deck).map_or(0, |deck| deck.owner);
        // For each kind, the decks in which cards of it begin, with their owners.
        let mut decks: BTreeMap<u16, BTreeSet<(EntityId, EntityId)>> = BTreeMap::new();
        for entity in entities.iter().filter(|entity| is_deck(entity.holder)) {
            let of_kind = decks.entry(entity.kind).or_default();
            of_kind.insert((entity.holder, owner(entity.holder)));
        }
        let home = |entity: &EntityDef| {
            let lies_down = class(entity.kind) == Some(KindClass::Card) && !entity.face_up;
            if is_deck(entity.holder) {
                return Some(entity.holder);
            }
            let decks = decks.get(&entity.kind);
            let mut decks = decks.into_iter().flatten().copied();
            let own = decks.clone().find(|&(_, owner)| owner == entity.owner);
            let any = own.or_else(|| decks.next()).map_or(NO_DECK, |(deck, _)| deck);
            (lies_down && entity.holder != 0 && !entity.later).then_some(any)
        };
        let homes = entities.iter().map(home).collect::<Vec<_>>();
        let mut sorts: BTreeMap<(EntityId, u16), BTreeSet<Option<Id<TemplateDef>>>> = BTreeMap::new();
        for (entity, home) in entities.iter().zip(&homes) {
            if let Some(home) = home {
                sorts
                    .entry((*home, entity.kind))
                    .or_default()
                    .insert(entity.template);
            }
        }
        let differ = |(entity, home): (&EntityDef, Option<EntityId>)| {
            let home = home?;
            let sort = sorts.get(&(home, entity.kind))?;
            (sort.len() > 1).then_some(home)
        };
        let homes = entities.iter().zip(homes).map(differ);
        self.home_decks = [None].into_iter().chain(homes).collect();
    }

    fn add_rules(&mut self, pack: &VerifiedPack) {
        self.of_window = pack.windows.each(|_| Vec::new());
        self.of_offer = pack.offers.each(|_| Vec::new());
        self.of_value = pack.values.each(|_| Vec::new());
        self.of_permission = pack.permissions.each(|_| Vec::new());
        self.lending = vec![Vec::new(); pack.kinds.len()];
        for (number, rule) in pack.rules.numbered() {
            if let RuleKind::Lend { kind, .. } = rule.kind {
                add(&mut self.lending, usize::from(kind), number);
            }
        }
        for (number, rule) in pack.rules.numbered() {
            if !self.has_home(pack, rule.home) {
                continue;
            }
            match rule.kind {
                RuleKind::Trigger { window, .. } => self.of_window[window].push(number),
                RuleKind::OfferOption { offer, .. } => self.of_offer[offer].push(number),
                RuleKind::Modify { value, .. } => self.of_value[value].push(number),
                RuleKind::Permit { permission, .. } => self.of_permission[permission].push(number),
                RuleKind::Lend { .. } | RuleKind::Build { .. } => {}
            }
        }
        let effect = |&rule: &Id<Rule>| match pack.rules[rule].home {
            Home::Effect(effect) => Some(effect),
            _ => None,
        };
        let effects = |rules: &Vec<Id<Rule>>| rules.iter().map(effect).collect();
        self.effects_of_value = self.of_value.iter().map(effects).collect();
    }

    /// Whether a rule can ever apply from its home: what is printed on something that is not in this game, and that nobody
    /// can be lent, is left out.
    fn has_home(&self, pack: &VerifiedPack, home: Home) -> bool {
        let Home::Template(template) = home else {
            return true;
        };
        let lends = self.lending.get(usize::from(pack.templates[template].kind));
        !self.by_template[template].is_empty() || lends.is_some_and(|rules| !rules.is_empty())
    }

    fn add_tables(&mut self, pack: &VerifiedPack) {
        self.rows = vec![Vec::new(); pack.records.len()];
        // Row 0 is the null row.
        for (number, row) in (0..).zip(&pack.rows).skip(1) {
            add(&mut self.rows, usize::from(row.record), number);
        }
        self.size_cells = pack
            .kinds
            .iter()
            .map(|kind| match kind.footprint {
                Some(FootprintDef::Spaces(field, _)) => Some(cell::HEADER + usize::from(field)),
                _ => None,
            })
            .collect();
        self.token_cells = pack
            .kinds
            .iter()
            .map(|kind| token_cells(pack, &kind.tokens, kind.fields.len()))
            .collect();
    }

    /// The place of an entity's cell in the state.
    pub(crate) fn place(&self, entity: i64, cell: usize) -> Option<usize> {
        let number = usize::try_from(entity).ok()?;
        let start = *self.starts.get(number)? as usize;
        let end = *self.starts.get(number + 1)? as usize;
        let place = start.checked_add(cell)?;
        (place < end).then_some(place)
    }

    /// The column of the cell at a place.
    pub(crate) fn column(&self, place: usize) -> u8 {
        self.columns.get(place).copied().unwrap_or(FLEETING)
    }

    /// Whether a cell tells which spaces a piece stands on.
    pub(crate) fn is_about_place(&self, entity: i64, cell: usize) -> bool {
        matches!(cell, cell::POSE | cell::PLACED | cell::IN_PLAY)
            || cell >= cell::HEADER && self.size_cell(entity) == Some(cell)
    }

    /// The cell with a piece's size, if its kind has one.
    pub(crate) fn size_cell(&self, entity: i64) -> Option<usize> {
        let kind = usize::from(self.kind(entity)?);
        self.size_cells.get(kind).copied().flatten()
    }

    /// The piece whose cell at this place tells which spaces it stands on.
    pub(crate) fn piece_at(&self, place: usize) -> Option<i64> {
        let after = self.starts.partition_point(|&start| start as usize <= place);
        let number = after.checked_sub(1)?;
        let cell = place - self.starts[number] as usize;
        Some(number as i64).filter(|&entity| self.is_about_place(entity, cell))
    }

    /// The number of cells of all entities.
    pub(crate) fn cells(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// An entity's kind; nobody has none.
    pub(crate) fn kind(&self, entity: i64) -> Option<u16> {
        let number = usize::try_from(entity).ok().filter(|&number| number > 0)?;
        self.kinds.get(number).copied()
    }

    /// The cell that counts an entity's tokens of a sort.
    pub(crate) fn token_cell(&self, entity: i64, token: i32) -> Option<usize> {
        let cells = self.token_cells.get(usize::from(self.kind(entity)?))?;
        cells
            .get(usize::try_from(token).ok()?)
            .copied()
            .flatten()
            .map(|cell| cell as usize)
    }
}

fn token_cells(pack: &VerifiedPack, tokens: &[u16], fields: usize) -> Vec<Option<u32>> {
    let mut cells = vec![None; pack.tokens.len()];
    for (place, &token) in tokens.iter().enumerate() {
        if let Some(cell) = cells.get_mut(usize::from(token)) {
            *cell = Some((cell::HEADER + fields + place) as u32);
        }
    }
    cells
}

fn add<T>(lists: &mut [Vec<T>], place: usize, item: T) {
    if let Some(list) = lists.get_mut(place) {
        list.push(item);
    }
}
