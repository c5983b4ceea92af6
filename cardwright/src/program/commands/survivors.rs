//! What `coverage --by-breaking` tells: how many claims are proven, and which breaks survive, by file and line.

use super::breakage::{as_json, in_words};
use super::proof::{Judged, Proofs, Worth, percent_of};
use super::regress::Regress;
use crate::program::output::{self, Format};
use cardwright_case_runner::breaking::Survivor;
use cardwright_compiler::project::Simulate;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Tells what came of a system's rules.
pub(crate) fn report(proofs: &Proofs<'_>, regress: Option<&Regress>, format: Format) {
    match format {
        // The call says that there is nothing.
        Format::Text if proofs.is_nothing() => {}
        Format::Text => {
            text(proofs);
            let lines = regress
                .iter()
                .flat_map(|one| one.lines(&proofs.system.doc.system.value));
            lines.for_each(|line| output::line(&line));
        }
        Format::Json => {
            let mut value = as_value(proofs);
            if let Some(regress) = regress {
                value["regress"] = json!(regress);
            }
            output::value(&value);
        }
    }
}

fn text(proofs: &Proofs<'_>) {
    table(proofs);
    if proofs.is_narrow {
        noticed(proofs);
    }
    for worth in [
        Worth::Weak,
        Worth::Loose,
        Worth::Hollow,
        Worth::Unbreakable,
        Worth::Unplaced,
    ] {
        list(proofs, worth);
    }
    let names = |rules: &mut dyn Iterator<Item = &str>| rules.collect::<Vec<_>>().join(" ");
    if !proofs.failing.is_empty() {
        let failing = names(&mut proofs.failing.iter().map(String::as_str));
        output::line("claimed only by cases that fail:");
        output::line(&format!("  {failing}"));
    }
    let unclaimed = proofs.unclaimed();
    if !unclaimed.is_empty() {
        output::line("claimed by no case:");
        output::line(&format!("  {}", names(&mut unclaimed.into_iter())));
    }
    survivors(proofs);
}

/// How many claims are worth how much.
fn table(proofs: &Proofs<'_>) {
    let claims = proofs.claims.len();
    let count = |worth: Worth| proofs.worth(worth).count();
    let (whole, part) = (proofs.share(Simulate::Yes), proofs.share(Simulate::Partly));
    output::line(&format!(
        "{}: {} of {claims} claims proven ({:.1} %): {} of {} rules to carry out, {} of {} to carry out partly",
        proofs.system.doc.system.value,
        count(Worth::Proven),
        percent_of(count(Worth::Proven), claims),
        whole.0,
        whole.1,
        part.0,
        part.1,
    ));
    let [noticed, beside, all] = tries(proofs);
    output::line(&format!(
        "  {noticed} of {all} breaks noticed ({:.1} %), {beside} more only by a case of a related rule",
        percent_of(noticed, all),
    ));
    let excused = |one: &&Judged| !one.excused.is_empty();
    let rows = [
        (
            "with breaks that are excused",
            proofs.worth(Worth::Proven).filter(excused).count(),
        ),
        ("with survivors", count(Worth::Open)),
        ("hollow", count(Worth::Hollow)),
        ("weak", count(Worth::Weak)),
        ("loose", count(Worth::Loose)),
        ("nothing to break", count(Worth::Unbreakable)),
        ("unplaced", count(Worth::Unplaced)),
    ];
    for (name, count) in rows.into_iter().filter(|(_, count)| *count > 0) {
        output::line(&format!("  {count:>5} {name}"));
    }
}

/// How many breaks the cases of a rule notice, how many more only those of a rule beside it, and how many there are: a break that
/// concerns two rules counts twice.
fn tries(proofs: &Proofs<'_>) -> [usize; 3] {
    let sum = |of: &dyn Fn(&Judged) -> usize| proofs.claims.iter().map(of).sum::<usize>();
    let noticed = sum(&|one| one.proof.noticed.len());
    let beside = |one: &Judged| one.open.iter().filter(|one| one.elsewhere.is_some()).count();
    [
        noticed,
        sum(&beside),
        noticed + sum(&|one| one.proof.survived.len()),
    ]
}

/// Each claim that was asked for, with the breaks that its cases notice.
fn noticed(proofs: &Proofs<'_>) {
    for one in proofs.claims.iter().filter(|one| !one.proof.noticed.is_empty()) {
        let (noticed, all) = (
            one.proof.noticed.len(),
            one.proof.noticed.len() + one.proof.survived.len(),
        );
        output::line(&format!(
            "{}: {} of {all} breaks noticed ({})",
            one.claim.rule,
            noticed,
            one.worth().name()
        ));
        for found in &one.proof.noticed {
            let way = &proofs.breaks.all[found.way];
            let (line, _) = proofs.sources.line_column(way.place);
            let file = &proofs.sources.get(way.place.file).name;
            let words = in_words(&proofs.sources, way);
            output::line(&format!("  {file}:{line}  {words}  {}", proofs.case(found.case)));
        }
    }
}

fn list(proofs: &Proofs<'_>, worth: Worth) {
    let title = match worth {
        Worth::Weak => "weak: after these breaks, the game stops, and no case notices more than that",
        Worth::Loose => "loose: nothing can be broken where content names the rule, only in what it uses",
        Worth::Hollow => "hollow: the cases notice no break",
        Worth::Unbreakable => "nothing to break: every change where content names the rule fails to compile",
        Worth::Unplaced => "unplaced: cases claim it, but no content names it",
        Worth::Proven | Worth::Open => return,
    };
    let found: Vec<&Judged> = proofs.worth(worth).collect();
    if found.is_empty() {
        return;
    }
    output::line(&format!("{title}: {}", found.len()));
    for one in found {
        let cases: Vec<&str> = one.claim.cases.iter().map(|case| proofs.case(*case)).collect();
        output::line(&format!("  {}  {}", one.claim.rule, cases.join(" ")));
    }
}

/// A rule whose cases do not notice a break.
struct Unnoticed<'a> {
    rule: &'a str,
    /// A case that does, of a rule beside it.
    elsewhere: Option<usize>,
}

/// The breaks that survive, by file and line, each with the rules whose cases do not notice it.
fn survivors(proofs: &Proofs<'_>) {
    let mut by_place: BTreeMap<(&str, usize, usize), Vec<Unnoticed<'_>>> = BTreeMap::new();
    let is_told = |one: &&Judged| matches!(one.worth(), Worth::Open | Worth::Hollow);
    for one in proofs.claims.iter().filter(is_told) {
        for survivor in &one.open {
            let place = proofs.breaks.all[survivor.way].place;
            let file = proofs.sources.get(place.file).name.as_str();
            let line = proofs.sources.line_column(place).0;
            let here = by_place.entry((file, line, survivor.way)).or_default();
            here.push(Unnoticed {
                rule: &one.claim.rule,
                elsewhere: survivor.elsewhere,
            });
        }
    }
    if by_place.is_empty() {
        return;
    }
    output::line(&format!("survivors: {}", by_place.len()));
    for ((file, line, way), claims) in by_place {
        let words = in_words(&proofs.sources, &proofs.breaks.all[way]);
        let rules: BTreeSet<&str> = claims.iter().map(|one| one.rule).collect();
        let rules = rules.into_iter().collect::<Vec<_>>().join(" ");
        let elsewhere = claims.iter().find_map(|one| one.elsewhere);
        let elsewhere = elsewhere.map_or(String::new(), |case| {
            format!(
                "  (only a case of a related rule notices this: {})",
                proofs.case(case)
            )
        });
        output::line(&format!("  {file}:{line}  {words}  {rules}{elsewhere}"));
    }
}

fn as_value(proofs: &Proofs<'_>) -> Value {
    let claims = proofs.claims.iter();
    let claims: BTreeMap<&str, &Judged> = claims.map(|one| (one.claim.rule.as_str(), one)).collect();
    let known = proofs.asked.keys().copied().chain(claims.keys().copied());
    let known: BTreeSet<&str> = known.chain(proofs.failing.iter().map(String::as_str)).collect();
    let rules = known
        .into_iter()
        .map(|rule| rule_value(proofs, rule, claims.get(rule).copied()));
    let percent = |simulate: Simulate| {
        let (proven, all) = proofs.share(simulate);
        json!({ "proven": proven, "of": all, "percent": rounded(percent_of(proven, all)) })
    };
    let count = |worth: Worth| (worth.name().to_owned(), json!(proofs.worth(worth).count()));
    let counts: serde_json::Map<String, Value> = Worth::ALL.into_iter().map(count).collect();
    let proven = proofs.worth(Worth::Proven).count();
    let [noticed, beside, all] = tries(proofs);
    json!({
        "system": proofs.system.doc.system.value,
        "claims": proofs.claims.len(),
        "percent": rounded(percent_of(proven, proofs.claims.len())),
        "counts": counts,
        "breaks": { "noticed": noticed, "beside": beside, "of": all, "percent": rounded(percent_of(noticed, all)) },
        "yes": percent(Simulate::Yes),
        "partly": percent(Simulate::Partly),
        "stale": proofs.stale().into_iter().map(|(place, _)| place).collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn rounded(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

fn rule_value(proofs: &Proofs<'_>, rule: &str, judged: Option<&Judged>) -> Value {
    let simulate = match proofs.system.ledger.get(rule) {
        Some(Simulate::Partly) => "partly",
        Some(Simulate::No) => "no",
        Some(Simulate::Yes) | None => "yes",
    };
    let Some(one) = judged else {
        let is_failing = proofs.failing.contains(rule);
        let verdict = if is_failing { "failing" } else { "unclaimed" };
        return json!({ "id": rule, "simulate": simulate, "verdict": verdict });
    };
    let way = |way: usize| {
        let mut value = as_json(&proofs.sources, &proofs.breaks.all[way]);
        value["words"] = json!(in_words(&proofs.sources, &proofs.breaks.all[way]));
        value
    };
    let name = |way: usize| proofs.name(way);
    let survived = |survivor: &Survivor| {
        let elsewhere = survivor.elsewhere.map(|case| proofs.case(case));
        json!({ "break": way(survivor.way), "elsewhere": elsewhere, "excuse": name(survivor.way) })
    };
    let excused = |survivor: &Survivor| json!({ "break": way(survivor.way), "why": proofs.excuses.why(&name(survivor.way)) });
    let noticed = one.proof.noticed.iter().map(
        |found| json!({
            "break": way(found.way), "name": name(found.way), "case": proofs.case(found.case), "stuck": found.is_stuck,
        }),
    );
    let cases = one.claim.cases.iter().map(|case| proofs.case(*case));
    json!({
        "id": rule, "simulate": simulate, "verdict": one.worth().name(), "cases": cases.collect::<Vec<_>>(),
        "noticed": noticed.collect::<Vec<_>>(),
        "survived": one.open.iter().map(survived).collect::<Vec<_>>(),
        "excused": one.excused.iter().map(excused).collect::<Vec<_>>(),
    })
}
