//! The flat table against an independent computation, on thousands of seeded poses.
//!
//! | module | what lives there |
//! |---|---|
//! | `plain` | bases, arcs, templates and moving back, computed simply and slowly; it shares no code with the core |
//! | `measuring` | overlap, range, arcs and sweep, compared |
//! | `moving` | moving back compared; mirror images, moves and their inverses, symmetric range |
//!
//! `CARDWRIGHT_GEOMETRY=20 cargo test -p cardwright-core --test plane` makes twenty times as many. What lies so near to a limit
//! that sampling cannot tell is counted apart, and must be rare. `docs/geometry.md` gives the counts.

mod measuring;
mod moving;
mod plain;

use cardwright_core::board::plane::{Body, Footprint, Pose};
use plain::{Base, Shape};

/// The number of poses that each comparison tries, once.
const POSES: u64 = 3_000;

/// The number that it tries now.
fn rounds(share: u64) -> u64 {
    let asked = std::env::var("CARDWRIGHT_GEOMETRY").ok();
    let times = asked.and_then(|times| times.parse::<u64>().ok()).unwrap_or(1);
    POSES / share * times.max(1)
}

/// The results of comparisons: agreed, or too near a limit to tell.
#[derive(Default)]
struct Tally {
    agreed: u64,
    close: u64,
}

impl Tally {
    /// Takes an answer of the core and what is expected, if that is certain.
    fn take(&mut self, found: bool, expected: Option<bool>, told: impl Fn() -> String) {
        match expected {
            Some(expected) => {
                assert_eq!(found, expected, "{}", told());
                self.agreed += 1;
            }
            None => self.close += 1,
        }
    }

    /// At most one in `rare` may have been too near to tell.
    #[expect(clippy::print_stdout, reason = "the page on geometry gives these counts")]
    fn close_is_rare(&self, what: &str, rare: u64) {
        println!("{what}: {} agreed, {} too near to tell", self.agreed, self.close);
        assert!(
            self.close * rare <= self.agreed,
            "{what}: {} of {}",
            self.close,
            self.agreed
        );
    }
}

/// Numbers by chance, always the same (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (high - low + 1) as u64) as i32
    }

    fn one_of<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.next() as usize % these.len()]
    }

    /// A heading: often a round one, where edges are parallel.
    fn heading(&mut self) -> i32 {
        if self.next().is_multiple_of(4) {
            self.between(0, 23) * 15_000
        } else {
            self.between(0, 359_999)
        }
    }

    /// A base as games have them: 40 mm, 80 mm, two inches, a huge section, or a disc.
    fn footprint(&mut self) -> Footprint {
        let rectangle = |width, length| Footprint::Rectangle { width, length };
        let disc = |radius| Footprint::Circle { radius };
        self.one_of(&[
            rectangle(1_575, 1_575),
            rectangle(1_575, 1_575),
            rectangle(3_150, 3_150),
            rectangle(2_000, 2_000),
            rectangle(3_150, 4_429),
            disc(700),
            disc(2_500),
        ])
    }

    fn body(&mut self, reach: i32) -> Body {
        let footprint = self.footprint();
        self.body_of(footprint, reach)
    }

    fn body_of(&mut self, footprint: Footprint, reach: i32) -> Body {
        let (x, y) = (self.between(-reach, reach), self.between(-reach, reach));
        Body::new(Pose::new(x, y, self.heading()), footprint)
    }
}

/// A body as the independent computation sees it.
fn base(body: &Body) -> Base {
    let shape = match body.footprint {
        Footprint::Rectangle { width, length } => Shape::Box(f64::from(width) / 2.0, f64::from(length) / 2.0),
        Footprint::Circle { radius } => Shape::Disc(f64::from(radius)),
    };
    let degrees = f64::from(body.pose.heading) / 1_000.0;
    Base::new([f64::from(body.pose.x), f64::from(body.pose.y)], degrees, shape)
}
