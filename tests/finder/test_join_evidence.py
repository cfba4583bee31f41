"""Evidence for and against a bare URL that continues on the next line, by texts and the URLs that are read in them."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from tables import each_row
from urlmend import find, finder
from urlmend.finder.explain import explained
from urlmend.finder.join_evidence import AMBIGUOUS, EVIDENCE, JOIN
from urlmend.model.document import Document

LEAD = "The drawings of the harbour and of the locks are at "
FOLDER = "http://www.example.org/archive/2004/"
PAGE = "http://www.example.org/archive/north"


def test_names_of_evidence_are_unique():
    names = [evidence.name for evidence in EVIDENCE]
    assert len(names) == len(set(names))


def test_no_evidence_asks_for_itself():
    """Questions about a junction have an order: none leads back to itself, whatever the text is."""
    asks = {}
    for path in Path(finder.__file__).parent.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(each.arg == "junction" for each in node.args.args):
                calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
                asks[node.name] = {called.id for called in calls if isinstance(called, ast.Name)}
    assert {"weigh", "is_other_line", "is_cut"} <= asks.keys()
    order = TopologicalSorter({name: asked & asks.keys() for name, asked in asks.items()})
    assert set(order.static_order()) == asks.keys()


# --- A folder at the end of a full line. ---

# What the next line is -> lines that end the URL, and similar ones that do not, or leave it open.
LINES = {
    "a bullet": (
        ["- plan_1", "* plan_1", "+ plan_1", "o plan_1", "\u2022 plan_1"],
        ["plan-1/sheet_2.html", "o/plan_1.html"],
    ),
    "a number": (
        [
            "1. plan_1",
            "12) plan_1",
            "(12) plan_1",
            "(a) plan_1",
            "iv. plan_1",
            "[1] plan_1",
            "12: plan_1",
            "#12, plan_1",
        ],
        ["1.2/plan_1.html", "a1/plan_1.html", "iv/plan_1.html", "#plan_1"],
    ),
    "a label of a list": (
        ["-v1:", "-RFC-v1:", "-Note-1:", "-RFC-v1: plan_1", "-plan:"],
        ["-v1.html", "-RFC-v1/plan_1.html", "-plan_1:2/sheet.html"],
    ),
    "a field": (
        [":param plan_1: it", "Plan: 1/2", "plan.c: 1/2", "PATH=plans/1"],
        ["plans?a=1&b=2", "param/plan_1.html"],
    ),
    "a date": (
        ["2004-01-17 plan_1", "2004/01/17 plan_1", "17/Jan/2004 plan_1", "10th January"],
        ["2004-01-17.html", "17/jan/2004/", "10th/january.html"],
    ),
    "a version": (["2.5.0 - new", "v1.2 | new"], ["2.5.0/new.html"]),
    "a size": (["6k", "1.5MB", "120GiB"], ["6k/plan_1.html"]),
    "a telephone number": (["555-010-1234", "(030)12.345", "+1.555.010"], ["555-010/plan_1.html"]),
    "an identifier": (["02d9e6d5-9467-382e-8f9b-9300a64ac3cd"], ["02d9e6d5-9467/plan_1.html"]),
    "a directive": (
        ["TODO: plan_1", "FIXME plan_1", "#ifdef PLAN_1", "#include plan_1", "eslint-disable plan_1", "+optional=a/b"],
        ["TODOS/plan_1.html", "#iffy/plan_1"],
    ),
    "a comment": (["/* plan_1 */", "#@plan_1", "##plan_1", "#plan_1 is off"], ["a/plan_1.html", "#plan_1"]),
    "a roff request": ([".fi", ".TH plan_1", ".Ve"], [".gzip/plan_1.html"]),
    "a status line": (["HTTP/1.1 200 OK", "HTTP/2"], ["HTTP/1.1/plan_1.html"]),
    "program code": (["Net::FTP->plan_1", "printf(plan_1);", "plan_1;", "plan = a/b"], ["Net/FTP/plan_1.html"]),
    "an option": (["-O a/b", "-Dplan=a/b", "make -j a/b"], ["-/plan_1.html"]),
    "a list of files": (["a.c, b.c, plan_1"], ["a.c/b.c/plan_1"]),
    "a path": (["./plan_1", "../plan_1", "/usr/bin/plan_1"], ["usr/bin/plan_1.html"]),
    "a host": (["b.example.org/plan_1.html", "ftp.b.c/plan_1.html", "b.net:80", "10.0.0.7/b"], ["b.tar/plan_1.html"]),
    "an address or another URL": (
        ["ftp://b.example/", "mailto:a/b", "http:/a/b", "http:www.a.b/c", "<a/b>", "www.a-b.c/d"],
        ["ada/b@c/d.html", "http/a/b.html"],
    ),
    "a rule": (["----", "====", "-=-=-=", "~~~~", "--boundary_1", "=3D=3D=3D"], ["a--b--c/d.html"]),
    "signs": (["...", "_", "//", ")("], ["_a/b.html"]),
    "no piece of a URL": (
        ["(plan_1", "[plan_1]", "{plan_1}", "*plan_1", "@plan_1", "__plan_1__", "%zz", "^plan_1", "&lt;plan_1"],
        ["%20plan_1.html", "~plan_1/a.html", "_plan/a.html"],
    ),
    "a pattern": (["*.jar", "a-*-b-*"], ["a-b-c/d.html"]),
    "another script": (["\u043f\u043b\u0430\u043d/1", "\u8a08\u756b/1"], ["plan/1.html", "Stra\u00dfe/1.html"]),
    "prose": (
        ["and so on", "The plan is old", "Locks, too", "etc."],
        ["and/or/so/on.html", "The/plan_1.html"],
    ),
    "a column": (["plan_1\tnode\ta/b", "plan_1     node     a/b"], ["plan_1/node.html"]),
}
ENDED = [(name, line) for name, (ended, _) in LINES.items() for line in ended]
OPEN = [(name, line) for name, (_, continued) in LINES.items() for line in continued]


def after_folder(line):
    """The URL of a folder at the end of a full line, with the given line after it."""
    return find(f"{LEAD}{FOLDER}\n{line}\nwhich has all of them.\n")[0]


@each_row(("name", "line"), ENDED)
def test_line_of_another_kind_ends_a_url(name, line):
    url = after_folder(line)
    assert (url.text, url.alternatives) == (FOLDER, ())


@each_row(("name", "line"), OPEN)
def test_line_that_may_continue_a_url_is_read_so(name, line):
    url = after_folder(line)
    assert any(text.startswith(FOLDER) and text != FOLDER for text in (url.text, *url.alternatives))


# --- Breaks within a URL. ---

# The end of a line, and the lines that continue it, and that do not.
BREAKS = [
    *((f"{PAGE}?a{sign}", ["1&b=2", "b.html"], ["and so on", "http://b.example/"]) for sign in "=&_+~?#"),
    (f"{PAGE}-", ["1.html", "bank/sheet_1.html"], ["- bank"]),
    (f"{PAGE}%", ["20bank.html", "2fbank/1"], ["and so on", "zz"]),
    (f"{PAGE}%2", ["0bank.html", "f"], ["The plan is old"]),
    (f"{PAGE}.htm", ["l"], ["The plan is old"]),
    (f"{PAGE}.pd", ["f"], ["The plan is old"]),
    (f"{PAGE}.", ["html"], ["The plan is old", "a/b"]),
    (f"{PAGE};", ["id=45&b=1"], ["then it is", "TODO: plan"]),
    (PAGE, ["/sheet_1.html", "?a=1&b=2", "#sheet_1", "-bank/sheet_1.html", ".html"], ["?", "//a", "#+end_quote"]),
    (f"{PAGE}#part", ["_7_1"], ["_plan_", "__init__"]),
    (PAGE, ["-bank/s\u00fcd.html"], ["s\u00fcd_1", "south_1 http://b.example/", "/_w/plan.c:194:2: error"]),
    (f"{PAGE}.html", ["?a=1&b=2", "#sheet_1"], ["sheet_1", "/sheet_1", "-bank/sheet_1", "The plan"]),
    (f"{PAGE}.tar.gz", [], ["/a.html", "#a", "?a=1", "%20a"]),
    (f"{PAGE}?old=true", ["&b=2"], ["8.6.5", "plan"]),
    (PAGE, [], ["/Ada", "/Ada Byron", 'HTTP/1.1" 200 7', "HTTP/1.1, part 3"]),
    (f"{FOLDER}D7", ["/b.html"], ["PR17", "GIT_OFF"]),
    (
        "http://",
        ["a.example/b", "A.EXAMPLE", "localhost:80/b", "10.0.0.7/b", "${host}/b", "{{host}}/b"],
        ["or", "$", "[Plan", "plan.Open", "self.isTrue", "http://b.example/", "ada@b.example"],
    ),
    (f"{PAGE}/http://", ["a.example/b"], ["http://b.example/"]),
    ("http://www.", ["example.org/b", "example.org"], ["The plan"]),
    ("ftp://ada:h7Tqb", ["92x@plans.example/b"], ["The plan"]),
]
CONTINUED = [(end, line) for end, continued, _ in BREAKS for line in continued]
OVER = [(end, line) for end, _, over in BREAKS for line in over]


def read(text):
    """The texts of the URLs that are read, or may be."""
    return [reading for url in find(text) for reading in (url.text, *url.alternatives)]


def after_text(end, line):
    """A full line that ends with the given piece of a URL, and the line after it."""
    return f"{'The drawings are old. ' * 4}"[: 74 - len(end)].rstrip() + f" {end}\n{line}\n"


@each_row(("end", "line"), CONTINUED)
def test_url_continues(end, line):
    url, *others = find(after_text(end, line))
    assert (url.text, others) == (end + line, [])


@each_row(("end", "line"), OVER)
def test_url_is_over(end, line):
    assert not any(url.breaks for url in find(after_text(end, line)))


@each_row(("end", "line"), [(".ht", "ml for more"), (".p", "df"), (".", "html, and more"), (".ht", "ml")])
def test_ending_of_a_file_shows_that_a_short_line_is_cut(end, line):
    text = f"{LEAD}both ends of it.\n{PAGE}{end}\n{line}\n"
    assert find(text)[0].text == PAGE + end + line.split()[0].rstrip(",")


@each_row(("end", "line"), [(".h", "is the header"), (".c", "and more"), ("", "html is it")])
def test_other_words_below_a_short_line_are_no_rest(end, line):
    assert read(f"{LEAD}both ends of it.\n{PAGE}{end}\n{line}\n") == [PAGE + end]


# --- Marks, widths and brackets around a URL. ---


@each_row("pair", ['""', "()", "[]", "{}", "``", "\u201c\u201d"])
@each_row("end", ["", ".", ","])
def test_brackets_and_quotes_that_close_after_the_tail(pair, end):
    opened, closed = pair
    text = f"{LEAD}{opened}{FOLDER}\nplans{closed}{end} are old.\n"
    assert [url.text for url in find(text)] == [f"{FOLDER}plans"]
    assert [url.text for url in find(text.replace(closed + end, ""))] == [FOLDER]


@each_row("lead", ["$ curl ", "ada@a:~/b$ curl ", "[ada@a b]# wget ", "C:\\b> curl ", "% git clone "])
def test_output_of_a_command_does_not_continue_a_url(lead):
    assert read(f"{lead}http://a.example/b\n/b/c\n") == ["http://a.example/b"]
    assert "http://a.example/b-c/d.html" in read(f"{lead}http://a.example/b-\\\nc/d.html\n")


@each_row("lead", ["costs 5$ at ", "$5 at ", "see "])
def test_text_with_a_dollar_sign_is_no_command(lead):
    assert "http://a.example/b/b/c.html" in read(f"{lead}http://a.example/b\n/b/c.html\n")


LINK = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fplan&data=05%7C01"


@each_row(
    ("link", "line", "is_joined"),
    [
        (LINK, "7C63%7C", True),
        (LINK, "7C63&reserved=0 has moved", True),
        (LINK, "Regards", False),
        (LINK, "then", False),
        (f"{LINK}&sdata=Zq8Rk2mX%3D&reserved=0", "7C63%7C", False),
    ],
)
def test_link_of_a_gateway(link, line, is_joined):
    assert (find(f"{link}\n{line}\n")[0].text == link + line.split()[0]) == is_joined


# --- The sum. ---

WEIGHED = [after_text(end, line) for end, line in [*CONTINUED, *OVER]]


@each_row("text", WEIGHED)
def test_sum_of_the_weights_decides(text):
    for url, places in explained(Document(text), nearly=-99):
        weights = [place.weight for place in places]
        assert len(url.breaks) == sum(weight >= JOIN for weight in weights)
        assert (url.confidence == "guess") == any(AMBIGUOUS <= weight < JOIN for weight in weights)
