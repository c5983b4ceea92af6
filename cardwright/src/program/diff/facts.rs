//! Cards: which are new, gone or called otherwise, what is printed on them, and what their rules say. Rows of records, too.

use super::levels::{
    CARD_GONE, CARD_MOVED, CARD_NEW, CARD_RENAMED, CODE_CHANGED, COST_CHANGED, Change, FACT_CHANGED,
    ROW_CHANGED, ROW_GONE, ROW_NEW, RULES_CHANGED, TITLE_CHANGED,
};
use super::report::Compared;
use super::rules;
use super::sides::{Card, Cards, Pair, Side};
use cardwright_bytecode::pack::{CONST_SET, FieldDef, Pack, RecordDef, RowDef, TemplateDef};
use cardwright_bytecode::sense::Senses;
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::Project;
use cardwright_compiler::looks::{PickLook, Reading, looks_of};
use cardwright_compiler::wording::CardTeller;
use std::collections::{BTreeMap, BTreeSet};

/// What a card costs is in a field of this name, if the looks of its system do not say in which.
const COST: &str = "cost";

/// What a system prints in one version, ready to be asked.
struct Printed<'a> {
    side: &'a Side<'a>,
    pack: &'a Pack,
    teller: Option<CardTeller<'a>>,
    senses: Senses<'a>,
    /// The fields that are what something costs: `cost`, `type.points`.
    costs: BTreeSet<String>,
    cards: Cards<'a>,
}

/// What became of cards.
#[derive(Default)]
pub(super) struct CardChanges {
    pub(super) changes: Vec<Change>,
    /// The cards that another play may be expected of, by id: how changes name them, and their titles.
    pub(super) touched: BTreeMap<String, Touched>,
}

/// A card that is new, gone or other in what it does.
pub(super) struct Touched {
    pub(super) about: String,
    pub(super) title: String,
    pub(super) file: String,
    /// Whether the later version still has it.
    pub(super) is_there: bool,
    /// Whether a case or a game should notice it.
    pub(super) needs_proof: bool,
}

pub(super) fn changes(pair: &Pair<'_>, compared: &mut Compared) -> CardChanges {
    let (old, new) = (Printed::of(&pair.old), Printed::of(&pair.new));
    let mut found = CardChanges::default();
    let renamed = renamed(&old, &new);
    for (key, card) in &old.cards {
        match (new.cards.get(key), renamed.get(key)) {
            (Some(now), _) => {
                compared.cards += usize::from(card.is_main());
                found.both((&old, card), (&new, now));
            }
            (None, Some(name)) => {
                if let Some(now) = new.cards.get(name).filter(|_| card.is_main()) {
                    compared.cards += 1;
                    let change = Change::new(CARD_RENAMED, pair.id(), card.about());
                    let change = change.titled(&now.def.name).with_texts(&card.def.id, &now.def.id);
                    found.changes.push(change.in_file(Some(now.file)));
                }
            }
            (None, None) if !card.is_main() => {}
            (None, None) => found.one(CARD_GONE, pair.id(), card, &old, false),
        }
    }
    let given: BTreeSet<_> = renamed.values().collect();
    let come = new
        .cards
        .iter()
        .filter(|(key, _)| !old.cards.contains_key(*key) && !given.contains(key));
    for (_, card) in come.filter(|(_, card)| card.is_main()) {
        found.one(CARD_NEW, pair.id(), card, &new, true);
    }
    found.changes.extend(rows(pair));
    found
}

impl CardChanges {
    /// A card that only one version has.
    fn one(
        &mut self,
        sort: super::levels::Sort,
        system: &str,
        card: &Card<'_>,
        printed: &Printed<'_>,
        is_there: bool,
    ) {
        let told = printed.words(card).join(" ");
        let mut change = Change::new(sort, system, card.about())
            .titled(&card.def.name)
            .in_file(Some(card.file));
        match is_there {
            true => change.after = Some(told),
            false => change.before = Some(told),
        }
        self.changes.push(change);
        self.touch(card, is_there, is_there);
    }

    fn touch(&mut self, card: &Card<'_>, is_there: bool, needs_proof: bool) {
        let touched = Touched {
            about: card.about(),
            title: card.def.name.clone(),
            file: card.file.to_owned(),
            is_there,
            needs_proof,
        };
        self.touched.insert(card.def.id.clone(), touched);
    }

    /// A card that both versions have.
    fn both(&mut self, (before, old): (&Printed<'_>, &Card<'_>), (after, new): (&Printed<'_>, &Card<'_>)) {
        let system = after.side.id();
        let known = self.changes.len();
        let change = |sort, about: String| {
            Change::new(sort, system, about)
                .titled(&new.def.name)
                .in_file(Some(new.file))
        };
        if old.set != new.set && new.is_main() {
            self.changes
                .push(change(CARD_MOVED, new.about()).with_texts(old.set, new.set));
        }
        let (was, is) = (before.facts(old), after.facts(new));
        for (field, (key, told)) in &is {
            let Some((_, old_told)) = was.get(field).filter(|(old, _)| old != key) else {
                continue;
            };
            let is_cost = after.costs.contains(field);
            let sort = if is_cost { COST_CHANGED } else { FACT_CHANGED };
            let about = format!("{}/{} {field}", new.set, new.def.id);
            let change = change(sort, about).saying(field).with_texts(old_told, told);
            // What a card says of itself holds for its entries of all kinds.
            let is_told = |one: &Change| {
                (one.name(), &one.before, &one.after) == (change.name(), &change.before, &change.after)
            };
            if !self.changes.iter().any(is_told) {
                self.changes.push(change);
            }
        }
        let told = (before.told(old), after.told(new));
        self.changes
            .extend(rules::of_card(system, new, (&told.0, &told.1)));
        let own = &self.changes[known..];
        if own.iter().any(|one| one.sort.level > super::Level::Text) {
            let needs_proof = own.iter().any(needs_proof);
            self.touch(new, true, needs_proof);
        }
        if old.def.name != new.def.name && new.is_main() {
            self.changes
                .push(change(TITLE_CHANGED, new.about()).with_texts(&old.def.name, &new.def.name));
        }
    }
}

/// Whether a change of a card is one that a case can show. What a card costs, and in which forces and sets it may be, is read off
/// the card itself, and no game depends on it once it is set up.
fn needs_proof(change: &Change) -> bool {
    [FACT_CHANGED, RULES_CHANGED, CODE_CHANGED].contains(&change.sort)
}

impl<'a> Printed<'a> {
    fn of(side: &'a Side<'a>) -> Self {
        let pack = side.pack();
        Self {
            side,
            pack,
            teller: CardTeller::of(side.project, side.system, &side.compiled),
            senses: Senses::of(pack),
            costs: costs(side.project, side.id(), pack),
            cards: side.cards(),
        }
    }

    /// The facts of a card by their fields: what tells them from others, and how they are told.
    fn facts(&self, card: &Card<'_>) -> BTreeMap<String, (String, String)> {
        let told = |ty, value| {
            let told = self.teller.as_ref().and_then(|teller| teller.value(ty, value));
            told.unwrap_or_else(|| NOTHING.to_owned())
        };
        let fields = opened(self.pack, card.def).into_iter();
        fields
            .map(|(field, ty, cell)| (field, (key(self.pack, ty, cell), told(ty, cell))))
            .collect()
    }

    /// What the rules of a card say and do.
    fn told(&self, card: &Card<'_>) -> rules::Told {
        let teller = self.teller.as_ref();
        let words = teller.map(|teller| teller.card(card.place)).unwrap_or_default();
        rules::Told {
            rules: words.rules.into_iter().chain(words.notes).collect(),
            building: rules::building(self.side, card),
            senses: rules::senses(self.pack, &self.senses, card),
            source: card
                .doc
                .rules
                .as_ref()
                .map_or_else(String::new, |rules| rules.value.clone()),
        }
    }

    /// A card in words. Its rules come first: a report that is cut shows its beginning, and facts can be long rows.
    fn words(&self, card: &Card<'_>) -> Vec<String> {
        let teller = self.teller.as_ref();
        let words = teller.map(|teller| teller.card(card.place)).unwrap_or_default();
        let facts: Vec<String> = words
            .facts
            .iter()
            .map(|fact| match fact.text.is_empty() {
                true => format!("{}.", fact.label),
                false => format!("{}: {}.", fact.label, fact.text),
            })
            .collect();
        words.rules.into_iter().chain(facts).chain(words.notes).collect()
    }

    /// All that a card is but its id and set.
    fn content(&self, card: &Card<'_>) -> (String, BTreeMap<String, String>, Vec<String>) {
        let facts = self.facts(card).into_iter().map(|(field, (key, _))| (field, key));
        let senses = rules::senses(self.pack, &self.senses, card);
        (card.kind.to_owned(), facts.collect(), senses)
    }
}

/// What stands for no value.
const NOTHING: &str = "nothing";

/// The fields that are what something costs: as the looks of the system have them.
pub(crate) fn costs(project: &Project, system: &str, pack: &Pack) -> BTreeSet<String> {
    let looks = looks_of(project, system, pack);
    let picks = looks.force.iter().flat_map(|force| &force.kinds);
    let costs: BTreeSet<String> = picks.filter_map(|pick| cost_of(pack, pick)).collect();
    match costs.is_empty() {
        true => BTreeSet::from([COST.to_owned()]),
        false => costs,
    }
}

/// The field that is what one of a kind costs: its own, or one of a row that it names.
fn cost_of(pack: &Pack, pick: &PickLook) -> Option<String> {
    let Reading::Fields(path) = &pick.cost.as_ref()?.reading else {
        return None;
    };
    let (first, rest) = path.split_first()?;
    let field = pack.kinds.get(pick.kind)?.fields.get(usize::from(*first))?;
    let mut name = field.name.clone();
    let mut ty = field.ty;
    for step in rest {
        let Base::Row(record) = ty.base else {
            return None;
        };
        let field = pack
            .records
            .get(usize::from(record))?
            .fields
            .get(usize::from(*step))?;
        name = format!("{name}.{}", field.name);
        ty = field.ty;
    }
    Some(name)
}

/// The row that a card has written for itself in a field; nothing for one that others can name, too.
fn own_row<'a>(
    pack: &'a Pack,
    card: &TemplateDef,
    field: &FieldDef,
    cell: i64,
) -> Option<(usize, &'a RowDef)> {
    let at = usize::try_from(cell).ok().filter(|_| !field.ty.set)?;
    let row = pack
        .rows
        .get(at)
        .filter(|_| matches!(field.ty.base, Base::Row(_)))?;
    (row.id == format!("{}-{}", card.id, field.name)).then_some((at, row))
}

/// The fields of a card with their values, those of its own rows among them.
fn opened<'a>(pack: &'a Pack, card: &TemplateDef) -> Vec<(String, Ty, i64)> {
    let kind = pack.kinds.get(usize::from(card.kind));
    let fields = kind.map_or(&[][..], |kind| &kind.fields).iter().zip(&card.cells);
    let mut all = Vec::new();
    for (field, &cell) in fields {
        let Some((_, row)) = own_row(pack, card, field, cell) else {
            all.push((field.name.clone(), field.ty, cell));
            continue;
        };
        let record = pack.records.get(usize::from(row.record));
        let inner = record
            .map_or(&[][..], |record: &'a RecordDef| &record.fields)
            .iter();
        all.extend(
            inner
                .zip(&row.cells)
                .map(|(one, &cell)| (format!("{}.{}", field.name, one.name), one.ty, cell)),
        );
    }
    all
}

/// What tells a value from others, in any pack.
pub(super) fn key(pack: &Pack, ty: Ty, value: i64) -> String {
    if !ty.set {
        return one_key(pack, ty.base, value);
    }
    let set = usize::try_from(value.saturating_sub(CONST_SET)).ok();
    let items = set.and_then(|set| pack.sets.get(set)).map(|set| &set.items);
    let items = items.into_iter().flatten();
    let items: Vec<String> = items.map(|&item| one_key(pack, ty.base, item)).collect();
    items.join(", ")
}

fn one_key(pack: &Pack, base: Base, value: i64) -> String {
    let at = usize::try_from(value).ok();
    let found = at.and_then(|at| match base {
        Base::Word(word) => pack.words.get(usize::from(word))?.words.get(at).cloned(),
        Base::Row(_) => pack.rows.get(at).map(|row| row.id.clone()),
        Base::Text => pack.texts.get(at).cloned(),
        Base::Thing | Base::Entity(_) => pack
            .setup
            .entities
            .get(at.checked_sub(1)?)
            .map(|one| one.id.clone()),
        Base::Number | Base::Length | Base::Angle | Base::Quantity => Some(base.written(value)),
        _ => None,
    });
    found.unwrap_or_else(|| value.to_string())
}

/// A card by its id and kind.
type Key<'a> = (&'a str, &'a str);

/// Cards that are gone, with those that came and are the same but for their ids. Where several are alike, the name decides.
fn renamed<'a>(old: &Printed<'a>, new: &Printed<'a>) -> BTreeMap<Key<'a>, Key<'a>> {
    let mut come: Vec<_> = new
        .cards
        .iter()
        .filter(|(key, _)| !old.cards.contains_key(*key))
        .collect();
    let mut found = BTreeMap::new();
    for (key, card) in old.cards.iter().filter(|(key, _)| !new.cards.contains_key(*key)) {
        let content = old.content(card);
        let is_alike = |at: &usize| come.get(*at).is_some_and(|(_, one)| new.content(one) == content);
        let alike: Vec<usize> = (0..come.len()).filter(is_alike).collect();
        let is_named = |at: &usize| {
            come.get(*at)
                .is_some_and(|(_, one)| one.def.name == card.def.name)
        };
        let named: Vec<usize> = alike.iter().copied().filter(is_named).collect();
        if let ([at], _) | (_, [at]) = (&named[..], &alike[..]) {
            found.insert(*key, *come.swap_remove(*at).0);
        }
    }
    found
}

/// Rows of records that are new, gone or other. Those of cards are cards.
fn rows(pair: &Pair<'_>) -> Vec<Change> {
    let (old, new) = (pair.old.pack(), pair.new.pack());
    let (before, after) = (rows_of(old), rows_of(new));
    let mut changes = Vec::new();
    for (&(record, id), row) in &before {
        let about = format!("{record} {id}");
        let Some(now) = after.get(&(record, id)) else {
            changes.push(Change::new(ROW_GONE, pair.id(), about));
            continue;
        };
        let (was, is) = (fields(old, row), fields(new, now));
        for (field, value) in &is {
            if let Some(before) = was.get(field).filter(|before| *before != value) {
                let change = Change::new(ROW_CHANGED, pair.id(), format!("{about} {field}"));
                changes.push(change.saying(*field).with_texts(before, value));
            }
        }
    }
    let come = after.keys().filter(|key| !before.contains_key(*key));
    changes.extend(come.map(|(record, id)| Change::new(ROW_NEW, pair.id(), format!("{record} {id}"))));
    changes
}

fn rows_of(pack: &Pack) -> BTreeMap<(&str, &str), &RowDef> {
    let mut of_cards: BTreeSet<usize> = pack
        .templates
        .iter()
        .filter_map(|card| usize::try_from(card.row).ok())
        .collect();
    for card in &pack.templates {
        let kind = pack.kinds.get(usize::from(card.kind));
        let fields = kind.map_or(&[][..], |kind| &kind.fields).iter().zip(&card.cells);
        let own = fields.filter_map(|(field, &cell)| own_row(pack, card, field, cell));
        of_cards.extend(own.map(|(at, _)| at));
    }
    let rows = pack.rows.iter().enumerate();
    let rows = rows.filter(|(at, row)| !of_cards.contains(at) && !row.id.is_empty());
    let named = rows.filter_map(|(_, row)| {
        let record = pack.records.get(usize::from(row.record))?;
        Some(((record.name.as_str(), row.id.as_str()), row))
    });
    named.collect()
}

fn fields<'a>(pack: &'a Pack, row: &RowDef) -> BTreeMap<&'a str, String> {
    let fields = pack
        .records
        .get(usize::from(row.record))
        .map_or(&[][..], |record| &record.fields);
    let value = |ty: Ty, cell| match ty.base {
        Base::Bool if !ty.set => (if cell == 0 { "no" } else { "yes" }).to_owned(),
        _ => key(pack, ty, cell),
    };
    fields
        .iter()
        .zip(&row.cells)
        .map(|(field, &cell)| (field.name.as_str(), value(field.ty, cell)))
        .collect()
}
