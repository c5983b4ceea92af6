//! `coverage`: which rules of a ledger content names, and which a passing case proves; and what is claimed of
//! each card.

use super::proof::{Proofs, Selection};
use super::spot::Spot;
use super::{found, project_at, project_of_system, root_around, survivors};
use crate::program::Ending;
use crate::program::output::{self, Format};
use cardwright_case_runner::cards::{CardClaims, claims};
use cardwright_case_runner::{Ability, Verdict};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::{Loaded, Simulate, System};
use cardwright_compiler::{Project, Severity};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Shows which rules are named by content and proven by cases.
#[derive(Args)]
pub(crate) struct Coverage {
    /// A system; or a folder of the project, the one around the working folder if absent
    what: Option<PathBuf>,
    /// With `--by-breaking`: only these rules, `ABC-MOV-013`, `MOV-013`, or a chapter, `MOV`
    #[arg(requires = "by_breaking")]
    ids: Vec<String>,
    /// Only this system
    #[arg(long)]
    system: Option<String>,
    /// Show the rules of the ledger: those that content names, those that a case proves, those with neither; this is what is shown if nothing is said
    #[arg(long, conflicts_with = "cards")]
    rules: bool,
    /// Break all that content names a rule at, one thing after the other, and count the rule only if a case that claims it
    /// notices each of these breaks
    #[arg(long, conflicts_with = "cards")]
    by_breaking: bool,
    /// With `--by-breaking`: break only what stands in this file or folder, or in this line: `FILE:LINE`
    #[arg(long = "where", requires = "by_breaking", value_name = "PATH")]
    spot: Option<String>,
    /// With `--by-breaking`: end with 1 if fewer percent of the rules to carry out are proven
    #[arg(long, requires = "by_breaking", value_name = "PERCENT")]
    threshold: Option<f64>,
    /// List the rules that content names and no case proves, and those with neither
    #[arg(long)]
    missing: bool,
    /// Show of each card what is parsed, compiled, executed in a passing case, and agrees with a ruling
    #[arg(long)]
    cards: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What is known of the rules of one system.
struct Rules<'a> {
    system: &'a str,
    /// Those that a program can carry out.
    wanted: BTreeSet<&'a str>,
    /// Those that content names.
    named: BTreeSet<&'a str>,
    /// Those that a passing case proves.
    proven: BTreeSet<&'a str>,
}

impl Coverage {
    pub(crate) fn run(self) -> Ending {
        let (folder, system) = match self.meant() {
            Ok(meant) => meant,
            Err(ending) => return ending,
        };
        if self.by_breaking {
            return self
                .by_breaking(folder.as_deref(), system.as_deref())
                .unwrap_or_else(|ending| ending);
        }
        let project = match project_at(folder.as_deref()) {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        let chosen = |name: &&String| system.as_ref().is_none_or(|wanted| wanted == *name);
        let names: Vec<&String> = project.systems.keys().filter(chosen).collect();
        if names.is_empty() {
            return Ending::WrongCall("there is no such system".to_owned());
        }
        let cases: Vec<_> = project.cases.iter().collect();
        let verdicts = Verdict::of_all(&project, &cases);
        if self.cards && !self.rules {
            for name in names {
                self.card_claims(&project, name, &cases, &verdicts);
            }
            // Each card says whether it compiles.
            let _ = doubts(&project, &verdicts);
            return Ending::Fine;
        }
        let proven = proven(&cases, &verdicts);
        for name in names {
            let rules = rules(&project, name, &project.systems[name], &proven);
            let rows = RowsShown::of(&project, name);
            match self.format {
                Format::Text => self.text(&rules, &rows),
                Format::Json => output::value(&json(&rules, &rows)),
            }
        }
        doubts(&project, &verdicts)
    }

    /// The folder and the system that are meant.
    fn meant(&self) -> Result<(Option<PathBuf>, Option<String>), Ending> {
        let Some(what) = &self.what else {
            return Ok((None, self.system.clone()));
        };
        let name = what.to_string_lossy().into_owned();
        match self.system.is_none() && (is_system(&name) || !what.is_dir()) {
            true => Ok((None, Some(name))),
            false => Ok((Some(what.clone()), self.system.clone())),
        }
    }

    /// The rule that is asked for in the place of a system: then its ledger says which system is meant.
    fn rule_alone(&self) -> Option<String> {
        let what = self
            .what
            .as_ref()
            .filter(|what| self.by_breaking && !what.is_dir())?;
        let name = what.to_string_lossy().into_owned();
        let is_rule = name.contains('-') && name.chars().any(|letter| letter.is_ascii_uppercase());
        (is_rule && !is_system(&name)).then_some(name)
    }

    /// Proves rules by breaking them.
    fn by_breaking(&self, folder: Option<&Path>, system: Option<&str>) -> Result<Ending, Ending> {
        let alone = self.rule_alone();
        let system = match alone.is_some() {
            true => self.system.as_deref(),
            false => system,
        };
        let root = root_around(folder)?;
        let systems = match (system, &alone) {
            (Some(system), _) => vec![system.to_owned()],
            (None, None) => project_at(folder)?.systems.keys().cloned().collect(),
            (None, Some(rule)) => vec![system_of(&project_at(folder)?, rule)?],
        };
        let spot = self
            .spot
            .as_ref()
            .map(|asked| Spot::of(asked, &root))
            .transpose()?;
        let selection = Selection {
            rules: alone.into_iter().chain(self.ids.iter().cloned()).collect(),
            spot,
        };
        let mut is_enough = true;
        for name in systems {
            let project = project_of_system(folder, &name)?;
            let system = &project.systems[&name];
            if let Some(unknown) = selection.unknown(system) {
                let why = format!("the ledger of `{name}` has no rule `{unknown}`");
                return Err(Ending::WrongCall(why));
            }
            let proofs = Proofs::of(&project, system, &selection)?;
            survivors::report(&proofs, self.format);
            let stale = proofs.stale();
            for (place, name) in &stale {
                output::complain(&format!("{place}: this excuses nothing: {name}"));
            }
            is_enough &= stale.is_empty();
            is_enough &= self.threshold.is_none_or(|least| proofs.percent() >= least);
        }
        Ok(if is_enough { Ending::Fine } else { Ending::Errors })
    }

    fn card_claims(&self, project: &Project, name: &str, cases: &[&Loaded<CaseDoc>], verdicts: &[Verdict]) {
        let judged = cases
            .iter()
            .zip(verdicts)
            .filter_map(|(case, verdict)| match verdict {
                Verdict::Ran(report) if case.doc.system.value == name => Some((&*case.doc, report)),
                _ => None,
            });
        let judged: Vec<_> = judged.collect();
        let claims = claims(project, &project.systems[name], &judged);
        match self.format {
            Format::Text => cards_as_text(name, &claims),
            Format::Json => {
                let cards: Vec<_> = claims.iter().map(card_as_json).collect();
                output::value(&serde_json::json!({ "system": name, "cards": cards }));
            }
        }
    }

    fn text(&self, rules: &Rules<'_>, rows: &RowsShown) {
        let share = |part: usize| {
            if rules.wanted.is_empty() {
                0
            } else {
                100 * part / rules.wanted.len()
            }
        };
        let (named, proven) = (rules.named.len(), rules.proven.len());
        output::line(&format!(
            "{}: {} rules to carry out; {named} ({} %) named by content, {proven} ({} %) proven by passing cases, {} with neither",
            rules.system,
            rules.wanted.len(),
            share(named),
            share(proven),
            rules.neither().len(),
        ));
        if rows.count > 0 {
            let shown = rows.count - rows.without.len();
            output::line(&format!(
                "{}: {} rows in its phrasebook; {shown} are shown by a case, {} by none",
                rules.system,
                rows.count,
                rows.without.len(),
            ));
        }
        if self.missing {
            if !rows.without.is_empty() {
                output::line(&format!("  rows without a case: {}", rows.without.join(" ")));
            }
            let unproven: Vec<&str> = rules.named.difference(&rules.proven).copied().collect();
            output::line(&format!("  named, not proven: {}", unproven.join(" ")));
            output::line(&format!("  neither: {}", rules.neither().join(" ")));
        }
    }
}

/// The rows of a system's phrasebook, and those that no case shows.
struct RowsShown {
    count: usize,
    without: Vec<String>,
}

impl RowsShown {
    fn of(project: &Project, system: &str) -> Self {
        let rows = found::rows(project, system);
        let without = rows.iter().filter(|row| row.shows.is_empty());
        Self {
            count: rows.len(),
            without: without.map(|row| row.id.clone()).collect(),
        }
    }
}

impl Rules<'_> {
    fn neither(&self) -> Vec<&str> {
        let has = |id: &&&str| !self.named.contains(**id) && !self.proven.contains(**id);
        self.wanted.iter().filter(has).copied().collect()
    }
}

/// Whether the project around the working folder has a system of this name.
fn is_system(name: &str) -> bool {
    let root = root_around(None);
    root.is_ok_and(|root| !name.contains('/') && root.join("systems").join(name).is_dir())
}

/// The system whose ledger has a rule.
fn system_of(project: &Project, rule: &str) -> Result<String, Ending> {
    let mut systems = project.systems.iter();
    let found = systems.find(|(_, system)| system.ledger.contains_key(rule));
    let why = || {
        Ending::WrongCall(format!(
            "there is no system `{rule}`, and no ledger has such a rule"
        ))
    };
    found.map(|(name, _)| name.clone()).ok_or_else(why)
}

/// Says how many cases prove nothing, and why; it is an error if that is because content has some.
fn doubts(project: &Project, verdicts: &[Verdict]) -> Ending {
    let refused = verdicts
        .iter()
        .filter(|verdict| matches!(verdict, Verdict::Refused(_)))
        .count();
    let failed = verdicts.iter().filter(|verdict| !verdict.passed()).count() - refused;
    let cases = |count: usize| {
        if count == 1 {
            "1 case".to_owned()
        } else {
            format!("{count} cases")
        }
    };
    if failed > 0 {
        output::complain(&format!("{} failed; what fails proves nothing", cases(failed)));
    }
    let errors = project
        .diagnostics
        .iter()
        .filter(|one| one.code.severity == Severity::Error)
        .count();
    if refused == 0 && errors == 0 {
        return Ending::Fine;
    }
    output::complain(&match refused {
        0 => "content has errors: `cardwright check` tells them".to_owned(),
        _ => format!(
            "{} did not run, because content has errors: `cardwright check` tells them",
            cases(refused)
        ),
    });
    Ending::Errors
}

/// For each rule id, whether a passing case proves it.
fn proven(cases: &[&Loaded<CaseDoc>], verdicts: &[Verdict]) -> BTreeSet<String> {
    let passing = cases.iter().zip(verdicts).filter(|(_, verdict)| verdict.passed());
    passing
        .flat_map(|(case, _)| case.doc.proves.iter().map(|id| id.value.clone()))
        .collect()
}

fn cards_as_text(system: &str, claims: &[CardClaims]) {
    let count = |wanted: fn(&CardClaims) -> bool| claims.iter().filter(|claim| wanted(claim)).count();
    let able = count(|claim| !claim.abilities.is_empty());
    output::line(&format!(
        "{system}: {} cards; parsed {}, compiled {}, facts only {}; of {able} with abilities {} were executed in a passing case, {} wholly; \
         of {} with rulings {} agree with one, {} with all",
        claims.len(),
        count(|claim| claim.parsed),
        count(|claim| claim.compiled),
        count(|claim| claim.is_todo),
        count(|claim| !claim.executed.is_empty()),
        count(|claim| !claim.executed.is_empty() && claim.idle().next().is_none()),
        count(|claim| !claim.rulings.is_empty()),
        count(|claim| !claim.agreed.is_empty()),
        count(|claim| !claim.agreed.is_empty() && claim.agreed == claim.rulings),
    ));
    let yes = |yes| if yes { "yes" } else { "no" };
    for claim in claims {
        if claim.is_todo {
            output::line(&format!("  {:<32} facts only", claim.card));
            continue;
        }
        output::line(&format!(
            "  {:<32} parsed {:<3} compiled {:<3} executed {}/{} agrees {}/{}",
            claim.card,
            yes(claim.parsed),
            yes(claim.compiled),
            claim.executed.len(),
            claim.abilities.len(),
            claim.agreed.len(),
            claim.rulings.len(),
        ));
        for ability in claim.idle() {
            let Ability { file, line, name, .. } = ability;
            output::line(&format!("      never: {name} ({file}:{line})"));
        }
    }
}

fn card_as_json(claim: &CardClaims) -> serde_json::Value {
    let ability = |ability: &Ability| {
        let Ability {
            file,
            line,
            column,
            name,
        } = ability;
        let executed = claim.executed.contains(ability);
        serde_json::json!({ "name": name, "file": file, "line": line, "column": column, "executed": executed })
    };
    let ruling = |id: &String| serde_json::json!({ "id": id, "agrees": claim.agreed.contains(id) });
    serde_json::json!({
        "set": claim.set, "card": claim.card, "parsed": claim.parsed, "compiled": claim.compiled,
        "facts_only": claim.is_todo,
        "abilities": claim.abilities.iter().map(ability).collect::<Vec<_>>(),
        "rulings": claim.rulings.iter().map(ruling).collect::<Vec<_>>(),
    })
}

fn rules<'a>(
    project: &'a Project,
    name: &'a str,
    system: &'a System,
    proven: &BTreeSet<String>,
) -> Rules<'a> {
    let can = system
        .ledger
        .iter()
        .filter(|(_, simulate)| **simulate != Simulate::No);
    let wanted: BTreeSet<&str> = can.map(|(id, _)| id.as_str()).collect();
    let texts = content_of(project, name);
    let mentioned: BTreeSet<&str> = texts.iter().flat_map(|text| ids(text)).collect();
    let named = wanted
        .iter()
        .copied()
        .filter(|id| mentioned.contains(id))
        .collect();
    let proven = wanted.iter().copied().filter(|id| proven.contains(*id)).collect();
    Rules {
        system: name,
        wanted,
        named,
        proven,
    }
}

/// The texts of a system, its libraries, card sets, maps and scenarios; not of cases.
fn content_of<'a>(project: &'a Project, system: &str) -> Vec<&'a str> {
    let folders = ["systems", "cards", "maps", "scenarios"].map(|folder| format!("{folder}/{system}/"));
    let inside = |name: &str| folders.iter().any(|folder| name.starts_with(folder.as_str()));
    let libraries = project
        .systems
        .get(system)
        .into_iter()
        .flat_map(|system| &system.libraries);
    let libraries: Vec<_> = libraries
        .filter_map(|(_, doc)| project.libraries.get(&doc.library.value))
        .collect();
    project
        .sources
        .iter()
        .filter(|(id, file)| inside(&file.name) || libraries.iter().any(|library| library.has(*id)))
        .map(|(_, file)| file.text.as_str())
        .collect()
}

/// Words that look like rule ids.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
        .filter(|word| word.contains('-'))
}

fn json(rules: &Rules<'_>, rows: &RowsShown) -> serde_json::Value {
    let simulated: BTreeMap<&str, (bool, bool)> = rules
        .wanted
        .iter()
        .map(|id| (*id, (rules.named.contains(id), rules.proven.contains(id))))
        .collect();
    let list: Vec<_> = simulated
        .iter()
        .map(|(id, (named, proven))| serde_json::json!({ "id": id, "named": named, "proven": proven }))
        .collect();
    let rows = serde_json::json!({ "count": rows.count, "without_case": rows.without });
    serde_json::json!({ "system": rules.system, "rules": list, "phrasebook": rows })
}
