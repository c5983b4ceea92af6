# Activation, maneuvers, overlapping, terrain, leaving the table.

# One ship's activation. STAW-SEQ-010
procedure activate (actor: ship) tells "{actor}" {
  # The maneuver of the dial; cards may set another.
  var move: maneuver
  # Whether the ship ignores its maneuver and stays where it is: cards set it `at activate.set-template`, and `bumped of you` besides, if it
  # shall perform no action.
  var stays: yes-no

  # The ship is the active one. STAW-SEQ-013
  step begin {
    set moving-ship to actor
    run interval()
  }
  # The dial is shown, unless the ship is destroyed by then; cards that change the maneuver act after this. STAW-MOV-015 STAW-MOV-017
  step reveal-dial {
    if not in-play(actor) { stop }
    reveal plan of actor
    set move to plan of actor
  }
  # A ship with Auxiliary Power that shows a red maneuver flies what an opponent picks. STAW-MOV-021 STAW-MOV-022
  step replace-red { set move to run other-maneuver(actor, move) }
  # The template is laid.
  step set-template { }
  # The ship moves. "After you move" and "after you execute a maneuver" are `after execute when mover is you`, whatever let it
  # move, once for each maneuver; for the maneuver of the dial alone say `after activate.execute-maneuver when actor is you`.
  # Ask `in-play(you)` there: it may be destroyed.
  step execute-maneuver {
    if in-play(actor) and not stays { run execute(actor, move) }
  }
  # A red maneuver strains, a green one relieves. STAW-MOV-018 STAW-MOV-019 STAW-MOV-020 STAW-MOV-024 STAW-MOV-032
  step check-strain {
    if not stays { run settle-strain(actor, move) }
  }
  # The dial goes back to the ship card, and the next step opens: what can be used at any time, against Auxiliary Power for example, comes before the action. STAW-TIM-011
  step clean-up { run interval() }
  # The ship performs its action. STAW-ACT-001 STAW-ACT-006 STAW-ACT-009 STAW-ACT-010 STAW-ACT-011 STAW-MOV-031
  # STAW-TER-008 STAW-TER-016
  step perform-action {
    if in-play(actor) and dockside of actor is any ship {
      if can act(actor) { run dock(actor, dockside of actor) }
    } else if in-play(actor) and not bumped of actor and not stalled of actor {
      run act(actor, anything)
    }
  }
}

# What a ship does in a maneuver of a bearing, as the story tells it.
define flies (way: bearing): text =
  if way is straight then "flies straight"
    else if way is bank-left then "banks left"
    else if way is bank-right then "banks right"
    else if way is turn-left then "turns left"
    else if way is turn-right then "turns right"
    else if way is come-about then "comes about"
    else if way is full-astern then "goes full astern"
    else "maneuvers"

# One executed maneuver, with all that hangs on it: that of the dial, or one that a card allows. STAW-MOV-003 STAW-MOV-004 STAW-MOV-005 STAW-MOV-013
procedure execute (mover: ship, move: maneuver) {
  var along: length
  var bend: angle
  # Where the template ends.
  var goal: pose
  # Where the ship ends.
  var final: pose
  # What it cannot come to lie on: other ships and the planet.
  var bulks: set of thing
  # The ships that it comes to overlap.
  var met: set of ship
  # The obstacles that count against it.
  var rocks: set of obstacle
  # The minefields that it sets off.
  var mines: set of minefield

  # The template is laid. STAW-MOV-007 STAW-MOV-008 STAW-MOV-009
  step aim {
    set flown of mover to move
    if difficulty(mover, move) < 0 { set flew-green of mover to yes }
    if difficulty(mover, move) > 0 { set flew-red of mover to yes }
    set along to reach-of(mover, move)
    set bend to way-turn-of(mover, move)
    set goal to destination(mover, along, bend)
    set met to members s of fleets where s is not mover and overlaps-at(mover, goal, s)
  }

  # A shuttlecraft on a friendly Capital Ship may dock; where an earlier maneuver took it is past. STAW-SHU-006 STAW-SHU-010 STAW-SHU-011
  step approach {
    set dockside of mover to nobody
    if can-dock(mover, move) {
      choose mother
        from (members s of met where has-berth(s, mover))
        by controller of mover "{mover} docks with which ship?" or none
      { set dockside of mover to mother }
    }
  }

  # A ship that would overlap another, or the planet, backs up along the template; then it does not come about.
  # STAW-MOV-006 STAW-MOV-025 STAW-MOV-027 STAW-MOV-028 STAW-MOV-029 STAW-MOV-030 STAW-MOV-033 STAW-MOV-034
  # STAW-TER-010 STAW-TER-015 STAW-TER-017
  step back-up {
    set final to if bearing of move is come-about then turned(goal, 180 degrees) else goal
    if dockside of mover is nobody
      and (any of met or any of (all planet p where overlaps-at(mover, goal, p)))
    {
      for each s in fleets {
        if s is not mover { add s to bulks }
      }
      for each p in (all planet) { add p to bulks }
      set final to slide-back(mover, along, bend, bulks, centred: no)
      set bumped of mover to yes
    }
  }

  # The obstacles and minefields under template and base are found. STAW-TER-008 STAW-TER-011 STAW-TER-021
  # STAW-TER-023 STAW-TER-002
  step meet-terrain {
    set rocks to
      all obstacle o where can mind-obstacles(mover) and runs-over(mover, along, bend, final, o)
    set mines to all minefield m where runs-over(mover, along, bend, final, m)
  }

  # The ship is put where it ends; off the table, however large that is, it has fled. STAW-MOV-014 STAW-MOV-036
  # STAW-SET-009
  step arrive
    tells if not in-play(mover) then ""
      else if bumped of mover and any of met
        then "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)}), and stops against {met}"
      else if bumped of mover
        then "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)}), and is stopped"
      else "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)})"
  {
    let edge = edge-crossing(mover, along, bend)
    if inside-table(mover, final) { place(mover, final) } else { run leave-table(mover, edge) }
  }

  # A shuttlecraft that overlaps an opposing ship is hurt, whichever of them moved. STAW-SHU-012
  step scrape
    tells if in-play(mover) and any of rocks then "{mover} flies over an obstacle" else ""
  {
    if in-play(mover) {
      for each s in met {
        if foes(s, mover) {
          if is-shuttle(mover) { run suffer(mover, 1, 0, source: nobody, by-attack: no) }
          if is-shuttle(s) { run suffer(s, 1, 0, source: nobody, by-attack: no) }
        }
      }
    }
  }

  # Each obstacle costs the action, and a die shows the damage. STAW-TER-008 STAW-TER-009 STAW-DMG-014
  step strike-rocks {
    for each o in rocks {
      if in-play(mover) {
        set bumped of mover to yes
        run hazard(mover, 1)
      }
    }
  }

  # Minefields go off: what they do stands on the card that they come from. STAW-TER-021 STAW-TER-026
  step trip-mines {
    for each m in mines {
      if in-play(mover) { run spring(m, mover) }
    }
  }
}

# How far a maneuver turns a ship; less than 0 is to the left.
define way-turn-of (mover: ship, move: maneuver): angle =
  if bearing of move is bank-left or bearing of move is turn-left
      then 0 - bend of template-of(mover, move)
    else bend of template-of(mover, move)
# Whether a maneuver runs over an obstacle or minefield: with its template or with the base where it ends. From one on
# which it began a ship gets away without penalty. STAW-TER-011 STAW-TER-023
define runs-over (mover: ship, along: length, bend: angle, final: pose, what: thing): yes-no =
  overlaps-at(mover, final, what)
    or (
      not lies-over(mover, what)
        and lies-under-template(mover, along, bend, along, template-width, what)
    )

# Whether a maneuver leads a ship past something at Range 1 to so many, on its way or where it ends: "if an enemy ship passes within Range 1 of the token" is, on the entry of the minefield,
# `at execute.arrive when not allies(owner of mover, owner of you) and passes-within(mover, along, bend, final, you, 1)`. STAW-TER-021
define passes-within (
  mover: ship,
  along: length,
  bend: angle,
  final: pose,
  what: thing,
  most: number
): yes-no =
  band(distance-at(mover, final, what)) <= most
    or lies-under-template(
      mover,
      along,
      bend,
      along,
      base-width of mover + 2 * bands-long(most),
      what
    )

# A mission may set `handled`, and decide itself what becomes of the ship. STAW-MOV-036 STAW-MOV-037
procedure leave-table (leaver: ship, edge: pose) {
  # Whether the ship's fate is decided; missions set it.
  var handled: yes-no
  # It is told.
  step cross tells if handled then "" else "{leaver} flies off the table" { }
  # The ship has fled, and is destroyed.
  step flee {
    if not handled { run destroy(leaver, source: nobody) }
  }
}

# How many attack dice an obstacle or minefield rolls against a ship: "minefields roll 2 fewer attack dice against you" is `modify impact-dice - 2 when victim is you and amount > 1`, since an
# obstacle rolls one. STAW-TER-008 STAW-TER-021
value impact-dice (victim: ship, amount: number) =
  amount,
  net at least -3,
  net at most 3,
  at least 0
# An obstacle or a minefield rolls attack dice against a ship, which suffers what they show: on a minefield `at spring.burst when bomb is you { run hazard(victim, 4) }`. The ship counts as the one that rolls. Damage of
# cards does not come by here. STAW-TER-008 STAW-TER-021 STAW-DMG-014
procedure hazard (victim: ship, number-of-dice: number) {
  # Damage; cards may lessen it.
  var hits: number
  # Critical damage; cards may lessen it.
  var criticals: number
  # The dice.
  step roll {
    let impact = roll (impact-dice(victim, number-of-dice)) attack-die
    run show-attack(victim, impact)
    set hits to faces(impact, hit)
    set criticals to faces(impact, critical)
  }
  # Cards that ward it off: "when you would suffer damage from an obstacle or a minefield" is `at hazard.ward when victim is you and hits + criticals > 0`.
  step ward priority controller of victim { }
  # What is left is suffered.
  step hurt tells if max(0, hits) + max(0, criticals) = 0 then "{victim} is not hurt" else "" {
    run suffer(victim, max(0, hits), max(0, criticals))
  }
}

# A minefield goes off under a ship; the rules of the minefield are in this window. STAW-TER-021 STAW-TER-022
procedure spring (bomb: minefield, victim: ship) {
  # The text of the card that laid it.
  step burst { }
}

# An effect lays a minefield on the table; a ship under it suffers at once. STAW-TER-020 STAW-TER-022
procedure lay-mines (layer: ship, kind: template of minefield, spot: pose) {
  # The token that was laid.
  var bomb: minefield
  # The token is laid.
  step lay { set bomb to create kind at spot owned by owner of layer }
  # Whoever is there suffers the text of the card.
  step catch {
    for each s in (members t of fleets where lies-over(t, bomb)) { run spring(bomb, s) }
  }
}

# How long so many sections of the ruler are.
define bands-long (bands: number): length = bands * range-band
# An effect lays a minefield at Range 1 to so many of a ship, where its player wants; with `clear-of` on no ship, and not at Range 1
# to so many of an enemy. Astern: `lay-mines`. STAW-TER-020 STAW-TER-022
procedure scatter-mines (
  layer: ship,
  kind: template of minefield,
  reach: number,
  clear-of: number = 0
)
{
  # The token that was laid.
  var bomb: minefield
  # The player picks a place.
  step lay {
    set bomb to create kind at pose-of(layer) owned by owner of layer
    choose spot for bomb
      within bands-long(reach) of layer
      facing 0 degrees
      where none of (
          members s of enemies-of(layer)
            where clear-of > 0 and band(distance-at(bomb, spot, s)) <= clear-of
        )
        and (clear-of = 0 or none of (members s of fleets where overlaps-at(bomb, spot, s)))
      by controller of layer "Where does {layer} lay the mines?"
    { place(bomb, spot) } else {
      remove(bomb)
    }
  }
  # Whoever is there suffers the text of the card.
  step catch {
    if in-play(bomb) {
      for each s in (members t of fleets where lies-over(t, bomb)) { run spring(bomb, s) }
    }
  }
}
