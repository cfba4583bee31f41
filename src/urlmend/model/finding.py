"""Findings and their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.model.url import Url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Profile, Severity

PROFILES: tuple[Profile, ...] = ("rfc1738", "rfc3986", "whatwg")
"""The specifications that URLs can be checked against."""
DEFAULT_PROFILE: Profile = "rfc3986"
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""The severities of findings, the highest first."""
DEFAULT_FAIL_ON: Severity = "warning"
"""The lowest severity of findings that fail a run."""
COMMENT_MARK = "urlmend:"
"""The beginning of a comment that suppresses findings."""


class Edit(NamedTuple):
    """A range of a document's text (code points) and its replacement; an empty range inserts."""

    span: Span
    """The range that is replaced."""
    text: str
    """The replacement."""


def apply(text: str, edits: Iterable[Edit], low: int = 0, high: int | None = None) -> str:
    """Return a range of the text with edits in it applied, which ascend and do not overlap (offsets in code points)."""
    pieces, at = [], low
    for (start, stop), replacement in edits:
        pieces += [text[at:start], replacement]
        at = stop
    return "".join([*pieces, text[at:high]])


class Fix(NamedTuple):
    """The correction that a finding proposes: all of its edits are applied, or none."""

    edits: tuple[Edit, ...]
    """In ascending order, without overlap."""
    safe: bool
    """Whether all URLs stay equal up to percent-encoding and case; unsafe fixes guess what was meant."""


class Finding(NamedTuple):
    """What a rule reports."""

    code: str
    """The code of the rule."""
    severity: Severity
    """`error`, `warning` or `info`."""
    message: str
    """What is wrong and, in short, what to do about it; without secrets, unless they were requested."""
    spans: tuple[Span, ...]
    """The ranges that it applies to, ascending; at least one."""
    url: Url
    """The URL; one with empty text if the finding is not about a URL."""
    fix: Fix | None = None
    """The proposed correction; None if only a person can correct it."""
    name: str = ""
    """The name of the rule, such as `bad-percent`."""

    @property
    def extent(self) -> Span:
        """From the beginning of the first span to the end of the last."""
        return Span(self.spans[0].start, self.spans[-1].stop)


def is_as_severe(severity: str, other: str) -> bool:
    """Return whether a severity is the other one or a higher one."""
    return SEVERITIES.index(severity) <= SEVERITIES.index(other)


class Result(NamedTuple):
    """A document and its findings."""

    document: Document
    findings: Sequence[Finding]
