"""Steps over one line break."""

import pytest

from tables import each_row
from urlmend import find, find_in
from urlmend.finder import FindOptions, read_texts
from urlmend.finder.line_breaks import newline_at, step_in_cell, step_over
from urlmend.finder.page_furniture import over_furniture
from urlmend.model.document import Document
from urlmend.model.lines import LINE_REACH, line_start, marks_at


def at_mark(text):
    """The text without the mark `^`, and the offset of the mark."""
    return text.replace("^", "", 1), text.index("^")


@each_row(
    ("marked", "start"),
    [
        ("^abc", 0),
        ("ab^c", 0),
        ("x\na^bc", 2),
        ("x\r\na^bc", 3),
        ("x\ra^bc", 2),
        ("x\ry\ra^bc", 4),
        ("x\ny\na^bc\n", 4),
        ("x\n^", 2),
        ("x\nab^\r\nc", 2),
        ("x\nab\r^\nc", 2),
        ("x\r\n\r^\nc", 3),
        ("x\nab\n^\r", 5),
        ("x^\n", 0),
    ],
)
def test_line_starts_after_the_previous_line_end(marked, start):
    assert line_start(*at_mark(marked)) == start


def test_search_for_the_line_start_is_bounded():
    assert line_start("a" * (LINE_REACH + 1), LINE_REACH + 1) is None
    assert line_start("a" * LINE_REACH, LINE_REACH) == 0
    for end in "\n\r":
        assert line_start(end + "a" * LINE_REACH, LINE_REACH + 1) is None
        assert line_start(end + "a" * (LINE_REACH - 1), LINE_REACH) == 1


PREFIXES = [
    # text, quotes, leader
    ("see ^<", "", ""),
    ("> see ^<", ">", ""),
    (">see ^<", ">", ""),
    ("> > see ^<", "> >", ""),
    (">>> see ^<", ">>>", ""),
    ("  > see ^<", ">", ""),
    ("| see ^<", "|", ""),
    (": see ^<", ":", ""),
    ("JD> see ^<", "JD>", ""),
    ("> JD> see ^<", "> JD>", ""),
    ("Stefan> see ^<\nStefan> b", "Stefan>", ""),
    ("ada> a\nada> see ^<", "ada>", ""),
    ("ada> a\r\nada> see ^<", "ada>", ""),
    ("> ada> > see ^<\n> ada> b", "> ada> >", ""),
    ("ada> # see ^<\nada> b", "ada>", "#"),
    ("Stefan> see ^<\nRobert> b", "", ""),
    ("> Stefan> see ^<\n> Robert> b", ">", ""),
    ("plan> b; // see ^<\nc", "", "//"),
    ("ada> see ^<\n\nada> b", "", ""),
    ("ada>see ^<\nada>b", "", ""),
    ("ada lovelace> see ^<\nada lovelace> b", "", ""),
    ("a-name-of-17-signs> see ^<\na-name-of-17-signs> b", "", ""),
    ("# see ^<", "", "#"),
    ("## see ^<", "", "##"),
    ("> # see ^<", ">", "#"),
    ("// see ^<", "", "//"),
    ("/// see ^<", "", "///"),
    ("//! see ^<", "", "//!"),
    ("/* see ^<", "", "/*"),
    ("/** see ^<", "", "/**"),
    ("/*\n * see ^<", "", "*"),
    ("* see ^<", "", ""),
    (";; see ^<", "", ";;"),
    ("-- see ^<", "", "--"),
    ("%% see ^<", "", "%%"),
    ("! see ^<", "", "!"),
    ("dnl see ^<", "", "dnl"),
    ("REM see ^<", "", "REM"),
    ("rem see ^<", "", "rem"),
    ("remark see ^<", "", ""),
    ("@c see ^<", "", "@c"),
    ("C     see ^<", "", "C"),
    ("C see ^<", "", ""),
    ("^> see", "", ""),
    ("^# see", "", ""),
    ("see ^< # b", "", ""),
    ("*\n* see ^<", "", "*"),
    ("* see\n *\n* see ^<", "", "*"),
    ("* see ^<\n*\n", "", "*"),
    ("/* a */\n/*\n * see ^<", "", "*"),
    ("/* a *//* b\n * see ^<", "", "*"),
    ("/* a */\n* see ^<", "", ""),
    ("/**/\n* see ^<", "", ""),
    ("* see ^< /* b", "", ""),
    ("allow /a/* and\n**see** ^<", "", ""),
    ("allow /a/*\n- **see** ^<", "", ""),
    ("/* a\n ** see ^<", "", "**"),
    ("> * see ^<", ">", ""),
    ('.\\" see ^<', "", '.\\"'),
    ("run()  # see ^<", "", "#"),
    ("x = 1; // see ^<", "", "//"),
    ("other line\n> see ^<", ">", ""),
    ("> other line\nsee ^<", "", ""),
]


@each_row(("marked", "quotes", "leader"), PREFIXES)
def test_prefix_has_quote_marks_and_a_comment_leader(marked, quotes, leader):
    prefix = marks_at(*at_mark(marked))
    assert (prefix.quotes, prefix.leader) == (quotes, leader)


def test_search_for_a_star_comment_is_bounded():
    lines = "\na" * LINE_REACH
    for marked in (f"*{lines}\n* see ^<", f"* see ^<{lines}\n*\n", f"/*{lines}{lines}\n* see ^<"):
        assert marks_at(*at_mark(marked)).leader == ""


def test_very_long_lines_have_no_prefix():
    assert marks_at("> " + "a" * LINE_REACH, LINE_REACH + 2) == ("", "", "")


def test_prefix_text_has_no_trailing_space_and_no_code():
    texts = [marks_at(*at_mark(marked)).text for marked in ("  > > see ^<", "> * see ^<", "  # see ^<", "run() # ^<")]
    assert texts == ["  > >", ">", "  #", ""]


STEPS = [
    # text with ^ at the break; the rest after the step, the kind, the missing part of the prefix
    ("<a^\nb>", "b>", "newline", ""),
    ("<a^\r\nb>", "b>", "newline", ""),
    ("<a^\rb>", "b>", "newline", ""),
    ("<a^  \nb>", "b>", "newline", ""),
    ("<a^\n    b>", "b>", "newline", ""),
    ("<a^\n\tb>", "b>", "newline", ""),
    ("> <a^\n> b>", "b>", "quote", ""),
    ("> <a^\n>b>", "b>", "quote", ""),
    ("> <a^\n>> b>", "b>", "quote", ""),
    (">> <a^\n> > bcdefg", "bcdefg", "quote", ""),
    ("> <a^\nb/c>", "b/c>", "newline", "quotes"),
    ("| <a^\n| b>", "b>", "quote", ""),
    ("JD> <a^\nJD> b>", "b>", "quote", ""),
    ("# <a^\n# b>", "b>", "quote", ""),
    ("# <a^\n    # b>", "b>", "quote", ""),
    ("# <a^\nb>", "b>", "newline", "leader"),
    ("x() # <a^\n    # b>", "b>", "quote", ""),
    ("/* <a^\n * b>", "b>", "quote", ""),
    ("/* <a^\n   b>", "b>", "newline", "leader"),
    ("/*\n * <a^\n * b>", "b>", "quote", ""),
    ("dnl <a^\ndnl b>", "b>", "quote", ""),
    ("<a^\n# b>", "# b>", "newline", ""),
    ("<a^\n- - b", "- b", "quote", ""),
    ("# <a^\n- -b", "- -b", "newline", "leader"),
    ("<a^\nXb>", "Xb>", "newline", ""),
]


@each_row(("marked", "rest", "kind", "missing"), STEPS)
def test_step_leads_to_the_text_that_continues(marked, rest, kind, missing):
    text, offset = at_mark(marked)
    step = step_over(text, offset, marks_at(text, offset))
    assert step is not None
    assert (text[step.resume :], step.kind, step.missing) == (rest, kind, missing)


PAGES = [
    # text with ^ at the break; the rest after the furniture of a page
    ("<a^\n\nX   [Page 3]\n\f\nRFC 1   X   May 1999\n\nb>", "b>"),
    ("<a^\n\nX   [Page 3]\n\nRFC 1   X   May 1999\n\nb>", "b>"),
    ("<a^\nX   [Page 3]\n\f\nRFC 1   X   May 1999\nb>", "b>"),
    ("<a^\n\f\nb>", "b>"),
    ("<a^\n\f\nb>\n", "b>\n"),
    ("<a^\n\fb>", "b>"),
    ("<a^\n\f\nXb>", "Xb>"),
    ("Plans, 1999\n<a^\n\f\nb>", "b>"),
    # The numbers of pages, alone on a line, count.
    ("\n2\nX Y\n<a^\n3\nb>", "b>"),
    ("<a^\n   3\n  b> or\n   4\n", "b> or\n   4\n"),
    ("\n2\nThe plans\nX\n<a^\n3\nThe plans\nb>", "b>"),
    ("<a^\r\n\r\nX   [Page 3]\r\n\f\r\nRFC 1   X   May 1999\r\n\r\nb>", "b>"),
]


@each_row(("marked", "rest"), PAGES)
def test_step_leads_over_the_footer_and_header_of_a_page(marked, rest):
    text, offset = at_mark(marked)
    after = newline_at(text, offset)
    assert after is not None
    step = over_furniture(text, after)
    assert step is not None
    assert (text[step.resume :], step.kind) == (rest, "page")


@each_row(
    "marked",
    [
        "<a^\n3\nb>",
        "1\n<a^\n3\nb>\n5\n",
        "2 X\n<a^\n3\nb>\n4.\n",
        "2\n<a^\n3 b>",
        "12 X\n<a^\n3\nb>",
        "<a^\n3\n4\nb>",
        "<2\n  X^\n3\nb>",
    ],
)
def test_a_number_alone_is_of_a_page_only_if_another_one_is_next_to_it(marked):
    text, offset = at_mark(marked)
    after = newline_at(text, offset)
    assert after is not None
    assert over_furniture(text, after) is None


NO_STEPS = [
    "<a^ b>",
    "<a^",
    "<a^\n",
    "<a^\n   ",
    "<a^\n\nb>",
    "<a^\n  \nb>",
    "> <a^\n>\n> b>",
    "<a^\n\n\n\nX   [Page 3] of the report\n\nb>",
    "/* <a^\n */ b",
    "<a^\n\nX   [Page 3]\n",
    "<a^\n\n\n\nRFC 1   X   May 1999\n\nb>",
    "<a^\n\f" + "\n" * 20 + "b>",
    "<a^\n\f\n\f\nb>",
]


@each_row("marked", NO_STEPS)
def test_no_step_over_an_empty_line_or_the_end(marked):
    text, offset = at_mark(marked)
    assert step_over(text, offset, marks_at(text, offset)) is None


@each_row(
    ("marked", "stop"),
    [("a^\nb", 2), ("a^\r\nb", 3), ("a^\rb", 2), ("a^ \t\nb", 4), ("a^b", None), ("a^", None), ("a^ b\n", None)],
)
def test_newline_may_follow_spaces_and_tabs(marked, stop):
    assert newline_at(*at_mark(marked)) == stop


CELLS = [
    ("| ab^ | x |\n| cd | y |\n", "cd | y |\n"),
    ("| x | ab^ |\n|   | cd |\n", "cd |\n"),
    ("|ab^|x|\n|cd|y|\n", "cd|y|\n"),
    ("| ab^ | x |\r\n| cd | y |\r\n", "cd | y |\r\n"),
    ("Plans\n| ab^ | x |\n| cd | y |\n", "cd | y |\n"),
]
NO_CELLS = [
    "| ab^ | x |\n|    | y |\n",
    "| ab^ | x |\ncd   | y |\n",
    "| ab^ | x |\n| cd  | y |\n",
    "| ab^     | x |\n| cd     | y |\n",
    "ab^ | x |\ncd | y |\n",
    "| ab^ | x |",
    "| x | ab^ |\n| y | cd |\n",
    "| x | ab^ |\n| X | cd |\n",
    "| x |\nab^ | x |\ncd | y |\n",
]


@each_row(("marked", "rest"), CELLS)
def test_cell_continues_in_the_cell_below(marked, rest):
    text, offset = at_mark(marked)
    step = step_in_cell(text, offset, offset - 2)
    assert step is not None
    assert (text[step.resume :], step.kind, step.missing) == (rest, "other", "")


@each_row("marked", NO_CELLS)
def test_cell_does_not_continue_in_another_table_or_row(marked):
    text, offset = at_mark(marked)
    assert step_in_cell(text, offset, offset - 2) is None


# --- Lines of more than 990 octets, which relays break. ---

WORDS = "The drawings of the locks are old. " * 30


@pytest.mark.parametrize(
    ("octets", "mark", "is_joined"), [(989, "!", True), (994, "!", True), (989, ".", False), (700, "!", False)]
)
def test_a_relay_breaks_long_lines_after_an_exclamation_mark(octets, mark, is_joined):
    start, rest = "http://www.example.org/plans/no", "rth-bank.html"
    before = WORDS[: octets - len(start) - 1] + " "
    (url,) = find(f"{before}{start}{mark}\n {rest} and the others\n")
    assert url.text == (start + rest if is_joined else start)


def test_the_fast_path_sees_the_breaks_of_relays():
    text = WORDS[:957] + " http://www.example.org/plans/no!\n rth-bank.html and the others\n"
    document = Document(text)
    assert [url.text for url in find(document)] == ["http://www.example.org/plans/north-bank.html"]
    found = [text for texts in read_texts(document, FindOptions()) for text in texts]
    assert found == ["http://www.example.org/plans/north-bank.html"]


@pytest.mark.parametrize(("octets", "is_joined"), [(990, True), (700, False)])
def test_relays_break_lines_of_pages_too(octets, is_joined, tmp_path):
    url = f"https://canal.example/{'north-bank' * 4}.html"
    page = f"<p>{'word ' * (octets // 5 - 4)}<a href='{url}'>x</a>"
    message = tmp_path / "message.eml"
    header = "From: ann@canal.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n"
    message.write_text(f"{header}{page[:octets]}!\n {page[octets:]}\n")
    assert ([url.text for url, *_ in find_in(message)] == [url]) == is_joined
