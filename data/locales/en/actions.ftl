# Actions, as in their menu. Labels and hints are at most 100 characters.

action-income = Income
action-foreign_aid = Foreign aid
action-coup = Coup
action-tax = Tax (Duke)
action-assassinate = Assassinate (Assassin)
action-steal = Steal (Captain)
action-exchange = Exchange (Ambassador)
action-exchange-inquisitor = Exchange (Inquisitor)
action-examine = Examine (Inquisitor)

hint-income = Take 1 coin. Nobody can stop it.
hint-foreign_aid = Take 2 coins. A Duke blocks it.
hint-coup = Pay { $price_coup } coins: the target loses a life. Nobody can stop it.
hint-tax = Take 3 coins.
hint-assassinate = Pay { $price_assassinate } coins: the target loses a life. Contessa blocks it.
hint-steal = Take up to 2 coins from the target.
hint-exchange = Draw 2 cards and return 2.
hint-exchange-inquisitor = Draw 1 card and return 1.
hint-examine = See a card of the target; leave it or have it swapped.

hint-director = Draw 2 cards, keep as many as you have lives.
hint-newscaster = Pay { $price_newscaster } coin, draw 3 cards, keep as many as you have lives.
hint-producer = Draw 1, take 1 from the target, hand one back.
hint-reporter = Take 1 coin and exchange with 1 card.
hint-writer = Draw 1 card, pay 1 for each further one, keep the best.
hint-banker = Take 3 coins.
hint-capitalist = Take 4 coins; others may claim a share of 1 each.
hint-farmer = Take 3 coins and give 1 to somebody.
hint-speculator = Double your coins, by { $stake } at the most. Exposed: lose them all.
hint-spy = Take 1 coin and a second action.
hint-crime_boss = The target gives you { $ransom_crime_boss } coins, or you pay { $need_crime_boss } and take a life.
hint-general = Pay { $price_general } coins: everyone else loses a life.
hint-guerrilla = Pay { $price_guerrilla } coins: the target loses a life.
hint-judge = Pay { $price_judge } coins to the target, who loses a life.
hint-mercenary = Pay { $price_mercenary } coins: the target loses a life after their next turn.
hint-communist = Up to 3 coins go from the richest to the poorest.
hint-customs_officer = Tax a role: 1 coin to you for each claim of it.
hint-foreign_consular = A treaty: you two cannot target each other.
hint-peacekeeper = Take 1 coin; nobody can target you.
hint-politician = Take 2 coins from the target.
hint-priest = Everyone else gives you 1 coin.
hint-protestor = Pay { $price_protestor }; if another pays { $riot_share }, the target loses a life.
