# The deck of damage cards.

# The deck from which damage is dealt.
deck damage-deck
# Damage cards that are done with.
deck discard-pile

# A damage card: its rules apply while it lies face up on a craft. DAW-DMG-004 DAW-DMG-005
card damage-card on craft open { active when face-up(here) and holder of here is any craft }

# The discard pile becomes the damage deck if that is empty. DAW-DMG-008 XW-DMG-003
procedure refill-damage () {
  # The cards are turned down and shuffled.
  step refill tells "" {
    if none of (all damage-card d on damage-deck) {
      for each d in (all damage-card d on discard-pile) {
        flip(d, up: no)
        move-to(d, damage-deck)
      }
      shuffle(damage-deck)
    }
  }
}

# A damage card is discarded; `done` says whether it was, so it can be a cost. With `quietly` the story tells nothing of it: what it lies on is gone as well.
procedure discard-wound (wound: damage-card, quietly: yes-no = no) gives done: yes-no {
  # The card goes to the discard pile, face up.
  step discard tells if quietly or not done then "" else "{wound} is discarded" {
    if wound is nobody { stop }
    run lay-away(wound)
    set done to yes
  }
}

# A damage card goes to the discard pile, and whoever has it discarded tells of it.
procedure lay-away (wound: damage-card) {
  # It lies there face up.
  step lay tells "" {
    move-to(wound, discard-pile)
    flip(wound, up: yes)
  }
}

# A damage card is turned; whoever has it turned tells of it.
procedure turn-wound (wound: damage-card, up: yes-no) {
  # The card is turned.
  step flip tells "" { flip(wound, up) }
}
