"""Exceptions of the rules of plugins: they end neither the run nor the other rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.document import Document
from urlmend.model.url import Url
from urlmend.redaction.url_masks import redacted_foreign, redacted_url
from urlmend.rules.registry import Case, Hit, Rule
from urlmend.sources.paths import Problem


class RuleFailure(NamedTuple):
    """An exception of a plugin's rule, without secrets."""

    code: str
    plugin: str
    cause: str
    """The exception: its type and message, and how many other URLs of the document the rule failed on."""
    name: str
    """The name of the document."""
    line: int
    column: int
    url: str

    @property
    def problem(self) -> Problem:
        """The problem, with the position of the URL."""
        return Problem(f"{self.name}:{self.line}:{self.column}", f"{self._rule} failed: {self.cause}")

    @property
    def problem_with_url(self) -> Problem:
        """The problem with the URL: the document may be a part of a file that begins at an unknown line."""
        return Problem(self.name, f"{self._rule} failed on {self.url}: {self.cause}")

    @property
    def _rule(self) -> str:
        return f"rule {self.code} of plugin {self.plugin!r}"


class RuleFailures:
    """Records the exceptions of rules: for each document and rule the first one, and the number of others."""

    def __init__(self) -> None:
        """Start with none."""
        self._first: dict[str, tuple[Rule, Url, str]] = {}
        self._others: dict[str, int] = {}

    def recorded(self, rule: Rule) -> Rule:
        """Return a rule whose exceptions are recorded; they end its check of a URL."""

        @wraps(rule.check)
        def check(case: Case) -> Iterator[Hit]:
            try:
                yield from rule.check(case)
            except (Exception, SystemExit) as error:  # plugins may raise anything
                if rule.code in self._first:
                    self._others[rule.code] = self._others.get(rule.code, 0) + 1
                else:
                    self._first[rule.code] = rule, case.url, f"{type(error).__name__}: {error}"

        return rule._replace(check=check)

    def take(self, document: Document) -> list[RuleFailure]:
        """Return and forget the failures on the URLs of a document."""
        found = []
        for code, (rule, url, cause) in self._first.items():
            text = redacted_foreign(cause, document.text, url)
            if others := self._others.get(code):
                text += f" (and on {others} more {'URL' if others == 1 else 'URLs'})"
            place = document.position(url.outer.start if not url.spans else url.spans[0].start)
            found.append(RuleFailure(code, rule.plugin, text, document.name, *place, redacted_url(document.text, url)))
        self._first.clear()
        self._others.clear()
        return found
