"""Settings, and the error that invalid ones raise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend.model.finding import DEFAULT_FAIL_ON, DEFAULT_PROFILE

if TYPE_CHECKING:
    from urlmend.model.aliases import Profile, Severity
    from urlmend.settings.positions import Key, Message

    Fault = tuple[Key, str]
    Check = Callable[["Config"], Iterable[Fault]]


class ConfigError(ValueError):
    """Invalid settings or options, with a message for each error, which names the option, or the place in the file."""

    def __init__(self, *errors: str | Message) -> None:
        """Take a message for each error; those of settings files may have the line."""
        super().__init__(*errors)

    @property
    def messages(self) -> tuple[str, ...]:
        """The message of each error."""
        return tuple(map(str, self.args))

    def __str__(self) -> str:
        """Return the messages, one on each line."""
        return "\n".join(self.messages)


class Config(NamedTuple):
    """The settings of a project; each key of a settings file is a field, with `-` for `_`."""

    profile: Profile = DEFAULT_PROFILE
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """`.gitignore` patterns, relative to the folder of the settings file -> codes."""
    exclude: tuple[str, ...] = ()
    """`.gitignore` patterns of paths that a directory walk skips."""
    format_of: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Names of formats -> `.gitignore` patterns of files that are read by them."""
    extend_schemes: tuple[str, ...] = ()
    schemeless: bool = False
    allow: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Codes -> patterns of hosts, or of URLs if they contain `://`, that the rule does not report."""
    severity: Mapping[str, Severity] = MappingProxyType({})
    fail_on: str = DEFAULT_FAIL_ON
    """The lowest severity of findings with which `lint` exits with 1."""
    baseline: str = ""
    unattended: bool = False
    """Whether vendored, generated, minified and lock files, reports, and inputs of tests, are linted like others."""
    plugins: tuple[str, ...] = ()
    """Names of entry points of the group `urlmend.rules`, which provide additional rules."""


FIELDS: Mapping[str, str] = {field.replace("_", "-"): field for field in Config._fields}
"""The field of each key."""
