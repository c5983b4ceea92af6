# What a warband may hold.

# How many points a player's warband may cost. DDM-ARM-008 DDM-ARM-009 DDM-ARM-026 DDM-SCN-004
value points-limit (side: player) = 200
# reading: between the printed sizes the limits of the next larger one hold. DDM-ARM-014
define limits-of (side: player): limits =
  first of (sort l in (all limits l where points of l >= points-limit(side)) by points of l)
# What a player's warband costs.
define spent-by (side: player): number = sum of cost-of(c) for c in warband(side)

# Champions and formats relax a rule by allowing or forbidding its permission. DDM-ARM-023 DDM-SCN-035 DDM-SCN-038
# Whether a player can have creatures of several factions.
permission mix-factions (side: player)
# Whether a player can have Good and Evil creatures.
permission mix-alignments (side: player)
# Whether a player can have epic creatures.
permission field-epic (side: player)
# Whether a player can have Huge creatures.
permission field-huge (side: player)
forbid mix-factions always
forbid mix-alignments always
forbid repeat-unique always
forbid field-epic always
forbid field-huge always

# Whether all creatures are of the warband's faction. DDM-ARM-001 DDM-ARM-002 DDM-ARM-003 DDM-ARM-004
define one-faction (side: player): yes-no =
  can mix-factions(side)
    or none of (members c of warband(side) where not in-faction(c, faction of side))
# Whether Good and Evil are apart. DDM-ARM-006 DDM-ARM-007
define one-alignment (side: player): yes-no =
  can mix-alignments(side)
    or none of (members c of warband(side) where counts-as(c, good))
    or none of (members c of warband(side) where counts-as(c, evil))
# Whether a warband costs no more than the limit. DDM-ARM-008
define within-points (side: player): yes-no = spent-by(side) <= points-limit(side)
# Whether a warband has no more creatures than the limit. DDM-ARM-010 DDM-ARM-011 DDM-ARM-012 DDM-ARM-013 DDM-ARM-014
define within-number (side: player): yes-no = count of warband(side) <= creatures of limits-of(side)
# Whether no creature costs more than the limit.
define within-cost (side: player): yes-no =
  none of (members c of warband(side) where cost-of(c) > most-cost of limits-of(side))
# Whether no Unique creature is there twice. DDM-ARM-019 DDM-ARM-020 DDM-ARM-021 DDM-ARM-022 DDM-TEA-005
define unique-once (side: player): yes-no =
  can repeat-unique(side)
    or none of (
      members c of warband(side)
        where unique of c
          and any of (
            members d of warband(side) where d is not c and unique of d and one-persona(c, d)
          )
    )
# Whether two creatures are one person: by `persona`, else by the printed name.
define one-persona (one: creature, other: creature): yes-no =
  if persona of one = "" or persona of other = "" then namesakes(one, other)
    else persona of one = persona of other
# Whether no creature is epic, where that is barred. DDM-ARM-024 DDM-SCN-037
define no-epic (side: player): yes-no =
  can field-epic(side) or none of (members c of warband(side) where epic of c)
# Whether no creature is Huge, where that is barred. DDM-SCN-005
define no-huge (side: player): yes-no =
  can field-huge(side) or none of (members c of warband(side) where rank of size of c >= 5)
# Whether spaces are as sizes say. DDM-MOV-049 DDM-MOV-050 DDM-MOV-051
define spaces-right (side: player): yes-no =
  none of (members c of warband(side) where space of c is not squares of size of c)
# Whether every creature has a faction.
define factions-given (side: player): yes-no =
  none of (members c of warband(side) where none of factions of c)

# Whether every creature's basic attack is a melee attack. DDM-COM-003
define basics-melee (side: player): yes-no =
  none of (members c of warband(side) where has-basic(c) and icon of basic-attack(c) is not melee)

# Whether a warband is legal, with a champion, with several, or without. DDM-ARM-016 DDM-ARM-025
define legal-warband (side: player): yes-no =
  one-faction(side)
    and one-alignment(side)
    and within-points(side)
    and within-number(side)
    and within-cost(side)
    and unique-once(side)
    and no-epic(side)
    and no-huge(side)
    and spaces-right(side)
    and factions-given(side)
    and basics-melee(side)

build "All creatures of the warband's faction" for p when one-faction(p)
build "No Good creature beside an Evil one" for p when one-alignment(p)
build "No more points than the limit" for p when within-points(p)
build "No more creatures than the limit" for p when within-number(p)
build "No creature dearer than the limit" for p when within-cost(p)
build "A Unique creature once, whatever its title" for p when unique-once(p)
build "No epic creatures" for p when no-epic(p)
build "No Huge creatures" for p when no-huge(p)
build "Spaces as sizes say" for p when spaces-right(p)
build "Every creature has a faction" for p when factions-given(p)
build "A melee attack as the basic attack" for p when basics-melee(p)
