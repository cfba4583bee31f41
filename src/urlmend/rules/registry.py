"""Declare rules, and what they receive and yield."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import cached_property

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend._version import ADDRESS
from urlmend.model.finding import DEFAULT_PROFILE, PROFILES, Edit, Finding
from urlmend.model.scope import READ, Scope
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.detect import secrets_of_url
from urlmend.redaction.forms import Secret
from urlmend.redaction.harmless import may_contain_part
from urlmend.redaction.redact import MASK, mask, overlaps
from urlmend.redaction.url_masks import hidden_in, pieces_around, redacted_reading
from urlmend.uri.rfc3986 import Parts, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    from urlmend.model.aliases import Fixability, Profile, Severity
    from urlmend.model.document import Repository

    class Properties(TypedDict, total=False):
        """The fields of `Rule` that a rule need not declare."""

        profiles: tuple[Profile, ...]
        whatwg_severity: Severity
        scopes: AbstractSet[Scope]
        applies_to_ordinary: bool
        applies_to_partial: bool
        schemes: tuple[str, ...]
        contains_any: str
        triggers: AbstractSet[Trigger]
        fallback: bool
        fix: Fixability


# Where the pages of the built-in rules are published.
_PAGES = f"{ADDRESS}/blob/main/docs/rules"
OUTSIDE_PRINTABLE_ASCII = "\x7f"
"""In `Rule.contains_any`, stands for every character that is not printable ASCII."""
WRAPPED = ("url-wrapper", "angle")
"""The forms of URLs in closed wrappers."""


class Trigger(StrEnum):
    """A property of a URL, or of the text around it, that few URLs have."""

    BREAK = "break"
    """The URL is interrupted, by a line break for example."""
    SPACE = "space"
    """A space interrupts the URL."""
    QUOTE = "quote"
    """A quote mark or a comment leader interrupts the URL."""
    PAGE = "page"
    """A page break interrupts the URL."""
    FLOWED = "flowed"
    """A soft line break of flowed text interrupts the URL."""
    BARE_BREAK = "bare-break"
    """The URL is interrupted, and not in a closed wrapper."""
    READING = "reading"
    """The text allows another reading of the URL."""
    WRAPPER = "wrapper"
    """A wrapper begins before the URL, closed or not."""
    UNCLOSED = "unclosed"
    """A wrapper that begins before the URL is not closed."""
    NESTED = "nested"
    """More than `<URL:` is before the URL in its wrapper."""
    EDGE = "edge"
    """An opening bracket or a quotation mark is around the URL, or a character outside ASCII is next to it."""
    AUTHORITY = "authority"
    """The authority is missing, is more than an ordinary DNS name or IPv4 address, or there is a second scheme."""
    SCHEME = "scheme"
    """The scheme is not one of `urlmend.uri.schemes.COMMON`, or a letter of `https` precedes it."""
    LINK = "link"
    """What follows the URL may be the text of a link, or the end of its target outside HTML."""
    DOT_SEGMENT = "dot-segment"
    """A slash is followed by a dot."""
    SECRET = "secret"  # noqa: S105  # the name of a trigger
    """The URL contains a secret."""


class HitError(ValueError):
    """A hit that no rule may yield; the message says what to write instead."""


class Case:
    """One URL to check."""

    url: Url
    """The URL, rejoined."""
    text: str
    """The document's text, or the window of it that the URL's offsets refer to."""
    profile: Profile
    """The specification to check against: `rfc1738`, `rfc3986` or `whatwg`."""
    flowed: str
    """The document's `flowed`: whether the text is `format=flowed` (RFC 3676)."""
    in_mail: bool
    """Whether the document is from a mail or news message."""
    labelled: bool
    """Whether the document is in a format that has links, and the text of one may show another URL than the link."""
    format: str
    """The format that the document is read as, such as `markdown`; empty for plain text."""
    show_secrets: bool
    """Whether messages may show secrets."""
    annotations: tuple[str, ...]
    """The targets of the links at the URL in a document such as a PDF, which are no part of its text."""
    contradiction: tuple[str, str] | None
    """The different names in the text of the link and in its target, which is the URL; None if they agree."""
    repository: Repository | None
    """The repository that the file is in, if its links into it are checked."""
    name: str
    """The name of the file; or empty."""
    wrapped: bool
    """Whether the URL is in a closed wrapper."""

    def __init__(
        self,
        url: Url,
        text: str,
        profile: Profile,
        flowed: str = "",
        *,
        in_mail: bool = False,
        labelled: bool = False,
        format: str = "",  # noqa: A002
        show_secrets: bool = False,
        annotations: tuple[str, ...] = (),
        contradiction: tuple[str, str] | None = None,
        repository: Repository | None = None,
        name: str = "",
    ) -> None:
        """Check a URL of a text against a profile; `flowed` is the document's."""
        self.url = url
        self.text = text
        self.profile = profile
        self.flowed = flowed
        self.in_mail = in_mail
        self.labelled = labelled
        self.format = format
        self.show_secrets = show_secrets
        self.annotations = annotations
        self.contradiction = contradiction
        self.repository = repository
        self.name = name
        self.wrapped = url.form in WRAPPED

    @cached_property
    def parts(self) -> Parts:
        """The components of the URL."""
        return split(self.url.text)

    @cached_property
    def secrets(self) -> list[Secret]:
        """The secrets of the URL, ascending: what reports hide."""
        return secrets_of_url(self.url.text)

    @cached_property
    def hidden(self) -> list[Span]:
        """The spans of `url.text` that no message shows, ascending: secrets, and pieces of broken ones."""
        return hidden_in(self.text, self.url, self._pieces)

    @cached_property
    def _pieces(self) -> list[Span]:
        """The spans of the text that are pieces of broken secrets."""
        return pieces_around(self.text, self.url)

    @property
    def is_cut(self) -> bool:
        """Whether what follows the URL continues a secret of it."""
        pieces, stop = self._pieces, self.url.spans[-1].stop if self.url.spans else 0
        return any(low < stop <= high for low, high in pieces) and (
            pieces[-1].stop > stop or self.text.startswith("@", stop)
        )

    @property
    def is_misread(self) -> bool:
        """Whether a secret continues after the URL, or is what looks like its host."""
        start = self.parts.starts.get("host", 0)
        return self.is_cut or self.hides(start, start + len(self.parts.host or ""))

    def hides(self, start: int, stop: int) -> bool:
        """Whether a part of `url.text[start:stop]` is hidden."""
        return overlaps(self.hidden, start, stop)

    def shown(self, start: int, stop: int, instead: str | None = None) -> str:
        """The text `url.text[start:stop]` for a message, with its secrets hidden.

        `instead` is what the message says of that text, such as its encoded form; hidden if a part of the text is.
        """
        if self.show_secrets or not self.hidden:  # true of most URLs
            return self.url.text[start:stop] if instead is None else instead
        if instead is None:
            return mask(self.url.text, self.hidden, start, stop)
        return MASK if self.hides(start, stop) else instead

    def shown_reading(self, reading: str) -> str:
        """Another reading of the URL for a message, with its secrets hidden."""
        if self.show_secrets or not (self.hidden or may_contain_part(reading)):  # true of most URLs
            return reading
        return redacted_reading(reading, self.url.text, self.hidden)

    def outer_text(self) -> str:
        """The URL as the document has it, with wrapper and breaks."""
        return self.text[self.url.outer.start : self.url.outer.stop]

    def hit(
        self, message: str, start: int | None = None, stop: int | None = None, *, replacement: str | None = None
    ) -> Hit:
        """A hit at `url.text[start:stop]` (offsets in code points), by default at the complete URL.

        The fix replaces that part with `replacement`; None offers no fix. Raises ValueError if the part is empty or not
        inside the URL, as `replaced` and `offset` do.
        """
        if start is None and stop is None and replacement is None:
            return Hit(message, self.url.spans)
        spans = self._spans(start or 0, len(self.url.text) if stop is None else stop)
        if replacement is None:
            return Hit(message, spans)
        return Hit(message, spans, (Edit(spans[0], replacement), *[Edit(span, "") for span in spans[1:]]))

    def replaced(self, start: int, stop: int, text: str) -> tuple[Edit, ...]:
        """The edits that replace `url.text[start:stop]` with `text`; line breaks inside it remain."""
        return self.hit("", start, stop, replacement=text).edits

    def offset(self, at: int) -> int:
        """Convert an offset in `url.text` to the offset in `text` (both in code points)."""
        return self._spans(at, at + 1)[0].start

    def _spans(self, start: int, stop: int) -> tuple[Span, ...]:
        """The spans of `url.text[start:stop]`. Raises HitError if it is empty or not inside the URL."""
        if not 0 <= start < stop <= len(self.url.text):
            raise HitError(f"{start}:{stop} is not a part of url.text: write 0 <= start < stop <= {len(self.url.text)}")
        return self.url.spans_of(start, stop)


class Hit(NamedTuple):
    """A fault that a rule reports."""

    message: str
    """The fault and, briefly, the correction."""
    spans: tuple[Span, ...]
    """The ranges of the document at fault, ascending; at least one."""
    edits: tuple[Edit, ...] = ()
    """The fix, ascending; empty if only a person can correct the fault."""
    safe: bool = True
    """Whether the fix is safe, provided that the rule's fixes are."""


Check = Callable[[Case], Iterator[Hit]]


class Rule(NamedTuple):
    """A check and its properties."""

    code: str
    """Letters and three digits, such as `URL205`."""
    name: str
    """Words joined by hyphens, such as `unsafe-national`."""
    severity: Severity
    """`error`, `warning` or `info`."""
    whatwg_severity: Severity
    """The severity under the profile `whatwg`, where an error is what the standard's parser rejects."""
    profiles: tuple[Profile, ...]
    """The profiles under which the rule runs."""
    default_profiles: tuple[Profile, ...]
    """The profiles under which the rule is on by default; under others, it must be selected."""
    check: Check
    """The generator function that yields the hits of a case."""
    scopes: AbstractSet[Scope] = READ
    """The scopes of the URLs that the rule may report."""
    applies_to_ordinary: bool = False
    """Whether the rule may report URLs that pass the linter's test for ordinary ones; those skip all other rules."""
    applies_to_partial: bool = False
    """Whether the rule may report wrappers that contain no absolute URL."""
    schemes: tuple[str, ...] = ()
    """The schemes of the URLs that the rule may report, in lower case; empty for all."""
    contains_any: str = ""
    """The rule reports only URLs that contain one of these characters, or are next to one; empty for all."""
    triggers: AbstractSet[Trigger] = frozenset()
    """The rule reports only URLs that have one of these properties; empty for all."""
    fallback: bool = False
    """Whether the rule reports only faults that no other rule reports, except as `info`."""
    fix: Fixability = ""
    """`safe`, `unsafe` (a guess), or "" if the rule offers no fix."""
    plugin: str = ""
    """The plugin that provides the rule; "" for built-in rules."""

    @property
    def page(self) -> str:
        """The rule's docstring: summary, rationale and examples."""
        import inspect  # slower to import than all rules together, and only pages need it

        return inspect.cleandoc(self.check.__doc__ or "")

    @property
    def address(self) -> str:
        """The address of the rule's page; empty for rules of plugins."""
        return "" if self.plugin else f"{_PAGES}/{self.code}.md"

    @property
    def explanation(self) -> str:
        """The rule's page without the first line, and without the examples at the end."""
        return self.page.partition("\n")[2].partition("```")[0].strip()

    @property
    def state(self) -> str:
        """When the rule runs without being selected: "on" or "off" by default, or "on in" some of its profiles."""
        if not self.default_profiles:
            return "off by default"
        if self.default_profiles == self.profiles and DEFAULT_PROFILE in self.profiles:
            return "on by default"
        return f"on in {', '.join(self.default_profiles)}"

    def severity_in(self, profile: Profile) -> Severity:
        """The severity under a profile."""
        return self.whatwg_severity if profile == "whatwg" else self.severity

    @property
    def summary(self) -> str:
        """The first line of the rule's page."""
        return self.page.partition("\n")[0]


_FORMATS = ("markdown", "shell")


class Example(NamedTuple):
    """One example of a rule's page."""

    kind: str
    """`bad` (must be reported), `fixed` (the preceding `bad` one after its fixes) or `good` (must not be reported)."""
    text: str
    profile: Profile
    flowed: str
    format: str = ""
    """The format that the example is read as, one of _FORMATS; empty for plain text."""


RULES: dict[str, Rule] = {}
"""The built-in rules and those of loaded plugins, by code."""

_FENCE = lazy(r"^```(bad|good|fixed)((?: [a-z0-9]+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rule(
    code: str, severity: Severity, *, default: bool | tuple[Profile, ...] = True, **properties: Unpack[Properties]
) -> Callable[[Check], Check]:
    """Register a generator function as a built-in rule; the properties are fields of `Rule`.

    `default` is whether the rule is on by default, or the profiles under which it is.
    The function's name, with hyphens, is the rule's name, and its docstring the rule's page. Raises
    ValueError if the code is taken, and AssertionError if there is no docstring.
    """

    def declare(check: Check) -> Check:
        if code in RULES:
            raise ValueError(f"{code} is declared twice")
        assert check.__doc__, f"{code} has no docstring"
        RULES[code] = declared(check, code, severity, default, **properties)
        return check

    return declare


def declared(
    check: Check, code: str, severity: Severity, default: bool | tuple[Profile, ...], **properties: Unpack[Properties]
) -> Rule:
    """Return the rule of a generator function; the arguments are those of `rule`."""
    profiles = properties.setdefault("profiles", PROFILES)
    properties.setdefault("whatwg_severity", severity)
    properties["triggers"] = frozenset(properties.get("triggers", ()))
    properties["scopes"] = frozenset(properties.get("scopes", READ))
    default_profiles = default if isinstance(default, tuple) else profiles if default else ()
    name = check.__name__.replace("_", "-")
    return Rule(code=code, name=name, severity=severity, default_profiles=default_profiles, check=check, **properties)


def is_name(word: str, name: str) -> bool:
    """Whether a word is the name of a rule, in any case, and with underscores or hyphens."""
    return word.lower().replace("_", "-") == name.lower()


def selects(word: str, rule: Rule | Finding) -> bool:
    """Whether a word selects a rule: its code or a prefix of it, in any case, its name, or `ALL`."""
    return rule.code.startswith(word.upper()) or word.upper() == "ALL" or is_name(word, rule.name)


def examples(declared: Rule) -> list[Example]:
    """The examples of a rule's page, each with the profile that its fence names or the usual one of the rule."""
    usual = DEFAULT_PROFILE if DEFAULT_PROFILE in declared.profiles else declared.profiles[0]
    found = []
    for kind, info, text in _FENCE.findall(declared.page):
        flags = info.split()
        profile = next((flag for flag in flags if flag in PROFILES), usual)
        flowed, form = ("yes" if "flowed" in flags else ""), next(filter(flags.__contains__, _FORMATS), "")
        found.append(Example(kind, text, profile, flowed, form))
    return found
