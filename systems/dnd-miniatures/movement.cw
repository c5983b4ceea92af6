# Moves, shifts, charges.

# --- Moves. DDM-ACT-003 DDM-MOV-001 DDM-MOV-002

# The one-square rule: a move is always good for one square. DDM-MOV-009 DDM-MOV-010 DDM-MOV-011
define single-steps (who: creature): set of pose =
  members p of steps-from(who, pose-of(who)) where may-pass(who, p) and legal-at(who, p)
# Where a creature can go with what it has left.
define goals (who: creature, left: number, fresh: yes-no): set of pose =
  if passes-all(who) then through-reach(who, left)
    else if fresh then joined(reach(walking, who, left), single-steps(who))
    else reach(walking, who, left)
# Two sets of places, each place once.
define joined (some: set of pose, more: set of pose): set of pose =
  some + (members p of more where not (p is in some))

# Of so many squares those that are left to a creature whose Speed has changed since it set out. DDM-COM-135
# reading: whoever is slowed on the way goes on with the new Speed, or with as many times it as it was to go.
define still-to-go (who: creature, most: number, whole: number): number =
  min(most, max(pace(who), pace(who) * most / max(1, whole)))
# A creature moves so many squares, one leg after the other; opportunity attacks come before each step.
# `far` counts the squares stepped. "Up to twice its Speed" is `run walk(you, 2 * pace(you))`. DDM-COM-122 DDM-COM-128 DDM-COM-135
procedure walk (mover: creature, most: number) gives far: number {
  # Its Speed as it sets out.
  var whole: number
  var paid: number
  var halted: yes-no
  var way: set of pose
  var expected: pose
  # Whoever cannot move does not for another's power either. DDM-MOV-011 DDM-TIM-033 DDM-TIM-036
  step begin {
    if gone of mover or not can move(mover) or not can act(mover) { end walk }
    set whole to pace(mover)
    set spent-walking of mover to 0
    run note-firm(mover)
  }
  # DDM-MOV-019 DDM-MOV-020
  step dive {
    if has(mover, burrow) and not burrowing of mover and not surfaced of mover {
      may by controller of mover "Does {mover} burrow?" { set burrowing of mover to yes }
    }
    if not burrowing of mover { set surfaced of mover to yes }
  }
  step legs {
    repeat 2 * max(1, most) times {
      if halted { break }
      choose goal
        from goals(mover, still-to-go(mover, most, whole) - paid, far = 0)
        by controller of mover "{mover} moves where?" or none
      {
        set way to path-of(mover, goal, still-to-go(mover, most, whole) - paid)
        for each p in way {
          set expected to pose-of(mover)
          run leave(mover, far > 0)
          if gone of mover or not can move(mover) or not can act(mover) {
            set halted to yes
            break
          }
          # DDM-COM-128: moved by others, it goes on from there with what is left.
          if pose-of(mover) is not expected { break }
          let price = toll(mover, p)
          # DDM-COM-135: what is left of the new Speed.
          if far > 0 and paid + price > still-to-go(mover, most, whole) {
            set halted to yes
            break
          }
          place(mover, p)
          add price to paid
          set spent-walking of mover to paid
          add 1 to far
          set has-moved of mover to yes
          set stirred of mover to yes
          run note-firm(mover)
          run arrive(mover, expected)
          run run-over(mover)
          if pose-of(mover) is not p { break }
        }
      } else {
        break
      }
    }
  }
  # DDM-MOV-006
  step land {
    # Others that it made in its midst are not the last one.
    set spent-walking of mover to paid
    run settle(mover)
  }
}

# Nobody makes opportunity attacks on a creature: "it provokes no opportunity attacks until the end of its turn" is `start unwatched(you) until after turn`.
effect unwatched (hero: creature) { forbid opportunity-attack when mover is hero }
# A creature is on its leap: it flies, and does not end over a pit.
effect leaping (hero: creature) {
  replace has with yes when who is hero and what is flight
  forbid stop-on when who is hero and pit of terrain of at-space
}
# A creature leaps up to so many squares, over whatever a flier passes, and provokes no opportunity attacks: `run leap(you, 6)`. Gives how many. DDM-ACT-005 DDM-MOV-030
procedure leap (mover: creature, most: number) gives far: number {
  # The way.
  step jump {
    start leaping(mover) until after leap
    start unwatched(mover) until after leap
    set far to run walk(mover, most)
  }
}
# A creature moves so many squares and makes one attack at any point of its way, as its player says; what is left of the way it may go on. "In place of its
# attack action it moves its Speed and attacks at any point" is `turn-action "Fly by" when actor is you and power-strike-left(you) and can move(you) {
# run take-attack-action(you) run walk-and-strike(you, pace(you), basic-attack(you)) }`. Gives how many it hit. DDM-ACT-007
# reading: where it stops to attack it must be allowed to stand; then its movement of this turn is over. DDM-ACT-011
procedure walk-and-strike (mover: creature, most: number, weapon: form) gives hits: number {
  # How far it has gone before the attack.
  var spent: number
  # The first part of the way.
  step run-up {
    let far = run walk(mover, most)
    set spent to spent-walking of mover
  }
  # The attack.
  step blow {
    if not gone of mover and usable(mover, weapon) {
      may by controller of mover "Does {mover} attack here?" {
        set hits to run attack(mover, weapon)
      }
    }
  }
  # The rest of the way.
  step run-out {
    if spent < most { let farther = run walk(mover, most - spent) }
    set rooted of mover to yes
  }
}
# A creature is trampling, with an attack that it makes against each enemy that it moves through.
effect trampling (hero: creature, weapon: form) { allow pass when mover is hero }
# Whom this trampling has run over already.
state trampled (victim: creature): yes-no per trample
# A creature moves so many squares, through enemies too, and attacks each whose squares it enters, once: `run trample(you, pace(you), hooves)`.
# DDM-MOV-005 DDM-MOV-012
procedure trample (mover: creature, most: number, weapon: form) {
  # The way.
  step go {
    start trampling(mover, weapon) until after trample
    let far = run walk(mover, most)
  }
}
# Whoever is run over is attacked, once.
procedure run-over (mover: creature) {
  # One after the other.
  step blows {
    for each t in overrun(mover) {
      if not gone of t and can act(mover) {
        set trampled(t) to yes
        for each f in (all form x where running trampling(mover, x)) {
          let hits = run attack(mover, f, only: t)
        }
      }
    }
  }
}
# The enemies on whose squares a creature stands in passing, and whom it has not trampled yet.
define overrun (mover: creature): set of creature =
  members t of enemies-of(mover)
    where running trampling(mover, any)
      and not trampled(t)
      and any of (members s of squares-of(t) where s is in squares-of(mover))

# Just before a square is left, as the full rules say, and at no other time. DDM-MSC-008 DDM-SCN-047 DDM-MOV-023 DDM-MOV-031 DDM-MOV-038 DDM-COM-125
procedure leave (mover: creature, in-flight: yes-no) {
  step leave-square {
    if not burrowing of mover { run provoke(mover, in-flight and has(mover, flight)) }
  }
}

# Just after a square is entered, from where the creature stood before: "when an enemy moves next to it" is `after arrive when foes(mover, you) and
# comes-beside(mover, you, came-from)`. Pushes and placings are no moves. DDM-TER-038 DDM-TER-039
procedure arrive (mover: creature, came-from: pose) {
  step enter {
    if any of teleporter-goals(mover) {
      may by controller of mover "Does {mover} teleport?" { run teleport(mover) }
    }
  }
}

# What the next step costs a creature.
define toll (who: creature, there: pose): number =
  if passes-all(who) then across(pose-of(who), there) else step-toll(who, pose-of(who), there)
# The way of a creature to a place.
define path-of (who: creature, goal: pose, left: number): set of pose =
  if passes-all(who) then straight-way(who, goal)
    else way-or-step(route(walking, who, left, goal), goal)
# A way, or a single step where there is none.
define way-or-step (way: set of pose, goal: pose): set of pose = if any of way then way else [goal]
# The squares of the straight way on which the creature can be.
define straight-way (who: creature, goal: pose): set of pose =
  way-between(standings(who, spaces), pose-of(who), goal, across(pose-of(who), goal))
# The places on the straight way, in order.
define way-between (among: set of pose, here: pose, goal: pose, far: number): set of pose =
  sort p in (
      members p of among
        where p is goal
          or (p is not here and across(here, p) < far and on-way(here, goal, p, across(here, p)))
    )
    by across(here, p)

# --- Legal positions. DDM-MOV-004 DDM-MOV-005 DDM-MOV-006 DDM-MOV-007 DDM-MOV-008

# A creature's last legal position is noted.
procedure note-firm (who: creature) {
  step note {
    if stands-legally(who) { set firm of who to space-of(who) }
  }
}

# One's own movement ends where it may: else back to the last legal position. DDM-MOV-006 DDM-MOV-008
procedure settle (who: creature) {
  step back {
    if gone of who or stands-legally(who) { stop }
    if legal-at(who, standing(firm of who, nowhere)) {
      place(who, standing(firm of who, nowhere))
    } else {
      run to-nearest(who)
    }
  }
}

# Moved by others: to the nearest legal position, its player choosing among equals. DDM-MOV-007 DDM-TER-021
# DDM-TER-022
procedure to-nearest (who: creature) {
  step put {
    choose p from nearest-places(who) by controller of who "{who} goes to which place?" {
      place(who, p)
    }
  }
}

# Whether a creature has come next to another by a step; a step from beside it to beside it is none.
define comes-beside (mover: creature, who: creature, came-from: pose): yes-no =
  next-to(mover, who) and not adjacent-at(mover, came-from, who, 0, 0)

# --- Shift. DDM-ACT-004 DDM-MOV-039 DDM-MOV-040 DDM-MOV-041 DDM-MOV-042 DDM-MOV-043

# Where a creature can shift to.
define shift-goals (who: creature): set of pose =
  members p of single-steps(who)
    where none of (members s of entered(who, pose-of(who), p) where is-difficult(who, s))
# Whether a creature could shift now, in its own turn or not: the Dazed do so in their own turns only. DDM-TIM-030
define can-shift-now (who: creature): yes-no =
  can act(who)
    and can shift(who)
    and (taking-turn of who or can react(who))
    and any of shift-goals(who)
# Whether a creature could shift as a power of its own, in answer to something.
define can-slip-away (who: creature): yes-no =
  can react(who) and can use-power(who) and can-shift-now(who)
# A creature may shift up to so many squares, one after the other: `run shift-up-to(c, 2)`. It uses up nothing of its turn.
procedure shift-up-to (mover: creature, most: number) {
  # Before each square its player is asked.
  step slip {
    repeat most times {
      if not can-shift-now(mover) { break }
      may by controller of mover "Does {mover} shift?" { run shift(mover) } else { break }
    }
  }
}
# A creature shifts one square.
procedure shift (mover: creature) {
  step slip {
    # Whoever falls before it gets away stays where it fell; whoever cannot shift does not for another's power either. DDM-MOV-043
    if gone of mover or not can shift(mover) or not can act(mover) { stop }
    choose p from shift-goals(mover) by controller of mover "{mover} shifts where?" {
      let came-from = pose-of(mover)
      place(mover, p)
      set has-moved of mover to yes
      set stirred of mover to yes
      # Who has shifted above ground stays there for this turn. DDM-MOV-020
      if not burrowing of mover { set surfaced of mover to yes }
      run note-firm(mover)
      run arrive(mover, came-from)
    }
  }
}

# --- Charge. DDM-COM-067 DDM-COM-068 DDM-COM-069 DDM-COM-070 DDM-COM-071 DDM-COM-072 DDM-COM-073 DDM-COM-074
# DDM-COM-075 DDM-COM-076 DDM-COM-077

# Places next to the target; how far they are is counted from the charger's upper left square.
define beside (who: creature, target: creature): set of pose =
  next-places(who, target, goals(who, pace(who), fresh: no))
# Of some places those next to a target.
define next-places (who: creature, target: creature, among: set of pose): set of pose =
  members p of among where adjacent-at(who, p, target, 0, 0)
# Where a charge at a target can end. DDM-COM-069 DDM-COM-070 DDM-COM-071
define charge-ends (who: creature, target: creature): set of pose =
  closest(who, beside(who, target))
# Whether a charge is at least two squares long.
define long-enough (who: creature, ends-at: set of pose): yes-no =
  any of ends-at and (lowest straying(who, p) for p in ends-at) >= 2
# All that can be asked before the ways are looked for.
define charge-likely (who: creature, target: creature): yes-no =
  may-run-at(who, target) and (passes-all(who) or gap(who, target) <= pace(who) + 1)
# Whether a creature can run at a target at all.
define may-run-at (who: creature, target: creature): yes-no =
  hostile(who, target)
    and not next-to(who, target)
    and sees-it(who, target)
    and can charge(who, target)
    and can target(who, target, charge-attack(who))
# Whether a creature can charge a target now.
define may-charge (who: creature, target: creature): yes-no =
  has-basic(who)
    and can make-attack(who, charge-attack(who))
    and charge-likely(who, target)
    and long-enough(who, beside(who, target))
# All whom a creature can charge now.
define charge-targets (who: creature): set of creature =
  if not has-basic(who) or not can make-attack(who, charge-attack(who)) then nothing-at-all
    else reached-by-charge(who, members t of on-field where charge-likely(who, t))
# Of likely targets those that a charge reaches.
define reached-by-charge (who: creature, likely: set of creature): set of creature =
  if none of likely then likely else reached-among(who, likely, goals(who, pace(who), fresh: no))
# Of likely targets those next to some places far enough away.
define reached-among (who: creature, likely: set of creature, among: set of pose): set of creature =
  members t of likely where long-enough(who, next-places(who, t, among))

# Whom a charge under the ground would reach.
define below-targets (who: creature): set of creature =
  if not has-basic(who) or not can make-attack(who, charge-attack(who)) then nothing-at-all
    else reached-below(who, members t of on-field where may-run-at(who, t))
# Of likely targets those that a charge under the ground reaches.
define reached-below (who: creature, likely: set of creature): set of creature =
  if none of likely then likely else reached-among(who, likely, through-reach(who, pace(who)))

# A run that can still end where it is aimed at. DDM-COM-070
movement charging (c: creature, here: pose, there: pose) {
  cost step-toll(c, here, there) when may-pass(c, there)
  stops when no
  ends when lead-of(there) is aim of c
}
# Whether somebody besides the target may strike as that square is left.
define watched-at (who: creature, there: pose, target: creature): yes-no =
  any of (
    members e of enemies-of(who)
      where e is not target
        and adjacent-at(who, there, e, 0, 0)
        and not reacted of e
        and can react(e)
        and has-basic(e)
        and (not has(who, flight) or has(e, flight))
  )
# The way is the charger's to choose; it is asked where the shortest one passes somebody who may strike.
# reading: under the ground and through walls it leads straight. DDM-COM-070 DDM-COM-071 DDM-COM-076
define next-squares (
  who: creature,
  target: creature,
  goal: pose,
  left: number,
  way: set of pose
): set of pose =
  if passes-all(who)
        or none of (members p of way where p is not goal and watched-at(who, p, target))
      then first 1 of way
    else steps(charging, who, left)

# The attacks that a creature can make at the end of a charge: its basic attack, or what a card says in its place, and those that are usable on a charge.
define charge-forms (who: creature, target: creature): set of form =
  [charge-attack(who)]
    + (
      members f of attacks-of(who)
        where on-charge of f
          and can make-attack(who, f)
          and any of (members b of blows-of(f) where target is in candidates(who, b))
    )
# A creature charges another.
procedure charge-at (charger: creature, target: creature) tells "{charger} charges {target}" {
  var way: set of pose
  var expected: pose
  var next: pose
  var budget: number
  var paid: number
  var off: yes-no
  step begin {
    if gone of charger or not can move(charger) or not can act(charger) { end charge-at }
    set budget to pace(charger)
    if not burrowing of charger { set surfaced of charger to yes }
    run note-firm(charger)
  }
  step run-up {
    choose goal
      from charge-ends(charger, target)
      by controller of charger "{charger} charges where?"
    {
      set aim of charger to lead-of(goal)
      repeat 2 * budget times {
        set way to path-of(charger, goal, budget - paid)
        if pose-of(charger) is goal or none of way { break }
        set expected to pose-of(charger)
        choose p
          from next-squares(charger, target, goal, budget - paid, way)
          by controller of charger "{charger} charges by which square?"
        { set next to p }
        run leave(charger, off)
        if gone of charger or not can move(charger) or not can act(charger) { break }
        # DDM-COM-128: moved by others, it runs on from there.
        if pose-of(charger) is expected {
          let price = toll(charger, next)
          if paid + price > pace(charger) { break }
          place(charger, next)
          add price to paid
          set off to yes
          set has-moved of charger to yes
          set stirred of charger to yes
          run note-firm(charger)
          # reading: whoever teleports on its run has run. DDM-TER-039
          run arrive(charger, expected)
          if pose-of(charger) is not next { break }
        }
      }
    }
  }
  step land { run settle(charger) }
  # DDM-COM-061 DDM-COM-077
  step blow {
    if can act(charger) and next-to(charger, target) {
      choose f
        from charge-forms(charger, target)
        by controller of charger "{charger} charges with which attack?"
      { run use-attack(charger, f, charging: yes, only: target) }
    }
  }
  # DDM-COM-074
  step rest { set rooted of charger to yes }
}
