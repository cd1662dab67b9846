"""The tax on a role: who can pay it, and the payment when a claim of the role is opened (rules.md 3.3)."""

from engine.table.table import Table


def can_claim(table: Table, seat: int, role: str | None, besides: int = 0) -> bool:
    """Whether a player can pay `besides` coins and, if the role is taxed, one coin of tax."""
    return table.coins[seat] >= (besides if table.tokens.tax is None else besides + tax_on(table, seat, role))


def tax_on(table: Table, seat: int, role: str | None) -> int:
    """Returns how many coins of tax a claim of a role costs a player, 0 or 1."""
    tax = table.tokens.tax
    return int(tax is not None and tax[1] == role and tax[0] != seat)


def pay_tax(table: Table, seat: int, role: str) -> bool:
    """Pays the tax on a role, if any is due. Returns False if the player cannot pay; then the claim is dropped."""
    tax = table.tokens.tax
    if tax is None or tax[1] != role or tax[0] == seat:
        return True
    if not table.coins[seat]:
        table.events.append({"type": "lapsed", "by": seat, "role": role})
        return False
    table.coins[seat] -= 1
    table.coins[tax[0]] += 1
    table.events.append({"type": "paid", "by": seat, "amount": 1, "why": "tax", "recipient": tax[0]})
    return True
