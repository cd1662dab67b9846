from sandbox.driver import Sandbox
from tests.sandbox.small_bot import SmallBot, running


async def test_a_command_an_ephemeral_and_a_click():
    async with Sandbox.start() as sandbox, running(SmallBot(), sandbox):
        await sandbox.ready("demo")
        ana = await sandbox.member("Ana")
        ben = await sandbox.member("Ben")
        reply = await ana.slash("demo count")
        assert reply.text == "Counted 0"
        await ana.sees("Only you know")
        assert ben.find("Only you know") is None
        reply = await ben.click("More")
        assert reply.text == "Counted 1"
        await ana.sees("Counted 1")
        assert await ana.choices("demo echo", "text", "t") == [{"name": "tax", "value": "tax"}]
