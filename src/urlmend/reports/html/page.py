"""Render a result as one self-contained HTML page."""

from __future__ import annotations

import base64
import hashlib
import shlex
import sqlite3
from collections.abc import Iterable, Mapping
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from urlmend._version import __version__
from urlmend.reports.html.tables import LIMITS, ColumnKind, Table, archive_table, finding_table, table
from urlmend.reports.html.timeline import timeline
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result import overview, queries
from urlmend.reports.scan_result.labels import UNFINISHED, counted, labelled_totals

# The totals that are shown first; the others are in a table.
_FIRST_TOTALS = ("messages", "urls", "distinct", "broken", "findings")
# The sections in their order: single tables, and those that wide screens show next to each other.
_OVERVIEW = (("domains", "people"), ("lists", "threads"), ("gateways", "schemes"), ("archives", "breaks"))
_SECTIONS = ("years", "broken", "misleading", "rules", "findings", "urls", "problems")
_EXAMPLES = ("broken", "misleading")
# The sections that the navigation leaves out: they are next to others.
_UNLINKED = frozenset(("schemes", "archives", "breaks", "gateways", "rules"))
# With fewer rows, these are left out.
_LEAST_ROWS = {**dict.fromkeys(("people", "lists", "threads", "gateways", "breaks", "years"), 1), "archives": 2}


def page(connection: sqlite3.Connection, name: str, title: str) -> str:
    """The page of a result; `name` is its file name."""
    queries.prepare(connection)
    overview.prepare(connection)
    totals = queries.totals(connection)
    years = timeline(connection)
    folder = overview.common_folder(connection)
    tables = {**_tables(connection, totals, folder), "years": years.table}
    shown = {name: each for name, each in tables.items() if len(each.rows) >= _LEAST_ROWS.get(name, 0)}
    pairs = [[shown[each] for each in pair if each in shown] for pair in _OVERVIEW]
    sections = [shown[each] for each in _SECTIONS if each in shown]
    linked = [each for group in (*pairs, sections) for each in group if each.rows and each.name not in _UNLINKED]
    style, script = _asset("style.css") + _percents() + _card_labels(sections), _asset("script.js")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("page.html")).render(
        title=visible(title),
        name=visible(name),
        quoted=visible(shlex.quote(name)),
        folder=visible(folder),
        version=__version__,
        style=style,
        script=script,
        policy=_content_security_policy(style, script),
        unfinished="" if queries.is_finished(connection) else UNFINISHED,
        numbers=_numbers(totals, tables),
        about_the_scan=[
            table("counts", [pair for key, *pair in labelled_totals(totals) if key not in _FIRST_TOTALS]),
            table("settings", queries.settings(connection)),
        ],
        others=counted(totals["others"], "further URL") if totals["others"] else "",
        timeline=years,
        pairs=[pair for pair in pairs if pair],
        sections=sections,
        linked=linked,
    )


def _tables(connection: sqlite3.Connection, totals: Mapping[str, int], folder: str) -> dict[str, Table]:
    """The tables with rows, by name."""
    limited = {name: overview.rows(connection, name, LIMITS[name]) for name in LIMITS if name != "problems"}
    groups = ("domains", "people", "lists", "threads", "gateways")
    return {
        **{name: table(name, limited[name]) for name in groups},
        **{name: finding_table(name, limited[name], folder) for name in _EXAMPLES},
        "findings": finding_table("findings", limited["findings"], folder, totals["findings"]),
        "archives": archive_table(limited["archives"], folder),
        "schemes": table("schemes", queries.pairs(connection, "schemes")[: LIMITS["gateways"]]),
        "breaks": table("breaks", [row for row in queries.breaks(connection) if row.kinds][: LIMITS["gateways"]]),
        "rules": table("rules", queries.rows(connection, "rules")),
        "urls": table("urls", limited["urls"], totals["distinct"]),
        "problems": table("problems", queries.rows(connection, "problems", LIMITS["problems"]), totals["problems"]),
    }


def _numbers(totals: Mapping[str, int], tables: Mapping[str, Table]) -> list[tuple[str, str, str]]:
    """The most interesting numbers: for each a label, and the section that has more."""
    links = {"findings": "findings", "broken": "broken", "urls": "timeline", "distinct": "urls"}
    shown = [
        (label, f"{number:,}", links.get(name, ""))
        for name, label, number in sorted(
            labelled_totals(totals), key=lambda row: (*_FIRST_TOTALS, row[0]).index(row[0])
        )
        if name in _FIRST_TOTALS
    ]
    groups = [
        (each.title.lower() if each.total != 1 else each.title.lower().removesuffix("s"), f"{each.total:,}", each.name)
        for each in map(tables.__getitem__, ("domains", "people", "lists"))
        if each.rows
    ]
    return [*shown[:3], *groups, *shown[3:]]


def _asset(name: str) -> str:
    return files("urlmend.reports.html").joinpath("assets", name).read_text("utf-8")


def _percents() -> str:
    """The style of lengths in percent: the policy of the page allows no style in an element."""
    return "".join(f".p{number} {{ --share: {number}%; }}\n" for number in range(101))


def _card_labels(shown: Iterable[Table]) -> str:
    """The style that gives each cell the title of its column, for phones, where each row is a card."""
    return "".join(
        f'#{each.name}-table td:nth-child({number}) {{ --title: "{column.title}"; }}\n'
        for each in shown
        if each.layout == "cards"
        for number, column in enumerate(each.columns, 1)
        if number > 1 and (column.kind in (ColumnKind.NUMBER, ColumnKind.DATE) or each.name == "years")
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
