"""Workflow commands of GitHub Actions, which annotate the lines of a pull request."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, TextIO
from urllib.parse import unquote

from urlmend._lib.sanitize import printable
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle, reported_path, with_place

# The commands for the severities of findings, and for the levels of SARIF.
_COMMANDS = {"error": "error", "warning": "warning", "info": "notice", "note": "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one command a line: `::error file=...,line=...,title=CODE::message`; messages hold no secrets."""
    for document, found in results:
        path = style.redacted_names(_path(document.name))
        for finding in found:
            command = _COMMANDS[finding.severity]
            message = with_place(finding.message, document, finding)
            out.write(_annotation(command, path, document.locate(finding.extent), finding.code, message))


def annotate(sarif: str, out: TextIO) -> None:
    """Write the annotations of the findings in a file that `urlmend.reports.sarif` has written."""
    with open(sarif, encoding="utf-8") as file:
        for line in file:
            if line.startswith('{"ruleId"'):  # one finding a line
                out.write(_annotation_of_row(json.loads(line.rstrip(",\n"))))


def _annotation_of_row(row: dict[str, Any]) -> str:
    place = row["locations"][0]["physicalLocation"]
    path = _path(unquote(place["artifactLocation"]["uri"].removeprefix("file://"), errors="surrogateescape"))
    region = place["region"]
    extent = (region["startLine"], region["startColumn"], region["endLine"], region["endColumn"])
    message = row["message"]["text"].replace("\\](", "](")
    return _annotation(_COMMANDS[row["level"]], path, extent, row["ruleId"], message)


def _annotation(command: str, path: str, extent: tuple[int, int, int, int], code: str, message: str) -> str:
    properties = {"file": path, **_location(*extent), "title": code}
    joined = ",".join(f"{name}={printable(value).translate(_IN_PROPERTY)}" for name, value in properties.items())
    return f"::{command} {joined}::{printable(message).translate(_IN_MESSAGE)}\n"


def _location(line: int, column: int, end_line: int, end_column: int) -> dict[str, str]:
    """The lines of a finding; columns only if it is on one line: the runner ignores others, with a warning."""
    lines = {"line": str(line), "endLine": str(end_line)}
    columns = {"col": str(column), "endColumn": str(end_column)}
    return {**lines, **columns} if line == end_line else lines


def _path(name: str) -> str:
    """The path of a file relative to the repository, whichever folder the step runs in."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    path = os.path.abspath(name)
    if workspace and path.startswith(os.path.join(workspace, "")):
        return os.path.relpath(path, workspace).replace(os.sep, "/")
    return reported_path(name)
