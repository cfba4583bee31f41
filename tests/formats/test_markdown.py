from tests.formats.marked import check

from tables import each_row

CASES = [
    # Spaces in the target of a link.
    "[b](<«https://a.example/b c»=«https://a.example/b%20c»>) and [b](<«https://a.example/b»>)\n",
    '[b](<«https://a.example/c  d»=«https://a.example/c%20%20d»> "e") and `[b](<«https://a.example/b»>)`\n',
    "[b]: <«https://a.example/b c»=«https://a.example/b%20c»>\n",
    "[b]:<«https://a.example/b c»=«https://a.example/b%20c»>\n",
    "  [c]: <«https://a.example/d  e»=«https://a.example/d%20%20e»> 'f'\n",
    "[b]: «https://a.example/b» c\n`[c]: <«https://a.example/b»>`\n[^d]: At <«https://a.example/d»>\n",
    # A hard line break.
    "at «https://a.example/b/»\\\nc/d.html\n",
    "at «https://a.example/b\\_c»=«https://a.example/b_c»\\\r\nd/e.html\r\n",
    "```\nx = «https://a.example/b/\\\nc/d.html»=«https://a.example/b/c/d.html»\n```\n",
    # Escapes.
    "[text](«https://a.example/a\\_b»=«https://a.example/a_b»)",
    "[a]: «https://a.example/a\\_b\\~c»=«https://a.example/a_b~c» 'title'",
    "<«https://a.example/a\\_b»=«https://a.example/a_b»>",
    "at «https://a.example/a\\*b»=«https://a.example/a*b».",
    # Pipes in shell code.
    "```sh\ncurl «https://a.example/x.tgz»|tar xz\n```\n«https://a.example/b|c»\n",
    "1. Run\n   ~~~ bash {.x}\n   curl «https://a.example/x»|sh\n   ~~~\n",
    "> ```console\n> $ wget -O- «https://a.example/x»|sh\n",
    "```sh\nwget «https://a.example/b.tgz»;tar xf b.tgz\ncurl '«https://a.example/c;d|e»' | sh\n```\n",
    "```bash\n# See «https://a.example/directory-\n# of-drawings.html»=«https://a.example/directory-of-drawings.html»\n```\n",
    "~~~shell\ngit clone «https://a.example/directory-»\ncd.html\n",
    "```sh\ncurl «https://a.example/x»|sh\n```\n\n```\n«https://a.example/a|b»\n```\n",
    # Blocks of code end at a fence alone on its line, and begin in a list, too.
    "- ```sh\n  curl «https://a.example/x»|sh\n  ```\n\n  «https://a.example/a\\_b»=«https://a.example/a_b»\n",
    "1) ~~~ sh\n   curl «https://a.example/x»|sh\n   ~~~~\n   «https://a.example/b|c»\n",
    "```sh\r\ncurl «https://a.example/x»|sh\r\n```\r\n«https://a.example/b|c»\r\n",
    "~~~text\n~~~sh\ncurl «https://a.example/b|c»\n~~~\n",
    # Code, and text without escapes.
    "`«https://a.example/a\\_b»`",
    "`` ` «https://a.example/a\\_b» ``",
    "`see\n«https://a.example/a\\_b»`",
    "\\` «https://a.example/a\\_b»=«https://a.example/a_b» `",
    "` a\r\n\r\n«https://a.example/a\\_b»=«https://a.example/a_b» `",
    "```python\nurl = r'«https://a.example/a\\_b»'\n```\n",
    "```text\n«https://a.example/a|b»\n```\n",
    '![](«https://a.example/b.png» =10x20) [a](«https://a.example/c» "title")',
    "[a](<«https://a.example/b»>)",
    "«https://a.example/b»\\\n«https://a.example/c»",
    "| «https://a.example/b» | c |\n| --- | --- |\n",
    # Cells of tables.
    "| a | b |\n|---|:-:|\n| see «https://a.example/b»|c |\n|a «https://a.example/d»|e|1|\n",
    "| a | b |\n|---|:-:|\n| a | c |\n\nat «https://a.example/b|c» |\n",
    "> a | b\r\n> -|-\r\n> see «https://a.example/b»|c\r\n>\r\n> see «https://a.example/b|c»\r\n",
    "|at «https://a.example/b»|c|\n|-|-|\n|a|at «https://a.example/d»|",
    "|a|\n|-|\n|[a](«https://a.example/b|c») `«https://a.example/b|c»`|\n",
    "|a|\n|-|\n|at «https://a.example/b\\_c»=«https://a.example/b_c»|d|\n",
    "| at «https://a.example/b|c» |\n| - a |\n",
    "a\n---\nat «https://a.example/b|c»\n",
    "---\nat «https://a.example/b|c»\n---\n",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "README.md")
