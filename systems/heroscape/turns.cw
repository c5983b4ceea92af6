# Turns that powers give: inside another, instead of it, before and after it, with a figure or a whole card.

# Whether a figure can take a turn by a power: that of no order marker.
define can-take-turn (f: figure): yes-no =
  is-on-field(f)
    and can act(f)
    and none of (members c of cards-of(f) where not can take-turn(controller of f, c))
# Whether this is a turn with a figure, by an order marker or by a power, and it stands there: "after taking a turn with it" is
# `at moment.powers "Rest" when what is on-turn-end and is-turn-of(here) may { run heal(here) }`. In a turn with a Squad it is that of each of its figures; of two common
# Heroes of one name it is that of the one with whom it is taken.
define is-turn-of (f: figure): yes-no =
  card-in-use is in cards-of(f)
    and is-on-field(f)
    and (whose-turn is f or not (whose-turn is any figure))
# A turn of one figure inside another's, or once more: it moves and attacks as often as it may, whatever it has done before in this turn. No order marker is
# turned up for it (`turn-marker` is 0), but it is a turn like any other: its card is `card-in-use`, and `on-turn-start` and `on-turn-end` come. So a power that
# gives such a turn at one of these moments says `never within itself`. What the figure could do in the turn around this one it still can: what is counted in a turn
# belongs to a run of this procedure. So a turn with a whole Army Card (`extra-turn`) is one, too: that of nobody in particular.
# HS-SEQ-010 HS-SEQ-011
procedure take-turn-with (
  actor: figure,
  used: army-card = first of cards-of(actor),
  side: player = controller of actor
)
  tells if actor is any figure then "{actor} takes a turn" else "{used} takes a turn"
{
  # A turn with a whole card takes place here.
  step whole-card
  # What its player does instead; no order marker is turned up for this turn.
  step instead {
    if not is-on-field(actor) or not can act(actor) { stop }
    if options of instead-of-turn(used) for side > 0 {
      let taken = offer instead-of-turn(used) to side
      if taken > 0 { stop }
    }
  }
  # It begins anew.
  step begin {
    set turn-of to side
    set card-in-use to used
    set whose-turn to actor
    run note-start(actor)
  }
  # Powers at its start: `at moment.powers when what is on-turn-start`.
  step start { run moment(on-turn-start, subject: nobody, other: nobody) }
  # It moves.
  step move {
    repeat 10 times {
      if not is-on-field(actor) or not can act(actor) or moves-made of actor >= moves-allowed(actor)
      { break }
      run move-figure(actor)
    }
    if is-on-field(actor) and can act(actor) and moves-made of actor = 0 {
      run moment(on-move-done, actor, other: nobody)
    }
    if is-on-field(actor) { run moment(on-moves-done, subject: nobody, other: nobody) }
  }
  # It attacks.
  step attack tells if is-idle then "{actor} neither moves nor attacks" else "" {
    repeat 10 times {
      if not is-on-field(actor) or not can-attack-now(actor) { break }
      may by controller of actor "Does {actor} attack?" { run attack-with(actor) } else { break }
    }
  }
  # Powers at its end: `at moment.powers when what is on-turn-end`.
  step last { run moment(on-turn-end, subject: nobody, other: nobody) }
  # Turns that powers have given to figures in this one are taken here.
  step more
}

at take-turn-with.whole-card when actor is not any figure 60 times per round {
  set granted of side to used
  run turn(side, 0)
}

# How many turns powers have given a figure that it takes when this one is over.
state turns-owed (who: figure): number per take-turn-with
# A power gives a figure another turn, as soon as this one is over; its player may decline it then: "each time it destroys a figure, you may take another turn with it" is
# `at moment.powers when what is on-destruction and other is here { run owe-turn(here) }`. HS-SEQ-011
procedure owe-turn (actor: figure) {
  # It is kept in mind.
  step note { add 1 to turns-owed(actor) }
}
at turn.more or at take-turn-with.more
  when any of (all figure f where turns-owed(f) > 0)
  60 times per round
{ run take-owed-turns() }
# Whoever is owed a turn takes it, one after the other; who is not there any more does not.
procedure take-owed-turns () {
  # As long as somebody is owed one.
  step each {
    repeat 20 times {
      let waiting = all figure f where turns-owed(f) > 0
      if none of waiting { break }
      let actor = first of waiting
      add -1 to turns-owed(actor)
      if can-take-turn(actor) {
        may by controller of actor "Does {actor} take another turn?" { run take-turn-with(actor) }
      }
    }
  }
}

# One of some figures takes a turn inside that of another, as a player says, who may have none take it if `may-decline`; gives who did:
# `run one-takes-turn(heroes(here), controller of here)`.
procedure one-takes-turn (
  among: set of figure,
  side: player,
  may-decline: yes-no = no
) gives actor: figure
{
  # The player picks it.
  step choose-figure {
    if may-decline {
      choose f from among by side "Who takes a turn?" or none { set actor to f }
    } else {
      choose f from among by side "Who takes a turn?" { set actor to f }
    }
  }
  # It takes its turn.
  step act {
    if actor is not nobody { run take-turn-with(actor) }
  }
}

# Up to so many of some figures take turns, one after the other and each one once, as the player of `leader` says, who has at least one take it; where they must be near it,
# within so many clear sight spaces before each turn: "instead of that turn up to two Elf Wizards within six clear sight spaces of it take one" is
# `run some-take-turns(of-sort(controller of here, elf, wizard) - [here], here, most: 2, within: 6)`. HS-SEQ-011
procedure some-take-turns (
  among: set of figure,
  leader: figure,
  most: number,
  within: number = 1000
)
{
  # Who has had one.
  var done: set of figure
  # One after the other.
  step each {
    repeat most times {
      let actor =
        run one-takes-turn(
          members f of among
            where not (f is in done)
              and can-take-turn(f)
              and (within >= 1000 or in-clear-spaces(leader, within, f)),
          controller of leader,
          may-decline: any of done
        )
      if actor is not any figure { break }
      add actor to done
    }
  }
}

# A turn with a whole Army Card inside another's, or instead of it, as by an order marker, but none is turned up: as many of its figures act as it shows, and of `who`
# alone, if some are named. HS-SEQ-011
procedure take-turn-with-card (used: army-card, who: set of figure = pool-of(used)) {
  # Those who are not named stay out of it.
  step begin {
    for each f in pool-of(used) - who { start sitting-out(f) until after take-turn-with-card }
  }
  # The turn.
  step take { run extra-turn(owner of used, used) }
}
# A figure does not act in this turn.
effect sitting-out (sitter: figure) { forbid act when who is sitter }
# A figure must end its turn at once, and all order markers are taken off its card and its copies: "whoever attacked it in vain ..." is `after defend when defender is here
# and wounds = 0 { run lose-turn(attacker) }`. HS-ORD-005
procedure lose-turn (stopped-one: figure) {
  # It does no more.
  step sit-out { start sitting-out(stopped-one) until after turn }
  # Its orders are gone.
  step strip { run take-markers(stopped-one) }
}

# After a turn with an Army Card its player goes on rolling the 20-sided die: for so much and more another turn with it follows. On the Army Card:
# `after turn "Frenzy" when card-in-use is here and any of pool-of(here) never within itself may { run turns-while-lucky(here, 16) }`.
procedure turns-while-lucky (used: army-card, least: number, what-for: purpose = for-power) {
  # As long as the die is high, and the player likes.
  step each {
    repeat 20 times {
      if none of pool-of(used) { break }
      let enough = run roll-for(first of pool-of(used), least, what-for)
      if not enough { break }
      may by owner of used "Take another turn?" {
        run extra-turn(owner of used, used)
      } else {
        break
      }
      may by owner of used "Roll again?" { } else { break }
    }
  }
}

# --- Bonding: a turn with somebody else before that with a card. HS-POW-003 HS-SEQ-010

# Of some figures those that can take a turn before that with an Army Card: its player decides for them, and somebody else is left for the card's own turn.
define bond-partners (c: army-card, among: set of figure): set of figure =
  members f of among
    where f is not whose-turn
      and controller of f is controller of c
      and can-take-turn(f)
      and any of (pool-of(c) - [f])
# Whether a card is in use, and before its turn one of some figures can take a turn. In the entry of an Army Card: `at moment.powers "Bonding"
# when what is on-turn-start and can-bond(here, of-sort(controller of here, elf)) may { run bond-with(here, of-sort(controller of here, elf)) }`.
# "After revealing an order marker on this card" is the same with `and turn-marker > 0`.
define can-bond (c: army-card, among: set of figure): yes-no =
  card-in-use is c and any of bond-partners(c, among)
# Of some figures those that can take a turn after that with an Army Card, for its player.
define followers (c: army-card, among: set of figure): set of figure =
  members f of among where controller of f is controller of c and can-take-turn(f)
# Whether a card was in use, and one of some figures can take a turn after it: `after turn "War Call" when can-follow(here, unique-heroes(controller of
# here)) may { run follow-with(here, unique-heroes(controller of here)) }`.
define can-follow (c: army-card, among: set of figure): yes-no =
  card-in-use is c and any of followers(c, among)
# One of some figures takes a turn after that with an Army Card, as its player says; gives who did.
procedure follow-with (c: army-card, among: set of figure) gives actor: figure {
  # It takes its turn.
  step act { set actor to run one-takes-turn(followers(c, among), controller of c) }
}
# A figure has taken a turn by bonding; in the turn that follows another one acts.
effect bonded (actor: figure) { }
# Whether a figure may take a turn before that with an Army Card: a card says so of itself. "Before taking a turn with them, you may first take a turn with any Orc Champion
# that you control" is, on the Army Card, `replace bonds-with with yes when used is here and counts-as(partner, orc) and counts-as(partner, champion)`.
value bonds-with (used: army-card, partner: figure): yes-no = no, highest wins
# Those with whom a card bonds, and who can take a turn now.
define bonded-partners (c: army-card): set of figure =
  members f of bond-partners(c, on-field) where bonds-with(c, f)
# Their player is asked as the turn with the card begins, once for each card.
at moment.powers "Bonding"
  when what is on-turn-start and any of bonded-partners(card-in-use)
  once per turn for card-in-use may by controller of card-in-use
{ run bond-with(card-in-use, bonded-partners(card-in-use)) }
# One of some figures takes a turn before that with an Army Card, as its player says; gives who did.
procedure bond-with (c: army-card, among: set of figure) gives actor: figure {
  # It takes its turn.
  step act { set actor to run one-takes-turn(bond-partners(c, among), controller of c) }
  # It does not act a second time for the card.
  step mark {
    if actor is in pool-of(c) { start bonded(actor) until after turn }
  }
}

# The figures of an Army Card have moved; its player rolls, and for so much and more they move again, and so on as long as the die is high and he likes. On the Army Card:
# `after turn.move "Charge" when card-in-use is here and any of pool-of(here) may { run moves-while-lucky(here, 15) }`.
procedure moves-while-lucky (used: army-card, least: number, what-for: purpose = for-power) {
  # As long as the die is high, and the player likes.
  step each {
    repeat 20 times {
      if none of pool-of(used) { break }
      let enough = run roll-for(first of pool-of(used), least, what-for)
      if not enough { break }
      run move-again(used)
      may by decider-of(used) "Roll again?" { } else { break }
    }
  }
}

# The figures that act in this turn move once more, as many of the card as it shows. In the entry of an Army Card:
# `after turn.attack "Onward" when card-in-use is here may by owner of here { run move-again(here) }`.
procedure move-again (used: army-card) {
  # Each has one move, whether it has moved before or not.
  step ready {
    for each f in pool-of(used) {
      if moves-allowed(f) > 0 { set moves-made of f to moves-allowed(f) - 1 }
    }
  }
  # They move.
  step move { run move-figures(owner of used, used) }
}

# --- Control

# Whether another figure can have one act for its player.
permission be-controlled (who: figure, by-whom: figure)
# A figure and its Army Card, with all figures of it, belong to another player from now on; what order markers lie on it are taken off: "take control of the chosen
# figure and that figure's Army Card". `done` says whether it could be. HS-POW-002 HS-TEAM-004
procedure take-over (taken: figure, by-whom: figure) gives done: yes-no {
  # It changes sides.
  step change {
    if not is-on-field(taken) or not can be-controlled(taken, by-whom) { stop }
    run change-side(taken, controller of by-whom)
    set done to yes
  }
}
# A figure and its Army Card, with all figures of it, go over to a player, without markers. Each keeps its wounds, also where the player has the same card.
# HS-DMG-001
procedure change-side (turncoat: figure, to-whom: player) {
  # Wounds on Army Cards are laid beside the figures.
  step pick-up-wounds {
    for each f in (all figure g where type of g is type of turncoat) {
      if marked-card(f) is not nobody {
        let wounded = wound on marked-card(f)
        take all wound from marked-card(f)
        give wounded wound to f
      }
    }
  }
  # Markers, card and figures.
  step change {
    run take-markers(turncoat)
    let sheets = cards-of(turncoat)
    let company = [turncoat] + mates-of(turncoat)
    for each c in sheets {
      set-owner(c, to-whom)
      move-to(c, to-whom)
    }
    for each f in company { set-owner(f, to-whom) }
  }
  # Wounds lie on Army Cards again, where one figure alone has that card.
  step lay-wounds-down {
    for each f in (all figure g where type of g is type of turncoat) {
      if marked-card(f) is not nobody {
        let wounded = wound on f
        take all wound from f
        give wounded wound to marked-card(f)
      }
    }
  }
}

# A player decides for a figure: it is his friends' friend. Its wounds stay on its own card.
effect puppet-of (puppet: figure, puppeteer: player) {
  replace controller with puppeteer when controlled is puppet
}
# While a power of `mover-of-it` has a figure act, it moves only if `mover-of-it` can move it.
effect in-tow (puppet: figure, mover-of-it: figure) {
  forbid move when who is puppet and not can be-moved(puppet, mover-of-it)
}
# A figure takes a turn for the player of another.
procedure take-turn-with-enemy (puppet: figure, by-whom: figure) {
  # It takes its turn.
  step act {
    if not can be-controlled(puppet, by-whom) { stop }
    start in-tow(puppet, by-whom) until after take-turn-with-enemy
    start puppet-of(puppet, controller of by-whom) until after take-turn-with-enemy
    run take-turn-with(puppet)
  }
}
# An Army Card takes a turn for the player of a figure, all its figures or as many as it shows: "take temporary control of the enemy Army Card and take a turn with it".
procedure take-card-turn-with-enemy (used: army-card, by-whom: figure) {
  # Those whom the power can control take the turn.
  step act {
    for each f in pool-of(used) {
      if can be-controlled(f, by-whom) {
        start in-tow(f, by-whom) until after take-card-turn-with-enemy
        start puppet-of(f, controller of by-whom) until after take-card-turn-with-enemy
      }
    }
    run take-turn-with-card(used, members g of pool-of(used) where can be-controlled(g, by-whom))
  }
}
