# Damage: total, double, halve, worsen, resist, lose; elimination and what it pays.

# The damage of an attack, as its line says. DDM-COM-064
value damage-of (attacker: creature, target: creature, weapon: form) = damage of weapon, at least 0
# The type of the damage of an attack. DDM-DMG-031
value element-of (attacker: creature, weapon: form): damage-type = element of weapon
# By how much a critical hit multiplies damage; two doublings are one. DDM-DMG-013 DDM-DMG-018
value critical-times (attacker: creature, target: creature, weapon: form) = 2, at least 1
# What is added to an attack's damage from outside its own text. What a creature gives to others is a grace, see `graced`: the same power of
# two creatures counts once. DDM-DMG-015 DDM-CRD-030
value damage-bonus (attacker: creature, target: creature, weapon: form, charging: yes-no) = 0
modify damage-bonus + sum of damage of b for b in boons-at(attacker, target)
  when any of boons-at(attacker, target)
# What is added to an attack's damage with a type of its own: "its attacks do 5 more fire damage" is `modify typed-bonus(attacker: you, of-type: fire) + 5 always`.
# For one attack of an ally: a row `tables: { boon: { forge-fire: { extra: 5, extra-element: fire } } }`, and `run favour(actor, forge-fire)`. It doubles on a
# critical hit and is resisted by its own type; where the attack has that type already, it joins it. DDM-DMG-015 DDM-DMG-022
value typed-bonus (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  of-type: damage-type
) =
  0
modify typed-bonus + sum of extra of b
  for b in (members b of boons-at(attacker, target) where extra-element of b is of-type)
  when any of boons-at(attacker, target)

# A part of damage that is halved so many times, down to a multiple of 5 each time. DDM-DMG-008
define halved (n: number, times: number): number =
  if times <= 0 then n
    else if times = 1 then half-of(n)
    else if times = 2 then half-of(half-of(n))
    else half-of(half-of(half-of(n)))
# The types of damage that are added to an attack which has none of them itself.
define further-types (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no
): set of damage-type =
  all damage-type k
    where k is not element-of(attacker, weapon)
      and (extra of weapon = 0 or k is not extra-element of weapon)
      and typed-bonus(attacker, target, weapon, charging, k) > 0
# All that they come to together.
define further-damage (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  further: set of damage-type,
  times: number,
  halvings: number
): number =
  sum of halved(times * typed-bonus(attacker, target, weapon, charging, k), halvings)
    for k in further
# What gets through of the damage of one of them to whoever bears the hit.
define further-hit (
  bearer: creature,
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  k: damage-type,
  times: number,
  halvings: number
): number =
  after-guards(
    bearer,
    halved(times * typed-bonus(attacker, target, weapon, charging, k), halvings),
    k,
    attacker
  )

# What gets through to a creature of a part of a hit's damage, after the stages that ask for its type.
# reading: Vulnerable adds before Resist takes, and neither touches no damage. DDM-DMG-019 DDM-DMG-020 DDM-DMG-021
define after-guards (
  who: creature,
  amount: number,
  of-type: damage-type,
  source: creature
): number =
  if amount <= 0 or not can be-hurt(who, of-type, source) then 0
    else max(
      0,
      amount
        + weakness-of(who, of-type)
        - (if can resist(who, source) then resist-of(who, of-type) else 0)
    )

# The damage of one hit. Change `bonus` after `total`; whoever takes half of it adds 1 to `halvings` before `halve`: `before damage.halve when
# target is you { add 1 to halvings }`; other changes of `first-part` and `second-part` stand after `halve`.
procedure damage (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  critical: yes-no,
  missed: yes-no = no  # "Miss: half damage"
) gives lost: number
{
  # Damage of the first type. A power changes it after `halve`.
  var first-part: number
  # Damage of the second type.
  var second-part: number
  # What is added to it; a power changes it after `total`.
  var bonus: number
  # Whether the bonus is added to the second type.
  var joins-second: yes-no
  # How often the whole is halved. A power adds 1 before `halve`.
  var halvings: number
  # The types that it has besides: see `typed-bonus`.
  var further: set of damage-type
  # How many times their damage counts: twice on a critical hit.
  var times: number
  # How often it has been halved already.
  var halved-times: number
  # Who takes it: the target. Whoever takes it instead sets this before `deal`.
  var bearer: creature
  # What the attack says, and what is added. DDM-COM-064 DDM-DMG-033
  step total {
    set bearer to target
    set first-part to damage-of(attacker, target, weapon)
    if extra-element of weapon is untyped or extra-element of weapon is element-of(attacker, weapon)
    { add extra of weapon to first-part } else {
      set second-part to extra of weapon
    }
    add damage-bonus(attacker, target, weapon, charging) to bonus
    set further to further-types(attacker, target, weapon, charging)
    set times to 1
    add typed-bonus(attacker, target, weapon, charging, element-of(attacker, weapon)) to first-part
    if second-part > 0 {
      add typed-bonus(attacker, target, weapon, charging, extra-element of weapon) to second-part
    }
  }
  # The bonus joins one of the types. DDM-DMG-034
  step join {
    if bonus > 0 and first-part > 0 and second-part > 0 {
      choose one by controller of attacker "{attacker} adds the bonus to which damage?" {
        "The first" always { set joins-second to no }
        "The second" always { set joins-second to yes }
      }
    }
    if joins-second { add bonus to second-part } else { add bonus to first-part }
  }
  # A critical hit. DDM-DMG-013 DDM-DMG-014 DDM-DMG-015 DDM-DMG-016 DDM-DMG-017
  step double {
    if critical {
      set first-part to first-part * critical-times(attacker, target, weapon)
      set second-part to second-part * critical-times(attacker, target, weapon)
      set times to critical-times(attacker, target, weapon)
    }
  }
  # DDM-DMG-027 DDM-DMG-028
  # The whole is halved and rounded, not each part by itself.
  # reading: doubled first, then halved, once for each cause. DDM-DMG-029 DDM-DMG-030
  step halve {
    if missed { add 1 to halvings }
    if is-enervated(attacker) { add 1 to halvings }
    if has(target, insubstantial) and not critical and can resist(target, attacker) {
      add 1 to halvings
    }
    repeat halvings times {
      let whole =
        first-part
          + second-part
          + further-damage(attacker, target, weapon, charging, further, times, halved-times)
      add 1 to halved-times
      set second-part to half-of(second-part)
      set first-part to
        half-of(whole)
          - second-part
          - further-damage(attacker, target, weapon, charging, further, times, halved-times)
    }
  }
  # The target takes it, or whoever takes it in its place.
  step deal {
    set lost to
      run hurt(
        bearer,
        controller of attacker,
        first-part,
        element-of(attacker, weapon),
        second-part,
        extra-element of weapon,
        attacker,
        weapon,
        sum of further-hit(bearer, attacker, target, weapon, charging, k, times, halved-times)
          for k in further,
        members k of further
          where further-hit(bearer, attacker, target, weapon, charging, k, times, halved-times) > 0
      )
  }
}

# A creature takes damage from anything: `source` deals it, by the attack `weapon`; from no attack, that is `no-attack`, whose icon
# says nothing. To
# lessen it, change `rest` after `weigh`. In this order: types, temporary hit points, hit points. What a card does "when it becomes bloodied" or
# "when it is reduced to 0 hit points" stands after `become-bloodied`, `first-bloodied` and `drop-to-zero`. DDM-DMG-001 DDM-DMG-022 DDM-DMG-041
procedure hurt (
  who: creature,
  by-whom: player,
  amount: number,
  of-type: damage-type,
  amount-2: number,
  of-type-2: damage-type,
  source: creature,
  weapon: form,
  more: number = 0,  # what gets through of further types
  more-types: set of damage-type = []
) gives lost: number
{
  # The types of which it takes some: "unless fire has hurt it" asks `lost > 0 and fire is in types`.
  var types: set of damage-type
  # What is still to be taken. A power lessens it after `weigh`.
  var rest: number
  # Whether it was Bloodied before.
  var bloodied-before: yes-no
  # Resistances and weaknesses.
  step weigh {
    set rest to
      after-guards(who, amount, of-type, source)
        + after-guards(who, amount-2, of-type-2, source)
        + more
    set types to
      all damage-type k
        where (k is of-type and after-guards(who, amount, of-type, source) > 0)
          or (k is of-type-2 and after-guards(who, amount-2, of-type-2, source) > 0)
          or k is in more-types
    # All damage that comes at once, added up. DDM-DMG-019 DDM-DMG-020
    if rest > 0 {
      set rest to
        max(
          0,
          rest
            + weakness-all-of(who, source, weapon)
            - (if can resist(who, source) then resist-all-of(who, source, weapon) else 0)
        )
    }
    set lost to rest
    if lost > 0 { add types to hurt-by of who }
  }
  # Temporary hit points go first. DDM-DMG-041
  step shield tells if lost > 0 and rest = 0 then "{who} loses temporary hit points alone" else "" {
    for each v in (all vigour) {
      let held = pool-of(who, v)
      if held > 0 {
        end fortified(who, v, any)
        if held > rest { start fortified(who, v, held - rest) until the game ends }
        set rest to max(0, rest - held)
      }
    }
  }
  # Hit points go. A rule that stands here, or at `wounds of you rises`, comes before it counts as falling, so that other damage may fell it first:
  # use `after first-bloodied`, `become-bloodied` or `drop-to-zero`.
  step lose
    tells if lost <= 0 and amount + amount-2 + more > 0 then "{who} takes no damage"
      else if rest <= 0 then ""
      else if weapon is no-attack and source is any creature and source is not who
        then "{who} takes {rest} damage from {source} ({max(0, hp-left(who))} hit points left)"
      else "{who} takes {rest} damage ({max(0, hp-left(who))} hit points left)"
  {
    set bloodied-before to bloodied(who)
    # Whoever began the battle wounded is not bloodied for the first time later.
    if bloodied-before { set ever-bloodied of who to yes }
    add rest to wounds of who
    if lost > 0 and by-whom is in opponents(owner of who) { set was-loud to yes }
  }
  # Without hit points it is eliminated: what saves it is `instead of hurt.fall`. DDM-DMG-002
  step fall {
    if hp-left(who) <= 0 and not gone of who and not dying of who {
      run eliminate(who, by-whom, source, not bloodied-before)
    }
  }
  # Whoever lives on and is Bloodied now, and was not before, has become Bloodied. DDM-DMG-005 DDM-DMG-006
  step bleed {
    if bloodied(who) and not bloodied-before and not gone of who {
      run become-bloodied(who, source)
    }
  }
}

# Whether a creature has taken damage of a type since its turn last began: "it heals 10 as its turn begins, unless fire has hurt it since" is
# `after turn.burn when active is you and not was-hurt-by(you, fire) { run heal(you, 10) }`.
define was-hurt-by (who: creature, what: damage-type): yes-no = what is in hurt-by of who
# Damage has made a creature Bloodied; `source` dealt it, or nobody. What a card does then stands `after become-bloodied when who is you`, and
# comes anew when it was healed in between; "when it is first bloodied" is `after first-bloodied when who is you`. DDM-DMG-005 DDM-DMG-006
procedure become-bloodied (who: creature, source: creature) {
  # The first time is a moment of its own.
  step note {
    if not ever-bloodied of who {
      set ever-bloodied of who to yes
      run first-bloodied(who, source)
    }
  }
  # Champion powers: `at champions.use when moment is on-bloodied and friends(actor, you)`.
  step powers { run champions(on-bloodied, who, source, no-attack, 0) }
}
# Damage has made a creature Bloodied for the first time in the battle.
procedure first-bloodied (who: creature, source: creature) {
  # What its card does then comes after this.
  step show
}
# Damage has reduced a creature to 0 hit points. What its card does then stands `after drop-to-zero when who is you`; it still stands on the map. Whoever
# is felled by one blow is bloodied first, then at 0. It is falling all the time: no other damage can fell it, and who dealt the
# blow scores. DDM-DMG-002 DDM-CRD-005
procedure drop-to-zero (who: creature, source: creature) {
  # What its card does then comes after this.
  step show
}

# A power of one creature deals damage to another; gives how much.
procedure deal-damage (
  who: creature,
  amount: number,
  of-type: damage-type = untyped,
  source: creature = nobody
) gives lost: number
{
  # The damage is dealt.
  step deal {
    set lost to run hurt(who, owner of source, amount, of-type, 0, untyped, source, no-attack)
  }
}

# A power of one creature deals damage to each of several: "all enemies next to it take 5 fire damage" is `run hurt-each(enemies-beside(you), 5, fire, you)`.
procedure hurt-each (
  those: set of creature,
  amount: number,
  of-type: damage-type = untyped,
  source: creature = nobody
)
{
  # One after the other; whoever has fallen by then is passed over. DDM-TIM-018
  step deal {
    for each c in those {
      if not gone of c { run deal-damage(c, amount, of-type, source) }
    }
  }
}

# A creature takes damage as the price of its own power: `cost { run pay-damage(you, 5) if hp-left(you) > 5 }`. `done` says whether it took
# all of it.
procedure pay-damage (payer: creature, amount: number) gives done: yes-no {
  # The damage is taken.
  step pay {
    let lost = run deal-damage(payer, amount, untyped, payer)
    set done to lost >= amount
  }
}

# What an eliminated creature is worth. DDM-CRD-005 DDM-SCN-008
value prize-of (who: creature) = cost-of(who)

# A creature is eliminated: destroyed, or removed in another way; `source` did it, or nobody. DDM-DMG-003 DDM-DMG-004 DDM-SCN-008 DDM-SCN-025 DDM-SCN-026 DDM-TEA-010
# DDM-TER-025
# reading: what nobody did, and what one did to one's own, pays the opponents, who split it.
procedure eliminate (
  who: creature,
  by-whom: player = nobody,
  source: creature = nobody,
  from-above: yes-no = no  # whether the damage that fells it has bloodied it too
)
{
  # What happens as it falls cannot fell it again.
  step doom {
    if dying of who or not can be-destroyed(who, source) { end eliminate }
    set dying of who to yes
  }
  # At 0 hit points: who falls into a pit, or is destroyed outright, is not. DDM-DMG-003
  step sink {
    if hp-left(who) <= 0 {
      if from-above { run become-bloodied(who, source) }
      run drop-to-zero(who, source)
    }
  }
  # Champion powers: `at champions.use when moment is on-fall and friends(actor, you)`.
  step powers { run champions(on-fall, who, source, no-attack, 0) }
  # It leaves the board: what it does as it falls, whatever felled it, stands before this.
  step take-off tells "{who} is eliminated" {
    set gone of who to yes
    lift(who)
  }
  # Its points are scored. DDM-SCN-002
  step pay {
    if by-whom is in opponents(owner of who) {
      set scorer of who to by-whom
      set score-paid of who to prize-of(who)
      add prize-of(who) to victory of by-whom
    } else {
      set scorer of who to nobody
      # Rounded down. DDM-DMG-009
      set score-paid of who to prize-of(who) / max(1, count of opponents(owner of who))
      for each p in opponents(owner of who) { add score-paid of who to victory of p }
    }
  }
  # Whether somebody has won.
  step won { run check-victory() }
}

# An eliminated creature comes back, if it can; an effect takes the points back, a condition of the scenario does not. DDM-SCN-023
# DDM-SCN-024
procedure bring-back (who: creature, there: pose, by-scenario: yes-no = no) {
  # The points are taken back.
  step repay {
    if not can come-back(who) { end bring-back }
    if not by-scenario {
      if scorer of who is nobody {
        for each p in opponents(owner of who) { add 0 - score-paid of who to victory of p }
      } else {
        add 0 - score-paid of who to victory of scorer of who
      }
    }
    set score-paid of who to 0
  }
  # It stands up there.
  step enter {
    set gone of who to no
    set dying of who to no
    set wounds of who to 0
    # reading: it comes back sound.
    end afflicted(who, any, any, any, any, any, any)
    # It comes where it is brought, be it a Scout or a Wandering Monster. DDM-SET-020 DDM-SET-022
    place(who, there)
  }
}
