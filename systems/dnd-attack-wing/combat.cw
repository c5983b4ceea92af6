# Attacks, damage, defeat.

# How a creature can attack: with a weapon of its card, or with an upgrade.
offer attack-form (attacker: creature) asks "How does {attacker} attack?"

# One creature's turn in the Combat Phase.
# DAW-COM-001 DAW-COM-005
procedure engage (fighter: creature) tells "{fighter}" {
  # The charge token may be spent for a move of 1 ahead. DAW-CHG-001 DAW-CHG-002 DAW-CHG-006 DAW-CHG-007
  step spend-charge {
    if charge on fighter > 0 and can spend(fighter, charge-deed) and can make-move(fighter) {
      may by controller of fighter "Does {fighter} spend its charge token?" {
        take 1 charge from fighter
        start charged(fighter) until after end-phase
        # DAW-TRP-026
        run free-move(fighter, white-straight-1)
      }
    }
  }
  # The creature attacks, with lethal damage too: it is in play until the End Phase. DAW-SEQ-004 DAW-UPG-017 DAW-END-004
  step strike {
    if in-play(fighter) and can make-attack(fighter) and can own-attack(fighter) {
      offer attack-form(fighter) to controller of fighter
    }
  }
}

# A creature has charged: only melee, with one die more ahead.
effect charged (charger: creature) {
  # DAW-CHG-003
  forbid attack-with when attacker is charger and not is-melee(attacker, form)
  # DAW-CHG-004 DAW-CHG-005
  modify attack-dice + 1
    when attacker is charger and is-melee(attacker, form) and arc of form is forward
}

# An attack with a weapon of the creature card. DAW-COM-006 DAW-DEC-001 DAW-DEC-006 DAW-DEC-008
attack-form "Primary weapon"
  always
  choosing w
    from usable-weapons(attacker)
    by controller of attacker "{attacker} attacks with which weapon?"
{ run weapon-attack(attacker, w) }

# An attack with this weapon on a target of the attacker's choice: what most upgrades that are weapons do.
procedure weapon-attack (attacker: creature, form: weapon) {
  # The player names the target.
  step declare {
    choose d from targets-of(attacker, form) by target-picker(attacker) "Declare the target" {
      run attack(attacker, d, form, area: no)
    }
  }
}

# One attack more, which a card gives: "make one more attack". It uses up nothing: the creature's own attack of the round comes, or has come, all
# the same. `forms` are the weapons that the card allows: `own-weapons(you)` for a normal attack, `[bite]`, all of the creature's card if it names
# none; `prey` those whom it allows: `[attacker]`, `opponents-of(you) - [defender]`, all enemies if it names none. `more-dice` are dice more in
# this attack, or fewer (-1). The player picks where more than one weapon or target is possible. Everything else is asked as always: No Attack
# Tokens and what else forbids the creature to attack, melee and play level; a target beyond range wastes the attack. `struck` is who was attacked. In its windows `bonus` is
# yes: what follows a normal attack alone asks `not bonus`. If nobody can be attacked, nothing happens; so a card asks `any of bonus-targets(...)`
# before it costs anything. For one more attack of any form, upgrades and spells included, offer `attack-form(you)`, as Haste does. DAW-COM-005
procedure bonus-attack (
  attacker: creature,
  forms: set of weapon = weapons of attacker,
  prey: set of creature = opponents-of(attacker),
  more-dice: number = 0
) gives struck: creature
{
  # The player picks the weapon, then the target.
  step strike {
    if any of bonus-targets(attacker, forms, prey) {
      choose w
        from weapons-for(attacker, forms, prey)
        by controller of attacker "{attacker} attacks with which weapon?"
      {
        choose d
          from (members t of targets-of(attacker, w) where t is in prey)
          by target-picker(attacker) "Declare the target"
        {
          start attack-dice-bonus(attacker, more-dice) until after attack when attacker is striker
          set struck to run attack(attacker, d, w, area: no, bonus: yes)
        }
      }
    }
  }
}

# How many creatures a creature can attack in its turn, each once.
value prey-count-of (attacker: creature) = prey-count of attacker, at least 1
# Those whom a creature could attack next.
define next-prey (attacker: creature, struck: set of creature): set of creature =
  bonus-targets(attacker, weapons of attacker, opponents-of(attacker) - struck)
after attack "Attack another"
  when prey-count-of(attacker) > 1
    and not area
    and not bonus
    and any of next-prey(attacker, [defender])
  may by controller of attacker
{ run attack-others(attacker, defender, prey-count-of(attacker) - 1) }
# A creature attacks others after its first target, so many, each once.
procedure attack-others (attacker: creature, first-one: creature, most: number) {
  # Whom it has attacked.
  var struck: set of creature
  # One after the other, as long as its player likes.
  step each {
    set struck to [first-one]
    repeat most times {
      if none of next-prey(attacker, struck) { break }
      if count of struck > 1 {
        may by controller of attacker "Does {attacker} attack another?" { } else { break }
      }
      let next-one =
        run bonus-attack(attacker, weapons of attacker, opponents-of(attacker) - struck)
      set struck to struck + [next-one]
    }
  }
}

# One attack of a creature on another; `area` if it is part of an area attack, `bonus` if it is one more that a card gave by `bonus-attack`, `shape`
# whether it is part of a cone, a line, a burst or another area: "neither a cone nor a burst" is `shape is not cone-area and shape is not burst-area`. Of a troop in an area
# `soldiers` are those that it takes in. `first-target` is who is named, `defender` who is attacked, as soon as `take-target` has said so; it gives who that was. Nobody draws an area attack on itself.
# DAW-COM-001 DAW-ARE-015
procedure attack (
  attacker: creature,
  first-target: creature,
  form: weapon,
  area: yes-no = no,
  bonus: yes-no = no,
  shape: attack-shape = if area then other-area else one-target,
  soldiers: set of creature = []
) gives defender: creature
{
  # The attack dice.
  var attack-pool: pool
  # The defense dice.
  var defense-pool: pool
  # Hits that were not cancelled.
  var hits: number
  # Critical hits that were not cancelled.
  var criticals: number
  # Whether the defender is hit: a hit or critical hit was not cancelled. DAW-CMP-003
  var succeeds: yes-no
  # Whether the defender suffers damage in this attack; if a card says "if the attack damages the defender": `after attack when damaged`.
  var damaged: yes-no
  # Whether armor does not help; cards may set it.
  var penetrates: yes-no

  # Who is named is the target, unless a card draws the attack on another: `take-target`. The range inside the arc is told, but for area attacks.
  step take-aim
    tells if attack-source(attacker, form) is any upgrade
        then if area then "{attacker} attacks {defender} with {attack-source(attacker, form)}"
          else if ruler-range(gap-in-arc(attacker, defender, form)) > range-of(attacker, form)
            then "{attacker} attacks {defender} with {attack-source(attacker, form)}, but that is out of range"
          else "{attacker} attacks {defender} with {attack-source(attacker, form)} at range {ruler-range(gap-in-arc(attacker, defender, form))}"
      else if area then "{attacker} attacks {defender} with {form}"
      else if ruler-range(gap-in-arc(attacker, defender, form)) > range-of(attacker, form)
        then "{attacker} attacks {defender} with {form}, but that is out of range"
      else "{attacker} attacks {defender} with {form} at range {ruler-range(gap-in-arc(attacker, defender, form))}"
  {
    set defender to first-target
    if not area { set defender to run take-target(attacker, first-target, form) }
  }
  # The range is measured; beyond it the attack is wasted. DAW-DEC-002 DAW-DEC-003 DAW-DEC-010 DAW-RNG-006 DAW-RNG-008
  step declare-target {
    for each u in (all upgrade x on attacker where form is in attacks of x) { set in-use(u) to yes }
    set caught of defender to soldiers
    # Any soldier may be named. DAW-TRP-001 DAW-TRP-027
    if not area and is-troop(defender) {
      choose s
        from (members f of figures-of(defender) where is-on-foot(f))
        by controller of attacker "{attacker} aims at which soldier?"
      { set aimed of defender to s }
    }
    set penetrates to penetrating of form
    # A troop measures from its Point Soldier. DAW-TRP-025
    if not area and ruler-range(gap-in-arc(attacker, defender, form)) > range-of(attacker, form) {
      stop
    }
  }

  # The attacker rolls. DAW-DIC-001 DAW-DIC-003 DAW-DIC-005 DAW-LIM-002 DAW-LIM-003
  step roll-attack {
    if attack-dice(attacker, defender, form) = 0 { stop }
    set attack-pool to roll attack-dice(attacker, defender, form) attack-die
    set defense-pool to roll 0 defense-die
  }

  # Attack dice are changed: first by the defender's player, then by the attacker's. DAW-DIC-011 DAW-DIC-012
  step modify-attack
    priority controller of defender, controller of attacker
    asks "{attacker} attacks {defender} with {attack-pool}: change the attack dice?"
  { }

  # The defender rolls. DAW-DIC-004 DAW-DIC-016
  step roll-defense {
    set defense-pool to roll defense-dice(attacker, defender, form, area, shape) defense-die
  }

  # Defense dice are changed: first by the attacker's player, then by the defender's. DAW-DIC-011 DAW-DIC-013
  step modify-defense
    priority controller of attacker, controller of defender
    asks "{defender} defends with {defense-pool} against {attack-pool}: change the defense dice?"
  { }

  # Dodges cancel hits, then critical hits. DAW-CMP-001 DAW-CMP-002 DAW-CMP-003 DAW-CMP-004 DAW-CMP-005 DAW-DIC-021
  step compare-results {
    # DAW-DMG-009
    if none of (all damage-card d on damage-deck) and none of (all damage-card d on discard-pile) {
      turn all critical in attack-pool to hit
    }
    let dodges = faces(defense-pool, dodge)
    let stopped = cancel(attack-pool, hit, dodges)
    cancel(attack-pool, critical, dodges - stopped)
    set hits to faces(attack-pool, hit)
    set criticals to faces(attack-pool, critical)
    set succeeds to hits + criticals > 0
  }

  # Armor stops hits, once in an attack, and no critical hits. DAW-GEN-005 DAW-ARM-001 DAW-ARM-002 DAW-ARM-003 DAW-ARM-005
  # DAW-TRP-028 DAW-TRP-045
  step deflect-hits
    tells if hits + criticals = 0 and faces(attack-pool, hit) > 0
        then "the armor of {defender} stops all that is left"
      else if hits + criticals = 0 then "no damage comes through"
      else if faces(attack-pool, hit) = hits + 1 then "armor stops 1 hit"
      else if faces(attack-pool, hit) > hits
        then "armor stops {faces(attack-pool, hit) - hits} hits"
      else ""
  {
    if not penetrates and can use-armor(defender, attacker, form) {
      set hits to max(0, hits - armor-against(defender, attacker, form))
    }
  }

  # The defender is dealt what is left, or gets the effect of the upgrade in its place. DAW-DMG-001 DAW-UPG-004
  step deal-damage {
    let source = attack-source(attacker, form)
    if by-attack of source is effect-on-hit {
      if succeeds { run lay-effect-token(source, defender) }
    } else if hits + criticals > 0 and by-attack of source is effect-instead {
      if can be-hurt(defender) { run lay-effect-token(source, defender) }
    } else if hits + criticals > 0 {
      set damaged to can be-hurt(defender)
      run suffer(defender, hits, criticals)
    }
  }
}

# An upgrade whose own attack is carried out: what it says of this attack holds, though its price was to be disabled. Other uses ask `ready(here)`.
# reading: an attack that has begun is carried out as the card says. DAW-UPG-010 DAW-UPG-015
state in-use (source: upgrade): yes-no per attack

# Dice that nobody can change.
instead of attack.modify-attack when not can modify-attack-dice(attacker, defender, form) { }
instead of attack.modify-defense when not can modify-defense-dice(defender, attacker, form) { }
# A defender that rolls no defense dice at all passes over both steps.
instead of attack.roll-defense when not can roll-defense(defender, attacker, form) { }
instead of attack.modify-defense when not can roll-defense(defender, attacker, form) { }

# DAW-DIC-008 DAW-DIC-009 DAW-DIC-010 DAW-DIC-014 DAW-ARE-018
at attack.modify-attack "Spend the target token"
  when can-reroll(attacker, defender, attack-pool) and can spend(attacker, target-deed)
  once per attack may by controller of attacker cost { spend 1 target from attacker }
{ run reroll-any(rerollable(attack-pool), controller of attacker) }

# DAW-DIC-007 DAW-DIC-015
at attack.modify-attack "Spend the concentrate token"
  when can spend(attacker, concentrate-deed) and concentrate in attack-pool > 0
  once per attack may by controller of attacker cost { spend 1 concentrate from attacker }
{
  for each d in (dice in turnable(attack-pool) showing concentrate) {
    turn(d, concentrate-becomes(attacker, defender, form))
  }
}

# DAW-DIC-006 DAW-DIC-017
at attack.modify-defense "Spend the dodge token"
  when can spend(defender, dodge-deed)
  once per attack may by controller of defender cost { spend 1 dodge from defender }
{ add-face(defense-pool, dodge, 1) }

# DAW-DIC-018
at attack.modify-defense "Spend the concentrate token in defense"
  when can spend(defender, concentrate-deed) and concentrate in defense-pool > 0
  once per attack may by controller of defender cost { spend 1 concentrate from defender }
{
  for each d in (dice in turnable(defense-pool) showing concentrate) {
    turn(d, concentrate-dodges(attacker, defender, form))
  }
}

# Also if the defender rolls no defense dice. DAW-DIC-019 DAW-DIC-020 DAW-ENG-003
at attack.modify-defense or before attack.compare-results
  when from-upgrade of form and resists(defender, energy of form)
  once per attack
{ add-face(defense-pool, dodge, 1) }

# --- Damage

# Damage from one source: an attack, an effect, a card. `done` says whether all of it was suffered, so it can be a cost:
# `cost { run suffer(you, 1, 0) if can be-hurt(you) }`. "Draw 3 damage cards for a critical hit and choose one" is `run suffer(c, 0, 1, drawn: 3, picker: controller of
# you)`. In an attack on a troop it befalls the soldier aimed at, else the Point Soldier,
# which is our reading: the book tells of attacks alone. DAW-DMG-002 DAW-DMG-007
procedure suffer (
  victim: creature,
  normal: number,
  critical-points: number = 0,
  drawn: number = 1,
  picker: player = controller of victim
) gives done: yes-no
{
  var as-troop: yes-no
  # How much of it was suffered.
  var suffered: number
  # A troop suffers soldier by soldier. DAW-TRP-029
  step troop-damage {
    if is-troop(victim) {
      set as-troop to yes
      set done to yes
      run wound-soldiers(victim, normal + critical-points)
    }
  }
  # The hits.
  step normal-damage {
    if not as-troop {
      repeat normal times {
        let dealt = run deal-card(victim, upward: no)
        if dealt { add 1 to suffered }
      }
    }
  }
  # The critical hits.
  step critical-damage
    tells if as-troop or not in-play(victim) then ""
      else if suffered = 0 then "{victim} is not hurt"
      else if remaining-health(victim) <= 0
        then "{victim} takes {suffered} damage (no health left: it falls in the End phase)"
      else "{victim} takes {suffered} damage ({remaining-health(victim)} health left)"
  {
    if not as-troop {
      repeat critical-points times {
        let dealt = run deal-card(victim, upward: yes, drawn: drawn, picker: picker)
        if dealt { add 1 to suffered }
      }
      set done to suffered = normal + critical-points
    }
  }
}

# A creature or soldier is dealt a damage card, `upward` if face up, the one of so many from the top that a player picks; the others are discarded. `done` says whether it
# was. Cards say `run suffer(c, 1)` or `run suffer(c, 0, 1)`, by which soldiers fall. DAW-DMG-003
procedure deal-card (
  victim: creature,
  upward: yes-no = no,
  drawn: number = 1,
  picker: player = controller of victim
) gives done: yes-no
{
  # The card that is dealt.
  var wound: damage-card

  # An empty deck is made of the discard pile.
  step refill {
    if not can be-hurt(victim) { stop }
    run refill-damage()
  }

  # The top card goes to the creature, face down; there are no more cards than the box holds. DAW-DMG-009 DAW-LIM-001
  step draw tells "" {
    let top = first (drawn) of (all damage-card d on damage-deck)
    # Who picks sees them, and so does everybody.
    if count of top > 1 {
      for each d in top { flip(d, up: yes) }
    }
    choose d from top by picker "Which damage card is dealt?" { set wound to d }
    for each d in (top - [wound]) { run discard-wound(d) }
    if not upward and wound is not nobody { flip(wound, up: no) }
    set done to yes
    if wound is nobody {
      give 1 substitute-damage to victim
      stop
    }
    move-to(wound, victim)
  }

  # A card dealt face up is turned; its rules act after `deal-card`.
  step turn-up tells if upward then "{victim} is dealt {wound} face up" else "" {
    if upward { run turn-wound(wound, up: yes) }
  }
}

instead of deal-card.turn-up when upward and ignores-critical-effects of victim { }

# The effect of a critical hit is over; the card still counts as damage. `done` says whether there was one. DAW-AXN-028
procedure close-wound (wound: damage-card, bearer: creature) gives done: yes-no {
  # The card is turned.
  step turn-down tells if done then "{bearer} is rid of {wound}" else "" {
    set done to face-up(wound)
    run turn-wound(wound, up: no)
  }
}

# One damage card is taken away from a creature or from a soldier of a troop: one that lies face down, or a face-up one if there is no other. Where
# it matters which soldier or which face-up card, the player picks. "Any damage card" is `choose d from wounds-of(c)` and `run heal`.
procedure heal-one (patient: creature, chooser: player) {
  # The player picks one.
  step pick {
    if any of closed-wounds-of(patient) {
      choose f
        from (members s of figures-of(patient) where any of own-closed-wounds(s))
        by chooser "Which soldier is healed?"
      { run heal(first of own-closed-wounds(f), f) }
    } else {
      choose d from wounds-of(patient) by chooser "Which damage card of {patient} is healed?" {
        run heal(d, as-creature(holder of d))
      }
    }
  }
}

# The damage cards that lie face down on one creature or soldier.
define own-closed-wounds (who: creature): set of damage-card =
  members d of closed-wounds-of(leader-of(who)) where holder of d is who

# A damage card is taken away.
procedure heal (wound: damage-card, bearer: creature, quietly: yes-no = no) gives done: yes-no {
  # Whether it lay there face up.
  var open: yes-no
  # The card is discarded.
  step discard
    tells if quietly or not done then ""
      else if open then "{bearer} is healed of {wound} ({remaining-health(bearer)} health left)"
      else "{bearer} is healed of 1 damage ({remaining-health(bearer)} health left)"
  {
    set open to wound is not nobody and face-up(wound)
    set done to run discard-wound(wound, quietly: yes)
  }
}

# A creature has a Critical Hit Token for each of its damage cards that lies face up. The tokens follow the cards, whatever turns or
# moves them, and so do duration tokens on them: no card has to give or take one. DAW-DMG-006
after damage-card d turns when holder of d is any creature {
  if face-up(d) {
    give 1 critical-hit to as-creature(holder of d)
  } else {
    take 1 critical-hit from as-creature(holder of d)
    take all duration from d
  }
}
after holder of damage-card d changes when face-up(d) {
  take 1 critical-hit from as-creature(was)
  give 1 critical-hit to as-creature(now)
  if now is discard-pile { take all duration from d }
}

# An armor token shatters, and no longer stops hits. As a cost: `cost { run shatter(you) if full-armor on you > 0 }`. DAW-ARM-004
# DAW-GEN-004
procedure shatter (bearer: creature) gives done: yes-no {
  # One token is turned.
  step break-one {
    if full-armor on bearer > 0 {
      take 1 full-armor from bearer
      give 1 shattered-armor to bearer
      set done to yes
    }
  }
}

# A shattered armor token is whole again; `done` says whether one is. DAW-ARM-004 DAW-SET-022
procedure repair (bearer: creature) gives done: yes-no {
  # One token is turned.
  step mend-one {
    if shattered-armor on bearer > 0 {
      take 1 shattered-armor from bearer
      give 1 full-armor to bearer
      set done to yes
    }
  }
}

# A creature is defeated or has fled. DAW-END-003 DAW-END-005
procedure defeat (loser: creature) {
  # A troop goes as a whole.
  step dismiss-soldiers tells "" {
    for each s in soldiers-of(loser) {
      run shed-wounds(s)
      remove(s)
    }
  }
  # Its damage cards go.
  step discard-damage tells "{loser} is defeated" {
    for each d in (all damage-card d on loser) { run heal(d, loser, quietly: yes) }
  }
  # It leaves the table.
  step leave tells "" { remove(loser) }
  # Without a tie of level nobody has initiative. DAW-INI-002 DAW-END-012
  step settle-initiative {
    if none of (all player p where tied(p)) {
      for each p in (all player p where initiative on p > 0) { take all initiative from p }
    }
  }
}
