"""Select the rules that may report a URL, from what each rule declares."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import compress

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY, LABEL
from urlmend.model.markup import BEFORE_URL, OPENINGS, follows_broken_markup, may_end_link
from urlmend.model.url import Url
from urlmend.redaction.detect import secrets_of_url
from urlmend.rules.registry import WRAPPED, Rule, Trigger
from urlmend.uri.ordinary_host import HOST, NO_SLIP
from urlmend.uri.schemes import COMMON, LETTERS_OF_HTTPS

# A second scheme without its colon (`http://http//`) looks like a host, but is not an ordinary authority.
_ORDINARY_AUTHORITY = lazy(rf"[A-Za-z][A-Za-z0-9+.-]*+://(?!(?i:https?|ftp)//){NO_SLIP}{HOST}(?![^/?#])")
# What follows the target of a link: a label, the text in AsciiDoc, the end of the target in other formats.
_LINK_SIGNS = frozenset((LABEL, BOUNDARY, *"[)>`"))
# The triggers that are not kinds of breaks.
_FLAGS = [trigger for trigger in Trigger if trigger not in ("space", "quote", "page", "flowed")]
# Real text has few combinations of properties; the limit bounds the memory that hostile text can fill.
_MAX_CACHED = 1024


class RuleIndex:
    """Index of the rules of a run by scheme, characters and triggers of a URL."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index these rules; their order is kept."""
        self._rules = tuple(rules)
        self._characters = "".join(sorted({char for rule in self._rules for char in rule.contains_any}))
        self._finds_secrets = any(Trigger.SECRET in rule.triggers for rule in self._rules)
        self._finds_nothing_else = all(rule.triggers == {Trigger.SECRET} for rule in self._rules)
        self._cached_candidates = lru_cache(_MAX_CACHED)(self._candidates)

    def candidates(self, url: Url, around: str) -> tuple[Rule, ...]:
        """Return the rules that may report a URL of the text `around`; all other rules would report nothing."""
        text, spans, (start, stop), form, scheme, breaks, alternatives, _ = url
        if self._finds_nothing_else and not secrets_of_url(text):  # true of most URLs of unattended files
            return ()
        # What the URL was cut from may go on after the next character.
        before, after = around[start - 1 : start], around[stop : stop + 1]
        prefix = spans[0].start - start if spans else 1
        is_ascii_around = before.isascii() and after.isascii()
        return self._cached_candidates(
            scheme,
            "".join([char for char in self._characters if char in text or char == after])
            if is_ascii_around and text.isascii() and text.isprintable()
            else self._characters,
            frozenset(breaks) if breaks else breaks,
            # In the order of _FLAGS; a tuple of flags is faster to build than a set.
            (
                bool(breaks),
                bool(breaks) and form not in WRAPPED,
                bool(alternatives),
                prefix > 0,
                prefix > 0 and form not in WRAPPED,
                prefix > len("<URL:"),
                before in OPENINGS
                or before.isalpha()
                or not is_ascii_around
                or may_end_link(around, stop, is_bracketed=form == "angle")
                or (before in BEFORE_URL and follows_broken_markup(around, start, is_bracketed=prefix > 0)),
                _ORDINARY_AUTHORITY.match(text) is None or "://" in text[len("https://") :],
                scheme not in COMMON or before in LETTERS_OF_HTTPS,
                after in _LINK_SIGNS,
                "/." in text,
                self._finds_secrets and bool(secrets_of_url(text)),
            ),
        )

    def _candidates(
        self, scheme: str, characters: str, breaks: Collection[str], flags: tuple[bool, ...]
    ) -> tuple[Rule, ...]:
        triggers = {*breaks, *compress(_FLAGS, flags)}
        return tuple(
            rule
            for rule in self._rules
            if (scheme or rule.applies_to_partial)
            and (not rule.schemes or scheme in rule.schemes)
            and (not rule.contains_any or not set(rule.contains_any).isdisjoint(characters))
            and (not rule.triggers or not rule.triggers.isdisjoint(triggers))
        )
