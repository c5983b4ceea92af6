//! Light and dark, and colours that can be read upon each other.

use cardwright_compiler::looks::Colour;

/// The colours of paper and ink, and of what lies around a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colour behind everything.
    pub paper: Colour,
    /// Letters.
    pub ink: Colour,
    /// Letters that matter less.
    pub faint: Colour,
    /// Plates on which letters stand.
    pub plate: Colour,
    /// Lines between parts.
    pub line: Colour,
}

/// Colours of players where looks give none: told apart by those who see few colours, too (after Okabe and Ito).
pub(crate) const PLAYERS: [Colour; 6] = [
    Colour(213, 94, 0),
    Colour(0, 114, 178),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(230, 159, 0),
    Colour(86, 180, 233),
];

pub(crate) const BLACK: Colour = Colour(20, 20, 24);
pub(crate) const WHITE: Colour = Colour(250, 250, 248);
/// The colour of things that belong to nobody.
pub(crate) const GREY: Colour = Colour(128, 128, 128);

impl Theme {
    /// Dark letters on light paper.
    pub const LIGHT: Self = Self {
        paper: Colour(247, 246, 242),
        ink: Colour(28, 30, 36),
        faint: Colour(98, 102, 112),
        plate: Colour(255, 255, 255),
        line: Colour(208, 206, 198),
    };
    /// Light letters on dark paper.
    pub const DARK: Self = Self {
        paper: Colour(22, 25, 31),
        ink: Colour(235, 236, 238),
        faint: Colour(155, 160, 170),
        plate: Colour(36, 41, 50),
        line: Colour(62, 68, 80),
    };
}

/// How bright a colour seems, from 0 to 1.
pub(crate) fn brightness(Colour(red, green, blue): Colour) -> f64 {
    (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) / 255.0
}

/// Letters that can be read on a colour.
pub(crate) fn on(colour: Colour) -> Colour {
    if brightness(colour) > 0.55 { BLACK } else { WHITE }
}

/// A colour so far on the way to another one, from 0 to 1.
pub(crate) fn mixed(from: Colour, to: Colour, share: f64) -> Colour {
    let part = |from: u8, to: u8| {
        let mixed = f64::from(from) + (f64::from(to) - f64::from(from)) * share.clamp(0.0, 1.0);
        // It lies between two bytes.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let byte = mixed.round() as u8;
        byte
    };
    Colour(part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_out_from_every_ground() {
        for ground in PLAYERS.into_iter().chain([BLACK, WHITE, GREY]) {
            let contrast = (brightness(on(ground)) - brightness(ground)).abs();
            assert!(contrast > 0.35, "{ground:?}: {contrast}");
        }
    }

    #[test]
    fn a_mix_goes_from_one_to_the_other() {
        assert_eq!(mixed(BLACK, WHITE, 0.0), BLACK);
        assert_eq!(mixed(BLACK, WHITE, 1.0), WHITE);
        assert_eq!(
            mixed(Colour(0, 0, 0), Colour(100, 200, 50), 0.5),
            Colour(50, 100, 25)
        );
    }
}
