# A creature performs a free action, if its player will: each kind of action once in a round all the same. With `bar-only` one that its action bar shows: "a
# friend at range 1 may perform an action of its action bar as a free action" is `run free-action(c, bar-only: yes)`. `done` says whether it did.
# DAW-AXN-003 DAW-AXN-004
procedure free-action (actor: creature, bar-only: yes-no = no) gives done: yes-no {
  # Its player picks the action.
  step perform {
    if not in-play(actor) or not can act(actor) { stop }
    set at-the-bar(actor) to bar-only
    let taken = offer action(actor) to controller of actor
    set done to taken > 0
  }
}
# A creature performs an action of its bar: its cards and its other actions wait. An action of a creature card asks `not at-the-bar(you)`; one of
# an upgrade asks `ready(here)`, which knows it.
state at-the-bar (dancer: creature): yes-no per free-action

# The actions that icons give, and those that every creature has.
# DAW-AXN-002 DAW-AXN-003 DAW-AXN-004

# A dodge token. DAW-AXN-008
action "Dodge"
  when has-icon(actor, dodge-deed) and can perform(actor, dodge-deed)
  once per round for actor
{ give 1 dodge to actor }

# A charge token. DAW-AXN-009
action "Charge"
  when has-icon(actor, charge-deed) and can perform(actor, charge-deed)
  once per round for actor
{ give 1 charge to actor }

# A concentrate token. DAW-AXN-010
action "Concentrate"
  when has-icon(actor, concentrate-deed) and can perform(actor, concentrate-deed)
  once per round for actor
{ give 1 concentrate to actor }

# A target token, if the enemy that is named is in range: a troop is one enemy. DAW-AXN-012 DAW-AXN-013 DAW-AXN-014 DAW-AXN-015 DAW-AXN-016
# DAW-AXN-017 DAW-AXN-019
action "Target"
  when has-icon(actor, target-deed) and can perform(actor, target-deed)
  choosing e from opponents-of(actor) by controller of actor "Name an enemy"
  once per round for actor
{
  if range-between(actor, e) <= 4 { give 1 target to actor }
}

# A move to one side, which exhausts. DAW-AXN-020
action "Feint"
  when has-icon(actor, feint-deed) and can perform(actor, feint-deed) and can make-move(actor)
  once per round for actor
{ run feint(actor) }

# A disabled upgrade works again. DAW-AXN-029 DAW-UPG-012
action "Restore an upgrade"
  when not at-the-bar(actor)
  choosing u
    from (all upgrade u on actor where disabled on u > 0)
    by controller of actor "Restore which?"
  once per round for actor
{ take all disabled from u }

# Where a feint ends. DAW-AXN-021
define feint-spot (dancer: creature, side: number, shift: side-shift): pose =
  slid-aside(dancer, side, length of straight-1, template-width, shift)

# The action Feint. DAW-AXN-020 DAW-AXN-027
procedure feint (dancer: creature) {
  var side: number

  # The player picks a side. DAW-AXN-023 DAW-AXN-026
  step choose-side {
    choose one by controller of dancer "Feint to which side?" {
      "Left" always { set side to 0 - 1 }
      "Right" always { set side to 1 }
    }
  }

  # The creature moves. DAW-AXN-021 DAW-AXN-024 DAW-AXN-025
  step slip {
    choose s
      from (all side-shift s where free-at(dancer, feint-spot(dancer, side, s)))
      by controller of dancer "Slide which way?"
    { place(dancer, feint-spot(dancer, side, s)) }
  }

  # It is exhausted. DAW-AXN-022 DAW-AXN-025
  step tire { run exhaust(dancer) }
}
