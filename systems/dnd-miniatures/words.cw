# The nouns of the game: words, rows, creatures, players.

# The factions. DDM-ARM-001 DDM-SET-024 DDM-CRD-012
word faction { borderlands civilization underdark wild }
# The labels of start and victory areas.
word label { no-label label-a label-b }
# The keywords of cards.
word keyword open {
  good
  evil
  dwarf
  elf
  human
  halfling
  goblin
  kobold
  yuan-ti
  dragon
  troll
  giant
  drow
  undead
  construct
  fiery
  frosty
  divine
  arcane
  martial
  beast
  demon
  plant
  aberration
  aquatic
}

# Squares belong to maps, start areas, victory areas, circles; brackets on a victory area are zones of their
# own. DDM-SET-025
word zone {
  outpost
  ruins
  temple
  crossroads
  lair
  start-a
  start-b
  victory-a1
  victory-a2
  victory-b1
  victory-b2
  circle
  spot-x
  spot-o
  shrine
}

# How a line of the Attack Actions reads. DDM-COM-024 DDM-COM-062 DDM-COM-063
word icon { melee ranged close area }
# How far a line reaches: next to it, the nearest, within a range, in sight.
word span { touch nearest within sight }
# What a line catches: one target, all around, or an area.
word shape { single around burst cone line radius }
# What an attack is rolled against. DDM-COM-010
word defense { ac def fort ref will }
# How long a condition lasts. DDM-TIM-001 DDM-TIM-002 DDM-TIM-003 DDM-TIM-004 DDM-TIM-005
word clock { own-turn player-turn round-end battle-end save-ends }
# How a creature is moved by another.
word way { push pull slide }
# When champion powers are asked for. DDM-CRD-018 DDM-CRD-044
word moment { on-roll on-hit on-activation on-turn-end }

# The standard abilities of the glossary. DDM-CRD-008
word ability {
  flight
  burrow
  phasing
  hide
  insubstantial
  invisible
  scout
  wandering-monster
  immune-critical
}

# A type of damage. DDM-DMG-031 DDM-DMG-032
record damage-type { typed: yes-no = yes }

# A condition and what it does; one that contains another says so here. DDM-TIM-045
record condition {
  dazes: yes-no = no
  staggers: yes-no = no
  stuns: yes-no = no
  exposes: yes-no = no
  roots: yes-no = no
  confuses: yes-no = no
  enervates: yes-no = no
  slows: yes-no = no
  burns: yes-no = no
  element: damage-type = untyped
}

# What a hit brings besides damage. DDM-COM-065
record rider {
  condition: condition = no-condition
  strength: number = if condition is no-condition then 0 else 1
  clock: clock = own-turn
  moves: number = 0
  way: way = push
}

# A resistance or a weakness. DDM-DMG-020 DDM-DMG-021
record grade { element: damage-type  amount: number }

# One line of the Attack Actions. DDM-COM-001 DDM-COM-062
record form {
  icon: icon = melee
  span: span = touch
  range: number = 0
  shape: shape = single
  extent: number = 0
  targets: number = 1
  bonus: number
  against: defense = ac
  damage: number
  element: damage-type = untyped
  extra: number = 0
  extra-element: damage-type = untyped
  boxes: number = 0
  riders: set of rider = []
}

# Lasting bonuses, one row for each power that gives one. DDM-CRD-030 DDM-CRD-031 DDM-CRD-042
record boon { attack: number = 0  damage: number = 0  speed: number = 0 }
# The eight ways in which a cone can be laid; `turn` is that of the core call. DDM-COM-034 DDM-COM-035
record heading { turn: number }
# The length of a cone.
record cone-template { length: number }

# What gives temporary hit points. DDM-DMG-044
record vigour { points: number }

# A power with boxes that is no attack. DDM-CRD-023
record feat { boxes: number }

# A size: the side of its space, and its rank. DDM-MOV-049 DDM-MOV-050 DDM-MOV-051 DDM-MOV-053
record size { squares: number  rank: number }

# What a square is like. DDM-TER-001
record ground {
  cost: number = if slow then 2 else 1
  slow: yes-no = no
  opaque: yes-no = no  # a line of sight ends behind it
  barrier: yes-no = no  # a line of effect ends behind it
  sheltering: yes-no = no  # cover against ranged attacks
  barred: yes-no = no  # no creature ends its movement here
  pit: yes-no = no
  blood: yes-no = no
  smoke: yes-no = no
  teleporter: yes-no = no
  font: yes-no = no
}
board squares { terrain: ground  zone: zone }

# A battle map and the zone that all its squares belong to. DDM-ARM-017 DDM-MSC-004
record battle-map { grounds: zone  half: yes-no = no }
# The colour that a card shows for a faction. DDM-ARM-005
record banner { faction: faction  colour: text }
# A corner of the board. DDM-TEA-007
record corner { right: yes-no = no  low: yes-no = no }
# A victory area. DDM-SET-024
record region { zone: zone  label: label }
# What a warband of so many points may hold. DDM-ARM-014
record limits { points: number  creatures: number  most-cost: number }

# A stat card. DDM-CRD-002
piece creature {
  persona: text = ""  # a Unique creature's name without its title; others need none
  unique: yes-no = no
  epic: yes-no = no
  cost: number
  level: number
  ac: number
  def: number
  fort: number = 0
  ref: number = 0
  will: number = 0
  speed: number
  hp: number
  champion: number = 0
  size: size = medium
  space: number = squares of size
  arm: number = 1  # Reach X; 1 is none
  conceal: number = 0
  factions: set of faction
  keywords: set of keyword = []
  abilities: set of ability = []
  resists: set of grade = []
  weaknesses: set of grade = []
  immune-types: set of damage-type = []
  immune-conditions: set of condition = []
  attacks: set of form
  footprint spaces space
  # DDM-CRD-009: until it is eliminated.
  active when not gone of here

  wounds: number state
  activated: yes-no state
  taking-turn: yes-no state
  moves-made: number state  # move actions taken this turn
  strikes-made: number state  # attack actions taken this turn
  has-moved: yes-no state
  rooted: yes-no state  # it has attacked after moving, or charged
  burrowing: yes-no state
  surfaced: yes-no state  # it has moved above ground this turn
  reacting: yes-no state  # it is making an opportunity attack
  reacted: yes-no state  # its opportunity attack of this creature's turn is made
  teleported: yes-no state
  dying: yes-no state  # it is being eliminated
  gone: yes-no state
  placed: yes-no state
  firm: space state  # the last legal position of its upper left square
  aim: space state  # where its charge is to end
  scorer: player state
  score-paid: number state
}

# A player.
player {
  faction: faction state
  team: number state
  brings: battle-map state secret
  begins: label state
  corner: corner state
  cornered: yes-no state
  rolled: number state
  victory: number state
  seat: number state
}

# Champion uses left. DDM-CRD-015
token charge on creature
