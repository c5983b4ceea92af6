# What is drawn of the battlefield and no rule asks: see looks.yaml.

# The picture of a figure.
word silhouette {
  winged-figure
  machine-figure
  golem-figure
  engine-figure
  reaper-figure
  dead-knight-figure
  dead-king-figure
  wraith-figure
  corpse-figure
  plant-figure
  wolf-figure
  orc-figure
  dwarf-figure
  serpent-figure
  frog-figure
  elf-figure
  elf-archer-figure
  giant-figure
  rider-figure
  beast-figure
  champion-figure
  knight-figure
  paladin-figure
  soldier-figure
  warrior-figure
  archer-figure
  gunner-figure
  rogue-figure
  mage-figure
  brawler-figure
}
# What picture a figure is drawn with, by what its Army Card says.
define silhouette-of (who: figure): silhouette =
  if species-of(who) is kyrie then winged-figure
    else if species-of(who) is undead then dead-picture(who)
    else if species-of(who) is construct then machine-picture(who)
    else if species-of(who) is plant then plant-figure
    else if species-of(who) is wolf then wolf-figure
    else if species-of(who) is orc then orc-figure
    else if species-of(who) is dwarf then dwarf-figure
    else if species-of(who) is amphibian and size-of(who) is not medium then serpent-figure
    else if species-of(who) is amphibian then frog-figure
    else if species-of(who) is elf and (range-of(who) > 3 or class-of(who) is scout)
      then elf-archer-figure
    else if species-of(who) is elf then elf-figure
    else living-picture(who)
# That of the dead.
define dead-picture (who: figure): silhouette =
  if class-of(who) is mage or class-of(who) is steward then reaper-figure
    else if class-of(who) is knight then dead-knight-figure
    else if class-of(who) is champion then dead-king-figure
    else if is-hero(who) and class-of(who) is horror then wraith-figure
    else corpse-figure
# That of what is built.
define machine-picture (who: figure): silhouette =
  if class-of(who) is gunslinger or class-of(who) is admiral then machine-figure
    else if size-of(who) is huge then engine-figure
    else golem-figure
# That of everybody else.
define living-picture (who: figure): silhouette =
  if class-of(who) is beast then beast-figure
    else if size-of(who) is huge then giant-figure
    else if size-of(who) is large and length of who > 1 then rider-figure
    else if class-of(who) is mage then mage-figure
    else if class-of(who) is gunslinger or (class-of(who) is soldier and range-of(who) > 3)
      then gunner-figure
    else if class-of(who) is scout or range-of(who) > 3 then archer-figure
    else if class-of(who) is rogue then rogue-figure
    else if class-of(who) is knight then knight-figure
    else if class-of(who) is paladin then paladin-figure
    else if class-of(who) is champion then champion-figure
    else if class-of(who) is soldier then soldier-figure
    else if class-of(who) is brawler then brawler-figure
    else warrior-figure
