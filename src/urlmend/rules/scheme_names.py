"""Family 8: names of schemes and their registration (RFC 1738 section 4, RFC 7595)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.span import Span
from urlmend.rules.characters import INVISIBLE, code_points
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.uri import rfc1738
from urlmend.uri.iana_schemes import REGISTERED
from urlmend.uri.rfc3986 import SCHEME
from urlmend.uri.schemes import COMMON, PASTED, WEB, SchemeTable, meant_scheme

_TABLE = SchemeTable()
_HISTORICAL = tuple(scheme for scheme, (status, *_) in REGISTERED.items() if status == "historical")


def _hit(case: Case, message: str, replacement: str | None = None) -> Hit:
    """A hit at the name of the scheme."""
    return case.hit(message, 0, len(case.parts.scheme or ""), replacement=replacement)


@rule("URL801", "warning", default=False, schemes=_HISTORICAL)
def historic_scheme(case: Case) -> Iterator[Hit]:
    """A URL has a historical scheme.

    The IANA registry lists the scheme as historical: it is no longer used, or should not be
    (RFC 7595 section 5). Examples are wais (RFC 4156), prospero (RFC 4157) and snews (RFC 5538
    section 8.1).

    ```bad
    wais://wais.example.org/plans
    ```

    ```good
    http://www.example.org/plans, gopher://gopher.example.org/1/plans
    ```
    """
    if "::" not in case.url.text:  # not C++, such as `<filesystem::path>`
        reference = REGISTERED[case.url.scheme][1].partition(" ")[0].replace("rfc", "RFC ")
        source = f" ({reference})" if reference else ""
        yield _hit(case, f"historical scheme {case.url.scheme}{source}: use another one")


@rule("URL802", "info", default=False)
def unregistered_scheme(case: Case) -> Iterator[Hit]:
    """A URL has a scheme that is in use, but not registered.

    Others may use the same name for another scheme (RFC 7595 section 6).

    ```bad
    postgresql://db.musterstadt.internal/plans
    ```

    ```good
    https://db.musterstadt.internal/plans
    ```
    """
    if _TABLE.status(case.url.scheme) == "unregistered":
        yield _hit(case, f"unregistered scheme {case.url.scheme}: use a registered one")


@rule("URL803", "info", default=False)
def provisional_scheme(case: Case) -> Iterator[Hit]:
    """A URL has a provisionally registered scheme.

    Its meaning has not been reviewed, and may change (RFC 7595 section 4).

    ```bad
    sftp://files.musterstadt.internal/plans.txt
    ```

    ```good
    ftp://files.musterstadt.internal/plans.txt
    ```
    """
    if _TABLE.status(case.url.scheme) == "provisional":
        yield _hit(case, f"provisional scheme {case.url.scheme}: use a permanent one")


@rule("URL804", "info", default=False)
def x_scheme(case: Case) -> Iterator[Hit]:
    """A URL has an experimental scheme.

    Names that begin with `x-` are for experiments between parties that agree on them (RFC 1738
    section 4). Other programs do not support them.

    ```bad
    x-plans://files.musterstadt.internal/2004
    ```

    ```good
    https://files.musterstadt.internal/2004
    ```
    """
    if _TABLE.status(case.url.scheme) == "private":
        yield _hit(case, f"experimental scheme {case.url.scheme}: use a registered one")


# The delimiters after a scheme that `missing-slashes` and `backslash` do not report.
_WRONG_DELIMITER = lazy(r"(https?|ftp)([;.,]//|:://?|:(s)//|//:?|: +// *|:/ / ?|:// +)", re.IGNORECASE)
# A word before a tag, where readers see the complete scheme; and before markup or an invisible character, where they
# may. How far back to look, in code points.
_BEFORE_TAG, _TAG_REACH = lazy(r"(\w+)<[^<>]*>\Z"), 400
# The rest of a dump, in which a text goes on from the end of one line to the next, after the numbers of its bytes.
_BEFORE_NUMBERS, _DUMP_REACH = lazy(r"(?<!\w)(\w{1,4})[ \t]*\r?\n[ \t]*[0-9A-Fa-f][0-9A-Fa-f: \t]*(?:\|[ \t]*)?\Z"), 100
_BEFORE_SIGNS, _SIGN_REACH = lazy(r"(\w+)\W+\Z"), 6
# Characters that nobody sees between a word and the URL; joiners mean nothing between letters of Latin.
_INVISIBLE_REACH = 9
_BEFORE_INVISIBLE = lazy(rf"([A-Za-z]{{1,5}})([{INVISIBLE}\u200c\u200d\ufe00-\ufe0f]{{1,8}})\Z")
# Letters of `https` before an unbroken scheme; no escape, format or other scheme ends with them.
_LETTERS_BEFORE, _LETTERS_REACH = lazy(r"(?<![\w.+\\%&/:@-])[htps]{1,5}\Z", re.IGNORECASE), 5
_DOUBLED = lazy(r"(https?|ftp)://((?:https?|ftp)(?:://|//)|mailto:(?=[^\s@]+@))", re.IGNORECASE)


@rule(
    "URL805",
    "error",
    applies_to_partial=True,
    whatwg_severity="warning",
    triggers={Trigger.AUTHORITY, Trigger.SCHEME},
    fix="unsafe",
)
def scheme_typo(case: Case) -> Iterator[Hit]:
    """The scheme or its `://` is misspelt, or another scheme follows it.

    Programs cannot open `htpp://`, `hhttp://`, `http//`, `http;//`, or `http://` and a space. In `http://http://`, the
    second `http` is the host, and in `http://mailto:`, `mailto` is a user. Invisible characters within
    a scheme are reported, too, and a URL that begins again within itself.

    ```bad
    see <URL:htpp://www.example.org/>
    see http://http://www.example.org/
    see [the plan](https//www.example.org/plan)
    ```

    ```fixed
    see <URL:http://www.example.org/>
    see http://www.example.org/
    see [the plan](https://www.example.org/plan)
    ```

    ```good
    see <URL:http://www.example.org/>
    see http://archive.example.org/2004/http://www.example.org/
    ```
    """
    scheme = case.url.text.partition(":")[0].lower()
    meant = meant_scheme(scheme) if scheme not in COMMON else None
    if scheme in WEB and not case.wrapped and (letters := _letters_before(case)):
        yield _misspelt_before(case, letters, scheme)
    if invisible := _invisible_before(case, scheme):
        yield _invisible_hit(invisible)
    elif meant and case.parts.authority is not None and not _begins_elsewhere(case, scheme, meant):
        replacement = None if _begins_before(case, scheme, meant, _BEFORE_SIGNS, _SIGN_REACH) else meant
        yield _hit(case, f"misspelt scheme {scheme}: write {meant}", replacement)
    if case.url.form == "fault" and (delimiter := _WRONG_DELIMITER.match(case.url.text)):
        right = f"{(delimiter[3] or '').lower()}://"
        message = f"{delimiter[2]!r} after scheme: write {right!r}"
        yield case.hit(message, 0, delimiter.end(), replacement=f"{delimiter[1].lower()}{right}")
    doubled = _DOUBLED.match(case.url.text)
    if doubled:
        edits = case.replaced(0, doubled.start(2), "") if ":" in doubled[2] else ()
        yield Hit("repeated scheme: remove one", case.url.spans_of(0, doubled.end()), edits)
    elif pasted := PASTED.match(case.url.text):
        yield case.hit("URL pasted twice: remove one", *pasted.span("second"))


def _letters_before(case: Case) -> re.Match[str] | None:
    """The letters directly before the URL, as in `hhttps://`."""
    start = case.url.outer.start
    return _LETTERS_BEFORE.search(case.text, max(0, start - _LETTERS_REACH), start)


def _misspelt_before(case: Case, letters: re.Match[str], scheme: str) -> Hit:
    """A hit at a scheme and the letters before it."""
    span = Span(letters.start(), letters.end() + len(scheme))
    message = f"misspelt scheme {case.text[slice(*span)]}: write {scheme}"
    return Hit(message, (span,), (Edit(span, scheme),))


def _invisible_before(case: Case, scheme: str) -> re.Match[str] | None:
    """The start of a web scheme before the URL, and the invisible characters that divide it."""
    start = case.url.outer.start
    if case.wrapped or case.text[start - 1 : start].isascii():
        return None
    found = _BEFORE_INVISIBLE.search(case.text, max(0, start - _INVISIBLE_REACH), start)
    return found if found and (found[1] + scheme).lower() in COMMON else None


def _invisible_hit(between: re.Match[str]) -> Hit:
    """A hit at the invisible characters within a scheme."""
    pronoun = "them" if len(between[2]) > 1 else "it"
    return Hit(f"invisible {code_points(between[2])} in scheme: remove {pronoun}", (Span(*between.span(2)),))


def _begins_elsewhere(case: Case, scheme: str, meant: str) -> bool:
    """Whether the missing start of a scheme is before a tag, or at the end of the line before in a dump."""
    places = (_BEFORE_TAG, _TAG_REACH), (_BEFORE_NUMBERS, _DUMP_REACH)
    return any(_begins_before(case, scheme, meant, between, reach) for between, reach in places)


def _begins_before(case: Case, scheme: str, meant: str, between: re.Pattern[str], reach: int) -> re.Match[str] | None:
    """The match of `between` if only it separates the missing start of a scheme from the URL after it, or None."""
    start = case.url.outer.start
    split = between.search(case.text, max(0, start - reach), start)
    is_start = split and (split[1] + scheme).lower().endswith(meant) and meant.endswith(scheme)
    return split if is_start else None


@rule("URL806", "info", profiles=("rfc1738",), schemes=rfc1738.RESERVED_NAMES)
def undefined_1738_name(case: Case) -> Iterator[Hit]:
    """A URL has a scheme whose name RFC 1738 only reserves.

    Section 4 reserves afs, mid, cid, nfs, tn3270, mailserver and z39.50 for later definition. Other
    documents may define them.

    ```bad
    nfs://files.musterstadt.internal/plans
    ```

    ```good
    ftp://files.musterstadt.internal/plans
    ```
    """
    yield _hit(case, f"scheme {case.url.scheme} is undefined in RFC 1738: use another one")


_RFC_1738_SCHEME = lazy(r"[A-Za-z0-9+.-]+:")
_SCHEME = lazy(rf"{SCHEME}:")


@rule("URL807", "error", whatwg_severity="warning", triggers={Trigger.SCHEME})
def scheme_invalid(case: Case) -> Iterator[Hit]:
    """The name of the scheme is invalid.

    It consists of letters, digits, `+`, `.` and `-`, and begins with a letter (RFC 3986
    section 3.1). In RFC 1738 section 2.1, it may begin with a digit. An invalid name is recognised
    as a scheme only in a wrapper with `URL:`.

    ```bad
    see <URL:my_plans://www.musterstadt.internal/> and <URL:3com://www.musterstadt.internal/>
    ```

    ```bad rfc1738
    see <URL:my_plans://www.musterstadt.internal/>
    ```

    ```good
    see <URL:my-plans://www.musterstadt.internal/>
    ```

    ```good rfc1738
    see <URL:3com://www.musterstadt.internal/>
    ```
    """
    pattern = _RFC_1738_SCHEME if case.profile == "rfc1738" else _SCHEME
    if case.url.form != "fault" and case.url.scheme and not pattern.match(case.url.text):
        first = "" if case.profile == "rfc1738" else "a letter, then "
        message = f"invalid scheme: write {first}letters, digits, '+', '.' and '-'"
        yield case.hit(message, 0, len(case.url.scheme))
