"""The time of every format grows linearly with its input."""

import importlib

import pytest
from tests.growth import assert_linear

from urlmend.formats.recognition import FORMATS

PIECES = {
    "batch": ["^", "%", "%%", "^&", "://", "://a^|"],
    "columns": [":", "a:", "<", "#\n", "://a ", "a: ", "www.", " \n"],
    "csv": ['"', '""', '"x,', ',"', ',"""x', ",", '"a,\n', ":", "://a", "a:b,", "www.", '"\n', ";:a", "\n"],
    "folded": ["NOTE: '\\' line wrapping per RFC 8792\n", "a\\\n", "a\\\n ", "\\", " \n"],
    "icalendar": ["\n ", "\\", "\\\n ", "\r\n", "TEL:", "VERSION:", "\\n"],
    "json": ["\\", "\\u", "\\ud800", "\\u0041", '"', '\\"'],
    "shell": [
        "://",
        "://a ",
        "://(",
        "://(a",
        "://a;a=",
        "://a;",
        "://a&",
        "://a&amp",
        "'",
        "#",
        " #",
        "://a|",
        "://\n",
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "piece"), [(row.name, piece) for row in FORMATS for piece in PIECES.get(row.name, [])]
)
@pytest.mark.parametrize("head", ["", '"', "://a", "NOTE: '\\' line wrapping per RFC 8792\n"])
def test_time_is_linear(form, piece, head):
    rewrites = importlib.import_module(f"urlmend.formats.{form}").rewrites
    assert_linear(lambda text: sum(1 for _ in rewrites(text)), lambda count: head + piece * count + "x", 5000)
