# A member's own data: /coup-privacy, its panels and its responses.

command-coup-privacy = Your data: get it, delete it, or hide your statistics
command-coup-privacy-export = Get everything the bot knows about you, as a file
command-coup-privacy-delete = Delete everything the bot knows about you
command-coup-privacy-hide = Hide your statistics from other members
parameter-hide = On: others see nothing about you. Off: they see your statistics

privacy-exported = **{ $file }** has everything the bot knows about you: your settings, { $games ->
    [0] no games
    [one] 1 game
   *[other] { $games } games
}, your statistics, your lists, and what you did as a moderator.
privacy-exported-live = -# Of running games it has only what you may see now. Export again after their end for the rest.
privacy-exported-packed = -# It is packed because it is long: open it with a program for .gz files.

privacy-ask = ### Delete your data?
    Your settings, statistics, ratings and lists are deleted. Your past games stay for the other players: there you become **{ $name }**.
privacy-ask-running = You are at { $games ->
    [one] 1 open table
   *[other] { $games } open tables
}. You leave lobbies at once. In a running game an AI takes your seat, and you lose that game.
privacy-ask-forever = This cannot be undone. Messages in channels stay, and so do files that others have saved.
privacy-confirm = Delete my data
privacy-deleted = Your data is deleted.
privacy-deleting = Your data is being deleted. This takes a few minutes. You need not do anything.

privacy-hidden-on = You are hidden: to others you look like a member without games.
privacy-hidden-off = You are not hidden: others can see your statistics.
