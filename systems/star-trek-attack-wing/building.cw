# Fleet building.

# The prime faction of a faction. STAW-ARM-021 STAW-ARM-022
define prime-of (side: faction): faction =
  if side is vulcan or side is bajoran then federation
    else if side is ferengi or side is kazon or side is xindi then independents
    else side
# All factions, for cards that name one: `choose f from all-factions by controller of you "Which faction?" { ... }`. What a set adds is not among them.
define all-factions: set of faction =
  [
    federation,
    vulcan,
    bajoran,
    klingon,
    romulan,
    dominion,
    independents,
    ferengi,
    kazon,
    xindi,
    borg,
    mirror-universe,
    species-8472,
    q-continuum
  ]
# The factions printed on a ship, captain, admiral or upgrade.
define sides-of (what: thing): set of faction =
  if what is any ship then [faction of as-ship(what)] + also-factions of as-ship(what)
    else if as-upgrade(what) is any upgrade
      then [faction of as-upgrade(what)] + also-factions of as-upgrade(what)
    else if as-captain(what) is any captain
      then [faction of as-captain(what)] + also-factions of as-captain(what)
    else if as-admiral(what) is any admiral
      then [faction of as-admiral(what)] + also-factions of as-admiral(what)
    else []
# Whether a ship, captain, admiral or upgrade is of a faction: "a Federation ship" is `is-of(s, federation)`, "a Klingon captain" `is-led-by(s, [klingon])`. A
# sub-faction counts as its prime faction, not the other way round, and a card with two factions is of both. "This ship counts as Klingon, too" is
# `replace is-of(you, klingon) with yes always`. STAW-ARM-023 STAW-ARM-024
value is-of (what: thing, side: faction): yes-no =
  any of (members f of sides-of(what) where f is side or prime-of(f) is side)
# Whether a card pays no penalty on a ship: they have a prime faction in common, or the card has no faction. STAW-ARM-009 STAW-ARM-023
define matches (what: thing, bearer: ship): yes-no =
  any of (members f of sides-of(what) where f is unaligned or is-of(bearer, prime-of(f)))
# Whether a card is of the faction of another: a sub-faction counts as its prime faction, and what has none fits all. STAW-ARM-009 STAW-ARM-023
define same-side (one: faction, other: faction): yes-no =
  one is unaligned or prime-of(one) is prime-of(other)
# Whether a ship or card is of one of these factions. STAW-ARM-024
define is-one-of (what: thing, wanted: set of faction): yes-no =
  any of (members f of wanted where is-of(what, f))

# --- Prices. STAW-ARM-001

# A ship's price.
value ship-price (who: ship) = cost of who, net at least -3, net at most 3, at least 0
# A captain's price, without the penalty.
value captain-price (who: captain) = cost of who, net at least -3, net at most 3, at least 0
# An admiral's price, without the penalty.
value admiral-price (who: admiral) = cost of who, net at least -3, net at most 3, at least 0
# An upgrade's price, without the penalty.
value upgrade-price (gear: upgrade) = cost of gear, net at least -3, net at most 3, at least 0
# A resource's price, which is scored, too: "its cost is half the sum of ..." is `replace resource-price with ... when what is here`. STAW-RES-002
value resource-price (what: resource) = cost of what, at least 0
# Whether a card is no upgrade to effects: a Starship Construction or an Ambassador Card. "If a Starship Construction Card is on the ship" is
# `any of (all upgrade u on s where slot of u is construction-slot)`.
define stands-apart (gear: upgrade): yes-no =
  slot of gear is construction-slot or slot of gear is ambassador-slot
# What an upgrade costs more on a ship: 1 point for another faction, or what is printed. A card that asks more of other factions changes this:
# `replace upgrade-penalty with 5 when gear is here and not is-of(bearer, kazon)`. What it asks of classes comes on top of that:
# `modify upgrade-penalty + 5 when gear is here and class of bearer is not galaxy`. It is no part of what is limited to 3 points.
# STAW-ARM-009 STAW-CRD-017
value upgrade-penalty (gear: upgrade, bearer: ship) =
  if matches(gear, bearer) or stands-apart(gear) then 0
    else if penalty of gear > 0 then penalty of gear
    else 1
# What a captain costs more on a ship. STAW-ARM-009
value captain-penalty (who: captain, bearer: ship) = if matches(who, bearer) then 0 else 1
# What an admiral costs more on a ship: three times as much face up. STAW-ADM-003 STAW-ADM-004 STAW-ARM-010
value admiral-penalty (who: admiral, bearer: ship) =
  if matches(who, bearer) then 0 else if face-up(who) then 3 else 1
# The price of a ship with all its cards. STAW-ARM-001
define price-of (who: ship): number =
  ship-price(who)
    + (sum of captain-price(c) + captain-penalty(c, who) for c in (all captain c on who))
    + (sum of admiral-price(a) + admiral-penalty(a, who) for a in (all admiral a on who))
    + (sum of upgrade-price(u) + upgrade-penalty(u, who) for u in (all upgrade u on who))
# The price of a player's fleet. STAW-ARM-004 STAW-SCN-011
define fleet-price (p: player): number =
  outposts of p
    + (sum of price-of(s) for s in (all ship s where owner of s is p))
    + (sum of resource-price(r) for r in (all resource r where owner of r is p))
# The price of a team's fleets. STAW-TEAM-002
define side-price (p: player): number =
  sum of fleet-price(q) for q in (all player q where allies(q, p))

# STAW-ARM-002 STAW-ARM-004 STAW-TEAM-002
build "No more squadron points than agreed on" for p when side-price(p) <= allowance of p

# As many Objective Tokens as the box holds. STAW-LIM-004
build "At most six Objective Tokens" for p
  when count of (all obstacle) + count of (all objective) <= 6

# --- Captains and admirals

# How many captains a ship has: a face-down admiral is one. STAW-SET-025 STAW-ADM-004
define captains-on (who: ship): number =
  count of (all captain c on who) + count of (all admiral a on who where not face-up(a))
# STAW-SET-025 STAW-ARM-005
build "At most one captain on a ship" for p
  when none of (all ship s where owner of s is p and captains-on(s) > most-captains(s))
# How many captains a ship may have: "a ship may have a 2nd captain" is `modify most-captains + 1 when who is ...`; his text counts, and the ship's skill is that of the first, unless a card replaces `printed-skill`.
value most-captains (who: ship) = 1
# STAW-SQN-004
build "No captain on an Attack Squadron" for p
  when none of (
    all ship s
      where owner of s is p
        and is-squadron(s)
        and (captains-on(s) > 0 or any of (all admiral a on s))
  )
# STAW-ADM-002
build "At most one face-up Admiral in a fleet" for p
  when count of (all admiral a where allies(owner of a, p) and face-up(a)) <= most-admirals(p)
# How many Admirals a fleet may have face up: "your fleet may include 1 additional Admiral" is `modify most-admirals + 1 when p is owner of here`.
value most-admirals (p: player) = 1
# What the card that explains them says. STAW-SCN-020
build "At most one Ambassador in a fleet" for p
  when count of (all upgrade u where owner of u is p and slot of u is ambassador-slot) <= 1
# STAW-RES-001
build "At most one resource in a fleet" for p
  when count of (all resource r where owner of r is p) <= 1

# --- Upgrades

# How many upgrades with an icon a ship can have: as many as its Upgrade Bar or, for Elite Talents, its cards show. For a slot that a card set adds
# it is 0: such a set says `replace room-for with 1 when what is NEW-SLOT`, or gives the card `no-slot` or `also-fits`. What a docked or disabled card
# says of this and of `may-carry` by a rule counts only when cards are exchanged; its facts (`talents`, `own-talent`, `crew-slots` and the like) count always.
# STAW-ARM-006 STAW-ARM-007 STAW-ARM-008 STAW-ARM-011 STAW-SQN-005
value room-for (who: ship, what: slot) =
  if what is crew
      then crew-slots of who
        + (sum of crew-slots of c for c in (all captain c on who))
        + (sum of crew-slots of a for a in (all admiral a on who))
        + (sum of crew-slots of u for u in (all upgrade u on who))
    else if what is weapon-slot
      then weapon-slots of who
        + (sum of weapon-slots of c for c in (all captain c on who))
        + (sum of weapon-slots of a for a in (all admiral a on who))
        + (sum of weapon-slots of u for u in (all upgrade u on who))
    else if what is tech
      then tech-slots of who
        + (sum of tech-slots of c for c in (all captain c on who))
        + (sum of tech-slots of a for a in (all admiral a on who))
        + (sum of tech-slots of u for u in (all upgrade u on who))
    else if what is borg-slot
      then borg-slots of who
        + (sum of borg-slots of c for c in (all captain c on who))
        + (sum of borg-slots of a for a in (all admiral a on who))
        + (sum of borg-slots of u for u in (all upgrade u on who))
    else if what is squadron-slot then squadron-slots of who
    else if what is elite-talent then talents-on(who)
    else if what is construction-slot or what is ambassador-slot then 1
    else 0
# How many Elite Talents the cards on a ship allow. STAW-ARM-008
define talents-on (who: ship): number =
  talents of who
    + (sum of talents of c for c in (all captain c on who))
    + (sum of talents of a for a in (all admiral a on who))
    + (sum of talents of u for u in (all upgrade u on who))
# Whether an upgrade needs room on its ship: not if it has no icon, or if the captain has a place for it of his own. "You may equip the
# upgrade X though it exceeds your restrictions" is `replace needs-room with no when holder of gear is you and template of gear is x` and
# `replace may-carry with yes when who is you and template of gear is x`. STAW-ARM-008
value needs-room (gear: upgrade): yes-no =
  slot of gear is not no-slot
    and none of (
      all captain c
        where holder of c is holder of gear
          and slot of gear is elite-talent
          and named of gear is not ""
          and named of gear = own-talent of c
    )
# The slots that an upgrade fits into.
define fits-into (gear: upgrade): set of slot =
  if needs-room(gear)
      then members k of (
          [crew, weapon-slot, tech, borg-slot, squadron-slot, elite-talent, slot of gear]
            + also-fits of gear
        )
        where fits-slot(gear, k)
    else []
# Whether an upgrade fits into a slot with this icon: "you may treat your crew slots as weapon slots" is
# `replace fits-slot with yes when holder of gear is you and slot of gear is weapon-slot and what is in [crew, weapon-slot]`. STAW-ARM-006
value fits-slot (gear: upgrade, what: slot): yes-no =
  what is slot of gear or what is in also-fits of gear
# Whether a ship has room for all its upgrades that fit into nothing but these slots, and for what others take up of them besides.
define has-room (who: ship, kinds: set of slot): yes-no =
  count of (all upgrade u on who where any of fits-into(u) and none of (fits-into(u) - kinds))
      + (
        sum of count of (members k of also-takes of u where k is in kinds)
          for u in (all upgrade u on who where any of fits-into(u))
      )
    <= (sum of room-for(who, k) for k in kinds) + either-room(who, kinds)
# How many cards of a ship bring a slot that may be one of these, among others.
define either-room (who: ship, kinds: set of slot): number =
  count of (all captain c on who where any of (members k of either-slot of c where k is in kinds))
    + count of (
      all admiral a on who where any of (members k of either-slot of a where k is in kinds)
    )
    + count of (
      all upgrade u on who where any of (members k of either-slot of u where k is in kinds)
    )
# Whether an upgrade finds no slot: too many share the slots that it fits into, alone or with those of one or two other upgrades.
define is-crowded (who: ship, gear: upgrade): yes-no =
  not has-room(who, also-takes of gear)
    or any of (
      all upgrade u on who
        where any of (
          all upgrade v on who
            where not has-room(who, fits-into(gear) + fits-into(u) + fits-into(v))
        )
    )
# Whether a ship has no more upgrades than it has room for. STAW-ARM-006
define within-bar (who: ship): yes-no =
  none of (all upgrade u on who where any of fits-into(u) and is-crowded(who, u))
# Whether an upgrade's restrictions let it be on a ship. A restriction that is no fact is `replace may-carry with no when gear is here and ...` on the
# card: it is asked when a fleet is built and after an exchange. STAW-SHU-017 STAW-CRD-013 STAW-CRD-014 STAW-CRD-015 STAW-CRD-016
# STAW-CRD-019 STAW-CRD-020 STAW-CRD-021
value may-carry (who: ship, gear: upgrade): yes-no =
  (none of only-classes of gear or class of who is in only-classes of gear)
    and (none of only-factions of gear or is-one-of(who, only-factions of gear))
    and not is-one-of(who, not-factions of gear)
    and (none of captain-factions of gear or is-led-by(who, captain-factions of gear))
    and hull of who >= least-hull of gear
    and hull of who <= most-hull of gear,
  lowest wins
# Whether a ship's cards are all such as it may have. STAW-SHU-017
define kit-fits (who: ship): yes-no =
  captains-on(who) <= most-captains(who)
    and within-bar(who)
    and none of (all upgrade u on who where not may-carry(who, u))
    and not too-dear(who)
    and not has-twins(who)
# The dearest upgrade that a shuttlecraft can have: "you may deploy weapons with a cost of 4 or less to this ship" is
# `replace dearest-aboard with 4 when who is you and slot of gear is weapon-slot`. STAW-SHU-004
value dearest-aboard (who: ship, gear: upgrade) = 3
# Whether a shuttlecraft has a card that costs more than 3 points and does not say that it may. STAW-SHU-004
define too-dear (who: ship): yes-no =
  is-shuttle(who)
    and (
      any of (
          all upgrade u on who where cost of u > dearest-aboard(who, u) and not on-any-shuttle of u
        )
        or any of (all captain c on who where cost of c > 3)
        or any of (all admiral a on who where cost of a > 3)
    )
# Whether a card of which one is allowed on a ship is there twice. STAW-ARM-018
define has-twins (who: ship): yes-no =
  any of (
    all upgrade u on who
      where rarity of u is one-per-ship
        and count of (all upgrade v on who where same-card(u, v)) > 1
  )

# STAW-ARM-006 STAW-ARM-008
build "No more upgrades than the Upgrade Bar and talents allow" for p
  when none of (all ship s where owner of s is p and not within-bar(s))
# STAW-CRD-014 STAW-CRD-015 STAW-CRD-016 STAW-CRD-019 STAW-CRD-020
build "Each upgrade on a ship that may carry it" for p
  when none of (
    all ship s where owner of s is p and any of (all upgrade u on s where not may-carry(s, u))
  )
# STAW-ARM-018
build "One-per-ship cards once on a ship" for p
  when none of (all ship s where owner of s is p and has-twins(s))
# STAW-SQN-003
build "Only squadron upgrades on an Attack Squadron" for p
  when none of (
    all ship s
      where owner of s is p
        and is-squadron(s)
        and any of (all upgrade u on s where slot of u is not squadron-slot)
  )
# STAW-SHU-004
build "No card of more than 3 points on a shuttlecraft" for p
  when none of (all ship s where owner of s is p and too-dear(s))

# --- Unique names

# How many cards of a side have the unique name of one, as it is printed or as `named` says, among those with one icon.
# STAW-ARM-014 STAW-ARM-019 STAW-ARM-020
define bearers (p: player, name: text, icon: rarity, one: thing = nobody): number =
  count of (
      all ship s
        where allies(owner of s, p) and rarity of s is icon and is-named(s, named of s, one, name)
    )
    + count of (
      all captain c
        where allies(owner of c, p) and rarity of c is icon and is-named(c, named of c, one, name)
    )
    + count of (
      all admiral a
        where allies(owner of a, p) and rarity of a is icon and is-named(a, named of a, one, name)
    )
    + count of (
      all upgrade u
        where allies(owner of u, p) and rarity of u is icon and is-named(u, named of u, one, name)
    )
# Whether two cards have one name: what `named` says, else what is printed.
define is-named (one: thing, name: text, other: thing, other-name: text): yes-no =
  if name = "" or other-name = "" then namesakes(one, other) else name = other-name
# Whether a card with this icon is unique. STAW-ARM-017
define is-unique (icon: rarity): yes-no = icon is unique or icon is mirror-unique
# STAW-ARM-014 STAW-ARM-015 STAW-ARM-016 STAW-ARM-017 STAW-ARM-019 STAW-ARM-020 STAW-SET-023
build "Each unique name once in a fleet" for p
  when none of (
      all ship s
        where owner of s is p
          and is-unique(rarity of s)
          and bearers(p, named of s, rarity of s, s) > 1
    )
    and none of (
      all captain c
        where owner of c is p
          and is-unique(rarity of c)
          and bearers(p, named of c, rarity of c, c) > 1
    )
    and none of (
      all admiral a
        where owner of a is p
          and is-unique(rarity of a)
          and bearers(p, named of a, rarity of a, a) > 1
    )
    and none of (
      all upgrade u
        where owner of u is p
          and is-unique(rarity of u)
          and bearers(p, named of u, rarity of u, u) > 1
    )

# --- Capital Ships

# The ships of a player that need a Capital Ship each. STAW-CAP-002 STAW-SHU-005 STAW-SQN-014
define followers (p: player): number =
  count of (all ship s where owner of s is p and vessel of s is not starship)
# STAW-SHU-005 STAW-SQN-014 STAW-CAP-002 STAW-CAP-003
build "A Capital Ship for each shuttlecraft and squadron" for p
  when followers(p) <= count of (all ship s where owner of s is p and is-capital(s))
