# What a game has unless it declares it itself.

# Who acts first where several players have something to use at one moment: the player with initiative, then the others to the left.
# XW-TIM-010
define order-of-play: set of player = leftwards-from(initiative-holder)

# The lowest activates first.
define activation-rank (who: craft): number = turn-rank(who)
# The lowest deploys first.
define deployment-rank (who: craft): number = turn-rank(who)
# Who picks another maneuver for a craft that is too tired for its own.
define meddler-with (who: craft): player = next-player(controller of who)

# The range between two craft, from the closest edges whatever the arc; an attack measures inside its arc. DAW-RNG-002 DAW-RNG-004
value range-between (one: craft, other: craft) = band(distance(one, other)), at least 1

# All craft of a player's opponents; a game with teams has its own.
define rivals-of (side: player): set of craft = all craft c where owner of c is not side

# The bearing of the template for what is neither a bank nor a turn.
define straightened (way: bearing): bearing = way
# Whether the template of a bearing turns the craft to the left.
define bends-left (way: bearing): yes-no = way is bank-left or way is turn-left
# What the story says of the colour of a maneuver: the printed one, and what it counts as for whoever flies it.
define shown-colour (mover: craft, move: maneuver): text =
  if difficulty(mover, move) > 0 then if colour of move is red then "red" else "red for it"
    else if difficulty(mover, move) < 0
      then if colour of move is green then "green" else "green for it"
    else if colour of move is white then "white"
    else "white for it"
# Whether a maneuver goes backwards.
define is-backwards (move: maneuver): yes-no = no

# What happens to a craft before it is deployed.
procedure equip (newcomer: craft) {
  # Cards that change the craft for the whole game act here.
  step fit
}

# It tires, and has a token for that; `done` says whether it did, so it can be a cost.
procedure gain-stress (receiver: craft) gives done: yes-no {
  # A craft that cannot be tired gets none, and nothing is used instead.
  step spare {
    if not can be-tired(receiver) { stop }
  }
  # The token is given.
  step gain {
    give 1 stress to receiver
    set done to yes
  }
}

# The dice of a craft that it can roll again, in attack, in defense, or where it rolls for something else: `own-dice(you, attacker, defender, attack-pool, defense-pool)`.
define own-dice (
  who: craft,
  attacker: craft,
  defender: craft,
  attack-pool: pool,
  defense-pool: pool
): set of die =
  if who is attacker then if can reroll-in(attacker, defender) then rerollable(attack-pool) else []
    else if who is defender then rerollable(defense-pool)
    else []
