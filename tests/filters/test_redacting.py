"""`Redactor`: pieces of a text, redacted as the complete text is; lines are returned as soon as they can be."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import HOSTILE_TEXTS
from urlmend import redact
from urlmend.filters import redacting
from urlmend.filters.redacting import Redactor

LINES = "".join(
    f"10:00:{number % 60:02} GET ftp://ada:h7Tq-{number}@canal.example/{number} password=Sommer-{number}\n"
    for number in range(1000)
)


@pytest.fixture
def short_windows(monkeypatch):
    monkeypatch.setattr(redacting, "_WINDOW", 1 << 14)
    monkeypatch.setattr(redacting, "_REACH", 1 << 12)


def streamed(text, size):
    redactor = Redactor()
    pieces = [redactor.add(text[at : at + size]) for at in range(0, len(text), size)]
    return [*pieces, redactor.rest()]


@pytest.mark.slow
def test_a_long_text_is_redacted_in_pieces(short_windows):
    assert len(LINES) > 3 * redacting._WINDOW
    expected = redact(LINES)
    assert "h7Tq" not in expected
    assert "Sommer" not in expected
    for size in (1000, 30_000):
        pieces = streamed(LINES, size)
        assert "".join(pieces) == expected
        assert max(map(len, pieces)) <= redacting._WINDOW + size
        assert all(piece.endswith("\n") for piece in pieces if piece)


@pytest.mark.slow
def test_a_line_without_end_is_redacted(short_windows):
    text = LINES.replace("\n", " ")
    assert "".join(streamed(text, 5000)) == redact(text)
    text = f"{'x' * 60_000} ftp://ada:h7Tq-92x@canal.example/"
    assert "".join(streamed(text, 5000)) == redact(text)


def test_lines_are_returned_when_asked_for():
    redactor = Redactor()
    assert redactor.add("ftp://ada:h7Tq@canal.example/\nftp://ada:92x1@canal.example/\nftp://ada:h7") == ""
    assert redactor.lines(but_last=True) == "ftp://ada:***@canal.example/\n"
    assert redactor.lines() == "ftp://ada:***@canal.example/\n"
    assert redactor.lines() == ""
    assert redactor.add("Tq@canal.example/\n") + redactor.lines() == "ftp://ada:***@canal.example/\n"
    assert redactor.rest() == ""


def test_the_second_line_of_a_secret_is_hidden_after_the_first_was_returned():
    redactor = Redactor()
    shown = (
        redactor.add("see <ftp://ada:h7Tq-\n")
        + redactor.lines()
        + redactor.add("92x@canal.example/>\n")
        + redactor.rest()
    )
    assert shown == "see <ftp://ada:h7Tq-\n***@canal.example/>\n"


@given(st.lists(HOSTILE_TEXTS, max_size=4), st.booleans())
def test_no_text_is_lost(pieces, asks):
    redactor = Redactor()
    shown = "".join(redactor.add(piece) + (redactor.lines() if asks else "") for piece in pieces) + redactor.rest()
    if not asks:
        assert shown == redact("".join(pieces))
    assert shown.count("\n") == "".join(pieces).count("\n")


@pytest.mark.slow
def test_single_lines_do_not_cost_more_with_the_time():
    redactor = Redactor()
    lines = LINES.splitlines(keepends=True)[:60]

    def seconds(chosen):
        start = time.process_time()
        for line in chosen:
            redactor.add(line)
            redactor.lines()
        return time.process_time() - start

    first = seconds(lines[:30])
    assert seconds(lines[30:]) < 3 * first + 0.1
