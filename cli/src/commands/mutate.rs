//! `mutate`: how much the cases notice. Changes one word of a system's language files at a time, in memory, and
//! runs the system's cases: a change that no case notices is a rule that nothing proves.
//!
//! A change is noticed as soon as one case fails. So those cases come first that prove a rule which the comment above the
//! changed place names, and then those that have noticed most changes so far.

use super::test::judge;
use super::{outside_links, root_of, wrong_path};
use crate::{Ending, output};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::{Loaded, Question};
use cardwright_compiler::{Project, compile_system};
use clap::Args;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How many cases are run before it is looked whether one of them failed.
const AT_ONCE: usize = 16;

/// Tries to break rules and counts what the cases notice.
#[derive(Args)]
pub(crate) struct Mutate {
    /// The system
    system: String,
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
    /// How many changes that compile are tried
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// Chooses the places
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a word can be changed to.
const CHANGES: &[(&str, &str)] = &[
    ("and", "or"),
    ("or", "and"),
    ("<", ">="),
    (">", "<="),
    ("<=", ">"),
    (">=", "<"),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("yes", "no"),
    ("no", "yes"),
    ("before", "after"),
    ("after", "before"),
    ("lowest", "highest"),
    ("highest", "lowest"),
    ("any", "none"),
    ("none", "any"),
    ("forbid", "allow"),
    ("allow", "forbid"),
    ("give", "take"),
    ("take", "give"),
    ("is", "is not"),
    ("max", "min"),
    ("min", "max"),
    ("when", "when not"),
];

/// A change: which file, which bytes, and what stands there instead.
struct Change {
    file: String,
    line: usize,
    start: usize,
    end: usize,
    with: String,
    /// The rules of the ledger that the nearest comment above names.
    rules: BTreeSet<String>,
}

impl Mutate {
    pub(crate) fn run(self) -> Ending {
        let project = match self.project() {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        if !project.systems.contains_key(&self.system) {
            return Ending::WrongCall(format!("there is no system `{}`", self.system));
        }
        let mut changes = changes(&project, &self.system);
        let (mut tried, mut survived) = (0, 0);
        let mut state = self.seed;
        let mut kills = vec![0; project.cases.len()];
        while tried < self.count && !changes.is_empty() {
            let at = usize::try_from(next(&mut state)).unwrap_or(0) % changes.len();
            let change = changes.swap_remove(at);
            match self.noticed(&project, &change, &mut kills) {
                None => continue,
                Some(noticed) => {
                    tried += 1;
                    let old = project.sources.iter().find(|(_, file)| file.name == change.file);
                    let old = old.map_or("", |(_, file)| &file.text[change.start..change.end]);
                    let word = if noticed { "noticed " } else { "SURVIVED" };
                    output::line(&format!(
                        "{word} {}:{} `{old}` to `{}`",
                        change.file, change.line, change.with
                    ));
                    survived += usize::from(!noticed);
                }
            }
        }
        output::line(&format!(
            "{tried} changes, {} noticed, {survived} survived",
            tried - survived
        ));
        Ending::Fine
    }

    /// The system with its cases.
    fn project(&self) -> Result<Project, Ending> {
        let start = match &self.path {
            Some(path) => path.canonicalize().map_err(|error| wrong_path(path, &error))?,
            None => std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?,
        };
        let root = root_of(&start)?;
        let system = [root.join("systems").join(&self.system)];
        Ok(Project::load_for(
            &root,
            outside_links(),
            Question::Dependents(&system),
        ))
    }

    /// Whether a case fails after the change; nothing if the change does not compile.
    fn noticed(&self, project: &Project, change: &Change, kills: &mut [usize]) -> Option<bool> {
        let file = project.sources.named(&change.file)?;
        let mut text = project.sources.get(file).text.clone();
        text.replace_range(change.start..change.end, &change.with);
        let mut changed = project.clone();
        changed.update(&change.file, Some(text));
        if changed.diagnostics.len() > project.diagnostics.len() {
            return None;
        }
        let compiled = compile_system(&changed, changed.systems.get(&self.system)?);
        if !compiled.diagnostics.is_empty() {
            return None;
        }
        let is_own = |(_, case): &(usize, &Loaded<CaseDoc>)| case.doc.system.value == self.system;
        let mut cases: Vec<_> = changed.cases.iter().enumerate().filter(is_own).collect();
        let proves = |case: &CaseDoc| case.proves.iter().any(|rule| change.rules.contains(&rule.value));
        cases.sort_by_key(|&(at, case)| (!proves(&case.doc), Reverse(kills.get(at).copied())));
        let killer = cases.chunks(AT_ONCE).find_map(|few| {
            let fails = |(_, case): &&(usize, &Loaded<CaseDoc>)| !judge(&changed, case).passed();
            few.par_iter().find_first(fails).map(|one| one.0)
        });
        if let Some(kills) = killer.and_then(|at| kills.get_mut(at)) {
            *kills += 1;
        }
        Some(killer.is_some())
    }
}

/// All places of the system's language files that can be changed.
fn changes(project: &Project, system: &str) -> Vec<Change> {
    let folder = format!("systems/{system}/");
    let ledger = project
        .systems
        .get(system)
        .map_or("", |system| &system.doc.ledger);
    let mut found = Vec::new();
    for (_, file) in project
        .sources
        .iter()
        .filter(|(_, file)| file.name.starts_with(&folder) && file.name.ends_with(".cw"))
    {
        let mut start = 0;
        let mut rules = BTreeSet::new();
        for (number, line) in file.text.split('\n').enumerate() {
            let (code, comment) = line.split_once('#').unwrap_or((line, ""));
            let named: BTreeSet<String> = rules_in(comment, ledger).collect();
            if !named.is_empty() {
                rules = named;
            }
            for (at, word) in words(code) {
                if let Some(with) = changed(word) {
                    let (start, end) = (start + at, start + at + word.len());
                    found.push(Change {
                        file: file.name.clone(),
                        line: number + 1,
                        start,
                        end,
                        with,
                        rules: rules.clone(),
                    });
                }
            }
            start += line.len() + 1;
        }
    }
    found
}

/// The rules of a ledger that a comment names.
fn rules_in(comment: &str, ledger: &str) -> impl Iterator<Item = String> {
    let words = comment.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let is_rule = move |word: &&str| {
        word.strip_prefix(ledger)
            .is_some_and(|rest| rest.starts_with('-'))
    };
    words.filter(is_rule).map(str::to_owned)
}

/// Words of a line between blanks and brackets, with where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let between = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | ',' | '"');
    line.split(between)
        .filter(|word| !word.is_empty())
        .map(move |word| {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            (at, word)
        })
}

fn changed(word: &str) -> Option<String> {
    if let Ok(number) = word.parse::<i64>() {
        return Some((number + 1).to_string());
    }
    CHANGES
        .iter()
        .find(|(from, _)| *from == word)
        .map(|(_, to)| (*to).to_owned())
}

/// A step of a small generator: which places are tried is no part of any game.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
