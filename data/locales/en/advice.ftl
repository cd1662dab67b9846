# Hints in practice games, and the look back at one's own decisions after a game.

command-coup-hint = In a lesson, or against AI seats alone: see what an adviser would do now, and why
command-coup-coach = After a game or a lesson: see where an adviser would have decided otherwise
button-hint = Hint
button-coach = Coach

error-no-hints = Others play here, so there are no hints: they are for practice, in a lesson (`/coup learn`) or against AI seats alone. After the game, **Coach** looks back at it.
error-nothing-played = There is no game here for you to look back at: Coach shows you the last game of this channel once it has ended, if you played in it, or your last lesson.
error-no-advice = The adviser could not make up its mind. Please try again.

advice-hint = **Hint:** I would choose **{ $choice }**.
advice-chance = You win about { $percent } in 100 games from there.
advice-second = { $percent ->
    [0] The next best, { $choice }, is about as good.
   *[other] The next best, { $choice }, wins about { $percent } in 100 fewer.
}
advice-note = -# An estimate from your own cards, the open ones and what was claimed; it knows no hidden card.
advice-why-challenge = By the cards you see, it is { $odds } that { $name } holds { $role }: doubtful enough to be worth a challenge.
advice-why-challenge-impossible = By the cards you see, { $name } cannot hold { $role }: every copy is yours or lies open.
advice-why-challenge-unclear = The claim is doubtful enough to be worth a challenge.
advice-why-believe = By the cards you see, it is { $odds } that { $name } holds { $role }. That it was claimed makes it likelier, and a wrong challenge costs a card.
advice-why-believe-unclear = To doubt it risks more than it brings.
advice-why-allow = To claim a role here risks more than it would bring you.
advice-why-prove = You hold the card: showing it costs you nothing, and the challenger a card.
advice-why-concede = You do not hold the card, so there is nothing to show.
advice-why-coup = Nobody can stop a coup.
advice-why-held = You hold the role: who challenges it loses a card.
advice-why-bluff = You do not hold the role, but the others have little reason to doubt it, and it is worth the risk.
advice-why-safe = It claims nothing, so nobody can challenge it.
advice-why-keep = Together these cards can do the most for you.
advice-why-part = The cards that are left can do more for you.
advice-why-rest = It seems the best of what there is.

coach-title = ### Coach
coach-text = { $count ->
    [0] By what you could know, none of your decisions seems to have cost you as much as 2 in 100 games.
   *[other] Where an adviser would have decided otherwise in your place, by what you could know then, the costliest first:
}
coach-nothing-decided = You took no decision yourself in this game, so there is nothing to look back at.
coach-act = Your turn.
coach-choice = A choice of yours.
coach-lapse = **Turn { $turn }** · { $asked } You held { $cards } and chose “{ $chosen }”. Better: **{ $better }**, which wins about { $percent } in 100 games more. { $why }
