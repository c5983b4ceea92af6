//! Shipped rules and statements as examples: the shortest of each sort, from the cards where they have one.

use super::View;
use super::model::{Call, Guide, Shown};
use cardwright_bytecode::pack::{FuncId, RuleKind};
use cardwright_bytecode::registry::{CORE_CALLS, CoreCall};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::place_of;
use cardwright_documents::source::Location;
use cardwright_trees::{Callee, Expr, ExprKind, Node, Statement, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// The most rules that are shown of one procedure, each of another window.
const WINDOWS_SHOWN: usize = 3;
/// The longest example, in letters: what is longer shows too much else.
pub(super) const LONGEST: usize = 700;

/// Adds the examples.
pub(super) fn examples(view: &View<'_>, guide: &mut Guide) {
    let collected = Collected::of(view);
    let rules = rules(view);
    for value in &mut guide.values {
        value.shown = collected.best(rules.get(&About::Value(value.name.clone())));
    }
    for permission in &mut guide.permissions {
        permission.shown = collected.best(rules.get(&About::Permission(permission.name.clone())));
    }
    for offer in &mut guide.offers {
        offer.shown = collected.best(rules.get(&About::Offer(offer.name.clone())));
    }
    for effect in &mut guide.effects {
        effect.shown = collected.best(collected.starts.get(&effect.name));
    }
    for procedure in &mut guide.procedures {
        procedure.run_shown = collected.best_of_cards(collected.runs.get(&procedure.name));
        for step in procedure.steps.iter().map(|step| step.name.as_str()).chain([""]) {
            let window = About::Window(procedure.name.clone(), step.to_owned());
            let shown = collected.best_of_cards(rules.get(&window));
            if let Some(shown) =
                shown.filter(|one| procedure.shown.iter().all(|known| known.text != one.text))
            {
                procedure.shown.push(shown);
            }
        }
        procedure.shown.sort_by_key(|shown| shown.text.len());
        procedure.shown.truncate(WINDOWS_SHOWN);
    }
    for define in &mut guide.defines {
        define.asked = collected.asked.get(&define.name).copied().unwrap_or(0);
    }
    guide
        .defines
        .sort_by_key(|define| std::cmp::Reverse(define.asked));
    guide.calls = calls(view, &collected);
}

/// The subject of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Value(String),
    Permission(String),
    Offer(String),
    /// A procedure and its step; the procedure itself, if that is empty.
    Window(String, String),
}

/// The places of all rules by what they are about.
fn rules(view: &View<'_>) -> BTreeMap<About, Vec<Location>> {
    let mut found: BTreeMap<About, Vec<Location>> = BTreeMap::new();
    for (number, rule) in view.pack.rules.iter().enumerate() {
        let place = view.program.rules.get(number).map(|rule| rule.place);
        if let (Some(about), Some(place)) = (about(view, &rule.kind), place) {
            found.entry(about).or_default().push(place);
        }
    }
    found
}

fn about(view: &View<'_>, kind: &RuleKind) -> Option<About> {
    let pack = view.pack;
    Some(match kind {
        RuleKind::Modify { value, .. } => About::Value(pack.values.find(*value)?.name.clone()),
        RuleKind::Permit { permission, .. } => {
            About::Permission(pack.permissions.find(*permission)?.name.clone())
        }
        RuleKind::OfferOption { offer, .. } => About::Offer(pack.offers.find(*offer)?.name.clone()),
        RuleKind::Trigger { window, .. } => {
            let window = pack.windows.find(*window)?;
            let procedure = pack.procedures.find(window.procedure)?;
            let step = window.step.and_then(|step| procedure.steps.get(step as usize));
            About::Window(procedure.name.clone(), step.cloned().unwrap_or_default())
        }
        _ => return None,
    })
}

/// The places in the content of the system that start, run and ask something, by its name.
struct Collected<'a> {
    view: View<'a>,
    starts: BTreeMap<String, Vec<Location>>,
    runs: BTreeMap<String, Vec<Location>>,
    /// The number of times that cards ask each define.
    asked: BTreeMap<String, usize>,
    calls: BTreeSet<&'static str>,
    names: BTreeMap<FuncId, String>,
}

impl<'a> Collected<'a> {
    fn of(view: &View<'a>) -> Self {
        let functions = view.program.functions.iter().enumerate();
        let names = functions.map(|(at, function)| (FuncId::at(at), function.name.clone()));
        let mut collected = Self {
            view: *view,
            starts: BTreeMap::new(),
            runs: BTreeMap::new(),
            asked: BTreeMap::new(),
            calls: BTreeSet::new(),
            names: names.collect(),
        };
        for function in &view.program.functions {
            function.walk(&mut |node| match node {
                Node::Statement(statement) => collected.statement(statement),
                Node::Expr(expr) => collected.expression(expr),
            });
        }
        collected
    }

    fn statement(&mut self, statement: &Statement) {
        let pack = self.view.pack;
        match &statement.kind {
            StatementKind::Start { start, .. } => {
                let effect = pack
                    .starts
                    .get(*start)
                    .and_then(|start| pack.effects.find(start.effect));
                if let Some(effect) = effect {
                    self.starts
                        .entry(effect.name.clone())
                        .or_default()
                        .push(statement.place);
                }
            }
            StatementKind::Run { procedure, .. } => self.run(*procedure, statement.place),
            _ => {}
        }
    }

    fn run(&mut self, procedure: usize, place: Location) {
        if let Some(procedure) = self.view.pack.procedures.get(procedure) {
            self.runs.entry(procedure.name.clone()).or_default().push(place);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Run { procedure, .. } => self.run(*procedure, expr.place),
            ExprKind::Call(Callee::Core(core), _) => _ = self.calls.insert(core.row().name),
            ExprKind::Call(Callee::Define(function), _) if self.view.card_at(expr.place).is_some() => {
                if let Some(name) = self.names.get(function) {
                    *self.asked.entry(name.clone()).or_default() += 1;
                }
            }
            _ => {}
        }
    }

    /// The shortest of some places, one of a card where there is any.
    fn best(&self, places: Option<&Vec<Location>>) -> Option<Shown> {
        self.best_of_cards(places)
            .or_else(|| self.shortest(places?.iter()))
    }

    fn best_of_cards(&self, places: Option<&Vec<Location>>) -> Option<Shown> {
        let of_cards = places?
            .iter()
            .filter(|place| self.view.card_at(**place).is_some());
        self.shortest(of_cards)
    }

    fn shortest<'p>(&self, places: impl Iterator<Item = &'p Location>) -> Option<Shown> {
        let texts = &self.view.texts;
        let shown = places.map(|place| Shown {
            text: texts.block(*place),
            card: self.view.card_at(*place).map(|card| card.0.to_owned()),
        });
        let fitting = shown.filter(|shown| !shown.text.is_empty() && shown.text.len() <= LONGEST);
        fitting.min_by_key(|shown| shown.text.len())
    }
}

impl<'a> View<'a> {
    /// The id of the card in whose rules a place is, and its set's file.
    pub(super) fn card_at(
        &self,
        place: Location,
    ) -> Option<(&'a str, &'a cardwright_documents::document::CardDoc)> {
        let sets = self.sets().filter(|set| set.has(place.file));
        let mut cards = sets.flat_map(|set| set.doc.cards.iter().map(move |card| (set.file, card)));
        let (_, card) = cards.find(|(file, card)| {
            let rules = card.rules.as_ref().map(|rules| place_of(*file, rules));
            rules.is_some_and(|rules| {
                rules.file == place.file && rules.start <= place.start && place.start < rules.end
            })
        })?;
        Some((&card.id.value, card))
    }
}

/// The core calls that this system's content uses, and, where it has dice, all that are about dice.
fn calls(view: &View<'_>, collected: &Collected<'_>) -> Vec<Call> {
    let shape = view.pack.setup.board.shape;
    let has_dice = !view.pack.dice.is_empty();
    let is_told = |call: &CoreCall| collected.calls.contains(call.name) || (has_dice && is_about_dice(call));
    let used = CORE_CALLS
        .iter()
        .filter(|call| is_told(call) && call.boards.has(shape));
    let mut calls: Vec<Call> = used
        .map(|call| Call {
            call: signature(call),
            pure: call.pure,
            says: call.doc,
        })
        .collect();
    calls.sort_by(|one, other| one.call.cmp(&other.call));
    calls
}

fn is_about_dice(call: &CoreCall) -> bool {
    let mut types = call.params.iter().map(|(_, ty)| ty.base);
    types.any(|base| matches!(base, Base::Pool | Base::Die))
}

fn signature(call: &CoreCall) -> String {
    let params: Vec<String> = call
        .params
        .iter()
        .map(|(name, ty)| format!("{name}: {ty}"))
        .collect();
    match call.result {
        Ty::NOTHING => format!("{}({})", call.name, params.join(", ")),
        result => format!("{}({}): {result}", call.name, params.join(", ")),
    }
}
