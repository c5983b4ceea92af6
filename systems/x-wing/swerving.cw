# Sideways moves along a curved template, for cards that use one instead of a straight one.

# A way to go along a curved template: from the front, or from one side of the base, -1 left and 1 right.
record swerve { side: number  turn: angle }

# Where a template begins that is laid to a ship's side, or in front of it.
define swerve-start (who: ship, way: swerve, shift: side-shift): pose =
  if side of way = 0 then template-start(who, base-length of who)
    else aside-from(who, side of way, template-width, shift)
# Where the ship ends: beside the far end, or behind it, looking as it did but for the turn.
define swerve-spot (who: ship, way: swerve, reach: length, shift: side-shift): pose =
  shifted(
    turned(
      shifted(
        template-end(swerve-start(who, way, shift), reach, turn of way),
        base-length of who / 2,
        0 inches
      ),
      side of way * -90 degrees
    ),
    base-shift of shift * ((base-length of who - template-width) / 2),
    0 inches
  )

# Whether the template lies over something.
define swerve-covers (
  who: ship,
  way: swerve,
  reach: length,
  shift: side-shift,
  what: thing
): yes-no =
  template-covers(swerve-start(who, way, shift), reach, turn of way, template-width, what)
# The places to which a ship can swerve. From the front there is one.
define swerve-spots (who: ship, way: swerve, reach: length): set of side-shift =
  all side-shift s
    where (side of way is not 0 or s is abreast)
      and fits-at(who, swerve-spot(who, way, reach, s))
      and none of (
        all asteroid a where can skirt-rocks(who) and swerve-covers(who, way, reach, s, a)
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
