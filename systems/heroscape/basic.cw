# The Basic Game: no rounds, no markers, one card a turn. HS-BSET-011 HS-BSEQ-003

# A battle of the Basic Game.
procedure basic-battle () {
  var mover: player
  step first-turn {
    set first-player to run basic-roll-off()
    set mover to first-player
  }
  step turns {
    repeat 600 times {
      run basic-turn(mover)
      set mover to next-player(mover)
    }
  }
}

# Who begins in the Basic Game: six combat dice each, most skulls; those tied roll again. HS-BSEQ-001 HS-BSEQ-002
procedure basic-roll-off () gives winner: player {
  var tied: set of player
  step roll tells "{winner} begins" {
    set tied to all player
    repeat 100 times {
      if count of tied < 2 { break }
      for each p in tied { set rolled of p to run throw-six(p) }
      let best = highest rolled of p for p in tied
      set tied to members p of tied where rolled of p = best
    }
    set winner to first of tied
  }
}

# A player's six combat dice for who begins; gives the skulls.
procedure throw-six (side: player) gives shown: number {
  var dice: pool
  step roll tells "{side} rolls: {dice}" {
    set dice to roll 6 combat
    set shown to skull in dice
  }
}

# A turn of the Basic Game. HS-BSEQ-004 HS-BSEQ-005 HS-BSEQ-006 HS-BSEQ-007
procedure basic-turn (mover: player) tells "{mover}'s turn" {
  step choose-card
    tells if card-in-use is nobody then "nobody acts" else "it is the turn of {card-in-use}"
  {
    run clear-turn(mover)
    set card-in-use to nobody
    choose c from cards-in-play(mover) by mover "Which Army Card?" { set card-in-use to c }
  }
  step move { run move-figures(mover, card-in-use) }
  step attack
    tells if is-idle and card-in-use is not nobody then "nobody moves or attacks" else ""
  { run attack-with-figures(mover, card-in-use) }
}
