from tests.formats.marked import check

from tables import each_row

CASES = [
    # A URL over lines of a string.
    'msgid ""\n"See «https://docs.a."\n"example/3/new/»=«https://docs.a.example/3/new/» for more.\\n"\n',
    'msgstr "Im «https://a.example/long-"\n"name/»=«https://a.example/long-name/» steht mehr.\\n"\n',
    'msgid ""\n"«https:"\n"//a.example/b»=«https://a.example/b»"\n',
    'msgid ""\n"`text <«https://a.example/"\n"b/c.html»=«https://a.example/b/c.html»>`_"\n',
    'msgid ""\n"«https://a.example/b»"\n"\\n"\n"more"\n',
    # Obsolete entries, and the source text of fuzzy ones.
    '#~ msgid ""\n#~ "at «https://a.example/"\n#~ "b/c»=«https://a.example/b/c»"\n',
    '#| msgid ""\n#| "at «https://a.example/"\n#| "b/c»=«https://a.example/b/c»"\nmsgid "x"\n',
    # Escapes.
    'msgid "<a href=\\"«https://a.example/»\\">b</a>"\n',
    'msgid "«https://a.example/b»\\n«https://a.example/c»\\n"\n',
    'msgid "«https://a.example/b»\\tand «https://a.example/c»\\n"\n',
    # Texts of links of AsciiDoc, whatever they are and what follows them.
    'msgid "New in «https://a.example/b»[2.9.1^]"\n',
    'msgid "«https://a.example/b»[v2.9], «https://a.example/c»[C++]"\n',
    'msgstr "«https://a.example/b»[GPL]-licensed, «https://c.example»[mirror]s and «https://d.example/»[d]\'s"\n',
    'msgid "«https://a.example/b»[text]{nbsp}21 or «https://a.example/b»[text](note)"\n',
    'msgid "\\"«https://[::1]:80/b»[c d]e\\""\n',
    # But no index, range, host, segment, option or parameter.
    'msgid "«https://[::1]:80/b[0]»"\n',
    'msgid "«https://a.example/b?c[]=1» or «https://a.example/?c[d]=e»"\n',
    'msgid "«https://a.example/[lang]/b» «https://a.example/[name].html»"\n',
    'msgid "«https://a.example/b[a-z]+»"\n',
    'msgid "Usage: «ftp://a.example[:port]/b[;type=c]» or «ssh://[user@]host[:port]»"\n',
    # Plural forms, contexts, CRLF.
    'msgstr[0] ""\r\n"«https://a.example/"\r\n"b»=«https://a.example/b»"\r\nmsgstr[1] "«https://a.example/c»"\r\n',
    # Strings of their own never run together.
    'msgid "«https://a.example/»"\nmsgstr "b/c"\n',
    'msgid "«https://a.example/»"\nmsgstr ""\n"«https://b.example/»"\n',
    'msgctxt "«https://a.example/»"\nmsgid "b.html"\n',
    '#~ msgid "«https://a.example/»"\n"b/c.html"\n',
    'msgid "«https://a.example/»"\n\n"b/c.html"\n',
    # Records of the header.
    'msgid ""\nmsgstr ""\n"Report-Msgid-Bugs-To: «https://a.example/bugs»\\n"\n"POT-Creation-Date: 2026-01-01\\n"\n',
    # Comments and references.
    '# From «https://a.example/wiki/»\n#. of «https://a.example/b»\n#: src/a.c:12\n#, c-format\nmsgid "x"\n',
    # Malformed lines are plain text.
    'msgid "«https://a.example/»\n"b"\n',
    'msgstr "«https://a.example/b»" # and more\n',
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "de.po")
