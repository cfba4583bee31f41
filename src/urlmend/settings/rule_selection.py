"""Rule selection: codes and prefixes of codes to rules."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend.model.finding import DEFAULT_PROFILE
from urlmend.rules import RULES, Rule
from urlmend.settings.config import Config, ConfigError, did_you_mean
from urlmend.sources.walk import excluder, relative


def select_rules(
    select: Iterable[str] = (),
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    *,
    profile: str = DEFAULT_PROFILE,
    plugins: Iterable[str] = (),
    own: Iterable[Rule] = (),
) -> list[Rule]:
    """Return the rules selected by codes or prefixes (`URL5` is the whole family), sorted by code.

    Selects among the rules of urlmend, of `plugins`, and `own` ones; without `select`, those on by default under the
    profile. Raises
    ConfigError for a code that matches no rule, and for an unusable plugin.
    """
    known = known_rules(plugins) | {rule.code: rule for rule in own}
    selected = _codes(select, known) or {code for code, rule in known.items() if profile in rule.default_profiles}
    selected = (selected | _codes(extend_select, known)) - _codes(ignore, known)
    return [known[code] for code in sorted(selected)]


def known_rules(plugins: Iterable[str], path: str = "") -> dict[str, Rule]:
    """Return the rules of urlmend and of plugins by code.

    Raises ConfigError that names the settings file `path` for an unusable plugin.
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
    """Raise ConfigError, with file and key, for an unusable plugin or a code that matches no rule."""
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


class FileIgnores:
    """The codes that `per-file-ignores` has for files; patterns are relative to the settings file's folder."""

    def __init__(self, config: Config, folder: str) -> None:
        """Take the settings, and the folder of their file."""
        self._folder = folder
        self._table = [(excluder((pattern,)), codes) for pattern, codes in config.per_file_ignores.items()]

    def codes(self, name: str) -> tuple[str, ...]:
        """Return the codes for a file, each once."""
        path = relative(name, self._folder)
        return tuple(dict.fromkeys(code for matches, codes in self._table if matches(path) for code in codes))


def _codes(prefixes: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the known codes that begin with one of the prefixes; all for `ALL`. Raises ConfigError if one has none."""
    found: set[str] = set()
    for prefix in dict.fromkeys(prefixes):
        if not prefix:
            raise ConfigError("unknown rule '': write a code such as URL501, a prefix such as URL5, or ALL")
        codes = {code for code in known if code.startswith(prefix.upper())}
        if prefix.upper() == "ALL":
            codes = set(known)
        if not codes:
            raise ConfigError(f"unknown rule {prefix!r}{did_you_mean(prefix.upper(), known)}")
        found |= codes
    return found
