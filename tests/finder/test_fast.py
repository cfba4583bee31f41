"""The fast path gives the results of the careful path."""

import io
import itertools
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from invariants import with_locations
from labelled import FOLDERS
from strategies import FRAGMENTS, HOSTILE_TEXTS, folded_wrappers, hierarchical_urls
from tables import each_row
from urlmend import documents
from urlmend.decoding import text as decode
from urlmend.decoding.text import LongText
from urlmend.finder import FindOptions, fast, find_candidates, find_urls, find_urls_by_window, read_texts, scanner
from urlmend.finder.fast.ordinary import is_ordinary
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model import document as model
from urlmend.model.document import Document
from urlmend.model.finding import COMMENT_MARK
from urlmend.settings.config import Config

ROOT = Path(__file__).parents[2]
CORPORA = ROOT / "corpora"


def samples(*folders):
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".md", ".jsonl")
    ]


def careful_urls(document, options=FindOptions()):
    """The URLs of the careful path, which weighs the evidence at each line end."""
    windows = scanner.read_windows(document, options)
    return [scanner.moved(url, window.base) for window, urls in windows for url in urls]


def fast_texts(document, options=FindOptions()):
    return [text for found in read_texts(document, options) for text in found]


def check(document, options=FindOptions()):
    """The fast path reads what the careful path reads, whether it sweeps the document or not."""
    urls = careful_urls(document, options)
    texts = [url.text for url in urls if url.counts]
    with_faults = careful_urls(document, options._replace(faults=True))
    candidates = [
        url
        for url in with_faults
        if document.labelled or url.start in document.contradictions or not is_ordinary(url, document.text)
    ]
    for swept in (False, document.flowed != "delsp"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fast, "_is_swept", lambda _, swept=swept: swept)
            assert fast_texts(document, options) == texts
            assert find_candidates(document, options) == candidates
            assert find_urls(document, options) == urls
            assert find_urls(document, options._replace(faults=True)) == with_faults


@each_row("path", samples(*FOLDERS), ids=lambda path: path.name)
@each_row("schemeless", [False, True])
def test_sample_texts(path, schemeless):
    for document in documents(path):
        check(document, FindOptions(schemeless=schemeless))


# The surroundings that decide whether a URL is unbroken: the text before it, its end, and the text after it.
BEFORE = st.sampled_from(
    [
        "",
        "<URL=",
        "URL:<",
        "URL=<",
        "URL:\u2039",
        "URL= \u2039",
        "\u2039",
        "",
        " ",
        "\n",
        "\t",
        "(",
        '"',
        "<",
        "< ",
        "<\n",
        ">",
        "'",
        "[",
        "](",
        "=",
        ":",
        "URL:",
        "URL:<",
        "URL: <",
        "<URL:",
        "url=<",
        "x",
        "*",
        "_",
        "|",
        "-=",
        "\u00e9",
        "\u00a0",
        "> ",
        "# ",
        "-- ",
        "c  ",
        "JD> ",
        "----- ",
    ]
)
URLS = st.one_of(
    hierarchical_urls(),
    st.sampled_from(
        [
            "http://a.example",
            "http://a.example/b",
            "https://a.example/b/",
            "http://a.example/b-",
            "http://a.example/?b=",
            "http://a.example/b.htm",
            "http://a.example/b%2",
            "http://a.example/b%a",
            "http://a.example/b.mp",
            "http://a.example/b/c.html",
            "http://a.example/b;c",
            "http//a.example/b",
            "http;//a.example/b",
            "https:/a.example/b",
            "https:a.example/b",
            "http:\\\\a.example\\b",
            "https://",
            "mailto:b",
            "mailto:b at c.example",
            "tel:b",
            "http://a.example/b&amp;c=d",
            "http://a.example/b&amp;",
            "http://a.example/b&lt;",
            "http://a.example/b:c",
            "http://a.example/b::c",
            "http://a.example/b..c",
            "http://a.example/b,,c,:",
            "http://a.example/b.=",
            "http://a.example/?.b",
            "http://a.example/?b=?c.",
            "http://a.example?=b",
            "http://a.example/#b?",
            "http://a.example/http://b.example",
            "http://a.example/?b=https://c.example/",
            "http://a.example/*http://b.example",
            "http://a.example/b*c",
            "http://a.example/b**c",
            "http://a.example/b;c=d",
            "http://a.example/b&#034;c",
            "http://a/b#",
            "http://",
            "http://a.example/?token=abcdefgh12345678",
            "http://a.example/?b=3Dc",
            "mailto:a@b.example",
            "mailto:a@b",
            "sips:a@b.example:5061;c=d;lr",
            "sip:a@b.example;c=d?e=f",
            "http://a.example/b/http://",
            "hhttp://a.example",
        ]
    ),
)
END = st.sampled_from(
    ["", "", "", ".", ",", ":", ";", "!", "?", "...", ".)", ">", "<", "</b>", '"', "'", ")", "]", "|", "&"]
)
BEHIND = st.sampled_from(
    [
        "",
        " ",
        "  ",
        " b",
        "\tb",
        "\n",
        " \n",
        "\n\n",
        "\n\n\n",
        "\r\n",
        "\r",
        "\n\n\n\n\nb",
        "\n>\n",
        "\n> \n> b",
        "\f",
        "\n\f",
        "\nb",
        "\nb c",
        "\nb, c",
        "\nb\n",
        "\n  b c",
        "\n> b c",
        "\nthe b",
        "\nDate: b",
        "\nSummary:\n",
        "\nhtm: b",
        "\nl: b",
        "\n0a1b2c3d: 4",
        "\n0a1b2c3d:\n",
        "\n[2] b",
        "\n> [2]\n",
        "\n   [2]b",
        "\n   2. b",
        "\n3. b   [Page 3]\n\f\nRFC 1   A   1994\n\nb/c",
        "\\b\\c",
        "\\n",
        "\u200bb",
        "\u202eb",
        "\uff0eexample/",
        " b.pdf)",
        ' b.pdf"',
        "\nb=c",
        "\nb/c.html",
        "\n/b",
        "\n?b=c",
        "\n&b",
        "\n-b",
        "\n--b",
        "\n-----\n",
        "\n> #----b",
        "\n> [b]: c.html",
        "\n  # [b c]: http://d.example/",
        "\n  * http://b.example/c",
        "\n_____\n",
        "\n  ====",
        "\n# b",
        "\n-- b",
        "\n----- b c\n",
        "\n<b",
        "\n> <b",
        "\nhttp:",
        "\nhttp",
        "\n\n[Page 3]\n\f\nRFC 1   A   1994\n\nb/c",
        "\n\n\f\nb",
        "|\n| b",
        "\nA. B   [Page 3]\n\f\nRFC 1   A   1994\n\nb/c",
        "\nRem b",
        "\nc b",
        " and b.c>",
        " (b) c>",
        "\u203a",
        " | b",
        "\u2028",
        "\u3002",
        "\n\u00e9 b",
    ]
)
PLACES = st.builds("{}{}{}{}".format, BEFORE, URLS, END, BEHIND)
TEXTS = st.lists(st.one_of(PLACES, PLACES, FRAGMENTS), max_size=8).map("".join)


@given(TEXTS, st.booleans(), st.sampled_from(["", "yes", "delsp"]))
def test_urls_in_all_surroundings(text, schemeless, flowed):
    check(Document(text, flowed=flowed), FindOptions(schemeless=schemeless))


@given(HOSTILE_TEXTS)
def test_hostile_texts(text):
    check(Document(text))


@given(st.lists(folded_wrappers(), max_size=3))
def test_broken_urls(pieces):
    check(Document("\n".join(text for text, _ in pieces)))


@given(st.lists(PLACES, max_size=6).map("".join), st.integers(1, 3000))
def test_long_urls(text, length):
    check(Document(text.replace("/b", "/" + "b" * length)))


BEGINNINGS = ["0a1b2c3d: 4", "a1b2c3d4e:", "[2] b", "[2]", "3. b", "fad: b", "Faded: b", "Faded:\nb", "fad-ed: b"]
BEGINNINGS += ["fad-ed-on: b", "ftp://b.example", "- b", "- -b", "-----~->", "face@b.c", "c@a.pl", "-----b/c.html"]


@each_row("length", [3950, 4050, 8150, 8250, 20_000])
def test_too_long_ascii_urls(length):
    long = f"http://a.example/{'b' * length}"
    check(Document(f"see http://c.example/ and {long} and http://d.example/\n{long}\nhttp://e.example/ <{long}>\n"))
    check(Document(f"{long} {long} {long}"))


@pytest.mark.slow
@each_row("count", [1, 9, 10, 16, 17, 18, 20, 21, 60])
@each_row("end", [" and", "\n", ":\n", "&amp;"])
def test_too_long_urls_of_many_runs(count, end):
    for length in (398, 399, 400, 401):
        long = "http://a.example/" + f":{'b' * length}" * count
        check(Document(f"see http://c.example/ and {long}{end} http://d.example/\n"))


# What a URL contains or what ends it, depending on the characters around.
INFIXES = (
    "; ;; c; ;c= * ** *c* c*' &amp; &lt; &LT; &#34; &#034; &#160; &#0160; &#1160; &#x22; &#x0a0; &nbsp; &Quot;".split()
)
INFIXES += "&raquo; &laq; /http:// /https:// /http: =HTTP:// ?c=https:// *http:// ;http:// chttp:// chttps:// c,http://".split()
INFIXES += "&amp;gt; &amp;LT; &amp;amp;lt; &amp;#34; &quot &Quot &quot,".split()
INFIXES += "[text] [0] {.c} {color} |c= %20http:// /*http:// ;c;http:// c.http:// cmailto:c@c redir;http://".split()
INFIXES += "/ftp:// cftp:// ://c :// -http://http:// _http:/c !shttp:// .svn+http:// *;http://".split()


# All pairs of what is before and after take long; every seventh has each of both.
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
@each_row("infix", INFIXES)
def test_signs_within_urls(step, infix):
    befores = ("", "<", '"', "'", "(", "*", "s#", "s|^", "s|c ", "{color}")
    afters = ("", ">", '"', "*", "; ", "**", "\nSo be it", "\n")
    for before, after in [*itertools.product(befores, afters)][::step]:
        check(Document(f"see {before}http://a.example/b{infix}c.example/d{after} http://e.example/{infix}{after}"))


# After a full line, most evidence is for a URL that continues.
@pytest.mark.slow
@pytest.mark.parametrize("end", ["/", "b", "b2", "b.mp", "b.html", "b%2", "b?c=", "b-"])
@pytest.mark.parametrize("before", ["", "(", '"', "    ", "> ", "c  ", "-- "])
@pytest.mark.parametrize("flowed", ["", "yes"])
def test_tails_that_look_like_new_lines(before, end, flowed):
    indent = " " * len(before)
    for begins in BEGINNINGS:
        for prefix in ("", before, indent, " " * 80):
            for width in (1, 60):
                check(Document(f"{before}http://a.example/{'b' * width}{end} \n{prefix}{begins}\n", flowed=flowed))
                check(Document(f"{before}http://a.example/{'b' * width}{end}\n{prefix}{begins}\n", flowed=flowed))


# What a word at the start of the next line may complete: an ending of a file name, or a percent-encoding.
CUT_ENDS = [
    'b?"',
    "b?)",
    "plan.pd",
    "plan.ht",
    "plan.htm",
    "plan.",
    "a.c",
    "b.tar.g",
    "b.mp",
    "c.js",
    "100%",
    "%2",
    "%C3%A",
    "?q=%2",
    "d.pl",
    "http://",
    "e",
]
CUT_TAILS = (
    "f l ml html z c son gz g the and a 2f F0 af pdf, htm. (see a) l; added Cafe beef ff0 s?b=c x: d.html".split()
)
NEXT_LINES = [
    "\n{} and the notes",
    "\n{}",
    "\n{}\n",
    "\n{} {}",
    "\n> {} and the notes",
    "\n# {} and the notes",
    "\n  * {} and the notes",
    "\n    Notes: {} and more",
    "\n\n\n  12\n\f\n{} and the notes",
    "\r\n{} and the notes",
    " \n{} and the notes",
    "\n  {} and the notes",
    "\n{}: the notes",
    "\n- {} and the notes",
    "\n[2] {} and the notes",
    "\n > [{}]: the notes",
    "\n  # ----{}",
    "\n  * http://b.example/{}",
    "\n2. {} and the notes",
    "\n\n{} and the notes",
    "\n\n\f\n{} and the notes",
    "\n[Page 3]\n\f\nRFC 1   A   1994\n\n{} and the notes",
    '"\n{} and the notes',
    ")\n{} and the notes",
    "|\n| {} and the notes",
    "\n{}@b.example wrote",
]


# The line is full, or the URL is short; only on a full line is there much evidence for a join.
STEMS = ["http://www.example.org/archive/drawings/harbour/2004/first-sheet/", "http://a.example/", "ftp://a.example/"]
STEM = STEMS[0]
PREFIXES = ["", "see ", "> ", "(", "# ", '"', "[a](", 'b="']


@given(
    st.builds(
        lambda prefix, stem, end, after, tail: f"{prefix}{stem}{end}{after.format(tail, tail)}",
        *map(st.sampled_from, (PREFIXES, STEMS, CUT_ENDS, NEXT_LINES, CUT_TAILS)),
    ),
    st.sampled_from(["", "yes", "delsp"]),
)
def test_words_that_may_complete_a_url_are_weighed(text, flowed):
    check(Document(text, flowed=flowed))


# Each pair of an end and a tail with half of what is before and after.
@pytest.mark.slow
@pytest.mark.parametrize("after", NEXT_LINES)
@pytest.mark.parametrize("prefix", PREFIXES)
def test_all_words_that_may_complete_a_url_are_weighed(prefix, after):
    shift = (PREFIXES.index(prefix) + NEXT_LINES.index(after)) % 2
    for end, tail in [*itertools.product(CUT_ENDS, CUT_TAILS)][shift::2]:
        check(Document(f"{prefix}{STEM}{end}{after.format(tail, tail)}"))


@each_row(
    ("text", "url", "confidence"),
    [
        (f"{STEM}plan.pd\nf and the notes", f"{STEM}plan.pdf", "likely"),
        (f"{STEM}plan%2\nf and the notes", f"{STEM}plan%2f", "likely"),
        (f"{STEM}plan.pdf\nand the notes", f"{STEM}plan.pdf", "certain"),
        (f"{STEM}plan.pd\nthe notes and more", f"{STEM}plan.pd", "certain"),
        (f"{STEM}plan%2f\nand the notes", f"{STEM}plan%2f", "certain"),
    ],
)
def test_word_that_completes_a_file_name_or_an_escape_is_joined(text, url, confidence):
    (found,) = find_urls(Document(text))
    assert (found.text, found.confidence) == (url, confidence)
    check(Document(text))


def test_form_does_not_depend_on_the_line_before():
    check(Document("a =\nhttp://www.example.org/b and c\n"))
    (url,) = find_urls(Document("a =\nhttp://www.example.org/b and c\n"))
    assert url.form == "bare"


@each_row("end", ["", ".", ")", ").", "'", "*", "|", "]]"])
def test_boundary_after_a_url(end):
    for url in ("ftp://ftp.example.org", "http://a.example", "http://a.example/b", "mailto:a@b.example"):
        check(Document(f"see {url}{end}\0 and ({url}{end}\0"))


def test_wrapper_soon_after_an_unterminated_one():
    check(Document("http://a.example<\nb\n<http://b.example> <\nb\n <http://c.example> and <URL:\n<http://d.example>"))
    check(Document(f"{'http://a.example' * 4}<\nb\n<http://a.example>"))


@pytest.mark.slow
@each_row("path", samples(CORPORA), ids=lambda path: path.name)
def test_sample_texts_with_shuffled_lines(path):
    source = random.Random(path.name)
    for document in documents(path):
        lines = document.text.splitlines(keepends=True)
        source.shuffle(lines)
        check(Document("".join(lines)))


# Lines, most of them without a URL.
LINES = st.sampled_from(
    [
        "b",
        "the second line",
        "",
        "  ",
        "> ",
        ">",
        "- c",
        "[2] d",
        "-----",
        "b c\r",
        "\r",
        "d/e.html",
        "<",
        "URL:",
        "\u00e9",
        "x" * 40,
    ]
)
LINED = st.lists(st.one_of(LINES, LINES, LINES, PLACES, FRAGMENTS), max_size=16).map("\n".join)


@pytest.mark.slow
@given(LINED, st.booleans())
def test_lines_with_and_without_urls(text, schemeless):
    check(Document(text), FindOptions(schemeless=schemeless))


@pytest.fixture
def short_windows(monkeypatch):
    """Windows so short that sample texts have several, with the usual amount of text around them."""
    for module in (model, decode):
        monkeypatch.setattr(module, "WINDOW_SIZE", 5000)
    monkeypatch.setattr(decode, "_BLOCK", 7001)


def long_text(path):
    data = path.read_bytes()
    return LongText(data[:100], io.BytesIO(data[100:]), str(path))


PLAIN = [path for path in samples(*FOLDERS) if path.suffix != ".eml"]


@each_row("path", PLAIN, ids=lambda path: path.name)
def test_long_texts_have_the_same_urls_in_windows(path, short_windows):
    at_once = decode.decode_text(path.read_bytes(), str(path))
    check(at_once)
    urls = find_urls(at_once)
    document = long_text(path)
    found = [(url, document.locate(url.outer)) for window in find_urls_by_window(document) for url in window]
    assert found == [(url, at_once.locate(url.outer)) for url in urls]
    assert fast_texts(long_text(path)) == [url.text for url in urls if url.counts]
    with_faults = find_urls(at_once, FindOptions(faults=True))
    assert find_candidates(long_text(path)) == [url for url in with_faults if not is_ordinary(url, at_once.text)]


@each_row("path", PLAIN, ids=lambda path: path.name)
def test_long_texts_have_the_same_findings_in_windows(path, short_windows):
    checker = ProjectLinter(Config(), "", FindOptions())
    at_once, document = decode.decode_text(path.read_bytes(), str(path)), long_text(path)
    if COMMENT_MARK in at_once.text:
        return
    assert list(with_locations(checker.results(document))) == list(with_locations(checker.results(at_once)))


@pytest.mark.slow
@given(st.integers(0, 60))
def test_url_on_the_edge_of_windows_is_read_once(shift):
    text = (
        "x" * shift + " see http://a.example/b and <URL:http://a.example/\nc> or\nhttp://b.example/d-\ne/f.html\n"
    ) * 30
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "WINDOW_SIZE", 100)
        assert [url._replace(alternatives=(), confidence="") for url in find_urls(Document(text))] == [
            url._replace(alternatives=(), confidence="") for urls in find_urls_by_window(Document(text)) for url in urls
        ]
        cut = [url.spans for url in find_urls(Document(text))]
        check(Document(text))
    assert cut == [url.spans for url in find_urls(Document(text))]


@pytest.mark.parametrize("shift", range(12))
def test_wrapper_on_the_edge_of_windows_is_read_once(shift, monkeypatch):
    monkeypatch.setattr(model, "WINDOW_SIZE", 100)
    text = "x" * (90 + shift) + " <URL: http://a.example/b> and " + "x" * 100
    assert fast_texts(Document(text)) == ["http://a.example/b"]
    check(Document(text))
    check(Document(text.replace(">", "")))


@pytest.mark.parametrize("shift", range(12))
@pytest.mark.parametrize("whole", ["<http://a.example/b.html>", "https://a.example/b.html "])
def test_unbroken_url_is_evidence_in_the_window_of_its_trigger(whole, shift, monkeypatch):
    monkeypatch.setattr(model, "WINDOW_SIZE", 100)
    check(Document("x" * (90 + shift) + f" {whole}{whole.strip('<> ')[:-4]}\nhtml\n"))


def test_other_occurrences_count_within_a_window(monkeypatch):
    broken, unbroken = "<URL:http://a.example/b-\nc>\n", "http://a.example/bc\n"
    near, far = broken + unbroken, broken + "\n" * 200 + unbroken
    monkeypatch.setattr(model, "WINDOW_SIZE", 100)
    assert [url.text for url in find_urls(Document(near))] == ["http://a.example/bc"] * 2
    assert [url.text for url in find_urls(Document(far))] == ["http://a.example/b-c", "http://a.example/bc"]
    assert fast_texts(Document(far)) == ["http://a.example/b-c", "http://a.example/bc"]


@given(st.binary(max_size=200), st.integers(1, 9))
def test_long_texts_are_decoded_the_same_in_blocks(data, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decode, "_BLOCK", size)
        assert "".join(LongText(data[:size], io.BytesIO(data[size:]), "-")._decoded()) == decode.decode_text(data).text


def test_long_text_holds_at_most_one_window(short_windows, monkeypatch):
    monkeypatch.setattr(decode, "REACH", 3000)
    text = LongText(b"", io.BytesIO(b"see http://a.example/b\n" * 20_000), "-")
    lengths = [len(window.text) for window in text.windows()]
    assert len(lengths) == 92
    assert max(lengths) <= 5000 + 2 * 3000 + 7001


LITTLE_MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))
from urlmend.cli import main as cli
sys.exit(cli.main(sys.argv[1:]))
"""


def test_find_reads_files_larger_than_memory(tmp_path):
    with (tmp_path / "a.txt").open("w") as file:
        file.writelines(["plan " * 20_000 + "\n"] * 1500)
        file.write("see http://a.example/b\n")
    command = [sys.executable, "-c", LITTLE_MEMORY, "find", "a.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "http://a.example/b\n", "")


def test_offsets_in_a_long_text_are_those_in_the_complete_text(short_windows, monkeypatch):
    monkeypatch.setattr(decode, "REACH", 3000)
    wrapper = "<URL:http://a.example/b-\nc>"
    around = " see http://b.example/d\n".rjust(5000 - len(wrapper), "x")
    text = "x" * 4997 + (wrapper + around) * 12  # the wrapper is on the edge of each window
    urls = find_urls(Document(text))
    assert len(urls) == 24
    windows = list(find_urls_by_window(LongText(b"", io.BytesIO(text.encode()), "-")))
    assert [url for found in windows for url in found] == urls
    assert [len(found) for found in windows] == [1, *[2] * 11, 1]


def test_lines_and_columns_in_a_long_text_are_those_in_the_complete_text(short_windows, monkeypatch):
    monkeypatch.setattr(decode, "REACH", 3000)
    text = ("x" * 9000 + " http://a.example/b " + "x" * 9000 + " http://a.example/c\n") * 3
    whole, long = Document(text), LongText(b"", io.BytesIO(text.encode()), "-")
    found = [long.locate(url.outer) for urls in find_urls_by_window(long) for url in urls]
    assert found == [whole.locate(url.outer) for url in find_urls(whole)]
    assert len(found) == 6


def test_url_belongs_to_the_window_in_which_it_begins(monkeypatch):
    monkeypatch.setattr(model, "WINDOW_SIZE", 100)
    for before, found in ((99, [1, 0]), (100, [0, 1])):
        text = "x" * before + "<http://a.example/>"
        assert [len(urls) for urls in find_urls_by_window(Document(text))] == found


def test_urls_with_very_long_white_space_may_differ_in_windows(short_windows, monkeypatch):
    # More white space within a URL than is kept around a window.
    monkeypatch.setattr(decode, "REACH", 3000)
    text = "x" * 4900 + " http://a.example/b-" + " " * 20_000 + "\nc/d.html\n"
    assert len(find_urls(Document(text))[0].spans) == 2
    (found,) = [url for urls in find_urls_by_window(LongText(b"", io.BytesIO(text.encode()), "-")) for url in urls]
    assert found.text == "http://a.example/b-"


def test_failure_to_read_a_long_text_is_reported():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise OSError("gone")

    text = LongText(b"see http://a.example/b ", Broken(), "-")
    assert fast_texts(text) == ["http://a.example/b"]
    assert str(text.failure) == "gone"


@pytest.mark.slow
def test_many_short_texts_are_linted_independently():
    lines = ["see http://a.example/b c", "at <http://a.example/b?c=3D2004> d", "http://a.example/b%zz", "mailto:a@b.c"]
    lines += ["http://a.example/b_\nc.html", "urlmend: ignore", '<a href="http://a.example/b c.pdf">']
    source = random.Random(1)
    texts = ["\n".join(source.choices(lines, k=20)) for _ in range(100)]
    checker = ProjectLinter(Config(), "", FindOptions())
    found = [result.findings for text in texts for result in checker.results(Document(text))]
    assert sum(map(len, found)) > 1000
    assert found == [
        result.findings
        for text in texts
        for result in ProjectLinter(Config(), "", FindOptions()).results(Document(text))
    ]
