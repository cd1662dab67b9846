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
role-financier = Financier
role-plantation_owner = Plantation Owner
role-anarchist = Anarchist
role-paramilitary = Paramilitary
role-arms_dealer = Arms Dealer
role-socialist = Socialist

# No role, but a card that a pool may have (Anarchy)
role-social_media = { action-social_media }
help-social_media = { hint-social_media }

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
roles-financier = Financiers
roles-plantation_owner = Plantation Owners
roles-anarchist = Anarchists
roles-paramilitary = Paramilitaries
roles-arms_dealer = Arms Dealers
roles-socialist = Socialists

help-duke = Take 3 coins. Block foreign aid.
help-assassin = Pay { $price_assassinate } coins: a player loses a card. Contessa blocks it.
    If it is blocked, the coins are gone. If you are caught bluffing, you get them back.
help-captain = Steal up to 2 coins from a player. Block stealing.
help-ambassador = Draw 2 cards, return any 2. Block stealing.
    Only you see these cards.
help-contessa = No action. Block assassination.
help-inquisitor = Draw 1, return 1. Or see a player's card. Block stealing.
    After you see a player's card, leave it or swap it for a new one from the deck.
help-ambassador-special = If a coup or assassination takes this card, get { $legacy } coins.
    Otherwise it is an ordinary Ambassador.
help-assassin-special = If a coup takes this card, assassinate a player for free.
    You do it at once. Nobody can challenge it, but Contessa blocks it. Otherwise it is an ordinary Assassin.
help-contessa-special = If a Duke blocks your foreign aid, get the aid after all.
    You may bluff, but only this very card proves it. The Duke loses nothing. Otherwise it is an ordinary Contessa.

help-director = { hint-director }
help-newscaster = { hint-newscaster }
help-producer = { hint-producer }
    The player picks the card you get. You pick which card goes back to the player and which to the deck. If the player blocks as Producer, you only draw 1 card and return any 1.
help-reporter = { hint-reporter }
help-writer = { hint-writer }
    Draw as often as you can pay. With the option “{ option-writer_keeps-false }”, you return the very cards that you drew.
help-banker = { hint-banker }
help-capitalist = { hint-capitalist }
    Anyone may claim Capitalist too. Each gets 1 of your coins, until you have none left.
help-farmer = { hint-farmer }
help-speculator = { hint-speculator }
    If you are caught bluffing, the challenger takes all your coins, and you lose a card too.
help-spy = { hint-spy }
    The second action cannot be Spy. With { $must_coup } or more coins, it must be a coup.
help-crime_boss = { hint-crime_boss }
    You need { $need_crime_boss } coins. The player may pay you { $ransom_crime_boss } to be left alone. Nobody can block it.
help-general = { hint-general }
    Each of them may block as General, which saves only that player.
help-guerrilla = { hint-guerrilla }
    That player may block as Guerrilla.
help-judge = { hint-judge }
    That player may block as Judge and keeps the coins. If you are caught bluffing, you get them back.
help-mercenary = { hint-mercenary }
    That player may block as Mercenary now, or remove the Disappear token as Mercenary when it is due.
help-communist = { hint-communist }
    If several are equal, you choose. You count too. The richest player may block as Communist.
help-customs_officer = { hint-customs_officer }
    A player who cannot pay cannot claim it. The tax ends when another Customs Officer moves it, or when you are out.
help-foreign_consular = { hint-foreign_consular }
    The treaty ends with the next one, or when only you two are left.
help-intellectual = No action. Claim it for a card you lose: get { $compensation } coins.
    The card is put aside face down, and you do not get it back. It works against a coup too.
help-lawyer = No action. When a player is out, claim their coins.
    At the end of the turn anyone may claim Lawyer. All who are not caught bluffing share the coins equally.
help-missionary = No action. Claim it for a card you lose: draw a new one.
    The card is put aside face down. It does not work against a coup.
help-peacekeeper = { hint-peacekeeper }
    General and Priest skip you too. Coups, challenges and gifts still reach you. The next Peacekeeper takes the token.
help-politician = { hint-politician }
    That player may block as Politician.
help-priest = { hint-priest }
    Each of them may block as Priest, which saves only that player's coin.
help-protestor = { hint-protestor }
    If nobody joins, the riot fails and your coins are gone. Otherwise the target may block as Protestor.
help-financier = { hint-financier }
    Nobody can block it. With this role in play, “{ action-bank }” replaces Income and fills the Bank.
help-plantation_owner = { hint-plantation_owner }
    Anyone may claim Plantation Owner too. All who are not caught bluffing count.
help-anarchist = { hint-anarchist }
    Anyone may throw it: the action claims no role. Whoever has it may claim Anarchist: defuse it, or hand it to a player who has not had it. Caught bluffing, that player loses a card, and another one to the Bomb.
help-paramilitary = { hint-paramilitary }
    That player may block as Paramilitary. If you are caught bluffing, you get the coins back.
help-arms_dealer = { hint-arms_dealer }
    Everyone sees the two cards. They go back to the deck. Nobody can block it.
help-socialist = { hint-socialist }
    Each player chooses what to give, and may block as Socialist, which saves only that player. The cards you do not keep go back, at random, to those who gave one.

category-classic = Court
category-finance = Finance
category-communications = Communications
category-force = Force
category-special_interest = Special interest
advanced-mark = Advanced
