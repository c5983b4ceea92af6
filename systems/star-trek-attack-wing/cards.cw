# Words for what many cards say: picking, disabling and discarding cards, tokens, repairs, moves, and what holds for a round.

# --- Whom an effect finds

# Ships at Range 1 to so many that are not Cloaked and have no Active Shields, friend or foe; if icons are named, only those with an upgrade of one of them:
# "disable all your Shields and target a ship at Range 1-2 that is not Cloaked and has no Active Shields". STAW-ACT-020
define boardable-ships (who: ship, most: number, kinds: set of slot = []): set of ship =
  members s of ships-within(who, most)
    where not is-cloaked(s) and shield on s = 0 and (none of kinds or any of picks(who, s, kinds))
# The opposing ships in whose primary firing arc a ship is, at Range 1 to so many.
define aimed-at-by (who: ship, most: number = 3): set of ship =
  members s of enemies-within(who, most) where in-primary(s, who)
# The ship on which a card counts: the one that it lies on; of a card aboard a docked shuttlecraft the Capital Ship, which is what effects of an opponent find.
# "One of your crew", as such an effect sees it, is `ship-of(gear) is you and slot of gear is crew`. STAW-SHU-014
define ship-of (card: thing): ship =
  if aboard of as-ship(holder of card) is any ship then aboard of as-ship(holder of card)
    else as-ship(holder of card)
# The upgrades of a ship that an effect of another, or of its own, can disable, discard or steal; of these icons only, if some are named. Crew aboard a
# shuttlecraft that is docked there counts, if an opponent picks. STAW-SHU-014
define picks (source: ship, struck: ship, kinds: set of slot = []): set of upgrade =
  all upgrade u
    where can be-picked(u)
      and can affect(source, u)
      and (none of kinds or is-among(u, kinds))
      and (
        holder of u is struck
          or (
            counts-as(u, crew)
              and foes(source, struck)
              and any of (members s of docked-on(struck) where holder of u is s)
          )
      )
# Those of them that are not disabled.
define fit-picks (source: ship, struck: ship, kinds: set of slot = []): set of upgrade =
  members u of picks(source, struck, kinds) where disabled on u = 0

# --- Disabling, discarding, enabling cards

# A card would be disabled, discarded or stolen by an effect: an upgrade, a captain or an admiral. Whatever saves it stands in `at befall.heed`, once for all of
# these, with `set averted to yes` and what happens instead: "when one of your crew would be disabled or discarded, discard this card instead" is
# `at befall.heed when is-kind(card, [crew]) and ship-of(card) is you and card is not here and not averted` with `never within itself`; the captain is
# `card is in leaders-of(you)`, an enemy's effect `is-hostile(doer, you)`, one harm alone `what is discarding`. `cause` is the card whose effect it is, if that says so (`cause: here`):
# "if a crew of an opponent would ..." is `is-hostile(doer, you) and is-kind(cause, [crew])`, its ship `ship-of(cause)`. Cards that go down with their ship, or pay a price of
# their own, do not come by here. STAW-CRD-009 STAW-CRD-012
procedure befall (
  card: thing,
  what: harm,
  doer: player = nobody,
  cause: thing = nobody
) gives averted: yes-no
{
  # What saves the card.
  step heed { }
}
# Whether a card is an upgrade with one of these icons.
define is-kind (card: thing, kinds: set of slot): yes-no =
  as-upgrade(card) is any upgrade and is-among(as-upgrade(card), kinds)
# Whether an effect comes from an opponent of a ship.
define is-hostile (doer: player, who: ship): yes-no =
  doer is any player and not allies(doer, owner of who)
# A card is disabled by an effect: an upgrade, a captain or an admiral; `doer` is the player whose effect it is. What saves a card from that stands in
# `at befall.heed`. A card that disables itself as a price says `cost { place 1 disabled on here }`, and does not come by here. STAW-CRD-009
procedure disable-card (
  card: thing,
  doer: player = nobody,
  cause: thing = nobody
) gives done: yes-no
{
  # Something may save it.
  step meet {
    set done to run befall(card, disabling, doer, cause)
    if done { stop }
  }
  # The token is laid.
  step lay {
    give 1 disabled to as-upgrade(card)
    give 1 disabled to as-captain(card)
    give 1 disabled to as-admiral(card)
    set done to yes
  }
}
# Time Tokens are placed on a card by an effect: an upgrade, a captain, an admiral or a ship card; `doer` is the player whose effect it is: "place 2 Time Tokens on a crew of that ship" is
# `choose u from picks(you, s, [crew]) by controller of you "Which crew?" { run lay-time(u, 2, controller of you) }`. What saves a card from that stands in `at lay-time.heed`, in the words of
# `befall.heed`: "each time an opposing effect would disable, discard, steal or place Time Tokens on a crew" is one rule `at befall.heed or at lay-time.heed`, and fewer tokens are
# `add - 1 to amount-laid`. A card that places them on itself as a price says `give 3 time to here`, and does not come by here. STAW-TTK-001
procedure lay-time (
  card: thing,
  amount: number,
  doer: player = nobody,
  cause: thing = nobody
) gives averted: yes-no
{
  # How many are laid.
  var amount-laid: number
  # The number is said.
  step count { set amount-laid to amount }
  # What saves the card, or lessens the number.
  step heed { }
  # The tokens are laid.
  step lay {
    if averted { stop }
    let tokens = max(0, amount-laid)
    give (tokens) time to as-upgrade(card)
    give (tokens) time to as-captain(card)
    give (tokens) time to as-admiral(card)
    give (tokens) time to as-ship(card)
  }
}
# Whether a card has a Disabled Token: an upgrade, a captain or an admiral.
define is-disabled (card: thing): yes-no =
  disabled on as-upgrade(card) + disabled on as-captain(card) + disabled on as-admiral(card) > 0
# A card, if it is a captain; else nobody.
define as-captain (card: thing): captain = card
# A card, if it is an admiral; else nobody.
define as-admiral (card: thing): admiral = card

# So many upgrades of a ship are disabled, or as many as there are; the chooser picks them: "disable 2 crew of your choice on the target ship" is
# `run disable-upgrades(you, s, 2, controller of you, [crew])`, "all upgrades" `run disable-upgrades(you, s, 99, controller of you)`, and "up to 2 of
# your crew" `let spent = run disable-upgrades(you, you, 2, controller of you, [crew], up-to: yes)`. It gives how many.
procedure disable-upgrades (
  source: ship,
  struck: ship,
  most: number,
  chooser: player,
  kinds: set of slot = [],
  up-to: yes-no = no,
  cause: thing = nobody
) gives amount: number
{
  # The chooser picks, and each of them is disabled.
  step pick {
    let fit = fit-picks(source, struck, kinds)
    if up-to {
      choose up to (most) gone from fit by chooser "Disable which upgrades?" {
        for each u in gone { run disable-card(u, controller of source, cause) }
        set amount to count of gone
      }
    } else {
      choose (min(most, count of fit)) gone from fit by chooser "Disable which upgrades?" {
        for each u in gone { run disable-card(u, controller of source, cause) }
        set amount to count of gone
      }
    }
  }
}
# So many upgrades of a ship are discarded, in the same way. It gives how many.
procedure discard-upgrades (
  source: ship,
  struck: ship,
  most: number,
  chooser: player,
  kinds: set of slot = [],
  up-to: yes-no = no,
  cause: thing = nobody
) gives amount: number
{
  # The chooser picks, and each of them is discarded.
  step pick {
    let there = picks(source, struck, kinds)
    if up-to {
      choose up to (most) gone from there by chooser "Discard which upgrades?" {
        for each u in gone { run discard-upgrade(u, controller of source, sunk: no, cause) }
        set amount to count of gone
      }
    } else {
      choose (min(most, count of there)) gone from there by chooser "Discard which upgrades?" {
        for each u in gone { run discard-upgrade(u, controller of source, sunk: no, cause) }
        set amount to count of gone
      }
    }
  }
}

# So many Disabled Tokens are taken from a ship's upgrades, with these icons only, if some are named; its player picks. It gives how many.
procedure enable-upgrades (
  who: ship,
  most: number = 99,
  kinds: set of slot = []
) gives amount: number
{
  # The player picks.
  step pick {
    let down = members u of disabled-gear(who) where none of kinds or is-among(u, kinds)
    choose (min(most, count of down)) healed
      from down
      by controller of who "Enable which upgrades?"
    {
      for each u in healed { take 1 disabled from u }
      set amount to count of healed
    }
  }
}

# A ship's upgrades that have Time Tokens, or a Disabled Token that can be taken away; with these icons only, if some are named. Those with Time Tokens alone:
# `members u of gear-in(you, [weapon-slot]) where time on u > 0`.
define resting-gear (who: ship, kinds: set of slot = []): set of upgrade =
  all upgrade u on who
    where (none of kinds or is-among(u, kinds))
      and can be-picked(u)
      and (time on u > 0 or u is in disabled-gear(who))
# Time Tokens are taken from a card, so many or all, and with `also-disabled` the Disabled Token, too: "remove all Time and Disabled Tokens from a weapon" is
# `choosing u from resting-gear(you, [weapon-slot]) "Which weapon?"` and `run refresh(u, also-disabled: yes)`.
procedure refresh (card: thing, most: number = 99, also-disabled: yes-no = no) {
  # The tokens go.
  step clear {
    take (min(most, time on as-upgrade(card))) time from as-upgrade(card)
    take (min(most, time on as-captain(card))) time from as-captain(card)
    take (min(most, time on as-admiral(card))) time from as-admiral(card)
    take (min(most, time on as-ship(card))) time from as-ship(card)
    if also-disabled {
      if can enable-upgrade(as-upgrade(card)) { take all disabled from as-upgrade(card) }
      take all disabled from as-captain(card)
      take all disabled from as-admiral(card)
    }
  }
}
# The one or the other, as its player picks: "remove 1 Disabled Token or up to 2 Time Tokens" is `run refresh-either(u, 2)`.
procedure refresh-either (gear: upgrade, most: number, chooser: player) {
  # The player picks.
  step pick {
    choose one by chooser "Remove which tokens?" {
      "Time Tokens" when time on gear > 0 { run refresh(gear, most) }
      "The Disabled Token" when disabled on gear > 0 and can enable-upgrade(gear) {
        take 1 disabled from gear
      }
    }
  }
}

# --- Cards with two sides

# Its cards with a text on both sides: "flip 1 Specialization Card" is `choosing u from two-sided-on(you) "Flip which card?"` and `run turn-over(u)`.
define two-sided-on (who: ship): set of upgrade = all upgrade u on who where two-sided of u
# A card shows its other side; its Time and Disabled Tokens stay.
procedure turn-over (gear: upgrade) {
  # The card is turned.
  step flip { flip(gear, up: not face-up(gear)) }
}
# Its player says before the game which side shows.
at game.prepare always {
  for each u in (all upgrade u where two-sided of u) {
    choose one by controller of u "Which side?" {
      "The front" always { flip(u, up: yes) }
      "The back" always { flip(u, up: no) }
    }
  }
}

# --- Copies

# An upgrade is a copy of another, besides what it is itself: "this card becomes a copy of that crew this round" is `start copying(here, u) until after round`. What the copied
# text costs falls on the copy, and a limit counts for it alone.
effect copying (mimic: upgrade, model: upgrade) {
  lend abilities of model to mimic when mimic is not model
}

# --- Tokens beside ships

# How many tokens of one sort lie beside a ship and are of use to it: `evade-deed`, `scan-deed`, `battle-deed`.
define tokens-beside (who: ship, what: deed): number =
  if what is evade-deed then evade on who
    else if what is scan-deed then scans-of(who)
    else if what is battle-deed then battle-stations on who
    else 0
# Whether a token of this sort beside its ship can trigger an upgrade: one token triggers no more than one upgrade in a round, that one as often as it likes.
# "If there is a Scan Token beside your ship, you may ..." on an upgrade asks `may-trigger(here, scan-deed)` and says
# `cost { run trigger(here, scan-deed) if may-trigger(here, scan-deed) }`; a captain or a ship card asks `scans-of(you) > 0` alone. STAW-CRD-007
define may-trigger (gear: upgrade, what: deed): yes-no =
  tokens-beside(user-of(gear), what) > 0
    and (
      triggered(gear, what)
        or count of (all upgrade u on user-of(gear) where triggered(u, what))
          < tokens-beside(user-of(gear), what)
    )
# A token beside the ship triggers this upgrade; it triggers no other in this round. `done` says that it did, so it is a price. STAW-CRD-007
procedure trigger (gear: upgrade, what: deed) gives done: yes-no {
  # The token is this upgrade's for the round.
  step note {
    set done to may-trigger(gear, what)
    if done { set triggered(gear, what) to yes }
  }
}
# The sorts of tokens that lie beside a ship and that cards remove: "remove 1 token (Evade, Battle Stations, Scan or Target Lock)".
define all-tokens: set of deed = [evade-deed, scan-deed, battle-deed, lock-deed]
# Whether a ship has a token of one of these sorts: `has-token(s, all-tokens)`. A red Target Lock Token, of a ship that has locked it, counts, but not with
# `blue-only`. STAW-TLK-004
define has-token (who: ship, kinds: set of deed, blue-only: yes-no = no): yes-no =
  (evade on who > 0 and evade-deed is in kinds)
    or (scan on who > 0 and scan-deed is in kinds)
    or (battle-stations on who > 0 and battle-deed is in kinds)
    or (
      lock-deed is in kinds and (any of locks of who or (not blue-only and any of lockers-of(who)))
    )
# One token of these sorts is taken from a ship; the chooser picks it, if there are several. It gives which sort went, `anything` if none: what may
# replace it is `if gone is not anything { run lay-token(...) }`. With a Target Lock go both tokens of the pair: its own, which is blue, or, unless `blue-only`, the red
# one of a ship that has locked it. STAW-TLK-004 STAW-TLK-011
procedure strip-token (
  bare: ship,
  kinds: set of deed,
  chooser: player,
  blue-only: yes-no = no
) gives gone: deed
{
  # The chooser picks.
  step pick {
    choose one by chooser "Remove which token?" {
      "Evade" when evade on bare > 0 and evade-deed is in kinds {
        take 1 evade from bare
        set gone to evade-deed
      }
      "Scan" when scan on bare > 0 and scan-deed is in kinds {
        take 1 scan from bare
        set gone to scan-deed
      }
      "Battle Stations" when battle-stations on bare > 0 and battle-deed is in kinds {
        take 1 battle-stations from bare
        set gone to battle-deed
      }
      "Target Lock" when any of locks of bare and lock-deed is in kinds {
        choose old from locks of bare by chooser "Remove which Target Lock?" {
          run break-lock(bare, old)
          set gone to lock-deed
        }
      }
      "The lock of another"
        when not blue-only and any of lockers-of(bare) and lock-deed is in kinds
      {
        choose other from lockers-of(bare) by chooser "Remove whose Target Lock?" {
          run break-lock(other, bare)
          set gone to lock-deed
        }
      }
    }
  }
}
# Whether a ship has an Evade, Scan or Battle Stations Token and may spend it: what a card asks that has it as its price.
define can-spend (who: ship, what: deed): yes-no =
  can spend(who, what) and tokens-beside(who, what) > 0
# A ship spends such a token, for the rules or for a card: `cost { run spend-token(you, scan-deed) if can-spend(you, scan-deed) }`. "When you spend a Battle
# Stations Token" is `after spend-token when spender is you and what is battle-deed and done`; "instead of returning it" stands in
# `instead of spend-token.pay`, with `set done to yes`. What is lost in another way, in the End Phase or by an effect, does not come by here.
procedure spend-token (spender: ship, what: deed) gives done: yes-no {
  # The token goes back to the supply.
  step pay {
    set done to tokens-beside(spender, what) > 0
    if done { run drop-token(spender, what) }
  }
}
# One token of this sort goes from beside a ship.
procedure drop-token (bare: ship, what: deed) {
  # The token goes.
  step take {
    if what is evade-deed { take 1 evade from bare }
    if what is scan-deed { take 1 scan from bare }
    if what is battle-deed { take 1 battle-stations from bare }
  }
}
# A ship gets one token of these sorts; the chooser picks which, if there are several: "a token of the same type" is `run lay-token(s, [what], controller of you)`.
# It gives which it was.
procedure lay-token (receiver: ship, kinds: set of deed, chooser: player) gives sort-of-it: deed {
  # The chooser picks.
  step pick {
    choose one by chooser "Which token?" {
      "Evade" when evade-deed is in kinds {
        give 1 evade to receiver
        set sort-of-it to evade-deed
      }
      "Scan" when scan-deed is in kinds {
        give 1 scan to receiver
        set sort-of-it to scan-deed
      }
      "Battle Stations" when battle-deed is in kinds {
        give 1 battle-stations to receiver
        set sort-of-it to battle-deed
      }
    }
  }
}
# A ship's captain, or the admiral in his place, gets so many Drone Tokens, never more than he began with; of several captains the ship's player picks one for each.
procedure gain-drones (who: ship, amount: number) {
  # The tokens are laid.
  step lay {
    repeat min(amount, room-for-drones(who)) times {
      choose c
        from (members d of captains-of(who) where drone on d < drones of d)
        by controller of who "To which captain?"
      { give 1 drone to c } else {
        give 1 drone to acting-captain(who)
      }
    }
  }
}
# How many Drone Tokens more a ship's captains and its face-down admiral can have.
define room-for-drones (who: ship): number =
  (sum of max(0, drones of c - drone on c) for c in captains-of(who))
    + max(0, drones of acting-captain(who) - drone on acting-captain(who))

# Drone Tokens on a ship's captains and its face-down admiral.
define drones-of (who: ship): number =
  (sum of drone on c for c in captains-of(who)) + drone on acting-captain(who)
# How many Drone Tokens a ship pays where a card asks for so many: "spend 1 Drone Token less" is `modify drone-price - 1 when payer is you`.
value drone-price (payer: ship, amount: number) = amount, at least 0
# Whether a ship's captains have so many Drone Tokens together. They may be disabled: their tokens pay all the same for other cards.
define can-pay-drones (payer: ship, amount: number): yes-no =
  drones-of(payer) >= drone-price(payer, amount)
# A ship pays Drone Tokens from its captain, of several from those that its player picks: `cost { run pay-drones(you, 2) if can-pay-drones(you, 2) }`. "When you are required to spend Drone Tokens, you may ... to spend 1 less" is
# `at pay-drones.heed "Name" when payer is you and saved = 0 may cost { ... } { set saved to 1 }`; all must be there, all the same.
procedure pay-drones (payer: ship, amount: number) gives done: yes-no {
  # How many tokens need not be paid; cards set it.
  var saved: number
  # What lessens the price.
  step heed { }
  # The tokens go back to the supply.
  step pay {
    set done to can-pay-drones(payer, amount)
    if done {
      repeat max(0, drone-price(payer, amount) - saved) times {
        choose c
          from (members d of captains-of(payer) where drone on d > 0)
          by controller of payer "From which captain?"
        { take 1 drone from c } else {
          take 1 drone from acting-captain(payer)
        }
      }
    }
  }
}

# Gold-Pressed Latinum on a ship's captains and its face-down admiral.
define latinum-of (who: ship): number =
  (sum of latinum on c for c in captains-of(who)) + latinum on acting-captain(who)
# How many Gold-Pressed Latinum Tokens a ship pays where a card asks for so many: "opposing effects that cost GPLT cost 1 more" is `modify latinum-price + 1 when foes(payer, you)`.
value latinum-price (payer: ship, amount: number) = amount, at least 0
# A ship pays Gold-Pressed Latinum from its captain: `cost { run pay-latinum(you, 1) if can-pay-latinum(you, 1) }`. More of it: `give 2 latinum to captain-of(you)`.
define can-pay-latinum (payer: ship, amount: number): yes-no =
  latinum-of(payer) >= latinum-price(payer, amount)
# The tokens go. "When you would spend GPLT" is `at pay-latinum.heed when payer is you`, where `saved` may be set.
procedure pay-latinum (payer: ship, amount: number) gives done: yes-no {
  # How many tokens need not be paid; cards set it.
  var saved: number
  # What lessens the price.
  step heed { }
  # The tokens go back to the supply.
  step pay {
    set done to can-pay-latinum(payer, amount)
    if done {
      repeat max(0, latinum-price(payer, amount) - saved) times {
        choose c
          from (members d of captains-of(payer) where latinum on d > 0)
          by controller of payer "From which captain?"
        { take 1 latinum from c } else {
          take 1 latinum from acting-captain(payer)
        }
      }
    }
  }
}

# A player names a number, up to this one: "spend up to 2 of your Drone Tokens" is `let spent = run pick-number(min(2, drone on here), controller of you)` and
# `take (spent) drone from here`.
procedure pick-number (most: number, chooser: player) gives picked: number {
  # The player picks.
  step pick {
    choose one by chooser "How many?" {
      "None" always { set picked to 0 }
      "One" when most >= 1 { set picked to 1 }
      "Two" when most >= 2 { set picked to 2 }
      "Three" when most >= 3 { set picked to 3 }
      "Four" when most >= 4 { set picked to 4 }
      "Five" when most >= 5 { set picked to 5 }
      "Six" when most >= 6 { set picked to 6 }
    }
  }
}

# --- Repairs

# Whether a ship has damage to its Hull or to its Shields.
define can-mend (who: ship): yes-no = any of (all damage-card d on who) or has-damaged-shield(who)
# So much damage to Hull or Shields is repaired; the ship's player says for each which. To the Hull alone: `repair-one`, to the Shields alone: `restore-shield`.
procedure mend (patient: ship, points: number = 1) {
  # One after the other.
  step repair {
    repeat points times {
      choose one by controller of patient "Repair what?" {
        "The Hull" when any of (all damage-card d on patient) { run repair-one(patient) }
        "A shield" when has-damaged-shield(patient) { run restore-shield(patient) }
      }
    }
  }
}

# --- Moves

# The maneuvers of a ship's dial, none harder and none faster than these: green ones `dial-ways(you, -1)`, green and white ones `dial-ways(you, 0)`, all up to
# speed 3 `dial-ways(you, 1, 3)`.
define dial-ways (who: ship, hardest: number = 1, fastest: number = 9): set of maneuver =
  members m of dial-of(who) where difficulty(who, m) <= hardest and speed of m <= fastest
# Maneuvers that need not be on a dial, and are white: "a 1 or 2 straight" is `plain-ways([straight], 2)`, "a 1 maneuver (straight, bank or turn)"
# `plain-ways([straight, bank-left, bank-right, turn-left, turn-right], 1)`, exactly speed 4 `plain-ways([straight], 4, 4)`.
define plain-ways (shapes: set of bearing, fastest: number, slowest: number = 1): set of maneuver =
  all maneuver m
    where colour of m is white
      and bearing of m is in shapes
      and speed of m >= slowest
      and speed of m <= fastest
# Those that a ship can execute now: no red ones, if it has Auxiliary Power; none at all, if the card makes them red (`hardness: 1`). STAW-MOV-021
define open-ways (who: ship, ways: set of maneuver, hardness: number = 9): set of maneuver =
  members w of ways
    where auxiliary on who = 0
      or not can mind-red(who)
      or (if hardness = 9 then difficulty(who, w) else hardness) <= 0
# A ship executes one more maneuver; its player picks it, and it strains or relieves as usual. "You may" stands before: `may`. It cannot dock. It gives whether
# the ship moved; ask `any of open-ways(you, ...)` before it costs anything. A rule after moves that runs it says `never within itself`. "Treat it as a red maneuver", "perform a 1
# red turn": `hardness: 1` in both, `-1` as green, `0` as white, whatever its colour on the dial is.
procedure extra-maneuver (
  mover: ship,
  ways: set of maneuver,
  hardness: number = 9
) gives moved: yes-no
{
  # The player picks, and the ship moves.
  step fly {
    choose way from open-ways(mover, ways, hardness) by controller of mover "Which maneuver?" {
      if hardness < 9 { start recoloured(mover, way, hardness) until after extra-maneuver }
      start no-action(mover, dock-deed) until after extra-maneuver
      run execute(mover, way)
      run settle-strain(mover, way)
      set moved to yes
    }
  }
}
# All tokens beside a ship go but Auxiliary Power: "discard all Tokens that are beside the ship". With a Target Lock go both tokens of the pair, with a Cloak the shields come up;
# Critical Hit Tokens stay with their damage cards.
procedure clear-beside (bare: ship) {
  # One sort after the other.
  step clear {
    take all evade from bare
    take all scan from bare
    take all battle-stations from bare
    for each s in lockers-of(bare) { run break-lock(s, bare) }
    for each s in locks of bare { run break-lock(bare, s) }
    if is-cloaked(bare) { run uncloak(bare) }
  }
}
# A ship is removed from the play area with all tokens beside it but Auxiliary Power, and comes back in the End Phase where its player wants, facing any way, but not at
# Range 1 to so many of another ship: `run vanish(you, 3)`; not so near to an enemy: `run vanish(you, 3, enemies-only: yes)`. Meanwhile its cards and it do nothing.
procedure vanish (ghost: ship, gap: number, enemies-only: yes-no = no) {
  # The tokens go, and the ship.
  step leave {
    run clear-beside(ghost)
    lift(ghost)
    set vanished of ghost to yes
    start coming-back(ghost, gap, enemies-only) until after round
  }
}
# In the End Phase it comes back.
effect coming-back (ghost: ship, gap: number, enemies-only: yes-no) {
  at end-phase.resolve-effects when vanished of ghost { run reappear(ghost, gap, enemies-only) }
}
# A ship is placed anywhere on the table, facing any way, but not at Range 1 to so many of another ship, or of an enemy, and on nothing. If there is no such place, it
# stays where it was. "Place your ship anywhere, but not within Range 1-3 of any other ship" is `run reappear(you, 3)`.
procedure reappear (ghost: ship, gap: number, enemies-only: yes-no = no) {
  # The player picks a place.
  step land {
    set vanished of ghost to no
    choose spot for ghost
      inside the table
      facing any
      where free-at(ghost, spot)
        and none of (
          members s of fleets
            where s is not ghost
              and (not enemies-only or foes(s, ghost))
              and band(distance-at(ghost, spot, s)) <= gap
        )
      by controller of ghost "Where does it come back?"
    { place(ghost, spot) } else {
      place(ghost, pose-of(ghost))
    }
  }
}
# A maneuver of a ship has this difficulty: "treat it as a white maneuver" is `after activate.reveal-dial when actor is you` with
# `start recoloured(you, move, 0) until after activate.check-strain`; green is -1, red 1. Other maneuvers of the ship keep their colour.
effect recoloured (pilot: ship, shown: maneuver, hardness: number) {
  replace difficulty with hardness when mover is pilot and move is shown
}
# A maneuver of a ship is faster, or slower, with another template of the same shape: "add 1 to its speed" is
# `start hastened(you, move, 1) until after activate.check-strain`.
effect hastened (pilot: ship, shown: maneuver, more: number) {
  modify speed-of + more when mover is pilot and move is shown
}

# --- What holds for a while: `until after round` for "this round", `until before end-phase` for "until the End Phase"

# A ship's Captain Skill is more, or less.
effect skill-bonus (led: ship, more: number) { modify captain-skill + more when who is led }
# A ship's Captain Skill is this number.
effect skill-set (led: ship, level: number) { replace captain-skill with level when who is led }
# A ship cannot perform this action; `card-deed` is any Action of a card. STAW-ACT-002
effect no-action (idle: ship, barred: deed) { forbid perform when actor is idle and what is barred }
# A ship cannot perform free actions, or not this one.
effect no-free-action (idle: ship, barred: deed = anything) {
  forbid perform-free when actor is idle and (barred is anything or what is barred)
}
# One ship cannot attack another.
effect no-attack-on (aggressor: ship, spared: ship) {
  forbid target when attacker is aggressor and defender is spared
}
# One ship can attack another only: "if it attacks this round, it must attack your ship" is `start must-attack(s, you) until after round`.
effect must-attack (aggressor: ship, prey: ship) {
  forbid target when attacker is aggressor and defender is not prey
}
# A ship's tokens of one sort are not removed in the End Phase.
effect keeps-tokens (keeper: ship, kept-sort: deed) {
  forbid lose-tokens when who is keeper and what is kept-sort
}
# A ship's Cloak Token does not turn red.
effect keeps-cloak (ghost: ship) { forbid turn-cloak-red when attacker is ghost }
# A ship has an action in its Action Bar: "while you are Cloaked you may perform a Sensor Echo, even if this card is disabled" is
# `start granted-action(you, echo-deed) until the game ends`. STAW-ACT-002
effect granted-action (favoured: ship, granted: deed) {
  replace has-icon with yes when who is favoured and what is granted
}
# Two ships cannot attack each other.
effect truce (one: ship, other-one: ship) {
  forbid target when attacker is one and defender is other-one
  forbid target when attacker is other-one and defender is one
}
# Nobody can attack a ship.
effect out-of-aim (spared: ship) { forbid target when defender is spared }
# Nobody can lock a ship.
effect no-lock-on (spared: ship) { forbid lock-on when goal is spared }
# A ship rolls no defense dice in attacks. STAW-TIM-017
effect no-defense (prey: ship) {
  forbid roll-defense when who is prey and for-what is combat-effect
}
# Damage to a ship goes past its Active Shields: "damage of this attack ignores Shields" is `at attack.deal-damage when arm is here {
# start shields-pierced(defender) until after attack }`, its critical damage alone `start shields-pierced(defender, criticals-only: yes) until after attack`.
effect shields-pierced (prey: ship, criticals-only: yes-no = no) {
  forbid use-shields when who is prey and (severe or not criticals-only)
}
