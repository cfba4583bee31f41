"""Range, severity, message and edits of every finding in `findings.txt`."""

import re

import pytest
from tests.rules import snapshots

from tables import each_row
from urlmend.rules import RULES

FAMILIES = sorted({code[:4] for code in RULES})


@pytest.mark.slow
@each_row("family", FAMILIES)
def test_findings(family):
    wanted = [one for one in snapshots.read() if one.code.startswith(family)]
    found = [(one, snapshots.findings(one)) for one in wanted]
    assert found == [(one, one.lines) for one in wanted], (
        "after an intended change, `PYTHONPATH=src:tests python tests/rules/snapshots.py` writes findings.txt"
    )


def test_every_rule_has_a_text():
    assert {one.code for one in snapshots.read()} == set(RULES)


# The fault, a colon, and what to do about it.
_MESSAGE = re.compile(
    r" (?:error|warning|info): [^:]*(?:'[^'\n]*'[^:]*)*: "
    r"(?:a|add|begin|break|close|complete|correct|do|encode|in|join|link|move|put|remove|separate|shorten|use|verify|write)\b"
)


def test_messages_say_what_is_wrong_and_what_to_do():
    messages = [line for one in snapshots.read() for line in one.lines if re.match(r"  [0-9]+ ['\"]", line)]
    assert len(messages) > len(RULES)
    assert [line for line in messages if not _MESSAGE.search(line)] == []
