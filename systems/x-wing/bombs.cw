# Bombs: where they are dropped, what sets them off, what they do.

# The mines on the way of a maneuver go off. XW-UPG-052 XW-UPG-054 XW-UPG-055
procedure trip-mines (mover: ship, final: pose, along: length, bend: angle) {
  var struck: set of mine
  # The mines under the template and the ship are found. XW-BMB-007
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (
            overlaps-at(mover, final, m)
              or lies-under-template(mover, along, bend, along, template-width, m)
          )
  }
  # Each goes off.
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

# The same for a roll to one side, whose template begins at `base` and is laid like a ruler.
procedure trip-aside (mover: ship, final: pose, base: pose, reach: length, edge: length) {
  var struck: set of mine
  # The mines under the template and the ship are found. XW-BMB-007
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (overlaps-at(mover, final, m) or ruler-touches(base, reach, edge, m))
  }
  # Each goes off.
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

# A mine goes off under a ship.
procedure explode (bomb: mine, victim: ship) {
  # Three attack dice of damage, and the mine is gone.
  step burst {
    let blast = roll 3 attack-die
    remove(bomb)
    run suffer(victim, faces(blast, hit), faces(blast, critical), source: nobody)
  }
}

# A ship drops a bomb behind it: run this with the id of a mine. XW-BMB-002 XW-BMB-009 XW-BMB-010 XW-BMB-003 XW-BMB-005 XW-BMB-006 XW-UPG-053
# XW-UPG-056
procedure drop (dropper: ship, kind: template of mine) {
  # The bomb that was dropped.
  var bomb: mine
  # The bomb is laid out.
  step put {
    set bomb to
      create kind at behind(
        dropper,
        length of straight-1 + radius of kind
      ) owned by owner of dropper
    set bombed of dropper to yes
  }
  # A mine that is dropped on a ship goes off at once.
  step under-a-ship {
    if fuse of kind is on-contact {
      choose s
        from (all ship s where overlaps-at(s, pose-of(s), bomb))
        by controller of dropper "Which ship suffers?"
      { run explode(bomb, s) }
    }
  }
}

# A charge damages every ship at range 1, a bomb deals each a face-up card; of a huge ship one section.
# XW-DMG-001 XW-DMG-002 XW-DMG-003 XW-HUG-055 XW-BMB-007
procedure burst (bomb: mine) {
  # Everybody at range 1 suffers, and the bomb is gone.
  step burst {
    for each s in (all ship s where leads(s) and not derelict of s) {
      let half = run pick-section(s, members h of halves-of(s) where band(distance(bomb, h)) = 1)
      if half is any ship and fuse of bomb is charge-fuse {
        run suffer(half, 1, 0, source: nobody)
      } else if half is any ship {
        run deal-card(half, upward: yes, source: nobody)
        if doomed(half) { run destroy(half, source: nobody) }
      }
    }
    remove(bomb)
  }
}
