//! Vectors of cases, and of one seeded game a scenario.

use super::session::Session;
use super::source::Source;
use crate::content::{Played, SystemBook, Wrong};
use crate::folder::LeftOut;
use crate::model::document::VECTOR;
use crate::model::vector::{Start, Step, Vector};
use crate::state::{Seen, Teller};
use cardwright_case_runner::run_case_on;
use cardwright_compiler::Project;
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::side_by_side;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Answer, Game, Viewer};
use rayon::prelude::*;

/// The seed of everything: of chance, and of those who decide.
const SEED: u64 = 1;
/// The most decisions of a game; one that goes on longer is told so far.
const MOST_DECISIONS: usize = 400;

/// Vectors, each as one line of JSON: as objects they would take many times the memory.
type Line = Result<(String, String), LeftOut>;

/// The vectors of all cases of a system that are asked for, by their ids, and what is left out.
pub(crate) fn cases(book: &SystemBook<'_>, project: &Project) -> (Vec<u8>, Vec<LeftOut>) {
    let cases = project.cases.iter();
    let cases = cases.filter(|case| case.doc.system.value == book.system.id && is_asked(book, project, case));
    let of_case = |case| as_line(of_case(book, project, case));
    sorted(side_by_side(project, cases, of_case))
}

/// The vectors of one game of each scenario that is asked for.
pub(crate) fn games(book: &SystemBook<'_>, project: &Project) -> (Vec<u8>, Vec<LeftOut>) {
    let scenarios: Vec<_> = book.asked_scenarios(project).collect();
    let recorded = scenarios.into_par_iter().map(|scenario| {
        let source = Source::Game(scenario);
        let played = source.played(project, &book.known);
        let played = played.map_err(|wrong| unmade(source.id(project), &wrong))?;
        as_line(of_game(book, project, source, played))
    });
    sorted(recorded.collect())
}

fn as_line(vector: Result<Vector, LeftOut>) -> Line {
    let vector = vector?;
    let mut line = crate::json::line(&vector);
    line.push('\n');
    Ok((vector.id, line))
}

fn sorted(recorded: Vec<Line>) -> (Vec<u8>, Vec<LeftOut>) {
    let (mut lines, mut left_out) = (Vec::with_capacity(recorded.len()), Vec::new());
    for one in recorded {
        match one {
            Ok(line) => lines.push(line),
            Err(left) => left_out.push(left),
        }
    }
    lines.sort_unstable();
    let mut all = Vec::with_capacity(lines.iter().map(|(_, line)| line.len()).sum());
    for (_, line) in lines {
        all.extend(line.into_bytes());
    }
    (all, left_out)
}

/// Whether a case belongs to the exported part of a system: it is on one of the part's scenarios, or plays
/// with its sets alone.
fn is_asked(book: &SystemBook<'_>, project: &Project, case: &Loaded<CaseDoc>) -> bool {
    if book.part == crate::Part::Whole {
        return true;
    }
    let source = Source::Case(case);
    match source.scenario(project) {
        Some(scenario) => book.part.has_scenario(scenario),
        None => source.sets(project).iter().all(|set| book.part.has_set(set)),
    }
}

fn unmade(what: String, wrong: &Wrong) -> LeftOut {
    let why = wrong
        .first()
        .map_or("its content has errors", |first| first.message.as_str());
    LeftOut {
        what,
        why: why.to_owned(),
    }
}

fn of_case(book: &SystemBook<'_>, project: &Project, case: &Loaded<CaseDoc>) -> Result<Vector, LeftOut> {
    let source = Source::Case(case);
    let id = source.id(project);
    let played = source.played(project, &book.known);
    let played = played.map_err(|wrong| unmade(id.clone(), &wrong))?;
    let mut answers = Vec::new();
    let report = run_case_on(&played.content, &case.doc, &mut |_, answer| {
        answers.push(answer.clone());
    });
    if let Some(failure) = report.failures.first() {
        return Err(LeftOut {
            what: id,
            why: format!("the case fails: {failure}"),
        });
    }
    let (mut start, seen) = start(book, project, source, &played);
    for throw in &case.doc.dice {
        match throw.value.parse() {
            Ok(number) => start.forced_numbers.push(number),
            Err(_) => start.forced_dice.push(throw.value.clone()),
        }
    }
    start.proves = case.doc.proves.iter().map(|rule| rule.value.clone()).collect();
    let mut answers = answers.into_iter();
    recorded(start, played, seen, &mut |_| answers.next()).map_err(|why| LeftOut { what: id, why })
}

fn of_game(
    book: &SystemBook<'_>,
    project: &Project,
    source: Source<'_>,
    played: Played,
) -> Result<Vector, LeftOut> {
    let (start, seen) = start(book, project, source, &played);
    let id = start.id.clone();
    let mut agent = RandomAgent::new(SEED);
    let mut left = MOST_DECISIONS;
    let mut decide = |game: &Game| {
        left = left.checked_sub(1)?;
        Some(agent.decide(game, game.decision()?))
    };
    recorded(start, played, seen, &mut decide).map_err(|why| LeftOut { what: id, why })
}

/// The start of a vector as a runner is told it, and the state of the game. The results of chance are added
/// when they are known.
fn start(book: &SystemBook<'_>, project: &Project, source: Source<'_>, played: &Played) -> (Start, Seen) {
    let game = Game::new(&played.content, SEED);
    let rules = &played.content.pack().rules;
    let broken = game.breaches().into_iter();
    let broken = broken.filter_map(|breach| rules.find(breach.rule));
    let mut illegal: Vec<String> = broken.map(|rule| rule.name.clone()).collect();
    illegal.sort();
    illegal.dedup();
    let seen = Seen::first(&game, &played.names);
    let start = Start {
        system: book.system.id.clone(),
        id: source.id(project),
        file: project.sources.get(source.file()).name.clone(),
        proves: Vec::new(),
        seed: SEED,
        forced_dice: Vec::new(),
        forced_numbers: Vec::new(),
        chance: Vec::new(),
        illegal,
        play: book.play(
            project,
            source.file(),
            played,
            seen.clone(),
            source.sets(project),
            source.map(project),
        ),
    };
    (start, seen)
}

/// Plays, and notes each step; whoever decides may stop before the end.
fn recorded(
    mut start: Start,
    played: Played,
    seen: Seen,
    decide: &mut dyn FnMut(&Game) -> Option<Answer>,
) -> Result<Vector, String> {
    let mut session = Session::new(
        &played.content,
        played.names,
        seen,
        start.seed,
        &start.forced_dice,
        &start.forced_numbers,
    );
    let mut steps = Vec::new();
    loop {
        let comes = session.advance();
        start.chance.extend(comes.chance.iter().cloned());
        let answer = comes.decision.as_ref().and_then(|_| decide(&session.game));
        let teller = Teller::of(&session.game, &session.names);
        let taken = answer.as_ref().map(|answer| teller.answer(answer));
        steps.push(Step { comes, taken });
        let Some(answer) = answer else { break };
        session.decide(&answer)?;
    }
    if let Some(fault) = session.game.fault(Viewer::Judge) {
        return Err(format!("a limit was reached: {fault}"));
    }
    Ok(Vector {
        document: VECTOR.head(),
        system: start.system.clone(),
        id: start.id.clone(),
        start,
        steps,
    })
}
