//! The one search along a line: where, going on, does something first become so?
//!
//! Coarse steps find the stretch, halving finds the place. Not here: what is looked for.

/// The longest coarse step, thousandths of an inch. Whatever is shorter than this along the way may be
/// missed.
const STEP: f64 = 50.0;
/// The most coarse steps; enough for the longest path with the longest base.
const MAX_STEPS: f64 = 40_000.0;
/// Halvings of one step: 50 / 2^12 is far below the grid of whole poses.
const HALVINGS: u32 = 12;

/// Two neighbouring places on the way, between which something became so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Onset {
    /// The last place examined where it was not so yet; equals `after` when it was so from the start.
    pub(super) before: f64,
    /// The first place where it is so.
    pub(super) after: f64,
}

/// Walks from 0 to `span` and tells where `holds` first becomes true, or `None` if it never does.
pub(super) fn first_onset(span: f64, holds: impl Fn(f64) -> bool) -> Option<Onset> {
    if holds(0.0) {
        return Some(Onset {
            before: 0.0,
            after: 0.0,
        });
    }
    let steps = (span / STEP).ceil().clamp(1.0, MAX_STEPS) as u32;
    let place = |step: u32| {
        if step >= steps {
            span
        } else {
            span * f64::from(step) / f64::from(steps)
        }
    };
    let step = (1..=steps).find(|step| holds(place(*step)))?;
    Some(narrowed(
        Onset {
            before: place(step - 1),
            after: place(step),
        },
        holds,
    ))
}

fn narrowed(coarse: Onset, holds: impl Fn(f64) -> bool) -> Onset {
    (0..HALVINGS).fold(coarse, |onset, _| {
        let middle = (onset.before + onset.after) / 2.0;
        if holds(middle) {
            Onset {
                after: middle,
                ..onset
            }
        } else {
            Onset {
                before: middle,
                ..onset
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_onset_is_found_to_a_fraction_of_a_unit() {
        let onset = first_onset(1_000.0, |way| way >= 333.3);
        assert!(onset.is_some_and(|found| found.before < 333.3 && found.after - 333.3 < 0.05));
    }

    #[test]
    fn the_last_place_is_examined_and_nothing_beyond() {
        assert!(first_onset(120.0, |way| way >= 120.0).is_some());
        assert!(first_onset(120.0, |way| way > 120.0).is_none());
    }
}
