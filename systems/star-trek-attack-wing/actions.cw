# Actions, cloaks, locks.

# What a ship can do as an action. `leave` is what it may do: anything as its one action; as a free action something of
# its Action Bar, a card's action, or one deed only. STAW-ACT-003 STAW-ACT-004
offer action (actor: ship, leave: deed) asks "{actor} performs which action?"

# Whether a ship has an action in its Action Bar. STAW-ACT-002
value has-icon (who: ship, what: deed): yes-no = what is in actions of who
# Whether `leave` lets a ship perform an action of its bar. STAW-ACT-002 STAW-ACT-016
define open-to (actor: ship, leave: deed, what: deed): yes-no =
  can perform(actor, what)
    and (leave is anything or can perform-free(actor, what))
    and (
      leave is what
        or (leave is free-listed and what is in listed-deeds)
        or (leave is in [anything, free-bar, free-any] and has-icon(actor, what))
    )
# Whether `leave` lets a ship perform the action of a card: every card with an Action asks `card-open(leave, here)`. It asks for Time Tokens, too, and
# whether the ship can perform Actions of cards. STAW-ACT-003 STAW-ACT-007 STAW-TTK-001
define card-open (leave: deed, card: thing = nobody): yes-no =
  (
      leave is anything
        or leave is free-any
        or leave-suits(leave, card)
        or (leave is free-card and (only-card is nobody or only-card is card))
    )
    and time-on-card(card) = 0
    and can use-action(card)
    and can perform(user-of(card), card-deed)
    and (leave is anything or can perform-free(user-of(card), card-deed))
# Whether a leave for cards of one sort is one for this card.
define leave-suits (leave: deed, card: thing): yes-no =
  if leave is free-captain then card is in leaders-of(user-of(card))
    else as-upgrade(card) is any upgrade and leave is leave-for(slot of as-upgrade(card))
# The leave for the Actions of upgrades with an icon.
define leave-for (icon: slot): deed =
  if icon is crew then free-crew
    else if icon is tech then free-tech
    else if icon is elite-talent then free-talent
    else anything
# How many Time Tokens lie on a card, whatever it is. Whether it can be used at another moment than an Action: `ready(here)`.
define time-on-card (card: thing): number =
  time on as-upgrade(card)
    + time on as-captain(card)
    + time on as-admiral(card)
    + time on as-ship(card)
# A card, if it is an upgrade; else nobody.
define as-upgrade (card: thing): upgrade = card
# The ship of a card, or the ship itself whose card it is.
define user-of (card: thing): ship =
  if card is any ship then as-ship(card) else as-ship(holder of card)
# The one card whose Action may be performed now, if a card says which.
state only-card: thing per act
# The actions that may be performed now with the leave `free-listed`.
state listed-deeds: set of deed per act

# One action: the ship's own, or a free one. `done` says whether one was performed: `let done = run act(you, free-bar)`, then
# `if done { ... }`. With `of-card` it is the Action of this card: `run act(you, free-card, here)`. One of several, whether or not they are in its Action
# Bar: `run act(you, free-listed, among: [evade-deed, scan-deed])`. A card before it asks `could-act(you, free-bar)`. STAW-ACT-001 STAW-ACT-006
procedure act (
  actor: ship,
  leave: deed,
  of-card: thing = nobody,
  among: set of deed = []
) gives done: yes-no
{
  # The ship's player picks an action, or none. A card's Action that does not say so itself is noted as performed.
  step choose {
    let earlier = deeds of actor
    if at-liberty(actor) {
      set only-card to of-card
      set listed-deeds to among
      let taken = offer action(actor, leave) to controller of actor
      if taken > 0 and not noted of actor { run performed(actor, card-deed) }
    }
    set done to deeds of actor > earlier
  }
}

# Whether a ship can act at all now.
define at-liberty (actor: ship): yes-no = in-play(actor) and at-large(actor) and can act(actor)
# Whether a ship could perform the Action of a card now that is a free one by itself, headed "Free Action":
# `before activate.perform-action or after activate.perform-action "Name" when actor is you and free-open(you, here)` with `once per round`, `may`, and
# `run performed(you, card-deed)` first in the braces. A ship that has overlapped another skips the step. STAW-ACT-004 STAW-MOV-031
define free-open (actor: ship, card: thing): yes-no =
  at-liberty(actor) and not bumped of actor and card-open(free-any, card)
# Whether a ship could perform some action now, what a card asks that gives a free action: `could-act(you, free-bar)`, `could-act(you, scan-deed)`,
# `could-act(you, free-listed, [evade-deed, scan-deed])`.
define could-act (actor: ship, leave: deed, among: set of deed = []): yes-no =
  at-liberty(actor)
    and (
      options of action(actor, leave) for controller of actor > 0
        or any of (members d of among where options of action(actor, d) for controller of actor > 0)
    )

# A ship is about to perform an action of its Action Bar: the action is named, and nothing of it has happened. "When it would perform a Cloak Action" is
# `at announce.heed when actor is you and what is cloak-deed`; a card that prevents the action says `set done to no` there, and the action is lost.
procedure announce (actor: ship, what: deed) gives done: yes-no {
  # The action is named.
  step name { set done to yes }
  # Cards that do something before, or stop it.
  step heed { }
  # A prevented action is none that was performed.
  step settle {
    if not done { set noted of actor to yes }
  }
}

# An action was performed; what follows it lives in the windows of this procedure.
procedure performed (actor: ship, what: deed) {
  # The ship remembers that it has acted.
  step note {
    add 1 to deeds of actor
    add what to deeds-done of actor
    set noted of actor to yes
  }
}

# An Evade Token. STAW-ACT-005 STAW-ACT-012 STAW-LIM-005
action "Evade"
  when open-to(actor, leave, evade-deed)
  once per round for actor cost { run announce(actor, evade-deed) if yes }
{
  give 1 evade to actor
  run performed(actor, evade-deed)
}
# A Scan Token. STAW-ACT-005 STAW-ACT-013 STAW-LIM-005
action "Scan"
  when open-to(actor, leave, scan-deed)
  once per round for actor cost { run announce(actor, scan-deed) if yes }
{
  give 1 scan to actor
  run performed(actor, scan-deed)
}
# A Battle Stations Token. STAW-ACT-005 STAW-ACT-015 STAW-LIM-005
action "Battle Stations"
  when open-to(actor, leave, battle-deed)
  once per round for actor cost { run announce(actor, battle-deed) if yes }
{
  give 1 battle-stations to actor
  run performed(actor, battle-deed)
}
# How many Active Shields a ship must have to cloak: "even if you have no Active Shields" is `replace shields-to-cloak with 0 when who is you`. STAW-CLK-001
value shields-to-cloak (who: ship) = 1
# A Cloak Token: it takes an Active Shield at least. STAW-CLK-001 STAW-DMG-023
action "Cloak"
  when open-to(actor, leave, cloak-deed)
    and shield on actor >= shields-to-cloak(actor)
    and not is-cloaked(actor)
  once per round for actor cost { run announce(actor, cloak-deed) if yes }
{
  run engage-cloak(actor)
  run performed(actor, cloak-deed)
}
# A move to one side, for a Cloaked ship. Its player may measure before (`any-echo`), and may declare it all the same: where there is no room it proves impossible.
# STAW-CLK-010 STAW-CLK-012 STAW-INF-007 STAW-ECH-006 STAW-ECH-007
action "Sensor Echo"
  when open-to(actor, leave, echo-deed) and may-echo(actor)
  once per round for actor cost { run announce(actor, echo-deed) if yes }
{ run sensor-echo(actor) }
# A lock on an opposing ship. STAW-ACT-005
action "Target Lock"
  when open-to(actor, leave, lock-deed) and any of lockable-ships(actor)
  once per round for actor cost { run announce(actor, lock-deed) if yes }
{
  choose goal from lockable-ships(actor) by controller of actor "Whom does {actor} lock?" {
    run acquire-lock(actor, goal)
  }
  run performed(actor, lock-deed)
}
# A damage card is repaired. STAW-ACT-017
action "Regenerate"
  when open-to(actor, leave, regenerate-deed) and any of (all damage-card d on actor)
  once per round for actor cost { run announce(actor, regenerate-deed) if yes }
{
  run regenerate(actor)
  run performed(actor, regenerate-deed)
}
# A Disabled Token is taken from an upgrade, not from a captain. STAW-ACT-019 STAW-CRD-008 STAW-CRD-010 STAW-CRD-011
action "Enable an upgrade"
  when (leave is anything or leave is enable-deed) and can perform(actor, enable-deed)
  choosing gear from disabled-gear(actor) by controller of actor "{actor} enables which upgrade?"
  once per round for actor
{
  take 1 disabled from gear
  run performed(actor, enable-deed)
}
# Cards change places with those of the shuttlecraft docked on the ship. STAW-SHU-016
action "Exchange cards with the shuttlecraft"
  when leave is anything and can perform(actor, exchange-deed) and any of docked-on(actor)
  once per round for actor
{
  run exchange(actor, first of docked-on(actor))
  run performed(actor, exchange-deed)
}

# A ship's upgrades with a Disabled Token that can be taken away.
define disabled-gear (who: ship): set of upgrade =
  all upgrade u on who where disabled on u > 0 and can enable-upgrade(u)

# A player has one crew upgrade of a ship disabled, whoever's effect it is; with more or other icons: `disable-upgrades`; `done` says whether there was one. STAW-CRD-008 STAW-SHU-014
procedure disable-crew (boarded: ship, chooser: player) gives done: yes-no {
  # The player picks it.
  step pick {
    choose gear from crew-to-disable(boarded) by chooser "Disable which crew?" {
      set done to run disable-card(gear, chooser)
    }
  }
}

# A ship uses the Action that is printed on an upgrade, wherever that lies, as if it were aboard: a copy of the card is there for so long, and what
# the Action costs falls on the copy. `done` says whether it was used. STAW-ACT-007
procedure use-printed-action (user: ship, model: upgrade) gives done: yes-no {
  # The copy.
  var copy: upgrade
  # The copy comes aboard, the Action may be performed, and the copy goes; what it has begun goes on.
  step borrow {
    set copy to create (template of model) on user owned by owner of user
    set done to run act(user, free-card, copy)
    if in-play(copy) and holder of copy is user { run discard-upgrade(copy) }
    take copy from lost-gear of user
  }
}

# The same with the Action that is printed on a captain, of a friendly ship for example: "this ship performs the Action listed on the target Captain as a free action" is
# `run use-captains-action(you, captain-of(s))`. STAW-ACT-007
procedure use-captains-action (user: ship, model: captain) gives done: yes-no {
  # The copy.
  var copy: captain
  # The copy comes aboard beside the captain, the Action may be performed, and the copy goes; what it has begun goes on.
  step borrow {
    set copy to create (template of model) on user owned by owner of user
    set done to run act(user, free-card, copy)
    if in-play(copy) { remove(copy) }
  }
}

# An upgrade goes to another ship and belongs to that ship's player from then on, a team mate's, too; its tokens stay on it: "move one of your upgrades to that ship"
# is `choose u from gear-of(you) by controller of you "Which upgrade?" { run hand-over(u, s) }`. STAW-CRD-012
procedure hand-over (gear: upgrade, bearer: ship) {
  # The card changes hands.
  step pass {
    move-to(gear, bearer)
    set-owner(gear, owner of bearer)
  }
}

# A ship steals an upgrade of another: it becomes one of its own player's, even if that breaks what the ship may carry, face up or `upward: no` face
# down, where it has no text. Time and Disabled Tokens stay on it, and so do effects that it has begun; a weapon that is being fired goes on.
# STAW-CRD-004 STAW-CRD-012
procedure steal-upgrade (
  loot: upgrade,
  thief: ship,
  upward: yes-no = yes,
  cause: thing = nobody
) gives done: yes-no
{
  # The card changes hands, unless something saves it.
  step take-over {
    set done to in-play(loot) and can be-picked(loot) and can affect(thief, loot)
    if done {
      let saved = run befall(loot, stealing, owner of thief, cause)
      set done to not saved
    }
    if done {
      run hand-over(loot, thief)
      if not two-sided of loot { flip(loot, up: upward) }
    }
  }
}

# --- Cloak

# A ship cloaks: all its shields are disabled. STAW-CLK-002 STAW-CLK-003
procedure engage-cloak (ghost: ship) {
  # The shields go down.
  step disable { run disable-all-shields(ghost) }
  # The token is laid on the base, green side up.
  step lay {
    set cloak of ghost to on-base
    set red-cloak of ghost to no
  }
}

# --- Shields

# So many Active Shields of a ship are disabled: a cost that must be paid in full. STAW-DMG-020 STAW-DMG-021
procedure disable-shields (who: ship, amount: number) gives paid: yes-no {
  # The tokens are flipped.
  step flip {
    if shield on who >= amount {
      take amount shield from who
      give amount disabled-shield to who
      set paid to yes
    }
  }
}

# So many Disabled Shields of a ship are flipped to their active sides, or as many as there are, by a card: "flip up to 2 of your Disabled Shields" is
# `run raise-some(you, 2)`, if `disabled-shield on you > 0`; all of them: `run enable-shields(you)`. A Cloak does not hinder it: a card that means so asks `not is-cloaked(you)`. It gives how many. STAW-DMG-019
procedure raise-some (who: ship, most: number) gives amount: number {
  # The tokens are flipped.
  step flip {
    set amount to min(most, disabled-shield on who)
    take amount disabled-shield from who
    give amount shield to who
  }
}

# All Active Shields of a ship are disabled; a ship without any can do so too. STAW-DMG-022 STAW-ACT-021
procedure disable-all-shields (who: ship) gives paid: yes-no {
  # The tokens are flipped.
  step flip {
    give (shield on who) disabled-shield to who
    take all shield from who
    set paid to yes
  }
}

# --- Target locks

# A ship gets a lock on another; beyond its limit it loses an old one, unless nothing can be laid out by the other. STAW-TLK-004 STAW-TLK-005 STAW-TLK-006
# STAW-TLK-007
procedure acquire-lock (locker: ship, goal: ship) gives done: yes-no {
  # Locks beyond the limit go.
  step make-room {
    if not can touch(locker, goal) { stop }
    repeat count of locks of locker times {
      if count of locks of locker >= lock-limit(locker) {
        choose old
          from locks of locker
          by controller of locker "Which lock does {locker} give up?"
        { run break-lock(locker, old) }
      }
    }
  }
  # The pair of tokens is laid out.
  step lay {
    add goal to locks of locker
    set done to yes
  }
}

# A lock is removed, both tokens at once. As a cost: `cost { run break-lock(you, defender) if defender is in locks of you and can spend(you, lock-deed) }`. STAW-TLK-009
# STAW-TLK-010 STAW-TLK-011
procedure break-lock (locker: ship, goal: ship) gives done: yes-no {
  # The pair goes.
  step return {
    set done to goal is in locks of locker
    take goal from locks of locker
  }
}

# --- Regenerate

# One damage is repaired, whichever the player wants; the ship does not attack in this round. STAW-ACT-017
# STAW-ACT-018
procedure regenerate (actor: ship) {
  # The player picks a damage card.
  step repair { run repair-one(actor) }
  # No attack in this round.
  step hold-fire { start ceasefire(actor) until after round }
}

# A player has a damage card repaired: one that lies face up, or one of those that lie face down and that nobody has seen.
procedure repair-one (patient: ship) {
  # The player picks one.
  step pick {
    let unseen = members d of (all damage-card d on patient) where not face-up(d)
    let open-wounds = members d of (all damage-card d on patient) where face-up(d)
    choose one by controller of patient "Repair which damage?" {
      "A face-down card" when any of unseen { run repair(first of unseen, patient) }
      "A face-up card" when any of open-wounds {
        choose wound from open-wounds by controller of patient "Repair which critical damage?" {
          run repair(wound, patient)
        }
      }
    }
  }
}

# A ship cannot attack. STAW-ACT-018
effect ceasefire (quiet-ship: ship) { forbid make-attack when attacker is quiet-ship }

# --- Sensor Echo

# Whether a ship may perform a Sensor Echo, if it has room: "even if you are not Cloaked" is `replace may-echo with yes when who is you`. STAW-CLK-010
value may-echo (who: ship): yes-no = is-cloaked(who)
# The longest straight template that a ship may use for a Sensor Echo. STAW-ECH-001
value echo-speed (who: ship) = 2
# The templates of a Sensor Echo. STAW-ECH-001
define echo-templates (longest: number): set of template =
  all template t where bearing of t is straight and speed of t <= longest
# Where a Sensor Echo ends: the ship faces as before. -1 is left, 1 right. STAW-ECH-002 STAW-ECH-003 STAW-ECH-004
define echo-spot (who: ship, side: number, along: template, shift: side-shift): pose =
  slid-aside(who, side, length of along, template-width, shift)
# The places that are free, on one side with one template. STAW-ECH-005
define echo-spots (who: ship, side: number, along: template): set of side-shift =
  all side-shift s
    where free-at(who, echo-spot(who, side, along, s))
      and inside-table(who, echo-spot(who, side, along, s))
# Whether there is any place for a Sensor Echo. The player may measure before he decides. STAW-INF-007
define any-echo (who: ship, longest: number = echo-speed(who)): yes-no =
  any of (
    members t of echo-templates(longest)
      where any of echo-spots(who, 0 - 1, t) or any of echo-spots(who, 1, t)
  )

# Whether a ship could perform a Sensor Echo Action now, Cloaked or not and whatever its Action Bar.
define could-echo (actor: ship, longest: number = echo-speed(actor)): yes-no =
  at-liberty(actor)
    and can perform(actor, echo-deed)
    # STAW-ACT-005
    and not (echo-deed is in deeds-done of actor)
    and any-echo(actor, longest)
# A ship performs a Sensor Echo Action though it may not be Cloaked: "perform a Sensor Echo Action with a 1 straight template, even if you are not Cloaked" is
# `run perform-echo(you, 1)`, if `could-echo(you, 1)`. It is the Sensor Echo Action of the round; `done` says whether it came to one.
procedure perform-echo (actor: ship, longest: number = echo-speed(actor)) gives done: yes-no {
  # The leave, and the action.
  step echo {
    start echo-leave(actor, longest) until after perform-echo
    set done to run act(actor, echo-deed)
  }
}
# A ship may perform a Sensor Echo though it is not Cloaked, with these templates.
effect echo-leave (dancer: ship, longest: number) {
  replace may-echo with yes when who is dancer
  replace echo-speed with longest when who is dancer
}
# A Sensor Echo is no maneuver: it has no colour. As an Action: `perform-echo`. STAW-ECH-008
procedure sensor-echo (actor: ship, longest: number = echo-speed(actor)) {
  var side: number
  var along: template
  # The player commits himself to a template and a side. STAW-ECH-001 STAW-ECH-002
  step commit {
    choose t
      from echo-templates(longest)
      by controller of actor "{actor} moves along which template?"
    { set along to t }
    choose one by controller of actor "{actor} moves to which side?" {
      "Left" always { set side to 0 - 1 }
      "Right" always { set side to 1 }
    }
  }
  # The ship is placed; if there is no room it stays, and acts no more but for free. STAW-ECH-003 STAW-ECH-006
  # STAW-ECH-007
  step shift {
    if any of echo-spots(actor, side, along) {
      choose s
        from echo-spots(actor, side, along)
        by controller of actor "Where does {actor} end?"
      {
        # It faces as before. STAW-ECH-004
        place(actor, echo-spot(actor, side, along, s))
      }
      run performed(actor, echo-deed)
    } else {
      set stalled of actor to yes
      set noted of actor to yes
    }
  }
}

# --- Fleet Actions

# Whether a ship may perform the Fleet Action of an Admiral as its action, or, where a card says so, as a free action: `run act(you, fleet-deed)`. STAW-ADM-006 STAW-ADM-007 STAW-ADM-010
# STAW-ACT-022
define fleet-open (actor: ship, leave: deed, commander: admiral): yes-no =
  (leave is anything or (leave is fleet-deed and can perform-free(actor, fleet-deed)))
    and can perform(actor, fleet-deed)
    and can use-fleet-action(actor, commander)
    and leads(commander)
    and fleet-action on commander > 0
    and can touch(flagship(commander), actor)
    and fleet-reach(commander, actor)

# The token goes beside the ship that uses the Fleet Action. STAW-ADM-007
procedure perform-fleet-action (commander: admiral, actor: ship) {
  # The token is moved.
  step move-token {
    take 1 fleet-action from commander
    give 1 fleet-action to actor
  }
  # The ship has acted.
  step note { run performed(actor, fleet-deed) }
}

# An Action that stands on both sides of an admiral's card, as the Fleet Action of the Admiral and as the Action of the captain, is one rule:
# `action "Name" when order-open(actor, leave, here) once per round for actor { run follow-order(here, actor) ... }`, and what it does, it does to `actor`: the ship that
# follows the Admiral, or the captain's own. STAW-ADM-004 STAW-ADM-006 STAW-ACT-007
define order-open (actor: ship, leave: deed, commander: admiral): yes-no =
  if face-up(commander) then fleet-open(actor, leave, commander)
    else actor is holder of commander and card-open(leave, commander)
# The token goes beside the ship that uses the Fleet Action; a captain's Action needs none. STAW-ADM-007
procedure follow-order (commander: admiral, actor: ship) {
  # The ship has acted.
  step note {
    if face-up(commander) {
      run perform-fleet-action(commander, actor)
    } else {
      run performed(actor, card-deed)
    }
  }
}
