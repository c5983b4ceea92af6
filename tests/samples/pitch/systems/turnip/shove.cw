# TUR-019, TUR-021, TUR-022, TUR-025. A shove: brawn and helpers say how many dice, and the stronger side picks one of them.

# TUR-020. A helper stands beside the other one and is marked by nobody else.
permission help (helper: hand, against: hand)
forbid help when any of (markers-at(helper, space-of(helper)) - [against])
define helpers (h: hand, foe: hand): set of hand =
  members m of side-of(owner of h)
    where m is not h
      and posture of m is standing
      and are-neighbours(space-of(m), space-of(foe))
      and can help(m, foe)

value might (h: hand, foe: hand) = brawn of h + count of helpers(h, foe)

define shove-dice (a: hand, b: hand): number =
  if might(a, b) = might(b, a) then 1
    else if might(a, b) > 2 * might(b, a) or might(b, a) > 2 * might(a, b) then 3
    else 2

procedure shove (pusher: hand, target: hand) {
  var dice: pool
  var picker: player
  var picked: face
  var first-place: space
  step roll {
    set first-place to space-of(target)
    set picker to
      if might(pusher, target) < might(target, pusher) then owner of target else owner of pusher
    set dice to roll shove-dice(pusher, target) scrap
  }
  step pick {
    choose d from dice-of(dice) by picker "Which die counts?" { set picked to face-of(d) }
  }
  step suffer {
    if picked is slither or picked is tangle { run fall(pusher) }
    if picked is tangle { run fall(target) }
    if not (picked is slither or picked is tangle) {
      run drive-back(space-of(pusher), target, owner of pusher)
    }
    let moved = on-pitch(target) and space-of(target) is not first-place
    if picked is hurl and moved { run drive-back(first-place, target, owner of pusher) }
    if picked is fell and on-pitch(target) { run fall(target) }
  }
  step follow {
    if posture of pusher is standing and is-empty(first-place) {
      may by owner of pusher "Follow?" { run shift(pusher, first-place) }
    }
  }
}

after shove.roll "Rally"
  when owner of pusher is active-side
  once per team-turn may by owner of pusher cost { spend 1 rally from owner of pusher }
{ reroll(dice-of(dice)) }

# The spaces that lead away: the one opposite, and those beside it.
define away (source: space, spot: space): set of space =
  members s of neighbours of spot
    where (column of s - column of spot) * (column of spot - column of source)
        + (row of s - row of spot) * (row of spot - row of source)
      > 0

# TUR-023, TUR-024. Who is in the way is shoved on; who is shoved over the hedge is out for a while. If nothing gives way, nobody moves.
procedure drive-back (start-at: space, target: hand, chooser: player) {
  var line: set of hand
  var last: hand
  var source: space
  step plan {
    set last to target
    set source to start-at
    set line to [target]
    repeat 12 times {
      let ways = away(source, space-of(last))
      let free = members s of ways where is-empty(s)
      let taken = members s of ways where not is-empty(s) and not (hand-at(s) is in line)
      set bound-for of last to nowhere
      if any of free {
        choose s from free by chooser "Shove it where?" { set bound-for of last to s }
        break
      }
      if count of ways < 3 { break }
      if none of taken {
        set line to all hand where no
        break
      }
      choose s from taken by chooser "Shove it where?" {
        set bound-for of last to s
        set source to space-of(last)
        set last to hand-at(s)
        set line to line + [last]
      }
    }
  }
  step move {
    for each h in line {
      if bound-for of h is nowhere { run over-hedge(h) } else { run shift(h, bound-for of h) }
    }
  }
  step disturb {
    if carrier-now is nobody and hand-at(space-of(the-turnip)) is in line { run drop-turnip() }
  }
}

procedure over-hedge (loser: hand) {
  step leave {
    let had-it = carrier-now is loser
    run carry-off(loser)
    if had-it { run drop-turnip() }
    if had-it and owner of loser is active-side { run lose-turn(active-side) }
  }
}

# A hand moves to a space, with what it carries.
procedure shift (h: hand, goal: space) {
  step go {
    place(h, standing(goal, nowhere))
    if carrier-now is h { place(the-turnip, standing(goal, nowhere)) }
  }
}
