"""What is asked now, of whom, and until when, in words that everyone may read."""

from typing import Final

from bot.render.phrase import act_of, joining
from bot.render.scene import Scene
from bot.tables.table import WINDOWS
from engine.moves import CHALLENGE
from engine.rules.actions import Act

_BY_KIND: Final = {
    "counteraction": "ask-counter",
    "additional": "ask-additional",
    "rebuttal": "ask-rebuttal",
    "loss": "ask-loss",
    "defuse": "ask-defuse-claim",
    "estate": "ask-estate-claim",
}


def question_text(scene: Scene) -> str:
    """The question that the table waits on, naming who is asked where only one is."""
    game, words, phrases = scene.game, scene.words, scene.phrases
    ask = game.ask
    if ask is None:
        return ""
    asked = next(iter(ask.options))
    name = phrases.name(asked)
    match ask.prompt:
        case "respond":
            return _claim_text(scene)
        case "act":
            second = any(event.type == "action" for event in scene.table.story[-1])
            return words("ask-act-second" if second else "ask-act", name=mention(scene, asked))
        case "prove":
            role = ask.claim.role if ask.claim and ask.claim.role else ""
            return words("ask-prove", name=mention(scene, asked), role=phrases.role(role))
        case "estate":
            dead = ask.claim.by if ask.claim is not None else asked
            coins = phrases.coins(scene.view["players"][dead]["coins"])
            return words("ask-estate", name=phrases.name(dead), coins=coins)
        case "ransom" | "show" | "examine":
            facts = {"name": mention(scene, asked), "by": phrases.name(game.turn), "target": ""}
            if ask.prompt == "examine":
                facts["target"] = _examined(scene)
            return words(f"ask-{ask.prompt}", **facts)
        case "defuse":
            return words("ask-defuse", name=name)
        case prompt:
            return words(f"ask-{prompt}", name=mention(scene, asked))


def deadline_text(scene: Scene) -> str:
    """When time runs out, and, of several who are asked, who has not answered; never what anybody answered."""
    words, table, ask = scene.words, scene.table, scene.game.ask
    owing = table.owing()
    if not owing:
        return words("card-settling")
    parts = []
    if ask is not None and ask.prompt in WINDOWS:
        parts.append(words("card-waiting", names=scene.phrases.names(sorted(owing))))
    if table.deadline is not None:
        parts.append(words("card-deadline", when=words("soon", at=str(int(table.deadline)))))
    return " ".join(parts)


def mention(scene: Scene, seat: int) -> str:
    """A player by mention, which pings where a new message allows it; AI seats by name."""
    user = scene.table.seats[seat].user_id
    return scene.phrases.name(seat) if user is None else f"<@{user}>"


def _claim_text(scene: Scene) -> str:
    ask, words, phrases = scene.game.ask, scene.words, scene.phrases
    claim = None if ask is None else ask.claim
    if ask is None or claim is None:
        return ""
    by, act = phrases.name(claim.by), act_of(claim)
    if claim.role is None:
        return words("ask-unclaimed", by=by)
    role = phrases.role(claim.role)
    options = {move for moves in ask.options.values() for move in moves}
    if claim.kind != "action":
        reduces = claim.kind == "counteraction" and scene.table.ruleset == "mcguire" and claim.role == "ambassador"
        word = "ask-reduce" if reduces else _BY_KIND[claim.kind]
        return words(word, by=by, role=role, actor="" if act is None else phrases.name(act.by))
    if CHALLENGE in options:
        return words(f"ask-claim-{_way(act)}" if len(options) > 2 else "ask-claim", by=by, role=role)
    if joining(ask) and act is not None:
        return words("ask-join-only", by=by, target=phrases.name(act.target))
    return words("ask-share-only" if _way(act) == "share" else "ask-block-only", by=by, role=role)


def _way(act: Act | None) -> str:
    """What else than challenging may be answered to an action: sharing in it, joining it, or blocking it."""
    answers = None if act is None else act.action.answers
    return answers if answers in ("share", "join") else "block"


def _examined(scene: Scene) -> str:
    events = scene.table.story[-1]
    target = next((event.facts["target"] for event in reversed(events) if event.type == "action"), None)
    return "" if target is None else scene.phrases.name(target)
