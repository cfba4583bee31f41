"""Figures in the documentation: each table names the command that measured it, the date, the version and the commit."""

import re
from itertools import takewhile
from pathlib import Path

from urlmend._version import __version__
from urlmend.cli import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
MEASURED = re.compile(
    r"<!-- measured: \d{4}-\d{2}-\d{2} (?P<version>\S+) (?P<commit>[0-9a-f]{8}) (?P<command>.+) -->"
    r"|<!-- written by (?P<tool>\S+) -->\nMeasured on \d{4}-\d{2}-\d{2}: urlmend (?P<with>\S+)"
)
FIGURE = re.compile(r"[~<]?[.]?\d[\d.,]*(?: ?(?:%|ms|s|MB|GB|kB|h|min).*)?")


def sections(page):
    """The text between two headings."""
    return re.split(r"^#+ .*$", page.read_text("utf-8"), flags=re.MULTILINE)


def tables(section):
    """The lines of each table."""
    lines = iter(section.splitlines())
    for line in lines:
        if line.startswith("|"):
            yield [line, *takewhile(lambda other: other.startswith("|"), lines)]


def has_figures(table):
    """Whether a third of the cells after the first column are figures."""
    cells = [cell.strip() for row in table[2:] for cell in row.strip("|").split("|")[1:]]
    return 3 * sum(bool(FIGURE.fullmatch(cell)) for cell in cells) > len(cells) > 0


def releases():
    """The last two versions of the changelog; the unreleased one is that of the package."""
    found = re.findall(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    return list(dict.fromkeys([__version__, *found]))[:2]


def test_tables_of_figures_are_recognised():
    assert has_figures(["| a | b |", "| --- | --- |", "| c | 1.5 |", "| d | 30 % |"])
    assert not has_figures(["| a | b |", "| --- | --- |", "| 3 | c |", "| 4 | d |"])


def test_sections_with_figures_name_their_command():
    found = [(page.name, part) for page in PAGES for part in sections(page) if any(map(has_figures, tables(part)))]
    assert len(found) >= 10
    assert [(name, part[:200]) for name, part in found if not MEASURED.search(part)] == []


def test_figures_are_at_most_one_release_old():
    for page in PAGES:
        for found in MEASURED.finditer(page.read_text("utf-8")):
            assert (found["version"] or found["with"]) in releases(), (page.name, found[0], "measure again")


def test_commands_of_figures_exist():
    for page in PAGES:
        for found in MEASURED.finditer(page.read_text("utf-8")):
            program, _, rest = (found["command"] or found["tool"]).partition(" ")
            exists = rest.split()[0] in COMMANDS if program == "urlmend" else (ROOT / program).is_file()
            assert exists, (page.name, found[0])
