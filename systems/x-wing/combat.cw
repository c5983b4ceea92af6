# Attacks, damage, destruction.

# One ship's turn in the Combat phase. XW-CMB-013
procedure engage (fighter: ship) {
  # The ship may attack, ionized or not. XW-ION-005
  step strike {
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
    choose one by controller of fighter "Attack with which weapon?" {
      "Hold fire" always { }
      "Primary weapon" when can-fire(fighter, primary, primary-only) {
        run aim(fighter, primary, primary-only)
        set attacked to yes
      }
      "Secondary weapon" when any of usable-arms(fighter, primary-only) {
        choose u from usable-arms(fighter, primary-only) by controller of fighter "Which weapon?" {
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
      by controller of fighter "Declare the target"
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

# The upgrade that is a ship's weapon; of several copies one that has the energy for it, if there is one. Nobody for the primary weapon.
define arm-of (attacker: ship, form: weapon): upgrade =
  first of (
    sort a in (
        all upgrade u on attacker
          where weapon of u is form
            and form is not primary
            and form is not unarmed
            and not fired of u
      )
      by (if energy on a >= energy-cost of form then 0 else 1)
  )

# What one use of a weapon brings: its cost once, its attacks one after the other. XW-UPG-013 XW-UPG-014
procedure volley (attacker: ship, defender: ship, form: weapon) {
  # The upgrade that is the weapon; nobody for the primary weapon.
  var arm: upgrade
  # Whether a weapon that is discarded stays; cards set it.
  var kept: yes-no
  # Whether the first of its attacks has begun.
  var begun: yes-no
  # Who was attacking before: this attack may have come in the midst of another.
  var earlier: ship
  # The lock or focus token that the weapon costs is spent.
  step pay {
    set arm to arm-of(attacker, form)
    set ever-hit of attacker to no
    set earlier to striker
    set striker to attacker
    if spends-lock of form { run spend-lock(attacker, defender) }
    if spends-focus of form { run spend-focus(attacker) }
    take (energy-cost of form) energy from arm
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
    if discarded of form and not kept { remove(arm) }
  }
  # An attacker that killed itself goes.
  step bury-the-dead {
    if in-play(attacker) and doomed(attacker) and not awaiting of attacker {
      run destroy(attacker, source: nobody)
    }
    if is-huge(attacker) and form is primary { set fired-primary of attacker to yes }
    if is-huge(attacker) and in-play(arm) { set fired of arm to yes }
    set striker to earlier
  }
}

# The ship whose attack is going on, from `volley.pay` to `volley.bury-the-dead`; else nobody.
state striker: ship

# One attack of a ship on another. Of a huge ship `defender` is the section that is attacked, and `attacker` the section that fires; `you` is the section
# with the card; `arm` is the upgrade that is the weapon, nobody for the primary weapon. A huge ship is one ship: so a card that huge ships can carry says `same-ship(defender, you)`, not `defender is you`. XW-CMB-003
procedure attack (
  attacker: ship,
  defender: ship,
  form: weapon,
  arm: upgrade = arm-of(attacker, form)
)
{
  # The attack dice.
  var attack-pool: pool
  # The defense dice.
  var defense-pool: pool
  # Attack dice that cards add to this attack; they set it at `add-dice`.
  var extra-dice: number
  # Whether the attack rolls no dice at all; cards set it.
  var no-dice: yes-no
  # What C-3PO guessed, plus 1.
  var guess: number
  # Hits that were not cancelled.
  var hits: number
  # Critical hits that were not cancelled.
  var criticals: number
  # Hits that the defender cancelled.
  var stopped-hits: number
  # Critical hits that the defender cancelled.
  var stopped-criticals: number
  # Whether the attack hits.
  var succeeds: yes-no
  # Whether hits cannot be cancelled; cards set it.
  var immune-hits: yes-no
  # Whether critical hits are cancelled before hits; cards set it.
  var criticals-first: yes-no

  # The target is named.
  step declare-target {
    for each d in (all damage-card) { take all fresh from d }
  }

  # Cards that add dice to this attack act here. XW-TIM-012
  step add-dice { }
  # The attacker rolls. XW-CMB-010
  step roll-attack {
    if not no-dice {
      set attack-pool to roll max(0, attack-dice(attacker, form, defender) + extra-dice) attack-die
    }
  }
  # Attack dice are changed: first by the defender's player, then by the attacker's.
  step modify-attack priority controller of defender, controller of attacker { }

  # The defender rolls. XW-CMB-010
  step roll-defense { set defense-pool to roll defense-dice(attacker, form, defender) defense-die }
  # Defense dice are changed: first by the attacker's player, then by the defender's.
  step modify-defense priority controller of attacker, controller of defender { }

  # Evades cancel hits, then critical hits.
  step compare-results {
    let evades = faces(defense-pool, evade-face)
    if criticals-first or immune-hits {
      set stopped-criticals to cancel(attack-pool, critical, evades)
    }
    if not immune-hits { set stopped-hits to cancel(attack-pool, hit, evades - stopped-criticals) }
    if not criticals-first and not immune-hits {
      set stopped-criticals to cancel(attack-pool, critical, evades - stopped-hits)
    }
    set hits to faces(attack-pool, hit)
    set criticals to faces(attack-pool, critical)
    if hits + criticals > 0 {
      set succeeds to yes
      set ever-hit of attacker to yes
    }
  }
  # What happens when an attack hits.
  step land { }
  # The defender suffers what is left.
  step deal-damage { run suffer(defender, hits, criticals, attacker) }
}

# XW-CMB-009 XW-TIM-004
at attack.modify-attack "Spend the target lock"
  when locked(attacker, defender)
    and can reroll-in(attacker, defender)
    and can spend-lock-in(attacker, defender)
  once per attack
  may by controller of attacker
{
  run spend-lock(attacker, defender)
  run reroll-any(rerollable(attack-pool), controller of attacker)
}

# XW-TIM-004
at attack.modify-attack "Spend a focus token"
  when focus on attacker > 0 and can spend-focus-in(attacker, defender)
  once per attack
  may by controller of attacker
{
  run spend-focus(attacker)
  turn all focus-eye in attack-pool to hit
}

# XW-TIM-005
at attack.modify-defense "Spend a focus token in defense"
  when focus on defender > 0 and can spend-focus-against(defender, attacker)
  once per attack
  may by controller of defender
{
  run spend-focus(defender)
  turn all focus-eye in defense-pool to evade-face
}

# XW-TIM-006 XW-TIM-007 XW-TIM-008
at attack.modify-defense "Spend an evade token"
  when evade on defender > 0 and can spend-evade-in(defender, form)
  once per attack
  may by controller of defender
{
  run spend-evade(defender)
  add-face(defense-pool, evade-face, 1)
}

# --- Damage

# Damage from one source: shields first, then cards. `done` says whether all of it was suffered, so it can be a cost:
# `cost { run suffer(you, 1, 0, you) if can be-hurt(you, you) }`. XW-DMG-001 XW-DMG-006
procedure suffer (
  victim: ship,
  normal: number,
  critical-points: number = 0,
  source: ship = nobody
) gives done: yes-no
{
  # How much of it was suffered.
  var suffered: number
  # The hits.
  step normal-damage {
    repeat normal times {
      let hurt = run take-point(victim, severe: no, source)
      if hurt { add 1 to suffered }
    }
  }
  # The critical hits.
  step critical-damage {
    repeat critical-points times {
      let hurt = run take-point(victim, severe: yes, source)
      if hurt { add 1 to suffered }
    }
    set done to suffered = normal + critical-points
  }
  # A ship with as much damage as hull is destroyed.
  step settle {
    if in-play(victim) and doomed(victim) { run destroy(victim, source) }
  }
}

# Whether a shield takes the next damage.
define shielded (victim: ship, source: ship): yes-no =
  shield on card-of(victim) > 0 and can use-shields(victim, source)

# One damage that is no attack's: a shield, or a damage card face down.
procedure suffer-hit (victim: ship, source: ship = nobody) gives done: yes-no {
  # The shield or the card.
  step take {
    if not in-play(victim) or not can be-hurt(victim, source) { stop }
    if shielded(victim, source) {
      take 1 shield from card-of(victim)
      set done to yes
    } else {
      set done to run deal-card(victim, upward: no, source)
    }
  }
  # A ship with as much damage as hull is destroyed.
  step settle {
    if in-play(victim) and doomed(victim) { run destroy(victim, source) }
  }
}

# Each other ship at range 1 of a ship suffers 1 damage; of a huge ship one section, and not the other one of its own.
# XW-UPG-068 XW-HUG-055 XW-HUG-099
procedure splash (middle: ship) {
  # One ship after the other.
  step spread {
    for each s in others-within(middle, 1) { run splash-on(s, middle) }
  }
}

# One of `others-within(middle, most)` suffers 1 damage; of a huge ship one section that is so near, which its opponent picks. XW-HUG-055 XW-HUG-056
procedure splash-on (
  bystander: ship,
  middle: ship,
  most: number = 1,
  source: ship = nobody
) gives done: yes-no
{
  # The shield or the card.
  step hurt {
    let half =
      run pick-section(
        bystander,
        among: members h of halves-of(bystander) where band(distance(middle, h)) <= most
      )
    if half is any ship { set done to run suffer-hit(half, source) }
  }
}

# One point of damage: a shield, or a damage card; `severe` is a critical one. `done` says whether it was suffered.
procedure take-point (victim: ship, severe: yes-no, source: ship) gives done: yes-no {
  # The shield or the card.
  step take {
    if not in-play(victim) or not can be-hurt(victim, source) { stop }
    if shielded(victim, source) {
      take 1 shield from card-of(victim)
      set done to yes
    } else {
      set done to run deal-card(victim, severe, source)
    }
  }
}

# A ship is dealt a damage card, `upward` if face up; shields do not help. `done` says whether it has the card. XW-DMG-002
# XW-DMG-003
procedure deal-card (victim: ship, upward: yes-no = no, source: ship = nobody) gives done: yes-no {
  # The card that is dealt; cards may set another.
  var wound: damage-card
  # Whether it is not dealt after all; cards set it.
  var dodged: yes-no
  # An empty deck is made of the discard pile.
  step refill {
    if not in-play(victim) or not can be-hurt(victim, source) { stop }
    if is-huge(victim) { run refill-huge(wound-deck(victim)) } else { run refill-damage() }
  }
  # The top card is drawn.
  step draw {
    set wound to first of (all damage-card d on wound-deck(victim))
    if wound is nobody { stop }
  }
  # Cards that pick another, or throw it away.
  step inspect priority controller of source { }
  # The card goes to the ship, face down.
  step lay {
    if dodged or wound is nobody { stop }
    move-to(wound, card-of(victim))
    give 1 fresh to wound
    set done to yes
  }
  # A card dealt face up is turned.
  step turn-up {
    if upward { run turn-up(wound, card-of(victim), dealt: yes) }
  }
}

# Marks the cards dealt since the attack began.
token fresh on damage-card limit 1

# A damage card turns face up, dealt so or turned later; its text follows.
procedure turn-up (wound: damage-card, victim: ship, dealt: yes-no = no) gives done: yes-no {
  # Whether the card stays face down; cards set it.
  var ignored: yes-no
  # Cards that ignore the text act here.
  step look { }
  # The card is turned.
  step flip {
    if not ignored {
      flip(wound, up: yes)
      set done to yes
    }
  }
  # What the damage card does at once; its own rules act here.
  step resolve { }
}

# A damage card goes face down; it still counts as damage.
procedure turn-down (wound: damage-card) {
  # The card is turned.
  step flip { flip(wound, up: no) }
}

# A roll that decides whether a face-up card goes face down.
procedure try-repair (wound: damage-card, critical-counts: yes-no) {
  # One attack die: a hit turns the card down, and a critical hit if `critical-counts`.
  step test {
    let test = roll 1 attack-die
    if hit in test > 0 or (critical-counts and critical in test > 0) { run turn-down(wound) }
  }
}

# One of a ship's face-down cards at random turns up.
procedure turn-up-random (victim: ship) {
  var picked: number
  var seen: number
  # One card at random is turned up.
  step turn {
    let hidden = all damage-card d on victim where not face-up(d)
    if any of hidden {
      set picked to random(count of hidden)
      for each d in hidden {
        add 1 to seen
        if seen = picked { run turn-up(d, victim, dealt: no) }
      }
    }
  }
}

# --- Destruction

# A ship is to be destroyed. It may be kept: what cares for ships that are gone lives at `after ship s leaves play`.
procedure destroy (loser: ship, source: ship = nobody) {
  # Whether it stays for now; cards set it.
  var kept: yes-no
  # What keeps the ship acts here: it still has to attack, or a card says so. XW-DMG-005 XW-HUG-065 XW-HUG-066
  # XW-PIL-022 XW-UPG-021
  step reprieve {
    if not can be-destroyed(loser, source) { set kept to yes }
    if awaiting of loser and (loser is striker or strikes-as-equal(loser)) { set kept to yes }
  }
  # The ship goes.
  step remove {
    if not kept {
      if is-huge(loser) { run cripple(loser) } else { run bury(loser) }
    }
  }
}

# Whether a ship of the same pilot skill is attacking, whoever does the damage.
define strikes-as-equal (loser: ship): yes-no =
  striker is any ship and pilot-skill(striker) = pilot-skill(loser)

# It leaves the table. XW-PIL-027
procedure bury (loser: ship) {
  # Its locks and damage cards go.
  step clear {
    for each l in locks-of(loser) { run drop-lock(l) }
    for each h in halves-of(loser) {
      for each l in (all lock l on h) { run drop-lock(l) }
      for each d in (all damage-card d on h) { run discard-wound(d) }
    }
  }
  # The ship leaves the table, both sections of a huge ship. XW-HUG-063
  step leave {
    for each h in halves-of(loser) { remove(h) }
  }
  # If one player is left, that player wins.
  step settle {
    let alive = all player p where any of fleet(p)
    if count of alive = 1 { run declare-winner(first of alive) }
  }
}

# A ship cannot attack, with either section of a huge ship.
effect no-more-attacks (tired: ship) { forbid make-attack when same-ship(attacker, tired) }

# No attacks in the whole of the next round.
effect resting (sleeper: ship) {
  at round.begin always { start no-more-attacks(sleeper) until after end-phase }
}

# A ship gets a shield back; `done` says whether it did.
procedure regain-shield (who: ship) gives done: yes-no {
  # One shield, never more than it has when whole.
  step regain {
    if shield on who < shields-of(who) and can regain-shields(who) {
      give 1 shield to who
      set done to yes
    }
  }
}
