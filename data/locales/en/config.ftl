# Texts for moderators.

config-title = ### Coup on this server
config-pace = Pace of new tables: { $pace }.
config-style = Style of new tables: { $style }.
config-afk-ai = Three timeouts in a row at new tables: a medium AI plays for the seat until its player is back.
config-afk-resign = Three timeouts in a row at new tables: the player resigns.
config-ai = New AI seats: { $kind }.
config-pictures = Pictures and emojis at new tables: { $switch }.
config-pictures-on = Turn pictures on
config-pictures-off = Turn pictures off
config-pools = Role pools: { $pools }.
config-pools-more = Role pools: { $pools }, and { $more } more: `/coup-config pool show` lists them all.
pool-list-title = ### Role pools: { $count }
pool-choice-title = Which pool of this server?
config-pools-none = Role pools: none yet.
config-pool-default = New tables of Rebellion G54 use the pool { $name }.
config-pool-default-none = New tables of Rebellion G54 draw five roles by category.
config-pace-choose = Change the pace
config-style-choose = Change the style
config-ai-choose = Change the AI seats
config-afk-choose = Change what three timeouts do
config-pool-choose = Change the pool
config-pool-drawn = Draw five roles by category
config-pool-new = Make a pool
config-pool-all = See the pools
config-game = In this channel: { $ruleset }, { $status }.
config-game-thread = In a thread of this channel, { $channel }: { $ruleset }, { $status }.
config-game-none = No table in this channel.
config-acts = What moderators did last:
config-act = -# { $when } · { $who } { $act }

act-pace = set the pace of new tables: { $detail }
act-pictures = switched pictures of new tables: { $detail }
act-afk = set what three timeouts in a row do at new tables: { $detail }
act-ai = set the kind of new AI seats: { $detail }
act-style = set the style of new tables: { $detail }
act-ended = ended the game in { $detail }
act-pool-saved = saved the pool { $detail }
act-pool-deleted = deleted the pool { $detail }
act-pool-default = made { $detail } the pool of new tables
act-pool-random = had new tables draw their roles
config-ended = The game is ended, and the card says by whom.

status-lobby = waiting for players
status-playing = being played
status-paused = paused
status-over = over
status-closed = closed
status-set_aside = set aside

pool-title = ### Pool { $name }
pool-line = { $name }: { $roles }
pool-choose = { $category }: choose { $count }
pool-choose-hint = Five different roles: one of finance, one of communications, one of force, two of special interest.
pool-have = Chosen: { $roles }.
pool-save = Save
pool-free = Allow any five
pool-free-on = Any five roles are allowed in this pool.
pool-incomplete = Not complete yet: { $missing }.
pool-needs = { $have } of { $count } { $category }
pool-needs-five = five different roles, { $have } chosen
pool-saved = The pool { $name } is saved: { $roles }.
pool-deleted = The pool { $name } is deleted.
pool-balance = { $advanced ->
    [0] No advanced roles: good for a first game.
    [one] 1 advanced role.
   *[other] { $advanced } advanced roles: for players who know the game.
}
pool-even = **Balance:** roles and seats win more evenly than in { $part } of 100 pools.
pool-lively = **Liveliness:** more challenges, and claims of more roles, than in { $part } of 100 pools.
pool-length = **Length:** about { $beginners } turns with beginners, { $turns } with strong players; { $part } of 100 pools take longer.
pool-first = **First player:** wins { $percent } of 100 games; 25 would be even.
pool-wins = **Roles:** who is dealt { $most } wins most often, { $often } of 100 games; who is dealt { $least } least often, { $seldom }.
pool-unknown = -# There are no figures of this pool: they were found for those that keep to the categories.
pool-source = { $games ->
    [one] -# All this is for tables of four, and for strong players where beginners are not named; it may differ for others. Estimated from 1 game of AI seats with this pool, and from those with like pools.
   *[other] -# All this is for tables of four, and for strong players where beginners are not named; it may differ for others. Estimated from { $games } games of AI seats with this pool, and from those with like pools.
}
pool-strict = Keep to the categories
pool-name-title = A new pool
panel-confirm-delete = Delete the pool { $name } ({ $roles })? Tables opened with it keep its roles.
confirm-delete = Delete the pool
