"""Render a result as one self-contained HTML page."""

from __future__ import annotations

import base64
import hashlib
import shlex
import sqlite3
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from urlmend._version import __version__
from urlmend.reports.html import tables
from urlmend.reports.html.figures import figures
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import labelled_totals


def page(connection: sqlite3.Connection, name: str, title: str) -> str:
    """The page of a result; `name` is its file name."""
    style, script = _asset("style.css"), _asset("script.js")
    totals = queries.totals(connection)
    hosts = queries.hosts(connection, tables.MAX_HOSTS)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("page.html")).render(
        title=visible(title),
        name=visible(name),
        quoted=visible(shlex.quote(name)),
        version=__version__,
        style=style,
        script=script,
        policy=_content_security_policy(style, script),
        totals=labelled_totals(totals),
        figures=figures(connection, totals, hosts),
        tables=[
            tables.hosts(hosts, totals),
            tables.rules(connection),
            tables.links(connection),
            tables.urls(connection, totals),
            tables.findings(connection, totals),
            tables.problems(connection, totals),
        ],
        settings=tables.settings(connection),
    )


def _asset(name: str) -> str:
    return files("urlmend.reports.html").joinpath("assets", name).read_text("utf-8")


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
