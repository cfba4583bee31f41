"""Which rules run: codes and prefixes of codes to rules."""

from __future__ import annotations

import os
from collections.abc import Iterable

from urlmend.rules import RULES, Rule
from urlmend.settings.config import Config, ConfigError, did_you_mean


def select_rules(
    select: Iterable[str] = (),
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    *,
    plugins: Iterable[str] = (),
    own: Iterable[Rule] = (),
) -> list[Rule]:
    """The rules chosen by codes or prefixes (`URL5` is the whole family), in the order of codes.

    Without `select`, those that are on by default. There are those of urlmend, those of `plugins`,
    and `own` ones. Raises ConfigError for a code that fits no rule, and for a plugin that cannot be used.
    """
    known = known_rules(plugins) | {rule.code: rule for rule in own}
    chosen = {code for code, rule in known.items() if rule.default}
    wanted = _codes(select, known)
    if wanted:
        chosen = wanted
    chosen = (chosen | _codes(extend_select, known)) - _codes(ignore, known)
    return [known[code] for code in sorted(chosen)]


def known_rules(plugins: Iterable[str], path: str = "") -> dict[str, Rule]:
    """The rules of urlmend and of plugins, by their codes.

    Raises ConfigError for a plugin that cannot be used, which names the settings file `path`.
    """
    names = tuple(plugins)
    for name in names:
        from urlmend.settings.plugins import load  # only projects with plugins need it

        try:
            load(name)
        except ConfigError as error:
            raise ConfigError(f"{path}: plugins: {error}" if path else str(error)) from None
    return {code: rule for code, rule in RULES.items() if not rule.plugin or rule.plugin in names}


def check_codes(config: Config, path: str) -> None:
    """Raises ConfigError, with the file and the key, for a code in a settings file that fits no rule, or a plugin."""
    known = known_rules(config.plugins, path)
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
            _codes(codes, known)
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


def _codes(patterns: Iterable[str], known: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        codes = {code for code in known if code.startswith(pattern.upper())} if pattern else set()
        if pattern.upper() == "ALL":
            codes = set(known)
        if not codes:
            raise ConfigError(f"unknown rule {pattern!r}{did_you_mean(pattern.upper(), known)}")
        found |= codes
    return found
