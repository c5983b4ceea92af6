# Each flipper flips its coins; whoever alone has most heads wins.

die coin { heads 1  tails 1 }

piece flipper {
  coins: number
  # Changes in play.
  pushed: number state tells "{it} has {now} coins more"
  heads: number state tells "{it} has {now} heads"
}

# So many coins more.
card charm on flipper { bonus: number }

value coins-of (f: flipper) = coins of f + pushed of f, at least 0

define best: set of flipper =
  all flipper f where none of (all flipper e where e is not f and heads of e >= heads of f)

outcome most-heads "One side has most heads" won by whoever
outcome even "No side has more heads than all others" won by nobody

offer trick (actor: flipper) asks "What does {actor} do?"

procedure match {
  step tricks {
    for each f in all flipper { offer trick(f) to owner of f at most 1 times }
  }
  step flip {
    for each f in all flipper { run flip(f) }
  }
  step compare {
    for each f in best { end the game with most-heads won by owner of f }
    end the game with even
  }
}

procedure flip (f: flipper) tells "{f} flips" {
  var dice: pool
  step roll {
    set dice to roll (coins-of(f)) coin
    set heads of f to heads in dice
  }
}

trick "Push" always { add 1 to pushed of actor }

define heads-of (p: player): number =
  sum of heads of f for f in (all flipper x where owner of x is p)
