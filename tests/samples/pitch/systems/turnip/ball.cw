# The turnip: it hops, is caught, lifted, thrown and handed over.

define beyond (s: space, b: bearing): space =
  first of all space n
    where column of n = column of s + across of b and row of n = row of s + along of b

# TUR-015. It goes so far where the die shows; at the hedge it turns back.
procedure hop (far: number) {
  var dice: pool
  var way: bearing
  step roll {
    set dice to roll 1 compass
    set way to first of all bearing b where faces(dice, shown of b) > 0
  }
  step go {
    repeat far times {
      if beyond(space-of(the-turnip), way) is nowhere { set way to reverse(way) }
      place(the-turnip, standing(beyond(space-of(the-turnip), way), nowhere))
    }
  }
}
define reverse (b: bearing): bearing =
  first of all bearing o where across of o = -across of b and along of o = -along of b

# TUR-016. Whoever stands where it comes down tries to catch it; else it hops on, and lies where nobody is.
procedure settle {
  step come-down {
    repeat 12 times {
      let under = hand-at(space-of(the-turnip))
      if under is nobody { stop }
      if posture of under is standing {
        let good = run try(under, catch, space-of(the-turnip))
        if good {
          run gain(under)
          stop
        }
      }
      run hop(1)
    }
  }
}

procedure gain (h: hand) {
  step hold {
    set carrier of the-turnip to h
    place(the-turnip, pose-of(h))
  }
}

procedure drop-turnip {
  step slip-off {
    set carrier of the-turnip to nobody
    run hop(1)
    run settle()
  }
}

# TUR-014.
procedure pick-up (h: hand) {
  step stoop {
    let good = run try(h, lift, space-of(h))
    if good {
      run gain(h)
    } else {
      run drop-turnip()
      run lose-turn(owner of h)
    }
  }
}

# TUR-017.
procedure throw (thrower: hand, target: space) {
  step fly {
    let good = run try(thrower, lob, target)
    set carrier of the-turnip to nobody
    place(the-turnip, standing(target, nowhere))
    if not good {
      let far = random(3)
      run hop(far)
    }
  }
  step land { run settle() }
  step judge {
    if restart { stop }
    if carrier-now is nobody or owner of carrier-now is not owner of thrower {
      run lose-turn(owner of thrower)
    }
  }
}

# TUR-018.
procedure hand-over (giver: hand, taker: hand) {
  step pass {
    set carrier of the-turnip to nobody
    place(the-turnip, pose-of(taker))
    run settle()
  }
  step judge {
    if restart { stop }
    if carrier-now is nobody or owner of carrier-now is not owner of giver {
      run lose-turn(owner of giver)
    }
  }
}
