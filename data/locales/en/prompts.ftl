# Questions, in the table's message (public) and in panels (private), and every answer as a button.

# In the table's message
ask-act = { $who ->
    [ai] { $name } chooses an action.
   *[member] { $name }, choose an action.
}
ask-act-second = { $who ->
    [ai] { $name } chooses a second action.
   *[member] { $name }, choose your second action.
}
ask-claim = { $claim }. Challenge?
ask-claim-block = { $claim }. Challenge or block?
ask-claim-block-some = { $claim }. Challenge? { $names } may block.
ask-claim-share = { $claim }. Challenge, or claim { $role } too?
ask-claim-join = { $claim }. Challenge, or join the riot?
ask-claim-rebut = { $claim }. Challenge, or claim Contessa (Treaty)?
ask-rebut = { $claim }. Claim Contessa (Treaty)?
ask-block = { $claim }. Block?
ask-share = { $claim }. Claim { $role } too?
ask-join = { $by } starts a riot against { $target }. Join for { $riot_share } coins?
ask-unclaimed-foreign_aid = { $by } wants foreign aid: 2 coins. Block?
ask-unclaimed-assassinate = { $by } takes vengeance on { $target }. Block?
ask-unclaimed-embezzle = { $by } claims to have no { $role }, to take { $coins } from the reserve. Challenge?

# After a challenge that failed: those who may still stop the action are asked again
ask-again-block = The { $role } was real. { $names }, block or allow?
ask-again-share = The { $role } was real. { $names }, claim { $role } too?
ask-again-join = The { $role } was real. { $names }, join the riot?
ask-again-rebut = The { $role } was real. { $names }, claim Contessa (Treaty)?
ask-reminder = -# { $role }: { $help }

# What is claimed, as part of the questions above
claims = { $by } claims { $role }
claims-target = { $by } claims { $role } against { $target }
claims-assassinate = { $by } claims { $role } to assassinate { $target }
claims-tax = { $by } claims { $role } to take 3 coins
claims-steal = { $by } claims { $role } to steal from { $target }
claims-exchange = { $by } claims { $role } to exchange cards
claims-examine = { $by } claims { $role } to see a card of { $target }
claims-guerrilla = { $by } claims { $role } to attack { $target }
claims-judge = { $by } claims { $role } to sentence { $target }
claims-mercenary = { $by } claims { $role } to put a Disappear token on { $target }
claims-crime_boss = { $by } claims { $role } to demand { $ransom_crime_boss } coins or a card from { $target }
claims-politician = { $by } claims { $role } to take 2 coins from { $target }
claims-producer = { $by } claims { $role } to swap cards with { $target }
claims-protestor = { $by } claims { $role } to start a riot against { $target }
claims-general = { $by } claims { $role } to take a card from each other player
claims-priest = { $by } claims { $role } to take 1 coin from each other player
claims-peacekeeper = { $by } claims { $role } to take the Peacekeeping token
claims-banker = { $by } claims { $role } to take 3 coins
claims-capitalist = { $by } claims { $role } to take 4 coins
claims-speculator = { $by } claims { $role } to double their coins
claims-spy = { $by } claims { $role } to act twice
claims-director = { $by } claims { $role } to draw 2 cards
claims-reporter = { $by } claims { $role } to draw 1 card
claims-newscaster = { $by } claims { $role } to draw 3 cards
claims-writer = { $by } claims { $role } to draw cards
claims-farmer = { $by } claims { $role } to take 3 coins and give 1 to { $recipient }
claims-communist = { $by } claims { $role } to move coins from { $target } to { $recipient }
claims-customs_officer = { $by } claims { $role } to get 1 coin for each claim of { $named }
claims-foreign_consular = { $by } claims { $role } to sign a treaty with { $recipient }
claims-financier = { $by } claims { $role } to take the coins on the Bank
claims-plantation_owner = { $by } claims { $role } to take 2 coins or more
claims-paramilitary = { claims-guerrilla }
claims-arms_dealer = { $by } claims { $role } to find { $named } in the deck
claims-socialist = { $by } claims { $role } to get a coin or a card from each other player
claims-counteraction = { $by } blocks { $actor } as { $role }
claims-counteraction-foreign_aid = { $by } blocks the foreign aid as { $role }
claims-counteraction-assassinate = { $by } blocks the assassination as { $role }
claims-counteraction-steal = { $by } blocks the theft as { $role }
claims-counteraction-guerrilla = { $by } blocks the attack as { $role }
claims-counteraction-judge = { $by } blocks the sentence as { $role }
claims-counteraction-mercenary = { $by } blocks the Disappear token as { $role }
claims-counteraction-communist = { $by } blocks as { $role } to keep the coins
claims-counteraction-politician = { claims-counteraction-communist }
claims-counteraction-producer = { $by } blocks as { $role } to give no card
claims-counteraction-protestor = { $by } blocks the riot as { $role }
claims-counteraction-mcguire-ambassador = { $by } blocks as { $role }, so only 1 coin is stolen
claims-counteraction-general = { $by } blocks as { $role } to keep the card
claims-counteraction-priest = { $by } blocks as { $role } to keep the coin
claims-counteraction-paramilitary = { claims-counteraction-guerrilla }
claims-counteraction-socialist = { $by } blocks as { $role } to give nothing
claims-additional = { $by } claims { $role } too
claims-rebuttal = { $by } claims Contessa (Treaty) to get the aid after all
claims-loss = { $by } claims that the lost card is { $role }
claims-defuse = { $by } claims { $role } to remove the token
claims-bomb = { $by } claims { $role } to defuse the Bomb
claims-bomb-target = { $by } claims { $role } to hand the Bomb to { $target }
claims-estate = { $by } claims { $role } to share the coins

ask-prove = { $name }, show the { $role } or concede: { $by } challenges you.
ask-prove-denied = { $name }, show all your cards or concede: { $by } says that you have a { $role }.
ask-lose = { $name }, choose the card you lose.
ask-lose-anarchist = { $name }, choose the card you lose to the Bomb.
ask-lose-disappear = { $name }, choose the card you lose to the Disappear token.
ask-keep = { $name }, choose what you keep.
ask-give = { $name }, choose a card for { $by }.
ask-give-socialist = { $coins ->
    [0] { ask-give }
   *[other] { $name }, choose a coin or a card for { $by }.
}
ask-draw = { $name }, draw another card for 1 coin, or stop?
ask-ransom = { $name }, pay { $by } { $ransom_crime_boss } coins or lose a card?
ask-show = { $name }, choose a card to show { $by }.
ask-examine = { $name }, leave or swap the card of { $target }?
ask-defuse = { $name }, claim Mercenary, or lose a card to the Disappear token?
ask-bomb = { $name }, claim Anarchist, or lose a card to the Bomb?
ask-estate = { $name } leaves { $coins }. Claim Lawyer for a share?
ask-avenge = { $name }, take vengeance: assassinate whom?

pick-action = Choose an action
pick-player = { $name }, { $state }
pick-state = { $coins }, { $cards }
pick-target = { $state } · { $hint }
pick-true = { own-true } { $hint }
pick-true-embezzle = { own-true-embezzle } { $hint }
pick-bluff = { own-bluff } { $hint }
pick-reason-peacekeeping = { $name } has the Peacekeeping token: only a coup can hit them.
pick-reason-team = { $name } is your partner, so you cannot target them.
pick-reason-treaty = You have a treaty with { $name }, so you cannot target or coup each other.
pick-reason-bound = { $name } { $count ->
    [one] has
   *[other] have
} your allegiance, so only Convert can target them.

panel-target = { $action }: against whom?
panel-target-steal = { $action }: from whom?
panel-target-examine = { $action }: whose card?
panel-target-politician = { $action }: from whom?
panel-target-producer = { $action }: who gives you a card?
panel-target-communist = { $action }: which of the richest pays?
panel-target-convert = { $action }: whose allegiance?
panel-target-anarchist = { $action }: before whom?
panel-recipient = { $action }: who gets the coins?
panel-recipient-farmer = { $action }: who gets 1 of the 3 coins?
panel-recipient-foreign_consular = { $action }: a treaty with whom?
panel-role = { $action }: which role?
panel-role-customs_officer = { $action }: which role do you tax?
panel-role-arms_dealer = { $action }: which role do you hope for?
panel-confirm-coup = Coup { $target } for { $price_coup } coins? You cannot take it back.
panel-confirm-lose = Lose it and you are out. You still have another choice.
panel-link = -# [To the table]({ $link })
panel-confirm-concede = { $cards ->
    [1] Last card! If you concede, you lose it.
   *[other] If you concede, nothing stops the attack: you may lose both cards and be out.
}
panel-confirm-challenge = { $cards ->
    [1] Last card! If { $target } shows { $role }, you lose it.
   *[other] If { $target } shows { $role }, you may lose both cards: one for the challenge, one after it.
}
panel-confirm-challenge_denied = Last card! If { $target } has no { $role }, you lose it.
panel-confirm-challenge_block = This block saves your last card. If you challenge it, you may be out, right or wrong.
panel-confirm-challenge_partner = { $cards ->
    [1] { $target } is your partner. If { $target } shows { $role }, you lose your last card. If not, your partner loses a card.
   *[other] { $target } is your partner. If { $target } shows { $role }, you lose a card. If not, your partner does.
}
panel-confirm-pass = Last card! If nobody stops this, you may be out.
panel-confirm-pass_block = Last card! This block saves it. If somebody challenges the block and is right, you may be out.
panel-confirm-pass_bomb = Last card! If you claim nothing, you lose it.
panel-confirm-claim = { $cards ->
    [1] Last card! You do not have { $role }. If somebody challenges, you lose it.
   *[other] You do not have { $role }. If somebody challenges, you may lose both cards and be out.
}
panel-confirm-claim_late = Last card! Another player's block may come first. If it fails, you may be out.
panel-confirm-claim_loss = It is no { $role }. If somebody challenges, you lose both cards and are out.
panel-confirm-other = You may be out before you are asked again.
panel-confirm-refuse = Last card! If you refuse, you lose it.
panel-confirm-end = End this game for everyone? { $ruleset }, with { $names }. Nobody wins. The table message says that you ended it.
panel-confirm-end-lobby = Close this table for everyone? { $ruleset }, with { $names }. The table message says that you closed it.
panel-confirm-resign = Give up this game? Your cards are turned up and you are out.
confirm-lose = Lose it (I'm out)
confirm-challenge = { $cards ->
    [1] Challenge with my last card
   *[other] Challenge
}
confirm-challenge_denied = Challenge with my last card
confirm-challenge_partner = Challenge my partner
confirm-pass = Allow it
confirm-refuse = Refuse
confirm-resign = Resign

# In the panels
choose-prove = { $by } challenges your { $role }. Show it or concede?
choose-prove-none = { $by } challenges your { $role }. You do not have it: you can only concede.
choose-prove-denied = { $by } says that you have a { $role }. Show all your cards and get new ones, or concede?
choose-prove-denied-none = { $by } says that you have a { $role }. You have one: you can only concede.
choose-lose = You lose a card. Which one?
choose-lose-anarchist = You lose a card to the Bomb. Which one?
choose-lose-disappear = You lose a card to the Disappear token. Which one?
choose-lose-last = Your last card is at stake.
choose-keep = Choose what you keep. The rest goes back to the deck.
choose-keep-none = The deck is empty, so you keep your cards.
choose-keep-producer = { $drawn ->
    [0] Choose what you keep. The other card goes to { $target }.
   *[other] Choose what you keep. Of the other two cards, one goes to { $target } and one to the deck.
}
choose-keep-socialist = Swap one of your cards at most. The others go back, at random, to those who gave a card.
choose-keep-give = You keep { $cards }. Which card goes to { $target }? The last one goes to the deck.
choose-give = Give { $by } a card. Which one?
choose-give-socialist = { $may_pay ->
    [true] Give { $by } a coin or a card. For a card you get another one.
   *[false] Give { $by } a card. You get another one.
}
choose-draw = Draw another card for 1 coin, or stop?
choose-ransom = { $by } wants { $ransom_crime_boss } coins. If you refuse, { $by } pays { $need_crime_boss } coins and you lose a card.
choose-show = { $by } looks at one of your cards. Which one?
choose-examine = { $target } has { $card }. Leave it, or swap it for a new card?
choose-examine-leave = { $target } has { $card }. The deck is empty, so you can only leave it.
choose-defuse = Your Disappear token is due. Claim Mercenary, or lose a card?
choose-bomb = You have the Bomb. Claim Anarchist, or lose a card?
choose-avenge = Vengeance! Assassinate a player for free. Whom?

hand-title = ### Your hand
hand-cards = { $cards } · { $coins }
hand-brief = You have { $cards }.
hand-drawn = You drew { $cards }.
hand-given = { $name } gave you { $card }.
hand-none = You are out.
hand-open = Only players who are out see these cards. Keep them secret.
hand-of = { $name } has { $cards }.
hand-lost = Lost: { $cards }.
hand-aside = Put aside: { $cards }.
hand-allegiance = You are a { $allegiance }.
hand-tokens = Tokens: { $tokens }.
hand-turn = Your turn.
hand-resigned = You resigned. You leave when this turn ends.
hand-waiting-ai = An AI is about to answer.
hand-waiting = Waiting for { $names }.

# Answers on private buttons, with their consequence
offer-prove = { $may_pay ->
    [true] { $answer }: { $challenger } loses a card or pays { $life_price_mcguire } coins
   *[other] { $answer }: { $challenger } loses a card
}
offer-concede = { $may_pay ->
    [true] { $answer }: lose a card or pay { $life_price_mcguire } coins
   *[other] { $answer }: { $cards ->
        [1] you lose your last card
       *[other] you lose a card
    }
}

offer-claim-loss-intellectual = { $cards ->
    [1] { $answer }: you are out anyway
   *[other] { $answer }: get { $compensation } coins
}
offer-claim-loss-missionary = { $answer }: draw a new card

# An answer on a public control that only some may use
answer-only = { $more ->
    [0] { $answer } · { $names }
   *[other] { $answer } · { $names } + { $more }
}

# Every answer, as a button and as a choice of /coup answer
answer-pass = Allow
answer-pass-defuse = Lose a card
answer-pass-bomb = { answer-pass-defuse }
answer-pass-estate = Claim nothing
answer-pass-join = Stay out
answer-challenge = Challenge
answer-claim = Claim { $role }
answer-claim-block = Block as { $role }
answer-claim-additional = Claim { $role } too
answer-claim-bomb = Defuse it as { $role }
answer-claim-bomb-target = Hand it to { $target } as { $role }
answer-claim-loss = Lose { $card }, claim { $role }
answer-pay-join = Join for { $riot_share } coins
answer-pay-ransom = Pay { $ransom_crime_boss } coins
answer-pay-lose = Pay { $life_price_mcguire } coins instead
answer-pay-give = Give 1 coin
answer-refuse = Refuse: lose a card
answer-prove = Show { $role }
answer-prove-denied = Show all cards
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
answer-swap = Swap it
answer-act = { $action }
answer-act-target = { $action } against { $target }
answer-act-target-coup = Coup { $target }
answer-act-target-assassinate = Assassinate { $target } (Assassin)
answer-avenge = Assassinate { $target }
answer-act-target-steal = Steal from { $target } (Captain)
answer-act-target-examine = Examine { $target } (Inquisitor)
answer-act-target-convert = Convert { $target }
answer-act-target-anarchist = Bomb for { $target }
answer-act-recipient = { $action } for { $recipient }
answer-act-recipient-foreign_consular = { $action } with { $recipient }
answer-act-both = { $action } from { $target } to { $recipient }
answer-act-role = { $action }: { $role }
