# The nouns of the game: words, rows, creatures, players.

# The factions. DDM-ARM-001 DDM-SET-024
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
# own.
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

# Sorts of effects that a card names in brackets, as `(Fear)`: a creature may be immune to them. For poison and other types of damage there is
# `immune-types`. DDM-DMG-024
word effect-sort open { fear charm sleep illusion }
# How a line of the Attack Actions reads. DDM-COM-062
word icon { melee ranged close area }
# How far a line reaches: next to it, the nearest, within a range, in sight.
word span { touch nearest within sight }
# What a line catches: one target, all around, or an area. A `blast` is a block of `extent` squares a side beside the attacker.
word shape { single around burst cone line radius blast }
# What an attack is rolled against. DDM-COM-010
word defense { ac def fort ref will }
# How long a condition lasts. DDM-TIM-001 DDM-TIM-002 DDM-TIM-003 DDM-TIM-004 DDM-TIM-005
word clock { own-turn player-turn round-end battle-end save-ends }
# Which targets a bonus is for: all, Bloodied ones, those that have not activated in this round, those that have.
word sort-of-target { any-target bloodied-target fresh-target spent-target }
# How a creature is moved by another.
word way { push pull slide }
# When champion powers are asked for. DDM-CRD-018 DDM-CRD-044
# `on-attack`: a roll is to be made; `on-roll`: it lies there; `on-hit`, `on-miss`: what has come of it. `on-save`: a saving throw is to be made.
# `on-bloodied`: a creature becomes Bloodied; `on-fall`: it is being eliminated. `on-initiative`: before initiative is rolled, at the start
# of a round; `after-initiative`: once it is known who goes first; `on-round-end`: before the effects of the round end.
word moment {
  on-attack
  on-roll
  on-hit
  on-miss
  on-activation
  on-turn-end
  on-save
  on-bloodied
  on-fall
  on-initiative
  after-initiative
  on-round-end
}

# The standard abilities of the glossary; a card names them under `abilities:`, a rule asks `has(who, flight)`, and `start gains(who, flight) until ...` gives one.
# `flight`: it flies over creatures that do not fly, over pits and difficult ground, and only who flies strikes at it as it goes. `burrow`: it may move under the ground, through walls and everybody, and nobody
# strikes at it as it goes; it comes up where it may stand. `phasing`: it moves through walls and everybody, enemies too, and ends where it may stand.
# `hide`: enemies that are not next to it do not see it while it has cover from them. `insubstantial`: attacks do half damage to it, critical hits all; what is no attack does all, too.
# `invisible`: nobody sees it, so it has Conceal 11 and combat advantage. `scout`: it may be set up in a victory area in which nobody stands. `wandering-monster`: it is set up in
# a victory area that chance names. `immune-critical`: a critical hit on it is a hit. DDM-CRD-008
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
record damage-type {
  # Whether it is a type at all: `untyped` is not.
  typed: yes-no = yes
}

# A condition and what it does; one that contains another says so here. DDM-TIM-045
record condition {
  # It grants combat advantage, does not flank, reacts to nothing, and uses powers in its own turn only.
  dazes: yes-no = no
  # Its attack action is a basic attack or nothing, and it uses no champion powers.
  staggers: yes-no = no
  # It cannot act.
  stuns: yes-no = no
  # It is helpless: blows hit it without a roll.
  exposes: yes-no = no
  # It cannot move.
  roots: yes-no = no
  # A roll decides what it does.
  confuses: yes-no = no
  # Its damage is halved.
  enervates: yes-no = no
  # Its speed is 2 at most.
  slows: yes-no = no
  # It takes ongoing damage as its turn begins.
  burns: yes-no = no
  # The type of the ongoing damage.
  element: damage-type = untyped
}

# What a hit brings besides damage.
record rider {
  # The condition that it brings.
  condition: condition = no-condition
  # How strong that is: the amount of ongoing damage.
  strength: number = if condition is no-condition then 0 else 1
  # How long it lasts.
  clock: clock = own-turn
  # How many squares the target is moved.
  moves: number = 0
  # Whether it is pushed, pulled or slid.
  way: way = push
  # What comes in its place when the target fails to save against it: "first failed save: Immobilized".
  on-failed-save: set of rider = []
  # What comes when the target saves against it: "aftereffect: Slowed".
  on-save: set of rider = []
}

# A resistance or a weakness. DDM-DMG-020 DDM-DMG-021
record grade {
  # The type.
  element: damage-type
  # How much.
  amount: number
}

# One line of the Attack Actions. DDM-COM-001 DDM-COM-062
record form {
  # Melee, ranged, close or area.
  icon: icon = melee
  # How far it reaches: next to it or as far as its Reach goes, the nearest, `within` its range, in sight. Whoever gives a range need not say `within`.
  span: span = if range > 0 then within else touch
  # The range, where `span` is `within`; rules ask `range-of`. Of a melee or close attack at one target or all around it is the Reach of this attack alone: "(reach 3)".
  range: number = 0
  # What it catches: a `single` target, all `around`, or an area.
  shape: shape = single
  # How large the area is; rules ask `extent-of`. A burst, a blast or a line that gives a range and no extent is so large.
  extent: number = if shape is burst or shape is blast or shape is line then range else 0
  # How many targets it may have; rules ask `targets-allowed`.
  targets: number = 1
  # What is added to the d20; rules ask `to-hit`.
  bonus: number
  # The defense that it is rolled against.
  against: defense = ac
  # The damage; rules ask `damage-of`.
  damage: number
  # The type of the damage; rules ask `element-of`.
  element: damage-type = untyped
  # Damage of a second type.
  extra: number = 0
  # The second type.
  extra-element: damage-type = untyped
  # How many attacks one use makes, one after the other, each against another target; `targets` are those of one attack.
  attacks: number = 1
  # Whether these may have one and the same target: "makes two attacks, against the same or different targets".
  same-target: yes-no = no
  # Whether all of them are made, and at one target: "makes two attacks against the same target".
  one-target: yes-no = no
  # Whether they end with the first that misses.
  stops-on-miss: yes-no = no
  # The attacks that one use of this one makes, one after the other: "two claws and a bite" is `attacks: 2, parts: [claw]` and another, or
  # `parts: [claw, off-claw, bite]`; each part has one target, and its own bonus and damage count.
  parts: set of form = []
  # How often it can be used in a battle; 0 is as often as one likes.
  boxes: number = 0
  # What a hit brings besides damage.
  riders: set of rider = []
  # Whether a miss does half damage: "Miss: half damage".
  half-on-miss: yes-no = no
  # What a miss does, if it is a number: "Miss: 5 damage".
  miss-damage: number = 0
  # What a miss brings: "Miss: slowed".
  miss-riders: set of rider = []
  # Whether it may be used at the end of a charge, too: "usable on charge". All the attacks of one use are made then.
  on-charge: yes-no = no
}

# What an attack cannot be: one of its facts would say nothing. DDM-COM-034
refuse form "A cone begins beside its creature, so it has an extent (1 small, 2 large) and no range"
  when shape is cone and (range > 0 or extent > 2)
refuse form "A burst, a blast, a line and a radius have an extent"
  when (shape is burst or shape is blast or shape is line or shape is radius) and extent = 0
refuse form "What is within a range has a `range`" when span is within and range = 0
refuse form "Damage of a second type has an amount: `extra`"
  when extra = 0 and extra-element is not untyped
refuse form "A miss does half damage or a number, not both" when half-on-miss and miss-damage > 0
refuse form "This is for several attacks in one use: give `attacks` or `parts`"
  when attacks < 2 and none of parts and (same-target or one-target or stops-on-miss)

# Lasting bonuses and penalties, one row for each power that gives one; see `graced`. DDM-CRD-030 DDM-CRD-031 DDM-CRD-042
record boon {
  # What is added to attack rolls; a penalty is below 0.
  attack: number = 0
  # What is added to damage.
  damage: number = 0
  # What is added to damage with a type of its own, and that type: "+5 fire damage".
  extra: number = 0
  extra-element: damage-type = untyped
  # What is added to the speed.
  speed: number = 0
  # What is added to AC and to every Defense.
  defense: number = 0
  # What is added to saving throws.
  save: number = 0
}
# The eight ways in which a cone can be laid; `turn` is that of the core call. DDM-COM-034 DDM-COM-035
record heading { turn: number }
# The length of a cone.
record cone-template { length: number }

# What gives temporary hit points. DDM-DMG-044
record vigour {
  # How many temporary hit points.
  points: number
}

# A power with boxes that is no attack. DDM-CRD-023
record feat {
  # How often it can be used in a battle.
  boxes: number
}

# A size: the side of its space, and its rank. DDM-MOV-049 DDM-MOV-050 DDM-MOV-051
record size {
  # The side of its space in squares.
  squares: number
  # Its place among the sizes: Medium is 3.
  rank: number
}

# What a square is like. DDM-TER-001
record ground {
  cost: number = if slow then 2 else 1  # what it costs whoever finds it difficult
  slow: yes-no = no  # difficult terrain
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

# A battle map and the zone that all its squares belong to. DDM-MSC-004
record battle-map { grounds: zone  half: yes-no = no }
# The colour that a card shows for a faction. DDM-ARM-005
record banner { faction: faction  colour: text }
# A corner of the board. DDM-TEA-007
record corner { right: yes-no = no  low: yes-no = no }
# A victory area. DDM-SET-024
record region { zone: zone  label: label }
# What a warband of so many points may hold. DDM-ARM-014
record limits { points: number  creatures: number  most-cost: number }

# A stat card.
piece creature {
  persona: text = ""  # a Unique creature's name without its title; others need none
  # Whether a warband has it once only.
  unique: yes-no = no
  # Whether it is Epic.
  epic: yes-no = no
  # Its points; rules ask `cost-of`.
  cost: number
  # The printed level.
  level: number
  # Armor Class; rules ask `defense-of`.
  ac: number
  # The one defense that stands for Fortitude, Reflex and Will.
  def: number
  # What Fortitude is more than that.
  fort: number = 0
  # What Reflex is more.
  ref: number = 0
  # What Will is more.
  will: number = 0
  # The printed speed; rules ask `speed-of`.
  speed: number
  # The printed hit points; rules ask `hp-of` and `hp-left`.
  hp: number
  # The champion rating: how many uses of champion powers.
  champion: number = 0
  # How often it activates in a round: Multi-Activation X; rules ask `activations-of`.
  activations: number = 1
  # How much it resists of all damage together: Resist X All; rules ask `resist-all-of`.
  resist-all: number = 0
  # How much more it takes whenever it takes damage: Vulnerable X All; rules ask `weakness-all-of`.
  weakness-all: number = 0
  # The size.
  size: size = medium
  # The side of its space in squares.
  space: number = squares of size
  arm: number = 1  # Reach X; 1 is none
  # What an attack must roll to find it; 0 is no concealment.
  conceal: number = 0
  # The factions that may have it.
  factions: set of faction
  # Its keywords; rules ask `counts-as`.
  keywords: set of keyword = []
  # Standard abilities by name; rules ask `has`.
  abilities: set of ability = []
  # How much of which damage it resists.
  resists: set of grade = []
  # How much more of which damage it takes.
  weaknesses: set of grade = []
  # Types of damage that do nothing to it.
  immune-types: set of damage-type = []
  # What its rules give by `replace graced`, a row for each such power: `graces: { gloom: { attack: -2 } }`.
  graces: set of boon = []
  # Sorts of effects that do nothing to it; rules ask `immune-to`.
  immune-effects: set of effect-sort = []
  # Conditions that it never has.
  immune-conditions: set of condition = []
  # Its attacks; the first is its basic attack.
  attacks: set of form
  footprint spaces space
  # DDM-CRD-009: until it is eliminated.
  active when not gone of here

  # The hit points that it has lost; rules ask `hp-left`. What happens as it is bloodied or reduced to 0 stands after
  # `become-bloodied`, `first-bloodied` and `drop-to-zero`.
  wounds: number state
    tells if now > was then ""
      else "{it} regains {was - now} hit points ({max(0, hp-left(it))} left)"
  # The types of damage that it has taken since its turn last began; rules ask `was-hurt-by`.
  hurt-by: set of damage-type state
  savable-effects: set of number state  # the numbers of the effects on it that a save ends
  activated: yes-no state  # it has activated in this round, once at least
  times-active: number state  # how often it has activated in this round
  # What belongs to a turn is `per turn`: one in the midst of another has its own. DDM-SEQ-016
  taking-turn: yes-no state per turn
  moves-made: number state per turn  # move actions taken this turn
  strikes-made: number state per turn  # attack actions taken this turn
  # Whether it has moved in this turn. DDM-ACT-011
  stirred: yes-no state per turn
  # Whether it has moved since its own turn last began: "from the start of its turn until it moves" goes on in the turns of others, so this does not belong to a run.
  has-moved: yes-no state
  rooted: yes-no state per turn  # it has attacked after moving, or charged
  # Who dug or walked in another's turn is asked anew in its own. DDM-MOV-019 DDM-MOV-020
  burrowing: yes-no state per turn
  surfaced: yes-no state per turn  # it has moved above ground this turn
  reacting: yes-no state per attack  # this is an opportunity attack of it
  # What its last walk has cost in squares; it is asked for when the walk is over.
  spent-walking: number state
  # Its opportunity attack of this creature's turn is made. DDM-COM-126
  reacted: yes-no state per turn
  teleported: yes-no state
  ever-bloodied: yes-no state  # damage has made it Bloodied in this battle
  # It is being eliminated, also while another one is in the midst of it: so this belongs to no run of `eliminate`.
  dying: yes-no state
  gone: yes-no state
  placed: yes-no state
  firm: space state  # the last legal position of its upper left square
  aim: space state per charge-at  # where its charge is to end
  scorer: player state
  score-paid: number state
}

# A player.
player {
  faction: faction state
  team: number state
  brings: battle-map state secret tells "{it} brings {now}"
  begins: label state
  corner: corner state
  cornered: yes-no state
  rolled: number state
  victory: number state
    tells if now > was then "{it} scores {now - was} victory points ({now} in all)"
      else "{it} gives back {was - now} victory points ({now} left)"
  seat: number state
}

# Champion uses left. DDM-CRD-015
token charge on creature
  tells if now > was then ""
    else if now = 0 then "{it} has no champion use left"
    else if now = 1 then "{it} has 1 champion use left"
    else "{it} has {now} champion uses left"
