# Champion powers: when they are asked for, in which order, what they cost.

# Options are on the cards; each spends its dots and is used once per turn. DDM-CRD-015 DDM-CRD-016 DDM-CRD-017
# DDM-CRD-018 DDM-CRD-019 DDM-CRD-020 DDM-CRD-021 DDM-CRD-022
# `side` is asked; a player uses the powers of its own champions alone.
offer power (
  side: player,
  moment: moment,
  actor: creature,
  other: creature,
  weapon: form,
  shown: number
)

# Any champion, active or not; who leads decides the order.
define leading (side: player): number =
  highest champion of c for c in (members c of everybody where owner of c is side)

# The champion with the larger rating first; equal ones roll for it. DDM-TIM-021 DDM-TIM-022
procedure champions (
  at-moment: moment,
  actor: creature,
  other: creature,
  weapon: form,
  shown: number
)
{
  var waiting: set of player
  step begin {
    for each p in (all player) {
      if options of power(p, at-moment, actor, other, weapon, shown) for p > 0 {
        set waiting to waiting + [p]
        set seat of p to leading(p) * 1000
      }
    }
  }
  step order {
    repeat 5 times {
      let tied =
        members p of waiting where count of (members q of waiting where seat of q = seat of p) > 1
      if none of tied { break }
      for each p in tied {
        let shown-by-p = run throw(p, nobody, for-precedence)
        add shown-by-p to seat of p
      }
    }
  }
  step use {
    for each p in (sort p in waiting by -seat of p) {
      offer power(p, at-moment, actor, other, weapon, shown) to p at most 8 times
    }
  }
}
