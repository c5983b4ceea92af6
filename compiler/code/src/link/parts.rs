//! The order in which a pack is put together: first what a system and its card sets have in common, then what is a
//! scenario's or case's own.

use super::entities;
use super::situation::Situation;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{EntityId, Level, RowDef};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, did_you_mean};
use cardwright_documents::document::{
    At, CardDoc, CardSetDoc, DocumentKind, Fact, PieceDoc, Tables, place_of,
};
use cardwright_documents::project::{Documents, Loaded, System, from_fault, put};
use cardwright_documents::rules::{Declarer, Items, Rules, Unit, declares_nothing};
use cardwright_documents::source::{FileId, Origin};
use cardwright_dsl::ast::ItemKind;
use cardwright_meaning::check::uses::Sites;
use cardwright_meaning::check::{Compiler, Scopes};
use std::collections::{BTreeSet, VecDeque};

/// Puts a pack together.
pub struct Linker<'a> {
    pub(crate) project: &'a Documents,
    pub(crate) system: &'a System,
    pub(crate) situation: &'a Situation<'a>,
}

/// The part of a pack that is added.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    /// Whether nothing was there before.
    is_first: bool,
    /// Whether a game can begin afterwards.
    is_last: bool,
}

impl Stage {
    /// The foundation, on which others build.
    pub(super) const FIRST: Self = Self {
        is_first: true,
        is_last: false,
    };
    /// The addition to a foundation, after which a game can begin.
    pub(super) const LAST: Self = Self {
        is_first: false,
        is_last: true,
    };
    /// An addition that is only looked at, and is in no game.
    pub(super) const BESIDE: Self = Self {
        is_first: false,
        is_last: false,
    };
    /// Foundation and addition in one.
    pub(super) const WHOLE: Self = Self {
        is_first: true,
        is_last: true,
    };
}

/// The rules, cards and tables that are added together.
#[derive(Default)]
pub(super) struct Part<'a> {
    units: Vec<Unit>,
    cards: Vec<CardOf<'a>>,
    tables: Vec<(FileId, &'a Tables, Declarer)>,
    shares: Vec<(FileId, &'a [At<String>], Declarer)>,
    /// The faults in the text of cards: the rest of them is checked all the same.
    faults: Vec<Diagnostic>,
}

/// A part of which everything is declared.
pub(super) struct DeclaredPart<'a> {
    units: Vec<Unit>,
    pieces: Vec<(EntityId, FileId, &'a PieceDoc)>,
    first_function: usize,
    first_template: usize,
}

/// A card of a set, and its rules.
struct CardOf<'a> {
    file: FileId,
    doc: &'a CardDoc,
    owner: Declarer,
    rules: Option<Unit>,
}

impl<'a> Part<'a> {
    /// Adds a card set.
    fn set(
        &mut self,
        compiler: &mut Compiler<'_>,
        set: &'a Loaded<CardSetDoc>,
        owner: Declarer,
        of_cards: &[Declarer],
    ) {
        let doc = &set.doc;
        if doc.rules.is_some() {
            let rules = unit(compiler, set.file, &set.rules.own, (Level::Card, owner));
            self.units.push(rules);
        }
        self.tables.push((set.file, &doc.tables, owner));
        self.shares.push((set.file, &doc.shares, owner));
        for ((doc, parsed), &owner) in doc.cards.iter().zip(&set.rules.cards).zip(of_cards) {
            let has_rules = doc.rules.is_some();
            let rules = has_rules.then(|| unit_and_faults(set.file, parsed, (Level::Card, owner)));
            let rules = rules.map(|(unit, faults)| {
                self.faults.extend(faults);
                unit
            });
            self.cards.push(CardOf {
                file: set.file,
                doc,
                owner,
                rules,
            });
        }
    }
}

impl<'a> Part<'a> {
    /// The places where its names are declared.
    pub(super) fn sites(&self) -> Sites<'a> {
        let rules = self.cards.iter().filter_map(|card| card.rules.clone());
        Sites {
            units: self.units.iter().cloned().chain(rules).collect(),
            tables: self
                .tables
                .iter()
                .map(|&(file, tables, _)| (file, tables))
                .collect(),
            cards: self.cards.iter().map(|card| (card.file, &card.doc.id)).collect(),
        }
    }
}

impl Part<'_> {
    /// Leaves out the rules of cards that declare nothing: nobody else can notice them.
    pub(super) fn leave_out_plain_rules(&mut self) {
        self.faults.clear();
        for card in &mut self.cards {
            card.rules.take_if(|rules| is_plain(&rules.items));
        }
    }

    /// Whether it changes what others have declared, and not only adds to it.
    pub(super) fn changes(&self, compiler: &Compiler<'_>) -> bool {
        let has_rows = self.tables.iter().any(|(_, tables, _)| !tables.0.is_empty());
        if has_rows && compiler.defaults.asks_for_rows {
            return true;
        }
        let mut items = self.units.iter().flat_map(|unit| &unit.items);
        items.any(|item| {
            matches!(
                item.kind,
                // Tokens of players lie behind their facts, so a further fact moves them.
                ItemKind::Extend { .. }
                    | ItemKind::Player { .. }
                    | ItemKind::Die { .. }
                    | ItemKind::Board { .. }
            )
        })
    }
}

impl<'a> Linker<'a> {
    /// The part that a system and its card sets declare.
    pub(super) fn common(&self, compiler: &mut Compiler<'_>, sets: &[&'a Loaded<CardSetDoc>]) -> Part<'a> {
        let (scopes, owners) = scopes_of(sets);
        compiler.names.set_scopes(scopes);
        let mut part = Part {
            units: self.system.units.clone(),
            ..Part::default()
        };
        let system = &self.system.doc;
        part.tables
            .push((self.system.file, &system.tables, Declarer::SYSTEM));
        for (file, library) in &self.system.libraries {
            part.tables.push((*file, &library.tables, Declarer::SYSTEM));
        }
        for (&set, (owner, of_cards)) in sets.iter().zip(&owners) {
            part.set(compiler, set, *owner, of_cards);
        }
        part
    }

    /// The part of a set that comes beside those that are known.
    pub(super) fn beside(&self, compiler: &mut Compiler<'_>, set: &'a Loaded<CardSetDoc>) -> Part<'a> {
        let mut scopes = compiler.names.scopes().clone();
        let (owner, of_cards) = scope_of(&mut scopes, set);
        compiler.names.set_scopes(scopes);
        let mut part = Part::default();
        part.set(compiler, set, owner, &of_cards);
        part
    }

    /// Adds what the scenario or case itself declares.
    pub(super) fn own(&self, compiler: &mut Compiler<'_>, part: &mut Part<'a>) {
        for (file, rules) in &self.situation.rules {
            let mut parsed = Rules::of_scalar(&self.project.sources.get(*file).text, rules);
            if let Some(case) = self.situation.case.filter(|_| *file == self.situation.file) {
                parsed.rename(&mut |name| put(&case.renamed, name));
            }
            let of = (Level::Scenario, Declarer::SITUATION);
            part.units.push(unit(compiler, *file, &parsed, of));
        }
        let tables = self.situation.tables.iter();
        part.tables
            .extend(tables.map(|&(file, tables)| (file, tables, Declarer::SITUATION)));
    }

    /// Adds a part to the pack: everything that it says is declared and checked.
    pub(super) fn put(&self, compiler: &mut Compiler<'_>, part: Part<'a>, stage: Stage) {
        // Most further errors would follow from these.
        if compiler.diagnostics.is_empty() {
            let declared = self.declare(compiler, part, stage);
            self.check_rules(compiler, &declared, stage);
        }
    }

    /// Declares everything that a part says, so that rules can be checked.
    pub(super) fn declare(
        &self,
        compiler: &mut Compiler<'_>,
        part: Part<'a>,
        stage: Stage,
    ) -> DeclaredPart<'a> {
        let Part {
            mut units,
            cards,
            tables,
            shares,
            faults,
        } = part;
        compiler.diagnostics.extend(faults);
        let first_function = compiler.program.functions.len();
        let first_template = compiler.pack.templates.len();
        if stage.is_first {
            compiler.built_in();
        }
        let rules_of_cards: Vec<Unit> = cards.iter().filter_map(|card| card.rules.clone()).collect();
        declare_vocabulary(compiler, &units, &rules_of_cards);
        if stage.is_first {
            compiler.pack.rows.push(RowDef {
                record: 0,
                id: String::new(),
                cells: Vec::new(),
            });
        }
        let mut rows = Vec::new();
        for &(file, tables, owner) in &tables {
            compiler.names.look_as(owner);
            rows.push(compiler.declare_rows(file, tables));
        }
        self.said(compiler);
        for card in &cards {
            compiler.names.look_as(card.owner);
            compiler.declare_rows_of(card.file, card.doc);
        }
        if stage.is_last {
            compiler.names.look_as(Declarer::SITUATION);
            self.board(compiler);
        }
        units.extend(self.templates_of(compiler, cards));
        if stage.is_first {
            entities::game(compiler);
        }
        entities::decks(compiler, &units);
        let mut pieces = Vec::new();
        if stage.is_last {
            compiler.names.look_as(Declarer::SITUATION);
            pieces = self.entities(compiler);
        }
        // Last, because facts may name entities.
        for ((file, tables, owner), rows) in tables.iter().zip(&rows) {
            compiler.names.look_as(*owner);
            compiler.fill_rows(*file, tables, rows);
        }
        compiler.fill_rows_within();
        if stage.is_first {
            compiler.declare_controller();
            compiler.declare_use_abilities();
        }
        compiler.declare_signatures(&units);
        compiler.find_runs();
        check_shares(compiler, &shares);
        compiler.tell_apart();
        compiler.check_defines(&units);
        compiler.tellings(&units);
        compiler.check_defaults(&units);
        DeclaredPart {
            units,
            pieces,
            first_function,
            first_template,
        }
    }

    /// Notes the names, for people, of words, dice, tokens and rows: the phrases of the system for their ids.
    fn said(&self, compiler: &mut Compiler<'_>) {
        let phrases = self.system.doc.phrases.0.iter();
        let plain = phrases.filter(|(_, said)| !said.is_empty() && !said.contains('{'));
        let pack = &mut compiler.pack;
        for (id, said) in plain {
            let is_word = pack.words.iter().any(|def| def.words.contains(&id.value))
                || pack.dice.iter().any(|die| die.name == id.value)
                || pack.tokens.iter().any(|token| token.name == id.value);
            if is_word || pack.rows.iter().any(|row| row.id == id.value) {
                pack.said.insert(id.value.clone(), said.clone());
            }
        }
    }

    /// Checks the rules of a part that is declared, and all that rests on them.
    fn check_rules(&self, compiler: &mut Compiler<'_>, part: &DeclaredPart<'_>, stage: Stage) {
        let DeclaredPart {
            units,
            pieces,
            first_function,
            first_template,
        } = part;
        let (first_function, first_template) = (*first_function, *first_template);
        for unit in units {
            compiler.rules(unit);
        }
        for unit in units {
            compiler.procedures(unit);
        }
        if stage.is_first {
            self.system_functions(compiler);
        }
        if stage.is_last {
            self.main_function(compiler);
            self.reserve(compiler);
        }
        compiler.lower_changes(first_function);
        compiler.refuse_recursion(units, first_function);
        // Functions have got their names by now.
        compiler.tell_apart();
        if stage.is_first {
            compiler.note_own();
        }
        // A default may call defines, so these must be sound.
        compiler.reckon_defaults();
        if stage.is_last {
            self.hear_refusals(compiler);
        }
        compiler.fill_templates(first_template);
        super::placing::check(compiler, pieces);
    }

    /// Declares cards and pieces and gives them what is printed on them; gives the rules of those that have some.
    fn templates_of(&self, compiler: &mut Compiler<'_>, cards: Vec<CardOf<'a>>) -> Vec<Unit> {
        let written: BTreeSet<&str> = cards.iter().map(|card| card.doc.id.value.as_str()).collect();
        let mut made = Vec::new();
        for card in &cards {
            compiler.names.look_as(card.owner);
            made.push(self.templates(compiler, card.file, card.doc, &written));
        }
        let mut units = Vec::new();
        for (card, made) in cards.into_iter().zip(made) {
            compiler.names.look_as(card.owner);
            self.fill_templates(compiler, card.file, card.doc, &made);
            let template = made.first().copied();
            // What is of no kind has no rules.
            if let (Some(mut rules), Some(_)) = (card.rules, template) {
                rules.template = template;
                units.push(rules);
            }
        }
        units
    }

    /// The card sets in use, each once: those that are named, and those that they use. What is told if there is one
    /// that is unknown; nothing is told of one that cannot be read.
    pub(super) fn sets(&self) -> Result<Vec<&'a Loaded<CardSetDoc>>, Vec<Diagnostic>> {
        let mut sets: Vec<&Loaded<CardSetDoc>> = Vec::new();
        let (mut unknown, mut rests_on_unread) = (Vec::new(), false);
        let system = &self.system.doc.system.value;
        let all = &self.project.sets;
        let mut wanted: VecDeque<(FileId, &'a At<String>)> = self.situation.sets.iter().copied().collect();
        while let Some((file, id)) = wanted.pop_front() {
            match all.get(&(system.clone(), id.value.clone())) {
                Some(set) if sets.iter().any(|known| known.file == set.file) => {}
                Some(set) => {
                    wanted.extend(set.doc.uses.iter().map(|id| (set.file, id)));
                    sets.push(set);
                }
                None if self.project.is_unread(DocumentKind::CardSet, &id.value) => rests_on_unread = true,
                None => {
                    let known = all.keys().filter(|key| key.0 == *system);
                    let message = format!("there is no card set `{}` for `{system}`", id.value);
                    let help = did_you_mean(&id.value, known.map(|key| key.1.as_str()));
                    let diagnostic = Diagnostic::new(codes::UNKNOWN_SET, place_of(file, id), message);
                    unknown.push(diagnostic.maybe_help(help));
                }
            }
        }
        match unknown.is_empty() && !rests_on_unread {
            true => Ok(sets),
            false => Err(unknown),
        }
    }

    /// The origin of the text of a YAML scalar.
    pub(crate) fn origin(&self, file: FileId, text: &At<String>) -> Origin {
        Origin::scalar(file, &self.project.sources.get(file).text, text)
    }

    /// A fact of a document that must be of this type, a length or an angle.
    pub(crate) fn measure(compiler: &mut Compiler<'_>, file: FileId, fact: &At<Fact>, ty: Ty) -> i64 {
        compiler.fact(file, fact, ty).unwrap_or(0)
    }
}

/// Declares types and their fields. A card is of a kind, which cards may have declared too; so the words of all come before
/// what cards are.
fn declare_vocabulary(compiler: &mut Compiler<'_>, units: &[Unit], of_cards: &[Unit]) {
    compiler.declare_types(units);
    compiler.declare_types(of_cards);
    for units in [units, of_cards] {
        compiler.extend_words(units);
    }
    for units in [units, of_cards] {
        compiler.declare_fields(units);
    }
    for units in [units, of_cards] {
        compiler.extend_fields(units);
    }
    compiler.fields_of_templates();
}

/// The declarer of the names of a set, and those of each of its cards.
type SetOwners = (Declarer, Vec<Declarer>);

/// The scopes of the declarers in some sets, and the declarers of each set.
fn scopes_of(sets: &[&Loaded<CardSetDoc>]) -> (Scopes, Vec<SetOwners>) {
    let mut scopes = Scopes::default();
    let owners = sets.iter().map(|set| scope_of(&mut scopes, set));
    let owners = owners.collect();
    (scopes, owners)
}

/// Adds a set and its cards to all who declare names.
fn scope_of(scopes: &mut Scopes, set: &Loaded<CardSetDoc>) -> SetOwners {
    let doc = &set.doc;
    let names = |list: &[At<String>]| list.iter().map(|name| name.value.clone()).collect();
    let owner = scopes.set(&doc.set.value, names(&doc.uses), names(&doc.shares));
    let cards = doc.cards.iter().map(|card| scopes.card(&card.id.value, owner));
    (owner, cards.collect())
}

/// Reports what a set shares but does not have.
fn check_shares(compiler: &mut Compiler<'_>, sets: &[(FileId, &[At<String>], Declarer)]) {
    for &(file, shares, owner) in sets {
        for name in shares {
            if !compiler.names.declares(owner, &name.value) && !compiler.names.broken.contains(&name.value) {
                let message = format!("`{}` is not declared in the `rules:` of this set", name.value);
                let known = compiler.names.declared_by(owner);
                compiler
                    .report_at(codes::UNKNOWN_NAME, place_of(file, name), message)
                    .suggest(&name.value, known);
            }
        }
    }
}

/// The rules of a YAML scalar, with what is wrong with them reported.
fn unit(compiler: &mut Compiler<'_>, file: FileId, parsed: &Rules, of: (Level, Declarer)) -> Unit {
    let (unit, faults) = unit_and_faults(file, parsed, of);
    compiler.diagnostics.extend(faults);
    unit
}

fn unit_and_faults(
    file: FileId,
    parsed: &Rules,
    (level, owner): (Level, Declarer),
) -> (Unit, Vec<Diagnostic>) {
    let origin = parsed.origin(file);
    let faults = parsed.faults.iter().cloned();
    let faults = faults.map(|fault| from_fault(&origin, fault)).collect();
    let unit = Unit {
        origin,
        items: parsed.items.clone(),
        level,
        template: None,
        owner,
    };
    (unit, faults)
}

/// Whether rules declare nothing that others could name.
pub fn is_plain(items: &Items) -> bool {
    items.broken().is_empty() && items.into_iter().all(|item| declares_nothing(&item.kind))
}

/// The rules of a card, which is this template, and what is wrong with their text; nothing if it has none. Whose their
/// names are, the one knows who goes on with them.
pub(crate) fn unit_of_card(
    set: &Loaded<CardSetDoc>,
    card: usize,
    template: usize,
) -> Option<(Unit, Vec<Diagnostic>)> {
    set.doc.cards.get(card)?.rules.as_ref()?;
    let of = (Level::Card, Declarer::default());
    let (mut unit, faults) = unit_and_faults(set.file, set.rules.cards.get(card)?, of);
    unit.template = Some(template);
    Some((unit, faults))
}

/// The rules of a set itself, in the same way.
pub(crate) fn unit_of_set(set: &Loaded<CardSetDoc>) -> Option<(Unit, Vec<Diagnostic>)> {
    set.doc.rules.as_ref()?;
    Some(unit_and_faults(
        set.file,
        &set.rules.own,
        (Level::Card, Declarer::default()),
    ))
}
