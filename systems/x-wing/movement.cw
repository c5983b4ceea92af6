# Activation, maneuvers, mines, asteroids.

procedure activate (actor: ship) {
  var move: maneuver
  var adrift: yes-no
  var first-red: yes-no

  step ready { set adrift to ionized(actor) }

  # XW-ION-002
  step reveal-dial {
    if adrift {
      set move to white-straight-1
    } else {
      reveal plan of actor
      set move to plan of actor
    }
  }

  # XW-CPT-027 XW-UPG-065
  step check-dial {
    if not first-red { set move to run other-maneuver(actor, move) }
  }

  step execute-maneuver { run execute(actor, move) }

  # XW-ION-003
  step clean-up {
    if in-play(actor) and adrift and not is-large(actor) { take all ion from actor }
  }

  # XW-ION-004 XW-ACT-020
  step perform-action {
    if in-play(actor) and not bumped of actor and not skips-action of actor {
      run act(actor, anything)
    }
  }
}

# One executed maneuver, with all that hangs on it. XW-UPG-017
procedure execute (mover: ship, move: maneuver) {
  var along: length
  var bend: angle
  var goal: pose
  var final: pose
  var others: set of ship
  var rocks: set of asteroid
  var hurt-by-rock: yes-no

  step aim {
    set bumped of mover to no
    set others to all ship s where s is not mover
    set along to way-length(move)
    set bend to way-turn(move)
    set goal to if along = 0 then pose-of(mover) else destination(mover, along, bend)
  }

  # XW-MOV-003 XW-MOV-005 XW-MOV-006 XW-LRG-001
  step back-up {
    set final to if bearing of move is koiogran then turned(goal, 180 degrees) else goal
    if along > 0 and any of (members s of others where overlaps-at(mover, goal, s)) {
      set final to slide-back(mover, along, bend, others)
      set bumped of mover to yes
    }
  }

  # XW-MOV-012 XW-MOV-015
  step meet-rocks {
    set rocks to
      all asteroid a
        where can mind-rocks(mover)
          and (
            overlaps-at(mover, final, a)
              or (
                along > 0
                  and not bumped of mover
                  and swept(mover, along, bend, template-width, a)
                  and not overlaps-at(mover, pose-of(mover), a)
              )
          )
  }

  step detonate { run trip-mines(mover, final, along, bend) }

  # XW-MOV-014
  step arrive {
    if in-play(mover) {
      place(mover, final)
      if not inside-table(mover, final) { run bury(mover) }
    }
  }

  # What follows an executed maneuver: the ship's own effects first.
  step executed priority controller of mover { }

  # XW-MOV-002 XW-MOV-011
  step check-stress {
    if in-play(mover) { run settle-stress(mover, move) }
  }

  # XW-MOV-016
  step strike-rock {
    if in-play(mover) and any of rocks {
      set bumped of mover to yes
      choose rock from rocks by next-player(controller of mover) "Which asteroid counts?" {
        let impact = roll 1 attack-die
        run suffer(mover, faces(impact, hit), faces(impact, critical), source: nobody)
      }
    }
  }
}

# XW-UPG-052 XW-UPG-054 XW-UPG-055
procedure trip-mines (mover: ship, final: pose, along: length, bend: angle) {
  var struck: set of mine
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (
            overlaps-at(mover, final, m)
              or (along > 0 and swept(mover, along, bend, template-width, m))
          )
  }
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

# The same for a roll to one side, whose template is laid like a ruler.
procedure trip-aside (mover: ship, final: pose, side: number, reach: length, edge: length) {
  var struck: set of mine
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (
            overlaps-at(mover, final, m)
              or ruler-touches(
                turned(pose-of(mover), side * 90 degrees),
                base-width of mover / 2 + reach,
                edge,
                m
              )
          )
  }
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

procedure explode (bomb: mine, victim: ship) {
  step burst {
    let blast = roll 3 attack-die
    remove(bomb)
    run suffer(victim, faces(blast, hit), faces(blast, critical), source: nobody)
  }
}

# XW-BMB-002 XW-BMB-003 XW-BMB-005 XW-BMB-006 XW-UPG-053 XW-UPG-056
procedure drop (dropper: ship, kind: template of mine) {
  var bomb: mine
  step put {
    set bomb to create kind at behind(dropper, length of straight-1) owned by owner of dropper
    set bombed of dropper to yes
  }
  step under-a-ship {
    if fuse of kind is on-contact {
      choose s
        from (all ship s where overlaps-at(s, pose-of(s), bomb))
        by controller of dropper "Which ship suffers?"
      { run explode(bomb, s) }
    }
  }
}

# A charge damages every ship at range 1, a bomb deals each a face-up card. XW-DMG-001 XW-DMG-002 XW-DMG-003
procedure burst (bomb: mine) {
  step burst {
    for each s in (all ship s where band(distance(bomb, s)) = 1) {
      if fuse of bomb is charge-fuse {
        run suffer(s, 1, 0, source: nobody)
      } else {
        run deal-card(s, upward: yes, source: nobody)
        if doomed(s) { run destroy(s, source: nobody) }
      }
    }
    remove(bomb)
  }
}

effect calm (pilot: ship) { modify whitened + 1 when mover is pilot and colour of move is red }
effect strained (pilot: ship) { modify reddened + 1 when mover is pilot }

# XW-PIL-019
effect heedless (daring: ship) { forbid mind-rocks when pilot is daring }
