"""`python -m bot doctor`: checks what the bot needs, and explains how to correct each fault."""

from bot.doctor.examination import examine
from bot.doctor.finding import Finding

__all__ = ["Finding", "examine"]
