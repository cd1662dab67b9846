# "What can I do?": what each answer does, and chances counted from the face-up cards and the reader's own.

button-what = What can I do?

what-title = ### What can I do?
what-hand = You have { $cards }, and { $coins }.
what-answered = You answered. Waiting for { $names }.
what-other = You are not asked now. What { $names } can do:
what-out = { hand-none } What { $names } can do:
what-watching = { error-watching }
    What { $names } can do now:

what-act = Most actions claim a role. You may bluff: unchallenged, it works; caught, you lose a card.
what-held = { $name } has the { $role } ({ $odds })
what-held-not = { $name } has no { $role } ({ $odds })
what-countered = another player has the { $roles } ({ $odds })
what-countered-by = { $roles } with { $targets }
what-countered-target = { $names } ({ $odds })
what-countered-targets = { $names } ({ $odds } each)
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
what-note = -# These odds count your cards and the face-up ones, but no claims.
what-note-open = -# These odds count the face-up cards, but no claims.
what-ai = -# AI players: { $names }.

what-line = **{ $choice }**: { $does }
what-wrong-own = you lose a card
what-wrong-other = the challenger loses a card
what-challenge = If { $by } shows { $role }, { $wrong }. If not, { $by } does, and the claim fails.
what-challenge-counteraction = If { $by } shows { $role }, { $wrong } and the block works. If not, { $by } does, and the block fails.
what-challenge-rebuttal = If { $by } shows the Contessa (Treaty), { $wrong }. If not, { $by } does, and the block works.
what-challenge-loss = If the card is { $role }, { $wrong }. If not, { $by } loses another one.
what-challenge-denied = If { $by } shows a hand without { $role }, { $wrong }. If not, { $by } does, and takes nothing.
what-challenge-bomb = If { $by } shows { $role }, { $wrong }. If not, { $by } does, and another to the Bomb.
what-bluff = You may bluff. Caught, you lose a card and the claim fails.
what-bluff-defuse = You may bluff. Caught, you lose a card, and another to the token.
what-bluff-bomb = You may bluff. Caught, you lose a card, and another to the Bomb.
what-block = This stops it.
what-window-mcguire = A challenger takes 1 coin, right or wrong. After a lost challenge, { $life_price_mcguire } coins can be paid instead of a card.
what-block-producer = No card is given.
what-block-mcguire-ambassador = Only 1 coin is stolen.
what-spare = It hits only the others.
what-share = Get 1 of the coins.
what-share-plantation_owner = Take 1 coin for each claim that is not caught.
what-rebut = Get the aid after all. Only this very card proves it.
what-defuse = This removes the token.
what-bomb = This gets rid of the Bomb.
what-estate = Share the coins.
what-join = The riot starts: { $target } loses a card, unless Protestor blocks it.
what-pass = If nobody stops it: “{ $hint }”
what-pass-assassinate = If nobody stops it, { $target } loses a card.
what-pass-join = If nobody joins, the riot fails.
what-pass-counteraction = If nobody challenges, the block works.
what-pass-claim = If nobody challenges, the claim counts.
what-pass-defuse = The Disappear token takes it.
what-pass-bomb = The Bomb takes it.
what-pass-estate = Get no share.

what-prove = **Show** the { $role }: { $by } loses a card, and a new card replaces the one shown.
what-prove-denied = **Show all cards**, if none is a { $role }: { $by } loses a card, and new cards replace those shown.
what-concede = **Concede**: lose a card, and the claim fails.
what-concede-denied = **Concede**: lose a card, and take nothing.
what-concede-bomb = **Concede**: lose a card, and another to the Bomb.
what-lose = It stays face up. A player without hidden cards is out.
what-lose-mcguire = After a lost challenge, { $life_price_mcguire } coins can be paid instead.
what-keep = Keep as many cards as before. Nobody else sees them.
what-keep-socialist = Swap one card at most for one that was given. The others go back, at random, to those who gave one.
what-give = Nobody else sees it.
what-give-socialist = For a card, another one comes back. Nobody else sees it.
what-draw = Draw as often as you can pay. Nobody else sees the cards.
what-ransom = **Pay**: { $by } gets { $ransom_crime_boss } coins, and that is all. **Refuse**: { $by } pays { $need_crime_boss } coins; lose a card.
what-show = Nobody else sees it.
what-examine = **Leave it**: nothing changes. **Swap it**: its owner gets a new card from the deck.
what-avenge = It is free. Nobody can challenge it, but Contessa blocks it.
