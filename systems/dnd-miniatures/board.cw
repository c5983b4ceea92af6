# What the board says: distances, sight and effect, cover, flanking, areas, where a creature may stand.

# The terrains behind which a line of sight ends. DDM-TER-009 DDM-TER-029 DDM-COM-119
define opaque-ground: set of ground = all ground where opaque of it
# The terrains behind which a line of effect ends. DDM-COM-119
define barriers: set of ground = all ground where barrier of it
# DDM-TER-008 DDM-TER-035; DDM-TER-015: difficult terrain is not among them.
define shelters: set of ground = all ground where sheltering of it or barrier of it

# The squares that a creature stands on.
define squares-of (who: creature): set of space = spaces-of(who)
# How many squares one creature is from another. DDM-COM-110 DDM-COM-111 DDM-COM-114
define gap (from-whom: creature, to-whom: creature): number = distance(from-whom, to-whom)
# Whether two creatures are adjacent. DDM-COM-112 DDM-COM-113
define next-to (one: creature, other: creature): yes-no = adjacent(one, other, 0, 0)

# --- In terrain: any square of the space counts. DDM-MOV-052 DDM-TER-002 DDM-TER-003

# Whether a creature stands on blood rock.
define on-blood (who: creature): yes-no =
  any of (members s of squares-of(who) where blood of terrain of s)
# A square in which a power has raised smoke.
effect smoky (at-spot: space, maker: creature) { }
# Whether there is smoke in a square.
define is-smoky (s: space): yes-no = smoke of terrain of s or running smoky(s, any)
# Whether a creature stands in smoke.
define in-smoke (who: creature): yes-no = any of (members s of squares-of(who) where is-smoky(s))
# Whether smoke that a power has raised lies between some squares and others.
# reading: there is sight as long as one line from a corner of the ones to a square of the others enters no such square. DDM-TER-029
define smoke-between (here: set of space, there: set of space): yes-no =
  running smoky(any, any)
    and none of (
      members p of corners-of(here)
        where any of (
          members s of there
            where none of (
              members x of line(p, s)
                where running smoky(x, any) and not (x is in here) and not (x is in there)
            )
        )
    )
# Whether a creature stands on a magic circle. DDM-TER-026 DDM-TER-028
define on-circle (who: creature): yes-no =
  any of (members s of squares-of(who) where in-zone(s, circle))
# Whether a creature stands in a healing font.
define on-font (who: creature): yes-no =
  any of (members s of squares-of(who) where font of terrain of s)
# Whether a creature is in a pit, with any square. DDM-MOV-052 DDM-TER-019
define in-pit (who: creature): yes-no =
  any of (members s of squares-of(who) where pit of terrain of s)
# How many squares of a big creature lie outside a pit, and so help it. DDM-TER-023
define held-outside (who: creature): number =
  if rank of size-of(who) < 4 then 0
    else count of (members s of squares-of(who) where not pit of terrain of s)
# Whether a creature is in a victory area.
define in-region (who: creature, area: region): yes-no =
  any of (members s of squares-of(who) where in-zone(s, zone of area))

# --- Sight and effect

# Whether a creature can see another: cards and terrain bar it by this; walls are asked besides. DDM-COM-116 DDM-COM-118 DDM-COM-149
permission see (viewer: creature, target: creature)
# Whether no wall or terrain is between two creatures that sight does not pass. DDM-COM-115 DDM-COM-117 DDM-COM-120 DDM-TER-011
define line-of-sight (viewer: creature, target: creature): yes-no =
  has-line(squares-of(viewer), squares-of(target), opaque-ground)
# Whether a creature is invisible to another, which a wall alone would not make it. DDM-COM-140
define invisible-to (target: creature, viewer: creature): yes-no =
  not can see(viewer, target) or not line-of-sight(viewer, target)
# Whether a creature sees another.
define sees-it (viewer: creature, target: creature): yes-no =
  can see(viewer, target) and line-of-sight(viewer, target)
# Whether there is a line of effect between two creatures. DDM-TER-010 DDM-TER-017 DDM-TER-030 DDM-TER-036
define line-of-effect (source: creature, target: creature): yes-no =
  has-line(squares-of(source), squares-of(target), barriers)
# Whether a creature has a line of effect to a square.
define effect-to (source: creature, place-to: space): yes-no =
  has-line(squares-of(source), [place-to], barriers)
# Whether a creature sees a square.
define sight-to (source: creature, place-to: space): yes-no =
  has-line(squares-of(source), [place-to], opaque-ground)
    and not (
      (is-smoky(place-to) or in-smoke(source))
        and distance-between(squares-of(source), [place-to]) > 1
    )
    and not smoke-between(squares-of(source), [place-to])

# It is not seen; where it is everybody knows. DDM-COM-145 DDM-INF-004
forbid see when has(target, invisible)
# DDM-TER-031 DDM-TER-032
forbid see when (in-smoke(target) or in-smoke(viewer)) and not next-to(viewer, target)
# DDM-TER-029 DDM-COM-118
forbid see
  when not next-to(viewer, target) and smoke-between(squares-of(viewer), squares-of(target))
# DDM-COM-150 DDM-COM-151 DDM-COM-149
forbid see
  when has(target, hide)
    and foes(viewer, target)
    and not next-to(viewer, target)
    and (sheltered(target, viewer, ranged) or ranged-cover(viewer, target))

# --- Cover. DDM-COM-091 DDM-COM-092 DDM-COM-093 DDM-COM-094 DDM-COM-095 DDM-COM-096 DDM-COM-097 DDM-COM-098
# DDM-COM-099 DDM-COM-100 DDM-COM-101 DDM-COM-102 DDM-COM-103 DDM-COM-104 DDM-COM-105 DDM-COM-106 DDM-COM-107
# DDM-COM-108 DDM-COM-109

# Whether a power gives a creature cover against this sort of attack, wherever it stands; that and walls together are no better than one of them. "The zone gives allies
# cover" is `replace sheltered with yes when in-zone-of(target, you) and on-side-of(target, you)`; "it has cover against ranged attacks" `... when target is you and style
# is ranged`. What then keeps it from helping is `take-cover`. DDM-COM-091 DDM-COM-093
value sheltered (target: creature, attacker: creature, style: icon): yes-no = no, highest wins
# Enemies of the attacker between the two cover; its allies do not. DDM-COM-094 DDM-COM-095
define shielding (attacker: creature, target: creature): set of creature =
  members c of on-field where foes(c, attacker) and c is not target and c is not attacker
# One corner of the attacker's choice, all corners of all squares of the target. DDM-COM-101 DDM-COM-102
# DDM-COM-103 DDM-COM-104
define ranged-cover (attacker: creature, target: creature): yes-no =
  blocked-lines-by-corner(
      squares-of(attacker),
      squares-of(target),
      shielding(attacker, target),
      shelters
    )
    > 0
# One square of each; walls only. DDM-COM-096 DDM-COM-098 DDM-COM-099 DDM-COM-100 DDM-COM-105
define melee-cover (attacker: creature, target: creature): yes-no =
  blocked-lines-by-space(squares-of(attacker), squares-of(target), nothing-at-all, barriers) > 0
# Burst and radius: from square to square. DDM-COM-097 DDM-COM-106 DDM-COM-108
define square-cover (origin: set of space, target: creature): yes-no =
  blocked-lines-by-space(origin, squares-of(target), nothing-at-all, barriers) > 0
# Cone and line: from a point. DDM-COM-107
define point-cover (origin: pose, target: creature): yes-no =
  blocked-lines(origin, squares-of(target), nothing-at-all, barriers) > 0

# --- Flanking and combat advantage

# Whether two creatures stand on opposite sides of a third.
# DDM-COM-083 DDM-COM-084 DDM-COM-085 DDM-COM-086 DDM-COM-090
define flanks-with (one: creature, target: creature, other: creature): yes-no =
    # Reach plays no part. DDM-COM-060
    next-to(one, target)
    and next-to(other, target)
    and flanks(squares-of(one), squares-of(target), squares-of(other))
# Whether a creature flanks another with an ally. DDM-COM-087 DDM-COM-088
define is-flanking (attacker: creature, target: creature): yes-no =
  can flank(attacker)
    and any of (
      members c of allies-of(attacker) where can flank(c) and flanks-with(attacker, target, c)
    )

# Whether an attacker has combat advantage in this sort of attack. A rule that takes it away beats one that gives it.
# Flanking helps melee attacks only. DDM-COM-078 DDM-COM-079 DDM-COM-080 DDM-COM-081 DDM-COM-082 DDM-COM-089
value advantage (attacker: creature, target: creature, style: icon): yes-no =
  unseen-by(attacker, target)
    or is-dazed(target)
    or (style is melee and is-flanking(attacker, target)),
  lowest wins
# DDM-COM-148: the same +2, not another.
define unseen-by (attacker: creature, target: creature): yes-no = not can see(target, attacker)
# All attackers have combat advantage against a creature.
effect laid-bare (victim: creature) { replace advantage with yes when target is victim }
# One creature has combat advantage against another.
effect exposed-to (victim: creature, rival: creature) {
  replace advantage with yes when target is victim and attacker is rival
}
# A creature is marked by another: its attacks against anybody else are so much worse. "Marked until the end of its next turn" is `start marked(target,
# you) until after turn when active is victim`; with `end marked(target, any)` before it, the newest mark alone counts.
effect marked (victim: creature, rival: creature, loss: number = 2) {
  modify to-hit - loss when attacker is victim and target is not rival
}

# --- Conceal. DDM-COM-141 DDM-COM-144 DDM-COM-147

# The Conceal of a creature against an attacker.
value conceal-of (target: creature, attacker: creature) = conceal of target, highest wins
replace conceal-of with 11 when invisible-to(target, attacker) and conceal of target < 11

# Whether concealment, Conceal X too, helps a creature against an attacker: "it ignores concealment" is `forbid be-concealed when attacker is you`.
# DDM-COM-141
permission be-concealed (target: creature, attacker: creature)

# --- Where a creature may stand and pass

# The other creatures in a square.
define others-on (who: creature, at-square: space): set of creature =
  members c of (all creature on at-square) where c is not who
# The squares that a creature newly enters by a step.
define entered (who: creature, here: pose, there: pose): set of space =
  members s of spaces-at(who, there) where not (s is in spaces-at(who, here))
# Whether a creature can pass through another. DDM-MOV-012 DDM-MOV-013 DDM-MOV-014 DDM-MOV-026 DDM-MOV-027 DDM-MOV-044
permission pass (mover: creature, other: creature)
forbid pass
  when not (
    friends(other, mover)
      or is-helpless(other)
      or passes-all(mover)
      or running trampling(mover, any)
      or (has(mover, flight) and not has(other, flight))
  )
# Whether a creature goes through everything: enemies too. DDM-MOV-021 DDM-MOV-035
define passes-all (who: creature): yes-no = has(who, phasing) or burrowing of who
# Whether a creature can go through there. DDM-MOV-015 DDM-MOV-018 DDM-TER-018 DDM-TER-033
define may-pass (who: creature, there: pose): yes-no =
  if space of who = 1 then passable(who, lead-of(there))
    else none of (members s of spaces-at(who, there) where not passable(who, s))
# Whether a creature can go through a square. Walls stop fliers too. DDM-MOV-029
define passable (who: creature, at-square: space): yes-no =
  (not barrier of terrain of at-square or passes-all(who))
    and (not pit of terrain of at-square or burrowing of who or has(who, flight))
    and none of (members c of others-on(who, at-square) where not can pass(who, c))
    and can enter(who, at-square)
# Whether a creature can end its move there. DDM-MOV-004 DDM-MOV-005 DDM-MOV-033 DDM-MOV-037 DDM-TER-034
define legal-at (who: creature, there: pose): yes-no =
  fits-at(who, there)
    and (
      if space of who = 1 then can-stop(who, lead-of(there))
        else none of (members s of spaces-at(who, there) where not can-stop(who, s))
    )
# Whether a creature can end its move in a square.
define can-stop (who: creature, at-square: space): yes-no =
  not barred of terrain of at-square
    and can enter(who, at-square)
    and can stop-on(who, at-square)
    and none of (members c of others-on(who, at-square) where not can share-space(who, c))
    and (not pit of terrain of at-square or has(who, flight))
# Whether a creature stands where it may stay.
define stands-legally (who: creature): yes-no = legal-at(who, pose-of(who))

# Whether a square is difficult terrain for a creature. "Enemies treat squares within 1 of it as difficult terrain" is `replace is-difficult with yes when foes(who, you) and
# distance-between(squares-of(you), [at-square]) <= 1`, a zone of brambles `... when foes(who, you) and running zoned(at-square, you)`, "it ignores difficult terrain" `... with no when
# who is you`. Two of them are no worse than one, and who ignores it does so everywhere. DDM-TER-012 DDM-TER-014
value is-difficult (who: creature, at-square: space): yes-no =
  slow of terrain of at-square,
  lowest wins
# What the ground of a square costs a creature: more than 1 where it is difficult.
define ground-cost (who: creature, at-square: space): number =
  if is-difficult(who, at-square) then max(2, cost of terrain of at-square) else 1
# What a step on to ground of a price costs a creature. Who can fly flies. DDM-MOV-034
value step-price (who: creature, ground: number) =
  if ground > 1 and (has(who, flight) or passes-all(who)) then 1 else ground,
  at least 0
# The price of the ground of a step: of all squares that the creature newly enters the dearest counts. DDM-MOV-018 DDM-MOV-028 DDM-MOV-045 DDM-MOV-046 DDM-MOV-047 DDM-TER-012
# DDM-TER-014
define ground-ahead (who: creature, origin: pose, goal: pose): number =
  if space of who = 1 then ground-cost(who, lead-of(goal))
    else highest ground-cost(who, s) for s in entered(who, origin, goal)
# What a step costs a creature.
define step-toll (who: creature, origin: pose, goal: pose): number =
  step-price(who, ground-ahead(who, origin, goal))

# Moving square by square. That no step cuts the corner of a wall, with any of its squares, and that where the map has no squares there is
# wall, sees the core to. DDM-MOV-016 DDM-MOV-017 DDM-MOV-048 DDM-TER-044 DDM-TER-045
movement walking (c: creature, here: pose, there: pose) {
  cost step-toll(c, here, there) when may-pass(c, there)
  stops when no
  ends when legal-at(c, there)
}

# --- Through walls, for Burrow and Phasing: straight from square to square. DDM-MOV-022 DDM-MOV-036

# How many squares one place is from another, straight through everything.
define across (from-pose: pose, to-pose: pose): number =
  max(
    absolute(column of lead-of(from-pose) - column of lead-of(to-pose)),
    absolute(row of lead-of(from-pose) - row of lead-of(to-pose))
  )
# Where a creature that goes through everything can end.
define through-reach (who: creature, budget: number): set of pose =
  through-from(who, pose-of(who), budget, standings(who, spaces))
# The same from a place, among some places: only where it may stay. DDM-MOV-024
define through-from (who: creature, here: pose, budget: number, among: set of pose): set of pose =
  members p of among where across(here, p) <= budget and p is not here and legal-at(who, p)
# Which way a number lies: 1, 0 or -1.
define towards (from-line: number, to-line: number): number =
  if to-line > from-line then 1 else if to-line < from-line then 0 - 1 else 0
# Whether a square lies so many steps along the straight way.
define on-way (from-pose: pose, to-pose: pose, there: pose, far: number): yes-no =
  column of lead-of(there) = way-line(column of lead-of(from-pose), column of lead-of(to-pose), far)
    and row of lead-of(there) = way-line(row of lead-of(from-pose), row of lead-of(to-pose), far)
# A column or row on the straight way, so many squares along.
define way-line (from-line: number, to-line: number, far: number): number =
  from-line + towards(from-line, to-line) * min(far, absolute(to-line - from-line))

# --- Nearest legal places. DDM-MOV-007

# How far a place is from where a creature stands.
define straying (who: creature, there: pose): number =
  distance-between([space-of(who)], [lead-of(there)])
# All places where a creature can be put.
define legal-places (who: creature): set of pose =
  members p of standings(who, spaces)
    where legal-at(who, p) and none of (members s of spaces-at(who, p) where pit of terrain of s)
# Of some places those that are nearest.
define closest (who: creature, among: set of pose): set of pose =
  straying-by(who, among, lowest straying(who, p) for p in among)
# Of some places those so far away.
define straying-by (who: creature, among: set of pose, least: number): set of pose =
  members p of among where straying(who, p) = least
# The nearest places where a creature can be put.
define nearest-places (who: creature): set of pose = closest(who, legal-places(who))
