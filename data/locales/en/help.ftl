# /coup help and the message on joining a server: what the bot is, and the member's next step.

command-coup-help = What to do next, with buttons that do it

button-new = Open a table
button-help = Help

help-title = ### Coup
help-about = Everyone holds two hidden cards, claims roles held or not, and may call out a lie. The last player with a card wins.
help-next = **Next:** { $step }
help-commands = -# `/coup hand` your cards · `/coup log` what happened · `/coup rules` · `/coup role` · `/coup table` brings the card down · `/coup resign`

help-no-activity = Coup is played with messages in a server's channel, not in a window of its own: `/coup new` opens a table there, `/coup learn` teaches you the game, and `/coup help` knows the next step.

help-step-missing = a moderator gives me { $missing } in this channel. Without that no game can be played here.
help-step-new = open a table: others join with a click, and AI can take any seat, so you can play alone too. `/coup new` lets you choose ruleset, seats and pace.
help-step-join = a table is open in this channel: take a seat.
help-step-confirm = a rematch waits for you: **Join** confirms your seat.
help-step-full = every seat at this channel's table is taken. Watch, or open a table in another channel.
help-step-alone = you host this table, and it needs players: wait for others to join, or play against AI right away.
help-step-fill = you host this table, and it needs more players: wait for others to join, or add an AI on the table's card.
help-step-unconfirmed = you host this table: { $names } still has to confirm with **Join**. Or take the seat away on the table's card.
help-step-start = you host this table: start the game when everybody is here.
help-step-wait = you have a seat. The host starts the game: { $host }.
help-step-turn = it is your turn: choose an action on the table's card, or here under **My hand**.
help-step-asked = the table waits for your answer: on its card, or here under **My hand**.
help-step-waiting = nothing to do for the moment: the table waits for { $names }.
help-step-settling = nothing to do for the moment: everyone has answered.
help-step-back = a medium AI plays your seat. Take it back.
help-step-return = the game waits for you, and for everybody else who is still in it and away. Go on.
help-step-ai = nothing to do for the moment: an AI is about to answer.
help-step-deserted = the game waits for one of its players, who are all away.
help-step-out = you are out of this game. You may watch it to the end; the next one begins with **Rematch**.
help-step-watch = a game is running here, and you may watch it. Join the next one, or open a table in another channel.
help-step-resume = this game is paused, and you may let it go on.
help-step-paused = this game is paused. { $host } or a moderator lets it go on.

welcome-title = ### Coup has come to this server
welcome-text = A game of bluffing for 2 to 6 players, and AI can take any seat. Anybody may open a table, in any channel where I can write.
welcome-next = **Open a table** starts one right here, **Learn** is a practice game of some five minutes, **Rules** tells how it is played, and `/coup help` always knows the next step.
