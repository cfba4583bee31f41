import json
import re

from tests.formats.marked import check

import urlmend
from tables import each_row
from urlmend.finder import find_urls, scanner
from urlmend.finder.explain import explained
from urlmend.formats import reader
from urlmend.formats.literals import LANGUAGES
from urlmend.formats.recognition import FORMATS, LANGUAGES_WITH_LITERALS
from urlmend.model.document import Document
from urlmend.reports import joins

EXTENSIONS = {row.name: row.names.split()[0] for row in FORMATS if row.name in LANGUAGES}

# By language: an expression for one string, and one for several.
CASES = [
    ("ada", 'U : String := "«https://a.example/" &\n  "b»=«https://a.example/b»";\n'),
    ("ada", 'F ("«https://a.example/»", "b") & C\'Image (D) -- "«https://b.example/»" & "b"\n'),
    ("c", 'char *u = "«https://a.example/"\n\t"b»=«https://a.example/b»";\n'),
    ("c", 'char *u[] = {"«https://a.example/»",\n\t"b"};\n'),
    ("c", '#define U L"«https://a.example/" \\\n  L"b»=«https://a.example/b»"\n'),
    ("c", 'NSString *u = @"«https://a.example/"\n  @"b»=«https://a.example/b»";\n'),
    ("c", 'puts("see <«https://a.example/"\n     "b»=«https://a.example/b»>.\\n"\n     "more");\n'),
    ("c", 'puts("see «https://a.example/»" B "c");\n'),
    ("csharp", 'var u = $"«https://a.example/" +\n  $"b»=«https://a.example/b»";\n'),
    ("csharp", 'F("«https://a.example/»", "b"); // "«https://b.example/»" + "b"\n'),
    ("d", 'auto u = "«https://a.example/" ~ `b»=«https://a.example/b»`;\n'),
    ("d", 'f("«https://a.example/»", "b");\n'),
    ("dart", "var u = '«https://a.example/'\n  'b»=«https://a.example/b»';\n"),
    ("dart", "f('«https://a.example/»', 'b');\n"),
    ("coffeescript", 'u = "«https://a.example/" +\n    "b»=«https://a.example/b»"\n'),
    ("coffeescript", 'f "«https://a.example/»", "b"\n'),
    ("elixir", 'u = "«https://a.example/" <>\n  "b»=«https://a.example/b»"\n'),
    ("elixir", 'f "«https://a.example/»", "b"\n'),
    ("elm", 'u = "«https://a.example/" ++ "b»=«https://a.example/b»"\n'),
    ("elm", 'u = f "«https://a.example/»" "b"\n'),
    ("erlang", 'U = "«https://a.example/"\n    "b»=«https://a.example/b»".\n'),
    ("erlang", 'U = ["«https://a.example/»", "b"].\n'),
    ("fsharp", 'let u = "«https://a.example/" +\n        "b»=«https://a.example/b»"\n'),
    ("fsharp", 'let u = f "«https://a.example/»" "b"\n'),
    ("go", 'u := "«https://a.example/" +\n\t`b»=«https://a.example/b»`\n'),
    ("go", 'u := []string{"«https://a.example/»", "b"}\n'),
    ("groovy", "def u = '«https://a.example/'\n  + 'b»=«https://a.example/b»'\n"),
    ("groovy", "f '«https://a.example/»', 'b'\n"),
    ("haskell", 'u = "see <«https://a.example/"\n  ++ "b»=«https://a.example/b»> for"\n'),
    ("haskell", 'u = f "«https://a.example/»" "b"\n'),
    ("java", 'String u = "«https://a.example/"\n    + "b»=«https://a.example/b»";\n'),
    ("java", 'String u = "«https://a.example/»" + b + "c";\n'),
    ("javascript", "const u = '«https://a.example/' +\n  \"b»=«https://a.example/b»\"\n"),
    ("javascript", "const u = `«https://a.example/` + `b/${c}»=«https://a.example/b/${c}»`\n"),
    ("javascript", "u = 'see «https://a.example/' + 'b»=«https://a.example/b»',c+d\n"),
    ("javascript", "const u = ['«https://a.example/»', 'b'], v = '«https://b.example/»' + b\n"),
    ("julia", 'u = "«https://a.example/" *\n  "b»=«https://a.example/b»"\n'),
    ("julia", 'u = ["«https://a.example/»" "b"]\n'),
    ("kotlin", 'val u = "«https://a.example/" +\n  "b»=«https://a.example/b»"\n'),
    ("kotlin", 'val u = f("«https://a.example/»", "b")\n'),
    ("lua", "u = '«https://a.example/' ..\n  \"b»=«https://a.example/b»\"\n"),
    ("lua", "u = {'«https://a.example/»', 'b'} -- '«https://b.example/»' .. 'b'\n"),
    ("nim", 'let u = "«https://a.example/" &\n  "b»=«https://a.example/b»"\n'),
    ("nim", 'f "«https://a.example/»", "b"\n'),
    ("nix", 'u = "«https://a.example/" + "b»=«https://a.example/b»";\n'),
    ("nix", 'u = [ "«https://a.example/»" "b" ];\n'),
    ("ocaml", 'let u = "«https://a.example/" ^\n  "b»=«https://a.example/b»"\n'),
    ("ocaml", 'let u = f "«https://a.example/»" "b"\n'),
    ("pascal", "U := '«https://a.example/' +\n  'b»=«https://a.example/b»';\n"),
    ("pascal", "F('«https://a.example/»', 'b');\n"),
    ("perl", "my $u = '«https://a.example/'\n  . \"b»=«https://a.example/b»\";\n"),
    ("perl", "my @u = ('«https://a.example/»', 'b'); # '«https://b.example/»' . 'b'\n"),
    ("php", "$u = '«https://a.example/' .\n  'b»=«https://a.example/b»';\n"),
    ("php", "$u = ['«https://a.example/»', 'b'];\n"),
    ("python", 'u = ("«https://a.example/"\n     "b»=«https://a.example/b»")\n'),
    ("python", "f(\n    'see «https://a.example/'\n    'b»=«https://a.example/b»'\n)\n"),
    ("python", "u = {'a': '«https://a.example/' +\n     r'b»=«https://a.example/b»'}\n"),
    ("python", 'u = (f"«https://a.example/"\n     f"{b}»=«https://a.example/{b}»")\n'),
    ("python", "u = '«https://a.example/' \\\n    'b»=«https://a.example/b»'\n"),
    ("python", 'f("«https://a.example/"  # noqa: E501\n  "b»=«https://a.example/b»")\n'),
    ("python", 'URL = "«https://a.example/»"\n"the_address"\n'),
    ("python", 'URL = "«https://a.example/»"\n"""The address."""\n'),
    ("python", 'f("«https://a.example/»",\n  "b")\n'),
    ("python", '# "«https://a.example/»" "b"\n'),
    ("python", 'f("«https://a.example/»"  # as «https://b.example/»\n  "b")\n'),
    ("raku", "my $u = '«https://a.example/' ~ 'b»=«https://a.example/b»';\n"),
    ("raku", "my @u = '«https://a.example/»', 'b';\n"),
    ("ruby", "u = '«https://a.example/' \\\n  \"b»=«https://a.example/b»\"\n"),
    ("ruby", "u = '«https://a.example/' +\n  'b»=«https://a.example/b»'\n"),
    ("ruby", "u = '«https://a.example/»'\n'b'\n"),
    ("ruby", "when '«https://a.example/»'\n  'b'\n"),
    ("rust", 'const U: &str = concat!("«https://a.example/",\n  "b»=«https://a.example/b»");\n'),
    ("rust", 'f("«https://a.example/»", "b"); concat!("a", f("«https://b.example/»", "b"));\n'),
    ("scala", 'val u = s"«https://a.example/" +\n  s"b»=«https://a.example/b»"\n'),
    ("scala", 'val u = Seq("«https://a.example/»", "b")\n'),
    ("shell", "curl '«https://a.example/'\"b»=«https://a.example/b»\"\n"),
    ("shell", "curl '«https://a.example/»' \"b\"\n"),
    ("sql", "SELECT '«https://a.example/' ||\n  'b»=«https://a.example/b»';\n"),
    ("sql", "SELECT '«https://a.example/'\n  'b»=«https://a.example/b»';\n"),
    ("sql", "INSERT INTO u VALUES ('«https://a.example/»', 'b');\n"),
    ("swift", 'let u = "«https://a.example/"\n  + "b»=«https://a.example/b»"\n'),
    ("swift", 'let u = ["«https://a.example/»", "b"]\n'),
    ("vb", 'u = "«https://a.example/" & _\n  "b»=«https://a.example/b»"\n'),
    ("vb", 'F "«https://a.example/»", "b" \' "«https://b.example/»" & "b"\n'),
    ("vhdl", 'constant u : string := "«https://a.example/" & "b»=«https://a.example/b»";\n'),
    ("vhdl", 'f("«https://a.example/»", "b");\n'),
    ("zig", 'const u = "«https://a.example/" ++\n  "b»=«https://a.example/b»";\n'),
    ("zig", 'f("«https://a.example/»", "b");\n'),
]
IN_C = [
    # Several breaks, within the host, the port and the query.
    '"«https://a."\n"example:"\n"8080/b?"\n"c=%20"\n"d»=«https://a.example:8080/b?c=%20d»"',
    '"«https://" "www.a.example/b»=«https://www.a.example/b»"',
    '"«https:" "//a.example/b»=«https://a.example/b»"',
    '"«https://a.example/""b»=«https://a.example/b»"',
    # What follows belongs to the sentence.
    '"see «https://a.example/b»" ", and more"',
    '"(see «https://a.example/b»)" "More"',
    '"See «https://a.example/b»." "More"',
    '"See «https://a.example/b»" " and more"',
    '"See «https://a.example/b» " "and more"',
    '"«https://a.example/b»\\n" "c"',
    '"«https://a.example/b»" "\\nc"',
    '"«https://a.example/b»\\t" "c"',
    '"<a href=\\"«https://a.example/b»\\"" "c"',
    # A comma is missing.
    '{"«https://a.example/»"\n"«https://b.example/»"\n"«ftp://c.example/»"}',
    '{"«https://a.example/b»"\n"www.b.example"}',
    '{"«https://a.example/b»"\n"«mailto:ada@canal.example»"}',
    # No literals.
    '/* see «https://a.example/b»"c" "d" */',
    'see «https://a.example/b»" "c"',
    '// don\'t: "«https://a.example/»" "b"',
    # A comment for urlmend.
    '"«https://a.example/»" // urlmend: ignore\n"b"',
]


@each_row(("form", "marked"), CASES)
def test_languages(form, marked, tmp_path):
    check(marked, tmp_path, f"a{EXTENSIONS[form]}")


@each_row("marked", IN_C)
def test_urls(marked, tmp_path):
    check(f"f({marked});\n", tmp_path, "a.c")


def test_every_language_has_cases():
    assert {form for form, _ in CASES} == {*LANGUAGES}
    assert {*LANGUAGES} - LANGUAGES_WITH_LITERALS == {"haskell", "shell"}
    assert {*LANGUAGES} >= LANGUAGES_WITH_LITERALS


@each_row(("form", "marked"), [*CASES, *(("c", marked) for marked in IN_C)])
def test_both_paths_find_the_same(form, marked):
    source = re.sub("«|»(?:=«[^»]*»)?", "", marked)
    document = reader.read_format(Document(source, f"a{EXTENSIONS[form]}"), form)
    careful = [url for _, urls in scanner.read_windows(document) for url in urls]
    assert find_urls(document) == careful
    for url in careful:  # nothing but what is between literals is left out of the source
        pieces = source[slice(*document.in_source(url.spans[0]))]
        assert url.text == "".join(re.split(r"[\"'`][^\"'`]*(?<!\w)[a-zA-Z@$]*[\"'`]", pieces))


def test_a_long_line(tmp_path):
    check("f(1);" * 400 + "x='«https://a.example/'+'b»=«https://a.example/b»';" + "f(1);" * 400, tmp_path, "a.js")


def test_joined_urls_are_not_edited(tmp_path):
    file = tmp_path / "a.c"
    file.write_text('// <URL:http://a.example/b-\n// c>\nchar *u = "http://a.example/"\n  "b|c";\n')
    document = next(iter(urlmend.documents(file)))
    findings = urlmend.lint(document)
    assert [(finding.code, bool(finding.fix)) for finding in findings] == [("URL106", True), ("URL205", False)]
    assert document.position(findings[1].spans[0].start) == (4, 5)


def test_explanations_show_how_a_url_is_written():
    source = 'u = "https://a.example/" +\n "b"; // https://b.example/\n'
    document = reader.read_format(Document(source, "a.java"), "java")
    assert list(joins.text(document, explained(document))) == [
        "https://a.example/b\n",
        '    a.java:1:6: written as https://a.example/" +\\n "b (format java)\n',
        "https://b.example/\n",
    ]
    first, second = map(json.loads, joins.jsonl(document, explained(document)))
    assert first["written"] == 'https://a.example/" +\n "b'
    assert "written" not in second
