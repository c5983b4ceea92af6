//! Moving sideways: a template flush on one side of the base, the base put down flush at its other end.
//!
//! Not here: templates followed forwards (`path`).

use super::footprint::{Body, Footprint};
use super::pose::{COORDINATE_LIMIT, Pose};

/// The end pose of a base that moves sideways along a straight template; its heading stays.
///
/// `side` below 0 is left, anything else right; `length` and `template_width` are the template's, in
/// thousandths of an inch. `forward_shift` places the template ahead of the middle of the base's side;
/// `second_shift` then places the base ahead of the template. Both are held within [`sidestep_limit`], so no
/// template end sticks out beyond the front or rear edge.
pub fn sidestep(
    body: &Body,
    side: i32,
    length: i32,
    template_width: i32,
    forward_shift: i32,
    second_shift: i32,
) -> Pose {
    let limit = sidestep_limit(body, template_width);
    let ahead = forward_shift.clamp(-limit, limit) + second_shift.clamp(-limit, limit);
    let aside = length.clamp(0, COORDINATE_LIMIT) + body.footprint.width();
    let sense = if side < 0 { -1.0 } else { 1.0 };
    let facing = body.facing();
    let moved = facing.right() * (sense * f64::from(aside)) + facing * f64::from(ahead);
    Pose::nearest(body.centre() + moved, body.heading())
}

/// How far a template of this width may be shifted from the middle of the base's side, thousandths of an
/// inch.
///
/// 0 when the template is as wide as the base is long, and for discs, whose side is a single point.
pub fn sidestep_limit(body: &Body, template_width: i32) -> i32 {
    match body.footprint {
        Footprint::Rectangle { .. } => (body.footprint.length() - template_width.max(0)).max(0) / 2,
        Footprint::Circle { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(heading: i32) -> Body {
        Body::new(
            Pose::new(0, 0, heading),
            Footprint::Rectangle {
                width: 1_500,
                length: 1_600,
            },
        )
    }

    #[test]
    fn a_sidestep_moves_the_template_and_one_base() {
        assert_eq!(sidestep(&base(0), 1, 1_000, 800, 0, 0), Pose::new(2_500, 0, 0));
        assert_eq!(
            sidestep(&base(0), -1, 1_000, 800, 100, -300),
            Pose::new(-2_500, -200, 0)
        );
        assert_eq!(
            sidestep(&base(90_000), -1, 1_000, 800, 100, 0),
            Pose::new(100, 2_500, 90_000)
        );
    }

    #[test]
    fn the_template_never_sticks_out() {
        assert_eq!(sidestep_limit(&base(0), 800), 400);
        assert_eq!(sidestep_limit(&base(0), i32::MAX), 0);
        assert_eq!(sidestep_limit(&base(0), i32::MIN), 800);
        assert_eq!(
            sidestep(&base(0), 1, 1_000, 800, i32::MAX, 401),
            Pose::new(2_500, 800, 0)
        );
    }
}
