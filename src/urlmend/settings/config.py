"""Settings from `pyproject.toml` or `urlmend.toml`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.regular_file import open_regular_file, read_regular_file
from urlmend.model.finding import DEFAULT_FAIL_ON, DEFAULT_PROFILE, PROFILES, SEVERITIES
from urlmend.sources.walk import repository_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


# The number of errors of a settings file that are reported.
_MAX_ERRORS = 20
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
        data = read_regular_file(path, _MAX_SIZE)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    try:
        table = parsed(data)
    except ValueError as error:
        from urlmend.settings.positions import located_syntax_error  # only errors need it

        message = located_syntax_error(data, error)
        raise ConfigError(message._replace(text=f"{path}:{message.text}")) from error
    except RecursionError:
        raise ConfigError(f"{path}: tables or lists are nested too deeply") from None
    return from_table(_table_of_urlmend(table, path), path, check)


def _is_shared(path: str) -> bool:
    """Whether a settings file has the keys of urlmend in a table."""
    return os.path.basename(path) == "pyproject.toml"


def _table_of_urlmend(table: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the table with the keys of urlmend: in `pyproject.toml`, `tool.urlmend`. Raises ConfigError."""
    if not _is_shared(path):
        if "tool" in table:
            fault = f"[tool.urlmend] is for pyproject.toml: {_WITHOUT_TABLE}"
            raise config_error(path, [(("tool",), fault)])
        return table
    for key in ("tool", "tool.urlmend"):
        table = table.get(key.rpartition(".")[2], {})
        if not isinstance(table, dict):
            fault = f"{key} must be a table: write [tool.urlmend], then one key per line"
            raise config_error(path, [((), fault)])
    return table


def config_error(path: str, faults: Iterable[Fault]) -> ConfigError:
    """Return the error for faults of a settings file: of its keys, within the table of urlmend.

    `path` may also name other settings, or nothing; they have no positions.
    """
    from urlmend.settings.positions import located  # only errors need it

    try:
        text = read_regular_file(path, _MAX_SIZE).decode()
    except (OSError, ValueError):
        text = ""
    found = located(text, list(faults), ("tool", "urlmend") if _is_shared(path) else ())
    return ConfigError(*(each._replace(text=f"{path}:{each.text}" if path else each.text.strip()) for each in found))


def parsed(data: bytes) -> dict[str, Any]:
    """Parse TOML in linear time. Raises ValueError for invalid TOML, RecursionError for values nested too deeply."""
    import tomllib  # only projects with a settings file need it

    _check_keys(data)
    return tomllib.loads(data.decode())


def _check_keys(data: bytes) -> None:
    """Raise ValueError for a key with many parts, for which `tomllib` takes quadratic time."""
    has_many_dots = any(line.count(b".") >= _MAX_KEY_PARTS for line in data.splitlines())
    if has_many_dots and (key := _LONG_KEY.search(data)):
        line, column = data.count(b"\n", 0, key.start()) + 1, key.start() - data.rfind(b"\n", 0, key.start())
        raise ValueError(f"a key has more than {_MAX_KEY_PARTS} parts (at line {line}, column {column})")


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


def from_table(table: Mapping[str, Any], path: str, check: Check = no_faults) -> Config:
    """Validate a parsed table. Raises ConfigError for invalid keys and values, and for the faults that `check` yields.

    `path` is that of the settings file.
    """
    faults = list(islice(_faults(table, is_shared=_is_shared(path)), _MAX_ERRORS + 1))
    wrong = {key[0] for key, _ in faults}
    config = Config(
        **{_FIELDS[key]: _frozen(value) for key, value in table.items() if key in _FIELDS and key not in wrong}
    )
    if len(faults) <= _MAX_ERRORS and "plugins" not in wrong:  # which may have the codes
        faults += islice(check(config), _MAX_ERRORS + 1 - len(faults))
    if not faults:
        return config
    error = config_error(path, faults[:_MAX_ERRORS])
    if len(faults) > _MAX_ERRORS:
        raise ConfigError(*error.args, f"{path}: more errors are not shown")
    raise error


def _frozen(value: Any) -> Any:  # noqa: ANN401  # a value of any key
    if isinstance(value, dict):
        return {name: _frozen(item) for name, item in value.items()}
    return tuple(value) if isinstance(value, list) else value


def _faults(table: Mapping[str, object], *, is_shared: bool) -> Iterator[Fault]:
    for key, value in table.items():
        default = Config._field_defaults[_FIELDS[key]] if key in _FIELDS else None
        if default is None:
            yield (key,), _unknown_key(key, value, is_shared=is_shared)
        elif isinstance(default, Mapping):
            yield from _faults_of_table(key, value)
        elif isinstance(default, tuple):
            yield from _faults_of_list((key,), value)
        elif type(value) is not type(default):
            yield _value_of(key), f"{key} must be {'true or false' if isinstance(default, bool) else 'a string'}"
        elif isinstance(value, str):
            yield from _faults_of_string((key,), value)


def _unknown_key(key: str, value: object, *, is_shared: bool) -> str:
    """Return the fault of an unknown key: perhaps the name of a table of another tool."""
    if other := _OTHER_KEYS.get(key):
        return f"unknown key {key!r}: use {other}"
    if hint := did_you_mean(key, _FIELDS):
        return f"unknown key {key!r}{hint}"
    if isinstance(value, dict):
        return f"unknown table {key!r}: {'write its keys in [tool.urlmend]' if is_shared else _WITHOUT_TABLE}"
    return f"unknown key {key!r}: `urlmend lint --isolated --show-settings` lists all keys"


def _faults_of_table(key: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _value_of(key), f"{key} must be a table"
        return
    for name, item in value.items():
        if fault := _FAULT_OF_NAME[key](key, name) if key in _FAULT_OF_NAME else "":
            yield (key, name), fault
        elif key == "severity":
            yield from _faults_of_string((key, name), str(item))
        else:
            yield from _faults_of_list((key, name), item)


def _faults_of_list(key: Key, value: object) -> Iterator[Fault]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        hint = f": write {_as_list(value)}" if isinstance(value, str) else ""
        yield _value_of(*key), f"{'.'.join(key)} must be a list of strings{hint}"
        return
    for item in value:
        yield from _faults_of_string(key, item)


def _as_list(text: str) -> str:
    """Return a string with commas as a TOML list of strings."""
    import json  # only errors need it

    return json.dumps([word.strip() for word in text.split(",")], ensure_ascii=False)


def _value_of(*key: str) -> Key:
    """Return the key of a fault that is about the value of a key."""
    from urlmend.settings.positions import VALUE  # only errors need it

    return (*key, VALUE)


def _faults_of_string(key: Key, value: str) -> Iterator[Fault]:
    check = _FAULT_OF_VALUE.get(key[0])
    if fault := check(".".join(key), value) if check else "":
        yield (*key, value), fault


def _fault_of_profile(_: str, name: str) -> str:
    return "" if name in PROFILES else f"unknown profile {name!r}{did_you_mean(name, PROFILES) or _one_of(PROFILES)}"


def _fault_of_severity(source: str, name: str) -> str:
    known = f"{source} must be one of {', '.join(SEVERITIES)}"
    return "" if name in SEVERITIES else f"{known}{did_you_mean(name, SEVERITIES)}"


def _fault_of_path(source: str, path: str) -> str:
    return f"{source}: a path cannot contain NUL" if "\0" in path else ""


def _fault_of_scheme(source: str, scheme: str) -> str:
    if _SCHEME.fullmatch(scheme):
        return ""
    allowed = "a lower-case letter, then lower-case letters, digits, '+', '-' and '.'"
    return f"{source}: invalid scheme {scheme!r}; must be {allowed}"


def _fault_of_format(source: str, name: str) -> str:
    from urlmend.formats.recognition import NAMES, format_of

    if name in NAMES:
        return ""
    by_suffix = format_of(f"x.{name.lower()}", b"")
    hint = f"; did you mean {by_suffix!r}?" if by_suffix else did_you_mean(name, NAMES)
    return f"{source}: unknown format {name!r}{hint or _one_of(NAMES)}"


def _one_of(known: Iterable[str]) -> str:
    return f"; one of {', '.join(known)}"


def _fault_of_pattern(source: str, pattern: str) -> str:
    from urlmend._lib.gitignore import is_valid  # only needed if there are patterns

    return "" if is_valid(pattern) else f"{source}: invalid .gitignore pattern {pattern!r}"


_WITHOUT_TABLE = "write the keys without a table"
# What settings of other tools are here.
_OTHER_KEYS = {
    "extend-exclude": "exclude",
    "extend-ignore": "ignore",
    "extend-per-file-ignores": "per-file-ignores",
    "fixable": "the option --fix",
    "include": "paths on the command line",
    "rules": "severity, select and ignore",
}
_FIELDS: Mapping[str, str] = {field.replace("_", "-"): field for field in Config._fields}
# The fault of a string, or of each string in a list or table, by key.
_FAULT_OF_VALUE: Mapping[str, Callable[[str, str], str]] = {
    "profile": _fault_of_profile,
    "exclude": _fault_of_pattern,
    "format-of": _fault_of_pattern,
    "extend-schemes": _fault_of_scheme,
    "severity": _fault_of_severity,
    "fail-on": _fault_of_severity,
    "baseline": _fault_of_path,
}
# The fault of a name in a table, by key.
_FAULT_OF_NAME: Mapping[str, Callable[[str, str], str]] = {
    "per-file-ignores": _fault_of_pattern,
    "format-of": _fault_of_format,
}


def checked_schemes(schemes: Iterable[str], option: str) -> tuple[str, ...]:
    """Return the schemes of an option. Raises ConfigError for an invalid one."""
    return _checked(schemes, option, _fault_of_scheme)


def checked_patterns(patterns: Iterable[str], option: str) -> tuple[str, ...]:
    """Return the `.gitignore` patterns of an option. Raises ConfigError for an invalid one."""
    return _checked(patterns, option, _fault_of_pattern)


def checked_formats(options: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the formats and patterns of the options `--format-of`. Raises ConfigError for an invalid one."""
    pairs = []
    for option in options:
        name, equals, pattern = option.partition("=")
        if not equals:
            raise ConfigError(f"--format-of: {option!r} is not NAME=PATTERN")
        _checked([name], "--format-of", _fault_of_format)
        pairs.append((name, _checked([pattern], f"--format-of: {option}", _fault_of_pattern)))
    return tuple(pairs)


def _checked(values: Iterable[str], option: str, fault_of: Callable[[str, str], str]) -> tuple[str, ...]:
    """Return the values of an option. Raises ConfigError for those with a fault."""
    if faults := [fault for value in values if (fault := fault_of(option, value))]:
        raise ConfigError(*faults)
    return tuple(values)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the nearest known word; an empty string if none is near."""
    from urlmend._lib.suggestion import nearest  # only error messages need it

    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""
