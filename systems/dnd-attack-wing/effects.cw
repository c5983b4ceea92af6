# Continuous effects: whose they are, whom they befall, and when they end.

# 1 while the continuous effect of an upgrade lies on a creature. DAW-UPG-004
state effect-on (bearer: creature, source: upgrade): number

# Whether it does.
define has-effect-token (bearer: creature, source: upgrade): yes-no = effect-on(bearer, source) > 0
# Whether the effect of this upgrade or of another copy of the card lies on a creature: it has one such token at most, whoever laid it.
define is-affected (bearer: creature, source: upgrade): yes-no =
  any of (all upgrade u where has-effect-token(bearer, u) and (u is source or same-card(u, source)))
# Whether the effect of an upgrade lies on nobody. "When this effect ends for any reason, discard this card" is the fact `discarded-with-effect: yes`.
define lies-on-nobody (source: upgrade): yes-no =
  none of (all creature c where has-effect-token(c, source))

# Whether whoever has laid the effect of an upgrade on a creature commands it now, in its own turn: of the creature itself, or of what lies on it. "You select its maneuver,
# action and attacks" is `replace controller with owner of here when is-steered(controlled, here)`.
define is-steered (what: thing, source: upgrade): yes-no =
  has-effect-token(leader-of(as-creature(what)), source) and is-its-turn(as-creature(what))

# Whether a creature can get the effect of an upgrade: "spells of enemies do not affect it" is `forbid be-under when who is you and spell of source and
# owner of source is not owner of you`.
permission be-under (who: creature, source: upgrade)
# An upgrade's continuous effect begins on a creature, which has the token from now on. What the effect does stands in a rule of the card that asks who has
# it: `modify attack-dice - 1 when has-effect-token(attacker, here)`, `forbid act when has-effect-token(actor, here)`. It lasts as long as duration tokens
# lie on the card, disabled, discarded or without its owner, too. Whoever is out of the game or guarded from it gets none. DAW-UPG-004 DAW-UPG-005 DAW-UPG-014
procedure lay-effect-token (source: upgrade, bearer: creature) {
  # The token is laid beside the creature.
  step begin tells if has-effect-token(bearer, source) then "{bearer} is under {source}" else "" {
    if not is-affected(bearer, source) and in-play(bearer) and can be-under(bearer, source) {
      set effect-on(bearer, source) to 1
      take 1 red-effect from source
      take 1 green-effect from source
      if effect of source is red-side {
        give 1 red-effect to bearer
      } else {
        give 1 green-effect to bearer
      }
    }
  }
}

# The effect of an upgrade befalls the one of these creatures that its bearer's player names, if it is at most so far away; nothing is measured before: "Action: place 2
# duration tokens; a friendly creature at range 1-2 ..." is `action "Bless" when actor is you and ready(here) cost { place 2 duration on here } { run bewitch(here,
# friends-of(you), 2) }`. `bearer` is who has it now, or nobody. DAW-UPG-004 DAW-RNG-005
procedure bewitch (source: upgrade, among: set of creature, most: number) gives bearer: creature {
  # The player names one.
  step cast {
    let caster = as-creature(holder of source)
    choose c from among by controller of caster "Whom does it befall?" {
      if range-between(caster, c) <= most {
        run lay-effect-token(source, c)
        if has-effect-token(c, source) { set bearer to c }
      }
    }
  }
}

# Whom the attack of an upgrade damages comes under its effect, if the card says so: besides the damage, or instead of it (see `attack.deal-damage`). DAW-UPG-004
after attack.deal-damage
  when damaged and by-attack of attack-source(attacker, form) is effect-besides
{ run lay-effect-token(attack-source(attacker, form), defender) }

# It ends there, and the token is back on its card: the duration tokens stay. DAW-UPG-008 DAW-UPG-009
procedure end-effect (source: upgrade, bearer: creature) gives done: yes-no {
  # The token is laid back.
  step end tells if done and in-play(bearer) then "{bearer} is free of {source}" else "" {
    if has-effect-token(bearer, source) {
      set done to yes
      set effect-on(bearer, source) to 0
      if effect of source is red-side {
        take 1 red-effect from bearer
        if red-effect on source = 0 { give 1 red-effect to source }
      } else {
        take 1 green-effect from bearer
        if green-effect on source = 0 { give 1 green-effect to source }
      }
    }
  }
}

after end-effect
  when done and discarded-with-effect of source and lies-on-nobody(source)
  never within itself
{ run discard-upgrade(source) }

# A special ability takes an effect off a creature: its duration tokens stay, a permanent one goes. DAW-UPG-009
# DAW-GEN-013
procedure dispel (source: upgrade, bearer: creature) {
  # The effect ends.
  step break-spell {
    run end-effect(source, bearer)
    if lies-on-nobody(source) { take all permanent-duration from source }
  }
}

# The last duration token of an upgrade is gone. DAW-UPG-008 DAW-END-010
procedure expire (source: upgrade) {
  # All its effects end.
  step fade {
    for each c in (all creature c where has-effect-token(c, source)) { run end-effect(source, c) }
  }
  # Its bursts are over. DAW-ARE-013
  step clear tells "" {
    for each b in (all burst-token b where raised-by of b is source) { remove(b) }
  }
  # Whom it has summoned is gone.
  step unsummon {
    for each c in (all creature c where summoned-by of c is source) { run defeat(c) }
  }
  # A card that was discarded meanwhile is out of the game. DAW-UPG-013
  step leave tells "" {
    if discarded on source > 0 { remove(source) }
  }
}

# However it loses the last one. DAW-UPG-008
after duration on upgrade u falls to 0 when permanent-duration on u = 0 { run expire(u) }
after permanent-duration on upgrade u falls to 0 when duration on u = 0 { run expire(u) }

# A card that leaves the game while its effect lasts, alone or with its creature, lies beside its owner until that is
# over. DAW-UPG-014 DAW-UPG-013 DAW-END-006
after upgrade u leaves play when duration on u > 0 or permanent-duration on u > 0 {
  return-to-game(u)
  move-to(u, owner of u)
  give 1 discarded to u
}

# A creature without its effect token is free of the effect. DAW-UPG-009
after creature c leaves play always {
  for each u in (all upgrade u where has-effect-token(c, u)) { run end-effect(u, c) }
}

# An upgrade is discarded: out of the game. As a cost: `cost { discard here }`, or `cost { run discard-upgrade(u) if in-play(u) }`. `doer` is the
# player who has it discarded, if it matters: who makes an enemy discard says `run discard-upgrade(u, owner of you)`; nobody is its own owner.
# DAW-UPG-013
procedure discard-upgrade (what: upgrade, doer: player = owner of what) gives done: yes-no {
  # The card goes.
  step box {
    set done to in-play(what)
    remove(what)
  }
}
