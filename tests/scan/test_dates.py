"""Dates of messages are those of the standard library, in UTC."""

from datetime import UTC
from email.utils import parsedate_to_datetime

from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.scan.message_columns import utc

DATES = st.builds(
    "{}{} {} {} {}:{}:{}{}".format,
    st.sampled_from(["", "Mon, ", "Sun, ", "mon, ", "Monday, "]),
    st.sampled_from(["0", "1", "05", "28", "29", "31", "32"]),
    st.sampled_from(["Jan", "Feb", "Dec", "dec", "anF", "Okt"]),
    st.sampled_from(["1969", "1970", "2004", "2005", "9999", "04", "102"]),
    st.sampled_from(["00", "9", "23", "24"]),
    st.sampled_from(["00", "59", "60"]),
    st.sampled_from(["00", "59", "60", "61"]),
    st.sampled_from(["", " +0000", " -0000", " +0130", " -1200", " +2359", " +2400", " -0160", " GMT", " +0100 (CET)"]),
)


def by_standard_library(date):
    try:
        moment = parsedate_to_datetime(date)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except Exception:
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year >= 1970 else None


@given(DATES)
def test_dates_are_those_of_the_standard_library(date):
    assert utc(date) == by_standard_library(date)


@each_row(
    ("date", "expected"),
    [
        ("Mon, 5 Jan 2004 10:00:00 +0130", "2004-01-05T08:30:00Z"),
        ("5 Jan 2004 23:00:00 -0500 (EST)", "2004-01-06T04:00:00Z"),
        ("Mon, 5 Jan 2004 10:00:00", "2004-01-05T10:00:00Z"),
        ("Mon, 32 Jan 2004 10:00:00 +0000", None),
        ("yesterday", None),
    ],
)
def test_dates_are_in_utc(date, expected):
    assert utc(date) == expected
