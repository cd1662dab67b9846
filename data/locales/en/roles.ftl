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

help-duke = { hint-tax } Block foreign aid.
help-assassin = { hint-assassinate }
    Blocked, the coins are gone. Caught bluffing, you get them back.
help-captain = { hint-steal } Block stealing.
help-ambassador = { hint-exchange } Block stealing.
    Only you see these cards.
help-contessa = No action. Block assassination.
help-inquisitor = Draw 1, return 1. Or see a player's card. Block stealing.
    Leave the card you saw, or swap it for a new one.
help-ambassador-special = If a coup or assassination takes this card, get { $legacy } coins.
    Otherwise it is an ordinary Ambassador.
help-assassin-special = If a coup takes this card, assassinate a player for free.
    You do it at once. Nobody can challenge it, but Contessa blocks it. Otherwise it is an ordinary Assassin.
help-contessa-special = If a Duke blocks your foreign aid, get the aid after all.
    You may bluff, but only this very card proves it. The Duke loses nothing. Otherwise it is an ordinary Contessa.

help-producer = { hint-producer }
    The player chooses the card you get, you the one you give. If the player blocks as Producer, you only draw 1 and return 1.
help-speculator = { hint-speculator }
    The challenger gets them, and you lose a card too.
help-spy = { hint-spy }
    The second action cannot be Spy. With { $must_coup } or more coins, it must be a coup.
help-crime_boss = { hint-crime_boss }
    You need { $need_crime_boss } coins. The player chooses. Nobody can block it.
help-general = { hint-general }
    Each may block as General, for themselves only.
help-guerrilla = { hint-guerrilla }
    That player may block as Guerrilla.
help-judge = { hint-judge }
    That player may block as Judge and keeps the coins.
help-mercenary = { hint-mercenary }
    That player may block as Mercenary now, or remove the Disappear token as Mercenary when it is due.
help-communist = { hint-communist }
    If several are equal, you choose. You count too. The richest player may block as Communist.
help-customs_officer = { hint-customs_officer }
    A player who cannot pay cannot claim it. The tax lasts until it is moved, or you are out.
help-foreign_consular = { hint-foreign_consular }
    The treaty ends with the next one, or when only you two are left.
help-intellectual = No action. Claim it for a card you lose: get { $compensation } coins.
    The card is put aside face down. It works against a coup too.
help-lawyer = No action. When a player is out, claim their coins.
    At the end of the turn anyone may claim Lawyer. All who are not caught bluffing share the coins equally.
help-missionary = No action. Claim it for a card you lose: draw a new one.
    The card is put aside face down. It does not work against a coup.
help-peacekeeper = { hint-peacekeeper }
    Actions against everyone skip you. Coups, challenges and gifts still reach you. The next Peacekeeper takes the token.
help-politician = { hint-politician }
    That player may block as Politician.
help-priest = { hint-priest }
    Each may block as Priest, for themselves only.
help-protestor = { hint-protestor }
    If nobody joins, the riot fails and your coins are gone. If somebody does, the target may block as Protestor.
help-financier = { hint-financier }
    Nobody can block it. With this role in play, “{ action-bank }” replaces Income and fills the Bank.
help-plantation_owner = { hint-plantation_owner }
    For example, if one other player claims it, you get 3 coins and that player 2.
help-anarchist = { hint-anarchist }
    Anyone may throw the Bomb: it claims no role. The target may claim Anarchist to defuse it, or to hand it to somebody who has not had it.
    If that bluff is caught, the target loses a card, and another to the Bomb.
help-paramilitary = { hint-paramilitary }
    That player may block as Paramilitary.
help-arms_dealer = { hint-arms_dealer }
    Everyone sees the two cards, then they go back. Nobody can block it.
help-socialist = { hint-socialist }
    Each player chooses what to give, or blocks as Socialist, for themselves only. The cards you do not keep go back, at random, to those who gave one.

category-classic = Court
category-finance = Finance
category-communications = Communications
category-force = Force
category-special_interest = Special interest
advanced-mark = Advanced
