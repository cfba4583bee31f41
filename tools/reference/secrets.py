"""The table of secret forms as Markdown."""

from __future__ import annotations

from urlmend import lint
from urlmend.redaction.forms import FORMS, Kind, SecretForm

_RULES = ("URL501", "URL506", "URL507")


def render() -> str:
    """A row for each form, with an example of each spelling; what is a secret is bold."""
    lines = ["| form | reported by | recognised | documented in |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *map(_row, FORMS), ""])


def _row(form: SecretForm) -> str:
    code = _rule(form.examples[0].replace("«", "").replace("»", ""))
    examples = "<br>".join(map(_example, form.examples))
    return f"| {form.name}{_names(form)} | [{code}](rules/{code}.md) | {examples} | {form.source} |"


def _rule(example: str) -> str:
    """The rule that reports an example."""
    return next(finding.code for finding in lint(f"see {example} now", select=_RULES))


def _names(form: SecretForm) -> str:
    if form.kind in (Kind.PATH, Kind.PATH_WORD, Kind.KNOWN_TOKEN) or not form.match:
        return ""
    endings = [f"`…{word}`" for word in form.match if not word.startswith("^")]
    names = [f"`{word[1:]}`" for word in form.match if word.startswith("^")]
    return f": {', '.join([*endings, *names])}"


def _example(example: str) -> str:
    before, secret, after = (f"`{part}`" if part else "" for part in example.replace("»", "«").split("«"))
    return f"{before}**{secret}**{after}"
