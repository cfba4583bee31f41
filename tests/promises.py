"""Invariants that hold for any input: one function for each thing that urlmend does.

Called by `robustness/test_promises.py` with generated input, by the fuzzers with theirs, and by `test_found.py` with
what fuzzers found.
"""

import csv
import gc
import io
import json
import os
import re
import tempfile
import xml.etree.ElementTree as ET
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

import urlmend
from urlmend.cli import main as cli
from urlmend.decoding import text as decode
from urlmend.decoding.sniff import HEAD_SIZE, is_compressed_or_archive
from urlmend.finder import FindOptions, find_candidates, find_urls, find_urls_by_window, read_texts
from urlmend.finder.fast.ordinary import is_ordinary
from urlmend.fixing import fixer
from urlmend.fixing import unified_diff as differences
from urlmend.linting.linter import MAX_HITS, Linter
from urlmend.linting.project_linter import ProjectLinter
from urlmend.mail import mailbox as mailboxes
from urlmend.model import document as model
from urlmend.model.document import Document
from urlmend.model.finding import COMMENT_MARK, Finding, Result
from urlmend.model.span import Span
from urlmend.redaction.redact import redact
from urlmend.reports import ReportStyle, jsonl
from urlmend.reports.formats import report
from urlmend.reports.rows import finding_row
from urlmend.reports.text import urls as as_text
from urlmend.rules import RULES
from urlmend.rules.registry import Case
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config, ConfigError, load
from urlmend.settings.rule_selection import check_codes, select_rules
from urlmend.sources import archives
from urlmend.sources import paths as inputs

UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@contextmanager
def with_values(*values):
    """Other values for constants, for a while: (module, name, value)."""
    before = [(module, name, getattr(module, name)) for module, name, _ in values]
    try:
        for module, name, value in values:
            setattr(module, name, value)
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


# --- find


def find(data, *, schemeless=False, flowed=""):
    """URLs hang together, stand where they are said to, and are the same however they are looked for."""
    text = decode.decode_text(data).text
    document, options = Document(text, flowed=flowed), FindOptions(schemeless=schemeless)
    urls = find_urls(document, options)
    hang_together(text, urls)
    stand_in_place(document, urls)
    can_be_printed(document, [url for url in urls if url.counts])
    quick_ways(document, options, urls)
    with with_values((model, "WINDOW_SIZE", 64), (decode, "WINDOW_SIZE", 64), (decode, "_BLOCK", 97)):
        in_stretches = find_urls(document, options)
        assert [url.outer.start for url in in_stretches] == [url.outer.start for url in urls]
        quick_ways(document, options, in_stretches)
        if not flowed:
            long_ways(data, options)


def hang_together(text, urls):
    """Each URL is what its spans hold; spans ascend, in one URL and from one to the next."""
    stop = 0
    for url in urls:
        assert url.text == "".join(text[low:high] for low, high in url.spans)
        assert not any(char.isspace() for char in url.text)
        assert len(url.breaks) == max(0, len(url.spans) - 1)
        assert url.text not in url.alternatives
        assert stop <= url.outer.start
        at, stop = url.outer
        for low, high in url.spans:
            assert at <= low < high <= stop <= len(text)
            at = high


def stand_in_place(document, urls):
    """Lines and columns of a document lead to the URLs."""
    lines = re.split("\r\n?|\n", document.text)
    for url in urls:
        for low, high in url.spans:
            place = document.locate(Span(low, high))
            assert lines[place.line - 1][place.column - 1 :].startswith(document.text[low:high])
            assert (place.end_line, place.end_column) == (place.line, place.column + high - low)


def can_be_printed(document, urls):
    """What is printed of URLs has a line for each, and nothing in it that a terminal obeys."""
    shown = as_text(url.text for url in urls)
    assert not UNSAFE.search(shown)
    assert shown.count("\n") == len(urls)
    assert [json.loads(line)["url"] for line in jsonl.urls(document, urls)] == [url.text for url in urls]


def quick_ways(document, options, urls):
    """The texts alone, and the suspects, are those of the careful way."""
    assert [text for found in read_texts(document, options) for text in found] == [
        url.text for url in urls if url.counts
    ]
    assert find_candidates(document, options) == [url for url in urls if not is_ordinary(url, document.text)]


def long_ways(data, options):
    """A text that is read as it is looked through gives the same as one that is read whole."""

    def long():
        return decode.LongText(data[:7], io.BytesIO(data[7:]), "-")

    whole, document = decode.decode_text(data), long()
    urls = find_urls(whole, options)
    found = [(url, document.locate(url.outer)) for urls in find_urls_by_window(document, options) for url in urls]
    assert found == [(url, whole.locate(url.outer)) for url in urls]
    quick_ways_of_long = [text for found in read_texts(long(), options) for text in found]
    assert quick_ways_of_long == [url.text for url in urls if url.counts]


# --- lint


def lint(data, *, profile="rfc3986", form="text", schemeless=False):
    """Findings speak of the text, reports of all of them can be read, and nothing that is passed over has any."""
    document, options = decode.decode_text(data, "plan.txt"), FindOptions(schemeless=schemeless)
    urls = find_urls(document, options)
    findings = list(Linter(RULES.values(), profile).findings(document, urls))
    speak_of_text(document.text, findings)
    can_be_read(form, [Result(document, findings)])
    usual = list(Linter(select_rules(), profile).findings(document, urls))
    checker = ProjectLinter(Config(profile=profile), "", options)
    assert list(checker.findings(document)) == usual
    if COMMENT_MARK not in document.text:
        assert list(map(said, findings)) == list(map(said, all_that_rules_say(document, urls, profile)))
        assert list(Linter(select_rules(), profile).findings(document, find_candidates(document, options))) == usual
        with with_values((model, "WINDOW_SIZE", 64), (decode, "WINDOW_SIZE", 64), (decode, "_BLOCK", 97)):
            long = decode.LongText(data[:7], io.BytesIO(data[7:]), "plan.txt")
            found = list(as_placed(checker.results(long)))
        whole = Result(document, checker.findings(document, find_urls(document, options)))
        assert found == list(as_placed([whole]))


def as_placed(results):
    """Findings with the places and the texts of their spans, wherever their document begins."""
    for document, findings in results:
        for finding in findings:
            spoken_of = [document.text[start:stop] for start, stop in finding.spans]
            yield finding_row(document, finding, ReportStyle(show_secrets=True)), spoken_of


def all_that_rules_say(document, urls, profile):
    """What the rules say if each looks at each URL."""
    rules = sorted((rule for rule in RULES.values() if profile in rule.profiles), key=lambda rule: rule.code)
    for url in urls:
        case = Case(url, document.text, profile, document.flowed)
        asked = [rule for rule in rules if url.scheme or rule.applies_to_partial]
        hits = [(rule, hit) for rule in asked for hit in islice(rule.check(case), MAX_HITS)]
        for rule, hit in sorted(hits, key=lambda item: (item[1].spans[0].start, item[0].code)):
            yield Finding(rule.code, rule.severity_in(profile), redact(hit.message), hit.spans, url)


def said(finding):
    """A finding without its fix."""
    return finding._replace(fix=None)


def speak_of_text(text, findings):
    """Spans and edits of findings lie in the text, in order."""
    for finding in findings:
        assert finding.spans
        assert finding.message
        assert not UNSAFE.search(finding.message.replace("\t", "")) or "\n" not in finding.message
        inside(text, finding.spans)
        if finding.fix:
            inside(text, [edit.span for edit in finding.fix.edits], empty=True)


def inside(text, spans, *, empty=False):
    """Spans lie in the text, and ascend."""
    at = 0
    for low, high in spans:
        assert at <= low <= high <= len(text)
        assert empty or low < high
        at = high


def read_csv(text):
    """Every row of a table has all columns."""
    assert {len(row) for row in csv.reader(io.StringIO(text, newline=""))} == {13}


def read_lines(text):
    """Every line stands for itself."""
    assert not text or text.endswith("\n")


READERS = {
    "csv": read_csv,
    "gitlab": json.loads,
    "json": json.loads,
    "jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
    "junit": lambda text: ET.fromstring(text.encode("utf-8")),
    "sarif": json.loads,
}


def can_be_read(form, results):
    """A report can be written as UTF-8, read, and shown on a terminal."""
    out = io.StringIO()
    report(form)(results, out, ReportStyle(show_source=True))
    out.getvalue().encode("utf-8", "surrogateescape")
    assert not UNSAFE.search(out.getvalue())
    READERS.get(form, read_lines)(out.getvalue())


# --- secrets

SECRET, HALF = "Zk4wQ8vN1sYt6Rb3", "wQ8vN1sYt6Rb3"
# What holds a secret, whatever stands before and behind it.
PLANTED = (
    f"\nsee ftp://alice:{SECRET}@db.internal/plans now\n",
    f"\nsee <URL:ftp://alice:{SECRET}@db.internal/plans|> now\n",
    f"\nsee https://db.internal/|?a=1&access_token={SECRET} now\n",
    f"\n\nsee <https://alice:Zk4\n{HALF}@db.internal/> now\n\n",
)


def secrets(before, after, *, planted=PLANTED[0], profile="rfc3986", form="text"):
    """No report, no scan and no difference shows a secret of a text."""
    data = before + planted.encode() + after
    document = decode.decode_text(data, "plan.txt")
    findings = list(Linter(RULES.values(), profile).findings(document, find_urls(document)))
    out = io.StringIO()
    report(form)([Result(document, findings)], out, ReportStyle(show_source=True))
    concealed(out.getvalue())
    settings = Config(select=("ALL",), profile=profile)
    concealed(
        repr(UnitReader(settings, "", FindOptions(), inputs.Reading(), Filters())(Unit("", ("a",), 1, data=data)))
    )
    mended = fixer.mend_text(document.text, lambda text: urlmend.lint(text, profile=profile), unsafe=True)
    if document.region and document.region.codec == "utf-8":
        concealed("".join(differences.unified("a", data, mended.encode("utf-8", "surrogateescape"))))


def concealed(shown):
    """Neither the secret nor most of it is there to see."""
    assert HALF not in shown


# --- fix


def fix(data, *, profile="rfc3986", unsafe=False):
    """What is mended stays so; safe fixes leave every URL what it was."""
    text = decode.decode_text(data).text
    once = urlmend.fix(text, profile=profile, unsafe=unsafe)
    assert urlmend.fix(once, profile=profile, unsafe=unsafe) == once
    # What URL114 moves inside belongs to the URL from then on.
    mended = urlmend.fix(text, profile=profile, ignore=["URL114"])
    assert [unquote(url.text) for url in urlmend.find(mended)] == [unquote(url.text) for url in urlmend.find(text)]


def fix_file(data, *, unsafe=False):
    """The same of the bytes of files, mail among them."""

    def examine(data):
        for document in inputs.read_stream(io.BytesIO(data), "a", len(data)):
            if isinstance(document, Document):
                yield checker.result(document)

    checker = ProjectLinter(Config(), "", FindOptions())
    once = fixer.mend(data, examine, unsafe=unsafe)
    assert fixer.mend(once.data, examine, unsafe=unsafe).data == once.data
    assert (once.data == data) == (not once.fixed)
    assert fixer.mend(once.data, examine, unsafe=unsafe).out_of_reach == once.out_of_reach


# --- mail


def mail(data):
    """Everything in mail has a place in the file, and it does not matter how much is read at a time."""
    if is_compressed_or_archive(data):
        return
    documents = read(data)
    size = sum(len(document.text) for document in documents)
    assert size <= 6 * len(data) + 1000, "the same is read many times"
    lines = data.split(b"\n")
    for document in documents:
        for url in urlmend.find(document):
            for low, high in (url.outer, *url.spans):
                place = document.locate(Span(low, high))
                stands_in(lines, place.line, place.column)
                stands_in(lines, place.end_line, place.end_column)
                assert place[:2] <= place[2:]
        region = document.region
        assert region is None or 0 <= region.start <= region.stop <= len(data)
    with with_values((mailboxes, "BLOCK", 1000)):
        assert list(map(known_by, read(data))) == list(map(known_by, documents))


def read(data):
    """The documents of mail."""
    return list(inputs.read_stream(io.BytesIO(data), "box", len(data), inputs.Reading("mail", all_headers=True)))


def stands_in(lines, line, column):
    """A line of a file has a column."""
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def known_by(document):
    """What tells a document of mail from others; within a line, places between shift sequences are guesses."""
    origin, line = document.origin, document.locate(Span(0, 0)).line
    return (document.text, document.note, origin.message, origin.part, origin.region, line)


# --- archives

_LIMITS = ((archives, "FREE_SIZE", 1 << 14), (archives, "MAX_ENTRIES", 20), (archives, "MAX_NESTED", 1 << 16))


def archive(data, name="box"):
    """Archives unpack to no more than they may, and tell what is wrong with them in the way they promise."""
    with with_values(*_LIMITS):
        size = 0
        try:
            for member in archives.members(name, io.BytesIO(data), len(data)):
                size += len(member.head)
                while block := member.stream.read(1 << 12):
                    size += len(block)
                assert size <= allowed(data)
        except archives.archive_errors():
            pass
        for document in inputs.read_stream(io.BytesIO(data), name, len(data)):
            if isinstance(document, Document):
                document.locate(Span(0, len(document.text)))
            else:
                assert document.name.startswith(name)
                assert document.reason


def allowed(data):
    """How many bytes may come of an archive."""
    return max(archives.FREE_SIZE, archives.MAX_RATIO * len(data)) + HEAD_SIZE


def unpacked(data, name, contents):
    """A sound archive gives what was put into it."""
    found = [(document.name, document.text) for document in inputs.read_stream(io.BytesIO(data), name, len(data))]
    assert found == contents


# --- settings


def configuration(data, name="urlmend.toml"):
    """A settings file is used, or what is wrong with it is said, with its name."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        Path(path).write_bytes(data)
        fault = fault_of_settings(path)
        assert fault is None or re.match(f"{re.escape(path)}: .", fault)
        Path(folder, "plan.txt").write_text("see http://a.example/b|c and <ftp://al:h7Tq-92x@a.internal/b-\nc>\n")
        for words in (("lint", "."), ("lint", "--show-settings")):
            status, told = run(folder, *words)
            assert status == 2 if fault else status in (0, 1, 2), told
            assert status != 2 or "urlmend: " in told, told


def fault_of_settings(path):
    """What is said of a settings file that cannot be used."""
    try:
        check_codes(load(path), path)
    except ConfigError as error:
        return str(error)
    return None


def run(folder, *words):
    """Run the command line in a folder: the exit status, and what was said."""
    here = os.getcwd()
    out, err = io.StringIO(), io.StringIO()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = cli.main(words)
    finally:
        gc.enable()
        os.chdir(here)
    return status, err.getvalue()
