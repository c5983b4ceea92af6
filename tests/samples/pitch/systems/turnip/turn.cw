# TUR-007, TUR-027. A side's turn: each hand acts once, until something goes wrong.

procedure team-turn (side: player) {
  step begin {
    set active-side to side
    set turnover to no
    add 1 to turns-begun
    for each h in side-of(side) { take all spent from h }
  }
  step throw-in {
    if restart { run throw-in(receiving) }
  }
  step act {
    repeat 6 times {
      if turnover or restart { break }
      choose h
        from (members m of side-of(side) where spent on m = 0 and on-pitch(m))
        by side "Who acts?"
      { run activation(h) }
    }
  }
  step close {
    for each h in side-of(side) { take 1 bench from h }
  }
}

procedure activation (mover: hand) {
  step ready {
    give 1 spent to mover
    set left of mover to stride-of(mover)
    set shoved of mover to no
  }
  step act { offer deed(mover) to owner of mover at most 20 times }
}

# TUR-012. A failure on one's own turn ends it, unless somebody sees to that.
procedure lose-turn (side: player) {
  step cry { set turnover to yes }
}

offer deed (actor: hand)

# TUR-008.
movement walk (h: hand, here: pose, there: pose) {
  cost if soft of terrain of lead-of(there) then 2 else 1 when is-empty(lead-of(there))
  stops when no
  ends always
}

# TUR-009.
deed "Get up" when posture of actor is down and left of actor >= 3 and can rise(actor) {
  set posture of actor to standing
  add -3 to left of actor
}

deed "Step"
  when can act(actor)
  choosing p from steps(walk, actor, left of actor) by owner of actor "Step where?"
{ run stride(actor, lead-of(p), slip, step-cost(walk, actor, p)) }

deed "Shove"
  when can act(actor) and not shoved of actor and left of actor > 0
  choosing foe from markers-at(actor, space-of(actor)) by owner of actor "Shove whom?"
{
  set shoved of actor to yes
  add -1 to left of actor
  run shove(actor, foe)
}

deed "Throw" when can act(actor) and carrier-now is actor {
  choose p
    from standings(the-turnip, spaces-within(space-of(actor), 6) - [space-of(actor)])
    by owner of actor "Throw it where?"
  {
    set left of actor to 0
    run throw(actor, lead-of(p))
  }
}

deed "Hand over"
  when can act(actor) and carrier-now is actor
  choosing h from takers(actor) by owner of actor "Hand it to whom?"
{
  set left of actor to 0
  run hand-over(actor, h)
}

define takers (h: hand): set of hand =
  members m of side-of(owner of h)
    where posture of m is standing and are-neighbours(space-of(m), space-of(h))

# TUR-010. One step or vault. Who fails to slip away gets there all the same, and falls.
procedure stride (mover: hand, goal: space, task: feat, price: number) {
  var tripped: yes-no
  step leave {
    add -price to left of mover
    if task is vault or is-marked(mover) {
      let good = run try(mover, task, goal)
      set tripped to not good
    }
  }
  step arrive { run shift(mover, goal) }
  step land {
    if tripped {
      run fall(mover)
    } else if carrier-now is nobody and space-of(the-turnip) is goal {
      run pick-up(mover)
    }
  }
}

# Two steps away, over whoever stands between.
define landings (h: hand): set of space =
  members s of spaces-within(space-of(h), 2)
    where is-empty(s) and not are-neighbours(s, space-of(h)) and s is not space-of(h)
