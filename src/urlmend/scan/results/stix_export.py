"""Export distinct URLs as indicators in a bundle of STIX 2.1, by the library of OASIS."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from uuid import UUID, uuid5

import stix2

from urlmend.scan.progress import Track
from urlmend.scan.results.exports import Exported, Row, count_of, untracked
from urlmend.scan.results.link_exports import DistinctUrl, distinct_urls
from urlmend.scan.results.output_files import text_output
from urlmend.uri.defanging import defanged

# For identifiers: the same URL has the same one in every export.
_NAMESPACE = UUID("6c9b1d0e-3a5f-4a57-9d55-0f2f5a3f6f0b")


def export_stix(connection: sqlite3.Connection, path: str, track: Track[Row] = untracked) -> Exported:
    """Write an indicator for each distinct URL without hidden secrets. Raises OSError."""
    created = _end_of_last_scan(connection)
    written = omitted = 0
    separator = "\n"
    with text_output(path) as out:
        identity = json.dumps(f"bundle--{uuid5(_NAMESPACE, created.isoformat())}")
        out.write(f'{{"type": "bundle", "id": {identity}, "objects": [')
        for row in track(distinct_urls(connection), count_of(connection, "url_texts")):
            url = DistinctUrl._make(row)
            if not url.is_complete:
                omitted += 1
                continue
            out.write(separator + _indicator(url, created).serialize())
            separator = ",\n"
            written += 1
        out.write("\n]}\n")
    return Exported(written, omitted=omitted)


def _end_of_last_scan(connection: sqlite3.Connection) -> datetime:
    """The time of an export of this result: equal results have equal exports."""
    row = connection.execute("SELECT coalesce(ended, started) FROM scans ORDER BY id DESC LIMIT 1").fetchone()
    return _moment(row[0] if row else None) or datetime.now(UTC)


def _moment(date: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(date) if date else None
    except ValueError:
        return None


def _indicator(url: DistinctUrl, created: datetime) -> stix2.Indicator:
    """An indicator: that the URL occurs, not that it is malicious, which a result cannot know."""
    value = stix2.EqualityComparisonExpression(stix2.ObjectPath("url", ["value"]), stix2.StringConstant(url.url))
    times = f"{url.times} time{'s' if url.times > 1 else ''}"
    dates = f", from {url.first_date} to {url.last_date}" if url.first_date else ""
    return stix2.Indicator(
        id=f"indicator--{uuid5(_NAMESPACE, url.url)}",
        created=created,
        modified=created,
        name=defanged(url.url),
        description=f"Found {times}{dates}",
        indicator_types=["unknown"],
        pattern=str(stix2.ObservationExpression(value)),
        pattern_type="stix",
        valid_from=_moment(url.first_date) or created,
        labels=url.codes.split() if url.codes else None,
        allow_custom=False,
    )
