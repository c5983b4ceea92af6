# The words of the match: two villages, six hands each, one turnip.

word strip { north-end south-end north-half south-half north-front south-front }
word posture { standing down }
word feat { slip lift catch lob vault }

record turf { soft: yes-no }

# A side of the compass die, and where it leads.
record bearing { shown: face  across: number  along: number }

board squares { terrain: turf  zone: strip }

player {
  home: strip  # where its hands set out
  front: strip  # the row of it next to the middle
  goal: strip  # where it carries the turnip
  points: number state
}

piece hand {
  stride: number
  brawn: number
  nimble: number
  posture: posture state
  left: number state  # what is left of its stride in this activation
  bound-for: space state  # where a shove takes it
  shoved: yes-no state  # has shoved in this activation
}

piece turnip { carrier: hand state }

card knack on hand { active when face-up(here) }
card coach on player { }

token rally on player limit 3
token spent on hand limit 1
token bench on hand limit 3  # own turns until it may set out again

die compass {
  north 1
  north-east 1
  east 1
  south-east 1
  south 1
  south-west 1
  west 1
  north-west 1
}
die scrap { slither 1  tangle 1  heave 2  hurl 1  fell 1 }

state turnover: yes-no  # the turn is lost
state restart: yes-no  # a new set-out comes before the next turn
state receiving: player
state active-side: player
state turns-begun: number

define half-rounds: number = 5
define rout-lead: number = 3
define the-turnip: turnip = first of all turnip
define carrier-now: hand = carrier of the-turnip
define other-side (p: player): player = next-player(p)
define on-pitch (h: hand): yes-no = space-of(h) is not nowhere
define side-of (p: player): set of hand = all hand h where owner of h is p
define rivals-of (h: hand): set of hand =
  all hand r where owner of r is not owner of h and on-pitch(r)
define hand-at (s: space): hand = first of all hand on s
define is-empty (s: space): yes-no = none of (all hand on s)
define is-home (h: hand): yes-no = in-zone(space-of(h), goal of owner of h)

# Who makes it hard to leave, lift or catch on a space.
define markers-at (h: hand, s: space): set of hand =
  members r of rivals-of(h) where posture of r is standing and are-neighbours(space-of(r), s)
define is-marked (h: hand): yes-no = any of markers-at(h, space-of(h))

value stride-of (h: hand) = stride of h, at least 1

permission act (who: hand)
forbid act when turnover or restart
forbid act when posture of who is down

permission rise (who: hand)
forbid rise when turnover or restart

effect dazed (victim: hand, since: number) {
  forbid act when who is victim
  forbid rise when who is victim
}

outcome full-time "Full time" won by whoever
outcome level "Level at full time" won by nobody
outcome rout "A lead that nobody catches up" won by whoever
outcome walkover "One side has nobody left to set out" won by whoever

# For agents that look ahead: points, then who has the turnip and how near to the goal, or who is nearer to it; who stands.
define rows-to-goal (h: hand): number =
  lowest absolute(row of s - row of space-of(h)) for s in spaces-in(goal of owner of h)
define standing-of (p: player): set of hand =
  members h of side-of(p) where posture of h is standing and on-pitch(h)
define way-to-turnip (p: player): number =
  lowest steps-between(space-of(h), space-of(the-turnip)) for h in standing-of(p)
define hold-of (p: player): number =
  if carrier-now is nobody then 30 - 2 * min(15, way-to-turnip(p))
    else if owner of carrier-now is p then 600 - 30 * rows-to-goal(carrier-now)
    else 0
define worth (p: player): number = 1000 * points of p + hold-of(p) + 4 * count of standing-of(p)
define lead (p: player): number = worth(p) - worth(other-side(p))
