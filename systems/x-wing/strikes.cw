# A ship's turn to attack, and which weapon it takes.

# One ship's turn in the Combat phase. XW-CMB-013
procedure engage (fighter: ship) {
  # The ship may attack, ionized or not. XW-ION-005
  step strike {
    if not can own-attack(fighter) { stop }
    if is-huge(fighter) {
      run engage-huge(fighter)
    } else if in-play(fighter) and can make-attack(fighter) {
      run strike(fighter, primary-only: no)
    }
  }
  # A ship kept by the simultaneous attack rule is removed once it has attacked. XW-DMG-005 XW-HUG-065 XW-HUG-067
  step stand-down {
    for each h in halves-of(fighter) { set awaiting of h to no }
    for each h in halves-of(fighter) {
      if in-play(h) and doomed(h) { run destroy(h, source: nobody) }
    }
  }
}

# An attack with a weapon of the attacker's choice. XW-CPT-017 XW-CPT-018
procedure strike (fighter: ship, primary-only: yes-no = no) gives attacked: yes-no {
  # The player picks a weapon, then a target; what is in range and arc is known by then.
  step choose {
    choose one by controller of fighter "{fighter} attacks with which weapon?" {
      "Hold fire" always { }
      "Primary weapon" when can-fire(fighter, primary, primary-only) {
        run aim(fighter, primary, primary-only)
        set attacked to yes
      }
      "Secondary weapon" when any of usable-arms(fighter, primary-only) {
        choose u
          from usable-arms(fighter, primary-only)
          by controller of fighter "{fighter} attacks with which weapon?"
        {
          run aim(fighter, weapon of u, primary-only)
          set attacked to yes
        }
      }
    }
  }
}

# An attack with this weapon on a target of the attacker's choice.
procedure aim (fighter: ship, form: weapon, primary-only: yes-no) {
  # The player names the target.
  step declare {
    choose d
      from targets-of(fighter, form, primary-only)
      by target-picker(fighter) "Whom does {fighter} attack?"
    { run volley(fighter, d, form) }
  }
}

# Whether a ship can attack anybody with this weapon.
define can-fire (who: ship, form: weapon, primary-only: yes-no): yes-no =
  form is in weapons-of(who, primary-only) and any of targets-of(who, form, primary-only)
# The secondary weapons with which a ship can attack somebody, of several copies one.
define usable-arms (who: ship, primary-only: yes-no): set of upgrade =
  all upgrade u on who
    where u is arm-of(who, weapon of u) and can-fire(who, weapon of u, primary-only)

# Whether a ship can attack anybody with anything.
define any-target (who: ship): yes-no =
  any of (
    members w of weapons-of(who, primary-only: no) where any of targets-of(who, w, primary-only: no)
  )
# The section of a ship, if it has sections, that can attack somebody with its primary weapon; nobody, if none can.
define primary-section (who: ship): ship =
  first of (members h of halves-of(who) where any of targets-of(h, primary, primary-only: yes))
# Whether a ship can attack anybody with its primary weapon, in an attack of that alone.
define primary-target (who: ship): yes-no = primary-section(who) is any ship

# --- One attack more, by a card

# Whether a weapon of a ship is an upgrade that takes up such a slot: "your torpedoes" is `fires-from(you, form, torpedo)`. Where a window has `arm`, ask
# `slot of arm` there.
define fires-from (who: ship, form: weapon, what: slot): yes-no =
  form is not primary
    and any of (all upgrade u on who where slot of u is what and weapon of u is form)
# The weapons of a ship that are upgrades of one slot: "with a cannon" is `arms-in(you, cannon)`.
define arms-in (who: ship, what: slot): set of weapon =
  all weapon w where any of (members h of halves-of(who) where fires-from(h, w, what))
# Whether one section of a ship has one of these ships as a target for one of these weapons.
define has-mark (who: ship, arms: set of weapon, goals: set of ship): yes-no =
  any of (members w of arms where any of marks(who, w, goals, none of (arms - [primary])))
# The targets of a weapon among these ships; of a huge ship both sections are meant.
define marks (who: ship, form: weapon, goals: set of ship, primary-only: yes-no): set of ship =
  members d of targets-of(who, form, primary-only)
    where form is in weapons-of(who, primary-only)
      and any of (members g of goals where same-ship(g, d))
# Whether a ship can make one attack more: what a card asks before it offers one. `can-strike(you, [primary])`: with the primary weapon;
# `can-strike(you, arms-in(you, cannon))`: with a cannon; `can-strike(you, all weapon, [attacker])`: with anything, at this ship alone.
define can-strike (
  fighter: ship,
  arms: set of weapon = all weapon,
  goals: set of ship = prey-of(fighter)
): yes-no =
  any of (members h of halves-of(fighter) where can make-attack(h) and has-mark(h, arms, goals))

# One attack more, by a card, with one of these weapons at one of these ships: `run strike-with(you, arms-in(you, turret))`. Its player picks section, weapon
# and target, where there is a choice. "You cannot attack again this round" is `start no-more-attacks(you) until after end-phase` before it.
procedure strike-with (
  fighter: ship,
  arms: set of weapon = all weapon,
  goals: set of ship = prey-of(fighter)
) gives attacked: yes-no
{
  # The attack.
  step choose {
    choose h
      from (members h of halves-of(fighter) where has-mark(h, arms, goals))
      by controller of fighter "Which section attacks?"
    {
      choose w
        from (members w of arms where any of marks(h, w, goals, none of (arms - [primary])))
        by controller of fighter "{h} attacks with which weapon?"
      {
        choose d
          from marks(h, w, goals, none of (arms - [primary]))
          by target-picker(fighter) "Whom does {h} attack?"
        {
          set attacked to yes
          run volley(h, d, w)
        }
      }
    }
  }
}

# The upgrade that is a ship's weapon; of several copies one that has the energy for it, if there is one. Nobody for the primary weapon.
define arm-of (attacker: ship, form: weapon): upgrade =
  first of (
    sort a in (
        all upgrade u on attacker
          where weapon of u is form
            and form is not primary
            and form is not unarmed
            and not fired of u
            and usable(u)
      )
      by (if energy on a >= energy-cost of form then 0 else 1)
  )

# Whether an upgrade can be used: it is not silenced, and an elite one has its pilot.
define usable (what: upgrade): yes-no =
  can use-abilities(what) and (slot of what is not elite or can use-pilot(holder-ship(what)))

# What one use of a weapon brings: its cost once, its attacks one after the other. `first-target` is who is named, `defender` who is attacked, as soon as
# `take-target` has said so; it gives who that was. XW-UPG-013 XW-UPG-014
procedure volley (attacker: ship, first-target: ship, form: weapon) gives defender: ship {
  # The upgrade that is the weapon; nobody for the primary weapon.
  var arm: upgrade
  # Whether a weapon that is discarded stays; cards set it.
  var kept: yes-no
  # Whether the first of its attacks has begun.
  var begun: yes-no
  # Who is named is the target, unless a card draws the attack on another: `take-target`. Nothing is paid yet.
  step take-aim { set defender to run take-target(attacker, first-target, form) }
  # The lock or focus token that the weapon costs is spent.
  step pay {
    set arm to arm-of(attacker, form)
    set striker to attacker
    if spends-lock of form { run pay-lock(attacker, defender) }
    if spends-focus of form { run spend-focus(attacker) }
    if energy-cost of form > 0 { take (energy-cost of form) energy from arm }
  }
  # The attacks, one after the other.
  step attacks {
    repeat attacks of form times {
      if in-play(attacker) and in-play(defender) and (not begun or can make-attack(attacker)) {
        set begun to yes
        run attack(attacker, defender, form, arm)
      }
    }
  }
  # A weapon that is used up is discarded.
  step discard {
    if discarded of form and not kept { run discard-upgrade(arm) }
  }
  # An attacker that killed itself goes.
  step bury-the-dead {
    if in-play(attacker) and doomed(attacker) and not awaiting of attacker {
      run destroy(attacker, source: nobody)
    }
    set striker to nobody
  }
}

# A ship spends its lock on another for a weapon, or a focus token, if it may choose and can.
procedure pay-lock (spender: ship, goal: ship) {
  # The player picks, where both can be spent.
  step pay {
    choose one by controller of spender "What does {spender} spend?" {
      "Target lock" when locked(spender, goal) and can spend-lock-in(spender, goal) {
        run spend-lock(spender, goal)
      }
      "Focus token"
        when focus-for-lock(spender)
          and any of focus-keepers(spender)
          and can spend-focus-in(spender, goal)
      { run spend-focus(spender) }
    }
  }
}

# The ship whose attack is going on, from `volley.pay` to `volley.bury-the-dead`; else nobody. An attack in the midst of another has its own.
state striker: ship per volley
