# What a game must have to use this library. The bodies are examples: with them the library is checked on its own.

# A piece that stands on spaces, moves and attacks.
piece fighter { }

player {
  team: number state  # 0 is no team
  rolled: number state  # its last roll against others
}

# What a fighter can do by its card, told by one word.
word ability open { }

# What players roll for.
word purpose { for-set-up for-initiative }

# Whether a fighter has an ability. A rule that takes it away beats one that gives it.
value has (who: fighter, what: ability): yes-no = no, lowest wins

# All fighters on the board.
define on-field: set of fighter = all fighter
# Whether two fighters are of one side; a game says whether a fighter is its own friend.
define friends (one: fighter, other: fighter): yes-no = same-team(owner of one, owner of other)
# Whether two fighters are enemies.
define foes (one: fighter, other: fighter): yes-no = not friends(one, other)

# One player's throw against others.
procedure throw-for (side: player, what-for: purpose) gives shown: number {
  step roll { set shown to random(20) }
}
