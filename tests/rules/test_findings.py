"""Range, severity, message and edits of every finding in `findings.txt`."""

import pytest
from tests.rules import snapshots

from urlmend.rules import RULES

FAMILIES = sorted({code[:4] for code in RULES})


@pytest.mark.parametrize("family", FAMILIES)
def test_findings(family):
    wanted = [one for one in snapshots.read() if one.code.startswith(family)]
    assert [(one, snapshots.findings(one)) for one in wanted] == [(one, one.lines) for one in wanted]


def test_every_rule_has_a_text():
    assert {one.code for one in snapshots.read()} == set(RULES)
