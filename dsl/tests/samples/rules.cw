at attack.modify "Spend the target token"      # the name is needed where somebody may choose
  when attacker is you
  once per round for attacker
  may
  cost { spend 1 target from you place 2 disabled on here discard here }
{
  let n = 1
  add n to hits
}
else { set hits to 0 }

before attack always { stop }
after end.remove-tokens always { stop }
at end-phase when you is not nobody twice per game may by owner of you { give 1 ward to you }

action "Dodge" when ward-icon of actor once per round for actor { give 1 ward to actor }
action "Wait" always { }
action "Ram" always choosing foe from all ship by owner of actor "Ram whom?" cost { discard here } { run suffer(foe, 1) }
at attack.modify "Draw their fire" when attacker is you choosing closest from members near of fleet where range-between(near, defender) < 2 and owner of near is you "Who?" # one
  once per round for attacker never within itself may by owner of attacker { let n = 1 }
action "A very long name for a very simple action" when ward-icon of actor and ward on actor > 0 once per round may { give 1 ward to actor }

modify agility-of + 1 when d is you and ward on you > 0
modify agility-of - 2 when d is you and dazed on you > 0
replace agility-of with 3 when d is you
forbid act when who is you and exhaustion on you > 0
allow act when who is you
allow act always

after stress on ship s rises during attack "Gloat" when s is defender of attack never within itself may { stop }
before a.b or after c during attack as fight when attacker of fight is you once per round never within itself { stop }
after attack always { until after round { modify agility-of + 1 always } }
after attack always { until the game ends while stress on you > 0 { silence you always } until after next turn 2 times when active is you { forbid act(you) always modify agility-of(defender) - 1 to at least 1 when dazed on defender > 0 } }
