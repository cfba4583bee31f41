from tests.formats.marked import check

from tables import each_row

CASES = [
    r'{"url": "«https:\/\/a.example\/b\/c»=«https://a.example/b/c»", "n": 1}',
    r'{"url": "«https://a.example/?a=1\u0026b=2»=«https://a.example/?a=1&b=2»"}',
    r'["«\u0068ttps://a.example/»=«https://a.example/»"]',
    r'["\u003ca href=\"«https://a.example/b»\"\u003etext\u003c/a\u003e"]',
    r'["<a href=\"«https://a.example/b»\">text</a>", "see «https://a.example/c»\r\nand more"]',
    r'["\ud83d\ude00 «https://a.example/»", "\ud83d «https://b.example/»", "\u4e2d«https://c.example/»"]',
    r'["a\\b «https://a.example/»\tc:\\new «https://b.example/n»", "\x «https://c.example/»"]',
    r'["«https://a.example/one»\nhttps", "«https://a.example/two»\n\nMore text"]',
    # A broken URL in a text.
    r'["See <«https://a.example/of-documents/\n    index.html»=«https://a.example/of-documents/index.html»> for more"]',
    # The lines of a notebook.
    '{"source": [\n  "# See «https://a.example/b»\\n",\n  "import x\\n",\n  "# and «https://c.example/d»"\n ]}',
    '["# «https://a.example/directory/»\\n",\n "#!pip install x\\n"]',
    '["x = \'«https://a.example/directory/»\\n",\n "index.html\\n"]',
    # JSON Lines, and neighbours.
    '{"a": "«https://a.example/b»"}\n{"a": "«https://c.example/d»"}\n',
    '["«https://a.example/b/»","c", "«https://a.example/d»",\n"e"]',
    # Without escapes, and what is no JSON.
    '{"a": "«https://a.example/(b)»"}',
    '{"a": "«https://a.example/b» \\u00',
    "// see «https://a.example/b»\n{}",
]


@each_row("name", ["data.json", "notebook.ipynb", "app.webmanifest", "composer.lock", "rows.jsonl"])
@each_row("marked", CASES)
def test_urls(marked, name, tmp_path):
    check(marked, tmp_path, name)
