# Victory points, victory areas, the end of a battle.

outcome victory-points "The target of victory points is reached" won by whoever
outcome ten-quiet-rounds "Ten quiet rounds" won by whoever
outcome out-of-time "The limit of rounds is reached" won by whoever
outcome last-standing "The last one standing" won by whoever
outcome no-winner "Nobody wins" won by nobody

# How many victory points a player needs. DDM-SCN-001 DDM-SCN-007
value target-points (side: player) = points-limit(side)
# The victory points of a player's team. DDM-TEA-002
define score-of (side: player): number =
  sum of victory of p for p in (all player p where same-team(p, side))

# One's own areas carry one's own label. DDM-SET-024 DDM-SCN-014
define areas-of (side: player): set of region =
  all region r where label of r is begins of side and begins of side is not no-label
# reading: each player of a team is paid for creatures of its own. DDM-SCN-012 DDM-SCN-013 DDM-SCN-018
define holders (side: player, area: region): set of creature =
  members c of on-field where owner of c is side and in-region(c, area) and can hold-area(c, area)
# The enemies that hold a victory area.
define intruders (side: player, area: region): set of creature =
  members c of on-field
    where not same-team(owner of c, side) and in-region(c, area) and can hold-area(c, area)

# What holding areas pays at the end of a round. DDM-SCN-009 DDM-SCN-010 DDM-SCN-011
value area-pay (side: player) =
  if any of (members r of areas-of(side) where any of holders(side, r)) then 10 else 0
# How many victory areas a player holds alone. DDM-SCN-030 DDM-SCN-031
define uncontested (side: player): number =
  count of (
    members r of areas-of(side) where any of holders(side, r) and none of intruders(side, r)
  )

# Victory areas pay at the end of a round. DDM-SCN-002
procedure score-areas () {
  step pay {
    for each p in (all player) { add area-pay(p) to victory of p }
  }
  step won { run check-victory() }
}

# reading: of two at the target the higher total wins, equal ones go on to the tie-breakers. DDM-SCN-016 DDM-SCN-017
procedure check-victory () {
  step look {
    let there = all player p where score-of(p) >= target-points(p)
    if none of there { stop }
    let best = highest score-of(p) for p in there
    let winner = run break-tie(members p of there where score-of(p) = best)
    run tell-points()
    if winner is nobody { end the game with no-winner }
    end the game with victory-points won by side-of(winner)
  }
}

# Whoever has most points, and of equal ones who the tie-breakers name. DDM-SCN-020
procedure compare () gives winner: player {
  step look {
    let best = highest score-of(p) for p in (all player)
    set winner to run break-tie(all player p where score-of(p) = best)
  }
}
# Before the end the points of all are told.
procedure tell-points () {
  step each {
    for each p in (all player) { run tell-points-of(p) }
  }
}
procedure tell-points-of (side: player) {
  step count tells "{side} ends with {victory of side} victory points"
}
# A battle ends after ten quiet rounds. DDM-SCN-019
procedure stalemate () {
  step finish {
    let winner = run compare()
    run tell-points()
    if winner is nobody { end the game with no-winner }
    end the game with ten-quiet-rounds won by side-of(winner)
  }
}
# reading: a battle has a last round, for those who would go on for ever.
procedure time-up () {
  step finish {
    let winner = run compare()
    run tell-points()
    if winner is nobody { end the game with no-winner }
    end the game with out-of-time won by side-of(winner)
  }
}

# How far a creature is from the middle of the battle map.
# reading: counted to the nearest of the middle squares. DDM-SCN-021
# Where the very middle is wall, the squares next to it count.
define field-spaces: set of space = all space s where on-map(s)
# How far a square is from the middle.
define off-centre (s: space, columns: number, rows: number): number =
  max(absolute(2 * column of s - columns), absolute(2 * row of s - rows))
# Of some squares those so far from the middle.
define at-offset (among: set of space, columns: number, rows: number, least: number): set of space =
  members s of among where off-centre(s, columns, rows) = least
# Of some squares those in the middle.
define middle-of (among: set of space, columns: number, rows: number): set of space =
  at-offset(among, columns, rows, lowest off-centre(s, columns, rows) for s in among)
# The squares in the middle of the map.
define middle-squares: set of space =
  middle-of(
    field-spaces,
    (lowest column of s for s in field-spaces) + (highest column of s for s in field-spaces),
    (lowest row of s for s in field-spaces) + (highest row of s for s in field-spaces)
  )
# How far a creature is from the middle.
define from-middle (who: creature): number = distance-between(middle-squares, squares-of(who))

# Closest to the middle, then the dearest of the closest, then nobody. DDM-SCN-021 DDM-SCN-022
procedure break-tie (tied: set of player) gives winner: player {
  step settle {
    if one-side(tied) {
      set winner to first of tied
      stop
    }
    let theirs = members c of on-field where owner of c is in tied
    let near = lowest from-middle(c) for c in theirs
    let closest = members c of theirs where from-middle(c) = near
    let dear = highest cost-of(c) for c in closest
    let dearest = members c of closest where cost-of(c) = dear
    if one-side(owners-of(closest)) {
      set winner to controller of first of closest
    } else if one-side(owners-of(dearest)) {
      set winner to controller of first of dearest
    }
  }
}
# The owners of some creatures.
define owners-of (some: set of creature): set of player =
  all player p where any of (members c of some where owner of c is p)
# Whether some players are all of one side.
define one-side (some: set of player): yes-no =
  none of (members p of some where not same-team(p, first of some))

# For agents that look ahead: points first, then who still stands and how well, then how far it is to an enemy.
define worth (who: creature): number = 20 + hp-left(who)
# How far the nearest enemy is.
define way-to-enemy (who: creature): number = min(50, lowest gap(who, e) for e in enemies-of(who))
# How far a player is from holding an area that pays: nothing without an area, and less than nothing while one is held.
define way-to-pay (side: player): number =
  if none of areas-of(side) then 0
    else if area-pay(side) > 0 then 0 - 10 * area-pay(side)
    else min(
      50,
      lowest way-to-area(c, side) for c in (members c of on-field where owner of c is side)
    )
# How far a creature is from the nearest of its player's areas.
define way-to-area (who: creature, side: player): number =
  lowest distance-between(region-spaces(r), squares-of(who)) for r in areas-of(side)
# How well a player stands, for agents that look ahead.
define outlook (side: player): number =
  20 * (score-of(side) - highest score-of(p) for p in opponents(side))
    + (sum of worth(c) for c in (members c of on-field where same-team(owner of c, side)))
    - (sum of worth(c) for c in (members c of on-field where not same-team(owner of c, side)))
    - (sum of way-to-enemy(c) for c in (members c of on-field where same-team(owner of c, side)))
    - (sum of way-to-pay(p) for p in (all player p where same-team(p, side)))
