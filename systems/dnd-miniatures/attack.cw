# Attacks: aim, provoke, one roll for each target, hits, and what they bring.

# What is added to an attack roll: its bonus and all that changes it. A creature's own power is
# `modify to-hit + 2 when attacker is you and charging`. What it gives to others would add up as soon as two of its kind stand there, and in this
# game the same power counts once: give a grace instead, see `graced`. DDM-COM-008 DDM-COM-067 DDM-COM-078 DDM-COM-091 DDM-COM-137 DDM-COM-138 DDM-COM-139 DDM-TER-026 DDM-DMG-048
value to-hit (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  covered: yes-no
) =
  bonus of weapon
modify to-hit + 1 when charging
modify to-hit + 2 when advantage(attacker, target, icon of weapon)
# DDM-COM-091 DDM-COM-092 DDM-COM-093 DDM-COM-154
modify to-hit - 2 when covered and (against of weapon is ac or against of weapon is ref)
# reading: it adds to combat advantage, which Helpless grants too.
modify to-hit + 4 when is-helpless(target) and icon of weapon is not melee
modify to-hit + 2 when on-circle(attacker)
modify to-hit + sum of attack of b for b in boons-at(attacker, target)
  when any of boons-at(attacker, target)

# The least natural roll that is a critical hit. DDM-COM-014 DDM-COM-015
value critical-from (attacker: creature, target: creature, weapon: form) = 20, lowest wins
# DDM-TER-004 DDM-TER-005 DDM-TER-006
replace critical-from with 19 when icon of weapon is melee and on-blood(attacker)
# A power that makes a roll of so many a critical hit.
effect deadly (hero: creature, from-roll: number) {
  replace critical-from with from-roll when attacker is hero
}

# The least roll that hits. DDM-COM-155
define least-roll (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  covered: yes-no
): number =
  max(
    2,
    min(
      20,
      defense-of(target, against of weapon) - to-hit(attacker, target, weapon, charging, covered)
    )
  )

# Whether a natural roll is a critical hit, and so a hit whatever the defense. DDM-COM-014 DDM-COM-015
define is-critical (attacker: creature, target: creature, weapon: form, shown: number): yes-no =
  shown = 20 or shown >= critical-from(attacker, target, weapon)
# Whether a roll meets the defense of its target; a 1 never does. DDM-COM-009 DDM-COM-013 DDM-COM-016
define beats (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no,
  covered: yes-no,
  shown: number
): yes-no =
  shown > 1
    and shown + to-hit(attacker, target, weapon, charging, covered)
      >= defense-of(target, against of weapon)

# The roll against concealment, if there is any: gives whether the target is found. DDM-COM-141 DDM-COM-143
procedure find-target (attacker: creature, target: creature, weapon: form) gives found: yes-no {
  # The d20 is rolled.
  step throw {
    set found to yes
    if (icon of weapon is melee or icon of weapon is ranged)
      and conceal-of(target, attacker) > 0
      and can be-concealed(target, attacker)
    {
      let shown =
        run roll-d20(
          controller of attacker,
          attacker,
          for-conceal,
          conceal-of(target, attacker),
          target,
          weapon
        )
      set found to shown >= conceal-of(target, attacker)
    }
  }
}

# One attack roll against one target; gives whether it hits. `shown` is the natural roll. DDM-COM-018 DDM-COM-020
procedure strike (
  attacker: creature,
  target: creature,
  weapon: form,
  charging: yes-no = no,
  covered: yes-no = no
) gives hit: yes-no
{
  # The natural roll.
  var shown: number
  # Whether concealment alone has made it a miss.
  var veiled: yes-no
  # Whether it hits without a roll.
  var automatic: yes-no
  # Whether the roll itself makes it a critical hit.
  var natural: yes-no
  # Whether it is a critical hit.
  var critical: yes-no
  # The creatures next to the target as the roll is made, the attacker not among them: it may be gone when what they are asked for comes.
  var round-it: set of creature
  # The target is known.
  # Champion powers before the roll: `at champions.use when moment is on-attack`.
  step declare {
    set was-loud to yes
    set round-it to members c of on-field where next-to(target, c) and c is not attacker
    run champions(on-attack, attacker, target, weapon, 0)
  }
  # DDM-DMG-047 DDM-TIM-035
  # reading: against the Helpless a melee attack does not roll.
  step roll {
    if is-helpless(target) and icon of weapon is melee {
      set automatic to yes
    } else {
      set shown to
        run roll-d20(
          controller of attacker,
          attacker,
          for-attack,
          min(
            critical-from(attacker, target, weapon),
            least-roll(attacker, target, weapon, charging, covered)
          ),
          target,
          weapon
        )
    }
  }
  # Champion powers after the roll: `at champions.use when moment is on-roll`. DDM-CRD-044
  step powers {
    if not automatic { run champions(on-roll, attacker, target, weapon, shown) }
  }
  # Whether it hits: rules that turn a miss into a hit stand after this and set `hit`. DDM-COM-009 DDM-COM-013 DDM-COM-014 DDM-COM-015 DDM-COM-016 DDM-COM-017
  step compare {
    set natural to automatic or is-critical(attacker, target, weapon, shown)
    set hit to natural or beats(attacker, target, weapon, charging, covered, shown)
  }
  # Concealment may make it a miss. DDM-COM-141 DDM-COM-142
  step conceal {
    if hit and not natural {
      set hit to run find-target(attacker, target, weapon)
      set veiled to not hit
    }
  }
  # It has missed then, so its die may be rolled again, unless it was: a second attack roll, and a second one against concealment.
  # DDM-TIM-024 DDM-TIM-026 DDM-COM-141
  step try-again {
    if veiled and not thrown-again {
      let again =
        run throw-again(
          controller of attacker,
          attacker,
          for-attack,
          shown,
          target,
          weapon,
          succeeds: no
        )
      if again {
        set shown to random(20)
        run champions(on-roll, attacker, target, weapon, shown)
        set natural to is-critical(attacker, target, weapon, shown)
        set hit to natural or beats(attacker, target, weapon, charging, covered, shown)
        if hit and not natural { set hit to run find-target(attacker, target, weapon) }
      }
    }
  }
  # Champion powers after a hit: `at champions.use when moment is on-hit`.
  # After a miss: `when moment is on-miss`.
  step hit-powers
    tells if automatic then "{target} is helpless and is hit without a roll"
      else if natural then "{attacker} rolls {shown} against {target}: a critical hit"
      else if hit
        then "{attacker} rolls {shown} + {to-hit(attacker, target, weapon, charging, covered)} = {shown + to-hit(attacker, target, weapon, charging, covered)} against {target} ({against of weapon} {defense-of(target, against of weapon)}): a hit"
      else if veiled
        then "{attacker} rolls {shown} + {to-hit(attacker, target, weapon, charging, covered)} = {shown + to-hit(attacker, target, weapon, charging, covered)} against {target} ({against of weapon} {defense-of(target, against of weapon)}): a hit, but {target} is concealed and not found"
      else "{attacker} rolls {shown} + {to-hit(attacker, target, weapon, charging, covered)} = {shown + to-hit(attacker, target, weapon, charging, covered)} against {target} ({against of weapon} {defense-of(target, against of weapon)}): a miss"
  {
    if hit {
      run champions(on-hit, attacker, target, weapon, shown)
    } else {
      run champions(on-miss, attacker, target, weapon, shown)
    }
  }
  # Damage is dealt.
  step harm {
    set critical to natural and not has(target, immune-critical)
    if hit { let lost = run damage(attacker, target, weapon, charging, critical) }
  }
  # What a hit brings: `at strike.effects when attacker is you and hit ...`. DDM-DMG-025 DDM-COM-065
  step effects {
    if hit {
      for each r in riders of weapon { run bring(attacker, target, weapon, r) }
    }
  }
  # What a miss does, if the attack's line says so: half damage, some damage, a rider.
  # reading: it is no hit: nothing that asks for one comes of it, and it is never critical. DDM-DMG-008
  step graze {
    if not hit {
      if half-on-miss of weapon and not gone of target {
        let half-lost = run damage(attacker, target, weapon, charging, critical: no, missed: yes)
      }
      if miss-damage of weapon > 0 and not gone of target {
        let lost-by-miss =
          run hurt(
            target,
            controller of attacker,
            miss-damage of weapon,
            element-of(attacker, weapon),
            0,
            untyped,
            attacker,
            weapon
          )
      }
      for each r in miss-riders of weapon { run bring(attacker, target, weapon, r) }
    }
  }
}

# What a hit brings besides damage. DDM-COM-062
procedure bring (attacker: creature, target: creature, weapon: form, what: rider) {
  # It comes over the target.
  step come {
    if gone of target { stop }
    let begun =
      run afflict(
        target,
        condition of what,
        strength of what,
        clock of what,
        controller of attacker,
        attacker
      )
    if any of (on-failed-save of what + on-save of what) and suffers(target, condition of what) {
      start lingering(target, condition of what, what, controller of attacker, begun)
        until the game ends
    }
    if moves of what > 0 {
      run shove(
        attacker,
        target,
        moves of what,
        way of what,
        rolled-for: yes,
        bonus of weapon,
        against of weapon
      )
    }
  }
}

# A creature gets the bonuses of a row for the attack roll that it makes now, with all that comes of it: "+10 damage on that hit" is `run favour(actor, ROW)`. For a
# whole attack with all its targets: `run favour(you, ROW, whole-attack: yes)`. What others strike in between is none of it. From two powers with two
# rows both count, from two with the same row one. DDM-CRD-020 DDM-CRD-042
procedure favour (hero: creature, grace: boon, whole-attack: yes-no = no) {
  # It has them.
  step give {
    if whole-attack {
      set favoured-throughout(hero, grace) to yes
    } else {
      set favoured(hero, grace) to yes
    }
  }
}

# Whether a creature has one attack more, with one of its attacks, as soon as the attack that it makes now is over.
state owed-attack (hero: creature, gift: form): yes-no per attack
# A creature may make one attack more, as soon as the one that it makes now is over, if it can: "when an ally rolls a natural 20, it may make another attack of the same sort"
# is `run owe-attack(actor, weapon)` at `on-hit`. To strike back at once, before the other attack is done, is `strike-at-once`. DDM-ACT-019
procedure owe-attack (hero: creature, gift: form = basic-attack(hero)) {
  # It is kept in mind.
  step note { set owed-attack(hero, gift) to yes }
}
after attack when any of (all form x where owed-attack(attacker, x)) 20 times per turn {
  for each f in (all form x where owed-attack(attacker, x)) {
    set owed-attack(attacker, f) to no
    if can act(attacker) and usable(attacker, f) {
      may by controller of attacker "Does {attacker} attack once more?" { run attack(attacker, f) }
    }
  }
}

# A whole attack; gives how many it hits; `only` is its target where that is given. `again` is whether it is one more of several that one use of a
# power makes, for which no box is ticked off; `opportunity` is whether it is an opportunity attack. DDM-COM-001 DDM-COM-005
procedure attack (
  attacker: creature,
  weapon: form,
  charging: yes-no = no,
  only: creature = nobody,
  again: yes-no = no,
  opportunity: yes-no = no
) gives hits: number
{
  # Its targets; from `aim` to the end, `after attack` too.
  var aimed: set of creature
  # Which target another takes the place of, and who: rules after `aim` set both.
  var relieved: creature
  var stand-in: creature
  # Against whom no roll has been made yet.
  var waiting: set of creature
  # Where a radius has its origin.
  var origin: space
  # The corner from which a cone or a line is laid.
  var point: pose
  # Which way a cone is laid.
  var heading: heading
  # Whom it hit last.
  var last-hit: creature
  # Whether the target of the roll has cover.
  var covered: yes-no
  # A box is ticked off. DDM-CRD-023
  step pay {
    set reacting of attacker to opportunity
    if boxes of weapon > 0 and not again { start box-used(attacker, weapon) until the game ends }
  }
  # The targets are chosen.
  step aim
    tells if any of aimed and opportunity
        then "{attacker} makes an opportunity attack on {aimed} with {weapon}"
      else if any of aimed then "{attacker} attacks {aimed} with {weapon}"
      else "{attacker} attacks nobody"
  {
    if only is not nobody {
      set aimed to [only]
    } else {
      # DDM-COM-021 DDM-COM-023 DDM-COM-053
      if shape of weapon is single {
        choose t
          from first-targets(attacker, weapon)
          by controller of attacker "Whom does {attacker} attack?"
        {
          set aimed to [t]
          if targets-allowed(attacker, weapon) > 1 {
            choose up to (targets-allowed(attacker, weapon) - 1) more
              from (members c of candidates(attacker, weapon) where c is not t)
              by controller of attacker "Whom else does {attacker} attack?"
            { set aimed to aimed + more }
          }
        }
      }
      if shape of weapon is around { set aimed to candidates(attacker, weapon) }
      if shape of weapon is burst {
        set aimed to caught(attacker, weapon, burst-of(attacker, weapon))
      }
      if shape of weapon is blast {
        choose s
          from blast-middles(attacker, weapon)
          by controller of attacker "Where is the middle of the blast of {attacker}?"
        { set aimed to blasted(attacker, weapon, s) }
      }
      # DDM-COM-035 DDM-COM-036 DDM-COM-037
      if shape of weapon is cone {
        choose p
          from cone-points(attacker, weapon)
          by controller of attacker "{attacker} attacks from which corner?"
        {
          set point to p
          choose h
            from cone-headings(attacker, weapon, p)
            by controller of attacker "{attacker} attacks which way?"
          {
            set heading to h
            set aimed to caught(attacker, weapon, cone-of(attacker, weapon, p, h))
          }
        }
      }
      # DDM-COM-038 DDM-COM-039
      if shape of weapon is line {
        choose p
          from line-points(attacker, weapon)
          by controller of attacker "{attacker} attacks from which corner?"
        {
          set point to p
          choose s
            from line-goals(attacker, weapon, p)
            by controller of attacker "{attacker} attacks to which square?"
          { set aimed to caught(attacker, weapon, line(p, s)) }
        }
      }
      # DDM-COM-045 DDM-COM-046
      if shape of weapon is radius {
        choose s
          from origins(attacker, weapon)
          by controller of attacker "Where does the attack of {attacker} begin?"
        {
          set origin to s
          set aimed to caught(attacker, weapon, radius-of(attacker, s, weapon))
        }
      }
    }
  }
  # Whoever takes the place of a target is one. "An attack on an ally next to it is on it instead" is `after attack.aim "Bodyguard" when stand-in is nobody and
  # any of wards-of(you, attacker, weapon, aimed) may { choose a from wards-of(you, attacker, weapon, aimed) by controller of you "For whom?" { set relieved to a set stand-in to you } }`.
  step redirect {
    if stand-in is not nobody and not (stand-in is in aimed) {
      set aimed to (members t of aimed where t is not relieved) + [stand-in]
    }
  }
  # Opportunity attacks live here. DDM-COM-123 DDM-COM-129
  step provoke
  # One roll for each target. DDM-COM-019 DDM-COM-020
  step resolve {
    set waiting to aimed
    repeat count of aimed times {
      if gone of attacker or not can act(attacker) { stop }
      let left = members t of waiting where not gone of t
      choose t from left by controller of attacker "{attacker} rolls against whom first?" {
        set waiting to members a of waiting where a is not t
        set covered to cover-in(attacker, t, weapon, origin, point)
        let struck = run strike(attacker, t, weapon, charging, covered)
        if struck {
          add 1 to hits
          set last-hit to t
        }
      }
    }
  }
}

# The attacks of which one use of an attack consists: its parts, else itself.
define blows-of (weapon: form): set of form =
  if any of parts of weapon then parts of weapon else [weapon]
# One use of an attack: one attack, or where the row says `attacks: 2` or names `parts`, so many, one after the other, each against another target unless
# they may have the same; its player may stop after each, but where all are for one target (`one-target: yes`) each is made. "If both hit one target ..." stands `after use-attack when attacker is you and weapon is
# double-claw and any of hit-twice`. DDM-COM-001 DDM-CRD-023
# Each at `only`, if that is given, as at the end of a charge.
# reading: each of them is an attack of its own; one use ticks off one box.
procedure use-attack (
  attacker: creature,
  weapon: form,
  charging: yes-no = no,
  only: creature = nobody
) gives hits: number
{
  # Whom it has attacked.
  var struck: set of creature
  # Whom one of them has hit.
  var hit-once: set of creature
  # Whom two of them at least have hit.
  var hit-twice: set of creature
  # How many attacks it has made.
  var made: number
  # It attacks.
  step blows {
    if attacks of weapon < 2 and none of parts of weapon {
      set hits to run attack(attacker, weapon, charging, only)
      stop
    }
    if any of parts of weapon and boxes of weapon > 0 {
      start box-used(attacker, weapon) until the game ends
    }
    for each f in blows-of(weapon) {
      repeat attacks of weapon times {
        let left =
          members t of candidates(attacker, f)
            where (
                if one-target of weapon then none of struck or t is in struck
                  else same-target of weapon or not (t is in struck)
              )
              and (only is nobody or t is only)
        if gone of attacker or not can act(attacker) { stop }
        if any of left and (can make-attack(attacker, f) or made > 0) {
          if made > 0 and not one-target of weapon {
            may by controller of attacker "Does {attacker} attack another?" { } else { stop }
          }
          choose t from left by controller of attacker "Whom does {attacker} attack?" {
            set struck to struck + [t]
            add 1 to made
            let more = run attack(attacker, f, charging, only: t, again: f is weapon and made > 1)
            add more to hits
            if more > 0 {
              if t is in hit-once { set hit-twice to hit-twice + [t] }
              set hit-once to hit-once + [t]
            } else {
              if stops-on-miss of weapon { stop }
            }
          }
        }
      }
    }
  }
}

# A creature makes an attack against each of some creatures, in its player's order: "against each enemy within its Reach" is `run attack-each(you, sweep,
# members c of enemies-of(you) where gap(you, c) <= reach-of(you))`. Whom it cannot aim at is passed over. Gives how many it hit.
procedure attack-each (attacker: creature, weapon: form, those: set of creature) gives hits: number
{
  # One after the other.
  step blows {
    for each t in those in order chosen by controller of attacker "Whom is attacked next?" {
      if not gone of t
        and not gone of attacker
        and can act(attacker)
        and can target(attacker, t, weapon)
        and line-of-effect(attacker, t)
      {
        let more = run attack(attacker, weapon, only: t, again: yes)
        add more to hits
      }
    }
  }
}

# Whether a creature could make a basic attack at once: at anybody, or at `at-whom` alone; in melee only, if `melee-only`.
define can-strike-now (who: creature, at-whom: creature = nobody, melee-only: yes-no = no): yes-no =
  has-basic(who)
    and can act(who)
    and can react(who)
    and (not melee-only or icon of basic-attack(who) is melee)
    and usable(who, basic-attack(who))
    and (at-whom is nobody or at-whom is in candidates(who, basic-attack(who)))
# Whether a creature could make a basic attack as a power of its own, in answer to something.
define can-strike-back (
  who: creature,
  at-whom: creature = nobody,
  melee-only: yes-no = no
): yes-no =
  can use-power(who) and can-strike-now(who, at-whom, melee-only)
# Whether a creature was a target of an attack that an adjacent enemy has made, and could strike back in melee: `after attack "Riposte" when
# can-riposte(you, attacker, aimed) once per turn may { run strike-at-once(you, attacker, melee-only: yes) }`.
define can-riposte (who: creature, attacker: creature, aimed: set of creature): yes-no =
  who is in aimed
    and foes(attacker, who)
    and next-to(who, attacker)
    and can-strike-back(who, attacker, melee-only: yes)
# Whether an ally of a creature, next to it, was a target of an attack that an enemy has made, and the creature could answer in melee: `after attack "Guard"
# when can-avenge(you, attacker, aimed) once per turn may { run strike-at-once(you, attacker, melee-only: yes) }`.
define can-avenge (who: creature, attacker: creature, aimed: set of creature): yes-no =
  foes(attacker, who)
    and any of (members a of aimed where friends(a, who) and next-to(a, who))
    and can-strike-back(who, attacker, melee-only: yes)
# The allies next to a creature that an enemy aims at, if it is no area and the creature could step in for one of them.
define wards-of (
  who: creature,
  attacker: creature,
  weapon: form,
  aimed: set of creature
): set of creature =
  if shape of weapon is not single
        or not foes(attacker, who)
        or who is in aimed
        or not can react(who)
        or not can use-power(who)
      then nothing-at-all
    else (members a of aimed where friends(a, who) and next-to(a, who))
# Whether an enemy of a creature was among the targets of an attack and is eliminated: `after attack "Cleave" when attacker is you and hits > 0 and
# has-felled(you, aimed) and can-strike-back(you) once per turn may { run strike-at-once(you) }`.
define has-felled (who: creature, aimed: set of creature): yes-no =
  any of (members t of aimed where gone of t and foes(t, who))
# Whether a creature's melee attack has eliminated an enemy, and it could strike at another in melee: `after attack "Cleave" when can-cleave(you, attacker, weapon, aimed)
# once per turn may { run strike-at-once(you, melee-only: yes) }`.
define can-cleave (
  who: creature,
  attacker: creature,
  weapon: form,
  aimed: set of creature
): yes-no =
  attacker is who
    and icon of weapon is melee
    and has-felled(who, aimed)
    and can-strike-back(who, melee-only: yes)
# The allies within so many squares of a creature that could make a basic attack at once, or, where they may shift first, that could shift.
# Whether it must see them is `needs-sight`.
define ready-allies (
  leader: creature,
  most: number = 100,
  at-whom: creature = nobody,
  needs-sight: yes-no = no,
  shifts: number = 0,
  melee-only: yes-no = no
): set of creature =
  members a of allies-of(leader)
    where gap(leader, a) <= most
      and (not needs-sight or sees-it(leader, a))
      and (
        can-strike-now(a, at-whom, melee-only) or (shifts > 0 and can react(a) and can-shift-now(a))
      )
# A creature makes a basic attack at once, which uses up nothing of its own turn; before that it may shift up to `shifts` squares. For a list
# of one's own: `choose c from ... { run strike-at-once(c, shifts: 2) }`. Gives how many it hit. DDM-ACT-019
procedure strike-at-once (
  who: creature,
  at-whom: creature = nobody,
  shifts: number = 0,
  melee-only: yes-no = no
) gives hits: number
{
  # It shifts, if it may and will.
  step step-aside { run shift-up-to(who, shifts) }
  # It strikes, if it can.
  step blow {
    if can-strike-now(who, at-whom, melee-only) {
      set hits to run attack(who, basic-attack(who), only: at-whom)
    }
  }
}
# An ally makes a basic attack at once: `run have-ally-strike(you)`; within five squares, at a target: `run have-ally-strike(you, 5, target)`; one
# that it sees shifts up to two squares first: `run have-ally-strike(you, 5, needs-sight: yes, shifts: 2)`. `ready-allies` takes the same.
# Gives how many it hit. DDM-ACT-019
procedure have-ally-strike (
  leader: creature,
  most: number = 100,
  at-whom: creature = nobody,
  needs-sight: yes-no = no,
  shifts: number = 0,
  melee-only: yes-no = no
) gives hits: number
{
  # Its player picks the ally.
  step choose-ally {
    choose a
      from ready-allies(leader, most, at-whom, needs-sight, shifts, melee-only)
      by controller of leader "Who strikes at once?"
    { set hits to run strike-at-once(a, at-whom, shifts, melee-only) }
  }
}

# Whom a creature could be made to strike by an enemy of its side: its own allies.
define compelled-at (victim: creature): set of creature =
  members t of allies-of(victim)
    where has-basic(victim)
      and in-reach(victim, t, reach-with(victim, basic-attack(victim)))
      and can target(victim, t, basic-attack(victim))
# An enemy makes a basic attack at once, against an ally of its own as the master's player says: `run compel(target, you)`. It need not be able to
# react. Gives how many it hit. DDM-ACT-019
# reading: the victim is the attacker; what its side has on its rolls counts.
procedure compel (victim: creature, master: creature) gives hits: number {
  # It strikes one of its own.
  step blow {
    if gone of victim or not can act(victim) or not can make-attack(victim, basic-attack(victim)) {
      stop
    }
    choose t from compelled-at(victim) by controller of master "Whom must {victim} strike?" {
      set hits to run attack(victim, basic-attack(victim), only: t)
    }
  }
}

# How many targets an attack may have. DDM-COM-021 DDM-COM-063
value targets-allowed (attacker: creature, weapon: form) = targets of weapon, at least 1

# Whether a target has cover in one attack. DDM-COM-097 DDM-COM-098 DDM-COM-099 DDM-COM-100 DDM-COM-101 DDM-COM-102
# DDM-COM-103 DDM-COM-104 DDM-COM-105 DDM-COM-106 DDM-COM-107 DDM-COM-108
define cover-in (
  attacker: creature,
  target: creature,
  weapon: form,
  origin: space,
  point: pose
): yes-no =
  can take-cover(target, attacker, weapon)
    and (
      if sheltered(target, attacker, icon of weapon) then yes
        else if icon of weapon is melee then melee-cover(attacker, target)
        else if icon of weapon is ranged then ranged-cover(attacker, target)
        else if shape of weapon is radius then square-cover([origin], target)
        else if shape of weapon is cone or shape of weapon is line then point-cover(point, target)
        else square-cover(squares-of(attacker), target)
    )
