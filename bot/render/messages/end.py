"""The end of a game: who won, what everybody held, and the proof that the shuffle was fixed beforehand."""

from discord import ui

from bot.render.controls import GREEN, button, view
from bot.render.ids import CustomId
from bot.render.messages.previous_turns import last_round
from bot.render.pictures import chart_picture
from bot.render.view_model import TableView

END_COLOUR = 0x3F8F5B


def end_message(scene: TableView) -> ui.LayoutView:
    """The last card of a game: winners, every hand, turns, a chart, seed; with Rematch, Log, Record and Coach.

    Where the cards before it were deleted, it tells the last round too.
    """
    w, phrases, table = scene.words, scene.phrases, scene.table
    winners = scene.game.winners or ()
    credited = [seat for seat in winners if seat not in table.abandoned]
    names = w.join([phrases.title(seat) for seat in credited or winners])
    title = w("end-title" if credited else "end-title-nobody", count=len(credited), names=names)
    away = w("end-away", names=phrases.names(table.abandoned)) if table.abandoned else ""
    hands = [w("end-revealed")]
    for seat, player in enumerate(scene.view["players"]):
        name = phrases.name(seat)
        held = player.get("hand") or ()
        cards = phrases.cards(held) if held else ""
        lost = w("seat-lost", cards=phrases.cards(player["lost"])) if player["lost"] else ""
        both = " · ".join(part for part in (cards, lost) if part)
        hands.append(w("end-hand", name=name, cards=both or w("end-hand-none")))
    seal = w("end-seal", seed=table.server_seed or "", commitment=table.commitment)
    return view(
        last_round(scene, len(table.story)) if table.one_card else "",
        title,
        away,
        "\n".join((*hands, w("end-turns", turns=len(table.story)), *_stalled(scene))),
        rows=[
            [
                button(CustomId.on(table, "rematch"), w("button-rematch"), GREEN),
                button(CustomId.on(table, "log"), w("button-log")),
                button(CustomId.on(table, "record"), w("button-record")),
                button(CustomId.on(table, "coach"), w("button-coach")),
            ]
        ],
        colour=END_COLOUR,
        footer=seal,
        picture=chart_picture(scene),
    )


def _stalled(scene: TableView) -> list[str]:
    """The line that tells from which turn on AI seats decided at random; none where they never did."""
    story = enumerate(scene.table.story, start=1)
    turns = [number for number, turn in story if any(event["type"] == "stalled" for event in turn)]
    return [scene.words("end-stalled", turn=turns[0])] if turns else []
