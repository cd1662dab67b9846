# /coup rules: the rules by topic, in short.

topic-overview = Overview
topic-turn = A turn
topic-challenge = Challenges
topic-block = Blocking
topic-lives = Losing a life
topic-coup = Coup and { $must_coup } coins
topic-time = Time and resigning
topic-two_player = Two players
topic-teams = Teams
topic-inquisitor = Inquisitor
topic-short = Short rules
topic-mcguire = McGuire's house rules
topic-g54 = Rebellion G54
topic-tokens = Tokens (Rebellion G54)
topic-fairness = Fair shuffle
topic-table = This table

rules-overview = Everyone starts with two face-down cards, their lives, and { $start_coins } coins. There are three copies of each role in play.
    On your turn you take one action. Most actions belong to a role, and you may claim any role, held or not.
    Whoever has no face-down card left is out. The last player in the game wins.
rules-turn = You take exactly one action a turn; you cannot pass.
    Price first: what an action costs must be there in full and is paid when you declare it. It comes back only if the action itself is successfully challenged.
    Then, in this order: the others may challenge your claim; they may counter it; what is left takes effect.
    Income and Coup claim nothing, and nobody can stop them.
rules-challenge = Any other living player may challenge a claim, once per claim.
    If you are challenged and show the role, it goes back to the court deck, you draw a new card, and the challenger loses a life. The action goes on, and may still be countered.
    If you do not show it, you lose a life, and the claim is void. You may concede although you hold the role.
rules-block = Some roles block an action: that is a counteraction, and a claim too. It can be true or a bluff, and it can be challenged.
    All who may answer are asked at once, and answers stay sealed until the question of a challenge is settled. An exposed counteraction lets the action go on: two lives can go in one turn.
    What was paid for a blocked action stays paid.
rules-lives = To lose a life you turn up one of your face-down cards, of your own choice. It stays face up and out of play.
    With no face-down card left you are out, and your coins go to the treasury.
rules-coup = Coup costs { $price_coup } coins: the target loses a life, and nobody can stop it.
    With { $must_coup } or more coins at the start of your turn, Coup is all you may do.
rules-time = Each question has its own time, shown on the card. Whoever does not answer in time takes the careful choice: no claim and no challenge, income on a turn, or a Coup with { $must_coup } coins.
    After three times in a row a medium AI plays the seat until its owner presses **I am back**; or the seat resigns, where the table is set so.
    While everybody still in the game is away, the game waits, for a week at most.
    You may resign at any time: your cards are turned up and your coins go to the treasury.
rules-two_player = Classic for two, by default: one card each. The other way: two cards each, and the first player starts with 1 coin.
rules-teams = Four or six players in teams of two, partners opposite each other. You cannot coup, assassinate, steal from or examine your partner; challenging and blocking between partners is allowed.
    The last team with a life wins, both partners.
rules-inquisitor = The Inquisitor takes the Ambassador's place: an exchange with 1 card, or a look at one card of another player, which is then left or swapped for a new one. Blocks stealing.
    The card shown is picked by chance, or by its owner, as the table is set.
rules-short = The classic roles. Anyone may block, not only the target, but only the acting player may challenge a block.
rules-mcguire = The windows of the short rules, and more:
    An Ambassador's block lets 1 coin be stolen; a Captain's block stops the theft. The first player starts with no coin, the others with 1.
    A challenger takes 1 coin from the treasury, whatever comes of it. Whoever loses a challenge may pay { $life_price_mcguire } coins instead of a life.
    Three copies are special: Ambassador (Inheritance), Assassin (Vengeance), Contessa (Treaty); `/coup role` tells what each does.
    A mat deals out cards and a coin in the first turns and at the first deaths. The direction of play turns round each game.
rules-g54 = Five of 25 roles are in play: one of finance, one of communications, one of force and two of special interest.
    The first challenge counts. Counteractions belong to the target, or, where everyone is hit, to each for itself.
    `/coup role` tells what each role does.
rules-tokens = Peacekeeping: its holder cannot be targeted; coups, challenges and gifts still reach it.
    Treaty: its two holders cannot target or coup each other, until another is signed or only they are left.
    Tax: any claim of the taxed role first costs 1 coin to the holder of the token.
    Disappear: at the end of the victim's next turn it costs a life, unless Mercenary is claimed.
rules-fairness = Nobody can stack the deck: not the host, not the people who run the bot.
    1. Before the game the bot draws a secret number, the **seed**, and shows its fingerprint. The fingerprint gives nothing away, and no other seed has it.
    2. **Start** mixes the seed with that press and the players at the table. From then on every shuffle is fixed.
    3. After the game the bot shows the seed. If it has the same fingerprint, nothing was changed.
fair-secret = The seed stays secret until the game is over.
fair-check = **To check it:** **Record** holds the whole game, and `python -m engine.referee` deals it again.
    -# For programmers: the game is dealt from HMAC-SHA256, with the seed as key, over the id of the press on Start and the players' user ids (0 for an AI), joined by colons. The fingerprint is the SHA-256 of the seed.
fair-seed = Seed: `{ $seed }`
fair-commitment = Fingerprint: `{ $commitment }`
rules-title = ### { $topic }
roles-here = A role of this table
roles-classic = Classic and McGuire's house rules
role-choice = Which role?
role-title = ### { $role }
role-meta = -# { $category }
role-meta-advanced = -# { $category }, advanced
