//! Runs conformance cases: sets the situation up, forces the dice, answers the decisions, and holds what came
//! out against what the case expects.
//!
//! A case is deterministic by construction: a die that the case does not give is a failure, and so is a die or a
//! decision of the case that nobody asked for.

use cardwright_bytecode::pack::{Id, TemplateDef, cell};
use cardwright_bytecode::verify::{Seen, VerifiedPack};
use cardwright_compiler::document::{Afterwards, At, CaseDoc};
use cardwright_compiler::so_many;
use cardwright_core::{Answer, Content, Event, Game, Measured, Status, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod answers;
pub mod breaking;
pub mod cards;
mod conditions;
mod failure;
mod filled;
pub mod pairs;
mod verdict;
mod written;

pub use cardwright_bytecode::verify::Answered;
pub use conditions::{Condition, Spot, conditions};
pub use failure::Failure;
pub use filled::{Filled, filled};
pub use verdict::{Judged, Told, Verdict, summary};
pub use written::Moment;

/// The most decisions of a case.
const MOST_DECISIONS: usize = 2000;
/// The most answers that are told of an expectation that does not hold.
const MOST_ANSWERS: usize = 4;
/// Any seed will do for a case that gives none: it forces every die, and shuffles must not matter.
const SEED: u64 = 1;

/// The result of a case.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Why it failed; empty if it passed.
    pub failures: Vec<Failure>,
    /// The account of what happened.
    pub account: Vec<String>,
    /// The rules that did what they say, changed a value, or spoke about a permission.
    pub applied: BTreeSet<Ability>,
    /// The conditions that were answered, each with the answers that it got; empty unless that was asked for.
    pub reached: BTreeMap<Spot, Answered>,
    /// The cost of abilities.
    pub measured: Measured,
    /// Whether the game did not go on: a fault, or no end.
    pub stuck: bool,
}

/// A rule, by where it is written: the same in every pack that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ability {
    /// The file's name in its project.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// Its display name.
    pub name: String,
}

impl Ability {
    /// A rule of a pack.
    #[must_use]
    pub fn of(pack: &VerifiedPack, rule: u32) -> Option<Self> {
        let rule = pack.rules.get(rule as usize)?;
        let file = pack.texts.get(rule.source.file as usize)?;
        Some(Self {
            file: file.clone(),
            line: rule.source.line,
            column: rule.source.column,
            name: rule.name.clone(),
        })
    }
}

impl Report {
    /// Whether the case holds.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// Why it failed, as texts.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        self.failures.iter().map(Failure::to_string).collect()
    }
}

/// Runs a compiled case.
#[must_use]
pub fn run_case(pack: VerifiedPack, case: &CaseDoc) -> Report {
    run_case_watched(pack, case, &mut |_, _| {})
}

/// Runs a compiled case, and hands each state at a decision, with the answer that follows, to `look`.
#[must_use]
pub fn run_case_watched(pack: VerifiedPack, case: &CaseDoc, look: &mut dyn FnMut(&Game, &Answer)) -> Report {
    run_case_on(&Content::new(pack), case, look)
}

/// Runs a compiled case, and notes which conditions it reaches and how they are answered. That takes longer.
#[must_use]
pub fn run_case_followed(pack: VerifiedPack, case: &CaseDoc) -> Report {
    let content = Content::new(pack);
    content.pack().watch_answers();
    let mut report = run_case_on(&content, case, &mut |_, _| {});
    report.reached = conditions::reached(content.pack());
    report
}

/// Runs a case on content that others play with, too; `look` as in [`run_case_watched`].
#[must_use]
pub fn run_case_on(content: &Arc<Content>, case: &CaseDoc, look: &mut dyn FnMut(&Game, &Answer)) -> Report {
    let mut run = Run::of(Game::new(content, case.seed.unwrap_or(SEED)), case);
    run.game.watch_rules();
    run.game.measure();
    run.force_dice();
    run.judge_forces();
    run.play(look);
    run.account();
    run.judge();
    // What an expectation asks for counts, too: a modifier does something whenever its value is asked.
    run.note_applied();
    run.report.measured = run.game.measured();
    run.report
}

/// The short result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The case holds.
    Passed,
    /// The case does not hold.
    Failed,
    /// The game did not go on: a fault, or no end.
    Stuck,
}

/// The parts of its content that a case runs.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Of each function of the pack, whether it ran.
    pub functions: Vec<bool>,
    /// The cards and pieces of which there were some.
    pub templates: BTreeSet<Id<TemplateDef>>,
}

/// Runs a compiled case up to its first failure. Nothing is told of it.
#[must_use]
pub fn outcome_of_case(pack: VerifiedPack, case: &CaseDoc) -> Outcome {
    brief_run(&Content::new(pack), case).outcome()
}

/// Runs a case up to its first failure, and tells the parts that it ran. Nobody may have played with the
/// content before.
#[must_use]
pub fn trace_of_case(content: &Arc<Content>, case: &CaseDoc) -> (Outcome, Trace) {
    let pack = content.pack();
    pack.watch();
    let run = brief_run(content, case);
    let entities = (1..).zip(&pack.setup.entities);
    let templates = entities.flat_map(|(number, entity)| {
        // Of a card that is made in play only its cell says what it is.
        let made = cell::template(run.game.cell(number, cell::TEMPLATE));
        entity.template.into_iter().chain(made)
    });
    let trace = Trace {
        functions: pack.seen().map(Seen::functions).unwrap_or_default(),
        templates: templates.collect(),
    };
    (run.outcome(), trace)
}

/// Plays a case and judges it, up to the first failure.
fn brief_run<'a>(content: &Arc<Content>, case: &'a CaseDoc) -> Run<'a> {
    let mut run = Run::of(Game::new(content, case.seed.unwrap_or(SEED)), case);
    run.is_brief = true;
    run.force_dice();
    run.judge_forces();
    run.play(&mut |_, _| {});
    if run.report.passed() {
        run.judge_end();
    }
    if run.report.passed() && !case.events.is_empty() {
        run.account();
        run.judge_events();
    }
    run
}

struct Run<'a> {
    game: Game,
    case: &'a CaseDoc,
    /// How many decisions the case has answered.
    answered: usize,
    has_told_unanswered: bool,
    /// Whether the first failure is enough.
    is_brief: bool,
    report: Report,
}

impl<'a> Run<'a> {
    fn of(game: Game, case: &'a CaseDoc) -> Self {
        Self {
            game,
            case,
            answered: 0,
            has_told_unanswered: false,
            is_brief: false,
            report: Report::default(),
        }
    }
}

impl Run<'_> {
    fn outcome(&self) -> Outcome {
        match self.report.passed() {
            true => Outcome::Passed,
            false if self.report.stuck => Outcome::Stuck,
            false => Outcome::Failed,
        }
    }

    fn fail(&mut self, why: String) {
        self.report.failures.push(Failure { why, at: None });
    }

    fn fail_at<T>(&mut self, at: &At<T>, why: String) {
        let at = Some((at.start, at.end));
        self.report.failures.push(Failure { why, at });
    }

    /// Holds the rules about building that the forces break against those that the case names.
    fn judge_forces(&mut self) {
        let Some(illegal) = &self.case.illegal else { return };
        let rules = &self.game.content().pack().rules;
        let broken = self.game.breaches().into_iter();
        let broken: BTreeSet<&str> = broken
            .filter_map(|breach| rules.find(breach.rule))
            .map(|rule| rule.name.as_str())
            .collect();
        let named: BTreeSet<&str> = illegal.iter().map(|label| label.value.as_str()).collect();
        if broken != named {
            let why = format!("the forces break {broken:?}, but the case expects {named:?}");
            self.fail(why);
        }
    }

    fn force_dice(&mut self) {
        let words = &self.game.content().pack().words[0].words;
        let mut faces = Vec::new();
        let mut numbers = Vec::new();
        let mut unknown = Vec::new();
        for face in &self.case.dice {
            // A word never begins with a digit, so a number is always one that chance is to give.
            if let Ok(number) = face.value.parse() {
                numbers.push(number);
                continue;
            }
            match words
                .iter()
                .position(|word| *word == face.value)
                .and_then(|at| u16::try_from(at).ok())
            {
                Some(face) => faces.push(face),
                None => unknown.push(face),
            }
        }
        for face in unknown {
            let why = format!(
                "no die has the face `{}`; {}; a number stands for what chance gives elsewhere",
                face.value,
                self.faces()
            );
            self.fail_at(face, why);
        }
        self.game.force_dice(faces);
        self.game.force_numbers(numbers);
    }

    /// The dice of the game with their faces, in words.
    fn faces(&self) -> String {
        let pack = self.game.content().pack();
        let name = |face: &u16| pack.words[0].words.get(usize::from(*face));
        let dice = pack.dice.iter().map(|die| {
            let mut faces: Vec<String> = die
                .sides
                .iter()
                .filter_map(name)
                .map(|face| format!("`{face}`"))
                .collect();
            faces.dedup();
            format!("`{}` has {}", die.name, faces.join(", "))
        });
        dice.collect::<Vec<_>>().join("; ")
    }

    /// Plays to the end.
    fn play(&mut self, look: &mut dyn FnMut(&Game, &Answer)) {
        for _ in 0..MOST_DECISIONS {
            if let Status::Over(_) = self.game.advance() {
                return;
            }
            if self.is_brief && !self.report.passed() {
                return;
            }
            let Some(decision) = self.game.decision().cloned() else {
                return;
            };
            if self.ends_here() {
                return;
            }
            let answer = self.answer(&decision);
            look(&self.game, &answer);
            if let Err(error) = self.game.decide(&answer) {
                self.fail(format!(
                    "decision {} (`{}`): {error}",
                    self.answered, decision.prompt
                ));
                if self.game.decide(&decision.default).is_err() {
                    return;
                }
            }
        }
        self.report.stuck = true;
        self.fail(format!("the case is not over after {MOST_DECISIONS} decisions"));
    }

    /// Whether the case ends before the question that is asked now.
    fn ends_here(&self) -> bool {
        self.answered == self.case.decisions.len() && self.case.afterwards == Some(Afterwards::Stop)
    }

    fn account(&mut self) {
        let told = |event: &&Event| !matches!(event, Event::StepEnded { .. });
        let events = self.game.events().iter().filter(told);
        self.report.account = events
            .map(|event| self.game.render(event, Viewer::Public))
            .filter(|sentence| !sentence.is_empty())
            .collect();
    }

    fn note_applied(&mut self) {
        let pack = self.game.content().pack();
        let abilities = self.game.applied_rules();
        self.report.applied = abilities
            .filter_map(|rule| Ability::of(pack, rule.number()))
            .collect();
    }

    fn judge(&mut self) {
        self.judge_end();
        self.judge_events();
    }

    /// Holds the end of the game against what the case says of it.
    fn judge_end(&mut self) {
        if let Some(fault) = self.game.fault(Viewer::Judge) {
            self.report.stuck = true;
            self.fail(fault);
        }
        self.judge_dice();
        let case = self.case;
        if let Some(left) = case.decisions.get(self.answered) {
            let number = self.answered + 1;
            self.fail_at(
                left,
                format!("nobody was asked for decision {number} (`{}`)", left.value.takes),
            );
        }
        let midst: usize = case
            .decisions
            .iter()
            .map(|decision| decision.value.expect.len())
            .sum();
        for (check, text) in case.expect.iter().enumerate() {
            self.judge_check(midst + check, text);
        }
    }

    /// Holds the game against an expectation: the text, and the number of the compiled check.
    fn judge_check(&mut self, check: usize, text: &At<String>) {
        let Some(def) = self.game.content().pack().checks.get(check) else {
            return;
        };
        let function = def.function;
        if self.game.evaluate_watched(function, &[]) == 0 {
            let instead = self.instead(function.number());
            self.fail_at(text, format!("expected: {}{instead}", text.value.trim()));
        }
    }

    /// The questions of an expectation whose answers are no, with the values that they came to.
    fn instead(&self, function: u32) -> String {
        let findings = self.game.why_so(Id::new(function), Viewer::Judge).into_iter();
        let answers = findings
            .filter(|finding| finding.holds == Some(false))
            .map(|finding| finding.text);
        let answers: Vec<String> = answers.take(MOST_ANSWERS).collect();
        if answers.is_empty() {
            String::new()
        } else {
            format!(" -- no: {}", answers.join("; "))
        }
    }

    fn judge_dice(&mut self) {
        let left = self.game.forced_left();
        if left > 0 {
            self.fail(format!("{left} of the dice of the case were never rolled"));
        }
        self.judge_misfits();
        if self.case.seed.is_none() {
            self.judge_chance(left);
        }
    }

    /// Dice that were to show what they do not have.
    fn judge_misfits(&mut self) {
        let misfits = self.game.misfits().into_iter();
        let misfits = misfits.map(|(die, face)| {
            format!(
                "the case gives the face `{face}` to a {die} die, which does \
             not have it"
            )
        });
        let misfits: Vec<String> = misfits.collect();
        misfits.into_iter().for_each(|why| self.fail(why));
    }

    /// Judges chance in a case without a seed, which has to give each number and each die.
    fn judge_chance(&mut self, left: usize) {
        let unforced = self.game.unforced_numbers();
        if unforced > 0 {
            self.fail(format!(
                "`random` was used {} more often than the case gives numbers",
                so_many(unforced, "time", "times")
            ));
        }
        let rolled = |event: &Event| match event {
            Event::Rolled { faces, .. } => faces.len(),
            _ => 0,
        };
        let rolled: usize = self.game.events().iter().map(rolled).sum();
        let is_face = |face: &&At<String>| face.value.parse::<u32>().is_err();
        let given = self.case.dice.iter().filter(is_face).count();
        let given = given - left.min(given);
        if rolled > given {
            self.fail(format!(
                "{rolled} dice were rolled, but the case gives only {given}"
            ));
        }
    }

    fn judge_events(&mut self) {
        let case = self.case;
        let mut lines = self.report.account.iter();
        let mut wanted = case.events.iter();
        let missing = wanted.find(|wanted| !lines.any(|line| line.contains(&wanted.value)));
        if let Some(missing) = missing {
            let why = format!("this never happened, or not in this order: {}", missing.value);
            self.fail_at(missing, why);
        }
    }
}
