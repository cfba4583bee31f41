"""The rules, in families; importing this package declares them all."""

from urlmend.rules import (
    authority,
    characters,
    comments,
    confusable_hosts,
    credentials,
    percent_encoding,
    reserved,
    scheme_names,
    security,
    syntax,
    wrapper,
    wrapper_context,
)
from urlmend.rules.registry import RULES, Rule

__all__ = [
    "RULES",
    "Rule",
    "authority",
    "characters",
    "comments",
    "confusable_hosts",
    "credentials",
    "percent_encoding",
    "reserved",
    "scheme_names",
    "security",
    "syntax",
    "wrapper",
    "wrapper_context",
]
