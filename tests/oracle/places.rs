//! Choices of a place, for pieces without a base on areas of the table: the oracle measures nothing.
//!
//! A pose is a number: 20 bits each of x, y and heading.

use crate::oracle::{Asked, Flow, Frame, Halt, Oracle};
use crate::value::Value;
use cardwright_bytecode::pack::{FacingDef, FuncId, Id, RegionDef};
use cardwright_bytecode::registry::Core;
use cardwright_compiler::tree::ChoosePlace;
use cardwright_core::board::plane::{Facing, Footprint, Pose, Rect, Region};
use cardwright_core::{Answer, DecisionKind, PlaceAsked};

/// The farthest a pose can lie from the origin.
const FARTHEST: i64 = 500_000;

impl Oracle<'_> {
    pub(crate) fn choose_place(&mut self, choose: &ChoosePlace, frame: &Frame) -> Flow<()> {
        let arguments = self.all(&choose.arguments, frame)?;
        let decider = self.number(&choose.decider, frame)?;
        let def = &self.pack.choices[choose.choice];
        let place = def.place.expect("it is a choice of a place");
        let asked = self.place_asked(&arguments, (place.region, place.facing))?;
        let captured = arguments[place.before_test()..].to_vec();
        let area = match asked.region {
            Some(Region::Inside(area)) => area,
            _ => return Err(Halt::Unknown(Core::InsideTable)),
        };
        let mut found = None;
        let table = self.pack.setup.table;
        let mut tried = headings(&asked.facing);
        if asked.facing == Facing::Any {
            let ahead = ahead(area, [table.width / 2, table.length / 2]);
            tried.sort_by_key(|heading| {
                let turn = (heading - ahead).rem_euclid(360_000);
                turn.min(360_000 - turn)
            });
        }
        for pose in poses(area, &tried) {
            self.steps += 1;
            if self.may_stand(place.test, &captured, pose, frame)? {
                found = Some(pose);
                break;
            }
        }
        let chosen = match found {
            Some(found) if self.table.is_player(decider) => {
                let default = match def.optional {
                    true => Answer::nothing(),
                    false => Answer::At(found),
                };
                let answer = self.ask(&Asked {
                    by: decider,
                    kind: DecisionKind::Place(Id::new(choose.choice as u32)),
                    options: Vec::new(),
                    least: usize::from(!def.optional),
                    most: 1,
                    default,
                    secret: false,
                    ordered: false,
                    place: Some(asked.clone()),
                })?;
                answer.place()
            }
            found => found.filter(|_| !def.optional),
        };
        let Some(pose) = chosen else {
            return self.block(&choose.otherwise, frame);
        };
        assert!(
            holds(area, pose),
            "{pose:?} is taken, which does not lie in {area:?}"
        );
        assert!(
            asked.facing == Facing::Any || headings(&asked.facing).contains(&pose.heading),
            "{pose:?} is taken, which faces another way than {:?}",
            asked.facing
        );
        let allowed = self.may_stand(place.test, &captured, pose, frame)?;
        assert!(allowed, "{pose:?} is taken, which the test does not allow");
        frame.locals.borrow_mut()[choose.chosen] = Value::Number(packed(pose));
        self.block(&choose.body, frame)
    }

    fn place_asked(&self, arguments: &[Value], def: (RegionDef, FacingDef)) -> Flow<PlaceAsked> {
        let piece = arguments[0].number();
        let kind = self.table.kind(piece).map(|kind| &self.pack.kinds[kind]);
        let number = |at: usize| arguments[at].number();
        let size = |at: usize| number(at).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let table = self.pack.setup.table;
        let area = match def.0 {
            RegionDef::Table => Rect {
                x: 0,
                y: 0,
                width: table.width,
                length: table.length,
            },
            RegionDef::Inside => Rect {
                x: size(1),
                y: size(2),
                width: size(3),
                length: size(4),
            },
            RegionDef::WithinOfPiece | RegionDef::WithinOfPoint => return Err(Halt::Unknown(Core::Distance)),
        };
        let facing = 1 + def.0.arguments().len();
        let facing = match def.1 {
            FacingDef::Any => Facing::Any,
            FacingDef::Angle => Facing::OneOf(vec![number(facing) as i32]),
            FacingDef::Angles => {
                let angles = arguments[facing].members();
                Facing::OneOf(angles.iter().map(|angle| angle.number() as i32).collect())
            }
            FacingDef::Point => return Err(Halt::Unknown(Core::HeadingOf)),
        };
        if kind.is_some_and(|kind| kind.footprint.is_some()) {
            return Err(Halt::Unknown(Core::InsideTable));
        }
        Ok(PlaceAsked {
            piece: piece as u32,
            footprint: Footprint::Circle { radius: 0 },
            region: Some(Region::Inside(area)),
            facing,
        })
    }

    fn may_stand(
        &mut self,
        test: Option<FuncId>,
        captured: &[Value],
        pose: Pose,
        frame: &Frame,
    ) -> Flow<bool> {
        let Some(test) = test else { return Ok(true) };
        let mut arguments = captured.to_vec();
        arguments.push(Value::Number(packed(pose)));
        Ok(self.run(test, arguments, frame.context.as_ref())?.is_yes())
    }
}

fn packed(pose: Pose) -> i64 {
    let bits = |number: i32| i64::from(number) & 0xf_ffff;
    (bits(pose.x) << 40) + (bits(pose.y) << 20) + bits(pose.heading)
}

fn headings(facing: &Facing) -> Vec<i32> {
    match facing {
        Facing::OneOf(angles) => angles.iter().map(|angle| angle.rem_euclid(360_000)).collect(),
        _ => (0..8).map(|eighth| eighth * 45_000).collect(),
    }
}

/// The heading from the middle of an area to the middle of the table.
fn ahead(area: Rect, [x, y]: [i32; 2]) -> i32 {
    let east = f64::from(x) - f64::from(area.x.saturating_add(area.width / 2));
    let north = f64::from(y) - f64::from(area.y.saturating_add(area.length / 2));
    let degrees = east.atan2(north).to_degrees();
    ((degrees * 1000.0).round() as i32).rem_euclid(360_000)
}

fn holds(area: Rect, pose: Pose) -> bool {
    let lies = |at: i32, start: i32, size: i32| {
        let (at, start) = (i64::from(at), i64::from(start));
        start <= at && at <= start + i64::from(size)
    };
    lies(pose.x, area.x, area.width) && lies(pose.y, area.y, area.length)
}

/// The poses that are looked at before somebody is asked: grids of 5, 9 and 17 rows, without those of the grids before.
fn poses(area: Rect, headings: &[i32]) -> Vec<Pose> {
    let side = |start: i32, size: i32| {
        let ends = [i64::from(start), i64::from(start) + i64::from(size)];
        ends.map(|end| end.clamp(-FARTHEST, FARTHEST))
    };
    let ([west, east], [south, north]) = (side(area.x, area.width), side(area.y, area.length));
    let mut all = Vec::new();
    if west > east || south > north {
        return all;
    }
    for parts in [4, 8, 16] {
        for &heading in headings.iter().take(8) {
            for row in 0..=parts {
                for column in 0..=parts {
                    if parts > 4 && row % 2 == 0 && column % 2 == 0 {
                        continue;
                    }
                    let x = west + (east - west) * column / parts;
                    let y = south + (north - south) * row / parts;
                    let pose = Pose {
                        x: x as i32,
                        y: y as i32,
                        heading,
                    };
                    if holds(area, pose) {
                        all.push(pose);
                    }
                }
            }
        }
    }
    all
}
