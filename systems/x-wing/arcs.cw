# Firing arcs, and the range at which a weapon measures.

# Whether a ship has a firing arc ahead.
value has-front-arc (who: ship): yes-no = front-arc of type of who
# Whether a ship has a firing arc astern, for its primary weapon.
value has-rear-arc (who: ship): yes-no = rear-arc of type of who
# How wide a ship's firing arcs are.
value arc-of (who: ship): angle = arc-width
# Whether a ship's primary weapon is a turret.
value has-turret (who: ship): yes-no = turret of type of who
# Whether one ship has another in its front arc, at any range.
define in-front (one: ship, other: ship): yes-no =
  has-front-arc(one) and in-arc(one, 0, arc-of(one), other)
# Whether one ship has another in its rear arc, at any range.
define in-rear (one: ship, other: ship): yes-no =
  has-rear-arc(one) and in-arc(one, 180 degrees, arc-of(one), other)
# Whether a ship has firing arcs to both sides.
value has-side-arcs (who: ship): yes-no = side-arcs of type of who
# Whether one ship has another in its arc to one side: 90 degrees is right, -90 left. XW-HUG-051
define in-side (one: ship, other: ship, side: angle): yes-no =
  has-side-arcs(one) and in-arc(one, side, arc-of(one), other)
# Whether a ship has an auxiliary firing arc of 180 degrees ahead.
value has-wide-arc (who: ship): yes-no = wide-arc of type of who
# Whether one ship has another in its auxiliary arc of 180 degrees, at any range.
define in-wide (one: ship, other: ship): yes-no =
  has-wide-arc(one) and in-arc(one, 0, 180 degrees, other)
# Whether a ship has a mobile firing arc.
value has-mobile-arc (who: ship): yes-no = mobile-arc of type of who
# Whether one ship has another in its mobile arc, at any range.
define in-mobile (one: ship, other: ship): yes-no =
  has-mobile-arc(one) and in-arc(one, arc-facing of one, arc-of(one), other)
# Whether one ship has another in its bullseye arc at range 1-3: straight ahead, no wider than a template.
define in-bullseye (one: ship, other: ship): yes-no =
  bullseye of type of one
    and ruler-touches(template-start(one, 1 inches), range-band * 3, template-width, other)
# Whether a weapon can be fired through auxiliary and mobile arcs. "You can perform cannon attacks against ships inside your auxiliary arc" is
# `replace uses-auxiliary with yes when attacker is you and fires-from(you, form, cannon)`.
value uses-auxiliary (attacker: ship, form: weapon): yes-no = form is primary
# Whether one ship has another in a printed firing arc; a turret is no arc. XW-CMB-011
define in-arcs (one: ship, other: ship): yes-no =
  in-front(one, other)
    or in-rear(one, other)
    or in-wide(one, other)
    or in-mobile(one, other)
    or in-side(one, other, 90 degrees)
    or in-side(one, other, -90 degrees)

# Whether an attack with a weapon on this ship needs no firing arc: it is measured from base to base then, wherever the target is. So it is for weapons that fire in
# all directions. "You may attack with torpedoes ships outside your firing arc" leaves the targets inside as they are: `replace ignores-arc with yes when attacker is
# you and fires-from(you, form, torpedo) and not arcs-cover(you, form, defender)`. XW-CMB-004 XW-CMB-005 XW-RNG-008
value ignores-arc (attacker: ship, form: weapon, defender: ship): yes-no =
  all-round of form or (form is primary and has-turret(attacker))
# Whether a weapon can point at a ship. XW-CMB-007 XW-CMB-008 XW-HUG-052
define bears-on (attacker: ship, form: weapon, defender: ship): yes-no =
  ignores-arc(attacker, form, defender) or arcs-cover(attacker, form, defender)
# Whether a ship is inside a firing arc through which this weapon can be fired, whether or not the weapon needs one. XW-CMB-007 XW-CMB-008 XW-HUG-052
define arcs-cover (attacker: ship, form: weapon, defender: ship): yes-no =
  in-front(attacker, defender)
    or in-side(attacker, defender, 90 degrees)
    or in-side(attacker, defender, -90 degrees)
    or (
      uses-auxiliary(attacker, form)
        and (
          in-rear(attacker, defender)
            or in-wide(attacker, defender)
            or in-mobile(attacker, defender)
        )
    )
# How far a weapon measures to its target. XW-RNG-008 XW-HUG-045 XW-HUG-046
define attack-gap (attacker: ship, form: weapon, defender: ship): length =
  if ignores-arc(attacker, form, defender) then distance(attacker, defender)
    else distance-in-arc(
      attacker,
      arc-centre(attacker, form, defender),
      arc-opening(attacker, form, defender),
      defender
    )
# At which range an attack is made, as its arc measures it.
define measured-range (attacker: ship, form: weapon, defender: ship): number =
  band(attack-gap(attacker, form, defender))
# The range of an attack. "Treat the range of your attack as range 1" replaces it; whether a target can be reached is asked of `measured-range`.
value attack-range (attacker: ship, form: weapon, defender: ship) =
  measured-range(attacker, form, defender),
  at least 1

# Where the arc is in which a weapon measures: ahead, or to the side or astern if only that arc has the target.
define arc-centre (attacker: ship, form: weapon, defender: ship): angle =
  if ignores-arc(attacker, form, defender)
        or in-front(attacker, defender)
        or aims-wide(attacker, form, defender)
      then 0 degrees
    else if in-side(attacker, defender, 90 degrees) then 90 degrees
    else if in-side(attacker, defender, -90 degrees) then -90 degrees
    else if in-mobile(attacker, defender) then arc-facing of attacker
    else 180 degrees
# How wide that arc is.
define arc-opening (attacker: ship, form: weapon, defender: ship): angle =
  if ignores-arc(attacker, form, defender) then 360 degrees
    else if aims-wide(attacker, form, defender) then 180 degrees
    else arc-of(attacker)
# Whether an attack is measured in an auxiliary arc of 180 degrees.
define aims-wide (attacker: ship, form: weapon, defender: ship): yes-no =
  uses-auxiliary(attacker, form) and in-wide(attacker, defender)
# Whether an asteroid or a huge ship lies on the line that measures an attack, which gives the defender a die; a bomb token does not. XW-RNG-001
# XW-RNG-007 XW-BMB-008
value obstructed (attacker: ship, form: weapon, defender: ship): yes-no =
  any of (all asteroid a where on-line(a, attacker, form, defender))
    or any of (all ship s where screens(s, attacker, form, defender))
# Whether something lies on the line that measures an attack.
define on-line (what: thing, attacker: ship, form: weapon, defender: ship): yes-no =
  is-between(
    what,
    attacker,
    arc-centre(attacker, form, defender),
    arc-opening(attacker, form, defender),
    defender
  )
# Whether a ship obstructs attacks of another whose line it crosses: huge ships do. XW-HUG-098
value bars-the-line (screen: ship, attacker: ship): yes-no = is-huge(screen)
# Whether a ship obstructs this attack: a third ship, on the line. XW-HUG-098
define screens (screen: ship, attacker: ship, form: weapon, defender: ship): yes-no =
  bars-the-line(screen, attacker)
    and not same-ship(screen, attacker)
    and not same-ship(screen, defender)
    and on-line(screen, attacker, form, defender)
