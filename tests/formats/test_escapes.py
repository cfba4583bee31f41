"""Escapes in URLs of source code, data and plain text; `tests.formats.marked` describes the notation."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from tests.formats.marked import check

from tables import each_row
from urlmend import Document
from urlmend.formats.reader import read_format

CASES = [
    # A backslash before a sign, in any text.
    ("a.log", "GET «https://a.example/b\\#c»=«https://a.example/b#c» 200\n"),
    ("a.R", "#' at \\url{«https://a.example/b\\%20c»=«https://a.example/b%20c»} and\n"),
    ("a.txt", "at «https://a.example/b\\_c\\&d»=«https://a.example/b_c&d», «https://a.example/b»\\n and\n"),
    ("a.c", "/* «mailto:ada\\@a.example»=«mailto:ada@a.example» */\n"),
    ("a.pl", '$x = "<a href=\\"«mailto:ada\\@a.example»=«mailto:ada@a.example»\\">";\n'),
    ("a.pl", 'my $x = "«MAILTO:ada\\@a.example»=«MAILTO:ada@a.example»";\n'),
    (
        "a.pl",
        'call("«sip:ada\\@a.example»=«sip:ada@a.example»", "«xmpp:b\\@c.example»=«xmpp:b@c.example»");\n',
    ),
    ("a.pm", "our %b = (c => '«SIPS:ada\\@a.example:5061»=«SIPS:ada@a.example:5061»');\n"),
    ("a.pl", "s/sip:[^@]+\\@.*//; $b =~ m/^sip:\\d+\\@a.example/; print 'gossip:a\\@a.example';\n"),
    ("a.pl", "print 'sip: ada\\@a.example';\n"),
    ("a.yaml", "a: 'see «https://a.example/it''s»=«https://a.example/it's» and so'\n"),
    ("a.yaml", "a: 'see ''«https://a.example/b»'' and so'\n"),
    ("a.pl", '$x = "«https://a.example/?b\\=c»=«https://a.example/?b=c»";\n'),
    ("a.txt", "at «https://a.example/?b»\\=c and «file:///C:\\_b» and\n"),
    ("a.sh", "wget «https://a.example/\\?b\\=1\\&c»=«https://a.example/?b=1&c»\n"),
    # Numbers of characters, which may end the URL.
    ("a.js", "x = '«https://a.example/?b=1\\u0026c=2»=«https://a.example/?b=1&c=2»'\n"),
    ("a.go", "// «https://a.example/?b\\x3Dc»=«https://a.example/?b=c»\\u003c/a\\u003e\n"),
    ("a.py", "x = '«https://a.example/»\\u2026'\n"),
    # Slashes, as in JSON within other texts, but not in regular expressions.
    ("a.log", '{"b":"«https:\\/\\/a.example\\/c»=«https://a.example/c»"}\n'),
    ("a.php", "x('«https:\\/\\/a.example\\/c?d=e»=«https://a.example/c?d=e»');\n"),
    ("a.js", "if (/^https:\\/\\/a.example\\/c/.test(x) || /https:\\/\\/a\\.example\\/.*/ || /https?:\\/\\/a/) {}\n"),
    # The colon of a scheme.
    ("a.bib", "@misc{b, url = {«http\\://a.example/c\\_d»=«http://a.example/c_d»}}\n"),
    ("a.properties", "b=«https\\://a.example\\:80/c?d\\=e»=«https://a.example:80/c?d=e»\n"),
    ("a.txt", "a\\://b and «http\\://a.example/»=«http://a.example/»\n"),
    # The target of a link in Markdown.
    ("A.hs", "-- the [b](«https://a.example/c_(d\\)»=«https://a.example/c_(d)») of\n"),
    ("a.py", "# [b](«https://a.example/c_\\(d\\)»=«https://a.example/c_(d)») and «https://a.example/c»\\) and\n"),
    # POD.
    ("a.pod", "E<lt>«http://a.example/b»E<gt> or L<c|«http://a.example/d»>\n"),
    ("a.py", "E<lt>«http://a.example/bE»<gt>\n"),
    # Doubled apostrophes.
    ("a.yml", "b: '«https://a.example/it''s/c»=«https://a.example/it's/c»'\n"),
    ("a.sql", "SELECT '«https://a.example/it''s»=«https://a.example/it's»', 'b''c', '«https://a.example/d»';\n"),
    ("a.js", "x = '«https://a.example/it»''s'\n"),
    # Ligatures of typeset text.
    ("a.txt", "con\ufb01g at «https://a.example/con\ufb01g/\ufb02ow»=«https://a.example/config/flow».\n"),
]


@each_row(("name", "marked"), CASES)
def test_urls(name, marked, tmp_path):
    check(marked, tmp_path, name)


@each_row("ligature", "\ufb00\ufb01\ufb02\ufb03\ufb04")
def test_ligatures_are_the_letters_that_they_stand_for(ligature, tmp_path):
    url = f"https://a.example/di{ligature}erent"
    check(f"at «{url}»=«{unicodedata.normalize('NFKC', url)}».\n", tmp_path, "a.txt")


_PIECES = [
    *"https:// http\\:// https:\\/\\/ a.example mailto:b \\@ / \\/ \\_ \\u0026 \\x3d \\( ) ]( ' '' \"".split(),
    *" \n\ufb01\\",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join), st.sampled_from("a.txt a.pl a.sql a.hs".split()))
def test_escapes_do_not_overlap_and_positions_are_those_of_the_source(text, name):
    source = Document(text, name)
    document = read_format(source, {"a.pl": "perl", "a.sql": "sql", "a.hs": "haskell"}.get(name, "text"))
    offsets = [document.position(offset) for offset in range(len(document.text) + 1)]
    assert offsets == sorted(offsets)
    assert len(document.text) <= len(text) + text.count("\ufb01") + 2 * text.count("'")
