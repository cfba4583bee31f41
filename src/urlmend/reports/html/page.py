"""Render a result as one self-contained HTML page."""

from __future__ import annotations

import base64
import hashlib
import shlex
import sqlite3
from collections.abc import Iterable
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from urlmend._version import __version__
from urlmend.reports.html import tables
from urlmend.reports.html.figures import figure_groups
from urlmend.reports.html.tables import ColumnKind, Table, table
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import UNFINISHED, labelled_totals

# The number of totals that are shown first; the others are in a table.
_FIRST_TOTALS = 6


def page(connection: sqlite3.Connection, name: str, title: str) -> str:
    """The page of a result; `name` is its file name."""
    totals = queries.totals(connection)
    labelled = labelled_totals(totals)
    hosts = list(queries.rows(connection, "hosts", tables.MAX_HOSTS))
    shown = [
        tables.findings(queries.rows(connection, "findings", tables.MAX_FINDINGS), totals["findings"]),
        table("rules", queries.rows(connection, "rules")),
        tables.hosts(hosts, totals["hosts"]),
        table("urls", queries.rows(connection, "urls", tables.MAX_URLS), totals["distinct"]),
        table("links", queries.rows(connection, "links")),
        table("problems", queries.rows(connection, "problems", tables.MAX_PROBLEMS), totals["problems"]),
    ]
    style, script = _asset("style.css") + _card_labels(shown), _asset("script.js")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("page.html")).render(
        title=visible(title),
        name=visible(name),
        quoted=visible(shlex.quote(name)),
        version=__version__,
        style=style,
        script=script,
        policy=_content_security_policy(style, script),
        unfinished="" if queries.is_finished(connection) else UNFINISHED,
        totals=labelled[:_FIRST_TOTALS],
        about_the_scan=[table("counts", labelled[_FIRST_TOTALS:]), table("settings", queries.settings(connection))],
        tables={each.name: each for each in shown},
        groups=figure_groups(connection, totals, hosts),
    )


def _asset(name: str) -> str:
    return files("urlmend.reports.html").joinpath("assets", name).read_text("utf-8")


def _card_labels(shown: Iterable[Table]) -> str:
    """The style that gives each cell the title of its column, for phones, where each row is a card."""
    return "".join(
        f'#{each.name}-table td:nth-child({number}) {{ --title: "{column.title}"; }}\n'
        for each in shown
        for number, column in enumerate(each.columns, 1)
        if number > 1 and column.kind != ColumnKind.HTML
    )


def _content_security_policy(style: str, script: str) -> str:
    """The policy of the page: it may use nothing but its own style and script."""
    directives = {
        "default-src": "'none'",
        "style-src": _hash(style),
        "script-src": _hash(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {source}" for name, source in directives.items())


def _hash(text: str) -> str:
    """The source expression that allows an inline style or script (CSP 3 section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
