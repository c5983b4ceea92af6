# The nouns of a game that does not exist: goats push each other off a hill.

word mood { calm wild sleepy }
word weather { calm storm }

record route { length: length  bend: angle  mood: mood }

piece goat {
  strength: number
  routes: set of route
  base-width: length
  footprint rectangle base-width base-width
  plan: route state secret
  dizzy: yes-no state
  sky: weather state
}

card bell on goat {
  weight: number
  mood: mood
}

token apple on goat
token bruise on goat, player limit 3
die horn { butt 2  slip 1  blank 3 }
deck hedge

define everyone: set of goat = all goat where in-play(it)
define rival-of (g: goat): goat =
  first of members other of everyone where owner of other is not owner of g
define bruises-of (side: player): number = bruise on side
define standing (side: player): number =
  sum of apple on g for g in (all goat where owner of it is side)

value push-of (g: goat) = strength of g, at least 0, at most 9
permission rest (who: goat)
offer trick (actor: goat)

effect angry (victim: goat) {
  modify push-of + 1 when g is victim
  forbid rest when who is victim
}
