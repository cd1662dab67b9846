# The commands: descriptions as Discord's menu shows them (at most 100 characters), and their responses.

command-coup = Play Coup in this channel
command-coup-new = Open a table in this channel
command-coup-join = Take a seat at this table
command-coup-leave = Give up your seat before the game starts
command-coup-start = Start the game
command-coup-hand = See your cards and what you can do now
command-coup-act = Choose the action of your turn
command-coup-answer = Answer the question you are asked
command-coup-table = Move the table message down to the end of the channel
command-coup-log = Read what happened so far
command-coup-rules = Read the rules
command-coup-role = Read what a role does
command-coup-rematch = Open a new table with the same players and settings
command-coup-resign = Give up this game
command-coup-settings = Choose your direct messages, pings and pictures, and whom you avoid
command-coup-call = Get a ping when a host looks for players, or call players to your table
command-coup-config = Coup's settings on this server
command-coup-config-show = See and change all settings
command-coup-config-afk = What happens after a player misses three answers in a row
parameter-afk = What happens to the player
afk-ai = A medium AI plays until the player is back
afk-resign = The player resigns
command-coup-config-ai = How well new AI players play
command-coup-config-ruleset = The rules of new tables
command-coup-config-channels = Where games may run, and how many at once
command-coup-config-moderator-role = A role whose members may use these commands
command-coup-config-call = Whether hosts may call members on the call list: on or off
command-coup-config-ban = Ban a member from games
command-coup-config-unban = Lift a ban from games
command-coup-config-skip = Stop waiting for a player who does not answer
command-coup-config-audit = What moderators did
command-coup-config-pace = How much time players have at new tables
command-coup-config-pictures = Pictures and emojis at new tables: on or off
command-coup-config-talk = Table talk of AI players at new tables: on or off
command-coup-config-style = How new tables appear in their channel
command-coup-config-end = End the game in this channel
command-coup-config-pool = Role pools for Rebellion G54 and Anarchy
command-coup-config-pool-create = Create a role pool
command-coup-config-pool-edit = Change the roles of a pool
command-coup-config-pool-show = See all pools
command-coup-config-pool-delete = Delete a pool
command-coup-config-pool-default = Choose the pool for new tables

parameter-allow = A channel where games may run; with none, they may run everywhere
parameter-remove = A channel to take off the list of allowed channels
parameter-most = Tables at once on the server; 0: any number
parameter-moderator-role = The role
parameter-banned = The member
parameter-time = How long, like 12h, 3d or 2w, or until when, like 2030-12-31; if left out: for ever
parameter-reason = The reason; only moderators see it
parameter-moderator = Only what this moderator did
parameter-kind = Only actions of this kind
parameter-ruleset = The rules to play by
parameter-options = Options for these rules, separated by spaces
parameter-seats = Players in all; empty seats become AI
parameter-pace = Time for a turn and for an answer
parameter-ai = How well the AI plays
parameter-style = How the game appears in the channel
parameter-pool = Rebellion G54, Anarchy: a pool's name, or five roles separated by commas
parameter-action = Your action
parameter-target = The player you act against
parameter-recipient = The player who gets the coins, or your treaty partner
parameter-role = A role
parameter-answer = Your answer, or “more time”
parameter-topic = A part of the rules
parameter-switch = On or off
parameter-name = The pool's name

choice-on = On
choice-off = Off
choice-pool-random = Random: five roles by category
choice-pool-beginners = Beginners: a first set of roles
choice-pool-balanced = Balanced: a pool with even chances
choice-pool-wild = Wild: a pool with many bluffs and challenges
choice-pool-quick = Quick: a pool for short games

done-joined = You joined the table.
done-joined-for = You joined the table and took the seat of { $name }.
done-left = You left the table.
done-ai-joined = { $temperament ->
    [none] { $name } joined ({ $kind }).
   *[other] { $name } joined ({ $temperament }, { $kind }).
}
done-ai-left = { $name } left.
done-swapped = { $names } swapped seats.
done-closed = The table is closed.
done-started = The game has started.
done-more-time = You doubled the time that was left.
done-choice = You chose: { $choice }.
done-rematch = The rematch is in { $channel }.
done-table = The table message is at the end of the channel again.
done-resigned = You resigned. Your cards are turned up when this turn ends.
done-nothing = Nothing has changed.
done-not-resigned = You play on.
done-dm-on = Direct messages are on: you get your cards and private questions here. `/coup settings` on a server turns them off.
done-came-back = You are back in your seat.
done-finished = The game was played to its end.
done-resumed = The game continues.
done-settings = The settings have changed.

settings-title = Settings of this table
settings-ruleset = Ruleset
settings-pace = Pace
settings-style = Style
settings-options = Options
settings-pool = Roles (Rebellion G54, Anarchy)
choice-pool-more = { $count } more pools: choose after you send this form
choice-pool-table = The roles chosen now
parameter-sure-answer = Answer without a confirmation, even if you may lose your last card
parameter-sure = Resign without a confirmation
parameter-pace-own = A pace from the list, or seconds for a turn and for an answer, like 90/30
parameter-name-default = The pool's name; leave it empty to draw five roles by category

preferences-title = ### Your settings
preference-dm = **Direct messages: { $switch }**
    A copy of your cards and private questions, sent to you.
preference-dm-on = Turn direct messages on
preference-dm-off = Turn direct messages off
preference-dm-closed = Your DMs are closed to me. Allow direct messages from this server, then turn them on here.
preference-avoid = **Members you would rather not sit with: { $count ->
    [0] nobody
   *[other] { $names }
}**
    Before you join a table where one of them sits, I ask you. Nobody else sees this list. It is for this server.
preference-avoid-choose = Choose members to avoid
avoid-warning = At this table: { $names }. You said that you would rather not sit with them. Join anyway?
avoid-join = Join anyway
preference-ping = **Pings: { $switch }**
    A mention when it is your turn, or when the table waits for you.
preference-ping-on = Turn pings on
preference-ping-off = Turn pings off
preference-pictures = **Pictures: { $switch }**
    Pictures and emojis in messages that only you see.
preference-pictures-on = Turn pictures on
preference-pictures-off = Turn pictures off
