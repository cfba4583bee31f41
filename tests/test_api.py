"""The library: what the package gives by itself."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from urlmend import Document, Span, documents, find, find_in, lint
from urlmend.model.document import WINDOW_SIZE


def test_everything_that_is_promised_is_there():
    for name in urlmend.__all__:
        assert hasattr(urlmend, name)
    assert urlmend.__version__.count(".") == 2


def test_finds_the_urls_of_a_text():
    first, second = find("see <URL:http://a.example/\nb> and http://c.example/.")
    assert (first.text, first.form, first.breaks) == ("http://a.example/b", "url-wrapper", ("newline",))
    assert (second.text, second.form, second.breaks) == ("http://c.example/", "bare", ())
    assert second.spans == (Span(34, 51),)


def test_finds_the_urls_of_a_document():
    assert [url.text for url in find(Document("http://a.example/", "plan.txt"))] == ["http://a.example/"]


def test_finds_hosts_without_a_scheme_only_if_asked_to():
    assert find("see www.a.example now") == []
    assert [url.text for url in find("see www.a.example now", schemeless=True)] == ["www.a.example"]


def test_finds_no_wrapper_without_an_absolute_url():
    assert find("<URL:> <URL:plan.html>") == []
    assert find("<URL:> <URL:plan.html>", schemeless=True) == []


def test_finds_more_schemes_if_asked_to():
    assert find("frob://a.example/") == []
    assert [url.text for url in find("frob://a.example/", extend_schemes=["Frob"])] == ["frob://a.example/"]


def test_lints_a_text():
    (finding,) = lint("see http://a.example/b|c now")
    assert (finding.code, finding.severity) == ("URL205", "error")
    assert finding.spans == (Span(22, 23),)
    assert finding.url.text == "http://a.example/b|c"


def test_lints_with_the_rules_that_are_chosen():
    text = "ftp://alice@a.internal/b?c"
    assert [finding.code for finding in lint(text)] == ["URL302"]
    assert [finding.code for finding in lint(text, extend_select=["URL503"])] == ["URL503", "URL302"]
    assert [finding.code for finding in lint(text, select=["URL503"])] == ["URL503"]
    assert lint(text, ignore=["URL302"]) == []


def test_lints_by_the_profile_that_is_chosen():
    text = "nntp://a.example/b.c/1?d"
    assert lint(text) == []
    assert [finding.code for finding in lint(text, profile="rfc1738")] == ["URL301"]


def test_lints_with_more_schemes():
    assert [finding.code for finding in lint("frob://a.example/b|c", extend_schemes=["frob"])] == ["URL205"]


@pytest.mark.parametrize("text", [b"see http://a.example/b", None])
def test_only_strings_and_documents_are_texts(text):
    for call in (urlmend.find, urlmend.lint):
        with pytest.raises(TypeError, match="a text is a string or a Document"):
            call(text)


@pytest.mark.parametrize(
    "call", [urlmend.find, urlmend.lint, urlmend.fix, lambda *a, **k: list(urlmend.find_in(b"", **k))]
)
def test_schemes_in_a_string_are_no_list(call):
    with pytest.raises(TypeError, match="schemes come as a list"):
        call("see frob://a.example/b", extend_schemes="frob")


@pytest.mark.parametrize("options", [{"profile": "rfc1739"}, {"select": ["URL9"]}, {"ignore": ["x"]}])
def test_what_is_not_known_is_a_value_error(options):
    with pytest.raises(ValueError, match="unknown"):
        lint("", **options)


def test_secrets_are_hidden_unless_asked_for():
    text = "<ftp://alice:h7Tq@a.internal/b-\nc>"
    assert all("h7Tq" not in finding.message for finding in lint(text))
    assert any("h7Tq" in finding.message for finding in lint(text, show_secrets=True))


def test_a_wrapper_with_nothing_in_it_can_be_linted():
    assert [finding.code for finding in lint("<URL:>")] == ["URL113"]


@given(st.text())
def test_no_text_is_too_strange(text):
    find(text, schemeless=True)
    lint(text, select=["ALL"])


def test_a_file_gives_documents(tree):
    path = tree({"a.txt": "see http://a.example/"}) / "a.txt"
    assert [(document.name, document.text) for document in documents(path)] == [(str(path), "see http://a.example/")]


def test_bytes_give_documents():
    assert [document.text for document in documents(b"see http://a.example/")] == ["see http://a.example/"]


def test_what_cannot_be_read_is_an_os_error(tmp_path):
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


def test_finds_the_urls_of_a_file(tree):
    path = tree({"a.txt": "see\nhttp://a.example/ and www.b.example"}) / "a.txt"
    (found,) = find_in(path)
    assert (found.name, found.url.text, found.location) == (str(path), "http://a.example/", (2, 1, 2, 18))
    assert (found.message, found.part) == (None, None)
    assert [found.url.text for found in find_in(str(path), schemeless=True)] == ["http://a.example/", "www.b.example"]


def test_finds_the_urls_of_a_mailbox():
    found = list(find_in(MAILBOX))
    assert [(row.url.text, row.location.line) for row in found] == [
        ("http://a.example/", 3),
        ("http://b.example/north", 6),
        ("ftp://c.example/", 7),
    ]
    assert {row.message.id for row in found} == {"<1@canal.example>"}
    assert [row.part.path for row in found] == ["subject", "1", "1"]


def test_finds_the_urls_of_a_stream():
    assert list(find_in(io.BytesIO(MAILBOX))) == list(find_in(MAILBOX))
    assert [document.text for document in documents(io.BytesIO(b"see"))] == ["see"]


def test_finds_the_urls_of_a_long_text_as_it_is_read():
    class Stream(io.BytesIO):
        def read(self, size=-1):
            assert size > 0, "all of it is read at once"
            return super().read(size)

    line = "see http://a.example/north|south and more\n"
    text = line * (3 * WINDOW_SIZE // len(line)) + "frob://b.example/"
    stream = Stream(text.encode())
    found = find_in(stream, extend_schemes=["frob"])
    assert next(found).url.text == "http://a.example/north|south"
    assert stream.tell() < 2 * WINDOW_SIZE
    *_, last = found
    assert (last.url.text, last.location.line) == ("frob://b.example/", text.count("\n") + 1)


def test_what_cannot_be_read_is_an_os_error_of_the_urls_too(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        list(find_in(tmp_path / "gone"))


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'urlmend' has no attribute 'fnd'"):
        _ = urlmend.fnd


def loaded(code):
    """The modules that are there when some code has run."""
    command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())


def test_finding_does_not_load_what_only_others_need():
    new = loaded("import urlmend; urlmend.find('see http://a.example/ now')") - loaded("pass")
    heavy = {
        "urlmend.rules",
        "urlmend.linting.linter",
        "urlmend.mail.message",
        "json",
        "email",
        "tomllib",
        "pathspec",
        "inspect",
    }
    assert not new & heavy


def test_linting_does_not_load_what_only_mail_and_folders_need():
    new = loaded("import urlmend; urlmend.lint('see http://a.example/b|c now')") - loaded("pass")
    heavy = {"urlmend.mail.message", "urlmend.sources.archives", "json", "email", "tomllib", "pathspec", "inspect"}
    assert not new & heavy
