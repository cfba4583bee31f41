"""Generate the pages and the index in `docs/rules/` from the docstrings of the rules.

usage: build_rule_pages.py [--check]

With --check nothing is written; the exit status is 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from urlmend.rules import RULES, Rule

FOLDER = Path(__file__).parent.parent / "docs" / "rules"
FAMILIES = {
    "URL0": "Comments",
    "URL1": "Wrappers and the text around the URL",
    "URL2": "Characters",
    "URL3": "Reserved characters",
    "URL4": "Authority",
    "URL5": "Credentials",
    "URL6": "Security",
    "URL7": "Syntax of single schemes",
    "URL8": "Schemes",
}


def properties(rule: Rule) -> str:
    """One line: severity, whether the rule is on by default, kind of fix, profiles."""
    severity = rule.severity
    if rule.whatwg_severity != rule.severity:
        severity += f", {rule.whatwg_severity} in whatwg"
    fix = f"; fix {rule.fix}" if rule.fix else ""
    return (
        f"{severity}; {rule.state}{fix}; profiles {', '.join(rule.profiles)}; scopes {', '.join(sorted(rule.scopes))}"
    )


def page(rule: Rule) -> str:
    """The page of a rule, in Markdown."""
    return f"# {rule.code} {rule.name}\n\n{rule.page.rstrip()}\n\n*{properties(rule)}.*\n"


def index() -> str:
    """The page that lists all rules by family, in Markdown."""
    lines = ["# Rules", "", "What each says, `urlmend explain CODE` shows too.", ""]
    for family, title in FAMILIES.items():
        rules = [rule for code, rule in sorted(RULES.items()) if code.startswith(family)]
        if rules:
            lines += [f"## {title}", "", "| rule | says | |", "| --- | --- | --- |"]
            lines += [_row(rule) for rule in rules]
            lines.append("")
    return "\n".join(lines)


def _row(rule: Rule) -> str:
    summary = rule.summary.replace("|", "\\|")
    return f"| [{rule.code}]({rule.code}.md) {rule.name} | {summary} | {properties(rule)} |"


def main() -> None:
    """Write the pages, or check that they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    pages = {f"{code}.md": page(rule) for code, rule in RULES.items()} | {"index.md": index()}
    present = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    if options.check:
        outdated = sorted(name for name in pages.keys() | present.keys() if pages.get(name) != present.get(name))
        sys.exit(f"not current: {', '.join(outdated)}; run {Path(__file__).name}" if outdated else 0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in present.keys() - pages.keys():
        (FOLDER / name).unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
