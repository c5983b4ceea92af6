# Area attacks: cones, lines, bursts, and what they catch.

# An attack on everybody in an arc, friends too. Its text says "ground or air": then the player declares one play level, and the other is not
# touched. A text that says nothing of levels strikes both: `run cone-attack(you, FORM, both-levels: yes)`. DAW-ARE-003 DAW-ARE-006 DAW-LVL-005
procedure cone-attack (attacker: creature, form: weapon, both-levels: yes-no = no) {
  var caught: set of creature
  # Everybody in the cone is attacked, or everybody of the play level that the player picks.
  step declare-level {
    if both-levels {
      let within-reach =
        members c of (in-cone(attacker, form, in-air) + in-cone(attacker, form, on-ground))
          where levels-meet(attacker, c, form)
      if may-catch(attacker, within-reach) { set caught to within-reach }
    } else {
      choose one by controller of attacker "Attack which play level?" {
        "Air" when may-catch(attacker, in-cone(attacker, form, in-air)) {
          set caught to in-cone(attacker, form, in-air)
        }
        "Ground" when may-catch(attacker, in-cone(attacker, form, on-ground)) {
          set caught to in-cone(attacker, form, on-ground)
        }
      }
    }
  }
  # Each of them is attacked.
  step catch { run area-attack(attacker, form, caught, cone-area) }
}

# Whether an area attack may take in all of these.
define may-catch (attacker: creature, caught: set of creature): yes-no =
  none of (members c of caught where not can catch-in-area(attacker, c))

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
    set rulers to
      members r of rulers-of(attacker, form, level)
        where may-catch(attacker, on-line(attacker, form, r, level))
    for each c in all creature {
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
  step catch {
    run area-attack(attacker, form, on-line(attacker, form, first of rulers, level), line-area)
  }
}

# Ways to lay the ruler, one for each set of creatures under it: it is tried at 91 headings inside the arc, as far left and as far right as it fits there, and between. Where nobody is
# near enough, one way is like another. DAW-ARE-004
define rulers-of (attacker: creature, form: weapon, level: play-level): set of pose =
  distinct-rulers(
    ruler-options(
      attacker,
      arc-centre(attacker, form),
      arc-of(attacker, form),
      ruler-width,
      headings: if any of in-ruler-range(attacker, form, level) then 91 else 1,
      places: 3
    ),
    range-of(attacker, form) * range-band,
    ruler-width,
    in-ruler-range(attacker, form, level)
  )
# Whom a ruler laid from a creature could touch at all: a corner of it lies no farther away than its length and half of its width together.
define in-ruler-range (attacker: creature, form: weapon, level: play-level): set of creature =
  all creature c
    where leader-of(c) is not leader-of(attacker)
      and play-level-of(c) is level
      and distance(attacker, c) <= range-of(attacker, form) * range-band + ruler-width

# An attack on several creatures, one after the other; `shape` says what sort of area it is. DAW-ARE-001 DAW-ARE-002 DAW-ARE-015 DAW-ARE-017
procedure area-attack (
  attacker: creature,
  form: weapon,
  caught: set of creature,
  shape: attack-shape = other-area
)
{
  var pending: set of creature
  # The soldiers of a troop are attacked together, in one attack. DAW-TRP-042 DAW-TRP-043 DAW-TRP-044
  step sort-out {
    for each c in caught { add leader-of(c) to pending }
  }
  # The player picks the order.
  step strike-each tells if none of caught then "nobody is caught in it" else "" {
    repeat count of caught times {
      choose d from pending by controller of attacker "Attack which creature next?" {
        take d from pending
        if in-play(d) {
          let hit-soldiers = members c of caught where is-troop(d) and leader-of(c) is d
          run attack(attacker, d, form, area: yes, shape: shape, soldiers: hit-soldiers)
        }
      }
    }
  }
}

# --- Bursts

# The range to the farthest part of a token. DAW-ARE-008 DAW-ARE-009
define range-across (attacker: creature, what: burst-token): number =
  ruler-range(farthest-distance(attacker, what))
# The creatures that a burst takes in, the attacker too. DAW-ARE-010 DAW-ARE-011 DAW-LVL-005
define in-burst (what: burst-token): set of creature =
  all creature c
    where (both-levels of what or play-level-of(c) is level of what)
      and ruler-range(distance(what, c)) <= reach of what

# An attack on everybody round a token. A text that says nothing of ground or air strikes both: `run burst-attack(you, FORM, 1, both-levels: yes)`.
# DAW-ARE-007 DAW-ARE-012
procedure burst-attack (attacker: creature, form: weapon, reach: number, both-levels: yes-no = no) {
  var token: burst-token
  # The token is laid.
  step aim { set token to run lay-burst(attacker, form, reach, both-levels) }
  # Everybody near it is attacked, and it is gone.
  step blast tells "" {
    if in-play(token) {
      run go-off(token)
      remove(token)
    }
  }
}

# The token is laid by eye, on no base; only then is it measured. DAW-ARE-003 DAW-ARE-007 DAW-ARE-008 DAW-ARE-009
procedure lay-burst (
  attacker: creature,
  form: weapon,
  reach: number,
  both-levels: yes-no = no
) gives token: burst-token
{
  # The token is made ready, for one play level.
  step declare-level tells "" {
    set token to
      create (first of all template of burst-token) at pose-of(attacker) owned by owner of attacker
    set caster of token to attacker
    set form of token to form
    set reach of token to reach
    set both-levels of token to both-levels
    if not both-levels {
      choose one by controller of attacker "Attack which play level?" {
        "Air" always { set level of token to in-air }
        "Ground" always { set level of token to on-ground }
      }
    }
  }
  # It is laid somewhere near a creature.
  step lay-down tells if in-play(token) then "{attacker} lays the burst" else "" {
    choose c from everyone by controller of attacker "Near which creature is the burst?" {
      choose spot for token
        within 4 inches of c
        facing 0 degrees
        where none of (all creature d where overlaps-at(token, spot, d))
        by controller of attacker "Where exactly?"
      { place(token, spot) } else {
        remove(token)
      }
    }
  }
  # If any part of it is out of range or arc, the attack has failed.
  step measure tells if in-play(token) then "" else "it is out of reach" {
    if in-play(token)
      and (
        range-across(attacker, token) > range-of(attacker, form)
          or not wholly-in-arc(attacker, arc-centre(attacker, form), arc-of(attacker, form), token)
          or not may-catch(attacker, in-burst(token))
      )
    { remove(token) }
  }
}

# A burst lasts as long as an upgrade has duration tokens. DAW-ARE-013
procedure sustain (token: burst-token, source: upgrade) {
  # It is remembered whose it is.
  step bind { set raised-by of token to source }
}

# A burst strikes everybody near its token. DAW-ARE-010 DAW-ARE-014
procedure go-off (token: burst-token) {
  # One attack on each.
  step strike { run area-attack(caster of token, form of token, in-burst(token), burst-area) }
}

# A burst that lasts strikes in each End Phase. DAW-ARE-013 DAW-ARE-014
at end-phase.trigger-effects always {
  for each b in (all burst-token t where caster of t is not nobody) { run go-off(b) }
}

# --- Storms, walls and clouds

# A token that is no attack, such as a storm: it is laid at most so far from a creature, on no base, and stays until the last duration token of its card is gone,
# whoever has died. What it does stands in rules of the card that ask `near-token(c, here, 2)`, at range 2 of it. Nobody but the card knows it. DAW-ARE-013
procedure lay-token (layer: creature, source: upgrade, most: number) gives token: burst-token {
  # It is laid.
  step lay-down {
    set token to
      create (first of all template of burst-token) at pose-of(layer) owned by owner of layer
    set raised-by of token to source
    choose spot for token
      within (range-band * most) of layer
      facing 0 degrees
      where none of (all creature d where overlaps-at(token, spot, d))
      by controller of layer "Where is the token laid?"
    { place(token, spot) } else {
      remove(token)
    }
  }
}
# Whether a creature is at most so far from a token of a card, a troop by its nearest soldier.
define near-token (who: creature, source: upgrade, most: number): yes-no =
  any of (
    all burst-token b
      where raised-by of b is source
        and any of (members f of bases-of(leader-of(who)) where ruler-range(distance(b, f)) <= most)
  )
