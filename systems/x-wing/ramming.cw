# How huge ships move, and what happens to whatever is in their way.

# Which way the huge template leads, how far and how much it turns. XW-HUG-012 XW-HUG-013
define huge-way (move: maneuver): length = length of huge-row(move)
# How much a huge maneuver turns the ship; less than 0 is to the left. XW-HUG-014
define huge-turn (move: maneuver): angle =
  if bearing of move is bank-left then 0 - bend of huge-row(move) else bend of huge-row(move)
# The row of the huge template for a maneuver.
define huge-row (move: maneuver): huge-template =
  first of (
    all huge-template t
      where bearing of t is template-bearing(bearing of move) and speed of t = speed of move
  )

# Where the fore section is after some thousandths of a maneuver. XW-HUG-013 XW-HUG-014
define bow-spot (who: ship, move: maneuver, share: number): pose =
  turned(
    shifted(
      who,
      turned(pose-of(who), huge-turn(move) * share / 2000),
      huge-way(move) * share / 1000,
      0
    ),
    huge-turn(move) * share / 2000
  )
# How far the middles of the sections are apart. XW-HUG-013 XW-HUG-014
define section-gap (who: ship): length = (base-length of who + base-length of partner of who) / 2
# Where the aft section is then: right behind the fore one.
define stern-spot (who: ship, move: maneuver, share: number): pose =
  trailing(who, bow-spot(who, move, share))
# Where the aft section stands when the fore one stands here.
define trailing (who: ship, bow: pose): pose =
  pose-at(
    x-of(bow) - along(section-gap(who), north-share(heading-of(bow) - 90 degrees)),
    y-of(bow) - along(section-gap(who), north-share(heading-of(bow))),
    heading-of(bow)
  )

# Where a section is then.
define half-spot (who: ship, half: ship, move: maneuver, share: number): pose =
  if half is who then bow-spot(who, move, share) else stern-spot(who, move, share)
# The sections of other huge ships that a huge ship would overlap then. XW-HUG-074
define in-the-way (who: ship, move: maneuver, share: number): set of ship =
  all ship s
    where is-huge(s)
      and not same-ship(s, who)
      and (
        overlaps-at(who, bow-spot(who, move, share), s)
          or overlaps-at(partner of who, stern-spot(who, move, share), s)
      )

# One executed maneuver of a huge ship.
procedure execute-huge (mover: ship, move: maneuver) {
  # How many thousandths of the way it gets.
  var share: number
  # The section of another huge ship that it ran into.
  var struck: ship
  # The section of its own that did.
  var hurt: ship
  # Small and large ships under it.
  var crushed: set of ship
  # Obstacles under its sections.
  var rocks: set of asteroid
  # Sections that touch an obstacle.
  var scraped: set of ship
  # Bombs under it.
  var found: set of mine

  # It backs up from other huge ships. XW-HUG-074
  step back-up {
    set share to 1000
    repeat 50 times {
      if any of in-the-way(mover, move, share) {
        set struck to first of in-the-way(mover, move, share)
        set hurt to
          if overlaps-at(mover, bow-spot(mover, move, share), struck) then mover
            else partner of mover
        set share to share - 20
      }
    }
  }
  # Whatever its sections come to lie on is found; the template does not count. XW-HUG-082 XW-HUG-085 XW-HUG-100
  step find {
    set crushed to
      all ship s
        where not is-huge(s)
          and (
            overlaps-at(mover, bow-spot(mover, move, share), s)
              or overlaps-at(partner of mover, stern-spot(mover, move, share), s)
          )
    set rocks to
      all asteroid a
        where overlaps-at(mover, bow-spot(mover, move, share), a)
          or overlaps-at(partner of mover, stern-spot(mover, move, share), a)
          or (
            on-rock of mover
              and any of (members h of halves-of(mover) where overlaps-at(h, pose-of(h), a))
          )
    set scraped to
      members h of halves-of(mover)
        where any of (
          all asteroid a
            where overlaps-at(h, half-spot(mover, h, move, share), a)
              or (on-rock of mover and overlaps-at(h, pose-of(h), a))
        )
    set found to
      all mine m
        where fuse of m is on-contact
          and (
            overlaps-at(mover, bow-spot(mover, move, share), m)
              or overlaps-at(partner of mover, stern-spot(mover, move, share), m)
          )
  }
  # Both sections move; off the table the ship is destroyed.
  step arrive {
    let bow = bow-spot(mover, move, share)
    let stern = stern-spot(mover, move, share)
    place(mover, bow)
    place(partner of mover, stern)
    set on-rock of mover to no
    if not inside-table(mover, bow) or not inside-table(partner of mover, stern) {
      run leave-table(mover)
    }
  }
  # Two huge ships that meet get a damage card each. XW-HUG-075
  step collide {
    if in-play(mover) and struck is any ship {
      run join(hurt, struck)
      run deal-card(hurt, upward: yes, source: nobody)
      if doomed(hurt) { run destroy(hurt, source: nobody) }
      run deal-card(struck, upward: yes, source: nobody)
      if doomed(struck) { run destroy(struck, source: nobody) }
    }
  }
  # Smaller ships under it are destroyed, and cost the fore section what the dice say. XW-HUG-076 XW-HUG-077
  step crush {
    if in-play(mover) and any of crushed {
      let many = count of crushed + count of (members s of crushed where is-large(s))
      for each s in crushed { run destroy(s, source: nobody) }
      let impact = roll many attack-die
      run suffer(mover, faces(impact, hit), faces(impact, critical), source: nobody)
    }
  }
  # Obstacles under it are gone, and cost one damage card in all. XW-HUG-078 XW-HUG-079 XW-HUG-080 XW-HUG-081
  step scrape {
    if in-play(mover) and any of rocks {
      for each a in rocks { remove(a) }
      let half = run pick-section(mover, scraped)
      if half is any ship {
        run deal-card(half, upward: yes, source: nobody)
        if doomed(half) { run destroy(half, source: nobody) }
      }
    }
  }
  # Mines under it go off. XW-HUG-085
  step detonate {
    for each m in found {
      if in-play(m) {
        let half =
          run pick-section(
            mover,
            members h of halves-of(mover) where overlaps-at(h, pose-of(h), m)
          )
        run explode(m, half)
      }
    }
  }
}

# What the template of a huge ship does. XW-HUG-012
record huge-template {
  # Its shape.
  bearing: bearing
  # Its speed.
  speed: number
  # How far it leads.
  length: length
  # How far it turns.
  bend: angle
}

# A ship that runs into a huge ship rolls for damage. XW-HUG-083 XW-HUG-084
at execute.strike-rock when in-play(mover) and rammed is any ship {
  let impact = roll 1 attack-die
  run suffer(mover, faces(impact, hit), faces(impact, critical), source: nobody)
}

# The aft section is deployed with the fore one. XW-HUG-068 XW-HUG-069
before deploy-all always {
  for each s in (all ship s where derelict of s or not leads(s)) { set placed of s to yes }
}
after deploy when is-huge(newcomer) {
  place(partner of newcomer, trailing(newcomer, pose-of(newcomer)))
  run equip(partner of newcomer)
  if any of (
    all asteroid a
      where overlaps-at(newcomer, pose-of(newcomer), a)
        or overlaps-at(partner of newcomer, pose-of(partner of newcomer), a)
  )
  { set on-rock of newcomer to yes }
}
