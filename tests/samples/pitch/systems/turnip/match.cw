# The match: two halves of five rounds; a round is a turn of each side (TUR-001, TUR-002, TUR-003, TUR-030).

procedure match {
  var first-side: player
  step toss {
    let winner = random of all player
    choose one by winner "Catch the turnip first, or throw it in?" {
      "Catch" always { set first-side to winner }
      "Throw in" always { set first-side to other-side(winner) }
    }
  }
  step first-half { run half(first-side) }
  step second-half { run half(other-side(first-side)) }
  step whistle {
    let best = highest points of p for p in all player
    let leaders = all player p where points of p = best
    if count of leaders = 1 { end the game with full-time won by leaders }
    end the game with level
  }
}

procedure half (catching: player) {
  step rest {
    for each p in all player {
      take all rally from p
      give 2 rally to p
    }
    set receiving to catching
    set restart to yes
  }
  step play {
    repeat half-rounds times { run round(catching) }
  }
}

procedure round (first-side: player) {
  step opening { run team-turn(first-side) }
  step reply { run team-turn(other-side(first-side)) }
}

# TUR-028, TUR-029. A point: the turnip leaves the pitch, and who conceded it catches the next throw-in.
procedure score-point (h: hand) {
  step tally {
    add 1 to points of owner of h
    set receiving to other-side(owner of h)
    set restart to yes
    set carrier of the-turnip to nobody
    lift(the-turnip)
  }
}
after score-point when points of owner of h - points of other-side(owner of h) >= rout-lead {
  end the game with rout won by owner of h
}
after gain when is-home(carrier-now) { run score-point(carrier-now) }
after stride when is-home(carrier-now) { run score-point(carrier-now) }
after shove when is-home(carrier-now) { run score-point(carrier-now) }

# TUR-032.
build "At most six hands" for p when count of side-of(p) <= 6
build "One coach" for p when count of (all coach c where owner of c is p) <= 1
