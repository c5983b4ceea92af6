# The nouns of the game: words, rows, pieces, cards, tokens, dice, decks.

# The shapes of maneuvers. DAW-PLN-008
word bearing { straight bank-left bank-right turn-left turn-right wingover fall-back pivot }
# The sorts of energy. DAW-ENG-001
word energy {
  no-energy
  acid
  cold
  disease
  fire
  lightning
  negative-energy
  poison
  positive-energy
  thunder
}
# The alignments.
word alignment { good neutral evil }
# The actions of the bar, and their tokens. DAW-AXN-008 DAW-AXN-009 DAW-AXN-010 DAW-AXN-017 DAW-AXN-020
word deed { dodge-deed charge-deed concentrate-deed target-deed feint-deed }
# The adventures of the campaign. DAW-CAM-001
word adventure open { no-adventure theft ambush }
# What they give to keep: the Campaign Artifacts. DAW-CAM-002
word prize open { no-prize amulet-prize spike-prize ring-prize }
# The two play levels: what a card calls altitude, or high and low. `play-level-of(you)` asks where a creature is. Its `level` is something else:
# how experienced it is. DAW-LVL-001
word play-level { on-ground in-air }
# What an upgrade takes up on a creature. DAW-GEN-010 DAW-CRD-005
word slot open { dragon monster heroic equipment arcane divine artifact }
# Keywords in the class of an upgrade; what is an artifact has `artifact-class`, whatever slot it takes up. And what a creature is: a card "for non-Gold
# Dragons" asks `gold-dragon-class is in classes of bearer`; a set adds what is not here, `extend word keyword { gnome-class }`. DAW-CRD-007
word keyword open {
  breath-weapon
  armor-class
  leader-class
  artifact-class
  dragon-class
  red-dragon-class
  blue-dragon-class
  green-dragon-class
  black-dragon-class
  white-dragon-class
  gold-dragon-class
  silver-dragon-class
  bronze-dragon-class
  copper-dragon-class
  brass-dragon-class
  giant-class
  elf-class
  drow-class
  dwarf-class
  human-class
  undead-class
  demon-class
  angel-class
  elemental-class
}
# What an attack is aimed at: one creature, or everybody in a cone, under a line, round a burst token or in an area of another sort. DAW-ARE-015
word attack-shape { one-target cone-area line-area burst-area other-area }
# A unique name that several cards share. DAW-ARMY-011
word persona open { nobody-else }

# What an effect token does to whoever has it: green for good, red for harm, or one side of each. DAW-GEN-014
word effect-side { no-side green-side red-side both-sides }

# What an attack of an upgrade does besides: nothing; its continuous effect befalls whoever it damages, besides the damage, or instead of it; or whoever it hits, whatever armor
# stops, instead of any damage.
word by-damage { damage-alone effect-besides effect-instead effect-on-hit }

# A wedge that starts from the middle of the base. DAW-DEC-004 DAW-DEC-005
record arc {
  # Where its middle points; 0 is ahead.
  centre: angle
  # How wide it is.
  width: angle
}

# DAW-COM-007 DAW-DEC-006 DAW-DEC-009 DAW-UPG-015: a way to attack.
# `dice` 0 means the Primary Weapon Value.
record weapon {
  # Whether it is for one play level only.
  melee: yes-no = no
  # Where it points.
  arc: arc
  # The farthest range.
  range: number
  # How many attack dice; 0 is the Primary Weapon Value.
  dice: number = 0
  # The energy of the attack.
  energy: energy = no-energy
  # Whether armor does not help.
  penetrating: yes-no = no
  # Whether an upgrade gives it.
  from-upgrade: yes-no
}

# What a troop of so many soldiers costs: what is printed on its top token. DAW-TRP-004 DAW-TRP-005
record troop-token {
  # How many soldiers the troop has with this token on top.
  figures: number
  # The points of the whole troop.
  cost: number
}

# An artifact that was used in an adventure: one row for each two. DAW-CAM-012
record artifact-use open {
  # The artifact.
  prize: prize
  # The adventure.
  adventure: adventure
}

# A rectangle of the table.
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

# A creature; the text of its card is its rules. DAW-GEN-011 DAW-GEN-017 DAW-SEQ-008 DAW-ENG-002 DAW-CRD-004 DAW-MOV-005
piece creature {
  # The printed level, which orders moves and attacks; rules ask `level-of`. It has nothing to do with the play level, ground or air.
  level: number
  # The Primary Weapon Value; rules ask `primary-of`.
  primary: number
  # The agility; rules ask `own-defense`.
  agility: number
  # The health; rules ask `health-of`.
  health: number
  # How many armor tokens it starts with; rules ask `armor-of`.
  armor: number
  # The points of its legion.
  legion-cost: number
  # Whether a legion has it once only.
  unique: yes-no = no
  # The unique name that it shares with other cards.
  persona: persona = nobody-else
  # The alignment.
  alignment: alignment
  # The energy that it resists; rules ask `resists`.
  energy: energy
  # What it is: `dragon-class`, and `red-dragon-class` besides.
  classes: set of keyword = []
  # Whether it flies by nature; rules ask `is-flyer`.
  flyer: yes-no = no
  # The weapons of its card.
  weapons: set of weapon
  # Whether it stays where it is and as it is: it neither moves nor acts nor changes altitude.
  stationary: yes-no = no
  # Whether critical hits have no effect on it: their damage cards stay face down.
  ignores-critical-effects: yes-no = no
  # How many creatures it can attack in its turn, each once; rules ask `prey-count-of`.
  prey-count: number = 1

  # Whether its action bar has Dodge; rules ask `has-icon` for all five.
  dodge-icon: yes-no = no
  # Whether its action bar has Charge.
  charge-icon: yes-no = no
  # Whether its action bar has Concentrate.
  concentrate-icon: yes-no = no
  # Whether its action bar has Target.
  target-icon: yes-no = no
  # Whether its action bar has Feint.
  feint-icon: yes-no = no

  # How many dragon upgrades it can have.
  dragon-slots: number = 0
  # How many monster upgrades it can have.
  monster-slots: number = 0
  # How many heroic upgrades it can have.
  heroic-slots: number = 0
  # How many equipment upgrades it can have.
  equipment-slots: number = 0
  # How many arcane upgrades it can have.
  arcane-slots: number = 0
  # How many divine upgrades it can have.
  divine-slots: number = 0

  # Its maneuvers in the air. DAW-GEN-007 DAW-GEN-009
  flight-dial: set of maneuver = []
  # Its maneuvers on the ground; none if it cannot land.
  ground-dial: set of maneuver = []

  # A slot bought with experience: it repeats one of its banner. DAW-CAM-005
  extra-slots: set of slot = []
  # What it costs with 2 soldiers and more, if it is a troop. DAW-TRP-005
  troop-tokens: set of troop-token = []
  # With how many soldiers it is fielded. DAW-TRP-002
  soldiers: number = 1

  # How many dice it rolls in overrun checks.
  overrun-dice: number
  # How wide its base is.
  base-width: length
  # How long its base is.
  base-length: length
  footprint rectangle base-width base-length

  # The maneuver on its dial. DAW-PLN-002
  plan: maneuver state secret tells ""
  # The same, as an opponent has seen it who looked at the dial: only he knows it.
  seen-dial: maneuver state secret tells ""
  # Whether it is on the table.
  placed: yes-no state
  # Whether it has moved in this round.
  activated: yes-no state
  # Whether its turn to attack has come in this round.
  fought: yes-no state

  # Of a soldier that is not the Point Soldier: who that is. DAW-TRP-001 DAW-TRP-007
  point: creature state
  # Where a soldier stands: how many places to the right of the Point Soldier.
  column: number state
  # How many places behind it.
  rank: number state
  # Whether there was no room for the soldier. DAW-TRP-020
  pressed: yes-no state
  # Whether the soldier stands aside while the Point Soldier moves, from its first move of an activation until the troop forms up. DAW-TRP-016
  set-aside: yes-no state
  # Of a troop: the soldier that an attack is aimed at. DAW-TRP-027
  aimed: creature state per attack
  # Its soldiers that an area attack takes in. DAW-TRP-042
  caught: set of creature state per attack
  # Whether the Point Soldier has fallen, and nobody has taken its place yet. DAW-TRP-035
  fallen: yes-no state
  # The card as long as whose duration tokens it stays, if it was summoned.
  summoned-by: upgrade state
  # The level that it has from who summoned it; 0 is its own.
  lent-level: number state
  made at most 60
}

# A place in a formation. DAW-TRP-012 DAW-TRP-013
record formation-place {
  # How many places to the right of the Point Soldier.
  column: number
  # How many places behind it.
  rank: number
}

# The token in whose middle a burst goes off; a storm, a wall or a cloud that a card lays has such a token, too, without an attack. DAW-ARE-007
piece burst-token {
  tells ""
  # How large it is.
  radius: length
  footprint circle radius
  # Who laid it.
  caster: creature state
  # The attack.
  form: weapon state
  # How far from the token it strikes.
  reach: number state
  # The play level that it strikes.
  level: play-level state
  # Whether it strikes both.
  both-levels: yes-no state
  # The upgrade that it lasts as long as.
  raised-by: upgrade state
  made at most 100
}

# DAW-OBS-002 DAW-OBS-008: a numbered token; nobody sees its number until it is turned up.
piece objective {
  # How large it is.
  radius: length
  footprint circle radius
  # Its number.
  mark: number state secret tells ""
  # Who carries it.
  carrier: creature state
}

# Something in the way. DAW-OBS-001
piece obstacle {
  # Whether it hinders creatures on the ground.
  bars-ground: yes-no
  # Whether it hinders creatures in the air.
  bars-air: yes-no
  # How large it is.
  radius: length
  footprint circle radius
  # Whether it is one of the numbered tokens that players lay out before a game.
  numbered: yes-no = no
  # The number below it; nobody sees it until the token is turned up. DAW-OBS-004 DAW-OBS-008
  mark: number state secret tells ""
  # Who is to lay it out. DAW-OBS-006
  dealt-to: player state
  # Whether it is on the table.
  laid: yes-no state
}

# DAW-CRD-009 DAW-CRD-010 DAW-UPG-010 DAW-UPG-014: a disabled upgrade is blank, but what it set going lasts.
card upgrade on creature {
  # What it takes up; `artifact` takes up nothing. DAW-GEN-010
  slot: slot
  # The other slots that it fits into, each as well: "Dragon or Monster" is `slot: dragon, also-fits: [monster]`. DAW-CRD-004
  also-fits: set of slot = []
  # Its printed points; what it costs for a creature is `equipping-cost`.
  cost: number
  # How many points more it costs for a creature of another energy.
  off-energy-cost: number = 0
  # The energy that makes it cheaper.
  energy: energy = no-energy
  # How many points more it costs for a creature of no class that is named here: "+5 for non-Gold Dragons" is `off-class-cost: 5, home-classes: [gold-dragon-class]`.
  off-class-cost: number = 0
  # The classes of creature that do not pay it.
  home-classes: set of keyword = []
  # Whether it is a spell.
  spell: yes-no = no
  # The least printed level of who has it, spell or not. DAW-CRD-009 DAW-CRD-006
  minimum-level: number = 0
  # Whether a legion has it once only.
  unique: yes-no = no
  # The keywords of its class.
  classes: set of keyword = []
  # Which prize of the campaign it is. DAW-CAM-010
  prize: prize = no-prize
  # Its effect token, if it has a continuous effect.
  effect: effect-side = no-side
  # Whether the effect befalls whoever its own attacks damage: `by-attack: effect-besides`, or `effect-instead` if that one suffers nothing then,
  # `effect-on-hit` if armor does not matter. DAW-UPG-004
  by-attack: by-damage = damage-alone
  # Whether it is discarded when its effect ends, for whatever reason, on the last creature that has it.
  discarded-with-effect: yes-no = no
  # The attacks of its own; `attack-source` asks whose an attack is. DAW-UPG-015
  attacks: set of weapon = []
  # Whether its text says that it can be used while it is disabled: its rules act then too, and those that need more ask `ready(here)`.
  used-while-disabled: yes-no = no
  # A card that is discarded while its effect lasts goes on with it, beside its owner. DAW-UPG-014
  active when duration on here > 0
    or permanent-duration on here > 0
    or (
      discarded on here = 0
        and (disabled on here = 0 or used-while-disabled of here or in-use(here))
    )
}

# Action tokens. DAW-AXN-008 DAW-AXN-009 DAW-AXN-010 DAW-AXN-017
token dodge on creature
# Spent in the Combat Phase for a move ahead.
token charge on creature
# Spent to turn concentrate faces into hits or dodges.
token concentrate on creature
# Spent to roll attack dice again.
token target on creature

# One for each soldier of a troop but the first. DAW-TRP-004 DAW-TRP-054
token soldier-token on creature tells ""

# Marks of what befell a creature. DAW-EXH-001 DAW-MAN-008 DAW-GEN-012 DAW-DMG-006
token exhaustion on creature
# It has pivoted in this round: no action, and enemies have a die more.
token pivot on creature limit 1 tells if now > was then "{it} pivots where it stands" else ""
# It cannot attack in this round.
token no-attack on creature limit 1
# One for each face-up damage card.
token critical-hit on creature tells ""
# It is dazed in this round: no action, and it defends with two dice fewer. DAW-AD1-006 DAW-AD2-012
token dazed on creature limit 1
# It performs no action in this round.
token shaken-by-obstacle on creature limit 1
  tells if now > was then "{it} is shaken: no action in this round" else ""

# Altitude: it swoops, so melee weapons reach it from the ground, and its own reach the ground. It is in the air all the same.
# DAW-SEQ-005 DAW-SEQ-007 DAW-ALT-004 DAW-ALT-005
token swoop on creature limit 1 tells if now > was then "{it} swoops" else "{it} stops swooping"
# A flyer has landed.
token ground on creature limit 1 tells if now > was then "{it} lands" else "{it} takes off"
# A ground creature flies.
token flight on creature limit 1
  tells if now > was then "{it} takes off by magic" else "{it} comes down"

# Stops a hit of each attack. DAW-GEN-004
token full-armor on creature tells ""
# Armor that stops nothing.
token shattered-armor on creature
  tells if was > now then "{it} has an armor token mended"
    else "{it} has an armor token shattered ({full-armor on as-creature(it)} left)"

# DAW-DMG-009: damage counted when there is no card left.
token substitute-damage on creature

# Effect tokens: on their card, or beside whoever has the effect. DAW-GEN-014 DAW-UPG-004 DAW-SET-019
token green-effect on creature, upgrade tells ""
# The same for what harms.
token red-effect on creature, upgrade tells ""
# Its bearer has a defense die more.
token shield on creature limit 1
# Moves faster than 2 are red, whichever sets are in the game. Slow Breath gives one, and takes it off when its effect on the creature
# ends: with its last duration token in an End Phase, or when the effect is dispelled. Nothing else takes it off: a card that gives one
# says when it goes.
token slowed on creature

# The card rests, or lasts, one round for each. DAW-UPG-001 DAW-UPG-003 DAW-GEN-013
token duration on upgrade,
  damage-card
  tells if now > was then "{it} has {now} rounds to go"
    else if now = 0 then "{it} has run its time"
    else ""
# The card lasts for the whole game.
token permanent-duration on upgrade limit 1
# The upgrade is blank until an action restores it, and has one such token at most. DAW-UPG-011
token disabled on upgrade limit 1

# The upgrade is out of the game as soon as its last duration token is gone. DAW-UPG-013 DAW-UPG-014
token discarded on upgrade limit 1 tells ""

# What a player has gained in an adventure.
token experience on player tells ""

# The red die. DAW-GEN-015
die attack-die { hit 3  critical 1  concentrate 2  blank 2 }
# The green die.
die defense-die { dodge 3  concentrate 2  blank 3 }

# What players bring to the table. DAW-ARMY-001 DAW-CAM-004 DAW-CAM-005 DAW-TEAM-001
player {
  # The points of a legion; 0 if nobody counts.
  legion-points: number = 0
  # Players with the same number above 0 are one team.
  team: number = 0
  # How many points it has bought with experience.
  points-bought: number = 0
  # Whether it may look at its obstacle tokens before they are laid out. DAW-OBS-006
  may-look: yes-no = no
  # The adventure that is played, if it is one of a campaign.
  adventure: adventure = no-adventure

  # The Adventure Log, which goes from game to game. DAW-CAM-001
  # The total experience; what is spent is not lost. DAW-CAM-003
  xp: number state kept
  # The Campaign Artifacts that were earned. DAW-CAM-010
  prizes: set of prize state kept
  # The adventures in which experience was earned. DAW-CAM-008
  earned-in: set of adventure state kept
  # The adventures in which experience was spent. DAW-CAM-007
  spent-in: set of adventure state kept
  # The artifacts that were used, and in which adventure. DAW-CAM-012
  used: set of artifact-use state kept
}
