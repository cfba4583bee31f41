"""Examples are left: console sessions in all texts, and blocks of code in comments and plain text."""

from functools import partial
from operator import mul

import pytest

from fix_checks import check, check_behind_marks, check_in_docstring, fixed
from growth import assert_linear_on_attacks
from tables import each_row
from urlmend.fixing.examples import example_regions

SESSIONS = """
>>> print(u)
LEFT

see FIX now
---
See FIX:
>>> f()
... LEFT
see LEFT now
LEFT
---
In [1]: f()
Out[1]: LEFT
see LEFT now

see FIX now
---
irb(main):001:0> f
=> LEFT
---
irb(main):001> f
see LEFT now
---
iex(1)> f
see LEFT now
---
$ curl -v LEFT
see LEFT now
< LEFT

see FIX now
---
user@host:~/x$ make
see LEFT now
---
[user@host x]$ make
see LEFT now
---
- $ make
  see LEFT now
- see FIX now
---
  $ make
  see LEFT now

  see FIX now
---
5 > 3
see FIX now
---
$ 5 are paid.
see FIX now
---
$ x + y $ is the sum;
see FIX now
---
The price in $ is
see FIX now
---
user@host.de sends it.
see FIX now
---
In [1] is shown
see FIX now
""".split("---\n")


@each_row("name", ["a.txt", "a.md", "a.rst", "a.adoc", "a.org", "README", "a.wiki"])
@each_row("text", SESSIONS)
def test_sessions_are_left_in_texts(name, text):
    check(name, text)


@each_row(("name", "mark"), [("a.py", "# "), ("a.c", "// "), ("a.java", " * "), ("a.sql", "-- "), ("a.txt", "> ")])
@each_row("text", SESSIONS)
def test_sessions_are_left_behind_marks(name, mark, text):
    check_behind_marks(name, mark, text)


@each_row("text", SESSIONS)
def test_sessions_are_left_in_docstrings(text):
    check_in_docstring(text)


# Code in comments of source code, and in plain text.
BLOCKS = [
    (
        "a.py",
        """
def f():
    \"""Do FIX.

    See FIX for example::

        see LEFT now

        and LEFT

    Then FIX.

    .. code-block:: text

        see LEFT now

    .. note::

        See FIX now.

    - Run::

          see LEFT

    - See FIX.
    \"""
    # See FIX.
""",
    ),
    (
        "a.py",
        """
def f():
    \"""Do it::

        see LEFT\"""
    # see FIX
    x = 1

    # Run::
    #
    #     see LEFT
    #
    # See FIX::

    #     see FIX
""",
    ),
    (
        "a.py",
        """
def f():
    \"""Do it.

    Args:
        u: See FIX.

    Example:
        see LEFT now

        see LEFT

    Returns:
        See FIX.

    Examples:

        see LEFT now
    See FIX.

    Usage:
        see LEFT
    For example: see FIX
        and FIX
    \"""
""",
    ),
    (
        "a.py",
        """
# ```python
# see LEFT
#
# LEFT
# ```
# See FIX.
#
# ```
# see LEFT
x = 1
# See FIX.
def f():
    \"""Do it.

    ~~~ text
    see LEFT
    ~~~~

    See FIX, or (FIX).

    ```
    see LEFT
    \"""
    # see FIX
""",
    ),
    (
        "a.rs",
        """
/// See FIX.
/// # Examples
///
/// ```
/// see LEFT
/// ```
/// See FIX.
fn f() {}
""",
    ),
    (
        "a.c",
        """
/**
 * See FIX.
 * @code
 *   see LEFT
 * @endcode
 * See FIX.
 * \\code{.py}
 * see LEFT
 * \\endcode See FIX.
 * ```
 * see LEFT
 * ```
 * See FIX.
 * @verbatim
 * see LEFT
 * @endverbatim
 * A \\code is no example. See FIX.
 */
// See FIX.
int f();
""",
    ),
    (
        "a.java",
        """
/**
 * See FIX, <pre>LEFT</pre> FIX.
 * <pre>{@code
 *   see LEFT
 *   { see LEFT }
 * }</pre>
 * See FIX {@code a LEFT {b} LEFT} and FIX.
 * <p>See FIX.
 * The tag <pre> is no example.
 * See FIX.
 */
/** See FIX. {@link FIX} */
class A {}
""",
    ),
    (
        "a.js",
        """
/**
 * See FIX.
 * @example
 * see LEFT
 *
 * see LEFT
 * @see FIX
 * @example see LEFT
 */
// See FIX.
""",
    ),
    (
        "a.yaml",
        """
# Example:
#   see LEFT
# See FIX.
example:
  # see FIX
  a: b
""",
    ),
    (
        "a.txt",
        """
See FIX for example::

  see LEFT

  and LEFT

See FIX, too.

.. code:: text

   see LEFT

```
see LEFT
```
See FIX.

Section
~~~~~~~

See FIX.

.. todo::

   See FIX.

.. doctest::

   see LEFT

Example:
  see FIX
""",
    ),
]


@each_row(("name", "text"), BLOCKS, ids=lambda value: value.split("\n")[1] if "\n" in value else value)
def test_blocks_of_code_are_left_in_comments_and_plain_text(name, text):
    check(name, text)


# Docstrings with sessions that contain quotes of the other kind, and their twins with these quotes exchanged.
QUOTED_SESSIONS = [
    """
def f():
    \"""Do it.

    >>> text = \'''
    ... see LEFT\'''
    >>> split(text)
    ['see LEFT', 'north']

    See FIX.
    \"""
    # See FIX.
""",
    """
def f():
    \"""Do it.

    >>> print(\'''see
    ... LEFT\''')
    see LEFT
    \'''
    see LEFT

    See FIX: \''' is no end, and

    >>> f()
    LEFT
    \'''
    LEFT\"""
    # See FIX.
    x = "\'''"  # See FIX.
    \"""See FIX.

    >>> f()
    LEFT \\\""" \''' LEFT \"""
""",
    """
def f():
    \"""Do it.

    >>> text = \'''
    ... a

    ... see LEFT
    LEFT

    ...see FIX
      ... see FIX
    \"""
    # ... See FIX.
""",
    """
x = "\'''" + '"'  # don't use \''' here: FIX
# don't use \''' here: FIX
def f():
    \"""
    >>> f()
    \'''LEFT\'''
    LEFT \'''
    LEFT
    \"""
    # See FIX.
""",
    """
def f(x=\"""a\""", y=\"""
a
\"""):
    # See FIX.
    \'''>>> f()
    LEFT\'''
    # See FIX.
    r\'''Do it.

    >>> f(\"""
    ... LEFT\""")
    LEFT
    \''' + x  # See FIX.
    # See FIX.
""",
    """
def f():
    \"""Do it.

    In [1]: f()
       ...: LEFT

       ...: LEFT

    sage: f(\'''
    ....: LEFT\''')
    LEFT

    ....: LEFT

    See FIX.
    \"""
    # See FIX.
""",
]
OTHER_QUOTES = str.maketrans("\"'", "'\"")


@each_row("text", QUOTED_SESSIONS)
def test_a_docstring_ends_at_its_own_quotes(text):
    check("a.py", text)
    check("a.py", text.replace("don't", "do").translate(OTHER_QUOTES))


@each_row(
    ("name", "text"),
    [
        ("a.txt", "... see FIX now\n\n>>> f()\n\n... LEFT\n\n ... see FIX now\n\n> ... see FIX now\n"),
        ("a.md", "- >>> f()\n\n  ... LEFT\n\n... see FIX now\n"),
        ("a.c", "/*\n * >>> f()\n *\n * ... LEFT\n */\n// ... see FIX\n/* ... see FIX */\n"),
    ],
)
def test_a_continuation_belongs_to_a_session_in_its_column(name, text):
    check(name, text)


MARKDOWN = """
- Output was:

      LEFT

  See FIX.

    See FIX.
---
1. Numbered

       LEFT

   See FIX.
10. Numbered

    See FIX.

        LEFT
---
1. See FIX.
2. See FIX.
       FIX

       LEFT
---
- a
  - See FIX.

    See FIX.

        LEFT
- See FIX.

Text FIX.

    LEFT
---
```
x
```
    LEFT
---
# Title
    LEFT

Title
-----
    LEFT
***
    LEFT
See FIX
    FIX
---
- a

  ```
# no heading
  ```

      LEFT

  See FIX.
---
```
- a
```

    LEFT
---
> See FIX.
>
>     LEFT
>
> - a
>
>   See FIX.
---
- See FIX
FIX

See FIX.

    LEFT
---
[^1]: See FIX.

    See FIX.

        LEFT
---
!!! note

    See FIX.

        LEFT

    See FIX.
---
-     LEFT
-\tSee FIX.

\tSee FIX.

\t    LEFT
---
In
2019. See FIX.

    LEFT
---
* See FIX.

    * See FIX.

        See FIX.

            See LEFT.
""".split("---\n")


@each_row("text", [text for text in MARKDOWN if text.strip()])
def test_indented_code_of_markdown_is_left(text):
    check("a.md", text)


def test_literal_paragraphs_of_asciidoc_are_left():
    check("a.adoc", "See FIX.\n\n    LEFT\n\n* a\n+\nSee FIX.\n\n    see FIX\n\nSee FIX.\n    See FIX.\n")


USAGES = """
usage: prog LEFT
Usage: ./prog.py --all LEFT
USAGE: $ prog LEFT
---
Usage: FIX
usage: see FIX
Usage: as documented in FIX
The usage: prog FIX
""".split("---\n")


@each_row(("name", "mark"), [("a.txt", ""), ("a.rst", ""), ("a.md", ""), ("a.py", "# "), ("a.c", "// ")])
@each_row("text", USAGES)
def test_usages_are_commands(name, mark, text):
    check(name, "".join(f"{mark}{line}\n\n" for line in text.strip().splitlines()))


MORE = "more text\n" * 60
BAD, GOOD = "http://a.de/a|b^c", "http://a.de/a%7Cb%5Ec"


@each_row(
    ("name", "text"),
    [
        ("a.py", f"# becomes {GOOD} from {BAD}\n"),
        ("a.txt", f"Write {GOOD},\nnot {BAD}.\n"),
        ("a.md", f"Both <{BAD}> and <{GOOD}>\n"),
    ],
)
def test_a_text_that_names_the_fixed_url_is_left(name, text):
    assert fixed(name, text) == text


@each_row(
    ("name", "text"),
    [
        ("a.txt", f"Write {GOOD}/x, not {BAD}.\n"),
        ("a.txt", f"See {BAD} and {BAD} and http://a.de/a.\n"),
        ("a.txt", f"See {GOOD}.\n{MORE}See {BAD}.\n"),
        ("a.md", f"[a]({GOOD}) [b]({BAD})\n"),
        ("a.html", f'<a href="{GOOD}">a</a> <a href="{BAD}">b</a>\n'),
    ],
)
def test_a_text_that_names_another_url_is_fixed(name, text):
    assert fixed(name, text) == text.replace(BAD, GOOD)


ATTACKS = [
    ">>> a\n",
    ">>> a\n\n",
    "> ",
    "> >>> a\n",
    "# >>> a\n",
    "- $ a\n",
    "a::\n",
    "a::\n\n  b::\n",
    "```\n",
    "```a\nb\n~~~\n",
    "# Example:\n#  a\n",
    "<pre>",
    "<pre></pre>",
    "<pre ",
    "{@code ",
    "{@code {}}",
    "@code ",
    "@code @endcode ",
    "a@",
    "a@a",
    "a@b:",
    "$ a $",
    "$ a$a",
    "</",
    "*/",
    '"""',
    "/** a::\n",
    "irb(",
    "[a@b ",
    "1. ",
    "- ",
    "#",
    "`",
    "@example\n",
    "'",
    '\\"',
    "*/::\n",
    "\"'",
    "'\\",
    "\"\"\"\n''''\n",
    "\"\"\">>> ''''\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["prose", "markdown", "asciidoc", "code"])
def test_examples_are_found_in_linear_time(form):
    repeated = [partial(mul, attack) for attack in ATTACKS]
    assert_linear_on_attacks(lambda text: list(example_regions(text, form)), repeated, str, 1000)
