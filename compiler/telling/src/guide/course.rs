//! The course of a game: the procedures in the order in which a game comes to them, and what runs each.

use super::View;
use super::model::{Guide, Procedure, Uses};
use cardwright_bytecode::pack::{Id, Level, RuleKind};
use cardwright_trees::{Block, Body, ExprKind, Node, Statement, StatementKind, Target};
use std::collections::BTreeSet;

/// Fills in what each step runs and offers and what runs each procedure, and puts the procedures in order.
pub(super) fn in_order(view: &View<'_>, guide: &mut Guide) {
    for procedure in &mut guide.procedures {
        fill_steps(view, procedure);
    }
    let options = options(view);
    let main = view.system.doc.main.value.clone();
    let mut order = Vec::new();
    visit(&main, &guide.procedures, &options, &mut order);
    for procedure in &guide.procedures {
        visit(&procedure.name, &guide.procedures, &options, &mut order);
    }
    let place = |name: &str| order.iter().position(|one| one == name);
    guide.procedures.sort_by_key(|procedure| place(&procedure.name));
    run_by(guide, &options, &rules_that_run(view));
    for offer in &mut guide.offers {
        let steps = guide
            .procedures
            .iter()
            .flat_map(|procedure| procedure.steps.iter().map(move |step| (&procedure.name, step)));
        let made = steps.filter(|(_, step)| step.offers.contains(&offer.name));
        offer.made_in = made
            .map(|(procedure, step)| format!("{procedure}.{}", step.name))
            .collect();
    }
}

fn fill_steps(view: &View<'_>, procedure: &mut Procedure) {
    let def = view.pack.procedures.iter().find(|def| def.name == procedure.name);
    let function = def.and_then(|def| view.program.function(def.function));
    let Some(Body::Steps { steps, .. }) = function.map(|function| &function.body) else {
        return;
    };
    let names = procedure.params.iter().chain(&procedure.vars);
    let gathered = procedure.steps.iter().filter_map(|step| step.gathers.as_ref());
    let names: Vec<&String> = names.map(|one| &one.name).chain(gathered).collect();
    let mut uses: Vec<Uses> = names.into_iter().map(|name| no_uses(name)).collect();
    for (step, tree) in procedure.steps.iter_mut().zip(steps) {
        let mut found = Found::default();
        found.look(view, &tree.gathers);
        found.look(view, &tree.body);
        let name = |local: &usize| {
            let local = function?.locals.get(*local)?;
            (local.variable && !local.name.starts_with('(')).then_some(&local.name)
        };
        found
            .locals
            .iter()
            .for_each(|local| add(&mut step.sets, name(local)));
        for one in &mut uses {
            let is_it =
                |local: &usize| function.is_some_and(|function| function.locals[*local].name == one.name);
            if found.locals.iter().any(is_it) {
                one.set_in.push(step.name.clone());
            }
            if found.reads.iter().any(is_it) {
                one.read_in.push(step.name.clone());
            }
        }
        step.runs = found.runs;
        step.offers = found.offers;
        step.asks = found.asks;
    }
    procedure.uses = uses;
}

fn no_uses(name: &str) -> Uses {
    Uses {
        name: name.to_owned(),
        ..Uses::default()
    }
}

/// The runs and offers of a block, each once, in the order of the text.
#[derive(Default)]
struct Found {
    runs: Vec<String>,
    offers: Vec<String>,
    asks: Vec<String>,
    /// The names of the procedure that are set, and those that are read.
    locals: Vec<usize>,
    reads: Vec<usize>,
}

impl Found {
    fn look(&mut self, view: &View<'_>, block: &Block) {
        let pack = view.pack;
        block.walk(&mut |node| {
            let (procedure, offer) = match node {
                Node::Statement(statement) => match &statement.kind {
                    StatementKind::Run { procedure, .. } => (Some(*procedure), None),
                    StatementKind::Offer(offer) => (None, Some(offer.offer)),
                    _ => (None, None),
                },
                Node::Expr(expr) => match &expr.kind {
                    ExprKind::Run { procedure, .. } => (Some(*procedure), None),
                    ExprKind::Offer(offer) => (None, Some(offer.offer)),
                    _ => (None, None),
                },
            };
            // What watches a change is run by the change, and has no entry.
            let procedure = procedure
                .filter(|at| !view.program.changes.contains_key(at))
                .and_then(|at| pack.procedures.get(at))
                .map(|def| &def.name)
                .filter(|name| is_written(name));
            let offer = offer.and_then(|at| pack.offers.get(at)).map(|def| &def.name);
            add(&mut self.runs, procedure);
            add(&mut self.offers, offer);
            match node {
                Node::Statement(statement) => self.statement(view, statement),
                Node::Expr(expr) => self.reads.extend(match expr.kind {
                    ExprKind::Local(local) => Some(local),
                    _ => None,
                }),
            }
        });
    }

    /// Notes the names that a statement sets, and the questions that it asks.
    fn statement(&mut self, view: &View<'_>, statement: &Statement) {
        let choice = match &statement.kind {
            StatementKind::Choose(choose) => choose.choice,
            StatementKind::ChoosePlace(choose) => choose.choice,
            StatementKind::ChooseBranch { choice, .. } | StatementKind::May { choice, .. } => *choice,
            StatementKind::Set {
                target: Target::Local(local),
                ..
            }
            | StatementKind::Add {
                target: Target::Local(local),
                ..
            } => {
                self.locals.push(*local);
                return;
            }
            _ => return,
        };
        add(
            &mut self.asks,
            view.pack.choices.get(choice).map(|choice| &choice.prompt),
        );
    }
}

fn add(list: &mut Vec<String>, name: Option<&String>) {
    if let Some(name) = name.filter(|name| !list.contains(name)) {
        list.push(name.clone());
    }
}

/// For each option that the system adds to an offer: the offer, its label, and what it runs.
fn options(view: &View<'_>) -> Vec<(String, String, Vec<String>)> {
    let rules = view.pack.rules.iter().filter(|rule| rule.level == Level::Core);
    let option = |rule: &cardwright_bytecode::pack::Rule| match &rule.kind {
        RuleKind::OfferOption { offer, body, .. } => {
            let offer = view.pack.offers.find(*offer)?.name.clone();
            Some((offer, rule.name.clone(), runs_of(view, body.number())))
        }
        _ => None,
    };
    rules.filter_map(option).collect()
}

/// For each rule of the system that lives in a window: where, and what it runs.
fn rules_that_run(view: &View<'_>) -> Vec<(String, Vec<String>)> {
    let rules = view.pack.rules.iter().filter(|rule| rule.level == Level::Core);
    let rule = |rule: &cardwright_bytecode::pack::Rule| match &rule.kind {
        RuleKind::Trigger { window, body, .. } => {
            let window = view.pack.windows.find(*window)?;
            let procedure = view.pack.procedures.find(window.procedure)?;
            let step = window.step.and_then(|step| procedure.steps.get(step as usize));
            let step = step.map_or(String::new(), |step| format!(".{step}"));
            let place = format!(
                "a rule of the system in the windows of `{}{step}`",
                procedure.name
            );
            Some((place, runs_of(view, body.number())))
        }
        _ => None,
    };
    rules.filter_map(rule).collect()
}

/// Whether somebody wrote this procedure. What watches a change was made by the compiler: its name is several words.
pub(super) fn is_written(name: &str) -> bool {
    !name.contains(' ')
}

fn runs_of(view: &View<'_>, body: u32) -> Vec<String> {
    let mut found = Found::default();
    if let Some(Body::Does(block)) = view
        .program
        .function(Id::new(body))
        .map(|function| &function.body)
    {
        found.look(view, block);
    }
    found.runs
}

/// A procedure, then whatever its steps run and the options of its offers, unless a game came to them before.
fn visit(
    name: &str,
    procedures: &[Procedure],
    options: &[(String, String, Vec<String>)],
    order: &mut Vec<String>,
) {
    if order.iter().any(|one| one == name) {
        return;
    }
    let Some(procedure) = procedures.iter().find(|procedure| procedure.name == name) else {
        return;
    };
    order.push(name.to_owned());
    for step in &procedure.steps {
        let offered = options.iter().filter(|option| step.offers.contains(&option.0));
        let runs: Vec<&String> = step
            .runs
            .iter()
            .chain(offered.flat_map(|option| &option.2))
            .collect();
        runs.into_iter()
            .for_each(|next| visit(next, procedures, options, order));
    }
}

/// Notes for each procedure the steps, options and rules that run it.
fn run_by(guide: &mut Guide, options: &[(String, String, Vec<String>)], rules: &[(String, Vec<String>)]) {
    let steps = guide.procedures.iter().flat_map(|procedure| {
        let step = move |step: &super::model::Step| {
            (
                format!("[`{0}.{1}`](#procedure-{0})", procedure.name, step.name),
                step.runs.clone(),
            )
        };
        procedure.steps.iter().map(step)
    });
    let options = options.iter().map(|(offer, label, runs)| {
        (
            format!("the option \"{label}\" of [`{offer}`](#offers)"),
            runs.clone(),
        )
    });
    let all: Vec<(String, Vec<String>)> = steps.chain(options).chain(rules.iter().cloned()).collect();
    for procedure in &mut guide.procedures {
        let mut seen = BTreeSet::new();
        let by = all.iter().filter(|one| one.1.contains(&procedure.name));
        let by = by.filter(|one| seen.insert(&one.0));
        procedure.run_by = by.map(|one| one.0.clone()).collect();
    }
}
