# How conditions begin and end: clocks, saving throws, healing, temporary hit points.

# The player whose effect it is that a creature suffers from: of several the strongest counts. DDM-DMG-037 DDM-SCN-025
define culprit (target: creature, what: condition): player =
  first of (
    (all player p where running afflicted(target, what, affliction(target, what), any, any, p, any))
      + (all player p where running afflicted(target, what, any, any, any, p, any))
  )
# The creature whose ongoing damage a creature suffers from, or nobody: of several the strongest counts.
define dealer-of (target: creature, what: condition): creature =
  first of (
    all creature c where running afflicted(target, what, affliction(target, what), any, any, any, c)
  )
# Whether an enemy's effect forces a creature to save. DDM-SCN-019
define forced-by-enemy (target: creature, what: condition): yes-no =
  any of (
    members p of opponents(owner of target)
      where running afflicted(target, what, any, save-ends, any, p, any)
  )

# How many turns of creatures have begun; an effect remembers in which it began. DDM-TIM-001
state turns-begun: number
# The number of this turn of a creature; there may have been others in its midst.
state turn-number: number per turn
# How many turns of players have begun. DDM-TIM-002
state player-turns-begun: number
# The number of this turn of a player.
state player-turn-number: number per player-turn
# How many effects that a save ends have begun: each has a number of its own, so each has its own saving throw. DDM-TIM-011
state effects-begun: number

# A creature gets a condition. DDM-TIM-001 DDM-TIM-002 DDM-TIM-003 DDM-TIM-004 DDM-TIM-005 DDM-TIM-006; `cause` is the player of the effect's
# source, `dealer` the creature that brings it, if one does: who deals ongoing damage, and whoever it fells was felled by it.
# reading: begun in the victim's own turn, an effect lasts to the end of its following turn.
procedure afflict (
  target: creature,
  what: condition,
  strength: number,
  how-long: clock,
  by-whom: player,
  dealer: creature = nobody
) gives which: number
{
  # The condition begins.
  step begin
    tells if what is no-condition or not suffers(target, what) then ""
      else if burns of what and how-long is save-ends
        then "{target} now suffers {strength} {what} damage each turn (save ends)"
      else if burns of what then "{target} now suffers {strength} {what} damage each turn"
      else if how-long is save-ends then "{target} is now {what} (save ends)"
      else "{target} is now {what}"
  {
    if what is no-condition or not can be-afflicted(target, what) { stop }
    if how-long is own-turn {
      start afflicted(target, what, strength, own-turn, turns-begun, by-whom, dealer)
        until after turn when active is victim and turn-number > since
    }
    if how-long is player-turn {
      start afflicted(target, what, strength, player-turn, player-turns-begun, by-whom, dealer)
        until after player-turn when who is cause and player-turn-number > since
    }
    if how-long is round-end {
      start afflicted(target, what, strength, round-end, turns-begun, by-whom, dealer)
        until after round.expire
    }
    if how-long is battle-end {
      start afflicted(target, what, strength, battle-end, turns-begun, by-whom, dealer)
        until the game ends
    }
    if how-long is save-ends {
      add 1 to effects-begun
      set which to effects-begun
      add which to savable-effects of target
      start afflicted(target, what, strength, save-ends, which, by-whom, dealer) until the game ends
    }
  }
}

after afflicted ends when lasts is save-ends { take since from savable-effects of victim }
# What ends without a saving throw is told.
after afflicted ends
  when lasts is not save-ends and not gone of victim and not suffers(victim, ill)
{ run tell-freed(victim, ill) }
procedure tell-freed (who: creature, what: condition) {
  step name tells "{who} is no longer {what}"
}

# A cure ends every instance of a condition.
procedure cure (target: creature, what: condition) {
  # The condition ends.
  step finish { end afflicted(target, what, any, any, any, any, any) }
}

# What is added to a saving throw. What a creature gives to others counts once: ask `graced`.
value save-bonus (who: creature, against-what: condition) = 0
modify save-bonus + sum of save of b for b in boons-of(who) when any of boons-of(who)
# The roll from which a saving throw succeeds.
value save-from (who: creature, against-what: condition) = 10

# One saving throw: a plain d20. Of several effects of one condition `which` is the number of the one that it may end; the oldest, if nobody
# says. DDM-TIM-007 DDM-TIM-008 DDM-TIM-009 DDM-TIM-010
procedure save (
  who: creature,
  against-what: condition,
  which: number = first of savable-against(who, against-what)
) gives good: yes-no
{
  # The natural roll.
  var shown: number
  # Champion powers before the roll: `at champions.use when moment is on-save`.
  step powers { run champions(on-save, who, other: nobody, no-attack, 0) }
  # The d20 is rolled.
  step throw {
    set shown to
      run roll-d20(
        controller of who,
        who,
        for-save,
        save-from(who, against-what) - save-bonus(who, against-what)
      )
    if forced-by-enemy(who, against-what) { set was-loud to yes }
  }
  # A good save ends the effect.
  step settle
    tells if good
        then "{who} saves against {against-what} ({shown + save-bonus(who, against-what)}, {save-from(who, against-what)} needed)"
      else "{who} fails to save against {against-what} ({shown + save-bonus(who, against-what)}, {save-from(who, against-what)} needed)"
  {
    set good to shown + save-bonus(who, against-what) >= save-from(who, against-what)
    if shown >= 20 {
      for each k in savable(who) { end afflicted(who, k, any, save-ends, any, any, any) }
    }
    if good { end afflicted(who, against-what, any, save-ends, which, any, any) }
  }
}

# A condition that gets worse or leaves something behind as the creature saves against it: a rider with `on-failed-save` or `on-save`. `number-of` is
# that of the effect.
effect lingering (
  victim: creature,
  ill: condition,
  from-rider: rider,
  cause: player,
  number-of: number
)
{ }
# The riders by which an effect on a creature lingers.
define lingers (who: creature, what: condition, which: number): set of rider =
  all rider r where running lingering(who, what, r, any, which)
# What a saving throw leads to besides: the condition gets worse, or leaves something behind.
after save when any of lingers(who, against-what, which) {
  for each r in lingers(who, against-what, which) {
    for each p in (all player q where running lingering(who, against-what, r, q, which)) {
      let coming = if good then on-save of r else on-failed-save of r
      if good or any of coming { end lingering(who, against-what, r, p, which) }
      if not good and any of coming {
        end afflicted(who, against-what, any, save-ends, which, p, any)
      }
      for each n in coming {
        let begun = run afflict(who, condition of n, strength of n, clock of n, p)
        if any of (on-failed-save of n + on-save of n) and suffers(who, condition of n) {
          start lingering(who, condition of n, n, p, begun) until the game ends
        }
      }
    }
  }
}
# A creature makes a saving throw at once, against what its player says, with a bonus: "an ally within 5 squares makes a saving throw" is
# `choose c from (members a of allies-within(you, 5) where can-save-now(a)) ... { run save-at-once(c) }`. DDM-TIM-014
procedure save-at-once (who: creature, bonus: number = 0) {
  # One condition, one roll.
  step attempt {
    choose k
      from (members s of savable(who) where can save(who, s))
      by controller of who "{who} saves against what?"
    {
      start steadied(who, bonus) until after save
      run save(who, k)
    }
  }
}
# A condition that a save can end is ended without a roll for one of some creatures, as a player of another says: "end 1 effect that a save can end on an ally within
# 5 squares" is `run free-one-of(members a of allies-within(you, 5) where can-save-now(a), you)`.
procedure free-one-of (among: set of creature, healer: creature) {
  # Its player picks the creature, and the condition.
  step pick {
    choose c from among by controller of healer "Whom does {healer} free?" {
      choose k from savable(c) by controller of healer "Of what is {c} freed?" {
        end afflicted(c, k, any, save-ends, any, any, any)
      }
    }
  }
}
# Whether a creature has something to save against.
define can-save-now (who: creature): yes-no =
  any of (members k of savable(who) where can save(who, k))
# The allies of a creature that have something to save against: "end 1 effect that a save can end on an ally" is `run free-one-of(savable-allies(you), you)`.
define savable-allies (healer: creature): set of creature =
  members a of allies-of(healer) where can-save-now(a)
# Each of some creatures gets a condition from a creature: "each enemy takes ongoing 5 psychic damage (save ends)" is `run afflict-each(enemies-of(you), ongoing-psychic, 5,
# save-ends, you)`.
procedure afflict-each (
  those: set of creature,
  what: condition,
  strength: number,
  how-long: clock,
  dealer: creature
)
{
  # One after the other; whoever has fallen by then is passed over.
  step come {
    for each c in those {
      if not gone of c { run afflict(c, what, strength, how-long, owner of dealer, dealer) }
    }
  }
}
# A creature has a bonus on a saving throw.
effect steadied (hero: creature, bonus: number) { modify save-bonus + bonus when who is hero }

# The saving throws of a creature: at the end of its turn it may save once against each effect, in its player's order.
# DDM-TIM-011 DDM-TIM-012 DDM-TIM-013 DDM-TIM-047
procedure saves (who: creature) {
  # The effects against which it has not saved yet.
  var waiting: set of number
  step attempts {
    set waiting to savable-effects of who
    repeat count of waiting times {
      let left =
        members k of savable(who)
          where can save(who, k)
            and any of (members n of waiting where n is in savable-against(who, k))
      if none of left { stop }
      choose k from left by controller of who "{who} saves against what?" or none {
        let which = first of (members n of waiting where n is in savable-against(who, k))
        take which from waiting
        run save(who, k, which)
      } else {
        stop
      }
    }
  }
}

# It is told from what a creature takes ongoing damage.
procedure tell-ongoing (who: creature, what: condition) {
  step name tells "{who} suffers from {what}"
}

# Ongoing damage of each type, as the creature activates. DDM-DMG-035 DDM-DMG-036 DDM-DMG-037 DDM-DMG-038
procedure smoulder (who: creature) {
  var waiting: set of condition
  step burn {
    set waiting to all condition k where burns of k and suffers(who, k)
    repeat count of waiting times {
      if gone of who { stop }
      # One after the other. DDM-TIM-018
      choose k from waiting by controller of who "{who} takes which ongoing damage first?" {
        set waiting to members w of waiting where w is not k
        run tell-ongoing(who, k)
        run hurt(
          who,
          culprit(who, k),
          affliction(who, k),
          element of k,
          0,
          untyped,
          dealer-of(who, k),
          no-attack
        )
      }
    }
  }
}

# A creature gets hit points back; gives how many. DDM-DMG-039 DDM-DMG-040 DDM-DMG-045
procedure heal (who: creature, amount: number, living-only: yes-no = no) gives healed: number {
  # The hit points come back.
  step mend {
    if gone of who or not can be-healed(who) or (living-only and not living(who)) { stop }
    set healed to min(amount, wounds of who)
    add 0 - healed to wounds of who
  }
}

# One of some creatures, as the healer's player says, gets hit points back: `run heal-one-of(hurt-allies(you, 5), 10, you)`. Gives how many.
procedure heal-one-of (
  among: set of creature,
  amount: number,
  healer: creature
) gives healed: number
{
  # Its player picks the creature.
  step pick {
    choose c from among by controller of healer "Whom does {healer} heal?" {
      set healed to run heal(c, amount)
    }
  }
}

# A creature gets temporary hit points. DDM-DMG-042 DDM-DMG-043 DDM-DMG-044
# reading: of two grants from one source the larger pool counts.
procedure fortify (who: creature, source: vigour) {
  step grant { start fortified(who, source, points of source) until the game ends }
}
