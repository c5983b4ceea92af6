# Troops: several soldiers that are one creature. The Point Soldier is the creature; the others know it as their `point`.

# A soldier flees for each of these. DAW-TRP-035
define morale-face: face = critical

# Whether a creature is a soldier that another leads.
define is-soldier (who: creature): yes-no = point of who is not nobody
# The Point Soldier of a soldier, any other creature itself. DAW-TRP-007
define leader-of (who: creature): creature = if is-soldier(who) then point of who else who
# The soldiers of a troop besides its Point Soldier.
define soldiers-of (troop: creature): set of creature =
  all creature s where is-soldier(s) and point of s is troop
# Whether a creature is a troop of 2 soldiers or more; one alone is an ordinary creature. DAW-TRP-003 DAW-TRP-034
define is-troop (who: creature): yes-no = any of soldiers-of(who)
# All soldiers of a troop. DAW-TRP-006
define figures-of (troop: creature): set of creature = [troop] + soldiers-of(troop)
# The soldiers for which there was no room.
define pressed-of (troop: creature): set of creature =
  members s of soldiers-of(troop) where pressed of s
# Whether a creature stands on the table.
define is-on-foot (who: creature): yes-no =
  not pressed of who and not set-aside of who and not fallen of who
# The bases by which a creature stands on the table: those of a troop's soldiers that are on foot. A soldier has his own alone.
define bases-of (who: creature): set of creature = members f of figures-of(who) where is-on-foot(f)
# What an attack on a creature is measured to: the soldier at whom it is aimed, as long as it stands.
define figure-of (who: creature): creature = if in-play(aimed of who) then aimed of who else who
# How many soldiers of a troop have not fallen.
define strength-of (troop: creature): number =
  count of soldiers-of(troop) + (if fallen of troop then 0 else 1)

# --- Formation

# Where a place of the formation is on the table. DAW-TRP-010 DAW-TRP-014
define spot-of (troop: creature, spot: formation-place): pose =
  shifted(
    pose-of(troop),
    0 inches - base-length of troop * rank of spot,
    base-width of troop * column of spot
  )
# Whether two places of a formation lie side by side.
define side-by-side (aside: number, behind-it: number, spot: formation-place): yes-no =
  absolute(column of spot - aside) + absolute(rank of spot - behind-it) = 1
# Whether a soldier of a troop stands on a place.
define is-taken (troop: creature, spot: formation-place): yes-no =
  any of (
    members s of soldiers-of(troop)
      where is-on-foot(s) and column of s = column of spot and rank of s = rank of spot
  )
# Whether a soldier can join a formation there: free, and flush with one that stands. DAW-TRP-010 DAW-TRP-011 DAW-TRP-012
define is-open (troop: creature, spot: formation-place): yes-no =
  not is-taken(troop, spot)
    and (
      side-by-side(0, 0, spot)
        or any of (
          members s of soldiers-of(troop)
            where is-on-foot(s) and side-by-side(column of s, rank of s, spot)
        )
    )

# A troop is set up: the Point Soldier stands, the others gather round it. DAW-TRP-002 DAW-TRP-004 DAW-TRP-009
procedure muster (troop: creature) {
  # The soldiers come, each with its token.
  step enlist tells "" {
    repeat soldiers of troop - 1 times {
      let recruit = create (template of troop) owned by owner of troop
      set point of recruit to troop
      set placed of recruit to yes
      give 1 soldier-token to troop
    }
  }
  # They take their places.
  step line-up { run form-up(troop) }
}

# Before the Point Soldier moves, the others stand aside.
procedure stand-aside (troop: creature) {
  # They are taken up. DAW-TRP-016
  step take-up tells "" {
    for each s in soldiers-of(troop) {
      lift(s)
      set set-aside of s to yes
      set pressed of s to no
    }
  }
}

# The soldiers are placed one by one round the Point Soldier; where one does not fit, it is pressed.
procedure form-up (troop: creature) {
  # One after the other. DAW-TRP-014 DAW-TRP-018 DAW-TRP-019 DAW-TRP-020 DAW-TRP-023
  step take-places tells "" {
    for each s in soldiers-of(troop) {
      choose spot
        from (all formation-place f where is-open(troop, f))
        by controller of troop "Where does the next soldier stand?"
      {
        set set-aside of s to no
        set column of s to column of spot
        set rank of s to rank of spot
        if free-at(s, spot-of(troop, spot)) {
          place(s, spot-of(troop, spot))
        } else {
          set pressed of s to yes
        }
      }
    }
  }
}

# What lies on a creature that changes sides goes with it, and so do its soldiers; its wounds stay.
after owner of creature c changes always {
  for each u in (all upgrade u on c where owner of u is was) { set-owner(u, now) }
  for each s in soldiers-of(c) { set-owner(s, now) }
}

# A creature that a card calls stands at most so far from who calls it, and stays until the last duration token of the card is gone: then it is out of the game. It
# belongs to the same player, has moved in this round, and attacks as any other; what it cannot do stands among its facts (`stationary`), or is forbidden in its own rules. With
# `same-level: yes` it has the level of who calls it, for good. `newcomer` is nobody where there is no room.
procedure summon (
  what: template of creature,
  summoner: creature,
  source: upgrade,
  most: number,
  same-level: yes-no = no
) gives newcomer: creature
{
  # It appears.
  step appear {
    set newcomer to create (what) at pose-of(summoner) owned by owner of summoner
    choose spot for newcomer
      within (range-band * most) of summoner
      facing any
      where free-at(newcomer, spot)
      by controller of summoner "Where does it appear?"
    {
      place(newcomer, spot)
      set placed of newcomer to yes
      set activated of newcomer to yes
      set summoned-by of newcomer to source
      if same-level { set lent-level of newcomer to level-of(summoner) }
      give (armor-of(newcomer)) full-armor to newcomer
    } else {
      remove(newcomer)
      set newcomer to nobody
    }
  }
}

# A troop is deployed with all its soldiers. DAW-TRP-009
after deploy when soldiers of newcomer > 1 { run muster(newcomer) }

# --- Losses

# A soldier's damage cards are discarded. DAW-TRP-031
procedure shed-wounds (bearer: creature) {
  # All of them.
  step shed tells "" {
    for each d in (all damage-card d on bearer) { run heal(d, bearer, quietly: yes) }
    take all substitute-damage from bearer
  }
}

# A troop suffers damage: one soldier after the other, until each has fallen. DAW-TRP-030 DAW-TRP-032 DAW-TRP-046
# DAW-TRP-047
procedure wound-soldiers (troop: creature, amount: number) {
  # The soldiers that can be wounded.
  var waiting: set of creature
  # The one whose turn it is.
  var current: creature
  # How many have fallen.
  var felled: number
  # Whether it is an area attack.
  var many: yes-no

  # Who can be wounded: those in the area that still stand, else the one that was aimed at.
  step find {
    set many to any of caught of troop
    set waiting to
      if many then (members c of caught of troop where in-play(c)) else [figure-of(troop)]
  }

  # Point by point; what is left over hurts nobody else. DAW-TRP-029 DAW-TRP-053
  step wound-each
    tells if felled > 0 then ""
      else if strength-of(troop) > 1 then "{troop} takes {amount} damage, and no soldier falls"
      else if remaining-health(troop) > 0
        then "{troop} takes {amount} damage ({remaining-health(troop)} health left)"
      else "{troop} takes {amount} damage (no health left: it falls in the End phase)"
  {
    repeat amount times {
      if current is nobody {
        choose c from waiting by controller of troop "Which soldier is wounded next?" {
          set current to c
          take c from waiting
        }
      }
      if current is not nobody {
        run deal-card(current, upward: no)
        if damage-on(current) >= health-of(troop) and strength-of(troop) > 1 {
          let spare = first of pressed-of(troop)
          run fell(troop, if spare is nobody then current else spare)
          add 1 to felled
          # In a normal attack one falls, and the rest of the damage is lost.
          if spare is nobody or not many { set current to nobody }
        }
      }
    }
  }

  # Without the Point Soldier the others waver. DAW-TRP-051
  step waver {
    if fallen of troop { run morale-check(troop) }
  }

  # The Leader may be lost. DAW-TRP-041 DAW-TRP-051 DAW-TRP-052
  step miss-leader {
    if many { run roll-for-leader(troop, felled) }
  }
}

# A soldier falls, pressed ones first: the figure goes, with a token and all damage cards of the troop. DAW-TRP-022
# DAW-TRP-031 DAW-TRP-049 DAW-TRP-054
procedure fell (troop: creature, soldier: creature) {
  # The damage cards go.
  step clear-wounds {
    for each s in figures-of(troop) { run shed-wounds(s) }
  }
  # The figure goes.
  step remove-figure
    tells if soldier is troop
        then "{troop} loses its Point Soldier ({strength-of(troop)} left), tests its morale"
      else "{troop} loses a soldier ({strength-of(troop)} left)"
  {
    take 1 soldier-token from troop
    if soldier is troop {
      set fallen of troop to yes
      lift(troop)
    } else {
      remove(soldier)
    }
  }
}

# The Point Soldier has fallen: some of the others may flee, and one takes its place. DAW-TRP-035
procedure morale-check (troop: creature) {
  # How many flee.
  var fleeing: number

  # A die for each soldier that is left, pressed ones too. DAW-TRP-037
  step roll
    tells if fleeing = 0 then "nobody flees"
      else "morale breaks: {fleeing} of {count of soldiers-of(troop)} soldiers flee"
  {
    let dice = roll (count of soldiers-of(troop)) attack-die
    run show-attack(troop, dice)
    set fleeing to faces(dice, morale-face)
  }

  # The owner picks who flees, pressed ones first. DAW-TRP-022 DAW-TRP-036 DAW-TRP-053
  step flee tells "" {
    repeat fleeing times {
      let first-to-go = pressed-of(troop)
      choose s
        from (if any of first-to-go then first-to-go else soldiers-of(troop))
        by controller of troop "Which soldier flees?"
      {
        take 1 soldier-token from troop
        run shed-wounds(s)
        remove(s)
      }
    }
    if none of soldiers-of(troop) { run defeat(troop) }
  }

  # One of the front line takes its place. DAW-TRP-007 DAW-TRP-038 DAW-TRP-039 DAW-TRP-040
  step lead-on {
    choose heir from front-line(troop) by controller of troop "Who is the new Point Soldier?" {
      run succeed(troop, heir)
    }
  }

  # The Leader may be lost: one die, unless an area attack rolls for it. DAW-TRP-041
  step miss-leader {
    if none of caught of troop { run roll-for-leader(troop, 1) }
  }
}

# The row of the Point Soldier; if that is empty, the next row behind. DAW-TRP-039
define front-line (troop: creature): set of creature =
  if any of (members s of soldiers-of(troop) where is-on-foot(s))
      then members s of soldiers-of(troop) where is-on-foot(s) and rank of s = front-rank(troop)
    else soldiers-of(troop)
# How far behind the Point Soldier it is.
define front-rank (troop: creature): number =
  lowest rank of s for s in (members s of soldiers-of(troop) where is-on-foot(s))

# The Point Soldier's figure is swapped in for the heir's, on the same place, wounds and all. DAW-TRP-007 DAW-TRP-038
procedure succeed (troop: creature, heir: creature) {
  # The others keep their places, seen from the new Point Soldier.
  step count-off {
    for each s in soldiers-of(troop) {
      if s is not heir {
        set column of s to column of s - column of heir
        set rank of s to rank of s - rank of heir
      }
    }
  }
  # The figures are swapped.
  step swap tells "" {
    for each d in (all damage-card d on heir) { move-to(d, troop) }
    give (substitute-damage on heir) substitute-damage to troop
    let spot = if is-on-foot(heir) then pose-of(heir) else pose-of(troop)
    remove(heir)
    set fallen of troop to no
    place(troop, spot)
  }
}

# Whether a troop's Leader is lost is rolled as its card says, in the window of this step. DAW-TRP-041 DAW-TRP-052
procedure roll-for-leader (troop: creature, felled: number) {
  # The Leader's card rolls.
  step roll { }
}
