import pytest
from tests.formats.marked import check

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


@pytest.mark.parametrize("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "page.man")
