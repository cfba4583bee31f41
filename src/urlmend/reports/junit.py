"""JUnit XML: a test suite for each file with findings, a failed or skipped test for each finding."""

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
from urlmend.reports import ReportStyle

# Characters other than control characters that XML 1.0 does not allow (section 2.2).
_ILLEGAL = lazy("[\ud800-\udfff\ufffe\uffff]")
# Attributes that the schema requires, and that say nothing here.
_REQUIRED_ATTRIBUTES = {"errors": "0", "time": "0", "hostname": "localhost", "package": "urlmend"}


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write a suite for each file with findings; without any, one passed test. Messages hold no secrets.

    A finding that does not fail the run is a skipped test.
    """
    found = (result for result in results if result.findings)
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    number = 0
    for number, (name, results_of_file) in enumerate(groupby(found, key=lambda result: result.document.name), 1):
        file = _suite_name(style.path(name))
        cases = [
            _case_of_finding(file, document, each, fails=style.fails(document, each))
            for document, findings in results_of_file
            for each in findings
        ]
        _write(out, number - 1, _suite(file, cases))
    if not number:  # some programs take a report without tests for a broken one
        _write(out, 0, _suite("urlmend", [_case("urlmend", "no findings")]))
    out.write("</testsuites>\n")


def _write(out: TextIO, number: int, suite: ET.Element) -> None:
    now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    suite.attrib.update({"id": str(number), "timestamp": now})
    ET.indent(suite)
    # ASCII is valid in whatever encoding `out` has.
    out.write(ET.tostring(suite, "us-ascii").decode("ascii") + "\n")


def _suite(name: str, cases: list[ET.Element]) -> ET.Element:
    """A suite, without its `id` and `timestamp`."""
    counts = {"tests": str(len(cases))}
    for attribute, outcome in (("failures", "failure"), ("skipped", "skipped")):
        counts[attribute] = str(sum(case.find(outcome) is not None for case in cases))
    suite = ET.Element("testsuite", {"name": name, **counts, **_REQUIRED_ATTRIBUTES})
    suite.append(ET.Element("properties"))
    suite.extend(cases)
    suite.extend([ET.Element("system-out"), ET.Element("system-err")])
    return suite


def _case_of_finding(file: str, document: Document, finding: Finding, *, fails: bool) -> ET.Element:
    line, column, *_ = document.locate(finding.extent)
    message = _legal(finding.message)
    case = _case(file, f"{finding.code} at {line}:{column}")
    if fails:
        outcome = ET.SubElement(case, "failure", {"type": finding.code, "message": message})
    else:
        outcome = ET.SubElement(case, "skipped", {"message": message})
    outcome.text = f"{file}:{line}:{column}: {finding.severity}: {finding.code} {message}"
    return case


def _case(file: str, name: str) -> ET.Element:
    return ET.Element("testcase", {"classname": file, "name": name, "time": "0"})


def _suite_name(name: str) -> str:
    """The suite name for a file: a blank name is quoted, as the schema does not allow blank names."""
    return _legal(name) if name.strip() else repr(name)


def _legal(text: str) -> str:
    """The text with control characters, and characters that XML does not allow, written as escapes."""
    return _ILLEGAL.sub(lambda match: f"\\u{ord(match.group()):04x}", printable(text))
