# What a squad may be made of.

# How many points a squad may cost.
value squad-limit (side: player) = 100
# Whether huge ships may take part: in Epic Play, and in missions that call for them. XW-HUG-001 XW-HUG-002 XW-HUG-003
value epic-play (side: player): yes-no = no
# How large a ship is.
define size-of (who: ship): size =
  if is-huge(who) then huge else if is-large(who) then large else small
# A ship's side, which cards may change.
value faction-of (who: ship): faction = faction of who
# How many upgrades of a kind a ship may carry. XW-ARM-004 XW-ARM-006 XW-ARM-007
value icons-for (who: ship, icon: slot) =
  if icon is modification or icon is title then 1
    else count of (all icon i where i is in bar of type of who and slot of i is icon)
      + (if icon is elite and elite of who then 1 else 0)

# The ships of a squad: a huge ship that stands as an obstacle is none.
define squad (side: player): set of ship = members s of fleet(side) where not derelict of s
# The upgrades of a squad.
define upgrades-of (side: player): set of upgrade =
  all upgrade u where any of (members s of squad(side) where holder of u is s)
# What an upgrade costs where it is: "your upgrades cost 1 point less" is `modify price-of - 1 to at least 0 when holder-ship(bought) is you`.
value price-of (bought: upgrade) = cost of bought
# What a squad costs.
define points-of (side: player): number =
  (sum of cost of s for s in squad(side)) + (sum of price-of(u) for u in upgrades-of(side))

# Whether a ship may carry an upgrade, as to side, size and sort of ship. XW-ARM-005 XW-ARM-008 XW-ARM-009 XW-HUG-089
# XW-HUG-091
define may-carry (who: ship, what: upgrade): yes-no =
  (none of sides of what or faction-of(who) is in sides of what)
    and (none of sizes of what or size-of(who) is in sizes of what)
    and (none of ships of what or type of who is in ships of what)
    and (not is-huge(who) or slot of what is not modification or huge is in sizes of what)
# Whether a ship carries more upgrades of a kind than it may.
define overladen (who: ship): yes-no =
  any of (
    all upgrade u on who
      where count of (all upgrade o on who where slot of o is slot of u) > icons-for(who, slot of u)
  )
# Whether a ship carries a Limited card twice; a huge ship is one ship with all its sections. XW-HUG-008 XW-HUG-090
define limited-twice (who: ship): yes-no =
  any of (
    all upgrade u on who
      where limited of u
        and (sum of count of (all upgrade o on h where same-card(o, u)) for h in halves-of(who)) > 1
  )

# Whether a squad has a unique ship twice. XW-ARM-001 XW-ARM-003
define ship-twice (side: player): yes-no =
  any of (
    members s of squad(side)
      where unique of s
        and any of (members t of squad(side) where not same-ship(t, s) and same-name(t, s))
  )
# Whether two ships have one name: as it is printed, or as their `character` says.
define same-name (one: ship, other: ship): yes-no =
  namesakes(one, other)
    or (character of one is not unnamed and character of one is character of other)
# Whether a squad has a unique upgrade twice, or somebody as a pilot and as an upgrade. XW-ARM-001 XW-ARM-002
define upgrade-twice (side: player): yes-no =
  any of (
    members u of upgrades-of(side)
      where unique of u
        and (
          any of (members o of upgrades-of(side) where o is not u and same-upgrade(o, u))
            or any of (members s of squad(side) where names-pilot(u, s))
        )
  )
# Whether an upgrade has the name of a unique pilot.
define names-pilot (what: upgrade, pilot: ship): yes-no =
  (unique of pilot and namesakes(what, pilot))
    or (character of what is not unnamed and character of what is character of pilot)
# Whether two upgrades have one name.
define same-upgrade (one: upgrade, other: upgrade): yes-no =
  namesakes(one, other)
    or (character of one is not unnamed and character of one is character of other)

build "No more points than the limit" for p when points-of(p) <= squad-limit(p)
# XW-HUG-001 XW-HUG-003
build "Huge ships in Epic Play only" for p
  when epic-play(p) or none of (members s of squad(p) where is-huge(s))
# XW-ARM-001 XW-ARM-002 XW-ARM-003
build "Each unique name once" for p when not ship-twice(p) and not upgrade-twice(p)
build "Ships of one side" for p
  when none of (
    members s of squad(p)
      where any of (members t of squad(p) where faction-of(t) is not faction-of(s))
  )
# XW-ARM-005 XW-ARM-008 XW-ARM-009
build "Upgrades that the ship may carry" for p
  when none of (members s of squad(p) where any of (all upgrade u on s where not may-carry(s, u)))
# XW-ARM-004 XW-ARM-006 XW-ARM-007
build "An icon for each upgrade, one modification, one title" for p
  when none of (members s of squad(p) where overladen(s))
# XW-HUG-090
build "No Limited card twice on a ship" for p
  when none of (members s of squad(p) where limited-twice(s))
