# What can be asked of the table, what rules may change, and what they may forbid.

define range-band: length = 3.937 inches
define template-width: length = 0.787 inches
define arc-width: angle = 90 degrees
define round-limit: number = 40

define friends (one: ship, other: ship): yes-no =
  owner of one is owner of other and one is not other
define foes (one: ship, other: ship): yes-no = owner of one is not owner of other
define holder-ship (what: upgrade): ship = first of (all ship s where holder of what is s)

# --- Pilot skill, hull, agility

# Every change of pilot skill is one `skill-change`, so the latest that still lasts counts. XW-TIM-002 XW-TIM-003
value pilot-skill (who: ship) = skill of who, at least 0
effect skill-change (pilot: ship, new-skill: number) {
  replace pilot-skill with new-skill when who is pilot
}

value hull-of (who: ship) = hull of type of who
value weight (wound: damage-card) = 1
define damage-on (who: ship): number = sum of weight(d) for d in (all damage-card d on who)
define doomed (who: ship): yes-no = damage-on(who) >= hull-of(who)

# Everything that changes agility is summed first, and only then is it at least 0. XW-DMG-004
value agility-of (who: ship, shooter: ship) = agility of type of who, at least 0
modify agility-of + 2 when cloak on who > 0  # XW-CLK-003

define turn-rank (who: ship): number =
  pilot-skill(who) * 2 + (if initiative on owner of who > 0 then 1 else 0)
# XW-CPT-003 XW-TIM-002
define activation-rank (who: ship): number =
  pilot-skill(who) * 2 + (if initiative on owner of who > 0 then 0 else 1)

# XW-ION-006 XW-ION-007
define ionized (who: ship): yes-no = ion on who >= (if large of type of who then 2 else 1)

# --- Range and arc

define in-front (one: ship, other: ship): yes-no =
  front-arc of type of one and in-arc(one, 0, arc-width, other)
define in-rear (one: ship, other: ship): yes-no =
  rear-arc of type of one and in-arc(one, 180 degrees, arc-width, other)
# The printed arcs; a turret is no arc. XW-CMB-011
define in-arcs (one: ship, other: ship): yes-no = in-front(one, other) or in-rear(one, other)

# XW-CMB-004 XW-CMB-005
define ignores-arc (attacker: ship, form: weapon): yes-no =
  all-round of form or (form is primary and turret of type of attacker)
# XW-CMB-007 XW-CMB-008
define bears-on (attacker: ship, form: weapon, defender: ship): yes-no =
  ignores-arc(attacker, form)
    or in-front(attacker, defender)
    or (form is primary and in-rear(attacker, defender))
# XW-RNG-008
define attack-gap (attacker: ship, form: weapon, defender: ship): length =
  if ignores-arc(attacker, form) then distance(attacker, defender)
    else if in-front(attacker, defender) then distance-in-arc(attacker, 0, arc-width, defender)
    else distance-in-arc(attacker, 180 degrees, arc-width, defender)
define attack-range (attacker: ship, form: weapon, defender: ship): number =
  band(attack-gap(attacker, form, defender))

# XW-RNG-001
define obstructed (attacker: ship, defender: ship): yes-no =
  any of (all asteroid a where is-between(a, attacker, 0, 360 degrees, defender))

# --- Weapons and targets

define weapons-of (attacker: ship): set of weapon =
  all weapon w
    where w is primary
      or (w is not unarmed and any of (all upgrade u on attacker where weapon of u is w))

define affordable (attacker: ship, form: weapon, defender: ship): yes-no =
  (not needs-lock of form or locked(attacker, defender))
    and (
      not spends-focus of form or (focus on attacker > 0 and can spend-focus-in(attacker, defender))
    )

# XW-CMB-012
define could-shoot (attacker: ship, form: weapon, defender: ship): yes-no =
  foes(attacker, defender)
    and cloak on attacker = 0
    and bears-on(attacker, form, defender)
    and attack-range(attacker, form, defender) >= least-range of form
    and attack-range(attacker, form, defender) <= most-range of form
    and affordable(attacker, form, defender)

define targets-of (attacker: ship, form: weapon): set of ship =
  members d of enemies-of(attacker) where could-shoot(attacker, form, d) and can shoot(attacker, d)

value attack-dice (attacker: ship, form: weapon, defender: ship) =
  if dice of form > 0 then dice of form else primary-value(attacker),
  at least 0
value primary-value (attacker: ship) = attack of type of attacker, at least 0
modify attack-dice + 1 when form is primary and attack-range(attacker, form, defender) = 1

value defense-dice (attacker: ship, form: weapon, defender: ship) =
  agility-of(defender, attacker),
  at least 0
modify defense-dice + 1 when form is primary and attack-range(attacker, form, defender) = 3
# XW-RNG-002
modify defense-dice + 1 when obstructed(attacker, defender)

# --- Locks

define locks-of (who: ship): set of lock = all lock l where locker of l is who
define locked (who: ship, goal: ship): yes-no = any of (all lock l on goal where locker of l is who)
# XW-ACT-016
value lock-limit (who: ship) = 1
# XW-ACT-022
define lockable (who: ship, goal: ship): yes-no =
  foes(who, goal) and not locked(who, goal) and can lock-on(who, goal)
define lockable-in-range (who: ship): set of ship =
  members s of enemies-of(who) where lockable(who, s) and range-between(who, s) <= 3

# --- Maneuvers

define straightened (way: bearing): bearing = if way is koiogran then straight else way
define dial-of (who: ship): set of maneuver = dial of type of who
define is-turn (move: maneuver): yes-no =
  bearing of move is turn-left or bearing of move is turn-right

# How many effects make a maneuver green, white or red; the harder wins. XW-MOV-010
value greened (mover: ship, move: maneuver) = 0
value whitened (mover: ship, move: maneuver) = 0
value reddened (mover: ship, move: maneuver) = 0
# 1 is red, 0 white, -1 green.
define difficulty (mover: ship, move: maneuver): number =
  if reddened(mover, move) > 0 then 1
    else if whitened(mover, move) > 0 then 0
    else if greened(mover, move) > 0 then 0 - 1
    else printed-difficulty(move)

define free-at (who: ship, spot: pose): yes-no =
  not others-at(who, spot)
    and (not can mind-rocks(who) or none of (all asteroid a where overlaps-at(who, spot, a)))

define may-stand (newcomer: ship, spot: pose, zone: area): yes-no =
  heading-of(spot) = facing of zone and free-at(newcomer, spot)

# --- Permissions

permission use-pilot (who: ship)
permission use-bar (actor: ship)
permission mind-rocks (pilot: ship)
permission shoot (attacker: ship, defender: ship)
permission lock-on (locker: ship, goal: ship)
permission spend-focus-in (attacker: ship, defender: ship)
permission reroll-in (attacker: ship, defender: ship)
permission spend-evade-in (defender: ship, form: weapon)

# XW-CLK-004
forbid make-attack when cloak on attacker > 0

# --- For agents that look ahead

define worth (who: ship): number =
  60 * max(0, hull-of(who) - damage-on(who) + shield on who)
    + 40
    + 6 * (focus on who + evade on who + count of locks-of(who))
    - 8 * stress on who

# --- For cards

define friends-within (who: ship, most: number): set of ship =
  all ship s where friends(s, who) and range-between(who, s) <= most
define enemies-within (who: ship, most: number): set of ship =
  all ship s where foes(s, who) and range-between(who, s) <= most
define has-arcs (who: ship): yes-no = front-arc of type of who or rear-arc of type of who
define is-bank (move: maneuver): yes-no =
  bearing of move is bank-left or bearing of move is bank-right
# XW-PIL-006: left and right are one bearing.
define same-bearing (one: maneuver, other: maneuver): yes-no = bearing of one is bearing of other
