"""Expressions for many ordinary URLs at once: a subset of `ordinary`, for speed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.patterns import OVER, at_colon
from urlmend.model.markup import (
    AFTER_BRACKET,
    AFTER_LINK,
    BROKEN_ATTRIBUTES,
    COMMANDS,
    NAMES_BEFORE_BRACKET,
    WORDS_BEFORE_SPACE,
)
from urlmend.redaction.harmless import ESCAPED, NO_SERVICE_AFTER, NO_SERVICE_BEFORE, no_parameter
from urlmend.uri.ordinary_host import ESCAPE, NO_SEARCH, NO_SLIP, OCTET


def _not_after(texts: Iterable[str], sign: str = "") -> str:
    """An expression that fails after one of some texts and a sign: the texts of one look back have the same length."""
    by_length = groupby(sorted(texts, key=len), len)
    return "".join(f"(?<!(?:{'|'.join(map(re.escape, some))}){sign})" for _, some in by_length)


# Where there may be nothing, an empty branch costs less than a `?`, or than a `*` that matches nothing.
_HOST_LABEL = r"[A-Za-z0-9]++[.-]"
_HOST = (
    rf"(?:{_HOST_LABEL}(?:{_HOST_LABEL}(?:{_HOST_LABEL}(?:{_HOST_LABEL})*|)|)(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{{64}})"
    rf"|{OCTET}(?:\.{OCTET}){{3}})"
)
_PORT = r"(?::(?:[1-5][0-9]{4}|[1-9][0-9]{3}|8[0-9][0-9]|8[1-6])|)"
# No `@`: what is before it may be the password of another URL.
_CHARS = r"A-Za-z0-9_~$+&,!/\-"
_PATH = rf"/[{_CHARS}]*+(?>(?:(?:\.(?<!/\.)|[:=](?![/%])|(?!%2[5Ee]|%3[Aa]){ESCAPE}(?!\.))[{_CHARS}]*+)*)"
_QUERY = rf"\?{NO_SEARCH}[{_CHARS}.?]*+(?>(?:(?:=|:(?!//)|(?!%40){ESCAPE})[{_CHARS}.?]*+)*)"
_FRAGMENT = rf"\#[{_CHARS}.?]*+(?>(?:(?:=|:(?!//))[{_CHARS}.?]*+)*)"
# From here on there is no secret, and no `=` is left of quoted-printable.
_NO_SECRET = rf"(?=[^=%\n]*+(?>(?:(?:{no_parameter('=(?!3D)')}|%{ESCAPED})[^=%\n]*+)*)\n)"
# Many paths have at most one dot, and nothing follows them: then no more is asked.
ORDINARY_LINE = lazy(
    rf"http(?<![^\n]http)(?:s|)://{NO_SLIP}{NO_SERVICE_BEFORE}(?>{_HOST}{NO_SERVICE_AFTER}{_PORT}"
    rf"(?:(?:/[{_CHARS}]*+(?:\.(?<!/\.)[{_CHARS}]++|)|)(?=\n)|{_NO_SECRET}(?:{_PATH}|)(?:{_QUERY}|)(?:{_FRAGMENT}|)))\n"
)
"""A line that consists of an ordinary URL, unless it contains a token, or another `//` than that of its scheme."""
SECOND_AUTHORITY = lazy(r"//(?<!://)")
"""The slashes of a second authority, which may be that of a service."""
SIMPLE_BY_ITSELF = at_colon(
    # A `(` after anything but a space or a line break, or after one of these and `]` or `:`, and quotes after `](` may
    # be broken syntax of a link.
    (
        (r"[ \n\t\r>]" + _not_after(WORDS_BEFORE_SPACE), r"[^\]\r][\n\t\r]\(", r"[^\]:] \("),
        f"(?!>{AFTER_BRACKET}){OVER}",
    ),
    # The quotes, brackets or parentheses of a link in Markdown, with nothing next to them that belongs to the URL.
    ((r'[^("]"' + _not_after((*BROKEN_ATTRIBUTES, "]: "), '"'), r'[^\]]\("'), '"'),
    # After `(<`, the target of a link may go on in the next line.
    ((r"[\x00-!#-&)-;=-\x7f]<" + _not_after((*COMMANDS, *NAMES_BEFORE_BRACKET), "<"),), r">[\x00-\"$-&(-^a-\x7f]"),
    ((r"[^`] <",), f">{AFTER_LINK}"),
    ((r"\]\(",), r"\)"),
    faults=True,
)
"""Simple URLs with nothing around them that makes a rule apply, and the colons of faults."""
