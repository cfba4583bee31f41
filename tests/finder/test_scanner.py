"""URLs of marked texts, and invariants of all texts."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from marked import CASES, all_cases, hidden, rendered, visible
from strategies import HOSTILE_TEXTS, PLAIN_URLS, folded_wrappers
from tables import each_row
from urlmend import find
from urlmend.finder import FindOptions, find_urls
from urlmend.finder import join_evidence as joins
from urlmend.finder.triggers import TriggerKind, find_triggers
from urlmend.finder.url_end import MAX_URL
from urlmend.finder.wrappers import MAX_LINES
from urlmend.model.document import Document
from urlmend.model.span import Span

ENDINGS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


ALL_CASES = [case for _, case in all_cases()]
KNOWN = [case for case in ALL_CASES if case.known]


@each_row("case", [case for case in ALL_CASES if not case.known])
def test_marked_urls_are_found(case):
    assert visible(rendered(case.text, case.options)) == visible(hidden(case.marked))


@pytest.mark.xfail(reason="known limitation")
@pytest.mark.parametrize("case", KNOWN)
def test_known_limitations(case):
    assert visible(rendered(case.text, case.options)) == visible(hidden(case.marked))


@pytest.mark.slow
@each_row("case", ALL_CASES)
def test_line_endings_make_no_difference(case):
    expected = visible(rendered(case.text, case.options))
    for ending in ("\r\n", "\r"):
        found = rendered(case.text.replace("\n", ending), case.options)
        assert visible(found.replace(ending, "\n")) == expected, repr(ending)


@each_row("schemeless", [False, True], ids=["", "schemeless"])
@each_row("path", sorted((CASES / "silent").glob("*.txt")), ids=lambda path: path.stem)
def test_nothing_is_found_in_text_without_urls(path, schemeless):
    text = path.read_text("utf-8")
    assert rendered(text, FindOptions(schemeless=schemeless)) == text


@each_row("path", sorted((CASES / "silent").glob("*.txt")), ids=lambda path: path.stem)
def test_nothing_is_found_in_single_lines_without_urls(path):
    for line in path.read_text("utf-8").splitlines():
        assert rendered(line) == line


@each_row(
    ("text", "url"),
    [
        ("[a](http://a.example/b？c=d)", "http://a.example/b？c=d"),
        ("[a](http://a.example/紅（小）)", "http://a.example/紅（小）"),
        ("[a](http://a.example/“b”).", "http://a.example/“b”"),
        ("[a](http://a.example/b）, see (c)", "http://a.example/b"),
        ("[a](http://a.example/b。c d)", "http://a.example/b"),
        ("[a](http://a.example/b\u3000c)", "http://a.example/b"),
        ("(http://a.example/b？c=d)", "http://a.example/b"),
        ("http://a.example/b？c=d)", "http://a.example/b"),
    ],
)
def test_punctuation_of_other_scripts_in_a_target(text, url):
    assert [found.text for found in find_urls(Document(text))] == [url]


def test_there_are_cases_with_and_without_urls():
    blocks = [case for _, case in all_cases()]
    titles = [name for name, _ in all_cases()]
    assert len(titles) == len(set(titles))
    silent_lines = [line for case in blocks if "⟦" not in case.marked for line in case.text.splitlines()]
    for path in (CASES / "silent").glob("*.txt"):
        silent_lines += path.read_text("utf-8").splitlines()
    assert len(silent_lines) >= 100
    assert sum("⟦" in case.marked for case in blocks) >= 100


@given(folded_wrappers())
def test_folded_and_quoted_wrappers_are_rejoined(folded):
    text, url = folded
    assert [found.text for found in find(text)] == [url]


@given(folded_wrappers())
def test_folded_wrapper_has_a_break_between_each_two_pieces(folded):
    (url,) = find(folded[0])
    assert len(url.breaks) == len(url.spans) - 1
    assert set(url.breaks) <= {"newline", "quote", "hyphen"}
    assert url.confidence == "certain"


@given(st.lists(PLAIN_URLS, max_size=5), st.sampled_from([" and ", ", ", " (", ")\n\n", ' "', ".\n\n", "; then "]))
def test_bare_urls_are_found(urls, between):
    text = f"x{between}" + between.join(urls) + between
    assert [found.text for found in find(text)] == urls


@given(st.text(st.characters(exclude_characters=":")))
def test_text_without_a_colon_has_no_url(text):
    assert find(text) == []


@given(HOSTILE_TEXTS, st.booleans())
@settings(max_examples=3 * settings().max_examples)
@example("http://URL:<>", False)
@example("http://a.example/URL:<http://b.example/>", False)
@example("<URL:" + "<" * 2000, False)
def test_urls_of_any_text_are_consistent(text, schemeless):
    urls = find_urls(Document(text), FindOptions(schemeless=schemeless))
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
    ("http://a.example/", "bare"),
    ("mailto:alice@a.example", "bare"),
    ("url: http://a.example/", "bare"),
    ("see = http://a.example/*", "bare"),
    ("[a]: http://a.example/*", "markup"),
    (".UR http://a.example/*", "markup"),
    (".. _a: http://a.example/*", "bare"),
    (":target: http://a.example/*", "markup"),
    ("__ http://a.example/*", "markup"),
    ("=http://a.example/*", "markup"),
    ("see http://a.example/*", "bare"),
    ("_\thttp://a.example/*", "bare"),
]


@each_row(("text", "form"), FORMS)
def test_forms(text, form):
    (url,) = find_urls(Document(text), FindOptions(schemeless=True))
    assert url.form == form
    assert url.scheme == ("" if form == "schemeless" else url.text.partition(":")[0])


BREAKS = [
    ("<http://a.example/b>", ()),
    ("<http://a.example/\nb>", ("newline",)),
    ("<http://a.example/ b>", ("space",)),
    ("<http://a.example/-\nb>", ("hyphen",)),
    ("> <http://a.example/\n> b>", ("quote",)),
    ("> <http://a.example/\nb>", ("newline",)),
    ("# <http://a.example/\n# b>", ("quote",)),
    ("<http://a.example/\n\nX    [Page 1]\n\f\nRFC 1   x   May 1999\n\nb>", ("page",)),
    ("\n1\nAt <http://a.example/\n2\nb>", ("page",)),
    ("\n1\nAt <http://a.example/\n3\nb>", ("newline", "newline")),
    (
        "\n1\nThe plans of the locks are at http://a.example/plans/of-all/locks/\n 2\n june-2004/north.html now.",
        ("page",),
    ),
    ("\n1\nThe plans of the locks are at http://a.example/plans/of-all/locks/\n2\nThe gates are below.\n3\n", ()),
    ("<http://a.example/ b\nc-\nd>", ("space", "newline", "hyphen")),
    ("<\nhttp://a.example/b\n>", ()),
    ("| <http://a.example/ | b |\n| c>                 | d |", ("other",)),
]


@each_row(("text", "breaks"), BREAKS)
def test_breaks(text, breaks):
    (url,) = find(text)
    assert url.breaks == breaks


MINUTES = "The minutes of the last three meetings are here: http://www.example.org/minutes"
# A bare URL, how its text flows; its breaks, how sure it is, and how many other readings it has
BARE_BREAKS = [
    (f"{MINUTES}?year=\n2004&m=1\n", "", "newline", "likely", 0),
    (f"{MINUTES}/2004-\n01-17.html\n", "", "hyphen", "likely", 1),
    (f"> {MINUTES}?year=\n> 2004&m=1\n", "", "quote", "likely", 0),
    (f"{MINUTES}?year= \n2004&m=1\n", "yes", "flowed", "likely", 0),
    (f"{MINUTES}/2004- \n01-17.html\n", "yes", "flowed", "likely", 1),
    (f"{MINUTES}?year=\n2004&m=1\n", "yes", "newline", "likely", 0),
    (f"{MINUTES}?year= \n2004&m=1\n", "delsp", "flowed", "certain", 0),
    (f"{MINUTES}/2004- \n01-17.html\n", "delsp", "flowed", "certain", 0),
    (f"{MINUTES}?name=no \nrth&m=1\n", "delsp", "flowed", "certain", 0),
    (f"{MINUTES}?name=no\nrth&m=1\n", "delsp", "", "certain", 0),
    (f"{MINUTES}?name=no  \nrth&m=1\n", "delsp", "", "certain", 0),
    (f"{MINUTES}?name=no \nrth&m=1\n", "yes", "", "certain", 0),
    (f"{MINUTES}/2004-\n01-17.html\n", "delsp", "hyphen", "likely", 1),
    (f"{MINUTES} \nand so are those of the year before.\n", "delsp", "", "guess", 1),
    (f"{MINUTES}/2004- \n01-17- \n2.html\n", "yes", "flowed flowed", "likely", 3),
]


@each_row(("text", "flowed", "breaks", "confidence", "others"), BARE_BREAKS)
def test_confidence_depends_on_the_breaks(text, flowed, breaks, confidence, others):
    (url,) = find_urls(Document(text, flowed=flowed))
    assert (" ".join(url.breaks), url.confidence, len(url.alternatives)) == (breaks, confidence, others)


OUTER = [
    ("see <URL:http://a.example/> x", "<URL:http://a.example/>"),
    ("see URL:<http://a.example/> x", "URL:<http://a.example/>"),
    ("see <http://a.example/> x", "<http://a.example/>"),
    ("see < http://a.example/\n > x", "< http://a.example/\n >"),
    ("see http://a.example/. x", "http://a.example/"),
    ("see <URL:http://a.example/ x", "<URL:http://a.example/"),
    ("see <URL:<http://a.example/>> x", "<URL:<http://a.example/>>"),
    ("<URL:http://a.example/ x", "<URL:http://a.example/"),
    ("x < url : http://a.example/ x", "< url : http://a.example/"),
    ("x <URL:       http://a.example/ x", "<URL:       http://a.example/"),
    ("x <URL:        http://a.example/ x", "http://a.example/"),
    ("x <URL:\n  http://a.example/ x", "<URL:\n  http://a.example/"),
    ("x <URL:\nftp://a.example/ x", "<URL:\nftp://a.example/"),
    ("x <a> http://a.example/ x", "http://a.example/"),
    ("x <URL:a:http://a.example/ <URL:", "http://a.example/"),
]


@each_row(("text", "outer"), OUTER)
def test_outer_span_covers_the_wrapper(text, outer):
    (url,) = find(text)
    assert text[url.outer.start : url.outer.stop] == outer


@each_row("text", ["<URL:>", "<URL: >", "<URL:plan.html>", "URL:<plan>"])
def test_wrapper_without_an_absolute_url_has_no_scheme(text):
    assert [url.scheme for url in find_urls(Document(text))] == [""]


READINGS = [
    # an ambiguous URL, its preferred reading, and the alternatives
    (
        "The drawings are in the folder <URL:http://www.example.org/archive/\nharbour2 and so on\n",
        ["http://www.example.org/archive/", "http://www.example.org/archive/harbour2"],
    ),
    (
        "The minutes of the last three meetings are here: http://www.example.org/minutes/2004-\n01-17/archive/\n"
        "harbour2 and so on\n",
        [
            "http://www.example.org/minutes/2004-01-17/archive/",
            "http://www.example.org/minutes/200401-17/archive/",
            "http://www.example.org/minutes/2004-01-17/archive/harbour2",
        ],
    ),
    (
        "<URL:http://a.example/b-\nc-\nd->",
        ["http://a.example/b-c-d-", "http://a.example/bc-d-", "http://a.example/b-cd-", "http://a.example/bcd-"],
    ),
    (
        "<URL:http://a.example/b-\nc-\nd-\ne-\nf-\ng>",
        [
            "http://a.example/b-c-d-e-f-g",
            "http://a.example/bc-d-e-f-g",
            "http://a.example/b-cd-e-f-g",
            "http://a.example/b-c-de-f-g",
            "http://a.example/b-c-d-ef-g",
            "http://a.example/bcdefg",
        ],
    ),
    ("<URL:http://a.example/b- c>", ["http://a.example/b-c"]),
    ("<URL:http://a.example/b-\n\n\fc>", ["http://a.example/b-c", "http://a.example/bc"]),
    ("<URL:http://a.example/b\nc-d>", ["http://a.example/bc-d"]),
    ("<URL:http://a.example/b-c>", ["http://a.example/b-c"]),
]


@each_row(("text", "readings"), READINGS)
def test_broken_url_has_alternatives(text, readings):
    (url,) = find(text)
    assert [url.text, *url.alternatives] == readings


@each_row("flowed", ["", "yes", "delsp"])
def test_hyphen_before_a_space_belongs_to_the_url(flowed):
    (url,) = find_urls(Document("<URL:http://a.example/b- c>", flowed=flowed))
    assert (url.breaks, url.alternatives) == (("space",), ())


@each_row(("text", "readings"), [each for each in READINGS if len(each[1]) > 1])
def test_unbroken_occurrence_selects_the_reading(text, readings):
    (doubtful,) = find(text)
    for reading in readings:
        url, other = find(f"{text}\n\n<{reading}>\n")
        if url.breaks:
            assert (url.text, url.alternatives, url.confidence) == (reading, (), "certain")
            assert url.form == doubtful.form
            assert url.outer.start == doubtful.outer.start
            assert url.outer.stop == max(url.spans[-1].stop, doubtful.outer.stop)
            assert "".join(text[start:stop] for start, stop in url.spans) == reading
        assert (other.text, other.form) == (reading, "angle")


def test_url_in_a_too_long_wrapper_is_bare():
    long = "<URL:http://a.example/" + "b" * 4100 + " c>"
    (url,) = find(long)
    assert (url.form, len(url.spans)) == ("bare", 1)
    lines = "<URL:http://a.example/x" + "\nb" * 70 + ">"
    assert find(lines)[0].form != "url-wrapper"


def test_length_of_urls_is_bounded():
    (url,) = find("http://a.example/" + "b" * 20_000)
    assert len(url.text) < 10_000


@pytest.fixture
def junctions(monkeypatch):
    """A function that returns the junctions weighed in a text."""

    def weighed(text, flowed=""):
        found = []

        def weigh(junction):
            found.append(junction)
            return real(junction)

        real = joins.weigh
        with monkeypatch.context() as patch:
            patch.setattr(joins, "weigh", weigh)
            find_urls(Document(text, flowed=flowed))
        return found

    return weighed


LONG = "The plans are in the archive of the harbour.\n"
HEAD = "http://a.example/b?c="
# Text around a URL that may continue, and fields of its junction.
KNOWN = [
    (f"see {HEAD}\nd/e.html, now\n", {"head": HEAD, "tail": "d/e.html", "rest": ", now", "before": "see "}),
    (f"see {HEAD}\nd/e.html, now\n", {"width": 25, "widest": 0, "url_column": 4, "last_line": True}),
    (f"see {HEAD}\nd/e.html, now\n", {"kind": "newline", "missing": "", "indent": 0, "tail_indent": 0, "flow": ""}),
    (f"{HEAD}\nd/e", {"width": 21, "indent": 0, "url_column": 0, "before": ""}),
    (f"X {HEAD}\nd/e", {"indent": 0, "url_column": 2}),
    (f"  see: {HEAD}\n    d/e now", {"indent": 2, "url_column": 7, "tail_indent": 4}),
    (f"\t{HEAD}\n\t d/e", {"indent": 8, "url_column": 8, "tail_indent": 9}),
    (f"> see {HEAD}\n> d/e", {"indent": 2, "url_column": 6, "tail_indent": 2, "kind": "quote", "missing": ""}),
    (f"> see {HEAD}\nd/e", {"kind": "newline", "missing": "quotes"}),
    (f"# see {HEAD}\nd/e", {"kind": "newline", "missing": "leader"}),
    (f"x\ny {HEAD}\nd/e", {"before": "x\ny ", "url_column": 2}),
    (f"the plans at {HEAD}\nd/e", {"before": "lans at "}),
    (f"({HEAD}\nd/e)", {"before": "(", "rest": ")", "tail": "d/e"}),
    (f"*{HEAD}\nd/e*", {"before": "*", "rest": "*", "tail": "d/e"}),
    (f"*{HEAD}\nd/e*\n", {"tail": "d/e"}),
    (f"*** {HEAD}\nd/e*\n", {"tail": "d/e*"}),
    ("| http://a.example/b | x |\n| c/d                | y |", {"rest": " " * 16, "kind": "other", "tail": "c/d"}),
    ("| http://a.example/b | x |\n| c/ddddddddddddddddd|yyy\nmore", {"tail": "c/" + 17 * "d", "rest": ""}),
    ("http://a.example/b?c=\nd|e f", {"tail": "d|e", "rest": " f"}),
    ("| http://a.example/b | x |\n| c/d       f        | y | z", {"rest": "       f        ", "kind": "other"}),
    ("http://a.example/b?c=\nd/e x|y", {"rest": " x|y"}),
    (f"{HEAD}\nd/e\n\nb", {"last_line": True}),
    (f"{HEAD}\nd/e\n>\nb", {"last_line": True}),
    (f"{HEAD}\nd/e\n*/\nb", {"last_line": True}),
    (f"{HEAD}\nd/e\nb", {"last_line": False}),
    (f"{HEAD}\nd/e x\nX\n", {"last_line": False}),
    (f"{HEAD}\nd/e", {"widest": 0, "last_line": True}),
    (f"{LONG}{HEAD}\nd/e", {"widest": 44}),
    (f"{LONG[:-1]}  \n{HEAD}\nd/e", {"widest": 44}),
    (f"\n{LONG}{HEAD}\nd/e", {"widest": 44}),
    (f"x\n{LONG}{HEAD}\nd/e", {"widest": 44}),
    (f"{LONG}x\ny\nz\n{HEAD}\nd/e", {"widest": 44}),
    (f"{LONG}x\ny\nz\nX\n{HEAD}\nd/e", {"widest": 1}),
    (f"{LONG}\n{HEAD}\nd/e", {"widest": 0}),
    (f"{LONG}  \nx\n{HEAD}\nd/e", {"widest": 1}),
    (f"{LONG}> |\n{HEAD}\nd/e", {"widest": 0}),
    (f"{LONG}X\n{HEAD}\nd/e", {"widest": 44}),
    ("x" * 2000 + f"\n{HEAD}\nd/e", {"widest": 0}),
    (f"{HEAD}\nd/e\n{LONG}", {"widest": 44}),
    (f"{HEAD}\nd/e\n{LONG[:-1]}", {"widest": 44}),
    (f"{HEAD}\nd/e\n{LONG}x\n", {"widest": 44}),
    (f"{HEAD}\nd/e\nx\ny\nz\n{LONG}", {"widest": 44}),
    (f"{HEAD}\nd/e\nx\ny\nz\nX\n{LONG}", {"widest": 1}),
    (f"{HEAD}\nd/e\n\n{LONG}", {"widest": 0}),
    (f"{HEAD}\nd/e\n> #\n{LONG}", {"widest": 0}),
    (f"{HEAD}\nd/e\nX\n{LONG}", {"widest": 44}),
    (f"{LONG}{HEAD}\nd/e\n{LONG[:-1]} Now.", {"widest": 49}),
    (HEAD + "d" * 2000 + "-\ne/f", {"width": 1, "indent": 0, "url_column": 0, "widest": 0}),
]


@each_row("ending", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@each_row(("text", "expected"), KNOWN)
def test_junctions_describe_line_breaks(junctions, text, expected, ending):
    junction = junctions(text.replace("\n", ending))[0]
    names = [name for name in expected if ending == "\n" or name != "before"]  # which may hold a line end
    assert {name: getattr(junction, name) for name in names} == {name: expected[name] for name in names}


FLOWS = [
    (f"{HEAD}\nd/e", "", ""),
    (f"{HEAD} \nd/e", "", ""),
    (f"{HEAD}\nd/e", "yes", "hard"),
    (f"{HEAD} \nd/e", "yes", "soft"),
    (f"{HEAD}  \nd/e", "yes", "soft"),
    (f"{HEAD}\nd/e", "delsp", "hard"),
    (f"{HEAD} \nd/e", "delsp", "delsp"),
    (f"{HEAD}  \nd/e", "delsp", "space"),
    (f"{HEAD} \n d/e", "delsp", "delsp"),
    (f"{HEAD} \n  d/e", "delsp", "space"),
    (f"{HEAD}   \nd/e", "delsp", "space"),
]


@each_row(("text", "flowed", "flow"), FLOWS)
def test_spaces_at_a_line_end_determine_the_flow(junctions, text, flowed, flow):
    assert [junction.flow for junction in junctions(text, flowed)] == [flow]


def test_each_piece_is_weighed_with_all_before_it(junctions):
    found = junctions(f"see: {HEAD}\n  d/e?f=\n  g/h\n")
    assert [(each.head, each.tail, each.pieces) for each in found] == [
        (HEAD, "d/e?f=", 1),
        (f"{HEAD}d/e?f=", "g/h", 2),
    ]
    assert [(each.before, each.url_column, each.indent) for each in found] == [("see: ", 5, 0), ("see: ", 2, 2)]


@pytest.mark.parametrize(
    ("weight", "pieces", "confidence", "others"),
    [
        (joins.JOIN, 2, "likely", []),
        (joins.JOIN - 0.1, 1, "guess", [f"{HEAD}d/e"]),
        (joins.AMBIGUOUS, 1, "guess", [f"{HEAD}d/e"]),
        (joins.AMBIGUOUS - 0.1, 1, "certain", []),
    ],
)
def test_weight_determines_the_join(monkeypatch, weight, pieces, confidence, others):
    monkeypatch.setattr(joins, "weigh", lambda junction: weight)
    (url,) = find(f"{HEAD}\nd/e")
    assert (len(url.spans), url.breaks) == (pieces, ("newline",) * (pieces - 1))
    assert (url.confidence, list(url.alternatives)) == (confidence, others)


@pytest.mark.parametrize(
    ("weights", "text", "confidence", "others"),
    [
        ((joins.JOIN, joins.JOIN), f"{HEAD}decimal/e", "likely", []),
        ((joins.JOIN, joins.AMBIGUOUS), f"{HEAD}decimal", "guess", [f"{HEAD}decimal/e"]),
        ((joins.AMBIGUOUS, joins.JOIN), HEAD, "guess", [f"{HEAD}decimal/e"]),
        ((joins.AMBIGUOUS, joins.AMBIGUOUS), HEAD, "guess", [f"{HEAD}decimal"]),
    ],
)
def test_the_alternative_goes_on_after_one_weak_line_end(monkeypatch, weights, text, confidence, others):
    monkeypatch.setattr(joins, "weigh", lambda junction: weights[junction.pieces - 1])
    (url,) = find(f"{HEAD}\ndecimal\n/e\n")
    assert (url.text, url.confidence, list(url.alternatives)) == (text, confidence, others)


def test_doubt_after_the_short_rest_of_a_line_is_about_the_rest(monkeypatch):
    monkeypatch.setattr(joins, "weigh", lambda junction: (joins.JOIN, joins.AMBIGUOUS)[junction.pieces - 1])
    (url,) = find(f"{HEAD}\nd\n/e\n")
    assert (url.text, url.confidence, list(url.alternatives)) == (HEAD, "guess", [f"{HEAD}d/e"])


def test_a_scheme_alone_is_no_alternative(monkeypatch):
    monkeypatch.setattr(joins, "weigh", lambda junction: joins.JOIN)
    (url,) = find("http:\n//a.example/b")
    assert (url.text, url.confidence, url.alternatives) == ("http://a.example/b", "likely", ())


def test_number_of_joined_lines_is_bounded(monkeypatch):
    monkeypatch.setattr(joins, "weigh", lambda junction: joins.JOIN)
    assert len(find(HEAD + "\nd" * 100)[0].spans) == MAX_LINES
    for length, pieces in ((MAX_URL - 1, 2), (MAX_URL, 1)):
        assert len(find(HEAD.ljust(length, "c") + "\nd")[0].spans) == pieces


@each_row(
    "text",
    [HEAD, f"{HEAD}\n", f"{HEAD}\n\nd/e", f"{HEAD}\n. d/e", f"{HEAD}\n) d/e", f"{HEAD})\nd/e", f"{HEAD} and\nd/e"],
)
def test_nothing_is_weighed_where_a_url_cannot_continue(junctions, text):
    assert junctions(text) == []


DECLARED = [
    # text with « » around what is declared; URL, scheme, breaks (None if it is no URL)
    ("«http://a.example/b»", ("http://a.example/b", "http", ())),
    ("see\n«HTTPS://a.example:80/b:c» http", ("HTTPS://a.example:80/b:c", "https", ())),
    ("see «mailto:alice@a.example» now", ("mailto:alice@a.example", "mailto", ())),
    ("see « http://a.example/b » now", ("http://a.example/b", "http", ())),
    ("see «http://a.example/ b\n c» now", ("http://a.example/bc", "http", ("other", "other"))),
    ("see «http://a.example/\nb» now", ("http://a.example/b", "http", ("other",))),
    ("see «http://a.example/).»", ("http://a.example/).", "http", ())),
    ("«plan.html»", None),
    ("«#c»", None),
    ("«//a.example/b»", None),
    ("«frob:b»", None),
    ("«http:»", None),
    ("«:b»", None),
    ("«»", None),
    ("« »", None),
]


@each_row(("marked", "expected"), DECLARED)
def test_declared_spans_are_urls(marked, expected):
    text = marked.replace("«", "").replace("»", "")
    whole = Span(marked.index("«"), marked.index("»") - 1)
    found = find_urls(Document(text, declared=(whole,)))
    assert [(url.text, url.scheme, url.breaks) for url in found] == [expected] * (expected is not None)
    for url in found:
        assert (url.outer, url.form, url.confidence, url.alternatives) == (whole, "markup", "certain", ())
        assert "".join(text[start:stop] for start, stop in url.spans) == url.text


def test_declared_urls_follow_those_of_the_running_text():
    text = "see http://a.example/\nhttp://b.example/ b\nhttp://c.example/d"
    document = Document(text, declared=(Span(22, 41), Span(42, 60)))
    assert [(url.text, url.form) for url in find_urls(document)] == [
        ("http://a.example/", "bare"),
        ("http://b.example/b", "markup"),
        ("http://c.example/d", "markup"),
    ]


def test_triggers_begin_in_the_given_range():
    text = "see <URL:a>, http://b.example/, mailto:c@d.example or www.e.example; "
    wrapper, hierarchical, opaque, schemeless, fault = TriggerKind
    expected = [(4, wrapper), (17, hierarchical), (38, opaque), (54, schemeless)]

    def found(start, end, schemeless):
        return find_triggers(text * 3, start, end, schemeless=schemeless, faults=False)

    for start in (0, len(text), 2 * len(text)):
        there = [(start + offset, kind) for offset, kind in expected]
        assert found(start, start + len(text), schemeless=True) == there
        assert found(start, start + len(text), schemeless=False) == there[:3]
    assert len(found(0, 3 * len(text), schemeless=True)) == 12
    found_faults = find_triggers("see http//a or javascript:b", 0, 27, schemeless=False, faults=True)
    assert found_faults == [(8, fault), (25, fault)]


SLIPS = [
    # text with « » around what is found
    "see «httpp://a.example/b» now",
    "«htp://a.example/b»",
    "see «HTTTP://A.example/b», now",
    "see (hxxp://a.example/), («ttp://a.example/»)",
    "«fttp://a.example/b?c=»\n«d/e.html»",
    "http://a.example/ «htps://b.example/»",
    "<URL:http://a.example/>«htpp://b.example/»",
]


@each_row("marked", SLIPS)
def test_misspelt_scheme_is_found_but_does_not_count(marked):
    text = marked.replace("«", "").replace("»", "")
    (found,) = [url for url in find_urls(Document(text)) if not url.scheme]
    pieces = [text[start:stop] for start, stop in found.spans]
    assert pieces == re.findall("«(.*?)»", marked)
    assert (found.text, found.form, found.scheme) == ("".join(pieces), "bare", "")
    assert found.outer.start == marked.index("«")


@each_row("text", ["httpp:a.example", "httpp://", "httpp://.", "hxxp://a.example/", "httpp", "hhttp://a.b"])
def test_other_words_are_not_misspelt_schemes(text):
    assert all(url.scheme for url in find_urls(Document(text)))


@each_row("wrapper", ["<URL:{}>", "<{}>", "URL:<{}>", "URL=<{}>", "<URL: {} >", "<URL:<{}>>"])
@each_row("rest", ["and Peace.txt", "the\n  plan", "(old)", "-- old", "or b/c.txt and d", "and\n> more"])
def test_prose_in_a_wrapper_is_an_alternative(wrapper, rest):
    url = "ftp://ftp.example.org/pub/War"
    mark = "> " if ">" in rest else ""
    (found,) = find(f"{mark}see {wrapper.format(f'{url} {rest}')} there\n")
    joined = "".join(rest.replace("\n> ", "").split())
    assert (found.text, found.alternatives, found.confidence) == (url, (url + joined,), "likely")
