# The course of a game.

# The whole game.
procedure game () {
  # Somebody has initiative.
  step give-initiative {
    if initiative-holder is nobody { give 1 initiative to first of (all player) }
  }
  # Obstacles are laid out.
  step place-obstacles { run place-obstacles() }
  # The ships are deployed, lowest pilot skill first.
  step place-forces { run deploy-all() }
  # The damage deck is shuffled.
  step shuffle-deck { shuffle(damage-deck) }
  # The rounds.
  step play {
    repeat round-limit times { run round() }
  }
  # After the last round.
  step time-up { }
}

# A ship's cards that change it once and for all.
procedure equip (newcomer: ship) {
  # Shields are laid out; cards that change the ship for the whole game act here.
  step fit {
    give (shields-of(newcomer)) shield to newcomer
    if start-energy(newcomer) > 0 { run gain-energy(newcomer, start-energy(newcomer)) }
  }
}

# One round. Which window the words of a card mean: "at the start of the Combat phase" is `at combat.begin`, "at the start of the End
# phase" is `at end-phase.begin`; "after you execute a maneuver" is `at execute.executed when mover is you`; "when attacking" and "when
# defending" are `at attack.modify-attack` or another step of `attack`; "after you suffer damage" is `after suffer when victim is you and suffered >
# 0`; "when you would be dealt a faceup damage card" is `at deal-card.inspect when victim is you and upward`, "dealt facedown instead" is
# `instead of deal-card.turn-up when victim is you and upward`.
procedure round () {
  # Everything of the last round is forgotten.
  step begin {
    for each s in (all ship) {
      set activated of s to no
      set fought of s to no
      set rolled of s to no
      set shots of s to 0
      set flown-move of s to first of (all maneuver where no)
      set skips-action of s to no
      set bombed of s to no
      set dragged of s to no
      if ionized(s) { set plan of s to first of (all maneuver where no) }
      if derelict of s or not leads(s) {
        set activated of s to yes
        set fought of s to yes
      }
    }
  }
  # Dials are set. XW-ION-001
  step planning { run set-dials(dial-bearers) }
  # Ships move and act, lowest pilot skill first.
  step activation { run activate-all() }
  # Bombs go off; ion tokens go from large and huge ships. XW-ION-008 XW-BMB-004 XW-HUG-073 XW-HUG-094 XW-BMB-007
  step end-activation {
    for each m in (all mine m where fuse of m is not on-contact) { run burst(m) }
    for each s in (all ship s where (is-large(s) and ionized(s)) or is-huge(s)) {
      take all ion from s
    }
  }
  # The Combat phase.
  step combat { run combat() }
  # The End phase.
  step finish { run end-phase() }
}

# The Combat phase.
procedure combat () {
  # Cards that act at the start of the Combat phase. XW-CPT-005 XW-TIM-010
  step begin {
    for each s in (all ship) { set awaiting of s to yes }
  }
  # Ships attack, highest pilot skill first.
  step attacks { run engage-all() }
  # Cards that act at the end of the Combat phase.
  step finish { }
}

# The End phase.
procedure end-phase () tells "End phase" {
  # Cards that act at the start of the End phase. XW-PIL-020 XW-PIL-021
  step begin { }
  # Focus, evade and weapons disabled tokens go; cloak tokens and all others stay. XW-CLK-005
  step remove-tokens tells "" {
    for each s in (all ship) {
      if can clear-token(s, focus-deed) { take all focus from s }
      if can clear-token(s, evade-deed) { take all evade from s }
      take all reinforce from s
      take all weapons-disabled from s
      take all jam-token from s
      if can clear-token(s, tractor-deed) { take all tractor from s }
    }
  }
  # Cards that act at the end of the End phase.
  step finish { }
}

# The winner's ships are all about to be removed: the win is a modified one. XW-PIL-028
state modified-win: yes-no
# By how many points a modified win counts, for both players.
state margin: number

# A scenario ends the game in this window, with its own outcomes.
procedure declare-winner (winner: player) {
  # A win with nothing but doomed ships counts otherwise in a tournament. XW-PIL-028
  step weigh {
    if none of (members s of fleet(winner) where not doomed(s)) {
      set modified-win to yes
      set margin to squad-limit(winner)
    }
  }
  # The scenario says what a victory is.
  step announce { give 1 victory to winner }
}
