# The system of the benchmarks: fighters with tokens, one attack, and the places where cards add something.

word energy { plain fire frost }
record weapon { range: number  energy: energy }

piece fighter {
  level: number
  strength: number
  agility: number
}

card upgrade on fighter {
  cost: number
  energy: energy
  spell: yes-no
  minimum-level: number
  active when disabled on here = 0
}

token focus on fighter
token target on fighter
token dodge on fighter
token wound on fighter
token disabled on upgrade limit 1

die attack-die { hit 3  critical 1  eye 2  blank 2 }
# Every die shows an eye, so that the ability measured is always of use and chance costs nobody anything.
die eyes { eye 1 }

value attack-dice (attacker: fighter, defender: fighter, form: weapon) =
  strength of attacker,
  at least 0
value defense-dice (attacker: fighter, defender: fighter, form: weapon) =
  agility of defender,
  at least 0
permission act (actor: fighter)
permission attack-with (attacker: fighter, form: weapon)
offer action (actor: fighter)

define foes-of (who: fighter): set of fighter = all fighter f where owner of f is not owner of who
define ready (what: upgrade): yes-no = disabled on what = 0

outcome over "It is over" won by nobody

procedure game {
  step play {
    for each f in (all fighter) { run turn(f) }
  }
  step end { end the game with over }
}

procedure turn (actor: fighter) {
  step act {
    if can act(actor) { offer action(actor) to owner of actor }
  }
  step fight {
    choose d from foes-of(actor) by owner of actor "Attack whom?" { run attack(actor, d, blade) }
  }
}

procedure attack (attacker: fighter, defender: fighter, form: weapon) {
  var attack-pool: pool
  var hits: number
  step roll { set attack-pool to roll attack-dice(attacker, defender, form) attack-die }
  step modify priority owner of defender, owner of attacker { }
  step compare { set hits to hit in attack-pool }
  step deal { give hits wound to defender }
}

# An attack that stops after its window: what the ability benchmark plays.
procedure skirmish (attacker: fighter) {
  var attack-pool: pool
  step roll { set attack-pool to roll 5 eyes }
  step modify { }
}

# The same without an ability.
procedure drill (attacker: fighter) {
  var attack-pool: pool
  step roll { set attack-pool to roll 5 eyes }
  step modify { }
}

at skirmish.modify
  when focus on attacker > 0 and eye in attack-pool > 0
  once per skirmish cost { spend 1 focus from attacker }
{ turn all eye in attack-pool to hit }

# A loop of simple instructions: what the interpreter benchmark runs.
procedure counting (who: fighter) {
  var n: number
  var total: number
  step count {
    repeat 100000 times {
      set n to n + 1
      if n - n / 3 * 3 = 0 { set total to total + n } else { set total to total - 1 }
    }
    give total focus to who
  }
}
