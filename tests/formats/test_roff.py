from tests.formats.marked import check

from tables import each_row
from urlmend.formats.rewriting import BOUNDARY
from urlmend.formats.roff import rewrites

CASES = [
    # Escapes.
    "«https://a.example/b\\-c»=«https://a.example/b-c»",
    "<\\%«https://a.example/b\\:/c»=«https://a.example/b/c»>",
    "at «https://deb\\&.a\\&.example/»=«https://deb.a.example/»\\&.",
    "«https://a.example/\\(tiann»=«https://a.example/~ann»",
    "«https://a.example/\\[ti]ann\\[ha]x»=«https://a.example/~ann^x»",
    "«https://a.example/b\\/c»=«https://a.example/bc»",
    "\\(lq«https://a.example/»\\(rq",
    '\\*(L"«https://a.example/»\\*(R"',
    # Fonts, sizes and colours.
    "\\fI«https://a.example/b»\\fR and \\fB«https://a.example/c»\\fP.",
    "\\f(CW«https://a.example/b»\\fP, \\f[CW]«https://a.example/c»\\f[]",
    "\\m[blue]\\fB«https://a.example/»\\fR\\m[]\\&\\s-2\\u[1]\\d\\s+2",
    # Requests.
    ".UR «https://a.example/\\:b»=«https://a.example/b»\nthe text\n.UE .\n",
    ".UR «https://a.example/»\nb.html\n.UE .\n",
    ".MT mailto:\nx\n.ME\n",
    "«https://a.example/»\n.br\nb.html\n",
    "«https://a.example/»  \n.br\n",
    "«https://a.example/»\n.Ve\n.Sp\n",
    ".BR «https://a.example/» .\n",
    ".Lk «https://a.example/b» text\n.Lk «https://a.example/c»\n",
    "«https://a.example/»\r\n.Re\r\n",
    "«https://a.example/»\n'br\nb.html\n",
    # A comment is no request.
    '.\\" From «https://a.example/b» of\n.\\" «https://a.example/c»\n',
    # Unknown escapes stay; a host in another font is a variable.
    "«https://a.example/»\\(zz",
    "Use http://\\fIhost\\fP:\\fIport\\fP/.",
    "«https://a.example/b.c» ends\n",
    "Text of\n«https://a.example/b»\nand more",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "page.man")


# Names of characters in groff_char(7), each followed by the character that a reader sees.
CHARACTERS = """
    ti~ ha^ aq' dq" rs\\ sh# at@ hy- mi- pl+ eq= sl/ ba| or| ul_ ru_ Do$ lB[ rB] lC{ rC} la< ra>
    lq\u201c rq\u201d oq\u2018 cq\u2019
"""
# Strings that man(7) and the page preambles of pod2man define.
STRINGS = """Aq' L"" R"" C`" C'" lq" rq" Lt< Gt> Am&"""


def seen(escape):
    return [rewrite.text for rewrite in rewrites(f"http://a.example/{escape}b")]


@each_row("entry", CHARACTERS.split())
def test_special_characters(entry):
    name, character = entry[:2], entry[2:]
    assert seen(f"\\({name}") == seen(f"\\[{name}]") == [character]


@each_row("entry", STRINGS.split())
def test_strings(entry):
    name, character = entry[:2], entry[2:]
    assert seen(f"\\*({name}") == seen(f"\\*[{name}]") == [character]


# One-letter escapes, each followed by what a reader sees, and escapes that show nothing.
LETTERS = {"-": "-", ".": ".", "'": "'", " ": " ", "0": " ", "~": "\xa0", "e": "\\", "E": "\\", "\\": "\\"}
INVISIBLE = r"\& \: \% \/ \, \| \^ \) \fB \f(CW \f[CW] \m[blue] \m(bl \s2 \s-2 \s+2"


@each_row("letter", LETTERS)
def test_letters(letter):
    assert seen(f"\\{letter}") == [LETTERS[letter]]


def test_vertical_motion_ends_a_url():
    assert seen("\\u") == seen("\\d") == [BOUNDARY]


@each_row("escape", INVISIBLE.split())
def test_invisible_escapes(escape):
    assert seen(escape) == [""]
