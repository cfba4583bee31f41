"""The settings that the options for rules override."""

from __future__ import annotations

from collections.abc import Iterable

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
    select, extend_select = _codes(options.select, "--select"), _codes(options.extend_select, "--extend-select")
    ignored = () if select else [code for code in config.ignore if not code.startswith(extend_select)]
    return config._replace(
        profile=options.profile or config.profile,
        fail_on=fail_on or config.fail_on,
        select=select or config.select,
        extend_select=(*(() if select else config.extend_select), *extend_select),
        ignore=(*ignored, *_codes(options.ignore, "--ignore")),
    )


def _codes(lists: list[str] | None, option: str) -> tuple[str, ...]:
    """Return the codes of an option. Raises ConfigError if it names none, or one that cannot be a code."""
    codes = []
    for item in lists or ():
        found = [code.strip() for code in item.split(",") if code.strip()]
        if not found:
            raise ConfigError(f"{option} is empty: name codes or prefixes, such as URL501,URL6, or ALL")
        codes += found
    return tuple(codes)


def faults(config: Config) -> Iterable[Fault]:
    """Return the faults of settings: codes that match no rule, and plugins that cannot be loaded."""
    codes = (config.select, config.extend_select, config.ignore, config.per_file_ignores, config.allow, config.severity)
    if not config.plugins and not any(codes):
        return ()
    from urlmend.settings.rule_selection import faults_of_codes

    return faults_of_codes(config)
