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
        choose spot
          from placements-near(s, middle-of-table, range-band * 2, range-band, middle-of-table)
          by p "Place the huge ship where?"
        {
          let stern = partner of s
          place(s, spot)
          place(stern, trailing(s, spot))
          set placed of s to yes
          set-owner(s, to: nobody)
          set-owner(stern, to: nobody)
        }
      }
    }
  }
  # Asteroids: not near an edge, nor at range 1 of another obstacle.
  step place-rocks {
    repeat count of (all asteroid a where not laid of a) times {
      for each p in ([initiative-holder] + (all player)) {
        choose a from first 1 of loose-rocks(p) by p "Which asteroid?" {
          choose spot from rock-spots(a) by p "Place the asteroid where?" { place(a, spot) }
          set laid of a to yes
        }
      }
    }
  }
}
# The middle of the table.
define middle-of-table: pose = pose-at(table-width() / 2, table-length() / 2, 0)
# Where an asteroid can lie.
define rock-spots (rock: asteroid): set of pose =
  members spot of placements(
      rock,
      obstacle-margin,
      obstacle-margin,
      table-width() - obstacle-margin * 2,
      table-length() - obstacle-margin * 2,
      2 inches
    )
    where heading-of(spot) = 0 degrees
      and none of (
        all asteroid o where laid of o and distance-to-point(o, spot) <= range-band + radius of rock
      )
      and none of (
        all ship s where derelict of s and distance-to-point(s, spot) <= range-band + radius of rock
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

# How much of a way in one of eight directions goes north, in thousandths.
define north-share (way: angle): number =
  if remainder(way, 360 degrees) = 0 degrees then 1000
    else if remainder(way, 360 degrees) = 180 degrees then 0 - 1000
    else if remainder(way, 180 degrees) = 90 degrees then 0
    else if remainder(way + 90 degrees, 360 degrees) < 180 degrees then 707
    else 0 - 707
# How far north of its middle a base reaches that faces one of eight directions.
define reach-north (who: ship, way: angle): length =
  (
      base-length of who * absolute(north-share(way))
        + base-width of who * absolute(north-share(way - 90 degrees))
    )
    / 2000
# How far north of the fore section's middle the aft section's is; 0 for other ships.
define stern-north (who: ship, way: angle): length =
  if is-huge(who) then 0 - section-gap(who) * north-share(way) / 1000 else 0 inches
# How far south a ship reaches that stands there.
define south-end (who: ship, spot: pose): length =
  y-of(spot)
    + min-of(0 inches, stern-north(who, heading-of(spot)))
    - reach-north(who, heading-of(spot))
# How far north.
define north-end (who: ship, spot: pose): length =
  y-of(spot)
    + max(0 inches, stern-north(who, heading-of(spot)))
    + reach-north(who, heading-of(spot))
# The smaller of two lengths.
define min-of (one: length, other: length): length = if one < other then one else other

# Whether a ship stands wholly inside a zone, or fills its whole depth.
define inside-or-fills (who: ship, spot: pose, zone: area): yes-no =
  (south-end(who, spot) >= y of zone and north-end(who, spot) <= y of zone + length of zone)
    or (
      south-end(who, spot) <= y of zone + 0.02 inches
        and north-end(who, spot) >= y of zone + length of zone - 0.02 inches
    )

# Where the aft section stands if the fore one stands there, in one of eight directions.
define spot-astern (who: ship, spot: pose): pose =
  pose-at(
    x-of(spot) - section-gap(who) * north-share(heading-of(spot) - 90 degrees) / 1000,
    y-of(spot) + stern-north(who, heading-of(spot)),
    heading-of(spot)
  )
# Whether both sections fit there; asteroids do not bar huge ships. XW-HUG-068 XW-HUG-100
define fits-as-huge (who: ship, spot: pose): yes-no =
  not others-at(who, spot)
    and not others-at(partner of who, spot-astern(who, spot))
    and inside-table(partner of who, spot-astern(who, spot))

# Places in a strip along the edge of a zone that lies at an edge of the table.
define strip-spots (who: ship, zone: area, depth: length): set of pose =
  placements(
    who,
    x of zone,
    if y of zone < table-length() / 2 then y of zone else y of zone + length of zone - depth,
    width of zone,
    depth,
    2 inches
  )
# How deep a huge ship is that stands straight, or slanting.
define depth-of (who: ship, way: angle): length =
  reach-north(who, way) * 2
    + max(0 inches, 0 - stern-north(who, way))
    + (if way = 0 degrees then 0 inches else 0.01 inches)

# Where a large or huge ship can be deployed: no part of its base off the table, in any of eight directions.
define wide-spots (newcomer: ship, zone: area): set of pose =
  members spot of (
      strip-spots(newcomer, zone, length of zone)
        + strip-spots(newcomer, zone, depth-of(newcomer, 0 degrees))
        + strip-spots(newcomer, zone, depth-of(newcomer, 45 degrees))
    )
    where (if is-huge(newcomer) then fits-as-huge(newcomer, spot) else free-at(newcomer, spot))
      and inside-or-fills(newcomer, spot, zone)
      and south-end(newcomer, spot) >= 0 inches
      and north-end(newcomer, spot) <= table-length()

# Where a ship can be deployed, in any of eight directions; those that face as the zone does come first. XW-SET-001
define deploy-spots (newcomer: ship, zone: area): set of pose =
  sort spot in (
      if is-large(newcomer) or is-huge(newcomer) then wide-spots(newcomer, zone)
        else members s of strip-spots(newcomer, zone, length of zone)
          where may-stand(newcomer, s, zone)
    )
    by absolute(
      remainder(heading-of(spot) - facing of zone + 180 degrees, 360 degrees) - 180 degrees
    )

# Ships are deployed facing anywhere, large and huge ones in their own way. XW-RNG-004 XW-LRG-003 XW-LRG-006
instead of deploy.put-down always {
  choose s from deploy-spots(newcomer, zone) by controller of newcomer "Place it where?" {
    place(newcomer, s)
  }
  set placed of newcomer to yes
}
