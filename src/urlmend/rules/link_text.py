"""Family 6: links that lead to another page than readers expect (RFC 3986 section 7.6)."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY, LABEL
from urlmend.model.scope import FOLLOWED, PROSE
from urlmend.redaction.detect import find_secrets
from urlmend.redaction.placeholders import is_word_for_host
from urlmend.redaction.redact import MASK, overlaps
from urlmend.rules.authority import shown_component
from urlmend.rules.registry import Case, Hit, Trigger, rule

# The longest text of a link that is looked at, in code points.
_MAX_TEXT = 300
_BEFORE_IN_MARKDOWN = lazy(r"(?<!!)\[([^\[\]\n]*)\]\(<?\Z")
_BEFORE_IN_RESTRUCTUREDTEXT = lazy(r"`([^`<>]*)\s<?\Z")
_AFTER_IN_HTML = lazy(r"[\"'][^<>]*>(?>(?:\s|<(?!/?[aA][\s>])[^<>]*>)*)([^\s<>]+)(?=\s*</)")
_AFTER_IN_ASCIIDOC = lazy(r"\[([^\[\]\n]*)\]")
# A text that begins with a URL, and its host: a name with a top-level domain of letters, and no user before it.
_SHOWN = lazy(
    r"\s*(?:[hH][tT][tT][pP][sS]?://|(?=[wW]{3}\.))((?:[\w-]+\.)+[^\W\d_][\w-]*[^\W_])\.?(?::\d+)?(?=[/?#\s]|\Z)"
)

_WITH_PATH = lazy(r"https?://[^/?#]+/.")
# The end of a target that a program cut from a longer URL.
_CUT = lazy(r"[-_%=&?]\Z")
# More than a slash, and no markup.
_REST_OF_URL = lazy(r"(?=/*[^/])[^\s<>\"'^`|\\]+\Z")

# A search whose only parameter is a URL, percent-encoded or not, and no word more.
_SEARCH = lazy(
    r"https?://(?:www\.)?(?:google\.[a-z]{2,3}(?:\.[a-z]{2})?|bing\.com)/search"
    r"\?q=(https?(?::|%3[Aa])(?:/|%2[Ff]){2}[^&#+\s]+)\Z"
)
# What the message calls a link of a kind of `urlmend.uri.link_kinds`.
_KINDS = {"gateway": "security gateway", "mailing": "click tracking", "shortener": "short link"}


@rule("URL626", "warning", scopes=PROSE, schemes=("http", "https"), triggers={Trigger.EDGE, Trigger.LINK})
def misleading_link(case: Case) -> Iterator[Hit]:
    """The text of a link shows another host than its target.

    Readers trust the text (RFC 3986 section 7.6), and phishing exploits this. The rule checks texts
    that are a URL or begin with `www.`, in HTML, Markdown, AsciiDoc, reStructuredText, PDF and Office files;
    other formats and plain text are not checked. Hosts of the same registered domain, by the [Public
    Suffix List](https://publicsuffix.org/), are treated as equal; so are a shortener and its owner,
    such as `youtu.be` and `youtube.com`. A copy of the shown page in a web archive is not reported.
    The message names security gateways, click tracking and short links.

    ```bad
    [https://www.bank.example.com/login](https://bank-login.musterstadt.internal/)
    <a href="https://bank-login.musterstadt.internal/"><b>www.example.com</b></a>
    ```

    ```good
    [https://www.example.com/login](https://login.example.com/)
    [Log in](https://login.example.com/) or [see the plan of www.example.com](https://www.musterstadt.internal/plan)
    ```
    """
    link_text = _text_of_link(case) if case.labelled else ""  # plain text has no links
    shown = _SHOWN.match(link_text)
    if not shown or not case.parts.host or _SEARCH.match(case.url.text):  # a search for a URL is URL629
        return
    label, host = shown[1].lower(), case.parts.host.lower().removesuffix(".")
    if not _differ(label, host) or is_word_for_host(label):
        return
    from urlmend.uri.link_kinds import archived_host, is_short_for, link  # large tables, and few links need them

    copied = archived_host(case.url.text)
    is_copy = copied == "" or (copied and not _differ(label, copied))
    if is_copy or is_short_for(host, label) or is_short_for(label, host):
        return
    kind = _KINDS.get(link(case.url.text).kind)
    if not case.show_secrets and overlaps(find_secrets(link_text), *shown.span(1)):
        label = MASK
    target = f"{shown_component(case, 'host', host)}{f' ({kind})' if kind else ''}"
    yield case.hit(f"link text shows {label}, but target is {target}: use the same host")


def _text_of_link(case: Case) -> str:
    """The text of the link that the URL is the target of; empty if it is none."""
    text, (start, stop) = case.text, case.url.outer
    if text.startswith(LABEL, stop):
        return f"https://{text[stop + 1 : stop + _MAX_TEXT].partition(chr(10))[0]}"
    stop += text.startswith(BOUNDARY, stop)
    after = _AFTER_IN_HTML.match(text, stop, stop + _MAX_TEXT) or _AFTER_IN_ASCIIDOC.match(text, stop, stop + _MAX_TEXT)
    if after:
        return after[1]
    before = text[max(0, start - _MAX_TEXT) : start]
    found = _BEFORE_IN_MARKDOWN.search(before) if before.endswith(("(", "(<")) else None
    if not found and before.endswith((" ", " <", "\n")):
        found = _BEFORE_IN_RESTRUCTUREDTEXT.search(before)
    return found[1] if found else ""


def _differ(one: str, other: str) -> bool:
    """Whether two hosts in lower case have different registered domains."""
    one, other = one.removeprefix("www."), other.removeprefix("www.")
    if one == other or one.endswith(f".{other}") or other.endswith(f".{one}"):
        return False
    if one.rsplit(".", 2)[-2:] != other.rsplit(".", 2)[-2:]:  # a registered domain has two labels or more
        return True
    from urlmend.uri.registered_domains import registered_domain  # few links need it

    registered = registered_domain(one)
    return not registered or registered != registered_domain(other)


@rule("URL627", "info", default=False, schemes=("http", "https"), applies_to_ordinary=True, fix="unsafe")
def redirect(case: Case) -> Iterator[Hit]:
    """A URL leads through a redirect or a gateway to the address that it contains.

    Such URLs are copied from search results, mail and forums. They tell their service who follows
    them, and they end with it. The message shows the address where they lead. The services are those of
    `find --unwrap`; short links and others that do not contain their target are not reported.

    ```bad
    see https://link.zhihu.com/?target=https%3A//www.musterstadt.de/plan
    ```

    ```fixed
    see https://www.musterstadt.de/plan
    ```

    ```good
    see https://www.musterstadt.de/plan
    see https://www.zhihu.com/question/7
    ```
    """
    from urlmend.uri.unwrapping import unwrapped  # a large table, and the rule is off by default

    found = unwrapped(case.url.text)
    if found and found.is_complete:
        message = f"redirect of {found.gateways[0].name}: link to {case.shown_reading(found.target)}"
        yield case.hit(message, 0, len(case.url.text), replacement=found.target)


@rule(
    "URL628", "warning", scopes=PROSE, schemes=("http", "https"), triggers={Trigger.BREAK, Trigger.EDGE, Trigger.LINK}
)
def link_cut(case: Case) -> Iterator[Hit]:
    """The target of a link is only the beginning of the URL that its text shows.

    Programs that make links of the text in a document end them with the line, although the URL goes
    on: the link fails, or leads to another page (RFC 3986 appendix C). Readers see the complete URL
    and do not notice. The rule checks PDF files, where the source of the document has to be changed,
    and texts of links in Markdown, AsciiDoc and reStructuredText, if the target ends in a sign that
    shows the cut, such as a hyphen. Other targets are shorter on purpose.

    ```bad markdown
    [https://www.musterstadt.de/plan-of-the-river](https://www.musterstadt.de/plan-of-)
    ```

    ```good markdown
    [https://www.musterstadt.de/plan-of-the-river](https://www.musterstadt.de/plan-of-the-river)
    [https://www.musterstadt.de/plan](https://www.musterstadt.de/)
    ```
    """
    if any(_is_beginning(target, case.url.text) for target in case.annotations):
        yield case.hit("the link ends with the line, but the URL goes on: link to the complete URL")
    elif case.labelled and _CUT.search(case.url.text) and _is_beginning(case.url.text, _text_of_link(case).strip()):
        yield case.hit("the target is only the beginning of the URL in the link text: link to the complete URL")


def _is_beginning(target: str, url: str) -> bool:
    """Whether a URL, which is one word, begins with a target that has a path, and goes on."""
    rest = url[len(target) :]
    return url.startswith(target) and _REST_OF_URL.match(rest) is not None and _WITH_PATH.match(target) is not None


@rule("URL629", "warning", scopes=FOLLOWED, schemes=("http", "https"), contains_any="?", fix="unsafe")
def search_for_url(case: Case) -> Iterator[Hit]:
    """A link leads to a search for a URL, and not to the URL.

    Assistants write such links: their readers see a page of results, and what they were to read is one
    of them at best. Searches for words are not reported.

    ```bad markdown
    see [the plan](https://www.google.com/search?q=https://www.musterstadt.de/plan)
    ```

    ```fixed markdown
    see [the plan](https://www.musterstadt.de/plan)
    ```

    ```good markdown
    see [the plan](https://www.google.com/search?q=plan+of+the+river)
    ```
    """
    search = _SEARCH.match(case.url.text)
    if search is None:
        return
    from urllib.parse import unquote  # few URLs need it

    target = unquote(search[1])
    if target.isprintable() and " " not in target:
        message = f"search for a URL: link to {case.shown_reading(target)}"
        yield case.hit(message, 0, len(case.url.text), replacement=target)


@rule("URL632", "warning", scopes=PROSE, schemes=("http", "https", "mailto"), triggers={Trigger.EDGE, Trigger.LINK})
def contradictory_link(case: Case) -> Iterator[Hit]:
    """The text of a link names another issue, document, version or mail address than its target.

    One of the two is wrong, and readers who follow the link do not notice: the page exists. The rule
    compares the numbers of issues and pull requests, numbers with letters such as `RFC 3986` and
    `CVE-2021-44228`, versions of three numbers, and mail addresses, in Markdown, AsciiDoc and
    reStructuredText.

    ```bad markdown
    Boats no longer drift, see [#2355](https://github.com/musterstadt/boats/pull/2535)
    [RFC 3968](https://www.rfc-editor.org/rfc/rfc3986) and [2.0.1](https://github.com/musterstadt/boats/tree/v2.0.0)
    ```

    ```good markdown
    Boats no longer drift, see [#2355](https://github.com/musterstadt/boats/pull/2355)
    [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986) and [2.0](https://github.com/musterstadt/boats/tree/v2.0.0)
    ```
    """
    if case.contradiction:
        text, target = case.contradiction
        yield case.hit(f"link text says {text}, but target is {target}: correct one of them")
