# Shuttlecraft: docking, exchanging cards, launching.

# Whether a shuttlecraft can dock after this maneuver: it must be able to act. STAW-SHU-006
define can-dock (mover: ship, move: maneuver): yes-no =
  is-shuttle(mover)
    and can perform(mover, dock-deed)
    and auxiliary on mover + difficulty(mover, move) <= 0
# Whether a ship has room for a shuttlecraft. STAW-CAP-002
define has-berth (mother: ship, shuttle: ship): yes-no =
  friendly(mother, shuttle)
    and is-capital(mother)
    and can touch(shuttle, mother)
    and none of docked-on(mother)

# A shuttlecraft may start the game docked. STAW-SHU-003
instead of deploy.put-down "Start docked"
  when is-shuttle(newcomer)
  choosing mother
    from (all ship s where has-berth(s, newcomer))
    by controller of newcomer "On which ship?"
  may by controller of newcomer
{
  set aboard of newcomer to mother
  set placed of newcomer to yes
}

# A shuttlecraft docks: its action. STAW-SHU-007 STAW-SHU-008 STAW-SHU-009
procedure dock (shuttle: ship, mother: ship) {
  # It leaves the table with its cards.
  step come-aboard {
    lift(shuttle)
    set aboard of shuttle to mother
    for each s in lockers-of(shuttle) { take shuttle from locks of s }
    set locks of shuttle to []
    take all evade from shuttle
    take all scan from shuttle
    take all battle-stations from shuttle
    take all auxiliary from shuttle
    take all critical-hit from shuttle
    take all fleet-action from shuttle
    set cloak of shuttle to uncloaked
    for each e in (all effect-token e on shuttle) { run end-effect(e) }
  }
  # The Capital Ship strains.
  step strain { run gain-auxiliary(mother) }
}

# Whether the cards of two ships are being held against the rules of building: then what is said on docked and disabled ones counts. That is one question, and nothing comes in its midst.
state counting-kit: yes-no

# A Capital Ship exchanges cards with the shuttlecraft that is docked on it. STAW-SHU-016 STAW-SHU-017
procedure exchange (mother: ship, shuttle: ship) {
  var going-over: set of upgrade
  var going-out: set of upgrade
  # The captains that have changed places, if any.
  var elder: captain
  var younger: captain
  # Whether both ships may have what they have now.
  var fits: yes-no
  # The player names cards on both sides.
  step name-cards {
    choose any number ups
      from gear-of(shuttle)
      by controller of mother "Which upgrades go to the Capital Ship?"
    { set going-over to ups }
    choose any number downs
      from gear-of(mother)
      by controller of mother "Which upgrades go to the shuttlecraft?"
    { set going-out to downs }
  }
  # The upgrades change places.
  step swap-upgrades {
    for each u in going-over { run hand-over(u, mother) }
    for each u in going-out { run hand-over(u, shuttle) }
  }
  # The captains may change places: each ship keeps one.
  step swap-captains {
    if captain-of(mother) is any captain and captain-of(shuttle) is any captain {
      may by controller of mother "Exchange the captains?" {
        choose c from captains-of(mother) by controller of mother "Which captain goes over?" {
          set elder to c
        }
        choose c from captains-of(shuttle) by controller of mother "Which captain comes over?" {
          set younger to c
        }
        run swap-captains(elder, younger)
      }
    }
  }
  # What breaks a rule of building is taken back. What cards ask and allow in building holds for docked and disabled cards, too.
  step check {
    set counting-kit to yes
    set fits to kit-fits(mother) and kit-fits(shuttle)
    set counting-kit to no
    if not fits {
      for each u in going-over { run hand-over(u, shuttle) }
      for each u in going-out { run hand-over(u, mother) }
      if elder is any captain { run swap-captains(elder, younger) }
    }
  }
}

# Two captains of two ships change places.
procedure swap-captains (one: captain, other: captain) {
  # Both cards are moved.
  step swap {
    let first-ship = as-ship(holder of one)
    let second-ship = as-ship(holder of other)
    move-to(one, second-ship)
    move-to(other, first-ship)
    set-owner(one, owner of second-ship)
    set-owner(other, owner of first-ship)
  }
}

# A docked shuttlecraft may be launched in the Planning Phase. STAW-SHU-018
procedure launch (shuttle: ship) {
  var mother: ship
  var side: angle
  var slide: length
  # Where a ship stands whose front edge lies on the side.
  var berth: pose
  # The player decides, and picks a side of the Capital Ship.
  step decide {
    set mother to aboard of shuttle
    choose one by controller of shuttle "Launch the shuttlecraft?" {
      "Stay aboard" always { stop }
      "Launch ahead" always { set side to 0 degrees }
      "Launch to the right" always { set side to 90 degrees }
      "Launch astern" always { set side to 180 degrees }
      "Launch to the left" always { set side to 270 degrees }
    }
  }
  # The template lies at the middle of the side, or as far to one end as it does not stick out. STAW-SHU-018
  step lay-template {
    let free-room = (base-width of mother - template-width) / 2
    choose one by controller of shuttle "Where does the template begin?" {
      "In the middle" always { set slide to 0 inches }
      "At the left end" always { set slide to 0 - free-room }
      "At the right end" always { set slide to free-room }
    }
    set berth to
      shifted(
        turned(pose-of(mother), side),
        (base-length of mother - base-length of shuttle) / 2,
        slide
      )
  }
  # The player picks a maneuver, and the shuttlecraft stands at the end of its template, on nobody. STAW-SHU-019
  # STAW-SHU-021 STAW-SHU-022 STAW-SHU-023
  step fly-out {
    choose m
      from launch-ways(shuttle, berth)
      by controller of shuttle "Along which template?" or none
    {
      place(shuttle, launch-spot(shuttle, berth, m))
      set aboard of shuttle to nobody
      set launched of shuttle to yes
      set activated of shuttle to yes
      set fought of shuttle to no
      run strain-both(shuttle, mother)
    }
  }
}

# A launch strains both ships. STAW-SHU-020
procedure strain-both (shuttle: ship, mother: ship) {
  # Each gets an Auxiliary Power Token.
  step strain {
    run gain-auxiliary(shuttle)
    run gain-auxiliary(mother)
  }
}

# Where a maneuver takes a shuttlecraft that is launched from a side.
define launch-spot (shuttle: ship, berth: pose, move: maneuver): pose =
  destination-from(shuttle, berth, reach-of(shuttle, move), way-turn-of(shuttle, move))
# The maneuvers along which it can be launched from there.
define launch-ways (shuttle: ship, berth: pose): set of maneuver =
  members m of dial-of(shuttle)
    where not is-backwards(m)
      and not base-at(shuttle, launch-spot(shuttle, berth, m))
      and inside-table(shuttle, launch-spot(shuttle, berth, m))
