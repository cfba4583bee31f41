"""Rules that are not urlmend's: how one is declared, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.model.span import Span
from urlmend.redaction.secrets import redact
from urlmend.rules.registry import RULES, Case, Check, Hit, Rule
from urlmend.settings.config import ConfigError, did_you_mean

GROUP = "urlmend.rules"
"""The group of entry points: each is a plugin, and is a rule or a list of rules."""

_CODE = lazy(r"(?!URL)[A-Z]{2,12}[0-9]{3}")
_FIXES = ("", "safe", "unsafe")


class PluginError(ConfigError):
    """A plugin that cannot be used; the message names it."""


def rule(
    code: str, severity: str, *, profiles: tuple[str, ...] = PROFILES, default: bool = True, fix: str = ""
) -> Callable[[Check], Rule]:
    """Make a generator function a rule: it takes a `Case`, one URL, and yields a `Hit` for each fault.

    `code` is two to twelve capital letters, not `URL`, and three digits. `severity` is `error`,
    `warning` or `info`. It runs under the `profiles` that are named; unless it is on by `default`,
    only if it is selected. `fix` is how its hits' edits mend: `safe` if every URL stays what it
    was, or `unsafe`. The function's docstring is the rule's page, its first line the summary.
    Raises ValueError for what is none of these.
    """
    if not _CODE.fullmatch(code):
        raise ValueError(f"{code!r} is no code of an own rule: capital letters, not URL, and three digits")
    for value, known in ((severity, SEVERITIES), (fix, _FIXES), *((profile, PROFILES) for profile in profiles)):
        if value not in known:
            raise ValueError(f"{code}: {value!r} is none of {', '.join(filter(None, known))}")

    def declare(check: Check) -> Rule:
        if not check.__doc__:
            raise ValueError(f"{code} has no docstring")
        return Rule(
            code=code,
            name=check.__name__.replace("_", "-"),
            severity=severity,
            whatwg_severity=severity,
            profiles=profiles,
            default=default,
            applies_to_ordinary=True,
            applies_to_partial=False,
            schemes=(),
            contains_any="",
            triggers=frozenset(),
            fix=fix,
            check=check,
        )

    return declare


def load(name: str) -> None:
    """Put the rules of a plugin into RULES, once. Raises PluginError if it cannot be used."""
    if any(rule.plugin == name for rule in RULES.values()):
        return
    found = {}
    for rule in _brought(name):
        if rule.code in RULES or rule.code in found:
            owner = RULES[rule.code].plugin if rule.code in RULES else name
            raise PluginError(f"plugin {name!r}: {rule.code} is a rule of plugin {owner!r} already")
        found[rule.code] = _guarded(rule, name)
    RULES.update(found)


def _brought(name: str) -> Iterable[Rule]:
    """What the entry point of a name is."""
    from importlib.metadata import entry_points  # slow, and only projects with plugins need it

    known = entry_points(group=GROUP)
    if name not in known.names:
        raise PluginError(f"no plugin {name!r} is installed{did_you_mean(name, known.names)}")
    try:
        value = known[name].load()
    except (Exception, SystemExit) as error:  # whatever a plugin may run into
        raise PluginError(f"plugin {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    rules = [value] if isinstance(value, Rule) else value
    if not isinstance(rules, list | tuple) or not rules or not all(isinstance(rule, Rule) for rule in rules):
        raise PluginError(f"plugin {name!r} is neither a rule nor a list of rules")
    return rules


def _guarded(rule: Rule, name: str) -> Rule:
    """A rule of a plugin, whose faults say whose they are."""

    @wraps(rule.check)
    def check(case: Case) -> Iterator[Hit]:
        try:
            for hit in rule.check(case):
                _check(hit, len(case.text))
                yield hit
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise PluginError(
                f"rule {rule.code} of plugin {name!r} failed on {redact(case.url.text)}: {redact(what)}"
            ) from None  # what it came from may hold a secret

    return rule._replace(check=check, plugin=name)


def _check(hit: object, length: int) -> None:
    """Raises an exception for what is no hit in a text of a length."""
    if not isinstance(hit, Hit) or type(hit.message) is not str:
        raise TypeError("what it yields is no hit")
    if not hit.spans or not _ascend(hit.spans, length):
        raise ValueError("the spans of a hit are not in order, or not in the text")
    if not _ascend([edit.span for edit in hit.edits], length):
        raise ValueError("the edits of a hit are not in order, or not in the text")


def _ascend(spans: Iterable[Span], length: int) -> bool:
    """Whether spans stand in a text of a length, one behind the other."""
    bounds = [0, *(bound for span in spans for bound in span), length]
    return all(low <= high for low, high in pairwise(bounds))
