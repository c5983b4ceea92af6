//! The independent computation: a point is in a base or not, so much outside; the rest is sampling and projecting points.

/// A point, in thousandths of an inch.
pub(crate) type Spot = [f64; 2];

/// Half the width and half the length of a rectangle; the radius of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Box(f64, f64),
    Disc(f64),
}

/// A base somewhere. `ahead` is the unit vector of its heading, `right` is a quarter clockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) centre: Spot,
    pub(crate) degrees: f64,
    pub(crate) shape: Shape,
}

pub(crate) fn ahead(degrees: f64) -> Spot {
    [degrees.to_radians().sin(), degrees.to_radians().cos()]
}

fn dot(a: Spot, b: Spot) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn sum(a: Spot, b: Spot, times: f64) -> Spot {
    [a[0] + b[0] * times, a[1] + b[1] * times]
}

pub(crate) fn gap(a: Spot, b: Spot) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn right(degrees: f64) -> Spot {
    [degrees.to_radians().cos(), -degrees.to_radians().sin()]
}

impl Base {
    pub(crate) fn new(centre: Spot, degrees: f64, shape: Shape) -> Self {
        Self {
            centre,
            degrees,
            shape,
        }
    }

    /// A point as the base sees it: so far to its right, so far ahead of its middle.
    fn seen(&self, spot: Spot) -> Spot {
        let arm = sum(spot, self.centre, -1.0);
        [dot(arm, right(self.degrees)), dot(arm, ahead(self.degrees))]
    }

    /// The other way round.
    fn place(&self, seen: Spot) -> Spot {
        sum(
            sum(self.centre, right(self.degrees), seen[0]),
            ahead(self.degrees),
            seen[1],
        )
    }

    /// The depth of a point inside; below 0 outside.
    pub(crate) fn depth(&self, spot: Spot) -> f64 {
        let [x, y] = self.seen(spot);
        match self.shape {
            Shape::Box(half, long) => (half - x.abs()).min(long - y.abs()),
            Shape::Disc(radius) => radius - x.hypot(y),
        }
    }

    /// The point of the base nearest to a point.
    pub(crate) fn nearest(&self, spot: Spot) -> Spot {
        let [x, y] = self.seen(spot);
        self.place(match self.shape {
            Shape::Box(half, long) => [x.clamp(-half, half), y.clamp(-long, long)],
            Shape::Disc(radius) => {
                let out = (x.hypot(y) / radius).max(1.0);
                [x / out, y / out]
            }
        })
    }

    /// The base less a rim.
    pub(crate) fn less(&self, rim: f64) -> Self {
        let shape = match self.shape {
            Shape::Box(half, long) => Shape::Box(half - rim, long - rim),
            Shape::Disc(radius) => Shape::Disc(radius - rim),
        };
        Self { shape, ..*self }
    }

    /// Points on the edge, corners among them, and how far two neighbours are apart at most.
    pub(crate) fn rim(&self, count: u32) -> (Vec<Spot>, f64) {
        let share = |step: u32| f64::from(step) / f64::from(count);
        match self.shape {
            Shape::Box(half, long) => {
                let side = |[from, to]: [Spot; 2]| {
                    (0..=count).map(move |step| self.place(sum(from, sum(to, from, -1.0), share(step))))
                };
                let corners = [[half, long], [half, -long], [-half, -long], [-half, long]];
                let sides = (0..4).map(|at| [corners[at], corners[(at + 1) % 4]]);
                (
                    sides.flat_map(side).collect(),
                    2.0 * half.max(long) / f64::from(count),
                )
            }
            Shape::Disc(radius) => {
                let count = count * 4;
                let turn = 360.0 / f64::from(count);
                let points = (0..count).map(|step| sum(self.centre, ahead(f64::from(step) * turn), radius));
                (points.collect(), radius * turn.to_radians())
            }
        }
    }

    /// Points all over the base, its edge included.
    pub(crate) fn cover(&self, count: u32) -> (Vec<Spot>, f64) {
        let (mut points, pitch) = self.rim(count);
        for ring in 1..10 {
            let rim = self
                .less(self.thickness() * f64::from(ring) / 10.0)
                .rim(count / 4 + 1)
                .0;
            points.extend(rim);
        }
        points.push(self.centre);
        (points, pitch)
    }

    fn thickness(&self) -> f64 {
        match self.shape {
            Shape::Box(half, long) => half.min(long),
            Shape::Disc(radius) => radius,
        }
    }

    /// How far two bases are apart: a point of the one, its nearest on the other, that one's nearest on the first, and
    /// so on.
    pub(crate) fn apart(&self, other: &Base) -> f64 {
        let mut spot = self.nearest(other.centre);
        let mut least = f64::INFINITY;
        for _ in 0..20_000 {
            let there = other.nearest(spot);
            spot = self.nearest(there);
            let now = gap(spot, there);
            if now < 1e-6 || least - now < 1e-9 {
                return now;
            }
            least = now;
        }
        least
    }

    /// Whether two bases overlap, if that is certain.
    pub(crate) fn overlaps(&self, other: &Base) -> Option<bool> {
        if self.apart(other) > 0.6 {
            return Some(false);
        }
        (self.less(3.0).apart(other) < 0.01).then_some(true)
    }
}

/// A wedge seen from a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wedge {
    pub(crate) apex: Spot,
    pub(crate) middle: f64,
    pub(crate) width: f64,
}

impl Wedge {
    /// How deep inside a point lies: how far from the nearer of both limits; below 0 outside.
    pub(crate) fn depth(&self, spot: Spot) -> f64 {
        let arm = sum(spot, self.apex, -1.0);
        let out = arm[0].hypot(arm[1]);
        let bearing = arm[0].atan2(arm[1]).to_degrees();
        let off = ((bearing - self.middle + 180.0).rem_euclid(360.0) - 180.0).abs();
        let beyond = off - self.width / 2.0;
        // Beyond a right angle from a limit its end, the apex, is nearest.
        let away = if beyond.abs() >= 90.0 {
            out
        } else {
            out * beyond.abs().to_radians().sin()
        };
        if beyond <= 0.0 { away } else { -away }
    }

    /// Points along both limits.
    pub(crate) fn limits(&self, reach: f64, count: u32) -> Vec<Spot> {
        let sides = [-0.5, 0.5].map(|side| ahead(self.middle + self.width * side));
        let points = (0..=count).flat_map(|step| {
            sides.map(|side| sum(self.apex, side, reach * f64::from(step) / f64::from(count)))
        });
        points.collect()
    }
}

/// A template that begins at a point: length less than 0 is backwards, turn in degrees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    pub(crate) begin: Spot,
    pub(crate) degrees: f64,
    pub(crate) length: f64,
    pub(crate) turn: f64,
}

impl Strip {
    /// The point on the middle line after so much of it, and so far to the right of it. Before and behind the template
    /// the line goes straight on.
    pub(crate) fn at(&self, way: f64, aside: f64) -> Spot {
        let sense = self.length.signum();
        let inside = way.clamp(0.0, self.length.abs());
        let heading = self.degrees + self.turn * inside / self.length.abs();
        let bent = if self.turn == 0.0 {
            sum(self.begin, ahead(self.degrees), sense * inside)
        } else {
            // Around the centre of the bend, which lies to the right of a right turn.
            let radius = self.length / self.turn.to_radians();
            let centre = sum(self.begin, right(self.degrees), radius);
            sum(centre, right(heading), -radius)
        };
        sum(
            sum(bent, ahead(heading), sense * (way - inside)),
            right(heading),
            aside,
        )
    }

    /// Points all over the template, and how far neighbours are apart at most.
    pub(crate) fn cover(&self, width: f64, count: u32) -> (Vec<Spot>, f64) {
        let across = 16;
        let points = (0..=count).flat_map(|step| {
            let way = self.length.abs() * f64::from(step) / f64::from(count);
            (0..=across).map(move |lane| self.at(way, width * (f64::from(lane) / f64::from(across) - 0.5)))
        });
        (points.collect(), width / f64::from(across))
    }

    /// Whether a point lies under the template, so deep; below 0 outside.
    pub(crate) fn depth(&self, width: f64, spot: Spot) -> f64 {
        if self.turn == 0.0 {
            let arm = sum(spot, self.begin, -1.0);
            let way = dot(arm, ahead(self.degrees)) * self.length.signum();
            let aside = dot(arm, right(self.degrees)).abs();
            return (width / 2.0 - aside).min(way.min(self.length.abs() - way));
        }
        let radius = self.length / self.turn.to_radians();
        let centre = sum(self.begin, right(self.degrees), radius);
        let arm = sum(spot, centre, -1.0);
        let out = arm[0].hypot(arm[1]);
        // The bearing of the near end from the centre, and how far the point lies round from there along the way.
        let first = sum(self.begin, centre, -1.0);
        let turned = arm[0].atan2(arm[1]) - first[0].atan2(first[1]);
        let round = (turned * self.turn.signum()).to_degrees();
        let round = (round + 90.0).rem_euclid(360.0) - 90.0;
        let way = round.to_radians() * radius.abs();
        (width / 2.0 - (out - radius.abs()).abs()).min(way.min(self.length.abs() - way))
    }

    /// A base of this length with its hind guide after so much of the line and its fore guide on the line too, found by
    /// trying: its middle and heading.
    pub(crate) fn chord(&self, way: f64, long: f64) -> (Spot, f64) {
        let hind = self.at(way, 0.0);
        let mut more = long;
        while gap(self.at(way + more, 0.0), hind) < long {
            more += long / 64.0;
        }
        let (mut low, mut high) = ((more - long / 64.0).max(0.0), more);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if gap(self.at(way + middle, 0.0), hind) < long {
                low = middle;
            } else {
                high = middle;
            }
        }
        let fore = self.at(way + high, 0.0);
        let arm = sum(fore, hind, -1.0);
        let sense = self.length.signum();
        let degrees = (arm[0] * sense).atan2(arm[1] * sense).to_degrees();
        (sum(hind, arm, 0.5), degrees)
    }
}
