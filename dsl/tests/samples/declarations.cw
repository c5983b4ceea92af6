# Every declaration once. This comment stands before the first item.

word colour { white green red }
word bearing { straight bank turn }

record maneuver { bearing: bearing  speed: number  colour: colour }

piece dragon {
  level: number                       # a printed fact
  cost: number
  plan: maneuver state secret         # changes in play
  slots: set of upgrade-kind
  base-width: number  base-length: number
  footprint rectangle base-width base-length
}

piece rock {
  radius: number
  footprint circle radius
}

card upgrade on dragon, rock {
  cost: number
  active when disabled on here = 0
}

token exhaustion on dragon
token disabled on upgrade, dragon limit 1
die attack { hit 3  critical 1  blank 4 }
deck damage-deck

define damage-on (d: dragon): number = count of all damage on d
define round-limit: number = 40
define others (d: dragon, far: number): set of dragon = all dragon x where x is not d

value agility-of (d: dragon) = agility of d, at least 0, at most 6
value reach = 3 inches at least 1 inch
value turn-rate = 22.5 degrees
permission act (who: dragon)
permission rest
offer action (actor: dragon)
offer pass

effect dazed (who: dragon) { forbid act when who is target }
effect guarded (who: dragon, by-whom: dragon) {
  modify agility-of + 1 when d is who
  # The guard dies for it.
  before attack.deal when defender is who { set defender to by-whom }
}
effect nothing { }

outcome escaped "The thief escapes" won by thief
outcome draw "Nobody wins" won by nobody
outcome both "All win" won by thief, guard

procedure attack (attacker: dragon, defender: dragon) {
  var dice: pool
  var hits: number
  step roll {
    set dice to roll value-of-attack(attacker, defender) attack
  }
  step modify priority owner of defender, owner of attacker { }
  step deal {
    set hits to hit in dice + critical in dice
    give hits damage to defender
  }
}
procedure game { step play { run attack(first of all dragon, nobody) } }
procedure end { step clean-up { } step remove-tokens { } }
