"""The menu of a lobby's host, and the choices of AI seats."""

from typing import Final

from bot.render.controls import PANEL_COLOUR, RED, Control, Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import CLOSED_COLOUR
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.ai.players import playing_kind
from bot.tables.games.seats import key_of
from engine.ai import LEVELS, TEMPERAMENTS

BY_CHANCE: Final = "chance"
"""The value of the option for a random temperament."""


def host_panel(view: TableView, user_id: int, note: str = "") -> Layout:
    """Returns the host's menu; `note` says what has just been done.

    If the lobby is over, or the member is no longer its host, the panel says only that.
    """
    texts = view.texts
    if view.status is not Status.LOBBY:
        return layout(texts("lobby-closed" if view.public_game is None else "host-begun"), colour=CLOSED_COLOUR)
    if user_id != view.host_id:
        return layout(texts("host-other", host=view.host), colour=CLOSED_COLOUR)
    seats = texts("lobby-seats", count=len(view.seats), most=view.most_players)
    last = [button(view.control_id("set"), texts("button-settings"))]
    if view.removable:
        last.append(_remove_button(view, view.removable[-1]))
    last.append(button(view.control_id("close"), texts("button-close"), RED))
    rows = [last]
    if len(view.seats) < view.most_players:
        rows.insert(0, [select(view.control_id("addai"), texts("host-add"), ai_kinds(texts))])
    return layout(note, f"{texts('host-title')}\n{seats}. {texts('host-text')}", rows=rows, colour=PANEL_COLOUR)


def _remove_button(view: TableView, seat: int) -> Control:
    """Returns the button that removes an AI seat.

    Its id names the AI, because seats may change before the click.
    """
    name, player = view.labels.label(seat), view.seats[seat]
    return button(
        view.control_id("unai", key_of(player.user_id, player.name)), view.texts("button-remove", name=name)
    )


def temperament_panel(view: TableView, kind: str) -> Layout:
    """Returns the choice of a temperament for an AI seat of this kind, before the seat is added."""
    texts = view.texts
    named = [(name, texts(f"temperament-{name}"), texts(f"about-temperament-{name}")) for name in TEMPERAMENTS]
    options = [(BY_CHANCE, texts("temperament-chance"), texts("about-temperament-chance")), *named]
    return layout(
        texts("host-temperament-title", kind=texts(f"ai-kind-{kind}")),
        rows=[
            [select(view.control_id("temper", kind), texts("host-temperament"), options)],
            [button(view.control_id("host"), texts("button-back"))],
        ],
        colour=PANEL_COLOUR,
    )


def ai_kinds(texts: Texts) -> list[tuple[str, str, str]]:
    """Returns the kinds of AI seats as options of a select, the weakest first."""
    return [(kind, texts(f"ai-kind-{kind}"), _about(kind, texts)) for kind in LEVELS]


def _about(kind: str, texts: Texts) -> str:
    playing = playing_kind(kind)
    return (
        texts(f"about-ai-{kind}")
        if playing == kind
        else texts("about-ai-without", kind=texts(f"ai-kind-{playing}"))
    )


def usual_ai_text(texts: Texts, kind: str) -> str:
    """Returns a sentence with the kind of a server's new AI seats, and the substitute if that kind cannot play."""
    text = texts("config-ai", kind=texts(f"ai-kind-{kind}"))
    return text if playing_kind(kind) == kind else f"{text} {_about(kind, texts)}"


def usual_ai_panel(texts: Texts, kind: str) -> Layout:
    """Returns the kind of a server's new AI seats and a select of all kinds, for moderators."""
    return layout(
        usual_ai_text(texts, kind),
        rows=[[select(CustomId("aikind", 0), texts("config-ai-choose"), ai_kinds(texts))]],
        colour=PANEL_COLOUR,
    )
