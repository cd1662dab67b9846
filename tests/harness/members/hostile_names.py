"""Hostile names, and checks that a text which shows one is harmless."""

import re
import unicodedata

from hypothesis import strategies as st

HOSTILE = (
    "<#123456789012345678>",
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<t:0:R>",
    "</coup new:1>",
    "<:coin:123456789012345678>",
    "<id:customize>",
    "@everyone",
    "@here",
    "@\u200beveryone",
    "\u202eeveryone\u2066",
    "https://evil.example/x",
    "discord.gg/evil",
    "[free](https://evil.example)",
    "**bold** __under__ ~~gone~~ ||hid||",
    "`code` ```block```",
    "# heading",
    "> quote\n- item\n-# small",
    "back\\slash\\",
    "\u200b\u200d\u2060",
    "\u3164",
    "",
    "\ud800",
    "ﷺ" * 32,
    "\u0300" * 500,
)
"""Names with markup, mentions or invisible characters, for all tests of texts that members choose."""
FRAGMENTS = st.sampled_from(HOSTILE) | st.one_of(
    st.from_regex(r"\A<(?:@[!&]?|#|t:|/[a-z]{1,9}:|a?:\w{1,9}:|id:)[0-9]{1,40}(?::[RtTdDfF])?>\Z"),
    st.text("\u200b\u200d\u2060\u202a\u202e\u2066\u2069\u061c\ufeff\u115f", max_size=9),
    st.text("*_~`|>#-[]()\\ .1", max_size=12),
    st.from_regex(r"\A(?:https?://|www\.|discord\.gg/|mailto:)[a-z./@]{1,30}\Z"),
    st.text("\u0300\u0e47\u0489\u064b\u20dd\u0f71a", max_size=60),
    st.text("\uff37W﷽漢\U0001f469𒐫", max_size=40),
    st.text(max_size=20),
)
"""Parts of hostile names: mentions, hidden characters, markup, links, stacked accents, wide characters."""
HOSTILE_NAMES = st.lists(FRAGMENTS, min_size=1, max_size=3).map("".join)
_ESCAPE = re.compile(r"\\[^0-9A-Za-z\s]")
_LIVE_MARKUP = re.compile(r"[\\*_~|`<>#\[\]@]|://|discord\.gg|^(?:-|\d+\.) ")
_MENTION = re.compile(r"<[@#/:]|<a?:|<t:|<id:|@(?:everyone|here)")
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def assert_harmless(text: str) -> None:
    """Checks that an escaped text is shown as plain text: nothing in it is markup, a mention or a link."""
    assert not _LIVE_MARKUP.search(_ESCAPE.sub("", text)), text
    assert not _MENTION.search(text), text  # Discord's servers find these even after a backslash
    assert_visible(text)


def assert_visible(text: str) -> None:
    """Checks that a text is one visible line, without characters that hide or reverse others."""
    assert text.strip()
    assert not [sign for sign in text if unicodedata.category(sign) in _UNSEEN and sign != "\u200d"], ascii(text)
