# Statistics, ratings and seasons.

command-coup-stats = Statistics of Coup games on this server
command-coup-stats-member = See how somebody plays on this server
command-coup-stats-leaderboard = See the best players of this server
command-coup-stats-history = See your games on this server
command-coup-stats-menu = Coup stats
parameter-member = The player; you, if left out
parameter-scope = A season such as 2026-11, or all time; the current season, if left out
parameter-edition = Games by these rules only

season-all = All time
season-current = This season
season-name = { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

stats-points = { $points }{ $provisional ->
    [yes] ?
   *[no] {""}
}
stats-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}
stats-record = { $games }, { $wins } won
stats-rank = { $rank ->
    [none] beyond rank { $last }
   *[other] rank { $rank }
}
stats-left = *left the server*
stats-provisional = -# ? means provisional: fewer than { $games } rated games.

board-title = ### Leaderboard: { $season }
board-edition = { $edition } only
board-row = #{ $rank } { $name } · **{ $points }** · { $record }
board-none = No rated games yet.
board-none-past = There were no rated games.
board-own = You: { $rank } · **{ $points }** · { $record }
board-rated = -# Rated: games of three people or more, and games of two people without AI. Everybody starts at 1000.
board-seasons = Choose a season
button-board = Leaderboard
button-higher = Higher ranks
button-lower = Lower ranks

member-title = ### { $name }: Coup on this server
member-none = { $name } has not finished a game here yet.
member-none-own = You have not finished a game here yet. `/coup new` opens a table.
member-hidden = -# You are hidden: only you can see this.
member-rating = All time: **{ $points }** · { $rank } · { $record }
member-season = This season: **{ $points }** · { $rank } · { $record }
member-games = Finished: { $games } · won { $wins } ({ $share }%)
member-streak = Won in a row: { $streak } now, { $best } at best
member-lies = Bluffs: { $told } · { $caught } caught · { $believed } believed
member-challenges = Challenges: { $right } right · { $wrong } wrong
member-role = Favourite role: { $role }, claimed { $times ->
    [one] once
   *[other] { $times } times
}
member-rivals = Most played against:
member-rival = { $name } · { $games }, { $ahead } ahead, { $behind } behind
member-versus = You against { $name }: { $games }, { $ahead } ahead, { $behind } behind
rating-alt = Rating after each of the last { $games } rated games: from { $first } to { $last }, lowest { $least }, highest { $most }.

history-title = ### Your games on this server
history-none = { member-none-own }
history-place = place { $place } of { $sides }
history-game = { $when } · { $edition } · { $outcome }
history-points = { $place } · { $before } → **{ $after }**
history-unrated-won = won · not rated
history-unrated-lost = lost · not rated
history-rated = -# Rated: games of three people or more, and games of two people without AI. Two people count for each other three times a day at most.
history-closed = ended early · does not count
history-set_aside = stopped · does not count
history-uncounted = does not count yet
history-link = [Open]({ $address })

season-over = ### 🏆 The { $season } season is over
season-winner = **{ $name }** wins it with **{ $points }** points: { $record }.
season-next = #{ $rank } { $name } · { $points } · { $record }
season-count = { $games } rated, { $players ->
    [one] 1 player
   *[other] { $players } players
}.
season-liar = 🎭 Best bluffer: **{ $name }**, { $believed ->
    [one] 1 bluff believed
   *[other] { $believed } bluffs believed
}.
season-eye = 🔍 Sharpest eye: **{ $name }**, { $right } of { $all } challenges right.
season-new = A new season has begun. Everybody starts at 1000 again.

error-no-season = “{ $given }” is not a season. Choose one from the list, or type a month like 2026-11.
error-no-edition = “{ $given }” is not an edition. Choose one from the list.
error-not-on-server = That person is not on this server.
