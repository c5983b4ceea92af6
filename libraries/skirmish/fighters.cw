# What any fighter may do or suffer unless a rule forbids it, and what cards give and take away.

# Whether it can act at all. DDM-DMG-028 DDM-TIM-035 DDM-CRD-028
permission act (who: fighter)
# Whether it can move itself.
permission move (who: fighter)
# Whether another can move it, by a power. HS-POW-003
permission be-moved (who: fighter, by-whom: fighter)
# Whether it can be healed.
permission be-healed (who: fighter)
# Whether it can come back once it is out of the game.
permission come-back (who: fighter)

# Whether it can come onto a space, to go on from there or to stay: what cards lay on the ground keeps fighters out by this.
permission enter (who: fighter, at-space: space)
# Whether it can end its move on a space.
permission stop-on (who: fighter, at-space: space)
# Whether it can stand on a space on which another stands; rules allow it.
permission share-space (who: fighter, other: fighter)

# How many moves it has in its turn. HS-MOV-022 DDM-ACT-001
value moves-allowed (who: fighter) = 1, at least 0
# How many attacks it has in its turn. HS-ATK-002 DDM-ACT-001
value attacks-allowed (who: fighter) = 1, at least 0

# A fighter has an ability that is not on its card. DDM-CRD-032
effect gains (hero: fighter, gift: ability) {
  replace has with yes when who is hero and what is gift
}
# A fighter is without an ability of its card. DDM-CRD-029
effect deprived (hero: fighter, loss: ability) {
  replace has with no when who is hero and what is loss
}

# Whether a player can have a Unique fighter twice; rules allow it.
permission repeat-unique (side: player)
