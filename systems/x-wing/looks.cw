# What is drawn of the table and no rule asks: see looks.yaml.

# Whether a ship has left the game: destroyed, or fled over the edge.
define is-lost (who: ship): yes-no = not in-play(who)
# Whether a ship has a target lock on another.
define has-lock (who: ship): yes-no = any of (all lock l where locker of l is who)
# Whether a ship is locked by another.
define is-locked (who: ship): yes-no = any of (all lock l on who)
# Whether a condition card lies beside a ship.
define has-conditions (who: ship): yes-no = any of (all condition-card c on who)
# Whether other ships are docked to a ship.
define carries-ships (who: ship): yes-no = any of docked-on(who)
