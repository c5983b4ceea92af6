# What a game of herds declares itself.

piece walker { steps: number state }
token tired on walker
define strength-of (who: walker): number = 1
