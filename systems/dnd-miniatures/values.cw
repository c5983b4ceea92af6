# Who is whose friend, how a creature is, what rules may change and forbid.

define everybody: set of creature = all creature c where not gone of c
define nothing-at-all: set of creature = all creature c where no
# On the battle map.
define on-field: set of creature = all creature c where not gone of c and space-of(c) is not nowhere

# --- Sides. DDM-CRD-035 DDM-CRD-036 DDM-TEA-004 DDM-TEA-012

define same-team (one: player, other: player): yes-no =
  one is other or (team of one > 0 and team of one = team of other)
define friends (one: creature, other: creature): yes-no =
  one is not other and same-team(owner of one, owner of other)
define foes (one: creature, other: creature): yes-no = not same-team(owner of one, owner of other)
define allies-of (who: creature): set of creature = members c of on-field where friends(c, who)
define enemies-of (who: creature): set of creature = members c of on-field where foes(c, who)
define warband (side: player): set of creature = all creature c where owner of c is side
define opponents (side: player): set of player = all player p where not same-team(p, side)

# Somebody else decides for a creature. DDM-TIM-037 DDM-SEQ-018
effect commanded (follower: creature, commander: player) {
  replace controller with commander when controlled is follower
}
# A Confused creature that the opponent commands may turn on anybody.
# reading: its own allies become legal targets. DDM-TIM-038
define hostile (who: creature, target: creature): yes-no =
  who is not target and (foes(who, target) or not same-team(controller of who, owner of who))

# --- Hit points. DDM-DMG-001 DDM-DMG-005 DDM-DMG-007 DDM-DMG-010 DDM-DMG-012

# A half of hit points or of damage, down to a multiple of 5. DDM-DMG-008
define half-of (n: number): number = n / 10 * 5
define hp-left (who: creature): number = hp of who - wounds of who
define bloodied (who: creature): yes-no = hp-left(who) <= half-of(hp of who)
define damaged (who: creature): yes-no = wounds of who > 0
# DDM-DMG-049
define living (who: creature): yes-no =
  not (undead is in keywords of who or construct is in keywords of who)

# Temporary hit points, one pool for each source. DDM-DMG-041 DDM-DMG-044
value pool-of (who: creature, source: vigour) = 0, highest wins
define temporary-hp (who: creature): number = sum of pool-of(who, v) for v in (all vigour)
effect fortified (hero: creature, source-of-it: vigour, amount: number) {
  replace pool-of with amount when who is hero and source is source-of-it
}

# --- Abilities. DDM-CRD-008 DDM-CRD-009 DDM-CRD-032

effect gains (hero: creature, gift: ability) { }
# Card text that takes an ability away. DDM-CRD-029
permission keep-ability (who: creature, what: ability)
define has (who: creature, what: ability): yes-no =
  (what is in abilities of who or running gains(who, what)) and can keep-ability(who, what)
define has-keyword (who: creature, what: keyword): yes-no = what is in keywords of who

# --- Lasting bonuses. DDM-CRD-020 DDM-CRD-030 DDM-CRD-031 DDM-CRD-042

effect blessed (hero: creature, weapon: boon) { }
# A standing bonus, which a card gives by replacing it: however many give it, it is one. DDM-CRD-031
value graced (who: creature, grace: boon): yes-no = no, highest wins
define boons-of (who: creature): set of boon =
  all boon b where running blessed(who, b) or graced(who, b)

# --- Conditions. DDM-TIM-014 DDM-TIM-028 DDM-TIM-029 DDM-TIM-030 DDM-TIM-031 DDM-TIM-032 DDM-TIM-033
# DDM-TIM-034 DDM-TIM-035 DDM-TIM-036 DDM-TIM-037 DDM-TIM-038 DDM-TIM-039 DDM-TIM-045

value affliction (who: creature, what: condition) = 0, highest wins
effect afflicted (
  victim: creature,
  ill: condition,
  amount: number,
  lasts: clock,
  since: number,
  cause: player
)
{ replace affliction with amount when who is victim and what is ill }
define suffers (who: creature, what: condition): yes-no = affliction(who, what) > 0
define is-dazed (who: creature): yes-no =
  any of (all condition k where dazes of k and suffers(who, k))
define is-staggered (who: creature): yes-no =
  any of (all condition k where staggers of k and suffers(who, k))
define is-stunned (who: creature): yes-no =
  any of (all condition k where stuns of k and suffers(who, k))
define is-helpless (who: creature): yes-no =
  any of (all condition k where exposes of k and suffers(who, k))
define is-rooted (who: creature): yes-no =
  any of (all condition k where roots of k and suffers(who, k))
define is-confused (who: creature): yes-no =
  any of (all condition k where confuses of k and suffers(who, k))
define is-enervated (who: creature): yes-no =
  any of (all condition k where enervates of k and suffers(who, k))
define is-slowed (who: creature): yes-no =
  any of (all condition k where slows of k and suffers(who, k))
# DDM-TIM-034 DDM-TIM-043 DDM-TIM-044
define active-now (who: creature): yes-no = not is-stunned(who)
# Conditions against which the creature may save. DDM-TIM-005 DDM-TIM-011 DDM-TIM-013
define savable (who: creature): set of condition =
  all condition k where running afflicted(who, k, any, save-ends, any, any)

# --- Speed. DDM-CRD-007 DDM-MOV-065 DDM-TIM-036

value speed-of (who: creature) = speed of who, at least 0
modify speed-of + sum of speed of b for b in boons-of(who) when any of boons-of(who)
define pace (who: creature): number =
  if is-rooted(who) then 0 else if is-slowed(who) then min(2, speed-of(who)) else speed-of(who)

# --- Resist, Vulnerable, Immune. DDM-DMG-020 DDM-DMG-021 DDM-DMG-022 DDM-DMG-023 DDM-DMG-024 DDM-DMG-026

value resist-of (who: creature, what: damage-type) =
  highest amount of g for g in (members g of resists of who where element of g is what),
  highest wins
value weakness-of (who: creature, what: damage-type) =
  highest amount of g for g in (members g of weaknesses of who where element of g is what),
  highest wins
effect resisting (hero: creature, against-type: damage-type, amount: number) {
  replace resist-of
    with amount
    when who is hero
      and what is against-type
      and amount
        > highest amount of g
          for g in (members g of resists of hero where element of g is against-type)
}
effect weakened-to (victim: creature, against-type: damage-type, amount: number) {
  replace weakness-of
    with amount
    when who is victim
      and what is against-type
      and amount
        > highest amount of g
          for g in (members g of weaknesses of victim where element of g is against-type)
}

# --- Attack and defence

# DDM-COM-010 DDM-COM-011 DDM-COM-012
value guard-of (who: creature, against-what: defence) =
  if against-what is ac then ac of who
    else def of who
      + (
        if against-what is fort then fort of who
          else if against-what is ref then ref of who
          else if against-what is will then will of who
          else 0
      )

# DDM-DMG-028 DDM-TIM-035 DDM-CRD-028
permission act (who: creature)
permission use-power (who: creature)
permission use-champion (who: creature, side: player)
permission make-attack (who: creature, weapon: form)
permission aim (who: creature, weapon: form, target: creature)
permission charge (who: creature, target: creature)
permission react (who: creature)
permission flank (who: creature)
permission move (who: creature)
# What cards lay on the ground keeps creatures out by this.
permission enter (who: creature, at-square: space)
permission shift (who: creature)

# DDM-TIM-033 DDM-CRD-022 DDM-ACT-016
forbid act when is-stunned(who) or gone of who
forbid use-power when not active-now(who)
forbid use-champion when owner of who is not side
forbid use-champion when not active-now(who)
# DDM-TIM-039
forbid use-power when is-confused(who)
forbid use-champion when is-confused(who)
# DDM-TIM-031
forbid use-champion when is-staggered(who)
# reading: a Dazed champion uses its powers in its own turn only. DDM-TIM-030 DDM-TIM-046
forbid use-champion when is-dazed(who) and not taking-turn of who
forbid use-power when is-dazed(who) and not taking-turn of who
# DDM-TIM-030 DDM-COM-132
forbid react when is-dazed(who)
forbid react when not active-now(who)
# DDM-TIM-029 DDM-COM-087 DDM-COM-088
forbid flank when is-dazed(who)
forbid flank when not active-now(who)
# DDM-TIM-036 DDM-MOV-011 DDM-MOV-043
forbid move when is-rooted(who)
forbid shift when is-rooted(who)

# --- Attacks. DDM-COM-001 DDM-COM-002 DDM-COM-004

define basic-attack (who: creature): form = first of attacks of who
define has-basic (who: creature): yes-no = any of attacks of who

# Boxes. DDM-CRD-023 DDM-CRD-024 DDM-CRD-025 DDM-CRD-026
value times-used (who: creature, what: form) = 0
effect box-used (user: creature, used: form) {
  modify times-used + 1 when who is user and what is used
}
define boxes-left (who: creature, what: form): yes-no =
  boxes of what = 0 or times-used(who, what) < boxes of what
procedure recharge (who: creature, what: form) {
  step restore {
    if boxes of what = 1 and times-used(who, what) > 0 { end box-used(who, what) }
  }
}
value feat-used (who: creature, what: feat) = 0
effect feat-spent (user: creature, used: feat) {
  modify feat-used + 1 when who is user and what is used
}
define feat-left (who: creature, what: feat): yes-no =
  boxes of what = 0 or feat-used(who, what) < boxes of what

# DDM-TIM-032 DDM-TIM-038 DDM-COM-153
forbid make-attack when is-staggered(who) and weapon is not basic-attack(who)
forbid make-attack when is-confused(who) and weapon is not basic-attack(who)
forbid make-attack when not boxes-left(who, weapon)

# --- Champions. DDM-CRD-014 DDM-SEQ-005 DDM-SEQ-007 DDM-SEQ-008

define rating (who: creature): number =
  if active-now(who) and not is-confused(who) then champion of who else 0
# The highest single rating, never a sum. DDM-SET-004
define best-rating (side: player): number =
  highest rating(c) for c in (members c of everybody where owner of c is side)
