# @title@: what a game gets that uses this library. Change it, run `cardwright check`.

define unhurt (c: creature): yes-no = wounds of c = 0

# How many wounds of a creature go; `mended` is how many did.
procedure mend (patient: creature, most: number) gives mended: number {
  step mend {
    set mended to min(most, wounds of patient)
    add 0 - mended to wounds of patient
  }
}
