"""Findings and their fixes."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.model.url import Url

PROFILES = ("rfc1738", "rfc3986", "whatwg")
"""The specifications to hold URLs against."""
DEFAULT_PROFILE = "rfc3986"
SEVERITIES = ("error", "warning", "info")
COMMENT_MARK = "urlmend:"
"""What begins a comment that silences findings."""


class Edit(NamedTuple):
    """A range of a document's text (code points), and what takes its place; an empty range inserts."""

    span: Span
    """What is replaced."""
    text: str
    """What takes its place."""


class Fix(NamedTuple):
    """How to mend what a finding reports: all of its edits, or none."""

    edits: tuple[Edit, ...]
    """In ascending order, none into another."""
    safe: bool
    """Whether every URL stays what it was, up to percent-encoding and case; others guess what was meant."""


class Finding(NamedTuple):
    """What a rule reports."""

    code: str
    """The rule's."""
    severity: str
    """`error`, `warning` or `info`."""
    message: str
    """What is wrong and, in short, what to do about it; without secrets, unless they were asked for."""
    spans: tuple[Span, ...]
    """What it speaks of, ascending; at least one."""
    url: Url
    """The URL; one without text for a finding that speaks of none."""
    fix: Fix | None = None
    """How to mend it; None if only a person can."""

    @property
    def extent(self) -> Span:
        """From the beginning of the first span to the end of the last."""
        return Span(self.spans[0].start, self.spans[-1].stop)


class Result(NamedTuple):
    """A document, and what was found in it."""

    document: Document
    findings: Sequence[Finding]
