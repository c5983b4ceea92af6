//! The colours of a picture: ramps of sixteen steps, all worked out from one colour.
//!
//! A pixel is a ramp and a step on it, so letters have smooth edges on every ground, and a pixel is one byte.

/// How many steps a ramp has.
pub(super) const STEPS: u8 = 16;
/// The last step.
pub(crate) const FULL: u8 = STEPS - 1;

type Rgb = [u8; 3];

const PAPER: Rgb = [252, 251, 247];
const INK: Rgb = [28, 28, 32];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/// From what to what the steps of a ramp go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ramp {
    /// From nothing to the colour: the edge of a picture that is not rectangular.
    Edge,
    /// From the colour to white.
    Title,
    /// From the colour to a darker one.
    Shade,
    /// From paper to ink.
    Text,
    /// From paper to the colour.
    Label,
    /// From a tint of the colour to ink.
    Cell,
    /// From the tint to the colour.
    CellLabel,
}

const RAMPS: [Ramp; 7] = [
    Ramp::Edge,
    Ramp::Title,
    Ramp::Shade,
    Ramp::Text,
    Ramp::Label,
    Ramp::Cell,
    Ramp::CellLabel,
];

impl Ramp {
    /// The pixel that is so far on the ramp.
    pub(crate) const fn at(self, step: u8) -> u8 {
        self as u8 * STEPS + step
    }

    /// Where it begins.
    pub(crate) const fn ground(self) -> u8 {
        self.at(0)
    }
}

/// The colour that all others come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette(Rgb);

impl Palette {
    /// The colour of a hue in degrees, as dark as all others, so that white can be read on it.
    pub(crate) fn of_hue(hue: u32) -> Self {
        /// How dark.
        const LUMA: u32 = 82;
        let share = |shift: u32| match (hue + shift) % 360 {
            at @ 60..120 => 120 - at,
            at @ 240..300 => at - 240,
            120..240 => 0,
            _ => 60,
        };
        let [red, green, blue] = [0, 240, 120].map(|shift| 42 + 96 * share(shift) / 60);
        let luma = (299 * red + 587 * green + 114 * blue) / 1000;
        Self([red, green, blue].map(|part| u8::try_from(part * LUMA / luma).unwrap_or(u8::MAX)))
    }

    /// The colours of all pixels, three bytes each, and the opacity of the first ones.
    pub(super) fn entries(self) -> (Vec<u8>, Vec<u8>) {
        let steps = || 0..STEPS;
        let colours = RAMPS
            .iter()
            .flat_map(|&ramp| steps().flat_map(move |step| self.colour(ramp, step)));
        let opacities = steps().map(|step| u8::MAX / FULL * step);
        (colours.collect(), opacities.collect())
    }

    fn colour(self, ramp: Ramp, step: u8) -> Rgb {
        let Self(colour) = self;
        let tint = mixed(PAPER, colour, 2);
        let (from, to) = match ramp {
            Ramp::Edge => (colour, colour),
            Ramp::Title => (colour, WHITE),
            Ramp::Shade => (colour, mixed(colour, BLACK, 6)),
            Ramp::Text => (PAPER, INK),
            Ramp::Label => (PAPER, colour),
            Ramp::Cell => (tint, INK),
            Ramp::CellLabel => (tint, colour),
        };
        mixed(from, to, step)
    }
}

/// The colour so many steps from one to another.
fn mixed(from: Rgb, to: Rgb, step: u8) -> Rgb {
    let [step, full] = [step, FULL].map(u16::from);
    std::array::from_fn(|part| {
        let [from, to] = [from[part], to[part]].map(u16::from);
        u8::try_from((from * (full - step) + to * step) / full).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_can_be_read_on_every_hue() {
        for hue in 0..360 {
            let Palette([red, green, blue]) = Palette::of_hue(hue);
            let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
            assert!((70_000..90_000).contains(&luma), "{hue}: {luma}");
        }
        assert_eq!(Palette::of_hue(10), Palette::of_hue(370));
    }

    #[test]
    fn a_ramp_goes_from_its_ground_to_its_end() {
        let (colours, opacities) = Palette::of_hue(120).entries();
        let at = |pixel: u8| &colours[usize::from(pixel) * 3..][..3];
        assert_eq!(at(Ramp::Text.ground()), PAPER);
        assert_eq!(at(Ramp::Text.at(FULL)), INK);
        assert_eq!(at(Ramp::Title.ground()), at(Ramp::Edge.at(FULL)));
        assert_eq!((opacities[0], opacities[15], opacities.len()), (0, 255, 16));
    }
}
