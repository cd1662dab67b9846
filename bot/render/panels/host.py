"""The menu of a lobby's host, and the choices of AI seats."""

from itertools import product

from bot.render.controls import RED, Control, Layout, button, layout, select, table_button
from bot.render.messages.lobby import CLOSED_COLOUR
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.ai_players import playing_kind
from bot.tables.games import key_of
from engine.ai import LEVELS, TEMPERAMENTS


def host_panel(view: TableView, user_id: int, note: str = "", *, may_call: bool = True) -> Layout:
    """Returns the host's menu; `note` says what has just been done, `may_call` whether members can be called now.

    To others, and once the lobby is over, the panel says only that.
    """
    texts = view.texts
    if view.status is not Status.LOBBY:
        return layout(texts("lobby-closed" if view.public_game is None else "host-begun"), colour=CLOSED_COLOUR)
    if user_id != view.host_id:
        return layout(texts("host-other", host=view.host), colour=CLOSED_COLOUR)
    keys = [key_of(player.user_id, player.name) for player in view.seats]
    rows: list[list[Control]] = []
    if len(view.seats) < view.most_players:
        kinds = [*ai_kinds(texts), *_tempered_kinds(texts)]
        rows.append([select(view.control_id("addai"), texts("host-add"), kinds)])
    if view.teams:
        players = [
            (key, view.labels.label(seat), view.labels.team(view.teams[seat])) for seat, key in enumerate(keys)
        ]
        rows.append([select(view.control_id("swap"), texts("host-swap"), players, count=2)])
    settings = table_button(view, "set", label=texts("button-settings"))
    removes = [  # each names its AI, because seats may change before the click
        button(view.control_id("unai", keys[seat]), texts("button-remove", name=view.labels.label(seat)))
        for seat in view.removable
    ]
    calls = [table_button(view, "call")] if may_call else []
    rows.append([settings, *calls, *removes, table_button(view, "close", RED)])
    return layout(note, texts("host-title"), rows=rows)


def _tempered_kinds(texts: Texts) -> list[tuple[str, str, str]]:
    """Returns each kind of AI seats with each temperament, as options of a select."""
    options: list[tuple[str, str, str]] = []
    for kind, temperament in product(LEVELS, TEMPERAMENTS):
        words = {"kind": texts(f"ai-kind-{kind}"), "temperament": texts(f"temperament-{temperament}")}
        about = texts(f"about-temperament-{temperament}")
        options.append((f"{kind}.{temperament}", texts("host-ai", **words), about))
    return options


def ai_kinds(texts: Texts) -> list[tuple[str, str, str]]:
    """Returns the kinds of AI seats as options of a select, the weakest first."""
    return [(kind, texts(f"ai-kind-{kind}"), _about(kind, texts)) for kind in LEVELS]


def _about(kind: str, texts: Texts) -> str:
    playing = playing_kind(kind)
    if playing == kind:
        return texts(f"about-ai-{kind}")
    return texts("about-ai-without", kind=texts(f"ai-kind-{playing}"))


def usual_ai_text(texts: Texts, kind: str) -> str:
    """Returns a sentence with the kind of a server's new AI seats, and the substitute if that kind cannot play."""
    text = texts("config-ai", kind=texts(f"ai-kind-{kind}"))
    return text if playing_kind(kind) == kind else f"{text} {_about(kind, texts)}"
