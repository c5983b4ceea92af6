# What can be asked of the table, what rules may change, and what they may forbid.

# Each section of the ruler is 4 inches long. STAW-SET-010
define range-band: length = 4 inches
# How wide a template is.
define template-width: length = 0.787 inches
# After how many rounds a game without an end is stopped. STAW-SEQ-002
define round-limit: number = 40

# --- Friends and foes

# Whether two players are on one side: friendly is who belongs to it, whatever the faction. STAW-SET-003 STAW-SET-004
# STAW-TEAM-001 STAW-TEAM-004
define allies (one: player, other: player): yes-no =
  one is other or (team of one > 0 and team of one = team of other)
# Whether two ships are friendly. A ship is friendly to itself: say `friendly(s, you) and s is not you` where a card means the others alone.
define friendly (one: ship, other: ship): yes-no = allies(owner of one, owner of other)
# Whether two ships oppose each other.
define foes (one: ship, other: ship): yes-no = not friendly(one, other)
# Whether a ship is on the table, and not docked. STAW-SHU-003
define at-large (who: ship): yes-no = aboard of who is nobody and not vanished of who
# Whether the ship that carries a card is on the table. STAW-SHU-013
define in-service (what: thing): yes-no =
  any of (all ship s where holder of what is s and at-large(s))
# The ships on the table, shuttlecraft and squadrons among them. STAW-SHU-001 STAW-SQN-001
define fleets: set of ship = all ship s where at-large(s)
# The opposing ships on the table.
define enemies-of (who: ship): set of ship = members s of fleets where foes(s, who)
# The friendly ships on the table, the ship itself among them.
define friends-of (who: ship): set of ship = members s of fleets where friendly(s, who)
# The other friendly ships at most so far away that an effect can touch: never the ship itself; say
# `friendly(you, s) and range-between(you, s) <= 1` where the card means it, too. STAW-SQN-015 STAW-SQN-016
define friends-within (who: ship, most: number): set of ship =
  members s of friends-near(who, most) where can touch(who, s)
# The other friendly ships at most so far away, whatever touches them.
define friends-near (who: ship, most: number): set of ship =
  members s of friends-of(who) where s is not who and range-between(who, s) <= most
# The friendly Capital Ships at most so far away, for squadron upgrades: "target a friendly Capital Ship". STAW-CAP-001 STAW-SQN-016
define capitals-near (who: ship, most: number): set of ship =
  members s of friends-near(who, most) where is-capital(s)
# The opposing ships at most so far away that an effect can touch: the closest part of the base counts. STAW-COM-013 STAW-SQN-015
define enemies-within (who: ship, most: number): set of ship =
  members s of enemies-of(who) where range-between(who, s) <= most and can touch(who, s)

# Whether a player decides for a ship: at any time he can use what is on it. STAW-TIM-011
define decides-for (user: player, who: ship): yes-no = controller of who is user
# Whether a ship has lost shields that can be restored: Damaged Shields. STAW-DMG-019
define has-damaged-shield (who: ship): yes-no =
  shield on who + disabled-shield on who < shields-of(who)

# --- Initiative

# How far to the left of the holder a player sits; two play, or more. STAW-TIM-005 STAW-GEN-002
define seat (p: player): number =
  if initiative-holder is nobody or p is initiative-holder then 0
    else if p is next-player(initiative-holder) then 1
    else if p is next-player(next-player(initiative-holder)) then 2
    else if p is next-player(next-player(next-player(initiative-holder))) then 3
    else 4
# Who acts first where several players have something to use at one moment. STAW-TIM-002 STAW-TIM-005
define order-of-play: set of player = sort p in all player by seat(p)
# Initiative belongs to a team. STAW-TEAM-005
define standing-of (p: player): number =
  lowest seat(q) for q in (all player q where allies(q, p) and any of fleet(q))

# Highest first: among equals the holder's. STAW-SEQ-015 STAW-SEQ-016 STAW-SEQ-017 STAW-TIM-004
# STAW-TEAM-006
define turn-rank (who: ship): number =
  captain-skill(who) * 10 - standing-of(owner of who) + 10000 * attack-order(who)
# When a ship's turn to attack comes: 1 before all others, -1 after them; among these Captain Skills count. "You attack before every other ship this round" is
# `start attack-turn(you, 1) until after round`.
value attack-order (who: ship) = 0, at least -1, at most 1
# A ship attacks before all others (1), or after them (-1).
effect attack-turn (fighter-ship: ship, rank: number) {
  replace attack-order with rank when who is fighter-ship
}
# Lowest first: among equals the holder's last. STAW-SEQ-009 STAW-SEQ-011 STAW-SEQ-012 STAW-TEAM-006
define activation-rank (who: ship): number =
  captain-skill(who) * 10 - standing-of(owner of who) - 10000 * activation-order(who)
# When a ship's turn to move comes: 1 before all others, -1 after them. "This ship activates last this round" is
# `start activation-turn(you, -1) until after round`.
value activation-order (who: ship) = 0, at least -1, at most 1
# A ship moves before all others (1), or after them (-1).
effect activation-turn (mover-ship: ship, rank: number) {
  replace activation-order with rank when who is mover-ship
}
# Lowest first: among equals the holder's first. STAW-SET-016 STAW-SET-017
define deployment-rank (who: ship): number = captain-skill(who) * 10 + standing-of(owner of who)

# Who picks a maneuver for a strained ship that shows red: the opponent who has initiative before the others. STAW-MOV-022
define meddler-with (who: ship): player =
  first of (sort p in (all player q where not allies(q, controller of who)) by seat(p))

# --- Captains and admirals

# The captains aboard a ship: one, unless a card lets it have more. STAW-SET-025
define captains-of (who: ship): set of captain = all captain c on who where not away of c
# The first of them. What is said of a ship's captain is said of each of them, as `leaders-of` finds them.
define captain-of (who: ship): captain = first of captains-of(who)
# All cards that are a ship's captain: its captains, and an admiral who lies there face down. "If your captain would be disabled" is `card is in leaders-of(you)`; of several an effect falls on one:
# `choose c from leaders-of(s) by controller of you "Which captain?" { run disable-card(c, controller of you, cause: here) }`. STAW-SET-025 STAW-ADM-004
define leaders-of (who: ship): set of thing = captain-cards(who) + acting-cards(who)
# A ship's captains, as cards of any kind.
define captain-cards (who: ship): set of thing = captains-of(who)
# The admirals that are a ship's captain, as cards of any kind.
define acting-cards (who: ship): set of thing =
  all admiral a on who where not face-up(a) and not away of a
# Whether a ship has a captain of one of these factions: "a Klingon captain" is `is-led-by(s, [klingon])`. STAW-SET-025 STAW-ARM-024
define is-led-by (who: ship, wanted: set of faction): yes-no =
  any of (members c of leaders-of(who) where is-one-of(c, wanted))
# The card that is a ship's captain: a captain, the first of several, or an admiral who lies face down. "Disable the captain of the target ship" is
# `run disable-card(leader-of(s), controller of you)`. STAW-SET-025 STAW-ADM-004
define leader-of (who: ship): thing =
  if captain-of(who) is any captain then captain-of(who) else acting-captain(who)
# The face-up Admiral aboard a ship.
define admiral-of (who: ship): admiral =
  first of (all admiral a on who where face-up(a) and not away of a)
# An admiral that is a ship's captain: its card lies face down.
define acting-captain (who: ship): admiral =
  first of (all admiral a on who where not face-up(a) and not away of a)
# The Skill Number of a captain. STAW-CRD-024
define skill-on (officer: captain): number =
  if skill-by-drones of officer then drone on officer else skill of officer
# The Skill Number that the cards give a ship, of several captains that of the first; 1 is the placeholder's. A card that says whose skill counts changes this: "the ship's skill is the highest of its two
# captains plus 1" is `replace printed-skill with best-skill(who) + 1 when captains-on(who) > 1 and ...`. What sets the Captain Skill, for a while or by damage, comes after it and
# replaces `captain-skill`; what adds to it comes last. STAW-ARM-005 STAW-CRD-024 STAW-SQN-006 STAW-VAL-005
value printed-skill (who: ship) =
  if is-squadron(who) then skill of top-token(who)
    else if captain-of(who) is any captain then skill-on(captain-of(who))
    else if acting-captain(who) is any admiral then skill of acting-captain(who)
    else 1
# The highest Skill Number among a ship's captains. STAW-CRD-024
define best-skill (who: ship): number =
  max(highest skill-on(c) for c in captains-of(who), skill of acting-captain(who))
# A ship's Captain Skill: of several cards that say what it is, the one that began last. STAW-CRD-024 STAW-VAL-003 STAW-VAL-005
value captain-skill (who: ship) =
  printed-skill(who),
  latest wins,
  net at least -3,
  net at most 3,
  at least 0
# A face-up Admiral adds to the skill of its own ship. STAW-ADM-005 STAW-ADM-009 STAW-ADM-015 STAW-ADM-016
# STAW-SET-024
modify captain-skill + modifier of admiral-of(who) when admiral-of(who) is any admiral
# Whether this admiral leads a fleet: face up and aboard.
define leads (commander: admiral): yes-no = face-up(commander) and not away of commander
# Whether a ship is in reach of an Admiral's Fleet Action. STAW-ADM-006
define fleet-reach (commander: admiral, who: ship): yes-no =
  friendly(who, flagship(commander)) and range-between(who, flagship(commander)) <= 3
# The ship that carries an admiral.
define flagship (commander: admiral): ship = first of (all ship s where holder of commander is s)

# Whether an upgrade is one with this icon for cards and effects that name it: with each icon that it fits into. "This card counts as a crew or tech upgrade (your choice)" is
# the fact `also-fits`, and with a choice of the card `replace counts-as with what is chosen(here) when gear is here`. STAW-ARM-006
value counts-as (gear: upgrade, what: slot): yes-no =
  what is slot of gear or what is in also-fits of gear
# Whether an upgrade has one of these icons.
define is-among (gear: upgrade, kinds: set of slot): yes-no =
  any of (members k of kinds where counts-as(gear, k))
# The upgrades of a ship that cards and effects can pick.
define gear-of (who: ship): set of upgrade = all upgrade u on who where can be-picked(u)
# Those with one of these icons: "a tech or weapon upgrade" is `gear-in(s, [tech, weapon-slot])`.
define gear-in (who: ship, kinds: set of slot): set of upgrade =
  members u of gear-of(who) where is-among(u, kinds)
# The other ships at most so far away, friend or foe, that an effect can touch: "choose a ship at Range 1-3".
define ships-within (who: ship, most: number): set of ship =
  friends-within(who, most) + enemies-within(who, most)
# Those of them that have an upgrade with one of these icons that an effect can fall on: whom a card can choose that then picks one by `picks`.
define ships-with (who: ship, most: number, kinds: set of slot): set of ship =
  members s of ships-within(who, most) where any of picks(who, s, kinds)
# The crew upgrades of a ship that cards and effects can pick.
define crew-of (who: ship): set of upgrade =
  all upgrade u on who where counts-as(u, crew) and can be-picked(u)
# The crew on which an opponent's effect can fall: those of a docked shuttlecraft count as the Capital Ship's.
# STAW-SHU-014
define boardable-crew-of (who: ship): set of upgrade =
  all upgrade u
    where counts-as(u, crew)
      and can be-picked(u)
      and (holder of u is who or any of (members s of docked-on(who) where holder of u is s))
# Those of them that are not disabled: "disable one of its crew" picks from `crew-to-disable(s)`, or lets `disable-crew` ask.
define crew-to-disable (boarded: ship): set of upgrade =
  members u of boardable-crew-of(boarded) where disabled on u = 0
# Those of a ship's own that are not disabled.
define fit-crew-of (who: ship): set of upgrade = members u of crew-of(who) where disabled on u = 0

# --- Squadrons and shuttlecraft

# Whether a ship is an Attack Squadron.
define is-squadron (who: ship): yes-no = vessel of who is attack-squadron
# Whether a ship is a Shuttlecraft.
define is-shuttle (who: ship): yes-no = vessel of who is shuttlecraft
# The stack of a squadron, top first: without the token that lies beside it. STAW-SQN-007
define stack-of (who: ship): set of squadron-token =
  sort t in (all squadron-token t on who where t is not aside of who and not starts of t)
    by -skill of t
# The top token of a squadron. STAW-SQN-006
define top-token (who: ship): squadron-token = first of stack-of(who)
# A Capital Ship. STAW-CAP-001 STAW-CAP-003
define is-capital (who: ship): yes-no = vessel of who is starship and hull of who >= 4
# The shuttlecraft docked on a ship.
define docked-on (who: ship): set of ship = all ship s where aboard of s is who

# --- Hull, shields, agility, attack

# A ship's Hull Value.
value hull-of (who: ship) =
  if is-squadron(who) then hull of top-token(who) else hull of who,
  net at least -3,
  net at most 3,
  at least 1
# A ship's Shield Value: the most Shield Tokens it can have. STAW-SET-020
value shields-of (who: ship) =
  if is-squadron(who) then shields of top-token(who) else shields of who,
  net at least -3,
  net at most 3,
  at least 0
# A ship's damage cards, face up or face down. STAW-DMG-011
define damage-on (who: ship): number =
  count of (all damage-card d on who) + substitute-damage on who
# Whether a ship has as much damage as Hull. STAW-DMG-012
define is-wrecked (who: ship): yes-no =
  if is-squadron(who) then none of stack-of(who) else damage-on(who) >= hull-of(who)
# Whether a ship is Cloaked. STAW-CLK-006 STAW-CLK-008
define is-cloaked (who: ship): yes-no = cloak of who is not uncloaked

# The Agility on the card or token.
define printed-agility (who: ship): number =
  if is-squadron(who) then agility of top-token(who) else agility of who
# The Primary Weapon Value on the card or token.
define printed-attack (who: ship): number =
  if is-squadron(who) then attack of top-token(who) else attack of who

# A ship's Agility, against a ship that attacks it with a weapon: first what replaces it, then the sum of all that
# modifies it, between -3 and 3. STAW-VAL-001 STAW-VAL-002 STAW-VAL-003 STAW-VAL-004 STAW-VAL-005
# STAW-VAL-011
value agility-of (who: ship, foe: ship, form: weapon, for-what: effect-class) =
  printed-agility(who),
  net at least -3,
  net at most 3
# A Cloak is a replacement, so it comes before products and sums, and a Combat Effect. STAW-VAL-006 STAW-CLK-005 STAW-COM-044 STAW-TIM-012 STAW-TIM-015 STAW-TIM-017
replace agility-of with printed-agility(who) + 4 when is-cloaked(who) and for-what is combat-effect
# How many Scan Tokens beside a ship are of use to it: for the dice that they take, for cards that ask for them, and as a price. "The attacker cannot benefit from
# its Scan Tokens" is `replace scans-of(attacker) with 0 always` in an effect until after the attack; they still lie there, so cards can remove them. STAW-ACT-013
value scans-of (who: ship) = scan on who, at least 0
# Each Scan Token of the attacker. STAW-COM-021 STAW-COM-022 STAW-VAL-009 STAW-VAL-010
modify agility-of - scans-of(foe)
  when for-what is combat-effect and foe is any ship and can count-scan(foe, who)
# An obstructed attack. STAW-TER-013 STAW-TER-025
modify agility-of + 1
  when for-what is combat-effect and foe is any ship and obstructed(foe, form, who)

# What an attack rolls for a weapon: the Primary Weapon Value or the Attack Value. STAW-COM-014 STAW-COM-047
# STAW-VAL-003
value attack-of (who: ship, form: weapon, foe: ship) =
  if form is primary then printed-attack(who) else dice of form,
  net at least -3,
  net at most 3

# Whether an attack is made with the Primary Weapon, or with what counts as that: "when attacking with your Primary Weapon" is `is-primary(form)`.
define is-primary (form: weapon): yes-no = form is primary or as-primary of form
# Attack dice: the bonus of Range 1 is outside the Rule of 3. STAW-COM-015 STAW-COM-017 STAW-COM-018 STAW-VAL-007
# STAW-VAL-012
define attack-dice (attacker: ship, form: weapon, defender: ship): number =
  if blocked(attacker, form, defender) then 0
    else min(
      most-attack-dice(attacker, form, defender),
      max(0, attack-of(attacker, form, defender) + close-bonus(attacker, form, defender))
    )
# The most attack dice that an attack rolls, whatever else helps: "the number of dice cannot be increased" is
# `replace most-attack-dice with dice of form when form is my-row` on a weapon's card, or in an effect before one attack that a card gives. STAW-COM-019
value most-attack-dice (attacker: ship, form: weapon, defender: ship) = 99, lowest wins, at least 0
# One die at Range 1, for the Primary Weapon. "Your range combat bonuses are doubled" is `modify close-bonus * 2 when attacker is you`, and the same
# for `far-bonus` with `defender is you`; a Secondary Weapon with range bonuses is
# `replace close-bonus with 1 when form is my-gun and attack-range(attacker, form, defender) = 1`.
value close-bonus (attacker: ship, form: weapon, defender: ship) =
  if is-primary(form)
        and attack-range(attacker, form, defender) = 1
        and can add-close-die(attacker, defender)
      then 1
    else 0
# How many hits and critical hits of an attack evades cannot cancel: "1 hit or critical hit cannot be cancelled" is `modify sure-hits + 1 when attacker is you`.
# The critical ones are the last that are cancelled. STAW-COM-043
value sure-hits (attacker: ship, form: weapon, defender: ship) = 0, at least 0
# Defense dice: the bonus of Range 3 is outside the Rule of 3. STAW-COM-016 STAW-COM-020 STAW-VAL-007 STAW-VAL-008
# STAW-VAL-013
define defense-dice (attacker: ship, form: weapon, defender: ship): number =
  if can roll-defense(defender, combat-effect)
      then min(
        most-defense-dice(attacker, form, defender),
        max(
          0,
          agility-of(defender, attacker, form, combat-effect) + far-bonus(attacker, form, defender)
        )
      )
    else 0
# The most defense dice that are rolled against an attack: "the defending ship may not roll more than 2 defense dice" is, at `attack.count-defense-dice`,
# `until after attack { replace most-defense-dice with 2 when attacker is you }`. STAW-COM-023
value most-defense-dice (attacker: ship, form: weapon, defender: ship) = 99, lowest wins, at least 0
# One die at Range 3, against the Primary Weapon.
value far-bonus (attacker: ship, form: weapon, defender: ship) =
  if is-primary(form)
        and attack-range(attacker, form, defender) = 3
        and can add-far-die(attacker, defender)
      then 1
    else 0

# A ship has another number of attack dice, as long as this lasts: `until after attack`, or `until after round` for "this round"; against one ship only,
# `only-on: s`; with its Primary Weapon only, `guns-only: yes`. STAW-COM-019 STAW-VAL-011
effect attack-dice-bonus (
  gunner: ship,
  more-dice: number,
  only-on: ship = nobody,
  guns-only: yes-no = no
)
{
  modify attack-of + more-dice
    when who is gunner
      and (only-on is nobody or foe is only-on)
      and (not guns-only or is-primary(form))
}
# A ship has another Agility, as long as this lasts; against one ship only, `only-against: s`. STAW-COM-023
effect defense-dice-bonus (dodger: ship, more-dice: number, only-against: ship = nobody) {
  modify agility-of + more-dice
    when who is dodger
      and for-what is combat-effect
      and (only-against is nobody or foe is only-against)
}

# --- Maneuvers

# Whether a ship has a maneuver on its dial: "your dial gains it" is `replace has-maneuver with yes when who is you and move is ...`. A rule that takes it away beats one that gives it.
value has-maneuver (who: ship, move: maneuver): yes-no =
  move is in dial of class of who,
  lowest wins
# The maneuvers that a ship can choose. STAW-INF-008 STAW-MOV-012
define dial-of (who: ship): set of maneuver =
  if any of (all maneuver m where has-maneuver(who, m) and not (m is in dial of class of who))
      then all maneuver m where has-maneuver(who, m) and can fly(who, m)
    else members m of dial of class of who where has-maneuver(who, m) and can fly(who, m)
# The bearing of the template. STAW-MOV-002 STAW-MOV-007 STAW-MOV-009
define straightened (way: bearing): bearing =
  if way is come-about or way is full-astern then straight else way
# Whether a maneuver goes backwards. STAW-MOV-008
define is-backwards (move: maneuver): yes-no = bearing of move is full-astern
# How difficult a maneuver is for a ship: 1 is red, 0 white, -1 green. STAW-MOV-011
value difficulty (mover: ship, move: maneuver) = printed-difficulty(move)
# The speed of a maneuver for a ship. STAW-MOV-010 STAW-MOV-038
value speed-of (mover: ship, move: maneuver) =
  speed of move,
  net at least -3,
  net at most 3,
  at least 1
# The templates of the right shape, not faster than the maneuver is now.
define templates-for (mover: ship, move: maneuver): set of template =
  all template t
    where bearing of t is template-bearing(bearing of move) and speed of t <= speed-of(mover, move)
# The fastest of them: shape and speed say which. STAW-MOV-001
define template-of (mover: ship, move: maneuver): template =
  first of (sort t in templates-for(mover, move) by -speed of t)
# How far a maneuver leads; less than 0 is backwards.
define reach-of (mover: ship, move: maneuver): length =
  if is-backwards(move) then 0 - length of template-of(mover, move)
    else length of template-of(mover, move)

# Whether a ship can be deployed at a place. STAW-SET-012 STAW-SET-015
define may-stand (newcomer: ship, spot: pose, zone: area): yes-no = not base-at(newcomer, spot)
# Whether another ship's base is in the way.
define base-at (who: ship, spot: pose): yes-no =
  any of (members s of fleets where s is not who and overlaps-at(who, spot, s))
# Whether a ship fits at a place: no ship, planet, obstacle or minefield is there. STAW-ECH-005
define free-at (who: ship, spot: pose): yes-no =
  not base-at(who, spot)
    and none of (all planet p where overlaps-at(who, spot, p))
    and none of (all obstacle o where overlaps-at(who, spot, o))
    and none of (all minefield m where overlaps-at(who, spot, m))

# --- Permissions. STAW-TIM-006 STAW-TIM-007

# Whether the text of a captain can be used.
permission use-captain (officer: captain)
# Whether the text of an admiral can be used.
permission use-admiral (commander: admiral)
# Whether the text of an upgrade can be used.
permission use-upgrade (gear: upgrade)
# Whether a ship can perform this action.
permission perform (actor: ship, what: deed)
# Whether a ship can perform this action as a free action; `card-deed` is any Action of a card. Asked besides `perform`.
permission perform-free (actor: ship, what: deed)
# Whether a ship can choose this maneuver of its dial.
permission fly (pilot: ship, move: maneuver)
# Whether obstacles hinder and hurt a ship.
permission mind-obstacles (pilot: ship)
# Whether one ship can attack another; range and arc are asked besides.
permission target (attacker: ship, defender: ship, form: weapon)
# Whether one ship can lock another; range is asked besides.
permission lock-on (locker: ship, goal: ship)
# Whether a ship can spend tokens of this sort for anything: `evade-deed`, `battle-deed`, `lock-deed`; a Scan Token, which no rule of the book spends, is
# `scan-deed`. Asked by the three permissions below, so by all spending in an attack, and by `could-shoot`, for a weapon that costs a Target Lock. A card with
# a price of its own asks it too: `when can spend(you, battle-deed) ... cost { spend 1 battle-stations from you }`.
permission spend (who: ship, what: deed)
# Whether a ship's tokens of this sort (`evade-deed`, `scan-deed`, `battle-deed`) go in the End Phase: "you may leave that token beside your ship" is a rule
# `before end-phase.remove-tokens` with `start keeps-tokens(you, scan-deed) until after end-phase`. STAW-SEQ-034
permission lose-tokens (who: ship, what: deed)
# Whether an attacker can spend its Target Lock for a re-roll. Asked at `attack.modify-attack`.
permission spend-lock-in (attacker: ship, defender: ship)
forbid spend-lock-in when not can spend(attacker, lock-deed)
# Whether a ship can spend a Battle Stations Token against another. Asked at `attack.modify-attack` and `attack.modify-defense`.
permission spend-battle-in (spender: ship, foe: ship)
forbid spend-battle-in when not can spend(spender, battle-deed)
# Whether a defender can spend an Evade Token. Asked at `attack.modify-defense`.
permission spend-evade-in (defender: ship, foe: ship)
forbid spend-evade-in when not can spend(defender, evade-deed)
# Whether a ship can use this Admiral's Fleet Action; token and range are asked besides.
permission use-fleet-action (actor: ship, commander: admiral)
# Whether the Scan Tokens of an attacker take dice from this defender: "you roll your full defense dice in spite of Scan Tokens" is
# `forbid count-scan when goal is you`.
permission count-scan (seeker: ship, goal: ship)
# Whether a ship rolls defense dice, for a Combat or another effect. STAW-TIM-017
permission roll-defense (who: ship, for-what: effect-class)
# Whether anybody can change the attack dice of an attack: "these dice cannot be modified in any way" is `forbid modify-attack-dice when arm is here` on a weapon's card, and
# `until after attack { forbid modify-attack-dice(attacker: you) always }` before one attack that a card gives.
permission modify-attack-dice (attacker: ship, defender: ship, form: weapon, arm: upgrade)
# Whether anybody can change the defense dice against an attack: "the defending ship skips its Modify Defense Dice step" is `forbid modify-defense-dice when attacker is you`.
permission modify-defense-dice (attacker: ship, defender: ship, form: weapon, arm: upgrade)
# Whether cards can cancel an attack of a ship: "this attack cannot be cancelled" is `forbid cancel-attack when attacker is you`. A card that cancels attacks asks
# `can cancel-attack(attacker, you)` before it costs anything.
permission cancel-attack (attacker: ship, defender: ship)
# Whether the Action of a card can be performed, an upgrade, a captain, an admiral or a ship: "that captain or crew cannot perform Actions this round" is
# `until after round { forbid use-action(u) always }`.
permission use-action (card: thing)
# Whether a ship's Cloak Token turns red when it fires this weapon: "your Cloak Token does not turn red" is `forbid turn-cloak-red when attacker is you`, for one
# attack `start keeps-cloak(you) until after attack` in the window `before attack.declare-target`. STAW-CLK-007
permission turn-cloak-red (attacker: ship, form: weapon)
# Whether Range 1 gives the attacker a die.
permission add-close-die (attacker: ship, defender: ship)
# Whether Range 3 gives the defender a die.
permission add-far-die (attacker: ship, defender: ship)
# Whether Active Shields take a ship's damage; `severe` is critical damage: "its critical damage ignores the Shields" forbids only that.
permission use-shields (who: ship, severe: yes-no = no)
# Whether a ship can suffer damage, by this ship (nobody, if none does it): "it suffers no damage this round" is `forbid be-hurt(you, any) always`.
permission be-hurt (who: ship, source: ship)
# Whether a ship can be destroyed.
permission be-destroyed (who: ship)
# Whether Disabled Shields of a ship can be enabled. STAW-SEQ-031
permission raise-shields (who: ship)
# Whether a Disabled Token can be taken from an upgrade.
permission enable-upgrade (gear: upgrade)
# Whether cards and effects can pick this upgrade.
permission be-picked (gear: upgrade)
# Whether effects of one ship can disable, discard or steal this upgrade: "your upgrades cannot be affected by your opponents" is
# `forbid affect when ship-of(gear) is you and foes(source, you)`.
permission affect (source: ship, gear: upgrade)
# Whether an effect of one ship touches another. STAW-SQN-015 STAW-SQN-016
permission touch (source: ship, goal: ship)

# A Starship Construction or an Ambassador Card is no upgrade.
forbid be-picked when stands-apart(gear)
# An Attack Squadron and its friends leave each other alone. STAW-SQN-015 STAW-SQN-016
forbid touch
  when (is-squadron(goal) or is-squadron(source)) and friendly(source, goal) and source is not goal
# A card that lies face down has no text, and no weapon, unless its back is a side of its own.
forbid use-upgrade when not face-up(gear) and not two-sided of gear
# Docked ships do nothing.
forbid make-attack when not at-large(attacker)
forbid raise-shields when is-cloaked(who)

# --- For agents that look ahead

# What a ship is worth, for agents that look ahead.
define worth (who: ship): number =
  if doomed of who then 0
    else 60 * max(0, hull-of(who) - damage-on(who) + shield on who)
      + 40 * disabled-shield on who
      + 100
      + 60 * count of stack-of(who)
      + 6 * (evade on who + scan on who + battle-stations on who)
      + 8 * count of locks of who
      - 10 * auxiliary on who
      - 12 * critical-hit on who
# What a player's position is worth; a mission adds its own aims.
value standing (side: player) =
  (sum of worth(s) + position(s) for s in (all ship s where allies(owner of s, side)))
    - (sum of worth(s) + position(s) for s in (all ship s where not allies(owner of s, side)))
    - 3 * (sum of remoteness(s) for s in fleet(side))
# How well a player stands, for agents that look ahead.
define outlook (side: player): number = standing(side)
