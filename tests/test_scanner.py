"""Scanning marked text, and what must hold for every text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from marked import CASES, all_cases, hidden, rendered, visible
from strategies import HOSTILE_TEXTS, PLAIN_URLS, folded_wrappers
from urlmend import find
from urlmend.model import Document
from urlmend.scanner import Options, scan

ENDINGS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


KNOWN = [pytest.mark.xfail(reason="known limitation")]
ALL_CASES = [pytest.param(case, id=name, marks=KNOWN if case.known else []) for name, case in all_cases()]


@pytest.mark.parametrize("case", ALL_CASES)
def test_finds_what_is_marked(case):
    assert visible(rendered(case.text, case.options)) == visible(hidden(case.marked))


@pytest.mark.parametrize("ending", ["\r\n", "\r"], ids=["crlf", "cr"])
@pytest.mark.parametrize("case", [pytest.param(*each.values, id=each.id) for each in ALL_CASES])
def test_line_endings_make_no_difference(case, ending):
    found = rendered(case.text.replace("\n", ending), case.options)
    assert visible(found.replace(ending, "\n")) == visible(rendered(case.text, case.options))


@pytest.mark.parametrize("schemeless", [False, True], ids=["", "schemeless"])
@pytest.mark.parametrize("path", sorted((CASES / "silent").glob("*.txt")), ids=lambda path: path.stem)
def test_text_without_urls_stays_silent(path, schemeless):
    text = path.read_text("utf-8")
    assert rendered(text, Options(schemeless=schemeless)) == text


@pytest.mark.parametrize("path", sorted((CASES / "silent").glob("*.txt")), ids=lambda path: path.stem)
def test_each_silent_line_stays_silent_alone(path):
    for line in path.read_text("utf-8").splitlines():
        assert rendered(line) == line


def test_there_are_cases_that_speak_and_cases_that_do_not():
    blocks = [case for _, case in all_cases()]
    titles = [name for name, _ in all_cases()]
    assert len(titles) == len(set(titles))
    silent_lines = [line for case in blocks if "⟦" not in case.marked for line in case.text.splitlines()]
    for path in (CASES / "silent").glob("*.txt"):
        silent_lines += path.read_text("utf-8").splitlines()
    assert len(silent_lines) >= 100
    assert sum("⟦" in case.marked for case in blocks) >= 100


@given(folded_wrappers())
def test_a_wrapped_url_is_found_again_however_it_was_folded_and_quoted(folded):
    text, url = folded
    assert [found.text for found in find(text)] == [url]


@given(folded_wrappers())
def test_a_folded_wrapper_has_a_break_between_any_two_pieces(folded):
    (url,) = find(folded[0])
    assert len(url.breaks) == len(url.spans) - 1
    assert set(url.breaks) <= {"newline", "quote", "hyphen"}
    assert url.confidence == "certain"


@given(st.lists(PLAIN_URLS, max_size=5), st.sampled_from([" and ", ", ", " (", ")\n\n", ' "', ".\n\n", "; then "]))
def test_bare_urls_are_found_again(urls, between):
    text = f"x{between}" + between.join(urls) + between
    assert [found.text for found in find(text)] == urls


@given(st.text(st.characters(exclude_characters=":")))
def test_text_without_a_colon_holds_no_url(text):
    assert find(text) == []


@given(HOSTILE_TEXTS, st.booleans())
@settings(max_examples=300)
@example("http://URL:<>", False)
@example("http://a.example/URL:<http://b.example/>", False)
@example("<URL:" + "<" * 2000, False)
def test_any_text_gives_urls_that_hang_together(text, schemeless):
    urls = scan(Document(text), Options(schemeless=schemeless))
    stop = 0
    for url in urls:
        assert url.text == "".join(text[span.start : span.stop] for span in url.spans)
        assert url.outer.start >= stop, "outer spans ascend and do not overlap"
        stop = url.outer.stop
        at = url.outer.start
        for span in url.spans:
            assert at <= span.start < span.stop <= stop, "spans ascend inside the outer span"
            at = span.stop
        assert len(url.breaks) == max(0, len(url.spans) - 1)
        assert url.scheme == url.scheme.lower()
        assert url.text not in url.alternatives
        assert url.form in {"url-wrapper", "angle", "bare", "markup", "schemeless"}
        assert url.confidence in {"certain", "likely", "guess"}
        assert set(url.breaks) <= {"newline", "space", "hyphen", "quote", "page", "flowed", "other"}
        assert not any(char.isspace() for char in url.text)
        if url.scheme:
            assert url.text.lower().startswith(url.scheme + ":")


FORMS = [
    ("<URL:http://a.example/>", "url-wrapper"),
    ("URL:<http://a.example/>", "url-wrapper"),
    ("url=<http://a.example/>", "url-wrapper"),
    ("<http://a.example/>", "angle"),
    ("<mailto:alice@a.example>", "angle"),
    ("see http://a.example/ now", "bare"),
    ("(http://a.example/)", "bare"),
    ("<URL:http://a.example/ and", "bare"),
    ('<a href="http://a.example/">', "markup"),
    ("<a href=http://a.example/>", "markup"),
    ("[a](http://a.example/)", "markup"),
    ("[a]: http://a.example/", "markup"),
    ('run("http://a.example/")', "markup"),
    ("\\url{http://a.example/}", "markup"),
    ("@uref{http://a.example/}", "markup"),
    ("see www.a.example now", "schemeless"),
]


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_a_url_knows_its_form(text, form):
    (url,) = scan(Document(text), Options(schemeless=True))
    assert url.form == form


BREAKS = [
    ("<http://a.example/b>", ()),
    ("<http://a.example/\nb>", ("newline",)),
    ("<http://a.example/ b>", ("space",)),
    ("<http://a.example/-\nb>", ("hyphen",)),
    ("> <http://a.example/\n> b>", ("quote",)),
    ("> <http://a.example/\nb>", ("newline",)),
    ("# <http://a.example/\n# b>", ("quote",)),
    ("<http://a.example/\n\nX    [Page 1]\n\f\nRFC 1   x   May 1999\n\nb>", ("page",)),
    ("<http://a.example/ b\nc-\nd>", ("space", "newline", "hyphen")),
    ("<\nhttp://a.example/b\n>", ()),
    ("| <http://a.example/ | b |\n| c>                 | d |", ("other",)),
]


@pytest.mark.parametrize(("text", "breaks"), BREAKS)
def test_a_url_knows_its_breaks(text, breaks):
    (url,) = find(text)
    assert url.breaks == breaks


OUTER = [
    ("see <URL:http://a.example/> x", "<URL:http://a.example/>"),
    ("see URL:<http://a.example/> x", "URL:<http://a.example/>"),
    ("see <http://a.example/> x", "<http://a.example/>"),
    ("see < http://a.example/\n > x", "< http://a.example/\n >"),
    ("see http://a.example/. x", "http://a.example/"),
    ("see <URL:http://a.example/ x", "<URL:http://a.example/"),
    ("see <URL:<http://a.example/>> x", "<URL:<http://a.example/>>"),
]


@pytest.mark.parametrize(("text", "outer"), OUTER)
def test_the_outer_span_covers_the_wrapper(text, outer):
    (url,) = find(text)
    assert text[url.outer.start : url.outer.stop] == outer


@pytest.mark.parametrize("text", ["<URL:>", "<URL: >", "<URL:plan.html>", "URL:<plan>"])
def test_a_wrapper_without_an_absolute_url_has_no_scheme(text):
    assert [url.scheme for url in scan(Document(text))] == [""]


def test_a_wrapper_longer_than_its_bounds_is_read_as_a_bare_url():
    long = "<URL:http://a.example/" + "b" * 4100 + " c>"
    (url,) = find(long)
    assert (url.form, len(url.spans)) == ("bare", 1)
    lines = "<URL:http://a.example/x" + "\nb" * 70 + ">"
    assert find(lines)[0].form != "url-wrapper"


def test_a_url_is_looked_at_up_to_a_bound():
    (url,) = find("http://a.example/" + "b" * 20_000)
    assert len(url.text) < 10_000
