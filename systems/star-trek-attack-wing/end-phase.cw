# The End Phase, time, and what ends in it.

# In which order ships do what is due in the End Phase, lowest Captain Skill first. STAW-SEQ-024 STAW-SEQ-025
define end-order: set of ship = sort s in fleets by activation-rank(s)

# The End Phase. STAW-SEQ-026
procedure end-phase () tells "End phase" {
  # The phase begins: cards that name the End Phase and use what goes in it, a token beside a ship or a red Cloak, or that keep it. STAW-TIM-010
  step begin
  # Cloak Tokens are removed or kept.
  step drop-cloaks {
    for each s in end-order {
      if is-cloaked(s) { run keep-cloak(s) }
    }
  }
  # Disabled Shields are enabled.
  step enable-shields {
    for each s in end-order {
      if disabled-shield on s > 0 and can raise-shields(s) { run offer-shields(s) }
    }
  }
  # Scan, Evade and Battle Stations Tokens go; all others stay. STAW-SEQ-034 STAW-SEQ-035 STAW-SEQ-036 STAW-ACT-014
  step remove-tokens tells "" {
    for each s in (all ship) {
      if can lose-tokens(s, evade-deed) { take all evade from s }
      if can lose-tokens(s, scan-deed) { take all scan from s }
      if can lose-tokens(s, battle-deed) { take all battle-stations from s }
    }
  }
  # Cards and missions that name the End Phase. STAW-SEQ-037
  step resolve-effects
  # Each upgrade loses a Time Token. STAW-SEQ-038
  step tick {
    for each u in (all upgrade u where time on u > 0) { take 1 time from u }
    for each c in (all captain c where time on c > 0) { take 1 time from c }
    for each a in (all admiral a where time on a > 0) { take 1 time from a }
    for each s in (all ship s where time on s > 0) { take 1 time from s }
  }
  # Fleet Action Tokens go back to their admirals. STAW-SEQ-039
  step return-orders tells "" {
    for each s in (all ship s where fleet-action on s > 0) { take all fleet-action from s }
    for each a in (all admiral a where face-up(a)) { give 1 fleet-action to a }
  }
  # The Initiative Token goes to the left.
  step pass-initiative { run pass-initiative() }
}

# The token passes to the next player, in a team game to the next team. STAW-SEQ-040 STAW-TEAM-005
procedure pass-initiative () {
  var heir: player
  var passed: yes-no
  # Who has no ship left is passed over.
  step pass {
    set heir to initiative-holder
    repeat 8 times {
      if not passed {
        set heir to next-player(heir)
        if not allies(heir, initiative-holder) and side-survives(heir) { set passed to yes }
      }
    }
    if passed {
      let giver = initiative-holder
      take all initiative from giver
      give 1 initiative to heir
    }
  }
}

# A Cloaked ship in the End Phase.
procedure keep-cloak (ghost: ship) {
  # A red token goes; a green one may stay, beside the base, with all shields disabled. STAW-SEQ-027 STAW-SEQ-028
  # STAW-SEQ-029 STAW-CLK-009
  step decide {
    if red-cloak of ghost {
      run uncloak(ghost)
    } else {
      choose one by controller of ghost "Does {ghost} keep its Cloak?" {
        "Stay Cloaked" always { set cloak of ghost to beside-base }
        "Raise shields" always { run uncloak(ghost) }
      }
    }
  }
}

# A Cloak Token leaves a ship: all its Disabled Shields are enabled at once. STAW-SEQ-030 STAW-SEQ-031
procedure uncloak (ghost: ship) {
  # The token goes.
  step drop {
    set cloak of ghost to uncloaked
    set red-cloak of ghost to no
  }
  # The shields come up.
  step raise { run enable-shields(ghost) }
}

# A ship's Disabled Shields may be enabled, for free. STAW-SEQ-032
procedure offer-shields (who: ship) {
  # All or none.
  step ask {
    may by controller of who "Does {who} enable its shields?" { run enable-shields(who) }
  }
}

# All Disabled Shields of a ship become active; Damaged Shields stay away. STAW-SEQ-033 STAW-DMG-019
procedure enable-shields (who: ship) {
  # The tokens are flipped.
  step flip {
    give (disabled-shield on who) shield to who
    take all disabled-shield from who
  }
}

# --- Time Tokens and Continuous Effects

# A Continuous Effect begins: a token goes from the upgrade to whoever has the effect, its own ship if nobody is named.
# STAW-TTK-003 STAW-TTK-004 STAW-TTK-005
procedure lay-effect-token (source: upgrade, recipient: ship = nobody) {
  # The token that is laid.
  var laid: effect-token
  # The token is laid beside the ship.
  step lay {
    set laid to first of (all effect-token e on source)
    set origin of laid to source
    if recipient is any ship {
      move-to(laid, recipient)
    } else {
      move-to(laid, first of (all ship s where holder of source is s))
    }
  }
}

# An effect ends, early or not: its token goes back to its upgrade. STAW-TTK-008 STAW-TTK-009
procedure end-effect (token: effect-token) {
  # The token goes back.
  step withdraw {
    if origin of token is any upgrade and in-play(origin of token) {
      move-to(token, origin of token)
    } else {
      remove(token)
    }
  }
}

# The last Time Token ends what it timed, at whatever moment it goes. STAW-TTK-007 STAW-TTK-011 STAW-TTK-013
after time on upgrade u falls to 0 always { run time-out(u) }

# An upgrade has lost its last Time Token.
procedure time-out (worn: upgrade) {
  # Its effects end, but for permanent ones. STAW-TTK-013
  step end-effects {
    for each e in (all effect-token e where origin of e is worn and not permanent of e) {
      if holder of e is any ship { run end-effect(e) }
    }
  }
  # A card that was out of play already is gone for good.
  step leave tells "" {
    if holder of worn is spent-cards { remove(worn) }
  }
}

# --- Discarding

# An upgrade is discarded; what it has begun goes on: with Time Tokens left it counts them out of play, and a resource on it is
# scored; `doer` is the player whose effect it is. What saves a card from that stands in `at befall.heed`; with `sunk` it goes down with its ship, and nothing saves it. A plain `discard here` does neither: take it only for a card that never has Time Tokens. As a cost: `cost { run discard-upgrade(here) if in-play(here) }`. STAW-CRD-012
# STAW-TTK-010
procedure discard-upgrade (
  worn: upgrade,
  doer: player = nobody,
  sunk: yes-no = no,
  cause: thing = nobody
) gives done: yes-no
{
  # Something may save it.
  step meet {
    if in-play(worn) and not sunk {
      set done to run befall(worn, discarding, doer, cause)
      if done { stop }
    }
  }
  # A resource on it is scored. STAW-RES-004
  step score {
    for each r in (all resource r on worn) { run score-resource(r, owner of worn) }
  }
  # The card leaves the game, once its time has run out.
  step leave tells "" {
    set done to in-play(worn)
    if holder of worn is any ship { add worn to lost-gear of as-ship(holder of worn) }
    if time on worn > 0 { move-to(worn, spent-cards) } else { remove(worn) }
  }
  # It is told, unless its ship is lost with it.
  step tell-it tells if sunk or not done then "" else "{worn} is discarded" { }
}

# The upgrades that a ship has discarded and that a card can bring back: with these icons only, if some are named.
define lost-by (who: ship, kinds: set of slot = []): set of upgrade =
  members u of lost-gear of who where (none of kinds or is-among(u, kinds)) and not in-play(u)
# A discarded upgrade is a ship's again, face up and without tokens, even if that breaks what the ship may carry:
# `choose u from lost-by(you, [crew]) by controller of you "Which crew comes back?" { run redeploy(u, you) }`. STAW-CRD-012
procedure redeploy (worn: upgrade, bearer: ship) {
  # The card comes back.
  step come-back {
    for each s in (all ship s where worn is in lost-gear of s) { take worn from lost-gear of s }
    return-to-game(worn)
    take all disabled from worn
    take all time from worn
    run hand-over(worn, bearer)
    flip(worn, up: yes)
  }
}

# A captain is discarded; a face-up Admiral aboard takes over. As a cost: `cost { run discard-captain(here) if in-play(here) }`.
# STAW-ADM-013 STAW-ADM-016
procedure discard-captain (
  fallen: thing,
  doer: player = nobody,
  cause: thing = nobody
) gives done: yes-no
{
  var bridge: ship
  # Something may save him.
  step meet {
    if in-play(fallen) {
      set done to run befall(fallen, discarding, doer, cause)
      if done { stop }
    }
  }
  # A resource on the card is scored.
  step score {
    set bridge to first of (all ship s where holder of fallen is s)
    for each r in (all resource r on fallen) { run score-resource(r, owner of fallen) }
  }
  # The card leaves the game.
  step leave {
    set done to in-play(fallen)
    remove(fallen)
  }
  # The Admiral becomes the captain.
  step succeed { run take-command(bridge) }
}

# A ship's face-up Admiral becomes its captain, if it has no other. STAW-ADM-013 STAW-ADM-014
procedure take-command (bridge: ship) {
  # The card is flipped to the captain's side.
  step flip {
    let successor = admiral-of(bridge)
    if successor is any admiral and captain-of(bridge) is nobody {
      flip(successor, up: no)
      set in-command of successor to yes
    }
  }
}

# The captain is back: the Admiral's card is flipped to the Admiral's side again. STAW-ADM-014
procedure hand-back (bridge: ship) {
  # The card is flipped.
  step flip {
    for each a in (all admiral a on bridge where in-command of a) {
      if captain-of(bridge) is any captain and not away of a {
        flip(a, up: yes)
        set in-command of a to no
      }
    }
  }
}

# The points of a resource go to all opponents, divided and rounded down, and the card leaves the game: no rule of it acts after this step. STAW-RES-002 STAW-RES-003 STAW-RES-004
procedure score-resource (lost: resource, loser: player) {
  # Each opponent gets his part, and the card leaves the game.
  step score {
    let takers = all player p where not allies(p, loser)
    for each p in takers { add resource-price(lost) / count of takers to points of p }
    remove(lost)
  }
}
