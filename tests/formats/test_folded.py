from tests.formats.marked import check

from tables import each_row

ONE = "========== NOTE: '\\' line wrapping per RFC 8792 ===========\n\n"
TWO = "========== NOTE: '\\\\' line wrapping per RFC 8792 ==========\n\n"

CASES = [
    ONE + "uri: «https://a.example/directory/\\\n    index.html»=«https://a.example/directory/index.html» x\n",
    ONE + "uri: «https://a.example/directory/index\\\r\n.html»=«https://a.example/directory/index.html»\r\n",
    TWO + "uri: «https://a.example/directory/ind\\\n    \\ex.html»=«https://a.example/directory/index.html» x\n",
    ONE
    + "«https://a.example/b\\\n c»=«https://a.example/bc»\n"
    + TWO
    + "«https://a.example/b\\\n \\c»=«https://a.example/bc»\n",
    # No folds.
    ONE + "see «https://a.example/b» \\\n  x\n",
    TWO + "see «https://a.example/b»\\\n  x\n",
    "«https://a.example/b»\\\n  c\n" + ONE,
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "draft.txt")


def test_other_texts_are_not_unfolded(tmp_path):
    check("See RFC 8792: «https://a.example/b»\\\n  c\n", tmp_path, "draft.txt")
