//! Help for names where they mean nothing: a field where a value is asked for, a token asked like a field, a
//! name of a procedure in a rule outside of its windows.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::pack::KindClass;
use cardwright_bytecode::{Base, Ty};

impl Compiler<'_> {
    /// The text to write instead, if a name that is none of the sort `sought` is something else.
    pub(super) fn meant_otherwise(&self, sought: &str, name: &str) -> Option<String> {
        match sought {
            "value" => self.changed_otherwise(name),
            "permission" => self.names.values.get(name).map(|_| {
                format!("`{name}` is a value: write `modify {name} ...` or `replace {name} with ...`")
            }),
            "token" => self.field_anywhere(name).map(|(kind, is_state)| match is_state {
                true => format!("`{name}` is a field of {kind}: write `{name} of X`, `add 1 to {name} of X`"),
                false => format!("`{name}` is printed on {kind}: write `{name} of X`"),
            }),
            "name" => self
                .of_a_procedure(name)
                .or_else(|| self.token_asked(name))
                .or_else(|| self.asked_in_another_way(name)),
            "define, value or core call" => self.asked_of(name).or_else(|| self.asked_in_another_way(name)),
            _ if sought.starts_with("field") => self.token_asked(name),
            _ => None,
        }
    }

    /// The help for a rule that changes something that is no value.
    fn changed_otherwise(&self, name: &str) -> Option<String> {
        let names = &self.names;
        if names.permissions.get(name).is_some() {
            return Some(format!(
                "`{name}` is a permission: write `forbid {name} when ...` or `allow {name} when ...`"
            ));
        }
        if names.defines.get(name).is_some() {
            return Some(format!(
                "`{name}` is a define, which rules cannot change: declare it as a `value` in the system, or \
                 change what it is worked out from"
            ));
        }
        if names.states.get(name).is_some() {
            return Some(format!(
                "`{name}` is a state: write an ability that changes it, with `set {name} to ...`"
            ));
        }
        if let Some((procedure, _)) = self.procedure_with(name) {
            return Some(format!(
                "`{name}` is a name of `{procedure}`: change it in a rule in its windows, `after \
                 {procedure}.STEP when ... {{ add 1 to {name} }}`"
            ));
        }
        if names.tokens.get(name).is_some() {
            return Some(format!(
                "`{name}` is a token: write an ability with `give 1 {name} to X` or `take 1 {name} from X`"
            ));
        }
        let (kind, is_state) = self.field_anywhere(name)?;
        Some(match is_state {
            true => format!(
                "`{name}` is a field of {kind}: write an ability that changes it, with `add 1 \
            to {name} of X`"
            ),
            false => {
                let values: Vec<String> = names.values.names().map(str::to_owned).collect();
                let known = super::listed(&values);
                format!(
                    "`{name}` is printed on {kind}, so rules cannot modify it; they can modify values: \
                {known}"
                )
            }
        })
    }

    /// The text that asks for a token or a field.
    fn asked_of(&self, name: &str) -> Option<String> {
        let field = || {
            let (kind, _) = self.field_anywhere(name)?;
            Some(format!("`{name}` is a field of {kind}: write `{name} of X`"))
        };
        self.token_asked(name).or_else(field)
    }

    fn token_asked(&self, name: &str) -> Option<String> {
        let is_token = self.names.tokens.get(name).is_some();
        is_token.then(|| format!("`{name}` is a token: write `{name} on X`"))
    }

    /// The field of something at hand that a name can mean.
    pub(super) fn field_at_hand(&self, scope: &Scope, name: &str) -> Option<String> {
        let has_it = |ty: Ty| match ty {
            Ty {
                base: Base::Entity(kind),
                set: false,
            } => self.kind_field(kind, name).is_some(),
            _ => false,
        };
        let of_you = scope.you.filter(|(kind, _)| has_it(Ty::one(Base::Entity(*kind))));
        let you = of_you.map(|_| "you");
        let other = || {
            scope
                .typed_names()
                .find(|(_, ty)| has_it(*ty))
                .map(|(name, _)| name)
        };
        let whose = you.or_else(other)?;
        Some(format!("write whose it is: `{name} of {whose}`"))
    }

    /// The note that a name belongs to a procedure, and where it is known.
    fn of_a_procedure(&self, name: &str) -> Option<String> {
        let (procedure, others) = self.procedure_with(name)?;
        let others = match others {
            0 => String::new(),
            _ => " and others".to_owned(),
        };
        Some(format!(
            "`{name}` is a name of `{procedure}`{others}: use it in a rule in its windows (`after \
             {procedure} when ...`), or as `{name} of {procedure}` in a rule `during {procedure}`"
        ))
    }

    /// A procedure with a name, and how many more there are.
    fn procedure_with(&self, name: &str) -> Option<(&str, usize)> {
        if name.starts_with('(') {
            return None;
        }
        let procedures = self.pack.procedures.iter();
        let mut seen = procedures
            .filter(|procedure| procedure.slots.iter().any(|slot| slot.name == name))
            .filter(|procedure| self.names.procedures.get(&procedure.name).is_some());
        let first = seen.next()?;
        Some((&first.name, seen.count()))
    }

    /// The kind of piece, card or player that has a field, with its article, and whether rules can change it.
    pub(super) fn field_anywhere(&self, field: &str) -> Option<(String, bool)> {
        let kinds = self.pack.kinds.iter();
        kinds
            .filter(|kind| kind.class != KindClass::Game)
            .find_map(|kind| {
                let found = kind.fields.iter().find(|one| one.name == field)?;
                let kind = match kind.class {
                    KindClass::Player => "every player".to_owned(),
                    _ => format!("every `{}`", kind.name),
                };
                Some((kind, found.state))
            })
    }

    /// How something is asked that is neither define nor value; nothing if there is no such name.
    pub(super) fn asked_in_another_way(&self, name: &str) -> Option<String> {
        if matches!(name, "placements" | "placements-near") {
            let help = "there is no list of places: write `choose NAME for PIECE inside (X, Y, WIDTH, \
            LENGTH) facing any where TEST by PLAYER \"...\" { ... } else { ... }`";
            return Some(help.to_owned());
        }
        let names = &self.names;
        let (is, write) = if names.procedures.get(name).is_some() {
            (
                "a procedure: to use its result, write",
                format!("let result = run {name}(...)"),
            )
        } else if names.permissions.get(name).is_some() {
            (
                "a permission: to ask whether it is given, write",
                format!("can {name}(...)"),
            )
        } else if let Some(permission) = name.strip_prefix("can-")
            && names.permissions.get(permission).is_some()
        {
            return Some(format!(
                "`{permission}` is a permission: to ask whether it is given, write `can {permission}(...)`"
            ));
        } else if names.effects.get(name).is_some() {
            (
                "an effect: to ask whether it is in force, write",
                format!("running {name}(...)"),
            )
        } else if names.offers.get(name).is_some() {
            (
                "an offer: for the number of its options, write",
                format!("options of {name}(...) for PLAYER"),
            )
        } else {
            return None;
        };
        Some(format!("`{name}` is {is} `{write}`"))
    }
}
