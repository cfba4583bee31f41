"""What a rule is, and how one is declared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import DEFAULT_PROFILE, PROFILES, Edit
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.rfc3986 import Parts, split

BEYOND_VISIBLE = "\x7f"
"""Among the signs of a rule, all characters but the visible ones of ASCII."""


class Case:
    """One URL to check."""

    __slots__ = ("_parts", "flowed", "profile", "text", "url")

    url: Url
    """The URL, put together."""
    text: str
    """The document's text: all of it, or the stretch around the URL in which its offsets count."""
    profile: str
    """The specification to hold it against: `rfc1738`, `rfc3986` or `whatwg`."""
    flowed: str
    """How the text flows: the document's `flowed`."""

    def __init__(self, url: Url, text: str, profile: str, flowed: str = "") -> None:
        """Take a URL, the text that it stands in and how that flows (the document's `flowed`), and a profile."""
        self.url = url
        self.text = text
        self.profile = profile
        self.flowed = flowed
        self._parts: Parts | None = None

    @property
    def parts(self) -> Parts:
        """The components of the URL."""
        if self._parts is None:  # not every rule asks for them
            self._parts = split(self.url.text)
        return self._parts

    @property
    def wrapped(self) -> bool:
        """Whether the URL stands in a closed wrapper."""
        return self.url.form in ("url-wrapper", "angle")

    def outer_text(self) -> str:
        """The URL as it stands in the document, wrapper and breaks included."""
        return self.text[self.url.outer.start : self.url.outer.stop]

    def hit(
        self, message: str, start: int | None = None, stop: int | None = None, *, replacement: str | None = None
    ) -> Hit:
        """A hit at `url.text[start:stop]`; of the whole URL without offsets (in code points).

        `replacement` is what should stand there instead.
        """
        if start is None:
            return Hit(message, self.url.spans)
        stop = len(self.url.text) if stop is None else stop
        edits = () if replacement is None else self.replaced(start, stop, replacement)
        return Hit(message, self.url.spans_of(start, stop), edits)

    def replaced(self, start: int, stop: int, text: str) -> tuple[Edit, ...]:
        """The edits that put a text in the place of `url.text[start:stop]`; line breaks in it stay."""
        first, *rest = self.url.spans_of(start, stop)
        return (Edit(first, text), *(Edit(span, "") for span in rest))

    def offset(self, at: int) -> int:
        """The offset in the document of an offset in the URL's text (both in code points)."""
        return self.url.spans_of(at, at + 1)[0].start


class Hit(NamedTuple):
    """What a rule yields: a fault."""

    message: str
    """What is wrong and, in short, what to do about it."""
    spans: tuple[Span, ...]
    """What it speaks of, ascending; at least one."""
    edits: tuple[Edit, ...] = ()
    """How to mend it, ascending; none if only a person can."""
    safe: bool = True
    """Whether the edits are safe, if those of the rule are."""


Check = Callable[[Case], Iterator[Hit]]


class Rule(NamedTuple):
    """One check, with all that there is to say about it."""

    code: str
    """Letters and three digits, such as `URL205`."""
    name: str
    """Words with hyphens between."""
    severity: str
    """`error`, `warning` or `info`."""
    in_whatwg: str
    """The severity under the profile `whatwg`, where errors are what its parser rejects."""
    profiles: tuple[str, ...]
    """The profiles under which it runs."""
    default: bool
    """Whether the rule is on unless it is ignored; others are on only if they are selected."""
    of_clean: bool
    """Whether the rule may speak of a URL that the linter's test for clean ones lets pass."""
    of_partial: bool
    """Whether the rule speaks of wrappers that hold no absolute URL."""
    schemes: tuple[str, ...]
    """The schemes of the URLs that it speaks of; all, if there are none."""
    signs: str
    """Characters of which one at least stands in every URL that it speaks of; none is needed, if there are none."""
    where: str
    """What it speaks of: an "authority" that is no plain name, a "scheme" that is not among the commonest or stands
    twice, "dots" that begin a segment, a "wrapper", a "break" of the URL, or an "edge": that, a quote before it, or
    something beyond ASCII behind it; "" for all else."""
    fix: str
    """How it is mended: "safe", "unsafe" (a guess), or "" if only a person can."""
    check: Check
    """What finds faults in a case."""
    plugin: str = ""
    """The plugin that brought it; "" for those of urlmend itself."""

    @property
    def page(self) -> str:
        """The rule's docstring: its summary, why it is, and examples."""
        import inspect  # costs more than all rules together, and only pages need it

        return inspect.cleandoc(self.check.__doc__ or "")

    def severity_in(self, profile: str) -> str:
        """The severity under a profile."""
        return self.in_whatwg if profile == "whatwg" else self.severity

    @property
    def summary(self) -> str:
        """The first line of the rule's page."""
        return self.page.partition("\n")[0]


class Example(NamedTuple):
    """One example of a rule's page: `bad` must be reported, `good` must not."""

    kind: str
    text: str
    profile: str
    flowed: str


RULES: dict[str, Rule] = {}
"""All rules by their codes: those of urlmend, and of the plugins that were loaded."""

_FENCE = lazy(r"^```(bad|good|fixed)((?: [a-z0-9]+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rule(
    code: str,
    severity: str,
    *,
    profiles: tuple[str, ...] = PROFILES,
    default: bool = True,
    of_clean: bool = False,
    of_partial: bool = False,
    in_whatwg: str | None = None,
    schemes: tuple[str, ...] = (),
    signs: str = "",
    where: str = "",
    fix: str = "",
) -> Callable[[Check], Check]:
    """Declare a generator function as a rule: its name with dashes is the rule's, its docstring the rule's page.

    Raises ValueError if the code is taken, and AssertionError if there is no docstring.
    """

    def declare(check: Check) -> Check:
        if code in RULES:
            raise ValueError(f"{code} is declared twice")
        assert check.__doc__, f"{code} has no docstring"
        name = check.__name__.replace("_", "-")
        RULES[code] = Rule(
            *(code, name, severity, in_whatwg or severity, profiles, default, of_clean, of_partial),
            *(schemes, signs, where, fix, check),
        )
        return check

    return declare


def examples(declared: Rule) -> list[Example]:
    """The examples of a rule's page, each under the profile its fence names or the rule's first one."""
    usual = DEFAULT_PROFILE if DEFAULT_PROFILE in declared.profiles else declared.profiles[0]
    found = []
    for kind, flags, text in _FENCE.findall(declared.page):
        profile = next((flag for flag in flags.split() if flag in PROFILES), usual)
        found.append(Example(kind, text, profile, "yes" if "flowed" in flags.split() else ""))
    return found
