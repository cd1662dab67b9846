"""The panel with a player's own hand, the question to that player, standing orders, and what a lesson adds."""

from bot.render.controls import BLUE, GREEN, Control, Layout, Option, button, layout, select, table_button
from bot.render.icons import answer_art
from bot.render.message_pictures import hand_picture
from bot.render.messages.lesson import end_texts, is_hand_step, learner_of, lesson_text
from bot.render.messages.moment import fall_causes
from bot.render.messages.question import (
    action_select,
    answer_button,
    question_text,
    reminder_text,
    sort_answers,
    time_text,
)
from bot.render.messages.seats import seats_text, tokens_on
from bot.render.messages.story import settled_events, story_lines
from bot.render.seat_view import SeatView, slots_of
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY, EVERY_ROUND
from bot.tables.transitions.orders import EVERYTHING, UNLESS, all_orders
from engine.moves import CONCEDE, PAY, SWAP


def hand_panel(
    view: SeatView, note: str = "", *, brief: bool = False, dealt: bool = False, hinted: bool = False
) -> Layout:
    """Returns a player's hand with the question to that player; `note` says what has just been done.

    If `dealt`, the hand comes unasked: what the table message asks is left to it, and a member who plays alone is
    offered no orders. If `brief`, a player to whom the panel offers no answer gets the note and one line of the
    hand, because a hand would push the table message off the screen of a phone. If `hinted`, the note is a hint,
    so no button offers one.
    """
    is_private_question = view.is_asked and view.table.asks_privately
    is_dealt = dealt and not is_private_question
    is_asked = view.is_asked and not is_dealt
    if brief and not is_asked:
        return layout(
            " ".join(filter(None, (note, _brief_hand_text(view)))),
            _standstill_text(view),
            "" if view.me["alive"] else hand_text(view),
            _orders_text(view).partition("\n")[0],  # My hand also says what orders leave to their owner
            rows=[*_back_rows(view), *_orders_rows(view)],
        )
    is_playing = view.table.status is Status.PLAYING
    lesson = _lesson_texts(view.table)
    question, time = (asked_text(view), time_text(view.table)) if is_asked else ("", "")
    status = _standstill_text(view)
    if is_playing and not (status or lesson or (note and not is_asked)):
        status = _status_text(view)
    return layout(
        note,
        *lesson,
        "\n".join(filter(None, (question, status, time))),
        hand_text(view),
        _orders_text(view) if is_playing and not is_private_question else "",
        rows=[
            *(choice_rows(view) if is_asked else ()),
            *_back_rows(view),
            *(() if is_private_question or (is_dealt and view.table.is_alone) else _orders_rows(view)),
            *_lesson_rows(view.table, hinted=hinted),
        ],
        footer=view.table.link_text if is_playing and not is_dealt else "",
        picture=hand_picture(view),
    )


def settled_panel(view: SeatView | None, texts: Texts, note: str) -> Layout:
    """Returns a panel whose question is over: the hand, if there is a game, without time and controls."""
    return layout(note, texts("copy-settled"), "" if view is None else hand_text(view))


def hand_text(view: SeatView) -> str:
    """Returns what a player has (cards held, drawn, lost, put aside; coins; tokens) and cannot target.

    For a player who is out: why, and the hands that the player may see.
    """
    texts, phrases, me = view.texts, view.phrases, view.me
    if not me["alive"]:
        hands = [
            texts("hand-of", name=phrases.name(seat), cards=phrases.cards(cards) if cards else texts("nothing"))
            for seat, cards in view.hands.items()
        ]
        out = " ".join((texts("hand-none"), *fall_causes(view.table, view.seat)))
        return "\n".join((out, texts("hand-open"), *hands) if hands else (out,))
    held = me["hand"]
    cards = phrases.cards(held) if held else phrases.count(0)
    own = texts("hand-cards", cards=cards, coins=phrases.coins(me["coins"]))
    lines = [texts("hand-title"), own, *new_cards(view)]
    if me["lost"]:
        lines.append(texts("hand-lost", cards=phrases.cards(me["lost"])))
    if me["aside"]:
        lines.append(texts("hand-aside", cards=phrases.cards(me["aside"])))
    tokens = tokens_on(view.table, view.seat)
    if "allegiance" in me:
        lines.append(texts("hand-allegiance", allegiance=tokens.pop(0)))
    if tokens:
        lines.append(texts("hand-tokens", tokens=texts.join(tokens)))
    return "\n".join((*lines, *_protected_players(view)))


def new_cards(view: SeatView) -> list[str]:
    """Returns a sentence with the cards that a player has drawn and chooses from, and one for each given card."""
    texts, phrases, held = view.texts, view.phrases, len(view.me["hand"])
    drawn = [card for slot, card in enumerate(view.cards) if slot >= held and slot not in view.given_slots]
    return [
        *([texts("hand-drawn", cards=phrases.cards(drawn))] if drawn else ()),
        *(
            texts("hand-given", card=phrases.role(card), name=phrases.name(giver))
            for giver, card in view.given.items()
        ),
    ]


def _brief_hand_text(view: SeatView) -> str:
    """Returns the cards held alone: the panel stays as it is until a question about them is shown in it."""
    held = view.me["hand"] if view.table.status is Status.PLAYING else ()
    return view.texts("hand-brief", cards=view.phrases.cards(held)) if held else ""


def _status_text(view: SeatView) -> str:
    """Returns the sentence that it is the player's turn, or that the player resigned; otherwise an empty text."""
    if view.is_asked:
        return view.texts("hand-turn") if view.game.prompt == "act" else ""
    return view.texts("hand-resigned") if view.seat in view.game.resigned else ""


def waiting_text(view: SeatView) -> str:
    """Returns the sentence that names the other players who must still answer."""
    if not view.table.owing:
        return view.texts("question-settling")
    others = [seat for seat in view.table.awaited if seat != view.seat]
    if not others:
        return view.texts("hand-waiting-ai")
    return view.texts("hand-waiting", names=view.phrases.names(others))


def _protected_players(view: SeatView) -> list[str]:
    """Returns a sentence for each reason why the player cannot target others in the player's own turn."""
    by_reason: dict[str, list[int]] = {}
    if view.game.prompt == "act":
        for seat, reason in view.untargetable.items():
            by_reason.setdefault(reason, []).append(seat)
    return [
        view.texts(f"pick-reason-{reason}", name=view.phrases.names(seats), count=len(seats))
        for reason, seats in by_reason.items()
    ]


def _lesson_texts(view: TableView) -> tuple[str, ...]:
    """Returns what a lesson shows above the hand: the first step, or all that a private lesson shows."""
    if not view.practice:
        return ()
    if not view.is_private:
        first = view.texts("lesson-step", idea=view.texts("lesson-first-action"))
        return (first,) if is_hand_step(view) else ()
    if view.status is not Status.PLAYING:
        return end_texts(view)
    story = story_lines(view, view.story[-2] if len(view.story) > 1 else ())
    story += story_lines(view, settled_events(view))
    return (seats_text(view), "\n".join(story), lesson_text(view))


def _lesson_rows(view: TableView, *, hinted: bool) -> list[list[Control]]:
    """Returns the controls below a private lesson, which has no table message; `hinted`: it shows a hint."""
    if not view.is_private:
        return []
    if view.status is not Status.PLAYING:
        return [[table_button(view, "again", GREEN), table_button(view, "coach")]]
    hint = [table_button(view, "hint")] if not hinted and learner_of(view) in view.owing else []
    return [[*hint, table_button(view, "what"), table_button(view, "unlearn")]]


def _orders_text(view: SeatView) -> str:
    """Returns the orders of the player; an empty text if there are none."""
    if not view.orders:
        return ""
    given = [_order_text(order, view.phrases) for order in view.orders if order != EVERY_ROUND]
    everything = str(EVERYTHING in view.orders).lower()
    return view.texts(
        "orders-given" if given else "orders-every-round", orders=" · ".join(given), everything=everything
    )


def _orders_rows(view: SeatView) -> list[list[Control]]:
    """Returns the controls that give and drop orders; none in the player's own turn, whose select is another."""
    texts, is_playing = view.texts, view.table.status is Status.PLAYING and view.table.is_in_play(view.seat)
    if not view.table.allows_orders or not is_playing or view.is_away or view.game.turn == view.seat:
        return []
    offered: list[Option] = [
        (
            order,
            _order_text(order, view.labels),
            texts("order-every_round-hint") if order == EVERY_ROUND else "",
            view.icons.emoji(order.removeprefix(UNLESS)),
        )
        for order in all_orders(view.game.view["roles"])
        if order not in view.orders
    ]
    rows = [[select(view.table.control_id("order"), texts("orders-pick"), offered)]]
    if view.orders:
        rows.append([table_button(view.table, "unorder", label=texts("button-drop-orders"))])
    return rows


def _order_text(order: str, phrases: Phrases) -> str:
    if order.startswith(UNLESS):
        return phrases.texts("order-unless", role=phrases.role(order.removeprefix(UNLESS)))
    return phrases.texts(f"order-{order}")


def paused_text(view: TableView) -> str:
    """Returns why a table is paused and what resumes it; an empty text if it is not paused."""
    if view.status is not Status.PAUSED:
        return ""
    return view.texts("error-all-away" if view.paused_for == AWAY else "error-paused")


def _standstill_text(view: SeatView) -> str:
    """Returns why the player's game does not wait for the player: an AI plays, or the table is paused; or ""."""
    if not view.is_away:
        return paused_text(view.table)
    return view.texts("help-step-back" if view.table.status is Status.PLAYING else "help-step-return")


def _back_rows(view: SeatView) -> list[list[Control]]:
    """Returns the button with which a player who is away comes back."""
    return (
        [[table_button(view.table, "back", GREEN, label=view.texts("button-come-back"))]] if view.is_away else []
    )


def asked_text(view: SeatView) -> str:
    """Returns the question to a player who is asked, with private facts; an empty text for an action."""
    game, texts, phrases = view.game, view.texts, view.phrases
    if game.prompt == "act":
        return ""
    if game.prompt in ("respond", "estate"):
        return "\n".join(filter(None, (question_text(view.table, reader=view.seat), reminder_text(view.table))))
    word = f"choose-{game.prompt}"
    facts: dict[str, str | int] = {
        "by": phrases.name(game.turn),
        "role": "",
        "card": "",
        "target": "",
        "drawn": len(view.cards) - len(view.me["hand"]) - len(view.given),
        "may_pay": str(PAY in view.options).lower(),
    }
    if game.prompt == "lose":
        word = "choose-lose-last" if len(view.cards) == 1 else texts.first(f"{word}-{game.cause}", word)
    if game.prompt == "keep" and len(view.cards) == len(view.me["hand"]):
        word = "choose-keep-none"
    elif game.prompt == "keep" and not view.given:
        pass  # the cards are the deck's alone: of a Producer, too, whose target blocked or is gone
    elif game.claim is not None and game.claim.action is not None:
        word = texts.first(f"{word}-{game.claim.action.id}", word)
        facts["target"] = phrases.name(game.claim.action.target)
    if game.prompt == "prove" and game.claim is not None:
        word += "" if game.claim.denied is None else "-denied"
        word += "-none" if view.options == (CONCEDE,) else ""
        facts["by"] = phrases.name(game.claim.challenger)
        facts["role"] = phrases.proof(game.claim)
    if game.prompt == "examine":
        word += "" if SWAP in view.options else "-leave"
        seen = view.own_view["seen"]
        facts["card"] = phrases.role(seen["card"])
        facts["target"] = phrases.name(view.game.names.index(seen["of"]))
    return texts(word, **facts)


def choice_rows(view: SeatView) -> list[list[Control]]:
    """Returns the rows of controls with every answer that the player may give now."""
    options, prompt = view.options, view.game.prompt
    if prompt == "act":
        return [[action_select(view.table, options, view.texts("pick-action"), view.true_actions)]]
    if prompt == "keep":
        return [_keep_buttons(view)]
    held = len(view.me["hand"])
    labelled = [(move, view.labels.offer(move, view.game, held)) for move in sort_answers(options)]
    return [[answer_button(view.table, move, label, view.cards) for move, label in labelled]]


def _keep_buttons(view: SeatView) -> list[Control]:
    """Returns a button for each way to keep cards: at most 15, two cards of five roles."""
    ways = {move.cards or (): move for move in view.options}
    return [
        button(
            view.table.answer_id("keep", ".".join(map(str, slots_of(cards, view.cards)))),
            view.texts("answer-keep", cards=view.labels.cards(cards)),
            BLUE,
            emoji=view.icons.emoji(answer_art(move, view.game)),
        )
        for cards, move in ways.items()
    ]
