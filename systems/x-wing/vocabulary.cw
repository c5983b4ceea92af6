# The nouns of the game: words, rows, ships, cards, tokens, dice, decks.

word bearing { straight bank-left bank-right turn-left turn-right koiogran stationary }
word faction { rebel imperial }
word slot open { elite crew astromech torpedo missile cannon turret bomb system modification title }
# What an action is; `anything`, `bar` and `card` are leaves to take one, not actions.
word deed { anything bar card focus-deed evade-deed lock-deed roll-deed boost-deed cloak-deed }

# What sets a bomb token off, and what it does: a mine, damage or a damage card around it. XW-BMB-007
word fuse { on-contact charge-fuse bomb-fuse }

record area { x: length  y: length  width: length  length: length  facing: angle }

# A way to attack; dice 0 is the primary weapon value. XW-CMB-004 XW-CMB-009
record weapon {
  dice: number
  least-range: number
  most-range: number
  all-round: yes-no
  secondary: yes-no
  needs-lock: yes-no
  spends-lock: yes-no
  spends-focus: yes-no
  discarded: yes-no
  attacks: number
}

# A ship card's lower half. XW-CMB-006 XW-CMB-007 XW-MIS-003
record ship-type {
  attack: number
  agility: number
  hull: number
  shields: number
  large: yes-no
  turret: yes-no
  front-arc: yes-no
  rear-arc: yes-no
  actions: set of deed
  dial: set of maneuver
}

piece ship {
  type: ship-type
  skill: number
  faction: faction
  cost: number
  unique: yes-no
  base-width: length
  base-length: length
  footprint rectangle base-width base-length
  active when can use-pilot(here)

  plan: maneuver state secret
  placed: yes-no state
  activated: yes-no state
  fought: yes-no state
  awaiting: yes-no state  # its chance to attack is still to come
  bumped: yes-no state  # its last maneuver ended in an overlap
  skips-action: yes-no state
  ever-hit: yes-no state  # an attack of its last weapon hit
  deeds: number state  # how many actions it has performed
  bombed: yes-no state  # it has dropped a bomb this round
  rolled: yes-no state  # it has performed a barrel roll this round
}

piece asteroid {
  radius: length
  footprint circle radius
}
# XW-BMB-008 XW-BMB-009
piece mine {
  fuse: fuse
  radius: length
  footprint circle radius
}

card upgrade on ship {
  slot: slot
  cost: number
  weapon: weapon
  active when slot of here is not elite or can use-pilot(holder-ship(here))
}

# A pair of lock tokens: the red one lies on a ship, `locker` has the blue one. XW-ACT-019
card lock on ship { locker: ship state }

token focus on ship
token evade on ship
token stress on ship
token shield on ship
token ion on ship
token cloak on ship limit 1
token victory on player

die attack-die { hit 3  critical 1  focus-eye 2  blank 2 }
die defense-die { evade-face 3  focus-eye 2  blank 3 }

deck lock-supply
