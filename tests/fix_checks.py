"""Check which URLs of a text are fixed."""

import re

from urlmend import Document
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.finder import find_candidates
from urlmend.fixing.fixer import fix_text
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of
from urlmend.linting.linter import Linter
from urlmend.rules import RULES

LINTER = Linter([RULES["URL205"]], "rfc3986")


def fixed(name, text):
    """The text with the safe fixes of URL205, read as a file with this name."""
    source = Document(text, name)
    form = format_of(name, text[:HEAD_SIZE].encode())
    document = read_format(source, form) if form else source
    return fix_text(document, lambda document: LINTER.findings(document, find_candidates(document)))


def check(name, text):
    """In a text, `FIX` is a URL that has to be fixed, `LEFT` one that must not be."""
    numbers = iter(range(1000))
    bad = re.sub("FIX|LEFT", lambda found: f"http://a.de/{found.group()}{next(numbers)}^b", text)
    assert fixed(name, bad) == re.sub(r"(FIX\d+)\^", r"\1%5E", bad)


def check_behind_marks(name, mark, text):
    """The same in comments or quotations: with a mark before each line."""
    marked = "".join((mark + line).rstrip() + "\n" for line in text.splitlines())
    check(name, f"/*\n{marked} */\n" if mark == " * " else marked)


def check_in_docstring(text):
    """The same in a docstring."""
    content = "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())
    check("a.py", f'def f():\n    """Do it.\n{content}    """\n    # see FIX now\n    return 1\n')
