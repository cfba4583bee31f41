"""A document and rules to findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlmend.clean import is_clean
from urlmend.grammar import split
from urlmend.model import Document, Finding, Url
from urlmend.rules.registry import DEFAULT_PROFILE, Case, Rule
from urlmend.secrets import redact


def lint(
    document: Document,
    urls: Iterable[Url],
    rules: Iterable[Rule],
    profile: str = DEFAULT_PROFILE,
    *,
    show_secrets: bool = False,
) -> Iterator[Finding]:
    """The findings of the rules on the URLs of a document, URL by URL, and on each by their place.

    Rules that do not belong to the profile are left out. Messages hide passwords and other
    secrets (RFC 3986 section 3.2.1) unless `show_secrets`.
    """
    clean_message = str if show_secrets else redact
    chosen = sorted((rule for rule in rules if profile in rule.profiles), key=lambda rule: rule.code)
    of_clean = [rule for rule in chosen if rule.of_clean]
    for url in urls:
        applicable = of_clean if is_clean(url, document.text) else chosen
        if not applicable:
            continue
        case = Case(url, split(url.text), document.text, profile, document.flowed)
        found = [
            Finding(rule.code, rule.severity_in(profile), clean_message(hit.message), hit.spans, url)
            for rule in applicable
            if url.scheme or rule.of_partial
            for hit in rule.check(case)
        ]
        found.sort(key=lambda finding: (finding.spans[0].start, finding.code))
        yield from found
