# Every declaration once. This comment stands before the first item.

word colour { white green red }
word bearing { straight bank turn }

record maneuver { bearing: bearing  speed: number  colour: colour }

piece figure {
  level: number                       # a printed fact
  cost: number
  plan: maneuver state secret         # changes in play
  slots: set of upgrade-kind
  base-width: length  base-length: length
  footprint rectangle base-width base-length
}

piece rock {
  radius: length
  footprint circle radius
}

card upgrade on figure, rock {
  cost: number
  active when disabled on here = 0
}

token exhaustion on figure
token disabled on upgrade, figure limit 1
die attack { hit 3  critical 1  blank 4 }
deck damage-deck

define damage-on (d: figure): number = count of all damage on d
define round-limit: number = 40
define others (d: figure, far: number): set of figure = all figure x where x is not d

value agility-of (d: figure) = agility of d, at least 0, at most 6
value reach: length = 3 inches at least 1 inch
value turn-rate: angle = 22.5 degrees
permission act (who: figure)
permission rest
offer action (actor: figure)
offer pass

effect dazed (who: figure) { forbid act when who is target }
effect guarded (who: figure, by-whom: figure) {
  modify agility-of + 1 when d is who
  # The guard dies for it.
  before attack.deal when defender is who { set defender to by-whom }
}
effect nothing { }

outcome escaped "The thief escapes" won by thief
outcome draw "Nobody wins" won by nobody
outcome both "All win" won by thief, guard

procedure attack (attacker: figure, defender: figure) {
  var dice: pool
  var hits: number
  step roll {
    set dice to roll value-of-attack(attacker, defender) attack
  }
  step modify priority owner of defender, owner of attacker
  step count-hits
  step deal {
    set hits to hit in dice + critical in dice
    give hits damage to defender
  }
}
procedure game { step play { run attack(first of all figure, nobody) } }
procedure end { step clean-up { } step remove-tokens { } }

board hexes { terrain: stand  zone: temper }

piece rider {
  length: number
  size: number
  footprint spaces length tall size
}

movement ride (r: rider, here: pose, there: pose) {
  cost 1 + rise(here, there) when can enter(r, there)
  stops when no
  ends when r is not nobody
}
