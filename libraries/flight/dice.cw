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
