# The nouns of the game: words, rows, ships, cards, tokens, dice, decks.

# The shapes of maneuvers.
word bearing { straight bank-left bank-right turn-left turn-right koiogran stationary }
# The sides.
word faction { rebel imperial }
# What an upgrade takes up on a ship.
word slot open { elite crew astromech torpedo missile cannon turret bomb system modification title }
# What an action is; `anything`, `bar` and `card` are leaves to take one, not actions.
word deed { anything bar card focus-deed evade-deed lock-deed roll-deed boost-deed cloak-deed }

# What sets a bomb token off, and what it does: a mine, damage or a damage card around it. XW-BMB-007
word fuse { on-contact charge-fuse bomb-fuse }

# A rectangle where ships are deployed.
record area {
  # Its left edge.
  x: length
  # Its near edge.
  y: length
  # How wide it is.
  width: length
  # How long it is.
  length: length
}

# A way to attack; dice 0 is the primary weapon value. XW-CMB-004 XW-CMB-009
record weapon {
  # How many attack dice; 0 is the primary weapon value.
  dice: number
  # The nearest range, 1 to 3.
  least-range: number
  # The farthest range, 1 to 3.
  most-range: number
  # Whether it fires in all directions.
  all-round: yes-no
  # Whether it is an upgrade.
  secondary: yes-no
  # Whether the attacker needs a lock on the target.
  needs-lock: yes-no
  # Whether that lock is spent.
  spends-lock: yes-no
  # Whether it costs a focus token.
  spends-focus: yes-no
  # Whether the card is discarded after the attack.
  discarded: yes-no
  # How many attacks one use brings.
  attacks: number
}

# A ship card's lower half. XW-CMB-006 XW-CMB-007 XW-MIS-003
record ship-type {
  # The primary weapon value.
  attack: number
  # The agility.
  agility: number
  # The hull value.
  hull: number
  # How many shields.
  shields: number
  # Whether the base is large.
  large: yes-no
  # Whether the primary weapon fires in all directions.
  turret: yes-no
  # Whether there is a firing arc ahead.
  front-arc: yes-no
  # Whether there is a firing arc astern.
  rear-arc: yes-no
  # The action bar.
  actions: set of deed
  # The maneuvers of the dial.
  dial: set of maneuver
}

# A ship with its pilot; the pilot's text is its rules.
piece ship {
  # The sort of ship.
  type: ship-type
  # The printed pilot skill; rules ask `pilot-skill`.
  skill: number
  # The side.
  faction: faction
  # The squad points.
  cost: number
  # Whether a squad has it once only.
  unique: yes-no
  # How wide its base is.
  base-width: length
  # How long its base is.
  base-length: length
  footprint rectangle base-width base-length
  active when can use-pilot(here)

  # The maneuver on its dial.
  plan: maneuver state secret
  # Whether it is on the table.
  placed: yes-no state
  # Whether it has moved in this round.
  activated: yes-no state
  # Whether its turn to attack has come in this round.
  fought: yes-no state
  # Its chance to attack is still to come.
  awaiting: yes-no state
  # Its last maneuver ended in an overlap.
  bumped: yes-no state
  # Whether it performs no action when it is activated.
  skips-action: yes-no state
  # An attack of its last weapon hit.
  ever-hit: yes-no state
  # How many actions it has performed.
  deeds: number state
  # It has dropped a bomb this round.
  bombed: yes-no state
  # It has performed a barrel roll this round.
  rolled: yes-no state
}

# An obstacle.
piece asteroid {
  # How large it is.
  radius: length
  footprint circle radius
}
# A bomb token on the table. XW-BMB-008 XW-BMB-009
piece mine {
  # What sets it off.
  fuse: fuse
  # How large it is.
  radius: length
  footprint circle radius
}

# An upgrade of a ship.
card upgrade on ship {
  # What it takes up.
  slot: slot
  # The squad points.
  cost: number
  # The weapon that it is; `unarmed` if none.
  weapon: weapon
  active when slot of here is not elite or can use-pilot(holder-ship(here))
}

# A pair of lock tokens: the red one lies on a ship, `locker` has the blue one. XW-ACT-019
card lock on ship {
  # The ship that has the lock.
  locker: ship state
}

# Spent to turn eyes into hits or evades; goes at the end of the round.
token focus on ship
# Spent for an evade; goes at the end of the round.
token evade on ship
# Bars actions and red maneuvers until a green one takes it away.
token stress on ship
# Takes damage before cards are dealt.
token shield on ship
# Ionizes a ship.
token ion on ship
# A ship is cloaked: two more agility, and no attacks.
token cloak on ship limit 1
# The player has won.
token victory on player

# The red die.
die attack-die { hit 3  critical 1  focus-eye 2  blank 2 }
# The green die.
die defense-die { evade-face 3  focus-eye 2  blank 3 }

# Locks that nobody has.
deck lock-supply
