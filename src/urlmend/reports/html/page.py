"""A result as one page of HTML that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import shlex
import sqlite3
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from urlmend._version import __version__
from urlmend.reports.html import queries, tables
from urlmend.reports.html.figures import figures
from urlmend.reports.html.visible import visible
from urlmend.reports.html.words import told


def page(connection: sqlite3.Connection, name: str, title: str) -> str:
    """The page of a result; `name` is the file's."""
    style, script = _asset("style.css"), _asset("script.js")
    totals = queries.totals(connection)
    hosts = queries.hosts(connection, tables.MOST_HOSTS)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("page.html")).render(
        title=visible(title),
        name=visible(name),
        quoted=visible(shlex.quote(name)),
        version=__version__,
        style=style,
        script=script,
        policy=_policy(style, script),
        totals=told(totals),
        figures=figures(connection, totals, hosts),
        tables=[
            tables.hosts(hosts, totals),
            tables.rules(connection),
            tables.urls(connection, totals),
            tables.findings(connection, totals),
            tables.problems(connection, totals),
        ],
        settings=tables.settings(connection),
    )


def _asset(name: str) -> str:
    return files("urlmend.reports.html").joinpath("assets", name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """What the page may do: nothing but to use its own style and its own script."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
