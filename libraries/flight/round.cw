# Deployment, planning, and the order in which craft activate and attack.

# The player goes first among equals.
token initiative on player limit 1 tells if now > was then "the initiative goes to {it}" else ""
# The player with initiative.
define initiative-holder: player = first of (all player p where initiative on p > 0)

# All players from one on, going round to the left; six can sit at a table.
define leftwards-from (one: player): set of player =
  [
    one,
    next-player(one),
    second-left(one),
    next-player(second-left(one)),
    second-left(second-left(one)),
    next-player(second-left(second-left(one)))
  ]
# The player two seats to the left.
define second-left (of-whom: player): player = next-player(next-player(of-whom))

# All craft are deployed in their order. DAW-SET-013 DAW-SET-014 STAW-SET-016 STAW-SET-017
procedure deploy-all () tells "Deployment" {
  # The players place them.
  step place-each {
    repeat count of (all craft) times {
      let waiting = all craft c where not placed of c
      let least = lowest deployment-rank(c) for c in waiting
      let ranked = members c of waiting where deployment-rank(c) = least
      choose c from ranked by controller of first of ranked "Who is placed next?" {
        run equip(c)
        run deploy(c)
      }
    }
  }
}

# A scenario names the zone in the window of `mark-zone`. DAW-SET-015 DAW-SET-016 XW-LRG-004 XW-SET-001
procedure deploy (newcomer: craft) {
  var zone: area
  # The scenario sets the zone.
  step mark-zone
  # The player picks a place. XW-RNG-004
  step put-down {
    choose s for newcomer
      inside (x of zone, y of zone, width of zone, length of zone)
      facing any
      where may-stand(newcomer, s, zone)
      by controller of newcomer "Where does {newcomer} begin?"
    { place(newcomer, s) } else {
    }
    set placed of newcomer to yes
  }
}

# Players set dials in secret, each his own. DAW-PLN-001 DAW-PLN-002 DAW-TEAM-002 DAW-INF-002 DAW-PLN-003 DAW-PLN-004 DAW-PLN-005 DAW-PLN-018 DAW-SEQ-006 XW-CPT-007
# STAW-INF-001 STAW-INF-002 STAW-SEQ-008
procedure set-dials (planners: set of craft) tells "Planning phase" {
  # One dial after the other.
  step choose {
    for each c in planners {
      choose m from dial-of(c) by controller of c "Set the dial of {c}" secretly {
        set plan of c to m
      }
    }
  }
}

# A player looks at the dials of up to so many of these craft; he alone knows what he sees (`seen-dial`). STAW-SEQ-006
procedure peek-at-dials (looker: player, most: number, among: set of craft) {
  # The player picks them.
  step look {
    choose up to (most) seen from among by looker "Look at which dials?" secretly {
      for each c in seen { set seen-dial of c to plan of c }
    }
  }
}

# All craft are activated in their order. DAW-SEQ-002 DAW-ACT-002 DAW-ACT-014 DAW-ACT-017 XW-CPT-002 XW-CPT-003
# STAW-SEQ-009 STAW-SEQ-012
procedure activate-all () tells "Activation phase" {
  # One after the other.
  step activate-each {
    repeat count of (all craft) times {
      let waiting = all craft c where not activated of c
      let least = lowest activation-rank(c) for c in waiting
      let ranked = members c of waiting where activation-rank(c) = least
      choose c from ranked by controller of first of ranked "Who is activated next?" {
        set activated of c to yes
        run activate(c)
      }
    }
  }
}

# All craft attack in their order. DAW-SEQ-002 DAW-COM-002 DAW-COM-003 DAW-COM-004 XW-CMB-001 XW-CMB-002
# STAW-SEQ-015 STAW-SEQ-017
procedure engage-all () tells "Combat phase" {
  # One after the other.
  step engage-each {
    repeat count of (all craft) times {
      let waiting = all craft c where not fought of c
      let most = highest turn-rank(c) for c in waiting
      let ranked = members c of waiting where turn-rank(c) = most
      choose c from ranked by controller of first of ranked "Who attacks next?" {
        set fought of c to yes
        run engage(c)
      }
    }
  }
}
