//! Statements as what somebody is told to do.

use super::clauses::tokens_of;
use super::decisions::{asked, is_no_request};
use super::english::{self, lower};
use super::{Scene, Wording, listed, somebody, spaced};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Home, Id};
use cardwright_bytecode::registry::{CORE_CALLS, Core};
use cardwright_trees::{
    Block, Body, Callable, Callee, ENDED, Expr, ExprKind, Operation, Statement, StatementKind, Target,
};

impl<'a> Wording<'a> {
    /// Statements in order: a few in one sentence, more in several.
    pub(super) fn deeds(&self, scene: Scene<'a>, statements: &'a [Statement]) -> String {
        let ends = statements.windows(2).find_map(|pair| self.ended(scene, pair));
        // The end of the run is told last, and as one.
        let told = match ends {
            Some(_) => &statements[..statements.len().saturating_sub(2)],
            None => statements,
        };
        let deeds = told
            .iter()
            .map(|statement| self.deed(scene, statement))
            .chain(ends);
        let deeds: Vec<String> = deeds.filter(|deed| !deed.is_empty()).collect();
        match deeds.as_slice() {
            [] if statements.is_empty() => "do nothing".to_owned(),
            [] => String::new(),
            [one] => one.clone(),
            [first, second] if fits_one_sentence(first, second) => {
                // `it takes damage and you heal`: else it would be it that heals.
                let is_request = |deed: &str| !is_no_request(deed) && !deed.starts_with("you ");
                let you = if !is_request(first) && is_request(second) {
                    "you "
                } else {
                    ""
                };
                format!("{first} and {you}{second}")
            }
            _ => deeds.join(". "),
        }
    }

    /// The end of the run at hand, which is two statements: that it is over, and that nothing more follows.
    fn ended(&self, scene: Scene<'a>, pair: &'a [Statement]) -> Option<String> {
        let [
            Statement {
                kind: StatementKind::Set { target, .. },
                ..
            },
            Statement {
                kind: StatementKind::Stop,
                ..
            },
        ] = pair
        else {
            return None;
        };
        let procedure = self.pack.procedures.find(scene.function.context?)?;
        self.is_ended(scene, target).then(|| {
            let phrase = self.phrase(&format!("end {}", procedure.name));
            phrase.unwrap_or_else(|| {
                let noun = self.run_around(procedure);
                let one = noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an "));
                format!("the {} ends at once", one.unwrap_or(&noun))
            })
        })
    }

    /// The statements within a condition or for each of several: one sentence, so that nobody takes its end
    /// for something that always happens.
    fn within(&self, scene: Scene<'a>, block: &'a Block) -> String {
        english::one_sentence(&self.block(scene, block))
    }

    pub(super) fn block(&self, scene: Scene<'a>, block: &'a Block) -> String {
        self.deeds(scene, &block.statements)
    }

    /// One statement; nothing if nobody needs to read it.
    fn deed(&self, scene: Scene<'a>, statement: &'a Statement) -> String {
        let told = match &statement.kind {
            StatementKind::Let { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Remove { .. } => self.reckoning(scene, &statement.kind),
            StatementKind::Give { amount, to, token } => self.give(scene, amount, to, *token),
            StatementKind::Take { amount, from, token } => self.take(scene, amount, from, *token),
            StatementKind::Choose(_)
            | StatementKind::ChoosePlace(_)
            | StatementKind::ChooseBranch { .. }
            | StatementKind::May { .. }
            | StatementKind::Offer(_) => self.decision(scene, &statement.kind),
            StatementKind::Run { procedure, arguments } => self.run(scene, *procedure, arguments),
            StatementKind::Start { start, arguments } => self.start(scene, *start, arguments),
            StatementKind::Finish { matching, arguments } => self.finish(scene, *matching, arguments),
            StatementKind::Reveal { of, field } => {
                let name = self.field(of.ty, *field);
                format!("reveal {}", self.named(&name, &[self.noun(scene, of)]))
            }
            StatementKind::Do(expr) => self.core_deed(scene, expr),
            StatementKind::Change { plain, .. } => {
                let plain = plain.as_ref();
                return plain.map_or_else(String::new, |plain| self.deed(scene, plain));
            }
            course => self.course(scene, course),
        };
        imperative(told)
    }

    /// The words for a computation, or for a change of a name, a field or a state.
    fn reckoning(&self, scene: Scene<'a>, statement: &'a StatementKind) -> String {
        match statement {
            StatementKind::Let { local, value } => match &value.kind {
                ExprKind::Run { procedure, arguments } => self.run(scene, *procedure, arguments),
                ExprKind::Roll(..) => format!("roll {}", self.noun(scene, value)),
                ExprKind::Make { template, owner, .. } => {
                    let (what, owner) = (self.noun(scene, template), self.noun(scene, owner));
                    let of = if owner == "you" {
                        String::new()
                    } else {
                        format!(", owned by {owner}")
                    };
                    format!("take {} out of the box{of}", english::one_of(&what))
                }
                _ if self.is_name_for_you(scene, *local) => String::new(),
                // Another name for what has one is nothing to do.
                ExprKind::Slot(_) | ExprKind::Local(_) if self.named_apart(scene, *local).is_none() => {
                    String::new()
                }
                _ => {
                    let named = self.named_apart(scene, *local);
                    let named = named.map_or(String::new(), |name| format!(" ({name})"));
                    format!("note {}{named}", self.noun(scene, value))
                }
            },
            StatementKind::Set { target, value } => self.set(scene, target, value),
            StatementKind::Add { target, value } => {
                let what = self.target(scene, target);
                if value.ty.set {
                    return format!("add {} to {what}", self.noun(scene, value));
                }
                match (value.below_zero(), &value.kind) {
                    (Some(n), _) => format!("reduce {what} by {n}"),
                    (None, ExprKind::Operation(Operation::Subtract, first, by)) if first.is_constant(0) => {
                        format!("reduce {what} by {}", self.noun(scene, by))
                    }
                    _ => format!("increase {what} by {}", self.noun(scene, value)),
                }
            }
            StatementKind::Remove { target, value } => {
                let (what, those) = (self.target(scene, target), self.noun(scene, value));
                format!("take {those} out of {what}")
            }
            _ => String::new(),
        }
    }

    fn give(&self, scene: Scene<'a>, amount: &Expr, to: &Expr, token: usize) -> String {
        let tokens = tokens_of(&self.noun(scene, amount), &self.token(token));
        match self.noun(scene, to).as_str() {
            "you" => format!("receive {tokens}"),
            to => format!("place {tokens} on {to}"),
        }
    }

    fn take(&self, scene: Scene<'a>, amount: &Expr, from: &Expr, token: usize) -> String {
        let token = self.token(token);
        let all = matches!(amount.kind, ExprKind::Tokens(..))
            || matches!(amount.kind, ExprKind::Constant(n) if n > 1_000);
        let tokens = match all {
            true => format!("all {token} tokens"),
            false => tokens_of(&self.noun(scene, amount), &token),
        };
        format!("remove {tokens} from {}", self.noun(scene, from))
    }

    /// The words for a statement that decides which way the rule goes on.
    fn course(&self, scene: Scene<'a>, statement: &'a StatementKind) -> String {
        match statement {
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branch(scene, condition, then, otherwise.as_ref()),
            StatementKind::ForEach {
                set,
                order,
                member,
                body,
            } => {
                let set = self.noun(scene, set);
                let each = match set.strip_prefix("every ") {
                    Some(one) => format!("each {one}"),
                    None => format!("each of {set}"),
                };
                let order = match order {
                    Some(order) => {
                        let who = self.who(scene, &order.decider, "you choose", "chooses");
                        let question = self.pack.choices.get(order.choice).map_or("", |def| &def.prompt);
                        format!(" in an order that {who}{}", asked(question))
                    }
                    None => String::new(),
                };
                // Where nobody else is chosen meanwhile, `it` is clear.
                let is_plain = !body.statements.iter().any(|one| {
                    matches!(
                        one.kind,
                        StatementKind::Choose(_) | StatementKind::ForEach { .. } | StatementKind::Let { .. }
                    )
                });
                let inner = Scene {
                    it: if is_plain { Some(*member) } else { scene.it },
                    ..scene
                };
                format!("for {each}{order}, {}", self.within(inner, body))
            }
            StatementKind::Repeat { times, body } => {
                let times = match self.noun(scene, times) {
                    times if times.starts_with("the ") => format!("as often as {times}"),
                    times => format!("{times} times"),
                };
                format!("do this {times}: {}", self.within(scene, body))
            }
            StatementKind::Break => "stop repeating this".to_owned(),
            StatementKind::Stop => "stop here".to_owned(),
            StatementKind::End { outcome, winners } => {
                let outcome = self.pack.outcomes.get(*outcome);
                let title = outcome.map_or("", |outcome| &outcome.title);
                match winners {
                    Some(winners) => {
                        format!("the game ends: {title}; won by {}", self.noun(scene, winners))
                    }
                    None => format!("the game ends: {title}"),
                }
            }
            _ => String::new(),
        }
    }

    fn finish(&self, scene: Scene<'a>, matching: usize, arguments: &'a [Expr]) -> String {
        let name = self.effect_name(matching);
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let key = format!("end {name}");
        if let Some(phrase) = self.phrase_for(&key, &told) {
            return phrase + &self.unsaid_of_match(scene, &key, matching, arguments);
        }
        if self.is_itself(scene, matching, arguments) {
            return "this effect ends".to_owned();
        }
        let name = self.word(name);
        match arguments
            .first()
            .filter(|whom| !matches!(whom.kind, ExprKind::Constant(_)))
        {
            Some(whom) => format!("{name} ends for {}", self.noun(scene, whom)),
            None => format!("{name} ends"),
        }
    }

    /// Whether a rule of an effect means the very effect whose rule it is.
    fn is_itself(&self, scene: Scene<'a>, matching: usize, arguments: &[Expr]) -> bool {
        let effect = self.pack.matches.get(matching).map(|def| def.effect);
        let is_own = |(at, argument): (usize, &Expr)| match argument.kind {
            ExprKind::Local(local) => local == at,
            _ => false,
        };
        effect.is_some() && effect == scene.effect && arguments.iter().enumerate().all(is_own)
    }

    /// Paying one item of a cost.
    pub(super) fn payment(&self, scene: Scene<'a>, statement: &'a Statement) -> String {
        imperative(match &statement.kind {
            StatementKind::Take { amount, token, from } => {
                let tokens = tokens_of(&self.noun(scene, amount), &self.token(*token));
                match self.noun(scene, from).as_str() {
                    "you" => format!("spend {tokens}"),
                    from => format!("spend {tokens} from {from}"),
                }
            }
            StatementKind::Do(Expr {
                kind: ExprKind::Call(Callee::Core(Core::Remove), arguments),
                ..
            }) => {
                let card = arguments
                    .first()
                    .map_or(String::new(), |card| self.noun(scene, card));
                format!("discard {card}")
            }
            // What a procedure pays; the rest says that nothing more happens if it was not paid.
            StatementKind::If { condition, .. } => match &condition.kind {
                ExprKind::Not(paid) => match &paid.kind {
                    ExprKind::Run { procedure, arguments } => self.run(scene, *procedure, arguments),
                    _ => self.deed(scene, statement),
                },
                _ => self.deed(scene, statement),
            },
            _ => self.deed(scene, statement),
        })
    }

    fn set(&self, scene: Scene<'a>, target: &'a Target, value: &'a Expr) -> String {
        if self.is_ended(scene, target) {
            return String::new();
        }
        if let (ExprKind::Constant(n), Ty::BOOL) = (&value.kind, value.ty)
            && let Some(told) = self.switch(scene, target, *n != 0)
        {
            return told;
        }
        if let ExprKind::Roll(..) = value.kind {
            return format!("roll {}", self.noun(scene, value));
        }
        if let (ExprKind::Run { procedure, arguments }, Ty::BOOL, Some(so)) =
            (&value.kind, value.ty, self.switch(scene, target, true))
        {
            return format!(
                "{}; if that is done, {so}",
                self.run(scene, *procedure, arguments)
            );
        }
        if value.ty == Ty::BOOL {
            let so = match target {
                Target::Field(of, field) => self.clause(scene, &is_field(of, *field)),
                Target::Slot(slot) => self.slot_clause(scene, *slot),
                Target::Local(_) | Target::Entry(..) => self.target(scene, target),
            };
            return match value.kind {
                ExprKind::Local(_) => format!("change whether {so} to {}", self.noun(scene, value)),
                _ => format!("from now on {so} only if {}", self.clause(scene, value)),
            };
        }
        let what = self.target(scene, target);
        if let ExprKind::Operation(operation, first, by) = &value.kind
            && let (Target::Slot(slot), ExprKind::Slot(same)) = (target, &first.kind)
            && slot == same
        {
            match operation {
                Operation::Add => return format!("increase {what} by {}", self.noun(scene, by)),
                Operation::Subtract => return format!("reduce {what} by {}", self.noun(scene, by)),
                _ => {}
            }
        }
        format!("change {what} to {}", self.noun(scene, value))
    }

    /// Whether a target is what the machinery notes of a run that is over.
    fn is_ended(&self, scene: Scene<'a>, target: &Target) -> bool {
        let Target::Slot(slot) = target else { return false };
        let procedure = scene.function.context;
        let procedure = procedure.and_then(|at| self.pack.procedures.find(at));
        procedure
            .and_then(|procedure| procedure.slots.get(*slot))
            .is_some_and(|slot| slot.name == ENDED)
    }

    /// A yes or no that becomes one or the other.
    fn switch(&self, scene: Scene<'a>, target: &'a Target, on: bool) -> Option<String> {
        let set = if on { "set" } else { "unset" };
        match target {
            Target::Field(of, field) => {
                let (name, subject) = (self.field(of.ty, *field), self.noun(scene, of));
                let becomes = if on { "is now" } else { "is no longer" };
                let phrase = self.phrase_for(&format!("{set} {name}"), std::slice::from_ref(&subject));
                Some(phrase.unwrap_or_else(|| format!("{subject} {becomes} {}", spaced(&name))))
            }
            Target::Slot(slot) => {
                let procedure = scene.function.context?;
                let procedure = self.pack.procedures.find(procedure)?;
                let slot = &procedure.slots.get(*slot)?.name;
                self.phrase(&format!("{set} {} {slot}", procedure.name))
            }
            Target::Entry(state, key) => {
                let key: Vec<String> = key.iter().map(|part| self.noun(scene, part)).collect();
                let name = self.callee_name(Callee::State(*state));
                self.phrase_for(&format!("{set} {name}"), &key)
            }
            Target::Local(_) => None,
        }
    }

    fn target(&self, scene: Scene<'a>, target: &'a Target) -> String {
        match target {
            Target::Local(local) => self.local(scene, *local),
            Target::Slot(slot) => self.slot(scene, *slot),
            Target::Field(of, field) => {
                let name = self.field(of.ty, *field);
                self.named(&name, &[self.noun(scene, of)])
            }
            Target::Entry(state, key) => {
                let key: Vec<String> = key.iter().map(|part| self.noun(scene, part)).collect();
                self.named(self.callee_name(Callee::State(*state)), &key)
            }
        }
    }

    fn branch(
        &self,
        scene: Scene<'a>,
        condition: &Expr,
        then: &'a Block,
        otherwise: Option<&'a Block>,
    ) -> String {
        let (asked, then) = (self.clause(scene, condition), self.within(scene, then));
        // Phrases may leave out what is different.
        let is_same = otherwise.is_some_and(|block| self.within(scene, block) == then);
        if is_same && !then.is_empty() {
            return then;
        }
        let told = match asked.is_empty() {
            true => then,
            false => format!("if {asked}, {then}"),
        };
        match otherwise.filter(|block| !block.statements.is_empty()) {
            Some(block) => {
                // Behind a further condition, `otherwise` could mean that one.
                let is_plain = !told[asked.len()..].contains(" if ") && !told.contains("; if ");
                let otherwise = match is_plain {
                    true => "Otherwise".to_owned(),
                    false => format!("If {},", super::opposite(&asked)),
                };
                format!("{told}. {otherwise} {}", self.within(scene, block))
            }
            None => told,
        }
    }

    fn run(&self, scene: Scene<'a>, procedure: usize, arguments: &'a [Expr]) -> String {
        let Some(def) = self.pack.procedures.get(procedure) else {
            return String::new();
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let key = format!("run {}", def.name);
        if let Some(phrase) = self.phrase_for(&key, &told) {
            let callable = Callable::Procedure(procedure);
            return phrase + &self.unsaid(scene, &key, (callable, 0), arguments);
        }
        let noun = self.procedure(def);
        match told.is_empty() {
            true => format!("resolve {noun}"),
            false => format!("resolve {noun} for {}", listed(&somebody(&told))),
        }
    }

    /// A lasting effect is told by its phrase or its rules, and by how long it lasts.
    fn start(&self, scene: Scene<'a>, start: usize, arguments: &'a [Expr]) -> String {
        let Some(def) = self.pack.starts.get(start) else {
            return String::new();
        };
        let mut told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        // The count of the openings follows the effect's own arguments.
        let times = if def.is_counted() { told.pop() } else { None };
        // What the effect says is told of its arguments.
        let this = Wording {
            given: &told,
            ..*self
        };
        let ends = def.ends.iter().enumerate().map(|(number, until)| {
            let times = times.as_deref().filter(|_| number == 0);
            this.until(*until, Home::Effect(def.effect), times)
        });
        let ends: Vec<String> = ends.collect();
        let until = match ends.is_empty() {
            true => "for the rest of the game".to_owned(),
            false => ends.join(" or "),
        };
        let until = this.as_long_as(def.effect.number(), until);
        let effect = self.pack.effects.find(def.effect);
        let name = effect.map_or("", |effect| &effect.name);
        let key = format!("start {name}");
        if let Some(phrase) = self.phrase_for(&key, &told) {
            let callable = Callable::Effect(def.effect.place());
            let unsaid = self.unsaid(scene, &key, (callable, 0), arguments);
            return format!("{phrase}{unsaid} {until}");
        }
        let rules = self.pack.rules.iter().enumerate();
        let rules = rules
            .filter(|(_, rule)| rule.home == Home::Effect(def.effect))
            // A rule with several windows is told once.
            .filter(|(number, _)| self.pack.first_of(Id::at(*number)).place() == *number);
        let rules: Vec<String> = rules
            .map(|(number, _)| lower(this.rule(number).trim_end_matches('.')))
            .collect();
        let on = match told.is_empty() {
            true => String::new(),
            false => format!(" to {}", listed(&told)),
        };
        match rules.is_empty() {
            true => format!("apply {}{on} {until}", spaced(name)),
            false => format!("{until}, {}", rules.join("; ")),
        }
    }

    /// When an effect ends, which may itself say while what it lasts.
    fn as_long_as(&self, effect: u32, until: String) -> String {
        let lasts = self
            .pack
            .effects
            .get(effect as usize)
            .and_then(|effect| effect.lasts);
        let function = lasts.and_then(|lasts| self.program.function(lasts));
        let scene = lasts.and_then(|lasts| self.scene(Home::Effect(Id::new(effect)), lasts));
        match (scene, function.map(|function| &function.body)) {
            (Some(scene), Some(Body::Gives(expr))) => {
                let clause = self.clause(scene, expr);
                match until.as_str() {
                    _ if clause.is_empty() => until,
                    "for the rest of the game" => format!("as long as {clause}"),
                    _ => format!("{until}, as long as {clause}"),
                }
            }
            _ => until,
        }
    }

    fn core_deed(&self, scene: Scene<'a>, expr: &'a Expr) -> String {
        let ExprKind::Call(Callee::Core(core), arguments) = &expr.kind else {
            return self.noun(scene, expr);
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let known = |at: usize| arguments.get(at).map(|expr| &expr.kind);
        match (*core, told.as_slice()) {
            (Core::AddFace, [pool, face, n]) => format!("add {n} {face} result{} to {pool}", s(n)),
            (Core::AddTurnable, [pool, face, n]) => {
                format!("add {n} {face} result{} that can be turned to {pool}", s(n))
            }
            (Core::AddDie, [pool, face, n]) if n == "1" => format!("add 1 die showing {face} to {pool}"),
            (Core::AddDie, [pool, face, n]) => format!("add {n} dice showing {face} to {pool}"),
            (Core::Convert, [pool, from, to, n]) => {
                format!("change {} in {pool} to {to}", results(pool, from, n))
            }
            (Core::Cancel, [pool, face, n]) => format!("cancel {} in {pool}", results(pool, face, n)),
            (Core::Reroll, [dice]) => format!("re-roll {dice}"),
            (Core::Turn, [die, face]) => format!("turn {die} to {face}"),
            (Core::MoveTo, [it, to]) => format!("put {it} on {to}"),
            (Core::Flip, [it, _]) if known(1) == Some(&ExprKind::Constant(0)) => {
                format!("turn {it} face down")
            }
            (Core::Flip, [it, _]) if matches!(known(1), None | Some(ExprKind::Constant(_))) => {
                format!("turn {it} face up")
            }
            (Core::Flip, [it, _]) => {
                let so = arguments
                    .get(1)
                    .map_or_else(String::new, |up| self.clause(scene, up));
                format!("turn {it} face up if {so}, and face down otherwise")
            }
            (Core::Shuffle, [deck]) => format!("shuffle {deck}"),
            (Core::Remove, [it]) => format!("discard {it}"),
            (Core::ReturnToGame, [it]) => format!("bring {it} back into the game"),
            (Core::SetOwner, [it, to]) => format!("{to} takes over {it}"),
            (Core::Place, [it, at]) if at.starts_with("where ") => format!("place {it} {at}"),
            (Core::Place, [it, at]) => format!("place {it} at {at}"),
            _ => {
                let call = CORE_CALLS.iter().find(|call| call.call == *core);
                let name = call.map_or("", |call| call.name);
                let phrase = self.phrase_for(name, &told);
                phrase.unwrap_or_else(|| format!("{} {}", spaced(name), listed(&told)))
            }
        }
    }
}

/// Whether two things to do can be said in one breath, so that nobody takes the second for a part of the first.
fn fits_one_sentence(first: &str, second: &str) -> bool {
    let is_condition = |text: &str| text.starts_with("if ") || text.starts_with("for ");
    let is_long = first.len() + second.len() >= 120 || first.contains(". ");
    !is_long && !is_condition(first) && !is_condition(second) && !second.starts_with("you may ")
}

/// The words for so many results of a face in a pool.
fn results(pool: &str, face: &str, n: &str) -> String {
    match n {
        "1" => format!("1 {face} result"),
        _ if *n == format!("the number of dice in {pool}") => format!("all {face} results"),
        _ if n.contains(' ') => english::as_many(&format!("{face} results"), n),
        _ => format!("up to {n} {face} results"),
    }
}

/// The request for a deed of yours: `you draw a card` becomes `draw a card`.
fn imperative(told: String) -> String {
    const STATES: [&str; 8] = ["may", "can", "cannot", "are", "is", "have", "has", "do"];
    match told.strip_prefix("you ") {
        Some(rest) if !STATES.contains(&rest.split(' ').next().unwrap_or("")) => rest.to_owned(),
        _ => told,
    }
}

fn s(n: &str) -> &'static str {
    if n == "1" { "" } else { "s" }
}

/// The question whether a field of something is yes.
fn is_field(of: &Expr, field: usize) -> Expr {
    Expr {
        kind: ExprKind::Field(Box::new(of.clone()), field),
        ty: Ty::BOOL,
        place: of.place,
    }
}

#[cfg(test)]
mod tests {
    use super::{imperative, results};

    #[test]
    fn you_are_asked_to_do_things() {
        assert_eq!(imperative("you draw a card".to_owned()), "draw a card");
        assert_eq!(imperative("you may rest".to_owned()), "you may rest");
        assert_eq!(imperative("it rests".to_owned()), "it rests");
    }

    #[test]
    fn as_many_as_there_are_is_all() {
        assert_eq!(results("the pool", "hit", "1"), "1 hit result");
        assert_eq!(
            results("the pool", "hit", "the number of dice in the pool"),
            "all hit results"
        );
        assert_eq!(results("the pool", "hit", "2"), "up to 2 hit results");
    }
}
