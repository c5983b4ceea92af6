//! `coverage`: which rules of a ledger content names, and which a passing case proves; what is claimed of each card; and the
//! gates over them.
//!
//! Not here: the shape of a report (`covered`), its words (`covered_text`), what is lost (`regress`), what changed (`changed`).

use super::changed::Changed;
use super::covered::Covered;
use super::proof::{Proofs, Selection};
use super::regress::{Base, Lost, Proved, Regress};
use super::spot::Spot;
use super::{covered_text, project_at, project_of_system, root_around, survivors};
use crate::program::Ending;
use crate::program::counts::counted;
use crate::program::diff::{Excused, Version, is_of_diff};
use crate::program::output::{self, Format};
use cardwright_case_runner::Verdict;
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Project, Severity};
use clap::{ArgGroup, Args};
use serde_json::json;
use std::path::{Path, PathBuf};

/// How many breaks of cards are tried if the call does not say.
const USUAL_BREAKS: usize = 400;

/// Shows which rules are named by content and proven by cases.
#[derive(Args)]
#[command(group(ArgGroup::new("gate").args(["no_regress", "changed"]).multiple(true)))]
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
    /// End with 1 if a rule that is proven, an ability that is executed or an answer that is given in this earlier report is so no
    /// more; the report is what `coverage --format json` wrote
    #[arg(long, value_name = "BASE.json", conflicts_with_all = ["cards", "spot", "ids"])]
    no_regress: Option<PathBuf>,
    /// With `--no-regress` or `--changed`: a file with what may be lost, each with its reason in a deeper line below
    #[arg(long, requires = "gate", value_name = "FILE")]
    excuses: Option<PathBuf>,
    /// End with 1 if a card that differs from that of a git revision has an ability that no case executes, or if a case that was
    /// changed since noticed a break of a card that no case notices any more
    #[arg(long, value_name = "REVISION", conflicts_with_all = ["cards", "by_breaking"])]
    changed: Option<String>,
    /// With `--changed`: how many breaks of the cards of changed cases are tried at most; the report says how many were not
    #[arg(long, requires = "changed", value_name = "COUNT", default_value_t = USUAL_BREAKS)]
    breaks: usize,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Coverage {
    pub(crate) fn run(self) -> Ending {
        let (folder, system) = match self.meant() {
            Ok(meant) => meant,
            Err(ending) => return ending,
        };
        let told = match self.by_breaking {
            true => self.by_breaking(folder.as_deref(), system.as_deref()),
            false => self.by_claims(folder.as_deref(), system.as_deref()),
        };
        told.unwrap_or_else(|ending| ending)
    }

    /// Counts what cases claim.
    fn by_claims(&self, folder: Option<&Path>, system: Option<&str>) -> Result<Ending, Ending> {
        let mut excused = self.excused()?;
        let mut gate = self.gate()?;
        let project = project_at(folder)?;
        let since = self.changed.as_deref().map(Version::read).transpose()?;
        let is_chosen = |name: &str| system.is_none_or(|wanted| wanted == name);
        let names: Vec<&String> = project.systems.keys().filter(|name| is_chosen(name)).collect();
        if names.is_empty() {
            return Err(Ending::WrongCall("there is no such system".to_owned()));
        }
        let cases = project.cases.iter();
        let cases: Vec<_> = cases.filter(|case| is_chosen(&case.doc.system.value)).collect();
        let only_cards = self.cards && !self.rules;
        let verdicts = match only_cards {
            true => Verdict::of_all(&project, &cases),
            false => Verdict::of_all_followed(&project, &cases),
        };
        let ran: Vec<(&Loaded<CaseDoc>, &Verdict)> = cases.into_iter().zip(&verdicts).collect();
        let (mut is_fine, mut compared) = (true, 0);
        for name in names {
            let covered = Covered::of(&project, name, &ran);
            if only_cards {
                self.tell_cards(&covered);
                continue;
            }
            let regress = gate
                .as_mut()
                .map(|gate| gate.covered(&covered, &mut excused))
                .transpose()?
                .flatten();
            let since = since.as_ref();
            let mut changed = since.map(|since| Changed::of(&project, since, &covered, self.breaks));
            if let Some(changed) = &mut changed {
                changed.excuse(&mut excused);
            }
            is_fine &= changed.as_ref().is_none_or(Changed::is_fine);
            compared += changed.as_ref().map_or(0, |changed| changed.compared);
            self.tell(&covered, regress.as_ref(), changed.as_ref());
        }
        let doubts = doubts(&project, &verdicts);
        if only_cards {
            // Each card says whether it compiles.
            return Ok(Ending::Fine);
        }
        if since.is_some() && compared == 0 {
            return Err(Ending::WrongCall("there are no cards to compare".to_owned()));
        }
        let is_there = |name: &str| !is_chosen(name) || project.systems.contains_key(name);
        let held = gate.map_or(Ok(Ending::Fine), |gate| {
            gate.ending(self.format, &is_there, &mut excused)
        });
        self.tell_unused(&excused);
        Ok(match (doubts, held?, is_fine) {
            (Ending::Fine, Ending::Fine, true) => Ending::Fine,
            _ => Ending::Errors,
        })
    }

    /// The excuses that the call names.
    fn excused(&self) -> Result<Excused, Ending> {
        let excused = self.excuses.as_deref().map(Excused::read).transpose()?;
        Ok(excused.unwrap_or_default())
    }

    /// Tells excuses that excuse nothing, of those that this call could need.
    fn tell_unused(&self, excused: &Excused) {
        let (is_held, is_changed) = (self.no_regress.is_some(), self.changed.is_some());
        let unused = excused.unused(&|id| match id {
            "proof-lost" | "not-executed" => is_changed,
            "break-lost" => is_held && self.by_breaking,
            "rule-lost" => is_held,
            "ability-lost" | "answer-lost" => is_held && !self.by_breaking,
            id => !is_of_diff(id),
        });
        unused.iter().for_each(|line| output::complain(line));
    }

    /// The base that the call names.
    fn gate(&self) -> Result<Option<Gate>, Ending> {
        let Some(path) = &self.no_regress else {
            return Ok(None);
        };
        Ok(Some(Gate {
            base: Base::read(path)?,
            is_worse: false,
            is_empty: true,
        }))
    }

    fn tell(&self, covered: &Covered, regress: Option<&Regress>, changed: Option<&Changed>) {
        match self.format {
            Format::Text => {
                let lines = covered_text::lines(covered, self.missing).into_iter();
                let lines = lines.chain(changed.iter().flat_map(|one| one.lines(&covered.system)));
                let lines = lines.chain(regress.iter().flat_map(|one| one.lines(&covered.system)));
                lines.for_each(|line| output::line(&line));
            }
            Format::Json => {
                let mut value = json!(covered);
                if let Some(regress) = regress {
                    value["regress"] = json!(regress);
                }
                if let Some(changed) = changed {
                    value["changed"] = json!(changed);
                }
                output::value(&value);
            }
        }
    }

    fn tell_cards(&self, covered: &Covered) {
        match self.format {
            Format::Text => covered_text::cards(covered)
                .iter()
                .for_each(|line| output::line(line)),
            Format::Json => output::value(&json!({ "system": covered.system, "cards": covered.cards })),
        }
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
        let (mut gate, mut excused) = (self.gate()?, self.excused()?);
        let (mut is_enough, mut is_empty) = (true, true);
        for name in systems {
            let project = project_of_system(folder, &name)?;
            let system = &project.systems[&name];
            if let Some(unknown) = selection.unknown(system) {
                let why = format!("the ledger of `{name}` has no rule `{unknown}`");
                return Err(Ending::WrongCall(why));
            }
            let proofs = Proofs::of(&project, system, &selection)?;
            let regress = gate
                .as_mut()
                .map(|gate| gate.proofs(&proofs, &mut excused))
                .transpose()?
                .flatten();
            survivors::report(&proofs, regress.as_ref(), self.format);
            let stale = proofs.stale();
            for (place, name) in &stale {
                output::complain(&format!("{place}: this excuses nothing: {name}"));
            }
            is_enough &= stale.is_empty();
            is_enough &= self.threshold.is_none_or(|least| proofs.percent() >= least);
            is_empty &= proofs.is_nothing();
        }
        let held = gate.map_or(Ok(Ending::Fine), |gate| {
            gate.ending(self.format, &|_| true, &mut excused)
        });
        self.tell_unused(&excused);
        if is_empty {
            return nothing_claimed(self.threshold.is_some() || self.no_regress.is_some());
        }
        Ok(match (held?, is_enough) {
            (held, true) => held,
            (_, false) => Ending::Errors,
        })
    }
}

/// An earlier report that systems are held against.
struct Gate {
    base: Base,
    /// Whether something is lost that nothing excuses.
    is_worse: bool,
    /// Whether nothing was compared so far.
    is_empty: bool,
}

impl Gate {
    /// What a system has lost; nothing, if the base does not have it.
    fn covered(&mut self, now: &Covered, excused: &mut Excused) -> Result<Option<Regress>, Ending> {
        let base: Option<Covered> = self.base.of(&now.system, false)?;
        Ok(base.map(|base| self.judged(Regress::of(&base, now), excused)))
    }

    /// What a system has lost whose rules are proven by breaking.
    fn proofs(&mut self, now: &Proofs<'_>, excused: &mut Excused) -> Result<Option<Regress>, Ending> {
        let base: Option<Proved> = self.base.of(&now.system.doc.system.value, true)?;
        Ok(base.map(|base| self.judged(Regress::of_proofs(&base, now), excused)))
    }

    fn judged(&mut self, mut regress: Regress, excused: &mut Excused) -> Regress {
        regress.excuse(excused);
        self.is_worse |= regress.is_worse();
        self.is_empty &= regress.is_empty();
        regress
    }

    /// How the call ends; `is_there` says whether there still is a system of the base.
    fn ending(
        mut self,
        format: Format,
        is_there: &dyn Fn(&str) -> bool,
        excused: &mut Excused,
    ) -> Result<Ending, Ending> {
        let gone: Vec<Lost> = self.base.without(is_there).collect();
        for mut lost in gone {
            lost.excuse = excused.why(&lost.name);
            self.is_worse |= lost.excuse.is_none();
            self.is_empty = false;
            match format {
                Format::Text => output::line(&lost.to_string()),
                Format::Json => output::value(&json!({ "system": lost.id, "regress": { "lost": [lost] } })),
            }
        }
        match (self.is_empty, self.is_worse) {
            (true, _) => Err(Ending::WrongCall(
                "nothing was compared: the base has none of these systems, or nothing in it is proven or reached".to_owned(),
            )),
            (false, true) => Ok(Ending::Errors),
            (false, false) => Ok(Ending::Fine),
        }
    }
}

/// Says that no rule of a ledger is claimed, so that there is nothing to break; a gate has nothing to judge then.
fn nothing_claimed(is_gate: bool) -> Result<Ending, Ending> {
    let why = "there is no ledger here, and no case claims a rule (`proves:`), so nothing was broken; without a ledger, \
               `cardwright coverage --changed REVISION` breaks the cards of changed cases";
    match is_gate {
        true => Err(Ending::WrongCall(why.to_owned())),
        false => {
            output::complain(why);
            Ok(Ending::Fine)
        }
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
    let cases = |count: usize| counted(count, "case");
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
