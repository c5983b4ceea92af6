# Setting up a battle: the map, the start areas, placing, Scouts and Wandering Monsters.

# The map that is played on; where a board holds one map only, all of it is. DDM-SET-007
state field: battle-map
# Whether the map has been chosen.
state field-chosen: yes-no
# Whether a square belongs to the map that is played on.
define on-map (s: space): yes-no =
  not field-chosen or none of spaces-in(grounds of field) or in-zone(s, grounds of field)

# The start area of a label. DDM-SET-024
define start-zone (mark: label): zone = if mark is label-b then start-b else start-a
# The other label.
define other-label (mark: label): label = if mark is label-a then label-b else label-a
# DDM-SET-011 DDM-SET-012 DDM-MSC-002; in a free-for-all everything at most 4 squares from the corner. DDM-TEA-009
define start-spaces (side: player): set of space =
  if cornered of side then spaces-within(corner-space(corner of side), 4)
    else (members s of spaces-in(start-zone(begins of side)) where on-map(s))
# The squares of a victory area. DDM-MSC-002
define region-spaces (area: region): set of space =
  members s of spaces-in(zone of area) where on-map(s)
# The victory areas of the map.
define regions-here: set of region = all region r where any of region-spaces(r)

# Whether a creature can be set up there. DDM-SET-013 DDM-SET-014 DDM-SET-016
define free-place (who: creature, there: pose): yes-no =
  none of (
    members s of spaces-at(who, there)
      where barred of terrain of s or pit of terrain of s or not on-map(s)
  )
# Where a creature can be set up in an area.
define places-in (who: creature, area: set of space): set of pose =
  members p of standings(who, area) where free-place(who, p)
# DDM-SET-015
# reading: the fewest counted squares; the owner picks among equals.
define stray-from (who: creature, area: set of space, there: pose): number =
  distance-between(area, spaces-at(who, there))
# All places where a creature can be set up.
define places-near (who: creature): set of pose =
  members p of standings(who, spaces) where free-place(who, p)
# The places nearest to an area.
define nearest-to (who: creature, area: set of space): set of pose =
  stray-by(who, area, places-near(who), least-stray(who, area))
# Of some places those so far from an area.
define stray-by (
  who: creature,
  area: set of space,
  among: set of pose,
  least: number
): set of pose =
  members p of among where stray-from(who, area, p) = least
# How far the nearest place is from an area.
define least-stray (who: creature, area: set of space): number =
  lowest stray-from(who, area, p) for p in places-near(who)
# Where a creature is set up: in an area, or as near as can be.
define set-up-places (who: creature, area: set of space): set of pose =
  if any of places-in(who, area) then places-in(who, area) else nearest-to(who, area)

# DDM-SET-017 DDM-SET-018: a victory area in which nobody stands.
define scout-regions (who: creature): set of region =
  members r of regions-here
    where none of (members c of on-field where in-region(c, r))
      and any of places-in(who, region-spaces(r))

# The set-up of a battle.
# DDM-SET-001 DDM-SET-002 DDM-SET-003 DDM-SET-004 DDM-SET-005 DDM-SET-006 DDM-SET-007 DDM-SET-008 DDM-SET-009
# DDM-SET-010 DDM-ARM-018 DDM-INF-001 DDM-INF-002
procedure prepare () {
  var winner: player
  var loser: player
  # DDM-CRD-015
  step muster { run muster() }
  step reveal {
    for each p in (all player) { reveal brings of p }
  }
  step map-roll {
    set winner to run roll-off(all player, for-set-up)
    set loser to first of opponents(winner)
  }
  step choose-map {
    # Each brings one. DDM-ARM-017
    choose m
      from (all battle-map b where any of (all player p where brings of p is b))
      by winner "Which battle map?"
    {
      set field to m
      set field-chosen to yes
    }
  }
  step choose-label {
    choose one by loser "Start in which area?" {
      "A" always { run label-sides(loser, label-a) }
      "B" always { run label-sides(loser, label-b) }
    }
  }
  step place-first {
    for each p in (all player) {
      if same-team(p, winner) { run deploy(p) }
    }
  }
  step place-second {
    for each p in (all player) {
      if same-team(p, loser) { run deploy(p) }
    }
  }
}

# Teammates share an area. DDM-TEA-001
procedure label-sides (chooser: player, mark: label) {
  step note {
    for each p in (all player) {
      if same-team(p, chooser) {
        set begins of p to mark
      } else {
        set begins of p to other-label(mark)
      }
    }
  }
}

# Champions get their uses.
procedure muster () {
  step charge {
    for each c in everybody {
      if champion-of(c) > 0 { give (champion-of(c)) charge to c }
    }
  }
}

# The whole warband of a player. DDM-SET-017 DDM-SET-019 DDM-SET-021
procedure deploy (side: player) tells "{side} sets up" {
  step put-down {
    repeat count of warband(side) times {
      choose c
        from (members c of warband(side) where not placed of c)
        by side "{side} places which creature?"
      {
        run put-down(c, start-spaces(side))
        set placed of c to yes
        run note-firm(c)
      }
    }
  }
}

# A creature is set up.
procedure put-down (newcomer: creature, area: set of space) {
  var done: yes-no
  # DDM-SET-017 DDM-SET-018 DDM-SET-019
  step scout {
    if has(newcomer, scout) and any of scout-regions(newcomer) {
      choose r
        from scout-regions(newcomer)
        by controller of newcomer "{newcomer} scouts which victory area?" or none
      {
        choose p
          from places-in(newcomer, region-spaces(r))
          by controller of newcomer "Where does {newcomer} begin?"
        {
          place(newcomer, p)
          set done to yes
        }
      }
    }
  }
  # DDM-SET-021
  # reading: every victory area of the map is as likely; the owner picks the square.
  step wander {
    if not done and has(newcomer, wandering-monster) and any of regions-here {
      let r = random of regions-here
      choose p
        from set-up-places(newcomer, region-spaces(r))
        by controller of newcomer "Where does {newcomer} begin?"
      {
        place(newcomer, p)
        set done to yes
      }
    }
  }
  step start {
    if not done {
      choose p
        from set-up-places(newcomer, area)
        by controller of newcomer "Where does {newcomer} begin?"
      { place(newcomer, p) }
    }
  }
}

# --- Free-for-all: corners. DDM-TEA-007 DDM-TEA-008 DDM-TEA-009

# The last column of the board.
define last-column: number = highest column of s for s in spaces
# The last row of the board.
define last-row: number = highest row of s for s in spaces
# The square in a corner of the board.
define corner-space (which: corner): space =
  first of (
    all space s
      where column of s = (if right of which then last-column else 1)
        and row of s = (if low of which then last-row else 1)
  )
# The set-up of a free-for-all.
procedure prepare-corners () {
  var left: set of player
  step muster { run muster() }
  step choose-corners {
    set left to all player
    repeat count of (all player) times {
      let winner = run roll-off(left, for-set-up)
      choose k
        from (all corner k where none of (all player p where cornered of p and corner of p is k))
        by winner "Start in which corner?"
      {
        set corner of winner to k
        set cornered of winner to yes
      }
      set left to members p of left where p is not winner
    }
  }
  step place-all {
    for each p in (all player) { run deploy(p) }
  }
}
