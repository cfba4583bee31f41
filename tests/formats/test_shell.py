from tests.formats.marked import check

from tables import each_row

CASES = [
    "curl -L «https://a.example/b.tgz»|tar xz\n",
    "wget -qO- «https://a.example/b.sh»|sh;echo done\n",
    "wget «https://a.example/b.tgz»;tar xf b.tgz\n",
    "wget «https://a.example/b.tgz»&&tar xf b.tgz\n",
    "(cd x; curl «https://a.example/b»)|sh\nx=`curl «https://a.example/c»`\ny=$(curl «https://a.example/d»)|cat\n",
    "wget «https://a.example/b?c=1;d=2&e=3» -O f\n",
    'curl "«https://a.example/b?c=1;d|e&&f»" | sh\n',
    "curl '«https://a.example/b;c|d»'|sh\nURL='«https://a.example/e;f»'\n",
    "sh -c 'curl «https://a.example/b»'|cat\nsh -c \"curl «https://a.example/b.tgz»|tar xz\"\n",
    # A URL never continues on the next line, or in an option.
    "wget \\\n  «https://a.example/directory/» \\\n  --output=x \\\n  «https://a.example/directory-»\\\n  --quiet\n",
    "git clone «https://a.example/directory-»\ncd.html\n",
    "A=«https://a.example/directory/»\nB=x.html\n",
    "A=«https://a.example/directory/»  \r\nindex.html\r\n",
    "option_url=«https://a.example/directory-»\nb.html\n",
    # Comments are prose.
    "dnl See «https://a.example/a-long-directory-of-documents-about-it/and-a-longer-name-\ndnl of-an.html»"
    "=«https://a.example/a-long-directory-of-documents-about-it/and-a-longer-name-of-an.html» for it.\n",
    "# See «https://a.example/a-long-directory-of-documents-about-it/and-a-longer-name-\n# of-an.html»"
    "=«https://a.example/a-long-directory-of-documents-about-it/and-a-longer-name-of-an.html» for it.\n",
    "# «https://a.example/b;c|d»\nx  # «https://a.example/e;f|g»\n",
    "echo See «https://a.example/B_(c)», please.\n",
    "echo '<a href=\"«https://a.example/?b=1&amp;c=2»\">'\n",
    "cat <<EOF\nsee <«https://a.example/b»>.\n<URL:«https://a.example/c\n   d.html»=«https://a.example/cd.html»>\nEOF\n",
]

NAMES = [
    "x.sh",
    "configure.ac",
    "Dockerfile",
    "Containerfile",
    "Makefile",
    "x.mk",
    "Jenkinsfile",
    ".travis.yml",
    ".gitlab-ci.yml",
    "x.ps1",
]


@each_row("name", NAMES)
@each_row("marked", CASES)
def test_urls(marked, name, tmp_path):
    check(marked, tmp_path, name)


def test_workflows(tmp_path):
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    check("steps:\n  - run: curl «https://a.example/b.tgz»|tar xz\n", folder, "test.yml")


BATCH = [
    "curl «https://a.example/b.zip»|more\r\n",
    "start «https://a.example/?a=1^&b=2»=«https://a.example/?a=1&b=2» ^| x\r\n",
    "start «https://a.example/a%%20b»=«https://a.example/a%20b»\r\n",
    "rem see «https://a.example/b»\r\n:: and «https://a.example/c;d»\r\nset A=«https://a.example/d/»\r\nx.html\r\n",
    "for %%i in (1) do echo «https://a.example/%%i»=«https://a.example/%i»\r\n",
    "echo «https://a.example/a%%%%b»=«https://a.example/a%%b»\r\n",
]


@each_row("marked", BATCH)
def test_batch(marked, tmp_path):
    check(marked, tmp_path, "make.bat")
