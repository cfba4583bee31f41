from tests.formats.marked import check

from tables import each_row

CASES = [
    # Line breaks of the source mean nothing, those of the text do.
    "{\\rtf1 See «https://a.example/b/\nc.html»=«https://a.example/b/c.html» there.\\par }",
    "{\\rtf1 See «https://a.example/b-\r\nc»=«https://a.example/b-c» there.\\par }",
    "{\\rtf1 See «https://a.example/b»\\par\nc/d.html\\par }",
    "{\\rtf1 «https://a.example/b»\\line «https://a.example/c»\\tab «https://a.example/d»\\\ne/f.html}",
    # Control words and groups.
    '{\\rtf1 {\\field{\\*\\fldinst HYPERLINK "«https://a.example/b»"}{\\fldrslt the text}} follows}',
    '{\\rtf1 {\\field{\\*\\fldinst {HYPERLINK "«https://a.example/\nb»=«https://a.example/b»" \\\\o x}}}}',
    "{\\rtf1 \\f0\\fs20 «https://a.example/{\\b b}/c»=«https://a.example/b/c»\\b0 .}",
    "{\\rtf1 {\\ul\\cf1-2 «https://a.example/b»} and text}",
    "{\\rtf1 {\\*\\xmlnstbl {\\xmlns1 «https://a.example/b»}}\\paperw11906 2450}",
    # Characters.
    "{\\rtf1 «https://a.example/\\'e9»=«https://a.example/é» and «https://a.example/\\u233?x»=«https://a.example/éx»}",
    "{\\rtf1 «https://a.example/\\u233\\'e9x»=«https://a.example/éx» and «https://a.example/\\{b\\}»=«https://a.example/{b}»}",
    "{\\rtf1 «https://a.example/b»\\~c and «https://a.example/b\\_c\\-d»=«https://a.example/b-cd»}",
    "{\\rtf1 \\u-10179?\\u-8704? «https://a.example/b»}",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "letter.rtf")
