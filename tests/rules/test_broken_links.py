"""Broken URLs and links where people write them: which rule reports them, and what must stay silent.

Most are no URLs: the finder ends them at the broken place, or reads them for the linter only.
"""

from tables import each_row
from urlmend import Document, find, fix, lint
from urlmend.finder import FindOptions
from urlmend.formats.reader import read_format
from urlmend.formats.recognition import format_of
from urlmend.linting.project_linter import ProjectLinter
from urlmend.settings.config import Config

ZERO_WIDTH_SPACE, BYTE_ORDER_MARK, WORD_JOINER, SOFT_HYPHEN = "\u200b", "\ufeff", "\u2060", "\u00ad"
OVERRIDE, ISOLATE, POP_ISOLATE = "\u202e", "\u2066", "\u2069"

# file, text, the rules that report it
BROKEN = [
    # invisible characters
    ("a.txt", f"see http://www.canal.example/pla{ZERO_WIDTH_SPACE}ns/map.html now", "URL213"),
    ("a.txt", f"see http://www.canal.example/plans{ZERO_WIDTH_SPACE} now", "URL213"),
    ("a.txt", f"see http://www.canal.example/plans{ZERO_WIDTH_SPACE}", "URL213"),
    ("a.txt", f"see http://www.canal.example/tide{SOFT_HYPHEN}tables now", "URL213"),
    ("a.md", f"[map](https://www.canal.example/{BYTE_ORDER_MARK}map)", "URL213"),
    ("a.md", f"[map]({ZERO_WIDTH_SPACE}https://www.canal.example/map)", "URL213"),
    ("a.json", f'{{"url": "{BYTE_ORDER_MARK}https://www.canal.example/"}}', "URL213"),
    ("a.json", '{"url": "https://www.canal.example/\\u200b"}', "URL213"),
    ("a.py", f'URL = "https://www.canal.example/{WORD_JOINER}map"', "URL213"),
    ("a.adoc", f"https://www.canal.example/lev{ZERO_WIDTH_SPACE}els[levels]", "URL213"),
    ("a.txt", f"get https://www.canal.example/{OVERRIDE}fdp.exe", "URL610"),
    ("a.html", f'<a href="https://www.canal.example/{ISOLATE}exe{POP_ISOLATE}.pdf">', "URL610"),
    # backslashes
    ("a.txt", r"the share http://www.canal.example\plans\map.html here", "URL216"),
    ("a.md", r"[map](https://www.canal.example/plans\map.html)", "URL216"),
    ("a.txt", r"see http://www.canal.internal/docs\budget.html for it", "URL216"),
    ("a.txt", r"see http://www.canal.internal/docs\new\text.html.", "URL216"),
    ("a.txt", r"see http://www.canal.example\dir\x", "URL216"),
    ("a.md", r"open file:///C:\Users\Ada\plan.txt now", "URL216"),
    ("a.html", r'<img src="https://www.canal.example\img\map.png">', "URL216"),
    ("a.html", r'<a href="http:\\www.canal.example\map.html">', "URL216"),
    ("a.yaml", r"docs: http:\\www.canal.example\map.html", "URL216"),
    ("a.txt", r"see http:\\www.canal.example\map.html now", "URL216"),
    # dots of other scripts
    ("a.txt", "log in at https://www\u3002canal\u3002example/ now", "URL619"),
    ("a.txt", "log in at https://www.canal\uff0ede now", "URL619"),
    ("a.md", "[log in](https://www.canal\uff61example/login)", "URL619"),
    ("a.html", '<a href="https://www.canal\u3002de">', "URL619"),
    # the scheme and its slashes
    ("a.html", '<a href="http:/www.canal.example/">', "URL420"),
    ("a.html", "<a href='https:www.canal.example/'>", "URL420"),
    ("a.md", "[site](http:/www.canal.example/a)", "URL420"),
    ("a.md", "[site](https:www.canal.example/a)", "URL420"),
    ("a.json", '{"homepage": "https:/www.canal.example/"}', "URL420"),
    ("a.rst", ".. _site: http:/www.canal.example/", "URL420"),
    ("a.c", "/* see http:/www.canal.example/api */", "URL420"),
    ("a.json", '{"homepage": "https//www.canal.example/"}', "URL805"),
    ("a.json", '{"homepage": "http;//www.canal.example/"}', "URL805"),
    ("a.json", '{"homepage": "hhtp://www.canal.example/"}', "URL805"),
    ("a.yaml", "url: https//www.canal.example/", "URL805"),
    ("a.yaml", "url: ttp://www.canal.example/", "URL805"),
    ("a.rst", "`site <https//www.canal.example/>`_", "URL805"),
    ("a.adoc", "link:https//www.canal.example/[site]", "URL805"),
    ("a.md", "[site]: http//www.canal.example/", "URL805"),
    ("a.md", "[site](http:://www.canal.example/)", "URL805"),
    ("a.md", "[site](http//:www.canal.example/)", "URL805"),
    ("a.py", 'BASE = "ftp//ftp.canal.example/api"', "URL805"),
    ("a.txt", "the site is http.//www.canal.example/ since May", "URL805"),
    ("a.md", "[site](https:// www.canal.example/a)", "URL805"),
    ("a.md", "[site](https: //www.canal.example/a)", "URL805"),
    ("a.md", "[site](https:/ /www.canal-map.org/a)", "URL805"),
    ("a.md", "[site](https://ww.canal-map.org/a)", "URL423"),
    ("a.md", "[site](https://canal-map.orghttps://canal-map.org/a)", "URL124"),
    ("a.md", "[site](https://www. canal.example/a)", "URL202"),
    ("a.md", "[site](https://canal. org/a)", "URL202"),
    ("a.sh", "curl -o a [https://www.canal.example/a](https://www.canal.example/a)", "URL128"),
    ("a.html", '<a href="http://  www.canal.example/a">site</a>', "URL805"),
    # addresses on forges
    ("a.md", "run `git clone --depth 1 git://github.com/canal/map.git map`", "URL631"),
    ("a.sh", "git submodule add git://github.com/canal/map", "URL631"),
    ("requirements.txt", "git+git://github.com/canal/map.git@v2#egg=map", "URL631"),
    ("a.sh", 'git -C map remote set-url origin "git://github.com/canal/map"', "URL631"),
    ("a.sh", "git clone -q $OPTIONS \\\n  git://github.com/canal/map", "URL631"),
    (".gitmodules", '[submodule "map"]\n\tpath = map\n\turl=git://GitHub.com/canal/map.git', "URL631"),
    ("Cargo.toml", 'map = { git = "git://github.com/canal/map" }', "URL631"),
    ("Gemfile", 'gem "map", :git => "git://github.com/canal/map.git"', "URL631"),
    # names of hosts
    ("a.txt", "see https://wwww.canal-map.org/map now", "URL423"),
    ("a.txt", "see http://www,canal-map.org/map now", "URL423"),
    ("a.md", "[site](https://www/canal.com/map)", "URL423"),
    ("a.html", '<a href="https://">', "URL401"),
    ("a.html", '<a href="https:///">', "URL401"),
    ("a.txt", "<URL:3com://a.internal/> <URL:my_plan://a.internal/>", "URL807 URL807"),
    # links whose scheme cannot have their target
    ("a.html", '<a href="mailto:alice">', "URL714"),
    ("a.html", '<a href="mailto: alice@canal.example">', "URL714"),
    ("a.html", '<a href="mailto:alice at canal.example">', "URL714"),
    ("a.html", '<a href="mailto:alice&#46;canal&#46;internal">', "URL714"),
    ("a.md", "[write](mailto:alice)", "URL714"),
    ("a.md", "[plan](http:s//www.canal.internal/plan) and [b](http:s/c)", "URL805"),
    ("a.html", '<a href="mailto:*,alice">', "URL714"),
    ("a.md", "[write](mailto:alice at canal.example)", "URL714"),
    ("a.md", "[mail]: mailto:alice", "URL714"),
    ("a.adoc", "mailto:alice@[write]", "URL714"),
    ("a.txt", "write to mailto:alice at canal.example soon", "URL714"),
    ("a.html", '<a href="tel:call-us">', "URL724"),
    ("a.md", "[call](tel:+49-40-CANALS)", "URL724"),
    ("a.md", "[prize](javascript:alert(1))", "URL618"),
    ("a.html", '<a href="data:text/html,hello">', "URL618"),
    ("a.html", '<a href="file:C:\\plans\\map.html">', "URL127 URL216"),
    ("a.md", "[map](file:C:\\plans\\map.html)", "URL127 URL216"),
    ("a.go", "// otpauth://totp/Canal:alice@canal.internal?secret=JBQW4ZDPN5RG2YLS7I4XKZLT", "URL506"),
    ("a.txt", "see http://alice@3221225991/ now", "URL607"),
    ("a.html", '<p>see <a href="http://www.canal.internal/a">ttp://www.canal.internal/a</a>', "URL805"),
    (
        "a.py",
        '"""Plan: https://www.canal.internal/docs/ref/restructuredtext.html\n    #inline-markup-rules\n"""\n',
        "URL108",
    ),
    ("a.txt", "cvs://:pserver:ada:h7Tq92xx@sources.canal.internal:/cvs/src", "URL501"),
    # spaces and line breaks
    ("a.html", '<a href="https://www.canal.example/plans/\nmap.html">', "URL202"),
    ("a.py", 'a.text("""\n<a href="https://www.canal.example/plans/\nmap.html">map</a>\n""")', "URL202"),
    ("a.xml", '<?xml version="1.0"?>\n<link url="https://www.canal.example/plans/\n   map.html"/>', "URL202"),
    ("a.md", "[map](https://www.canal.example/annual report.pdf)", "URL202"),
    ("a.md", "[map](https://www.canal.example/north-\nbank.html)", "URL106"),
    ("a.md", "<https://www.canal.example/north-\nbank.html>", "URL106"),
]

SILENT = [
    ("setup.cfg", "[metadata]\nurl = git://github.com/canal/map"),
    ("a.txt", "the legit git://github.com/canal/map is there"),
    ("a.md", "[b](https:// host) see https:// www.canal.example/a and [c](https:// www.canal.example and more)"),
    ("a.txt", "see https://ww2.canal.example http://www/index.html http://www/docs/a.com/ now"),
    ("a.js", '// for which expandedUrl = "https://www.canal.example/plans/1\n// and the "plans" are no part of it\n'),
    # the script of a page
    ("a.html", '<a href="javascript:show(1)">Methods</a> <a href=javascript:show(2)>Fields</a>'),
    ("a.php", "<a href='javascript:show(3);'>More</a>"),
    ("a.md", 'A page: <a href="javascript:show(4)">more</a>'),
    # a line break that the string of a program drops
    ("a.py", 'a.text("""\\\n<a href="https://www.canal.example/plans/\\\nmap.html">map</a>\n""")'),
    ("a.js", "show(\"<a href='https://www.canal.example/plans/\\\nmap.html'>map</a>\")"),
    # addresses that are hidden from harvesters
    ("a.html", '<a href="mailto:alice&#64;canal.internal">alice</a>'),
    ("a.xml", '<a href="mailto:alice&commat;canal&period;internal">alice</a>'),
    ("a.html", '<a href="mailto:alice&#37;&#52;&#48;canal&#46;internal?subject=plans">alice</a>'),
    ("a.md", "[alice](mailto:alice&#x40;canal.internal)"),
    ("a.txt", "mode reverse:https://www.canal.internal@80 here"),
    ("a.html", '<p>h<a href="http://www.canal.internal/a">ttp://www.canal.internal/a</a> is the plan'),
    # targets of reStructuredText
    (
        "PKG-INFO",
        ".. _inline markup:\n    https://www.canal.internal/docs/ref/restructuredtext.html\n    #inline-markup-rules\n",
    ),
    (
        "a.py",
        '"""Plan.\n\n.. _plan: https://www.canal.internal/docs/restructuredtext.html\n    #inline-markup-rules\n"""\n',
    ),
    # placeholders and examples
    ("a.txt", "cvs://:pserver:anoncvs@sources.canal.internal:/cvs/src"),
    ("a.txt", "see http://svn.canal.internal/tags/plan-#.# now"),
    ("a.html", "<code>http://[user&#64;pass:]&lt;server&gt;:&lt;port&gt;</code>"),
    ("a.go", "// otpauth://totp/Canal:alice@canal.internal?secret=JBSWY3DPEHPK3PXP&issuer=Canal"),
    ("a.txt", f"words{ZERO_WIDTH_SPACE} and https://www.canal.example/ {ZERO_WIDTH_SPACE} more"),
    ("a.txt", f"{BYTE_ORDER_MARK}https://www.canal.example/ begins the text"),
    (
        "a.txt",
        f"{ISOLATE}https://www.canal.example/{POP_ISOLATE} and {ISOLATE}https://www.canal.example/a{POP_ISOLATE}.",
    ),
    ("a.txt", "\u202bhttps://www.canal.example/\u202c \u05e9\u05dc\u05d5\u05dd"),
    ("a.txt", f"https://www.canal.example/{ZERO_WIDTH_SPACE}\u0e41\u0e1c\u0e19\u0e17\u0e35\u0e48"),
    ("a.txt", "\u8acb\u770b https://www.canal.example/\u3002\u8c22\u8c22"),
    ("a.txt", "\u53c2\u89c1https://www.canal.example\u3002More soon."),
    ("a.txt", "https://ja.wikipedia.org/wiki/\u6771\u4eac"),
    ("a.tex", r"\href{https://www.canal.example/a\_b}{x} \url{https://www.canal.example/}\\"),
    ("a.md", "a line ends in https://www.canal.example/\\\nhere"),
    ("a.md", r"\[https://www.canal.example/\]\(x\) \<https://www.canal.example/\>"),
    ("a.txt", r"a dump: \"https://www.canal.example/\" \nhttps://www.canal.example/a\nhttps://www.canal.example/b\tx"),
    ("a.c", r'printf("see http://www.canal.example/\n"); puts("http://www.canal.example/\ttable\n");'),
    ("a.txt", r"a log: http://www.canal.internal/b\nplan.html http://www.canal.internal/c\n\nplan.html"),
    ("a.py", r"""s = "see http://www.canal.internal/b\bplan.html"; t = 'http://www.canal.internal/b\new\text.html'"""),
    (
        "a.txt",
        r"match http://www.canal.internal\d\w and http://www.canal.internal/b\1 and http://www.canal.internal/\w\s",
    ),
    (
        "a.tex",
        r"http://www.canal.internal/b\textbf{c} http://www.canal.internal/b\newline http://www.canal.internal/b\\",
    ),
    ("a.rb", r'puts "see https://www.canal.example/\e[0m"'),
    ("a.sh", "curl https://www.canal.example/ \\\n  -o x\n"),
    ("a.md", "[map](map.html), [x](/http/x), [y](#http), [z](../https//x)"),
    ("a.html", '<a href="http.html"> <a href="https/x"> <a href="//www.canal.example/">'),
    ("a.py", "log.error('http: refused'); log.error('https:error'); s = 'http:80'; t = 'http:request.start'"),
    ("a.js", "u.replace('http:','https:'); if (u.protocol === 'http:') {} a.href='mailto:'+x; b='file:'+p"),
    ("a.js", "s = '<a href=\"mailto:' + name + '\">'"),
    ("a.yaml", "ports:\n  - http:80\n  - https:443\n"),
    ("a.md", "use `http:/host` or `https//host`, not <tel:NUMBER>, `<mailto:ADDRESS>`"),
    ("a.html", '<a href="mailto:a@canal.example,b@canal.example"> <a href="mailto:?cc=a@canal.example">'),
    ("config.xml", '<allow-intent href="mailto:*" /> <allow-intent href="tel:*" />'),
    ("a.html", '<a href="mailto:{{ mail }}"> <a href="tel:<?php echo $tel ?>"> <a href="https://{{ host }}/">'),
    ("a.html", '<a href="tel:112"> <a href="tel:*100#"> <a href="tel:+49 40 123 45 67"> <a href="javascript:void(0)">'),
    (
        "a.html",
        '<a href="data:image/png;base64,AAAA"> <a href="https://www.canal.example/\n"> <a href="\nhttps://a.internal">',
    ),
    ("a.md", '[map](https://www.canal.example/map "the map of 2004") [x](https://www.canal.example/a_(b))'),
    ("a.md", "[w](https://web.archive.org/web/2004/http:/www.canal.example/)"),
    (
        "a.txt",
        "ftp://anonymous:alice%40canal.example@ftp.musterstadt.internal/pub ftp://ftp:a%40@ftp.a.internal/",
    ),
    (
        "a.txt",
        "<file:linenum> <geo:lat> #<Example:0x7f> <tel:NUMBER> <data:...> <tag:name> <urn:x> <sip:user> <mid:id>",
    ),
]


OFF = ("URL216", "URL724")


def codes(name, text):
    document = Document(text, name)
    form = format_of(name, b"")
    document = read_format(document, form) if form else document
    return [finding.code for finding in ProjectLinter(Config(extend_select=OFF), "", FindOptions()).findings(document)]


@each_row(("name", "text", "expected"), BROKEN)
def test_broken_links_are_reported(name, text, expected):
    assert codes(name, text) == expected.split()


@each_row(("name", "text"), SILENT)
def test_other_text_is_not_reported(name, text):
    assert codes(name, text) == []


@each_row("text", [text for _, text, _ in BROKEN if "//" not in text or "tp//" in text])
def test_faults_are_no_urls(text):
    assert not any(url.form == "fault" for url in find(text))


def test_scripts_in_attributes_of_mail_are_reported(urlmend, tmp_path):
    mail = 'From: a@b.internal\nSubject: prize\nContent-Type: text/html\n\n<a href="javascript:steal()">claim it</a>\n'
    (tmp_path / "a.eml").write_text(mail)
    assert "a.eml:5:10: URL618 " in urlmend("lint", "a.eml").out


@each_row(
    ("path", "advice"),
    [
        ("plan for more information", "close the link before it, or encode as %20"),
        ("plan for all.", "encode as %20"),
        ("the plan.html", "encode as %20"),
        ("plan for the city.html", "encode as %20"),
    ],
)
def test_a_link_with_a_sentence_has_no_end(path, advice):
    (finding,) = lint(f"see [the plan](https://www.canal.internal/{path}).", select=["URL202"])
    assert finding.message == f"space in URL: {advice}"


@each_row("link", ['<a href="{}">', "[b]({})"])
@each_row(
    "path",
    [
        "plan-for-a -city-park",
        "plan-for-a- city-park",
        "maps/plan_for _a_park",
        "plan-for a-city-park",
        "2004/plan-for-a -city-park/",
        "plan-for-a -city.html",
    ],
)
def test_a_stray_space_in_a_slug_may_be_removed(link, path):
    text = link.format(f"https://www.canal.internal/{path}")
    (finding,) = lint(text, select=["URL202"])
    assert finding.message == "space in URL: remove it, or encode as %20"
    assert fix(text, select=["URL202"]) == text
    assert not (finding.fix and finding.fix.safe)


@each_row(
    "path",
    [
        "annual report.pdf",
        "plan - city.pdf",
        "plan -  city",
        "a b-c d",
        "annual-report for 2004.pdf",
        "map/a b/c-d.pdf",
    ],
)
def test_other_spaces_in_targets_are_encoded(path):
    text = f'<a href="https://www.canal.internal/{path}">'
    (finding,) = lint(text, select=["URL202"], profile="rfc1738")
    assert finding.message == "space in URL: encode as %20"
    assert fix(text, select=["URL202"], profile="rfc1738") == text.replace(path, path.replace(" ", "%20"))


@each_row(
    "path, is_fixed",
    [
        ("annual report.pdf", True),
        ("plans/map of 2004", False),
        ("plan and more text", False),
        ("map of/plan", True),
        ("report, part.pdf", False),
    ],
)
def test_spaces_of_links_are_encoded_only_in_names_of_files(path, is_fixed):
    text = f"see [x](http://www.canal.example/{path}) now"
    assert fix(text, select=["URL202"]) == (text.replace(path, path.replace(" ", "%20")) if is_fixed else text)


LEFT_OUT = {
    "see <URL:ftp://a.internal/War and Peace.txt> there": "and Peace.txt",
    "see <ftp://a.internal/War and Peace.txt> there": "and Peace.txt",
    "see URL:<ftp://a.internal/War and Peace.txt> there": "and Peace.txt",
    "see <URL:<http://a.internal/b (old)>> there": "(old)",
    "see <URL:http://a.internal/b\n the plan > there": "",
    "see <URL:http://a.internal/b the\n plan > there": "the\n plan",
    "see <URL:http://a.internal/b\n> there": "",
    "see <mailto:alice at a.internal> there": "",
    "see <http://a.internal/b> and <http://a.internal/c>": "",
}


@each_row("text", LEFT_OUT)
def test_text_that_a_wrapper_leaves_out_is_reported(text):
    found = [one for one in lint(text, select=["URL107"]) if one.message.startswith("text after")]
    assert "".join(text[slice(*one.spans[0])] for one in found) == LEFT_OUT[text]


NOT_CLOSED = ["<URL={}", "URL:<{}", "URL=<{}", "url: <{}", "URL:\u2039{}", "URL=\u2039{}", "<URL:\u2039{}", "<URL:<{}"]
CLOSED = [
    "<URL={}>",
    "URL:<{}>",
    "URL=<{}>",
    "URL:\u2039{}\u203a",
    "URL:\u2039{}\nb\u203a",
    "<URL={} b>",
    "\u2039{}",
    "={}",
]


@each_row("url", ["ftp://a.internal/b", "http://www.a.internal/b", "https://a.internal/b/c.html"])
def test_wrappers_that_are_not_closed_are_reported(url):
    for opening in NOT_CLOSED:
        for end in (" and tell me\n", "\n\nmore\n", ""):
            assert "URL101" in {one.code for one in lint(f"see {opening.format(url)}{end}")}, opening
    for closed in CLOSED:
        assert "URL101" not in {one.code for one in lint(f"see {closed.format(url)} and tell me\n")}, closed


@each_row("content", [":foo", "a/b:c", "://a.internal/b", ":/b", "/a:b", "a/b", "#a"])
def test_urls_without_a_scheme_in_a_wrapper_are_reported(content):
    assert [one.code for one in lint(f"see <URL:{content}> there", extend_select=["URL123"])] == ["URL123"]


@each_row("wrapper", ["<URL:{}>", "<{}>", "URL:<{}>"])
@each_row("url", ["news:comp.*", "news:*.text", "nntp://a.internal/*/1", "nntp://a.internal/comp.*/1"])
def test_wildcards_in_wrapped_newsgroups_are_reported(wrapper, url):
    text = f"see {wrapper.format(url)} there"
    assert "URL705" in {one.code for one in lint(text, profile="rfc1738")}
    assert not lint(text.replace(url, "news:*"), profile="rfc1738", select=["URL705", "URL725"])
    is_nntp = url.startswith("nntp")
    assert bool(lint(text, select=["URL705"])) == is_nntp
