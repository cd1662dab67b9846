"""What is asked now, of whom, and until when, in words that everyone may read."""

from bot.render.panels.rulebook import role_help
from bot.render.phrases import act_of, joining
from bot.render.scene import Scene
from bot.tables.session import WINDOWS
from engine.ask import Ask, Claim
from engine.moves import CHALLENGE, PASS
from engine.rules.actions import NO_ONE, Act


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
            second = any(event["type"] == "action" for event in scene.table.story[-1])
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


def reminder_text(scene: Scene) -> str:
    """What the claimed role does, in small print, where 25 roles are more than one remembers."""
    ask = scene.game.ask
    claim = None if ask is None or ask.prompt != "respond" else ask.claim
    if claim is None or claim.role is None or scene.table.ruleset != "g54":
        return ""
    told = role_help(claim.role, scene.words).replace("\n", " ")
    return scene.words("ask-reminder", role=scene.phrases.role(claim.role), help=told)


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
    act = act_of(claim)
    facts = {
        "claim": _claimed(scene, claim, act),
        "by": phrases.name(claim.by),
        "role": phrases.role(claim.role) if claim.role else "",
        "target": "" if act is None or act.target == NO_ONE else phrases.name(act.target),
        "names": "",
    }
    if claim.role is None:
        return words("ask-unclaimed", **facts)
    more = [seat for seat, moves in ask.options.items() if any(move not in (CHALLENGE, PASS) for move in moves)]
    if not more:
        return words("ask-claim", **facts)
    way = _way(ask, act)
    if not any(CHALLENGE in moves for moves in ask.options.values()):
        return words(f"ask-{way}", **facts)
    if way == "block" and len(more) < len(ask.options):
        return words("ask-claim-block-some", **facts | {"names": phrases.names(more)})
    return words(f"ask-claim-{way}", **facts)


def _claimed(scene: Scene, claim: Claim, act: Act | None) -> str:
    """What is claimed, and what for."""
    words, phrases = scene.words, scene.phrases
    facts = {"by": phrases.name(claim.by), "role": phrases.role(claim.role or "duke")}
    action = None if act is None else act.action.id
    if not isinstance(claim, Act):
        if claim.kind == "counteraction" and scene.table.ruleset == "mcguire" and claim.role == "ambassador":
            return words("claims-counteraction-reduced", **facts)
        word = f"claims-{claim.kind}"
        special = f"{word}-{action}"
        actor = "" if act is None else phrases.name(act.by)
        return words(special if words.has(special) else word, **facts, actor=actor)
    if claim.target != NO_ONE:
        facts["target"] = phrases.name(claim.target)
    if claim.recipient != NO_ONE:
        facts["recipient"] = phrases.name(claim.recipient)
    if claim.move.role is not None:
        facts["taxed"] = phrases.role(claim.move.role)
    special = f"claims-{action}"
    return words(special if words.has(special) else "claims-target" if "target" in facts else "claims", **facts)


def _way(ask: Ask, act: Act | None) -> str:
    """What else than challenging may be answered: sharing, joining, being spared, blocking, or undoing a block."""
    if ask.claim is not act:
        return "rebut"
    if joining(ask):
        return "join"
    return {"share": "share", "each": "spare"}.get((act and act.action.answers) or "", "block")


def _examined(scene: Scene) -> str:
    events = scene.table.story[-1]
    target = next((event["target"] for event in reversed(events) if event["type"] == "action"), None)
    return "" if target is None else scene.phrases.name(target)
