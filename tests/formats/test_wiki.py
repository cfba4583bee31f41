from tests.formats.marked import check

from tables import each_row

CASES = [
    "{{«https://a.example/b.png»|the text}}",
    "[[«https://a.example/b»|the text]] and [[«https://a.example/c»]]",
    "{{cite web|url=«https://a.example/b»|title=Moss}}",
    "{{«https://a.example/b.png»?200x50|the text}}".replace("»?200x50", "?200x50»"),
    "||«https://a.example/b»||text||",
    # Other links.
    "[«https://a.example/b» the text] and «https://a.example/c».",
    "| «https://a.example/b» | text |",
    "a || b, see ''«https://a.example/b»''",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "page.wiki")
