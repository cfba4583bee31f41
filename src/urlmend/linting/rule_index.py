"""Select the rules that may report a URL, from what each rule declares."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY, LABEL
from urlmend.model.url import Url
from urlmend.rules.registry import Rule, Trigger
from urlmend.uri.ordinary_host import HOST
from urlmend.uri.schemes import COMMON, LETTERS_OF_HTTPS

# A second scheme without its colon (`http://http//`) looks like a host, but is not an ordinary authority.
_ORDINARY_AUTHORITY = lazy(rf"[A-Za-z][A-Za-z0-9+.-]*+://(?!(?i:https?|ftp)//){HOST}(?![^/?#])")
_EDGES = ('"', "'", "(", "[")
# What follows the target of a link: a label, the text in AsciiDoc, the end of the target in other formats.
_LINK_SIGNS = frozenset((LABEL, BOUNDARY, *"[)>`"))
# Real text has few combinations of properties; the limit bounds the memory that hostile text can fill.
_MAX_CACHED = 1024


class RuleIndex:
    """Index of the rules of a run by scheme, characters and triggers of a URL."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index these rules; their order is kept."""
        self._rules = tuple(rules)
        self._characters = "".join(sorted({char for rule in self._rules for char in rule.contains_any}))
        self._cached_candidates = lru_cache(_MAX_CACHED)(self._candidates)

    def candidates(self, url: Url, around: str) -> tuple[Rule, ...]:
        """Return the rules that may report a URL of the text `around`; all other rules would report nothing."""
        text, spans, (start, stop) = url[:3]
        # What the URL was cut from may go on after the next character.
        before = around[start - 1 : start]
        edges = before + around[stop : stop + 1]
        printable_ascii = text.isascii() and text.isprintable() and edges.isascii()
        return self._cached_candidates(
            url.scheme,
            "".join([char for char in self._characters if char in text or char == around[stop : stop + 1]])
            if printable_ascii
            else self._characters,
            # In the order of Trigger; a tuple of flags is faster to build than a set.
            (
                bool(url.breaks),
                not spans or start < spans[0].start,
                before in _EDGES or not edges.isascii(),
                _ORDINARY_AUTHORITY.match(text) is None,
                url.scheme not in COMMON or before in LETTERS_OF_HTTPS,
                around[stop : stop + 1] in _LINK_SIGNS,
                "/." in text,
            ),
        )

    def _candidates(self, scheme: str, characters: str, flags: tuple[bool, ...]) -> tuple[Rule, ...]:
        triggers = {trigger for trigger, present in zip(Trigger, flags, strict=True) if present}
        return tuple(
            rule
            for rule in self._rules
            if (scheme or rule.applies_to_partial)
            and (not rule.schemes or scheme in rule.schemes)
            and (not rule.contains_any or not set(rule.contains_any).isdisjoint(characters))
            and (not rule.triggers or not rule.triggers.isdisjoint(triggers))
        )
