# What a game has unless it declares it itself.

# Who of those that have rolled the same comes first: whoever has more of this. All have the same, so they roll again.
define precedence-of (side: player): number = 0
