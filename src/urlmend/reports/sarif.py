"""SARIF 2.1.0, the format of GitHub code scanning and of many editors."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TextIO
from urllib.parse import quote

from urlmend._lib.sanitize import printable, without_surrogates
from urlmend._version import ADDRESS, __version__
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Fix, Result
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.reports import ReportStyle, reported_path
from urlmend.reports.fingerprints import Fingerprints
from urlmend.reports.safe_fix import publishable_fix
from urlmend.rules import RULES, Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RUN = {"columnKind": "unicodeCodePoints", "newlineSequences": ["\r\n", "\n", "\r"]}
_FINGERPRINT = "urlmend/v1"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
# The tags of rules, by the first four characters of the code.
_TAGS = {
    "URL0": ("comments",),
    "URL1": ("wrappers",),
    "URL2": ("characters",),
    "URL3": ("characters", "reserved"),
    "URL4": ("authority",),
    "URL5": ("security", "credentials"),
    "URL6": ("security",),
    "URL7": ("syntax",),
    "URL8": ("schemes",),
}
_SAFETY = {
    True: "Safe: every URL stays what it was, up to percent-encoding and case.",
    False: "Unsafe: this guesses what was meant.",
}

_Json = dict[str, object]


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one run, with one finding a line; rules come last, as only then it is known which of them occur."""
    fingerprints = Fingerprints()
    indexes: dict[str, int] = {}
    out.write(f'{{"version": "2.1.0", "$schema": "{_SCHEMA}", "runs": [{{{json.dumps(_RUN)[1:-1]}, "results": [')
    separator = "\n"
    for document, found in results:
        for finding in found:
            row = {
                "ruleId": finding.code,
                "ruleIndex": indexes.setdefault(finding.code, len(indexes)),
                **_result(document, finding, style),
                "partialFingerprints": {_FINGERPRINT: fingerprints.of(document, finding)},
            }
            out.write(separator + json.dumps(row))
            separator = ",\n"
    rules = [_rule(RULES[code]) for code in indexes]
    driver = {"name": "urlmend", "version": __version__, "informationUri": ADDRESS, "rules": rules}
    out.write(f'\n], "tool": {json.dumps({"driver": driver})}}}]}}\n')


def _rule(rule: Rule) -> _Json:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.explanation or rule.summary},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [*_TAGS.get(rule.code[:4], ()), *rule.profiles]},
    }


def _result(document: Document, finding: Finding, style: ReportStyle) -> _Json:
    covered = finding.extent
    row: _Json = {
        "level": _LEVELS[finding.severity],
        # Without embedded links (section 3.11.6).
        "message": {"text": without_surrogates(printable(finding.message)).replace("](", "\\](")},
        "locations": [_location(document, covered, style)],
    }
    if related := _other_pieces(document, finding.url, covered, style):
        row["relatedLocations"] = related
    if fix := publishable_fix(document, finding, style):
        row["fixes"] = [_fix(document, fix, style)]
    return row


def _other_pieces(document: Document, url: Url, covered: Span, style: ReportStyle) -> list[_Json]:
    """The pieces of a broken URL outside the covered span."""
    count = len(url.spans)
    return [
        {**_location(document, piece, style), "message": {"text": f"piece {number} of {count} of the URL"}}
        for number, piece in enumerate(url.spans, 1)
        if count > 1 and (piece.stop <= covered.start or piece.start >= covered.stop)
    ]


def _fix(document: Document, fix: Fix, style: ReportStyle) -> _Json:
    replacements = [
        {"deletedRegion": _region(document, span), "insertedContent": {"text": text}} for span, text in fix.edits
    ]
    change = {"artifactLocation": {"uri": _uri(document.name, style)}, "replacements": replacements}
    return {"description": {"text": _SAFETY[fix.safe]}, "artifactChanges": [change]}


def _location(document: Document, span: Span, style: ReportStyle) -> _Json:
    location: _Json = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(document.name, style)}, "region": _region(document, span)}
    }
    if place := document.place(span.start):
        location["logicalLocations"] = [{"fullyQualifiedName": without_surrogates(printable(place))}]
    return location


def _region(document: Document, span: Span) -> _Json:
    line, column, end_line, end_column = document.locate(span)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _uri(name: str, style: ReportStyle) -> str:
    """The URI of a document's file: relative if it is in the current folder, else `file:///...`."""
    path = style.redacted_names(reported_path(name))
    prefix = "" if not os.path.isabs(path) else "file://" if path.startswith("/") else "file:///"
    try:
        return prefix + quote(path, errors="surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate, which file names on Windows may have
        return prefix + quote(path, errors="surrogatepass")
