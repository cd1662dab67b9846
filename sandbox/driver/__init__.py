"""Drives a sandbox from a test: starts or finds one, acts as its members, and injects faults.

A driven member connects to `sandbox.client` over the same WebSocket as a page in a browser does.

async with Sandbox.start() as sandbox:
    ana = await sandbox.member("Ana")
    await ana.slash("coup new")
"""

from sandbox.driver.member import DrivenMember, DriverError, Reply
from sandbox.driver.message import Message, Modal
from sandbox.driver.sandbox import Sandbox

__all__ = ["DrivenMember", "DriverError", "Message", "Modal", "Reply", "Sandbox"]
