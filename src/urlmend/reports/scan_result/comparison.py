"""Compare the findings of two results: new ones, those that are gone, and changed ones, as text and JSON lines."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from urlmend._lib.sanitize import printable
from urlmend.reports.scan_result.labels import rule_name
from urlmend.reports.scan_result.queries import short
from urlmend.reports.scan_result.summary import Rows, table

_KINDS = ("new", "gone", "changed")
_UNCHANGED = "unchanged"
_MAX_ROWS = 50


class _Finding(NamedTuple):
    """A finding: the first columns identify it in both results, also if lines were added before it."""

    code: str
    source: str
    """The message-id, or without one the path of the file."""
    url: str
    severity: str
    message: str
    safe: int | None
    archive: str
    line: int

    @property
    def key(self) -> tuple[str, ...]:
        """The rule, the message or file, and the URL."""
        return self[:3]

    @property
    def content(self) -> tuple[object, ...]:
        """The columns that a change concerns."""
        return self[3:6]


_FINDINGS = f"""
    SELECT code, source, url, severity, message, safe, archive, line FROM (
        SELECT {short("code")} AS code, coalesce({short("message_id_header")}, {short("archive")}) AS source,
               {short("url")} AS url, {short("severity")} AS severity, {short("message")} AS message, safe,
               {short("archive")} AS archive, line, "column"
        FROM open_findings LIMIT -1)
    ORDER BY code, source, url, line, "column"
"""  # noqa: S608  # our names


def comparison(new: sqlite3.Connection, old: sqlite3.Connection, name: str, old_name: str) -> Iterator[str]:
    """Yield the lines of a comparison of two results."""
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[str, list[_Finding]] = {kind: [] for kind in _KINDS}
    for kind, finding in _compared(_findings(new), _findings(old)):
        counts[finding.code, kind] += 1
        if kind != _UNCHANGED and len(examples[kind]) < _MAX_ROWS:
            examples[kind].append(finding)
    yield f"Result: {printable(name)}"
    yield f"Compared with: {printable(old_name)}"
    kinds = (*_KINDS, _UNCHANGED)
    codes = sorted({code for code, _ in counts})
    of_rules: Rows = [(code, rule_name(code), *(counts[code, kind] for kind in kinds)) for code in codes]
    if len(codes) > 1:
        of_rules.append(("all", "", *(sum(counts[code, kind] for code in codes) for kind in kinds)))
    yield from table("Findings by rule", [("code", "name", *kinds), *of_rules])
    for kind in _KINDS:
        rows: Rows = [(found.code, f"{found.archive}:{found.line}", found.url) for found in examples[kind]]
        total = sum(counts[code, kind] for code in codes)
        yield from table(f"{kind.capitalize()} findings", [("code", "place", "URL"), *rows], omitted=total - len(rows))


def changes(new: sqlite3.Connection, old: sqlite3.Connection) -> Iterator[str]:
    """Yield a JSON object for each finding that is new, gone or changed, in the order of codes and messages."""
    for kind, finding in _compared(_findings(new), _findings(old)):
        if kind != _UNCHANGED:
            yield json.dumps({"change": kind, "name": rule_name(finding.code), **finding._asdict()}, ensure_ascii=False)


def _findings(connection: sqlite3.Connection) -> Iterator[_Finding]:
    return map(_Finding._make, connection.execute(_FINDINGS))


def _compared(new: Iterator[_Finding], old: Iterator[_Finding]) -> Iterator[tuple[str, _Finding]]:
    """Yield the findings of both results, which are sorted by their keys, each with its kind of change."""
    here, there = next(new, None), next(old, None)
    while here or there:
        if here and there and here.key == there.key:
            yield (_UNCHANGED if here.content == there.content else "changed"), here
            here, there = next(new, None), next(old, None)
        elif here and (not there or here.key < there.key):
            yield "new", here
            here = next(new, None)
        elif there:
            yield "gone", there
            there = next(old, None)
