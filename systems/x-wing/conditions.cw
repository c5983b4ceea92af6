# Condition cards: what an ability lays beside a ship.

# A condition: its rules apply to the ship beside which it lies. `you` is that ship, and its player decides.
card condition-card on ship open {
  # Whether a player has it in play once only.
  unique: yes-no = no
  # The ship whose ability assigned it.
  assigner: ship state
  made at most 60
}

# A ship is assigned a condition: `run assign-condition(harpooned, defender, you)`, with the id of the card. Of one sort it has one at most; a unique one
# that the player of `assigner` has in play already goes from its ship to this one. What happens once, when it is laid down, lives at
# `after assign-condition when given is here and anew`.
procedure assign-condition (
  what: template of condition-card,
  bearer: ship,
  assigner: ship
) gives given: condition-card
{
  # Whether it was not in play before.
  var anew: yes-no
  # The card is laid down, or moved.
  step lay {
    if not in-play(bearer) or has-condition(bearer, what) { stop }
    set given to
      first of (
        all condition-card c
          where unique of c
            and template of c is what
            and owner of assigner of c is owner of assigner
      )
    if given is any condition-card {
      move-to(given, bearer)
      set-owner(given, to: owner of bearer)
    } else {
      set given to create what on bearer owned by owner of bearer
      set anew to yes
    }
    set assigner of given to assigner
  }
}
# Whether a ship has a condition: `has-condition(defender, harpooned)`.
define has-condition (who: ship, what: template of condition-card): yes-no =
  any of (
    members h of halves-of(who) where any of (all condition-card c on h where template of c is what)
  )
