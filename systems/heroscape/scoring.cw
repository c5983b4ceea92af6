# Points, in exact fractions, and how a battle ends.

# A point in parts: every number of figures or lives up to 12 divides it, so nothing is rounded. HS-SCO-006
define point: number = 27720

# What a figure is worth when points are counted, in parts of a point. HS-SCO-001 HS-SCO-002 HS-SCO-003 HS-SCO-004 HS-SCO-005 HS-SCO-008 HS-SCO-009
value worth-of (who: figure) =
  if is-hero(who)
      then points-of(type of who)
        * point
        / life of type of who
        * max(0, life of type of who - wounds-of(who))
    else points-of(type of who) * point / shown of type of who
# The score of a player. HS-SCO-010
define score-of (p: player): number = sum of worth-of(f) for f in controlled-by(p)
# The score of a player's team. HS-SCO-007 HS-END-001
define team-score (p: player): number = sum of score-of(q) for q in side-of(p)
# The players with the highest score.
define leaders: set of player =
  all player p where team-score(p) = highest team-score(q) for q in (all player)

# Whether some players are all of one side.
define is-one-side (group: set of player): yes-no =
  none of (members p of group where any of (members q of group where not same-team(p, q)))

# How many points a player's side is ahead, for agents that look ahead.
define standing-of (p: player): number =
  (team-score(p) * 2 - sum of score-of(q) for q in (all player)) / point
# How well a player stands, for agents that look ahead: points first, then how far one's own still have to go to a fight.
define outlook-of (p: player): number =
  10 * standing-of(p) - sum of way-to-foe(f) for f in controlled-by(p)
# How many spaces the nearest enemy is out of a figure's reach.
define way-to-foe (who: figure): number =
  if none of foes-of(controller of who) then 0
    else max(
      0,
      min(40, lowest distance(who, e) for e in foes-of(controller of who)) - range-of(who)
    )

outcome victory "The Victory Objective is achieved" won by whoever
outcome on-points "Most points when the rounds are over" won by whoever
outcome tied-on-points "As many points on both sides when the rounds are over" won by nobody

# A player has achieved the Victory Objective. A scenario's rules say when; the whole team wins at once.
# HS-GEN-002 HS-GEN-003 HS-SEQ-017 HS-TEAM-008
procedure achieve (winner: player) {
  step win { end the game with victory won by side-of(winner) }
}

# The points of a player are told.
procedure tell-points (side: player) {
  step count
    tells if remainder(score-of(side), point) = 0 then "{side} has {score-of(side) / point} points"
      else "{side} has {score-of(side) / point}.{remainder(score-of(side), point) * 10 / point} points"
}

# The rounds are over: points decide. HS-END-001
procedure count-points () {
  step tally {
    for each p in all player { run tell-points(p) }
    # HS-GEN-007
    if not is-one-side(leaders) { end the game with tied-on-points }
    end the game with on-points won by leaders
  }
}
