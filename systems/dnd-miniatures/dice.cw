# The d20, the only die: what it is rolled for, and rolling it again. DDM-MSC-003

# What a d20 is rolled for; `for-power` is what a power says: `let luck = run roll-d20(controller of you, you, for-power)`.
word purpose {
  for-attack
  for-conceal
  for-save
  for-confusion
  for-pit
  for-recharge
  for-power
  for-initiative
  for-precedence
  for-set-up
}

# Whether a die can be rolled again: dice of the set-up, and of what no player controls, cannot. DDM-SET-023 DDM-TIM-025
permission reroll (side: player, purpose: purpose)
forbid reroll when purpose is for-set-up
forbid reroll when side is nobody

# Second throws: what lets somebody have a die rolled again. "Once in a battle it rolls a missed attack again":
# `second-throw "Luck" when chooser is controller of you and roller is you and purpose is for-attack and not succeeds once per game { }`.
# The braces stay empty: taking it rolls the die again. `chooser` is who is asked, `roller` whose die it is, `target` whom an attack is rolled
# against (else nobody), `weapon` the attack (else `no-attack`), `shown` what lies there, `succeeds` whether that is enough: whether the attack hits, the save is made. If
# only concealment makes an attack miss, its die may be rolled again, too: then `succeeds` is no, and the offer comes a second time. The die against
# concealment is `for-conceal`.
offer second-throw (
  chooser: player,
  side: player,
  roller: creature,
  purpose: purpose,
  shown: number,
  target: creature,
  weapon: form,
  succeeds: yes-no
)
# Whether a creature's own player is asked about a roll of it, and it can use its powers: `second-throw "Luck" when may-throw-again(you, chooser,
# roller) and not succeeds and purpose is for-save once per game { }`.
define may-throw-again (who: creature, chooser: player, roller: creature): yes-no =
  roller is who and chooser is controller of who and can use-power(who)
# Whether a creature's own player is asked about a missed attack of it or a failed saving throw, and it can use its powers: `second-throw "Luck" when
# may-retry(you, chooser, roller, purpose, succeeds) twice per game { }`.
define may-retry (
  who: creature,
  chooser: player,
  roller: creature,
  purpose: purpose,
  succeeds: yes-no
): yes-no =
  may-throw-again(who, chooser, roller)
    and not succeeds
    and (purpose is for-attack or purpose is for-save)
# Whether a die must be rolled again, once: "when its basic attack misses, it rolls again" is `replace must-reroll with yes when roller is you and
# weapon is basic-attack(you) and purpose is for-attack and not succeeds`. DDM-TIM-026
value must-reroll (
  roller: creature,
  purpose: purpose,
  target: creature,
  weapon: form,
  succeeds: yes-no
): yes-no =
  no

# What is added to a roll of the d20, if its natural result does not count: see `to-hit` and `save-bonus` for those.
value roll-bonus (side: player, roller: creature, purpose: purpose) = 0
# Whether the natural result of a roll counts.
define is-natural (purpose: purpose): yes-no =
  purpose is for-attack or purpose is for-pit or purpose is for-save or purpose is for-conceal

# Whether the attack die of a strike was rolled again; other dice in its midst have nothing to do with it.
state thrown-again: yes-no per strike

# Whether a die that shows `shown` is rolled again, because it must, or because somebody takes an option of `second-throw`.
procedure throw-again (
  side: player,
  roller: creature,
  purpose: purpose,
  shown: number,
  target: creature,
  weapon: form,
  succeeds: yes-no
) gives again: yes-no
{
  # Who is asked.
  var chooser: player
  # Everybody may take an option, one of them in all.
  step ask {
    if not can reroll(side, purpose) { stop }
    set again to must-reroll(roller, purpose, target, weapon, succeeds)
    set chooser to side
    repeat count of (all player) times {
      if not again {
        let taken =
          offer second-throw(chooser, side, roller, purpose, shown, target, weapon, succeeds)
          to chooser
          at most 1 times
        set again to taken > 0
      }
      set chooser to next-player(chooser)
    }
  }
}

# One roll of the d20, of a side, of one of its creatures or of none; against `target`, if it is an attack, and so many are `needed`. The
# second result stands, whatever it is: after `reroll`.
# reading: no die is rolled a third time. DDM-TIM-024 DDM-TIM-026
procedure roll-d20 (
  side: player,
  roller: creature,
  purpose: purpose,
  needed: number = 0,
  target: creature = nobody,
  weapon: form = no-attack
) gives shown: number
{
  # The die is rolled.
  step roll { set shown to random(20) }
  # It may be rolled again.
  step reroll {
    let again = run throw-again(side, roller, purpose, shown, target, weapon, shown >= needed)
    if again and purpose is for-attack { set thrown-again to yes }
    if again { set shown to random(20) }
  }
  # What is added to it.
  step total {
    if not is-natural(purpose) { add roll-bonus(side, roller, purpose) to shown }
  }
}
