"""The syntax of fixed files: they parse to the same tree but for the URLs."""

from tables import each_row
from urlmend import Document, Edit, Fix, Span, find, lint
from urlmend.finder import FindOptions
from urlmend.fixing import syntax
from urlmend.fixing.proof import proven_fixes
from urlmend.model.document import Region

URL, FIXED = "http://a.de/b|c", "http://a.de/b%7Cc"
FILES = [
    ("a.py", '"""See @."""\nx = [1, 2.5, None, "y"]  # @\n'),
    ("a.json", '{"a": ["@", 1.50, null], "b": {}}'),
    ("a.jsonl", '{"a": "@"}\n\n[1]\n'),
    ("a.toml", 'a = "@"\nb = [1, 2.50, {c = true}]\n'),
    ("a.xml", '<a x="@">b<c/>d</a>'),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="@"/></svg>'),
    ("a.yml", "a: @\nb: [1, 2]\n---\n- c\n"),
    ("a.po", '# @\nmsgid ""\nmsgstr ""\n"a\\n"\n\n#, fuzzy\nmsgctxt "c"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "@"\n'),
]


@each_row(("name", "text"), FILES)
def test_files_parse_to_the_same_tree(name, text):
    before, after = (syntax.tree(name, text.replace("@", url)) for url in (URL, FIXED))
    assert before
    assert syntax.is_same(before, after, [URL])
    assert syntax.is_same(before, before, [])
    assert not syntax.is_same(before, after, ["http://b.de/"]) or before == after


OTHERS = [
    ("a.py", 'x = "@"\n', 'x = "@" + "y"\n'),
    ("a.py", 'x = "@"\n', 'x = "@\n'),
    ("a.py", 'x = "@"\n', 'x = "@d"\n'),
    ("a.py", 'f("""\n@\n""")\n', 'f("""\n@d\n""")\n'),
    ("a.py", "x = 1\n", "x = 2\n"),
    ("a.py", "x = y\n", "x = z\n"),
    ("a.json", '{"a": "@"}', '{"a": "@", "b": 1}'),
    ("a.json", '{"a": 1}', '{"a": 1.0}'),
    ("a.json", '{"a": "@"}', '{"a": @}'),
    ("a.jsonl", "[1]\n[2]\n", "[1]\n2]\n"),
    ("a.toml", 'a = "@"\n', 'a = "@\n'),
    ("a.toml", 'a = "@"\n', 'b = "@"\n'),
    ("a.xml", "<a>@</a>", "<a>@&</a>"),
    ("a.xml", "<a>@</a>", "<a>@<b/></a>"),
    ("a.yml", "a: @\n", "a: [@\n"),
    ("a.yml", "a: @\nb: 1\n", "a: @\nb: 2\n"),
    ("a.po", 'msgid "x"\nmsgstr "@"\n', 'msgid "x"\nmsgstr "@\n'),
    ("a.po", 'msgid "x"\nmsgstr "@"\n', 'msgid "x"\nmsgstr "@\\q"\n'),
    ("a.po", 'msgid "x"\nmsgstr "@"\n', 'msgid "y"\nmsgstr "@"\n'),
    ("a.po", 'msgid "x"\nmsgstr "@"\n', 'msgid "x"\nmsgstr "@" z\n'),
]


@each_row(("name", "before", "after"), OTHERS)
def test_another_tree_is_not_the_same(name, before, after):
    trees = [syntax.tree(name, text.replace("@", URL)) for text in (before, after)]
    assert trees[0]
    assert not syntax.is_same(*trees, [URL])


@each_row(
    ("name", "text"),
    [
        ("a.txt", "x"),
        ("a.py", "x ="),
        ("a.json", "[" * 100_000),
        ("a.json", "{"),
        ("a.toml", "a = "),
        ("a.xml", "<a>&b;</a>"),
        ("a.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ("a.xml", '<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>'),
        ("a.yml", "a: ["),
        ("a.yml", "[a, " * 200 + "]" * 200),
        ("a.toml", ".".join("a" * 200) + " = 1"),
        ("a.py", f"x = f'{'{a}' * 5000}'"),
        ("a.po", "msgid x"),
    ],
)
def test_what_does_not_parse_has_no_tree(name, text):
    assert syntax.tree(name, text) is None
    assert syntax.is_same(None, None, [])


@each_row(
    ("name", "text", "replacement"),
    [
        ("a.py", '"""See @."""\n', '"""'),
        ("a.yml", "a: @\n", ": "),
        ("a.xml", "<a><url>@</url></a>\n", "\x01"),
    ],
)
def test_a_fix_that_breaks_a_file_is_not_written(name, text, replacement):
    """A rule of a plugin may propose anything."""

    text = text.replace("@", URL)
    document = Document(text, name, region=Region(0, len(text), "utf-8"))
    (url,) = find(document)
    (finding,) = [found for found in lint(Document(URL)) if found.code == "URL205"]
    at = Span(url.spans[0].stop - 1, url.spans[0].stop)
    for new, is_written in ((replacement, False), ("%63", True)):
        fix = Fix((Edit(at, new),), safe=True)
        proposed = finding._replace(code="OWN100", url=url, spans=(at,), fix=fix)
        assert bool(proven_fixes(document, [proposed], FindOptions(), unsafe=False)) == is_written
