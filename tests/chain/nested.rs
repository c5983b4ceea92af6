//! A run within a run takes nothing away from the outer one: in every window.
//!
//! Cases that say `# nested within: PROCEDURE, PROCEDURE` have a procedure `in-between` that lets others do the same as the
//! pieces that the case is about. For each window of the procedures that they name, the case is played again, and
//! `in-between` runs in that window. What the case expects must hold all the same. Chance gives every die the first face
//! that the case names, and every number the first number; nobody uses an ability that he may leave.

use crate::workshop::{project, root};
use cardwright_bytecode::Pack;
use cardwright_compiler::Project;
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{compile_case, for_people};
use cardwright_core::{Content, Game, Status, Viewer};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const MARK: &str = "# nested within: ";
/// The number of dice and numbers that are forced to be the same.
const CHANCE: usize = 400;
const MOST_DECISIONS: usize = 2_000;

/// A case in whose windows others act.
struct Nested<'a> {
    case: &'a Loaded<CaseDoc>,
    text: &'a str,
    within: Vec<&'a str>,
}

fn nested(project: &Project) -> Vec<Nested<'_>> {
    let marked = project.cases.iter().filter_map(|case| {
        let text = &project.sources.get(case.file).text;
        let line = text.lines().find_map(|line| line.strip_prefix(MARK))?;
        Some(Nested {
            case,
            text,
            within: line.split(", ").collect(),
        })
    });
    marked.collect()
}

/// The windows of some procedures, as rules name them.
fn windows(pack: &Pack, within: &[&str]) -> Vec<String> {
    let of = |name: &&str| {
        let procedure = pack.procedures.iter().find(|one| one.name == **name);
        let procedure = procedure.unwrap_or_else(|| panic!("there is no procedure `{name}`"));
        let steps = procedure.steps.iter().flat_map(|step| {
            ["before", "at", "after"].map(|moment| format!("{moment} {}.{step}", procedure.name))
        });
        let whole = ["before", "after"].map(|moment| format!("{moment} {}", procedure.name));
        whole.into_iter().chain(steps).collect::<Vec<_>>()
    };
    within.iter().flat_map(of).collect()
}

/// The expectations of a case that do not hold.
fn unmet(content: &Arc<Content>, case: &CaseDoc) -> Vec<String> {
    let mut game = Game::new(content, 1);
    let number = |text: &str| text.parse::<u32>().ok();
    let words = &content.pack().words[0].words;
    let mut dice = case.dice.iter().map(|die| die.value.as_str());
    if let Some(value) = dice.clone().find_map(number) {
        game.force_numbers(vec![value; CHANCE]);
    }
    if let Some(face) = dice.find_map(|face| words.iter().position(|word| word == face)) {
        game.force_dice(vec![u16::try_from(face).expect("few faces"); CHANCE]);
    }
    for _ in 0..MOST_DECISIONS {
        if let Status::Over(_) = game.advance() {
            break;
        }
        let default = game.decision().expect("a game that waits asks").default.clone();
        game.decide(&default).expect("a default is possible");
    }
    let mut unmet: Vec<String> = game.fault(Viewer::Judge).into_iter().collect();
    if !matches!(game.advance(), Status::Over(_)) {
        unmet.push("it is not over".to_owned());
    }
    let checks = content.pack().checks.iter().zip(&case.expect);
    for (check, text) in checks {
        if game.evaluate(check.function, &[]) == 0 {
            unmet.push(text.value.clone());
        }
    }
    unmet
}

fn content_of(project: &Project, case: &Loaded<CaseDoc>) -> Arc<Content> {
    let compiled = compile_case(project, case);
    let told = for_people(&project.sources, &compiled.diagnostics, false);
    Content::new(compiled.pack.unwrap_or_else(|| panic!("{told}")))
}

#[test]
fn whoever_acts_in_between_takes_nothing_away() {
    let project = project();
    let mut variants = BTreeMap::new();
    for nested in nested(project) {
        let content = content_of(project, nested.case);
        let alone = unmet(&content, &nested.case.doc);
        let name = &project.sources.get(nested.case.file).name;
        assert!(alone.is_empty(), "{name}, with nobody in between: {alone:?}");
        let stem = name.trim_end_matches(".yaml");
        for (at, window) in windows(content.pack(), &nested.within).into_iter().enumerate() {
            let rule = format!("rules: |\n  {window} always once per game {{ run in-between }}\n");
            let text = nested.text.replacen("rules: |\n", &rule, 1);
            variants.insert(format!("{stem}-{at}.yaml"), (window, text));
        }
    }
    let systems = variants.keys().filter_map(|name| name.split('/').nth(2));
    let systems: BTreeSet<&str> = systems.collect();
    assert_eq!(
        systems.len(),
        project.systems.len(),
        "each game has such a case: {systems:?}"
    );
    let texts = variants
        .iter()
        .map(|(name, (_, text))| (name.clone(), text.clone()));
    let played = Project::load_with(&root(), texts.collect());
    let wrong: Vec<String> = variants
        .par_iter()
        .filter_map(|(name, (window, _))| {
            let case = played
                .cases
                .iter()
                .find(|case| played.sources.get(case.file).name == *name);
            let case = case.unwrap_or_else(|| panic!("{name} is read"));
            let unmet = unmet(&content_of(&played, case), &case.doc);
            (!unmet.is_empty()).then(|| format!("{name}: {window}: {}", unmet.join("; ")))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
