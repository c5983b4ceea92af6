# What can be asked of the battle, what rules may change, and what they may forbid.

define this-battle: battle = first of all battle
# HS-GEN-001
define is-basic: yes-no = rules of this-battle is basic
define is-master: yes-no = rules of this-battle is master
define holds (r: ruling): yes-no = r is in rulings of this-battle

# --- Friends and enemies. HS-TEAM-001 to HS-TEAM-005, HS-TEAM-012

define allied (p: player, q: player): yes-no = p is q or (team of p > 0 and team of p = team of q)
define side-of (p: player): set of player = all player q where allied(p, q)
define enemies-of (p: player): set of player = all player q where not allied(p, q)
define friendly (a: figure, b: figure): yes-no = allied(controller of a, controller of b)
define foes (a: figure, b: figure): yes-no = not allied(controller of a, controller of b)

# On the battlefield: neither destroyed nor left out.
define living: set of figure = all figure f where space-of(f) is not nowhere
define is-living (f: figure): yes-no = space-of(f) is not nowhere
# HS-TEAM-004
define controlled-by (p: player): set of figure = members f of living where controller of f is p
define foes-of (p: player): set of figure = members f of living where not allied(controller of f, p)

# --- Army Cards and their figures

define is-hero (f: figure): yes-no = company of type of f is hero
# HS-POW-007 HS-POW-008
define tagged (f: figure, t: tag): yes-no =
  uniqueness of type of f is t
    or company of type of f is t
    or valkyrie of type of f is t
    or species of type of f is t
    or class of type of f is t
    or personality of type of f is t
# All copies of a card in its owner's Army are one Army Card, and their figures one pool.
# HS-CMN-001 HS-CMN-008 HS-CMN-009
define pool-of (c: army-card): set of figure =
  members f of living where owner of f is owner of c and type of f is type of c
define cards-of (f: figure): set of army-card =
  all army-card c where owner of c is owner of f and type of c is type of f
define laid-on (c: army-card): number = count of (all figure f where lies-on of f is c)
# Out of play. HS-DMG-005 HS-CMN-006
define is-full (c: army-card): yes-no = laid-on(c) >= shown of type of c
define is-out (c: army-card): yes-no = is-full(c) or none of pool-of(c)
define cards-in-play (p: player): set of army-card =
  all army-card c where owner of c is p and not is-out(c)

# A Hero's markers lie on its card, if the card is of this figure alone; all others' lie beside the figure.
# HS-DMG-001 HS-DMG-006 HS-DMG-007 HS-DMG-009
define marked-card (f: figure): army-card =
  if is-hero(f) and count of cards-of(f) = 1 then first of cards-of(f) else nobody
define wounds-of (f: figure): number =
  if marked-card(f) is nobody then wound on f else wound on marked-card(f)

# --- Numbers of the side in force. HS-GEN-001 HS-BSET-005 HS-BSET-008 HS-SET-003 HS-POW-009

value move-value (who: figure) =
  if is-basic then basic-move of type of who else move of type of who,
  at least 0
value range-value (who: figure) =
  if is-basic then basic-range of type of who else range of type of who,
  at least 0
value life-value (who: figure) = if is-basic then 1 else life of type of who
value attack-value (who: figure) =
  if is-basic then basic-attack of type of who else attack of type of who
value defense-value (who: figure) =
  if is-basic then basic-defense of type of who else defense of type of who

# --- Levels and adjacency

# A figure's level is that of the space under it; on two levels, as in mid-move, of the leading side. HS-BMOV-007
# HS-MOV-010 HS-WAT-006 HS-GLY-011
define level-of (f: figure): number = level of space-of(f)

# Things that part two figures although their spaces touch. Content may add some. HS-ENG-005
permission touch (who: figure, spot: pose, other: figure)
# One space apart, and the upper one less high than the lower one is tall; the Basic Game knows no Height.
# HS-ENG-003 HS-ENG-004 HS-ENG-005 HS-ENG-007
define near-at (a: figure, spot: pose, b: figure): yes-no =
  a is not b
    and (
      if is-basic then adjacent-at(a, spot, b, 1000, 1000)
        else adjacent-at(a, spot, b, height of b - 1, height of a - 1)
    )
    and can touch(a, spot, b)
# A figure off the battlefield keeps the pose it had, so it is asked whether it stands there.
define near (a: figure, b: figure): yes-no = is-living(a) and near-at(a, pose-of(a), b)
# HS-ENG-001 HS-ENG-002 HS-ENG-006 HS-BMOV-017
define engaged-with (a: figure, b: figure): yes-no = is-master and foes(a, b) and near(a, b)
define engaged (a: figure): yes-no = any of (members b of living where engaged-with(a, b))

# --- Sight. An approximation of what players see; a ruling about a pair replaces it.

define others (a: figure, b: figure): set of figure =
  members f of living where f is not a and f is not b
# From the one Target Point over the leading side to any part of the Hit Zone over a space of the target.
# HS-LOS-001 HS-LOS-003 HS-LOS-004 HS-LOS-005 HS-LOS-012
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
# HS-LOS-010
define sees-any-part (a: figure, from-height: number, b: figure): yes-no =
  any of (
    members s of spaces-of(b)
      where sees(space-of(a), from-height, s, 0, height of b * 1000, 600, others(a, b))
  )
# From the head, in the Basic Game. HS-BRNG-007 HS-BRNG-008 HS-BRNG-009 HS-LOS-013
value in-sight (viewer: figure, target: figure): yes-no =
  if is-basic then sees-any-part(viewer, height of viewer * 1000, target)
    else sees-zone(viewer, target)
# HS-LOS-010
value in-clear-sight (viewer: figure, target: figure): yes-no =
  sees-any-part(viewer, eye of viewer, target)
# HS-LOS-011 HS-POW-013
define in-clear-spaces (viewer: figure, n: number, target: figure): yes-no =
  is-living(viewer)
    and is-living(target)
    and distance(viewer, target) <= n
    and in-clear-sight(viewer, target)
# Players' own ruling about two figures, for this turn. HS-LOS-008
effect ruled-sight (watcher: figure, quarry: figure, seen: yes-no) {
  replace in-sight with seen when viewer is watcher and target is quarry
}
procedure dispute-sight (watcher: figure, quarry: figure) {
  var judge: player
  step roll { set judge to run roll-off([controller of watcher, controller of quarry]) }
  step rule {
    choose one by judge "Is there a clear Line of Sight?" {
      "It sees" always { start ruled-sight(watcher, quarry, seen: yes) until after turn }
      "It sees nothing" always { start ruled-sight(watcher, quarry, seen: no) until after turn }
    }
  }
}
