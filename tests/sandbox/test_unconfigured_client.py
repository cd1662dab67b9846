"""An unconfigured discord.py client: Discord's own host names lead to the sandbox, over TLS."""

import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import aiohttp
import pytest
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.driver import Sandbox
from sandbox.server import Server
from tests.sandbox.demo_bot import DemoBot, started

HOSTS = ("discord.com", "gateway.discord.gg")


class Loopback(AbstractResolver):
    """Resolves Discord's hosts to this machine, and no other host."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host not in HOSTS:
            raise OSError(f"{host} is none of Discord's hosts")
        return [
            ResolveResult(hostname=host, host="127.0.0.1", port=self.port, family=socket.AF_INET, proto=0, flags=0)
        ]

    async def close(self) -> None:
        pass


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for Discord's hosts, and its key."""
    made, key = folder / "cert.pem", folder / "key.pem"
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=sandbox"]
    command += ["-addext", f"subjectAltName={names}", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl, which makes the certificate, is not installed")
async def test_an_unconfigured_client_works_in_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Route, "BASE", "https://discord.com/api/v10")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("wss://gateway.discord.gg/"))
    made, key = certificate(tmp_path)
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(made, key)
    trusting = ssl.create_default_context(cafile=str(made))
    server = Server()
    await server.start(tls=serving)
    server.gateway.url = "wss://gateway.discord.gg"
    port = yarl.URL(server.page_url).port
    assert port
    resolver = Loopback(port)
    connector = aiohttp.TCPConnector(resolver=resolver, ssl=trusting)
    try:
        async with Sandbox.connect(server.page_url, tls=ssl_for_loopback(made)) as sandbox:
            bot = DemoBot(connector=connector)
            async with started(bot):
                await sandbox.ready("demo")
                ana = await sandbox.member("Ana")
                assert (await ana.slash("demo count")).text == "Counted 0"
                await sandbox.drop_gateway(code=4000)
                await sandbox.offline()
                await bot.resumed.wait()
                assert (await ana.click("More")).text == "Counted 1"
    finally:
        await server.stop()


def ssl_for_loopback(made: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(made))
    context.check_hostname = False
    return context


async def test_no_other_host_can_be_reached():
    connector = aiohttp.TCPConnector(resolver=Loopback(1))
    async with aiohttp.ClientSession(connector=connector) as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get("http://example.test")
