"""Any text can be read as any format, and the CPU time grows linearly with it."""

import random
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks
from urlmend.formats import markup, reader
from urlmend.formats.code_regions import CodeRegions
from urlmend.formats.languages import LANGUAGES as TABLE
from urlmend.formats.languages import language_of_file
from urlmend.formats.recognition import FORMATS, LANGUAGES_WITH_LITERALS
from urlmend.formats.source_code import CodeScopes
from urlmend.model.document import Document

PIECES = {
    "asciidoc": [
        "[",
        "://a[",
        "link:",
        "link:a[",
        "++",
        "image::a[",
        "----\n",
        ":a: b\n",
        "<<",
        "<<a,",
        "`",
        "[source,sh]\n",
        "```sh\n",
    ],
    "batch": ["^", "%", "%%", "^&", "://", "://a^|"],
    "columns": [":", "a:", "<", "#\n", "://a ", "a: ", "www.", " \n"],
    "csv": ['"', '""', '"x,', ',"', ',"""x', ",", '"a,\n', ":", "://a", "a:b,", "www.", '"\n', ";:a", "\n"],
    "folded": ["NOTE: '\\' line wrapping per RFC 8792\n", "a\\\n", "a\\\n ", "\\", " \n"],
    "gettext": ['"', '"\\', '"\n"', 'msgid "a"\n', "#~ ", "msgstr["],
    "haskell": ["<a:b ", "<a:b\n", "<https:\\/", "<a", "< <a:b"],
    "icalendar": ["\n ", "\\", "\\\n ", "\r\n", "TEL:", "VERSION:", "\\n"],
    "json": ["\\", "\\u", "\\ud800", "\\u0041", '"', '\\"'],
    "latex": ["\\", "\\verb|", "\\url|a", "\\url+\\url!", "{\\_", "$\\sim", "\\textasciitilde"],
    "markdown": [
        "```",
        "```\n",
        "~~~\n```\n",
        "`",
        "`a",
        "://\\_",
        "://a|",
        "```sh\n://a|",
        "> ",
        "|-|-|\n http://a|b",
    ],
    "markup": [
        '<a href="http://a b',
        "='a://&",
        "a://a<b>",
        "<b>a",
        "www.a<i>",
        ":<u>",
        "&#58;a",
        "<script>a:\\/\\/",
        "</script",
        "<![CDATA[",
        "<!--",
        "<a b='//a.b,",
        "url(//a.b",
        "a>",
    ],
    "org": ["=a", "=a =", "~a+", "\n#+", "a|", "\n:", "\n*", "[[a://b c "],
    "restructuredtext": [
        ".. _",
        ".. _a",
        ".. _a\\:",
        ".. _a: b://c\n d\n",
        "\n d",
        ".. _`",
        " .. _a:\n",
        ".. code:: sh\n",
        "a::\n",
        "a. ",
    ],
    "roff": ["\\", "\\[", "\\*(", ".a\\-", "\n.a", "\\f[", "\r\n'"],
    "shell": [
        "://",
        "://a ",
        "://(",
        "://(a",
        "://a;a=",
        "://a;",
        "://a&",
        "://a&amp",
        "'",
        "#",
        " #",
        "://a|",
        "://\n",
    ],
    "rtf": ["{", "}", "\\", "\\u1", "\\'4", "\\a", "\\a-1", "\\{", "\n"],
    "texinfo": ["@uref{a@@", "@uref{", "@verbatim\n", "@end verbatim\n", "@@", "@c", "\n@a"],
    "wiki": ["|", "a|", "{{a|"],
}
LITERALS = [
    '"',
    "://",
    "://a:",
    "'",
    '" "',
    '"+"',
    '://a"',
    "://a'+'",
    '"\\n"',
    '"\\\n"',
    '" _\n& "',
    "' || '",
    "'a'\n",
    '"https:"',
    '"a" # b: c\n',
    '"a" // b\n',
    'concat!("a", "',
    "(",
]
# Languages that join literals in different ways.
LANGUAGES = ("c", "javascript", "python", "ruby", "rust", "sql", "vb")
PIECES |= dict.fromkeys(LANGUAGES, LITERALS)
HEADS = ["", '"', "://a", ".. _a: b://c", "NOTE: '\\' line wrapping per RFC 8792\n"]
FORMS = sorted({row.name for row in FORMATS} - LANGUAGES_WITH_LITERALS | {*LANGUAGES})


def rewrites(form):
    if form == "markup":
        return lambda text: markup.read_markup(text, is_html=True)[0]
    return lambda text: list(reader.rewrites(Document(text), form))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_any_text_can_be_read(form, data):
    units = st.sampled_from([*PIECES[form], "\n", "\r\n", " ", "https://a.example/", "b"])
    text = data.draw(st.sampled_from(HEADS)) + "".join(data.draw(st.lists(units, max_size=12)))
    at = 0
    for start, stop, _ in rewrites(form)(text):
        assert at <= start <= stop <= len(text)
        at = stop


def repeated(head, piece, length):
    return head + piece * (length // len(piece)) + "x"


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_time_is_linear(form):
    attacks = [partial(repeated, head, piece) for head in HEADS for piece in PIECES[form]]
    assert_linear_on_attacks(rewrites(form), attacks, str, 5_000)


@pytest.mark.slow
@pytest.mark.parametrize("form", reader.LABELS)
def test_time_of_labels_is_linear(form):
    units = [f"{mark}http://a{end}" for mark in ("[", "x[", "`", ">", "> ") for end in ("", " ", "]", "<")]
    attacks = [partial(repeated, "", unit) for unit in units]
    assert_linear_on_attacks(lambda text: reader.with_labels(Document(text), form), attacks, str, 20_000)


# What opens, closes and escapes literals and comments in some language.
MARKS = (
    '" \\ \\" \' \'\' / /* */ // # #{ ${ { } ( ) [ ] < <!-- --> ` `` """ % %w( %r{ <<A <<EOS EOS $ $$ $a$ r#" r##" R"('
    ' R"a( [[ [=[ --[==[ ]] {| |} ~s| ~r/ =/ =/[ =/a (/x a=" <![ <!D[ <!D" \\( @" @\' || q{ m/ s/ url( rem $"'
    ' ?" - {- -} (* *) #= =# ///'
    " =begin =cut =a return/ __END__ :: <% %> <?"
).split()


def scopes(language):
    return lambda text: CodeScopes(text, language).at(len(text))


@pytest.mark.slow
@pytest.mark.parametrize("language", TABLE, ids=lambda row: row.name)
def test_time_of_scopes_is_linear(language):
    units = [
        *MARKS,
        *(f"{mark}\n" for mark in MARKS),
        *map("".join, random.Random(language.name).choices(list(product(MARKS, MARKS)), k=150)),
    ]
    attacks = [partial(repeated, "", unit) for unit in units]
    assert_linear_on_attacks(scopes(language), attacks, str, 1500)


# What opens containers and blocks in some format.
BLOCKS = (
    "- ",
    "* ",
    "+ ",
    "1. ",
    "a. ",
    "#. ",
    "> ",
    "> - ",
    "-\t",
    "- * ",
    "  - ",
    ". ",
    ":: ",
    ".. ",
    "* * *\n",
    "\n- ",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "form", ["asciidoc", "gettext", "html", "latex", "markdown", "org", "restructuredtext", "roff", "texinfo", "wiki"]
)
def test_time_of_code_regions_is_linear(form):
    attacks = [partial(repeated, "", unit) for unit in (*BLOCKS, *PIECES.get(form, ()), *MARKS)]
    assert_linear_on_attacks(lambda text: list(CodeRegions(text, form)), attacks, str, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "unit"), [("a.sh", "<<A "), ("a.php", "<<<A "), ("a.tf", "<<-A "), ("a.rb", "<<~A ")])
def test_time_of_the_scopes_of_a_last_line_is_linear(name, unit):
    assert_linear(scopes(language_of_file(name)), lambda length: repeated("", unit, length), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_time_is_linear_on_attacks(form):
    assert_linear_on_attacks(rewrites(form), short_attacks(), str, 2000)
