"""Family 6: hosts whose letters look like others (UTS #39, UTS #46); a single script is not reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import SHOWN
from urlmend.rules.authority import labels, name_or_ipv4
from urlmend.rules.registry import Case, Hit, Trigger, rule

# Scripts are those of the property Script_Extensions (UTS #39 section 5.1); Common and Inherited go with all.

_CONFUSABLE_SCRIPTS = frozenset(("Latin", "Cyrillic", "Greek"))
# The recommended scripts of UAX #31, table 5.
_SCRIPTS = tuple(
    """
    Latin Cyrillic Greek Armenian Hebrew Arabic Han Hiragana Katakana Hangul Bopomofo Thai Lao Devanagari Bengali
    Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan Myanmar Georgian Ethiopic Khmer Thaana
    """.split()
)
# How the names of their letters begin.
_NAMED_AFTER = frozenset(name.upper() for name in _SCRIPTS) | {"CJK"}
# The combinations of UTS #39 section 5.2, "highly restrictive".
_ALLOWED_COMBINATIONS = (
    frozenset(("Latin", "Han", "Hiragana", "Katakana")),
    frozenset(("Latin", "Han", "Bopomofo")),
    frozenset(("Latin", "Han", "Hangul")),
)
# ASCII followed by text in another script, which may belong to the sentence: a word directly after `http://host.example`.
_ADJOINING_TEXT = lazy(r"[a-z0-9-]+[^\x00-\x7f]+$", re.IGNORECASE)


@rule("URL608", "error", scopes=SHOWN, whatwg_severity="warning", triggers={Trigger.AUTHORITY})
def mixed_script_label(case: Case) -> Iterator[Hit]:
    """A label of the host mixes Latin, Cyrillic or Greek letters.

    Many letters of these scripts look the same. No real name mixes them, but forged ones do
    (UTS #39 section 5). Labels in `xn--` form are decoded first.

    ```bad
    see http://p\u0430ypal.example/
    see http://xn--pypal-4ve.example/
    ```

    ```good
    see http://paypal.example/ and http://\u043f\u043b\u0430\u043d.example/
    ```
    """
    for start, stop, scripts in _mixtures(case):
        if len(_CONFUSABLE_SCRIPTS & scripts) > 1:
            yield case.hit(_mixture_message(scripts), start, stop)


@rule("URL609", "warning", triggers={Trigger.AUTHORITY})
def whole_script_confusable(case: Case) -> Iterator[Hit]:
    """A label of the host looks like a Latin word, but is written in another script.

    Each of its letters looks like a Latin one, and the domain is Latin (UTS #39 section 4). Labels
    in `xn--` form are decoded first.

    ```bad
    see http://\u0430\u0440\u0440\u04cf\u0435.example/
    see http://xn--80ak6aa92e.example/
    ```

    ```good
    see http://apple.example/ and http://\u043f\u043b\u0430\u043d.example/
    ```
    """
    decoded = list(_unicode_labels(case))
    if not decoded or not decoded[-1][2].isascii():
        return
    for start, stop, label in decoded:
        skeleton = _latin_skeleton(label)
        if skeleton:
            shown = case.shown(start, stop, skeleton)
            yield case.hit(f"label looks like {shown!r} in another script: verify the host", start, stop)


@rule("URL611", "info", default=False, triggers={Trigger.AUTHORITY})
def punycode_shown(case: Case) -> Iterator[Hit]:
    """A label of the host is in `xn--` form.

    The message contains the decoded label (UTS #46 section 4).

    ```bad
    see http://xn--mnchen-3ya.example/
    ```

    ```good
    see http://m\u00fcnchen.example/ and http://muenchen.example/
    ```
    """
    for start, stop, label in _unicode_labels(case):
        if not label.isascii() and case.url.text[start : start + 4].lower() == "xn--":
            yield case.hit(f"label is {case.shown(start, stop, label)!r} in xn-- form: verify the host", start, stop)


@rule("URL625", "warning", triggers={Trigger.AUTHORITY})
def unusual_script_mixture(case: Case) -> Iterator[Hit]:
    """A label of the host mixes scripts that are not used together.

    Japanese, Chinese and Korean are written in several scripts, with Latin letters. Any other
    mixture is an error or a forgery (UTS #39 section 5.2). A mixture of Latin, Cyrillic and Greek
    letters is URL608.

    ```bad
    see http://\u05d0\u05d1plan.example/
    ```

    ```good
    see http://\u05d0\u05d1.example/ and http://plan-\u8a08\u753b.example/a
    ```
    """
    for start, stop, scripts in _mixtures(case):
        if len(_CONFUSABLE_SCRIPTS & scripts) <= 1:
            yield case.hit(_mixture_message(scripts), start, stop)


def _unicode_labels(case: Case) -> Iterator[tuple[int, int, str]]:
    """The start, stop and text of each label, in lower case, `xn--` decoded; nothing for other ASCII hosts."""
    host = name_or_ipv4(case)
    if host is None or (host.isascii() and "xn--" not in host.lower()):
        return
    for label, start in labels(case):
        yield start, start + len(label), _decoded(label.lower())


def _decoded(label: str) -> str:
    if not label.startswith("xn--") or not label.isascii():
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _mixtures(case: Case) -> Iterator[tuple[int, int, frozenset[str]]]:
    """The start, stop and scripts of each label whose scripts are not an allowed combination."""
    decoded = list(_unicode_labels(case))
    for number, (start, stop, label) in enumerate(decoded):
        if _is_in_one_script(label) or (
            number == len(decoded) - 1 and stop == len(case.url.text) and _ADJOINING_TEXT.match(label)
        ):
            continue
        each = [scripts for char in dict.fromkeys(label) if (scripts := _scripts(char))]
        if not each or frozenset.intersection(*each):
            continue
        if not any(all(scripts & together for scripts in each) for together in _ALLOWED_COMBINATIONS):
            yield start, stop, frozenset(min(scripts) for scripts in each)


def _is_in_one_script(label: str) -> bool:
    """Whether names show that all letters of a label have one script: most labels, which need no properties."""
    if label.isascii():
        return True
    from unicodedata import name

    letters = [char for char in dict.fromkeys(label) if char.isalpha() or not char.isascii()]
    first = name(letters[0], "").partition(" ")[0]
    is_named = all(char.isalpha() and name(char, "").startswith(f"{first} ") for char in letters)
    return len(letters) == 1 or (is_named and first in _NAMED_AFTER)


@lru_cache(maxsize=1024)
def _scripts(char: str) -> frozenset[str]:
    """The scripts that a character is used in; empty if it goes with all, or with none in `_SCRIPTS`."""
    if char.isascii():
        return frozenset(("Latin",)) if char.isalpha() else frozenset()
    import regex  # type: ignore[import-untyped]  # only hosts outside ASCII need it

    return frozenset(name for name in _SCRIPTS if regex.match(rf"\p{{Script_Extensions={name}}}", char))


def _mixture_message(scripts: frozenset[str]) -> str:
    *others, last = sorted(scripts)
    return f"{', '.join(others)} and {last} letters in one label: verify the host"


def _latin_skeleton(label: str) -> str | None:
    """The ASCII word that a label without ASCII letters looks like, or None."""
    if label.isascii():
        return None
    from unicodedata import normalize

    from urlmend.uri.confusables import LATIN_LOOK

    if any(char.isascii() and char.isalpha() for char in label):
        return None
    skeleton = "".join(LATIN_LOOK.get(char, char) for char in normalize("NFD", label))
    return skeleton if skeleton.isascii() else None
