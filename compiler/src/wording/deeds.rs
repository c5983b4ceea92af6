//! Statements as what somebody is told to do.

use super::clauses::tokens_of;
use super::nouns::plural;
use super::{Scene, Wording, filled, listed, spaced};
use crate::tree::{Block, Callee, Choose, Expr, ExprKind, Offer, Statement, StatementKind, Target};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{ChoiceDef, Home};
use cardwright_bytecode::registry::{CORE_CALLS, Core};

impl<'a> Wording<'a> {
    /// Statements in order: a few in one sentence, more in several.
    pub(super) fn deeds(&self, scene: Scene<'a>, statements: &'a [Statement]) -> String {
        let deeds: Vec<String> = statements
            .iter()
            .map(|statement| self.deed(scene, statement))
            .filter(|deed| !deed.is_empty())
            .collect();
        match deeds.as_slice() {
            [] => "do nothing".to_owned(),
            [one] => one.clone(),
            [first, second] if first.len() + second.len() < 120 && !first.contains(". ") => {
                format!("{first} and {second}")
            }
            _ => deeds.join(". "),
        }
    }

    fn block(&self, scene: Scene<'a>, block: &'a Block) -> String {
        self.deeds(scene, &block.statements)
    }

    fn deed(&self, scene: Scene<'a>, statement: &'a Statement) -> String {
        let noun = |expr: &Expr| self.noun(scene, expr);
        match &statement.kind {
            StatementKind::Let { value, .. } => match &value.kind {
                ExprKind::Roll(..) => format!("roll {}", noun(value)),
                _ if value.ty == Ty::NUMBER => format!("count {}", noun(value)),
                _ => format!("take {}", noun(value)),
            },
            StatementKind::Set { target, value } => self.set(scene, target, value),
            StatementKind::Add { target, value } => {
                let what = self.target(scene, target);
                match value.is_negative() {
                    Some(n) => format!("reduce {what} by {n}"),
                    None => format!("increase {what} by {}", noun(value)),
                }
            }
            StatementKind::Give { amount, to, token } => {
                let tokens = tokens_of(&noun(amount), &self.token(*token));
                match noun(to).as_str() {
                    "you" => format!("receive {tokens}"),
                    to => format!("place {tokens} on {to}"),
                }
            }
            StatementKind::Take { amount, from, token } => {
                let token = self.token(*token);
                let all = matches!(amount.kind, ExprKind::Tokens(..))
                    || matches!(amount.kind, ExprKind::Constant(n) if n > 1_000);
                let tokens = match all {
                    true => format!("all {token} tokens"),
                    false => tokens_of(&noun(amount), &token),
                };
                format!("remove {tokens} from {}", noun(from))
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branch(scene, condition, then, otherwise.as_ref()),
            StatementKind::ForEach { set, body, .. } => {
                let set = noun(set);
                let each = set.strip_prefix("every ").unwrap_or(&set);
                format!("for each {each}, {}", self.block(scene, body))
            }
            StatementKind::Repeat { times, body } => {
                format!("do this {} times: {}", noun(times), self.block(scene, body))
            }
            StatementKind::Choose(choose) => self.choose(scene, choose),
            StatementKind::ChooseBranch {
                choice,
                decider,
                branches,
            } => {
                let labels = self.pack.choices.get(*choice).map_or(&[][..], |def| &def.labels);
                let told = labels.iter().zip(branches).map(|(label, branch)| {
                    let when = branch.when.as_ref().filter(|when| !when.is_constant(1));
                    let when = when.map_or(String::new(), |when| {
                        format!(" (if {})", self.clause(scene, when))
                    });
                    format!("{label}{when}: {}", self.block(scene, &branch.body))
                });
                let told: Vec<String> = told.collect();
                let who = self.who(scene, decider, "choose", "chooses");
                format!("{who} one: {}", told.join("; or "))
            }
            StatementKind::May {
                decider,
                then,
                otherwise,
                ..
            } => {
                let who = noun(decider);
                let then = self.block(scene, then);
                match otherwise {
                    None => format!("{who} may {then}"),
                    Some(other) => format!("{who} may {then}. If not, {}", self.block(scene, other)),
                }
            }
            StatementKind::Run { procedure, arguments } => self.run(scene, *procedure, arguments),
            StatementKind::Offer(offer) => self.offer(scene, offer),
            StatementKind::Start { start, arguments } => self.start(scene, *start, arguments),
            StatementKind::Reveal { of, field } => {
                let name = self.field(of.ty, *field);
                format!("reveal {}", self.named(&name, &[noun(of)]))
            }
            StatementKind::Finish { matching, .. } => {
                let effect = self.pack.matches.get(*matching).map(|def| def.effect as usize);
                let effect = effect.and_then(|effect| self.pack.effects.get(effect));
                let name = effect.map_or(String::new(), |effect| spaced(&effect.name));
                format!("{name} ends")
            }
            StatementKind::Break => "go on with what follows".to_owned(),
            StatementKind::End { outcome, winners } => {
                let outcome = self.pack.outcomes.get(*outcome);
                let title = outcome.map_or("", |outcome| &outcome.title);
                match winners {
                    Some(winners) => format!("the game ends: {title}; won by {}", noun(winners)),
                    None => format!("the game ends: {title}"),
                }
            }
            StatementKind::Stop => "stop here".to_owned(),
            StatementKind::Do(expr) => self.core_deed(scene, expr),
        }
    }

    fn offer(&self, scene: Scene<'a>, offer: &Offer) -> String {
        let name = self.pack.offers.get(offer.offer).map_or("", |def| &def.name);
        let noun = |expr: &Expr| self.noun(scene, expr);
        let arguments: Vec<String> = offer.arguments.iter().map(noun).collect();
        let deed = match self.phrases.get(&format!("offer {name}")) {
            Some(phrase) => filled(phrase, &arguments),
            None => format!("take {} {}", noun(&offer.most), spaced(name)),
        };
        format!("{} may {deed}", noun(&offer.decider))
    }

    /// Paying one item of a cost.
    pub(super) fn payment(&self, scene: Scene<'a>, statement: &'a Statement) -> String {
        match &statement.kind {
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
        }
    }

    /// `choose` for you, `its owner chooses` for others.
    fn who(&self, scene: Scene<'a>, decider: &Expr, you: &str, other: &str) -> String {
        match self.noun(scene, decider).as_str() {
            "you" => you.to_owned(),
            who => format!("{who} {other}"),
        }
    }

    fn set(&self, scene: Scene<'a>, target: &'a Target, value: &'a Expr) -> String {
        if let (Target::Field(of, field), ExprKind::Constant(n), Ty::BOOL) = (target, &value.kind, value.ty) {
            let name = self.field(of.ty, *field);
            let subject = self.noun(scene, of);
            let becomes = if *n == 0 { "is no longer" } else { "is now" };
            return format!("{subject} {becomes} {}", spaced(&name));
        }
        if let ExprKind::Roll(..) = value.kind {
            return format!("roll {}", self.noun(scene, value));
        }
        format!(
            "{} becomes {}",
            self.target(scene, target),
            self.noun(scene, value)
        )
    }

    fn target(&self, scene: Scene<'a>, target: &'a Target) -> String {
        match target {
            Target::Local(local) => self.local(scene, *local),
            Target::Slot(slot) => {
                let procedure = scene
                    .function
                    .context
                    .and_then(|at| self.pack.procedures.get(at as usize));
                let slot = procedure.and_then(|procedure| procedure.slots.get(*slot));
                slot.map_or_else(|| "it".to_owned(), |slot| format!("the {}", spaced(&slot.name)))
            }
            Target::Field(of, field) => {
                let name = self.field(of.ty, *field);
                self.named(&name, &[self.noun(scene, of)])
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
        let told = format!(
            "if {}, {}",
            self.clause(scene, condition),
            self.block(scene, then)
        );
        match otherwise.filter(|block| !block.statements.is_empty()) {
            Some(block) => format!("{told}. Otherwise {}", self.block(scene, block)),
            None => told,
        }
    }

    fn choose(&self, scene: Scene<'a>, choose: &'a Choose) -> String {
        let def: Option<&ChoiceDef> = self.pack.choices.get(choose.choice);
        let options = self.noun(scene, &choose.options);
        let one = options.strip_prefix("every ").unwrap_or(&options);
        let what = match &choose.most {
            Some(most) => format!("up to {} {}", self.noun(scene, most), plural(&options)),
            None if options.starts_with("every ") => format!("a {one}"),
            None => format!("one of {options}"),
        };
        let optional = def.is_some_and(|def| def.optional);
        let (you, other) = if optional {
            ("you may choose", "may choose")
        } else {
            ("choose", "chooses")
        };
        let who = self.who(scene, &choose.decider, you, other);
        let secretly = if def.is_some_and(|def| def.secret) {
            " secretly"
        } else {
            ""
        };
        let mut told = format!("{who}{secretly} {what}");
        if !choose.body.statements.is_empty() {
            told.push_str(&format!(". Then {}", self.block(scene, &choose.body)));
        }
        if let Some(otherwise) = choose
            .otherwise
            .as_ref()
            .filter(|block| !block.statements.is_empty())
        {
            told.push_str(&format!(". If there is none, {}", self.block(scene, otherwise)));
        }
        told
    }

    fn run(&self, scene: Scene<'a>, procedure: usize, arguments: &'a [Expr]) -> String {
        let Some(def) = self.pack.procedures.get(procedure) else {
            return String::new();
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        if let Some(phrase) = self.phrases.get(&format!("run {}", def.name)) {
            return filled(phrase, &told);
        }
        let noun = self.phrase(&def.name).unwrap_or_else(|| spaced(&def.name));
        match told.is_empty() {
            true => format!("resolve {noun}"),
            false => format!("resolve {noun} for {}", listed(&told)),
        }
    }

    /// A lasting effect is told by its rules, with how long it lasts.
    fn start(&self, scene: Scene<'a>, start: usize, arguments: &'a [Expr]) -> String {
        let Some(def) = self.pack.starts.get(start) else {
            return String::new();
        };
        let until = match def.until {
            Some(until) => {
                let window = self.window(until.window);
                let window = window.strip_prefix("before ").map_or_else(
                    || {
                        window
                            .strip_prefix("after ")
                            .map_or_else(|| window.clone(), |rest| format!("the end of {rest}"))
                    },
                    str::to_owned,
                );
                format!("until {window}")
            }
            None => "for the rest of the game".to_owned(),
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let effect = self.pack.effects.get(def.effect as usize);
        let name = effect.map_or("", |effect| &effect.name);
        if let Some(phrase) = self.phrases.get(&format!("start {name}")) {
            return format!("{until}, {}", filled(phrase, &told));
        }
        let rules = self.pack.rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| rule.home == Home::Effect(def.effect));
        let rules: Vec<String> = rules.map(|(number, _)| self.rule(number)).collect();
        let on = match told.is_empty() {
            true => String::new(),
            false => format!(" on {}", listed(&told)),
        };
        format!("{until}, there is {}{on} ({})", spaced(name), rules.join(" "))
    }

    fn core_deed(&self, scene: Scene<'a>, expr: &'a Expr) -> String {
        let ExprKind::Call(Callee::Core(core), arguments) = &expr.kind else {
            return self.noun(scene, expr);
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let known = |at: usize| arguments.get(at).map(|expr| &expr.kind);
        match (*core, told.as_slice()) {
            (Core::AddFace, [pool, face, n]) => format!("add {n} {face} result{} to {pool}", s(n)),
            (Core::Convert, [_, from, to, n]) => format!("change up to {n} {from} result{} to {to}", s(n)),
            (Core::Cancel, [_, face, n]) => format!("cancel up to {n} {face} result{}", s(n)),
            (Core::Reroll, [dice]) => format!("re-roll {dice}"),
            (Core::Turn, [die, face]) => format!("turn {die} to {face}"),
            (Core::MoveTo, [it, to]) => format!("put {it} on {to}"),
            (Core::Flip, [it, _]) if known(1) == Some(&ExprKind::Constant(0)) => {
                format!("turn {it} face down")
            }
            (Core::Flip, [it, _]) => format!("turn {it} face up"),
            (Core::Shuffle, [deck]) => format!("shuffle {deck}"),
            (Core::Remove, [it]) => format!("discard {it}"),
            (Core::ReturnToGame, [it]) => format!("bring {it} back into the game"),
            (Core::SetOwner, [it, to]) => format!("{to} takes over {it}"),
            (Core::Place, [it, at]) => format!("place {it} at {at}"),
            _ => {
                let call = CORE_CALLS.iter().find(|call| call.call == *core);
                let name = call.map_or("", |call| call.name);
                match self.phrases.get(name) {
                    Some(phrase) => filled(phrase, &told),
                    None => format!("{} {}", spaced(name), listed(&told)),
                }
            }
        }
    }
}

fn s(n: &str) -> &'static str {
    if n == "1" { "" } else { "s" }
}
