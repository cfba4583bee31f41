"""Family 4: ports (RFC 3986 section 3.2.3, RFC 1738 section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import READ, Scope
from urlmend.rules.authority import (
    NETWORK_SCHEMES,
    component_range,
    is_decimal,
    is_unbracketed_ipv6,
    shown_component,
    whatwg_failure,
)
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.rules.templates import is_port_template
from urlmend.uri.schemes import DEFAULT_PORTS, WEB

_MAX_PORT = 65535
# A port that a sign follows, which is not part of the URL: `set A=http://localhost:8000&& plan`.
_BEFORE_SIGN = lazy(r"[0-9]{1,5}(?!\.[0-9])[^\w:]")
# A host and its port after a user: `mysql://alice:db.musterstadt.internal:3306/`.
_HOST_AND_PORT = lazy(r"[A-Za-z][\w.-]*:[0-9]{1,5}\Z")
# What is before an address of Git in a project of Maven (Maven SCM, SCM URL Format), which shows it only.
_SCM = "scm:git:"


@rule("URL407", "error", scopes=READ - {Scope.COMMENT}, triggers={Trigger.AUTHORITY})
def port_invalid(case: Case) -> Iterator[Hit]:
    """The port is not a number.

    A port consists of decimal digits (RFC 3986 section 3.2.3). An address for `scp` or `git` in the
    form `host:path` needs a `/` instead of the colon. A sign after the digits (`8001-8002`), words
    in the places of host and port (`http://host:port`) and both forms in one, as Maven has them
    after `scm:git:`, are not reported.

    ```bad
    see http://www.musterstadt.internal:80a/
    fetch ssh://git.musterstadt.internal:plans/roads.git
    ```

    ```good
    see http://www.musterstadt.internal:8080/ or http://localhost:$PORT/
    fetch ssh://git.musterstadt.internal/plans/roads.git
    ```
    """
    port = case.parts.port or ""
    if case.profile == "whatwg":
        invalid = whatwg_failure(case.url.text, "URL407") is not None
    else:
        invalid = case.url.scheme in NETWORK_SCHEMES and not (
            is_decimal(port) or is_port_template(port) or _BEFORE_SIGN.match(port) or is_unbracketed_ipv6(case)
        )
    advice = _advice(case, port) if invalid else None
    if advice:
        yield case.hit(f"port is not a number: {advice}", *component_range(case, "port"))


def _advice(case: Case, port: str) -> str | None:
    """Return advice on a port that is not a number, or None for words in the places of host and port."""
    is_lenient = case.profile != "whatwg"
    if case.text.endswith(_SCM, 0, case.url.outer.start):
        return None
    is_word = port.isalpha() or not port.isascii()  # Thai has words with signs that are no letters
    after_word = is_lenient and "." not in (case.parts.host or "") and port[:1].isalpha()
    begins_text = is_lenient and case.url.scheme in WEB and not case.parts.path
    stop = case.url.outer.stop
    if case.is_cut and case.text[stop : stop + 1].isspace():
        return "the next line continues it as a password; remove and change it"
    if is_word and (after_word or begins_text):
        return None
    if "@" in case.url.text[case.parts.starts["path"] :]:
        return "in a password, encode '/' as %2F, '?' as %3F and '#' as %23"
    if _HOST_AND_PORT.match(port):
        return "write '@' between user and host, not ':'"
    if after_word and ("." in port or ":" in port):
        return None
    return "write '/' before a path, not ':'" if port[:1].isalpha() else "write digits"


@rule("URL408", "warning", default=("whatwg",), whatwg_severity="error", triggers={Trigger.AUTHORITY})
def port_out_of_range(case: Case) -> Iterator[Hit]:
    """The port is greater than 65535.

    TCP and UDP have no such port. The grammar of RFC 3986 section 3.2.3 has no limit; WHATWG
    parsers fail.

    ```bad
    see http://www.musterstadt.internal:80800/
    ```

    ```good
    see http://www.musterstadt.internal:8080/
    ```
    """
    port = case.parts.port
    if case.profile == "whatwg":
        beyond = whatwg_failure(case.url.text, "URL408") is not None
    else:
        significant = port.lstrip("0") if port and is_decimal(port) else ""
        beyond = len(significant) > 5 or int(significant or "0") > _MAX_PORT
    if beyond:
        yield case.hit(f"port is greater than {_MAX_PORT}: correct it", *component_range(case, "port"))


@rule("URL409", "warning", profiles=("rfc1738",), fix="unsafe", triggers={Trigger.AUTHORITY})
def port_empty(case: Case) -> Iterator[Hit]:
    """The authority ends with a colon but has no port.

    Without a port, the colon is omitted (RFC 1738 section 3.1). RFC 3986 section 3.2.3 allows it,
    but recommends omitting it.

    ```bad
    see http://www.musterstadt.internal:/
    ```

    ```fixed
    see http://www.musterstadt.internal/
    ```

    ```good
    see http://www.musterstadt.internal/
    ```
    """
    if case.parts.port == "":
        start = case.parts.starts["port"]
        yield case.hit("':' without port: remove it", start - 1, start, replacement="")


@rule("URL410", "info", default=False, applies_to_ordinary=True, fix="unsafe", triggers={Trigger.AUTHORITY})
def port_default_redundant(case: Case) -> Iterator[Hit]:
    """The port is the default port of the scheme.

    Without the port, the URL has the same meaning and is equal to other URLs of the resource
    (RFC 3986 section 6.2.3).

    ```bad
    see http://www.musterstadt.internal:80/ and ftp://ftp.musterstadt.internal:21/pub
    ```

    ```fixed
    see http://www.musterstadt.internal/ and ftp://ftp.musterstadt.internal/pub
    ```

    ```good
    see http://www.musterstadt.internal/ and http://www.musterstadt.internal:8080/
    ```
    """
    port = case.parts.port
    if port and is_decimal(port) and port == str(DEFAULT_PORTS.get(case.url.scheme)):
        start = case.parts.starts["port"]
        message = f"port {shown_component(case, 'port')} is the default of {case.url.scheme}: remove it"
        yield case.hit(message, start - 1, start + len(port), replacement="")
