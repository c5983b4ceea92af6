//! No ability ever costs more than the bound that `check --costs` states for it: fuel, decisions, random numbers and
//! windows of each use, and the fuel for asking whether it can be used. Held against what abilities really cost in
//! every case and in random games of every scenario. A case that has rules of its own is another game than the one of
//! which `check --costs` tells: it is held against the bounds that its own rules give.

use crate::workshop::{Copy, changes, hexes, project, sample};
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_case_runner::{Ability, run_case};
use cardwright_compiler::{
    AbilityRow, Cost, MOST_FUEL, Project, bound, compile_case, compile_scenario, costs, costs_of,
};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, Measured, Outlay, Status};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The least number of abilities of the project that must be seen at work: fewer, and the test says little.
const LEAST_USED: usize = 150;
/// How many times as much fuel the bound in the middle of all can state as was seen to be used. Some are far looser: what
/// happens only if every mine on the table goes off at once is seldom seen, and of ten cards that forbid by range few are ever in play.
const MIDDLE: u64 = 20;
/// How many random games are played of each scenario, and how many decisions of each.
const GAMES: u64 = 2;
const MOST_DECISIONS: usize = 300;

/// The highest cost of each ability, by the place where it is written.
type Worst = BTreeMap<Ability, (Outlay, u64)>;

/// The highest costs by the places that abilities have in every pack.
fn by_place(pack: &VerifiedPack, measured: &Measured) -> Worst {
    let used = measured.used.iter().map(|(&rule, &outlay)| (rule, outlay, 0));
    let asked = measured
        .asked
        .iter()
        .map(|(&rule, &fuel)| (rule, Outlay::default(), fuel));
    let all = used.chain(asked);
    let placed = all.filter_map(|(rule, outlay, asked)| Some((Ability::of(pack, rule)?, (outlay, asked))));
    placed.fold(Worst::new(), |worst, one| joined(worst, Worst::from([one])))
}

fn joined(mut worst: Worst, other: Worst) -> Worst {
    for (ability, (outlay, asked)) in other {
        let known = worst.entry(ability).or_default();
        *known = (known.0.most(outlay), known.1.max(asked));
    }
    worst
}

/// The highest costs of abilities in cases without rules of their own; and the abilities that cost more than
/// their bounds in the others.
fn in_cases(project: &Project) -> (Worst, Vec<String>) {
    let cases = project.cases.par_iter().filter_map(|case| {
        let pack = compile_case(project, case).pack?;
        let names = pack.clone();
        let measured = run_case(pack, &case.doc).measured;
        Some(match &case.doc.rules {
            None => (by_place(&names, &measured), Vec::new()),
            Some(_) => (Worst::new(), over_in(project, &names, &measured)),
        })
    });
    cases.reduce(Default::default, |(worst, mut over), (other, more)| {
        over.extend(more);
        (joined(worst, other), over)
    })
}

/// The abilities that cost more in a game than the bounds which its own rules give.
fn over_in(project: &Project, pack: &VerifiedPack, measured: &Measured) -> Vec<String> {
    let rows = costs_of(project, pack);
    let stated: BTreeMap<_, _> = rows.iter().map(|row| (Id::at(row.rule), row)).collect();
    let all = measured.used.keys().chain(measured.asked.keys());
    let over = all.filter_map(|&rule| {
        let outlay = measured.used.get(&rule).copied().unwrap_or_default();
        let asked = measured.asked.get(&rule).copied().unwrap_or(0);
        let row = stated
            .get(&pack.first_of(Id::new(rule)))
            .expect("each ability has a bound");
        (!fits(outlay, asked, row.used, row.asked)).then(|| {
            let (place, case) = (Ability::of(pack, rule), &pack.title.scenario);
            format!("{place:?} in `{case}`: {outlay:?}, asked {asked}; stated: {row:?}")
        })
    });
    over.collect()
}

fn fits(outlay: Outlay, asked: u64, bound: Cost, most_asked: u64) -> bool {
    outlay.fuel <= bound.fuel
        && outlay.decisions <= bound.decisions
        && outlay.draws <= bound.draws
        && outlay.windows <= bound.windows
        && asked <= most_asked
}

fn in_random_games(project: &Project) -> Worst {
    let games =
        (0..project.scenarios.len()).flat_map(|scenario| (0..GAMES).map(move |seed| (scenario, seed)));
    let games: Vec<(usize, u64)> = games.collect();
    let played = games.par_iter().filter_map(|&(scenario, seed)| {
        let pack = compile_scenario(project, &project.scenarios[scenario]).pack?;
        let content = Content::new(pack);
        let mut game = Game::new(&content, seed);
        game.measure();
        let mut agent = RandomAgent::new(seed);
        for _ in 0..MOST_DECISIONS {
            if matches!(game.advance(), Status::Over(_)) {
                break;
            }
            let decision = game.decision().cloned().expect("somebody is asked");
            let answer = agent.decide(&game, &decision);
            game.decide(&answer).expect("the answer is legal");
        }
        Some(by_place(content.pack(), &game.measured()))
    });
    played.reduce(Worst::new, joined)
}

/// The abilities that cost more than is stated; the number of abilities that were used; and the looseness of
/// their bounds of fuel, loosest first.
fn held(project: &Project) -> (Vec<String>, usize, Vec<(u64, String)>) {
    let stated = costs(project).abilities;
    let mut bounds: BTreeMap<(&str, usize, &str), &AbilityRow> = BTreeMap::new();
    for row in &stated {
        bounds.insert((&row.file, row.line, &row.name), row);
    }
    let (in_cases, mut over) = in_cases(project);
    let (mut used, mut loose) = (0, Vec::new());
    for (ability, (outlay, asked)) in joined(in_cases, in_random_games(project)) {
        let place = (
            ability.file.as_str(),
            ability.line as usize,
            ability.name.as_str(),
        );
        let Some(row) = bounds.get(&place) else {
            over.push(format!("{place:?} has no bound"));
            continue;
        };
        let bound = row.used;
        if !fits(outlay, asked, bound, row.asked) {
            over.push(format!(
                "{place:?}: {outlay:?}, asked {asked}; stated: {bound:?}, asked {}",
                row.asked
            ));
        }
        if let Some(times) = bound.fuel.checked_div(outlay.fuel) {
            used += 1;
            loose.push((times, format!("{place:?}: {outlay:?}, stated {bound:?}")));
        }
    }
    loose.sort();
    loose.reverse();
    (over, used, loose)
}

#[test]
fn no_ability_costs_more_than_its_bound() {
    let (over, used, loose) = held(project());
    assert!(
        over.is_empty(),
        "{} abilities cost more:\n{}",
        over.len(),
        over.join("\n")
    );
    assert!(used >= LEAST_USED, "only {used} abilities were used");
    let middle = loose.get(loose.len() / 2).map_or(0, |one| one.0);
    assert!(
        middle <= MIDDLE,
        "bounds say little: {middle} times what was used, in the middle; the worst are {:#?}",
        &loose[..loose.len().min(5)]
    );
    eprintln!("{used} abilities were used; bounds of fuel are {middle} times that, in the middle");
}

#[test]
fn no_ability_of_the_samples_costs_more_than_its_bound() {
    for root in [sample(), changes(), hexes()] {
        let (over, used, _) = held(&Project::load(&root));
        assert_eq!(over, Vec::<String>::new());
        assert!(used > 0, "no ability of {} was used", root.display());
    }
}

/// The stated cost of the brass bell's rule.
fn of_rule(rule: &str) -> AbilityRow {
    let ours = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
    let project = Copy::of(&sample())
        .with("cards/sample/basic.yaml", ours, rule)
        .project();
    let stated = costs(&project).abilities;
    let ours = stated.into_iter().filter(|row| row.file.ends_with("basic.yaml"));
    ours.max_by_key(|row| row.line).expect("the rule is there")
}

#[test]
fn what_the_text_says_of_a_number_bounds_it() {
    let often = of_rule("after round always { repeat (-300 * -300) times { give 1 apple to you } }");
    assert!(often.used.fuel >= 90_000, "{}", often.used.fuel);
    let again = of_rule(
        "define n: number = 500 after round always { repeat n * 2 times { let a = random(6) give a apple to you } }",
    );
    assert_eq!(again.used.draws, 1_000);
}

// Limit: MOST_FUEL in compiler/lints/src/costs/mod.rs
#[test]
fn a_bound_beyond_what_a_game_runs_is_none() {
    assert_eq!(MOST_FUEL, cardwright_core::limits::FUEL_PER_DECISION);
    let endless =
        of_rule("after round always { repeat 90000 times { repeat 90000 times { give 1 apple to you } } }");
    assert_eq!(bound(endless.used.fuel), "unbounded");
    let told = serde_json::to_value(&endless).expect("it is told");
    assert_eq!(told["fuel"], "unbounded");
}
