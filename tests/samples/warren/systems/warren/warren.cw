piece goblin {
  strength: number
  wounds: number state
  size: length
  footprint circle size
}
card charm on goblin { price: number }
token snack on goblin limit 9

offer deed (actor: goblin)
permission act (who: goblin)
value might (who: goblin) = strength of who

procedure turn (active: goblin) {
  step rest
  step act {
    if can act(active) { offer deed(active) to controller of active }
  }
}
procedure game {
  step play {
    for each g in all goblin { run turn(g) }
  }
}

deed "Eat" when snack on actor > 0 and wounds of actor > 0 cost { spend 1 snack from actor } {
  add -1 to wounds of actor
}
forbid act when wounds of who >= might(who)
