# Who is whose friend, how a creature is, what rules may change and forbid.

# All creatures that are not eliminated.
define everybody: set of creature = all creature c where not gone of c
# No creature.
define nothing-at-all: set of creature = all creature c where no
# All creatures on the battle map.
define on-field: set of creature = all creature c where not gone of c and space-of(c) is not nowhere

# --- Sides. DDM-CRD-035 DDM-CRD-036 DDM-TEA-004 DDM-TEA-012

# Whether two creatures are allies. No creature is its own ally: say `who is you or friends(who, you)` where a card means the creature, too.
define friends (one: creature, other: creature): yes-no =
  one is not other and same-team(owner of one, owner of other)
# Whether a creature is another or its ally: `on-side-of(actor, you)` where a card means the creature, too.
define on-side-of (one: creature, other: creature): yes-no = one is other or friends(one, other)
# Whether two creatures are enemies.
define foes (one: creature, other: creature): yes-no = not same-team(owner of one, owner of other)
# All creatures of a player, eliminated ones too.
define warband (side: player): set of creature = all creature c where owner of c is side

# Another player decides for a creature, and acts by it. DDM-TIM-037 DDM-SEQ-018 DDM-CRD-041
effect commanded (follower: creature, commander: player) {
  replace controller with commander when controlled is follower
}
# Another player takes a creature's turn for it, and nothing else that it does: "whom it hits takes its next turn as you say" is `start turn-taken(target,
# owner of you) until after turn when active is victim`. DDM-SEQ-018 DDM-CRD-041
effect turn-taken (victim: creature, master: player) {
  replace controller with master when controlled is victim and taking-turn of victim
}
# Whether a creature would attack another: a Confused creature that the opponent commands turns on anybody.
# reading: its own allies become legal targets. DDM-TIM-038 DDM-COM-152
define hostile (who: creature, target: creature): yes-no =
  who is not target and (foes(who, target) or not same-team(controller of who, owner of who))

# --- Hit points. DDM-DMG-001 DDM-DMG-005 DDM-DMG-007 DDM-DMG-010 DDM-DMG-012

# Half of hit points or of damage, down to a multiple of 5. DDM-DMG-008
define half-of (n: number): number = n / 10 * 5
# A creature's full hit points.
value hp-of (who: creature) = hp of who, at least 1
# The hit points that a creature has left.
define hp-left (who: creature): number = hp-of(who) - wounds of who
# Whether a creature is Bloodied, which does nothing by itself; temporary hit points do not count. DDM-DMG-006 DDM-DMG-011
value bloodied (who: creature): yes-no = hp-left(who) <= half-of(hp-of(who))
# Whether a creature has lost hit points.
define damaged (who: creature): yes-no = wounds of who > 0
# Whether a creature is living: neither Undead nor Construct. DDM-DMG-049
define living (who: creature): yes-no = not (counts-as(who, undead) or counts-as(who, construct))

# A creature's temporary hit points, one pool for each source. DDM-DMG-041 DDM-DMG-044
value pool-of (who: creature, source: vigour) = 0, highest wins
# All temporary hit points of a creature.
define temporary-hp (who: creature): number = sum of pool-of(who, v) for v in (all vigour)
# A creature has temporary hit points.
effect fortified (hero: creature, source-of-it: vigour, amount: number) {
  replace pool-of with amount when who is hero and source is source-of-it
}

# --- Abilities and keywords. DDM-CRD-008 DDM-CRD-009 DDM-CRD-011

# Whether a creature has an ability. A rule that takes it away beats one that gives it. DDM-CRD-029 DDM-CRD-032
value has (who: creature, what: ability): yes-no = what is in abilities of who, lowest wins
# Whether a creature has a keyword: its alignment, its race, its role. A rule that takes it away beats one that gives it.
# DDM-CRD-003 DDM-CRD-004 DDM-CRD-010 DDM-CRD-011 DDM-CRD-012
value counts-as (who: creature, what: keyword): yes-no = what is in keywords of who, lowest wins
# A creature's Level. DDM-CRD-006
value level-of (who: creature) = level of who, at least 0
# A creature's size. DDM-MOV-053
value size-of (who: creature): size = size of who
# Whether a creature belongs to a faction. DDM-ARM-001
value in-faction (who: creature, what: faction): yes-no = what is in factions of who, lowest wins
# How often a creature activates in a round. DDM-SEQ-002
value activations-of (who: creature) = activations of who, at least 1
# What a creature costs in a warband. DDM-CRD-005
value cost-of (who: creature) = cost of who, at least 0

# --- Lasting bonuses. DDM-CRD-020 DDM-CRD-030 DDM-CRD-031 DDM-CRD-042

# A creature has the bonuses of a row, until what started it ends.
effect blessed (hero: creature, weapon: boon) { }
# A creature has the bonuses of a row for the attack roll that it makes now; `run favour` gives them.
state favoured (hero: creature, grace: boon): yes-no per strike
# The same for its whole attack.
state favoured-throughout (hero: creature, grace: boon): yes-no per attack
# Whether a creature has them.
define is-favoured (who: creature, grace: boon): yes-no =
  favoured(who, grace) or favoured-throughout(who, grace)
# Whether a creature has a standing bonus or penalty. The example: the card's facts say what it is, `graces: { gloom: { attack: -2 } }`, and its
# rules whose: `replace graced(creature c, gloom) with yes when foes(c, you) and next-to(you, c)`. However many
# creatures give it, it counts once, which a plain `modify to-hit - 2` would not. A row has `attack`, `damage`, `speed`, `defense` and `save`; what else a
# grace does is said once, in the `rules:` of the set: `modify reach-of + 1 when graced(who, long-arms)`. A penalty until the end of this turn is
# `start blessed(active, plague) until after turn`: however many start it, it counts once, too. DDM-CRD-031
value graced (who: creature, grace: boon): yes-no = no, highest wins
# Whether it has one on its attacks against this target only: "each ally has 2 more on attacks against Bloodied enemies" is `graces: { blood-scent: { attack: 2 } }`
# and `replace graced-at with yes when grace is blood-scent and friends(who, you) and bloodied(target)`. `attack`, `damage` and `extra` count. DDM-CRD-031
value graced-at (who: creature, target: creature, grace: boon): yes-no = no, highest wins
# Whether a target is of such a sort.
define suits (target: creature, what: sort-of-target): yes-no =
  if what is bloodied-target then bloodied(target)
    else if what is fresh-target then not activated of target
    else if what is spent-target then activated of target
    else yes
# All allies of a creature have the bonuses of a row; against some targets alone `attack`, `damage` and `extra` count. "Until end of round each ally has +5 damage against
# targets that have not yet activated" is `start rallied(you, lie-in-wait, only-at: fresh-target) until after round`, with `graces: { lie-in-wait: { damage: 5 } }`; each
# creature of its warband, itself too, is `of-warband: yes`. However many start it, it counts once. DDM-CRD-031
effect rallied (
  leader: creature,
  gift: boon,
  only-at: sort-of-target = any-target,
  of-warband: yes-no = no
)
{
  replace graced
    with yes
    when grace is gift
      and only-at is any-target
      and (if of-warband then owner of who is owner of leader else friends(who, leader))
  replace graced-at
    with yes
    when grace is gift
      and only-at is not any-target
      and suits(target, only-at)
      and (if of-warband then owner of who is owner of leader else friends(who, leader))
}
# All bonuses that a creature has against a target.
define boons-at (who: creature, target: creature): set of boon =
  all boon b
    where running blessed(who, b)
      or is-favoured(who, b)
      or graced(who, b)
      or graced-at(who, target, b)
# All bonuses that a creature has.
define boons-of (who: creature): set of boon =
  all boon b where running blessed(who, b) or is-favoured(who, b) or graced(who, b)

# --- Conditions. DDM-TIM-014 DDM-TIM-028 DDM-TIM-029 DDM-TIM-030 DDM-TIM-031 DDM-TIM-032 DDM-TIM-033
# DDM-TIM-034 DDM-TIM-035 DDM-TIM-036 DDM-TIM-037 DDM-TIM-038 DDM-TIM-039 DDM-TIM-045

# How strongly a creature suffers from a condition; 0 is not at all.
value affliction (who: creature, what: condition) = 0, highest wins
# A creature suffers from a condition; `run afflict` starts it.
effect afflicted (
  victim: creature,
  ill: condition,
  amount: number,
  lasts: clock,
  since: number,
  cause: player,
  dealer: creature = nobody
)
{ replace affliction with amount when who is victim and what is ill }
# Whether a creature suffers from a condition.
define suffers (who: creature, what: condition): yes-no = affliction(who, what) > 0
# Whether a creature is Dazed.
define is-dazed (who: creature): yes-no =
  any of (all condition k where dazes of k and suffers(who, k))
# Whether a creature is Staggered.
define is-staggered (who: creature): yes-no =
  any of (all condition k where staggers of k and suffers(who, k))
# Whether a creature is Stunned.
define is-stunned (who: creature): yes-no =
  any of (all condition k where stuns of k and suffers(who, k))
# Whether a creature is Helpless.
define is-helpless (who: creature): yes-no =
  any of (all condition k where exposes of k and suffers(who, k))
# Whether a creature is Immobilized.
define is-rooted (who: creature): yes-no =
  any of (all condition k where roots of k and suffers(who, k))
# Whether a creature is Confused.
define is-confused (who: creature): yes-no =
  any of (all condition k where confuses of k and suffers(who, k))
# Whether a creature is Enervated.
define is-enervated (who: creature): yes-no =
  any of (all condition k where enervates of k and suffers(who, k))
# Whether a creature is Slowed.
define is-slowed (who: creature): yes-no =
  any of (all condition k where slows of k and suffers(who, k))
# Whether a creature suffers from ongoing damage of any type.
define smoulders (who: creature): yes-no =
  any of (all condition k where burns of k and suffers(who, k))
# Whether a creature suffers from ongoing damage of this type, whatever condition brings it.
define smoulders-with (who: creature, of-type: damage-type): yes-no =
  any of (all condition k where burns of k and element of k is of-type and suffers(who, k))
# Whether a creature is active. DDM-TIM-034 DDM-TIM-043 DDM-TIM-044
define active-now (who: creature): yes-no = not is-stunned(who)
# The conditions against which the creature may save. DDM-TIM-005 DDM-TIM-011 DDM-TIM-013
define savable (who: creature): set of condition =
  all condition k where running afflicted(who, k, any, save-ends, any, any, any)
# The effects of one condition against which it may save, by their numbers, the oldest first. DDM-TIM-011
define savable-against (who: creature, what: condition): set of number =
  members n of savable-effects of who
    where running afflicted(who, what, any, save-ends, n, any, any)

# --- Speed. DDM-CRD-007 DDM-MOV-065 DDM-TIM-036

# A creature's Speed. What a creature gives to others is a grace, see `graced`: the same power of two creatures counts once.
value speed-of (who: creature) = speed of who, at least 0
modify speed-of + sum of speed of b for b in boons-of(who) when any of boons-of(who)
# How far a creature can go with one move action now, in the air too; the Slowed two squares. DDM-MOV-025 DDM-MOV-067
define pace (who: creature): number =
  if is-rooted(who) then 0 else if is-slowed(who) then min(2, speed-of(who)) else speed-of(who)

# --- Resist, Vulnerable, Immune. DDM-DMG-020 DDM-DMG-021 DDM-DMG-022 DDM-DMG-023 DDM-DMG-024 DDM-DMG-026

# How much a creature resists of a type of damage: the number that is printed. DDM-CRD-033
value resist-of (who: creature, what: damage-type) =
  highest amount of g for g in (members g of resists of who where element of g is what),
  highest wins
# How much more a creature takes of a type of damage: the number that is printed. DDM-CRD-033
value weakness-of (who: creature, what: damage-type) =
  highest amount of g for g in (members g of weaknesses of who where element of g is what),
  highest wins
# How much a creature resists of all the damage that it takes at once, whatever its types: the number that is printed. DDM-CRD-033
value resist-all-of (who: creature, source: creature, weapon: form) =
  resist-all of who,
  highest wins
# How much more a creature takes whenever it takes damage: the number that is printed. DDM-CRD-033
value weakness-all-of (who: creature, source: creature, weapon: form) =
  weakness-all of who,
  highest wins
# A creature resists a type of damage.
effect resisting (hero: creature, against-type: damage-type, amount: number) {
  replace resist-of
    with amount
    when who is hero
      and what is against-type
      and amount
        > highest amount of g
          for g in (members g of resists of hero where element of g is against-type)
}
# A creature is vulnerable to a type of damage.
effect weakened-to (victim: creature, against-type: damage-type, amount: number) {
  replace weakness-of
    with amount
    when who is victim
      and what is against-type
      and amount
        > highest amount of g
          for g in (members g of weaknesses of victim where element of g is against-type)
}

# Whether a creature is immune to a sort of effect: `modify to-hit - 2 when target is you and foes(attacker, you) and not immune-to(attacker, fear)`.
# DDM-DMG-024
value immune-to (who: creature, what: effect-sort): yes-no =
  what is in immune-effects of who,
  highest wins

# --- Attack and defense

# A creature's AC, Defense, or Defense of a named kind. What a creature gives to others counts once: ask `graced`. DDM-COM-010 DDM-COM-011 DDM-COM-012
value defense-of (who: creature, which-defense: defense) =
  if which-defense is ac then ac of who
    else def of who
      + (
        if which-defense is fort then fort of who
          else if which-defense is ref then ref of who
          else if which-defense is will then will of who
          else 0
      )
modify defense-of + sum of defense of b for b in boons-of(who) when any of boons-of(who)

# Whether a creature can shift.
permission shift (who: creature)
# Whether a creature can charge another.
permission charge (who: creature, target: creature)
forbid share-space always
# Whether a creature can use teleporters.
permission teleport (who: creature)
# Whether a creature can make this attack.
permission make-attack (who: creature, weapon: form)
# Whether one creature can attack another with this attack.
permission target (attacker: creature, target: creature, weapon: form)
# Whether cover helps a creature against this attack.
permission take-cover (target: creature, attacker: creature, weapon: form)
# Whether a creature can do anything in the turns of others.
permission react (who: creature)
# Whether a creature can make an opportunity attack on another.
permission opportunity-attack (striker: creature, mover: creature)
# Whether a creature can flank.
permission flank (who: creature)
# Whether a creature can use powers.
permission use-power (who: creature)
# Whether a champion can use its champion powers; for its owner alone it does.
permission use-champion (who: creature)
# Whether a creature can take damage of this type, from this creature (nobody, if none deals it).
permission be-hurt (who: creature, of-type: damage-type, source: creature)
# Whether a creature's resistances and being Insubstantial help it against what this creature deals (nobody, if none does): "its attacks ignore Resist" is
# `forbid resist when source is you`. DDM-DMG-020
permission resist (who: creature, source: creature)
# Whether a creature can be eliminated by this creature (nobody, if none does it).
permission be-destroyed (who: creature, source: creature)
# Whether a creature can get a condition.
permission be-afflicted (who: creature, what: condition)
# Whether a creature can save against a condition.
permission save (who: creature, what: condition)
# Whether a creature holds a victory area in which it stands.
permission hold-area (who: creature, area: region)

# DDM-DMG-024 DDM-DMG-026
forbid be-hurt when of-type is in immune-types of who
# An immunity stops the named condition only. DDM-DMG-024 DDM-DMG-025
forbid be-afflicted
  when what is in immune-conditions of who
    or (burns of what and element of what is in immune-types of who)
# DDM-TIM-033 DDM-CRD-022 DDM-ACT-016
forbid act when is-stunned(who) or gone of who
forbid use-power when not active-now(who)
forbid use-champion when not active-now(who)
# DDM-TIM-039
forbid use-power when is-confused(who)
forbid use-champion when is-confused(who)
# DDM-TIM-031
forbid use-champion when is-staggered(who)
# reading: a Dazed champion uses its powers in its own turn only. DDM-TIM-030 DDM-TIM-046
forbid use-champion when is-dazed(who) and not taking-turn of who
forbid use-power when is-dazed(who) and not taking-turn of who
# A creature takes no actions, reacts to nothing, flanks nobody and holds no victory area: "it turns to stone until the start of its next turn" is
# `start at-rest(you) until after turn.begin when active is hero`, with what the stone resists. Its abilities go on. DDM-TIM-043
effect at-rest (hero: creature) {
  forbid act when who is hero
  forbid react when who is hero
  forbid flank when who is hero
  forbid hold-area when who is hero
}
# DDM-TIM-030
forbid react when is-dazed(who)
# Only who is active reacts. DDM-COM-132
forbid react when not active-now(who)
# DDM-TIM-029 DDM-COM-087 DDM-COM-088
forbid flank when is-dazed(who)
forbid flank when not active-now(who)
# DDM-TIM-036 DDM-MOV-011 DDM-MOV-043
forbid move when is-rooted(who)
forbid shift when is-rooted(who)
# reading: to teleport is to move on one's own.
forbid teleport when is-rooted(who)

# --- Attacks. DDM-COM-001 DDM-COM-002 DDM-COM-004

# A creature has an attack that is not on its card. DDM-CRD-032
effect armed-with (hero: creature, gift: form) { }
# The attacks that a creature has; the first is its basic attack. DDM-COM-001 DDM-COM-002
define attacks-of (who: creature): set of form =
  if running armed-with(who, any)
      then attacks of who + (all form f where running armed-with(who, f))
    else attacks of who
# A creature's basic attack: that which its card shows first.
define basic-attack (who: creature): form = first of attacks-of(who)
# Whether a creature has a basic attack.
define has-basic (who: creature): yes-no = any of attacks-of(who)

# The attack that a creature makes at the end of a charge: "it may use its gore in place of its basic attack when it charges" is
# `replace charge-attack with gore when who is you`. DDM-COM-061 DDM-COM-077
value charge-attack (who: creature): form = basic-attack(who)
# The attack that a creature makes as its opportunity attack. DDM-COM-130
value opportunity-attack-of (who: creature): form = basic-attack(who)

# Boxes. DDM-CRD-023 DDM-CRD-024 DDM-CRD-025 DDM-CRD-026
# How often a creature has used an attack with boxes.
value times-used (who: creature, what: form) = 0
# A box of an attack is used up.
effect box-used (user: creature, used: form) {
  modify times-used + 1 when who is user and what is used
}
# Whether an attack has a box left.
define boxes-left (who: creature, what: form): yes-no =
  boxes of what = 0 or times-used(who, what) < boxes of what
# A single-box attack recharges.
procedure recharge (who: creature, what: form) {
  step restore {
    if boxes of what = 1 and times-used(who, what) > 0 { end box-used(who, what) }
  }
}
# How often a creature has used a power with boxes.
value feat-used (who: creature, what: feat) = 0
# A box of a power is used up.
effect feat-spent (user: creature, used: feat) {
  modify feat-used + 1 when who is user and what is used
}
# Whether a power has a box left.
define feat-left (who: creature, what: feat): yes-no =
  boxes of what = 0 or feat-used(who, what) < boxes of what

# DDM-TIM-032 DDM-TIM-038 DDM-COM-153
forbid make-attack when is-staggered(who) and weapon is not basic-attack(who)
forbid make-attack when is-confused(who) and weapon is not basic-attack(who)
forbid make-attack when not boxes-left(who, weapon)

# --- Champions. DDM-CRD-014 DDM-SEQ-005 DDM-SEQ-007 DDM-SEQ-008

# A creature's Champion rating.
value champion-of (who: creature) = champion of who, at least 0
# The Champion rating that counts for initiative.
define rating (who: creature): number =
  if active-now(who) and not is-confused(who) then champion-of(who) else 0
# The best Champion rating of a player: the highest single rating, never a sum. DDM-SET-004
define best-rating (side: player): number =
  highest rating(c) for c in (members c of everybody where owner of c is side)
