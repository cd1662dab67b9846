# The roles, by id: their names, and what each does, exactly. A star marks McGuire's special copies.

role-duke = Duke
role-assassin = Assassin
role-captain = Captain
role-ambassador = Ambassador
role-contessa = Contessa
role-inquisitor = Inquisitor
role-ambassador-special = Ambassador (Inheritance)
role-assassin-special = Assassin (Vengeance)
role-contessa-special = Contessa (Treaty)

role-director = Director
role-newscaster = Newscaster
role-producer = Producer
role-reporter = Reporter
role-writer = Writer
role-banker = Banker
role-capitalist = Capitalist
role-farmer = Farmer
role-speculator = Speculator
role-spy = Spy
role-crime_boss = Crime Boss
role-general = General
role-guerrilla = Guerrilla
role-judge = Judge
role-mercenary = Mercenary
role-communist = Communist
role-customs_officer = Customs Officer
role-foreign_consular = Foreign Consular
role-intellectual = Intellectual
role-lawyer = Lawyer
role-missionary = Missionary
role-peacekeeper = Peacekeeper
role-politician = Politician
role-priest = Priest
role-protestor = Protestor

# Several of one role
roles-duke = Dukes
roles-assassin = Assassins
roles-captain = Captains
roles-ambassador = Ambassadors
roles-contessa = Contessas
roles-inquisitor = Inquisitors
roles-director = Directors
roles-newscaster = Newscasters
roles-producer = Producers
roles-reporter = Reporters
roles-writer = Writers
roles-banker = Bankers
roles-capitalist = Capitalists
roles-farmer = Farmers
roles-speculator = Speculators
roles-spy = Spies
roles-crime_boss = Crime Bosses
roles-general = Generals
roles-guerrilla = Guerrillas
roles-judge = Judges
roles-mercenary = Mercenaries
roles-communist = Communists
roles-customs_officer = Customs Officers
roles-foreign_consular = Foreign Consulars
roles-intellectual = Intellectuals
roles-lawyer = Lawyers
roles-missionary = Missionaries
roles-peacekeeper = Peacekeepers
roles-politician = Politicians
roles-priest = Priests
roles-protestor = Protestors

help-duke = Tax: take 3 coins.
    Blocks foreign aid, whoever asks for it.
help-assassin = Assassinate: pay { $price_assassinate } coins; the target loses a life.
    Contessa blocks it; the { $price_assassinate } coins stay paid.
help-captain = Steal: take up to 2 coins from another player.
    Blocks stealing.
help-ambassador = Exchange: draw 2 cards, look at them with your own, and return 2.
    Blocks stealing.
help-contessa = Blocks assassination.
    Has no action of its own.
help-inquisitor = Exchange: draw 1 card, look, and return 1. Or examine: see 1 card of another player, then leave it or have it swapped for a new one from the deck.
    Blocks stealing.
help-ambassador-special = An Ambassador like the others. When this copy is killed by a coup or an assassination, its owner inherits { $legacy } coins.
help-assassin-special = An Assassin like the others. When a coup kills this copy, its owner at once assassinates another living player for nothing: no challenge, but Contessa blocks.
help-contessa-special = A Contessa like the others. When a Duke blocks your foreign aid you may claim it: the aid goes through and the Duke is unharmed. Only this very copy proves that claim.

help-director = Draw 2 cards, look at them with your own, keep as many as you have lives and return the rest.
help-newscaster = Pay { $price_newscaster } coin: draw 3 cards, look at them with your own, keep as many as you have lives and return the rest.
help-producer = Choose a target. Draw 1 card, and the target hands you 1 of their choice. Keep as many as you have lives; of the two left over, one goes to the target and one to the deck.
    The target may claim Producer: then only their part falls away.
help-reporter = Take 1 coin, draw 1 card, look at it with your own, keep as many as you have lives and return the rest.
help-writer = Draw 1 card and look. As often as you like, pay 1 coin to draw another.
    In the end keep as many as you have lives and return the rest.
help-banker = Take 3 coins.
help-capitalist = Take 4 coins. Any other player may also claim Capitalist: you give 1 coin to each whose claim stands, clockwise, while your coins last.
help-farmer = Take 3 coins, then give 1 to another player, named with the claim.
help-speculator = Double your coins, by { $stake } at the most.
    If your claim is exposed, the challenger takes all your coins before you lose a life.
help-spy = Take 1 coin, then take a second action, any but Spy, with windows of its own. With { $must_coup } or more coins by then, it must be a Coup.
help-crime_boss = Choose a target; you need { $need_crime_boss } coins in hand. The target may give you { $ransom_crime_boss } to be left alone; otherwise you pay { $need_crime_boss } and the target loses a life.
    Nobody can counter it.
help-general = Pay { $price_general } coins: every other player loses a life.
    Each of them may claim General to be spared.
help-guerrilla = Pay { $price_guerrilla } coins: the target loses a life.
    The target may claim Guerrilla to stop it.
help-judge = Pay { $price_judge } coins to the target, who loses a life.
    The target may claim Judge to stop it, and keeps the coins. If your own claim is exposed, they come back to you.
help-mercenary = Pay { $price_mercenary } coins: put a Disappear token on the target. At the end of their next turn the token costs them a life.
    The target may claim Mercenary at once, or once more when the token falls due.
help-communist = Take up to 3 coins from a richest player and give them to a poorest one. You settle ties, and you count too.
    The richest may claim Communist to stop it.
help-customs_officer = Put the tax on a role in play: whoever claims that role, in any way, first pays you 1 coin. You pay nothing yourself.
    Lasts until another Customs Officer takes it, or you are out.
help-foreign_consular = Sign a treaty with another player: you two cannot target each other, nor coup each other, until a new treaty is signed or only you two are left.
help-intellectual = No action. When you lose a life you may claim that the lost card is Intellectual: it is put aside and you take { $compensation } coins. Works against a coup and with your last life too.
help-lawyer = No action. When a player dies, the coins stay where they lie till the end of the turn; then everyone alive may claim Lawyer. Those whose claims stand share them equally.
help-missionary = No action. When you lose a life, but not to a coup, you may claim that the lost card is Missionary: it is put aside and you draw a new one.
help-peacekeeper = Take 1 coin and the Peacekeeping token. While you hold it, nobody can target you. Coups, challenges and gifts still reach you.
help-politician = Take 2 coins from the target.
    The target may claim Politician to stop it.
help-priest = Every other player gives you 1 coin.
    Each of them may claim Priest to be spared.
help-protestor = Pay { $price_protestor } coins and choose a target. One other player may join the riot for { $riot_share } coins; if nobody does, it fails. If somebody does, the target loses a life.
    The target of a riot may claim Protestor to stop it.

category-classic = Court
category-finance = Finance
category-communications = Communications
category-force = Force
category-special_interest = Special interest
advanced-mark = Advanced
