# Champion powers: when they are asked for, in which order, what they cost.

# The Champion rating by which powers are ordered: any champion, active or not; who leads decides the order.
define leading (side: player): number =
  highest champion-of(c) for c in (members c of everybody where owner of c is side)

# A moment for champion powers: a power is a rule `at champions.use`; it spends its dots and is used once per turn. All that can be used as the moment
# comes are gathered, and their players asked one after the other. DDM-CRD-015 DDM-CRD-016 DDM-CRD-017 DDM-CRD-018
# DDM-CRD-019 DDM-CRD-020 DDM-CRD-022
procedure champions (moment: moment, actor: creature, other: creature, weapon: form, shown: number)
{
  # Champion powers stand here: `at champions.use "Name" when ally-at(moment, on-hit, actor, you) once per turn may cost { spend 1 charge from you } { ... }`.
  step use gathers waiting priority run precedence(waiting)
}

# Whether a creature of a champion's side activates, itself too, and the champion can use its powers: `when side-activates(moment, actor, you) and ...`.
define side-activates (moment: moment, actor: creature, champion: creature): yes-no =
  moment is on-activation and on-side-of(actor, champion) and can use-champion(champion)

# Whether it is this moment for a champion's ally, and the champion can use its powers: "use when an ally hits" is `when ally-at(moment, on-hit, actor, you)`. The
# champion itself is none of its allies.
define ally-at (moment: moment, which: moment, actor: creature, champion: creature): yes-no =
  moment is which and friends(actor, champion) and can use-champion(champion)
# The same for an enemy: "use when an enemy misses" is `when enemy-at(moment, on-miss, actor, you)`.
define enemy-at (moment: moment, which: moment, actor: creature, champion: creature): yes-no =
  moment is which and foes(actor, champion) and can use-champion(champion)
# The same for nobody in particular: "use after rolling initiative" is `when champion-at(moment, after-initiative, you)`.
define champion-at (moment: moment, which: moment, champion: creature): yes-no =
  moment is which and can use-champion(champion)

# The champion with the larger rating first; equal ones roll for it. DDM-TIM-021 DDM-TIM-022
procedure precedence (those: set of player) gives line: set of player {
  step rate {
    for each p in those { set seat of p to leading(p) * 1000 }
  }
  step break-ties {
    repeat 5 times {
      let tied =
        members p of those where count of (members q of those where seat of q = seat of p) > 1
      if none of tied { break }
      for each p in tied {
        let shown-by-p = run roll-d20(p, roller: nobody, for-precedence)
        add shown-by-p to seat of p
      }
    }
    set line to sort p in those by -seat of p
  }
}
