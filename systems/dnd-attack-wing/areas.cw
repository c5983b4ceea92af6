# Area attacks: cones, lines, bursts, and what they catch.

# An attack on everybody in an arc, on one play level. DAW-ARE-003 DAW-ARE-006 DAW-LVL-005
procedure cone-attack (attacker: creature, form: weapon) {
  var level: play-level
  # The player picks the play level.
  step declare-level {
    choose one by controller of attacker "Attack which play level?" {
      "Air" always { set level to in-air }
      "Ground" always { set level to on-ground }
    }
  }
  # Everybody in the cone is attacked.
  step catch { run area-attack(attacker, form, in-cone(attacker, form, level)) }
}

# An attack on everybody under the ruler, on one play level. DAW-ARE-003 DAW-ARE-004 DAW-ARE-005 DAW-LVL-005
procedure line-attack (attacker: creature, form: weapon) {
  var level: play-level
  # Ways to lay the ruler that are still possible, one for each set of creatures that a ruler can touch.
  var rulers: set of pose
  # The player picks the play level.
  step declare-level {
    choose one by controller of attacker "Attack which play level?" {
      "Air" always { set level to in-air }
      "Ground" always { set level to on-ground }
    }
  }
  # The ruler is shifted until the player is satisfied: he says which creatures it touches, as far as that is open.
  step lay-ruler {
    set rulers to run try-rulers(attacker, form, level)
    for each c in (all creature c where c is not attacker) {
      let with-it = members r of rulers where lies-under(attacker, c, form, r, level)
      let without = members r of rulers where not lies-under(attacker, c, form, r, level)
      if any of with-it and any of without {
        set rulers to without
        choose aim from [c] by controller of attacker "Shall the ruler touch it?" or none {
          set rulers to with-it
        }
      }
    }
  }
  # Everybody under it is attacked.
  step catch { run area-attack(attacker, form, on-line(attacker, form, first of rulers, level)) }
}

# The ruler is tried at every degree inside the arc, as far left and as far right as it fits there, and between: one
# way is kept for each set of creatures under it. DAW-ARE-004
procedure try-rulers (attacker: creature, form: weapon, level: play-level) gives rulers: set of pose
{
  var bit: number
  var turn: angle
  # What was found already, as sums of the creatures' numbers.
  var seen: set of number

  # Each creature has a number of its own: 1, 2, 4, 8 and so on.
  step number-creatures {
    set bit to 1
    for each c in everyone {
      set line-bit of c to bit
      set bit to bit * 2
    }
  }

  # Degree by degree.
  step turn-ruler {
    set turn to width of arc of form / -2
    repeat 91 times {
      let least = leftmost-start(attacker, form, turn)
      let most = rightmost-start(attacker, form, turn)
      if least <= most {
        for each aside in [least, (least + most) / 2, most] {
          let ruler = ruler-at(attacker, form, aside, turn)
          let mark-of-set = sum of line-bit of c for c in on-line(attacker, form, ruler, level)
          if not (mark-of-set is in seen) {
            add mark-of-set to seen
            set rulers to rulers + [ruler]
          }
        }
      }
      set turn to turn + width of arc of form / 90
    }
  }
}

# An attack on several creatures, one after the other. DAW-ARE-001 DAW-ARE-002 DAW-ARE-015 DAW-ARE-017
procedure area-attack (attacker: creature, form: weapon, caught: set of creature) {
  var pending: set of creature
  # The player picks the order.
  step strike-each {
    set pending to caught
    repeat count of caught times {
      choose d from pending by controller of attacker "Attack which creature next?" {
        set pending to members c of pending where c is not d
        if in-play(d) { run attack(attacker, d, form, area: yes) }
      }
    }
  }
}
