"""Terminals: which of them get colours and links, and the cells that texts take."""

import pytest

from tables import each_row
from urlmend._lib.terminal import columns, fitting, has_colours, has_links, link, truncated, width


class Stream:
    """A stream that may be a terminal."""

    def __init__(self, *, is_terminal):
        self._is_terminal = is_terminal

    def isatty(self):
        return self._is_terminal


TERMINAL, PIPE = Stream(is_terminal=True), Stream(is_terminal=False)
XTERM = {"TERM": "xterm-256color"}
ENVIRONMENTS = [
    # the stream, the environment, and whether it gets colours and links
    (TERMINAL, XTERM, True, False),
    (TERMINAL, XTERM | {"VTE_VERSION": "7200"}, True, True),
    (TERMINAL, XTERM | {"KONSOLE_VERSION": "230804"}, True, True),
    (TERMINAL, XTERM | {"TERM_PROGRAM": "vscode"}, True, True),
    (TERMINAL, XTERM | {"TERM_PROGRAM": "Apple_Terminal"}, True, False),
    (TERMINAL, {"TERM": "xterm-kitty"}, True, True),
    (TERMINAL, {"TERM": "xterm-kitty", "NO_COLOR": "1"}, False, False),
    (TERMINAL, {"TERM": "xterm-kitty", "NO_COLOR": ""}, True, True),
    (TERMINAL, {"TERM": "xterm-kitty", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    (TERMINAL, {"TERM": "dumb", "VTE_VERSION": "7200"}, False, False),
    (TERMINAL, XTERM | {"VTE_VERSION": "7200", "INSIDE_EMACS": "29.1,compile"}, False, False),
    (TERMINAL, {"TERM": "dumb", "FORCE_COLOR": "1"}, True, False),
    (PIPE, {"TERM": "xterm-kitty"}, False, False),
    (PIPE, {"TERM": "xterm-kitty", "FORCE_COLOR": "1"}, True, False),
    (PIPE, {}, False, False),
    (PIPE, {"CLICOLOR_FORCE": "1"}, True, False),
    (PIPE, {"CLICOLOR_FORCE": "0"}, False, False),
    (PIPE, {"CLICOLOR_FORCE": ""}, False, False),
    (PIPE, {"CLICOLOR": "1"}, False, False),
    (PIPE, {"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, True, False),
    (PIPE, {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False, False),
    (TERMINAL, {"TERM": "xterm-kitty", "CLICOLOR": "0"}, False, False),
    (TERMINAL, {"TERM": "xterm-kitty", "CLICOLOR": "0", "FORCE_COLOR": "1"}, True, True),
    (TERMINAL, {"TERM": "xterm-kitty", "CLICOLOR": "1"}, True, True),
    (TERMINAL, {"TERM": "xterm-kitty", "CLICOLOR": "", "CLICOLOR_FORCE": "0"}, True, True),
]


@each_row(("stream", "environment", "colours", "links"), ENVIRONMENTS)
def test_colours_and_links(stream, environment, colours, links):
    assert (has_colours(stream, environment), has_links(stream, environment)) == (colours, links)


def test_a_link_has_a_text_and_an_address():
    assert link("URL205", "https://a.example/") == "\x1b]8;;https://a.example/\x1b\\URL205\x1b]8;;\x1b\\"


@pytest.mark.parametrize(("value", "expected"), [("120", 120), ("0", 80), ("wide", 80), ("", 80)])
def test_the_variable_columns_sets_the_width(monkeypatch, value, expected):
    monkeypatch.setenv("COLUMNS", value)
    monkeypatch.setattr("os.get_terminal_size", lambda: (_ for _ in ()).throw(OSError))
    assert columns() == expected


# As tmux 3.3 shows them.
WIDTHS = [
    ("abc", 3),
    ("河川", 4),
    ("e\u0301te\u0301", 3),
    ("ab\u200bc", 3),
    ("ab\xadc", 4),
    ("ｆ", 2),
    ("שלום", 4),
    ("🛶", 2),
    ("👩\u200d💻", 2),
    ("👩\u200d❤\ufe0f\u200d👨", 2),
    ("\u1112\u1161\u11ab", 2),
    ("क्षि", 3),
    ("क\u200dष", 2),
    ("🇩🇪", 2),
]


@each_row(("text", "cells"), WIDTHS)
def test_width_counts_terminal_cells(text, cells):
    assert width(text) == cells


@each_row(
    ("text", "limit", "expected"),
    [
        ("abcd", 4, "abcd"),
        ("abcde", 4, "abc…"),
        ("河川河川", 4, "河…"),
        ("河川", 4, "河川"),
        ("e\u0301" * 5, 3, "e\u0301e\u0301…"),
    ],
)
def test_truncated_text_fits(text, limit, expected):
    assert truncated(text, limit) == expected


def test_fitting_counts_characters():
    assert [fitting("a河b", limit) for limit in range(-1, 6)] == [0, 0, 1, 1, 2, 3, 3]
