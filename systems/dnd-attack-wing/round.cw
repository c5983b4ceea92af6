# The course of a game: set-up, rounds, planning, the order of creatures, the end phase.

# The whole game. DAW-SET-001
procedure game () {
  var picked: number
  var seen: number

  # The scenario sets the table. DAW-SET-007
  step establish-area { }

  # Somebody with a tie of level has initiative. DAW-SET-011 DAW-SET-012
  step confer-initiative {
    let eligible = all player p where tied(p)
    if any of eligible and any of (all player p where legion-points of p > 0) {
      run award-initiative(eligible)
    } else if any of eligible {
      set picked to random(count of eligible)
      for each p in eligible {
        add 1 to seen
        if seen = picked { give 1 initiative to p }
      }
    }
  }

  # The players lay out obstacles, if there are any. DAW-OBS-003
  step set-obstacles {
    if any of (all obstacle o where numbered of o) { run lay-obstacles() }
  }

  # The creatures are deployed, lowest level first.
  step place-forces { run deploy-all() }

  # Armor tokens are laid out. DAW-SET-021
  step prepare-armor tells "" {
    for each c in everyone { give (armor-of(c)) full-armor to c }
  }

  # The Adventure Log says what was brought. DAW-CAM-001
  step open-log { run log-use() }

  # Effect tokens lie on their cards, the green side up if they have two. DAW-SET-019 DAW-SET-020
  step prepare-effects tells "" {
    for each u in (all upgrade u where effect of u is not no-side) {
      if effect of u is red-side { give 1 red-effect to u } else { give 1 green-effect to u }
    }
  }

  # The damage deck is shuffled. DAW-SET-023
  step prepare-deck { shuffle(damage-deck) }

  # The rounds. DAW-SEQ-001 DAW-END-014 DAW-ADV-007
  step play {
    repeat round-limit times { run round() }
  }

  # Only a scenario can say what it means that nobody has won.
  step time-up { }
}

# One round. Which window the words of a card mean: "at the start of the Combat Phase" is `before round.combat`; "in the End
# Phase" is `at end-phase.trigger-effects`; "after you move" is `after activate.execute-maneuver when actor is you and in-play(you)`, after a
# charge too `after travel when mover is you and in-play(you)`; "when you attack" and "when you are attacked" are `at
# attack.modify-attack` or another step of `attack`; "after you take damage" is `after suffer when victim is you and suffered > 0`; "when you
# would be dealt a critical damage card" is `instead of deal-card.turn-up when victim is you and upward`, which leaves it face down.
# DAW-SEQ-001
procedure round () {
  # Everything of the last round is forgotten. A troop has one activation and one attack. DAW-TRP-015 DAW-TRP-025
  step begin {
    for each c in everyone {
      set activated of c to is-soldier(c)
      set fought of c to is-soldier(c)
    }
  }

  # Dials are set, one for each troop. DAW-TRP-015
  step planning { run set-dials(members c of everyone where not is-soldier(c)) }
  # Creatures move and act, lowest level first.
  step activation { run activate-all() }
  # Creatures attack, highest level first. DAW-SEQ-004 DAW-DMG-014
  step combat { run engage-all() }

  # The End Phase.
  step finish { run end-phase() }
}

# The End Phase. DAW-END-001
procedure end-phase () tells "End phase" {
  var champion: player
  var highest-fallen: number
  var heir: player
  var giver: player
  var passed: yes-no

  # Cards that act in the End Phase: creature by creature, the lowest level first. DAW-END-002 DAW-END-013
  step trigger-effects {
    for each c in (sort c in everyone by turn-rank(c)) { run end-phase-effects(c) }
  }

  # Creatures without health left are defeated, and then those whom their end has killed. DAW-END-003 DAW-END-013 DAW-END-018 DAW-END-019 DAW-DMG-013
  step remove-defeated {
    repeat count of everyone times {
      let doomed = members c of everyone where remaining-health(c) <= 0 and can be-destroyed(c)
      if none of doomed { break }
      let most = highest turn-rank(c) for c in doomed
      if champion is nobody or most > highest-fallen {
        set highest-fallen to most
        set champion to controller of first of (members c of doomed where turn-rank(c) = most)
      }
      for each c in doomed { run defeat(c) }
    }
  }

  # The tokens of the round go. DAW-AXN-011 DAW-END-007 DAW-END-008 DAW-ALT-008
  step remove-action-tokens tells "" {
    for each c in everyone {
      take all dodge from c
      take all charge from c
      take all concentrate from c
      take all target from c
      take all pivot from c
      take all no-attack from c
      take all dazed from c
      take all shaken-by-obstacle from c
    }
  }

  # Each card loses a duration token. DAW-END-009 DAW-UPG-003 DAW-END-006
  step remove-durations {
    for each u in (all upgrade u where duration on u > 0) { run lose-duration(u) }
    for each d in (all damage-card d where face-up(d) and duration on d > 0) { run ease-wound(d) }
  }

  # Cards whose last token is gone have given back their effect tokens; others may act here.
  step return-effects { }

  # The token goes to the left, to the next side. DAW-END-011 DAW-END-012 DAW-INI-005 DAW-TEAM-004
  step pass-initiative {
    if initiative-holder is not nobody {
      set giver to initiative-holder
      set heir to giver
      take all initiative from heir
      repeat 8 times {
        if not passed {
          set heir to next-player(heir)
          if tied(heir) and (heir is giver or not allied(heir, giver)) {
            give 1 initiative to heir
            set passed to yes
          }
        }
      }
    }
  }

  # Whether somebody has won. DAW-END-016
  step complete { run check-victory(champion) }
}

# What befalls one creature in the End Phase; cards act in this window. DAW-END-002 DAW-END-013
procedure end-phase-effects (sufferer: creature) {
  # The effects on this creature happen.
  step happen { }
}

# --- Whose turn it is

# Whether dials are being set.
state dials-open: yes-no per set-dials
before set-dials always { set dials-open to yes }
# The creature that moves or acts in its own turn.
state on-the-move: creature per activate
before activate always { set on-the-move to actor }
# The creature that attacks in its own turn.
state in-the-fight: creature per engage
before engage always { set in-the-fight to fighter }
# Whether a creature sets its dial, moves, acts or attacks in its own turn: "you choose its maneuver, action and attacks" is `replace controller with owner of here when
# has-effect-token(leader-of(as-creature(controlled)), here) and is-its-turn(as-creature(controlled))`. In what befalls it, its dice of defense and its wounds, its owner
# decides as ever.
define is-its-turn (who: creature): yes-no =
  dials-open or leader-of(who) is on-the-move or leader-of(who) is in-the-fight

# An upgrade loses a duration token. DAW-UPG-003
procedure lose-duration (worn: upgrade) {
  # The token goes.
  step lose { take 1 duration from worn }
}

# The same for a face-up damage card.
procedure ease-wound (wound: damage-card) {
  # The token goes.
  step lose { take 1 duration from wound }
}

# An adventure settles the matter in the window of `objectives`.
# DAW-END-017 DAW-ADV-001 DAW-ADV-006
procedure check-victory (champion: player) {
  var settled: yes-no
  # Adventures settle the matter here.
  step objectives { }
  # Whose side alone has creatures wins. DAW-TEAM-006 DAW-GEN-001 DAW-END-014 DAW-END-015 DAW-END-016 DAW-END-018
  step last-standing {
    if not settled {
      let alive = all player p where any of creatures-of(p)
      if any of alive and none of (members p of alive where not allied(p, first of alive)) {
        run declare-winner(first of alive)
      }
      if count of alive = 0 { run declare-winner(champion) }
    }
  }
}

# A scenario ends the game in this window, with its own outcomes.
procedure declare-winner (winner: player) {
  # The scenario says what a victory is.
  step announce { }
}

# A tie of levels comes back while nobody has initiative: who brought it about has it. DAW-INI-003
after creature c enters play
  when initiative-holder is nobody
    and not is-soldier(c)
    and any of (members e of foes-of(owner of c) where level-of(e) = level-of(c))
{ give 1 initiative to owner of c }
