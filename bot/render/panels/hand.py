"""A player's own cards, coins and tokens, and what may be done now: for that player's eyes alone."""

from typing import Any

from bot.render.cards.seats import tokens_on
from bot.render.scene import Scene


def own_cards(scene: Scene, seat: int) -> list[str]:
    """The cards a player looks at: those held, then those drawn; their places stand for them in ids."""
    view = scene.private(seat)
    me = _own(scene, view, seat)
    return [*me["hand"], *view.get("drawn", ())]


def hand_text(scene: Scene, seat: int) -> str:
    """What a player has: cards held and drawn, lost and put aside, coins, tokens, and what was seen."""
    words, phrases = scene.words, scene.phrases
    view = scene.private(seat)
    me = _own(scene, view, seat)
    if not me["alive"]:
        return words("hand-none")
    held = me["hand"]
    drawn = own_cards(scene, seat)[len(held) :]
    lines = [words("hand-cards", cards=phrases.cards(held) if held else words("nothing"))]
    if drawn:
        lines.append(words("hand-drawn", cards=phrases.cards(drawn)))
    if me["lost"]:
        lines.append(words("hand-lost", cards=phrases.cards(me["lost"])))
    if me["aside"]:
        lines.append(words("hand-aside", cards=phrases.cards(me["aside"])))
    lines.append(words("hand-coins", coins=phrases.coins(me["coins"])))
    tokens = tokens_on(scene, seat)
    if tokens:
        lines.append(words("hand-tokens", tokens=words.join(tokens)))
    return "\n".join((*lines, *(reason for _, reason in withheld(scene, seat))))


def standing_text(scene: Scene, seat: int) -> str:
    """What a player may do now, or whom the table waits for."""
    words, phrases, ask, owing = scene.words, scene.phrases, scene.game.ask, scene.table.owing()
    if ask is not None and seat in owing:
        if ask.prompt == "act":
            return words("hand-turn")
        return ""
    if not owing:
        return words("card-settling")
    waiting = words("hand-waiting", names=phrases.names(sorted(owing)))
    if seat in scene.game.table.resigned:
        return f"{words('hand-resigned')} {waiting}"
    return f"{words('hand-answered')} {waiting}" if seat in scene.table.answered else waiting


def withheld(scene: Scene, seat: int) -> list[tuple[int, str]]:
    """The players who are not among the targets on one's own turn, each with the reason."""
    game = scene.game
    if game.ask is None or game.ask.prompt != "act" or seat not in game.ask.options:
        return []
    tokens = scene.view.get("tokens") or {}
    words, phrases, name = scene.words, scene.phrases, game.names[seat]
    reasons: list[tuple[int, str]] = []
    holder = tokens.get("peacekeeping")
    if holder and holder != name:
        protected = scene.seat(holder)
        reasons.append((protected, words("pick-reason-peacekeeping", name=phrases.name(protected))))
    treaty = tokens.get("treaty") or ()
    alive = [player["name"] for player in scene.view["players"] if player["alive"]]
    if name in treaty and len(alive) > 2:
        partner = next(other for other in treaty if other != name)
        if partner in alive:
            ally = scene.seat(partner)
            reasons.append((ally, words("pick-reason-treaty", name=phrases.name(ally))))
    teams = {scene.seat(player["name"]): player.get("team") for player in scene.view["players"] if player["alive"]}
    mates = [other for other, team in teams.items() if team is not None and team == teams[seat] and other != seat]
    reasons += [(mate, words("pick-reason-team", name=phrases.name(mate))) for mate in mates]
    return reasons


def _own(scene: Scene, view: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(player for player in view["players"] if player["name"] == scene.game.names[seat])
