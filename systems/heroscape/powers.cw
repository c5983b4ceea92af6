# Moments at which powers of several players may fall due together, and who goes first then.

# When powers of several players may come together.
word occasion {
  on-round-start
  on-turn-start
  on-move-done
  on-moves-done
  on-attack-declared
  on-attack-done
  on-destruction
  on-turn-end
}

# A moment for powers: a power that belongs to one is a rule `at moment.powers`. All that can be used as the moment comes are due; then the
# players who have some are put in order, and each is asked once. One that another power has made impossible by then is
# prevented. A power may set off a moment of its own; what is due at the outer one waits.
# `beside` is whether the attacker and the defender were adjacent when the attack was rolled, or who was destroyed and who destroyed it when that happened: the dead
# stand nowhere. `subject` is who moved, attacks or was destroyed, `other` the defender, or who destroyed it. `form` is the attack that is made, or that destroyed
# it: `normal-attack`, a Special Attack, `no-attack` if it was none.
# HS-TIM-001 HS-TIM-002 HS-TIM-005
procedure moment (
  what: occasion,
  subject: figure,
  other: figure,
  form: special-attack = no-attack,
  beside: yes-no = no
)
{
  # Powers stand here: `at moment.powers "Name" when what is ... and ... may { ... }`.
  step powers gathers waiting priority run power-order(waiting) asks "Use a power?"
}

# Whose powers come first: the highest roller says whose powers come first, next, and so on. Six players, those of three sets together, have an order
# too. HS-TIM-002 HS-TIM-004 HS-TEAM-011
procedure power-order (those: set of player) gives order: set of player {
  # Who says the order.
  var chooser: player
  # Who has not been named yet.
  var left-over: set of player
  # All of them roll, at each clash. HS-TIM-006
  step roll {
    set left-over to those
    set chooser to run roll-off(those, for-precedence)
  }
  # The highest names the first.
  step name-first {
    choose p from left-over by chooser "Whose powers first?" { set order to [p] }
  }
  # And then the others.
  step name-others {
    repeat 5 times {
      set left-over to those - order
      if none of left-over { break }
      choose p from left-over by chooser "Whose powers next?" { set order to order + [p] }
    }
  }
}

# --- What powers roll for

# A figure has rolled combat dice that are none of attack or defense: a power lets it, it falls, it strikes at who leaves. `roller` is who rolls, `cause` what it rolls for: the figure or card of the
# power, or nobody. Whoever lets it roll runs this before the dice are counted: `let rolled = roll 3 combat`, `run show-dice(here, rolled, here)`. Whatever rolls such dice again or turns
# them acts `at show-dice.modify "Luck" when roller is here and any of rerollable(dice) may { ... }`; attack and defense have `after attack.attack-roll` and `after defend.defense-roll`.
procedure show-dice (roller: figure, dice: pool, cause: thing = nobody) {
  # The dice may be changed.
  step modify tells if cause is nobody then "" else "{roller} rolls: {dice}" { }
}

# What a roll gives by a table: nothing below `from-1`, then `then-1`, from `from-2` on `then-2`, and so on. "1 to 3 nothing, 4 to 15 two wounds, 16 to 19 four, 20 eight" is
# `by-roll(shown, 4, 2, 16, 4, 20, 8)`. It has four steps at most; a fifth stands before it: `if shown >= 20 then 8 else by-roll(...)`.
define by-roll (
  shown: number,
  from-1: number,
  then-1: number,
  from-2: number = 99,
  then-2: number = 0,
  from-3: number = 99,
  then-3: number = 0,
  from-4: number = 99,
  then-4: number = 0
): number =
  if shown >= from-4 then then-4
    else if shown >= from-3 then then-3
    else if shown >= from-2 then then-2
    else if shown >= from-1 then then-1
    else 0
# A power of a figure asks for so much on the 20-sided die: `let enough = run roll-for(here, 14)`. "Add 3 to the roll" asks for 3 less.
# `what-for` is for powers that other cards name.
procedure roll-for (roller: figure, least: number, what-for: purpose = for-power) gives good: yes-no
{
  # The die.
  step roll
    tells if good then "{roller} succeeds ({least} or more)"
      else "{roller} fails ({least} or more needed)"
  {
    let shown = run roll-d20(controller of roller, roller, what-for)
    set good to shown >= least
  }
}
# A power of one figure rolls the 20-sided die against another: for so much and more it takes wounds. Gives how many.
procedure roll-to-wound (
  victim: figure,
  by-whom: figure,
  least: number,
  amount: number = 1
) gives harm: number
{
  # The die, and the wounds; whoever is not there any more is not rolled for.
  step roll {
    if not is-on-field(victim) { stop }
    let good = run roll-for(by-whom, least)
    if good { set harm to run deal-wounds(victim, amount, by-whom) }
  }
}
# The same, and it is destroyed. `done` says whether it was. "A Squad figure for 7, a Hero for 17" is `run roll-to-destroy(f, here, 7, for-hero: 17)`; where a Hero takes
# a wound instead, `hero-wounds: 1` besides. `for-hero: 0` is the same for both.
procedure roll-to-destroy (
  victim: figure,
  by-whom: figure,
  least: number,
  for-hero: number = 0,
  hero-wounds: number = 0
) gives done: yes-no
{
  # The die, and the end.
  step roll {
    if not is-on-field(victim) { stop }
    let needed = if for-hero > 0 and is-hero(victim) then for-hero else least
    let good = run roll-for(by-whom, needed)
    if good {
      if is-hero(victim) and hero-wounds > 0 {
        run deal-wounds(victim, hero-wounds, by-whom)
        set done to destroyed of victim
      } else {
        set done to run destroy(victim, outright, by-whom)
      }
    }
  }
}

# A Squad figure is destroyed at once; a Hero is rolled for, and is destroyed for so much and more. `done` says whether it was.
procedure destroy-or-roll (victim: figure, by-whom: figure, least: number) gives done: yes-no {
  # The end, or the die.
  step act {
    if is-hero(victim) {
      set done to run roll-to-destroy(victim, by-whom, least)
    } else {
      set done to run destroy(victim, outright, by-whom)
    }
  }
}

# A poison works on: each time its player rolls, for `least` and more it is a wound more and another roll, for `deadly` and more it is the end; below, it is over. "1 to 9
# nothing, 10 to 19 a wound and roll again, 20 destroys" is `run work-on(defender, here, least: 10, deadly: 20)`.
procedure work-on (victim: figure, by-whom: figure, least: number, deadly: number = 99) {
  # As long as the die is high and it stands there.
  step each {
    repeat 20 times {
      if not is-on-field(victim) { break }
      let shown = run roll-d20(controller of by-whom, by-whom, for-power)
      if shown < least { break }
      if shown >= deadly {
        run destroy(victim, outright, by-whom)
        break
      }
      run deal-wounds(victim, 1, by-whom)
    }
  }
}

# A power of one figure deals so many wounds one at a time, each to any of some figures, as its player says, who may keep the rest: "one at a time for each skull, you may
# inflict one wound on any figure adjacent to it" is `let rolled = roll 3 combat run show-dice(here, rolled, here) run share-out(neighbours-of(here), skull in rolled, here)`.
# Wounds of a Special Attack are `form: lightning`, with its row.
procedure share-out (
  among: set of figure,
  number-of: number,
  by-whom: figure,
  form: special-attack = no-attack
)
{
  # One after the other.
  step each {
    repeat number-of times {
      choose f
        from (members g of among where is-on-field(g))
        by controller of by-whom "Who takes a wound?" or none
      {
        if special of form {
          run take-wounds(f, 1, attack-wound, by-whom, form)
        } else {
          run deal-wounds(f, 1, by-whom)
        }
      } else {
        break
      }
    }
  }
}

# Whether so many wounds more are the end of a figure: "if it receives enough wounds to be destroyed" is `after take-wounds.weigh when victim is here and
# is-deadly(here, harm)`.
define is-deadly (victim: figure, harm: number): yes-no =
  harm > 0 and (if is-marked(victim) then wounds-of(victim) else 0) + harm >= life-of(victim)

# A power of one figure has another go so many spaces on foot, as its own player says.
procedure walk-for (who: figure, most: number, by-whom: figure) {
  # The figure walks.
  step go {
    if who is not by-whom and not can be-moved(who, by-whom) { stop }
    run walk-with(who, most)
  }
}

# Whether a figure can take so many wounds as the price of its own power and live.
define can-pay-wounds (payer: figure, amount: number = 1): yes-no =
  wounds-of(payer) + amount < life-of(payer) and can be-hurt(payer, power-wound, payer)
# A figure takes wounds as the price of its own power: `cost { run pay-wounds(here) if can-pay-wounds(here) }`.
# `done` says whether it took them all.
procedure pay-wounds (payer: figure, amount: number = 1) gives done: yes-no {
  # The wounds are taken.
  step pay {
    let taken = run take-wounds(payer, amount, power-wound, payer)
    set done to taken = amount
  }
}

# Powers heal; the rules do not. `done` says whether wounds were healed. HS-DMG-012
procedure heal (who: figure, amount: number = 1) gives done: yes-no {
  # Wound Markers are taken off.
  step take-off
    tells if done then "{who} is healed ({life-left(who)} of {life-of(who)} Life left)" else ""
  {
    if destroyed of who or not can be-healed(who) { stop }
    set done to wounds-of(who) > 0
    if marked-card(who) is nobody {
      take amount wound from who
    } else {
      take amount wound from marked-card(who)
    }
  }
}

# --- Other things that powers do

# The spaces next to a figure.
define spaces-beside (f: figure): set of space =
  all space s where any of (members t of spaces-of(f) where are-neighbours(s, t))
# The spaces on which a figure stands that is next to another: those beside it, and where it stands on two, those beside these. HS-ENG-004
define spaces-about (f: figure, b: figure): set of space =
  if length of f = 1 then spaces-beside(b)
    else (
      all space s where any of (members t of spaces-beside(b) where s is t or are-neighbours(s, t))
    )
# How one figure can stand next to another.
define beside-spots (f: figure, b: figure): set of pose =
  members s of standings(f, spaces-about(f, b))
    where may-end-at(f, s) and any of (members t of spaces-at(f, s) where t is in spaces-beside(b))
# Those of them on the level of that other: "on any empty same-level space adjacent to it".
define level-beside-spots (f: figure, b: figure): set of pose =
  members s of beside-spots(f, b) where level of lead-of(s) = level-of(b)
# How far to the right a space lies, in half spaces.
define across (s: space): number = 2 * column of s - remainder(row of s, 2)
# Whether two spaces lie in a straight row of spaces: along a row of the map, or half a space aside for every row.
define is-straight (a: space, b: space): yes-no =
  row of a = row of b or absolute(across(a) - across(b)) = absolute(row of a - row of b)
# Whether two numbers lead the same way.
define is-same-way (a: number, b: number): yes-no = a = 0 and b = 0 or a * b > 0
# Whether a space lies on the straight row that leads from one space through another.
define is-on-line (origin: space, towards: space, s: space): yes-no =
  is-straight(origin, towards)
    and is-straight(origin, s)
    and is-same-way(across(towards) - across(origin), across(s) - across(origin))
    and is-same-way(row of towards - row of origin, row of s - row of origin)

# Everybody but one figure on a straight row of so many spaces, from its leading side through a space.
define figures-in-row (origin: figure, towards: space, most: number): set of figure =
  members f of on-field
    where f is not origin
      and any of (
        members s of spaces-of(f)
          where is-on-line(space-of(origin), towards, s)
            and steps-between(space-of(origin), s) <= most
      )

# --- What comes to the battlefield later

# Where a figure can stand alone: anywhere, on no Glyph, adjacent to nobody.
define lone-spots (f: figure): set of pose =
  members s of standings(f, spaces)
    where may-end-at(f, s)
      and none of (members t of spaces-at(f, s) where has-glyph(t))
      and none of (members g of on-field where next-to-at(f, s, g))
# All figures of an Army Card that wait come to the battlefield, one after the other, each adjacent to nobody; whoever finds no room goes on waiting.
procedure drop-reserve (c: army-card) {
  # They land.
  step land {
    for each f in reserve-of(c) {
      choose s from lone-spots(f) by controller of f "Where does it land?" { place(f, s) }
    }
  }
}

# --- Back from the dead

# The destroyed figures of an Army Card, and of all its copies in the Army, that can come back.
define dead-of (c: army-card): set of figure =
  all figure f
    where owner of f is owner of c
      and type of f is type of c
      and destroyed of f
      and can come-back(f)
# How a figure can stand next to a figure of its own Army Card, on the same level; `beside` is which, if not any.
define mate-spots (f: figure, beside: figure = nobody): set of pose =
  members s of standings(f, spaces)
    where may-end-at(f, s)
      and any of (
        members g of pool-of(first of cards-of(f))
          where (beside is nobody or g is beside)
            and level-of(g) = level of lead-of(s)
            and next-to-at(f, s, g)
      )
# The destroyed figures of an Army Card that can stand up beside a figure of that card, or beside that one.
define mates-to-raise (c: army-card, beside: figure = nobody): set of figure =
  members f of dead-of(c) where any of mate-spots(f, beside)
# A destroyed figure of an Army Card comes back beside one of its mates, on the same level, where its player says; nothing, if there is none. "Adjacent to that
# figure" is `run bring-back-mate(here, beside: f)`.
procedure bring-back-mate (used: army-card, beside: figure = nobody) {
  # It stands up there.
  step rise {
    if none of mates-to-raise(used, beside) { stop }
    let fallen-mate = first of mates-to-raise(used, beside)
    choose s
      from mate-spots(fallen-mate, beside)
      by controller of fallen-mate "Where does it stand up?"
    { run bring-back(fallen-mate, s) }
  }
}

# A destroyed figure of an Army Card stands up where another was destroyed, if it can, as its player says, and does not attack in this turn.
procedure rise-in-place (used: army-card, fallen: figure) {
  # It stands up there.
  step rise {
    if none of dead-of(used) { stop }
    let mate = first of dead-of(used)
    choose s from spots-of-fallen(mate, fallen) by controller of mate "Where does it stand up?" {
      run bring-back(mate, s)
      start not-attacking(mate) until after turn
    }
  }
}

# A destroyed figure comes back, whole. It is not moved there: it turns up no Glyph.
procedure bring-back (fallen: figure, spot: pose) {
  # It stands up there.
  step rise tells "" {
    if not destroyed of fallen or not can come-back(fallen) { stop }
    if marked-card(fallen) is nobody {
      take all wound from fallen
    } else {
      take all wound from marked-card(fallen)
    }
    set destroyed of fallen to no
    set lies-on of fallen to nobody
    set aboard of fallen to nobody
    place(fallen, spot)
  }
}

# Whether a power of this figure can bring a destroyed one back: "the Barrow cannot raise them by its power" is
# `forbid be-raised when fallen is here and type of by-whom is barrow-type`. HS-POW-003
permission be-raised (fallen: figure, by-whom: figure)
# Whether a figure was adjacent to another where it was destroyed: "when a figure adjacent to it is destroyed" is `at moment.powers when what is on-destruction and
# fell-beside(subject, here)`; "within three clear sight spaces of it" is `in-clear-spaces-at(here, 3, subject, fell-at of subject)`. HS-POW-004
define fell-beside (fallen: figure, witness: figure): yes-no =
  is-on-field(witness) and next-to-at(fallen, fell-at of fallen, witness)
# A player's destroyed figures that can come back, of all Army Cards.
define fallen-of (p: player): set of figure =
  all figure f where owner of f is p and destroyed of f and can come-back(f)
# Where a destroyed figure can stand up for another: beside it, or on empty spaces within so many clear sight spaces.
define rise-spots (f: figure, by-whom: figure, within: number = 1): set of pose =
  if within = 1 then beside-spots(f, by-whom) else clear-spots-within(f, by-whom, within)
# Those of some destroyed figures that find room there.
define can-rise (among: set of figure, by-whom: figure, within: number = 1): set of figure =
  members f of among
    where destroyed of f
      and can come-back(f)
      and can be-raised(f, by-whom)
      and any of rise-spots(f, by-whom, within)
# One of some destroyed figures comes back beside another, or within so many clear sight spaces, as the player of that one says; gives who:
# `run raise-one(fallen-of(controller of here), here)`.
procedure raise-one (among: set of figure, by-whom: figure, within: number = 1) gives risen: figure
{
  # Who, and where.
  step rise {
    choose f from can-rise(among, by-whom, within) by controller of by-whom "Who comes back?" {
      choose s
        from rise-spots(f, by-whom, within)
        by controller of by-whom "Where does it stand up?"
      {
        run bring-back(f, s)
        set risen to f
      }
    }
  }
}
