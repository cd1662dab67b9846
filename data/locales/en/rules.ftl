# /coup rules: the rules by topic, in short.

topic-overview = Overview
topic-turn = A turn
topic-challenge = Challenges
topic-block = Blocking
topic-lives = Losing a card
topic-coup = Coup and { $must_coup } coins
topic-time = Time limits and resigning
topic-two_player = Two players
topic-teams = Teams
topic-inquisitor = Inquisitor
topic-tokens = Tokens (Rebellion G54)
topic-fairness = Fair shuffle
topic-table = This table

rules-overview = You usually start with two hidden cards and { $start_coins } coins, and there are three cards of each role.
    On your turn, take one action. Most actions belong to a role. Claim any role, true or not.
    Without hidden cards you are out. The last player with a card wins.
rules-turn = Take one action on your turn. You cannot pass.
    Pay its price first. You get it back only if you are caught bluffing this action.
    The others may challenge your claim or block the action. If nobody stops it, it happens.
    Nobody can stop Income or Coup.
rules-challenge = If you doubt a claim, challenge it. Each claim can be challenged only once.
    If the player shows the role, you lose a card. The player swaps the shown card for a new one, and the action can still be blocked.
    If not, the player loses a card and the claim fails. You may concede even if you have the role.
rules-block = Some roles block actions. A block is a claim too: you may bluff, and it can be challenged.
    Everyone answers at the same time, in secret. A challenge comes before a block.
    If a block is caught as a bluff, the action happens. You can lose two cards in one turn.
    The price of a blocked action is gone.
rules-lives = When you lose a card, you choose which. It stays face up and out of play.
    Without hidden cards you are out. Your coins go back to the treasury, or to Lawyers if that role is in play.
rules-coup = { hint-coup }
    If you start your turn with { $must_coup } or more coins, you must coup.
rules-time = The table message shows the time limit of each question. If you miss it, you allow, take income or, with { $must_coup } coins, launch a coup.
    Once a game, **More time** doubles the time that is left.
    After you miss three in a row, a medium AI plays for you until you press **I am back**. At some tables you resign instead.
    If everyone still in the game is away, the game waits, for a week at most. After ten minutes, players who are out can have it finished.
    You may resign at any time: your cards are turned up and your coins go to the treasury.
rules-winner-starts = The winner of this channel's last game starts.
rules-two_player = Classic for two: one card each. Or, as an option, two cards each and 1 coin for the first player.
rules-teams = Four or six players in teams of two. Your partner sits opposite you.
    You cannot coup, assassinate, steal from or examine your partner. You may challenge and block each other.
    The last team with a card wins. Both partners win, even if one is out.
rules-inquisitor = The Inquisitor replaces the Ambassador.
    { help-inquisitor }
    The table's options say who picks that card: chance or its owner.
rules-short = The classic roles. Anyone may block; only the blocked player may challenge the block.
rules-mcguire = You block as in the short rules. Also:
    The first player starts with no coins, the others with 1.
    If you challenge, you take 1 coin, right or wrong. If you lose a challenge, you may pay { $life_price_mcguire } coins instead of losing a card.
    If an Ambassador blocks stealing, 1 coin is stolen. If a Captain blocks it, none is.
    Three cards are special: { role-ambassador-special }, { role-assassin-special } and { role-contessa-special }. `/coup role` explains them.
    Some cards and a coin lie on the mat. They come up in the first turns and when the first cards are lost.
    { lobby-reverses }
rules-g54 = Five of 25 roles are in play. Usually: 1 finance, 1 communications, 1 force and 2 special interest.
    Only the target may block. If an action hits everyone, each player blocks for themselves.
    `/coup role` explains each role.
rules-reformation = Classic for up to ten players, in two allegiances: Loyalist and Reformist.
    You cannot coup, assassinate, steal from or examine a player of your own allegiance, nor block their actions. You may challenge them. Once all players left have one allegiance, everyone is a target.
    With seven or eight players there are four cards of each role, with more players five.
    Convert: { hint-convert } The coins go to the reserve.
    Embezzle: { hint-embezzle } If you are challenged, show all your cards; you get new ones.
    The last player with a card wins, alone.
rules-anarchy = Rebellion G54 with six more roles: five of 31 are in play.
    With the Financier in play, Bank replaces Income: { hint-bank }
    { $bomb }The Bomb costs { $price_anarchist } coins and no role. Its target loses a card, or claims Anarchist to defuse it or to hand it on.
    Social media may join: { hint-social_media }
    `/coup role` explains each role.
rules-tokens = { $peacekeeping }Peacekeeping: nobody can target you while you have it. Coups, challenges and gifts still reach you.
    { $treaty }Treaty: its two owners cannot target or coup each other. It ends with the next treaty, or when only they are left.
    { $tax }Tax: every claim of the taxed role costs 1 coin, paid to the token's owner.
    { $disappear }Disappear: at the end of your next turn you lose a card, unless you claim Mercenary.
rules-fairness = Nobody can choose the shuffle, not even the bot's owner.
    1. When the table opens, the bot draws a secret number. Its fingerprint is shown, and gives nothing away.
    2. Each player who takes a seat gets a fingerprint, too.
    3. The number, the press that starts the game and the players' fingerprints decide every shuffle.
    4. After the game you see the number. If it has the same fingerprint, nothing was changed.
fair-secret = The number stays secret until the game is over.
fair-check = To check the whole game, press **Record**.
    -# For programmers: the seed is an HMAC-SHA256, with the number as key. Its message is the id of that press and the players' fingerprints (0 for an AI), joined by colons. A fingerprint is the SHA-256 of the number, or of a player's salt and user id (see the record). `python -m engine.referee` replays a record.
fair-seed = The number: `{ $seed }`
fair-seats = The players' fingerprints:
fair-seat = { $name }: `{ $commitment }`
fair-commitment = The number's fingerprint: `{ $commitment }`
rules-title = ### { $topic }
roles-here = A role at this table
roles-classic = Classic and McGuire's house rules
role-choice = Which role?
role-title = ### { $role }
role-meta = -# { $category }
role-meta-advanced = -# { $category }, advanced
role-meta-joining = -# Action of Anarchy. It is no role: there are no cards of it
