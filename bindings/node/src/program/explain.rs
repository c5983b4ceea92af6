//! `explain`: the page of a mistake, what cards of a system can say, the rules of a card, or at the
//! head of a card set or scenario, as plain text, and what a name of a system means.

use super::Ending;
use super::asked::{Asked, Wanted};
use super::printed::Printed;
use cardwright_compiler::project::System;
use cardwright_compiler::wording::{card_text, scenario_text, set_text};
use cardwright_compiler::{Project, codes, compile_scenario, compile_system, did_you_mean, guide};

/// A question to `explain`.
pub(super) struct Question<'a> {
    /// A mistake, `SYSTEM`, `NAME` or `SYSTEM/NAME`; all mistakes if absent.
    pub(super) wanted: Option<&'a str>,
    pub(super) is_json: bool,
    /// Whether the system has a phrasebook.
    pub(super) has_abilities: bool,
}

impl Question<'_> {
    pub(super) fn run(&self, asked: Option<Asked>, out: &mut Printed) -> Ending {
        let Some(wanted) = self.wanted else {
            let all = codes::ALL.iter();
            all.for_each(|code| out.line(&format!("{} {}", code.id, code.name)));
            return Ending::Fine;
        };
        let mut all = codes::ALL.iter();
        let code = all.find(|code| code.id.eq_ignore_ascii_case(wanted) || code.name == wanted);
        if let Some(code) = code {
            out.line(code.page.trim_end());
            return Ending::Fine;
        }
        let Some(asked) = asked else {
            return unknown(wanted, None, &[]);
        };
        let page = Page {
            project: &asked.project,
            wanted,
            is_json: self.is_json,
            has_abilities: self.has_abilities,
        };
        match page.tell(out) {
            Ok(ending) => ending,
            Err(Faulty(system)) => refused(asked, &system, out),
        }
    }
}

/// A system that has errors, so that it has no page, and its cards no text.
struct Faulty(String);

impl Faulty {
    fn of(system: &System) -> Self {
        Self(system.doc.system.value.clone())
    }
}

/// A question about a project: `SYSTEM`, `NAME` or `SYSTEM/NAME`.
struct Page<'a> {
    project: &'a Project,
    wanted: &'a str,
    is_json: bool,
    has_abilities: bool,
}

impl Page<'_> {
    fn tell(&self, out: &mut Printed) -> Result<Ending, Faulty> {
        if let Some(system) = self.project.systems.get(self.wanted) {
            return self.whole_system(system, out);
        }
        let (_, wanted) = system_and_name(self.wanted);
        let sets = self.project.sets.iter().filter(|((system, _), set)| {
            let mut cards = set.doc.cards.iter();
            self.is_of(system) && cards.any(|card| card.id.value == wanted)
        });
        let systems = sets.filter_map(|(key, _)| self.project.systems.get(&key.0));
        let mut systems: Vec<&System> = systems.collect();
        systems.dedup_by_key(|system| &system.doc.system.value);
        match systems.as_slice() {
            [] => match self.heads()? {
                heads if heads.is_empty() => Ok(self.name(out)),
                heads => Ok(self.text("a card set or scenario", heads.join("\n").trim_end(), out)),
            },
            [system] => {
                let text = self.card(system, wanted)?;
                Ok(self.text("a card", text.trim_end(), out))
            }
            _ => self.in_each(&systems, wanted, out),
        }
    }

    /// Whether names of a system are asked for.
    fn is_of(&self, system: &str) -> bool {
        system_and_name(self.wanted).0.is_none_or(|of| of == system)
    }

    /// Prints something that is told as text only.
    fn text(&self, what: &str, text: &str, out: &mut Printed) -> Ending {
        if self.is_json {
            let why = format!("`--format json` is for a system; {what} is told as text");
            return Ending::WrongCall(why);
        }
        out.line(text);
        Ending::Fine
    }

    fn card(&self, system: &System, wanted: &str) -> Result<String, Faulty> {
        let compiled = compile_system(self.project, system);
        card_text(self.project, system, &compiled, wanted).ok_or_else(|| Faulty::of(system))
    }

    /// The cards of one id in several systems, and how to ask for one of them.
    fn in_each(&self, systems: &[&System], wanted: &str, out: &mut Printed) -> Result<Ending, Faulty> {
        let ids = systems.iter().map(|system| &system.doc.system.value);
        let one: Vec<String> = ids
            .map(|id| format!("`cardwright explain {id}/{wanted}`"))
            .collect();
        let (count, one) = (systems.len(), one.join(" or "));
        let first = format!("{count} systems have a card `{wanted}`; {one} tells one of them.");
        if let Ending::WrongCall(why) = self.text("a card", &first, out) {
            return Ok(Ending::WrongCall(why));
        }
        for system in systems {
            out.line(&format!("\n{}:\n", system.doc.title));
            out.line(self.card(system, wanted)?.trim_end());
        }
        Ok(Ending::Fine)
    }

    /// The rules at the head of the card sets and scenarios of this id.
    fn heads(&self) -> Result<Vec<String>, Faulty> {
        let (project, wanted) = (self.project, system_and_name(self.wanted).1);
        let is_meant = |system: &str, id: &str| id == wanted && self.is_of(system);
        let mut heads = Vec::new();
        for (id, set) in project.sets.keys().filter(|(id, set)| is_meant(id, set)) {
            let Some(system) = project.systems.get(id) else {
                continue;
            };
            let text = set_text(project, system, &compile_system(project, system), set);
            heads.push(text.ok_or_else(|| Faulty::of(system))?);
        }
        for scenario in &project.scenarios {
            let id = &scenario.doc.system.value;
            let system = project.systems.get(id);
            let Some(system) = system.filter(|_| is_meant(id, &scenario.doc.scenario.value)) else {
                continue;
            };
            let compiled = compile_scenario(project, scenario);
            let text = scenario_text(project, system, &compiled, scenario);
            heads.push(text.ok_or_else(|| Faulty::of(system))?);
        }
        Ok(heads)
    }

    /// Prints the meaning of a name in each system that has it.
    fn name(&self, out: &mut Printed) -> Ending {
        let (project, wanted) = (self.project, system_and_name(self.wanted).1);
        let mut known = Vec::new();
        let mut told = Vec::new();
        for (_, system) in project.systems.iter().filter(|(id, _)| self.is_of(id)) {
            let Some(guide) = guide::guide(project, system, &compile_system(project, system)) else {
                continue;
            };
            if let Some(text) = guide::about(project, system, &guide, wanted) {
                let id = &system.doc.system.value;
                told.push(format!("# {} (`{id}`): `{wanted}`\n\n{text}", guide.title));
            }
            known.extend(guide::names(&guide).into_iter().map(str::to_owned));
        }
        match told.as_slice() {
            [] => unknown(self.wanted, Some(project), &known),
            all => self.text("a name", &all.join("\n\n"), out),
        }
    }

    /// Prints all names that cards of a system can use.
    fn whole_system(&self, system: &System, out: &mut Printed) -> Result<Ending, Faulty> {
        let compiled = compile_system(self.project, system);
        let guide = guide::guide(self.project, system, &compiled);
        let mut guide = guide.ok_or_else(|| Faulty::of(system))?;
        // The compiler looks for these two in the folder, of which it sees nothing here.
        guide.has_abilities = self.has_abilities;
        guide.sample_case = self.sample_case();
        if !self.is_json {
            out.line(guide::page(&guide).trim_end());
            return Ok(Ending::Fine);
        }
        Ok(match serde_json::to_string_pretty(&guide) {
            Ok(text) => {
                out.line(&text);
                Ending::Fine
            }
            Err(error) => Ending::WrongCall(error.to_string()),
        })
    }

    /// The case to start from that the project has for the system.
    fn sample_case(&self) -> Option<guide::SampleCase> {
        let file = format!(
            "tests/conformance/{}/general/a-case-to-start-from.yaml",
            self.wanted
        );
        let sources = &self.project.sources;
        let text = sources.get(sources.named(&file)?).text.clone();
        Some(guide::SampleCase { file, text })
    }
}

/// Tells what is wrong with the documents of a system.
fn refused(mut asked: Asked, system: &str, out: &mut Printed) -> Ending {
    let project = &asked.project;
    let system = project.systems.get(system);
    let compiled = system.map(|system| compile_system(project, system));
    let compiled = compiled.iter().flat_map(|one| one.diagnostics.iter().cloned());
    let of_project = project.diagnostics.iter().cloned();
    let all = of_project.chain(compiled).collect();
    let name = system.map(|system| project.sources.get(system.file).name.clone());
    let wanted = name.map(|name| Wanted {
        path: name.clone(),
        name,
        is_file: true,
    });
    asked.wanted = wanted.into_iter().collect();
    out.diagnostics(&asked.sources(), &asked.told(all));
    Ending::Errors
}

/// The error for a name that is unknown, with the one that was most likely meant.
fn unknown(wanted: &str, project: Option<&Project>, names: &[String]) -> Ending {
    let mut known: Vec<&str> = codes::ALL.iter().flat_map(|code| [code.id, code.name]).collect();
    known.extend(names.iter().map(String::as_str));
    if let Some(project) = project {
        known.extend(project.systems.keys().map(String::as_str));
        let cards = project.sets.values().flat_map(|set| &set.doc.cards);
        known.extend(cards.map(|card| card.id.value.as_str()));
        known.extend(project.sets.keys().map(|(_, set)| set.as_str()));
        let scenarios = project.scenarios.iter();
        known.extend(scenarios.map(|one| one.doc.scenario.value.as_str()));
    }
    let help = did_you_mean(system_and_name(wanted).1, known);
    let help = help.unwrap_or_else(|| "`cardwright explain` lists the diagnostics".to_owned());
    Ending::WrongCall(format!(
        "nothing is called `{wanted}`: no diagnostic, no system, no card, no card set, no scenario and no name of a system; {help}"
    ))
}

/// `SYSTEM/NAME` as a system and a name; a name alone can be of any system.
fn system_and_name(wanted: &str) -> (Option<&str>, &str) {
    match wanted.split_once('/') {
        Some((system, name)) => (Some(system), name),
        None => (None, wanted),
    }
}
