# Lessons: the texts of a practice game and its explanations, which use only what everybody sees.

command-coup-learn = Learn the game in five minutes, step by step, against AI players
button-learn = Learn
button-again = Another lesson
button-unlearn = End the lesson

lesson-thread = Learn Coup: { $name }
lesson-begun = Your lesson begins in { $thread }. Take your time: it waits half an hour for each answer.
lesson-goes-on = Your lesson is in { $thread }.
error-lesson-busy = Your lesson is almost ready.
lesson-threads-full = -# This server has no room for another thread, so your lesson is here.
lesson-private = -# Only you see this. If it stops or disappears, `/coup learn` brings it back.

# One idea at a time, each once
lesson-step = **Lesson:** { $idea }
lesson-hand = You have two hidden cards. Lose both and you are out. Press **My hand** to see them and to choose.
lesson-hand-private = You see your two hidden cards below. Take one action each turn: **Income** is always safe.
lesson-first-action = Take one action each turn. **Income** is always safe.
lesson-bluff = You may claim a role that you do not have. **Tax** claims Duke: if nobody challenges, you get 3 coins.
lesson-assassinate = You have { $coins }, enough to **Assassinate**. That claims Assassin and takes a player's card, unless Contessa blocks.
lesson-coup = You have { $coins }, enough for a **Coup**. It takes a player's card, and nobody can stop it.
lesson-must-coup = You have { $coins }. With { $must_coup } or more, a **Coup** is your only action. Choose who loses a card.
lesson-claim = { $by } claims { $role }. Is it true, or a bluff? **Allow** lets it happen.
lesson-challenge = You can doubt { $by } with **Challenge**. If it was a bluff, { $by } loses a card. If not, you do.
lesson-attack = { $by } acts against you. You can **Block** with a role that stops it, even if you do not have it.
lesson-aid = Foreign aid claims no role, so you cannot challenge it. You can **Block** it as Duke, even if you do not have one.
lesson-block = { $by } blocks as { $role }. A block is a claim too: you can **Challenge** it.
lesson-prove = Your claim is challenged. Show the card if you have it: then the challenger loses a card, not you.
lesson-lose = You lose a card, but you choose which. Keep the one that helps you more.
lesson-keep = Keep the best cards. With two different roles you need to bluff less.
lesson-wait = You claimed { $role }. You may, even without the card: the others see only your claim.
lesson-odds = -# Chance that { $by } has the { $role }: { $odds }.

# Events that have just happened for the first time
lesson-seen-proven = { $you ->
    [player] You had the { $role }, so { $challenger } loses a card. You swapped the card you showed for a new one.
    [challenger] { $by } had the { $role }, so you lose a card. { $by } swapped the card for a new one.
   *[neither] { $by } had the { $role }, so { $challenger } loses a card. { $by } swapped the card for a new one.
}
lesson-seen-exposed = { $you ->
    [player] You did not show the { $role }, so you lose a card and your claim fails.
    [challenger] { $by } did not show the { $role }. You were right: { $by } loses a card, and the claim fails.
   *[neither] { $by } did not show the { $role }, so { $by } loses a card and the claim fails.
}
lesson-seen-blocked = { $you ->
    [player] Your block worked. A blocked action has no effect, and its price is gone.
   *[other] { $by } blocked as { $role }. A blocked action has no effect, and its price is gone.
}
lesson-seen-lost = { $you ->
    [player] You lost the { $role }. It stays face up, so everyone knows that this card is gone.
   *[other] { $by } lost the { $role }. It stays face up, so you know that this card is gone.
}
lesson-seen-eliminated = { $by } has no hidden card left and is out.

lesson-won = ### You won the lesson
lesson-won-text = You have the last card. Now you know it all: actions, claims, challenges and blocks.
lesson-out = ### You are out. The lesson is over.
lesson-out-text = You have no hidden card left. That happens fast: a wrong challenge, a bluff that was caught, an attack you did not block.
lesson-idle = ### This lesson is over
lesson-idle-text = You did not answer for half an hour, or it was closed.
lesson-next = **Next:** take another lesson, or open a table with `/coup new` in any channel.
lesson-thread-goes = -# This thread is archived now. **Another lesson** opens it again.
