procedure game {
  step play {
    repeat 12 times { run round }
  }
  step dusk
}

procedure round {
  step turns {
    for each m in all mouse { run turn(m) }
  }
}

procedure turn (m: mouse) {
  step walk {
    set left of m to pace of m
    run scurry(m)
  }
  step bite {
    choose foe
      from (members f of foes-of(m) where gap(m, f) = 1)
      by owner of m "Bite whom?" or none
    {
      if not is-tucked-away(m, foe) { give 1 bump to foe }
    }
  }
}

# Step by step, so that others can interfere between two steps.
procedure scurry (m: mouse) {
  step on {
    repeat 8 times {
      choose spot from steps(creep, m, left of m) by owner of m "Where to?" or none {
        add 0 - step-cost(creep, m, spot) to left of m
        place(m, spot)
      } else {
        stop
      }
    }
  }
}
