# @title@: what a game gets that uses this library. Change it, run `cardwright check`.

# The other players.
define @id@-rivals (side: player): set of player = all player p where p is not side
