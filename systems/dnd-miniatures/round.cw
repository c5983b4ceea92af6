# The course of a battle: rounds, initiative, turns of players.

state opener: player  # who goes first this round
# Whether something has happened in this round that ends the quiet.
state was-loud: yes-no
# How many quiet rounds there were in a row.
state quiet-rounds: number
# How many rounds have begun.
state rounds-played: number

# Who acts first where effects of several players come at one moment: the player whose creature is taking a turn, then the others to the left. Between turns it
# is who went first in the round. DDM-TIM-020
define order-of-play: set of player =
  leftwards-from(if whose-turn is nobody then opener else whose-turn)
# The player whose creature is taking a turn.
define whose-turn: player = controller of first of (all creature c where taking-turn of c)

# A whole battle.
procedure game () {
  step prepare { run prepare() }
  step play {
    repeat round-limit times { run round() }
  }
  step late { run time-up() }
}
# How many rounds a battle has at most.
define round-limit: number = 60

# A round. DDM-SEQ-001 DDM-SEQ-021 DDM-TIM-003 DDM-TIM-048
procedure round () {
  step begin {
    add 1 to rounds-played
    for each c in (all creature) {
      set activated of c to no
      set times-active of c to 0
      set teleported of c to no
    }
  }
  # DDM-SEQ-003
  step initiative {
    run champions(on-initiative, actor: nobody, other: nobody, no-attack, 0)
    run initiative()
    run champions(after-initiative, actor: nobody, other: nobody, no-attack, 0)
  }
  step turns { run turns() }
  # reading: areas pay before the round's effects end. DDM-SEQ-021
  step score {
    run champions(on-round-end, actor: nobody, other: nobody, no-attack, 0)
    run score-areas()
  }
  step expire
  # DDM-SCN-019
  step quiet {
    if was-loud { set quiet-rounds to 0 } else { add 1 to quiet-rounds }
    set was-loud to no
    if quiet-rounds >= 10 { run stalemate() }
  }
}

# A player's throw against others: a d20; the single best champion's side rolls twice and keeps the higher one.
# DDM-SET-003 DDM-SET-004 DDM-SEQ-004 DDM-SEQ-005
procedure throw-for (side: player, what-for: purpose) gives shown: number {
  step roll { set shown to run roll-d20(side, roller: nobody, what-for) }
  step again
    tells if what-for is for-precedence then "{side} rolls {shown} for the order of powers"
      else "{side} rolls {shown}"
  {
    if rolls-twice(side) {
      let other = run roll-d20(side, roller: nobody, what-for)
      set shown to max(shown, other)
    }
  }
}
# The Champion rating with which a player rolls for initiative. Quick Start knows no champions. DDM-SCN-042
value initiative-rating (side: player) = best-rating(side)
# Whether a player rolls twice for initiative.
define rolls-twice (side: player): yes-no =
  initiative-rating(side) > 0
    and none of (
      all player q where q is not side and initiative-rating(q) >= initiative-rating(side)
    )

# A player wins the initiative without a roll: "use before rolling initiative: you win it" is `start leading-off(owner of you) until after initiative`.
effect leading-off (winner: player) { forbid roll-initiative when side is not winner }

# The initiative check. DDM-SEQ-009
procedure initiative () {
  # Who won the roll.
  var winner: player
  step check
    tells if winner is nobody or winner is opener then "the first turn goes to {opener}"
      else "{winner} gives the first turn to {opener}"
  {
    set winner to run roll-off(all player p where can roll-initiative(p), for-initiative)
    let winner-or-first = if winner is nobody then first of all player else winner
    choose p from all player by winner-or-first "Who goes first?" { set opener to p }
  }
}

# Whether a creature is still to activate in this round: each once, with Multi-Activation X so many times. DDM-SEQ-002
# reading: each time is one of the activations of its player's turn, and two may follow each other.
define may-activate (who: creature): yes-no = times-active of who < activations-of(who)
# The creatures that a player has still to activate this round, whoever comes back too. DDM-SEQ-002 DDM-SEQ-024
define to-activate (side: player): set of creature =
  members c of on-field where owner of c is side and may-activate(c)
# How many creatures a player activates in a turn: `printed` is what the rules say. DDM-SEQ-013
value activations-in-turn (side: player, printed: number) = printed, at least 0

# The turns of a round. DDM-SEQ-010 DDM-SEQ-011 DDM-SEQ-012 DDM-SEQ-014 DDM-SEQ-015 DDM-SEQ-020 DDM-SEQ-023 DDM-TEA-011
procedure turns () {
  var side: player
  var most: number
  step alternate {
    set side to opener
    set most to 1
    repeat 200 times {
      if none of (members c of on-field where may-activate(c)) { stop }
      if any of to-activate(side) { run player-turn(side, most) }
      set most to 2
      set side to next-player(side)
    }
  }
}

# A player's turn: up to two creatures are activated.
procedure player-turn (who: player, most: number) tells "{who}'s turn" {
  # How many it has activated.
  var done: number
  step begin {
    add 1 to player-turns-begun
    set player-turn-number to player-turns-begun
  }
  # DDM-SEQ-013 DDM-SEQ-016
  step activate {
    repeat 10 times {
      if done >= activations-in-turn(who, most) { stop }
      add 1 to done
      let ready = to-activate(who)
      choose c from ready by who "{who} activates which creature?" { run turn(c) }
    }
  }
  step close
}
