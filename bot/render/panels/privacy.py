"""The panel that asks a member to confirm the deletion of all data."""

from bot.privacy.anonymous_game import ANONYMOUS
from bot.render.controls import PANEL_COLOUR, RED, Layout, button, layout
from bot.render.custom_id import CustomId
from bot.render.texts.catalogue import Texts


def deletion_panel(live_games: int, texts: Texts) -> Layout:
    """Returns the question whether to delete a member's data, for a member at this many open tables."""
    said = [
        texts("privacy-ask", name=ANONYMOUS),
        texts("privacy-ask-running", games=live_games) if live_games else "",
        texts("privacy-ask-forever"),
    ]
    buttons = [
        button(CustomId("erase", 0), texts("privacy-confirm"), RED),
        button(CustomId("unchanged", 0), texts("button-back")),
    ]
    return layout("\n".join(filter(None, said)), rows=[buttons], colour=PANEL_COLOUR)
