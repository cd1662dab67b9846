# Questions, in the table's message (public) and in panels (private), and every answer as a button.

# In the table's message
ask-act = { $name }, choose an action.
ask-act-second = { $name }, choose the Spy's second action.
ask-claim = { $claim }. Challenge?
ask-claim-block = { $claim }. Challenge or block?
ask-claim-block-some = { $claim }. Challenge? { $names } may block.
ask-claim-spare = { $claim }. Challenge, or claim { $role } to be spared?
ask-claim-share = { $claim }. Challenge, or claim { $role } for a share?
ask-claim-join = { $claim }. Challenge, or join the riot?
ask-claim-rebut = { $claim }. Challenge, or claim the Treaty Contessa?
ask-rebut = { $claim }. Claim the Treaty Contessa?
ask-block = { $claim }. Block?
ask-spare = { $claim }. Claim { $role } to be spared?
ask-share = { $claim }. Claim { $role } for a share?
ask-join = { $by } calls for a riot against { $target }. Join for { $riot_share } coins?
ask-unclaimed-foreign_aid = { $by } asks for foreign aid. Block?
ask-unclaimed-assassinate = { $by } takes vengeance on { $target }. Block?

# After a challenge that failed: those who may still stop the action are asked again
ask-again-block = The { $role } was real. { $names }, block or allow?
ask-again-spare = The { $role } was real. { $names }, claim { $role } to be spared?
ask-again-share = The { $role } was real. { $names }, claim { $role } for a share?
ask-again-join = The { $role } was real. { $names }, join the riot?
ask-again-rebut = The { $role } was real. { $names }, claim the Treaty Contessa?
ask-reminder = -# { $role }: { $help }

# What is claimed, as part of the questions above
claims = { $by } claims { $role }
claims-target = { $by } claims { $role } against { $target }
claims-tax = { $by } claims { $role } for tax
claims-steal = { $by } claims { $role } to steal from { $target }
claims-exchange = { $by } claims { $role } to exchange
claims-examine = { $by } claims { $role } to examine { $target }
claims-assassinate = { $by } claims { $role } against { $target }
claims-guerrilla = { $by } claims { $role } to attack { $target }
claims-judge = { $by } claims { $role } to sentence { $target }
claims-mercenary = { $by } claims { $role } to put a Disappear token on { $target }
claims-crime_boss = { $by } claims { $role } to demand { $ransom_crime_boss } coins or a life from { $target }
claims-politician = { $by } claims { $role } to take 2 coins from { $target }
claims-producer = { $by } claims { $role } to exchange cards with { $target }
claims-protestor = { $by } claims { $role } to start a riot against { $target }
claims-general = { $by } claims { $role } to take a life of everybody else
claims-priest = { $by } claims { $role } to collect 1 coin from everybody else
claims-peacekeeper = { $by } claims { $role } for the Peacekeeping token
claims-banker = { $by } claims { $role } for 3 coins
claims-capitalist = { $by } claims { $role } for 4 coins
claims-speculator = { $by } claims { $role } to double the coins
claims-spy = { $by } claims { $role } to act twice
claims-director = { $by } claims { $role } to exchange with 2 cards
claims-reporter = { $by } claims { $role } to exchange with 1 card
claims-newscaster = { $by } claims { $role } to exchange with 3 cards
claims-writer = { $by } claims { $role } to draw cards
claims-farmer = { $by } claims { $role } to give 1 coin to { $recipient }
claims-communist = { $by } claims { $role } to move coins from { $target } to { $recipient }
claims-customs_officer = { $by } claims { $role } to tax { $taxed }
claims-foreign_consular = { $by } claims { $role } for a treaty with { $recipient }
claims-counteraction = { $by } claims { $role } to block the action of { $actor }
claims-counteraction-foreign_aid = { $by } claims { $role } to block the foreign aid
claims-counteraction-assassinate = { $by } claims { $role } to block the assassination
claims-counteraction-steal = { $by } claims { $role } to block the theft
claims-counteraction-guerrilla = { $by } claims { $role } to block the attack
claims-counteraction-judge = { $by } claims { $role } to block the sentence
claims-counteraction-mercenary = { $by } claims { $role } to keep the Disappear token off
claims-counteraction-communist = { $by } claims { $role } to keep the coins
claims-counteraction-politician = { $by } claims { $role } to keep the coins
claims-counteraction-producer = { $by } claims { $role } to give no card
claims-counteraction-protestor = { $by } claims { $role } to block the riot
claims-counteraction-mcguire-ambassador = { $by } claims { $role } to hold the theft to 1 coin
claims-counteraction-general = { $by } claims { $role } to be spared
claims-counteraction-priest = { $by } claims { $role } to be spared
claims-additional = { $by } claims { $role } too
claims-rebuttal = { $by } claims the Treaty Contessa against the block
claims-loss = { $by } claims that the card about to be lost is { $role }
claims-defuse = { $by } claims { $role } to remove the token
claims-estate = { $by } claims { $role } for the estate

ask-prove = { $name }, { $by } challenges you: show { $role } or concede.
ask-lose = { $name }, choose a card to lose.
ask-keep = { $name }, choose what to keep.
ask-give = { $name }, choose a card to give { $by }.
ask-draw = { $name }, draw another card for 1 coin, or stop?
ask-ransom = { $name }, pay { $by } { $ransom_crime_boss } coins, or risk a card?
ask-show = { $name }, choose a card to show { $by }.
ask-examine = { $name } has seen a card of { $target }. Leave it or swap it?
ask-defuse = { $name }, claim Mercenary, or lose a card to the Disappear token?
ask-estate = { $name } leaves { $coins }. Claim Lawyer for a share?
ask-avenge = { $name }, take vengeance: on whom?

pick-action = Choose an action
pick-player = { $name }, { $coins }, { $cards }
pick-true = You hold it. { $hint }
pick-bluff = A bluff. { $hint }
pick-reason-peacekeeping = { $name } holds the Peacekeeping token and cannot be targeted.
pick-reason-team = { $name } is on your team and cannot be targeted.
pick-reason-treaty = Your treaty with { $name }: you cannot target or coup each other.

panel-target = { $action }: against whom?
panel-target-steal = { $action }: from whom?
panel-target-examine = { $action }: whose card?
panel-target-politician = { $action }: from whom?
panel-target-producer = { $action }: who hands you a card?
panel-target-communist = { $action }: from which of the richest?
panel-recipient = { $action }: who receives the coins?
panel-recipient-farmer = { $action }: who receives 1 of the 3 coins?
panel-recipient-foreign_consular = { $action }: a treaty with whom?
panel-role = { $action }: which role?
panel-role-customs_officer = { $action }: on which role do you put the tax?
panel-confirm-coup = Coup { $target } for { $price_coup } coins? It cannot be taken back.
panel-confirm-lose = This is your last card: losing it puts you out of the game, and you could still answer otherwise.
panel-link = -# [To the table's card]({ $link })
panel-confirm-concede = { $cards ->
    [1] This is your last card: if you concede, you stand to lose it and be out of the game.
   *[other] If you concede, you may lose all your cards and be out of the game: nothing else stops what you blocked.
}
panel-confirm-challenge = { $cards ->
    [1] You have one card left: if { $target } shows { $role }, you stand to lose it and be out of the game.
   *[other] If { $target } shows { $role }, you may lose all your cards and be out of the game: one for the challenge, another to what you did not stop.
}
panel-confirm-challenge_block = This block protects your last card. If { $target } shows { $role }, you lose the card for the wrong challenge; if not, nothing stops the attack. Either way you may be out of the game.
panel-confirm-challenge_partner = { $cards ->
    [1] { $target } is your partner. If { $role } is there, you lose your last card. If not, your own team loses a card.
   *[other] { $target } is your partner. If { $role } is there, you lose a card. If not, your partner does.
}
panel-confirm-pass = You have one card left: if you allow this and nobody else stops it, you may lose it and be out of the game.
panel-confirm-pass_block = You have one card left, and this block protects it: if somebody else challenges it and it falls, you may lose the card and be out of the game.
panel-confirm-pass_defuse = You have one card left: if you claim nothing, you lose it and are out of the game.
panel-confirm-claim = { $cards ->
    [1] You do not hold { $role }: if you are challenged, you may lose your last card and be out of the game.
   *[other] You do not hold { $role }: if you are challenged, you may lose all your cards and be out of the game.
}
panel-confirm-claim_late = You have one card left: if the block of another player is taken before yours and falls, you may lose the card and be out of the game.
panel-confirm-claim_loss = { $cards ->
    [1] This is your last card: if the claim does not save it, you are out of the game.
   *[other] If you are challenged and the card is not { $role }, you lose all your cards and are out of the game.
}
panel-confirm-other = You have one card left, and you may lose it and be out of the game before you are asked again.
panel-confirm-refuse = You have one card left: if you refuse, you may lose it and be out of the game.
panel-confirm-end = End this game for everybody? { $ruleset }, turn { $turn }, with { $names }. Nobody wins; the card says that you ended it, and what was played can still be read.
panel-confirm-end-lobby = Close this table for everybody? { $ruleset }, with { $names }. The card says that you closed it.
confirm-end = End the game
confirm-end-lobby = Close the table
panel-confirm-resign = Give up this game? Your cards are turned up and your coins go back.
confirm-coup = Coup { $target }
confirm-concede = { $cards ->
    [1] Concede and leave
   *[other] Concede
}
confirm-lose = Lose it and leave
confirm-challenge = { $cards ->
    [1] Challenge with my last card
   *[other] Challenge
}
confirm-challenge_partner = Challenge my partner
confirm-pass = Claim nothing, allow it
confirm-refuse = Refuse
confirm-resign = Resign

# In the panels
choose-prove = { $by } challenges your { $role }: show it or concede.
choose-prove-none = { $by } challenges your { $role }. You do not hold it, so you can only concede.
choose-lose = You lose a life. Which card goes?
choose-lose-last = Your last card is at stake.
choose-keep = Choose what to keep. The rest goes back to the court deck.
choose-keep-producer = Choose what to keep. Of the other two, one goes to { $target } and the last one to the court deck.
choose-keep-give = You keep { $cards }. Which of the others goes to { $target }? The last one goes to the court deck.
choose-give = { $by } takes a card from you. Which one?
choose-draw = Draw another card for 1 coin, or stop?
choose-ransom = { $by } wants { $ransom_crime_boss } coins. Refuse, and { $by } pays { $need_crime_boss } to take a life of yours.
choose-show = { $by } looks at a card of yours. Which one?
choose-examine = The card of { $target } is { $card }. Leave it, or have it swapped for a new one?
choose-defuse = A Disappear token falls due on you: claim Mercenary or lose a life.
choose-estate = Claim Lawyer to share the estate, or let it go.
choose-avenge = Vengeance: assassinate another player, for nothing.

hand-title = ### Your hand
hand-cards = You hold { $cards }.
hand-drawn = You have drawn { $cards } from the court deck.
hand-given = { $name } has handed you { $card }.
hand-none = You are out of the game.
hand-open = This table is played with open hands: keep to yourself what the others hold.
hand-of = { $name } holds { $cards }.
hand-lost = Lost: { $cards }.
hand-aside = Put aside: { $cards }.
hand-coins = You have { $coins }.
hand-tokens = Tokens: { $tokens }.
hand-turn = It is your turn: choose an action, here or on the table's card.
hand-answered = You have answered.
hand-resigned = You have resigned, and leave when this turn ends.
hand-waiting-ai = An AI is about to answer.
hand-waiting = The table waits for { $names }.

# Answers on private buttons, with their consequence
offer-prove = { $answer }: { $challenger } loses a card
offer-concede = { $answer }: you lose a card

# An answer on a public button that only some may press
answer-only = { $more ->
    [0] { $answer } · { $names }
   *[other] { $answer } · { $names } + { $more }
}

# Every answer, as a button and as a choice of /coup answer
answer-pass = Allow
answer-pass-defuse = Claim nothing: lose a life
answer-pass-estate = Let it go
answer-pass-join = Stay out
answer-challenge = Challenge
answer-claim = Claim { $role }
answer-claim-block = Block as { $role }
answer-claim-spare = Be spared as { $role }
answer-claim-additional = Claim { $role } too
answer-claim-loss = Lose { $card }, claiming it is { $role }
answer-pay-join = Join for { $riot_share } coins
answer-pay-ransom = Pay { $ransom_crime_boss } coins
answer-pay-lose = Pay { $life_price_mcguire } coins instead
answer-refuse = Refuse: put a life at stake
answer-prove = Show { $role }
answer-concede = Concede
answer-lose = Lose { $card }
answer-keep = Keep { $cards }
answer-keep-give = Keep { $cards }, give { $card }
answer-give = Give { $card }
answer-give-back = Give { $card } back
answer-draw = Draw another (1 coin)
answer-stop = Stop drawing
answer-show = Show { $card }
answer-leave = Leave it
answer-swap = Have it swapped
answer-act = { $action }
answer-act-target = { $action } against { $target }
answer-act-recipient = { $action } for { $recipient }
answer-act-recipient-foreign_consular = { $action } with { $recipient }
answer-act-both = { $action } from { $target } to { $recipient }
answer-act-role = { $action } on { $role }
