"""The steps of the scenarios in this folder; test_scenarios.py explains how they are written."""

import re
import shlex
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from discord import PermissionOverwrite
from simcord.results import InteractionResult

from bot.render.texts.catalogue import texts_for
from bot.store.repositories.audit import Entry
from bot.store.rows import Status, Style
from bot.tables.transitions import moderation
from tests.cogs.playing.orders import dealt, four
from tests.cogs.positions import player, set_up, three_players
from tests.cogs.settings_form import submit_form
from tests.cogs.statistics.finished import finish, skip
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import change, change_seat

EVENTS: dict[str, Callable[["Play"], Awaitable[object]]] = {
    "three": lambda play: three_players(play.guild),
    "four": lambda play: four(play.guild),
    "dealt": lambda play: dealt(play.guild),
    "pause": lambda play: play.guild.bot.tables.run(play.table, moderation.pause_or_close),
    "end": lambda play: play.guild.bot.tables.end(play.table),
    "seasons": lambda play: play.guild.bot.season_messages.tell_ended(),
}
"""Steps of one word: they begin games of three or four members, in which Ana is to move, pause or end a game, and
let the bot post the messages about a season.
"""


class Seen(NamedTuple):
    """The text that a step shows, and the message or interaction that has it."""

    text: str
    message: Any = None
    result: InteractionResult | None = None

    @property
    def controls(self) -> list[str]:
        """The labels of the enabled buttons, and the placeholders of the selects."""
        parts = controls(self.message) if self.message is not None else ()
        return [part.get("label") or part.get("placeholder", "") for part in parts]


def expect(wanted: object, found: object) -> None:
    """Fails if they differ, and names both."""
    if wanted != found:
        raise AssertionError(f"Wanted: {wanted}\nFound: {found}")


class Play:
    """A channel in which members play a scenario."""

    def __init__(self, guild: SimGuild) -> None:
        self.guild = guild
        self.places: dict[str, Any] = {"here": guild.channel, "everyone": guild.discord_guild.default_role}
        self.places["guard"] = guild.discord_guild.create_role("guard")
        self.panels: dict[str, Any] = {}
        self.last: Any = None
        self.table: Any = None
        self.logged = 0
        self.noted: tuple[list[str], list[str]] = ([], [])
        guild.bot.tables.listeners.append(lambda table, _: setattr(self, "table", table))

    async def take(self, line: str) -> None:
        """Takes the steps of a line, and checks what the last of them shows."""
        steps, _, wanted = line.partition("  # ")[0].rstrip().partition(" > ")
        shown_last: list[Seen] = []
        for step in steps.split("; "):
            found = re.fullmatch(r"((?:\w+, )*\w+) ?(.*)", self.filled(step))
            assert found is not None, step
            shown_last = [await self.of(name, found[2]) for name in found[1].split(", ")]
        for each in self.filled(wanted).split(" | ") if wanted else ():
            text = each.removeprefix("! ")
            for seen in shown_last:
                if self.shows(seen, text, not_any=text != each) is (text != each):
                    raise AssertionError(f"Wanted: {each}\nShown: {seen.text}\nwith {seen.controls}")

    def filled(self, text: str) -> str:
        """Returns a text with what its braces name."""
        known: dict[str, Any] = {name: each.id for name, each in (self.guild.members | self.places).items()}
        known["nbsp"] = "\N{NO-BREAK SPACE}"
        if self.table is not None:
            state = self.table.state
            known["question"] = f"{state.game.question}.{state.question_id}" if state.game else 0
            known |= {"game": state.id, "thread": state.channel_id}
            known |= {"due": int(state.due or 0), "closes": int(state.deadline or 0) + 1}

        def value(found: re.Match[str]) -> str:
            name, _, seconds = found[1].partition("now+")
            if seconds:
                return str(int(self.guild.bot.clock.now()) + int(seconds))
            return str(known[name] if name in known else texts_for()(name))

        return re.sub(r"\{([\w+-]+)\}", value, text).replace(r"\n", "\n")

    async def of(self, name: str, words: str) -> Any:
        """Takes a step, and returns what it shows."""
        if name in EVENTS:
            return await EVENTS[name](self)
        if name not in self.guild.members:
            return await getattr(self, f"do_{name}")(words)
        if own := getattr(self, f"a_{words.split(maxsplit=1)[0]}", None):
            return await own(name, words.partition(" ")[2])
        return [self.answered(name, await self.act(name, act)) for act in re.split(r" (?=\()", words)][-1]

    # Steps of members

    async def act(self, name: str, act: str) -> InteractionResult:
        """A member uses a command, or a control of a message."""
        if act[0] == "/":
            return await self.slash(name, act, self.guild.channel)
        control, _, text = act[1:].partition("] below ") if "] below " in act else (act[1:-1], "", "")
        message = self.panels[name] if act[0] == "(" else self.with_text(text) if text else self.guild.live_message
        return await self.use(self.guild[name], message, control)

    async def slash(self, name: str, text: str, channel: Any) -> InteractionResult:
        command, options = self.command(text[1:])
        return await self.guild[name].slash(channel, command, **options)

    async def use(self, actor: Any, message: Any, control: str) -> InteractionResult:
        """Somebody clicks a button, or selects the values after a `=`."""
        select = re.fullmatch(r"(.*?) ?= ?(.*)", control)
        if select is None:
            found = Seen("", message).controls
            named = [each for each in found if each.startswith(f"{control} · ") and control not in found]
            return await actor.click(message, label=named[0] if named else control)
        part = self.select(message, select[1])
        values = [self.value(each) if part["type"] != 3 else each for each in select[2].split(", ") if each]
        return await actor.select(message, values, custom_id=part["custom_id"])

    def select(self, message: Any, start: str) -> dict[str, Any]:
        """The select of a message whose placeholder begins so."""
        selects = [part for part in controls(message) if part["type"] != 2]
        return next(part for part in selects if part.get("placeholder", "").startswith(start))

    def command(self, text: str) -> tuple[str, dict[str, Any]]:
        """Returns a command, and its options."""
        words = shlex.split(text)
        options = dict(word.split("=", 1) for word in words if "=" in word)
        return " ".join(words[: len(words) - len(options)]), {name: self.value(options[name]) for name in options}

    def value(self, text: str) -> Any:
        known: dict[str, Any] = {"True": True, "False": False}
        known |= {f"@{name}": member for name, member in self.guild.members.items()}
        known |= {f"#{name}": place for name, place in self.places.items()}
        return known.get(text, int(text) if text.isdecimal() else text)

    def answered(self, name: str, result: InteractionResult) -> Seen:
        self.last = result
        if result.response is not None:
            self.panels[name] = result.response
        return Seen(said(result), result.response, result)

    async def a_in(self, name: str, words: str) -> Seen:
        """Uses a command in another channel."""
        place, _, text = words.partition(" ")
        return self.answered(name, await self.slash(name, text, self.places[place]))

    async def a_types(self, name: str, text: str) -> Seen:
        """Types the last option of a command, and is shown the values and labels of the completions."""
        command, options = self.command(text)
        field, typed = options.popitem()
        found = await self.guild[name].autocomplete(self.guild.channel, command, field, typed, **options)
        return Seen("\n".join(f"{choice['value']}: {choice['name']}" for choice in found))

    async def a_forges(self, name: str, words: str) -> Seen:
        """Clicks a control with this custom id, or selects values in it, though it may not be offered."""
        custom_id, *values = words.removesuffix(" in panel").split()
        messages = [*self.panels.values(), *self.guild.channel.history()]
        message = self.panels[name] if words.endswith(" in panel") else messages[-1]
        result = await self.guild.forge_click(name, custom_id, *values, message=message)
        self.panels[f"{name} forged"] = result.response
        return Seen(said(result), result.response)

    async def a_submits(self, name: str, words: str) -> Seen:
        """Changes these fields of the form of settings, and submits it."""
        changed = {field: value.split(",") if value else [] for field, value in self.command(words)[1].items()}
        return self.answered(name, await submit_form(self.guild, **changed))

    async def a_fills(self, name: str, words: str) -> Seen:
        """Submits the form that the last step has opened, with values of its fields, or of its only one."""
        parts = [part["component"] for part in self.last.modal["components"]]
        only, options = self.command(words)
        values = options or {parts[0]["custom_id"]: only}
        values |= {part["custom_id"]: [values[part["custom_id"]]] for part in parts if part["type"] != 4}
        return self.answered(name, await self.guild[name].submit_modal(self.last, values))

    async def a_sees(self, name: str, _: str) -> Seen:
        """Looks at the last panel, as it is now."""
        return self.look(next(each for each in self.private(name) if each.id == self.panels[name].id))

    async def a_options(self, name: str, start: str) -> Seen:
        """Looks at the options in a select of the last panel, or at the ids that are chosen in it."""
        part = self.select(self.panels[name], start)
        chosen = [each["id"] for each in part.get("default_values", ())]
        options = [f"{each['label']}: {each.get('description', '')}" for each in part.get("options", ())]
        return Seen(" · ".join(option.removesuffix(": ") for option in options or chosen))

    async def a_dm(self, name: str, control: str) -> Seen:
        """Looks at the last direct message, or clicks in it."""
        user = self.guild.users[name]
        copy = user.dm_channel.history()[-1]
        return self.answered(name, await self.use(user, copy, control[1:-1])) if control else self.look(copy)

    async def a_keeps(self, name: str, word: str) -> None:
        """The last panel is known by this word from now on."""
        self.panels[f"{name} {word}"] = self.panels[name]

    async def a_turns(self, name: str, word: str) -> None:
        """Turns to a panel that was kept."""
        self.panels[name] = self.panels[f"{name} {word}"]

    async def a_has(self, name: str, words: str) -> None:
        """Has exactly these private messages in the channel: kept ones, and the last `panel`; or `nothing`."""
        await self.guild.env.settle()
        keys = [name if word == "panel" else f"{name} {word}" for word in words.split() if word != "nothing"]
        expect([self.panels[key].id for key in keys], [each.id for each in self.private(name)])

    async def a_prefers(self, name: str, words: str) -> None:
        """Has other preferences."""
        await self.guild.bot.tables.preferences.change(self.guild[name].id, **self.command(words)[1])

    async def a_leaves(self, name: str, _: str) -> None:
        """Leaves the server."""
        self.guild.discord_guild.remove_member(self.guild[name])

    def private(self, name: str) -> list[Any]:
        """The private messages that a member has in the channel."""
        return [each for each in self.guild.channel.history(viewer=self.guild[name]) if each.flags.ephemeral]

    # Checks

    def look(self, message: Any) -> Seen:
        return Seen(shown(message), message)

    async def do_table(self, _: str) -> Seen:
        return self.look(self.guild.live_message)

    async def do_message(self, text: str) -> Seen:
        return self.look(self.with_text(text))

    def with_text(self, text: str) -> Any:
        return [each for each in self.guild.channel.history() if text in shown(each)][-1]

    def shows(self, seen: Seen, wanted: str, *, not_any: bool) -> bool:
        """Returns whether a text, or something else of this kind, is seen."""
        text = seen.text.strip()
        word, _, rest = wanted.partition(" ")
        match word:
            case "=":  # the whole text
                return text == rest
            case "^":  # its beginning
                return text.startswith(rest)
            case "only":  # exactly these controls: [Join] [Leave], or nothing
                return seen.controls == (rest[1:-1].split("] [") if rest != "nothing" else [])
            case "green":  # a button in this colour: [Join]
                return rest[1:-1] in [
                    each.get("label") for each in controls(seen.message) if each.get("style") == 3
                ]
            case "pings":  # exactly these members, or nobody
                return self.guild.pinged(seen.message) == [name for name in rest.split() if name != "nobody"]
            case "ranks":  # exactly these members of a leaderboard, the best first
                return re.findall(r"^#\d+ \**([^*]+)\** ", text, re.MULTILINE) == rest.split()
            case "private" | "silent":
                return getattr(seen.message.flags, "ephemeral" if word == "private" else "suppress_notifications")
            case "deferred":
                return seen.result is not None and seen.result.deferred
            case _ if wanted[0] == "[":  # these controls: [Join] [Leave]
                found = [label in seen.controls for label in wanted[1:-1].split("] [")]
                return any(found) if not_any else all(found)
            case _ if times := re.fullmatch(r"(\d+) x (.+)", wanted):  # how often a text is there
                return text.count(times[2]) == int(times[1])
            case _:
                return wanted in text

    # Other steps

    async def do_play(self, words: str) -> None:
        """These members begin a game."""
        names, options = self.command(words)
        await self.guild.play(*names.split(), **options)

    async def do_finish(self, words: str) -> None:
        """These members play a game to its end, at which they have this order."""
        names, options = self.command(words)
        await finish(self.guild, *names.split(), **options)

    async def do_game(self, words: str) -> None:
        """A game at a position: its ruleset and facts (Ana's turn); seats with coins, cards, -lost cards."""
        settings, _, seats = words.partition(": ")
        ruleset, options = self.command(settings)
        facts: dict[str, Any] = {"ruleset": ruleset, "orders": options.pop("orders", False), "options": options}
        facts |= {name: options.pop(name).split(",") for name in ("pool", "deck") if name in options}
        facts |= {name: options.pop(name) for name in ("turn", "reserve") if name in options}
        if "peacekeeping" in options:
            treaty = options.pop("treaty").split(",")
            facts["tokens"] = {"peacekeeping": options.pop("peacekeeping"), "treaty": treaty}
        facts["players"] = [
            player(name, int(coins), (*re.findall(r" ([\w*]+)", cards),), lost=re.findall(r"-(\w+)", cards))
            for name, coins, cards in re.findall(r"(\w+) (\d+)([^,]*)", seats)
        ]
        change(await set_up(self.guild, **facts), ruleset=ruleset)

    async def do_set(self, words: str) -> None:
        """Changes fields of the table."""
        kinds = {"status": Status, "style": Style}
        fields = self.command(words)[1]
        change(self.table, **{name: kinds.get(name, type(value))(value) for name, value in fields.items()})

    async def do_ai(self, words: str) -> None:
        """The seat of a member is that of an AI seat of this kind."""
        name, kind = words.split()
        change_seat(self.table, self.table.state.names.index(name), user_id=None, ai=kind)
        self.guild.bot.dispatcher.message_of(self.table).show()
        await self.guild.env.settle()

    async def do_away(self, names: str) -> None:
        """An AI plays for these members."""
        for number, seat in enumerate(self.table.state.seats):
            change_seat(self.table, number, away=seat.away or seat.name in names.split())

    async def do_wait(self, seconds: str) -> None:
        await self.guild.env.advance_time(float(seconds))

    async def do_days(self, days: str) -> None:
        """This number of days passes, in which nothing happens."""
        skip(self.guild, float(days))

    async def do_entry(self, words: str) -> None:
        """Adds an action of a moderator to the log, with its detail."""
        name, action, detail = words.split(maxsplit=2)
        entry = Entry(1000.0, self.guild[name].id, action, detail)
        await self.guild.bot.store.audit.add(self.guild.discord_guild.id, entry)

    async def do_log(self, words: str) -> None:
        """Adds this number of a moderator's actions to the log; all are numbered."""
        number, name, action = words.split()
        for _ in range(int(number)):
            entry = Entry(1000.0 + self.logged, self.guild[name].id, action, f"number {self.logged}")
            await self.guild.bot.store.audit.add(self.guild.discord_guild.id, entry)
            self.logged += 1

    async def do_channel(self, words: str) -> None:
        """A channel is made, perhaps one in which a permission is missing."""
        name, *missing = words.split()
        denied: Any = {self.guild.discord_guild.default_role: PermissionOverwrite(**dict.fromkeys(missing, False))}
        self.places[name] = self.guild.discord_guild.create_text_channel(name, overwrites=denied)

    async def do_member(self, name: str) -> None:
        """A member enters the server."""
        self.guild.members[name] = self.guild.discord_guild.add_member(self.guild.env.create_user(name))

    async def do_anyone(self, _: str) -> None:
        """The server lets Ben use the commands of moderators, so that the bot must check his rights itself."""
        for command in await self.guild.bot.tree.fetch_commands():
            self.guild.discord_guild.set_command_permissions(command, {self.guild["Ben"]: True})

    async def do_pool(self, words: str) -> None:
        """The server has a pool of these roles."""
        name, _, roles = words.partition(": ")
        await self.guild.bot.store.guilds.save_pool(self.guild.discord_guild.id, name, (*roles.split(),))

    async def do_discord(self, words: str) -> None:
        """Discord answers the next request of a method and path with a status and code, or `always`."""
        method, path, status, code, *always = words.split()
        times: dict[str, Any] = {"times": None} if always else {}
        self.guild.env.inject_error(method, path, status=int(status), code=int(code), **times)

    def public(self) -> tuple[list[str], list[str]]:
        """The bot's requests about the channel, and all messages in it."""
        requests = [entry.method for entry in self.guild.env.http_requests if entry.path.startswith("/channels")]
        return requests, [shown(each) for each in self.guild.channel.history()]

    async def do_note(self, _: str) -> None:
        """Remembers what everybody sees."""
        self.noted = self.public()

    async def do_same(self, _: str) -> None:
        """Everybody sees what was noted, and the bot has sent nothing else to the channel."""
        expect(self.noted, self.public())

    async def do_sent(self, methods: str) -> None:
        """The bot's requests about the channel since what was noted."""
        expect(methods.split(), self.public()[0][len(self.noted[0]) :])

    async def do_state(self, words: str) -> None:
        """The table, or the seat of a member who is named first, has these values in its fields."""
        state, first = self.table.state, words.split(maxsplit=1)[0]
        row = state.seats[state.names.index(first)] if first in state.names else state
        for field, wanted in re.findall(r"(\w+)=(\S*)", words):
            value = getattr(row, field)
            found = ",".join(map(str, value)) if isinstance(value, tuple) else str(value).replace(" ", "")
            expect(f"{field}={wanted}", f"{field}={found}")

    async def do_messages(self, words: str) -> None:
        """The channel has this number of messages with a text."""
        number, _, text = words.partition(" ")
        expect(int(number), sum(text in shown(each) for each in self.guild.channel.history()))
