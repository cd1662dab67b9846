"""How bluffing AI seats estimate their options: memory of the others, the value of a position, and the network.

`lab.training` and `lab.duel` train with the same modules.
"""
