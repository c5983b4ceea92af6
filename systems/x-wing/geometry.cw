# Places on the table that are reckoned from others.

# Half a ship's base, as a step in the direction in which it faces, turned by an angle: eastwards.
define step-east (who: ship, turn: angle): length =
  x-of(destination(who, 0, turn)) - x-of(pose-of(who)) * 2 + x-of(behind(who, 0))
# The same, northwards.
define step-north (who: ship, turn: angle): length =
  y-of(destination(who, 0, turn)) - y-of(pose-of(who)) * 2 + y-of(behind(who, 0))
# How far north and south of its middle a base reaches that stands there.
define reach-up (who: ship, spot: pose): length =
  absolute(step-north(who, heading-of(spot) - heading-of(pose-of(who))))
    + absolute(step-east(who, heading-of(spot) - heading-of(pose-of(who))))
      * (base-width of who * 1000 / base-length of who)
      / 1000
# How far east and west.
define reach-aside (who: ship, spot: pose): length =
  absolute(step-east(who, heading-of(spot) - heading-of(pose-of(who))))
    + absolute(step-north(who, heading-of(spot) - heading-of(pose-of(who))))
      * (base-width of who * 1000 / base-length of who)
      / 1000
# Whether a base that stands there lies over the north edge of the table and no other, beyond rounding. XW-MIS-002
define over-north-alone (who: ship, spot: pose): yes-no =
  y-of(spot) + reach-up(who, spot) > table-length()
    and y-of(spot) - reach-up(who, spot) >= 0 inches
    and x-of(spot) - reach-aside(who, spot) >= 0 inches
    and x-of(spot) + reach-aside(who, spot) <= table-width()

# How often half a ship's base goes into a length, in hundred-thousandths.
define steps-in (who: ship, way: length): number = way * 100000 / (base-length of who / 2)

# Where one gets from the middle of a ship so far in the direction of `facing`, and then so far ahead of the ship.
define shifted (who: ship, facing: pose, way: length, ahead: length): pose =
  pose-at(
    x-of(pose-of(who))
      + step-east(who, heading-of(facing) - heading-of(pose-of(who))) * steps-in(who, way) / 100000
      + step-east(who, 0) * steps-in(who, ahead) / 100000,
    y-of(pose-of(who))
      + step-north(who, heading-of(facing) - heading-of(pose-of(who))) * steps-in(who, way) / 100000
      + step-north(who, 0) * steps-in(who, ahead) / 100000,
    heading-of(facing)
  )

# How much of a way in this direction goes north, in millionths.
define north-share (way: angle): number =
  sine(
    (90 degrees - absolute(remainder(way + 180 degrees, 360 degrees) - 180 degrees))
      / 0.001 degrees
      * 1745329
      / 100000
  )
# The sine of an angle from -90 to 90 degrees; both in millionths, the angle of its measure in radians.
define sine (bend: number): number = bend * (1000000 - sine-less(bend * bend / 1000000)) / 1000000
# By how much the sine is less than the angle, by the angle's square: the first members of its series.
define sine-less (square: number): number =
  square
    * (1000000 - square * (1000000 - square * (1000000 - square / 72) / 42000000) / 20000000)
    / 6000000
# So many millionths of a length, rounded to the nearest thousandth of an inch.
define along (way: length, share: number): length = (way * share + 500 inches) / 1000000
