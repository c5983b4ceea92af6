# Attacks, damage, destruction.

# One attack of a ship on another. Of a huge ship `defender` is the section that is attacked, and `attacker` the section that fires; `you` is the section
# with the card; `arm` is the upgrade that is the weapon, nobody for the primary weapon. A huge ship is one ship: so a card that huge ships can carry says `same-ship(defender, you)`, not `defender is you`. XW-CMB-003
procedure attack (
  attacker: ship,
  defender: ship,
  form: weapon,
  arm: upgrade = arm-of(attacker, form)
)
  tells if arm is any upgrade
      then "{attacker} attacks {defender} with {arm} at range {measured-range(attacker, form, defender)}"
    else "{attacker} attacks {defender} at range {measured-range(attacker, form, defender)}"
{
  # The attack dice.
  var attack-pool: pool
  # The defense dice.
  var defense-pool: pool
  # Whose dice are changed now: the attacker's at `modify-attack`, the defender's at `modify-defense`. So a card that says "when attacking or defending" is
  # one rule, with both windows.
  var changer: ship
  # The other ship of the attack then.
  var rival: ship
  # The dice that are changed now: attack dice or defense dice.
  var changed: pool
  # The good result of these dice: a hit or an evade.
  var good-face: face
  # Attack dice that cards add to this attack; they set it at `add-dice`.
  var extra-dice: number
  # Defense dice that cards add to this attack, or take from it; they set it at any time before `roll-defense`.
  var extra-defense: number
  # How many attack dice were rolled.
  var rolled-attack: number
  # How many defense dice were rolled, whatever became of them.
  var rolled-defense: number
  # Whether the attack rolls no dice at all; cards set it.
  var no-dice: yes-no
  # What C-3PO guessed, plus 1.
  var guess: number
  # Hits that were not cancelled.
  var hits: number
  # Critical hits that were not cancelled.
  var criticals: number
  # Hits that the defender cancelled.
  var stopped-hits: number
  # Critical hits that the defender cancelled.
  var stopped-criticals: number
  # Whether the attack hits.
  var succeeds: yes-no
  # Whether hits cannot be cancelled; cards set it.
  var immune-hits: yes-no
  # How many hits cannot be cancelled by defense dice; cards set it.
  var sure-hits: number
  # How many critical hits cannot be cancelled by defense dice; cards set it.
  var sure-criticals: number
  # Whether critical hits are cancelled before hits; cards set it.
  var criticals-first: yes-no

  # The target is named.
  step declare-target { add 1 to shots of attacker }

  # Cards that add dice to this attack act here. XW-TIM-012
  step add-dice { }
  # The attacker rolls. XW-CMB-010
  step roll-attack {
    # A pool without dice is a pool: results can still be added to it.
    set rolled-attack to attack-roll(attacker, form, defender, extra-dice, no-dice)
    set attack-pool to roll rolled-attack attack-die
    set changer to attacker
    set rival to defender
    set changed to attack-pool
    set good-face to hit
  }
  # The defender's player changes attack dice: cards that say "when defending" and speak of attack dice.
  step foil-attack
    priority controller of defender, controller of attacker
    asks "{attacker} attacks {defender} with {attack-pool}: change the attack dice?"
  { }
  # The attacker's player changes attack dice, and whoever helps the attacker.
  step modify-attack
    priority controller of defender, controller of attacker
    asks "{attacker} attacks {defender} with {attack-pool}: change the attack dice?"
  { }

  # The defender rolls. XW-CMB-010
  step roll-defense {
    set rolled-defense to defense-roll(attacker, form, defender, extra-defense)
    set defense-pool to roll rolled-defense defense-die
    set changer to defender
    set rival to attacker
    set changed to defense-pool
    set good-face to evade-face
  }
  # The attacker's player changes defense dice: cards that say "when attacking" and speak of defense dice.
  step foil-defense
    priority controller of attacker, controller of defender
    asks "{defender} defends with {defense-pool} against {attack-pool}: change the defense dice?"
  { }
  # The defender's player changes defense dice, and whoever helps the defender.
  step modify-defense
    priority controller of attacker, controller of defender
    asks "{defender} defends with {defense-pool} against {attack-pool}: change the defense dice?"
  { }

  # Evades cancel hits, then critical hits.
  step compare-results {
    let evades = faces(defense-pool, evade-face)
    let weak-hits = max(0, faces(attack-pool, hit) - sure-hits)
    let weak-criticals = max(0, faces(attack-pool, critical) - sure-criticals)
    if criticals-first or immune-hits {
      set stopped-criticals to cancel(attack-pool, critical, min(weak-criticals, evades))
    }
    if not immune-hits {
      set stopped-hits to cancel(attack-pool, hit, min(weak-hits, evades - stopped-criticals))
    }
    if not criticals-first and not immune-hits {
      set stopped-criticals to
        cancel(attack-pool, critical, min(weak-criticals, evades - stopped-hits))
    }
    set hits to faces(attack-pool, hit)
    set criticals to faces(attack-pool, critical)
    if hits + criticals > 0 { set succeeds to yes }
  }
  # What happens when an attack hits. A card that makes it hit sets `succeeds` before.
  step land
    tells if not succeeds then "the attack misses"
      else if hits + criticals = 0 then "the attack hits"
      else if hits = 0 then "the attack hits: {criticals} critical damage"
      else if criticals = 0 then "the attack hits: {hits} damage"
      else "the attack hits: {hits} damage and {criticals} critical damage"
  {
    if succeeds { set ever-hit of attacker to yes }
  }
  # The defender suffers what is left.
  step deal-damage { run suffer(defender, hits, criticals, attacker) }
}

# Whether the attacker can change its attack dice at all; for "you cannot modify your attack dice". What the defender does at `foil-attack` stays possible.
permission modify-attack-dice (attacker: ship, defender: ship, form: weapon)
instead of attack.modify-attack when not can modify-attack-dice(attacker, defender, form) { }
# Whether the defender can change its defense dice at all.
permission modify-defense-dice (defender: ship, attacker: ship, form: weapon)
instead of attack.modify-defense when not can modify-defense-dice(defender, attacker, form) { }
# Whether the defender can change the attacker's dice. "Enemies cannot modify any dice in attacks on you" forbids this one and `modify-attack-dice`.
permission foil-attack-dice (attacker: ship, defender: ship, form: weapon)
instead of attack.foil-attack when not can foil-attack-dice(attacker, defender, form) { }
# Whether the attacker can change the defender's dice.
permission foil-defense-dice (defender: ship, attacker: ship, form: weapon)
instead of attack.foil-defense when not can foil-defense-dice(defender, attacker, form) { }

# Dice are turned to a face that is known only then: `run turn-each(dice in turnable(changed) showing focus-eye, good-face)`; exactly one of them is
# `first 1 of (dice in turnable(changed) showing focus-eye)`.
procedure turn-each (among: set of die, shown: face) {
  # One after the other.
  step turn {
    for each d in among { turn(d, shown) }
  }
}

# Everything that some dice show is cancelled: `run cancel-results(attack-pool)`. "Cancel all dice results" of a weapon that hits is `set hits to 0` and
# `set criticals to 0` at `attack.land`.
procedure cancel-results (rolled: pool) {
  # Face by face.
  step cancel {
    for each f in [hit, critical, evade-face, focus-eye, blank] {
      let gone = cancel(rolled, f, faces(rolled, f))
    }
  }
}

# XW-CMB-009 XW-TIM-004
at attack.modify-attack "Spend the target lock"
  when can reroll-in(attacker, defender) and pays-lock-in(attacker, defender)
  once per attack may by controller of attacker
{
  run spend-lock(attacker, defender)
  run reroll-any(rerollable(attack-pool), controller of attacker)
}

# XW-TIM-004
at attack.modify-attack "Spend a focus token"
  when pays-focus-in(attacker, defender)
  once per attack may by controller of attacker
{
  run spend-focus(attacker)
  turn all focus-eye in attack-pool to hit
}

# XW-TIM-005
at attack.modify-defense "Spend a focus token in defense"
  when pays-focus-against(defender, attacker)
  once per attack may by controller of defender
{
  run spend-focus(defender)
  turn all focus-eye in defense-pool to evade-face
}

# XW-TIM-006 XW-TIM-007 XW-TIM-008
at attack.modify-defense "Spend an evade token"
  when evade on defender > 0
    and can spend-evade-in(defender, form)
    and can spend-on-dice(defender, evade-deed, attacking: no)
  once per attack may by controller of defender
{
  run spend-evade(defender)
  add-face(defense-pool, evade-face, 1)
}

# --- Damage

# Damage from one source: shields first, then cards. `done` says whether all of it was suffered, so it can be a cost:
# `cost { run suffer(you, 1, 0, you) if can be-hurt(you, you) }`. XW-DMG-001 XW-DMG-006
procedure suffer (
  victim: ship,
  normal: number,
  critical-points: number = 0,
  source: ship = nobody
) gives done: yes-no
{
  # How much of it was suffered.
  var suffered: number
  # How much damage the hull had before.
  var old-damage: number
  # The hits.
  step normal-damage {
    set old-damage to damage-on(victim)
    repeat normal times {
      let hurt = run take-point(victim, severe: no, source)
      if hurt { add 1 to suffered }
    }
  }
  # The critical hits.
  step critical-damage
    tells if not in-play(victim) or doomed(victim) then ""
      else if suffered = 0 and normal + critical-points > 0 then "{victim} is not hurt"
      else if damage-on(victim) > old-damage
        then "{victim} suffers {damage-on(victim) - old-damage} damage to its hull ({hull-of(card-of(victim)) - damage-on(victim)} left)"
      else ""
  {
    repeat critical-points times {
      let hurt = run take-point(victim, severe: yes, source)
      if hurt { add 1 to suffered }
    }
    set done to suffered = normal + critical-points
  }
  # A ship with as much damage as hull is destroyed.
  step settle {
    if in-play(victim) and doomed(victim) { run destroy(victim, source) }
  }
}

# Whether a shield takes the next damage.
define shielded (victim: ship, source: ship): yes-no =
  shield on card-of(victim) > 0 and can use-shields(victim, source)

# Whether damage cards that a ship is dealt for ordinary damage are dealt face up, too.
value deals-face-up (victim: ship, source: ship): yes-no = no

# One damage that is no attack's: a shield, or a damage card face down.
procedure suffer-hit (victim: ship, source: ship = nobody) gives done: yes-no {
  # As any damage.
  step take { set done to run suffer(victim, 1, 0, source) }
}

# Each other ship at range 1 of a section suffers 1 damage: "each other ship at range 1 of the defender". Of a huge ship one section, and not the other one of its own.
# XW-UPG-068 XW-HUG-055 XW-HUG-099
procedure splash (middle: ship) {
  # One ship after the other.
  step spread {
    for each s in near(middle, 1) - halves-of(middle) {
      let half = run pick-section(s, members h of halves-of(s) where band(distance(middle, h)) <= 1)
      if half is any ship { run suffer-hit(half) }
    }
  }
}

# A ship at most so far from a ship, a bomb or an obstacle suffers 1 damage; of a huge ship one section that is so near, which its opponent picks. Where the ship in the
# middle is gone by now, since it has paid with its own damage, any section may be picked. XW-HUG-055 XW-HUG-056
procedure splash-on (
  bystander: ship,
  middle: thing,
  most: number = 1,
  source: ship = nobody
) gives done: yes-no
{
  # The shield or the card.
  step hurt {
    let half =
      run pick-section(
        bystander,
        among: members h of halves-of(bystander)
          where not in-play(middle) or band(reach-to(middle, h)) <= most
      )
    if half is any ship { set done to run suffer-hit(half, source) }
  }
}

# One point of damage: a shield, or a damage card; `severe` is a critical one. `done` says whether it was suffered.
procedure take-point (victim: ship, severe: yes-no, source: ship) gives done: yes-no {
  # The shield or the card.
  step take {
    if not in-play(victim) or not can be-hurt(victim, source) { stop }
    if shielded(victim, source) {
      take 1 shield from card-of(victim)
      set done to yes
    } else {
      set done to run deal-card(victim, severe or deals-face-up(victim, source), source)
    }
  }
}

# A ship is dealt a damage card, `upward` if face up; shields do not help. `done` says whether it has the card. XW-DMG-002
# XW-DMG-003
procedure deal-card (victim: ship, upward: yes-no = no, source: ship = nobody) gives done: yes-no {
  # The card that is dealt; cards may set another.
  var wound: damage-card
  # Whether it is discarded instead, without its text; cards set it at `inspect`.
  var dodged: yes-no
  # An empty deck is made of the discard pile.
  step refill {
    if not in-play(victim) or not can be-hurt(victim, source) { stop }
    if is-huge(victim) { run refill-huge(wound-deck(victim)) } else { run refill-damage() }
  }
  # The top card is drawn.
  step draw {
    set wound to first of (all damage-card d on wound-deck(victim))
    if wound is nobody { stop }
  }
  # Cards that pick another, or throw it away.
  step inspect priority controller of source { }
  # The card goes to the ship, face down.
  step lay tells "" {
    if dodged or wound is nobody {
      run discard-wound(wound)
      stop
    }
    move-to(wound, card-of(victim))
    set fresh(wound) to yes
    set done to yes
  }
  # A card dealt face up is turned.
  step turn-up {
    if upward { run turn-up(wound, card-of(victim), dealt: yes) }
  }
}

# A ship is dealt a damage card by a card or a bomb, past its shields, and is destroyed if that is too much: `run inflict(defender, upward: yes, source:
# you)`. XW-DMG-002
procedure inflict (victim: ship, upward: yes-no = no, source: ship = nobody) gives done: yes-no {
  # The card.
  step deal { set done to run deal-card(victim, upward, source) }
  # A ship with as much damage as hull is destroyed.
  step settle {
    if in-play(victim) and doomed(victim) { run destroy(victim, source) }
  }
}

# A ship rolls attack dice and suffers 1 damage for each hit, and 1 critical damage for each critical hit: `run roll-damage(you, 2)`. `rock` is the
# obstacle that it has hit, if any: "when rolling for obstacle damage" is `after roll-damage.roll when victim is you and rock is any asteroid`.
procedure roll-damage (
  victim: ship,
  number-of-dice: number,
  source: ship = nobody,
  rock: asteroid = nobody
)
{
  # The dice that were rolled.
  var harm-pool: pool
  # The dice; cards that roll them again act at `show-dice.modify`, others after this.
  step roll {
    set harm-pool to roll number-of-dice attack-die
    run show-attack(victim, harm-pool, rock)
  }
  # The damage.
  step hurt
    tells if faces(harm-pool, hit) + faces(harm-pool, critical) = 0 then "{victim} is not hurt"
      else ""
  { run suffer(victim, faces(harm-pool, hit), faces(harm-pool, critical), source) }
}

# The damage cards that a ship was dealt in this attack, but for those of attacks in its midst. XW-PIL-042
define new-wounds (who: ship): set of damage-card = all damage-card d on card-of(who) where fresh(d)

# Whether a damage card was dealt in this attack.
state fresh (wound: damage-card): yes-no per attack

# A damage card turns face up, dealt so or turned later; its text follows.
procedure turn-up (wound: damage-card, victim: ship, dealt: yes-no = no) gives done: yes-no {
  # Whether the card stays face down; cards set it.
  var ignored: yes-no
  # Cards that ignore the text act here.
  step look { }
  # The card is turned.
  step flip tells if done then "{victim} suffers {wound}" else "" {
    if not ignored {
      run turn-wound(wound, up: yes)
      set done to yes
    }
  }
  # What the damage card does at once; its own rules act here.
  step resolve { }
  # A card turned later may count for more than it did, and destroy the ship; after damage that is dealt, the ship is looked at when all of it lies.
  step settle {
    if not dealt and in-play(victim) and doomed(victim) { run destroy(victim) }
  }
}

# A damage card goes face down; it still counts as damage.
procedure turn-down (wound: damage-card) {
  # The card is turned.
  step flip tells "the effect of {wound} is over" { run turn-wound(wound, up: no) }
}

# A roll that decides whether a face-up card goes face down.
procedure try-repair (wound: damage-card, critical-counts: yes-no) {
  # One attack die: a hit turns the card down, and a critical hit if `critical-counts`.
  step test {
    let test = roll 1 attack-die
    run show-attack(as-ship(holder of wound), test, wound)
    if hit in test > 0 or (critical-counts and critical in test > 0) { run turn-down(wound) }
  }
}

# One of a ship's face-down cards at random turns up.
procedure turn-up-random (victim: ship) {
  var picked: number
  var seen: number
  # One card at random is turned up.
  step turn {
    let hidden = all damage-card d on victim where not face-up(d)
    if any of hidden {
      set picked to random(count of hidden)
      for each d in hidden {
        add 1 to seen
        if seen = picked { run turn-up(d, victim, dealt: no) }
      }
    }
  }
}

# --- Destruction

# A ship is to be destroyed. It may be kept: what cares for ships that are gone lives at `after ship s leaves play`.
procedure destroy (loser: ship, source: ship = nobody) {
  # Whether it stays for now; cards set it.
  var kept: yes-no
  # What keeps the ship acts here: it still has to attack, or a card says so. XW-DMG-005 XW-HUG-065 XW-HUG-066
  # XW-PIL-022 XW-UPG-021
  step reprieve {
    if not can be-destroyed(loser, source) { set kept to yes }
    if awaiting of loser and (loser is striker or strikes-as-equal(loser)) { set kept to yes }
  }
  # The ship goes.
  step remove {
    if not kept {
      if is-huge(loser) { run cripple(loser) } else { run bury(loser) }
    }
  }
}

# Whether a ship of the same pilot skill is attacking, whoever does the damage.
define strikes-as-equal (loser: ship): yes-no =
  striker is any ship and pilot-skill(striker) = pilot-skill(loser)

# Whether a ship is destroyed, though the rule of simultaneous attacks may keep it for now: "an attack that destroys the defender" is `after attack when
# attacker is you and destroyed(defender)`. XW-DMG-005
define destroyed (who: ship): yes-no = not in-play(who) or doomed(who)

# It leaves the table, destroyed, or `fled` over the edge. Before it is gone: `at bury.leave`. XW-PIL-027
procedure bury (loser: ship, fled: yes-no = no) {
  # Its locks and damage cards go.
  step clear tells if fled then "" else "{loser} is destroyed" {
    for each l in locks-of(loser) { run drop-lock(l) }
    for each h in halves-of(loser) {
      for each l in (all lock l on h) { run drop-lock(l) }
      for each d in (all damage-card d on h) { run discard-wound(d, quietly: yes) }
    }
  }
  # The ship leaves the table, both sections of a huge ship. XW-HUG-063
  step leave tells "" {
    for each h in halves-of(loser) { remove(h) }
  }
  # If one player is left, that player wins.
  step settle {
    let alive = all player p where any of fleet(p)
    if count of alive = 1 { run declare-winner(first of alive) }
  }
}

# A ship cannot attack, with either section of a huge ship.
effect no-more-attacks (tired: ship) { forbid make-attack when same-ship(attacker, tired) }

# A ship cannot attack again in the phase that is going on: `start cease-fire(you) until after round`. The phase ends it.
effect cease-fire (tired: ship) { forbid make-attack when same-ship(attacker, tired) }
before round.combat or before round.finish always { end cease-fire(any) }

# No attacks in the whole of the next round.
effect resting (sleeper: ship) {
  at round.begin always { start no-more-attacks(sleeper) until after end-phase }
}

# A ship gets a shield back; `done` says whether it did.
procedure regain-shield (who: ship) gives done: yes-no {
  # One shield, never more than it has when whole.
  step regain {
    if shield on who < shields-of(who) and can regain-shields(who) {
      give 1 shield to who
      set done to yes
    }
  }
}
