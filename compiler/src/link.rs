//! Puts one system, scenario or case together into a pack.

use crate::check::{Compiler, Unit};
use crate::codes;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::{
    At, CaseDoc, DocumentKind, Entries, Fact, LooseCardDoc, PieceDoc, PlayerDoc, ScenarioDoc, TableDoc,
    Tables,
};
use crate::facts::place_of;
use crate::project::{Loaded, Project, System, from_fault};
use crate::rules::Rules;
use crate::source::{FileId, Origin, Place};
use crate::tree::Program;
use cardwright_bytecode::pack::{Level, Pack, Title};
use cardwright_bytecode::verify::VerifiedPack;

mod entities;
mod main_function;

/// What a compilation gives: a pack if there was no error.
#[derive(Debug, Default)]
pub struct Compiled {
    /// The verified pack; none without a diagnostic means that the project's own diagnostics say why.
    pub pack: Option<VerifiedPack>,
    /// The typed trees of the pack's functions and rules; empty if there is no pack.
    pub program: Program,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// What scenarios and cases have in common.
pub(crate) struct Situation<'a> {
    pub(crate) file: FileId,
    pub(crate) id: &'a At<String>,
    pub(crate) name: &'a str,
    pub(crate) sets: Vec<&'a At<String>>,
    pub(crate) table: Option<&'a TableDoc>,
    pub(crate) tables: Vec<(FileId, &'a Tables)>,
    pub(crate) players: &'a [PlayerDoc],
    pub(crate) pieces: &'a [PieceDoc],
    pub(crate) decks: Option<&'a Entries<Entries<At<u32>>>>,
    pub(crate) cards: &'a [LooseCardDoc],
    pub(crate) rules: Vec<(FileId, &'a At<String>)>,
    pub(crate) case: Option<&'a CaseDoc>,
}

/// Compiles a system with all its card sets and no scenario.
#[must_use]
pub fn compile_system(project: &Project, system: &System) -> Compiled {
    let of_system = |(name, _): &(&(String, String), &Loaded<_>)| name.0 == system.doc.system.value;
    let sets = project
        .sets
        .iter()
        .filter(of_system)
        .map(|(_, set)| &set.doc.set)
        .collect();
    let situation = Situation {
        file: system.file,
        id: &system.doc.system,
        name: &system.doc.title,
        sets,
        table: None,
        tables: Vec::new(),
        players: &[],
        pieces: &[],
        decks: None,
        cards: &[],
        rules: Vec::new(),
        case: None,
    };
    compile(project, system, &situation)
}

/// Compiles a scenario.
#[must_use]
pub fn compile_scenario(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Compiled {
    let doc = &scenario.doc;
    let situation = Situation {
        file: scenario.file,
        id: &doc.scenario,
        name: &doc.title,
        sets: doc.sets.iter().collect(),
        table: Some(&doc.table),
        tables: vec![(scenario.file, &doc.tables)],
        players: &doc.players,
        pieces: &doc.pieces,
        decks: Some(&doc.decks),
        cards: &doc.cards,
        rules: doc.rules.iter().map(|rules| (scenario.file, rules)).collect(),
        case: None,
    };
    with_system(project, scenario.file, &doc.system, &situation)
}

/// Compiles a conformance case.
#[must_use]
pub fn compile_case(project: &Project, case: &Loaded<CaseDoc>) -> Compiled {
    let doc = &case.doc;
    let mut tables = vec![(case.file, &doc.tables)];
    let mut rules = Vec::new();
    if let Some(id) = &doc.scenario {
        let Some(scenario) = project
            .scenarios
            .iter()
            .find(|entry| entry.doc.scenario.value == id.value)
        else {
            if project.is_unread(DocumentKind::Scenario, &id.value) {
                return Compiled::default();
            }
            let known = project
                .scenarios
                .iter()
                .map(|entry| entry.doc.scenario.value.as_str());
            let message = format!("there is no scenario `{}`", id.value);
            let diagnostic = Diagnostic::new(codes::UNKNOWN_NAME, place_of(case.file, id), message);
            let diagnostics = vec![diagnostic.maybe_help(did_you_mean(&id.value, known))];
            return Compiled::refused(diagnostics);
        };
        tables.push((scenario.file, &scenario.doc.tables));
        rules.extend(scenario.doc.rules.iter().map(|rules| (scenario.file, rules)));
    }
    rules.extend(doc.rules.iter().map(|rules| (case.file, rules)));
    let situation = Situation {
        file: case.file,
        id: &doc.case,
        name: &doc.case.value,
        sets: doc.sets.iter().collect(),
        table: Some(&doc.table),
        tables,
        players: &doc.players,
        pieces: &doc.pieces,
        decks: Some(&doc.decks),
        cards: &doc.cards,
        rules,
        case: Some(doc),
    };
    with_system(project, case.file, &doc.system, &situation)
}

fn with_system(project: &Project, file: FileId, id: &At<String>, situation: &Situation<'_>) -> Compiled {
    if let Some(system) = project.systems.get(&id.value) {
        return compile(project, system, situation);
    }
    if project.is_unread(DocumentKind::System, &id.value) {
        return Compiled::default();
    }
    let help = did_you_mean(&id.value, project.systems.keys().map(String::as_str));
    let message = format!("there is no system `{}`", id.value);
    let diagnostic = Diagnostic::new(codes::UNKNOWN_SYSTEM, place_of(file, id), message).maybe_help(help);
    Compiled::refused(vec![diagnostic])
}

fn compile(project: &Project, system: &System, situation: &Situation<'_>) -> Compiled {
    let sets = situation
        .sets
        .iter()
        .any(|set| project.is_unread(DocumentKind::CardSet, &set.value));
    if sets || project.is_unread(DocumentKind::System, &system.doc.system.value) {
        return Compiled::default();
    }
    let title = Title {
        system: system.doc.system.value.clone(),
        scenario: situation.id.value.clone(),
        name: situation.name.to_owned(),
    };
    let pack = Pack {
        title,
        ..Pack::default()
    };
    let mut compiler = Compiler::new(&project.sources, pack, Origin::file(situation.file));
    let linker = Linker {
        project,
        system,
        situation,
    };
    linker.run(&mut compiler);
    finish(compiler, place_of(situation.file, situation.id))
}

/// Makes code and verifies it, if nothing is wrong.
fn finish(compiler: Compiler<'_>, place: Place) -> Compiled {
    let Compiler {
        sources,
        mut pack,
        program,
        mut diagnostics,
        ..
    } = compiler;
    if diagnostics.is_empty() {
        let too_large = crate::emit::functions(&program, &mut pack, sources);
        diagnostics.extend(too_large.into_iter().map(function_too_large));
    }
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|diagnostic| diagnostic.place);
        diagnostics.dedup();
        return Compiled::refused(diagnostics);
    }
    match cardwright_bytecode::verify::verify(pack) {
        Ok(pack) => Compiled {
            pack: Some(pack),
            program,
            diagnostics,
        },
        Err(error) => {
            let message = format!("the verifier refused this: {error}");
            Compiled::refused(vec![Diagnostic::new(codes::REFUSED, place, message)])
        }
    }
}

fn function_too_large(place: Place) -> Diagnostic {
    Diagnostic::new(codes::TOO_LARGE, place, "this is too long for one function")
        .help("split it into several procedures or defines")
}

impl Compiled {
    fn refused(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }
}

/// The order in which a pack is put together.
pub(crate) struct Linker<'a> {
    pub(crate) project: &'a Project,
    pub(crate) system: &'a System,
    pub(crate) situation: &'a Situation<'a>,
}

impl<'a> Linker<'a> {
    fn run(&self, compiler: &mut Compiler<'_>) {
        let sets = self.sets(compiler);
        let mut units = self.system.units.clone();
        for (file, rules) in &self.situation.rules {
            let parsed = Rules::of(&rules.value);
            units.push(self.unit(compiler, *file, rules, &parsed, Level::Scenario));
        }
        // Most further errors would follow from these.
        if !compiler.diagnostics.is_empty() {
            return;
        }
        compiler.built_in();
        compiler.declare_types(&units);
        compiler.declare_fields(&units);
        self.tables(compiler, &sets);
        let cards = sets
            .iter()
            .flat_map(|set| set.doc.cards.iter().zip(&*set.rules).map(|card| (set.file, card)));
        for (file, (card, parsed)) in cards {
            let template = self.template(compiler, file, card);
            if let (Some(template), Some(rules)) = (template, &card.rules) {
                let mut unit = self.unit(compiler, file, rules, parsed, Level::Card);
                unit.template = Some(template);
                units.push(unit);
            }
        }
        self.entities(compiler, &units);
        compiler.declare_signatures(&units);
        compiler.check_defines(&units);
        for unit in &units {
            compiler.rules(unit);
        }
        for unit in &units {
            compiler.procedures(unit);
        }
        self.main_function(compiler);
        compiler.refuse_recursion(&units);
    }

    fn sets(&self, compiler: &mut Compiler<'_>) -> Vec<&'a Loaded<crate::document::CardSetDoc>> {
        let mut sets = Vec::new();
        let system = &self.system.doc.system.value;
        for id in &self.situation.sets {
            match self.project.sets.get(&(system.clone(), id.value.clone())) {
                Some(set) => sets.push(set),
                None => {
                    let known = self
                        .project
                        .sets
                        .keys()
                        .filter(|key| key.0 == *system)
                        .map(|key| key.1.as_str());
                    let help = did_you_mean(&id.value, known);
                    let message = format!("there is no card set `{}` for `{system}`", id.value);
                    let place = place_of(self.situation.file, id);
                    compiler.report_at(codes::UNKNOWN_SET, place, message).help = help;
                }
            }
        }
        sets
    }

    /// The rules of a YAML scalar, with what is wrong with them reported.
    pub(crate) fn unit(
        &self,
        compiler: &mut Compiler<'_>,
        file: FileId,
        rules: &At<String>,
        parsed: &Rules,
        level: Level,
    ) -> Unit {
        let origin = self.origin(file, rules);
        let faults = parsed.faults.iter().cloned();
        compiler
            .diagnostics
            .extend(faults.map(|fault| from_fault(&origin, fault)));
        Unit {
            origin,
            items: parsed.items.clone(),
            level,
            template: None,
        }
    }

    /// Where the text of a YAML scalar is.
    pub(crate) fn origin(&self, file: FileId, text: &At<String>) -> Origin {
        Origin::scalar(
            file,
            &self.project.sources.get(file).text,
            text.start,
            &text.value,
        )
    }

    fn tables(&self, compiler: &mut Compiler<'_>, sets: &[&Loaded<crate::document::CardSetDoc>]) {
        compiler.pack.rows.push(cardwright_bytecode::pack::RowDef {
            record: 0,
            id: String::new(),
            cells: Vec::new(),
        });
        let mut all: Vec<(FileId, &Tables)> = vec![(self.system.file, &self.system.doc.tables)];
        all.extend(sets.iter().map(|set| (set.file, &set.doc.tables)));
        all.extend(self.situation.tables.iter().copied());
        let declared: Vec<_> = all
            .iter()
            .map(|(file, tables)| compiler.declare_rows(*file, tables))
            .collect();
        for ((file, tables), declared) in all.iter().zip(&declared) {
            compiler.fill_rows(*file, tables, declared);
        }
    }

    /// The number of a fact of a document that must be a length or angle.
    pub(crate) fn number(compiler: &mut Compiler<'_>, file: FileId, fact: &At<Fact>) -> i64 {
        compiler
            .fact(file, fact, cardwright_bytecode::Ty::NUMBER)
            .unwrap_or(0)
    }
}
