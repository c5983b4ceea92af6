# Opportunity attacks: who may make one, and what provokes them.

# DDM-COM-121 DDM-COM-122 DDM-COM-123 DDM-COM-124 DDM-COM-125 DDM-COM-126 DDM-COM-127
# DDM-COM-128 DDM-COM-129 DDM-COM-130 DDM-COM-131 DDM-COM-134 DDM-COM-135 DDM-COM-136

# How far a creature watches: 1 is next to it. "It makes opportunity attacks against all within its Reach" is `replace watches-of with reach-of(you)
# when who is you`. DDM-COM-060
value watches-of (who: creature) = 1, highest wins
# Whether an attack of a creature provokes opportunity attacks: "its ranged attacks provoke none" is `forbid provoke-by when attacker is you and
# icon of weapon is ranged`. DDM-COM-026 DDM-COM-044 DDM-COM-129
permission provoke-by (attacker: creature, weapon: form)
forbid provoke-by when icon of weapon is not ranged and icon of weapon is not area

# Whether a creature can make an opportunity attack now: an attack that is not the creature's own deed: nobody may react to what it cannot see. DDM-COM-131 DDM-COM-134
define may-strike-at (who: creature, mover: creature): yes-no =
  foes(who, mover)
    # Reach plays no part, unless a card says so. DDM-COM-060
    and (
      next-to(who, mover)
        or (
          watches-of(who) > 1 and gap(who, mover) <= watches-of(who) and line-of-effect(who, mover)
        )
    )
    and not reacted of who
    and can react(who)
    and can opportunity-attack(who, mover)
    and has-basic(who)
    and can make-attack(who, opportunity-attack-of(who))
    and can target(who, mover, opportunity-attack-of(who))
    and sees-it(who, mover)
# `only-fliers`: in the air only fliers reach the mover. DDM-MOV-030 DDM-MOV-032
define strikers (mover: creature, only-fliers: yes-no): set of creature =
  members s of on-field where may-strike-at(s, mover) and (not only-fliers or has(s, flight))

# A creature makes an opportunity attack on another, if it may; it is its one in this creature's turn. "When an enemy next to it shifts, it may make an
# opportunity attack" is `before shift.slip "Watch" when may-strike-at(you, mover) and can-shift-now(mover) may { run opportunity-strike(you, mover) }`.
# Gives how many it hit. "It may make any number of them in a turn" is `after opportunity-strike when striker is you 20 times per turn { set reacted of you to no }`.
# DDM-COM-126 DDM-COM-127
procedure opportunity-strike (striker: creature, mover: creature) gives hits: number
  tells "{striker}"
{
  # It strikes with its basic attack.
  step blow {
    if not may-strike-at(striker, mover) { stop }
    set reacted of striker to yes
    set hits to run attack(striker, opportunity-attack-of(striker), only: mover, opportunity: yes)
  }
}

# A creature provokes opportunity attacks: everybody who may strikes once, in the order that each side chooses, the acting side first.
# DDM-COM-126 DDM-COM-127 DDM-COM-136 DDM-TIM-015 DDM-TIM-017 DDM-TIM-019 DDM-TIM-020
procedure provoke (mover: creature, only-fliers: yes-no) {
  var side: player
  var waiting: set of creature
  step strikes {
    set side to controller of mover
    repeat count of (all player) times {
      set waiting to members s of strikers(mover, only-fliers) where owner of s is side
      repeat count of waiting times {
        let ready = members s of waiting where may-strike-at(s, mover)
        if none of ready { break }
        # Who strikes is the acting creature as long as it does, one after the other. DDM-ACT-020 DDM-TIM-018
        choose s from ready by side "Who makes an opportunity attack on {mover}?" or none {
          set waiting to members w of waiting where w is not s
          run opportunity-strike(s, mover)
        } else {
          break
        }
      }
      set side to next-player(side)
    }
  }
}

# DDM-COM-026 DDM-COM-044 DDM-COM-123 DDM-COM-129
at attack.provoke when can provoke-by(attacker, weapon) 20 times per turn {
  run provoke(attacker, only-fliers: no)
}
