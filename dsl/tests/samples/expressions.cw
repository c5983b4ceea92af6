define a: number = 1 + 2 * 3 - 4 / 2 - - 1
define b: yes-no = not a = 1 and (a is 2 or a is not 3) and a < 1 and a <= 2 and a > 3 and a >= 4
define c: yes-no = hit is in faces-of(d) or hit in dice of who > 2 and yes or no
define d: number = 3 inches + 2.5 inches + 1 inch + 0.125 inches
define e: number = 90 degrees + 1 degree
define f: text = "text"
define g: thing = nobody
define h: number = level of owner of x + ward on owner of you
define i: yes-no = can act(you) and not can rest
define j: number = if a > 1 then if b then 1 else 2 else 3
define k: set of figure = all figure
define l: set of figure = all figure on here where it is not you
define m: set of figure = all figure d on owner of you where d is not you and level of d > 2
define n: set of maneuver = all maneuver where speed of it = 1
define o: set of figure = members m of k where level of m > 1
define p: number = count of all figure where level of it > 1 and it is not you
define q: yes-no = any of k and none of (all figure where it is you)
define r: figure = first of members x of k where x is not you
define s: number = lowest level of x + 1 for x in all figure where level of it > 1
define t: number = highest level of x for x in k
define u: number = sum of level of x for x in k + 1
define v: number = max(1, min(a, 2)) + (count of k)
define w: yes-no =
  # A comment inside of an expression.
  a = 1 # and after a token
  and b
# The end.
