"""The rows of a result have the columns of its tables."""

import contextlib

import pytest

from urlmend.scan.results.database import Database
from urlmend.scan.results.exports import FINDING_COLUMNS, URL_COLUMNS
from urlmend.scan.rows import FINDING_FIELDS, FindingRow, Provenance, UrlRow, integer_fields


@pytest.fixture
def columns(tmp_path):
    """The columns of each table of a result, with their types, in order."""
    with contextlib.closing(Database(str(tmp_path / "result.sqlite"), {})) as database:
        query = "SELECT name, type FROM pragma_table_info(?)"
        return {table: dict(database.connection.execute(query, (table,))) for table in ("urls", "findings")}


def test_rows_of_urls_have_the_columns_of_the_table(columns):
    assert [name for name in columns["urls"] if name in UrlRow._fields] == list(UrlRow._fields)
    assert set(columns["urls"]) - set(UrlRow._fields) == {"id", "unit", "decided_by", "domain", "tld"}


def test_rows_of_findings_have_the_columns_of_the_table(columns):
    assert [name for name in columns["findings"] if name in FINDING_FIELDS] == list(FINDING_FIELDS)
    assert set(columns["findings"]) - set(FINDING_FIELDS) == {"id", "url_id", "settled"}


def test_exports_have_the_columns_of_the_tables(columns):
    assert [name for name in columns["urls"] if name != "unit"] == list(URL_COLUMNS)
    assert list(columns["findings"]) == list(FINDING_COLUMNS)


@pytest.mark.parametrize(("row", "table"), [(UrlRow, "urls"), (FindingRow, "findings")])
def test_integer_fields_are_integer_columns(columns, row, table):
    found = {name for name in row._fields if columns[table].get(name) == "INTEGER"}
    assert integer_fields(row) - {"url"} == found - {"url"}


def test_provenance_is_part_of_a_row():
    assert set(Provenance._fields) < set(UrlRow._fields)
