# Hints in practice games, and the look back at one's own decisions after a game.

command-coup-hint = Get a hint, in a lesson or against AI players only
command-coup-coach = See your costliest choices in the last game or lesson
button-hint = Hint
button-coach = Coach

error-no-hints = Hints are for practice: in a lesson (`/coup learn`) or against AI players only. After the game, ask **Coach**.
error-nothing-played = Coach has nothing to show yet. It looks at this channel's last game, if you played in it, or at your last lesson.
error-no-advice = The adviser could not decide. Please try again.

advice-hint = **Hint:** { $choice }
advice-chance = You then win about { $percent }% of games.
advice-second = { $percent ->
    [0] Next best, about as good: { $choice }.
   *[other] Next best: { $choice } (−{ $percent }% wins).
}
advice-late = The hint came too late: that moment has passed.
advice-note = -# An estimate. It sees no hidden cards.
advice-why-challenge = Chance that { $name } has the { $role }: { $odds }. That is worth a challenge.
advice-why-challenge-impossible = { $name } cannot have the { $role }: you see every copy.
advice-why-challenge-unclear = This claim is worth a challenge.
advice-why-believe = Chance that { $name } has the { $role }: { $odds } by the cards alone, more after this claim. A challenge risks too much.
advice-why-believe-impossible = { $name } cannot have the { $role }: you see every copy. But { $name } is more use to you in the game than out of it.
advice-why-believe-unclear = A challenge risks too much.
advice-why-allow = A claim risks too much.
advice-why-prove = You have the card, so showing it costs you nothing.
advice-why-concede = You do not have the card, so you cannot show it.
advice-why-prove-denied = You have no { $role }, so the challenger loses a card. You get new cards for those you show.
advice-why-concede-denied = You have a { $role }, so your hand proves that you lied.
advice-why-held-denied = You have no { $role }, so a challenge only hurts the challenger.
advice-why-coup = Nobody can stop a coup.
advice-why-held = You have it, so a challenge only hurts the challenger.
advice-why-bluff = It is a bluff, but worth the risk.
advice-why-safe = It claims nothing, so nobody can challenge it.
advice-why-safe-convert = Players of one allegiance cannot target each other.
advice-why-safe-anarchist = Nobody can stop the Bomb. Only a claim of Anarchist gets rid of it.
advice-why-keep = These cards leave you the best chances.
advice-why-part = You need this card least.
advice-why-rest = It is your best choice now.

coach-title = ### Coach
coach-text = { $count ->
    [0] Well played! No choice cost you 2% of wins or more, judged by what you could know.
   *[other] Your costliest choices, worst first, judged by what you could know:
}
coach-nothing-decided = You made no choice in this game.
coach-decision = **Turn { $turn }** · { $asked } You had { $cards } and chose “{ $chosen }”. Better: **{ $better }** (+{ $percent }% wins). { $why }
