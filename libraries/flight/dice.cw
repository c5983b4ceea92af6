# What all attacks do with dice.

# A player has up to so many of some dice rolled again, each at most once in an attack:
# `run reroll-up-to(1, dice in rerollable(attack-pool) showing blank, controller of you)`.
procedure reroll-up-to (most: number, among: set of die, chooser: player) {
  # The player picks them.
  step roll {
    choose up to (most) dice from among by chooser "Re-roll which dice?" { reroll(dice) }
  }
}

# A player has any number of some dice rolled again, each at most once in an attack: `run reroll-any(rerollable(attack-pool), controller of you)`.
procedure reroll-any (among: set of die, chooser: player) {
  # The player picks them.
  step roll {
    choose any number dice from among by chooser "Re-roll which dice?" { reroll(dice) }
  }
}

# A player has exactly one of some dice rolled again: `run reroll-one(rerollable(attack-pool), controller of you)`.
procedure reroll-one (among: set of die, chooser: player) {
  # The player picks it.
  step roll {
    choose die from among by chooser "Re-roll which die?" { reroll([die]) }
  }
}

# Whether a roll has a die with this face that can be turned: what a card asks before it changes one, `can-turn(attack-pool, blank)`. A result that was
# added is no die, and cannot be turned.
define can-turn (rolled: pool, shown: face): yes-no =
  any of (dice in turnable(rolled) showing shown)

# A player has up to so many of some dice turned to another face: `run turn-up-to(2, dice in turnable(attack-pool) showing blank, hit, controller of you)`.
# Exactly one, or all, needs no choice: `turn 1 blank in attack-pool to hit`, `turn all ...`.
procedure turn-up-to (most: number, among: set of die, shown: face, chooser: player) {
  # The player picks them.
  step turn {
    choose up to (most) dice from among by chooser "Change which dice?" {
      for each d in dice { turn(d, shown) }
    }
  }
}

# Whether attack dice can be rolled again.
permission reroll-in (attacker: craft, defender: craft)
# Whether the attacker can roll one of these dice again, as `can-reroll(attacker, defender, attack-pool)`: what a card asks before it costs anything.
define can-reroll (attacker: craft, defender: craft, rolled: pool): yes-no =
  can reroll-in(attacker, defender) and any of rerollable(rolled)

# --- Dice that are rolled outside the dice of an attack

# A craft has rolled dice that are none of an attack: an obstacle, a mine, a card lets it. `roller` is who rolls, `cause` what it rolls for: the card, the obstacle, the bomb, or nobody. Whatever
# changes "any of your dice, whenever you roll for any reason" is one rule, `at attack.modify-attack or at attack.modify-defense or at show-dice.modify "Name" when any of
# own-dice(you, attacker, defender, attack-pool, defense-pool)`, with `run reroll-one(own-dice(you, attacker, defender, attack-pool, defense-pool), controller of you)`: attack dice are in
# `attack-pool`, and who rolls is the `attacker`; defense dice are in `defense-pool`, and who rolls is the `defender`. The dice of attacks have their own steps.
procedure show-dice (
  roller: craft,
  attacker: craft,
  defender: craft,
  attack-pool: pool,
  defense-pool: pool,
  cause: thing = nobody
)
{
  # The dice may be changed.
  step modify { }
}
# Attack dice that a card, an obstacle or a bomb lets a craft roll are shown before they are counted: `let test = roll 1 attack-die`, `run show-attack(you, test, here)`, and then
# `if faces(test, hit) > 0 { ... }`. So whoever rolls dice again has its say.
procedure show-attack (roller: craft, rolled: pool, cause: thing = nobody) {
  # No defense dice.
  var no-pool: pool
  # The story tells who rolls, and what for.
  step tell-dice
    tells if cause is nobody then "{roller} rolls: {rolled}"
      else "{roller} rolls for {cause}: {rolled}"
  { }
  # The dice may be changed.
  step show { run show-dice(roller, roller, defender: nobody, rolled, no-pool, cause) }
}
# The same for defense dice.
procedure show-defense (roller: craft, rolled: pool, cause: thing = nobody) {
  # No attack dice.
  var no-pool: pool
  # The story tells who rolls, and what for.
  step tell-dice
    tells if cause is nobody then "{roller} rolls: {rolled}"
      else "{roller} rolls for {cause}: {rolled}"
  { }
  # The dice may be changed.
  step show { run show-dice(roller, attacker: nobody, roller, no-pool, rolled, cause) }
}
