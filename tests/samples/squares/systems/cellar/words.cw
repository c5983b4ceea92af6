# Mice and rats quarrel in a cellar. Not a real game: it shows what boards of squares can do.

word nest { north-nest south-nest }
record flooring { toll: number  dense: yes-no  shelters: yes-no  barred: yes-no }
board squares { terrain: flooring  zone: nest }

piece mouse {
  pace: number
  girth: number
  footprint spaces girth
  left: number state
}

token bump on mouse

# What stops a look, what covers, and, where only walls count, nothing at all.
define dense-floor: set of flooring = all flooring where dense of it
define shelter: set of flooring = all flooring where shelters of it
define bare-walls: set of flooring = all flooring where no
define no-one: set of mouse = all mouse where no

define standing-of (p: player): number =
  0 - sum of bump on m for m in (all mouse where owner of it is p)
define foes-of (m: mouse): set of mouse = all mouse where owner of it is not owner of m
define gap (a: mouse, b: mouse): number = distance-between(spaces-of(a), spaces-of(b))
define looks-at (a: mouse, b: mouse): yes-no = has-line(spaces-of(a), spaces-of(b), dense-floor)
define reaches (a: mouse, b: mouse): yes-no = has-line(spaces-of(a), spaces-of(b), bare-walls)

# Side by side, one square of each is chosen; only walls and shelter cover, no mouse does.
define is-tucked-away (seer: mouse, m: mouse): yes-no =
  blocked-lines-by-space(spaces-of(seer), spaces-of(m), no-one, bare-walls) > 0
# From afar, one corner is chosen, and every corner of every square of the other counts.
define covering (seer: mouse, m: mouse): set of mouse = members f of foes-of(seer) where f is not m
define is-hidden (seer: mouse, m: mouse): yes-no =
  blocked-lines-by-corner(spaces-of(seer), spaces-of(m), covering(seer, m), shelter) > 0

define is-caught (m: mouse, area: set of space): yes-no =
  any of members s of spaces-of(m) where s is in area
define squeak (m: mouse, most: number): set of space = burst(spaces-of(m), most, bare-walls)
define between-them (a: mouse, m: mouse, b: mouse): yes-no =
  gap(a, m) = 1 and gap(b, m) = 1 and flanks(spaces-of(a), spaces-of(m), spaces-of(b))

define gap-at (source: mouse, m: mouse, spot: pose): number =
  distance-between(spaces-of(source), spaces-at(m, spot))
define is-clear (m: mouse, spot: pose): yes-no = none of pieces-at(m, spot)
define may-end (m: mouse, spot: pose): yes-no =
  is-clear(m, spot) and none of members s of spaces-at(m, spot) where barred of terrain of s
define clear-steps (m: mouse): set of pose =
  members spot of steps-from(m, pose-of(m)) where is-clear(m, spot)
define shoves (source: mouse, m: mouse): set of pose =
  members spot of clear-steps(m) where gap-at(source, m, spot) > gap(source, m)
define drags (source: mouse, m: mouse): set of pose =
  members spot of clear-steps(m) where gap-at(source, m, spot) < gap(source, m)

# The toll of a step: the highest of what is newly entered.
define entered (m: mouse, here: pose, there: pose): set of space =
  members s of spaces-at(m, there) where not s is in spaces-at(m, here)
define toll-between (m: mouse, here: pose, there: pose): number =
  highest toll of terrain of s for s in entered(m, here, there)
define toll-of (m: mouse, there: pose): number = toll-between(m, pose-of(m), there)

movement creep (m: mouse, here: pose, there: pose) {
  cost toll-between(m, here, there) when is-clear(m, there)
  stops when no
  ends when may-end(m, there)
}

# A worm goes through earth and walls, but comes out where it fits.
movement worm (m: mouse, here: pose, there: pose) through walls {
  cost 1 always
  stops when no
  ends when may-end(m, there)
}

# Where a rush can end: free places beside what is rushed, as near as there are any.
define beside (m: mouse, other: mouse): set of pose =
  members spot of standings(m, spaces) where may-end(m, spot) and gap-at(other, m, spot) = 1
define way-to (m: mouse, spot: pose): number = distance-between(spaces-of(m), spaces-at(m, spot))
define least-way (m: mouse, other: mouse): number =
  lowest way-to(m, spot) for spot in beside(m, other)
define rush-ends (m: mouse, other: mouse): set of pose =
  members spot of beside(m, other) where way-to(m, spot) = least-way(m, other)
define may-rush (m: mouse, other: mouse): yes-no =
  looks-at(m, other) and any of rush-ends(m, other) and least-way(m, other) > 1
