# What a game declares itself before it can use @id@: an example of each.
# A game may call them otherwise; it says so under `uses:`, as in `with: { creature: fighter }`.

piece creature {
  wounds: number state
}
