# Actions, stress, locks.

# `leave` is what the actor may do: anything, something of its action bar, a card's action, or one deed only.
offer action (actor: ship, leave: deed)

define open-to (actor: ship, leave: deed, what: deed): yes-no =
  can perform(actor, what)
    and (
      leave is what
        or ((leave is anything or leave is bar) and has-icon(actor, what) and can use-bar(actor))
    )
define card-open (leave: deed): yes-no = leave is anything or leave is card

# One action, or a free one.
procedure act (actor: ship, leave: deed) {
  step choose {
    if in-play(actor) and can act(actor) { offer action(actor, leave) to controller of actor }
  }
}

# An action was performed; what follows it lives in the windows of this procedure.
procedure performed (actor: ship, what: deed) {
  step note {
    add 1 to deeds of actor
    if what is roll-deed { set rolled of actor to yes }
  }
}

# XW-ACT-024 XW-ACT-017
action "Focus" when open-to(actor, leave, focus-deed) once per round for actor {
  give 1 focus to actor
  run performed(actor, focus-deed)
}
action "Evade" when open-to(actor, leave, evade-deed) once per round for actor {
  give 1 evade to actor
  run performed(actor, evade-deed)
}
# XW-CLK-001 XW-CLK-002
action "Cloak"
  when open-to(actor, leave, cloak-deed) and cloak on actor = 0
  once per round for actor
{
  give 1 cloak to actor
  run performed(actor, cloak-deed)
}
# XW-ACT-015
action "Target lock"
  when open-to(actor, leave, lock-deed)
    and any of (members e of enemies-of(actor) where lockable(actor, e))
  once per round for actor
{ run lock-action(actor, leave) }
# XW-ACT-005
action "Boost" when open-to(actor, leave, boost-deed) once per round for actor {
  run boost(actor, leave)
}
action "Barrel roll" when open-to(actor, leave, roll-deed) once per round for actor {
  run roll-aside(actor, leave)
}

# XW-CPT-008 XW-CPT-009 XW-CPT-010 XW-CPT-020
procedure lock-action (actor: ship, leave: deed) {
  var pending: set of ship
  var done: yes-no
  step name-target {
    set pending to members e of enemies-of(actor) where lockable(actor, e)
    repeat count of pending times {
      if not done {
        choose e from pending by controller of actor "Lock which ship?" or none {
          if range-between(actor, e) <= lock-range(actor) {
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
  step another {
    if not done { run act(actor, leave) }
  }
}

# XW-ACT-012 XW-ACT-013 XW-ACT-014 XW-ACT-022
procedure acquire-lock (locker: ship, goal: ship) {
  var got: yes-no
  step refuse {
    if locked(locker, goal) { stop }
  }
  step make-room {
    repeat count of locks-of(locker) times {
      if count of locks-of(locker) >= lock-limit(locker) {
        choose l from locks-of(locker) by controller of locker "Give up which lock?" {
          run drop-lock(l)
        }
      }
    }
  }
  step place {
    let free = first of (all lock l on lock-supply)
    if free is not nobody {
      set locker of free to locker
      move-to(free, goal)
      set got to yes
    }
  }
}

# XW-ACT-019
procedure drop-lock (pair: lock) {
  step return {
    set locker of pair to nobody
    move-to(pair, lock-supply)
  }
}

procedure spend-lock (spender: ship, goal: ship) {
  step pay { run drop-lock(first of (all lock l on goal where locker of l is spender)) }
}

procedure spend-focus (spender: ship) {
  step pay { take 1 focus from spender }
}

# A card may put the token on another ship: it sets `bearer`.
procedure gain-stress (receiver: ship) {
  var bearer: ship
  step aim { set bearer to receiver }
  step gain {
    if can be-tired(bearer) { give 1 stress to bearer }
  }
}

# XW-ACT-006 XW-ACT-007 XW-ACT-008 XW-ACT-009 XW-ACT-010 XW-ACT-011 XW-CPT-014 XW-CPT-015 XW-CPT-016 XW-MOV-007
procedure boost (actor: ship, leave: deed) {
  var pending: set of maneuver
  var done: yes-no
  step name-template {
    set pending to
      all maneuver m
        where m is white-straight-1 or m is white-bank-left-1 or m is white-bank-right-1
    repeat 3 times {
      if not done {
        choose m from pending by controller of actor "Boost along which template?" or none {
          if boost-fits(actor, m) {
            set done to yes
            run trip-mines(
              actor,
              destination(actor, way-length(m), way-turn(m)),
              way-length(m),
              way-turn(m)
            )
            place(actor, destination(actor, way-length(m), way-turn(m)))
            run performed(actor, boost-deed)
          }
          set pending to members p of pending where p is not m
        } else {
          set pending to members p of pending where no
        }
      }
    }
  }
  step leave-table {
    if in-play(actor) and not inside-table(actor, pose-of(actor)) { run bury(actor) }
  }
  step another {
    if not done and in-play(actor) { run act(actor, leave) }
  }
}

define boost-fits (who: ship, move: maneuver): yes-no =
  free-at(who, destination(who, way-length(move), way-turn(move)))
    and none of (
      all asteroid a
        where can mind-rocks(who)
          and swept(who, way-length(move), way-turn(move), template-width, a)
          and not overlaps-at(who, pose-of(who), a)
    )

# How far aside a barrel roll takes a ship, and how much of its side the template needs. XW-LRG-002
define roll-reach (who: ship): length =
  if is-large(who) then template-width else length of straight-1
define roll-edge (who: ship): length =
  if is-large(who) then length of straight-1 else template-width
define roll-spot (who: ship, side: number, shift: side-shift): pose =
  slid-aside(who, side, roll-reach(who), roll-edge(who), shift)
# XW-ACT-001 XW-ACT-002 XW-ACT-003 XW-ACT-004
define roll-spots (who: ship, side: number): set of side-shift =
  all side-shift s
    where free-at(who, roll-spot(who, side, s))
      and none of (
        all asteroid a
          where can mind-rocks(who)
            and not overlaps-at(who, pose-of(who), a)
            and ruler-touches(
              turned(pose-of(who), side * 90 degrees),
              base-width of who / 2 + roll-reach(who),
              roll-edge(who),
              a
            )
      )

# XW-CPT-011 XW-CPT-012 XW-CPT-013
procedure roll-aside (actor: ship, leave: deed) {
  var side: number
  var left-tried: yes-no
  var right-tried: yes-no
  var done: yes-no
  var other: yes-no
  step name-side {
    repeat 2 times {
      if not done and not other {
        choose one by controller of actor "Roll to which side?" {
          "Left" when not left-tried {
            set side to 0 - 1
            set left-tried to yes
          }
          "Right" when not right-tried {
            set side to 1
            set right-tried to yes
          }
          "Another action" when left-tried or right-tried { set other to yes }
        }
        if not other {
          choose s from roll-spots(actor, side) by controller of actor "Roll where?" {
            set done to yes
            let spot = roll-spot(actor, side, s)
            run trip-aside(actor, spot, side, roll-reach(actor), roll-edge(actor))
            place(actor, spot)
            run performed(actor, roll-deed)
          }
        }
      }
    }
  }
  step leave-table {
    if in-play(actor) and not inside-table(actor, pose-of(actor)) { run bury(actor) }
  }
  step another {
    if not done and in-play(actor) { run act(actor, leave) }
  }
}

# --- Decloaking. XW-CLK-006 XW-CLK-007 XW-CLK-008 XW-CLK-009 XW-CLK-010 XW-CLK-011

at activate.ready "Decloak"
  when cloak on actor > 0 and can decloak(actor)
  may by controller of actor
{ run decloak(actor) }

procedure decloak (ghost: ship) {
  step go {
    choose one by controller of ghost "Decloak which way?" {
      "Ahead" when boost-fits(ghost, white-straight-2) {
        run trip-mines(ghost, destination(ghost, length of straight-2, 0), length of straight-2, 0)
        place(ghost, destination(ghost, length of straight-2, 0))
        take all cloak from ghost
      }
      "Left"
        when free-at(ghost, sidestep(ghost, 0 - 1, length of straight-2, template-width, 0, 0))
      {
        run trip-aside(
          ghost,
          sidestep(ghost, 0 - 1, length of straight-2, template-width, 0, 0),
          0 - 1,
          length of straight-2,
          template-width
        )
        place(ghost, sidestep(ghost, 0 - 1, length of straight-2, template-width, 0, 0))
        take all cloak from ghost
      }
      "Right" when free-at(ghost, sidestep(ghost, 1, length of straight-2, template-width, 0, 0)) {
        run trip-aside(
          ghost,
          sidestep(ghost, 1, length of straight-2, template-width, 0, 0),
          1,
          length of straight-2,
          template-width
        )
        place(ghost, sidestep(ghost, 1, length of straight-2, template-width, 0, 0))
        take all cloak from ghost
      }
      "Stay cloaked" always { }
    }
  }
  step leave-table {
    if not inside-table(ghost, pose-of(ghost)) { run bury(ghost) }
  }
}
