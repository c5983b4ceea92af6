# Tokens and locks that cards give, take and hand on.

# --- Stress

# A ship gets rid of a stress token; `done` says whether it did. As a cost: `cost { run lose-stress(you) if stress on you > 0 and can shed-stress(you) }`.
# What follows stands at `after stress on you falls`.
procedure lose-stress (who: ship) gives done: yes-no {
  # The token goes.
  step shed {
    if stress on who > 0 and can shed-stress(who) {
      take 1 stress from who
      set done to yes
    }
  }
}

# --- Focus and evade tokens

# Whether a ship has a focus or evade token.
define has-boon (who: ship): yes-no = focus on who + evade on who > 0
# A ship is assigned a token of this sort, `focus-deed` or `evade-deed`; nothing for any other.
procedure assign (receiver: ship, what: deed) {
  # The token is given.
  step give {
    if what is focus-deed { give 1 focus to receiver }
    if what is evade-deed { give 1 evade to receiver }
  }
}
# A ship is assigned a focus or an evade token, whichever this player picks: `run assign-one(you, controller of you)`.
procedure assign-one (receiver: ship, chooser: player) {
  # The player picks the sort.
  step give {
    choose one by chooser "Which token does {receiver} get?" {
      "Focus" always { run assign(receiver, focus-deed) }
      "Evade" always { run assign(receiver, evade-deed) }
    }
  }
}
# A ship loses a focus or evade token, or with `locks: yes` one of its locks, whichever this player picks; `what` says which: `focus-deed`, `evade-deed`
# or `lock-deed`, and `anything` if it had none. Handed on: `let what = run lose-token(f, controller of you)`, then `run assign(you, what)`.
procedure lose-token (loser: ship, chooser: player, locks: yes-no = no) gives what: deed {
  # The player picks the sort.
  step strip {
    if has-boon(loser) or (locks and any of locks-of(loser)) {
      choose one by chooser "Which token does {loser} lose?" {
        "Focus" when focus on loser > 0 {
          take 1 focus from loser
          set what to focus-deed
        }
        "Evade" when evade on loser > 0 {
          take 1 evade from loser
          set what to evade-deed
        }
        "Target lock" when locks and any of locks-of(loser) {
          choose l from locks-of(loser) by chooser "Which lock does {loser} lose?" {
            run drop-lock(l)
          }
          set what to lock-deed
        }
      }
    }
  }
}

# A ship spends a focus or an evade token, whichever its player picks. As a cost: `cost { run spend-one(you) if can-spend-one(you) }`.
procedure spend-one (spender: ship) gives done: yes-no {
  # The player picks the sort.
  step pay {
    choose one by controller of spender "Which token does {spender} spend?" {
      "Focus" when focus on spender > 0 and can spend(spender, focus-deed) {
        set done to run spend-focus(spender)
      }
      "Evade" when evade on spender > 0 and can spend(spender, evade-deed) {
        set done to run spend-evade(spender)
      }
    }
  }
}
# Whether a ship has a focus or evade token that it can spend.
define can-spend-one (who: ship): yes-no =
  (focus on who > 0 and can spend(who, focus-deed))
    or (evade on who > 0 and can spend(who, evade-deed))

# Whether the End phase takes a ship's tokens of this sort, `focus-deed`, `evade-deed` or `tractor-deed`. "Do not remove unused focus tokens in the End phase" is
# `forbid clear-token when who is you and what is focus-deed`.
permission clear-token (who: ship, what: deed)

# --- Locks

# Whether a ship may acquire a lock that a card puts on this very ship: an enemy in play and in range, not locked yet. "You may acquire a target lock on
# the defender" asks `lock-open(you, defender)`, and then says `run acquire-lock(you, defender)`. XW-UPG-029 XW-PIL-008 XW-ACT-022
define lock-open (who: ship, goal: ship): yes-no =
  in-play(goal) and may-lock(who, goal) and not fully-locked(who, goal) and reaches-lock(who, goal)

# A ship acquires a lock on one of these ships, which its player picks: `run lock-one(you)` on any enemy in range, `run lock-one(you,
# lockable-within(you, 1))` on one at range 1. Ask `any of lockable-in-range(you)` before. XW-ACT-012 XW-ACT-013
procedure lock-one (locker: ship, among: set of ship = lockable-in-range(locker)) gives got: yes-no
{
  # The player picks the ship.
  step pick {
    choose e from among by controller of locker "Whom does {locker} lock?" {
      set got to run acquire-lock(locker, e)
    }
  }
}

# --- Upgrades that were discarded

# An upgrade is discarded, and its ship remembers it; the card is out of the game, but still knows its holder. "Discard this card to ..." is
# `cost { run discard-upgrade(here) if in-play(here) }`, by an effect `run discard-upgrade(u)`. `done` says whether the instruction was followed: "when you are
# instructed to discard an upgrade, you may discard a token on it instead" is `instead of discard-upgrade.go when holder-ship(what) is you and ordnance on what > 0
# may { take 1 ordnance from what  set done to yes }`. What reacts to a card that is gone asks `not in-play(what)` at `after discard-upgrade`. An upgrade that
# is exchanged, or lost with its ship, is not discarded.
procedure discard-upgrade (what: upgrade) gives done: yes-no {
  # The card goes.
  step go {
    if in-play(what) {
      add what to spent of holder-ship(what)
      remove(what)
      set done to yes
    }
  }
}
# An upgrade is replaced by another, which nobody is told to discard: `run exchange-upgrade(u, t)`. `fresh` is the new card.
procedure exchange-upgrade (what: upgrade, wares: template of upgrade) gives fresh: upgrade {
  # One goes, the other comes.
  step swap {
    if in-play(what) {
      let keeper = holder-ship(what)
      let whose = owner of what
      remove(what)
      set fresh to create wares on keeper owned by whose
    }
  }
}
# A discarded upgrade is turned face up again: `choose u from (members u of spent of you where slot of u is torpedo)`, then this.
procedure flip-back (what: upgrade, keeper: ship) gives done: yes-no {
  # It is back in the game, on its ship.
  step return {
    if not in-play(what) {
      return-to-game(what)
      move-to(what, keeper)
      set fired of what to no
      take what from spent of keeper
      set done to yes
    }
  }
}
