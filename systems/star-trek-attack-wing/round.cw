# The course of a game: set-up, rounds, the Planning Phase, victory.

# The whole game. STAW-SET-001
procedure game () {
  # Chance says who plays which faction, if the players cannot agree. STAW-SET-002
  step choose-factions {
    if factions-by-lot { run draw-factions() }
  }
  # The scenario says which advanced rules are agreed on. STAW-GEN-003
  step agree { }
  # Somebody has initiative.
  step give-initiative { run give-initiative() }
  # The players place the obstacles that they have agreed on. STAW-TER-001
  step lay-obstacles { run lay-obstacles() }
  # Who has no starting area yet chooses one.
  step choose-areas { run choose-areas() }
  # The ships are placed, lowest Captain Skill first; a mission has its own set-up. STAW-SCN-003
  step place-forces { run deploy-all() }
  # Shield Tokens are laid out.
  step raise-shields {
    for each s in (all ship) { run raise-first-shields(s) }
  }
  # The deck is shuffled, tokens are laid out. STAW-SET-021
  step prepare {
    shuffle(damage-deck)
    for each a in (all admiral a where face-up(a)) { give 1 fleet-action to a }  # STAW-SET-027
    for each c in (all captain) {
      give (missions of c) mission to c
      give (drones of c) drone to c
      give (latinum of c) latinum to c
    }
    for each a in (all admiral) {
      give (missions of a) mission to a
      give (drones of a) drone to a
    }
    for each u in (all upgrade) {
      give (missions of u) mission to u
      give (drones of u) drone to u
    }
  }
  # The rounds. STAW-SEQ-002 STAW-SEQ-041 STAW-SCN-008
  step play {
    repeat round-limit times { run round() }
  }
  # After the last round.
  step time-up { }
}

# Everybody gets the fleet of the player so many seats away, with all its cards. STAW-SET-002
procedure draw-factions () {
  # Chance says how many seats.
  step draw {
    repeat random(count of (all player)) times {
      for each s in (all ship) { set-owner(s, next-player(owner of s)) }
      for each c in (all captain) { set-owner(c, next-player(owner of c)) }
      for each a in (all admiral) { set-owner(a, next-player(owner of a)) }
      for each u in (all upgrade) { set-owner(u, next-player(owner of u)) }
      for each t in (all squadron-token) { set-owner(t, next-player(owner of t)) }
      for each r in (all resource) { set-owner(r, next-player(owner of r)) }
    }
  }
}

# Somebody gets the Initiative Token. STAW-SET-026 STAW-ARM-012 STAW-ARM-013 STAW-SCN-012
procedure give-initiative () {
  var eligible: set of player
  # The lowest total of squadron points, if there is squad building. STAW-GEN-003
  step reckon {
    if squad-building is in agreed {
      let least = lowest side-price(p) for p in (all player)
      set eligible to all player p where side-price(p) = least
    } else {
      set eligible to all player
    }
  }
  # Dice or chance decide between equals.
  step decide {
    if initiative-holder is any player { stop }
    if count of eligible = 2 and not (squad-building is in agreed) {
      run roll-for-initiative(first of eligible, next-player(first of eligible))
    } else if count of eligible = 1 {
      give 1 initiative to first of eligible
    } else {
      let lucky = random of eligible
      give 1 initiative to lucky
    }
  }
}

# One player rolls five attack dice, the other five defense dice. STAW-TIM-001
procedure roll-for-initiative (one: player, other: player) {
  var settled: yes-no
  # Who has more Battle Stations.
  var better: player
  # The more Battle Stations win; a tie is rolled again.
  step roll {
    repeat 20 times {
      if not settled {
        set better to run roll-off(one, other)
        if better is any player {
          give 1 initiative to better
          set settled to yes
        }
      }
    }
  }
  # Twenty ties are enough.
  step tie {
    if not settled { give 1 initiative to one }
  }
}

# One roll of both; nobody has more, if they tie. STAW-TIM-001
procedure roll-off (one: player, other: player) gives better: player {
  # The dice.
  var red-roll: pool
  # The dice of the other player.
  var green-roll: pool
  # The attack dice.
  step red tells "initiative roll of {one}: {red-roll}" { set red-roll to roll 5 attack-die }
  # The defense dice.
  step green tells "initiative roll of {other}: {green-roll}" {
    set green-roll to roll 5 defense-die
  }
  # Battle Stations count.
  step compare tells if better is any player then "" else "it is a tie" {
    if battle in red-roll > battle in green-roll { set better to one }
    if battle in green-roll > battle in red-roll { set better to other }
  }
}

# Each player in turn places one obstacle, from the holder of initiative. STAW-TER-004 STAW-TER-005
procedure lay-obstacles () {
  var layer: player
  # One after the other.
  step place-each {
    set layer to initiative-holder
    for each o in (all obstacle o where loose of o) {
      choose spot for o
        inside (
          8.001 inches,
          8.001 inches,
          table-width() - 16.002 inches,
          table-length() - 16.002 inches
        )
        facing any
        where none of (all obstacle n where n is not o and overlaps-at(o, spot, n))
        by layer "Place the obstacle where?"
      {
        place(o, spot)
        set loose of o to no
      } else {
      }
      set layer to next-player(layer)
    }
  }
}

# Players without a starting area choose one, the holder of initiative last. STAW-TER-006
procedure choose-areas () {
  # One after the other.
  step choose-each {
    for each p in (sort q in all player by -seat(q)) {
      if width of start-area of p = 0 {
        choose a
          from (all area a where none of (all player q where start-area of q is a))
          by p "Start in which area?"
        { set start-area of p to a }
      }
    }
  }
}

# STAW-SET-011 STAW-SET-012 STAW-SET-013 STAW-SET-014 STAW-SET-015
at deploy.mark-zone always { set zone to start-area of owner of newcomer }

# As many Shield Tokens as the Shield Value, all active. STAW-SET-019
procedure raise-first-shields (newcomer: ship) {
  # A squadron has the token beside it that reads START. STAW-SQN-017 STAW-INF-011
  step lay-token {
    set aside of newcomer to first of (all squadron-token t on newcomer where starts of t)
  }
  # The tokens are laid out.
  step lay-shields { give (shields-of(newcomer)) shield to newcomer }
}

# Whether what can be used at any time is used now. STAW-TIM-011
offer any-time (user: player) asks "{user}: use something at this moment?"

# A gap between phases, or the opening of a step: the holder of initiative uses first all that he wants. STAW-TIM-002
# STAW-TIM-005 STAW-TIM-011
procedure interval () {
  # One player after the other.
  step use {
    for each p in (sort q in all player by seat(q)) { offer any-time(p) to p at most 4 times }
  }
}

# One round. Which window the words of a card mean: "at the start of the Combat Phase" is `at combat.begin`; "in the End Phase" is
# `at end-phase.resolve-effects`; "after you move" is `after execute when mover is you and in-play(you)`; "when attacking" and "when
# defending" are `at attack.modify-attack` or another step of `attack`; "after you suffer damage" is `after suffer when victim is you and
# suffered > 0`; "when you would be dealt a critical damage card" is `at deal-card.inspect when victim is you and upward`, "instead of being
# dealt face up" is `instead of deal-card.turn-up when victim is you and upward`. STAW-SEQ-001
procedure round () {
  # Each ship moves once, attacks once, may be launched; what else it did in the last round is forgotten with that.
  step begin {
    for each s in (all ship) { run forget(s) }
    run interval()
  }
  # The Planning Phase.
  step plan { run planning() }
  # The Activation Phase. STAW-SEQ-007
  step act {
    run interval()
    run activation()
  }
  # The Combat Phase.
  step fight {
    run interval()
    run combat()
  }
  # The End Phase.
  step tidy {
    run interval()
    run end-phase()
  }
}

# What a ship has still to do in a round. A document may begin in the midst of one, and give what is done; so this belongs to no run.
procedure forget (who: ship) {
  # One that is not on the table neither moves nor attacks.
  step clear {
    set activated of who to not at-large(who)
    set fought of who to not at-large(who)
    set attacked of who to no
    set launched of who to no
  }
}

# The Planning Phase. STAW-SEQ-003
procedure planning () {
  # What can be used at the start of the phase, and shuttlecraft that are launched. STAW-TIM-010 STAW-SHU-018
  step begin {
    for each s in (sort t in (all ship t where not at-large(t)) by activation-rank(t)) {
      run launch(s)
    }
  }
  # Every ship gets a dial, lowest Captain Skill first. STAW-SEQ-004 STAW-SEQ-005 STAW-SEQ-006 STAW-MOV-023
  # STAW-INF-001 STAW-INF-002 STAW-INF-003 STAW-TEAM-003 STAW-TEAM-009
  step set-dials {
    run set-dials(sort s in (members t of fleets where not launched of t) by activation-rank(s))
  }
  # What can be used after all dials are set.
  step finish
}

# The Activation Phase.
procedure activation () {
  # What can be used at the start of the phase.
  step begin
  # One ship after the other, lowest Captain Skill first.
  step activate { run activate-all() }
}

# The Combat Phase. STAW-SEQ-022
procedure combat () {
  # From here on all effects are Combat Effects. STAW-TIM-013
  step open { set phase-of-combat to yes }
  # What can be used at the start of the phase.
  step begin
  # One ship after the other, highest Captain Skill first.
  step attack { run engage-all() }
  # The phase is over, before what comes between phases.
  step finish { set phase-of-combat to no }
}

# --- Victory

# Whether the last one with ships wins. STAW-SEQ-046 STAW-SCN-006 STAW-SCN-007
permission win-by-elimination (victor: player)

# Whether a player has ships that are not destroyed.
define survives (p: player): yes-no = any of (all ship s where owner of s is p and not doomed of s)
# Whether a player's side has ships that are not destroyed. STAW-TEAM-007
define side-survives (p: player): yes-no = any of (all player q where allies(q, p) and survives(q))

# Looks whether one side alone is left. STAW-GEN-001 STAW-SEQ-042 STAW-SEQ-043
procedure settle-battle () {
  var alive: set of player
  # Who waits for his last attack has still to be heard; a mission may have other aims. STAW-SCN-006 STAW-SCN-007
  # STAW-SEQ-044 STAW-SEQ-046
  step look {
    set alive to all player p where side-survives(p)
    if any of alive {
      let first-one = first of alive
      if none of (members p of alive where not allies(p, first-one))
        and none of (all ship s where doomed of s and not allies(owner of s, first-one))
        and can win-by-elimination(first-one)
      { run declare-winner(first-one) }
      if none of (all ship s where doomed of s) and none of reacting {
        set contenders to []
        set avenger to nobody
      }
    }
  }
  # All are gone at once: the ability that did it wins, or else the holder of initiative. STAW-SEQ-044 STAW-SEQ-045
  step draw {
    if none of alive and none of (all ship) {
      if avenger is any player {
        run declare-winner(avenger)
      } else {
        run declare-winner(first of (sort p in contenders by seat(p)))
      }
    }
  }
}

# A scenario ends the game in this window, with its own outcomes. STAW-TEAM-007
procedure declare-winner (winner: player) {
  # The whole team has won.
  step announce {
    for each p in (all player p where allies(p, winner)) { give 1 victory to p }
  }
}
