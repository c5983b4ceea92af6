# Activation, maneuvers, asteroids.

# One ship's activation.
procedure activate (actor: ship) {
  # The maneuver of the dial; cards may set another.
  var move: maneuver
  # Whether the ship is ionized, and so reveals no dial: it drifts.
  var adrift: yes-no
  # Whether a red maneuver passes the test for stress; cards set it.
  var first-red: yes-no
  # Whether its dial has been shown, and it has not moved yet.
  var shown: yes-no

  # Before the dial is shown; decloaking lives here.
  step ready { set adrift to ionized(actor) }

  # The dial is shown, unless decloaking or an action before it has cost the ship; cards that change the maneuver act after this. A ship without one flies what the opponent
  # chooses. XW-ION-002 XW-CPT-023 XW-CPT-024
  step reveal-dial {
    if not in-play(actor) { stop }
    if adrift {
      set move to white-straight-1
    } else if not has-dial(actor) {
      choose m
        from (members m of dial-of(actor) where stress on actor = 0 or difficulty(actor, m) <= 0)
        by next-player(controller of actor) "Which maneuver for a ship without a dial?"
      { set move to m }
    } else {
      reveal plan of actor
      set move to plan of actor
      set shown to yes
    }
  }

  # A stressed ship with a red maneuver gets another from the opponent. XW-CPT-027 XW-UPG-065
  step check-dial {
    if not first-red { set move to run other-maneuver(actor, move) }
  }

  # The ship moves.
  step execute-maneuver {
    set shown to no
    if not in-play(actor) { stop }
    run make-maneuver(actor, move)
  }

  # Ion tokens go from small ships. XW-ION-003
  step clean-up {
    if in-play(actor) and adrift and not is-large(actor) { take all ion from actor }
  }

  # A huge ship gains energy and uses it. XW-HUG-019
  step energy {
    if in-play(actor) and is-huge(actor) { run energy-steps(actor, move) }
  }

  # The ship performs its action, unless it overlapped or skips it. XW-ION-004 XW-ACT-020 XW-CPT-022 XW-HUG-036
  step perform-action {
    if is-huge(actor) {
      if not skips-action of actor { run act-huge(actor) }
    } else {
      repeat actions-of(actor) times {
        if in-play(actor) and not bumped of actor and not skips-action of actor {
          run act(actor, anything)
        }
      }
    }
  }
}

# A ship without a dial may perform no actions before its maneuver. XW-CPT-024
effect dial-less (pilot: ship) { forbid act when same-ship(actor, pilot) }
before activate-all always {
  for each s in (members s of dial-bearers where not has-dial(s)) { run hold-back(s) }
}
before activate
  when actor is in dial-bearers and not has-dial(actor) and not running dial-less(actor)
{ run hold-back(actor) }
# The ships that reveal a dial, or should.
define dial-bearers: set of ship =
  all ship s where leads(s) and not derelict of s and not docked(s) and not ionized(s)
# It performs no action until it has moved.
procedure hold-back (pilot: ship) {
  # Until then.
  step hold {
    start dial-less(pilot)
      until before execute.executed
        when mover is pilot
        or before execute-huge.executed
        when same-ship(mover, pilot)
        or after activate.execute-maneuver
        when actor is pilot
        or after activate-all
  }
}

# How many actions a ship can perform in its Perform Action step.
value actions-of (actor: ship) = 1, at least 0

# One executed maneuver, with all that hangs on it. XW-UPG-017
procedure execute (mover: ship, move: maneuver) {
  # How long the template is.
  var along: length
  # How far it turns.
  var bend: angle
  # Where the maneuver leads, if nothing is in the way.
  var goal: pose
  # Where the ship ends.
  var final: pose
  # The huge ship that it would overlap. XW-HUG-083
  var rammed: ship
  # All other ships.
  var others: set of ship
  # The asteroids that the ship flies into in this maneuver, under its template or its base: none of them, and it has overlapped no obstacle.
  var rocks: set of asteroid

  # The template is laid. XW-MOV-001 XW-MOV-003 XW-MOV-004
  step aim {
    set bumped of mover to no
    set flown-move of mover to move
    set others to all ship s where s is not mover
    set along to way-length(move)
    set bend to way-turn(move)
    set goal to if along = 0 then pose-of(mover) else destination(mover, along, bend)
  }

  # A ship that would overlap another backs up along the template, which stays between its guides. XW-MOV-003 XW-MOV-005 XW-MOV-006 XW-LRG-001
  step back-up {
    set final to turned(goal, end-spin(move))
    if along is not 0 and any of (members s of others where overlaps-at(mover, goal, s)) {
      set rammed to first of (members s of others where is-huge(s) and overlaps-at(mover, goal, s))
      set final to slide-back(mover, along, bend, others, centred: by-its-middle(mover))
      set bumped of mover to yes
    }
  }

  # The asteroids on the way are found. XW-MOV-012 XW-MOV-013 XW-MOV-015
  step meet-rocks {
    let part = if bumped of mover then flown(mover, along, bend, final) else along
    set rocks to
      all asteroid a
        where can mind-rocks(mover)
          and (
            overlaps-at(mover, final, a)
              or lies-under-template(mover, along, bend, part, template-width, a)
          )
  }

  # Mines on the way go off.
  step detonate { run trip-mines(mover, final, along, bend) }

  # The ship is put where it ends; off the table it is destroyed. XW-MOV-014 XW-MOV-008
  step arrive {
    if in-play(mover) {
      place(mover, final)
      if bumped of mover {
        for each s in (members o of others where touching(mover, o)) { run join(mover, s) }
      }
      if not inside-table(mover, final) { run leave-table(mover) }
    }
  }

  # What follows an executed maneuver: the ship's own effects first.
  step executed priority controller of mover { }

  # A red maneuver gives stress, a green one takes one away. XW-MOV-002 XW-MOV-011
  step check-stress { run settle-stress(mover, move) }

  # An asteroid costs the action, and a die shows the damage. XW-MOV-016
  step strike-rock {
    if in-play(mover) and any of rocks {
      set bumped of mover to yes
      choose rock from rocks by next-player(controller of mover) "Which asteroid counts?" {
        run roll-damage(mover, 1, rock: rock)
      }
    }
  }
}

# What a maneuver of an activation costs the ship it has lost, also if another maneuver of the same activation ends free. XW-MOV-016 XW-ACT-020
before execute.strike-rock during activate as turn
  when actor of turn is mover and in-play(mover) and (bumped of mover or any of rocks)
{ set skips-action of mover to yes }

# Two ships touch, as the game means it: one of them overlapped the other and backed up to it, and neither has moved since. The core's
# `touching` only measures whether bases lie edge to edge now; a card says `in-contact(you, s)`. XW-MOV-004 XW-MOV-005 XW-MOV-006
define in-contact (one: ship, other: ship): yes-no = other is in contacts of one
# Two ships begin to touch.
procedure join (one: ship, other: ship) {
  # Each touches the other.
  step meet {
    add other to contacts of one
    add one to contacts of other
  }
}
# Whoever moves touches nobody any more.
after ship s moves when any of contacts of s { run part(s) }
# A ship is taken out of all its contacts.
procedure part (leaver: ship) {
  # Nobody touches it, and it touches nobody.
  step leave {
    for each o in contacts of leaver { take leaver from contacts of o }
    set contacts of leaver to []
  }
}

# A ship is turned about where it stands: it looks the other way. It is no maneuver, and it touches nobody any more.
procedure turn-about (turner: ship) {
  # The base is turned.
  step turn { place(turner, turned(pose-of(turner), 180 degrees)) }
}

# A ship leaves the table: it flees, and is destroyed at once. XW-MOV-007 XW-MOV-009 XW-MOV-014
procedure leave-table (leaver: ship) {
  # Missions look here over which edges it goes; they may end the game.
  step flee
  # It is gone.
  step go {
    if in-play(leaver) { run bury(leaver, fled: yes) }
  }
}

# Red maneuvers of a ship are white.
effect calm (pilot: ship) { modify whitened + 1 when mover is pilot and colour of move is red }
# All maneuvers of a ship are red.
effect strained (pilot: ship) { modify reddened + 1 when mover is pilot }

# Asteroids neither hinder nor hurt a ship. XW-PIL-019
effect heedless (daring: ship) { forbid mind-rocks when pilot is daring }
