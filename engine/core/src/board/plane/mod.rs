//! The flat table: poses, bases, templates, arcs and rulers, measured the same on every machine.
//!
//! Units are thousandths of an inch and thousandths of a degree, both `i32`. Heading 0 looks towards +y,
//! clockwise is positive, and headings lie in `0..360_000`.
//!
//! Every result that can become state is a whole number. Between two whole numbers the module computes in
//! `f64` with `+ - * /`, square root, exact rounding and `libm`'s sine, cosine and arc tangent only, because
//! those give the same bits everywhere. Coordinates saturate at [`COORDINATE_LIMIT`], negative sizes count as
//! zero, and every loop is bounded by a named constant, so hostile numbers give a useless answer but never a
//! panic.
//!
//! | file | what lives there |
//! |---|---|
//! | `vector` | real vectors, headings to directions, rounding |
//! | `pose` | [`Point`], [`Pose`] and their packed forms |
//! | `footprint` | [`Footprint`], [`Body`] |
//! | `separation` | overlap and nearest points of two convex polygons |
//! | `outline` | convex shapes of bases, templates and rulers, and cutting them |
//! | `distance` | overlap, contact, distance and interposition of bodies, their farthest parts |
//! | `path` | [`Path`], where it leads, how far a base came on it |
//! | `course` | [`Guide`]: how a base is held to the line of a template |
//! | `template` | what a template lies over |
//! | `walk` | the one bounded search along a line |
//! | `slide` | sliding back, alone or together, and pushing past |
//! | `sidestep` | moving sideways with a template |
//! | `arc` | [`Arc`]: who is inside, partly or wholly, measured inside |
//! | `ruler` | rulers laid from a base |
//! | `table` | [`Table`], [`Rect`], leaving the table |
//! | `region` | [`Region`], [`Facing`]: where a base may stand, and poses from there |
//!
//! Not here: what a distance means (range bands), who owns a piece, and any rule.

mod arc;
mod course;
mod distance;
mod footprint;
mod outline;
mod path;
mod pose;
#[cfg(test)]
mod properties;
mod region;
mod ruler;
mod separation;
mod sidestep;
mod slide;
mod table;
mod template;
mod vector;
mod walk;

pub use arc::{Arc, distance_in_arc, in_arc, segment_in_arc, wholly_in_arc};
pub use course::Guide;
pub use distance::{
    OVERLAP_TOLERANCE, TOUCH_TOLERANCE, base_reach, closest_segment, crosses, distance, distance_to_point,
    farthest_distance, lines_cross, overlaps, touches,
};
pub use footprint::{Body, Footprint};
pub use path::{FRACTION_WHOLE, Path, along, destination, end_of, travelled};
pub use pose::{COORDINATE_LIMIT, FULL_TURN, Point, Pose};
pub use region::{Facing, MOST_GRID_POSES, Region, draw, grid};
pub use ruler::{ruler_rays, ruler_touches};
pub use sidestep::{sidestep, sidestep_limit};
pub use slide::{SlideBack, slide_back, slide_back_together, slide_on};
pub use table::{Rect, Table};
pub use template::{swept, template_covers};
