# The course of a game.

procedure game () {
  step give-initiative {
    if initiative-holder is nobody { give 1 initiative to first of (all player) }
  }
  step place-forces { run deploy-all() }
  step shuffle-deck { shuffle(damage-deck) }
  step play {
    repeat round-limit times { run round() }
  }
  step time-up { }
}

# A ship's cards that change it once and for all.
procedure equip (newcomer: ship) {
  step fit { give (shields-of(newcomer)) shield to newcomer }
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
  # XW-ION-001
  step planning { run set-dials(all ship s where not ionized(s)) }
  step activation { run activate-all() }
  # XW-ION-008 XW-BMB-004
  step end-activation {
    for each m in (all mine m where fuse of m is not on-contact) { run burst(m) }
    for each s in (all ship s where is-large(s) and ionized(s)) { take all ion from s }
  }
  step combat { run combat() }
  step finish { run end-phase() }
}

procedure combat () {
  # XW-CPT-005 XW-TIM-010
  step begin priority initiative-holder {
    for each s in (all ship) { set awaiting of s to yes }
  }
  step attacks { run engage-all() }
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
