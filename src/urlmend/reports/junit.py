"""JUnit XML: a test suite for each file with findings, a failed or skipped test for each finding."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from itertools import groupby
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import TextIO

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.sanitize import printable
from urlmend.model.document import Document
from urlmend.model.finding import Finding, Result
from urlmend.reports import ReportStyle, position

# Characters other than control characters that XML 1.0 does not allow (section 2.2).
_ILLEGAL = lazy("[\ud800-\udfff\ufffe\uffff]")
# The characters of cases that wait in memory for their number.
_IN_MEMORY = 1 << 22
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
        path = style.path(name)
        file = _legal(path) if path.strip() else repr(path)  # the schema allows no blank names
        cases = (
            _case_of_finding(file, document, each, fails=style.fails(document, each))
            for document, findings in results_of_file
            for each in findings
        )
        _write_suite(out, number - 1, file, cases)
    if not number:  # some programs take a report without tests for a broken one
        _write_suite(out, 0, "urlmend", [_case("urlmend", "no findings")])
    out.write("</testsuites>\n")


def _write_suite(out: TextIO, number: int, name: str, cases: Iterable[ET.Element]) -> None:
    """Write a suite; its cases wait in a file, as their numbers precede them."""
    counts = {"tests": 0, "failures": 0, "skipped": 0}
    with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="ascii", newline="") as written:
        for case in cases:
            counts["tests"] += 1
            counts["failures"] += case.find("failure") is not None
            counts["skipped"] += case.find("skipped") is not None
            ET.indent(case, level=1)
            written.write(f"{_ascii(case)}\n  ")
        before, after = _suite_around_cases(number, name, counts)
        out.write(before)
        written.seek(0)
        copyfileobj(written, out)
        out.write(f"{after.lstrip()}\n")


def _suite_around_cases(number: int, name: str, counts: Mapping[str, int]) -> tuple[str, str]:
    """Return what is written of a suite before and after its cases."""
    numbers = {attribute: str(count) for attribute, count in counts.items()}
    suite = ET.Element("testsuite", {"name": name, **numbers, **_REQUIRED_ATTRIBUTES})
    now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    suite.attrib.update({"id": str(number), "timestamp": now})
    place = ET.Element("cases")
    suite.extend([ET.Element("properties"), place, ET.Element("system-out"), ET.Element("system-err")])
    ET.indent(suite)
    before, _, after = _ascii(suite).partition("<cases />")
    return before, after


def _ascii(element: ET.Element) -> str:
    """Return an element in ASCII, which is valid in whatever encoding a report has."""
    written: bytes = ET.tostring(element, "us-ascii")
    return written.decode("ascii")


def _case_of_finding(file: str, document: Document, finding: Finding, *, fails: bool) -> ET.Element:
    at = _legal(position(document, finding.extent.start))
    message = _legal(finding.message)
    case = _case(file, f"{finding.code} at {at}")
    kind = {"type": finding.code} if fails else {}
    outcome = ET.SubElement(case, "failure" if fails else "skipped", {**kind, "message": message})
    outcome.text = f"{file}:{at}: {finding.severity}: {finding.code} {message}"
    return case


def _case(file: str, name: str) -> ET.Element:
    return ET.Element("testcase", {"classname": file, "name": name, "time": "0"})


def _legal(text: str) -> str:
    """The text with control characters, and characters that XML does not allow, written as escapes."""
    return _ILLEGAL.sub(lambda match: f"\\u{ord(match.group()):04x}", printable(text))
