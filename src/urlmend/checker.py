"""A project's settings, applied: documents to the findings that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from urlmend.clean import is_clean
from urlmend.config import Config
from urlmend.inputs import STDIN
from urlmend.model import Document, Finding, Result, Url
from urlmend.scanner import Options, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.baseline import Baseline
    from urlmend.changes import Changes
    from urlmend.rules.registry import Rule

_MARK = "urlmend:"
# In shorter texts with fewer URLs, the expression for whole ones is not worth compiling.
_LONG = 1 << 16
_MANY = 32


class Checker:
    """Lints documents by the settings of a project, and leaves out what it has agreed to or does not ask for."""

    def __init__(
        self,
        settings: Config,
        folder: str,
        scanning: Options,
        *,
        show_secrets: bool = False,
        baseline: Baseline | None = None,
        changes: Changes | None = None,
    ) -> None:
        """Take settings, the folder that their patterns count from, and what counts as a URL.

        Findings that the `baseline` holds are left out, and so are those on lines outside the `changes`.
        Raises ConfigError for a code that fits no rule.
        """
        self.baseline = baseline
        self.changes = changes
        self._settings = settings
        self._folder = folder
        self._scanning = scanning
        self._show_secrets = show_secrets
        self._usual = not (settings.select or settings.extend_select)
        self._chosen: dict[tuple[str, ...], list[Rule]] = {}
        if not self._usual or settings.ignore:
            self._rules(())  # a wrong code is an error, whatever there is to lint

    def result(self, document: Document) -> Result:
        """A document with the findings that count, in their order."""
        if self.changes and not self.changes.touch(document.name):
            return Result(document, ())
        if self.baseline:
            self.baseline.visit(document.name)
        findings = self.findings(document)
        if self.changes and findings:
            findings = self.changes.among(document, findings)
        if self.baseline and findings:
            findings = _beyond(self.baseline, document.name, findings)
        return Result(document, findings)

    @property
    def scanning(self) -> Options:
        """What counts as a URL."""
        return self._scanning

    def urls(self, document: Document) -> Iterable[Url]:
        """The URLs of a document by the settings, in their order."""
        return scan(document, self._scanning)

    def findings(self, document: Document, urls: Iterable[Url] | None = None) -> Sequence[Finding]:
        """What is wrong with the URLs of a document by the settings alone; `urls` are those, if they are known."""
        # No rule that is on by default speaks of clean URLs: a clean file must not pay for loading them.
        if self._usual and _MARK not in document.text:
            if urls is None and (len(document.text) >= _LONG or document.text.count("://") >= _MANY):
                from urlmend.whole import suspects

                urls = suspects(document, self._scanning)
            else:
                all_urls = self.urls(document) if urls is None else urls
                urls = [url for url in all_urls if not is_clean(url, document.text)]
            if not urls:
                return ()
        elif urls is None:
            urls = self.urls(document)
        from urlmend.linter import lint

        settings = self._settings
        found = lint(
            document,
            urls,
            self._rules(self._ignored(document.name)),
            settings.profile,
            severities=settings.severity,
            allow=settings.allow,
            show_secrets=self._show_secrets,
        )
        return list(found)

    def _ignored(self, name: str) -> tuple[str, ...]:
        """The codes that the settings leave out in a file."""
        if not self._settings.per_file_ignores or name == STDIN:
            return ()
        from urlmend.selection import ignored_for

        return ignored_for(name, self._settings, self._folder)

    def _rules(self, ignored: tuple[str, ...]) -> list[Rule]:
        if ignored not in self._chosen:
            from urlmend.selection import select_rules

            settings = self._settings
            chosen = select_rules(settings.select, settings.extend_select, (*settings.ignore, *ignored))
            self._chosen[ignored] = chosen
        return self._chosen[ignored]


def _beyond(baseline: Baseline, name: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that the baseline does not hold."""
    from urlmend.secrets import redact

    return [finding for finding in findings if not baseline.holds(name, finding.code, redact(finding.url.text))]
