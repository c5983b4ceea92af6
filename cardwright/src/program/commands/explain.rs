//! `explain`: the long form of a diagnostic, all that cards of a system can name, the rules of a card, or at the head of a
//! card set or scenario, as plain text, what one name of a system means, or a system's procedures, steps and windows as a
//! graph.

use super::intact::Intact;
use super::{Asked, found, missing_packages, overlays, part_of_project, root_of, whole_project};
use crate::program::{Ending, graph, output};
use cardwright_compiler::analysis::stages;
use cardwright_compiler::phrasebook;
use cardwright_compiler::project::{Question, System};
use cardwright_compiler::search::{Found, Library};
use cardwright_compiler::wording::{card_text, scenario_text, set_text};
use cardwright_compiler::{
    Project, codes, compile_scenario, compile_system, count, did_you_mean, guide, not_looked_at,
};
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;

/// Explains a diagnostic, a system, a card or a name of a system, or draws a system's timing.
#[derive(Args)]
pub(crate) struct Explain {
    /// A diagnostic's short code (`cw0101`) or name (`unknown-name`), a system's id (what its cards can say), a card's
    /// id (its rules as plain text), a card set's or scenario's id (the rules at its head), or a name of a system (`attack`,
    /// `attack.roll`); all diagnostics if absent
    code: Option<String>,
    /// After a system's id, a card or name of this system alone: `SYSTEM NAME`, or `SYSTEM/NAME`; or the words of a card, to
    /// find what says the same: `SYSTEM "when it is hit"`
    name: Option<String>,
    /// The phrasebook of this system: what its cards say, and what one writes
    #[arg(long, conflicts_with = "name")]
    phrasebook: bool,
    /// The overlays of this system: dated changes of its cards
    #[arg(long, conflicts_with_all = ["name", "phrasebook"])]
    overlays: bool,
    /// How to write what cards of a system can say
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// Draw the procedures, steps and windows of this system
    #[arg(long, conflicts_with = "code", value_name = "SYSTEM")]
    windows: Option<String>,
    /// How to draw them
    #[arg(long, value_enum, default_value = "dot")]
    drawing: Drawing,
}

/// The form of a system's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A page in Markdown
    Text,
    /// JSON, for machines
    Json,
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// A DOT graph, for Graphviz
    Dot,
    /// An SVG picture
    Svg,
}

impl Explain {
    pub(crate) fn run(self) -> Ending {
        match (&self.windows, &self.code) {
            (Some(system), _) => windows(system, self.drawing),
            (None, Some(code)) if self.phrasebook => phrases(code, self.format),
            (None, Some(code)) if self.overlays => all_overlays(code, self.format),
            (None, Some(code)) => match &self.name {
                Some(name) => of_project(&format!("{code}/{name}"), self.format),
                None => page(code, self.format),
            },
            (None, None) => {
                codes::ALL
                    .iter()
                    .for_each(|code| output::line(&format!("{} {}", code.id, code.name)));
                Ending::Fine
            }
        }
    }
}

fn page(wanted: &str, form: Form) -> Ending {
    match codes::ALL
        .iter()
        .find(|code| code.id.eq_ignore_ascii_case(wanted) || code.name == wanted)
    {
        Some(code) => {
            output::line(code.page.trim_end());
            Ending::Fine
        }
        None => of_project(wanted, form),
    }
}

/// The project around the working folder, as far as a system or card needs it.
fn project_with(wanted: &str) -> Result<Project, Ending> {
    let here = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
    let root = root_of(&here)?;
    let is_system = root.join("systems").join(wanted).is_dir();
    let question = match is_system {
        true => Question::System(wanted),
        false => Question::Card(system_and_card(wanted).1),
    };
    Ok(part_of_project(&root, question))
}

/// A system or a card of the project.
fn of_project(wanted: &str, form: Form) -> Ending {
    let asked = wanted;
    let Ok(project) = project_with(wanted) else {
        return unknown(asked, None, &Lookup::default(), None);
    };
    if let Some(ending) = missing_packages(&project) {
        return ending;
    }
    if let Some(system) = project.systems.get(wanted) {
        return whole_system(&project, system, form);
    }
    let (of, wanted) = system_and_card(wanted);
    let sets = project.sets.iter().filter(|((system, _), set)| {
        let mut cards = set.doc.cards.iter();
        of.is_none_or(|of| of == system) && cards.any(|card| card.id.value == wanted)
    });
    let mut systems: Vec<&System> = sets.filter_map(|(key, _)| project.systems.get(&key.0)).collect();
    systems.dedup_by_key(|system| &system.doc.system.value);
    match systems.as_slice() {
        [] => head(&project, asked, form).unwrap_or_else(|| name(&project, asked, form)),
        _ if form == Form::Json => {
            Ending::WrongCall("`--format json` is for a system; a card is told as text".to_owned())
        }
        [system] => card(&project, system, wanted),
        _ => in_each(&project, &systems, wanted),
    }
}

/// The rules at the head of the card sets and scenarios of this id; nothing, if there are none.
fn head(project: &Project, asked: &str, form: Form) -> Option<Ending> {
    let (of, wanted) = system_and_card(asked);
    let is_meant = |system: &str, id: &str| id == wanted && of.is_none_or(|of| of == system);
    let mut told = Vec::new();
    for ((id, set), _) in project.sets.iter().filter(|((id, set), _)| is_meant(id, set)) {
        let Some(system) = project.systems.get(id) else {
            continue;
        };
        match set_text(project, system, &compile_system(project, system), set) {
            Some(text) => told.push(text),
            None => return Some(refused(project, system)),
        }
    }
    let scenarios = project.scenarios.iter();
    let scenarios = scenarios.filter(|one| is_meant(&one.doc.system.value, &one.doc.scenario.value));
    for scenario in scenarios {
        let Some(system) = project.systems.get(&scenario.doc.system.value) else {
            continue;
        };
        match scenario_text(project, system, &compile_scenario(project, scenario), scenario) {
            Some(text) => told.push(text),
            None => return Some(refused(project, system)),
        }
    }
    if told.is_empty() {
        return None;
    }
    if form == Form::Json {
        let why = "`--format json` is for a system; a card set or scenario is told as text";
        return Some(Ending::WrongCall(why.to_owned()));
    }
    output::line(told.join("\n").trim_end());
    Some(Ending::Fine)
}

/// The answer to a name or question, from the systems that can have it.
#[derive(Default)]
struct Lookup {
    /// A text for each system that has the name.
    told: Vec<String>,
    /// The names that there are.
    known: Vec<String>,
    /// By title and id of a system, what comes near to the words.
    found: Vec<(String, String, Vec<Found>)>,
    /// The documents with errors that were passed over.
    aside: BTreeSet<String>,
    /// Whether a system has errors, so that its names are not known.
    has_unread: bool,
}

impl Lookup {
    /// Looks a name up in one system. Words are searched for only if this system alone `is_asked`.
    fn in_system(&mut self, project: &Project, id: &str, wanted: &str, is_asked: bool) {
        let part = part_of_project(project.root(), Question::System(id));
        let Some(intact) = Intact::of(&part, id) else {
            self.has_unread = true;
            return;
        };
        let Intact {
            project,
            compiled,
            aside,
        } = &intact;
        self.aside.extend(aside.iter().cloned());
        let Some(system) = project.systems.get(id) else {
            return;
        };
        let Some(guide) = guide::guide(project, system, compiled) else {
            return;
        };
        if let Some(text) = guide::about(project, system, &guide, wanted) {
            self.told
                .push(format!("# {} (`{id}`): `{wanted}`\n\n{text}", guide.title));
        } else if is_asked {
            let library = Library::of(project, system, compiled, &guide);
            self.found
                .push((guide.title.clone(), id.to_owned(), library.find(wanted)));
        }
        self.known
            .extend(guide::names(&guide).into_iter().map(str::to_owned));
    }
}

/// The meaning of a name in each system that has it.
fn name(project: &Project, asked: &str, form: Form) -> Ending {
    let (of, wanted) = system_and_card(asked);
    let mut lookup = Lookup::default();
    let ids = project.ids_of_systems();
    for id in ids.iter().filter(|id| of.is_none_or(|of| of == *id)) {
        lookup.in_system(project, id, wanted, of.is_some());
    }
    match lookup.told.as_slice() {
        [] => nothing_called(project, asked, wanted, form, &lookup),
        _ if form == Form::Json => {
            Ending::WrongCall("`--format json` is for a system; a name is told as text".to_owned())
        }
        all => {
            output::line(&all.join("\n\n"));
            tell_aside(&lookup.aside);
            Ending::Fine
        }
    }
}

/// Says which documents were passed over because of their errors.
fn tell_aside(aside: &BTreeSet<String>) {
    not_looked_at(aside).iter().for_each(|line| output::remark(line));
}

/// Tells what answers a question in words; or that nothing is called so, with what comes near.
fn nothing_called(project: &Project, asked: &str, wanted: &str, form: Form, lookup: &Lookup) -> Ending {
    let is_question = wanted.split_whitespace().count() > 1;
    let is_found = |one: &&(String, String, Vec<Found>)| !one.2.is_empty();
    let Some((title, system, all)) = lookup.found.iter().find(is_found) else {
        return unknown(asked, Some(project), lookup, None);
    };
    if !is_question && form == Form::Text {
        return unknown(asked, Some(project), lookup, found::offered(all));
    }
    match form {
        Form::Text => found::text(title, system, wanted, all),
        Form::Json => output::value(&found::json(system, wanted, all)),
    }
    Ending::Fine
}

/// The phrasebook of a system.
fn phrases(wanted: &str, form: Form) -> Ending {
    let project = match project_with(wanted) {
        Ok(project) => project,
        Err(ending) => return ending,
    };
    let Some(book) = project.phrasebooks.get(wanted) else {
        return Ending::WrongCall(format!("there is no phrasebook of a system `{wanted}`"));
    };
    match form {
        Form::Text => output::line(phrasebook::page(&book.doc).trim_end()),
        Form::Json => {
            let rows = found::rows(&project, wanted);
            output::value(&serde_json::json!({ "system": wanted, "title": book.doc.title, "rows": rows }));
        }
    }
    Ending::Fine
}

/// The overlays of a system.
fn all_overlays(wanted: &str, form: Form) -> Ending {
    let project = match project_with(wanted) {
        Ok(project) => project,
        Err(ending) => return ending,
    };
    if let Some(ending) = missing_packages(&project) {
        return ending;
    }
    let Some(system) = project.systems.get(wanted) else {
        return Ending::WrongCall(format!("there is no system `{wanted}`"));
    };
    match form {
        Form::Text => overlays::list(&project, system),
        Form::Json => overlays::json(&project, system),
    }
    Ending::Fine
}

/// Tells that nothing is called so, and what was most likely meant.
fn unknown(wanted: &str, project: Option<&Project>, lookup: &Lookup, near: Option<String>) -> Ending {
    // A part of the project was read, in which there is nothing of this name.
    let whole = project.map(|project| whole_project(project.root()));
    let mut known: Vec<&str> = codes::ALL.iter().flat_map(|code| [code.id, code.name]).collect();
    known.extend(lookup.known.iter().map(String::as_str));
    if let Some(project) = &whole {
        known.extend(project.systems.keys().map(String::as_str));
        let sets = project.sets.values();
        known.extend(sets.flat_map(|set| set.doc.cards.iter().map(|card| card.id.value.as_str())));
        known.extend(project.sets.keys().map(|(_, set)| set.as_str()));
        known.extend(
            project
                .scenarios
                .iter()
                .map(|one| one.doc.scenario.value.as_str()),
        );
    }
    let help = did_you_mean(system_and_card(wanted).1, known).or(near);
    let has_errors = |project: &Project| count(&project.diagnostics).0 > 0;
    if lookup.has_unread || !lookup.aside.is_empty() || whole.as_ref().is_some_and(has_errors) {
        let help = help.map_or(String::new(), |help| format!("; {help}"));
        output::complain(&format!(
            "error: `{wanted}` cannot be looked up now, since there are errors: `cardwright check` tells them{help}"
        ));
        return Ending::Errors;
    }
    let help = help.unwrap_or_else(|| "`cardwright explain` lists the diagnostics".to_owned());
    Ending::WrongCall(format!(
        "nothing is called `{wanted}`: no diagnostic, no system, no card, no card set, no scenario and no name of a system; {help}"
    ))
}

/// `SYSTEM/CARD` as a system and a card; a card alone can be in any system.
fn system_and_card(wanted: &str) -> (Option<&str>, &str) {
    match wanted.split_once('/') {
        Some((system, card)) => (Some(system), card),
        None => (None, wanted),
    }
}

/// The cards of one id in several systems, and how to ask for one of them.
fn in_each(project: &Project, systems: &[&System], wanted: &str) -> Ending {
    let ids: Vec<&str> = systems
        .iter()
        .map(|system| system.doc.system.value.as_str())
        .collect();
    let one: Vec<String> = ids
        .iter()
        .map(|id| format!("`cardwright explain {id}/{wanted}`"))
        .collect();
    output::line(&format!(
        "{} systems have a card `{wanted}`; {} tells one of them.",
        ids.len(),
        one.join(" or ")
    ));
    for system in systems {
        output::line(&format!("\n{}:\n", system.doc.title));
        match card(project, system, wanted) {
            Ending::Fine => {}
            ending => return ending,
        }
    }
    Ending::Fine
}

/// All that cards of a system can name.
fn whole_system(project: &Project, system: &System, form: Form) -> Ending {
    let intact = Intact::of(project, &system.doc.system.value);
    let guide = intact.as_ref().and_then(|intact| {
        let system = intact.project.systems.get(&system.doc.system.value)?;
        guide::guide(&intact.project, system, &intact.compiled)
    });
    let (Some(intact), Some(guide)) = (intact, guide) else {
        return refused(project, system);
    };
    tell_aside(&intact.aside);
    match form {
        Form::Text => output::line(guide::page(&guide).trim_end()),
        Form::Json => match serde_json::to_string_pretty(&guide) {
            Ok(text) => output::line(&text),
            Err(error) => return Ending::WrongCall(error.to_string()),
        },
    }
    Ending::Fine
}

/// Why a system has no page, and its cards no text: what is wrong with its documents.
fn refused(project: &Project, system: &System) -> Ending {
    let root = project.root().to_path_buf();
    let file = root.join(&project.sources.get(system.file).name);
    let whole = whole_project(&root);
    let compiled = whole.systems.get(&system.doc.system.value);
    let compiled = compiled.map(|system| compile_system(&whole, system));
    let compiled = compiled.iter().flat_map(|one| one.diagnostics.iter().cloned());
    let all = whole.diagnostics.iter().cloned().chain(compiled).collect();
    let asked = Asked::of(whole, vec![file]);
    output::diagnostics(&asked.sources(), &asked.told(all), output::Format::Text);
    Ending::Errors
}

/// The rules of a card as plain text.
fn card(project: &Project, system: &System, wanted: &str) -> Ending {
    let intact = Intact::of(project, &system.doc.system.value);
    let text = intact.as_ref().and_then(|intact| {
        let system = intact.project.systems.get(&system.doc.system.value)?;
        let text = card_text(&intact.project, system, &intact.compiled, wanted)?;
        tell_aside(&intact.aside);
        Some(text)
    });
    match text {
        Some(text) => {
            output::line(text.trim_end());
            if let Some(changes) = overlays::of_card(project, system, wanted) {
                output::line(&format!("\n{}", changes.trim_end()));
            }
            Ending::Fine
        }
        None => refused(project, system),
    }
}

fn windows(system: &str, drawing: Drawing) -> Ending {
    let project = match project_with(system) {
        Ok(project) => project,
        Err(ending) => return ending,
    };
    let Some(found) = project.systems.get(system) else {
        return Ending::WrongCall(format!("there is no system `{system}`"));
    };
    let compiled = compile_system(&project, found);
    let Some(pack) = &compiled.pack else {
        return refused(&project, found);
    };
    let stages = stages(pack);
    output::line(&match drawing {
        Drawing::Dot => graph::dot(&stages),
        Drawing::Svg => graph::svg(&stages),
    });
    Ending::Fine
}
