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

# A power that belongs to a moment is a rule `at moment.powers`. All that can be used as the moment comes are due; then the
# players who have some are put in order, and each is asked once. One that another power has made impossible by then is
# prevented. A power may set off a moment of its own; what is due at the outer one waits.
# `subject` is who moved, attacks or was destroyed, `other` the defender.
# HS-TIM-001 HS-TIM-002 HS-TIM-003 HS-TIM-005 HS-TIM-006
procedure moment (what: occasion, subject: figure, other: figure) {
  step powers gathers waiting priority run power-order(waiting)
}

# The highest roller says whose powers come first, next, and so on. Six players, those of three sets together, have an order
# too. HS-TIM-002 HS-TIM-004 HS-TEAM-011
procedure power-order (those: set of player) gives order: set of player {
  var chooser: player
  var left-over: set of player
  step roll {
    set left-over to those
    set chooser to run roll-off(those)
  }
  step name-first {
    choose p from left-over by chooser "Whose powers first?" { set order to [p] }
  }
  step name-others {
    repeat 5 times {
      set left-over to those - order
      if none of left-over { break }
      choose p from left-over by chooser "Whose powers next?" { set order to order + [p] }
    }
  }
}

# --- What powers do to figures

# Whether a power may move a figure. Powers that move others allow it to themselves; `forbid` beats that. HS-POW-003
permission be-moved (moved-one: figure, by-whom: figure)
define shove-spots (f: figure): set of pose =
  members s of standings(f, spaces-within(space-of(f), 2))
    where may-end-at(f, s)
      and any of (members t of spaces-at(f, s) where are-neighbours(t, space-of(f)))

# A power puts a figure elsewhere: no blow at who leaves, no fall, but a Glyph is entered. HS-ENG-022 HS-GLY-003
procedure put (moved-one: figure, spot: pose) {
  step arrive { place(moved-one, spot) }
  step land {
    if is-living(moved-one) { run come-to-glyph(moved-one) }
  }
}

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

# --- Other things that powers do

# The spaces next to a figure, and where another can stand on them.
define spaces-beside (f: figure): set of space =
  all space s where any of (members t of spaces-of(f) where are-neighbours(s, t))
define beside-spots (f: figure, b: figure): set of pose =
  members s of standings(f, spaces-beside(b)) where may-end-at(f, s)
# Whether a space lies on the straight row of spaces that leads from one space through another: along a row of the map,
# or half a space aside for every row.
define across (s: space): number = 2 * column of s - remainder(row of s, 2)
define is-straight (a: space, b: space): yes-no =
  row of a = row of b or absolute(across(a) - across(b)) = absolute(row of a - row of b)
define is-same-way (a: number, b: number): yes-no = a = 0 and b = 0 or a * b > 0
define is-on-line (origin: space, towards: space, s: space): yes-no =
  is-straight(origin, towards)
    and is-straight(origin, s)
    and is-same-way(across(towards) - across(origin), across(s) - across(origin))
    and is-same-way(row of towards - row of origin, row of s - row of origin)

# A turn of one figure inside another's: it moves, and attacks as often as it may. HS-SEQ-011
procedure take-turn-with (actor: figure) {
  step move { run move-figure(actor) }
  step attack {
    repeat 10 times {
      if not is-living(actor) or not can-attack-now(actor) { stop }
      may by controller of actor "Attack with it?" { run attack-with(actor) } else { stop }
    }
  }
}

# For one turn another player has a figure in his hand: it is his friends' friend. Its wounds stay on its own card.
effect puppet-of (puppet: figure, puppeteer: player) {
  replace controller with puppeteer when controlled is puppet
}
procedure take-turn-with-enemy (puppet: figure, puppeteer: player) {
  step act {
    start puppet-of(puppet, puppeteer) until after take-turn-with-enemy
    run take-turn-with(puppet)
  }
}

# A destroyed figure comes back, whole.
procedure bring-back (fallen: figure, spot: pose) {
  step rise {
    if not destroyed of fallen { stop }
    if marked-card(fallen) is nobody {
      take all wound from fallen
    } else {
      take all wound from marked-card(fallen)
    }
    set destroyed of fallen to no
    set lies-on of fallen to nobody
    place(fallen, spot)
  }
}
