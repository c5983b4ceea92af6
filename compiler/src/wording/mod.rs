//! A card's rules as plain text, told from the typed tree: what the compiler understood, not what somebody wrote.
//!
//! Every rule of a card is one short paragraph: when, how often, on what condition, at what cost, and what happens.
//! Words that only the game knows come from the `phrases` of its system; without one, a name is read as it is
//! written, with spaces for hyphens. A phrase can have places for arguments, `{1}`, `{2}`; keys are
//!
//! - a name (`agility-of: "{1}'s agility"`, `ready: "{1} is ready"`) of a define, value, permission, field, token or
//!   core call;
//! - a step (`attack.modify: dice are modified`), read after `before`, `when` or `after`;
//! - a procedure (`attack: an attack`), and `run` and a procedure (`run attack: "make an attack against {2}"`).
//!
//! | file | tells |
//! |---|---|
//! | `nouns` | what an expression stands for |
//! | `clauses` | conditions, and their opposites |
//! | `deeds` | statements, as what somebody is told to do |

mod clauses;
mod deeds;
mod nouns;

use crate::link::Compiled;
use crate::project::{Project, System};
use crate::source::Sources;
use crate::tree::{Body, Expr, Function, Program, Statement};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{FuncId, Gate, Home, KindClass, Limit, Moment, RuleKind};
use std::collections::BTreeMap;

/// Tells what rules say.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    pack: &'a Pack,
    program: &'a Program,
    sources: &'a Sources,
    phrases: &'a BTreeMap<String, String>,
}

/// The rule that is told: its function at hand, and what it is about.
#[derive(Clone, Copy)]
struct Scene<'a> {
    function: &'a Function,
    /// Whether the home is a piece, which is then `you`.
    piece: bool,
    /// A parameter that stands for `you`, because the condition says so.
    you: Option<usize>,
}

impl<'a> Wording<'a> {
    /// Tells with the phrases of a system.
    #[must_use]
    pub fn new(
        pack: &'a Pack,
        program: &'a Program,
        sources: &'a Sources,
        phrases: &'a BTreeMap<String, String>,
    ) -> Self {
        Self {
            pack,
            program,
            sources,
            phrases,
        }
    }

    /// The rules of a printed card or piece (an index into the pack's), one paragraph each.
    #[must_use]
    pub fn card(&self, template: u32) -> Vec<String> {
        let rules = self.pack.rules.iter().enumerate();
        rules
            .filter(|(_, rule)| rule.home == Home::Template(template))
            .map(|(number, _)| self.rule(number))
            .collect()
    }

    /// One rule (an index into the pack's) as a paragraph.
    #[must_use]
    pub fn rule(&self, number: usize) -> String {
        let Some(rule) = self.pack.rules.get(number) else {
            return String::new();
        };
        let text = match &rule.kind {
            RuleKind::Trigger {
                window,
                gate,
                otherwise,
                ..
            } => self.ability(number, gate, *otherwise, Some(*window)),
            RuleKind::Choice { offer, gate, .. } => {
                let name = self
                    .pack
                    .offers
                    .get(*offer as usize)
                    .map_or("", |offer| &offer.name);
                let label = self.phrase(name).unwrap_or_else(|| spaced(name));
                self.ability(number, gate, None, None)
                    .map(|text| format!("{}: {text}", capital(&label)))
            }
            RuleKind::Modify {
                value,
                replace,
                condition,
                amount,
            } => self.modifier(rule.home, *value, *replace, *condition, *amount),
            RuleKind::Permit {
                permission,
                allow,
                condition,
            } => self.permit(rule.home, *permission, *allow, *condition),
            RuleKind::Build { condition } => self.build(rule.home, *condition),
        };
        polished(&text.unwrap_or_default())
    }

    /// What the gate says, then what happens.
    fn ability(
        &self,
        number: usize,
        gate: &Gate,
        otherwise: Option<FuncId>,
        window: Option<u32>,
    ) -> Option<String> {
        let parts = self.program.gate(self.pack, number)?;
        let rule = self.pack.rules.get(number)?;
        let asked = self.scene(rule.home, gate.condition)?;
        let body = match &rule.kind {
            RuleKind::Trigger { body, .. } | RuleKind::Choice { body, .. } => *body,
            _ => return None,
        };
        let done = self.scene(rule.home, body)?;
        let mut lead: Vec<String> = Vec::new();
        lead.extend(gate.limit.map(|limit| self.limit(limit)));
        lead.extend(window.map(|window| match parts.replaces {
            true => self.window(window).replacen("before", "instead of", 1),
            false => self.window(window),
        }));
        if !parts.when.is_constant(1) {
            lead.push(format!("if {}", self.clause(asked, parts.when)));
        }
        let decider = match gate.decider {
            Some(function) => self.decider(rule.home, function),
            None => "you".to_owned(),
        };
        let deeds = self.paid_deeds(done, parts.payments, parts.effects);
        let mut text = lead.join(", ");
        if !text.is_empty() {
            text.push_str(", ");
        }
        match (gate.optional, window) {
            (true, _) => text.push_str(&format!("{decider} may {deeds}")),
            (false, _) => text.push_str(&deeds),
        }
        let declined = otherwise.and_then(|function| self.scene(rule.home, function));
        if let Some(scene) = declined
            && let Body::Does(block) = &scene.function.body
        {
            text.push_str(&format!(". If not, {}", self.deeds(scene, &block.statements)));
        }
        Some(text)
    }

    fn decider(&self, home: Home, function: FuncId) -> String {
        let scene = self.scene(home, function);
        match scene.map(|scene| (scene, &scene.function.body)) {
            Some((scene, Body::Gives(expr))) => self.noun(scene, expr),
            _ => "you".to_owned(),
        }
    }

    fn paid_deeds(&self, scene: Scene<'a>, payments: &'a [Statement], effects: &'a [Statement]) -> String {
        let done = self.deeds(scene, effects);
        if payments.is_empty() {
            return done;
        }
        let paid: Vec<String> = payments
            .iter()
            .map(|payment| self.payment(scene, payment))
            .collect();
        format!("{} to {done}", paid.join(" and "))
    }

    fn limit(&self, limit: Limit) -> String {
        let times = match limit.times {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            n => format!("{n} times"),
        };
        let per = limit.per.and_then(|per| self.pack.procedures.get(per as usize));
        let per = per.map_or("game".to_owned(), |per| {
            let noun = self.phrase(&per.name).unwrap_or_else(|| spaced(&per.name));
            let bare = noun.strip_prefix("an ").or_else(|| noun.strip_prefix("a "));
            bare.unwrap_or(&noun).to_owned()
        });
        format!("{times} per {per}")
    }

    /// When a window is, as a clause of time.
    pub(super) fn window(&self, window: u32) -> String {
        let Some(def) = self.pack.windows.get(window as usize) else {
            return String::new();
        };
        let Some(procedure) = self.pack.procedures.get(def.procedure as usize) else {
            return String::new();
        };
        let noun = self
            .phrase(&procedure.name)
            .unwrap_or_else(|| spaced(&procedure.name));
        let moment = match def.moment {
            Moment::Before => "before",
            Moment::At => "when",
            Moment::After => "after",
        };
        let Some(step) = def.step.and_then(|step| procedure.steps.get(step as usize)) else {
            return format!("{moment} {noun}");
        };
        match self.phrase(&format!("{}.{step}", procedure.name)) {
            Some(phrase) => format!("{moment} {phrase}"),
            None if def.moment == Moment::At => format!("in the {} step of {noun}", spaced(step)),
            None => format!("{moment} the {} step of {noun}", spaced(step)),
        }
    }

    fn modifier(
        &self,
        home: Home,
        value: u32,
        replace: bool,
        condition: FuncId,
        amount: FuncId,
    ) -> Option<String> {
        let def = self.pack.values.get(value as usize)?;
        let (Body::Gives(when), Body::Gives(by)) = (
            &self.program.function(condition)?.body,
            &self.program.function(amount)?.body,
        ) else {
            return None;
        };
        let mut scene = self.scene(home, condition)?;
        let own = scene.function.params - def.params.len();
        let (you, rest) = self.about_you(scene, when, own);
        scene.you = you;
        let mut amounts = self.scene(home, amount)?;
        amounts.you = you;
        let arguments = (own..scene.function.params)
            .map(|local| self.local(scene, local))
            .collect::<Vec<_>>();
        let subject = self.named(&def.name, &arguments);
        let change = match (replace, by.is_negative()) {
            (true, _) => format!("{subject} is {}", self.noun(amounts, by)),
            (false, Some(n)) => format!("{subject} is reduced by {n}"),
            (false, None) => format!("{subject} is increased by {}", self.noun(amounts, by)),
        };
        Some(self.while_so(scene, change, &rest))
    }

    fn permit(&self, home: Home, permission: u32, allow: bool, condition: FuncId) -> Option<String> {
        let def = self.pack.permissions.get(permission as usize)?;
        let Body::Gives(when) = &self.program.function(condition)?.body else {
            return None;
        };
        let mut scene = self.scene(home, condition)?;
        let own = scene.function.params - def.params.len();
        let (you, rest) = self.about_you(scene, when, own);
        scene.you = you;
        let arguments = (own..scene.function.params)
            .map(|local| self.local(scene, local))
            .collect::<Vec<_>>();
        let said = match self.phrases.get(&def.name) {
            Some(phrase) => filled(phrase, &arguments),
            None => {
                let (first, others) = arguments.split_first()?;
                let with = match others {
                    [] => String::new(),
                    _ => format!(" ({})", others.join(", ")),
                };
                format!("{first} can {}{with}", spaced(&def.name))
            }
        };
        let said = if allow { said } else { clauses::opposite(&said) };
        Some(self.while_so(scene, said, &rest))
    }

    /// What must be true of the forces at the start.
    fn build(&self, home: Home, condition: FuncId) -> Option<String> {
        let scene = self.scene(home, condition)?;
        match &scene.function.body {
            Body::Gives(expr) => Some(format!("only if {}", self.clause(scene, expr))),
            _ => None,
        }
    }

    fn while_so(&self, scene: Scene<'a>, what: String, conditions: &[&'a Expr]) -> String {
        let conditions: Vec<String> = conditions.iter().map(|part| self.clause(scene, part)).collect();
        match conditions.len() {
            0 => what,
            _ => format!("while {}, {what}", conditions.join(" and ")),
        }
    }

    /// The parameter that the condition says is `you`, and the rest of the condition.
    fn about_you(&self, scene: Scene<'a>, when: &'a Expr, own: usize) -> (Option<usize>, Vec<&'a Expr>) {
        let mut parts = Vec::new();
        clauses::conjuncts(when, &mut parts);
        parts.retain(|part| !part.is_constant(1));
        let found = parts.iter().enumerate().find_map(|(at, part)| {
            let local = clauses::names_you(part, |expr| self.is_you(scene, expr))?;
            (local >= own).then_some((at, local))
        });
        if let Some((at, _)) = found {
            parts.remove(at);
        }
        (found.map(|found| found.1), parts)
    }

    fn scene(&self, home: Home, function: FuncId) -> Option<Scene<'a>> {
        let piece = match home {
            Home::Template(template) => {
                let kind = self.pack.templates.get(template as usize)?.kind;
                self.pack.kinds.get(usize::from(kind))?.class == KindClass::Piece
            }
            _ => false,
        };
        Some(Scene {
            function: self.program.function(function)?,
            piece,
            you: None,
        })
    }

    fn phrase(&self, name: &str) -> Option<String> {
        self.phrases.get(name).cloned()
    }

    /// A name with its arguments, as something that is: `your agility`, `the distance of you and it`.
    fn named(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrases.get(name) {
            return filled(phrase, arguments);
        }
        let words = spaced(name.strip_suffix("-of").unwrap_or(name));
        match arguments {
            [] => format!("the {words}"),
            [one] => format!("{} {words}", possessive(one)),
            _ => format!("the {words} of {}", listed(arguments)),
        }
    }
}

/// A printed card as plain text: its name and kind, its facts, its rules. None if there is no such card, or the system
/// does not compile.
#[must_use]
pub fn card_text(project: &Project, system: &System, compiled: &Compiled, id: &str) -> Option<String> {
    let pack: &Pack = compiled.pack.as_ref()?;
    let template = pack.templates.iter().position(|template| template.id == id)?;
    let def = pack.templates.get(template)?;
    let kind = pack.kinds.get(usize::from(def.kind))?;
    let phrases = &system.doc.phrases;
    let wording = Wording::new(pack, &compiled.program, &project.sources, phrases);
    let mut text = format!("{} ({})\n", def.name, spaced(&kind.name));
    for paragraph in wording.card(u32::try_from(template).ok()?) {
        text.push_str(&format!("\n{paragraph}\n"));
    }
    Some(text)
}

impl Expr {
    /// The number without its sign, if it is known and below 0.
    fn is_negative(&self) -> Option<i64> {
        use crate::tree::{ExprKind, Operation};
        match &self.kind {
            ExprKind::Constant(n) if *n < 0 => Some(n.saturating_neg()),
            ExprKind::Operation(Operation::Subtract, first, second) if first.is_constant(0) => {
                match second.kind {
                    ExprKind::Constant(n) => Some(n),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A name with spaces for hyphens.
fn spaced(name: &str) -> String {
    name.replace('-', " ")
}

fn possessive(noun: &str) -> String {
    match noun {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        _ if noun.ends_with('s') => format!("{noun}'"),
        _ => format!("{noun}'s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A phrase with its arguments in their places; `{1}'s` becomes `your` where the argument is `you`.
fn filled(phrase: &str, arguments: &[String]) -> String {
    let mut text = phrase.to_owned();
    for (number, argument) in (1..).zip(arguments) {
        text = text.replace(&format!("{{{number}}}'s"), &possessive(argument));
        text = text.replace(&format!("{{{number}}}"), argument);
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A whole paragraph: `you is` becomes `you are`, sentences begin with a capital and end with a full stop.
fn polished(text: &str) -> String {
    const AGREE: [(&str, &str); 8] = [
        ("you is ", "you are "),
        ("you has ", "you have "),
        ("you does ", "you do "),
        ("you was ", "you were "),
        ("you receives ", "you receive "),
        ("you suffers ", "you suffer "),
        ("you loses ", "you lose "),
        ("you's ", "your "),
    ];
    let mut text = format!("{} ", text.split_whitespace().collect::<Vec<_>>().join(" "));
    for (wrong, right) in AGREE {
        text = text.replace(&format!(" {wrong}"), &format!(" {right}"));
        if let Some(rest) = text.strip_prefix(wrong) {
            text = format!("{right}{rest}");
        }
    }
    let sentences: Vec<String> = text
        .trim()
        .trim_end_matches('.')
        .split(". ")
        .map(capital)
        .collect();
    let text = sentences.join(". ");
    if text.is_empty() || text.ends_with(['!', '?']) {
        text
    } else {
        format!("{text}.")
    }
}

#[cfg(test)]
mod tests {
    use super::{filled, listed, polished};

    #[test]
    fn phrases_take_their_arguments() {
        let arguments = ["you".to_owned(), "the target".to_owned()];
        assert_eq!(filled("{1}'s agility", &arguments), "your agility");
        assert_eq!(filled("{1} attacks {2}", &arguments), "you attacks the target");
    }

    #[test]
    fn paragraphs_are_sentences() {
        assert_eq!(
            polished("if you is ready, rest. then go"),
            "If you are ready, rest. Then go."
        );
    }

    #[test]
    fn lists_have_one_and() {
        assert_eq!(
            listed(&["a".to_owned(), "b".to_owned(), "c".to_owned()]),
            "a, b and c"
        );
    }
}
