# Damage, critical hits, destruction.

# Damage from one source: all normal damage, then the critical. `done` says whether all of it was suffered, so it can be a cost:
# `cost { run suffer(you, 1, 0, you, by-attack: no) if in-play(you) }`. Damage to the Hull alone: `suffer-hull`. STAW-DMG-001 STAW-DMG-002 STAW-DMG-014 STAW-SQN-013
procedure suffer (
  victim: ship,
  normal: number,
  severe: number = 0,
  source: ship = nobody,
  by-attack: yes-no = no,
  to-hull: yes-no = no
) gives done: yes-no
{
  # How much of it was suffered.
  var suffered: number
  # How much damage the Hull had before.
  var old-damage: number
  # It is aimed at the Hull, or not.
  step aim {
    set hull-struck of victim to to-hull
    set old-damage to damage-on(victim)
  }
  # The damage.
  step normal-damage {
    repeat normal times {
      if in-play(victim) {
        set hull-struck of victim to to-hull
        let hurt = run take-point(victim, severe-point: no, source, by-attack)
        if hurt { add 1 to suffered }
      }
    }
  }
  # The critical damage.
  step critical-damage
    tells if not in-play(victim) or is-wrecked(victim) then ""
      else if suffered = 0 and normal + severe > 0 then "{victim} is not hurt"
      else if damage-on(victim) > old-damage
        then "{victim} suffers {damage-on(victim) - old-damage} damage to its Hull ({hull-of(victim) - damage-on(victim)} left)"
      else ""
  {
    repeat severe times {
      if in-play(victim) {
        set hull-struck of victim to to-hull
        let hurt = run take-point(victim, severe-point: not is-squadron(victim), source, by-attack)
        if hurt { add 1 to suffered }
      }
    }
    set done to suffered = normal + severe
  }
}

# Damage that a card sends to the Hull, past all Shields: "suffer 1 critical damage to your Hull" is `run suffer-hull(you, 0, 1)`. It goes by the same steps as other damage, so what ignores,
# takes or answers damage is asked; "is dealt a damage card" is no damage, and `deal-card`. `done` says whether all of it was suffered. STAW-DMG-006 STAW-DMG-007 STAW-DMG-014
procedure suffer-hull (
  victim: ship,
  normal: number,
  severe: number = 0,
  source: ship = nobody
) gives done: yes-no
{
  # The damage.
  step hurt { set done to run suffer(victim, normal, severe, source, by-attack: no, to-hull: yes) }
}

# Whether the next damage goes to the hull (of a squadron: to its tokens), past no shield. STAW-DMG-003 STAW-DMG-005
# In `take-point.take`: `hull-exposed(you, severe-point)`, since an attack may send its critical damage alone past the Shields.
define hull-exposed (who: ship, severe: yes-no = no): yes-no =
  shield on who = 0 or not shields-help(who, severe)
# Whether Active Shields, where there are any, would take a ship's damage.
define shields-help (who: ship, severe: yes-no = no): yes-no =
  can use-shields(who, severe) and not hull-struck of who
# One point of damage: an Active Shield, or the Hull. STAW-DMG-003 STAW-DMG-004 STAW-DMG-005 STAW-DMG-006
# STAW-DMG-007 STAW-CLK-011
procedure take-point (
  victim: ship,
  severe-point: yes-no,
  source: ship,
  by-attack: yes-no
) gives done: yes-no
{
  # Whom nothing can hurt suffers nothing.
  step spare {
    if not can be-hurt(victim, source) { stop }
  }
  # The shield, the squadron's token or the damage card.
  step take {
    if by-attack and thinned of victim { stop }
    if not hull-exposed(victim, severe-point) {
      take 1 shield from victim
      set done to yes
      if by-attack { add 1 to toll of victim }
    } else if is-squadron(victim) {
      run lose-token(victim, source)
      set done to yes
      if by-attack {
        set thinned of victim to yes
        add 1 to wounds of victim
        add 1 to toll of victim
      }
    } else {
      set done to run wound-hull(victim, severe-point, source, by-attack)
    }
  }
}

# One point of damage goes to the Hull, past the Shields, and counts for the attack that does it: "a critical result that would damage a Shield inflicts 1 damage to the Hull instead" is
# `instead of take-point.take when ... and severe-point and not hull-exposed(victim, severe-point)` with
# `set done to run wound-hull(victim, severe-point: no, source, by-attack)`. STAW-DMG-006 STAW-DMG-007
procedure wound-hull (
  victim: ship,
  severe-point: yes-no,
  source: ship,
  by-attack: yes-no
) gives done: yes-no
{
  # The damage card.
  step deal {
    set done to run deal-card(victim, severe-point, source)
    if done and by-attack {
      add 1 to wounds of victim
      add 1 to toll of victim
    }
  }
}

# A ship ignores so many further points of the damage that it is suffering, of those that go to the Hull. "Ignore up to 2 of the damage to your Hull" is
# `instead of take-point.take when victim is you and hull-exposed(you) and not spares-hull(you)`, which ignores that point, and in it
# `add 1 to spared of you` for one more. Of other damage in the midst of this it ignores nothing.
instead of take-point.take when spared of victim > 0 and hull-exposed(victim, severe-point) {
  add -1 to spared of victim
}

# So many points of damage are taken by Shield Tokens beyond a ship's own, before these: "place 2 additional Shield Tokens; when taking damage this round, remove these first; unused ones go
# in the End Phase" is `start shield-screen(you, 2) until before end-phase`. Tokens of their own sort on a card: `instead of take-point.take when victim is you and shield on here > 0 and shields-help(you, severe-point)` with
# `take 1 shield from here` and `set done to yes`. Damage that ignores the Shields goes past them.
effect shield-screen (screened: ship, points: number) {
  instead of take-point.take when victim is screened and shields-help(screened, severe-point) {
    set done to yes
    end shield-screen(screened, points)
    if points > 1 { start shield-screen(screened, points - 1) until before end-phase }
  }
}

# Whether a ship will ignore a further point of this damage already, by another card or another copy.
define spares-hull (survivor: ship): yes-no = spared of survivor > 0

# A squadron loses its top token; its shields are whole again. STAW-SQN-008 STAW-SQN-009 STAW-SQN-010 STAW-SQN-011
# STAW-SQN-012 STAW-SQN-018
procedure lose-token (victim: ship, source: ship) {
  # The top token is flipped, and lies beside the squadron instead of the old one.
  step thin-out tells "" {
    let gone = top-token(victim)
    if aside of victim is any squadron-token { remove(aside of victim) }
    set aside of victim to gone
    flip(gone, up: no)
  }
  # It is told.
  step tell-it tells "{victim} loses a squadron token ({count of stack-of(victim)} left)" { }
  # The shields of the next one.
  step renew {
    take all shield from victim
    take all disabled-shield from victim
    if not is-wrecked(victim) { give (shields-of(victim)) shield to victim }
  }
  # The last token is gone.
  step settle {
    if is-wrecked(victim) { run destroy(victim, source) }
  }
}

# A squadron loses so many tokens, or as many as it has; with `up-to` its player says how many: "remove up to 2 Attack Squadron Tokens" is
# `let gone = run shed-tokens(you, 2, up-to: yes)`. It gives how many. STAW-SQN-010 STAW-SQN-011
procedure shed-tokens (
  victim: ship,
  most: number,
  source: ship = nobody,
  up-to: yes-no = no
) gives amount: number
{
  # One after the other.
  step thin-out {
    set amount to min(most, count of stack-of(victim))
    if up-to { set amount to run pick-number(amount, controller of victim) }
    repeat amount times { run lose-token(victim, source) }
  }
}

# A ship is dealt a damage card, face up if it is critical. "When you would be dealt a damage card": `at deal-card.inspect when
# victim is you`, where `set dodged to yes` throws it away; a critical one only: `and upward`. `done` says whether it has the card. STAW-DMG-006 STAW-DMG-007
# STAW-INF-009 STAW-LIM-008
procedure deal-card (victim: ship, upward: yes-no = no, source: ship = nobody) gives done: yes-no {
  # The card that is dealt; cards may set another.
  var wound: damage-card
  # Whether it is not dealt after all; cards set it.
  var dodged: yes-no
  # An empty deck is made of the discard pile.
  step refill { run refill-damage() }
  # The top card is drawn; without cards a substitute counts. STAW-LIM-009
  step draw {
    set wound to first of (all damage-card d on damage-deck)
    if wound is nobody {
      give 1 substitute-damage to victim
      set done to yes
    }
  }
  # Cards that pick another, or throw it away.
  step inspect { }
  # The card goes to the ship, or to the discard pile if something has warded it off.
  step lay tells "" {
    if dodged {
      run discard-wound(wound)
      stop
    }
    if wound is any damage-card {
      move-to(wound, victim)
      set done to yes
    }
  }
  # A critical card is turned face up. What says "instead of being dealt face up" stands in
  # `instead of deal-card.turn-up when victim is you and upward`: the card is dealt all the same, and stays face down.
  step turn-up {
    if wound is any damage-card and upward { run turn-up(wound, victim) }
  }
  # A ship with as much damage as Hull is destroyed, at once. STAW-DMG-012 STAW-DMG-024
  step settle {
    if in-play(victim) and is-wrecked(victim) { run destroy(victim, source) }
  }
}

# A damage card turns face up, dealt so or turned later; its text follows. "When this card is turned face up" on a damage card is
# `at turn-up.resolve when wound is here`. STAW-DMG-008 STAW-DMG-009
procedure turn-up (wound: damage-card, victim: ship) {
  # The card is turned.
  step flip tells "{victim} suffers {wound}" { run turn-wound(wound, up: yes) }
  # What the card does at once; its own rules act here.
  step resolve { }
}

# A damage card goes face down: it still counts, and does nothing more. STAW-DMG-011
procedure turn-down (wound: damage-card, bearer: ship) gives done: yes-no {
  # The card is turned.
  step flip tells if done then "{bearer} is rid of {wound}" else "" {
    set done to face-up(wound)
    run turn-wound(wound, up: no)
  }
}

# A damage card is repaired: it is discarded. STAW-INF-010
procedure repair (wound: damage-card, bearer: ship) gives done: yes-no {
  # The card is discarded.
  step discard { set done to run discard-wound(wound) }
}

# A ship has a Critical Hit Token for each of its damage cards that lies face up. The tokens follow the cards, whatever turns or
# moves them: no card has to give or take one. STAW-DMG-009 STAW-DMG-010
after damage-card d turns when holder of d is any ship {
  if face-up(d) {
    give 1 critical-hit to as-ship(holder of d)
  } else {
    take 1 critical-hit from as-ship(holder of d)
  }
}
after holder of damage-card d changes when face-up(d) {
  take 1 critical-hit from as-ship(was)
  give 1 critical-hit to as-ship(now)
}

# A Damaged Shield is restored; only cards do that. `done` says whether one was. STAW-DMG-019 STAW-SET-020
procedure restore-shield (who: ship) gives done: yes-no {
  # One token, never more than the Shield Value.
  step restore {
    if has-damaged-shield(who) {
      if is-cloaked(who) { give 1 disabled-shield to who } else { give 1 shield to who }
      set done to yes
    }
  }
}

# --- Destruction

# Whether a destroyed ship still has its own attack: its skill equals that of the active ship, and its turn is still to
# come. STAW-DMG-015 STAW-DMG-018
define awaits-attack (loser: ship): yes-no =
  in-combat
    and active-ship is any ship
    and active-ship is not loser
    and at-large(loser)
    and not fought of loser
    and not attacked of loser
    and captain-skill(loser)
      = (if in-play(active-ship) then captain-skill(active-ship) else last-skill of active-ship)

# A ship is destroyed. STAW-DMG-012
procedure destroy (loser: ship, source: ship = nobody) {
  # Whether it stays in play. Cards set it `at destroy.reprieve`, never earlier.
  var kept: yes-no
  # Who is doomed or just being destroyed, or cannot be destroyed, stays anyway.
  step exempt {
    if doomed of loser or falling of loser or not can be-destroyed(loser) { set kept to yes }
  }
  # "When your ship would be destroyed, instead ...": `at destroy.reprieve when loser is you and not kept`, with `set kept to yes`. What the card
  # says then happens in the same rule. The ship still has the damage that would have destroyed it: take off so much that `is-wrecked(you)` is no.
  # That it keeps 1 Hull is `run hold-together(you)`; that the rest of the same damage is lost, `run lose-rest-of-damage(you)`.
  # A ship that flees from the table comes by here, too; ask `is-wrecked(you)` where only damage is meant.
  step reprieve
  # From here on its last ability counts.
  step fall {
    if kept { stop }
    let rival = first of (members s of reacting where foes(s, loser))
    if rival is any ship { set avenger to owner of rival }
    set falling of loser to yes
  }
  # The ship's last ability acts here. STAW-SEQ-045
  step when-destroyed
  # The ship goes, or waits for its attack. STAW-DMG-013 STAW-DMG-015 STAW-SEQ-023
  step remove {
    set falling of loser to no
    if awaits-attack(loser) {
      set doomed of loser to yes
      run note-loss(owner of loser)
      run settle-battle()
    } else {
      run bury(loser)
    }
  }
}

# What a ship has still to suffer of the damage that it is suffering now is lost: all further hits and critical hits of one attack, or of one other
# source. What has hit it already stays. Outside of `suffer` nothing happens. For cards that save a ship from being destroyed.
procedure lose-rest-of-damage (survivor: ship) {
  # The damage stops here.
  step forgo
}
at lose-rest-of-damage.forgo during suffer as blow when victim of blow is survivor {
  set rest-lost of survivor to yes
}
instead of take-point.take when rest-lost of victim { }

# A ship that is saved from being destroyed: all its damage goes, and it is dealt new cards until so much of its Hull is left, face up if the card says
# so. What it had still to suffer of the same damage is lost.
procedure hold-together (survivor: ship, hull-left: number = 1, upward: yes-no = no) {
  # The old damage goes.
  step clear tells "{survivor} is saved" {
    for each d in (all damage-card d on survivor) { run discard-wound(d, quietly: yes) }
    take all substitute-damage from survivor
  }
  # The new one is dealt; what a face-up card does counts.
  step deal {
    repeat hull-of(survivor) - hull-left times {
      if in-play(survivor) and damage-on(survivor) < hull-of(survivor) - hull-left {
        run deal-card(survivor, upward)
      }
    }
  }
  # The rest of the damage is lost.
  step spare { run lose-rest-of-damage(survivor) }
}

# A player whose last ship is destroyed or doomed may still win, if all others are gone at the same moment.
# STAW-SEQ-044
procedure note-loss (loser: player) {
  # The player is noted.
  step note {
    if not side-survives(loser) { add loser to contenders }
  }
}

# A ship leaves the table, with its damage cards and tokens. STAW-DMG-013 STAW-TLK-011 STAW-SHU-015
procedure bury (loser: ship) {
  var former: player
  # Its locks go, and those of others on it; damage cards go to the discard pile, upgrades with time left go on.
  # STAW-TTK-010 STAW-TTK-012
  step clear tells "{loser} is destroyed" {
    set former to owner of loser
    set last-skill of loser to captain-skill(loser)
    for each s in lockers-of(loser) { run break-lock(s, loser) }
    for each d in (all damage-card d on loser) { run discard-wound(d, quietly: yes) }
    for each e in (all effect-token e on loser) { run end-effect(e) }
    for each r in (all resource r on loser) { run score-resource(r, former) }
    for each c in (all captain c on loser) {
      for each r in (all resource r on c) { run score-resource(r, former) }
    }
    for each a in (all admiral a on loser) {
      for each r in (all resource r on a) { run score-resource(r, former) }
    }
    for each u in (all upgrade u on loser) { run discard-upgrade(u, sunk: yes) }
  }
  # A shuttlecraft docked on it goes with it. STAW-SHU-015
  step sink-shuttles {
    for each s in docked-on(loser) { remove(s) }
  }
  # The ship leaves the table, and its tokens go back to the supply.
  step leave tells "" {
    take all evade from loser
    take all scan from loser
    take all battle-stations from loser
    take all shield from loser
    take all disabled-shield from loser
    take all auxiliary from loser
    take all critical-hit from loser
    take all fleet-action from loser
    remove(loser)
  }
  # A fleet that is gone yields its resource. STAW-RES-002
  step score {
    if none of fleet(former) {
      for each r in (all resource r on former) { run score-resource(r, former) }
    }
  }
  # Whether somebody has won.
  step settle {
    run note-loss(former)
    run settle-battle()
  }
}
