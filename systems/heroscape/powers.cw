# Moments at which powers of several players may fall due together, and who goes first then.

# When powers of several players may come together.
word occasion {
  on-round-start
  on-turn-start
  on-move-done
  on-attack-declared
  on-attack-done
  on-destruction
  on-turn-end
}

# A moment for powers: a power that belongs to one is a rule `at moment.powers`. All that can be used as the moment comes are due; then the
# players who have some are put in order, and each is asked once. One that another power has made impossible by then is
# prevented. A power may set off a moment of its own; what is due at the outer one waits.
# `beside` is whether the attacker and the defender were adjacent when the attack was rolled, or who was destroyed and who destroyed it when that happened: the dead
# stand nowhere. `subject` is who moved, attacks or was destroyed, `other` the defender, or who destroyed it. `form` is the attack that is made, or that destroyed
# it: `normal-attack`, a Special Attack, `no-attack` if it was none.
# HS-TIM-001 HS-TIM-002 HS-TIM-005
procedure moment (
  what: occasion,
  subject: figure,
  other: figure,
  form: special-attack = no-attack,
  beside: yes-no = no
)
{
  # Powers stand here: `at moment.powers "Name" when what is ... and ... may { ... }`.
  step powers gathers waiting priority run power-order(waiting)
}

# Whose powers come first: the highest roller says whose powers come first, next, and so on. Six players, those of three sets together, have an order
# too. HS-TIM-002 HS-TIM-004 HS-TEAM-011
procedure power-order (those: set of player) gives order: set of player {
  # Who says the order.
  var chooser: player
  # Who has not been named yet.
  var left-over: set of player
  # All of them roll, at each clash. HS-TIM-006
  step roll {
    set left-over to those
    set chooser to run roll-off(those, for-precedence)
  }
  # The highest names the first.
  step name-first {
    choose p from left-over by chooser "Whose powers first?" { set order to [p] }
  }
  # And then the others.
  step name-others {
    repeat 5 times {
      set left-over to those - order
      if none of left-over { break }
      choose p from left-over by chooser "Whose powers next?" { set order to order + [p] }
    }
  }
}

# --- What powers do to figures

# The places one space from where a figure stands: all of them beside it or its own, and not the same again. To turn about is no move.
define shove-spots (f: figure): set of pose =
  members s of standings(f, spaces-of(f) + spaces-beside(f))
    where may-end-at(f, s)
      and any of (members t of spaces-at(f, s) where not (t is in spaces-of(f)))

# A power of `by-whom` puts a figure elsewhere, and gives whether it could: no blow at who leaves, no fall, but a Glyph is entered. HS-ENG-022 HS-GLY-003
procedure put (who: figure, spot: pose, by-whom: figure) gives moved: yes-no {
  # The figure is put there; a destroyed one is put nowhere. HS-DMG-004
  step arrive {
    if destroyed of who or (who is not by-whom and not can be-moved(who, by-whom)) { stop }
    place(who, spot)
    set moved to yes
  }
  # It may have come to a Glyph.
  step land {
    if is-on-field(who) { run come-to-glyph(who) }
  }
}

# The figures adjacent to one, friends and enemies, of at most medium size, that it can move: whom it can take up, throw or carry.
define graspable (holder: figure): set of figure =
  members f of neighbours-of(holder)
    where size-of(f) is in [small, medium] and can be-moved(f, holder)
# The spaces within so many of a figure, seen or not, counted from any of its own.
define ground-within (f: figure, n: number): set of space =
  all space s where any of (members t of spaces-of(f) where steps-between(t, s) <= n)
# Where a figure can be put on empty spaces within so many of another, or of itself: nobody stands there, not even it.
define empty-spots-within (who: figure, centre: figure, n: number): set of pose =
  members s of standings(who, ground-within(centre, n))
    where may-end-at(who, s)
      and none of (members t of spaces-at(who, s) where t is in spaces-of(who))
# Those of them that its centre sees with a Clear Sight: "on any empty space within three clear sight spaces of it". HS-LOS-010
define clear-spots-within (who: figure, centre: figure, n: number): set of pose =
  members s of empty-spots-within(who, centre, n)
    where any of (
      members t of spaces-at(who, s)
        where sees(
          space-of(centre),
          eye of centre,
          t,
          0,
          height of who * 1000,
          600,
          others(centre, who)
        )
    )
# A power of `by-whom` puts a figure on one of some places, as its player says, who may leave it where it is if `may-decline`; gives whether it was put:
# `run put-among(f, empty-spots-within(f, here, 4), here)`, `run put-among(f, beside-spots(f, here), here)`.
procedure put-among (
  who: figure,
  spots: set of pose,
  by-whom: figure,
  may-decline: yes-no = no
) gives moved: yes-no
{
  # Its player says where.
  step choose-spot {
    if may-decline {
      choose s from spots by controller of by-whom "Where?" or none {
        set moved to run put(who, s, by-whom)
      }
    } else {
      choose s from spots by controller of by-whom "Where?" {
        set moved to run put(who, s, by-whom)
      }
    }
  }
}

# A power of a figure asks for so much on the 20-sided die: `let enough = run roll-for(here, 14)`. "Add 3 to the roll" asks for 3 less.
# `what-for` is for powers that other cards name.
procedure roll-for (roller: figure, least: number, what-for: purpose = for-power) gives good: yes-no
{
  # The die.
  step roll {
    let shown = run roll-d20(controller of roller, roller, what-for)
    set good to shown >= least
  }
}
# A power of one figure rolls the 20-sided die against another: for so much and more it takes wounds. Gives how many.
procedure roll-to-wound (
  victim: figure,
  by-whom: figure,
  least: number,
  amount: number = 1
) gives harm: number
{
  # The die, and the wounds; whoever is not there any more is not rolled for.
  step roll {
    if not is-on-field(victim) { stop }
    let good = run roll-for(by-whom, least)
    if good { set harm to run deal-wounds(victim, amount, by-whom) }
  }
}
# The same, and it is destroyed. `done` says whether it was.
procedure roll-to-destroy (victim: figure, by-whom: figure, least: number) gives done: yes-no {
  # The die, and the end.
  step roll {
    if not is-on-field(victim) { stop }
    let good = run roll-for(by-whom, least)
    if good { set done to run destroy(victim, outright, by-whom) }
  }
}

# A Squad figure is destroyed at once; a Hero is rolled for, and is destroyed for so much and more. `done` says whether it was.
procedure destroy-or-roll (victim: figure, by-whom: figure, least: number) gives done: yes-no {
  # The end, or the die.
  step act {
    if is-hero(victim) {
      set done to run roll-to-destroy(victim, by-whom, least)
    } else {
      set done to run destroy(victim, outright, by-whom)
    }
  }
}

# A power lets a figure go up to so many spaces, on foot or by flight, as its own player says; that is none of its moves: "you may move it up to four
# spaces" is `run send(f, 4, by-whom: here)`. HS-MOV-023
procedure send (who: figure, most: number, by-whom: figure = nobody) {
  # The figure goes.
  step go {
    if not is-on-field(who) or (who is not by-whom and not can be-moved(who, by-whom)) { stop }
    run go-with(who, most)
  }
}
# A power lets a player move up to so many of some figures, up to so many spaces each, one after the other: "you may move three Scouts that you control up to
# seven spaces each" is `run send-some(of-sort(controller of here, scout), controller of here, 3, spaces: 7)`. `by-whom` is whose power it is.
procedure send-some (
  among: set of figure,
  side: player,
  number-of: number,
  spaces: number,
  by-whom: figure = nobody
)
{
  # Who has gone.
  var gone: set of figure
  # One after the other, as long as the player likes.
  step each {
    repeat number-of times {
      choose f
        from (
          members g of among
            where is-on-field(g)
              and not (g is in gone)
              and can move(g)
              and (g is by-whom or can be-moved(g, by-whom))
        )
        by side "Who moves?" or none
      {
        add f to gone
        run send(f, spaces, by-whom)
      } else {
        break
      }
    }
  }
}

# --- Carrying, changing places

# Whom a figure can carry: adjacent friends of at most medium size whom no enemy holds. HS-POW-003
define cargo-of (bearer: figure): set of figure =
  members f of graspable(bearer) where friendly(f, bearer) and not engaged(f)
# A figure carries another, and sets it down beside it when it has moved.
effect carrying (bearer: figure, load: figure) {
  after move-figure.way
    when mover is bearer and is-on-field(load) and any of beside-spots(load, bearer)
  { run put-among(load, beside-spots(load, bearer), bearer) }
}
# As it begins to move, a figure takes up one that it can carry, as its player says: `after move-figure.begin "Carry" when mover is here and any of
# cargo-of(here) may { run carry(here) }`.
procedure carry (bearer: figure) {
  # Its player says whom.
  step take-up {
    choose f from cargo-of(bearer) by controller of bearer "Carry whom?" {
      start carrying(bearer, f) until after move-figure
    }
  }
}

# Whether two figures on one space each fit where the other stands.
define can-switch (one: figure, other: figure): yes-no =
  length of one = 1
    and length of other = 1
    and is-on-field(one)
    and is-on-field(other)
    and stands-well(one, pose-of(other))
    and stands-well(other, pose-of(one))
# A power has two figures change places, if they fit there and it can move them; nobody strikes at them. `done` says whether they did. HS-ENG-022
procedure switch-places (one: figure, other: figure, by-whom: figure) gives done: yes-no {
  # They change.
  step change {
    if not can-switch(one, other) { stop }
    if one is not by-whom and not can be-moved(one, by-whom) { stop }
    if other is not by-whom and not can be-moved(other, by-whom) { stop }
    let first-spot = pose-of(one)
    let second-spot = pose-of(other)
    lift(one)
    place(other, first-spot)
    place(one, second-spot)
    set done to yes
  }
  # They may have come to Glyphs.
  step land {
    if is-on-field(one) { run come-to-glyph(one) }
    if is-on-field(other) { run come-to-glyph(other) }
  }
}

# A power of one figure has another go so many spaces on foot, as its own player says.
procedure walk-for (who: figure, most: number, by-whom: figure) {
  # The figure walks.
  step go {
    if who is not by-whom and not can be-moved(who, by-whom) { stop }
    run walk-with(who, most)
  }
}

# Whether a figure can take so many wounds as the price of its own power and live.
define can-pay-wounds (payer: figure, amount: number = 1): yes-no =
  wounds-of(payer) + amount < life-of(payer) and can be-hurt(payer, power-wound, payer)
# A figure takes wounds as the price of its own power: `cost { run pay-wounds(here) if can-pay-wounds(here) }`.
# `done` says whether it took them all.
procedure pay-wounds (payer: figure, amount: number = 1) gives done: yes-no {
  # The wounds are taken.
  step pay {
    let taken = run take-wounds(payer, amount, power-wound, payer)
    set done to taken = amount
  }
}

# Powers heal; the rules do not. `done` says whether wounds were healed. HS-DMG-012
procedure heal (who: figure, amount: number = 1) gives done: yes-no {
  # Wound Markers are taken off.
  step take-off {
    if not can be-healed(who) { stop }
    set done to wounds-of(who) > 0
    if marked-card(who) is nobody {
      take amount wound from who
    } else {
      take amount wound from marked-card(who)
    }
  }
}

# --- Other things that powers do

# The spaces next to a figure.
define spaces-beside (f: figure): set of space =
  all space s where any of (members t of spaces-of(f) where are-neighbours(s, t))
# The spaces on which a figure stands that is next to another: those beside it, and where it stands on two, those beside these. HS-ENG-004
define spaces-about (f: figure, b: figure): set of space =
  if length of f = 1 then spaces-beside(b)
    else (
      all space s where any of (members t of spaces-beside(b) where s is t or are-neighbours(s, t))
    )
# How one figure can stand next to another.
define beside-spots (f: figure, b: figure): set of pose =
  members s of standings(f, spaces-about(f, b))
    where may-end-at(f, s) and any of (members t of spaces-at(f, s) where t is in spaces-beside(b))
# How far to the right a space lies, in half spaces.
define across (s: space): number = 2 * column of s - remainder(row of s, 2)
# Whether two spaces lie in a straight row of spaces: along a row of the map, or half a space aside for every row.
define is-straight (a: space, b: space): yes-no =
  row of a = row of b or absolute(across(a) - across(b)) = absolute(row of a - row of b)
# Whether two numbers lead the same way.
define is-same-way (a: number, b: number): yes-no = a = 0 and b = 0 or a * b > 0
# Whether a space lies on the straight row that leads from one space through another.
define is-on-line (origin: space, towards: space, s: space): yes-no =
  is-straight(origin, towards)
    and is-straight(origin, s)
    and is-same-way(across(towards) - across(origin), across(s) - across(origin))
    and is-same-way(row of towards - row of origin, row of s - row of origin)

# Everybody but one figure on a straight row of so many spaces, from its leading side through a space.
define figures-in-row (origin: figure, towards: space, most: number): set of figure =
  members f of on-field
    where f is not origin
      and any of (
        members s of spaces-of(f)
          where is-on-line(space-of(origin), towards, s)
            and steps-between(space-of(origin), s) <= most
      )

# --- What comes to the battlefield later

# Where a figure can stand alone: anywhere, on no Glyph, adjacent to nobody.
define lone-spots (f: figure): set of pose =
  members s of standings(f, spaces)
    where may-end-at(f, s)
      and none of (members t of spaces-at(f, s) where has-glyph(t))
      and none of (members g of on-field where next-to-at(f, s, g))
# All figures of an Army Card that wait come to the battlefield, one after the other, each adjacent to nobody; whoever finds no room goes on waiting.
procedure drop-reserve (c: army-card) {
  # They land.
  step land {
    for each f in reserve-of(c) {
      choose s from lone-spots(f) by controller of f "Where does it land?" { place(f, s) }
    }
  }
}

# --- Back from the dead

# The destroyed figures of an Army Card, and of all its copies in the Army, that can come back.
define dead-of (c: army-card): set of figure =
  all figure f
    where owner of f is owner of c
      and type of f is type of c
      and destroyed of f
      and can come-back(f)
# How a figure can stand next to a figure of its own Army Card, on the same level; `beside` is which, if not any.
define mate-spots (f: figure, beside: figure = nobody): set of pose =
  members s of standings(f, spaces)
    where may-end-at(f, s)
      and any of (
        members g of pool-of(first of cards-of(f))
          where (beside is nobody or g is beside)
            and level-of(g) = level of lead-of(s)
            and next-to-at(f, s, g)
      )
# The destroyed figures of an Army Card that can stand up beside a figure of that card, or beside that one.
define mates-to-raise (c: army-card, beside: figure = nobody): set of figure =
  members f of dead-of(c) where any of mate-spots(f, beside)
# A destroyed figure of an Army Card comes back beside one of its mates, on the same level, where its player says; nothing, if there is none. "Adjacent to that
# figure" is `run bring-back-mate(here, beside: f)`.
procedure bring-back-mate (used: army-card, beside: figure = nobody) {
  # It stands up there.
  step rise {
    if none of mates-to-raise(used, beside) { stop }
    let fallen-mate = first of mates-to-raise(used, beside)
    choose s
      from mate-spots(fallen-mate, beside)
      by controller of fallen-mate "Where does it stand up?"
    { run bring-back(fallen-mate, s) }
  }
}

# A destroyed figure comes back, whole. It is not moved there: it turns up no Glyph.
procedure bring-back (fallen: figure, spot: pose) {
  # It stands up there.
  step rise {
    if not destroyed of fallen or not can come-back(fallen) { stop }
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

# A player's destroyed figures that can come back, of all Army Cards.
define fallen-of (p: player): set of figure =
  all figure f where owner of f is p and destroyed of f and can come-back(f)
# Where a destroyed figure can stand up for another: beside it, or on empty spaces within so many clear sight spaces.
define rise-spots (f: figure, by-whom: figure, within: number = 1): set of pose =
  if within = 1 then beside-spots(f, by-whom) else clear-spots-within(f, by-whom, within)
# Those of some destroyed figures that find room there.
define can-rise (among: set of figure, by-whom: figure, within: number = 1): set of figure =
  members f of among
    where destroyed of f and can come-back(f) and any of rise-spots(f, by-whom, within)
# One of some destroyed figures comes back beside another, or within so many clear sight spaces, as the player of that one says; gives who:
# `run raise-one(fallen-of(controller of here), here)`.
procedure raise-one (among: set of figure, by-whom: figure, within: number = 1) gives risen: figure
{
  # Who, and where.
  step rise {
    choose f from can-rise(among, by-whom, within) by controller of by-whom "Who comes back?" {
      choose s
        from rise-spots(f, by-whom, within)
        by controller of by-whom "Where does it stand up?"
      {
        run bring-back(f, s)
        set risen to f
      }
    }
  }
}
