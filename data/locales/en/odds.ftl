# "What can I do?": what each answer does, and the odds from the open cards alone.

button-what = What can I do?

what-title = ### What can I do?
what-yours = This question is yours to answer.
what-answered = You have answered; the table waits for { $names }.
what-other = You are not asked now; the table waits for { $names }. This is what they may do:
what-watching = You are not in this game. The table waits for { $names }, who may do this:

what-act = Choose one action. One with a role in brackets, or named like a role, claims that role, and you need not hold it: if nobody challenges, it counts as held; if you are caught, you lose a card.
what-action = **{ $action }**: { $hint }
what-held = { $name } holds { $role }: { $odds }
what-countered = somebody else holds { $roles }: { $odds }
what-countered-by = { $roles } with { $targets }
what-countered-target = { $names }: { $odds }
what-countered-targets = { $names }: { $odds } each
what-odds-line = -# By the open cards alone: { $odds }.

odds-none = impossible
odds-sure = certain
odds-below = less than 1 in 10 ({ $percent }%)
odds-above = more than 9 in 10 ({ $percent }%)
odds-exact = { $part } in { $whole }
odds-about = about { $part } in { $whole } ({ $percent }%)

what-claim = By the open cards alone, that { $name } holds { $role }: **{ $odds }**.
what-claim-loss = By the open cards alone, that the card put aside is { $role }: **{ $odds }**.
what-claim-rebuttal = By the open cards alone, that { $name } holds the Treaty Contessa: **{ $odds }**.
what-counter = By the open cards alone, that somebody who may claim it holds { $roles }: **{ $odds }**.
what-counter-one = By the open cards alone, that { $name } holds { $roles }: **{ $odds }**.
what-counter-rebuttal = By the open cards alone, that { $name } holds the Treaty Contessa: **{ $odds }**.
what-note = -# The odds count the cards that lie face up and nothing else: no hand, no claim, not your own cards either. What you know beyond that, you weigh yourself.
what-ai = -# AI players: { $names }.

what-answer = **{ $answer }**: { $does }
what-challenge = You say that { $by } does not hold { $role }. If you are right, { $by } loses a card and the claim is void. If { $by } shows { $role }, you lose a card.
what-challenge-counteraction = You say that { $by } does not hold { $role }. If you are right, { $by } loses a card and the block fails. If { $by } shows { $role }, you lose a card and the block stands.
what-challenge-rebuttal = You say that { $by } does not hold the Treaty Contessa. If you are right, { $by } loses a card and the block stands. If it is shown, you lose a card.
what-challenge-loss = You say that the card put aside is not { $role }. If you are right, { $by } loses another card. If it is, you lose a card.
what-block = You claim { $role } and stop it. You need not hold it; if you are challenged and cannot show it, you lose a card and it goes on.
what-window-mcguire = Whoever challenges takes 1 coin from the treasury, whatever comes of it.
what-block-producer = You claim { $role } and hand over no card. You need not hold it; if you are challenged and cannot show it, you lose a card and hand one over all the same.
what-block-mcguire-ambassador = You claim { $role }, and only 1 coin is stolen. You need not hold it; if you are challenged and cannot show it, you lose a card and 2 are stolen.
what-spare = You claim { $role }, and it passes you by. You need not hold it; if you are challenged and cannot show it, you lose a card and it hits you too.
what-share = You claim { $role } too and take part. You need not hold it; if you are challenged and cannot show it, you lose a card and get nothing.
what-rebut = You claim the Treaty Contessa, and the block falls. Only that very card proves it; if you are challenged and cannot show it, you lose a card.
what-defuse = You claim Mercenary, and the token comes off. You need not hold it; if you are challenged and cannot show it, you lose a card, and another for the token.
what-estate = You claim Lawyer for a share in the estate. You need not hold it; if you are challenged and cannot show it, you lose a card and get nothing.
what-join = You pay { $riot_share } coins, and the riot goes on: { $target } loses a card unless saved by Protestor.
what-pass = You let it be. Unless somebody stops it, { $by } does this: “{ $hint }”
what-pass-vengeance = You let it be. Unless somebody blocks, { $target } loses a card.
what-pass-join = You pay nothing. If nobody joins, the riot fails.
what-pass-counteraction = You let it be. Unless somebody challenges, the block stands.
what-pass-claim = You let it be. Unless somebody challenges, the claim stands.
what-pass-defuse = You lose a card to the Disappear token.
what-pass-estate = You claim no share.

what-prove = { $name } was challenged. **Show** { $role }: it goes back to the court deck, { $name } draws a new card, and { $by } loses a card. **Concede**, which is all that is left without it: { $name } loses a card and the claim is void.
what-lose = { $name } loses a card and chooses which: it is turned face up for good. Whoever has none left face down is out.
what-lose-way = **{ $role }** may be claimed for it. { $help }
what-lose-mcguire = Whoever loses a challenge may pay { $life_price_mcguire } coins instead.
what-keep = { $name } looks at the cards drawn and keeps as many as there are lives; the others go back. Nobody else sees them.
what-give = { $name } chooses a card to hand to { $by }, unseen by the others.
what-draw = { $name } may pay 1 coin to draw another card, or stop and choose what to keep.
what-ransom = **Pay** { $ransom_crime_boss } coins to { $by }, and it is over. **Refuse**, and { $by } pays { $need_crime_boss } while { $name } loses a card.
what-show = { $name } chooses one card that { $by } alone gets to see.
what-examine = { $name } has seen one card. **Leave it**, and nothing changes; **have it swapped**, and its owner gets a new one from the court deck.
what-avenge = { $name } assassinates another player for nothing. Nobody may challenge that, but Contessa blocks it.
