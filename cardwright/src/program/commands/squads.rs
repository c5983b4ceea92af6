//! `import` of a squad: the forces of one player, from the file of another program into a scenario.

use super::forms::{refused, text_of};
use super::{read_bytes, root_around, whole_project, with_packages, wrong_path};
use crate::forces;
use crate::program::output::Format;
use crate::program::{Ending, output, write};
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Diagnostic, Project, compile_scenario, so_many};
use cardwright_import::squads::{Form, Place, Taken};
use std::path::{Path, PathBuf};

/// The most bytes of a squad.
const MOST_SQUAD_BYTES: u64 = 1 << 20;

/// The options of a call that are about a squad.
pub(super) struct Squad<'a> {
    pub(super) mapping: &'a Path,
    pub(super) from: Option<&'a PathBuf>,
    pub(super) scenario: Option<&'a String>,
    pub(super) player: Option<&'a String>,
    pub(super) output: &'a Path,
    pub(super) format: Format,
    /// Whether the rest is imported if something is unknown.
    pub(super) anyway: bool,
}

impl Squad<'_> {
    /// Writes a scenario in which a squad takes the place of a player's pieces.
    pub(super) fn run(&self) -> Result<Ending, Ending> {
        let (Some(from), Some(scenario), Some(player)) = (self.from, self.scenario, self.player) else {
            let why = "a squad needs `--from SQUAD.json --scenario SCENARIO --player PLAYER`: the file, and whose pieces it replaces";
            return Err(Ending::WrongCall(why.to_owned()));
        };
        let form = Form::read(
            &self.mapping.display().to_string(),
            text_of(self.mapping, &cardwright_files::Place::Named)?,
        )
        .map_err(refused)?;
        let json = read_bytes(from, MOST_SQUAD_BYTES)?;
        let root = root_around(Some(self.mapping)).or_else(|_| root_around(None))?;
        let project = with_packages(whole_project(&root))?;
        let system = &form.doc.system.value;
        let found = scenario_named(&project, system, scenario)?;
        let players = found.doc.players.iter().map(|one| one.id.value.as_str());
        if !players.clone().any(|one| one == player) {
            let known: Vec<&str> = players.collect();
            let why = format!(
                "the scenario has no player `{player}`; its players are {}",
                known.join(", ")
            );
            return Err(Ending::WrongCall(why));
        }
        let id = self.id()?;
        if project
            .scenarios
            .iter()
            .any(|one| one.doc.system.value == *system && one.doc.scenario.value == id)
        {
            let why = format!(
                "there is already a scenario `{id}`; the name of the file becomes the id, so choose another \
                 one"
            );
            return Err(wrong_path(self.output, &why));
        }
        let place = Place {
            scenario: found,
            player,
            id: &id,
            file: &format!("scenarios/{system}/{id}.yaml"),
            anyway: self.anyway,
        };
        let ready = form.of(&project).map_err(refused)?;
        let mut taken = ready.taken(&json, place);
        if let Some(text) = taken.text.take() {
            let breaches = breaches(&project, place.file, &text);
            match taken.left_out.is_empty() {
                true => taken.problems = breaches,
                // Whoever wants the rest knows that it is not all of it.
                false => taken.notes.extend(
                    breaches
                        .iter()
                        .map(|why| format!("without the parts that are left out: {why}")),
                ),
            }
            taken.text = taken.problems.is_empty().then_some(text);
        }
        if let Some(text) = &taken.text {
            write::new(self.output, text.as_bytes())?;
        }
        match self.format {
            Format::Json => output::value(&as_json(&taken)),
            Format::Text => self.tell(&taken),
        }
        Ok(match taken.problems.is_empty() {
            true => Ending::Fine,
            false => Ending::Errors,
        })
    }

    /// The id of the scenario that is made: the name of its file.
    fn id(&self) -> Result<String, Ending> {
        let why = "the scenario gets the name of its file: write lowercase letters, digits and hyphens, \
         followed by `.yaml`";
        let is_yaml = self.output.extension().is_some_and(|end| end == "yaml");
        let name = self
            .output
            .file_stem()
            .and_then(|name| name.to_str())
            .filter(|_| is_yaml);
        let fits = |name: &&str| {
            let letters = name
                .chars()
                .all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-');
            letters
                && name.starts_with(|one: char| one.is_ascii_lowercase())
                && !name.ends_with('-')
                && !name.contains("--")
        };
        let name = name.filter(fits).map(str::to_owned);
        name.ok_or_else(|| wrong_path(self.output, &why))
    }

    fn tell(&self, taken: &Taken) {
        let left_out = taken.left_out.iter();
        left_out.for_each(|what| output::complain(&format!("left out: {what}")));
        if !taken.sets.is_empty() {
            let sets = taken.sets.join(", ");
            output::complain(&format!(
                "note: the scenario now also uses these card sets: {sets}"
            ));
        }
        taken
            .notes
            .iter()
            .for_each(|note| output::complain(&format!("note: {note}")));
        taken
            .problems
            .iter()
            .for_each(|problem| output::complain(&format!("error: {problem}")));
        let summary = match taken.problems.len() {
            0 => format!(
                "{}: {} with {} for {} points",
                self.output.display(),
                so_many(taken.pieces, "piece", "pieces"),
                so_many(taken.cards, "card", "cards"),
                taken.cost
            ),
            count => format!("nothing was written: {}", so_many(count, "problem", "problems")),
        };
        match self.output == Path::new("-") {
            true => output::complain(&summary),
            false => output::line(&summary),
        }
    }
}

fn scenario_named<'p>(
    project: &'p Project,
    system: &str,
    name: &str,
) -> Result<&'p Loaded<ScenarioDoc>, Ending> {
    let id = name
        .strip_prefix(system)
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or(name);
    let of_system = || {
        project
            .scenarios
            .iter()
            .filter(|one| one.doc.system.value == system)
    };
    let found = of_system().find(|one| one.doc.scenario.value == id);
    found.ok_or_else(|| {
        let known: Vec<&str> = of_system().map(|one| one.doc.scenario.value.as_str()).collect();
        Ending::WrongCall(format!(
            "there is no scenario `{name}` of `{system}`; there is {}",
            known.join(", ")
        ))
    })
}

/// The rules about building that the squad does not keep in the scenario.
fn breaches(project: &Project, file: &str, text: &str) -> Vec<String> {
    let mut project = project.clone();
    project.update(file, Some(text.to_owned()));
    let mut scenarios = project.scenarios.iter();
    let made = scenarios.find(|one| project.sources.get(one.file).name == file);
    let made = made.map(|made| (made, compile_scenario(&project, made).pack));
    let found: Vec<Diagnostic> = match made {
        Some((made, Some(pack))) => forces::breaches(&project, made, &pack),
        _ => Vec::new(),
    };
    found.into_iter().map(|one| one.message).collect()
}

fn as_json(taken: &Taken) -> serde_json::Value {
    serde_json::json!({
        "written": taken.text.is_some(),
        "pieces": taken.pieces,
        "cards": taken.cards,
        "cost": taken.cost,
        "sets": taken.sets,
        "left_out": taken.left_out,
        "notes": taken.notes,
        "problems": taken.problems,
    })
}
