"""A document and rules to findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice

from urlmend.clean import is_clean
from urlmend.grammar import split
from urlmend.model import DEFAULT_PROFILE, Document, Finding, Fix, Url
from urlmend.rules.registry import RULES, Case, Hit, Rule
from urlmend.secrets import redact
from urlmend.spans import Span
from urlmend.suppressions import MARK, Suppressions

# So many findings of one rule say what is wrong with a URL; each of them may repeat all of the URL.
MAX_HITS = 100
_UNUSED = "URL001"
_NOWHERE = Url("", (), Span(0, 0), "", "")


def lint(
    document: Document,
    urls: Iterable[Url],
    rules: Iterable[Rule],
    profile: str = DEFAULT_PROFILE,
    *,
    severities: Mapping[str, str] | None = None,
    allow: Mapping[str, tuple[str, ...]] | None = None,
    show_secrets: bool = False,
) -> Iterator[Finding]:
    """The findings of the rules on the URLs of a document, URL by URL, and on each by their place.

    Of each rule there are MAX_HITS at most on a URL. Rules that do not belong to the profile are
    left out, and so are findings that a comment in the text silences; those comments that silence
    nothing come last. `severities` gives codes another severity; `allow` has, for a code or the
    beginning of one, patterns of hosts, or of URLs, that it does not speak of. Messages hide
    passwords and other secrets (RFC 3986 section 3.2.1) unless `show_secrets`.
    """
    chosen = sorted((rule for rule in rules if profile in rule.profiles), key=lambda rule: rule.code)
    comments = Suppressions(document.text) if MARK in document.text else None
    for finding in _all(document, urls, chosen, profile):
        if comments and comments.silence(finding):
            continue
        if allow and _is_allowed(finding, allow):
            continue
        severity = (severities or {}).get(finding.code, finding.severity)
        message = finding.message if show_secrets else redact(finding.message)
        yield finding._replace(severity=severity, message=message)
    codes = [rule.code for rule in chosen]
    if comments and _UNUSED in codes:
        for message, span in comments.unused(codes, RULES):
            severity = (severities or {}).get(_UNUSED, RULES[_UNUSED].severity)
            yield Finding(_UNUSED, severity, message, (span,), _NOWHERE)


def _all(document: Document, urls: Iterable[Url], rules: list[Rule], profile: str) -> Iterator[Finding]:
    of_clean = [rule for rule in rules if rule.of_clean]
    for url in urls:
        applicable = of_clean if is_clean(url, document.text) else rules
        if not applicable:
            continue
        case = Case(url, split(url.text), document.text, profile, document.flowed)
        found = [
            Finding(rule.code, rule.severity_in(profile), hit.message, hit.spans, url, _fix(rule, hit))
            for rule in applicable
            if url.scheme or rule.of_partial
            for hit in islice(rule.check(case), MAX_HITS)
        ]
        found.sort(key=lambda finding: (finding.spans[0].start, finding.code))
        yield from found


def _fix(rule: Rule, hit: Hit) -> Fix | None:
    return Fix(hit.edits, rule.fix == "safe" and hit.safe) if hit.edits else None


def _is_allowed(finding: Finding, allow: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a pattern for the finding's code fits the URL, or its host (RFC 3986 section 3.2.2: in any case)."""
    patterns = [pattern for code, found in allow.items() if finding.code.startswith(code.upper()) for pattern in found]
    host = (split(finding.url.text).host or "").lower() if patterns else ""
    return any(
        fnmatchcase(finding.url.text, pattern) if "://" in pattern else fnmatchcase(host, pattern.lower())
        for pattern in patterns
    )
