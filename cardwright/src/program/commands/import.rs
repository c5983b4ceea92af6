//! `import`: facts of cards from a CSV or JSON file, by a mapping; or a squad, by a form.

use super::forms::{refused, text_of};
use super::squads::Squad;
use super::{outside_links, root_around, whole_project, with_packages, wrong_path};
use crate::program::output::Format;
use crate::program::{Ending, output, write};
use cardwright_compiler::{Project, so_many};
use cardwright_files::Place;
use cardwright_import::squads::Form;
use cardwright_import::{
    Difference, Import as Asked, MOST_BYTES, Mapping, Namesake, Origin, Outcome, Problem, Skipped, Unmapped,
};
use clap::Args;
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};

/// How many rows are named that have the same problem.
const ROWS_NAMED: usize = 3;
/// How many problems, differences and rows are listed of each sort, for people.
const MOST_LISTED: usize = 60;

/// Makes a card set from data that somebody else keeps, facts only, by a mapping; or puts a squad into a scenario, by a form.
#[derive(Args)]
pub(crate) struct Import {
    /// The mapping, or the form of a squad
    mapping: PathBuf,
    /// The card set or scenario to write, a file that does not exist yet; `-` is standard output
    #[arg(long, short, value_name = "FILE.yaml")]
    output: PathBuf,
    /// The folder with the data, by default that of the mapping; or the file of the squad
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
    /// The scenario for the squad; it is written as a new scenario
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// The player whose pieces a squad replaces
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Import a squad without its unknown parts, and list them
    #[arg(long)]
    anyway: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Import {
    pub(crate) fn run(self) -> Ending {
        self.carried_out().unwrap_or_else(|ending| ending)
    }

    fn carried_out(&self) -> Result<Ending, Ending> {
        let to_stdout = self.output == Path::new("-");
        if to_stdout && self.format == Format::Json {
            let why = "the set and the report cannot both go to standard output; name a file for the set";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        if !to_stdout && self.output.symlink_metadata().is_ok() {
            let why = "it already exists; write to another file, and compare the two";
            return Err(wrong_path(&self.output, &why));
        }
        let text = text_of(&self.mapping, &Place::Named)?;
        if Form::is_form(&text) {
            let squad = Squad {
                mapping: &self.mapping,
                from: self.from.as_ref(),
                scenario: self.scenario.as_ref(),
                player: self.player.as_ref(),
                output: &self.output,
                format: self.format,
                anyway: self.anyway,
            };
            return squad.run();
        }
        if self.scenario.is_some() || self.player.is_some() || self.anyway {
            let why =
                "`--scenario`, `--player` and `--anyway` are for squads, but this is a mapping of cards";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        let mapping = Mapping::read(&self.mapping.display().to_string(), text).map_err(refused)?;
        let root = root_around(Some(&self.mapping)).or_else(|_| root_around(None))?;
        let project = with_packages(whole_project(&root))?;
        let sources = self.sources(&mapping)?;
        let file = self.file(&project, &mapping);
        let asked = Asked {
            mapping: &mapping,
            project: &project,
            sources: &sources,
            file: &file,
        };
        let outcome = asked.run().map_err(refused)?;
        if let Some(text) = &outcome.text {
            write::new(&self.output, text.as_bytes())?;
        }
        match self.format {
            Format::Json => output::value(&as_json(&outcome)),
            Format::Text => tell(&outcome, &self.output),
        }
        Ok(match outcome.problems.is_empty() {
            true => Ending::Fine,
            false => Ending::Errors,
        })
    }

    /// The content of all sources. A mapping that somebody sent reads nothing outside its folder.
    fn sources(&self, mapping: &Mapping) -> Result<BTreeMap<String, Vec<u8>>, Ending> {
        let beside = || self.mapping.parent().unwrap_or(Path::new(".")).to_path_buf();
        let folder = self.from.clone().unwrap_or_else(beside);
        let folder = match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder,
        };
        let place = outside_links().place(&folder);
        let mut sources = BTreeMap::new();
        for (name, file) in mapping.files() {
            let inner = Path::new(file);
            let is_below = inner
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
            if !is_below {
                let why = "a mapping can use only files in its own folder or the folder of `--from`";
                return Err(Ending::WrongCall(format!("source `{name}`: {file}: {why}")));
            }
            let path = folder.join(inner);
            let bytes = cardwright_files::bytes(&path, &place, MOST_BYTES);
            sources.insert(name.to_owned(), bytes.map_err(|error| wrong_path(&path, &error))?);
        }
        Ok(sources)
    }

    /// The name that the set has in the project: where it is written, if that is among the sets of its system.
    fn file(&self, project: &Project, mapping: &Mapping) -> String {
        let doc = &mapping.doc;
        let home = format!("cards/{}", doc.system.value);
        let parent = self
            .output
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).canonicalize().ok();
        let root = project.root().canonicalize().ok();
        let within = folder.zip(root).and_then(|(folder, root)| {
            let within = folder.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
            let name = self.output.file_name()?.to_str()?;
            Some(format!("{within}/{name}"))
        });
        let is_among = |name: &String| name.starts_with(&format!("{home}/")) && name.ends_with(".yaml");
        within.filter(is_among).unwrap_or_else(|| {
            let file = format!("{home}/{}.yaml", doc.set.value);
            match project.sources.named(&file) {
                Some(_) => format!("{home}/{}-imported.yaml", doc.set.value),
                None => file,
            }
        })
    }
}

fn tell(outcome: &Outcome, target: &Path) {
    let told = |sort: &str, of: &[Skipped]| {
        let rows = of.iter().map(|one| (Some(&one.row), one.why.clone()));
        listed(grouped(sort, rows).into_iter());
    };
    told("left out", &outcome.skipped);
    told("note", &outcome.notes);
    let differences = outcome.differences.iter();
    listed(differences.map(|one| {
        let (here, there) = apart(&one.here, &one.there);
        format!("differs: {}: {}: {here} here, {there} there", one.what, one.fact)
    }));
    listed(outcome.namesakes.iter().map(|one| format!("warning: {one}")));
    listed(
        outcome
            .unmapped
            .iter()
            .map(|one| format!("warning: {one}; use it for a fact, or list it in `unused` of the source")),
    );
    let problems = outcome.problems.iter();
    let problems = problems.map(|one| (one.row.as_ref(), format!("{}: {}", one.field, one.why)));
    listed(grouped("error", problems).into_iter());
    let summary = summary(outcome, target);
    match target == Path::new("-") {
        true => output::complain(&summary),
        false => output::line(&summary),
    }
}

/// Lines for people, not without end.
fn listed(lines: impl ExactSizeIterator<Item = String>) {
    let count = lines.len();
    lines.take(MOST_LISTED).for_each(|line| output::complain(&line));
    if count > MOST_LISTED {
        output::complain(&format!(
            "and {} more; `--format json` lists all",
            count - MOST_LISTED
        ));
    }
}

/// Of two lists what only one of them has; other facts as they are.
fn apart(here: &str, there: &str) -> (String, String) {
    let members = |text: &str| -> Option<Vec<String>> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        Some(
            inner
                .split(", ")
                .filter(|one| !one.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    };
    let (Some(own), Some(other)) = (members(here), members(there)) else {
        return (here.to_owned(), there.to_owned());
    };
    let only = |some: &[String], others: &[String]| {
        let only: Vec<&str> = some
            .iter()
            .filter(|one| !others.contains(one))
            .map(String::as_str)
            .collect();
        match only.is_empty() {
            true => "nothing more".to_owned(),
            false => only.join(", "),
        }
    };
    (only(&own, &other), only(&other, &own))
}

/// The notes on rows: those of which the same is told stand together.
fn grouped<'r>(sort: &str, told: impl Iterator<Item = (Option<&'r Origin>, String)>) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&Origin>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (row, why) in told {
        let at = *known.entry(why.clone()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((_, rows)) => rows.extend(row),
            None => groups.push((why, row.into_iter().collect())),
        }
    }
    let line = |(why, rows): (String, Vec<&Origin>)| {
        let named: Vec<String> = rows.iter().take(ROWS_NAMED).map(|row| row.to_string()).collect();
        let more = match rows.len().saturating_sub(ROWS_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match named.is_empty() {
            true => format!("{sort}: {why}"),
            false => format!("{sort}: {}{more}: {why}", named.join(", ")),
        }
    };
    groups.into_iter().map(line).collect()
}

fn summary(outcome: &Outcome, target: &Path) -> String {
    if !outcome.problems.is_empty() {
        let told = so_many(outcome.problems.len(), "problem", "problems");
        return format!("nothing was written: {told}");
    }
    let rows: Vec<String> = outcome
        .rows
        .iter()
        .map(|(record, count)| format!(", {count} {record}"))
        .collect();
    let made = match &outcome.text {
        Some(_) => format!("{}: ", target.display()),
        None => "nothing was written, because nothing is new: ".to_owned(),
    };
    format!(
        "{made}{} from {}, {} of them with rules still to be written{}; {} already present, {} \
         left out, {}",
        so_many(outcome.cards, "card", "cards"),
        so_many(outcome.of, "row", "rows"),
        outcome.todo,
        rows.concat(),
        outcome.known.len(),
        outcome.skipped.len(),
        so_many(outcome.differences.len(), "difference", "differences"),
    )
}

fn as_json(outcome: &Outcome) -> serde_json::Value {
    let row = |row: &Origin| serde_json::json!({ "source": row.source, "row": row.row, "key": row.key });
    let problem = |one: &Problem| serde_json::json!({ "row": one.row.as_ref().map(row), "field": one.field, "why": one.why });
    let skipped = |one: &Skipped| serde_json::json!({ "row": row(&one.row), "why": one.why });
    let differs = |one: &Difference| serde_json::json!({ "what": one.what, "fact": one.fact, "here": one.here, "there": one.there });
    let namesake = |one: &Namesake| serde_json::json!({ "row": row(&one.row), "id": one.id, "here": one.here, "name": one.name, "differs": one.differs });
    let unmapped =
        |one: &Unmapped| serde_json::json!({ "source": one.source, "field": one.field, "rows": one.rows });
    serde_json::json!({
        "written": outcome.text.is_some(),
        "of": outcome.of,
        "cards": outcome.cards,
        "todo": outcome.todo,
        "rows": outcome.rows,
        "known": outcome.known,
        "differences": outcome.differences.iter().map(differs).collect::<Vec<_>>(),
        "skipped": outcome.skipped.iter().map(skipped).collect::<Vec<_>>(),
        "notes": outcome.notes.iter().map(skipped).collect::<Vec<_>>(),
        "namesakes": outcome.namesakes.iter().map(namesake).collect::<Vec<_>>(),
        "unmapped": outcome.unmapped.iter().map(unmapped).collect::<Vec<_>>(),
        "problems": outcome.problems.iter().map(problem).collect::<Vec<_>>(),
    })
}
