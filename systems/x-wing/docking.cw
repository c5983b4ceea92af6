# Ships that ride on another ship until they are deployed. The book has none of this: our reading of the later expansions.

# Whether a ship is docked: it is off the table, does not move, act or attack, and nothing reaches it; its pilot's text is silent, its upgrades are not.
define docked (who: ship): yes-no = carrier of who is any ship
# The ships that are docked to a ship, to either section of a huge one.
define docked-on (host: ship): set of ship = all ship s where carrier of s is in halves-of(host)
forbid use-pilot when docked(who)
forbid act when docked(actor)
forbid make-attack when docked(attacker)
forbid be-hurt when docked(who)

# A ship is docked to another: "dock it to this ship" is `before game.place-forces ... { run dock(s, you) }`, before ships are placed.
procedure dock (craft: ship, host: ship) {
  # It is off the table, with what its cards give it at the start.
  step ride {
    if not placed of craft { run equip(craft) }
    set placed of craft to yes
    set carrier of craft to host
    lift(craft)
    run part(craft)
    for each l in locks-of(craft) { run drop-lock(l) }
    for each l in (all lock l on craft) { run drop-lock(l) }
    set activated of craft to yes
    set fought of craft to yes
  }
}
# A docked ship takes no part in the round, unless it is deployed.
after round.begin always {
  for each s in (all ship s where docked(s)) {
    set activated of s to yes
    set fought of s to yes
  }
}

# The section of a ship that has its front guides, or its rear ones.
define guides-of (host: ship, forward: yes-no): ship =
  if is-huge(host) and leads(host) is not forward then partner of host else host
# Where a ship begins whose maneuver leads away from the guides of another.
define undock-start (craft: ship, guides: ship, forward: yes-no): pose =
  shifted(
    turned(
      shifted(
        pose-of(guides),
        if forward then base-length of guides / 2 else base-length of guides / -2,
        0 inches
      ),
      if forward then 0 degrees else 180 degrees
    ),
    base-length of craft / -2,
    0 inches
  )
# The maneuvers of its dial with which a ship that stands there ends free of other ships.
define ways-out (craft: ship): set of maneuver =
  members m of dial-of(craft)
    where way-length(m) > 0 inches
      and (stress on craft = 0 or not can mind-red(craft) or difficulty(craft, m) <= 0)
      and not others-at(craft, destination(craft, way-length(m), way-turn(m)))

# A docked ship is deployed: it executes a maneuver of its dial, from the rear guides of its carrier or, `forward`, from the front ones, and may act; it can attack
# in this round. `done` says whether it was; where no maneuver ends free it stays docked. What a card does for it lives at `before undock` and `after undock`.
procedure undock (craft: ship, forward: yes-no = no, acts: yes-no = yes) gives done: yes-no {
  # The ship that carried it.
  var host: ship
  # The maneuver.
  var move: maneuver
  # The player picks the maneuver.
  step pick {
    set host to carrier of craft
    if host is nobody { stop }
    place(craft, undock-start(craft, guides-of(host, forward), forward))
    choose m from ways-out(craft) by controller of craft "Deploy it by which maneuver?" {
      set move to m
      set done to yes
    } else {
      lift(craft)
    }
  }
  # It leaves its carrier.
  step go {
    if not done { stop }
    set carrier of craft to nobody
    set fought of craft to no
    run execute(craft, move)
  }
  # It may act, as after any maneuver.
  step act {
    if acts and in-play(craft) and not bumped of craft and not skips-action of craft {
      run act(craft, anything)
    }
  }
}

# The carrier is destroyed: what is docked to it is deployed, without an action, and dealt a damage card face up. It is lost with a carrier that fled, or where no
# maneuver ends free. Cards that deploy it in another way act at `before bury.leave`.
at bury.leave when any of docked-on(loser) never within itself {
  for each s in docked-on(loser) {
    if not fled { run escape(s) }
    if docked(s) {
      set carrier of s to nobody
      run bury(s, fled: yes)
    }
  }
}
# One ship leaves a carrier that is destroyed.
procedure escape (craft: ship) {
  # Over the rear guides.
  step go {
    let done = run undock(craft, acts: no)
    if done and in-play(craft) { run inflict(craft, upward: yes) }
  }
}
