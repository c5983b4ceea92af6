word mood { calm wild }
word slot open { tail collar }

piece cat open {
  might: number
  life: number = 2 * might
  size: length = 1 inches
  hurt: number state
  stance: mood state secret
  footprint circle size
}
piece lump {
  size: length = 1 inches
  footprint circle size
  made at most 4
}
card charm on cat {
  price: number = 1
  slot: slot = tail
}

token fish on cat, player
token fear on cat limit 5
die claw { hit 3  miss 3 }

offer deed (actor: cat)
permission scratch (who: cat)
value might-of (who: cat) = might of who, at least 0
define foes-of (c: cat): set of cat = all cat f where owner of f is not owner of c

procedure turn (active: cat) {
  step wake
  step act { offer deed(active) to controller of active }
  step rest
}
procedure fight (attacker: cat, defender: cat) gives hits: number {
  var dice: pool
  step roll { set dice to roll might-of(attacker) claw }
  step modify priority owner of defender, owner of attacker
  step count { set hits to hit in dice }
  step deal { run suffer(defender, hits) }
}
procedure suffer (loser: cat, amount: number) {
  step lose { add amount to hurt of loser }
}
procedure game {
  step play {
    for each c in all cat { run turn(c) }
  }
}

deed "Scratch" when can scratch(actor) and any of foes-of(actor) {
  choose f from foes-of(actor) by controller of actor "Scratch whom?" { run fight(actor, f) }
}
deed "Eat" when hurt of actor > 0 cost { spend 1 fish from actor } { add -1 to hurt of actor }

# Of whom a rule speaks
value grip (holder: cat, against: cat) = might of holder
permission hold (holder: cat, held: cat)

# What need not be said
procedure startle (victim: cat, times: number = 1, loud: yes-no = times > 1) {
  step jump {
    give times fear to victim
    if loud { add 1 to hurt of victim }
  }
}
