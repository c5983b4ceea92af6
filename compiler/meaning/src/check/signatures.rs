//! Signatures of all that bodies can name: defines, values, permissions, offers, effects, procedures, outcomes.

use super::given::Callable;
use super::names::{DefineSym, HookSym, Params, ProcedureSym};
use super::statement::belongs_to_run;
use super::unnamed::not_kept;
use super::{Compiler, Unit};
use cardwright_bytecode::pack::{
    EffectDef, OfferDef, OutcomeDef, PermissionDef, Policy, ProcedureDef, SlotDef, ValueDef, Winners,
};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, ItemKind, Name, Param, TypeRef};

/// The most parameters of anything that is called or ruled upon: those of an effect and of what its rules are about
/// go together into one call.
pub(super) const MOST_PARAMS: usize = 10;

impl Compiler<'_> {
    /// Signatures of all that can be named in bodies.
    pub fn declare_signatures(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Define { name, params, ty, .. } => this.declare_define(name, params, ty),
            ItemKind::Value {
                name,
                params,
                ty,
                policy,
                factors_last,
                ..
            } => this.declare_value(name, params, ty.as_ref(), (*policy, *factors_last)),
            ItemKind::State {
                param,
                keys,
                per,
                default,
            } if !keys.is_empty() => this.declare_keyed(param, keys, per.as_ref(), default.as_ref()),
            ItemKind::Permission { name, params } if this.refuse_built_in(name).is_some() => {
                this.refuse_hidden(params);
                let sym = HookSym {
                    index: this.pack.permissions.len(),
                    params: this.hook_params(name, params),
                };
                this.declare_defaults(Callable::Permission(sym.index), params, &sym.params);
                let def = PermissionDef {
                    name: name.text.clone(),
                    params: slots(&sym.params),
                };
                let place = this.place(name.span);
                match this.names.permissions.add(&name.text, sym, place) {
                    Ok(()) => this.pack.permissions.push(def),
                    Err(earlier) => this.duplicate("permission", name, earlier),
                }
            }
            ItemKind::Offer { name, params, .. } => {
                this.refuse_hidden(params);
                this.refuse_defaults(params);
                let sym = HookSym {
                    index: this.pack.offers.len(),
                    params: this.hook_params(name, params),
                };
                let def = OfferDef {
                    name: name.text.clone(),
                    params: slots(&sym.params),
                };
                let place = this.place(name.span);
                match this.names.offers.add(&name.text, sym, place) {
                    Ok(()) => this.pack.offers.push(def),
                    Err(earlier) => this.duplicate("offer", name, earlier),
                }
            }
            ItemKind::Movement {
                name,
                params,
                through_walls,
                ..
            } => this.declare_movement(name, params, *through_walls),
            ItemKind::Effect { name, params, .. } => this.declare_effect(name, params),
            ItemKind::Procedure {
                name,
                params,
                gives,
                tells: _,
                vars,
                steps,
            } => {
                this.declare_procedure(name, params, (gives.as_ref(), vars), steps);
            }
            ItemKind::Outcome { name, title, winners } => this.declare_outcome(name, &title.text, winners),
            _ => {}
        });
        self.refuse_hidden_in_windows(units);
    }

    /// Parameters of something that is called or ruled upon.
    pub(super) fn hook_params(&mut self, owner: &Name, params: &[Param]) -> Params {
        if let Some(param) = params.get(MOST_PARAMS) {
            let message = format!("there can be at most {MOST_PARAMS} parameters");
            self.report(codes::TOO_LARGE, param.name.span, message);
        }
        self.params(owner, params)
    }

    fn declare_define(&mut self, name: &Name, params: &[Param], ty: &TypeRef) {
        if self.refuse_built_in(name).is_none() {
            return;
        }
        let (written, params) = (params, self.hook_params(name, params));
        let Some(result) = self.ty(ty) else {
            self.mark_broken(&name.text);
            return;
        };
        let function = self.reserve();
        self.declare_defaults(Callable::Define(function), written, &params);
        self.add_callable(name);
        let place = self.place(name.span);
        if let Err(earlier) = self.names.defines.add(
            &name.text,
            DefineSym {
                params,
                result,
                function,
            },
            place,
        ) {
            self.duplicate("define", name, earlier);
        }
    }

    /// Reports a define or value with the name of a core call.
    pub(super) fn add_callable(&mut self, name: &Name) {
        if self.is_core_call(&name.text) || matches!(name.text.as_str(), "max" | "min") {
            let message = format!("`{}` is a core call", name.text);
            self.report(codes::DUPLICATE_NAME, name.span, message).help =
                Some("choose another name".to_owned());
            self.names.ambiguous.insert(name.text.clone());
        }
    }

    /// Reports a value whose highest word is to win, of a type whose words have no order, since others may add some.
    fn refuse_order(&mut self, ty: Option<&TypeRef>, policy: ast::Policy) {
        let Some(written) = ty.filter(|_| matches!(policy, ast::Policy::Highest | ast::Policy::Lowest))
        else {
            return;
        };
        let ty = self.names.types.get(&written.name.text);
        if ty.is_some_and(|ty| self.names.open.contains(&ty.base)) {
            let name = &written.name.text;
            let message = format!("the words of `{name}` have no order, because card sets may add words");
            self.report(codes::CLOSED, written.name.span, message).help =
                Some("write `latest wins`, or remove `open` from the word type".to_owned());
        }
    }

    fn declare_value(
        &mut self,
        name: &Name,
        params: &[Param],
        ty: Option<&TypeRef>,
        (policy, factors_last): (ast::Policy, bool),
    ) {
        self.refuse_hidden(params);
        if self.refuse_built_in(name).is_none() {
            return;
        }
        self.refuse_order(ty, policy);
        let (written, params) = (params, self.hook_params(name, params));
        self.add_callable(name);
        let result = match ty {
            Some(written) => match self.ty(written) {
                Some(ty) => ty,
                None => return self.mark_broken(&name.text),
            },
            None => Ty::NUMBER,
        };
        if result.set || matches!(result.base, Base::Pool | Base::Die | Base::Nothing) {
            self.mark_broken(&name.text);
            let message = format!("a value cannot be a {}", self.type_name(result));
            self.report(codes::WRONG_TYPE, name.span, message).help = Some("write a `define`".to_owned());
            return;
        }
        self.declare_defaults(Callable::Value(self.pack.values.len()), written, &params);
        let base = self.reserve();
        let def = ValueDef {
            name: name.text.clone(),
            params: slots(&params),
            result,
            base,
            policy: policy_of(policy),
            factors_last,
            net_least: None,
            net_most: None,
            least: None,
            most: None,
        };
        let place = self.place(name.span);
        let sym = HookSym {
            index: self.pack.values.len(),
            params,
        };
        match self.names.values.add(&name.text, sym, place) {
            Ok(()) => self.pack.values.push(def),
            Err(earlier) => self.duplicate("value", name, earlier),
        }
    }

    fn declare_effect(&mut self, name: &Name, params: &[Param]) {
        let (written, params) = (params, self.hook_params(name, params));
        for (param, (_, ty)) in written.iter().zip(params.iter()) {
            if written.len() == params.len() && belongs_to_run(*ty) {
                let (why, help) = not_kept(*ty);
                self.report(codes::ESCAPES, param.name.span, why).help = Some(help.to_owned());
                self.mark_broken(&name.text);
                return;
            }
        }
        self.declare_defaults(Callable::Effect(self.pack.effects.len()), written, &params);
        let def = EffectDef {
            name: name.text.clone(),
            params: slots(&params),
            lasts: None,
            ended: None,
        };
        let place = self.place(name.span);
        let sym = HookSym {
            index: self.pack.effects.len(),
            params,
        };
        match self.names.effects.add(&name.text, sym, place) {
            Ok(()) => self.pack.effects.push(def),
            Err(earlier) => self.duplicate("effect", name, earlier),
        }
    }

    fn declare_procedure(
        &mut self,
        name: &Name,
        params: &[Param],
        (gives, vars): (Option<&Param>, &[Param]),
        steps: &[ast::Step],
    ) {
        let mut both = params.to_vec();
        both.extend(gives.cloned());
        both.extend_from_slice(vars);
        both.extend(steps.iter().filter_map(due_players));
        self.refuse_hidden(&both);
        let all = self.params(name, &both);
        let is_param = |slot: &&(String, Ty)| params.iter().any(|param| param.name.text == slot.0);
        let params_only: Params = all.iter().filter(is_param).cloned().collect();
        let mut step_names: Vec<String> = Vec::new();
        for step in steps.iter().map(|step| &step.name) {
            if let Some(at) = step_names.iter().position(|earlier| *earlier == step.text) {
                let place = self.place(steps[at].name.span);
                self.duplicate("step", step, place);
            }
            step_names.push(step.text.clone());
        }
        let variables = vars.len() + usize::from(gives.is_some());
        let gives = gives.map_or(Ty::NOTHING, |gives| self.result_of(gives, &all));
        let function = self.reserve();
        let def = ProcedureDef {
            name: name.text.clone(),
            function,
            slots: slots(&all)
                .into_iter()
                .chain(steps.iter().filter_map(order_slot))
                .collect(),
            steps: step_names.clone(),
            ended: None,
        };
        let index = self.pack.procedures.len();
        self.declare_defaults(Callable::Procedure(index), params, &params_only);
        let sym = ProcedureSym {
            index,
            params: params_only,
            steps: step_names.into(),
            gives,
            variables,
            function,
        };
        let place = self.place(name.span);
        match self.names.procedures.add(&name.text, sym, place) {
            Ok(()) => self.pack.procedures.push(def),
            Err(earlier) => self.duplicate("procedure", name, earlier),
        }
    }

    /// The type of what a procedure gives.
    fn result_of(&mut self, gives: &Param, slots: &[(String, Ty)]) -> Ty {
        let Some((_, ty)) = slots.iter().find(|slot| slot.0 == gives.name.text) else {
            self.mark_broken(&gives.name.text);
            return Ty::NOTHING;
        };
        if matches!(ty.base, Base::Pool | Base::Die) {
            let message = format!(
                "a {} exists only until the end of the procedure, so it cannot be a \
            result",
                self.type_name(*ty)
            );
            self.report(codes::ESCAPES, gives.name.span, message).help =
                Some("change the result to a number, a word, a row, an entity or a set of these".to_owned());
        }
        *ty
    }

    fn declare_outcome(&mut self, name: &Name, title: &str, winners: &[Name]) {
        let mut ids = Vec::new();
        let named = winners.iter().find(|winner| winner.text == "whoever");
        if let (Some(whoever), [_, _, ..]) = (named, winners) {
            let message = "`whoever` must be the only winner: the winners are named when the game ends";
            self.report(codes::WINNERS, whoever.span, message);
        }
        let fixed = winners
            .iter()
            .filter(|winner| !["nobody", "whoever"].contains(&winner.text.as_str()));
        for winner in fixed {
            match self
                .names
                .entities
                .get(&winner.text)
                .filter(|entity| entity.ty == Ty::PLAYER)
            {
                Some(player) => ids.push(u32::try_from(player.value).unwrap_or(0)),
                None => {
                    let is_player = |name: &&str| {
                        self.names
                            .entities
                            .get(name)
                            .is_some_and(|one| one.ty == Ty::PLAYER)
                    };
                    let known: Vec<String> = self
                        .names
                        .entities
                        .names()
                        .filter(is_player)
                        .map(str::to_owned)
                        .collect();
                    self.unknown(codes::UNKNOWN_OWNER, "player", winner, &known);
                }
            }
        }
        let def = OutcomeDef {
            id: name.text.clone(),
            title: title.to_owned(),
            winners: match named {
                Some(_) => Winners::Named,
                None => Winners::Fixed(ids),
            },
        };
        let place = self.place(name.span);
        match self
            .names
            .outcomes
            .add(&name.text, self.pack.outcomes.len(), place)
        {
            Ok(()) => self.pack.outcomes.push(def),
            Err(earlier) => self.duplicate("outcome", name, earlier),
        }
    }
}

fn policy_of(policy: ast::Policy) -> Policy {
    match policy {
        ast::Policy::Level => Policy::Level,
        ast::Policy::Latest => Policy::Latest,
        ast::Policy::Highest => Policy::Highest,
        ast::Policy::Lowest => Policy::Lowest,
    }
}

pub(super) fn slots(params: &[(String, Ty)]) -> Vec<SlotDef> {
    params
        .iter()
        .map(|(name, ty)| SlotDef {
            name: name.clone(),
            ty: *ty,
        })
        .collect()
}

/// The name of the players whose abilities are due at a step, as a variable of the procedure.
fn due_players(step: &ast::Step) -> Option<Param> {
    let name = step.gathers.clone()?;
    let span = name.span;
    let text = "player".to_owned();
    let ty = TypeRef {
        set: true,
        template: false,
        name: Name { text, span },
    };
    let default = None;
    Some(Param { name, ty, default })
}

/// The variable that holds the order in which a procedure put the players at a step.
fn order_slot(step: &ast::Step) -> Option<SlotDef> {
    step.gathers.as_ref()?;
    Some(SlotDef {
        name: order_of(step),
        ty: Ty::set(Ty::PLAYER.base),
    })
}

/// The name of that variable; no text can name it.
pub(super) fn order_of(step: &ast::Step) -> String {
    format!("(order of {})", step.name.text)
}
