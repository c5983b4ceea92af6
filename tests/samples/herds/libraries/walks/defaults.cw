define longest-walk: number = 3

# What happens to a walker that is too tired to go on.
procedure rest (who: walker) {
  step sleep { take all tired from who }
}
