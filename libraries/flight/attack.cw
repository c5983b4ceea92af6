# Whose turn it is to attack, and whom it takes as its target.

# Whether a craft can make its own attack of the round; attacks that cards give are not asked. "It does not attack in its turn, but may attack by cards" is
# `forbid own-attack when fighter is you`.
permission own-attack (fighter: craft)

# Who picks the target of a craft's attack, among those that it could attack with the weapon that its own player takes: "you choose that ship's target this round" is
# `until after round { replace target-picker(c) with controller of you always }`. STAW-COM-001
value target-picker (fighter: craft): player = controller of fighter, latest wins

# A craft takes another as its target, before the attack has begun and before anything is paid for it: "when an enemy takes you as its target" is `at take-target.heed when goal is you and ...`.
# "You become the target instead" is `at take-target.heed "Name" when goal is not you and ... may { set goal to you }`, with a gate that asks whether you can be attacked so, as
# `could-shoot(attacker, form, you)`, or `you is in targets-of(attacker, form)` where nothing is measured before. It gives who is attacked then.
procedure take-target (attacker: craft, first-named: craft, form: weapon) gives goal: craft {
  # The target is named.
  step name { set goal to first-named }
  # Cards that draw the attack on another act here.
  step heed { }
}
