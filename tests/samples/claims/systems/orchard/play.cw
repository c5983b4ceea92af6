record basket { room: number }

piece picker { basket: basket }

token apple on picker
token fatigue on picker

permission pick (who: picker)
# ORC-002
forbid pick when fatigue on who > 0

# How many apples somebody takes at once. ORC-001
value share-of (who: picker) = 2, at least 0

# Whether one more has room. ORC-005
define has-room (who: picker): yes-no = apple on who < room of basket of who

procedure game {
  step work {
    for each p in (all picker) { run picking(p) }
  }
  # Rain. ORC-003
  step weather {
    for each p in (all picker where apple on it > 0) { take 1 apple from p }
  }
}

procedure picking (who: picker) {
  step reach {
    repeat share-of(who) times {
      if can pick(who) and has-room(who) { give 1 apple to who }
    }
  }
}
