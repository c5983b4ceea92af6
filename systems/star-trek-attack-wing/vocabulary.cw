# The nouns of the game: words, rows, ships, cards, tokens, dice.

# The shapes of maneuvers. STAW-MOV-001 STAW-MOV-002
word bearing { straight bank-left bank-right turn-left turn-right come-about full-astern }
# Sides and their sub-factions. STAW-ARM-021 STAW-ARM-022
word faction open {
  unaligned
  federation
  vulcan
  bajoran
  klingon
  romulan
  dominion
  independents
  ferengi
  kazon
  xindi
  borg
  mirror-universe
  species-8472
  q-continuum
}
# What a ship is besides a starship. STAW-SHU-001 STAW-SQN-001 STAW-CAP-002
word vessel { starship shuttlecraft attack-squadron support-vehicle }
# The icon before a card's name. STAW-ARM-014 STAW-ARM-017 STAW-ARM-018 STAW-ARM-019
word rarity { common unique mirror-unique one-per-ship }
# The icon of an upgrade. `construction-slot` and `ambassador-slot` are those of Starship Construction and Ambassador Cards, which are no upgrades to any effect, cost no penalty and fit once on
# each ship. STAW-ARM-007 STAW-ARM-008
word slot open {
  crew
  weapon-slot
  tech
  borg-slot
  squadron-slot
  elite-talent
  no-slot
  construction-slot
  ambassador-slot
}
# Where a weapon can point; `outside-primary-arc` is any direction but ahead: "only at a ship that is not in your primary firing arc". STAW-COM-005 STAW-COM-006 STAW-COM-049 STAW-COM-051
word bearing-arc { primary-arc secondary-arc both-arcs all-round outside-primary-arc }
# What an action is; `anything`, `free-bar`, `free-card`, `free-any` (one of these two), `free-listed` and the Action of a card of one sort (`free-crew`,
# `free-tech`, `free-talent`, `free-captain`) are leaves to take one, not actions.
word deed {
  anything
  free-bar
  free-card
  free-any
  free-listed
  free-crew
  free-tech
  free-talent
  free-captain
  evade-deed
  scan-deed
  battle-deed
  cloak-deed
  echo-deed
  lock-deed
  regenerate-deed
  enable-deed
  dock-deed
  exchange-deed
  card-deed
  fleet-deed
}
# Where a ship's Cloak Token lies. STAW-CLK-003 STAW-SEQ-029
word cloaking { uncloaked on-base beside-base }
# The class of an effect. STAW-TIM-012 STAW-TIM-016
word effect-class { combat-effect other-effect }
# What an effect does to a card: see `befall`.
word harm { disabling discarding stealing }
# The advanced rules that players may agree on. STAW-GEN-003
word module { squad-building obstacles-and-planets team-play mission-play }

# A rectangle where ships are deployed. STAW-SET-012 STAW-SET-015
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

# A ship class: its maneuver card. STAW-INF-008 STAW-MOV-012
record ship-class {
  # The maneuvers of the dial.
  dial: set of maneuver
}

# What an upgrade attacks with; dice 0 is the Primary Weapon Value. STAW-COM-046 STAW-COM-047
record weapon {
  # The Attack Value.
  dice: number = 0
  # The nearest range.
  least-range: number = 1
  # The farthest range.
  most-range: number = 3
  # The arc through which it fires.
  arc: bearing-arc = primary-arc
  # Whether a Target Lock on the target is spent to fire it.
  spends-lock: yes-no = no
  # How many Time Tokens it takes when it is fired.
  time: number = 0
  # Whether it is disabled when it is fired: until an action enables it, it cannot be fired again. Its own text holds to the
  # end of the attack.
  disables: yes-no = no
  # Whether it is discarded when it is fired. Its own text holds to the end of the attack.
  discards: yes-no = no
  # Whether it is a Torpedo: cards that speak of Torpedoes ask `torpedo of form`; of Photon Torpedoes, `form is photon-volley`.
  torpedo: yes-no = no
  # Whether a Target Lock on the target is needed, but not spent, to fire it.
  needs-lock: yes-no = no
  # Whether an attack with it counts as one with the Primary Weapon: for one of a ship's own `guns` that its card fires instead of that.
  as-primary: yes-no = no
}
# What a weapon cannot be.
refuse weapon "The nearest range is not beyond the farthest"
  when least-range > most-range and most-range > 0

# A ship card: its `you` is this ship, and no other. STAW-CRD-005 STAW-CRD-022
piece ship open {
  # Its class.
  class: ship-class
  # Its faction.
  faction: faction
  # Its other factions, if the card shows more than one.
  also-factions: set of faction = []
  # What it is besides a starship.
  vessel: vessel = starship
  # The icon before its name.
  rarity: rarity = common
  # Its unique name; empty if it has none.
  named: text = ""
  # Its squadron points.
  cost: number
  # The printed Primary Weapon Value.
  attack: number
  # The printed Agility.
  agility: number
  # The printed Hull.
  hull: number
  # The printed Shield Value.
  shields: number
  # How wide the primary firing arc is.
  arc-width: angle = 90 degrees
  # How wide the secondary firing arc is; 0 if there is none. STAW-COM-050
  rear-width: angle = 0 degrees
  # The Action Bar.
  actions: set of deed
  # What it may fire instead of its Primary Weapon, without an upgrade: "instead of a normal attack you may fire in any direction with 3 dice" is a row
  # of `weapon` with these dice, ranges and arc, named here; `as-primary: yes` in the row, if it counts as the Primary Weapon.
  guns: set of weapon = []
  # The Upgrade Bar: how many crew icons.
  crew-slots: number = 0
  # How many weapon icons.
  weapon-slots: number = 0
  # How many tech icons.
  tech-slots: number = 0
  # How many Borg icons.
  borg-slots: number = 0
  # How many squadron icons.
  squadron-slots: number = 0
  # How many Elite Talents the card itself allows.
  talents: number = 0
  # How wide its base is.
  base-width: length = 1.575 inches
  # How long its base is.
  base-length: length = 1.575 inches
  footprint rectangle base-width base-length
  active when aboard of here is nobody or counting-kit  # STAW-SHU-013 STAW-SHU-017

  # The maneuver on its dial.
  plan: maneuver state secret tells ""
  # The same, as an opponent has seen it who looked at the dial: only he knows it.
  seen-dial: maneuver state secret tells ""
  # Whether it is on the table.
  placed: yes-no state
  # Whether it has moved in this round.
  activated: yes-no state
  # Whether its opportunity to attack has come in this round.
  fought: yes-no state
  # Whether it has made its own attack of this round; one attack more that a card gave does not count.
  attacked: yes-no state
  # The last maneuver that it has executed in this round; a null row, if none: "if you performed a straight maneuver" is `bearing of flown of you is straight
  # and speed of flown of you > 0`.
  flown: maneuver state per round
  # Whether it has executed a green maneuver in this round, green as it counted then.
  flew-green: yes-no state per round
  # The same for a red one.
  flew-red: yes-no state per round
  # Whether it skips its Perform Action step. Each maneuver of the round may bring that about, and none takes it back.
  bumped: yes-no state per round
  # Whether it has as much damage as Hull, and only waits for its own attack of this round. It is still in play: it attacks and is attacked,
  # its cards act, and it counts wherever ships are counted. "If you are still in play" is `in-play(you)`, which it is.
  doomed: yes-no state
  # Whether it is just being destroyed. What destroys it once more meanwhile must know that, so it belongs to no run.
  falling: yes-no state
  # How many attacks that go on have hit it, and it answers that just now: one of them may be a part of the answer to another.
  answering: number state
  # Whether it cannot perform other than free actions in this round.
  stalled: yes-no state per round
  # How many actions it has performed in this round, free ones and those of cards among them: "if you have performed no action this round" is `deeds of you = 0`.
  deeds: number state per round
  # Which actions these were: "if you performed a Scan Action this round" is `scan-deed is in deeds-done of you`.
  deeds-done: set of deed state per round
  # Whether the action that goes on is noted already as performed.
  noted: yes-no state per act
  # Where its Cloak Token lies.
  cloak: cloaking state
  # Whether its Cloak Token shows red: it has fired.
  red-cloak: yes-no state
  # The ships that it has locked: each is a pair of tokens.
  locks: set of ship state
  # The ship on which this shuttlecraft is docked.
  aboard: ship state
  # Whether it is away from the table for a while, and comes back.
  vanished: yes-no state
  # The friendly ship on whose base its last maneuver brought it, to dock there.
  dockside: ship state per activate
  # Whether it was launched in this round.
  launched: yes-no state
  # Whether the attack that goes on has cost this squadron a token.
  thinned: yes-no state per attack
  # The upgrades that it has discarded in this game: a card may bring one back by `redeploy`.
  lost-gear: set of upgrade state
  # The further ships at which it fires the weapon of the attack that goes on: see `split-fire`.
  split-goals: set of ship state per attack
  # How many dice fewer each of these attacks rolls.
  split-loss: number state per attack
  # How many dice each of them rolls, where the dice are divided; 0 where it rolls its own.
  split-dice: number state per attack
  # How much of the attack that goes on its Hull has suffered.
  wounds: number state per attack
  # How much of it Shields and Hull have suffered.
  toll: number state per attack
  # Whether the damage that it is suffering goes to its Hull alone: see `suffer-hull`.
  hull-struck: yes-no state per suffer
  # How many further points of that damage it ignores, of those that go to its Hull.
  spared: number state per suffer
  # Whether all is lost that it had still to suffer of that damage.
  rest-lost: yes-no state per suffer
  # The ships that have attacked it in this round, destroyed ones and attacks that were cancelled among them: "for each other friendly ship that attacked the defending ship this round" is
  # `count of (members s of assailants of defender where friendly(s, you) and s is not you)`.
  assailants: set of ship state per round
  # The Attack Squadron Token beside this squadron.
  aside: squadron-token state
  # The Captain Skill that it had when it left the table.
  last-skill: number state
}

# An obstacle of a standard game, and whatever acts as one. STAW-TER-003 STAW-LIM-004
piece obstacle {
  # Whether players have yet to place it. STAW-TER-004
  loose: yes-no state
  # How large it is.
  radius: length = 0.75 inches
  footprint circle radius
}
# The Planet Token. STAW-TER-019
piece planet {
  # How large it is.
  radius: length = 2.5 inches
  footprint circle radius
}
# A Minefield Token; what it does stands on the card that it comes from. STAW-TER-020
piece minefield open {
  # How large it is.
  radius: length = 1 inches
  footprint circle radius
}
# An Objective Token that is no obstacle. STAW-TER-002
piece objective open {
  # How large it is.
  radius: length = 0.75 inches
  footprint circle radius
}

# A captain. One that lies beneath another captain is out of play: "has the text of the captains beneath this card" is `lend abilities of (all captain c on here) to here always`. STAW-CRD-008
card captain on ship, captain {
  # The Skill Number.
  skill: number
  # The faction.
  faction: faction
  # The other factions, if the card shows more than one.
  also-factions: set of faction = []
  # The squadron points.
  cost: number
  # How many Elite Talents the card allows.
  talents: number = 0
  # Room that the card brings to its ship, also while it is disabled or docked: "add 1 crew slot to your Upgrade Bar" is `crew-slots: 1`.
  crew-slots: number = 0
  # The same for weapons.
  weapon-slots: number = 0
  # The same for tech.
  tech-slots: number = 0
  # The same for Borg upgrades.
  borg-slots: number = 0
  # Slots of which it brings one, as its player likes: "add 1 tech or weapon slot to your Upgrade Bar (your choice)" is `either-slot: [tech, weapon-slot]`.
  either-slot: set of slot = []
  # How many Mission Tokens lie on it from the start of the game.
  missions: number = 0
  # How many Drone Tokens lie on it from the start of the game; it never has more.
  drones: number = 0
  # The icon before the name.
  rarity: rarity = common
  # The unique name; empty if it has none.
  named: text = ""
  # Whether his Skill Number is how many Drone Tokens lie on him now: where the card prints none, as those of Borg captains. STAW-CRD-024
  skill-by-drones: yes-no = no
  # How many Gold-Pressed Latinum Tokens lie on him from the start of the game: "SETUP: place 2 GPLT on this card". STAW-SCN-020
  latinum: number = 0
  # The unique name of an Elite Talent for which his ship needs no room, also while he is disabled or docked; empty if there is none. STAW-ARM-008
  own-talent: text = ""
  # Whether it is part of an Away Team. STAW-ADM-014
  away: yes-no state
  # STAW-CRD-009 STAW-SHU-013 STAW-SHU-017
  active when ((disabled on here = 0 and in-service(here)) or counting-kit)
    and can use-captain(here)
}

# An admiral: face up the Admiral, face down a captain. STAW-ADM-001
card admiral on ship {
  # The Skill Number of the captain's side.
  skill: number
  # What is added to the Captain Skill of the ship.
  modifier: number
  # The faction.
  faction: faction
  # The other factions, if the card shows more than one.
  also-factions: set of faction = []
  # The squadron points.
  cost: number
  # How many Elite Talents the card allows.
  talents: number = 0
  # Room that the card brings to its ship, also while it is disabled or docked: "add 1 crew slot to your Upgrade Bar" is `crew-slots: 1`.
  crew-slots: number = 0
  # The same for weapons.
  weapon-slots: number = 0
  # The same for tech.
  tech-slots: number = 0
  # The same for Borg upgrades.
  borg-slots: number = 0
  # Slots of which it brings one, as its player likes: "add 1 tech or weapon slot to your Upgrade Bar (your choice)" is `either-slot: [tech, weapon-slot]`.
  either-slot: set of slot = []
  # How many Mission Tokens lie on it from the start of the game.
  missions: number = 0
  # How many Drone Tokens lie on it from the start of the game; it never has more.
  drones: number = 0
  # The icon before the name.
  rarity: rarity = unique
  # The unique name; empty if it has none.
  named: text = ""
  # Whether the captain is not there and the Admiral has taken his place. STAW-ADM-013
  in-command: yes-no state
  # Whether it is part of an Away Team. STAW-ADM-014
  away: yes-no state
  # STAW-CRD-009 STAW-SHU-013 STAW-SHU-017
  active when ((disabled on here = 0 and in-service(here)) or counting-kit)
    and can use-admiral(here)
}

# An upgrade: its `you` is the ship that carries it, and no other. STAW-CRD-004 STAW-CRD-006 STAW-CRD-023
card upgrade on ship, captain, upgrade {
  # Its icon; `no-slot` needs none.
  slot: slot
  # The other icons that it fits into, each as well: "a crew, tech or weapon slot" is `slot: crew, also-fits: [tech, weapon-slot]`. STAW-ARM-006
  also-fits: set of slot = []
  # What it takes up besides: "this card fills 2 weapon slots" is `slot: weapon-slot, also-takes: [weapon-slot]`, one Borg and one weapon slot
  # `slot: borg-slot, also-takes: [weapon-slot]`. STAW-ARM-006
  also-takes: set of slot = []
  # The faction.
  faction: faction
  # The other factions, if the card shows more than one.
  also-factions: set of faction = []
  # The squadron points.
  cost: number
  # What it attacks with; `unarmed` if it is no weapon.
  weapon: weapon = unarmed
  # How many Elite Talents the card allows.
  talents: number = 0
  # Room that the card brings to its ship, also while it is disabled or docked: "add 1 crew slot to your Upgrade Bar" is `crew-slots: 1`.
  crew-slots: number = 0
  # The same for weapons.
  weapon-slots: number = 0
  # The same for tech.
  tech-slots: number = 0
  # The same for Borg upgrades.
  borg-slots: number = 0
  # Slots of which it brings one, as its player likes: "add 1 tech or weapon slot to your Upgrade Bar (your choice)" is `either-slot: [tech, weapon-slot]`.
  either-slot: set of slot = []
  # How many Mission Tokens lie on it from the start of the game.
  missions: number = 0
  # How many Drone Tokens lie on it from the start of the game; it never has more.
  drones: number = 0
  # The icon before the name.
  rarity: rarity = common
  # The unique name; empty if it has none.
  named: text = ""
  # Equipped only to ships of these classes; none if any may. STAW-CRD-013 STAW-CRD-014 STAW-CRD-021
  only-classes: set of ship-class = []
  # Equipped only to ships of these factions.
  only-factions: set of faction = []
  # Not equipped to ships of these factions.
  not-factions: set of faction = []
  # Whether it may be on a shuttlecraft whatever it costs: its text says so. STAW-SHU-004
  on-any-shuttle: yes-no = no
  # Equipped only to ships whose captain is of these factions.
  captain-factions: set of faction = []
  # The printed penalty on a ship of another faction; 0 if there is none.
  penalty: number = 0
  # The least printed Hull of its ship.
  least-hull: number = 0
  # The greatest printed Hull of its ship.
  most-hull: number = 99
  # The arc in which its ability works.
  arc: bearing-arc = all-round
  # Whether it has a text on both sides, as a Specialization Card: its rules ask `face-up(here)`, or `not face-up(here)` for the back.
  two-sided: yes-no = no
  # Whether it is part of an Away Team. STAW-ADM-014
  away: yes-no state
  # Whether its attack goes on, though it is disabled for it. An attack in the midst of that must not fire it once more, so it belongs to no run, and whoever fires it ends it.
  firing: yes-no state
  # STAW-CRD-009 STAW-SHU-013 STAW-SHU-017
  active when (((disabled on here = 0 or firing of here) and in-service(here)) or counting-kit)
    and can use-upgrade(here)
}

# A resource of a fleet. STAW-RES-001
card resource on player, ship, captain, admiral, upgrade {
  # Its squadron points.
  cost: number
}

# A step of an Attack Squadron's strength. STAW-SQN-006
card squadron-token on ship {
  # The Primary Weapon Value.
  attack: number
  # The Agility.
  agility: number
  # The Hull.
  hull: number
  # The Shield Value.
  shields: number
  # The Captain Skill on its front.
  skill: number
  # The Captain Skill on its back, which shows when it lies beside the ship. STAW-INF-011
  back-skill: number
  # Whether its front reads START: it lies beside the squadron from the beginning. STAW-SQN-017
  starts: yes-no = no
}

# A Continuous or Permanent Effect Token: its rules are the effect. STAW-TTK-006
card effect-token on ship, upgrade {
  # Whether its border is red.
  detrimental: yes-no = no
  # Whether its border is purple. STAW-TTK-013
  permanent: yes-no = no
  # The upgrade from which it came.
  origin: upgrade state
  active when holder of here is any ship
}

# Cards that are out of play and still count time. STAW-TTK-010
deck spent-cards

# Spent for an evade; goes at the end of the round, but not from a card on which its text lays it.
token evade on ship, captain, admiral, upgrade, resource
# Takes a die from whoever this ship attacks; goes at the end of the round, but not from a card on which its text lays it.
token scan on ship, captain, admiral, upgrade, resource
# Spent to turn faces; goes at the end of the round, but not from a card on which its text lays it.
token battle-stations on ship, captain, admiral, upgrade, resource
# An Active Shield.
token shield on ship,
  captain,
  admiral,
  upgrade,
  resource
  tells if was > now and last-skill of as-ship(it) > 0 then ""
    else if was > now and now = 0 then "{it} loses its last Active Shield"
    else if was > now and now = 1 then "{it} is down to its last Active Shield"
    else if was > now then "{it} is down to {now} Active Shields"
    else if now = 1 then "{it} has 1 Active Shield"
    else "{it} has {now} Active Shields"
# A Disabled Shield. STAW-DMG-020
token disabled-shield on ship
# Bars actions and red maneuvers; a green one takes one away. STAW-MOV-024
token auxiliary on ship, captain, admiral, upgrade, resource
# Lies beside a ship for each damage card that lies face up. STAW-DMG-009
token critical-hit on ship tells ""
# Damage for which there is no card. STAW-LIM-009
token substitute-damage on ship
# The card cannot be used. STAW-CRD-009
token disabled on captain, admiral, upgrade limit 1
# The card cannot be activated; one goes in each End Phase. Captains, admirals and ship cards take them if their text says so. STAW-TTK-001
token time on captain,
  admiral,
  upgrade,
  ship
  tells if now = was + 1 then "{it} gets 1 Time Token"
    else if now > was then "{it} gets {now - was} Time Tokens"
    else if now = 0 then "the last Time Token of {it} is gone"
    else ""
# A Fleet Action is possible while it lies on the admiral. STAW-ADM-007
token fleet-action on admiral, ship limit 1
# What a card or a mission counts with; what it is for, that says. STAW-SCN-020
token mission on captain, admiral, upgrade, resource, ship
# Lies on the captain of a Borg ship, and is spent by his ship's cards.
token drone on captain, admiral, upgrade
# Gold-Pressed Latinum: lies on a captain, and is spent by his ship's cards: see `pay-latinum`. STAW-SCN-020
token latinum on captain, admiral, upgrade
# The player or his team has won.
token victory on player limit 1 tells ""

player {
  # The team; 0 if he plays for himself. STAW-TEAM-001
  team: number = 0
  # The squadron points agreed on. STAW-ARM-002
  allowance: number = 130
  # Where he deploys.
  start-area: area state
  # What he has spent on outposts and the like, that a mission asks for. STAW-SCN-011
  outposts: number = 0
  # The points that resources of others have brought. STAW-RES-002
  points: number state
}

# Whether the players could not agree on their factions. STAW-SET-002
state factions-by-lot: yes-no
# What is agreed on before the game. STAW-GEN-003
state agreed: set of module
# The ship that is activated.
state moving-ship: ship per activate
# The ship whose turn to attack it is.
state fighting-ship: ship per engage
# The ship that resolves its part of a phase. STAW-SEQ-013
define active-ship: ship = if fighting-ship is any ship then fighting-ship else moving-ship
# Whether the Combat Phase goes on. STAW-TIM-013
state phase-of-combat: yes-no per combat
# Whether an attack goes on, in whatever phase. STAW-TIM-019
state under-fire: yes-no per attack
# Whether attacks and what they cause count as combat now. STAW-TIM-013 STAW-TIM-019
define in-combat: yes-no = phase-of-combat or under-fire
# The ships whose abilities react to being hit or destroyed. Whatever is a part of such an ability counts for it, an attack too, so this belongs to no run.
define reacting: set of ship = all ship s where falling of s or answering of s > 0
# The player whose ship took the last opponents with it. What comes of it may be clear after this run only: see `settle-battle`. STAW-SEQ-045
state avenger: player
# Who has lost the last ship at this moment, in whatever run that was.
state contenders: set of player
# The upgrades whose ability a token of this sort beside their ship has triggered in this round: `evade-deed`, `scan-deed` or `battle-deed`. STAW-CRD-007
state triggered (gear: upgrade, what: deed): yes-no per round

# The red die. STAW-COM-042
die attack-die { hit 3  critical 1  battle 2  blank 2 }
# The green die. STAW-COM-042
die defense-die { evade-face 3  battle 2  blank 3 }
