# Forced movement, placing, teleporting.

# --- Push, pull, slide, place. DDM-MOV-054 DDM-MOV-055 DDM-MOV-056 DDM-MOV-057 DDM-MOV-058 DDM-MOV-059
# DDM-MOV-060 DDM-MOV-061 DDM-MOV-062 DDM-MOV-063 DDM-MOV-064

# Where a push, pull or slide can move a creature next.
define shove-steps (source: creature, who: creature, how: way): set of pose =
  members p of steps-from(who, pose-of(who)) where shove-fits(source, who, how, p)
# Whether a push, pull or slide can lead there. DDM-MOV-057 DDM-MOV-058 DDM-MOV-059
define shove-fits (source: creature, who: creature, how: way, there: pose): yes-no =
  none of (
      members s of spaces-at(who, there) where barred of terrain of s or any of others-on(who, s)
    )
    and (
      how is slide
        or (how is push and gap-at(source, who, there) > gap(source, who))
        or (how is pull and gap-at(source, who, there) < gap(source, who))
    )
# How far one creature would be from another that stood there.
define gap-at (source: creature, who: creature, there: pose): number =
  distance-between(squares-of(source), spaces-at(who, there))

# How many squares a push, pull or slide leads at most: `printed` is what its text says. Whoever is moved less far has
# `modify shove-distance - 1 when who is you and foes(source, you)`.
value shove-distance (source: creature, who: creature, how: way, printed: number) =
  printed,
  at least 0

# A creature is pushed, pulled or slid, square by square, as the acting creature's player says: `run shove(you, target, 2, push)`. With a roll
# (`rolled-for`), a pit asks for a second one.
# DDM-MOV-060 DDM-MOV-061 DDM-MOV-062 DDM-MOV-064 DDM-TER-020 DDM-TER-022
procedure shove (
  source: creature,
  who: creature,
  most: number,
  how: way,
  rolled-for: yes-no = no,
  bonus: number = 0,
  against-what: defense = ac
)
{
  var over: yes-no  # moved onto a pit: whoever hovered there already is not
  step squares {
    if not can be-moved(who, source) { stop }
    repeat shove-distance(source, who, how, most) times {
      if over { break }
      choose p
        from shove-steps(source, who, how)
        by controller of source "{who} is moved where?" or none
      {
        place(who, p)
        set over to in-pit(who)
      } else {
        break
      }
    }
  }
  step fall {
    if over {
      if rolled-for { run cling(source, who, bonus, against-what) } else { run to-nearest(who) }
    }
  }
  step settle-down { run note-firm(who) }
}

# The second attack roll at a pit's edge. DDM-TER-020 DDM-TER-021 DDM-TER-023 DDM-TER-024
procedure cling (source: creature, who: creature, bonus: number, against-what: defense) {
  var shown: number
  step throw {
    set shown to
      run roll-d20(
        controller of source,
        source,
        for-pit,
        max(2, min(20, defense-of(who, against-what) + held-outside(who) - bonus)),
        who
      )
    if shown = 20
      or (shown > 1 and shown + bonus >= defense-of(who, against-what) + held-outside(who))
    { run eliminate(who, controller of source, source) } else {
      run to-nearest(who)
    }
  }
}

# A power of one creature places another, or itself; gives whether it could: no movement, no way, nobody reacts. DDM-MOV-063 DDM-COM-125
procedure put (who: creature, there: pose, by-whom: creature) gives moved: yes-no {
  # Whoever is eliminated is placed nowhere. DDM-DMG-002
  step arrive {
    if gone of who or (who is not by-whom and not can be-moved(who, by-whom)) { stop }
    set moved to yes
    place(who, there)
    if in-pit(who) or not stands-legally(who) { run to-nearest(who) }
    run note-firm(who)
  }
}

# The places within so many squares where a creature could teleport to: those next to `beside`, if that is given; with line of effect, if it needs it.
define teleport-places (
  who: creature,
  most: number,
  beside: creature = nobody,
  needs-sight: yes-no = no
): set of pose =
  if not can teleport(who) then none-at-all
    else (
      members p of legal-places(who)
        where p is not pose-of(who)
          and distance-between(squares-of(who), spaces-at(who, p)) <= most
          and (beside is nobody or adjacent-at(who, p, beside, 0, 0))
          and (not needs-sight or sight-to(who, lead-of(p)))
    )
# A creature teleports up to so many squares, if its player will: "Teleport 5" is `turn-action "Teleport" when actor is you and power-move-left(you) and
# any of teleport-places(you, 5) { run take-move-action(you) run teleport-up-to(you, 5) }`. Nobody reacts, and it uses up nothing by itself.
# DDM-MOV-063
procedure teleport-up-to (
  who: creature,
  most: number,
  beside: creature = nobody,
  needs-sight: yes-no = no
) gives moved: yes-no
{
  # It is somewhere else.
  step jump {
    choose p
      from teleport-places(who, most, beside, needs-sight)
      by controller of who "{who} teleports where?" or none
    { set moved to run put(who, p, who) }
  }
}
# Whether two creatures could switch places by a power of one of them.
define can-switch (one: creature, other: creature, by-whom: creature): yes-no =
  one is not other
    and not gone of one
    and not gone of other
    and (one is by-whom or can be-moved(one, by-whom))
    and (other is by-whom or can be-moved(other, by-whom))
# Two creatures switch places by a power of one of them, or of another: nobody reacts. Who does not fit there stands as near as can be: `run
# switch-places(you, c, you)`. DDM-MOV-063 DDM-MOV-007
procedure switch-places (one: creature, other: creature, by-whom: creature) {
  # Both are taken up, and put down.
  step swap {
    if not can-switch(one, other, by-whom) { stop }
    let here = pose-of(one)
    let there = pose-of(other)
    lift(one)
    lift(other)
    if rank of size-of(one) >= rank of size-of(other) {
      run put(one, there, one)
      run put(other, here, other)
    } else {
      run put(other, here, other)
      run put(one, there, one)
    }
  }
}

# --- Teleporters. DDM-TER-037 DDM-TER-038 DDM-TER-039 DDM-TER-040 DDM-TER-041 DDM-TER-042

# Whether a creature stands on a teleporter.
define on-teleporter (who: creature): yes-no =
  any of (members s of squares-of(who) where teleporter of terrain of s)
# reading: a big creature lands with its upper left square on the teleporter. DDM-TER-042
define teleporter-goals (who: creature): set of pose =
  if not can teleport(who)
        or not taking-turn of who
        or teleported of who
        or not active-now(who)
        or not on-teleporter(who)
      then none-at-all
    else (
      members p of standings(who, spaces)
        where teleporter of terrain of lead-of(p)
          and not (lead-of(p) is in squares-of(who))
          and legal-at(who, p)
    )
# No place.
define none-at-all: set of pose = members p of ([standing(nowhere, nowhere)]) where no
# A creature uses a teleporter.
procedure teleport (who: creature) {
  step jump {
    choose p from teleporter-goals(who) by controller of who "{who} goes to which teleporter?" {
      set teleported of who to yes
      place(who, p)
      run note-firm(who)
    }
  }
}
