"""Stepping over one line break."""

import pytest

from urlmend.finder.line_breaks import LINE_REACH, line_start, newline_at, prefix_at, step_in_cell, step_over


def at_mark(text):
    """The text without its mark, and where the mark stands."""
    return text.replace("^", "", 1), text.index("^")


@pytest.mark.parametrize(
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
def test_a_line_starts_behind_the_last_line_end(marked, start):
    assert line_start(*at_mark(marked)) == start


def test_the_start_of_a_line_is_not_looked_for_without_end():
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
    ("> * see ^<", ">", ""),
    ('.\\" see ^<', "", '.\\"'),
    ("run()  # see ^<", "", "#"),
    ("x = 1; // see ^<", "", "//"),
    ("other line\n> see ^<", ">", ""),
    ("> other line\nsee ^<", "", ""),
]


@pytest.mark.parametrize(("marked", "quotes", "leader"), PREFIXES)
def test_a_line_has_a_prefix_of_quote_marks_and_a_leader(marked, quotes, leader):
    prefix = prefix_at(*at_mark(marked))
    assert (prefix.quotes, prefix.leader) == (quotes, leader)


def test_the_star_of_a_comment_is_not_looked_for_without_end():
    lines = "\na" * LINE_REACH
    for marked in (f"*{lines}\n* see ^<", f"* see ^<{lines}\n*\n", f"/*{lines}{lines}\n* see ^<"):
        assert prefix_at(*at_mark(marked)).leader == ""


def test_a_line_whose_start_is_out_of_reach_has_no_prefix():
    assert prefix_at("> " + "a" * LINE_REACH, LINE_REACH + 2) == ("", "", "")


def test_the_text_of_a_prefix_is_all_that_lines_have_in_common():
    texts = [prefix_at(*at_mark(marked)).text for marked in ("  > > see ^<", "> * see ^<", "  # see ^<", "run() # ^<")]
    assert texts == ["  > >", ">", "  #", ""]


STEPS = [
    # text with ^ where the break is; where it goes on, the kind, what of its prefix is lost
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
    ("<a^\n\nX   [Page 3]\n\f\nRFC 1   X   May 1999\n\nb>", "b>", "page", ""),
    ("<a^\n\nX   [Page 3]\n\nRFC 1   X   May 1999\n\nb>", "b>", "page", ""),
    ("<a^\nX   [Page 3]\n\f\nRFC 1   X   May 1999\nb>", "b>", "page", ""),
    ("<a^\n\f\nb>", "b>", "page", ""),
    ("<a^\n\f\nb>\n", "b>\n", "page", ""),
    ("<a^\n\fb>", "b>", "page", ""),
    ("<a^\nXb>", "Xb>", "newline", ""),
    ("<a^\n\f\nXb>", "Xb>", "page", ""),
    ("Plans, 1999\n<a^\n\f\nb>", "b>", "page", ""),
    ("Plans\n<a^\nX   [Page 3]\n\fThe harbour\n\nb>", "b>", "page", ""),
    ("<a^\r\n\r\nX   [Page 3]\r\n\f\r\nRFC 1   X   May 1999\r\n\r\nb>", "b>", "page", ""),
]


@pytest.mark.parametrize(("marked", "rest", "kind", "lost"), STEPS)
def test_a_step_leads_to_the_text_that_goes_on(marked, rest, kind, lost):
    text, offset = at_mark(marked)
    step = step_over(text, offset, prefix_at(text, offset))
    assert step is not None
    assert (text[step.resume :], step.kind, step.lost) == (rest, kind, lost)


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


@pytest.mark.parametrize("marked", NO_STEPS)
def test_there_is_no_step_over_a_blank_line_or_the_end(marked):
    text, offset = at_mark(marked)
    assert step_over(text, offset, prefix_at(text, offset)) is None


@pytest.mark.parametrize(
    ("marked", "stop"),
    [("a^\nb", 2), ("a^\r\nb", 3), ("a^\rb", 2), ("a^ \t\nb", 4), ("a^b", None), ("a^", None), ("a^ b\n", None)],
)
def test_a_line_ends_where_only_blanks_stand_before_its_end(marked, stop):
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


@pytest.mark.parametrize(("marked", "rest"), CELLS)
def test_a_cell_goes_on_in_the_same_cell_below(marked, rest):
    text, offset = at_mark(marked)
    step = step_in_cell(text, offset, offset - 2)
    assert step is not None
    assert (text[step.resume :], step.kind, step.lost) == (rest, "other", "")


@pytest.mark.parametrize("marked", NO_CELLS)
def test_a_cell_does_not_go_on_where_the_table_is_another(marked):
    text, offset = at_mark(marked)
    assert step_in_cell(text, offset, offset - 2) is None
