"""URLs on typeset pages: a space before a line end shows that the line reaches the margin.

In text that was converted from such pages, the lengths of the lines show it, as estimated by the widths of letters.
"""

from tables import each_row
from urlmend.finder import find_urls, read_texts
from urlmend.finder.converted_pages import line_flow
from urlmend.finder.scanner import read_windows
from urlmend.model.document import Document

JOINED = [
    ("at https://canal.example/doc/ \nplan-of-the-river/. Also", "https://canal.example/doc/plan-of-the-river/"),
    ("at https://canal.example/ \nada/plan. This is", "https://canal.example/ada/plan"),
    ("at https://canal.example/q/ \n7712.", "https://canal.example/q/7712"),
    ("at https://canal.example/q/ \n77\nThe text", "https://canal.example/q/77"),
    ("at https://canal.example/doc/critical. \nhtml. This", "https://canal.example/doc/critical.html"),
    ("at https://canal.example/archive. \nzip?ref=main", "https://canal.example/archive.zip?ref=main"),
    ("at https://www. \ncanal.example/list. This", "https://www.canal.example/list"),
    ("at https://www.can \nal.example/list/2024. This", "https://www.canal.example/list/2024"),
    ("at https://c \nanal.example:8080/list. This", "https://canal.example:8080/list"),
    ("the list https://canal.example/lis \nts/north_bank.csv. This", "https://canal.example/lists/north_bank.csv"),
    (
        "(https://canal.example/projects/ \nnorth.bank), and\nprojects/south",
        "https://canal.example/projects/north.bank",
    ),
    ("a list (https://canal.example/docs/\nlocks), in the file", "https://canal.example/docs/locks"),
    # After a hyphen, a converter leaves no space.
    (
        "a list (https://canal.example/2001/04/locks-\nmore#gates etc.)",
        "https://canal.example/2001/04/locks-more#gates",
    ),
    ("<gate:Do>https://canal.example/gates/C \noncrete</gate:Do> \n", "https://canal.example/gates/Concrete"),
    (f"{'far more than the columns of a terminal ' * 3}https://canal.example/a/ \nb/c.html", None),
]
ENDED = [
    "at https://canal.example/doc/\nplan-of-the-river/. Also",
    "at https://canal.example/q/\n7712.",
    "at https://canal.example/samin.dtx. \n557\n[80] Ada",
    "at https://canal.example/contributors \n1For members",
    "at https://canal.example/contributors \n12\nFor members",
    "at https://canal.example/docs/ \nB.2\nFor members",
    "at https://canal.example/list.tex. \nopen=auto, true",
    "at https://canal.example/docs/ \nSee the plan.",
    "a list (at https://canal.example/docs/\nlocks), in the file",
    "a list https://canal.example/2001/04/locks \nmore gates etc.",
    "<gate:Do> https://canal.example/gates/c \noncrete</gate:Do> \n",
    "at the site of the list: https://canal.example/docs/ \nAcknowledgements\nThe plan was drawn by Ada.",
    "remote: https://canal.example/ \nlocks:\ngates (4.2.9)",
    # The number of a page, and a section after a page.
    "at https://canal.example/docs/ \n                11\n\f",
    "at https://canal.example/docs/ \n\n\f2 · Ada Weir\n\nThe text",
    "at https://canal.example/docs/ \n\n13\n\n\fVI.\n\nThe text",
    "at https://canal.example/docs/ \nSource:\nhttps://canal.example/b",
    "at https://www.canal.example \nand/or on paper",
    "at https://www.canal.example \nand.then he left",
    "at https://canal.example/list \nand files such as north.csv",
    "at https://canal.example/docs/ \nand the plan.",
    "at https://canal.example/docs/ \n[12] Ada",
    "at https://canal.example/docs/ \nhttps://canal.example/b",
    "at https://canal.example/docs. \nThe plan",
    "at https://canal.example/docs/ \n\nplan-of-the-river/a",
]


def urls(text):
    return [url.text for url in find_urls(Document(text, flowed="typeset"))]


@each_row(("text", "url"), JOINED)
def test_a_url_that_reaches_the_margin_continues(text, url):
    assert urls(text) == [url or "https://canal.example/a/b/c.html"]


@each_row("text", ENDED)
def test_other_urls_end_with_the_line(text):
    first = text.split("\n")[0].split()[-1].rstrip(".")
    assert urls(text)[0] == first


@each_row("text", [*(text for text, _ in JOINED), *ENDED])
def test_the_fast_path_reads_the_same(text):
    document = Document(text * 2, flowed="typeset")
    careful = [url for _, found in read_windows(document) for url in found]
    assert find_urls(document) == careful
    assert [found for found in read_texts(document) if found] == [[url.text for url in careful]]


# Lines of one length in a proportional font, which differ in characters; the rest of a hyphenated word is a letter.
WIDE = "MOMMA WOMAN MAMMA GOWN MOM DAWN NOW DOWN OWN MOW hum-\nm"
NARROW = "it is till little lilies fill it, till jilted lilts fill it; little fills till it is still tilted in il-\nl"
CONVERTED = "".join(f"{line}\n" for line in [NARROW, WIDE] * 3)
FULL_LINE = "it is till little lilies fill it, till it is still https://canal.example/plans/of/the/"
SHORT_LINE = "it is https://canal.example/plans/"


def first_url(text):
    return find_urls(Document(text))[0].text


@each_row(
    ("line", "tail", "url"),
    [
        (FULL_LINE, "harbour/, 2004.", "https://canal.example/plans/of/the/harbour/"),
        (FULL_LINE, "bank-2004. In May", "https://canal.example/plans/of/the/bank-2004"),
        (SHORT_LINE, "harbour/ in May", "https://canal.example/plans/"),
        (FULL_LINE, "the harbour", "https://canal.example/plans/of/the/"),
        (FULL_LINE.replace("plans/of/the/", ""), "Gamma", "https://canal.example/"),
    ],
)
def test_a_url_continues_in_converted_text_if_its_line_is_full(line, tail, url):
    assert first_url(f"{CONVERTED}{line}\n{tail}\n{CONVERTED}") == url


def test_a_line_that_was_ended_at_a_wide_space_is_full():
    line = FULL_LINE.replace("still https", "still\nhttps")
    assert (
        first_url(f"{CONVERTED}{line}\nharbour/, 2004.\n{CONVERTED}") == "https://canal.example/plans/of/the/harbour/"
    )


@each_row(
    "text",
    [
        "A text of lines that are as long as the others, and a well-\nknown word, "[:72] + "\n",
        "The lines of this text end as soon as they have reached their width, cross-\nwise they do not, but they end\n",
        "one - \ntwo\n---\nthree\n-----\nfour\n",
        "",
    ],
)
def test_other_text_is_not_that_of_typeset_pages(text):
    around = text * 20
    whole = f"{around}{FULL_LINE}\nharbour, 2004.\n{around}"
    stop = whole.index("/the/\n") + len("/the/")
    assert line_flow(whole, stop, stop + 1) == ""


# Lines of a proportional font without hyphens, between page ends, as pdftotext writes them; and those of one width.
RAGGED = "mammoths moan at dawn and women wow\nit is till little lilies fill it, still in tilted tins of lilac\n"
FILLED = (
    "these words are as many as the width of a line of sixty\nand not one of them has room for the word that follows\n"
)
FIGURES = "1 2 3 4\n5 6 7 8\n"


@each_row(
    ("page", "is_typeset"),
    [(RAGGED * 20, True), (FILLED * 20, False), (RAGGED * 2, False), (FIGURES * 40, False)],
)
def test_room_for_the_next_word_shows_typeset_text_with_page_ends(page, is_typeset):
    line = "it is till little lilies fill it https://canal.example/plans/"
    for end, expected in (("\f", is_typeset), ("", False)):
        text = f"{page}{end}{page}{line}\nharbour/2004\n{page}"
        stop = text.index("/plans/\n") + len("/plans/")
        assert bool(line_flow(text, stop, stop + 1)) is expected


@each_row(
    ("line", "tail"),
    [
        ("at https://canal.example/latest/ ", "B.2"),
        ("at https://canal.example/locks/ ", "v2.4b"),
        ("at https://canal.example/plans/185. ", "6.2"),
        ("at https://canal.example/plans/small. ", "my.data <- read.file(name)"),
    ],
)
def test_numbers_of_headings_and_code_are_no_rest_of_a_url(line, tail):
    assert urls(f"{line}\n{tail}\n\nThe plans") == [line.split()[-1].rstrip(".")]
