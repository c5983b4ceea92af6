procedure game {
  step play {
    repeat 12 times { run round }
  }
  step dusk
}

procedure round {
  step turns {
    for each p in all player {
      for each g in all goat where owner of it is p { run walk(g, stride of g) }
    }
  }
}

# Step by step, so that rules can live between two steps.
procedure walk (g: goat, most: number) {
  var left: number
  var stood: pose
  var halted: yes-no
  step begin { set left to most }
  step strides {
    repeat most times {
      if not halted {
        choose next from steps(hike, g, left) by owner of g "Which step?" or none {
          set stood to pose-of(g)
          add 0 - step-cost(hike, g, next) to left
          run stride-to(g, next)
          set halted to step-stops(hike, g, stood, next)
        } else {
          set halted to yes
        }
      }
    }
  }
  step drink
}

procedure stride-to (g: goat, there: pose) {
  step leave
  step arrive { place(g, there) }
}

before stride-to.leave
  when any of (
    all goat o
      where owner of o is not owner of g
        and faces-off(g, o)
        and not adjacent-at(g, there, o, stature of o - 1, stature of g - 1)
  )
{
  let horns = roll 1 horn
  give (hit in horns) bruise to g
}
