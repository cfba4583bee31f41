"""Sections of the pages of rules that are generated from data."""

import json
import re
from pathlib import Path

from tables import each_row
from urlmend.rules import RULES

ROOT = Path(__file__).parents[2]
FIGURES = json.loads((ROOT / "tools" / "rule_figures.json").read_text("utf-8"))["figures"]


@each_row("code", sorted(RULES))
def test_pages_say_where_how_often_and_how(code):
    page = (ROOT / "docs" / "rules" / f"{code}.md").read_text("utf-8")
    titles = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert titles == ["Where it applies", "How often it is right", "How to ignore it", "How to configure it"]
    assert ("Not measured" in page) == (code not in FIGURES)
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
    assert page.splitlines()[2].startswith(f"**{RULES[code].severity}**")
    linked = re.findall(r"\bURL[0-9]{3}\b", re.sub(r"\[[^\]]*\]\([^)]*\)", "", prose))
    assert not {other for other in linked if other in RULES and other != code}
    assert not re.search(r"(?<!\[)RFC [0-9]+ sections? [0-9]|(?<!\[)RFC [0-9]+\b(?! section)", prose)


def test_figures_are_counts_of_known_rules():
    assert FIGURES.keys() <= RULES.keys()
    assert all(len(row) == 3 and min(row) >= 0 and sum(row) for row in FIGURES.values())


def test_rules_that_are_off_because_they_were_rarely_right_say_so():
    rare = {code for code, (right, *rest) in FIGURES.items() if right + sum(rest) >= 3 and 3 * right < sum(rest)}
    off = {code for code, rule in RULES.items() if "rfc3986" in set(rule.profiles) - set(rule.default_profiles)}
    assert rare & off
    for code in FIGURES:
        page = (ROOT / "docs" / "rules" / f"{code}.md").read_text("utf-8")
        assert ("because it was rarely right" in page) == (code in rare & off)
