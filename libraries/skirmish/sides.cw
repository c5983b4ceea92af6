# Friends and enemies. HS-TEAM-001 to HS-TEAM-005, HS-TEAM-012 DDM-CRD-035 DDM-CRD-036 DDM-TEA-004 DDM-TEA-012

# Whether two players are one, or on one team.
define same-team (one: player, other: player): yes-no =
  one is other or (team of one > 0 and team of one = team of other)
# A player's team, himself included.
define side-of (one: player): set of player = all player p where same-team(p, one)
# The players against whom a player plays.
define opponents (side: player): set of player = all player p where not same-team(p, side)

# A fighter's allies on the board, itself left out.
define allies-of (who: fighter): set of fighter =
  members f of on-field where friends(f, who) and f is not who
# A fighter's enemies on the board.
define enemies-of (who: fighter): set of fighter = members f of on-field where foes(f, who)
