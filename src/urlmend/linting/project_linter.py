"""Lint documents by the settings of a project: documents to the findings that count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from urlmend.decoding.text import LongText
from urlmend.finder import FindOptions, candidates_among, find_candidates, find_urls, windows_with_candidates
from urlmend.model.document import Document
from urlmend.model.finding import COMMENT_MARK, Finding, Result
from urlmend.model.url import Url
from urlmend.settings.config import Config
from urlmend.sources.paths import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.linting.baseline import Baseline
    from urlmend.linting.git_changes import Changes
    from urlmend.linting.linter import Linter


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
    ) -> None:
        """Take settings, the folder that their patterns are relative to, and what counts as a URL.

        Findings recorded in the `baseline` are left out, and so are those on lines outside the `changes`.
        Raises ConfigError for a code that matches no rule.
        """
        self.baseline = baseline
        self.changes = changes
        self.find_options = find_options
        self._settings = settings
        self._folder = folder
        self._show_secrets = show_secrets
        # Whether only rules run that are on by default: these do not apply to ordinary URLs.
        self._default_rules = not (settings.select or settings.extend_select or settings.plugins)
        self._linters: dict[tuple[str, ...], Linter] = {}
        if not self._default_rules or settings.ignore:
            self._linter(())  # an unknown code is an error even if there is nothing to lint

    @property
    def lints_windows(self) -> bool:
        """Whether a long text without comments for urlmend may be linted window by window."""
        return self._default_rules

    def __getstate__(self) -> dict[str, object]:
        """The state for another process, which selects the rules itself: those of plugins cannot be pickled."""
        return {**self.__dict__, "_linters": {}}

    def result(self, document: Document) -> Result:
        """A document with the findings that count, in their order."""
        if not self._is_wanted(document):
            return Result(document, ())
        return Result(document, self._filtered(document, self.findings(document)))

    def results(self, document: Document) -> Iterator[Result]:
        """The same; for a text that is read in windows, one result per window, which is a document of its own."""
        if not isinstance(document, LongText):
            yield self.result(document)
        elif not self._is_wanted(document):
            yield Result(document, ())
        else:
            for window, urls in windows_with_candidates(document, self.find_options):
                part = document.window_document(window)
                yield Result(part, self._filtered(part, self._findings(part, urls)))

    def urls(self, document: Document) -> Sequence[Url]:
        """The URLs of a document by the settings, in their order."""
        return find_urls(document, self.find_options)

    def findings(self, document: Document, urls: Sequence[Url] | None = None) -> Sequence[Finding]:
        """All findings of a document by the settings, those of the baseline and on unchanged lines included.

        `urls` are those of the document, if they are known.
        """
        if urls is None:
            urls = find_candidates(document, self.find_options, ordinary=not self._default_rules)
        elif self._default_rules:
            urls = candidates_among(urls, document)
        return self._findings(document, urls)

    def _findings(self, document: Document, urls: Sequence[Url]) -> Sequence[Finding]:
        # A file without candidates must not pay for loading the rules.
        if not urls and self._default_rules and COMMENT_MARK not in document.text:
            return ()
        return list(self._linter(self._ignored(document.name)).findings(document, urls))

    def _is_wanted(self, document: Document) -> bool:
        """Whether findings of a document count at all; if so, the baseline is told that it was linted."""
        if self.changes and not self.changes.touch(document.name):
            return False
        if self.baseline:
            self.baseline.visit(document.name)
        return True

    def _filtered(self, document: Document, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings on changed lines that are not in the baseline."""
        if self.changes and findings:
            findings = self.changes.among(document, findings)
        if self.baseline and findings:
            findings = _not_recorded(self.baseline, document.name, findings)
        return findings

    def _ignored(self, name: str) -> tuple[str, ...]:
        """The codes that the settings ignore in a file."""
        if not self._settings.per_file_ignores or name == STDIN:
            return ()
        from urlmend.settings.rule_selection import ignored_for

        return ignored_for(name, self._settings, self._folder)

    def _linter(self, ignored: tuple[str, ...]) -> Linter:
        if ignored not in self._linters:
            from urlmend.linting.linter import Linter
            from urlmend.settings.rule_selection import select_rules

            settings = self._settings
            self._linters[ignored] = Linter(
                select_rules(
                    settings.select, settings.extend_select, (*settings.ignore, *ignored), plugins=settings.plugins
                ),
                settings.profile,
                severities=settings.severity,
                allow=settings.allow,
                show_secrets=self._show_secrets,
            )
        return self._linters[ignored]


def _not_recorded(baseline: Baseline, name: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that are not in the baseline."""
    from urlmend.redaction.redact import redact

    return [finding for finding in findings if not baseline.holds(name, finding.code, redact(finding.url.text))]
