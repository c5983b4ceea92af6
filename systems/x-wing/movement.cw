# Activation, maneuvers, asteroids.

# One ship's activation.
procedure activate (actor: ship) tells "{actor}" {
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
        by next-player(
          controller of actor
        ) "Which maneuver does {actor} execute, which has no dial?"
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

# A ship without a dial may perform no actions before its maneuver. It is asked where an action is: that a ship has none is seen as it would reveal its dial.
# XW-CPT-024
forbid act
  when (in-activation or (readying is any ship and same-ship(readying, actor)))
    and waits-for-dial(actor)
# Whether ships are being activated.
state in-activation: yes-no per activate-all
before activate-all always { set in-activation to yes }
# The ship that is being activated.
state readying: ship per activate
before activate always {
  set readying to actor
  for each h in halves-of(actor) { set has-flown(h) to no }
}
# Whether a ship has made its maneuver, of the ships that are being activated.
state has-flown (pilot: ship): yes-no per activate-all
before execute.executed always { set has-flown(mover) to yes }
before execute-huge.executed always {
  for each h in halves-of(mover) { set has-flown(h) to yes }
}
after activate.execute-maneuver always { set has-flown(actor) to yes }
# The ships that reveal a dial, or should.
define dial-bearers: set of ship =
  all ship s where leads(s) and not derelict of s and not docked(s) and not ionized(s)
# Whether a ship should have a dial, has none, and has not moved yet.
define waits-for-dial (who: ship): yes-no =
  any of (
    members s of halves-of(who)
      where leads(s)
        and not has-flown(s)
        and not has-dial(s)
        and not derelict of s
        and not docked(s)
        and not ionized(s)
  )

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
  # Whether it ends in an overlap with another ship. `bumped` of the ship is of its last maneuver, which may come in the midst of this one.
  var overlapped: yes-no
  # The asteroids that the ship flies into in this maneuver, under its template or its base: none of them, and it has overlapped no obstacle.
  var rocks: set of asteroid

  # The template is laid. XW-MOV-001 XW-MOV-003 XW-MOV-004
  step aim {
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
      set overlapped to yes
    }
    set bumped of mover to overlapped
  }

  # The asteroids on the way are found. XW-MOV-012 XW-MOV-013 XW-MOV-015
  step meet-rocks {
    let part = if overlapped then flown(mover, along, bend, final) else along
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
  step arrive
    tells if not in-play(mover) then ""
      else if overlapped and any of contacts of mover
        then "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)}), and stops against {contacts of mover}"
      else if overlapped
        then "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)}), and is stopped by another ship"
      else "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)})"
  {
    if in-play(mover) {
      place(mover, final)
      if overlapped {
        for each s in (members o of others where touching(mover, o)) { run join(mover, s) }
      }
      if not inside-table(mover, final) { run leave-table(mover) }
    }
  }

  # What follows an executed maneuver: the ship's own effects first.
  step executed
    priority controller of mover
    asks "{mover} has executed its maneuver: use an ability?"
  { }

  # A red maneuver gives stress, a green one takes one away. XW-MOV-002 XW-MOV-011
  step check-stress
    tells if not in-play(mover) or none of rocks then ""
      else if on-rocks(mover) then "{mover} ends on an asteroid"
      else "{mover} flies through an asteroid"
  { run settle-stress(mover, move) }

  # An asteroid costs the action, and a die shows the damage. XW-MOV-016
  step strike-rock {
    set bumped of mover to overlapped or (in-play(mover) and any of rocks)
    if in-play(mover) and any of rocks {
      choose rock
        from rocks
        by next-player(controller of mover) "Which asteroid does {mover} hit?"
      { run roll-damage(mover, 1, rock: rock) }
    }
  }
}

# What a maneuver of an activation costs the ship it has lost, also if another maneuver of the same activation ends free. XW-MOV-016 XW-ACT-020
before execute.strike-rock during activate as turn
  when actor of turn is mover and in-play(mover) and (overlapped or any of rocks)
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

# What a ship does in a maneuver of a bearing, as the story tells it.
define flies (way: bearing): text =
  if way is straight then "flies straight"
    else if way is bank-left then "banks left"
    else if way is bank-right then "banks right"
    else if way is turn-left then "turns left"
    else if way is turn-right then "turns right"
    else if way is koiogran then "flies a Koiogran-turn"
    else if way is segnor-left then "flies a Segnor's loop to the left"
    else if way is segnor-right then "flies a Segnor's loop to the right"
    else if way is tallon-left then "flies a Tallon roll to the left"
    else if way is tallon-right then "flies a Tallon roll to the right"
    else if way is reverse-straight then "backs up"
    else if way is reverse-bank-left then "backs up to the left"
    else if way is reverse-bank-right then "backs up to the right"
    else "stays where it is,"

# A ship leaves the table: it flees, and is destroyed at once. XW-MOV-007 XW-MOV-009 XW-MOV-014
procedure leave-table (leaver: ship) {
  # Missions look here over which edges it goes; they may end the game.
  step flee tells "{leaver} flies off the table and is out of the game"
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
