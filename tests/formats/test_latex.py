from tests.formats.marked import check

from tables import each_row

CASES = [
    "\\url{«https://a.example/a\\_b\\%20c»=«https://a.example/a_b%20c»}",
    "\\href{«https://a.example/a\\#b»=«https://a.example/a#b»}{the text}",
    "\\href{«https://a.example/a#b»}{\\texttt{«https://a.example/c»}}",
    "«https://a.example/\\~{}ann»=«https://a.example/~ann»",
    "«https://a.example/\\textasciitilde ann»=«https://a.example/~ann»",
    "«https://a.example/{\\textasciitilde}ann»=«https://a.example/~ann»",
    "«https://a.example/$\\sim$ann»=«https://a.example/~ann»",
    "«https://a.example/?a=1\\&b=2»=«https://a.example/?a=1&b=2»",
    "«https://a.example/a{\\_}b{\\%}20»=«https://a.example/a_b%20»",
    "«https://a.example/\\allowbreak b\\-c»=«https://a.example/bc»",
    "\\href{«https://a.example/b/%\n  c.html»=«https://a.example/b/c.html»}{the text}",
    # BibTeX.
    "@misc{a,\n  url = {«https://doi.org/10.1007/978-3-030-29007-8\\_8»=«https://doi.org/10.1007/978-3-030-29007-8_8»},\n}\n",
    '@misc{a,\n  url = "«https://a.example/b»",\n  note = {at \\url{«https://a.example/c»}},\n}\n',
    # What ends a URL.
    "at «https://a.example/b»\\footnote{there}, «https://a.example/c»\\\\[2pt]",
    "\\verb|«https://a.example/b»|, \\url+«https://a.example/c»+ and \\path!«https://a.example/d»!",
    "\\verb|«https://a.example/a\\_b»|",
    "\\item «https://a.example/»\n\\item b.html\n",
    "$($«https://a.example/b»$)$, $<$«https://a.example/c»$>$ or «https://a.example/d»$.\nMore at «https://a.example/e»$,\n",
    "at «https://a.example/b$c», \\url{«https://a.example/d$e»} or «https://a.example/f$/g»\n",
    # No escapes.
    "\\url{«https://a.example/~ann/a_b%20c»}",
    "``«https://a.example/b»''",
    "\\url{«https://a.example/b»}%\nc.html\n",
    "«https://a.example/b»%\n\\end{quote}\n",
    "% see «https://a.example/b»\n",
    "{«https://a.example/b»}\\par",
    "\\textasciitildeann «https://a.example/b»",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "paper.tex")


COMMANDS = {
    "allowbreak": "",
    "string": "",
    "sim": "~",
    "slash": "/",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textunderscore": "_",
}


@each_row("name", COMMANDS)
@each_row("command", ["\\{} b", "\\{}{{}}b", "{{\\{}}}b"])
def test_all_commands(name, command, tmp_path):
    url = f"https://a.example/a{COMMANDS[name]}b"
    check(f"see «https://a.example/a{command.format(name)}»=«{url}» now", tmp_path, "paper.tex")
