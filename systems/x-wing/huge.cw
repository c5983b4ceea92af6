# Huge ships: two sections, each a piece of its own that names the other; energy; ramming; the second subphase.

# --- Sections

# Whether a ship is a section of a huge ship. XW-HUG-008 XW-HUG-009
value is-huge (who: ship): yes-no = section of type of who is not whole
# Both sections of a huge ship; any other ship alone.
define halves-of (who: ship): set of ship =
  if is-huge(who) then all ship h where h is who or h is partner of who else [who]
# One and the same piece for all sections of a ship: what a ship does once a round counts for both. XW-HUG-008 XW-ACT-023
define whole-of (who: ship): ship = first of halves-of(who)
# Whether two pieces are one ship: the same, or the two sections of a huge ship. Cards that huge ships can carry (crew, cargo, team, hardpoint) compare
# with it: `when same-ship(attacker, you)`. XW-HUG-008
define same-ship (one: ship, other: ship): yes-no =
  one is other or (is-huge(one) and partner of one is other)
# The section that has the ship card: of a ship with one card the fore section. XW-HUG-010 XW-HUG-054
define card-of (who: ship): ship =
  if is-huge(who) and one-card of type of who and section of type of who is aft then partner of who
    else who
# Whether this piece is flown: the aft section follows the fore one.
define leads (who: ship): yes-no = section of type of who is not aft

# How far a ship is from a piece: from the closest part of the whole ship. XW-HUG-038
define gap-to (one: ship, other: ship): length =
  if is-huge(one) then lowest distance(h, other) for h in halves-of(one) else distance(one, other)
# How far a section is from whatever stands on the table: from the closest part of a whole ship. XW-HUG-038
define reach-to (what: thing, half: ship): length =
  if what is any ship then gap-to(as-ship(what), half) else distance(what, half)
# The range between two ships, closest part to closest part. "You may treat friendly ships at range 2-3 as being at range 1" replaces it, for the ship that asks
# alone: `replace range-between with 1 when one is you and friends(other, you) and ruler-range(you, other) <= 3`. XW-HUG-038 XW-RNG-003
value range-between (one: ship, other: ship) = ruler-range(one, other), at least 1
# The range between two ships as the ruler shows it.
define ruler-range (one: ship, other: ship): number =
  band(
    if is-huge(other) then lowest gap-to(one, h) for h in halves-of(other) else gap-to(one, other)
  )

# The other ships at most so far away, friend and foe: "each other ship at range 1" is `others-within(you, 1)`. A huge ship is one of them once, and not if it is
# the ship's own; its nearest section counts, and so does the nearest of the ship that asks. What is measured from one section alone is `near`. XW-HUG-008 XW-HUG-038
define others-within (middle: ship, most: number): set of ship =
  all ship s
    where leads(s)
      and not same-ship(s, middle)
      and not derelict of s
      and range-between(middle, s) <= most

# --- Targets

# An end of the line between the sections, at one side of a section's base: 1 is right, -1 left. XW-HUG-044
define line-end (half: ship, side: number): pose =
  shifted(
    pose-of(half),
    (if section of type of half is aft then 1 else -1) * (base-length of half / 2),
    side * (base-width of half / 2)
  )
# Whether the line from the middle of another base to the middle of a section crosses the line between the sections.
# XW-HUG-044
define crosses-middle (outsider: ship, half: ship): yes-no =
  lines-cross(pose-of(outsider), pose-of(half), line-end(half, -1), line-end(half, 1))

# Whether the sections of huge ships leave an attack open. XW-HUG-043 XW-HUG-044 XW-HUG-047 XW-HUG-048 XW-HUG-049
define sections-allow (attacker: ship, form: weapon, defender: ship): yes-no =
  (not is-huge(defender) or not crosses-middle(attacker, defender))
    and (
      not is-huge(attacker)
        or not ignores-arc(attacker, form, defender)
        or in-arcs(attacker, defender)
        or not crosses-middle(defender, attacker)
    )

# A crippled section is no target and takes no damage. XW-HUG-057 XW-HUG-062
forbid target when crippled of defender
forbid be-hurt when crippled of who

# Far targets are hard to hit. XW-HUG-004 XW-HUG-005 XW-HUG-006 XW-HUG-007
modify defense-dice + 2
  when form is primary
    and attack-range(attacker, form, defender) = 4
    and can add-far-die(attacker, form, defender)
modify defense-dice + 3
  when form is primary
    and attack-range(attacker, form, defender) = 5
    and can add-far-die(attacker, form, defender)

# --- What huge ships do without

# Focus, evade and stress go back to the supply at once. XW-HUG-092
after focus on ship s rises when is-huge(s) { take all focus from s }
after evade on ship s rises when is-huge(s) { take all evade from s }
after stress on ship s rises when is-huge(s) { take all stress from s }
# No free actions: a huge ship acts in its Perform Action step only. XW-HUG-097
forbid act when is-huge(actor) and not on-duty of actor

# --- Energy. XW-HUG-015 XW-HUG-018

# Energy of a huge ship, on ship cards and upgrades.
token energy on ship,
  upgrade
  tells if now > was then "{it} has {now} energy"
    else if now < was then "{it} has {now} energy left"
    else ""
# How much energy a ship card holds. An upgrade with the printed increase "+2" raises it: `modify energy-limit-of + 2 when who is energy-card(you)`; what an upgrade
# itself holds is its fact `energy-limit`. XW-HUG-016 XW-HUG-017
value energy-limit-of (who: ship) =
  if crippled of who then crippled-energy of type of who else energy-limit of type of who,
  at least 0
# The section whose card has the ship's energy.
define energy-card (who: ship): ship =
  first of (members h of halves-of(who) where energy-limit of type of h > 0)
# How much energy a maneuver gives a ship. XW-HUG-020
value energy-from (who: ship, move: maneuver) =
  sum of energy of c
    for c in (all charge c where c is in charges of type of who and move of c is move),
  at least 0

# With how much energy a ship starts: with none, but in some formats with all that it holds. XW-MIS-005 XW-MIS-006
value start-energy (who: ship) = 0, at least 0

# A ship gains energy. XW-HUG-015 XW-HUG-016
procedure gain-energy (who: ship, amount: number) {
  # No card holds more than its limit.
  step gain {
    let store = energy-card(who)
    give (max(0, lowest n for n in [amount, energy-limit-of(store) - energy on store])) energy
      to store
  }
}

# Energy beyond the limit of a ship card goes at once. XW-HUG-016
procedure shed-energy (store: ship) {
  # Back to the supply.
  step shed {
    let over = energy on store - energy-limit-of(store)
    if over > 0 { take (over) energy from store }
  }
}
# So it does when a card that raised the limit is gone. XW-HUG-016 XW-HUG-017
after upgrade u leaves play when is-huge(holder-ship(u)) {
  run shed-energy(energy-card(holder-ship(u)))
}

# The energy steps of an activation, between Clean Up and Perform Action. XW-HUG-019
procedure energy-steps (actor: ship, move: maneuver) {
  # Ion tokens take energy away. XW-HUG-020 XW-HUG-093
  step gain-energy {
    let ions = sum of ion on h for h in halves-of(actor)
    run gain-energy(actor, max(0, energy-from(actor, move) - ions))
  }
  # Energy goes to cards with a limit. XW-HUG-021 XW-HUG-022
  step allocate {
    repeat energy on energy-card(actor) times {
      choose u
        from (
          all upgrade u
            where same-ship(holder-ship(u), actor)
              and energy on u < energy-limit of u
              and energy on energy-card(actor) > 0
        )
        by controller of actor "Give energy to which card?" or none
      {
        take 1 energy from energy-card(actor)
        give 1 energy to u
      } else {
        break
      }
    }
  }
  # Cards with the header Energy, each once per round. XW-HUG-023 XW-HUG-024
  step use-energy {
    if in-play(actor) { offer use-energy(actor) to controller of actor at most 20 times }
  }
}
# What the cards of both sections do with energy, asked once for the whole ship: a card compares with `same-ship(user, you)`.
offer use-energy (user: ship) asks "{user} uses its energy for what?"

# --- Actions. XW-HUG-036 XW-HUG-037

# The Perform Action step of a huge ship: each ship card acts once, the fore one first.
procedure act-huge (actor: ship) {
  # The fore card.
  step fore { run act-section(actor) }
  # The aft card, if there is one.
  step aft {
    if in-play(actor) and not one-card of type of actor { run act-section(partner of actor) }
  }
}
# One card's action.
procedure act-section (actor: ship) {
  # The action.
  step act {
    set on-duty of actor to yes
    run act(actor, anything)
  }
}

# Energy becomes shields. XW-HUG-025 XW-HUG-026 XW-HUG-027
action "Recover"
  when open-to(actor, leave, recover-deed) and can spend-energy(actor)
  once per round for whole-of(actor)
{
  run recover(actor)
  run performed(actor, recover-deed)
}
# The action Recover. XW-HUG-025 XW-HUG-026 XW-HUG-027
procedure recover (actor: ship) {
  # How much energy is spent; cards set another number at `before recover.spend`.
  var amount: number
  # How many shields it can bring back at most; cards set another number there.
  var most: number
  # All energy of the ship card.
  step count {
    set amount to energy on energy-card(actor)
    set most to amount
  }
  # It is spent, and each recovers a shield.
  step spend {
    take (amount) energy from energy-card(actor)
    repeat min(amount, most) times { run recover-one(actor) }
  }
}
# A huge ship recovers a shield, of the section that its player picks. XW-HUG-026
procedure recover-one (actor: ship) gives done: yes-no {
  # The player picks the section.
  step pick {
    choose h
      from (members h of halves-of(actor) where h is card-of(h) and shield on h < shields-of(h))
      by controller of actor "Recover a shield of which section?"
    { set done to run regain-shield(h) }
  }
}
# A token on one section, which stays for the round. XW-HUG-028 XW-HUG-031
action "Reinforce" when open-to(actor, leave, reinforce-deed) once per round for whole-of(actor) {
  if not is-huge(actor) {
    choose one by controller of actor "Reinforce which side?" {
      "Ahead" always { set reinforced-astern of actor to no }
      "Astern" always { set reinforced-astern of actor to yes }
    }
  }
  choose h from halves-of(actor) by controller of actor "Reinforce which section?" {
    give 1 reinforce to h
  }
  run performed(actor, reinforce-deed)
}
# Lies on a reinforced section; goes at the end of the round. XW-HUG-032
token reinforce on ship limit 1
# XW-HUG-029 XW-HUG-030
at attack.modify-defense when reinforce on defender > 0 and reinforced-against(defender, attacker) {
  add-face(defense-pool, evade-face, 1)
}
# Whether a reinforce token works against an attacker: of a section always, of any other ship on the side that was chosen, half a circle.
define reinforced-against (who: ship, shooter: ship): yes-no =
  is-huge(who)
    or in-arc(
      who,
      if reinforced-astern of who then 180 degrees else 0 degrees,
      180 degrees,
      shooter
    )

# How far the actions Coordinate and Jam reach, `coordinate-deed` and `jam-deed`.
value signal-range (actor: ship, what: deed) =
  if what is jam-deed and not is-huge(actor) then 1 else 2
# How many friends one action Coordinate gives a free action.
value coordinated (actor: ship) = 1
# A free action for a friend. XW-HUG-035
action "Coordinate"
  when open-to(actor, leave, coordinate-deed)
    and any of friends-within(actor, signal-range(actor, coordinate-deed))
  once per round for whole-of(actor)
{
  run coordinate-all(actor)
  run performed(actor, coordinate-deed)
}
# The action Coordinate.
procedure coordinate-all (actor: ship) {
  var waiting: set of ship
  # The player picks friends, one after the other.
  step pick {
    set waiting to friends-within(actor, signal-range(actor, coordinate-deed))
    repeat coordinated(actor) times {
      choose f from waiting by controller of actor "Who acts?" {
        take f from waiting
        run coordinate(actor, f)
      }
    }
  }
}
# A friend that was chosen by the action Coordinate performs a free action; what comes before that lives at `before coordinate`.
procedure coordinate (actor: ship, friend: ship) {
  # The free action.
  step act { run act(friend, anything) }
}
# Stress for an enemy, up to two. XW-HUG-033
action "Jam"
  when open-to(actor, leave, jam-deed)
  choosing e
    from enemies-within(actor, signal-range(actor, jam-deed))
    by controller of actor "Jam whom?"
  once per round for whole-of(actor)
{
  run jam(actor, e)
  run performed(actor, jam-deed)
}
# A ship is jammed: by a huge ship it receives stress tokens until it has two, by any other a jam token. XW-HUG-033
procedure jam (actor: ship, goal: ship) {
  # The tokens are given.
  step gain {
    if is-huge(actor) {
      repeat 2 times {
        if stress on goal < 2 { run gain-stress(goal) }
      }
    } else {
      run assign-jam(goal, controller of actor)
    }
  }
}

# --- Attacks. XW-HUG-039 XW-HUG-040

# A huge ship's turn to attack: one attack with each of its weapons, one after the other.
procedure engage-huge (fighter: ship) {
  # Attacks, until the player has enough.
  step strike {
    for each h in halves-of(fighter) {
      repeat 1 + count of (all upgrade u on h where weapon of u is not unarmed) times {
        if in-play(h) and can make-attack(h) and any-target(h) {
          let attacked = run strike(h, primary-only: no)
          if not attacked { break }
        }
      }
    }
  }
}
# A weapon that has fired in this turn does not fire again in it; what it fires in turns of others is another matter.
after volley during engage-huge as turn when same-ship(attacker, fighter of turn) {
  if form is primary { set fired-primary of attacker to yes }
  if in-play(arm) { set fired of arm to yes }
}

# --- Damage. XW-HUG-053

# Damage cards of huge ships, for their fore sections.
deck fore-deck
# The same for aft sections.
deck aft-deck
# Damage cards of huge ships that are done with.
deck huge-pile
# The deck from which a ship is dealt damage cards. XW-HUG-053
define wound-deck (victim: ship): deck =
  if section of type of victim is fore then fore-deck
    else if section of type of victim is aft then aft-deck
    else damage-deck

# Damage cards of huge ships have a pile of their own, however they are discarded.
instead of discard-wound.discard
  when is-huge(as-ship(holder of wound))
    or holder of wound is fore-deck
    or holder of wound is aft-deck
{ set done to run discard-huge(wound, quietly) }
# Such a card goes to that pile, face up.
procedure discard-huge (wound: damage-card, quietly: yes-no) gives done: yes-no {
  # The card goes.
  step discard tells "" {
    move-to(wound, huge-pile)
    flip(wound, up: yes)
    set done to yes
  }
  # It is told, unless its ship is lost with it.
  step tell-it tells if quietly then "" else "{wound} is discarded" { }
}

# An empty deck of a huge ship is made anew.
procedure refill-huge (pile: deck) {
  # The cards are turned down and shuffled.
  step refill tells "" {
    if none of (all damage-card d on pile) {
      for each d in (all damage-card d on huge-pile) {
        flip(d, up: no)
        move-to(d, pile)
      }
      shuffle(pile)
    }
  }
}

# One section of a ship, by its opponent, where nothing says which: one that is not crippled. XW-HUG-055 XW-HUG-056
# XW-HUG-057 XW-HUG-079
procedure pick-section (rammed: ship, among: set of ship) gives half: ship {
  # The opponent picks.
  step pick {
    choose h
      from (members h of among where not crippled of h)
      by next-player(controller of rammed) "Which section suffers?"
    { set half to h }
  }
}

# A section has as much damage as hull: it is crippled; a ship of one card, or of two crippled sections, is destroyed.
# XW-HUG-054 XW-HUG-058 XW-HUG-063 XW-HUG-064
procedure cripple (half: ship) {
  # The card is flipped.
  step flip {
    if one-card of type of half or crippled of partner of half {
      run bury(half)
      stop
    }
    set crippled of half to yes
  }
  # Energy beyond the limit of the crippled side goes. XW-HUG-060
  step lose-energy { run shed-energy(half) }
  # So do upgrades for which there is no icon; titles and modifications stay. XW-HUG-059 XW-HUG-061
  step lose-upgrades {
    for each u in (all upgrade u on half) {
      if in-play(u) and crowded(half, slot of u) {
        choose gone
          from (all upgrade o on half where slot of o is slot of u)
          by controller of half "Discard which upgrade?"
        { run discard-upgrade(gone) }
      }
    }
  }
}
# Whether a crippled section carries more upgrades of a kind than its icons allow.
define crowded (half: ship, what: slot): yes-no =
  what is not modification
    and what is not title
    and count of (all upgrade u on half where slot of u is what)
      > count of (all icon i where i is in crippled-bar of type of half and slot of i is what)
