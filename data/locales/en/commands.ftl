# The commands: descriptions as Discord's menu shows them (at most 100 characters), and their responses.

command-coup = Play Coup in this channel
command-coup-new = Open a table in this channel
command-coup-join = Take a seat at the table
command-coup-leave = Give up your seat before the game starts
command-coup-start = Start the game
command-coup-hand = See your cards, and what you can do now
command-coup-act = Take your turn's action
command-coup-answer = Answer what the table asks of you
command-coup-table = Post the table's card again, at the bottom
command-coup-log = Read what has happened so far
command-coup-rules = Read the rules
command-coup-role = Read what a role does
command-coup-rematch = Open a table with the same seats and settings
command-coup-resign = Give up the game
command-coup-settings = Choose direct messages, pings and pictures for yourself
command-coup-config = Settings of Coup on this server
command-coup-config-show = See the settings
command-coup-config-afk = Set what becomes of a seat whose player lets the time run out three times in a row
parameter-afk = What becomes of the seat
afk-ai = A medium AI plays for it until its player is back
afk-resign = It resigns
command-coup-config-ai = Set how well new AI seats play
command-coup-config-pace = Set the pace of new tables
command-coup-config-pictures = Show new tables with pictures and emojis, or in words alone
command-coup-config-style = Set how new tables are shown in their channel
command-coup-config-end = End the game in this channel
command-coup-config-pool = Role pools for Rebellion G54
command-coup-config-pool-create = Make a pool of roles
command-coup-config-pool-edit = Change the roles of a pool
command-coup-config-pool-show = See the pools
command-coup-config-pool-delete = Delete a pool
command-coup-config-pool-default = Choose the pool that new tables use

parameter-ruleset = Which rules to play by
parameter-options = Variants of these rules, separated by spaces
parameter-seats = How many seats to fill with AI from the start, you included
parameter-pace = How long a turn and an answer may take
parameter-ai = How well AI seats play
parameter-style = How the game is shown in the channel
parameter-pool = For Rebellion G54: balanced, wild, quick, a pool's name, or five roles separated by commas
parameter-action = What you do this turn
parameter-target = Against whom
parameter-recipient = Who receives the coins, or whom the treaty is with
parameter-role = Which role
parameter-answer = Your answer, or “more time”
parameter-topic = Which part of the rules
parameter-switch = On or off
parameter-name = The pool's name

choice-on = On
choice-off = Off
choice-pool-random = Random by category
choice-pool-beginners = First set for beginners
choice-pool-balanced = Balanced: drawn among the fairest pools
choice-pool-wild = Wild: drawn among the liveliest pools
choice-pool-quick = Quick: drawn among the pools of short, fair games

done-joined = You sit at the table.
done-joined-for = You sit at the table, in the place of { $name }.
done-left = You gave up your seat.
done-started = The game has started. `/coup hand` shows your cards.
done-more-time = You doubled the time that was left.
done-choice = You chose: { $choice }.
done-rematch = The table for the rematch is in { $channel }.
done-table = The card is at the bottom again.
done-resigned = You resigned. Your cards are turned up by the end of this turn.
done-nothing = Nothing has changed.
done-not-resigned = You play on.
done-dm-on = Direct messages are on: you get your cards and private questions here. `/coup settings` on a server turns them off.
done-came-back = You are back in your seat.
done-finished = The game is played to its end.
done-resumed = The game goes on.
done-settings = The settings are changed.

settings-title = Settings of this table
settings-ruleset = Ruleset
settings-pace = Pace
settings-style = In the channel
settings-options = Options
settings-pool = Roles (Rebellion G54)
choice-pool-more = { $count } more pools: choose after sending this form
choice-pool-table = The roles chosen now
parameter-sure-answer = Answer at once, without being asked again where it may cost your last card
parameter-sure = Resign at once, without being asked again
parameter-pace-own = A pace of the list, or seconds for a turn and for an answer, like 90/30
parameter-name-default = The pool's name; leave it out to draw five roles by category

preferences-title = ### Your settings
preference-dm = **Direct messages: { $switch }**
    Your cards and private questions are also sent to you by DM.
preference-dm-on = Turn direct messages on
preference-dm-off = Turn direct messages off
preference-dm-closed = Your DMs are closed to me. Allow direct messages from this server, then turn them on here.
preference-ping = **Pings: { $switch }**
    You are mentioned when it is your turn, or when the table waits for you.
preference-ping-on = Turn pings on
preference-ping-off = Turn pings off
preference-pictures = **Pictures: { $switch }**
    Messages that only you see have pictures and emojis.
preference-pictures-on = Turn pictures on
preference-pictures-off = Turn pictures off
