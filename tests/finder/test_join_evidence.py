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


LINK = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fplan&data=05%7C01"
COMPLETE_LINK = f"{LINK}&sdata=Zq8Rk2mX%3D&reserved=0"

# name -> a junction for which it holds, and one for which it does not.
TABLE = {
    "percent sign separated from its digits": (junction("http://a/b%", "20c"), junction("http://a/b%20", "c")),
    "breaks after = & ? # _ + ~": (junction("http://a/b?c=", "d"), junction("http://a/b", "d")),
    "a backslash continues the line": (junction("http://a/b", "c", is_continued=True), junction("http://a/b", "c")),
    "breaks after a hyphen": (junction("http://a/b-", "c"), junction("http://a/b", "-c")),
    "breaks after a slash": (junction("http://a/b/", "c"), junction("http://a/b", "/c")),
    "breaks within the scheme or host": (junction("http://www.exam", "ple"), junction("http://a.example/b", "c")),
    "continues with / ? & = % # _": (junction(tail="/c"), junction(tail="//c")),
    "continues with a hyphen or dot": (junction(tail=".html"), junction(tail="html")),
    "continues with a character that begins no piece of a URL": (junction(tail="(c"), junction(tail="/c")),
    "ends like a sentence": (junction("http://a/b.", "Then"), junction("http://a.", "example.org")),
    "breaks between parameters": (junction("http://a/Sent;", "uid=45"), junction("http://a/Sent;", "then")),
    "ends like a file name": (junction("http://a/b.html", "Then"), junction("http://a/b", "Then")),
    "ends with a complete value": (
        junction("http://a/?b=true", "8.6.5"),
        junction("http://a/?b=true", "&c=d"),
    ),
    "a host is cut after its scheme or a dot": (
        junction("http://a.", "example.org/b"),
        junction("http://a.example/b.", "org/b"),
    ),
    "a password is cut before its host": (
        junction("ftp://ada:h7Tq", "92x@a.example/"),
        junction("ftp://a.example:h7Tq", "92x@a.example/"),
    ),
    "a scheme alone, and no host after it": (junction("http://", "or"), junction("http:", "//a.example/")),
    "in mid-token, at the full width": (junction(width=75), junction(width=75, widest=76)),
    "in mid-token, after text, at no width of the lines around": (
        junction(lead="See ", width=75, widest=70),
        junction(lead="See ", width=75, widest=70, missing="quotes"),
    ),
    "in mid-token, from a small letter to a capital one": (junction(tail="Second"), junction(tail="second")),
    "the link of a gateway lacks its end": (junction(LINK, "7C63%7C"), junction(COMPLETE_LINK, "7C63%7C")),
    "the link of a gateway is complete": (junction(COMPLETE_LINK, "plan_1"), junction(LINK, "plan_1")),
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
    "an option after a page": (junction("http://a/b.html", "-mode/-name"), junction("http://a/b.htm-", "c/d.html")),
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
    "a hyphen begins the tail, and text follows": (
        junction(tail="-plan.Created", rest=" is checked"),
        junction(tail="-plan.html", rest="."),
    ),
    "the tail begins with a variable": (
        junction("http://a/b.css", "${PLAN_DIRECTORY}/b.css"),
        junction("http://a/b/", "${PLAN_DIRECTORY}/b.css"),
    ),
    "the tail is a relative path": (junction(tail="./b"), junction(tail=".b/c")),
    "the tail has characters of a pattern": (junction(tail="b-*-c-*"), junction("http://a/b-", "c-*-d-*")),
    "the tail begins a comment": (junction(tail="/*b*/"), junction(tail="/b")),
    "a path after the name of a file": (junction("http://a/b.txt", "/c"), junction("http://a/b.d", "/c")),
    "a slash before and after the break": (
        junction("http://a.example/b/", "/c"),
        junction("http://a.example/b:/", "/c"),
    ),
    "a slash, and prose": (
        junction(tail="/Initialized", rest=" empty plan"),
        junction(tail="/initialized", rest=" plan"),
    ),
    "in mid-token, two items in quotes": (
        junction(tail="b.xsd", rest='"', url_column=4, tail_indent=4),
        junction(tail="b.xsd", rest='"', url_column=4, tail_indent=4, before='"'),
    ),
    "the tail is a status line of HTTP": (junction("http://a/", "HTTP/1.1"), junction("http://a/", "HTTP/1.1/b")),
    "a command in a console": (
        junction("http://a/b", "/b", lead="$ curl -s "),
        junction(tail="/b", lead="$ curl -s ", width=70),
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
    "a bracket before the URL closes after the tail": (
        junction(before="s (see: ", lead="Plans (see: ", rest=")."),
        junction(before="n) see: ", lead="Plans (open) see: ", rest=")."),
    ),
    "the tail is a word": (junction(tail="harbour"), junction(tail="har2bour")),
    "the tail looks like program code": (junction(tail="Net::FTP"), junction(tail="Net/FTP")),
    "a number before the break, a word after it": (
        junction(head="http://a.example/346", tail="next-line"),
        junction(tail="next-line"),
    ),
    "the tail repeats the end of the URL": (junction(head="http://a.example/plan", tail="plan"), junction(tail="b")),
    "the tail is an ordinal number, and a word follows": (
        junction(tail="10th", rest=" January"),
        junction(tail="10th", rest="."),
    ),
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


# weight -> the evidence that has it
WEIGHTS = {
    20: ("a soft break that leaves no space",),
    7: ("a password is cut before its host",),
    5.5: ("percent sign separated from its digits",),
    5: ("a backslash continues the line",),
    3.5: ("the link of a gateway lacks its end",),
    4: (
        "breaks after a hyphen",
        "a host is cut after its scheme or a dot",
        "the tail completes a file extension",
        "the quotes or brackets close after the tail",
    ),
    3: ("continues with / ? & = % # _",),
    2.5: (
        "breaks after = & ? # _ + ~",
        "lines were already joined",
    ),
    2: (
        "continues with a hyphen or dot",
        "breaks between parameters",
        "the tail has parameters, and the URL has some",
        "the tail ends like a file name",
    ),
    1.5: (
        "in mid-token, at the full width",
        "at the edge of a table cell",
        "the tail looks like a piece of a URL",
    ),
    1: (
        "breaks after a slash",
        "the line is full",
        "the tail has several features of a URL",
        "the tail is alone on its line",
        "a bracket before the URL closes after the tail",
    ),
    0.5: (
        "indented more than the URL's line",
        "the lines around are filled",
        "the tail ends the paragraph",
    ),
    -1: (
        "text follows a tail that would fit",
        "text follows a tail without punctuation",
        "the tail is a word",
    ),
    -1.5: (
        "breaks within the scheme or host",
        "in mid-token, after text, at no width of the lines around",
        "in mid-token, in a comment",
        "indented less than the URL's line",
        "a line of more than 82 columns",
    ),
    -2: (
        "in mid-token, on a short line",
        "in mid-token, from a small letter to a capital one",
        "the tail would fit on the line",
        "another URL on the tail's line",
        "a hyphen begins the tail, and text follows",
    ),
    -2.5: (
        "ends like a file name",
        "ends with a complete value",
        "the tail begins a sentence",
    ),
    -3: (
        "other cells have text, too",
        "the URL is in a column of its own",
        "the quotes close later",
        "in mid-token, two items in quotes",
        "an option on a short line",
        "a number before the break, a word after it",
    ),
    -4: (
        "a path after the name of a file",
        "a slash, and prose",
        "the tail has characters of a pattern",
        "an option after a page",
        "continues with a character that begins no piece of a URL",
        "ends like a sentence",
        "the tail begins a list of files",
        "the tail is a telephone number",
        "a comment begins on the next line",
        "the tail looks like program code",
        "the tail is a size",
        "another column follows the tail",
        "the tail is assigned a value, or an operator follows it",
        "the tail is a label",
        "the tail is a function word",
    ),
    -5: (
        "the tail is a date",
        "the tail is an ordinal number, and a word follows",
        "the tail is a version or the number of a section",
        "the tail is a bullet or number",
    ),
    -6: (
        "the tail begins a comment",
        "the tail is in another script",
        "the tail is a directive of a tool",
        "the tail is a local path",
        "the tail is a relative path",
        "the tail is a UUID",
        "in mid-token, and the tail is a hash",
    ),
    -8: (
        "the lines begin alike",
        "the link of a gateway is complete",
        "the suite of an APT source",
        "the tail begins with a host",
        "a path, query or fragment of an archive",
        "the tail begins with a variable",
        "the tail repeats the end of the URL",
        "a slash before and after the break",
        "the tail is a roff request",
        "the tail is a status line of HTTP",
        "a command in a console",
    ),
    -20: (
        "a scheme alone, and no host after it",
        "the comment has ended",
        "the next line begins in another pane",
        "a soft break that leaves a space",
        "the tail is another URL",
        "the tail is an address",
        "a horizontal rule or MIME boundary",
        "the tail has no letter or digit",
    ),
}


@pytest.mark.parametrize(("weight", "names"), WEIGHTS.items())
def test_weights(weight, names):
    assert sorted(evidence.name for evidence in EVIDENCE if evidence.weight == weight) == sorted(names)


# Evidence of tails: tails for which it holds, and tails for which it does not.
TAILS = {
    "the tail is another URL": (
        "http://a /http://a ://a HTTPS:/a http:/a mailto:a news:a urn:a tel:1 sip:a sips:a geo:1 magnet:?a doi:10 "
        "xmpp:a cid:a mid:a WWW.a-1.example <a",
        "a?b://c a/b://c http: www.a wwwa.b.c a:b",
    ),
    "the tail is an address": ("alice@a.example 1+2@a-b.example", "@a.example a/b@c.example a@b a:b@c.example"),
    "the tail is a bullet or number": (
        "- * + \u2022 o 1. 123. 12) (12) a) (a) A. iv. [1] [] [note] --- ==== ___ *** ### ~~~ 12: 123: #1 #1234 :param",
        "-- 1234. ab. xivii. [1 1234: # :Param : q a1",
    ),
    "the tail is a function word": ("the The and/or e.g p.s", "their1 theme"),
    "the tail is a word": ("harbour Z\u00fcrich don't well-known Don\u2019t", "camelCase har2bour a_b a.b a-b-c"),
    "the tail looks like a piece of a URL": ("/ a= & ~ _ ? # + $ %2f a1 a-1 1a 1-a a.b a-b-c", "% %2 a. .a a-b 12 a"),
    "the tail has several features of a URL": (
        "a/1 a/.b 1=2 a_b_c/ _a__ --a- a-b-c/d &1 %1",
        "a/b 1 a_b_c a-b-c a_b a.b =&",
    ),
    "continues with / ? & = % # _": (
        "/a ?a=b &a =a %20 #a _a/b _a=b _a&b _a.b",
        "//a __a ?a #+a %zz % %2 _a a/",
    ),
    "continues with a character that begins no piece of a URL": (
        "(a ) < > [ ] { } | \\ ^ ` * ' @ __a %zz \x01",
        "a 1 /a ?a &a =a %20 #a _a .a ~a ,a ;a +a :a $a !a -a \u00e9",
    ),
    "continues with a hyphen or dot": ("-a .a -1 .Z", "-- .. a-b _a"),
    "the tail is a directive of a tool": (
        "TODO FIXME XXX HACK NOTE NOLINT eslint-disable eslint-enable-line pylint-disable-next @ts-ignore #if #ifdef "
        "#ifndef #else #elif #endif #define #undef #include #pragma #error",
        "TODOS todo disable @t #iffy elif",
    ),
    "the tail begins with a host": (
        "www.a.b ftp.a-b.c lists.a.b bugs.a.b a.com/ a.b.org/c a.net:8 a.edu/ a.gov/ a.mil/ a.info/ a.de/",
        "www.a a.com a.com: a.com// a.tar/ A.de/ mail.a.b",
    ),
    "the tail is a telephone number": ("555-010-1234 (030)12.345 +1.555.010", "2004-01-17 55501 1-2-345"),
    "the tail looks like program code": ("Net::FTP printf( a.b( :ref:`", "Net/FTP :ref a--b (a"),
    "the tail is a date": (
        "2004-01-17 1/Jan/04 17/Jan/2004",
        "2004-1-17 04-01-17 2004-01-17a 17/jan/04 17/01/04 1/Jan/4",
    ),
    "the tail is a roff request": (".fi .TH", ".f .gzip a.fi .12"),
    "the tail is a local path": (
        "/bin/a /dev/ /etc/ /home/ /lib/ /mnt/ /opt/ /proc/ /srv/ /tmp/ /usr/ /var/",
        "/binary/ /etc bin/ a/usr/",
    ),
    "the tail is assigned a value, or an operator follows it": ("PATH= A_1=b ABC=1", "AB PATH a/b a1"),
    "a horizontal rule or MIME boundary": (
        "-- --a ---- == ==== ____ **** #### ~~~~ ++++ -=-= =3D=3D=3D",
        "- -a = ~~~ a-- =3D=3Da",
    ),
    "the tail has no letter or digit": ("= // ... _", "a 1 /a \u00e9"),
    "the tail is a relative path": ("./a ../a", ".a/b ... a/./b /../a"),
    "the tail begins with a variable": ("${A_1}/b $(A) ${a}", "$A ${ $() ${a-b} a${A}"),
    "the tail ends like a file name": ("a.html a.PDF a.tar?x a.gz#x .txt", "a.b html a.htmlx a.html/"),
}


@pytest.mark.parametrize("name", TAILS)
def test_evidence_of_tails(name):
    (holds,) = (evidence.holds for evidence in EVIDENCE if evidence.name == name)
    yes, no = (tails.split() for tails in TAILS[name])
    assert [tail for tail in yes if not holds(junction(tail=tail))] == []
    assert [tail for tail in no if holds(junction(tail=tail))] == []


FUNCTION_WORDS = """
    a about after all also an and and/or any are as at be but by can do for from has have he his how i if in is it its
    may more no not of on one or our see she so some than that the their them then there these they this to under was we
    were what when where which who why will with would you your n.b e.g i.e p.s cf viz
"""


def test_all_function_words():
    (holds,) = (evidence.holds for evidence in EVIDENCE if evidence.name == "the tail is a function word")
    assert [word for word in FUNCTION_WORDS.split() if not holds(junction(tail=word))] == []


# Evidence of characters at the end of the head.
HEADS = {
    "breaks after = & ? # _ + ~": ("=&_+~?#", "-/.a1;%"),
    "breaks after a hyphen": ("-", "_/.a"),
    "breaks after a slash": ("/", "\\-.a"),
    "ends like a sentence": (".,!:;)'", "/-?&=a"),
    "breaks between parameters": (";:", "&,."),
}


@pytest.mark.parametrize("name", HEADS)
def test_evidence_of_heads(name):
    (holds,) = (evidence.holds for evidence in EVIDENCE if evidence.name == name)
    tail = "uid=45" if name == "breaks between parameters" else "Then"
    yes, no = HEADS[name]
    assert [char for char in yes if not holds(junction(FULL + char, tail))] == []
    assert [char for char in no if holds(junction(FULL + char, tail))] == []


@pytest.mark.parametrize("pair", ['""', "()", "[]", "{}", "''", "``", "\u201c\u201d", "\u00ab\u00bb"])
def test_all_pairs_of_quotes_and_brackets_close_after_the_tail(pair):
    holds = next(evidence.holds for evidence in EVIDENCE if evidence.name.endswith("brackets close after the tail"))
    assert all(holds(junction(before=pair[0], rest=rest + pair[1])) for rest in ("", ".", ",."))
    assert holds(junction(before=pair[0], rest=" " + pair[1])) == (pair == "()")
    assert not holds(junction(before=pair[0], rest="x" + pair[1]))
    assert not holds(junction(before="x", rest=pair[1]))


# Widths of the line and of the widest one around it, and whether the line is full.
WIDTHS = [
    ({"width": 68}, True),
    ({"width": 67}, False),
    ({"width": 67, "missing": "quotes"}, True),
    ({"width": 60, "missing": "quotes"}, True),
    ({"width": 59, "missing": "quotes"}, False),
    ({"width": 60, "widest": 50}, True),
    ({"width": 59, "widest": 50}, False),
    ({"width": 72, "widest": 75}, True),
    ({"width": 71, "widest": 75}, False),
]


@pytest.mark.parametrize(("widths", "is_full"), WIDTHS)
def test_widths_of_full_lines(widths, is_full):
    assert ("the line is full" in dict(reasons(junction(**widths)))) == is_full


ROOM = [
    ({"width": 63}, True),
    ({"width": 64}, False),
    ({"width": 63, "widest": 67}, False),
    ({"width": 63, "widest": 68}, True),
    ({"width": 80, "widest": 70}, False),
]


@pytest.mark.parametrize(("widths", "fits"), ROOM)
def test_room_for_the_tail(widths, fits):
    assert ("the tail would fit on the line" in dict(reasons(junction(**widths)))) == fits


# A line before that is nearly as long as the longest one, or as a usual one.
FILLED = [
    ({"width": 40, "previous": "a" * 50}, True),
    ({"width": 40, "previous": "a" * 49}, False),
    ({"width": 72, "previous": "a" * 60}, True),
    ({"width": 72, "previous": "a" * 59}, False),
    ({"width": 40, "widest": 75, "previous": "a" * 63}, True),
    ({"width": 40, "widest": 75, "previous": "a" * 62}, False),
]


@pytest.mark.parametrize(("lines", "are_filled"), FILLED)
def test_lines_around_are_filled(lines, are_filled):
    assert ("the lines around are filled" in dict(reasons(junction(**lines)))) == are_filled


@pytest.mark.parametrize(("width", "is_long"), [(82, False), (83, True)])
def test_long_lines(width, is_long):
    assert ("a line of more than 82 columns" in dict(reasons(junction(width=width)))) == is_long


@pytest.mark.parametrize("lead", ["$ curl ", "ada@a:~/b$ curl ", "[ada@a b]# wget ", "C:\\b> curl ", "% git clone "])
def test_commands_in_a_console(lead):
    assert weigh(junction("http://a.example/b", "/b/c", lead=lead)) < AMBIGUOUS
    assert weigh(junction("http://a.example/b-", "c/d.html", lead=lead, is_continued=True)) >= JOIN


@pytest.mark.parametrize("lead", ["costs 5$ at ", "$5 at ", "# 5 at ", "$PATH or ", "", "see "])
def test_no_commands_in_a_console(lead):
    assert "a command in a console" not in dict(reasons(junction("http://a.example/b", "/b/c", lead=lead)))


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


@pytest.mark.parametrize("tail", ["Regards", "then"])
def test_no_word_continues_a_link_of_a_gateway(tail):
    assert "the link of a gateway lacks its end" not in dict(reasons(junction(LINK, tail)))


def test_text_after_the_tail_shows_that_a_link_of_a_gateway_is_over():
    lacks_end = "the link of a gateway lacks its end"
    assert lacks_end in dict(reasons(junction(LINK, "2Fplan", rest="")))
    assert lacks_end not in dict(reasons(junction(LINK, "2Fplan", rest=" has moved")))
    assert lacks_end in dict(reasons(junction(LINK, "7C63&reserved=0", rest=" has moved")))
