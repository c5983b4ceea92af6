# Attacks, their dice, wounds and destruction.

# --- Targets

# Range 1 is adjacency of figures; else the count of spaces, round voids, from any space to any space.
# HS-RNG-003 HS-RNG-004 HS-RNG-005 HS-RNG-006 HS-RNG-007 HS-RNG-011 HS-RNG-012 HS-ENG-019
# HS-BRNG-002 HS-BRNG-003 HS-BRNG-004 HS-BRNG-005 HS-BRNG-006
define within (a: figure, b: figure, n: number): yes-no =
  if n = 1 then near(a, b) else distance(a, b) <= n
# Adjacent figures need no sight in the Master Game. HS-LOS-006 HS-LOS-007 HS-RNG-010
define is-exempt-from-sight (a: figure, b: figure): yes-no = is-master and near(a, b)

permission target (shooter: figure, mark: figure)
# HS-ATK-017
forbid target when shooter is mark
# HS-BATK-014; in the Master Game friends may be attacked. HS-ATK-006
forbid target when is-basic and not foes(shooter, mark)
# HS-RNG-008 HS-RNG-009 HS-SPA-008
forbid target when engaged(shooter) and not engaged-with(shooter, mark)

# HS-RNG-001 HS-BRNG-001 HS-BRNG-010
define can-attack-at (a: figure, b: figure, reach-of-it: number): yes-no =
  is-living(a)
    and is-living(b)
    and within(a, b, reach-of-it)
    and (is-exempt-from-sight(a, b) or in-sight(a, b))
    and can target(a, b)
define targets-of (a: figure): set of figure =
  members b of living where can-attack-at(a, b, range-value(a))
define special-targets (a: figure, form: special-attack): set of figure =
  members b of living where can-attack-at(a, b, range of form)

# --- Dice

# HS-HGT-001 HS-HGT-002 HS-HGT-003 HS-HGT-004 HS-HGT-005 HS-HGT-006 HS-BATK-007 HS-BATK-008
define height-bonus (upper: figure, lower: figure): number =
  if level-of(upper) <= level-of(lower) then 0
    else if is-master and level-of(upper) - level-of(lower) >= 10 then 2
    else 1

# HS-ATK-007 HS-BATK-005 HS-GLY-007 HS-POW-009 HS-POW-010
value attack-dice (attacker: figure, defender: figure) = attack-value(attacker), at least 0
modify attack-dice + height-bonus(attacker, defender) when level-of(attacker) > level-of(defender)
# HS-ATK-009 HS-BATK-006 HS-SET-005 HS-HGT-007
value defense-dice (defender: figure, attacker: figure) = defense-value(defender), at least 0
modify defense-dice + height-bonus(defender, attacker) when level-of(defender) > level-of(attacker)
# Only the text of the special attack itself changes this one. HS-SPA-002 HS-SPA-004 HS-SPA-005 HS-GLY-008
value special-dice (form: special-attack, attacker: figure, defender: figure) =
  dice of form,
  at least 0

# --- A normal attack

# HS-ATK-005 HS-ATK-008 HS-BATK-004 HS-BATK-006 HS-RNG-013 HS-TIM-009
procedure attack (attacker: figure, defender: figure) gives wounds: number {
  var hits: number
  var dice: pool
  # Powers that are declared before the dice live here. HS-ATK-004
  step declare {
    add 1 to attacks-made of attacker
    if is-master { run moment(on-attack-declared, attacker, defender) }
  }
  # What was no longer possible after the declarations does not happen.
  step check {
    if not can-attack-at(attacker, defender, range-value(attacker)) { stop }
  }
  # HS-ATK-018
  step attack-roll {
    set attack-is-special to no
    set dice to roll attack-dice(attacker, defender) combat
    set hits to skull in dice
  }
  step answer { set wounds to run defend(defender, attacker, hits) }
  step finish {
    if is-master { run moment(on-attack-done, attacker, defender) }
  }
}

# --- Special Attacks. HS-SPA-001 HS-SPA-003 HS-SPA-009

# What a figure can do instead of its normal attack. Each option runs `special-attack` or `special-blast`.
offer instead-of-attack (attacker: figure)

procedure special-strike (
  attacker: figure,
  defender: figure,
  form: special-attack
) gives wounds: number
{
  var hits: number
  var dice: pool
  step declare { add 1 to attacks-made of attacker }
  step check {
    if not can-attack-at(attacker, defender, range of form) { stop }
  }
  step attack-roll {
    set attack-is-special to yes
    set dice to roll special-dice(form, attacker, defender) combat
    set hits to skull in dice
  }
  step answer { set wounds to run defend(defender, attacker, hits) }
  step finish { run moment(on-attack-done, attacker, defender) }
}

# One roll against several figures, friends among them; the attacker orders their defense.
# HS-SPA-006 HS-SPA-007 HS-SPA-010
procedure special-blast (
  attacker: figure,
  chosen: figure,
  struck: set of figure,
  form: special-attack
)
{
  var hits: number
  var dice: pool
  var waiting: set of figure
  step declare { add 1 to attacks-made of attacker }
  step check {
    if not can-attack-at(attacker, chosen, range of form) { stop }
  }
  step attack-roll {
    set attack-is-special to yes
    set dice to roll special-dice(form, attacker, chosen) combat
    set hits to skull in dice
    set waiting to struck
  }
  step answer {
    repeat count of struck times {
      choose one-struck from waiting by controller of attacker "Who defends next?" {
        set waiting to waiting - [one-struck]
        if is-living(one-struck) { run defend(one-struck, attacker, hits) }
      }
    }
  }
  step finish { run moment(on-attack-done, attacker, chosen) }
}

# --- Defense

# HS-ATK-010 HS-ATK-011 HS-ATK-012 HS-ATK-013 HS-ATK-014 HS-ATK-015 HS-BATK-009 HS-BATK-010 HS-BATK-011 HS-BATK-012
procedure defend (defender: figure, attacker: figure, hits: number) gives wounds: number {
  var blocks: number
  var dice: pool
  step defense-roll {
    set dice to roll defense-dice(defender, attacker) combat
    set blocks to shield in dice
  }
  step compare { set wounds to max(0, hits - blocks) }
  step suffer {
    if wounds > 0 { run take-wounds(defender, wounds, attack-wound) }
  }
}

# --- Wounds and destruction

# Whether its wounds are tracked. HS-BATK-012 HS-BSET-011 HS-DMG-001 HS-DMG-006
define is-marked (f: figure): yes-no = is-master and (is-hero(f) or life-value(f) > 1)

# All wounds come here, whatever their cause. HS-DMG-002 HS-DMG-003 HS-DMG-006 HS-DMG-008 HS-DMG-010 HS-DMG-011
procedure take-wounds (victim: figure, amount: number, why: cause) {
  step place-wounds {
    if not is-living(victim) { stop }
    if is-marked(victim) {
      if marked-card(victim) is nobody {
        give amount wound to victim
      } else {
        give amount wound to marked-card(victim)
      }
    }
  }
  step check-life {
    if (if is-marked(victim) then wounds-of(victim) else amount) >= life-value(victim) {
      run destroy(victim, why)
    }
  }
}

# All destruction comes here, whatever its cause; powers live in its windows.
# HS-DMG-004 HS-DMG-014 HS-POW-004 HS-POW-014
procedure destroy (victim: figure, why: cause) {
  step remove {
    if destroyed of victim { stop }
    lift(victim)
    set destroyed of victim to yes
    run lay-on-card(victim)
  }
  step mourn {
    if is-master { run moment(on-destruction, victim, other: nobody) }
  }
}

# A copy that holds one already is filled first; else the owner chooses. HS-CMN-004 HS-CMN-005 HS-CMN-006 HS-CMN-007
procedure lay-on-card (laid: figure) {
  step lay {
    let open-ones = members c of cards-of(laid) where not is-full(c)
    let begun = members c of open-ones where laid-on(c) > 0
    choose c
      from (if any of begun then begun else open-ones)
      by controller of laid "Lay it on which card?"
    { set lies-on of laid to c }
  }
}
