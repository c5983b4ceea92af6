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
  }
  # The Capital Ship strains.
  step strain { run gain-stress(mother) }
}

# A Capital Ship exchanges cards with the shuttlecraft that is docked on it. STAW-SHU-016 STAW-SHU-017
procedure exchange (mother: ship, shuttle: ship) {
  var going-over: set of upgrade
  var going-out: set of upgrade
  # The player names cards on both sides.
  step name-cards {
    choose any number ups
      from (all upgrade u on shuttle)
      by controller of mother "Which upgrades go to the Capital Ship?"
    { set going-over to ups }
    choose any number downs
      from (all upgrade u on mother)
      by controller of mother "Which upgrades go to the shuttlecraft?"
    { set going-out to downs }
  }
  # The upgrades change places.
  step swap-upgrades {
    for each u in going-over { move-to(u, mother) }
    for each u in going-out { move-to(u, shuttle) }
  }
  # The captains may change places: each ship keeps one.
  step swap-captains {
    if captain-of(mother) is any captain and captain-of(shuttle) is any captain {
      may by controller of mother "Exchange the captains?" { run swap-captains(mother, shuttle) }
    }
  }
  # What breaks a rule of building is taken back.
  step check {
    if not kit-fits(mother) or not kit-fits(shuttle) {
      for each u in going-over { move-to(u, shuttle) }
      for each u in going-out { move-to(u, mother) }
      if not kit-fits(mother) or not kit-fits(shuttle) { run swap-captains(mother, shuttle) }
    }
  }
}

# The captains of two ships change places.
procedure swap-captains (mother: ship, shuttle: ship) {
  # Both cards are moved.
  step swap {
    let elder = captain-of(mother)
    let younger = captain-of(shuttle)
    move-to(elder, shuttle)
    move-to(younger, mother)
  }
}

# A docked shuttlecraft may be launched in the Planning Phase. STAW-SHU-018 STAW-SHU-019 STAW-SHU-020 STAW-SHU-021
# STAW-SHU-022 STAW-SHU-023
procedure launch (shuttle: ship) {
  var mother: ship
  var side: angle
  # The player decides, and picks a side.
  step decide {
    set mother to aboard of shuttle
    choose one by controller of shuttle "Launch the shuttlecraft?" {
      "Stay aboard" always { stop }
      "Launch ahead" when any of launch-ways(shuttle, mother, 0) { }
      "Launch to the right" when any of launch-ways(shuttle, mother, 90 degrees) {
        set side to 90 degrees
      }
      "Launch astern" when any of launch-ways(shuttle, mother, 180 degrees) {
        set side to 180 degrees
      }
      "Launch to the left" when any of launch-ways(shuttle, mother, 270 degrees) {
        set side to 270 degrees
      }
    }
  }
  # The player picks a maneuver, and the shuttlecraft is placed.
  step fly-out {
    choose m
      from launch-ways(shuttle, mother, side)
      by controller of shuttle "Along which template?"
    {
      place(shuttle, launch-spot(shuttle, mother, side, m))
      set aboard of shuttle to nobody
      set launched of shuttle to yes
      set activated of shuttle to yes
      set fought of shuttle to no
    }
  }
  # Both ships strain.
  step strain {
    run gain-stress(shuttle)
    run gain-stress(mother)
  }
}

# Where a template leads from a side of a Capital Ship.
define launch-spot (shuttle: ship, mother: ship, side: angle, move: maneuver): pose =
  turned(pose-of(mother), side)
# The maneuvers along which a shuttlecraft can be launched from a side.
define launch-ways (shuttle: ship, mother: ship, side: angle): set of maneuver =
  members m of dial-of(shuttle)
    where not base-at(shuttle, launch-spot(shuttle, mother, side, m))
      and inside-table(shuttle, launch-spot(shuttle, mother, side, m))
