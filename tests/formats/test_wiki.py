import pytest
from tests.formats.marked import check

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


@pytest.mark.parametrize("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "page.wiki")
