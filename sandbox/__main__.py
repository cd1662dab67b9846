"""`python -m sandbox`: runs the sandbox until it is interrupted."""

import argparse
import asyncio
import logging
import signal
import socket
import sys

from sandbox.server import Server


def main() -> int:
    """Reads the command line and serves. Returns 0 once it is interrupted, 1 if the port is taken."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A local stand-in for Discord.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8400, help="the port to listen on; 0 for a free one")
    parser.add_argument("--fd", type=int, help="a listening socket that was inherited, instead of host and port")
    parser.add_argument("--members", type=int, default=6, help="how many people the server has")
    parser.add_argument("--guilds", type=_positive, default=1, help="how many servers there are")
    parser.add_argument("--shards", type=_positive, default=1, help="how many shards a bot is asked to use")
    parser.add_argument(
        "--max-concurrency", type=_positive, default=1, help="how many shards may identify in the same 5 seconds"
    )
    parser.add_argument("--token", help="the only token a bot may use; any will do if left out")
    parser.add_argument("--no-limits", action="store_false", dest="limits", help="let every request through")
    settings = vars(parser.parse_args())
    host, port, fd = (settings.pop(name) for name in ("host", "port", "fd"))
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        inherited = None if fd is None else socket.socket(fileno=fd)
        return asyncio.run(_serve(Server(**settings), host, port, inherited))
    except KeyboardInterrupt:
        return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


async def _serve(server: Server, host: str, port: int, inherited: socket.socket | None) -> int:
    try:
        await server.start(host, port, inherited=inherited)
    except OSError as error:
        print(f"The sandbox cannot listen on {host}:{port}: {error.strerror}.", file=sys.stderr)
        return 1
    print(f"Sandbox, a local stand-in for Discord (not Discord): open {server.page_url}", flush=True)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
    await server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
