# Attacks.

# One ship's turn in the Combat Phase. STAW-SEQ-022
procedure engage (fighter: ship) tells "{fighter}" {
  # The ship is the active one.
  step begin {
    set fighting-ship to fighter
    run interval()
  }
  # The ship may attack once. STAW-SEQ-021 STAW-SEQ-023 STAW-DMG-016
  step strike {
    if has-attack(fighter) { run strike(fighter) }
  }
  # A ship that has waited for its own attack is removed now. STAW-DMG-017
  step stand-down {
    if in-play(fighter) and doomed of fighter { run bury(fighter) }
  }
}

# An attack with a weapon of the attacker's choice. STAW-COM-045 STAW-INF-006
procedure strike (
  fighter: ship,
  forms: set of weapon = all weapon,
  prey: set of ship = enemies-of(fighter),
  bonus: yes-no = no
)
{
  # The player picks a weapon, then a target. A weapon that was disabled to fire is blank afterwards.
  step choose {
    if any of gun-targets(fighter, forms, prey) or any of arms-for(fighter, forms, prey) {
      choose one by controller of fighter "{fighter} attacks with which weapon?" {
        "Hold fire" when not bonus { }
        "Primary Weapon" when any of gun-targets(fighter, forms, prey) {
          choose d
            from gun-targets(fighter, forms, prey)
            by target-picker(fighter) "Declare the target"
          {
            choose f
              from guns-at(fighter, forms, d)
              by controller of fighter "{fighter} attacks with which gun?"
            { run attack(fighter, d, f, arm: nobody, bonus) }
          }
        }
        "Secondary Weapon" when any of arms-for(fighter, forms, prey) {
          choose u
            from arms-for(fighter, forms, prey)
            by controller of fighter "{fighter} attacks with which weapon?"
          {
            choose d
              from arm-targets(fighter, u, forms, prey)
              by target-picker(fighter) "Declare the target"
            {
              let used-up = discards-by-firing(fighter, weapon of u)
              run attack(fighter, d, weapon of u, u, bonus)
              set firing of u to no
              if used-up and in-play(u) { run discard-upgrade(u) }
            }
          }
        }
      }
    }
  }
}

# One attack of a ship on another; `arm` is the upgrade that is fired. It is the ship's own attack of the round, or with `bonus` one more: a card
# that gives one runs `bonus-attack`. `first-target` is who is named, `defender` who is attacked, as soon as `take-target` has said so; it gives who that was.
# `further` is an attack of a split one after the first: it costs nothing more. STAW-SEQ-018 STAW-TIM-018
procedure attack (
  attacker: ship,
  first-target: ship,
  form: weapon,
  arm: upgrade = nobody,
  bonus: yes-no = no,
  further: yes-no = no
) gives defender: ship
{
  # The attack dice.
  var attack-pool: pool
  # The defense dice.
  var defense-pool: pool
  # Hits that were not cancelled.
  var hits: number
  # Critical hits that were not cancelled.
  var criticals: number
  # Whether the defender is hit.
  var succeeds: yes-no
  # How much its Hull has really suffered, behind the shields: "if a damage card was dealt" is `after attack when hull-damage > 0`.
  var hull-damage: number
  # How much Shields and Hull of the defender have really suffered: "for each damage that it suffers from this attack", "if you deal no damage" is `damage-dealt = 0`,
  # a miss and an attack that was cancelled too.
  var damage-dealt: number
  # Whether the defender answers the hit now.
  var answers-hit: yes-no
  # Whose dice are handled now: the attacker until his dice are modified, then the defender. "When attacking or defending" is one rule
  # `at attack.modify-attack or at attack.modify-defense when roller is you`, the same for `count-attack-dice` and `count-defense-dice`.
  var roller: ship
  # Whether the target is declared and the attack has begun: before, a card may still make it another one.
  var begun: yes-no

  # Who is named is the target, unless a card draws the attack on another: `take-target`. Nothing is paid yet.
  step take-aim { set defender to run take-target(attacker, first-target, form) }
  # The target is declared. A Cloak turns red, a lock that the weapon costs is spent, Time Tokens are laid, or the upgrade
  # is disabled. STAW-COM-001
  # STAW-COM-046 STAW-CLK-007 STAW-TLK-012 STAW-TTK-002 STAW-TIM-019 STAW-SEQ-020
  step declare-target
    tells if not begun then ""
      else if arm is any upgrade
        then "{attacker} attacks {defender} with {arm} at range {attack-range(attacker, form, defender)}"
      else "{attacker} attacks {defender} at range {attack-range(attacker, form, defender)}"
  {
    set begun to yes
    set roller to attacker
    set under-fire to yes
    # STAW-SEQ-020
    if not bonus { set attacked of attacker to yes }
    add attacker to assailants of defender
    if is-cloaked(attacker) and can turn-cloak-red(attacker, form) {
      set red-cloak of attacker to yes
    }
    if not further and spends-lock-to-fire(attacker, form) and defender is in locks of attacker {
      run break-lock(attacker, defender)
    }
    if not further and firing-time(attacker, form) > 0 and arm is any upgrade {
      give (firing-time(attacker, form)) time to arm
    }
    if discards-by-firing(attacker, form) and arm is any upgrade { set firing of arm to yes }
    if disables-by-firing(attacker, form) and arm is any upgrade {
      set firing of arm to yes
      give 1 disabled to arm
    }
  }

  # Cards that give or take attack dice: what is used here is no action. STAW-COM-019 STAW-ACT-008
  step count-attack-dice priority controller of defender, controller of attacker { run interval() }
  # The attacker rolls. STAW-COM-014 STAW-LIM-006 STAW-LIM-007
  step roll-attack { set attack-pool to roll (attack-dice(attacker, form, defender)) attack-die }
  # Attack dice are changed: first by the defender's player, then by the attacker's. Everything that rolls dice again, turns faces, adds results
  # or says what a result counts as belongs here: "each critical result counts as a hit" is `turn all critical in attack-pool to hit`. STAW-TIM-020 STAW-TIM-022
  # STAW-SEQ-019 STAW-COM-031 STAW-COM-032 STAW-COM-033
  step modify-attack
    priority controller of defender, controller of attacker
    asks "{attacker} attacks {defender} with {attack-pool}: change the attack dice?"
  { set roller to defender }

  # Cards that give or take defense dice. STAW-COM-023
  step count-defense-dice priority controller of attacker, controller of defender { run interval() }
  # The defender rolls, when all is done with the attack dice. STAW-SEQ-019 STAW-COM-020
  step roll-defense {
    set defense-pool to roll (defense-dice(attacker, form, defender)) defense-die
  }
  # Defense dice are changed, in all these ways: first by the attacker's player, then by the defender's. STAW-TIM-021 STAW-TIM-022
  step modify-defense
    priority controller of attacker, controller of defender
    asks "{defender} defends with {defense-pool} against {attack-pool}: change the defense dice?"
  { }

  # Cards that cancel dice, of either pool: `cancel(attack-pool, hit, 1)`. The faces are what they are now: what turns a face or counts one as
  # another has come before, at `modify-attack` and `modify-defense`, so that a card which cancels hits finds them. What is left is compared
  # right after this; later nobody changes dice. STAW-TIM-023
  step cancel-dice { }
  # Evades cancel hits, then critical hits. STAW-COM-043 STAW-COM-035 STAW-COM-036 STAW-COM-037 STAW-COM-038 STAW-COM-039
  # STAW-COM-040
  step compare-results tells if begun and not succeeds then "the attack misses" else "" {
    # STAW-LIM-009
    if none of (all damage-card d on damage-deck) and none of (all damage-card d on discard-pile) {
      turn all critical in attack-pool to hit
    }
    let stoppable = max(0, hit-count(attack-pool) - sure-hits(attacker, form, defender))
    let evades = min(faces(defense-pool, evade-face), stoppable)
    let stopped = cancel(attack-pool, hit, evades)
    cancel(attack-pool, critical, evades - stopped)
    set hits to faces(attack-pool, hit)
    set criticals to faces(attack-pool, critical)
    if hits + criticals > 0 {
      set succeeds to yes
      set answers-hit to yes
      add 1 to answering of defender
    }
  }
  # The defender is hit: this window comes only if it is, out of all order of initiative. Cards may change `hits` and `criticals` here: "add 1 hit",
  # "instead of damage". STAW-SEQ-045 STAW-TIM-003
  step struck
    tells if not begun then ""
      else if hits + criticals = 0 then "the attack misses"
      else if hits = 0 then "the attack hits: {criticals} critical damage"
      else if criticals = 0 then "the attack hits: {hits} damage"
      else "the attack hits: {hits} damage and {criticals} critical damage"
  { }
  # The defender suffers what is left. STAW-COM-041
  step deal-damage {
    run suffer(defender, hits, criticals, attacker, by-attack: yes)
    set hull-damage to wounds of defender
    set damage-dealt to toll of defender
  }
  # All is done, and what lasts `until after attack` is still there: "after this attack", in a rule of an earlier step, is
  # `until after attack { at attack.aftermath always { ... } }`, also if its card is gone by then.
  step aftermath { }
}
# Each of these steps is one where effects are used, so what can be used at any time comes as it opens. STAW-TIM-011
before attack.modify-attack or before attack.modify-defense or before attack.deal-damage always {
  run interval()
}
# The answer to the hit is over, also if a card has cancelled the attack by `end attack`.
before attack.deal-damage or after attack when answers-hit {
  set answers-hit to no
  add -1 to answering of defender
}
# Who is destroyed in the middle of it neither attacks nor is attacked any more; hits that have struck are suffered. STAW-DMG-013
before attack.count-attack-dice or before attack.roll-attack or before attack.modify-attack or before attack.count-defense-dice or before attack.roll-defense or before attack.modify-defense or before attack.cancel-dice or before attack.compare-results
  when begun and not (in-play(attacker) and in-play(defender))
{ end attack }
# Dice that nobody can change; the defender's come next.
instead of attack.modify-attack when not can modify-attack-dice(attacker, defender, form, arm) {
  set roller to defender
}
# Defense dice that nobody can change.
instead of attack.modify-defense when not can modify-defense-dice(attacker, defender, form, arm) { }
# Who is missed is not struck. STAW-COM-038
instead of attack.struck when not succeeds { }

# A lock that is held counts against a Cloaked ship, too. STAW-TLK-009 STAW-COM-024 STAW-COM-025 STAW-COM-032 STAW-COM-033 STAW-COM-034
at attack.modify-attack "Spend the Target Lock"
  when defender is in locks of attacker
    and can reroll-in(attacker, defender)
    and can spend-lock-in(attacker, defender)
  once per attack may by controller of attacker
{ run reroll-by-lock(attacker, defender, attack-pool) }
# A Target Lock is spent to roll attack dice again. "After you spend your Target Lock to re-roll" is `after reroll-by-lock when gunner is you`, where the dice are
# `rolled`; "you keep it" stands in `instead of reroll-by-lock.spend`.
procedure reroll-by-lock (gunner: ship, goal: ship, rolled: pool) {
  # The lock goes.
  step spend { run break-lock(gunner, goal) }
  # The dice.
  step roll { run reroll-any(rerollable(rolled), controller of gunner) }
}

# STAW-COM-026 STAW-COM-028 STAW-COM-031
at attack.modify-attack "Spend a Battle Stations Token"
  when can spend-battle-in(attacker, defender)
  once per attack may by controller of attacker
  cost { run spend-token(attacker, battle-deed) if battle-stations on attacker > 0 }
{ turn all battle in attack-pool to hit }

# STAW-COM-027 STAW-COM-028
at attack.modify-defense "Spend a Battle Stations Token in defense"
  when can spend-battle-in(defender, attacker)
  once per attack may by controller of defender
  cost { run spend-token(defender, battle-deed) if battle-stations on defender > 0 }
{ turn all battle in defense-pool to evade-face }

# Each token adds one result. STAW-COM-029 STAW-COM-030
at attack.modify-defense "Spend an Evade Token"
  when can spend-evade-in(defender, attacker)
  once per attack may by controller of defender
  cost { run spend-token(defender, evade-deed) if evade on defender > 0 }
{
  add-turnable(defense-pool, evade-face, 1)
  repeat evade on defender times {
    if evade on defender > 0 {
      may by controller of defender "Does {defender} spend another Evade Token?" {
        run spend-token(defender, evade-deed)
        add-turnable(defense-pool, evade-face, 1)
      } else {
        stop
      }
    }
  }
}

# A ship makes its own attack of the round at another time, outside the Combat Phase for example: it is used up by that, and does not come again.
# A card asks `has-attack(you)` before. STAW-SEQ-020 STAW-TIM-014 STAW-TIM-018 STAW-TIM-019
procedure extra-attack (fighter: ship) {
  # It goes through all the steps.
  step strike {
    if has-attack(fighter) { run strike(fighter) }
  }
}

# One attack more, which a card gives: "make one more attack". It does not use up the ship's own attack of the round, and may come though that
# is made. `forms` are the weapons that the card allows: `[primary]`, or `all weapon` if it names none; `prey` those whom it allows: `[attacker]`,
# `enemies-of(you) - [defender]`, all enemies if it names none. `more-dice` are dice more in this attack, or fewer (-1), under the Rule of 3.
# The player picks where more than one weapon or target is possible, and cannot hold fire: the card's `may` is for that. Everything else is
# asked as always: what forbids the ship to attack, arc, range, Target Locks, Time and Disabled Tokens. If nobody can be attacked, nothing
# happens; so a card asks `any of bonus-targets(you, [primary], [attacker])` before it costs anything. STAW-SEQ-020 STAW-TIM-018
procedure bonus-attack (
  attacker: ship,
  forms: set of weapon = all weapon,
  prey: set of ship = enemies-of(attacker),
  more-dice: number = 0
)
{
  # It goes through all the steps.
  step strike {
    if any of bonus-targets(attacker, forms, prey) {
      # STAW-COM-019
      start attack-dice-bonus(attacker, more-dice) until after attack when attacker is gunner
      run strike(attacker, forms, prey, bonus: yes)
    }
  }
}

# The attack that goes on is split: as soon as it is over, also if it was cancelled, the same weapon is fired at further ships. What it costs was paid by the first attack, and the
# others use up nothing. Each of them, and this one, rolls so many dice fewer: "target 2 or 3 different ships with this attack at -1 attack die each" is
# `after attack.declare-target` with `run split-fire(you, others, 1)`, "a separate attack against each enemy in the arc"
# `run split-fire(you, further-targets(you, form, defender))`. Where the dice are divided, `dice` are those of each further attack, and those of this one are
# `start free-shot(you, 3) until after attack`. STAW-COM-019 STAW-TIM-018
procedure split-fire (gunner: ship, others: set of ship, fewer-dice: number = 0, dice: number = 0) {
  # The further ships are named. The attacks on them are not split again.
  step name {
    set split-goals of gunner to others
    set split-loss of gunner to fewer-dice
    set split-dice of gunner to dice
    start attack-dice-bonus(gunner, 0 - fewer-dice) until after attack
  }
}
# The attacks on them follow.
after attack when begun and not further and any of split-goals of attacker {
  let goals = split-goals of attacker
  let fewer-dice = split-loss of attacker
  let dice = split-dice of attacker
  for each s in goals {
    if in-play(attacker) and in-play(s) {
      start attack-dice-bonus(attacker, 0 - fewer-dice) until after attack when attacker is gunner
      if dice > 0 { start free-shot(attacker, dice) until after attack when attacker is gunner }
      run attack(attacker, s, form, arm, bonus: yes, further: yes)
    }
  }
}
# What a weapon costs has been paid by the attack before: no Target Lock, no Time Tokens.
effect paid-shot (gunner: ship) {
  replace spends-lock-to-fire with no when attacker is gunner
  replace firing-time with 0 when attacker is gunner
}

# A ship makes two attacks instead of one, as long as this lasts: "make 2 attacks this round" is `start second-attack(you) until after round`; "your Primary Weapon may make 2
# attacks" `start second-attack(you, guns-only: yes) until after round`. It may make the second, on anybody. STAW-SEQ-020
effect second-attack (gunner: ship, guns-only: yes-no = no) {
  after attack "Attack a second time"
    when attacker is gunner
      and not bonus
      and (not guns-only or is-primary(form))
      and any of bonus-targets(gunner, guns-or-all(guns-only), enemies-of(gunner))
    once per round may by controller of gunner
  { run bonus-attack(gunner, guns-or-all(guns-only)) }
}
# The Primary Weapon alone, or any weapon.
define guns-or-all (guns-only: yes-no): set of weapon = if guns-only then [primary] else all weapon

# Defense dice that an effect other than combat lets a ship roll. STAW-TIM-016 STAW-TIM-017
procedure test-defense (who: ship, amount: number) gives evades: number {
  # Combat Effects do not matter here.
  step roll {
    if can roll-defense(who, other-effect) {
      let dice = roll amount defense-die
      run show-defense(who, dice)
      set evades to faces(dice, evade-face)
    }
  }
}
