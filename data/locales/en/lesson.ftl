# Lessons: the texts of a practice game and its explanations, which use only what everybody sees.

command-coup-learn = Learn the game: some five minutes against AI, with each step explained
button-learn = Learn
button-again = Another lesson
button-unlearn = End the lesson
button-leave-thread = Close this thread

lesson-thread = Learn Coup: { $name }
lesson-begun = Your lesson begins in { $thread }.
lesson-goes-on = Your lesson goes on in { $thread }.
lesson-busy = Your lesson is being prepared. You are told in a moment where it is.
lesson-threads-full = -# This server has as many active threads as Discord allows, so your lesson is here, and only you see it.
lesson-left = Closed. `/coup learn` begins another lesson.
lesson-time = No hurry: the lesson closes only when nothing happens for half an hour.
lesson-private = -# Only you see this. If it stops moving or is gone, `/coup learn` shows the lesson as it is now.

# Events that have just happened for the first time
lesson-seen-proven = **What happened:** { $by } was challenged and showed { $role }. The card went back to the court deck for a new one, and the wrong challenge costs { $challenger } a card.
lesson-seen-exposed = **What happened:** { $by } was challenged and could not show { $role }: a lie, or it was conceded. It cost a card, and the claim was void.
lesson-seen-blocked = **What happened:** { $by } claimed { $role } and the action was blocked. Coins that it cost stay paid.
lesson-seen-lost = **What happened:** { $by } lost { $role }. It lies face up from now on, so one copy fewer can be in anybody's hand.
lesson-seen-eliminated = **What happened:** { $by } has no face-down card left and is out.

# What to do now, and a hint
lesson-first = **Lesson:** you hold two hidden cards; **My hand** shows them to you alone. Each is a life: whoever is last to have one wins. It is your turn, and you pick one action. **Income** is safe. **Tax** brings 3 coins but claims Duke, and nobody knows whether you hold one. Hint: claim what you hold, until you know the table.
lesson-first-private = **Lesson:** you hold two hidden cards, shown below to you alone. Each is a life: whoever is last to have one wins. It is your turn, and you pick one action. **Income** is safe. **Tax** brings 3 coins but claims Duke, and nobody knows whether you hold one. Hint: claim what you hold, until you know the table.
lesson-act-few = **Lesson:** your turn. You have { $coins }: with { $price_assassinate } you can assassinate, with { $price_coup } coup. Hint: Tax, Foreign aid and Steal are quicker than Income, but can be stopped.
lesson-act-some = **Lesson:** your turn. You have { $coins }, enough to assassinate: that claims Assassin, and takes a card unless the target claims Contessa. Or save up for a coup, which costs { $price_coup } and nobody can stop.
lesson-act-many = **Lesson:** your turn. You have { $coins }, enough for a coup: { $price_coup } coins, the target loses a card, and nobody can stop it. Hint: aim at whoever is most dangerous.
lesson-act-must = **Lesson:** your turn. With { $must_coup } coins or more a coup is all you may do. Choose whom it hits.
lesson-claim = **Lesson:** { $by } claims to hold { $role }. **Allow** believes it. **Challenge** makes { $by } show the card: whoever is wrong loses a card. Hint: by the open cards alone it is { $odds } that { $by } holds { $role }; a wrong challenge costs as much as a right one wins, so doubt what is unlikely, or what would cost you a card anyway.
lesson-claim-again = **Lesson:** believe { $by } and **Allow** it, or doubt it and **Challenge**. Hint: by the open cards alone it is { $odds } that { $by } holds { $role }.
lesson-claim-at-you = **Lesson:** { $by } claims to hold { $role }, and aims at you. **Challenge** if you doubt it. **Block** claims a card that stops it, held or not, and may be challenged in turn. **Allow** lets it happen. Hint: by the open cards alone it is { $odds } that { $by } holds { $role }.
lesson-aid = **Lesson:** foreign aid claims no card, so nobody can challenge it. Anybody may block it by claiming Duke, held or not; then that claim may be challenged. Hint: 2 coins are rarely worth a lie.
lesson-block = **Lesson:** { $by } claims to hold { $role } and blocks. **Allow**, and the block stands. **Challenge**: if { $by } cannot show it, { $by } loses a card and the action goes on; if { $by } can, you lose one. Hint: by the open cards alone it is { $odds } that { $by } holds { $role }.
lesson-prove = **Lesson:** somebody doubts your claim. **Show** the card if you hold it: you get a new one, and the challenger loses a card. Without it you can only concede. Answer under **Choose**.
lesson-prove-private = **Lesson:** somebody doubts your claim. **Show** the card if you hold it: you get a new one, and the challenger loses a card. Without it you can only concede.
lesson-lose = **Lesson:** you lose a card and choose which; it is turned face up. Hint: keep the one whose action or block you are likelier to need. With none left you are out.
lesson-keep = **Lesson:** an exchange lets you look at cards of the court deck and keep the best. Nobody sees what you keep. Hint: two different cards leave you more true claims than two alike.
lesson-choose = **Lesson:** this choice is yours. **What can I do?** tells what each answer leads to.
lesson-wait-claim = { $blocked ->
    [yes] **Lesson:** you have claimed { $role }. The others now believe it, doubt it, or block it. Whatever you hold, all they see is your claim.
   *[no] **Lesson:** you have claimed { $role }. The others now believe it or doubt it. Whatever you hold, all they see is your claim.
}
lesson-wait-action = **Lesson:** the others decide whether they let it happen.
lesson-wait = **Lesson:** { $names } must decide. Watch what the others claim: true or not, it is all you learn about their cards. **What can I do?** tells what may happen now, with the odds.

lesson-won = ### You won the lesson
lesson-won-text = Everybody else is out. You know what a game needs: actions, claims, challenges and blocks.
lesson-out = ### You are out, and the lesson is over
lesson-out-text = You have no face-down card left. It happens to everybody, and quickly: a wrong challenge, a lie found out, or an attack you could not block.
lesson-idle = ### This lesson is over
lesson-idle-text = Nothing happened for half an hour, or it was closed.
lesson-next = **Next:** another lesson, or a table with others: `/coup new` in any channel. `/coup rules` and `/coup role` tell the details.
lesson-thread-goes = -# This thread is archived now. **Another lesson** opens it again.
