"""The public functions of the package."""

import codecs
import gzip
import inspect
import io
import pydoc
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from functools import partial
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from tables import each_row
from urlmend import Document, Span, documents, find, find_in, lint
from urlmend.model.document import WINDOW_SIZE
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.rules import RULES


def test_all_public_names_exist():
    assert set(dir(urlmend)) == {*urlmend.__all__, "__version__"}
    for name in urlmend.__all__:
        assert hasattr(urlmend, name)
    assert urlmend.__version__.count(".") == 2


def test_find_accepts_a_string():
    first, second = find("see <URL:http://a.example/\nb> and http://c.example/.")
    assert (first.text, first.form, first.breaks) == ("http://a.example/b", "url-wrapper", ("newline",))
    assert (second.text, second.form, second.breaks) == ("http://c.example/", "bare", ())
    assert second.spans == (Span(34, 51),)


def test_find_accepts_a_document():
    assert [url.text for url in find(Document("http://a.example/", "plan.txt"))] == ["http://a.example/"]


def test_schemeless_hosts_need_an_option():
    assert find("see www.a.example now") == []
    assert [url.text for url in find("see www.a.example now", schemeless=True)] == ["www.a.example"]


def test_wrapper_needs_an_absolute_url():
    assert find("<URL:> <URL:plan.html>") == []
    assert find("<URL:> <URL:plan.html>", schemeless=True) == []


def test_find_extends_schemes():
    assert find("frob://a.example/") == []
    assert [url.text for url in find("frob://a.example/", extend_schemes=["Frob"])] == ["frob://a.example/"]


def test_lint_accepts_a_string():
    (finding,) = lint("see http://a.example/b|c now")
    assert (finding.code, finding.severity) == ("URL205", "error")
    assert finding.spans == (Span(22, 23),)
    assert finding.url.text == "http://a.example/b|c"


def test_lint_selects_rules():
    text = "ssh://alice@a.internal/b|c"
    assert [finding.code for finding in lint(text)] == ["URL205"]
    assert [finding.code for finding in lint(text, extend_select=["URL503"])] == ["URL503", "URL205"]
    assert [finding.code for finding in lint(text, select=["URL503"])] == ["URL503"]
    assert lint(text, ignore=["URL205"]) == []


def test_lint_checks_the_given_profile():
    text = "nntp://a.example/b.c/1?d"
    assert lint(text) == []
    assert [finding.code for finding in lint(text, profile="rfc1738")] == ["URL301"]


def test_lint_extends_schemes():
    assert [finding.code for finding in lint("frob://a.example/b|c", extend_schemes=["frob"])] == ["URL205"]


@pytest.mark.parametrize("text", [b"see http://a.example/b", None])
def test_other_types_of_text_raise_type_error(text):
    for call in (urlmend.find, urlmend.lint):
        with pytest.raises(TypeError, match="text must be a string or a Document"):
            call(text)


NO_TEXT = [
    (None, "not NoneType: leave missing values out, in pandas by `column.dropna()`"),
    (float("nan"), "not float: leave missing values out"),
    (5, "not int: convert other values, in pandas by `column.astype(str)`"),
    (["see"], "not list: call it for each text"),
    (b"see", "not bytes: decode bytes first"),
    (object(), "not object; find_in and documents read files"),
]


@each_row("call", [urlmend.find, urlmend.lint, urlmend.fix, urlmend.redact, urlmend.mend])
@each_row(("value", "hint"), NO_TEXT)
def test_what_is_no_text_raises_type_error_with_a_hint(call, value, hint):
    with pytest.raises(TypeError, match=re.escape(hint)):
        call(value)


def test_help_begins_with_the_functions():
    shown = pydoc.render_doc(urlmend, renderer=pydoc.plaintext).splitlines()
    usage = shown[shown.index("DESCRIPTION") :][:8]
    names = re.findall(r"urlmend\.(\w+)\(", "\n".join(usage))
    assert names == ["find", "find_in", "lint", "fix", "mend", "redact"]
    functions = {name for name in urlmend.__all__ if inspect.isroutine(getattr(urlmend, name))}
    assert functions <= {*re.findall(r"\w+", urlmend.__doc__)}


def test_places_of_urls_and_names_of_rules():
    text = "see <URL:http://a.test-host.org/b\n|c> now"
    (url,) = find(text)
    assert (url.start, url.stop) == (text.index("http"), text.index(">"))
    assert text[url.start : url.stop] == "http://a.test-host.org/b\n|c"
    found = {finding.code: finding for finding in lint(f"{text} <http://a.test-host.org/%zz>")}
    assert (found["URL205"].name, found["URL205"].url.text) == ("unsafe-national", "http://a.test-host.org/b|c")
    assert {code: finding.name for code, finding in found.items()} == {code: RULES[code].name for code in found}
    (finding,) = lint("http://a.test-host.org/  # urlmend: ignore[URL205]")
    assert (finding.name, finding.url.start, finding.url.stop) == (RULES["URL001"].name, 0, 0)


@each_row("call", [urlmend.find, urlmend.lint, urlmend.fix, urlmend.find_in])
def test_schemes_given_as_a_string_raise_type_error(call):
    with pytest.raises(TypeError, match="extend_schemes must be a list of strings"):
        call("see frob://a.example/b", extend_schemes="frob")


MISUSE = [
    (lambda: find("x", extend_schemes=[1]), "extend_schemes must be a list of strings, not of int"),
    (lambda: find("x", extend_schemes=None), "extend_schemes must be a list of strings, not NoneType"),
    (lambda: find_in("x", extend_schemes=b"x"), "extend_schemes must be a list of strings, not of int"),
    (lambda: lint("x", ignore=[None]), "ignore must be a list of strings, not of NoneType"),
    (lambda: lint("x", select="URL5"), "select must be a list of strings, not str"),
    (lambda: urlmend.fix("x", extend_select=5), "extend_select must be a list of strings, not int"),
    (lambda: lint("x", rules=None), "rules must be a list of rules, not one NoneType"),
    (lambda: urlmend.split(size="a"), "size must be an integer, not str"),
    (lambda: urlmend.split(1), "a path must be a string or os.PathLike, not int"),
    (lambda: urlmend.split(b"a"), "a path must be a string or os.PathLike, not bytes"),
    (lambda: urlmend.scan_unit("x"), "unit must be one that `split` yields, not str"),
    (lambda: urlmend.scan_chunks("x"), "unit must be one that `split` yields, not str"),
    (lambda: urlmend.scan_bytes("x"), "data must be bytes, not str: encode a text, or use `lint`"),
    (lambda: urlmend.scan_bytes(b"", options=urlmend.ScanOptions(ignore=[1])), "ignore must be a list of strings"),
    (lambda: list(urlmend.renumber([("x", None)])), "unit must be one that `split` yields, not str"),
    (lambda: Document(b"x"), "text must be a string, not bytes; `documents` reads bytes and files"),
]


@each_row(("call", "message"), MISUSE, ids=range(len(MISUSE)))
def test_arguments_of_other_types_raise_type_error(call, message):
    with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
        call()


def test_lists_of_strings_may_be_iterators():
    found = lint("frob://a.example/b|c", extend_schemes=iter(["frob"]), select=iter(["URL205"]), ignore={})
    assert [finding.code for finding in found] == ["URL205"]


@each_row("scheme", ["fr ob", "", "frob:", "frob://", "1frob", "frøb"])
@each_row("call", [urlmend.find, urlmend.lint, urlmend.fix, urlmend.find_in])
def test_invalid_schemes_raise_config_error(call, scheme):
    with pytest.raises(urlmend.ConfigError, match=f"extend_schemes: invalid scheme '{scheme}'; must be a lower-case"):
        call("see", extend_schemes=["x-frob", scheme])


@each_row("options", [{"profile": "rfc1739"}, {"select": ["URL9"]}, {"ignore": ["x"]}])
def test_unknown_option_values_raise_value_error(options):
    with pytest.raises(ValueError, match="unknown"):
        lint("", **options)


def test_secrets_are_hidden_by_default():
    text = "<ftp://alice:h7Tq@a.internal/b-\nc>"
    assert all("h7Tq" not in finding.message for finding in lint(text))
    assert any("h7Tq" in finding.message for finding in lint(text, show_secrets=True))


def test_lint_reports_an_empty_wrapper():
    assert [finding.code for finding in lint("<URL:>")] == ["URL113"]


@given(st.text())
def test_any_text_can_be_searched_and_linted(text):
    find(text, schemeless=True)
    lint(text, select=["ALL"])


def test_documents_reads_a_file(tree):
    path = tree({"a.txt": "see http://a.example/"}) / "a.txt"
    assert [(document.name, document.text) for document in documents(path)] == [(str(path), "see http://a.example/")]


def test_documents_reads_bytes():
    assert [document.text for document in documents(b"see http://a.example/")] == ["see http://a.example/"]


def test_documents_of_a_missing_file_raises_os_error(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        list(documents(tmp_path / "gone"))


MAILBOX = b"""\
From ada@canal.example Mon Jan  5 10:00:00 2004
From: Ada <ada@canal.example>
Subject: see http://a.example/
Message-ID: <1@canal.example>

It is at <URL:http://b.example/no
rth> and ftp://c.example/.
"""


def test_find_in_reads_a_file(tree):
    path = tree({"a.txt": "see\nhttp://a.example/ and www.b.example"}) / "a.txt"
    (found,) = find_in(path)
    assert (found.name, found.url.text, found.location) == (str(path), "http://a.example/", (2, 1, 2, 18))
    assert (found.message, found.part) == (None, None)
    assert [found.url.text for found in find_in(str(path), schemeless=True)] == ["http://a.example/", "www.b.example"]


def test_find_in_reads_a_mailbox():
    found = list(find_in(MAILBOX))
    assert [(row.url.text, row.location.line) for row in found] == [
        ("http://a.example/", 3),
        ("http://b.example/north", 6),
        ("ftp://c.example/", 7),
    ]
    assert {row.message.id for row in found} == {"<1@canal.example>"}
    assert [row.part.path for row in found] == ["subject", "1", "1"]


def test_find_in_and_documents_read_a_stream():
    assert list(find_in(io.BytesIO(MAILBOX))) == list(find_in(MAILBOX))
    assert [document.text for document in documents(io.BytesIO(b"see"))] == ["see"]


@pytest.mark.slow
def test_find_in_reads_a_long_text_incrementally():
    class Stream(io.BytesIO):
        def read(self, size=-1):
            assert size > 0, "the stream is read at once"
            return super().read(size)

    line = "nothing of note happened in the harbour on that day\n"
    lines = line * (3 * WINDOW_SIZE // len(line))
    text = f"see http://a.example/north|south and more\n{lines}frob://b.example/"
    stream = Stream(text.encode())
    found = find_in(stream, extend_schemes=["frob"])
    assert next(found).url.text == "http://a.example/north|south"
    assert stream.tell() < 2 * WINDOW_SIZE
    *_, last = found
    assert (last.url.text, last.location.line) == ("frob://b.example/", text.count("\n") + 1)


def test_find_in_a_missing_file_raises_os_error(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        list(find_in(tmp_path / "gone"))


def test_errors_of_files_have_their_types_and_names(tree):
    folder = tree({"a.txt": "x"})
    for name, error in (("gone", FileNotFoundError), ("a.txt/b", NotADirectoryError)):
        for call in (find_in, documents):
            with pytest.raises(error) as raised:
                list(call(folder / name))
            assert raised.value.filename == str(folder / name)


SEE = b"see http://a.example/"


class Reader:
    """A stream that only reads."""

    def __init__(self, *parts):
        self._parts = list(parts)

    def read(self, size):
        return self._parts.pop(0) if self._parts else b""


def temporary(mode, data):
    file = tempfile.NamedTemporaryFile(mode)  # noqa: SIM115
    file.write(data)
    file.seek(0)
    return file


@contextmanager
def closing_all():
    """Close the files that are passed to the function."""
    with ExitStack() as stack:
        yield lambda source: stack.enter_context(source) if isinstance(source, io.IOBase) else source


SOURCES = {
    "bytearray": lambda _: bytearray(SEE),
    "memoryview": lambda _: memoryview(SEE),
    "reversed memoryview": lambda _: memoryview(SEE[::-1])[::-1],
    "gzip.open": gzip.open,
    "gzip.open in text mode": partial(gzip.open, mode="rt"),
    "raw file": partial(open, mode="rb", buffering=0),
    "temporary file": lambda _: temporary("w+b", SEE),
    "temporary text file": lambda _: temporary("w+", SEE.decode()),
    "codecs": lambda _: codecs.EncodedFile(io.BytesIO(SEE), "utf-8"),
    "reader of bytes": lambda _: Reader(SEE),
    "reader of strings": lambda _: Reader(SEE.decode(), ""),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_find_in_and_documents_read_each_kind_of_source(kind, tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(SEE) if "gzip" in kind else SEE)
    with closing_all() as opened:
        assert [found.url.text for found in find_in(opened(SOURCES[kind](path)))] == ["http://a.example/"]
        assert [document.text for document in documents(opened(SOURCES[kind](path)))] == [SEE.decode()]


def test_undecodable_bytes_are_lone_surrogates():
    (found,) = find_in(b"see http://a.example/caf\xe9/b")
    assert found.url.text == "http://a.example/caf\udce9/b"


@pytest.mark.parametrize("data", [b"http://a.example/ \0", b"\x89PNG\r\n\x1a\nhttp://a.example/ \0"])
def test_binary_files_have_no_documents(data):
    assert [*find_in(data), *documents(data)] == []


def test_a_hyphen_is_standard_input():
    code = "import urlmend; print(*(found.url for found in urlmend.find_in('-')))"
    done = subprocess.run([sys.executable, "-c", code], input=SEE, capture_output=True, check=True)
    assert done.stdout.split() == [b"http://a.example/"]


def test_a_stream_of_something_else_raises_type_error():
    with pytest.raises(TypeError, match=r"read\(\) of a source must return bytes or a string, not NoneType"):
        list(find_in(Reader(None)))


def test_a_damaged_file_raises_os_error_with_its_name(tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(SEE * 1000)[:-9])
    for call in (find_in, documents):
        with pytest.raises(OSError, match="end") as raised:
            list(call(path))
        assert raised.value.filename == str(path)
        assert raised.value.strerror


def test_fix_refuses_documents():
    with pytest.raises(TypeError, match="text must be a string, not Document: call it for its `text`"):
        urlmend.fix(Document("http://a.example/b|c"))


@each_row("source", [3, None, ["a.txt"], Document("x")])
def test_other_sources_raise_type_error(source):
    for call in (find_in, documents):
        with pytest.raises(TypeError, match="source must be a path, bytes, a file or a message"):
            call(source)


def test_find_in_reads_an_open_text_file(tree):
    path = tree({"a.txt": "größe\r\nsee http://a.example/ü\n"}) / "a.txt"
    with path.open(encoding="utf-8") as file:
        (found,) = find_in(file)
    assert (found.url.text, found.name, found.location.line) == ("http://a.example/ü", str(path), 2)
    assert [found.url.text for found in find_in(io.StringIO("see http://b.example/ \ud800"))] == ["http://b.example/"]
    with path.open(encoding="utf-8") as file:
        assert [document.text for document in documents(file)] == ["größe\nsee http://a.example/ü\n"]


def test_find_in_reads_messages_of_the_email_module():
    message = EmailMessage()
    message["Subject"] = "see http://a.example/"
    message.set_content("größe: http://b.example/\n" * 2, cte="base64")
    found = list(find_in(message))
    assert [each.url.text for each in found] == ["http://a.example/", "http://b.example/", "http://b.example/"]
    assert (found[0].message.subject, found[0].message.index) == ("see http://a.example/", 0)


def test_redact_hides_secrets():
    assert urlmend.redact("see ftp://ada:h7Tq-92x@a.internal/ now") == "see ftp://ada:***@a.internal/ now"
    assert urlmend.redact("nothing") == "nothing"
    assert (
        urlmend.redact("<http://a.internal/?pwd=h7Tq\n92x1\nx1y2\nz3>") == "<http://a.internal/?pwd=***\n***\n***\n***>"
    )
    with pytest.raises(TypeError, match="text must be a string, not bytes"):
        urlmend.redact(b"x")


def test_invalid_codes_raise_config_error():
    with pytest.raises(urlmend.ConfigError, match="unknown rule 'URL9'"):
        lint("", select=["URL9"])
    assert issubclass(urlmend.ConfigError, ValueError)


def test_fixes_of_lint_are_those_that_fix_applies():
    for text in ("see http://a.example/b|c now", "50% http://a.example/100% x", "http://a.example/b|c\n" * 3):
        for finding in lint(text):
            if finding.fix and finding.fix.safe:
                assert urlmend.fix(text) != text
    for document in documents(b"Subject: x\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS9ifGMK\n"):
        assert [(finding.code, finding.fix) for finding in lint(document)] in ([], [("URL205", None)])


def test_unknown_name_raises_attribute_error():
    with pytest.raises(AttributeError, match="module 'urlmend' has no attribute 'fnd'"):
        _ = urlmend.fnd


def test_aliases_have_the_known_words():
    assert get_args(urlmend.Profile) == PROFILES
    assert get_args(urlmend.Severity) == SEVERITIES


def loaded(code):
    """Return the names of the modules loaded after running code in a new process."""
    command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())


def test_find_imports_no_unneeded_modules():
    new = loaded("import urlmend; urlmend.find('see http://a.example/ now')") - loaded("pass")
    heavy = {
        "urlmend.rules",
        "urlmend.linting.linter",
        "urlmend.mail.message",
        "json",
        "email",
        "tomllib",
        "urlmend._lib.gitignore",
        "urlmend.model.aliases",
        "inspect",
    }
    assert not new & heavy


def test_lint_imports_no_unneeded_modules():
    new = loaded("import urlmend; urlmend.lint('see http://a.example/b|c now')") - loaded("pass")
    unneeded = "urlmend.mail.message urlmend.sources.archives urlmend._lib.gitignore json email tomllib inspect"
    unneeded += " urlmend.model.aliases urlmend.settings.plugins"
    assert not new & set(unneeded.split())


@pytest.mark.parametrize("function", [urlmend.find_in, urlmend.documents])
def test_texts_in_the_place_of_paths(function):
    with pytest.raises(ValueError, match="a text, not the path of a file: use find or lint"):
        list(function("see http://a.example/\n"))


def test_rules_have_names():
    text = "http://a.test-host.org/b|c http://a.test-host.org/%zz\n"
    assert [finding.name for finding in lint(text, select=["bad-percent"])] == ["bad-percent"]
    assert [finding.name for finding in lint(text, ignore=["bad-percent"])] == ["unsafe-national"]
    assert urlmend.fix(text, select=["unsafe-national"]) == text.replace("|", "%7C")
    with pytest.raises(ValueError, match="did you mean 'bad-percent'"):
        lint(text, select=["bad-percnt"])
