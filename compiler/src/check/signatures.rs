//! Signatures of all that bodies can name: defines, values, permissions, offers, effects, procedures, outcomes.

use super::names::{DefineSym, HookSym, Params, ProcedureSym};
use super::{Compiler, Unit};
use crate::codes;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{
    EffectDef, HookDef, OutcomeDef, Policy, ProcedureDef, SlotDef, ValueDef, Winners,
};
use cardwright_dsl::ast::{ItemKind, Name, Param};

/// The most parameters of anything that is called or ruled upon: those of an effect and of what its rules are about
/// go together into one call.
const MOST_PARAMS: usize = 10;

impl Compiler<'_> {
    /// Signatures of all that can be named in bodies.
    pub(crate) fn declare_signatures(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Define { name, params, ty, .. } => this.declare_define(name, params, ty),
            ItemKind::Value { name, params, .. } => this.declare_value(name, params),
            ItemKind::Permission { name, params } => {
                let sym = HookSym {
                    index: this.pack.permissions.len(),
                    params: this.hook_params(name, params),
                };
                let def = hook(name, &sym.params);
                let place = this.place(name.span);
                match this.names.permissions.add(&name.text, sym, place) {
                    Ok(()) => this.pack.permissions.push(def),
                    Err(earlier) => this.duplicate("permission", name, earlier),
                }
            }
            ItemKind::Offer { name, params } => {
                let sym = HookSym {
                    index: this.pack.offers.len(),
                    params: this.hook_params(name, params),
                };
                let def = hook(name, &sym.params);
                let place = this.place(name.span);
                match this.names.offers.add(&name.text, sym, place) {
                    Ok(()) => this.pack.offers.push(def),
                    Err(earlier) => this.duplicate("offer", name, earlier),
                }
            }
            ItemKind::Effect { name, params, .. } => this.declare_effect(name, params),
            ItemKind::Procedure {
                name,
                params,
                vars,
                steps,
            } => {
                let steps: Vec<&Name> = steps.iter().map(|step| &step.name).collect();
                this.declare_procedure(name, params, vars, &steps);
            }
            ItemKind::Outcome { name, title, winners } => this.declare_outcome(name, &title.text, winners),
            _ => {}
        });
    }

    /// Parameters of something that is called or ruled upon.
    fn hook_params(&mut self, owner: &Name, params: &[Param]) -> Params {
        if let Some(param) = params.get(MOST_PARAMS) {
            let message = format!("there are at most {MOST_PARAMS} parameters");
            self.report(codes::TOO_LARGE, param.name.span, message);
        }
        self.params(owner, params)
    }

    fn declare_define(&mut self, name: &Name, params: &[Param], ty: &cardwright_dsl::ast::TypeRef) {
        let params = self.hook_params(name, params);
        let Some(result) = self.ty(ty) else {
            self.is_broken(&name.text);
            return;
        };
        let function = self.reserve();
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
    fn add_callable(&mut self, name: &Name) {
        if cardwright_bytecode::registry::Core::named(&name.text).is_some()
            || matches!(name.text.as_str(), "max" | "min")
        {
            let message = format!("`{}` is a core call", name.text);
            self.report(codes::DUPLICATE_NAME, name.span, message).help =
                Some("choose another name".to_owned());
        }
    }

    fn declare_value(&mut self, name: &Name, params: &[Param]) {
        let params = self.hook_params(name, params);
        self.add_callable(name);
        let base = self.reserve();
        let def = ValueDef {
            name: name.text.clone(),
            params: slots(&params),
            result: Ty::NUMBER,
            base,
            policy: Policy::Level,
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
        let params = self.hook_params(name, params);
        let def = EffectDef {
            name: name.text.clone(),
            params: slots(&params),
            lasts: None,
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

    fn declare_procedure(&mut self, name: &Name, params: &[Param], vars: &[Param], steps: &[&Name]) {
        let mut both = params.to_vec();
        both.extend_from_slice(vars);
        let all = self.params(name, &both);
        let is_param = |slot: &&(String, Ty)| params.iter().any(|param| param.name.text == slot.0);
        let params_only: Params = all.iter().filter(is_param).cloned().collect();
        let mut step_names: Vec<String> = Vec::new();
        for step in steps {
            if let Some(at) = step_names.iter().position(|earlier| *earlier == step.text) {
                let place = self.place(steps[at].span);
                self.duplicate("step", step, place);
            }
            step_names.push(step.text.clone());
        }
        let function = self.reserve();
        let def = ProcedureDef {
            name: name.text.clone(),
            function,
            slots: slots(&all),
            steps: step_names.clone(),
        };
        let index = self.pack.procedures.len();
        let sym = ProcedureSym {
            index,
            params: params_only,
            slots: all,
            steps: step_names,
            function,
        };
        let place = self.place(name.span);
        match self.names.procedures.add(&name.text, sym, place) {
            Ok(()) => self.pack.procedures.push(def),
            Err(earlier) => self.duplicate("procedure", name, earlier),
        }
    }

    fn declare_outcome(&mut self, name: &Name, title: &str, winners: &[Name]) {
        let mut ids = Vec::new();
        for winner in winners.iter().filter(|winner| winner.text != "nobody") {
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
            winners: Winners::Fixed(ids),
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

fn slots(params: &Params) -> Vec<SlotDef> {
    params
        .iter()
        .map(|(name, ty)| SlotDef {
            name: name.clone(),
            ty: *ty,
        })
        .collect()
}

fn hook(name: &Name, params: &Params) -> HookDef {
    HookDef {
        name: name.text.clone(),
        params: slots(params),
    }
}
