# Holding, swallowing, zones: what lasts as long as somebody stands somewhere.

# --- Held

# A creature is held by another, and Immobilized as long as the two are next to each other and the holder is active: "whom it hits it grabs" is `at
# strike.effects when attacker is you and hit and not gone of target { start held(target, you) until the game ends }`. It can be moved away by others,
# which ends it; "until it saves" is a rider besides. DDM-TIM-036
effect held (victim: creature, holder: creature) while next-to(holder, victim)
  and not gone of holder
{
  replace affliction
    with 1
    when who is victim and what is immobilized and can be-afflicted(victim, immobilized)
}
# Who cannot act holds nobody.
after afflict when any of held-by(target) and is-stunned(target) { end held(any, target) }
# Whom a creature holds.
define held-by (holder: creature): set of creature =
  members c of everybody where running held(c, holder)

# --- Swallowed

# A creature is inside another, off the map: nobody sees it, and it does not activate.
effect swallowed (victim: creature, holder: creature) { }
# The creatures inside another: `for each c in inside-of(you) { run deal-damage(c, 10, acid, you) }` at the end of its turn.
define inside-of (holder: creature): set of creature =
  members c of everybody where running swallowed(c, holder)
# Whether a creature can be swallowed by another: it is smaller, on the map and can be moved.
define can-swallow (holder: creature, victim: creature): yes-no =
  rank of size-of(victim) < rank of size-of(holder)
    and space-of(victim) is not nowhere
    and can be-moved(victim, holder)
# A creature swallows another, which leaves the map until it is let out: `run swallow(target, you)` after a hit. If the holder is eliminated all that
# are inside come out.
# reading: who is inside does not activate; what it suffers from goes on when it is out again.
procedure swallow (victim: creature, holder: creature) {
  # It is gone from the map.
  step gulp {
    if gone of victim or gone of holder or not can-swallow(holder, victim) { stop }
    start swallowed(victim, holder) until the game ends
    lift(victim)
  }
}
# A creature comes out of another, to the free place nearest to it that its own player picks: "it comes out when it saves", "at the end of its next turn". DDM-MOV-007
procedure let-out (victim: creature, holder: creature) {
  # It stands next to it.
  step come-out {
    if not running swallowed(victim, holder) { stop }
    end swallowed(victim, holder)
    if gone of victim { stop }
    choose p
      from places-beside-by(
        holder,
        victim,
        lowest gap-at(holder, victim, q) for q in legal-places(victim)
      )
      by controller of victim "Where does {victim} come out?"
    {
      place(victim, p)
      run note-firm(victim)
    }
  }
}
# The places of a creature that are so far from another.
define places-beside-by (holder: creature, who: creature, least: number): set of pose =
  members p of legal-places(who) where gap-at(holder, who, p) = least
# Who is inside comes out as the holder falls.
before eliminate.take-off when any of inside-of(who) {
  for each c in inside-of(who) { run let-out(c, who) }
}

# --- Zones

# A square belongs to a zone that a creature has made.
effect zoned (at-spot: space, maker: creature) { }
# Whether a creature stands in a zone of another, with any square: "an enemy that starts its turn in the zone takes 5 damage" is `after turn.burn when
# foes(active, you) and in-zone-of(active, you) { run deal-damage(active, 5, source: you) }`; one that moves into it: `after arrive when foes(mover, you) and in-zone-of(mover, you)
# and not was-in-zone-of(came-from, mover, you)`.
define in-zone-of (who: creature, maker: creature): yes-no =
  any of (members s of squares-of(who) where running zoned(s, maker))
# Whether it stood in it at another place, from which it has come.
define was-in-zone-of (there: pose, who: creature, maker: creature): yes-no =
  any of (members s of spaces-at(who, there) where running zoned(s, maker))
# A creature lays a zone: all squares within `extent` of one that its player picks, within so many squares and with line of effect; walls stop it. It lasts until the end of
# the maker's next turn, `for-battle: yes` for the battle, and ends when the maker is eliminated. Another one takes its place. `smoke: yes` fills it with smoke: nobody
# sees through it, and whoever stands in it sees, and is seen by, neighbours only; "its maker sees all the same" is `allow see when viewer is you`.
procedure lay-zone (
  maker: creature,
  most: number,
  extent: number,
  for-battle: yes-no = no,
  smoke: yes-no = no
)
{
  # The middle is picked.
  step lay {
    choose s
      from (
        members x of spaces
          where distance-between(squares-of(maker), [x]) <= most and effect-to(maker, x)
      )
      by controller of maker "Where is the middle of the zone?"
    {
      end zoned(any, maker)
      for each x in burst([s], extent, barriers) {
        if for-battle {
          start zoned(x, maker) until the game ends
        } else {
          start zoned(x, maker) until after next turn when active is maker
        }
        if smoke { start smoky(x, maker) until the game ends }
      }
    }
  }
}
# Without its maker it is gone.
after eliminate when gone of who { end zoned(any, who) }
# The smoke goes with it.
after zoned ends always { end smoky(at-spot, maker) }
