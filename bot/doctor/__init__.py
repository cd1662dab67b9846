"""`python -m bot doctor`: checks what the bot needs, and explains how to correct each fault."""
