# "What can I do?": what each answer does, and chances counted from the face-up cards and the reader's own.

button-what = What can I do?

what-title = ### What can I do?
what-yours = This question is for you.
what-answered = You answered. Waiting for { $names }.
what-other = You are not asked now. Waiting for { $names }, who can do this:
what-watching = You are watching. Waiting for { $names }, who can do this:

what-act = Most actions claim a role. You may bluff: unchallenged, it works; caught, you lose a card.
what-action = **{ $action }**: { $hint }
what-action-own = **{ $action }**: { $own } { $hint }
what-held = { $name } has the { $role }: { $odds }
what-held-not = { $name } has no { $role }: { $odds }
what-countered = another player has the { $roles }: { $odds }
what-countered-by = { $roles } with { $targets }
what-countered-target = { $names }: { $odds }
what-countered-targets = { $names }: { $odds } each
what-odds-line = -# Chances: { $odds }.

odds-percent = { $percent }%
own-true = You have it.
own-true-embezzle = True.
own-bluff = A bluff.

what-claim = Chance that { $name } has the { $role }: **{ $odds }**.
what-claim-loss = Chance that the lost card is { $role }: **{ $odds }**.
what-claim-rebuttal = Chance that { $name } has the Contessa (Treaty): **{ $odds }**.
what-claim-denied = Chance that { $name } has no { $role }: **{ $odds }**.
what-counter = Chance that one of the players asked has the { $roles }: **{ $odds }**.
what-counter-one = Chance that { $name } has the { $roles }: **{ $odds }**.
what-counter-rebuttal = Chance that { $name } has the Contessa (Treaty): **{ $odds }**.
what-note = -# These odds count your cards and the face-up ones, but no claims.
what-note-open = -# These odds count the face-up cards, but no claims.
what-ai = -# AI players: { $names }.

what-answer = **{ $answer }**: { $does }
what-answer-own = **{ $answer }**: { $own } { $does }
what-challenge = If { $by } does not show { $role }, { $by } loses a card and the claim fails. Otherwise you lose a card.
what-challenge-counteraction = If { $by } does not show { $role }, { $by } loses a card and the block fails. Otherwise you lose a card and the block works.
what-challenge-rebuttal = If { $by } does not show the Contessa (Treaty), { $by } loses a card and the block works. Otherwise you lose a card.
what-challenge-loss = If the card is not { $role }, { $by } loses another card. Otherwise you lose a card.
what-challenge-denied = If { $by } cannot show a hand without { $role }, { $by } loses a card and takes nothing. Otherwise you lose a card.
what-challenge-bomb = If { $by } does not show { $role }, { $by } loses a card and another to the Bomb. Otherwise you lose a card.
what-block = You stop it as { $role }. You may bluff: caught, you lose a card and it happens anyway.
what-window-mcguire = A challenger takes 1 coin, right or wrong. After a lost challenge, { $life_price_mcguire } coins can be paid instead of a card.
what-block-producer = You give no card, as { $role }. You may bluff: caught, you lose a card and must give one too.
what-block-mcguire-ambassador = As { $role }, you let only 1 coin be stolen. You may bluff: caught, you lose a card and up to 2 coins are stolen.
what-spare = As { $role }, you protect yourself. You may bluff: caught, you lose a card and are hit anyway.
what-share = As { $role }, you get 1 coin too. You may bluff: caught, you lose a card and get nothing.
what-share-plantation_owner = As { $role }, you harvest too. You may bluff: caught, you lose a card and get nothing.
what-rebut = As Contessa (Treaty), you get the aid after all. You may bluff: caught, you lose a card. Only that very card proves it.
what-defuse = As Mercenary, you remove the token. You may bluff: caught, you lose a card and another to the token.
what-bomb = As { $role }, you get rid of the Bomb. You may bluff: caught, you lose a card and another to the Bomb.
what-estate = As Lawyer, you get a share of the coins. You may bluff: caught, you lose a card and get nothing.
what-join = You pay { $riot_share } coins and the riot starts: { $target } loses a card, unless Protestor blocks it.
what-pass = If nobody stops { $by }, this happens: “{ $hint }”
what-pass-vengeance = If nobody blocks, { $target } loses a card.
what-pass-join = You pay nothing. If nobody joins, the riot fails.
what-pass-counteraction = If nobody challenges, the block works.
what-pass-claim = If nobody challenges, the claim counts.
what-pass-defuse = You lose a card to the Disappear token.
what-pass-bomb = The Bomb goes off: you lose a card.
what-pass-estate = You get no share.

what-prove = { $you ->
    [yes] **Show** the { $role }: { $by } loses a card, and you swap the shown card for a new one. **Concede**: you lose a card, and your claim fails.
   *[no] **Show** the { $role }: { $by } loses a card, and { $name } swaps the shown card for a new one. **Concede**: { $name } loses a card, and the claim fails.
}
what-prove-denied = { $you ->
    [yes] **Show all cards**, if none is a { $role }: { $by } loses a card, and you swap all you showed. **Concede**: you lose a card and take nothing.
   *[no] **Show all cards**, if none is a { $role }: { $by } loses a card, and { $name } swaps all of them. **Concede**: { $name } loses a card and takes nothing.
}
what-prove-bomb = { $you ->
    [yes] **Show** the { $role }: { $by } loses a card, and you swap the shown card for a new one. **Concede**: you lose a card, and another to the Bomb.
   *[no] **Show** the { $role }: { $by } loses a card, and { $name } swaps the shown card for a new one. **Concede**: { $name } loses a card, and another to the Bomb.
}
what-lose = { $you ->
    [yes] You choose which card you lose. It stays face up. Without hidden cards you are out.
   *[no] { $name } chooses which card to lose. It stays face up. A player without hidden cards is out.
}
what-lose-way = **{ $role }**: { $help }
what-lose-mcguire = After a lost challenge, { $life_price_mcguire } coins can be paid instead.
what-keep = { $you ->
    [yes] You keep as many cards as before and return the others. Nobody else sees them.
   *[no] { $name } keeps as many cards as before and returns the others. Nobody else sees them.
}
what-keep-socialist = { $you ->
    [yes] You may swap one card for one you were given. The others go back, at random, to those who gave one.
   *[no] { $name } may swap one card for one given. The others go back, at random, to those who gave one.
}
what-give = { $you ->
    [yes] You choose a card for { $by }. Nobody else sees it.
   *[no] { $name } chooses a card for { $by }. Nobody else sees it.
}
what-give-socialist = { $you ->
    [yes] You choose a coin or a card for { $by }. For a card you get another one back. Nobody else sees it.
   *[no] { $name } chooses a coin or a card for { $by }. For a card { $name } gets another one back.
}
what-draw = { $you ->
    [yes] Draw another card for 1 coin, or stop and choose which cards you keep.
   *[no] { $name } can draw another card for 1 coin, or stop and choose which cards to keep.
}
what-ransom = { $you ->
    [yes] **Pay**: { $by } gets { $ransom_crime_boss } coins and leaves you alone. **Refuse**: { $by } pays { $need_crime_boss } coins, and you lose a card.
   *[no] **Pay**: { $by } gets { $ransom_crime_boss } coins and leaves { $name } alone. **Refuse**: { $by } pays { $need_crime_boss } coins, and { $name } loses a card.
}
what-show = { $you ->
    [yes] Only { $by } sees the card you choose.
   *[no] Only { $by } sees the card that { $name } chooses.
}
what-examine = **Leave it**: nothing changes. **Swap it**: its owner gets a new card from the deck.
what-avenge = { $you ->
    [yes] Assassinate a player for free. Nobody can challenge it, but Contessa blocks it.
   *[no] { $name } assassinates a player for free. Nobody can challenge it, but Contessa blocks it.
}
