"""The texts that are kept in memory because messages repeat them; members' names are part of many."""

from bot.render.texts.catalogue import forget_texts
from bot.render.texts.sanitize import clean, distinct_names, escape


def forget_kept_texts(_user_id: int) -> None:
    """Forgets all kept texts, so that none names a member whose data was deleted: any of them may."""
    forget_texts()
    for kept in (clean, escape, distinct_names):
        kept.cache_clear()
