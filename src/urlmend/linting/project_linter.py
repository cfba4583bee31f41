"""Lint documents by the settings of a project."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from urlmend.decoding.text import LongText
from urlmend.finder import (
    FindOptions,
    find_candidates,
    find_urls_and_candidates,
    in_document,
    read_candidates,
    read_urls_and_candidates,
)
from urlmend.model.document import Document, Repository
from urlmend.model.finding import COMMENT_MARK, Finding, Result
from urlmend.model.markup import FORMATS_WITH_BLOCKS
from urlmend.model.named_paths import NamedPaths
from urlmend.model.url import Url
from urlmend.settings.config import Config
from urlmend.sources.paths import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.linting.attended_parts import AttendedPart
    from urlmend.linting.baseline import Baseline
    from urlmend.linting.git_changes import Changes
    from urlmend.linting.linter import Linter
    from urlmend.linting.rule_failures import RuleFailure, RuleFailures
    from urlmend.rules.registry import Rule
    from urlmend.settings.rule_selection import FileIgnores

# The number of combinations of ignored codes for which the selected rules are kept.
_MAX_LINTERS = 100
# Without one of these, a text has no link to a file of its own repository.
_LINK_SIGNS = ("](", "]:", "https://github.com/", "https://raw.githubusercontent.com/", "https://gitlab.com/")


class ProjectLinter:
    """Lints documents by the settings of a project; leaves out findings of the baseline and on unchanged lines."""

    def __init__(
        self,
        settings: Config,
        folder: str,
        find_options: FindOptions,
        *,
        show_secrets: bool = False,
        baseline: Baseline | None = None,
        changes: Changes | None = None,
        named: Sequence[str] = (),
    ) -> None:
        """Take settings, the folder that their patterns are relative to, and what counts as a URL.

        Findings recorded in the `baseline` are left out, and so are those on lines outside the `changes`. `named` are
        the paths of the command line: in the folders among them, unattended files are linted for secrets only.
        Raises ConfigError for a code that matches no rule.
        """
        self.baseline = baseline
        self.changes = changes
        self.find_options = find_options
        self.unattended: dict[str, str] = {}
        """The files that were linted for random-looking secrets only, and their kinds, as far as asked for."""
        self.notes_unattended: bool = False
        """Whether the kind of each file is asked for, also of those without findings."""
        self.failures: list[RuleFailure] = []
        """The exceptions of rules of plugins that are not reported yet."""
        self.named: NamedPaths = NamedPaths(named)
        """The paths of the command line."""
        self._named = NamedPaths() if settings.unattended else self.named
        self._settings = settings
        self._folder = folder
        self._show_secrets = show_secrets
        # Whether only rules run that are on by default: these do not apply to ordinary URLs, except under RFC 1738.
        self._default_rules = settings.profile != "rfc1738" and not (
            settings.select or settings.extend_select or settings.plugins
        )
        self.lints_windows: bool = not settings.plugins and not (baseline and changes)
        """Whether a long text without comments for urlmend may be linted window by window.

        With a baseline, what is on changed lines is known only after what is on all others.
        """
        self._linters: dict[tuple[bool, tuple[str, ...]], Linter] = {}
        self._repositories: dict[str, Repository | None] = {}
        self._file_ignores: FileIgnores | None = None
        self._new_failures: RuleFailures | None = None
        if not self._default_rules or settings.ignore:
            self._linter(())  # an unknown code is an error even if there is nothing to lint

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process, which selects the rules itself: rules of plugins cannot be pickled."""
        return {**self.__dict__, "_linters": {}, "_repositories": {}, "_file_ignores": None, "_new_failures": None}

    def results(self, document: Document) -> Iterator[Result]:
        """Yield a document with its reported findings, in document order.

        Of a text read in windows, each window is a separate document.
        """
        ordinary = not self._default_rules
        self._place(document)
        if (self.changes or self.baseline or self.notes_unattended) and not self._is_wanted(document):
            yield Result(document, ())
        elif not isinstance(document, LongText):
            yield self._result(document, find_candidates(document, self.find_options, ordinary=ordinary))
        else:
            kind: str | None = None
            for window, urls in read_candidates(document, self.find_options, ordinary=ordinary):
                # A text with comments is not read in windows (see `Reading.read_fully_if_contains`).
                part = document.window_document(window)
                kind = self._kind(part) if kind is None else kind  # its beginning decides
                yield self._result(part, urls, kind, may_have_comments=False)
                del urls

    def _place(self, document: Document) -> None:
        """Note the repository that a file with links is in."""
        if document.part:
            return
        folder = os.path.dirname(document.name)
        if folder not in self._repositories:
            is_long = isinstance(document, LongText)  # whose text is read later
            if not (is_long or any([sign in document.text for sign in _LINK_SIGNS])):  # noqa: C419
                return
            from urlmend.linting.own_repository import repository_of  # only files with links need it

            self._repositories[folder] = repository_of(folder)
        repository = self._repositories[folder]
        # But not a text from elsewhere, or from an archive; links of one in another folder are relative to that.
        if repository and os.path.isfile(document.name) and not os.path.islink(document.name):
            document.repository = repository

    def _result(
        self, document: Document, urls: Sequence[Url], kind: str | None = None, *, may_have_comments: bool = True
    ) -> Result:
        found = self._attended(document, _with_links(document, urls), kind, may_have_comments=may_have_comments)
        findings = sorted(found, key=lambda finding: document.in_source(finding.spans[0]).start)
        return Result(document, self._filtered(document, findings) if self.changes or self.baseline else findings)

    def first_findings(self, document: Document, limit: int) -> Sequence[Finding]:
        """Return the first findings of `results`, in bounded memory."""
        if not self._is_wanted(document):
            return ()
        self._place(document)
        windows = read_candidates(document, self.find_options, ordinary=not self._default_rules)
        urls = (url for window, found in windows for url in in_document(found, window))
        findings: Iterable[Finding] = self._attended(document, _with_links(document, urls))
        if self.baseline:
            findings = _not_recorded(self.baseline, document, findings)
        return list(islice(findings, limit))

    def findings(self, document: Document) -> Sequence[Finding]:
        """Return all findings of a document by the settings, including those in the baseline and on unchanged lines."""
        self._place(document)
        urls = find_candidates(document, self.find_options, ordinary=not self._default_rules)
        return list(self._attended(document, _with_links(document, urls)))

    def urls_and_findings(self, document: Document) -> Iterator[tuple[Document, Sequence[Url], Iterator[Finding]]]:
        """Yield a document, its URLs and faults in document order, and the findings on them by the settings.

        For a text read in windows, the same for each window as a separate document; findings are then in the order of
        the URLs, and made when they are requested.
        """
        if not isinstance(document, LongText):
            urls, candidates = find_urls_and_candidates(document, self.find_options)
            asked = candidates if self._default_rules else urls
            yield document, urls, iter(list(self._attended(document, asked)) if urls else ())
            return
        kind: str | None = None
        for window, urls, candidates in read_urls_and_candidates(document, self.find_options):
            part, asked = document.window_document(window), candidates if self._default_rules else urls
            kind = self._kind(part) if kind is None else kind
            yield part, urls, self._attended(part, asked, kind, may_have_comments=False) if urls else iter(())

    def take_failures(self) -> list[RuleFailure]:
        """Return and forget the exceptions of rules of plugins since the last call."""
        taken, self.failures = self.failures, []
        return taken

    def _attended(
        self, document: Document, urls: Iterable[Url], kind: str | None = None, *, may_have_comments: bool = True
    ) -> Iterator[Finding]:
        """Yield the findings that somebody may act on; in unattended files, those on random-looking secrets.

        `kind` is why a file is unattended, and empty for others; by default, its path and its text decide.
        """
        # A file without candidates must not pay for loading the rules.
        if not urls and self._default_rules and not (may_have_comments and COMMENT_MARK in document.text):
            return
        path = self._named.path_below(document.name) if self._named and kind is None else ""
        if path:
            from urlmend.linting.unattended import kind_by_path, kind_by_text  # only projects need them

            kind = kind_by_path(path)
        ignored = self._ignored(document.name) if self._settings.per_file_ignores else ()
        pending = iter(urls)
        linter = self._linter(ignored, all_rules=not kind)
        found = linter.findings(document, pending, may_have_comments=may_have_comments)
        try:
            first = next(found, None)
            # To read what the text says takes longer, and most files have no findings.
            if first and path and not kind and (kind := kind_by_text(document, path)):
                found = self._linter(ignored, all_rules=False).findings(document, chain((first.url,), pending))
            elif first:
                found = chain((first,), found)
            yield from _maintained(document, found, kind or "") if self._named else found
        finally:
            if self._new_failures:
                self.failures += self._new_failures.take(document)

    def _kind(self, document: Document) -> str:
        """Return why a file is unattended, and note it; empty if it is not."""
        from urlmend.linting.unattended import unattended_kind

        kind = unattended_kind(document, self._named.path_below(document.name)) if self._named else ""
        if kind:
            self.unattended[document.name] = kind
        return kind

    def _is_wanted(self, document: Document) -> bool:
        """Whether findings of a document are reported; if so, note in the baseline that the file was linted."""
        if self.changes and not self.changes.include(document.name):
            return False
        if self.baseline:
            self.baseline.add_file(document.name)
        if self.notes_unattended:
            self._kind(document)  # that of a long text is known with its first window
        return True

    def _filtered(self, document: Document, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Return the findings on changed lines that are not in the baseline, in document order.

        Of equal findings, those on other lines are the recorded ones.
        """
        changed = self.changes.filtered(document, findings) if self.changes and findings else findings
        if not self.baseline or not findings:
            return changed
        if self.changes:
            on_changed_lines = set(map(id, changed))
            others = (finding for finding in findings if id(finding) not in on_changed_lines)
            deque(_not_recorded(self.baseline, document, others), maxlen=0)
        return list(_not_recorded(self.baseline, document, changed))

    def _ignored(self, name: str) -> tuple[str, ...]:
        """Return the codes that the settings ignore in a file."""
        if name == STDIN:
            return ()
        if self._file_ignores is None:
            from urlmend.settings.rule_selection import FileIgnores

            self._file_ignores = FileIgnores(self._settings, self._folder)
        return self._file_ignores.codes(name)

    def _linter(self, ignored: tuple[str, ...], *, all_rules: bool = True) -> Linter:
        """Return the linter without ignored codes; without `all_rules`, with those that apply in every scope."""
        key = (all_rules, ignored)
        if key not in self._linters:
            if len(self._linters) >= _MAX_LINTERS:
                self._linters.clear()
            from urlmend.linting.linter import Linter
            from urlmend.model.scope import ALL_SCOPES
            from urlmend.settings.rule_selection import rules_of

            settings = self._settings
            rules = rules_of(settings, ignored)
            if settings.plugins:
                rules = self._recorded(rules)
            self._linters[key] = Linter(
                rules if all_rules else [rule for rule in rules if rule.scopes == ALL_SCOPES],
                settings.profile,
                severities=settings.severity,
                allow=settings.allow,
                show_secrets=self._show_secrets,
            )
        return self._linters[key]

    def _recorded(self, rules: Iterable[Rule]) -> list[Rule]:
        """Return the rules such that exceptions of those of plugins are recorded."""
        from urlmend.linting.rule_failures import RuleFailures  # only projects with plugins need it

        self._new_failures = failures = self._new_failures or RuleFailures()
        return [failures.recorded(rule) if rule.plugin else rule for rule in rules]


def _with_links(document: Document, urls: Iterable[Url]) -> Iterable[Url]:
    """Return URLs of a document, with the relative links that a rule may report if its format has such links."""
    if document.format not in FORMATS_WITH_BLOCKS:
        return urls
    from urlmend.linting.relative_links import with_relative_links

    return with_relative_links(document, urls)


def _maintained(document: Document, findings: Iterable[Finding], kind: str) -> Iterator[Finding]:
    """Yield the findings in the part of a file that people maintain; in other files, those on random-looking secrets.

    `kind` is the kind of an unattended file, or empty.
    """
    part: AttendedPart | None = None
    for finding in findings:
        if part is None:
            from urlmend.linting.attended_parts import AttendedPart, may_open_something  # only findings need it

            part = AttendedPart(document)
        if (not kind and part.includes(finding)) or may_open_something(document, finding, kind):
            yield finding


def _not_recorded(baseline: Baseline, document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings that are not in the baseline."""
    from urlmend.redaction.url_masks import redacted_url

    for finding in findings:
        if not baseline.suppresses(document.name, finding.code, redacted_url(document.text, finding.url)):
            yield finding
