"""Source lines of findings: marks by cells, lines cut to the width of the terminal, no secrets."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend._lib.terminal import width
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.reports.source_lines import fixed_lines, source_lines

_MARKED = re.compile("«([^»]*)»")


def shown(text, columns=40, secret=()):
    """The lines that are shown for the ranges of a text between « and »."""
    spans, plain, at = [], "", 0
    for match in _MARKED.finditer(text):
        plain += text[at : match.start()]
        spans.append(Span(len(plain), len(plain) + len(match[1])))
        plain, at = plain + match[1], match.end()
    plain += text[at:]
    secrets = [Span(plain.index(each), plain.index(each) + len(each)) for each in secret]
    return [line for pair in source_lines(plain, spans, secrets, columns) for line in pair]


CASES = [
    # tabs, wide and combining characters, emoji
    ("see a«|»b now", ["see a|b now", "     ^"]),
    ("\tsee\t«|»", ["    see    |", "           ^"]),
    ("河川 a«|»b", ["河川 a|b", "      ^"]),
    ("a«河川»b", ["a河川b", " ^^^^"]),
    ("e\u0301«|»b", ["e\u0301|b", " ^"]),
    ("👩\u200d💻 «|»b", ["👩\u200d💻 |b", "   ^"]),
    ("a«\u200b»b", ["a\u200bb", " ^"]),
    # control characters are shown as escapes
    ("a\x1b[2J«\x07»b", ["a\\x1b[2J\\x07b", "        ^^^^"]),
    # several spans on a line, and on several lines
    ("a«|»b«|»c\nd", ["a|b|c", " ^ ^"]),
    ("x «http://a/»\n> «b» y\nz", ["x http://a/", "  ^^^^^^^^^", "> b y", "  ^"]),
    ("a\r\nb«|»c\r\nd", ["b|c", " ^"]),
    ("b«|»c\rd", ["b|c", " ^"]),
    ("«a\nb»c", ["a", "^"]),
    ("«»", ["", "^"]),
    # longer lines are cut around the first span
    ("a" * 100 + "«|»" + "b" * 100, ["..." + "a" * 16 + "|" + "b" * 17 + "...", " " * 19 + "^"]),
    ("«|»" + "b" * 100, ["|" + "b" * 36 + "...", "^"]),
    ("a" * 100 + "«|»", ["..." + "a" * 36 + "|", " " * 39 + "^"]),
    ("a" * 30 + "«|»" + "b" * 100 + "«|»", ["..." + "a" * 16 + "|" + "b" * 17 + "...", " " * 19 + "^"]),
    ("a «" + "b" * 100 + "» c", ["a " + "b" * 35 + "...", "  " + "^" * 38]),
    # not twice, with all spans that are shown marked
    ("aa aa aa aa «" + "b" * 100 + "» c" * 9, ["... aa aa " + "b" * 27 + "...", " " * 10 + "^" * 30]),
    # the left edge stays after indentation, comment leaders, and a few words
    (" " * 10 + "// «" + "b" * 100 + "»", [" " * 10 + "// " + "b" * 24 + "...", " " * 13 + "^" * 27]),
    (" " * 9 + "# see «" + "b" * 100 + "»", [" " * 9 + "# see " + "b" * 22 + "...", " " * 15 + "^" * 25]),
    ("see it: «" + "b" * 100 + "»", ["see it: " + "b" * 29 + "...", " " * 8 + "^" * 32]),
    (" " * 30 + "«" + "b" * 100 + "»", ["...       " + "b" * 27 + "...", " " * 10 + "^" * 30]),
    ("河" * 30 + "«|»b", ["..." + "河" * 17 + "|b", " " * 37 + "^"]),
]


@each_row(("text", "lines"), CASES)
def test_lines_and_marks(text, lines):
    assert shown(text) == lines


def test_secrets_are_masked_in_and_around_a_span():
    text = "http://ada:h7Tq@a.internal/«|» http://bob:k9Rw@b.internal/"
    assert shown(text, 80, ("h7Tq", "k9Rw")) == [
        "http://ada:***@a.internal/| http://bob:***@b.internal/",
        " " * 26 + "^",
    ]
    assert shown("http://«ada:h7Tq»@a.internal/", 80, ("h7Tq",)) == ["http://ada:***@a.internal/", " " * 7 + "^" * 7]
    assert "7" not in "".join(shown("http://ada:h«7»Tq@a.internal/", 80, ("h«7»Tq".replace("«", "").replace("»", ""),)))


TEXTS = st.text(st.sampled_from("ab |河\t\u0301\u200d👩💻\n\r\x1b\xad"), max_size=200)


@given(TEXTS, st.data(), st.integers(20, 60))
def test_lines_fit_any_width(text, data, columns):
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=6)))
    spans = [Span(*pair) for pair in zip(ends[::2], ends[1::2], strict=False)]
    for line, marks in source_lines(text, spans, [], columns):
        assert width(line) <= columns
        assert "^" in marks
        assert set(marks) <= set(" ^")
        assert line.isprintable() or "\xad" in line or "\u200d" in line


def test_marks_after_invisible_characters_and_of_all_spans():
    assert shown("a«»b«c»d") == ["abcd", " ^^"]
    assert shown("a" * 30 + "«b»cc«d»" + "e" * 30) == ["..." + "a" * 15 + "bccd" + "e" * 15 + "...", " " * 18 + "^  ^"]


# A text, what its edits replace by what, and the lines as the edits make them.
FIXES = [
    ("see a|b now\nand c", [("|", "%7C")], ["see a%7Cb now"]),
    ("a|b{c", [("|", "%7C"), ("{", "%7B")], ["a%7Cb%7Bc"]),
    ("x\nhttp://a/b-\n  c y\nz", [("\n  c", "c")], ["http://a/b-c y"]),
    ("x http://a/b-\nc y\nz", [("b", "\nb")], ["x http://a/", "b-"]),
    ("\tsee <a>", [("<", ""), (">", "")], ["    see a"]),
    ("a" * 100 + "|" + "b" * 100, [("|", "%7C")], ["..." + "a" * 16 + "%7C" + "b" * 15 + "..."]),
    # all changes are shown, if need be without text between them
    ("see " + "a" * 28 + "|" + "b" * 30, [("a|", "a%7C")], ["..." + "a" * 17 + "%7C" + "b" * 14 + "..."]),
    ("a" * 60 + "|" + "b" * 60, [("a" * 60 + "|", "a" * 60 + "%7C")], ["..." + "a" * 15 + "%7C" + "b" * 16 + "..."]),
    ("see " + "a" * 60 + "| b", [("aaa", "<aaa"), ("| ", "|> ")], ["see <" + "a" * 9 + "..." + "a" * 8 + "|> b"]),
    ("http://ada:h7Tq@a.internal/a|", [("|", "%7C")], ["http://ada:***@a.internal/a%7C"]),
    ("http://ada:h7Tq@a.internal/a", [("h7", "H7")], []),
    ("http://ada:h7Tq@a.internal/a", [("ada:h7Tq@", "")], ["http://a.internal/a"]),
]


@each_row(("text", "edits", "lines"), FIXES)
def test_lines_as_a_fix_makes_them(text, edits, lines):
    found = [Edit(Span(text.index(old), text.index(old) + len(old)), new) for old, new in edits]
    secret = [Span(text.index("h7Tq"), text.index("h7Tq") + 4)] if "h7Tq" in text else []
    assert list(fixed_lines(text, [found[0].span], found, secret, 40)) == lines


def test_fixed_lines_begin_where_the_source_lines_do():
    text = "see " * 20 + "(htts://a.example/" + "b" * 100
    span = Span(text.index("htts"), text.index("htts") + 4)
    [(before, _)] = source_lines(text, [span], [], 40)
    [after] = fixed_lines(text, [span], [Edit(span, "https")], [], 40)
    assert (before, after) == ("...e see see see (htts://a.example/bb...", "...e see see see (https://a.example/b...")
    # unless the change is elsewhere
    edit = Edit(Span(len(text) - 1, len(text)), "c")
    assert list(fixed_lines(text, [span], [edit], [], 40)) == ["..." + "b" * 36 + "c"]
    far = Edit(Span(len(text) - 1, len(text)), "d")
    assert list(fixed_lines(text, [Span(0, 1)], [far], [], 40)) == ["..." + "b" * 36 + "d"]
