# What is drawn of the table and no rule asks: see looks.yaml.

# The shape of a creature from above.
word silhouette {
  dragon-shape
  giant-shape
  archer-shape
  axe-shape
  staff-shape
  sword-shape
  spirit-shape
  beast-shape
}
# What shape a creature is drawn with, by what it is.
define silhouette-of (who: creature): silhouette =
  if dragon-class is in classes of who then dragon-shape
    else if giant-class is in classes of who then giant-shape
    else if elemental-class is in classes of who or undead-class is in classes of who
      then spirit-shape
    else if elf-class is in classes of who or drow-class is in classes of who then archer-shape
    else if dwarf-class is in classes of who then axe-shape
    else if human-class is in classes of who and arcane-slots of who > 0 then staff-shape
    else if none of classes of who and overrun-dice of who > 1 then beast-shape
    else sword-shape

# Whether a creature is out of the game: defeated, or fled over the edge.
define is-lost (who: creature): yes-no = not in-play(who)
# Whether a creature is in the air.
define is-aloft (who: creature): yes-no = play-level-of(who) is in-air
# How wide the arc is in which a creature strikes ahead with a weapon of its card.
define ahead-width (who: creature): angle =
  highest width of arc of w
    for w in (members w of weapons of who where centre of arc of w = 0 degrees)
# How wide the arc is in which it strikes behind itself.
define behind-width (who: creature): angle =
  highest width of arc of w
    for w in (members w of weapons of who where centre of arc of w = 180 degrees)
# Whether it strikes ahead at all.
define strikes-ahead (who: creature): yes-no = ahead-width(who) > 0 degrees
# Whether it strikes behind itself.
define strikes-behind (who: creature): yes-no = behind-width(who) > 0 degrees
