# TUR-011. Feats: one die against a number. A 1 never does and a 6 always does.

value need-of (who: hand, task: feat, spot: space) = 7 - nimble of who, at least 2, at most 6
modify need-of + count of markers-at(who, spot) when task is slip or task is lift or task is catch
modify need-of - 1 when task is slip
modify need-of + steps-between(space-of(who), spot) / 3 when task is lob

procedure try (who: hand, task: feat, spot: space) gives good: yes-no {
  var shown: number
  var again: yes-no
  step roll { set shown to random(6) }
  step anew {
    if again { set shown to random(6) }
  }
  step judge { set good to shown >= need-of(who, task, spot) }
}

define missed (who: hand, task: feat, spot: space, shown: number): yes-no =
  shown < need-of(who, task, spot)

# TUR-013.
after try.roll "Rally"
  when owner of who is active-side and missed(who, task, spot, shown) and not again
  once per team-turn may by owner of who cost { spend 1 rally from owner of who }
{ set again to yes }

# TUR-026.
procedure fall (loser: hand) {
  step drop {
    set posture of loser to down
    if owner of loser is active-side { run lose-turn(owner of loser) }
  }
  step hurt {
    let harm = random(6)
    if harm = 6 {
      run carry-off(loser)
    } else if harm >= 4 {
      start dazed(loser, turns-begun)
        until after team-turn when side is owner of victim and turns-begun > since
    }
  }
  step spill {
    if carrier-now is loser { run drop-turnip() }
  }
}

procedure carry-off (loser: hand) {
  step leave {
    give 3 bench to loser
    lift(loser)
  }
}

# A knack may make a second attempt of slipping away possible, and a rival may be in the way of that.
permission wriggle (who: hand)
