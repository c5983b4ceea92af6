# The constructs of whole games: results, replacements, durations, patterns, sets.

player { points: number state  side: colour  xp: number state kept }
state rounds-without-attack: number

value skill-of (s: ship) = skill of s, latest wins
value colour-of (m: maneuver): colour = colour of m, highest wins
value agility-of (s: ship) = agility of s, net at least -3, net at most 3, at least 0

effect cloaked (s: ship) while cloak on s > 0 { modify agility-of + 2 when s is defender }
effect nothing while yes { }

procedure attack (attacker: ship, defender: ship) gives hits: number {
  var dice: pool
  step roll { set dice to roll 3 attack }
  step deal { if hits = 0 { end attack } }
}

outcome last-standing "The last one standing wins" won by whoever

build "At most 100 points" for p when points of p <= 100
build "Only for a large base" when large of you

instead of attack.deal "Take it" when defender is you once per round shared may {
  let hit = run attack(you, here)
}
else { stop }

at attack.roll "Pay with your health"
  when attacker is you
  2 times per round shared for defender
  may
  cost { spend 1 target from you  run suffer(you, 1) if health of you > 1 }
{
  let taken = offer action(you) to owner of you at most 2 times
  let none-taken = offer pass to owner of you
  set hits to run attack(you, defender)
  set hits to run count-them
  let c = options of action(you) for owner of you
  if options of pass for owner of you = 0 { break }
  start dazed(you) until after turn.end when active is who
  start dazed(you) until after turn.end 2 times when active is who
  start dazed(you) until before end n times
  start dazed(you) until after turn.end
  deal-damage(you)
  end dazed(any, you)
  end dazed(you)
  end storm()
  end attack
  for each s in sort x in all ship by skill of x {
    if s is any ship and s is not any rock { break }
  }
  let few = first 3 of (sort x in all ship by - skill of x)
  let some = first n of few + [you, nobody] - [defender]
  let lucky = random of some
  if running dazed(any) or not running storm { stop }
  end the game with last-standing won by owner of you
}
