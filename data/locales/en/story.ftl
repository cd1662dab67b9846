# The story: what happened, in the past tense, as everybody saw it.

# What one player does in a row is one line: "Ana claimed Assassin against Ben and paid 3 coins."
story-line = { $by } { $deeds }.
story-line-second = As the second action, { $by } { $deeds }.

deed-act-income = took 1 coin of income
deed-act-foreign_aid = asked for foreign aid
deed-act-coup = launched a coup against { $target }
deed-act-assassinate = claimed { $role } to assassinate { $target }
deed-act-guerrilla = claimed { $role } to attack { $target }
deed-act-judge = claimed { $role } to sentence { $target }
deed-act-mercenary = claimed { $role } to put a Disappear token on { $target }
deed-act-crime_boss = claimed { $role } to demand { $ransom_crime_boss } coins or a card from { $target }
deed-act-politician = claimed { $role } to take 2 coins from { $target }
deed-act-producer = claimed { $role } to swap cards with { $target }
deed-act-protestor = claimed { $role } to start a riot against { $target }
deed-act-general = claimed { $role } to take a card from everyone else
deed-act-priest = claimed { $role } to take 1 coin from everyone else
deed-act-spy = claimed { $role } to act twice
deed-act-steal = claimed { $role } to steal from { $target }
deed-act-exchange = claimed { $role } to exchange cards
deed-act-examine = claimed { $role } to see a card of { $target }
deed-act-claim = claimed { $role }
deed-act-claim-target = claimed { $role } against { $target }
deed-act-farmer = claimed { $role } to give 1 coin to { $recipient }
deed-act-communist = claimed { $role } to move coins from { $target } to { $recipient }
deed-act-customs_officer = claimed { $role } to tax { $taxed }
deed-act-foreign_consular = claimed { $role } to sign a treaty with { $recipient }
deed-act-financier = claimed { $role } to take the coins on the Bank
deed-act-plantation_owner = claimed { $role } to harvest
deed-act-anarchist = put the Bomb before { $target }
deed-act-paramilitary = claimed { $role } to attack { $target }
deed-act-arms_dealer = claimed { $role } and hoped for { $named }
deed-act-socialist = claimed { $role } to get a coin or a card from everyone else
deed-act-bank = took 1 coin and put another on the Bank
deed-act-social_media = used social media to exchange a card
deed-act-convert = converted { $target }
deed-act-convert-self = changed allegiance
deed-act-embezzle = claimed to have no { $denied }, to take the reserve
deed-act-vengeance = took vengeance on { $target }

deed-claim-counteraction = claimed { $role } to block
deed-claim-counteraction-mcguire-ambassador = claimed { $role } so that only 1 coin is stolen
deed-claim-counteraction-foreign_aid = claimed { $role } to block the foreign aid
deed-claim-counteraction-assassinate = claimed { $role } to block the assassination
deed-claim-counteraction-steal = claimed { $role } to block the theft
deed-claim-counteraction-guerrilla = claimed { $role } to block the attack
deed-claim-counteraction-judge = claimed { $role } to block the sentence
deed-claim-counteraction-mercenary = claimed { $role } to block the Disappear token
deed-claim-counteraction-communist = claimed { $role } to keep the coins
deed-claim-counteraction-politician = claimed { $role } to keep the coins
deed-claim-counteraction-producer = claimed { $role } to give no card
deed-claim-counteraction-protestor = claimed { $role } to block the riot
deed-claim-counteraction-general = claimed { $role } to keep the card
deed-claim-counteraction-priest = claimed { $role } to keep the coin
deed-claim-counteraction-paramilitary = claimed { $role } to block the attack
deed-claim-counteraction-socialist = claimed { $role } to give nothing
deed-claim-additional = claimed { $role } too
deed-claim-rebuttal = claimed Contessa (Treaty) to get the aid after all
deed-claim-loss = claimed that the lost card is { $role }
deed-claim-defuse = claimed { $role } to remove the token
deed-claim-bomb = claimed { $role } to defuse the Bomb
deed-claim-bomb-target = claimed { $role } to hand the Bomb to { $target }
deed-claim-estate = claimed { $role } to share the coins

deed-challenge = challenged
deed-proven = showed the { $card }
deed-exposed = did not show { $role }
deed-exposed-denied = conceded
deed-lost = lost { $card }
deed-turned_up = turned up { $card }
deed-eliminated = is out
deed-unchallenged = was not challenged
deed-blocked = blocked it
deed-blocked-general = kept the card
deed-blocked-priest = kept the coin
deed-blocked-socialist = gave nothing
deed-blocked-producer = gave no card
deed-blocked-mcguire-ambassador = let only 1 coin be stolen
deed-lapsed-tax = could not pay the tax on { $role }
deed-paid = paid { $coins }
deed-paid-tax = paid { $coins } of tax to { $recipient }
deed-paid-join = paid { $coins } to join the riot
deed-paid-draw = paid { $coins } to draw another card
deed-paid-life = paid { $coins } to keep the card
deed-refunded = got { $coins } back
deed-coins = took { $coins }
deed-exchanged = returned { $cards }
deed-gave = gave { $recipient } a card
deed-examined = looked at a card of { $target }
deed-swapped = swapped it
deed-taken-reformation = took { $coins } from the reserve
deed-taken-anarchy = took { $coins } from the Bank
deed-defused = defused the Bomb
deed-token-peacekeeping = took the { $icon }Peacekeeping token
deed-token-treaty = signed the { $icon }treaty
deed-token-tax = took the { $icon }Tax token
deed-token-disappear = put a { $icon }Disappear token on { $on }
deed-resigned = resigned
deed-silence = ran out of time

story-away = { $by } is away, so a medium AI plays for them.
story-back = { $by } is back.
story-stalled = Nobody has lost a card for { $turns } turns, so the AI players now choose at random.
story-ai_failed = The AI that plays for { $by } could not decide, so it did what happens when time runs out.

# Sentences about no player, or about two
story-lapsed = Nobody joined the riot, so it failed.
story-coins-gone = { $coins } of { $by } went back to the treasury.
story-transfer = { $coins } went from { $by } to { $recipient }.
story-token-peacekeeping-off = The { $icon }Peacekeeping token is free again.
story-token-treaty-off = The { $icon }treaty ended.
story-token-tax-off = The { $icon }tax ended.
story-token-disappear-off = A { $icon }Disappear token was removed from { $on }.
story-estate = { $coins } of { $of } went to { $names }.
story-estate-none = { $coins } of { $of } went back to the treasury.
story-exploded = The Bomb of { $by } goes off.
story-token-bomb = The { $icon }Bomb lies before { $on }.
story-token-bomb-off = The { $icon }Bomb is gone.
story-converted = { $target } is { $allegiance } now.
story-shown = The deck shows { $card }.
story-mat-card = The mat turned up { $card }.
story-mat-coins = The mat gave { $by } { $coins }.
story-none = Nothing has happened yet.

# What happened recently, in small print in the message of a turn
told-gain = { $by }: { $action } +{ $coins }
told-quiet = { $by }: { $action }

log-title = ### The story so far
log-recorded = -# This game was played by older rules. These are its recorded decisions.
log-page = -# Page { $page } of { $pages }
log-turn = Turn { $turn }: { $name }
log-start = Before the first turn

# Moments: a challenge is settled, a card is lost, a player falls. A heading, then who caused it
moment-proven = { $name } shows the { $card }
moment-proven-by = { $by } was wrong.
moment-exposed = { $name } does not show the { $role }
moment-exposed-by = { $by } wins the challenge.
moment-proven-denied = { $name } has no { $role }: { $card }
moment-exposed-denied = { $name } concedes
moment-lost = { $count ->
    [one] { $names } loses { $cards }
   *[other] { $names } lose a card
}
moment-eliminated = { $count ->
    [one] { $names } is out
   *[other] { $names } are out
}
cause-proven = { $by } had the { $role }.
cause-exposed = { $by } challenged, and no { $role } was shown.
cause-proven-denied = { $by } had no { $role }.
cause-exposed-denied = { $by } challenged the embezzlement.
cause-coup = Coup by { $by }.
cause-assassinate = Assassinated by { $by }.
cause-vengeance = Vengeance by { $by }.
cause-role = By { $by } as { $role }.
cause-disappear = By the Disappear token of { $by }.
cause-anarchist = By the Bomb of { $by }.
cause-resign = Resigned.
