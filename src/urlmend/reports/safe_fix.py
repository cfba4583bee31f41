"""What a report may show of the way a finding is mended."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Fix
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.detect import find_secrets
from urlmend.reports import Look

_LONE_SURROGATE = lazy("[\ud800-\udfff]")


def shown_fix(document: Document, finding: Finding, look: Look) -> Fix | None:
    """The fix of a finding; None if it has none, its text is encoded, or the edits hold what must not be shown.

    With a secret masked, such a fix would destroy it; so it is left to `urlmend lint --fix`. The
    same goes for bytes that are no characters.
    """
    fix = finding.fix
    if fix is None or document.region is None:
        return None
    texts = [text for _, text in fix.edits if text]
    if any(look.show(text) != text or _LONE_SURROGATE.search(text) for text in texts):
        return None
    # Half a secret is not seen in a text that is moved, but where it is moved from.
    if texts and not look.open and any(_meets(_secrets(finding.url), span) for span, _ in fix.edits):
        return None
    return fix


@lru_cache(maxsize=1)
def _secrets(url: Url) -> list[Span]:
    """The spans of a URL that must not be shown, ascending."""
    return [span for low, high in find_secrets(url.text) for span in url.spans_of(low, high)]


def _meets(spans: list[Span], other: Span) -> bool:
    """Whether a span has a part in one of the others, which ascend, or is an empty one inside."""
    at = bisect_right(spans, other.start, key=lambda span: span.stop)
    return at < len(spans) and spans[at].start < other.stop
