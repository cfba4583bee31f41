"""Markup that is read while URLs are found, decoded and fixed."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy

LINK_ATTRIBUTES = "href|src|cite|action|poster|background|formaction"
"""The attributes of HTML elements in use whose value is one URL (HTML Living Standard, index of attributes)."""
COMMAND_BEFORE = lazy(r"\b(?:git clone|curl|wget)(?: [\w./=-]{1,40}){0,6} \Z")
"""A command whose argument is a URL, before it, with other arguments."""
COMMAND_REACH = 260
"""The distance before the URL at which it may begin, in code points."""
LINK_MARKS = frozenset("'`")
"""Characters after the angle brackets around a URL that may end a link in reStructuredText."""
OPENINGS = frozenset("\"'`([<{|./@\\#:=")
"""Characters before a URL that may begin an attribute or a link, whose syntax may be broken, or end text before it."""
LONGEST_BEFORE_TARGET = 12
"""The length of the longest other text between the brackets of a link and its target, in code points."""
