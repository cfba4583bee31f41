"""The grammars of the RFCs as the oracle for ours: generated and mutated URLs."""

import re
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grammars import CORE, RFC1738, RFC3986
from tables import each_row
from urlmend import lint
from urlmend.rules import RULES, templates
from urlmend.uri.placeholders import has_placeholder
from urlmend.uri.rfc1738 import PRODUCTIONS, SCHEMES, conforms


class Grammar:
    """A grammar as strategies and as regular expressions.

    Its nodes are ("text", s), ("name", n), ("range", a, b), ("rep", low, high, x), ("seq", ...), ("or", ...).
    """

    def __init__(self, rules):
        self.rules = rules

    def names(self):
        """The names that the rules use."""
        todo, found = list(self.rules.values()), set()
        while todo:
            kind, *rest = todo.pop()
            found |= {rest[0]} if kind == "name" else set()
            todo += [part for part in rest if isinstance(part, tuple)]
        return found

    def pattern(self, node):
        """The regular expression of a node; no rule of these grammars is recursive."""
        kind, *rest = node
        if kind == "text":
            return re.escape(rest[0])
        if kind == "range":
            return f"[{re.escape(rest[0])}-{re.escape(rest[1])}]"
        if kind == "name":
            return self.pattern(self.rules[rest[0]])
        if kind == "rep":
            low, high, part = rest
            return f"(?:{self.pattern(part)}){{{low},{'' if high is None else high}}}"
        chars = self._chars(node)
        if chars is not None:
            return f"[{''.join(map(re.escape, chars))}]"
        joined = ("|" if kind == "or" else "").join(map(self.pattern, rest))
        return f"(?:{joined})"

    def _chars(self, node):
        """The characters of a node that matches a single character, or None."""
        kind, *rest = node
        if kind == "text" and len(rest[0]) == 1:
            return rest
        if kind == "range":
            return [chr(code) for code in range(ord(rest[0]), ord(rest[1]) + 1)]
        if kind == "name":
            return self._chars(self.rules[rest[0]])
        if kind == "or" or (kind == "seq" and len(rest) == 1):
            found = [self._chars(part) for part in rest]
            return None if None in found else [char for chars in found for char in chars]
        return None

    def matches(self, name, text):
        return bool(self._compiled(name).fullmatch(text))

    @cache  # noqa: B019  # two grammars, for the duration of the tests
    def _compiled(self, name):
        return re.compile(self.pattern(self.rules[name]))

    @cache  # noqa: B019
    def strings(self, node):
        """A strategy that generates texts of a node."""
        kind, *rest = node
        chars = self._chars(node)
        if chars is not None:
            return st.sampled_from(chars)
        if kind == "text":
            return st.just(rest[0])
        if kind == "name":
            return self.strings(self.rules[rest[0]])
        if kind == "or":
            return st.one_of(*map(self.strings, rest))
        if kind == "rep":
            low, high, part = rest
            high = low + 4 if high is None else min(high, low + 4)
            return st.lists(self.strings(part), min_size=low, max_size=high).map("".join)
        return st.tuples(*map(self.strings, rest)).map("".join)


GRAMMAR_1738 = Grammar(RFC1738)
GRAMMAR_3986 = Grammar(RFC3986)


# --- the grammars themselves


def test_every_name_has_a_rule():
    assert len(RFC1738) - len(CORE) == 67
    assert len(RFC3986) - len(CORE) == 36
    for grammar in (GRAMMAR_1738, GRAMMAR_3986):
        assert grammar.names() <= set(grammar.rules)


def test_productions_are_those_of_the_rfc():
    theirs = {name.replace("gopher+_string", "gopherplus_string").replace("-", "_") for name in GRAMMAR_1738.rules}
    assert set(PRODUCTIONS) <= theirs
    # The RFC spells out classes of characters.
    classes = "url lowalpha hialpha alpha digit alphadigit safe extra national punctuation reserved hex unreserved"
    assert theirs - set(PRODUCTIONS) == set(classes.split()) | set(CORE)


@each_row(
    ("name", "yes", "no"),
    [
        ("hostname", ["a", "a-b.c1"], ["", "a.", "-a", "1", "a_b"]),
        ("hostnumber", ["1.2.3.4"], ["1.2.3", "a.2.3.4"]),
        ("gopherurl", ["gopher://h", "gopher://h/", "gopher://h/1a%09b%09+"], ["gopher:h", "gopher://h?a"]),
        ("prosperourl", ["prospero://h/a;b=c;d=e"], ["prospero://h", "prospero://h/a;b"]),
        ("uchar", ["a", "%2f"], ["%", "~", ";"]),
    ],
)
def test_grammar_of_rfc_1738(name, yes, no):
    for text in yes:
        assert GRAMMAR_1738.matches(name, text), text
    for text in no:
        assert not GRAMMAR_1738.matches(name, text), text


@each_row(
    ("name", "yes", "no"),
    [
        ("IPv4address", ["192.0.2.7", "0.0.0.0"], ["256.0.0.1", "01.2.3.4", "1.2.3"]),
        ("IPv6address", ["::", "::1", "2001:db8::7", "1:2:3:4:5:6:7:8", "::192.0.2.7"], ["1:2", ":::", "1::2::3"]),
        ("path-absolute", ["/", "/a/", "/a//b"], ["", "//", "a"]),
        ("URI", ["a:", "a:b", "a://b:/?c#d", "http://[::1]:80/"], ["a", "1a:", "a:#b#c", "a:%2", "a:b c", "a://b:c"]),
    ],
)
def test_grammar_of_rfc_3986(name, yes, no):
    for text in yes:
        assert GRAMMAR_3986.matches(name, text), text
    for text in no:
        assert not GRAMMAR_3986.matches(name, text), text


# --- ours against theirs


def urls(scheme):
    return GRAMMAR_1738.strings(("name", f"{scheme}url"))


def conforms_to_bnf(url):
    """Whether the BNF matches a URL, with two extensions of the RFC's text.

    The case of the scheme is ignored ("interpreters should use case-ignore"), and a fragment may follow
    (appendix). All schemes but the ten are those of otherurl.
    """
    scheme, colon, rest = url.partition("#")[0].partition(":")
    name = f"{scheme.lower()}url"
    return GRAMMAR_1738.matches(name if scheme.lower() in SCHEMES else "otherurl", scheme.lower() + colon + rest)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [*SCHEMES, "other"])
@given(st.data())
def test_generated_urls_conform(scheme, data):
    url = data.draw(urls(scheme))
    assert GRAMMAR_1738.matches(f"{scheme}url", url)
    # A URL with one of the ten schemes must match that scheme's production.
    assert conforms(url) or (scheme == "other" and not conforms_to_bnf(url))


@st.composite
def mutated(draw, strategy):
    """A URL with one to three characters dropped, added or replaced."""
    url = draw(strategy)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(url)))
        new = draw(
            st.sampled_from(["", *"aZ09:/?#@&=;%.-_~*$!+,'()<>[]{}|\\^` \"\n\u00e9", "//", "%2F", "%09", ";type="])
        )
        url = url[:at] + new + url[at + draw(st.integers(0, 2)) :]
    return url


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [*SCHEMES, "other"])
@given(st.data())
def test_mutated_urls_conform_if_the_bnf_matches(scheme, data):
    url = data.draw(mutated(urls(scheme)))
    assert conforms(url) == conforms_to_bnf(url)


# --- the rules against theirs

FAMILIES = ("URL2", "URL3", "URL4", "URL7")

# Rules that report URLs which the grammar of RFC 1738 section 5 generates, with the reason.
BEYOND_RFC_1738 = {
    "URL211": "a path may well hold %2520: a warning, no error of syntax",
    "URL213": "an escape may be that of an invisible character",
    "URL215": "an escape may be a part of overlong UTF-8",
    "URL302": "`?` is a part of an ftp path here, and begins a query in RFC 3986",
    "URL309": "the BNF lets a prospero field have no name",
    "URL405": "the BNF sets no limit to a label's length",
    "URL408": "the BNF sets no limit to a port",
    "URL411": "the BNF sets no limit to the numbers of an address",
    "URL417": "the BNF knows nothing of xn-- labels",
    "URL703": "the BNF takes any character for gopher's item type, RFC 1436 knows some",
    "URL704": "the BNF leaves to section 3.4.2 that a search follows %09",
    "URL706": "the BNF lets a message-id hold encoded brackets, section 3.6 does not",
    "URL714": "the BNF leaves addresses to RFC 822",
}
# The same for RFC 3986 appendix A.
BEYOND_RFC_3986 = {
    "URL211": BEYOND_RFC_1738["URL211"],
    "URL213": BEYOND_RFC_1738["URL213"],
    "URL215": BEYOND_RFC_1738["URL215"],
    "URL404": "a registered name is any name here; RFC 1123 section 2.1 has rules for those of hosts",
    "URL405": "the same",
    "URL408": BEYOND_RFC_1738["URL408"],
    "URL411": "what is no IPv4 address may still be a name",
    "URL417": BEYOND_RFC_1738["URL417"],
    "URL422": "a registered name may have empty parts",
    "URL306": "a userinfo may have several colons; RFC 1738 section 3.1 tells user and password apart",
}

# The BNF allows `?` in a user name, and `//` at the start of a message-id or mail address; RFC 3986, by which all
# URLs are split, ends the authority at the former, and begins it after the latter.
SPLIT_ELSEWHERE = re.compile(r"[a-z]+://[^/@]*\?[^/]*@|(?:mailto|news)://")


def faults(url, profile, beyond):
    found = lint(f"<URL:{url}>", profile=profile)
    return [
        (finding.code, finding.message)
        for finding in found
        if finding.code.startswith(FAMILIES) and finding.severity != "info" and finding.code not in beyond
    ]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@given(st.data())
def test_urls_of_the_bnf_have_no_findings_under_rfc1738(scheme, data):
    url = data.draw(urls(scheme))
    assume(not SPLIT_ELSEWHERE.match(url))
    assert faults(url, "rfc1738", BEYOND_RFC_1738) == []


HIERARCHICAL = (
    "seq",
    ("text", "ldap://"),
    ("name", "authority"),
    ("name", "path-abempty"),
    ("rep", 0, 1, ("seq", ("text", "?"), ("name", "query"))),
    ("rep", 0, 1, ("seq", ("text", "#"), ("name", "fragment"))),
)


@given(st.data())
def test_urls_of_the_abnf_have_no_findings_under_rfc3986(data):
    url = data.draw(GRAMMAR_3986.strings(HIERARCHICAL))
    assert GRAMMAR_3986.matches("URI", url)
    assert faults(url, "rfc3986", BEYOND_RFC_3986) == []


@given(st.data())
def test_characters_outside_the_abnf_are_reported_under_rfc3986(data):
    path = data.draw(GRAMMAR_3986.strings(("name", "path-abempty")))
    assume("$(" not in path)  # a template
    wrong = data.draw(st.sampled_from(['"', "^", "`", "|", "[", "]", "\u00e9", "\x07"]))
    at = data.draw(st.integers(1, len(path))) if path else 0
    url = f"http://a.example{path[:at]}{'' if path else '/'}{wrong}{path[at:]}"
    assume(not templates.is_expression(url))
    assume(not (has_placeholder(url) or templates._PATTERN.search(url)))
    assert not GRAMMAR_3986.matches("URI", url)
    assume(not re.search(r"\.[*+](?![A-Za-z0-9])|\][*+]|\[\^", url))  # a regular expression
    assert lint(f"<URL:{url}>", select=["URL2"])


def test_tables_of_differences_name_rules():
    for table in (BEYOND_RFC_1738, BEYOND_RFC_3986):
        assert all(re.fullmatch(r"URL[2-7]\d\d", code) for code in table)
        assert [code for code in table if code[3] in "237" and code not in RULES] == []
