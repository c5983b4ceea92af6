# Special Attacks.

# HS-SPA-001 HS-SPA-003 HS-SPA-009

# What a figure can do instead of its normal attack: an option runs `special-strike` or `special-blast`, or does something else. It counts as an attack.
offer instead-of-attack (attacker: figure) asks "{attacker} does what instead of attacking?"

# A Special Attack on a figure that the attacker's player picks; gives how many wounds were received: `instead-of-attack "Volley" when attacker is here and any of
# special-targets(here, volley) { run use-special-attack(here, volley) }`, with a row `volley` of `special-attack`. Where it needs no Line of Sight, ask
# `unseen-targets` and say `needs-sight: no`.
procedure use-special-attack (
  attacker: figure,
  form: special-attack,
  needs-sight: yes-no = yes
) gives wounds: number
{
  # The attacker's player picks.
  step choose-target {
    choose d
      from (if needs-sight then special-targets(attacker, form) else unseen-targets(attacker, form))
      by controller of attacker "At whom?"
    { set wounds to run special-strike(attacker, d, form, needs-sight) }
  }
}

# What an attack must have brought before the same figure may go on with its Special Attack.
word go-on-if { whatever-happens if-it-wounds if-it-destroys }
# A Special Attack several times in the same turn, its player may stop after each: `most` times in all, on a figure only once where `each-once`, as long as the last one
# wounded or destroyed, and showed so many skulls, or a skull on every die. "It must attack all adjacent figures with it" is `must: yes, each-once: yes, beside-only: yes`. "It may attack two additional times, nobody more than once" is
# `run use-special-attacks(here, ice-shards, most: 3, each-once: yes)`; "if it inflicts a wound it may attack again"
# `run use-special-attacks(here, rapid-fire, again: if-it-wounds)`; two skulls `least-skulls: 2`. With `dice` it shares so many among its attacks, one to three in each.
# HS-SPA-001 HS-ATK-002
procedure use-special-attacks (
  attacker: figure,
  form: special-attack,
  most: number = 20,
  each-once: yes-no = no,
  again: go-on-if = whatever-happens,
  least-skulls: number = 0,
  every-die: yes-no = no,
  dice: number = 0,
  must: yes-no = no,
  beside-only: yes-no = no
)
{
  # Whom it has struck.
  var done: set of figure
  # Whom it strikes now.
  var mark: figure
  # How many dice it has left to share.
  var left: number
  # One after the other; the first is not declined.
  step each {
    set left to dice
    repeat most times {
      let open-ones =
        members t of special-targets(attacker, form)
          where (not each-once or not (t is in done)) and (not beside-only or next-to(attacker, t))
      set mark to nobody
      if must or none of done {
        choose d from open-ones by controller of attacker "At whom?" { set mark to d }
      } else {
        choose d from open-ones by controller of attacker "At whom next?" or none { set mark to d }
      }
      if mark is nobody { break }
      add mark to done
      if dice > 0 {
        let part = run share-of-dice(controller of attacker, left)
        add -part to left
        start rolling-so-many(attacker, form, part) until after special-strike
      }
      let wounds = run special-strike(attacker, mark, form)
      if again is if-it-wounds and wounds = 0 { break }
      if again is if-it-destroys and is-on-field(mark) { break }
      if skulls-rolled of attacker < least-skulls or (every-die and not all-skulls of attacker) {
        break
      }
      if dice > 0 and left = 0 { break }
    }
  }
}
# Instead of moving and attacking normally a figure goes up to so many spaces on foot, and may use a Special Attack up to so many times before, between and after its steps, from
# where it could end its move; it has no normal attack in this turn. Who is held strikes from where it stands: what forbids moving forbids no attack. "Instead of moving and
# attacking normally you may move it up to three spaces; it can attack up to three times with this Special Attack at any point before, during or after this move" is
# `instead of move-figure.hold "Flurry" when mover is here and (can move(here) or any of special-targets(here, flurry)) may { run walk-and-strike(here, 3, flurry, strikes: 3) }`.
# "It cannot attack the same figure more than once" is `forbid target when attacker is here and defender is in attacked of here`.
# HS-SPA-001 HS-MOV-002 HS-POW-003
procedure walk-and-strike (actor: figure, most: number, form: special-attack, strikes: number = 1) {
  # How many attacks it had made before.
  var so-far: number
  # It has no normal attack.
  step begin {
    set so-far to attacks-made of actor
    start striking-on-its-way(actor) until after turn or after take-turn-with when actor is striker
    start walking-and-striking(actor, form, so-far + strikes) until after walk-and-strike
  }
  # It goes, or stands and strikes.
  step go {
    if can move(actor) {
      run walk-with(actor, most)
    } else if any of special-targets(actor, form) {
      may by controller of actor "Strike?" { run use-special-attacks(actor, form, most: strikes) }
    }
  }
  # That was its move, whatever held it.
  step finish { start halting(actor) until before move-figure.finish or after turn }
}
# Whoever strikes on its way attacks nobody normally.
effect striking-on-its-way (striker: figure) { forbid attack-normally when who is striker }
# Wherever it could end its move it may strike.
effect walking-and-striking (striker: figure, shot: special-attack, limit: number) {
  after walk-with.begin or after stride "Strike"
    when mover is striker
      and may-end-at(striker, pose-of(striker))
      and attacks-made of striker < limit
      and any of special-targets(striker, shot)
    never within itself may by controller of striker
  { run use-special-attacks(striker, shot, most: limit - attacks-made of striker) }
}
# One to three dice of so many, as a player says.
procedure share-of-dice (side: player, left: number) gives part: number {
  step say {
    choose one by side "How many dice?" {
      "One die" when left >= 1 { set part to 1 }
      "Two dice" when left >= 2 { set part to 2 }
      "Three dice" when left >= 3 { set part to 3 }
    }
  }
}
# A figure rolls so many dice for a Special Attack, whatever is printed: "each time you may choose to roll 2, 3 or 4 dice".
effect rolling-so-many (roller: figure, shot: special-attack, count-of: number) {
  replace special-dice with count-of when attacker is roller and form is shot
}

# A Special Attack on one figure; gives how many wounds were received. With `anywhere` neither sight nor distance is asked, as for whom a bolt leaps on to.
procedure special-strike (
  attacker: figure,
  defender: figure,
  form: special-attack,
  needs-sight: yes-no = yes,
  anywhere: yes-no = no
) gives wounds: number
  tells "{attacker} attacks {defender} with {form}"
{
  # The skulls.
  var hits: number
  # The attack dice.
  var dice: pool
  # Whether the attacker and its target are adjacent as it is rolled.
  var beside: yes-no
  # It counts as an attack.
  step declare { add 1 to attacks-made of attacker }
  # What is not possible any more does not happen.
  step check {
    if not (
      if anywhere then can-strike-blind(attacker, defender, form)
        else if needs-sight
          then can-attack-at(attacker, defender, form, special-range(form, attacker))
        else defender is in unseen-targets(attacker, form)
    )
    { stop }
  }
  # The attacker rolls combat dice. HS-POW-011
  step attack-roll
    tells if special-dice(form, attacker, defender) = 0 then "{attacker} has no attack dice"
      else "{attacker} rolls: {dice}"
  {
    set beside to next-to(attacker, defender)
    set dice to roll special-dice(form, attacker, defender) combat
    add defender to attacked of attacker
  }
  # The skulls are counted.
  step count-skulls {
    set hits to skull in dice
    set skulls-rolled of attacker to hits
    set all-skulls of attacker to hits > 0 and shield in dice + blank in dice = 0
  }
  # The defender rolls, and takes wounds.
  step answer { set wounds to run defend(defender, attacker, hits, form) }
  # Powers after the attack: `at moment.powers when what is on-attack-done`.
  step finish { run moment(on-attack-done, attacker, defender, form, beside) }
}

# Whether a figure can strike another by this form if neither sight nor distance is asked.
define can-strike-blind (a: figure, b: figure, form: special-attack): yes-no =
  is-on-field(a) and is-on-field(b) and can make-attack(a) and can target(a, b, form)
# The spaces along which a Special Attack can be led: straight from the leading side, within its Range, with somebody on them whom it can strike.
define row-goals (
  a: figure,
  form: special-attack,
  needs-sight: yes-no = no,
  foes-only: yes-no = no
): set of space =
  all space s
    where is-straight(space-of(a), s)
      and steps-between(space-of(a), s) <= special-range(form, a)
      and any of row-marks(a, form, s, needs-sight: needs-sight, foes-only: foes-only)
# Over how many levels above its own a figure throws what needs no sight: "lob 12" is `replace lob-height with 12 when thrower is here`.
# HS-SPA-004
value lob-height (thrower: figure) = 1000, at least 0
# The way of what is thrown.
movement lobbed (thrower: figure, here: pose, there: pose) {
  cost 1 when level of lead-of(there) <= level-of(thrower) + lob-height(thrower)
  stops when no
  ends always
}
# Whether a figure can throw something at another that is so many spaces away.
define can-lob (a: figure, b: figure, most: number): yes-no =
  lob-height(a) >= 1000
    or any of (members s of reach(lobbed, a, most) where lead-of(s) is in spaces-of(b))
# All whom a figure can strike by this form within its Range, seen or not.
define blind-targets (a: figure, form: special-attack): set of figure =
  members b of unseen-targets(a, form) where can-lob(a, b, special-range(form, a))
# All whom a figure can attack with a Special Attack that needs no Line of Sight: "it does not need clear line of sight".
define unseen-targets (a: figure, form: special-attack): set of figure =
  members b of on-field
    where can use-special(a, form)
      and can-strike-blind(a, b, form)
      and in-range(a, b, special-range(form, a))
# Whom a figure can strike on a space.
define row-marks (
  a: figure,
  form: special-attack,
  s: space,
  needs-sight: yes-no = no,
  foes-only: yes-no = no
): set of figure =
  members f of (all figure on s)
    where f is not a
      and can use-special(a, form)
      and can-strike-blind(a, f, form)
      and (not needs-sight or is-exempt-from-sight(a, f) or in-sight(a, f))
      and (not foes-only or foes(f, a))

# A Special Attack with one roll against everybody, friends too, on a straight row of as many spaces as its Range; no sight is asked:
# `instead-of-attack "Fire Line" when attacker is here and any of row-goals(here, fire-line) { run use-row-attack(here, fire-line) }`. Where it strikes only
# those "who are in line of sight", say `needs-sight: yes` in both; where friends are not affected, `foes-only: yes` in both. HS-SPA-006 HS-LOS-005
procedure use-row-attack (
  attacker: figure,
  form: special-attack,
  needs-sight: yes-no = no,
  foes-only: yes-no = no
)
{
  # The attacker's player says which way it leads.
  step choose-row {
    choose s
      from row-goals(attacker, form, needs-sight: needs-sight, foes-only: foes-only)
      by controller of attacker "Along the row to which space?"
    {
      run special-blast(
        attacker,
        first of row-marks(attacker, form, s, needs-sight: needs-sight, foes-only: foes-only),
        members f of figures-in-row(attacker, s, special-range(form, attacker))
          where (not needs-sight or is-exempt-from-sight(attacker, f) or in-sight(attacker, f))
            and (not foes-only or foes(f, attacker)),
        form,
        needs-sight: no,
        at-one: no
      )
    }
  }
}

# A Special Attack with one roll against a figure and everybody adjacent to it, friends and the attacker too, unless the text spares it:
# `instead-of-attack "Tide" when attacker is here and any of special-targets(here, tide) { run use-blast-attack(here, tide, spares-attacker: yes) }`.
# Where it needs no Line of Sight, as a thrown grenade, ask `blind-targets` and say `needs-sight: no`. With `foes-only` none but enemies are struck beside the figure, with
# `in-touch` none but who is adjacent to the attacker, too. HS-SPA-006 HS-SPA-007 HS-SPA-010
procedure use-blast-attack (
  attacker: figure,
  form: special-attack,
  needs-sight: yes-no = yes,
  spares-attacker: yes-no = no,
  foes-only: yes-no = no,
  in-touch: yes-no = no
)
{
  # The attacker's player picks the figure in the middle.
  step choose-target {
    choose d
      from (if needs-sight then special-targets(attacker, form) else blind-targets(attacker, form))
      by controller of attacker "At whom?"
    {
      let caught =
        [d]
          + (
            members f of neighbours-of(d)
              where (not foes-only or foes(f, attacker)) and (not in-touch or next-to(f, attacker))
          )
      run special-blast(
        attacker,
        d,
        if spares-attacker then caught - [attacker] else caught,
        form,
        needs-sight
      )
    }
  }
}

# A Special Attack with one roll against a figure and up to so many others adjacent to it, or within so many clear sight spaces of it, as the attacker's player says:
# "you may choose one other figure within three clear sight spaces of the target" is `run use-spread-attack(here, lightning, others: 1, within: 3)`. HS-SPA-006
procedure use-spread-attack (
  attacker: figure,
  form: special-attack,
  others: number,
  within: number = 1
)
{
  # The attacker's player picks them.
  step choose-target {
    choose d from special-targets(attacker, form) by controller of attacker "At whom?" {
      choose up to (others) some
        from (
          members f of on-field
            where f is not d
              and f is not attacker
              and (if within = 1 then next-to(d, f) else in-clear-spaces(d, within, f))
        )
        by controller of attacker "Whom besides?"
      { run special-blast(attacker, d, [d] + some, form) }
    }
  }
}

# The figures of an Army Card that can attack in this turn and use this Special Attack.
define special-users (
  c: army-card,
  form: special-attack,
  needs-sight: yes-no = yes
): set of figure =
  members f of pool-of(c)
    where may-attack-by(f, c)
      and attacks-made of f < attacks-allowed(f)
      and any of (if needs-sight then special-targets(f, form) else blind-targets(f, form))
# A whole Squad uses a blast, one figure after the other in the order that its player says. In the entry of an Army Card: `instead of turn.attack
# "Volley" when card-in-use is here and any of special-users(here, volley) may { run squad-uses-blast(here, volley) }`.
procedure squad-uses-blast (
  c: army-card,
  form: special-attack,
  needs-sight: yes-no = yes,
  spares-attacker: yes-no = no
)
{
  # Who has not had its turn yet.
  var waiting: set of figure
  # One after the other.
  step each {
    set waiting to pool-of(c)
    repeat count of pool-of(c) times {
      choose f
        from (members g of special-users(c, form, needs-sight) where g is in waiting)
        by controller of c "Who is next?"
      {
        set waiting to waiting - [f]
        run set-active(f)
        run use-blast-attack(f, form, needs-sight, spares-attacker)
      }
    }
  }
}

# The figures of an Army Card that can attack in this turn and have an attack left: who may join in an attack.
define ready-of (c: army-card): set of figure =
  members f of pool-of(c) where may-attack-by(f, c) and attacks-made of f < attacks-allowed(f)
# Those of some figures that can attack this one by this form.
define joiners (team: set of figure, form: special-attack, d: figure): set of figure =
  members f of team
    where can use-special(f, form) and can-attack-at(f, d, form, special-range(form, f))
# The others of them that can join with one: on its level, if they must be, and adjacent to it, if they must be.
define joint-mates (
  leader: figure,
  among: set of figure,
  in-touch: yes-no,
  same-level: yes-no
): set of figure =
  members f of among
    where f is not leader
      and (not in-touch or next-to(f, leader))
      and (not same-level or level-of(f) = level-of(leader))
# Those of some figures with whom so many can attack this one together.
define joint-leaders (
  team: set of figure,
  form: special-attack,
  needed: number,
  d: figure,
  in-touch: yes-no,
  same-level: yes-no
): set of figure =
  members f of joiners(team, form, d)
    where count of joint-mates(
        f,
        joiners(team, form, d),
        in-touch: in-touch,
        same-level: same-level
      )
      >= needed - 1
# All whom so many of some figures can attack together by this form.
define joint-marks (
  team: set of figure,
  form: special-attack,
  needed: number = 3,
  in-touch: yes-no = no,
  same-level: yes-no = no
): set of figure =
  members d of on-field
    where any of joint-leaders(team, form, needed, d, in-touch: in-touch, same-level: same-level)
# So many of some figures attack one figure together, with one roll of a Special Attack; the lowest of them counts for height, and it is the attack of each. "Three of them
# that are unengaged and adjacent on one level may combine their attacks" is, on the Army Card, `before turn.attack "Volley" when card-in-use is here and any of
# joint-marks(ready-of(here), volley, in-touch: yes, same-level: yes) may { run use-joint-attack(ready-of(here), volley, in-touch: yes, same-level: yes) }`;
# if the rest of them may not attack any more, `instead of turn.attack`. HS-SPA-001 HS-ATK-001
procedure use-joint-attack (
  team: set of figure,
  form: special-attack,
  needed: number = 3,
  in-touch: yes-no = no,
  same-level: yes-no = no
)
{
  # Their player says whom, and who joins.
  step choose-team {
    let side = controller of first of team
    choose d
      from joint-marks(team, form, needed, in-touch: in-touch, same-level: same-level)
      by side "At whom?"
    {
      choose leader
        from joint-leaders(team, form, needed, d, in-touch: in-touch, same-level: same-level)
        by side "Who attacks with others?"
      {
        choose (needed - 1) some
          from joint-mates(
            leader,
            joiners(team, form, d),
            in-touch: in-touch,
            same-level: same-level
          )
          by side "With whom?"
        { run strike-together([leader] + some, d, form) }
      }
    }
  }
}
# Some figures attack one together.
procedure strike-together (team: set of figure, defender: figure, form: special-attack) {
  # The lowest rolls for all.
  step strike {
    let low = first of (sort f in team by level-of(f))
    for each f in team {
      run set-active(f)
      if f is not low { add 1 to attacks-made of f }
    }
    run special-strike(low, defender, form)
  }
}

# A Special Attack with one roll against several figures, friends among them; the attacker orders their defense. `struck` is taken as it is: nobody is
# left out, not even the attacker.
# Where it needs no Line of Sight to `defender`, nor a count of spaces, say `needs-sight: no`. `defender` is the target, the others are struck with it; where
# nobody is aimed at, say `at-one: no`. HS-SPA-006 HS-SPA-007 HS-SPA-010
procedure special-blast (
  attacker: figure,
  defender: figure,
  struck: set of figure,
  form: special-attack,
  needs-sight: yes-no = yes,
  at-one: yes-no = yes
)
  tells "{attacker} attacks {struck} with {form}"
{
  # The skulls.
  var hits: number
  # The attack dice.
  var dice: pool
  # Whether the attacker and its target are adjacent as it is rolled.
  var beside: yes-no
  # Who has not defended yet.
  var waiting: set of figure
  # It counts as an attack.
  step declare { add 1 to attacks-made of attacker }
  # What is not possible any more does not happen.
  step check {
    if not (
      if needs-sight then can-attack-at(attacker, defender, form, special-range(form, attacker))
        else can-strike-blind(attacker, defender, form)
    )
    { stop }
  }
  # The attacker rolls combat dice, once for all. HS-POW-011
  step attack-roll
    tells if special-dice(form, attacker, defender) = 0 then "{attacker} has no attack dice"
      else "{attacker} rolls: {dice}"
  {
    set beside to next-to(attacker, defender)
    set dice to roll special-dice(form, attacker, defender) combat
    add struck to attacked of attacker
  }
  # The skulls are counted.
  step count-skulls {
    set hits to skull in dice
    set skulls-rolled of attacker to hits
    set all-skulls of attacker to hits > 0 and shield in dice + blank in dice = 0
    set waiting to struck
  }
  # One figure after the other defends.
  step answer {
    repeat count of struck times {
      choose one-struck from waiting by controller of attacker "Who defends next?" {
        set waiting to waiting - [one-struck]
        if is-on-field(one-struck) {
          run defend(one-struck, attacker, hits, form, targeted: at-one and one-struck is defender)
        }
      }
    }
  }
  # Powers after the attack.
  step finish { run moment(on-attack-done, attacker, defender, form, beside) }
}
