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
use crate::program::diff::Excused;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::Path;

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

    /// The part about a system; nothing, if there is none.
    pub(crate) fn of<T: DeserializeOwned>(&self, system: &str) -> Result<Option<T>, Ending> {
        let value = self.systems.get(system);
        let read = |value: &Value| T::deserialize(value).map_err(|error| unfit(&self.file, &error));
        value.map(read).transpose()
    }

    /// The systems that the base has and the project does not.
    pub(crate) fn without<'a>(
        &'a self,
        is_there: &'a dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = Lost> + 'a {
        let gone = self.systems.keys().filter(|system| !is_there(system));
        gone.map(|system| Lost::new("system", system.clone(), "the system no longer exists".to_owned()))
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
    /// Its name in a file of excuses.
    pub(crate) id: String,
    /// Its name, in words.
    pub(crate) was: String,
    /// Why it may be lost.
    pub(crate) excuse: Option<String>,
}

impl Lost {
    fn new(kind: &'static str, id: String, was: String) -> Self {
        let excuse = None;
        Self {
            kind,
            id,
            was,
            excuse,
        }
    }
}

impl Display for Lost {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { kind, id, was, .. } = self;
        match &self.excuse {
            None => write!(out, "lost: {kind} {id}: {was}"),
            Some(why) => write!(out, "excused: {kind} {id}: {was} ({why})"),
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
        match breaks {
            0 => format!(
                "{rules} proven rules, {abilities} executed abilities, {answers} answers of conditions"
            ),
            breaks => format!("{rules} proven rules, {breaks} noticed breaks"),
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
        let mut lost = lost_rules(rules, &proven);
        lost.extend(lost_abilities(&base.cards, &now.cards));
        lost.extend(lost_answers(&base.branches, &now.branches));
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
        let mut lost = lost_rules(was.into_iter(), &proven);
        lost.extend(base.rules.iter().flat_map(|rule| lost_notices(rule, now)));
        Self { compared, lost }
    }

    /// Gives losses their reasons.
    pub(crate) fn excuse(&mut self, excused: &mut Excused) {
        for lost in &mut self.lost {
            lost.excuse = excused.why(&lost.id);
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
fn lost_rules<'a>(was: impl Iterator<Item = (&'a str, &'a [String])>, proven: &[&str]) -> Vec<Lost> {
    let gone = was.filter(|(id, _)| !proven.contains(id));
    let told = gone.map(|(id, cases)| {
        let was = match cases {
            [] => "a case proved it".to_owned(),
            cases => format!("proven by {}", cases.join(", ")),
        };
        Lost::new("rule", id.to_owned(), was)
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
        Lost::new("break", id, format!("{} noticed it", one.case))
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
fn lost_abilities(was: &[CardRow], now: &[CardRow]) -> Vec<Lost> {
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
            lost.push(Lost::new(
                "card",
                id,
                "cases executed it, but it no longer exists".to_owned(),
            ));
            continue;
        };
        for (name, is_new) in lost_of(&executed(before), &executed(after)) {
            let was = match is_new {
                true => "no case executes it; it replaces an ability that was executed",
                false => "a case executed it",
            };
            lost.push(Lost::new("ability", format!("{id}: {name}"), was.to_owned()));
        }
    }
    lost
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
fn lost_answers(was: &[BranchRow], now: &[BranchRow]) -> Vec<Lost> {
    let (was, now) = (answers(was), answers(now));
    let mut lost = Vec::new();
    for (home, before) in &was {
        // What is gone with its card or file is told of the card.
        let Some(after) = now.get(home) else { continue };
        for ((text, answer), is_new) in lost_of(before, after) {
            let answer = match answer {
                Answer::Yes => "yes",
                Answer::No => "no",
            };
            let card = home.1.map(|card| format!(" {card}")).unwrap_or_default();
            let id = format!("{}{card}: {answer} to `{text}`", home.0);
            let was = match is_new {
                true => "no case gives this answer; the condition replaces one that was reached",
                false => "a case gave this answer",
            };
            lost.push(Lost::new("answer", id, was.to_owned()));
        }
    }
    lost
}

fn answers(rows: &[BranchRow]) -> BTreeMap<Home<'_>, Counts<'_, (&str, Answer)>> {
    let mut homes: BTreeMap<Home<'_>, Counts<'_, (&str, Answer)>> = BTreeMap::new();
    for row in rows {
        let counts = homes.entry((&row.file, row.card.as_deref())).or_default();
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
