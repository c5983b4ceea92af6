# Tractor beams, which drag a ship aside, and jam tokens, which cost a ship what it prepares. The book has neither: our reading.

# --- Tractor beams

# A ship has 1 agility less for each; it goes at the end of the round.
token tractor on ship
modify agility-of - tractor on who when tractor on who > 0

# A ship is assigned a tractor beam token by a player: `run assign-tractor(defender, controller of you)`. The first in a round moves a small ship, if that
# player wants it: ahead or to one side, as by a boost or a barrel roll along the straight template of speed 1, over obstacles too, which then have their
# effect. Our reading.
procedure assign-tractor (victim: ship, assigner: player) {
  # The token.
  step give { give 1 tractor to victim }
  # The ship is dragged.
  step drag {
    if in-play(victim) and size-of(victim) is small and not dragged of victim {
      set dragged of victim to yes
      start pulled(victim) until after assign-tractor
      run drag(victim, assigner)
    }
  }
}
# Obstacles do not bar the way of a ship that is dragged.
effect pulled (prey: ship) { forbid skirt-rocks(prey) always }

# A small ship is moved by a tractor beam.
procedure drag (victim: ship, assigner: player) {
  # Whether it is moved.
  var moved: yes-no
  # The player picks a way; none that leads onto another ship.
  step move {
    choose one by assigner "Drag the ship which way?" {
      "Not at all" always { }
      "Ahead" when boost-fits(victim, white-straight-1) {
        let spot = destination(victim, length of straight-1, 0)
        run trip-mines(victim, spot, length of straight-1, 0)
        if in-play(victim) { place(victim, spot) }
        set moved to yes
      }
      "Left" when any of spots-aside(victim, 0 - 1, length of straight-1, template-width) {
        run slide-aside(victim, 0 - 1, length of straight-1, template-width, assigner)
        set moved to yes
      }
      "Right" when any of spots-aside(victim, 1, length of straight-1, template-width) {
        run slide-aside(victim, 1, length of straight-1, template-width, assigner)
        set moved to yes
      }
    }
  }
  # An asteroid onto which it was dragged hurts it.
  step scrape {
    if moved and in-play(victim) and can mind-rocks(victim) {
      choose a
        from (all asteroid a where lies-over(victim, a))
        by assigner "Which asteroid counts?"
      { run roll-damage(victim, 1, rock: a) }
    }
  }
  # Off the table it is destroyed.
  step leave-table {
    if in-play(victim) and not inside-table(victim, pose-of(victim)) { run leave-table(victim) }
  }
}

# --- Jam tokens

# A jammed ship loses the next focus token, evade token or lock that it gets, and the jam token with it; else that goes at the end of the round.
token jam-token on ship
# Whether a ship is jammed.
define jammed (who: ship): yes-no = jam-token on who > 0
# A ship is assigned a jam token by a player, who picks what it loses if it has a focus token, evade token or lock: `run assign-jam(defender, controller of
# you)`.
procedure assign-jam (victim: ship, assigner: player) {
  # The token.
  step give { give 1 jam-token to victim }
  # What it costs at once.
  step strip {
    let what = run lose-token(victim, assigner, locks: yes)
    if what is not anything { take 1 jam-token from victim }
  }
}
after focus on ship s rises when jammed(s) {
  take 1 focus from s
  take 1 jam-token from s
}
after evade on ship s rises when jammed(s) {
  take 1 evade from s
  take 1 jam-token from s
}
after acquire-lock when got and jammed(locker) {
  run drop-lock(first of (all lock l on goal where same-ship(locker of l, locker)))
  take 1 jam-token from locker
}
