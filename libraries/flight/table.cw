# Who is who on the table, how far apart, and what everybody may do.

# A holder, owner or the like, if it is a craft; else nobody.
define as-craft (what: craft): craft = what

# All craft of a player.
define squad-of (side: player): set of craft = all craft c where owner of c is side
# All enemies of a craft: all craft of its opponents, whatever they are.
define enemies-of (who: craft): set of craft = rivals-of(owner of who)

# The section of the ruler: a gap exactly on a line belongs to the nearer one. DAW-RNG-001 DAW-RNG-007 XW-RNG-003
define band (gap: length): number = max(1, (gap + range-band - 0.001 inches) / range-band)

# Whether one piece lies over another, both of them on the table: what was taken off it lies over nothing, wherever it stood.
define lies-over (one: thing, other: thing): yes-no =
  overlaps-at(one, pose-of(one), other) and overlaps-at(other, pose-of(other), one)
# Whether another base is in the way.
define others-at (who: craft, spot: pose): yes-no =
  any of (all craft c where c is not who and overlaps-at(who, spot, c))

# Whether a craft can perform actions.
permission act (actor: craft)
# Whether a craft can attack.
permission make-attack (attacker: craft)
# Whether it can be tired.
permission be-tired (who: craft)
# Whether a green maneuver rests it.
permission rest (who: craft)
# DAW-AXN-030 DAW-ACT-011 DAW-TIM-001 XW-ACT-018 STAW-ACT-009
forbid act when stress on actor > 0 and can mind-stress(actor)
# Whether stress keeps a craft from actions: "you may perform actions while stressed" is `forbid mind-stress when who is you`.
permission mind-stress (who: craft)
# Whether stress keeps a craft from red maneuvers: "you may execute red maneuvers while stressed" is `forbid mind-red when who is you`.
permission mind-red (who: craft)
