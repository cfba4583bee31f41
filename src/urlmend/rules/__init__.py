"""The rules, in families; importing this package declares them all."""

from urlmend.rules import (
    authority,
    characters,
    comments,
    context,
    credentials,
    encoding,
    lookalikes,
    reserved,
    scheme_names,
    security,
    syntax,
    wrapper,
)
from urlmend.rules.registry import RULES, Rule

__all__ = [
    "RULES",
    "Rule",
    "authority",
    "characters",
    "comments",
    "context",
    "credentials",
    "encoding",
    "lookalikes",
    "reserved",
    "scheme_names",
    "security",
    "syntax",
    "wrapper",
]
