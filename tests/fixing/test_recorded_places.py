"""The texts around a URL in which a fix is written, by file, compared with `places.txt`.

`RECORD=1 pytest tests/fixing/test_recorded_places.py` writes them again after a change.
"""

from pathlib import Path

import pytest

import recorded
from urlmend import Document
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.finder import find_candidates
from urlmend.fixing.places import Places
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of
from urlmend.linting.linter import Linter
from urlmend.rules import RULES

LINTER = Linter([RULES["URL205"]], "rfc3986")
FILE = Path(__file__).parent / "places.txt"
# Files that are tried with every text, and those that are tried with one or two.
FULLY = "a.txt a.md a.adoc a.html a.svg a.yaml a.json a.css a.csv a.py".split()
BRIEFLY = """
    a.text a.htm a.xhtml a.xml a.rss a.atom a.opml a.yml a.toml a.scss a.less a.tsv a.rst a.org a.tex a.po a.ics a.wiki
    a.texi a.man a.unknown - robots.txt CMakeLists.txt ads.txt strings.xml
    about announce authors backers bugs changelog changes changes-file code_of_conduct contributing contributors copying
    copyright credits faq hacking history install install-unix install-win LICENSE maintainers news notes notice
    README.x releasenotes security support thanks todo upgrade upgrading versions whatsnew other.x
""".split()
# Words of commands and requests, before a URL in prose.
COMMANDS = """
    ADD COPY DELETE ENV FROM GET HEAD OPTIONS PATCH POST PUT RUN apt apt-get brew cargo curl docker export git hg helm
    kubectl npm npx pip pip3 pnpm podman rsync scp set setenv ssh svn wget yarn LIST apts
""".split()
# ¤ is the URL, with a character that has to be encoded.
TEXTS = r"""
see ¤ now
<¤>
¤
$ curl ¤
# curl ¤
curl ¤
sudo wget ¤
ADD ¤
GET ¤
git clone ¤
>>> open("¤")
a=¤
a = "¤"
a = '¤',
f("¤")
f( r'¤')
["¤"]
{'¤'}
x + "¤"
"a": "¤",
'a' => '¤'
--url ¤
--url=¤
-u ¤
x-u ¤
`¤`
"¤"
'¤'
a \\\n ¤
[a](¤)
`a <¤>`_
¤[a]
[[¤][a]]
| ¤ |
a | ¤ | b
¤ | b
<a href="¤">
<a href='¤'>
<img src="¤">
<q cite="¤">
<form action="¤">
<form formaction="¤">
<video poster="¤">
<body background="¤">
<a longdesc="¤">
<object data="¤">
<a data-src="¤">
<a url="¤">
<a xref="¤">
<a b="¤">
<p>¤</p>
<url>¤</url>
<uri>¤</uri>
<x:link> ¤ </x:link>
<homepage a="b">¤</homepage>
<website>¤</website>
<docs>¤</docs>
<comments>¤</comments>
<guid>¤</guid>
<loc>¤</loc>
<image>¤</image>
<urls>¤</urls>
<url>¤ b</url>
- ¤
- - "¤"
a: ¤
a: ¤ # b
a: "¤" # b
a: b ¤
a: [¤, c]
a: {b: ¤}
pattern: ¤
regex: "¤"
regexp: ¤
match: ¤
matches: ¤
template: ¤
format: ¤
glob: ¤
input: ¤
expected: ¤
example: ¤
examples: ¤
run: ¤
command: ¤
script: ¤
args: ¤
URL: ¤
// ¤
/* ¤ */
; ¤
:: ¤
REM ¤
# ¤
url(¤)
url("¤")
@import "¤"
@import ¤
,¤,
;¤;
|¤|
1,¤
1\t¤\t2
1,"¤",2
1,"¤,2
1,¤ 2
(a|b)¤
[^a]¤
¤$
¤.*
¤[a-z]+
"""


def is_written(name, text):
    """Whether a fix of the first finding is written."""
    source = Document(text, name)
    form = format_of(name, text[:HEAD_SIZE].encode())
    document = read_format(source, form) if form else source
    places = Places(document)
    return any(places.written(finding) for finding in LINTER.findings(document, find_candidates(document)))


def written(name, texts):
    found = [text for text in texts if is_written(name, f"x\n{text.replace('¤', 'http://a.de/b^c')}\ny\n")]
    return [name, *("    " + text.replace("\n", "\\n").replace("\t", "\\t").replace("¤", "URL") for text in found)]


@pytest.mark.slow
def test_places():
    texts = [
        line.replace("\\\\", "\\").replace("\\n", "\n").replace("\\t", "\t") for line in TEXTS.strip().splitlines()
    ]
    found = [line for name in FULLY for line in written(name, texts)]
    found += written("a.txt", [f"{lead}{word} ¤" for word in COMMANDS for lead in ("", "# sudo ")])
    found += [line for name in BRIEFLY for line in written(name, ['<a href="¤">', "a: ¤"][: 1 + ("." in name)])]
    recorded.compare(FILE, "\n".join(found) + "\n")
