# Friends and enemies. HS-TEAM-001 to HS-TEAM-005, HS-TEAM-012 DDM-CRD-035 DDM-CRD-036 DDM-TEA-004 DDM-TEA-012

# Whether two players are one, or on one team.
define same-team (one: player, other: player): yes-no =
  one is other or (team of one > 0 and team of one = team of other)
# A player's team, himself included.
define side-of (one: player): set of player = all player p where same-team(p, one)
# The players against whom a player plays.
define opponents (side: player): set of player = all player p where not same-team(p, side)

# All players from one on, going round to the left; six can sit at a table.
define leftwards-from (one: player): set of player =
  [
    one,
    next-player(one),
    second-left(one),
    next-player(second-left(one)),
    second-left(second-left(one)),
    next-player(second-left(second-left(one)))
  ]
# The player two seats to the left.
define second-left (of-whom: player): player = next-player(next-player(of-whom))

# A fighter's allies on the board, itself left out.
define allies-of (who: fighter): set of fighter =
  members f of on-field where friends(f, who) and f is not who
# A fighter's enemies on the board.
define enemies-of (who: fighter): set of fighter = members f of on-field where foes(f, who)
