# The deck of damage cards.

deck damage-deck
deck discard-pile

# DAW-DMG-004 DAW-DMG-005
card damage-card on craft {
  active when face-up(here)
    and holder of here is not damage-deck
    and holder of here is not discard-pile
}

# DAW-DMG-008 XW-DMG-003
procedure refill-damage () {
  step refill {
    if none of (all damage-card d on damage-deck) {
      for each d in (all damage-card d on discard-pile) {
        flip(d, up: no)
        move-to(d, damage-deck)
      }
      shuffle(damage-deck)
    }
  }
}

procedure discard-wound (wound: damage-card) {
  step discard {
    flip(wound, up: yes)
    move-to(wound, discard-pile)
  }
}
