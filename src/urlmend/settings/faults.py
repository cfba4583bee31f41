"""What is invalid in settings, and in options with the same values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.suggestion import did_you_mean
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.settings.config import FIELDS, Config, ConfigError

if TYPE_CHECKING:
    from urlmend.settings.config import Fault
    from urlmend.settings.positions import Key

WITHOUT_TABLE = "write the keys without a table"
"""What to do about a table in a file that is for urlmend alone."""
# What settings of other tools are here.
_OTHER_KEYS = {
    "extend-exclude": "exclude",
    "extend-ignore": "ignore",
    "extend-per-file-ignores": "per-file-ignores",
    "fixable": "the option --fix",
    "include": "paths on the command line",
    "rules": "severity, select and ignore",
}
_SCHEME = lazy(r"[a-z][a-z0-9+.-]*")


def faults_of(table: Mapping[str, object], *, is_shared: bool) -> Iterator[Fault]:
    """Yield the faults of keys and values; `is_shared` is whether the file has settings of other programs, too."""
    for key, value in table.items():
        default = Config._field_defaults[FIELDS[key]] if key in FIELDS else None
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
    if hint := did_you_mean(key, FIELDS):
        return f"unknown key {key!r}{hint}"
    if isinstance(value, dict):
        return f"unknown table {key!r}: {'write its keys in [tool.urlmend]' if is_shared else WITHOUT_TABLE}"
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
        hint = ""
        if isinstance(value, str):
            import json  # only errors need it

            hint = f": write {json.dumps([word.strip() for word in value.split(',')], ensure_ascii=False)}"
        yield _value_of(*key), f"{'.'.join(key)} must be a list of strings{hint}"
        return
    for item in value:
        yield from _faults_of_string(key, item)


def _value_of(*key: str) -> Key:
    """Return the key of a fault that is about the value of a key."""
    from urlmend.settings.positions import VALUE  # only errors need it

    return (*key, VALUE)


def _faults_of_string(key: Key, value: str) -> Iterator[Fault]:
    check = _FAULT_OF_VALUE.get(key[0])
    if fault := check(".".join(key), value) if check else "":
        yield (*key, value), fault


def _fault_of_severity(source: str, name: str) -> str:
    known = f"{source} must be one of {', '.join(SEVERITIES)}"
    return "" if name in SEVERITIES else f"{known}{did_you_mean(name, SEVERITIES)}"


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
    hint = f"; did you mean {by_suffix!r}?" if by_suffix else _hint(name, NAMES)
    return f"{source}: unknown format {name!r}{hint}"


def _hint(name: str, known: Iterable[str]) -> str:
    return did_you_mean(name, known) or f"; one of {', '.join(known)}"


def _fault_of_pattern(source: str, pattern: str) -> str:
    from urlmend._lib.gitignore import is_valid  # only needed if there are patterns

    return "" if is_valid(pattern) else f"{source}: invalid .gitignore pattern {pattern!r}"


# The fault of a string, or of each string in a list or table, by key.
_FAULT_OF_VALUE: Mapping[str, Callable[[str, str], str]] = {
    "profile": lambda _, name: "" if name in PROFILES else f"unknown profile {name!r}{_hint(name, PROFILES)}",
    "exclude": _fault_of_pattern,
    "format-of": _fault_of_pattern,
    "extend-schemes": _fault_of_scheme,
    "severity": _fault_of_severity,
    "fail-on": _fault_of_severity,
    "baseline": lambda source, path: f"{source}: a path cannot contain NUL" if "\0" in path else "",
}
# The fault of a name in a table, by key.
_FAULT_OF_NAME: Mapping[str, Callable[[str, str], str]] = {
    "per-file-ignores": _fault_of_pattern,
    "format-of": _fault_of_format,
}


def checked_strings(values: object, name: str) -> tuple[str, ...]:
    """Return the strings of an argument. Raises TypeError for a string, and for anything but strings."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of strings, not {type(values).__name__}")
    strings = tuple(values)
    if other := next((type(value).__name__ for value in strings if not isinstance(value, str)), ""):
        raise TypeError(f"{name} must be a list of strings, not of {other}")
    return strings


def checked_formats(options: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the formats and patterns of the options `--format-of`. Raises ConfigError for an invalid one."""
    pairs = []
    for option in options:
        name, equals, pattern = option.partition("=")
        if not equals:
            raise ConfigError(f"--format-of: {option!r} is not NAME=PATTERN")
        if fault := _fault_of_format("--format-of", name):
            raise ConfigError(fault)
        pairs.append((name, checked("exclude", [pattern], f"--format-of: {option}")))
    return tuple(pairs)


def checked(key: str, values: Iterable[str], option: str) -> tuple[str, ...]:
    """Return the values of an option that are like those of a key. Raises ConfigError for those with a fault."""
    if faults := [fault for value in values if (fault := _FAULT_OF_VALUE[key](option, value))]:
        raise ConfigError(*faults)
    return tuple(values)
