"""Markup that is read while URLs are found, decoded and fixed."""

from __future__ import annotations

LINK_ATTRIBUTES = "href|src|cite|action|poster|background|formaction"
"""The attributes of HTML elements in use whose value is one URL (HTML Living Standard, index of attributes)."""
LINK_MARKS = frozenset("'`")
"""Characters after the angle brackets around a URL that may end a link in reStructuredText."""
OPENINGS = frozenset("\"'`([<{|./@\\#:=")
"""Characters before a URL that may begin an attribute or a link, whose syntax may be broken, or end text before it."""
LONGEST_BEFORE_TARGET = 12
"""How much other text may be between the brackets of a link and its target, in code points."""
