# Arcs, range, obstruction, weapons and targets.

# How wide a ship's primary firing arc is. STAW-COM-004
value primary-width (who: ship): angle = arc-width of who
# How wide a ship's secondary firing arc is; 0 if it has none. STAW-COM-050
value secondary-width (who: ship): angle = rear-width of who
# Whether one ship has another in its primary firing arc. STAW-COM-004 STAW-COM-007 STAW-COM-052
define in-primary (one: ship, other: ship): yes-no = in-arc(one, 0, primary-width(one), other)
# Whether one ship has another in its secondary firing arc. STAW-COM-006 STAW-COM-052
define in-secondary (one: ship, other: ship): yes-no =
  secondary-width(one) > 0 and in-arc(one, 180 degrees, secondary-width(one), other)
# Whether one ship has another in the arc that a card shows. STAW-CRD-018 STAW-COM-051
define in-shown-arc (one: ship, shown: bearing-arc, other: ship): yes-no =
  shown is all-round
    or ((shown is primary-arc or shown is both-arcs) and in-primary(one, other))
    or ((shown is secondary-arc or shown is both-arcs) and in-secondary(one, other))
    or (shown is outside-primary-arc and not in-primary(one, other))

# The arc through which a ship fires a weapon. STAW-COM-005 STAW-COM-049
value firing-arc (attacker: ship, form: weapon): bearing-arc = arc of form
# Whether a weapon can point at a ship. "You may attack a ship that is not in your firing arc" is `replace bears-on with yes when attacker is you and form is primary`;
# outside of the weapon's arc such an attack measures from the whole base, inside as always. STAW-COM-002 STAW-COM-005 STAW-COM-012
value bears-on (attacker: ship, form: weapon, defender: ship): yes-no =
  in-shown-arc(attacker, firing-arc(attacker, form), defender)
# Whether a weapon fires ahead at a ship, and not astern.
define fires-ahead (attacker: ship, form: weapon, defender: ship): yes-no =
  firing-arc(attacker, form) is not secondary-arc and in-primary(attacker, defender)
# Whether a ship is outside of the arc through which another fires a weapon.
define strays (attacker: ship, form: weapon, defender: ship): yes-no =
  not in-shown-arc(attacker, firing-arc(attacker, form), defender)
# Whether a weapon fires at a ship through no arc, and measures from the whole base.
define fires-around (attacker: ship, form: weapon, defender: ship): yes-no =
  firing-arc(attacker, form) is all-round
    or firing-arc(attacker, form) is outside-primary-arc
    or strays(attacker, form, defender)
# The middle of the arc through which a weapon fires at a ship.
define line-centre (attacker: ship, form: weapon, defender: ship): angle =
  if fires-around(attacker, form, defender) or fires-ahead(attacker, form, defender) then 0 degrees
    else 180 degrees
# The width of the arc through which a weapon fires at a ship.
define line-width (attacker: ship, form: weapon, defender: ship): angle =
  if fires-around(attacker, form, defender) then 360 degrees
    else if fires-ahead(attacker, form, defender) then primary-width(attacker)
    else secondary-width(attacker)
# How far an attack measures: to the closest part inside the arc. STAW-COM-009 STAW-GEN-004
define attack-gap (attacker: ship, form: weapon, defender: ship): length =
  distance-in-arc(
    attacker,
    line-centre(attacker, form, defender),
    line-width(attacker, form, defender),
    defender
  )
# At which range an attack is made, as its arc measures it. STAW-COM-010 STAW-MOV-035
define measured-range (attacker: ship, form: weapon, defender: ship): number =
  band(attack-gap(attacker, form, defender))
# The range of an attack. "Treat the range of your attack as Range 1" is `replace attack-range with 1 when attacker is you`; whether a target can be reached is asked of
# `measured-range`.
value attack-range (attacker: ship, form: weapon, defender: ship) =
  measured-range(attacker, form, defender),
  at least 1

# Whether something lies on the line along which an attack measures. STAW-TER-014
define crosses (what: thing, attacker: ship, form: weapon, defender: ship): yes-no =
  is-between(
    what,
    attacker,
    line-centre(attacker, form, defender),
    line-width(attacker, form, defender),
    defender
  )
# Whether an attack is obstructed: by an obstacle or minefield on the line, or under the attacker. STAW-TER-012
# STAW-TER-013 STAW-TER-024 STAW-TER-025
value obstructed (attacker: ship, form: weapon, defender: ship): yes-no =
  any of (all obstacle o where lies-over(attacker, o) or crosses(o, attacker, form, defender))
    or any of (all minefield m where lies-over(attacker, m) or crosses(m, attacker, form, defender))
# Whether the Planet Token hides the defender: no attack dice are rolled. STAW-TER-018 STAW-TER-019 STAW-SCN-036
value blocked (attacker: ship, form: weapon, defender: ship): yes-no =
  any of (all planet p where crosses(p, attacker, form, defender))

# --- Weapons and targets

# The least range at which a ship can attack with a weapon.
value least-range-of (attacker: ship, form: weapon) =
  least-range of form,
  net at least -3,
  net at most 3,
  at least 1
# The greatest range at which a ship can attack with a weapon. STAW-COM-008 STAW-COM-048 STAW-SHU-002 STAW-SQN-002
value most-range-of (attacker: ship, form: weapon) =
  if is-squadron(attacker) or is-shuttle(attacker) then min(2, most-range of form)
    else most-range of form,
  net at least -3,
  net at most 3,
  at least 0

# Whether a weapon can be fired only at a ship that is locked: "you may fire it without a Target Lock" is
# `replace needs-lock-to-fire with no when attacker is you and form is my-torpedoes`. STAW-TLK-012
value needs-lock-to-fire (attacker: ship, form: weapon): yes-no =
  spends-lock of form or needs-lock of form
# Whether the Target Lock is lost by firing; without one nothing is lost. STAW-TLK-012
value spends-lock-to-fire (attacker: ship, form: weapon): yes-no = spends-lock of form
# How many Time Tokens a weapon takes by being fired: "place 1 Time Token less" is `modify firing-time - 1 when attacker is you`. STAW-TTK-002
value firing-time (attacker: ship, form: weapon) = time of form, at least 0
# Whether a weapon is disabled by being fired.
value disables-by-firing (attacker: ship, form: weapon): yes-no = disables of form
# Whether a weapon is discarded by being fired.
value discards-by-firing (attacker: ship, form: weapon): yes-no = discards of form
# Whether a ship can fire a weapon without an upgrade: its Primary Weapon, and those of its own `guns`.
value has-gun (attacker: ship, form: weapon): yes-no =
  form is primary or form is in guns of attacker

# Whether a ship has another in arc and range of a weapon, whatever that costs. STAW-COM-001 STAW-COM-002 STAW-COM-003 STAW-COM-011
define in-aim (attacker: ship, form: weapon, defender: ship): yes-no =
  can target(attacker, defender, form)
    and bears-on(attacker, form, defender)
    and measured-range(attacker, form, defender) >= least-range-of(attacker, form)
    and measured-range(attacker, form, defender) <= most-range-of(attacker, form)
# The other ships that an attack with a weapon could be split to, without Target Locks on them: see `split-fire`.
define further-targets (gunner: ship, form: weapon, defender: ship): set of ship =
  members d of enemies-of(gunner) where d is not defender and in-aim(gunner, form, d)
# Whether a ship can attack another with a weapon. STAW-TLK-012 STAW-INF-006
define could-shoot (attacker: ship, form: weapon, defender: ship): yes-no =
  in-aim(attacker, form, defender)
    and (
      not needs-lock-to-fire(attacker, form)
        or (
          defender is in locks of attacker
            and (not spends-lock-to-fire(attacker, form) or can spend(attacker, lock-deed))
        )
    )

# The ships that a ship can attack with a weapon.
define targets-of (attacker: ship, form: weapon): set of ship =
  members d of enemies-of(attacker) where could-shoot(attacker, form, d)

# Whether a card can be activated, an upgrade, captain, admiral or ship: it bears no Time Token. STAW-TTK-001 STAW-CRD-002
define ready (card: thing): yes-no =
  time-on-card(card) = 0 and (as-upgrade(card) is nobody or can use-upgrade(as-upgrade(card)))
# The ships that a secondary weapon can attack. STAW-CRD-018
define targets-with (attacker: ship, arm: upgrade): set of ship =
  members d of targets-of(attacker, weapon of arm) where in-shown-arc(attacker, arc of arm, d)
# The secondary weapons with which a ship can attack somebody. STAW-COM-045
define usable-arms (attacker: ship): set of upgrade =
  all upgrade u on attacker
    where weapon of u is not unarmed
      and disabled on u = 0
      and not firing of u
      and ready(u)
      and any of targets-with(attacker, u)

# Whether a ship can make its own attack of this round: it has one, and nothing may forbid it to attack. For one attack more, whether or not
# this one is made, cards ask `bonus-targets`. STAW-SEQ-020
define has-attack (fighter: ship): yes-no =
  in-play(fighter)
    and not attacked of fighter
    and can make-attack(fighter)
    and can own-attack(fighter)
# Those of the weapons named that a ship could fire at another without an upgrade: its Primary Weapon and its other guns. Who names the Primary Weapon means
# whatever counts as that, too.
define guns-at (fighter: ship, forms: set of weapon, defender: ship): set of weapon =
  all weapon f
    where (f is in forms or (is-primary(f) and primary is in forms))
      and has-gun(fighter, f)
      and could-shoot(fighter, f, defender)
# Those among `prey` whom a ship could attack with its Primary Weapon or another gun, if that is one of the weapons named.
define gun-targets (fighter: ship, forms: set of weapon, prey: set of ship): set of ship =
  members d of enemies-of(fighter) where d is in prey and any of guns-at(fighter, forms, d)
# Those among `prey` whom a ship could attack with this secondary weapon, if it is one of the weapons named.
define arm-targets (
  fighter: ship,
  arm: upgrade,
  forms: set of weapon,
  prey: set of ship
): set of ship =
  members d of targets-with(fighter, arm) where weapon of arm is in forms and d is in prey
# The secondary weapons among those named with which a ship could attack somebody of `prey`.
define arms-for (fighter: ship, forms: set of weapon, prey: set of ship): set of upgrade =
  members u of usable-arms(fighter) where any of arm-targets(fighter, u, forms, prey)
# Those among `prey` whom a ship could attack now by `bonus-attack` with these weapons: nobody, if something forbids it to attack. That it has
# attacked in this round does not matter. `any of bonus-targets(you, [primary], [attacker])` is what such a card asks before it costs anything.
define bonus-targets (fighter: ship, forms: set of weapon, prey: set of ship): set of ship =
  members d of prey
    where in-play(fighter)
      and can make-attack(fighter)
      and (
        d is in gun-targets(fighter, forms, prey)
          or any of (
            members u of arms-for(fighter, forms, prey)
              where d is in arm-targets(fighter, u, forms, prey)
          )
      )

# --- Target locks

# How far a ship can lock. STAW-TLK-001
value lock-range (who: ship) = 3, net at least -3, net at most 3, at least 0
# How many ships a ship can lock at one time. STAW-TLK-005
value lock-limit (who: ship) = 1
# Whether a ship that is Cloaked since an earlier round cannot be locked by another.
permission hide (hider: ship, seeker: ship)
# Whether one ship is hidden from another: a Cloak Token on the base does not hide it yet. STAW-TLK-008 STAW-CLK-004
define hides-from (hider: ship, seeker: ship): yes-no =
  cloak of hider is beside-base and can hide(hider, seeker)
# Whether one ship can lock another: all round, from any point to any point. STAW-TLK-001 STAW-TLK-002 STAW-TLK-003
# STAW-INF-005
define lockable (who: ship, goal: ship): yes-no =
  not hides-from(goal, who)
    and not (goal is in locks of who)
    and can lock-on(who, goal)
    and can touch(who, goal)
    and range-between(who, goal) <= lock-range(who)
# The ships that a ship can lock.
define lockable-ships (who: ship): set of ship = members s of enemies-of(who) where lockable(who, s)
# The ships that have locked this one. STAW-TLK-006
define lockers-of (who: ship): set of ship = all ship s where who is in locks of s
