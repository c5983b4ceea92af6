# What can be asked of the table, what rules may change, and what they may forbid.

# How long one band of the ruler is.
define range-band: length = 3.937 inches
# How wide a template is.
define template-width: length = 0.787 inches
# How wide a firing arc is.
define arc-width: angle = 90 degrees
# After how many rounds a game is stopped.
define round-limit: number = 40

# Whether two ships are friendly. No ship is its own friend, nor are the two sections of a huge ship: say `s is you or friends(s, you)` where a
# card means the ship, too.
define friends (one: ship, other: ship): yes-no =
  owner of one is owner of other and not same-ship(one, other)
# Whether two ships are enemies.
define foes (one: ship, other: ship): yes-no =
  owner of one is not owner of other and not derelict of other and not docked(other)
# The ship that carries an upgrade.
define holder-ship (what: upgrade): ship = first of (all ship s where holder of what is s)

# --- Pilot skill, hull, agility

# A ship's pilot skill. A card that changes it for good says so: `replace pilot-skill(you) with skill of you + 2 always`; what changes it for a while starts
# `skill-change`. The latest that still lasts counts. XW-TIM-002 XW-TIM-003
value pilot-skill (who: ship) = skill of who, latest wins, at least 0
# A ship has another pilot skill.
effect skill-change (pilot: ship, new-skill: number) {
  replace pilot-skill with new-skill when who is pilot
}

# A ship's hull value.
value hull-of (who: ship) = hull of type of who
# How many shields a ship has when it is whole.
value shields-of (who: ship) = shields of type of who, at least 0
# Whether a ship counts as large.
value is-large (who: ship): yes-no = large of type of who
# Whether a ship has an action in its action bar.
value has-icon (who: ship, what: deed): yes-no = what is in actions of type of who
# How much damage a damage card counts for.
value weight (wound: damage-card) = 1
# How much damage a ship has.
define damage-on (who: ship): number = sum of weight(d) for d in (all damage-card d on card-of(who))
# Whether a ship has as much damage as hull; the hull is that of its ship card.
define doomed (who: ship): yes-no = not crippled of who and damage-on(who) >= hull-of(card-of(who))

# A ship's agility against a ship that attacks it. All changes are summed before it is at least 0. XW-DMG-004 XW-HUG-042
value agility-of (who: ship, shooter: ship) = agility of type of who, at least 0
modify agility-of + 2 when cloak on who > 0  # XW-CLK-003

# The order of deployment and combat.
define turn-rank (who: ship): number =
  pilot-skill(who) * 2 + (if initiative on owner of who > 0 then 1 else 0)
# The order of activation. XW-CPT-003 XW-TIM-002
# Huge ships come after all others. XW-HUG-011 XW-HUG-071 XW-HUG-072
define activation-rank (who: ship): number =
  pilot-skill(who) * 2
    + (if initiative on owner of who > 0 then 0 else 1)
    + (if is-huge(who) then 1000 else 0)

# With how many ion tokens a ship is ionized. XW-ION-006 XW-ION-007
value ion-limit (who: ship) = if is-large(who) then 2 else 1, at least 1
# Whether a ship is ionized.
define ionized (who: ship): yes-no = not is-huge(who) and ion on who >= ion-limit(who)

# --- Weapons and targets

# What a ship can attack with.
define weapons-of (attacker: ship, primary-only: yes-no): set of weapon =
  all weapon w
    where (w is primary and armed of type of attacker and not fired-primary of attacker)
      or (not primary-only and arm-of(attacker, w) is any upgrade)

# The least range at which a ship can attack with a weapon.
value least-range-of (attacker: ship, form: weapon) =
  if form is primary then primary-least of type of attacker else least-range of form,
  at least 0
# The greatest range at which a ship can attack with a weapon.
value most-range-of (attacker: ship, form: weapon) =
  if form is primary then primary-most of type of attacker else most-range of form,
  at least 0

# Whether a ship may have or spend a focus token where a weapon asks for a lock on the target.
value focus-for-lock (attacker: ship): yes-no = no
# Whether a ship can pay for an attack with a weapon: the lock, the focus token.
define affordable (attacker: ship, form: weapon, defender: ship): yes-no =
  (
      not needs-lock of form
        or any of lock-keepers(attacker, defender)
        or (focus-for-lock(attacker) and any of focus-keepers(attacker))
    )
    and (
      not spends-lock of form
        or (any of lock-keepers(attacker, defender) and can spend-lock-in(attacker, defender))
        or (
          focus-for-lock(attacker)
            and any of focus-keepers(attacker)
            and can spend-focus-in(attacker, defender)
        )
    )
    and (not needs-focus of form or any of focus-keepers(attacker))
    and (
      energy-cost of form = 0
        or (energy on arm-of(attacker, form) >= energy-cost of form and can spend-energy(attacker))
    )
    and (
      not spends-focus of form
        or (any of focus-keepers(attacker) and can spend-focus-in(attacker, defender))
    )

# Whether a ship can attack another with a weapon, as to arc, range and cost. XW-CMB-012
define could-shoot (attacker: ship, form: weapon, defender: ship): yes-no =
  (foes(attacker, defender) or (friends(attacker, defender) and can shoot-friends(attacker)))
    and (not in-contact(attacker, defender) or can shoot-in-contact(attacker, defender))
    and bears-on(attacker, form, defender)
    and sections-allow(attacker, form, defender)
    and measured-range(attacker, form, defender) >= least-range-of(attacker, form)
    and measured-range(attacker, form, defender) <= most-range-of(attacker, form)
    and affordable(attacker, form, defender)

# Whether a ship can attack friendly ships: "you can attack friendly ships" is `allow shoot-friends when attacker is you`.
permission shoot-friends (attacker: ship)
forbid shoot-friends always
# The ships that a ship might attack: its enemies, and all others if it can attack friends.
define prey-of (who: ship): set of ship =
  if can shoot-friends(who) then all ship s where not same-ship(s, who) and not derelict of s
    else enemies-of(who)

# XW-CPT-018
# The ships that a ship can attack with a weapon, in an attack of any weapon or of the primary one only.
define targets-of (attacker: ship, form: weapon, primary-only: yes-no): set of ship =
  members d of prey-of(attacker)
    where could-shoot(attacker, form, d) and can target(attacker, d, form, primary-only)

# How many attack dice an attack rolls.
value attack-dice (attacker: ship, form: weapon, defender: ship) =
  if dice of form > 0 then dice of form else primary-value(attacker),
  at least 0
# A ship's primary weapon value.
value primary-value (attacker: ship) =
  if crippled of attacker then crippled-attack of type of attacker else attack of type of attacker,
  at least 0
modify attack-dice + 1
  when form is primary
    and attack-range(attacker, form, defender) = 1
    and can add-close-die(attacker, form, defender)

# How many defense dice the defender rolls.
value defense-dice (attacker: ship, form: weapon, defender: ship) =
  agility-of(defender, attacker),
  at least 0
modify defense-dice + 1
  when form is primary
    and attack-range(attacker, form, defender) = 3
    and can add-far-die(attacker, form, defender)
# XW-RNG-002
modify defense-dice + 1 when obstructed(attacker, form, defender)

# How many defense dice will be rolled; `more` is what cards add in this attack. What a card asks before the roll, so that nobody is asked about dice that nobody rolls:
# `defense-roll(attacker, form, defender, extra-defense) > 0`. XW-UPG-012
define defense-roll (attacker: ship, form: weapon, defender: ship, more: number): number =
  if can roll-defense(defender, attacker, form)
      then max(0, defense-dice(attacker, form, defender) + more)
    else 0
# The same for attack dice: `attack-roll(attacker, form, defender, extra-dice, no-dice) > 0`.
define attack-roll (
  attacker: ship,
  form: weapon,
  defender: ship,
  more: number,
  empty: yes-no
): number =
  if empty then 0 else max(0, attack-dice(attacker, form, defender) + more)

# --- Tokens of others

# Whether a ship's tokens of this sort, `focus-deed` or `lock-deed`, are another's own in the attacks of that other: "when another friendly ship at range 1-2 is
# attacking, it may treat your focus tokens as its own" is `replace lends with yes when lender is you and friends(attacker, you) and range-between(you, attacker)
# <= 2 and what is focus-deed`. They pay for weapons, for dice and for the costs of cards, and the attacker is who spends them. No token is lent outside of attacks.
value lends (lender: ship, attacker: ship, what: deed): yes-no = no
# The ships of whose focus tokens a ship can spend one in its attack: itself, and those that lend theirs.
define focus-keepers (attacker: ship): set of ship =
  all ship s where focus on s > 0 and (s is attacker or lends(s, attacker, focus-deed))
# The ships of whose locks on another it can spend one in its attack.
define lock-keepers (attacker: ship, goal: ship): set of ship =
  all ship s
    where (same-ship(s, attacker) or lends(s, attacker, lock-deed))
      and any of (all lock l on goal where locker of l is s)
# Whether an attacker can spend a focus token to change dice: `cost { run spend-focus(you) if pays-focus-in(attacker, defender) }`.
define pays-focus-in (attacker: ship, defender: ship): yes-no =
  any of focus-keepers(attacker)
    and can spend-focus-in(attacker, defender)
    and can spend-on-dice(attacker, focus-deed, attacking: yes)
# Whether a defender can.
define pays-focus-against (defender: ship, attacker: ship): yes-no =
  focus on defender > 0
    and can spend-focus-against(defender, attacker)
    and can spend-on-dice(defender, focus-deed, attacking: no)
# Whether an attacker can spend a lock on the defender to change dice: `cost { run spend-lock(you, defender) if pays-lock-in(attacker, defender) }`.
define pays-lock-in (attacker: ship, defender: ship): yes-no =
  any of lock-keepers(attacker, defender)
    and can spend-lock-in(attacker, defender)
    and can spend-on-dice(attacker, lock-deed, attacking: yes)

# --- Locks

# The locks that a ship has on others.
define locks-of (who: ship): set of lock = all lock l where same-ship(locker of l, who)
# Whether one ship has a lock on another.
# A huge ship's lock is its sections' in common. XW-HUG-034 XW-HUG-095 XW-HUG-096
define locked (who: ship, goal: ship): yes-no =
  any of (all lock l on goal where same-ship(locker of l, who))
    or (
      striker is any ship
        and striker is who
        and any of (all lock l on goal where lends(locker of l, who, lock-deed))
    )
# How many locks a ship can have. XW-ACT-016
value lock-limit (who: ship) = 1
# How many of them it can have on one and the same ship. XW-ACT-022
value locks-per-ship (who: ship) = 1
# Whether a ship has as many locks on another as it can have. XW-ACT-022
define fully-locked (who: ship, goal: ship): yes-no =
  count of (all lock l on goal where same-ship(locker of l, who)) >= locks-per-ship(who)
# How far a ship can lock.
value lock-range (who: ship) = 3, at least 0
# Whether a ship can lock friendly ships: "you can acquire target locks on friendly ships" is `allow lock-friends when who is you`.
permission lock-friends (who: ship)
forbid lock-friends always
# Whether one ship is of a side that another can lock.
define may-lock (who: ship, goal: ship): yes-no =
  foes(who, goal) or (friends(who, goal) and can lock-friends(who))
# The ships that a ship might lock, at any range.
define lock-goals (who: ship): set of ship =
  if can lock-friends(who) then all ship s where may-lock(who, s) else enemies-of(who)
# Whether one ship can lock another, at any range. XW-ACT-022
define lockable (who: ship, goal: ship): yes-no = goal is in lockable-among(who, lock-goals(who))
# The ships among these that a ship can lock; these are all from which it may choose. XW-ACT-022
define lockable-among (who: ship, those: set of ship): set of ship =
  members s of able-to-lock(who, those) where can lock-on(who, s, able-to-lock(who, those))
# The ships among these that it could lock if there were no other. XW-PIL-011
define able-to-lock (who: ship, those: set of ship): set of ship =
  members s of those
    where may-lock(who, s) and not fully-locked(who, s) and can lock-on(who, s, [s])
# The enemy ships at most so far away, each section of a huge ship measured by itself. XW-HUG-095
define sections-within (who: ship, most: number): set of ship =
  members s of enemies-of(who) where band(gap-to(who, s)) <= most
# The ships at most so far away that a ship can lock: of a huge ship the sections. XW-HUG-095
define lockable-within (who: ship, most: number): set of ship =
  lockable-among(who, sections-within(who, most))
# Whether an enemy is in range for a lock of a ship. "You can lock ships at range 1-3 of any friendly ship" replaces it.
value reaches-lock (who: ship, goal: ship): yes-no = band(gap-to(who, goal)) <= lock-range(who)
# The ships that a ship can lock.
define lockable-in-range (who: ship): set of ship = lockable-among(who, locks-in-reach(who))
# The ships that are in range for its locks.
define locks-in-reach (who: ship): set of ship =
  members s of lock-goals(who) where reaches-lock(who, s)

# Whether a ship's player must name first and measure afterwards, as at competitive events. XW-CPT-001
value strict-play (who: ship): yes-no = yes
# Whether a ship has been given a dial. XW-CPT-023
define has-dial (who: ship): yes-no = plan of who is not (first of (all maneuver where no))
# Whether a ship reveals its dial in this activation, and not a maneuver that somebody else chose: it is not ionized, and has a dial. XW-ION-002 XW-CPT-023
define shows-dial (who: ship): yes-no = in-play(who) and not ionized(who) and has-dial(who)
# Whether `leave` lets a ship perform an action of the mission, which is none of its action bar. XW-MIS-001
define mission-open (leave: deed): yes-no = leave is anything

# --- Maneuvers

# The bearing of the template for what is neither a bank nor a turn.
define straightened (way: bearing): bearing =
  if way is koiogran or way is reverse-straight then straight
    else if way is segnor-left or way is segnor-right then bank-right
    else if way is reverse-bank-left or way is reverse-bank-right then bank-right
    else if way is tallon-left or way is tallon-right then turn-right
    else way
# Whether the template of a bearing turns the ship to the left; backwards to the right it does.
define bends-left (way: bearing): yes-no =
  way is bank-left
    or way is turn-left
    or way is segnor-left
    or way is tallon-left
    or way is reverse-bank-right
# Whether a maneuver goes backwards.
define is-backwards (move: maneuver): yes-no =
  bearing of move is reverse-straight
    or bearing of move is reverse-bank-left
    or bearing of move is reverse-bank-right
# How far a ship turns on the spot at the end of a maneuver: a Koiogran turn or Segnor's loop by half a turn, a Tallon roll by a quarter. A ship that
# overlaps another does not.
define end-spin (move: maneuver): angle =
  if bearing of move is koiogran
        or bearing of move is segnor-left
        or bearing of move is segnor-right
      then 180 degrees
    else if bearing of move is tallon-left then -90 degrees
    else if bearing of move is tallon-right then 90 degrees
    else 0 degrees
# Whether a ship has a maneuver on its dial. A rule that takes it away beats one that gives it.
value has-maneuver (who: ship, move: maneuver): yes-no = move is in dial of type of who, lowest wins
# The maneuvers that a ship can choose. XW-CPT-026
define dial-of (who: ship): set of maneuver =
  if any of (all maneuver m where has-maneuver(who, m) and not (m is in dial of type of who))
      then all maneuver m where has-maneuver(who, m) and can fly(who, m)
    else members m of dial of type of who where has-maneuver(who, m) and can fly(who, m)
# Where a maneuver stands in the ring of a dial: by its speed, from left to right, then what turns on. Our reading of the printed dials.
define dial-place (move: maneuver): number =
  speed of move * 100
    + (
      if bearing of move is stationary or bearing of move is reverse-bank-left then 0
        else if bearing of move is reverse-straight then 1
        else if bearing of move is reverse-bank-right then 2
        else if bearing of move is turn-left then 3
        else if bearing of move is bank-left then 4
        else if bearing of move is straight then 5
        else if bearing of move is bank-right then 6
        else if bearing of move is turn-right then 7
        else if bearing of move is segnor-left or bearing of move is tallon-left then 8
        else if bearing of move is segnor-right or bearing of move is tallon-right then 9
        else 10
    )
# The maneuvers beside one on the dial of a ship; behind the last comes the first.
define beside-on-dial (who: ship, move: maneuver): set of maneuver =
  [
      first of (
        sort m in dial-of(who)
          by (if dial-place(m) > dial-place(move) then dial-place(m) else dial-place(m) + 1000)
      ),
      first of (
        sort m in dial-of(who)
          by 0 - (if dial-place(m) < dial-place(move) then dial-place(m) + 1000 else dial-place(m))
      )
    ]
    - [move]
# Whether a maneuver is a turn.
define is-turn (move: maneuver): yes-no =
  bearing of move is turn-left or bearing of move is turn-right

# Whether a maneuver is one that the ship has set on its dial, or could have: "after you execute a maneuver on your dial". An ionized ship flies none of
# its own.
define on-dial (who: ship, move: maneuver): yes-no = not ionized(who) and has-maneuver(who, move)

# How many effects make a maneuver green. White beats green, and red beats both. XW-MOV-010
value greened (mover: ship, move: maneuver) = 0
# How many effects make a maneuver white.
value whitened (mover: ship, move: maneuver) = 0
# How many effects make a maneuver red.
value reddened (mover: ship, move: maneuver) = 0
# A maneuver's colour for a ship. 1 is red, 0 white, -1 green. XW-MOV-010
define difficulty (mover: ship, move: maneuver): number =
  if reddened(mover, move) > 0 then 1
    else if whitened(mover, move) > 0 then 0
    else if greened(mover, move) > 0 then 0 - 1
    else printed-difficulty(move)

# Whether a ship fits at a place: bomb tokens are no obstacles. XW-BMB-008
define free-at (who: ship, spot: pose): yes-no =
  not others-at(who, spot)
    and (not can mind-rocks(who) or none of (all asteroid a where overlaps-at(who, spot, a)))

# Whether a ship lies over an asteroid.
define on-rocks (who: ship): yes-no = any of (all asteroid a where lies-over(who, a))
# Whether a ship fits at the end of a boost, a roll or a decloaking.
define fits-at (who: ship, spot: pose): yes-no =
  not others-at(who, spot)
    and (not can skirt-rocks(who) or none of (all asteroid a where overlaps-at(who, spot, a)))

# --- Permissions

# Whether the pilot's text of a ship applies, and its elite upgrades.
permission use-pilot (who: ship)
# Whether a ship can perform the actions of its action bar.
permission use-bar (actor: ship)
# Whether a ship can perform this action, from its bar or by a card.
permission perform (actor: ship, what: deed)
# Whether a ship can choose this maneuver of its dial.
permission fly (pilot: ship, move: maneuver)
# Whether asteroids hinder and hurt a ship.
permission mind-rocks (pilot: ship)
# Whether asteroids bar a ship's way when it boosts, rolls aside or decloaks: "your ship and template can overlap obstacles" is
# `forbid skirt-rocks(you) always`.
permission skirt-rocks (pilot: ship)
forbid skirt-rocks when not can mind-rocks(pilot)
# Whether a ship can attack while it lies over an asteroid. The book is silent: our reading of the core rules.
permission shoot-over-rocks (attacker: ship)
forbid shoot-over-rocks always
forbid make-attack
  when on-rocks(attacker) and can mind-rocks(attacker) and not can shoot-over-rocks(attacker)
# Whether a ship with a weapons disabled token can attack this ship with this weapon: "even while you have a weapons disabled token" is `allow
# shoot-disabled when attacker is you and ...`.
permission shoot-disabled (attacker: ship, defender: ship, form: weapon)
forbid shoot-disabled always
forbid target
  when weapons-disabled on attacker > 0 and not can shoot-disabled(attacker, defender, form)
# Whether one ship can attack another with this weapon; range, arc and cost are asked besides. `forbid target when defender is you and form is not
# primary` bars secondary weapons. `primary-only`: the attacker has only its primary weapon for this attack.
permission target (attacker: ship, defender: ship, form: weapon, primary-only: yes-no)
# Whether a ship can attack a ship that it touches.
permission shoot-in-contact (attacker: ship, defender: ship)
forbid shoot-in-contact always
# Whether one ship can lock another; range is asked besides. `among` are the ships from which it chooses: "it must lock you if able" is `forbid lock-on when
# foes(locker, you) and goal is not you and you is in among and reaches-lock(locker, you)`. XW-PIL-011
permission lock-on (locker: ship, goal: ship, among: set of ship = lock-goals(locker))
# Whether a ship can spend tokens of this sort for anything: `focus-deed`, `evade-deed` or `lock-deed`. "Enemies at range 1 cannot spend focus tokens" is
# `forbid spend when foes(who, you) and range-between(who, you) = 1 and what is focus-deed`. Asked by the three permissions below, so in attack, in
# defense and for what a weapon costs; by `spend-focus.pay`, `spend-evade.pay` and `spend-lock.pay`, where without it nothing is spent; and by cards with a
# price of their own (R5-P9, Rexler Brath): `cost { run spend-focus(you) if focus on you > 0 and can spend(you, focus-deed) }`. A token that is assigned,
# lost or removed is not spent.
permission spend (who: ship, what: deed)
# Whether an attacker can spend a focus token in an attack on this ship. Asked at `attack.modify-attack` and by `affordable`, for weapons that cost one.
permission spend-focus-in (attacker: ship, defender: ship)
forbid spend-focus-in when not can spend(attacker, focus-deed)
# Whether a defender can spend a focus token against this ship. Asked at `attack.modify-defense`.
permission spend-focus-against (defender: ship, attacker: ship)
forbid spend-focus-against when not can spend(defender, focus-deed)
# Whether an attacker can spend its lock on the defender. Asked at `attack.modify-attack` and by `affordable`, for weapons that cost it.
permission spend-lock-in (attacker: ship, defender: ship)
forbid spend-lock-in when not can spend(attacker, lock-deed)
# Whether a ship can get rid of stress tokens. Asked by `rest`, for green maneuvers, and by cards that remove them (Keyan Farlander, Jek Porkins,
# "Hobbie").
permission shed-stress (who: ship)
forbid rest when not can shed-stress(who)
# Whether a ship can spend energy. Asked by `affordable`, for weapons that cost energy, by the action Recover, and by cards (CR90 Corvette, Power Leak,
# Shield Feed, WED-15 Repair Droid). Ion tokens are never spent.
permission spend-energy (who: ship)
# Whether a ship can spend tokens of this sort, `focus-deed`, `evade-deed` or `lock-deed`, to change dice, as the attacker or as the defender; it can still spend
# them for its weapons and for what else they buy: "cannot spend tokens to modify its dice when attacking" is `forbid spend-on-dice when who is e and attacking`.
permission spend-on-dice (who: ship, what: deed, attacking: yes-no)
# Whether the defender rolls defense dice at all: "the defender rolls no defense dice" is `forbid roll-defense when attacker is you`.
permission roll-defense (defender: ship, attacker: ship, form: weapon)
# Whether defense dice can be rolled again.
permission reroll-against (defender: ship, attacker: ship)
# Whether a defender can spend an evade token against this weapon. Asked at `attack.modify-defense`.
permission spend-evade-in (defender: ship, form: weapon)
forbid spend-evade-in when not can spend(defender, evade-deed)
# Whether range 1 gives the attacker a die; for other than primary weapons it never does.
permission add-close-die (attacker: ship, form: weapon, defender: ship)
# Whether range 3 gives the defender a die; against other than primary weapons it never does.
permission add-far-die (attacker: ship, form: weapon, defender: ship)
# Whether a ship can take damage and damage cards from this ship (nobody, if none deals them).
permission be-hurt (who: ship, source: ship)
# Whether the shields of a ship take its damage; a rule against it lets it through to the hull.
permission use-shields (who: ship, source: ship)
# Whether a ship can be destroyed by this ship (nobody, if none does it).
permission be-destroyed (who: ship, source: ship)
# Whether a ship can get shields back.
permission regain-shields (who: ship)
# Whether a ship can decloak.
permission decloak (ghost: ship)
# Whether a ship can drop a bomb: one in a round. XW-BMB-006
permission drop-bomb (dropper: ship)
forbid drop-bomb when bombed of dropper
forbid decloak when ionized(ghost)

# XW-CLK-004
forbid make-attack when cloak on attacker > 0

# Whether the defender can roll one of these dice again, as `can-reroll-defense(defender, attacker, defense-pool)`.
define can-reroll-defense (defender: ship, attacker: ship, rolled: pool): yes-no =
  can reroll-against(defender, attacker) and any of rerollable(rolled)

# The same for a card that acts when attacking or defending, as `can-reroll-own(attacker, changer, rival, changed)`.
define can-reroll-own (attacker: ship, changer: ship, rival: ship, rolled: pool): yes-no =
  if changer is attacker then can-reroll(changer, rival, rolled)
    else can-reroll-defense(changer, rival, rolled)

# The dice of a ship that it can roll again, in attack, in defense, or where it rolls for something else: `own-dice(you, attacker, defender, attack-pool, defense-pool)`; of a huge ship
# those of either section.
define own-dice (
  who: ship,
  attacker: ship,
  defender: ship,
  attack-pool: pool,
  defense-pool: pool
): set of die =
  if same-ship(who, attacker)
      then if can reroll-in(attacker, defender) then rerollable(attack-pool) else []
    else if same-ship(who, defender) and can reroll-against(defender, attacker)
      then rerollable(defense-pool)
    else []

# --- For agents that look ahead

# What a ship is worth, for agents that look ahead.
define worth (who: ship): number =
  60 * max(0, hull-of(who) - damage-on(who) + shield on who)
    + 40
    + 6 * (focus on who + evade on who + count of locks-of(who))
    - 8 * stress on who

# --- For cards

# The other friendly ships at most so far away, a huge ship once: its fore section stands for it. "Each friendly ship", which means the ship itself, too,
# is `[you] + friends-within(you, 1)`. XW-RNG-009 XW-HUG-008
define friends-within (who: ship, most: number): set of ship =
  all ship s where leads(s) and friends(s, who) and range-between(who, s) <= most
# The enemy ships at most so far away, a huge ship once: its fore section stands for it. `sections-within` has both. XW-HUG-008
define enemies-within (who: ship, most: number): set of ship =
  all ship s where leads(s) and foes(s, who) and range-between(who, s) <= most
# The enemy ships at most so far away inside any printed firing arc of a ship, a huge ship once.
define enemies-in-arc (who: ship, most: number): set of ship =
  members s of enemies-within(who, most)
    where any of (members h of halves-of(s) where in-arcs(who, h) and band(gap-to(who, h)) <= most)
# Whether a ship has any firing arc.
define has-arcs (who: ship): yes-no = has-front-arc(who) or has-rear-arc(who)
# Whether a maneuver is a bank.
define is-bank (move: maneuver): yes-no =
  bearing of move is bank-left or bearing of move is bank-right
# Whether two maneuvers have the same bearing. XW-PIL-006
define same-bearing (one: maneuver, other: maneuver): yes-no = bearing of one is bearing of other
