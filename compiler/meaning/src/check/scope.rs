//! The scope of one function while its text is checked: its parameters, variables and local names, the slots
//! of the procedure whose window is open, and `you`.

use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FunctionClass, Id, PhraseDef, ProcedureDef, SlotDef};
use cardwright_documents::source::Location;
use cardwright_trees::{Body, Expr, ExprKind, Function, Local, LocalId};
use std::sync::Arc;

/// Names that cannot be used, each with the reason.
pub(crate) type Unshared = Arc<[(String, String)]>;

/// A run that goes on around the window of a rule: `during PROCEDURE`.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// The name of the run within the rule.
    pub(crate) name: String,
    /// Index into the pack's procedures.
    pub(crate) procedure: usize,
}

/// The names of a function that is being checked.
pub(crate) struct Scope {
    name: String,
    class: FunctionClass,
    result: Ty,
    params: usize,
    context: Option<Id<ProcedureDef>>,
    /// Names of the procedure whose window is open: slot numbers are their places in the list.
    slots: Arc<[SlotDef]>,
    /// Names that not all windows of an ability have alike, and why each cannot be used.
    unshared: Unshared,
    /// The run around the window whose names the rule reads.
    pub(crate) around: Option<Arc<Around>>,
    /// The kind of `you`, and whether it holds the card instead of being the rule's own entity.
    pub(crate) you: Option<(u16, bool)>,
    locals: Vec<Local>,
    /// Locals that can be named here, the latest last.
    visible: Vec<LocalId>,
    /// The members of sets that are being asked about here, the innermost last.
    members: Vec<LocalId>,
    /// The number of loops that are open here.
    loops: usize,
    /// The procedure that this function is.
    pub(crate) own: Option<usize>,
    /// If it says what is told: the texts with values in it.
    pub(crate) phrases: Option<Vec<PhraseDef>>,
    /// Whether this is a line of a case. A name before an argument would need quotes there, since a colon means
    /// something to YAML, so nothing asks for it.
    pub(crate) is_line: bool,
}

impl Scope {
    pub(crate) fn new(name: impl Into<String>, class: FunctionClass, result: Ty) -> Self {
        Self {
            name: name.into(),
            class,
            result,
            params: 0,
            context: None,
            slots: Arc::default(),
            unshared: Arc::default(),
            around: None,
            you: None,
            locals: Vec::new(),
            visible: Vec::new(),
            members: Vec::new(),
            loops: 0,
            own: None,
            phrases: None,
            is_line: false,
        }
    }

    /// Lets the function see the slots of a procedure.
    pub(crate) fn set_context(&mut self, procedure: Id<ProcedureDef>, slots: Arc<[SlotDef]>) {
        (self.context, self.slots) = (Some(procedure), slots);
    }

    /// The scope of a function that belongs to this one, and sees of it only what it gets.
    pub(crate) fn inside(&self, name: String, class: FunctionClass, result: Ty) -> Self {
        Self {
            context: self.context,
            slots: Arc::clone(&self.slots),
            unshared: Arc::clone(&self.unshared),
            around: self.around.clone(),
            you: self.you,
            is_line: self.is_line,
            ..Self::new(name, class, result)
        }
    }

    /// Gives a slot a name that it has only here.
    pub(crate) fn rename_slot(&mut self, slot: &str, name: &str) {
        let mut slots = self.slots.to_vec();
        let found = slots.iter_mut().find(|other| other.name == slot);
        found
            .into_iter()
            .for_each(|found| name.clone_into(&mut found.name));
        self.slots = slots.into();
    }

    /// Takes back names that not all windows of an ability have alike.
    pub(crate) fn hide(&mut self, unshared: &Unshared) {
        self.unshared = Arc::clone(unshared);
    }

    /// Why a name cannot be used, if one window of the ability has it and another has not.
    pub(crate) fn why_unshared(&self, name: &str) -> Option<&str> {
        let unshared = self.unshared.iter().find(|(hidden, _)| hidden == name);
        unshared.map(|(_, why)| why.as_str())
    }

    /// Adds a parameter; all parameters come before any other local.
    pub(crate) fn param(&mut self, name: &str, ty: Ty, place: Location) {
        self.params += 1;
        self.bind(name, ty, place);
    }

    /// Lets the function give a type that is known only now.
    pub(crate) fn set_result(&mut self, result: Ty) {
        self.result = result;
    }

    /// Adds a variable that windows can reach.
    pub(crate) fn variable(&mut self, name: &str, ty: Ty, place: Location) {
        let local = self.bind(name, ty, place);
        self.locals[local].variable = true;
    }

    /// Names a value until the scope closes.
    pub(crate) fn bind(&mut self, name: &str, ty: Ty, place: Location) -> LocalId {
        let local = self.unnamed(name, ty, place);
        self.visible.push(local);
        local
    }

    /// A function that gives a value which this one's text tells, from the same parameters.
    pub(crate) fn beside(&self) -> Self {
        let mut own = self.inside("what is told".to_owned(), FunctionClass::Pure, Ty::NOTHING);
        for local in &self.locals[..self.params] {
            own.param(&local.name, local.ty, local.place);
        }
        own
    }

    /// The number of locals.
    pub(crate) fn count(&self) -> usize {
        self.locals.len()
    }

    /// The type of a local.
    pub(crate) fn type_of(&self, local: LocalId) -> Ty {
        self.locals[local].ty
    }

    /// The name of a local.
    pub(crate) fn name_of(&self, local: LocalId) -> &str {
        &self.locals[local].name
    }

    /// A local that no text can name, since its name is taken.
    pub(crate) fn unnamed(&mut self, name: &str, ty: Ty, place: Location) -> LocalId {
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
            variable: false,
            place,
        });
        self.locals.len() - 1
    }

    /// The procedure whose window is open.
    pub(crate) fn procedure(&self) -> Option<usize> {
        self.context.map(|procedure| procedure.place())
    }

    pub(crate) fn is_pure(&self) -> bool {
        self.class == FunctionClass::Pure
    }

    /// The innermost member of this type that is being asked about.
    pub(crate) fn member_of(&self, ty: Ty) -> Option<LocalId> {
        let inner_first = self.members.iter().rev().copied();
        inner_first.into_iter().find(|&member| self.type_of(member) == ty)
    }

    pub(crate) fn enter_member(&mut self, member: LocalId) {
        self.members.push(member);
    }

    pub(crate) fn leave_member(&mut self) {
        self.members.pop();
    }

    pub(crate) fn enter_loop(&mut self) {
        self.loops += 1;
    }

    pub(crate) fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    pub(crate) fn in_loop(&self) -> bool {
        self.loops > 0
    }

    /// The procedure that this function is.
    pub(crate) fn own_run(&self) -> Option<usize> {
        self.own
    }

    /// The procedure whose window is open.
    pub(crate) fn context(&self) -> Option<usize> {
        self.context.map(|procedure| procedure.place())
    }

    /// How many names can be named here, to [`close`](Self::close) the scope again.
    pub(crate) fn open(&self) -> usize {
        self.visible.len()
    }

    /// Forgets the names since `mark`.
    pub(crate) fn close(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }

    pub(crate) fn local(&self, name: &str) -> Option<(LocalId, &Local)> {
        let known = self.visible.iter().rev().map(|&at| (at, &self.locals[at]));
        known.into_iter().find(|(_, local)| local.name == name)
    }

    /// The value of a local name, as an expression.
    pub(crate) fn local_value(&self, name: &str, place: Location) -> Option<Expr> {
        let (at, local) = self.local(name)?;
        Some(Expr {
            ty: local.ty,
            kind: ExprKind::Local(at),
            place,
        })
    }

    pub(crate) fn local_names(&self) -> impl Iterator<Item = &str> {
        let locals = self.visible.iter().map(|&at| self.locals[at].name.as_str());
        let slots = self.slots.iter().map(|slot| slot.name.as_str());
        // Those that no text can name begin with a parenthesis.
        locals.chain(slots.filter(|name| !name.starts_with('(') && self.why_unshared(name).is_none()))
    }

    /// The names in reach, with their types.
    pub(crate) fn typed_names(&self) -> impl Iterator<Item = (&str, Ty)> {
        let locals = self.visible.iter().map(|&at| &self.locals[at]);
        let locals = locals.map(|local| (local.name.as_str(), local.ty));
        let slots = self.slots.iter().map(|slot| (slot.name.as_str(), slot.ty));
        locals.chain(slots.filter(|(name, _)| !name.starts_with('(')))
    }

    pub(crate) fn slot(&self, name: &str) -> Option<(usize, Ty)> {
        let at = self.slots.iter().position(|slot| slot.name == name)?;
        if self.why_unshared(name).is_some() {
            return None;
        }
        Some((at, self.slots[at].ty))
    }

    /// The checked function.
    pub(crate) fn finish(self, body: Body, place: Location) -> Function {
        Function {
            name: self.name,
            class: self.class,
            params: self.params,
            result: self.result,
            context: self.context,
            locals: self.locals,
            body,
            place,
        }
    }
}
