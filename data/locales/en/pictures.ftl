# Pictures in words: alt texts, which say all that a picture shows, and the legend under the chart of a game.

picture-hand = Cards in hand: { $cards }.
picture-hand-lost = Face up, lost: { $cards }.
picture-role = The card { $role }, of the category { $category }.

picture-chart = The game in { $turns ->
    [one] 1 turn.
   *[other] { $turns } turns.
}
picture-chart-seat = { $name }: { $end }, never more than { $coins }, { $lies }.
picture-chart-won = won
picture-chart-out = out in turn { $turns }
picture-chart-lies = { $told ->
    [0] told no lie
    [one] { $caught ->
        [0] told 1 lie that nobody exposed
       *[other] told 1 lie, which was exposed
    }
   *[other] { $caught ->
        [0] told { $told } lies, none of them exposed
        [one] told { $told } lies, 1 of them exposed
       *[other] told { $told } lies, { $caught } of them exposed
    }
}
picture-chart-lines = Steps: coins · bars: lives
picture-chart-lie = a lie nobody exposed
picture-chart-caught = a lie exposed

# The marks of the seats, and of lies, where the bot's own emojis are missing
mark-1 = ●
mark-2 = ■
mark-3 = ▲
mark-4 = ◆
mark-5 = ★
mark-6 = ▼
mark-lie = ○
mark-caught = ✖
