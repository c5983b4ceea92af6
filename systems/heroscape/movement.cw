# Moving: on foot step by step, by flight in one go; leaving an engagement, falling, landing on Glyphs.

define rise (here: pose, there: pose): number = level of lead-of(there) - level of lead-of(here)
define is-flip (here: pose, there: pose): yes-no = lead-of(there) is trail-of(here)
define is-flat (spot: pose): yes-no =
  trail-of(spot) is nowhere or level of lead-of(spot) = level of trail-of(spot)
define has-glyph (s: space): yes-no = any of all glyph on s
define is-soaked (f: figure, spot: pose): yes-no =
  none of (members s of spaces-at(f, spot) where not water of terrain of s)

# --- What may be where

# Whether a figure of this height has room under whatever lies above. HS-TER-004
define has-room (f: figure, s: space): yes-no = height of f <= ceiling of s - level of s
# Whether it fits between what stands around; maps and figures forbid it. HS-MOV-016 HS-MOV-017 HS-MOV-018 HS-TER-007
permission fit (bulk: figure, s: space)
forbid fit when narrow of terrain of s and bulky of bulk
# A part of a figure fills a neighbouring space, as long as it stands there. HS-MOV-018
effect jutting (bulky-one: figure, perch: space, useless: space) while space-of(bulky-one) is perch
{ forbid fit when s is useless and bulk is not bulky-one }
define stands-well (f: figure, spot: pose): yes-no =
  none of (
    members s of spaces-at(f, spot)
      where not has-room(f, s) or not can fit(f, s) or obstacle of terrain of s
  )
define is-free (f: figure, spot: pose): yes-no =
  none of (members s of spaces-at(f, spot) where any of (all figure o on s where o is not f))
# Where a move may end. HS-BMOV-006 HS-BMOV-014 HS-MOV-007 HS-MOV-015 HS-DBL-004 HS-FLY-007 HS-FLY-011 HS-TER-008
define may-end-at (f: figure, spot: pose): yes-no =
  fits-at(f, spot) and is-flat(spot) and is-free(f, spot) and stands-well(f, spot)

# Through whom a figure on foot may go. HS-MOV-004 HS-MOV-005 HS-MOV-006 HS-BMOV-004 HS-BMOV-005
permission pass (mover: figure, other: figure)
forbid pass when foes(mover, other)
forbid pass when is-basic and owner of mover is not owner of other
forbid pass when engaged(other)
# HS-MOV-011 HS-MOV-012 HS-BMOV-018
permission climb (mover: figure, levels: number)
forbid climb when is-master and levels >= height of mover

# --- On foot

# The leading side alone counts. HS-MOV-002 HS-MOV-008 HS-MOV-014 HS-BMOV-008 HS-BMOV-009 HS-DBL-008 HS-DBL-011
define foot-cost (here: pose, there: pose): number =
  if is-flip(here, there) then 0 else 1 + max(rise(here, there), 0)
# HS-MOV-013 HS-TER-001 HS-TER-003 HS-TER-005 HS-BMOV-010 HS-BMOV-017
define can-step (f: figure, here: pose, there: pose): yes-no =
  if is-flip(here, there) then is-master
    else can climb(f, rise(here, there))
      and clearance(lead-of(here), lead-of(there)) > 0
      and not obstacle of terrain of lead-of(there)
      and has-room(f, lead-of(there))
      and can fit(f, lead-of(there))
      and none of (all figure o on lead-of(there) where o is not f and not can pass(f, o))
# Water stops who is wet all over, a Glyph whose leading side enters it.
# HS-WAT-001 HS-WAT-003 HS-WAT-004 HS-WAT-005 HS-GLY-003 HS-GLY-005 HS-GLY-012 HS-DBL-014 HS-BMOV-011 HS-BMOV-015
define must-stop (f: figure, here: pose, there: pose): yes-no =
  not is-flip(here, there)
    and (is-soaked(f, there) and not can wade-on(f) or has-glyph(lead-of(there)))
# Powers let a figure go on through water. HS-POW-002
permission wade-on (wader: figure)
forbid wade-on always
# A step that must be the last where the move may not end is not allowed. HS-DBL-015
movement walk (f: figure, here: pose, there: pose) {
  cost foot-cost(here, there) when can-step(f, here, there)
  stops when must-stop(f, here, there)
  ends when may-end-at(f, there)
}

# --- In the air. HS-FLY-001 HS-FLY-002 HS-FLY-003 HS-FLY-004 HS-FLY-008 HS-FLY-009 HS-WAT-008 HS-GLY-013

movement flight (f: figure, here: pose, there: pose) {
  cost if is-flip(here, there) then 0 else 1
    when clearance(lead-of(here), lead-of(there)) > 0 and has-room(f, lead-of(there))
  stops when no
  ends when may-end-at(f, there)
}

# HS-FLY-013 HS-POW-006 HS-GLY-010 HS-BMOV-017
permission fly (flyer: figure)
forbid fly
  when is-basic
    or not (
      flying is in keywords of type of flyer or stealth-flying is in keywords of type of flyer
    )
define flies (f: figure): yes-no = can fly(f)
define is-stealthy (f: figure): yes-no = stealth-flying is in keywords of type of f

# --- The move of one figure

# HS-MOV-001 HS-MOV-022 HS-MOV-023
procedure move-figure (mover: figure) {
  var most: number
  step begin {
    set moved of mover to yes
    set most to move-value(mover)
  }
  step way {
    if flies(mover) {
      # HS-FLY-010
      choose one by controller of mover "How does it move?" {
        "Fly" when any of reach(flight, mover, most) { run fly-with(mover, most) }
        "Walk" always { run walk-with(mover, most) }
      }
    } else {
      run walk-with(mover, most)
    }
  }
  step finish {
    if is-master { run moment(on-move-done, mover, other: nobody) }
  }
}

# Step by step: between two steps whatever a step causes. HS-BMOV-002 HS-BMOV-013 HS-DBL-002 HS-DBL-010 HS-DBL-013
procedure walk-with (mover: figure, most: number) {
  var left: number
  var halted: yes-no
  var last-good: pose
  step begin {
    set left to most
    set last-good to pose-of(mover)
    # In the Basic Game the leading side is chosen before moving and not again.
    if is-basic and trail-of(pose-of(mover)) is not nowhere {
      may by controller of mover "Lead with the other side?" {
        place(mover, standing(trail-of(pose-of(mover)), lead-of(pose-of(mover))))
      }
    }
  }
  step strides {
    repeat 60 times {
      if halted or not is-living(mover) { break }
      let ways = steps(walk, mover, left)
      if may-end-at(mover, pose-of(mover)) {
        set last-good to pose-of(mover)
        choose there from ways by controller of mover "Which step?" or none {
          set halted to step-stops(walk, mover, pose-of(mover), there)
          add -step-cost(walk, mover, there) to left
          run stride(mover, there)
        } else {
          set halted to yes
        }
      } else {
        choose there from ways by controller of mover "Which step?" {
          set halted to step-stops(walk, mover, pose-of(mover), there)
          add -step-cost(walk, mover, there) to left
          run stride(mover, there)
        }
      }
    }
  }
  # Only if something outside the rules of moving has closed the way, or after sixty steps of turning about.
  step settle {
    if is-living(mover) and not may-end-at(mover, pose-of(mover)) { place(mover, last-good) }
  }
}

# One step. Blows at who leaves come first, then the figure arrives, then it falls, then a Glyph acts.
# HS-ENG-016 HS-ENG-018 HS-ENG-021 HS-TIM-007 HS-TIM-008 HS-MOV-024 HS-MOV-025 HS-DBL-003
procedure stride (mover: figure, there: pose) {
  var start-pose: pose
  step leave {
    set start-pose to pose-of(mover)
    run part-from(mover, left-behind(mover, there))
    if not is-living(mover) { stop }
  }
  step arrive {
    place(mover, there)
    if not is-flip(start-pose, there) { set strode of mover to yes }
  }
  step fall {
    if not is-flip(start-pose, there) {
      run drop-of(mover, falling-side(start-pose), falling-side(there))
    }
    if not is-living(mover) { stop }
  }
  step land {
    if not is-flip(start-pose, there) { run come-to-glyph(mover) }
  }
}

# One decision: nothing happens between taking off and landing.
# HS-FLY-003 HS-FLY-005 HS-FLY-006 HS-FLY-012 HS-ENG-018 HS-GLY-013
procedure fly-with (mover: figure, most: number) {
  var goal: pose
  step aim {
    choose there from reach(flight, mover, most) by controller of mover "Fly where?" or none {
      set goal to there
    } else {
      stop
    }
  }
  # Whoever is engaged with a flyer at its start may strike, wherever it will land.
  step take-off {
    if not is-stealthy(mover) {
      run part-from(mover, members b of living where engaged-with(mover, b))
    }
    if not is-living(mover) { stop }
  }
  step arrive {
    place(mover, goal)
    set strode of mover to yes
  }
  step land { run come-to-glyph(mover) }
}

# --- Leaving an engagement

# Enemies whose engagement this step breaks, also by a change of level. HS-ENG-008 HS-ENG-009 HS-ENG-015 HS-ENG-017 HS-DBL-009
define left-behind (f: figure, there: pose): set of figure =
  members b of living where engaged-with(f, b) and not near-at(f, there, b)

permission strike-leaver (striker: figure, leaver: figure)

# All that choose to strike do so together, and every skull is a wound. HS-ENG-010 HS-ENG-014 HS-ENG-020
procedure part-from (leaver: figure, enemies: set of figure) {
  var harm: number
  step blows {
    for each foe in enemies {
      if can strike-leaver(foe, leaver) {
        may by controller of foe "Strike at who leaves?" {
          let hits = run leaving-attack(foe, leaver)
          add hits to harm
        }
      }
    }
  }
  step suffer {
    if harm > 0 { run take-wounds(leaver, harm, leaving-wound) }
  }
}

# One die, whatever the Attack Value and the levels, and no defense. HS-ENG-011 HS-ENG-012 HS-ENG-013 HS-HGT-008
procedure leaving-attack (striker: figure, leaver: figure) gives hits: number {
  var dice: pool
  step roll {
    set dice to roll 1 combat
    set hits to skull in dice
  }
}

# --- Falling

# A figure on two spaces has fallen when its trailing side has come down too. HS-FAL-013
define falling-side (spot: pose): space =
  if trail-of(spot) is nowhere then lead-of(spot) else trail-of(spot)
# HS-FAL-009 HS-FAL-010
permission fall-down (faller: figure)
forbid fall-down when is-basic or flies(faller)

procedure drop-of (faller: figure, top: space, bottom: space) {
  step measure {
    if can fall-down(faller) and not water of terrain of bottom {
      run fall(faller, level of top - level of bottom)
    }
  }
}

# How many combat dice a fall takes; 20 stands for the 20-sided die in their place.
# HS-FAL-001 HS-FAL-002 HS-FAL-005 HS-FAL-006 HS-FAL-007 HS-FAL-011
define fall-dice (f: figure, drop: number): number =
  if drop < height of f then 0
    else if drop < height of f + 10 then 1
    else if drop < height of f + 20 then 3
    else 20

# HS-FAL-003 HS-FAL-004 HS-FAL-008 HS-FAL-012
procedure fall (faller: figure, drop: number) {
  var dice: pool
  var harm: number
  step roll {
    if fall-dice(faller, drop) = 20 {
      let luck = run roll-d20()
      if luck < 19 { run destroy(faller, fall-wound) }
    } else if fall-dice(faller, drop) > 0 {
      set dice to roll fall-dice(faller, drop) combat
      set harm to skull in dice
    }
  }
  step suffer {
    if harm > 0 { run take-wounds(faller, harm, fall-wound) }
  }
}

# --- Glyphs

# HS-GLY-003 HS-GLY-004 HS-GLY-005 HS-GLY-014 HS-GLY-015
procedure come-to-glyph (comer: figure) {
  step look {
    for each g in all glyph on space-of(comer) {
      if not power-up of g { run turn-glyph(g) }
      run glyph-acts(g, comer)
    }
  }
}

procedure turn-glyph (found: glyph) {
  step show {
    set power-up of found to yes
    reveal power of found
  }
}

# What a Glyph does at once lives in this window. HS-GLY-006
procedure glyph-acts (found: glyph, finder: figure) {
  step act
}

define keeper-of (g: glyph): figure = first of all figure on space-of(g)
define is-held (g: glyph, what: glyph-power): yes-no =
  power-up of g and power of g is what and keeper-of(g) is not nobody
