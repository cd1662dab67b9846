"""The doctor: checks what the bot needs, and says of each thing that is wrong how to mend it."""

from bot.doctor.examination import examine
from bot.doctor.finding import Finding

__all__ = ["Finding", "examine"]
