# The nouns of the game: words, rows, pieces, cards, tokens, dice, decks.

# DAW-PLN-008
word bearing { straight bank-left bank-right turn-left turn-right wingover fall-back pivot }
# DAW-ENG-001
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
# DAW-ALI-001
word alignment { good neutral evil }
# The actions of the bar, and their tokens. DAW-AXN-008 DAW-AXN-009 DAW-AXN-010 DAW-AXN-017 DAW-AXN-020
word deed { dodge-deed charge-deed concentrate-deed target-deed feint-deed }
# DAW-LVL-001
word play-level { on-ground in-air }
# DAW-GEN-010 DAW-CRD-005
word slot open { dragon monster heroic equipment arcane divine artifact }

# DAW-DEC-004 DAW-DEC-005
record arc { centre: angle  width: angle }

# DAW-COM-007 DAW-DEC-006 DAW-DEC-009 DAW-UPG-015: a way to attack.
# `dice` 0 means the Primary Weapon Value.
record weapon {
  melee: yes-no
  arc: arc
  range: number
  dice: number
  energy: energy
  penetrating: yes-no
  from-upgrade: yes-no
}

# A rectangle of the table.
record area { x: length  y: length  width: length  length: length }

# DAW-GEN-011 DAW-GEN-017 DAW-SEQ-008 DAW-ENG-002 DAW-CRD-004 DAW-MOV-005
piece creature {
  level: number
  primary: number
  agility: number
  health: number
  armor: number
  legion-cost: number
  unique: yes-no
  alignment: alignment
  energy: energy
  flyer: yes-no
  weapons: set of weapon

  dodge-icon: yes-no
  charge-icon: yes-no
  concentrate-icon: yes-no
  target-icon: yes-no
  feint-icon: yes-no

  dragon-slots: number
  monster-slots: number
  heroic-slots: number
  equipment-slots: number
  arcane-slots: number
  divine-slots: number

  # DAW-GEN-007 DAW-GEN-009
  flight-dial: set of maneuver
  ground-dial: set of maneuver

  overrun-dice: number
  base-width: length
  base-length: length
  footprint rectangle base-width base-length

  # DAW-PLN-002
  plan: maneuver state secret
  placed: yes-no state
  activated: yes-no state
  fought: yes-no state
}

# DAW-OBS-002 DAW-OBS-008: a numbered token; nobody sees its number until it is turned up.
piece objective {
  radius: length
  footprint circle radius
  mark: number state secret
  carrier: creature state
}

# DAW-OBS-001
piece obstacle {
  bars-ground: yes-no
  bars-air: yes-no
  radius: length
  footprint circle radius
}

# DAW-CRD-009 DAW-CRD-010 DAW-UPG-010 DAW-UPG-014: a disabled upgrade is blank, but what it set going lasts.
card upgrade on creature {
  slot: slot
  cost: number
  off-energy-cost: number
  energy: energy
  spell: yes-no
  minimum-level: number
  active when disabled on here = 0 or duration on here > 0 or permanent-duration on here > 0
}

# Action tokens. DAW-AXN-008 DAW-AXN-009 DAW-AXN-010 DAW-AXN-017
token dodge on creature
token charge on creature
token concentrate on creature
token target on creature

# Marks of what befell a creature. DAW-EXH-001 DAW-MAN-008 DAW-GEN-012 DAW-DMG-006
token exhaustion on creature
token pivot on creature limit 1
token no-attack on creature limit 1
token critical-hit on creature
token dazed on creature limit 1
token shaken-by-obstacle on creature limit 1

# Altitude. DAW-SEQ-005 DAW-SEQ-007 DAW-ALT-004 DAW-ALT-005
token swoop on creature limit 1
token ground on creature limit 1
token flight on creature limit 1

# DAW-GEN-004
token full-armor on creature
token shattered-armor on creature

# DAW-DMG-009: damage counted when there is no card left.
token substitute-damage on creature

# Effect tokens. DAW-GEN-014 DAW-UPG-004
token shield on creature limit 1
token slowed on creature limit 1

# DAW-UPG-001 DAW-UPG-003 DAW-GEN-013 DAW-UPG-011
token duration on upgrade, damage-card
token permanent-duration on upgrade limit 1
token disabled on upgrade limit 1

token experience on player

# DAW-GEN-015
die attack-die { hit 3  critical 1  concentrate 2  blank 2 }
die defense-die { dodge 3  concentrate 2  blank 3 }
