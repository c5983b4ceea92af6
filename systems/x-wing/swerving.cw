# Sideways moves along a curved template, for cards that use one instead of a straight one.

# A way to go along a curved template: from the front, or from one side of the base, -1 left and 1 right.
record swerve { side: number  turn: angle }

# Where a sideways template begins, looking away from the ship's side. A base is as wide as it is long.
define swerve-start (who: ship, way: swerve, shift: side-shift): pose =
  turned(
    shifted(
      who,
      pose-of(who),
      0 inches,
      template-shift of shift * ((base-length of who - template-width) / 2)
    ),
    side of way * 90 degrees
  )
# How far east a ship gets along a curved template laid to the side: a way ahead, turned by a quarter.
define swerve-east (who: ship, way: swerve, reach: length): length =
  side of way * (y-of(destination(who, reach, turn of way)) - y-of(pose-of(who)))
# How far north.
define swerve-north (who: ship, way: swerve, reach: length): length =
  0 - side of way * (x-of(destination(who, reach, turn of way)) - x-of(pose-of(who)))
# How far the base slides at the far end of the template, in hundred-thousandths of half a base.
define swerve-slide (who: ship, shift: side-shift): number =
  base-shift of shift * steps-in(who, (base-length of who - template-width) / 2)
# Where the ship ends.
define swerve-spot (who: ship, way: swerve, reach: length, shift: side-shift): pose =
  if side of way = 0 then destination(who, reach, turn of way)
    else pose-at(
      x-of(swerve-start(who, way, shift))
        + swerve-east(who, way, reach)
        + step-east(who, turn of way) * swerve-slide(who, shift) / 100000,
      y-of(swerve-start(who, way, shift))
        + swerve-north(who, way, reach)
        + step-north(who, turn of way) * swerve-slide(who, shift) / 100000,
      heading-of(pose-of(who)) + turn of way
    )

# Whether the template, or the base at its end, lies over something.
define swerve-covers (
  who: ship,
  way: swerve,
  reach: length,
  shift: side-shift,
  what: thing
): yes-no =
  if side of way = 0 then swept(who, reach, turn of way, template-width, what)
    else swept-from(who, swerve-start(who, way, shift), reach, turn of way, template-width, what)
# The places to which a ship can swerve. From the front there is one.
define swerve-spots (who: ship, way: swerve, reach: length): set of side-shift =
  all side-shift s
    where (side of way is not 0 or s is abreast)
      and free-at(who, swerve-spot(who, way, reach, s))
      and none of (
        all asteroid a where can mind-rocks(who) and swerve-covers(who, way, reach, s, a)
      )

# A ship names ways to swerve until one fits, or has enough. XW-PIL-023 XW-PIL-024 XW-PIL-025 XW-PIL-051 XW-PIL-052
# XW-PIL-053
procedure swerve (mover: ship, among: set of swerve, reach: length) gives done: yes-no {
  var pending: set of swerve
  # The player names side and direction; what fits must be done.
  step name-way {
    set pending to among
    repeat count of among times {
      choose w from pending by controller of mover "Along which curve?" or none {
        take w from pending
        if any of swerve-spots(mover, w, reach) {
          set done to yes
          choose s from swerve-spots(mover, w, reach) by controller of mover "Where does it end?" {
            let spot = swerve-spot(mover, w, reach, s)
            for each m
              in (
                all mine m
                  where fuse of m is on-contact
                    and (overlaps-at(mover, spot, m) or swerve-covers(mover, w, reach, s, m))
              )
            { run explode(m, mover) }
            if in-play(mover) { place(mover, spot) }
          }
          break
        }
      } else {
        break
      }
    }
  }
}

# A barrel roll along a curved template. XW-PIL-051 XW-PIL-052
procedure swerve-roll (mover: ship, reach: length) gives done: yes-no {
  # Sideways only.
  step roll {
    set done to run swerve(mover, among: all swerve where side of it is not 0, reach)
    if done { run performed(mover, roll-deed) }
  }
}
