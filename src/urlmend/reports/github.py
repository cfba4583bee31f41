"""Workflow commands of GitHub Actions, which annotate the lines of a pull request."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import printable
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import ReportStyle, reported_path

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one command a line: `::error file=...,line=...,title=CODE::message`; messages hold no secrets."""
    for document, found in results:
        out.writelines(_command(document, finding, style) for finding in found)


def _command(document: Document, finding: Finding, style: ReportStyle) -> str:
    properties = {
        "file": style.redacted_names(_path(document.name)),
        **_location(document, finding),
        "title": finding.code,
    }
    joined = ",".join(f"{name}={printable(value).translate(_IN_PROPERTY)}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {joined}::{printable(finding.message).translate(_IN_MESSAGE)}\n"


def _location(document: Document, finding: Finding) -> dict[str, str]:
    """The lines of a finding; columns only if it is on one line: the runner ignores others, with a warning."""
    line, column, end_line, end_column = document.locate(finding.extent)
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
