"""Output formats: each module has a function `findings(results, out, style)`; this one defines the style."""

from __future__ import annotations

import os

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend.model.finding import DEFAULT_FAIL_ON, is_as_severe

if TYPE_CHECKING:
    from collections.abc import Callable

    from urlmend.model.document import Document
    from urlmend.model.finding import Finding
    from urlmend.model.url import Url

FIXABLE = "[*]"
"""Marks findings that `--fix` fixes."""
SAFE_MARK, UNSAFE_MARK = "+", "?"
"""Before the lines as a fix makes them: one that `--fix` applies, and one that only `--unsafe-fixes` applies."""


def reported_path(name: str) -> str:
    """The path of a document's file relative to the current folder, with `/`; absolute if it is elsewhere.

    GitLab and SARIF expect such paths, and findings are identified by them.
    """
    # The name of an archive's entry is not a path of this file system.
    file, separator, entry = name.partition("!")
    path = os.path.normpath(file) if file else file
    if os.path.isabs(path):
        current_folder = os.path.join(os.getcwd(), "")
        path = path.removeprefix(current_folder)
    return path.replace(os.sep, "/") + separator + entry


def named_path(name: str) -> str:
    """The path of a document's file as the user named it, with `/` and without a `./` in front."""
    path = name.replace(os.sep, "/")
    return path[2:].lstrip("/") if path.startswith("./") else path


def position(document: Document, offset: int) -> str:
    """The position of an offset in the text (code points): `LINE:COLUMN`, with the page or part before it if any."""
    line, column = document.position(offset)
    place = document.place(offset)
    return f"{place}:{line}:{column}" if place else f"{line}:{column}"


def with_place(message: str, document: Document, finding: Finding) -> str:
    """The message of a finding, for formats whose lines are those of a file: it names the page or part if any."""
    place = document.place(finding.extent.start)
    return f"{message} ({place})" if place else message


def fails_by_default(_: Document, finding: Finding) -> bool:
    """Return whether a finding fails the run, unless `--fail-on` or a setting says otherwise."""
    return is_as_severe(finding.severity, DEFAULT_FAIL_ON)


class ReportStyle(NamedTuple):
    """What a report shows, where its format leaves a choice."""

    show_secrets: bool = False
    colour: bool = False
    """Whether terminal colours may be used."""
    links: bool = False
    """Whether codes of rules may be links to their pages, for terminals that show them."""
    show_source: bool = False
    """Whether the source lines of findings are shown, too."""
    columns: int = 160
    """The most terminal cells of a source line."""
    fails: Callable[[Document, Finding], bool] = fails_by_default
    """Whether a finding of a document fails the run, for formats of test results."""

    def path(self, name: str) -> str:
        """The path to report for a document, without its secrets."""
        return self.redacted_names(named_path(name))

    def redacted(self, text: str) -> str:
        """The text without its secrets; unchanged if secrets are shown."""
        return self._redacted("redact", text)

    def redacted_names(self, name: str) -> str:
        """The name of a file or member without its secrets; unchanged if secrets are shown."""
        return self._redacted("redact_names", name)

    def redacted_ids(self, text: str) -> str:
        """Message-ids without the secrets of URLs in them; unchanged if secrets are shown."""
        return self._redacted("redact_ids", text)

    def _redacted(self, function: str, text: str) -> str:
        if self.show_secrets:
            return text
        from urlmend.redaction import redact

        shown: str = getattr(redact, function)(text)
        return shown

    def redacted_url(self, document: Document, url: Url) -> str:
        """The text of a URL of a document without its secrets; unchanged if secrets are shown."""
        if self.show_secrets:
            return url.text
        from urlmend.redaction.url_masks import redacted_url

        return redacted_url(document.text, url)
