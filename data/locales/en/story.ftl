# The story: what happened, in the past tense, as everybody saw it.

story-act-income = { $by } took 1 coin as income.
story-act-foreign_aid = { $by } asked for foreign aid.
story-act-coup = { $by } launched a coup against { $target }.
story-act-assassinate = { $by } claimed { $role } to assassinate { $target }.
story-act-guerrilla = { $by } claimed { $role } to attack { $target }.
story-act-judge = { $by } claimed { $role } to sentence { $target }.
story-act-mercenary = { $by } claimed { $role } to put a Disappear token on { $target }.
story-act-crime_boss = { $by } claimed { $role } to demand { $ransom_crime_boss } coins or a card from { $target }.
story-act-politician = { $by } claimed { $role } to take 2 coins from { $target }.
story-act-producer = { $by } claimed { $role } to swap cards with { $target }.
story-act-protestor = { $by } claimed { $role } to start a riot against { $target }.
story-act-general = { $by } claimed { $role } to take a card from each other player.
story-act-priest = { $by } claimed { $role } to take 1 coin from each other player.
story-act-peacekeeper = { $by } claimed { $role } to take the Peacekeeping token.
story-act-spy = { $by } claimed { $role } to act twice.
story-act-steal = { $by } claimed { $role } to steal from { $target }.
story-act-exchange = { $by } claimed { $role } to exchange cards.
story-act-examine = { $by } claimed { $role } to see a card of { $target }.
story-act-claim = { $by } claimed { $role }.
story-act-claim-target = { $by } claimed { $role } against { $target }.
story-act-farmer = { $by } claimed { $role } to give 1 coin to { $recipient }.
story-act-communist = { $by } claimed { $role } to move coins from { $target } to { $recipient }.
story-act-customs_officer = { $by } claimed { $role } to tax { $taxed }.
story-act-foreign_consular = { $by } claimed { $role } to sign a treaty with { $recipient }.
story-act-financier = { $by } claimed { $role } to take the coins on the Bank.
story-act-plantation_owner = { $by } claimed { $role } to take 2 coins or more.
story-act-anarchist = { $by } put the Bomb before { $target }.
story-act-paramilitary = { $by } claimed { $role } to attack { $target }.
story-act-arms_dealer = { $by } claimed { $role }, hoping for { $named }.
story-act-socialist = { $by } claimed { $role } to get a coin or a card from each other player.
story-act-bank = { $by } took 1 coin and put another on the Bank.
story-act-social_media = { $by } used social media to exchange a card.
story-act-embezzle = { $by } claimed to have no { $denied }, to take the reserve.
story-act-vengeance = { $by } took vengeance on { $target }.

story-claim-counteraction = { $by } claimed { $role } to block.
story-claim-counteraction-mcguire-ambassador = { $by } claimed { $role } so that only 1 coin is stolen.
story-claim-counteraction-foreign_aid = { $by } claimed { $role } to block the foreign aid.
story-claim-counteraction-assassinate = { $by } claimed { $role } to block the assassination.
story-claim-counteraction-steal = { $by } claimed { $role } to block the theft.
story-claim-counteraction-guerrilla = { $by } claimed { $role } to block the attack.
story-claim-counteraction-judge = { $by } claimed { $role } to block the sentence.
story-claim-counteraction-mercenary = { $by } claimed { $role } to block the Disappear token.
story-claim-counteraction-communist = { $by } claimed { $role } to keep the coins.
story-claim-counteraction-politician = { $by } claimed { $role } to keep the coins.
story-claim-counteraction-producer = { $by } claimed { $role } to give no card.
story-claim-counteraction-protestor = { $by } claimed { $role } to block the riot.
story-claim-counteraction-general = { $by } claimed { $role } to keep the card.
story-claim-counteraction-priest = { $by } claimed { $role } to keep the coin.
story-claim-counteraction-paramilitary = { $by } claimed { $role } to block the attack.
story-claim-counteraction-socialist = { $by } claimed { $role } to give nothing.
story-claim-additional = { $by } claimed { $role } too.
story-claim-rebuttal = { $by } claimed Contessa (Treaty) to get the aid after all.
story-claim-loss = { $by } claimed that the lost card is { $role }.
story-claim-defuse = { $by } claimed { $role } to remove the token.
story-claim-bomb = { $by } claimed { $role } to defuse the Bomb.
story-claim-bomb-target = { $by } claimed { $role } to hand the Bomb to { $target }.
story-claim-estate = { $by } claimed { $role } to share the coins.

story-challenge = { $by } challenged.
story-proven = { $by } showed the { $card }.
story-exposed = { $by } did not show { $role }.
story-exposed-denied = { $by } conceded.
story-lost = { $by } lost { $cards }.
story-lost-out = { $by } lost { $cards } and is out.
story-turned_up = { $by } turned up { $cards }.
story-turned_up-out = { $by } turned up { $cards } and is out.
story-eliminated = { $by } is out.
story-unchallenged = Nobody challenged.
story-blocked = { $by } blocked it.
story-blocked-general = { $by } kept the card.
story-blocked-priest = { $by } kept the coin.
story-blocked-socialist = { $by } gave nothing.
story-blocked-producer = { $by } gave no card.
story-blocked-mcguire-ambassador = { $by } let only 1 coin be stolen.
story-lapsed-tax = { $by } could not pay the tax on { $role }.
story-paid = { $by } paid { $coins }.
story-paid-tax = { $by } paid { $coins } of tax to { $recipient }.
story-paid-join = { $by } paid { $coins } to join the riot.
story-paid-draw = { $by } paid { $coins } to draw more.
story-paid-life = { $by } paid { $coins } to keep the card.
story-refunded = { $by } got { $coins } back.
story-coins = { $by } took { $coins }.
story-exchanged = { $by } returned { $cards }.
story-gave = { $by } gave { $recipient } a card.
story-examined = { $by } looked at a card of { $target }.
story-swapped = { $by } swapped it for a new one.
story-taken-reformation = { $by } took { $coins } from the reserve.
story-taken-anarchy = { $by } took { $coins } from the Bank.
story-token-peacekeeping = { $by } took the { $icon }Peacekeeping token.
story-token-treaty = { $by } signed the { $icon }treaty.
story-token-tax = { $by } took the { $icon }Tax token.
story-token-disappear = { $by } put a { $icon }Disappear token on { $on }.
story-resigned = { $by } resigned.
story-silence = { $names } ran out of time.

story-away = { $by } is away: a medium AI plays.
story-back = { $by } is back.
story-stalled = Nobody has lost a card for { $turns } turns, so the AI players now choose at random.
story-ai_failed = The AI on the seat of { $by } could not decide, so the careful answer was given.

# Sentences about no player, or about two
story-lapsed = Nobody joined the riot, so it failed.
story-coins-gone = { $by } lost { $coins } to the treasury.
story-transfer = { $coins } went from { $by } to { $recipient }.
story-transfer-each = { $coins } each went from { $names } to { $recipient }.
story-token-peacekeeping-off = The { $icon }Peacekeeping token is free again.
story-token-tax-off = The { $icon }tax ended.
story-token-disappear-off = A { $icon }Disappear token was removed from { $on }.
story-estate = { $coins } of { $of } went to { $names }.
story-estate-none = { $coins } of { $of } went back to the treasury.
story-converted = { $by } converted { $target } to { $allegiance }.
story-converted-self = { $by } changed to { $allegiance }.
story-exploded = The Bomb before { $by } went off.
story-token-bomb = The { $icon }Bomb lies before { $on }.
story-token-bomb-off = The { $icon }Bomb is gone.
story-shown = The deck showed { $card }.
story-mat-card = The mat turned up { $card }.
story-mat-coins = The mat gave { $by } { $coins }.
story-none = Nothing has happened.
story-unplayed = The game ended before this turn.

# What happened recently, in small print in the message of a turn
told-gain = { $by }: { $action } +{ $coins }
told-take = { $by }: { $action } +{ $coins } from { $target }
told-share = { $by }: { $action } +{ $coins } ({ $given } to { $recipient })
told-quiet = { $by }: { $action }
told-late-own = { $told } (out of time)
told-late = { $told } (out of time: { $count ->
    [one] { $names }
    [2] { $names }
   *[other] { $count } players
})
told-blocked = { $by }: { $action }, blocked by { $blocker } as { $role }

log-title = ### Log
log-recorded = -# This game was played by older rules. These are its recorded decisions.
log-page = -# Page { $page } of { $pages }
log-turn = Turn { $turn }: { $name }
log-turn-untold = Turn { $turn }
log-turn-told = Turn { $turn }: { $story }
log-turn-line = **Turn { $turn }:** { $story }
story-shortened = { $first } … { $last }
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
cause-proven = Wrong challenge: { $by } had the { $role }.
cause-exposed = Challenged by { $by }: no { $role } shown.
cause-proven-denied = Wrong challenge: { $by } had no { $role }.
cause-exposed-denied = Challenged by { $by }.
cause-coup = Coup by { $by }.
cause-assassinate = Assassinated by { $by }.
cause-vengeance = Vengeance by { $by }.
cause-role = Attack by { $by } as { $role }.
cause-disappear = Disappear token of { $by }.
cause-anarchist = Bomb of { $by }.
cause-resign = Resigned.
