//! `until after attack { ... }` in a rule: an effect without a name.
//!
//! It becomes an effect like any other, so nothing behind the checker has to know it. Its parameters are the names of the
//! rule that its own rules use, and what these stand for at that moment are its arguments. Its rules are checked when those of
//! the text are done, since the rules of a pack stand in one list.

use super::Compiler;
use super::choosing::who_decides;
use super::names::{HookSym, Params};
use super::scope::{Scope, Unshared};
use super::signatures::{MOST_PARAMS, slots};
use super::statement::belongs_to_run;
use cardwright_bytecode::pack::{EffectDef, FunctionClass, Home, Id, Level, TemplateDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{
    self, Item, ItemKind, Meant, Moment, Opens, Ruled, Site, Span, each_name, each_name_of_expr,
};
use cardwright_trees::StatementKind;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

const DICE_NOT_KEPT: (&str, &str) = (
    "an effect cannot keep dice, because they exist only until the end of the procedure that rolled them",
    "store what they show before the effect begins: `let n = FACE in POOL`; then use `n`",
);
const SET_NOT_KEPT: (&str, &str) = (
    "an effect cannot keep a set, only single things",
    "begin the effect for each member: `for each x in SET { ... }`; or work out the set in its rules",
);
const RUN_NOT_KEPT: (&str, &str) = (
    "an effect cannot keep a run",
    "before the effect begins, write `let x = NAME of RUN`; then use `x`",
);

/// The effects without a name of one compilation.
#[derive(Default)]
pub(crate) struct Unnamed {
    /// The rule that is being checked.
    whose: Option<Whose>,
    /// By where they stand: a rule with several windows is checked once for each.
    known: HashMap<Location, (usize, Params)>,
    /// Their rules, which are not checked yet.
    waiting: Vec<Waiting>,
}

/// The owner of a rule: its level, and its card.
#[derive(Clone, Copy)]
pub(crate) struct Whose {
    pub(super) level: Level,
    pub(super) card: Option<Id<TemplateDef>>,
}

/// The things that a rule of such an effect has from the rule in which it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Within {
    /// The kind of `you`, if the effect keeps who that was.
    pub(super) you: Option<(u16, bool)>,
    /// The card or piece.
    pub(super) card: Option<Id<TemplateDef>>,
    /// Names that the rule uses only where it says which arguments of a value it means.
    as_arguments: BTreeSet<String>,
    /// Names that cannot be kept, with the reason.
    lost: Vec<(String, String)>,
}

impl Within {
    /// The names that cannot be used, with those of which another window knows nothing.
    pub(super) fn hidden(&self, unshared: &[(String, String)]) -> Unshared {
        unshared.iter().chain(&self.lost).cloned().collect()
    }

    /// Whether a name stands only where the rule says which arguments of a value it means.
    pub(super) fn is_argument(&self, name: &str) -> bool {
        self.as_arguments.contains(name)
    }
}

/// A rule that is still to be checked.
struct Waiting {
    of: (Level, Home),
    params: Vec<(String, Ty)>,
    within: Within,
    rule: Item,
}

impl Unnamed {
    /// A rule begins; gives the one around it.
    pub(super) fn enter(&mut self, whose: Whose) -> Option<Whose> {
        self.whose.replace(whose)
    }

    pub(super) fn leave(&mut self, outer: Option<Whose>) {
        self.whose = outer;
    }
}

/// The names that a text uses.
#[derive(Default)]
struct Used {
    all: BTreeSet<String>,
    /// Names that mean something else there: of a window, of an offer.
    own: BTreeSet<String>,
    /// Names that stand only where a rule says which arguments of a value it means.
    as_arguments: BTreeSet<String>,
}

impl Used {
    fn note(&mut self, name: &str, site: Site) {
        if matches!(site, Site::Uses | Site::Implied) {
            self.all.insert(name.to_owned());
        }
    }

    fn of_expr(&mut self, expr: &ast::Expr) {
        each_name_of_expr(&mut expr.clone(), &mut |name, _, site| self.note(name, site));
    }

    fn has(&self, name: &str) -> bool {
        self.all.contains(name) && !self.own.contains(name)
    }
}

impl Compiler<'_> {
    /// `until ... { rules }`
    pub(super) fn until_then(
        &mut self,
        scope: &mut Scope,
        (until, lasts): (Option<&ast::Until>, Option<&ast::Expr>),
        rules: &[Item],
        span: Span,
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "start an effect", span)?;
        let Some(whose) = self.unnamed.whose else {
            let message = "only a rule can start an effect without a name";
            self.report(codes::UNKNOWN_NAME, span, message).help = Some(
                "declare it: `effect NAME (...) { ... }`, and write `start NAME(...) until ...`".to_owned(),
            );
            return None;
        };
        let ends = until.iter().flat_map(|until| until.all());
        let used_ends: Vec<Used> = ends.map(|until| self.used_by_until(until)).collect();
        let mut used_lasts = Used::default();
        lasts.iter().for_each(|lasts| used_lasts.of_expr(lasts));
        let used: Vec<Used> = rules.iter().map(|rule| self.used_by(rule)).collect();
        let params = self.kept_names(scope, used.iter().chain(&used_ends).chain([&used_lasts]), span)?;
        let you = scope.you.filter(|_| keeps_you(&params));
        let place = self.place(span);
        let known = self.unnamed.known.get(&place).filter(|known| known.1 == params);
        let effect = match known.map(|known| known.0) {
            Some(effect) => effect,
            None => {
                let effect = self.declare_unnamed(until, &params, whose);
                self.unnamed.known.insert(place, (effect, Arc::clone(&params)));
                if let Some(lasts) = lasts {
                    self.unnamed_lasts((effect, &seen(&params, &used_lasts), you), lasts);
                }
                for (rule, used) in rules.iter().zip(&used) {
                    self.keep_for_later((effect, &params), (rule, used), scope, whose);
                }
                effect
            }
        };
        let mut arguments = Vec::with_capacity(params.len() + 1);
        for (name, _) in params.iter() {
            arguments.push(self.name(scope, name, span, None)?);
        }
        let mut seen_by_ends = used_ends.iter().map(|used| seen(&params, used));
        let ends = self.ends(until, |checker, until| {
            let params = seen_by_ends.next().unwrap_or_default();
            checker.until(
                until,
                &HookSym {
                    index: effect,
                    params,
                },
                you,
            )
        })?;
        if let Some(times) = until.and_then(|until| until.times.as_ref()) {
            arguments.push(self.typed(scope, times, Ty::NUMBER)?);
        }
        Some(self.started(effect, ends, arguments))
    }

    /// Checks the rules of effects without a name, and of those within these.
    pub(super) fn waiting_rules(&mut self) {
        while !self.unnamed.waiting.is_empty() {
            for waiting in std::mem::take(&mut self.unnamed.waiting) {
                self.rule(waiting.of, waiting.params, waiting.within, &waiting.rule);
            }
        }
    }

    fn keep_for_later(
        &mut self,
        (effect, params): (usize, &Params),
        (rule, used): (&Item, &Used),
        scope: &Scope,
        whose: Whose,
    ) {
        let within = Within {
            you: scope.you.filter(|_| keeps_you(params)),
            card: whose.card,
            as_arguments: used.as_arguments.clone(),
            lost: self.lost_names(scope, used),
        };
        let mut rule = rule.clone();
        if keeps(params, "here") {
            decided_by_owner(&mut rule);
        }
        self.unnamed.waiting.push(Waiting {
            of: (whose.level, Home::Effect(Id::at(effect))),
            params: seen(params, used).to_vec(),
            within,
            rule,
        });
    }

    fn unnamed_lasts(
        &mut self,
        (effect, params, you): (usize, &Params, Option<(u16, bool)>),
        lasts: &ast::Expr,
    ) {
        let name = self.pack.effects[effect].name.clone();
        let mut scope = Scope::new(name, FunctionClass::Pure, Ty::BOOL);
        for (param, ty) in params.iter() {
            scope.param(param, *ty, self.place(lasts.span));
        }
        scope.you = you;
        let at = self.reserve();
        self.pure_body(scope, at.number(), lasts, Ty::BOOL, lasts.span);
        self.pack.effects[effect].lasts = Some(at);
    }

    fn declare_unnamed(&mut self, until: Option<&ast::Until>, params: &Params, whose: Whose) -> usize {
        let wanted = self
            .names
            .scopes()
            .qualified(self.names.viewer(), &name_of(until));
        let taken = |name: &str| self.pack.effects.iter().any(|effect| effect.name == name);
        let mut name = wanted.clone();
        let mut number = 1;
        while taken(&name) {
            number += 1;
            name = format!("{wanted}-{number}");
        }
        self.pack.effects.push(EffectDef {
            name,
            params: slots(params),
            lasts: None,
            ended: None,
        });
        let effect = self.pack.effects.len() - 1;
        self.program
            .unnamed
            .insert(effect, whose.card.map(|card| card.place()));
        effect
    }

    /// The names of the rule that are used, with their types.
    fn kept_names<'u>(
        &mut self,
        scope: &Scope,
        used: impl Iterator<Item = &'u Used> + Clone,
        span: Span,
    ) -> Option<Params> {
        let is_used = |name: &str| used.clone().any(|used| used.has(name));
        let mut names: Vec<(String, Ty)> = Vec::new();
        for (name, ty) in self.nameable(scope) {
            if !names.iter().any(|(other, _)| *other == name) && !belongs_to_run(ty) && is_used(&name) {
                names.push((name, ty));
            }
        }
        if names.len() > MOST_PARAMS {
            let message = format!("these rules use {} names from the rule around them", names.len());
            self.report(codes::TOO_LARGE, span, message).help = Some(format!(
                "an effect can keep at most {MOST_PARAMS}: combine some of them with `let` before the \
                 effect begins"
            ));
            return None;
        }
        Some(names.into())
    }

    /// The names that a rule can use, the nearest first.
    fn nameable(&self, scope: &Scope) -> Vec<(String, Ty)> {
        let mut names = Vec::new();
        if let Some((kind, _)) = scope.you {
            names.push(("you".to_owned(), Ty::one(Base::Entity(kind))));
        }
        let shared = scope
            .typed_names()
            .filter(|(name, _)| scope.why_unshared(name).is_none());
        names.extend(shared.map(|(name, ty)| (name.to_owned(), ty)));
        names
    }

    /// Names of the rule that a rule of the effect uses and that no effect can keep.
    fn lost_names(&self, scope: &Scope, used: &Used) -> Vec<(String, String)> {
        let nameable = self.nameable(scope);
        let of_run = nameable
            .iter()
            .filter(|(name, ty)| belongs_to_run(*ty) && used.has(name));
        let mut lost: Vec<(String, String)> = of_run
            .map(|(name, ty)| (name.clone(), not_kept(*ty).0.to_owned()))
            .collect();
        let around = scope.around.as_ref().filter(|around| used.has(&around.name));
        lost.extend(around.map(|around| (around.name.clone(), RUN_NOT_KEPT.0.to_owned())));
        lost
    }

    fn used_by(&self, rule: &Item) -> Used {
        let mut used = Used {
            own: self.own_names(rule),
            ..Used::default()
        };
        let mut rule = rule.clone();
        // What stands before a colon there is a name of the value, not of the rule.
        let about = ruled_of(&mut rule.kind).and_then(|ruled| ruled.about.take());
        for (_, meant) in about.iter().flat_map(|about| &about.args) {
            if let Meant::Is(expr) = meant {
                used.of_expr(expr);
            }
        }
        let of_arguments = std::mem::take(&mut used.all);
        each_name(std::slice::from_mut(&mut rule), &mut |name, _, site| {
            used.note(name, site)
        });
        used.as_arguments = of_arguments.difference(&used.all).cloned().collect();
        used.all.extend(of_arguments);
        used
    }

    fn used_by_until(&self, until: &ast::Until) -> Used {
        let mut used = Used {
            own: self.names_of_window(&until.window),
            ..Used::default()
        };
        until.when.iter().for_each(|when| used.of_expr(when));
        if let Opens::Change(change) = &until.window.opens {
            change.object.iter().for_each(|object| used.of_expr(object));
            used.note(&change.whom.text, Site::Uses);
        }
        used
    }

    /// The names of a rule's windows or offer, which hide others. What a value or permission calls its
    /// arguments hides nothing: the rule has to say which of two is meant.
    fn own_names(&self, rule: &Item) -> BTreeSet<String> {
        match &rule.kind {
            ItemKind::Trigger { windows, during, .. } => {
                let windows = windows.iter().flat_map(|window| self.names_of_window(window));
                let around = during.iter().map(|during| during.name().text.clone());
                windows.chain(around).collect()
            }
            ItemKind::OfferOption { offer, .. } => {
                let params = self.names.offers.get(&offer.text).map(|sym| &sym.params[..]);
                params
                    .unwrap_or_default()
                    .iter()
                    .map(|(name, _)| name.clone())
                    .collect()
            }
            _ => BTreeSet::new(),
        }
    }

    fn names_of_window(&self, window: &ast::Window) -> BTreeSet<String> {
        match &window.opens {
            Opens::Run { procedure, .. } => {
                let sym = self.names.procedures.get(&procedure.text);
                let slots = sym.map(|sym| &self.pack.procedures[sym.index].slots);
                slots
                    .into_iter()
                    .flatten()
                    .map(|slot| slot.name.clone())
                    .collect()
            }
            Opens::Change(change) => {
                let effect = self.names.effects.get(&change.whom.text);
                let params = effect.filter(|_| change.reading.is_none()).map(|sym| &sym.params);
                let params = params.into_iter().flat_map(|params| params.iter());
                let params = params.map(|(name, _)| name.clone());
                let whom = change.name.iter().map(|name| name.text.clone());
                params
                    .chain(whom)
                    .chain(["was".to_owned(), "now".to_owned()])
                    .collect()
            }
        }
    }
}

/// The message that no effect keeps something of this type, and the help.
pub(super) fn not_kept(ty: Ty) -> (&'static str, &'static str) {
    match ty.set {
        false => DICE_NOT_KEPT,
        true => SET_NOT_KEPT,
    }
}

/// The text to write instead of a name that no effect can keep, if that is why it cannot be used.
pub(super) fn instead_of_lost(why: &str) -> Option<&'static str> {
    let all = [DICE_NOT_KEPT, SET_NOT_KEPT, RUN_NOT_KEPT];
    all.into_iter().find(|one| one.0 == why).map(|one| one.1)
}

/// The parameters as one text sees them: what it does not use has a name there that no text can write.
fn seen(params: &Params, used: &Used) -> Params {
    let seen = |(name, ty): &(String, Ty)| match used.has(name) {
        true => (name.clone(), *ty),
        false => (format!("({name})"), *ty),
    };
    params.iter().map(seen).collect()
}

/// Whether an effect with these parameters keeps something.
fn keeps(params: &Params, name: &str) -> bool {
    params.iter().any(|(other, _)| other == name)
}

/// Whether it knows on which card or piece it stands.
fn keeps_you(params: &Params) -> bool {
    keeps(params, "you") || keeps(params, "here")
}

/// The value or permission of which a rule speaks.
fn ruled_of(rule: &mut ItemKind) -> Option<&mut Ruled> {
    match rule {
        ItemKind::Modify { value: ruled, .. }
        | ItemKind::Replace { value: ruled, .. }
        | ItemKind::Permit {
            permission: ruled, ..
        } => Some(ruled),
        _ => None,
    }
}

/// A `may` that names nobody asks who decides for the card or piece, as in its own rules.
fn decided_by_owner(rule: &mut Item) {
    let (ItemKind::Trigger { gate, .. } | ItemKind::OfferOption { gate, .. }) = &mut rule.kind else {
        return;
    };
    if let Some(may) = &mut gate.may {
        let span = may.span;
        may.by.get_or_insert_with(|| who_decides(span));
    }
}

/// The name of an effect without a name, where one is needed: after its end.
fn name_of(until: Option<&ast::Until>) -> String {
    let Some(ast::Until { window, .. }) = until else {
        return "until-the-game-ends".to_owned();
    };
    let moment = match window.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After | Moment::InsteadOf => "after",
    };
    let what = match &window.opens {
        Opens::Run { procedure, step } => match step {
            Some(step) => format!("{}-{}", procedure.text, step.text),
            None => procedure.text.clone(),
        },
        Opens::Change(change) => {
            let what = change.reading.as_ref().unwrap_or(&change.whom);
            format!("{}-{}", what.text, change.verb.word())
        }
    };
    format!("until-{moment}-{what}")
}
