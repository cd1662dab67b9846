"""Parts of table messages, which the messages of several phases share."""
