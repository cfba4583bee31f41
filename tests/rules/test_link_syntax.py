"""Links of Markdown whose syntax is broken."""

import re

import pytest

from tables import each_row
from urlmend.finder import FindOptions, find_urls
from urlmend.fixing.fixer import fix_text
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.settings.config import Config


def findings(text, form="markdown", name="a.md", **settings):
    linter = ProjectLinter(Config(**settings), ".", FindOptions())
    return linter.findings(read_format(Document(text, name), form))


def fixed(text, *, unsafe):
    examine = ProjectLinter(Config(), ".", FindOptions()).findings
    return fix_text(read_format(Document(text, "a.md"), "markdown"), examine, unsafe=unsafe)


LINE_BREAK = "line break between text and target of link: remove it"
SPACE = "space between text and target of link: remove it"
FULL_WIDTH = "full-width brackets around target of link: write (...)"
CLOSING = "full-width bracket after target of link: write ')'"
SWAPPED = "swapped brackets of link: write [text](target)"
SQUARE = "square brackets around target of link: write (...)"
QUOTES = "quotation marks around target of link: remove them"
NO_TARGET = "link without target: write it"
BROKEN_TARGET = "line break in target of link: remove it"
OPEN = "no ')' after target of link: add it"
AFTER = "wrong bracket after text of link: write [text](target)"
ANGLE = "no '>' after URL: add it"
BEFORE = "text before target of link: remove it"
TWICE = "URL directly after URL in target of link: write one"
BRACKET = "bracket before target of link: remove it"
MAILTO = "URL after 'mailto:': write an address, or remove it"
ATTRIBUTE = "link of Markdown in attribute: write its target only"
CURLY = "curly quotation marks around attribute: write straight ones"
BETWEEN = "text between text and target of link: remove it"
DEFINITION = "brackets around target of definition: remove them"
WRONG_END = "wrong bracket after target of link: write ')'"
OPENING = "wrong bracket before text of link: write [text](target)"
UNCLOSED = "no ']' after text of link: add it"
UNMATCHED = "unmatched ']' before target of link: write '[' before its text, or remove it"
BAR = "'|' before target of link: write [text](target)"
IMAGE = "space between '!' and text of image: remove it"
ANGLES = "angle brackets in attribute: remove them"
FIRST_QUOTE = "no quotation mark before attribute: add it"
LAST_QUOTE = "no quotation mark after attribute: add it"
TITLE = "no quotation mark before title of link: add it"
QUOTED_TARGET = "quotation marks around target of definition: remove them"
AFTER_DEFINITION = "bracket after target of definition: remove it"
LAST_CURLY = "curly quotation mark after attribute: write a straight one"
TWO_QUOTES = "two quotation marks before attribute: write one"
OF_RST = "link of reStructuredText: write [text](target)"
NO_ROUND = "no brackets around target of link: write [text](target)"
EMPTY = "URL after empty target of link: write [text](target)"
BEFORE_END = "wrong bracket before target of link: write [text](target)"
NO_BRACKETS = "no brackets around target of image: write ![text](target)"
NO_LABEL = "no brackets for text of image: write ![text](target)"
INSIDE = "'!' within brackets of image: write ![text](target)"
BARE_IMAGE = "no brackets around image with link: write [![text](image)](target)"
ELEMENT = "element in target of link: write its address only"
NO_NAME = "no name of element before attribute: write <a href"
NO_SPACE_BEFORE = "no space before attribute: add it"
EARLY_END = "'>' before attribute: write a space"
SPACE_AFTER = "space after '<': remove it"
NO_EQUALS = "no '=' after name of attribute: write it"
MISSPELT_HREF = "misspelt name of attribute: write href"
MISSPELT_SRC = "misspelt name of attribute: write src"
AFTER_TARGET, TEXT_AFTER = "bracket after target of link: remove it", "text after target of link: remove it"
# What is broken, the message, and what fixes make of it, if there is one.
BROKEN = [
    ("![b]https://a.foo.org/c.png", NO_BRACKETS, "![b](https://a.foo.org/c.png)"),
    ("see [the plan]() and [x]()", NO_TARGET, None),
    ("see (![the map]( ))", NO_TARGET, None),
    ("![]https://a.foo.org/c.png)", NO_BRACKETS, "![](https://a.foo.org/c.png)"),
    ("![b]!(https://a.foo.org/c.png)", BETWEEN, "![b](https://a.foo.org/c.png)"),
    ("!(https://a.foo.org/c.png)", NO_LABEL, "![](https://a.foo.org/c.png)"),
    ("[!b](https://a.foo.org/c.png)", INSIDE, "![b](https://a.foo.org/c.png)"),
    ("[!files](https://a.foo.org/c.png)", INSIDE, "![files](https://a.foo.org/c.png)"),
    ("![b](c.svg)(https://a.foo.org/)", BARE_IMAGE, None),
    ('![b](<img src="https://a.foo.org/c.png" />)', ELEMENT, None),
    ('[b](<a href="https://a.foo.org/">c</a>)', ELEMENT, None),
    ('<a herf="https://a.foo.org/">b</a>', MISSPELT_HREF, None),
    ('<a class="c" hef="https://a.foo.org/">b</a>', MISSPELT_HREF, None),
    ('<a ref="https://a.foo.org/">b</a>', MISSPELT_HREF, None),
    ("<a src='https://a.foo.org/'>b</a>", MISSPELT_HREF, "<a href='https://a.foo.org/'>b</a>"),
    ('<img alt="c" scr="https://a.foo.org/b.png">', MISSPELT_SRC, None),
    ('<a href:"https://a.foo.org/">b</a>', NO_EQUALS, '<a href="https://a.foo.org/">b</a>'),
    ('<a href"https://a.foo.org/">b</a>', NO_EQUALS, '<a href="https://a.foo.org/">b</a>'),
    ('<img alt="c" src"https://a.foo.org/b.png">', NO_EQUALS, '<img alt="c" src="https://a.foo.org/b.png">'),
    ('<a>href="https://a.foo.org/">b</a>', EARLY_END, '<a href="https://a.foo.org/">b</a>'),
    ('<ahref="https://a.foo.org/">b</a>', NO_SPACE_BEFORE, '<a href="https://a.foo.org/">b</a>'),
    ('<imgsrc="https://a.foo.org/b.png">', NO_SPACE_BEFORE, '<img src="https://a.foo.org/b.png">'),
    ('< a href="https://a.foo.org/">b</a>', SPACE_AFTER, '<a href="https://a.foo.org/">b</a>'),
    ('<href="https://a.foo.org/">b</a>', NO_NAME, '<a href="https://a.foo.org/">b</a>'),
    ("[b] (https://a.foo.org/)", SPACE, "[b](https://a.foo.org/)"),
    ("![b] (https://a.foo.org/c.png)", SPACE, "![b](https://a.foo.org/c.png)"),
    ('[b] (https://a.foo.org/ "c d")', SPACE, '[b](https://a.foo.org/ "c d")'),
    ("[`b`] (https://a.foo.org/)", SPACE, "[`b`](https://a.foo.org/)"),
    ("see [the plan]\n(https://a.foo.org/) now", LINE_BREAK, "see [the plan](https://a.foo.org/) now"),
    ("see [the plan]\r\n(https://a.foo.org/) now", LINE_BREAK, "see [the plan](https://a.foo.org/) now"),
    ("see [the\nplan] (https://a.foo.org/) now", SPACE, "see [the\nplan](https://a.foo.org/) now"),
    ("> see [the\r\n> plan]((https://a.foo.org/)", BRACKET, "> see [the\r\n> plan](https://a.foo.org/)"),
    ("[#12] (https://a.foo.org/12)", SPACE, "[#12](https://a.foo.org/12)"),
    ("[[b]] (https://a.foo.org/)", SPACE, "[[b]](https://a.foo.org/)"),
    ("[\u6587]\uff08https://a.foo.org/\uff09\u3002", FULL_WIDTH, "[\u6587](https://a.foo.org/)\u3002"),
    ("[\u6587] \uff08https://a.foo.org/)", FULL_WIDTH, "[\u6587](https://a.foo.org/)"),
    ("[\u6587](https://a.foo.org/\uff09\u3002", CLOSING, "[\u6587](https://a.foo.org/)\u3002"),
    ("(b c)[https://a.foo.org/]", SWAPPED, "[b c](https://a.foo.org/)"),
    ("(b\nc)[https://a.foo.org/]", SWAPPED, "[b\nc](https://a.foo.org/)"),
    ("[b:]((https://a.foo.org/b:c:))", BRACKET, "[b:](https://a.foo.org/b:c:)"),
    ("[b][https://a.foo.org/].", SQUARE, "[b](https://a.foo.org/)."),
    ("[b](\u201chttps://a.foo.org/\u201d)", QUOTES, "[b](https://a.foo.org/)"),
    ("[b]('https://a.foo.org/')", QUOTES, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.org/", OPEN, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.org/\n\n- c", OPEN, "[b](https://a.foo.org/)\n\n- c"),
    ("[b](https://a.foo.org/. It is new.\n", OPEN, "[b](https://a.foo.org/). It is new.\n"),
    ("[b](<https://a.foo.org/c->\nd/e) now", BROKEN_TARGET, None),
    ("[b](https://a.foo.org/c.\n", OPEN, "[b](https://a.foo.org/c).\n"),
    ("[b](https://a.foo.org/ and more\n", OPEN, "[b](https://a.foo.org/) and more\n"),
    ("b c](https://a.foo.org/)", UNMATCHED, None),
    ("- [b](c)\n- **d** e](https://a.foo.org/f)", UNMATCHED, None),
    ("see\n\nthe\nplan](https://a.foo.org/)", UNMATCHED, None),
    ("see [the plan]](https://a.foo.org/)", UNMATCHED, None),
    ("![b](c.png)](https://a.foo.org/)", UNMATCHED, None),
    ("f(b](https://a.foo.org/)", UNMATCHED, None),
    ('b c](https://a.foo.org/ "d")', UNMATCHED, None),
    ("created with `plan [b` ([#18]](https://a.foo.org/))", UNMATCHED, None),
    ("[b c)(https://a.foo.org/)", AFTER, "[b c](https://a.foo.org/)"),
    ("[b}(https://a.foo.org/)", AFTER, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.org/c>)", AFTER_TARGET, "[b](https://a.foo.org/c)"),
    ("[b](https://a.foo.org/c])", AFTER_TARGET, "[b](https://a.foo.org/c)"),
    ('[b](https://a.foo.org/c">the plan)', TEXT_AFTER, "[b](https://a.foo.org/c)"),
    ('[b](https://a.foo.org/c/"plans: of" 2004)', TEXT_AFTER, "[b](https://a.foo.org/c/)"),
    ("[b](`https://a.foo.org/`)", QUOTES, None),
    ("[https://a.foo.org/](b c)", "text and target of link swapped: write [text](target)", None),
    ("[b](%20https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ('<a href="%20https://a.foo.org/">b</a>', BEFORE, '<a href="https://a.foo.org/">b</a>'),
    ("[b](/https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ('[b](../../https://a.foo.org/ "c")', BEFORE, '[b](https://a.foo.org/ "c")'),
    ("[b](@https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b](URL=https://a.foo.org/)", BEFORE, None),
    ("[b](URL https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b](*https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b](Ahttps://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b](xhttps://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.orghttps://a.foo.org/)", TWICE, None),
    ("[b](link:https://a.foo.org/)", BEFORE, "[b](https://a.foo.org/)"),
    ("[b]((https://a.foo.org/))", BRACKET, "[b](https://a.foo.org/)"),
    ("[b]((https://a.foo.org/) c", BRACKET, "[b](https://a.foo.org/) c"),
    ("[b]([https://a.foo.org/])", BRACKET, "[b](https://a.foo.org/)"),
    ("[b]([https://a.foo.org/](https://a.foo.org/)", "link in target of link: write one target", None),
    ("[b]([c](https://a.foo.org/))", "link in target of link: write one target", "[b](https://a.foo.org/)"),
    ("[b]([](https://a.foo.org/c))", "link in target of link: write one target", "[b](https://a.foo.org/c)"),
    ("[27] (https://a.foo.org/pull/27)", SPACE, "[27](https://a.foo.org/pull/27)"),
    ("[b](mailto:https://a.foo.org/)", MAILTO, None),
    ('<a href="mailto:https://a.foo.org/">', MAILTO, None),
    ('<a href="[https://a.foo.org/](https://a.foo.org/)">', ATTRIBUTE, None),
    ("<img src='[https://a.foo.org/b.png]'>", ATTRIBUTE, "<img src='https://a.foo.org/b.png'>"),
    ("<a href=\u201dhttps://a.foo.org/\u201d>b</a>", CURLY, '<a href="https://a.foo.org/">b</a>'),
    ("<a href=\u201chttps://a.foo.org/c d/e\u201d>b</a>", CURLY, '<a href="https://a.foo.org/c d/e">b</a>'),
    ("(b c](https://a.foo.org/)", OPENING, "[b c](https://a.foo.org/)"),
    (
        "[b](https://b.foo.org/) or (c](https://a.foo.org/)",
        OPENING,
        "[b](https://b.foo.org/) or [c](https://a.foo.org/)",
    ),
    ("[b(https://a.foo.org/)", UNCLOSED, "[b](https://a.foo.org/)"),
    ("[`b`(https://a.foo.org/).", UNCLOSED, "[`b`](https://a.foo.org/)."),
    ("[b c|https://a.foo.org/]", BAR, "[b c](https://a.foo.org/)"),
    ("\n\n! [b](https://a.foo.org/c.png)", IMAGE, "\n\n![b](https://a.foo.org/c.png)"),
    ('\n\n2. ! [](https://a.foo.org/c.png "d")', IMAGE, '\n\n2. ![](https://a.foo.org/c.png "d")'),
    ('<a href="<https://a.foo.org/>">b</a>', ANGLES, None),
    ('<a class="b" href="https://a.foo.org/>b</a>', LAST_QUOTE, '<a class="b" href="https://a.foo.org/">b</a>'),
    ('<a href=https://a.foo.org/">b</a>', FIRST_QUOTE, '<a href="https://a.foo.org/">b</a>'),
    ("[b c].(https://a.foo.org/)", BETWEEN, "[b c](https://a.foo.org/)"),
    ("[b]-(https://a.foo.org/)", BETWEEN, "[b](https://a.foo.org/)"),
    ("[b c]{https://a.foo.org/}", "braces around target of link: write (...)", "[b c](https://a.foo.org/)"),
    ("\n\n[b]:(https://a.foo.org/)", DEFINITION, "\n\n[b]:https://a.foo.org/"),
    ("\n\n[b]: (https://a.foo.org/)", DEFINITION, "\n\n[b]: https://a.foo.org/"),
    ("[b](https://a.foo.org/](https://a.foo.org/c)", "link in target of link: write one target", None),
    ("[b](https://a.foo.org/c]. It is new.", WRONG_END, "[b](https://a.foo.org/c). It is new."),
    ("[b](https://a.foo.org/c} d", WRONG_END, "[b](https://a.foo.org/c) d"),
    ("[b c])https://a.foo.org/)", BEFORE_END, "[b c](https://a.foo.org/)"),
    ("[b c]https://a.foo.org/d.", NO_ROUND, "[b c](https://a.foo.org/d)."),
    ("[`b`]https://a.foo.org/d now", NO_ROUND, "[`b`](https://a.foo.org/d) now"),
    ("[b c]()https://a.foo.org/d now", EMPTY, "[b c](https://a.foo.org/d) now"),
    ("`b c <https://a.foo.org/>`_", OF_RST, None),
    ("`b\nc <https://a.foo.org/>`__ d", OF_RST, None),
    ('<img src="https://a.foo.org/b.png?c=8\u201d></a>', LAST_CURLY, '<img src="https://a.foo.org/b.png?c=8"></a>'),
    ('<a href=""https://a.foo.org/b>c</a>', TWO_QUOTES, '<a href="https://a.foo.org/b">c</a>'),
    ('<a href=""https://a.foo.org/b"">c</a>', TWO_QUOTES, '<a href="https://a.foo.org/b">c</a>'),
    ('\n\n[b c]: "https://a.foo.org/"', QUOTED_TARGET, "\n\n[b c]: https://a.foo.org/"),
    ("\n\n[b c]: https://a.foo.org/> \n", AFTER_DEFINITION, "\n\n[b c]: https://a.foo.org/ \n"),
    ("\n\n[b]:https://a.foo.org/>", AFTER_DEFINITION, "\n\n[b]:https://a.foo.org/"),
    ('[b](https://a.foo.org/ c d")', TITLE, '[b](https://a.foo.org/ "c d")'),
    ("<https://a.foo.org/", ANGLE, "<https://a.foo.org/>"),
    ("<https://a.foo.org/b. It is new.\n", ANGLE, "<https://a.foo.org/b>. It is new.\n"),
]
INTACT = [
    "see \\[the plan]() or \\[the plan\\](), $[the plan]()$ and [the plan](){ .button }",
    "[!file the plan](https://a.foo.org/plan.pdf) [!ref](https://a.foo.org/) [!badge b](https://a.foo.org/)",
    "see gates[north](), f(a)[north](), `[the plan]()`, [...](), [x]() and [1]()",
    "see [the\nplan](https://a.foo.org/) and `b]`(https://a.foo.org/)",
    "see [the [new] plan](https://a.foo.org/) and \\](https://a.foo.org/)",
    "[![b](https://a.foo.org/c.png)](https://a.foo.org/) and [![b](c.png) d](https://a.foo.org/)",
    "[b]: c\n- [d\n  e](https://a.foo.org/f)",
    "notes: 'Mined. Evidence: Canals, 2004](https://a.foo.org/'",
    "\\[the plan](https://a.foo.org/), [the interval (0, 1\\]](https://a.foo.org/) and [``]``](https://a.foo.org/)",
    'see ["Sign \\[Canal\\] by\nhand"](https://a.foo.org/) and [a [b]\nc](https://a.foo.org/)',
    "see [`plans.Sort[S](x)`](https://de.wikipedia.org/wiki/K\u00f6ln) and [a [b] c](https://a.foo.org/)",
    "see [the plan\\\n-of-b](https://a.foo.org/) and [section\n2.3.1](https://a.foo.org/)",
    "[![b](c.svg)](https://a.foo.org/) and ![b](c.svg) (https://a.foo.org/)",
    "see b!(https://a.foo.org/) and [!] [d](https://a.foo.org/d)",
    "![b]: https://a.foo.org/ [1]https://a.foo.org/ f[b]https://a.foo.org/ [url]https://a.foo.org/[/url]",
    "[b](c)https://a.foo.org/ and f()https://a.foo.org/ [b])(https://a.foo.org/) [b](https://a.foo.org/{c})",
    "``b <https://a.foo.org/>``_ `b <https://a.foo.org/>` `b <https://a.foo.org/>`_c `<https://a.foo.org/>`_",
    "```\n`b <https://a.foo.org/>`_\n```\n\n[``b <https://a.foo.org/>`_``]",
    '<a href="https://a.foo.org/" title="\u201cb\u201d"> <a href="https://a.foo.org/\u201db"> <a href=""> b=""https://a.foo.org/""',
    '<a src="https://a.foo.org/b.png" href="https://a.foo.org/">b</a>',
    '<a href="https://a.foo.org/" ref="https://a.foo.org/b">c</a>',
    '<b ref="https://a.foo.org/"> <x:img scr="https://a.foo.org/"> herf="https://a.foo.org/"',
    '{href:"https://a.foo.org/"} and src"https://a.foo.org/b" and a < b href="https://a.foo.org/"',
    "[b](https://a.foo.org/) (https://a.foo.org/c)",
    "(*https://a.foo.org/*) and (Ahttps://a.foo.org/) and (url https://a.foo.org/) and [b] see (URL https://a.foo.org/)",
    "[b](https://a.foo.org/https://b.foo.org/) and https://a.foo.orghttps://a.foo.org/",
    "[b]([c](https://a.foo.org/), d) [b][c](https://a.foo.org/)",
    "[7] (https://a.foo.org/27), [7] (https://a.foo.org/7/b), [a7] (https://a.foo.org/7)\n\n[a7]: b",
    "[1] (https://a.foo.org/), [2, 3] (https://a.foo.org/c), [1-3] (https://a.foo.org/d)",
    "[^1] (https://a.foo.org/) [...] (https://a.foo.org/)",
    "see [1]\n(https://a.foo.org/) and [b]\n\n(https://a.foo.org/c)",
    "see [the\n\nplan] (https://a.foo.org/) and\n> [the\n>\n> plan] (https://a.foo.org/c)",
    "see [the\nplan](https://a.foo.org/) and [b](<https://a.foo.org/c>\n'd') now",
    "see [b]\n(https://a.foo.org/)\n\n[b]: https://a.foo.org/c",
    "- [x] (https://a.foo.org/)\n- [ ] (https://a.foo.org/)",
    "[b] (https://a.foo.org/)\n\n[b]: https://a.foo.org/c",
    "[b c][D] (https://a.foo.org/), [ d ] (https://a.foo.org/c)\n\n[d]: https://a.foo.org/d",
    "\\[b] (https://a.foo.org/)",
    "`[b] (https://a.foo.org/)`",
    "```\n[b] (https://a.foo.org/)\n```\n",
    "text\n\n    [b] (https://a.foo.org/)",
    "[b] (see https://a.foo.org/) b (https://a.foo.org/)",
    "[b.md/c\uff09](https://b.foo.md/c\uff09) [\u6587](https://a.foo.org/\uff09+)",
    "[1]\uff08https://a.foo.org/\uff09 \u6587\uff08https://a.foo.org/\uff09",
    "f(b)[https://a.foo.org/] (b) [https://a.foo.org/] (b)[https://a.foo.org/](https://a.foo.org/)",
    "[b](https://a.foo.org/)[https://a.foo.org/c]",
    "[https://a.foo.org/](LICENSE) [https://a.foo.org/](Makefile) [https://a.foo.org/](#b) [https://a.foo.org/](b.md)",
    "[b](/go?to=https://a.foo.org/) [b](/2004/https://a.foo.org/) [b](view-source:https://a.foo.org/)",
    "f[0]((https://a.foo.org/)) ((https://a.foo.org/)) [b]((see https://a.foo.org/))",
    "```\nf[b](`https://a.foo.org/`)\n```\nand mailto:https://a.foo.org/",
    "\u201chttps://a.foo.org/\u201d href is \u201chttps://a.foo.org/\u201d",
    "[b][https://a.foo.org/]\n\n[https://a.foo.org/]: https://a.foo.org/c",
    '[b](https://a.foo.org/ "c")',
    "[b](https://a.foo.org/\n) and [b](https://a.foo.org/\n  'c')",
    '[b](https://a.foo.org/ "c\nd")',
    "[b](https://a.foo.org/.)",
    '[b](https://a.foo.org/?q="c+d"+e) [b](https://a.foo.org/"c") [b](https://a.foo.org/c[d]) [![b](https://a.foo.org/c])(d)',
    "![b](https://a.foo.org/) (see [b](https://a.foo.org/), [c](https://a.foo.org/c))",
    "[see (b](https://a.foo.org/) [see (b)](https://a.foo.org/) [b](c)(https://a.foo.org/) f[b)(https://a.foo.org/)",
    "`<https://a.foo.org/` <https://a.foo.org/> <https://a.foo.org/\n> <<https://a.foo.org/ a<https://a.foo.org/",
    "<https://a.foo.org/ b> <https://a.foo.org/ <b>",
    "[see (b](https://a.foo.org/) [b (c)](https://a.foo.org/) ![b](https://a.foo.org/)",
    "[see b (https://a.foo.org/)] [b(https://a.foo.org/)] [b(https://a.foo.org/), c] f[b(https://a.foo.org/)",
    "[[b|https://a.foo.org/]] f[b|https://a.foo.org/] [b|https://a.foo.org/|c] |https://a.foo.org/]",
    '[b]: <https://a.foo.org/>\n[c]: https://a.foo.org/ "d"\n"[d]: https://a.foo.org/" and [e]: "https://a.foo.org/" f',
    'b > https://a.foo.org/>\n<b c=https://a.foo.org/>\n[b](https://a.foo.org/ "c d") (https://a.foo.org/ c d")',
    "[1].(https://a.foo.org/) [b](https://a.foo.org/).(c) f[b]{https://a.foo.org/c} \\[b].(https://a.foo.org/) [2]{https://a.foo.org/}",
    "[b](https://a.foo.org/c[1]) [b](https://a.foo.org/c],d) [b]: https://a.foo.org/(c) and: (https://a.foo.org/)",
    "new! [b](https://a.foo.org/) ! [c](https://a.foo.org/c)",
    "`b<https://a.foo.org/>`_ `<https://a.foo.org/>`_ b<https://a.foo.org/> ``b<https://a.foo.org/>``",
    '<a href="https://a.foo.org/">b</a> <a href=https://a.foo.org/>b</a> "<https://a.foo.org/>" <b "https://a.foo.org/>"',
    '<a href="https://a.foo.org/?b=https://c.foo.org/">b</a> f?href=https://a.foo.org/" b',
]


@each_row(("text", "message", "fixed"), BROKEN)
def test_broken_links(text, message, fixed):
    found = findings(f"see {text}")
    assert [(finding.code, finding.message) for finding in found] == [("URL124", message)]


@each_row(("text", "message", "result"), BROKEN)
def test_fixes(text, message, result):
    assert fixed(f"see {text}", unsafe=True) == f"see {result or text}" or message == QUOTES
    assert (fixed(f"see {text}", unsafe=False) != f"see {text}") == (message in (SPACE, LINE_BREAK, IMAGE))


@each_row("text", INTACT)
def test_other_text(text):
    assert not [finding for finding in findings(text) if finding.code == "URL124"]


@each_row(
    ("text", "name"),
    [
        ('a,"<a href=""https://a.foo.org/b"" class=""c"">d</a>",e', "a.csv"),
        ('a = "<a href=""https://a.foo.org/b"">d</a>"', "a.vb"),
        ('select "<a href=""https://a.foo.org/b"">d</a>"', "a.sql"),
    ],
)
def test_doubled_quotation_marks_of_strings(text, name):
    linter = ProjectLinter(Config(), ".", FindOptions())
    assert not linter.findings(read_format(Document(text, name), format_of(name, b"") or "text"))


@each_row("name", ["a.html", "a.xml", "a.md"])
def test_doubled_quotation_marks_of_attributes(name):
    (finding,) = findings('<a href=""https://a.foo.org/b"">d</a>', format_of(name, b""), name)
    assert finding.message == TWO_QUOTES


@each_row("form", ["asciidoc", "org", "restructuredtext", "wiki"])
def test_other_formats(form):
    assert not findings("see [b] (https://a.foo.org/)", form, "a.txt")


@pytest.mark.slow
@each_row(("text", "message", "fixed"), BROKEN)
def test_long_text(text, message, fixed):
    """The fast path finds the same."""
    filler = "see https://b.foo.org/ now\n" * 2500
    found = findings(f"{filler}\nsee {text}\n\n{filler}")
    assert [finding.message for finding in found] == [message] or message == OPEN


RELATIVE = [
    "see [b](«www.musterstadt.de/c») now",
    "see [b](«WWW.musterstadt.de») now",
    "see [b](«github.com/c/d») now",
    'see [b](«github.com/c/d» "e") now',
    "a Class<? extends T>, a List<?> and [b](«github.com/c/d»)",
    "see [b](«astro.musterstadt.com») now",
    "see [b](«musterstadt.io?c») now",
    "see [b](«youtu.be/c») now",
    "see [b](«musterstadt.org/c») now",
    "see [b]\n\n[b]: «www.musterstadt.de/c»\n",
    "see [b]\n\n[b]: «musterstadt.de/c»\n",
    '<a href="«www.musterstadt.de»">b</a>',
    '<img src="«cdn.musterstadt.com/b.png»">',
    "see [b](«ada@musterstadt.de») now",
    "see [b](«ada@musterstadt.co») now",
    'see [b](«ada.b+c@d.musterstadt.org» "e") now',
    "see [b]\n\n[b]: «ada@musterstadt.de»\n",
    '<a href="«ada@musterstadt.de»">b</a>',
]
RELATIVE_NAMES = [
    "see [b](readme.md) [c](c/www.md) [d](./www.musterstadt.de) [e](../musterstadt.com/)",
    "see [b](budget.org) [c](manual.info) [d](lib.rs/c) [e](conf.d/e.md) [f](init.el) [g](a.sh/b)",
    "see [b](//www.musterstadt.de/c) [d](/c/www.musterstadt.de) [e](/www.md)",
    "see [b](https/index.md) [c](https.md) [d](https ://plan)",
    "see [b](localhost) [c](localhost.md) [d](1.2.3.4) [e](1.2.3.4:5) [f](localhost:b)",
    "see [b](www.example.com) [c](example.org/c) [d](docs.example.com/c)",
    "see [b](musterstadt.com.md) [c](musterstadt.company/c) [d](www.c)",
    "see [b] (www.musterstadt.de) [c] www.musterstadt.de (www.musterstadt.de)",
    "`[b](www.musterstadt.de)` and\n\n```\n[b](www.musterstadt.de)\n```\n",
    "f[b]: www.musterstadt.de and [b]:www.musterstadt.de",
    '<a class="www.musterstadt.de" href="b.html">b</a>',
    '<meta content="www.musterstadt.de">',
    'b = "www.musterstadt.de"',
    "<a href=\"b.com.html\"> <a href='b/c.com/d'>",
    "see ![b](b@2x.png) [c](c@1.2.com) [d](./d@musterstadt.de) [e](@musterstadt.de)",
    "see [b](ada@example.org) [c](git@musterstadt.de:) `[e](ada@musterstadt.de)` git@musterstadt.de:c/d.git",
    '<meta content="ada@musterstadt.de">',
]


def relative(text, form="markdown", **options):
    document = read_format(Document(text, "a.md"), form)
    found = ProjectLinter(Config(), ".", FindOptions(**options)).findings(document)
    return [text[one.spans[0].start : one.spans[0].stop] for one in found if one.code == "URL125"]


@each_row("schemeless", [False, True])
@each_row("marked", RELATIVE)
def test_hosts_as_relative_targets(marked, schemeless):
    (target,) = re.findall("«(.*)»", marked)
    text = re.sub("[«»]", "", marked)
    assert relative(text, schemeless=schemeless) == [target]
    scheme = "mailto:" if "@" in target else "https://"
    assert fixed(text, unsafe=True) == text.replace(target, f"{scheme}{target}")


@each_row(
    ("target", "fix"),
    [
        ("localhost:8080/b", "http://localhost:8080/b"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("git@musterstadt.de:c/d.git", "https://musterstadt.de/c/d.git"),
        ("/www.musterstadt.de/c", "https://www.musterstadt.de/c"),
        ("https.www.musterstadt.de", "https://www.musterstadt.de"),
        ("http/www.musterstadt.de/c", "http://www.musterstadt.de/c"),
    ],
)
def test_targets_that_lack_more(target, fix):
    for text in (f"see [b]({target}) now", f'<a href="{target}">b</a>'):
        assert relative(text) == [target]
        assert fixed(text, unsafe=True) == text.replace(target, fix)
    (finding,) = findings(f'<p><a href="{target}">b</a>', "html", "a.html")
    assert finding.code == "URL125"


@pytest.mark.parametrize("delimiter", ["\uff1a//", " ://", " :/ / "])
def test_mistyped_delimiters_in_markdown(delimiter):
    text = f"see [b](https{delimiter}musterstadt.de/c) now"
    assert fixed(text, unsafe=True) == "see [b](https://musterstadt.de/c) now"


@each_row("schemeless", [False, True])
@each_row("text", RELATIVE_NAMES)
def test_other_relative_targets(text, schemeless):
    assert relative(text, schemeless=schemeless) == []


@each_row("value", ["www.musterstadt.de", "musterstadt.com/b", " www.musterstadt.de/b"])
def test_attributes_of_html(value):
    (finding,) = findings(f'<p><a title="b" href="{value}">b</a>', "html", "a.html")
    assert (finding.code, finding.url.text) == ("URL125", value.strip())
    assert not list(find_urls(read_format(Document(f'<a href="{value}">'), "html")))


@each_row("value", ["b.html", "musterstadt.com.html", "b/www.musterstadt.de", "www.html", "example.com/"])
def test_other_attributes_of_html(value):
    assert not findings(f'<p><a title="b" href="{value}">b</a>', "html", "a.html")


def test_names_of_files(tmp_path):
    (tmp_path / "youtu.be").mkdir()
    text = "see [b](youtu.be/c) and [d](youtube.com/d)"
    assert [one.url.text for one in findings(text, name=str(tmp_path / "a.md"))] == ["youtube.com/d"]


LOCAL_PATHS = [
    "see [b](<«/C:/ada/canal/c d.md»>) now",
    "see [b](<«/home/ada/canal/c.md»>) now",
    r"see [b](«c:\d\e.md»)",
    "see [b](«C:/d/e.md»)",
    "see [b](«/G:/d/e.md»)",
    "see [b](«file:///c:/d/e.md»)",
    "see [b](«file:///c%3A/d/e.md#L7»)",
    r"see [b](«file://d»:\e\f.md)",
    "see [b](«file:///home/ada/e.md»)",
    "see [b](<«file:///Users/ada/e.md»>)",
    "see [b](«/Users/ada/e»)",
    "see [b](«/mnt/c/d/e.md»)",
    "see [b](«/home/ada/d/e.md#f»)",
    'see [b](«/home/ada/plans/d/e.md» "c")',
]
IN_PROGRAMS = [
    "see [b](«vscode-file://vscode-app/c:/d/e.html»)",
    "see [b](«vscode-webview://16rkfkgf77vh70hu4jofnr27e51l/d.md»)",
    "see [b](«moz-extension://1a06ab1b-bfdc-43de-9872-c41eb25e3afb/d.html»)",
    "see [b](«chrome-extension://iodihamcpbpeioajjeobimgagajmlibd/d.html»)",
    "see ![b](«blob:»https://d.foo.org/cd321987-9b5b-4f14-ab06-9246b3d628c7)",
    "see ![b](«webkit-fake-url://C94F41EF-2B27-43A6-8999-EBAB0037856E/d.png»)",
    "see [b](«applewebdata://130BB437-11BF-4F93-9793-DF8D1A3A9464/d»)",
    "see [b](«app://obsidian.md/d»)",
    "see [b](«sandbox:/mnt/data/d.csv»)",
    "see [b](«command:_github.copilot.openSymbol?%5B%22%22%5D»)",
]
OTHER_PATHS = [
    "see `[b](sandbox:/mnt/data/d)`, blob:https://d.foo.org/e, and [f](command:d.e) [g](app://d.org/e)",
    "see [b](d/e.md), [f](/d/e.md) and [g](/home/ada/e.md)",
    "see [b](/home/ada/) [c](/home/plans/north/south) [d](/users/ada/e.md) `[e](/Users/ada/f)`",
    "see [b](file:///usr/share/d) and [f](file:///path/to/d) and [g](/mnt/data/d.md)",
    r"see `[b](c:\d)` and c:\d, file:///home/ada/e.md",
    "see [b](c:d), [e](f:g/h) and <file:///home/ada/e.md>",
    "```\n[b](c:/d)\n```",
]


@each_row("text", OTHER_PATHS)
def test_other_paths(text):
    assert not [one for one in findings(text) if one.code == "URL127"]
    assert not [one for one in findings("see [b](c:/d)", "text") if one.code == "URL127"]


@each_row("path", [r"C:\d\e.png", "C:/d/e.png", "file:///C:/d/e.png"])
@each_row("form", ["html", "markdown"])
def test_drives_in_attributes(form, path):
    (finding,) = findings(f'<p><img src="{path}"> <b title="{path}">', form, "a." + form)
    assert (finding.code, finding.url.text) == ("URL127", path)


def test_other_attributes_with_paths():
    text = '<p><b title="C:/d"> <p><a href="/Users/edit/5"> <img src="/home/b/c/d.png"> <img src="blob:https://a.foo.org/b">'
    assert not findings(text, "html", "a.html")


@each_row(
    ("target", "address"),
    [
        ("chrome-extension://efaidnbmnnnibpcajpcglclefindmkaj/https://d.foo.org/e.pdf", "https://d.foo.org/e.pdf"),
        ("view-source:https://d.foo.org/e", "https://d.foo.org/e"),
    ],
)
def test_addresses_in_programs(target, address):
    assert fixed(f"see [b]({target})", unsafe=True) == f"see [b]({address})"


@each_row("name", ["a.jsx", "a.php", "a.py"])
def test_elements_in_source_code(name):
    """A link is a link in the templates and components of a program, too."""
    text = """
b = '<a class="c" href="www.musterstadt.de">d</a> <a href="#https://a.foo.org/">e</a> <img src="C:/f.png">'
href="www.musterstadt.de"
c = "<a title='www.musterstadt.de'>"
"""
    assert [finding.code for finding in findings(text, "text", name)] == ["URL125", "URL124", "URL127"]


def test_elements_in_examples():
    assert not findings('```jsx\n<img src="C:/d.png" href="www.musterstadt.de">\n```\n')


HAN = "\u8be5\u8ba1\u5212\u662f\u516c\u5f00\u7684"
PROSE = [
    f"[b](https://a.foo.org/c/\xab,{HAN}\xbb)",
    f"[b](https://a.foo.org/c\xab,{HAN}, {HAN}\xbb)".replace(" ", ""),
    f"[b](https://a.foo.org/c\xab;{HAN}\xbb)",
    f"[b](https://a.foo.org/c?d=1\xab\uff0c{HAN}\xbb)",
    f"[b](https://a.foo.org/c\xab\u3002{HAN}\xbb)",
    f"[b](https://a.foo.org\xab,{HAN}\xbb)",
]
NO_PROSE = [
    f"[b](https://a.foo.org/c),{HAN}",
    "[b](https://a.foo.org/c,\u5df4\u9ece)",
    f"[b](https://a.foo.org/{HAN},{HAN})",
    f"[b](https://a.foo.org/c?d=e,{HAN})",
    f"[b](https://a.foo.org/c#d,{HAN})",
    f"[b](https://a.foo.org/c#d\uff1a{HAN})",
    f"[b](https://a.foo.org/c/{HAN})",
    f"https://a.foo.org/c,{HAN}",
]


MARKED = [*(("URL126", marked) for marked in PROSE), *(("URL127", marked) for marked in LOCAL_PATHS + IN_PROGRAMS)]


@each_row(("code", "marked"), MARKED)
def test_faults_in_targets(code, marked):
    text = re.sub("[«»]", "", marked)
    (finding,) = [one for one in findings(text) if one.code == code]
    start, stop = finding.spans[0]
    assert f"{text[:start]}«{text[start:stop]}»{text[stop:]}" == marked


@each_row("text", NO_PROSE)
def test_names_in_targets(text):
    assert not [one for one in findings(text) if one.code == "URL126"]


QUOTED = "straight quotes around link: write `text <target>`_"
NO_SPACE = "no space before target of link: add it"
UNMARKED, NO_ANGLE = "no '_' after link: add it", "no '>' after target of link: add it"
NO_TARGET = "link without target: write the URL only"
OF_MARKDOWN = "link of Markdown: write `text <target>`_"
IN_ANGLES = "angle brackets around argument: remove them"
ONE_COLON = "one colon after name of directive: write two"


@each_row(
    ("text", "messages"),
    [
        ("'b c <https://a.foo.org/>'_", [QUOTED]),
        ("`b c <https://a.foo.org/>`", [UNMARKED]),
        ("`b c <https://a.foo.org/>`.", [UNMARKED]),
        ("`b c<https://a.foo.org/>`_", [NO_SPACE]),
        ("`b\nc<https://a.foo.org/>`__", [NO_SPACE]),
        ("see `b\nc <https://a.foo.org/>`, `d\n<https://a.foo.org/d>`.", [UNMARKED] * 2),
        ("see `b\n\nc <https://a.foo.org/>`, ``d``\n<https://a.foo.org/d> `e`.", []),
        ("`b <https://a.foo.org/>`_ `c\n<https://a.foo.org/c>`__", []),
        ("`b c <https://a.foo.org/`_", [NO_ANGLE]),
        ("`b c <https://a.foo.org/`__ and `d <https://a.foo.org/d`", [NO_ANGLE] * 2),
        ("`https://a.foo.org/`_ and `https://a.foo.org/c`_.", [NO_TARGET] * 2),
        (
            "`https://a.foo.org/` ``b <https://a.foo.org/c`` `https://a.foo.org/d`__ `https://a.foo.org/e`_f `<https://a.foo.org/>`_",
            [],
        ),
        ("[b c](https://a.foo.org/) and [`b`](https://a.foo.org/c)", [OF_MARKDOWN] * 2),
        ("``[b](https://a.foo.org/)`` [1](https://a.foo.org/c) ![b](https://a.foo.org/d)", []),
        ("b:\n\n.. code:: md\n\n   [b](https://a.foo.org/)", []),
        ("``b <https://a.foo.org/>`` :doc:`c <https://a.foo.org/c>`", []),
        ("'b <https://a.foo.org/>' b's <https://a.foo.org/c>'_ `d <https://a.foo.org/d>`:e:", []),
        (".. code::\n\n   `b <https://a.foo.org/>`", []),
        ("b:\n\n.. image: https://a.foo.org/b.png\n   :alt: c", [ONE_COLON]),
        ("`b c <https://a.foo.org/>_`.", ["'_' before end of link: write it after the '`'"]),
        ("`b c\n<https://a.foo.org/>_`, d", ["'_' before end of link: write it after the '`'"]),
        ("``b <https://a.foo.org/>_`` <https://a.foo.org/>_ `<https://a.foo.org/>_`", []),
        ("`b c https://a.foo.org/>`_", ["no '<' before target of link: add it"]),
        ("`b c` <https://a.foo.org/>`_", ["'`' before target of link: remove it"]),
        ("`b c <https://a.foo.org/>`_` d", ["'`' after link: remove it"]),
        ("`b c <https://a.foo.org/>`_d `c <https://a.foo.org/>`__d", ["no space after link: add it"] * 2),
        ("`b c <https://a.foo.org/>`_: `c <https://a.foo.org/>`__'s", []),
        ("b:\n\n.. _b: https://a.foo.org/\n.. _c:https://a.foo.org/c\n", ["no space after name of target: add it"]),
        ("b:\n\n.. _b c: https://a.foo.org/>\n.. b: https://a.foo.org/>\n", [AFTER_DEFINITION]),
        ("b:\n\n.. _b:c:https://a.foo.org/\n.. c:https://a.foo.org/\n__ https://a.foo.org/", []),
        ("b:\n\n .. |b| image: https://a.foo.org/b.png\n .. figure: https://a.foo.org/c.png", [ONE_COLON] * 2),
        ("b:\n\n.. image:: <https://a.foo.org/b.png>\n   :target: <https://a.foo.org/>_", [IN_ANGLES] * 2),
        ("b:\n\n.. image:: https://a.foo.org/b.png\n   :target: https://a.foo.org/\n   :alt: <https://a.foo.org/>", []),
        ("b:\n\n.. image:: https://a.foo.org/b.png\n.. see the image: https://a.foo.org/c.png", []),
    ],
)
def test_links_of_restructuredtext(text, messages):
    for filler in ("", "see https://b.foo.org/ now\n" * 2500):  # the fast path finds the same
        found = findings(f"{filler}see {text}\n\n{filler}", "restructuredtext", "a.rst")
        assert [finding.message for finding in found] == messages


def test_references_to_code_in_documentation_of_csharp():
    text = """/// <see cref="https://a.foo.org/"/> <see href="https://a.foo.org/b"/> <see cref="M:a.b"/>
/// <seealso cref='https://a.foo.org/c'>c</seealso>
class A { string B = "cref"; }
"""
    for filler in ("", "// see https://b.foo.org/ now\n" * 2500):
        found = findings(f"{filler}{text}{filler}", "text", "a.cs")
        assert [(one.message, one.url.text) for one in found] == [
            ("misspelt name of attribute: write href", "https://a.foo.org/"),
            ("misspelt name of attribute: write href", "https://a.foo.org/c"),
        ]


def test_links_of_restructuredtext_in_documentation_of_python():
    text = """def f():
    \'\'\'See `b c <https://a.foo.org/>`, `d <https://a.foo.org/d>`_ and ``e <https://a.foo.org/e>``.

    Or `g://` at
    <https://a.foo.org/g>, `h:` `<https://a.foo.org/h>`, or `i
    <https://a.foo.org/i>`.
    \'\'\'
    return "`j <https://a.foo.org/j>`" + "`k <https://a.foo.org/k>_`"

# See `l <https://a.foo.org/l>_` and `m` <https://a.foo.org/m>`_.
"""
    for filler in ("", "# see https://b.foo.org/ now\n" * 2500):
        found = findings(f"{filler}{text}{filler}", "python", "a.py")
        assert [(one.message, one.url.text) for one in found] == [
            (UNMARKED, "https://a.foo.org/"),
            (UNMARKED, "https://a.foo.org/i"),
            ("'_' before end of link: write it after the '`'", "https://a.foo.org/l"),
            ("'`' before target of link: remove it", "https://a.foo.org/m"),
        ]


@each_row(
    ("text", "form", "messages"),
    [
        ("[b c](https://a.foo.org/)", "asciidoc", ["link of Markdown: write target[text]"]),
        ("[b c](https://a.foo.org/)", "org", []),
        ("link::https://a.foo.org/[b c]", "asciidoc", ["two colons before target of link: write one"]),
        ("link:https://a.foo.org/[b] image::https://a.foo.org/[c] link::https://a.foo.org/", "asciidoc", []),
        ("https://a.foo.org/[b](c) `[b](https://a.foo.org/)` ![b](https://a.foo.org/b.png)", "asciidoc", []),
    ],
)
def test_links_of_markdown_in_other_formats(text, form, messages):
    for filler in ("", "see https://b.foo.org/ now\n" * 2500):  # the fast path finds the same
        found = findings(f"{filler}see {text}\n\n{filler}", form, "a.txt")
        assert [finding.message for finding in found if finding.code == "URL124"] == messages


@each_row(
    ("text", "messages"),
    [
        (r"\href{here}{https://a.foo.org/}", [r"arguments of \href swapped: write \href{target}{text}"]),
        (r"\href{https://b.foo.org/}{https://a.foo.org/} \href{\#b}{https://a.foo.org/}", []),
        (r"\textbf{here}{https://a.foo.org/} \href{run:b.pdf}{https://a.foo.org/}", []),
    ],
)
def test_links_of_latex(text, messages):
    for filler in ("", "see https://b.foo.org/ now\n" * 2500):  # the fast path finds the same
        found = findings(f"{filler}see {text}\n\n{filler}", "latex", "a.tex")
        assert [finding.message for finding in found] == messages


CODE = [
    "```sh\ngit clone [https://a.foo.org/b](https://a.foo.org/b) c\n```",
    "```\n$ git clone [https://a.foo.org/b](https://a.foo.org/c)\n```",
    "```\ngit clone <https://a.foo.org/b>\n```",
    "```bash\ncurl -s --fail [https://a.foo.org/b](https://a.foo.org/b)\n```",
    "```sh\nflatpak remote-add --if-not-exists plans [https://a.foo.org/b](https://a.foo.org/b)\n```",
    "```sh\nsudo dnf install [https://a.foo.org/b.rpm](https://a.foo.org/b.rpm)\n```",
    '```js\nb("[https://a.foo.org/](https://a.foo.org/)")\n```',
    '```json\n{"b": "[https://a.foo.org/](https://a.foo.org/)"}\n```',
]
OTHER_CODE = [
    "git clone [https://a.foo.org/b](https://a.foo.org/b) or git clone <https://a.foo.org/b>",
    "```\nsee [https://a.foo.org/b](https://a.foo.org/b) and <https://a.foo.org/c>\n```",
    "```sh\ngit clone https://a.foo.org/b [c] <https://a.foo.org/d>\n```",
    "```\nto install [https://a.foo.org/b](https://a.foo.org/b)\n```",
    '```js\nb("<https://a.foo.org/>")\n```',
    '```js\nb("[c](https://a.foo.org/)"); b("see [https://a.foo.org/](https://a.foo.org/)")\n```',
]


@each_row("text", CODE)
def test_markup_in_code(text):
    for filler in ("", "see https://b.foo.org/ now\n" * 2500):  # the fast path finds the same
        assert [finding.code for finding in findings(f"{filler}\n{text}\n")] == ["URL128"]


@each_row("text", OTHER_CODE)
def test_other_markup(text):
    assert not [finding for finding in findings(text) if finding.code == "URL128"]
