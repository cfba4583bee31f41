"""Lines that keep their length are left: titles with underlines, and rows of tables."""

from functools import partial
from operator import mul

import pytest

from fix_checks import check, check_behind_marks, check_in_docstring
from growth import assert_linear_on_attacks
from urlmend.fixing.layout import keeps_length

TITLES = """
See LEFT
========

See FIX
---
=================
LEFT
=================
See FIX.
---
See FIX.
LEFT
~~~~~~~~~~~~~~~~~

See FIX.
---
See FIX.
--

See FIX.

--------

See FIX
-- -- --
See FIX
*******a
---
  LEFT
  ++++++++++++++++
  See FIX.
""".split("---\n")


@pytest.mark.parametrize("name", ["a.txt", "README", "a.rst"])
@pytest.mark.parametrize("text", TITLES)
def test_titles_keep_their_length(name, text):
    check(name, text)


@pytest.mark.parametrize("text", TITLES)
def test_titles_keep_their_length_in_docstrings(text):
    content = "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())
    check("a.py", f'def f():\n    """Do it.\n{content}\n    See FIX.\n    """\n    # See FIX.\n    # --------\n')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""LEFT\n=================\n\nSee FIX.\n"""\n# See FIX.\n'),
        ("a.py", "'''See FIX.\n'''\n\n\n'''LEFT\n================='''\n"),
        ("a.py", "# ======\n# See FIX.\n# ======\n##########\n# See FIX.\n##########\n"),
        ("a.c", "/*************\n * See FIX.\n *************/\n// See FIX.\n//----------\n"),
        ("a.md", "See FIX.\n========\n\n======\nSee FIX.\n======\n"),
        ("a.txt", "See FIX:\n```\nSee LEFT\n```\nSee FIX.\n"),
        ("a.adoc", "LEFT now\n-----------------------\n\nSee FIX.\n"),
        ("a.adoc", "[NOTE]\n====\nSee FIX.\n====\n\nSee FIX:\n----\nLEFT\n----\n"),
    ],
)
def test_other_lines_next_to_punctuation_are_fixed(name, text):
    check(name, text)


TABLES = """
+-----------------+----+
| LEFT            | a  |
+=================+====+
| See             | b  |
| LEFT            |    |
+-----------------+----+
See FIX.
---
=================  ====
a                  b
=================  ====
LEFT               c

LEFT               d
=================  ====

See FIX.
---
=================  ====
LEFT               c
LEFT
=================  ====

See FIX.
---
=================  ====
See FIX.

=================
See FIX.
---
+-----------------+----
+ See FIX.
+ FIX
---
a = b == c
See FIX.
== c

See FIX.
""".split("---\n")


@pytest.mark.parametrize("name", ["a.txt", "README", "a.rst"])
@pytest.mark.parametrize("text", TABLES)
def test_tables_keep_their_columns(name, text):
    check(name, text)


@pytest.mark.parametrize(("name", "mark"), [("a.py", "# "), ("a.c", "// "), ("a.java", " * "), ("a.txt", "> ")])
@pytest.mark.parametrize("text", TABLES)
def test_tables_keep_their_columns_behind_marks(name, mark, text):
    check_behind_marks(name, mark, text)


@pytest.mark.parametrize("text", TABLES)
def test_tables_keep_their_columns_in_docstrings(text):
    check_in_docstring(text)


def test_a_table_ends_with_its_docstring():
    table = "===== =====\nLEFT  a\n===== ====="
    check("a.py", f'"""Do it.\n\n{table}"""\n# See FIX.\n\n\n"""\n===== =====\n"""\n# See FIX.\n')


ATTACKS = ["=== ===\n", "=== ===\na\n\n", "+---+\n", "| a\n", "a\n----\n", "-", "= ", "+-", '"""', "# ===\n\n", '"""\n']


@pytest.mark.slow
@pytest.mark.parametrize("form", ["asciidoc", "code", "prose"])
def test_layout_is_found_in_linear_time(form):
    repeated = [partial(mul, attack) for attack in ATTACKS]

    def read(text):
        return [keeps_length(text, at, form, 0, len(text)) for at in range(0, len(text), 50)]

    assert_linear_on_attacks(read, repeated, str, 1000)
