# The messages that everybody at the table sees.

lobby-title = ### A table of Coup: { $ruleset }
lobby-seats = Players: { $count } of { $most }
lobby-host-mark = host
lobby-waiting-mark = must press **Join**
lobby-empty = Nobody is here yet.
lobby-option = { $option }.
lobby-roles = Roles: { $roles }
lobby-roles-drawn = Roles: five, drawn by category at the start.
lobby-roles-balanced = Roles: a balanced pool of five, drawn at the start.
lobby-roles-wild = Roles: a wild pool of five, drawn at the start.
lobby-roles-quick = Roles: a quick pool of five, drawn at the start.
lobby-pace = Pace: { $pace }
lobby-style = Style: { $style }
lobby-deal = Each player starts with { $cards } and { $coins }.
lobby-deal-first = The first player starts with { $coins }.
lobby-begins = The game begins when all have joined.
lobby-reverses = Play direction switches every game.
lobby-full = The table is full. If you join, you take the seat of { $name } (AI).
lobby-expires = Closes { $when } if not started.
host-title = ### Host's menu
host-begun = ### The game has started
host-other = ### { $host } is the host now
host-add = Add an AI
host-ai = { $kind }, { $temperament }
host-swap = Swap partners: choose two players
moved-now = The game is in { $thread }.
moved-over = Played in { $thread }.
moved-ended = The game in { $thread } was ended without a winner.
thread-name = Coup: { $names }
thread-none-permissions = -# I cannot start a thread here, so the game is in this channel. I need Create Public Threads and Send Messages in Threads.
thread-none-kind = -# Channels of this kind have no threads, so the game is here.
thread-none-deleted = -# The lobby message was deleted, so the game has no thread and is here.
thread-none-many = -# The host already has as many games in threads as this server allows, so the game is here.
thread-none-refused = -# Discord did not start a thread, so the game is here.
thread-none-later = -# The thread is not ready yet. Until then, the game is here.
thread-players = -# At the table: { $names }

lobby-closed = ### This table is closed
lobby-closed-by = { $who } closed it. `/coup new` opens another table.
lobby-closed-late = The game did not start in time. `/coup new` opens another table.
lobby-closed-left = Nobody is left at this table. `/coup new` opens another table.

button-join = Join
button-leave = Leave
button-start = Start
button-start-without = { $count ->
    [one] Start without { $names }
    [2] Start without { $names }
   *[other] Start without { $count } players
}
button-solo = Play against { $count } AI players
button-add-ai = Add { $kind } AI
button-deal-single = One card each
button-deal-standard = Two cards each
button-remove = Remove { $name }
button-host = Host's menu
button-settings = Settings
button-rules = Rules
button-fair = Fair shuffle
button-close = Close the table
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
seat-away = away
seat-peacekeeping = Peacekeeping token
seat-treaty = treaty with { $name }
seat-tax = Tax token for { $role }
seat-bomb = Bomb
seat-loyalist = Loyalist
seat-reformist = Reformist
seat-disappear = { $count ->
    [one] 1 Disappear token
   *[other] { $count } Disappear tokens
}
court = Tonight's court
table-roles = -# { court }: { $roles }
table-tokens = { $name }: { $tokens }.
table-aside = { $name }: { $cards } put aside.
table-out = Out of the game: { $cards }.
table-mat = Coming up: { $events }.
table-reserve = Reserve: { $coins }.
table-one-allegiance = All players left are { $allegiance }, so anybody may target anybody.
table-bank = Bank: { $coins }.
mat-first_turn = a card face up (1st turn of { $name })
mat-second_turn = 1 coin for { $name } (2nd turn)
mat-third_turn = a card face up (3rd turn of { $name })
mat-first_death = a card face up (1st lost card)
mat-second_death = a card face up (2nd lost card)

question-closes = Closes { $when }.
question-deadline = Time is up { $when }.
question-more-time = { $names } took more time.
question-settling = Everyone has answered.
question-only-ai = Only AI players are left. **Finish now**?
question-waiting-all = Still to answer: all.
question-waiting = Still to answer: { $names }.
story-earlier = { $count ->
    [one] … and 1 earlier line in the log.
   *[other] … and { $count } earlier lines in the log.
}
reminder-text = { $who }, the table is waiting for your answer. Time is up { $when }.
copy-of = -# The table in { $channel }
copy-settled = That question is over.
copy-reminder = The table is waiting for your answer. Time is up { $when }.
reminder-dms-closed = { $who }, your DMs are closed. Use **My hand** and **Choose** in the table message.

paused-title = ### This table is paused
waiting-title = ### This game waits for its players
waiting-text = { $count ->
    [one] { $names } is away, and no other person is left. Press **I am back** to play on. The game closes without a winner { $when }.
   *[other] All players still in the game are away: { $names }. Press **I am back** to play on. The game closes without a winner { $when }.
}
paused-text = The game is safe. The host or a moderator can press **Resume**.
paused-dm = I can no longer write in { $channel }, so the game there is paused. It is safe. Give me View Channel and Send Messages there, then use `/coup table`.
paused-thread-dm = I can no longer write in { $channel }, so the game there is paused. It is safe. Unlock the thread or give me Send Messages in Threads, then use `/coup table` in it.
closed-dm = I can no longer write in { $channel }, so the table there is closed.
ended-title = ### This game was ended
ended-text = It stopped on turn { $turn }. Nobody won.
ended-text-by = { $who } ended it on turn { $turn }. Nobody won.
ended-text-away = All players stayed away for a week, so it closed on turn { $turn }. Nobody won.
aside-title = ### This game was stopped
aside-text-rules = The bot's rules changed during this game, so it cannot continue. Nothing is lost. `/coup new` opens another table.
aside-text = The saved game does not match what was played, so the bot stopped it. `/coup new` opens another table.

# Where the bot's own emoji is missing
end-crown = ♛{ " " }
end-title = { $count ->
    [one] ## { $crown }{ $names } wins
   *[other] ## { $crown }{ $names } win
}
end-title-team = ## { $crown }{ $team } wins
end-title-nobody = ### Nobody wins: an AI finished the game for { $names }
end-away = Away at the end: { $names }. The game counts as lost for them.
end-revealed = All cards:
end-place = { $place } · { $line }
end-hand = { $name }: { $cards }
end-points = rating { $points } ({ $change })
end-hand-none = no card left
end-stalled = From turn { $turn } on, the AI players chose at random: they had gone round in circles.
# The highlights of a game
end-turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
end-story = { end-turns }, { picture-chart-lies }.
end-bluff = **Biggest bluff** (turn { $turn }): { $line }
end-bluff-caught = **Biggest bluff** (turn { $turn }): { $line } It was caught.
end-turning = **Turning point** (turn { $turn }): { $story } { $names } led from then on.
end-ahead-always = **Turning point**: none. { $names } led all the time.
end-ahead-last = **Turning point**: the last turn. { $names } did not lead before.
title-uncalled = 🎭 { $name }: bluffed { $cards } unchallenged
title-honest = 😇 { $name }: won without a bluff
title-last-card = 🩹 { $name }: won after { $times } turns on the last card
title-detector = 🔍 { $name }: right in all { $times } challenges
title-hunter = ⚔️ { $name }: took { $times } cards
title-caught = 🫣 { $name }: caught bluffing { $times } times
title-wrong = 🙈 { $name }: challenged { $times } true claims
