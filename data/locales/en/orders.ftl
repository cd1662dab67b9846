# Standing orders: at tables with the option, players may allow questions ahead, in My hand or beside Allow.

option-orders-true = Players may allow ahead of time
option-orders-false = Players may not allow ahead
orders-pick = Allow ahead of time…
order-everything = Allow everything that is not aimed at you
order-every_round = { order-everything }, every round
order-every_round-hint = Until you lose a card or run out of time
order-unless = Allow everything unless somebody claims { $role }
order-foreign_aid = Never block foreign aid
orders-given = **Until your next turn:** { $orders }
    -# You still answer { $everything ->
        [true] blocks of your action
       *[false] what is aimed at you or your action
    }, and anything that may cost your last card. Losing a card ends this.
orders-every-round = **Until you lose a card or run out of time:** { order-everything }
    -# You still answer blocks of your action, and anything that may cost your last card.
button-allow-until-turn = Allow until my turn
button-drop-orders = Drop my orders
done-orders-dropped = Dropped. You answer everything yourself again.

error-orders-off = Players of this table may not allow ahead of time. Before a game, the host can change that in **Settings**.
error-orders-away = An AI is playing your seat. Press **I am back** first.
error-order-role = That role is not in this game.
error-order-twice = You already gave this order.
error-no-orders = You have no orders to drop.
