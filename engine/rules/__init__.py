"""The rules of Coup as coroutines: one flow of turn, claim, challenge, counteraction and loss for all editions."""
