"""Settings from `pyproject.toml` or `urlmend.toml`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import DEFAULT_PROFILE, PROFILES, SEVERITIES
from urlmend.sources.walk import is_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ConfigError(ValueError):
    """A settings file that cannot be used; the message names the file and the place."""


class Config(NamedTuple):
    """The settings of a project; each key of a settings file is a field, with `-` for `_`."""

    profile: str = DEFAULT_PROFILE
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Patterns of paths, as in `.gitignore`, from the settings file's folder -> codes."""
    exclude: tuple[str, ...] = ()
    """Patterns of paths that a walk leaves out."""
    extend_schemes: tuple[str, ...] = ()
    schemeless: bool = False
    allow: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Codes -> patterns of hosts, or of URLs if they hold `://`, that the rule does not speak of."""
    severity: Mapping[str, str] = MappingProxyType({})
    baseline: str = ""
    plugins: tuple[str, ...] = ()
    """Names of entry points of the group `urlmend.rules`, which bring rules of their own."""


_NEAR = 0.5
_SCHEME = lazy(r"[a-z][a-z0-9+.-]*")


def find_config(folder: str) -> str | None:
    """The nearest settings file, from a folder upwards: `urlmend.toml`, or a `pyproject.toml` with a urlmend table."""
    folder = os.path.abspath(folder)
    while True:
        own = os.path.join(folder, "urlmend.toml")
        if os.path.isfile(own):
            return own
        shared = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(shared) and _mentions_us(shared):
            return shared
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _mentions_us(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return b"tool.urlmend" in file.read()
    except OSError:
        return False


def load(path: str) -> Config:
    """The settings of a file. Raises ConfigError for a file, key or value that cannot be used."""
    import tomllib  # not needed where there is no settings file

    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    except RecursionError:
        raise ConfigError(f"{path}: too many tables or lists inside each other") from None
    for key in ("tool", "urlmend") if os.path.basename(path) == "pyproject.toml" else ():
        table = table.get(key, {})
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: {key} must be a table")
    return from_table(table, path)


def from_table(table: dict[str, Any], path: str) -> Config:
    """The settings of a parsed table. Raises ConfigError that names the file, the key and the nearest known one."""
    known = {field.replace("_", "-"): field for field in Config._fields}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise ConfigError(f"{path}: unknown key {key!r}{did_you_mean(key, known)}")
        values[known[key]] = _checked(key, value, Config._field_defaults[known[key]], path)
    return Config(**values)


def _checked(key: str, value: object, default: object, path: str) -> object:
    if isinstance(default, Mapping):
        return _checked_table(key, value, path)
    if isinstance(default, tuple):
        value = _checked_list(key, value, path)
    elif type(value) is not type(default):
        kind = "true or false" if isinstance(default, bool) else "a string"
        raise ConfigError(f"{path}: {key} must be {kind}")
    if key == "profile" and value not in PROFILES:
        raise ConfigError(f"{path}: unknown profile {value!r}{did_you_mean(str(value), PROFILES)}")
    if key == "extend-schemes":
        checked_schemes(value if isinstance(value, tuple) else (), path)
    if key == "baseline" and "\0" in str(value):
        raise ConfigError(f"{path}: {key}: no path has a NUL in it")
    if key == "exclude":
        _check_patterns(key, value if isinstance(value, tuple) else (), path)
    return value


def checked_schemes(schemes: Iterable[str], where: str) -> tuple[str, ...]:
    """The schemes. Raises ConfigError, which says where, for one that is none."""
    for scheme in schemes:
        if not _SCHEME.fullmatch(scheme):
            raise ConfigError(f"{where}: {scheme!r} is no scheme: lower-case letters, digits, '+', '-' and '.'")
    return tuple(schemes)


def _check_patterns(key: str, patterns: Iterable[str], path: str) -> None:
    for pattern in patterns:
        if not is_pattern(pattern):
            raise ConfigError(f"{path}: {key}: {pattern!r} is no pattern as .gitignore has them")


def _checked_list(key: str, value: object, path: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"{path}: {key} must be a list of strings")
    return tuple(value)


def _checked_table(key: str, value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ConfigError(f"{path}: {key} must be a table")
    if key == "per-file-ignores":
        _check_patterns(key, value, path)
    if key != "severity":
        return {name: _checked_list(f"{key}.{name}", item, path) for name, item in value.items()}
    for code, severity in value.items():
        if severity not in SEVERITIES:
            hint = did_you_mean(str(severity), SEVERITIES)
            raise ConfigError(f"{path}: severity.{code} must be one of {', '.join(SEVERITIES)}{hint}")
    return value


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, or nothing."""
    from difflib import SequenceMatcher  # only needed when something is wrong

    def likeness(other: str) -> tuple[float, int]:
        # Codes differ in few characters: of equally near ones, that with the most in their places.
        return SequenceMatcher(None, other, word).ratio(), sum(map(str.__eq__, other, word))

    nearest = max(sorted(known), key=likeness, default="")
    return f"; did you mean {nearest!r}?" if nearest and likeness(nearest)[0] >= _NEAR else ""
