# The messages that everybody at the table sees.

lobby-title = ### A table of Coup: { $ruleset }
lobby-seats = Seated: { $count } of { $most }
lobby-host-mark = host
lobby-waiting-mark = still to confirm with **Join**
lobby-empty = Nobody sits here yet.
lobby-roles = Roles: { $roles }
lobby-roles-drawn = Roles: five are drawn by category when the game starts.
lobby-roles-balanced = Roles: one of the most balanced pools, as found in games of four players, is drawn when the game starts.
lobby-roles-wild = Roles: one of the pools with the most bluffs called, as found in games of four players, is drawn when the game starts.
lobby-roles-quick = Roles: one of the quickest pools that are fair, as found in games of four players, is drawn when the game starts.
lobby-pace = Pace: { $pace }
lobby-style = Style: { $style }
lobby-deal = To start with: { $cards } and { $coins } each.
lobby-deal-two = To start with, if only two play: { $cards } and { $coins } each.
lobby-deal-first = Whoever starts has { $coins }.
lobby-starts-chance = Who starts: chance decides.
lobby-starts-winner = Who starts: the winner of this channel's last game, if seated here; otherwise chance decides.
lobby-starts-rematch = Who starts: the winner of the last game.
lobby-reverses = Each game goes the other way round than the one before.
lobby-full = The table is full: whoever joins takes the seat of { $name } (AI).
lobby-expires = This table closes at { $when } unless it starts before.
host-title = ### Host's menu
host-text = What only the host can do:
host-begun = ### The game has begun
host-other = ### { $host } is the host now
host-add = Add an AI
host-add-tempered = Add an AI with a temperament
host-ai = { $kind }, { $temperament }
host-swap = Swap partners: choose two players
moved-now = { $names } play in { $thread }.
moved-over = Played in { $thread }.
moved-ended = The game in { $thread } was ended without a winner.
thread-name = Coup: { $names }
thread-none-permissions = -# I may not make a thread here, or not write in it (I need Create Public Threads and Send Messages in Threads), so the game is played in this channel.
thread-none-kind = -# Discord has no threads in a channel of this kind, so the game is played here.
thread-none-card = -# The lobby's card, of which the thread is made, was deleted, so the game is played in this channel.
thread-none-many = -# The host has as many games in threads on this server as one may, so this one is played in this channel.
thread-none-refused = -# Discord made no thread for this game, so it is played in this channel.
thread-none-later = -# The thread is not there yet; the game goes on here until it is.
thread-players = -# At the table: { $names }

lobby-closed = ### This table is closed
lobby-closed-by = { $who } closed it before a game began. `/coup new` opens another.
lobby-closed-text = It ended before a game began. `/coup new` opens another.

button-join = Join
button-leave = Leave
button-start = Start
button-solo = Play against { $count } AI
button-add-ai = { $kind ->
    [honest] Add honest AI
    [easy] Add easy AI
    [strong] Add strong AI
    [random] Add random AI
   *[medium] Add medium AI
}
button-deal-single = One card each
button-deal-standard = Two cards each
button-remove = Remove { $name }
button-host = Host's menu
button-settings = Settings
button-rules = Rules
button-fair = Fair shuffle
button-close = Cancel the table
button-hand = My hand
button-choose = Choose
button-log = Log
button-record = Record
button-rematch = Rematch
button-back = Back
button-come-back = I am back
button-more-time = More time
button-finish = Finish now
button-resume = Resume
button-older = Older
button-newer = Newer

seat-out = out
seat-lost = lost { $cards }
seat-aside = { $cards } put aside
seat-away = away
seat-peacekeeping = Peacekeeping token
seat-treaty = treaty with { $name }
seat-tax = tax collector for { $role }
seat-disappear = { $count ->
    [one] 1 Disappear token
   *[other] { $count } Disappear tokens
}
table-roles = -# Tonight's court: { $roles }
table-out = -# Out of the game: { $cards }.
table-mat = -# Coming up: { $events }.
mat-first_turn = a card before the first turn of { $name }
mat-second_turn = 1 coin before the second turn of { $name }
mat-third_turn = a card before the third turn of { $name }
mat-first_death = a card at the first death
mat-second_death = a card at the second death

card-deadline = Closes { $when }.
card-more-time = { $names } took more time.
card-settling = Everyone has answered.
card-only-ai = Only AI players are left. Watch, or press **Finish now**.
card-waiting-all = Still to answer: everyone.
card-waiting = Still to answer: { $names }.
card-more = { $count ->
    [one] … and 1 earlier line; the log has it.
   *[other] … and { $count } earlier lines; the log has them.
}
card-reminder = { $who }, the table is waiting for your answer. Time runs out { $when }.
copy-of = -# The table in { $channel }
copy-settled = This question is settled.
copy-reminder = It is waiting for your answer. Time runs out { $when }.
card-hand-dm = { $who }, your DMs are closed: **My hand** and **Choose** on the card show what you need.

paused-title = ### This table is paused
waiting-title = ### This game waits for its players
waiting-text = { $count ->
    [one] { $names } is away, and nobody else is still in the game but AI seats
   *[other] Everybody still in the game is away: { $names }
}. **I am back** gives the seat back, and the game goes on. If nobody comes back, it is closed { $when } and counts for nobody.
paused-text = The game is safe. Its host or a moderator goes on with **Resume**.
paused-dm = I can no longer write in { $channel }, so the game there is paused. It is safe: give me View Channel and Send Messages there, then use `/coup table`.
paused-thread-dm = I can no longer write in { $channel }, so the game there is paused. It is safe: have the thread unlocked, or give me Send Messages in Threads there, then use `/coup table` in it.
closed-dm = I can no longer write in { $channel }, so the table there is closed.
ended-title = ### This game was ended
ended-text = It stopped in turn { $turn }; nobody has won. What was played is kept.
ended-text-by = { $who } ended it in turn { $turn }; nobody has won. What was played is kept.
ended-text-away = Everybody still in it stayed away for a week, so it was closed in turn { $turn } and counts for nobody. What was played is kept.
aside-title = ### This game was set aside
aside-text-rules = The rules of the bot have changed since it began, and by the new ones it cannot go on. Nothing of it is lost. `/coup new` opens another table.
aside-text = What was saved does not match what was played, so the game stopped rather than guess. `/coup new` opens another table.

end-title = { $count ->
    [one] ### { $names } wins
   *[other] ### { $names } win
}
end-title-nobody = ### Nobody wins: an AI played { $names } to the end
end-away = Away at the end: { $names }. What an AI finishes for a player counts as lost.
end-revealed = All cards:
end-hand = { $name }: { $cards }
end-hand-none = no card left
end-stalled = From turn { $turn } on the AI seats decided at random: they had gone round in circles.
end-turns = { $turns ->
    [one] The game took 1 turn.
   *[other] The game took { $turns } turns.
}
record-text = The whole game as a file. How the shuffle can be checked: **Fair shuffle**.
