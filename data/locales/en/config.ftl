# Texts for moderators.

config-title = ### Coup on this server
config-title-moderation = ### Coup on this server: moderation
config-page-tables = New tables
config-page-moderation = Moderation
config-page-audit = What moderators did
config-ruleset = Rules of new tables: { $ruleset }.
config-ruleset-choose = Change the rules
config-channels = Games may run in { $channels }, threads included.
config-channels-all = Games may run in every channel.
config-channels-choose = Choose channels (none: all)
config-channels-none = every channel
config-most-tables = At most { config-most-tables-choice }, lobbies and games together.
config-most-tables-any = Any number of tables at once.
config-most-tables-any-choice = Any number of tables at once
config-most-tables-choose = Change how many tables at once
config-most-tables-choice = { $most ->
    [one] 1 table at once
   *[other] { $most } tables at once
}
config-most-tables-none = any number
config-moderators = Moderators are members with Manage Server.
config-moderators-role = Moderators are members with Manage Server or { $role }.
config-moderators-choose = Choose a moderator role, or none
config-moderators-hint = -# Discord shows them `/coup-config` once you allow it: Server Settings, Integrations, Coup, `/coup-config`, Add Roles.
config-moderators-none = none
config-calls = Calls (hosts ping members on the call list): { $switch }.
config-calls-on = Turn calls on
config-calls-off = Turn calls off
config-bans = { $count ->
    [0] Nobody is banned from games.
    [one] 1 member is banned from games.
   *[other] { $count } members are banned from games.
}
config-ban = Ban a member
config-bans-all = See bans
config-skip = Skip the wait
config-end = End the game
config-pace = Pace of new tables: { $pace }.
config-style = Style of new tables: { $style }.
config-afk-ai = Three missed answers in a row: a medium AI plays until the player is back.
config-afk-resign = Three missed answers in a row: the player resigns.
config-ai = New AI players: { $kind }.
config-pictures = Pictures and emojis at new tables: { $switch }.
config-pictures-on = Turn pictures on
config-pictures-off = Turn pictures off
config-talk = Table talk of AI players at new tables: { $switch }.
config-talk-on = Turn table talk on
config-talk-off = Turn table talk off
config-pools = Role pools: { $pools }.
config-pools-more = Role pools: { $pools } and { $more } more. `/coup-config pool show` lists them all.
pool-list-title = ### Role pools: { $count }
pool-choice-title = Which pool?
config-pools-none = Role pools: none yet.
pool-list-none = { config-pools-none } `/coup-config pool create` makes one.
config-pool-default = New tables use the pool { $name } if it is for their ruleset.
config-pool-default-none = New tables of Rebellion G54 and Anarchy draw five roles by category.
config-pace-choose = Change the pace
config-style-choose = Change the style
config-ai-choose = Change the AI players
config-afk-choose = After three missed answers
config-pool-choose = Change the pool
config-pool-drawn = Draw five roles by category
config-pool-new = Create a pool
config-pool-all = See all pools
config-game = In this channel: { $ruleset }, { $status }.
config-game-thread = In a thread of this channel, { $channel }: { $ruleset }, { $status }.
config-game-none = No table in this channel.
config-act = -# { $when } · { $act }

act-ruleset = { $who } set the rules of new tables: { $detail }
act-channels = { $who } set where games may run: { $detail }
act-most_tables = { $who } set how many tables there may be at once: { $detail }
act-moderator_role_id = { $who } set the moderator role: { $detail }
act-calls = { $who } set calls: { $detail }
act-banned = { $who } banned { $member } from games { $detail }
act-unbanned = { $who } lifted the ban of { $member }
act-skipped = { $who } skipped a wait in { $detail }
act-pace = { $who } set the pace of new tables: { $detail }
act-pictures = { $who } set pictures at new tables: { $detail }
act-talk = { $who } set table talk at new tables: { $detail }
act-afk = { $who } set what three missed answers do: { $detail }
act-ai = { $who } set the new AI players: { $detail }
act-style = { $who } set the style of new tables: { $detail }
act-ended = { $who } ended the game in { $detail }
act-closed = { $who } closed the table in { $detail } before a game started
act-pool-saved = { $who } saved the pool { $detail }
act-pool-deleted = { $who } deleted the pool { $detail }
act-pool-default = { $who } chose the pool { $detail } for new tables
act-pool-random = { $who } chose random roles for new tables
config-ended = The game has ended.

status-lobby = waiting for players
status-playing = playing
status-paused = paused
status-over = over
status-closed = closed
status-set_aside = stopped

pool-title = ### Pool for { $ruleset }: { $name }
pool-line = { $name }: { $roles }
pool-choose = { $count ->
    [0] { $category }: choose any
   *[other] { $category }: choose { $count }
}
pool-choose-hint = Choose five different roles: 1 finance, 1 communications, 1 force, 2 special interest.
pool-have = Chosen: { $roles }.
pool-save = Save
pool-free = Allow any five
pool-free-on = You may choose any five roles.
pool-incomplete = Not complete yet: { $missing }.
pool-needs = { $category } ({ $have } of { $count })
pool-needs-five = { $have } of five different roles
pool-saved = The pool { $name } is saved: { $roles }.
pool-deleted = The pool { $name } is deleted.
pool-balance = { $advanced ->
    [0] No advanced roles: good for a first game.
    [one] 1 advanced role.
   *[other] { $advanced } advanced roles: for players who know the game.
}
pool-even = **Balance:** { $level ->
    [low] low
    [high] high
   *[medium] medium
}
pool-lively = **Bluffs and challenges:** { $level ->
    [low] few
    [high] many
   *[medium] some
}
pool-length = **Length:** about { $beginners } turns with beginners, { $turns } with strong players.
pool-first = **First player:** wins { $percent }% of games (even: 25%).
pool-wins = **Strongest role:** { $most } wins { $often }% of games. **Weakest:** { $least }, { $seldom }%.
pool-unknown = -# No figures: this pool does not keep to the categories.
pool-not-surveyed = -# No figures: this pool was not measured.
pool-source = -# For four strong players; a rough estimate.
pool-strict = Keep to the categories
pool-for = For { $ruleset }
pool-joining = You may add { $card }: an action that everybody can use, without a claim.
pool-name-title = A new pool
panel-confirm-delete = Delete the pool { $name } ({ $roles })? Tables that already use it keep its roles.
confirm-delete = Delete the pool

bans-title = ### Banned from games
ban-line = **{ $name }** ({ $member }), { $end }, by { $moderator }
ban-reason = -# Reason: { $reason }
ban-ever = for ever
ban-until = until { $when }
ban-detail = { $end }. Reason: { $reason }
unban-choose = Lift a ban
ban-form-title = Ban a member from games
ban-form-member = Member
ban-form-time = For how long
ban-form-reason = Reason (only moderators see it)
ban-time-1h = 1 hour
ban-time-1d = 1 day
ban-time-7d = 7 days
ban-time-30d = 30 days
ban-time-ever = For ever
done-banned = Banned. Games in progress continue.
done-unbanned = { $member } may play here again.
done-skipped = You skipped the wait for { $names }.

audit-title = ### What moderators did
audit-empty = Nothing yet.
audit-kind-choose = Show only some actions
audit-kind-all = All actions
audit-kind-settings = Settings
audit-kind-games = Tables ended and waits skipped
audit-kind-bans = Bans
audit-kind-pools = Role pools
audit-user-choose = Show only one moderator
