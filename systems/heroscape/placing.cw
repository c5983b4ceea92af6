# What powers do with where figures stand: they put them, send them, carry them, have them change places.

# The places one space from where a figure stands: all of them beside it or its own, and not the same again. To turn about is no move.
define shove-spots (f: figure): set of pose =
  members s of standings(f, spaces-of(f) + spaces-beside(f))
    where may-end-at(f, s)
      and any of (members t of spaces-at(f, s) where not (t is in spaces-of(f)))

# A power of `by-whom` puts a figure elsewhere, and gives whether it could: no blow at who leaves, no fall, but a Glyph is entered. HS-ENG-022 HS-GLY-003
procedure put (who: figure, spot: pose, by-whom: figure) gives moved: yes-no {
  # The figure is put there; a destroyed one is put nowhere. HS-DMG-004
  step arrive {
    if destroyed of who { stop }
    if who is not by-whom and not can be-moved(who, by-whom) { stop }
    # Whoever is held goes nowhere by a power of its own either.
    if who is by-whom and is-on-field(who) and not can move(who) { stop }
    place(who, spot)
    set aboard of who to nobody
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
# Those within so many of a figure itself, on its own level: "any empty same-level space within five spaces of it". HS-POW-002
define level-spots-within (who: figure, n: number): set of pose =
  members s of empty-spots-within(who, who, n) where level of lead-of(s) = level-of(who)
# Those of them that its centre sees with a Clear Sight: "on any empty space within three clear sight spaces of it". HS-LOS-010
define clear-spots-within (who: figure, centre: figure, n: number): set of pose =
  members s of empty-spots-within(who, centre, n) where sees-at(centre, who, s)
# Whether a figure would have a Clear Sight of another if that stood there.
define sees-at (viewer: figure, who: figure, spot: pose): yes-no =
  any of (
    members t of spaces-at(who, spot)
      where sees(
        space-of(viewer),
        eye of viewer,
        t,
        0,
        height of who * 1000,
        600,
        others(viewer, who)
      )
  )
# Whether a figure would be within so many clear sight spaces of another if it stood there: "who moves onto a space within two clear sight spaces of it must end its move
# there" is `forbid go-on when foes(mover, here) and in-clear-spaces-at(here, 2, mover, spot)`. HS-LOS-011
define in-clear-spaces-at (viewer: figure, n: number, who: figure, spot: pose): yes-no =
  is-on-field(viewer)
    and any of (members t of spaces-at(who, spot) where t is in ground-within(viewer, n))
    and sees-at(viewer, who, spot)
# How a figure can stand where another was destroyed, with its leading side on any of the spaces of that one; nowhere, as long as it lives: "place it on the space that the figure occupied" is
# `run put-among(here, spots-of-fallen(here, defender), here)`; a mate that stands up there is brought back. HS-POW-004
define spots-of-fallen (who: figure, fallen: figure): set of pose =
  members s of standings(
      who,
      all space t
        where any of (
          members u of spaces-at(fallen, fell-at of fallen)
            where u is t or (length of who > 1 and are-neighbours(t, u))
        )
    )
    where destroyed of fallen
      and lead-of(s) is in spaces-at(fallen, fell-at of fallen)
      and may-end-at(who, s)
# A power of `by-whom` puts a figure on one of some places, as its player says, who may leave it where it is if `may-decline`; gives whether it was put:
# `run put-among(f, empty-spots-within(f, here, 4), here)`, `run put-among(f, beside-spots(f, here), here)`. "If it is engaged, it will take any leaving engagement
# attacks" is `draws-blows: yes`. HS-ENG-022
procedure put-among (
  who: figure,
  spots: set of pose,
  by-whom: figure,
  may-decline: yes-no = no,
  draws-blows: yes-no = no
) gives moved: yes-no
{
  # Whoever is engaged with it strikes first, if the power says so.
  step leave {
    if draws-blows and any of spots {
      run part-from(who, members b of on-field where engaged-with(who, b))
    }
    if not is-on-field(who) and draws-blows { stop }
  }
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

# A power of `by-whom` puts up to so many of some figures beside it, one after the other, as its player says; only who is not adjacent yet, can be moved and finds room:
# "you may place up to two Elves that you control adjacent to it" is `run put-some-beside(of-sort(controller of here, elf), 2, here)`. HS-ENG-022
procedure put-some-beside (among: set of figure, number-of: number, by-whom: figure) {
  # One after the other, as long as its player likes.
  step each {
    repeat number-of times {
      choose f
        from (
          members g of among
            where is-on-field(g)
              and g is not by-whom
              and not next-to(g, by-whom)
              and can be-moved(g, by-whom)
              and any of beside-spots(g, by-whom)
        )
        by controller of by-whom "Who is put beside it?" or none
      { run put-among(f, beside-spots(f, by-whom), by-whom) } else {
        break
      }
    }
  }
}

# A power lets a figure go up to so many spaces, on foot or by flight, as its own player says; that is none of its moves: "you may move it up to four
# spaces" is `run send(f, 4, by-whom: here)`; "it will never take any leaving engagement attacks" `draws-blows: no` besides. HS-MOV-023
procedure send (who: figure, most: number, by-whom: figure = nobody, draws-blows: yes-no = yes) {
  # The figure goes.
  step go {
    if not is-on-field(who) or (who is not by-whom and not can be-moved(who, by-whom)) { stop }
    if not draws-blows { start slipping(who) until after travel }
    run travel(who, most)
  }
}
# Nobody strikes at a figure that leaves its engagements.
effect slipping (slipper: figure) { forbid strike-leaver when leaver is slipper }
# A power lets a player move up to so many of some figures, up to so many spaces each, one after the other: "you may move three Scouts that you control up to
# seven spaces each" is `run send-some(of-sort(controller of here, scout), controller of here, 3, spaces: 7)`. `by-whom` is whose power it is.
procedure send-some (
  among: set of figure,
  side: player,
  number-of: number,
  spaces: number,
  by-whom: figure = nobody,
  draws-blows: yes-no = yes
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
        run send(f, spaces, by-whom, draws-blows)
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
    choose f from cargo-of(bearer) by controller of bearer "Whom does {bearer} carry?" {
      start carrying(bearer, f) until after move-figure
    }
  }
}

# A power lays a figure on an Army Card, without a blow from those whom it leaves; it is not destroyed, and stands nowhere until it is put somewhere:
# `run put-among(f, beside-spots(f, here), here)`. "You may lay an adjacent Legionary on this card" is `run go-aboard(f, first of cards-of(here))`, "for each Legionary on this
# card" `count of aboard-of(first of cards-of(here))`. One that is destroyed may be laid there, too: it stays destroyed. HS-DMG-004
procedure go-aboard (who: figure, sheet: army-card) gives gone: yes-no {
  # It leaves the battlefield.
  step leave {
    if is-on-field(who) { lift(who) }
    set aboard of who to sheet
    set gone to yes
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
    # Whoever is held goes nowhere by a power of its own either.
    if (one is by-whom or other is by-whom) and not can move(by-whom) { stop }
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
