# Obstacles: numbered tokens that are laid out face down before a game, and what lies below them.

# Whether a numbered token would lie more than 3 inches from every other. DAW-OBS-009
define is-apart (token: obstacle, spot: pose): yes-no =
  none of (
    all obstacle o where o is not token and laid of o and distance-at(token, spot, o) <= 3 inches
  )
# How high the highest creature of a player stands; initiative settles ties. DAW-OBS-007
define tallest-rank (side: player): number = highest turn-rank(c) for c in creatures-of(side)
# The numbered tokens that a player has still to lay out.
define tokens-of (side: player): set of obstacle =
  all obstacle o where dealt-to of o is side and not laid of o

# Numbered tokens are shuffled, dealt and laid out in turn. DAW-OBS-003 DAW-OBS-006 DAW-OBS-007
procedure lay-obstacles () {
  var n: number
  var share: number
  var dealer: player

  # Each token has its number, and lies face down. DAW-OBS-004
  step number-tokens {
    for each o in (all obstacle o where numbered of o) {
      add 1 to n
      set mark of o to n
      flip(o, up: no)
    }
    let last-one = n
    repeat last-one times {
      let k = random(n)
      run swap-marks(n, k)
      set n to n - 1
    }
    set share to count of (all obstacle o where numbered of o) / count of all player
  }

  # Everybody has as many; the rest is not used. DAW-OBS-006
  step deal-tokens {
    for each p in all player {
      for each o
        in (first share of all obstacle o where numbered of o and dealt-to of o is nobody)
      {
        set dealt-to of o to p
        if may-look of p { set-owner(o, p) }
      }
    }
    for each o in (all obstacle o where numbered of o and dealt-to of o is nobody) { remove(o) }
  }

  # From the owner of the highest creature to the left, one token at a time. DAW-OBS-007 DAW-OBS-008
  step lay-tokens {
    let most = highest tallest-rank(p) for p in all player
    set dealer to first of (all player p where tallest-rank(p) = most)
    repeat count of (all obstacle) times {
      choose token from tokens-of(dealer) by dealer "Lay which token?" {
        set laid of token to yes
        set-owner(token, to: nobody)
        # More than 9 inches from every edge. DAW-OBS-009 DAW-OBS-010
        choose spot for token
          inside (
            9.001 inches,
            9.001 inches,
            table-width() - 18.002 inches,
            table-length() - 18.002 inches
          )
          facing 0 degrees
          where is-apart(token, spot)
          by dealer "Lay it where?"
        { place(token, spot) } else {
          remove(token)
        }
      }
      set dealer to next-player(dealer)
    }
  }
}

# Two tokens exchange their numbers.
procedure swap-marks (one-place: number, other-place: number) {
  # Both at once.
  step exchange {
    let one = first of (all obstacle o where mark of o = one-place)
    let other = first of (all obstacle o where mark of o = other-place)
    set mark of one to other-place
    set mark of other to one-place
  }
}

# A token that is met is turned up for the rest of the game; mist dissolves. DAW-OBS-005 DAW-OBS-011
procedure turn-up (token: obstacle) {
  # Everybody sees its number.
  step show {
    if numbered of token and not face-up(token) {
      reveal mark of token
      flip(token, up: yes)
    }
  }
  # What it is shows.
  step dissolve {
    if is-mist(token) { remove(token) }
  }
}
