# Moments at which powers of several players may fall due together, and who goes first then.

word occasion {
  on-round-start
  on-turn-start
  on-move-done
  on-attack-declared
  on-attack-done
  on-destruction
  on-turn-end
}

# A power that belongs to a moment has two rules: one `at moment.announce` that gives `falls-due` to its figure if it falls
# due, and one `at moment.powers` that asks whether its figure is due and whether it is still possible. So one that
# another has made impossible is prevented.
# Six players, those of three sets together, have an order: who is left comes last. HS-TEAM-011
# `subject` is who moved, attacks or was destroyed, `other` the defender.
# HS-TIM-001 HS-TIM-002 HS-TIM-003 HS-TIM-005 HS-TIM-006
procedure moment (what: occasion, subject: figure, other: figure) {
  var chooser: player
  var left-over: set of player
  var player-1: player
  var player-2: player
  var player-3: player
  var player-4: player
  var player-5: player
  step announce
  step roll-for-order {
    set left-over to all player p where any of (all figure f where owner of f is p
        and falls-due on f > 0)
    if none of left-over { stop }
    set chooser to run roll-off(left-over)
    choose p from left-over by chooser "Whose powers first?" { set player-1 to p }
    set left-over to left-over - [player-1]
    choose p from left-over by chooser "Whose powers next?" { set player-2 to p }
    set left-over to left-over - [player-2]
    choose p from left-over by chooser "Whose powers next?" { set player-3 to p }
    set left-over to left-over - [player-3]
    choose p from left-over by chooser "Whose powers next?" { set player-4 to p }
    set left-over to left-over - [player-4]
    choose p from left-over by chooser "Whose powers next?" { set player-5 to p }
  }
  step powers priority player-1, player-2, player-3, player-4, player-5
  step done {
    for each f in all figure { take all falls-due from f }
  }
}

# --- What powers do to figures

# Whether a power may move a figure. Powers that move others allow it to themselves; `forbid` beats that. HS-POW-003
permission be-moved (moved-one: figure, by-whom: figure)
define shove-spots (f: figure): set of pose = members s of standings(f, spaces-within(space-of of f,
    2)) where may-end-at(f, s) and any of (members t of spaces-at(f, s) where are-neighbours(t,
    space-of of f))

# Powers heal; the rules do not. HS-DMG-012
procedure heal (patient: figure, amount: number) {
  step take-off {
    if marked-card(patient) is nobody {
      take amount wound from patient
    } else {
      take amount wound from marked-card(patient)
    }
  }
}
