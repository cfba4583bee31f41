"""The table of export formats."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from urlmend.scan.progress import Track
from urlmend.scan.results.exports import Exported, Row, untracked
from urlmend.scan.results.link_exports import places_beside
from urlmend.scan.results.output_files import findings_beside

_MODULES = "urlmend.scan.results"


class Format(NamedTuple):
    """An export format; its function is imported when it is needed, since some need large libraries."""

    suffix: str
    """The end of the names of its files, if no other format has a longer one."""
    function: str
    """The module and the name of the function that writes it."""
    beside: Callable[[str], str] | None = None
    """The path of a second file."""
    extra: str = ""
    """The extra with the packages that it needs."""
    omits: str = ""
    """Which URLs it leaves out."""
    selects: bool = False
    """Whether its URLs have to be selected: those of all URLs would mean nothing."""

    def files(self, path: str) -> list[str]:
        """The paths of its files."""
        return [path, self.beside(path)] if self.beside else [path]


FORMATS: Mapping[str, Format] = {
    "jsonl": Format(".jsonl", "exports.export_jsonl"),
    "csv": Format(".csv", "exports.export_csv", findings_beside),
    "parquet": Format(".parquet", "exports.export_parquet", findings_beside, extra="parquet"),
    "links": Format(".txt", "link_exports.export_links", places_beside, omits="that a link checker cannot follow"),
    "cdxj": Format(".cdxj", "link_exports.export_cdxj", omits="that no web archive has"),
    "defanged": Format(".defanged.csv", "link_exports.export_defanged"),
    "stix": Format(".stix.json", "stix_export.export_stix", extra="stix", omits="with hidden secrets", selects=True),
}


def format_of(path: str) -> str:
    """The format of a file by the end of its name; empty if there is none."""
    fitting = [name for name, found in FORMATS.items() if path.lower().endswith(found.suffix)]
    return max(fitting, key=lambda name: len(FORMATS[name].suffix), default="")


def export(connection: sqlite3.Connection, path: str, name: str, track: Track[Row] = untracked) -> Exported:
    """Write a result in a format, each file atomically.

    Raises OSError; ImportError if a package is missing.
    """
    module, _, function = FORMATS[name].function.partition(".")
    write: Callable[..., Exported] = getattr(import_module(f"{_MODULES}.{module}"), function)
    return write(connection, path, track)
