"""The built-in rules, one module or several for each family; importing this package registers them."""

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
    syntax_classic,
    syntax_mail,
    syntax_news,
    syntax_other,
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
    "syntax_classic",
    "syntax_mail",
    "syntax_news",
    "syntax_other",
    "wrapper",
    "wrapper_context",
]
