"""Locations of spans in documents, and spans of URLs."""

from hypothesis import example, given
from hypothesis import strategies as st

from tables import each_row
from urlmend.model.document import Document, Location
from urlmend.model.span import Span
from urlmend.model.url import Url

_ENDS = ["\n", "\r\n", "\r", "\n\r"]
# The last five are line ends for `str.splitlines`, but not for editors.
_OTHERS = [
    "a",
    "bc",
    "\t",
    " ",
    "é",
    "e\u0301",
    "計",
    "😀",
    "\ufeff",
    "\udc80",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
]
LINES = st.lists(st.sampled_from(_ENDS + _OTHERS), max_size=30).map("".join)


def naive(text):
    """Line and column of every offset, counted one character at a time."""
    line, column = 1, 1
    for at, char in enumerate(text):
        yield line, column
        ends = char == "\n" or (char == "\r" and text[at + 1 : at + 2] != "\n")
        line, column = (line + 1, 1) if ends else (line, column + 1)
    yield line, column


@given(LINES)
@example("\ufeffa\r\n\r\nb\rc\n")
def test_every_offset_has_its_line_and_column(text):
    document = Document(text)
    for offset, place in enumerate(naive(text)):
        assert document.locate(Span(offset, offset))[:2] == place
        assert document.locate(Span(offset, offset))[2:] == place


@given(LINES, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
@example("a\nb\nc", [(0, 5), (1, 3), (2, 4)])
def test_locations_of_overlapping_spans_do_not_depend_on_each_other(text, pairs):
    document = Document(text)
    for pair in sorted(pairs):
        span = Span(*sorted(min(offset, len(text)) for offset in pair))
        assert document.locate(span) == Document(text).locate(span)


LOCATIONS = [
    ("abc", Span(0, 3), Location(1, 1, 1, 4)),
    ("abc", Span(1, 2), Location(1, 2, 1, 3)),
    ("a\nbc", Span(2, 4), Location(2, 1, 2, 3)),
    ("a\r\nbc", Span(3, 5), Location(2, 1, 2, 3)),
    ("a\rbc", Span(2, 4), Location(2, 1, 2, 3)),
    ("ab\ncd", Span(1, 4), Location(1, 2, 2, 2)),
    ("\tab", Span(1, 3), Location(1, 2, 1, 4)),
    ("計画ab", Span(2, 4), Location(1, 3, 1, 5)),
    ("e\u0301b", Span(2, 3), Location(1, 3, 1, 4)),
    ("😀b", Span(1, 2), Location(1, 2, 1, 3)),
    ("\udc80b", Span(1, 2), Location(1, 2, 1, 3)),
    ("a\n", Span(2, 2), Location(2, 1, 2, 1)),
    ("a\x0bb\u2028c", Span(4, 5), Location(1, 5, 1, 6)),
    ("", Span(0, 0), Location(1, 1, 1, 1)),
]


@each_row(("text", "span", "location"), LOCATIONS)
def test_spans_have_locations(text, span, location):
    assert Document(text).locate(span) == location


BROKEN = Url("abcdef", (Span(10, 12), Span(20, 23), Span(30, 31)), Span(9, 32), "angle", "a")

PIECES = [
    (0, 6, (Span(10, 12), Span(20, 23), Span(30, 31))),
    (0, 2, (Span(10, 12),)),
    (1, 3, (Span(11, 12), Span(20, 21))),
    (2, 5, (Span(20, 23),)),
    (3, 4, (Span(21, 22),)),
    (4, 6, (Span(22, 23), Span(30, 31))),
    (5, 6, (Span(30, 31),)),
    (3, 3, ()),
    (6, 9, ()),
]


@each_row(("start", "stop", "spans"), PIECES)
def test_spans_of_a_part_of_a_url(start, stop, spans):
    assert BROKEN.spans_of(start, stop) == spans


@given(st.integers(0, 7), st.integers(0, 7))
def test_spans_of_a_part_are_as_long_as_the_part(start, stop):
    spans = BROKEN.spans_of(start, stop)
    assert sum(span.stop - span.start for span in spans) == len(BROKEN.text[start:stop])


def test_default_name_is_standard_input():
    assert Document("a").name == "-"
    assert Document("a", "b.txt").name == "b.txt"


def test_repr_shows_name_format_and_length():
    assert repr(Document("größe", "a\x1b[1m.txt")) == r"<Document 'a\x1b[1m.txt' (text), 5 code points>"
    document = Document("http://ada:h7Tq@a.internal/")
    document.format = "html"
    assert repr(document) == "<Document '-' (html), 27 code points>"


def test_repr_hides_the_address_of_a_remote_file():
    assert repr(Document("", "https://ada:h7Tq@a.internal/b.txt")) == "<Document remote file (text), 0 code points>"
