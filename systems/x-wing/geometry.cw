# Places on the table that are reckoned from others.

# Whether a base that stands there lies over the north edge of the table and no other, beyond rounding. XW-MIS-002
define over-north-alone (who: ship, spot: pose): yes-no =
  y-of(spot) + base-reach(who, spot, 0 degrees) > table-length()
    and y-of(spot) - base-reach(who, spot, 180 degrees) >= 0 inches
    and x-of(spot) - base-reach(who, spot, 270 degrees) >= 0 inches
    and x-of(spot) + base-reach(who, spot, 90 degrees) <= table-width()

# What holds a ship to the template while it backs up: of large ships the middle of the base, of others the guides at
# both ends. XW-LRG-001
define by-its-middle (who: ship): yes-no = is-large(who)
# How much of a template a ship has behind it that backed up to a place. XW-MOV-013
define flown (who: ship, along: length, bend: angle, final: pose): length =
  travelled(who, along, bend, final, centred: by-its-middle(who))
