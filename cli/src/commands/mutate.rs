//! `mutate`: how much the cases notice. Changes one word of a system's language files at a time, in memory, and
//! runs the system's cases: a change that no case notices is a rule that nothing proves.

use super::project_at;
use super::test::judge_all;
use crate::{Ending, output};
use cardwright_compiler::{Project, compile_system};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;

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
}

impl Mutate {
    pub(crate) fn run(self) -> Ending {
        let project = match project_at(self.path.as_deref()) {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        if !project.systems.contains_key(&self.system) {
            return Ending::WrongCall(format!("there is no system `{}`", self.system));
        }
        let mut changes = changes(&project, &self.system);
        let (mut tried, mut survived) = (0, 0);
        let mut state = self.seed;
        while tried < self.count && !changes.is_empty() {
            let at = usize::try_from(next(&mut state)).unwrap_or(0) % changes.len();
            let change = changes.swap_remove(at);
            match self.noticed(&project, &change) {
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

    /// Whether a case fails after the change; nothing if the change does not compile.
    fn noticed(&self, project: &Project, change: &Change) -> Option<bool> {
        let file = project
            .sources
            .iter()
            .find(|(_, file)| file.name == change.file)?;
        let mut text = file.1.text.clone();
        text.replace_range(change.start..change.end, &change.with);
        let changed = Project::load_with(project.root(), BTreeMap::from([(change.file.clone(), text)]));
        if changed.diagnostics.len() > project.diagnostics.len() {
            return None;
        }
        if !compile_system(&changed, changed.systems.get(&self.system)?)
            .diagnostics
            .is_empty()
        {
            return None;
        }
        let cases: Vec<_> = changed
            .cases
            .iter()
            .filter(|case| case.doc.system.value == self.system)
            .collect();
        Some(
            judge_all(&changed, &cases)
                .iter()
                .any(|verdict| !verdict.passed()),
        )
    }
}

/// All places of the system's language files that can be changed.
fn changes(project: &Project, system: &str) -> Vec<Change> {
    let folder = format!("systems/{system}/");
    let mut found = Vec::new();
    for (_, file) in project
        .sources
        .iter()
        .filter(|(_, file)| file.name.starts_with(&folder) && file.name.ends_with(".cw"))
    {
        let mut start = 0;
        for (number, line) in file.text.split('\n').enumerate() {
            let code = line.split('#').next().unwrap_or("");
            for (at, word) in words(code) {
                if let Some(with) = changed(word) {
                    let (start, end) = (start + at, start + at + word.len());
                    found.push(Change {
                        file: file.name.clone(),
                        line: number + 1,
                        start,
                        end,
                        with,
                    });
                }
            }
            start += line.len() + 1;
        }
    }
    found
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
