# Runners flip a coin in turn; the first heads wins.

die coin { heads 1  tails 1 }

piece runner { }

outcome home "A runner is home" won by whoever
outcome lost "Nobody comes home" won by nobody

offer cheer (actor: runner) asks "What does {actor} do?"

procedure race {
  step run {
    let leader = random of all runner
    repeat 60 times { run lap(leader) }
    end the game with lost
  }
}

procedure lap (leader: runner) {
  step begin { run try(leader) }
  step follow {
    for each r in all runner {
      if r is not leader { run try(r) }
    }
  }
}

procedure try (r: runner) tells "{r} runs" {
  var dice: pool
  step cheer { offer cheer(r) to owner of r at most 1 times }
  step flip {
    set dice to roll 1 coin
    if heads in dice = 1 { end the game with home won by owner of r }
  }
}

cheer "Cheer" always { }
