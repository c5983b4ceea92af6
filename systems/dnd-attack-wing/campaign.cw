# The campaign: experience and Campaign Artifacts, from game to game.

# Whether an adventure of a campaign is played.
define in-campaign (side: player): yes-no = adventure of side is not no-adventure

# What an adventure gives, once to each player. DAW-CAM-001 DAW-CAM-002 DAW-CAM-008
procedure reward (winner: player, amount: number, gift: prize) {
  # Experience and a prize are written down.
  step write-down
    tells if not in-campaign(winner) then ""
      else "{winner} has {xp of winner} experience now, for this adventure {amount}"
  {
    if not (adventure of winner is in earned-in of winner) {
      give amount experience to winner
      add amount to xp of winner
      if gift is not no-prize { add gift to prizes of winner }
      if in-campaign(winner) { add adventure of winner to earned-in of winner }
    }
  }
}

# What is brought to an adventure is written down too. DAW-CAM-001 DAW-CAM-007 DAW-CAM-012
procedure log-use () {
  # Player by player.
  step write-down {
    for each p in (all player p where in-campaign(p)) {
      if xp-spent(p) > 0 { add adventure of p to spent-in of p }
      for each u in own-artifacts(p) {
        for each k
          in (
            all artifact-use k where prize of k is prize of u and adventure of k is adventure of p
          )
        { add k to used of p }
      }
    }
  }
}

# Whether an upgrade is a Campaign Artifact, a prize of the campaign; other artifacts are upgrades like any other. DAW-CAM-010 DAW-GEN-010
define is-campaign-artifact (what: upgrade): yes-no = prize of what is not no-prize
# The Campaign Artifacts that a player's creatures have.
define own-artifacts (side: player): set of upgrade =
  all upgrade u where holder of u is any creature and owner of u is side and is-campaign-artifact(u)
# Whether a player has used an artifact in the adventure that is played.
define has-used (side: player, what: prize): yes-no =
  any of (
    members k of used of side where prize of k is what and adventure of k is adventure of side
  )

# DAW-CAM-003 DAW-CAM-005 DAW-CAM-009
build "Nobody spends more experience than he has" for p when xp-spent(p) <= xp of p
# DAW-CAM-007
build "Experience is spent in one session of an adventure" for p
  when xp-spent(p) = 0 or not (adventure of p is in spent-in of p)
# DAW-CAM-010 DAW-CAM-011
build "An artifact is earned before it is equipped" for p
  when not in-campaign(p)
    or none of (members u of own-artifacts(p) where not (prize of u is in prizes of p))
# DAW-CAM-012
build "An artifact is used in one session of an adventure" for p
  when none of (members u of own-artifacts(p) where has-used(p, prize of u))
# DAW-CAM-005 DAW-CAM-006
build "A bought slot repeats one of the banner, and a creature has one of them" for p
  when none of (
    members c of side-creatures(p)
      where count of extra-slots of c > 1
        or any of (members s of extra-slots of c where printed-slots(c, s) = 0)
  )
