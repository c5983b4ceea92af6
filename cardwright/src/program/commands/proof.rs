//! `coverage --rules --by-breaking`: which rules a case proves in truth, because it fails as soon as the content that
//! carries the rule is broken.

use super::spot::Spot;
use crate::program::names;
use crate::program::output::{self, Format};
use cardwright_case_runner::breaking::{Claim, Claims, Proof, claims_of, prove};
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::project::{Simulate, System};
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Project, Sources};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// How many breaks of a hollow claim are told to people, if they did not ask for this rule.
const TOLD_BREAKS: usize = 3;
/// How much of a broken text is told to people.
const TOLD_LETTERS: usize = 60;

/// Which rules are asked for.
pub(crate) struct Selection {
    /// Rules of the ledger, chapters, either without the ledger's prefix too; all, if there are none.
    pub(crate) rules: Vec<String>,
    /// Only breaks here.
    pub(crate) spot: Option<Spot>,
}

impl Selection {
    /// Whether somebody asked for rules by their names.
    fn is_narrow(&self) -> bool {
        !self.rules.is_empty()
    }

    fn wants(&self, ledger: &str, rule: &str) -> bool {
        let bare = rule.strip_prefix(ledger).and_then(|rest| rest.strip_prefix('-'));
        let is_meant = |asked: &String, rule: &str| {
            let rest = rule.strip_prefix(asked.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let mut asked = self.rules.iter();
        !self.is_narrow()
            || asked.any(|asked| is_meant(asked, rule) || bare.is_some_and(|bare| is_meant(asked, bare)))
    }

    /// The first of the names that means no rule of the ledger.
    pub(crate) fn unknown(&self, system: &System) -> Option<&String> {
        self.rules.iter().find(|asked| {
            let alone = Self {
                rules: vec![(*asked).clone()],
                spot: None,
            };
            !system
                .ledger
                .keys()
                .any(|rule| alone.wants(&system.doc.ledger, rule))
        })
    }
}

/// What came of a system's rules.
pub(crate) struct Proofs<'a> {
    project: &'a Project,
    system: &'a System,
    sources: Cow<'a, Sources>,
    breaks: Breaks,
    claims: Vec<Claim>,
    proofs: Vec<Proof>,
    /// Rules that only cases claim which fail as things are.
    failing: BTreeSet<String>,
    /// The rules that are asked for and that a program can carry out.
    asked: BTreeMap<&'a str, Simulate>,
    is_narrow: bool,
}

impl<'a> Proofs<'a> {
    /// Breaks the content of a system and runs the cases.
    pub(crate) fn of(project: &'a Project, system: &'a System, selection: &Selection) -> Self {
        let mut breaks = Breaks::of(project, system);
        if let Some(spot) = &selection.spot {
            let is_there: Vec<bool> = breaks
                .all
                .iter()
                .map(|one| spot.has(&project.sources, one.place))
                .collect();
            breaks
                .of_rules
                .values_mut()
                .for_each(|ways| ways.retain(|&way| is_there[way]));
            breaks.of_rules.retain(|_, ways| !ways.is_empty());
        }
        let is_there = |rule: &str| selection.spot.is_none() || breaks.of_rules.contains_key(rule);
        let wants = |rule: &str| selection.wants(&system.doc.ledger, rule) && is_there(rule);
        let claimed = claims_of(project, system, &breaks, &wants);
        let bar = ProgressBar::new(claimed.all.len() as u64).with_message(system.doc.system.value.clone());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len} rules") {
            bar.set_style(style);
        }
        let proofs = prove(&claimed, &breaks.all, &|done| bar.set_position(done as u64));
        bar.finish_and_clear();
        let Claims {
            all: claims, failing, ..
        } = claimed;
        let rules = system
            .ledger
            .iter()
            .filter(|(rule, simulate)| **simulate != Simulate::No && wants(rule));
        let asked = rules.map(|(rule, simulate)| (rule.as_str(), *simulate)).collect();
        Self {
            project,
            system,
            sources: names::told(project),
            breaks,
            claims,
            proofs,
            failing,
            asked,
            is_narrow: selection.is_narrow() || selection.spot.is_some(),
        }
    }

    /// How many percent of the rules are proven that can be carried out wholly.
    pub(crate) fn percent(&self) -> f64 {
        let (proven, all) = self.share(Simulate::Yes);
        percent_of(proven, all)
    }

    /// How many rules are proven of those that can be carried out so far, and how many those are.
    fn share(&self, simulate: Simulate) -> (usize, usize) {
        let of = self.asked.iter().filter(|(_, how)| **how == simulate);
        let of: BTreeSet<&str> = of.map(|(rule, _)| *rule).collect();
        let proven = self.each().filter(|(claim, proof)| {
            matches!(proof, Proof::Proven { .. }) && of.contains(claim.rule.as_str())
        });
        (proven.count(), of.len())
    }

    fn each(&self) -> impl Iterator<Item = (&Claim, &Proof)> {
        self.claims.iter().zip(&self.proofs)
    }

    pub(crate) fn report(&self, format: Format) {
        match format {
            Format::Text => self.text(),
            Format::Json => output::value(&self.json()),
        }
    }

    fn text(&self) {
        let told = |simulate: Simulate| {
            let (proven, all) = self.share(simulate);
            format!("{proven} of {all} ({:.1} %)", percent_of(proven, all))
        };
        output::line(&format!(
            "{}: proven by breaking: {} of the rules to carry out, {} of those to carry out partly",
            self.system.doc.system.value,
            told(Simulate::Yes),
            told(Simulate::Partly),
        ));
        if self.is_narrow {
            self.list("proven: the case fails after this break", &|proof| {
                matches!(proof, Proof::Proven { stuck: false, .. })
            });
        }
        self.list(
            "proven weakly: after this break the game does not go on, and no case notices another",
            &|proof| matches!(proof, Proof::Proven { stuck: true, .. }),
        );
        self.list("hollow: the cases pass after each of these breaks", &|proof| {
            matches!(proof, Proof::Hollow { .. })
        });
        self.list(
            "nothing to break: what names the rule compiles only as it is",
            &|proof| matches!(proof, Proof::Unbreakable),
        );
        self.list("unplaced: cases claim it, and no content names it", &|proof| {
            matches!(proof, Proof::Unplaced)
        });
        let names = |rules: &mut dyn Iterator<Item = &str>| rules.collect::<Vec<_>>().join(" ");
        if !self.failing.is_empty() {
            output::line("claimed only by cases that fail as things are:");
            output::line(&format!(
                "  {}",
                names(&mut self.failing.iter().map(String::as_str))
            ));
        }
        let unclaimed = self.unclaimed();
        if !unclaimed.is_empty() {
            output::line("claimed by no case:");
            output::line(&format!("  {}", names(&mut unclaimed.into_iter())));
        }
    }

    /// The rules that could be carried out and that no case claims.
    fn unclaimed(&self) -> Vec<&str> {
        let claimed: BTreeSet<&str> = self.claims.iter().map(|claim| claim.rule.as_str()).collect();
        let asked = self.asked.keys().copied();
        asked
            .filter(|rule| !claimed.contains(rule) && !self.failing.contains(*rule))
            .collect()
    }

    fn list(&self, title: &str, wants: &dyn Fn(&Proof) -> bool) {
        let found: Vec<_> = self.each().filter(|(_, proof)| wants(proof)).collect();
        if found.is_empty() {
            return;
        }
        output::line(&format!("{title}: {}", found.len()));
        for (claim, proof) in found {
            let cases: Vec<&str> = match proof {
                Proof::Proven { case, .. } => vec![self.case(*case)],
                _ => claim.cases.iter().map(|case| self.case(*case)).collect(),
            };
            output::line(&format!("  {}  {}", claim.rule, cases.join(" ")));
            let ways: &[usize] = match proof {
                Proof::Proven { by, .. } => std::slice::from_ref(by),
                Proof::Hollow { passed } => passed,
                Proof::Unbreakable | Proof::Unplaced => &[],
            };
            let most = if self.is_narrow { ways.len() } else { TOLD_BREAKS };
            for way in ways.iter().take(most) {
                output::line(&format!("      {}", told(&self.sources, &self.breaks.all[*way])));
            }
            if ways.len() > most {
                output::line(&format!("      and {} more", ways.len() - most));
            }
        }
    }

    /// The name of a case's file.
    fn case(&self, at: usize) -> &str {
        let file = self.project.cases.get(at).map(|case| case.file);
        file.map_or("", |file: FileId| &self.sources.get(file).name)
    }

    fn json(&self) -> Value {
        let claims: BTreeMap<&str, (&Claim, &Proof)> = self
            .each()
            .map(|(claim, proof)| (claim.rule.as_str(), (claim, proof)))
            .collect();
        let known = self.asked.keys().copied().chain(claims.keys().copied());
        let known: BTreeSet<&str> = known.chain(self.failing.iter().map(String::as_str)).collect();
        let rules = known
            .into_iter()
            .map(|rule| self.rule(rule, claims.get(rule).copied()));
        let percent = |simulate: Simulate| {
            let (proven, all) = self.share(simulate);
            json!({ "proven": proven, "of": all, "percent": (percent_of(proven, all) * 10.0).round() / 10.0 })
        };
        json!({
            "system": self.system.doc.system.value,
            "yes": percent(Simulate::Yes),
            "partly": percent(Simulate::Partly),
            "rules": rules.collect::<Vec<_>>(),
        })
    }

    fn rule(&self, rule: &str, claim: Option<(&Claim, &Proof)>) -> Value {
        let way = |way: &usize| as_json(&self.sources, &self.breaks.all[*way]);
        let cases = claim.map_or_else(Vec::new, |(claim, _)| {
            claim.cases.iter().map(|case| self.case(*case)).collect()
        });
        let proof = claim.map(|(_, proof)| proof);
        let (verdict, case, by, passed) = match proof {
            None if self.failing.contains(rule) => ("failing", None, None, Vec::new()),
            None => ("unclaimed", None, None, Vec::new()),
            Some(Proof::Proven { case, by, stuck }) => {
                let verdict = if *stuck { "weak" } else { "proven" };
                (verdict, Some(self.case(*case)), Some(way(by)), Vec::new())
            }
            Some(Proof::Hollow { passed }) => ("hollow", None, None, passed.iter().map(way).collect()),
            Some(Proof::Unbreakable) => ("unbreakable", None, None, Vec::new()),
            Some(Proof::Unplaced) => ("unplaced", None, None, Vec::new()),
        };
        let simulate = match self.system.ledger.get(rule) {
            Some(Simulate::Partly) => "partly",
            Some(Simulate::No) => "no",
            _ => "yes",
        };
        json!({
            "id": rule, "simulate": simulate, "verdict": verdict, "cases": cases, "case": case, "break": by,
            "passed": passed,
        })
    }
}

/// How many percent a part is; all, if there is nothing.
pub(crate) fn percent_of(part: usize, whole: usize) -> f64 {
    // Ledgers have a few hundred rules.
    #[allow(clippy::cast_precision_loss)]
    match whole {
        0 => 100.0,
        _ => 100.0 * part as f64 / whole as f64,
    }
}

/// A break for people: where, what stood there, and what stands there instead.
pub(crate) fn told(sources: &Sources, way: &Break) -> String {
    let (line, _) = sources.line_column(way.place);
    let file = sources.get(way.place.file);
    let old = short(&file.text[way.place.start..way.place.end]);
    let new = short(&way.with);
    let what = match new.is_empty() {
        true => format!("without `{old}`"),
        false => format!("`{old}` becomes `{new}`"),
    };
    format!("{}:{line} {what}", file.name)
}

/// A break for programs.
pub(crate) fn as_json(sources: &Sources, way: &Break) -> Value {
    let (line, column) = sources.line_column(way.place);
    let file = sources.get(way.place.file);
    json!({
        "file": file.name, "line": line, "column": column, "start": file.offset() + way.place.start,
        "end": file.offset() + way.place.end, "old": &file.text[way.place.start..way.place.end], "new": way.with,
        "kind": way.kind.name(),
    })
}

/// A text in one line, cut short.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TOLD_LETTERS) {
        Some((end, _)) => format!("{}...", line[..end].trim_end()),
        None => line,
    }
}
