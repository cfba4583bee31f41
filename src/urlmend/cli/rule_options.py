"""The settings that the options for rules override."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.settings.config import Config, ConfigError

if TYPE_CHECKING:
    import argparse

    from urlmend.settings.config import Fault


def overridden(config: Config, options: argparse.Namespace) -> Config:
    """Return the settings, with the options of the command line applied.

    What the options select, no setting ignores; and with `--select`, no setting selects more.
    """
    fail_on = getattr(options, "fail_on", None)
    if not (options.select or options.extend_select or options.ignore or options.profile or fail_on):
        return config
    select, extend_select, ignore = [
        codes_of(lists, option, config)
        for option, lists in (
            ("--select", options.select),
            ("--extend-select", options.extend_select),
            ("--ignore", options.ignore),
        )
    ]
    ignored = () if select else [code for code in _coded(config.ignore, config) if not code.startswith(extend_select)]
    return config._replace(
        profile=options.profile or config.profile,
        fail_on=fail_on or config.fail_on,
        select=select or config.select,
        extend_select=(*(() if select else config.extend_select), *extend_select),
        ignore=(*ignored, *ignore),
    )


def codes_of(lists: list[str] | None, option: str, config: Config) -> tuple[str, ...]:
    """Return the codes of an option. Raises ConfigError if it names none."""
    words: list[str] = []
    for item in lists or ():
        found = [code.strip() for code in item.split(",") if code.strip()]
        if not found:
            raise ConfigError(f"{option} is empty: name rules, such as URL501,URL6, or ALL")
        words += found
    return _coded(words, config)


def _coded(words: Sequence[str], config: Config) -> tuple[str, ...]:
    """Return codes and prefixes as they are, with the codes of rules in the place of their names."""
    if all(word.isupper() for word in words):  # no name is
        return tuple(words)
    from urlmend.settings.rule_selection import known_rules

    names = {rule.name.lower(): code for code, rule in known_rules(config.plugins).items()}
    return tuple(names.get(word.lower().replace("_", "-"), word) for word in words)


def faults(config: Config) -> Iterable[Fault]:
    """Return the faults of settings: codes that match no rule, and plugins that cannot be loaded."""
    codes = (config.select, config.extend_select, config.ignore, config.per_file_ignores, config.allow, config.severity)
    if not config.plugins and not any(codes):
        return ()
    from urlmend.settings.rule_selection import faults_of_codes

    return faults_of_codes(config)
