"""Find and read settings files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import islice

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.parent_folders import with_parents
from urlmend._lib.regular_file import open_regular_file, read_regular_file
from urlmend.settings.config import FIELDS, Config, ConfigError
from urlmend.settings.faults import WITHOUT_TABLE, faults_of
from urlmend.sources.walk import repository_root

if TYPE_CHECKING:
    from typing import Any

    from urlmend.settings.config import Check, Fault

_OWN, _SHARED = SETTINGS_FILES = "urlmend.toml", "pyproject.toml"
"""The names of settings files: one for urlmend, and one for many programs; in a folder with both, the first counts."""
MAX_ERRORS = 20
"""The number of errors of a settings file that are reported."""
# The number of folders whose settings file is remembered.
_MAX_FOLDERS = 10_000
MAX_SIZE = 1 << 20
"""The size in bytes of the largest settings file."""
# Time of `tomllib` is quadratic in the number of parts of a key.
_MAX_KEY_PARTS = 50
_LONG_KEY = lazy(
    rb"""(?<![\w-])(?:(?:[\w-]++|"(?>(?:[^"\\\n]++|\\.)*)"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % _MAX_KEY_PARTS
)
# A number that Python does not convert.
_LONG_NUMBER = lazy(rb"(?<![0-9_])[0-9_]{4301,}")


def nearest_config(folder: str, known: dict[str, str]) -> str:
    """Return the path of the settings file of a folder or of the nearest one above it, or an empty string.

    That is a `urlmend.toml`, or a `pyproject.toml` with a urlmend table. `known` remembers the paths by folder.
    """
    if len(known) > _MAX_FOLDERS:
        known.clear()
    seen: list[str] = []
    found = ""
    for above in with_parents(os.path.abspath(folder)):
        if above in known:
            found = known[above]
            break
        seen.append(above)
        if found := _config_in(above):
            break
    known.update(dict.fromkeys(seen, found))
    return found


def _config_in(folder: str) -> str:
    """Return the path of the settings file in a folder; empty if it has none."""
    own = os.path.join(folder, _OWN)
    if _is_there(own):
        return own
    shared = os.path.join(folder, _SHARED)
    return shared if _is_there(shared) and _has_settings(shared, if_unreadable=True) else ""


def _is_there(path: str) -> bool:
    """Return whether a path is that of a file, readable or not; `load` reports one that cannot be read."""
    return os.path.lexists(path) and not os.path.isdir(path)


def shadowed(path: str) -> str:
    """Return the `pyproject.toml` next to a `urlmend.toml` that has a urlmend table, too, or an empty string."""
    shared = os.path.join(os.path.dirname(path), _SHARED)
    is_own = os.path.basename(path) == _OWN
    return shared if is_own and _is_there(shared) and _has_settings(shared, if_unreadable=False) else ""


def _has_settings(path: str, *, if_unreadable: bool) -> bool:
    try:
        with open_regular_file(path) as file:
            return mentions_urlmend(file.read(MAX_SIZE))
    except OSError:
        return if_unreadable


def mentions_urlmend(data: bytes) -> bool:
    """Whether the content of a `pyproject.toml` seems to have a urlmend table."""
    return b"tool.urlmend" in data


def no_faults(_: Config) -> Iterable[Fault]:
    """Return no faults: for commands that can use all valid settings."""
    return ()


def load(path: str, *, is_named: bool = False, check: Check = no_faults) -> Config:
    """Read a settings file. Raises ConfigError for an unreadable file, invalid keys and values, and faults by `check`.

    A file that is not named by the command line must be inside the repository.
    """
    if not is_named:
        check_inside_repository(path, os.path.dirname(path), path)
    try:
        data = read_regular_file(path, MAX_SIZE)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    return config_of(data, path, check)


def config_of(data: bytes, path: str, check: Check = no_faults) -> Config:
    """Return the settings in the content of a settings file. Raises ConfigError as `load`."""
    try:
        table = parsed(data)
    except ValueError as error:
        from urlmend.settings.positions import located_syntax_error  # only errors need it

        message = located_syntax_error(data, error)
        raise ConfigError(message._replace(text=f"{path}:{message.text}")) from error
    except RecursionError:
        raise ConfigError(f"{path}: tables or lists are nested too deeply") from None
    return from_table(_table_of_urlmend(table, path, data), path, check, data)


def is_shared(path: str) -> bool:
    """Whether a settings file has the keys of urlmend in a table, among those of other programs."""
    return os.path.basename(path) == _SHARED


def _table_of_urlmend(table: dict[str, Any], path: str, data: bytes) -> dict[str, Any]:
    """Return the table with the keys of urlmend: in `pyproject.toml`, `tool.urlmend`. Raises ConfigError."""
    if not is_shared(path):
        if "tool" in table:
            fault = f"[tool.urlmend] is for pyproject.toml: {WITHOUT_TABLE}"
            raise config_error(path, [(("tool",), fault)], data)
        return table
    for key in ("tool", "tool.urlmend"):
        table = table.get(key.rpartition(".")[2], {})
        if not isinstance(table, dict):
            fault = f"{key} must be a table: write [tool.urlmend], then one key per line"
            raise config_error(path, [((), fault)], data)
    return table


def config_error(path: str, faults: Iterable[Fault], data: bytes | None = None) -> ConfigError:
    """Return the error for faults of a settings file: of its keys, within the table of urlmend.

    `path` may also name other settings, or nothing; they have no positions. `data` is the content of the file, if it
    was read before.
    """
    from urlmend.settings.positions import located  # only errors need it

    try:
        text = (read_regular_file(path, MAX_SIZE) if data is None else data).decode("utf-8-sig")
    except (OSError, ValueError):
        text = ""
    found = located(text, list(faults), ("tool", "urlmend") if is_shared(path) else ())
    return ConfigError(*(each._replace(text=f"{path}:{each.text}" if path else each.text.strip()) for each in found))


def parsed(data: bytes) -> dict[str, Any]:
    """Parse TOML in linear time. Raises ValueError for invalid TOML, RecursionError for values nested too deeply."""
    import tomllib  # only projects with a settings file need it

    _check_keys(data)
    text = data.decode("utf-8-sig")  # editors of Windows write a byte order mark
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # of the conversion to a number, whose message is for programmers
        number = _LONG_NUMBER.search(data)
        if not number:
            raise
        raise ValueError(f"a number has too many digits {_place(data, number.start())}") from error


def _place(data: bytes, offset: int) -> str:
    """The place of an offset in bytes, as `tomllib` words it."""
    line, column = data.count(b"\n", 0, offset) + 1, offset - data.rfind(b"\n", 0, offset)
    return f"(at line {line}, column {column})"


def _check_keys(data: bytes) -> None:
    """Raise ValueError for a key with many parts, for which `tomllib` takes quadratic time."""
    has_many_dots = any(line.count(b".") >= _MAX_KEY_PARTS for line in data.splitlines())
    if has_many_dots and (key := _LONG_KEY.search(data)):
        raise ValueError(f"a key has more than {_MAX_KEY_PARTS} parts {_place(data, key.start())}")


def check_inside_repository(file: str, folder: str, source: str) -> None:
    """Raise ConfigError that names the source if a file is outside the repository of a folder, also through a link.

    Without a repository, it must be inside the folder.
    """
    if not _is_inside_repository(file, folder):
        raise ConfigError(f"{source}: outside the repository")


def _is_inside_repository(file: str, folder: str) -> bool:
    root = os.path.realpath(repository_root(folder) or folder)
    return os.path.realpath(file).startswith(os.path.join(root, ""))


def baseline_path(config: Config, path: str) -> str:
    """Return the path of the baseline that a settings file names, or an empty string.

    Raises ConfigError for one outside the repository.
    """
    if not config.baseline:
        return ""
    folder = os.path.dirname(path)
    baseline = os.path.join(folder, config.baseline)
    if not _is_inside_repository(baseline, folder):
        fault = f"baseline: {config.baseline}: outside the repository"
        raise config_error(path, [(("baseline", config.baseline), fault)])
    return baseline


def from_table(table: Mapping[str, Any], path: str, check: Check = no_faults, data: bytes | None = None) -> Config:
    """Validate a parsed table. Raises ConfigError for invalid keys and values, and for the faults that `check` yields.

    `path` is that of the settings file, and `data` its content if it was read before.
    """
    faults = list(islice(faults_of(table, is_shared=is_shared(path)), MAX_ERRORS + 1))
    wrong = {key[0] for key, _ in faults}
    config = Config(
        **{FIELDS[key]: _frozen(value) for key, value in table.items() if key in FIELDS and key not in wrong}
    )
    if len(faults) <= MAX_ERRORS and "plugins" not in wrong:  # which may have the codes
        faults += islice(check(config), MAX_ERRORS + 1 - len(faults))
    if not faults:
        return config
    error = config_error(path, faults[:MAX_ERRORS], data)
    if len(faults) > MAX_ERRORS:
        raise ConfigError(*error.args, f"{path}: more errors are not shown")
    raise error


def _frozen(value: Any) -> Any:  # noqa: ANN401  # a value of any key
    if isinstance(value, dict):
        return {name: _frozen(item) for name, item in value.items()}
    return tuple(value) if isinstance(value, list) else value
