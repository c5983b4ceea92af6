# Attacks, their dice, wounds and destruction.

# --- Targets

# Whether a figure is within so many spaces of an attacker: for one space, adjacent to it.
# Else the count of spaces, round voids, from any space to any space.
# HS-RNG-003 HS-RNG-004 HS-RNG-005 HS-RNG-006 HS-RNG-007 HS-RNG-011 HS-RNG-012 HS-ENG-019
# HS-BRNG-002 HS-BRNG-003 HS-BRNG-004 HS-BRNG-005 HS-BRNG-006
value in-range (attacker: figure, defender: figure, most: number): yes-no =
  if most = 1 then next-to(attacker, defender) else distance(attacker, defender) <= most
# Whether an attack needs no Line of Sight: on an adjacent figure, in the Master Game. HS-LOS-006 HS-LOS-007
define is-exempt-from-sight (a: figure, b: figure): yes-no = is-master and next-to(a, b)

# Whether a figure can attack at all, normally or specially.
permission make-attack (who: figure)
# Whether a figure can make normal attacks; Special Attacks are not barred by this.
permission attack-normally (who: figure)
# Whether a figure can use a Special Attack.
permission use-special (who: figure, form: special-attack)
# Whether one figure can attack another by this form; range and sight are asked besides. `forbid target when defender is here` bars all
# attacks on a figure, `... and form is normal-attack` or `not special of form` the normal ones only, `special of form` the special ones.
permission target (attacker: figure, defender: figure, form: special-attack)
# HS-ATK-017
forbid target when attacker is defender
# HS-BATK-014; in the Master Game friends may be attacked. HS-ATK-006
forbid target when is-basic and not foes(attacker, defender)
forbid target when not special of form and not can attack-normally(attacker)
# HS-RNG-008 HS-RNG-009 HS-SPA-008
forbid target when engaged(attacker) and not engaged-with(attacker, defender)
forbid target when engaged-only of form and not engaged-with(attacker, defender)

# Whether one figure can attack another by this form from so many spaces away. HS-RNG-001 HS-BRNG-001 HS-BRNG-010
define can-attack-at (a: figure, b: figure, form: special-attack, most: number): yes-no =
  is-on-field(a)
    and is-on-field(b)
    and in-range(a, b, most)
    # Who stands between hinders only by hiding. HS-RNG-010
    and (is-exempt-from-sight(a, b) or in-sight(a, b))
    and can make-attack(a)
    and can target(a, b, form)
# From how far a figure can attack this one normally: its Range, unless a power reaches farther against some, as from above:
# `modify range-against + 2 when attacker is here and level-of(here) > level-of(defender)`. HS-RNG-001
value range-against (attacker: figure, defender: figure) = range-of(attacker), at least 0
# All whom a figure can attack normally.
define targets-of (a: figure): set of figure =
  members b of on-field where can-attack-at(a, b, normal-attack, range-against(a, b))
# The Range of a Special Attack. Only its own text changes it. HS-SPA-002 HS-SPA-004
value special-range (form: special-attack, attacker: figure) = range of form, at least 0
# All whom a figure can attack with a Special Attack.
define special-targets (a: figure, form: special-attack): set of figure =
  members b of on-field
    where can use-special(a, form) and can-attack-at(a, b, form, special-range(form, a))

# --- Dice

# How many dice a figure has more than another, because it stands higher. HS-HGT-001 HS-HGT-002 HS-HGT-003 HS-HGT-004
# HS-HGT-005 HS-HGT-006 HS-BATK-007 HS-BATK-008
value height-bonus (upper: figure, lower: figure) =
  if level-of(upper) <= level-of(lower) then 0
    else if is-master and level-of(upper) - level-of(lower) >= 10 then 2
    else 1,
  at least 0

# How many dice a figure rolls for a normal attack on another. HS-ATK-007 HS-BATK-005 HS-GLY-007 HS-POW-009 HS-POW-010
value attack-dice (attacker: figure, defender: figure) = attack-of(attacker), at least 0
modify attack-dice + height-bonus(attacker, defender) when height-bonus(attacker, defender) > 0
# How many dice a figure rolls for its defense against another, which attacks by this form: "against a normal attack"
# is `modify defense-dice + 1 when defender is here and form is normal-attack`. HS-ATK-009 HS-BATK-006 HS-SET-005 HS-HGT-007
value defense-dice (defender: figure, attacker: figure, form: special-attack) =
  defense-of(defender),
  at least 0
modify defense-dice + height-bonus(defender, attacker) when height-bonus(defender, attacker) > 0
# The most dice that a figure rolls for its defense, whatever height and powers add: "it cannot roll any defense dice" is
# `replace defense-limit with 0 when attacker is here and form is chill-ray`, "no more than one" the same with 1. HS-POW-003
value defense-limit (defender: figure, attacker: figure, form: special-attack) = 1000, lowest wins
# How many dice it rolls in all.
define dice-for-defense (defender: figure, attacker: figure, form: special-attack): number =
  min(defense-dice(defender, attacker, form), defense-limit(defender, attacker, form))
# How many dice a figure rolls for a Special Attack. Only its own text changes it. HS-SPA-002 HS-SPA-004 HS-SPA-005
# HS-GLY-008
value special-dice (form: special-attack, attacker: figure, defender: figure) =
  dice of form,
  at least 0

# --- A normal attack

# A normal attack; gives how many wounds the defender received. Change `dice` after `attack-roll`, `hits` after `count-skulls`.
# HS-ATK-005 HS-ATK-008 HS-BATK-004 HS-BATK-006 HS-RNG-013 HS-TIM-009
procedure attack (attacker: figure, defender: figure) gives wounds: number
  tells "{attacker} attacks {defender}"
{
  # Always `normal-attack`.
  var form: special-attack
  # The skulls. A power changes them after `count-skulls`.
  var hits: number
  # The attack dice. A power changes them after `attack-roll`.
  var dice: pool
  # Whether the two are adjacent as it is rolled.
  var beside: yes-no
  # Powers that are declared before the dice: `at moment.powers when what is on-attack-declared`. HS-ATK-004
  step declare {
    set form to normal-attack
    add 1 to attacks-made of attacker
    if is-master {
      run moment(on-attack-declared, attacker, defender, form, next-to(attacker, defender))
    }
  }
  # What was no longer possible after the declarations does not happen.
  step check {
    if not can-attack-at(attacker, defender, form, range-against(attacker, defender)) { stop }
  }
  # The attacker rolls combat dice. HS-POW-011
  step attack-roll
    tells if attack-dice(attacker, defender) = 0 then "{attacker} has no attack dice"
      else "{attacker} rolls: {dice}"
  {
    set beside to next-to(attacker, defender)
    set dice to roll attack-dice(attacker, defender) combat
    add defender to attacked of attacker
  }
  # The skulls are counted. HS-ATK-018 HS-BSET-010
  step count-skulls {
    set hits to skull in dice
    set skulls-rolled of attacker to hits
    set all-skulls of attacker to hits > 0 and shield in dice + blank in dice = 0
  }
  # The defender rolls, and takes wounds.
  step answer { set wounds to run defend(defender, attacker, hits, form) }
  # Powers after the attack: `at moment.powers when what is on-attack-done`.
  step finish {
    if is-master { run moment(on-attack-done, attacker, defender, form, beside) }
  }
}

# A figure attacks normally as many of some figures as its player likes, each once, one after the other: "it may attack any or all figures adjacent to it" is
# `instead-of-attack "Whirlwind" when attacker is here and any of targets-of(here) { run attack-each(here, neighbours-of(here)) }`. "It must attack each of them" is
# `must: yes`. HS-ATK-002
procedure attack-each (attacker: figure, among: set of figure, must: yes-no = no) {
  # Whom it has attacked.
  var done: set of figure
  # Whom it attacks now.
  var mark: figure
  # One after the other; the first is not declined.
  step each {
    repeat 20 times {
      let open-ones = members t of among where t is in targets-of(attacker) and not (t is in done)
      set mark to nobody
      if must or none of done {
        choose d from open-ones by controller of attacker "Whom does {attacker} attack?" {
          set mark to d
        }
      } else {
        choose d
          from open-ones
          by controller of attacker "Whom does {attacker} attack next?" or none
        { set mark to d }
      }
      if mark is nobody { break }
      add mark to done
      run attack(attacker, mark)
    }
  }
}

# --- Defense

# A figure defends against so many skulls of an attack; gives the wounds that it received. Change `dice` after `defense-roll`, `blocks` after
# `count-shields`, `wounds` after `compare`: there it is what came through the defense, from `suffer` on what it received, since powers turn wounds away. `targeted` is whether the attack was aimed at it: not at those whom a blast strikes beside its target.
# HS-ATK-010 HS-ATK-011 HS-ATK-012 HS-ATK-013 HS-ATK-014 HS-ATK-015 HS-BATK-009 HS-BATK-010 HS-BATK-011 HS-BATK-012
procedure defend (
  defender: figure,
  attacker: figure,
  hits: number,
  form: special-attack,
  targeted: yes-no = yes
) gives wounds: number
{
  # The shields. A power changes them after `count-shields`.
  var blocks: number
  # The defense dice. A power changes them after `defense-roll`.
  var dice: pool
  # The defender rolls combat dice. HS-POW-011
  step defense-roll
    tells if dice-for-defense(defender, attacker, form) = 0 then "{defender} has no defense dice"
      else "{defender} rolls for defense: {dice}"
  { set dice to roll dice-for-defense(defender, attacker, form) combat }
  # The shields are counted. HS-BSET-010
  step count-shields { set blocks to shield in dice }
  # Each skull beyond the shields is a wound: `wounds`.
  step compare
    tells if hits = 0 then "the attack misses"
      else if wounds = 0 then "the attack is blocked"
      else if blocks <= 0 then "{defender} blocks nothing"
      else "{defender} blocks {min(blocks, hits)} of {hits} hits"
  { set wounds to max(0, hits - blocks) }
  # The defender takes the wounds.
  step suffer {
    if wounds > 0 {
      set wounds to run take-wounds(defender, wounds, attack-wound, attacker, form, targeted)
    }
  }
}

# --- Wounds and destruction

# Whether a figure's wounds are tracked. HS-BATK-012 HS-BSET-011 HS-DMG-001 HS-DMG-006
define is-marked (f: figure): yes-no =
  is-master
    and (
      is-hero(f)
        or life-of(f) > 1
        or shares-life(f)
        # Whom wounds do not destroy yet keeps them.
        or not can be-destroyed(f, attack-wound, by-whom: nobody)
    )

# Whether a figure can take wounds of this cause from this figure (nobody, if nobody deals them).
permission be-hurt (who: figure, why: cause, by-whom: figure)
# Whether a figure can be destroyed.
permission be-destroyed (who: figure, why: cause, by-whom: figure)

# Whether it is told who deals wounds: the power of another figure. Who attacks is told already.
define comes-from (why: cause, by-whom: figure, victim: figure): yes-no =
  (why is power-wound or why is outright) and by-whom is any figure and by-whom is not victim

# A figure takes wounds, whatever their cause: `by-whom` deals them, by the attack `form`, which is `no-attack` where it is none.
# To lessen or turn them away, change `harm` after `weigh`; it gives what it took. `targeted` is whether they come from an attack that was aimed at it.
# HS-DMG-002 HS-DMG-003 HS-DMG-006 HS-DMG-008 HS-DMG-010 HS-DMG-011
procedure take-wounds (
  victim: figure,
  amount: number,
  why: cause,
  by-whom: figure,
  form: special-attack = no-attack,
  targeted: yes-no = no
) gives harm: number
{
  # How many wounds it takes: a power changes `harm` after this.
  step weigh {
    if is-on-field(victim) and can be-hurt(victim, why, by-whom) { set harm to amount }
  }
  # Wound Markers are laid down. HS-SET-010
  step place-wounds
    tells if not is-marked(victim) then ""
      else if comes-from(why, by-whom, victim) and harm = 1
        then "{victim} takes a wound from {by-whom} ({life-left(victim)} of {life-of(victim)} Life left)"
      else if comes-from(why, by-whom, victim)
        then "{victim} takes {harm} wounds from {by-whom} ({life-left(victim)} of {life-of(victim)} Life left)"
      else if harm = 1
        then "{victim} takes a wound ({life-left(victim)} of {life-of(victim)} Life left)"
      else "{victim} takes {harm} wounds ({life-left(victim)} of {life-of(victim)} Life left)"
  {
    if harm <= 0 { stop }
    if is-marked(victim) {
      if marked-card(victim) is nobody {
        give harm wound to victim
      } else {
        give harm wound to marked-card(victim)
      }
    }
  }
  # With as many wounds as Life it is destroyed.
  step check-life {
    if (if is-marked(victim) then wounds-of(victim) else harm) >= life-of(victim) {
      run destroy(victim, why, by-whom, form)
      if shares-life(victim) and destroyed of victim {
        for each f in (members g of mates-of(victim) where is-on-field(g)) {
          run destroy(f, why, by-whom, form)
        }
      }
    }
  }
}

# Whoever hides ignores the wounds of an attack from afar that was aimed at it, if the 20-sided die and the spaces between the two show so much together; 0 is not
# at all: "for 10 or higher" is `replace hides-for with 10 when who is here`. HS-POW-002
value hides-for (who: figure) = 0, at least 0
after take-wounds.weigh
  when hides-for(victim) > 0
    and harm > 0
    and why is attack-wound
    and targeted
    and not next-to(victim, by-whom)
{
  let hidden = run roll-for(victim, hides-for(victim) - distance(victim, by-whom))
  if hidden { set harm to 0 }
}

# A power of one figure wounds another.
procedure deal-wounds (
  victim: figure,
  amount: number = 1,
  by-whom: figure = nobody
) gives harm: number
{
  # The wounds are dealt.
  step deal { set harm to run take-wounds(victim, amount, power-wound, by-whom) }
}

# A figure is destroyed, whatever the cause; `by-whom` destroys it, or nobody, by the attack `form`, or by none. Powers live in its windows. `done` says whether it was.
# HS-DMG-004 HS-DMG-014 HS-POW-004 HS-POW-014
procedure destroy (
  victim: figure,
  why: cause = power-wound,
  by-whom: figure = nobody,
  form: special-attack = no-attack
) gives done: yes-no
{
  # Whether who destroys it is adjacent.
  var beside: yes-no
  # Whether it can be destroyed at all (`be-destroyed`).
  step doom {
    if destroyed of victim or not can be-destroyed(victim, why, by-whom) { stop }
  }
  # It leaves the battlefield. A power that saves it ends the procedure before this: `before destroy.remove "Not yet" when victim is here
  # once per game may { run heal(here, wounds-of(here) - life-of(here) + 1) end destroy }`.
  step remove
    tells if comes-from(why, by-whom, victim) then "{victim} is destroyed by {by-whom}"
      else "{victim} is destroyed"
  {
    set fell-at of victim to pose-of(victim)
    set beside to next-to(by-whom, victim)
    lift(victim)
    set destroyed of victim to yes
    set aboard of victim to nobody
    set done to yes
    run lay-on-card(victim)
  }
  # Powers at a destruction: `at moment.powers when what is on-destruction`, those of the victim too.
  step mourn {
    if is-master and destroyed of victim {
      run moment(on-destruction, victim, by-whom, form, beside)
    }
  }
}

# A destroyed figure is laid on its card. A copy that holds one already is filled first; else the owner chooses.
# HS-CMN-004 HS-CMN-005 HS-CMN-006 HS-CMN-007
procedure lay-on-card (laid: figure) {
  # The owner picks the card.
  step lay {
    let open-ones = members c of cards-of(laid) where not is-full(c)
    let begun = members c of open-ones where laid-on(c) > 0
    choose c
      from (if any of begun then begun else open-ones)
      by controller of laid "{laid} is laid on which card?"
    { set lies-on of laid to c }
  }
}
