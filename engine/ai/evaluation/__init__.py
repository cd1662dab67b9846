"""How bluffing AI seats estimate their options: memory of other players, value of a position, and the network.

`lab.training` and `lab.duel` train with the same modules.
"""
