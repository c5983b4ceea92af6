# Places on the table that are reckoned from others.

# Half a ship's base, as a step in the direction in which it faces, turned by an angle: eastwards.
define step-east (who: ship, turn: angle): length =
  x-of(destination(who, 0, turn)) - x-of(pose-of(who)) * 2 + x-of(behind(who, 0))
# The same, northwards.
define step-north (who: ship, turn: angle): length =
  y-of(destination(who, 0, turn)) - y-of(pose-of(who)) * 2 + y-of(behind(who, 0))
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
