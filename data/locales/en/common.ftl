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
soon = <t:{ $at }:R>
ai-honest = { $name } (AI)
ai-random = { $name } (random AI)

ruleset-classic = Classic
ruleset-short = Short rules
ruleset-mcguire = McGuire's house rules
ruleset-g54 = Rebellion G54

about-classic = Five roles; the target blocks, anyone challenges. 2 to 6 players.
about-short = The classic roles; anyone blocks, only the acting player challenges a block. 3 to 6 players.
about-mcguire = The short rules with three special copies, a coin for the challenger and 5 coins for a life. 2 to 6 players.
about-g54 = Five of 25 roles each game, with tokens and second actions. 2 to 6 players.

pace-named = { $pace } ({ $times })
pace-own = { $turn } seconds a turn, { $answer } an answer
pace-blitz = Blitz
pace-normal = Normal
pace-slow = Slow
pace-correspondence = Correspondence
pace-blitz-times = 20 seconds a turn, 8 an answer
pace-normal-times = 60 seconds a turn, 20 an answer
pace-slow-times = 3 minutes a turn, 1 minute an answer
pace-correspondence-times = 24 hours a turn, 12 hours an answer


# What an option is about, then each of its choices
option-two_player = Two players
option-teams = Teams of two
option-inquisitor = Inquisitor in the Ambassador's place
option-examine = Inquisitor: who picks the card shown
option-advanced = Advanced roles
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
option-challenge_priority-clockwise = Challenges count clockwise from the claimant
nothing = nothing
