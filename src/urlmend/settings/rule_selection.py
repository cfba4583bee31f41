"""Rule selection: codes, prefixes of codes, and names to rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.suggestion import did_you_mean
from urlmend.rules import RULES, Rule
from urlmend.rules.registry import selects
from urlmend.settings.config import FIELDS, Config, ConfigError
from urlmend.settings.loading import MAX_ERRORS, config_error
from urlmend.sources.walk import excluder, relative

if TYPE_CHECKING:
    from urlmend.settings.config import Fault


# Codes with typing errors: missing or swapped letters, separators, letters for digits, and wildcards.
_LIKE_CODE = lazy(r"(?:U?R?L?|ULR|RUL|LRU)[-_ ]*([0-9OIL]{1,6})[*X.?]*")
_DIGITS = str.maketrans("OIL", "011")
# The settings that are codes, or have codes as names.
_WITH_CODES = ("select", "extend-select", "ignore", "allow", "severity")


def rules_of(settings: Config, ignored: Iterable[str] = (), own: Iterable[Rule] = ()) -> list[Rule]:
    """Return the rules that settings select by codes, prefixes (`URL5` is the family) or names, sorted.

    Selects among the rules of urlmend, of plugins, and `own` ones, without further `ignored` codes; without `select`,
    those on by default under the profile. Raises ConfigError for a code that matches no rule, and for an unusable
    plugin.
    """
    known = known_rules(settings.plugins) | {rule.code: rule for rule in own}
    by_default = {code for code, rule in known.items() if settings.profile in rule.default_profiles}
    selected = (_codes(settings.select, known) if settings.select else None) or by_default
    ignore = (*settings.ignore, *ignored)
    if settings.extend_select or ignore:
        selected = (selected | _codes(settings.extend_select, known)) - _codes(ignore, known)
    return [known[code] for code in sorted(selected)]


def known_rules(plugins: Iterable[str], path: str = "") -> dict[str, Rule]:
    """Return the rules of urlmend and of plugins by code.

    Raises ConfigError that names the settings file `path` for an unusable plugin.
    """
    names = tuple(dict.fromkeys(plugins))
    if names and (faults := list(islice(_faults_of_plugins(names), MAX_ERRORS))):
        raise config_error(path, faults)
    return {code: rule for code, rule in RULES.items() if not rule.plugin or rule.plugin in names}


def _faults_of_plugins(names: Iterable[str]) -> Iterator[Fault]:
    """Load plugins, and yield the fault of each that is unusable: the caller may stop before all are loaded."""
    for name in dict.fromkeys(names):
        from urlmend.settings.plugins import load  # only projects with plugins need it

        try:
            load(name)
        except ConfigError as error:
            yield ("plugins", name), str(error)


def faults_of_codes(config: Config) -> Iterator[Fault]:
    """Yield the keys and faults of unusable plugins; without any, those of codes that match no rule."""
    is_unusable = False
    for fault in _faults_of_plugins(config.plugins):
        is_unusable = True
        yield fault
    if is_unusable:
        return
    known = known_rules(config.plugins)
    keys: dict[tuple[str, ...], Iterable[str]] = {(key,): getattr(config, FIELDS[key]) for key in _WITH_CODES}
    keys |= {("per-file-ignores", pattern): codes for pattern, codes in config.per_file_ignores.items()}
    for key, codes in keys.items():
        for code in dict.fromkeys(codes):
            try:
                _matching(code, known)
            except ConfigError as error:
                yield (*key, code), f"{'.'.join(key)}: {error}"


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


def _codes(words: Iterable[str], known: Mapping[str, Rule]) -> set[str]:
    """Return the known codes that one of the words selects. Raises ConfigError for a word that selects none."""
    return {code for word in dict.fromkeys(words) for code in _matching(word, known)}


def _matching(word: str, known: Mapping[str, Rule]) -> set[str]:
    """Return the known codes that begin with a prefix, or that of a name; all for `ALL`.

    Raises ConfigError if there are none.
    """
    if not word:
        raise ConfigError("unknown rule '': write a code such as URL501, a prefix such as URL5, or ALL")
    codes = {code for code, rule in known.items() if selects(word, rule)}
    if not codes:
        raise ConfigError(unknown_rule(word, known))
    return codes


def unknown_rule(word: str, known: Mapping[str, Rule]) -> str:
    """Return the message for a word that matches no code and no name.

    A code is suggested only if its digits are those of the word: other codes are similar, too, but mean something else.
    """
    hint = did_you_mean(word, ("ALL", *(rule.name for rule in known.values())))
    if match := _LIKE_CODE.fullmatch(word.upper()):
        code = "URL" + match[1].translate(_DIGITS)[:3]
        hint = f"; did you mean {code!r}?" if any(each.startswith(code) for each in known) else ""
    return f"unknown rule {word!r}{hint or ': `urlmend rules` lists all rules'}"
