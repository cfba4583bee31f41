"""How the replacement of a fix is written in the source of a format; None where there is no way."""

from tables import each_row
from urlmend.formats.writing import WRITERS

# Formats in which some characters cannot be written.
REFUSED = {
    "asciidoc": "[]",
    "csv": '",;|\t\r\n',
    "icalendar": "\\,;\r\n",
    "org": "[]|",
    "restructuredtext": "`",
    "roff": "\\",
    "rtf": "\\{}\r\n",
    "texinfo": "@{}",
    "text": "",
    "toml": "\"'\\\r\n",
    "wiki": "[]|{}",
    "yaml": "\"'\\\r\n#",
}
SIGNS = "[]\",;|\t\r\n&<>'\\`@{}#%$~_=*()"


@each_row("form", REFUSED)
def test_characters_that_cannot_be_written(form):
    write = WRITERS[form]
    assert {sign for sign in SIGNS if write(f"a{sign}b", "", 0) is None} == set(REFUSED[form])
    assert all(write(f"a{sign}b", "", 0) == f"a{sign}b" for sign in SIGNS if sign not in REFUSED[form])


# The format, the source with `«` where the text is written, the text, and what is written.
WRITTEN = [
    ("json", '{"a": "«"}', 'é"\\\n', 'é\\"\\\\\\n'),
    ("html", '<a href="«">', "&b<c>\"d'", "&amp;b&lt;c&gt;&quot;d&#39;"),
    ("gettext", '# a\nmsgid "«"\n', '"\\\n\t\rb', '\\"\\\\\\n\\t\\rb'),
    ("gettext", 'msgid "a"\n  "«"\n', '"', '\\"'),
    ("gettext", 'msgid "a"\n#~ msgid "«"\n', '"', '\\"'),
    ("gettext", 'msgid "a"\n#| msgid "«"\n', '"', '\\"'),
    ("gettext", 'msgid "a"\n# «\n', '"', '"'),
    ("gettext", "msgid\n«\n", '"', '"'),
    ("markdown", "| a | « |\n", "b|c", "b&#124;c"),
    ("markdown", "x\n| a | « |\n", "b|c", "b&#124;c"),
    ("markdown", "| a |\nx «\n", "b|c", "b|c"),
    ("markdown", "> | « |\n", "b|c", "b&#124;c"),
    ("markdown", "a | «\n", "b|c|", "b&#124;c&#124;"),
    ("markdown", "a| «\n", "b|c", "b|c"),
    ("markdown", "« | a\n", "b|c", "b|c"),
    ("markdown", "| « |\n", "bc", "bc"),
    ("latex", "a «\n", "%#&_$~", "\\%\\#\\&\\_\\$\\~{}"),
    ("latex", "a «\n", "\\", None),
    ("latex", "a «\n", "{", None),
    ("latex", "a «\n", "}", None),
    ("latex", "a «\n", "^", None),
    ("latex", "\\url{«}\n", "%#&_$~^", "%#&_$~^"),
    ("latex", "\\path{«}\n", "%", "%"),
    ("latex", "\\nolinkurl {«}\n", "%", "%"),
    ("latex", "\\url{a} «\n", "%", "\\%"),
    ("latex", "\\url{a{b}«}\n", "%", "%"),
    ("latex", "\\url{«}\n", "\\", None),
    ("latex", "\\url{«}\n", "{", None),
    ("latex", "\\url{«}\n", "}", None),
    ("latex", "\\footnote{\\url{«}}\n", "%", None),
    ("latex", "\\footnote{a} \\url{«}\n", "%", "%"),
    ("latex", "\\footnote{\n\n\\url{«}}\n", "%", "%"),
    ("latex", "\\{ \\url{«}\n", "%", "%"),
    ("latex", "@misc{a,\n url = {«}}\n", "%", "%"),
    ("latex", '@misc{a,\n URL="«"}\n', "%", "%"),
    ("latex", "@misc{a,\n Url = {«}}\n", "%", "%"),
    ("latex", "@misc{a,\n note = {«}}\n", "%", "\\%"),
    ("latex", "@misc{a,\n curl = {«}}\n", "%", "%"),
    ("latex", "@misc{a, url = {b}, note = {c «}}\n", "%", "\\%"),
    ("latex", "@misc{a, url = {b{c}}, note = {c «}}\n", "%", "\\%"),
    ("latex", '@misc{a, url = "b", note = "c «"}\n', "%", "\\%"),
    ("latex", '@misc{a, url = "b{"}c", note = {c «}}\n', "%", "\\%"),
    ("latex", "@misc{a, note = {b}, url = {«}}\n", "%", "%"),
    ("latex", "@misc{a, url = {b}, note = {c}, url = {«}}\n", "%", "%"),
    ("latex", '@misc{a, url = "b", note = "c", url = "«"}\n', "%", "%"),
    ("latex", '@misc{a, url = "b{"}«"}\n', "%", "%"),
    ("latex", "@misc{a, url = {b%20c}, note = {c «}}\n", "%", "\\%"),
    ("latex", "@misc{a, url = {b%20c«}}\n", "^", "^"),
    ("latex", "\\url{b%20c} and \\url{d%e} «\n", "%", "\\%"),
    ("latex", "\\url{b%20c} and \\url{d%e«}\n", "^", "^"),
    ("latex", "\\url{b} % \\url{c} «\n", "{", "{"),
    ("latex", "\\url{b} % \\url{«}\n", "{", "{"),
    ("latex", "a % b «\n", "%{\\", "%{\\"),
    ("latex", "x\n% «\n", "{", "{"),
    ("latex", "a \\% b «\n", "%", "\\%"),
    ("latex", "a \\\\% b «\n", "{", "{"),
    ("latex", "% a\nb «\n", "%", "\\%"),
]


@each_row(("form", "marked", "text", "written"), WRITTEN)
def test_written(form, marked, text, written):
    at = marked.index("«")
    assert WRITERS[form](text, marked.replace("«", ""), at) == written


def test_all_formats_are_tested():
    assert set(REFUSED) | {form for form, *_ in WRITTEN} == set(WRITERS)


def test_how_far_the_start_of_a_line_is_searched():
    for length, written in ((19_997, "b&#124;c"), (19_998, "b&#124;c"), (20_001, "b|c")):
        assert WRITERS["markdown"]("b|c", f"| {'a' * length}", length + 2) == written
