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

# How far the middles of the sections are apart. XW-HUG-013 XW-HUG-014
define section-gap (who: ship): length = (base-length of who + base-length of partner of who) / 2
# Where the aft section stands when the fore one stands here.
define trailing (who: ship, bow: pose): pose = shifted(bow, 0 inches - section-gap(who), 0 inches)

# Whether a section would lie over something, where the fore one stands here.
define half-over (who: ship, half: ship, bow: pose, what: thing): yes-no =
  overlaps-at(half, if half is who then bow else carried(half, who, bow), what)
# Whether a huge ship would lie over something there, with either section.
define ship-over (who: ship, bow: pose, what: thing): yes-no =
  any of (members h of halves-of(who) where half-over(who, h, bow, what))
# The sections of other huge ships that a huge ship would overlap there. XW-HUG-074
define in-the-way (who: ship, bow: pose): set of ship =
  all ship s where is-huge(s) and not same-ship(s, who) and ship-over(who, bow, s)

# One executed maneuver of a huge ship.
procedure execute-huge (mover: ship, move: maneuver) {
  # Where the fore section ends.
  var bow: pose
  # Whether it backed up.
  var stopped: yes-no
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

  # It backs up from other huge ships, both sections as one. XW-HUG-074
  step back-up {
    for each h in halves-of(mover) { set flown-move of h to move }
    set bow to template-end(pose-of(mover), huge-way(move), huge-turn(move))
    if any of in-the-way(mover, bow) {
      set stopped to yes
      set bow to
        slide-back-together(
          [mover, partner of mover],
          huge-way(move),
          huge-turn(move),
          all ship s where is-huge(s) and not same-ship(s, mover)
        )
    }
  }
  # Whatever its sections come to lie on is found; the template does not count. XW-HUG-082 XW-HUG-085 XW-HUG-100
  step find {
    set crushed to all ship s where not is-huge(s) and ship-over(mover, bow, s)
    set rocks to
      all asteroid a
        where ship-over(mover, bow, a) or (on-rock of mover and ship-over(mover, pose-of(mover), a))
    set scraped to
      members h of halves-of(mover)
        where any of (
          all asteroid a where half-over(mover, h, bow, a) or (on-rock of mover and lies-over(h, a))
        )
    set found to all mine m where fuse of m is on-contact and ship-over(mover, bow, m)
  }
  # Both sections move; off the table the ship is destroyed.
  step arrive
    tells if in-play(mover)
        then "{mover} {flies(bearing of move)} {speed of move} ({shown-colour(mover, move)})"
      else ""
  {
    let stern = carried(partner of mover, mover, bow)
    place(mover, bow)
    run bring-along(partner of mover, stern)
    set on-rock of mover to no
    if not inside-table(mover, bow) or not inside-table(partner of mover, stern) {
      run leave-table(mover)
    }
  }
  # It touches those that stopped it.
  step meet
    tells if in-play(mover) and struck is any ship then "{mover} rams {struck}"
      else if in-play(mover) and any of crushed then "{mover} runs over what is in its way"
      else if in-play(mover) and any of scraped then "{mover} scrapes an obstacle"
      else ""
  {
    if in-play(mover) and stopped {
      set struck to
        first of (
          all ship s
            where is-huge(s)
              and not same-ship(s, mover)
              and any of (members h of halves-of(mover) where touching(h, s))
        )
      set hurt to first of (members h of halves-of(mover) where touching(h, struck))
    }
  }
  # Two huge ships that meet get a damage card each. XW-HUG-075
  step collide {
    if in-play(mover) and struck is any ship {
      run join(hurt, struck)
      run inflict(hurt, upward: yes)
      run inflict(struck, upward: yes)
    }
  }
  # Smaller ships under it are destroyed, and cost the fore section what the dice say. XW-HUG-076 XW-HUG-077
  step crush {
    if in-play(mover) and any of crushed {
      let many = count of crushed + count of (members s of crushed where is-large(s))
      for each s in crushed { run destroy(s, source: nobody) }
      run roll-damage(mover, many)
    }
  }
  # Obstacles under it are gone.
  step clear-rocks {
    if in-play(mover) {
      for each a in rocks { remove(a) }
    }
  }
  # They cost one damage card in all. XW-HUG-078 XW-HUG-079 XW-HUG-080 XW-HUG-081
  step scrape {
    if in-play(mover) {
      let half = run pick-section(mover, scraped)
      if half is any ship { run inflict(half, upward: yes) }
    }
  }
  # Mines under it go off. XW-HUG-085
  step detonate {
    for each m in found {
      if in-play(m) {
        let half = run pick-section(mover, members h of halves-of(mover) where lies-over(h, m))
        run explode(m, half)
      }
    }
  }
  # What follows an executed maneuver. A card that huge and other ships may carry is one rule: `at execute.executed or at execute-huge.executed when
  # same-ship(mover, you)`.
  step executed priority controller of mover { }
}

# The aft section follows the fore one.
procedure bring-along (half: ship, spot: pose) {
  # It is put where it ends.
  step follow tells "" { place(half, spot) }
}

# A maneuver that a card has a ship execute, be it huge or not: `run make-maneuver(you, white-straight-1)`.
procedure make-maneuver (mover: ship, move: maneuver) {
  # As any maneuver.
  step go {
    if is-huge(mover) { run execute-huge(mover, move) } else { run execute(mover, move) }
  }
}
# Whether a ship would overlap another by a maneuver: of huge ships other huge ones alone.
define would-overlap (mover: ship, move: maneuver): yes-no =
  if is-huge(mover)
      then any of in-the-way(mover, template-end(pose-of(mover), huge-way(move), huge-turn(move)))
    else way-length(move) is not 0 inches
      and others-at(mover, destination(mover, way-length(move), way-turn(move)))

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
at execute.strike-rock when in-play(mover) and rammed is any ship { run roll-damage(mover, 1) }

# The aft section is deployed with the fore one. XW-HUG-068 XW-HUG-069
before deploy-all always {
  for each s in (all ship s where derelict of s or not leads(s)) { set placed of s to yes }
}
after deploy when is-huge(newcomer) {
  place(partner of newcomer, trailing(newcomer, pose-of(newcomer)))
  run equip(partner of newcomer)
  if any of (all asteroid a where lies-over(newcomer, a) or lies-over(partner of newcomer, a)) {
    set on-rock of newcomer to yes
  }
}
