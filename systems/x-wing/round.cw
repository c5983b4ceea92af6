# The course of a game.

procedure game () {
  step give-initiative {
    if initiative-holder is nobody { give 1 initiative to first of (all player) }
  }
  step place-forces {
    repeat count of (all ship) times {
      let waiting = all ship s where not placed of s
      let least = lowest turn-rank(s) for s in waiting
      let ranked = members s of waiting where turn-rank(s) = least
      choose s from ranked by controller of first of ranked "Place which ship?" {
        run equip(s)
        run deploy(s)
      }
    }
  }
  step shuffle-deck { shuffle(damage-deck) }
  step play {
    repeat round-limit times { run round() }
  }
  step time-up { }
}

# A ship's cards that change it once and for all.
procedure equip (newcomer: ship) {
  step fit { give (shields of type of newcomer) shield to newcomer }
}

# A scenario names the zone. XW-LRG-004 XW-SET-001
procedure deploy (newcomer: ship) {
  var zone: area
  step mark-zone { }
  step put-down {
    let spots = placements(newcomer, x of zone, y of zone, width of zone, length of zone, 2 inches)
    let free = members s of spots where heading-of(s) = facing of zone and free-at(newcomer, s)
    choose s from free by controller of newcomer "Place it where?" { place(newcomer, s) }
    set placed of newcomer to yes
  }
}

procedure round () {
  step begin {
    for each s in (all ship) {
      set activated of s to no
      set fought of s to no
      set rolled of s to no
      set skips-action of s to no
      set bombed of s to no
    }
  }
  # XW-CPT-007 XW-ION-001
  step planning {
    for each s in (all ship s where not ionized(s)) {
      choose m from dial of type of s by controller of s "Set the dial" secretly {
        set plan of s to m
      }
    }
  }
  # XW-CPT-002 XW-CPT-003
  step activation {
    repeat count of (all ship) times {
      let waiting = all ship s where not activated of s
      let least = lowest pilot-skill(s) for s in waiting
      let low = members s of waiting where pilot-skill(s) = least
      let most = highest turn-rank(s) for s in low
      let ranked = members s of low where turn-rank(s) = most
      choose s from ranked by controller of first of ranked "Activate which ship?" {
        set activated of s to yes
        run activate(s)
      }
    }
  }
  # XW-ION-008 XW-BMB-004
  step end-activation {
    for each m in (all mine m where fuse of m is not on-contact) { run burst(m) }
    for each s in (all ship s where large of type of s and ionized(s)) { take all ion from s }
  }
  step combat { run combat() }
  step finish { run end-phase() }
}

procedure combat () {
  # XW-CPT-005 XW-TIM-010
  step begin priority initiative-holder {
    for each s in (all ship) { set awaiting of s to yes }
  }
  # XW-CMB-001 XW-CMB-002
  step attacks {
    repeat count of (all ship) times {
      let waiting = all ship s where not fought of s
      let most = highest turn-rank(s) for s in waiting
      let ranked = members s of waiting where turn-rank(s) = most
      choose s from ranked by controller of first of ranked "Attack with which ship?" {
        set fought of s to yes
        run engage(s)
      }
    }
  }
  step finish priority initiative-holder { }
}

procedure end-phase () {
  # XW-PIL-020 XW-PIL-021
  step begin priority initiative-holder { }
  step remove-tokens {
    for each s in (all ship) {
      take all focus from s
      take all evade from s
    }
  }
  step finish priority initiative-holder { }
}

# A scenario ends the game in this window, with its own outcomes.
procedure declare-winner (winner: player) {
  step announce { give 1 victory to winner }
}
