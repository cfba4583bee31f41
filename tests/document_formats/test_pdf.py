"""PDF files to pages, and their URLs with positions and annotations."""

import io
import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from pdf_samples import Link, Page, pdf, survey
from tables import each_row
from urlmend.document_formats import killable
from urlmend.document_formats import pdf as reader
from urlmend.document_formats.passages import DocumentError
from urlmend.document_formats.pdf_pages import cleaned
from urlmend.sources import document_files
from urlmend.sources.paths import Problem, read_part

LONG = "https://plan.example/archive/river/2019/"
FULL = LONG + "measures/report-of-the-working-group.html"
FIRST, SECOND = f"see {LONG}", "measures/report-of-the-working-group.html for more"
BROKEN = Page(f"{FIRST}\n{SECOND}", (Link(LONG, FULL), Link(SECOND.split(maxsplit=1)[0], FULL)))


def test_the_sample_is_current():
    assert (Path(__file__).parents[2] / "corpora/docs/survey.pdf").read_bytes() == survey()


def rows(urlmend, data, *options):
    done = urlmend("find", "--format", "jsonl", *options, "-", text=data)
    assert done.err == ""
    return [json.loads(line) for line in done.out.splitlines()]


@each_row("before", ["see ", "see,", "(see:", "[1]"])
def test_a_line_that_reaches_the_margin_with_a_url_ends_in_a_space(before):
    prose = "some prose that is as long as the line below it and fills its width"
    url = "http://www.harbour.example/plans/of/the/harbour/and/the/"
    (page,) = reader.passages(pdf(f"{prose}\n{before}{url}\nfirst-sheet-of-the-plan-of-the-year-2004.html"))
    assert f"{url} \n" in page.text
    assert f"{prose}\n" in page.text


@each_row(
    ("shown", "text"),
    [
        (("http://a.example/b/", "https://c.example/"), "http://a.example/b/ https://c.example/"),
        (("http://a.example/list/", "list@a.example"), "http://a.example/list/ list@a.example"),
        (("http://a.example/b/https://c.example/",), "http://a.example/b/https://c.example/"),
        (("http://a.example/list/list@a.example",), "http://a.example/list/list@a.example"),
        (("http://a.exam", "ple/b/", "c"), "http://a.example/b/c"),
        (("http://a.example/b", "list@a.example"), "http://a.example/blist@a.example"),
    ],
)
def test_addresses_that_are_texts_of_their_own_are_apart(shown, text):
    content = b"".join(b" 0 0 %d rg (%s) Tj" % (number % 2, part.encode()) for number, part in enumerate(shown))
    (page,) = reader.passages(pdf(Page("", content=b" BT /F 10 Tf 50 700 Td" + content + b" ET")))
    assert page.text.strip() == text


def test_a_link_ends_before_an_address_of_its_own():
    written = "http://a.example/b/https://c.example/"
    found = cleaned(written, apart=[written.index("https")])
    assert found.text == "http://a.example/b/ https://c.example/"
    assert found.text[found.moved(written.index("https")) :] == "https://c.example/"


def test_pages_have_lines_and_links():
    page = Page("one\nthe plan (old)", (Link("plan", "http://plan.example/"),))
    first, second = reader.passages(pdf(page, "two", title="Minutes"))
    assert (first.place, first.page, first.text) == ("p1", 1, "one\nthe plan (old)")
    assert [(first.text[link.start : link.stop], link.target) for link in first.links] == [
        ("plan", "http://plan.example/")
    ]
    assert (second.place, second.text, second.links) == ("p2", "two", ())
    assert reader.metadata(pdf(page, title="Minutes")).title == "Minutes"


@each_row(
    ("written", "text"),
    [
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("cut  \r\noff", "cut\noff"),
        ("hyp\ufffehen and", "hyp-\nhen and"),
        ("hyp\ufffe\r\nhen", "hyp-\nhen"),
        ("\0\x02\x0c", "\ufffd\ufffd\ufffd"),
        ("http://a.example/\u223cada a \u223c b", "http://a.example/~ada a \u223c b"),
    ],
)
def test_texts_of_pages_are_cleaned(written, text):
    assert cleaned(written).text == text


def test_offsets_follow_what_is_cleaned():
    written = "a \r\nhyp\ufffehen\r\nx"
    found = cleaned(written)
    assert [found.text[found.moved(written.index(word))] for word in "ax"] == ["a", "x"]
    assert found.text[found.moved(written.index("hen")) :].startswith("hen")


def test_an_annotation_joins_a_broken_url(urlmend):
    (row,) = rows(urlmend, pdf("none", BROKEN))
    assert (row["url"], row["annotation"], row["format"]) == (FULL, FULL, "pdf")
    assert (row["page"], row["place"], row["line"], row["column"], row["end_line"]) == (2, "p2", 1, 5, 2)
    assert [area["page"] for area in row["rectangles"]] == [2, 2]
    left, bottom, right, top = row["rectangles"][0]["rectangle"]
    assert left < right
    assert bottom < top


@pytest.mark.parametrize(
    ("page", "urls"),
    [
        # The text alone: the line is the longest one, and a piece of the URL follows.
        (Page(f"{FIRST}\n{SECOND}"), [FULL]),
        # The next piece would have fitted on the line.
        (Page(f"see http://plan.example/\nold/ and\n{'filled ' * 9}"), ["http://plan.example/"]),
        # The hyphen is one of the URL, or not.
        (
            Page(
                "at http://plan.example/old-\nplan.html there",
                (Link("http://plan.example/old-", "http://plan.example/old-plan.html"),),
            ),
            ["http://plan.example/old-plan.html"],
        ),
        (
            Page(
                "at http://plan.example/mea-\nsures.html there",
                (Link("http://plan.example/mea-", "http://plan.example/measures.html"),),
            ),
            ["http://plan.example/measures.html"],
        ),
        # The text shows words, or another address.
        (Page("read the plan", (Link("the plan", "http://plan.example/a"),)), ["http://plan.example/a"]),
        (
            Page("http://a.example/ is", (Link("http://a.example/", "http://b.example/"),)),
            ["http://a.example/", "http://b.example/"],
        ),
        # It lacks the scheme, or the slash.
        (
            Page("plan.example/old.", (Link("plan.example/old", "http://plan.example/old"),)),
            ["http://plan.example/old"],
        ),
        (
            Page("(http://plan.example)", (Link("http://plan.example", "http://plan.example/"),)),
            ["http://plan.example/"],
        ),
        (Page("ada@plan.example", (Link("ada@plan.example", "mailto:ada@plan.example"),)), ["mailto:ada@plan.example"]),
        # It is no address.
        (Page("next page", (Link("next", "page 2"),)), []),
        (Page("read http://a.example/.", rotation=90), ["http://a.example/"]),
    ],
)
def test_urls_of_a_page(urlmend, page, urls):
    assert [row["url"] for row in rows(urlmend, pdf(page))] == urls


def test_urls_are_in_the_order_of_the_text(urlmend):
    page = Page("http://a.example/ the plan http://c.example/", (Link("the plan", "http://b.example/"),))
    expected = [f"http://{name}.example/" for name in "abc"]
    assert [row["url"] for row in rows(urlmend, pdf(page))] == expected
    assert urlmend("find", "-", text=pdf(page)).out.split() == expected


def test_a_url_continues_on_the_next_page(urlmend):
    lines = "\n".join("the text of a page" for _ in range(4))
    first, second = f"Minutes of May\n{lines}\n{FIRST}\n1", f"Minutes of May\n{SECOND}\n{lines}\n2"
    third = f"Minutes of May\n{lines}\n3"
    (row,) = rows(urlmend, pdf(first, second, third))
    assert (row["url"], row["breaks"], row["page"], row["line"]) == (FULL, ["page"], 1, 6)


def test_a_link_without_text_has_a_page(urlmend):
    page = Page("x", (Link("x", "http://a.example/"),))
    data = pdf(page).replace(b"(x) Tj", b"( ) Tj")
    (row,) = rows(urlmend, data)
    assert (row["url"], row["page"]) == ("http://a.example/", 1)


def test_a_target_without_a_scheme_is_schemeless(urlmend):
    page = Page("canals-on-the-map.org/survey", (Link("canals-on-the-map.org/survey", "canals-on-the-map.org/survey"),))
    (row,) = rows(urlmend, pdf(page))
    assert (row["url"], row["form"], row["annotation"]) == (page.text, "schemeless", page.text)


@pytest.mark.parametrize("target", ["chapter2.html", "plans/2004", "notes.md", "../survey.pdf", "canal", "#page=2"])
def test_a_target_that_is_no_host_is_no_url(urlmend, target):
    assert rows(urlmend, pdf(Page("the plan", (Link("the plan", target),)))) == []


KEYS = f"/O <{'41' * 32}> /U <{'42' * 32}>"
ENCRYPTED = f"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 {KEYS} >> /ID [<00> <00>]"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pdf("x", extra=ENCRYPTED), "encrypted: it needs a password"),
        (b"%PDF-1.7\n", "damaged, or no PDF"),
        (b"%PDF-1.7\n\0" + b"x" * 3000, "damaged, or no PDF"),
        (pdf("x").replace(b"/Kids [5 0 R]", b"/Kids [9 0 R]"), "1 of 1 pages are damaged: 1"),
    ],
)
def test_what_cannot_be_read_is_named(urlmend, tree, data, reason):
    tree({"a.pdf": data, "b.pdf": pdf("http://b.example/")})
    done = urlmend("find", "a.pdf", "b.pdf")
    assert (done.status, done.out) == (2, "http://b.example/\n")
    assert done.err == f"urlmend: a.pdf: {reason}\n"
    with pytest.raises(DocumentError, match=reason.partition(":")[0]):
        list(reader.passages(data))


def test_links_are_ascending():
    last, first = Link("second", "http://b.example/"), Link("first", "http://a.example/")
    (page,) = reader.passages(pdf(Page("the first, second", (last, first))))
    assert [(link.start, link.target) for link in page.links] == [(4, first.target), (11, last.target)]


def test_a_process_reads_files_after_damaged_ones():
    killable.close_idle()
    for data in (b"%PDF-1.7\n", pdf("x", extra=ENCRYPTED), pdf("x")):
        for read in (reader.metadata, lambda data: list(reader.passages(data))):
            with suppress(DocumentError):
                read(data)
    ((_, process),) = killable._idle
    assert process.uses == 6


def test_a_damaged_page_does_not_hide_others(urlmend, tree):
    data = pdf("http://a.example/", "http://b.example/").replace(b"/Kids [5 0 R", b"/Kids [9 0 R")
    tree({"a.pdf": data})
    done = urlmend("find", "a.pdf")
    assert (done.status, done.out) == (2, "http://b.example/\n")
    assert "pages are damaged: 1" in done.err


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(document_files, "find_spec", lambda _: None)
    reason = document_files.why_unread("PDF")
    assert reason.startswith("PDF needs the package pypdfium2: ")
    assert "[documents]" in reason


def test_findings_have_a_page(urlmend, tree):
    tree({"a.pdf": pdf("none", "none\nsee http://a.example/%zz")})
    done = urlmend("lint", "a.pdf")
    assert done.status == 1
    assert done.out == "a.pdf:p2:2:22: URL208 '%' without two hexadecimal digits: encode as %25\n"
    (row,) = map(json.loads, urlmend("lint", "--format", "jsonl", "a.pdf").out.splitlines())
    assert (row["place"], row["page"], row["line"]) == ("p2", 2, 2)
    assert "fix" not in row


def test_a_break_is_no_defect(urlmend):
    for page in (BROKEN, BROKEN.text):
        done = urlmend("lint", "-", text=pdf(page))
        assert (done.status, done.out) == (0, "")


CUT = "https://plan.example/archive/influence-operations-and-"
REST = "countermeasures-in-the-north/report/2019"


@pytest.mark.parametrize(
    ("page", "codes"),
    [
        (Page(f"see {CUT}\n{REST} now", (Link(CUT, CUT),)), ["URL628"]),
        (Page(f"see {CUT}\n{REST} now", (Link(CUT, CUT + REST), Link(REST, CUT + REST))), []),
        (Page(f"see {CUT}\n{REST} now"), []),
        (Page("http://www.bank.de/ now", (Link("http://www.bank.de/", "http://www.b-a-n-k.de/"),)), ["URL626"]),
        (Page("www.bank.de now", (Link("www.bank.de", "http://www.b-a-n-k.de/"),)), ["URL626"]),
        (Page("http://www.bank.de/ now", (Link("http://www.bank.de/", "http://www.bank.de/"),)), []),
        (Page("the bank", (Link("bank", "http://www.bank.de/"),)), []),
    ],
)
def test_annotations_are_compared_with_the_text(urlmend, page, codes):
    done = urlmend("lint", "--format", "jsonl", "-", text=pdf(page))
    assert [json.loads(line)["code"] for line in done.out.splitlines()] == codes


def test_a_cut_annotation_does_not_hide_the_url(urlmend):
    (row,) = rows(urlmend, pdf(Page(f"see {CUT}\n{REST} now", (Link(CUT, CUT),))))
    assert (row["url"], row["annotation"]) == (CUT + REST, CUT)


def test_documents_in_folders_are_read_by_find_only(urlmend, tree):
    tree({"in/a.pdf": pdf("http://a.example/%zz"), "in/b.txt": "http://b.example/\n"})
    assert urlmend("find", "in").out == "http://a.example/%zz\nhttp://b.example/\n"
    done = urlmend("lint", "in")
    assert (done.status, done.err) == (0, "urlmend: skipped: 1 document; --show-files lists each\n")


def bomb(levels=12, width=10):
    """A PDF whose page draws forms that draw forms, and so on: more text than memory or time is for."""
    data = b"%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
    data += b"2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n"
    data += b"3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 800 800] /Contents 4 0 R"
    data += b" /Resources << /XObject << /X 5 0 R >> >> >> endobj\n"
    data += b"4 0 obj << /Length 5 >> stream\n/X Do\nendstream endobj\n"
    for level in range(levels):
        content = b"/X Do " * width if level < levels - 1 else b"BT /F 10 Tf 9 9 Td (https://a.example/) Tj ET " * width
        resources = b"/XObject << /X %d 0 R >>" % (level + 6)
        resources += b" /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>"
        head = b"%d 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 800 800] /Length %d" % (level + 5, len(content))
        data += head + b" /Resources << " + resources + b" >> >> stream\n" + content + b"\nendstream endobj\n"
    return data + b"trailer << /Root 1 0 R /Size %d >>\n" % (levels + 5)


@pytest.mark.slow
def test_a_page_without_end_is_given_up(monkeypatch):
    assert list(reader.passages(pdf("x")))  # the process has started
    monkeypatch.setattr(killable, "TIMEOUT", 2.0)
    with pytest.raises(DocumentError, match=r"page 1 of 1: "):
        list(reader.passages(bomb()))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the memory of the process is not limited there")
def test_pages_after_one_that_needs_too_much_memory_are_read():
    drawing = Page("map", content=b" 9 9 1 1 re f" * 600_000)
    pages = reader.passages(pdf("one", drawing, "two"))
    assert [next(pages).place, next(pages).place] == ["p1", "p3"]
    with pytest.raises(DocumentError, match=r"page 2 of 3: .*, or needed too much memory$"):
        next(pages)


def test_the_last_pages_are_not_read_after_many_that_fail(monkeypatch):
    monkeypatch.setattr(killable, "answers", lambda *_: iter([{"pages": 9}, {"error": "needs too much memory"}]))
    with pytest.raises(DocumentError, match=r"page 1 of 9: .*; page 4 of 9: needs .*; the pages from it on are not"):
        list(reader.passages(b""))


def test_a_damaged_file_is_a_problem_of_its_own_in_any_part():
    data = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj nothing"
    assert list(read_part(io.BytesIO(data), "a.pdf")) == [Problem("a.pdf", "damaged, or no PDF")]
