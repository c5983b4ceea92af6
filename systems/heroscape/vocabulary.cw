# The nouns of the game: words, rows, figures, cards, markers, dice, the board.

# The two games that the rulebook has. HS-GEN-001
word rule-set { master basic }
# How players come by their Armies. HS-ARM-007
word gathering { pre-set premade draft by-agreement }
# Questions that the document leaves open, or to the players; a scenario decides by naming what differs.
word ruling { full-copies-act no-early-pass must-attack teammates-apart }
# A player's four order markers.
word marker-name { no-marker first-marker second-marker third-marker x-marker }
# Starting zones by colour. HS-ARM-011
word zone { no-zone red-zone blue-zone green-zone yellow-zone }
# Where wounds come from: an attack (normal or special: `form` tells), a blow at who leaves, a fall, a power; or what
# destroys without wounds.
word cause { attack-wound leaving-wound fall-wound power-wound outright }
# What a roll of the 20-sided die is for. A power of which other cards speak by name has a word of its own: `extend word purpose { for-frenzy }`,
# `run roll-for(here, 16, what-for: for-frenzy)`, and `modify roll-bonus + 1 when what-for is for-frenzy and side is controller of here`.
word purpose open { for-set-up for-initiative for-precedence for-sight for-fall for-power }
# Powers that are printed by name only. HS-POW-006
word keyword open { no-keyword flying stealth-flying }
# The sizes, from small to huge. HS-SET-008
word size { any-size small medium large huge }
# All tags of cards are one sort of word, so that a power can name one bare. HS-SET-004 HS-POW-007 HS-POW-008
word tag open {
  untagged
  # uniqueness, and how many a card shows
  unique
  common
  hero
  squad
  # valkyrie
  jandar
  ullar
  vydar
  einar
  utgar
  aquilla
  valkrill
  # species
  human
  kyrie
  dwarf
  elf
  undead
  plant
  construct
  amphibian
  wolf
  orc
  # class
  warrior
  knight
  champion
  soldier
  paladin
  rogue
  gunslinger
  steward
  mage
  scout
  beast
  admiral
  brawler
  horror
  familiar
  # personality
  valiant
  wild
  tricky
  precise
  merciless
  resolute
  disciplined
  cunning
}

# What a space is like. A terrain that is an obstacle has a space, which only flyers cross. HS-TER-001 HS-TER-010 HS-MOV-017
record footing {
  # Whether it is water: a move ends there.
  water: yes-no
  # Whether it stands in the way: only flyers cross it.
  obstacle: yes-no
  # Whether it is a narrow place, which bulky figures do not enter.
  narrow: yes-no
}
board hexes { terrain: footing  zone: zone }

# What an Army Card says on its two sides. HS-GEN-001 HS-SET-003 HS-SET-004
record profile {
  # The name that is printed on the card.
  title: text
  # `unique` or `common`.
  uniqueness: tag
  # `hero` or `squad`.
  company: tag
  # The general whom it follows.
  valkyrie: tag
  # The species.
  species: tag
  # The class.
  class: tag
  # The personality.
  personality: tag
  # What else it shows, as a second class.
  also: set of tag = []
  # The size.
  size: size = medium
  # How many figures the card shows: that of a Hero one, that of a Squad more. HS-BSET-006
  shown: number = 1
  # The Life of each figure; rules ask `life-of`.
  life: number = 1
  # The Move; rules ask `move-of`.
  move: number
  # The Range; rules ask `range-of`.
  range: number
  # The Attack; rules ask `attack-of` or `attack-dice`.
  attack: number
  # The Defense; rules ask `defense-of` or `defense-dice`.
  defense: number
  # The points; rules ask `points-of`.
  points: number
  # The Move of the Basic Game.
  basic-move: number = move
  # The Range of the Basic Game.
  basic-range: number = range
  # The Attack of the Basic Game.
  basic-attack: number = attack
  # The Defense of the Basic Game.
  basic-defense: number = defense
  # Powers that are printed by name only, like `flying`; rules ask `has`.
  keywords: set of keyword = []
  from-world: text = ""  # collector information; `same-name` does not ask for it
}
# HS-BSET-006
refuse profile "A Hero card shows one figure" when company is hero and shown > 1
# HS-BSET-006
refuse profile "A Squad card shows two figures or more: `shown`" when company is squad and shown < 2

# What a scenario decides, as a row of its own; `points` 0 and `rounds` 0 are none.
# HS-GEN-003 HS-GEN-004 HS-ARM-002 HS-END-001
record battle {
  # Which of the two games is played.
  rules: rule-set
  # How players come by their Armies.
  gathering: gathering
  # What an Army may cost.
  points: number
  # How many rounds are played.
  rounds: number
  # Open questions that are settled otherwise than usual.
  rulings: set of ruling
}

# An army that a scenario lists, for players to choose from. HS-BSET-003 HS-ARM-005
record muster {
  # What the Army is called.
  banner: text
  # Its cards.
  cards: set of army-card
  # Its figures.
  figures: set of figure
}

# The Range and the dice of a Special Attack. `normal-attack` is no Special Attack. HS-SPA-001 HS-SPA-002
record special-attack {
  # How far it reaches, in spaces.
  range: number
  # How many dice are rolled.
  dice: number
  # Whether it is a Special Attack.
  special: yes-no = yes
  # Whether it is for enemies alone with whom the attacker is engaged; of several that attack together each must be.
  engaged-only: yes-no = no
}

# The power of a Glyph, on the side that lies down at first.
record glyph-power {
  # Whether it works as long as a figure stands there; else once, when it is turned up.
  lasting: yes-no
}

# A figure. `eye` is the Target Point, `zone-low` to `zone-high` the Hit Zone, in thousandths of a level above the base;
# `zone-width` in thousandths of half a space.
piece figure {
  # What its Army Card says.
  type: profile
  # How many spaces it stands on: 1 or 2.
  length: number = 1
  # Its Height in levels; rules ask `height-of`.
  height: number
  # The Target Point, in thousandths of a level above its base.
  eye: number = 900 * height
  # Where the Hit Zone begins, in the same measure.
  zone-low: number = 250 * height
  # Where the Hit Zone ends.
  zone-high: number = 850 * height
  # How wide the Hit Zone is, in thousandths of half a space.
  zone-width: number = if length > 1 then 500 else 400
  bulky: yes-no = no  # wings or a tail keep it out of narrow spaces. HS-MOV-017
  footprint spaces length tall height
  # Powers belong to the Master side only. HS-POW-001 HS-BSET-005
  # Those of a destroyed figure go on, in `moment.powers` of its own destruction too: what ends with it asks `is-on-field(here)`.
  active when is-master
  makes army-card as card

  # Whether it is destroyed.
  destroyed: yes-no state
  unused: yes-no state  # there was no room for it. HS-ARM-014
  lies-on: army-card state  # the card it was laid on. HS-DMG-004
  # What belongs to a turn is `per take-turn-with`: each turn that a power gives has its own, be it with a figure or with a card, and the turn around it finds
  # its own again. A turn by an order marker lies within none of them; `clear-turn` begins it anew, so it is known afterwards, too. HS-SEQ-011
  # It is one of those that act in this turn. HS-CMN-002 HS-CMN-003
  activated: yes-no state per take-turn-with
  # How many moves it has had in this turn, though perhaps of no space.
  moves-made: number state per take-turn-with
  strode: yes-no state per take-turn-with  # has left its place in this turn
  attacks-made: number state per take-turn-with  # in this turn
  # Whom it has attacked in this turn, normally or specially, from the roll of the attack on: "it cannot attack the same figure more than once" is
  # `forbid target when attacker is here and defender is in attacked of here`.
  attacked: set of figure state per take-turn-with
  # How many skulls its last attack showed when they were counted; one that it makes once more in the midst of another has its own.
  skulls-rolled: number state per one-more-attack
  # Whether its last attack showed a skull on every die; no if it rolled none. "If a skull is rolled on every die" is
  # `after attack.count-skulls when attacker is here and all-skulls of here`.
  all-skulls: yes-no state per one-more-attack
  # Where it stood as its turn began; kept for whoever acts in the turn. HS-POW-002
  began-at: pose state per take-turn-with
  # Who was adjacent to it as its turn began: "if the defender was not adjacent to it at the start of this turn" is `not (defender is in began-beside of here)`.
  began-beside: set of figure state per take-turn-with
  # Whether it was engaged as its turn began.
  began-engaged: yes-no state per take-turn-with
  # The Army Card on which a power has laid it, to come back from there: `aboard-of` asks it.
  aboard: army-card state
  # Whether it has flown in this turn, by Flying or Stealth Flying.
  flew: yes-no state per take-turn-with
  # Where its last flight or leap of this turn began; `passed-over` asks it.
  took-off: pose state per take-turn-with
  # How many spaces it had for it; 0 if it made none.
  flown: number state per take-turn-with
  # Where it stood when it was destroyed. HS-POW-004
  fell-at: pose state
}

# An Army Card. A figure's entry makes it; a rule of its own is written in an entry `FIGURE-card` with `facts: { type: FIGURE-type }`.
card army-card on player {
  tells ""
  # What it says.
  type: profile
  # How many order markers were laid on it this round; shown when all have placed theirs. HS-ORD-002 HS-ORD-017
  laid-markers: number state secret tells ""
  active when is-master
}

# A Glyph on the battlefield.
piece glyph {
  # Its power, below until it is turned up.
  power: glyph-power state secret tells ""
  # Whether its power lies up.
  power-up: yes-no state
}

# A player. `order-1` to `order-3` and `order-x` are the cards of the order markers. HS-SET-014 HS-ORD-001
player {
  team: number state  # 0 is no team
  # The card under his marker 1.
  order-1: army-card state secret tells ""
  # The card under his marker 2.
  order-2: army-card state secret tells ""
  # The card under his marker 3.
  order-3: army-card state secret tells ""
  # The card under his marker X.
  order-x: army-card state secret tells ""
  # What he rolled last.
  rolled: number state
  granted: army-card state per take-turn-with  # the card of an extra turn
  # The highest number of his order markers that has been turned up in this round.
  turned-up: number state
  # Whether his X marker has been turned up in this round.
  x-up: yes-no state
  # The enemy order marker at which he has looked last.
  looked-at: marker-name state secret tells ""
  seat: number state  # in the order of a draft
  # His starting zone.
  home: zone state
  # The Army that he has chosen.
  chosen: muster state
  finished: yes-no state  # its army is complete
}

# What a player is shown of the markers of a teammate. HS-TEAM-010
piece briefing {
  tells ""
  # Whose markers it tells.
  mate: player state
  # The card under the teammate's marker 1.
  mate-1: army-card state secret tells ""
  # The card under the teammate's marker 2.
  mate-2: army-card state secret tells ""
  # The card under the teammate's marker 3.
  mate-3: army-card state secret tells ""
  # The card under the teammate's marker X.
  mate-x: army-card state secret tells ""
}

# A Wound Marker. HS-DMG-001 HS-DMG-007
token wound on figure, army-card tells ""
# Order markers whose number was shown. HS-ORD-018
token shown-marker on army-card tells ""

# A marker of Patient Aim.
token aim on figure
# A hex of Orra's.
token hexed on army-card limit 1

# The combat die. HS-GEN-006
die combat { skull 3  shield 2  blank 1 }

# The number of the round on the track. HS-SET-012
state round-number: number
# Who takes the first turn of the round.
state first-player: player
# The card in use in this turn.
state card-in-use: army-card per take-turn-with
# The number of the order marker of this turn: 4 is the X, 0 an extra turn.
state turn-marker: number per take-turn-with
# Whose turn it is.
state turn-of: player per take-turn-with
# Which figure takes the turn, where one alone does: that of a Hero's card, or one to whom a power gives a turn.
state whose-turn: figure per take-turn-with
