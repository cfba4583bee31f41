from tidebook.links import normalise

CASES = [
    ("http://user:secret@h.example/a b", "http://h.example/a%20b"),
    ("http://h.example/[a]|b", "http://h.example/%5Ba%5D%7Cb"),
    ("http:///nohost", None),
    ("https://h.example:port/", None),
    ("http://[::1", None),
]


def test_normalise():
    for text, expected in CASES:
        assert normalise(text) == expected
