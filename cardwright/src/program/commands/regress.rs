//! `coverage --no-regress`: what cases covered in an earlier run and do not cover any more.
//!
//! The base is what `coverage --format json` wrote. Sets are compared, not shares: a rule that is proven anew does not make up
//! for one that is no longer proven. Where a condition or an ability has gone or is worded anew, what is new in its card or file
//! stands in its place: it must be reached as the old one was.
//!
//! Not here: the shape of the base (`covered`), and how rules are proven by breaking (`proof`).

use super::covered::{Answer, BranchRow, CardRow, Covered};
use super::proof::{Proofs, Worth};
use super::read_text;
use crate::program::Ending;
use crate::program::counts::{counted, one_or_many};
use crate::program::diff::Excused;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::Path;

/// How many cases are named where there may be many.
const FIRST_CASES: usize = 3;

/// An earlier report, by system.
pub(crate) struct Base {
    file: String,
    systems: BTreeMap<String, Value>,
}

impl Base {
    /// The report in a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Ending> {
        let file = path.display().to_string();
        let mut systems = BTreeMap::new();
        for line in read_text(path)?.lines().filter(|line| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line).map_err(|error| unfit(&file, &error))?;
            let Some(system) = value["system"].as_str().map(str::to_owned) else {
                return Err(unfit(&file, &"an object has no `system`"));
            };
            systems.insert(system, value);
        }
        match systems.is_empty() {
            true => Err(unfit(&file, &"it is empty")),
            false => Ok(Self { file, systems }),
        }
    }

    /// The part about a system; nothing, if there is none. It must be a report of the same kind, by breaking or not.
    pub(crate) fn of<T: DeserializeOwned>(
        &self,
        system: &str,
        by_breaking: bool,
    ) -> Result<Option<T>, Ending> {
        let value = self.systems.get(system);
        let is_other = |value: &Value| {
            let (own, other) = match by_breaking {
                true => ("claims", "branches"),
                false => ("branches", "claims"),
            };
            value[own].is_null() && !value[other].is_null()
        };
        if value.is_some_and(is_other) {
            let file = &self.file;
            return Err(Ending::WrongCall(match by_breaking {
                true => format!(
                    "{file} was written without `--by-breaking`: write it with `cardwright coverage --by-breaking --format json` \
                     from the version to compare with, or leave `--by-breaking` out here"
                ),
                false => format!(
                    "{file} was written with `--by-breaking`: give `--by-breaking` here, too, or write it with \
                     `cardwright coverage --format json` from the version to compare with"
                ),
            }));
        }
        let read = |value: &Value| T::deserialize(value).map_err(|error| unfit(&self.file, &error));
        value.map(read).transpose()
    }

    /// The systems that the base has and the project does not.
    pub(crate) fn without<'a>(
        &'a self,
        is_there: &'a dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = Lost> + 'a {
        let gone = self.systems.keys().filter(|system| !is_there(system));
        gone.map(|system| {
            let was = "the system no longer exists".to_owned();
            Lost::new("system", system, "", was)
        })
    }
}

fn unfit(file: &str, why: &dyn Display) -> Ending {
    Ending::WrongCall(format!(
        "{file} is not a report of `cardwright coverage --format json`: {why}; write it again from the \
         version to compare with"
    ))
}

/// Something that is no longer covered.
#[derive(Debug, Serialize)]
pub(crate) struct Lost {
    pub(crate) kind: &'static str,
    /// Its id in the system.
    pub(crate) id: String,
    /// Its name in a report and in a file of excuses: what became of it, the system, the id.
    pub(crate) name: String,
    /// What it was, in words.
    pub(crate) was: String,
    /// Why it may be lost.
    pub(crate) excuse: Option<String>,
}

impl Lost {
    pub(crate) fn new(kind: &'static str, system: &str, id: impl Into<String>, was: String) -> Self {
        let id = id.into();
        // What `diff` tells, too, has the same name there.
        let what = match kind {
            "card" | "system" => "gone",
            _ => "lost",
        };
        let name = match id.is_empty() {
            true => format!("{kind}-{what} {system}"),
            false => format!("{kind}-{what} {system}/{id}"),
        };
        Self {
            kind,
            id: if id.is_empty() { system.to_owned() } else { id },
            name,
            was,
            excuse: None,
        }
    }
}

impl Display for Lost {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { name, was, .. } = self;
        match &self.excuse {
            None => write!(out, "{name}: {was}"),
            Some(why) => write!(out, "excused: {name}: {was} ({why})"),
        }
    }
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Compared {
    pub(crate) rules: usize,
    pub(crate) abilities: usize,
    pub(crate) answers: usize,
    pub(crate) breaks: usize,
}

impl Compared {
    /// In words: what a report by breaking has, or any other.
    fn words(self) -> String {
        let Self {
            rules,
            abilities,
            answers,
            breaks,
        } = self;
        let rules = counted(rules, "proven rule");
        match breaks {
            0 => format!(
                "{rules}, {}, {}",
                counted(abilities, "executed ability"),
                one_or_many(answers, "answer of a condition", "answers of conditions"),
            ),
            breaks => format!("{rules}, {}", counted(breaks, "noticed break")),
        }
    }
}

/// A system held against its base.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Regress {
    pub(crate) compared: Compared,
    pub(crate) lost: Vec<Lost>,
}

impl Regress {
    /// The losses of a system since an earlier report.
    pub(crate) fn of(base: &Covered, now: &Covered) -> Self {
        let compared = Compared {
            rules: base.rules.iter().filter(|rule| rule.proven).count(),
            abilities: base.abilities().0,
            answers: base.answers().0,
            breaks: 0,
        };
        let proven = now.rules.iter().filter(|rule| rule.proven);
        let proven: Vec<&str> = proven.map(|rule| rule.id.as_str()).collect();
        let was = base.rules.iter().filter(|rule| rule.proven);
        let rules = was.map(|rule| (rule.id.as_str(), rule.proven_by.as_slice()));
        let mut lost = lost_rules(&now.system, rules, &proven);
        lost.extend(lost_abilities(&now.system, &base.cards, &now.cards));
        lost.extend(lost_answers(base, now));
        Self { compared, lost }
    }

    /// The losses of a system since an earlier report of `--by-breaking`.
    pub(crate) fn of_proofs(base: &Proved, now: &Proofs<'_>) -> Self {
        let was = base
            .rules
            .iter()
            .filter(|rule| rule.verdict == Worth::Proven.name());
        let was: Vec<_> = was
            .map(|rule| (rule.id.as_str(), rule.cases.as_slice()))
            .collect();
        let compared = Compared {
            rules: was.len(),
            breaks: base.rules.iter().map(|rule| rule.noticed.len()).sum(),
            ..Compared::default()
        };
        let proven: Vec<&str> = now
            .worth(Worth::Proven)
            .map(|one| one.claim.rule.as_str())
            .collect();
        let system = &now.system.doc.system.value;
        let mut lost = lost_rules(system, was.into_iter(), &proven);
        lost.extend(base.rules.iter().flat_map(|rule| lost_notices(rule, now)));
        Self { compared, lost }
    }

    /// Gives losses their reasons.
    pub(crate) fn excuse(&mut self, excused: &mut Excused) {
        for lost in &mut self.lost {
            lost.excuse = excused.why(&lost.name);
        }
    }

    /// Whether something is lost that nothing excuses.
    pub(crate) fn is_worse(&self) -> bool {
        self.lost.iter().any(|lost| lost.excuse.is_none())
    }

    /// Whether the base has anything that could be lost.
    pub(crate) fn is_empty(&self) -> bool {
        let Compared {
            rules,
            abilities,
            answers,
            breaks,
        } = self.compared;
        rules + abilities + answers + breaks + self.lost.len() == 0
    }

    /// The result for people.
    pub(crate) fn lines(&self, system: &str) -> Vec<String> {
        let excused = self.lost.iter().filter(|lost| lost.excuse.is_some()).count();
        let (compared, lost) = (self.compared.words(), self.lost.len() - excused);
        let sum = format!("{system}: compared with the base: {compared}; {lost} lost, {excused} excused");
        let lost = self.lost.iter().map(|lost| format!("  {lost}"));
        std::iter::once(sum).chain(lost).collect()
    }
}

/// The part of a report of `coverage --by-breaking` that can be a base.
#[derive(Debug, Deserialize)]
pub(crate) struct Proved {
    rules: Vec<ProvedRule>,
}

#[derive(Debug, Deserialize)]
struct ProvedRule {
    id: String,
    verdict: String,
    #[serde(default)]
    cases: Vec<String>,
    #[serde(default)]
    noticed: Vec<ProvedBreak>,
}

#[derive(Debug, Deserialize)]
struct ProvedBreak {
    /// Its name in a file of excuses.
    name: String,
    case: String,
}

/// The rules that were proven by cases, and are not any more.
fn lost_rules<'a>(
    system: &str,
    was: impl Iterator<Item = (&'a str, &'a [String])>,
    proven: &[&str],
) -> Vec<Lost> {
    let gone = was.filter(|(id, _)| !proven.contains(id));
    let told = gone.map(|(id, cases)| {
        let was = match cases {
            [] => "a case proved it".to_owned(),
            cases => format!("proven by {}", cases.join(", ")),
        };
        Lost::new("rule", system, id, was)
    });
    told.collect()
}

/// The breaks of a rule that a case noticed, and that survive now. One that cannot be made any more is not lost.
fn lost_notices(rule: &ProvedRule, now: &Proofs<'_>) -> Vec<Lost> {
    let Some(judged) = now.claims.iter().find(|one| one.claim.rule == rule.id) else {
        return Vec::new();
    };
    let survivors: BTreeSet<String> = judged.open.iter().map(|one| now.name(one.way)).collect();
    let lost = rule.noticed.iter().filter(|one| survivors.contains(&one.name));
    let told = lost.map(|one| {
        let id = format!("{}: {}", rule.id, one.name);
        let system = &now.system.doc.system.value;
        Lost::new("break", system, id, format!("{} noticed it", one.case))
    });
    told.collect()
}

/// How often something is there, and how often it is reached.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: usize,
    reached: usize,
}

impl Count {
    const fn idle(self) -> usize {
        self.all - self.reached
    }
}

/// The counts of a card or file, by its name.
type Counts<'a, K> = BTreeMap<K, Count>;

/// The things that were reached more often, and what is new and is not reached as that was in whose place it stands.
fn lost_of<'a, K: Ord + Copy>(was: &Counts<'a, K>, now: &Counts<'a, K>) -> Vec<(K, bool)> {
    let mut lost = Vec::new();
    let mut replaced = 0;
    for (key, before) in was {
        let after = now.get(key).copied().unwrap_or_default();
        let gone = before.all.saturating_sub(after.all).min(before.reached);
        replaced += gone;
        if before.reached > gone + after.reached {
            lost.push((*key, false));
        }
    }
    let is_told = |lost: &[(K, bool)], key: &K| lost.iter().any(|(told, _)| told == key);
    for (key, after) in now {
        let before = was.get(key).copied().unwrap_or_default();
        let more = after.idle().saturating_sub(before.idle());
        if replaced == 0 || more == 0 || is_told(&lost, key) {
            continue;
        }
        replaced = replaced.saturating_sub(more);
        lost.push((*key, true));
    }
    lost
}

/// The abilities that cases executed, and do not any more.
fn lost_abilities(system: &str, was: &[CardRow], now: &[CardRow]) -> Vec<Lost> {
    let mut lost = Vec::new();
    for before in was
        .iter()
        .filter(|card| card.abilities.iter().any(|one| one.executed))
    {
        let id = format!("{}/{}", before.set, before.card);
        let after = now
            .iter()
            .find(|card| card.card == before.card && card.set == before.set);
        let Some(after) = after else {
            let was = "cases executed it, but it no longer exists".to_owned();
            lost.push(Lost::new("card", system, id, was));
            continue;
        };
        for (name, is_new) in lost_of(&executed(before), &executed(after)) {
            let was = match is_new {
                true => "no case executes it; it replaces an ability that was executed".to_owned(),
                false => executed_by(before, name),
            };
            lost.push(Lost::new("ability", system, format!("{id}: {name}"), was));
        }
    }
    lost
}

/// The cases that executed an ability.
fn executed_by(card: &CardRow, name: &str) -> String {
    let own = card.abilities.iter().filter(|ability| ability.name == name);
    let cases: BTreeSet<&str> = own.flat_map(|one| &one.cases).map(String::as_str).collect();
    match cases.len() {
        0 => "a case executed it".to_owned(),
        _ => format!("executed by {}", in_short(&cases)),
    }
}

/// The first cases, and how many more there are.
pub(crate) fn in_short(cases: &BTreeSet<&str>) -> String {
    let first: Vec<&str> = cases.iter().take(FIRST_CASES).copied().collect();
    match cases.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

fn executed(card: &CardRow) -> Counts<'_, &str> {
    let mut counts: Counts<'_, &str> = BTreeMap::new();
    for ability in &card.abilities {
        let count = counts.entry(&ability.name).or_default();
        count.all += 1;
        count.reached += usize::from(ability.executed);
    }
    counts
}

/// Where a condition is written: the file, and the card if it is one's.
type Home<'a> = (&'a str, Option<&'a str>);

/// The answers that cases gave to conditions, and do not any more.
fn lost_answers(base: &Covered, now: &Covered) -> Vec<Lost> {
    let (was, is) = (answers(&base.branches), answers(&now.branches));
    let mut lost = Vec::new();
    for (home, before) in &was {
        // What is gone with its card or file is told of the card.
        let Some(after) = is.get(home) else { continue };
        for ((text, answer), is_new) in lost_of(before, after) {
            let answer = match answer {
                Answer::Yes => "yes",
                Answer::No => "no",
            };
            let id = format!("{}: {answer} to `{text}`", home_in_words(base, *home));
            let was = match is_new {
                true => "no case gives this answer; the condition replaces one that was reached",
                false => "a case gave this answer",
            };
            let row = |of: &Covered| {
                let mut rows = of.branches.iter();
                let found = rows.find(|row| (home_of(row), row.text.as_str()) == (*home, text));
                found
                    .and_then(place)
                    .map(|place| (found.map_or(0, |row| row.line), place))
            };
            let (line, place) = row(now).or_else(|| row(base)).unwrap_or_default();
            let told = Lost::new("answer", &now.system, id, format!("{was}{place}"));
            lost.push(((home.0.to_owned(), line), told));
        }
    }
    lost.sort_by(|(one, _), (other, _)| one.cmp(other));
    lost.into_iter().map(|(_, lost)| lost).collect()
}

/// Where a condition is written: the rule or function, and the line.
fn place(row: &BranchRow) -> Option<String> {
    let of = match row.of.is_empty() {
        true => String::new(),
        false => format!("{}, ", row.of),
    };
    (row.line > 0).then(|| format!(" ({of}{}:{})", row.file, row.line))
}

/// The card in whose lines a condition stands, with its set, or the file.
fn home_in_words(covered: &Covered, (file, card): Home<'_>) -> String {
    let Some(card) = card else {
        return file.to_owned();
    };
    let row = covered.cards.iter().find(|row| row.card == card);
    row.map_or_else(|| format!("{file} {card}"), |row| format!("{}/{card}", row.set))
}

fn home_of(row: &BranchRow) -> Home<'_> {
    (&row.file, row.card.as_deref())
}

fn answers(rows: &[BranchRow]) -> BTreeMap<Home<'_>, Counts<'_, (&str, Answer)>> {
    let mut homes: BTreeMap<Home<'_>, Counts<'_, (&str, Answer)>> = BTreeMap::new();
    for row in rows {
        let counts = homes.entry(home_of(row)).or_default();
        for (answer, reached) in [(Answer::Yes, row.yes), (Answer::No, row.no)] {
            let all = row.places;
            counts.insert(
                (&row.text, answer),
                Count {
                    all,
                    reached: reached.min(all),
                },
            );
        }
    }
    homes
}
