"""Which rules may speak of a URL at all, by what is in it: most of them do not even have to look."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.url import Url
from urlmend.rules.registry import Rule
from urlmend.uri.ordinary_host import HOST
from urlmend.uri.schemes import COMMON

# A second scheme without its colon is no host, though it looks like one.
_PLAIN_AUTHORITY = lazy(rf"[A-Za-z][A-Za-z0-9+.-]*+://(?!(?i:https?|ftp)//){HOST}(?![^/?#])")
_QUOTES = ('"', "'")
# There are few kinds of URLs; in a text that is made to have many, no more than this are remembered.
_KINDS = 1024


class Relevance:
    """Knows which rules of a run may speak of a URL, by what they declare: schemes, signs, where."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Take the rules, in the order in which they run."""
        self._rules = tuple(rules)
        self._signs = "".join(sorted({sign for rule in self._rules for sign in rule.signs}))
        self._of_kind = lru_cache(_KINDS)(self._select)

    def rules(self, url: Url, around: str) -> tuple[Rule, ...]:
        """The rules that may have something to say about a URL in the text around it."""
        text, spans, (start, stop) = url[:3]
        visible = text.isascii() and text.isprintable()
        return self._of_kind(
            url.scheme,
            "".join([sign for sign in self._signs if sign in text]) if visible else self._signs,
            bool(url.breaks),
            not spans or start < spans[0].start,
            _PLAIN_AUTHORITY.match(text) is None,
            "/." in text,
            around[start - 1 : start] in _QUOTES or not around[stop : stop + 1].isascii(),
        )

    def _select(
        self, scheme: str, signs: str, broken: bool, wrapped: bool, odd: bool, dotted: bool, touched: bool
    ) -> tuple[Rule, ...]:
        """The rules that may speak of a URL with these: a scheme, signs, and what `Rule.where` has."""
        places = {
            "",
            *("break",) * broken,
            *("edge",) * (broken or touched),
            *("wrapper",) * wrapped,
            *("authority",) * odd,
            *("scheme",) * (odd or scheme not in COMMON),
            *("dots",) * dotted,
        }
        return tuple(
            rule
            for rule in self._rules
            if (scheme or rule.of_partial)
            and (not rule.schemes or scheme in rule.schemes)
            and (not rule.signs or not set(rule.signs).isdisjoint(signs))
            and rule.where in places
        )
