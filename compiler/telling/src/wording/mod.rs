//! A card's rules as plain text, told from the typed tree: what the compiler understood, not what somebody wrote.
//!
//! Every rule of a card is one short paragraph: when, how often, on what condition, at what cost, and what happens.
//! Words that only the game knows come from the `phrases` of its system; without one, a name is read as it is
//! written, with spaces for hyphens. A phrase can have places for arguments, `{1}`, `{2}`, and an ending in brackets
//! that falls away if the first argument is `you` (`"{1} attack[s]"`); keys are
//!
//! | key | example |
//! |---|---|
//! | the name of a define, value, permission, field, token or core call | `agility-of: "{1}'s agility"` |
//! | a procedure, a step: read after `before`, `when`, `after` | `attack.modify: the dice are modified` |
//! | the same `as` a name of the procedure, of which the condition says that it is you, or this card | `attack as attacker: you attack` |
//! | a name of a procedure | `deal taker: the unlucky one` |
//! | `run` and a procedure | `run attack: "attack {2}"` |
//! | `start` and an effect, `offer` and an offer | `start angry: "let {1} be angry"` |
//! | `not` and a name that is yes or no | `not ready: "{1} is tired"` |
//! | a value `is` a number that replaces it, a comparison with a number | `colour is 2: "{1} is red"`, `colour > 1` |
//! | `end` and an effect, `running` and an effect | `end angry: "{1} calms down"`, `running angry: "{1} is angry"` |
//! | `set` and a yes-or-no name of a procedure or field, where it becomes yes | `set deal dodged: ignore the card` |
//!
//! Behind the key can stand what its arguments are, `*` for any (`run suffer * 0 1`), `-*` for any number below 0, which is
//! then told without its sign; the most exact one counts. An empty phrase is left out: what only the machinery of a system needs is not for people to read.
//!
//! | file | tells |
//! |---|---|
//! | `apart` | who is who |
//! | `card` | a whole card: its facts, its rules, and what it made for itself |
//! | `nouns` | what an expression stands for |
//! | `changes` | windows at changes |
//! | `clauses` | conditions |
//! | `members` | sets: how many, and what holds of their members |
//! | `english` | English as such: plurals, owners, opposites, sentences |
//! | `facts` | the facts of a card, and the rows that it names |
//! | `heads` | the rules at the head of a set or scenario |
//! | `deeds` | statements, as what somebody is told to do |
//! | `decisions` | who may choose what |
//! | `moments` | windows, as clauses of time |
//! | `own` | what a card or its set has made for itself |
//! | `permissions` | what somebody can do |
//! | `phrases` | what the system says of its names |
//! | `printed` | a card part by part, for whoever draws it |
//! | `unsaid` | what phrases leave out |

mod apart;
mod card;
mod changes;
mod clauses;
mod decisions;
mod deeds;
mod english;
mod facts;
mod heads;
mod members;
mod modifiers;
mod moments;
mod nouns;
mod own;
mod permissions;
mod phrases;
mod printed;
mod unsaid;

pub use card::{TO_BE_WRITTEN, card_text, phrases_of_card};
pub use facts::FactWords;
pub use heads::{scenario_rules, scenario_text, set_rules, set_text};
pub use printed::{CardTeller, CardWords};

use self::english::{
    capital, instead, is_clause, leads_on, listed, of_whom, opposite, polished, possessive, spaced,
};
use self::moments::{Around, Role};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{EffectDef, FuncId, Gate, Home, Id, KindClass, Limit, Rule, RuleKind};
use cardwright_trees::{Body, Expr, ExprKind, Function, Operation, Program, Statement, StatementKind};
use std::collections::BTreeMap;

/// Whether a condition is there because the gate says `choosing`: that there is something to choose from is told with the choice.
fn asks_for_choice(condition: &Expr, effects: &[Statement]) -> bool {
    let ExprKind::Operation(Operation::NotEqual, count, _) = &condition.kind else {
        return false;
    };
    let ExprKind::Count(asked) = &count.kind else {
        return false;
    };
    // The very same words: a choice that stands in the body has words of its own.
    matches!(effects, [Statement { kind: StatementKind::Choose(choose), .. }] if choose.options.place == asked.place)
}

/// Tells what rules say.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    pack: &'a Pack,
    program: &'a Program,
    phrases: &'a BTreeMap<String, String>,
    /// The words for the parameters of the effect whose rules are told, where its arguments are known.
    given: &'a [String],
}

/// The rule that is told: its function at hand, and what it is about.
#[derive(Clone, Copy)]
struct Scene<'a> {
    function: &'a Function,
    /// Whether the home is a piece, which is then `you`.
    piece: bool,
    /// A parameter that stands for `you`, because the condition says so.
    you: Option<usize>,
    /// A name of the procedure at hand that stands for `you` or this card, because the time says so.
    role: Option<Role>,
    /// Parameters that are what an effect was started with, because the condition says so: each with the effect's.
    same: [Option<(usize, usize)>; 2],
    /// Parameters that are always the same, because the condition says so: each with what it is.
    fixed: [Option<(usize, &'a Expr)>; 2],
    /// A parameter that is anybody but you, because the condition says so.
    others: Option<usize>,
    /// The member of a set that is being described.
    it: Option<usize>,
    /// The words for the function's first parameters, which are an effect's.
    given: &'a [String],
    /// The effect (an index into the pack's) whose rule it is.
    effect: Option<Id<EffectDef>>,
}

impl<'a> Wording<'a> {
    /// Tells with the phrases of a system.
    #[must_use]
    pub fn new(pack: &'a Pack, program: &'a Program, phrases: &'a BTreeMap<String, String>) -> Self {
        Self {
            pack,
            program,
            phrases,
            given: &[],
        }
    }

    /// The rules of a printed card or piece (an index into the pack's), one paragraph each.
    #[must_use]
    pub fn card(&self, template: u32) -> Vec<String> {
        let rules = self.pack.rules.iter().enumerate();
        rules
            .filter(|(_, rule)| rule.home == Home::Template(Id::new(template)))
            // An ability with several windows is told once.
            .filter(|(number, _)| self.pack.first_of(Id::new(*number as u32)).place() == *number)
            .map(|(number, _)| self.rule(number))
            .filter(|paragraph| !paragraph.is_empty())
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
            } => self.ability(number, gate, *otherwise, Some(window.number())),
            RuleKind::OfferOption { offer, gate, .. } => {
                let name = self.pack.offers.find(*offer).map_or("", |offer| &offer.name);
                let told = self.phrase(name).unwrap_or_else(|| spaced(name));
                let label = decisions::asked(self.label(rule));
                self.ability(number, gate, None, None)
                    .map(|text| format!("{}{label}: {text}", capital(&told)))
            }
            RuleKind::Modify {
                value,
                change,
                condition,
                amount,
                least,
                most,
            } => self.modifier(
                rule.home,
                (value.number(), *change),
                (*condition, *amount),
                [*least, *most],
            ),
            RuleKind::Permit {
                permission,
                allow,
                condition,
            } => self.permit(rule.home, *permission, *allow, *condition),
            RuleKind::Lend {
                from, to, condition, ..
            } => self.lend(rule.home, [*from, *to], *condition),
            RuleKind::Build { condition } => self.build(rule.home, *condition),
        };
        polished(&text.unwrap_or_default())
    }

    /// The words for an ability: its gate, then its body.
    fn ability(
        &self,
        number: usize,
        gate: &Gate,
        otherwise: Option<FuncId>,
        window: Option<u32>,
    ) -> Option<String> {
        let parts = self.program.gate(self.pack, number)?;
        let rule = self.pack.rules.get(number)?;
        let mut asked = self.scene(rule.home, gate.condition)?;
        let body = match &rule.kind {
            RuleKind::Trigger { body, .. } | RuleKind::OfferOption { body, .. } => *body,
            _ => return None,
        };
        let mut done = self.scene(rule.home, body)?;
        let mut conditions = Vec::new();
        clauses::conjuncts(parts.when, &mut conditions);
        let mut lead: Vec<String> = Vec::new();
        // Options are offered to you.
        let own = usize::from(!matches!(rule.home, Home::Global));
        let taker = window.is_none().then(|| self.taker(asked, parts.when, own).0);
        lead.extend(
            gate.limit
                .map(|limit| self.limit(rule.home, taker.flatten(), limit)),
        );
        let around = self.around(asked, &mut conditions);
        if let Some(Around::Yours(phrase)) = &around {
            lead.push(format!("while {phrase}"));
        }
        match window {
            Some(window) => {
                let others = self.other_windows(number);
                let (moment, role) = match others.is_empty() {
                    true => self.moment(asked, window, parts.which, &mut conditions),
                    // The part that you play in it differs from one window to the next.
                    false => (self.window(window), None),
                };
                (asked.role, done.role) = (role, role);
                let moments =
                    std::iter::once(moment).chain(others.into_iter().map(|other| self.window(other)));
                let moments: Vec<String> = moments
                    .map(|moment| match parts.replaces {
                        true => instead(&moment),
                        false => moment,
                    })
                    .collect();
                let during = match &around {
                    Some(Around::Any(noun)) if is_clause(noun) => format!(" while {noun}"),
                    Some(Around::Any(noun)) => format!(" during {noun}"),
                    _ => String::new(),
                };
                lead.push(format!("{}{during}", moments.join(" or ")));
            }
            None => {
                let (you, rest) = self.taker(asked, parts.when, own);
                (asked.you, done.you, conditions) = (you, you, rest);
            }
        }
        conditions.retain(|part| !asks_for_choice(part, parts.effects));
        let mut conditions = self.told(asked, &conditions);
        // A window without a phrase is one where something falls due: the first condition says what.
        if lead.last().is_some_and(String::is_empty) {
            lead.pop();
            if !conditions.is_empty() {
                lead.push(format!("when {}", conditions.remove(0)));
            }
        }
        if !conditions.is_empty() {
            let conditions = english::with_pronouns(conditions);
            lead.push(format!("if {}", both(&conditions)));
        }
        let decider = match gate.decider {
            Some(function) => self.decider(rule.home, function),
            None => "you".to_owned(),
        };
        let deeds = self.paid_deeds(done, parts.payments, parts.effects);
        let mut text = lead.join(", ");
        if parts.payments.is_empty() && parts.effects.is_empty() {
            if parts.replaces {
                return Some(format!("{}, nothing happens", lead.join(", ")));
            }
            // An option may do no more than be taken; what that brings the system knows.
            let RuleKind::OfferOption { offer, .. } = &rule.kind else {
                return None;
            };
            let offer = self.pack.offers.find(*offer).map_or("", |offer| &offer.name);
            let brings = self.phrase(&format!("take {offer}"));
            return Some(match brings {
                Some(brings) if text.is_empty() => format!("you may {brings}"),
                Some(brings) => format!("{text}, you may {brings}"),
                None => text,
            });
        }
        if deeds.is_empty() {
            return None;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        match gate.optional {
            true => text.push_str(&decisions::may(&decider, self.label(rule), &deeds)),
            false => text.push_str(&deeds),
        }
        let declined = otherwise.and_then(|function| self.scene(rule.home, function));
        if let Some(scene) = declined
            && let Body::Does(block) = &scene.function.body
        {
            text.push_str(&format!(". If not, {}", self.deeds(scene, &block.statements)));
        }
        if gate.never_within {
            text.push_str(". This ability never sets itself off");
        }
        Some(text)
    }

    /// The name of an ability where somebody picks it; empty if it has the name of its card.
    fn label(&self, rule: &'a Rule) -> &'a str {
        let card = match rule.home {
            Home::Template(template) => self.pack.templates.find(template),
            _ => None,
        };
        match card {
            Some(card) if is_same_name(&card.name, &rule.name) => "",
            _ => &rule.name,
        }
    }

    /// The further windows of the ability of which this is the first rule.
    fn other_windows(&self, number: usize) -> Vec<u32> {
        let rules = self.pack.rules.iter();
        rules
            .filter_map(|rule| match rule.kind {
                RuleKind::Trigger {
                    window,
                    first: Some(first),
                    ..
                } => (first.place() == number).then_some(window.number()),
                _ => None,
            })
            .collect()
    }

    /// Conditions that all hold, as one clause; those that nobody needs to read are left out.
    fn clauses(&self, scene: Scene<'a>, conditions: &[&Expr]) -> String {
        both(&self.told(scene, conditions))
    }

    /// Conditions that all hold, each as a clause; those that nobody needs to read are left out.
    fn told(&self, scene: Scene<'a>, conditions: &[&Expr]) -> Vec<String> {
        let mut parts = Vec::new();
        for condition in conditions {
            clauses::conjuncts(condition, &mut parts);
        }
        let parts: Vec<&Expr> = parts.into_iter().filter(|part| !part.is_constant(1)).collect();
        let is_one_of_several = parts.len() > 1;
        let told = parts.into_iter().map(|part| match is_one_of_several {
            true => self.part(scene, part),
            false => self.clause(scene, part),
        });
        told.filter(|clause| !clause.is_empty()).collect()
    }

    fn decider(&self, home: Home, function: FuncId) -> String {
        let scene = self.scene(home, function);
        match scene.map(|scene| (scene, &scene.function.body)) {
            Some((scene, Body::Gives(expr))) => self.noun(scene, expr),
            _ => "you".to_owned(),
        }
    }

    fn paid_deeds(&self, scene: Scene<'a>, payments: &'a [Statement], effects: &'a [Statement]) -> String {
        let done = match effects {
            [] if !payments.is_empty() => String::new(),
            _ => self.deeds(scene, effects),
        };
        if payments.is_empty() {
            return done;
        }
        let paid: Vec<String> = payments
            .iter()
            .map(|payment| self.payment(scene, payment))
            .collect();
        let paid = paid.join(" and ");
        match done.strip_prefix("you may ").unwrap_or(&done) {
            "" => paid,
            // A question is asked when the cost has been paid.
            asked if asked.starts_with('(') => format!("{paid}. If you do, {done}"),
            // What is no request cannot be what the cost is paid for.
            done if decisions::is_no_request(done) || decisions::lets(done) => {
                format!("{paid}. If you do, {done}")
            }
            done => format!("{paid} to {done}"),
        }
    }

    fn limit(&self, home: Home, you: Option<usize>, limit: Limit) -> String {
        let times = match limit.times {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            n => format!("{n} times"),
        };
        let per = limit.per.and_then(|per| self.pack.procedures.find(per));
        let per = per.map_or("game".to_owned(), |per| {
            let noun = self.phrase(&per.name).unwrap_or_else(|| spaced(&per.name));
            let bare = noun.strip_prefix("an ").or_else(|| noun.strip_prefix("a "));
            bare.unwrap_or(&noun).to_owned()
        });
        // For you it is counted anyway.
        let scene = limit.apart.and_then(|function| self.scene(home, function));
        let apart = scene.and_then(|scene| match &scene.function.body {
            Body::Gives(whom) => Some(self.noun(Scene { you, ..scene }, whom)),
            _ => None,
        });
        let apart = apart.filter(|whom| !whom.starts_with("you") && !whom.is_empty());
        let apart = apart.map_or(String::new(), |whom| format!(" for {whom}"));
        match limit.shared {
            true => format!("{times} per {per}{apart}, whatever the number of copies"),
            false => format!("{times} per {per}{apart}"),
        }
    }

    /// The requirement for the forces at the start.
    fn build(&self, home: Home, condition: FuncId) -> Option<String> {
        let scene = self.scene(home, condition)?;
        match &scene.function.body {
            Body::Gives(expr) => {
                let clause = self.clause(scene, expr);
                Some(match home {
                    Home::Template(_) => format!("this card can be taken only if {clause}"),
                    _ => format!("forces can be taken only if {clause}"),
                })
            }
            _ => None,
        }
    }

    fn while_so(&self, scene: Scene<'a>, what: String, conditions: &[&'a Expr]) -> String {
        let mut clauses = self.told(scene, conditions);
        if clauses.is_empty() {
            return what;
        }
        clauses.push(what);
        let mut clauses = english::with_pronouns(clauses);
        let what = clauses.pop().unwrap_or_default();
        let told = format!("while {}, {what}", both(&clauses));
        // Nobody has spoken of it yet.
        match told.strip_prefix("while that ") {
            Some(rest) if scene.effect.is_none() => {
                format!("while {}", english::with_article(rest))
            }
            _ => told,
        }
    }

    /// The parameter of an option that is whoever takes it, and the rest of the condition. That is the first one; what
    /// another one is the condition has to say.
    fn taker(&self, scene: Scene<'a>, when: &'a Expr, own: usize) -> (Option<usize>, Vec<&'a Expr>) {
        let mut parts = Vec::new();
        clauses::conjuncts(when, &mut parts);
        parts.retain(|part| !part.is_constant(1));
        let is_you = |expr: &Expr| self.is_you(scene, expr) || self.is_your_owner(scene, expr);
        let at = parts
            .iter()
            .position(|part| clauses::beside_you(part, Operation::Equal, is_you) == Some(own));
        if let Some(at) = at {
            parts.remove(at);
        }
        (at.map(|_| own), parts)
    }

    /// The parameter that the condition says is `you`, and the rest of the condition.
    fn about_you(&self, scene: Scene<'a>, when: &'a Expr, own: usize) -> (Option<usize>, Vec<&'a Expr>) {
        let mut parts = Vec::new();
        clauses::conjuncts(when, &mut parts);
        parts.retain(|part| !part.is_constant(1));
        let found = parts.iter().enumerate().find_map(|(at, part)| {
            let local = clauses::beside_you(part, Operation::Equal, |expr| self.is_you(scene, expr))?;
            (local >= own).then_some((at, local))
        });
        if let Some((at, _)) = found {
            parts.remove(at);
        }
        (found.map(|found| found.1), parts)
    }

    /// The scene in which a parameter is `you`, and the rest of the condition; but only if what is told then speaks of
    /// you: else the condition has to.
    fn of_you(
        &self,
        scene: Scene<'a>,
        when: &'a Expr,
        own: usize,
        tell: impl Fn(Scene<'a>) -> String,
    ) -> (Scene<'a>, Vec<&'a Expr>) {
        let (you, rest) = self.about_you(scene, when, own);
        let about = Scene { you, ..scene };
        let (mut scene, mut rest) = match tell(about).contains("you") {
            true => (about, rest),
            false => {
                let mut all = Vec::new();
                clauses::conjuncts(when, &mut all);
                (scene, all)
            }
        };
        for at in 0..scene.same.len() {
            let found = rest.iter().enumerate().find_map(|(number, part)| {
                let (param, given) = clauses::is_given(part, own)?;
                let mut about = scene;
                about.same[at] = Some((param, given));
                let told = scene.given.get(given)?;
                tell(about).contains(told.as_str()).then_some((number, about))
            });
            let Some((part, about)) = found else { break };
            rest.remove(part);
            scene = about;
        }
        for at in 0..scene.fixed.len() {
            let found = rest.iter().enumerate().find_map(|(number, part)| {
                let mut about = scene;
                about.fixed[at] = Some(clauses::is_fixed(part, own)?);
                (tell(about) != tell(scene)).then_some((number, about))
            });
            let Some((part, about)) = found else { break };
            rest.remove(part);
            scene = about;
        }
        let is_you = |expr: &Expr| self.is_you(scene, expr);
        let others = rest.iter().position(|part| {
            let other = clauses::beside_you(part, Operation::NotEqual, is_you).filter(|local| *local >= own);
            let about = Scene {
                others: other,
                ..scene
            };
            // Said of more than that, it would have to be the same other one.
            let is_once = rest
                .iter()
                .filter(|part| other.is_some_and(|other| part.asks_for(other)))
                .count()
                == 1;
            other.is_some() && is_once && tell(about) != tell(scene)
        });
        if let Some(at) = others {
            scene.others =
                clauses::beside_you(rest[at], Operation::NotEqual, |expr| self.is_you(scene, expr));
            rest.remove(at);
        }
        (scene, rest)
    }

    fn scene(&self, home: Home, function: FuncId) -> Option<Scene<'a>> {
        let piece = match home {
            Home::Template(template) => {
                let kind = self.pack.templates.find(template)?.kind;
                self.pack.kinds.get(usize::from(kind))?.class == KindClass::Piece
            }
            _ => false,
        };
        Some(Scene {
            function: self.program.function(function)?,
            piece,
            you: None,
            role: None,
            same: [None; 2],
            fixed: [None; 2],
            others: None,
            it: None,
            given: match home {
                Home::Effect(_) => self.given,
                _ => &[],
            },
            effect: match home {
                Home::Effect(effect) => Some(effect),
                _ => None,
            },
        })
    }

    /// A name with its arguments, as something that is: `your agility`, `the distance of you and it`.
    fn named(&self, name: &str, arguments: &[String]) -> String {
        if let Some(phrase) = self.phrase_for(name, arguments) {
            return phrase;
        }
        let words = spaced(name.strip_suffix("-of").unwrap_or(name));
        match arguments {
            [] => format!("the {words}"),
            [one] if !leads_on(&words) => of_whom(&words, one),
            _ => {
                let of = if leads_on(&words) { "" } else { " of" };
                // Where `and it` ends a list it begins no clause: these spaces become plain ones at the end.
                let those = listed(&somebody(arguments)).replace(" and it", "\u{a0}and\u{a0}it");
                format!("the {words}{of} {those}")
            }
        }
    }
}

/// Whether a label says no more than the name of its card.
fn is_same_name(card: &str, label: &str) -> bool {
    let plain = |name: &str| name.trim_matches('"').to_lowercase();
    plain(card) == plain(label)
}

/// Clauses that all hold. Behind alternatives stands a comma: `either A or B, and C`.
fn both(clauses: &[String]) -> String {
    let mut text = String::new();
    for (at, clause) in clauses.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).and_then(|before| clauses.get(before)) {
            let is_alternative = before.starts_with("either ");
            text.push_str(if is_alternative { ", and " } else { " and " });
        }
        text.push_str(clause);
    }
    text
}

/// Arguments without those that say nobody, where somebody or something stands first.
fn somebody(arguments: &[String]) -> Vec<String> {
    let all = arguments.iter().enumerate();
    let told = all.filter(|(at, argument)| *at == 0 || *argument != "nobody");
    told.map(|(_, argument)| argument.clone()).collect()
}
