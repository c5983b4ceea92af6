record pace { length: number }

procedure walk (who: walker, how: pace) {
  step go {
    repeat min(longest-walk, strength-of(who)) times { add length of how to steps of who }
    give 1 tired to who
  }
  step stop {
    if tired on who > 1 { run rest(who) }
  }
}

define herd-of (side: player): set of walker = all walker w where owner of w is side
