# Words for what cards do with the dice of attacks.

# --- Dice that are set, rolled again, turned, cancelled

# So many of the attack dice that a ship rolls show this face from the start, and cannot be rolled again; started before they are rolled. Started twice, it sets
# other dice each time.
effect attack-dice-set (gunner: ship, amount: number, shown: face) {
  after attack.roll-attack when attacker is gunner {
    let chosen = first (amount) of rerollable(attack-pool)
    for each d in chosen { turn(d, shown) }
    bar-reroll(chosen)
  }
}
# The same for defense dice.
effect defense-dice-set (dodger: ship, amount: number, shown: face) {
  after attack.roll-defense when defender is dodger {
    let chosen = first (amount) of rerollable(defense-pool)
    for each d in chosen { turn(d, shown) }
    bar-reroll(chosen)
  }
}
# Dice are rolled again though they may have been already: "re-roll them, even if they have already been re-rolled", "twice". Of the defense pool:
# `green: yes`. The player picks them before: `choose any number dice from turnable(attack-pool) by controller of you "Which dice?" { run reroll-anyway(dice) }`.
procedure reroll-anyway (dice: set of die, green: yes-no = no) {
  # Each of them shows what is rolled now.
  step roll {
    for each d in dice {
      if green {
        let once-more = roll 1 defense-die
        turn(d, face-of(first of dice-of(once-more)))
      } else {
        let once-more = roll 1 attack-die
        turn(d, face-of(first of dice-of(once-more)))
      }
    }
  }
}
# A ship attacks with so many dice instead of its own, in any direction if `any-way`: "make a free attack with 4 dice" is
# `start free-shot(you, 4, any-way: yes) until after attack when attacker is gunner` and then `run attack(you, s, primary, bonus: yes)`.
effect free-shot (gunner: ship, dice-count: number, any-way: yes-no = no) {
  replace attack-of with dice-count when who is gunner
  replace firing-arc with all-round when attacker is gunner and any-way
}
# A player sets so many dice of this attack on a face of his choice before they are rolled: `at attack.count-attack-dice`.
procedure set-attack-dice (gunner: ship, amount: number = 1) {
  # The player picks the face.
  step pick {
    choose one by controller of gunner "Set it to what?" {
      "Critical" always { start attack-dice-set(gunner, amount, critical) until after attack }
      "Hit" always { start attack-dice-set(gunner, amount, hit) until after attack }
      "Battle Stations" always { start attack-dice-set(gunner, amount, battle) until after attack }
    }
  }
}
# The same for defense dice: `at attack.count-defense-dice`, or at `attack.count-attack-dice`, when the target is declared.
procedure set-defense-dice (dodger: ship, amount: number = 1) {
  # The player picks the face.
  step pick {
    choose one by controller of dodger "Set it to what?" {
      "Evade" always { start defense-dice-set(dodger, amount, evade-face) until after attack }
      "Battle Stations" always { start defense-dice-set(dodger, amount, battle) until after attack }
    }
  }
}
# A player cancels so many hits or critical hits, one after the other: `at attack.cancel-dice when defender is you and hit-count(attack-pool) > 0` with
# `run cancel-hits(attack-pool, 1, controller of you)`. STAW-TIM-023
procedure cancel-hits (rolled: pool, amount: number, chooser: player) {
  # The player says which, if there are both.
  step pick {
    repeat amount times {
      choose one by chooser "Cancel what?" {
        "A hit" when faces(rolled, hit) > 0 { cancel(rolled, hit, 1) }
        "A critical hit" when faces(rolled, critical) > 0 { cancel(rolled, critical, 1) }
      }
    }
  }
}
# How many hits and critical hits a roll shows.
define hit-count (rolled: pool): number = faces(rolled, hit) + faces(rolled, critical)
# Whether each die of a roll shows a hit or a critical hit.
define all-hits (rolled: pool): yes-no =
  hit-count(rolled) > 0 and faces(rolled, battle) + faces(rolled, blank) = 0
# More attack dice are rolled, and their hits and critical hits are dice of the attack; with `whole` the others, too: "roll 2 additional attack dice, add all hits and
# critical hits" is `after attack.roll-attack` with `run roll-more(attack-pool, 2)`. It gives how many hits and critical hits came.
procedure roll-more (rolled: pool, amount: number, whole: yes-no = no) gives good: number {
  # What they show.
  var more: pool
  # The dice.
  step roll { set more to roll amount attack-die }
  # Cards that change them, before the others are put away.
  step modify { }
  # They join the roll.
  step join {
    add-die(rolled, hit, faces(more, hit))
    add-die(rolled, critical, faces(more, critical))
    set good to hit-count(more)
    if whole {
      add-die(rolled, battle, faces(more, battle))
      add-die(rolled, blank, faces(more, blank))
    }
  }
}
at roll-more.modify during attack as shot when not whole { run show-attack(attacker of shot, more) }

# --- What a ship may do with its dice for a while, whatever became of the card: "when attacking this round you may ..."

# It may roll again so many of its attack dice, all if no number is given; blanks only; in attacks on one ship only. STAW-COM-032
effect attack-rerolls (
  gunner: ship,
  most: number = 99,
  blanks-only: yes-no = no,
  only-on: ship = nobody
)
{
  at attack.modify-attack "Re-roll dice"
    when attacker is gunner
      and can-reroll(attacker, defender, attack-pool)
      and (not blanks-only or any of (dice in rerollable(attack-pool) showing blank))
      and (only-on is nobody or defender is only-on)
    once per attack may by controller of gunner
  {
    if blanks-only {
      run reroll-up-to(most, dice in rerollable(attack-pool) showing blank, controller of gunner)
    } else {
      run reroll-up-to(most, rerollable(attack-pool), controller of gunner)
    }
  }
}
# The same for its defense dice.
effect defense-rerolls (dodger: ship, most: number = 99, blanks-only: yes-no = no) {
  at attack.modify-defense "Re-roll defense dice"
    when defender is dodger
      and any of rerollable(defense-pool)
      and (not blanks-only or any of (dice in rerollable(defense-pool) showing blank))
    once per attack may by controller of dodger
  {
    if blanks-only {
      run reroll-up-to(most, dice in rerollable(defense-pool) showing blank, controller of dodger)
    } else {
      run reroll-up-to(most, rerollable(defense-pool), controller of dodger)
    }
  }
}
# It may turn so many of its attack dice from one face to another, all if no number is given. STAW-COM-031
effect attack-turns (gunner: ship, worse: face, better: face, most: number = 99) {
  at attack.modify-attack "Turn dice"
    when attacker is gunner and can-turn(attack-pool, worse)
    once per attack may by controller of gunner
  { turn most worse in attack-pool to better }
}
# The same for its defense dice.
effect defense-turns (dodger: ship, worse: face, better: face, most: number = 99) {
  at attack.modify-defense "Turn defense dice"
    when defender is dodger and can-turn(defense-pool, worse)
    once per attack may by controller of dodger
  { turn most worse in defense-pool to better }
}
