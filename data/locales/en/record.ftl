# The record of a finished game: the page that replays it, and the check of its shuffle.

record-text = **{ $page }** replays the game. Download it and open it in a browser: it also checks the shuffle.
    For `/coup-stats verify` and for programs: **{ $file }**.
record-text-alone = **{ $file }** is the record of the game. It was played by older rules, so it cannot be replayed here.
record-text-long = **{ $file }** is the record of the game, which is too long to be replayed in a page.

# The page. Names of controls are read by screen readers, too
record-title = Coup: game { $game }
record-about = { $ruleset } with { $names }
record-view = Show
record-view-all = all cards
record-view-seat = what { $name } saw
record-steps = Steps of the game
record-first = First
record-back = Back
record-play = Play
record-pause = Pause
record-forward = Next
record-last = Last
record-position = Step
record-turns = Turn
record-keys = Keys: ← back, → next, Home first step, End last step.
record-table = The table
record-earlier = Earlier this turn
record-hidden = hidden
record-lost = lost
record-drawn = drawn
record-aside = put aside
record-out-of-game = out
record-no-script = This page needs JavaScript to replay the game.

# What happened, besides what the story tells
record-drew = { $by } drew { $cards }.
record-kept = { $by } kept { $cards }.
record-saw = { $by } saw { $cards } of { $target }.
record-given = { $by } gave { $cards } to { $recipient }.
record-true = { $by } told the truth: { $role }.
record-bluff = { $by } was bluffing: no { $role }.
record-true-denied = { $by } told the truth: no { $role }.
record-bluff-denied = { $by } was bluffing: had a { $role }.
record-won = { $count ->
    [one] { $names } wins.
   *[other] { $names } win.
}
record-ended = The game was stopped here.
record-next = To answer: { $names }.
record-deck = Deck: { $cards }.

# The check of the shuffle, on the page
record-check = Was the shuffle fair?
record-check-text = Your browser has computed all of this from the numbers below, without a network.
record-passed = Passed
record-failed = Failed
record-unknown = Cannot be checked
record-check-commitment-passed = The secret number has this fingerprint. Compare it with the one that the lobby showed under { $button }.
record-check-commitment-failed = The secret number has another fingerprint.
record-check-seed-passed = The number, the press on Start and the players give the seed.
record-check-seed-failed = The number, the press on Start and the players give another seed.
record-check-seed-unknown = A player's data was deleted, so nobody can compute the seed from the players any more.
record-check-deal-passed = The seed gives the first cards.
record-check-deal-failed = The seed gives other first cards.
record-number-commitment = Fingerprint
record-number-server_seed = Secret number
record-number-interaction = Press on Start
record-number-seats = Players
record-number-seed = Seed

# `/coup-stats verify`
command-coup-stats-verify = Check that a finished game was dealt fairly
parameter-record = The file ending in .json that Record gave; without it, this channel's last game
verify-passed = ### ✅ The shuffle was fair
verify-failed = ### ❌ Something does not match
verify-consistent = ### ✅ Everything in this file fits together
verify-explained = Before a game the bot draws a secret number, and the lobby shows only its fingerprint, under **{ $button }**. So nobody can change the number later, and nobody can know the cards.
verify-commitment-passed = ✅ The number has the fingerprint `{ $commitment }`.
verify-commitment-failed = ❌ The number does not have the fingerprint `{ $commitment }`.
verify-seed-passed = ✅ The number, the press on Start and the players give the seed of the shuffle.
verify-seed-failed = ❌ The number, the press on Start and the players give another seed.
verify-seed-unknown = ❔ A player's data was deleted, so the seed can no longer be computed from the players.
verify-game-passed = ✅ Dealt from that seed and played again, the game ends the same.
verify-game-failed = ❌ Dealt from that seed and played again, the game is another one.
verify-game-unknown = ❔ The game was played by other rules, so it cannot be played again here.
verify-members-passed = ✅ Each fingerprint of a player belongs to that player.
verify-members-failed = ❌ A player's fingerprint belongs to another player.
verify-members-unknown = ❔ A player's data was deleted, so nobody can check any more which member had that seat.
verify-same-passed = ✅ This is game { $game }, as it was played on this server.
verify-same-failed = ❌ Game { $game } of this server was another one.
verify-same-unknown = ❔ I do not know this game here. Compare the fingerprint with the one that its lobby showed: if it is another one, this file proves nothing.
verify-more = -# The page that **Record** gives makes the same checks in your browser.

error-nothing-to-verify = No game in this channel has ended yet. Come back after one, or choose a file that **Record** gave.
error-record-unreadable = That file is not the record of a game. Choose the file ending in `.json` that **Record** gives.
error-record-version = That record is of a version that I do not know.
error-record-large = That file is too large to be a record: at most { $most } MB.
