# Small words that other texts are made of.

list-and = { $most } and { $last }
list-or = { $most } or { $last }
list-comma = { $most }, { $last }
coins = { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
}
cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
same-cards = { $count } { $roles }
team = Team { $team }
soon = <t:{ $at }:R>
clock-date = <t:{ $at }:f>
ai-seat = { $temperament ->
    [none] { $name } ({ $kind } AI)
   *[other] { $name } ({ $temperament }, { $kind } AI)
}
ai-word-honest = honest
ai-word-easy = easy
ai-word-medium = medium
ai-word-strong = strong
ai-word-random = random
ai-kind-honest = Honest
ai-kind-easy = Easy
ai-kind-medium = Medium
ai-kind-strong = Strong
ai-kind-random = Random
about-ai-easy = Bluffs and challenges, but makes many mistakes.
about-ai-medium = Bluffs when it pays. Challenges unlikely claims.
about-ai-strong = Has learned from thousands of games when to bluff and challenge.
about-ai-without = Its training is missing here, so it plays like { $kind }.
temperament-even = even-tempered
temperament-bold = bold
temperament-wary = wary
temperament-suspicious = suspicious
temperament-vengeful = vengeful
temperament-poker-faced = poker-faced
temperament-fickle = fickle
about-temperament-even = No special habits.
about-temperament-bold = Bluffs and challenges more.
about-temperament-wary = Bluffs and challenges less.
about-temperament-suspicious = Challenges more.
about-temperament-vengeful = Strikes back at the player who last hurt it.
about-temperament-poker-faced = Rarely picks a weaker move.
about-temperament-fickle = Often picks a weaker move.

ruleset-classic = Classic
ruleset-short = Short rules
ruleset-mcguire = McGuire's house rules
ruleset-g54 = Rebellion G54
ruleset-reformation = Reformation
ruleset-anarchy = Anarchy

about-classic = The game most people know: five roles, bluffs and challenges.
about-short = Quicker: anyone may block; only the blocked player may challenge the block.
about-mcguire = Wilder: 1 coin for each challenge, { $life_price_mcguire } coins to save a card, and three cards with a secret.
about-g54 = Five of 25 roles: treaties, taxes, riots and more.
about-reformation = Classic for up to ten: two allegiances, conversions and a reserve to embezzle.
about-anarchy = Five of 31 roles: a Bank, a Bomb and more.

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
pace-normal-full = { pace-normal } (1 minute a turn, 20 seconds an answer)
pace-slow-full = { pace-slow } (3 minutes a turn, 1 minute an answer)
pace-correspondence-full = { pace-correspondence } (1 day a turn, 12 hours an answer)
style-live = Live
style-chronicle = Chronicle
style-thread = Thread
about-style-live = one message, always at the bottom
about-style-chronicle = a message for each turn
about-style-thread = a thread for each game
style-live-full = { style-live } ({ about-style-live })
style-chronicle-full = { style-chronicle } ({ about-style-chronicle })
style-thread-full = { style-thread } ({ about-style-thread })

# The subject of each option, then its choices
option-two_player = Two players
option-teams = Teams of two
option-inquisitor = Inquisitor instead of Ambassador
option-examine = Inquisitor: who picks the card
option-advanced = Advanced roles
option-drawn_from = Balanced, wild or quick pool
option-free_pool = Any five roles
option-writer_keeps = What the Writer keeps
option-blockers = Who may block
option-block_challengers = Who may challenge a block
option-challenge_priority = Which challenge counts
option-two_player-single = Two players: one card each
option-two_player-standard = Two players: two cards each, 1 coin for the first player
option-teams-true = Teams of two (4 or 6 players)
option-inquisitor-true = Inquisitor instead of Ambassador
option-examine-random = Inquisitor: chance picks the card
option-examine-owner = Inquisitor: the owner picks the card
option-advanced-true = With advanced roles
option-advanced-false = No advanced roles
option-free_pool-true = Any five roles
option-writer_keeps-true = Writer may keep drawn cards
option-writer_keeps-false = Writer only looks at the drawn cards
option-blockers-target = Only the target may block
option-blockers-anyone = Anyone may block
option-block_challengers-anyone = Anyone may challenge a block
option-block_challengers-actor = Only the blocked player may challenge a block
option-challenge_priority-first = The first challenge counts
option-resigns-true = Three missed answers in a row: the player resigns
option-resigns-false = Three missed answers in a row: a medium AI plays until the player is back
option-open_hands-true = Open hands: players who are out see all cards
option-talk-true = AI players talk
option-talk-false = AI players keep quiet
option-challenge_priority-clockwise = The next challenger clockwise counts
nothing = nothing
a-moderator = A moderator
a-member = a member
