# What is drawn of the battle and no rule asks: see looks.yaml.

# The picture of a creature.
word silhouette {
  wyrm-picture
  golem-picture
  ghost-picture
  lich-picture
  skeleton-picture
  imp-picture
  fiend-picture
  serpent-picture
  scale-picture
  goblin-picture
  troll-picture
  giant-picture
  plant-picture
  tentacle-picture
  winged-beast-picture
  vermin-picture
  great-beast-picture
  beast-picture
  dwarf-picture
  dwarf-priest-picture
  elf-picture
  elf-mage-picture
  halfling-picture
  drow-picture
  angel-picture
  mage-picture
  priest-picture
  knight-picture
  sword-picture
  rogue-picture
}
# What picture a creature is drawn with, by its keywords.
define silhouette-of (who: creature): silhouette =
  if counts-as(who, dragon) then wyrm-picture
    else if counts-as(who, construct) then golem-picture
    else if counts-as(who, undead) then dead-picture(who)
    else if counts-as(who, demon)
      then (if rank of size-of(who) < 3 then imp-picture else fiend-picture)
    else if counts-as(who, aberration) then tentacle-picture
    else if counts-as(who, plant) and not counts-as(who, elf) then plant-picture
    else if counts-as(who, beast) then beast-picture-of(who)
    else folk-picture(who)
# That of the dead.
define dead-picture (who: creature): silhouette =
  if has(who, insubstantial) or has(who, phasing) then ghost-picture
    else if counts-as(who, arcane) then lich-picture
    else skeleton-picture
# That of animals.
define beast-picture-of (who: creature): silhouette =
  if has(who, flight) then winged-beast-picture
    else if has(who, burrow) or rank of size-of(who) < 3 then vermin-picture
    else if rank of size-of(who) > 3 then great-beast-picture
    else beast-picture
# That of peoples.
define folk-picture (who: creature): silhouette =
  if counts-as(who, troll) then troll-picture
    else if counts-as(who, giant) then giant-picture
    else if counts-as(who, yuan-ti) then serpent-picture
    else if counts-as(who, kobold) then scale-picture
    else if counts-as(who, goblin) then goblin-picture
    else if counts-as(who, drow) then drow-picture
    else if counts-as(who, dwarf) and counts-as(who, divine) then dwarf-priest-picture
    else if counts-as(who, dwarf) then dwarf-picture
    else if counts-as(who, elf) and counts-as(who, arcane) then elf-mage-picture
    else if counts-as(who, elf) then elf-picture
    else if counts-as(who, halfling) then halfling-picture
    else if has(who, flight) and counts-as(who, divine) then angel-picture
    else if counts-as(who, arcane) then mage-picture
    else if counts-as(who, divine) then priest-picture
    else if counts-as(who, martial) then knight-picture
    else if counts-as(who, evil) then rogue-picture
    else sword-picture

# The hit points that a creature has left, none below 0.
define hit-points (who: creature): number = max(0, hp-left(who))
# Whether a creature has temporary hit points.
define is-fortified (who: creature): yes-no = temporary-hp(who) > 0
