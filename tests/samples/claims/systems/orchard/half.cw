# Rules that the cases claim and prove only by half: of each, one sort of break goes unnoticed.

word bark { rough smooth }
record tree { bark: bark }

# A part of a condition. ORC-011
define may-climb (who: picker): yes-no = fatigue on who = 0 and apple on who > 0

# A number. ORC-012
define worth (who: picker): number = 3 * apple on who

# A comparison. ORC-013
define is-stronger (a: picker, b: picker): yes-no = apple on a > apple on b

procedure rest (who: picker) {
  # A statement. ORC-015
  step sit {
    take all fatigue from who
    give 1 apple to who
  }
}

procedure share (giver: picker) {
  # A choice that cannot be declined. ORC-016
  step pick {
    choose p from (all picker where it is not giver) by owner of giver "Who gets one?" {
      give 1 apple to p
    }
  }
}

# What is refused. ORC-017
refuse basket "A basket has room" when room < 1

# What no game can tell. ORC-018
value weight (who: picker) = 4, at least 0

# Two rules on one line: each case notices its own part. ORC-019 ORC-020
define may-walk (who: picker): yes-no = apple on who > 0 and fatigue on who = 0
