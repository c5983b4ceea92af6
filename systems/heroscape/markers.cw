# What powers do with order markers. HS-ORD-005 HS-ORD-017

# Whether a player's order marker of this number (4 is the X) lies unrevealed on a card.
define is-hidden (p: player, n: number, c: army-card): yes-no =
  order-of(p, n) is c and (if n = 4 then not x-up of p else n > turned-up of p)
# Whether the X marker lies on a card unrevealed: "you may also reveal the X marker" asks it.
define has-hidden-x (c: army-card): yes-no =
  c is any army-card and order-x of owner of c is c and not x-up of owner of c
# On which of a figure's Army Card and its copies the X marker lies unrevealed; nobody, if on none: the price "reveal the X marker on this card" is
# `cost { run show-x(x-card-of(here)) if has-hidden-x(x-card-of(here)) }`. HS-CMN-008
define x-card-of (f: figure): army-card = first of (members c of cards-of(f) where has-hidden-x(c))
# How many order markers lie on a figure's Army Card and its copies, revealed or not. HS-CMN-008
define markers-laid-on (f: figure): number = sum of laid-markers of c for c in cards-of(f)

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
    run write-marker(p, n, sheet: nobody)
    add -1 to laid-markers of sheet
    reveal laid-markers of sheet
    if not hidden { take 1 shown-marker from sheet }
  }
}
# An order marker of this number lies on that card, or on none.
procedure write-marker (p: player, n: number, sheet: army-card) {
  # A teammate is shown it.
  step write {
    if n = 1 { set order-1 of p to sheet }
    if n = 2 { set order-2 of p to sheet }
    if n = 3 { set order-3 of p to sheet }
    if n = 4 { set order-x of p to sheet }
    for each b in notes-about(p) {
      if n = 1 { set mate-1 of b to sheet }
      if n = 2 { set mate-2 of b to sheet }
      if n = 3 { set mate-3 of b to sheet }
      if n = 4 { set mate-x of b to sheet }
    }
  }
}
# An order marker of this number (4 is the X) is moved to another card of its player, revealed or unrevealed as it was. `done` says whether it lay on a card. "Before you
# reveal a numbered marker on another card, you may reveal the X here and move that marker here" is `before reveal-marker "Ready" when revealer is owner of here and n > 0 and
# n < 4 and not (order-of(revealer, n) is in cards-of(here)) may cost { run show-x(x-card-of(here)) if has-hidden-x(x-card-of(here)) }
# { run move-marker(revealer, n, first of cards-of(here)) }`.
procedure move-marker (p: player, n: number, goal: army-card) gives done: yes-no {
  # Nobody is told which it was.
  step move {
    let sheet = order-of(p, n)
    if sheet is nobody or goal is nobody or sheet is goal or is-out(goal) { stop }
    let hidden = is-hidden(p, n, sheet)
    run write-marker(p, n, goal)
    add -1 to laid-markers of sheet
    reveal laid-markers of sheet
    add 1 to laid-markers of goal
    reveal laid-markers of goal
    if not hidden {
      take 1 shown-marker from sheet
      give 1 shown-marker to goal
      if n = 1 { reveal order-1 of p }
      if n = 2 { reveal order-2 of p }
      if n = 3 { reveal order-3 of p }
      if n = 4 { reveal order-x of p }
    }
    set done to yes
  }
}
# All of them.
define marker-names: set of marker-name = [first-marker, second-marker, third-marker, x-marker]
# Its number: 4 is the X, 0 none.
define number-of-marker (m: marker-name): number =
  if m is first-marker then 1
    else if m is second-marker then 2
    else if m is third-marker then 3
    else if m is x-marker then 4
    else 0
# A player's order markers on some cards, by name; those that lie unrevealed.
define markers-on (p: player, sheets: set of army-card): set of marker-name =
  members m of marker-names
    where any of (members c of sheets where is-hidden(p, number-of-marker(m), c))
# The cards among some onto which a player can move an order marker: not the one on which it lies.
define marker-goals (side: player, m: marker-name, goals: set of army-card): set of army-card =
  members d of goals where not is-out(d) and not is-hidden(side, number-of-marker(m), d)
# A player moves as many as he likes of his unrevealed order markers from some cards onto others of his, up to so many; the same cards may be both: "you may move any order markers from this card onto
# any of your Pirate cards" is `run move-some-markers(cards-of(here), pirate-cards(owner of here), owner of here)`, with a define of the set for those cards.
procedure move-some-markers (
  sheets: set of army-card,
  goals: set of army-card,
  side: player,
  most: number = 4
)
{
  # Which has gone already.
  var gone: set of marker-name
  # One after the other.
  step each {
    repeat most times {
      choose m
        from (
          members n of (markers-on(side, sheets) - gone) where any of marker-goals(side, n, goals)
        )
        by side "Move which order marker?" or none secretly
      {
        add m to gone
        choose c from marker-goals(side, m, goals) by side "To which card?" {
          run move-marker(side, number-of-marker(m), c)
        }
      } else {
        break
      }
    }
  }
}
# A player looks at one unrevealed order marker on a figure's Army Card, by chance; he alone is told (`looked-at`). Gives its number, 4 for the X, 0 if there is none: "look at
# one; you may move it to another figure's card" is `let seen = run look-at-marker(f, controller of here)` and `run move-marker(owner of f, seen, c)`.
procedure look-at-marker (who: figure, looker: player) gives marker-seen: number {
  # Chance says which.
  step look {
    if none of markers-on(owner of who, cards-of(who)) { stop }
    set looked-at of looker to random of markers-on(owner of who, cards-of(who))
    set marker-seen to number-of-marker(looked-at of looker)
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
