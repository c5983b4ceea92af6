//! Choices of a place on the flat table: not from a list, but anywhere in a region where a test holds.

use super::{ChoiceDef, FuncId, Pack};
use crate::ty::{Base, Ty};
use serde::{Deserialize, Serialize};

/// How many places the core looks at, at most, before it asks somebody for one.
pub const PLACES_TRIED: u64 = 2_312;

/// The places where a piece can be put. Its arguments follow the piece: the region's, the facing's, then all
/// but the last of the test's, which is the pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceDef {
    /// The region.
    pub region: RegionDef,
    /// The direction in which it faces.
    pub facing: FacingDef,
    /// A further condition; pure, gives yes or no.
    pub test: Option<FuncId>,
}

/// A part of the flat table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RegionDef {
    /// The whole table: the base lies wholly on it.
    Table,
    /// The base lies wholly inside x, y, width, length.
    Inside,
    /// Some part of the base lies within a distance of another base, and all of it on the table.
    WithinOfPiece,
    /// Some part of the base lies within a distance of a point, and all of it on the table.
    WithinOfPoint,
}

/// The directions in which a piece may face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FacingDef {
    /// Any way.
    Any,
    /// One angle.
    Angle,
    /// One of a set of angles.
    Angles,
    /// Towards a point.
    Point,
}

impl RegionDef {
    /// The types of the arguments that describe it.
    #[must_use]
    pub const fn arguments(self) -> &'static [Ty] {
        const OF_PIECE: &[Ty] = &[Ty::LENGTH, Ty::one(Base::Thing)];
        match self {
            Self::Table => &[],
            Self::Inside => &[Ty::LENGTH, Ty::LENGTH, Ty::LENGTH, Ty::LENGTH],
            Self::WithinOfPiece => OF_PIECE,
            Self::WithinOfPoint => &[Ty::LENGTH, Ty::POSE],
        }
    }
}

impl FacingDef {
    /// The types of the arguments that describe it.
    #[must_use]
    pub const fn arguments(self) -> &'static [Ty] {
        const ANGLES: &[Ty] = &[Ty::set(Base::Angle)];
        match self {
            Self::Any => &[],
            Self::Angle => &[Ty::ANGLE],
            Self::Angles => ANGLES,
            Self::Point => &[Ty::POSE],
        }
    }
}

impl PlaceDef {
    /// How many arguments come before those of the test: the piece, the region's, the facing's.
    #[must_use]
    pub fn before_test(&self) -> usize {
        1 + self.region.arguments().len() + self.facing.arguments().len()
    }

    /// The types of all arguments.
    pub fn arguments<'p>(&'p self, pack: &'p Pack) -> impl Iterator<Item = Ty> + 'p {
        let own = [Ty::one(Base::Thing)].into_iter();
        let own = own.chain(self.region.arguments().iter().copied());
        own.chain(self.facing.arguments().iter().copied())
            .chain(self.captured_types(pack).iter().copied())
    }

    /// How many arguments the test gets besides the pose.
    #[must_use]
    pub fn captured(&self, pack: &Pack) -> usize {
        let test = self.test.and_then(|test| pack.functions.find(test));
        test.map_or(0, |test| usize::from(test.params).saturating_sub(1))
    }

    /// Their types.
    fn captured_types<'p>(&self, pack: &'p Pack) -> &'p [Ty] {
        let test = self.test.and_then(|test| pack.functions.find(test));
        test.map_or(&[], |test| {
            &test.registers[..self.captured(pack).min(test.registers.len())]
        })
    }
}

impl ChoiceDef {
    /// How many arguments a choice of a place has, those of its question counted.
    #[must_use]
    pub fn place_arguments(&self, pack: &Pack) -> usize {
        self.place
            .map_or(0, |place| place.before_test() + place.captured(pack))
            + self.asked_count(pack)
    }
}
