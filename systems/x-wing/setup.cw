# Obstacles, and where large and huge ships are deployed.

# --- Obstacles

# How far obstacles stay from the edges.
define obstacle-margin: length = range-band * 2
# The obstacles that players still have to lay out.
define loose-rocks (side: player): set of asteroid =
  all asteroid a where owner of a is side and not laid of a
# The huge ships that a player still has to lay out as obstacles. XW-HUG-086
define loose-hulks (side: player): set of ship =
  all ship s where owner of s is side and derelict of s and leads(s) and not placed of s

# Players lay out obstacles, a huge ship first, then one each in turn. XW-HUG-086
procedure place-obstacles () {
  # Huge ships as obstacles: from then on they belong to nobody.
  step place-hulks {
    for each p in (all player) {
      for each s in loose-hulks(p) {
        choose spot for s
          inside (
            obstacle-margin,
            obstacle-margin,
            table-width() - obstacle-margin * 2,
            table-length() - obstacle-margin * 2
          )
          facing any
          where hulk-fits(s, spot)
          by p "Place the huge ship where?"
        {
          let stern = partner of s
          place(s, spot)
          place(stern, trailing(s, spot))
          set placed of s to yes
          set-owner(s, to: nobody)
          set-owner(stern, to: nobody)
        } else {
        }
      }
    }
  }
  # Asteroids: not near an edge, nor at range 1 of another obstacle.
  step place-rocks {
    repeat count of (all asteroid a where not laid of a) times {
      for each p in ([initiative-holder] + (all player)) {
        choose a from first 1 of loose-rocks(p) by p "Which asteroid?" {
          choose spot for a
            inside (
              obstacle-margin,
              obstacle-margin,
              table-width() - obstacle-margin * 2,
              table-length() - obstacle-margin * 2
            )
            facing 0 degrees
            where rock-fits(a, spot)
            by p "Place the asteroid where?"
          { place(a, spot) } else {
          }
          set laid of a to yes
        }
      }
    }
  }
}
# Whether an asteroid can lie there: not at range 1 of another obstacle.
define rock-fits (rock: asteroid, spot: pose): yes-no =
  none of (all asteroid o where laid of o and band(distance-at(rock, spot, o)) = 1)
    and none of (all ship s where derelict of s and band(distance-at(rock, spot, s)) = 1)
# Whether a huge ship can lie there as an obstacle: both sections free, and the aft one far from the edges too.
define hulk-fits (hulk: ship, spot: pose): yes-no =
  free-at(hulk, spot)
    and free-at(partner of hulk, trailing(hulk, spot))
    and far-from-edges(partner of hulk, trailing(hulk, spot))
# Whether a base that stands there keeps the margin of obstacles: moved by it, it is still on the table.
define far-from-edges (who: ship, spot: pose): yes-no =
  inside-table(
      who,
      pose-at(x-of(spot) - obstacle-margin, y-of(spot) - obstacle-margin, heading-of(spot))
    )
    and inside-table(
      who,
      pose-at(x-of(spot) + obstacle-margin, y-of(spot) + obstacle-margin, heading-of(spot))
    )

# XW-HUG-086
build "A huge ship as obstacle stands for all asteroids of its player" for p
  when none of (all ship s where owner of s is p and derelict of s)
    or none of (all asteroid a where owner of a is p)
# XW-HUG-087
build "No huge ship as obstacle where that is barred" for p
  when can use-hulk(p) or none of (all ship s where owner of s is p and derelict of s)
# Whether a player may lay out a huge ship as an obstacle: in casual games.
permission use-hulk (side: player)

# It cannot be hurt; it is nobody's foe, and so it is neither attacked nor locked. XW-HUG-088
forbid be-hurt when derelict of who

# --- Deployment of large and huge ships. XW-LRG-003 XW-LRG-004 XW-LRG-006 XW-HUG-068 XW-HUG-069

# How far south a base reaches that stands there.
define south-of (who: ship, spot: pose): length = y-of(spot) - base-reach(who, spot, 180 degrees)
# How far north.
define north-of (who: ship, spot: pose): length = y-of(spot) + base-reach(who, spot, 0 degrees)
# How far south a ship reaches that stands there, with both sections.
define south-end (who: ship, spot: pose): length =
  if is-huge(who) then min(south-of(who, spot), south-of(partner of who, trailing(who, spot)))
    else south-of(who, spot)
# How far north.
define north-end (who: ship, spot: pose): length =
  if is-huge(who) then max(north-of(who, spot), north-of(partner of who, trailing(who, spot)))
    else north-of(who, spot)

# Whether a ship stands wholly inside a zone, or fills its whole depth.
define inside-or-fills (who: ship, spot: pose, zone: area): yes-no =
  (south-end(who, spot) >= y of zone and north-end(who, spot) <= y of zone + length of zone)
    or (
      south-end(who, spot) <= y of zone + 0.02 inches
        and north-end(who, spot) >= y of zone + length of zone - 0.02 inches
    )

# Whether both sections of a huge ship fit there; asteroids do not bar it. XW-HUG-068 XW-HUG-100
define fits-as-huge (who: ship, spot: pose): yes-no =
  not others-at(who, spot)
    and not others-at(partner of who, trailing(who, spot))
    and inside-table(partner of who, trailing(who, spot))
# Whether a ship can be deployed at a place. XW-SET-001
define may-stand (newcomer: ship, spot: pose, zone: area): yes-no =
  (if is-huge(newcomer) then fits-as-huge(newcomer, spot) else free-at(newcomer, spot))
    and (not sticks-out(newcomer) or inside-or-fills(newcomer, spot, zone))

# Whether a ship may stick out of the zone in which it is deployed.
define sticks-out (who: ship): yes-no = is-large(who) or is-huge(who)
# No ship reaches farther than this, from one corner to the opposite one.
define most-depth (who: ship): length =
  base-width of who
    + base-length of who
    + (if is-huge(who) then base-length of partner of who else 0 inches)
# How far north the strip ends in which such a ship can stand.
define strip-end (who: ship, zone: area): length =
  min(table-length(), y of zone + max(length of zone, most-depth(who)))
# How far south it begins.
define strip-start (who: ship, zone: area): length =
  max(0 inches, min(y of zone, y of zone + length of zone - most-depth(who)))

# A large or huge ship may stick out of the zone, but not off the table. XW-RNG-004 XW-LRG-003 XW-LRG-006
instead of deploy.put-down when sticks-out(newcomer) {
  choose s for newcomer
    inside (
      x of zone,
      strip-start(newcomer, zone),
      width of zone,
      strip-end(newcomer, zone) - strip-start(newcomer, zone)
    )
    facing any
    where may-stand(newcomer, s, zone)
    by controller of newcomer "Place it where?"
  { place(newcomer, s) } else {
  }
  set placed of newcomer to yes
}
