# What powers do with order markers. HS-ORD-005 HS-ORD-017

# Whether a player's order marker of this number (4 is the X) lies unrevealed on a card.
define is-hidden (p: player, n: number, c: army-card): yes-no =
  order-of(p, n) is c and (if n = 4 then not x-up of p else n > turned-up of p)
# Whether the X marker lies on a card unrevealed: "you may also reveal the X marker" asks it.
define has-hidden-x (c: army-card): yes-no = order-x of owner of c is c and not x-up of owner of c

# The X marker that lies on a card is turned up; it gives no turn. `done` says whether there was one.
procedure show-x (c: army-card) gives done: yes-no {
  # It is shown to all.
  step show {
    if not has-hidden-x(c) { stop }
    reveal order-x of owner of c
    set x-up of owner of c to yes
    give 1 shown-marker to c
    set done to yes
  }
}

# An order marker of this number is taken off the card on which it lies, and gives no turn any more.
procedure take-marker (p: player, n: number) {
  # Nobody is told which it was.
  step take {
    let sheet = order-of(p, n)
    if sheet is nobody { stop }
    let hidden = is-hidden(p, n, sheet)
    if n = 1 { set order-1 of p to nobody }
    if n = 2 { set order-2 of p to nobody }
    if n = 3 { set order-3 of p to nobody }
    if n = 4 { set order-x of p to nobody }
    for each b in notes-about(p) {
      if n = 1 { set mate-1 of b to nobody }
      if n = 2 { set mate-2 of b to nobody }
      if n = 3 { set mate-3 of b to nobody }
      if n = 4 { set mate-x of b to nobody }
    }
    add -1 to laid-markers of sheet
    reveal laid-markers of sheet
    if not hidden { take 1 shown-marker from sheet }
  }
}
# All order markers are taken off a figure's Army Card, from all its copies: "remove all order markers on the chosen figure's card".
procedure take-markers (who: figure) {
  # Those that were shown, too.
  step take {
    let p = owner of who
    if order-1 of p is in cards-of(who) { run take-marker(p, 1) }
    if order-2 of p is in cards-of(who) { run take-marker(p, 2) }
    if order-3 of p is in cards-of(who) { run take-marker(p, 3) }
    if order-x of p is in cards-of(who) { run take-marker(p, 4) }
  }
}
# How many order markers lie unrevealed on a figure's Army Card and its copies.
define hidden-on (f: figure): number = sum of hidden-markers(c) for c in cards-of(f)
# One unrevealed order marker, by chance, is taken off a figure's Army Card, from any of its copies. `done` says whether there was one.
procedure take-one-marker (who: figure) gives done: yes-no {
  # How many are passed over.
  var left: number
  # Chance says which.
  step take {
    if hidden-on(who) <= 0 { stop }
    set left to random(hidden-on(who))
    let p = owner of who
    let sheets = cards-of(who)
    if any of (members c of sheets where is-hidden(p, 1, c)) {
      add -1 to left
      if left = 0 {
        run take-marker(p, 1)
        set done to yes
        stop
      }
    }
    if any of (members c of sheets where is-hidden(p, 2, c)) {
      add -1 to left
      if left = 0 {
        run take-marker(p, 2)
        set done to yes
        stop
      }
    }
    if any of (members c of sheets where is-hidden(p, 3, c)) {
      add -1 to left
      if left = 0 {
        run take-marker(p, 3)
        set done to yes
        stop
      }
    }
    if any of (members c of sheets where is-hidden(p, 4, c)) {
      run take-marker(p, 4)
      set done to yes
    }
  }
}
