from tests.formats.marked import check

from tables import each_row

CASES = [
    # The arguments of links.
    "@uref{«https://a.example/b»,the text}",
    "@uref{«https://a.example/b», the text, a replacement} and @url{«https://c.example/»}.",
    "@uref{«https://a.example/b»,\nthe text} follows",
    "@url{«https://a.example/b»,@code{text}}",
    "@uref{«https://a.example/?a=1@comma{}2»=«https://a.example/?a=1,2»,text}",
    # Escapes and places where a line may break.
    "«https://ann@@a.example/»=«https://ann@a.example/»",
    "@uref{«https://@/a.example/@/b/@/c.html»=«https://a.example/b/c.html», text}",
    "«https://a.example/x@{y@}»=«https://a.example/x{y}»",
    "@code{«https://a.example/a@hashchar{}b»=«https://a.example/a#b»}",
    "@code{«http://@var{host}/b/@var{c}.html»=«http://{host}/b/{c}.html»}",
    # What ends a URL.
    "«https://a.example/»\n@item two\n",
    "at «https://a.example/»@footnote{there} and «https://b.example/»@c a comment\n",
    "«https://a.example»@*\nb.html\n",
    "@itemize\n@item «https://a.example/b»\n@item «https://a.example/c»\n@end itemize\n",
    # Commas that belong to a URL, and those that do not.
    "Of «https://a.example/b,c», one letter.",
    "@email{ann@@a.example, Ann}, then «https://a.example/»",
    "@c «https://a.example/b» for all\n",
    # Verbatim text.
    "@verbatim\n«https://ann@@a.example/»\n@end verbatim\n«https://ann@@a.example/»=«https://ann@a.example/»\n",
    "@verbatim\n«https://ann@@a.example/»\n",
    "@uref{«https://a.example/b»\n",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "manual.texi")


# Escapes, and what a reader sees.
ESCAPES = {
    "@@": "@",
    "@{v@}": "{v}",
    "@&": "&",
    "@/": "",
    "@:": "",
    "@-": "",
    "@atchar{}": "@",
    "@ampchar{}": "&",
    "@comma{}": ",",
    "@hashchar{}": "#",
    "@lbracechar{}v@rbracechar{}": "{v}",
    "@value{v}": "{v}",
    "@var{v}": "{v}",
}


@each_row("escape", ESCAPES)
def test_all_escapes(escape, tmp_path):
    check(f"see «https://a.example/b{escape}c»=«https://a.example/b{ESCAPES[escape]}c» now", tmp_path, "manual.texi")
