"""Table talk: what AI players say about a moment of the game, at most once a turn.

Who speaks and what is said follows from public facts alone, by a key that anybody may know. So it betrays nothing,
and every rendering of a turn has the same words.
"""

import hmac
import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView

VARIANTS: Final = 3
"""The number of texts for each kind of moment and temperament: `talk-<kind>-<temperament>-1` and so on."""

_KEY: Final = b"table talk"
_MOMENTS_PER_REMARK: Final = 3
_USUAL_TEMPERAMENT: Final = "even"
_OUTCOMES: Final = {"proven": "refuted", "exposed": "caught"}
"""The kind of moment for the challenger, by that for the challenged player."""


class _Remark(NamedTuple):
    """A remark that a player might make: the moment, the speaker, the other player, the role and the text."""

    kind: str
    by: int
    about: int | None = None
    role: str | None = None
    variant: int = 1


def talk_line(view: TableView, turn: int, *, is_over: bool = False) -> str:
    """Returns the line with what an AI player says in a turn; "" if none says anything.

    `is_over`: words about a claim are left out, because the message of that turn has shown them.
    """
    remark = _remark(view, turn) if view.settings.talk else None
    if remark is None or (is_over and remark.kind == "claim"):
        return ""
    phrases, texts = view.labels, view.texts
    temperament = view.seats[remark.by].temperament or _USUAL_TEMPERAMENT
    facts = {
        "name": "" if remark.about is None else escape(phrases.label(remark.about)),
        "role": "" if remark.role is None else phrases.role(remark.role),
    }
    words = texts(f"talk-{remark.kind}-{temperament}-{remark.variant}", **facts)
    return texts("talk-line", name=view.phrases.title(remark.by), words=words)


def _remark(view: TableView, turn: int) -> _Remark | None:
    """Returns what is said in a turn: about the first moment for which the draw says so, one in three.

    Words before a challenge is settled are silent after it, which may have refuted them.
    """
    events = view.story[turn]
    for number, event in enumerate(events):
        remarks = [remark for remark in _remarks(view, turn, number) if view.seats[remark.by].ai is not None]
        if not remarks:
            continue
        facts = json.dumps((view.id, turn, number, event), sort_keys=True).encode()
        draws = iter(hmac.digest(_KEY, facts, "sha256"))
        if next(draws) % _MOMENTS_PER_REMARK == 0:
            remark = remarks[next(draws) % len(remarks)]._replace(variant=next(draws) % VARIANTS + 1)
            is_settled = any(later["type"] in _OUTCOMES for later in events[number + 1 :])
            return None if is_settled and remark.kind in ("claim", "challenge") else remark
    return None


def _remarks(view: TableView, turn: int, number: int) -> Iterator[_Remark]:
    """Yields what players might say about an event of a turn; nothing if it is no moment."""
    events = view.story[turn]
    event = events[number]
    match event["type"]:
        case "action" | "claim" if event["role"] is not None:
            yield _Remark("claim", event["by"], role=event["role"])
        case "challenge" if event["role"] is not None:
            yield _Remark("challenge", event["by"], event["against"], event["role"])
        case "proven" | "exposed":
            challenger = next(e["by"] for e in reversed(events[:number]) if e["type"] == "challenge")
            yield _Remark(event["type"], event["by"], challenger)
            yield _Remark(_OUTCOMES[event["type"]], challenger, event["by"])
        case "eliminated":
            fallen: int = event["by"]
            yield _Remark("fall", fallen)
            told = (*view.story[:turn], events[: number + 1])
            out = {e["by"] for events in told for e in events if e["type"] == "eliminated"}
            others = [seat for seat in range(len(view.seats)) if seat not in out]
            team = view.players[fallen].get("team")
            yield from (
                _Remark("outlived", seat, fallen)
                for seat in others
                if team is None or view.players[seat].get("team") != team
            )
        case "over":
            yield from (_Remark("victory", seat) for seat in event["winners"])
        case _:
            pass
