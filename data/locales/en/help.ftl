# /coup help and the message on joining a server: what the bot is, and the member's next step.

command-coup-help = What to do next, with a button for it

button-new = Open a table
button-help = Help

help-title = ### Coup
help-about = Two hidden cards each. Claim any role, true or not. Catch the liars. Last player with a card wins.
help-next = **Next:** { $step }
help-commands = -# `/coup hand` your cards · `/coup log` what happened · `/coup rules` · `/coup role` · `/coup table` moves the table message down · `/coup settings` · `/coup resign`

help-no-activity = Coup has no window of its own: you play it with messages in a server's channel. `/coup new` opens a table, `/coup learn` teaches you the game, `/coup help` shows your next step.

help-step-missing = Ask a moderator to give me { $missing } in this channel. I need that to run a game here.
help-step-new = Open a table. Others press **Join**. AI players can fill the seats. `/coup new` lets you choose ruleset, seats and pace.
help-step-rematch = **Rematch** opens a table with the players of the last game, `/coup new` any other.
help-step-join = A table is open in this channel. Take a seat.
help-step-confirm = A rematch is waiting for you. Press **Join**.
help-step-full = The table in this channel is full. Watch it, or open a table in another channel.
help-step-alone = You are the host and still alone. Wait for others, or play against AI now.
help-step-fill = You are the host. The table needs more players: wait for others, or add an AI on the table message.
help-step-unconfirmed = You have a seat. When { $names } { $count ->
    [one] joins
   *[other] join
}, the game begins.
help-step-unconfirmed-host = { help-step-unconfirmed } You can also start without them on the table message.
help-step-start = You are the host. Start the game when everyone is here.
help-step-wait = You have a seat. { $host } starts the game.
help-step-turn = Your turn! Choose an action on the table message or under **My hand**.
help-step-asked = The table waits for your answer. Give it on the table message or under **My hand**.
help-step-waiting = Nothing to do now. Waiting for { $names }.
help-step-settling = Nothing to do now. Everyone has answered.
help-step-back = A medium AI plays for you. Take your seat back.
help-step-return = The game waits for you. Come back.
help-step-ai = Nothing to do now. An AI is about to answer.
help-step-deserted = The game waits: all players still in it are away.
help-step-out = You are out. You may watch to the end. **Rematch** then opens the next game.
help-step-watch = You can watch this game. Join the next one, or open a table in another channel.
help-step-watch-thread = You can watch the game in { $thread }, or open another table here.
help-step-resume = This game is paused. You can resume it.
help-step-paused = This game is paused. { $host } or a moderator can resume it.

welcome-title = ### Coup has come to this server
welcome-text = A bluffing game for 2 to 10 players. AI players can take any seat. Anyone can open a table, in any channel where I can write.
welcome-next = **Open a table** starts one here. **Learn** teaches you the game in about five minutes. **Rules** explains it all. `/coup help` always shows your next step.
