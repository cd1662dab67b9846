"""`python -m bot doctor`: checks what the bot needs, and says how to mend each thing that is wrong."""

from bot.doctor.examination import examine
from bot.doctor.finding import Finding

__all__ = ["Finding", "examine"]
