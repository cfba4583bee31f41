from tests.formats.marked import check

from tables import each_row

CASES = [
    "-- | See <«https://a.example/b» the text>.",
    "-- | See <«https://a.example/b» the\n-- text> and <«https://c.example/»>.",
    "{-| <«https://a.example/b»\n    the text> -}",
    "-- <«https:\\/\\/a.example\\/b»=«https://a.example/b» text>",
    '-- <«https://a.example/b» Ann, "Moss", 2005>',
    # No text.
    "-- <«https://a.example/b»>, x < y, see «https://c.example/d» > z",
    '-- | [text](«https://a.example/b») and "«https://a.example/c»"',
    "link = \"<a href='«https://a.example/b»'>\" -- > x",
    "f <«https://a.example/» b\n\ng = 1\n",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "Main.hs")


def test_descriptions_of_packages(tmp_path):
    source = "description:\n  Drawings, with <«https://a.example/b» the\n  text>.\nhomepage: «https://a.example/c»\n"
    check(source, tmp_path, "plans.cabal")
