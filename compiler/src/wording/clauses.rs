//! Conditions as clauses, and their opposites.

use super::nouns::plural;
use super::{Scene, Wording, filled, listed, spaced};
use crate::tree::{Callee, Expr, ExprKind, LocalId, Operation};
use cardwright_bytecode::Ty;
use cardwright_bytecode::registry::{CORE_CALLS, Core};

impl<'a> Wording<'a> {
    /// A condition as a clause: what is so.
    pub(super) fn clause(&self, scene: Scene<'a>, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::And(first, second) => {
                format!("{} and {}", self.clause(scene, first), self.clause(scene, second))
            }
            ExprKind::Or(first, second) => {
                format!("{} or {}", self.clause(scene, first), self.clause(scene, second))
            }
            ExprKind::Not(inner) => opposite(&self.clause(scene, inner)),
            ExprKind::Operation(operation, first, second) if operation.compares() => {
                self.comparison(scene, *operation, first, second)
            }
            ExprKind::Has(set, member) => {
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
            ExprKind::Call(callee, arguments) => {
                self.call_clause(*callee, &self.arguments(scene, *callee, arguments))
            }
            ExprKind::If(condition, then, otherwise) => {
                let (condition, then) = (self.clause(scene, condition), self.clause(scene, then));
                format!(
                    "{then} (if {condition}) or {} (if not)",
                    self.clause(scene, otherwise)
                )
            }
            ExprKind::Slot(slot) => self.slot_clause(scene, *slot),
            ExprKind::Constant(0) => "never".to_owned(),
            ExprKind::Constant(_) => "always".to_owned(),
            _ => format!("{} is so", self.noun(scene, expr)),
        }
    }

    /// What a yes or no of the procedure at hand says.
    fn slot_clause(&self, scene: Scene<'a>, slot: usize) -> String {
        let procedure = scene
            .function
            .context
            .and_then(|at| self.pack.procedures.get(at as usize));
        let Some((procedure, slot)) = procedure.and_then(|one| Some((one, one.slots.get(slot)?))) else {
            return "it is so".to_owned();
        };
        self.phrase(&format!("{} {}", procedure.name, slot.name))
            .unwrap_or_else(|| format!("it is {}", spaced(&slot.name)))
    }

    fn call_clause(&self, callee: Callee, arguments: &[String]) -> String {
        let name = match callee {
            Callee::Define(function) => self.program.function(function).map(|one| one.name.as_str()),
            Callee::Value(value) => self.pack.values.get(value).map(|one| one.name.as_str()),
            Callee::Permission(permission) => {
                let name = self.pack.permissions.get(permission).map_or("", |one| &one.name);
                return self.may(name, arguments);
            }
            Callee::Core(core) => match (core, arguments) {
                (Core::InPlay, [it]) => return format!("{it} is in play"),
                (Core::FaceUp, [it]) => return format!("{it} is face up"),
                (Core::Touching, [a, b]) => return format!("{a} is touching {b}"),
                (Core::AreNeighbours, [a, b]) => return format!("{a} lies next to {b}"),
                (Core::InZone, [space, zone]) => return format!("{space} belongs to {zone}"),
                _ => CORE_CALLS
                    .iter()
                    .find(|call| call.call == core)
                    .map(|call| call.name),
            },
        };
        self.is_so(name.unwrap_or(""), arguments)
    }

    fn may(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrases.get(name) {
            return filled(phrase, arguments);
        }
        match arguments.split_first() {
            None => format!("{} is allowed", spaced(name)),
            Some((first, _)) => format!("{first} can {}", spaced(name)),
        }
    }

    /// A name that is yes or no of its arguments.
    fn is_so(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrases.get(name) {
            return filled(phrase, arguments);
        }
        let words = spaced(name.strip_prefix("is-").unwrap_or(name));
        let is_verb = ["may ", "can ", "has ", "could "]
            .iter()
            .any(|verb| words.starts_with(verb));
        if let (true, [one, others @ ..]) = (is_verb, arguments) {
            return format!("{one} {words} {}", listed(others)).trim_end().to_owned();
        }
        match arguments {
            [] => format!("it is {words}"),
            [one] => format!("{one} is {words}"),
            [one, others @ ..] => format!("{one} is {words} ({})", others.join(", ")),
        }
    }

    fn comparison(&self, scene: Scene<'a>, operation: Operation, first: &Expr, second: &Expr) -> String {
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
        let (a, b) = (self.noun(scene, first), self.noun(scene, second));
        // `attacker is you` is told of you.
        let (a, b) = if b == "you" { (b, a) } else { (a, b) };
        match operation {
            Operation::Equal if b == "nobody" => format!("there is not {a}"),
            Operation::NotEqual if b == "nobody" => format!("there is {a}"),
            Operation::Equal => format!("{a} is {b}"),
            Operation::NotEqual => format!("{a} is not {b}"),
            Operation::Less => format!("{a} is less than {b}"),
            Operation::AtMost => format!("{a} is {b} or less"),
            Operation::More => format!("{a} is more than {b}"),
            _ => format!("{a} is {b} or more"),
        }
    }

    fn has_tokens(&self, operation: Operation, n: i64, subject: &str, token: &str, on_card: bool) -> String {
        let article = if token.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let (has, there) = match on_card {
            true => ("there is".to_owned(), format!(" on {subject}")),
            false => (format!("{subject} has"), String::new()),
        };
        let what = match (operation, n) {
            (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => {
                format!("{article} {token} token")
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

fn how_many(operation: Operation, n: i64, set: &str) -> String {
    let one = set.strip_prefix("every ").unwrap_or(set);
    match (operation, n) {
        (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => {
            format!("there is any {one}")
        }
        (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => format!("there is no {one}"),
        (Operation::More, n) => format!("there are more than {n} {}", plural(set)),
        (Operation::AtLeast, n) => format!("there are {n} or more {}", plural(set)),
        (Operation::Less, n) => format!("there are fewer than {n} {}", plural(set)),
        (Operation::AtMost, n) => format!("there are {n} or fewer {}", plural(set)),
        (_, n) => format!("there are {n} {}", plural(set)),
    }
}

/// The opposite of a clause.
pub(super) fn opposite(clause: &str) -> String {
    const VERBS: [(&str, &str); 7] = [
        (" is ", " is not "),
        (" are ", " are not "),
        (" has a ", " has no "),
        (" has an ", " has no "),
        (" can ", " cannot "),
        (" may ", " may not "),
        (" has ", " does not have "),
    ];
    let joined = clause.contains(" and ") || clause.contains(" or ");
    let first = VERBS
        .iter()
        .filter_map(|(verb, not)| Some((clause.find(verb)?, verb, not)))
        .min_by_key(|(at, verb, _)| (*at, usize::MAX - verb.len()));
    match first {
        Some((_, verb, not)) if !joined => {
            let twice = clause.replacen(verb, not, 1);
            twice.replacen(" is not not ", " is ", 1)
        }
        _ => format!("it is not so that {clause}"),
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

/// The local of which a part says that it is `you`.
pub(super) fn names_you(part: &Expr, is_you: impl Fn(&Expr) -> bool) -> Option<LocalId> {
    let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
        return None;
    };
    match (&first.kind, &second.kind) {
        (ExprKind::Local(local), _) if is_you(second) => Some(*local),
        (_, ExprKind::Local(local)) if is_you(first) => Some(*local),
        _ => None,
    }
}

/// A thing and what it has, for phrases of tokens.
pub(super) fn tokens_of(count: &str, token: &str) -> String {
    let article = if token.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    match count {
        "1" => format!("{article} {token} token"),
        _ => format!("{count} {token} tokens"),
    }
}

#[cfg(test)]
mod tests {
    use super::opposite;

    #[test]
    fn opposites_turn_the_first_verb() {
        assert_eq!(opposite("you can rest"), "you cannot rest");
        assert_eq!(opposite("the target is dizzy"), "the target is not dizzy");
        assert_eq!(opposite("it has an apple token"), "it has no apple token");
        assert_eq!(opposite("a is b or c is d"), "it is not so that a is b or c is d");
    }
}
