# Legion building: what a legion costs, and what it may consist of.

# Everything that a side fields: unique names and artifacts count for the whole team, not for the other side.
# DAW-ARMY-013 DAW-ARMY-014 DAW-TEAM-007
define side-creatures (side: player): set of creature =
  all creature c where allied(owner of c, side)
# The upgrades that a side's creatures have. DAW-ARMY-013
define side-upgrades (side: player): set of upgrade =
  all upgrade u where holder of u is any creature and allied(owner of u, side)

# What a creature costs: a troop of 2 or more only what its top token says. DAW-TRP-003 DAW-TRP-005
define fielding-cost (who: creature): number =
  if soldiers of who > 1
      then sum of cost of k
        for k in (members t of troop-tokens of who where figures of t = soldiers of who)
    else legion-cost of who
# What an upgrade costs for a creature: a penalty is added. All that counts points asks this. "5 points more on a creature that is not good" is
# `modify equipping-cost + 5 when gear is here and alignment of bearer is not good`; a cost that is counted is `replace equipping-cost with ...`.
# DAW-CRD-008 DAW-ENG-002 DAW-ARMY-003 DAW-ARMY-006
value equipping-cost (gear: upgrade, bearer: creature) =
  cost of gear
    + (if energy of gear is energy of bearer then 0 else off-energy-cost of gear)
    + (
      if any of (members k of home-classes of gear where k is in classes of bearer) then 0
        else off-class-cost of gear
    ),
  at least 0
# What a creature costs with all that it has.
define cost-of-all (who: creature): number =
  fielding-cost(who) + (sum of equipping-cost(u, who) for u in (all upgrade u on who))
# The points of a legion. DAW-ARMY-003
define legion-total (side: player): number =
  sum of cost-of-all(c) for c in (all creature c where owner of c is side and not is-soldier(c))
# The points that a whole side was given.
define side-points (side: player): number =
  sum of legion-points of p for p in (all player p where allied(p, side))
# How many points a player may spend. DAW-CAM-004
define legion-limit (side: player): number = legion-points of side + points-bought of side

# How many upgrades of a slot a creature can have. DAW-CRD-004 DAW-CRD-005
define printed-slots (who: creature, kind: slot): number =
  if kind is dragon then dragon-slots of who
    else if kind is monster then monster-slots of who
    else if kind is heroic then heroic-slots of who
    else if kind is equipment then equipment-slots of who
    else if kind is arcane then arcane-slots of who
    else if kind is divine then divine-slots of who
    else 0
# The same with what experience has bought, and with what cards give: `modify slots-for + 1 when who is you and kind is monster`. A slot that a card
# set adds to the word `slot` has no icon on any creature until a card gives one. DAW-CAM-005
value slots-for (who: creature, kind: slot) =
  printed-slots(who, kind) + count of (members s of extra-slots of who where s is kind),
  at least 0
# The slots that an upgrade fits into; an artifact takes up none. DAW-GEN-010
define fits-into (what: upgrade): set of slot =
  if slot of what is artifact then [] else [slot of what] + also-fits of what
# Whether a creature has room for all its upgrades that fit into nothing but these slots.
define has-room (who: creature, kinds: set of slot): yes-no =
  count of (all upgrade u on who where any of fits-into(u) and none of (fits-into(u) - kinds))
    <= (sum of slots-for(who, k) for k in kinds)
# Whether an upgrade finds no slot: too many share the slots that it fits into, alone or with those of one or two other upgrades.
define is-crowded (who: creature, what: upgrade): yes-no =
  any of (
    all upgrade u on who
      where any of (
        all upgrade v on who where not has-room(who, fits-into(what) + fits-into(u) + fits-into(v))
      )
  )

# The points of a whole side.
define side-total (side: player): number =
  sum of legion-total(p) for p in (all player p where allied(p, side))

# With legion building, whoever has the smallest legion says who begins with initiative. DAW-ARMY-006 DAW-ARMY-007
# DAW-ARMY-008 DAW-ADV-011
procedure award-initiative (eligible: set of player) {
  # Chance decides between equals.
  step award {
    let least = lowest side-total(p) for p in all player
    let decider = random of (all player p where side-total(p) = least)
    choose p from eligible by decider "Who has initiative?" { give 1 initiative to p }
  }
}

# Whether two creatures of a legion cannot stand together. DAW-ARMY-010 DAW-ARMY-011
define same-unique (one: creature, other: creature): yes-no =
  unique of one
    and unique of other
    and (
      namesakes(one, other)
        or (persona of one is not nobody-else and persona of one is persona of other)
    )

# How many points of experience have been spent. DAW-CAM-005 DAW-CAM-009
define xp-spent (side: player): number =
  points-bought of side
    + 2 * (sum of count of extra-slots of c for c in (all creature c where owner of c is side))

# Without points for legions nobody counts: legion building is a module of its own. DAW-ARMY-001 DAW-ARMY-002
# DAW-ARMY-003 DAW-ADV-010 DAW-GEN-003
build "A legion costs no more than its points" for p
  when legion-points of p = 0 or legion-total(p) <= legion-limit(p)
# DAW-TEAM-001
build "Every team has the same points" for p
  when team of p = 0 or none of (all player q where side-points(q) is not side-points(p))
# DAW-ARMY-005
build "No creature has the same upgrade twice" for p
  when none of (
    members c of side-creatures(p)
      where any of (
        all upgrade u on c where any of (all upgrade v on c where v is not u and same-card(u, v))
      )
  )
# DAW-ARMY-010 DAW-ARMY-011 DAW-ARMY-014
build "A unique creature is in a legion once" for p
  when none of (
    members c of side-creatures(p)
      where any of (members d of side-creatures(p) where d is not c and same-unique(c, d))
  )
# DAW-ARMY-012 DAW-ARMY-014
build "A unique upgrade is in a legion once" for p
  when none of (
    members u of side-upgrades(p)
      where unique of u
        and (
          any of (
              members v of side-upgrades(p) where v is not u and unique of v and namesakes(u, v)
            )
            or any of (members c of side-creatures(p) where unique of c and namesakes(u, c))
        )
  )
# DAW-CRD-004 DAW-CRD-005 DAW-GEN-010
build "A creature has a slot for each upgrade" for p
  when none of (
    members c of side-creatures(p)
      where any of (all upgrade u on c where any of fits-into(u) and is-crowded(c, u))
  )
# DAW-CRD-009
build "An upgrade needs a creature of its level" for p
  when none of (members u of side-upgrades(p) where too-low-for(u))
# DAW-CAM-011 DAW-CAM-013 DAW-TEAM-007
build "A side has one Campaign Artifact" for p
  when count of (members u of side-upgrades(p) where is-campaign-artifact(u)) <= 1
# DAW-TRP-002
build "A troop has 1 to 6 soldiers, any other creature is one" for p
  when none of (
    members c of side-creatures(p) where soldiers of c < 1 or soldiers of c > most-soldiers(c)
  )
# How many soldiers a creature can have.
define most-soldiers (who: creature): number = if any of troop-tokens of who then 6 else 1
# Whether an upgrade lies on a creature of too low a level.
define too-low-for (what: upgrade): yes-no =
  any of (all creature c where holder of what is c and level of c < minimum-level of what)
