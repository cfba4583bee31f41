"""The questions of `docs/database.md`: each has an answer, in little time."""

import re
import sqlite3
import time
from pathlib import Path

import pytest

from tables import each_row

PAGE = (Path(__file__).parents[2] / "docs" / "database.md").read_text("utf-8")
BLOCKS = "".join(re.findall(r"^```sql\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
QUESTIONS = dict(re.findall(r"^-- (\d+)\. [^\n]*\n(.*?;)$", BLOCKS, re.MULTILINE | re.DOTALL))
VIEWS = {name: f"SELECT * FROM {name}" for name in ("hosts", "years")}


def message(number, sender, date, text, header=""):
    return (
        f"From {sender} Mon Jan  5 10:00:00 2004\nFrom: {sender}\n"
        f"Message-ID: <{number}@canal.example>\n"
        f"Subject: the survey\nDate: {date} 10:00:00 +0000\n"
        f"Content-Type: text/plain; charset=utf-8\n{header}\n{text}\n\n"
    )


BOX = (
    message(
        *(
            1,
            "ada@canal.example",
            "Mon, 5 Jan 2004",
            "http://www.canal.example/plan <http://www.canal.example/half-\nyear>",
        ),
        header="List-Id: <survey.canal.example>\n",
    )
    + message(
        *(2, "bob@ferry.example", "Tue, 6 Jan 2004", "ftp://bob:h7Tq-92x@mirror.ferry.internal/ https://10.0.0.1/a|b"),
        header="In-Reply-To: <1@canal.example>\n",
    )
    + message(
        3, "cleo@lock.example", "Wed, 5 Jan 2005", "http://www.canal.example/plan http://www.canal.example/halfyear"
    )
    + message(4, "dan@lock.example", "Thu, 6 Jan 2005", "https://bit.ly/x http://www.größe.example/")
    + message(
        *(5, "dan@lock.example", "Fri, 7 Jan 2005"),
        "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Flock.example%2F&data=05",
    )
    + message(6, "eve@lock.example", "Fri, 9 Jan 2004", "http://gone.example/ and http://gone.example/")
    + "".join(
        message(
            *(number, f"reader{number}@house.example", "Fri, 7 Jan 2005"),
            f"I agree, {number} times.\n\n_______________\nsurvey list\nhttp://lists.canal.example/survey",
            header="List-Id: <survey.canal.example>\n",
        )
        for number in range(10, 18)
    )
)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """The result of a scan."""
    from urlmend.cli.main import main

    folder = tmp_path_factory.mktemp("questions")
    (folder / "box").write_text(BOX, "utf-8")
    main(["scan", "--processes", "1", "--progress", "none", "-o", str(folder / "r.sqlite"), str(folder / "box")])
    return folder / "r.sqlite"


def test_there_are_twenty_questions():
    assert list(QUESTIONS) == [str(number) for number in range(1, 21)]


@each_row("number", QUESTIONS)
def test_each_question_has_an_answer(result, number):
    assert sqlite3.connect(result).execute(QUESTIONS[number]).fetchall()


@each_row("query", re.findall(r"^SELECT.*?;$", BLOCKS, re.MULTILINE | re.DOTALL))
def test_each_query_of_the_page_has_an_answer(result, query):
    assert sqlite3.connect(result).execute(query).fetchone()


# Views, and the tables whose rows their keys name. A finding has a position of its own.
JOINS = [
    ("urls", "id", "places", {"id", "depth"}),
    ("urls", "url_text_id", "url_texts", {"id"}),
    ("urls", "message_id", "messages", {"id", "sha256"}),
    ("urls", "message_id", "all_messages", {"id"}),
    ("urls", "part_id", "parts", {"id"}),
    ("urls", "unit_id", "units", {"id", "bytes"}),
    ("open_findings", "id", "findings", {"id"}),
    ("open_findings", "url_id", "places", {"id", "line", "column"}),
    ("open_findings", "url_id", "urls", {"id", "line", "column"}),
    ("open_findings", "url_text_id", "url_texts", {"id"}),
    ("open_findings", "message_id", "messages", {"id"}),
    ("open_findings", "part_id", "parts", {"id"}),
    ("open_findings", "unit_id", "units", {"id"}),
]


@each_row(("view", "key", "table", "other"), JOINS)
def test_a_name_means_the_same_in_views_and_tables(result, view, key, table, other):
    connection = sqlite3.connect(result)
    columns = [
        {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (each,))}
        for each in (view, table)
    ]
    shared = (columns[0] & columns[1]) - other
    equal = " AND ".join([f'v."{name}" IS t."{name}"' for name in sorted(shared)] or ["true"])
    query = f"SELECT count(*), sum({equal}) FROM {view} v JOIN {table} t ON t.id = v.{key}"
    (count,) = connection.execute(f"SELECT count(*) FROM {view}").fetchone()
    assert count
    assert connection.execute(query).fetchone() == (count, count)


def test_columns_named_as_keys_are_keys(result):
    connection = sqlite3.connect(result)
    columns = "sqlite_schema m JOIN pragma_table_info(m.name) c WHERE c.name GLOB '*_id'"
    found = connection.execute(f"SELECT m.name, c.name, c.type FROM {columns}").fetchall()
    assert {name for _, name, _ in found} == {
        "url_id",
        "unit_id",
        "url_text_id",
        "message_id",
        "part_id",
        "first_text_id",
        "first_scan_id",
        "scan_id",
        "author_id",
        "recipients_id",
        "attached_id",
        "list_id",
    }
    assert {kind for _, name, kind in found if name != "list_id"} == {"INTEGER"}


ROWS = 1_000_000
COPIES = f"""
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS} - 1)
"""


@pytest.fixture(scope="module")
def large(result, tmp_path_factory):
    """A result with a million places of half as many URLs, in a fifth as many messages."""
    from urlmend.scan.results.validity import create_indexes

    connection = sqlite3.connect(":memory:")
    sqlite3.connect(result).backup(connection)
    connection.execute("DELETE FROM findings")
    connection.execute("DELETE FROM places")
    connection.execute(
        f"{COPIES} INSERT INTO url_texts (id, url, scheme, host, link_kind, url_key, domain_size)"
        "SELECT 100 + i, 'http://h' || i % 30000 || '.canal.example/' || i, 'http',"
        "'h' || i % 30000 || '.canal.example', '', i, 13 FROM n WHERE i % 2 = 0"
    )
    connection.execute(
        f"{COPIES} INSERT INTO messages (id, unit_id, archive, message_number, message_id_header, date, subject,"
        "author_id, recipients_id, other_thread) SELECT 100 + i, 1, 'box', i, '<' || i || '@canal.example>',"
        "(1990 + i % 30) || '-01-05T10:00:00Z', 's', 1, 1, '<1@canal.example>' FROM n WHERE i % 5 = 0"
    )
    connection.execute(
        f'{COPIES} INSERT INTO places (id, url_text_id, message_id, part_id, form, breaks, certainty, line, "column",'
        "end_line, end_column, first_scan_id, depth, is_copy) SELECT 100 + i, 100 + i - i % 2, 100 + i - i % 5, 1,"
        "'bare', CASE i % 50 WHEN 0 THEN 'newline' ELSE '' END, 0, i, 1, i, 50, 1, i % 2, 0 FROM n"
    )
    create_indexes(connection)
    return connection


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_sums_of_a_million_rows_take_about_a_second(large, name):
    start = time.process_time()
    assert large.execute(VIEWS[name]).fetchall()
    assert time.process_time() - start < 3  # .5 on a quiet machine
