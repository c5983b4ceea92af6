//! Templates as values, and making pieces and cards from them in play.
//!
//! Each kind of pieces or cards has a record of its own, whose rows are its templates with what is printed on them. So
//! choosing, comparing and reading templates is what it is for every row.

use super::scope::Scope;
use super::uses::Meaning;
use super::{Compiler, Declarer};
use cardwright_bytecode::pack::{KindClass, RecordDef, RowDef, SlotDef};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::KIND_DECK;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, KindDecl, Name, Span};
use cardwright_trees::{Callee, Expr, ExprKind, LocalId, StatementKind, Target};

/// How many pieces or cards of a kind can be made in a game, if the kind does not say.
pub const MOST_MADE_UNSAID: i64 = 20;
/// The largest number of pieces or cards that a kind can allow in a game.
const MOST_MADE: i64 = 500;

/// The parts of `create`.
struct Made<'a> {
    template: &'a ast::Expr,
    on: Option<&'a ast::Expr>,
    at: Option<&'a ast::Expr>,
    owner: &'a ast::Expr,
}

impl<'a> Made<'a> {
    fn of(expr: &'a ast::Expr) -> Option<Self> {
        match &expr.kind {
            ast::ExprKind::Create {
                template,
                on,
                at,
                owner,
            } => Some(Self {
                template,
                on: on.as_deref(),
                at: at.as_deref(),
                owner,
            }),
            _ => None,
        }
    }
}

impl Compiler<'_> {
    /// The record whose rows will be the templates of a kind; it has its fields when the kind has.
    pub(super) fn record_of_templates(&mut self, kind: &str) -> Option<u16> {
        let record = u16::try_from(self.pack.records.len()).ok()?;
        self.pack.records.push(RecordDef {
            name: format!("template of {kind}"),
            fields: Vec::new(),
        });
        Some(record)
    }

    /// Lets a template have what is printed on its kind.
    pub fn fields_of_templates(&mut self) {
        for kind in &self.pack.kinds {
            let Some(record) = kind.templates else { continue };
            let printed = kind.fields.iter().filter(|field| !field.state);
            self.pack.records[usize::from(record)].fields = printed
                .map(|field| SlotDef {
                    name: field.name.clone(),
                    ty: field.ty,
                })
                .collect();
        }
    }

    /// Makes a template known by its id; gives its row.
    pub fn declare_template(&mut self, id: &str, kind: u16) -> u32 {
        let Some(record) = self.pack.kinds[usize::from(kind)].templates else {
            return 0;
        };
        let row = self.pack.rows.len();
        self.add_constant(Declarer::SYSTEM, id, Ty::one(Base::Row(record)), row);
        self.pack.rows.push(RowDef {
            record,
            id: id.to_owned(),
            cells: Vec::new(),
        });
        u32::try_from(row).unwrap_or(0)
    }

    /// Gives a template's row what is printed on it.
    fn fill_template(&mut self, template: usize) {
        let def = &self.pack.templates[template];
        let fields = self.pack.kinds[usize::from(def.kind)].fields.iter();
        let printed = fields.zip(&def.cells).filter(|(field, _)| !field.state);
        let cells = printed.map(|(_, &cell)| cell).collect();
        if def.row != 0 {
            self.pack.rows[def.row as usize].cells = cells;
        }
    }

    /// Gives the rows of templates, from `first` on, what is printed, defaults included.
    pub fn fill_templates(&mut self, first: usize) {
        (first..self.pack.templates.len()).for_each(|template| self.fill_template(template));
    }

    /// Notes how many of a kind can be made.
    pub(super) fn declare_budget(&mut self, kind: u16, decl: &KindDecl) {
        let Some((most, span)) = decl.made else { return };
        if !(1..=MOST_MADE).contains(&most) {
            let message = format!("the limit for a kind can be 1 to {MOST_MADE}, not {most}");
            self.report(codes::TOO_LARGE, span, message);
        }
        self.names.budgets.insert(kind, most);
    }

    /// Whether rows of a record are templates.
    pub(crate) fn is_of_templates(&self, record: u16) -> bool {
        self.pack.kinds.iter().any(|kind| kind.templates == Some(record))
    }

    /// The type `template of KIND`.
    pub(crate) fn template_type(&mut self, kind: &Name) -> Option<Base> {
        let number = self.kind_named(kind)?;
        let record = self.pack.kinds[usize::from(number)].templates;
        if record.is_none() {
            let message = format!("a {} cannot be made from a template", kind.text);
            self.report(codes::WRONG_TYPE, kind.span, message).help =
                Some("only kinds of pieces and cards have templates".to_owned());
        }
        record.map(Base::Row)
    }

    /// `template of EXPR`, unless the entity has a field of that name.
    pub(super) fn template_of(&self, subject: &Expr, name: &Name, span: Span) -> Option<Expr> {
        let (Base::Entity(kind), false, "template") = (subject.ty.base, subject.ty.set, name.text.as_str())
        else {
            return None;
        };
        let record = self.pack.kinds[usize::from(kind)].templates?;
        let kind = ExprKind::Template(Box::new(subject.clone()));
        Some(self.node(Ty::one(Base::Row(record)), kind, span))
    }

    /// `create ...`, and what is done with what it makes. Nothing if the statement makes nothing; no statements where there was an
    /// error.
    pub(super) fn making(
        &mut self,
        scope: &mut Scope,
        kind: &ast::StatementKind,
    ) -> Option<Vec<StatementKind>> {
        let (expr, to) = match kind {
            ast::StatementKind::Create(expr) => (expr, None),
            ast::StatementKind::Let { value, .. } => (value, None),
            ast::StatementKind::Set { target, value } => (value, Some(target)),
            _ => return None,
        };
        let made = Made::of(expr)?;
        let name = match kind {
            ast::StatementKind::Let { name, .. } => Some(name),
            _ => None,
        };
        let found = self.made(scope, &made, name, expr.span);
        let Some((mut statements, local)) = found else {
            name.iter().for_each(|name| self.mark_broken(&name.text));
            return Some(Vec::new());
        };
        if let Some(target) = to {
            let Some(set) = self.set_to(scope, target, local, expr.span) else {
                return Some(Vec::new());
            };
            statements.push(set);
        }
        Some(statements)
    }

    /// The statements that make something, and the local that then holds it.
    fn made(
        &mut self,
        scope: &mut Scope,
        made: &Made<'_>,
        name: Option<&Name>,
        span: Span,
    ) -> Option<(Vec<StatementKind>, LocalId)> {
        self.refuse_in_pure(scope, "create", span)?;
        let hidden = name.is_some_and(|name| self.check_shadow(scope, name));
        let template = self.template_named_by(scope, made.template);
        let on = made.on.map(|on| self.typed(scope, on, Ty::THING));
        let at = made.at.map(|at| self.typed(scope, at, Ty::POSE));
        let owner = self.typed(scope, made.owner, Ty::PLAYER);
        let (template, kind) = template?;
        self.check_whereabouts(made, kind, on.as_ref().and_then(Option::as_ref), span)?;
        let (on, at) = (whole(on)?, whole(at)?);
        if hidden {
            return None;
        }
        self.names.makes.insert(kind);
        let ty = Ty::one(Base::Entity(kind));
        let make = ExprKind::Make {
            kind,
            template: Box::new(template),
            owner: Box::new(owner?),
        };
        let value = self.node(ty, make, span);
        let place = self.place(name.map_or(span, |name| name.span));
        let local = match name {
            Some(name) => scope.bind(&name.text, ty, place),
            None => scope.unnamed("made", ty, place),
        };
        let mut statements = vec![StatementKind::Let { local, value }];
        let mut then = |call, whither: Expr| {
            let it = self.node(ty, ExprKind::Local(local), span);
            let call = ExprKind::Call(Callee::Core(call), vec![it, whither]);
            statements.push(StatementKind::Do(self.node(Ty::NOTHING, call, span)));
        };
        if let Some(holder) = on {
            then(Core::MoveTo, holder);
        }
        if let Some(pose) = at {
            then(Core::Place, pose);
        }
        Some((statements, local))
    }

    /// A template, and the kind of what is made from it. A bare id is that of a template, whatever else is called so.
    fn template_named_by(&mut self, scope: &mut Scope, written: &ast::Expr) -> Option<(Expr, u16)> {
        if let ast::ExprKind::Name(name) = &written.kind
            && scope.local(name).is_none()
            && scope.slot(name).is_none()
            && let Some(&template) = self.names.templates.get(name)
        {
            self.note(written.span, None, |this| {
                this.names.templates.place(name).map(Meaning::At)
            });
            let def = &self.pack.templates[template];
            let (kind, row) = (def.kind, i64::from(def.row));
            let record = self.pack.kinds[usize::from(kind)].templates?;
            return Some((self.constant(Ty::one(Base::Row(record)), row, written.span), kind));
        }
        let value = self.expr(scope, written, None)?;
        let kinds = &self.pack.kinds;
        let kind = match (value.ty.base, value.ty.set) {
            (Base::Row(record), false) => kinds.iter().position(|kind| kind.templates == Some(record)),
            _ => None,
        };
        let Some(kind) = kind else {
            let message = format!(
                "`create` needs a template, but this is a {}",
                self.type_name(value.ty)
            );
            self.report(codes::WRONG_TYPE, written.span, message).help = Some(
                "write the id of a piece or card of a set, or `template of x` for the template of `x`"
                    .to_owned(),
            );
            return None;
        };
        Some((value, u16::try_from(kind).ok()?))
    }

    /// Checks that a card says on what it lies, and that it can lie there; a piece may stand somewhere.
    fn check_whereabouts(&mut self, made: &Made<'_>, kind: u16, on: Option<&Expr>, span: Span) -> Option<()> {
        let def = &self.pack.kinds[usize::from(kind)];
        let name = def.name.clone();
        if def.class != KindClass::Card {
            return Some(());
        }
        if let Some(at) = made.at {
            let message = format!("a {name} is a card, so it cannot be placed on the board");
            self.report(codes::WRONG_TYPE, at.span, message).help =
                Some("write what holds it: `on ...`".to_owned());
            return None;
        }
        let Some(written) = made.on else {
            let message = format!("this does not say what holds the {name}");
            self.report(codes::CANNOT_HOLD, span, message).help =
                Some("write `on` and what holds it, or `on nobody`".to_owned());
            return None;
        };
        let holder = match on?.ty.base {
            Base::Entity(holder) => holder,
            _ => return Some(()),
        };
        let is_known = self
            .names
            .holders
            .get(&kind)
            .is_none_or(|kinds| kinds.contains(&holder));
        if holder == KIND_DECK {
            let message = "a card made in play is known to everybody, so it cannot go into a deck";
            self.report(codes::CANNOT_HOLD, written.span, message).help =
                Some("put the card into the deck in the scenario".to_owned());
            return None;
        }
        if !is_known {
            let holder = self.type_name(Ty::one(Base::Entity(holder)));
            self.report(
                codes::CANNOT_HOLD,
                written.span,
                format!("a {holder} holds no {name}"),
            );
            return None;
        }
        Some(())
    }

    /// `set TARGET to` what a local holds.
    fn set_to(
        &mut self,
        scope: &mut Scope,
        target: &ast::Target,
        local: LocalId,
        span: Span,
    ) -> Option<StatementKind> {
        let (target, ty): (Target, Ty) = self.target(scope, target)?;
        let value = self.node(scope.type_of(local), ExprKind::Local(local), span);
        let value = self.fit(value, ty, span)?;
        Some(StatementKind::Set { target, value })
    }
}

/// A part that may be missing altogether; one that is there must have been understood.
fn whole(part: Option<Option<Expr>>) -> Option<Option<Expr>> {
    match part {
        None => Some(None),
        Some(part) => part.map(Some),
    }
}
