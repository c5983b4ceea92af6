# How well a player stands, for agents that look ahead. No rule of a game asks it.

# How far ahead a player is: what each side has and how well it stands, and how far one's own have to go to a fight.
define lead-of (side: player): number =
  (sum of worth(c) + position(c) for c in squad-of(side))
    - (sum of worth(c) + position(c) for c in rivals-of(side))
    - 3 * (sum of remoteness(c) for c in squad-of(side))

# How well a craft stands on the table.
define position (who: craft): number = if placed of who then room-ahead(who) + threat-by(who) else 0

# Flying on must stay possible: who can neither go on nor turn away will be lost.
define room-ahead (who: craft): number =
  if stays(who, 6 inches, 0 degrees) then 0
    else if stays(who, 4 inches, 90 degrees) or stays(who, 4 inches, -90 degrees) then 0 - 12
    else 0 - 90
# Whether a craft that moves so is still on the table.
define stays (who: craft, way: length, bend: angle): yes-no =
  inside-table(who, destination(who, way, bend))

# An enemy ahead is worth having there, and more so within reach.
define threat-by (who: craft): number =
  if any of (members e of ahead-of(who) where distance(who, e) <= 3 * range-band) then 25
    else if any of ahead-of(who) then 8
    else 0
# The enemies that a craft faces, at any distance.
define ahead-of (who: craft): set of craft =
  members e of enemies-of(who) where placed of e and in-arc(who, 0 degrees, 90 degrees, e)

# How many inches the nearest enemy is beyond the closest section of the ruler.
define remoteness (who: craft): number =
  if placed of who and any of (members e of enemies-of(who) where placed of e)
      then max(
          0,
          (lowest distance(who, e) for e in (members f of enemies-of(who) where placed of f))
            - range-band
        )
        / 1 inches
    else 0
