"""JUnit XML: each file a test suite, each finding a test that failed."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from itertools import groupby
from typing import TextIO

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.sanitize import printable
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import Look

# Beside control characters, what XML 1.0 has no way to write.
_ILLEGAL = lazy("[\ud800-\udfff\ufffe\uffff]")
# Required attributes that have nothing to say here.
_NO_NEWS = {"errors": "0", "time": "0", "hostname": "localhost", "package": "urlmend"}


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:  # noqa: ARG001
    """A suite for each file; one without findings is a test that passed. Messages have no secrets in them."""
    now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    for number, (name, of_file) in enumerate(groupby(results, key=lambda result: result.document.name)):
        suite = _suite(_name(name), of_file)
        suite.attrib.update({"id": str(number), "timestamp": now})
        ET.indent(suite)
        # As ASCII, so that it is right in whatever encoding it is written.
        out.write(ET.tostring(suite, "us-ascii").decode("ascii") + "\n")
    out.write("</testsuites>\n")


def _suite(file: str, results: Iterable[Result]) -> ET.Element:
    """A suite without its number and its time."""
    cases = [_failed(file, document, finding) for document, found in results for finding in found]
    failures = len(cases)
    if not cases:
        cases.append(_case(file, "no findings"))
    counts = {"tests": str(len(cases)), "failures": str(failures)}
    suite = ET.Element("testsuite", {"name": file, **counts, **_NO_NEWS})
    suite.append(ET.Element("properties"))
    suite.extend(cases)
    suite.extend([ET.Element("system-out"), ET.Element("system-err")])
    return suite


def _failed(file: str, document: Document, finding: Finding) -> ET.Element:
    line, column, *_ = document.locate(finding.extent)
    message = _legal(finding.message)
    case = _case(file, f"{finding.code} at {line}:{column}")
    failure = ET.SubElement(case, "failure", {"type": finding.code, "message": message})
    failure.text = f"{file}:{line}:{column}: {finding.severity}: {finding.code} {message}"
    return case


def _case(file: str, name: str) -> ET.Element:
    return ET.Element("testcase", {"classname": file, "name": name, "time": "0"})


def _name(name: str) -> str:
    """A file's name as suites are named: there must be more in it than white space."""
    return _legal(name) if name.strip() else repr(name)


def _legal(text: str) -> str:
    """The text with each character that XML cannot have, and each control character, written as an escape."""
    return _ILLEGAL.sub(lambda match: f"\\u{ord(match.group()):04x}", printable(text))
