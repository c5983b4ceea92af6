# The course of the game.

procedure game {
  step graze {
    for each g in everyone { give 3 apple to g }
  }
  step play {
    repeat 6 times { run round }
  }
  step dusk { }
}

procedure round {
  step plan {
    for each g in everyone {
      choose r from routes of g by owner of g "Which way?" secretly { set plan of g to r }
    }
  }
  step push {
    for each g in everyone { run push(g, rival-of(g)) }
  }
}

procedure push (pusher: goat, pushed: goat) {
  var dice: pool
  var hits: number
  step tricks { offer trick(pusher) to owner of pusher }
  step roll { set dice to roll push-of(pusher) horn }
  step modify priority owner of pushed, owner of pusher { }
  step count {
    set hits to butt in dice
    if mood of plan of pusher is wild { add 1 to hits }
  }
  step suffer {
    take hits apple from pushed
    if hits > 1 and bruise on pushed < 3 { give 1 bruise to pushed }
  }
}

trick "Nap" when can rest(actor) once per round for actor { give 1 apple to actor }
trick "Glare" when apple on actor > 0 once per game for actor cost { spend 1 apple from actor } {
  start angry(rival-of(actor)) until after round.push
}
