"""A lesson in a thread, and one in a private message where the bot may not start threads."""

from pathlib import Path

from bot.render.texts.catalogue import texts_for
from sandbox.driver import Message, Sandbox
from sandbox.driver.member import DrivenMember
from tests.harness.processes.bot import running

W = texts_for()


def lesson(member: DrivenMember) -> Message:
    """The newest message of a lesson."""
    return [message for message in member.ephemerals() if W("button-unlearn") in message.enabled][-1]


async def threaded(learner: DrivenMember) -> None:
    """A member starts a lesson, and takes the first turn in its thread."""
    await learner.slash("coup learn")
    await learner.until(lambda: "Learn Coup: Ben" in learner.channels, what="a thread")
    learner.channel = "Learn Coup: Ben"
    first = await learner.sees("**Lesson:** You have two hidden cards", channel=learner.channel)
    hand = (await learner.click("My hand", message=first)).message
    await learner.select("Choose an action", "Income", message=hand)
    await learner.sees("Turn 2", channel=learner.channel)


async def test_a_lesson_in_private_messages_is_updated_with_the_game(sandbox: Sandbox, database: Path) -> None:
    ana = await sandbox.first_member()
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        await threaded(await sandbox.member("Ben"))
        cleo = await sandbox.member("Cleo")  # not Ana, who sees all threads because she owns the server
        assert "Learn Coup: Ben" not in cleo.channels
        await sandbox.fault("POST /channels/*/threads", status=400)
        await sandbox.fault("POST /webhooks/*", status=400, code=10014)  # an emoji that was deleted
        await cleo.slash("coup learn")
        await cleo.sees(W("lesson-hand-private"))
        await sandbox.deny("coup", "create_private_threads")
        panel = (await ana.slash("coup learn")).message
        assert panel is not None
        assert W("lesson-hand-private") in panel.text
        assert "What can I do?" in panel.enabled
        explained = (await ana.click("What can I do?", message=panel)).message
        assert explained is not None
        assert "**Income**: Take 1 coin." in explained.text
        assert [select["placeholder"] for select in explained.selects] == ["Choose an action"]
        hand = (await ana.click("My hand", message=explained)).message
        assert hand is not None
        taken = await ana.select("Choose an action", "Income", message=hand)
        # The next AI seat may already have answered.
        assert "You chose: Income." in taken.text or "**Ana** · 3 coins" in taken.text
        # The AI seats play on, and the message shows it without a click.
        await ana.until(lambda: lesson(ana).selects or len(lesson(ana).enabled) > 2, what="another question")
        assert not ana.messages()
        await bot.end(kill=True)
    async with running(sandbox, database):
        await sandbox.ready("coup")
        await ana.slash("coup learn")
        after = lesson(ana)
        assert "Only you see this" in after.text
        await ana.click("End the lesson", message=after)
        over = await ana.sees("This lesson is over")
        assert over.enabled == ["Another lesson", "Coach"]
        assert not ana.messages()
