# Whom an attack can be aimed at, and what areas catch.

# All whom a creature would attack.
define hostiles (who: creature): set of creature = members t of on-field where hostile(who, t)

# How far a creature reaches in melee; 1 is next to it. DDM-COM-058
value reach-of (who: creature) = arm of who, at least 1
# The range of an attack. DDM-COM-027
value range-of (who: creature, weapon: form) = range of weapon, at least 0
# How far an area attack spreads: its burst, radius, line or cone. DDM-COM-033
value extent-of (who: creature, weapon: form) = extent of weapon, at least 0

# How far a creature reaches with one attack: as its line says, "(reach 3)", else as far as with any. DDM-COM-058
define reach-with (who: creature, weapon: form): number =
  if span of weapon is within then range-of(who, weapon) else reach-of(who)

# Melee: adjacent, or so near if no wall is between. DDM-COM-025 DDM-COM-058 DDM-COM-059 DDM-COM-112 DDM-TER-043
define in-reach (who: creature, target: creature, most: number): yes-no =
  next-to(who, target) or (most > 1 and gap(who, target) <= most and line-of-effect(who, target))
# Whether a creature has another within its own Reach, whatever the attack.
define in-arms-reach (who: creature, target: creature): yes-no =
  in-reach(who, target, reach-of(who))
# Ranged: seen and reachable, within the range. DDM-COM-027 DDM-COM-029 DDM-COM-030 DDM-COM-146
define in-range (who: creature, weapon: form, target: creature): yes-no =
  (span of weapon is not within or gap(who, target) <= range-of(who, weapon))
    and sees-it(who, target)
    and line-of-effect(who, target)
# Whether a creature can attack another with this attack now. DDM-COM-006 DDM-COM-024 DDM-CRD-043
define targetable (who: creature, weapon: form, target: creature): yes-no =
  hostile(who, target)
    and (
      if icon of weapon is ranged or span of weapon is sight then in-range(who, weapon, target)
        else if shape of weapon is around and span of weapon is not within then next-to(who, target)
        else in-reach(who, target, reach-with(who, weapon))
    )
    and can target(who, target, weapon)
# All whom a creature can attack with this attack now.
define candidates (who: creature, weapon: form): set of creature =
  members t of on-field where targetable(who, weapon, t)

# The nearest that one acts upon; of several the acting player picks. DDM-COM-028 DDM-COM-052 DDM-COM-055
define nearest-among (who: creature, among: set of creature): set of creature =
  gap-by(who, among, lowest gap(who, t) for t in among)
# Of some creatures those so far away.
define gap-by (who: creature, among: set of creature, least: number): set of creature =
  members t of among where gap(who, t) = least
# The nearest whom a creature sees and would attack.
define nearest-hostiles (who: creature): set of creature =
  nearest-among(who, members t of hostiles(who) where sees-it(who, t))
# For powers: enemy or ally is decided first. DDM-COM-054 DDM-COM-056
define nearest-ally (who: creature): set of creature =
  nearest-among(who, members t of allies-of(who) where sees-it(who, t))
# A creature's allies within so many squares that it sees.
define allies-within (who: creature, most: number): set of creature =
  members t of allies-of(who) where gap(who, t) <= most and sees-it(who, t)
# A creature's enemies within so many squares that it sees.
define enemies-within (who: creature, most: number): set of creature =
  members t of enemies-of(who) where gap(who, t) <= most and sees-it(who, t)
# Whether a creature is an ally of another within so many squares of it, seen or not: "allies within 5 squares" of an ability that gives them something is
# `replace graced(creature c, rally) with yes when ally-within(c, you, 5)`.
define ally-within (who: creature, of-whom: creature, most: number): yes-no =
  friends(who, of-whom) and gap(of-whom, who) <= most
# The same for an enemy.
define enemy-within (who: creature, of-whom: creature, most: number): yes-no =
  foes(who, of-whom) and gap(of-whom, who) <= most
# All creatures next to a creature, friends and foes.
define all-beside (who: creature): set of creature =
  members c of on-field where c is not who and next-to(who, c)
# The enemies next to a creature.
define enemies-beside (who: creature): set of creature =
  members c of enemies-of(who) where next-to(who, c)
# The allies next to a creature.
define allies-beside (who: creature): set of creature =
  members c of allies-of(who) where next-to(who, c)
# The allies next to a creature that have a keyword: "while it is next to an Undead ally" is `any of kin-beside(you, undead)`.
define kin-beside (who: creature, what: keyword): set of creature =
  members c of allies-beside(who) where counts-as(c, what)
# A creature's allies within so many squares, seen or not, that have lost hit points and can be healed.
define hurt-allies (healer: creature, most: number): set of creature =
  members t of allies-of(healer) where damaged(t) and gap(healer, t) <= most and can be-healed(t)
# Those of them that are Bloodied.
define bloodied-allies (healer: creature, most: number): set of creature =
  members t of hurt-allies(healer, most) where bloodied(t)
# Whom an attack can have as its first target.
define first-targets (who: creature, weapon: form): set of creature =
  if span of weapon is nearest then nearest-among(who, candidates(who, weapon))
    else candidates(who, weapon)

# --- Areas: everybody caught but the attacker, allies too.
# reading: an area is laid only where it catches an enemy, and never on the attacker. DDM-COM-007 DDM-COM-022 DDM-COM-033 DDM-COM-047

# All whom an area catches.
define caught (who: creature, weapon: form, area: set of space): set of creature =
  members t of on-field
    where t is not who
      and can target(who, t, weapon)
      and any of (members s of squares-of(t) where s is in area)
# Whether an area that must catch the nearest does.
define keeps-nearest (who: creature, weapon: form, hit: set of creature): yes-no =
  span of weapon is not nearest or any of (members t of nearest-hostiles(who) where t is in hit)
# Whether an area catches an enemy, and the nearest if it must.
define worth-it (who: creature, weapon: form, hit: set of creature): yes-no =
  any of (members t of hit where hostile(who, t)) and keeps-nearest(who, weapon, hit)

# The squares of a burst, from the attacker's own. DDM-COM-032
define burst-of (who: creature, weapon: form): set of space =
  burst(squares-of(who), extent-of(who, weapon), barriers)
# The squares of a radius.
define radius-of (who: creature, origin: space, weapon: form): set of space =
  burst([origin], extent-of(who, weapon), barriers)
# The squares of a cone.
define cone-of (who: creature, weapon: form, point: pose, towards-it: heading): set of space =
  cone(
    point,
    turn of towards-it,
    if extent-of(who, weapon) > 1 then length of large-cone else length of small-cone,
    barriers
  )

# Which ways a cone can be laid from a corner. DDM-COM-034 DDM-COM-035
define cone-headings (who: creature, weapon: form, point: pose): set of heading =
  all heading h where worth-it(who, weapon, caught(who, weapon, cone-of(who, weapon, point, h)))
# From which of its own corners a cone can be laid. DDM-COM-032
define cone-points (who: creature, weapon: form): set of pose =
  members p of corners-of(squares-of(who)) where any of cone-headings(who, weapon, p)
# To which squares a line can be laid from a corner. DDM-COM-039 DDM-COM-040 DDM-COM-041 DDM-COM-042 DDM-COM-043
define line-goals (who: creature, weapon: form, point: pose): set of space =
  members s of burst-of(who, weapon)
    where not (s is in squares-of(who))
      and worth-it(who, weapon, caught(who, weapon, line(point, s)))
# From which of its own corners a line can be laid. DDM-COM-032
define line-points (who: creature, weapon: form): set of pose =
  members p of corners-of(squares-of(who)) where any of line-goals(who, weapon, p)
# Whether a square can be the origin of a radius. DDM-COM-046 DDM-COM-048 DDM-COM-049 DDM-COM-050
define origin-in-range (who: creature, weapon: form, origin: space): yes-no =
  (
      span of weapon is not within
        or distance-between(squares-of(who), [origin]) <= range-of(who, weapon)
    )
    and sight-to(who, origin)
    and effect-to(who, origin)
# The squares that can be the origin of a radius.
define origins (who: creature, weapon: form): set of space =
  origins-near(who, weapon, hostiles(who))
# Only squares from which an enemy is in the radius are asked about sight and effect.
define origins-near (who: creature, weapon: form, foes-there: set of creature): set of space =
  members s of spaces
    where any of (
        members t of foes-there where distance-between([s], squares-of(t)) <= extent-of(who, weapon)
      )
      and origin-in-range(who, weapon, s)
      and worth-it(who, weapon, caught(who, weapon, radius-of(who, s, weapon)))

# How far two rows of numbers lie apart: 1 is side by side, 0 is one upon the other.
define apart (low-1: number, high-1: number, low-2: number, high-2: number): number =
  max(0, max(low-1 - high-2, low-2 - high-1))
# How far a blast of so many squares a side, around this middle, would lie from a creature: 1 is beside it, 0 on it. Of an even side the middle is the upper left one of four.
define blast-gap (who: creature, middle: space, side: number): number =
  max(
    apart(
      column of space-of(who),
      column of space-of(who) + space of who - 1,
      column of middle - (side - 1) / 2,
      column of middle + side / 2
    ),
    apart(
      row of space-of(who),
      row of space-of(who) + space of who - 1,
      row of middle - (side - 1) / 2,
      row of middle + side / 2
    )
  )
# Whether a square lies in such a block.
define in-block (s: space, middle: space, side: number): yes-no =
  apart(column of s, column of s, column of middle - (side - 1) / 2, column of middle + side / 2)
      = 0
    and apart(row of s, row of s, row of middle - (side - 1) / 2, row of middle + side / 2) = 0
# All whom a blast around this middle catches: allies too, on squares to which the attacker has line of effect.
define blasted (who: creature, weapon: form, middle: space): set of creature =
  members t of on-field
    where t is not who
      and can target(who, t, weapon)
      and any of (
        members s of squares-of(t)
          where in-block(s, middle, extent-of(who, weapon)) and effect-to(who, s)
      )
# The squares that can be the middle of a blast.
# reading: it is a block beside the attacker, on none of its squares; its middle lies on the map. DDM-COM-007 DDM-COM-022
define blast-middles (who: creature, weapon: form): set of space =
  members s of spaces
    where blast-gap(who, s, extent-of(who, weapon)) = 1
      and worth-it(who, weapon, blasted(who, weapon, s))

# Whether an enemy is so near that an area could reach it.
define enemy-in-area (who: creature, most: number): yes-no =
  any of (members t of hostiles(who) where gap(who, t) <= most and line-of-effect(who, t))
# Of the parts of an attack those that a creature can use now.
define usable-parts (who: creature, weapon: form): set of form =
  members f of parts of weapon where can make-attack(who, f) and any of candidates(who, f)
# Whether a creature can use this attack now. DDM-CRD-043
define usable (who: creature, weapon: form): yes-no =
  can make-attack(who, weapon)
    and (
      if any of parts of weapon then any of usable-parts(who, weapon)
        else if shape of weapon is single or shape of weapon is around
          then any of candidates(who, weapon)
        else if shape of weapon is burst
          then enemy-in-area(who, extent-of(who, weapon))
            and worth-it(who, weapon, caught(who, weapon, burst-of(who, weapon)))
        else if shape of weapon is blast
          then enemy-in-area(who, extent-of(who, weapon) + 2) and any of blast-middles(who, weapon)
        else if shape of weapon is cone
          then enemy-in-area(who, 7) and any of cone-points(who, weapon)
        else if shape of weapon is line
          then enemy-in-area(who, extent-of(who, weapon)) and any of line-points(who, weapon)
        else any of origins(who, weapon)
    )
# All attacks that a creature can use now.
define usable-forms (who: creature): set of form = members f of attacks-of(who) where usable(who, f)
