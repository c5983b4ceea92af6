//! Runs conformance cases: sets the situation up, forces the dice, answers the decisions, and holds what came
//! out against what the case expects.
//!
//! A case is deterministic by construction: a die that the case does not give is a failure, and so is a die or a
//! decision of the case that nobody asked for.

pub mod hostile;

use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::{At, CaseDoc};
use cardwright_core::{Answer, Content, Decision, Event, Game, Measured, Outcome, Status};
use std::collections::BTreeSet;

pub mod cards;

/// The most decisions of a case.
const MOST_DECISIONS: usize = 2000;
/// The most answers that are told of an expectation that does not hold.
const MOST_ANSWERS: usize = 4;
/// Any seed will do: a case forces every die, and shuffles must not matter.
const SEED: u64 = 1;

/// What came of a case.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Why it failed; empty if it passed.
    pub failures: Vec<String>,
    /// The account of what happened.
    pub account: Vec<String>,
    /// The rules that did what they say, changed a value, or spoke about a permission.
    pub applied: BTreeSet<Ability>,
    /// What abilities cost.
    pub measured: Measured,
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
    /// What people call it.
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
}

/// Runs a compiled case.
#[must_use]
pub fn run_case(pack: VerifiedPack, case: &CaseDoc) -> Report {
    run_case_watched(pack, case, &mut |_, _| {})
}

/// The same, and hands each state at a decision, with the answer that follows, to `look`.
#[must_use]
pub fn run_case_watched(pack: VerifiedPack, case: &CaseDoc, look: &mut dyn FnMut(&Game, &Answer)) -> Report {
    let content = Content::new(pack);
    let mut run = Run {
        game: Game::new(&content, SEED),
        case,
        answered: 0,
        report: Report::default(),
    };
    run.game.watch_rules();
    run.game.measure();
    run.force_dice();
    run.judge_forces();
    let outcome = run.play(look);
    run.account();
    run.note_applied();
    run.judge(outcome);
    run.report.measured = run.game.measured();
    run.report
}

struct Run<'a> {
    game: Game,
    case: &'a CaseDoc,
    answered: usize,
    report: Report,
}

impl Run<'_> {
    fn fail(&mut self, why: String) {
        self.report.failures.push(why);
    }

    /// Holds the rules about building that the forces break against those that the case names.
    fn judge_forces(&mut self) {
        let Some(named) = &self.case.illegal else { return };
        let rules = &self.game.content().pack().rules;
        let broken = self.game.breaches().into_iter();
        let broken: BTreeSet<&str> = broken
            .filter_map(|breach| rules.get(breach.rule as usize))
            .map(|rule| rule.name.as_str())
            .collect();
        let named: BTreeSet<&str> = named.iter().map(|label| label.value.as_str()).collect();
        if broken != named {
            let why = format!("the forces break {broken:?}, but the case says {named:?}");
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
                None => unknown.push(format!("no die has the face `{}`", face.value)),
            }
        }
        self.report.failures.extend(unknown);
        self.game.force_dice(faces);
        self.game.force_numbers(numbers);
    }

    /// Plays to the end; gives how it ended.
    fn play(&mut self, look: &mut dyn FnMut(&Game, &Answer)) -> Option<Outcome> {
        for _ in 0..MOST_DECISIONS {
            if let Status::Over(outcome) = self.game.advance() {
                return Some(outcome);
            }
            let decision = self.game.decision()?.clone();
            let answer = self.answer(&decision);
            look(&self.game, &answer);
            if let Err(error) = self.game.decide(&answer) {
                self.fail(format!(
                    "decision {} (`{}`): {error}",
                    self.answered, decision.prompt
                ));
                self.game.decide(&decision.default).ok()?;
            }
        }
        self.fail(format!("the case is not over after {MOST_DECISIONS} decisions"));
        None
    }

    /// The answer that the case gives, or the default once it gives no more.
    fn answer(&mut self, decision: &Decision) -> Answer {
        let Some(given) = self.case.decisions.get(self.answered) else {
            return decision.default.clone();
        };
        self.answered += 1;
        match given.value.as_str() {
            "default" => return decision.default.clone(),
            "nothing" => return Answer::nothing(),
            _ => {}
        }
        let mut options = Vec::new();
        for label in given.value.split(" + ") {
            let found = find(&self.game, decision, label);
            match found[..] {
                [option] => options.push(option),
                _ => {
                    let known: Vec<&str> = decision
                        .options
                        .iter()
                        .map(|option| option.label.as_str())
                        .take(20)
                        .collect();
                    let what = if found.is_empty() {
                        "no option"
                    } else {
                        "more than one option"
                    };
                    self.fail(format!(
                        "decision {} (`{}`) has {what} `{label}`, only: {}",
                        self.answered,
                        decision.prompt,
                        known.join(" | ")
                    ));
                    return decision.default.clone();
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Answer(options)
    }

    fn account(&mut self) {
        let told = |event: &&Event| !matches!(event, Event::StepEnded { .. });
        let events = self.game.events().iter().filter(told);
        self.report.account = events.map(|event| self.game.render(event)).collect();
    }

    fn note_applied(&mut self) {
        let pack = self.game.content().pack();
        let abilities = self.game.applied_rules();
        self.report.applied = abilities.filter_map(|rule| Ability::of(pack, rule)).collect();
    }

    fn judge(&mut self, outcome: Option<Outcome>) {
        if let Some(outcome) = outcome.filter(|outcome| outcome.is_fault()) {
            let title = outcome.title(self.game.content()).to_owned();
            self.fail(title);
        }
        self.judge_dice();
        if self.answered < self.case.decisions.len() {
            let left = &self.case.decisions[self.answered].value;
            self.fail(format!(
                "nobody was asked for decision {} (`{left}`)",
                self.answered + 1
            ));
        }
        for check in 0..self.game.content().pack().checks.len() {
            let def = &self.game.content().pack().checks[check];
            let (text, function) = (def.text.clone(), def.function);
            if self.game.evaluate(function, &[]) == 0 {
                let instead = self.instead(function);
                self.fail(format!("expected: {}{instead}", text.trim()));
            }
        }
        self.judge_events();
    }

    /// The questions of an expectation whose answers are no, with the values that they came to.
    fn instead(&self, function: u32) -> String {
        let findings = self.game.why_so(function).into_iter();
        let answers = findings
            .filter(|finding| !finding.holds)
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
            self.fail(format!("{left} of the case's dice were never rolled"));
        }
        let unforced = self.game.unforced_numbers();
        if unforced > 0 {
            self.fail(format!(
                "`random` was asked {unforced} times more than the case gives numbers"
            ));
        }
        let misfits = self.game.misfits().into_iter();
        let misfits =
            misfits.map(|(die, face)| format!("a {die} die was to show `{face}`, which it does not have"));
        let misfits: Vec<String> = misfits.collect();
        self.report.failures.extend(misfits);
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
        let mut lines = self.report.account.iter();
        let missing = self
            .case
            .events
            .iter()
            .find(|wanted| !lines.any(|line| line.contains(&wanted.value)));
        if let Some(missing) = missing {
            let why = format!("this never happened, or not in this order: {}", missing.value);
            self.fail(why);
        }
    }
}

/// The option with this label, or that stands for the entity with this id, or else those whose labels contain it.
fn find(game: &Game, decision: &Decision, label: &str) -> Vec<usize> {
    let by_id = || (0..decision.options.len()).find(|&option| game.id_of_option(option) == Some(label));
    if let Some(exact) = decision.labelled(label).or_else(by_id) {
        return vec![exact];
    }
    let options = decision.options.iter().enumerate();
    let near = options.filter(|(_, option)| option.label.contains(label));
    near.map(|(at, _)| at).collect()
}
