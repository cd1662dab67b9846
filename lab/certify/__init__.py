"""The certificate of the one-card duel: a lower and an upper bound of what a best response wins against strong."""
