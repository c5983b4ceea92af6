# Gathering an Army and placing it.

# All Army Cards of a player.
define army-of (p: player): set of army-card = all army-card c where owner of c is p
# What a player's Army costs. HS-ARM-002 HS-SET-006
define army-cost (p: player): number = sum of points-of(type of c) for c in army-of(p)
# Whether two cards bear the same name; from which world they come plays no part. HS-BSET-009
define same-name (a: army-card, b: army-card): yes-no = title of type of a = title of type of b
# Whether a player can have a card in the Army.
permission enlist (side: player, what: army-card)
forbid repeat-unique always
# Whether a Unique card is twice in an Army. HS-ARM-015 HS-ARM-017 HS-ARM-018 HS-ARM-021
define repeats-unique (p: player): yes-no =
  any of (
    members c of army-of(p)
      where uniqueness of type of c is unique
        and any of (
          members d of army-of(p)
            where d is not c and uniqueness of type of d is unique and same-name(c, d)
        )
  )

# HS-ARM-002 HS-ARM-003 HS-ARM-008 HS-ARM-019
build "An Army within the limit" for p
  when is-basic or points-limit(p) = 0 or army-cost(p) <= points-limit(p)
# HS-ARM-015 HS-ARM-016 HS-ARM-017
build "Each Unique card once" for p when is-basic or can repeat-unique(p) or not repeats-unique(p)
# HS-POW-002
build "Only cards that can be in the Army" for p
  when none of (members c of army-of(p) where not can enlist(p, c))

# Players gather their Armies, in the way of the scenario. HS-ARM-001
procedure gather-armies () {
  step by-list {
    if any of all muster { run choose-armies() }
  }
  step by-bringing {
    if gathering of this-battle is premade { run place-armies() }
    if gathering of this-battle is by-agreement { run agree-on-armies() }
  }
  step by-draft {
    if gathering of this-battle is draft { run draft-armies() }
  }
}

# --- Armies that the scenario lists. HS-ARM-005 HS-BSET-003

# Each player chooses one of the Armies that the scenario lists, be it printed or of one's own making. HS-GEN-005
procedure choose-armies () {
  step each {
    for each p in all player {
      choose m
        from (all muster n where none of (all player q where chosen of q is n))
        by p "Which Army does {p} play?"
      {
        set chosen of p to m
        for each c in cards of m {
          set-owner(c, p)
          move-to(c, p)
        }
        for each f in figures of m { set-owner(f, p) }
      }
    }
  }
}

# --- Placing in a starting zone

# The starting zones.
define zones: set of zone = [red-zone, blue-zone, green-zone, yellow-zone]
# Whether an enemy has figures in a starting zone. HS-ARM-012
define held-by-enemy (p: player, z: zone): yes-no =
  any of (members f of foes-of(p) where any of (members s of spaces-of(f) where in-zone(s, z)))
# The starting zones that a player can choose.
define open-zones (p: player): set of zone =
  members z of zones where any of spaces-in(z) and not held-by-enemy(p, z)
# A teammate who has a starting zone already. HS-ARM-013
define teammate-at-home (p: player): player =
  first of (all player q where q is not p and same-team(p, q) and home of q is not no-zone)

# A player chooses a starting zone. The whole Army stands in one zone; teammates share it. HS-ARM-011 HS-DRF-015
procedure choose-home (settler: player) {
  step choose-zone {
    if home of settler is no-zone {
      if teammate-at-home(settler) is nobody or holds(teammates-apart) {
        choose z from open-zones(settler) by settler "{settler} starts in which zone?" {
          set home of settler to z
        }
      } else {
        set home of settler to home of teammate-at-home(settler)
      }
    }
  }
}

# A player's figures that are still to be placed.
define waiting-of (p: player): set of figure =
  all figure f
    where owner of f is p
      and not is-on-field(f)
      and not destroyed of f
      and not unused of f
      and aboard of f is nobody
      and can start-on-field(f)
# Where a figure can be placed at the start. HS-ARM-022
define start-spots (f: figure): set of pose =
  members s of standings(f, spaces-in(home of owner of f)) where may-end-at(f, s)

# A player places the Army. Whoever finds no room is left out, and counts as out of play with its card. HS-ARM-014
procedure place-figures (settler: player) {
  step place-each {
    run choose-home(settler)
    repeat count of waiting-of(settler) times {
      choose f
        from (members g of waiting-of(settler) where any of start-spots(g))
        by settler "{settler} places which figure?"
      {
        choose s from start-spots(f) by settler "Where does {f} begin?" { run place-at-start(f, s) }
      }
    }
    for each f in waiting-of(settler) {
      set unused of f to yes
      run lay-on-card(f)
    }
  }
}

# A figure is placed at the start of a battle.
procedure place-at-start (who: figure, spot: pose) {
  step arrive { place(who, spot) }
}

# --- Premade Armies

# Players place the Armies that they brought. HS-ARM-007 HS-ARM-009 HS-ARM-010
procedure place-armies () {
  var placer: player
  step each {
    set placer to run roll-off(all player, for-set-up)
    repeat count of all player times {
      run place-figures(placer)
      set placer to next-player(placer)
    }
  }
}

# Players agree to play with what they brought, or draft. Where a scenario leaves it to the players, one who does not agree is enough: then what they brought is drafted.
# HS-ARM-007
procedure agree-on-armies () {
  var agreed: yes-no
  step ask {
    set agreed to yes
    for each p in all player {
      may by p "Play with the Armies that were brought?" { } else { set agreed to no }
    }
  }
  step go-by-it {
    if agreed {
      run place-armies()
      stop
    }
    for each c in all army-card { set-owner(c, to: nobody) }
    for each f in all figure { set-owner(f, to: nobody) }
    run draft-armies()
  }
}

# --- Drafting

# The cards that a player can draft, of whatever general. HS-ARM-004 HS-DRF-001 HS-DRF-010 HS-DRF-013
define draftable (p: player): set of army-card =
  all army-card c
    where owner of c is nobody
      and (points-limit(p) = 0 or army-cost(p) + points-of(type of c) <= points-limit(p))
      and can enlist(p, c)
      and (
        uniqueness of type of c is not unique
          or can repeat-unique(p)
          or none of (
            members d of army-of(p) where uniqueness of type of d is unique and same-name(c, d)
          )
      )

# A player drafts a card, or is finished. Whoever can take none has finished. HS-DRF-002 HS-DRF-010 HS-DRF-011 HS-DRF-014
procedure pick (drafter: player) {
  step take-card {
    if finished of drafter { stop }
    if holds(no-early-pass) {
      choose c from draftable(drafter) by drafter "Draft which card?" {
        run enlist(drafter, c)
      } else {
        set finished of drafter to yes
      }
    } else {
      choose c from draftable(drafter) by drafter "Draft which card?" or none {
        run enlist(drafter, c)
      } else {
        set finished of drafter to yes
      }
    }
  }
}

# A card and its figures join an Army, and are placed.
procedure enlist (drafter: player, drafted: army-card) {
  step take tells "{drafter} drafts {drafted}" {
    set-owner(drafted, drafter)
    move-to(drafted, drafter)
    repeat shown of type of drafted times {
      let recruit =
        first of (all figure f where owner of f is nobody and type of f is type of drafted)
      if recruit is not nobody { set-owner(recruit, drafter) }
    }
  }
  step place { run place-figures(drafter) }
}

# The draft. HS-DRF-012
procedure draft-armies () {
  var starter: player
  step who-starts { set starter to run roll-off(all player, for-set-up) }
  step draft {
    if count of all player = 2 { run draft-by-two(starter) } else { run draft-around(starter) }
  }
}

# A draft by two players: one, two, then one each in turn. HS-DRF-003 HS-DRF-004 HS-DRF-005 HS-DRF-006 HS-DRF-016
procedure draft-by-two (starter: player) {
  step picks {
    run pick(starter)
    run pick(next-player(starter))
    run pick(next-player(starter))
    repeat 60 times {
      run pick(starter)
      run pick(next-player(starter))
    }
  }
}

# A draft by more players: there and back again, twice at each end. HS-DRF-007 HS-DRF-008 HS-DRF-009 HS-DRF-010 HS-DRF-011
procedure draft-around (starter: player) {
  var drafter: player
  var place: number
  step seats {
    set drafter to starter
    repeat count of all player times {
      add 1 to place
      set seat of drafter to place
      set drafter to next-player(drafter)
    }
  }
  step picks {
    repeat 30 times {
      for each p in (sort q in all player by seat of q) { run pick(p) }
      for each p in (sort q in all player by -seat of q) { run pick(p) }
    }
  }
}
