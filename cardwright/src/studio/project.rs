//! The files of the project for a page: read, written, checked; cards in words, cases carried out.

use super::{MEMORY_ROOT, Studio};
use cardwright_case_runner::Verdict;
use cardwright_compiler::document::place_of;
use cardwright_compiler::packages::split;
use cardwright_compiler::project::System;
use cardwright_compiler::source::Location;
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{Compiled, Diagnostic, Project, Severity, compile_system, review};
use cardwright_draw::{Press, Unfit};
use serde_json::{Value, json};

/// The most cases that are carried out in one go.
const MOST_CASES: usize = 300;

impl Studio {
    /// The overview of a project: its systems, scenarios and files.
    pub(super) fn overview(&self) -> Value {
        let project = &self.project;
        let systems = project.systems.values();
        let systems = systems.map(|one| json!({ "id": one.doc.system.value, "title": one.doc.title }));
        let scenarios = project.scenarios.iter().map(|one| {
            let players = one.doc.players.iter();
            let players = players.map(|player| json!({ "id": player.id.value, "name": player.name }));
            json!({
                "id": one.doc.scenario.value, "system": one.doc.system.value, "title": one.doc.title,
                "file": project.sources.get(one.file).name, "players": players.collect::<Vec<_>>(),
            })
        });
        let files = project.sources.iter().map(|(_, file)| {
            let kind = if file.name.ends_with(".cw") {
                "rules"
            } else {
                "document"
            };
            json!({ "name": file.name, "kind": kind })
        });
        let name = project
            .root()
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        json!({
            "name": name.unwrap_or_default(),
            "uri": format!("file://{}/", self.root_address()),
            "systems": systems.collect::<Vec<_>>(),
            "scenarios": scenarios.collect::<Vec<_>>(),
            "files": files.collect::<Vec<_>>(),
            "writable": self.keeper.is_writable(),
        })
    }

    /// The project's folder, as the language service knows it.
    fn root_address(&self) -> String {
        match self.keeper.texts() {
            Some(_) => MEMORY_ROOT.to_owned(),
            None => self.project.root().display().to_string(),
        }
    }

    fn text(&self, file: &str) -> Result<String, String> {
        self.project
            .text_of(file)
            .ok_or_else(|| format!("there is no file `{file}` in this project"))
    }

    pub(super) fn read(&self, file: &str) -> Result<Value, String> {
        let text = self.text(file)?;
        Ok(json!({ "version": version(&text), "text": text }))
    }

    /// Writes a file; not over a text that the page does not know.
    pub(super) fn write(&mut self, file: &str, text: String, known: Option<&str>) -> Result<Value, String> {
        if let Some((package, _)) = split(file) {
            return Err(format!(
                "`{file}` belongs to the package `{package}`, which this project cannot change"
            ));
        }
        if !self.project.folder().is_content(file) {
            return Err(format!("`{file}` is not a file of a project"));
        }
        let now = self.text(file).ok().map(|text| version(&text));
        if now.as_deref() != known {
            return Err("the file has changed in the meantime".to_owned());
        }
        self.keeper.write(file, &text)?;
        let version = version(&text);
        if self.keeper.texts().is_some() {
            self.offers.clear();
            #[cfg(feature = "lsp")]
            self.tell_talk(file, &text);
            self.project.update(file, Some(text));
            self.changed_file(file);
        } else {
            self.reread(file);
        }
        Ok(json!({ "version": version }))
    }

    /// The problems of a file, or those of the whole project.
    pub(super) fn check(&self, file: Option<&str>) -> Value {
        let found = match file {
            Some(file) => self.project.errors_in(file),
            None => review(&self.project),
        };
        found.iter().map(|one| self.problem(one)).collect()
    }

    fn problem(&self, one: &Diagnostic) -> Value {
        let source = self.project.sources.get(one.place.file);
        let (line, column) = source.line_column(one.place.start);
        let (end_line, end_column) = source.line_column(one.place.end);
        let severity = match one.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        json!({
            "file": source.name, "line": line, "column": column, "endLine": end_line, "endColumn": end_column,
            "severity": severity, "code": one.code.id, "message": one.message, "help": one.help,
        })
    }

    /// A card as it is drawn and in words, and where it stands.
    pub(super) fn card(&self, system: &str, card: &str) -> Result<Value, String> {
        let project = &self.project;
        let of = project
            .systems
            .get(system)
            .ok_or_else(|| format!("there is no system `{system}`"))?;
        let compiled = compile_system(project, of);
        let text = card_text(project, of, &compiled, card)
            .ok_or_else(|| format!("there is no card `{card}`, or its system has errors"))?;
        let sets = project.sets.values().filter(|set| set.doc.system.value == system);
        let place = sets
            .flat_map(|set| set.doc.cards.iter().map(move |one| (set.file, one)))
            .find(|(_, one)| one.id.value == card)
            .map(|(file, one)| place_of(file, &one.id));
        let (file, line) = place.map_or((String::new(), 0), |place: Location| {
            let source = project.sources.get(place.file);
            (source.name.clone(), source.line_column(place.start).0)
        });
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let (svg, unfit) = match drawn(project, of, &compiled, card) {
            Some(Ok(svg)) => (Some(svg), None),
            Some(Err(why)) => (None, Some(why.to_string())),
            None => (None, None),
        };
        Ok(json!({ "svg": svg, "unfit": unfit, "text": lines, "file": file, "line": line }))
    }

    /// The cases of a file, or those that name a card in it.
    pub(super) fn cases(&self, file: &str) -> Value {
        let project = &self.project;
        let own = |id: &str| project.sources.named(id);
        let file_id = own(file);
        let cards: Vec<&str> = project
            .sets
            .values()
            .filter(|set| Some(set.file) == file_id)
            .flat_map(|set| set.doc.cards.iter().map(|card| card.id.value.as_str()))
            .collect();
        let wanted = project.cases.iter().filter(|case| {
            let text = &project.sources.get(case.file).text;
            Some(case.file) == file_id || cards.iter().any(|card| names(text, card))
        });
        let wanted: Vec<_> = wanted.take(MOST_CASES).collect();
        let verdicts = Verdict::of_all(project, &wanted);
        let told = wanted.iter().zip(verdicts).map(|(case, verdict)| {
            let source = project.sources.get(case.file);
            let why = verdict.reasons().join("; ");
            json!({
                "case": case.doc.case.value, "file": source.name,
                "line": source.line_column(case.doc.case.start).0,
                "passed": verdict.passed(), "why": why,
            })
        });
        told.collect()
    }
}

/// The face of a card as SVG; nothing if it is no card that is printed.
fn drawn(
    project: &Project,
    system: &System,
    compiled: &Compiled,
    card: &str,
) -> Option<Result<String, Unfit>> {
    let press = Press::of(project, system, compiled)?;
    let mut templates = press.pack().templates.iter();
    let at = templates.position(|def| def.id == card && press.has_cards(usize::from(def.kind)))?;
    let scene = press.face(at)?.scene(press.icons(), 0.0);
    Some(scene.map(|scene| scene.svg()))
}

/// Whether a text has a word.
pub(super) fn names(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// The version of a text, which tells it from another one.
fn version(text: &str) -> String {
    let hash = blake3::hash(text.as_bytes());
    hash.to_hex()[..16].to_owned()
}
