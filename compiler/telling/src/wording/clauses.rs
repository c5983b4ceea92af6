//! Conditions as clauses, and their opposites.

use super::apart::there_is;
use super::english::{as_many, is_many, opposite, plural, with_article};
use super::members::how_many;
use super::permissions::can;
use super::{Scene, Wording, listed, somebody, spaced};
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_trees::{Body, Callee, Expr, ExprKind, LocalId, Node, Operation, USUAL};

impl<'a> Wording<'a> {
    /// A condition as a clause: what is so.
    pub(super) fn clause(&self, scene: Scene<'a>, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::And(..) => self.clauses(scene, &[expr]),
            ExprKind::Or(..) => self.either(scene, expr, false),
            ExprKind::Not(inner) => self
                .keyed(scene, inner, |name| format!("not {name}"))
                .unwrap_or_else(|| opposite(&self.clause(scene, inner))),
            ExprKind::Operation(operation, first, second) if operation.compares() => {
                self.comparison(scene, *operation, first, second)
            }
            ExprKind::Has(set, member) if matches!(&set.kind, ExprKind::List(all) if all.len() > 1) => {
                let ExprKind::List(all) = &set.kind else {
                    return String::new();
                };
                let all: Vec<String> = all.iter().map(|one| self.noun(scene, one)).collect();
                format!("{} is {}", self.noun(scene, member), either(&all))
            }
            ExprKind::Has(set, member) => {
                if let Some(told) = self.has_member(scene, set, member) {
                    return told;
                }
                format!(
                    "{} is one of {}",
                    self.noun(scene, member),
                    plural(&self.noun(scene, set))
                )
            }
            ExprKind::Field(subject, field) => {
                let name = self.field(subject.ty, *field);
                self.is_so(&name, &[self.noun(scene, subject)])
            }
            ExprKind::Cell(row, field) => {
                let name = self.column(row.ty, *field);
                self.is_so(&name, &[self.noun(scene, row)])
            }
            ExprKind::Call(callee, given) => {
                let arguments = self.arguments(scene, *callee, given);
                let meaning = self.own_define(scene, *callee, &arguments, |this, scene, body| {
                    this.clause(scene, body)
                });
                meaning.unwrap_or_else(|| self.call_clause(*callee, &arguments))
                    + &self.unsaid_of(scene, self.callee_name(*callee), *callee, given)
            }
            ExprKind::If(condition, then, otherwise) => {
                let (condition, then) = (self.clause(scene, condition), self.clause(scene, then));
                format!(
                    "{then} (if {condition}) or {} (if not)",
                    self.clause(scene, otherwise)
                )
            }
            ExprKind::Slot(slot) => self.slot_clause(scene, *slot),
            ExprKind::InRun(procedure) => match self.pack.procedures.get(*procedure) {
                Some(procedure) => format!("{} goes on", self.run_around(procedure)),
                None => "it goes on".to_owned(),
            },
            ExprKind::Running { matching, arguments } => self
                .keyed(scene, expr, str::to_owned)
                .unwrap_or_else(|| self.in_force(scene, *matching, arguments)),
            ExprKind::Local(local) if expr.ty == Ty::BOOL => self.local_clause(scene, *local),
            ExprKind::Constant(0) => "never".to_owned(),
            ExprKind::Constant(_) => "always".to_owned(),
            _ => format!("{} is so", self.noun(scene, expr)),
        }
    }

    /// The phrase of a name for what is in it: `keywords has` is told of whose they are, and of that one.
    fn has_member(&self, scene: Scene<'a>, set: &Expr, member: &Expr) -> Option<String> {
        let (name, mut arguments) = self.name_of(scene, set)?;
        arguments.push(self.noun(scene, member));
        self.phrase_for(&format!("{name} has"), &arguments)
    }

    /// A condition as one of several that all hold: alternatives are held together.
    pub(super) fn part(&self, scene: Scene<'a>, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Or(..) => self.either(scene, expr, true),
            _ => self.clause(scene, expr),
        }
    }

    /// Alternatives: what they say of one thing is said once, and one that is itself of several parts stands apart.
    fn either(&self, scene: Scene<'a>, expr: &Expr, is_one_of_several: bool) -> String {
        let mut parts = Vec::new();
        alternatives(expr, &mut parts);
        let of_one: Option<Vec<(String, String)>> =
            parts.iter().map(|part| self.equality(scene, part)).collect();
        if let Some(of_one) = of_one
            && let [(subject, _), rest @ ..] = of_one.as_slice()
            && rest.iter().all(|(other, _)| other == subject)
        {
            let values: Vec<&str> = of_one.iter().map(|(_, value)| value.as_str()).collect();
            return format!("{subject} is {}", values.join(" or "));
        }
        let is_joined = parts.iter().any(|part| matches!(part.kind, ExprKind::And(..)));
        let told = parts.iter().map(|part| self.clause(scene, part));
        let told: Vec<String> = told.filter(|clause| !clause.is_empty()).collect();
        let either = if is_one_of_several && told.len() > 1 {
            "either "
        } else {
            ""
        };
        format!("{either}{}", told.join(if is_joined { ", or " } else { " or " }))
    }

    /// The subject and the value of an equality, where it is told in just these words.
    fn equality(&self, scene: Scene<'a>, part: &Expr) -> Option<(String, String)> {
        let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
            return None;
        };
        let (subject, value) = (self.noun(scene, first), self.noun(scene, second));
        (self.clause(scene, part) == format!("{subject} is {value}")).then_some((subject, value))
    }

    /// An effect lasts, for whom it was started.
    fn in_force(&self, scene: Scene<'a>, matching: usize, arguments: &[Expr]) -> String {
        let name = self.word(self.effect_name(matching));
        let whom = arguments.iter().filter(|argument| !is_any(argument));
        let whom: Vec<String> = whom.map(|argument| self.noun(scene, argument)).collect();
        if let Some(told) = self.phrase_for(&format!("running {}", self.effect_name(matching)), &whom) {
            return told;
        }
        match whom.as_slice() {
            [] => format!("{name} is in force"),
            [whom] => format!("{name} applies to {whom}"),
            [whom, others @ ..] => format!("{name} applies to {whom} ({})", others.join(", ")),
        }
    }

    /// The clause for a yes or no that a rule was given.
    fn local_clause(&self, scene: Scene<'a>, local: LocalId) -> String {
        let def = scene.function.locals.get(local);
        let name = def.map_or("so", |def| def.name.as_str());
        self.phrase_for(name, &[])
            .unwrap_or_else(|| format!("it is {}", spaced(name)))
    }

    /// The phrase that a key made of a name has, if the expression asks for that name.
    pub(super) fn keyed(
        &self,
        scene: Scene<'a>,
        expr: &Expr,
        key: impl Fn(&str) -> String,
    ) -> Option<String> {
        let (name, arguments) = self.name_of(scene, expr)?;
        let key = key(&name);
        let told = self.phrase_for(&key, &arguments)?;
        Some(match &expr.kind {
            ExprKind::Call(callee, given) => told + &self.unsaid_of(scene, &key, *callee, given),
            ExprKind::Running {
                matching,
                arguments: given,
            } => told + &self.unsaid_of_match(scene, &key, *matching, given),
            _ => told,
        })
    }

    /// The name for which an expression asks, and of whom.
    fn name_of(&self, scene: Scene<'a>, expr: &Expr) -> Option<(String, Vec<String>)> {
        Some(match &expr.kind {
            ExprKind::Field(subject, field) => {
                (self.field(subject.ty, *field), vec![self.noun(scene, subject)])
            }
            ExprKind::Cell(row, field) => (self.column(row.ty, *field), vec![self.noun(scene, row)]),
            ExprKind::Call(callee, arguments) => (
                self.callee_name(*callee).to_owned(),
                self.arguments(scene, *callee, arguments),
            ),
            ExprKind::Slot(slot) => {
                let procedure = self.pack.procedures.get(scene.function.context?.place())?;
                let slot = &procedure.slots.get(*slot)?.name;
                (format!("{} {slot}", procedure.name), Vec::new())
            }
            ExprKind::RunSlot(procedure, slot) => {
                let procedure = self.pack.procedures.get(*procedure)?;
                let slot = &procedure.slots.get(*slot)?.name;
                (format!("{} {slot}", procedure.name), Vec::new())
            }
            ExprKind::Running { matching, arguments } => {
                let arguments = arguments.iter().map(|argument| self.noun(scene, argument));
                (
                    format!("running {}", self.effect_name(*matching)),
                    arguments.collect(),
                )
            }
            ExprKind::As(inner, _) => return self.name_of(scene, inner),
            _ => return None,
        })
    }

    /// The effect that a match (index into the pack's) looks for.
    pub(super) fn effect_name(&self, matching: usize) -> &'a str {
        let effect = self.pack.matches.get(matching).map(|def| def.effect.place());
        effect
            .and_then(|effect| self.pack.effects.get(effect))
            .map_or("", |effect| effect.name.as_str())
    }

    /// The clause for a yes or no of the procedure at hand.
    pub(super) fn slot_clause(&self, scene: Scene<'a>, slot: usize) -> String {
        let procedure = scene
            .function
            .context
            .and_then(|at| self.pack.procedures.find(at));
        let Some((procedure, slot)) = procedure.and_then(|one| Some((one, one.slots.get(slot)?))) else {
            return "it is so".to_owned();
        };
        if self.of_change(scene, slot).is_some() {
            return format!("it {} so", if slot.name == "was" { "was" } else { "is now" });
        }
        self.phrase(&format!("{} {}", procedure.name, slot.name))
            .unwrap_or_else(|| format!("it is {}", spaced(&slot.name)))
    }

    fn call_clause(&self, callee: Callee, arguments: &[String]) -> String {
        let name = self.callee_name(callee);
        match (callee, arguments) {
            _ if self.phrase(name).is_some() => {}
            (Callee::Permission(_), _) => return self.may(name, arguments),
            (Callee::Core(Core::InPlay), [it]) => return format!("{it} is in play"),
            (Callee::Core(Core::FaceUp), [it]) => return format!("{it} is face up"),
            (Callee::Core(Core::Touching), [a, b]) => return format!("{a} is touching {b}"),
            (Callee::Core(Core::AreNeighbours), [a, b]) => return format!("{a} lies next to {b}"),
            (Callee::Core(Core::InZone), [space, zone]) => return format!("{space} belongs to {zone}"),
            _ => {}
        }
        self.is_so(name, arguments)
    }

    /// The default of the parameter that a function computes, if it is always the same; else the name of the
    /// parameter. `None` if the function computes no default.
    pub(super) fn usual(&self, function: FuncId) -> Option<Result<&'a Expr, &'a str>> {
        let function = self.program.function(function)?;
        let name = function.name.strip_prefix(USUAL)?;
        Some(match &function.body {
            Body::Gives(value) if matches!(value.kind, ExprKind::Constant(_)) => Ok(value),
            _ => Err(name),
        })
    }

    pub(super) fn callee_name(&self, callee: Callee) -> &'a str {
        match callee {
            Callee::Define(function) => self
                .program
                .function(function)
                .map_or("", |one| one.name.as_str()),
            Callee::Value(value) => self.pack.values.get(value).map_or("", |one| one.name.as_str()),
            Callee::Permission(number) => {
                let permission = self.pack.permissions.get(number);
                permission.map_or("", |one| one.name.as_str())
            }
            Callee::State(state) => self.pack.states.get(state).map_or("", |one| one.name.as_str()),
            Callee::Core(core) => core.row().name,
        }
    }

    fn may(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrase_for(name, arguments) {
            return phrase;
        }
        match arguments.split_first() {
            None => format!("{} is allowed", spaced(name)),
            Some(_) => can(name, arguments),
        }
    }

    /// A name that is yes or no of its arguments.
    pub(super) fn is_so(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrase_for(name, arguments) {
            return phrase;
        }
        let words = spaced(name.strip_prefix("is-").unwrap_or(name));
        let verb = words.split(' ').next().unwrap_or("");
        let is_verb = ["may", "can", "has", "could"].contains(&verb);
        let told = somebody(arguments);
        if let (true, [one, others @ ..]) = (is_verb, told.as_slice()) {
            return format!("{one} {words} {}", listed(others)).trim_end().to_owned();
        }
        match told.as_slice() {
            [] => format!("it is {words}"),
            [one] => format!("{one} is {words}"),
            [one, others @ ..] => format!("{one} is {words} ({})", others.join(", ")),
        }
    }

    /// `owner of X is owner of here`: X is yours. A figure is spoken to as `you`, and so is its owner.
    fn whose(&self, scene: Scene<'a>, operation: Operation, first: &Expr, second: &Expr) -> Option<String> {
        let theirs = match (
            self.is_your_owner(scene, first),
            self.is_your_owner(scene, second),
        ) {
            (false, true) => first,
            (true, false) => second,
            _ => return None,
        };
        let ExprKind::Call(Callee::Core(Core::Owner), arguments) = &theirs.kind else {
            return None;
        };
        let owned = self.noun(scene, arguments.first()?);
        match operation {
            Operation::Equal => Some(format!("{owned} is yours")),
            Operation::NotEqual => Some(format!("{owned} is not yours")),
            _ => None,
        }
    }

    fn comparison(&self, scene: Scene<'a>, operation: Operation, first: &Expr, second: &Expr) -> String {
        if let Some(told) = self.whose(scene, operation, first, second) {
            return told;
        }
        // A cost says `1 <= tokens`; people say `tokens >= 1`.
        if let (Operation::AtMost, ExprKind::Tokens(..) | ExprKind::Count(_)) = (operation, &second.kind) {
            return self.comparison(scene, Operation::AtLeast, second, first);
        }
        if let (ExprKind::Constant(n), ExprKind::Tokens(subject, token)) = (&second.kind, &first.kind) {
            let on_card = self.is_card(subject.ty);
            return self.has_tokens(
                operation,
                *n,
                &self.noun(scene, subject),
                &self.token(*token),
                on_card,
            );
        }
        if let (ExprKind::Constant(n), ExprKind::Count(set)) = (&second.kind, &first.kind) {
            return how_many(operation, *n, &self.noun(scene, set));
        }
        if let ExprKind::Constant(n) = second.kind
            && let (sign, what) = (sign(operation), self.written(second.ty, n))
            && let Some(told) = self.keyed(scene, first, |name| format!("{name} {sign} {what}"))
        {
            return told;
        }
        if let Some(told) = self.measured_clause(scene, operation, first, second) {
            return told;
        }
        if let ExprKind::Constant(n) = second.kind
            && let Some(told) = self.has_results(scene, operation, n, first)
        {
            return told;
        }
        if let Some(told) = self.has_options(scene, operation, first, second) {
            return told;
        }
        if let Some(told) = self.is_called(scene, operation, first, second) {
            return told;
        }
        if first.ty == Ty::BOOL {
            let so = self.clause(scene, first);
            return match (operation, &second.kind) {
                (Operation::Equal, ExprKind::Constant(1)) | (Operation::NotEqual, ExprKind::Constant(0)) => {
                    so
                }
                (Operation::Equal, ExprKind::Constant(0)) | (Operation::NotEqual, ExprKind::Constant(1)) => {
                    opposite(&so)
                }
                _ => format!("{so} just when {}", self.clause(scene, second)),
            };
        }
        let (a, b) = self.apart(scene, first, second);
        // `attacker is you` is told of you, and what describes a set of its member.
        let (a, b) = match b.as_str() {
            "it" => (b, a),
            "you" if a != "it" => (b, a),
            _ => (a, b),
        };
        let is = if is_many(&a) { "are" } else { "is" };
        match operation {
            Operation::Equal | Operation::NotEqual if b == "nobody" => there_is(operation, first, &a),
            Operation::Equal => format!("{a} {is} {b}"),
            Operation::NotEqual => format!("{a} {is} not {b}"),
            Operation::Less => format!("{a} {is} less than {b}"),
            Operation::AtMost => format!("{a} {is} {b} or less"),
            Operation::More => format!("{a} {is} more than {b}"),
            _ => format!("{a} {is} {b} or more"),
        }
    }

    /// The phrase of a name with a sign, for any number: `gap <=` is told of the name's arguments and that number.
    fn measured_clause(
        &self,
        scene: Scene<'a>,
        operation: Operation,
        first: &Expr,
        second: &Expr,
    ) -> Option<String> {
        let ExprKind::Call(callee, given) = &first.kind else {
            return None;
        };
        let mut arguments = self.arguments(scene, *callee, given);
        arguments.push(self.noun(scene, second));
        let name = self.callee_name(*callee);
        self.phrase_for(&format!("{name} {}", sign(operation)), &arguments)
    }

    /// Whether a pool shows any of some faces.
    fn has_results(&self, scene: Scene<'a>, operation: Operation, n: i64, counted: &Expr) -> Option<String> {
        let mut faces = Vec::new();
        let pool = self.counted_faces(scene, counted, &mut faces)?;
        let faces = faces.join(" or ");
        match (operation, n) {
            (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => {
                Some(format!("there is {} result in {pool}", with_article(&faces)))
            }
            (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => {
                Some(format!("there is no {faces} result in {pool}"))
            }
            _ => None,
        }
    }

    /// The faces whose results in one pool are added up.
    fn counted_faces(&self, scene: Scene<'a>, counted: &Expr, faces: &mut Vec<String>) -> Option<String> {
        match &counted.kind {
            ExprKind::Call(Callee::Core(Core::CountFace), arguments) => {
                let [pool, face] = arguments.as_slice() else {
                    return None;
                };
                faces.push(self.noun(scene, face));
                Some(self.noun(scene, pool))
            }
            ExprKind::Operation(Operation::Add, first, second) => {
                let pool = self.counted_faces(scene, first, faces)?;
                (self.counted_faces(scene, second, faces)? == pool).then_some(pool)
            }
            _ => None,
        }
    }

    /// A constant as the language writes it.
    pub(super) fn written(&self, ty: Ty, n: i64) -> String {
        let Base::Word(word) = ty.base else {
            return n.to_string();
        };
        let word = self.pack.words.get(usize::from(word));
        let word = word.and_then(|def| def.words.get(usize::try_from(n).ok()?));
        word.cloned().unwrap_or_default()
    }

    fn has_tokens(&self, operation: Operation, n: i64, subject: &str, token: &str, on_card: bool) -> String {
        let is_one = matches!(
            (operation, n),
            (Operation::More, 0)
                | (Operation::AtLeast | Operation::Less, 1)
                | (Operation::Equal, 0 | 1)
                | (Operation::NotEqual | Operation::AtMost, 0)
        );
        let (has, there) = match on_card {
            true if is_one => ("there is".to_owned(), format!(" on {subject}")),
            true => ("there are".to_owned(), format!(" on {subject}")),
            false => (format!("{subject} has"), String::new()),
        };
        let what = match (operation, n) {
            (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => {
                format!("{} token", with_article(token))
            }
            (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => format!("no {token} token"),
            (Operation::More, n) => format!("more than {n} {token} tokens"),
            (Operation::AtLeast, n) => format!("{n} or more {token} tokens"),
            (Operation::Less, n) => format!("fewer than {n} {token} tokens"),
            (Operation::AtMost, n) => format!("{n} or fewer {token} tokens"),
            (Operation::NotEqual, n) => format!("more or fewer than {n} {token} tokens"),
            (_, n) => format!("{n} {token} token{}", if n == 1 { "" } else { "s" }),
        };
        format!("{has} {what}{there}")
    }
}

/// A comparison as the language writes it.
fn sign(operation: Operation) -> &'static str {
    match operation {
        Operation::Equal => "=",
        Operation::NotEqual => "is not",
        Operation::Less => "<",
        Operation::AtMost => "<=",
        Operation::More => ">",
        _ => ">=",
    }
}

/// The parts that are joined by `and`.
pub(super) fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::And(first, second) => {
            conjuncts(first, parts);
            conjuncts(second, parts);
        }
        _ => parts.push(expr),
    }
}

/// The parts that are joined by `or`.
pub(super) fn alternatives<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Or(first, second) => {
            alternatives(first, parts);
            alternatives(second, parts);
        }
        _ => parts.push(expr),
    }
}

/// Whether an argument of an effect stands for any.
fn is_any(argument: &Expr) -> bool {
    matches!(argument.kind, ExprKind::Constant(_))
}

/// The parameter of which a part says what it always is, a constant or what the rule stands on; or which of several.
pub(super) fn is_fixed(part: &Expr, own: LocalId) -> Option<(LocalId, &Expr)> {
    let param = |expr: &Expr| match expr.kind {
        ExprKind::Local(local) if local >= own => Some(local),
        _ => None,
    };
    let is_known = |expr: &Expr| {
        let mut asks = false;
        expr.walk(&mut |node| {
            asks |= matches!(node, Node::Expr(Expr { kind: ExprKind::Local(local), .. }) if *local >= own);
        });
        !asks
            && matches!(
                expr.kind,
                ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::Call(..)
            )
    };
    match &part.kind {
        // One or the other: the part itself says of what it is.
        ExprKind::Or(first, second) => {
            let (one, _) = is_fixed(first, own)?;
            let (other, _) = is_fixed(second, own)?;
            (one == other).then_some((one, part))
        }
        ExprKind::Operation(Operation::Equal, first, second) => match (param(first), param(second)) {
            (Some(local), _) if is_known(second) => Some((local, second)),
            (_, Some(local)) if is_known(first) => Some((local, first)),
            _ => None,
        },
        ExprKind::Has(set, one) => match &set.kind {
            ExprKind::List(all) if all.iter().all(is_known) => Some((param(one)?, set)),
            _ => None,
        },
        _ => None,
    }
}

/// The local of which a part says that it is `you`, or with [`Operation::NotEqual`] that it is not.
pub(super) fn beside_you(part: &Expr, says: Operation, is_you: impl Fn(&Expr) -> bool) -> Option<LocalId> {
    let ExprKind::Operation(operation, first, second) = &part.kind else {
        return None;
    };
    match (&first.kind, &second.kind) {
        _ if *operation != says => None,
        (ExprKind::Local(local), _) if is_you(second) => Some(*local),
        (_, ExprKind::Local(local)) if is_you(first) => Some(*local),
        _ => None,
    }
}

/// The list of several alternatives: `red, green or white`.
pub(super) fn either(all: &[String]) -> String {
    match all {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => all.concat(),
    }
}

/// The parameter that is what an effect was started with, and which of the effect's parameters that is.
pub(super) fn is_given(part: &Expr, own: LocalId) -> Option<(LocalId, LocalId)> {
    let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
        return None;
    };
    match (&first.kind, &second.kind) {
        (ExprKind::Local(one), ExprKind::Local(other)) if *one >= own && *other < own => Some((*one, *other)),
        (ExprKind::Local(one), ExprKind::Local(other)) if *other >= own && *one < own => Some((*other, *one)),
        _ => None,
    }
}

/// A thing and what it has, for phrases of tokens.
pub(super) fn tokens_of(count: &str, token: &str) -> String {
    match count {
        "1" => format!("{} token", with_article(token)),
        // No reader sees where such a number ends.
        _ if [" minus ", " plus ", " among ", "the number of "]
            .iter()
            .any(|sign| count.contains(sign)) =>
        {
            as_many(&format!("{token} tokens"), count)
        }
        _ => format!("{count} {token} tokens"),
    }
}
