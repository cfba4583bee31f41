"""Workflow commands of GitHub Actions, which annotate the lines of a pull request."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from urlmend._lib.sanitize import printable
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import Look
from urlmend.reports.fingerprints import reported_path

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:  # noqa: ARG001
    """One command a line: `::error file=...,line=...,title=CODE::message`; messages have no secrets in them."""
    for document, found in results:
        out.writelines(_command(document, finding) for finding in found)


def _command(document: Document, finding: Finding) -> str:
    properties = {"file": _path(document.name), **_place(document, finding), "title": finding.code}
    listed = ",".join(f"{name}={printable(value).translate(_IN_PROPERTY)}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {listed}::{printable(finding.message).translate(_IN_MESSAGE)}\n"


def _place(document: Document, finding: Finding) -> dict[str, str]:
    """Where a finding stands; the runner drops columns, with a complaint, if that is on more than one line."""
    line, column, end_line, end_column = document.locate(finding.extent)
    lines = {"line": str(line), "endLine": str(end_line)}
    return {**lines, "col": str(column), "endColumn": str(end_column)} if line == end_line else lines


def _path(name: str) -> str:
    """The path of a file from the repository's folder, wherever in it the step runs."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    path = os.path.abspath(name)
    if workspace and path.startswith(os.path.join(workspace, "")):
        return os.path.relpath(path, workspace).replace(os.sep, "/")
    return reported_path(name)
