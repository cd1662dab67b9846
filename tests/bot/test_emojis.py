"""The application's emojis: uploaded once, updated when the art changes, replaced by words if deleted."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from discord.utils import utcnow

from bot import emojis
from bot.client import set_base_urls
from bot.delivery.requests import send_with_text_fallback
from bot.emojis import Changes, Emojis, name_of
from bot.pictures import files
from bot.pictures.source import PictureSource
from bot.render.icons import NO_ICONS, OUTDATED, Icons, current_icons, set_icons
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.settings import Settings
from bot.store import Store
from bot.store.engines.database import Database
from engine import RULESETS
from sandbox.driver import Sandbox
from tests.harness.databases import open_store
from tests.harness.played_tables import a_table
from tests.harness.processes.postgresql_server import Server
from tests.harness.waiting import eventually
from tests.page.fake_server import PIXEL

pytestmark = pytest.mark.slow

FEW = ("card", "coin", "duke", "assassin_special")


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    monkeypatch.setattr(emojis, "ART_NAMES", FEW)
    async with Sandbox.start() as started:
        yield started
    set_icons(NO_ICONS)


@pytest.fixture
async def client(sandbox: Sandbox) -> AsyncIterator[discord.Client]:
    settings = Settings(discord_api_url=sandbox.api_url, _env_file=None)  # pyright: ignore[reportCallIssue] - an argument of pydantic's own
    set_base_urls(settings)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login("made-up")
        yield client


@pytest.fixture
def picture_source(pictures: Path) -> PictureSource:
    return PictureSource(pictures)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_store(tmp_path / "coup.sqlite3") as store:
        yield store.database


@pytest.fixture
def kept(client: discord.Client, picture_source: PictureSource, database: Database) -> Emojis:
    return Emojis(client, picture_source, database)


async def names(client: discord.Client) -> list[str]:
    return sorted(emoji.name for emoji in await client.fetch_application_emojis())


async def test_missing_emojis_are_uploaded_once(client: discord.Client, kept: Emojis) -> None:
    assert await kept.sync() == Changes(len(FEW), 0, 0)
    assert await names(client) == sorted(map(name_of, FEW))
    assert f":{name_of('duke')}:" in current_icons().text("duke")
    assert current_icons().text("captain") == ""
    assert f":{name_of('assassin_special')}:" in current_icons().text("assassin*")
    assert await kept.sync() == Changes(0, 0, 0)


async def test_messages_use_each_emoji_as_soon_as_it_is_uploaded(
    client: discord.Client, pictures: Path, database: Database
) -> None:
    shown: list[int] = []

    class Watched(PictureSource):
        async def read(self, name: str) -> bytes:
            shown.append(sum(bool(current_icons().text(what)) for what in FEW))
            return await super().read(name)

    await Emojis(client, Watched(pictures), database).sync()
    assert shown == [*range(len(FEW))]


async def test_changed_art_replaces_the_old_emoji_after_a_week(
    client: discord.Client, kept: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = ["duke_0000000000", "coin_2345", "card_lalala", "jester_0000000000", "party"]
    for name in others:
        await client.create_application_emoji(name=name, image=PIXEL)
    await kept.read()
    assert "duke_0000000000" in current_icons().text("duke")
    assert await kept.sync() == Changes(len(FEW), 0, 0)
    assert name_of("duke") in current_icons().text("duke")
    assert set(others) < set(await names(client))
    monkeypatch.setattr(emojis, "utcnow", lambda: utcnow() + timedelta(days=8))
    assert await kept.sync() == Changes(0, 3, 0)
    assert set(others) & set(await names(client)) == {"jester_0000000000", "party"}


async def test_only_an_emoji_that_cannot_be_drawn_or_uploaded_is_missing(
    sandbox: Sandbox, client: discord.Client, kept: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emojis, "ART_NAMES", (*FEW, "contessa"))
    monkeypatch.setattr(files, "NAMES", FEW)
    await sandbox.fault("POST /applications/*/emojis", status=400, times=1)
    assert (await kept.sync()).missing == 1 + len(FEW)
    assert await kept.sync() == Changes(len(FEW), 0, 1)
    assert current_icons().text("contessa") == ""


async def test_uploads_continue_soon_after_discord_has_limited_them(
    sandbox: Sandbox, kept: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emojis, "_ONE_UPLOAD_SECONDS", 0.1)
    monkeypatch.setattr(emojis, "_CHECK_SECONDS", 0.01)
    monkeypatch.setattr(emojis, "_CHECKS_PER_READ", 10**6)
    await sandbox.fault("POST /applications/*/emojis", status=429, retry_after=3600)
    task = asyncio.create_task(kept.sync_repeatedly())

    async def all_uploaded() -> bool:
        return all(current_icons().text(what) for what in ("card", "coin", "duke", "assassin*"))

    await eventually(all_uploaded)
    task.cancel()


async def test_only_one_of_several_processes_uploads(
    sandbox: Sandbox, client: discord.Client, picture_source: PictureSource, server: Server
) -> None:
    async with await Store.open(server.address()) as store:
        done = await asyncio.gather(*(Emojis(client, picture_source, store.database).sync() for _ in range(3)))
    assert sorted(done) == [Changes(0, 0, 0), Changes(0, 0, 0), Changes(len(FEW), 0, 0)]


async def test_words_replace_a_deleted_emoji(sandbox: Sandbox, client: discord.Client, kept: Emojis) -> None:
    await kept.sync()
    (duke,) = [emoji for emoji in await client.fetch_application_emojis() if emoji.name == name_of("duke")]
    await duke.delete()
    member = await sandbox.first_member()
    channel = client.get_partial_messageable(int((await sandbox.state())["guilds"][0]["channels"]["coup"]))
    view = TableView.of(a_table("classic", 2, {}))
    await send_with_text_fallback(lambda shown, _: channel.send(view=shown), message_for_phase(view), [])
    assert "Tax (Duke)" in str((await member.sees("choose an action")).raw)
    assert current_icons() is OUTDATED
    assert await kept.sync() == Changes(1, 0, 0)
    assert f":{name_of('duke')}:" in current_icons().text("duke")
    assert str(duke.id) not in current_icons().text("duke")


async def test_a_hand_is_sent_in_words_if_discord_refuses_the_addresses_of_its_pictures(
    sandbox: Sandbox, client: discord.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Asset, "BASE", "ftp://127.0.0.1")
    set_icons(Icons({role: discord.PartialEmoji(name=role, id=1) for role in RULESETS["classic"].roles}))
    member = await sandbox.first_member()
    channel = client.get_partial_messageable(int((await sandbox.state())["guilds"][0]["channels"]["coup"]))
    panel = hand_panel(SeatView.of(a_table("classic", 2, {}), 0))
    assert panel.picture is not None
    await send_with_text_fallback(lambda shown, _: channel.send(view=shown), panel, [])
    assert (await member.sees("Your hand")).pictures == []


async def test_the_bot_starts_even_if_discord_does_not_list_its_emojis(sandbox: Sandbox, kept: Emojis) -> None:
    await sandbox.fault("GET /applications/*/emojis", status=404)
    await kept.begin()
    assert current_icons() is NO_ICONS
