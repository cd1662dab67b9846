# What is asked, on the card (public) and in the panels (private), and every answer as a button.

# On the card
ask-act = { $name }, choose an action.
ask-act-second = { $name }, choose the Spy's second action.
ask-claim = { $by } claims { $role }: challenge it or allow it.
ask-claim-block = { $by } claims { $role }: challenge it, counter it, or allow it.
ask-unclaimed = { $by } asks for foreign aid: block it or allow it.
ask-counter = { $by } claims { $role } to stop { $actor }: challenge it or allow it.
ask-reduce = { $by } claims { $role } against the theft: challenge it or allow it.
ask-additional = { $by } claims { $role } too: challenge it or allow it.
ask-rebuttal = { $by } claims the Treaty Contessa against the block: challenge it or allow it.
ask-loss = { $by } says the lost card is { $role }: challenge it or allow it.
ask-defuse-claim = { $by } claims { $role } to remove the token: challenge it or allow it.
ask-estate-claim = { $by } claims { $role } for the estate: challenge it or allow it.
ask-claim-share = { $by } claims { $role }: challenge it, claim it too for a share, or allow it.
ask-claim-join = { $by } claims { $role }: challenge it, join the riot, or stay out.
ask-block-only = { $by } claims { $role } and may still be stopped: counter it or allow it.
ask-share-only = { $by } claims { $role }: claim it too for a share, or allow it.
ask-join-only = { $by } calls for a riot against { $target }: join for 3 coins or stay out.
ask-prove = { $name } is challenged on { $role }: show it or concede.
ask-lose = { $name } chooses a life to lose.
ask-keep = { $name } chooses what to keep.
ask-give = { $name } chooses a card to hand over.
ask-draw = { $name } looks at the cards: draw another or stop.
ask-ransom = { $name } chooses: 2 coins to { $by }, or a life at stake.
ask-show = { $name } chooses a card to show to { $by }.
ask-examine = { $name } has seen a card of { $target }: leave it or have it swapped.
ask-defuse = A Disappear token falls due on { $name }.
ask-estate = The estate of { $name } is { $coins }: claim Lawyer or let it go.
ask-avenge = { $name } takes vengeance: whom?

pick-action = Choose an action
pick-target = Choose the target
pick-recipient = Choose who receives it
pick-role = Choose the role
pick-keep = { $count ->
    [one] Keep 1 card
   *[other] Keep { $count } cards
}
pick-card = Card { $slot }: { $card }
pick-reason-peacekeeping = { $name } holds the Peacekeeping token and cannot be targeted.
pick-reason-treaty = Your treaty with { $name } forbids it.

panel-target = { $action }: against whom?
panel-recipient = { $action }: who receives it?
panel-role = { $action }: which role?
panel-confirm-coup = Coup { $target } for 7 coins? It cannot be taken back.
panel-confirm-concede = This is your last card: conceding puts you out of the game.
panel-confirm-resign = Give up this game? Your cards are turned up and your coins go back.
confirm-coup = Coup { $target }
confirm-concede = Concede and leave
confirm-resign = Resign

# In the panels
choose-prove = { $by } challenges your { $role }.
choose-lose = You lose a life. Which card goes?
choose-lose-last = Your last card is at stake.
choose-keep = Choose what to keep. The rest goes back to the court deck.
choose-keep-give = You keep { $cards }. Which of the others goes to { $target }? The last one goes to the court deck.
choose-give = { $by } takes a card from you. Which one?
choose-draw = You have drawn so far. Another card costs 1 coin.
choose-ransom = { $by } wants 2 coins. Refuse, and { $by } may pay 5 to take a life of yours.
choose-show = { $by } looks at a card of yours. Which one?
choose-examine = You see { $card } of { $target }. Leave it, or have it swapped for a new one?
choose-defuse = A Disappear token falls due on you. Claim Mercenary, or lose a life.
choose-estate = Claim Lawyer to share the estate, or let it go.
choose-avenge = Vengeance: assassinate another player, for nothing.
choose-done = Done.

hand-title = ### Your hand
hand-cards = You hold { $cards }.
hand-drawn = You have drawn { $cards }.
hand-none = You are out of the game.
hand-lost = Lost: { $cards }.
hand-aside = Put aside: { $cards }.
hand-coins = { $coins }.
hand-tokens = On you: { $tokens }.
hand-turn = It is your turn: choose on the table's card, or with `/coup act`.
hand-answer = You may answer: { $answers }.
hand-answered = You have answered.
hand-waiting = The table waits for { $names }.

# Every answer, as a button and as a choice of /coup answer
answer-pass = Allow
answer-pass-defuse = Accept the loss
answer-pass-estate = Let it go
answer-pass-join = Stay out
answer-challenge = Challenge
answer-claim = Claim { $role }
answer-claim-block = Block as { $role }
answer-claim-spare = Be spared as { $role }
answer-claim-additional = Claim { $role } too
answer-claim-loss = Lose { $card } as { $role }
answer-pay-join = Join for 3 coins
answer-pay-ransom = Pay 2 coins
answer-pay-lose = Pay 5 coins instead
answer-refuse = Refuse
answer-prove = Show { $role }
answer-concede = Concede
answer-lose = Lose { $card }
answer-keep = Keep { $cards }
answer-keep-none = Keep none
answer-keep-give = Keep { $cards }, give { $card }
answer-give = Give { $card }
answer-draw = Draw another (1 coin)
answer-stop = Stop drawing
answer-show = Show { $card }
answer-leave = Leave it
answer-swap = Have it swapped
answer-act = { $action }
answer-act-target = { $action } against { $target }
answer-act-recipient = { $action } for { $recipient }
answer-act-both = { $action } from { $target } to { $recipient }
answer-act-role = { $action } on { $role }
