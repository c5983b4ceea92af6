# What powers lay on a figure or an Army Card for a while: start these `until after turn`, `until after attack`, `until the game ends`.

# The numbers of one figure are higher, or lower, by so much: "add 2 to its attack this turn" is `start strengthened(here, attack: 2) until after turn`.
# HS-POW-009
effect strengthened (
  hero: figure,
  attack: number = 0,
  defense: number = 0,
  move: number = 0,
  range: number = 0
)
{
  modify attack-of + attack when who is hero
  modify defense-of + defense when who is hero
  modify move-of + move when who is hero
  modify range-of + range when who is hero
}
# The numbers on an Army Card are higher, or lower, by so much, for all its figures: "add 3 to the attack value on this card" is, on the Army Card,
# `start improved(here, attack: 3) until after turn`. HS-POW-009
effect improved (
  sheet: army-card,
  attack: number = 0,
  defense: number = 0,
  move: number = 0,
  range: number = 0
)
{
  modify attack-of + attack when is-of(who, sheet)
  modify defense-of + defense when is-of(who, sheet)
  modify move-of + move when is-of(who, sheet)
  modify range-of + range when is-of(who, sheet)
}
# What a destroyed figure leaves behind on somebody's unique Army Card: as long as it is destroyed, the numbers there are higher by so much. HS-POW-009
effect haunting (
  fallen: figure,
  sheet: army-card,
  attack: number,
  defense: number,
  move: number,
  range: number
) while destroyed of fallen
{
  modify attack-of + attack when is-of(who, sheet)
  modify defense-of + defense when is-of(who, sheet)
  modify move-of + move when is-of(who, sheet)
  modify range-of + range when is-of(who, sheet)
}
# The player of a destroyed figure puts its spirit on any unique Army Card: "place this figure on any unique Army Card; its Spirit adds 1 to the move number there" is
# `at moment.powers when what is on-destruction and subject is here { run leave-spirit(here, move: 1) }`. If it comes back, that is over. `among` says on which cards it can be
# put; gives the card, so that the spirit can do something else there: `until the game ends while destroyed of here { ... }`.
# reading: the figure itself is taken to lie on its own card; what a full card is asks for figures of its own. HS-DMG-014
procedure leave-spirit (
  fallen: figure,
  attack: number = 0,
  defense: number = 0,
  move: number = 0,
  range: number = 0,
  among: set of army-card = unique-cards
) gives haunted: army-card
{
  # The player picks the card.
  step haunt {
    choose c from among by owner of fallen "Whose card does the spirit go to?" {
      set haunted to c
      start haunting(fallen, c, attack, defense, move, range) until the game ends
    }
  }
}
# Whether a figure belongs to an Army Card.
define is-of (f: figure, c: army-card): yes-no =
  c is not nobody and owner of f is owner of c and type of f is type of c

# A figure's Army Card shows another species, class or personality: "for this game the card's personality is disciplined" is
# `start known-as(f, personality: disciplined) until the game ends`. What is named takes the place of what is printed, and of
# what another power named before; what is not named stays. With both a species and a class, second ones (`also:`) are gone too.
# Another general is `follows: utgar`; a class or species that it gains beside its own is `besides: lawman`. HS-POW-007
effect known-as (
  bearer: figure,
  species: tag = untagged,
  class: tag = untagged,
  personality: tag = untagged,
  follows: tag = untagged,
  besides: tag = untagged
)
{
  replace species-of with species when is-namesake(who, bearer) and species is not untagged
  replace class-of with class when is-namesake(who, bearer) and class is not untagged
  replace personality-of
    with personality
    when is-namesake(who, bearer) and personality is not untagged
  replace general-of with follows when is-namesake(who, bearer) and follows is not untagged
  replace counts-as
    with yes
    when what is besides and besides is not untagged and is-namesake(who, bearer)
  forbid keep-also
    when is-namesake(who, bearer) and species is not untagged and class is not untagged
}
# Whether two figures belong to the same Army Card, or to copies of it in one Army.
define is-namesake (one: figure, other: figure): yes-no =
  owner of one is owner of other and type of one is type of other

# So many figures of an Army Card act in a turn: "you may move and attack with up to six of them" is `start swarming(here, 6) until after turn`. HS-CMN-002
effect swarming (sheet: army-card, figures: number) {
  replace figures-acting with figures when used is sheet
}
# A figure rolls no defense dice at all, whatever height gives: "the defending figure cannot roll defense dice" is
# `start defenceless(defender) until after attack`. HS-POW-003
effect defenceless (victim: figure) { replace defense-limit with 0 when defender is victim }
# A figure has no visible Hit Zone: none but who is adjacent can attack it. HS-LOS-007 HS-POW-002
effect no-hit-zone (hider: figure) { replace in-sight with no when target is hider }
# A figure cannot attack: "if you do, it cannot attack this turn" is `start not-attacking(here) until after turn`. HS-POW-003
effect not-attacking (idler: figure) { forbid make-attack when who is idler }
# All special powers of a figure and of its Army Card are negated, Flying too. HS-POW-002 HS-POW-006
effect powerless (victim: figure) {
  silence victim always
  silence (all army-card c where owner of c is owner of victim and type of c is type of victim)
    always
  replace has with no when who is victim
}
