# What can be asked of the table, what rules may change, and what they may forbid.

# Sizes that are not printed; see the readings in system.yaml.
define template-width: length = 1 inches
# How wide the ruler is.
define ruler-width: length = 1 inches
# After how many rounds a game is stopped.
define round-limit: number = 30

# --- Who is who. DAW-SET-003

# Whether two players are on one side. DAW-TEAM-001
define allied (one: player, other: player): yes-no =
  one is other or (team of one > 0 and team of one = team of other)
# A player and his team.
define allies-of (side: player): set of player = all player p where allied(p, side)
# Whether two creatures are on one side. A creature is its own friend: say `friends(attacker, you) and attacker is not you` where a card means
# the others alone. Each soldier of a troop is asked for himself.
define friends (one: creature, other: creature): yes-no = allied(owner of one, owner of other)
# Whether two creatures are enemies.
define foes (one: creature, other: creature): yes-no = not friends(one, other)
# All creatures of a side's opponents, the soldiers of troops singly. DAW-TEAM-003 DAW-SET-003
define foes-of (side: player): set of creature = all creature c where not allied(owner of c, side)

# All creatures in play, the soldiers of troops singly.
define everyone: set of creature = all creature

# The enemies of a creature, a troop once: what a card that picks an enemy chooses from. `enemies-of` has each soldier singly.
define opponents-of (who: creature): set of creature =
  members e of enemies-of(who) where not is-soldier(e)

# The friends of a creature with the creature itself, a troop once: what a card that picks a friend chooses from. Write
# `friends-of(you) - [you]` for the others alone.
define friends-of (who: creature): set of creature =
  members f of everyone where friends(f, who) and not is-soldier(f)
# The other friends of a creature at most so far away, a troop once: what a card that acts on all of them asks. One that lets a player pick
# offers `friends-of(you)` and asks the range of the one chosen, as with enemies.
define friends-near (who: creature, most: number): set of creature =
  members f of friends-of(who) where f is not who and range-between(who, f) <= most

# The enemies of a creature at most so far away, a troop once: "each enemy at range 1 suffers ..." asks it. (An attack on all of them is an area attack, and
# takes soldiers singly: `area-attack` with some of `enemies-of(you)`.)
define enemies-near (who: creature, most: number): set of creature =
  members e of opponents-of(who) where range-between(who, e) <= most
# All other creatures at most so far away, friends and enemies, a troop once.
define all-near (who: creature, most: number): set of creature =
  friends-near(who, most) + enemies-near(who, most)

# A creature's level, which orders activation and attacks: a number on its card. Whether it is in the air is asked by `play-level-of`.
value level-of (who: creature) =
  if lent-level of who > 0 then lent-level of who else level of who,
  at least 0
# A creature's full health.
value health-of (who: creature) = health of who, at least 1
# A creature's Primary Weapon Value.
value primary-of (who: creature) = primary of who, at least 0
# How many armor tokens a creature starts with.
value armor-of (who: creature) = armor of who, at least 0
# Whether a creature flies by nature, and starts in the air.
value is-flyer (who: creature): yes-no = flyer of who
# How many dice a creature rolls in an overrun check.
value overrun-dice-of (who: creature) = overrun-dice of who, at least 0
# Whether a creature resists an energy: attacks of upgrades with it give the defender a dodge. Who has none resists none.
# DAW-ENG-001
value resists (who: creature, what: energy): yes-no =
  what is not no-energy and what is energy of who
# Whether a creature has an action in its action bar.
value has-icon (who: creature, what: deed): yes-no =
  (what is dodge-deed and dodge-icon of who)
    or (what is charge-deed and charge-icon of who)
    or (what is concentrate-deed and concentrate-icon of who)
    or (what is target-deed and target-icon of who)
    or (what is feint-deed and feint-icon of who)

# --- Play level

# Whether a creature is in the air or on the ground: its altitude, of which there are these two. One that swoops is still in the air (its Swoop Token
# only lets it be reached), a flyer with a Ground Token is on the ground, a ground creature with a Flight Token in the air. "On a lower level than
# you" is `play-level-of(you) is in-air and play-level-of(defender) is on-ground`. Soldiers are where their troop is.
define play-level-of (who: creature): play-level = own-level-of(leader-of(who))
# The same of a creature that is no soldier of another. DAW-LVL-001 DAW-LVL-002 DAW-LVL-003 DAW-ALT-010 DAW-GEN-017
define own-level-of (who: creature): play-level =
  if (is-flyer(who) and ground on who = 0) or flight on who > 0 then in-air else on-ground

# Whether a creature has a maneuver on its dial for a play level: a flyer has two dials. A rule that takes it away beats one that gives it.
# DAW-GEN-007 DAW-GEN-009 DAW-LVL-004
value has-maneuver (who: creature, move: maneuver, level: play-level): yes-no =
  move is in (if level is in-air then flight-dial of who else ground-dial of who),
  lowest wins
# The printed dial of a creature for its play level.
define printed-dial (who: creature): set of maneuver =
  if play-level-of(who) is in-air then flight-dial of who else ground-dial of who
# The maneuvers that a creature can choose. DAW-LVL-004 DAW-SEQ-005 DAW-ALT-009 DAW-PLN-006
define dial-of (who: creature): set of maneuver =
  if any of (
        all maneuver m
          where has-maneuver(who, m, play-level-of(who)) and not (m is in printed-dial(who))
      )
      then all maneuver m where has-maneuver(who, m, play-level-of(who)) and can fly(who, m)
    else members m of printed-dial(who)
      where has-maneuver(who, m, play-level-of(who)) and can fly(who, m)

# --- Health

# How much damage a creature has. DAW-DMG-010
define damage-on (who: creature): number =
  count of (all damage-card on who) + substitute-damage on who
# The damage cards of a creature; those of a troop are those of all its soldiers.
define wounds-of (who: creature): set of damage-card =
  all damage-card d where any of (members f of figures-of(who) where holder of d is f)
# Those of them that lie face down.
define closed-wounds-of (who: creature): set of damage-card =
  members d of wounds-of(who) where not face-up(d)
# How much health a creature has left.
define remaining-health (who: creature): number = health-of(who) - damage-on(who)

# DAW-UPG-001 DAW-UPG-010 DAW-UPG-013: an upgrade that can be activated.
define ready (what: upgrade): yes-no =
  disabled on what = 0
    and discarded on what = 0
    and duration on what = 0
    and permanent-duration on what = 0
    and not at-the-bar(as-creature(holder of what))

# --- Levels and initiative

# Whether a player has a creature of the level of an enemy. DAW-INI-001 DAW-SET-012
define tied (side: player): yes-no =
  any of (
    members c of creatures-of(side)
      where any of (members e of foes-of(side) where level-of(e) = level-of(c))
  )

# How many seats to the left of a player the first one of a side sits; teammates are of one rank. DAW-TEAM-005
define seats-to (from-whom: player, side: player): number =
  if allied(from-whom, side) then 0
    else if allied(next-player(from-whom), side) then 1
    else if allied(second-left(from-whom), side) then 2
    else if allied(next-player(second-left(from-whom)), side) then 3
    else if allied(second-left(second-left(from-whom)), side) then 4
    else 5
# DAW-ACT-015 DAW-ACT-016 DAW-TEAM-004: highest for the side of the holder of the token, then down by seats to the left.
define initiative-rank (side: player): number =
  if initiative-holder is nobody then 0 else 6 - seats-to(initiative-holder, side)
# Who acts first where several players have something to use at one moment. reading: the side of the holder of the token, as in all else.
define order-of-play: set of player = sort p in all player by 0 - initiative-rank(p)

# DAW-ACT-014 DAW-INI-004: creatures of one rank belong to one player.
define turn-rank (who: creature): number = level-of(who) * 10 + initiative-rank(owner of who)

# --- Range

# How long one section of the ruler is. DAW-SET-017
define range-band: length = 3 inches

# The range between two creatures, from the closest edges whatever the arc: what a card asks that says "at range". A troop is one creature with
# several bases: its nearest soldier counts, from either side. Nothing is measured before a target is named: a card offers all of
# `opponents-of(you)` and asks the range of the one chosen. DAW-RNG-002 DAW-RNG-004 DAW-RNG-005 DAW-RNG-006 DAW-TRP-001 DAW-TRP-020
value range-between (one: creature, other: creature) =
  ruler-range(lowest (lowest distance(f, g) for g in bases-of(other)) for f in bases-of(one)),
  at least 1
# The range to another creature if this one stood there: "when an enemy moves away from range 1" is `after creature c moves when foes(c, you) and range-between(c, you) > 1
# and range-from(c, was, you) = 1`.
define range-from (one: creature, spot: pose, other: creature): number =
  ruler-range(lowest distance-at(one, spot, g) for g in bases-of(other))
# How wide the arc of a creature's weapon is: "your breath has an arc of 180 degrees" is `replace arc-of with 180 degrees when attacker is you and form is ...`.
value arc-of (attacker: creature, form: weapon): angle = width of arc of form
# Where the middle of that arc is: 0 is ahead. "You may attack to your rear with it" is `replace arc-centre with 180 degrees when ...`.
value arc-centre (attacker: creature, form: weapon): angle = centre of arc of form

# The range to the nearest part of a creature inside a weapon's arc, a troop by its nearest soldier there; beyond 4 if none is inside. This is
# what a card asks that says "in its arc at range". A troop itself measures from its Point Soldier. DAW-RNG-003 DAW-TRP-001 DAW-TRP-025
define range-in-arc (attacker: creature, form: weapon, other: creature): number =
  ruler-range(
    lowest distance-in-arc(attacker, arc-centre(attacker, form), arc-of(attacker, form), g)
      for g in bases-of(other)
  )
# How far an attack measures to its target inside a weapon's arc: any part of the base counts, and of a troop the soldier aimed at, else the
# Point Soldier. For attacks alone; cards ask `range-between` and `range-in-arc`. DAW-RNG-003 DAW-RNG-006 DAW-THR-006 DAW-DEC-004
define gap-in-arc (attacker: creature, defender: creature, form: weapon): length =
  distance-in-arc(
    attacker,
    arc-centre(attacker, form),
    arc-of(attacker, form),
    figure-of(defender)
  )

# How far an attack measures to its target. DAW-DEF-001
define attack-gap (attacker: creature, defender: creature, form: weapon, area: yes-no): length =
  if area and any of caught of defender
      then lowest distance(attacker, f) for f in caught of defender
    else if area then distance(attacker, defender)
    else gap-in-arc(attacker, defender, form)

# The range of an attack, as the arc of its weapon measures it.
define measured-range (
  attacker: creature,
  defender: creature,
  form: weapon,
  area: yes-no = no
): number =
  ruler-range(attack-gap(attacker, defender, form, area))
# The range of an attack: what a card asks that says "an attack at range 1". "Treat the range of your attack as range 1" is `replace attack-range with 1 when attacker is you`;
# whether a target is in range is asked of `measured-range`.
value attack-range (attacker: creature, defender: creature, form: weapon, area: yes-no = no) =
  measured-range(attacker, defender, form, area),
  at least 1

# --- Attacks

# Whether a weapon of a creature is for melee only, on one play level.
value is-melee (attacker: creature, form: weapon): yes-no = melee of form
# The range of a creature's weapon.
value range-of (attacker: creature, form: weapon) = range of form, at least 0
# Whether the play levels of two creatures let one attack the other. DAW-COM-008 DAW-COM-009 DAW-ALT-011 DAW-LVL-004
define levels-meet (attacker: creature, defender: creature, form: weapon): yes-no =
  not is-melee(attacker, form)
    or play-level-of(attacker) is play-level-of(defender)
    or swoop on attacker > 0
    or swoop on defender > 0

# Whether a creature can name another as its target: its enemies, unless a card says otherwise. "It attacks whomever you choose, its friends too" is `replace
# may-name with yes when has-effect-token(attacker, here)`.
value may-name (attacker: creature, defender: creature): yes-no = foes(attacker, defender)
# DAW-DEC-001 DAW-RNG-005: whom one may name before anything is measured.
define targets-of (attacker: creature, form: weapon): set of creature =
  members d of everyone
    where d is not attacker
      and not is-soldier(d)
      and may-name(attacker, d)
      and levels-meet(attacker, d, form)
      and can target(attacker, d, form)

# Whether a creature can attack anybody with a weapon.
define may-use (attacker: creature, form: weapon): yes-no =
  can attack-with(attacker, form) and any of targets-of(attacker, form)

# The weapons of its card with which a creature can attack. DAW-DEC-006
define usable-weapons (attacker: creature): set of weapon =
  members w of weapons of attacker where may-use(attacker, w)

# The weapons of its card that attack with its own Primary Weapon Value: a "normal attack" is made with one of them.
define own-weapons (who: creature): set of weapon =
  members w of weapons of who where dice of w = 0 and not from-upgrade of w
# The upgrade of a creature whose own attack this is, else nobody: "this card's own attack" is `attack-source(attacker, form) is here`, "the attack of
# a Rider" is `rider is in classes of attack-source(attacker, form)`. Its entry names its attacks under `attacks:`. DAW-UPG-015
define attack-source (attacker: creature, form: weapon): upgrade =
  first of (all upgrade u on attacker where form is in attacks of u)
# Those of these weapons with which a creature could attack somebody of `prey`.
define weapons-for (
  attacker: creature,
  forms: set of weapon,
  prey: set of creature
): set of weapon =
  members w of forms
    where can attack-with(attacker, w)
      and any of (members d of targets-of(attacker, w) where d is in prey)
# Those among `prey` whom a creature could attack now by `bonus-attack` with one of these weapons: nobody, if something forbids it to attack. As
# with every attack nothing is measured yet. `any of bonus-targets(you, own-weapons(you), opponents-of(you) - [defender])` is what such a card
# asks before it costs anything.
define bonus-targets (
  attacker: creature,
  forms: set of weapon,
  prey: set of creature
): set of creature =
  members d of prey
    where in-play(attacker)
      and can make-attack(attacker)
      and any of (
        members w of forms where can attack-with(attacker, w) and d is in targets-of(attacker, w)
      )

# The creatures that a cone takes in; a troop is one creature, and its own soldiers are not in it. DAW-ARE-006 DAW-TRP-001
define in-cone (attacker: creature, form: weapon, level: play-level): set of creature =
  all creature c
    where leader-of(c) is not leader-of(attacker)
      and play-level-of(c) is level
      and ruler-range(gap-in-arc(attacker, c, form)) <= range-of(attacker, form)

# Whether a creature of a play level is under a ruler, as far as the attack reaches. DAW-ARE-004
define lies-under (
  attacker: creature,
  who: creature,
  form: weapon,
  ruler: pose,
  level: play-level
): yes-no =
  leader-of(who) is not leader-of(attacker)
    and play-level-of(who) is level
    and ruler-touches(ruler, range-of(attacker, form) * range-band, ruler-width, who)
# The creatures under the ruler. DAW-ARE-004
define on-line (attacker: creature, form: weapon, ruler: pose, level: play-level): set of creature =
  all creature c where lies-under(attacker, c, form, ruler, level)

# How many creatures stand between two others, on the line along which range is measured. DAW-THR-004 DAW-THR-006
value interposed (attacker: creature, defender: creature, form: weapon) =
  count of (
    all creature c
      where c is not attacker
        and c is not figure-of(defender)
        and play-level-of(c) is on-ground
        and is-between(
          c,
          attacker,
          arc-centre(attacker, form),
          arc-of(attacker, form),
          figure-of(defender)
        )
  )

# How many obstacles lie between two creatures. DAW-OBS-020 DAW-OBS-022 DAW-OBS-019
value obstructions (attacker: creature, defender: creature, form: weapon) =
  count of (
    all obstacle o
      where (obstacle-touches(o, attacker) or obstacle-touches(o, defender))
        and (
          is-between(
              o,
              attacker,
              arc-centre(attacker, form),
              arc-of(attacker, form),
              figure-of(defender)
            )
            or lies-on(attacker, o)
        )
  )

# Whether an obstacle stands in the way on a play level; games give numbers a meaning. DAW-OBS-001 DAW-OBS-004
value bars (what: obstacle, level: play-level): yes-no =
  if level is on-ground then bars-ground of what else bars-air of what
# Whether an obstacle dissolves as soon as it is turned up. DAW-OBS-005
value is-mist (what: obstacle): yes-no = no
# Whether an obstacle is on a creature's play level. A token that lies face down is none yet. DAW-OBS-012
define obstacle-touches (what: obstacle, who: creature): yes-no =
  face-up(what) and bars(what, play-level-of(who))
# Whether a creature lies on an obstacle. DAW-OBS-017
define lies-on (who: creature, what: obstacle): yes-no = lies-over(who, what)

# What the dice of an overrun check are worth. DAW-MOV-006
define overrun-score (dice: pool): number = faces(dice, hit) + 2 * faces(dice, critical)

# --- Maneuvers

# The bearing of the template for what is neither a bank nor a turn. DAW-MAN-002 DAW-MAN-003
define straightened (way: bearing): bearing =
  if way is wingover or way is fall-back then straight else way
# Whether a maneuver goes backwards. DAW-PLN-013
define is-backwards (move: maneuver): yes-no = bearing of move is fall-back

# Whether a creature can be deployed at a place. DAW-SET-016
define may-stand (newcomer: creature, spot: pose, zone: area): yes-no =
  none of (
    all creature c where c is not newcomer and placed of c and overlaps-at(newcomer, spot, c)
  )

# Whether a creature would stand off the table at a place, or within so many sections of the ruler of the table's edge.
define near-edge (who: creature, spot: pose, most: number): yes-no =
  not inside-table(who, pose-at(x-of(spot) + most * range-band, y-of(spot), heading-of(spot)))
    or not inside-table(who, pose-at(x-of(spot) - most * range-band, y-of(spot), heading-of(spot)))
    or not inside-table(who, pose-at(x-of(spot), y-of(spot) + most * range-band, heading-of(spot)))
    or not inside-table(who, pose-at(x-of(spot), y-of(spot) - most * range-band, heading-of(spot)))
# Where a maneuver leads a creature, if nothing is in the way: "if its maneuver would place it within range 2 of the edge, it does not move" is `forbid
# execute when has-effect-token(mover, here) and near-edge(mover, goal-of(mover, move), 2)`. DAW-ACT-004 DAW-ACT-005
define goal-of (mover: creature, move: maneuver): pose =
  destination(mover, way-length(move), way-turn(move))

# Whether a creature fits at a place. DAW-AXN-024
define free-at (who: creature, spot: pose): yes-no =
  inside-table(who, spot)
    and not others-at(who, spot)
    and none of (all obstacle o where overlaps-at(who, spot, o))

# --- Values

# A maneuver's colour for a creature. DAW-PLN-017: -1 green, 0 white, 1 red.
value difficulty (mover: creature, move: maneuver) = printed-difficulty(move)

# How many attack dice an attack rolls. DAW-DIC-001 DAW-DIC-002 DAW-DIC-003 DAW-DEC-007 DAW-UPG-016
value attack-dice (attacker: creature, defender: creature, form: weapon) =
  if dice of form > 0 then dice of form else primary-of(attacker),
  at least least-attack-dice(attacker, defender, form)
# How many attack dice an attack rolls at least, whatever takes dice away.
value least-attack-dice (attacker: creature, defender: creature, form: weapon) = 0, highest wins
# How many attack dice fewer it rolls, one of which always stays: "it rolls 3 attack dice fewer in melee, at least 1" is `modify attack-loss + 3 when
# has-effect-token(attacker, here) and is-melee(attacker, form)`.
value attack-loss (attacker: creature, defender: creature, form: weapon) = 0, at least 0
modify attack-dice - attack-loss(attacker, defender, form)
  when attack-loss(attacker, defender, form) > 0
replace least-attack-dice with 1 when attack-loss(attacker, defender, form) > 0
# The same of defense dice.
value least-defense-dice (attacker: creature, defender: creature, form: weapon) = 0, highest wins

# DAW-DIC-016: dice that a creature rolls for itself, whatever strikes it.
value own-defense (defender: creature) = agility of defender

# How many defense dice the defender rolls; `shape` says whether the attack is part of a cone, a line, a burst or another area. "One die more against
# all but cones and bursts" is `modify defense-dice + 1 when defender is you and shape is not cone-area and shape is not burst-area`. DAW-DIC-004 DAW-ARE-015
value defense-dice (
  attacker: creature,
  defender: creature,
  form: weapon,
  area: yes-no,
  shape: attack-shape
) =
  own-defense(defender),
  at least least-defense-dice(attacker, defender, form)

# A creature rolls another number of attack dice: `start attack-dice-bonus(you, 1) until after attack`.
effect attack-dice-bonus (striker: creature, more-dice: number) {
  modify attack-dice + more-dice when attacker is striker
}

# A creature rolls another number of defense dice: `start defense-dice-bonus(you, 1) until after attack` at `attack.declare-target`.
effect defense-dice-bonus (wearer: creature, more-dice: number) {
  modify defense-dice + more-dice when defender is wearer
}

# What the concentrate results of attack dice become when the attacker spends a concentrate token for them: `replace concentrate-becomes with
# critical when attacker is you`. DAW-DIC-015
value concentrate-becomes (attacker: creature, defender: creature, form: weapon): face = hit
# The same of defense dice, when the defender spends it. DAW-DIC-018
value concentrate-dodges (attacker: creature, defender: creature, form: weapon): face = dodge

# How many hits a creature's armor stops in an attack, one for each Full Armor Token; `armor-of` says how many tokens it starts with. "Its armor counts
# one less against your attacks" is `modify armor-against - 1 when attacker is you`. DAW-ARM-001
value armor-against (defender: creature, attacker: creature, form: weapon) =
  full-armor on defender,
  at least 0

# A creature's armor stops more hits, or fewer; no token is moved: `start armor-bonus(defender, -1) until after attack`, at `attack.deflect-hits` or before.
effect armor-bonus (wearer: creature, more-hits: number) {
  modify armor-against(defender: wearer) + more-hits always
}

# DAW-ALT-005: above 0 if an ability lets a ground creature fly.
value flight-granted (who: creature) = 0

# What a player's position is worth; an adventure adds its own aims.
value standing (side: player) = lead-of(side)

# --- Standard modifiers

# DAW-MAN-010
modify attack-dice + 1 when pivot on defender > 0 and foes(attacker, defender)

# DAW-DEF-001
modify defense-dice + 1
  when attack-range(attacker, defender, form, area) = 4
    and can add-far-die(attacker, defender, form)

# DAW-THR-001 DAW-THR-002 DAW-THR-003 DAW-THR-004 DAW-THR-005
modify defense-dice + interposed(attacker, defender, form)
  when not area
    and play-level-of(attacker) is on-ground
    and play-level-of(defender) is on-ground
    and can take-cover(defender, attacker, form)

# DAW-OBS-021 DAW-OBS-023
modify defense-dice + obstructions(attacker, defender, form)
  when not area and can take-cover(defender, attacker, form)

# DAW-TRP-021
modify attack-dice - count of pressed-of(attacker) always
# DAW-TRP-021
modify defense-dice - count of pressed-of(defender) always

# What effect tokens do to whoever has them, whatever laid them there. DAW-UPG-004 DAW-TRP-024
modify defense-dice + 1 when shield on defender > 0
# DAW-AD1-006 DAW-AD2-012
modify defense-dice - 2 when dazed on defender > 0
# DAW-UPG-004 DAW-PLN-017
replace difficulty with 1 when slowed on mover > 0 and speed of move > 2

# --- Permissions

# Whether a creature can move at all. "It cannot move" is `forbid make-move when mover is you`: it sets its dial and shows it, and executes no maneuver, so it
# neither tires nor rests by it; no free move, no feint, no turn about. It may change its altitude and act all the same. Cards that give a free move ask `can make-move(you)`.
permission make-move (mover: creature)
# Whether a creature can execute a maneuver of its dial in its activation; else it does not move, and neither tires nor rests by it. Charges and free moves are none.
permission execute (mover: creature, move: maneuver)
# Whether a creature can attack with this weapon.
permission attack-with (attacker: creature, form: weapon)
# Whether one creature can attack another with this weapon; range, arc and level are asked besides.
permission target (attacker: creature, defender: creature, form: weapon)
# Whether an area attack of one creature may take in another.
permission catch-in-area (attacker: creature, who: creature)
# Whether a creature can change its altitude.
permission alter-altitude (actor: creature)
forbid make-move when stationary of mover
forbid act when stationary of actor
forbid alter-altitude when stationary of actor
# Whether a creature can perform this action of its bar.
permission perform (actor: creature, what: deed)
# Whether a creature can spend the token of this action for anything: `dodge-deed`, `charge-deed`, `concentrate-deed`, `target-deed`. Asked at
# `engage.spend-charge`, by all spending at `attack.modify-attack` and `attack.modify-defense`, and by cards with such a price (Magic Missile):
# `when can spend(you, target-deed) ... cost { spend 1 target from you }`.
permission spend (who: creature, what: deed)
# Whether the defender rolls defense dice at all. "The defender rolls no defense dice" is `forbid roll-defense when attacker is you`: then the step
# and the changing of defense dice are passed over, and no dodge token helps. (An Agility of 0 forbids nothing: tokens can be spent.)
permission roll-defense (defender: creature, attacker: creature, form: weapon)
# Whether anybody can change the attack dice of an attack: "these dice cannot be modified" is `forbid modify-attack-dice when attacker is you`.
permission modify-attack-dice (attacker: creature, defender: creature, form: weapon)
# Whether anybody can change the defense dice against an attack.
permission modify-defense-dice (defender: creature, attacker: creature, form: weapon)
# Whether range 4 gives the defender a die.
permission add-far-die (attacker: creature, defender: creature, form: weapon)
# Whether a creature can choose this maneuver of its dial.
permission fly (pilot: creature, move: maneuver)
# Whether a creature on the ground stands in the way of an enemy, which then needs an overrun check to pass.
permission bar-way (stander: creature, mover: creature)
# Whether obstacles on its way hurt a creature.
permission mind-obstacles (who: creature)
# Whether creatures and obstacles in between help the defender.
permission take-cover (defender: creature, attacker: creature, form: weapon)
# Whether a creature's armor stops hits of this attack.
permission use-armor (defender: creature, attacker: creature, form: weapon)
# Whether a creature can be dealt damage cards.
permission be-hurt (who: creature)
# Whether a creature without health left is defeated.
permission be-destroyed (who: creature)

# DAW-MAN-009
forbid act when pivot on actor > 0
# DAW-AXN-031
forbid act when shaken-by-obstacle on actor > 0
# Whoever has flown into a wall or a cliff. DAW-AD1-006 DAW-AD2-012
forbid act when dazed on actor > 0
# DAW-GEN-012
forbid make-attack when no-attack on attacker > 0

# --- For agents that look ahead

# What a creature is worth, for agents that look ahead.
define worth (who: creature): number =
  100 * max(0, remaining-health(who))
    + 50
    + 8 * (dodge on who + concentrate on who + target on who)
    - 12 * exhaustion on who
    - 10 * critical-hit on who
    - 10 * shattered-armor on who
    - 10 * (sum of duration on u for u in (all upgrade u on who))

# How well a player stands, for agents that look ahead.
define outlook (side: player): number = standing(side)
