from tests.formats.marked import check

from tables import each_row

CASES = [
    # Verbatim text.
    "at =«https://a.example/b»=, ~«https://a.example/c»~ and (+«https://a.example/d»+)",
    "=curl «https://a.example/?b=c»=.",
    "=«https://a.example/?b=c»=\n",
    # Tables and pipes.
    "|«https://a.example/b»|«https://a.example/c»|",
    "#+begin_src sh\ncurl «https://a.example/x»|sh\n#+end_src\n",
    # What follows a line.
    "#+begin_quote\n«https://a.example/»\n#+end_quote\n",
    "see «https://a.example/b»  \n#+end_src\n",
    ":PROPERTIES:\n:SOURCE: «https://a.example/»\n:END:\n",
    "** «https://a.example/»\n*** b.html\n",
    # Other links.
    "[[«https://a.example/b»][text]] and [[«https://a.example/?c=d»]]",
    "#+LINK: x «https://a.example/?q=»\n",
    "«https://a.example/?b=c» = d",
    # Spaces in links.
    "[[«https://a.example/b?(c d e)»=«https://a.example/b?(c%20d%20e)»][text]]",
    "[[«https://a.example/b c»=«https://a.example/b%20c»]] and [[«https://a.example/b» ][text]]",
    "[[«https://a.example/b» c [[«https://a.example/d e»=«https://a.example/d%20e»]]",
    "[«https://a.example/b» c] and |[[«https://a.example/d»|e f]]|",
    "=[[«https://a.example/b» c]]=",
    # Links in verbatim text and in examples.
    "=[[«https://a.example/b»]]= ~[[«https://a.example/c»][text]]~",
    "#+begin_example\n[[«https://a.example/b»]]\n#+end_example\n",
    "/«https://a.example/b»/ and *«https://a.example/c»*".replace("b»/", "b/»"),
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "notes.org")
