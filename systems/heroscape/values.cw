# What can be asked of the battle, and what rules may change of a figure.

# The row in which the scenario says what sort of battle it is.
define this-battle: battle = first of all battle
# Whether the Basic Game is played. HS-GEN-001
define is-basic: yes-no = rules of this-battle is basic
# Whether the Master Game is played: powers, Life and Height count in it alone. HS-GEN-001
define is-master: yes-no = rules of this-battle is master
# Whether the scenario has settled a question in this way.
define holds (r: ruling): yes-no = r is in rulings of this-battle

# --- Friends and enemies. HS-TEAM-001 to HS-TEAM-005, HS-TEAM-012

# Whether two figures are friends: of one side. A figure is its own friend: say `friendly(f, here) and f is not here` where a card means the
# others alone.
define friendly (one: figure, other: figure): yes-no =
  same-team(controller of one, controller of other)
# Whether two figures are enemies.
define foes (one: figure, other: figure): yes-no =
  not same-team(controller of one, controller of other)

# All figures on the battlefield: neither destroyed, left out nor waiting to come.
define on-field: set of figure = all figure f where space-of(f) is not nowhere
# Whether a figure is on the battlefield.
define is-on-field (f: figure): yes-no = space-of(f) is not nowhere
# The figures on the battlefield for which a player decides. HS-TEAM-004
define controlled-by (p: player): set of figure = members f of on-field where controller of f is p
# Those of them that are of a sort, by any tag, or of two or three at once: `of-sort(controller of here, elf)`,
# `of-sort(controller of here, orc, champion)`, `of-sort(controller of here, warlord, einar)`.
define of-sort (
  p: player,
  what: tag,
  also: tag = untagged,
  besides: tag = untagged
): set of figure =
  members f of controlled-by(p)
    where counts-as(f, what)
      and (also is untagged or counts-as(f, also))
      and (besides is untagged or counts-as(f, besides))
# A player's unique Heroes on the battlefield; those of one sort or two: `unique-heroes(controller of here, elf)`.
define unique-heroes (p: player, what: tag = unique, also: tag = untagged): set of figure =
  members f of of-sort(p, what, also, unique) where is-hero(f)
# Whether every Army Card of a player is of a sort, those of destroyed figures too: "if every Army Card you control is valiant".
define army-is (p: player, what: tag): yes-no =
  none of (all figure f where owner of f is p and not counts-as(f, what))
# A player's enemies on the battlefield.
define foes-of (p: player): set of figure =
  members f of on-field where not same-team(controller of f, p)

# --- What a figure counts as. HS-SET-004 HS-POW-007 HS-POW-008

# Whether a card shows a tag; a tag does nothing by itself, personality like the others. HS-SET-007
define is-printed (what: tag, type: profile): yes-no =
  uniqueness of type is what
    or company of type is what
    or valkyrie of type is what
    or species of type is what
    or class of type is what
    or personality of type is what
    or what is in also of type
# The general whom a figure follows, and the species, class and personality that its Army Card shows. A power that shows
# another one, like `known-as`, takes the printed one's place; of two such powers the later counts. HS-POW-007
value general-of (who: figure): tag = valkyrie of type of who, latest wins
value species-of (who: figure): tag = species of type of who, latest wins
value class-of (who: figure): tag = class of type of who, latest wins
value personality-of (who: figure): tag = personality of type of who, latest wins
# Whether a figure still has the second species and classes of its Army Card: not when a power names both anew. HS-POW-007
permission keep-also (who: figure)
# Whether a figure is of a sort, by any of its tags. A rule that takes a tag away beats one that gives it.
value counts-as (who: figure, what: tag): yes-no =
  uniqueness of type of who is what
    or company of type of who is what
    or general-of(who) is what
    or species-of(who) is what
    or class-of(who) is what
    or personality-of(who) is what
    or (what is in also of type of who and can keep-also(who)),
  lowest wins
# Whether a figure is a Hero; all others are of a Squad.
define is-hero (f: figure): yes-no = counts-as(f, hero)
# Whether a figure is a unique Hero, of whatever player.
define is-unique-hero (f: figure): yes-no = is-hero(f) and counts-as(f, unique)
# Whether a figure has a keyword power, like Flying. A rule that takes it away beats one that gives it. HS-POW-006
value has (who: figure, what: keyword): yes-no = what is in keywords of type of who, lowest wins

# --- Army Cards and their figures

# The figures of an Army Card, and of all its copies in the Army, that are on the battlefield. HS-CMN-001 HS-CMN-008 HS-CMN-009
define pool-of (c: army-card): set of figure =
  members f of on-field where owner of f is owner of c and type of f is type of c
# The Army Card of a figure, with all its copies in the Army.
define cards-of (f: figure): set of army-card =
  all army-card c where owner of c is owner of f and type of c is type of f
# The other figures of a figure's Army Card and its copies in the Army, destroyed ones too.
define mates-of (f: figure): set of figure =
  all figure g where g is not f and owner of g is owner of f and type of g is type of f
# How many destroyed figures lie on a card.
define laid-on (c: army-card): number = count of (all figure f where lies-on of f is c)
# Whether all the figures that a card shows lie on it. HS-CMN-006
define is-full (c: army-card): yes-no = laid-on(c) >= shown of type of c
# Whether a figure stands on the battlefield from the start; a power that says "they do not start on the battlefield" is
# `forbid start-on-field when who is here`. HS-ARM-011 HS-POW-002
permission start-on-field (who: figure)
# The figures of an Army Card, and of all its copies, that wait beside the battlefield to come later. HS-POW-002
define reserve-of (c: army-card): set of figure =
  all figure f
    where owner of c is not nobody
      and owner of f is owner of c
      and type of f is type of c
      and not is-on-field(f)
      and not destroyed of f
      and not unused of f
      and (not can start-on-field(f) or aboard of f is any army-card)
# The figures that a power has laid on an Army Card.
define aboard-of (c: army-card): set of figure = all figure f where aboard of f is c
# Whether a card is out of play: nobody of it stands there or waits to come. HS-DMG-005 HS-CMN-006
define is-out (c: army-card): yes-no = is-full(c) or (none of pool-of(c) and none of reserve-of(c))
# A player's cards that are in play.
define cards-in-play (p: player): set of army-card =
  all army-card c where owner of c is p and not is-out(c)
# The Squads of a player that are in play: one card of each, whose copies act as one. HS-CMN-008
define squads-of (p: player): set of army-card =
  members c of cards-in-play(p)
    where is-printed(squad, type of c)
      and c is first of (members d of cards-in-play(p) where type of d is type of c)
# Whether a card is the first of its copies in the Army: a power that comes once, however many there are, asks it.
define is-first-copy (c: army-card): yes-no =
  c is first of (all army-card d where owner of d is owner of c and type of d is type of c)
# Whether a player has order markers on cards of this sort only, one at least: "if all of your order markers are on Gladiator cards".
define all-markers-on (p: player, what: tag): yes-no =
  any of (all army-card c where owner of c is p and laid-markers of c > 0)
    and none of (
      all army-card c
        where owner of c is p and laid-markers of c > 0 and not is-printed(what, type of c)
    )
# Whether an order marker of this round lies revealed on a card of a sort in a player's Army: "if there is a revealed Order Marker on an Utgar card in your Army". On a
# figure's own card: `shown-on(here) > 0`.
define any-shown-on (p: player, what: tag): yes-no =
  any of (
    all army-card c where owner of c is p and shown-marker on c > 0 and is-printed(what, type of c)
  )
# How many order markers lie revealed on a figure's Army Card and its copies.
define shown-on (f: figure): number = sum of shown-marker on c for c in cards-of(f)
# All unique Army Cards in play, of whatever player: "place this figure on any unique Army Card".
define unique-cards: set of army-card =
  all army-card c where is-printed(unique, type of c) and owner of c is any player and not is-out(c)
# The card that carries a Hero's Wound Markers; nobody if they lie beside the figure. HS-DMG-001 HS-DMG-006 HS-DMG-007
# HS-DMG-009
define marked-card (f: figure): army-card =
  if (is-hero(f) and count of cards-of(f) = 1) or (shares-life(f) and any of cards-of(f))
      then first of cards-of(f)
    else nobody
# Whether the figures of an Army Card share one Life: wounds of any lie on the card, and all are destroyed together. HS-DMG-001
value shares-life (who: figure): yes-no = no
# How many wounds a figure has.
define wounds-of (f: figure): number =
  if marked-card(f) is nobody then wound on f else wound on marked-card(f)

# How much of its Life a figure has left.
define life-left (f: figure): number = max(0, life-of(f) - wounds-of(f))

# Whether a figure stands there with a wound that can be healed.
define healable (f: figure): yes-no = is-on-field(f) and wounds-of(f) > 0 and can be-healed(f)

# --- Numbers of the side in force. HS-GEN-001 HS-BSET-008 HS-SET-003 HS-POW-009

# A figure's Move.
value move-of (who: figure) =
  if is-basic then basic-move of type of who else move of type of who,
  at least 0
# A figure's Range, for normal attacks.
value range-of (who: figure) =
  if is-basic then basic-range of type of who else range of type of who,
  at least 0
# A figure's Life: with so many wounds it is destroyed. HS-BSET-005
value life-of (who: figure) = if is-basic then 1 else life of type of who
# A figure's Attack, before height and other bonuses against one defender.
value attack-of (who: figure) =
  if is-basic then basic-attack of type of who else attack of type of who
# A figure's Defense, before height and other bonuses against one attacker.
value defense-of (who: figure) =
  if is-basic then basic-defense of type of who else defense of type of who
# A figure's Height in levels: for climbing, falling, adjacency, and room under an overhang. HS-SET-008
value height-of (who: figure) = height of who, at least 1
# The Height that counts when it goes up or down: climbing and falling. "They may double their Height when moving up or down" is
# `replace climb-height with 2 * height-of(here) when who is here`. HS-MOV-011 HS-FAL-001
value climb-height (who: figure) = height-of(who), at least 1
# A figure's size: small, medium, large or huge. HS-SET-008
value size-of (who: figure): size = size of type of who
# What a card costs, and what its figures are worth. HS-SET-006
value points-of (what: profile) = points of what, at least 0
# How many points a player's Army may cost; 0 is no limit. HS-ARM-002
value points-limit (side: player) = points of this-battle, at least 0

# --- The ground

# Whether a space is of a sort of ground: by the map, unless a power or a tile makes it so, beside or instead: "spaces within one of it are shadow spaces, too" is
# `replace is-ground with yes when what is shadow and s is in ground-within(here, 1)`. HS-TER-009
value is-ground (s: space, what: footing): yes-no = terrain of s is what
# Whether a space is water, by the map or by a power: `replace is-water with no when s is in frozen`. HS-WAT-001
value is-water (s: space): yes-no = water of terrain of s
# Whether a figure stands on such ground with any of its spaces: "if it is on at least one snow space" is `stands-on(here, snow)`.
define stands-on (f: figure, what: footing): yes-no =
  any of (members s of spaces-of(f) where is-ground(s, what))

# --- Levels and adjacency

# The level of the space under a figure; on two levels, as in mid-move, of the leading side. HS-BMOV-007 HS-MOV-010
# HS-WAT-006 HS-GLY-011
define level-of (f: figure): number = level of space-of(f)

# Whether the base of a figure is no more than so many levels above the Height of another, nor more than so many below its base: "whose base is no more than six levels above
# its height or six below its base" is `near-level(here, f, above: 6, below: 6)`.
define near-level (who: figure, other: figure, above: number, below: number): yes-no =
  level-of(other) <= level-of(who) + height-of(who) + above
    and level-of(other) >= level-of(who) - below

# Whether two figures on neighbouring spaces can be adjacent: a wall or a power may part them. HS-ENG-005
permission touch (who: figure, spot: pose, other: figure)
# Whether a figure would be adjacent to another if it stood there: one space apart, and the upper one less high than the
# lower one is tall. Which way a figure on one space looks plays no part. HS-ENG-003 HS-ENG-004 HS-ENG-005 HS-ENG-007 HS-MOV-021
define next-to-at (a: figure, spot: pose, b: figure): yes-no =
  a is not b
    and (
      if is-basic then adjacent-at(a, spot, b, 1000, 1000)
        else adjacent-at(a, spot, b, height-of(b) - 1, height-of(a) - 1)
    )
    and can touch(a, spot, b)
# Whether two figures are adjacent.
define next-to (a: figure, b: figure): yes-no = is-on-field(a) and next-to-at(a, pose-of(a), b)

# The figures adjacent to one, friends and enemies.
define neighbours-of (f: figure): set of figure = members g of on-field where next-to(f, g)

# All figures adjacent to any figure of an Army Card, friends and enemies, those of the card too: "roll once for each figure adjacent to any of them" is `for each f in
# (members g of beside-any(here) where not counts-as(g, construct)) { run roll-to-wound(f, first of pool-of(here), 16) }`.
define beside-any (c: army-card): set of figure =
  members f of on-field where any of (members g of pool-of(c) where next-to(g, f))
# Those of them that count as something and are not of the card's name, on either side: "each Construct adjacent to any of them; they are not affected themselves".
define others-beside (c: army-card, what: tag): set of figure =
  members f of beside-any(c) where counts-as(f, what) and not (type of f is type of c)
# Whether anybody of a card's name, on either side, is adjacent to a figure.
define has-beside (f: figure, c: army-card): yes-no =
  any of (members g of neighbours-of(f) where type of g is type of c)
# The figures of its name that are adjacent to one, on either side.
define namesakes-beside (f: figure): set of figure =
  members g of neighbours-of(f) where type of g is type of f

# Whether a figure can be engaged with another; a rule against it frees both.
permission engage (who: figure, other: figure)
forbid engage when is-basic
# Whether two figures are engaged with each other. HS-ENG-001 HS-ENG-002 HS-ENG-006 HS-BMOV-017
define engaged-with (a: figure, b: figure): yes-no =
  foes(a, b) and next-to(a, b) and can engage(a, b) and can engage(b, a)
# Whether a figure is engaged with anybody.
define engaged (a: figure): yes-no = any of (members b of on-field where engaged-with(a, b))

# The figures of an Army Card that are engaged.
define engaged-of (c: army-card): set of figure = members f of pool-of(c) where engaged(f)

# --- Sight. An approximation of what players see; a ruling about a pair replaces it.

# All figures on the battlefield but these two.
define others (a: figure, b: figure): set of figure =
  members f of on-field where f is not a and f is not b
# Whether a figure sees the Hit Zone of another from its Target Point. HS-LOS-001 HS-LOS-002 HS-LOS-003 HS-LOS-004 HS-LOS-005 HS-LOS-012
define sees-zone (a: figure, b: figure): yes-no =
  any of (
    members s of spaces-of(b)
      where sees(
        space-of(a),
        eye of a,
        s,
        zone-low of b,
        zone-high of b,
        zone-width of b,
        others(a, b)
      )
  )
# Whether a figure sees anything of another from so high over its leading side. HS-LOS-010
define sees-any-part (a: figure, from-height: number, b: figure): yes-no =
  any of (
    members s of spaces-of(b)
      where sees(space-of(a), from-height, s, 0, height of b * 1000, 600, others(a, b))
  )
# Whether a figure has a clear Line of Sight to another, as attacks need it. It can be asked at any time, by anybody.
# HS-BRNG-007 HS-BRNG-008 HS-BRNG-009 HS-LOS-009 HS-LOS-013
value in-sight (viewer: figure, target: figure): yes-no =
  if is-basic then sees-any-part(viewer, height of viewer * 1000, target)
    else sees-zone(viewer, target)
# Whether a figure has Clear Sight of another: of any part of it. HS-LOS-010 HS-POW-013
value in-clear-sight (viewer: figure, target: figure): yes-no =
  sees-any-part(viewer, eye of viewer, target)
# Whether a figure is within so many clear sight spaces of another. HS-LOS-011
define in-clear-spaces (viewer: figure, n: number, target: figure): yes-no =
  is-on-field(viewer)
    and is-on-field(target)
    and distance(viewer, target) <= n
    and in-clear-sight(viewer, target)
# All other figures within so many clear sight spaces of one, friends and enemies: "choose any figure within five clear sight spaces of it" is
# `choosing f from within-sight(here, 5) "Whom?"`.
define within-sight (viewer: figure, n: number): set of figure =
  members f of on-field where f is not viewer and in-clear-spaces(viewer, n, f)
# The enemies within so many clear sight spaces of a figure: "choose an opponent's figure within five clear sight spaces of it" is
# `choosing f from enemies-in-sight(here, 5) "Whom?"`.
define enemies-in-sight (viewer: figure, n: number): set of figure =
  members f of within-sight(viewer, n) where foes(f, viewer)
# Whether a figure is another of the same player's, within so many clear sight spaces: "all figures that you control within four clear sight spaces of it add 1 to their
# defense; this does not affect it" is `modify defense-dice + 1 when under-aura(here, 4, defender)`. HS-TEAM-004
define under-aura (source: figure, n: number, who: figure): yes-no =
  who is not source
    and controller of who is controller of source
    and in-clear-spaces(source, n, who)
# Players' own ruling about two figures, for this turn. HS-LOS-008
effect ruled-sight (watcher: figure, quarry: figure, seen: yes-no) {
  replace in-sight with seen when viewer is watcher and target is quarry
}
# Two players who do not agree on a Line of Sight: the higher d20 rules.
procedure dispute-sight (watcher: figure, quarry: figure) {
  var judge: player
  step roll { set judge to run roll-off([controller of watcher, controller of quarry], for-sight) }
  step rule {
    choose one by judge "Is there a clear Line of Sight?" {
      "It sees" always { start ruled-sight(watcher, quarry, seen: yes) until after turn }
      "It sees nothing" always { start ruled-sight(watcher, quarry, seen: no) until after turn }
    }
  }
}
