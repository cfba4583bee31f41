"""Templates: URLs that a program or a reader still has to complete, and which rules of one scheme ignore."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case

_TEMPLATE = lazy(
    r"""
    (?<=[A-Za-z]):(?::|//\*)  # a name of Perl or C++ (`<File::Spec>`), a pattern (`http://*`)
    | [{}<>]
    | \$[({] | \$[A-Z_]{3,}  # `$(HOST)`, `${host}`, `$HOST`
    | %[sd](?![0-9A-Fa-f]) | %\(  # `%s`, `%(host)s`
    | %[A-Z_]{3,}%
    | \.\.\.
    """,
    re.VERBOSE,
)
# The first characters of placeholders and patterns.
_PLACEHOLDER_STARTS = "<{[$%*(:"


def is_concrete(case: Case, *schemes: str) -> bool:
    """Whether the URL has one of these schemes, and contains no placeholder."""
    return case.url.scheme in schemes and not _TEMPLATE.search(case.url.text)


def is_truncated(case: Case) -> bool:
    """Whether a placeholder follows the URL directly, so that the URL's end is unknown."""
    after = case.text[case.url.outer.stop : case.url.outer.stop + 1]
    return not case.wrapped and after != "" and after in _PLACEHOLDER_STARTS
