# Activation, maneuvers, overlapping, altitude, leaving the table.

# What a creature can do as its action.
offer action (actor: creature) asks "{actor} performs which action?"

# One creature's activation. DAW-ACT-001 DAW-SEQ-003
procedure activate (actor: creature) tells "{actor}" {
  # The maneuver of the dial; cards may set another.
  var move: maneuver

  # The dial is shown; cards that change the maneuver act after this. DAW-ACT-003
  step reveal-dial {
    reveal plan of actor
    set move to plan of actor
  }

  # An exhausted creature with a red maneuver gets another from the opponent.
  step replace-red { set move to run other-maneuver(actor, move) }

  # The template is laid.
  step set-template { }

  # The creature moves.
  step execute-maneuver {
    run stand-aside(actor)
    if bearing of move is pivot { run spin(actor) } else { run travel(actor, move) }
  }

  # A red maneuver exhausts, a green one rests. DAW-EXH-001 DAW-EXH-004 DAW-OVL-005 DAW-OVL-015
  step check-exhaustion { run settle-exhaustion(actor, move) }

  # Cards that act after the move. DAW-ACT-012
  step clean-up { }

  # The creature may change its altitude. DAW-ALT-001 DAW-ALT-006 DAW-ALT-007 DAW-ALT-012
  step change-altitude {
    if in-play(actor) { run alter(actor) }
  }

  # The creature performs its action. DAW-ACT-013 DAW-AXN-001 DAW-AXN-005 DAW-AXN-006
  step perform-action {
    if in-play(actor) and can act(actor) { offer action(actor) to controller of actor }
  }

  # The other soldiers of a troop are put back; gaps are closed. DAW-TRP-017 DAW-TRP-018 DAW-TRP-033
  step rejoin {
    if in-play(actor) { run form-up(actor) }
  }
}

# A creature may change its altitude, if nothing forbids it. DAW-ALT-002 DAW-ALT-003 DAW-ALT-004 DAW-ALT-005 DAW-SEQ-008
procedure alter (flier: creature) {
  # The player picks.
  step choose-altitude {
    if not can alter-altitude(flier) { stop }
    choose one by controller of flier "Does {flier} change altitude?" {
      "Stay as it is" always { }
      "Land" when play-level-of(flier) is in-air and any of ground-dial of flier { run land(flier) }
      "Swoop" when play-level-of(flier) is in-air and swoop on flier = 0 { give 1 swoop to flier }
      "Stop swooping" when swoop on flier > 0 { take all swoop from flier }
      "Take off" when is-flyer(flier) and ground on flier > 0 { take all ground from flier }
      "Take off by magic"
        when not is-flyer(flier)
          and flight on flier = 0
          and flight-granted(flier) > 0
          and any of (all maneuver m where has-maneuver(flier, m, in-air))
      { give 1 flight to flier }
    }
  }
}

# A creature comes to the ground, if it is in the air: "it must land" is `run land(defender)`. It may take off again, if nothing forbids it to change its altitude. A
# flyer without a dial for the ground cannot land. DAW-ALT-002
procedure land (flier: creature) gives done: yes-no {
  # It is on the ground.
  step come-down {
    if play-level-of(flier) is in-air and any of ground-dial of leader-of(flier) {
      take all swoop from leader-of(flier)
      take all flight from leader-of(flier)
      if is-flyer(leader-of(flier)) { give 1 ground to leader-of(flier) }
      set done to yes
    }
  }
}

# A creature that cannot move executes no maneuver: it neither tires nor rests.
instead of activate.execute-maneuver when not can make-move(actor) or not can execute(actor, move) {
}
instead of activate.check-exhaustion when not can make-move(actor) or not can execute(actor, move) {
}
instead of activate.replace-red when not can make-move(actor) { }

# A creature makes a move that is not the one of its dial, along a template or on the spot, a troop with its soldiers: "it makes a free move" is `run free-move(you,
# white-straight-1)`, if `can make-move(you)`. One more maneuver of its dial, which tires or rests it as ever, is `choose m from dial-of(you) by controller of you "Which?" { run
# free-move(you, m) run settle-exhaustion(you, m) }`.
procedure free-move (mover: creature, move: maneuver) gives done: yes-no {
  # It goes.
  step go {
    if in-play(mover) and can make-move(mover) {
      run stand-aside(mover)
      if bearing of move is pivot { run spin(mover) } else { run travel(mover, move) }
      if in-play(mover) { run form-up(mover) }
      set done to yes
    }
  }
}

# A creature vanishes and appears at most so far away, on its play level, facing any way, where nothing is in the way; a troop with its soldiers. It is no move.
procedure teleport (traveller: creature, most: number) {
  # It appears.
  step appear { run put-near(traveller, traveller, most, controller of traveller) }
}
# A player places a creature at most so far from another: "you place an enemy within range 1 of you" is `run put-near(c, you, 1, controller of you)`. Where there is no
# room it stays where it is.
procedure put-near (traveller: creature, goal: creature, most: number, chooser: player) {
  # It is placed.
  step put {
    run stand-aside(traveller)
    choose spot for traveller
      within (range-band * most) of goal
      facing any
      where free-at(traveller, spot)
      by chooser "Where does {traveller} appear?"
    { place(traveller, spot) } else {
    }
    run form-up(traveller)
  }
}

# The enemies over or through which a creature has moved along a template, a troop once: "after it moves over an enemy, that suffers 1 damage" is
# `after travel when mover is you and in-play(you) and any of moved-over(you, passed) { choose c from moved-over(you, passed) by controller of you "Whom?" { run
# suffer(c, 1) } }`. reading: it is the template that must lie over a base, as far as the creature went. DAW-OVL-007
define moved-over (mover: creature, passed: set of creature): set of creature =
  members e of opponents-of(mover) where any of (members f of figures-of(e) where f is in passed)
# Whether a creature that has moved along a template crossed a token of a card: "whoever moves through the wall suffers 1 damage" is `after travel when in-play(mover) and
# has-crossed(here, crossed) { run suffer(mover, 1) }`.
define has-crossed (source: upgrade, crossed: set of burst-token): yes-no =
  any of (members b of crossed where raised-by of b is source)
# A creature turns where it stands, if there is room, without a pivot token: "it may turn about" is `run turn-in-place(you, 180 degrees)`; -90 degrees is to
# its left. DAW-MAN-007
procedure turn-in-place (mover: creature, by-angle: angle) {
  # It turns.
  step swing {
    let facing = turned(pose-of(mover), by-angle)
    if in-play(mover)
      and can make-move(mover)
      and not others-at(mover, facing)
      and inside-table(mover, facing)
    {
      run stand-aside(mover)
      place(mover, facing)
      run form-up(mover)
    }
  }
}
# A pivot: the creature turns where it stands. DAW-PLN-014 DAW-MAN-004 DAW-MAN-005 DAW-MAN-006
procedure spin (mover: creature) {
  var turn-by: angle
  # The player picks the way.
  step declare {
    choose one by controller of mover "{mover} pivots which way?" {
      "Keep facing" always { }
      "Left" always { set turn-by to 0 - 90 degrees }
      "Right" always { set turn-by to 90 degrees }
      "About" always { set turn-by to 180 degrees }
    }
  }
  # It turns if there is room. DAW-MAN-007
  step swing {
    let facing = turned(pose-of(mover), turn-by)
    if not others-at(mover, facing) and inside-table(mover, facing) { place(mover, facing) }
  }
  # It has a pivot token for this round. DAW-MAN-008
  step stand-still { give 1 pivot to mover }
}

# What a creature does in a maneuver of a bearing, as the story tells it.
define flies (way: bearing): text =
  if way is straight then "moves straight"
    else if way is bank-left then "banks left"
    else if way is bank-right then "banks right"
    else if way is turn-left then "turns left"
    else if way is turn-right then "turns right"
    else if way is wingover then "makes a wingover"
    else if way is fall-back then "falls back"
    else "pivots"

# A move along a template: a maneuver or a charge.
# DAW-PLN-009 DAW-PLN-010 DAW-PLN-011 DAW-PLN-012 DAW-PLN-013
procedure travel (mover: creature, move: maneuver) {
  var along: length
  var bend: angle
  var goal: pose
  # Where the creature ends.
  var final: pose
  var edge: pose
  var others: set of creature
  var pending: set of creature
  var first-met: creature
  var stopped: yes-no
  var part: number
  var met: set of obstacle
  # How much of the template lies behind it when it has slid back.
  var part-flown: length
  # Round tokens of walls and clouds under the way that it went, or under its base at the end: `has-crossed(here, crossed)` asks for those of a card.
  var crossed: set of burst-token
  # Whether it moves straight on past a creature, and from where: the middle of the edge that comes last.
  var goes-past: yes-no
  var onward: pose
  # Over whose bases it has moved, on whatever level, friends too: `moved-over(you, passed)` are its enemies among them. Only the way that it really went counts:
  # whoever made it slide back, or stands behind that one, was not passed; whoever it moved on past was.
  var passed: set of creature

  # The template is laid.
  step aim {
    if not can make-move(mover) { stop }
    set others to all creature c where c is not mover
    # The template of its bearing and speed lies against the front of the base. DAW-ACT-004
    set along to way-length(move)
    # DAW-ACT-004
    set bend to way-turn(move)
    # The back of the base comes to the far end of the template. DAW-ACT-005
    set goal to destination(mover, along, bend)
    set edge to edge-crossing(mover, along, bend)
  }

  # The enemies that it passes through on the ground are found. DAW-MOV-001 DAW-MOV-002 DAW-MOV-004 DAW-MOV-013
  # DAW-MOV-014 DAW-OBS-016 DAW-MOV-011 DAW-MOV-012
  step find-overrun tells if any of pending then "{mover} runs into enemies on its way" else "" {
    if play-level-of(mover) is on-ground {
      set pending to
        members e of others
          where foes(e, mover)
            and can bar-way(e, mover)
            and play-level-of(e) is on-ground
            and lies-under-template(mover, along, bend, along, template-width, e)
            and not overlaps-at(mover, goal, e)
    }
  }

  # One check for each, soldier by soldier: who rolls less than the stander stops there. DAW-MOV-005 DAW-MOV-007
  # DAW-MOV-008 DAW-MOV-009 DAW-MOV-011
  step overrun
    tells if first-met is nobody then ""
      else if stopped then "{mover} rolls less and is stopped"
      else "{mover} breaks through"
  {
    repeat count of pending times {
      let near = lowest distance(mover, e) for e in pending
      let stander = first of (members e of pending where distance(mover, e) = near)
      if first-met is nobody { set first-met to stander }
      set pending to members e of pending where e is not stander
      let mine = roll (overrun-dice-of(mover)) attack-die
      run show-attack(mover, mine)
      let theirs = roll (overrun-dice-of(stander)) attack-die
      run show-attack(stander, theirs)
      if overrun-score(mine) < overrun-score(theirs) { set stopped to yes }
    }
  }

  # The last part of the way at which the bases overlap; from there the base slides back.
  # DAW-MOV-010
  step stop-short {
    if stopped {
      set part to 24
      repeat 24 times {
        if not overlaps-at(
          mover,
          destination(mover, along * part / 24, bend * part / 24),
          first-met
        )
        { set part to part - 1 }
      }
      set along to along * part / 24
      set bend to bend * part / 24
      set goal to destination(mover, along, bend)
    }
  }

  # A creature that would overlap another slides back along the template. DAW-OVL-001 DAW-OVL-002 DAW-OVL-003
  # DAW-OVL-004 DAW-OVL-006 DAW-OVL-007 DAW-MAN-002
  step slide-back {
    set part-flown to along
    if any of (members c of others where overlaps-at(mover, goal, c)) {
      set final to slide-back(mover, along, bend, others, centred: no)
      set part-flown to travelled(mover, along, bend, final, centred: no)
    } else if bearing of move is wingover and not stopped {
      set final to turned(goal, 180 degrees)
    } else {
      set final to goal
    }
  }

  # A flyer may move on past creatures on the ground. DAW-OVL-007 DAW-OVL-008 DAW-OVL-009 DAW-OVL-011 DAW-OVL-012
  step pass-over {
    let blocked = members c of others where overlaps-at(mover, goal, c)
    let aloft = members c of others where play-level-of(c) is in-air
    let below = members c of others where play-level-of(c) is on-ground
    if any of blocked
      and play-level-of(mover) is in-air
      and none of (members c of blocked where play-level-of(c) is in-air)
    {
      let way = if along < 0 then 180 degrees else 0 degrees
      let past = turned(slide-on(mover, turned(goal, way), below, aloft, 12 inches), way)
      choose one by controller of mover "A creature on the ground is in the way" {
        "Stop in front of it" always { }
        "Move on past it" when past is not goal {
          set final to past
          set goes-past to yes
          set onward to shifted(turned(goal, way), 0 inches - base-length of mover / 2, 0 inches)
          set passed to members c of blocked where leader-of(c) is not leader-of(mover)
          set part-flown to along
          if not inside-table(mover, past) {
            place(mover, goal)
            set edge to edge-crossing(mover, if along < 0 then -12 inches else 12 inches, 0)
          }
        }
      }
      # DAW-OVL-010
      if bearing of move is wingover {
        may by controller of mover "Does {mover} turn round?" {
          set final to turned(final, 180 degrees)
        }
      }
    }
  }

  # The obstacles on the way are turned up and found, under template or base, but not those on which it lay before.
  # DAW-OBS-011 DAW-OBS-012 DAW-OBS-013 DAW-OBS-018 DAW-OBS-024
  step meet-obstacles {
    set passed to
      passed
        + members c of others
          where leader-of(c) is not leader-of(mover)
            and lies-under-template(mover, along, bend, part-flown, template-width, c)
    set crossed to
      all burst-token b
        where lies-under-template(mover, along, bend, part-flown, template-width, b)
          or overlaps-at(mover, final, b)
    for each o
      in (
        all obstacle o
          where not lies-on(mover, o)
            and (
              lies-under-template(mover, along, bend, along, template-width, o)
                or overlaps-at(mover, final, o)
            )
      )
    {
      run turn-up(o)
      if in-play(o) and obstacle-touches(o, mover) and can mind-obstacles(mover) { add o to met }
    }
  }

  # The creature is put where it ends, with all its tokens; off the table, however large that is, it has fled.
  # DAW-FLE-001 DAW-FLE-002 DAW-ACT-006 DAW-ARMY-009
  step arrive
    tells if not in-play(mover) then ""
      else "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)})"
  {
    if inside-table(mover, final) {
      place(mover, final)
      if goes-past {
        add (
          members c of others
            where leader-of(c) is not leader-of(mover)
              and template-covers(
                onward,
                distance-to-point(mover, onward),
                0 degrees,
                template-width,
                c
              )
        )
          to passed
      }
    } else {
      run leave-table(mover, edge)
    }
  }

  # A die shows the damage of each obstacle. DAW-OBS-013 DAW-OBS-014 DAW-OBS-015 DAW-OBS-017 DAW-OBS-024
  step suffer-obstacles {
    if in-play(mover) {
      for each o in met {
        let impact = roll 1 attack-die
        run show-attack(mover, impact, o)
        let shielded = if bars(o, in-air) then 0 else min(full-armor on mover, faces(impact, hit))
        run suffer(mover, faces(impact, hit) - shielded, faces(impact, critical))
        give 1 shaken-by-obstacle to mover
      }
    }
  }
}

# An adventure that lets a creature stay sets `handled` in the window of this procedure.
# DAW-FLE-001 DAW-FLE-003
procedure leave-table (leaver: creature, edge: pose) {
  # Whether it stays in the game; adventures set it.
  var handled: yes-no
  # It is told.
  step cross tells if handled then "" else "{leaver} leaves the table" { }
  # The creature is out of the game.
  step flee {
    if not handled { run defeat(leaver) }
  }
}
