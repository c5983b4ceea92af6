# Bombs: where they are dropped, what sets them off, what they do.

# The mines on the way of a maneuver go off. XW-UPG-052 XW-UPG-054 XW-UPG-055
procedure trip-mines (mover: ship, final: pose, along: length, bend: angle) {
  var struck: set of mine
  # The mines under the template and the ship are found. XW-BMB-007
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (
            overlaps-at(mover, final, m)
              or lies-under-template(mover, along, bend, along, template-width, m)
          )
  }
  # Each goes off.
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

# The same for a roll to one side, whose template begins at `base` and is laid like a ruler.
procedure trip-aside (mover: ship, final: pose, base: pose, reach: length, edge: length) {
  var struck: set of mine
  # The mines under the template and the ship are found. XW-BMB-007
  step find {
    set struck to
      all mine m
        where fuse of m is on-contact
          and (overlaps-at(mover, final, m) or ruler-touches(base, reach, edge, m))
  }
  # Each goes off.
  step explode {
    for each m in struck { run explode(m, mover) }
  }
}

# A mine goes off under a ship. XW-UPG-055
procedure explode (bomb: mine, victim: ship) {
  # Only this ship suffers.
  step burst { run detonate(bomb, [victim]) }
}

# A bomb goes off at its time: every ship at range 1 suffers, of a huge ship one section. XW-BMB-004 XW-HUG-055
procedure burst (bomb: mine) {
  # Everybody at range 1.
  step burst { run detonate(bomb, near(bomb, 1)) }
}

# The ships at most so far from a bomb, an obstacle or anything else on the table, friend and foe, a huge ship once: "each ship at range 1 of the
# obstacle". `near(bomb, 1) - [you]` leaves one out. XW-HUG-099
define near (what: thing, most: number): set of ship =
  all ship s
    where leads(s)
      and not derelict of s
      and any of (members h of halves-of(s) where band(distance(what, h)) <= most)

# A bomb goes off, whatever set it off. XW-BMB-007
procedure detonate (bomb: mine, victims: set of ship) {
  # Whether it does not go off after all, and stays; cards set it at `begin`.
  var dud: yes-no
  # Cards that keep it from going off act here.
  step begin { }
  # Ship after ship; of a huge ship the section that its opponent picks. XW-HUG-055 XW-HUG-056
  step blast {
    if not dud {
      for each s in victims {
        if fuse of bomb is on-contact {
          run blast(bomb, s)
        } else {
          let half =
            run pick-section(s, members h of halves-of(s) where band(distance(bomb, h)) <= 1)
          if half is any ship { run blast(bomb, half) }
        }
      }
    }
  }
  # The token is removed; "before a bomb token is removed" is `before detonate.clear when not dud`.
  step clear {
    if not dud { remove(bomb) }
  }
}

# What a bomb does to one ship: attack dice, if it has any, else a charge 1 damage and a bomb a damage card face up. A bomb with an effect of its own says
# so in the rules of its token: `instead of blast.hurt when bomb is here { give 2 ion to victim }`. XW-DMG-001 XW-DMG-002 XW-DMG-003
procedure blast (bomb: mine, victim: ship) {
  # The dice of a bomb that rolls; each hit and critical hit is damage.
  var blast-pool: pool
  # The dice are rolled; cards that change them act after this. XW-UPG-052
  step roll {
    # Asked here, so that a bomb with an effect of its own, which replaces `hurt`, spares this ship, too.
    if not can feel-blast(victim, bomb) { stop }
    if dice of bomb > 0 {
      set blast-pool to roll (dice of bomb) attack-die
      run show-attack(victim, blast-pool, bomb)
    }
  }
  # The ship suffers.
  step hurt {
    if dice of bomb > 0 {
      run suffer(victim, faces(blast-pool, hit), faces(blast-pool, critical))
    } else if fuse of bomb is charge-fuse {
      run suffer(victim, 1)
    } else if fuse of bomb is bomb-fuse {
      run inflict(victim, upward: yes)
    }
  }
}
# Whether a bomb does anything to a ship.
permission feel-blast (victim: ship, bomb: mine)

# Along which templates a ship can drop a bomb: from its rear guides, or `forward` from the front ones. "You may use the straight template of speed 3" is
# `replace can-drop-along with yes when dropper is you and way is white-straight-3 and not forward`. A bomb with the header "Action:" is one whose fuse is
# `on-contact`. XW-BMB-002
value can-drop-along (
  dropper: ship,
  way: maneuver,
  forward: yes-no,
  kind: template of mine
): yes-no =
  way is white-straight-1 and not forward
# The templates along which it can drop such a bomb to one side.
define ways-to-drop (dropper: ship, forward: yes-no, kind: template of mine): set of maneuver =
  all maneuver m where can-drop-along(dropper, m, forward, kind)
# Along which templates a ship can launch a bomb from its front guides, which drops none: "you may launch bombs along the straight template of speed 5" is
# `replace can-launch-along with yes when dropper is you and way is white-straight-5`. Our reading.
value can-launch-along (dropper: ship, way: maneuver, kind: template of mine): yes-no = no
# The templates along which it can launch such a bomb.
define ways-to-launch (dropper: ship, kind: template of mine): set of maneuver =
  all maneuver m where can-launch-along(dropper, m, kind)
# Where a bomb that is so large lies then.
define drop-spot (dropper: ship, way: maneuver, forward: yes-no, reach: length): pose =
  if not forward and way-turn(way) = 0 degrees then behind(dropper, way-length(way) + reach)
    else shifted(
      template-end(
        turned(
          shifted(
            pose-of(dropper),
            if forward then base-length of dropper / 2 else base-length of dropper / -2,
            0 inches
          ),
          if forward then 0 degrees else 180 degrees
        ),
        way-length(way),
        way-turn(way)
      ),
      reach,
      0 inches
    )

# How a drop comes about: in an action of the ship, after it has revealed its dial and before it moves, or in another way.
word drop-cause { otherwise on-reveal in-action }
# A ship drops or launches a bomb: run this with the id of a mine. `bomb` is the token, `cause` says how it came about: "when you drop a bomb after revealing
# your dial" is `when dropper is you and cause is on-reveal and not launched`. XW-BMB-002 XW-BMB-009 XW-BMB-010 XW-BMB-003 XW-BMB-005
# XW-BMB-006 XW-UPG-053 XW-UPG-056
procedure drop (dropper: ship, kind: template of mine) gives bomb: mine {
  # Whether it comes from the front guides.
  var forward: yes-no
  # Whether it is launched, and so not dropped.
  var launched: yes-no
  # How it comes about.
  var cause: drop-cause
  # The tokens beside the first one.
  var others: set of mine
  # The player picks the guides, where there is a choice.
  step aim {
    choose one by controller of dropper "From which guides?" {
      "Rear" when any of ways-to-drop(dropper, forward: no, kind) { }
      "Front" when any of ways-to-drop(dropper, forward: yes, kind) { set forward to yes }
      "Launch it" when any of ways-to-launch(dropper, kind) {
        set forward to yes
        set launched to yes
      }
    }
  }
  # The player picks the template, where there is a choice, and the bomb is laid out; of several tokens the first. A card may replace this step: it sets `bomb`.
  step put {
    choose m
      from (
        if launched then ways-to-launch(dropper, kind) else ways-to-drop(dropper, forward, kind)
      )
      by controller of dropper "Along which template?"
    {
      set bomb to
        create kind at drop-spot(dropper, m, forward, radius of kind) owned by owner of dropper
    }
  }
  # Its other tokens lie beside it.
  step beside {
    if bomb is any mine { set others to run lay-others(bomb) }
  }
  # One bomb in a round.
  step note { set bombed of dropper to yes }
  # A mine that is dropped on a ship goes off at once.
  step under-a-ship {
    if fuse of kind is on-contact {
      for each b in [bomb] + others {
        choose s
          from (all ship s where lies-over(s, b))
          by controller of dropper "Which ship suffers?"
        { run explode(b, s) }
      }
    }
  }
}
before drop during activate as turn when actor of turn is dropper and shown of turn {
  set cause to on-reveal
}
before drop during act as doing when actor of doing is dropper { set cause to in-action }
# The other tokens of a bomb of several are laid beside the first: to its right and left, as it faces.
procedure lay-others (bomb: mine) gives others: set of mine {
  # How many lie already.
  var beside: number
  # One after the other.
  step lay {
    repeat tokens of bomb - 1 times {
      add 1 to beside
      let extra =
        create (template of bomb) at shifted(
          pose-of(bomb),
          0 inches,
          radius of bomb * (if remainder(beside, 2) = 1 then beside + 1 else 0 - beside)
        ) owned by owner of bomb
      add extra to others
    }
  }
}
# How far from the middle of the first token the middles of the others lie.
define spread (bomb: mine): length =
  radius of bomb * (tokens of bomb - remainder(tokens of bomb, 2))
# A bomb is laid anywhere touching a ship, in place of where the template leads: `instead of drop.put "..." when dropper is you and ... may { set bomb to run
# lay-touching(you, kind) }`. Of several tokens the first touches it, and none lies under the ship.
procedure lay-touching (dropper: ship, kind: template of mine) gives bomb: mine {
  # The player picks the place; where there is none, it lies behind the ship.
  step lay {
    set bomb to
      create kind at drop-spot(
        dropper,
        white-straight-1,
        forward: no,
        radius of kind
      ) owned by owner of dropper
    choose spot for bomb
      within 0.05 inches of dropper
      facing any
      where not overlaps-at(bomb, spot, dropper)
        and not overlaps-at(bomb, shifted(spot, 0 inches, spread(bomb)), dropper)
        and not overlaps-at(bomb, shifted(spot, 0 inches, 0 inches - spread(bomb)), dropper)
      by controller of dropper "Where?"
    { place(bomb, spot) } else {
    }
  }
}
# The bomb upgrades of a ship that hold a token to drop.
define bomb-cards (who: ship): set of upgrade =
  all upgrade u on who where slot of u is bomb and any of drops of u
# Those of them without the header "Action:".
define charge-cards (who: ship): set of upgrade =
  members u of bomb-cards(who) where fuse of first of drops of u is not on-contact
# A ship drops the bomb of an upgrade that it discards for that: "discard 1 of your bomb upgrades to drop its token" is `run drop-from(you, u)`, with a card of
# `charge-cards(you)`, or of `bomb-cards(you)` where bombs with the header "Action:" are meant, too.
procedure drop-from (dropper: ship, what: upgrade) {
  # What it holds.
  var kind: template of mine
  # Whether the card was discarded, or what a rule puts in its place.
  var paid: yes-no
  # The card goes.
  step discard {
    set kind to first of drops of what
    set paid to run discard-upgrade(what)
  }
  # The bomb falls.
  step fall {
    if paid { run drop(dropper, kind) }
  }
}
