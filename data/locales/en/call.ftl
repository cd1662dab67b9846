# The call list: members who want a ping when a host looks for players.

call-title = ### Call list
call-listed = **You are on the list.** When a host here looks for players, you get a ping: once in 12 hours at most.
call-not-listed = **You are not on the list.** Join it to be pinged when a host here looks for players, once in 12 hours at most.
call-off-here = The moderators of this server have turned calls off.
call-me-on = Call me
call-me-off = Stop calling me
call-quiet = No calls from { $from } to { $to } ({ $zone }).
call-quiet-none = You may be called at any time of day.
call-quiet-never = Call me at any time of day
call-zone-choose = Your clock
call-zone = { $zone }: it is { $time } now
call-from-choose = No calls from
call-to-choose = No calls until
call-from = No calls from { $hour }
call-to = No calls until { $hour }
call-host = You host this table. One message pings members on the call list, once an hour at most.
button-call = Call players
call-message = { $host } is looking for players: { $ruleset }, { $seats } of { $most } seats taken.
    { $names }
done-uncalled = You are off the call list. `/coup call` puts you back on it.
done-not-listed = You are not on the call list.
