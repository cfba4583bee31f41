"""Which rules run: codes and prefixes of codes to rules."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend.config import ConfigError, did_you_mean
from urlmend.rules import RULES, Rule


def select_rules(
    select: Iterable[str] = (), extend_select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> list[Rule]:
    """The rules chosen by codes or prefixes (`URL5` is the whole family), in the order of codes.

    Without `select`, those that are on by default. Raises ConfigError for a code that fits no rule.
    """
    chosen = {code for code, rule in RULES.items() if rule.default}
    wanted = _codes(select)
    if wanted:
        chosen = wanted
    chosen = (chosen | _codes(extend_select)) - _codes(ignore)
    return [RULES[code] for code in sorted(chosen)]


def _codes(patterns: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        codes = {code for code in RULES if code.startswith(pattern.upper())} if pattern else set()
        if pattern.upper() == "ALL":
            codes = set(RULES)
        if not codes:
            raise ConfigError(f"unknown rule {pattern!r}{did_you_mean(pattern.upper(), RULES)}")
        found |= codes
    return found
