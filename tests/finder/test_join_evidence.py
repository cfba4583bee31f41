"""Whether a bare URL goes on in the next line."""

import pytest

from urlmend.finder.join_evidence import AMBIGUOUS, EVIDENCE, JOIN, Junction, reasons, weigh

FULL = "http://www.example.org/archive/drawings/harbour/2004/first"


def junction(head=FULL, tail="sheet", **other):
    """A junction of which nothing is said but what is given."""
    usual = {
        "rest": "",
        "before": " ",
        "width": len(head),
        "widest": 0,
        "indent": 0,
        "url_column": 0,
        "tail_indent": 0,
        "lost": "",
        "pieces": 1,
        "kind": "newline",
        "flow": "",
        "last_line": False,
    }
    return Junction(head=head, tail=tail, **(usual | other))


# name -> a junction for which it holds, and one for which it does not.
TABLE = {
    "percent sign cut from its digits": (junction("http://a/b%", "20c"), junction("http://a/b%20", "c")),
    "breaks after = & ? _ + ~": (junction("http://a/b?c=", "d"), junction("http://a/b", "d")),
    "breaks after a hyphen": (junction("http://a/b-", "c"), junction("http://a/b", "-c")),
    "breaks after a slash": (junction("http://a/b/", "c"), junction("http://a/b", "/c")),
    "breaks within the scheme or host": (junction("http://www.exam", "ple"), junction("http://a.example/b", "c")),
    "goes on with / ? & = % # _": (junction(tail="/c"), junction(tail="//c")),
    "goes on with a hyphen or dot": (junction(tail=".html"), junction(tail="html")),
    "goes on with a sign that no URL's piece begins with": (junction(tail="(c"), junction(tail="/c")),
    "goes on with a comma in a path of commas": (
        junction("http://a/1,2", ",3"),
        junction("http://a/12", ",3"),
    ),
    "ends as a sentence does": (junction("http://a/b.", "Then"), junction("http://a/b", "Then")),
    "ends as a sentence does, in a query": (junction("http://a/?b.", "Then"), junction("http://a/b.", "Then")),
    "breaks between parameters": (junction("http://a/Sent;", "uid=45"), junction("http://a/Sent;", "then")),
    "ends as a file does": (junction("http://a/b.html", "Then"), junction("http://a/b", "Then")),
    "the line is full": (junction(width=75), junction(width=40)),
    "broken in mid-token at the full width": (junction(width=75), junction(FULL + "/", width=75)),
    "in mid-token, the line not full": (junction(width=40), junction(width=75)),
    "the tail had room on the line": (junction(width=40), junction(width=75)),
    "hanging under the URL": (
        junction(indent=3, url_column=8, tail_indent=8),
        junction(indent=3, url_column=8, tail_indent=3),
    ),
    "deeper than the URL's line": (junction(tail_indent=4), junction(tail_indent=0)),
    "less deep than the URL's line": (junction(indent=4), junction(indent=4, lost="quotes")),
    "the quote marks are lost": (junction(lost="quotes"), junction(lost="leader")),
    "the comment is over": (junction(lost="leader"), junction(lost="quotes")),
    "broken before already": (junction(pieces=2), junction(pieces=1)),
    "over a page break": (junction(kind="page"), junction()),
    "at the edge of a table's cell": (junction(kind="other"), junction()),
    "a soft break that leaves no blank": (junction(flow="delsp"), junction(flow="soft")),
    "a soft break that leaves a blank": (junction(flow="space"), junction(flow="soft")),
    "a soft break": (junction(flow="soft"), junction(flow="hard")),
    "a hard break in flowed text": (junction(flow="hard"), junction()),
    "the tail looks like a piece of a URL": (junction(tail="a/b"), junction(tail="Then")),
    "the tail has several marks of one": (junction(tail="a/b.html"), junction(tail="a/b")),
    "the tail completes a file's ending": (junction("http://a/b.htm", "l"), junction("http://a/b", "l")),
    "the tail ends as a file does": (junction(tail="b.html"), junction(tail="b.x")),
    "the tail is all there is on its line": (junction(rest="."), junction(rest=" is here")),
    "the tail is the paragraph's end": (junction(last_line=True), junction(last_line=True, rest=" is here")),
    "the quotes or brackets close behind the tail": (
        junction(before="(", rest=")."),
        junction(before="(", rest="."),
    ),
    "the tail is a word": (junction(tail="harbour"), junction(tail="har2bour")),
    "a sentence goes on behind the tail": (junction(rest=" and then"), junction(rest=" 12")),
    "the tail is a name or a call of a program": (junction(tail="Net::FTP"), junction(tail="Net/FTP")),
    "the tail is a date": (junction(tail="2004-01-17"), junction(tail="2004-01-17.html")),
    "a number, and a word": (junction(head="http://a.example/346", tail="next-line"), junction(tail="next-line")),
    "the tail repeats the URL's end": (junction(head="http://a.example/plan", tail="plan"), junction(tail="b")),
    "a request of roff": (junction(tail=".fi", tail_indent=0), junction(tail=".gz", tail_indent=0)),
    "the tail is assigned to": (junction(tail="plan", rest=" = 1"), junction(tail="plan", rest="=1")),
    "the tail is a path of this machine": (junction(tail="/usr/bin/plan"), junction(tail="/plans/bin")),
    "a list of pairs in XML": (junction(before='ocation="'), junction(before='href="')),
    "the tail is a label": (junction(tail="plan.c", rest=": new"), junction(tail="plan.c", rest=" new")),
    "a word in a table's cell": (junction(tail="plan", kind="other"), junction(tail="plan.c", kind="other")),
    "the tail begins a sentence": (junction(tail="The", rest=" plan"), junction(tail="The", rest="")),
    "the tail is a function word": (junction(tail="And"), junction(tail="Sand")),
    "the tail is a bullet or number": (junction(tail="1", rest=". a"), junction(tail="1a2")),
    "the tail is another URL or an address": (junction(tail="alice@a.example"), junction(tail="alice")),
    "a rule or a boundary between parts": (junction(tail="--a"), junction(tail="-a")),
    "the tail holds nothing of a URL": (junction(tail="=="), junction(tail="=a")),
}


def test_each_piece_of_evidence_has_a_name_of_its_own():
    names = [evidence.name for evidence in EVIDENCE]
    assert len(names) == len(set(names))


def test_each_piece_of_evidence_is_in_the_table():
    assert {evidence.name for evidence in EVIDENCE} == set(TABLE)


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.name)
def test_evidence_holds_where_it_should(evidence):
    assert evidence.holds(TABLE[evidence.name][0])


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.name)
def test_evidence_does_not_hold_elsewhere(evidence):
    assert not evidence.holds(TABLE[evidence.name][1])


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda evidence: evidence.name)
def test_evidence_weighs_something(evidence):
    assert evidence.weight != 0


def test_a_sum_is_that_of_the_reasons():
    place = junction("http://a/b?c=", "d=e", rest=" and so on")
    assert weigh(place) == sum(weight for _, weight in reasons(place))
    assert "breaks after = & ? _ + ~" in dict(reasons(place))


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
def test_joins_where_a_reader_would(place):
    assert weigh(place) >= JOIN


@pytest.mark.parametrize("place", HOPELESS)
def test_does_not_even_doubt_where_no_reader_would(place):
    assert weigh(place) < AMBIGUOUS


def test_a_doubt_comes_before_a_join():
    assert 0 < AMBIGUOUS < JOIN
