//! Choices of a place on the flat table: not from a list, but anywhere in a region where a test holds.
//!
//! The arguments of the question stand in the registers of the code that asks, which keeps them until there
//! is an answer. So they are not stored with the decision, and nothing has to be brought up to date when
//! hidden cards are guessed.
//!
//! Before somebody is asked, a place is looked for ([`plane::grid`]): it is the default, and without one nobody is asked.

use crate::answer::Answer;
use crate::board::plane::{self, Body, Facing, Footprint, Point, Pose, Rect, Region};
use crate::calls::plane::{size, turn};
use crate::content::Content;
use crate::decision::{Ask, DecisionError, Pending};
use crate::game::Game;
use crate::labels::thousandths;
use crate::limits::FUEL_PER_DECISION;
use crate::state::draw;
use crate::viewer::Viewer;
use crate::why::Finding;
use crate::world::World;
use cardwright_bytecode::pack::{
    ChoiceDef, EntityId, FacingDef, FuncId, Id, PLACES_TRIED, PlaceDef, RegionDef,
};
use cardwright_vm::Machine;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// How often chance draws a place before it takes the default.
const DRAWS: usize = 64;

const _: () = assert!(plane::MOST_GRID_POSES as u64 == PLACES_TRIED);

/// The places where a piece can be put: the subject of a choice of a place, without the conditions of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceAsked {
    /// The piece.
    pub piece: EntityId,
    /// The footprint of the piece.
    pub footprint: Footprint,
    /// The region; `None` if the base or point from which it is measured is not on the table.
    pub region: Option<Region>,
    /// The directions in which it may face.
    pub facing: Facing,
}

/// The test of a place.
struct Test {
    function: FuncId,
    /// Its arguments, but for the pose.
    args: Vec<i64>,
    context: Option<u32>,
}

impl PlaceAsked {
    /// Whether a place lies in the region, and the piece faces as it may.
    fn allows(&self, pose: Pose) -> Result<(), DecisionError> {
        let body = Body::new(pose, self.footprint);
        if !self.region.is_some_and(|region| region.holds(&body)) {
            return Err(DecisionError::OutsideRegion);
        }
        if !self.facing.holds(pose) {
            return Err(DecisionError::WrongFacing);
        }
        Ok(())
    }

    /// The region and the facing, in words.
    #[must_use]
    pub fn told(&self) -> String {
        let inches = |length: i32| format!("{}in", thousandths(length));
        let region = match self.region {
            None => "nowhere".to_owned(),
            Some(Region::Inside(Rect { x, y, width, length })) => format!(
                "inside x {}, y {}, {} wide, {} long",
                inches(x),
                inches(y),
                inches(width),
                inches(length)
            ),
            Some(Region::WithinOfBase(most, base, _)) => {
                let Point { x, y } = base.pose.centre();
                format!(
                    "within {} of what stands at x {}, y {}",
                    inches(most),
                    inches(x),
                    inches(y)
                )
            }
            Some(Region::WithinOfPoint(most, Point { x, y }, _)) => {
                format!("within {} of x {}, y {}", inches(most), inches(x), inches(y))
            }
        };
        let facing = match &self.facing {
            Facing::Any => "any way".to_owned(),
            Facing::OneOf(headings) => {
                let told: Vec<String> = headings.iter().map(|&heading| thousandths(heading)).collect();
                told.join(" or ")
            }
            Facing::Towards(Point { x, y }) => format!("x {}, y {}", inches(*x), inches(*y)),
        };
        format!("{region}, facing {facing}")
    }
}

fn place_def(content: &Content, choice: Id<ChoiceDef>) -> Option<PlaceDef> {
    content.pack.choices[choice].place
}

impl World<'_> {
    /// The question, from the registers that begin at `first`.
    fn place_asked(&self, machine: &Machine, place: &PlaceDef, first: u32) -> PlaceAsked {
        let at = |number: usize| machine.register(first.saturating_add(number as u32));
        let piece = at(0);
        let facing = 1 + place.region.arguments().len();
        PlaceAsked {
            piece: piece as EntityId,
            footprint: self.footprint(piece),
            region: self.region(place.region, [1, 2, 3, 4].map(at)),
            facing: match place.facing {
                FacingDef::Any => Facing::Any,
                FacingDef::Angle => Facing::OneOf(vec![turn(at(facing))]),
                FacingDef::Angles => {
                    let angles = machine.set(&self.content.pack, at(facing)).iter();
                    Facing::OneOf(angles.map(|&angle| turn(angle)).collect())
                }
                FacingDef::Point => Facing::Towards(Pose::unpack(at(facing)).centre()),
            },
        }
    }

    fn region(&self, region: RegionDef, args: [i64; 4]) -> Option<Region> {
        let table = self.table();
        let [x, y, width, length] = args.map(size);
        Some(match region {
            RegionDef::Table => Region::Inside(table.area()),
            RegionDef::Inside => Region::Inside(Rect { x, y, width, length }),
            RegionDef::WithinOfPiece => Region::WithinOfBase(x, self.body(args[1])?, table),
            RegionDef::WithinOfPoint => Region::WithinOfPoint(x, Pose::unpack(args[1]).centre(), table),
        })
    }

    /// The further condition of the place; `None` if there is none.
    fn test_asked(&self, machine: &Machine, place: &PlaceDef, first: u32) -> Option<Test> {
        let before = place.before_test();
        let captured = place.captured(&self.content.pack);
        let registers = first.saturating_add(before as u32)..;
        Some(Test {
            function: place.test?,
            args: registers.take(captured).map(|at| machine.register(at)).collect(),
            context: machine.top().and_then(|top| top.context),
        })
    }

    /// Whether the test holds of a place.
    fn passes(&mut self, machine: &mut Machine, test: Option<&Test>, pose: Pose) -> bool {
        test.is_none_or(|test| {
            let args = [test.args.as_slice(), &[pose.pack()]].concat();
            self.eval(machine, test.function, &args, test.context) == 1 && machine.stopped().is_none()
        })
    }

    /// The first place of the grids that will do.
    fn place_found(&mut self, machine: &mut Machine, place: &PlaceDef, first: u32) -> Option<Pose> {
        let asked = self.place_asked(machine, place, first);
        let test = self.test_asked(machine, place, first);
        let middle = self.table().area().middle();
        plane::grid(asked.region?, &asked.facing, asked.footprint, middle).find(|&pose| {
            machine.charge(1);
            machine.stopped().is_some() || self.passes(machine, test.as_ref(), pose)
        })
    }
}

impl Game {
    /// Asks a player for a place, if there is one.
    pub(crate) fn ask_place(&mut self, choice: Id<ChoiceDef>, dest: u32, first: u32, player: i64) {
        let Some(place) = place_def(&self.content, choice) else {
            return;
        };
        let optional = self.content.pack.choices[choice].optional;
        let by = self.decider(player);
        let (mut world, machine) = self.parts();
        let found = world.place_found(machine, &place, first);
        // Should a limit have been reached, the game ends before anybody is asked.
        let (Some(found), Some(by)) = (found, by) else {
            let unasked = found.filter(|_| !optional);
            return self.answer_place(dest, unasked);
        };
        let default = match optional {
            true => Answer::nothing(),
            false => Answer::At(found),
        };
        self.ask(Pending {
            by,
            values: Vec::new(),
            least: usize::from(!optional),
            most: 1,
            default,
            secret: false,
            ask: Ask::Place { choice, dest, first },
        });
    }

    /// Hands the code the place that was chosen, if one was.
    pub(crate) fn answer_place(&mut self, dest: u32, chosen: Option<Pose>) {
        self.machine.answer(dest, chosen.map_or(0, Pose::pack));
        self.machine
            .answer(dest.saturating_add(1), i64::from(chosen.is_some()));
    }

    /// The places that a question asks about; `None` if it is no choice of a place.
    pub(crate) fn place_of(&self, ask: &Ask) -> Option<PlaceAsked> {
        let &Ask::Place { choice, first, .. } = ask else {
            return None;
        };
        let place = place_def(&self.content, choice)?;
        Some(self.on_a_copy(|world, machine| world.place_asked(machine, &place, first)))
    }

    /// Whether an answer is legal now, whatever is asked.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, answer: &Answer) -> Result<(), DecisionError> {
        let decision = self.decision().ok_or(DecisionError::NothingAsked)?;
        decision.check(answer)?;
        match (answer.place(), &decision.place) {
            (Some(pose), Some(asked)) => {
                asked.allows(pose)?;
                self.test_place(pose)
            }
            _ => Ok(()),
        }
    }

    /// Whether the rules allow a place that lies in the region.
    fn test_place(&self, pose: Pose) -> Result<(), DecisionError> {
        let pending = self.pending.as_ref().ok_or(DecisionError::NothingAsked)?;
        let Ask::Place { choice, first, .. } = pending.ask else {
            return Ok(());
        };
        let Some(place) = place_def(&self.content, choice) else {
            return Ok(());
        };
        let (passes, stopped) = self.on_a_copy(|world, machine| {
            let test = world.test_asked(machine, &place, first);
            let passes = world.passes(machine, test.as_ref(), pose);
            (passes, machine.stopped())
        });
        match (passes, stopped) {
            (true, _) => Ok(()),
            (false, Some(_)) => Err(DecisionError::TestTooLong),
            (false, None) => Err(DecisionError::Forbidden {
                why: self.why_no_place(&place, first, pose),
            }),
        }
    }

    fn why_no_place(&self, place: &PlaceDef, first: u32, pose: Pose) -> String {
        let by = self.pending.as_ref().map_or(0, |pending| pending.by);
        let straight = self.put_straight(Viewer::Player(by));
        let why = straight.for_eyes(Viewer::Player(by), |world, machine| {
            let test = world.test_asked(machine, place, first)?;
            let args = [test.args.as_slice(), &[pose.pack()]].concat();
            crate::why::last_no(world, machine, test.function, &args, test.context)
        });
        why.map_or_else(String::new, |Finding { text, at, holds, .. }| match holds {
            Some(_) => format!("{text} ({at})"),
            None => format!("{text}, which depends on something hidden ({at})"),
        })
    }

    /// A legal place by chance, for the decision that is waited for; none after so many tries.
    pub(crate) fn drawn_place(&self, rng: &mut ChaCha8Rng) -> Option<Answer> {
        self.drawing(|draw| draw(rng))?
    }

    /// Legal places for the decision that is waited for, so many: the default, then places by chance, each the same every time for its seed
    /// and its number in the list. Where there are few places, one can be there several times. None if no place is asked for.
    #[must_use]
    pub fn some_places(&self, seed: u64, numbers: std::ops::Range<usize>) -> Vec<Answer> {
        let Some(decision) = self.decision().filter(|decision| decision.place.is_some()) else {
            return Vec::new();
        };
        let default = || decision.default.clone();
        let first = (numbers.start == 0 && !numbers.is_empty()).then(default);
        let more = numbers.start.max(1)..numbers.end;
        let drawn = (!more.is_empty()).then(|| {
            self.drawing(|draw| {
                let place = |number: usize| {
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    rng.set_stream(number as u64);
                    draw(&mut rng).unwrap_or_else(default)
                };
                more.map(place).collect::<Vec<_>>()
            })
        });
        first
            .into_iter()
            .chain(drawn.flatten().into_iter().flatten())
            .collect()
    }

    /// Has places drawn for the decision that is waited for, all on one copy of the game.
    fn drawing<T>(
        &self,
        ask: impl FnOnce(&mut dyn FnMut(&mut ChaCha8Rng) -> Option<Answer>) -> T,
    ) -> Option<T> {
        let asked = self.decision()?.place.as_ref()?;
        let Ask::Place { choice, first, .. } = self.pending.as_ref()?.ask else {
            return None;
        };
        let (region, place) = (asked.region?, place_def(&self.content, choice)?);
        Some(self.on_a_copy(|world, machine| {
            let test = world.test_asked(machine, &place, first);
            let middle = world.table().area().middle();
            ask(&mut |rng| {
                machine.refuel(FUEL_PER_DECISION);
                let mut next = |count: u64| draw(rng, count);
                let mut tries = (0..DRAWS)
                    .filter_map(|_| plane::draw(region, &asked.facing, asked.footprint, middle, &mut next));
                tries
                    .find(|&pose| world.passes(machine, test.as_ref(), pose))
                    .map(Answer::At)
            })
        }))
    }
}
