//! The names that every system has without declaring them: kinds, words, and the values and permissions that
//! the core itself asks.

use super::names::HookSym;
use super::scope::Scope;
use super::{Compiler, Declarer, signatures};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{
    FunctionClass, Id, KindClass, KindDef, PermissionDef, Policy, Table, ValueDef, WordDef,
};
use cardwright_bytecode::registry::{BuiltIn, CONTROLLER, Core, USE_ABILITIES};
use cardwright_documents::codes;
use cardwright_dsl::ast::{Name, Span};
use cardwright_trees::{Body, Callee, Expr, ExprKind};

impl Compiler<'_> {
    /// The kinds and words that exist without a declaration.
    pub fn built_in(&mut self) {
        let kind = |name: &str, class| KindDef {
            name: name.to_owned(),
            class,
            fields: Vec::new(),
            tokens: Vec::new(),
            footprint: None,
            templates: None,
            active: None,
        };
        self.pack.kinds = vec![
            kind("player", KindClass::Player),
            kind("deck", KindClass::Deck),
            kind("game", KindClass::Game),
        ];
        self.pack.words = vec![WordDef {
            name: "face".to_owned(),
            words: Vec::new(),
        }];
        self.pack.records = Vec::new();
        self.pack.sets = Table::default();
    }

    /// The value that says who decides for an entity: its owner, before any rule.
    pub fn declare_controller(&mut self) {
        let (name, ty) = CONTROLLER.param;
        let mut scope = Scope::new(CONTROLLER.name, FunctionClass::Pure, CONTROLLER.result);
        let place = self.place(Span::default());
        scope.param(name, ty, place);
        let controlled = self.node(ty, ExprKind::Local(0), Span::default());
        let owner = self.thing_call(Core::Owner, controlled, Ty::PLAYER, Span::default());
        let base = self.add_function(scope.finish(Body::Gives(owner), place));
        let sym = self.built_in_hook(&CONTROLLER, self.pack.values.len());
        self.pack.controller = Some(Id::at(sym.index));
        self.pack.values.push(ValueDef {
            name: CONTROLLER.name.to_owned(),
            params: signatures::slots(&sym.params),
            result: CONTROLLER.result,
            base,
            policy: Policy::default(),
            factors_last: false,
            net_least: None,
            net_most: None,
            least: None,
            most: None,
        });
        // The first of all values: nothing else can have the name yet.
        let _ = self
            .names
            .values
            .add_of(Declarer::SYSTEM, CONTROLLER.name, sym, place);
    }

    /// The permission without which the rules of an entity do not apply.
    pub fn declare_use_abilities(&mut self) {
        let sym = self.built_in_hook(&USE_ABILITIES, self.pack.permissions.len());
        self.pack.use_abilities = Some(Id::at(sym.index));
        self.pack.permissions.push(PermissionDef {
            name: USE_ABILITIES.name.to_owned(),
            params: signatures::slots(&sym.params),
        });
        let place = self.place(Span::default());
        let _ = self
            .names
            .permissions
            .add_of(Declarer::SYSTEM, USE_ABILITIES.name, sym, place);
    }

    fn built_in_hook(&self, built_in: &BuiltIn, index: usize) -> HookSym {
        let (name, ty) = built_in.param;
        let params = [(name.to_owned(), ty)].into();
        HookSym { index, params }
    }

    /// Reports a declaration with a name that every system has.
    pub(crate) fn refuse_built_in(&mut self, name: &Name) -> Option<()> {
        let built_in = [&CONTROLLER, &USE_ABILITIES]
            .into_iter()
            .find(|one| one.name == name.text);
        let Some(built_in) = built_in else {
            return Some(());
        };
        let message = format!("every system has `{}`: {}", name.text, built_in.doc);
        let change = match built_in.result {
            Ty::BOOL => format!("`forbid {} when ...`", name.text),
            _ => format!("`replace {} with ... when ...`", name.text),
        };
        self.report(codes::DUPLICATE_NAME, name.span, message).help =
            Some(format!("choose another name, or let a rule change it: {change}"));
        None
    }

    /// Arguments of a call; a card is decided for with what it is a part of.
    pub(crate) fn about_the_bearer(&self, callee: Callee, arguments: Vec<Expr>, span: Span) -> Vec<Expr> {
        let controller = self.pack.controller.map(|value| Callee::Value(value.place()));
        if Some(callee) != controller {
            return arguments;
        }
        let arguments = arguments.into_iter();
        let bearers = arguments.map(|thing| self.thing_call(Core::Bearer, thing, Ty::THING, span));
        bearers.collect()
    }
}
