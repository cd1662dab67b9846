# The chronicle: what happened, one line each, in the past tense. Only what everyone saw.

story-act-income = { $by } took 1 coin of income.
story-act-foreign_aid = { $by } asked for foreign aid.
story-act-coup = { $by } launched a coup against { $target }.
story-act-tax = { $by } claimed Duke for tax.
story-act-assassinate = { $by } claimed Assassin against { $target }.
story-act-steal = { $by } claimed Captain to steal from { $target }.
story-act-exchange = { $by } claimed { $role } to exchange.
story-act-examine = { $by } claimed Inquisitor to examine { $target }.
story-act-claim = { $by } claimed { $role }.
story-act-claim-target = { $by } claimed { $role } against { $target }.
story-act-claim-recipient = { $by } claimed { $role } with { $recipient }.
story-act-claim-both = { $by } claimed { $role }, from { $target } to { $recipient }.
story-act-claim-role = { $by } claimed { $role } to tax { $taxed }.
story-act-vengeance = { $by } took vengeance on { $target }.

story-claim-counteraction = { $by } claimed { $role } to counter.
story-claim-additional = { $by } claimed { $role } too.
story-claim-rebuttal = { $by } claimed the Treaty Contessa against the block.
story-claim-loss = { $by } said the lost card was { $role }.
story-claim-defuse = { $by } claimed { $role } to remove the token.
story-claim-estate = { $by } claimed { $role } for the estate.
story-joined = { $by } joined the riot.

story-challenge = { $by } challenged.
story-proven = { $by } showed { $card }.
story-exposed = { $by } did not show { $role }.
story-lost = { $by } lost { $card }.
story-aside = { $by } put a card aside, face down.
story-turned_up = { $by } turned up { $card }.
story-eliminated = { $by } is out.
story-blocked = The counteraction by { $by } stood.
story-lapsed-tax = { $by } could not pay the tax on { $role }.
story-lapsed = { $action } came to nothing.
story-paid = { $by } paid { $coins }.
story-paid-tax = { $by } paid { $coins } of tax to { $recipient }.
story-paid-join = { $by } paid { $coins } to join.
story-paid-draw = { $by } paid { $coins } to draw another card.
story-paid-life = { $by } paid { $coins } and kept the life.
story-refunded = { $by } got { $coins } back.
story-coins = { $by } took { $coins }.
story-coins-gone = { $coins } of { $by } went to the treasury.
story-transfer = { $by } gave { $coins } to { $recipient }.
story-exchanged = { $by } exchanged and returned { $cards }.
story-gave = { $by } handed a card to { $recipient }.
story-examined = { $by } looked at a card of { $target }.
story-swapped = { $by } had the card of { $target } swapped.
story-token-peacekeeping = { $by } holds the Peacekeeping token.
story-token-peacekeeping-off = The Peacekeeping token went back to the centre.
story-token-treaty = { $by } and { $on } signed a treaty.
story-token-treaty-off = The treaty ended.
story-token-tax = { $by } taxes { $role }.
story-token-tax-off = The tax was lifted.
story-token-disappear = { $by } put a Disappear token on { $on }.
story-token-disappear-off = A Disappear token came off { $on }.
story-estate = The estate of { $of }, { $coins }, went to { $names }.
story-estate-none = The estate of { $of }, { $coins }, went to the treasury.
story-mat-card = The mat turned up { $card }.
story-mat-coins = The mat gave { $by } { $coins }.
story-resigned = { $by } resigned.
story-over = { $count ->
    [one] { $names } won.
   *[other] { $names } won together.
}
story-none = Nothing has happened yet.
story-silence = { $names } did not answer in time.

log-title = ### The story so far
log-page = -# Page { $page } of { $pages }
log-turn = Turn { $turn }: { $name }
log-start = Before the first turn
