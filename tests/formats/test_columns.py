from tests.formats.marked import check

from tables import each_row

CASES = [
    "/a  «https://a.example/directory/»\n/b  «https://a.example/directory-»\nindex.html «https://a.example/c»\n",
    "deb «https://a.example/debian/» bookworm main\ndeb-src «https://a.example/debian/»\ndeb «https://b.example/»\n",
    "-e git+«https://a.example/b.git@main#egg=c»\nd==1.0\n".replace("git+«", "«git+"),
    "URIs: «https://a.example/directory/»\n «https://b.example/directory/»\nSuites: x\n",
    "a «https://a.example/directory/»  \r\nb.html\r\n",
    # Comments are prose.
    "# See «https://a.example/a-long-directory/of-documents-that-are-long-and-\n# longer.html»"
    "=«https://a.example/a-long-directory/of-documents-that-are-long-and-longer.html» for it.\n",
    "<«https://a.example/directory/\n  b.html»=«https://a.example/directory/b.html»>\n",
    "12:30\na: b\n",
]
NAMES = ["_redirects", "sources.list", "x.sources", "requirements.txt", "constraints.txt", "hosts"]


@each_row("name", NAMES)
@each_row("marked", CASES)
def test_urls(marked, name, tmp_path):
    check(marked, tmp_path, name)
