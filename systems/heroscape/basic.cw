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
  var dice: pool
  step roll {
    set tied to all player
    repeat 100 times {
      if count of tied < 2 { break }
      for each p in tied {
        set dice to roll 6 combat
        set rolled of p to skull in dice
      }
      let best = highest rolled of p for p in tied
      set tied to members p of tied where rolled of p = best
    }
    set winner to first of tied
  }
}

# A turn of the Basic Game. HS-BSEQ-004 HS-BSEQ-005 HS-BSEQ-006 HS-BSEQ-007
procedure basic-turn (mover: player) {
  step choose-card {
    run clear-turn(mover)
    set card-in-use to nobody
    choose c from cards-in-play(mover) by mover "Which Army Card?" { set card-in-use to c }
  }
  step move { run move-figures(mover, card-in-use) }
  step attack { run attack-with-figures(mover, card-in-use) }
}
