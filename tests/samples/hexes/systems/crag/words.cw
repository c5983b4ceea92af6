# Goats climb about on a crag and butt each other. Not a real game: it shows what boards of hexes can do.

word fold { north-fold south-fold }
record footing { wet: yes-no  loose: yes-no }
board hexes { terrain: footing  zone: fold }

piece goat {
  stride: number
  length: number
  stature: number
  footprint spaces length tall stature
}

piece bell { rung: yes-no state }

token bruise on goat
die horn { hit 2  blank 4 }

define rise (here: pose, there: pose): number = level of lead-of(there) - level of lead-of(here)
define air (here: pose, there: pose): number = clearance(lead-of(here), lead-of(there))
define faces-off (a: goat, b: goat): yes-no =
  a is not b and adjacent(a, b, stature of b - 1, stature of a - 1)
# Goats have owners; bells have none, and lie in nobody's way.
define in-the-way (g: goat, spot: pose): set of thing =
  members o of pieces-at(g, spot) where owner of o is not nobody
define is-free (g: goat, spot: pose): yes-no = none of in-the-way(g, spot)
define is-flat (spot: pose): yes-no =
  trail-of(spot) is nowhere or level of lead-of(spot) = level of trail-of(spot)
define is-soaked (g: goat, spot: pose): yes-no =
  none of (members s of spaces-at(g, spot) where not wet of terrain of s)
define is-about (here: pose, there: pose): yes-no = lead-of(there) is trail-of(here)

permission enter (g: goat, spot: pose)
forbid enter when any of (members o of in-the-way(g, spot) where owner of o is not owner of g)

movement hike (g: goat, here: pose, there: pose) {
  cost if is-about(here, there) then 0 else 1 + max(rise(here, there), 0)
    when rise(here, there) < stature of g and air(here, there) > 0 and can enter(g, there)
  stops when is-soaked(g, there)
  ends when is-free(g, there) and is-flat(there)
}

define can-see (a: goat, b: goat): yes-no =
  sees(
    space-of(a),
    stature of a * 900,
    space-of(b),
    0,
    stature of b * 1000,
    500,
    all goat o where o is not a and o is not b
  )

define standing-of (p: player): number =
  0 - sum of bruise on g for g in (all goat where owner of it is p)
