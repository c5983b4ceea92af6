//! `test --pairs`: the cards of a set by twos, on small tables under laws that hold whatever the content.

use super::balance::Budget;
use super::{project_of_system, root_around};
use crate::program::output;
use crate::program::reports::ReportFormat;
use crate::program::{Ending, write};
use cardwright_case_runner::pairs::{Found, Pair, Report, Request, State, tried};
use cardwright_compiler::{Project, so_many};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many pairs that were never exercised are named to people.
const SHOWN: usize = 12;
/// The longest name of a case, without its ending.
const LONGEST_NAME: usize = 90;
/// After what time no table is begun any more, if the call does not say.
const USUAL_TIME: Duration = Duration::from_secs(60);
/// How a case begins that this command wrote.
const MARK: &str = "# Found by `cardwright test --pairs";

/// The options of `test --pairs`.
#[derive(Args)]
pub(super) struct Pairs {
    /// Instead of cases, try the cards of this set by twos: `SET` or `SYSTEM/SET`
    #[arg(long, value_name = "SET", conflicts_with_all = ["filter", "account", "fill"])]
    pairs: Option<String>,
    /// With `--pairs`: also pair cards of the set with those of the game's other sets
    #[arg(long, requires = "pairs")]
    others: bool,
    /// With `--pairs`: only pairs that have this card; given twice, only pairs of these cards
    #[arg(long = "card", value_name = "ID", requires = "pairs")]
    cards: Vec<String>,
    /// With `--pairs`: begin no table any more after this time: `90s`, `5m`, `1h`; after `60s`, if absent
    #[arg(long, value_name = "TIME", requires = "pairs")]
    time: Option<Budget>,
    /// With `--pairs`: chooses answers and dice
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "pairs")]
    seed: u64,
    /// With `--pairs`: write failures as cases into this folder
    #[arg(long, value_name = "FOLDER", requires = "pairs")]
    cases: Option<PathBuf>,
    /// With `--pairs`: end with 1 if fewer percent of the pairs are exercised
    #[arg(long, value_name = "PERCENT", requires = "pairs")]
    threshold: Option<f64>,
}

impl Pairs {
    /// The set that is asked for, if pairs are.
    pub(super) fn asked(&self) -> Option<&str> {
        self.pairs.as_deref()
    }

    /// Tries the pairs of a set.
    pub(super) fn run(&self, set: &str, paths: &[PathBuf], format: ReportFormat) -> Ending {
        self.tried(set, paths, format).unwrap_or_else(|ending| ending)
    }

    fn tried(&self, asked: &str, paths: &[PathBuf], format: ReportFormat) -> Result<Ending, Ending> {
        if !matches!(format, ReportFormat::Human | ReportFormat::Json) {
            let why = "`--pairs` can write only the formats `human` and `json`";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        let path = match paths {
            [] => None,
            [one] => Some(one.as_path()),
            _ => {
                let why = "with `--pairs`, name at most one folder, the one of the project";
                return Err(Ending::WrongCall(why.to_owned()));
            }
        };
        let (project, system, set) = found(path, asked)?;
        let request = Request {
            system: &system,
            set: &set,
            others: self.others,
            cards: &self.cards,
            seed: self.seed,
            time: self.time.map_or(USUAL_TIME, |Budget(time)| time),
        };
        let begun = Instant::now();
        let bar = progress();
        let report = tried(&project, &request, &|open, all| {
            bar.set_length(all as u64);
            bar.set_position((all - open) as u64);
        });
        bar.finish_and_clear();
        let report = report.map_err(Ending::WrongCall)?;
        if report.pairs.is_empty() {
            let cards = report.cards;
            return Err(Ending::WrongCall(format!(
                "there are no pairs: no two cards of `{system}/{set}` meet ({cards} of its cards have \
                 abilities)"
            )));
        }
        let files = self.written(&report)?;
        match format {
            ReportFormat::Json => output::value(&as_json(&request, &report, &files)),
            _ => {
                tell(&request, &report, &files);
                let seconds = begun.elapsed().as_secs_f64();
                output::detail(&format!("{seconds:.1} seconds"));
            }
        }
        let is_enough = self.threshold.is_none_or(|least| percent(&report) >= least);
        Ok(match report.failures.is_empty() && is_enough {
            true => Ending::Fine,
            false => Ending::Errors,
        })
    }

    /// Writes the cases of failures into the folder; the file of each.
    fn written(&self, report: &Report) -> Result<Vec<Option<PathBuf>>, Ending> {
        let Some(folder) = &self.cases else {
            return Ok(vec![None; report.failures.len()]);
        };
        let mut files = Vec::new();
        for found in &report.failures {
            let Ok(text) = &found.case else {
                files.push(None);
                continue;
            };
            let path = folder.join(name(found));
            is_ours(&path)?;
            let place = write::named(&path);
            cardwright_files::folders(folder, &place).map_err(|error| super::wrong_path(folder, &error))?;
            write::whole(&path, text.as_bytes())?;
            files.push(Some(path));
        }
        Ok(files)
    }
}

/// The project, system and set that are meant.
fn found(path: Option<&Path>, asked: &str) -> Result<(Project, String, String), Ending> {
    if let Some((system, set)) = asked.split_once('/') {
        return Ok((
            project_of_system(path, system)?,
            system.to_owned(),
            set.to_owned(),
        ));
    }
    let root = root_around(path)?;
    let project = super::with_packages(super::whole_project(&root))?;
    let of: Vec<String> = project
        .sets
        .keys()
        .filter(|(_, set)| set == asked)
        .map(|(system, _)| system.clone())
        .collect();
    match of.as_slice() {
        [system] => Ok((project, system.clone(), asked.to_owned())),
        [] => Err(Ending::WrongCall(format!("there is no set `{asked}`"))),
        several => {
            let named: Vec<String> = several
                .iter()
                .map(|system| format!("`{system}/{asked}`"))
                .collect();
            Err(Ending::WrongCall(format!(
                "name one of the card sets: {}",
                named.join(", ")
            )))
        }
    }
}

/// The name of the file of a case.
fn name(found: &Found) -> String {
    let mut name = format!("{}-{}", found.cards.join("-with-"), found.law.name());
    if found.cards.len() == 1 {
        name = format!("{}-alone-{}", found.cards[0], found.law.name());
    }
    let end = name.char_indices().map(|(at, _)| at).nth(LONGEST_NAME);
    name.truncate(end.unwrap_or(name.len()));
    format!("{name}.yaml")
}

/// Refuses to write over a file that this command did not write.
fn is_ours(path: &Path) -> Result<(), Ending> {
    let text = cardwright_files::text(path, &write::named(path), super::MOST_BYTES);
    match text {
        Ok(text) if text.starts_with(MARK) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        _ => Err(super::wrong_path(
            path,
            &"it already exists, and was not written by `--pairs`",
        )),
    }
}

/// The share of the pairs that were exercised, in percent.
fn percent(report: &Report) -> f64 {
    super::proof::percent_of(report.count(State::Exercised), report.pairs.len())
}

fn tell(request: &Request<'_>, report: &Report, files: &[Option<PathBuf>]) {
    for (found, file) in report.failures.iter().zip(files) {
        tell_failure(found, file.as_deref());
    }
    if report.more_failures > 0 {
        let games = so_many(report.more_failures, "more game", "more games");
        output::line(&format!(
            "{games} failed in other ways; this will be reported when these failures are gone\n"
        ));
    }
    let Request { system, set, .. } = request;
    let (all, exercised) = (report.pairs.len(), report.count(State::Exercised));
    output::line(&format!(
        "{system}/{set}: {} with abilities ({} without), {}, {exercised} exercised ({:.1} %)",
        so_many(report.cards, "card", "cards"),
        report.plain,
        so_many(all, "pair meets", "pairs meet"),
        percent(report)
    ));
    for (state, one, many) in [
        (
            State::Idle,
            "pair was on a table together, but never both acted",
            "pairs were on a table together, but never both acted",
        ),
        (
            State::Unplaced,
            "pair has no table with a place for both",
            "pairs have no table with a place for both",
        ),
        (
            State::LeftOut,
            "pair was not tried, because the time ran out",
            "pairs were not tried, because the time ran out",
        ),
    ] {
        tell_left(report, state, (one, many));
    }
    let on = report
        .scenario
        .as_ref()
        .map_or_else(String::new, |id| format!(", on the table of `{id}` and of cases"));
    output::line(&format!(
        "tried {}, {}, {}{on}; {}",
        so_many(report.tables, "table", "tables"),
        so_many(report.games, "game", "games"),
        so_many(report.decisions, "decision", "decisions"),
        so_many(
            report.failures.len() + report.more_failures,
            "failure",
            "failures"
        )
    ));
    if !report.is_complete {
        output::line(
            "the time ran out before everything was tried, so another run may have a different result; \
             `--time` allows more",
        );
    }
}

fn tell_failure(found: &Found, file: Option<&Path>) {
    let who = match found.cards.as_slice() {
        [only] => format!("{only} alone"),
        cards => cards.join(" with "),
    };
    let (law, what) = (found.law.name(), &found.what);
    let (seed, decisions, games) = (found.seed, found.decisions, found.games);
    output::line(&format!("FAILED {who}: {law}: {what}"));
    output::line(&format!(
        "  seed {seed}, after {}; {} failed so",
        so_many(decisions, "decision", "decisions"),
        so_many(games, "game", "games")
    ));
    match (&found.case, file) {
        (Ok(_), Some(file)) => output::line(&format!("  written to {}", file.display())),
        (Ok(text), None) => output::line(&format!("\n{text}")),
        (Err(why), _) => output::line(&format!("  it cannot be written as a case: {why}")),
    }
    if found.case.is_ok() && !found.fails {
        output::line("  `cardwright test` does not check this law, so the case passes there");
    }
}

/// Tells how many pairs are in a state, and names the first ones.
fn tell_left(report: &Report, state: State, (one, many): (&str, &str)) {
    let left: Vec<&Pair> = report.pairs.iter().filter(|pair| pair.state == state).collect();
    if left.is_empty() {
        return;
    }
    output::line(&format!("{}:", so_many(left.len(), one, many)));
    for pair in left.iter().take(SHOWN) {
        let [one, other] = &pair.cards;
        output::line(&format!("  {one} with {other}, over {}", pair.over));
    }
    for pair in left.iter().skip(SHOWN) {
        let [one, other] = &pair.cards;
        output::detail(&format!("  {one} with {other}, over {}", pair.over));
    }
    if left.len() > SHOWN {
        output::line(&format!("  and {} more, which `-v` names", left.len() - SHOWN));
    }
}

fn as_json(request: &Request<'_>, report: &Report, files: &[Option<PathBuf>]) -> Value {
    let count = |state| report.count(state);
    let left = report.pairs.iter().filter(|pair| pair.state != State::Exercised);
    let left = left.map(|pair| json!({ "cards": pair.cards, "over": pair.over, "state": pair.state.name() }));
    let failures = report.failures.iter().zip(files).map(|(found, file)| {
        json!({
            "cards": found.cards, "law": found.law.name(), "what": found.what, "seed": found.seed,
            "decisions": found.decisions, "games": found.games, "case": found.case.as_ref().ok(),
            "no_case": found.case.as_ref().err(), "fails": found.fails,
            "file": file.as_ref().map(|file| file.display().to_string()),
        })
    });
    json!({
        "system": request.system, "set": request.set, "seed": request.seed, "complete": report.is_complete,
        "cards": report.cards, "plain": report.plain, "scenario": report.scenario,
        "pairs": {
            "meeting": report.pairs.len(), "exercised": count(State::Exercised), "idle": count(State::Idle),
            "unplaced": count(State::Unplaced), "left_out": count(State::LeftOut), "percent": percent(report),
        },
        "tables": report.tables, "games": report.games, "decisions": report.decisions,
        "not_exercised": left.collect::<Vec<_>>(),
        "unplaced": report.unplaced.iter().map(|(card, why)| json!({ "card": card, "why": why })).collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(), "more_failures": report.more_failures,
    })
}

fn progress() -> ProgressBar {
    let bar = output::bar(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} pairs exercised") {
        bar.set_style(style);
    }
    bar
}
