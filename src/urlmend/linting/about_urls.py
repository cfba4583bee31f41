"""Text about URLs: examples in source code, and in documentation of programs that process URLs."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import Scope
from urlmend.rules.registry import Case, Rule

FAMILIES = frozenset("23467")
"""The families that do not apply: broken lines, secrets and misspelt schemes are faults of examples, too."""
_IN_SOURCE = frozenset((Scope.COMMENT, Scope.STRING, Scope.DATA))
# RFC 2606 section 3; its section 2 has top-level domains, whose hosts an example of more text may need.
_EXAMPLE_HOST = lazy(r"(?:.*\.)?example\.(?:com|net|org|edu)\.?\Z")
# `https://a.example/b[the plan]`: AsciiDoc in a comment, and everywhere, if a space in its text ends the URL.
_PATH_BEFORE_LABEL = r"(?=[^/?#\[\]]*+/)[^?#\[\]]*+(?<=\w)\["
_LABEL_IN_COMMENT = lazy(rf"{_PATH_BEFORE_LABEL}[A-Za-z][^\[\]]*+\]?\Z")
_LABEL = lazy(rf"{_PATH_BEFORE_LABEL}[^\[\]]*+\Z")
_REST_OF_LABEL = lazy(r"[ \t]?[^\[\]]{1,100}\]")
# What a text says of a URL that is wrong on purpose, before or after it on its line.
# The word is no part of a host or path.
_WRONG = r"(?i:invalid|malformed|illegal|raises?|throws?|rejects?|rejected|not (?:a )?valid|pars(?:e|es|ed|ing))"
_WORD = rf"(?<![\w./:@-]){_WRONG}(?!\w|[./:@-]\w)"
_SAID_TO_BE_WRONG = lazy(rf"[^\n]{{0,80}}?{_WORD}")
_CALLED_WRONG = lazy(rf"{_WORD}[^\n]*\Z")
_REACH = 80


_BRACKETS = "URL207"


def is_about_urls(rule: Rule, case: Case, scope: Scope) -> bool:
    """Whether a rule need not report a URL because its text is about URLs.

    That is so for hosts such as `example.com` in source code, and for URLs that their line says to be invalid.
    """
    if rule.code[3] not in FAMILIES or case.profile == "rfc1738":
        return False
    if scope in _IN_SOURCE and _EXAMPLE_HOST.match((case.parts.host or "").lower()):
        return True
    if rule.code == _BRACKETS and _has_label(case, scope):
        return True
    start, stop = case.url.outer
    return bool(
        _SAID_TO_BE_WRONG.match(case.text, stop) or _CALLED_WRONG.search(case.text, max(0, start - _REACH), start)
    )


def _has_label(case: Case, scope: Scope) -> bool:
    """Whether the brackets of a URL are around the text of a link, and not part of the URL."""
    if scope is Scope.COMMENT and _LABEL_IN_COMMENT.match(case.url.text):
        return True
    return bool(_LABEL.match(case.url.text) and _REST_OF_LABEL.match(case.text, case.url.outer.stop))
