# What all attacks do with dice.

# A player has up to so many of some dice rolled again, each at most once in an attack:
# `run reroll-up-to(1, dice in rerollable(attack-pool) showing blank, controller of you)`.
procedure reroll-up-to (most: number, among: set of die, chooser: player) {
  # The player picks them.
  step roll {
    choose up to (most) dice from among by chooser "Re-roll which dice?" { reroll(dice) }
  }
}
