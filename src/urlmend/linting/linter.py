"""Run rules on the URLs of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import translate
from itertools import islice
from sys import intern

from urlmend._lib.lazy_regex import lazy
from urlmend.linting.about_urls import is_about_urls
from urlmend.linting.rule_index import RuleIndex
from urlmend.linting.scopes import is_in_element, scope_of
from urlmend.linting.suppressions import Suppressions
from urlmend.model.document import Document
from urlmend.model.finding import COMMENT_MARK, DEFAULT_PROFILE, Finding, Fix
from urlmend.model.scope import ALL_SCOPES, Scope
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.url_masks import redacted_foreign
from urlmend.rules.registry import RULES, Case, Hit, Rule, Trigger, is_name, selects
from urlmend.uri.placeholders import begins_placeholder, placeholders
from urlmend.uri.rfc3986 import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Profile, Severity

# Limit of hits per rule and URL: each message may repeat the URL, so the output would grow quadratically.
MAX_HITS = 100
_UNUSED = "URL001"
# The codes of other rules than those of plugins and own rules, whose messages may contain anything.
_OWN_CODES = "URL"
# Rules that report the pieces of a broken URL, each with the one that reports the same break more precisely.
_MORE_PRECISE = {"URL108": "URL106", "URL202": "URL106"}
# The family of rules on wrappers and the text around a URL.
_AROUND = "URL1"
# What rules on line breaks apply to: on a page, nobody can change where a line breaks.
_OF_BREAKS = frozenset(
    (Trigger.SPACE, Trigger.QUOTE, Trigger.PAGE, Trigger.FLOWED, Trigger.BARE_BREAK, Trigger.READING)
)
# What begins a query or a fragment.
_AFTER_PATH = lazy("[?#]")
# The URL of findings on comments.
_NO_URL = Url(text="", spans=(), outer=Span(0, 0), form="", scheme="")


class Linter:
    """Lints documents by rules and a profile.

    A rule reports a URL once, with at most MAX_HITS hits; secrets are reported one by one. Rules that do not belong to
    the profile do not run. The keys of `severities` and `allow` are codes, prefixes of codes, or names of rules:
    `severities` overrides the severity of rules, `allow` lists patterns of hosts or URLs to which rules do not apply.
    Messages hide passwords and other secrets (RFC 3986 section 3.2.1) unless `show_secrets`.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        profile: Profile = DEFAULT_PROFILE,
        *,
        severities: Mapping[str, Severity] | None = None,
        allow: Mapping[str, tuple[str, ...]] | None = None,
        show_secrets: bool = False,
    ) -> None:
        """Take rules, in any order, and the settings described above."""
        chosen = sorted((rule for rule in rules if profile in rule.profiles), key=lambda rule: rule.code)
        usual = ((rule, rule.whatwg_severity if profile == "whatwg" else rule.severity) for rule in chosen)
        self.severities: dict[str, Severity] = {
            rule.code: _severity(rule, severities, severity) if severities else severity for rule, severity in usual
        }
        """The severities of the rules that run, by code."""
        self._names = {rule.code: rule.name for rule in chosen}
        self._profile = profile
        self._allow = {word: [*map(_Allowed, patterns)] for word, patterns in (allow or {}).items()}
        self._show_secrets = show_secrets
        self._index = RuleIndex(rule for rule in chosen if rule.code != _UNUSED)
        self.applies_to_ordinary: bool = any(rule.applies_to_ordinary for rule in chosen)
        """Whether any rule applies to ordinary URLs; if not, they need not be passed."""

    def findings(self, document: Document, urls: Iterable[Url], *, may_have_comments: bool = True) -> Iterator[Finding]:
        """Yield the findings on the URLs of a document, URL by URL, and for each URL by position.

        Findings that a comment suppresses are left out; findings on comments that suppress nothing come last.
        """
        contradictions = document.contradictions
        comments = Suppressions(document.text) if may_have_comments and COMMENT_MARK in document.text else None
        for url in urls:
            if not (rules := self._index.candidates(url, document.text)):
                continue
            if document.layout:
                rules = tuple(rule for rule in rules if not (rule.triggers and rule.triggers <= _OF_BREAKS))
            case = Case(
                url,
                document.text,
                self._profile,
                document.flowed,
                in_mail=document.part is not None,
                labelled=document.labelled,
                format=document.format,
                show_secrets=self._show_secrets,
                annotations=_annotations(document, url) if document.layout else (),
                contradiction=contradictions.get(url.start),
                repository=document.repository,
                name=document.name,
            )
            hits = [(rule, hit) for rule in rules for hit in islice(rule.check(case), MAX_HITS)]
            if any(rule.scopes != ALL_SCOPES for rule, _ in hits):  # a scope may cost the lexing of the file
                hits = in_scope(hits, case, document)
            found = [self._finding(rule, hit, case) for rule, hit in (hits if len(hits) < 2 else reported(hits))]
            if len(found) > 1:
                found.sort(key=lambda finding: (finding.spans[0].start, finding.code))
            for finding in found:
                if not (comments and comments.suppress(finding)) and not (self._allow and self._is_allowed(finding)):
                    yield finding
        if comments and _UNUSED in self._names:
            known = {code: rule.name for code, rule in RULES.items()} | self._names
            for message, span in comments.unused(self._names, known):
                severity = self.severities[_UNUSED]
                yield Finding(_UNUSED, severity, message, (span,), _NO_URL, name=RULES[_UNUSED].name)

    def _finding(self, rule: Rule, hit: Hit, case: Case) -> Finding:
        message, fix, may_show = hit.message, None, self._show_secrets
        if not may_show and not rule.code.startswith(_OWN_CODES):
            message = redacted_foreign(message, case.text, case.url)
        if hit.edits and (may_show or not (case.hidden and case.is_misread)):
            url = case.url
            # The lines after the first of a bare URL may be other text.
            is_certain = (
                url.form != "bare" or url.confidence == "certain" or hit.edits[-1].span.stop <= url.spans[0].stop
            )
            fix = Fix(hit.edits, rule.fix == "safe" and hit.safe and is_certain)
        # Most findings of a rule say the same.
        return Finding(rule.code, self.severities[rule.code], intern(message), hit.spans, case.url, fix, rule.name)

    def _is_allowed(self, finding: Finding) -> bool:
        """Whether a pattern for the code matches the URL, or its host in any case (RFC 3986 section 3.2.2)."""
        patterns = [pattern for word, found in self._allow.items() if selects(word, finding) for pattern in found]
        url = finding.url.text
        host = (split(url).host or "").lower() if patterns else ""
        return any(pattern.match(url if pattern.is_of_url else host) for pattern in patterns)


class _Allowed:
    """A pattern of hosts or URLs to which a rule does not apply."""

    def __init__(self, pattern: str) -> None:
        pattern = _closed(pattern)
        self.is_of_url = "://" in pattern
        self.match = re.compile(translate(pattern if self.is_of_url else pattern.lower())).match


def _annotations(document: Document, url: Url) -> tuple[str, ...]:
    """The targets of the links at a URL of a document that has pages or parts."""
    found = document.layout.annotations(url.outer) if document.layout else []
    return tuple(dict.fromkeys(link.target for link in found))


def in_scope(hits: list[tuple[Rule, Hit]], case: Case, document: Document) -> list[tuple[Rule, Hit]]:
    """The hits on a URL that rules report where it is in a document."""
    scope, name = scope_of(case, document), document.name
    if scope is Scope.TEMPLATE and (shorter := _before_placeholder(case)):
        scope = scope_of(shorter, document)
        stop = shorter.url.outer.stop
        hits = [(rule, hit) for rule, hit in hits if rule.scopes == ALL_SCOPES or hit.spans[-1].stop <= stop]
    scopes = {scope, Scope.LINK} if is_in_element(case, scope) else {scope}
    return [
        (rule, hit)
        for rule, hit in hits
        if not scopes.isdisjoint(rule.scopes) and not is_about_urls(rule, hit, case, scope, name)
    ]


def _before_placeholder(case: Case) -> Case | None:
    """The case of a URL up to the path, query or fragment that has a placeholder: it excuses no fault before it."""
    text, (start, stop) = case.url.text, case.url.spans[0]
    spans = placeholders(text)
    if case.url.breaks or case.wrapped or not (spans or begins_placeholder(case.text, stop)):
        return None
    first, path = spans[0][0] if spans else len(text), case.parts.starts["path"]
    after = _AFTER_PATH.search(text, path, first)
    # Without an authority, the path has the host, maybe after a slash.
    length = after.start() if after else text.find("/", path + (case.parts.authority is None), first)
    if length < 0:
        return None
    span = Span(start, start + length)
    return Case(Url(text[:length], (span,), span, case.url.form, case.url.scheme), case.text, case.profile)


def reported(hits: list[tuple[Rule, Hit]]) -> list[tuple[Rule, Hit]]:
    """What is reported of the hits on a URL: each fault by one rule, and one hit for each rule and kind of fix.

    Secrets are reported one by one.
    """
    hits = [(rule, hit) for rule, hit in hits if not _gives_way(rule, hit, hits)]
    groups: dict[tuple[str, bool, bool, int], list[tuple[Rule, Hit]]] = {}
    for number, (rule, hit) in enumerate(hits):
        own = number if rule.scopes == ALL_SCOPES else -1
        groups.setdefault((rule.code, bool(hit.edits), hit.safe, own), []).append((rule, hit))
    return [(group[0][0], _union([hit for _, hit in group])) for group in groups.values()]


def _gives_way(rule: Rule, hit: Hit, hits: list[tuple[Rule, Hit]]) -> bool:
    """Whether other rules report all faults of this hit: of a fallback, or of a rule that is less precise."""
    if not rule.fallback and rule.code not in _MORE_PRECISE:
        return False
    places = [span for other, found in hits if _may_replace(other, rule) for span in found.spans]
    if rule.fallback:
        return any(start < fault.stop and fault.start < stop for start, stop in places for fault in hit.spans)
    breaks = [piece.stop for piece in hit.spans[:-1]]
    return bool(breaks) and all(any(start <= at <= stop for start, stop in places) for at in breaks)


def _may_replace(other: Rule, rule: Rule) -> bool:
    """Whether a finding of another rule may be on the same fault: none on the text around the URL is on its form."""
    if rule.fallback:
        return not other.fallback and other.severity != "info" and not other.code.startswith(_AROUND)
    return other.code == _MORE_PRECISE[rule.code]


def _union(hits: list[Hit]) -> Hit:
    """The hit with the first message, and the ranges and edits of several; of edits that overlap, the first ones."""
    first, *others = hits
    if not others:
        return first
    spans: list[Span] = []
    for span in sorted({span for hit in hits for span in hit.spans}):
        if not spans or span.start >= spans[-1].stop:
            spans.append(span)
    edits = list(first.edits)
    for hit in others:
        if edits and hit.edits[0].span.start >= edits[-1].span.stop:
            edits += hit.edits
    return Hit(f"{first.message} (and {len(others)} more)", tuple(spans), tuple(edits), first.safe)


def _severity(rule: Rule, severities: Mapping[str, Severity], default: Severity) -> Severity:
    """Return the severity of a rule; of several prefixes that match its code, the longest one wins."""
    matching = [word for word in severities if selects(word, rule)]
    return severities[max(matching, key=lambda word: (is_name(word, rule.name), len(word)))] if matching else default


def _closed(pattern: str) -> str:
    """Return an equal pattern in which each `[` has a `]`; `fnmatch` searches for it up to the end, again and again."""
    end = pattern.rfind("]") + 1
    return pattern[:end] + pattern[end:].replace("[", "[[]")
