"""The page of `urlmend report --html`: its contents, and their safety for untrusted input."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from page_results import HOSTILE, make_result, query, update

pytest.importorskip("jinja2")

from tables import each_row
from urlmend.reports.html import tables
from urlmend.reports.html.page import page
from urlmend.reports.html.tables import LIMITS
from urlmend.reports.html.text_diff import marked
from urlmend.reports.html.untrusted_text import shortened, visible
from urlmend.reports.html.year_axis import years_on_axis
from urlmend.reports.scan_result.overview import common_folder
from urlmend.reports.scan_result.queries import Year, prepare, totals
from urlmend.reports.scan_result.result_file import open_result
from urlmend.rules import RULES

VOID = {"meta", "input", "br", "link", "img", "hr", "col", "wbr"}
TABLES = (
    *("domains", "people", "gateways", "schemes", "archives", "breaks", "years", "broken", "misleading", "rules"),
    *("findings", "urls", "problems"),
)


PAGES = {rule.address for rule in RULES.values()}


class Node:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent = name, dict(attributes), parent
        self.children = []

    @property
    def text(self):
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, *names):
        left = self.children[::-1]
        while left:
            child = left.pop()
            if isinstance(child, Node):
                if not names or child.name in names:
                    yield child
                left += reversed(child.children)

    def first(self, name):
        found = next(self.all(name), None)
        assert found, f"no <{name}> in <{self.name}>"
        return found

    def by_id(self, name):
        (node,) = [node for node in self.all() if node.attributes.get("id") == name]
        return node

    def rows(self, name):
        body = self.by_id(f"{name}-table").first("tbody")
        return [[cell.text for cell in row.all("th", "td")] for row in body.all("tr")]


class Builder(HTMLParser):
    """A tree of a page; every element must be closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.here = Node("", {}, None)
        self.feed(text)
        self.close()
        assert self.here is self.root

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs)
        node = Node(tag, attrs, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.here.children.append(Node(tag, attrs, self.here))

    def handle_endtag(self, tag):
        assert self.here.name == tag
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


def built(path, name="towpath.sqlite", title="Towpath"):
    with open_result(str(path)) as connection:
        return page(connection, name, title)


def parsed(text):
    return Builder(text).root


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return make_result(tmp_path_factory.mktemp("page") / "towpath.sqlite", hosts=40)


@pytest.fixture(scope="module")
def text(result):
    return built(result)


@pytest.fixture(scope="module")
def root(text):
    return parsed(text)


@pytest.fixture(scope="module")
def hostile_text(tmp_path_factory):
    path = make_result(tmp_path_factory.mktemp("page") / "hostile.sqlite", hostile=True)
    return built(path, "".join(HOSTILE), "".join(HOSTILE))


@pytest.mark.slow
def test_the_command_writes_the_page(urlmend, result, tmp_path, text):
    done = urlmend("report", result, "--html", "page.html", "--title", "Towpath")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (tmp_path / "page.html").read_text("utf-8") == text


def test_the_default_title_is_the_name_of_the_result(urlmend, tmp_path):
    make_result(tmp_path / "towpath.sqlite", urls=0, findings=0, problems=0)
    assert urlmend("report", "towpath.sqlite", "--html", "page.html").status == 0
    assert "<title>URLs in towpath.sqlite</title>" in (tmp_path / "page.html").read_text("utf-8")


def test_a_page_does_not_overwrite_its_result(urlmend, result):
    before = result.read_bytes()
    done = urlmend("report", result, "--html", result)
    assert (done.status, result.read_bytes()) == (2, before)
    assert "the page would overwrite the result" in done.err


def test_a_page_that_cannot_be_written_is_an_error(urlmend, tmp_path):
    make_result(tmp_path / "towpath.sqlite", urls=0, findings=0, problems=0)
    done = urlmend("report", "towpath.sqlite", "--html", "missing/page.html")
    assert (done.status, done.err) == (2, "urlmend: missing/page.html: No such file or directory\n")


def test_the_same_result_makes_the_same_page(result, text):
    assert built(result) == text


def test_tables_have_the_rows_of_the_database(result, root):
    hosts = query(result, "SELECT host, times, broken FROM hosts ORDER BY times DESC, host")
    assert [(host, *map(int, rest[:2])) for host, *rest in root.rows("domains")] == hosts
    urls = query(result, "SELECT url, times FROM distinct_urls ORDER BY times DESC, url")
    assert [(url, int(times)) for url, times, *_ in root.rows("urls")] == urls
    assert len(root.rows("findings")) == 117
    rules = query(result, "SELECT code, count(*) FROM open_findings GROUP BY code ORDER BY count(*) DESC, code")
    assert [(code, int(number)) for code, number, *_ in root.rows("rules")] == rules
    senders = query(result, "SELECT author, count(*) AS n FROM urls GROUP BY 1 ORDER BY n DESC, 1")
    assert [(name, int(number)) for name, number, *_ in root.rows("people")] == senders
    schemes = query(result, "SELECT scheme, count(*) AS n FROM urls GROUP BY 1 ORDER BY n DESC, 1")
    assert [(name, int(number)) for name, number in root.rows("schemes")] == [
        (name or "none (www.)", number) for name, number in schemes
    ]
    broken = query(result, "SELECT count(*) FROM urls WHERE breaks <> ''")[0][0]
    assert sum(int(row[1]) for row in root.rows("breaks")) == broken
    assert root.rows("problems") == [list(row) for row in query(result, "SELECT name, reason FROM problems")]
    assert root.rows("settings") == [list(row) for row in query(result, "SELECT * FROM settings ORDER BY name")]


def test_findings_of_domains_and_urls_add_up(result, root):
    found = query(result, "SELECT host, count(*) FROM open_findings WHERE host <> '' GROUP BY host")
    assert {host: int(rest[2]) for host, *rest in root.rows("domains") if rest[2] != "0"} == dict(found)
    assert sum(int(row[3]) for row in root.rows("urls")) == 117


def test_the_most_severe_findings_come_first(root):
    ranks = [("error", "warning", "info").index(row[1]) for row in root.rows("findings")]
    assert ranks == sorted(ranks)


def test_years_have_the_numbers_of_the_database(result, root):
    years = {row[0]: [int(cell) for cell in row[1:5]] for row in root.rows("years")}
    found = {year: numbers for year, *numbers in query(result, "SELECT year, urls, urls, broken, findings FROM years")}
    assert {year: numbers for year, numbers in years.items() if numbers[0]} == found
    assert sorted(years) == [str(year) for year in range(int(min(years)), int(max(years)) + 1)]
    titles = [node.attributes["title"] for node in root.all("div") if node.attributes.get("class") == "column"]
    assert titles == [f"{year}: {numbers[0]}" for year, numbers in years.items()]


NAME = "CASE WHEN id <= 10 THEN 'old.example' WHEN id <= 12 THEN 'rare.example' ELSE 'new.example' END"


def test_years_name_the_domains_cited_most_and_those_first_seen(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=20, problems=0, findings=0)
    update(path, f"UPDATE url_texts SET host = 'www.' || {NAME}, domain_size = length({NAME})")
    update(
        path, "UPDATE messages SET date = CASE WHEN id <= 5 THEN 2001 WHEN id <= 16 THEN 2003 ELSE 2004 END || '-02-03'"
    )
    rows = {row[0]: row[5:] for row in parsed(built(path)).rows("years")}
    assert rows == {
        "2001": ["old.example\xa05", "old.example\xa010"],
        "2002": ["", ""],
        "2003": ["old.example\xa05, new.example\xa04, rare.example\xa02", "new.example\xa08, rare.example\xa02"],
        "2004": ["new.example\xa04", ""],
    }


def test_lists_and_threads_are_counted(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=12, problems=0, findings=0)
    update(path, "INSERT INTO recipients VALUES (2, 2, 'towpath.canal.example', NULL), (3, 3, 'b.canal.example', NULL)")
    update(path, "UPDATE messages SET recipients_id = CASE WHEN id <= 8 THEN 2 ELSE 3 END")
    update(
        path, "UPDATE messages SET other_thread = '<t' || min(id / 3, 2) || '@canal.example>', subject = 'Re: ' || id"
    )
    root = parsed(built(path))
    assert [row[:3] for row in root.rows("lists")] == [
        ["towpath.canal.example", "8", "8"], ["b.canal.example", "4", "4"],
    ]  # fmt: skip
    # The subject is that of the first message; threads of one message are left out.
    assert [row[:2] for row in root.rows("threads")] == [["Re: 6", "7"], ["Re: 3", "3"], ["Re: 1", "2"]]


@pytest.mark.slow
def test_urls_in_new_text_are_counted(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=100, hosts=1)
    everything = len(parsed(built(path)).rows("findings"))
    update(path, "UPDATE places SET depth = id % 3 - 1, is_copy = id % 2 WHERE id <= 30")
    root = parsed(built(path))
    counts = dict(zip([node.text for node in root.all("dt")], [node.text for node in root.all("dd")], strict=True))
    assert (counts["URLs"], counts["distinct URLs"]) == ("75", "75")
    assert "25 further URLs in quotations" in root.by_id("numbers").text
    assert sum(int(row[1]) for row in root.rows("people")) == 75
    assert sum(int(row[1]) for row in root.rows("schemes")) == 75
    assert len(root.rows("findings")) == everything, "of all text: many misleading links are in copies"


def test_texts_of_one_url_are_one_distinct_url(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=20)
    # Two texts of one URL, and two URLs with one hash.
    update(
        path,
        "UPDATE url_texts SET url_key = 7, url = CASE WHEN id < 3 THEN 'http://a.example/' ELSE url END WHERE id < 5",
    )
    with open_result(str(path)) as connection:
        prepare(connection)
        assert totals(connection)["distinct"] == query(path, "SELECT count(DISTINCT url) FROM url_texts")[0][0] == 19


def test_months_are_shown_if_there_are_few_years(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=20)
    update(path, "UPDATE messages SET date = CASE WHEN id <= 5 THEN '2003-11-30' ELSE '2004-02-01' END")
    root = parsed(built(path))
    assert root.by_id("timeline-heading").text == "URLs by month"
    titles = [node.attributes["title"] for node in root.all("div") if node.attributes.get("class") == "column"]
    assert titles == ["2003-11: 5", "2003-12: 0", "2004-01: 0", "2004-02: 15"]


def test_paths_are_relative_to_the_folder_of_all_archives(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=20)
    update(
        path, "UPDATE messages SET archive = '/var/spool/' || CASE id % 2 WHEN 0 THEN 'lists/a.mbox' ELSE 'list' END"
    )
    root = parsed(built(path))
    assert "files are in /var/spool/" in root.first("header").text
    assert [row[0] for row in root.rows("archives")] == ["list", "lists/a.mbox"]
    where = [row[-1] for row in root.rows("findings")]
    assert where
    assert all(re.search(r"(?<!/)(list|lists/a\.mbox):[0-9]+:[0-9]+$", text) for text in where)


@pytest.mark.parametrize(
    ("names", "folder"),
    [
        (["/a/b.mbox"], "/a/"),
        (["/a/b.mbox", "/a/c/d"], "/a/"),
        (["/a/bc/x", "/a/bd/x"], "/a/"),
        (["/a.tar!b/c", "/a.tar!b/d"], "/"),
        (["a/b", "c/d"], ""),
        (["a", "b"], ""),
        (["s3://bucket/a", "s3://bucket/b"], "s3://bucket/"),
        ([], ""),
    ],
)
def test_common_folder(tmp_path, names, folder):
    path = make_result(tmp_path / "r.sqlite", urls=len(names), findings=0)
    for number, name in enumerate(names, 1):
        update(path, "UPDATE messages SET archive = ? WHERE id = ?", (name, number))
    with open_result(str(path)) as connection:
        assert common_folder(connection) == folder


def test_examples_of_broken_and_misleading_links_are_findings_with_the_text_around(result, root):
    findings = "findings f JOIN places p ON p.id = f.url_id WHERE settled = 0"
    count = f"SELECT count(DISTINCT f.code || p.url_text_id) FROM {findings} "
    wanted = {"misleading": "AND code LIKE 'URL6%'", "broken": "AND code NOT LIKE 'URL6%' AND breaks <> ''"}
    for name, condition in wanted.items():
        rows = root.rows(name)
        assert len(rows) == min(50, query(result, count + condition)[0][0]) > 3
        assert all("The notes, see" in row[3] for row in rows)
        assert all(row[0].startswith("URL6") == (name == "misleading") for row in rows)


def test_texts_without_a_fix_are_shown_once(root):
    texts = [row[3] for row in root.rows("findings")]
    assert {text.count("The notes, see") for text in texts if "safe fix" not in text} == {1}
    assert {text.count("The notes, see") for text in texts if "safe fix" in text} == {2}
    assert not any("no automatic fix" in text for text in texts)


def test_codes_are_links_to_the_pages_of_rules(root):
    links = {node.text: node.attributes["href"] for node in root.by_id("findings-table").all("a")}
    assert links
    assert all(links[code] == RULES[code].address for code in links)


def test_severities_have_their_colours(root):
    for row in root.by_id("findings-table").first("tbody").all("tr"):
        (badge,) = (node for node in row.all("span") if "badge" in node.attributes["class"])
        assert badge.attributes["class"] == f"badge {badge.text}"


def test_bars_are_in_proportion(root):
    rows = list(root.by_id("people-table").first("tbody").all("tr"))
    numbers = [int(row.first("td").text) for row in rows]
    shares = [int(row.first("th").attributes["class"].rpartition(" p")[2]) for row in rows]
    assert shares == [max(1, round(100 * number / numbers[0])) for number in numbers]


def test_the_page_is_one_document_with_landmarks_and_headings_in_order(root):
    (html,) = root.all("html")
    assert html.attributes["lang"] == "en"
    for name in ("title", "header", "nav", "main", "footer", "h1"):
        assert len(list(root.all(name))) == 1, name
    order = [node.attributes["id"] for node in root.all("h2")]
    assert order[0] == "timeline-heading", "the overview comes first"
    assert order.index("broken-heading") < order.index("findings-heading") < order.index("urls-heading")
    levels = [int(node.name[1]) for node in root.all("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_references_to_elements_are_valid(root):
    ids = [node.attributes["id"] for node in root.all() if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    for node in root.all():
        for name in ("aria-labelledby", "aria-describedby", "for", "data-table"):
            assert set(node.attributes.get(name, "").split()) <= set(ids)
        if "href" in node.attributes:
            assert node.attributes["href"].removeprefix("#") in ids or node.attributes["href"] in PAGES


def test_tables_have_headers_and_scroll_in_their_boxes(root):
    for table in root.all("table"):
        assert {node.attributes["scope"] for node in table.first("thead").all("th")} == {"col"}
        for row in table.first("tbody").all("tr"):
            assert [node.attributes.get("scope") for node in row.all("th")] == ["row"]
        assert table.first("caption").text
        box = table.parent
        assert (box.attributes["class"], box.attributes["role"], box.attributes["tabindex"]) == ("box", "region", "0")
        assert box.attributes["aria-label"]


def test_each_search_has_a_label_and_a_status(root):
    inputs = list(root.all("input"))
    labels = {node.attributes["for"] for node in root.all("label")}
    assert [node.attributes["id"] for node in inputs] == [f"{name}-search" for name in TABLES]
    assert labels == {node.attributes["id"] for node in inputs}
    for node in inputs:
        assert [other.attributes.get("role") for other in node.parent.all("p")] == ["status"]
        assert "hidden" in node.parent.attributes, "nothing that needs the script shows without it"


def test_the_policy_allows_only_the_style_and_script_of_the_page(root):
    (policy,) = (node for node in root.all("meta") if "http-equiv" in node.attributes)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.attributes["content"].split(";"))
    assert rules.pop("default-src") == "'none'"
    assert rules.pop("base-uri") == rules.pop("form-action") == "'none'"
    for name in ("style", "script"):
        (element,) = root.all(name)
        digest = base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
        assert rules.pop(f"{name}-src") == f"'sha256-{digest}'"
    assert not rules
    before = root.first("head").children
    assert before.index(policy) < before.index(root.first("style"))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("fixture", ["text", "hostile_text"])
def test_nothing_is_fetched_or_run(fixture, request):
    root = parsed(request.getfixturevalue(fixture))
    assert not list(
        root.all("img", "link", "iframe", "object", "embed", "base", "form", "audio", "video", "image", "use")
    )
    assert len(list(root.all("script"))) == len(list(root.all("style"))) == 1
    for node in root.all():
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name not in {"src", "srcset", "style", "action", "formaction", "ping", "xlink:href"}
            assert name != "href" or value.startswith("#") or value in PAGES
    style = root.first("style").text
    assert "url(" not in style
    assert "@import" not in style
    assert "@font-face" not in style


def test_untrusted_text_is_not_interpreted_as_html(hostile_text):
    root = parsed(hostile_text)
    # SQLite cuts a text at NUL, which no scan writes.
    shown = [visible(text.partition("\0")[0]) for text in HOSTILE]
    assert set(shown) <= {row[0] for row in root.rows("urls")}
    short = {visible(text.partition("\0")[0], 60) for text in HOSTILE}
    for name in ("domains", "people", "gateways"):
        assert short <= {row[0] for row in root.rows(name)}
    assert {row[1] for row in root.rows("problems")} <= set(shown)
    assert root.first("title").text == root.first("h1").text == visible("".join(HOSTILE))
    outside = hostile_text.replace(root.first("style").text, "").replace(root.first("script").text, "")
    assert "<script>document" not in outside
    assert "49" not in root.first("h1").text


def test_no_character_hides_or_reorders_text(hostile_text):
    assert {character for character in hostile_text if not character.isprintable()} == {"\n"}


@pytest.mark.slow
def test_large_tables_show_the_first_rows_and_a_query_for_all(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=12_000, findings=9_000, hosts=10_000, problems=700)
    update(path, "UPDATE url_texts SET host = 'h' || id || '.quay.example' WHERE id > 2000")
    update(path, "UPDATE url_texts SET domain_size = length(host)")
    update(path, "UPDATE authors SET author = 'ada@' || id || '.example'")
    text = built(path)
    root = parsed(text)
    assert len(text) < 5_000_000
    for name in ("domains", "people", "urls", "findings", "problems"):
        assert len(root.rows(name)) == LIMITS[name]
        (note,) = (node for node in root.by_id(name).all("p") if node.text.startswith("These are"))
        sql = re.search(r'"(.*)"', note.text).group(1)
        total = sum(1 for row in query(path, sql) if row[0])
        assert f"{LIMITS[name]:,} of {total:,}." in note.text
    codes = {row[0] for row in root.rows("findings")}
    assert codes == {code for (code,) in query(path, "SELECT DISTINCT code FROM open_findings")}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "options",
    [
        {"urls": 0, "findings": 0, "problems": 0},
        {"urls": 1, "findings": 0},
        {"dated": False},
        {"years": (1999, 1999)},
        {"years": (1994, 1995), "hosts": 1},
    ],
)
def test_pages_of_small_results(tmp_path, options):
    root = parsed(built(make_result(tmp_path / "r.sqlite", **options)))
    ids = [node.attributes["id"] for node in root.all("section") if "id" in node.attributes]
    always = [
        "numbers",
        "timeline",
        "domains",
        "schemes",
        "broken",
        "misleading",
        "rules",
        "findings",
        "urls",
        "problems",
        "about",
    ]
    assert [name for name in ids if name in always] == always
    assert all(list(root.by_id(name).all("tr", "p", "dl")) for name in ids)


def test_page_of_an_empty_result(tmp_path):
    root = parsed(built(make_result(tmp_path / "r.sqlite", urls=0, findings=0, problems=0)))
    assert not list(root.all("input"))
    assert sum(node.text == "None." for node in root.all("p")) == 8
    assert "No message has a date." in root.by_id("timeline").text
    assert {node.text for node in root.all("dd")} == {"0"}


def dated(*counts):
    return [Year(str(year), urls=urls, broken=0, severities={}) for year, urls in counts]


@each_row(
    ("counts", "first", "last"),
    [
        ([], None, None),
        ([(1980, 1)], 1980, 1980),
        ([(1980, 1), (2003, 50), (2004, 40), (2033, 1)], 2003, 2004),
        ([(1980, 15), (1999, 20), (2000, 5000), (2001, 900), (2020, 1), (2028, 1)], 1999, 2001),
        # One message in thirty.
        ([(1980, 1), (2001, 10), (2002, 10), (2003, 8), (2033, 1)], 2001, 2003),
        # The first and the last years of an archive are not left out, however few URLs they have.
        ([(1994, 1), (1995, 1), (1996, 9000), (1997, 1)], 1994, 1997),
        ([(2001, 900), (2003, 1), (2020, 1)], 2001, 2003),
        # A pause is not a wrong date.
        ([(1995, 300), (1996, 200), (2008, 900), (2009, 800)], 1995, 2009),
        ([(2000, 1), (2004, 3)], 2000, 2004),
        ([(2000, 900), (2002, 1), (2004, 1)], 2000, 2004),
        ([(1970, 400), (2003, 500)], 1970, 2003),
        # Several wrong dates, each with few URLs.
        ([(1970, 2), (1980, 2), (1990, 2), (2003, 400), (2004, 400), (2010, 1), (2040, 1), (9999, 1)], 2003, 2004),
    ],
)
def test_the_axis_has_the_years_of_nearly_all_urls(counts, first, last):
    shown = [int(row.year) for row in years_on_axis(dated(*counts))]
    assert shown == (list(range(first, last + 1)) if first else [])


def test_an_axis_of_thousands_of_years_has_no_years_without_urls():
    assert [row.year for row in years_on_axis(dated(("0004", 5), ("2005", 5)))] == ["0004", "2005"]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("wrong", "note"),
    [
        ({}, "Not shown: 3 URLs without a date."),
        ({1: "1980"}, "Not shown: 1 URL from 1980 and 3 URLs without a date."),
        ({1: "1980", 3: "2033"}, "Not shown: 2 URLs from 1980 and 2033 and 3 URLs without a date."),
        (
            {1: "0004", 3: "1970", 4: "2060"},
            "Not shown: 3 URLs from before 1994 or after 2021 and 3 URLs without a date.",
        ),
    ],
)
def test_dates_outside_the_axis_are_named(tmp_path, wrong, note):
    path = make_result(tmp_path / "r.sqlite")
    for number, year in wrong.items():
        update(path, "UPDATE messages SET date = ? WHERE id = ?", (f"{year}-01-05T10:00:00Z", number))
    root = parsed(built(path))
    years = [row[0] for row in root.rows("years")]
    assert not set(years) & set(wrong.values())
    assert len(years) < 40
    assert f"By the dates of the messages. {note}" in root.by_id("timeline").text


def test_numbers_and_nouns_agree(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=1, findings=1, problems=1)
    update(path, "UPDATE units SET messages = 1, lines = 1")
    root = parsed(built(path))
    assert [node.text for node in root.all("dt")] == [
        "message read", "URL", "distinct URL", "domain", "author", "broken URLs", "finding",
    ]  # fmt: skip
    assert [row[0] for row in root.rows("counts")] == [
        "host", "ambiguous URLs resolved", "file with URLs", "line read", "read", "work unit", "problem",
    ]  # fmt: skip


def test_long_texts_are_shortened(tmp_path):
    path = make_result(tmp_path / "r.sqlite", urls=5, findings=5)
    update(path, "UPDATE url_texts SET url = 'http://canal.example/' || hex(zeroblob(50000)), host = url")
    update(path, "UPDATE messages SET subject = hex(zeroblob(50000))")
    update(path, "UPDATE findings SET before = hex(zeroblob(50000)), after = before || 'x', message = before")
    assert len(built(path)) < 300_000


def test_codes_of_unknown_rules_are_shown(tmp_path):
    path = make_result(tmp_path / "r.sqlite")
    update(path, "UPDATE findings SET code = 'URL999'")
    assert [row[:2] for row in parsed(built(path)).rows("rules")] == [["URL999", "117"]]


def test_urls_are_not_links(root):
    assert all(node.attributes["href"].startswith("#") or node.attributes["href"] in PAGES for node in root.all("a"))


def styled(scheme):
    """The variables of the style, in light or dark."""
    css = (tables.__file__.rpartition("/")[0]) + "/assets/style.css"
    with open(css, encoding="utf-8") as file:
        blocks = re.findall(r":root \{(.*?)\}", file.read(), re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks)
    assert set(light) == set(dark)
    return light if scheme == "light" else dark


def contrast(one, other):
    """WCAG 2.2, "contrast ratio"."""

    def luminance(colour):
        parts = [value / 255 for value in bytes.fromhex(colour[1:])]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_the_contrast_that_wcag_aa_requires(scheme):
    colours = styled(scheme)
    for text in ("text", "quiet", "accent"):
        for background in ("page", "panel"):
            assert contrast(colours[text], colours[background]) >= 4.5, (text, background)
    for background in ("gone", "come"):
        assert contrast(colours["text"], colours[background]) >= 4.5, background
    for name in ("text", "accent"):
        assert contrast(colours[name], colours["bar"]) >= 4.5, name
    for name in ("error", "warning", "info"):
        assert contrast(colours[name], colours[f"{name}-tint"]) >= 4.5, name
    for name in ("edge", "rod"):
        assert contrast(colours[name], colours["page"]) >= 3, name


@each_row(
    ("before", "after", "old", "new"),
    [
        ("a|b", "a%7Cb", "a<del>|</del>b", "a<ins>%7C</ins>b"),
        ("http://x/a\n> b", "http://x/ab", "http://x/a<del>↵\n&gt; </del>b", "http://x/ab"),
        ("same", "same", "same", "same"),
        ("", "x", "", "<ins>x</ins>"),
        ("aaa", "aaaa", "aaa", "aaa<ins>a</ins>"),
        ("a\r\nb", "a\nb", "a↵\nb", "a↵\nb"),
        ("<b>|", "<b>%7C", "&lt;b&gt;<del>|</del>", "&lt;b&gt;<ins>%7C</ins>"),
        ("one|two|three", "one%7Ctwo%7Cthree", "one<del>|</del>two<del>|</del>three",
         "one<ins>%7C</ins>two<ins>%7C</ins>three"),
        ("a\u202eb", "ab", r"a<del>\u202e</del>b", "ab"),
    ],
)  # fmt: skip
def test_differences_are_marked(before, after, old, new):
    assert marked(before, after) == (old, new)


def test_a_difference_in_a_long_text_stays_visible():
    before, after = marked("a" * 500 + "bc" + "d" * 500, "a" * 500 + "b-c" + "d" * 500)
    assert "aabcdd" in before
    assert "aab<ins>-</ins>cdd" in after


def test_marking_differences_of_long_texts_is_fast():
    before, after = marked("ab" * 50_000 + "c", "ba" * 50_000)
    assert len(before) < 1000
    assert len(after) < 1000


@each_row(
    ("text", "expected"),
    [
        ("plain é 河 🛶", "plain é 河 🛶"),
        ("\u202e\u061c\u200b\ufeff\u00ad", r"\u202e\u061c\u200b\ufeff\xad"),
        ("\x00\x1b\n\t\x7f\x85", r"\x00\x1b\n\t\x7f\x85"),
        ("\u00a0\u2028\ue000\U000e0041\udc80", r"\xa0\u2028\ue000\U000e0041\udc80"),
    ],
)
def test_invisible_characters_are_escaped(text, expected):
    assert visible(text) == expected


def test_shortened_texts_lose_their_middle():
    assert shortened("a" * 10 + "b" * 10, 10) == "aaaaaa…bbb"
    assert shortened("a" * 10, 10) == "a" * 10
