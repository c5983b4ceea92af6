procedure everything (who: figure, all-of-them: set of figure) {
  var n: number
  step let-and-set {
    let n = 3
    let dice = roll (n + 1) attack
    let pool = roll 2 attack
    let more = roll dice-of(who) attack
    set n to n - 1
    set plan of who to nobody
    set level of owner of who to 2 * (n + 1) / 3

    add 1 to n
    add - 1 to level of who
  }
  step tokens {
    give 1 ward to who
    give n ward to who
    give (n + 1) ward to who
    give value-x(who, 1) ward to who
    take 1 ward from who
    take all ward from who
  }
  step branches {
    if n = 1 { stop }
    if n > 1 { stop } else { add 1 to n }
    if n < 1 and yes {
      add 1 to n
      add 2 to n
    } else if n is 2 { stop }
    else if n >= 3 { # why
      stop
    } else { add 2 to n }
  }
  step loops {
    for each d in all figure where level of it > 2 or no { add 1 to n }
    repeat n + 1 times { add 1 to n }
    repeat (n) times { repeat 3 times { stop } }
  }
  step decisions priority who, owner of who {
    choose d from all-of-them by owner of who "Which one?" { give 1 ward to d }
    choose d from all figure by owner of who "Which one?" or none secretly { give 1 ward to d } else { stop }
    choose up to 2 targets from members m of all-of-them where level of m <= 3 by who "Which ones?" secretly { stop }
    choose up to n targets from all figure on here by who "Which ones?" { stop }
    choose one by who "What?" {
      "Left" when n > 0 { stop }
      "Right" always {
        add 1 to n
        stop
      }
    }
    choose spot for who inside the table facing any by who "Where?" { place(who, spot) } else { stop }
    choose spot for first of all figure
      inside (x of zone, 1 inches, 2 * (n + 1), 36 inches)
      facing [0 degrees, 90 degrees]
      where may-stand(who, spot, zone) and not is-free(spot)
      by owner of who "Put it where?" or none { stop } else { add 1 to n }
    choose spot for who within (reach-of(who)) of here facing middle by who "Where?" { stop } else { }
    may by who "Really?" { stop } else { add 1 to n }
    may by who "Really?" { stop }
  }
  step others {
    run attack(who, nobody)
    run game
    offer action(who) to owner of who
    offer action(who) to owner of who at most 2 times
    offer pass to who
    start dazed(who) until before end.clean-up
    start dazed(who) until after end
    start nothing until the game ends
    reveal plan of who
    move-to(who, n, 3 inches)
    # The last thing.
    end the game with escaped
    stop
    # Nothing after it.
  }
}
