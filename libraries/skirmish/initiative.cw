# Who comes first.

# Whether a player rolls for initiative; whoever does not, cannot win it.
permission roll-initiative (side: player)

# What a player has thrown in this roll of several; powers may have players roll off in its midst.
state result (thrower: player): number per roll-off
# Who wins a roll of several players: the highest wins; those tied for highest roll again, and only those.
# HS-SEQ-003 HS-SEQ-004 HS-SEQ-006 HS-SEQ-007 HS-ARM-009 HS-DRF-003 HS-DRF-007 HS-TIM-004 HS-TIM-005
# DDM-SET-002 DDM-SET-005 DDM-SET-006 DDM-SEQ-004 DDM-SEQ-006
procedure roll-off (rollers: set of player, what-for: purpose) gives winner: player {
  var tied: set of player
  step roll {
    set tied to rollers
    repeat 100 times {
      if count of tied < 2 { break }
      for each p in tied {
        set result(p) to run throw-for(p, what-for)
        set rolled of p to result(p)
      }
      let best = highest result(p) for p in tied
      set tied to members p of tied where result(p) = best
      let first-of-these = highest precedence-of(p) for p in tied
      set tied to members p of tied where precedence-of(p) = first-of-these
    }
    set winner to first of tied
  }
}
