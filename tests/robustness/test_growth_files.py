"""The CPU time of lint and of its fixes grows linearly with a file of any format or language, whatever is in it."""

import pytest

from attacks import short_attacks
from growth import assert_linear_on_attacks
from urlmend.cli.main import main
from urlmend.formats.languages import LANGUAGES
from urlmend.formats.recognition import FORMATS

pytestmark = pytest.mark.slow

NAMES = dict.fromkeys(name for row in (*FORMATS, *LANGUAGES) for name in row.names.split()[:1])
FILES = [
    name.rpartition("/")[2].rstrip(".") if name[0] != "." else f"a{name}"
    for name in (*NAMES, ".txt", ".html", ".xml", ".yml", ".toml", ".css", ".eml", ".diff", ".1", ".ipynb")
]
# What opens a construct of some format that is then never closed, or closes one that is not open.
PUMPS = """\
" ' ` \"\"\" ''' \\ ( [ { < ) ] } > () [] {} /* */ <!-- --> // # -- {- -} (* %( ${ $( #{ {{ }} &amp; &#x3a; =3D | ||
[x]( ![ ]( \\" \\' r' r" f"{ f'{x!r:{ R"( R"a( $a$ @" "+" %q( <<A <?php ?> <![CDATA[ ]]> <!ENTITY <!ATTLIST <b/> {"a":
[[ {"a":[ ", \\u0041 \\N{ "", A;B= .\\" \\fB @url{ \\begin{ \\href{ \\verb| #| {{{ }}} <nowiki> [a] a.b. www.
a@b.example password= token: http://a:b@ <URL: AKIA eyJ ghp_ <wbr> \\x1b[m %25 <% %> s/a/b/ =~ [=[ ]=] --[[ <# #> {% {#
`a_ <> .\"
""".split()
# Lines that are repeated, separated by `¶`.
LINES = (
    """\
/*¶*/¶<!--¶> ¶```¶~~~¶```python¶    a¶- a¶1. a¶| a | b |¶a::¶.. a::¶..¶@@ -1 +1 @@¶+++ a¶<<EOF¶EOF¶=begin¶
=cut¶#+BEGIN_SRC c¶----¶....¶|===¶a: |¶---¶msgid "¶"a"¶'a' +¶a \\¶"a" \\¶a ^¶# urlmend: off¶# urlmend: ignore¶
REM a¶$ a¶>>> a¶On Monday, x wrote:¶--¶-----BEGIN PGP SIGNED MESSAGE-----¶.TH a¶.nf¶@c a¶{| a¶|}¶[a]¶
a = \"\"\"¶dnl a¶%%¶a  b¶http:
""".replace("¶\n", "¶")
    .strip("\n")
    .split("¶")
)
FIXABLE = "see http://www.canal.example/a|b now"


def _repeated(unit):
    return lambda length: unit * (length // len(unit))


ATTACKS = [*map(_repeated, PUMPS), *(_repeated(f"{line}\n") for line in LINES), *short_attacks()]
# Each attack is tried on some files, and each file gets some attacks; what follows the fixes, on some files only.
SHARE = 5
SOME_FILES = range(0, len(FILES), 3)


def _check(work, number, shift):
    """Assert that the time of `work(text)` is linear for the attacks of a file."""
    first = number * SHARE * 7 + shift
    attacks = [ATTACKS[(first + at * 7) % len(ATTACKS)] for at in range(SHARE)]
    assert_linear_on_attacks(work, attacks, lambda text: f"{FIXABLE}\n{text}\n# {FIXABLE}\n", 4000)


@pytest.mark.parametrize(
    ("number", "options"),
    [
        *(pytest.param(number, ["--diff", "--unsafe-fixes"], id=f"{name}-diff") for number, name in enumerate(FILES)),
        *(pytest.param(number, ["--format", "sarif"], id=f"{FILES[number]}-sarif") for number in SOME_FILES),
    ],
)
def test_lint(number, options, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def work(text):
        (tmp_path / FILES[number]).write_text(text, "utf-8", "surrogatepass")
        assert main(["lint", "--isolated", *options, FILES[number]]) in (0, 1)
        capsys.readouterr()

    _check(work, number, SHARE if "sarif" in options else 0)


@pytest.mark.parametrize("number", [number + 1 for number in SOME_FILES if number + 1 < len(FILES)])
def test_language_server(number, tmp_path, monkeypatch):
    pytest.importorskip("pygls")
    from urlmend.lsp.buffers import Buffer
    from urlmend.lsp.documents import OpenDocument
    from urlmend.lsp.workspaces import Workspaces

    monkeypatch.chdir(tmp_path)
    workspaces = Workspaces(pytest.fail)
    workspaces.roots = (str(tmp_path),)
    path = tmp_path / FILES[number]
    workspace = workspaces.of(str(tmp_path))

    def work(text):
        buffer = Buffer.of_file(text.encode("utf-8", "surrogatepass"), str(path))
        document = OpenDocument(path.as_uri(), 1, buffer, workspace, encoding="utf-16", related=True)
        assert len(document.diagnostics) == len(document.findings)
        assert document.safe_edits is not None

    _check(work, number, 2 * SHARE)
