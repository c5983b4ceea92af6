//! Secrets that would be told: what somebody chose `secretly`, or what a `secret` field holds, put where everybody sees it.
//!
//! | everybody is told | because |
//! |---|---|
//! | fields that are not secret, keyed states | an event tells each change |
//! | what an effect is about | an event tells when it starts and ends |
//! | tokens, what is made, rolled, moved | it happens on the table |
//!
//! A choice is followed through `let`, variables, loops, and the procedures to which it is handed. A secret field counts
//! where it is read, unless the same procedure or rule reveals it. Cards may be moved: an event does not name a card that
//! nobody knows.
//!
//! Not here: what a rule does *because* of a secret (`if m is ... { ... }`), which everybody sees on purpose.

use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{FieldDef, FuncId, Id, KindClass, Pack};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::{FileId, Location};
use cardwright_trees::{
    Body, Callee, Expr, ExprKind, Function, LocalId, Node, Program, Statement, StatementKind, Target,
};
use std::collections::{BTreeMap, BTreeSet};

/// The diagnostics of statements that would tell secrets, in the functions from this number on. A case is the
/// judge's, and may read secret fields.
pub(crate) fn told(pack: &Pack, program: &Program, from: usize, case: Option<FileId>) -> Vec<Diagnostic> {
    let mut reader = Reader {
        pack,
        program,
        case,
        params: BTreeMap::new(),
    };
    let functions = program.functions.iter().skip(from);
    let found = functions.flat_map(|function| reader.told_in(function));
    found.collect()
}

/// A place where everybody is told something.
#[derive(Clone, Debug)]
struct Leak {
    /// The place that names the secret.
    place: Location,
    /// The name of the secret.
    name: String,
    is_field: bool,
    /// Why everybody is told.
    why: String,
    /// The place where everybody is told, if that is another one.
    there: Option<Location>,
}

impl Leak {
    fn diagnostic(self) -> Diagnostic {
        let Self {
            place,
            name,
            is_field,
            why,
            there,
        } = self;
        let (secret, help) = match is_field {
            true => (
                format!("`{name}` is secret"),
                format!("if everybody may know it by now, write `reveal {name} of ...` first"),
            ),
            false => (
                format!("`{name}` was chosen secretly"),
                "keep it in a `secret` field, and use the field in rules; once everybody may know it, \
                 `reveal` the field, and write the field here"
                    .to_owned(),
            ),
        };
        let message = format!("{secret}, but {why}");
        let diagnostic = Diagnostic::new(codes::TELLS_A_SECRET, place, message);
        let diagnostic = diagnostic.label("this would become known").help(help);
        match there {
            Some(there) => diagnostic.related(there, "it would become known here"),
            None => diagnostic,
        }
    }
}

struct Reader<'a> {
    pack: &'a Pack,
    program: &'a Program,
    case: Option<FileId>,
    /// For each parameter of a function that was looked at, where it is told, if it is.
    params: BTreeMap<(usize, usize), Option<Leak>>,
}

/// A function while it is read.
struct Reading<'a> {
    function: &'a Function,
    /// The locals that hold a secret, or something that comes from one.
    secret: BTreeSet<LocalId>,
    /// The fields (kind and number) that it reveals; none if fields do not matter.
    revealed: Option<BTreeSet<(u16, usize)>>,
}

impl<'a> Reader<'a> {
    fn told_in(&mut self, function: &'a Function) -> Vec<Diagnostic> {
        let (mut chosen, mut revealed) = (BTreeSet::new(), BTreeSet::new());
        each_statement(function, &mut |statement| match &statement.kind {
            StatementKind::Choose(choose) if is_secret(self.pack, choose.choice) => {
                chosen.insert(choose.chosen);
            }
            StatementKind::Reveal { of, field } => {
                revealed.extend(kind_of(of).map(|kind| (kind, *field)));
            }
            _ => {}
        });
        let reading = Reading {
            function,
            secret: chosen,
            revealed: (self.case != Some(function.place.file)).then_some(revealed),
        };
        let leaks = self.leaks(reading);
        leaks.into_iter().map(Leak::diagnostic).collect()
    }

    /// The leak of a parameter of a function, if the function tells it.
    fn param_told(&mut self, id: FuncId, param: LocalId) -> Option<Leak> {
        let key = (id.place(), param);
        if let Some(known) = self.params.get(&key) {
            return known.clone();
        }
        // Nothing runs itself; should it, it ends here.
        self.params.insert(key, None);
        let function = self.program.function(id)?;
        let reading = Reading {
            function,
            secret: [param].into(),
            revealed: None,
        };
        let first = self.leaks(reading).into_iter().next();
        self.params.insert(key, first.clone());
        first
    }

    fn leaks(&mut self, mut reading: Reading<'a>) -> Vec<Leak> {
        reading.follow();
        let mut leaks = Vec::new();
        let function = reading.function;
        function.walk(&mut |node| match node {
            Node::Statement(statement) => self.statement(&reading, statement, &mut leaks),
            Node::Expr(expr) => self.effects(&reading, expr, &mut leaks),
        });
        leaks
    }

    /// Finds the leaks of a statement.
    fn statement(&mut self, reading: &Reading<'a>, statement: &'a Statement, leaks: &mut Vec<Leak>) {
        let mut tells = |parts: &[&'a Expr], why: &str| {
            let named = parts.iter().find_map(|part| self.named(reading, part));
            leaks.extend(named.map(|secret| secret.told(why)));
        };
        match &statement.kind {
            StatementKind::Set { target, value }
            | StatementKind::Add { target, value }
            | StatementKind::Remove { target, value } => match target {
                Target::Field(of, number) => {
                    let field = kind_of(of).and_then(|kind| field(self.pack, kind, *number));
                    if let Some(field) = field.filter(|field| !field.secret) {
                        let why = format!("everybody can see `{}`", field.name);
                        tells(&[value, of], &why);
                    }
                }
                Target::Entry(state, key) => {
                    let name = self
                        .pack
                        .states
                        .find(Id::at(*state))
                        .map_or("", |state| &state.name);
                    let parts: Vec<&Expr> = key.iter().chain([value]).collect();
                    tells(&parts, &format!("everybody can see `{name}`"));
                }
                Target::Local(_) | Target::Slot(_) => {}
            },
            StatementKind::Give { amount, to: on, .. } | StatementKind::Take { amount, from: on, .. } => {
                tells(&[amount, on], "everybody can see tokens");
            }
            StatementKind::Start { arguments, .. } | StatementKind::Finish { arguments, .. } => {
                let parts: Vec<&Expr> = arguments.iter().collect();
                tells(&parts, "everybody can see what an effect applies to");
            }
            StatementKind::Run {
                procedure, arguments, ..
            } => self.handed(reading, (*procedure, arguments), leaks),
            // A change that rules watch is told by the statement as it is written.
            StatementKind::Change {
                plain: Some(plain), ..
            } => self.statement(reading, plain, leaks),
            StatementKind::Change { plain: None, .. }
            | StatementKind::Let { .. }
            | StatementKind::If { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Choose(_)
            | StatementKind::ChoosePlace(_)
            | StatementKind::ChooseBranch { .. }
            | StatementKind::May { .. }
            | StatementKind::Offer(_)
            | StatementKind::Reveal { .. }
            | StatementKind::End { .. }
            | StatementKind::Break
            | StatementKind::Stop
            | StatementKind::Do(_) => {}
        }
    }

    /// Finds the leaks of an expression with public effects.
    fn effects(&mut self, reading: &Reading<'a>, expr: &'a Expr, leaks: &mut Vec<Leak>) {
        let (parts, why): (Vec<&Expr>, String) = match &expr.kind {
            ExprKind::Run { procedure, arguments } => {
                return self.handed(reading, (*procedure, arguments), leaks);
            }
            ExprKind::Make { template, owner, .. } => (
                vec![template, owner],
                "everybody can see what is made in play".to_owned(),
            ),
            ExprKind::Roll(count, _) => (
                vec![count],
                "everybody can see how many dice are \
            rolled"
                    .to_owned(),
            ),
            ExprKind::Call(Callee::Core(core), parts) if !core.row().pure => {
                let open = parts.iter().filter(|part| !self.is_card(part));
                let why = format!("everybody can see what `{}` does", core.row().name);
                (open.collect(), why)
            }
            _ => return,
        };
        let named = parts.iter().find_map(|part| self.named(reading, part));
        leaks.extend(named.map(|secret| secret.told(&why)));
    }

    /// Finds the leaks of the arguments that a procedure is handed.
    fn handed(
        &mut self,
        reading: &Reading<'a>,
        (procedure, arguments): (usize, &'a [Expr]),
        leaks: &mut Vec<Leak>,
    ) {
        let Some(def) = self.pack.procedures.find(Id::at(procedure)) else {
            return;
        };
        for (param, argument) in arguments.iter().enumerate() {
            let Some(secret) = self.carried(reading, argument).filter(|secret| !secret.is_field) else {
                continue;
            };
            if let Some(leak) = self.param_told(def.function, param) {
                let there = leak.there.unwrap_or(leak.place);
                let why = format!("`{}` makes it known: {}", def.name, leak.why);
                leaks.push(Leak {
                    there: Some(there),
                    ..secret.told(&why)
                });
            }
        }
    }

    fn is_card(&self, expr: &Expr) -> bool {
        let kind = kind_of(expr).and_then(|kind| self.pack.kinds.get(usize::from(kind)));
        kind.is_some_and(|kind| kind.class == KindClass::Card)
    }

    /// A secret that an expression names anywhere.
    fn named(&self, reading: &Reading<'a>, expr: &'a Expr) -> Option<Secret> {
        let mut found = None;
        expr.walk(&mut |node| {
            if let Node::Expr(part) = node
                && found.is_none()
            {
                found = reading.local(part);
            }
        });
        found.or_else(|| self.carried(reading, expr))
    }

    /// A secret from which the value of an expression is made; not one that only decides which value it is.
    fn carried(&self, reading: &Reading<'a>, expr: &'a Expr) -> Option<Secret> {
        if let Some(secret) = reading.local(expr) {
            return Some(secret);
        }
        match &expr.kind {
            ExprKind::Field(of, number) => {
                let secret = self.field_read(reading, (of, *number), expr.place);
                secret.or_else(|| self.carried(reading, of))
            }
            ExprKind::If(_, then, otherwise) => {
                let then = self.carried(reading, then);
                then.or_else(|| self.carried(reading, otherwise))
            }
            ExprKind::Filter { set, .. } => self.carried(reading, set),
            ExprKind::Call(Callee::Define(define), arguments) => {
                let handed = arguments.iter().enumerate();
                let mut carried = handed.filter_map(|(param, argument)| {
                    let secret = self.carried(reading, argument)?;
                    self.passes_on(*define, param).then_some(secret)
                });
                carried.next()
            }
            ExprKind::Run { .. } | ExprKind::Offer(_) => None,
            _ => {
                let mut found = None;
                expr.each_part(&mut |part| {
                    if found.is_none() {
                        found = self.carried(reading, part);
                    }
                });
                found
            }
        }
    }

    /// A secret field that is read, and not revealed by who reads it.
    fn field_read(
        &self,
        reading: &Reading<'a>,
        (of, number): (&Expr, usize),
        place: Location,
    ) -> Option<Secret> {
        let kind = kind_of(of)?;
        let field = field(self.pack, kind, number).filter(|field| field.secret)?;
        let is_kept = !reading.revealed.as_ref()?.contains(&(kind, number));
        is_kept.then(|| Secret {
            place,
            name: field.name.clone(),
            is_field: true,
        })
    }

    /// Whether what a define gives is made from one of its parameters.
    fn passes_on(&self, define: FuncId, param: LocalId) -> bool {
        let Some(function) = self.program.function(define) else {
            return false;
        };
        let Body::Gives(expr) = &function.body else {
            return false;
        };
        let reading = Reading {
            function,
            secret: [param].into(),
            revealed: None,
        };
        self.carried(&reading, expr).is_some()
    }
}

/// A secret that is named.
struct Secret {
    place: Location,
    name: String,
    is_field: bool,
}

impl Secret {
    fn told(self, why: &str) -> Leak {
        let Self {
            place,
            name,
            is_field,
        } = self;
        Leak {
            place,
            name,
            is_field,
            why: why.to_owned(),
            there: None,
        }
    }
}

impl Reading<'_> {
    /// A local that holds a secret.
    fn local(&self, expr: &Expr) -> Option<Secret> {
        let ExprKind::Local(local) = expr.kind else {
            return None;
        };
        self.secret.contains(&local).then(|| Secret {
            place: expr.place,
            name: self.function.locals[local].name.clone(),
            is_field: false,
        })
    }

    /// Finds the locals into which secrets go.
    fn follow(&mut self) {
        loop {
            let mut more = Vec::new();
            each_statement(self.function, &mut |statement| match &statement.kind {
                StatementKind::Let { local, value }
                | StatementKind::Set {
                    target: Target::Local(local),
                    value,
                }
                | StatementKind::Add {
                    target: Target::Local(local),
                    value,
                } if self.names_one(value) => more.push(*local),
                StatementKind::ForEach { set, member, .. } if self.names_one(set) => more.push(*member),
                _ => {}
            });
            let before = self.secret.len();
            self.secret.extend(more);
            if self.secret.len() == before {
                return;
            }
        }
    }

    fn names_one(&self, expr: &Expr) -> bool {
        // What a procedure gives back is its own affair.
        if matches!(expr.kind, ExprKind::Run { .. } | ExprKind::Offer(_)) {
            return false;
        }
        let mut found = false;
        expr.walk(&mut |node| {
            if let Node::Expr(part) = node {
                found |= self.local(part).is_some();
            }
        });
        found
    }
}

fn each_statement<'a>(function: &'a Function, look: &mut impl FnMut(&'a Statement)) {
    function.walk(&mut |node| {
        if let Node::Statement(statement) = node {
            look(statement);
        }
    });
}

fn is_secret(pack: &Pack, choice: usize) -> bool {
    let choice = pack.choices.find(Id::at(choice));
    choice.is_some_and(|choice| choice.secret)
}

fn kind_of(of: &Expr) -> Option<u16> {
    match of.ty.base {
        Base::Entity(kind) => Some(kind),
        _ => None,
    }
}

fn field(pack: &Pack, kind: u16, number: usize) -> Option<&FieldDef> {
    pack.kinds.get(usize::from(kind))?.fields.get(number)
}
