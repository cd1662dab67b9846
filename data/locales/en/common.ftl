# Small words that other texts are made of.

list-and = { $most } and { $last }
list-or = { $most } or { $last }
coins = { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
}
cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
same-cards = { $count ->
    [2] two { $roles }
    [3] three { $roles }
   *[other] { $count } { $roles }
}
soon = <t:{ $at }:R>
clock-date = <t:{ $at }:f>
clock-time = <t:{ $at }:t>
ai-honest = { $name } (honest AI)
ai-easy = { $temperament ->
    [none] { $name } (easy AI)
   *[other] { $name } ({ $temperament }, easy AI)
}
ai-medium = { $temperament ->
    [none] { $name } (medium AI)
   *[other] { $name } ({ $temperament }, medium AI)
}
ai-strong = { $temperament ->
    [none] { $name } (strong AI)
   *[other] { $name } ({ $temperament }, strong AI)
}
ai-random = { $name } (random AI)
ai-kind-honest = Honest
ai-kind-easy = Easy
ai-kind-medium = Medium
ai-kind-strong = Strong
ai-kind-random = Random
about-ai-easy = Lies and doubts, and often errs.
about-ai-medium = Lies where that pays, and doubts what is unlikely.
about-ai-strong = Has learnt in many thousand games when to lie and when to doubt.
about-ai-without = What it has learnt is missing here, so it plays like { $kind }.
temperament-chance = by chance
about-temperament-chance = One that no other AI at the table has.
temperament-even = even-tempered
temperament-bold = bold
temperament-wary = wary
temperament-suspicious = suspicious
temperament-vengeful = vengeful
temperament-poker-faced = poker-faced
temperament-fickle = fickle
about-temperament-even = Has no leaning of its own.
about-temperament-bold = Lies and challenges more readily.
about-temperament-wary = Lies and challenges more rarely.
about-temperament-suspicious = Challenges more readily.
about-temperament-vengeful = Turns on whoever last did it harm.
about-temperament-poker-faced = Strays less from what seems best to it.
about-temperament-fickle = Often does something else than what seems best to it.

ruleset-classic = Classic
ruleset-short = Short rules
ruleset-mcguire = McGuire's house rules
ruleset-g54 = Rebellion G54

about-classic = The game as most know it: five roles, two hidden cards each; bluff, or call a bluff.
about-short = Quicker: anyone may block, and only who is blocked may challenge the block.
about-mcguire = Wilder: a coin for each challenge, { $life_price_mcguire } coins buy back a life, and three cards have a secret of their own.
about-g54 = Another game each time: five of 25 roles, with treaties, taxes, riots and other surprises.

pace-own = { $turn } a turn, { $answer } an answer
count-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
count-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
count-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
count-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
pace-blitz = Blitz
pace-normal = Normal
pace-slow = Slow
pace-correspondence = Correspondence
pace-blitz-full = { pace-blitz } (20 seconds a turn, 12 seconds an answer)
pace-normal-full = { pace-normal } (60 seconds a turn, 20 seconds an answer)
pace-slow-full = { pace-slow } (3 minutes a turn, 1 minute an answer)
pace-correspondence-full = { pace-correspondence } (24 hours a turn, 12 hours an answer)
style-live-full = Live (one card at the bottom, which tells the last turns)
style-chronicle-full = Chronicle (a card for every turn, which stays)
style-thread-full = Thread (the game gets a thread of its own)


# The subject of each option, then its choices
option-two_player = Two players
option-teams = Teams of two
option-inquisitor = Inquisitor in the Ambassador's place
option-examine = Inquisitor: who picks the card shown
option-advanced = Advanced roles
option-drawn_from = Balanced, wild or quick pools
option-free_pool = Any five roles may stand together
option-writer_keeps = What Writer keeps
option-blockers = Who blocks
option-block_challengers = Who challenges a block
option-challenge_priority = Which challenge counts
option-two_player-single = Two players: one card each
option-two_player-standard = Two players: two cards each, the first player starts with 1 coin
option-teams-true = Teams of two (4 or 6 players)
option-inquisitor-true = Inquisitor in the Ambassador's place
option-examine-random = Inquisitor: chance picks the card shown
option-examine-owner = Inquisitor: the owner picks the card shown
option-advanced-true = Advanced roles may be drawn
option-advanced-false = No advanced roles
option-free_pool-true = Any five roles may stand together
option-writer_keeps-true = Writer may keep what was drawn
option-writer_keeps-false = Writer only looks
option-blockers-target = Only the target blocks
option-blockers-anyone = Anyone blocks
option-block_challengers-anyone = Anyone challenges a block
option-block_challengers-actor = Only the acting player challenges a block
option-challenge_priority-first = The first challenge counts
option-resigns-true = Three timeouts in a row: the player resigns
option-resigns-false = Three timeouts in a row: a medium AI plays until the player is back
option-open_hands-true = Open hands: who is out may see all hands
option-challenge_priority-clockwise = Challenges count clockwise from the claimant
nothing = nothing
