"""URLs that a terminal, a box or a mail program has cut at its width, wherever that was."""

import sys
from pathlib import Path

from urlmend import find

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from folds import LAYOUTS

from tables import each_row

# A login URL, a page with a fragment, and a path whose last segments are short.
URLS = [
    "https://login.canal.example/oauth/authorize?client_id=survey-9f2c7&response_type=code&scope=maps%20read&state=Zk3vB8qLm2",
    "https://docs.canal.example/en/stable/reference/harbour-charts.html#setting-up-the-development-environment",
    "https://code.canal.example/locks/gauge/blob/main/src/water/levels/single_basin_reading.rb",
    "https://lists.canal.example/all/CAFk3vB8qLm2Zr7TnQe+wYxJ5Ds1hGpUo9iVbXtCa4E0@mail.canal.example/",
]
WIDTHS = [30, 37, 44, 52, 60, 71, 79]
# Where text is around the URL, it may look like the rest of it.
PANES = [name for name in LAYOUTS if name not in ("item", "in prose")]


@each_row("layout", PANES)
@each_row("width", WIDTHS)
@each_row("url", URLS, ids=["login", "fragment", "path", "message"])
def test_a_url_cut_at_any_width_is_rejoined(url, width, layout):
    (found,) = find(LAYOUTS[layout](url, width))
    assert (found.text, found.confidence) == (url, "likely")


@each_row(("marker", "indent"), [("- Log in: ", "  "), ("* ", "  "), ("2. ", "   "), ("> 12) At ", ">     ")])
@each_row("width", [45, 52, 60, 71])
def test_a_url_in_an_item_of_a_list_is_rejoined_below_its_text(width, marker, indent):
    url, first, room = URLS[0] + "&lock=b7Qw2", width - len(marker), width - len(indent)
    pieces = [url[:first], *(url[at : at + room] for at in range(first, len(url), room))]
    (found,) = find(marker + f"\n{indent}".join(pieces) + f"\n{indent[:1].strip()}\n")
    assert (found.text, found.confidence) == (url, "likely")


LIST = "https://lists.canal.example/archives/list/gauge@lists.canal.example/message/NB4sQzWk20xTvRJp8e17uLZaYcHd/"
COPY = "https://cache.canal.example/web/20040117093000/http://www.harbour.example/drawings/sheets/north/17.html"


@each_row(
    ("url", "width"),
    [
        *((LIST, LIST.index("lists.canal", 9) + offset) for offset in (0, 2, 19)),
        *((COPY, COPY.index("http:", 9) + offset) for offset in (1, 2, 3, 4, 5, 13, 24)),
    ],
)
def test_a_url_is_rejoined_that_is_cut_within_another_host(url, width):
    (found,) = find(LAYOUTS["alone"](url, width))
    assert (found.text, found.confidence) == (url, "likely")


@each_row(
    "text",
    [
        # Lines of one length are no pieces if the next one is another URL, a name, an item, a rule or a sentence.
        "https://canal.example/locks/gauge\nhttps://canal.example/locks/basin\nhttps://canal.example/locks/north\n",
        "[one]: https://code.canal.example/locks\n[two]: https://code.canal.example/basin\n",
        "https://code.canal.example/locks\n================================\n",
        "https://code.canal.example/locks\n- https://code.canal.example/a\n- b\n",
        "LOCKS_HOME=https://code.canal.example/locks\nBASIN_HOME=/srv/canal/code/basin/2004/abcde\nNORTH=1\n",
        # A definition, a field, and the name of a file are complete.
        ".. _locks: https://code.canal.example/locks\ngauge\n",
        "ftp://code.canal.example/?plan=h7Tq\nretries=3\n",
        "https://code.canal.example/locks.html\nsheet_1\n",
        # The tail is longer than the line before it.
        "https://code.canal.example/locks\nsingle_basin_reading_of_the_northern_lock.rb\n",
        # The lines around show another width.
        "Drawings are at\nhttps://code.canal.example/locks\nbasin\nand may be used by all who want to do so.\n",
        # Text follows on the line of the tail.
        "https://code.canal.example/locks/gauge\nbasin charts were published there in June\n",
        "See https://code.canal.example/locks\nThanks,\nAda\n",
        # The last word of a sentence, and a number after a complete host, in lines filled between words.
        "- The drawings of the northern locks can be fetched by https://code.canal.example/locks\nsyntax.\n",
        "Read all about the water levels of this summer, and of the last one - http://code.canal.example/\n20040117\n",
        # Text below the text of an item.
        "- See https://code.canal.example/locks\n  basin/chart/of-june/2004 has them, too\n- Or ask.\n",
        "- https://code.canal.example/locks/gauge\n  basin_charts_of_the_northern_locks-2004.\n- Or ask.\n",
        "- See https://code.canal.example/locks\n      basin/chart/of-june/and-of/may/2004\n- Or ask.\n",
        # A tag below, and an address of which only the user is left.
        "https://code.canal.example/locks/of/the/north-and-the-south\nREVIEW:117\n",
        "http://code.canal.example/2015/\nlock2015@...\n",
        "https://code.canal.example/D77\nPR20714\n",
        # Fields of records.
        "a|2004|see http://code.canal.example/locks/\nb-c/d-e|2005|see http://code.canal.example/gauge/\n",
        # A list of paths, and a rest that no program leaves of so long a line.
        "http://a.example/locks/%2e%2e%2f\n/a.example/locks/%2e%2e\n/b.example/locks/%2e%2e\n",
        f"The stages are short.\nhttps://canal.example/{'locks-of-the-north/' * 4}gauge\nsays\nthat they were.\n",
        # A space before the line break ends a URL before a word.
        f"The stages are at:\nhttps://canal.example/{'locks-of-the-north/' * 2}gauge-readings-1 \ntoo.\n",
        # A name of one letter, and a word of the sentence or another name.
        "> The drawings of the locks are at https://code.canal.example/gauge/plan-b\n> while others are not.\n",
        "The drawings of all the locks are at https://code.canal.example/gauge/plan-b\nand\nhere.\n",
        "They are at https://code.canal.example/gauge/plan-b\nwater-levels are below, in the order of the locks.\n",
        "The drawings of the locks are at https://code.canal.example/gauge/plans-a\nwater-levels are below.\n",
        "# The drawings of the locks are at https://code.canal.example/gauge/plan-b\n# water-levels are below.\n",
        # A short line is no pane.
        "http://a.example/b\ncanal\n",
    ],
)
def test_complete_urls_are_not_joined(text):
    assert not any(found.breaks for found in find(text))


WORD = "https://code.canal.example/locks/northern-plans-of-june"


@each_row("mark", ["", "> ", ">> "])
@each_row("width", [68, 72, 74, 76, 80])
@each_row("after", ["", " and the others are there, too, as far as we know today.", ".\n{}\n{}There is more."])
def test_a_word_of_a_name_is_rejoined_that_is_cut_after_its_first_letter(after, width, mark):
    head, rest = WORD[:-12], WORD[-12:]
    lead = "You will find all of the drawings of this lock at".rjust(width)[
        len(mark) + len(head) + 1 - width :
    ].lstrip()
    (found,) = find(
        f"{mark}{lead.rjust(width - len(mark) - len(head) - 1, 'o')} {head}\n{mark}{rest}{after.format(mark, mark)}\n"
    )
    assert (found.text, found.confidence) == (WORD, "likely")
