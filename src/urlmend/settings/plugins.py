"""Custom rules: their declaration, and plugins, which are installed packages that provide some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.model.scope import ALL_SCOPES
from urlmend.model.span import Span
from urlmend.redaction.redact import redact
from urlmend.rules.registry import RULES, Case, Check, Hit, Rule
from urlmend.settings.config import ConfigError, did_you_mean

GROUP = "urlmend.rules"
"""The group of entry points; each is a plugin: a rule or a list of rules."""

_CODE = lazy(r"(?!URL)[A-Z]{2,12}[0-9]{3}")
_FIX_KINDS = ("", "safe", "unsafe")


class PluginError(ConfigError):
    """An unusable plugin; the message names it."""


def rule(
    code: str, severity: str, *, profiles: tuple[str, ...] = PROFILES, default: bool = True, fix: str = ""
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
        return Rule(
            code=code,
            name=check.__name__.replace("_", "-"),
            severity=severity,
            whatwg_severity=severity,
            profiles=profiles,
            default_profiles=profiles if default else (),
            scopes=ALL_SCOPES,
            applies_to_ordinary=True,
            applies_to_partial=False,
            schemes=(),
            contains_any="",
            triggers=frozenset(),
            fallback=False,
            fix=fix,
            check=check,
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
        added[rule.code] = _guarded(rule, name)
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


def _guarded(rule: Rule, name: str) -> Rule:
    """Wrap a rule of a plugin so that its exceptions name rule and plugin."""

    @wraps(rule.check)
    def check(case: Case) -> Iterator[Hit]:
        try:
            for hit in rule.check(case):
                _validate(hit, len(case.text))
                yield hit
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            raise PluginError(
                f"rule {rule.code} of plugin {name!r} failed on {redact(case.url.text)}: {redact(cause)}"
            ) from None  # the original exception may contain a secret

    return rule._replace(check=check, plugin=name)


def _validate(hit: object, length: int) -> None:
    """Raise TypeError or ValueError for an invalid hit in a text of the given length."""
    if not isinstance(hit, Hit) or type(hit.message) is not str:
        raise TypeError("yielded object is not a Hit")
    if not hit.spans or not _ascend(hit.spans, length):
        raise ValueError("spans of a hit must ascend and be inside the text")
    if not _ascend([edit.span for edit in hit.edits], length):
        raise ValueError("edits of a hit must ascend and be inside the text")


def _ascend(spans: Iterable[Span], length: int) -> bool:
    """Return whether spans ascend without overlap inside a text of the given length."""
    bounds = [0, *(bound for span in spans for bound in span), length]
    return all(low <= high for low, high in pairwise(bounds))
