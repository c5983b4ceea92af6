# @title@: a small whole game to start from. Change it, run `cardwright check`, play again.

# --- What there is

die battle { hit 3  miss 3 }

piece fighter {
  strength: number  # how many dice it rolls
  toughness: number  # how many wounds it takes
  # Changes in play.
  wounds: number state tells "{it} has {now} of {toughness of it} wounds"
}

# A card that a fighter holds. In its rules `you` is the fighter, `here` the card.
card knack on fighter { }

token guard on fighter limit 3

# --- What rules may change or forbid

value strike-dice (f: fighter) = strength of f, at least 1
permission strike (striker: fighter, victim: fighter)

define unbeaten: set of fighter = all fighter f where wounds of f < toughness of f
define foes (f: fighter): set of fighter = members e of unbeaten where owner of e is not owner of f

# --- What happens

outcome last-standing "The last one standing" won by whoever
outcome weary "Everybody is too tired to go on" won by nobody

procedure game {
  step fight {
    # @prefix@-001
    repeat 20 times { run round }
  }
  step tire { end the game with weary }
}

procedure round {
  step act {
    for each f in all fighter {
      if f is in unbeaten { run activate(f) }
    }
  }
}

# What a fighter may do in its turn: rules and cards fill this list.
offer action (actor: fighter) asks "What does {actor} do?"

procedure activate (actor: fighter) tells "{actor}" {
  step ready { take all guard from actor }
  step act { offer action(actor) to owner of actor }
}

action "Strike" when any of (members e of foes(actor) where can strike(actor, e)) {
  choose e
    from (members m of foes(actor) where can strike(actor, m))
    by owner of actor "Whom does {actor} strike?"
  { run strike-at(actor, e) }
}

action "Guard" always { give 1 guard to actor }

procedure strike-at (attacker: fighter, defender: fighter)
  tells "{attacker} strikes at {defender}"
{
  var dice: pool
  var hits: number
  step roll { set dice to roll (strike-dice(attacker)) battle }  # @prefix@-002
  step compare { set hits to max(hit in dice - guard on defender, 0) }  # @prefix@-003
  # @prefix@-002
  step wound {
    if hits > 0 { add hits to wounds of defender }
  }
  step check {
    if none of foes(attacker) { end the game with last-standing won by owner of attacker }
  }
}

# For agents that look ahead: the more, the better for this player.
define standing-of (p: player): number =
  (sum of toughness of f - wounds of f for f in (all fighter x where owner of x is p))
    - (sum of toughness of f - wounds of f for f in (all fighter x where owner of x is not p))
