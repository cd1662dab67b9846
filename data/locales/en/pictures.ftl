# Pictures in words: alt texts, which say all that a picture shows, and the legend under the chart of a game.

picture-role = The card { $role } ({ $category }).

picture-chart = The game in { end-turns }.
picture-chart-seat = { $name }: { $end }, at most { $coins }, { $lies }.
picture-chart-won = won
picture-chart-out = out on turn { $turns }
picture-chart-lies = { $told ->
    [0] no bluffs
    [one] { $caught ->
        [0] 1 bluff, not caught
       *[other] 1 bluff, caught
    }
   *[other] { $caught ->
        [0] { $told } bluffs, none caught
       *[other] { $told } bluffs, { $caught } caught
    }
}
picture-chart-lines = Steps: coins · bars: cards
picture-chart-lie = a bluff nobody caught
picture-chart-caught = a bluff that was caught

# The marks of the seats, and of lies, where the bot's own emojis are missing
mark-1 = ●
mark-2 = ■
mark-3 = ▲
mark-4 = ◆
mark-5 = ★
mark-6 = ▼
mark-7 = ⬢
mark-8 = ✚
mark-9 = ◖
mark-10 = ▬
mark-lie = ○
mark-caught = ✖
