"""Evidence for and against a bare URL that continues on the next line."""

import pytest

from urlmend.finder.join_evidence import AMBIGUOUS, EVIDENCE, JOIN, Junction, reasons, weigh

FULL = "http://www.example.org/archive/drawings/harbour/2004/first"


def junction(head=FULL, tail="sheet", **other):
    """A junction with neutral values except those given."""
    usual = {
        "rest": "",
        "before": " ",
        "width": len(head),
        "widest": 0,
        "indent": 0,
        "url_column": 0,
        "tail_indent": 0,
        "missing": "",
        "in_comment": False,
        "pieces": 1,
        "kind": "newline",
        "flow": "",
        "lead": "",
        "previous": "",
        "next_line": "then more",
    }
    return Junction(head=head, tail=tail, **(usual | other))


# name -> a junction for which it holds, and one for which it does not.
TABLE = {
    "percent sign separated from its digits": (junction("http://a/b%", "20c"), junction("http://a/b%20", "c")),
    "breaks after = & ? # _ + ~": (junction("http://a/b?c=", "d"), junction("http://a/b", "d")),
    "breaks after a hyphen": (junction("http://a/b-", "c"), junction("http://a/b", "-c")),
    "breaks after a slash": (junction("http://a/b/", "c"), junction("http://a/b", "/c")),
    "breaks within the scheme or host": (junction("http://www.exam", "ple"), junction("http://a.example/b", "c")),
    "continues with / ? & = % # _": (junction(tail="/c"), junction(tail="//c")),
    "continues with a hyphen or dot": (junction(tail=".html"), junction(tail="html")),
    "continues with a character that begins no piece of a URL": (junction(tail="(c"), junction(tail="/c")),
    "ends like a sentence": (junction("http://a/b.", "Then"), junction("http://a.", "example.org")),
    "breaks between parameters": (junction("http://a/Sent;", "uid=45"), junction("http://a/Sent;", "then")),
    "ends like a file name": (junction("http://a/b.html", "Then"), junction("http://a/b", "Then")),
    "a host is cut after its scheme or a dot": (
        junction("http://a.", "example.org/b"),
        junction("http://a.example/b.", "org/b"),
    ),
    "a scheme alone, and no host after it": (junction("http://", "or"), junction("http:", "//a.example/")),
    "in mid-token, at the full width": (junction(width=75), junction(width=75, widest=76)),
    "in mid-token, after text, at no width of the lines around": (
        junction(lead="See ", width=75, widest=70),
        junction(lead="See ", width=75, widest=70, missing="quotes"),
    ),
    "in mid-token, from a small letter to a capital one": (junction(tail="Second"), junction(tail="second")),
    "the tail begins a list of files": (
        junction(tail="plan.c", rest=", sheet.c, and more"),
        junction(tail="plan.c", rest=", and more"),
    ),
    "in mid-token, in a comment": (junction(in_comment=True), junction(in_comment=False)),
    "in mid-token, on a short line": (junction(width=40), junction(width=75)),
    "the lines begin alike": (
        junction(lead="10:17 ", tail="10:18", rest=" more"),
        junction(lead="10:17 ", tail="page/18", rest=" more"),
    ),
    "the URL is in a column of its own": (
        junction(lead="Alice    ", url_column=9),
        junction(lead="-    ", url_column=5),
    ),
    "a line of more than 82 columns": (junction(width=90), junction(width=90, widest=91)),
    "the lines around are filled": (junction(previous="a" * 70), junction(previous="a" * 40)),
    "text follows a tail that would fit": (
        junction(width=40, rest=" is here"),
        junction(width=40, before="(", rest=") is here"),
    ),
    "another URL on the tail's line": (junction(rest=" and http://b.example/"), junction(rest=" and more")),
    "text follows a tail without punctuation": (junction(rest=" is here"), junction(tail="a/b", rest=" is here")),
    "the quotes close later": (junction(before='"', rest=' main"'), junction(before='"', rest='"')),
    "the tail is in another script": (junction(tail="\u0432"), junction("http://a/\u0432", "\u0432")),
    "the suite of an APT source": (junction(lead="deb "), junction(lead="debit ")),
    "the tail is a directive of a tool": (junction(tail="TODO"), junction(tail="TODOS")),
    "a path, query or fragment of an archive": (
        junction("http://a.example/plans.tar.gz", "#plan"),
        junction("http://a.example/plans.html", "#plan"),
    ),
    "a comment begins on the next line": (
        junction(FULL + "/", "#plan", width=60, widest=70, rest=" is off"),
        junction(FULL + "/", "#plan", width=75, rest=" is off"),
    ),
    "the tail is a telephone number": (junction(tail="555-010-1234"), junction(tail="2004-01-17")),
    "the tail begins with a host": (
        junction(FULL + "/", "b.example.org/c"),
        junction(FULL + "/", "b.tar/c"),
    ),
    "an option on a short line": (junction(width=40, tail="-Wall"), junction(width=75, tail="-Wall")),
    "the tail is another URL": (junction(tail="http://a.example"), junction("http:", "//a.example")),
    "the tail is an address": (
        junction(tail="alice@a.example"),
        junction("http://a/?to=", "alice@a.example"),
    ),
    "the line is full": (junction(width=75), junction(width=40)),
    "the tail would fit on the line": (junction(width=40), junction(width=75)),
    "indented more than the URL's line": (junction(tail_indent=4), junction(tail_indent=0)),
    "indented less than the URL's line": (junction(indent=4), junction(indent=4, missing="quotes")),
    "the comment has ended": (junction(missing="leader"), junction(missing="quotes")),
    "lines were already joined": (junction(pieces=2), junction(pieces=1)),
    "at the edge of a table cell": (junction(kind="other"), junction()),
    "other cells have text, too": (junction(kind="other", in_row=True), junction(kind="other")),
    "the next line begins in another pane": (
        junction(lead="10:20 alice \u2502 see ", rest=" \u2502 no"),
        junction(lead="10:20 alice | see ", rest=" | no"),
    ),
    "a soft break that leaves no space": (junction(flow="delsp"), junction(flow="soft")),
    "a soft break that leaves a space": (junction(flow="space"), junction(flow="soft")),
    "the tail looks like a piece of a URL": (junction(tail="a/b"), junction(tail="Then")),
    "the tail has several features of a URL": (junction(tail="a/b.html"), junction(tail="a/b")),
    "the tail has parameters, and the URL has some": (
        junction("http://a/?b", "c=1&d=2"),
        junction("http://a/?b", "c=1"),
    ),
    "the tail is a version or the number of a section": (
        junction(tail="2.5.0", rest=" - new"),
        junction(tail="2.5.0", rest="/new"),
    ),
    "the tail is a size": (junction(tail="6k"), junction(tail="6kb4")),
    "in mid-token, and the tail is a hash": (
        junction(tail="6edf252483b30dbcdcc5059f01831455365d5b6e"),
        junction(FULL + "/", "6edf252483b30dbcdcc5059f01831455365d5b6e"),
    ),
    "the tail is a UUID": (
        junction(tail="02d9e6d5-9467-382e-8f9b-9300a64ac3cd"),
        junction("http://a/b=", "02d9e6d5-9467-382e-8f9b-9300a64ac3cd"),
    ),
    "the tail completes a file extension": (junction("http://a/b.htm", "l"), junction("http://a/b", "l")),
    "the tail ends like a file name": (junction(tail="b.html"), junction(tail="b.x")),
    "the tail is alone on its line": (junction(rest="."), junction(rest=" is here")),
    "the tail ends the paragraph": (junction(next_line=" "), junction(next_line=" ", rest=" is here")),
    "the quotes or brackets close after the tail": (
        junction(before="(", rest=")."),
        junction(before="(", rest="."),
    ),
    "the tail is a word": (junction(tail="harbour"), junction(tail="har2bour")),
    "the tail looks like program code": (junction(tail="Net::FTP"), junction(tail="Net/FTP")),
    "a number before the break, a word after it": (
        junction(head="http://a.example/346", tail="next-line"),
        junction(tail="next-line"),
    ),
    "the tail repeats the end of the URL": (junction(head="http://a.example/plan", tail="plan"), junction(tail="b")),
    "the tail is a date": (junction(tail="2004-01-17"), junction(tail="2004-01-17.html")),
    "the tail is a roff request": (junction(tail=".fi", tail_indent=0), junction(tail=".gzip", tail_indent=0)),
    "another column follows the tail": (
        junction(tail="sheet_2", rest="\tnode\tb"),
        junction(tail="sheet_2", rest=" is done"),
    ),
    "the tail is assigned a value, or an operator follows it": (
        junction(tail="plan", rest=" = 1"),
        junction(tail="plan", rest="=1"),
    ),
    "the tail is a local path": (junction(tail="/usr/bin/plan"), junction(tail="/plans/bin")),
    "the tail is a label": (junction(tail="plan.c", rest=": new"), junction(tail="plan.c", rest=" new")),
    "the tail begins a sentence": (junction(tail="The", rest=" plan"), junction(tail="The", rest="")),
    "the tail is a function word": (junction(tail="And"), junction(tail="Sand")),
    "the tail is a bullet or number": (junction(tail="1", rest=". a"), junction(tail="1a2")),
    "a horizontal rule or MIME boundary": (junction(tail="--a"), junction(tail="-a")),
    "the tail has no letter or digit": (junction(tail="=="), junction(tail="=a")),
}


def test_names_of_evidence_are_unique():
    names = [evidence.name for evidence in EVIDENCE]
    assert len(names) == len(set(names))


def test_all_evidence_has_examples():
    assert {evidence.name for evidence in EVIDENCE} == set(TABLE)


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.name)
def test_evidence_holds_for_its_example(evidence):
    assert evidence.holds(TABLE[evidence.name][0])


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.name)
def test_evidence_does_not_hold_for_its_counterexample(evidence):
    assert not evidence.holds(TABLE[evidence.name][1])


SURE = [
    junction("http://www.example.org/minutes?year=", "2004&month=1", width=72, widest=72),
    junction(FULL + "%", "20floor.html", width=72, widest=72),
    junction(FULL, "/sheet_17.html", width=72, widest=72),
    junction(FULL + "/", "north/sheet_17.html", before=" (", rest=").", width=72, widest=72),
    junction(FULL + "-", "sheet_17.html", width=72, widest=72),
    junction("http://a.example/index.htm", "l", width=72, widest=72),
]
HOPELESS = [
    junction(tail="and", rest=" then more of it"),
    junction(FULL + "/", "http://a.example/", width=72, widest=72),
    junction(FULL + ".", "Then", rest=" it rained", width=72, widest=72),
    junction(FULL + "/", "--", width=72),
    junction("http://a.example/", "Phone", rest=": 17", width=20, widest=70),
    junction(FULL + ".html", "Alice", rest=" made them", width=72, widest=72),
]


@pytest.mark.parametrize("place", SURE)
def test_sure_lines_are_joined(place):
    assert weigh(place) >= JOIN


@pytest.mark.parametrize("place", HOPELESS)
def test_unrelated_lines_are_not_ambiguous(place):
    assert weigh(place) < AMBIGUOUS


@pytest.mark.parametrize("place", [*SURE, *HOPELESS])
def test_reasons_add_up_to_the_weight(place):
    total = sum(weight for _, weight in reasons(place))
    assert weigh(place) == total or max(weigh(place), total) < AMBIGUOUS


def test_reasons_are_named():
    assert "breaks after = & ? # _ + ~" in dict(reasons(junction("http://a/b?c=", "d=e", rest=" and so on")))
