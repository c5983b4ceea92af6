piece goat {
  horns: number
  walked: number state
}
token dizzy on goat
value strength-of (who: goat) = horns of who + (count of goats-of(owner of who)) - 1

procedure game {
  step play {
    for each g in (all goat) { run walk(g, trot) }
  }
}
