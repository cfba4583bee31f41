"""The rows of a result have the columns of its tables."""

import contextlib
import pickle

import pytest

from tables import each_row
from urlmend import scan_bytes
from urlmend.scan.results.database import Database
from urlmend.scan.results.exports import FINDING_COLUMNS, URL_COLUMNS
from urlmend.scan.rows import FINDING_FIELDS, HASH_FIELDS, FindingRow, MessageRow, UrlRow, integer_fields

# Columns of the view `urls` that only joins need.
KEYS = {"url_text_id", "message_id", "part_id", "unit_id", "first_scan_id"}


@pytest.fixture
def columns(tmp_path):
    """The columns of each table of a result, with their types, in order."""
    with contextlib.closing(Database(str(tmp_path / "result.sqlite"), {})) as database:
        query = "SELECT name, type FROM pragma_table_info(?)"
        return {table: dict(database.connection.execute(query, (table,))) for table in ("urls", "findings")}


def test_rows_of_urls_have_the_columns_of_the_table(columns):
    assert [name for name in columns["urls"] if name in UrlRow._fields] == list(UrlRow._fields)
    assert set(columns["urls"]) - set(UrlRow._fields) == {
        "id",
        *KEYS,
        "decided_by",
        "kind",
        "canonical",
        "domain",
        "tld",
    }


def test_rows_of_findings_have_the_columns_of_the_table(columns):
    assert [name for name in columns["findings"] if name in FINDING_FIELDS] == list(FINDING_FIELDS)
    assert set(columns["findings"]) - set(FINDING_FIELDS) == {"id", "url_id", "settled"}


def test_exports_have_the_columns_of_the_tables(columns):
    assert [name for name in columns["urls"] if name not in {*KEYS, *HASH_FIELDS, "tail_key"}] == list(URL_COLUMNS)
    assert list(columns["findings"]) == list(FINDING_COLUMNS)


@pytest.mark.parametrize(("row", "table"), [(UrlRow, "urls"), (FindingRow, "findings")])
def test_integer_fields_are_integer_columns(columns, row, table):
    found = {name for name in row._fields if columns[table].get(name) == "INTEGER"}
    computed = {"depth"}  # which has no type in the view
    assert integer_fields(row) - {"url"} - computed == found - {"url"}


def test_provenance_is_part_of_a_row():
    assert set(MessageRow._fields) < set(UrlRow._fields)


@each_row(
    ("content_type", "text", "urls"),
    [
        # a value of the markup is complete, and another URL continues none
        (
            "text/html",
            '<a href="http://canal.a24.org">x</a><a href="mailto:ada@canal.internal">',
            "http://canal.a24.org",
        ),
        (
            "text/html",
            '<a href="http://a.b.org/?code=E16U"><img src="http://c.b.org/a.gif">',
            "http://a.b.org/?code=E16U",
        ),
        ("text/plain", "http://canal.a24.org\nmailto:ada@canal.internal\n", "http://canal.a24.org"),
        ("text/plain", "http://a.b.org/?code=E16U\nhttp://c.b.org/a.gif\n", "http://a.b.org/?code=E16U"),
        # a password that the next line continues
        ("text/plain", "ftp://ada:h7Tq\n-92xZ@canal.a24.org/\n", "ftp://ada:***@canal.a24.org/"),
    ],
)
def test_only_first_parts_of_secrets_are_hidden(content_type, text, urls):
    data = f"From: a@b.org\nSubject: plans\nContent-Type: {content_type}\n\n{text}"
    assert scan_bytes(data.encode(), "a.eml").urls[0].url == urls


def test_rows_are_the_same_in_another_process():
    data = b"From: a@b.org\nSubject: plans\n\nsee http://a.b.org/x|y\nand http://c.b.org/\n"
    rows = scan_bytes(data, "a.eml")
    for each in (rows, rows.moved(5, 2), scan_bytes(b"no URL", "a.txt")):
        other = pickle.loads(pickle.dumps(each))
        assert other == each
        assert [row.url for row in other.urls] == [row.url for row in each.urls]


@each_row(
    ("field", "message_id_header", "thread"),
    [
        ("Message-ID: <1@canal.example> (added by a gateway)\n", "<1@canal.example>", "<1@canal.example>"),
        ("Message-ID: (added) <1@canal.example>\n", "<1@canal.example>", "<1@canal.example>"),
        ("Message-ID: <1@canal.example>\n", "<1@canal.example>", "<1@canal.example>"),
        ("Message-ID: 1@canal.example\n", "1@canal.example", "1@canal.example"),
        ("Message-ID:\n", None, None),
        ("", None, None),
    ],
)
def test_message_ids_have_no_comments(field, message_id_header, thread):
    rows = scan_bytes(f"{field}From: ada@canal.example\nDate: today\n\nhttp://www.canal.example/\n".encode(), "a.eml")
    (row,) = rows.urls
    assert (row.message_id_header, row.thread, row.subject) == (message_id_header, thread, None)


def test_hosts_are_those_that_programs_reach():
    text = "hxxp://www[.]canal[.]example/ http://%63anal.example/ http://0x7f.1/ http://gr\u00f6\u00dfe.example/"
    rows = scan_bytes(
        f"From: a@b.example\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode(), "a.eml"
    )
    assert [row.host for row in rows.urls] == [
        "www.canal.example",
        "canal.example",
        "127.0.0.1",
        "xn--gre-6ka8i.example",
    ]
    assert " ".join(row.url for row in rows.urls) == text
