//! Rules: triggers, options and permissions, each with the functions that its entry in the pack names.

use super::change::as_written;
use super::given::Callable;
use super::names;
use super::scope::{Around, Scope, Unshared};
use super::unnamed::{Whose, Within};
use super::{Compiler, Unit};
use cardwright_bytecode::pack::{FuncId, FunctionClass, Home, Id, Level, Rule, RuleKind, TemplateDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{
    Block, CostItem, Expr, Gate, Item, ItemKind, Moment, Name, Opens, Quoted, Ruled, Span, When, Window,
};
use cardwright_trees::{self as tree, Body, ExprKind, Operation, WHOM};
use std::sync::Arc;

/// The names that the functions of a rule see: the parameters of its home, then those of its subject, and the
/// names of the procedure whose window it lives in.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    level: Level,
    home: Home,
    params: Vec<(String, Ty)>,
    context: Option<usize>,
    /// Names of the context that another window of the same ability has not.
    unshared: Unshared,
    /// In a window at a change: the name that the rule gives to whom it concerns, and which changes are meant.
    named: Option<String>,
    which: Option<Expr>,
    /// The run that must go on around the window.
    around: Option<Arc<Around>>,
    /// Of an effect without a name: what it has of the rule in which it stands.
    within: Within,
    place: Location,
}

impl Shape {
    /// Whether the rule belongs to an entity whose owner can be asked.
    pub(crate) fn has_owner(&self) -> bool {
        matches!(self.home, Home::Template(_)) || self.within.you.is_some()
    }

    /// Whether the rule uses a name only to say which arguments of a value it means.
    pub(super) fn is_argument(&self, name: &str) -> bool {
        self.within.is_argument(name)
    }

    /// Whether something is called so that the rule knows by its home.
    pub(super) fn has_param(&self, name: &str) -> bool {
        self.params.iter().any(|(other, _)| other == name)
    }

    /// The run that must go on around the window.
    pub(crate) fn around(&self) -> Option<&Around> {
        self.around.as_deref()
    }

    /// The card or piece on which it stands.
    fn card(&self) -> Option<Id<TemplateDef>> {
        match self.home {
            Home::Template(template) => Some(template),
            _ => self.within.card,
        }
    }

    /// Which changes are meant, in a window at a change that does not mean all of them.
    pub(crate) fn which(&self) -> Option<&Expr> {
        self.which.as_ref()
    }
}

/// The body of a rule, and the cost that is paid first.
struct Deed<'a> {
    cost: &'a [CostItem],
    /// The slot that says that the rule stands instead of a step.
    replaces: Option<usize>,
    body: &'a Block,
}

impl Compiler<'_> {
    /// Checks the rules of a unit, and of the effects that it declares.
    pub fn rules(&mut self, unit: &Unit) {
        self.turn_to(unit);
        let home = unit
            .template
            .map_or(Home::Global, |template| Home::Template(Id::at(template)));
        for item in &unit.items {
            if let ItemKind::Effect { name, rules, .. } = &item.kind {
                self.effect_rules(unit.level, name, rules);
            } else {
                self.rule((unit.level, home), Vec::new(), Within::default(), item);
            }
        }
        self.waiting_rules();
    }

    fn effect_rules(&mut self, level: Level, name: &Name, rules: &[Item]) {
        let Some(sym) = self.names.effects.get(&name.text).cloned() else {
            return;
        };
        for item in rules {
            let home = Home::Effect(Id::at(sym.index));
            self.rule((level, home), sym.params.to_vec(), Within::default(), item);
        }
    }

    fn shape(
        &self,
        (level, home): (Level, Home),
        effect: Vec<(String, Ty)>,
        within: Within,
        span: Span,
    ) -> Shape {
        let params = match home {
            Home::Template(template) => {
                let kind = self.pack.templates[template].kind;
                vec![("here".to_owned(), Ty::one(Base::Entity(kind)))]
            }
            _ => effect,
        };
        Shape {
            level,
            home,
            params,
            context: None,
            unshared: within.hidden(&[]),
            named: None,
            which: None,
            around: None,
            within,
            place: self.place(span),
        }
    }

    pub(super) fn rule(
        &mut self,
        of: (Level, Home),
        effect: Vec<(String, Ty)>,
        within: Within,
        item: &Item,
    ) -> Option<()> {
        let shape = self.shape(of, effect, within, item.span);
        match &item.kind {
            ItemKind::Trigger { .. } => self.trigger(shape, item),
            ItemKind::OfferOption {
                offer,
                label,
                gate,
                body,
            } => self.option(shape, (offer, label), (gate, body), item),
            ItemKind::Modify { .. } => self.modify(shape, item),
            ItemKind::Replace { value, with, when } => self.replace(shape, (value, when), with, item),
            ItemKind::Lend { from, to, when } => self.lend(shape, (from, to), when, item),
            ItemKind::Silence { whom, when } => self.silence(shape, whom, when, item),
            ItemKind::Build { label, each, when } => self.build(shape, label, (each.as_ref(), when), item),
            ItemKind::Permit {
                allow,
                permission,
                when,
            } => self.permit(shape, *allow, (permission, when), item),
            _ => None,
        }
    }

    fn trigger(&mut self, mut shape: Shape, item: &Item) -> Option<()> {
        let ItemKind::Trigger {
            windows: written,
            during,
            label,
            gate,
            ..
        } = &item.kind
        else {
            return None;
        };
        let head = written.first()?.name().span;
        let mut outer = self.rule_scope(&shape, "window", FunctionClass::Pure, Ty::NOTHING);
        let windows = self.windows_of(&mut outer, written)?;
        shape.unshared = self.unshared(&windows);
        shape.unshared = shape.within.hidden(&shape.unshared);
        if let Some(during) = during {
            shape.around = Some(Arc::new(self.around(during, &windows)?));
        }
        if gate.may.is_some() && label.is_none() {
            self.report(
                codes::NO_LABEL,
                head,
                "this rule may be declined, so it needs a name",
            )
            .help = Some("write a name in quotes after the window".to_owned());
        }
        if let (None, Some(label)) = (&gate.may, label) {
            self.refuse_label(label);
        }
        let name = self.rule_name(label.as_ref(), &shape, item);
        let first = Id::at(self.pack.rules.len());
        for (written, opening) in written.iter().zip(&windows) {
            let errors = self.diagnostics.len();
            let window = opening.window;
            shape.context = Some(self.pack.windows[window as usize].procedure.place());
            shape.named = opening.named.as_ref().map(|name| name.text.clone());
            shape.which.clone_from(&opening.which);
            if let Some(during) = during {
                self.refuse_taken_run(&shape, during)?;
            }
            let first = (window != windows[0].window).then_some(first);
            self.trigger_in(&shape, &name, (written, window, first), item)?;
            // The same text would say the same of every other window.
            if self.diagnostics.len() > errors {
                return None;
            }
        }
        Some(())
    }

    /// Reports the label of a rule about which nobody is asked.
    fn refuse_label(&mut self, label: &Quoted) {
        let message = "this label has no effect: without `may`, the rule happens by itself";
        // With its quotes, which go too.
        let quoted = Span {
            start: label.span.start.saturating_sub(1),
            end: label.span.end + 1,
        };
        self.report(codes::LABEL_OF_NOBODY, quoted, message)
            .put("", false)
            .help = Some(
            "if the player may decline, write `may` after the conditions and limits, before `cost`; \
             otherwise, remove the label"
                .to_owned(),
        );
    }

    /// The rule that an ability is in one of its windows.
    fn trigger_in(
        &mut self,
        shape: &Shape,
        name: &str,
        (written, window, first): (&Window, u32, Option<Id<Rule>>),
        item: &Item,
    ) -> Option<()> {
        let ItemKind::Trigger {
            gate,
            body,
            otherwise,
            ..
        } = &item.kind
        else {
            return None;
        };
        let head = written.name();
        let replaces = self.replaced_slot(written.moment, window, head)?;
        let (pack_gate, body) =
            self.gate_and_deed((gate, body), shape, (replaces, false), (head.span, item.span));
        let otherwise = otherwise.as_ref();
        let otherwise = otherwise.map(|block| {
            self.deed(
                shape,
                &Deed {
                    cost: &[],
                    replaces: None,
                    body: block,
                },
                item.span,
            )
        });
        let kind = RuleKind::Trigger {
            window: Id::new(window),
            gate: pack_gate,
            body,
            otherwise,
            first,
        };
        self.add_rule(shape, name.to_owned(), kind, item);
        Some(())
    }

    /// The gate of an ability, and what happens then: paying first, then the body, in the choice that the gate names.
    fn gate_and_deed(
        &mut self,
        (gate, body): (&Gate, &Block),
        shape: &Shape,
        (replaces, is_option): (Option<usize>, bool),
        (head, whole): (Span, Span),
    ) -> (cardwright_bytecode::pack::Gate, FuncId) {
        let first = self.diagnostics.len();
        let pack_gate = self.gate(gate, shape, replaces, head);
        let again = self.diagnostics.len();
        let within = self.within_choice(gate, shape, is_option, body);
        let deed = Deed {
            cost: &gate.cost,
            replaces,
            body: within.as_ref().unwrap_or(body),
        };
        let body = self.deed(shape, &deed, whole);
        if within.is_some() {
            self.told_once(first, again);
        }
        (pack_gate, body)
    }

    fn option(
        &mut self,
        mut shape: Shape,
        (offer, label): (&Name, &Quoted),
        (gate, body): (&Gate, &Block),
        item: &Item,
    ) -> Option<()> {
        let sym = self.resolve(&names::OFFER, offer)?;
        self.add_params(&mut shape, &sym.params, offer)?;
        if let Some(may) = &gate.may {
            let message = "`may` has no effect here: an option always happens only if a player takes it";
            self.report(codes::LABEL_OF_NOBODY, may.span, message).help = Some("remove `may`".to_owned());
        }
        let (pack_gate, body) =
            self.gate_and_deed((gate, body), &shape, (None, true), (offer.span, item.span));
        let kind = RuleKind::OfferOption {
            offer: Id::at(sym.index),
            gate: pack_gate,
            body,
        };
        self.add_rule(&shape, label.text.clone(), kind, item);
        Some(())
    }

    fn permit(
        &mut self,
        mut shape: Shape,
        allow: bool,
        (permission, when): (&Ruled, &When),
        item: &Item,
    ) -> Option<()> {
        let sym = self.resolve(&names::PERMISSION, &permission.name)?;
        let when = self.ruled(
            &mut shape,
            (permission, when),
            (&sym.params, Callable::Permission(sym.index)),
        )?;
        let condition = self.when_function(&shape, &when, item.span);
        let name = self.rule_name(None, &shape, item);
        self.add_rule(
            &shape,
            name,
            RuleKind::Permit {
                permission: Id::at(sym.index),
                allow,
                condition,
            },
            item,
        );
        Some(())
    }

    /// `lend abilities of FROM to TO`: between entities of one kind, so that `here` and `you` mean the same to both.
    fn lend(&mut self, shape: Shape, (from, to): (&Expr, &Expr), when: &When, item: &Item) -> Option<()> {
        let (lenders, kind) = self.carriers(&shape, from)?;
        let (borrowers, other) = self.carriers(&shape, to)?;
        if kind != other {
            let name = |kind: u16| self.pack.kinds[usize::from(kind)].name.clone();
            let message = format!(
                "the abilities of a {} cannot be lent to a {}",
                name(kind),
                name(other)
            );
            self.report(codes::WRONG_TYPE, to.span, message).help =
                Some("lend abilities between two pieces or cards of the same kind".to_owned());
            return None;
        }
        let condition = self.when_function(&shape, when, item.span);
        let name = self.rule_name(None, &shape, item);
        let lend = RuleKind::Lend {
            kind,
            from: lenders,
            to: borrowers,
            condition,
        };
        self.add_rule(&shape, name, lend, item);
        Some(())
    }

    /// A function that gives one or several entities which rules can stand on, as a set; and their kind.
    fn carriers(&mut self, shape: &Shape, written: &Expr) -> Option<(FuncId, u16)> {
        let mut scope = self.rule_scope(shape, "lending", FunctionClass::Pure, Ty::NOTHING);
        let some = self.expr(&mut scope, written, None)?;
        let kind = match some.ty.base {
            Base::Entity(kind) if self.pack.kinds[usize::from(kind)].class.has_rules() => kind,
            _ => {
                let message = format!("a {} cannot have abilities", self.type_name(some.ty));
                self.report(codes::WRONG_TYPE, written.span, message).help =
                    Some("name a piece or card of a known kind".to_owned());
                return None;
            }
        };
        let ty = Ty::set(some.ty.base);
        let some = match some.ty.set {
            true => some,
            false => self.node(ty, ExprKind::List(vec![some]), written.span),
        };
        scope.set_result(ty);
        let function = self.giving(scope, Some(some), written.span);
        Some((self.add_function(function), kind))
    }

    /// `silence WHOM`: forbids the abilities of an entity, or of each of a set.
    fn silence(&mut self, mut shape: Shape, whom: &Expr, when: &When, item: &Item) -> Option<()> {
        const SILENCED: &str = "(silenced)";
        let permission = self.pack.use_abilities?;
        shape.params.push((SILENCED.to_owned(), Ty::THING));
        let mut scope = self.rule_scope(&shape, "condition", FunctionClass::Pure, Ty::BOOL);
        let silenced = scope.local_value(SILENCED, self.place(whom.span))?;
        let whom_given = self.expr(&mut scope, whom, None)?;
        if !matches!(whom_given.ty.base, Base::Entity(_) | Base::Thing) {
            let message = format!("a {} cannot have abilities", self.type_name(whom_given.ty));
            self.report(codes::WRONG_TYPE, whom.span, message).help =
                Some("name a piece or card, or a set of them".to_owned());
            return None;
        }
        let is_meant = match whom_given.ty.set {
            true => {
                let kind = ExprKind::Has(Box::new(whom_given), Box::new(silenced));
                self.node(Ty::BOOL, kind, whom.span)
            }
            false => self.node(
                Ty::BOOL,
                ExprKind::Operation(Operation::Equal, Box::new(silenced), Box::new(whom_given)),
                whom.span,
            ),
        };
        let condition = self.when(&mut scope, when).map(|when| {
            let kind = ExprKind::And(Box::new(is_meant), Box::new(when));
            self.node(Ty::BOOL, kind, item.span)
        });
        let function = self.giving(scope, condition, item.span);
        let condition = self.add_function(function);
        let name = self.rule_name(None, &shape, item);
        let forbid = RuleKind::Permit {
            permission,
            allow: false,
            condition,
        };
        self.add_rule(&shape, name, forbid, item);
        Some(())
    }

    fn build(
        &mut self,
        mut shape: Shape,
        label: &Quoted,
        (each, when): (Option<&Name>, &When),
        item: &Item,
    ) -> Option<()> {
        match (shape.home, each) {
            (Home::Global, Some(player)) => shape.params.push((player.text.clone(), Ty::PLAYER)),
            (Home::Template(_), None) => {}
            (home, _) => {
                let (message, help) = match home {
                    Home::Global => (
                        "this does not say for which players it applies",
                        "write `for p`: the rule is tested for each player",
                    ),
                    Home::Template(_) => (
                        "`for` is not allowed here: a rule of a card or piece applies to that entity",
                        "remove `for`, and use `here` or `you` for the entity",
                    ),
                    Home::Effect(_) => (
                        "this cannot be in an effect: forces are built before any effect starts",
                        "move the rule out of the effect",
                    ),
                };
                self.report(codes::BUILD, label.span, message).help = Some(help.to_owned());
                return None;
            }
        }
        let condition = self.when_function(&shape, when, item.span);
        self.add_rule(&shape, label.text.clone(), RuleKind::Build { condition }, item);
        Some(())
    }

    pub(super) fn when_function(&mut self, shape: &Shape, when: &When, span: Span) -> FuncId {
        let mut scope = self.rule_scope(shape, "condition", FunctionClass::Pure, Ty::BOOL);
        let condition = self.when(&mut scope, when);
        let function = self.giving(scope, condition, span);
        self.add_function(function)
    }

    /// Adds the parameters of what the rule is about, whose names must differ from the home's.
    pub(super) fn add_params(&mut self, shape: &mut Shape, params: &[(String, Ty)], at: &Name) -> Option<()> {
        for (name, ty) in params {
            if shape.params.iter().any(|(other, _)| other == name) || (name == "you" && shape.has_owner()) {
                let message = format!(
                    "`{name}` is a parameter both of `{}` and of the declaration that contains the rule",
                    at.text
                );
                let help = match shape.home {
                    Home::Effect(_) => format!(
                        "write which `{name}` is meant: `{}({name}: {name})` is the one of the effect, and \
                         `{}({name}: TYPE other)` gives the other one a different name",
                        at.text, at.text
                    ),
                    _ => "rename one of the two".to_owned(),
                };
                self.report(codes::SHADOWED, at.span, message).help = Some(help);
                return None;
            }
            shape.params.push((name.clone(), *ty));
        }
        Some(())
    }

    /// The names that a rule sees.
    pub(crate) fn rule_scope(
        &mut self,
        shape: &Shape,
        what: &str,
        class: FunctionClass,
        result: Ty,
    ) -> Scope {
        let name = format!("{what} of {}", self.home_name(shape));
        let mut scope = match shape.context {
            Some(procedure) => self.context_scope(name, class, result, procedure),
            None => Scope::new(name, class, result),
        };
        if let Some(named) = &shape.named {
            scope.rename_slot(WHOM, named);
        }
        scope.hide(&shape.unshared);
        for (name, ty) in &shape.params {
            scope.param(name, *ty, shape.place);
        }
        scope.you = self.you_kind(shape);
        scope.around.clone_from(&shape.around);
        scope
    }

    /// The kind of `you`, if the rule belongs to a card or piece.
    fn you_kind(&self, shape: &Shape) -> Option<(u16, bool)> {
        let Home::Template(template) = shape.home else {
            return shape.within.you;
        };
        let kind = self.pack.templates[template].kind;
        match self.names.holders.get(&kind) {
            Some(holders) => holders.first().map(|&holder| (holder, true)),
            None => Some((kind, false)),
        }
    }

    fn home_name(&self, shape: &Shape) -> &str {
        match shape.home {
            Home::Template(template) => &self.pack.templates[template].id,
            Home::Effect(effect) => &self.pack.effects[effect].name,
            Home::Global => match shape.level {
                Level::Scenario => "the scenario",
                Level::Card => "the set",
                Level::Core => "the system",
            },
        }
    }

    fn deed(&mut self, shape: &Shape, deed: &Deed<'_>, span: Span) -> FuncId {
        let mut scope = self.rule_scope(shape, "body", FunctionClass::Effect, Ty::NOTHING);
        let outer = self.unnamed.enter(Whose {
            level: shape.level,
            card: shape.card(),
        });
        let mut statements: Vec<tree::Statement> = Vec::new();
        for item in deed.cost {
            statements.extend(self.payment(&mut scope, item));
        }
        if let Some(slot) = deed.replaces {
            statements.push(self.set_slot(slot, span));
        }
        statements.extend(self.block(&mut scope, deed.body).statements);
        self.unnamed.leave(outer);
        let body = Body::Does(tree::Block { statements });
        let function = scope.finish(body, self.place(span));
        self.add_function(function)
    }

    /// The label, the name of the card, or what the rule is about. No line: moving a rule changes nothing.
    pub(super) fn rule_name(&self, label: Option<&Quoted>, shape: &Shape, item: &Item) -> String {
        if let Some(label) = label {
            return label.text.clone();
        }
        if let Some(template) = shape.card() {
            return self.pack.templates[template].name.clone();
        }
        let home = self.home_name(shape);
        match &item.kind {
            ItemKind::Trigger { windows, .. } => {
                let Some(window) = windows.first() else {
                    return home.to_owned();
                };
                let moment = match window.moment {
                    Moment::Before => "before",
                    Moment::At => "at",
                    Moment::After => "after",
                    Moment::InsteadOf => "instead of",
                };
                let opens = match &window.opens {
                    Opens::Run { procedure, step } => {
                        let step = step
                            .as_ref()
                            .map_or(String::new(), |step| format!(".{}", step.text));
                        format!("{}{step}", procedure.text)
                    }
                    Opens::Change(change) => as_written(change),
                };
                format!("{home}, {moment} {opens}")
            }
            ItemKind::Modify { value, .. } | ItemKind::Replace { value, .. } => {
                format!("{home}, {}", value.name.text)
            }
            ItemKind::Lend { .. } => format!("{home}, lend"),
            ItemKind::Silence { .. } => format!("{home}, silence"),
            ItemKind::Permit { permission, .. } => format!("{home}, {}", permission.name.text),
            _ => home.to_owned(),
        }
    }

    pub(super) fn add_rule(&mut self, shape: &Shape, name: String, kind: RuleKind, item: &Item) {
        let source = self.source_ref(item.span);
        let costs = match &item.kind {
            ItemKind::Trigger { gate, .. } | ItemKind::OfferOption { gate, .. } => gate.cost.len(),
            _ => 0,
        };
        let place = self.place(item.span);
        let which = shape.which.is_some();
        self.program.rules.push(tree::Rule { place, costs, which });
        self.pack.rules.push(Rule {
            name,
            level: shape.level,
            home: shape.home,
            kind,
            source,
        });
    }
}
