# What a warband may hold.

# Points of a warband, and its row of limits. ARM-008 ARM-009 ARM-026 SCN-004
value points-limit (side: player) = 200
# reading: between the printed sizes the limits of the next larger one hold. ARM-014
define limits-of (side: player): limits = first of (sort l in (all limits l
    where points of l >= points-limit(side)) by points of l)
define spent-by (side: player): number = sum of cost of c for c in warband(side)

# Champions and formats relax a rule by allowing or forbidding its permission. ARM-023 SCN-035 SCN-038
permission mix-factions (side: player)
permission mix-alignments (side: player)
permission repeat-unique (side: player)
permission field-epic (side: player)
permission field-huge (side: player)
forbid mix-factions always
forbid mix-alignments always
forbid repeat-unique always
forbid field-epic always
forbid field-huge always

# ARM-001 ARM-002 ARM-003 ARM-004
define one-faction (side: player): yes-no = can mix-factions(side)
    or none of (members c of warband(side) where not (faction of side is in factions of c))
# ARM-006 ARM-007
define one-alignment (side: player): yes-no = can mix-alignments(side)
    or none of (members c of warband(side) where has-keyword(c, good))
    or none of (members c of warband(side) where has-keyword(c, evil))
# ARM-008
define within-points (side: player): yes-no = spent-by(side) <= points-limit(side)
# ARM-010 to ARM-014
define within-number (side: player): yes-no = count of warband(side) <= creatures of limits-of(side)
define within-cost (side: player): yes-no = none of (members c of warband(side)
    where cost of c > most-cost of limits-of(side))
# ARM-019 ARM-020 ARM-021 ARM-022
define unique-once (side: player): yes-no = can repeat-unique(side)
    or none of (members c of warband(side) where unique of c and any of (members d of warband(side)
    where d is not c and unique of d and persona of d = persona of c))
# ARM-024 SCN-037
define no-epic (side: player): yes-no = can field-epic(side)
    or none of (members c of warband(side) where epic of c)
# SCN-005
define no-huge (side: player): yes-no = can field-huge(side)
    or none of (members c of warband(side) where rank of size of c >= 5)
# MOV-049 MOV-050 MOV-051
define spaces-right (side: player): yes-no = none of (members c of warband(side)
    where space of c is not squares of size of c)
define factions-given (side: player): yes-no = none of (members c of warband(side)
    where none of factions of c)

# ARM-025
define legal-warband (side: player): yes-no = one-faction(side) and one-alignment(side)
    and within-points(side) and within-number(side) and within-cost(side) and unique-once(side)
    and no-epic(side) and no-huge(side) and spaces-right(side) and factions-given(side)

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
