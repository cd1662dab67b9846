"""How AI seats that bluff judge: what they remember and believe of others, and what each option is worth.

`lab.training` and `lab.duel` train with the same parts: `beliefs.Memory`, `judge.Judge`, `features`, `network`
and `duel`.
"""
