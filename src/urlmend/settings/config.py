"""Settings from `pyproject.toml` or `urlmend.toml`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import open_regular_file, read_regular_file
from urlmend.model.finding import DEFAULT_FAIL_ON, DEFAULT_PROFILE, PROFILES, SEVERITIES
from urlmend.sources.walk import repository_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ConfigError(ValueError):
    """An invalid settings file; the message names the file and the key."""


class Config(NamedTuple):
    """The settings of a project; each key of a settings file is a field, with `-` for `_`."""

    profile: str = DEFAULT_PROFILE
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
    severity: Mapping[str, str] = MappingProxyType({})
    fail_on: str = DEFAULT_FAIL_ON
    """The lowest severity of findings with which `lint` exits with 1."""
    baseline: str = ""
    unattended: bool = False
    """Whether vendored, generated, minified and lock files, reports, and inputs of tests, are linted like others."""
    plugins: tuple[str, ...] = ()
    """Names of entry points of the group `urlmend.rules`, which provide additional rules."""


# Words less similar than this are not suggested.
_MIN_SIMILARITY = 0.5
# The number of characters of the longest word for which one is suggested, as time is quadratic.
_MAX_WORD = 100
# The number of folders whose settings file is remembered.
_MAX_FOLDERS = 10_000
# The size in bytes of the largest settings file.
_MAX_SIZE = 1 << 20
# Time of `tomllib` is quadratic in the number of parts of a key.
_MAX_KEY_PARTS = 50
_LONG_KEY = lazy(
    rb"""(?<![\w-])(?:(?:[\w-]++|"(?>(?:[^"\\\n]|\\.)*)"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % _MAX_KEY_PARTS
)
_SCHEME = lazy(r"[a-z][a-z0-9+.-]*")


def find_config(folder: str) -> str | None:
    """Return the nearest `urlmend.toml`, or `pyproject.toml` with a urlmend table, of a folder and its parents."""
    return NearestConfig().of_folder(folder) or None


class NearestConfig:
    """Finds the nearest settings file of folders; remembers the folders that it has seen."""

    def __init__(self) -> None:
        """Start with no folder."""
        self._paths: dict[str, str] = {}

    def of_folder(self, folder: str) -> str:
        """Return the path of the settings file of a folder or of the nearest one above it, or an empty string."""
        folder = os.path.abspath(folder)
        if len(self._paths) > _MAX_FOLDERS:
            self._paths.clear()
        seen: list[str] = []
        found = self._paths.get(folder)
        while found is None:
            seen.append(folder)
            parent = os.path.dirname(folder)
            found = _config_in(folder) or ("" if parent == folder else self._paths.get(parent))
            folder = parent
        self._paths.update(dict.fromkeys(seen, found))
        return found


def _config_in(folder: str) -> str:
    """Return the path of the settings file in a folder; empty if it has none."""
    own = os.path.join(folder, "urlmend.toml")
    if os.path.isfile(own):
        return own
    shared = os.path.join(folder, "pyproject.toml")
    return shared if os.path.isfile(shared) and _mentions_urlmend(shared) else ""


def shadowed(path: str) -> str:
    """Return the `pyproject.toml` next to a `urlmend.toml` that has a urlmend table, too, or an empty string."""
    shared = os.path.join(os.path.dirname(path), "pyproject.toml")
    is_own = os.path.basename(path) == "urlmend.toml"
    return shared if is_own and os.path.isfile(shared) and _mentions_urlmend(shared) else ""


def _mentions_urlmend(path: str) -> bool:
    try:
        with open_regular_file(path) as file:
            return b"tool.urlmend" in file.read(_MAX_SIZE)
    except OSError:
        return False


def load(path: str, *, is_named: bool = False) -> Config:
    """Read a settings file. Raises ConfigError for an unreadable file and an invalid key or value.

    A file that is not named by the command line must be inside the repository.
    """
    if not is_named:
        check_inside_repository(path, os.path.dirname(path), path)
    try:
        table = parsed(read_regular_file(path, _MAX_SIZE))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    except RecursionError:
        raise ConfigError(f"{path}: tables or lists are nested too deeply") from None
    return from_table(_table_of_urlmend(table, path), path)


def _table_of_urlmend(table: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the table with the keys of urlmend: in `pyproject.toml`, `tool.urlmend`. Raises ConfigError."""
    if os.path.basename(path) != "pyproject.toml":
        if "tool" in table:
            raise ConfigError(f"{path}: [tool.urlmend] is for pyproject.toml: write the keys without a table")
        return table
    for key in ("tool", "tool.urlmend"):
        table = table.get(key.rpartition(".")[2], {})
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: {key} must be a table: write [tool.urlmend], then one key per line")
    return table


def parsed(data: bytes) -> dict[str, Any]:
    """Parse TOML in linear time. Raises ValueError for invalid TOML, RecursionError for values nested too deeply."""
    import tomllib  # only projects with a settings file need it

    _check_keys(data)
    return tomllib.loads(data.decode())


def _check_keys(data: bytes) -> None:
    """Raise ValueError for a key with many parts, for which `tomllib` takes quadratic time."""
    has_many_dots = any(line.count(b".") >= _MAX_KEY_PARTS for line in data.splitlines())
    if has_many_dots and _LONG_KEY.search(data):
        raise ValueError(f"a key has more than {_MAX_KEY_PARTS} parts")


def check_inside_repository(file: str, folder: str, source: str) -> None:
    """Raise ConfigError that names the source if a file is outside the repository of a folder, also through a link.

    Without a repository, it must be inside the folder.
    """
    root = os.path.realpath(repository_root(folder) or folder)
    if not os.path.realpath(file).startswith(os.path.join(root, "")):
        raise ConfigError(f"{source}: outside the repository")


def baseline_path(config: Config, path: str) -> str:
    """Return the path of the baseline that a settings file names, or an empty string.

    Raises ConfigError for one outside the repository.
    """
    if not config.baseline:
        return ""
    folder = os.path.dirname(path)
    baseline = os.path.join(folder, config.baseline)
    check_inside_repository(baseline, folder, f"{path}: baseline: {config.baseline}")
    return baseline


def from_table(table: dict[str, Any], path: str) -> Config:
    """Validate a parsed table. Raises ConfigError that names the file, the key and the nearest known key."""
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
    if key == "fail-on" and value not in SEVERITIES:
        hint = did_you_mean(str(value), SEVERITIES)
        raise ConfigError(f"{path}: fail-on must be one of {', '.join(SEVERITIES)}{hint}")
    if key == "extend-schemes":
        checked_schemes(value if isinstance(value, tuple) else (), path)
    if key == "baseline" and "\0" in str(value):
        raise ConfigError(f"{path}: {key}: a path cannot contain NUL")
    if key == "exclude":
        checked_patterns(value if isinstance(value, tuple) else (), f"{path}: {key}")
    return value


def checked_schemes(schemes: Iterable[str], source: str) -> tuple[str, ...]:
    """Return the schemes. Raises ConfigError that names the source for an invalid one."""
    for scheme in schemes:
        if not _SCHEME.fullmatch(scheme):
            allowed = "a lower-case letter, then lower-case letters, digits, '+', '-' and '.'"
            raise ConfigError(f"{source}: invalid scheme {scheme!r}; must be {allowed}")
    return tuple(schemes)


def checked_format(name: str, source: str) -> str:
    """Return the name of a format. Raises ConfigError that names the source for an unknown one."""
    from urlmend.formats.recognition import NAMES

    if name not in NAMES:
        raise ConfigError(f"{source}: unknown format {name!r}{did_you_mean(name, NAMES)}")
    return name


def checked_formats(options: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the formats and patterns of the options `--format-of`. Raises ConfigError for an invalid one."""
    pairs = []
    for option in options:
        name, equals, pattern = option.partition("=")
        if not equals:
            raise ConfigError(f"--format-of: {option!r} is not NAME=PATTERN")
        checked_patterns((pattern,), f"--format-of: {option}")
        pairs.append((checked_format(name, "--format-of"), (pattern,)))
    return tuple(pairs)


def checked_patterns(patterns: Iterable[str], source: str) -> tuple[str, ...]:
    """Return `.gitignore` patterns. Raises ConfigError that names the source for an invalid one."""
    from urlmend._lib.gitignore import is_valid  # only needed if there are patterns

    for pattern in patterns:
        if not is_valid(pattern):
            raise ConfigError(f"{source}: invalid .gitignore pattern {pattern!r}")
    return tuple(patterns)


def _checked_list(key: str, value: object, path: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"{path}: {key} must be a list of strings")
    return tuple(value)


def _checked_table(key: str, value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ConfigError(f"{path}: {key} must be a table")
    if key == "per-file-ignores":
        checked_patterns(value, f"{path}: {key}")
    if key != "severity":
        lists = {name: _checked_list(f"{key}.{name}", item, path) for name, item in value.items()}
        if key == "format-of":
            for name, patterns in lists.items():
                checked_patterns(patterns, f"{path}: {key}.{checked_format(name, f'{path}: {key}')}")
        return lists
    for code, severity in value.items():
        if severity not in SEVERITIES:
            hint = did_you_mean(str(severity), SEVERITIES)
            raise ConfigError(f"{path}: severity.{code} must be one of {', '.join(SEVERITIES)}{hint}")
    return value


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the nearest known word; an empty string if none is similar."""
    if len(word) > _MAX_WORD:
        return ""
    from difflib import SequenceMatcher  # only error messages need it

    def similarity(other: str) -> tuple[float, int]:
        # Codes differ in few characters: of equally similar ones, prefer the one with most characters in their place.
        return SequenceMatcher(None, other, word).ratio(), sum(map(str.__eq__, other, word))

    nearest = max(sorted(known), key=similarity, default="")
    return f"; did you mean {nearest!r}?" if nearest and similarity(nearest)[0] >= _MIN_SIMILARITY else ""
