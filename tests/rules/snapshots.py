"""Findings in full: `findings.txt` has texts, and what the rules report of them.

A line that does not begin with a space is a rule, a profile and a text; before the text, `yes` or `delsp` say how it is
flowed, or `markdown` and `shell` that it is in that format. The indented lines below it are its findings: each range at
fault with its offset, the severity and the message; then the edits of its fix.
`PYTHONPATH=src:tests python tests/rules/snapshots.py` writes them again when a rule changes.
"""

import re
from pathlib import Path
from typing import NamedTuple

from example_documents import example_document
from urlmend import lint

FILE = Path(__file__).parent / "findings.txt"
_HEAD = re.compile(r"(\S+) (\S+) (?:(yes|delsp|markdown|shell) )?(.*)")


class Snapshot(NamedTuple):
    """A text, and the lines of its findings."""

    code: str
    profile: str
    kind: str
    """Whether it is flowed, or its format."""
    text: str
    """With escapes as in Python."""
    lines: list[str]


def read():
    """The snapshots of the file."""
    found = []
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith(" "):
            found[-1].lines.append(line)
        else:
            code, profile, kind, text = _HEAD.fullmatch(line).groups()
            found.append(Snapshot(code, profile, kind or "", text, []))
    return found


def findings(snapshot):
    """The lines of the findings that the rule reports now."""
    text = decoded(snapshot.text)
    is_format = snapshot.kind in ("markdown", "shell")
    document = example_document(text, **{"form" if is_format else "flowed": snapshot.kind})
    lines = []
    for finding in lint(document, select=[snapshot.code], profile=snapshot.profile):
        pieces = " + ".join(_piece(text, span) for span in finding.spans)
        lines.append(f"  {pieces} {finding.severity}: {escaped(finding.message)}")
        if fix := finding.fix:
            edits = ", ".join(f"{_piece(text, span)} to {escaped(new)!r}" for span, new in fix.edits)
            lines.append(f"    {'safe' if fix.safe else 'unsafe'}: {edits}")
    return lines


def _piece(text, span):
    return f"{span.start} {escaped(text[span.start : span.stop])!r}"


def escaped(text):
    """The text on one line of ASCII."""
    return text.encode("unicode_escape").decode()


def decoded(text):
    """The text of an escaped one."""
    return text.encode().decode("unicode_escape")


def main():
    """Write the findings of all texts again."""
    lines = []
    for one in read():
        lines.append(" ".join(filter(None, (one.code, one.profile, one.kind, one.text))))
        lines += findings(one)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
