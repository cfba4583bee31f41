"""Which rules run: codes and prefixes of codes to rules."""

from __future__ import annotations

import os
from collections.abc import Iterable

from urlmend.config import Config, ConfigError, did_you_mean
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


def check_codes(config: Config, path: str) -> None:
    """Raises ConfigError, with the file and the key, for a code in a settings file that fits no rule."""
    keys: dict[str, Iterable[str]] = {
        "select": config.select,
        "extend-select": config.extend_select,
        "ignore": config.ignore,
        "allow": config.allow,
        "severity": config.severity,
        **{f"per-file-ignores.{pattern}": codes for pattern, codes in config.per_file_ignores.items()},
    }
    for key, codes in keys.items():
        try:
            _codes(codes)
        except ConfigError as error:
            raise ConfigError(f"{path}: {key}: {error}") from None


def ignored_for(name: str, config: Config, folder: str) -> tuple[str, ...]:
    """The codes that `per-file-ignores` names for a file; its patterns count from the settings file's folder."""
    from pathspec import GitIgnoreSpec  # only projects with such a table need it

    path = os.path.relpath(name, folder).replace(os.sep, "/")
    return tuple(
        code
        for pattern, codes in config.per_file_ignores.items()
        if GitIgnoreSpec.from_lines([pattern]).match_file(path)
        for code in codes
    )


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
