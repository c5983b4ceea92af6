# Actions, stress, locks.

# What a ship can do as an action. `leave` is what it may do: anything, something of its action bar, a card's action,
# or one deed only.
offer action (actor: ship, leave: deed) asks "{actor} performs which action?"

# Whether `leave` lets a ship perform an action of its bar. XW-DMC-010
define open-to (actor: ship, leave: deed, what: deed): yes-no =
  can perform(actor, what)
    and (not tired(actor) or eases-stress(actor, what))
    and (
      leave is what
        or (leave is listed and what is in listed-deeds)
        or (
          (leave is anything or leave is bar or leave is bar-and-ordnance)
            and has-icon(actor, what)
            and can use-bar(actor)
        )
    )
# Whether stress keeps a ship from its actions.
define tired (who: ship): yes-no = stress on who > 0 and can mind-stress(who)
# Whether a ship can perform this action of its bar though it is stressed: "stress does not prevent you from performing boost actions" is `allow act when actor
# is you` and `replace eases-stress with yes when actor is you and what is boost-deed`. The first lets it act, the second says what it can do. `bomb-card` stands for the
# actions of its torpedo and bomb upgrades.
value eases-stress (actor: ship, what: deed): yes-no = no
# What a ship may do of what it is granted: while it is stressed none of the actions of cards.
define granted (who: ship, leave: deed): deed =
  if not tired(who) then leave
    else if leave is anything then if eases-stress(who, bomb-card) then bar-and-ordnance else bar
    else if leave is card or leave is bomb-card
      then if eases-stress(who, bomb-card) then bomb-card else listed
    else leave
# Whether `leave` lets a ship perform the action of a card.
define card-open (leave: deed): yes-no = leave is anything or leave is card
# The same for the action of a bomb upgrade: "you may perform the action of a bomb upgrade as a free action" is `run act(you, bomb-card)`.
define bomb-open (leave: deed): yes-no = torpedo-open(leave) or leave is bomb-card
# The same for the action of a torpedo upgrade.
define torpedo-open (leave: deed): yes-no = card-open(leave) or leave is bar-and-ordnance

# One action, or a free one. `done` says whether one was performed: `let done = run act(you, roll-deed)`, then `if done { run gain-stress(you) }`.
# It is no where the player passes, and where the ship cannot act or finds no room and performs nothing else.
procedure act (actor: ship, leave: deed) gives done: yes-no {
  # The ship's player picks an action, or none.
  step choose {
    let earlier = deeds of actor
    if in-play(actor) and can act(actor) {
      offer action(actor, granted(actor, leave)) to controller of actor
    }
    set done to deeds of actor > earlier
  }
}

# The actions of which a free one may be performed now, if a card names several.
state listed-deeds: set of deed per act-one-of

# One free action of several: `run act-one-of(you, [boost-deed, roll-deed])`. The player picks one, or passes; `done` says whether one was performed.
procedure act-one-of (actor: ship, those: set of deed) gives done: yes-no {
  # As `act`, with these alone on offer.
  step choose {
    set listed-deeds to those
    set done to run act(actor, listed)
  }
}

# Whether a ship can perform one of these now: what a card asks before it lets a player choose.
define has-action-of (who: ship, those: set of deed): yes-no =
  any of (members d of those where has-action(who, d))

# Whether a ship can perform such an action now: "may perform a free barrel roll" asks `has-action(you, roll-deed)`, so that nobody is asked in vain.
define has-action (who: ship, leave: deed): yes-no =
  can act(who) and options of action(who, granted(who, leave)) for controller of who > 0

# An action was performed; what follows it lives in the windows of this procedure.
procedure performed (actor: ship, what: deed) {
  # The ship remembers that it has acted.
  step note
    tells if what is roll-deed then "{actor} performs a barrel roll"
      else if what is boost-deed then "{actor} boosts"
      else if what is slam-deed then "{actor} performs a SLAM"
      else if what is rotate-deed then "{actor} rotates its firing arc"
      else if what is reload-deed then "{actor} reloads"
      else if what is coordinate-deed then "{actor} coordinates"
      else ""
  {
    add 1 to deeds of actor
    if what is roll-deed { set rolled of actor to yes }
  }
}

# A focus token. XW-ACT-024 XW-ACT-017
action "Focus" when open-to(actor, leave, focus-deed) once per round for whole-of(actor) {
  give 1 focus to actor
  run performed(actor, focus-deed)
}
# An evade token.
action "Evade" when open-to(actor, leave, evade-deed) once per round for whole-of(actor) {
  give 1 evade to actor
  run performed(actor, evade-deed)
}
# A cloak token. XW-CLK-001 XW-CLK-002
action "Cloak"
  when open-to(actor, leave, cloak-deed) and cloak on actor = 0
  once per round for whole-of(actor)
{
  give 1 cloak to actor
  run performed(actor, cloak-deed)
}
# A lock on an enemy. XW-ACT-015
action "Target lock"
  when open-to(actor, leave, lock-deed) and any of lockable-among(actor, lock-goals(actor))
  once per round for whole-of(actor)
{ run lock-action(actor, leave) }
# A short move along a template of speed 1. XW-ACT-005
action "Boost" when open-to(actor, leave, boost-deed) once per round for whole-of(actor) {
  run boost(actor, leave)
}
# A move to one side.
action "Barrel roll" when open-to(actor, leave, roll-deed) once per round for whole-of(actor) {
  run roll-aside(actor, leave)
}

# A second maneuver of the same speed, and no attack.
action "SLAM"
  when open-to(actor, leave, slam-deed)
  choosing m from slams-of(actor) by controller of actor "Which maneuver does {actor} execute?"
  once per round for whole-of(actor)
{
  run execute(actor, m)
  if in-play(actor) { give 1 weapons-disabled to actor }
  run performed(actor, slam-deed)
}
# The maneuvers that a ship can execute in a SLAM action: as fast as the one that it executed.
define slams-of (who: ship): set of maneuver =
  members m of dial-of(who)
    where flown-move of who is not (first of (all maneuver where no))
      and speed of m = speed of flown-move of who
      and (stress on who = 0 or not can mind-red(who) or difficulty(who, m) <= 0)

# A mobile firing arc is turned.
action "Rotate arc" when open-to(actor, leave, rotate-deed) once per round for whole-of(actor) {
  run rotate-arc(actor)
  run performed(actor, rotate-deed)
}
# A ship's mobile firing arc is turned to the side that its player picks: also by cards, `run rotate-arc(you)`.
procedure rotate-arc (who: ship) {
  # The player picks.
  step turn {
    choose one by controller of who "Where does the mobile arc point?" {
      "Ahead" when arc-facing of who is not 0 degrees { set arc-facing of who to 0 degrees }
      "Right" when arc-facing of who is not 90 degrees { set arc-facing of who to 90 degrees }
      "Astern" when arc-facing of who is not 180 degrees { set arc-facing of who to 180 degrees }
      "Left" when arc-facing of who is not -90 degrees { set arc-facing of who to -90 degrees }
    }
  }
}
# A discarded torpedo or missile is turned face up, at the price of the next attack. Our reading.
action "Reload"
  when open-to(actor, leave, reload-deed)
  choosing u from spent-ordnance(actor) by controller of actor "What does {actor} reload?"
  once per round for whole-of(actor)
{
  run flip-back(u, actor)
  give 1 weapons-disabled to actor
  run performed(actor, reload-deed)
}
# The torpedoes and missiles that a ship has discarded.
define spent-ordnance (who: ship): set of upgrade =
  members u of spent of who where slot of u is torpedo or slot of u is missile

# The action Target lock: an enemy is named, then the range is measured. XW-CPT-008 XW-CPT-009 XW-CPT-010 XW-CPT-020
procedure lock-action (actor: ship, leave: deed) {
  var pending: set of ship
  var done: yes-no
  # The player names enemies until one is in range.
  step name-target {
    set pending to lockable-among(actor, lock-goals(actor))
    repeat count of pending times {
      if not done {
        choose e from pending by controller of actor "Lock which ship?" or none {
          if reaches-lock(actor, e) {
            set done to yes
            run acquire-lock(actor, e)
            run performed(actor, lock-deed)
          }
          set pending to members p of pending where p is not e
        } else {
          set pending to members p of pending where p is nobody
        }
      }
    }
  }
  # Without a lock, another action may be performed.
  step another {
    if not done { run act(actor, leave) }
  }
}

# A ship gets a lock on another, by an action or by a card. XW-ACT-012 XW-ACT-013 XW-ACT-014 XW-ACT-022
procedure acquire-lock (locker: ship, goal: ship) gives got: yes-no {
  # Nobody has more locks on one ship than it can have.
  step refuse {
    if fully-locked(locker, goal) { stop }
  }
  # Locks beyond the limit are given up.
  step make-room {
    repeat count of locks-of(locker) times {
      if count of locks-of(locker) >= lock-limit(locker) {
        choose l from locks-of(locker) by controller of locker "Which lock does {locker} give up?" {
          run drop-lock(l)
        }
      }
    }
  }
  # The pair of lock tokens is laid out.
  step place tells if got then "{locker} locks {goal}" else "" {
    let free = first of (all lock l on lock-supply)
    if free is not nobody {
      set locker of free to locker
      move-to(free, goal)
      set got to yes
    }
  }
}

# A lock is taken off the table. XW-ACT-019
procedure drop-lock (pair: lock) {
  # The pair goes back to the supply.
  step return {
    set locker of pair to nobody
    move-to(pair, lock-supply)
  }
}

# A lock goes from its ship to another one, which gives up what it has beyond its limit: "assign one of your blue target lock tokens to a friendly ship". It is
# assigned, not acquired: `after acquire-lock` does not open. Where the other has as many locks on that ship as it can have, this one is lost.
procedure hand-lock (pair: lock, receiver: ship) gives done: yes-no {
  # Locks beyond the limit are given up.
  step make-room {
    if fully-locked(receiver, as-ship(holder of pair)) {
      run drop-lock(pair)
      stop
    }
    repeat count of locks-of(receiver) times {
      if count of locks-of(receiver) >= lock-limit(receiver) {
        choose l from locks-of(receiver) by controller of receiver "Give up which lock?" {
          run drop-lock(l)
        }
      }
    }
  }
  # The lock is another's now.
  step hand {
    set locker of pair to receiver
    set done to yes
  }
}

# A ship spends its lock on another, or in its attack one that is lent to it. As a cost when attacking: `cost { run spend-lock(you, defender) if pays-lock-in(you,
# defender) }`.
procedure spend-lock (spender: ship, goal: ship) gives done: yes-no {
  # The lock goes.
  step pay tells if done then "{spender} spends its lock on {goal}" else "" {
    if not can spend(spender, lock-deed) { stop }
    set done to locked(spender, goal)
    choose k
      from (
        all ship s
          where any of (all lock l on goal where locker of l is s)
            and (same-ship(s, spender) or (spender is striker and lends(s, spender, lock-deed)))
      )
      by controller of spender "Whose lock does {spender} spend?"
    { run drop-lock(first of (all lock l on goal where locker of l is k)) }
  }
}

# A ship spends a focus token, its own, or in its attack one that is lent to it. As a cost: `cost { run spend-focus(you) if focus on you > 0 and can spend(you,
# focus-deed) }`.
procedure spend-focus (spender: ship) gives done: yes-no {
  # Whose token it is.
  var keeper: ship
  # Its player picks, where others lend theirs.
  step aim {
    set keeper to spender
    if striker is spender {
      choose s
        from focus-keepers(spender)
        by controller of spender "Whose focus token does {spender} spend?"
      { set keeper to s }
    }
  }
  # The token goes.
  step pay {
    if not can spend(spender, focus-deed) { stop }
    set done to focus on keeper > 0
    take 1 focus from keeper
  }
}

# A ship spends an evade token. As a cost: `cost { run spend-evade(you) if evade on you > 0 and can spend(you, evade-deed) }`.
procedure spend-evade (spender: ship) gives done: yes-no {
  # The token goes.
  step pay {
    if not can spend(spender, evade-deed) { stop }
    set done to evade on spender > 0
    take 1 evade from spender
  }
}

# A ship receives a stress token. As a cost: `cost { run gain-stress(you) if can be-tired(you) }`; `done` says whether the receiver itself has
# it, since a card may put the token on another ship: it sets `bearer`. XW-PIL-012
procedure gain-stress (receiver: ship) gives done: yes-no {
  var bearer: ship
  # Cards may set `bearer` here.
  step aim { set bearer to receiver }
  # A ship that cannot receive one receives none, and nothing is used instead.
  step spare {
    if not can be-tired(bearer) { stop }
  }
  # The token is given.
  step gain {
    give 1 stress to bearer
    set done to bearer is receiver
  }
}

# Along which template a ship can boost. "You may use the turn templates of speed 1" replaces it with yes for these. XW-ACT-006
value can-boost-along (actor: ship, way: maneuver): yes-no =
  way is white-straight-1 or way is white-bank-left-1 or way is white-bank-right-1
# The action Boost. XW-ACT-006 XW-ACT-007 XW-ACT-008 XW-ACT-009 XW-ACT-010 XW-ACT-011 XW-CPT-014 XW-CPT-015 XW-CPT-016
# XW-MOV-007 XW-ACT-021
procedure boost (actor: ship, leave: deed) {
  var pending: set of maneuver
  var done: yes-no
  # The player names templates until one fits, and the ship moves.
  step name-template {
    set pending to
      all maneuver m
        where can-boost-along(actor, m) and (strict-play(actor) or boost-fits(actor, m))
    repeat count of pending times {
      if not done {
        choose m
          from pending
          by controller of actor "{actor} boosts along which template?" or none
        {
          if boost-fits(actor, m) {
            set done to yes
            run trip-mines(
              actor,
              destination(actor, way-length(m), way-turn(m)),
              way-length(m),
              way-turn(m)
            )
            if in-play(actor) { place(actor, destination(actor, way-length(m), way-turn(m))) }
            run performed(actor, boost-deed)
          }
          set pending to members p of pending where p is not m
        } else {
          set pending to members p of pending where no
        }
      }
    }
  }
  # A ship that leaves the table is destroyed.
  step leave-table {
    if in-play(actor) and not inside-table(actor, pose-of(actor)) { run leave-table(actor) }
  }
  # Where no template fits, another action may be performed.
  step another {
    if not done and in-play(actor) { run act(actor, leave) }
  }
}

# Whether a ship fits at the end of a maneuver, with nothing under the template.
define boost-fits (who: ship, move: maneuver): yes-no =
  fits-at(who, destination(who, way-length(move), way-turn(move)))
    and none of (
      all asteroid a
        where can skirt-rocks(who)
          and swept(who, way-length(move), way-turn(move), template-width, a)
    )

# How far aside a barrel roll takes a ship: the length of its template. "You may use the straight template of speed 2" replaces it. XW-LRG-002
# XW-LRG-007
value roll-reach (who: ship): length =
  if is-large(who) then template-width else length of straight-1
# How much of the ship's side the template of a roll takes.
define roll-edge (who: ship): length =
  if is-large(who) then length of straight-1 else template-width
# Where the template of a sideways move begins: on the ship's side, -1 is left, 1 right.
define aside-from (who: ship, side: number, edge: length, shift: side-shift): pose =
  turned(
    shifted(
      pose-of(who),
      template-shift of shift * ((base-length of who - edge) / 2),
      side * (base-width of who / 2)
    ),
    side * 90 degrees
  )
# The places to which a ship can move aside along a template this long, whose `edge` lies at its side.
# XW-ACT-001 XW-ACT-002 XW-ACT-003 XW-ACT-004
define spots-aside (who: ship, side: number, reach: length, edge: length): set of side-shift =
  all side-shift s
    where fits-at(who, slid-aside(who, side, reach, edge, s))
      and none of (
        all asteroid a
          where can skirt-rocks(who)
            and ruler-touches(aside-from(who, side, edge, s), reach, edge, a)
      )

# A ship moves aside to a place of its player's choice, whatever that sets off.
procedure slide-aside (
  mover: ship,
  side: number,
  reach: length,
  edge: length,
  chooser: player = controller of mover
)
{
  # The player picks the place, and the ship moves.
  step move {
    choose s from spots-aside(mover, side, reach, edge) by chooser "Where does {mover} end?" {
      let spot = slid-aside(mover, side, reach, edge, s)
      run trip-aside(mover, spot, aside-from(mover, side, edge, s), reach, edge)
      if in-play(mover) { place(mover, spot) }
    }
  }
}

# The action Barrel roll. XW-CPT-011 XW-CPT-012 XW-CPT-013
procedure roll-aside (actor: ship, leave: deed) {
  var side: number
  var left-tried: yes-no
  var right-tried: yes-no
  var done: yes-no
  # The player names a side, then a place, and the ship moves.
  step name-side {
    repeat 2 times {
      if not done {
        choose one by controller of actor "{actor} rolls to which side?" {
          "Left" when not left-tried {
            set side to 0 - 1
            set left-tried to yes
          }
          "Right" when not right-tried {
            set side to 1
            set right-tried to yes
          }
          "Another action" when left-tried or right-tried { }
        }
        if any of spots-aside(actor, side, roll-reach(actor), roll-edge(actor)) {
          set done to yes
          run slide-aside(actor, side, roll-reach(actor), roll-edge(actor))
          run performed(actor, roll-deed)
        }
      }
    }
  }
  # A ship that leaves the table is destroyed.
  step leave-table {
    if in-play(actor) and not inside-table(actor, pose-of(actor)) { run leave-table(actor) }
  }
  # Where no place is free, another action may be performed.
  step another {
    if not done and in-play(actor) { run act(actor, leave) }
  }
}

# --- Decloaking. XW-CLK-006 XW-CLK-007 XW-CLK-008 XW-CLK-009 XW-CLK-010 XW-CLK-011

# A cloaked ship may decloak before it shows its dial.
at activate.ready "Decloak"
  when cloak on actor > 0 and can decloak(actor)
  may by controller of actor
{ run decloak(actor) }

# A ship decloaks: ahead, or to one side; `done` says whether it did, since it may stay cloaked.
procedure decloak (ghost: ship) gives done: yes-no {
  # The player picks a way, and the ship moves.
  step go {
    choose one by controller of ghost "{ghost} decloaks which way?" {
      "Ahead" when boost-fits(ghost, white-straight-2) {
        run trip-mines(ghost, destination(ghost, length of straight-2, 0), length of straight-2, 0)
        if in-play(ghost) { place(ghost, destination(ghost, length of straight-2, 0)) }
        take all cloak from ghost
      }
      "Left" when any of spots-aside(ghost, 0 - 1, length of straight-2, template-width) {
        run slide-aside(ghost, 0 - 1, length of straight-2, template-width)
        take all cloak from ghost
      }
      "Right" when any of spots-aside(ghost, 1, length of straight-2, template-width) {
        run slide-aside(ghost, 1, length of straight-2, template-width)
        take all cloak from ghost
      }
      "Stay cloaked" always { }
    }
  }
  # It is no longer cloaked. A ship that leaves the table is destroyed.
  step leave-table {
    set done to cloak on ghost = 0
    if in-play(ghost) and not inside-table(ghost, pose-of(ghost)) { run leave-table(ghost) }
  }
}
