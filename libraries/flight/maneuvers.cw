# Maneuvers, their colours, and the templates along which a base moves.

# The colours of maneuvers. DAW-PLN-016 XW-MOV-002
word colour { white green red }

# A maneuver of a dial. DAW-PLN-007 DAW-PLN-015
record maneuver {
  # Its shape.
  bearing: bearing
  # Its speed.
  speed: number
  # Its printed colour; rules ask `difficulty`.
  colour: colour
}

# One row for each printed template; a left curve is the right one turned over. DAW-GEN-008
record template {
  # Its shape.
  bearing: bearing
  # Its speed.
  speed: number
  # How far it leads.
  length: length
  # How far it turns.
  bend: angle
}

# Where along the side of a base a sideways move ends, in steps of the free room: -1, 0 or 1 for each edge.
record side-shift { template-shift: number  base-shift: number }

# The bearing of the template for a bearing. DAW-MAN-002 DAW-MAN-003
define template-bearing (way: bearing): bearing =
  if way is bank-left then bank-right
    else if way is turn-left then turn-right
    else straightened(way)
# The template of a maneuver.
define template-for (move: maneuver): template =
  first of (
    all template t
      where bearing of t is template-bearing(bearing of move) and speed of t = speed of move
  )

# Where there is no template, a maneuver stays where it is. DAW-PLN-013
define way-length (move: maneuver): length =
  if is-backwards(move) then 0 - length of template-for(move) else length of template-for(move)
# How far a maneuver turns; less than 0 is to the left. DAW-PLN-010 DAW-PLN-011 DAW-MAN-001
define way-turn (move: maneuver): angle =
  if bends-left(bearing of move) then 0 - bend of template-for(move) else bend of template-for(move)

# Where a template begins that a craft follows: at its front edge, backwards at its rear. DAW-ACT-004 DAW-MAN-003
define template-start (who: craft, along: length): pose =
  shifted(
    pose-of(who),
    if along < 0 inches then base-length of who / -2 else base-length of who / 2,
    0 inches
  )
# Whether something lies under the first part of a template, without the base at its end; `edge` is its width.
# XW-MOV-015
define lies-under-template (
  who: craft,
  along: length,
  bend: angle,
  part: length,
  edge: length,
  what: thing
): yes-no =
  absolute(part) > 0 inches
    and template-covers(
      template-start(who, along),
      part,
      bend * (part * 100000 / along) / 100000,
      edge,
      what
    )

# 1 is red, 0 white, -1 green. DAW-PLN-017
define printed-difficulty (move: maneuver): number =
  if colour of move is red then 1 else if colour of move is green then 0 - 1 else 0

# A red maneuver tires, a green one rests; who is gone by now is left alone. DAW-ACT-007 DAW-ACT-008 DAW-ACT-009 DAW-ACT-010 XW-MOV-002 XW-MOV-011
# STAW-MOV-018 STAW-MOV-019 STAW-MOV-020 STAW-MOV-024
procedure settle-stress (mover: craft, move: maneuver) {
  # The token is given or taken.
  step settle {
    if not in-play(mover) { stop }
    if difficulty(mover, move) > 0 { run gain-stress(mover) }
    if difficulty(mover, move) < 0 and can rest(mover) { take 1 stress from mover }
  }
}

# Who is tired cannot execute a red maneuver; the opponent chooses another. DAW-EXH-002 DAW-EXH-003 DAW-EXH-005
# XW-CPT-027 STAW-MOV-021 STAW-MOV-022
procedure other-maneuver (actor: craft, move: maneuver) gives chosen: maneuver {
  # The opponent picks.
  step choose {
    set chosen to move
    if stress on actor > 0 and difficulty(actor, move) > 0 and can mind-red(actor) {
      choose m
        from (members m of dial-of(actor) where difficulty(actor, m) <= 0)
        by meddler-with(actor) "Which maneuver does {actor} execute instead of the red one?"
      { set chosen to m }
    }
  }
}

# Where a craft stands after a sideways move: `reach` aside, along a template whose short side is `edge`.
# DAW-AXN-021 DAW-AXN-024 XW-CPT-012
define slid-aside (who: craft, side: number, reach: length, edge: length, shift: side-shift): pose =
  sidestep(
    who,
    side,
    reach,
    edge,
    template-shift of shift * ((base-length of who - edge) / 2),
    base-shift of shift * ((base-length of who - edge) / 2)
  )
