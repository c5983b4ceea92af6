# What a game must have to use this library. The bodies are examples: with them the library is checked on its own.

# A piece with a dial. What it has chosen there is `plan`, what an opponent has seen of it `seen-dial`; the others say what it has done in this round.
piece craft {
  base-width: length
  base-length: length
  footprint rectangle base-width base-length
  plan: maneuver state secret
  seen-dial: maneuver state secret
  placed: yes-no state
  activated: yes-no state
  fought: yes-no state
}

# Ways to move; a game has more of its own.
word bearing { straight bank-left bank-right turn-left turn-right }

# What a red maneuver gives and a green one takes away.
token stress on craft

# With what a craft attacks.
record weapon { }

# Where a side deploys.
record area { x: length  y: length  width: length  length: length }

# One section of the ruler.
define range-band: length = 4 inches
# The maneuvers of its dial, as things stand now.
define dial-of (who: craft): set of maneuver = all maneuver
# 1 is red, 0 white, -1 green.
define difficulty (mover: craft, move: maneuver): number = printed-difficulty(move)
# The highest attacks first. Those of one rank belong to one player.
define turn-rank (who: craft): number = 0
# Whether it may be deployed there.
define may-stand (newcomer: craft, spot: pose, zone: area): yes-no = not others-at(newcomer, spot)
# What it is worth to its owner, for agents that look ahead.
define worth (who: craft): number = 1

# One craft's activation, and its turn to attack.
procedure activate (actor: craft) {
  # The craft moves.
  step execute-maneuver { run settle-stress(actor, plan of actor) }
}
# One craft's turn to attack.
procedure engage (fighter: craft) {
  # The craft may attack.
  step strike
}
