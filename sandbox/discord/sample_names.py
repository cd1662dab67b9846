"""Names and colours for the accounts, guilds and channels that a world begins with."""

PEOPLE = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]
COLORS = ["#d1495b", "#2e86ab", "#3c896d", "#b1740f", "#7b4fa6", "#3b5ba5", "#a2466b", "#4f7a28"]
GUILDS = ["The Court", "The Harbour", "The Market", "The Abbey", "The Embassy", "The Citadel"]
CHANNELS = ["coup", "second-table", "quiet"]


def first_names(known: list[str], further: str, count: int) -> list[str]:
    """This number of names, at least one: the known ones, then for example "Guest 13" if `further` is "Guest"."""
    more = [f"{further} {number}" for number in range(len(known) + 1, count + 1)]
    return (known + more)[: max(1, count)]
