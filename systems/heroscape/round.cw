# The course of a battle, and of the Master Game's rounds and turns.

# A whole battle. A scenario puts out what it needs in the windows of `begin`, and says in those of `time-up` what it means that
# nobody has won.
procedure game () {
  step begin
  step gather { run gather-armies() }
  step ready
  step play {
    if is-basic { run basic-battle() } else { run master-battle() }
  }
  step time-up
}

# The rounds of the Master Game. HS-SEQ-001 HS-SEQ-009 HS-SET-012 HS-END-001
procedure master-battle () {
  step start-track { set round-number to 1 }
  step rounds {
    repeat 200 times {
      # How long a battle lasts comes from the scenario. HS-GEN-004
      if rounds of this-battle > 0 and round-number > rounds of this-battle { run count-points() }
      run round()
    }
  }
}

# Who acts first where several players have something to use at one moment, and no `moment` has them roll for it. reading: whose turn it is, then the others to
# the left; before the first turn of a round, whoever begins it.
define order-of-play: set of player =
  leftwards-from(if turn-of is nobody then first-player else turn-of)

# A round of the Master Game. HS-SEQ-002 HS-SEQ-008
procedure round () {
  step take-back { run take-markers-back() }
  step place-markers { run place-markers() }
  step ready { run moment(on-round-start, subject: nobody, other: nobody) }
  step roll-initiative tells "the initiative goes to {first-player}" {
    set first-player to run roll-off(all player p where can roll-initiative(p), for-initiative)
    if first-player is nobody { set first-player to first of all player }
  }
  # HS-SEQ-005 HS-SEQ-014 HS-SEQ-016
  step turns {
    run turns(1)
    run turns(2)
    # The X gives no turn. HS-ORD-006
    run turns(3)
  }
  step advance { add 1 to round-number }
}

# The turns of all players with markers of one number, as they sit: teammates have turns of their own. HS-TEAM-006 HS-TEAM-009
procedure turns (n: number) {
  var mover: player
  step each {
    set mover to first-player
    repeat count of all player times {
      run turn(mover, n)
      set mover to next-player(mover)
    }
  }
}

# --- The 20-sided die. HS-GEN-006

# What is added to a player's roll of the 20-sided die.
value roll-bonus (side: player, roller: figure, what-for: purpose) = 0

# The 20-sided die: `side` rolls it, for the figure `roller` or for nobody. Change `shown` after `roll`. "May roll it again":
# `after roll-d20.roll "Luck" when roller is here once per round may { set shown to random(20) + roll-bonus(side, roller, what-for) }`.
procedure roll-d20 (side: player, roller: figure, what-for: purpose) gives shown: number {
  step roll
    tells if not (roller is any figure) then ""
      else if what-for is for-fall then "{roller} falls far and rolls {shown} on the 20-sided die"
      else "{roller} rolls {shown} on the 20-sided die"
  { set shown to random(20) + roll-bonus(side, roller, what-for) }
}
# A player's throw against others.
procedure throw-for (side: player, what-for: purpose) gives shown: number {
  step roll
    tells if what-for is for-precedence then "{side} rolls {shown} for the order of powers"
      else if what-for is for-sight then "{side} rolls {shown} for the Line of Sight"
      else "{side} rolls {shown}"
  { set shown to run roll-d20(side, roller: nobody, what-for) }
}

# --- Order markers

# All players take their order markers back, from destroyed cards too. HS-ORD-011 HS-ORD-015
procedure take-markers-back () {
  step take {
    for each c in all army-card {
      take all shown-marker from c
      set laid-markers of c to 0
      reveal laid-markers of c
    }
    for each p in all player {
      set order-1 of p to nobody
      set order-2 of p to nobody
      set order-3 of p to nobody
      set order-x of p to nobody
      set turned-up of p to 0
      set x-up of p to no
    }
  }
}

# All players place their order markers. All choose before anybody sees how many lie where. HS-ORD-001 HS-ORD-002 HS-ORD-003 HS-ORD-004
# HS-ORD-008 HS-ORD-009 HS-ORD-014 HS-ORD-019 HS-SET-009
procedure place-markers () {
  step decide {
    for each p in all player {
      choose c from markable(p) by p "Order marker 1: on which card?" secretly {
        set order-1 of p to c
        for each b in notes-about(p) { set mate-1 of b to c }
      }
      choose c from markable(p) by p "Order marker 2: on which card?" secretly {
        set order-2 of p to c
        for each b in notes-about(p) { set mate-2 of b to c }
      }
      choose c from markable(p) by p "Order marker 3: on which card?" secretly {
        set order-3 of p to c
        for each b in notes-about(p) { set mate-3 of b to c }
      }
      choose c from markable(p) by p "Order marker X: on which card?" secretly {
        set order-x of p to c
        for each b in notes-about(p) { set mate-x of b to c }
      }
    }
    for each c in all army-card { set laid-markers of c to markers-of(owner of c, c) }
  }
  # HS-ORD-017 HS-SET-014
  step lay-out tells "" {
    for each c in all army-card { reveal laid-markers of c }
  }
}

# The cards on which a player can place order markers. HS-ORD-009
define markable (p: player): set of army-card =
  members c of cards-in-play(p) where can place-marker(p, c)
# What teammates keep of a player's markers. HS-TEAM-010
define notes-about (p: player): set of briefing =
  all briefing b where mate of b is p and owner of b is not p and same-team(owner of b, p)
# How many order markers of a player lie on a card.
define markers-of (p: player, c: army-card): number =
  (if order-1 of p is c then 1 else 0)
    + (if order-2 of p is c then 1 else 0)
    + (if order-3 of p is c then 1 else 0)
    + (if order-x of p is c then 1 else 0)
# How many order markers lie on a card unrevealed.
define hidden-markers (c: army-card): number = laid-markers of c - shown-marker on c
# The card that a player's turn belongs to: 1 to 3 are the numbered order markers, 4 is the X, 0 an extra turn. What was laid is binding.
# HS-ORD-005
value order-of (side: player, n: number): army-card =
  if n = 1 then order-1 of side
    else if n = 2 then order-2 of side
    else if n = 3 then order-3 of side
    else if n = 4 then order-x of side
    else granted of side
# Whether the X marker lies on a card; powers ask that. HS-ORD-007
define has-x-marker (c: army-card): yes-no = order-x of owner of c is c

# Whether a player can place order markers on a card.
permission place-marker (side: player, marked: army-card)

# The marker of a turn is turned up; gives its card. HS-ORD-010 HS-ORD-012 HS-ORD-018 HS-SEQ-015 HS-DMG-013
procedure reveal-marker (revealer: player, n: number) gives shown-card: army-card {
  step show {
    if n = 1 { reveal order-1 of revealer }
    if n = 2 { reveal order-2 of revealer }
    if n = 3 { reveal order-3 of revealer }
    if n = 4 { reveal order-x of revealer }
    if n = 4 {
      set x-up of revealer to yes
    } else if n > turned-up of revealer {
      set turned-up of revealer to n
    }
    set shown-card to order-of(revealer, n)
    if n > 0 and shown-card is not nobody { give 1 shown-marker to shown-card }
  }
}

# --- A turn

# Whether a player can take a turn with a card.
permission take-turn (side: player, used: army-card)
# How many figures of a card act in one turn. HS-CMN-002 HS-BSEQ-006
value figures-acting (used: army-card) = shown of type of used, at least 0
# How many of them attack, if that is another number: then any of them do, whether or not they have moved.
value figures-attacking (used: army-card) = figures-acting(used), at least 0
# Whether a card can be used. A power that gives a turn takes all copies as one: a full one can be used, too, as long as anybody of the pool stands there.
# HS-ORD-013 HS-CMN-007 HS-CMN-008
define can-be-used (c: army-card, by-power: yes-no = no): yes-no =
  c is not nobody
    and (not is-out(c) or ((by-power or holds(full-copies-act)) and any of pool-of(c)))
    and can take-turn(owner of c, c)
# Whether a figure can act by a card in this turn: as many of the pool act as one card shows, and they alone; those that died in
# acting count. HS-CMN-002 HS-CMN-003 HS-BSEQ-006
define may-act (f: figure, c: army-card): yes-no =
  can act(f)
    and not running bonded(f)
    and (
      activated of f
        or count of (
            all figure g
              where activated of g and owner of g is owner of c and type of g is type of c
          )
          < figures-acting(c)
    )

# Whether a figure can attack by a card in this turn; those that died after their attack count. HS-CMN-003
define may-attack-by (f: figure, c: army-card): yes-no =
  if figures-attacking(c) = figures-acting(c) then may-act(f, c)
    else can act(f)
      and not running bonded(f)
      and (
        attacks-made of f > 0
          or count of (
              all figure g
                where attacks-made of g > 0 and owner of g is owner of c and type of g is type of c
            )
            < figures-attacking(c)
      )

# What a player can do instead of taking a turn with a card, be it by an order marker or by a power: `instead-of-turn "Link" when used is in
# cards-of(here) and any of linked(here) never within itself { run one-takes-turn(linked(here), controller of here) }`. HS-SEQ-010 HS-SEQ-011
offer instead-of-turn (used: army-card) asks "{used} does what instead of taking a turn?"

# A turn of a player, by the order marker of this number. Where the card gives no turn, as a full copy does not, no card is in use, so nothing comes after it.
# HS-SEQ-010 HS-SEQ-011 HS-SEQ-012 HS-SEQ-013 HS-CMN-006
procedure turn (mover: player, n: number)
  tells if n > 0 then "{mover}'s turn, order marker {n}" else "{mover}'s turn"
{
  step reveal
    tells if card-in-use is nobody then "nobody acts" else "it is the turn of {card-in-use}"
  {
    run clear-turn(mover)
    set card-in-use to run reveal-marker(mover, n)
    if not can-be-used(card-in-use, by-power: n = 0) {
      set card-in-use to nobody
      stop
    }
    set turn-marker to n
    for each f in pool-of(card-in-use) { run note-start(f) }
  }
  # Whoever does something instead takes no turn with that card: neither its start nor its end comes. HS-SEQ-010
  step instead {
    if options of instead-of-turn(card-in-use) for decider-of(card-in-use) > 0 {
      let taken = offer instead-of-turn(card-in-use) to decider-of(card-in-use)
      if taken > 0 {
        set card-in-use to nobody
        stop
      }
    }
  }
  # Of several figures of a Hero's card one takes the turn. HS-CMN-002 HS-CMN-009
  step pick { run pick-whose-turn(card-in-use) }
  step start { run moment(on-turn-start, subject: nobody, other: nobody) }
  step move {
    run move-figures(mover, card-in-use)
    run pass-held(card-in-use)
    if is-master { run moment(on-moves-done, subject: nobody, other: nobody) }
  }
  step attack tells if is-idle then "nobody moves or attacks" else "" {
    run attack-with-figures(mover, card-in-use)
  }
  step finish { run moment(on-turn-end, subject: nobody, other: nobody) }
  # Turns that powers have given to figures in this one are taken here.
  step more
}

# Whether nobody has left a place or attacked in this turn.
define is-idle: yes-no = none of (all figure f where strode of f or any of attacked of f)

# A power gives a player a turn more, after this one, with a card of his: with all its copies as one, so also if that copy has filled up. HS-SEQ-011 HS-CMN-008
procedure extra-turn (side: player, used: army-card) {
  step take { run take-turn-with(actor: nobody, used, side) }
}

# Whose turn it is with a Hero's card: its player says, where several of its figures stand there. HS-CMN-002 HS-CMN-009
procedure pick-whose-turn (used: army-card) {
  step say {
    if is-basic or not is-printed(hero, type of used) or figures-acting(used) is not 1 { stop }
    choose f
      from (members g of pool-of(used) where may-act(g, used))
      by decider-of(used) "Who of {used} takes the turn?"
    {
      if any of (pool-of(used) - [f]) { run set-active(f) }
      set whose-turn to f
    }
  }
}
# Who decides in a turn with an Army Card: whoever decides for its figures, be it an opponent for this turn; where none stands there, its owner.
define decider-of (used: army-card): player =
  if any of pool-of(used) then controller of first of pool-of(used) else owner of used

# What is counted from turn to turn begins anew. A turn that a power gives has nothing to clear.
procedure clear-turn (mover: player) {
  step clear {
    set turn-of to mover
    set whose-turn to nobody
    for each f in all figure {
      set activated of f to no
      set moves-made of f to 0
      set strode of f to no
      set flew of f to no
      set flown of f to 0
      set attacks-made of f to 0
      set attacked of f to []
    }
  }
}

# What it is like for a figure as its turn begins is kept: "if it began its turn adjacent to somebody" is `any of began-beside of here`.
procedure note-start (actor: figure) {
  step note {
    set began-at of actor to pose-of(actor)
    set began-beside of actor to neighbours-of(actor)
    set began-engaged of actor to engaged(actor)
  }
}

# The moves of a turn: one at a time, in any order, any or none. HS-MOV-001 HS-MOV-003 HS-MOV-019 HS-BMOV-001 HS-BMOV-003
procedure move-figures (mover: player, used: army-card) {
  step each {
    repeat 40 times {
      # Figures of the card in use alone are moved and turned about, and not again when they have moved. HS-DBL-012 HS-MOV-020
      choose f
        from (
          members g of pool-of(used)
            where moves-made of g < moves-allowed(g) and may-act(g, used) and can move(g)
        )
        by decider-of(used) "{used}: move which figure?" or none
      {
        run set-active(f)
        run move-figure(f)
      } else {
        stop
      }
    }
  }
}

# Figures of the card in use that cannot move in this turn, and a Hero whose player has moved nobody, come to what is "after moving and before attacking" all the same, when
# the others have moved: a move may be of no space. Where more of a Squad stand there than act, only those that act already. HS-MOV-001 HS-MOV-002
procedure pass-held (used: army-card) {
  step each {
    if is-basic { stop }
    for each f in pool-of(used) {
      if moves-made of f = 0 and is-acting(f) {
        if not can move(f) and moves-allowed(f) > 0 {
          run move-figure(f)
        } else if moves-allowed(f) = 0 or whose-turn is f {
          run moment(on-move-done, f, other: nobody)
        }
      }
    }
  }
}

# Whether a figure is one of those that act in this turn, once all have moved: the one whose turn it is; of a Squad those that have moved, be it of no space, and all of them,
# where no more stand there than act. "After moving and before attacking, each of them may" is, on the figure, `at moment.powers "Rest" when what is on-moves-done and
# is-acting(here) may { run heal(here) }`. HS-MOV-001 HS-MOV-002 HS-CMN-003
define is-acting (f: figure): yes-no =
  is-turn-of(f)
    and can act(f)
    and (
      whose-turn is f
        or may-act(f, card-in-use)
          and (activated of f or count of pool-of(card-in-use) <= figures-acting(card-in-use))
    )
# A figure counts as acting in this turn.
procedure set-active (actor: figure) {
  step mark { set activated of actor to yes }
}

# Whether a figure has somebody to attack, normally or specially, however many attacks it has made.
define has-attack (f: figure): yes-no =
  can act(f)
    and (
      any of targets-of(f)
        or (is-master and options of instead-of-attack(f) for controller of f > 0)
    )
# Whether a figure has an attack left in this turn and somebody to attack. HS-RNG-002
define can-attack-now (f: figure): yes-no = attacks-made of f < attacks-allowed(f) and has-attack(f)

# Whether a figure can attack an enemy normally.
define has-enemy-to-attack (f: figure): yes-no =
  any of (members t of targets-of(f) where foes(f, t))

# The attacks of a turn: one at a time, in any order. HS-ATK-001 HS-ATK-002 HS-ATK-003 HS-ATK-016
# HS-BATK-001 HS-BATK-002 HS-BATK-003 HS-BATK-013 HS-BSEQ-008 HS-BSEQ-009 HS-BSEQ-010
procedure attack-with-figures (mover: player, used: army-card) {
  step each {
    repeat 40 times {
      let able = members f of pool-of(used) where may-attack-by(f, used) and can-attack-now(f)
      if none of able { stop }
      # Nobody is made to attack a friend.
      if holds(must-attack) and any of (members g of able where has-enemy-to-attack(g)) {
        choose f from able by decider-of(used) "{used}: attack with which figure?" {
          run attack-with(f)
        }
      } else {
        choose f from able by decider-of(used) "{used}: attack with which figure?" or none {
          run attack-with(f)
        } else {
          stop
        }
      }
    }
  }
}

# One figure attacks, normally or specially, as its player says. A card that says "before attacking" stands `before attack-with`; one that
# says "after attacking", `at moment.powers when what is on-attack-done and subject is here`. HS-ATK-016
procedure attack-with (attacker: figure) {
  # Its player picks the way and the target. Whoever has come so far attacks an enemy that is left; only an attack on a friend can still be
  # declined.
  step choose-way {
    run set-active(attacker)
    if is-master and options of instead-of-attack(attacker) for controller of attacker > 0 {
      let so-far = attacks-made of attacker
      let taken = offer instead-of-attack(attacker) to controller of attacker
      # What somebody does instead of an attack counts as one, whether or not it strikes anybody.
      if taken > 0 and attacks-made of attacker = so-far { add 1 to attacks-made of attacker }
      if taken > 0 { stop }
    }
    if none of targets-of(attacker) {
      add 1 to attacks-made of attacker
      stop
    }
    if has-enemy-to-attack(attacker) {
      choose d from targets-of(attacker) by controller of attacker "Whom does {attacker} attack?" {
        run attack(attacker, d)
      }
    } else {
      # Only friends are left: nobody is made to attack one.
      choose d
        from targets-of(attacker)
        by controller of attacker "Whom does {attacker} attack?" or none
      { run attack(attacker, d) } else {
        add 1 to attacks-made of attacker
      }
    }
  }
}

# A power lets a figure attack once more, normally or specially; this uses up none of the attacks that it has in its turn:
# `at moment.powers "Again" when what is on-attack-done and subject is here and has-attack(here) once per turn may { run one-more-attack(here) }`.
procedure one-more-attack (attacker: figure) {
  # How many attacks it had made.
  var so-far: number
  # It attacks.
  step attack {
    set so-far to attacks-made of attacker
    run attack-with(attacker)
  }
  # The attack is not counted.
  step uncount { set attacks-made of attacker to so-far }
}

# After an attack its player rolls, and for so much and more the figure may attack once more, and so on: `at moment.powers when what is on-attack-done and subject is here
# and has-attack(here) never within itself { run attacks-while-lucky(here, 16) }`.
procedure attacks-while-lucky (attacker: figure, least: number) {
  # As long as the die is high, and the player likes.
  step each {
    repeat 20 times {
      if not is-on-field(attacker) or not has-attack(attacker) { break }
      let enough = run roll-for(attacker, least)
      if not enough { break }
      may by controller of attacker "Does {attacker} attack again?" {
        run one-more-attack(attacker)
      } else {
        break
      }
    }
  }
}
