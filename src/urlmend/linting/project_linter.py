"""A project's settings, applied: documents to the findings that count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from urlmend.decoding.text import LongText
from urlmend.finder.fast.clean import is_clean
from urlmend.finder.scanner import Options, scan
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

# For shorter texts with fewer URLs in all, the expression for whole ones is not worth compiling.
_LONG = 1 << 16
_MANY = 500


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
        self._usual = not (settings.select or settings.extend_select or settings.plugins)
        self._linters: dict[tuple[str, ...], Linter] = {}
        self._met = 0
        """How many URLs there were up to now, by their `://`; no more are counted than tell that they are many."""
        if not self._usual or settings.ignore:
            self._linter(())  # a wrong code is an error, whatever there is to lint

    @property
    def in_stretches(self) -> bool:
        """Whether texts may be read as they are looked through, unless there are comments for urlmend in them."""
        return self._usual

    def __getstate__(self) -> dict[str, object]:
        """What another process is sent: it chooses the rules itself, as those of plugins cannot be sent."""
        return {**self.__dict__, "_linters": {}}

    def result(self, document: Document) -> Result:
        """A document with the findings that count, in their order."""
        if not self._asked_for(document):
            return Result(document, ())
        return Result(document, self._counting(document, self.findings(document)))

    def results(self, document: Document) -> Iterator[Result]:
        """The same; of a text that is read as it is looked through, a result for each stretch, as its own document."""
        if not isinstance(document, LongText):
            yield self.result(document)
        elif not self._asked_for(document):
            yield Result(document, ())
        else:
            from urlmend.finder.fast.sweep import suspects_in_stretches

            for window, urls in suspects_in_stretches(document, self._scanning):
                stretch = document.stretch(window)
                yield Result(stretch, self._counting(stretch, self._in_stretch(stretch, urls)))

    def _in_stretch(self, stretch: Document, urls: list[Url]) -> Sequence[Finding]:
        return list(self._linter(self._ignored(stretch.name)).findings_in_stretch(stretch, urls)) if urls else ()

    def _asked_for(self, document: Document) -> bool:
        """Whether a document's findings count at all; if so, it is noted that it was linted."""
        if self.changes and not self.changes.touch(document.name):
            return False
        if self.baseline:
            self.baseline.visit(document.name)
        return True

    def _counting(self, document: Document, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings on changed lines, without those that are agreed on."""
        if self.changes and findings:
            findings = self.changes.among(document, findings)
        if self.baseline and findings:
            findings = _beyond(self.baseline, document.name, findings)
        return findings

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
        if not self._usual:
            urls = self.urls(document) if urls is None else urls
        elif urls is None and self._is_worth_compiling(document.text):
            from urlmend.finder.fast.sweep import suspects

            urls = suspects(document, self._scanning)
        else:
            all_urls = self.urls(document) if urls is None else urls
            urls = [url for url in all_urls if not is_clean(url, document.text)]
        if self._usual and not urls and COMMENT_MARK not in document.text:
            return ()
        return list(self._linter(self._ignored(document.name)).findings(document, urls))

    def _is_worth_compiling(self, text: str) -> bool:
        """Whether the texts up to this one are so long, or hold so many URLs, that the quick way to them pays."""
        if self._met < _MANY:
            self._met += _MANY if len(text) >= _LONG else text.count("://")
        return self._met >= _MANY

    def _ignored(self, name: str) -> tuple[str, ...]:
        """The codes that the settings leave out in a file."""
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


def _beyond(baseline: Baseline, name: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that the baseline does not hold."""
    from urlmend.redaction.redact import redact

    return [finding for finding in findings if not baseline.holds(name, finding.code, redact(finding.url.text))]
