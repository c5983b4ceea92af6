# Moving: on foot step by step, by flight in one go; leaving an engagement, falling, landing on Glyphs.

# How many levels a step leads up.
define rise (here: pose, there: pose): number = level of lead-of(there) - level of lead-of(here)
# Whether a figure on two spaces turns about on the spot. HS-DBL-007
define is-flip (here: pose, there: pose): yes-no = lead-of(there) is trail-of(here)
# Whether a figure would stand on one level. HS-DBL-005
define is-flat (spot: pose): yes-no =
  trail-of(spot) is nowhere or level of lead-of(spot) = level of trail-of(spot)
# Whether a Glyph lies on a space.
define has-glyph (s: space): yes-no = any of all glyph on s
# Whether a figure would stand wholly in water.
define is-soaked (f: figure, spot: pose): yes-no =
  none of (members s of spaces-at(f, spot) where not is-water(s))

# --- What may be where

# Whether a figure has room under whatever lies above a space, counted in levels of tiles. HS-TER-004 HS-TER-006
define has-room (f: figure, s: space): yes-no = height-of(f) <= ceiling of s - level of s
forbid share-space always
# Whether a figure fits between what stands around a space; maps and figures forbid it. HS-MOV-016 HS-MOV-017 HS-MOV-018 HS-TER-007
permission fit (bulk: figure, s: space)
forbid fit when narrow of terrain of s and bulky of bulk
# A part of a figure fills a neighbouring space, as long as it stands there. HS-MOV-018
effect jutting (bulky-one: figure, perch: space, useless: space) while space-of(bulky-one) is perch
{ forbid fit when s is useless and bulk is not bulky-one }
# Whether a figure fits on all the spaces on which it would stand, and may stay there.
define stands-well (f: figure, spot: pose): yes-no =
  none of (
    members s of spaces-at(f, spot)
      where not has-room(f, s)
        or not can fit(f, s)
        or obstacle of terrain of s
        or not can enter(f, s)
        or not can stop-on(f, s)
  )
# Whether nobody is in the way where a figure would stand.
define is-free (f: figure, spot: pose): yes-no =
  none of (
    members s of spaces-at(f, spot)
      where any of (all figure o on s where o is not f and not can share-space(f, o))
  )
# Whether a figure may end its move so; a power that says where it must end forbids all other places. HS-POW-002
permission end-at (who: figure, spot: pose)
# Whether a figure's move may end there. HS-BMOV-006 HS-BMOV-014 HS-MOV-007 HS-MOV-015 HS-DBL-004 HS-FLY-007 HS-FLY-011 HS-TER-008
define may-end-at (f: figure, spot: pose): yes-no =
  fits-at(f, spot)
    and is-flat(spot)
    and is-free(f, spot)
    and stands-well(f, spot)
    and can end-at(f, spot)

# Whether a figure on foot can pass through another. HS-MOV-004 HS-MOV-005 HS-MOV-006 HS-BMOV-004 HS-BMOV-005
permission pass (mover: figure, other: figure)
forbid pass when foes(mover, other)
forbid pass when is-basic and owner of mover is not owner of other
forbid pass when engaged(other)
# Whether a figure can climb so many levels in one step. HS-MOV-011 HS-MOV-012 HS-BMOV-018
permission climb (mover: figure, levels: number)
forbid climb when is-master and levels > climb-limit(mover)
# The most levels that a figure can climb in one step: one less than its Height.
value climb-limit (mover: figure) = climb-height(mover) - 1, at least 0
# Whether a figure engaged with another can leave it.
permission leave (who: figure, other: figure)

# --- On foot

# What a step on foot costs a figure, in spaces. The leading side alone counts.
# HS-MOV-002 HS-MOV-008 HS-MOV-009 HS-MOV-014 HS-WAT-007 HS-BMOV-012 HS-BMOV-016 HS-BMOV-008 HS-BMOV-009 HS-DBL-008 HS-DBL-011
value step-price (who: figure, origin: pose, goal: pose) =
  if is-flip(origin, goal) then 0 else 1 + max(rise(origin, goal), 0),
  at least 0
# Whether a figure can take a step on foot. HS-MOV-013 HS-TER-001 HS-TER-003 HS-TER-005 HS-BMOV-010 HS-BMOV-017
define can-step (f: figure, here: pose, there: pose): yes-no =
  if is-flip(here, there) then is-master
    else can climb(f, rise(here, there))
      and clearance(lead-of(here), lead-of(there)) > 0
      and not obstacle of terrain of lead-of(there)
      and has-room(f, lead-of(there))
      and can fit(f, lead-of(there))
      and can enter(f, lead-of(there))
      and none of (all figure o on lead-of(there) where o is not f and not can pass(f, o))
# Whether a step must be the last of a move: water stops who is wet all over, a Glyph whose leading side enters it.
# HS-WAT-001 HS-WAT-002 HS-WAT-010 HS-WAT-003 HS-WAT-004 HS-WAT-005 HS-GLY-003 HS-GLY-005 HS-GLY-012 HS-DBL-014 HS-BMOV-011 HS-BMOV-015
define must-stop (f: figure, here: pose, there: pose): yes-no =
  not is-flip(here, there)
    and (
      is-soaked(f, there) and not can wade-on(f, there)
        or has-glyph(lead-of(there)) and not can pass-glyph(f)
        or not can go-on(f, there)
    )
# Whether a figure on foot can go on after a step that brings it there: "it must end its move there" is
# `forbid go-on when foes(mover, here) and any of (members t of spaces-at(mover, spot) where t is in ground-within(here, 2))`. HS-POW-002
permission go-on (mover: figure, spot: pose)
# Whether water does not stop a figure; powers allow it: `allow wade-on when wader is here`, or in some places only: `... and next-to-at(wader, spot, here)`.
# HS-POW-002
permission wade-on (wader: figure, spot: pose = pose-of(wader))
forbid wade-on always
# Whether a figure can go on over a Glyph without stopping there; powers allow it. HS-POW-002
permission pass-glyph (passer: figure)
forbid pass-glyph always
# Moving on foot. A step that must be the last where the move may not end is not allowed. HS-DBL-015
movement walk (f: figure, here: pose, there: pose) {
  cost step-price(f, here, there) when can-step(f, here, there)
  stops when must-stop(f, here, there)
  ends when may-end-at(f, there)
}

# --- In the air

# Flying. HS-FLY-001 HS-FLY-002 HS-FLY-003 HS-FLY-004 HS-FLY-008 HS-FLY-009 HS-WAT-008 HS-GLY-013
movement flight (f: figure, here: pose, there: pose) {
  cost if is-flip(here, there) then 0 else 1
    when clearance(lead-of(here), lead-of(there)) > 0
      and has-room(f, lead-of(there))
      and can enter(f, lead-of(there))
  stops when no
  ends when may-end-at(f, there)
}

# Whether a figure can fly: forbid it to keep a figure on the ground, give it Flying (`has`) to let it fly.
# HS-FLY-013 HS-POW-006 HS-GLY-010 HS-BMOV-017
permission fly (flyer: figure)
forbid fly when is-basic or not (has(flyer, flying) or has(flyer, stealth-flying))
# Whether a figure flies.
define flies (f: figure): yes-no = can fly(f)
# Whether a figure takes off without a blow from those whom it leaves.
define is-stealthy (f: figure): yes-no = has(f, stealth-flying)

# --- The move of one figure

# One figure moves as its Move says; `most` is what it may spend, and rules change it after `begin`.
# HS-MOV-001 HS-MOV-022 HS-MOV-023
procedure move-figure (mover: figure) {
  var most: number
  step begin {
    add 1 to moves-made of mover
    set most to move-of(mover)
  }
  # Whoever is held goes nowhere; what comes before and after moving comes all the same. A power in place of the move that can be used by who is held, too, stands
  # `instead of move-figure.hold`, any other `instead of move-figure.way`.
  step hold {
    if not can move(mover) {
      if is-master { run moment(on-move-done, mover, other: nobody) }
      stop
    }
  }
  step way { run travel(mover, most) }
  step finish {
    # Who died on the way has not moved.
    if is-master and is-on-field(mover) { run moment(on-move-done, mover, other: nobody) }
  }
}

# A figure goes up to so many spaces, on foot or by flight, as its player says. HS-FLY-010
procedure travel (mover: figure, most: number) {
  # It walks or flies.
  step go {
    if flies(mover) {
      choose one by controller of mover "How does {mover} move?" {
        "Fly" when any of flight-goals(mover, most) { run fly-with(mover, most) }
        "Walk" always { run walk-with(mover, most) }
      }
    } else {
      run walk-with(mover, most)
    }
  }
}

# Whether nobody whom a figure would leave by this step keeps it.
define may-part (f: figure, there: pose): yes-no =
  not engaged(f) or none of (members b of left-behind(f, there) where not can leave(f, b))
# The steps on foot that a figure can take now.
define foot-steps (f: figure, left: number): set of pose =
  members s of steps(walk, f, left) where may-part(f, s)
# Where a figure can fly now; `levels` is how far up or down at most. A power that has it leap asks this of whoever does not fly, too.
define flight-goals (f: figure, most: number, levels: number = 1000): set of pose =
  members s of reach(flight, f, most)
    where absolute(level of lead-of(s) - level-of(f)) <= leap-levels(f, levels)
      and none of (members b of on-field where engaged-with(f, b) and not can leave(f, b))

# How many levels up or down a figure can leap, where its power says so many: "they may leap thirteen levels more" is
# `modify leap-levels + 13 when counts-as(leaper, monk) and controller of leaper is controller of here`. HS-POW-009
value leap-levels (leaper: figure, printed: number) = printed, at least 0
# Whether a figure can have passed over another in its last flight of this turn: going by where that one stands it came where it is with the spaces that it had. Which way
# it went between is not kept, so any that it can have gone counts. HS-FLY-003
define passed-over (flyer: figure, other: figure): yes-no =
  flown of flyer > 0
    and other is not flyer
    and any of (
      members s of spaces-of(other)
        where steps-between(lead-of(took-off of flyer), s) + steps-between(s, space-of(flyer))
          <= flown of flyer
    )

# A figure goes so many spaces on foot, step by step: between two steps comes whatever a step causes. HS-BMOV-002 HS-BMOV-013 HS-DBL-002 HS-DBL-010 HS-DBL-013
procedure walk-with (mover: figure, most: number) {
  var left: number
  var halted: yes-no
  var last-good: pose
  step begin {
    if not can move(mover) { stop }
    set left to most
    set last-good to pose-of(mover)
    # In the Basic Game the leading side is chosen before moving and not again.
    if is-basic and trail-of(pose-of(mover)) is not nowhere {
      may by controller of mover "Does {mover} lead with its other side?" {
        place(mover, standing(trail-of(pose-of(mover)), lead-of(pose-of(mover))))
      }
    }
  }
  step strides {
    repeat 60 times {
      # What it has come to may keep it there. HS-POW-003
      if halted or not is-on-field(mover) or not can move(mover) { break }
      let ways = foot-steps(mover, left)
      if may-end-at(mover, pose-of(mover)) {
        set last-good to pose-of(mover)
        choose there from ways by controller of mover "{mover} steps where?" or none {
          set halted to step-stops(walk, mover, pose-of(mover), there)
          add -step-cost(walk, mover, there) to left
          run stride(mover, there)
        } else {
          set halted to yes
        }
      } else {
        # On two levels, as between steps, it goes on. HS-DBL-006
        choose there from ways by controller of mover "{mover} steps where?" {
          set halted to step-stops(walk, mover, pose-of(mover), there)
          add -step-cost(walk, mover, there) to left
          run stride(mover, there)
        }
      }
    }
  }
  # Only if something outside the rules of moving has closed the way, or after sixty steps of turning about.
  step settle {
    if is-on-field(mover) and not may-end-at(mover, pose-of(mover)) { place(mover, last-good) }
  }
}

# A figure goes so many spaces on foot, each of which may be so many levels higher and counts as one: "instead of its normal move it may move only one space, which may
# be up to 25 levels higher" is `instead of move-figure.way "Hook" when mover is here may { run climb-with(here, 1, levels: 25) }`. Else it is a move like any other:
# blows at who leaves, water, falls. HS-POW-002
procedure climb-with (mover: figure, most: number, levels: number) {
  # It goes.
  step go {
    start scaling(mover, levels) until after climb-with
    run walk-with(mover, most)
  }
}
# A figure climbs so many levels in a step, and climbing costs it nothing.
effect scaling (climber: figure, levels: number) {
  replace climb-limit with levels when mover is climber
  replace step-price with 1 when who is climber and not is-flip(origin, goal)
}

# One step of a figure on foot. Blows at who leaves come first, then the figure arrives, then it falls, then a Glyph acts.
# HS-ENG-016 HS-ENG-018 HS-ENG-021 HS-TIM-007 HS-TIM-008 HS-MOV-024 HS-MOV-025 HS-DBL-003
procedure stride (mover: figure, there: pose) {
  var start-pose: pose
  step leave {
    set start-pose to pose-of(mover)
    run part-from(mover, left-behind(mover, there))
    if not is-on-field(mover) { stop }
  }
  step arrive {
    place(mover, there)
    if not is-flip(start-pose, there) { set strode of mover to yes }
    run meet-all(mover, start-pose)
    if not is-on-field(mover) { stop }
  }
  step fall {
    if not is-flip(start-pose, there) {
      run drop-of(mover, falling-side(start-pose), falling-side(there))
    }
    if not is-on-field(mover) { stop }
  }
  step land {
    if not is-flip(start-pose, there) { run come-to-glyph(mover) }
  }
}

# A figure flies up to so many spaces: one decision, and nothing happens between taking off and landing.
# "Instead of moving it may leap three spaces, at most twelve levels up or down, and draws no blows": `instead of move-figure.way "Leap" when mover is
# here and any of flight-goals(here, 3, 12) may { run fly-with(here, 3, levels: 12, stealthy: yes) }`.
# HS-FLY-003 HS-FLY-005 HS-FLY-006 HS-FLY-012 HS-ENG-018 HS-GLY-013
procedure fly-with (
  mover: figure,
  most: number,
  levels: number = 1000,
  stealthy: yes-no = is-stealthy(mover)
)
{
  var goal: pose
  # Where it takes off.
  var start-pose: pose
  step aim {
    if not can move(mover) { stop }
    set start-pose to pose-of(mover)
    choose there
      from flight-goals(mover, most, levels)
      by controller of mover "{mover} flies where?" or none
    { set goal to there } else {
      stop
    }
  }
  # Whoever is engaged with a flyer at its start may strike, wherever it will land.
  step take-off {
    if not stealthy { run part-from(mover, members b of on-field where engaged-with(mover, b)) }
    if not is-on-field(mover) { stop }
  }
  step arrive {
    place(mover, goal)
    set strode of mover to yes
    set took-off of mover to start-pose
    set flown of mover to most
    if flies(mover) { set flew of mover to yes }
    run meet-all(mover, start-pose)
    if not is-on-field(mover) { stop }
  }
  step land { run come-to-glyph(mover) }
}

# A figure has come next to another by its own step, flight or leap, and was not adjacent before: "if an enemy moves adjacent to it" is
# `at meet.act when who is here and foes(comer, here)`. Who goes from one space beside it to the next does not come again. HS-MOV-024 HS-POW-014
procedure meet (comer: figure, who: figure) {
  # Powers stand here.
  step act
}
# It meets everybody who is adjacent now and was not.
procedure meet-all (comer: figure, origin: pose) {
  # One after the other, as long as it stands there.
  step each {
    if is-basic { stop }
    for each w in (members v of neighbours-of(comer) where not next-to-at(comer, origin, v)) {
      if is-on-field(w) and is-on-field(comer) { run meet(comer, w) }
    }
  }
}

# Whether a figure would be adjacent to an enemy if it stood there.
define beside-enemy (f: figure, spot: pose): yes-no =
  any of (members e of on-field where foes(f, e) and next-to-at(f, spot, e))
# Where a figure's move of so many spaces can end adjacent to an enemy.
define charge-goals (f: figure, most: number): set of pose =
  members s of (
      if flies(f) then reach(walk, f, most) + flight-goals(f, most) else reach(walk, f, most)
    )
    where can move(f) and beside-enemy(f, s)
# A figure's move must end adjacent to an enemy: `after move-figure.begin "Charge" when mover is here and not engaged(here) and any of
# charge-goals(here, most + 3) may { add 3 to most start bound-to-charge(here) until before move-figure.finish }`.
effect bound-to-charge (runner: figure) {
  forbid end-at when who is runner and not beside-enemy(runner, spot)
}
# Where a figure's move of so many spaces can end adjacent to no enemy; its own place is none of them, `can-escape` asks for that, too.
define escape-goals (f: figure, most: number): set of pose =
  members s of (
      if flies(f) then reach(walk, f, most) + flight-goals(f, most) else reach(walk, f, most)
    )
    where can move(f)
      and not beside-enemy(f, s)
      and none of (members b of on-field where engaged-with(f, b) and not can leave(f, b))
# Whether a figure can end a move of so many spaces adjacent to no enemy: it stands beside none and may stay, or has a place to go.
define can-escape (f: figure, most: number): yes-no =
  is-on-field(f) and (not beside-enemy(f, pose-of(f)) or any of escape-goals(f, most))
# A figure's move must end adjacent to no enemy. Who starts beside one must go then; who starts beside none may stay. Where its player should be asked, as with a power that it
# may do without, ask `may by controller of X` first, or run `disappear`, which does.
effect bound-to-escape (runner: figure) {
  forbid end-at when who is runner and beside-enemy(runner, spot)
}
# A figure goes up to so many spaces and ends adjacent to no enemy: who stands beside none may stay; who stands beside one goes if its player likes. `gone` says whether it came
# about: it stands beside no enemy then, or a blow has destroyed it on its way. "Attacked with a skull at least it rolls: for 12 it takes no damage and instead may move up to
# four spaces, only if it ends adjacent to no enemy" is `before defend.defense-roll when defender is here and hits > 0 and can-escape(here, 4) { let enough = run roll-for(here, 12)
# if enough { let gone = run disappear(here, 4) if gone { end defend } } }`. HS-POW-002 HS-POW-003
procedure disappear (runner: figure, most: number) gives gone: yes-no {
  # Its player is asked where it must go.
  step decide {
    if not can-escape(runner, most) { stop }
    if beside-enemy(runner, pose-of(runner)) {
      may by controller of runner "Does {runner} leave the battlefield?" { } else { stop }
    }
  }
  # It goes.
  step go {
    start bound-to-escape(runner) until after disappear
    run travel(runner, most)
  }
  # Whoever was kept on its way beside an enemy has not got away.
  step look { set gone to not is-on-field(runner) or not beside-enemy(runner, pose-of(runner)) }
}

# A figure that moves on foot ends its move where it stands: "its movement ends" is `run end-move(comer)`, in `meet.act` or `after stride`. Only for where it could end
# it: `may-end-at(comer, pose-of(comer))`. HS-POW-003
procedure end-move (stopped-one: figure) {
  # It goes no farther.
  step halt { start halting(stopped-one) until after walk-with or after fly-with or after turn }
}
# A figure goes no farther in the move that it makes.
effect halting (stopped-one: figure) { forbid move when who is stopped-one }

# --- Leaving an engagement

# The enemies whose engagement this step breaks, also by a change of level. HS-ENG-008 HS-ENG-009 HS-ENG-015 HS-ENG-017 HS-DBL-009
define left-behind (f: figure, there: pose): set of figure =
  members b of on-field where engaged-with(f, b) and not next-to-at(f, there, b)

# Whether a figure can strike at another that leaves its engagement.
permission strike-leaver (striker: figure, leaver: figure)
# How many dice it rolls then, whatever the Attack Value and the levels. HS-ENG-011 HS-ENG-013 HS-HGT-008
value leaving-dice (striker: figure, leaver: figure) = 1, at least 0

# A figure leaves enemies with whom it was engaged. All that choose to strike do so together, and every skull is a wound. HS-ENG-010 HS-ENG-014 HS-ENG-020
procedure part-from (leaver: figure, enemies: set of figure) {
  var harm: number
  var striker: figure  # the first who hit
  step blows {
    for each foe in enemies {
      if can strike-leaver(foe, leaver) {
        may by controller of foe "Does {foe} strike at {leaver}, who leaves?" {
          let hits = run leaving-attack(foe, leaver)
          add hits to harm
          if striker is nobody and hits > 0 { set striker to foe }
        }
      }
    }
  }
  step suffer {
    if harm > 0 { run take-wounds(leaver, harm, leaving-wound, striker) }
  }
}

# A blow at who leaves; there is no defense. HS-ENG-011 HS-ENG-012 HS-ENG-013 HS-HGT-008
procedure leaving-attack (striker: figure, leaver: figure) gives hits: number {
  var dice: pool
  # HS-POW-011
  step roll
    tells if leaving-dice(striker, leaver) = 0 then ""
      else "{striker} strikes at {leaver}, who leaves, and rolls: {dice}"
  {
    set dice to roll leaving-dice(striker, leaver) combat
    run show-dice(striker, dice)
  }
  step count-skulls tells if hits = 0 then "the blow misses" else "" { set hits to skull in dice }
}

# --- Falling

# The space that counts for a fall: a figure on two spaces has fallen when its trailing side has come down too. HS-FAL-013
define falling-side (spot: pose): space =
  if trail-of(spot) is nowhere then lead-of(spot) else trail-of(spot)
# Whether a figure that goes down far falls. HS-FAL-010
permission fall-down (faller: figure)
forbid fall-down when is-basic or flies(faller)

# A figure has gone down from one space to another, and may fall; never into water. HS-FAL-009
procedure drop-of (faller: figure, top: space, bottom: space) {
  step measure {
    if can fall-down(faller) and not is-water(bottom) {
      run fall(faller, level of top - level of bottom)
    }
  }
}

# How many combat dice a fall takes; 20 stands for the 20-sided die in their place.
# HS-FAL-001 HS-FAL-002 HS-FAL-005 HS-FAL-006 HS-FAL-007 HS-FAL-011
value fall-dice (faller: figure, drop: number) =
  if drop < climb-height(faller) then 0
    else if drop < climb-height(faller) + 10 then 1
    else if drop < climb-height(faller) + 20 then 3
    else 20,
  at least 0

# A figure falls so many levels. HS-FAL-003 HS-FAL-004 HS-FAL-008 HS-FAL-012
procedure fall (faller: figure, drop: number) {
  var dice: pool
  var harm: number
  step roll
    tells if fall-dice(faller, drop) = 0 or fall-dice(faller, drop) = 20 then ""
      else "{faller} falls {drop} levels and rolls: {dice}"
  {
    if fall-dice(faller, drop) = 20 {
      let luck = run roll-d20(controller of faller, faller, for-fall)
      if luck < 19 { run destroy(faller, fall-wound, by-whom: nobody) }
    } else if fall-dice(faller, drop) > 0 {
      set dice to roll fall-dice(faller, drop) combat
      run show-dice(faller, dice)
      set harm to skull in dice
    }
  }
  step suffer
    tells if harm = 0 and fall-dice(faller, drop) > 0 and fall-dice(faller, drop) < 20
        then "{faller} is unhurt"
      else ""
  {
    if harm > 0 { run take-wounds(faller, harm, fall-wound, by-whom: nobody) }
  }
}

# --- Glyphs

# Whether a figure can turn a Glyph up, and what it does at once.
permission turn-glyph (comer: figure, found: glyph)
# Whether a figure on a Glyph holds it, so that its lasting power works.
permission hold-glyph (holder: figure, held: glyph)

# A figure has come to a Glyph. HS-GLY-003 HS-GLY-004 HS-GLY-005 HS-GLY-014 HS-GLY-015
procedure come-to-glyph (comer: figure) {
  step look {
    for each g in all glyph on space-of(comer) {
      if can turn-glyph(comer, g) {
        if not power-up of g { run turn-up(g) }
        run glyph-acts(g, comer)
      }
    }
  }
}

# A Glyph is turned power-side up. HS-GLY-001
procedure turn-up (found: glyph) {
  step show
    tells if keeper-of(found) is nobody then "a Glyph is turned up ({power of found})"
      else if lasting of power of found
        then "{keeper-of(found)} finds a Glyph ({power of found}), which works as long as somebody stands on it"
      else "{keeper-of(found)} finds a Glyph ({power of found}), which works once"
  {
    set power-up of found to yes
    # Till now nobody knew it. HS-GLY-009
    reveal power of found
  }
}

# What a Glyph does at once lives in this window. HS-GLY-006
procedure glyph-acts (found: glyph, finder: figure) {
  step act
}

# The figure that holds a Glyph, or nobody.
define keeper-of (g: glyph): figure =
  first of (all figure f on space-of(g) where can hold-glyph(f, g))
# Whether a Glyph with this power is held.
define is-held (g: glyph, what: glyph-power): yes-no =
  power-up of g and power of g is what and keeper-of(g) is not nobody
