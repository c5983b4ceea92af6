//! Why: for the decision that is waited for, what makes each option legal, and why each other rule of its window or
//! offer cannot be used now. Every answer is a chain of places in the source.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod` | the answers, as data; where a decision stands |
//! | `rules` | rules of a window or an offer: usable, or refused for which reason |
//! | `watch` | a condition, watched while it runs |
//! | `level` | one function on the way: where its questions begin and are answered |
//! | `found` | what was found in a function, and what belongs inside of what |
//!
//! Asking why works on a copy of the game, and changes nothing.

use crate::content::Content;
use crate::decision::{Ask, PASS, Pending};
use crate::game::Game;
use crate::state::Source;
use crate::values::Derivation;
use crate::viewer::Viewer;
use crate::world::World;
use cardwright_bytecode::pack::{FuncId, Id, Rule, SourceRef};
use cardwright_vm::{Call, Machine};
use serde::Serialize;

mod found;
mod level;
mod rules;
mod watch;

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    /// The file's name in its project; empty if nothing is known.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The line in which it ends.
    #[serde(rename = "end-line")]
    pub end_line: u32,
    /// The column behind its end.
    #[serde(rename = "end-column")]
    pub end_column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Location {
    /// The location that a reference of a pack points to.
    pub(crate) fn of(content: &Content, at: SourceRef) -> Self {
        let file = content.pack.texts.get(at.file as usize).cloned();
        Self {
            file: file.unwrap_or_default(),
            line: at.line,
            column: at.column,
            end_line: at.end_line,
            end_column: at.end_column,
        }
    }

    /// Whether it points anywhere.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.line > 0
    }
}

/// Why a decision is as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The player who decides.
    pub by: String,
    /// The question.
    pub prompt: String,
    /// The running code, the innermost first: the code that asks, its caller, and so on.
    pub asked: Vec<Link>,
    /// For each option of the decision, in order, why it is there; of a choice of a place, the region alone.
    pub options: Vec<OptionWhy>,
    /// The rules of the same window or offer that cannot be used now. Empty for questions that code asks itself.
    pub refused: Vec<RuleWhy>,
}

/// One step of a chain: something that runs, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The name of the function.
    pub what: String,
    /// The place in it that runs.
    pub at: Location,
}

/// Why an option is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionWhy {
    /// The text of the option.
    pub label: String,
    /// The rule that gives it; nothing if code asks, or if it stands for passing.
    pub rule: Option<RuleWhy>,
    /// The place of the question for it in the content.
    pub at: Location,
}

/// Why a rule can or cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleWhy {
    /// Index into the pack's rules.
    pub rule: Id<Rule>,
    /// The name, with the entity that carries the rule.
    pub name: String,
    /// The source from which it applies.
    pub source: Source,
    /// The place in the content.
    pub at: Location,
    /// Whether it can be used, or why not.
    pub verdict: Verdict,
    /// The findings of its condition, costs included: part by part, in the order of evaluation.
    pub condition: Vec<Finding>,
    /// The state of its limit, if it has one.
    pub limit: Option<LimitWhy>,
}

/// Whether a rule can be used now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It can be used.
    Usable,
    /// No card or piece of this game has it.
    NobodyHasIt,
    /// The lasting effect that carries it is not running.
    NotRunning,
    /// The carrier of the rule, or the holder of that, is out of the game.
    OutOfPlay,
    /// The carrier of the rule is inactive; the findings say why.
    Inactive,
    /// Something silences what carries it; the findings say what.
    Silenced,
    /// It was used or declined in this opening of the window.
    Done,
    /// It was not due when the abilities of this window were gathered.
    NotDue,
    /// A part of its condition is no: the last finding that does not hold.
    ConditionNo,
    /// Its limit is used up.
    LimitUsedUp,
    /// It is being carried out, and never comes within itself.
    WithinItself,
    /// There is nobody who could decide on it.
    NobodyDecides,
    /// Another player decides on it, in his turn.
    OtherPlayer(String),
    /// It happens by itself, and is not asked for.
    ByItself,
    /// There were more rules than a decision has options.
    TooMany,
    /// Whether it can be used follows from what is hidden from the viewer.
    Hidden,
    /// The carrier of the rule lies face down, and the viewer does not know which card it is.
    FaceDown,
}

/// The state of a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimitWhy {
    /// The number of uses so far.
    pub used: u16,
    /// The number of uses that are allowed.
    pub times: u16,
    /// The period for which it counts: a procedure, or the game.
    pub per: String,
}

/// One question that decided something, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The question in words, with the values that it came to.
    pub text: String,
    /// Whether the answer was yes; for a value, yes. Nothing, if the answer comes from what is hidden from the viewer.
    pub holds: Option<bool>,
    /// The place in the content.
    pub at: Location,
    /// The findings inside a define, in turn.
    pub inside: Vec<Finding>,
    /// The derivation of a value.
    pub value: Option<Derivation>,
    /// The statements of rules about a permission.
    pub statements: Vec<Statement>,
}

impl Finding {
    fn plain(text: String, at: Location, holds: bool) -> Self {
        Self {
            text,
            holds: Some(holds),
            at,
            inside: Vec::new(),
            value: None,
            statements: Vec::new(),
        }
    }

    /// A question whose answer comes from what is hidden from the viewer.
    fn hidden(text: String, at: Location) -> Self {
        Self {
            holds: None,
            ..Self::plain(text, at, false)
        }
    }
}

/// The statement of a rule that applies about a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// The name of the rule.
    pub name: String,
    /// The place in the content.
    pub at: Location,
    /// Whether it gives the permission.
    pub allows: bool,
    /// Whether it decides: another statement may be stronger.
    pub decides: bool,
}

/// The last question of a pure function that was answered with no.
pub(crate) fn last_no(
    world: &mut World<'_>,
    machine: &mut Machine,
    function: FuncId,
    args: &[i64],
    context: Option<u32>,
) -> Option<Finding> {
    let call = Call {
        function,
        args,
        context,
    };
    let findings = watch::watch(world, machine, call).findings;
    findings
        .into_iter()
        .rev()
        .find(|finding| finding.holds != Some(true))
}

impl Game {
    /// Why the decision that is waited for is as it is, as this viewer may know it; nothing if there is none.
    ///
    /// Options and refused rules are for who is asked, and for a judge. Where something decides that is hidden from the
    /// viewer, the explanation says so, and ends there: whatever he may not know can be changed, and it stays the same.
    #[must_use]
    pub fn why(&self, viewer: Viewer) -> Option<Why> {
        let pending = self.pending.as_ref()?;
        let (prompt, labels) = self.texts(pending, viewer);
        let asked = self.chain();
        if !viewer.sees_as(pending.by) {
            return Some(Why {
                by: self.labels().entity(i64::from(pending.by)),
                prompt,
                asked,
                options: Vec::new(),
                refused: Vec::new(),
            });
        }
        let at = asked
            .first()
            .map_or_else(Location::default, |link| link.at.clone());
        let rules = match viewer.sees_all() {
            true => self.rules_asked(pending, viewer),
            false => self.put_straight(viewer).rules_of_question(viewer),
        };
        let place_of = |value: i64| usize::try_from(value).ok().filter(|_| value != PASS);
        let rule = |value: i64| match &pending.ask {
            Ask::Ability { candidates, .. } | Ask::Offer { candidates, .. } => {
                let wanted = candidates.get(place_of(value)?)?;
                let found = rules.iter().find(|why| (why.rule, why.source) == *wanted);
                found.cloned()
            }
            Ask::Choose { .. } | Ask::May { .. } | Ask::Place { .. } => None,
        };
        let options = labels.into_iter().zip(&pending.values);
        let options = options.map(|(label, &value)| {
            let rule = rule(value);
            let at = rule.as_ref().map_or_else(|| at.clone(), |rule| rule.at.clone());
            OptionWhy { label, rule, at }
        });
        let place = self.place_of(&pending.ask).map(|asked| OptionWhy {
            label: asked.told(),
            rule: None,
            at: at.clone(),
        });
        let options = options.chain(place).collect();
        let refused = rules.into_iter().filter(|why| why.verdict != Verdict::Usable);
        Some(Why {
            by: self.labels().entity(i64::from(pending.by)),
            prompt,
            asked,
            options,
            refused: refused.collect(),
        })
    }

    /// The findings of a pure function, question by question, in the order of evaluation, as far as this
    /// viewer may know them.
    #[must_use]
    pub fn why_so(&self, function: FuncId, viewer: Viewer) -> Vec<Finding> {
        let call = Call {
            function,
            args: &[],
            context: None,
        };
        let straight = self.put_straight(viewer);
        straight.for_eyes(viewer, |world, machine| {
            watch::watch(world, machine, call).findings
        })
    }

    /// The running code, the innermost first.
    fn chain(&self) -> Vec<Link> {
        let frames = self.machine.frames().iter().rev();
        let link = |frame: &cardwright_vm::Frame| {
            let function = self.content.pack.functions.find(frame.function)?;
            // The frame stands behind the instruction that stopped it. Where that one has no place, the one before has.
            let before = function.lines.get(..frame.pc as usize).unwrap_or_default();
            let at = before.iter().rev().find(|at| at.line > 0).copied();
            Some(Link {
                what: function.name.clone(),
                at: Location::of(&self.content, at.unwrap_or_default()),
            })
        };
        frames.filter_map(link).collect()
    }

    fn rules_of_question(&self, viewer: Viewer) -> Vec<RuleWhy> {
        let pending = self.pending.as_ref();
        pending.map_or_else(Vec::new, |pending| self.rules_asked(pending, viewer))
    }

    /// All rules of the window or offer that is asked about.
    fn rules_asked(&self, pending: &Pending, viewer: Viewer) -> Vec<RuleWhy> {
        match (&pending.ask, self.open.last()) {
            (Ask::Ability { candidates, .. }, Some(crate::game::Open::Window(open))) => self
                .for_eyes(viewer, |world, machine| {
                    world.window_rules(machine, open, pending.by, candidates)
                }),
            (Ask::Offer { candidates, .. }, Some(crate::game::Open::Offer(open))) => self
                .for_eyes(viewer, |world, machine| {
                    world.offer_rules(machine, open, candidates)
                }),
            _ => Vec::new(),
        }
    }
}
