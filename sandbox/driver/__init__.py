"""Drives a sandbox from a program: starts or finds one, acts as its members, and injects faults.

async with Sandbox.start() as sandbox:
    ana = await sandbox.member("Ana")
    await ana.slash("coup new")
"""

from sandbox.driver.member import DrivenMember, Reply
from sandbox.driver.message import Message, Modal
from sandbox.driver.sandbox import Sandbox
from sandbox.driver.slash import DriverError

__all__ = ["DrivenMember", "DriverError", "Message", "Modal", "Reply", "Sandbox"]
