# What is drawn of the table and no rule asks: see looks.yaml.

# The shape of a ship from above.
word silhouette {
  saucer-shape
  broad-saucer-shape
  close-saucer-shape
  raptor-shape
  heavy-raptor-shape
  warbird-shape
  hooked-shape
  cube-shape
  hunter-shape
  shuttle-shape
  squadron-shape
  work-shape
  other-shape
}
# What shape a ship is drawn with: by its sort, its faction, and the classes of the base game.
define silhouette-of (who: ship): silhouette =
  if vessel of who is shuttlecraft then shuttle-shape
    else if vessel of who is attack-squadron then squadron-shape
    else if vessel of who is support-vehicle then work-shape
    else if faction of who is borg then cube-shape
    else if faction of who is klingon and class of who is vorcha then heavy-raptor-shape
    else if faction of who is klingon then raptor-shape
    else if faction of who is romulan then warbird-shape
    else if faction of who is dominion then hooked-shape
    else if faction of who is independents or faction of who is xindi then hunter-shape
    else if class of who is galaxy then broad-saucer-shape
    else if class of who is nebula then close-saucer-shape
    else if faction of who is federation or faction of who is mirror-universe then saucer-shape
    else other-shape

# Whether a ship is out of the game: destroyed, or fled over the edge.
define is-lost (who: ship): yes-no = not in-play(who)
# How much Hull a ship has left; of a squadron, how many tokens.
define hull-remaining (who: ship): number =
  if is-squadron(who) then count of stack-of(who) else max(0, hull-of(who) - damage-on(who))
# How much Hull a ship has without damage; of a squadron, how many tokens there are of it.
define hull-whole (who: ship): number =
  if is-squadron(who) then count of (all squadron-token t on who where not starts of t)
    else hull-of(who)
# Whether a ship has a secondary firing arc.
define has-secondary-arc (who: ship): yes-no = secondary-width(who) > 0
# Whether a ship has a Target Lock on another.
define has-lock (who: ship): yes-no = any of locks of who
# Whether another ship has a Target Lock on a ship.
define is-locked (who: ship): yes-no = any of lockers-of(who)
# Whether a shuttlecraft is docked on a ship.
define carries-shuttle (who: ship): yes-no = any of docked-on(who)
# Whether an effect token lies beside a ship.
define has-effects (who: ship): yes-no = any of (all effect-token e on who)
