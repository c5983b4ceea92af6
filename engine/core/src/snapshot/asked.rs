//! A decision with ids, and answers by these ids.
//!
//! An option's id says what it stands for: a piece, card or row by its id, a word, a number, a space; `yes` and `no`; a
//! rule by what carries it and its name: `wedge/Lucky Shot`; `pass`. Ids of one decision differ: where two were alike,
//! the second ends with `#2`.

use super::values::{Eyes, Value, measure};
use crate::answer::Answer;
use crate::board::plane::{Facing, Footprint, Point, Pose, Rect, Region};
use crate::decision::{Ask, DecisionError, PASS, Pending};
use crate::game::Game;
use crate::places::PlaceAsked;
use crate::state::{Source, State};
use crate::viewer::Viewer;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle, Id, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An open question, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The id of the player who decides.
    pub by: String,
    /// The question.
    pub prompt: String,
    /// The sort of question: `choose`, `yes-no`, `ability` (which to use next in a timing window), `offer`
    /// (which option to take) or `place`.
    pub kind: String,
    /// The number of options that must be chosen at least.
    pub least: usize,
    /// The number of options that can be chosen at most.
    pub most: usize,
    /// Whether the order matters in which options are chosen.
    pub ordered: bool,
    /// Whether only who decides learns the answer.
    pub secret: bool,
    /// The options. `None` for a viewer who is not asked.
    pub options: Option<Vec<Choice>>,
    /// The answer for a player who does not care; always legal. `None` for a viewer who is not asked.
    pub default: Option<Reply>,
    /// The places where a piece can be put, if a place is asked for.
    pub place: Option<PlaceWanted>,
}

/// One option of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Its id in this decision.
    pub id: String,
    /// The text for people.
    pub text: String,
}

/// The places where a piece can be put. Lengths are inches, angles degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaceWanted {
    /// The piece.
    pub piece: String,
    /// Its base: `width` and `length`, or `radius`.
    pub base: BTreeMap<String, f64>,
    /// The region: `inside` (with `x`, `y`, `width`, `length`; all of the base lies there), or `within` a
    /// distance of the base of a piece or of a point (`x`, `y`); empty if nowhere.
    pub region: BTreeMap<String, f64>,
    /// The ways it may face; any, if absent.
    pub facing: Option<Vec<f64>>,
    /// The point that it has to face, if it has to.
    pub towards: Option<BTreeMap<String, f64>>,
    /// All this in words.
    pub text: String,
}

/// An answer by ids. In JSON: a list of ids, or an object with `x`, `y` (inches) and `facing` (degrees).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Reply {
    /// The chosen options; none to choose nothing.
    Options(Vec<String>),
    /// One option.
    Option(String),
    /// A place on the flat table.
    Place {
        /// The distance from west to east, inches.
        x: f64,
        /// The distance from south to north, inches.
        y: f64,
        /// The direction of the piece, degrees.
        facing: f64,
    },
}

/// Why a reply is no answer. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No option has this id.
    UnknownOption {
        /// The id that was given.
        id: String,
        /// The closest that there is.
        meant: Option<String>,
    },
    /// A number is not one that a place can have.
    NoSuchPlace,
    /// The rules do not allow it.
    Illegal(DecisionError),
}

impl Refused {
    /// A word for programs, which stays as it is.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownOption { .. } => "unknown-option",
            Self::NoSuchPlace => "no-such-place",
            Self::Illegal(DecisionError::NothingAsked) => "nothing-asked",
            Self::Illegal(DecisionError::NoSuchOption { .. }) => "unknown-option",
            Self::Illegal(DecisionError::NotAscending | DecisionError::Twice) => "twice",
            Self::Illegal(DecisionError::TooFew { .. }) => "too-few",
            Self::Illegal(DecisionError::TooMany { .. }) => "too-many",
            Self::Illegal(DecisionError::PlaceWanted) => "place-wanted",
            Self::Illegal(DecisionError::OptionsWanted) => "options-wanted",
            Self::Illegal(DecisionError::OutsideRegion) => "outside-region",
            Self::Illegal(DecisionError::WrongFacing) => "wrong-facing",
            Self::Illegal(DecisionError::Forbidden { .. }) => "forbidden",
            Self::Illegal(DecisionError::TestTooLong) => "test-too-long",
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownOption { id, meant: None } => write!(out, "no option has the id `{id}`"),
            Self::UnknownOption {
                id,
                meant: Some(meant),
            } => {
                write!(out, "no option has the id `{id}`; did you mean `{meant}`?")
            }
            Self::NoSuchPlace => write!(
                out,
                "a place must have `x` and `y` in inches and `facing` in degrees, within the range of a table"
            ),
            Self::Illegal(error) => write!(out, "{error}"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<DecisionError> for Refused {
    fn from(error: DecisionError) -> Self {
        Self::Illegal(error)
    }
}

impl Game {
    /// The open question, as this viewer may know it; `None` if nobody is asked.
    #[must_use]
    pub fn asked(&self, viewer: Viewer) -> Option<Asked> {
        let pending = self.pending.as_ref()?;
        let open = viewer.sees_as(pending.by);
        let (prompt, texts) = self.texts(pending, viewer);
        let ids = if open {
            self.option_ids(pending)
        } else {
            Vec::new()
        };
        let default = self.reply(&ids, &pending.default);
        let options = ids.into_iter().zip(texts);
        Some(Asked {
            by: self.id_of(pending.by),
            prompt,
            kind: kind_of(&pending.ask).to_owned(),
            least: pending.least,
            most: pending.most,
            ordered: self.is_about_order(&pending.ask),
            secret: pending.secret || self.chooses_unseen(pending),
            options: open.then(|| options.map(|(id, text)| Choice { id, text }).collect()),
            default: open.then_some(default),
            place: self
                .place_of(&pending.ask)
                .filter(|_| open)
                .map(|asked| self.place_wanted(&asked)),
        })
    }

    /// The open question alone, as this viewer may know it; `None` if nobody is asked. Quicker than [`Self::asked`].
    #[must_use]
    pub fn prompt(&self, viewer: Viewer) -> Option<String> {
        let pending = self.pending.as_ref()?;
        Some(self.question(pending, viewer))
    }

    /// The ids of the options alone; `None` for a viewer who is not asked. Quicker than [`Self::asked`].
    #[must_use]
    pub fn ids_of_options(&self, viewer: Viewer) -> Option<Vec<String>> {
        let pending = self.pending.as_ref()?;
        viewer.sees_as(pending.by).then(|| self.option_ids(pending))
    }

    /// Whether who is asked now looks at cards that nobody else knows: then there is no fair way back before the question.
    #[must_use]
    pub fn looks_at_unseen(&self) -> bool {
        self.pending
            .as_ref()
            .is_some_and(|pending| self.chooses_unseen(pending))
    }

    /// A number that changes whenever chance decides something.
    #[must_use]
    pub fn chance_mark(&self) -> u64 {
        let State {
            rng,
            forced,
            forced_numbers,
            ..
        } = &self.state;
        // Writing plain data into memory cannot fail.
        let bytes = postcard::to_allocvec(&(rng, forced, forced_numbers)).unwrap_or_default();
        let hash = blake3::hash(&bytes);
        let first = hash.as_bytes().iter().take(8);
        first.fold(0, |sum, &byte| (sum << 8) | u64::from(byte))
    }

    /// The answer that a reply means. Without an order, the ids can come in any order.
    ///
    /// # Errors
    /// If it names an option that there is not, or is not legal.
    pub fn meant(&self, reply: &Reply) -> Result<Answer, Refused> {
        let pending = self.pending.as_ref().ok_or(DecisionError::NothingAsked)?;
        let answer = match reply {
            Reply::Place { x, y, facing } => Answer::At(pose(*x, *y, *facing).ok_or(Refused::NoSuchPlace)?),
            Reply::Option(id) => self.options_meant(pending, std::slice::from_ref(id))?,
            Reply::Options(ids) => self.options_meant(pending, ids)?,
        };
        self.check(&answer)?;
        Ok(answer)
    }

    /// The reply that an answer to the decision now is.
    #[must_use]
    pub fn reply_of(&self, answer: &Answer) -> Reply {
        let ids = self.pending.as_ref().map(|pending| self.option_ids(pending));
        self.reply(&ids.unwrap_or_default(), answer)
    }

    fn reply(&self, ids: &[String], answer: &Answer) -> Reply {
        match answer.place() {
            Some(Pose { x, y, heading }) => {
                let [x, y, facing] = [x, y, heading].map(|number| measure(i64::from(number)));
                Reply::Place { x, y, facing }
            }
            None => {
                let chosen = answer.options().iter();
                Reply::Options(chosen.filter_map(|&option| ids.get(option)).cloned().collect())
            }
        }
    }

    fn options_meant(&self, pending: &Pending, chosen: &[String]) -> Result<Answer, Refused> {
        let ids = self.option_ids(pending);
        let place = |id: &String| {
            let found = ids.iter().position(|known| known == id);
            found.ok_or_else(|| Refused::UnknownOption {
                id: id.clone(),
                meant: closest(&ids, id),
            })
        };
        let mut options: Vec<usize> = chosen.iter().map(place).collect::<Result<_, _>>()?;
        if !self.is_about_order(&pending.ask) {
            options.sort_unstable();
        }
        Ok(Answer::Options(options))
    }

    /// The ids of the options, each once.
    fn option_ids(&self, pending: &Pending) -> Vec<String> {
        let plain = pending.values.iter().map(|&value| self.option_id(pending, value));
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        let told_apart = plain.map(|id| {
            let count = times.entry(id.clone()).or_default();
            *count += 1;
            match *count {
                1 => id,
                count => format!("{id}#{count}"),
            }
        });
        told_apart.collect()
    }

    fn option_id(&self, pending: &Pending, value: i64) -> String {
        match &pending.ask {
            Ask::Choose { choice, .. } => self.member_id(&self.content.pack.choices[*choice], value),
            Ask::May { .. } => if value == 0 { "no" } else { "yes" }.to_owned(),
            Ask::Ability { candidates, .. } | Ask::Offer { candidates, .. } => {
                let rule = usize::try_from(value).ok().and_then(|at| candidates.get(at));
                match rule {
                    Some(&(rule, source)) => self.rule_id(rule, source),
                    None if value == PASS => "pass".to_owned(),
                    None => String::new(),
                }
            }
            Ask::Place { .. } => String::new(),
        }
    }

    fn member_id(&self, def: &ChoiceDef, value: i64) -> String {
        if def.style == ChoiceStyle::Branch {
            let label = usize::try_from(value).ok().and_then(|at| def.labels.get(at));
            return label.cloned().unwrap_or_default();
        }
        // Whoever chooses may look at what he chooses from.
        match Eyes::new(self, Viewer::Judge).value(Ty::one(def.ty.base), value) {
            Value::Text(id) => id,
            Value::Nothing => "nobody".to_owned(),
            Value::Truth(yes) => if yes { "yes" } else { "no" }.to_owned(),
            _ => self.labels().value(Ty::one(def.ty.base), value),
        }
    }

    /// The id of a rule: its carrier, and its name.
    fn rule_id(&self, rule: Id<Rule>, source: Source) -> String {
        let name = match self.content.pack.rules[rule].name.as_str() {
            "" => format!("rule {}", rule.place() + 1),
            name => name.to_owned(),
        };
        if source.entity > 0 {
            return format!("{}/{name}", self.id_of(source.entity));
        }
        match self.state.effect(source.effect) {
            Some(effect) => {
                let def = &self.content.pack.effects[effect.effect];
                format!("{}-{}/{name}", def.name, effect.number)
            }
            None => name,
        }
    }

    fn place_wanted(&self, asked: &PlaceAsked) -> PlaceWanted {
        let numbers = |list: &[(&str, i32)]| -> BTreeMap<String, f64> {
            let named = list
                .iter()
                .map(|&(name, number)| (name.to_owned(), measure(i64::from(number))));
            named.collect()
        };
        let point = |Point { x, y }: Point| numbers(&[("x", x), ("y", y)]);
        let within =
            |most: i32, centre: Point| numbers(&[("within", most), ("x", centre.x), ("y", centre.y)]);
        PlaceWanted {
            piece: self.id_of(asked.piece),
            base: match asked.footprint {
                Footprint::Rectangle { width, length } => numbers(&[("width", width), ("length", length)]),
                Footprint::Circle { radius } => numbers(&[("radius", radius)]),
            },
            region: match asked.region {
                None => BTreeMap::new(),
                Some(Region::Inside(Rect { x, y, width, length })) => {
                    numbers(&[("x", x), ("y", y), ("width", width), ("length", length)])
                }
                Some(Region::WithinOfBase(most, base, _)) => within(most, base.pose.centre()),
                Some(Region::WithinOfPoint(most, centre, _)) => within(most, centre),
            },
            facing: match &asked.facing {
                Facing::OneOf(headings) => Some(
                    headings
                        .iter()
                        .map(|&heading| measure(i64::from(heading)))
                        .collect(),
                ),
                Facing::Any | Facing::Towards(_) => None,
            },
            towards: match asked.facing {
                Facing::Towards(target) => Some(point(target)),
                Facing::Any | Facing::OneOf(_) => None,
            },
            text: asked.told(),
        }
    }
}

fn kind_of(ask: &Ask) -> &'static str {
    match ask {
        Ask::Choose { .. } => "choose",
        Ask::May { .. } => "yes-no",
        Ask::Ability { .. } => "ability",
        Ask::Offer { .. } => "offer",
        Ask::Place { .. } => "place",
    }
}

/// A pose from inches and degrees; nothing if a number is none, or is far from any table.
fn pose(x: f64, y: f64, facing: f64) -> Option<Pose> {
    let thousandths = |number: f64| {
        let exact = (number * 1_000.0).round();
        (exact.abs() <= 1e9).then_some(exact as i32)
    };
    Some(Pose::new(thousandths(x)?, thousandths(y)?, thousandths(facing)?))
}

/// The id that was perhaps meant: the same but for upper and lower case, or the only one that begins so.
fn closest(ids: &[String], id: &str) -> Option<String> {
    let lower = id.to_lowercase();
    if let Some(same) = ids.iter().find(|known| known.to_lowercase() == lower) {
        return Some(same.clone());
    }
    let mut begun = ids
        .iter()
        .filter(|known| !lower.is_empty() && known.to_lowercase().contains(&lower));
    let first = begun.next()?;
    begun.next().is_none().then(|| first.clone())
}
