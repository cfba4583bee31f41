"""Scopes of URLs, and templates."""

import pytest

from tables import each_row
from urlmend import documents
from urlmend.finder import find_urls
from urlmend.linting.scopes import scope_of
from urlmend.model.document import Document
from urlmend.rules.registry import Case


def scopes(text, name="-"):
    document = Document(text, name)
    return [scope_of(Case(url, text, "rfc3986"), document).value for url in find_urls(document)]


C = '/* http://a.example/\n   http://b.example/ */\nchar *c = "http://c.example/";'
LONG_C = "int i;\n" * 30_000 + '// http://a.example/\n/*\nhttp://b.example/\n*/\nf("http://c.example/")'
HTML = "<!-- http://a.example/ --><a href='http://b.example/'>http://c.example/</a>"
PYTHON = '''\
"""See http://a.example/ for more."""
# and http://b.example/
open("http://c.example/")
re.compile(r"http://d.example/[a-z]+")
'''


@each_row(
    ("name", "text", "expected"),
    [
        ("a.java", '//f(g("http://a.example/"));\n  // String b = "jdbc:http://b.example/";', ["code", "code"]),
        ("a.py", "# b = 'http://a.example/'\n#B.c[d] = e(f, 'http://b.example/')", ["code", "code"]),
        ("a.java", '// see "http://a.example/"\n// b (c) "http://b.example/" = d', ["comment", "comment"]),
        ("a.java", "// this is a name of it = 'http://a.example/'\n// b = http://b.example/", ["comment", "comment"]),
        ("-", "see http://a.example/", ["text"]),
        ("notes", "# http://a.example/", ["text"]),
        ("notes.md", "`http://a.example/`", ["text"]),
        ("a.py", PYTHON, ["comment", "comment", "string", "template"]),
        ("a.c", C, ["comment", "comment", "string"]),
        ("a.js", "// http://a.example/\nx = 'http://b.example/'; y = /http:..c.example/;", ["comment", "string"]),
        ("a.js", "a = http://a.example/", ["code"]),
        ("a.json", '{"a": "http://a.example/"}', ["data"]),
        ("a.yaml", "# http://a.example/\nb: http://b.example/", ["comment", "data"]),
        ("a.html", HTML, ["text"] * 3),
        ("a.xhtml", HTML, ["text"] * 3),
        ("a.txt", "# http://a.example/", ["text"]),
        ("a.eml", "X: b\n\n> http://a.example/", ["text"]),
        ("CMakeLists.txt", '# http://a.example/\nset(B "http://b.example/")', ["comment", "string"]),
        ("a.unknown", "http://a.example/", ["text"]),
        ("a.unknown", "# http://a.example/\nb('http://c.example/');\nirc://e.example/;", ["comment", "string", "code"]),
        ("a.unknown", 'if (a) {\n  b("c\n  http://d.example/");\n}', ["string"]),
        ("a.unknown", "a;\n\nb\nc\nd\ne\n# http://a.example/", ["text"]),
        ("a.txt", "a;\nb;\n# http://a.example/;", ["text"]),
        ("unknown", "a;\nb;\n# http://a.example/;", ["text"]),
        # Obvious without a lexer
        ("a.c", "/**\n * http://a.example/ */ x(); /* http://b.example/ */", ["comment", "comment"]),
        ("a.c", 'f("/* a"); g = "http://a.example/"; // http://b.example/', ["string", "comment"]),
        ("a.c", '/* a */ f("http://a.example/");', ["string"]),
        ("a.c", 'int a;\n  /* b\n\nhttp://b.example/', ["comment"]),
        ("a.ini", "; http://a.example/\nb = http://b.example/", ["comment", "data"]),
        ("a.yml", "a: http://a.example/#b # http://b.example/", ["data", "comment"]),
        ("a.xml", '<a b="http://a.example/">http://b.example/</a>', ["link", "text"]),
        ("a.xml", "<!-- a --> http://a.example/\n<!--\nhttp://b.example/ -->", ["text", "comment"]),
        ("a.ml", '(* http://a.example/ *)\nlet a = "http://b.example/"', ["comment", "string"]),
        ("a.rb", "  # http://a.example/\nb 'http://b.example/'", ["comment", "string"]),
        ("a.css", '@import url("http://a.example/");', ["string"]),
        # Too long for a lexer: judged by lines.
        ("a.c", LONG_C, ["comment", "comment", "string"]),
    ],
)  # fmt: skip
def test_scope(name, text, expected):
    assert scopes(text, name) == expected


TEMPLATES = [
    "http://{host}/",
    "http://a.example/{id}/posts",
    "http://a.example/{?q,lang}",
    "http://${HOST}/a",
    "http://$HOST/a",
    "http://$(HOST)/a",
    "http://#{host}/a",
    "http://@HOST@/a",
    "http://%HOSTIP:%HTTPPORT/1",
    "http://%HOST%/a",
    "http://%(host)s/a",
    "'http://%s/%02d' % x",
    "file://%kernel.project_dir%/var",
    "http://a.example/[name]",
    "http://a.example[:port]/path",
    "http://a.example/vol[1-20].zip",
    "http://a.example/[a-z:2]/",
    "x-ide://open?file=%f&line=%l",
    "x-ide://open?file=%%f&line=%%l",
    "http://a.example/<name>",
    "http://*.a.example/",
    "http://a.example/**/b",
    r"http://a\.example/[a-z]+",
    "http://a.example/(?:b|c)",
    "http://.../a",
    "'http://a.example/' + name",
    '"http://a.example/" . $name',
    "match('^http://a.example/b|c')",
    "s#http://a.example/b|c#d#",
    "https://%$:8983/solr/",
    "imaps://a.example:[993]/",
    "http://a.example/?[q=foo]",
    "http://servidor:puerto/",
    "http://usuario:contraseña@servidor:puerto/",
    "http://user@...",
    "match('http://a.example/(%w+)&b')",
    "ftp://[user@]host/path",
    r"<http://a.example/issues/\1>",
    "ftp://(localhost|)/b",
    "http://%[1]s/b_%[2]s.zip",
    "http://a.example/(plans|maps)/b",
    'f("see <http://a.example/b/" ++\n  "c.html> for more")',
    'f("see <http://a.example/b/"\n  + "c.html> for more")',
    "ftp://[user:password@]host/path",
    "ftp://[user[:password]@]host/path",
    "http://a.example/|version|",
    "http://a.example/|version|/b",
    "http://a.example/|version|.tar.gz",
    "http://a.example/b-|version|.tar.gz",
    "http://a.example/b-|release|/c",
    "http://a.example/b-|version|_c.zip",
    "http://a.example/b-|version|rc1.zip",
    "http://a.example/v|version|.zip",
    "http://a.example/?v=|full-version|&b=c",
    "http://a.example/v-|ver| and",
    "http://a.example/v|ver|, and",
    "`b <http://a.example/v-|ver|>`_",
    "http://a.example/b-|major|.|minor|.zip",
    "http://a.example/b-|full version|.zip",
]
CONCRETE = [
    "http://a.example/b|c",
    "http://a.example/b|c|d",
    "http://a.example/b|c|d|e",
    "http://a.example/?b=c|d|e&f=g",
    "http://a.example/|b",
    "http://a.example/b-|c",
    "http://a.example/b-|c and |d|",
    "http://a.example/b-|1|/c",
    "http://a.example/b-||/c",
    "http://a.example/b|",
    "http://a.example/b[c]=d",
    "http://a.example/?a[b]=c&d[]=1",
    "http://[2001:db8::7]/",
    "http://[::1]:80/",
    "http://a.example/%0D%0Ab",
    "http://a.example/100%",
    "http://a.example/%zz",
    "http://a.example/~user/",
    "http://a.example/v1...v2",
    "http://a.example/b*c",
    "'http://a.example/' and more",
    '"http://a.example/". A sentence',
    "<http://a.example/>",
    "http://a.example/b<br>",
    "http://a.example/(%77%77)",
    "(^) http://a.example/",
    "items http://a.example/b",
    "http://a.example:port/",
    "http://a.example/b...",
    "http://localhost:8080/",
    "http://a.example/b_(plan)/c|d",
]


@each_row("text", TEMPLATES)
def test_templates(text):
    assert set(scopes(text)) == {"template"}


@each_row("text", CONCRETE)
def test_concrete_urls(text):
    assert set(scopes(text)) == {"text"}


PROSE = [
    ("a.bib", "@misc{a,\n  url = {http://a.example/},\n}\n"),
    ("a.po", 'msgid "http://a.example/"\nmsgstr ""\n'),
    ("a.pot", 'msgid "http://a.example/"\nmsgstr ""\n'),
    ("a.sty", "\\def\\a{http://a.example/}\n"),
    ("a.texi", "@uref{http://a.example/}\n"),
]


@pytest.mark.parametrize(("name", "text"), PROSE)
def test_formats_of_prose_have_no_scopes(name, text, tmp_path):
    file = tmp_path / name
    file.write_text(text)
    (document,) = documents(file)
    assert [scope_of(Case(url, document.text, "rfc3986"), document).value for url in find_urls(document)] == ["text"]


IN_CODE = [
    ("a.md", "See `http://a.example/`, and http://b.example/.\n\n    http://c.example/\n", "dtd"),
    ("a.md", "- See this:\n\n    http://a.example/ and ``http://b.example/``\n", "td"),
    (
        "a.rst",
        "See ``http://a.example/``, and http://b.example/::\n\n    http://c.example/\n\nhttp://d.example/\n",
        "dtdt",
    ),
    ("a.adoc", "See `http://a.example/`, and http://b.example/.\n\n----\nhttp://c.example/\n----\n", "dtd"),
]


@pytest.mark.parametrize(("name", "text", "expected"), IN_CODE)
def test_code_without_a_language_is_data(name, text, expected, tmp_path):
    file = tmp_path / name
    file.write_text(text)
    (document,) = documents(file)
    scopes = [scope_of(Case(url, document.text, "rfc3986"), document).value[0] for url in find_urls(document)]
    assert "".join(scopes) == expected


MARKDOWN = """\
See http://a.example/.

```python
# http://b.example/
open("http://c.example/")
```

```text
http://d.example/
```

~~~ {.bash}
curl http://e.example/
~~~
"""
RST = """\
See http://a.example/.

.. code-block:: python
   :linenos:

   # http://b.example/
   open("http://c.example/")

.. code:: unknown

   http://d.example/

.. sourcecode:: bash

   curl http://e.example/

See http://f.example/.
"""
ASCIIDOC = """\
See http://a.example/.

[source,python]
----
# http://b.example/
open("http://c.example/")
----

----
http://d.example/
----

[source, bash]
----
curl http://e.example/
----
"""


@pytest.mark.parametrize(
    ("name", "text"), [("a.md", MARKDOWN), ("a.rst", RST), ("a.adoc", ASCIIDOC)], ids=["md", "rst", "adoc"]
)
def test_scopes_of_code_blocks(name, text, tmp_path):
    file = tmp_path / name
    file.write_text(text)
    (document,) = documents(file)
    scopes = [scope_of(Case(url, document.text, "rfc3986"), document).value for url in find_urls(document)]
    assert scopes[:5] == ["text", "comment", "string", "data", "code"]
    assert set(scopes[5:]) <= {"text"}
