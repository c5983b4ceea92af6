//! How near a machine is to its limits: what a host needs to know that remembers an answer instead of letting it be worked out.

use crate::machine::{MAX_FRAMES, MAX_NESTING, MAX_SET_MEMBERS, MAX_SETS, Machine};

/// How much of what is limited is in use: frames, evaluations inside evaluations, sets and their members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Height {
    /// See [`MAX_FRAMES`].
    pub frames: u32,
    /// See [`MAX_NESTING`].
    pub nesting: u32,
    /// See [`MAX_SETS`].
    pub sets: u32,
    /// See [`MAX_SET_MEMBERS`].
    pub members: u32,
}

impl Height {
    /// The larger of each.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            frames: self.frames.max(other.frames),
            nesting: self.nesting.max(other.nesting),
            sets: self.sets.max(other.sets),
            members: self.members.max(other.members),
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            frames: self.frames + other.frames,
            nesting: self.nesting + other.nesting,
            sets: self.sets + other.sets,
            members: self.members + other.members,
        }
    }

    /// The height above another one.
    #[must_use]
    pub fn above(self, other: Self) -> Self {
        Self {
            frames: self.frames.saturating_sub(other.frames),
            nesting: self.nesting.saturating_sub(other.nesting),
            sets: self.sets.saturating_sub(other.sets),
            members: self.members.saturating_sub(other.members),
        }
    }

    /// Whether a machine may go so high.
    #[must_use]
    pub fn is_allowed(self) -> bool {
        self.frames as usize <= MAX_FRAMES
            && self.nesting <= MAX_NESTING
            && self.sets as usize <= MAX_SETS
            && self.members as usize <= MAX_SET_MEMBERS
    }
}

impl Machine {
    /// The present height of the machine.
    #[must_use]
    pub fn height(&self) -> Height {
        Height {
            frames: self.frames.len() as u32,
            nesting: self.nesting,
            sets: self.sets.len() as u32,
            members: self.sets.members() as u32,
        }
    }

    /// How high it stood at most since [`Self::peak_from`].
    #[must_use]
    pub fn peak(&self) -> Height {
        self.peak
    }

    /// Measures the peak anew, from this on.
    pub fn peak_from(&mut self, height: Height) {
        self.peak = height;
    }
}
