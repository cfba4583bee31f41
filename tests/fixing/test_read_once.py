"""How often the text of a file is read while it is linted and fixed: never twice for one purpose."""

import sys
from collections import Counter

import pytest

from urlmend.cli.main import main

TEXT = """\
# Survey

The map: http://www.canal.example.org/map|north and <URL:http://www.canal.example.org/a-
b>.

Backups: ftp://backup:h7Tq-92x@mirror.canal.internal/survey
"""


@pytest.fixture
def calls(tmp_path, monkeypatch, capsys):
    """Run a command line on TEXT, and count the calls by function and, for a text, by its text."""

    def run(*arguments):
        (tmp_path / "notes.md").write_text(TEXT)
        monkeypatch.chdir(tmp_path)
        counted = Counter()

        def count(frame, event, _):
            if event == "call" and "urlmend" in frame.f_code.co_filename:
                name = frame.f_code.co_name
                counted[name] += 1
                text = frame.f_locals.get("text")
                if isinstance(text, str) and len(text) >= len(TEXT) - 2:  # fixes move a line end
                    counted[name, text] += 1

        sys.setprofile(count)
        try:
            assert main([*arguments, "notes.md"]) == 1
        finally:
            sys.setprofile(None)
        assert "%7C" in capsys.readouterr().out
        return counted

    return run


@pytest.mark.parametrize("options", [(), ("--format", "sarif"), ("--show-source",)])
def test_lint_reads_a_file_once(calls, options):
    counted = calls("lint", *options)
    assert counted["decode_text"] == 1
    assert counted["read_format"] == 1
    assert counted["find_candidates"] == 1


def test_a_diff_reads_each_text_once(calls):
    counted = calls("lint", "--diff")
    assert counted["decode_text"] == 2
    assert counted["read_format"] == 3
    assert counted["find_candidates"] == 2
    searches = [count for call, count in counted.items() if call[0] == "find_secrets"]
    assert len(searches) == 2  # before and after
    assert max(searches) == 1
