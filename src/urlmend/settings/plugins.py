"""Custom rules: their declaration, and plugins, which are installed packages that provide some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import pairwise

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.suggestion import did_you_mean
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.model.scope import ALL_SCOPES
from urlmend.model.span import Span
from urlmend.rules.registry import RULES, Case, Check, Hit, HitError, Rule, declared
from urlmend.settings.config import ConfigError

if TYPE_CHECKING:
    from urlmend.model.aliases import Fixability, Profile, Severity

GROUP = "urlmend.rules"
"""The group of entry points; each is a plugin: a rule or a list of rules."""

_CODE = lazy(r"(?!URL)[A-Z]{2,12}[0-9]{3}")
_FIX_KINDS = ("", "safe", "unsafe")


class PluginError(ConfigError):
    """An unusable plugin; the message names it."""


def rule(
    code: str,
    severity: Severity,
    *,
    profiles: tuple[Profile, ...] = PROFILES,
    default: bool = True,
    fix: Fixability = "",
) -> Callable[[Check], Rule]:
    """Declare a generator function as a rule: it takes a `Case`, one URL, and yields a `Hit` for each fault.

    `code` is two to twelve capital letters other than `URL`, then three digits. `severity` is `error`, `warning` or
    `info`. The rule runs under the given `profiles`; if `default` is False, only if it is selected. `fix` says what the
    edits of its hits are: `safe` if they change no URL's meaning, or `unsafe`. The function's docstring is the rule's
    page, its first line the summary. Raises ValueError for an invalid argument and a missing docstring.
    """
    if not _CODE.fullmatch(code):
        form = "two to twelve capital letters other than URL, then three digits"
        raise ValueError(f"invalid code {code!r} of a custom rule; must be {form}")
    for value, known in ((severity, SEVERITIES), (fix, _FIX_KINDS), *((profile, PROFILES) for profile in profiles)):
        if value not in known:
            raise ValueError(f"{code}: invalid value {value!r}; must be one of {', '.join(filter(None, known))}")

    def declare(check: Check) -> Rule:
        if not check.__doc__:
            raise ValueError(f"{code} has no docstring")
        return declared(
            check, code, severity, default, profiles=profiles, scopes=ALL_SCOPES, applies_to_ordinary=True, fix=fix
        )

    return declare


def load(name: str) -> None:
    """Add the rules of a plugin to RULES, once. Raises PluginError if it is unusable."""
    if any(rule.plugin == name for rule in RULES.values()):
        return
    added = {}
    for rule in _provided(name):
        if rule.code in RULES or rule.code in added:
            owner = RULES[rule.code].plugin if rule.code in RULES else name
            raise PluginError(f"plugin {name!r}: rule {rule.code} is already defined by plugin {owner!r}")
        added[rule.code] = _validated(rule)._replace(plugin=name)
    RULES.update(added)


def _provided(name: str) -> Iterable[Rule]:
    """Load the entry point of a plugin and return its rules."""
    from importlib.metadata import entry_points  # slow, and only projects with plugins need it

    known = entry_points(group=GROUP)
    if name not in known.names:
        raise PluginError(f"plugin {name!r} is not installed{did_you_mean(name, known.names)}")
    try:
        value = known[name].load()
    except (Exception, SystemExit) as error:  # plugins may raise anything
        raise PluginError(f"plugin {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    rules = [value] if isinstance(value, Rule) else value
    if not isinstance(rules, list | tuple) or not rules or not all(isinstance(rule, Rule) for rule in rules):
        raise PluginError(f"plugin {name!r} is neither a rule nor a list of rules")
    return rules


def _validated(rule: Rule) -> Rule:
    """Wrap a rule so that an invalid hit raises HitError."""

    @wraps(rule.check)
    def check(case: Case) -> Iterator[Hit]:
        yield from _valid_hits(rule, case)

    return rule._replace(check=check)


def checked(rules: object) -> list[Rule]:
    """Return rules that a caller passes, such that an invalid hit raises ConfigError with the rule's code.

    Other exceptions of a rule propagate. Raises TypeError for objects that are not rules, ConfigError for a code that
    several rules have.
    """
    if isinstance(rules, Rule) or not isinstance(rules, Iterable):
        raise TypeError(f"rules must be a list of rules, not one {type(rules).__name__}")
    by_code: dict[str, Rule] = {}
    for rule in rules:
        if not isinstance(rule, Rule):
            name = getattr(rule, "__name__", None) or type(rule).__name__
            raise TypeError(f"{name} is not a rule: decorate the function with @urlmend.rule(CODE, SEVERITY)")
        if by_code.setdefault(rule.code, rule) is not rule:
            raise ConfigError(f"rule {rule.code}: {by_code[rule.code].name} and {rule.name} have the same code")
    return list(map(_checked, by_code.values()))


def _checked(rule: Rule) -> Rule:
    """Wrap a rule so that its invalid hits raise ConfigError with its code."""

    @wraps(rule.check)
    def check(case: Case) -> Iterator[Hit]:
        try:
            yield from _valid_hits(rule, case)
        except HitError as error:
            raise ConfigError(f"rule {rule.code}: {error}") from error

    return rule._replace(check=check)


def _valid_hits(rule: Rule, case: Case) -> Iterator[Hit]:
    """Yield the hits of a rule on a case. Raises HitError for an invalid one."""
    hits = rule.check(case)
    if not isinstance(hits, Iterable):
        raise HitError(f"the function returned {type(hits).__name__}: write `yield case.hit(MESSAGE)` in it")
    for hit in hits:
        _validate(hit, len(case.text))
        if hit.edits and not rule.fix:
            raise HitError('a hit has a fix, but the rule has none: add fix="safe" or fix="unsafe" to @urlmend.rule')
        yield hit


def _validate(hit: object, length: int) -> None:
    """Raise HitError for an invalid hit in a text of the given length."""
    if not isinstance(hit, Hit) or type(hit.message) is not str:
        raise HitError(f"{type(hit).__name__} is not a Hit with a message: write `yield case.hit(MESSAGE)`")
    if not hit.spans or not _ascend(hit.spans, length):
        raise HitError("spans of a hit must ascend and be inside the text: `case.hit` converts offsets of a URL")
    if not _ascend([edit.span for edit in hit.edits], length):
        raise HitError("edits of a hit must ascend and be inside the text: `case.replaced` converts offsets of a URL")


def _ascend(spans: Iterable[Span], length: int) -> bool:
    """Return whether spans ascend without overlap inside a text of the given length."""
    bounds = [0, *(bound for span in spans for bound in span), length]
    return all(low <= high for low, high in pairwise(bounds))
