"""The public history of a game: which seats have claimed which roles, were caught lying, and have challenged."""

from collections import Counter

from engine import Event


class ClaimHistory:
    """Counts, by seat, the claims of each role, the lies that were exposed, and the challenges."""

    def __init__(self, seats: int) -> None:
        self.claimed: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.exposed: Counter[int] = Counter()
        self.challenged: Counter[int] = Counter()

    def observe(self, event: Event) -> None:
        """Counts a claim, a challenge or an exposed lie of a public event."""
        if event["type"] in ("action", "claim") and event.get("role"):
            self.claimed[event["by"]][event["role"]] += 1
        elif event["type"] == "exposed":
            self.exposed[event["by"]] += 1
        elif event["type"] == "challenge":
            self.challenged[event["by"]] += 1
