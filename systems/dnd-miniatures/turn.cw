# A creature's turn: actions and what it may do with them.

# What a creature can do in its turn: the player of whose creature is taking its turn acts; cards add deeds.
offer turn-action (actor: creature) asks "What does {actor} do?"

# Whether a creature has a move action left: the attack action may be exchanged for a second. DDM-ACT-001 DDM-ACT-009 DDM-ACT-010
# DDM-ACT-011 DDM-ACT-013
# reading: a Staggered creature's attack action makes a basic attack or nothing. DDM-TIM-032
define move-left (who: creature): yes-no =
  can act(who)
    and not rooted of who
    and (
      moves-made of who < moves-allowed(who)
        or (
          moves-made of who = moves-allowed(who)
            and strikes-made of who = 0
            and not is-staggered(who)
        )
    )
# Whether a creature has an attack action left.
define strike-left (who: creature): yes-no =
  can act(who)
    and strikes-made of who < attacks-allowed(who)
    and moves-made of who <= moves-allowed(who)
# Whether a creature has an attack action left for a power: none for whom powers are barred, and no attack action but a basic attack for the
# Staggered. DDM-TIM-032 DDM-ACT-005 DDM-ACT-007 DDM-ACT-016 DDM-TIM-039
define power-strike-left (who: creature): yes-no =
  strike-left(who) and can use-power(who) and not is-staggered(who)
# Whether a creature has a move action left for a power.
define power-move-left (who: creature): yes-no = move-left(who) and can use-power(who)

# A move action is used up.
procedure take-move-action (who: creature) {
  # It is used up.
  step pay { add 1 to moves-made of who }
}
# An attack action is used up: after moving, an attack ends all movement of the turn. What a creature does outside its turn uses up nothing.
# DDM-ACT-011 DDM-ACT-012 DDM-ACT-019
procedure take-attack-action (who: creature) {
  # It is used up.
  step pay {
    add 1 to strikes-made of who
    if stirred of who { set rooted of who to yes }
  }
}

# DDM-ACT-003 DDM-ACT-009
turn-action "Move" when move-left(actor) and can move(actor) {
  run take-move-action(actor)
  let far = run walk(actor, pace(actor))
}
# DDM-ACT-004
turn-action "Shift" when move-left(actor) and can shift(actor) and any of shift-goals(actor) {
  run take-move-action(actor)
  run shift(actor)
}
# DDM-ACT-006
turn-action "Attack" when strike-left(actor) and any of usable-forms(actor) {
  run take-attack-action(actor)
  choose f from usable-forms(actor) by controller of actor "{actor} makes which attack?" {
    let hits = run use-attack(actor, f)
  }
}
# DDM-ACT-008
turn-action "Charge"
  when strike-left(actor)
    and can move(actor)
    and not is-staggered(actor)
    and any of charge-targets(actor)
{
  run take-attack-action(actor)
  choose t from charge-targets(actor) by controller of actor "Whom does {actor} charge?" {
    run charge-at(actor, t)
  }
}
# DDM-MOV-019 DDM-MOV-020: a charge can be its first movement of the turn.
turn-action "Charge under the ground"
  when strike-left(actor)
    and can move(actor)
    and not is-staggered(actor)
    and has(actor, burrow)
    and not burrowing of actor
    and not surfaced of actor
    and any of below-targets(actor)
{
  run take-attack-action(actor)
  choose t from below-targets(actor) by controller of actor "Whom does {actor} charge?" {
    set burrowing of actor to yes
    run charge-at(actor, t)
  }
}
# DDM-TER-038
turn-action "Teleport"
  when moves-made of actor = 0 and strikes-made of actor = 0 and any of teleporter-goals(actor)
{ run teleport(actor) }

# A creature's turn. DDM-SEQ-016 DDM-SEQ-017 DDM-SEQ-018 DDM-SEQ-019
procedure turn (active: creature) tells "{active}" {
  # What a confused creature rolled.
  var fate: number
  # It activates.
  step begin {
    add 1 to turns-begun
    set turn-number to turns-begun
    set activated of active to yes
    add 1 to times-active of active
    set taking-turn of active to yes
    # What it does in the turns of others before its next one counts as moving, too.
    set has-moved of active to no
    run note-firm(active)
  }
  # Ongoing damage is taken: what befalls it as its turn begins stands after this. DDM-DMG-038
  step burn { run smoulder(active) }
  # A confused creature rolls. DDM-TIM-037 DDM-TIM-040
  step fate tells if fate > 0 then "{active} is confused and rolls {fate}" else "" {
    set hurt-by of active to []
    if not gone of active and is-confused(active) {
      set fate to run roll-d20(controller of active, active, for-confusion)
      if fate >= 16 { start commanded(active, foe-of(owner of active)) until after turn }
    }
  }
  # Champion powers as it activates: `at champions.use when moment is on-activation`.
  step wake {
    if not gone of active { run champions(on-activation, active, active, basic-attack(active), 0) }
  }
  # Its actions: the offer `turn-action`. Whatever is left may be left. DDM-ACT-002
  step act {
    if not gone of active and not (fate >= 6 and fate <= 15) {
      offer turn-action(active) to controller of active at most 8 times
    }
  }
  # Its turn ends: `at turn.finish when active is you`; saving throws and powers live here, in the order of its player. DDM-TIM-007
  step finish {
    if not gone of active { run champions(on-turn-end, active, active, basic-attack(active), 0) }
  }
  # Whoever is in a pit at the end is eliminated. DDM-MOV-008 DDM-TER-019
  step fall {
    if in-pit(active) { run eliminate(active, by-whom: nobody, source: nobody) }
    run settle(active)
    # What comes after its turn is outside it. DDM-MOV-019
    for each c in everybody { set burrowing of c to no }
    set taking-turn of active to no
  }
}
# DDM-TIM-013 DDM-TIM-027
after turn.finish "Saving throws"
  when not gone of active and any of savable(active)
  may by controller of active
{ run saves(active) }
# DDM-TER-047
at turn.finish when not gone of active and on-font(active) {
  let healed = run heal(active, 5, living-only: yes)
}

# reading: of several opponents the next to the left commands. DDM-TIM-037 DDM-TEA-013
define foe-of (side: player): player =
  if same-team(next-player(side), side) then first of opponents(side) else next-player(side)
