# The nouns of the game: words, rows, ships, cards, tokens, dice, decks.

# The shapes of maneuvers. A Segnor's loop is a bank, and a Tallon roll a turn, at whose end the ship turns on; they count as neither.
word bearing open {
  straight
  bank-left
  bank-right
  turn-left
  turn-right
  koiogran
  stationary
  segnor-left
  segnor-right
  tallon-left
  tallon-right
  reverse-straight
  reverse-bank-left
  reverse-bank-right
}
# The sides.
word faction open { rebel imperial scum }
# What a ship belongs to within its side; plain for all of the first waves.
word allegiance open { plain resistance first-order }
# How large a ship is.
word size { small large huge }
# Somebody or something that is on several cards; who is on one only needs no name here.
word character open {
  unnamed
  luke-skywalker-himself
  chewbacca-himself
  han-solo-himself
  r2-d2-itself
  darth-vader-himself
}
# What an upgrade takes up on a ship.
word slot open {
  elite
  crew
  astromech
  torpedo
  missile
  cannon
  turret
  bomb
  system
  modification
  title
  hardpoint
  team
  cargo
  tech
  illicit
  salvaged-astromech
}
# Which part of a huge ship a ship card is for; other ships are whole.
word section { whole fore aft }
# What an action is; `anything`, `bar`, `card`, `bomb-card`, `bar-and-ordnance` and `listed` are leaves to take one, not actions, and `tractor-deed` only names a sort of token.
word deed open {
  anything
  bar
  card
  bomb-card
  bar-and-ordnance
  listed
  focus-deed
  evade-deed
  lock-deed
  roll-deed
  boost-deed
  cloak-deed
  recover-deed
  reinforce-deed
  coordinate-deed
  jam-deed
  slam-deed
  rotate-deed
  reload-deed
  tractor-deed
}

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
record weapon open {
  # How many attack dice; 0 is the primary weapon value.
  dice: number
  # The nearest range, 1 to 3.
  least-range: number
  # The farthest range, 1 to 3.
  most-range: number
  # Whether it fires in all directions.
  all-round: yes-no = no
  # Whether it is an upgrade.
  secondary: yes-no = yes
  # Whether the attacker needs a lock on the target.
  needs-lock: yes-no = no
  # Whether that lock is spent.
  spends-lock: yes-no = no
  # Whether the attacker needs a focus token, which it keeps.
  needs-focus: yes-no = no
  # Whether it costs a focus token.
  spends-focus: yes-no = no
  # Whether the card is discarded after the attack.
  discarded: yes-no = no
  # How much energy it costs, from the card itself.
  energy-cost: number = 0
  # How many attacks one use brings.
  attacks: number = 1
}
# What a weapon cannot be. XW-CMB-009
refuse weapon "The nearest range is not beyond the farthest"
  when least-range > most-range and most-range > 0
refuse weapon "A lock that is spent is needed first: `needs-lock: yes`"
  when spends-lock and not needs-lock

# The energy that a maneuver gives a huge ship. XW-HUG-020
record charge { move: maneuver  energy: number }
# An upgrade icon; rows that differ in nothing stand for several of a kind.
record icon { slot: slot }

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
  # The upgrade icons, but for elite ones. XW-ARM-004
  bar: set of icon = []
  # Whether there is a primary weapon.
  armed: yes-no = yes
  # The nearest range of the primary weapon. XW-HUG-050
  primary-least: number = 1
  # Its farthest range.
  primary-most: number = 3
  # Whether there are firing arcs to both sides, for all weapons. XW-HUG-051 XW-HUG-052
  side-arcs: yes-no = no
  # Whether there is an auxiliary firing arc of 180 degrees ahead, for the primary weapon.
  wide-arc: yes-no = no
  # Whether there is a mobile firing arc, for the primary weapon; it begins ahead.
  mobile-arc: yes-no = no
  # Whether there is a bullseye firing arc.
  bullseye: yes-no = no
  # Which part of a huge ship it is. XW-HUG-008 XW-HUG-009
  section: section = whole
  # Whether a huge ship's sections share one ship card.
  one-card: yes-no = no
  # How much energy the card holds. XW-HUG-016
  energy-limit: number = 0
  # What the maneuvers of the dial give. XW-HUG-020
  charges: set of charge = []
  # The energy that the crippled side holds. XW-HUG-060
  crippled-energy: number = 0
  # The primary weapon value of the crippled side.
  crippled-attack: number = 0
  # The upgrade icons of the crippled side. XW-HUG-059
  crippled-bar: set of icon = []
}

# A ship with its pilot; the pilot's text is its rules.
piece ship {
  # The sort of ship.
  type: ship-type
  # The printed pilot skill; rules ask `pilot-skill`.
  skill: number
  # The side.
  faction: faction
  # What it belongs to within its side: "a friendly Resistance ship".
  allegiance: allegiance = plain
  # The squad points.
  cost: number
  # Whether a squad has it once only. XW-ARM-001
  unique: yes-no = no
  # Who it is, if other cards are the same person. XW-ARM-002
  character: character = unnamed
  # Whether it has the icon for an elite upgrade.
  elite: yes-no = no
  # How wide its base is.
  base-width: length = if large of type then 3.15 inches else 1.575 inches
  # How long its base is.
  base-length: length = base-width
  footprint rectangle base-width base-length
  active when can use-pilot(here)

  # The maneuver on its dial.
  plan: maneuver state secret tells ""
  # The same, as an opponent has seen it who looked at the dial: only he knows it.
  seen-dial: maneuver state secret tells ""
  # Whether it is on the table.
  placed: yes-no state
  # The maneuver that it executed last in this round; a maneuver of speed 0 if none.
  flown-move: maneuver state
  # Whether it has moved in this round.
  activated: yes-no state
  # Whether its turn to attack has come in this round.
  fought: yes-no state
  # Its chance to attack is still to come.
  awaiting: yes-no state
  # Its last maneuver ended in an overlap.
  bumped: yes-no state
  # The ships that it touches, until one of them moves. XW-MOV-005
  contacts: set of ship state
  # Whether it performs no action when it is activated.
  skips-action: yes-no state
  # An attack of this weapon, in this volley, hit.
  ever-hit: yes-no state per volley
  # Where its mobile firing arc points: 0 degrees is ahead, 90 right.
  arc-facing: angle state
  # A tractor beam has dragged it this round.
  dragged: yes-no state
  # Its reinforce token is for attacks from astern; a huge ship's is for a section.
  reinforced-astern: yes-no state
  # How many actions it has performed.
  deeds: number state
  # How many attacks it has performed in this round.
  shots: number state
  # It has dropped a bomb this round.
  bombed: yes-no state
  # It has performed a barrel roll this round.
  rolled: yes-no state
  # The upgrades that it has discarded in this game.
  spent: set of upgrade state
  # The other section of a huge ship.
  partner: ship state
  # This section is crippled. XW-HUG-064
  crippled: yes-no state
  # The ship to which it is docked.
  carrier: ship state
  # It performs its action now.
  on-duty: yes-no state per act-section
  # Its primary weapon has fired in this turn of a huge ship.
  fired-primary: yes-no state per engage-huge
  # It was deployed on an asteroid and has not moved yet. XW-HUG-100
  on-rock: yes-no state
  # A huge ship that stands as an obstacle and takes no part. XW-HUG-088
  derelict: yes-no state
}

# An obstacle.
piece asteroid {
  # How large it is.
  radius: length
  footprint circle radius
  # Whether it has been laid out.
  laid: yes-no state
}
# A bomb token on the table. XW-BMB-009
piece mine {
  # What sets it off.
  fuse: fuse
  # How many attack dice it rolls against a ship. Without dice a charge does 1 damage, a bomb deals a card, and a mine does what its rules say. XW-UPG-052
  dice: number = 0
  # How many tokens one card drops, side by side.
  tokens: number = 1
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
  weapon: weapon = unarmed
  # Whether a squad has it once only. XW-ARM-001
  unique: yes-no = no
  # Who it is, if other cards are the same person. XW-ARM-002
  character: character = unnamed
  # Whether a ship has it once only. XW-HUG-090
  limited: yes-no = no
  # The sides that may have it; none named means any. XW-ARM-008
  sides: set of faction = []
  # The sizes of ships that may have it; none named means any. XW-ARM-009
  sizes: set of size = []
  # The sorts of ships that may have it; none named means any. XW-ARM-009
  ships: set of ship-type = []
  # How much energy it holds.
  energy-limit: number = 0
  # The bomb token that it drops, for cards that drop or place what other cards hold.
  drops: set of template of mine = []
  # It has fired in this turn of a huge ship.
  fired: yes-no state per engage-huge
  active when slot of here is not elite or can use-pilot(holder-ship(here))
}

# What a damage card of the core deck harms.
word trait { traitless ship-trait pilot-trait }
extend card damage-card {
  # Its trait; damage cards of huge ships have none.
  trait: trait = traitless
}

# A pair of lock tokens: the red one lies on a ship, `locker` has the blue one. XW-ACT-019
card lock on ship {
  tells ""
  # The ship that has the lock.
  locker: ship state
}

# Spent to turn eyes into hits or evades; goes at the end of the round.
token focus on ship
# Spent for an evade; goes at the end of the round.
token evade on ship
# Bars actions and red maneuvers until a green one takes it away.
token stress on ship
  tells if now > was then "{it} gets a stress token"
    else if now = 0 then "{it} is no longer stressed"
    else "{it} loses a stress token, {now} left"
# Takes damage before cards are dealt.
token shield on ship
  tells if was > now and now = 0 then "{it} loses its last shield"
    else if was > now and now = 1 then "{it} is down to its last shield"
    else if was > now then "{it} is down to {now} shields"
    else if now = 1 then "{it} has 1 shield"
    else "{it} has {now} shields"
# Ionizes a ship.
token ion on ship
# A ship is cloaked: two more agility, and no attacks.
token cloak on ship limit 1
# Bars attacks; goes at the end of the round. "Receive a weapons disabled token" is `give 1 weapons-disabled to you`, as a price `cost { place 1
# weapons-disabled on you }`.
token weapons-disabled on ship
# The player has won.
token victory on player tells ""

# The red die.
die attack-die { hit 3  critical 1  focus-eye 2  blank 2 }
# The green die.
die defense-die { evade-face 3  focus-eye 2  blank 3 }

# Locks that nobody has.
deck lock-supply
