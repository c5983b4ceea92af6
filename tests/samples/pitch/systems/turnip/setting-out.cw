# TUR-004, TUR-006, TUR-031. Both sides set out, who throws in first; then the turnip comes to the side that catches.

define able (p: player): set of hand = members h of side-of(p) where bench on h = 0
define front-missing (p: player): number =
  2 - count of (members h of side-of(p) where in-zone(space-of(h), front of p))
define still-out (p: player): number = count of (members h of able(p) where not on-pitch(h))
define free-in (z: strip): set of space = members s of spaces-in(z) where is-empty(s)

procedure throw-in (catching: player) {
  step clear {
    set restart to no
    set carrier of the-turnip to nobody
    lift(the-turnip)
    end dazed(any, any)
    for each h in all hand {
      set posture of h to standing
      lift(h)
    }
  }
  step first-side { run set-out(other-side(catching)) }
  step second-side { run set-out(catching) }
  step throw {
    choose p
      from standings(the-turnip, spaces-in(home of catching))
      by other-side(catching) "Throw it where?"
    { place(the-turnip, p) }
    let far = random(3)
    run hop(far)
  }
  step land {
    if in-zone(space-of(the-turnip), home of catching) {
      run settle()
    } else {
      choose h
        from (members h of side-of(catching) where on-pitch(h))
        by catching "Who gets the turnip?"
      { run gain(h) }
    }
  }
}

# TUR-005. At least two stand in front, as long as there are two.
procedure set-out (side: player) {
  step stand {
    if none of able(side) { end the game with walkover won by other-side(side) }
    repeat 6 times {
      choose h from (members m of able(side) where not on-pitch(m)) by side "Who sets out?" {
        let where-to =
          if front-missing(side) >= still-out(side) then front of side else home of side
        choose p from standings(h, free-in(where-to)) by side "On which space?" { place(h, p) }
      }
    }
  }
}
