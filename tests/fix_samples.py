"""Files with URLs that are fixed, fixed with `--unsafe-fixes`, or left."""

HOST = "http://www.canal.de"
# A defect, and what becomes of it.
DEFECTS = {
    "bar": ("/a|b", "/a%7Cb"),
    "caret": ("/a^b", "/a%5Eb"),
    "brackets": ("/?a[]=1&b[c]=2", "/?a%5B%5D=1&b%5Bc%5D=2"),
    "object": ("/q={'a':1}", "/q=%7B'a':1%7D"),
    "identifier": (
        "/x={3F2504E0-4F89-11D3-9A0C-0305E82C3301}&y=1",
        "/x=%7B3F2504E0-4F89-11D3-9A0C-0305E82C3301%7D&y=1",
    ),
}
# A file, its text around the URL, and the defects that its markup or the rules allow.
ALL, NO_BRACKETS, NO_BAR = (
    tuple(DEFECTS),
    tuple(set(DEFECTS) - {"brackets"}),
    tuple(set(DEFECTS) - {"bar"}),
)
FILES = [
    ("a.txt", "see @ for more\n", ALL),
    ("README", "see @ for more\n", ALL),
    ("a.eml", "From: a@b.example\nSubject: x\nMessage-ID: <1@b.example>\n\nsee @ for more\n", ALL),
    ("a.md", "See [text](@) here.\n", ALL),
    ("a.md", "<@>\n", ALL),
    ("a.md", "[x]: @\n", ALL),
    ("a.md", "Bare @ text\n", ALL),
    ("a.rst", "See `text <@>`_ here.\n", ALL),
    ("a.rst", ".. _x: @\n\ntext\n", ALL),
    ("a.rst", "Bare @ text.\n", ALL),
    ("a.html", '<p><a href="@">x</a></p>\n', ALL),
    ("a.adoc", "See @[text] ok.\n", NO_BRACKETS),
    ("a.adoc", "link:@[text]\n", NO_BRACKETS),
    ("a.adoc", "Title\n-----\n\nlink:@[text]\n\nOther\n-----\n", NO_BRACKETS),
    ("a.rst", "- Run::\n\n     x\n  See @ for more.\n", ALL),
    ("a.org", "See [[@][text]].\n", ("caret",)),
    ("a.texi", "See @uref{@, text}.\n", ("bar", "caret", "brackets")),
    ("a.1", ".TH X 1\n.SH NAME\nx \\- see\n@\nfor more\n", ALL),
    ("a.wiki", "[@ text]\n", NO_BAR),
    ("a.tex", "See \\url{@}.\n", ALL),
    ("a.bib", "@misc{a,\n  url = {@},\n}\n", NO_BRACKETS),
    ("a.po", 'msgid "x"\nmsgstr "see @ x"\n', ALL),
    ("a.po", 'msgid "x"\nmsgstr ""\n"see @ "\n"x"\n', ALL),
    ("a.py", "# see @ for more\nx = 1\n", ALL),
    ("a.py", '"""See @ for more."""\n', ALL),
    ("a.c", "/* see @ for more */\n", ALL),
    ("a.js", "// see @ for more\nlet a = 1;\n", ALL),
    ("a.json", '{"homepage": "@"}\n', NO_BRACKETS),
    ("a.yml", "homepage: @\n", NO_BRACKETS),
    ("a.toml", 'homepage = "@"\n', NO_BRACKETS),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="@"/></svg>\n', ("bar", "caret", "object")),
    ("a.xml", "<project><url>@</url></project>\n", ("bar", "caret", "object")),
    ("a.css", '@import url("@");\n', NO_BRACKETS),
    ("a.csv", "id,url\n1,@\n2,http://b.example/\n", ALL),
    ("a.ics", "BEGIN:VCALENDAR\nURL:@\nEND:VCALENDAR\n", ALL),
]
CASES = [(name, text, defect) for name, text, defects in FILES for defect in sorted(defects)]


def around(text, url):
    """The text with a URL in the place of the last `@` that is no part of markup."""
    before, _, after = text.rpartition("@")
    return f"{before}{url}{after}"


GUESSED = [
    ("a.txt", "see http://a.de/?x=1&amp;y=2\n", "see http://a.de/?x=1&y=2\n"),
    ("a.rst", "see http://a.de/?x=1&amp;y=2\n", "see http://a.de/?x=1&y=2\n"),
    ("a.txt", "see http://a.de/100% now\n", "see http://a.de/100%25 now\n"),
    ("a.md", "by [@t](htts://github.com/t).\n", "by [@t](https://github.com/t).\n"),
    ("a.md", "by [@t](http://https://github.com/t).\n", "by [@t](https://github.com/t).\n"),
    ("a.md", "[a](https://a.de/b) [c](htts://a.de/b)\n", "[a](https://a.de/b) [c](https://a.de/b)\n"),
    ("a.txt", "see http://a.de/b##c x\n", "see http://a.de/b#c x\n"),
    ("a.rst", "`x <http://a.de/annual report.yml>`_\n", "`x <http://a.de/annual%20report.yml>`_\n"),
    ("a.rst", "`x <http://a.de/San Diego, CA.yml>`_\n", "`x <http://a.de/San%20Diego,%20CA.yml>`_\n"),
    ("a.txt", "<http://a.de/my plans/ b.html>\n", "<http://a.de/my%20plans/b.html>\n"),
    ("a.txt", "<http://a.de/plans/ budget.html>\n", "<http://a.de/plans/budget.html>\n"),
    ("a.txt", "<http://a.de/b\\c?d=e\\f#g\\h>\n", "<http://a.de/b/c?d=e%5Cf#g%5Ch>\n"),
    ("a.txt", "see http://a.de\\gray\\map now\n", "see http://a.de/gray/map now\n"),
    ("a.txt", "see http://a.de/b.asp?c=d\\gray\\map now\n", "see http://a.de/b.asp?c=d%5Cgray%5Cmap now\n"),
    ("a.txt", "see http://a.de\\gray\\map\nThe end\n", "see http://a.de/gray/map\nThe end\n"),
    ("a.txt", "<http://a.de/plans/a -b.html>\n", "<http://a.de/plans/a-b.html>\n"),
    ("a.md", "[x](http://a.de/b\ufeff) -\n", "[x](http://a.de/b) -\n"),
    (
        "a.txt",
        "see https://www.a.de/page/fast-algorithms#:~:text=\nSummary:%20The%20two%20fast%20ones\n",
        "see https://www.a.de/page/fast-algorithms#:~:text=Summary:%20The%20two%20fast%20ones\n",
    ),
]

# Code, patterns, templates, format strings, words of a shell, inputs of tests, keys, tables and unknown formats.
LEFT = [
    ("a.html", '<a href="http://a.de/my file.pdf">x</a>\n'),
    ("a.html", '<a href="http://a.de/#a b">x</a>\n'),
    ("a.md", "<img src='http://a.de/a (b).jpg'>\n"),
    ("a.txt", "Call curl http://a.de/i.sh|sh\n"),
    ("a.md", "Download it: wget -O- http://a.de/i.sh|bash\n"),
    ("a.txt", "* [http://a.de/wiki|Wiki] (Confluence)\n"),
    # Spaces that were added, or that are in a host
    ("a.md", "[a](http://a.de/best- new/) [b](http://a.de/best -new/c) [c](http://a.de/b/ c/d.pdf)\n"),
    ("a.md", "[a](http://a.de/plans .html) [b](https://www .a.de/b/c) [c](https://a- b.de/c/d)\n"),
    ("a.html", '<a href="http://a.de/list /private/x">a</a> <a href="http://a.de/list/ private">b</a>\n'),
    ("a.html", "<a href='http://a.de/a b/ c'>a</a> <img src='http://a.de/a/  b.png'> <a href='http://a.de /b'>c</a>\n"),
    ("a.md", '<a href="http://a.de/b ?c=d">a</a> <a href="http://a.de/b# c d">b</a> <a href="http://a.de/b /">c</a>\n'),
    ("a.xml", '<link url="http://a.de/list /private/x"/>\n'),
    # Wrappers that contain a sentence, in which some spaces seem to belong to a URL
    ("a.txt", "<http://a.de/my plans, and more>\n<http://a.de/my plans: see b.html>\n"),
    # Paths with backslashes that continue on the next line
    ("a.txt", "see http://a.de\\gray\\archi\nve\\b.html\n"),
    ("a.txt", "> see http://a.de/b?c=\\gray\\archi\n> ve\\b.html\n"),
    # Labels of links, and remarks, directly after a URL
    ("a.md", "file an exception: http://a.de/app/exception[here]\n"),
    ("a.rb", "#   link:path[label]\n#   mailto:doc.writer@a.de[]\n"),
    ("a.txt", "see http://a.de/b/edit?usp=sharing^ owners of it\n"),
    # Delimiters of the text around a wrapper that a program has added
    ("a.txt", "Classpath: [/private<http://a.de/job/artifact/target/classes]>\n"),
    ("a.txt", 'File "<http://a.de/job/ws/Lib/shutil.py",> line 80, in copy\n'),
    ("a.txt", "at b.de[mailto:c at b.de]<mailto:c@b.de[mailto:c@b.de]>\n"),
    # Paths of stores and databases, whose programs decode nothing, and the drive of a file URL
    ("a.txt", "s3://bucket/logs/a|b.txt gs://bucket/a^b hdfs://nn/a|b sqlite:///a|b.db\n"),
    ("a.html", '<a href="file:///C|/python21/lib/x.py">x</a>\n'),
    # Code in URLs, and the names of routes and pages
    ("a.txt", "<IMG SRC='vbscript:msgbox(\"XSS\")'>\n"),
    ("a.md", "[s](http://a.de/#search|ga|1) [p](http://a.de/#/9|d|[x])\n"),
    ("a.md", "[x](http://a.de/%E2%80%8Bavoiding-errors/)\n"),
    # A scheme that begins before the URL, and escaped text
    ("a.md", "* Talk: h[ttps://a.de/b](https://a.de/b)\n"),
    ("a.md", "* [x](h\u200b\u200bttps://a.de/b)\n"),
    ("a.md", "* [&lt;URL:http://a.de/?b=1&amp;c=2&gt;][2]\n"),
    ("a.txt", "http://a.de/m2/webdav/1.5.0/webdav-1.5.0.pom\n4/4 KB   8/17 KB\n"),
    ("a.txt", "+2004,2005 Matrix Labs, http://www.matrix.de/\n+(except as listed below)\n"),
    ("a.txt", "> (tada), <http://www.a.de/projects/tada/, I thought I should\n> mention something I wrote.\n> x\n"),
    ("a.txt", "to ('www.canal.de <file://www.canal.de> ', 44\n"),
    # An obfuscated address, and a wrapper without its end
    ("a.rst", "`A <mailto:warner-b @\nlothar . com>`_, and\n"),
    ("a.py", "# URL: <https://www.a.de/\n# For license information, see LICENSE\nx = 1\n"),
    # A sentence, records, and a word that was divided
    ("a.fish", "# https://specs.a.de/icon-theme-spec/0.13/#definitions\n# .png, .svg and .xpm are valid formats\n"),
    (
        "a.txt",
        "coffee.svg - CC0, (c) Office 31, https://www.svg.de/svg/301068/coffee-cup-coffee\n"
        "bug.svg - PD, (c) Mary Akveo, https://www.svg.de/svg/468140/bug\n",
    ),
    (
        "a.ts",
        "/**\n * A `Buffer`/[`DataView`](https://www.a.de/en-US/docs/Web/JavaScript/-\n"
        " * Reference/DataView) or [`ArrayBuffer`](https://develop-\n * er.a.de/en-US/ArrayBuffer).\n */\n",
    ),
    ("a.md", "See <http://a.de/plan|the plan> there\n"),
    ("a.md", "![](http://a.de/i.png =100x20)\n"),
    ("a.md", "[c](http://a.de/b {target=_blank}) ![](http://a.de/b width=50%)\n"),
    ("a.md", "[d](http://a.de/b see also) [e](http://a.de/b \u201ctitle\u201d)\n"),
    ("Dockerfile", "RUN curl http://a.de/x.tgz|tar xz\n"),
    ("Makefile", "URL = http://a.de/a|b\n"),
    ("a.adoc", "----\nhttp://a.de/a|b\n----\n"),
    ("a.adoc", "see `http://a.de/a|b`\n"),
    ("a.conf", "url http://a.de/a|b\n"),
    ("a.desktop", "[Desktop Entry]\nURL=http://a.de/a|b\n"),
    ("a.go", '// "http://a.de/a|b" is wrong\npackage a\n'),
    ("a.html", '<script>x = "http://a.de/a|b"</script>\n'),
    ("a.html", "<pre>http://a.de/a|b</pre>\n"),
    ("a.html", '<p title="http://a.de/a|b">x</p>\n'),
    ("a.ini", "[x]\nurl = http://a.de/a|b\n"),
    ("a.js", "fetch('http://a.de/a|b')\n"),
    ("a.json", '{"pattern": "http://a.de/(a|b)"}\n'),
    ("a.json", '{"pattern": "http://a.de/a|b"}\n'),
    ("a.json", '{"x": "see http://a.de/a|b for more"}\n'),
    ("a.json", '{"http://a.de/a|b": 1}\n'),
    ("a.md", "```\nhttp://a.de/a|b\n```\n"),
    ("a.md", "```sh\nx\n```\n\n    curl http://a.de/a|b\n"),
    ("a.md", "see `http://a.de/a|b`\n"),
    ("a.md", "| a | http://a.de/a|b |\n|---|---|\n"),
    ("a.patch", "+see http://a.de/a|b\n"),
    ("a.po", '#, c-format\nmsgid "x"\nmsgstr "see http://a.de/a|b"\n'),
    ("a.po", '#, fuzzy, python-format\nmsgid "x"\nmsgstr "see http://a.de/a|b"\n'),
    ("a.po", 'msgid "see http://a.de/a|b"\nmsgstr ""\n'),
    ("a.properties", "url=http://a.de/a|b\n"),
    ("a.py", "import re\nre.compile(r'http://a.de/[a-z]+|b')\n"),
    ("a.py", "x = 'http://a.de/a|b'\n"),
    ("a.py", 'x = "http://a.de/%s|y" % n\n'),
    ("a.py", '# requests.get("http://a.de/a|b")\nx = 1\n'),
    ("a.rb", 'x = "http://a.de/a|b"\n'),
    ("a.rst", "=====  =====\na      b\n=====  =====\nx      http://a.de/a|b\n=====  =====\n"),
    ("a.rst", ".. tabs::\n\n   .. code:: sh\n\n      x\n\n   http://a.de/a|b\n"),
    ("a.rst", ">>> x = 'http://a.de/a|b'\n"),
    ("a.rst", "Code::\n\n  http://a.de/a|b\n"),
    ("a.rst", ".. code-block:: sh\n\n   wget http://a.de/a|b\n"),
    ("a.rst", "see ``http://a.de/a|b``\n"),
    ("a.service", "[Unit]\nDocumentation=http://a.de/a|b\n"),
    ("a.sh", "curl http://a.de/x.tgz|tar xz\n"),
    ("a.tex", "\\begin{verbatim}\nhttp://a.de/a|b\n\\end{verbatim}\n"),
    ("a.tex", "\\footnote{see \\url{http://a.de/a|b}}\n"),
    ("a.txt", "$ curl http://a.de/a|b\n"),
    ("a.txt", 'get("http://a.de/a|b")\n'),
    ("a.txt", "http_proxy=http://a.de/a|b\n"),
    ("a.txt", "join https://app.canal.de/#/a#b\n"),
    ("a.txt", "join https://matrix.to/#/#room:canal.de\n"),
    ("a.txt", "see http://a.de/b#c#d\n"),
    ("a.xml", '<beans xmlns:x="http://a.de/a|b"/>\n'),
    ("a.yml", "run: curl http://a.de/a|b\n"),
    ("requirements.txt", "http://a.de/x.zip#egg=requests[security]\n"),
    ("spec/a.json", '{"url": "http://a.de/a|b"}\n'),
    ("tests/a.txt", "see http://a.de/a|b\n"),
]
