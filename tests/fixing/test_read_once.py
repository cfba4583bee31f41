"""How often one file is decoded, read and searched for secrets: calls are counted, not seconds."""

import sys
from collections import Counter

import pytest

from urlmend.cli.main import main

TEXT = """# Survey

The map is at http://www.canal-corp.io/map|north and the
rest at <URL:http://www.canal-corp.io/2004/north-
bank.html>.
"""
COUNTED = {
    ("decoding/text.py", "decode_text"): "decoded",
    ("formats/reader.py", "read_format"): "read by its format",
    ("finder/reader.py", "Reader.__init__"): "searched for URLs",
    ("redaction/detect.py", "_find"): "searched for secrets",
    ("fixing/syntax.py", "tree"): "parsed",
    ("linting/unattended.py", "path_in_project"): "asked for its kind",
}
# A diff is of two versions, and each of them may have secrets as it is written and as its format reads it.
MOST = [
    (
        "lint",
        {
            "decoded": 1,
            "read by its format": 1,
            "searched for URLs": 1,
            "searched for secrets": 6,
            "asked for its kind": 1,
        },
    ),
    (
        "--diff",
        {
            "decoded": 4,
            "read by its format": 5,
            "searched for URLs": 8,
            "searched for secrets": 8,
            "asked for its kind": 1,
            "parsed": 1,
        },
    ),
]


def counted(arguments):
    """How often a command does what is counted."""
    calls = Counter()

    def note(frame, event, _):
        code = frame.f_code
        place = (code.co_filename.rpartition("/urlmend/")[2], code.co_qualname)
        if event == "call" and place in COUNTED:
            calls[COUNTED[place]] += 1

    sys.setprofile(note)
    try:
        main(arguments)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(("command", "most"), MOST)
def test_a_file_is_read_so_often(tmp_path, monkeypatch, capsys, command, most):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.md").write_text(TEXT)
    calls = counted(["lint", *([command] if command != "lint" else []), "two.md"])
    assert "http://www.canal-corp.io" in capsys.readouterr().out or command == "lint"
    assert {name: number for name, number in calls.items() if number > most.get(name, 0)} == {}
