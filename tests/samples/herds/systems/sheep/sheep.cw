piece sheep { steps: number state }
token tired on sheep
define strength-of (who: sheep): number = 2 + count of herd-of(owner of who)
define longest-walk: number = 1

procedure game {
  step play {
    for each s in (all sheep) { run walk(s, amble) }
  }
}
