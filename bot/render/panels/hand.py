"""A player's own hand, and what that player may do now."""

from discord import ui

from bot.render.controls import PANEL_COLOUR, view
from bot.render.messages.seats import tokens_on
from bot.render.panels.choices import asked_text, choice_rows, message_link, paused_text
from bot.render.panels.lesson import around, panel_rows
from bot.render.pictures import hand_picture
from bot.render.texts.catalogue import Words
from bot.render.texts.story import declared_target
from bot.render.view_model import SeatView
from bot.store.rows import Status


def hand_panel(scene: SeatView, note: str = "") -> ui.LayoutView:
    """A player's hand, with what that player is asked now; `note` says what has just been done."""
    title = f"{scene.words('hand-title')}\n{hand_text(scene)}"
    lesson, more = around(scene.public), panel_rows(scene.public)
    if scene.table.status is not Status.PLAYING:
        return view(
            note,
            *lesson,
            paused_text(scene.public),
            title,
            rows=more,
            colour=PANEL_COLOUR,
            picture=hand_picture(scene),
        )
    standing = "" if lesson or (note and not scene.asked) else standing_text(scene)
    return view(
        note,
        *lesson,
        "\n".join(text for text in (asked_text(scene), standing) if text),
        title,
        rows=[*(choice_rows(scene) if scene.asked else ()), *more],
        colour=PANEL_COLOUR,
        footer=message_link(scene),
        picture=hand_picture(scene),
    )


def settled_panel(scene: SeatView | None, words: Words, note: str) -> ui.LayoutView:
    """Returns a panel whose question is over: the hand, if there is a game, without time and controls."""
    hand = "" if scene is None else f"{words('hand-title')}\n{hand_text(scene)}"
    return view(note, words("copy-settled"), hand, colour=PANEL_COLOUR)


def hand_text(scene: SeatView) -> str:
    """What a player has: cards held, drawn, lost and put aside, coins, tokens, and whom it may not target."""
    words, phrases, me = scene.words, scene.phrases, scene.me
    if not me["alive"]:
        hands = [
            words("hand-of", name=phrases.name(seat), cards=phrases.cards(cards) if cards else words("nothing"))
            for seat, cards in scene.hands.items()
        ]
        return "\n".join((words("hand-none"), words("hand-open"), *hands) if hands else (words("hand-none"),))
    held = me["hand"]
    drawn = [card for slot, card in enumerate(scene.cards) if slot >= len(held) and slot != scene.given_slot]
    lines = [words("hand-cards", cards=phrases.cards(held) if held else words("nothing"))]
    if drawn:
        lines.append(words("hand-drawn", cards=phrases.cards(drawn)))
    if scene.given is not None:
        giver = declared_target(scene.public)
        name = "" if giver is None else phrases.name(giver)
        lines.append(words("hand-given", card=phrases.role(scene.given), name=name))
    if me["lost"]:
        lines.append(words("hand-lost", cards=phrases.cards(me["lost"])))
    if me["aside"]:
        lines.append(words("hand-aside", cards=phrases.cards(me["aside"])))
    lines.append(words("hand-coins", coins=phrases.coins(me["coins"])))
    tokens = tokens_on(scene.public, scene.seat)
    if tokens:
        lines.append(words("hand-tokens", tokens=words.join(tokens)))
    return "\n".join((*lines, *withheld(scene).values()))


def standing_text(scene: SeatView) -> str:
    """That it is the player's turn, or whom the table waits for."""
    words, waiting = scene.words, waiting_text(scene)
    if scene.asked:
        return words("hand-turn") if scene.game.prompt == "act" else ""
    if not scene.table.owing:
        return waiting
    if scene.seat in scene.game.resigned:
        return f"{words('hand-resigned')} {waiting}"
    return f"{words('hand-answered')} {waiting}" if scene.answered else waiting


def waiting_text(scene: SeatView) -> str:
    """Whom the table waits for."""
    owing = scene.table.owing
    if not owing:
        return scene.words("card-settling")
    awaited = [seat for seat in sorted(owing) if not scene.table.seats[seat].away]
    if not awaited:
        return scene.words("hand-waiting-ai")
    return scene.words("hand-waiting", names=scene.phrases.names(awaited))


def withheld(scene: SeatView) -> dict[int, str]:
    """The players who cannot be targeted on one's own turn, each with the reason in words."""
    if scene.game.prompt != "act":
        return {}
    return {
        seat: scene.words(f"pick-reason-{reason}", name=scene.phrases.name(seat))
        for seat, reason in scene.untargetable.items()
    }
