//! The entities with which a game starts.

use super::{Linker, Setup};
use crate::looks::{colour_of, no_colour};
use cardwright_bytecode::board::{Shape, pack_standing};
use cardwright_bytecode::pack::{EntityDef, EntityId, Id, KindClass, TemplateDef, cell};
use cardwright_bytecode::ty::{KIND_DECK, KIND_GAME, KIND_PLAYER, decimal};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::did_you_mean;
use cardwright_documents::document::{
    At, Entries, Face, Fact, LooseCardDoc, PieceDoc, PlayerDoc, PoseDoc, place_of,
};
use cardwright_documents::rules::Unit;
use cardwright_documents::source::FileId;
use cardwright_dsl::ast::{ItemKind, Name, Span};
use cardwright_meaning::check::{Compiler, Constant, Entry, FieldsOf, MOST_MADE_UNSAID, Target};
use cardwright_meaning::facts::{Slot, given};
use std::collections::BTreeMap;

/// The most entities of a game.
const MOST_ENTITIES: usize = 4000;
/// A whole turn, in thousandths of a degree.
const WHOLE_TURN: i64 = 360_000;
/// The most copies of one card in a deck.
const MOST_COPIES: u32 = 500;

impl<'a> Linker<'a> {
    /// Reserves the entities that can be made in play: so many of each kind of which something is made.
    pub(crate) fn reserve(&self, compiler: &mut Compiler<'_>) {
        self.reserve_blanks(compiler);
        for kind in compiler.names.makes.clone() {
            let budget = compiler.names.budgets.get(&kind).copied();
            let count = usize::try_from(budget.unwrap_or(MOST_MADE_UNSAID)).unwrap_or(0);
            if compiler.pack.setup.entities.len() + count > MOST_ENTITIES {
                let place = place_of(self.situation.file, self.situation.id);
                let name = &compiler.pack.kinds[usize::from(kind)].name;
                let message = format!(
                    "up to {count} of `{name}` can be made in play, so the game could have more than \
                     {MOST_ENTITIES} entities"
                );
                compiler.report_at(codes::TOO_LARGE, place, message).help = Some(format!(
                    "lower the limit in the declaration of `{name}`: `made at most ...`"
                ));
                continue;
            }
            for _ in 0..count {
                let blank = EntityDef {
                    later: true,
                    ..entity("", "", kind, None)
                };
                compiler.pack.setup.entities.push(blank);
            }
        }
    }

    /// The blanks that somebody asked for besides; a kind that the game has not is left out.
    fn reserve_blanks(&self, compiler: &mut Compiler<'_>) {
        for (name, count) in self.situation.blanks {
            let kinds = &compiler.pack.kinds;
            let known = kinds.iter().position(|kind| kind.name == *name);
            let Some(kind) = known.and_then(|kind| u16::try_from(kind).ok()) else {
                continue;
            };
            let room = MOST_ENTITIES.saturating_sub(compiler.pack.setup.entities.len());
            let blank = EntityDef {
                later: true,
                ..entity("", "", kind, None)
            };
            let blanks = std::iter::repeat_n(blank, room.min(*count));
            compiler.pack.setup.entities.extend(blanks);
        }
    }

    /// Players, pieces with their cards, loose cards, and the decks' cards, in this order; the game and the decks are
    /// there. The facts of pieces come last, because they may name any entity. Gives the pieces with their numbers.
    pub(crate) fn entities(&self, compiler: &mut Compiler<'_>) -> Vec<(EntityId, FileId, &'a PieceDoc)> {
        let setups = &self.situation.setups;
        let states = compiler.pack.kinds[usize::from(KIND_GAME)].fields.len();
        compiler.defaults.entries.push(Entry {
            target: Target::Entity(0),
            owner: FieldsOf::Kind(KIND_GAME),
            place: place_of(self.situation.file, self.situation.id),
            given: vec![None; states],
        });
        for setup in setups {
            self.players(compiler, setup);
        }
        let (mut pieces, mut standing) = (Vec::new(), Vec::new());
        for setup in setups {
            for piece in setup.pieces {
                let number = self.piece(compiler, setup.file, piece);
                pieces.extend(number.map(|number| (number, setup.file, (&piece.id, &piece.facts))));
                if let Some(number) = number {
                    standing.push((number, setup.file, piece));
                }
            }
        }
        for setup in setups {
            for card in setup.cards {
                let number = self.loose_card(compiler, setup.file, card);
                pieces.extend(number.map(|number| (number, setup.file, (&card.id, &card.facts))));
            }
        }
        let mut copies = BTreeMap::new();
        for setup in setups {
            for (deck, cards) in &setup.decks.0 {
                self.fill_deck(compiler, setup.file, deck, cards, &mut copies);
            }
        }
        for setup in setups {
            for player in setup.players {
                player_facts(compiler, setup.file, player);
            }
        }
        for (number, file, facts) in pieces {
            state_facts(compiler, number, file, facts);
        }
        standing
    }

    fn players(&self, compiler: &mut Compiler<'_>, setup: &Setup<'_>) {
        for player in setup.players {
            let mut entity = entity(&player.id.value, &player.name, KIND_PLAYER, None);
            entity.owner = next_id(compiler);
            entity.cells = token_cells(compiler, setup.file, KIND_PLAYER, &player.tokens);
            self.add(compiler, setup.file, &player.id, entity);
            let colour = player.colour.as_ref();
            if let Some(colour) = colour.filter(|colour| colour_of(&colour.value).is_none()) {
                let place = place_of(setup.file, colour);
                compiler.report_at(codes::LOOKS, place, no_colour(&colour.value));
            }
        }
    }

    fn add(&self, compiler: &mut Compiler<'_>, file: FileId, id: &At<String>, entity: EntityDef) -> EntityId {
        let number = next_id(compiler);
        let place = place_of(file, id);
        if compiler.pack.setup.entities.len() >= MOST_ENTITIES {
            compiler.mark_broken(&entity.id);
            let message = format!("the game has more than {MOST_ENTITIES} entities");
            let is_told = compiler.diagnostics.iter().any(|one| one.message == message);
            if !is_told {
                compiler.report_at(codes::TOO_LARGE, place, message).help =
                    Some("remove some players, pieces, decks or cards; all of them count".to_owned());
            }
            return number;
        }
        let constant = Constant {
            ty: Ty::one(Base::Entity(entity.kind)),
            value: i64::from(number),
        };
        if let Err(earlier) = compiler.names.entities.add(&entity.id, constant, place) {
            let message = format!(
                "there is already a player, deck, piece or card with the id `{}`",
                entity.id
            );
            let diagnostic = compiler.report_at(codes::DUPLICATE_ENTITY, place, message);
            diagnostic
                .related
                .push((earlier, "the other one is here".to_owned()));
        }
        compiler.pack.setup.entities.push(entity);
        number
    }

    /// A piece with its cards; its number.
    fn piece(&self, compiler: &mut Compiler<'_>, file: FileId, piece: &PieceDoc) -> Option<EntityId> {
        let template = self.template_of(compiler, file, &piece.template, KindClass::Piece);
        let Some(template) = template else {
            compiler.mark_broken(&piece.id.value);
            return None;
        };
        let owner = piece
            .owner
            .as_ref()
            .map_or(0, |owner| entity_named(compiler, file, owner, true));
        let mut entity = self.entity_of(compiler, &piece.id.value, template);
        let kind = entity.kind;
        if let Some(name) = &piece.name {
            entity.name.clone_from(name);
        }
        entity.owner = owner;
        entity.face_up = piece.face != Some(Face::Down);
        entity.pose = piece.at.as_ref().map(|at| pose(compiler, file, &piece.id, at));
        entity.cells = token_cells(compiler, file, kind, &piece.tokens);
        let holder = self.add(compiler, file, &piece.id, entity);
        for (place, card) in piece.cards.iter().enumerate() {
            let earlier = piece.cards[..place].iter();
            let id = match earlier.filter(|other| other.value == card.value).count() {
                0 => format!("{}-{}", piece.id.value, card.value),
                copies => format!("{}-{}-{}", piece.id.value, card.value, copies + 1),
            };
            let template = self.template_of(compiler, file, card, KindClass::Card);
            let Some(template) = template else {
                compiler.mark_broken(&id);
                continue;
            };
            let mut entity = self.entity_of(compiler, &id, template);
            (entity.owner, entity.holder) = (owner, holder);
            check_card(compiler, file, card, &entity, kind);
            self.add(compiler, file, card, entity);
        }
        Some(holder)
    }

    fn loose_card(&self, compiler: &mut Compiler<'_>, file: FileId, card: &LooseCardDoc) -> Option<EntityId> {
        let template = self.template_of(compiler, file, &card.template, KindClass::Card);
        let Some(template) = template else {
            compiler.mark_broken(&card.id.value);
            return None;
        };
        let owner = card
            .owner
            .as_ref()
            .map_or(0, |owner| entity_named(compiler, file, owner, true));
        let holder = card
            .holder
            .as_ref()
            .map_or(0, |holder| entity_named(compiler, file, holder, false));
        let mut entity = self.entity_of(compiler, &card.id.value, template);
        (entity.owner, entity.holder) = (owner, holder);
        entity.face_up = card.face != Some(Face::Down);
        entity.cells = token_cells(compiler, file, entity.kind, &card.tokens);
        Some(self.add(compiler, file, &card.id, entity))
    }

    fn fill_deck(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        deck: &At<String>,
        cards: &'a Entries<At<u32>>,
        copies: &mut BTreeMap<&'a str, u32>,
    ) {
        let holder = entity_named(compiler, file, deck, false);
        for (card, count) in &cards.0 {
            let Some(template) = self.template_of(compiler, file, card, KindClass::Card) else {
                continue;
            };
            if count.value > MOST_COPIES {
                let message = format!("a deck can have at most {MOST_COPIES} copies of a card");
                compiler.report_at(codes::TOO_MANY_COPIES, place_of(file, count), message);
                continue;
            }
            let before = copies.entry(card.value.as_str()).or_default();
            let first = *before + 1;
            *before += count.value;
            for copy in first..first + count.value {
                let id = format!("{}-{copy}", card.value);
                let mut entity = self.entity_of(compiler, &id, template);
                (entity.holder, entity.face_up) = (holder, false);
                self.add(compiler, file, card, entity);
            }
        }
    }

    /// A template of a piece where a piece is asked for, of a card where a card is.
    fn template_of(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        id: &At<String>,
        asked: KindClass,
    ) -> Option<usize> {
        let found = self.template_named(compiler, file, id)?;
        let kind = &compiler.pack.kinds[usize::from(compiler.pack.templates[found].kind)];
        if kind.class == asked {
            return Some(found);
        }
        let kind = kind.name.clone();
        let (is, asks, help) = match asked {
            KindClass::Piece => (
                "card",
                "a piece",
                "under `cards:` of the piece or player that holds it",
            ),
            _ => ("piece", "a card", "under `pieces:`, as the template of a piece"),
        };
        let message = format!("`{}` is a {is} (a {kind}), but this must be {asks}", id.value);
        compiler
            .report_at(codes::CANNOT_HOLD, place_of(file, id), message)
            .help = Some(format!("write a {is} {help}"));
        None
    }

    fn template_named(&self, compiler: &mut Compiler<'_>, file: FileId, id: &At<String>) -> Option<usize> {
        let found = compiler.names.templates.get(&id.value).copied();
        if found.is_none() && !compiler.names.broken.contains(&id.value) {
            let known: Vec<String> = compiler.names.templates.names().map(str::to_owned).collect();
            let elsewhere = self.set_with(&id.value);
            let message = format!("there is no card or piece `{}`", id.value);
            let diagnostic = compiler.report_at(codes::UNKNOWN_TEMPLATE, place_of(file, id), message);
            match elsewhere {
                Some(set) => {
                    diagnostic.help = Some(format!(
                        "it is in the card set `{set}`; add that set to \
                `sets`"
                    ))
                }
                None => _ = diagnostic.suggest(&id.value, known),
            }
        }
        found
    }

    /// A set of the system that is not loaded and has the card.
    fn set_with(&self, id: &str) -> Option<String> {
        let system = &self.system.doc.system.value;
        let mut sets = self.project.sets.iter().filter(|(key, _)| key.0 == *system);
        sets.find(|(_, set)| set.doc.cards.iter().any(|card| card.id.value == id))
            .map(|(key, _)| key.1.clone())
    }

    fn entity_of(&self, compiler: &Compiler<'_>, id: &str, template: usize) -> EntityDef {
        let def = &compiler.pack.templates[template];
        entity(id, &def.name, def.kind, Some(Id::at(template)))
    }
}

/// The entity that holds the state of the game.
pub(super) fn game(compiler: &mut Compiler<'_>) {
    let game = entity("game", "the game", KIND_GAME, None);
    compiler.pack.setup.entities.push(game);
}

/// The decks that rules declare.
pub(super) fn decks(compiler: &mut Compiler<'_>, units: &[Unit]) {
    compiler.each_item(units, |compiler, item| {
        if let ItemKind::Deck { name } = &item.kind {
            add_deck(compiler, name);
        }
    });
}

/// Reports a card that such a piece cannot hold.
fn check_card(compiler: &mut Compiler<'_>, file: FileId, at: &At<String>, card: &EntityDef, holder: u16) {
    let allowed = compiler
        .names
        .holders
        .get(&card.kind)
        .is_some_and(|kinds| kinds.contains(&holder));
    let unclear = compiler
        .names
        .broken
        .contains(&compiler.pack.kinds[usize::from(card.kind)].name);
    if !allowed && !unclear {
        let kinds = &compiler.pack.kinds;
        let (card, holder) = (
            &kinds[usize::from(card.kind)].name,
            &kinds[usize::from(holder)].name,
        );
        let message = format!("a {holder} cannot hold a {card}");
        compiler.report_at(codes::CANNOT_HOLD, place_of(file, at), message);
    }
}

fn entity_named(compiler: &mut Compiler<'_>, file: FileId, id: &At<String>, player: bool) -> EntityId {
    let found = compiler
        .names
        .entities
        .get(&id.value)
        .filter(|entity| !player || entity.ty == Ty::PLAYER);
    if let Some(entity) = found {
        return EntityId::try_from(entity.value).unwrap_or(0);
    }
    if compiler.names.broken.contains(&id.value) {
        return 0;
    }
    let fits = |name: &&str| {
        !player
            || compiler
                .names
                .entities
                .get(name)
                .is_some_and(|one| one.ty == Ty::PLAYER)
    };
    let help = did_you_mean(&id.value, compiler.names.entities.names().filter(fits));
    let (what, code) = match player {
        true => ("player", codes::UNKNOWN_OWNER),
        false => ("player, deck or piece", codes::UNKNOWN_HOLDER),
    };
    let message = format!("there is no {what} `{}`", id.value);
    compiler.report_at(code, place_of(file, id), message).help = help;
    0
}

/// The packed pose of a piece at the start.
fn pose(compiler: &mut Compiler<'_>, file: FileId, id: &At<String>, at: &PoseDoc) -> i64 {
    if compiler.pack.setup.board.shape != Shape::Plane {
        return standing(compiler, file, id, at);
    }
    if let Some(space) = at.space.as_ref().or(at.trail.as_ref()) {
        let message = "this system is played on a flat table, so there are no spaces";
        compiler
            .report_at(codes::BOARD, place_of(file, space), message)
            .help = Some("write `at: { x: 3in, y: 4in }`".to_owned());
        return 0;
    }
    let coordinate = |compiler: &mut Compiler<'_>, fact: Option<&At<Fact>>, name: &str| match fact {
        Some(fact) => Linker::measure(compiler, file, fact, Ty::LENGTH),
        None => {
            let message = format!("the place of `{}` has no `{name}`", id.value);
            compiler
                .report_at(codes::MISSING_FACT, place_of(file, id), message)
                .help = Some(format!("add `{name}: ...`, a length"));
            0
        }
    };
    let x = coordinate(compiler, at.x.as_ref(), "x");
    let y = coordinate(compiler, at.y.as_ref(), "y");
    let heading = at
        .heading
        .as_ref()
        .map_or(0, |given| heading(compiler, file, given));
    cardwright_bytecode::pack::pack_pose(x, y, heading)
}

/// Which way a piece looks; a turn and more is a slip.
fn heading(compiler: &mut Compiler<'_>, file: FileId, given: &At<Fact>) -> i64 {
    let heading = Linker::measure(compiler, file, given, Ty::ANGLE);
    if heading.abs() > WHOLE_TURN {
        let put = format!("{}deg", decimal(heading.rem_euclid(WHOLE_TURN)));
        let message = "a heading is at most a full turn, 360deg";
        let diagnostic = compiler.report_at(codes::MISPLACED, place_of(file, given), message);
        diagnostic.help = Some(format!("write `{put}`, which is the same direction"));
        diagnostic.put(put, false);
    }
    heading
}

fn standing(compiler: &mut Compiler<'_>, file: FileId, id: &At<String>, at: &PoseDoc) -> i64 {
    if let Some(fact) = at.x.as_ref().or(at.y.as_ref()).or(at.heading.as_ref()) {
        let message = "this system is played on spaces, so a place must name a space";
        compiler
            .report_at(codes::BOARD, place_of(file, fact), message)
            .help = Some("write `at: { space: ... }`".to_owned());
        return 0;
    }
    let Some(lead) = &at.space else {
        let message = format!("the place of `{}` has no `space`", id.value);
        compiler
            .report_at(codes::MISSING_FACT, place_of(file, id), message)
            .help = Some("add `space: ...`, such as `c5`".to_owned());
        return 0;
    };
    let space = |compiler: &mut Compiler<'_>, id: &At<String>| {
        compiler
            .constant_fact(place_of(file, id), &id.value, Ty::SPACE)
            .unwrap_or(0)
    };
    let trail = at.trail.as_ref().map_or(0, |trail| space(compiler, trail));
    let standing = pack_standing(space(compiler, lead), trail);
    if trail > 0 && !compiler.pack.setup.board.has_standing(standing) {
        let message = "the trailing space is not next to the leading one";
        let place = place_of(file, at.trail.as_ref().unwrap_or(lead));
        compiler.report_at(codes::BOARD, place, message);
    }
    standing
}

fn token_cells(
    compiler: &mut Compiler<'_>,
    file: FileId,
    kind: u16,
    tokens: &Entries<At<i64>>,
) -> Vec<(u16, i64)> {
    let mut cells = Vec::new();
    for (name, count) in &tokens.0 {
        let def = &compiler.pack.kinds[usize::from(kind)];
        let index = compiler.names.tokens.get(&name.value).copied();
        let place = index.and_then(|index| def.tokens.iter().position(|&token| usize::from(token) == index));
        let Some(place) = place else {
            if compiler.names.broken.contains(&name.value) {
                continue;
            }
            let carried: Vec<&str> = def
                .tokens
                .iter()
                .map(|&token| compiler.pack.tokens[usize::from(token)].name.as_str())
                .collect();
            let help = did_you_mean(&name.value, carried);
            let message = format!("a {} cannot have `{}` tokens", def.name, name.value);
            compiler
                .report_at(codes::TOKEN_NOT_CARRIED, place_of(file, name), message)
                .help = help;
            continue;
        };
        cells.push((
            cell_number(cell::HEADER + def.fields.len() + place),
            count.value.max(0),
        ));
    }
    cells
}

/// Sets the state of a piece or card, as the document gives it.
fn state_facts(
    compiler: &mut Compiler<'_>,
    number: EntityId,
    file: FileId,
    (id, facts): (&At<String>, &Entries<At<Fact>>),
) {
    let at = number as usize - 1;
    let Some(kind) = compiler.pack.setup.entities.get(at).map(|entity| entity.kind) else {
        return;
    };
    let slots = slots_of(compiler, kind, false);
    let cells = fact_cells(compiler, file, kind, &slots, (id, facts));
    let Some(entity) = compiler.pack.setup.entities.get_mut(at) else {
        return;
    };
    entity.cells.extend(cells);
    // What follows from a fact that differs is worked out for this one anew.
    if facts.0.is_empty() {
        return;
    }
    let template = entity.template.map(|template| template.place());
    let place = place_of(file, id);
    let mut given = given(file, &slots, facts);
    let printed = template.and_then(|template| compiler.defaults.printed.get(template));
    for (given, printed) in given.iter_mut().zip(printed.into_iter().flatten()) {
        *given = given.or(printed.then_some(place));
    }
    compiler.defaults.entries.push(Entry {
        target: Target::Entity(at),
        owner: FieldsOf::Kind(kind),
        place,
        given,
    });
}

/// The facts of a player. No card prints them, so every fact that the system declares is given here.
fn player_facts(compiler: &mut Compiler<'_>, file: FileId, player: &PlayerDoc) {
    let number = compiler.names.entities.get(&player.id.value);
    let number = number.and_then(|known| usize::try_from(known.value).ok());
    let slots = slots_of(compiler, KIND_PLAYER, true);
    let cells = fact_cells(compiler, file, KIND_PLAYER, &slots, (&player.id, &player.facts));
    let at = number.and_then(|number| number.checked_sub(1));
    if let Some(at) = at
        && let Some(entity) = compiler.pack.setup.entities.get_mut(at)
    {
        entity.cells.extend(cells);
        compiler.defaults.entries.push(Entry {
            target: Target::Entity(at),
            owner: FieldsOf::Kind(KIND_PLAYER),
            place: place_of(file, &player.id),
            given: given(file, &slots, &player.facts),
        });
    }
}

/// The cells of the facts that a document gives.
fn fact_cells(
    compiler: &mut Compiler<'_>,
    file: FileId,
    kind: u16,
    slots: &[Slot],
    (id, facts): (&At<String>, &Entries<At<Fact>>),
) -> Vec<(u16, i64)> {
    let what = compiler.pack.kinds[usize::from(kind)].name.clone();
    let cells = compiler.facts(file, facts, slots, place_of(file, id), &what);
    let given = |at: &usize| facts.0.iter().any(|(name, _)| name.value == slots[*at].name);
    (0..slots.len())
        .filter(given)
        .map(|at| (cell_number(cell::HEADER + at), cells[at]))
        .collect()
}

/// The fields of a kind; those that are printed are asked for where a card or player is declared.
pub(super) fn slots_of(compiler: &Compiler<'_>, kind: u16, declared: bool) -> Vec<Slot> {
    let fields = compiler.pack.kinds[usize::from(kind)].fields.iter();
    fields
        .enumerate()
        .map(|(at, field)| Slot {
            name: field.name.clone(),
            ty: field.ty,
            state: field.state,
            per: compiler.run_of_field(kind, at).map(str::to_owned),
            required: declared && !field.state && !compiler.defaults.has(FieldsOf::Kind(kind), at),
        })
        .collect()
}

fn entity(id: &str, name: &str, kind: u16, template: Option<Id<TemplateDef>>) -> EntityDef {
    let (id, name) = (id.to_owned(), name.to_owned());
    EntityDef {
        id,
        name,
        kind,
        template,
        owner: 0,
        holder: 0,
        face_up: true,
        later: false,
        pose: None,
        cells: Vec::new(),
    }
}

fn next_id(compiler: &Compiler<'_>) -> EntityId {
    EntityId::try_from(compiler.pack.setup.entities.len() + 1).unwrap_or(EntityId::MAX)
}

fn cell_number(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

fn add_deck(compiler: &mut Compiler<'_>, name: &Name) {
    let number = next_id(compiler);
    let place = compiler.place(Span {
        start: name.span.start,
        end: name.span.end,
    });
    let constant = Constant {
        ty: Ty::one(Base::Entity(KIND_DECK)),
        value: i64::from(number),
    };
    if let Err(earlier) = compiler.names.entities.add(&name.text, constant, place) {
        compiler.duplicate("player or deck", name, earlier);
        return;
    }
    debug_assert_eq!(compiler.pack.kinds[usize::from(KIND_DECK)].class, KindClass::Deck);
    let shown = name.text.replace('-', " ");
    compiler
        .pack
        .setup
        .entities
        .push(entity(&name.text, &shown, KIND_DECK, None));
}
