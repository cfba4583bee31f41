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
_LABEL_IN_COMMENT = lazy(r"[^?#\[\]]*/[^?#\[\]]*\w\[[A-Za-z][^\[\]]*\]?\Z")
_LABEL = lazy(r"[^?#\[\]]*/[^?#\[\]]*\w\[[^\[\]]*\Z")
_REST_OF_LABEL = lazy(r"[ \t]?[^\[\]]{1,100}\]")
# What a text says of a URL that is wrong on purpose, after it on its line.
_SAID_TO_BE_WRONG = lazy(r"[^\n]{0,80}?\b(?i:invalid|malformed|illegal|raises?|throws?|not (?:a )?valid)")


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
    return bool(_SAID_TO_BE_WRONG.match(case.text, case.url.outer.stop))


def _has_label(case: Case, scope: Scope) -> bool:
    """Whether the brackets of a URL are around the text of a link, and not part of the URL."""
    if scope is Scope.COMMENT and _LABEL_IN_COMMENT.match(case.url.text):
        return True
    return bool(_LABEL.match(case.url.text) and _REST_OF_LABEL.match(case.text, case.url.outer.stop))
