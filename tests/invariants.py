"""Invariants that hold for any input: one function for each thing that urlmend does.

Called with generated input by `robustness/test_invariants.py` and by the fuzzers, and with what fuzzers found by
`robustness/test_fuzzer_findings.py`.
"""

import csv
import gc
import io
import json
import os
import re
import tempfile
import xml.etree.ElementTree as ET
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

import urlmend
from urlmend._lib import allowance
from urlmend._lib.sanitize import printable_lines, strict_json
from urlmend.cli import main as cli
from urlmend.decoding import text as decode
from urlmend.decoding.sniff import HEAD_SIZE, has_bare_returns, is_compressed_or_archive, unsupported_format
from urlmend.document_formats import killable
from urlmend.document_formats import package as packages
from urlmend.document_formats import passages as readers
from urlmend.document_formats.assembly import Assembler
from urlmend.document_formats.passages import DocumentError
from urlmend.document_formats.pdf_margins import LINE_END
from urlmend.document_formats.pdf_pages import cleaned
from urlmend.finder import FindOptions, find_candidates, find_urls, find_urls_by_window, read_texts
from urlmend.finder.fast.ordinary import is_ordinary
from urlmend.fixing import fixer
from urlmend.fixing import unified_diff as differences
from urlmend.linting.linter import MAX_HITS, Linter, in_scope, reported
from urlmend.linting.project_linter import ProjectLinter
from urlmend.lsp.framing import MAX_SIZE, MessageStream
from urlmend.mail import mailbox as mailboxes
from urlmend.model import document as model
from urlmend.model.document import Document
from urlmend.model.finding import COMMENT_MARK, Finding, Result
from urlmend.model.scope import ALL_SCOPES
from urlmend.model.span import Span, overlapping
from urlmend.reports import ReportStyle, jsonl
from urlmend.reports.formats import report
from urlmend.reports.rows import finding_row, url_row
from urlmend.rules import RULES
from urlmend.rules.registry import Case
from urlmend.scan.work_units import Unit
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.loading import load
from urlmend.settings.rule_selection import faults_of_codes, rules_of
from urlmend.sources import archives
from urlmend.sources import paths as inputs
from urlmend.sources.document_files import read_document
from urlmend.sources.document_types import document_type

UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@contextmanager
def patched_constants(*values):
    """Set constants of modules in a `with` block: `(module, name, value)`."""
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
    """URLs have consistent spans and right locations, and do not depend on how they are found."""
    text = decode.decode_text(data).text
    document, options = Document(text, flowed=flowed), FindOptions(schemeless=schemeless)
    urls = find_urls(document, options)
    assert_spans_consistent(text, urls)
    assert_located(document, urls)
    assert_printable(document, [url for url in urls if url.counts])
    assert_fast_path_agrees(document, options, urls)
    with patched_constants((model, "WINDOW_SIZE", 64), (decode, "WINDOW_SIZE", 64), (decode, "_BLOCK", 97)):
        in_windows = find_urls(document, options)
        assert [url.outer.start for url in in_windows] == [url.outer.start for url in urls]
        assert_fast_path_agrees(document, options, in_windows)
        if not flowed:
            assert_long_text_agrees(data, options)


def assert_spans_consistent(text, urls):
    """Assert that a URL is the text of its spans, and that spans ascend within and between URLs."""
    stop = 0
    for url in urls:
        assert url.text == "".join(text[low:high] for low, high in url.spans)
        without_hidden_at = url.text.replace(" at ", "@", url.scheme == "mailto")  # as archives of lists write it
        assert not any(char.isspace() for char in without_hidden_at)
        assert len(url.breaks) == max(0, len(url.spans) - 1)
        assert url.text not in url.alternatives
        assert stop <= url.outer.start
        at, stop = url.outer
        for low, high in url.spans:
            assert at <= low < high <= stop <= len(text)
            at = high


def assert_located(document, urls):
    """Assert that the text at each location is that of its span."""
    lines = re.split("\r\n?|\n", document.text)
    for url in urls:
        for low, high in url.spans:
            place = document.locate(Span(low, high))
            assert lines[place.line - 1][place.column - 1 :].startswith(document.text[low:high])
            assert (place.end_line, place.end_column) == (place.line, place.column + high - low)


def assert_printable(document, urls):
    """Assert that output has one line per URL and no control characters."""
    shown = printable_lines(url.text for url in urls)
    assert not UNSAFE.search(shown)
    assert shown.count("\n") == len(urls)
    assert list(jsonl.urls(document, urls)) == [strict_json(url_row(document, url)) + "\n" for url in urls]


def assert_fast_path_agrees(document, options, urls):
    """Assert that the fast and the careful path give identical results."""
    assert [text for found in read_texts(document, options) for text in found] == [
        url.text for url in urls if url.counts
    ]
    with_faults = find_urls(document, options._replace(faults=True))
    faults = [url.outer for url in with_faults if url.form == "fault"]
    # A fault takes the place of the schemeless URL in it, or of its beginning: `http:www.example.org[[www.example.org`.
    replaced = [url.outer for url in urls if url.form == "schemeless" and overlapping(faults, *url.outer)]
    apart = [url for url in urls if url.outer not in replaced]
    assert [url for url in with_faults if url.form != "fault" and not _is_rest(url, replaced)] == apart
    assert find_candidates(document, options) == [url for url in with_faults if not is_ordinary(url, document.text)]


def _is_rest(url, replaced):
    return url.form == "schemeless" and bool(overlapping(replaced, *url.outer))


def assert_long_text_agrees(data, options):
    """Assert that a text read in blocks has the same URLs as one read at once."""

    def long():
        return decode.LongText(data[:7], io.BytesIO(data[7:]), "-")

    whole, document = decode.decode_text(data), long()
    urls = find_urls(whole, options)
    found = [(url, document.locate(url.outer)) for urls in find_urls_by_window(document, options) for url in urls]
    assert found == [(url, whole.locate(url.outer)) for url in urls]
    fast_path_of_long = [text for found in read_texts(long(), options) for text in found]
    assert fast_path_of_long == [url.text for url in urls if url.counts]


# --- lint


def lint(data, *, profile="rfc3986", form="text", schemeless=False):
    """Findings have spans in the text, reports are valid, and skipped URLs have no findings."""
    document, options = decode.decode_text(data, "plan.txt"), FindOptions(schemeless=schemeless)
    urls = find_urls(document, options._replace(faults=True))
    findings = list(Linter(RULES.values(), profile).findings(document, urls))
    assert_within_text(document.text, findings)
    assert_report_readable(form, [Result(document, findings)])
    usual = _without_link_texts(Linter(rules_of(Config(profile=profile)), profile).findings(document, urls))
    checker = ProjectLinter(Config(profile=profile), "", options)
    assert _without_link_texts(checker.findings(document)) == usual
    if COMMENT_MARK not in document.text:
        assert list(map(without_fix, findings)) == list(
            map(without_fix, findings_of_all_rules(document, urls, profile))
        )
        linter = Linter(rules_of(Config(profile=profile)), profile)
        candidates = find_candidates(document, options, ordinary=linter.applies_to_ordinary)
        assert _without_link_texts(linter.findings(document, candidates)) == usual
    if COMMENT_MARK not in document.text and checker.lints_windows:
        with patched_constants((model, "WINDOW_SIZE", 64), (decode, "WINDOW_SIZE", 64), (decode, "_BLOCK", 97)):
            long = decode.LongText(data[:7], io.BytesIO(data[7:]), "plan.txt")
            # Other occurrences of a URL decide a doubt within one window only, so both use windows of this size.
            whole = Result(document, checker.findings(document))
            assert list(with_locations(checker.results(long))) == list(with_locations([whole]))


def _without_link_texts(findings):
    """Return findings but for those on texts of links: in plain text, only URLs that are not ordinary have them."""
    return [finding for finding in findings if finding.code != "URL626"]


def with_locations(results):
    """Yield findings as report rows, with the text of each span. They do not depend on where a document starts."""
    for document, findings in results:
        for finding in findings:
            texts_of_spans = [document.text[start:stop] for start, stop in finding.spans]
            yield finding_row(document, finding, ReportStyle(show_secrets=True)), texts_of_spans


def findings_of_all_rules(document, urls, profile):
    """Yield the findings of every rule on every URL, without a choice of relevant rules."""
    rules = sorted((rule for rule in RULES.values() if profile in rule.profiles), key=lambda rule: rule.code)
    for url in urls:
        case = Case(url, document.text, profile, document.flowed)
        asked = [
            rule
            for rule in rules
            if (url.scheme or rule.applies_to_partial) and url.scheme in (rule.schemes or (url.scheme,))
        ]
        hits = [(rule, hit) for rule in asked for hit in islice(rule.check(case), MAX_HITS)]
        if any(rule.scopes != ALL_SCOPES for rule, _ in hits):
            hits = in_scope(hits, case, document)
        for rule, hit in sorted(reported(hits), key=lambda item: (item[1].spans[0].start, item[0].code)):
            yield Finding(rule.code, rule.severity_in(profile), hit.message, hit.spans, url, name=rule.name)


def without_fix(finding):
    """Return a finding without its fix."""
    return finding._replace(fix=None)


def assert_within_text(text, findings):
    """Assert that spans and edits of findings are in the text, in order."""
    for finding in findings:
        assert finding.spans
        assert finding.message
        assert not UNSAFE.search(finding.message.replace("\t", "")) or "\n" not in finding.message
        assert_ascending(text, finding.spans)
        if finding.fix:
            assert_ascending(text, [edit.span for edit in finding.fix.edits], empty=True)


def assert_ascending(text, spans, *, empty=False):
    """Assert that spans are in the text and ascend."""
    at = 0
    for low, high in spans:
        assert at <= low <= high <= len(text)
        assert empty or low < high
        at = high


def read_csv(text):
    """Assert that every row of a CSV report has all columns."""
    assert {len(row) for row in csv.reader(io.StringIO(text, newline=""))} == {14}


def read_lines(text):
    """Assert that the last line is complete."""
    assert not text or text.endswith("\n")


READERS = {
    "csv": read_csv,
    "gitlab": json.loads,
    "json": json.loads,
    "jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
    "junit": lambda text: ET.fromstring(text.encode("utf-8")),
    "sarif": json.loads,
}


def assert_report_readable(form, results):
    """Assert that a report is UTF-8, valid in its format, and free of control characters."""
    out = io.StringIO()
    report(form)(results, out, ReportStyle(show_source=True))
    out.getvalue().encode("utf-8", "surrogateescape")
    assert not UNSAFE.search(out.getvalue())
    READERS.get(form, read_lines)(out.getvalue())


# --- secrets

SECRET, HALF = "Zk4wQ8vN1sYt6Rb3", "wQ8vN1sYt6Rb3"
# These contain a secret, whatever text is before and after them.
PLANTED = (
    f"\nsee ftp://alice:{SECRET}@db.internal/plans now\n",
    f"\nsee <URL:ftp://alice:{SECRET}@db.internal/plans|> now\n",
    f"\nsee https://db.internal/|?a=1&access_token={SECRET} now\n",
    f"\n\nsee <https://alice:Zk4\n{HALF}@db.internal/> now\n\n",
)


def secrets(before, after, *, planted=PLANTED[0], profile="rfc3986", form="text"):
    """No report, scan or diff contains a secret."""
    data = before + planted.encode() + after
    document = decode.decode_text(data, "plan.txt")
    findings = list(Linter(RULES.values(), profile).findings(document, find_urls(document)))
    out = io.StringIO()
    report(form)([Result(document, findings)], out, ReportStyle(show_source=True))
    assert_concealed(out.getvalue())
    settings = Config(select=("ALL",), profile=profile)
    assert_concealed(
        repr(UnitReader(settings, "", FindOptions(), inputs.Reading(), Filters())(Unit("", ("a",), 1, data=data)))
    )
    mended = urlmend.fix(document.text, profile=profile, unsafe=True)
    if document.region and document.region.codec == "utf-8":
        assert_concealed("".join(differences.unified("a", Document(document.text), Document(mended))))


def assert_concealed(shown):
    """Assert that output contains neither the secret nor most of it."""
    assert HALF not in shown


# --- fix


def fix(data, *, profile="rfc3986", unsafe=False):
    """Fixing is idempotent, and safe fixes keep every URL up to percent-encoding."""
    text = decode.decode_text(data).text
    once = urlmend.fix(text, profile=profile, unsafe=unsafe)
    assert urlmend.fix(once, profile=profile, unsafe=unsafe) == once
    # URL114 moves text into a wrapper, URL202 encodes spaces of an attribute: both become part of the URL.
    mended = urlmend.fix(text, profile=profile, ignore=["URL114", "URL202"])
    assert [unquote(url.text) for url in urlmend.find(mended)] == [unquote(url.text) for url in urlmend.find(text)]


def fix_file(data, *, unsafe=False):
    """Fixing the bytes of a file, mail included, is idempotent."""

    def examine(data):
        for document in inputs.read_stream(io.BytesIO(data), "a", len(data)):
            if isinstance(document, Document):
                yield from checker.results(document)

    checker = ProjectLinter(Config(), "", FindOptions())
    once = fixer.fix_bytes(data, examine, unsafe=unsafe)
    assert fixer.fix_bytes(once.data, examine, unsafe=unsafe).data == once.data
    assert (once.data == data) == (not once.counts)
    assert fixer.fix_bytes(once.data, examine, unsafe=unsafe).left == once.left


# --- mail


def mail(data):
    """Every URL of a mailbox has a location in the file, and the block size makes no difference."""
    if is_compressed_or_archive(data) or unsupported_format(data) or document_type("", data):
        return
    documents = read(data)
    size = sum(len(document.text) for document in documents)
    assert size <= 6 * len(data) + 1000, "text is read several times"
    # Carriage returns end lines if the first one does.
    lines = re.split(b"\r\n?|\n" if has_bare_returns(data) else b"\n", data)
    for document in documents:
        for url in urlmend.find(document):
            for low, high in (url.outer, *url.spans):
                place = document.locate(Span(low, high))
                assert_position(lines, place.line, place.column)
                assert_position(lines, place.end_line, place.end_column)
                assert place[:2] <= place[2:]
        region = document.region
        assert region is None or 0 <= region.start <= region.stop <= len(data)
    with patched_constants((mailboxes, "BLOCK", 1000)):
        assert list(map(identity, read(data))) == list(map(identity, documents))


def field(data):
    """No field of a header affects another message."""
    separator, body = (
        b"From a@b.example Mon Jan  5 10:00:00 2004\n",
        b"Subject: x\nFrom: y\n\nsee http://%s.example/b\n\n",
    )
    middle = b"Content-Type: text/plain; " + re.sub(rb"[\r\n]+", b"\n ", data) + b"\n"
    messages = (body % b"first", middle + body % b"middle", body % b"last")
    found = [
        url.text for document in read(b"".join(separator + one for one in messages)) for url in urlmend.find(document)
    ]
    assert found[0] == "http://first.example/b"
    assert found[-1] == "http://last.example/b"


def read(data):
    """Return the documents of a mailbox."""
    return list(inputs.read_stream(io.BytesIO(data), "box", len(data), inputs.Reading("mail", all_headers=True)))


def assert_position(lines, line, column):
    """Assert that a file has this line and column."""
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def identity(document):
    """Return what distinguishes documents of mail. Columns are left out: between shift sequences they are estimates."""
    origin, line = document.origin, document.locate(Span(0, 0)).line
    return (document.text, document.note, origin.message, origin.part, origin.region, line)


# --- archives

_LIMITS = (
    (allowance, "FREE_SIZE", 1 << 14),
    (archives, "MAX_ENTRIES", 20),
    (archives, "MAX_WITHOUT_DIRECTORY", 1 << 16),
)


def archive(data, name="box"):
    """Archives expand to a limited size, and damage is reported as a documented exception or a problem."""
    with patched_constants(*_LIMITS):
        size = 0
        try:
            for member in archives.members(name, io.BytesIO(data), len(data)):
                if isinstance(member, archives.Damage):
                    assert member.name.startswith(name)
                    continue
                size += len(member.head)
                while block := member.stream.read(1 << 12):
                    size += len(block)
                assert size <= size_limit(data)
        except allowance.LimitError:
            pass
        for document in inputs.read_stream(io.BytesIO(data), name, len(data)):
            if isinstance(document, Document):
                document.locate(Span(0, len(document.text)))
            else:
                assert document.name.startswith(name)
                assert document.reason


def size_limit(data):
    """Return the number of bytes that an archive may expand to."""
    return max(allowance.FREE_SIZE, allowance.MAX_RATIO * len(data)) + HEAD_SIZE


def document_file(data, kind):
    """A document is read or damaged, and its links are ascending ranges of its texts."""
    seconds = [(killable, name, 4.0) for name in ("TIMEOUT", "TOTAL_TIMEOUT")]
    with patched_constants((allowance, "FREE_SIZE", 1 << 14), (packages, "FREE_SIZE", 1 << 18), *seconds):
        reader = readers.READERS[kind]
        with suppress(DocumentError):
            assert all(isinstance(value, str) for value in reader.metadata(data))
        with suppress(DocumentError):
            for passage in reader.passages(data):
                assert passage.place
                assert list(passage.links) == sorted(passage.links)
                for link in passage.links:
                    assert 0 <= link.start <= link.stop <= len(passage.text)
                    assert link.target
        with suppress(DocumentError):
            for document in read_document(kind, data, io.BytesIO(), "box"):
                for url in find_urls(document):
                    assert document.place(url.spans[0].start)
                    document.locate_all(url.spans)


def pages(texts, links):
    """Pages and their links become documents whose URLs have places; `links` are ranges of the pages with targets.

    The text of a page is as PDFium gives it.
    """
    made = []
    for number, written in enumerate(texts, 1):
        page = cleaned(written, {match.start() for match in LINE_END.finditer(written)})
        assert [page.moved(offset) for offset in (0, len(written))] == [0, len(page.text)]
        own = sorted(
            readers.Link(*sorted(page.moved(min(offset, len(written))) for offset in (start, stop)), target)
            for on, start, stop, target in links
            if on == number
        )
        made.append(readers.Passage(f"p{number}", page.text, tuple(own), number))
    found = list(Assembler("box", "pdf", is_typeset=True).documents(made))
    assert [passage.text for passage in made] == [text for document in found for text in _texts_of(document, made)]
    for document in found:
        running = document.declared[0].start if document.declared else len(document.text)
        assert len(document.source.text) == (running - 1 if document.declared else running)
        for url in find_urls(document):
            (line, column), place = document.position(url.outer.start), document.place(url.outer.start)
            text = made[int(place[1:]) - 1].text
            assert 1 <= line <= text.count("\n") + 1
            assert 1 <= column <= len(text.split("\n")[line - 1]) + 1
            document.locate_all(url.spans)
            document.layout.annotations(url.outer)
        assert [url.text for url in find_urls(document) if url.counts] == [
            text for texts in read_texts(document) for text in texts
        ]


def _texts_of(document, passages):
    """The texts of the passages that a document is made of."""
    numbers = {document.source.place(offset) for offset in range(len(document.source.text) + 1)}
    return [passage.text for passage in passages if passage.place in numbers]


def unpacked(data, name, contents):
    """An undamaged archive has the given contents: names and texts. Members that are no texts are named as skipped."""
    read = list(inputs.read_stream(io.BytesIO(data), name, len(data)))
    skipped = {problem.name: problem.reason for problem in read if not isinstance(problem, Document)}
    found = [(document.name, document.text) for document in read if isinstance(document, Document)]
    assert all(skipped.values())
    assert found == [(member, text) for member, text in contents if member not in skipped]


# --- results of scans


def result(patches):
    """A result with bytes replaced is shown, or reported as damaged; `patches` are pairs of an offset and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        data = bytearray(_scanned())
        for offset, new in patches:
            at = offset % len(data)
            data[at : at + len(new)] = new
        Path(folder, "r.sqlite").write_bytes(data)
        Path(folder, "plan.txt").write_text("see http://a.example/\n")
        for words in (("report", "r.sqlite"), ("scan", "--processes", "1", "-o", "r.sqlite", "plan.txt")):
            status, told = run(folder, *words)
            assert status in (0, 1, 2), told
            assert status != 2 or "urlmend: r.sqlite: " in told, told


@cache
def _scanned():
    """Return the result of a scan."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "plan.txt").write_text("see http://a.example/b|c and <ftp://al:h7Tq-92x@a.internal/b-\nc>\n" * 9)
        run(folder, "scan", "--processes", "1", "-o", "r.sqlite", "plan.txt")
        return Path(folder, "r.sqlite").read_bytes()


# --- messages to the language server


def framing(data):
    """Whatever comes before them, messages are found again. What is not JSON is read again, as the server does."""
    body = b'{"jsonrpc": "2.0", "method": "exit"}'
    message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    stream = MessageStream(io.BytesIO(data + b"\n\n" + message * 3), lambda fault: None)
    found = []
    while line := stream.readline():
        length = int(line.split(b":")[1])
        stream.readline()
        found.append(stream.read(length))
        assert len(found[-1]) <= length <= MAX_SIZE
        try:
            json.loads(found[-1])
        except (ValueError, RecursionError):
            stream.resume()
    assert body in found


# --- settings


def configuration(data, name="urlmend.toml"):
    """A settings file is valid, or its error is reported with the name of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        Path(path).write_bytes(data)
        faults = settings_errors(path)
        assert all(re.match(rf"{re.escape(path)}(:[1-9]\d*:[1-9]\d*)?: .", fault) for fault in faults), faults
        Path(folder, "plan.txt").write_text("see http://a.example/b|c and <ftp://al:h7Tq-92x@a.internal/b-\nc>\n")
        for words in (("lint", "."), ("lint", "--show-settings")):
            status, told = run(folder, *words)
            assert status == 2 if faults else status in (0, 1, 2), told
            assert status != 2 or "urlmend: " in told, told


# --- hostile repositories

_NAMES = ("plan.txt", "a" * 200, "a" * 200 + "b", "sub/" * 40 + "plan.txt", "[x]/!y", "\\z")


def repository(patterns, settings):
    """No ignore file and no settings of a repository make a command fail, or wait for a pipe or a device."""
    with tempfile.TemporaryDirectory() as folder:
        for name in _NAMES:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("see http://a.example/b|c\n")
        os.symlink(folder, Path(folder, "loop"))
        os.symlink("/dev/zero", Path(folder, "endless"))
        os.mkfifo(Path(folder, "fifo"))
        Path(folder, ".git", "info").mkdir(parents=True)
        for name, data in {".gitignore": patterns, ".git/info/exclude": patterns, "urlmend.toml": settings}.items():
            Path(folder, name).write_bytes(data)
        for words in (("find", "."), ("lint", "."), ("lint", "--fix", "."), ("scan", "--processes", "1", ".")):
            status, told = run(folder, *words)
            assert status in (0, 1, 2), told
            assert status != 2 or "urlmend: " in told, told
            assert "Traceback" not in told, told


def settings_errors(path):
    """Return the messages of the errors of a settings file."""
    try:
        load(path, check=faults_of_codes)
    except ConfigError as error:
        return error.messages
    return ()


def run(folder, *words):
    """Run the command line in this process and a folder. Return the exit status and standard error."""
    here = os.getcwd()
    out, err = io.StringIO(), io.StringIO()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = cli.main(words)
    finally:
        gc.enable()
        os.chdir(here)
    assert ": internal error (" not in err.getvalue(), err.getvalue()
    return status, err.getvalue()
