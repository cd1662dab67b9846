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
hint-foreign_aid = Take 2 coins. Duke blocks it.
hint-coup = Pay { $price_coup } coins: a player loses a card. Nobody can stop it.
hint-tax = Take 3 coins.
hint-assassinate = Pay { $price_assassinate } coins: a player loses a card. Contessa blocks it.
hint-steal = Steal up to 2 coins from a player.
hint-exchange = Draw 2 cards, return any 2.
hint-exchange-inquisitor = Draw 1 card, return any 1.
hint-examine = See a player's card. Leave it or swap it for a new one.

hint-director = Draw 2 cards, return any 2.
hint-newscaster = Pay { $price_newscaster } coin, draw 3 cards, return any 3.
hint-producer = Draw 1 card, get 1 from a player; give 1 back, return 1.
hint-reporter = Take 1 coin, draw 1 card, return any 1.
hint-writer = Draw 1 card. Each further card costs 1 coin. Return as many.
hint-banker = Take 3 coins.
hint-capitalist = Take 4 coins. Other Capitalists each get 1 of them.
hint-farmer = Take 3 coins and give 1 of them to a player.
hint-speculator = Double your coins (at most +{ $stake }). Caught: you lose them all.
hint-spy = Take 1 coin, then take another action.
hint-crime_boss = Get { $ransom_crime_boss } coins from a player, or pay { $need_crime_boss }: they lose a card.
hint-general = Pay { $price_general } coins: every other player loses a card.
hint-guerrilla = Pay { $price_guerrilla } coins: a player loses a card.
hint-judge = Pay { $price_judge } coins to a player: they lose a card.
hint-mercenary = Pay { $price_mercenary } coins: a player loses a card after their next turn.
hint-communist = Move up to 3 coins from the richest to the poorest player.
hint-customs_officer = Tax a role: others pay you 1 coin for each claim of it.
hint-foreign_consular = Sign a treaty: you two cannot target or coup each other.
hint-peacekeeper = Take 1 coin and a token: nobody can target you.
hint-politician = Take up to 2 coins from a player.
hint-priest = Take 1 coin from every other player.
hint-protestor = Pay { $price_protestor }. If another player pays { $riot_share }, your target loses a card.
